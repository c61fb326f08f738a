// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gputelemetry.h"

#include <span>
#include <string>

namespace bubblescope {

/// Samples of the GPUs of a host as nvidia-smi writes them: --query-gpu=timestamp,index,clocks.sm,power.draw,
/// temperature.gpu,clocks_event_reasons.active --format=csv. All GPUs of a host are to be sampled at the times of the
/// first; times are written as they are, to the ms.
std::string writeNvidiaSmi(std::span<const GpuTelemetry> gpus);

} // namespace bubblescope
