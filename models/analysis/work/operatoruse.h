// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What an operator with inputs of these shapes took of a device in one step.
struct OperatorUse {
    std::string name;
    std::string shapes; ///< as the profiler recorded them; empty where it did not
    double calls = 0;
    double deviceNs = 0; ///< of what it launched itself: that of an operator inside it is not counted
    /// Floating-point operations of all calls; nullopt where its work is not known, see operatorFlops().
    std::optional<double> flops() const;
    /// FLOP/s while a device was busy with it; nullopt where its work is not known, or it took no time.
    std::optional<double> rate() const;
};

/// Of a step, by its index in Trace::steps(), or of a recording without steps, the mean of the ranks; most device time
/// first, and by name where that is equal. Empty where no shapes are recorded. O(spans of the run).
std::vector<OperatorUse> operatorsOf(const Trace& trace, int step);

/// The same of each rank, in their order, also where no shapes are recorded.
struct RankOperator {
    int rank = 0; ///< global number
    OperatorUse use;
};
std::vector<RankOperator> operatorsByRank(const Trace& trace, int step);

} // namespace bubblescope
