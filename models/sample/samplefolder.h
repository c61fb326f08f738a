// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "sampleoptions.h"

namespace bubblescope {

/// A sample run as an opened folder, with clocks aligned and links found. Shown by `--demo`.
Result<RunFolder> makeSampleFolder(const SampleOptions& options);

} // namespace bubblescope
