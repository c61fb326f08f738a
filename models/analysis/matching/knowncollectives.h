// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectives.h"

#include <vector>

namespace bubblescope {

class RunContext;

/// Who took part in which collective or synchronizing optimizer step of a whole run, by span, to be kept with it.
std::vector<CollectiveMember> collectiveMembers(const RunContext& context);

/// The same back from what was kept with a trace, which may be a part of that run: those that at least two of its
/// members are there of.
Collectives knownCollectives(const Trace& trace, const std::vector<CollectiveMember>& members);
Collectives knownOptimizerSteps(const Trace& trace, const std::vector<CollectiveMember>& members);

/// Some spans, marked by number, and those that they met in messages and known collectives.
std::vector<bool> withPartners(const Trace& trace, const std::vector<bool>& isOwn);

} // namespace bubblescope
