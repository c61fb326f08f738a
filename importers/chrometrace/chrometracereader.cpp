// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracereader.h"

#include "communicationnames.h"
#include "deviceprocesses.h"
#include "eventtime.h"
#include "freedmemory.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace bubblescope {

using namespace std::string_view_literals;

namespace {

/// Only tasks of Ascend's devices have one. Without it some are told by their names: none of these computes.
std::string_view taskTypeOf(const ChromeEvent& event)
{
    if (event.category.kind != JsonSlice::Kind::Absent || event.arguments.kind != JsonSlice::Kind::Container)
        return {};
    const std::string_view stated = textOfArgument(event.arguments.text(), "\"Task Type\""sv);
    if (!stated.empty())
        return stated;
    static constexpr std::string_view names[] = {"EVENT_WAIT"sv, "EVENT_RECORD"sv, "Notify Wait"sv, "Notify_Wait"sv,
        "Notify Record"sv, "Notify_Record"sv, "SDMA"sv, "RDMA"sv, "Write Value"sv};
    const std::string_view name = event.name.text();
    const bool isNamed = std::find(std::begin(names), std::end(names), name) != std::end(names);
    return isNamed && !textOfArgument(event.arguments.text(), "\"Task Id\""sv).empty() ? name : std::string_view();
}

/// Instants that PyTorch's profiler writes itself.
bool isOfRecorder(std::string_view instant)
{
    return instant.starts_with("Iteration Start: "sv) || instant == "Record Window End"sv;
}

/// JAX numbers the steps that a program marks.
std::optional<int> numberOfStep(const ChromeEvent& event)
{
    if (!event.category.text().empty() || event.arguments.kind != JsonSlice::Kind::Container)
        return {};
    const auto number = numberOfArgument(event.arguments.text(), "\"step_num\""sv);
    return number && *number <= uint64_t(std::numeric_limits<int>::max()) ? std::optional(int(*number)) : std::nullopt;
}

} // namespace

ChromeTraceReader::ChromeTraceReader(TracePart& part, ImportReport& report, std::string fileName,
    std::optional<TimeRange> slice, const KernelNames& kernels)
    : m_part(part)
    , m_builder(part.builder)
    , m_report(report)
    , m_fileName(std::move(fileName))
    , m_slice(slice)
    , m_metadata(part, report)
    , m_trace(part)
    , m_iterations(report, m_trace.steps)
    , m_halves(m_builder, report, slice)
    , m_own(m_builder)
    , m_flows(m_builder)
    , m_calls(m_builder, m_metadata)
    , m_kernels(kernels)
    , m_names(m_builder, report, m_trace.communication, m_trace.phases, kernels)
{
}

uint64_t ChromeTraceReader::pendingBytes() const
{
    return m_atZero.size() * sizeof(ReadSpan) + m_instants.size() * sizeof(Instant) + m_halves.memoryBytes()
        + m_flows.memoryBytes() + m_iterationMarks.memoryBytes() + m_trace.pendingBytes();
}

bool ChromeTraceReader::isInSlice(TimeNs begin, TimeNs end) const { return meetsSlice(m_slice, begin, end); }

bool ChromeTraceReader::readTime(const JsonSlice& slice, uint64_t offset, TimeNs& time)
{
    return readEventTime(slice, offset, m_report, time);
}

void ChromeTraceReader::readEvent(const ChromeEvent& event, uint64_t offset)
{
    const std::string_view phase = event.phase.text();
    if (phase.size() != 1) {
        // JAX ends its list of events with an empty object.
        if (phase.empty() && event.name.text().empty() && event.time.kind == JsonSlice::Kind::Absent)
            return;
        m_report.add(IssueKind::BadRecord, offset,
            phase.empty() ? say("an event without ph: \"{}\"", excerpt(event.name.text()))
                          : say("no known phase: \"{}\"", excerpt(phase)));
        return;
    }
    switch (phase.front()) {
    case 'X':
        return readSpan(event, offset);
    case 'B':
        return readHalf(event, offset, false);
    case 'E':
        return readHalf(event, offset, true);
    case 'M':
        return m_trace.processes.read(event);
    case 'i':
    case 'I':
        return readInstant(event, offset);
    case 'C':
        return readCounter(event, offset);
    case 's':
    case 't': // where unitrace leads to
    case 'f':
        return readFlow(event, offset);
    default:
        return; // object and async events have no spans
    }
}

