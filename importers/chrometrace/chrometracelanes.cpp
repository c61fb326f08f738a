// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometracereader.h"

#include "tracename.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 5> laneWords {"compute", "communication", "stream", "host", "thread"};

std::string trimmed(std::string text)
{
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

void raise(std::optional<int>& size, int least) { size = std::max(size.value_or(0), least); }

/// PyTorch 1.8 says "stream 7" where later versions say 7.
std::string streamName(const std::string& thread)
{
    return thread.starts_with("stream ") ? thread : fmt::format("stream {}", thread);
}

} // namespace

std::string_view chromeLaneWord(Lane lane) { return laneWords[static_cast<size_t>(lane)]; }

bool ChromeTraceReader::finish(const std::function<bool()>& goesOn)
{
    for (uint32_t lane = 0; lane < m_lanes.size(); ++lane) {
        if (!m_lanes[lane].halves.empty() && !goesOn())
            return false;
        pairHalves(lane);
    }
    if (m_base != 0)
        m_builder.shift(m_base);
    settleRanks();
    settleDevices();
    settleFlows();
    if (!goesOn())
        return false;
    settleLaunches();
    if (!goesOn())
        return false;
    settleMessages();
    if (m_counters.dropped() > 0) {
        m_report.add(IssueKind::BadRecord, std::nullopt,
            fmt::format(
                "more counters than can be drawn: {} samples of the later ones are left out", m_counters.dropped()));
    }
    m_counters.finish(m_builder, m_base, [this](const std::string& process) { return rankOfProcess(process); });
    settleMeanings();
    settleTracks();
    settleSteps();
    settleParents();
    settleOwnLaunches();
    if (m_microbatches > 0)
        m_part.layout.microbatches = m_microbatches;
    m_part.groupsByTime = true;
    return true;
}

/// A process has the rank its name tells, which is how traces of several ranks are merged; all others have the file's.
void ChromeTraceReader::settleRanks()
{
    bool hasNamed = false;
    int32_t lowest = std::numeric_limits<int32_t>::max();
    for (auto& [id, process] : m_processes) {
        std::optional<int> rank = m_rank ? std::nullopt : rankOfProcessName(process.name);
        if (const auto place = m_rank ? std::nullopt : placeOfProcessName(process.name)) {
            // Merged by MegaScan: the process's number is the global rank.
            if (const auto number = toNumber<int32_t>(id); number && *number >= 0)
                rank = *number;
            process.stage = place->pipeline;
            raise(m_part.layout.data, place->data + 1);
            raise(m_part.layout.pipeline, place->pipeline + 1);
            raise(m_part.layout.tensor, place->tensor + 1);
        }
        process.rank = rank.value_or(-1);
        if (rank) {
            hasNamed = true;
            lowest = std::min(lowest, *rank);
        }
    }
    if (!m_rank && !hasNamed)
        m_rank = m_rankOfEvents;
    m_part.worker = workerOfFile();
    int32_t ofFile = m_rank.value_or(-1);
    if (!m_rank && hasNamed) {
        ofFile = lowest;
    } else if (!m_rank && !m_builder.isEmpty() && !m_part.worker) {
        if (const std::optional<int> rank = rankOfFileName(m_fileName)) {
            ofFile = *rank;
            m_report.add(IssueKind::RankNotStated, std::nullopt, fmt::format("rank {} was taken from the name", *rank));
        }
    }
    for (auto& [id, process] : m_processes)
        process.rank = process.rank < 0 ? ofFile : process.rank;
    m_rank = ofFile;

    std::map<int32_t, TimeRange> ranges;
    for (const EventLane& lane : m_lanes) {
        if (lane.range.isNothing())
            continue;
        const auto [place, isNew] = ranges.try_emplace(rankOf(lane), TimeRange::nothing());
        place->second = place->second.united({lane.range.begin + m_base, lane.range.end + m_base});
    }
    // Of a part of the run that holds nothing of this file, the rank is known all the same.
    if (ranges.empty() && m_slice) {
        const std::optional<int> rank = ofFile >= 0 ? std::optional<int>(ofFile) : rankOfFileName(m_fileName);
        if (rank)
            ranges.emplace(*rank, TimeRange::nothing());
    }
    for (const auto& [rank, range] : ranges) {
        m_part.ranks.push_back(rank);
        m_part.ranges.push_back(range);
    }
}

/// A name that ends with a process and a time is a worker's only where the process is in the trace; "rank3_12" is a
/// name that somebody chose.
std::optional<WorkerName> ChromeTraceReader::workerOfFile() const
{
    std::optional<WorkerName> worker = m_isOwn ? std::nullopt : workerOfName(m_fileName);
    if (!worker || parseTraceName(worker->host, {}).rank)
        return {};
    const std::string process = std::to_string(worker->process);
    const bool isHere = m_fileName.find("_ascend_pt") != std::string::npos
        || std::any_of(m_lanes.begin(), m_lanes.end(),
            [&process](const EventLane& lane) { return lane.place == EventPlace::Thread && lane.process == process; });
    return isHere ? worker : std::nullopt;
}

