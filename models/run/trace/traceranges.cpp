// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "traceranges.h"

#include "wholerecording.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace bubblescope {

namespace {

constexpr int outlierDistance = 10;    ///< in multiples of the extent of the rest
constexpr uint64_t outlierShare = 100; ///< at most one span in this many
constexpr size_t bucketCount = 1024;

/// Cuts off far outliers once; false if there are none.
bool trimOnce(const Timing& timing, TimeRange& range)
{
    const TimeNs extent = range.duration();
    if (extent < static_cast<TimeNs>(bucketCount))
        return false;
    const TimeNs width = extent / static_cast<TimeNs>(bucketCount) + 1;
    std::array<int64_t, bucketCount + 1> edges {}; // +1 where a span starts to cover, -1 after its last bucket
    std::array<uint64_t, bucketCount> begins {};
    uint64_t total = 0;
    for (size_t i = 0; i < timing.begin.size(); ++i) {
        if (timing.begin[i] < range.begin || timing.end[i] > range.end)
            continue;
        const auto first = static_cast<size_t>((timing.begin[i] - range.begin) / width);
        const auto last = static_cast<size_t>((timing.end[i] - range.begin) / width);
        ++edges[std::min(first, bucketCount - 1)];
        --edges[std::min(last, bucketCount - 1) + 1];
        ++begins[std::min(first, bucketCount - 1)];
        ++total;
    }
    size_t gapBegin = 0;
    size_t gapEnd = 0;
    size_t emptySince = 0;
    int64_t covering = 0;
    for (size_t b = 0; b < bucketCount; ++b) {
        covering += edges[b];
        if (covering > 0)
            emptySince = b + 1;
        else if (b + 1 - emptySince > gapEnd - gapBegin) {
            gapBegin = emptySince;
            gapEnd = b + 1;
        }
    }
    uint64_t before = 0;
    for (size_t b = 0; b < gapBegin; ++b)
        before += begins[b];
    const uint64_t after = total - before;
    const uint64_t few = std::max<uint64_t>(1, total / outlierShare);
    const bool cutBefore = before < after;
    const size_t kept = cutBefore ? bucketCount - gapEnd : gapBegin;
    if (std::min(before, after) > few || std::max(before, after) < 2 || (gapEnd - gapBegin) < outlierDistance * kept)
        return false;
    const TimeRange side = cutBefore ? TimeRange {range.begin + static_cast<TimeNs>(gapEnd) * width, range.end}
                                     : TimeRange {range.begin, range.begin + static_cast<TimeNs>(gapBegin) * width};
    TimeRange covered = TimeRange::nothing();
    for (size_t i = 0; i < timing.begin.size(); ++i) {
        const TimeRange span {timing.begin[i], timing.end[i]};
        if (side.begin <= span.begin && span.end <= side.end)
            covered = covered.united(span);
    }
    if (covered.isNothing())
        return false;
    range = covered;
    return true;
}

/// Leaves out few long spans around all others, such as the calls that started and ended a profiler; false if there are
/// none.
bool unwrapOnce(const Timing& timing, TimeRange& range)
{
    const TimeNs extent = range.duration();
    TimeRange others = TimeRange::nothing();
    uint64_t longOnes = 0;
    uint64_t total = 0;
    for (size_t i = 0; i < timing.begin.size(); ++i) {
        const TimeRange span {timing.begin[i], timing.end[i]};
        if (span.begin < range.begin || span.end > range.end)
            continue;
        ++total;
        if (span.duration() > extent / outlierDistance)
            ++longOnes;
        else
            others = others.united(span);
    }
    if (longOnes == 0 || longOnes * outlierShare > total || others.isEmpty()
        || others.duration() > extent / outlierDistance)
        return false;
    range = others;
    return true;
}

/// Ranks of which all steps are those of their hosts, while others have steps of their devices.
std::set<int32_t> borrowingRanks(const std::vector<RankStep>& rankSteps)
{
    std::map<int32_t, bool> isOfHosts;
    bool isAnyOfDevices = false;
    for (const RankStep& own : rankSteps) {
        bool& isHosts = isOfHosts.try_emplace(own.rank, true).first->second;
        isHosts = isHosts && own.host.isEmpty() && !isWholeRecording(own);
        isAnyOfDevices = isAnyOfDevices || own.isOfDevice();
    }
    std::set<int32_t> borrowing;
    for (const auto& [rank, isHosts] : isOfHosts) {
        if (isAnyOfDevices && isHosts)
            borrowing.insert(rank);
    }
    return borrowing;
}

/// What such a rank did in steps that no device has is not known: they are dropped. Where nothing marks its steps, it
/// has those that lie in its recording.
std::vector<RankStep> lent(const std::vector<Step>& steps, std::span<const RankStep> own)
{
    TimeRange recorded = TimeRange::nothing();
    for (const RankStep& step : own)
        recorded = recorded.united(step.step.range);
    std::vector<RankStep> numbered;
    std::vector<RankStep> inside;
    for (const Step& step : steps) {
        const auto isSame = [&step](const RankStep& mark) { return mark.step.number == step.number; };
        if (std::any_of(own.begin(), own.end(), isSame))
            numbered.push_back({own.front().rank, step});
        if (recorded.contains(step.range))
            inside.push_back({own.front().rank, step});
    }
    return numbered.size() < inside.size() ? inside : numbered;
}

void lend(const std::vector<Step>& steps, const std::set<int32_t>& borrowing, std::vector<RankStep>& rankSteps)
{
    std::vector<RankStep> made;
    for (size_t first = 0; first < rankSteps.size();) {
        size_t next = first;
        while (next < rankSteps.size() && rankSteps[next].rank == rankSteps[first].rank)
            ++next;
        const auto own = std::span<const RankStep>(rankSteps).subspan(first, next - first);
        if (borrowing.contains(own.front().rank))
            std::ranges::copy(lent(steps, own), std::back_inserter(made));
        else
            made.insert(made.end(), own.begin(), own.end());
        first = next;
    }
    rankSteps = std::move(made);
}

} // namespace

