// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "changetest.h"
#include "runanalysis.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What is watched from build to build. Times are those of a step; all but the step itself of the mean rank.
enum class GateQuantity : uint8_t { Step, Compute, Exposed, Waiting, Bubble, Idle, Memory };
inline constexpr int gateQuantityCount = static_cast<int>(GateQuantity::Memory) + 1;
/// "step", "exposed", …: stable.
std::string_view gateQuantityKey(GateQuantity quantity);
std::optional<GateQuantity> gateQuantityOfKey(std::string_view key);
/// "step time", "exposed communication".
Message gateQuantityName(GateQuantity quantity);

struct StepCells;

/// What the search for a culprit needs of a run that was not read as a whole.
class UnreadCells {
public:
    virtual ~UnreadCells() = default;
    /// `withGraph`: also reads the typical step, which may take too much memory. nullopt if the ranks share no step.
    virtual Result<std::optional<StepCells>> cells(bool withGraph) const = 0;
};

/// A run, or the log of one, as far as it can be compared with others of its job. Refers to what it was made of, which
/// only the search for a culprit needs: see detach().
struct GateRun {
    std::string name;
    std::string kind;    ///< as runKindName(), or "log"
    std::string device;  ///< the GPU; empty if not known
    ParallelLayout layout;
    int ranks = 0;       ///< 0 if not known
    int hosts = 0;
    std::optional<int> globalBatch;
    std::optional<double> messageBytes;  ///< of a message between stages, median
    std::optional<double> gradientBytes; ///< of a rank and step
    std::optional<double> expertGradientBytes; ///< likewise, of its experts
    std::optional<double> expertGatherBytes; ///< of what the ranks of an expert group gather, median: tokens by expert
    int steps = 0;                       ///< in the file, warmup included
    /// By quantity, ns (memory: bytes, one value); warmup and steps that were not recorded whole are left out.
    std::array<StepSeries, gateQuantityCount> series;
    const Run* run = nullptr; ///< or
    const RunLog* log = nullptr;
    Findings findings;
    std::shared_ptr<const RunContext> context; ///< of the run
    std::vector<int> whole;                    ///< indexes of the run's steps in the series
    std::shared_ptr<const UnreadCells> unread; ///< instead of the two above

    const StepSeries& of(GateQuantity quantity) const { return series[size_t(quantity)]; }
    /// The trimmed mean; nullopt if not known.
    std::optional<double> typical(GateQuantity quantity) const;
    /// Lets go of the run, so that it may be closed.
    void detach();
};

/// O(spans of the run): looks at 64 steps at most, which are spread over it. `wantsFindings`: also
/// analyse the typical step.
GateRun gateRunOf(const Run& run, bool wantsFindings = true);
GateRun gateRunOf(const RunLog& log);

/// Why the two are no builds of one job: other GPUs, layout, model, work. Empty if nothing says so.
std::vector<Message> whyNotComparable(const GateRun& run, const GateRun& baseline);

} // namespace bubblescope
