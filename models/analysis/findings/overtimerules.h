// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingrules.h"
#include "steptable.h"

namespace bubblescope {

/// What changes, or comes and goes, over the steps of a run: drift, shifts, blips, stalls, slow hosts, ranks that are
/// slow in turn.
void addOverTime(FindingContext& context);
/// The same of a table of steps, with the names of its hosts.
void addOverTimeOf(Findings& findings, const StepTable& table, std::span<const std::string> hosts);

} // namespace bubblescope
