// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "traceprocesses.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace bubblescope {

/// The word for a lane in this program's own traces.
std::string_view chromeLaneWord(Lane lane);

/// Gives the tracks of all lanes their ranks, stages, kinds and names, once all is read.
class TrackSettler {
public:
    /// Stages that a rank is known to run, by rank.
    using Stages = std::map<int32_t, std::set<int16_t>>;

    TrackSettler(TraceBuilder& builder, const EventLanes& lanes, const TraceProcesses& processes, bool isOwn)
        : m_builder(builder), m_lanes(lanes), m_processes(processes), m_isOwn(isOwn)
    {
    }
    /// A rank that runs one stage only is in it.
    void settle(Stages stages);

private:
    TrackKey keyOf(const EventLane& lane) const;
    std::string nameOf(const EventLane& lane) const;
    std::string nameApart(const TrackKey& key, const EventLane& lane);

    TraceBuilder& m_builder;
    const EventLanes& m_lanes;
    const TraceProcesses& m_processes;
    const bool m_isOwn;
    std::set<std::string> m_taken; ///< names of tracks so far, with all that tells them apart
};

} // namespace bubblescope
