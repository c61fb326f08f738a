// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecost.h"
#include "jobprofile.h"
#include "result.h"

#include <optional>
#include <vector>

namespace bubblescope {

inline constexpr int maximumGpus = 1 << 20; ///< per job

/// An error for group sizes that no job has.
std::optional<Error> whyTooLarge(int64_t tensor, int64_t data, int64_t stages);

/// An error for a number of layers that no model has; `fewest`: 0 where none may be known.
std::optional<Error> whyNoLayers(int64_t layers, int fewest = 0);

/// How the ranks of a job are numbered (Megatron's order tp-ep-dp-pp) and which of them communicate.
struct JobLayout {
    int tensor = 1;
    int data = 1;
    int expert = 1;
    int stages = 1; ///< pipeline ranks
    int ranksPerNode = 8;

    explicit JobLayout(const JobProfile& job)
        : tensor(job.tensor), data(job.data), expert(job.expert), stages(job.stages), ranksPerNode(job.ranksPerNode)
    {
    }
    int ranksPerStage() const { return tensor * data; }
    int world() const { return ranksPerStage() * stages; }
    int rank(int stage, int dataIndex, int tensorIndex) const
    {
        return tensorIndex + tensor * (dataIndex + data * stage);
    }
    /// The members of the rank's group, in order; for OtherComm all ranks that hold one model replica. Only the rank
    /// itself if the category has no groups.
    std::vector<int> members(Category kind, int rank) const;
    GroupPlacement placement(Category kind, int rank) const;
    /// Placement of a message between two ranks.
    GroupPlacement between(int from, int to) const;
    /// "node3"; empty in a job of one host.
    std::string hostName(int rank) const;
};

} // namespace bubblescope
