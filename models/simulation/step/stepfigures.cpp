// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepfigures.h"

#include "runsummary.h"

#include <cmath>

namespace bubblescope {

void StepFigures::charge(const RunSummary& summary)
{
    const TimeSplit& split = summary.split;
    const auto mean = [&](TimeNs sum) { return summary.perRank(sum); };
    computeNs = mean(split.compute());
    for (int c = 0; c < categoryCount; ++c)
        exposedNs[size_t(c)] = isCommunication(Category(c)) ? mean(split.of(Category(c))) : 0;
    waitingNs = mean(split.waiting());
    warmupBubbleNs = mean(split.of(PipelinePhase::Warmup));
    steadyBubbleNs = mean(split.of(PipelinePhase::Steady));
    cooldownBubbleNs = mean(split.of(PipelinePhase::Cooldown));
    idleNs = mean(split.idle());
    hostNs = mean(split.host());
    bubbleShare = summary.bubbleShare();
    charged = summary.parts();
    ranks = summary.ranks.size();
}

double StepFigures::restNs() const
{
    const double rest = wholeStepNs() - explainedNs();
    constexpr double lostDigits = 1e-9; // of the mean of ranks
    return std::abs(rest) > lostDigits * wholeStepNs() ? rest : 0;
}

TimeParts StepFigures::parts() const
{
    TimeParts all = charged;
    all.of(TimePart::Unexplained) = restNs() != 0 ? wholeStepNs() * double(ranks) - charged.whole() : 0;
    return all;
}

} // namespace bubblescope
