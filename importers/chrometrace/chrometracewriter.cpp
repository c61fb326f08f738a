// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracewriter.h"

#include "chromecounters.h"
#include "chromeevent.h"
#include "layoutsizes.h"
#include "owntrace.h"
#include "tracksettler.h"
#include "jsoncursor.h"
#include "wholerecording.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace bubblescope {

ChromeTraceWriter::ChromeTraceWriter(TextSink sink) : m_events(std::move(sink)) { }

void ChromeTraceWriter::writeHead(TimeNs origin)
{
    // Times are relative to the origin: ns since the epoch do not fit the doubles that other programs read them into.
    fmt::format_to(std::back_inserter(m_events.text()),
        "{{\"schemaVersion\":1,\"displayTimeUnit\":\"ms\",\"otherData\":{{\"program\":\"bubblescope\"{}}},"
        "\"baseTimeNanoseconds\":{},\"traceEvents\":[",
        m_facts, origin);
    m_hasHead = true;
}

void ChromeTraceWriter::setRun(const Run& run)
{
    m_facts = fmt::format(
        ",\"kind\":\"{}\",\"origin\":\"{}\",\"layout\":{{", runKindName(run.kind), originName(run.origin));
    bool isFirst = true;
    forEachLayoutSize(run.layout, [&](std::string_view name, const std::optional<int>& size) {
        if (size)
            m_facts += fmt::format("{}\"{}\":{}", std::exchange(isFirst, false) ? "" : ",", name, *size);
    });
    m_facts += '}';
}

bool ChromeTraceWriter::addRun(const Trace& trace, const Timing& timing, std::string_view prefix)
{
    if (!m_hasHead)
        writeHead(trace.origin());
    std::set<int32_t> ranks;
    for (const RankInfo& rank : trace.ranks())
        ranks.insert(rank.rank);
    for (const CounterSeries& series : trace.counters().series)
        ranks.insert(series.rank);
    // Process ids are ranks, shifted so that several runs fit into one file; some viewers reserve 0 for the kernel.
    const int64_t lowest = ranks.empty() ? 0 : *ranks.begin();
    const int64_t highest = ranks.empty() ? 0 : *ranks.rbegin();
    m_firstProcess = m_nextProcess - lowest;
    m_nextProcess = m_firstProcess + highest + 2; // one more for the counters
    m_firstSpan = m_nextSpan;
    m_nextSpan += trace.spanCount();
    m_firstCommunicator = m_nextCommunicator;
    m_nextCommunicator += trace.collectives().communicators.size();
    m_communicatorIsStated.assign(trace.collectives().communicators.size(), false);
    for (const int32_t rank : ranks)
        writeProcess(trace, rank, prefix);
    writeLanes(trace);
    writeSteps(trace);
    writeSpans(trace, timing);
    writeFlows(trace, timing);
    ChromeCounters counters(m_events, m_range);
    counters.addRecorded(trace, m_firstProcess);
    counters.addComputed(trace, timing, prefix, m_nextProcess - 1);
    return m_events.flush();
}

void ChromeTraceWriter::writeProcess(const Trace& trace, int32_t rank, std::string_view prefix)
{
    const auto out = std::back_inserter(m_events.text());
    m_events.begin("M", processOf(rank), 0);
    m_events.text() += ",\"name\":\"process_name\",\"args\":{\"name\":\"";
    appendJsonText(m_events.text(), prefix);
    if (rank >= 0)
        fmt::format_to(out, "rank {}\"", rank);
    else
        m_events.text() += "unknown rank\"";
    if (const RankInfo* info = trace.findRank(rank); info && info->stage >= 0)
        fmt::format_to(out, ",\"stage\":{}", info->stage);
    m_events.text() += "}}";
    m_events.begin("M", processOf(rank), 0);
    fmt::format_to(out, ",\"name\":\"process_sort_index\",\"args\":{{\"sort_index\":{}}}}}", processOf(rank));
}

