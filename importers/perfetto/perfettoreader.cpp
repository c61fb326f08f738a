// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "perfettoreader.h"

#include "amdwords.h"
#include "characters.h"
#include "namewords.h"
#include "perfettofields.h"
#include "plainnumber.h"
#include "textencoding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t mostTracks = 1'000'000;
constexpr size_t mostSequences = 100'000;
constexpr size_t deepestSlices = 10'000; // of one track
constexpr int deepestTracks = 64;
constexpr size_t packetsBetweenProgress = 100'000;
constexpr uint64_t bootClock = 6; // what times are in that name no clock
constexpr uint64_t firstSequenceClock = 64; // protos/perfetto/trace/clock_snapshot.proto
constexpr uint64_t lastSequenceClock = 127;

constexpr uint64_t sliceBegin = 1;
constexpr uint64_t sliceEnd = 2;
constexpr uint64_t instantEvent = 3;
constexpr uint64_t counterEvent = 4;
constexpr uint64_t completeEvent = 100; // of Chrome's old phases: a slice with its duration

/// The number behind a word: 4 of "compute agent [4] queue [1]"; -1 where there is none.
int64_t numberBehind(std::string_view text, std::string_view word)
{
    const size_t at = text.find(word);
    if (at == std::string_view::npos)
        return -1;
    std::string_view tail = text.substr(at + word.size());
    tail.remove_prefix(std::min(tail.find_first_not_of(" [#:"sv), tail.size()));
    const size_t size = static_cast<size_t>(
        std::find_if_not(tail.begin(), tail.end(), [](char c) { return isDigit(c); }) - tail.begin());
    return toCount(tail.substr(0, size), largestRank).value_or(-1);
}

