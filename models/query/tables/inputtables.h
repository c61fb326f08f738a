// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

namespace bubblescope {

/// layers, work_items, losses, timers, allocations, network.
void addInputTables(QueryTables& tables);

} // namespace bubblescope
