// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "assumption.h"
#include "computecost.h"
#include "hostgaps.h"
#include "run.h"
#include "schedule.h"
#include "slowranks.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

/// GPUs per node if an input does not state it.
inline constexpr int assumedRanksPerNode = 8;
inline constexpr int maximumLayers = 4096; ///< per model; more is a typing error

/// A piece of one operation: compute, or one communication in a group of the rank. ns are doubles, since pieces are
/// placed in time later.
struct WorkPiece {
    std::string name; ///< of its span; empty for compute between sub-operations
    double ns = 0;    ///< compute, or transfer without waiting; negative: computed from the bytes
    ComputeClass computeClass = ComputeClass::Layers;
    Operation operation = Operation::Other;     ///< of communication; Other for compute
    Category category = Category::OtherCompute; ///< of compute, or the group of the communication
    double bytes = -1;                          ///< as counted by collectiveNs(); -1 if unknown
    bool isAsynchronous = false; ///< queued on the gradient stream when compute gets there; the step waits for it
    int layer = -1;              ///< transformer layer of the model that it belongs to, -1 if none
    int variation = -1;          ///< index into JobFacts::variations; -1: it varies as the rest of its pass
    uint8_t attentionPercent = unknownPercent; ///< of compute of layers: what attention kernels take
    bool isCommunication() const { return operation != Operation::Other; }
};
using Work = std::vector<WorkPiece>;

/// The work of one rank in a step; microbatches differ only by variations.
struct RankWork {
    int rank = -1;
    int stage = 0; ///< of the model: pipeline rank x chunk, in model order
    Work getBatch; ///< before each forward; may be empty
    Work forward;  ///< per microbatch
    Work loss;
    Work backward; ///< includes the weight gradient unless that is separate
    Work weightGradient;
    Work finalize; ///< blocking gradient synchronization after the last microbatch
    Work optimizer;
    HostGaps gaps; ///< before each operation
    double lateNs = 0; ///< of them, before the first: a slow GPU ends the step before later than its peers
    /// How compute of the measured microbatches varied about what is stated above, but for pieces that vary on their
    /// own; all but the first are used in turn. Empty for not at all.
    std::vector<float> forwardVariation;
    std::vector<float> backwardVariation;
};

/// Costs of a transformer by layer, for other partitions and other numbers of stages and layers; stageWork() assembles
/// stages from them. In the order in which a pass executes them.
struct LayerWork {
    Work prologueForward, layerForward, epilogueForward;
    Work prologueBackward, layerBackward, epilogueBackward; ///< includes the weight gradient unless that is separate
    Work prologueWeightGradient, layerWeightGradient, epilogueWeightGradient;
    int layers = 0; ///< of the whole model
};

/// How experts that share a rank share what it is sent, where only their sum is known.
enum class ExpertShares : uint8_t {
    Usual, ///< as ranks do and experts elsewhere
    Even,
    LittleUneven, ///< seldom less
    VeryUneven,   ///< seldom more
    OneTakesAll
};

/// What a job does not state of its experts, and what is taken for it.
struct ExpertGuess {
    ExpertShares shares = ExpertShares::Usual;
    /// Added to the share of what experts take that does not grow with what they are sent, as far as ranks leave it open
    /// (see ExpertCost::fit()).
    double moreFixed = 0;
    bool operator==(const ExpertGuess&) const = default;
};

/// Of the compute of a backward pass, the part that is the gradient of the weights. Matrix products need as much for
/// either gradient, attention and norms have none of it: 34 to 42 % of the models that Qi et al. 2024
/// (arXiv:2401.10241, table 5) measured, up to half of one with hardly any attention.
struct WeightShare {
    static constexpr double least = 0.34;
    static constexpr double usual = 0.42;
    static constexpr double most = 0.5;
};

/// What is known of the sizes of a model, in parameters. 0: not known.
struct ModelSizes {
    std::string name;      ///< under which they were published; empty where they are none of a known model
    double parameters = 0; ///< of the whole model
    double layer = 0;      ///< that a token passes in a layer
    double head = 0;
};