/// Of the name of a track, in lower case: whether it shows what a device does, as AMD's writers and others name it
/// ("compute agent [4] queue [1]", "copy to [2]", "stream [1]", "hip activity device 0", "gpu 0 stream 7").
bool isOfDevice(std::string_view name)
{
    static constexpr std::string_view words[]
        = {"gpu"sv, "compute agent"sv, "agent ["sv, "copy to"sv, "hip activity"sv};
    return numberBehind(name, "stream"sv) >= 0
        || std::any_of(std::begin(words), std::end(words),
            [name](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

bool isCategoryOfDevice(std::string_view category)
{
    static constexpr std::string_view words[]
        = {"kernel_dispatch"sv, "memory_copy"sv, "gpu_memcpy"sv, "gpu_memset"sv, "hip_activity"sv};
    return category == "kernel"sv || std::any_of(std::begin(words), std::end(words), [category](std::string_view word) {
        return category.find(word) != std::string_view::npos;
    });
}

std::string unitKey(const std::pair<int64_t, int64_t>& unit) { return fmt::format("{}/{}", unit.first, unit.second); }

} // namespace

bool PerfettoReader::forEachPacket(
    std::string_view text, const std::function<void(std::string_view packet, size_t offset)>& visit)
{
    WireReader trace(text);
    WireReader::Field field;
    size_t offset = 0;
    while (trace.next(field)) {
        if (field.number == PerfettoField::packet && field.kind == WireReader::Kind::Bytes)
            visit(field.bytes, offset);
        offset = trace.position();
    }
    if (trace.isDamaged())
        m_report.add(IssueKind::TruncatedFile, offset, say("the trace breaks off; what precedes it is kept"));
    return !trace.isDamaged();
}

/// TrackDescriptor: uuid=1, name=2, process=3, thread=4, parent_uuid=5, counter=8, static_name=10, atrace_name=13.
void PerfettoReader::readDescriptor(std::string_view message)
{
    uint64_t number = 0;
    Track track;
    const auto readOwner = [this, &track](std::string_view owner, bool isThread) {
        // ProcessDescriptor: pid=1, process_name=6. ThreadDescriptor: pid=1, tid=2, thread_name=5.
        std::string_view name;
        WireReader reader(owner);
        while (const auto field = reader.next()) {
            const auto value = static_cast<int64_t>(field->value & 0xffffffff);
            if (field->number == 1 && field->kind == WireReader::Kind::Number)
                track.process = value;
            else if (isThread && field->number == 2 && field->kind == WireReader::Kind::Number)
                track.thread = value;
            else if (field->number == (isThread ? 5u : 6u) && field->kind == WireReader::Kind::Bytes)
                name = field->bytes;
        }
        if (isThread && track.name.empty())
            track.name = toUtf8(clipped(name, longestEventText));
        else if (!isThread && m_processNames.size() < mostTracks) {
            std::string& known = m_processNames[track.process];
            if (!name.empty()) // told again, it need not be named again
                known = toUtf8(clipped(name, longestEventText));
        }
    };
    WireReader reader(message);
    while (const auto field = reader.next()) {
        const bool isBytes = field->kind == WireReader::Kind::Bytes;
        if (field->number == 1 && !isBytes)
            number = field->value;
        else if ((field->number == 2 || field->number == 10 || field->number == 13) && isBytes)
            track.name = toUtf8(clipped(field->bytes, longestEventText));
        else if (field->number == 3 && isBytes)
            readOwner(field->bytes, false);
        else if (field->number == 4 && isBytes)
            readOwner(field->bytes, true);
        else if (field->number == 5 && !isBytes)
            track.parent = field->value;
        else if (field->number == 8 && isBytes) {
            // CounterDescriptor: unit=3 (3 is bytes), unit_multiplier=4, is_incremental=5.
            track.isCounter = true;
            WireReader described(field->bytes);
            while (const auto part = described.next()) {
                track.isBytes = track.isBytes || (part->number == 3 && part->value == 3);
                track.isIncremental = track.isIncremental || (part->number == 5 && part->value != 0);
                if (part->number == 4 && part->kind == WireReader::Kind::Number)
                    track.multiplier = static_cast<double>(static_cast<int64_t>(part->value));
            }
        }
    }
    const auto known = m_tracks.find(number);
    if (known == m_tracks.end() && m_tracks.size() >= mostTracks)
        return;
    if (known != m_tracks.end() && track.name.empty())
        track.name = std::move(known->second.name);
    m_tracks[number] = std::move(track);
}

int64_t PerfettoReader::processOf(const Track& track) const
{
    const Track* at = &track;
    for (int depth = 0; at->process < 0 && depth < deepestTracks; ++depth) {
        const auto parent = m_tracks.find(at->parent);
        if (parent == m_tracks.end() || at->parent == 0)
            break;
        at = &parent->second;
    }
    if (at->process >= 0)
        return at->process;
    return m_processNames.size() == 1 ? m_processNames.begin()->first : -1;
}

PerfettoReader::Unit PerfettoReader::unitOf(const Track& track) const
{
    const int64_t process = processOf(track);
    const std::string name = lowered(track.name);
    if (track.thread < 0 && isOfDevice(name)) {
        const int64_t gpu = numberBehind(name, "gpu"sv);
        const int64_t number = gpu >= 0 ? gpu : numberBehind(name, "agent"sv);
        if (number >= 0 || m_units.empty())
            return {process, number};
    }
    // Its process's first GPU; what has no process is with the only one.
    const auto first = m_units.lower_bound({process, std::numeric_limits<int64_t>::min()});
    if (first != m_units.end() && first->first == process)
        return *first;
    return m_units.size() == 1 ? *m_units.begin() : Unit {process, -1};
}

void PerfettoReader::findUnits()
{
    std::set<Unit> found;
    for (const auto& [number, track] : m_tracks) {
        if (track.thread >= 0 || track.isCounter || !isOfDevice(lowered(track.name)))
            continue;
        const Unit unit = unitOf(track);
        if (unit.second >= 0)
            found.insert(unit);
    }
    m_units = std::move(found);
}

const PerfettoReader::Drawn& PerfettoReader::drawnOf(uint64_t number)
{
    const auto [at, isNew] = m_drawn.try_emplace(number);
    Drawn& drawn = at->second;
    if (!isNew)
        return drawn;
    static const Track unknown;
    const auto found = m_tracks.find(number);
    const Track& track = found == m_tracks.end() ? unknown : found->second;
    const Unit unit = unitOf(track);
    m_drawnUnits.insert(unit);
    drawn.process = unitKey(unit);
    drawn.isDevice = track.thread < 0 && isOfDevice(lowered(track.name));
    drawn.name = track.name;
    const int64_t stream = numberBehind(lowered(track.name), "stream"sv);
    drawn.thread = track.thread >= 0    ? std::to_string(track.thread)
        : stream >= 0 && drawn.isDevice ? std::to_string(stream)
                                        : fmt::format("track {}", number);
    if (!drawn.name.empty() && !(stream >= 0 && drawn.isDevice))
        m_spans.trace.processes.addThread(drawn.process, drawn.thread, drawn.name);
    return drawn;
}

/// InternedData: event_categories=1, event_names=2, debug_annotation_names=3, each {iid=1, name=2}.
void PerfettoReader::readInterned(std::string_view message, Sequence& sequence)
{
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number < 1 || field->number > 3 || field->kind != WireReader::Kind::Bytes)
            continue;
        uint64_t number = 0;
        std::string_view name;
        WireReader entry(field->bytes);
        while (const auto part = entry.next()) {
            if (part->number == 1)
                number = part->value;
            else if (part->number == 2)
                name = part->bytes;
        }
        auto& names = field->number == 1 ? sequence.categories
            : field->number == 2         ? sequence.names
                                         : sequence.annotations;
        names[number] = name;
    }
}

