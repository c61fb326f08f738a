// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hardware.h"
#include "knobs.h"
#include "progress.h"
#include "run.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// The figures of a step, measured or modelled. Times in ns; the parts are those of the mean rank and add up to the
/// step.
struct StepFigures {
    struct Stage {
        int stage = 0;
        double busyNs = 0;
        double spanNs = 0;           ///< first start to last end
        double peakInFlight = 0;     ///< microbatches between forward and backward
        double parameterBytes = -1;  ///< weights, gradients and optimizer state per GPU; -1 where not known
        double activationBytes = -1; ///< at the peak, per GPU
        bool knowsMemory() const { return parameterBytes >= 0 || activationBytes >= 0; }
        double memoryBytes() const { return std::max(parameterBytes, 0.0) + std::max(activationBytes, 0.0); }
        /// Also where sizes are not known: nothing is said against it.
        bool fits(double gpuMemory) const { return gpuMemory <= 0 || memoryBytes() <= gpuMemory; }
    };
    double stepNs = 0;     ///< with synchronization, optimizer and host; without what the model does not explain
    double makespanNs = 0; ///< the pipeline alone
    double longestStageNs = 0;
    double bubbleShare = 0;             ///< of ranks x makespan
    double bubbleShareLongestStage = 0; ///< the same over the longest stage's span, as zero-bubble papers state it
    double computeNs = 0;
    std::array<double, categoryCount> exposedNs {}; ///< by group
    double waitingNs = 0; ///< for members of a group, also where only the ends tell of it; the pipeline's is bubble
    // Without work, by rank: until its first backward pass begins, in between, and after its last forward pass.
    double warmupBubbleNs = 0;
    double steadyBubbleNs = 0;
    double cooldownBubbleNs = 0;
    double hostNs = 0;
    double unexplainedNs = 0;  ///< part of the stated step that the model does not explain; never in stepNs
    double samplesPerStep = 0; ///< 0 where not known
    std::vector<Stage> stages;
    /// What is stated, and what a simulated step is compared with: what the model does not explain stays, else every
    /// log would look faster.
    double wholeStepNs() const { return stepNs + unexplainedNs; }
    double exposedCommunicationNs() const { return std::accumulate(exposedNs.begin(), exposedNs.end(), 0.0); }
    /// Waiting and bubbles, what the headline of a run calls bubble; of the whole step, unlike bubbleShare.
    double idleNs() const { return waitingNs + warmupBubbleNs + steadyBubbleNs + cooldownBubbleNs; }
    /// All parts: the step without what the model does not explain, measured or modelled.
    double explainedNs() const { return computeNs + exposedCommunicationNs() + idleNs() + hostNs; }
    bool hasPipeline() const { return !stages.empty(); }
    double samplesPerSecond() const { return wholeStepNs() > 0 ? samplesPerStep * 1e9 / wholeStepNs() : 0; }
    double nsPerSample() const { return samplesPerStep > 0 ? wholeStepNs() / samplesPerStep : 0; }
};

/// One kind of communication as it was priced, for the formula behind a figure.
struct PricedTransfer {
    Operation operation = Operation::Other;
    Category group = Category::OtherComm;
    double bytes = 0;
    GroupPlacement placement;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::Ring;
    LinkSpeed link;
    double ns = 0;
    uint32_t count = 0; ///< of its kind in the step, all ranks together
    Origin origin = Origin::Modelled;
    bool isSmall = false; ///< below 1 MiB: ±50 %
};

/// Terms of SimAI-Analytical's own sum, µs.
struct SimAiTerms {
    double computeUs = 0, tpUs = 0, dpUs = 0, epUs = 0, dpEpUs = 0, ppUs = 0, bubbleUs = 0, totalUs = 0;
};

/// A step under some knobs: a run like any other, and its figures.
struct SimulatedStep {
    Run run; ///< of origin Modelled; with its timeline
    StepFigures figures;
    std::vector<PricedTransfer> transfers;
    std::vector<Message> assumptions;     ///< sentences, one each
    std::vector<SpanId> criticalPath;     ///< of run.trace, in order
    Hardware hardware;                    ///< that transfers are priced by and memory is compared with
    std::optional<SimAiTerms> simAi;
};

/// Which of a folder's inputs is simulated.
struct SimulationSource {
    enum class Kind : uint8_t { Run, LayerTable, Workload, RunLog };
    Kind kind = Kind::Run;
    size_t index = 0; ///< into the folder's list of that kind
    int step = 0;     ///< of a run: index into Trace::steps()
    bool operator==(const SimulationSource&) const = default;
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
    /// Nothing, or a sentence why this input can not answer to the knob.
    std::optional<Message> whyNot(std::string_view knob) const;
    /// Nothing, or that a knob is moved which this input can not answer, or which has no effect beside the others.
    std::optional<Error> whyRefused(const Knobs& knobs) const;

    /// Illegal combinations are refused with a sentence that names what does not fit.
    Result<SimulatedStep> simulate(const Knobs& knobs) const;
    /// Figures alone, without a timeline: for rankings.
    Result<StepFigures> figures(const Knobs& knobs) const;

    /// Presets that the hardware knob may name; the program's own unless told. Files may be named besides.
    void setCatalog(HardwareCatalog catalog);
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
