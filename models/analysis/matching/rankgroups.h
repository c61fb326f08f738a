// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Where each rank of a trace stands in the job: its stage, its place within the stage, and the groups that it
/// communicates in. Ranks follow Megatron's order tp-cp-ep-dp-pp where the layout is known and agrees with the stages
/// that the trace itself states; otherwise the ranks of each stage are numbered through.
/// All indexes are into Trace::ranks().
class RankGroups {
public:
    RankGroups(const Trace& trace, const ParallelLayout& layout);

    int stageCount() const { return m_stageCount; }
    /// -1 where neither trace nor layout tell.
    int stage(size_t rank) const { return m_stage[rank]; }
    /// The rank at the same place of the next stage (the first after the last); -1 where it is missing.
    int next(size_t rank) const { return m_next[rank]; }
    /// A number that equals that of another rank exactly if both belong to one group of this kind; -1 where unknown.
    int64_t group(size_t rank, Category kind) const;
    /// A number that ranks share which hold one replica of the model together (all stages and tensor shards); -1 where
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
