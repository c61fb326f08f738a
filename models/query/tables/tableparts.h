// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

#include <memory>
#include <vector>

namespace bubblescope {

using QueryTables = std::vector<std::unique_ptr<const QueryTable>>;

// The tables by what they are about; each adds its own.

void addRunTables(QueryTables& tables);      ///< runs, ranks, hosts, steps, rank_steps, stages
void addExchangeTables(QueryTables& tables); ///< messages, collectives, collective_members, launches, counters
void addTimeTables(QueryTables& tables);     ///< bubbles, attribution, critical_path, stragglers
void addInputTables(QueryTables& tables);    ///< layers, work_items, losses, timers
void addFindingTables(QueryTables& tables);  ///< findings, evidence, issues, notes
void addWhatIfTables(QueryTables& tables);   ///< simulate(), gains()


} // namespace bubblescope
