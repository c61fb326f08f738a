// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "measuredthroughput.h"
#include "runjson.h"

#include <QString>

#include <optional>

namespace bubblescope {

/// `throughput` of `summary --json`; null where nothing is known.
Json throughputJson(const std::optional<MeasuredThroughput>& throughput);
/// Tokens per second, TFLOP/s and MFU of a step and how they come about, and what a log prints beside; empty where
/// nothing is known. `stepNs`: of that step.
QString throughputText(const std::optional<MeasuredThroughput>& throughput, double stepNs);

} // namespace bubblescope
