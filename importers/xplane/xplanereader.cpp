// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "xplanereader.h"

#include "deviceprocesses.h"
#include "plainnumber.h"
#include "textencoding.h"
#include "tracetime.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr uint64_t planesField = 1;
constexpr uint64_t hostnamesField = 4;
constexpr size_t longestLane = 2048;
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

std::string deviceKey(int device) { return fmt::format("device {}", device); }

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
    const auto rounded = [](int64_t ps) { return ps / psPerNs + (ps % psPerNs >= psPerNs / 2 ? 1 : 0); };
    range.begin = line.begin + rounded(event.offsetPs);
    range.end = range.begin + rounded(std::max<int64_t>(event.durationPs, 0));
    return true;
}

uint32_t XPlaneReader::laneOf(int device, std::string thread, std::string_view name, EventPlace place)
{
    EventLane lane;
    lane.process = deviceKey(device);
    lane.thread = std::move(thread);
    lane.place = place;
    m_trace.processes.addThread(lane.process, lane.thread, toUtf8(clipped(name, longestLane)));
    return m_trace.lanes.laneOf(std::move(lane));
}

void XPlaneReader::readSpan(XPlaneKinds& kinds, const XLine& line, const XEvent& event, const Lane& lane)
{
    TimeRange range;
    if (event.isAggregate || !timeOf(line, event, range))
        return;
    XKind& kind = kinds.of(event.name);
    XFacts facts = kind.facts;
    for (const std::string_view stat : event.stats)
        kinds.take(stat, facts);
    const XKind::Use onDevice = lane.place != EventPlace::Stream ? XKind::Annotation
        : lane.isCopies                                          ? XKind::Copy
                                                                 : XKind::Work;
    const XKind::Use onThread = facts.correlation ? XKind::Call : XKind::Range;
    const bool isHost = lane.place == EventPlace::Thread;
    EventMeaning meaning = kinds.meaningOf(kind, isHost ? onThread : onDevice);
    if (facts.step && isHost && !m_hasSteps) {
        meaning.step = facts.step;
        meaning.scope = LaunchScope::Step;
    }
    SpanRecord span;
    span.begin = range.begin;
    span.end = range.end;
    span.name = kind.name;
    span.detail = kinds.detailOf(kind, facts);
    ProfileTrace::takeMeaning(meaning, span);
    span.bytes = facts.bytes;
    const uint32_t added = m_trace.addSpan(span, lane.number, meaning);
    if (lane.isSteps)
        noteStep(kind, facts, lane.device, range);
    if (!isHost && lane.place != EventPlace::Stream)
        return;
    m_trace.addLaunchEnd(facts.correlation, lane.number, added, meaning);
    // Host threads are told by what they start.
    if (!isHost && m_hasSeveral && facts.correlation && m_deviceOfNumber.size() < mostCorrelations)
        m_deviceOfNumber.emplace(*facts.correlation, lane.device);
}

/// XProf works out on its own what belongs to a step.
void XPlaneReader::noteStep(const XKind& kind, const XFacts& facts, int device, TimeRange range)
{
    int& last = m_lastStep.try_emplace(device, -1).first->second;
    last = nextStepNumber(last, facts.step ? facts.step : toCount(kind.text));
    m_trace.steps.add({deviceKey(device), last, range.begin, range.end});
    m_hasSteps = true;
}

/// What was read of a long line is released on the way.
bool XPlaneReader::readEvents(XPlaneKinds& kinds, std::string_view message, const XLine& line, const Lane& lane)
{
    XEvent event;
    const char* released = message.data();
    const bool isWhole = forEachEvent(message, [&](std::string_view text) {
        if (++m_done % eventsBetweenProgress == 0) {
            if (!m_mayContinue(m_done))
                return false;
            m_release({released, static_cast<size_t>(text.data() - released)});
            released = text.data();
        }
        if (readEvent(text, event))
            readSpan(kinds, line, event, lane);
        else
            m_report.add(IssueKind::BadRecord, std::nullopt, say("an event that is damaged"));
        return true;
    });
    m_release({released, static_cast<size_t>(message.data() + message.size() - released)});
    return isWhole;
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
    XPlaneKinds kinds(plane, m_trace.builder, m_kernels);
    for (size_t i = 0; i < plane.lines.size(); ++i) {
        const XLine& line = device.lines[i];
        if (!line.hasEvents)
            continue;
        const std::string_view shown = line.displayName.empty() ? line.name : line.displayName;
        Lane lane;
        lane.place = placeOf(device, line);
        lane.isCopies = line.name.find("Memcpy"sv) != std::string_view::npos
            && line.name.find("Kernel"sv) == std::string_view::npos
            && line.name.find("Memset"sv) == std::string_view::npos;
        lane.device = device.device;
        lane.isSteps = lane.place == EventPlace::GpuAnnotation && line.name == "Steps"sv;
        lane.number = laneOf(device.device, std::to_string(line.id), shown, lane.place);
        if (!readEvents(kinds, plane.lines[i], line, lane))
            return false;
    }
    return true;
}