/// False if the event must be dropped.
bool ChromeTraceReader::readDuration(const ChromeEvent& event, uint64_t offset, SpanRecord& span)
{
    if (event.duration.kind == JsonSlice::Kind::Absent || event.duration.text() == "null"sv) {
        m_report.add(IssueKind::BadRecord, offset, say("\"{}\" is an X event without dur", excerpt(event.name.text())));
        return false;
    }
    TimeNs duration = 0;
    if (!readTime(event.duration, offset, duration)) {
        span.flags |= SpanFlag::notMeasured;
    } else if (duration < 0) {
        m_report.add(IssueKind::NegativeDuration, offset,
            say("a duration of {} µs is treated as 0", excerpt(event.duration.text())));
        span.flags |= SpanFlag::notMeasured;
        duration = 0;
    }
    span.end = span.begin + duration;
    return true;
}

void ChromeTraceReader::readSpan(const ChromeEvent& event, uint64_t offset)
{
    SpanRecord span;
    if (!readTime(event.time, offset, span.begin) || !readDuration(event, offset, span))
        return;
    const bool isOwn = m_metadata.isOwn();
    if (!isInSlice(span.begin, span.end)) {
        // A process group is described in full only at its first use, which may be this event.
        if (isOwn && event.arguments.text().find("Process Group Name"sv) != std::string_view::npos)
            m_calls.ownCallOf(readChromeArguments(event.arguments.text()));
        return;
    }
    const EventNames::Entry& entry = m_names.entryFor(event, isOwn ? ""sv : taskTypeOf(event), offset, isOwn);
    const EventMeaning& meaning = entry.meaning;
    // The profiler's own span is as long as the run and says nothing about a part of it.
    if (m_slice && meaning.place == EventPlace::Profiler && !m_slice->contains({span.begin, span.end}))
        return;
    Described described = describe(event, entry, offset, span);
    if (meaning.isCommRange) {
        const ChromeArguments arguments = readChromeArguments(event.arguments.text());
        described.around = {collectiveOfName(m_builder.text(span.name)),
            bytesOfInput(arguments[ChromeArgument::InputDimensions], arguments[ChromeArgument::InputTypes])};
    }
    if (!isOwn && meaning.place == EventPlace::Thread)
        described.step = numberOfStep(event);
    if (span.begin == 0 && !isOwn)
        m_atZero.push_back({span, described, meaning});
    else
        addSpan(span, described, meaning);
}

void ChromeTraceReader::addSpan(const SpanRecord& span, Described& described, const EventMeaning& meaning)
{
    const uint32_t added = m_trace.addSpan(span, described.lane, meaning);
    m_trace.addLaunchEnd(described.correlation, described.lane, added, meaning);
    if (described.step)
        m_trace.steps.add({m_trace.lanes[described.lane].process, *described.step, span.begin, {}, span.end});
    if (described.call) {
        described.call->span = SpanId(added);
        m_builder.addCollective(*described.call);
        if (described.call->peer >= 0 && meaning.isCommRecord)
            m_trace.communication.addRecord(described.lane, span.begin, described.isSend, *described.call);
        else if (described.call->peer >= 0 && !m_metadata.isOwn())
            m_trace.communication.addMessage(added, described.lane, described.isSend, *described.call);
    }
    if (meaning.isCommRange) {
        m_trace.communication.addRange(described.lane, {span.begin, span.end}, described.around);
        if (const auto ends = endsOfMessage(m_builder.text(span.name)))
            m_trace.communication.addEnds(described.lane, span.begin, *ends, described.around.bytes);
    }
}

/// Recorders write 0 where they know no time. A trace may also begin at 0: then the others follow soon.
void ChromeTraceReader::settleAtZero()
{
    TimeRange others = TimeRange::nothing();
    for (const EventLane& lane : m_trace.lanes) {
        if (!lane.range.isNothing())
            others = others.united(lane.range);
    }
    if (m_atZero.empty() || !standsForNoTime(others)) {
        for (ReadSpan& read : m_atZero)
            addSpan(read.span, read.described, read.meaning);
    } else {
        m_report.add(IssueKind::BadTime, m_atZero.front().span.offset,
            say(m_atZero.size() == 1 ? say("{} event has no time: it states 0, long before all others")
                                     : say("{} events have no time: they state 0, long before all others"),
                m_atZero.size()));
    }
    discard(m_atZero);
}

