// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracereader.h"

#include "decimaltime.h"
#include "textencoding.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr int32_t unsettledRank = std::numeric_limits<int32_t>::min(); // until finish()
/// What trace.h knows. The bit that is left marks modelled spans beside measured ones, which no file decides.
constexpr uint8_t storedFlags = SpanFlag::fused | SpanFlag::fusedLeg | SpanFlag::untimed | SpanFlag::notMeasured
    | SpanFlag::launchOnly | SpanFlag::waitOnly | SpanFlag::subOperation;

std::string_view placeKey(EventPlace place)
{
    static constexpr std::string_view keys = "tscgyp";
    return keys.substr(static_cast<size_t>(place), 1);
}

} // namespace

ChromeTraceReader::ChromeTraceReader(
    TracePart& part, ImportReport& report, std::string fileName, std::optional<TimeRange> slice)
    : m_part(part), m_builder(part.builder), m_report(report), m_fileName(std::move(fileName)), m_slice(slice)
{
}

void ChromeTraceReader::readTimeOnly(const ChromeEvent& event)
{
    const std::string_view phase = event.phase.text();
    if ((phase != "X"sv && phase != "B"sv) || event.time.kind == JsonSlice::Kind::Container)
        return;
    const std::optional<TimeNs> time = parseDecimalTime(event.time.text(), TimeUnit::Microseconds);
    if (time && *time <= latestTraceTime && *time >= -latestTraceTime)
        m_earliest = std::min(m_earliest.value_or(*time), *time);
}

std::optional<FileStart> ChromeTraceReader::start() const
{
    return m_earliest ? std::optional(FileStart {*m_earliest + m_base, m_base}) : std::nullopt;
}

uint64_t ChromeTraceReader::besides() const
{
    return m_halves * sizeof(HalfEvent) + m_flows.size() * sizeof(Flow) + m_launches.memoryBytes()
        + m_passes.size() * sizeof(Pass) + m_messages.size() * sizeof(Message);
}

bool ChromeTraceReader::isInSlice(TimeNs begin, TimeNs end) const
{
    return !m_slice || (begin < m_slice->end && end >= m_slice->begin);
}

void ChromeTraceReader::readEvent(const ChromeEvent& event, uint64_t offset)
{
    const std::string_view phase = event.phase.text();
    if (phase.size() != 1) {
        // JAX ends its list with an object without anything.
        if (phase.empty() && event.name.text().empty() && event.time.kind == JsonSlice::Kind::Absent)
            return;
        m_report.add(IssueKind::BadRecord, offset,
            phase.empty() ? fmt::format("an event without ph: \"{}\"", excerpt(event.name.text()))
                          : fmt::format("no known phase: \"{}\"", excerpt(phase)));
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
        return readMetadata(event);
    case 'i':
    case 'I':
        return readInstant(event, offset);
    case 'C':
        return readCounter(event, offset);
    case 's':
    case 'f':
        return readFlow(event, offset);
    default:
        return; // objects and asynchronous ranges: no spans
    }
}

bool ChromeTraceReader::readTime(const JsonSlice& slice, uint64_t offset, TimeNs& time)
{
    const std::optional<TimeNs> value = slice.kind == JsonSlice::Kind::Container
        ? std::nullopt
        : parseDecimalTime(slice.text(), TimeUnit::Microseconds);
    if (value && *value <= latestTraceTime && *value >= -latestTraceTime) {
        time = *value;
        return true;
    }
    const bool tooLarge = value
        || (!slice.text().empty() && slice.text().find_first_not_of("0123456789.-+eE"sv) == std::string_view::npos);
    m_report.add(tooLarge ? IssueKind::TimeOutOfRange : IssueKind::BadTime, offset,
        slice.kind == JsonSlice::Kind::Absent
            ? std::string("an event without ts")
            : fmt::format("\"{}\" is {}", excerpt(slice.text()), tooLarge ? "beyond 64-bit nanoseconds" : "no number"));
    return false;
}

