// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "operatoruse.h"
#include "run.h"
#include "runjson.h"

#include <QString>

#include <optional>
#include <vector>

namespace bubblescope {

/// What its GPUs can do, where all of them are of one kind that a preset describes.
std::optional<Hardware> hardwareOfRun(const Run& run);

/// Of each, its share of what the hardware can do: the larger of its FLOP/s beside the peak, which is of half
/// precision, and of its bytes/s beside the bandwidth of the memory. nullopt where neither is known, and of other types
/// where there is more to compute than one operation for each byte, since their peaks are unknown.
std::vector<std::optional<double>> sharesOfPeak(const std::vector<OperatorUse>& operators, const Hardware& hardware);

/// `operators` of `summary --json`: at most so many; null where there are none.
Json operatorsJson(const std::vector<OperatorUse>& operators, size_t most, const std::optional<Hardware>& hardware);
/// The first of them as a table, and of how much time the work is known; empty where there are none.
QString operatorsText(const std::vector<OperatorUse>& operators, const std::optional<Hardware>& hardware);
/// How to record their shapes, of a run whose operators have none; empty for other runs.
QString shapesHint(const Run& run);

} // namespace bubblescope
