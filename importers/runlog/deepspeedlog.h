// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// DeepSpeed: `steps: 200 loss: 5.5508 iter time (s): 0.936` of its pipeline engine, `SamplesPerSec=`, `skipped=`, and
/// the configuration it prints.
std::unique_ptr<LogReader> makeDeepSpeedLogReader();

} // namespace bubblescope
