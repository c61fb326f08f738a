// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracearchive.h"

#include "roundedtime.h"

#include <algorithm>
#include <type_traits>

namespace bubblescope {

namespace {
bool isNear(TimeNs time) { return time >= -longestPlaced && time <= longestPlaced; }
bool isNear(TimeRange range) { return isNear(range.begin) && isNear(range.end); }

} // namespace

// Not in the unnamed namespace: argument-dependent lookup would not find them there.
template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, TimeRange>
void exchange(Archive& archive, Value& range) { archive(range.begin, range.end); }

template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, Track>
void exchange(Archive& archive, Value& track)
{
    archive(
        track.name.value, track.rank, track.stage, track.host, track.lane, track.group, track.firstRow, track.rowCount);
}

template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, Row>
void exchange(Archive& archive, Value& row)
{
    archive(row.track.value, row.depth, row.kind, row.firstSpan, row.spanCount);
}

template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, RankInfo>
void exchange(Archive& archive, Value& rank)
{
    archive(rank.rank, rank.stage, rank.host, rank.clock, rank.shift);
}

template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, Step>
void exchange(Archive& archive, Value& step) { archive(step.number, step.range); }
template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, RankStep>
void exchange(Archive& archive, Value& step) { archive(step.rank, step.step); }

template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, CounterSeries>
void exchange(Archive& archive, Value& series)
{
    archive(series.name.value, series.rank, series.device, series.unit, series.firstSample, series.sampleCount);
}

template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, Communicator>
void exchange(Archive& archive, Value& communicator)
{
    archive(communicator.name.value, communicator.description.value, communicator.size, communicator.ranks);
}

template <typename Archive, typename Value>
requires std::same_as<std::remove_const_t<Value>, CollectiveCall>
void exchange(Archive& archive, Value& call)
{
    archive(call.span.value, call.communicator, call.sequence, call.commsId, call.inBytes, call.outBytes,
        call.dataType.value, call.groupSize, call.peer);
}

// One overload for writing, one for reading.
template <typename T> const T& whole(const Shared<T>& column) { return *column; }
template <typename T> T& whole(Shared<T>& column) { return column.edit(); }

template <typename Archive, typename TraceType>
void TraceArchive::exchangeColumns(Archive& archive, TraceType& trace, const UnalignedTrace* unaligned)
{
    // Names every member: one added to Trace later does not compile until it is archived, too.
    auto& [timing, name, detail, parent, category, operation, flags, stage, microbatch, bytes, source, tracks, rows,
        links, linkTable, launches, collectives, strings, counters, ranks, hosts, files, range, denseRange,
        origin, subOperationCount, ranksAreComparable, hasThreads]
        = trace;
    static_cast<void>(linkTable); // rebuilt from the links
    if constexpr (std::is_const_v<TraceType>) {
        if (unaligned)
            writeUnaligned(archive, trace, *unaligned);
    }
    if (!unaligned) {
        archive(hosts, whole(tracks), ranks, timing.steps, timing.rankSteps, timing.rankRanges, range, denseRange, origin);
        archive.column(timing.begin);
        archive.column(timing.end);
        archive.column(whole(links));
        archive.column(counters.times);
    }
    archive(files, whole(rows), subOperationCount, ranksAreComparable, hasThreads);
    archive.column(whole(name));
    archive.column(whole(detail).stored());
    archive.column(whole(parent));
    archive.column(whole(category));
    archive.column(whole(operation).stored());
    archive.column(whole(flags).stored());
    archive.column(whole(stage).stored());
    archive.column(whole(microbatch).stored());
    archive.column(whole(bytes).stored());
    archive.column(whole(source));
    archive.column(whole(launches));
    archive(counters.series, whole(collectives).communicators, whole(collectives).calls);
    archive.column(counters.values);
}

/// Writes columns in the place and with the types of the first ones in exchangeColumns().
void TraceArchive::writeUnaligned(BinaryWriter& archive, const Trace& trace, const UnalignedTrace& unaligned)
{
    archive(unaligned.hosts(), unaligned.tracks(trace), unaligned.ranks(), unaligned.steps(), unaligned.rankSteps(),
        unaligned.rankRanges(), unaligned.range(), unaligned.denseRange(), unaligned.origin());
    const bool isShifted = unaligned.isShiftedIn(trace);
    {
        const Timing own = isShifted ? unaligned.timing(trace) : Timing {};
        const Timing& timing = isShifted ? own : trace.timing();
        archive.column(timing.begin);
        archive.column(timing.end);
    }
    archive.column(unaligned.links());
    archive.column(isShifted ? unaligned.counterTimes(trace) : trace.counters().times);
}

void TraceArchive::write(BinaryWriter& archive, const Trace& trace, const UnalignedTrace* unaligned)
{
    std::vector<std::string> texts;
    texts.reserve(trace.m_strings->size());
    for (uint32_t i = 0; i < trace.m_strings->size(); ++i)
        texts.emplace_back(trace.m_strings->text(StringId(i)));
    archive(texts);
    exchangeColumns(archive, trace, unaligned);
}

TracePtr TraceArchive::read(BinaryReader& archive)
{
    auto trace = std::make_shared<Trace>();
    std::vector<std::string> texts;
    archive(texts);
    exchangeColumns(archive, *trace, nullptr);
    if (!archive.isOk())
        return nullptr;
    for (uint32_t i = 0; i < texts.size(); ++i) {
        if (trace->m_strings.edit().intern(texts[i]) != StringId(i)) {
            archive.fail();
            return nullptr;
        }
    }
    if (!isSound(*trace)) {
        archive.fail();
        return nullptr;
    }
    if (!trace->m_links->empty())
        trace->m_linkTable = std::make_shared<const LinkTable>(*trace);
    return trace;
}

bool TraceArchive::isSound(const Trace& trace)
{
    const size_t count = trace.m_name->size();
    if (count >= SpanId::noValue || trace.m_subOperationCount > count)
        return false;
    for (const size_t size : {trace.m_timing.begin.size(), trace.m_timing.end.size(), trace.m_parent->size(),
             trace.m_category->size(), trace.m_source->size()}) {
        if (size != count)
            return false;
    }
    for (const size_t size :
        {trace.m_detail->stored().size(), trace.m_operation->stored().size(), trace.m_flags->stored().size(),
            trace.m_stage->stored().size(), trace.m_microbatch->stored().size(), trace.m_bytes->stored().size()}) {
        if (size > count)
            return false;
    }
    if (!isNear(trace.m_range) || !isNear(trace.m_denseRange))
        return false;
    for (const Step& step : trace.m_timing.steps) {
        if (!isNear(step.range))
            return false;
    }
    const auto isBefore = [](const Step& a, const Step& b) { return a.number < b.number; };
    if (!std::is_sorted(trace.m_timing.steps.begin(), trace.m_timing.steps.end(), isBefore))
        return false;
    const auto isOfEarlierRank = [](const RankStep& a, const RankStep& b) { return a.rank < b.rank; };
    if (!std::is_sorted(trace.m_timing.rankSteps.begin(), trace.m_timing.rankSteps.end(), isOfEarlierRank))
        return false;
    for (const RankStep& step : trace.m_timing.rankSteps) {
        if (!isNear(step.step.range)
            || !std::binary_search(trace.m_timing.steps.begin(), trace.m_timing.steps.end(), step.step, isBefore))
            return false;
    }
    if (trace.m_timing.rankRanges.size() != trace.m_ranks.size())
        return false;
    for (size_t i = 0; i < trace.m_ranks.size(); ++i) {
        const RankInfo& rank = trace.m_ranks[i];
        if (!isNear(trace.rangeOf(rank)) || rank.host >= trace.m_hosts.size() || rank.clock > ClockState::OwnStart)
            return false;
        if (i > 0 && trace.m_ranks[i - 1].rank >= rank.rank)
            return false;
    }
    for (const auto* links : {&*trace.m_links, &*trace.m_launches}) {
        for (const Link& link : *links) {
            if (link.from.value >= count || link.to.value >= count)
                return false;
        }
    }
    return countersAreSound(trace) && collectivesAreSound(trace) && spansAreSound(trace) && rowsAreSound(trace)
        && parentsEnd(trace);
}

bool TraceArchive::countersAreSound(const Trace& trace)
{
    const CounterTable& counters = trace.m_counters;
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
        if (series.name.value >= trace.m_strings->size() && series.name.isValid())
            return false;
        const std::span<const TimeNs> times = counters.timesOf(series);
        if (!std::is_sorted(times.begin(), times.end()))
            return false;
        next += series.sampleCount;
    }
    return next == counters.times.size();
}

