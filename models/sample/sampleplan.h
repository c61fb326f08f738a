// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "collectivecost.h"
#include "sampleoptions.h"
#include "timerange.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// Where a rank of a sample run is placed: tensor fastest, then data, then stages.
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

/// Groups of ranks that communicate, as in Megatron.
enum class SampleGroup : uint8_t { Tensor, Data, Expert, ExpertData, Embedding, ModelParallel };
inline constexpr int sampleGroupCount = static_cast<int>(SampleGroup::ModelParallel) + 1;
/// The members of the rank's own group, in rank order.
std::vector<int> groupMembers(const SampleLayout& layout, SampleGroup group, int rank);
/// How the members are distributed over hosts.
GroupPlacement placementOf(const SampleLayout& layout, const std::vector<int>& members);

/// A collective inside an operation, as spelled by the tracer.
struct SampleCollective {
    Operation operation;
    SampleGroup group;
    double costBytes; ///< bytes moved by the slowest member
    /// As recorded: "linear_fwd [4096, 4096] bfloat16". By position in the expert group; one entry if all are equal.
    std::vector<std::string> details;
    std::vector<int64_t> bytes;
};

/// Compute followed, if `collective` is set, by a collective.
struct SamplePiece {
    static constexpr int none = -1;
    double computeNs = 0;
    double expertNs = 0;   ///< additional compute proportional to the tokens that a rank got
    int collective = none; ///< index into SamplePlan::collectives
    bool isHidden = false; ///< the tracer does not record the collective
};

/// The work of one stage for one microbatch, without noise and stragglers.
struct SampleStage {
    int layers = 0;
    double forwardComputeNs = 0;
    std::vector<SamplePiece> forward;
    std::vector<SamplePiece> backward;
    std::vector<SamplePiece> weightGradient; ///< empty unless the schedule has separate weight gradients
    std::vector<SamplePiece> optimizer;
    int64_t gradients = 0; ///< numbers per rank, without experts
    int64_t expertGradients = 0;
};

/// Costs and shapes that follow from the options, before anything is timed.
struct SamplePlan {
    SampleOptions options;
    SampleLayout layout;
    // Forward compute of one layer on one rank, in ns:
    double attentionNs = 0;
    double mlpNs = 0;
    double embeddingNs = 0;
    double headNs = 0; ///< lm_head and loss, including lastStageFactor
    double messageBytes = 0;
    int64_t embeddingGradients = 0; ///< numbers per rank
    double layerParameters = 0;     ///< per rank, without experts
    double expertParameters = 0;    ///< per rank and layer
    std::vector<SampleCollective> collectives;
    std::vector<SampleStage> stages;
    std::vector<double> expertLoad; ///< by position in the expert group; the mean is 1
    std::vector<SamplePiece> getBatch;
    std::vector<SamplePiece> loss;

    explicit SamplePlan(const SampleOptions& options);
    /// How many times as long what these ranks exchange takes through slow network cards; 1 on one host.
    double networkFactor(std::span<const int> members) const;
    /// A multiple of the grid, never 0.
    TimeNs collectiveTime(const SampleCollective& collective, const std::vector<int>& members) const;
    double layerNs() const { return attentionNs + mlpNs; }
    /// Compute and collectives of one operation on a rank with average load, without waiting, in ns.
    double plannedNs(const std::vector<SamplePiece>& pieces) const;
    /// Backward relative to forward: input and weight gradients.
    static constexpr double backwardFactor = 2;
};

/// The files have times with two decimals of a millisecond; all times are multiples of this, so that nothing is rounded
/// on the way.
inline constexpr TimeNs sampleGridNs = 10'000;
TimeNs onSampleGrid(double ns);

} // namespace bubblescope
