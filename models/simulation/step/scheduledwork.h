// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "schedulemessages.h"

#include <vector>

namespace bubblescope {

/// The work of a job, found by what a schedule asks for: pipeline rank, place among the drawn ranks of its stage, chunk.
class ScheduledWork {
public:
    /// All must outlive it. `places`: drawn ranks per stage, of `ranksPerStage`.
    ScheduledWork(const JobProfile& job, const Schedule& schedule, int ranksPerStage, int places);

    const RankWork& of(int p, int place, int chunk) const { return *m_work[indexOf(p, place, chunk)]; }
    /// Pieces of all passes of all microbatches.
    size_t pieceCount() const;
    /// Backward passes and what they leave to weight gradients, joined, by chunk.
    std::vector<Work> backwardWithWeights(int p, int place) const;
    /// True for a pass that contributes to the gradients.
    bool launchesGradients(const ScheduledOperation& operation, int p, int place) const;

private:
    size_t indexOf(int p, int place, int chunk) const
    {
        return (size_t(p) * size_t(m_places) + size_t(place)) * size_t(m_schedule.chunks) + size_t(chunk);
    }

    const Schedule& m_schedule;
    const int m_places;
    std::vector<const RankWork*> m_work; // by pipeline rank, place, chunk
};

/// How much longer than usual the passes of a microbatch take; beyond those known, they repeat, without the first.
double variationOf(const std::vector<float>& variation, int microbatch);

} // namespace bubblescope