/// TracePacketDefaults, and of the event's defaults track_uuid=11.
void PerfettoReader::readDefaults(std::string_view message, Sequence& sequence)
{
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number == PerfettoField::timestampClock && field->kind == WireReader::Kind::Number)
            sequence.clock = field->value;
        if (field->number != PerfettoField::eventDefaults || field->kind != WireReader::Kind::Bytes)
            continue;
        WireReader defaults(field->bytes);
        while (const auto part = defaults.next()) {
            if (part->number == 11 && part->kind == WireReader::Kind::Number)
                sequence.track = part->value;
        }
    }
}

/// ClockSnapshot: clocks=1 {clock_id=1, timestamp=2, is_incremental=3, unit_multiplier_ns=4}.
void PerfettoReader::readSnapshot(std::string_view message, Sequence& sequence)
{
    std::map<uint64_t, Clock> clocks;
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number != 1 || field->kind != WireReader::Kind::Bytes)
            continue;
        uint64_t number = 0;
        Clock clock;
        WireReader stated(field->bytes);
        while (const auto part = stated.next()) {
            if (part->number == 1)
                number = part->value;
            else if (part->number == 2)
                clock.begin = part->value;
            else if (part->number == 3)
                clock.isIncremental = part->value != 0;
            else if (part->number == 4)
                clock.unit = std::clamp<uint64_t>(part->value, 1, 1'000'000'000);
        }
        clock.current = clock.begin;
        clocks.emplace(number, clock);
    }
    const auto boot = clocks.find(bootClock);
    if (boot == clocks.end() || boot->second.begin > static_cast<uint64_t>(latestTraceTime))
        return;
    const auto base = static_cast<TimeNs>(boot->second.begin);
    clocks.erase(boot);
    for (auto& [number, clock] : clocks) {
        clock.base = base;
        clocksOf(number, sequence)[number] = clock;
    }
}

/// Those of the system, and others that all writers share, are known once for all.
std::map<uint64_t, PerfettoReader::Clock>& PerfettoReader::clocksOf(uint64_t number, Sequence& sequence)
{
    return number >= firstSequenceClock && number <= lastSequenceClock ? sequence.clocks : m_clocks;
}

/// In ns of the trace; nothing for what cannot be placed.
std::optional<TimeNs> PerfettoReader::timeOf(std::optional<uint64_t> timestamp, uint64_t number, Sequence& sequence)
{
    if (!timestamp)
        return {};
    std::map<uint64_t, Clock>& clocks = clocksOf(number, sequence);
    const auto known = clocks.find(number);
    uint64_t now = *timestamp;
    TimeNs time = 0;
    if (known != clocks.end()) {
        Clock& clock = known->second;
        if (clock.isIncremental)
            now = clock.current += *timestamp;
        constexpr auto latest = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
        int64_t since = 0;
        if (now > latest || clock.begin > latest
            || __builtin_mul_overflow(
                static_cast<int64_t>(now) - static_cast<int64_t>(clock.begin), static_cast<int64_t>(clock.unit), &since)
            || __builtin_add_overflow(clock.base, since, &time))
            return {};
    } else if (now > static_cast<uint64_t>(latestTraceTime)) {
        return {};
    } else {
        time = static_cast<TimeNs>(now);
    }
    return time > latestTraceTime || time < -latestTraceTime ? std::nullopt : std::optional(time);
}

