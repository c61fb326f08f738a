// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frameworkflags.h"

namespace bubblescope {

/// A YAML of nanotron: model, parallelism, tokens, and of the optimizer what the layout decides.
FrameworkFlags nanotronConfig(const JobDescription& job);

} // namespace bubblescope
