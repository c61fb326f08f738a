// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "assumption.h"
#include "computecost.h"
#include "hostgaps.h"
#include "run.h"
#include "schedule.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// GPUs that share a node where an input does not tell.
inline constexpr int assumedRanksPerNode = 8;
inline constexpr int maximumLayers = 4096; ///< of a model; more would be a typing error

/// A stretch of one operation: compute, or one communication of the rank's group. ns are doubles: they are placed in
/// time later.
struct WorkPiece {
    std::string name; ///< of the span that shows it; empty for compute between sub-operations
    double ns = 0;    ///< compute, or transfer without waiting; negative: to be priced from the bytes
    ComputeClass computeClass = ComputeClass::Matrix;
    Operation operation = Operation::Other;     ///< of communication; Other for compute
    Category category = Category::OtherCompute; ///< of compute, or the group that communicates
    double bytes = -1;                          ///< as collectiveNs() counts them; -1 where unknown
    bool isAsynchronous
        = false;    ///< queued on the rank's gradient stream when compute gets there; the step waits for it
    int layer = -1; ///< transformer layer of the model that it belongs to, -1 for none
    bool isCommunication() const { return operation != Operation::Other; }
};
using Work = std::vector<WorkPiece>;

/// What one rank does in a step; every microbatch costs the same.
struct RankWork {
    int rank = -1;
    int stage = 0; ///< of the model: pipeline rank x chunk in model order
    Work getBatch; ///< before each forward; empty for none
    Work forward;  ///< of one microbatch
    Work loss;
    Work backward; ///< with the weight gradient, unless that is given apart
    Work weightGradient;
    Work finalize; ///< gradient synchronization after the last microbatch, blocking
    Work optimizer;
    HostGaps gaps; ///< before each operation
    /// How compute of the measured microbatches varied about what is told above; all but the first are used in turn.
    /// Empty for not at all.
    std::vector<float> forwardVariation;
    std::vector<float> backwardVariation;
};

/// Prices of a transformer by layer, for other partitions, numbers of stages and layers; stageWork() puts stages
/// together. In the order in which a pass does them.
struct LayerWork {
    Work prologueForward, layerForward, epilogueForward;
    Work prologueBackward, layerBackward, epilogueBackward; ///< with the weight gradient, unless that is given apart
    Work prologueWeightGradient, layerWeightGradient, epilogueWeightGradient;
    int layers = 0; ///< of the whole model
};

/// How experts that share a rank share what it is sent, where only their sum is known.
enum class ExpertShares : uint8_t { AsRanksDo, Even, OneTakesAll };

/// One training step, as far as an input tells it: what the step builder needs to make a timeline under any schedule.
struct JobProfile {
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
    bool gpusAreGiven = true; ///< false: other sizes of groups may ask for another number of GPUs
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    /// Of a plan: its own order of passes, which counts until a knob asks for another.
    std::optional<Schedule> order;
    bool orderIsKnownSchedule = true; ///< `schedule` names the order of the passes
    bool blockingSends = true;
    /// By rank, Megatron's order tp-ep-dp-pp; the first rank of each stage where replicas are alike.
    std::vector<RankWork> ranks;
    bool replicasAreAlike = false;  ///< `ranks` holds one representative per stage; its groups are priced, not drawn
    std::vector<int> layersOfStage; ///< empty where not known
    std::optional<LayerWork> layerWork; ///< where a table tells what a layer costs
    /// Set where the input does not know the backward pass: compute pieces of `backward` (and of layerWork) then hold
    /// the times of the forward pass and take this many times as long, or as many as the knob says.
    std::optional<double> assumedBackwardRatio;
    double messageBytes = -1;            ///< of a pipeline message
    double messageNs = -1;               ///< as measured; negative: to be priced
    std::vector<double> messageNsOfLink; ///< as measured, between a pipeline rank and the next; may be empty
    double gradientBytesPerLayer = -1;
    int hiddenSize = 0; ///< 0 where not known
    /// What the input itself says a step takes; nothing for tables and workloads.
    std::optional<double> statedStepNs;
    Origin statedOrigin = Origin::Measured;
    ExpertShares expertShares = ExpertShares::AsRanksDo;
    std::vector<Assumption> assumptions;
    std::vector<GuessedSize> guesses; ///< sizes above that the input does not tell

    /// What the input tells of a size; else the guess, which answers then state.
    int toldOr(std::optional<int> told, GuessedSize::Of of, int guess)
    {
        if (!told)
            guesses.push_back({of, guess});
        return told.value_or(guess);
    }
    bool hasPeers() const { return tensor > 1 || data > 1 || stages > 1; }
};

} // namespace bubblescope
