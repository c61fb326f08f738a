// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pricing.h"
#include "progress.h"
#include "structuredjob.h"

namespace bubblescope {

/// The job in the order that the schedule zb-auto means: the one with the shortest step of its own and the handcrafted
/// ones within the limit. It follows what passes take on average; which of them is shortest is seen when ranks, messages
/// and synchronization are played as well. An Error if the knobs are not for this job.
Result<StructuredJob> shortestOrder(
    const JobProfile& job, const Knobs& knobs, const Pricing& pricing, const ProgressFn& progress);

} // namespace bubblescope
