// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatorpeaks.h"
#include "run.h"
#include "runjson.h"

#include <QString>

#include <optional>
#include <vector>

namespace bubblescope {

/// `operators` of `summary --json`: at most so many; null where there are none.
Json operatorsJson(const std::vector<OperatorUse>& operators, size_t most, const std::optional<Hardware>& hardware);
/// The first of them as a table, and of how much time the work is known; empty where there are none.
QString operatorsText(const std::vector<OperatorUse>& operators, const std::optional<Hardware>& hardware);
/// How to record their shapes, of a run whose operators have none; empty for other runs.
QString shapesHint(const Run& run);

} // namespace bubblescope