/// The model is not stated. NVIDIA's are told by their speeds, but no preset is like those of other vendors.
void XPlaneReader::noteVendor(const XPlane& plane)
{
    for (const std::string_view message : plane.stats) {
        const std::optional<XStat> stat = readStat(message, plane, [](uint64_t) { return true; });
        if (!stat || plane.statName(*stat) != "device_vendor"sv)
            continue;
        const std::string vendor = toUtf8(clipped(plane.textOf(*stat), 40));
        if (!vendor.empty() && vendor != "Nvidia")
            m_trace.part.machine.addDevice(vendor + " GPU");
    }
}

/// The first device, where a thread starts nothing.
int XPlaneReader::deviceOfThread(const XPlaneKinds& kinds, std::string_view message) const
{
    std::map<int, uint64_t> votes;
    XEvent event;
    forEachEvent(message, [&](std::string_view text) {
        if (!m_hasSeveral || !readEvent(text, event))
            return false;
        XFacts facts;
        for (const std::string_view stat : event.stats)
            kinds.take(stat, facts);
        const auto device = facts.correlation ? m_deviceOfNumber.find(*facts.correlation) : m_deviceOfNumber.end();
        if (device != m_deviceOfNumber.end())
            ++votes[device->second];
        return true;
    });
    const auto most = std::max_element(
        votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most != votes.end() ? most->first : m_devices.empty() ? 0 : m_devices.front();
}

bool XPlaneReader::readHost(const Plane& host)
{
    const XPlane& plane = host.plane;
    XPlaneKinds kinds(plane, m_trace.builder, m_kernels);
    for (size_t i = 0; i < plane.lines.size(); ++i) {
        const XLine& line = host.lines[i];
        if (!line.hasEvents)
            continue;
        const std::string_view shown = line.displayName.empty() ? line.name : line.displayName;
        Lane lane;
        lane.number = laneOf(deviceOfThread(kinds, plane.lines[i]), std::to_string(line.id), shown, lane.place);
        if (!readEvents(kinds, plane.lines[i], line, lane))
            return false;
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
        }
        if (plane.device >= 0 || plane.isHost()) {
            for (const std::string_view message : plane.plane.lines)
                plane.lines.push_back(lineOf(plane.plane, message));
            plane.hasStreams = std::any_of(plane.lines.begin(), plane.lines.end(),
                [](const XLine& line) { return line.name.starts_with("Stream"sv); });
        }
        for (const std::string_view message : plane.plane.stats) {
            const std::optional<XStat> stat = readStat(message, plane.plane, [](uint64_t) { return true; });
            if (stat && plane.plane.statName(*stat) == "profile_start_time"sv && stat->number > 0
                && stat->number < latestTraceTime / 16 * 15)
                base = stat->number;
        }
        planes.push_back(std::move(plane));
    }
    if (space.isDamaged())
        m_report.add(
            IssueKind::TruncatedFile, space.position(), say("the profile breaks off; what precedes it is kept"));
    m_hasSeveral = std::count_if(planes.begin(), planes.end(), [](const Plane& p) {
        return p.device >= 0 && !p.plane.lines.empty();
    }) > 1;
    std::stable_sort(planes.begin(), planes.end(), [](const Plane& a, const Plane& b) { return a.device < b.device; });
    for (const Plane& plane : planes) {
        if (plane.device < 0 || plane.plane.lines.empty())
            continue;
        m_devices.push_back(plane.device);
        noteVendor(plane.plane);
        if (!readDevice(plane))
            return false;
    }
    for (const Plane& plane : planes) {
        if (plane.isHost() && !readHost(plane))
            return false;
    }
    if (m_trace.builder.isEmpty())
        return true;
    if (m_devices.empty())
        m_devices.push_back(0);
    for (const int device : m_devices) {
        TraceProcesses::Process process;
        process.name = deviceKey(device);
        process.labels = fmt::format("GPU {}", device);
        process.rank = device;
        process.launchScope = 0; // the host numbers what it launches on all devices
        m_trace.processes.add(deviceKey(device), std::move(process));
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
