// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What an operator with inputs of these shapes and types took of a device in one step.
struct OperatorUse {
    std::string name;
    std::string shapes;    ///< as the profiler recorded them; empty where it did not
    std::string dataTypes; ///< of the tensors among its inputs, "bf16" or one for each; empty where not recorded
    double calls = 0;
    double deviceNs = 0; ///< of what it launched itself: that of an operator inside it is not counted
    // Of all calls; nullopt where the work of one of them is not known, see operatorWork().
    std::optional<double> flops {};
    std::optional<double> bytes {}; ///< that it has to read and write

    // While a device was busy with it; nullopt where its work is not known, or it took no time.
    std::optional<double> flopsPerSecond() const;
    std::optional<double> bytesPerSecond() const;
    /// FLOPs for each byte: below what a device can do of the one for the other, memory bounds it.
    std::optional<double> intensity() const;
};

/// Of each, its share of what devices reached elsewhere among them: the larger of its FLOP/s beside the most with
/// inputs of these types, and of its bytes/s beside the most. nullopt where neither is known.
std::vector<std::optional<double>> sharesOfBest(const std::vector<OperatorUse>& operators);

/// Of a step, by its index in Trace::steps(), or of a recording without steps, the mean of the ranks; most device time
/// first, and by name where that is equal. Empty where no shapes are recorded. O(spans of the run).
std::vector<OperatorUse> operatorsOf(const Trace& trace, int step);

/// The same of each rank, in their order, also where no shapes are recorded. Of some ranks only, if `mayContinue`,
/// asked before each, returned false.
struct RankOperator {
    int rank = 0; ///< global number
    OperatorUse use;
};
std::vector<RankOperator> operatorsByRank(
    const Trace& trace, int step, const std::function<bool()>& mayContinue = [] { return true; });

} // namespace bubblescope