void ChromeTraceWriter::writeLanes(const Trace& trace)
{
    const auto out = std::back_inserter(m_events.text());
    for (uint32_t i = 0; i < trace.tracks().size() && m_events.flush(); ++i) {
        const Track& track = trace.tracks()[i];
        m_events.begin("M", processOf(track.rank), i + 1);
        m_events.text() += ",\"name\":\"thread_name\",\"args\":{\"name\":\"";
        appendJsonText(m_events.text(), trace.trackName(TrackId(i)));
        fmt::format_to(
            out, "\",\"lane\":\"{}\",\"group\":\"{}\"}}}}", chromeLaneWord(track.lane), categoryKey(track.group));
        m_events.begin("M", processOf(track.rank), i + 1);
        fmt::format_to(out, ",\"name\":\"thread_sort_index\",\"args\":{{\"sort_index\":{}}}}}", i + 1);
    }
}

void ChromeTraceWriter::writeStep(const RankStep& step, TimeRange range, std::string_view category)
{
    m_events.begin("i", processOf(step.rank), 0);
    fmt::format_to(std::back_inserter(m_events.text()), ",\"s\":\"p\",\"cat\":\"{}\",\"ts\":", category);
    m_events.addTime(range.begin);
    m_events.text() += ",\"dur\":";
    m_events.addTime(range.duration());
    fmt::format_to(std::back_inserter(m_events.text()), ",\"name\":\"ProfilerStep#{}\"",
        m_stepNumber.value_or(step.step.number));
    if (category == hostStepCategory)
        fmt::format_to(std::back_inserter(m_events.text()), ",\"args\":{{{}:{}}}", lagMember, step.lag);
    m_events.text() += '}';
}

void ChromeTraceWriter::writeSteps(const Trace& trace)
{
    for (const RankStep& step : trace.rankSteps()) {
        if (!isWanted(step.step.range))
            continue;
        writeStep(step, step.step.range, isWholeRecording(step) ? recordingCategory : std::string_view("step"));
        if (!step.host.isEmpty())
            writeStep(step, step.host, step.isStated() ? statedStepCategory : hostStepCategory);
        if (!m_events.flush())
            return;
    }
}

void ChromeTraceWriter::writeSpans(const Trace& trace, const Timing& timing)
{
    // Who lies in whom on one lane, whose spans stand together, shows by itself; all other parents are named.
    const auto statesParent = [&trace](SpanId span, const Row& row) {
        const SpanId parent = trace.parent(span);
        const Row& first = trace.rowsOf(row.track).front();
        const Row& last = trace.rowsOf(row.track).back();
        const bool isOnLane = first.firstSpan <= parent.value && parent.value < last.firstSpan + last.spanCount;
        return parent.isValid() && (row.kind != Row::Kind::Nested || !isOnLane);
    };
    std::vector<bool> isNamed(trace.spanCount(), false);
    for (const Row& row : trace.rows()) {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            if (statesParent(SpanId(i), row))
                isNamed[trace.parent(SpanId(i)).value] = true;
        }
    }
    for (const Link& launch : trace.launches())
        isNamed[launch.from.value] = true;
    uint64_t written = 0;
    for (const Row& row : trace.rows()) {
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount && m_events.flush(); ++i) {
            if (!isWanted({timing.begin[i], timing.end[i]}))
                continue;
            writeSpan(trace, timing, SpanId(i), row.track, statesParent(SpanId(i), row));
            if (isNamed[i])
                m_events.addMember(ChromeArgument::Span, static_cast<int64_t>(m_firstSpan + i));
            m_events.text() += "}}";
        }
        written += row.spanCount;
        if (m_progress && !m_progress(written, trace.spanCount()))
            m_events.refuse();
    }
}

