// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

namespace bubblescope {

/// messages, collectives, collective_members, launches, counters.
void addExchangeTables(QueryTables& tables);

} // namespace bubblescope
