// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One thing in two inputs, ns. Absent where an input does not have it.
struct Difference {
    std::string name;
    std::optional<double> a;
    std::optional<double> b;
    double change() const { return b.value_or(0) - a.value_or(0); }
};

/// Two inputs of one kind side by side, what differs most first.
struct Comparison {
    double stepA = 0; ///< ns; 0 where not known
    double stepB = 0;
    std::vector<Difference> names;  ///< of a step and rank: time of all records of that name, fused pairs once
    std::vector<Difference> stages; ///< by stage: forward and backward of a microbatch
    std::vector<Difference> layers; ///< by layer or operator: all passes of a step
};

/// Nothing where `progress` ended it, asked now and then.
std::optional<Comparison> compare(const Run& a, const Run& b, const ProgressFn& progress = {});
Comparison compare(const LayerTable& a, const LayerTable& b);
Comparison compare(const Workload& a, const Workload& b);
Comparison compare(const RunLog& a, const RunLog& b);

} // namespace bubblescope