void ChromeTraceWriter::writeSpan(
    const Trace& trace, const Timing& timing, SpanId span, TrackId track, bool statesParent)
{
    const TimeNs from = timing.begin[span.value];
    m_events.begin("X", processOf(trace.track(track).rank), track.value + 1);
    m_events.text() += ",\"ts\":";
    m_events.addTime(from);
    m_events.text() += ",\"dur\":";
    m_events.addTime(timing.end[span.value] - from);
    m_events.text() += ",\"name\":\"";
    appendJsonText(m_events.text(), trace.name(span));
    const std::string_view category = categoryKey(trace.category(span));
    m_events.text() += "\",\"cat\":\"";
    m_events.text() += category;
    m_events.text() += "\",\"args\":{\"";
    m_events.text() += chromeArgumentName(ChromeArgument::Category);
    m_events.text() += "\":\"";
    m_events.text() += category;
    m_events.text() += '"';
    m_events.addKey(ChromeArgument::Operation);
    m_events.text() += '"';
    m_events.text() += operationName(trace.operation(span));
    m_events.text() += '"';
    const auto number = [&](ChromeArgument argument, int64_t value, bool isKnown) {
        if (isKnown)
            m_events.addMember(argument, value);
    };
    number(ChromeArgument::Stage, trace.stage(span), trace.stage(span) >= 0);
    number(ChromeArgument::Microbatch, trace.microbatch(span), trace.microbatch(span) >= 0);
    number(ChromeArgument::Bytes, trace.bytes(span), trace.bytes(span) >= 0);
    number(ChromeArgument::Flags, trace.flags(span), trace.flags(span) != 0);
    if (statesParent)
        number(ChromeArgument::Parent, static_cast<int64_t>(m_firstSpan) + trace.parent(span).value, true);
    if (const SpanId call = trace.launchOf(span); call.isValid())
        number(ChromeArgument::Launch, static_cast<int64_t>(m_firstSpan) + call.value, true);
    if (const CollectiveCall* call = trace.collectives().find(span))
        writeCall(trace, *call);
    const auto text = [&](ChromeArgument argument, std::string_view value) {
        if (value.empty())
            return;
        m_events.addKey(argument);
        m_events.text() += '"';
        appendJsonText(m_events.text(), value);
        m_events.text() += '"';
    };
    text(ChromeArgument::Detail, trace.detail(span));
    text(ChromeArgument::Inputs, trace.inputs(span));
}

/// Uses the argument names of the PyTorch profiler where it has them.
void ChromeTraceWriter::writeCall(const Trace& trace, const CollectiveCall& call)
{
    const auto out = std::back_inserter(m_events.text());
    const auto number = [&](ChromeArgument argument, auto value) {
        fmt::format_to(out, ",\"{}\":{}", chromeArgumentName(argument), value);
    };
    const auto text = [&](ChromeArgument argument, StringId value) {
        if (!value.isValid())
            return;
        fmt::format_to(out, ",\"{}\":\"", chromeArgumentName(argument));
        appendJsonText(m_events.text(), trace.strings().text(value));
        m_events.text() += '"';
    };
    if (const Communicator* group = trace.collectives().communicatorOf(call)) {
        number(ChromeArgument::Communicator, m_firstCommunicator + call.communicator);
        text(ChromeArgument::GroupName, group->name);
        text(ChromeArgument::GroupDescription, group->description);
        if (!m_communicatorIsStated[call.communicator] && !group->ranks.empty())
            fmt::format_to(
                out, ",\"{}\":\"[{}]\"", chromeArgumentName(ChromeArgument::GroupRanks), fmt::join(group->ranks, ", "));
        m_communicatorIsStated[call.communicator] = true;
    }
    if (call.groupSize > 0)
        number(ChromeArgument::GroupSize, call.groupSize);
    if (call.sequence >= 0)
        number(ChromeArgument::Sequence, call.sequence);
    if (call.commsId != 0)
        number(ChromeArgument::CommsId, call.commsId);
    if (call.inBytes >= 0)
        number(ChromeArgument::InBytes, call.inBytes);
    if (call.outBytes >= 0)
        number(ChromeArgument::OutBytes, call.outBytes);
    text(ChromeArgument::DataType, call.dataType);
    const Operation operation = trace.operation(call.span);
    const bool isSend = operation == Operation::SendForward || operation == Operation::SendBackward;
    if (call.peer >= 0)
        number(isSend ? ChromeArgument::DestinationRank : ChromeArgument::SourceRank, call.peer);
}