/// DebugAnnotation: name_iid=1, uint_value=3, int_value=4, name=10. AMD's writers number calls and kernels so.
void PerfettoReader::readAnnotation(std::string_view message, const Sequence& sequence, Event& event) const
{
    std::string_view name;
    std::optional<uint64_t> value;
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number == 1 && field->kind == WireReader::Kind::Number) {
            const auto known = sequence.annotations.find(field->value);
            name = known == sequence.annotations.end() ? name : known->second;
        } else if (field->number == 10) {
            name = field->bytes;
        } else if ((field->number == 3 || field->number == 4) && field->kind == WireReader::Kind::Number) {
            value = field->value;
        }
    }
    if (value && *value > 0 && (name == "corr_id"sv || name == "correlation_id"sv || name == "correlation"sv))
        event.correlation = value;
}

/// TrackEvent: category_iids=3, debug_annotations=4, legacy_event=6, type=9, name_iid=10, track_uuid=11,
/// timestamp_absolute_us=16, categories=22, name=23, counter_value=30, double_counter_value=44, flow_ids=47 (old: 36).
bool PerfettoReader::readTrackEvent(std::string_view message, const Sequence& sequence, Event& event) const
{
    WireReader reader(message);
    while (const auto field = reader.next()) {
        const bool isNumber = field->kind == WireReader::Kind::Number;
        const auto interned = [&](const std::unordered_map<uint64_t, std::string_view>& names) {
            const auto known = names.find(field->value);
            return known == names.end() ? std::string_view() : known->second;
        };
        switch (field->number) {
        case 3:
            if (isNumber && event.category.empty())
                event.category = interned(sequence.categories);
            break;
        case 4:
            readAnnotation(field->bytes, sequence, event);
            break;
        case 6: { // LegacyEvent: phase=2, duration_us=3
            WireReader legacy(field->bytes);
            while (const auto part = legacy.next()) {
                if (part->number == 2 && part->value == 'X')
                    event.type = completeEvent;
                else if (part->number == 2 && (part->value == 'B' || part->value == 'E'))
                    event.type = part->value == 'B' ? sliceBegin : sliceEnd;
                else if (part->number == 3 && part->value < uint64_t(latestTraceTime) / 1000)
                    event.duration = static_cast<int64_t>(part->value) * 1000;
            }
            break;
        }
        case 9:
            event.type = field->value;
            break;
        case 10:
            if (isNumber)
                event.name = interned(sequence.names);
            break;
        case 11:
            event.track = field->value;
            event.hasTrack = isNumber;
            break;
        case 16:
            if (field->value < uint64_t(latestTraceTime) / 1000)
                event.time = static_cast<TimeNs>(field->value) * 1000;
            break;
        case 22:
            event.category = field->bytes;
            break;
        case 23:
            event.name = field->bytes;
            break;
        case 30:
            event.value = static_cast<double>(static_cast<int64_t>(field->value));
            break;
        case 44:
            event.value = std::bit_cast<double>(field->value);
            break;
        case 36:
        case 47:
            if (isNumber)
                event.flow = field->value;
            break;
        default:
            break;
        }
    }
    return !reader.isDamaged();
}

void PerfettoReader::close(const Open& open, TimeNs end)
{
    const std::optional<uint32_t> span = m_spans.add({open.begin, std::max(open.begin, end)}, open.lane, *open.named);
    if (span && open.flow && (open.named->meaning.isLaunch || isOnDevice(open.named->meaning.place)))
        m_spans.trace.addLaunchEnd(open.flow, open.lane, *span, open.named->meaning);
}

void PerfettoReader::takeSample(Track& track, double value, TimeNs time)
{
    track.sum = track.isIncremental ? track.sum + value : value;
    const double sample = track.sum * track.multiplier;
    if (!std::isfinite(sample))
        return;
    const Unit unit = unitOf(track);
    m_spans.trace.counters.add(
        {unitKey(unit), track.name, static_cast<int16_t>(std::clamp<int64_t>(unit.second, -1, 4096)),
            track.isBytes ? CounterSeries::Unit::Bytes : CounterSeries::Unit::Plain},
        time, sample);
}

