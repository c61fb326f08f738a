// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "eventmeaning.h"
#include "slicecache.h"
#include "tracebuilder.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Where the events of one process and thread are drawn; kernels of one process group share a lane across streams, of as
/// many groups of a process as anybody distinguishes.
struct EventLane {
    std::string process;
    std::string thread;
    EventPlace place = EventPlace::Thread;
    std::string group;       ///< process group of a communication lane
    std::string description; ///< of that process group
    TrackId track;
    TimeRange range = TimeRange::nothing(); ///< of its spans, in the file's times
    bool hasNoCategory = true;              ///< no event of the lane has a category
    TimeNs busy = 0;                        ///< sum of the durations of its spans
    std::string stream;                     ///< of a process group: on which all of it runs; empty if on several
    bool hasStreams = false;                ///< of a process group: some event stated one
};

/// The lanes of a trace, in order of their first events. Names and ranks are settled once everything is read.
class EventLanes {
public:
    explicit EventLanes(TraceBuilder& builder) : m_builder(builder) { }

    /// Collectives of a process group share a lane; its messages have one for each stream, since only those of one
    /// stream wait for each other.
    uint32_t laneOf(const ChromeEvent& event, EventPlace place, std::string_view group = {},
        std::string_view description = {}, bool isMessage = false);
    /// The same by its process, thread, place and group in plain text; made at the first call.
    uint32_t laneOf(EventLane lane);
    /// Adds a span to a lane, in the file's times.
    uint32_t addSpan(SpanRecord span, uint32_t lane);

    size_t size() const { return m_lanes.size(); }
    auto begin() const { return m_lanes.begin(); }
    auto end() const { return m_lanes.end(); }
    const EventLane& operator[](uint32_t lane) const { return m_lanes[lane]; }
    EventLane& operator[](uint32_t lane) { return m_lanes[lane]; }
    /// The lane of this process and thread that has no process group.
    std::optional<uint32_t> find(const std::string& process, const std::string& thread, EventPlace place) const;
    /// Lane numbers, indexed by track.
    std::vector<uint32_t> byTrack() const;
    /// By rank, the lane of the stream that is busiest without communication. `ranks`: the rank of every lane.
    std::map<int32_t, uint32_t> computeStreams(const std::vector<int32_t>& ranks) const;
    /// The ranks with lanes of a device. `ranks`: the rank of every lane.
    std::set<int32_t> ranksWithDevice(const std::vector<int32_t>& ranks) const;

private:
    TraceBuilder& m_builder;
    std::vector<EventLane> m_lanes;
    std::map<std::string, uint32_t, std::less<>> m_groupLanes; ///< how many, by process
    std::unordered_map<SliceKey, uint32_t, SliceKeyHash> m_ids; // by process, thread, place and group
    SliceCache<uint32_t> m_cache; // by the same as the file writes it
};

} // namespace bubblescope
