// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "measuredfigures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

constexpr double largestFigure = 1e9;

} // namespace

Error presetRefusal(Message message)
{
    return {std::move(message), say("Correct it, or copy a preset of the program."), {}};
}

bool isFigure(const nlohmann::ordered_json& json)
{
    return json.is_number() && std::isfinite(json.get<double>()) && json.get<double>() > 0
        && json.get<double>() <= largestFigure;
}

std::vector<double> figuresOf(const nlohmann::ordered_json& json)
{
    std::vector<double> figures;
    if (json.is_array() && json.size() <= mostFigures && std::all_of(json.begin(), json.end(), isFigure))
        figures = json.get<std::vector<double>>();
    return figures;
}

bool areAscending(const std::vector<double>& sizes)
{
    return std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal<>()) == sizes.end();
}

bool neverFall(const std::vector<double>& times)
{
    return std::adjacent_find(times.begin(), times.end(), std::greater<>()) == times.end();
}

} // namespace bubblescope
