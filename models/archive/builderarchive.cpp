// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "builderarchive.h"

#include "packedcolumn.h"
#include "roundedtime.h"
#include "tracebuilderstate.h"
#include "traceexchange.h"
#include "tracesoundness.h"

#include <algorithm>

namespace bubblescope {

namespace {
/// The shift that makes parents small: they mostly stand shortly before their children. 0 is no parent.
std::vector<uint32_t> parentDistances(const ColumnVector<SpanId>& parents)
{
    std::vector<uint32_t> distances(parents.size());
    for (uint32_t i = 0; i < parents.size(); ++i)
        distances[i] = parents[i].isValid() ? i - parents[i].value : 0;
    return distances;
}

template <typename T, T usual> void packUsual(BinaryWriter& archive, const Column<T, usual>& column, ColumnCoding coding)
{
    archive(static_cast<uint64_t>(column.stored().size()));
    packColumn(archive, std::span(column.stored()), coding);
}

template <typename T, T usual>
void unpackUsual(BinaryReader& archive, Column<T, usual>& column, uint64_t spans, ColumnCoding coding)
{
    uint64_t stored = 0;
    archive(stored);
    if (stored > spans)
        return archive.fail();
    unpackColumn(archive, column.stored(), stored, coding);
}

bool isPlaced(TimeNs time) { return time >= -longestPlaced && time <= longestPlaced; }
bool isPlaced(TimeRange range) { return isPlaced(range.begin) && isPlaced(range.end); }
} // namespace

void BuilderArchive::write(BinaryWriter& archive, const TraceBuilder& builder)
{
    const TraceBuilder::Private& state = *builder.d;
    const BuiltSpans& spans = state.spans;
    std::vector<std::pair<int32_t, std::string>> hosts(state.hosts.begin(), state.hosts.end());
    std::vector<std::pair<int32_t, TimeNs>> stepEnds;
    stepEnds.reserve(state.steps.ends.size());
    for (const auto& [rank, end] : state.steps.ends)
        stepEnds.emplace_back(rank, end);
    archive(state.strings, state.tracks.list(), state.files, hosts, stepEnds, state.steps.stated);

    const uint32_t count = spans.count();
    archive(count);
    std::vector<TimeNs> durations(count);
    for (uint32_t i = 0; i < count; ++i)
        durations[i] = spans.timing.end[i] - spans.timing.begin[i];
    packColumn(archive, std::span(spans.track), ColumnCoding::Values);
    packColumn(archive, std::span(spans.timing.begin), ColumnCoding::Differences);
    packColumn(archive, std::span(std::as_const(durations)), ColumnCoding::Values);
    packColumn(archive, std::span(spans.name), ColumnCoding::Values);
    packUsual(archive, spans.detail, ColumnCoding::Values);
    const std::vector<uint32_t> distances = parentDistances(spans.parent.stored());
    archive(static_cast<uint64_t>(distances.size()));
    packColumn(archive, std::span(distances), ColumnCoding::Values);
    packColumn(archive, std::span(spans.category), ColumnCoding::Values);
    packUsual(archive, spans.operation, ColumnCoding::Values);
    packUsual(archive, spans.flags, ColumnCoding::Values);
    packUsual(archive, spans.stage, ColumnCoding::Values);
    packUsual(archive, spans.microbatch, ColumnCoding::Differences);
    packUsual(archive, spans.bytes, ColumnCoding::Values);
    packUsual(archive, spans.source, ColumnCoding::Differences);
    packUsual(archive, spans.inputs, ColumnCoding::Values);

    const SideTableBuilder& side = state.side;
    archive.column(side.launches);
    archive(side.collectives.communicators, side.collectives.calls, static_cast<uint64_t>(side.series.size()));
    for (const SideTableBuilder::Series& series : side.series) {
        archive(series.header);
        archive.column(series.times);
        archive.column(series.values);
    }
}

void BuilderArchive::read(BinaryReader& archive, TraceBuilder& builder, const ColumnPoolPtr& pool)
{
    builder = TraceBuilder(pool);
    TraceBuilder::Private& state = *builder.d;
    BuiltSpans& spans = state.spans;
    std::vector<Track> tracks;
    std::vector<std::pair<int32_t, std::string>> hosts;
    std::vector<std::pair<int32_t, TimeNs>> stepEnds;
    uint32_t count = 0;
    state.files.clear(); // a new builder has one without a name
    archive(state.strings, tracks, state.files, hosts, stepEnds, state.steps.stated, count);
    if (!archive.isOk())
        return;
    state.tracks.set(std::move(tracks));
    state.hosts.insert(hosts.begin(), hosts.end());
    for (const auto& [rank, end] : stepEnds)
        state.steps.ends.push_back({rank, end});

    std::vector<uint32_t> distances;
    uint64_t parents = 0;
    unpackColumn(archive, spans.track, count, ColumnCoding::Values);
    unpackColumn(archive, spans.timing.begin, count, ColumnCoding::Differences);
    unpackColumn(archive, spans.timing.end, count, ColumnCoding::Values);
    unpackColumn(archive, spans.name, count, ColumnCoding::Values);
    unpackUsual(archive, spans.detail, count, ColumnCoding::Values);
    archive(parents);
    unpackColumn(archive, distances, parents, ColumnCoding::Values);
    unpackColumn(archive, spans.category, count, ColumnCoding::Values);
    unpackUsual(archive, spans.operation, count, ColumnCoding::Values);
    unpackUsual(archive, spans.flags, count, ColumnCoding::Values);
    unpackUsual(archive, spans.stage, count, ColumnCoding::Values);
    unpackUsual(archive, spans.microbatch, count, ColumnCoding::Differences);
    unpackUsual(archive, spans.bytes, count, ColumnCoding::Values);
    unpackUsual(archive, spans.source, count, ColumnCoding::Differences);
    unpackUsual(archive, spans.inputs, count, ColumnCoding::Values);
    if (!archive.isOk())
        return;
    for (uint32_t i = 0; i < count; ++i) {
        // Unsigned: what a damaged file holds may not fit.
        const uint64_t end = uint64_t(spans.timing.begin[i]) + uint64_t(spans.timing.end[i]);
        spans.timing.end[i] = TimeNs(end);
    }
    spans.parent.stored().resize(distances.size());
    for (uint32_t i = 0; i < distances.size(); ++i)
        spans.parent.stored()[i] = distances[i] == 0 ? SpanId() : SpanId(i - distances[i]);

    SideTableBuilder& side = state.side;
    std::vector<Communicator> communicators;
    uint64_t series = 0;
    archive.column(side.launches);
    archive(communicators, side.collectives.calls, series);
    for (uint32_t i = 0; i < communicators.size(); ++i) {
        if (side.communicator(std::move(communicators[i])) != i)
            return archive.fail();
    }
    for (uint64_t i = 0; i < series && archive.isOk(); ++i) {
        SideTableBuilder::Series& one = side.series.emplace_back();
        archive(one.header);
        archive.column(one.times);
        archive.column(one.values);
    }
    if (!archive.isOk())
        return;
    if (!isSound(builder))
        archive.fail();
}

bool BuilderArchive::isSound(const TraceBuilder& builder)
{
    const TraceBuilder::Private& state = *builder.d;
    const BuiltSpans& spans = state.spans;
    const uint32_t count = spans.count();
    const auto isText = [&](StringId id) { return id.value < state.strings.size() || !id.isValid(); };
    if (count >= SpanId::noValue || state.files.size() != 1 || spans.parent.stored().size() > count)
        return false;
    bool sound = true;
    for (const Track& track : state.tracks.list())
        sound &= isText(track.name) && track.lane <= Lane::Thread && static_cast<int>(track.group) < categoryCount;
    for (const TrackId track : spans.track)
        sound &= track.value < state.tracks.list().size();
    for (uint32_t i = 0; i < count; ++i) {
        const TimeRange range {spans.timing.begin[i], spans.timing.end[i]};
        sound &= isPlaced(range) && range.begin <= range.end;
    }
    for (const StringId name : spans.name)
        sound &= isText(name);
    for (const Column<StringId>* texts : {&spans.detail, &spans.inputs}) {
        for (const StringId text : texts->stored())
            sound &= isText(text);
    }
    for (const Category category : spans.category)
        sound &= static_cast<int>(category) < categoryCount;
    for (const Operation operation : spans.operation.stored())
        sound &= static_cast<int>(operation) < operationCount;
    for (const uint64_t source : spans.source.stored())
        sound &= (source >> 44) == 0; // there is one file
    for (const auto& [rank, end] : state.steps.ends)
        sound &= isPlaced(end);
    for (const RankStep& step : state.steps.stated)
        sound &= step.step.number >= 0 && isPlaced(step.step.range) && isPlaced(step.host)
            && isPlaced(step.lag);
    const SideTableBuilder& side = state.side;
    for (const Link& link : side.launches)
        sound &= link.from.value < count && link.to.value < count;
    for (const Communicator& communicator : side.collectives.communicators)
        sound &= isText(communicator.name) && isText(communicator.description);
    for (const CollectiveCall& call : side.collectives.calls) {
        sound &= call.span.value < count && isText(call.dataType)
            && (call.communicator < side.collectives.communicators.size()
                || call.communicator == CollectiveCall::noCommunicator);
    }
    for (const SideTableBuilder::Series& series : side.series) {
        sound &= series.times.size() == series.values.size() && series.header.unit <= CounterSeries::Unit::Bytes
            && isText(series.header.name)
            && std::all_of(series.times.begin(), series.times.end(), [](TimeNs time) { return isPlaced(time); });
    }
    return sound && parentChainsEnd(spans.parent.stored(), count);
}

} // namespace bubblescope
