// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

namespace bubblescope {

/// findings, evidence, issues, notes.
void addFindingTables(QueryTables& tables);

} // namespace bubblescope
