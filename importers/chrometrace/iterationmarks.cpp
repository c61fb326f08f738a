// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "iterationmarks.h"

#include <optional>
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
    std::map<std::string, std::map<int, TimeRange>> byProcess;
    for (const auto& [place, range] : m_ranges) {
        const auto& [lane, number] = place;
        TimeRange& known = byProcess[lanes[lane].process].try_emplace(number, range).first->second;
        known = known.united(range);
    }
    for (const auto& [process, iterations] : byProcess) {
        for (const auto& [number, range] : iterations) {
            const bool isFollowed = iterations.contains(number + 1);
            steps.add({process, number, range.begin, isFollowed ? std::nullopt : std::optional(range.end)});
        }
    }
}

} // namespace bubblescope