bool TraceArchive::collectivesAreSound(const Trace& trace)
{
    const CollectiveTable& collectives = *trace.m_collectives;
    const auto isText = [&trace](StringId id) { return id.value < trace.m_strings->size() || !id.isValid(); };
    for (const Communicator& communicator : collectives.communicators) {
        if (!isText(communicator.name) || !isText(communicator.description))
            return false;
    }
    for (size_t i = 0; i < collectives.calls.size(); ++i) {
        const CollectiveCall& call = collectives.calls[i];
        if (call.span.value >= trace.m_name->size() || !isText(call.dataType))
            return false;
        if (call.communicator >= collectives.communicators.size()
            && call.communicator != CollectiveCall::noCommunicator)
            return false;
        if (i > 0 && collectives.calls[i - 1].span >= call.span)
            return false;
    }
    const std::vector<Link>& launches = *trace.m_launches;
    return std::is_sorted(launches.begin(), launches.end(), [](const Link& a, const Link& b) { return a.to < b.to; });
}

bool TraceArchive::spansAreSound(const Trace& trace)
{
    const size_t count = trace.m_name->size();
    const uint32_t strings = trace.m_strings->size();
    const uint64_t files = trace.m_files.size();
    const TimeRange range = trace.m_range;
    // One pass per column without early exit, so that the compiler can vectorise each.
    bool sound = true;
    for (size_t i = 0; i < count; ++i)
        sound &= trace.m_timing.begin[i] >= range.begin && trace.m_timing.end[i] <= range.end;
    for (size_t i = 0; i < count; ++i)
        sound &= trace.m_timing.begin[i] <= trace.m_timing.end[i];
    for (const StringId name : *trace.m_name)
        sound &= name.value < strings || name.value == StringId::noValue;
    for (const StringId detail : trace.m_detail->stored())
        sound &= detail.value < strings || detail.value == StringId::noValue;
    for (const Category category : *trace.m_category)
        sound &= static_cast<int>(category) < categoryCount;
    for (const Operation operation : trace.m_operation->stored())
        sound &= static_cast<int>(operation) < operationCount;
    for (const uint64_t source : *trace.m_source)
        sound &= (source >> 44) < files || (files == 0 && (source >> 44) == 0);
    return sound;
}

