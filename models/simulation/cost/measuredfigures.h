// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include "result.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <vector>

namespace bubblescope {

inline constexpr size_t mostFigures = 64; ///< of a measured curve

/// A refusal of a preset, with advice.
Error presetRefusal(Message message);

/// A finite number above 0 that some hardware may have.
bool isFigure(const nlohmann::ordered_json& json);
/// The figures of a measured curve; empty if they are not an array of figures, or too many.
std::vector<double> figuresOf(const nlohmann::ordered_json& json);
/// Each above the one before.
bool areAscending(const std::vector<double>& sizes);
/// Between two measured sizes a time follows a power of the size: it falls nowhere if it does not from one to the next.
bool neverFall(const std::vector<double>& times);

} // namespace bubblescope
