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
#include <tuple>
#include <vector>

namespace bubblescope {

/// Where events of one process and thread are drawn; kernels of one process group share a lane, whatever their stream.
struct EventLane {
    std::string process;
    std::string thread;
    EventPlace place = EventPlace::Thread;
    std::string group;       ///< process group of a communication lane
    std::string description; ///< of that group
    TrackId track;
    TimeRange range = TimeRange::nothing(); ///< of its spans, in times of the file
    bool hasNoCategory = true;              ///< none of its events has one
    TimeNs busy = 0;                        ///< sum of its spans
};

/// The lanes of a trace, in order of their first events. Their names and ranks are settled once all is read.
class EventLanes {
public:
    explicit EventLanes(TraceBuilder& builder) : m_builder(builder) { }

    uint32_t laneOf(
        const ChromeEvent& event, EventPlace place, std::string_view group = {}, std::string_view description = {});
    /// The same by its process, thread, place and group in plain text; made at the first call.
    uint32_t laneOf(EventLane lane);
    /// Adds a span, with times of the file, to a lane.
    uint32_t addSpan(SpanRecord span, uint32_t lane);

    size_t size() const { return m_lanes.size(); }
    auto begin() const { return m_lanes.begin(); }
    auto end() const { return m_lanes.end(); }
    const EventLane& operator[](uint32_t lane) const { return m_lanes[lane]; }
    EventLane& operator[](uint32_t lane) { return m_lanes[lane]; }
    /// The lane without a process group that was made for such events.
    std::optional<uint32_t> find(const std::string& process, const std::string& thread, EventPlace place) const;
    /// The lane of every track, by the track's number.
    std::vector<uint32_t> byTrack() const;
    /// Ranks of lanes on which a device does something; `ranks`: of every lane.
    std::set<int32_t> ranksWithDevice(const std::vector<int32_t>& ranks) const;

private:
    TraceBuilder& m_builder;
    std::vector<EventLane> m_lanes;
    std::map<std::tuple<std::string, std::string, EventPlace, std::string>, uint32_t> m_ids;
    SliceCache<uint32_t, 4> m_cache;
};

} // namespace bubblescope
