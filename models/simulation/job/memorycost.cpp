// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memorycost.h"

#include "median.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double weightBytes = 2;
constexpr double optimizerBytes = 12; // 32-bit master weight and two moments
constexpr double halfBytes = 2;

double bytesPerParameter(const MemoryOptions& options)
{
    return weightBytes + options.gradientElementBytes + optimizerBytes / std::max(options.optimizerShards, 1);
}

/// Bytes per each of the s b h numbers of a layer's input, in half precision.
double bytesPerNumber(int tensor, const MemoryOptions& options)
{
    const double t = std::max(tensor, 1);
    if (options.recomputation == Recomputation::Full)
        return 2;
    const double scores = options.recomputation == Recomputation::None ? 5 * options.headsTimesSequenceOverHidden : 0;
    return options.sequenceParallel ? (34 + scores) / t : 10 + (24 + scores) / t;
}

/// Parameters of the head on one GPU: tied embeddings say what they exchange, else it is what the last stage has more
/// than as many layers between the ends. 0 where neither tells.
double headParameters(
    std::span<const RankWork> stages, std::span<const int> layersOfStage, double gradientElementBytes)
{
    double tied = 0;
    for (const WorkPiece& piece : stages.back().finalize)
        tied += piece.category == Category::EmbeddingComm ? std::max(piece.bytes, 0.0) : 0;
    if (tied > 0 || stages.size() < 3 || layersOfStage.size() != stages.size())
        return tied / gradientElementBytes;
    std::vector<double> perLayer;
    for (size_t stage = 1; stage + 1 < stages.size(); ++stage) {
        if (const double bytes = gradientBytes(stages[stage]); bytes > 0 && layersOfStage[stage] > 0)
            perLayer.push_back(bytes / layersOfStage[stage]);
    }
    const double ofLayers = perLayer.empty() ? 0 : medianOf(perLayer) * layersOfStage.back();
    return ofLayers > 0 ? std::max(0.0, gradientBytes(stages.back()) - ofLayers) / gradientElementBytes : 0;
}

} // namespace

double modelStateBytes(double parameters, const MemoryOptions& options)
{
    return parameters * bytesPerParameter(options);
}

double layerActivationBytes(double messageBytes, int tensor, const MemoryOptions& options)
{
    // Activations scale with the width of the numbers in the same way as messages.
    return messageBytes / halfBytes * bytesPerNumber(tensor, options);
}

double embeddingActivationBytes(double messageBytes, int tensor, const MemoryOptions& options)
{
    return messageBytes / halfBytes / (options.sequenceParallel ? std::max(tensor, 1) : 1);
}

double headActivationBytes(
    double messageBytes, int tensor, double headParameters, int hiddenSize, const MemoryOptions& options)
{
    constexpr double inputs = 4; // two in half precision
    constexpr double logitBytes = 4;
    const double numbers = messageBytes / halfBytes;
    const double rows = hiddenSize > 0 ? headParameters / hiddenSize : 0; // of the vocabulary, on this GPU
    const double logits = hiddenSize > 0 ? numbers / hiddenSize * rows * logitBytes : 0;
    return numbers * inputs / (options.sequenceParallel ? std::max(tensor, 1) : 1) + logits;
}

double leastMemoryBytes(const JobProfile& job)
{
    MemoryOptions options;
    options.optimizerShards = std::max(job.data, 1);
    double most = 0;
    for (const RankWork& rank : job.ranks)
        most = std::max(most, modelStateBytes(std::max(gradientBytes(rank), 0.0) / options.gradientElementBytes, options));
    return most;
}

double gradientBytes(const RankWork& rank)
{
    double bytes = 0;
    for (const Work* work : {&rank.backward, &rank.weightGradient, &rank.finalize}) {
        for (const WorkPiece& piece : *work) {
            const bool isGradient = piece.category == Category::DataComm || piece.category == Category::ExpertDataComm;
            const bool isSummed
                = piece.operation == Operation::AllReduce || piece.operation == Operation::ReduceScatter;
            if (isGradient && isSummed && piece.bytes > 0)
                bytes += piece.bytes;
        }
    }
    return bytes > 0 ? bytes : -1;
}

std::vector<StageMemory> stageMemory(const JobProfile& profile, std::span<const RankWork> stages,
    std::span<const int> layersOfStage, std::span<const double> peakInFlight, const MemoryOptions& options)
{
    std::vector<StageMemory> memory(stages.size());
    if (stages.empty())
        return memory;
    const double head = headParameters(stages, layersOfStage, options.gradientElementBytes);
    for (size_t i = 0; i < stages.size(); ++i) {
        StageMemory& made = memory[i];
        const bool layersAreKnown = i < layersOfStage.size();
        double bytes = gradientBytes(stages[i]);
        if (bytes < 0 && layersAreKnown && profile.gradientBytesPerLayer > 0)
            bytes = profile.gradientBytesPerLayer * layersOfStage[i];
        if (bytes >= 0) {
            made.parameters = bytes / options.gradientElementBytes;
            made.bytesPerParameter = bytesPerParameter(options);
            made.parameterBytes = modelStateBytes(made.parameters, options);
        }
        if (layersAreKnown && i < peakInFlight.size() && profile.messageBytes > 0) {
            made.peakInFlight = peakInFlight[i];
            made.layers = layersOfStage[i];
            made.layerBytes = layerActivationBytes(profile.messageBytes, profile.tensor, options);
            if (i == 0)
                made.endBytes += embeddingActivationBytes(profile.messageBytes, profile.tensor, options);
            if (i + 1 == stages.size())
                made.endBytes
                    += headActivationBytes(profile.messageBytes, profile.tensor, head, profile.hiddenSize, options);
            made.activationBytes = made.peakInFlight * (made.layers * made.layerBytes + made.endBytes);
        }
    }
    return memory;
}

} // namespace bubblescope
