// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "derivedtrace.h"

#include "traceranges.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace bubblescope {

Trace DerivedTrace::aligned(Trace&& trace, const Alignment& alignment)
{
    // Shift per rank: that of its host, or the one that makes the rank start at 0.
    std::map<int32_t, TimeNs> shifts;
    TimeNs first = std::numeric_limits<TimeNs>::max();
    for (size_t r = 0; r < trace.m_ranks.size(); ++r) {
        RankInfo& info = trace.m_ranks[r];
        const bool ownStart = alignment.ownStart.empty()
            ? info.clock == ClockState::OwnStart
            : info.host < alignment.ownStart.size() && alignment.ownStart[info.host];
        const TimeNs ofHost = info.host < alignment.hostShift.size() ? alignment.hostShift[info.host] : 0;
        const TimeNs shift = ofHost + (r < alignment.rankShift.size() ? alignment.rankShift[r] : 0);
        if (ownStart)
            info.clock = ClockState::OwnStart;
        else if (shift != 0)
            info.clock = ClockState::Aligned;
        else if (!alignment.hostShift.empty())
            info.clock = ClockState::Reference;
        const TimeRange range = trace.rangeOf(info);
        shifts[info.rank] = ownStart || range.isNothing() ? 0 : shift;
        if (!ownStart && !range.isNothing())
            first = std::min(first, range.begin + shift);
    }
    if (first == std::numeric_limits<TimeNs>::max())
        first = 0;
    // A part of a run keeps the time 0 of the run.
    const TimeNs zero = trace.m_range.begin == 0 ? first : 0;
    for (RankInfo& info : trace.m_ranks) {
        TimeNs& shift = shifts[info.rank];
        if (info.clock == ClockState::OwnStart)
            shift = trace.rangeOf(info).isNothing() ? 0 : first - trace.rangeOf(info).begin;
        info.shift += shift;
    }
    for (const Row& row : *trace.m_rows) {
        const TimeNs shift = shifts[trace.m_tracks[row.track.value].rank] - zero;
        for (uint32_t i = row.firstSpan; shift != 0 && i < row.firstSpan + row.spanCount; ++i) {
            trace.m_timing.begin[i] += shift;
            trace.m_timing.end[i] += shift;
        }
    }
    for (const CounterSeries& series : trace.m_counters.series) {
        const auto known = shifts.find(series.rank);
        const TimeNs shift = (known == shifts.end() ? 0 : known->second) - zero;
        for (uint32_t i = series.firstSample; shift != 0 && i < series.firstSample + series.sampleCount; ++i)
            trace.m_counters.times[i] += shift;
    }
    for (RankStep& step : trace.m_timing.rankSteps) {
        step = step.shifted(shifts[step.rank] - zero);
    }
    trace.m_origin += zero;
    updateRankRanges(trace.m_timing, *trace.m_tracks, *trace.m_rows, trace.m_ranks);
    updateTraceRanges(trace.m_timing, trace.m_range, trace.m_denseRange);
    updateSteps(trace.m_timing.rankSteps, trace.m_timing.steps);
    return std::move(trace);
}

Trace DerivedTrace::onHosts(Trace&& trace, const std::vector<std::string>& hostOfRank)
{
    trace.m_hosts.clear();
    std::unordered_map<std::string_view, uint16_t> numbers;
    for (size_t r = 0; r < trace.m_ranks.size(); ++r) {
        RankInfo& rank = trace.m_ranks[r];
        const auto [known, isNew]
            = numbers.try_emplace(hostOfRank[r], static_cast<uint16_t>(trace.m_hosts.size()));
        rank.host = known->second;
        if (isNew)
            trace.m_hosts.push_back(hostOfRank[r]);
    }
    for (Track& track : trace.m_tracks.edit())
        track.host = trace.findRank(track.rank)->host;
    return std::move(trace);
}

