// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// Megatron-LM, and NeMo and nanotron, which print iterations in its format: `iteration 10/ 1000 | …`, tables of timers
/// and memory, and the arguments.
std::unique_ptr<LogReader> makeMegatronLogReader();

} // namespace bubblescope
