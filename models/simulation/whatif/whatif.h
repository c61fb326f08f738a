// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "assumption.h"
#include "hardware.h"
#include "knobs.h"
#include "machineguess.h"
#include "pricing.h"
#include "progress.h"
#include "run.h"
#include "runsummary.h"
#include "simaiterms.h"
#include "simulationsource.h"
#include "stepfigures.h"


#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A step under some knobs: a run like any other, and its figures.
struct SimulatedStep {
    Run run; ///< of origin Modelled; with its timeline
    std::shared_ptr<const RunSummary> summary; ///< of that timeline
    StepFigures figures;                       ///< of the input itself where no knob is moved
    std::vector<PricedTransfer> transfers;
    std::vector<Message> assumptions;     ///< sentences, one each
    std::vector<GuessedSize> guesses;     ///< the sizes among them
    std::vector<SpanId> criticalPath;     ///< of run.trace, in order
    Hardware hardware;                    ///< that transfers are priced by and memory is compared with
    MachineGuess machine;                 ///< that the input's own times come from
    std::optional<SimAiTerms> simAi;
};

/// Re-times one step of an input. Made once per input (O(spans)); simulate() then answers any number of knob settings,
/// a change of costs in one pass over flat arrays. Holds the data it needs; one thread at a time per object.
class Simulator {
public:
    /// A run with a table beside it uses that table for layers and partitions. Refuses, with a sentence, what has no
    /// step to model. `progress` is told parts done and in all, within this call; an Error, too, where it ends it.
    static Result<Simulator> make(
        const RunFolder& folder, const SimulationSource& source, const ProgressFn& progress = {});
    ~Simulator();
    Simulator(Simulator&&) noexcept;
    Simulator& operator=(Simulator&&) noexcept;

    /// The step as it was opened: measured or stated. For inputs that state none, the modelled step with no knob moved.
    const StepFigures& baseline() const;
    Origin baselineOrigin() const;
    /// The input's own value of each knob as text ("8", "1F1B"), empty where it has none.
    std::string ownValue(std::string_view knob) const;
    /// Nothing, or a sentence why this input cannot answer to the knob.
    std::optional<Message> whyNot(std::string_view knob) const;
    /// Nothing, or that a knob is moved which this input cannot answer, or which has no effect beside the others.
    std::optional<Error> whyRefused(const Knobs& knobs) const;

    /// Illegal combinations are refused with a sentence that names what does not fit. `progress` is told parts done and
    /// in all where another order of operations has to be built; an Error, too, where it ends that.
    Result<SimulatedStep> simulate(const Knobs& knobs, const ProgressFn& progress = {}) const;
    /// Figures alone.
    Result<StepFigures> figures(const Knobs& knobs, const ProgressFn& progress = {}) const;
    /// What rankings go by: step, pipeline and stages. Where the time goes is left out, and nothing but times is made.
    Result<StepFigures> outcome(const Knobs& knobs, const ProgressFn& progress = {}) const;

    /// Presets that the hardware knob may name; the program's own unless told. Files may be named, too.
    void setCatalog(HardwareCatalog catalog);
    /// That the input's own times come from, unless the knobs say otherwise.
    const MachineGuess& machine() const;
    /// What transfers are priced by under these knobs.
    Result<Hardware> hardware(const Knobs& knobs) const;
    /// The contiguous partition that makes the slowest stage fastest, for the stages that the knobs ask for; empty
    /// where layers are not known.
    std::vector<int> balancedPartition(const Knobs& knobs) const;
    /// Ranks whose compute takes notably longer than their stage's, with how many times as long.
    std::vector<Knobs::Straggler> measuredStragglers() const;

private:
    struct Private;
    explicit Simulator(std::unique_ptr<Private> made);
    std::unique_ptr<Private> d;
};

} // namespace bubblescope
