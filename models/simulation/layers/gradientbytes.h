// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

namespace bubblescope {

/// Bytes of gradients in the synchronization of a rank, as recorded; unknown ones are 0. Of what replicas of dense
/// weights share:
double denseBytes(const Work& gradients);
/// Of tied embeddings, which the ends of the pipeline share.
double embeddingBytes(const Work& gradients);
/// Of all but these.
double allBytes(const Work& gradients);

/// Those of a step: after its last pass, and those that were queued beside passes.
Work gradientsOf(const RankWork& rank);

} // namespace bubblescope
