// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranktracereader.h"

#include "textencoding.h"
#include "tracetime.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr TimeNs unitSlot = 1'000'000; // per operation, in a file without any times
constexpr int mostResyncs = 64;        // per damaged line

} // namespace

RankTraceReader::RankTraceReader(TracePart& part, ImportReport& report)
    : m_part(part), m_builder(part.builder), m_report(report), m_times(report), m_entries(part.builder), m_mode(part.builder)
{
}

void RankTraceReader::readLine(std::string_view line, uint64_t offset, bool unterminated)
{
    m_times.startLine(line, offset);
    m_lineEnd = line.data() + line.size();
    const std::string_view prefix = recordPrefix(RecordOwner::Rank);
    size_t position = 0;
    for (int resyncs = 0;;) {
        position = line.find_first_not_of(" \t"sv, position);
        if (position == std::string_view::npos)
            return;
        const std::string_view text = line.substr(position);
        const auto result = readTraceRecord(text, RecordOwner::Rank);
        if (const auto* record = std::get_if<TraceRecord>(&result)) {
            SubOperationCursor subs(record->hasSubOperations ? record->rest : std::string_view("])"));
            readRecord(*record, subs, text.data());
            const std::string_view rest = record->hasSubOperations ? subs.rest() : record->rest;
            const bool whole = !record->isCut && (!record->hasSubOperations || subs.isComplete());
            if (!whole) {
                m_report.add(unterminated && (record->isCut || subs.isCut()) ? IssueKind::TruncatedFile
                                                                             : IssueKind::UnbalancedBrackets,
                    m_times.offsetOf(rest.data()),
                    say("the sub-operations of {} of rank {} break off; what was read is kept", excerpt(record->name),
                        record->owner));
            }
            position = rest.empty() ? std::string_view::npos
                                    : line.find_first_not_of(" \t"sv, static_cast<size_t>(rest.data() - line.data()));
            if (position == std::string_view::npos)
                return;
            if (line.substr(position, prefix.size()) == prefix)
                continue; // two ranks wrote to the same line
            if (whole) {
                m_report.add(IssueKind::BadRecord, offset + position,
                    say("text follows a record: \"{}\"", excerpt(line.substr(position))));
            }
        } else {
            reportBadLine(std::get<RecordRefusal>(result), text, unterminated);
            ++position;
        }
        position = line.find(prefix, position);
        if (position == std::string_view::npos || ++resyncs > mostResyncs)
            return;
    }
}

void RankTraceReader::reportBadLine(RecordRefusal refusal, std::string_view text, bool unterminated)
{
    const bool cut = refusal == RecordRefusal::Unterminated && unterminated;
    m_report.add(cut ? IssueKind::TruncatedFile : IssueKind::BadRecord, m_times.offsetOf(text.data()),
        say("{}: \"{}\"", refusalText(refusal), excerpt(text)));
}

