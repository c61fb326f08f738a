// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "builtsteps.h"

#include "builtspans.h"
#include "roundedtime.h"
#include "wholerecording.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace bubblescope {

namespace {

bool isAnyRecording(const std::vector<RankStep>& steps)
{
    return std::any_of(steps.begin(), steps.end(), [](const RankStep& step) { return isWholeRecording(step); });
}

/// Profilers are started one after the other: until the last one is, everything waits for it. Of clocks that agree.
void leaveOutStartUp(std::vector<RankStep>& steps, const std::vector<TimeRange>& ranges)
{
    TimeNs begin = std::numeric_limits<TimeNs>::min();
    for (const TimeRange& range : ranges)
        begin = std::max(begin, range.begin);
    const auto overlaps = [&](const RankStep& step) { return begin < step.step.range.end; };
    const auto isLong = [&](const RankStep& step) { return isStartUp(step.step.range, begin); };
    if (!std::all_of(steps.begin(), steps.end(), overlaps) || std::none_of(steps.begin(), steps.end(), isLong))
        return;
    for (RankStep& step : steps)
        step.step.range.begin = std::max(step.step.range.begin, begin);
}

/// Where only some ranks state steps, the others have the steps of one that does.
std::vector<RankStep> withoutRecordings(std::vector<RankStep> steps, const std::vector<RankInfo>& ranks,
    const std::vector<TimeRange>& ranges, bool hasHosts)
{
    if (!isAnyRecording(steps))
        return steps;
    const auto stated
        = std::find_if(steps.begin(), steps.end(), [](const RankStep& s) { return !isWholeRecording(s); });
    if (stated == steps.end()) {
        if (hasHosts) // what a device does first says nothing of its profiler
            leaveOutStartUp(steps, ranges);
        return steps;
    }
    std::vector<RankStep> shown;
    std::copy_if(
        stated, steps.end(), std::back_inserter(shown), [&](const RankStep& s) { return s.rank == stated->rank; });
    std::vector<RankStep> made;
    for (const RankStep& step : steps) {
        const size_t before = made.size();
        const auto rank = std::lower_bound(ranks.begin(), ranks.end(), step.rank,
            [](const RankInfo& info, int32_t number) { return info.rank < number; });
        for (size_t i = 0; isWholeRecording(step) && i < shown.size(); ++i) {
            const TimeRange own = shown[i].step.range.intersected(ranges[size_t(rank - ranks.begin())]);
            if (!own.isEmpty())
                made.push_back({step.rank, {shown[i].step.number, own}});
        }
        if (made.size() == before)
            made.push_back(step);
    }
    return made;
}

} // namespace

void BuiltSteps::setRank(int32_t from, int32_t to)
{
    for (End& one : ends)
        one.rank = one.rank == from ? to : one.rank;
    for (RankStep& step : stated)
        step.rank = step.rank == from ? to : step.rank;
}

void BuiltSteps::shift(TimeNs by)
{
    for (End& one : ends)
        one.end = std::clamp(one.end + by, -longestPlaced, longestPlaced);
    for (RankStep& step : stated) {
        step = step.shifted(by);
        step.step.range = placeable(step.step.range);
        step.host = placeable(step.host);
    }
}

void BuiltSteps::append(const BuiltSteps& from)
{
    ends.insert(ends.end(), from.ends.begin(), from.ends.end());
    stated.insert(stated.end(), from.stated.begin(), from.stated.end());
}

std::vector<RankStep> BuiltSteps::ofRanks(const std::vector<RankInfo>& ranks, const std::vector<TimeRange>& ranges,
    TimeNs origin, bool hasHosts) const
{
    std::map<int32_t, std::vector<TimeNs>> endsByRank;
    for (const End& one : ends)
        endsByRank[one.rank].push_back(one.end - origin);
    std::map<std::pair<int32_t, int32_t>, RankStep> byNumber;
    for (const RankStep& step : stated)
        byNumber.try_emplace({step.rank, step.step.number}, step);
    std::vector<RankStep> found;
    for (size_t i = 0; i < ranks.size(); ++i) {
        const int32_t rank = ranks[i].rank;
        const size_t before = found.size();
        for (auto it = byNumber.lower_bound({rank, 0}); it != byNumber.end() && it->first.first == rank; ++it)
            found.push_back(it->second.shifted(-origin));
        if (found.size() > before)
            continue;
        std::vector<TimeNs>& ofRank = endsByRank[rank];
        std::sort(ofRank.begin(), ofRank.end());
        const TimeRange range = ranges[i];
        TimeNs begin = range.begin;
        int32_t number = 1;
        const auto close = [&](TimeNs end) {
            found.push_back({rank, {number++, {begin, end}}});
            begin = end;
        };
        for (const TimeNs end : ofRank) {
            if (end > begin)
                close(std::min(end, range.end));
        }
        if (begin < range.end || number == 1)
            close(range.end);
    }
    return withoutRecordings(std::move(found), ranks, ranges, hasHosts);
}

} // namespace bubblescope
