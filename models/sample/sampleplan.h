// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecost.h"
#include "sampleoptions.h"
#include "timerange.h"

#include <array>
#include <string>
#include <vector>

namespace bubblescope {

/// Where a rank of a sample run sits: tensor fastest, then data, then stages.
struct SampleLayout {
    int stages;
    int tensor;
    int data;
    int expert;
    int hosts;

    explicit SampleLayout(const SampleOptions& options);
    int world() const { return stages * tensor * data; }
    int rank(int stage, int dataIndex, int tensorIndex) const
    {
        return tensorIndex + tensor * (dataIndex + data * stage);
    }
    int stageOf(int rank) const { return rank / (tensor * data); }
    int dataOf(int rank) const { return rank / tensor % data; }
    int tensorOf(int rank) const { return rank % tensor; }
    int expertOf(int rank) const { return dataOf(rank) % expert; }
    int hostOf(int rank) const { return rank / (world() / hosts); }
};

/// Groups of ranks that communicate, as Megatron makes them.
enum class SampleGroup : uint8_t { Tensor, Data, Expert, ExpertData, Embedding, ModelParallel };
inline constexpr int sampleGroupCount = static_cast<int>(SampleGroup::ModelParallel) + 1;
/// The members of the rank's own group, in rank order.
std::vector<int> groupMembers(const SampleLayout& layout, SampleGroup group, int rank);
/// How the members are spread over hosts.
GroupPlacement placementOf(const SampleLayout& layout, const std::vector<int>& members);

/// A collective inside an operation, as the tracer spells it.
struct SampleCollective {
    Operation operation;
    SampleGroup group;
    double costBytes; ///< what the slowest member moves
    /// As recorded: "linear_fwd [4096, 4096] bfloat16". By place in the expert group; one entry where all are alike.
    std::vector<std::string> details;
    std::vector<int64_t> bytes;
};

/// Compute, then (where `collective` is one) a collective.
struct SamplePiece {
    static constexpr int none = -1;
    double computeNs = 0;
    double expertNs = 0;   ///< further compute that goes with the tokens a rank got
    int collective = none; ///< index into SamplePlan::collectives
    bool isHidden = false; ///< the tracer does not see the collective
};

/// What the work of one stage consists of, for one microbatch, without noise or stragglers.
struct SampleStage {
    int layers = 0;
    double forwardComputeNs = 0;
    std::vector<SamplePiece> forward;
    std::vector<SamplePiece> backward;
    std::vector<SamplePiece> weightGradient; ///< where the schedule has a pass of its own for it, else empty
    std::vector<SamplePiece> optimizer;
    int64_t gradients = 0; ///< numbers per rank, experts left out
    int64_t expertGradients = 0;
};

/// Costs and shapes that follow from the options, before anything is placed in time.
struct SamplePlan {
    SampleOptions options;
    SampleLayout layout;
    // One layer's forward compute on one rank, ns.
    double attentionNs = 0;
    double mlpNs = 0;
    double embeddingNs = 0;
    double headNs = 0; ///< lm_head and loss, what lastStageFactor adds included
    double messageBytes = 0;
    int64_t embeddingGradients = 0; ///< numbers per rank
    double layerParameters = 0;     ///< of a rank, experts left out
    double expertParameters = 0;    ///< of a rank and layer
    std::vector<SampleCollective> collectives;
    std::vector<SampleStage> stages;
    std::vector<double> expertLoad; ///< by place in the expert group; the mean is 1
    std::vector<SamplePiece> getBatch;
    std::vector<SamplePiece> loss;

    explicit SamplePlan(const SampleOptions& options);
    /// On the grid, never nothing.
    TimeNs collectiveTime(const SampleCollective& collective, const std::vector<int>& members) const;
    double layerNs() const { return attentionNs + mlpNs; }
    /// Compute and collectives of one operation on a rank of even load, without waiting, ns.
    double plannedNs(const std::vector<SamplePiece>& pieces) const;
    /// Backward takes so many times as long as forward: input and weight gradients.
    static constexpr double backwardFactor = 2;
};

/// Times of the files have two decimals of a millisecond; everything is a multiple of this, so that nothing is rounded
/// on the way.
inline constexpr TimeNs sampleGridNs = 10'000;
TimeNs onSampleGrid(double ns);

} // namespace bubblescope
