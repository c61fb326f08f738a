// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "xplanereader.h"

#include "deviceprocesses.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr uint64_t planesField = 1;
constexpr uint64_t hostnamesField = 4;
constexpr size_t longestName = 2048;
constexpr size_t eventsBetweenProgress = 100'000;
constexpr size_t mostCorrelations = 20'000'000;
constexpr TimeNs earliestEpoch = 1'000'000'000'000'000'000; // what is before is counted from the profile's start

/// The number of "/device:GPU:7"; nothing for other planes.
std::optional<int> deviceOf(std::string_view plane)
{
    if (!plane.starts_with("/device:"sv) || plane.starts_with("/device:CPU"sv) || plane.starts_with("/device:CUSTOM"sv))
        return {};
    const std::string_view tail = plane.substr(plane.rfind(':') + 1);
    return toCount(tail.substr(0, tail.find(' ')), 1'000'000);
}

/// "kind:pageable src:0 dest:0 size:4096 async:1"
int64_t sizeOfCopy(std::string_view details)
{
    const size_t at = details.find("size:"sv);
    if (at == std::string_view::npos)
        return -1;
    const std::string_view text = details.substr(at + 5);
    return std::max<int64_t>(toNumber<int64_t>(text.substr(0, text.find(' '))).value_or(-1), -1);
}

std::string keyOf(int device) { return fmt::format("device {}", device); }

} // namespace

EventPlace XPlaneReader::placeOf(const Plane& plane, const XLine& line) const
{
    if (plane.hasStreams)
        return line.name.starts_with("Stream"sv) ? EventPlace::Stream : EventPlace::GpuAnnotation;
    // Of a TPU, the operations are what it does.
    return coversDeviceWork(line.name) ? EventPlace::GpuAnnotation : EventPlace::Stream;
}

bool XPlaneReader::timeOf(const XLine& line, const XEvent& event, TimeRange& range)
{
    constexpr int64_t psPerNs = 1000;
    // Lines may begin in nanoseconds since 1970; what an event adds to that is 106 days at most.
    constexpr TimeNs longestEvent = std::numeric_limits<int64_t>::max() / psPerNs + 1;
    const bool isFar = line.begin > latestTraceTime - longestEvent || line.begin < 0 || event.offsetPs < 0;
    if (isFar || event.durationPs > std::numeric_limits<int64_t>::max() - event.offsetPs) {
        m_report.add(IssueKind::TimeOutOfRange, std::nullopt, say("an event whose time is beyond 64-bit nanoseconds"));
        return false;
    }
    if (event.durationPs < 0)
        m_report.add(IssueKind::NegativeDuration, std::nullopt, say("an event that ends before it begins"));
    // Begin and duration are rounded on their own, as those of Chrome traces are.
    range.begin = line.begin + (event.offsetPs + psPerNs / 2) / psPerNs;
    range.end = range.begin + (std::max<int64_t>(event.durationPs, 0) + psPerNs / 2) / psPerNs;
    return true;
}

void XPlaneReader::takeFact(const XPlane& plane, std::string_view message, Facts& facts) const
{
    const std::optional<XStat> stat = readStat(message, plane);
    if (!stat)
        return;
    const std::string_view name = plane.statName(*stat);
    const bool isNumber = stat->kind == XStat::Kind::Number;
    if (name == "correlation_id"sv && isNumber)
        facts.correlation = static_cast<uint64_t>(stat->number);
    else if (name == "step_num"sv && isNumber && stat->number >= 0 && stat->number <= std::numeric_limits<int>::max())
        facts.step = static_cast<int>(stat->number);
    else if (name == "memcpy_details"sv)
        facts.bytes = sizeOfCopy(plane.textOf(*stat));
    else if (name == "hlo_module"sv)
        facts.module = plane.textOf(*stat);
    else if (name == "hlo_op"sv)
        facts.operation = plane.textOf(*stat);
    else if (name == "source"sv || name == "source_info"sv)
        facts.source = plane.textOf(*stat);
}

StringId XPlaneReader::detailOf(const Facts& facts, std::string_view name)
{
    std::string detail;
    for (const std::string_view part :
        {facts.operation == name ? std::string_view() : facts.operation, facts.module, facts.source}) {
        if (!part.empty())
            detail.append(detail.empty() ? "" : ", ").append(toUtf8(clipped(part, longestName)));
    }
    return detail.empty() ? StringId() : m_trace.builder.intern(detail);
}

