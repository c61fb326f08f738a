// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatoruse.h"
#include "runjson.h"

#include <QString>

#include <vector>

namespace bubblescope {

/// `operators` of `summary --json`: at most so many; null where there are none.
Json operatorsJson(const std::vector<OperatorUse>& operators, size_t most);
/// The first of them as a table, and of how much time the work is known; empty where there are none.
QString operatorsText(const std::vector<OperatorUse>& operators);

} // namespace bubblescope
