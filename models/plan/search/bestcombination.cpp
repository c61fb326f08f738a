// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bestcombination.h"

#include "runsearch.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

/// What is sure of it; 0 where nothing is.
double sureGain(const KnobGain& gain)
{
    return gain.fitsMemory && gain.isSure() && gain.throughputGain > 0 ? gain.low() : 0;
}

/// Forward passes of a step.
uint64_t passesOf(const Simulator& simulator)
{
    uint64_t microbatches = 1;
    const std::string own = simulator.ownValue("microbatches");
    std::from_chars(own.data(), own.data() + own.size(), microbatches);
    const auto ranks = std::max<uint64_t>(simulator.baseline().ranks, 1);
    return ranks * std::clamp<uint64_t>(microbatches, 1, 1'000'000);
}

KnobGain combinationOf(const Simulator& simulator, const StepFigures& now, const RunCandidate& candidate)
{
    KnobGain gain = gainFrom(simulator, now, candidate.figures, candidate.knobs);
    gain.knob = combinationKey;
    gain.change = say("combination {}", candidate.set);
    return gain;
}

} // namespace

std::optional<KnobGain> bestCombination(
    const Simulator& simulator, const ProgressFn& progress, const CombinationBudget& budget)
{
    const uint64_t most = std::min(budget.combinations, budget.passes / passesOf(simulator));
    bool isCancelled = false;
    const ProgressFn mayContinue = [&](uint64_t done, uint64_t total) {
        isCancelled = isCancelled || (progress && !progress(done, total));
        return !isCancelled && done < most;
    };
    constexpr size_t looked = 20; // a slower one may be surer
    PlanSpace space;
    space.top = looked;
    std::vector<RunCandidate> found; // of a search that ends early, each that was the fastest for a while
    const Result<RunAnswer> answer = searchRun(
        simulator, space, mayContinue, [&found](const RunCandidate& candidate) { found.push_back(candidate); });
    if (isCancelled)
        return std::nullopt;
    if (answer)
        found.insert(found.end(), answer->candidates.begin(), answer->candidates.end());
    const Result<StepFigures> now = simulator.outcome({}, progress);
    if (!now)
        return std::nullopt;
    std::optional<KnobGain> best;
    for (const RunCandidate& candidate : found) {
        if (candidate.knobs == Knobs())
            continue;
        KnobGain gain = combinationOf(simulator, *now, candidate);
        if (sureGain(gain) > (best ? sureGain(*best) : 0))
            best = std::move(gain);
    }
    return best;
}

std::vector<KnobGain> withBestCombination(std::vector<KnobGain> gains, const Simulator& simulator, const Knobs& from,
    const ProgressFn& progress, const CombinationBudget& budget)
{
    if (!(from == Knobs()))
        return gains;
    double single = 0;
    for (const KnobGain& gain : gains) {
        if (gain.needs == KnobNeeds::Nothing)
            single = std::max(single, sureGain(gain));
    }
    std::optional<KnobGain> best = bestCombination(simulator, progress, budget);
    constexpr double least = 1e-6; // the same, in another order of adding up
    if (best && best->needs == KnobNeeds::Nothing && sureGain(*best) > single + least)
        gains.insert(gains.begin(), *std::move(best));
    return gains;
}

} // namespace bubblescope
