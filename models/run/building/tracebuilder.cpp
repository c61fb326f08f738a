// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracebuilder.h"

#include "derivedtrace.h"
#include "freedmemory.h"
#include "roundedtime.h"
#include "rowassignment.h"
#include "tracebuilderstate.h"
#include "traceranges.h"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

namespace bubblescope {

void TraceBuilder::Private::collectRanks(Trace& trace) const
{
    std::map<std::string, uint16_t> hostIndex;
    for (Track& made : trace.m_tracks.edit()) { // sorted by rank
        const bool isNew = trace.m_ranks.empty() || trace.m_ranks.back().rank != made.rank;
        RankInfo& info = isNew ? trace.m_ranks.emplace_back() : trace.m_ranks.back();
        if (isNew) {
            info.rank = made.rank;
            const auto host = hosts.find(made.rank);
            const std::string hostName = host == hosts.end() ? std::string() : host->second;
            const auto [index, isNewHost]
                = hostIndex.try_emplace(hostName, static_cast<uint16_t>(trace.m_hosts.size()));
            if (isNewHost)
                trace.m_hosts.push_back(hostName);
            info.host = index->second;
        }
        if (info.stage < 0)
            info.stage = made.stage;
        made.host = info.host;
    }
    updateRankRanges(trace.m_timing, *trace.m_tracks, *trace.m_rows, trace.m_ranks);
}

TraceBuilder::TraceBuilder(const ColumnPoolPtr& pool) : d(std::make_unique<Private>(pool)) { }

TraceBuilder::~TraceBuilder() = default;
TraceBuilder::TraceBuilder(TraceBuilder&&) noexcept = default;
TraceBuilder& TraceBuilder::operator=(TraceBuilder&&) noexcept = default;

StringId TraceBuilder::intern(std::string_view text) { return d->strings.intern(text); }

TrackId TraceBuilder::track(const TrackKey& key)
{
    return d->tracks.find({key.rank, key.lane, key.group, intern(key.name)}, key.stage);
}

TrackId TraceBuilder::addTrack(const TrackKey& key)
{
    return d->tracks.add({key.rank, key.lane, key.group, intern(key.name)}, key.stage);
}

uint32_t TraceBuilder::addSpan(const SpanRecord& span) { return d->spans.add(span, d->files.size() - 1); }

void TraceBuilder::setFlag(uint32_t span, uint8_t flag)
{
    d->spans.flags.set(span, static_cast<uint8_t>(d->spans.flags[span] | flag));
}

bool TraceBuilder::hasFlag(uint32_t span, uint8_t flag) const { return (d->spans.flags[span] & flag) != 0; }

void TraceBuilder::setMeaning(uint32_t span, Category category, Operation operation)
{
    d->spans.category[span] = category;
    d->spans.operation.set(span, operation);
}

void TraceBuilder::setPass(uint32_t span, Category category, int16_t stage, int32_t microbatch)
{
    d->spans.category[span] = category;
    d->spans.stage.set(span, stage);
    d->spans.microbatch.set(span, microbatch);
}

void TraceBuilder::setParent(uint32_t span, uint32_t parent) { d->spans.parent.set(span, SpanId(parent)); }

void TraceBuilder::setBytes(uint32_t span, int64_t bytes) { d->spans.bytes.set(span, bytes); }

void TraceBuilder::setDetail(uint32_t span, StringId detail) { d->spans.detail.set(span, detail); }

void TraceBuilder::setInputs(uint32_t span, StringId inputs) { d->spans.inputs.set(span, inputs); }

void TraceBuilder::setRange(uint32_t span, TimeRange range) { d->spans.setRange(span, range); }

TrackId TraceBuilder::trackOf(uint32_t span) const { return d->spans.track[span]; }

StringId TraceBuilder::name(uint32_t span) const { return d->spans.name[span]; }

int64_t TraceBuilder::bytes(uint32_t span) const { return d->spans.bytes[span]; }

Category TraceBuilder::category(uint32_t span) const { return d->spans.category[span]; }

Operation TraceBuilder::operation(uint32_t span) const { return d->spans.operation[span]; }

void TraceBuilder::setTrack(TrackId track, const TrackKey& key)
{
    d->tracks.change(track, {key.rank, key.lane, key.group, intern(key.name)}, key.stage);
}

void TraceBuilder::setRank(int32_t from, int32_t to)
{
    d->tracks.setRank(from, to);
    d->steps.setRank(from, to);
    d->side.setRank(from, to);
}

void TraceBuilder::shift(TimeNs by)
{
    d->spans.shift(by);
    d->steps.shift(by);
    d->side.shift(by, longestPlaced);
}

void TraceBuilder::addLaunch(uint32_t call, uint32_t started)
{
    d->side.launches.push_back({SpanId(call), SpanId(started)});
}

uint32_t TraceBuilder::communicator(Communicator communicator) { return d->side.communicator(std::move(communicator)); }

const Communicator& TraceBuilder::communicatorAt(uint32_t number) const
{
    return d->side.collectives.communicators[number];
}

void TraceBuilder::addCollective(const CollectiveCall& call) { d->side.collectives.calls.push_back(call); }

void TraceBuilder::addCounter(const CounterSeries& header, std::vector<TimeNs> times, std::vector<double> values)
{
    const size_t count = std::min(times.size(), values.size());
    times.resize(count);
    values.resize(count);
    for (TimeNs& time : times)
        time = std::clamp(time, -longestPlaced, longestPlaced);
    d->side.series.push_back({header, std::move(times), std::move(values)});
}

void TraceBuilder::reserve(size_t spans) { d->spans.reserve(spans); }

uint32_t TraceBuilder::spanCount() const { return d->spans.count(); }

std::string_view TraceBuilder::text(StringId id) const { return d->strings.text(id); }

TimeRange TraceBuilder::range(uint32_t span) const { return {d->spans.timing.begin[span], d->spans.timing.end[span]}; }

void TraceBuilder::setFile(std::string name) { d->files.back() = std::move(name); }

void TraceBuilder::endStep(int32_t rank, TimeNs end)
{
    d->steps.ends.push_back({rank, std::clamp(end, -longestPlaced, longestPlaced)});
}

void TraceBuilder::addStep(const RankStep& step)
{
    if (step.step.number < 0 || step.step.range.isNothing())
        return;
    RankStep& added = d->steps.stated.emplace_back(step);
    added.step.range = placeable(step.step.range);
    added.host = placeable(step.host);
}

void TraceBuilder::append(TraceBuilder&& other)
{
    if (isEmpty() && d->tracks.list().empty()) {
        auto hosts = std::move(d->hosts);
        d = std::move(other.d);
        d->hosts.merge(hosts);
        other.d = std::make_unique<Private>();
        return;
    }
    Private& from = *other.d;
    const uint32_t firstSpan = spanCount();
    BuiltSpans::Renumbering renumbering;
    renumbering.firstFile = d->files.size();
    renumbering.strings.reserve(from.strings.size());
    for (uint32_t i = 0; i < from.strings.size(); ++i)
        renumbering.strings.push_back(d->strings.intern(from.strings.text(StringId(i))));
    renumbering.tracks.reserve(from.tracks.list().size());
    for (const Track& old : from.tracks.list()) {
        renumbering.tracks.push_back(
            d->tracks.find({old.rank, old.lane, old.group, renumbering.of(old.name)}, old.stage));
    }
    d->spans.append(std::move(from.spans), renumbering);
    d->steps.append(from.steps);
    d->files.insert(d->files.end(), from.files.begin(), from.files.end());
    d->side.append(std::move(from.side), renumbering.strings, firstSpan);
    d->hosts.merge(from.hosts);
    other.d = std::make_unique<Private>();
}

void TraceBuilder::setHost(int32_t rank, std::string_view host) { d->hosts[rank] = std::string(host); }

Trace TraceBuilder::finish(const Options& options, ImportReport& report, std::vector<SpanId>* placed)
{
    Trace trace;
    BuiltSpans& spans = d->spans;
    std::vector<TrackId> moved;
    std::vector<Track> tracks = d->tracks.takeSorted(moved);
    for (TrackId& id : spans.track)
        id = moved[id.value];

    RowAssignment rows = assignRows(spans.timing, spans.track, spans.flags, tracks, options.maximumDepth);
    if (rows.overlapping > 0) {
        report.add(IssueKind::OverlappingSpans, std::nullopt,
            rows.overlapping == 1
                ? say("1 span overlaps its neighbour")
                : say(rows.overlappingTracks == 1 ? say("{} spans overlap their neighbours on {} lane")
                                                  : say("{} spans overlap their neighbours on {} lanes"),
                    rows.overlapping, rows.overlappingTracks));
    }
    if (rows.tooDeep > 0) {
        report.add(IssueKind::NestingTooDeep, std::nullopt,
            say(rows.tooDeep == 1 ? say("{} span lies deeper than {} levels")
                                  : say("{} spans lie deeper than {} levels"),
                rows.tooDeep, options.maximumDepth));
    }
    discard(spans.track);
    // Before the new numbers need memory, too.
    spans.reorder(rows.order);
    const ColumnPoolPtr pool = poolOf(rows.order);
    ColumnVector<SpanId> newNumber(rows.order.size(), pool);
    for (uint32_t i = 0; i < rows.order.size(); ++i)
        newNumber[rows.order[i]] = SpanId(i);
    // Explicit parents take precedence; otherwise a span inside another one on its own lane belongs to that one.
    ColumnVector<SpanId> parents(pool);
    parents.reserve(rows.order.size());
    for (const uint32_t old : rows.order) {
        const SpanId parent = spans.parent[old].isValid() ? spans.parent[old] : rows.nestedIn[old];
        parents.push_back(parent.value < newNumber.size() ? newNumber[parent.value] : SpanId());
    }
    trace.m_parent = std::move(parents);
    discard(rows.nestedIn);
    discard(spans.parent);
    discard(rows.order);

    trace.m_timing = std::move(spans.timing);
    trace.m_name = std::move(spans.name);
    trace.m_detail = std::move(spans.detail);
    trace.m_inputs = std::move(spans.inputs);
    trace.m_category = std::move(spans.category);
    trace.m_operation = std::move(spans.operation);
    trace.m_flags = std::move(spans.flags);
    trace.m_stage = std::move(spans.stage);
    trace.m_microbatch = std::move(spans.microbatch);
    trace.m_bytes = std::move(spans.bytes);
    trace.m_source = std::move(spans.source);
    trace.m_strings = std::move(d->strings);
    trace.m_tracks = std::move(tracks);
    trace.m_rows = std::move(rows.rows);
    trace.m_files = std::move(d->files);
    trace.m_ranksAreComparable = options.ranksAreComparable;
    trace.m_hasThreads = std::any_of(trace.m_tracks->begin(), trace.m_tracks->end(),
        [](const Track& track) { return track.lane == Lane::Thread && track.rowCount > 0; });
    trace.m_subOperationCount = static_cast<uint32_t>(std::count_if(trace.m_flags->stored().begin(),
        trace.m_flags->stored().end(), [](uint8_t flags) { return (flags & SpanFlag::subOperation) != 0; }));

    trace.m_origin
        = options.origin ? std::clamp(*options.origin, -longestPlaced, longestPlaced) : firstBegin(trace.m_timing);
    subtract(trace.m_timing, trace.m_origin);
    d->side.finish(newNumber, trace.m_origin);
    trace.m_launches = std::move(d->side.launches);
    trace.m_counters = d->side.takeCounters();
    trace.m_collectives = std::move(d->side.collectives);
    if (placed)
        placed->assign(newNumber.begin(), newNumber.end());
    d->collectRanks(trace);
    trace.m_timing.rankSteps = d->steps.ofRanks(trace);
    d = std::make_unique<Private>();
    if (!options.ranksAreComparable) {
        DerivedTrace::Alignment alignment;
        alignment.hostShift.assign(trace.m_hosts.size(), 0);
        alignment.ownStart.assign(trace.m_hosts.size(), true);
        return DerivedTrace::aligned(std::move(trace), alignment);
    }
    updateTraceRanges(trace.m_timing, trace.m_range, trace.m_denseRange);
    updateSteps(trace.m_timing.rankSteps, trace.m_timing.steps);
    return trace;
}

} // namespace bubblescope
