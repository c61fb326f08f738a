// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// torchtitan: `[titan] … step:  1  loss: 12.40767  …  tps: …`.
std::unique_ptr<LogReader> makeTorchTitanLogReader();

} // namespace bubblescope
