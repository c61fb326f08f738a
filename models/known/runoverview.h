// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "runsummary.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The summary of a whole run, as an index keeps it: without what only drawings show, see addWaits().
std::string runOverview(const RunSummary& summary);
/// Null if it is damaged.
std::shared_ptr<RunSummary> restoredOverview(std::string_view text);
/// Whether it is of the ranks of this trace.
bool isOverviewOf(const RunSummary& summary, const Trace& trace);

/// One rank of each group of similar ones, by group: what a timeline shows before somebody opens a group.
std::vector<int32_t> representativesOf(const RunSummary& summary);

} // namespace bubblescope
