// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "communicationranges.h"

#include "freedmemory.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace bubblescope {

void CommunicationRanges::add(uint32_t number, TimeRange range, const Communication& communication)
{
    Lane& lane = m_lanes[number];
    lane.ranges.push_back({range, static_cast<uint32_t>(m_communications.size())});
    m_communications.push_back(communication);
}

void CommunicationRanges::makeCovered(Lane& lane)
{
    for (const Range& range : lane.ranges)
        lane.covered.push_back(range.range);
    std::sort(lane.covered.begin(), lane.covered.end(),
        [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    size_t last = 0;
    for (size_t i = 1; i < lane.covered.size(); ++i) {
        if (lane.covered[i].begin <= lane.covered[last].end)
            lane.covered[last].end = std::max(lane.covered[last].end, lane.covered[i].end);
        else
            lane.covered[++last] = lane.covered[i];
    }
    lane.covered.resize(last + 1);
}

void CommunicationRanges::addOther(uint32_t number, TimeRange range)
{
    const auto found = m_lanes.find(number);
    if (found == m_lanes.end() || range.isEmpty())
        return;
    Lane& lane = found->second;
    if (lane.covered.empty())
        makeCovered(lane);
    const auto next = std::upper_bound(lane.covered.begin(), lane.covered.end(), range.begin,
        [](TimeNs time, const TimeRange& covered) { return time < covered.begin; });
    if (next != lane.covered.begin() && std::prev(next)->end > range.begin)
        lane.ranges.push_back({range, none});
}

void CommunicationRanges::makeStretches(Lane& lane)
{
    struct Change {
        TimeNs time;
        uint32_t range;
        bool isEnd;
    };
    const std::vector<Range>& ranges = lane.ranges;
    std::vector<Change> changes;
    changes.reserve(ranges.size() * 2);
    for (uint32_t i = 0; i < ranges.size(); ++i) {
        const bool isOther = ranges[i].communication == none;
        changes.push_back({ranges[i].range.begin, i, false});
        // A launch at the very end of a communication still belongs to it.
        changes.push_back({ranges[i].range.end + (isOther ? 0 : 1), i, true});
    }
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return std::tie(a.time, a.range, a.isEnd) < std::tie(b.time, b.range, b.isEnd);
    });
    // Of two ranges, the one that begins later, or ends earlier, is the inner one.
    const auto isOuter = [&ranges](uint32_t a, uint32_t b) {
        const auto key = [&ranges](uint32_t i) {
            return std::tuple(ranges[i].range.begin, -ranges[i].range.end, ranges[i].communication != none, i);
        };
        return key(a) < key(b);
    };
    std::set<uint32_t, decltype(isOuter)> open(isOuter);
    std::set<uint32_t, decltype(isOuter)> openCommunications(isOuter);
    for (size_t i = 0; i < changes.size(); ++i) {
        const auto& [time, number, isEnd] = changes[i];
        const bool isOther = ranges[number].communication == none;
        if (isEnd) {
            open.erase(number);
            openCommunications.erase(number);
        } else {
            open.insert(number);
            if (!isOther)
                openCommunications.insert(number);
        }
        if (i + 1 < changes.size() && changes[i + 1].time == time)
            continue;
        Stretch stretch {time, none, false};
        if (!openCommunications.empty()) {
            const uint32_t innermost = *openCommunications.rbegin();
            stretch.communication = ranges[innermost].communication;
            stretch.isInnermost = *open.rbegin() == innermost;
        }
        lane.stretches.push_back(stretch);
    }
    discard(lane.ranges);
    discard(lane.covered);
}

void CommunicationRanges::settle()
{
    for (auto& [number, lane] : m_lanes)
        makeStretches(lane);
}

CommunicationRanges::Around CommunicationRanges::at(uint32_t number, TimeNs time) const
{
    const auto lane = m_lanes.find(number);
    if (lane == m_lanes.end())
        return {};
    const std::vector<Stretch>& stretches = lane->second.stretches;
    const auto next = std::upper_bound(
        stretches.begin(), stretches.end(), time, [](TimeNs t, const Stretch& stretch) { return t < stretch.time; });
    if (next == stretches.begin() || std::prev(next)->communication == none)
        return {};
    return {&m_communications[std::prev(next)->communication], std::prev(next)->isInnermost};
}

} // namespace bubblescope