void PerfettoReader::takeEvent(const Event& event, TimeNs time, size_t offset)
{
    m_lastTime = std::max(m_lastTime, time);
    if (event.type == counterEvent) {
        if (const auto track = m_tracks.find(event.track); track != m_tracks.end())
            takeSample(track->second, event.value, time);
        return;
    }
    if (event.type == sliceEnd) {
        const auto open = m_open.find(event.track);
        if (open == m_open.end() || open->second.empty()) {
            m_report.add(IssueKind::IncompleteBlock, offset, say("the end of a slice that did not begin"));
            return;
        }
        close(open->second.back(), time);
        open->second.pop_back();
        return;
    }
    if (event.type != sliceBegin && event.type != instantEvent && event.type != completeEvent)
        return;
    if (m_open.size() >= mostTracks && m_open.count(event.track) == 0)
        return;
    const Drawn& drawn = drawnOf(event.track);
    const bool isDevice = drawn.isDevice || isCategoryOfDevice(event.category);
    const std::string name = toUtf8(clipped(event.name, longestEventText));
    const std::string_view copy = isDevice ? copyOfAmdName(name) : std::string_view();
    std::string_view category = event.category;
    if (isDevice)
        category = !copy.empty() || isCopyKernel(name) ? "gpu_memcpy"sv : "kernel"sv;
    else if (const std::string_view ofAmd = categoryOfAmdCall(category, name); !ofAmd.empty())
        category = ofAmd;
    Open open;
    open.begin = time;
    open.named = &m_spans.named(copy.empty() ? std::string_view(name) : copy, category);
    open.lane = m_spans.laneOf(drawn.process, drawn.thread, open.named->meaning.place);
    open.flow = event.flow ? event.flow : event.correlation;
    if (event.type == instantEvent) {
        close(open, time);
        return;
    }
    if (event.type == completeEvent) {
        close(open, std::min(time + event.duration.value_or(0), latestTraceTime));
        return;
    }
    std::vector<Open>& slices = m_open[event.track];
    if (slices.size() < deepestSlices)
        slices.push_back(open);
    else
        m_report.add(IssueKind::BadRecord, offset, say("slices are nested too deeply"));
}

void PerfettoReader::readPacket(std::string_view packet, size_t offset)
{
    std::optional<uint64_t> timestamp;
    uint64_t number = 0;
    uint64_t flags = 0;
    std::optional<uint64_t> clock;
    std::string_view eventText;
    std::vector<std::pair<uint64_t, std::string_view>> messages; // in their order
    bool isEvent = false;
    bool isKnown = false;
    WireReader reader(packet);
    while (const auto field = reader.next()) {
        const bool isBytes = field->kind == WireReader::Kind::Bytes;
        switch (field->number) {
        case PerfettoField::timestamp:
            timestamp = field->value;
            break;
        case PerfettoField::sequence:
            number = field->value;
            break;
        case PerfettoField::sequenceFlags:
            flags = field->value;
            break;
        case PerfettoField::timestampClock:
            clock = field->value;
            break;
        case PerfettoField::trackEvent:
            isEvent = isBytes;
            eventText = field->bytes;
            break;
        case PerfettoField::internedData:
        case PerfettoField::packetDefaults:
        case PerfettoField::clockSnapshot:
            if (isBytes)
                messages.emplace_back(field->number, field->bytes);
            isKnown = true;
            break;
        case PerfettoField::trackDescriptor:
            isKnown = true;
            break;
        case PerfettoField::compressedPackets:
            ++m_compressed;
            isKnown = true;
            break;
        default:
            break;
        }
    }
    if (reader.isDamaged()) {
        m_report.add(IssueKind::BadRecord, offset, say("a packet that is damaged"));
        return;
    }
    if (!isEvent && !isKnown) {
        ++m_skipped;
        return;
    }
    if (m_sequences.size() >= mostSequences && m_sequences.count(number) == 0)
        return;
    Sequence& sequence = m_sequences[number];
    constexpr uint64_t stateCleared = 1;
    if (flags & stateCleared) {
        sequence.names.clear();
        sequence.categories.clear();
        sequence.annotations.clear();
        sequence.track = 0; // defaults are told again, too: protos/perfetto/trace/trace_packet_defaults.proto
        sequence.clock = 0;
    }
    for (const auto& [kind, message] : messages) {
        if (kind == PerfettoField::internedData)
            readInterned(message, sequence);
        else if (kind == PerfettoField::packetDefaults)
            readDefaults(message, sequence);
        else
            readSnapshot(message, sequence);
    }
    if (!isEvent)
        return;
    Event event;
    if (!readTrackEvent(eventText, sequence, event)) {
        m_report.add(IssueKind::BadRecord, offset, say("an event that is damaged"));
        return;
    }
    if (!event.hasTrack)
        event.track = sequence.track;
    const std::optional<TimeNs> time
        = event.time ? event.time : timeOf(timestamp, clock.value_or(sequence.clock), sequence);
    if (!time) {
        m_report.add(timestamp ? IssueKind::TimeOutOfRange : IssueKind::MissingTime, offset,
            timestamp ? say("an event whose time is beyond 64-bit nanoseconds") : say("an event without a time"));
        return;
    }
    takeEvent(event, *time, offset);
}

