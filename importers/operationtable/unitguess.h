// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operationcolumns.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

struct SampledRow {
    std::vector<std::string> cells;
    uint64_t offset = 0;
};

/// The unit that times are in if nobody states it, by the first rows. `isCertain` where the times count from 1970.
struct UnitGuess {
    TimeUnit unit = TimeUnit::Microseconds;
    bool isCertain = false;
};
UnitGuess guessTimeUnit(
    const std::vector<std::string>& header, const OperationColumns& columns, const std::vector<SampledRow>& rows);

} // namespace bubblescope
