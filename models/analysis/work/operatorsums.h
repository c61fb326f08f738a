// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatoruse.h"

#include <vector>

namespace bubblescope {

class DeviceSums;
class StringPool;

/// What devices were busy with as operators and the work of their calls, of one part: most device time first, and by
/// name where that is equal. `strings` are those of the traces that were summed up.
std::vector<OperatorUse> operatorsFrom(const DeviceSums& sums, const StringPool& strings);

} // namespace bubblescope