void ChromeTraceReader::readHalf(const ChromeEvent& event, uint64_t offset, bool isEnd)
{
    HalfPairs::Half half;
    half.isEnd = isEnd;
    if (!(IterationClock::appliesTo(event) ? m_iterations.read(event, offset, isEnd, half.span.begin)
                                           : readTime(event.time, offset, half.span.begin)))
        return;
    const EventNames::Entry& entry = m_names.entryFor(event, {}, offset, m_metadata.isOwn());
    half.meaning = entry.meaning;
    std::vector<Begun>& begun = m_begun[wideKeyOf({event.process.text(), event.thread.text()})];
    const StringId name = event.name.text().empty() ? StringId() : entry.name;
    const auto ended = isEnd ? endedBy(name, begun) : begun.end();
    if (ended != begun.end() && event.category.text().empty()
        && m_trace.lanes[ended->lane].place != EventPlace::Thread) {
        half.span.name = entry.name;
        half.span.offset = offset;
        m_halves.add(ended->lane, half);
    } else {
        // An E event need not have a name: it ends whatever is open on its thread.
        const Described described = describe(event, entry, offset, half.span);
        half.correlation = described.correlation;
        m_halves.add(described.lane, half);
        if (!isEnd)
            begun.push_back({described.lane, entry.name});
    }
    if (isEnd && ended != begun.end())
        begun.erase(ended);
}

/// The innermost of this name, or of all without a name.
std::vector<ChromeTraceReader::Begun>::iterator ChromeTraceReader::endedBy(StringId name, std::vector<Begun>& begun)
{
    constexpr size_t deepest = 64; // as of pairs on one lane
    for (size_t back = 0; back < std::min(begun.size(), deepest); ++back) {
        const auto at = std::prev(begun.end(), static_cast<ptrdiff_t>(back) + 1);
        if (!name.isValid() || at->name == name)
            return at;
    }
    return begun.end();
}

/// Fills in everything but the times of a span.
ChromeTraceReader::Described ChromeTraceReader::describe(
    const ChromeEvent& event, const EventNames::Entry& entry, uint64_t offset, SpanRecord& span)
{
    const EventMeaning& meaning = entry.meaning;
    span.name = entry.name;
    span.offset = offset;
    ProfileTrace::takeMeaning(meaning, span);
    const size_t lanes = m_trace.lanes.size();
    Described described = describeArguments(event, entry, span);
    if (m_trace.lanes.size() > lanes && !m_metadata.isOwn())
        m_trace.processes.readPlace(event, m_part);
    if (m_trace.processes.countIterations()) {
        m_trace.processes.readStage(event, m_part);
        m_iterationMarks.read(event, described.lane, {span.begin, std::max(span.begin, span.end)});
    }
    return described;
}