Trace DerivedTrace::withCounters(Trace&& trace, const std::vector<AddedCounter>& added)
{
    struct Part {
        CounterSeries header;
        std::span<const TimeNs> times;
        std::span<const double> values;
    };
    const CounterTable own = std::move(trace.m_counters);
    std::vector<Part> parts;
    for (const CounterSeries& series : own.series)
        parts.push_back({series, own.timesOf(series), own.valuesOf(series)});
    for (const AddedCounter& counter : added) {
        CounterSeries header;
        header.name = trace.m_strings.edit().intern(counter.name);
        header.rank = counter.rank;
        header.device = counter.device;
        parts.push_back({header, counter.times, counter.values});
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
        return std::tie(a.header.rank, a.header.device, a.header.name)
            < std::tie(b.header.rank, b.header.device, b.header.name);
    });
    CounterTable all;
    for (Part& part : parts) {
        part.header.firstSample = static_cast<uint32_t>(all.times.size());
        part.header.sampleCount = static_cast<uint32_t>(part.times.size());
        all.series.push_back(part.header);
        all.times.insert(all.times.end(), part.times.begin(), part.times.end());
        all.values.insert(all.values.end(), part.values.begin(), part.values.end());
    }
    trace.m_counters = std::move(all);
    return std::move(trace);
}

Trace DerivedTrace::linked(Trace&& trace, std::vector<Link> links)
{
    trace.m_links = std::move(links);
    trace.m_linkTable = trace.m_links->empty() ? nullptr : std::make_shared<const LinkTable>(trace);
    return std::move(trace);
}

Trace DerivedTrace::retimed(const Trace& trace, Timing timing)
{
    Trace made;
    made.m_timing = std::move(timing);
    made.m_name = trace.m_name;
    made.m_detail = trace.m_detail;
    made.m_inputs = trace.m_inputs;
    made.m_parent = trace.m_parent;
    made.m_category = trace.m_category;
    made.m_operation = trace.m_operation;
    made.m_flags = trace.m_flags;
    made.m_stage = trace.m_stage;
    made.m_microbatch = trace.m_microbatch;
    made.m_bytes = trace.m_bytes;
    made.m_source = trace.m_source;
    made.m_tracks = trace.m_tracks;
    made.m_rows = trace.m_rows;
    made.m_links = trace.m_links;
    made.m_linkTable = trace.m_linkTable;
    made.m_launches = trace.m_launches;
    made.m_collectives = trace.m_collectives;
    made.m_strings = trace.m_strings;
    made.m_ranks = trace.m_ranks;
    made.m_hosts = trace.m_hosts;
    made.m_files = trace.m_files;
    made.m_subOperationCount = trace.m_subOperationCount;
    made.m_ranksAreComparable = trace.m_ranksAreComparable;
    made.m_hasThreads = trace.m_hasThreads;
    made.m_origin = firstBegin(made.m_timing);
    subtract(made.m_timing, made.m_origin);
    updateRankRanges(made.m_timing, *made.m_tracks, *made.m_rows, made.m_ranks);
    for (const RankInfo& rank : made.m_ranks) {
        const TimeRange range = made.rangeOf(rank);
        made.m_timing.rankSteps.push_back({rank.rank, {1, range}});
        made.m_range = made.m_timing.rankSteps.size() == 1 ? range : made.m_range.united(range);
    }
    made.m_denseRange = made.m_range;
    updateSteps(made.m_timing.rankSteps, made.m_timing.steps);
    return made;
}

Trace DerivedTrace::reduced(const Trace& trace, const std::vector<SpanId>& kept, bool withCounters)
{
    const auto placeOf = [&kept](SpanId span) { return placeAmong(kept, span); };
    const auto keptLinks = [&placeOf](std::span<const Link> links) {
        std::vector<Link> left;
        for (const Link& link : links) {
            const Link moved {placeOf(link.from), placeOf(link.to)};
            if (moved.from.isValid() && moved.to.isValid())
                left.push_back(moved);
        }
        return left;
    };
    Trace made;
    made.m_timing.steps = trace.m_timing.steps;
    made.m_timing.rankSteps = trace.m_timing.rankSteps;
    made.m_timing.rankRanges = trace.m_timing.rankRanges;
    append(made, trace, kept);
    made.m_tracks = trace.m_tracks;
    made.m_rows = trace.m_rows;
    setRows(made, kept);
    made.m_links = keptLinks(trace.links());
    made.m_launches = keptLinks(trace.launches());
    const auto keptOf = [&placeOf](const auto& all) {
        std::decay_t<decltype(all)> left;
        for (auto each : all) {
            each.span = placeOf(each.span);
            if (each.span.isValid())
                left.push_back(each);
        }
        return left;
    };
    CollectiveTable& collectives = made.m_collectives.edit();
    collectives.communicators = trace.m_collectives->communicators;
    collectives.calls = keptOf(trace.m_collectives->calls);
    if (trace.m_collectives->members)
        collectives.members = keptOf(*trace.m_collectives->members);
    made.m_strings = trace.m_strings;
    if (withCounters)
        made.m_counters = trace.m_counters;
    made.m_ranks = trace.m_ranks;
    made.m_hosts = trace.m_hosts;
    made.m_files = trace.m_files;
    made.m_range = trace.m_range;
    made.m_denseRange = trace.m_denseRange;
    made.m_origin = trace.m_origin;
    made.m_ranksAreComparable = trace.m_ranksAreComparable;
    made.m_hasThreads = trace.m_hasThreads;
    if (!made.m_links->empty())
        made.m_linkTable = std::make_shared<const LinkTable>(made);
    return made;
}

