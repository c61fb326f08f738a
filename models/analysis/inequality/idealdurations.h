// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stragglermodel.h"

#include <vector>

namespace bubblescope {

/// By node, ns: what it lasts if all operations of its kind last equally long on all ranks in all steps: the mean of
/// compute, the median of transfers, whose outliers are large.
std::vector<float> idealDurations(const StragglerModel& model);

} // namespace bubblescope