int32_t ChromeTraceReader::rankOfProcess(const std::string& name) const
{
    const auto process = m_processes.find(name);
    return process == m_processes.end() ? *m_rank : process->second.rank;
}

std::string ChromeTraceReader::laneName(const EventLane& lane) const
{
    const auto known = m_threads.find({lane.process, lane.thread});
    std::string thread = known == m_threads.end() ? std::string() : trimmed(known->second.name);
    switch (lane.place) {
    case EventPlace::Profiler:
        return "profiler";
    case EventPlace::Communication:
        // Groups of one description are told apart by their names, on every rank alike.
        if (!lane.description.empty() && lane.description != lane.group)
            return fmt::format("comm {} ({})", lane.description, lane.group);
        if (lane.group.empty() && !thread.empty() && !thread.starts_with("stream"))
            return thread;
        return lane.group.empty() ? fmt::format("comm {}", streamName(lane.thread))
                                  : fmt::format("comm {}", lane.group);
    case EventPlace::Stream:
    case EventPlace::GpuAnnotation:
    case EventPlace::Synchronization:
        if (thread.empty())
            thread = streamName(lane.thread);
        return lane.place == EventPlace::Stream       ? thread
            : lane.place == EventPlace::GpuAnnotation ? fmt::format("{} annotations", thread)
                                                      : fmt::format("{} sync", thread);
    case EventPlace::Thread:
        break;
    }
    if (thread.empty())
        return lane.thread.empty() ? std::string("events") : fmt::format("thread {}", lane.thread);
    // "thread 59811 (python3)": the program's name says nothing.
    return !m_isOwn && thread.starts_with("thread ") && thread.ends_with(')') ? thread.substr(0, thread.find(" ("))
                                                                              : thread;
}

std::vector<uint32_t> ChromeTraceReader::lanesByTrack() const
{
    std::vector<uint32_t> lanes;
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        lanes.resize(std::max<size_t>(lanes.size(), m_lanes[i].track.value + 1), 0);
        lanes[m_lanes[i].track.value] = i;
    }
    return lanes;
}

/// The lane's name, with what tells it from its namesakes: the device, the process.
std::string ChromeTraceReader::nameApart(const TrackKey& key, const EventLane& lane, std::set<std::string>& taken) const
{
    const auto identity = [&key](std::string_view name) {
        return fmt::format("{} {} {} {}", key.rank, static_cast<int>(key.lane), static_cast<int>(key.group), name);
    };
    std::string name(key.name);
    if (taken.insert(identity(name)).second)
        return name;
    const auto process = m_processes.find(lane.process);
    const bool isDevice = process != m_processes.end() && process->second.labels.starts_with("GPU");
    const std::string owner = isDevice                                 ? process->second.labels
        : process == m_processes.end() || process->second.name.empty() ? fmt::format("process {}", lane.process)
                                                                       : process->second.name;
    name = fmt::format("{} ({})", key.name, owner);
    for (int number = 2; !taken.insert(identity(name)).second; ++number)
        name = fmt::format("{} ({} #{})", key.name, owner, number);
    return name;
}

void ChromeTraceReader::settleTracks()
{
    // Stages that passes of a rank name: a rank that runs one stage only is in it.
    std::map<int32_t, std::set<int16_t>> stages;
    std::map<int32_t, std::pair<TimeNs, uint32_t>> busiest;
    for (const Pass& pass : m_passes) {
        if (pass.stage >= 0)
            stages[rankOf(m_lanes[pass.lane])].insert(pass.stage);
    }
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        const EventLane& lane = m_lanes[i];
        if (const auto process = m_processes.find(lane.process);
            process != m_processes.end() && process->second.stage >= 0)
            stages[rankOf(lane)].insert(process->second.stage);
        if (lane.place == EventPlace::Stream) {
            auto& best = busiest.try_emplace(rankOf(lane), -1, 0).first->second;
            if (lane.busy > best.first)
                best = {lane.busy, i};
        }
    }
    if (m_stage >= 0 && m_rank)
        stages[*m_rank].insert(m_stage);
    std::set<std::string> taken;
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        const EventLane& lane = m_lanes[i];
        TrackKey key;
        key.rank = rankOf(lane);
        const auto stage = stages.find(key.rank);
        key.stage = stage != stages.end() && stage->second.size() == 1 ? *stage->second.begin() : int16_t(-1);
        switch (lane.place) {
        case EventPlace::Thread:
            key.lane = Lane::Thread;
            break;
        case EventPlace::Stream:
            key.lane = busiest[key.rank].second == i ? Lane::Compute : Lane::Stream;
            break;
        case EventPlace::Communication:
            key.lane = Lane::Communication;
            key.group = categoryOfProcessGroup(lane.description.empty() ? lane.group : lane.description);
            break;
        case EventPlace::GpuAnnotation:
        case EventPlace::Synchronization:
        case EventPlace::Profiler:
            key.lane = Lane::Host;
            break;
        }
        if (const auto thread = m_threads.find({lane.process, lane.thread}); m_isOwn && thread != m_threads.end()) {
            const auto word = std::find(laneWords.begin(), laneWords.end(), thread->second.lane);
            if (word != laneWords.end())
                key.lane = static_cast<Lane>(word - laneWords.begin());
            key.group = categoryFromKey(thread->second.group).value_or(Category::Other);
        }
        const std::string plain = laneName(lane);
        key.name = plain;
        const std::string name = nameApart(key, lane, taken);
        key.name = name;
        m_builder.setTrack(lane.track, key);
    }
}

