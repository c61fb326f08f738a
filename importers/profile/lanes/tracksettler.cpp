// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracksettler.h"

#include "communicationnames.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 5> laneWords {"compute", "communication", "stream", "host", "thread"};

std::string withoutTrailingSpaces(std::string text)
{
    while (!text.empty() && text.back() == ' ')
        text.pop_back();
    return text;
}

/// PyTorch 1.8 writes "stream 7" where later versions write 7.
std::string streamName(const std::string& thread)
{
    return thread.starts_with("stream ") ? thread : fmt::format("stream {}", thread);
}

} // namespace

std::string_view chromeLaneWord(Lane lane) { return laneWords[static_cast<size_t>(lane)]; }

std::string TrackSettler::nameOf(const EventLane& lane) const
{
    const TraceProcesses::Thread* const known = m_processes.thread(lane.process, lane.thread);
    std::string thread = known ? withoutTrailingSpaces(known->name) : std::string();
    switch (lane.place) {
    case EventPlace::Profiler:
        return "profiler";
    case EventPlace::Communication:
        // Groups with the same description are distinguished by their names, in the same way on every rank.
        if (!lane.group.empty()) {
            std::string name = fmt::format("comm {}", lane.description.empty() ? lane.group : lane.description);
            if (const EventLane* const shared = sharedStream(lane))
                name += fmt::format(" {}", nameOf(*shared));
            else if (!lane.thread.empty())
                name += fmt::format(" {}", streamName(lane.thread));
            return lane.description.empty() || lane.description == lane.group
                ? name
                : fmt::format("{} ({})", name, lane.group);
        }
        if (!thread.empty() && !thread.starts_with("stream"))
            return thread;
        return fmt::format("comm {}", streamName(lane.thread));
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
    // "thread 59811 (python3)": the program's name adds nothing.
    return !m_isOwn && thread.starts_with("thread ") && thread.ends_with(')') ? thread.substr(0, thread.find(" ("))
                                                                              : thread;
}

/// The stream that computes most, if a process group runs on it, too: nothing there runs beside its collectives.
const EventLane* TrackSettler::sharedStream(const EventLane& lane) const
{
    const auto compute = m_computeStreams.find(m_processes.rankOf(lane.process));
    if (m_isOwn || lane.stream.empty() || compute == m_computeStreams.end())
        return nullptr;
    const EventLane& stream = m_lanes[compute->second];
    return stream.process == lane.process && stream.thread == lane.stream ? &stream : nullptr;
}

/// The lane's name plus what distinguishes it from its namesakes: device, process.
std::string TrackSettler::nameApart(const TrackKey& key, const EventLane& lane)
{
    const auto isFree = [&](std::string_view name) {
        return m_taken.emplace(m_builder.intern(name), key.rank, key.lane, key.group).second;
    };
    std::string name(key.name);
    if (isFree(name))
        return name;
    const TraceProcesses::Process* const process = m_processes.process(lane.process);
    const bool isDevice = process && process->labels.starts_with("GPU");
    const std::string owner = isDevice      ? process->labels
        : !process || process->name.empty() ? fmt::format("process {}", lane.process)
                                            : process->name;
    name = fmt::format("{} ({})", key.name, owner);
    for (int number = 2; !isFree(name); ++number)
        name = fmt::format("{} ({} #{})", key.name, owner, number);
    return name;
}

/// Everything except stage and name, and except which of a rank's streams is the busiest.
TrackKey TrackSettler::keyOf(const EventLane& lane) const
{
    TrackKey key;
    key.rank = m_processes.rankOf(lane.process);
    switch (lane.place) {
    case EventPlace::Thread:
        key.lane = Lane::Thread;
        break;
    case EventPlace::Stream:
        key.lane = Lane::Stream;
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
    return key;
}

void TrackSettler::settle(Stages stages)
{
    m_computeStreams = m_lanes.computeStreams(m_processes.ranksOf(m_lanes));
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        const EventLane& lane = m_lanes[i];
        const int32_t rank = m_processes.rankOf(lane.process);
        if (const auto* process = m_processes.process(lane.process); process && process->stage >= 0)
            stages[rank].insert(process->stage);
    }
    for (uint32_t i = 0; i < m_lanes.size(); ++i) {
        const EventLane& lane = m_lanes[i];
        TrackKey key = keyOf(lane);
        const auto stage = stages.find(key.rank);
        key.stage = stage != stages.end() && stage->second.size() == 1 ? *stage->second.begin() : int16_t(-1);
        if (lane.place == EventPlace::Stream && m_computeStreams[key.rank] == i)
            key.lane = Lane::Compute;
        if (const auto* thread = m_processes.thread(lane.process, lane.thread); m_isOwn && thread) {
            const auto word = std::find(laneWords.begin(), laneWords.end(), thread->lane);
            if (word != laneWords.end())
                key.lane = static_cast<Lane>(word - laneWords.begin());
            key.group = categoryFromKey(thread->group).value_or(Category::Other);
        }
        const std::string plain = nameOf(lane);
        key.name = plain;
        const std::string name = nameApart(key, lane);
        key.name = name;
        m_builder.setTrack(lane.track, key);
    }
}

} // namespace bubblescope
