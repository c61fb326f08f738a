// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "run.h"
#include "throughput.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// How fast a measured step trained its model.
struct MeasuredThroughput {
    StepThroughput step;
    JobDescription job;               ///< complete
    std::optional<Hardware> hardware; ///< whose peak it is; nullopt where the GPU is not named, or no preset's
    /// Of a log, the figures that its program prints, of a GPU: the median of its steps without the first.
    std::optional<double> printedFlopsPerSecond;
    std::optional<double> printedMfu; ///< 0 to 1
    /// What the program counts beside the model's FLOPs, where its figure differs by more than 1 %.
    std::vector<ExtraFlops> printedCounts;
    bool printedDiffers = false;
};

/// Of a log that states model, GPUs, batch and length of a sample: nothing of these is assumed. nullopt for others.
std::optional<MeasuredThroughput> measuredThroughput(const RunLog& log, double stepNs);

/// Of a step of a recorded run, where one description, or one log that states what it trained, lies beside it and
/// contradicts nothing that is recorded. nullopt for others, and where a step may be a microbatch.
std::optional<MeasuredThroughput> measuredThroughput(const RunFolder& folder, const Run& run, double stepNs);

/// What GPUs can do that are named, all of one kind, and that a preset describes.
std::optional<Hardware> namedHardware(const MachineHints& machine);

/// "It counts all of attention, not the causal half."
Message extraFlopsText(ExtraFlops extra);

} // namespace bubblescope