void ChromeTraceReader::readSpan(const ChromeEvent& event, uint64_t offset)
{
    SpanRecord span;
    if (!readTime(event.time, offset, span.begin))
        return;
    if (event.duration.kind == JsonSlice::Kind::Absent || event.duration.text() == "null"sv) {
        m_report.add(
            IssueKind::BadRecord, offset, fmt::format("\"{}\" is an X event without dur", excerpt(event.name.text())));
        return;
    }
    TimeNs duration = 0;
    if (!readTime(event.duration, offset, duration)) {
        span.flags |= SpanFlag::notMeasured;
    } else if (duration < 0) {
        m_report.add(IssueKind::NegativeDuration, offset,
            fmt::format("a duration of {} µs is treated as 0", excerpt(event.duration.text())));
        span.flags |= SpanFlag::notMeasured;
        duration = 0;
    }
    span.end = span.begin + duration;
    if (!isInSlice(span.begin, span.end)) {
        // A group is told in full where it occurs first, which may be here.
        if (m_isOwn && event.arguments.text().find("Process Group Name"sv) != std::string_view::npos)
            ownCallOf(readChromeArguments(event.arguments.text()));
        return;
    }
    const NameEntry& entry = entryFor(event, offset);
    // The recording itself is as long as the run, and says nothing of a part of it.
    if (m_slice && entry.meaning.place == EventPlace::Profiler && !m_slice->contains({span.begin, span.end}))
        return;
    Described described = describe(event, entry, offset, span);
    const uint32_t added = addSpan(span, described.lane, entry.meaning);
    if (described.correlation && entry.meaning.isLaunch)
        m_launches.addCall(*described.correlation, described.lane, added);
    else if (described.correlation)
        m_launches.addStarted(*described.correlation, described.lane, added);
    if (described.call) {
        described.call->span = SpanId(added);
        m_builder.addCollective(*described.call);
        if (described.call->peer >= 0 && !entry.meaning.isCommRecord && !m_isOwn)
            m_messages.push_back(
                {added, described.lane, described.isSend, described.call->peer, described.call->communicator});
    }
    if (entry.meaning.isCommRange) {
        const ChromeArguments arguments = readChromeArguments(event.arguments.text());
        m_communicationRanges.add(described.lane, {span.begin, span.end},
            {collectiveOfName(m_builder.text(span.name)),
                bytesOfInput(arguments[ChromeArgument::InputDimensions], arguments[ChromeArgument::InputTypes])});
    }
}

void ChromeTraceReader::readHalf(const ChromeEvent& event, uint64_t offset, bool isEnd)
{
    HalfEvent half;
    half.isEnd = isEnd;
    const bool isOfIteration = event.time.kind == JsonSlice::Kind::Absent
        && (event.relativeTime.kind != JsonSlice::Kind::Absent || event.name.text() == "iteration"sv);
    if (!(isOfIteration ? readIterationTime(event, offset, isEnd, half.span.begin)
                        : readTime(event.time, offset, half.span.begin)))
        return;
    const NameEntry& entry = entryFor(event, offset);
    // An end need not say what it ends: it belongs to the thread whatever its name is.
    const uint32_t number = describe(event, entry, offset, half.span).lane;
    half.meaning = entry.meaning;
    EventLane& lane = m_lanes[number];
    if (lane.isInOrder && lane.lastHalf > half.span.begin) {
        lane.isInOrder = false;
        if (lane.hasPassedOver) {
            m_report.add(IssueKind::IncompleteBlock, offset,
                "B and E events are not in order of time: pairs may be lost in this part, not without --range");
        }
    }
    lane.lastHalf = std::max(lane.lastHalf, half.span.begin);
    if (m_slice && lane.isInOrder && passesOver(lane, half)) {
        lane.hasPassedOver = true;
        return;
    }
    lane.halves.push_back(half);
    ++m_halves;
}