TimeNs firstBegin(const Timing& timing)
{
    return timing.begin.empty() ? 0 : *std::min_element(timing.begin.begin(), timing.begin.end());
}

void subtract(Timing& timing, TimeNs origin)
{
    for (TimeNs& time : timing.begin)
        time -= origin;
    for (TimeNs& time : timing.end)
        time -= origin;
}

void updateRankRanges(
    Timing& timing, const std::vector<Track>& tracks, const std::vector<Row>& rows, const std::vector<RankInfo>& ranks)
{
    timing.rankRanges.assign(ranks.size(), TimeRange::nothing());
    auto info = ranks.begin();
    for (const Row& row : rows) {
        if (row.spanCount == 0)
            continue;
        const int32_t rank = tracks[row.track.value].rank;
        if (info == ranks.end() || info->rank != rank) {
            info = std::lower_bound(
                ranks.begin(), ranks.end(), rank, [](const RankInfo& a, int32_t number) { return a.rank < number; });
        }
        // The spans of a row are sorted and disjoint: the last one ends last.
        TimeRange& range = timing.rankRanges[size_t(info - ranks.begin())];
        range = range.united({timing.begin[row.firstSpan], timing.end[row.firstSpan + row.spanCount - 1]});
    }
}

void updateTraceRanges(const Timing& timing, TimeRange& whole, TimeRange& dense)
{
    whole = TimeRange::nothing();
    for (const TimeRange& range : timing.rankRanges)
        whole = whole.united(range);
    if (whole.isNothing())
        whole = {};
    dense = whole;
    for (int cuts = 0; cuts < 16 && (trimOnce(timing, dense) || unwrapOnce(timing, dense)); ++cuts) { }
}

void updateSteps(std::vector<RankStep>& rankSteps, std::vector<Step>& steps)
{
    struct Merged {
        TimeRange range;
        TimeNs longest = 0; // of one rank
        bool isOfDevices = true;
    };
    const std::set<int32_t> borrowing = borrowingRanks(rankSteps);
    std::map<int32_t, Merged> merged;
    for (const RankStep& rankStep : rankSteps) {
        if (borrowing.contains(rankStep.rank))
            continue;
        const TimeRange own = rankStep.step.range;
        const auto [place, isNew] = merged.try_emplace(rankStep.step.number, Merged {own});
        Merged& step = place->second;
        step.range = step.range.united(own);
        step.longest = std::max(step.longest, own.duration());
        step.isOfDevices &= rankStep.isOfDevice();
    }
    steps.clear();
    const Merged* before = nullptr;
    for (const auto& [number, step] : merged) {
        TimeRange range = step.range;
        // A device goes on with the next step while others are in this one: as a union, steps would overlap, and take
        // longer than they follow each other.
        if (before && before->isOfDevices && step.isOfDevices)
            range.begin = std::max(range.begin, std::min(before->range.end, range.end - step.longest));
        steps.push_back({number, range});
        before = &step;
    }
    if (!borrowing.empty())
        lend(steps, borrowing, rankSteps);
}

bool holdsPartOfRun(const Trace& trace)
{
    size_t rank = 0;
    TimeRange covered = TimeRange::nothing();
    const auto isPart = [&] {
        return !covered.isNothing() && rank < trace.ranks().size() && covered != trace.rangeOf(trace.ranks()[rank]);
    };
    for (const Row& row : trace.rows()) { // sorted by rank
        if (row.spanCount == 0)
            continue;
        const int32_t number = trace.track(row.track).rank;
        if (rank < trace.ranks().size() && trace.ranks()[rank].rank != number) {
            if (isPart())
                return true;
            covered = TimeRange::nothing();
            while (rank < trace.ranks().size() && trace.ranks()[rank].rank != number)
                ++rank;
        }
        covered = covered.united(
            {trace.begin(SpanId(row.firstSpan)), trace.end(SpanId(row.firstSpan + row.spanCount - 1))});
    }
    return isPart();
}

} // namespace bubblescope
