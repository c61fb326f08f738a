// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"

#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// A configuration in the words of `--set`: knob and value, all that a model does not state itself. Of a job that has
/// come out of completeLayout().
using PlanSet = std::vector<std::pair<std::string, std::string>>;
PlanSet planSetOf(const JobDescription& job);
/// "gpus=64 tensor=2 stages=4 …".
std::string planSetText(const PlanSet& set);
/// What `to` has otherwise than `from`: "tensor 4 to 2".
struct PlanChange {
    std::string knob;
    std::string from; ///< empty: `from` does not have it
    std::string to;
};
std::vector<PlanChange> planChanges(const JobDescription& from, const JobDescription& to);

} // namespace bubblescope