/// Times of MegaScan's files count from the iteration that they are in.
bool ChromeTraceReader::readIterationTime(const ChromeEvent& event, uint64_t offset, bool isEnd, TimeNs& time)
{
    const auto nanoseconds = [](const JsonSlice& slice) -> std::optional<TimeNs> {
        const auto value = parseDecimalTime(slice.text(), TimeUnit::Nanoseconds);
        // A day: more is no iteration, and sums of many must fit.
        constexpr TimeNs longest = TimeNs(86'400) * 1'000'000'000;
        return value && *value >= 0 && *value <= longest ? value : std::nullopt;
    };
    if (const auto rank = toNumber<int32_t>(event.globalRank.text()); rank && *rank >= 0 && *rank <= 10'000'000)
        m_rankOfEvents = *rank;
    if (const auto stage = toNumber<int16_t>(event.pipelineRank.text()); stage && *stage >= 0)
        m_stage = *stage;
    if (m_iterationBegin > latestTraceTime / 2) {
        m_report.add(IssueKind::TimeOutOfRange, offset, "the iterations last longer than 64-bit nanoseconds");
        return false;
    }
    if (event.name.text() == "iteration"sv) {
        if (isEnd) {
            m_iterationBegin += nanoseconds(event.wallTime).value_or(0);
        } else {
            m_iterationBegin += nanoseconds(event.padding).value_or(0);
            m_steps.push_back({jsonText(event.process.text(), longestEventText), ++m_iterations, m_iterationBegin});
        }
        time = m_iterationBegin;
        return true;
    }
    const auto relative = nanoseconds(event.relativeTime);
    if (!relative) {
        m_report.add(
            IssueKind::BadTime, offset, fmt::format("\"{}\" is not a time", excerpt(event.relativeTime.text())));
        return false;
    }
    time = m_iterationBegin + *relative;
    return true;
}

const ChromeTraceReader::NameEntry& ChromeTraceReader::entryFor(const ChromeEvent& event, uint64_t offset)
{
    const std::array<std::string_view, 2> key {event.name.text(), event.category.text()};
    const bool isShort = key[0].size() + key[1].size() <= longestKey;
    const uint64_t hash = isShort ? m_names.hashOf(key) : 0;
    if (isShort) {
        if (const NameEntry* known = m_names.find(key, hash)) {
            if (known->isDamaged)
                noteDamagedName(event, offset);
            return *known;
        }
    }
    m_nameScratch.isDamaged = !isUtf8(event.name.text());
    if (m_nameScratch.isDamaged)
        noteDamagedName(event, offset);
    const std::string name = jsonText(event.name.text(), longestEventText);
    m_nameScratch.name = name.empty() ? StringId() : m_builder.intern(name);
    m_nameScratch.meaning = m_isOwn ? EventMeaning() : meaningOfEvent(name, event.category.text());
    m_nameScratch.meaning.readsArguments = m_isOwn || m_nameScratch.meaning.readsArguments;
    if (m_nameScratch.meaning.isOperator)
        m_operators.insert(m_nameScratch.name);
    if (m_nameScratch.meaning.isLaunch || m_nameScratch.meaning.isCommRecord || m_nameScratch.meaning.isCommRange
        || name.starts_with("c10d::"sv))
        m_partsOfCommunication.insert(m_nameScratch.name);
    if (!m_isOwn && event.category.text() == "user_annotation"sv && name.starts_with("nccl:"sv)) {
        m_hasAllToAll = m_hasAllToAll || collectiveOfName(name) == Operation::AllToAll;
        m_hasMessages
            = m_hasMessages || name.find("send") != std::string::npos || name.find("recv") != std::string::npos;
    }
    return isShort ? m_names.insert(key, hash, m_nameScratch) : m_nameScratch;
}

void ChromeTraceReader::noteDamagedName(const ChromeEvent& event, uint64_t offset)
{
    m_report.add(IssueKind::BadRecord, offset,
        fmt::format("the name \"{}\" is not valid UTF-8: the event is shown without what cannot be read of it",
            excerpt(event.name.text())));
}

/// All but the times of a span.
ChromeTraceReader::Described ChromeTraceReader::describe(
    const ChromeEvent& event, const NameEntry& entry, uint64_t offset, SpanRecord& span)
{
    const EventMeaning& meaning = entry.meaning;
    span.name = entry.name;
    span.offset = offset;
    span.category
        = meaning.isPass ? (meaning.place == EventPlace::Thread ? Category::Host : Category::Other) : meaning.category;
    span.operation = meaning.isPass ? Operation::Other : meaning.operation;
    span.stage = meaning.stage;
    span.microbatch = meaning.microbatch;
    Described described;
    const std::string_view text = event.arguments.text();
    const bool hasArguments = event.arguments.kind == JsonSlice::Kind::Container;
    if (hasArguments && (meaning.isLaunch || isOnDevice(meaning.place)))
        described.correlation = numberOfArgument(text, "\"correlation\""sv);
    const bool isCompute = meaning.place == EventPlace::Stream && meaning.category == Category::OtherCompute;
    if (!hasArguments || !meaning.readsArguments
        || (isCompute && text.find("Collective name"sv) == std::string_view::npos)) {
        described.lane = laneOf(event, meaning.place, {}, {});
        noteCategory(event, described.lane);
        return described;
    }

    const ChromeArguments arguments = readChromeArguments(text);
    std::string_view group;
    std::string_view description;
    EventPlace place = meaning.place;
    if (m_isOwn) {
        takeOwnArguments(arguments, span);
        described.call = ownCallOf(arguments);
    } else if (meaning.category == Category::MemoryCopy) {
        span.bytes = toNumber<int64_t>(arguments[ChromeArgument::Bytes]).value_or(-1);
    } else {
        takeCommunication(arguments, entry, span);
        described.call = callOf(arguments);
        described.isSend = arguments.has(ChromeArgument::DestinationRank);
        if (place != EventPlace::Thread) {
            place = EventPlace::Communication;
            description = descriptionOf(arguments);
            group = arguments[ChromeArgument::GroupName];
            group = group.empty() ? description : group;
        }
    }
    described.lane = laneOf(event, place, group, description);
    noteCategory(event, described.lane);
    return described;
}

void ChromeTraceReader::takeOwnArguments(const ChromeArguments& arguments, SpanRecord& span)
{
    if (const auto category = categoryFromKey(arguments[ChromeArgument::Category]))
        span.category = *category;
    if (const auto operation = operationFromName(arguments[ChromeArgument::Operation]))
        span.operation = *operation;
    span.stage = toNumber<int16_t>(arguments[ChromeArgument::Stage]).value_or(-1);
    span.microbatch = toNumber<int32_t>(arguments[ChromeArgument::Microbatch]).value_or(-1);
    span.bytes = toNumber<int64_t>(arguments[ChromeArgument::Bytes]).value_or(-1);
    span.flags |= toNumber<uint8_t>(arguments[ChromeArgument::Flags]).value_or(0) & storedFlags;
    if (arguments.has(ChromeArgument::Detail))
        span.detail = m_builder.intern(jsonText(arguments[ChromeArgument::Detail], longestEventText));
    if (const auto number = toNumber<uint64_t>(arguments[ChromeArgument::Span]))
        m_ownNumbers[*number] = m_builder.spanCount();
    if (const auto parent = toNumber<uint64_t>(arguments[ChromeArgument::Parent]))
        m_ownParents.emplace_back(m_builder.spanCount(), *parent);
    if (const auto call = toNumber<uint64_t>(arguments[ChromeArgument::Launch]))
        m_ownLaunches.emplace_back(m_builder.spanCount(), *call);
}

uint32_t ChromeTraceReader::laneOf(
    const ChromeEvent& event, EventPlace place, std::string_view group, std::string_view description)
{
    // Kernels of one process group share a lane, whatever stream they run on.
    const std::string_view thread
        = place == EventPlace::Communication && !group.empty() ? std::string_view() : event.thread.text();
    const std::array<std::string_view, 4> key {event.process.text(), thread, placeKey(place), group};
    const bool isShort = key[0].size() + key[1].size() + key[3].size() <= longestKey;
    const uint64_t hash = isShort ? m_laneCache.hashOf(key) : 0;
    if (isShort) {
        if (const uint32_t* known = m_laneCache.find(key, hash))
            return *known;
    }
    EventLane lane;
    lane.process = jsonText(event.process.text(), longestEventText);
    lane.thread = jsonText(thread, longestEventText);
    lane.place = place;
    lane.group = jsonText(group, longestEventText);
    lane.description = jsonText(description, longestEventText);
    const auto number = static_cast<uint32_t>(m_lanes.size());
    const auto [known, isNew] = m_laneIds.try_emplace({lane.process, lane.thread, place, lane.group}, number);
    if (isNew) {
        lane.track
            = m_builder.track({unsettledRank, -1, Lane::Thread, Category::Other, fmt::format("lane {}", number)});
        m_lanes.push_back(std::move(lane));
    }
    if (isShort)
        m_laneCache.insert(key, hash, known->second);
    return known->second;
}

uint32_t ChromeTraceReader::addSpan(const SpanRecord& span, uint32_t number, const EventMeaning& meaning)
{
    EventLane& lane = m_lanes[number];
    lane.range = lane.range.united({span.begin, span.end});
    lane.busy += std::min(span.end - span.begin, latestTraceTime - std::min(lane.busy, latestTraceTime));
    SpanRecord placed = span;
    placed.track = lane.track;
    const uint32_t added = m_builder.addSpan(placed);
    if (meaning.isPass)
        m_passes.push_back({added, number, meaning.category, meaning.operation, meaning.stage, meaning.microbatch});
    if (meaning.scope != LaunchScope::None) {
        m_phases.add(
            number, {span.begin, span.end}, meaning.scope, {meaning.scopeCategory, meaning.stage, meaning.microbatch});
    }
    if (meaning.isMessageKernel && span.operation == Operation::Other)
        m_messageKernels.push_back(added);
    if (meaning.step && meaning.place == EventPlace::Thread)
        m_steps.push_back({lane.process, *meaning.step, span.begin, {}, span.end});
    return added;
}

void ChromeTraceReader::readInstant(const ChromeEvent& event, uint64_t offset)
{
    constexpr std::string_view prefix = "ProfilerStep#";
    TimeNs time = 0;
    if (event.name.text() == "[memory]"sv && event.arguments.kind == JsonSlice::Kind::Container) {
        if (readTime(event.time, offset, time) && isInSlice(time, time))
            m_counters.readAllocation(event, time);
    } else if (event.name.text().starts_with(prefix) && (!m_isOwn || event.category.text() == "step"sv)) {
        const std::optional<int> number = toNumber<int>(event.name.text().substr(prefix.size()));
        if (!number || !readTime(event.time, offset, time))
            return;
        m_steps.push_back({jsonText(event.process.text(), longestEventText), *number, time});
        TimeNs duration = 0;
        if (m_isOwn && event.duration.kind != JsonSlice::Kind::Absent && readTime(event.duration, offset, duration))
            m_steps.back().end = time + std::max<TimeNs>(duration, 0);
    }
}

void ChromeTraceReader::readCounter(const ChromeEvent& event, uint64_t offset)
{
    TimeNs time = 0;
    // What the writer counted itself (busy ranks) is no record of the run.
    const bool isWanted = !m_isOwn || event.category.text() == "counter"sv;
    if (!isWanted || !readTime(event.time, offset, time) || !isInSlice(time, time))
        return;
    if (m_isOwn)
        m_counters.readOwn(event, time);
    else
        m_counters.readCounter(event, time);
}

} // namespace bubblescope
