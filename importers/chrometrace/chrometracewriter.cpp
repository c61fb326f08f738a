// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracewriter.h"

#include "chromeevent.h"
#include "layoutsizes.h"
#include "tracksettler.h"
#include "jsoncursor.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr size_t blockSize = size_t(1) << 18;
constexpr int counterSteps = 1000; // samples per counter, however long the run

void appendMicroseconds(std::string& to, TimeNs time)
{
    const auto magnitude = time < 0 ? uint64_t(0) - static_cast<uint64_t>(time) : static_cast<uint64_t>(time);
    fmt::format_to(std::back_inserter(to), "{}{}.{:03}", time < 0 ? "-" : "", magnitude / 1000, magnitude % 1000);
}

} // namespace

ChromeTraceWriter::ChromeTraceWriter(TextSink sink) : m_sink(std::move(sink)) { }

bool ChromeTraceWriter::flush(bool always)
{
    if (!m_isRefused && !m_text.empty() && (always || m_text.size() >= blockSize)) {
        m_isRefused = !m_sink(m_text);
        m_text.clear();
    }
    return !m_isRefused;
}

void ChromeTraceWriter::writeHead(TimeNs origin)
{
    // Times are relative to the origin: ns since the epoch do not fit the doubles that other programs read them into.
    fmt::format_to(std::back_inserter(m_text),
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

void ChromeTraceWriter::begin(std::string_view phase, int64_t process, uint64_t thread)
{
    fmt::format_to(std::back_inserter(m_text), "{}\n{{\"ph\":\"{}\",\"pid\":{},\"tid\":{}", m_hasEvent ? "," : "",
        phase, process, thread);
    m_hasEvent = true;
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
    writeSeries(trace);
    writeCounters(trace, timing, prefix);
    return flush(false);
}

void ChromeTraceWriter::writeProcess(const Trace& trace, int32_t rank, std::string_view prefix)
{
    const auto out = std::back_inserter(m_text);
    begin("M", processOf(rank), 0);
    m_text += ",\"name\":\"process_name\",\"args\":{\"name\":\"";
    appendJsonText(m_text, prefix);
    if (rank >= 0)
        fmt::format_to(out, "rank {}\"", rank);
    else
        m_text += "unknown rank\"";
    if (const RankInfo* info = trace.findRank(rank); info && info->stage >= 0)
        fmt::format_to(out, ",\"stage\":{}", info->stage);
    m_text += "}}";
    begin("M", processOf(rank), 0);
    fmt::format_to(out, ",\"name\":\"process_sort_index\",\"args\":{{\"sort_index\":{}}}}}", processOf(rank));
}

void ChromeTraceWriter::writeLanes(const Trace& trace)
{
    const auto out = std::back_inserter(m_text);
    for (uint32_t i = 0; i < trace.tracks().size() && flush(false); ++i) {
        const Track& track = trace.tracks()[i];
        begin("M", processOf(track.rank), i + 1);
        m_text += ",\"name\":\"thread_name\",\"args\":{\"name\":\"";
        appendJsonText(m_text, trace.trackName(TrackId(i)));
        fmt::format_to(
            out, "\",\"lane\":\"{}\",\"group\":\"{}\"}}}}", chromeLaneWord(track.lane), categoryKey(track.group));
        begin("M", processOf(track.rank), i + 1);
        fmt::format_to(out, ",\"name\":\"thread_sort_index\",\"args\":{{\"sort_index\":{}}}}}", i + 1);
    }
}

void ChromeTraceWriter::writeSteps(const Trace& trace)
{
    for (const RankStep& step : trace.rankSteps()) {
        if (!isWanted(step.step.range))
            continue;
        begin("i", processOf(step.rank), 0);
        m_text += ",\"s\":\"p\",\"cat\":\"step\",\"ts\":";
        appendMicroseconds(m_text, step.step.range.begin);
        m_text += ",\"dur\":";
        appendMicroseconds(m_text, step.step.range.duration());
        fmt::format_to(std::back_inserter(m_text), ",\"name\":\"ProfilerStep#{}\"}}", step.step.number);
        if (!flush(false))
            return;
    }
}

void ChromeTraceWriter::writeSpans(const Trace& trace, const Timing& timing)
{
    // A parent on the same lane follows from the nesting; all other parents are stated.
    const auto statesParent = [&trace](SpanId span, const Row& row) {
        const SpanId parent = trace.parent(span);
        return parent.isValid() && (row.kind != Row::Kind::Nested || trace.track(parent) != row.track);
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
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount && flush(false); ++i) {
            if (!isWanted({timing.begin[i], timing.end[i]}))
                continue;
            writeSpan(trace, timing, SpanId(i), row.track, statesParent(SpanId(i), row));
            if (isNamed[i])
                fmt::format_to(std::back_inserter(m_text), ",\"{}\":{}", chromeArgumentName(ChromeArgument::Span),
                    m_firstSpan + i);
            m_text += "}}";
        }
        written += row.spanCount;
        if (m_progress && !m_progress(written, trace.spanCount()))
            m_isRefused = true;
    }
}

void ChromeTraceWriter::writeSpan(
    const Trace& trace, const Timing& timing, SpanId span, TrackId track, bool statesParent)
{
    const auto out = std::back_inserter(m_text);
    const TimeNs from = timing.begin[span.value];
    begin("X", processOf(trace.track(track).rank), track.value + 1);
    m_text += ",\"ts\":";
    appendMicroseconds(m_text, from);
    m_text += ",\"dur\":";
    appendMicroseconds(m_text, timing.end[span.value] - from);
    m_text += ",\"name\":\"";
    appendJsonText(m_text, trace.name(span));
    const std::string_view category = categoryKey(trace.category(span));
    fmt::format_to(out, "\",\"cat\":\"{0}\",\"args\":{{\"{1}\":\"{0}\",\"{2}\":\"{3}\"", category,
        chromeArgumentName(ChromeArgument::Category), chromeArgumentName(ChromeArgument::Operation),
        operationName(trace.operation(span)));
    const auto number = [&](ChromeArgument argument, int64_t value, bool isKnown) {
        if (isKnown)
            fmt::format_to(out, ",\"{}\":{}", chromeArgumentName(argument), value);
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
    if (const std::string_view detail = trace.detail(span); !detail.empty()) {
        fmt::format_to(out, ",\"{}\":\"", chromeArgumentName(ChromeArgument::Detail));
        appendJsonText(m_text, detail);
        m_text += '"';
    }
}

/// Uses the argument names of the PyTorch profiler where it has them.
void ChromeTraceWriter::writeCall(const Trace& trace, const CollectiveCall& call)
{
    const auto out = std::back_inserter(m_text);
    const auto number = [&](ChromeArgument argument, auto value) {
        fmt::format_to(out, ",\"{}\":{}", chromeArgumentName(argument), value);
    };
    const auto text = [&](ChromeArgument argument, StringId value) {
        if (!value.isValid())
            return;
        fmt::format_to(out, ",\"{}\":\"", chromeArgumentName(argument));
        appendJsonText(m_text, trace.strings().text(value));
        m_text += '"';
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
        begin(phase, processOf(trace.track(track).rank), track.value + 1);
        m_text += ",\"ts\":";
        appendMicroseconds(m_text, time);
        fmt::format_to(std::back_inserter(m_text), ",\"id\":{},\"cat\":\"{}\",\"name\":\"{}\"{}}}", m_flow, kind, kind,
            phase == "f" ? ",\"bp\":\"e\"" : "");
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
        if (!flush(false))
            return;
    }
    for (const Link& launch : trace.launches()) {
        if (!isWhole(launch))
            continue;
        writeFlow(trace, launch, "launch", timing.begin[launch.from.value], timing.begin[launch.to.value]);
        if (!flush(false))
            return;
    }
}

/// Writes the counters that the run itself recorded, such as memory.
void ChromeTraceWriter::writeSeries(const Trace& trace)
{
    const auto out = std::back_inserter(m_text);
    const CounterTable& counters = trace.counters();
    for (const CounterSeries& series : counters.series) {
        std::string name;
        appendJsonText(name, trace.strings().text(series.name));
        const bool isBytes = series.unit == CounterSeries::Unit::Bytes;
        const std::string_view unit = isBytes ? chromeArgumentName(ChromeArgument::Bytes) : "value";
        for (size_t i = 0; i < series.sampleCount; ++i) {
            const TimeNs time = counters.timesOf(series)[i];
            if (!isWanted({time, time}))
                continue;
            begin("C", processOf(series.rank), 0);
            m_text += ",\"cat\":\"counter\",\"ts\":";
            appendMicroseconds(m_text, time);
            if (series.device >= 0)
                fmt::format_to(out, ",\"id\":{}", series.device);
            fmt::format_to(out, ",\"name\":\"{}\",\"args\":{{\"{}\":{}}}}}", name, unit, counters.valuesOf(series)[i]);
            if (!flush(false))
                return;
        }
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
        begin("i", isOfSpan ? processOf(trace.track(track).rank) : m_nextProcess - 1, isOfSpan ? track.value + 1 : 0);
        fmt::format_to(
            std::back_inserter(m_text), ",\"s\":\"{}\",\"cat\":\"note\",\"ts\":", isOfSpan ? 't' : 'g');
        appendMicroseconds(m_text, anchor.place.range.begin);
        m_text += ",\"name\":\"";
        appendJsonText(m_text, note.text.empty() ? std::string_view("note") : std::string_view(note.text));
        fmt::format_to(std::back_inserter(m_text), "\",\"args\":{{\"kind\":\"{}\",\"until\":",
            annotationKindName(note.kind));
        appendMicroseconds(m_text, anchor.place.range.end);
        if (note.kind == Annotation::Kind::Box)
            fmt::format_to(std::back_inserter(m_text), ",\"first rank\":{},\"last rank\":{}", note.firstRank,
                note.lastRank);
        m_text += "}}";
        if (!flush(false))
            return false;
    }
    return true;
}

void ChromeTraceWriter::writeCounters(const Trace& trace, const Timing& timing, std::string_view prefix)
{
    const TimeRange range = m_range ? trace.range().intersected(*m_range) : trace.range();
    if (range.isEmpty() || m_isRefused || !trace.ranksAreComparable())
        return;
    const int64_t process = m_nextProcess - 1;
    begin("M", process, 0);
    m_text += ",\"name\":\"process_name\",\"args\":{\"name\":\"";
    appendJsonText(m_text, prefix);
    m_text += "counters\"}}";
    const double width = double(range.duration()) / counterSteps;
    // Adds to each bucket its share of [from, to).
    const auto add = [&](std::vector<double>& counts, TimeNs from, TimeNs to) {
        const double first = double(from - range.begin) / width;
        const double last = double(to - range.begin) / width;
        const int end = std::min(counterSteps, int(std::ceil(last)));
        for (int i = std::max(0, int(first)); i < end; ++i)
            counts[size_t(i)] += std::max(0.0, std::min(last, i + 1.0) - std::max(first, double(i)));
    };
    std::vector<double> busy(counterSteps);
    for (const Row& row : trace.rows()) {
        const bool isCompute = trace.track(row.track).lane == Lane::Compute;
        for (uint32_t i = 0; isCompute && row.depth == 0 && row.kind == Row::Kind::Nested && i < row.spanCount; ++i)
            add(busy, timing.begin[row.firstSpan + i], timing.end[row.firstSpan + i]);
    }
    writeCounter(process, "busy ranks", busy, range);
    if (trace.links().empty())
        return;
    std::vector<double> messages(counterSteps);
    for (const Link& link : trace.links())
        add(messages, timing.begin[link.from.value], timing.end[link.to.value]);
    writeCounter(process, "messages in flight", messages, range);
}

void ChromeTraceWriter::writeCounter(
    int64_t process, std::string_view name, const std::vector<double>& values, TimeRange range)
{
    const auto steps = static_cast<TimeNs>(values.size());
    int64_t last = -1;
    for (TimeNs i = 0; i < steps && flush(false); ++i) {
        const auto hundredths = static_cast<int64_t>(std::llround(values[static_cast<size_t>(i)] * 100));
        if (hundredths == last)
            continue;
        last = hundredths;
        begin("C", process, 0);
        m_text += ",\"ts\":";
        appendMicroseconds(m_text, range.begin + static_cast<TimeNs>(double(range.duration()) / double(steps) * double(i)));
        fmt::format_to(std::back_inserter(m_text), ",\"name\":\"{}\",\"args\":{{\"value\":{}.{:02}}}}}", name,
            hundredths / 100, hundredths % 100);
    }
}

bool ChromeTraceWriter::finish()
{
    if (!m_hasHead)
        writeHead(0);
    m_text += "\n]}\n";
    return flush(true);
}

} // namespace bubblescope
