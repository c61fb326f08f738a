// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "message.h"
#include "plannedmemory.h"

#include <optional>
#include <utility>

namespace bubblescope {

/// What the run of a described job says of the memory of its other sizes: it ran, so its own configuration fits,
/// whatever is modelled. What the model is off by is, for another size, the same share of what it says, or as many
/// bytes: nobody knows which, so both count. All in bytes of one GPU.
struct MeasuredMemory {
    double modelledBytes = 0; ///< of the fullest one, with slack; 0 where it is not known
    double printedBytes = 0;  ///< the most that its allocator held, as the run prints it; 0: it prints nothing
    double gpuBytes = 0;      ///< of the GPUs that it ran on; 0: not known

    /// The most that the run can have taken: what it prints, else what is modelled, but no more than its GPUs have.
    double mostBytes() const;
    /// Up to how many modelled bytes a size fits into a GPU.
    struct Limits {
        double sure = 0;
        double possible = 0; ///< beyond them it does not; infinite where the run tells no such limit
    };
    /// `usable`: of that GPU's bytes, those that a job may fill, see usableBytes(). A GPU that has as much as the run's
    /// holds what that took.
    Limits limitsOf(double gpuBytes, double usable) const;
    /// From how much to how much a size takes of which so many bytes are modelled; nullopt where nothing is printed.
    std::optional<std::pair<double, double>> expected(double modelled) const;
};

/// `own` is modelled of the run.
MeasuredMemory measuredMemory(const PlannedMemory& own, double printedBytes, double gpuBytes);

/// Of a GPU's bytes, those that modelled ones may fill so that a job surely fits: as far as is known without a run, or
/// beside one.
double usableBeside(const std::optional<MeasuredMemory>& run, double gpuBytes, TrainingFramework framework);
bool fitsBeside(const std::optional<MeasuredMemory>& run, const PlannedMemory& memory, double gpuBytes,
    TrainingFramework framework);

/// "It ran, and prints 182 GB of a GPU where 263 GB are modelled: …"; empty where the run says no more than the model.
Message measuredMemoryText(const MeasuredMemory& run);

} // namespace bubblescope
