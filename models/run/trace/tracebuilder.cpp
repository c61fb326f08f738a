// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracebuilder.h"

#include "derivedtrace.h"
#include "packedsource.h"
#include "parallel.h"
#include "roundedtime.h"
#include "rowassignment.h"
#include "tracebuilderstate.h"
#include "traceranges.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

// Differences of two times and sums of a few must fit 64 bits. Importers report greater times; this is only a guard.

TimeRange clamped(TimeRange range)
{
    return {
        std::clamp(range.begin, -longestPlaced, longestPlaced), std::clamp(range.end, -longestPlaced, longestPlaced)};
}

/// Permutes columns through one buffer: copying back is cheaper than touching new memory.
class Reordering {
public:
    explicit Reordering(const std::vector<uint32_t>& order)
        : m_order(order), m_buffer(std::make_unique_for_overwrite<std::byte[]>(order.size() * largest))
    {
    }
    template <typename T> void operator()(std::vector<T>& column)
    {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= largest);
        std::byte* to = m_buffer.get();
        for (const uint32_t from : m_order) {
            std::memcpy(to, &column[from], sizeof(T));
            to += sizeof(T);
        }
        // Release the capacity reserved for more values, if that is much.
        if (column.capacity() > m_order.size() + m_order.size() / 8) {
            std::vector<T>().swap(column);
            column.resize(m_order.size());
        }
        std::copy_n(m_buffer.get(), m_order.size() * sizeof(T), reinterpret_cast<std::byte*>(column.data()));
    }
    template <typename T, T usual> void operator()(Column<T, usual>& column)
    {
        if (column.stored().empty())
            return;
        column.stored().resize(m_order.size(), usual);
        (*this)(column.stored());
    }

private:
    static constexpr size_t largest = 8; // size of a value in bytes

    const std::vector<uint32_t>& m_order;
    std::unique_ptr<std::byte[]> m_buffer;
};

template <typename T> void appendColumn(std::vector<T>& to, const std::vector<T>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

template <typename T, T usual>
void appendColumn(Column<T, usual>& to, size_t spans, size_t room, const Column<T, usual>& from)
{
    if (from.stored().empty())
        return;
    to.stored().reserve(room);
    to.stored().resize(spans, usual);
    appendColumn(to.stored(), from.stored());
}

} // namespace

TrackId TraceBuilder::Private::trackFor(const TrackIdentity& identity, int16_t stageOfTrack)
{
    const auto [place, isNew] = trackIds.try_emplace(identity, TrackId(static_cast<uint32_t>(tracks.size())));
    if (isNew) {
        Track made;
        made.name = identity.name;
        made.rank = identity.rank;
        made.stage = stageOfTrack;
        made.lane = identity.lane;
        made.group = identity.group;
        tracks.push_back(made);
    } else if (Track& known = tracks[place->second.value]; known.stage < 0) {
        known.stage = stageOfTrack;
    }
    return place->second;
}

/// Sorts tracks for display; returns the new number of each.
std::vector<TrackId> TraceBuilder::Private::sortTracks()
{
    std::vector<uint32_t> order(tracks.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) {
        const Track& left = tracks[a];
        const Track& right = tracks[b];
        if (left.rank != right.rank)
            return left.rank < right.rank;
        if (left.lane != right.lane)
            return left.lane < right.lane;
        return left.group < right.group;
    });
    std::vector<TrackId> moved(tracks.size());
    for (uint32_t i = 0; i < order.size(); ++i)
        moved[order[i]] = TrackId(i);
    std::vector<Track> sorted;
    sorted.reserve(order.size());
    for (const uint32_t from : order)
        sorted.push_back(tracks[from]);
    tracks = std::move(sorted);
    return moved;
}

/// Everything but tracks and parents.
void TraceBuilder::Private::reorderSpans(const std::vector<uint32_t>& order)
{
    constexpr size_t worthThreads = 100'000;
    forEachParallel(2, order.size() < worthThreads ? 1 : 2, [&](size_t half) {
        Reordering reorder(order);
        if (half == 0) {
            reorder(timing.begin);
            reorder(timing.end);
            reorder(category);
            reorder(bytes);
            reorder(flags);
        } else {
            reorder(source);
            reorder(name);
            reorder(detail);
            reorder(operation);
            reorder(stage);
            reorder(microbatch);
        }
    });
}

