// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracesoundness.h"

#include "roundedtime.h"

#include <algorithm>
#include <vector>

namespace bubblescope {

namespace {
bool isNear(TimeNs time) { return time >= -longestPlaced && time <= longestPlaced; }
bool isNear(TimeRange range) { return isNear(range.begin) && isNear(range.end); }
} // namespace

bool timesAreSound(const Trace& trace)
{
    if (!isNear(trace.range()) || !isNear(trace.denseRange()))
        return false;
    for (const Step& step : trace.timing().steps) {
        if (!isNear(step.range))
            return false;
    }
    const auto isBefore = [](const Step& a, const Step& b) { return a.number < b.number; };
    if (!std::is_sorted(trace.timing().steps.begin(), trace.timing().steps.end(), isBefore))
        return false;
    const auto isOfEarlierRank = [](const RankStep& a, const RankStep& b) { return a.rank < b.rank; };
    if (!std::is_sorted(trace.timing().rankSteps.begin(), trace.timing().rankSteps.end(), isOfEarlierRank))
        return false;
    for (const RankStep& step : trace.timing().rankSteps) {
        if (!isNear(step.step.range) || !isNear(step.host) || !isNear(step.lag)
            || !std::binary_search(trace.timing().steps.begin(), trace.timing().steps.end(), step.step, isBefore))
            return false;
    }
    if (trace.timing().rankRanges.size() != trace.ranks().size())
        return false;
    for (size_t i = 0; i < trace.ranks().size(); ++i) {
        const RankInfo& rank = trace.ranks()[i];
        if (!isNear(trace.rangeOf(rank)) || rank.host >= trace.hosts().size() || rank.clock > ClockState::OwnStart)
            return false;
        if (i > 0 && trace.ranks()[i - 1].rank >= rank.rank)
            return false;
    }
    return true;
}

bool countersAreSound(const Trace& trace)
{
    const CounterTable& counters = trace.counters();
    if (counters.times.size() != counters.values.size()
        || !std::all_of(counters.times.begin(), counters.times.end(), [](TimeNs time) { return isNear(time); }))
        return false;
    if (!std::is_sorted(counters.series.begin(), counters.series.end(),
            [](const CounterSeries& a, const CounterSeries& b) { return a.rank < b.rank; }))
        return false;
    uint64_t next = 0;
    for (const CounterSeries& series : counters.series) {
        if (series.firstSample != next || series.sampleCount > counters.times.size() - next
            || series.unit > CounterSeries::Unit::Bytes)
            return false;
        if (series.name.value >= trace.strings().size() && series.name.isValid())
            return false;
        const std::span<const TimeNs> times = counters.timesOf(series);
        if (!std::is_sorted(times.begin(), times.end()))
            return false;
        next += series.sampleCount;
    }
    return next == counters.times.size();
}

bool collectivesAreSound(const Trace& trace)
{
    const CollectiveTable& collectives = trace.collectives();
    const auto isText = [&trace](StringId id) { return id.value < trace.strings().size() || !id.isValid(); };
    for (const Communicator& communicator : collectives.communicators) {
        if (!isText(communicator.name) || !isText(communicator.description))
            return false;
    }
    for (size_t i = 0; i < collectives.calls.size(); ++i) {
        const CollectiveCall& call = collectives.calls[i];
        if (call.span.value >= trace.spanCount() || !isText(call.dataType))
            return false;
        if (call.communicator >= collectives.communicators.size()
            && call.communicator != CollectiveCall::noCommunicator)
            return false;
        if (i > 0 && collectives.calls[i - 1].span >= call.span)
            return false;
    }
    for (size_t i = 0; collectives.members && i < collectives.members->size(); ++i) {
        const SpanId span = (*collectives.members)[i].span;
        if (span.value >= trace.spanCount() || (i > 0 && (*collectives.members)[i - 1].span >= span))
            return false;
        const Operation operation = trace.operation(span);
        const bool isUnnamed = operation == Operation::Other && isCommunication(trace.category(span));
        if (!isCollective(operation) && operation != Operation::OptimizerStep && !isUnnamed)
            return false;
    }
    const std::span<const Link> launches = trace.launches();
    return std::is_sorted(launches.begin(), launches.end(), [](const Link& a, const Link& b) { return a.to < b.to; });
}

bool rowsAreSound(const Trace& trace)
{
    const auto strings = trace.strings().size();
    uint64_t nextRow = 0;
    for (uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.tracks()[t];
        if (track.firstRow != nextRow || track.rowCount > trace.rows().size() - nextRow)
            return false;
        if (t > 0 && trace.tracks()[t - 1].rank > track.rank)
            return false;
        if (track.host >= trace.hosts().size() || track.lane > Lane::Thread)
            return false;
        if (static_cast<int>(track.group) >= categoryCount)
            return false;
        if (track.name.value >= strings && track.name.isValid())
            return false;
        for (uint32_t r = 0; r < track.rowCount; ++r) {
            if (trace.rows()[nextRow + r].track != TrackId(t))
                return false;
        }
        nextRow += track.rowCount;
    }
    if (nextRow != trace.rows().size())
        return false;
    uint64_t nextSpan = 0;
    for (const Row& row : trace.rows()) {
        if (row.firstSpan != nextSpan || row.spanCount > trace.spanCount() - nextSpan
            || row.kind > Row::Kind::FusedLegs)
            return false;
        bool sorted = true;
        for (uint64_t i = nextSpan + 1; i < nextSpan + row.spanCount; ++i) {
            sorted &= trace.timing().begin[i - 1] <= trace.timing().begin[i];
            sorted &= trace.timing().end[i - 1] <= trace.timing().end[i];
        }
        if (!sorted)
            return false;
        nextSpan += row.spanCount;
    }
    return nextSpan == trace.spanCount();
}

bool parentChainsEnd(std::span<const SpanId> parents, size_t count)
{
    bool inRange = parents.size() <= count;
    bool upwards = true; // every parent precedes its child, so there are no cycles
    for (uint32_t i = 0; i < parents.size(); ++i) {
        const uint32_t parent = parents[i].value;
        inRange &= parent < count || parent == SpanId::noValue;
        upwards &= parent < i || parent == SpanId::noValue;
    }
    if (!inRange)
        return false;
    if (upwards)
        return true;
    enum State : uint8_t { Unknown, OnPath, Ends };
    std::vector<State> states(count, Unknown);
    std::vector<uint32_t> path;
    for (uint32_t i = 0; i < parents.size(); ++i) {
        uint32_t at = i;
        while (at != SpanId::noValue && states[at] == Unknown) {
            states[at] = OnPath;
            path.push_back(at);
            at = at < parents.size() ? parents[at].value : SpanId::noValue;
        }
        if (at != SpanId::noValue && states[at] == OnPath)
            return false;
        for (const uint32_t span : path)
            states[span] = Ends;
        path.clear();
    }
    return true;
}

} // namespace bubblescope