std::set<int32_t> ChromeTraceReader::ranksWithDevice() const
{
    std::set<int32_t> ranks;
    for (const EventLane& lane : m_lanes) {
        if (isOnDevice(lane.place) && !lane.range.isNothing())
            ranks.insert(rankOf(lane));
    }
    return ranks;
}

/// What could not be told before all was read: whether the host's ranges stand for work or only for its launching, and
/// what NCCL's send and receive kernels are.
void ChromeTraceReader::settleMeanings()
{
    const std::set<int32_t> withDevice = ranksWithDevice();
    for (const Pass& pass : m_passes) {
        const EventLane& lane = m_lanes[pass.lane];
        if (lane.place == EventPlace::GpuAnnotation)
            m_builder.setMeaning(pass.span, Category::Other, pass.operation);
        else if (withDevice.count(rankOf(lane)) == 0)
            m_builder.setMeaning(pass.span, pass.category, pass.operation);
        m_microbatches = std::max(m_microbatches, pass.microbatch < largestMicrobatch ? pass.microbatch + 1 : 0);
    }
    // A program that only ever calls all-to-all has no other use for that kernel.
    if (m_hasAllToAll && !m_hasMessages) {
        for (const uint32_t span : m_messageKernels)
            m_builder.setMeaning(span, Category::OtherComm, Operation::AllToAll);
    }
}

/// A step lasts until the next one begins; the last until its range ends or, as it is behind the host, the device is
/// done. Where none is marked, all that was recorded is one; the recording itself is longer.
void ChromeTraceReader::settleSteps()
{
    std::map<std::pair<int32_t, int>, TimeNs> begins;
    std::map<std::pair<int32_t, int>, TimeNs> statedEnds;
    std::map<std::pair<int32_t, int>, TimeNs> rangeEnds;
    for (const StepBegin& step : m_steps) {
        const std::pair key(rankOfProcess(step.process), step.number);
        const auto [place, isNew] = begins.try_emplace(key, step.begin);
        place->second = std::min(place->second, step.begin);
        if (step.end)
            statedEnds[key] = *step.end;
        if (step.rangeEnd) {
            TimeNs& end = rangeEnds.try_emplace(key, *step.rangeEnd).first->second;
            end = std::max(end, *step.rangeEnd);
        }
    }
    std::map<int32_t, TimeRange> recorded;
    std::map<int32_t, TimeNs> deviceEnds;
    for (const EventLane& lane : m_lanes) {
        if (lane.range.isNothing() || lane.place == EventPlace::Profiler)
            continue;
        if (isOnDevice(lane.place)) {
            TimeNs& end = deviceEnds.try_emplace(rankOf(lane), lane.range.end).first->second;
            end = std::max(end, lane.range.end);
        }
        TimeRange& range = recorded.try_emplace(rankOf(lane), TimeRange::nothing()).first->second;
        range = range.united(lane.range);
    }
    for (const auto& [rank, range] : recorded) {
        const auto first = begins.lower_bound({rank, 0});
        if (first == begins.end() || first->first.first != rank)
            begins[{rank, 1}] = range.begin;
    }
    for (auto it = begins.begin(); it != begins.end(); ++it) {
        const auto& [rank, number] = it->first;
        const auto next = std::next(it);
        const auto stated = statedEnds.find(it->first);
        const auto ranged = rangeEnds.find(it->first);
        const auto device = deviceEnds.find(rank);
        const auto range = recorded.find(rank);
        TimeNs end = it->second;
        if (stated != statedEnds.end())
            end = stated->second;
        else if (next != begins.end() && next->first.first == rank)
            end = next->second;
        else if (ranged != rangeEnds.end())
            end = device == deviceEnds.end() ? ranged->second : std::max(ranged->second, device->second);
        else if (range != recorded.end())
            end = range->second.end;
        TimeRange step {it->second, end};
        if (m_slice) // else what was not read would count as idle
            step = step.intersected(*m_slice);
        if (!step.isEmpty())
            m_builder.addStep(rank, {number, {step.begin + m_base, step.end + m_base}});
    }
}

void ChromeTraceReader::settleParents()
{
    for (const auto& [span, parentNumber] : m_ownParents) {
        const auto parent = m_ownNumbers.find(parentNumber);
        if (parent == m_ownNumbers.end() || parent->second >= m_builder.spanCount() || span >= m_builder.spanCount())
            continue;
        // A parent is longer or was written first: so no file can make a ring of parents.
        const TimeNs own = m_builder.range(span).duration();
        const TimeNs outer = m_builder.range(parent->second).duration();
        if (outer > own || (outer == own && parent->second < span))
            m_builder.setParent(span, parent->second);
    }
}

} // namespace bubblescope