void TraceBuilder::Private::collectRanks(Trace& trace) const
{
    std::map<int32_t, RankInfo> ranks;
    std::map<std::string, uint16_t> hostIndex;
    for (Track& made : trace.m_tracks.edit()) {
        const auto [place, isNew] = ranks.try_emplace(made.rank);
        RankInfo& info = place->second;
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
    for (const auto& [number, info] : ranks)
        trace.m_ranks.push_back(info);
    updateRankRanges(trace.m_timing, *trace.m_tracks, *trace.m_rows, trace.m_ranks);
}

void TraceBuilder::Private::collectSteps(Trace& trace) const
{
    std::map<int32_t, std::vector<TimeNs>> endsByRank;
    for (const StepEnd& stepEnd : stepEnds)
        endsByRank[stepEnd.rank].push_back(stepEnd.end - trace.m_origin);
    std::map<std::pair<int32_t, int32_t>, TimeRange> stated;
    for (const RankStep& step : statedSteps)
        stated.try_emplace({step.rank, step.step.number}, step.step.range);
    for (const RankInfo& info : trace.m_ranks) {
        const size_t before = trace.m_timing.rankSteps.size();
        for (auto it = stated.lower_bound({info.rank, 0}); it != stated.end() && it->first.first == info.rank; ++it) {
            const TimeRange range = it->second;
            trace.m_timing.rankSteps.push_back(
                {info.rank, {it->first.second, {range.begin - trace.m_origin, range.end - trace.m_origin}}});
        }
        if (trace.m_timing.rankSteps.size() > before)
            continue;
        std::vector<TimeNs> ends = endsByRank[info.rank];
        std::sort(ends.begin(), ends.end());
        const TimeRange range = trace.rangeOf(info);
        TimeNs begin = range.begin;
        int32_t number = 1;
        const auto close = [&](TimeNs end) {
            trace.m_timing.rankSteps.push_back({info.rank, {number++, {begin, end}}});
            begin = end;
        };
        for (const TimeNs end : ends) {
            if (end > begin)
                close(std::min(end, range.end));
        }
        if (begin < range.end || number == 1)
            close(range.end);
    }
}

TraceBuilder::TraceBuilder() : d(std::make_unique<Private>()) { }

TraceBuilder::~TraceBuilder() = default;
TraceBuilder::TraceBuilder(TraceBuilder&&) noexcept = default;
TraceBuilder& TraceBuilder::operator=(TraceBuilder&&) noexcept = default;

StringId TraceBuilder::intern(std::string_view text) { return d->strings.intern(text); }

TrackId TraceBuilder::track(const TrackKey& key)
{
    return d->trackFor({key.rank, key.lane, key.group, intern(key.name)}, key.stage);
}

uint32_t TraceBuilder::addSpan(const SpanRecord& span)
{
    const uint32_t number = d->count();
    const TimeNs begin = std::clamp(span.begin, -longestPlaced, longestPlaced);
    d->track.push_back(span.track);
    d->timing.begin.push_back(begin);
    d->timing.end.push_back(std::clamp(span.end, begin, longestPlaced));
    d->name.push_back(span.name);
    d->detail.set(number, span.detail);
    d->parent.set(number, SpanId(span.parent));
    d->category.push_back(span.category);
    d->operation.set(number, span.operation);
    d->flags.set(number, span.flags);
    d->stage.set(number, span.stage);
    d->microbatch.set(number, span.microbatch);
    d->bytes.set(number, span.bytes);
    const uint64_t file = d->files.size() - 1;
    d->source.push_back(packedSource(file, span.offset));
    return number;
}

void TraceBuilder::setFlag(uint32_t span, uint8_t flag)
{
    d->flags.set(span, static_cast<uint8_t>(d->flags[span] | flag));
}

void TraceBuilder::setMeaning(uint32_t span, Category category, Operation operation)
{
    d->category[span] = category;
    d->operation.set(span, operation);
}

void TraceBuilder::setPass(uint32_t span, Category category, int16_t stage, int32_t microbatch)
{
    d->category[span] = category;
    d->stage.set(span, stage);
    d->microbatch.set(span, microbatch);
}

void TraceBuilder::setParent(uint32_t span, uint32_t parent) { d->parent.set(span, SpanId(parent)); }

void TraceBuilder::setBytes(uint32_t span, int64_t bytes) { d->bytes.set(span, bytes); }

void TraceBuilder::setDetail(uint32_t span, StringId detail) { d->detail.set(span, detail); }

void TraceBuilder::setRange(uint32_t span, TimeRange range)
{
    const TimeNs begin = std::clamp(range.begin, -longestPlaced, longestPlaced);
    d->timing.begin[span] = begin;
    d->timing.end[span] = std::clamp(range.end, begin, longestPlaced);
}

TrackId TraceBuilder::trackOf(uint32_t span) const { return d->track[span]; }

StringId TraceBuilder::name(uint32_t span) const { return d->name[span]; }

int64_t TraceBuilder::bytes(uint32_t span) const { return d->bytes[span]; }

Category TraceBuilder::category(uint32_t span) const { return d->category[span]; }

Operation TraceBuilder::operation(uint32_t span) const { return d->operation[span]; }

void TraceBuilder::setTrack(TrackId track, const TrackKey& key)
{
    Track& changed = d->tracks[track.value];
    const auto known = d->trackIds.find({changed.rank, changed.lane, changed.group, changed.name});
    if (known != d->trackIds.end() && known->second == track)
        d->trackIds.erase(known);
    changed.rank = key.rank;
    changed.stage = key.stage;
    changed.lane = key.lane;
    changed.group = key.group;
    changed.name = intern(key.name);
    d->trackIds.emplace(Private::TrackIdentity {changed.rank, changed.lane, changed.group, changed.name}, track);
}

void TraceBuilder::setRank(int32_t from, int32_t to)
{
    d->trackIds.clear();
    for (uint32_t i = 0; i < d->tracks.size(); ++i) {
        Track& track = d->tracks[i];
        if (track.rank == from)
            track.rank = to;
        d->trackIds.emplace(Private::TrackIdentity {track.rank, track.lane, track.group, track.name}, TrackId(i));
    }
    for (Private::StepEnd& stepEnd : d->stepEnds)
        stepEnd.rank = stepEnd.rank == from ? to : stepEnd.rank;
    for (RankStep& step : d->statedSteps)
        step.rank = step.rank == from ? to : step.rank;
    d->side.setRank(from, to);
}

void TraceBuilder::shift(TimeNs by)
{
    for (size_t i = 0; i < d->timing.begin.size(); ++i) {
        d->timing.begin[i] = std::clamp(d->timing.begin[i] + by, -longestPlaced, longestPlaced);
        d->timing.end[i] = std::clamp(d->timing.end[i] + by, -longestPlaced, longestPlaced);
    }
    for (Private::StepEnd& stepEnd : d->stepEnds)
        stepEnd.end = std::clamp(stepEnd.end + by, -longestPlaced, longestPlaced);
    for (RankStep& step : d->statedSteps)
        step.step.range = clamped({step.step.range.begin + by, step.step.range.end + by});
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

void TraceBuilder::reserve(size_t spans)
{
    d->track.reserve(spans);
    d->timing.begin.reserve(spans);
    d->timing.end.reserve(spans);
    d->name.reserve(spans);
    d->category.reserve(spans);
    d->source.reserve(spans);
}

uint32_t TraceBuilder::spanCount() const { return d->count(); }

std::string_view TraceBuilder::text(StringId id) const { return d->strings.text(id); }

TimeRange TraceBuilder::range(uint32_t span) const { return {d->timing.begin[span], d->timing.end[span]}; }

void TraceBuilder::setFile(std::string name) { d->files.back() = std::move(name); }

void TraceBuilder::endStep(int32_t rank, TimeNs end)
{
    d->stepEnds.push_back({rank, std::clamp(end, -longestPlaced, longestPlaced)});
}

void TraceBuilder::addStep(int32_t rank, const Step& step)
{
    if (step.number >= 0 && !step.range.isNothing())
        d->statedSteps.push_back({rank, {step.number, clamped(step.range)}});
}

void TraceBuilder::append(TraceBuilder&& other)
{
    if (isEmpty() && d->tracks.empty()) {
        auto hosts = std::move(d->hosts);
        d = std::move(other.d);
        d->hosts.merge(hosts);
        other.d = std::make_unique<Private>();
        return;
    }
    Private& from = *other.d;
    const uint32_t firstSpan = d->count();
    const uint64_t firstFile = d->files.size();
    std::vector<StringId> newString(from.strings.size());
    for (uint32_t i = 0; i < from.strings.size(); ++i)
        newString[i] = d->strings.intern(from.strings.text(StringId(i)));
    const auto mapped = [&newString](StringId id) { return id.isValid() ? newString[id.value] : id; };
    std::vector<TrackId> newTrack;
    newTrack.reserve(from.tracks.size());
    for (const Track& old : from.tracks)
        newTrack.push_back(d->trackFor({old.rank, old.lane, old.group, mapped(old.name)}, old.stage));

    for (TrackId& id : from.track)
        id = newTrack[id.value];
    for (StringId& id : from.name)
        id = mapped(id);
    for (StringId& id : from.detail.stored())
        id = mapped(id);
    for (SpanId& id : from.parent.stored())
        id = id.isValid() ? SpanId(id.value + firstSpan) : id;
    for (uint64_t& position : from.source)
        position += packedSource(firstFile, 0);

    const size_t room = std::max(d->track.capacity(), d->track.size() + from.track.size());
    appendColumn(d->track, from.track);
    appendColumn(d->timing.begin, from.timing.begin);
    appendColumn(d->timing.end, from.timing.end);
    appendColumn(d->name, from.name);
    appendColumn(d->detail, firstSpan, room, from.detail);
    appendColumn(d->parent, firstSpan, room, from.parent);
    appendColumn(d->category, from.category);
    appendColumn(d->operation, firstSpan, room, from.operation);
    appendColumn(d->flags, firstSpan, room, from.flags);
    appendColumn(d->stage, firstSpan, room, from.stage);
    appendColumn(d->microbatch, firstSpan, room, from.microbatch);
    appendColumn(d->bytes, firstSpan, room, from.bytes);
    appendColumn(d->source, from.source);
    appendColumn(d->stepEnds, from.stepEnds);
    appendColumn(d->statedSteps, from.statedSteps);
    appendColumn(d->files, from.files);
    d->side.append(std::move(from.side), newString, firstSpan);
    d->hosts.merge(from.hosts);
    other.d = std::make_unique<Private>();
}

void TraceBuilder::setHost(int32_t rank, std::string_view host) { d->hosts[rank] = std::string(host); }

Trace TraceBuilder::finish(const Options& options, ImportReport& report, std::vector<SpanId>* placed)
{
    Trace trace;
    const std::vector<TrackId> moved = d->sortTracks();
    for (TrackId& id : d->track)
        id = moved[id.value];

    RowAssignment rows = assignRows(d->timing, d->track, d->flags, d->tracks, options.maximumDepth);
    if (rows.overlapping > 0) {
        report.add(IssueKind::OverlappingSpans, std::nullopt,
            say("{} spans overlap their neighbours on {} lanes", rows.overlapping, rows.overlappingTracks));
    }
    if (rows.tooDeep > 0) {
        report.add(IssueKind::NestingTooDeep, std::nullopt,
            say("{} spans lie deeper than {} levels", rows.tooDeep, options.maximumDepth));
    }
    std::vector<TrackId>().swap(d->track);
    std::vector<SpanId> newNumber(rows.order.size());
    for (uint32_t i = 0; i < rows.order.size(); ++i)
        newNumber[rows.order[i]] = SpanId(i);
    // Explicit parents take precedence; otherwise a span inside another one on its own lane belongs to that one.
    std::vector<SpanId> parents;
    parents.reserve(rows.order.size());
    for (const uint32_t old : rows.order) {
        const SpanId parent = d->parent[old].isValid() ? d->parent[old] : rows.nestedIn[old];
        parents.push_back(parent.value < newNumber.size() ? newNumber[parent.value] : SpanId());
    }
    trace.m_parent = std::move(parents);
    std::vector<SpanId>().swap(rows.nestedIn);
    d->parent = {};
    d->reorderSpans(rows.order);
    std::vector<uint32_t>().swap(rows.order);

    trace.m_timing = std::move(d->timing);
    trace.m_name = std::move(d->name);
    trace.m_detail = std::move(d->detail);
    trace.m_category = std::move(d->category);
    trace.m_operation = std::move(d->operation);
    trace.m_flags = std::move(d->flags);
    trace.m_stage = std::move(d->stage);
    trace.m_microbatch = std::move(d->microbatch);
    trace.m_bytes = std::move(d->bytes);
    trace.m_source = std::move(d->source);
    trace.m_strings = std::move(d->strings);
    trace.m_tracks = std::move(d->tracks);
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
        *placed = std::move(newNumber);
    d->collectRanks(trace);
    d->collectSteps(trace);
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
