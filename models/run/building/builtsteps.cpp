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
#include <span>
#include <utility>

namespace bubblescope {

namespace {

bool isAnyRecording(const std::vector<RankStep>& steps)
{
    return std::any_of(steps.begin(), steps.end(), [](const RankStep& step) { return isWholeRecording(step); });
}

/// True if all ranks that were recorded before `time` are in one communication then, and did hardly anything before it.
bool waitUntil(TimeNs time, const Trace& trace)
{
    constexpr TimeNs largestPart = 20; // of that time, beside the communication: a twentieth
    const auto waits = [&](const Row& row, TimeNs first) {
        const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
        const auto next = std::upper_bound(begins.begin(), begins.end(), time);
        if (next == begins.begin())
            return false;
        const SpanId span(row.firstSpan + uint32_t(next - begins.begin()) - 1);
        return isCommunication(trace.category(span)) && trace.end(span) >= time
            && trace.begin(span) - first <= (time - first) / largestPart;
    };
    for (const RankInfo& rank : trace.ranks()) {
        const TimeNs first = trace.rangeOf(rank).begin;
        bool isWaiting = first >= time;
        for (const Track& track : trace.tracksOf(rank.rank)) {
            const auto rows = trace.rowsOf(trace.idOf(track));
            isWaiting
                = isWaiting || std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return waits(row, first); });
        }
        if (!isWaiting)
            return false;
    }
    return true;
}

/// Profilers are started one after the other: until the last one is, everything waits for it. Of clocks that agree.
/// Where hosts were not recorded, the others must be seen to wait: what a device does first says nothing of its
/// profiler.
void leaveOutStartUp(std::vector<RankStep>& steps, const Trace& trace)
{
    TimeNs begin = std::numeric_limits<TimeNs>::min();
    for (const RankInfo& rank : trace.ranks())
        begin = std::max(begin, trace.rangeOf(rank).begin);
    const auto overlaps = [&](const RankStep& step) { return begin < step.step.range.end; };
    const auto isLong = [&](const RankStep& step) { return isStartUp(step.step.range, begin); };
    if (!std::all_of(steps.begin(), steps.end(), overlaps) || std::none_of(steps.begin(), steps.end(), isLong)
        || !(trace.hasThreads() || waitUntil(begin, trace)))
        return;
    for (RankStep& step : steps)
        step.step.range.begin = std::max(step.step.range.begin, begin);
}

/// Where only some ranks state steps, the others have the steps of one that does.
std::vector<RankStep> withoutRecordings(std::vector<RankStep> steps, const Trace& trace)
{
    if (!isAnyRecording(steps))
        return steps;
    const auto stated
        = std::find_if(steps.begin(), steps.end(), [](const RankStep& s) { return !isWholeRecording(s); });
    if (stated == steps.end()) {
        leaveOutStartUp(steps, trace);
        return steps;
    }
    std::vector<RankStep> shown;
    std::copy_if(
        stated, steps.end(), std::back_inserter(shown), [&](const RankStep& s) { return s.rank == stated->rank; });
    std::vector<RankStep> made;
    for (const RankStep& step : steps) {
        const size_t before = made.size();
        const TimeRange recorded = trace.rangeOf(*trace.findRank(step.rank));
        for (size_t i = 0; isWholeRecording(step) && i < shown.size(); ++i) {
            const TimeRange own = shown[i].step.range.intersected(recorded);
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

std::vector<RankStep> BuiltSteps::ofRanks(const Trace& trace) const
{
    const TimeNs origin = trace.origin();
    std::map<int32_t, std::vector<TimeNs>> endsByRank;
    for (const End& one : ends)
        endsByRank[one.rank].push_back(one.end - origin);
    std::map<std::pair<int32_t, int32_t>, RankStep> byNumber;
    for (const RankStep& step : stated)
        byNumber.try_emplace({step.rank, step.step.number}, step);
    std::vector<RankStep> found;
    for (const RankInfo& info : trace.ranks()) {
        const int32_t rank = info.rank;
        const size_t before = found.size();
        for (auto it = byNumber.lower_bound({rank, 0}); it != byNumber.end() && it->first.first == rank; ++it)
            found.push_back(it->second.shifted(-origin));
        if (found.size() > before)
            continue;
        std::vector<TimeNs>& ofRank = endsByRank[rank];
        std::sort(ofRank.begin(), ofRank.end());
        const TimeRange range = trace.rangeOf(info);
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
    return withoutRecordings(std::move(found), trace);
}

} // namespace bubblescope
