// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

namespace bubblescope {

/// FLOP/s that a GPU of the job reaches at least in a forward pass: two for each weight and each token that it sees,
/// the weights counted by their gradients. The best of the experts and of the stages without embedding; 0 where
/// gradients, tokens or the hidden size are not known.
double fastestMatrixWork(const JobProfile& job);

} // namespace bubblescope
