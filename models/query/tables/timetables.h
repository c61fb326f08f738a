// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

namespace bubblescope {

/// bubbles, attribution, parts, idle_causes, operators, critical_path, stragglers.
void addTimeTables(QueryTables& tables);

} // namespace bubblescope
