// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "roofline.h"
#include "run.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What its GPUs can do, where all of them are of one kind that a preset describes.
std::optional<Hardware> hardwareOfRun(const Run& run);

/// Of each, its share of what the hardware can do: the larger of its FLOP/s beside the peak, which is of half
/// precision, and of its bytes/s beside the bandwidth of the memory. nullopt where neither is known, and of other types
/// where there is more to compute than one operation for each byte, since their peaks are unknown.
std::vector<std::optional<double>> sharesOfPeak(const std::vector<OperatorUse>& operators, const Hardware& hardware);

/// Of the data sheet: half precision, as "bf16" and as "fp16" have it, and the GPU's own memory.
Roofs peakRoofs(const Hardware& hardware);

} // namespace bubblescope
