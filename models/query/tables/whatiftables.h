// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

namespace bubblescope {

/// simulate(), gains().
void addWhatIfTables(QueryTables& tables);

} // namespace bubblescope