ChromeTraceReader::Described ChromeTraceReader::describeArguments(
    const ChromeEvent& event, const EventNames::Entry& entry, SpanRecord& span)
{
    const EventMeaning& meaning = entry.meaning;
    Described described;
    const std::string_view text = event.arguments.text();
    const bool hasArguments = event.arguments.kind == JsonSlice::Kind::Container;
    if (hasArguments && (meaning.isLaunch || isOnDevice(meaning.place)))
        described.correlation = numberOfArgument(text, "\"correlation\""sv);
    if (hasArguments && meaning.isOperator && !m_metadata.isOwn()) {
        const Inputs inputs = inputsOf(text);
        span.detail = inputs.shapes;
        span.inputs = inputs.all;
    }
    if (hasArguments && isOnDevice(meaning.place) && !m_metadata.isOwn())
        span.inputs = launchOf(text);
    const bool isCompute = meaning.place == EventPlace::Stream && meaning.category == Category::OtherCompute;
    if (!hasArguments || !meaning.readsArguments
        || (isCompute && !event.readArguments && !describesCommunication(text))) {
        described.lane = m_trace.lanes.laneOf(event, meaning.place);
        return described;
    }

    const ReadArguments read = event.readArguments ? ReadArguments() : ReadArguments {readChromeArguments(text), {}};
    const ReadArguments& known = event.readArguments ? *event.readArguments : read;
    const ChromeArguments& arguments = known.arguments;
    std::string_view group;
    std::string_view description;
    EventPlace place = meaning.place;
    if (m_metadata.isOwn()) {
        m_own.take(arguments, span);
        described.call = m_calls.ownCallOf(arguments);
    } else if (meaning.category == Category::MemoryCopy) {
        span.bytes = toNumber<int64_t>(arguments[ChromeArgument::Bytes]).value_or(-1);
    } else {
        described.call = m_calls.describe(known, meaning, span);
        described.isSend = arguments.has(ChromeArgument::DestinationRank);
        if (place != EventPlace::Thread) {
            place = EventPlace::Communication;
            description = m_calls.descriptionOf(arguments);
            group = arguments[ChromeArgument::GroupName];
            group = group.empty() ? description : group;
        }
    }
    const bool isMessage = described.call && described.call->peer >= 0 && !m_metadata.isOwn();
    described.lane = m_trace.lanes.laneOf(event, place, group, description, isMessage);
    return described;
}

StringId ChromeTraceReader::launchOf(std::string_view arguments)
{
    const std::string_view part = launchIn(arguments);
    const std::optional<SliceKey> key = part.empty() ? std::nullopt : sliceKeyOf({part});
    if (!key)
        return {};
    if (const StringId* const known = m_launches.find(*key))
        return *known;
    const std::string launch = launchOfKernel(part);
    return m_launches.insert(*key, launch.empty() ? StringId() : m_builder.intern(launch));
}

ChromeTraceReader::Inputs ChromeTraceReader::inputsOf(std::string_view arguments)
{
    const std::string_view lists = listsIn(arguments);
    if (lists.empty())
        return {};
    const std::optional<SliceKey> key = sliceKeyOf({lists});
    if (const Inputs* const known = key ? m_inputs.find(*key) : nullptr)
        return *known;
    const auto interned
        = [this](const std::string& text) { return text.empty() ? StringId() : m_builder.intern(text); };
    const OperatorArguments recorded = operatorArguments(arguments);
    const Inputs inputs = recorded.dimensions.empty()
        ? Inputs()
        : Inputs {interned(shapesOfInputs(recorded.dimensions)), interned(inputsOfOperator(recorded))};
    return key ? m_inputs.insert(*key, inputs) : inputs;
}

void ChromeTraceReader::readFlow(const ChromeEvent& event, uint64_t offset)
{
    TimeNs time = 0;
    // Correlation numbers of calls and kernels make the flows redundant.
    if (m_trace.launches.isEmpty() && FlowSettler::leadsToDevice(event) && readTime(event.time, offset, time)
        && isInSlice(time, time))
        m_flows.add(event, time);
}

void ChromeTraceReader::readInstant(const ChromeEvent& event, uint64_t offset)
{
    constexpr std::string_view prefix = "ProfilerStep#";
    TimeNs time = 0;
    if (event.name.text() == "[memory]"sv && event.arguments.kind == JsonSlice::Kind::Container) {
        if (readTime(event.time, offset, time) && isInSlice(time, time))
            m_trace.counters.readAllocation(event, time);
    } else if (event.name.text().starts_with(prefix)) {
        const std::optional<int> number = toNumber<int>(event.name.text().substr(prefix.size()));
        if (!number || !readTime(event.time, offset, time))
            return;
        const std::string process = jsonText(event.process.text(), longestEventText);
        TimeNs duration = 0;
        if (!m_metadata.isOwn())
            m_trace.steps.add({process, *number, time});
        else if (event.duration.kind != JsonSlice::Kind::Absent && readTime(event.duration, offset, duration))
            m_own.takeStep(event, {process, *number, time, time + std::max<TimeNs>(duration, 0)}, m_trace.steps);
        else if (event.category.text() == "step"sv)
            m_trace.steps.add({process, *number, time});
    } else if (!m_metadata.isOwn() && !event.name.text().empty() && !isOfRecorder(event.name.text())
        && readTime(event.time, offset, time) && isInSlice(time, time)) {
        const auto text
            = [this](const JsonSlice& slice) { return m_builder.intern(jsonText(slice.text(), longestEventText)); };
        m_instants.push_back({text(event.process), text(event.thread), text(event.name), time, offset});
    }
}