bool PerfettoReader::nameUnits()
{
    std::vector<Unit> units(m_drawnUnits.begin(), m_drawnUnits.end());
    if (units.empty())
        return false;
    std::vector<int32_t> ranks;
    std::set<int32_t> stated;
    for (const Unit& unit : units) {
        const auto name = m_processNames.find(unit.first);
        const std::optional<int> rank = name == m_processNames.end() ? std::nullopt : rankOfProcessName(name->second);
        ranks.push_back(rank.value_or(-1));
        if (rank)
            stated.insert(*rank);
    }
    if (stated.size() != units.size())
        ranks = m_spans.countedRanks(units.size());
    std::map<int64_t, int32_t> scopes;
    for (size_t i = 0; i < units.size(); ++i) {
        const auto name = m_processNames.find(units[i].first);
        TraceProcesses::Process process;
        process.name = name == m_processNames.end() || name->second.empty() ? fmt::format("process {}", units[i].first)
                                                                            : name->second;
        if (units[i].second >= 0)
            process.labels = fmt::format("GPU {}", units[i].second);
        process.rank = ranks[i];
        process.launchScope = scopes.try_emplace(units[i].first, static_cast<int32_t>(scopes.size())).first->second;
        m_spans.trace.processes.add(unitKey(units[i]), std::move(process));
    }
    return true;
}

bool PerfettoReader::read(std::string_view text, const std::function<bool()>& mayContinue)
{
    // Tracks first: those of a device tell the units that threads are drawn with.
    size_t packets = 0;
    bool isCancelled = false;
    const auto goOn = [&] {
        isCancelled = isCancelled || (++packets % packetsBetweenProgress == 0 && !mayContinue());
        return !isCancelled;
    };
    {
        WireReader trace(text);
        WireReader::Field field;
        while (trace.next(field) && goOn()) {
            WireReader packet(field.bytes);
            WireReader::Field part;
            while (packet.next(part)) {
                if (part.number == PerfettoField::trackDescriptor && part.kind == WireReader::Kind::Bytes)
                    readDescriptor(part.bytes);
            }
        }
    }
    findUnits();
    forEachPacket(text, [&](std::string_view packet, size_t offset) {
        if (goOn())
            readPacket(packet, offset);
    });
    if (isCancelled)
        return false;
    uint64_t unended = 0;
    for (auto& [track, slices] : m_open) {
        unended += slices.size();
        for (; !slices.empty(); slices.pop_back())
            close(slices.back(), m_lastTime);
    }
    if (unended > 0)
        m_report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("{} slices have no end: they last until the end of the trace", unended));
    if (m_compressed > 0)
        m_report.add(IssueKind::IncompleteBlock, std::nullopt,
            say("{} bundles of compressed packets are left out: run traceconv decompress_packets first", m_compressed));
    if (m_skipped > 0)
        m_report.add(IssueKind::RecordsLeftOut, std::nullopt,
            say("{} packets of other kinds than track events are left out", m_skipped));
    if (!nameUnits())
        return true;
    return m_spans.settle(0, mayContinue);
}

} // namespace bubblescope
