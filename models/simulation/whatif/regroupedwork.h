// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"
#include "pricing.h"

namespace bubblescope {

bool haveSameGroups(const JobProfile& a, const JobProfile& b);
/// Adapts the work of a rank to other group sizes: shares of work, and the cost of their communication. `source`: the
/// place in its old stage that the work is from; `own`: prices of what was recorded.
void scaleToGroups(
    RankWork& work, const JobProfile& from, int source, const JobProfile& to, int rank, const Pricing& own);
/// Makes the usual share of the backward pass a pass of its own for the weight gradient; see WeightShare.
void splitBackward(RankWork& work);
/// Moves gradient communication into the backward pass, layer by layer, or after it.
void moveGradients(JobProfile& job, bool beside);

} // namespace bubblescope
