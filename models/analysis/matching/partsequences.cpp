// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "partsequences.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>

namespace bubblescope {

namespace {
using Records = std::span<const SpanId>;

bool doTheSame(const Trace& trace, const std::vector<SpanId>& members)
{
    return std::all_of(members.begin(), members.end(),
        [&](SpanId member) { return trace.operation(member) == trace.operation(members.front()); });
}

/// All members of a collective are in it when its last one has come.
bool runTogether(const Trace& trace, const std::vector<SpanId>& members)
{
    TimeRange common {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()};
    for (const SpanId member : members)
        common = common.intersected(trace.range(member));
    return !common.isNothing();
}

/// The k-th of each, counted from the begin or from the end.
std::vector<SpanId> tupleOf(const std::vector<Records>& ofRanks, size_t k, bool fromEnd)
{
    std::vector<SpanId> members;
    for (const Records& records : ofRanks)
        members.push_back(fromEnd ? records[records.size() - 1 - k] : records[k]);
    return members;
}

/// Whether the part begins before a rank's step, and ends after it.
bool isWhole(const Trace& trace, int32_t rank, int32_t number)
{
    TimeRange covered = TimeRange::nothing();
    for (const Track& track : trace.tracksOf(rank)) {
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            if (row.spanCount > 0)
                covered = covered.united(
                    {trace.begin(SpanId(row.firstSpan)), trace.end(SpanId(row.firstSpan + row.spanCount - 1))});
        }
    }
    const RankInfo* const info = trace.findRank(rank);
    const auto steps = trace.stepsOf(rank);
    const auto own
        = std::find_if(steps.begin(), steps.end(), [number](const RankStep& s) { return s.step.number == number; });
    if (!info || own == steps.end())
        return false;
    const TimeRange all = trace.rangeOf(*info);
    const bool beginsBefore = own == steps.begin() ? covered.begin == all.begin : covered.begin < own->step.range.begin;
    const bool endsAfter = std::next(own) == steps.end() ? covered.end == all.end : covered.end > own->step.range.end;
    return beginsBefore && endsAfter;
}

/// A step of several ranks, a list of records for each.
struct StepRecords {
    std::vector<Records> ofRanks;
    size_t count = 0;
    bool isWhole = true;
    bool isKnownWhole = false;
};

/// Whether half or more of the records of a list ran together with the ones before, or after, their own in another
/// list: what is started in one step may run in the next, and not on all ranks.
bool areShifted(const Trace& trace, const StepRecords& step)
{
    const Records& first = step.ofRanks.front();
    return std::any_of(step.ofRanks.begin() + 1, step.ofRanks.end(), [&](const Records& other) {
        size_t before = 0;
        size_t after = 0;
        for (size_t k = 1; k < first.size(); ++k) {
            before += runTogether(trace, {first[k], other[k - 1]}) ? 1 : 0;
            after += runTogether(trace, {first[k - 1], other[k]}) ? 1 : 0;
        }
        return 2 * std::max(before, after) >= first.size();
    });
}

void matchStep(const Trace& trace, const StepRecords& step, bool isFirst, std::vector<std::vector<SpanId>>& all)
{
    const std::vector<Records>& ofRanks = step.ofRanks;
    size_t least = SIZE_MAX;
    size_t most = 0;
    for (const Records& records : ofRanks) {
        least = std::min(least, records.size());
        most = std::max(most, records.size());
    }
    std::vector<std::vector<SpanId>> alike;
    size_t apart = 0;
    for (size_t k = 0; k < least && least == most; ++k) {
        alike.push_back(tupleOf(ofRanks, k, false));
        apart += runTogether(trace, alike.back()) ? 0 : 1;
        if (!doTheSame(trace, alike.back()))
            most = 0;
    }
    // Lists that were cut may be as long by chance.
    const auto isTrusted
        = [&] { return step.isWhole || 2 * apart <= alike.size() || (step.isKnownWhole && !areShifted(trace, step)); };
    if (least == most && isTrusted()) {
        all.insert(all.end(), alike.begin(), alike.end());
        return;
    }
    const size_t before = all.size();
    for (size_t k = 0; k < least; ++k) {
        std::vector<SpanId> members = tupleOf(ofRanks, k, isFirst);
        if (!doTheSame(trace, members) || !runTogether(trace, members))
            break;
        all.push_back(std::move(members));
    }
    if (isFirst)
        std::reverse(all.begin() + ptrdiff_t(before), all.end());
}
} // namespace

int32_t stepNumberOf(const Trace& trace, int32_t rank, SpanId span)
{
    const auto steps = trace.stepsOf(rank);
    const auto later = std::upper_bound(steps.begin(), steps.end(), trace.begin(span),
        [](TimeNs time, const RankStep& step) { return time < step.step.range.begin; });
    if (steps.empty())
        return 0;
    return later == steps.begin() ? steps.front().step.number : (later - 1)->step.number;
}

std::vector<std::vector<SpanId>> correspondingInPart(
    const Trace& trace, const std::vector<const std::vector<SpanId>*>& sequences, std::span<const int32_t> wholeSteps)
{
    std::map<int32_t, StepRecords> steps;
    for (size_t s = 0; s < sequences.size(); ++s) {
        const Records all = *sequences[s];
        for (size_t first = 0; first < all.size();) {
            const int32_t rank = trace.track(trace.track(all[first])).rank;
            const int32_t number = stepNumberOf(trace, rank, all[first]);
            size_t end = first + 1;
            while (end < all.size() && stepNumberOf(trace, rank, all[end]) == number)
                ++end;
            StepRecords& step = steps[number];
            step.ofRanks.resize(sequences.size());
            step.ofRanks[s] = all.subspan(first, end - first);
            step.count += end - first;
            step.isKnownWhole = std::binary_search(wholeSteps.begin(), wholeSteps.end(), number);
            step.isWhole = step.isWhole && !step.isKnownWhole && isWhole(trace, rank, number);
            first = end;
        }
    }
    // Of the steps beside the one that was wanted, even their ends may be there; what is between is not.
    size_t most = 0;
    for (const auto& [number, step] : steps)
        most = std::max(most, step.count);
    for (auto& [number, step] : steps)
        step.isWhole = step.isWhole && step.count == most;
    std::vector<std::vector<SpanId>> corresponding;
    for (const auto& [number, step] : steps)
        matchStep(trace, step, number == steps.begin()->first, corresponding);
    return corresponding;
}

} // namespace bubblescope