void RankTraceReader::readRecord(const TraceRecord& record, SubOperationCursor& subs, const char* start)
{
    const TraceFields& fields = record.fields;
    const OperationEntry& entry = m_entries.of(record);
    Rank& rank = rankOf(record.owner, recordStage(fields[TraceKey::StageId]));
    if (entry.simulated)
        m_mode.noteSimulation();
    if (entry.problem > ShapeProblem::Absent)
        m_times.reportShape(entry.problem, start);

    SpanRecord span;
    span.name = entry.name;
    span.detail = entry.detail;
    span.category = entry.meaning.category;
    span.operation = entry.meaning.operation;
    span.stage = rank.stage;
    span.bytes = entry.bytes;
    span.offset = m_times.offsetOf(start);
    if (entry.meaning.perMicrobatch)
        span.microbatch = recordNumber(fields[TraceKey::BatchId]);
    if (entry.meaning.lane == TraceLane::DataStream) {
        readGradientBucket(record, rank, span, start);
        while (subs.next()) { } // buckets have none; this finds the end of the record
        return;
    }
    span.track = trackOf(rank, entry.meaning.lane);

    const std::string_view semantics = fields[TraceKey::Semantics];
    if (semantics == "wait_flush_only"sv)
        span.flags |= SpanFlag::waitOnly;
    else if (semantics == "metadata_placeholder"sv)
        span.flags |= SpanFlag::notMeasured;

    const RecordInterval interval
        = m_times.readInterval(fields[TraceKey::Duration], fields[TraceKey::Timestamp], start, false);
    if (isRepeated(record, interval, start)) {
        while (subs.next()) { } // this finds the end of the record
        return;
    }
    span.flags |= interval.flags;
    if (isCollective(span.operation) && fields[TraceKey::Timestamp] == "0"sv)
        m_mode.noteStub();
    if (rank.stage > 0 && isCompute(span.category) && isNone(fields[TraceKey::State]))
        m_mode.noteStageWithoutPhase();
    const bool waits = !interval.timed && !rank.hasEnd;
    uint32_t number = noSpan;
    if (waits) {
        span.begin = 0;
        span.end = interval.duration;
        number = static_cast<uint32_t>(rank.pending.size());
        rank.pending.push_back({span, false});
    } else {
        if (interval.timed) {
            span.begin = interval.begin;
            span.end = interval.end;
            if (!rank.pending.empty())
                flushPending(rank, true, span.begin);
        } else {
            span.begin = rank.lastEnd;
            span.end
                = rank.lastEnd <= latestTraceTime - interval.duration ? rank.lastEnd + interval.duration : rank.lastEnd;
        }
        if (isPointToPoint(span.operation)) {
            m_mode.noteMessage();
            if (interval.timed)
                pairMessages(rank, span);
        }
        number = addOperation(rank, span);
        if (isPointToPoint(span.operation) && !(span.flags & SpanFlag::fusedLeg)) {
            rank.message = number;
            rank.messageSpan = span;
        } else if (!(span.flags & SpanFlag::fusedLeg)) {
            rank.message = noSpan;
        }
    }
    readSubOperations(subs, rank, span, number, waits);
    if (!waits && span.operation == Operation::OptimizerStep)
        closeStep(rank);
}

bool RankTraceReader::isRepeated(const TraceRecord& record, const RecordInterval& interval, const char* start)
{
    const std::string_view text(start, static_cast<size_t>(m_lineEnd - start));
    const bool isTimed = interval.timed && !(interval.flags & SpanFlag::notMeasured);
    if (!(isTimed ? m_repeats.sawTimed(interval.end, text) : m_repeats.sawUntimed(text)))
        return false;
    m_report.add(IssueKind::RepeatedRecords, m_times.offsetOf(start),
        say("{} of rank {} was read before, to the last character: counted once", excerpt(record.name), record.owner));
    return true;
}

// A fused send and receive is one call but writes two lines with equal duration and time stamp. Only the first line is
// drawn and charged.
void RankTraceReader::pairMessages(Rank& rank, SpanRecord& span)
{
    if (rank.message == noSpan || rank.messageSpan.begin != span.begin || rank.messageSpan.end != span.end
        || rank.messageSpan.operation == span.operation)
        return;
    m_builder.setFlag(rank.message, SpanFlag::fused);
    span.flags |= SpanFlag::fusedLeg;
    span.parent = rank.message;
}

uint32_t RankTraceReader::addOperation(Rank& rank, const SpanRecord& span)
{
    const uint32_t number = m_builder.addSpan(span);
    m_mode.noteSpan(number, span.category);
    rank.lastEnd = span.end;
    rank.hasEnd = true;
    if (!(span.flags & SpanFlag::untimed))
        rank.range = rank.range.united({span.begin, span.end});
    if (span.operation == Operation::Forward && span.microbatch >= 0)
        rank.passes.add(span.microbatch);
    return number;
}