void ChromeTraceWriter::writeFlow(
    const Trace& trace, const Link& link, std::string_view kind, TimeNs sent, TimeNs received)
{
    ++m_flow;
    const auto flow = [&](std::string_view phase, SpanId span, TimeNs time) {
        const TrackId track = trace.track(span);
        m_events.begin(phase, processOf(trace.track(track).rank), track.value + 1);
        m_events.text() += ",\"ts\":";
        m_events.addTime(time);
        m_events.text() += ",\"id\":";
        m_events.addNumber(m_flow);
        m_events.text() += ",\"cat\":\"";
        m_events.text() += kind;
        m_events.text() += "\",\"name\":\"";
        m_events.text() += kind;
        m_events.text() += phase == "f" ? "\",\"bp\":\"e\"}" : "\"}";
    };
    flow("s", link.from, sent);
    flow("f", link.to, std::max(sent, received));
}

void ChromeTraceWriter::writeFlows(const Trace& trace, const Timing& timing)
{
    const auto rangeOf = [&timing](SpanId span) {
        return TimeRange {timing.begin[span.value], timing.end[span.value]};
    };
    const auto isWhole = [&](const Link& link) { return isWanted(rangeOf(link.from)) && isWanted(rangeOf(link.to)); };
    for (const Link& link : trace.links()) {
        if (!isWhole(link))
            continue;
        // Keep both ends inside their spans: a viewer binds a flow to the slice that is open at its time.
        const TimeNs sent = timing.begin[link.from.value];
        const TimeNs received = std::max(timing.begin[link.to.value], timing.end[link.to.value] - 1);
        writeFlow(trace, link, "message", sent, received);
        if (!m_events.flush())
            return;
    }
    for (const Link& launch : trace.launches()) {
        if (!isWhole(launch))
            continue;
        writeFlow(trace, launch, "launch", timing.begin[launch.from.value], timing.begin[launch.to.value]);
        if (!m_events.flush())
            return;
    }
}

bool ChromeTraceWriter::addNotes(const Trace& trace, const std::vector<AnchoredNote>& notes)
{
    for (const AnchoredNote& anchor : notes) {
        const Annotation& note = anchor.note;
        if (!isWanted(anchor.place.range))
            continue;
        const bool isOfSpan = anchor.place.span.isValid();
        const TrackId track = isOfSpan ? trace.track(anchor.place.span) : TrackId();
        m_events.begin("i", isOfSpan ? processOf(trace.track(track).rank) : m_nextProcess - 1, isOfSpan ? track.value + 1 : 0);
        fmt::format_to(
            std::back_inserter(m_events.text()), ",\"s\":\"{}\",\"cat\":\"note\",\"ts\":", isOfSpan ? 't' : 'g');
        m_events.addTime(anchor.place.range.begin);
        m_events.text() += ",\"name\":\"";
        appendJsonText(m_events.text(), note.text.empty() ? std::string_view("note") : std::string_view(note.text));
        fmt::format_to(std::back_inserter(m_events.text()), "\",\"args\":{{\"kind\":\"{}\",\"until\":",
            annotationKindName(note.kind));
        m_events.addTime(anchor.place.range.end);
        if (note.kind == Annotation::Kind::Box)
            fmt::format_to(std::back_inserter(m_events.text()), ",\"first rank\":{},\"last rank\":{}", note.firstRank,
                note.lastRank);
        m_events.text() += "}}";
        if (!m_events.flush())
            return false;
    }
    return true;
}

bool ChromeTraceWriter::finish()
{
    if (!m_hasHead)
        writeHead(0);
    m_events.text() += "\n]}\n";
    return m_events.finish();
}

} // namespace bubblescope
