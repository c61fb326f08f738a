// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include "progress.h"
#include "run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One quantity in two inputs, in ns; nullopt if an input does not have it.
struct Difference {
    std::string name;
    std::optional<double> a;
    std::optional<double> b;
    double change() const { return b.value_or(0) - a.value_or(0); }
};

/// Two inputs of one kind side by side, greatest difference first.
struct Comparison {
    Message lead;     ///< what differs, in a sentence: whose ranks are slow; empty if that says nothing
    double stepA = 0; ///< ns; 0 if unknown
    double stepB = 0;
    std::vector<Difference> names;  ///< per step and rank: time of all records with that name, fused pairs once
    std::vector<Difference> ranks;  ///< by rank: its own compute per step
    std::vector<Difference> stages; ///< by stage: forward plus backward per microbatch
    std::vector<Difference> layers; ///< by layer or operator: all passes of a step
};

/// nullopt if `progress`, polled now and then, returned false.
std::optional<Comparison> compare(const Run& a, const Run& b, const ProgressFn& progress = {});
Comparison compare(const LayerTable& a, const LayerTable& b);
Comparison compare(const Workload& a, const Workload& b);
Comparison compare(const RunLog& a, const RunLog& b);

} // namespace bubblescope
