// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

namespace bubblescope {

/// Recordings of single GPUs that lie in one folder are of one job: the last of those that are like `run` is the one to
/// go by. Any other run stands for itself.
size_t newestRecording(const RunFolder& folder, size_t run);

} // namespace bubblescope
