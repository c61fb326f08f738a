// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runhistory.h"
#include "throughput.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Of the typical steps of the runs that were given; nullopt for those of which it is not known.
using HistoryThroughputs = std::vector<std::optional<StepThroughput>>;
/// nullopt where it is not known.
std::optional<double> tokensOfBuild(const RunHistory::Build& build, const HistoryThroughputs& throughputs);
std::optional<double> mfuOfBuild(const RunHistory::Build& build, const HistoryThroughputs& throughputs);

/// A page of HTML that needs nothing else and prints well: the step of every build with its changes, where the time
/// went, and a table.
std::string historyPage(const RunHistory& history, const HistoryThroughputs& throughputs = {});

} // namespace bubblescope
