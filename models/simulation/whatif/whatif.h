// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "assumption.h"
#include "describedanswer.h"
#include "hardware.h"
#include "knobs.h"
#include "machineguess.h"
#include "pricing.h"
#include "progress.h"
#include "run.h"
#include "runsummary.h"
#include "simaiterms.h"
#include "simulationsource.h"
#include "slowranks.h"
#include "stepfigures.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// A step of the layout that was asked for, as another log of the folder measured it.
struct MeasuredStep {
    std::string name; ///< of that log
    double ns = 0;
    double samples = 0; ///< of the step
};
/// "LOG measured this layout: 2.525 s a step."
Message measuredText(const MeasuredStep& step);

/// A step simulated with certain knobs: a run like any other, and its figures.
struct SimulatedStep {
    Run run; ///< of origin Modelled; includes its timeline
    std::shared_ptr<const RunSummary> summary; ///< of that timeline
    StepFigures figures;                       ///< those of the input itself if no knob is moved
    std::vector<PricedTransfer> transfers;
    std::vector<MeasuredStep> measured;   ///< answers that are known, beside this one
    std::vector<Message> assumptions;     ///< one whole sentence each
    std::vector<GuessedSize> guesses;     ///< the assumed sizes among them
    std::vector<SlowRank> slowRanks;      ///< where the order is not the recorded one; among the assumptions
    std::vector<SpanId> criticalPath;     ///< of run.trace, in order
    Hardware hardware;                    ///< used to price transfers and to compare memory
    MachineGuess machine;                 ///< that the input's own times come from
    std::optional<SimAiTerms> simAi;
    std::optional<DescribedAnswer> described; ///< of a job that was described
    /// The step, ns, where the experts that shared a rank are sent alike, and where one of them is sent everything.
    std::optional<std::pair<double, double>> expertRangeNs;
};

/// Re-times one step of an input. Made once per input in O(spans); simulate() then answers any number of knob settings,
/// changes of costs in one pass over flat arrays. Owns the data it needs; not thread-safe.
class Simulator {
public:
    /// A run uses a table next to it for layers and partitions. An Error if there is no step to model, or if
    /// `progress`, called with the parts done and the total of this call, returned false.
    static Result<Simulator> make(
        const RunFolder& folder, const SimulationSource& source, const ProgressFn& progress = {});
    ~Simulator();
    Simulator(Simulator&&) noexcept;
    Simulator& operator=(Simulator&&) noexcept;

    /// The step as opened: measured or stated. For inputs that state none, the modelled step with no knob moved.
    const StepFigures& baseline() const;
    /// The same with what knobs state of the input itself: how many samples a microbatch holds.
    StepFigures baseline(const Knobs& ofInput) const;
    Origin baselineOrigin() const;
    /// The input's own value of a knob as text ("8", "1F1B"); empty if it has none.
    std::string ownValue(std::string_view knob) const;
    /// nullopt, or why this input does not support the knob.
    std::optional<Message> whyNot(std::string_view knob) const;
    /// nullopt, or an error if a moved knob is not supported by this input, or has no effect with the others.
    std::optional<Error> whyRefused(const Knobs& knobs) const;

    /// Errors explain which combinations do not fit. If another order of operations must be built, `progress` is called
    /// with the parts done and the total; an Error if it returned false.
    Result<SimulatedStep> simulate(const Knobs& knobs, const ProgressFn& progress = {}) const;
    /// Only the figures.
    Result<StepFigures> figures(const Knobs& knobs, const ProgressFn& progress = {}) const;
    /// What rankings need: step, pipeline and stages. Computes nothing but times, not where the time goes.
    Result<StepFigures> outcome(const Knobs& knobs, const ProgressFn& progress = {}) const;
    /// The same, without a range where that is not wanted of these figures: it may take several times as long as they
    /// do.
    using WantsRange = std::function<bool(const StepFigures&)>;
    Result<StepFigures> outcome(const Knobs& knobs, const ProgressFn& progress, const WantsRange& wantsRange) const;

    /// Presets that the hardware knob may name; by default the built-in ones. It may also name a file.
    void setCatalog(HardwareCatalog catalog);
    /// (model - measured) / measured of the step as it was recorded: what to expect of answers that ask for another
    /// order. Nothing where no measured step can be modelled. Takes as long as such an answer, once.
    std::optional<double> replayError() const;
    /// The recorded step as the model has it, as a timeline: what spans of such answers are compared with. Null where
    /// there is none, where it would be too large to be kept beside them, or if `progress` returned false.
    TracePtr modelledPresent(const ProgressFn& progress = {}) const;
    /// That the input's own times come from, unless the knobs say otherwise.
    const MachineGuess& machine() const;
    /// The hardware that prices transfers under these knobs.
    Result<Hardware> hardware(const Knobs& knobs) const;
    /// The contiguous partition that makes the slowest stage fastest, for the number of stages in the knobs; empty if
    /// layers are unknown.
    std::vector<int> balancedPartition(const Knobs& knobs) const;
    /// Ranks whose compute takes notably longer than that of their stage, with the factor.
    std::vector<Knobs::Straggler> measuredStragglers() const;

private:
    struct Private;
    explicit Simulator(std::unique_ptr<Private> made);
    std::unique_ptr<Private> d;
};

} // namespace bubblescope
