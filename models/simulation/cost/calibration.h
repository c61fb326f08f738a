// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pricing.h"

#include <span>

namespace bubblescope {

/// One kind of communication as a run recorded it, without waiting.
struct RecordedTransfer {
    Operation operation = Operation::Other;
    Category group = Category::OtherComm;
    double bytes = -1;
    GroupPlacement placement;
    double ns = 0;     ///< median
    double spread = 0; ///< half of what lies between the quartiles, as a share of the median
    uint32_t count = 0;
};

/// ns by byte of a gradient that is scaled in memory before it is shared, on hardware that no group of one was recorded
/// on: read and written at 0.6 of the memory's bandwidth.
double usualCopyNsPerByte(const Hardware& hardware);

/// Puts a line through what was recorded of each use of links. Where only one size was, what the formula does not
/// explain is overhead as far as a call can have any, and else the link's. Transfers that took many times as long as
/// their like are no rule. `formula`: hardware, algorithm and curves, its own fit does not count. `areOperations`: what
/// was recorded are operations as Megatron times them, not kernels: gradients are scaled unless what was recorded
/// denies it.
TransferFit calibrated(std::span<const RecordedTransfer> recorded, const Pricing& formula, bool areOperations = false);

} // namespace bubblescope
