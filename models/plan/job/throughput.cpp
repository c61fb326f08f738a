// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "throughput.h"

#include "plannedstep.h"
#include "roundedtime.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Beyond it, two counts are not the same.
constexpr double countTolerance = 0.01;

bool isSameCount(double count, double other) { return std::abs(count / other - 1) <= countTolerance; }

} // namespace

StepThroughput stepThroughput(const JobDescription& job, double stepNs, double peakFlops)
{
    const PlannedLayout& layout = job.layout;
    StepThroughput made;
    made.flopsPerToken = modelFlopsPerToken(job.model, layout.sequence.value_or(0));
    if (stepNs <= 0)
        return made;
    const double tokens = double(layout.globalBatch.value_or(0)) * layout.sequence.value_or(0);
    made.tokensPerSecond = tokens / stepNs * nsPerSecond;
    made.tokensPerSecondPerGpu = made.tokensPerSecond / std::max(layout.gpus.value_or(1), 1);
    if (peakFlops > 0)
        made.mfu = made.flopsPerSecondPerGpu() / peakFlops;
    return made;
}

double flopsPerTokenWith(const JobDescription& job, const std::vector<ExtraFlops>& extra)
{
    const auto has = [&extra](ExtraFlops of) { return std::ranges::find(extra, of) != extra.end(); };
    const int sequence = job.layout.sequence.value_or(0);
    constexpr double forEach = 6; // parameter: forward and backward
    const double own = modelFlopsPerToken(job.model, sequence);
    // Without a causal mask a token attends to twice as many.
    const double whole = modelFlopsPerToken(job.model, 2 * sequence);
    double flops = has(ExtraFlops::WholeAttention) ? whole : own;
    if (has(ExtraFlops::Recomputation)) {
        // The head is not computed again; without whole layers, only the core of attention is.
        constexpr double forwardShare = 1.0 / 3;
        const double attention = (whole - own) * (has(ExtraFlops::WholeAttention) ? 2 : 1);
        const double again = job.layout.recompute == Recompute::Full
            ? flops - forEach * job.model.headParameters()
            : attention;
        flops += forwardShare * again;
    }
    if (has(ExtraFlops::Lookup))
        flops += forEach * job.model.embeddingParameters();
    return flops;
}

std::vector<ExtraFlops> extraFlopsOf(const JobDescription& job, double flopsPerToken)
{
    using enum ExtraFlops;
    if (flopsPerToken <= 0 || isSameCount(flopsPerTokenWith(job, {}), flopsPerToken))
        return {};
    const bool isRecomputed = job.layout.recompute.value_or(Recompute::None) != Recompute::None;
    const std::vector<std::vector<ExtraFlops>> all {{WholeAttention}, {Lookup}, {Recomputation},
        {WholeAttention, Lookup}, {WholeAttention, Recomputation}, {Lookup, Recomputation},
        {WholeAttention, Lookup, Recomputation}};
    for (const std::vector<ExtraFlops>& extra : all) {
        const bool isOfJob = isRecomputed || std::ranges::find(extra, Recomputation) == extra.end();
        if (isOfJob && isSameCount(flopsPerTokenWith(job, extra), flopsPerToken))
            return extra;
    }
    return {};
}

} // namespace bubblescope