void RankTraceReader::readSubOperations(
    SubOperationCursor& subs, Rank& rank, const SpanRecord& parent, uint32_t parentNumber, bool parentWaits)
{
    TimeNs previousEnd = parent.begin;
    while (subs.next()) {
        const std::string_view text = subs.text();
        SubOperationTimes times;
        const SubOperationEntry* entry = nullptr;
        if (cutSubOperationTimes(text, times)) {
            entry = &m_entries.ofSubOperation(text, times);
        } else {
            const TraceFields fields = readSubOperation(text);
            if (!fields.has(TraceKey::SourceFunction) && !fields.has(TraceKey::CommFunction)
                && !fields.has(TraceKey::Timestamp)) {
                m_report.add(IssueKind::BadRecord, m_times.offsetOf(text.data()),
                    say("a sub-operation without a known key: \"{}\"", excerpt(text)));
                continue;
            }
            times.duration = fields[TraceKey::Duration];
            times.timestamp = fields[TraceKey::Timestamp];
            entry = &m_entries.onceOfSubOperation(text);
        }
        if (entry->problem > ShapeProblem::Absent)
            m_times.reportShape(entry->problem, text.data());
        const RecordInterval interval = m_times.readInterval(times.duration, times.timestamp, text.data(), true);
        SpanRecord span;
        span.track = trackOf(rank, entry->lane);
        span.name = entry->name;
        span.detail = entry->detail;
        span.category = entry->category;
        span.operation = entry->operation;
        span.parent = parentNumber;
        span.flags = static_cast<uint8_t>(SpanFlag::subOperation | interval.flags);
        span.stage = parent.stage;
        span.microbatch = parent.microbatch;
        span.bytes = entry->bytes;
        span.offset = m_times.offsetOf(text.data());
        if (interval.timed) {
            span.begin = interval.begin;
            span.end = interval.end;
        } else {
            span.begin = previousEnd;
            const TimeNs room = std::max<TimeNs>(0, parent.end - previousEnd);
            span.end = span.begin + std::min(interval.duration, room);
        }
        previousEnd = span.end;
        if (parentWaits)
            rank.pending.push_back({span, interval.timed});
        else
            m_mode.noteSpan(m_builder.addSpan(span), span.category);
    }
}

// A gradient bucket overlaps with compute: it lasts from its launch to its observed end.
void RankTraceReader::readGradientBucket(const TraceRecord& record, Rank& rank, SpanRecord& span, const char* where)
{
    const TraceFields& fields = record.fields;
    span.track = trackOf(rank, TraceLane::DataStream);
    if (!isNone(fields[TraceKey::GroupKind]))
        span.category = categoryOfGroup(fields[TraceKey::GroupKind]);
    if (const Operation operation = operationOfCommFunction(fields[TraceKey::CommFunction]);
        operation != Operation::Other)
        span.operation = operation;
    span.microbatch = recordNumber(fields[TraceKey::TriggerBatchId]);

    TimeNs launch = 0;
    TimeNs completion = 0;
    const bool hasLaunch = m_times.readTime(fields[TraceKey::LaunchTimestamp], where, IssueKind::BadTime, launch);
    const bool hasCompletion
        = m_times.readTime(fields[TraceKey::CompletionTimestamp], where, IssueKind::BadTime, completion);
    if (isRepeated(record, {launch, completion, 0, hasLaunch && hasCompletion, 0}, where))
        return;
    const bool metadataOnly = fields[TraceKey::MetadataOnly] == "True"sv;
    if (hasLaunch && hasCompletion && completion >= launch) {
        span.begin = launch;
        span.end = completion;
    } else {
        const RecordInterval interval
            = m_times.readInterval(fields[TraceKey::Duration], fields[TraceKey::Timestamp], where, /*isSub*/ hasLaunch);
        if (hasLaunch) {
            span.begin = launch;
            span.end = interval.timed && interval.duration > 0 && interval.end > launch ? interval.end : launch;
        } else if (interval.timed) {
            span.begin = interval.begin;
            span.end = interval.end;
            span.flags |= interval.flags;
        } else {
            span.begin = span.end = rank.lastEnd;
            span.flags |= SpanFlag::untimed | SpanFlag::notMeasured;
        }
    }
    if (metadataOnly || (hasLaunch && span.begin == span.end))
        span.flags |= SpanFlag::launchOnly | SpanFlag::notMeasured;
    if (!rank.hasEnd && (span.flags & SpanFlag::untimed)) {
        rank.pending.push_back({span, false});
        return;
    }
    m_mode.noteSpan(m_builder.addSpan(span), span.category);
}