/// Marks that a program set are on its threads, beside what these do: elsewhere they name nothing that is drawn.
void ChromeTraceReader::addInstants()
{
    const EventLanes& lanes = m_trace.lanes;
    const bool isProfiled
        = std::any_of(lanes.begin(), lanes.end(), [](const EventLane& lane) { return isOnDevice(lane.place); });
    for (const Instant& instant : m_instants) {
        const auto textOf = [this](StringId id) { return std::string(m_builder.text(id)); };
        const auto lane = isProfiled ? lanes.find(textOf(instant.process), textOf(instant.thread), EventPlace::Thread)
                                     : std::nullopt;
        if (!lane || instant.time < lanes[*lane].range.begin || instant.time > lanes[*lane].range.end) {
            m_report.add(
                IssueKind::MarksLeftOut, instant.offset, say("the mark \"{}\"", excerpt(textOf(instant.name))));
            continue;
        }
        SpanRecord span;
        span.begin = span.end = instant.time;
        span.name = instant.name;
        span.category = Category::Host;
        span.offset = instant.offset;
        m_trace.addSpan(span, *lane, {});
    }
    discard(m_instants);
}

void ChromeTraceReader::readCounter(const ChromeEvent& event, uint64_t offset)
{
    TimeNs time = 0;
    // The writer's own counters (such as busy ranks) were not recorded by the run.
    const bool isWanted = !m_metadata.isOwn() || event.category.text() == "counter"sv;
    if (!isWanted || !readTime(event.time, offset, time) || !isInSlice(time, time))
        return;
    if (m_metadata.isOwn())
        m_trace.counters.readOwn(event, time);
    else
        m_trace.counters.readCounter(event, time);
}

bool ChromeTraceReader::finish(const std::function<bool()>& mayContinue)
{
    const auto add = [this](const SpanRecord& span, uint32_t lane, const HalfPairs::Half& begin) {
        const uint32_t added = m_trace.addSpan(span, lane, begin.meaning);
        m_trace.addLaunchEnd(begin.correlation, lane, added, begin.meaning);
    };
    if (!m_halves.pair(add, mayContinue))
        return false;
    settleAtZero();
    addInstants();
    TimeRange recorded = TimeRange::nothing();
    for (const EventLane& lane : m_trace.lanes)
        recorded = lane.range.isNothing() ? recorded : recorded.united(lane.range);
    const TimeNs base = m_metadata.baseAt(recorded.isNothing() ? 0 : recorded.begin);
    if (base == 0 && m_metadata.hasBase())
        m_report.add(IssueKind::BadHeader, std::nullopt,
            say("times are on the clock of baseTimeNanoseconds already: it is not added again"));
    ProfileTrace::Settling settling {base, m_slice, m_metadata.isOwn(), {}};
    if (settling.base != 0)
        m_builder.shift(settling.base);
    m_trace.processes.settleRanks({m_metadata.rank(), m_iterations.rank(), m_fileName, m_metadata.isOwn(),
                                      m_slice.has_value(), m_trace.launches.callLanes()},
        m_trace.lanes, settling.base, m_part, m_report);
    if (!m_metadata.isOwn()) {
        settleDeviceProcesses(m_builder, m_trace.lanes, m_trace.processes, m_kernels);
        markDeviceSteps(m_builder, m_trace.lanes, m_trace.processes, settling.base, m_trace.steps);
    }
    m_iterationMarks.settle(m_trace.lanes, m_trace.steps);
    m_flows.settle(m_trace.lanes, settling.base, m_trace.launches);
    const int16_t stage = m_iterations.stage() >= 0 ? m_iterations.stage() : m_metadata.stage();
    if (stage >= 0)
        settling.stageOfRank.emplace(m_trace.processes.rankOfFile(), stage);
    if (!m_trace.settle(settling, m_report, mayContinue))
        return false;
    m_own.settle();
    return true;
}

} // namespace bubblescope
