// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "runlog.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// True if both logs seem to be of one model and sequence length on one machine: they say the same of all three, have
/// the same layers with as many calls in each, and a head that takes about as long, or that long shared by the
/// tensor-parallel ranks.
bool areOfOneModel(const RunLog& a, const RunLog& b);

/// The logs of a folder by what they say of program, model and machine.
class LogFamilies {
public:
    /// They must outlive this.
    explicit LogFamilies(const std::vector<RunLog>& logs);
    /// The other logs that are of one model with the log `index`, in the order of the folder. Reads the stage blocks of
    /// no log that says something else.
    std::vector<size_t> beside(size_t index) const;
    uint64_t comparisons() const { return m_comparisons; } ///< of two logs, so far

private:
    const std::vector<RunLog>& m_logs;
    std::vector<size_t> m_sorted; ///< logs that say the same are neighbours
    mutable uint64_t m_comparisons = 0;
};

/// The jobs of the other logs that trained the model of the log `index` on as many GPUs, in the order of the folder;
/// without those that state no step or cannot be modelled.
std::vector<JobProfile> jobsBeside(const std::vector<RunLog>& logs, size_t index);

/// True if a step of both has the same ranks, groups and batch.
bool haveSameLayout(const JobFacts& a, const JobFacts& b);

/// Where to start from for the sizes in `asked`: `own` or one of `others`, of as many tensor-parallel ranks and samples
/// per microbatch, the one in that layout or else with the nearest number of stages. Null if there is none: what a log
/// times holds communication and calls that do not shrink with their group, and it does not state how much.
const JobProfile* nearestMeasured(const JobFacts& asked, const JobProfile& own, const std::vector<JobProfile>& others);

} // namespace bubblescope