uint32_t XPlaneReader::laneOf(int device, std::string thread, std::string_view name, EventPlace place)
{
    EventLane lane;
    lane.process = keyOf(device);
    lane.thread = std::move(thread);
    lane.place = place;
    m_trace.processes.addThread(lane.process, lane.thread, toUtf8(clipped(name, longestName)));
    return m_trace.lanes.laneOf(std::move(lane));
}

void XPlaneReader::readSpan(const XPlane& plane, const XLine& line, const XEvent& event, const XEventName& name,
    uint32_t lane, EventPlace place, bool isCopyLane)
{
    TimeRange range;
    if (event.isAggregate || !timeOf(line, event, range))
        return;
    Facts facts;
    for (const std::string_view stat : name.stats)
        takeFact(plane, stat, facts);
    for (const std::string_view stat : event.stats)
        takeFact(plane, stat, facts);
    const std::string_view stated = name.displayName.empty() ? name.name : name.displayName;
    const std::string text = toUtf8(clipped(stated, longestName));
    EventMeaning meaning;
    if (place == EventPlace::Thread) {
        meaning = meaningOfEvent(text, facts.correlation ? "cuda_runtime"sv : "user_annotation"sv);
    } else {
        const DeviceWorkMeaning work = meaningOfDeviceWork(text);
        meaning.category
            = place == EventPlace::Stream ? (isCopyLane ? Category::MemoryCopy : work.category) : Category::Other;
        meaning.operation = place == EventPlace::Stream ? work.operation : Operation::Other;
    }
    meaning.place = place;
    meaning.isLaunch = place == EventPlace::Thread && facts.correlation.has_value();
    if (facts.step && place == EventPlace::Thread) {
        meaning.step = facts.step;
        meaning.scope = LaunchScope::Step;
    }
    SpanRecord span;
    span.begin = range.begin;
    span.end = range.end;
    span.name = text.empty() ? StringId() : m_trace.builder.intern(text);
    span.detail = detailOf(facts, stated);
    ProfileTrace::takeMeaning(meaning, span);
    span.bytes = facts.bytes;
    const uint32_t added = m_trace.addSpan(span, lane, meaning);
    if (place == EventPlace::Thread || place == EventPlace::Stream)
        m_trace.addLaunchEnd(facts.correlation, lane, added, meaning);
}

XLine XPlaneReader::lineOf(const XPlane& plane, std::string_view message)
{
    XLine line;
    if (!readLine(message, line))
        m_report.add(IssueKind::BadRecord, std::nullopt, say("a line of {} that is damaged", excerpt(plane.name)));
    return line;
}

bool XPlaneReader::readDevice(const Plane& device)
{
    const XPlane& plane = device.plane;
    XEvent event;
    for (const std::string_view message : plane.lines) {
        const XLine line = lineOf(plane, message);
        if (line.events.empty())
            continue;
        const EventPlace place = placeOf(device, line);
        const bool isCopyLane = line.name.find("Memcpy"sv) != std::string_view::npos
            && line.name.find("Kernel"sv) == std::string_view::npos
            && line.name.find("Memset"sv) == std::string_view::npos;
        const std::string_view shown = line.displayName.empty() ? line.name : line.displayName;
        const uint32_t lane = laneOf(device.device, std::to_string(line.id), shown, place);
        for (const std::string_view text : line.events) {
            if (++m_done % eventsBetweenProgress == 0 && !m_mayContinue(m_done))
                return false;
            if (!readEvent(text, event)) {
                m_report.add(IssueKind::BadRecord, std::nullopt, say("an event that is damaged"));
                continue;
            }
            const auto name = plane.eventNames.find(event.name);
            readSpan(plane, line, event, name == plane.eventNames.end() ? XEventName() : name->second, lane, place,
                isCopyLane);
        }
        // Host threads are told by what they start.
        for (const std::string_view text : line.events) {
            Facts facts;
            if (place != EventPlace::Stream || !readEvent(text, event) || m_deviceOfNumber.size() >= mostCorrelations)
                break;
            for (const std::string_view stat : event.stats)
                takeFact(plane, stat, facts);
            if (facts.correlation)
                m_deviceOfNumber.emplace(*facts.correlation, device.device);
        }
        m_release(message);
    }
    return true;
}

