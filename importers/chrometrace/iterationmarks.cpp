// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "iterationmarks.h"

#include <optional>
#include <set>
#include <string>

namespace bubblescope {

using namespace std::string_view_literals;

void IterationMarks::read(const ChromeEvent& event, uint32_t lane, TimeRange range)
{
    constexpr uint64_t largest = 1'000'000'000;
    if (event.arguments.kind != JsonSlice::Kind::Container)
        return;
    const std::optional<uint64_t> number = numberOfArgument(event.arguments.text(), "\"iteration\""sv);
    if (!number || *number > largest)
        return;
    TimeRange& known = m_ranges.try_emplace({lane, static_cast<int>(*number)}, range).first->second;
    known = known.united(range);
}

void IterationMarks::settle(const EventLanes& lanes, StepMarks& steps) const
{
    std::map<int, TimeRange> iterations;
    std::set<std::pair<std::string, int>> recorded;
    for (const auto& [place, range] : m_ranges) {
        const auto& [lane, number] = place;
        TimeRange& known = iterations.try_emplace(number, range).first->second;
        known = known.united(range);
        recorded.emplace(lanes[lane].process, number);
    }
    for (const auto& [process, number] : recorded) {
        const TimeRange range = iterations.at(number);
        const bool isFollowed = recorded.contains({process, number + 1});
        steps.add({process, number, range.begin, isFollowed ? std::nullopt : std::optional(range.end)});
    }
}

} // namespace bubblescope