void DerivedTrace::keepSteps(Trace& trace, TimeRange range)
{
    Timing& timing = trace.m_timing;
    std::erase_if(timing.steps, [range](const Step& step) { return !step.range.intersects(range); });
    // A rank may begin a step before the run does, see updateSteps().
    const auto isKept = [&steps = timing.steps](int32_t number) {
        const auto at = std::lower_bound(
            steps.begin(), steps.end(), number, [](const Step& step, int32_t wanted) { return step.number < wanted; });
        return at != steps.end() && at->number == number;
    };
    std::erase_if(timing.rankSteps, [&](const RankStep& own) {
        return !own.step.range.intersects(range) || !isKept(own.step.number);
    });
}

void DerivedTrace::append(Trace& trace, const Trace& from, const std::vector<SpanId>& kept)
{
    const uint32_t first = trace.spanCount();
    const auto take = [&kept](auto& to, const auto& column) {
        for (const SpanId span : kept)
            to.push_back(column[span.value]);
    };
    const auto takeUnusual = [&](auto& to, const auto& column) {
        if (column->stored().empty())
            return;
        to.edit().stored().resize(first, (*column)[column->stored().size()]); // the usual value
        take(to.edit().stored(), *column);
    };
    take(trace.m_timing.begin, from.m_timing.begin);
    take(trace.m_timing.end, from.m_timing.end);
    take(trace.m_name.edit(), *from.m_name);
    take(trace.m_category.edit(), *from.m_category);
    takeUnusual(trace.m_detail, from.m_detail);
    takeUnusual(trace.m_inputs, from.m_inputs);
    takeUnusual(trace.m_operation, from.m_operation);
    takeUnusual(trace.m_flags, from.m_flags);
    takeUnusual(trace.m_stage, from.m_stage);
    takeUnusual(trace.m_microbatch, from.m_microbatch);
    takeUnusual(trace.m_bytes, from.m_bytes);
    takeUnusual(trace.m_source, from.m_source);
    ColumnVector<SpanId>& parents = trace.m_parent.edit();
    for (const SpanId span : kept) {
        const SpanId parent = placeAmong(kept, from.parent(span));
        parents.push_back(parent.isValid() ? SpanId(first + parent.value) : parent);
    }
}

void DerivedTrace::setRows(Trace& trace, const std::vector<SpanId>& kept)
{
    size_t next = 0;
    for (Row& row : trace.m_rows.edit()) {
        const uint32_t end = row.firstSpan + row.spanCount;
        row.firstSpan = static_cast<uint32_t>(next);
        while (next < kept.size() && kept[next].value < end)
            ++next;
        row.spanCount = static_cast<uint32_t>(next) - row.firstSpan;
    }
    const ColumnVector<uint8_t>& flags = trace.m_flags->stored();
    trace.m_subOperationCount = static_cast<uint32_t>(
        std::count_if(flags.begin(), flags.end(), [](uint8_t flag) { return (flag & SpanFlag::subOperation) != 0; }));
}

SpanId DerivedTrace::placeAmong(const std::vector<SpanId>& kept, SpanId span)
{
    const auto found = std::lower_bound(kept.begin(), kept.end(), span);
    return found != kept.end() && *found == span ? SpanId(static_cast<uint32_t>(found - kept.begin())) : SpanId();
}

} // namespace bubblescope