/// The first device, where a thread starts nothing.
int XPlaneReader::deviceOfThread(const XPlane& plane, const XLine& line) const
{
    std::map<int, uint64_t> votes;
    XEvent event;
    for (const std::string_view text : line.events) {
        Facts facts;
        if (m_devices.size() < 2 || !readEvent(text, event))
            break;
        for (const std::string_view stat : event.stats)
            takeFact(plane, stat, facts);
        const auto device = facts.correlation ? m_deviceOfNumber.find(*facts.correlation) : m_deviceOfNumber.end();
        if (device != m_deviceOfNumber.end())
            ++votes[device->second];
    }
    const auto most = std::max_element(
        votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most != votes.end() ? most->first : m_devices.empty() ? 0 : m_devices.front();
}

bool XPlaneReader::readHost(const Plane& host)
{
    const XPlane& plane = host.plane;
    XEvent event;
    for (const std::string_view message : plane.lines) {
        const XLine line = lineOf(plane, message);
        if (line.events.empty())
            continue;
        const std::string_view shown = line.displayName.empty() ? line.name : line.displayName;
        const uint32_t lane
            = laneOf(deviceOfThread(plane, line), fmt::format("{}", line.id), shown, EventPlace::Thread);
        for (const std::string_view text : line.events) {
            if (++m_done % eventsBetweenProgress == 0 && !m_mayContinue(m_done))
                return false;
            if (!readEvent(text, event)) {
                m_report.add(IssueKind::BadRecord, std::nullopt, say("an event that is damaged"));
                continue;
            }
            const auto name = plane.eventNames.find(event.name);
            readSpan(plane, line, event, name == plane.eventNames.end() ? XEventName() : name->second, lane,
                EventPlace::Thread, false);
        }
        m_release(message);
    }
    return true;
}

bool XPlaneReader::read(std::string_view text, const std::function<bool(uint64_t)>& mayContinue)
{
    m_mayContinue = mayContinue;
    std::vector<Plane> planes;
    std::string host;
    TimeNs base = 0;
    WireReader space(text);
    while (true) {
        const size_t offset = space.position();
        const auto field = space.next();
        if (!field)
            break;
        if (field->number == hostnamesField && field->kind == WireReader::Kind::Bytes)
            host = toUtf8(clipped(field->bytes, 200));
        if (field->number != planesField || field->kind != WireReader::Kind::Bytes)
            continue;
        Plane plane;
        plane.offset = offset;
        if (!readPlane(field->bytes, plane.plane))
            m_report.add(IssueKind::BadRecord, offset, say("a plane that is damaged"));
        if (const auto device = deviceOf(plane.plane.name)) {
            plane.device = *device;
            ++m_deviceCount;
            for (const std::string_view message : plane.plane.lines) {
                XLine line;
                readLine(message, line);
                plane.hasStreams = plane.hasStreams || line.name.starts_with("Stream"sv);
            }
        }
        for (const std::string_view message : plane.plane.stats) {
            const std::optional<XStat> stat = readStat(message, plane.plane);
            if (stat && plane.plane.statName(*stat) == "profile_start_time"sv && stat->number > 0
                && stat->number < latestTraceTime / 16 * 15)
                base = stat->number;
        }
        planes.push_back(std::move(plane));
    }
    if (space.isDamaged())
        m_report.add(
            IssueKind::TruncatedFile, space.position(), say("the profile breaks off; what precedes it is kept"));
    std::stable_sort(planes.begin(), planes.end(), [](const Plane& a, const Plane& b) { return a.device < b.device; });
    for (const Plane& plane : planes) {
        if (plane.device < 0 || plane.plane.lines.empty())
            continue;
        m_devices.push_back(plane.device);
        if (!readDevice(plane))
            return false;
    }
    for (const Plane& plane : planes) {
        const bool isHost = plane.device < 0 && plane.plane.name.starts_with("/host:"sv);
        if (isHost && !readHost(plane))
            return false;
    }
    if (m_trace.builder.isEmpty())
        return true;
    if (m_devices.empty())
        m_devices.push_back(0);
    for (const int device : m_devices) {
        TraceProcesses::Process process;
        process.name = keyOf(device);
        process.labels = fmt::format("GPU {}", device);
        process.rank = device;
        process.launchScope = 0; // the host numbers what it launches on all devices
        m_trace.processes.add(keyOf(device), std::move(process));
    }
    if (!host.empty())
        m_trace.part.worker = WorkerName {host, -1};
    m_trace.part.countsRanks = true;
    ProfileTrace::Settling settling;
    const bool isRelative = m_trace.builder.range(0).begin < earliestEpoch;
    settling.base = isRelative ? base : 0;
    m_trace.builder.shift(settling.base);
    m_trace.processes.takeStatedRanks(m_trace.lanes, settling.base, m_trace.part);
    return m_trace.settle(settling, m_report, [this] { return m_mayContinue(m_done); });
}

} // namespace bubblescope
