// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedjob.h"
#include "jobdescription.h"
#include "plansearch.h"
#include "result.h"
#include "schedule.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// One way to run a described job.
struct PlanCombination {
    int32_t gpus = 1;
    int32_t tensor = 1;
    int32_t stages = 1;
    int32_t data = 1;
    int32_t context = 1;
    int32_t expert = 1;
    int32_t expertTensor = 1;
    int32_t microbatchSize = 1;
    int32_t microbatches = 1;
    int16_t chunks = 1;
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    StateSharding shard = StateSharding::None;
    Recompute recompute = Recompute::None;
    bool overlaps = false;
    bool isBalanced = false; ///< layers are spread by what they and the head take, not by their number

    bool splitsBackward() const { return scheduleInfo(schedule).splitsBackward; }
};

/// All combinations of a space that a job can have: group sizes whose product are the GPUs and that divide heads,
/// experts, tokens and the batch; schedules within their domain. Always in the same order. Of more than a million,
/// values of `overlap`, `chunks` and `shard` that nobody limited are left out, which the jobs say among what was
/// assumed.
class PlanCombinations {
public:
    /// Refuses knobs and values that it does not know, and jobs of which the batch or the number of GPUs is not stated.
    static Result<PlanCombinations> of(const JobDescription& job, const PlanSpace& space, int gpusPerNode);

    size_t size() const { return m_all.size(); }
    const PlanCombination& operator[](size_t index) const { return m_all[index]; }
    /// More than one number of GPUs is tried.
    bool hasSeveralSizes() const { return m_hasSeveralSizes; }
    /// What is searched of knobs of which other values were left out.
    const std::vector<AssumedValue>& narrowed() const { return m_narrowed; }
    /// As `--set` would ask for it.
    Knobs knobsOf(size_t index) const;
    /// The same as `plan … --set` makes of it.
    Result<DescribedJob> jobOf(size_t index) const;

private:
    friend class CombinationLister;
    JobDescription m_job; ///< with the batch that is asked for
    int m_gpusPerNode = 8;
    bool m_hasSeveralSizes = false;
    std::vector<AssumedValue> m_narrowed;
    std::vector<PlanCombination> m_all;
};

/// The job with the framework as which all its combinations are timed: as it is stated, or as the description shows it
/// together with the values that `space` leaves no choice of.
JobDescription withOneFramework(JobDescription job, const PlanSpace& space);

/// Knobs that PlanSpace::allowed may limit.
const std::vector<std::string_view>& searchedKnobs();

/// Layers of each of so many pieces, so that the longest takes as little as possible: a layer counts 1, the head what
/// its matrix takes beside a layer's.
std::vector<int> balancedPieces(const ModelDescription& model, int sequence, int pieces);

} // namespace bubblescope