void RankTraceReader::flushPending(Rank& rank, bool untilKnown, TimeNs known)
{
    TimeNs at = 0;
    if (untilKnown) {
        at = known;
        for (const Pending& pending : rank.pending) {
            const TimeNs duration = pending.span.end - pending.span.begin;
            if (!(pending.span.flags & SpanFlag::subOperation) && at >= -latestTraceTime + duration)
                at -= duration;
        }
    }
    std::vector<Pending> list;
    list.swap(rank.pending);
    std::vector<uint32_t> numbers(list.size(), noSpan);
    for (size_t i = 0; i < list.size(); ++i) {
        SpanRecord span = list[i].span;
        const bool isSub = (span.flags & SpanFlag::subOperation) != 0;
        if (isSub)
            span.parent = numbers[span.parent];
        if (!list[i].timed) {
            TimeNs duration = span.end - span.begin;
            if (!isSub && !untilKnown && duration == 0)
                duration = unitSlot;
            const TimeNs room = (untilKnown ? known : latestTraceTime) - at;
            duration = std::min(duration, std::max<TimeNs>(0, room));
            span.begin = at;
            span.end = isSub ? at : at + duration;
        }
        if (isSub) {
            numbers[i] = m_builder.addSpan(span);
            m_mode.noteSpan(numbers[i], span.category);
            continue;
        }
        at = span.end;
        numbers[i] = addOperation(rank, span);
        if (span.operation == Operation::OptimizerStep)
            closeStep(rank);
    }
}

void RankTraceReader::closeStep(Rank& rank)
{
    m_builder.endStep(rank.number, rank.lastEnd);
    m_microbatches = std::max(m_microbatches, rank.passes.microbatches());
    rank.passes = {};
}

void RankTraceReader::finish()
{
    std::vector<int32_t> ranks;
    ranks.reserve(m_ranks.size());
    for (const auto& entry : m_ranks)
        ranks.push_back(entry.first);
    std::sort(ranks.begin(), ranks.end());
    for (const int32_t number : ranks) {
        Rank& rank = m_ranks[number];
        flushPending(rank, false, 0);
        m_microbatches = std::max(m_microbatches, rank.passes.microbatches()); // of a step that was interrupted
    }
    m_part.ranks.assign(ranks.begin(), ranks.end());
    for (const int32_t number : ranks)
        m_part.ranges.push_back(m_ranks[number].range);
    m_part.kind = m_mode.decide();
    // A single microbatch in scaling mode is the profiler's choice and says nothing about the job.
    if (m_microbatches > 1 || (m_microbatches == 1 && m_part.kind == Run::Kind::Measured))
        m_part.layout.microbatches = m_microbatches;
}

RankTraceReader::Rank& RankTraceReader::rankOf(int32_t number, int16_t stage)
{
    if (!m_lastRank || m_lastRank->number != number) {
        m_lastRank = &m_ranks[number];
        m_lastRank->number = number;
    }
    if (m_lastRank->stage < 0)
        m_lastRank->stage = stage;
    return *m_lastRank;
}

TrackId RankTraceReader::trackOf(Rank& rank, TraceLane lane)
{
    TrackId& track = rank.tracks[static_cast<size_t>(lane)];
    if (!track.isValid()) {
        const TraceLaneInfo& info = traceLaneInfo(lane);
        track = m_builder.track({rank.number, rank.stage, info.lane, info.group, info.name});
    }
    return track;
}

} // namespace bubblescope
