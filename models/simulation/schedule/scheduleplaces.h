// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "schedule.h"

#include <vector>

namespace bubblescope {

/// The ranks that hold each stage of the model: the inverse of Schedule::stageOf(). The schedule must outlive it.
class SchedulePlaces {
public:
    struct Place {
        int16_t rank = -1;
        int16_t chunk = 0;
    };

    explicit SchedulePlaces(const Schedule& schedule);

    /// For bidirectional schedules, the holder for the microbatches that run in `chunk`.
    Place holder(int stage, int chunk) const
    {
        return m_places[m_schedule.bidirectional ? size_t(chunk) : 0][size_t(stage)];
    }
    /// The rank that sends a pass its input; -1 if there is none or it is the rank itself.
    Place source(int rank, const ScheduledPass& pass) const { return neighbour(rank, pass, -1); }
    /// The rank that receives the result of a pass; -1 likewise.
    Place destination(int rank, const ScheduledPass& pass) const { return neighbour(rank, pass, 1); }

private:
    Place neighbour(int rank, const ScheduledPass& pass, int direction) const;

    const Schedule& m_schedule;
    std::vector<std::vector<Place>> m_places; // by stage; one list per chunk if bidirectional
};

} // namespace bubblescope