bool TraceArchive::rowsAreSound(const Trace& trace)
{
    const auto strings = trace.m_strings->size();
    uint64_t nextRow = 0;
    for (uint32_t t = 0; t < trace.m_tracks->size(); ++t) {
        const Track& track = trace.m_tracks[t];
        if (track.firstRow != nextRow || track.rowCount > trace.m_rows->size() - nextRow)
            return false;
        if (t > 0 && trace.m_tracks[t - 1].rank > track.rank)
            return false;
        if (track.host >= trace.m_hosts.size() || track.lane > Lane::Thread)
            return false;
        if (static_cast<int>(track.group) >= categoryCount)
            return false;
        if (track.name.value >= strings && track.name.isValid())
            return false;
        for (uint32_t r = 0; r < track.rowCount; ++r) {
            if (trace.m_rows[nextRow + r].track != TrackId(t))
                return false;
        }
        nextRow += track.rowCount;
    }
    if (nextRow != trace.m_rows->size())
        return false;
    uint64_t nextSpan = 0;
    for (const Row& row : *trace.m_rows) {
        if (row.firstSpan != nextSpan || row.spanCount > trace.m_name->size() - nextSpan
            || row.kind > Row::Kind::FusedLegs)
            return false;
        bool sorted = true;
        for (uint64_t i = nextSpan + 1; i < nextSpan + row.spanCount; ++i) {
            sorted &= trace.m_timing.begin[i - 1] <= trace.m_timing.begin[i];
            sorted &= trace.m_timing.end[i - 1] <= trace.m_timing.end[i];
        }
        if (!sorted)
            return false;
        nextSpan += row.spanCount;
    }
    return nextSpan == trace.m_name->size();
}

bool TraceArchive::parentsEnd(const Trace& trace)
{
    const auto count = static_cast<uint32_t>(trace.m_parent->size());
    bool inRange = true;
    bool upwards = true; // every parent precedes its child, so there are no cycles
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t parent = trace.m_parent[i].value;
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
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = i;
        while (at != SpanId::noValue && states[at] == Unknown) {
            states[at] = OnPath;
            path.push_back(at);
            at = trace.m_parent[at].value;
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
