// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "run.h"

namespace bubblescope {

/// What a run says of plans of other sizes on its GPUs: of the first log that states its model, or of the first
/// measured run that lies beside a description of its model. `assumed` is the hardware of a run that does not name its
/// own. An error says what is not known of the runs there are.
Result<JobCalibration> calibrationLike(const RunFolder& folder, const Hardware& assumed);

} // namespace bubblescope
