// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "matrixspeed.h"

#include "expertwork.h"
#include "roundedtime.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double flops = 2;         // of a weight and a token
constexpr double numberBytes = 2;   // of tokens, in half precision
constexpr double bytesPerGradient = 4; // at most: fewer mean more weights

/// Of all layers on the GPU.
double weightsOf(const RankWork& rank, Category group)
{
    double bytes = 0;
    for (const Work* part : {&rank.backward, &rank.weightGradient, &rank.finalize}) {
        for (const WorkPiece& piece : *part) {
            const bool isSum = piece.operation == Operation::AllReduce || piece.operation == Operation::ReduceScatter;
            bytes += isSum && piece.category == group ? std::max(piece.bytes, 0.0) : 0;
        }
    }
    return bytes / bytesPerGradient;
}

double speed(double work, double ns) { return ns > 0 ? work / ns * nsPerSecond : 0; }

/// Each token that is sent to a GPU goes through one of its experts.
double speedOfExperts(const JobProfile& job, const RankWork& rank)
{
    const Work& work = rank.forward;
    const std::vector<bool> isExpert = expertPieces(work);
    double tokens = 0; // of all layers
    double ns = 0;
    int layers = 0;
    for (size_t i = 0; i < work.size(); ++i) {
        if (!isExpert[i])
            continue;
        ns += std::max(work[i].ns, 0.0);
        if (i + 1 < work.size() && work[i + 1].isCommunication()) {
            tokens += std::max(work[i + 1].bytes, 0.0) / (numberBytes * job.hiddenSize);
            ++layers;
        }
    }
    const double held = double(countedExperts(work)) / job.expert; // of each layer
    return layers > 0 && held >= 1
        ? speed(flops * tokens * weightsOf(rank, Category::ExpertDataComm) / layers / held, ns)
        : 0;
}

} // namespace

double fastestMatrixWork(const JobProfile& job)
{
    double fastest = 0;
    if (job.hiddenSize < 1)
        return fastest;
    const double tokens = std::max(job.messageBytes, 0.0) / (numberBytes * job.hiddenSize);
    for (const RankWork& rank : job.ranks) {
        fastest = std::max(fastest, speedOfExperts(job, rank));
        if (rank.stage == 0)
            continue; // looks tokens up in its embedding, which is no work
        const std::vector<bool> isExpert = expertPieces(rank.forward);
        double ns = 0;
        for (size_t i = 0; i < rank.forward.size(); ++i)
            ns += isExpert[i] || rank.forward[i].isCommunication() ? 0 : std::max(rank.forward[i].ns, 0.0);
        fastest = std::max(fastest, speed(flops * tokens * weightsOf(rank, Category::DataComm), ns));
    }
    return fastest;
}

} // namespace bubblescope
