// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// The place of each rank in the job: its stage, its place within the stage, and its communication groups.
/// Ranks follow Megatron's order tp-cp-ep-dp-pp if the layout is known and agrees with the stages that the
/// trace states; otherwise the ranks of each stage are numbered consecutively. All indexes are into
/// Trace::ranks().
class RankGroups {
public:
    RankGroups(const Trace& trace, const ParallelLayout& layout);

    int stageCount() const { return m_stageCount; }
    /// -1 if neither trace nor layout state it.
    int stage(size_t rank) const { return m_stage[rank]; }
    /// The rank at the same place in the next stage (in the first stage after the last); -1 if it is missing.
    int next(size_t rank) const { return m_next[rank]; }
    /// Equal for two ranks exactly if both belong to the same group of this kind; -1 if unknown.
    int64_t group(size_t rank, Category kind) const;
    /// Equal for all ranks that hold one replica of the model together (all its stages and tensor shards); -1 if
    /// unknown.
    int64_t modelReplica(size_t rank) const;

private:
    bool placeByLayout(const Trace& trace);
    void placeByOrder(const Trace& trace);

    ParallelLayout m_layout;
    int m_stageCount = 0;
    int m_ranksPerStage = 0;
    std::vector<int> m_stage;
    std::vector<int> m_place;
    std::vector<int> m_next;
};

} // namespace bubblescope
