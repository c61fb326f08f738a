// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "traceprocesses.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace bubblescope {

/// The name of a lane in this program's own traces.
std::string_view chromeLaneWord(Lane lane);

/// Gives the tracks of all lanes their rank, stage, kind and name, once everything is read.
class TrackSettler {
public:
    /// By rank, the stages it is known to run.
    using Stages = std::map<int32_t, std::set<int16_t>>;

    TrackSettler(TraceBuilder& builder, const EventLanes& lanes, const TraceProcesses& processes, bool isOwn)
        : m_builder(builder), m_lanes(lanes), m_processes(processes), m_isOwn(isOwn)
    {
    }
    /// Ranks with a single stage must be included.
    void settle(Stages stages);

private:
    TrackKey keyOf(const EventLane& lane) const;
    std::string nameOf(const EventLane& lane) const;
    const EventLane* sharedStream(const EventLane& lane) const;
    std::string nameApart(const TrackKey& key, const EventLane& lane);

    TraceBuilder& m_builder;
    const EventLanes& m_lanes;
    const TraceProcesses& m_processes;
    const bool m_isOwn;
    std::map<int32_t, uint32_t> m_computeStreams;                    ///< lanes, by rank
    std::set<std::tuple<StringId, int32_t, Lane, Category>> m_taken; ///< what distinguishes the settled tracks
};

} // namespace bubblescope