/// What an input states of a training job beside the work of its ranks.
struct JobFacts {
    std::string name;
    Origin origin = Origin::Measured; ///< of the compute costs
    int tensor = 1;
    int data = 1;
    int expert = 1;
    int stages = 1; ///< pipeline ranks
    int chunks = 1;
    int microbatches = 1;
    int microbatchSize = 1; ///< samples
    int ranksPerNode = assumedRanksPerNode;
    bool gpusAreGiven = true; ///< false: other group sizes may need another number of GPUs
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    /// For a plan: its own order of passes, used until a knob requests another one.
    std::optional<Schedule> order;
    bool orderIsKnownSchedule = true; ///< `schedule` names the order of the passes
    bool blockingSends = true;
    bool replicasAreAlike = false;  ///< JobProfile::ranks has one representative per stage; its groups are priced but not drawn
    std::vector<int> layersOfStage; ///< empty if unknown
    std::optional<LayerWork> layerWork; ///< if a table states the cost of a layer
    /// Set if the input does not know the backward pass: then compute pieces of `backward` (and of layerWork) hold the
    /// times of the forward pass, to be multiplied by this ratio or by that of the knob.
    std::optional<double> assumedBackwardRatio;
    double together = 1;                 ///< of DualPipe: a joint forward and backward pass over both in turn
    double messageBytes = -1;            ///< per pipeline message
    double messageNs = -1;               ///< measured; negative: computed from the bytes
    std::vector<double> messageNsOfLink; ///< measured, between a pipeline rank and the next; may be empty
    double gradientBytesPerLayer = -1;
    int hiddenSize = 0; ///< 0 where not known
    bool hasExperts = false; ///< though one GPU may hold all of them
    ModelSizes model;
    /// Duration of a step as stated in the input; nullopt for tables and workloads.
    std::optional<double> statedStepNs;
    Origin statedOrigin = Origin::Measured;
    std::vector<SlowRank> slowRanks; ///< of a measured job, by rank
    bool slowRanksBeginLate = false; ///< as far as their optimizers ended later in the step before
    /// Either slow, or of a stage that has more to do than its layers show, or held up once in few passes, or no more
    /// unlike its peers than ranks are: not taken for the first. By rank.
    std::vector<SlowRank> doubtedRanks;
    /// How single pieces varied from microbatch to microbatch, as RankWork::forwardVariation: what experts are sent
    /// differs in each, and their group waits for the one that then has most.
    std::shared_ptr<const std::vector<std::vector<float>>> variations;
    ExpertGuess expertGuess;
    bool weightShareIsUsual = false; ///< backward passes were split by WeightShare::usual
    double expertsErrorNs = 0; ///< of a step whose experts moved: what is unknown of their work
    double endsErrorNs = 0;    ///< of a step whose layers moved: what is unknown of embedding and head
    /// Of a step whose layers follow from those of another tensor-parallel size: how much shorter and longer it may be.
    std::pair<double, double> tensorErrorNs;
    /// Of a step whose replicas share gradients whose size no record states: the same.
    std::pair<double, double> gradientsErrorNs;
    std::vector<Assumption> assumptions;
    std::vector<GuessedSize> guesses; ///< sizes above that the input does not state

    /// The stated value of a size; otherwise the guess, which is recorded so that answers mention it.
    int givenOr(std::optional<int> given, GuessedSize::Of of, int guess)
    {
        if (!given)
            guesses.push_back({of, guess});
        return given.value_or(guess);
    }
    bool hasPeers() const { return tensor > 1 || data > 1 || stages > 1; }
    /// Of the model. A pipeline message is the half-precision activations of a microbatch; tensor ranks may share them.
    /// A guessed size of microbatches says nothing of its sequences, a given one (of a knob) stands for it.
    ModelShape shape(std::optional<int> givenMicrobatchSize = {}) const
    {
        constexpr double numberBytes = 2;
        const double tokens = hiddenSize > 0 && tensor == 1 ? std::max(messageBytes, 0.0) / numberBytes / hiddenSize : 0;
        const bool isGuessed = std::any_of(guesses.begin(), guesses.end(),
            [](const GuessedSize& guess) { return guess.of == GuessedSize::Of::MicrobatchSize; });
        const bool isKnown = givenMicrobatchSize || !isGuessed;
        const double samples = std::max(givenMicrobatchSize.value_or(microbatchSize), 1);
        return {hiddenSize, isKnown ? tokens / samples : 0, hasExperts || expert > 1, tokens};
    }
};

/// One training step as far as an input describes it: all that a timeline under any schedule needs.
struct JobProfile : JobFacts {
    /// By rank in Megatron's order tp-ep-dp-pp; only the first rank of each stage if replicas are alike.
    std::vector<RankWork> ranks;
};

} // namespace bubblescope
