// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

namespace bubblescope {

/// runs, ranks, hosts, steps, rank_steps, stages.
void addRunTables(QueryTables& tables);

} // namespace bubblescope
