// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frameworkflags.h"

namespace bubblescope {

/// A TOML of torchtitan: model, batch, degrees of parallelism, recomputation.
FrameworkFlags torchTitanConfig(const JobDescription& job);

} // namespace bubblescope
