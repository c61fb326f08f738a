// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglers.h"

#include "hoststep.h"
#include "median.h"
#include "partoftrace.h"
#include "passcompute.h"
#include "stepwork.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace bubblescope {

namespace {

/// Fewer steps show no trend and have no recognisable warmup.
constexpr size_t fewestSteps = 4;
/// Warmup takes at most this share of the steps; whatever lasts longer is normal for the run.
constexpr size_t largestWarmupShare = 4; // a quarter
constexpr size_t fewestAgain = 5; // a fifth of what follows, and not one step, takes as long as the warmup would have
constexpr double againAsLong = 0.9;
/// A smaller drift, as a share of a step, is not worth reporting.
constexpr double smallestDrift = 0.03;

double medianOfCopy(std::vector<double> values) { return medianOf(values); }

/// A value relative to the median of the others.
double ratioToOthers(const std::vector<double>& values, size_t own)
{
    std::vector<double> others;
    others.reserve(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
        if (i != own)
            others.push_back(values[i]);
    }
    const double median = medianOf(others);
    return median > 0 ? values[own] / median : 1;
}

/// Slower than its peers beyond chance: the median of so few noisy ratios must be clearly above 1.
bool isSlow(const std::vector<double>& ratios)
{
    const double factor = medianOfCopy(ratios);
    constexpr size_t fewSamples = 4;
    constexpr double clearWithFew = 1.2;
    if (ratios.size() < fewSamples)
        return factor >= clearWithFew;
    std::vector<double> deviations;
    for (const double ratio : ratios)
        deviations.push_back(std::abs(ratio - factor));
    // 1.48 x 1.25 converts the median absolute deviation to the standard error of a median; four are significant.
    const double error = 1.48 * 1.25 * medianOf(deviations) / std::sqrt(double(ratios.size()));
    return factor >= std::max(stragglerFactor, 1 + 4 * error);
}

/// A rank against its peers, as medians: what it computes outside of its experts, and how many tokens those get, told
/// by their time on a GPU that is as fast as its plain compute is.
struct RankPace {
    double factor = 1;
    double tokens = 1;
};

/// What a rank that is given more tokens for its experts may take longer outside of them, too: it sorts the tokens, and
/// puts them back. Of measured ranks with 1.4 times the tokens one took 5 % longer there, three as long as their peers;
/// but where other ranks are as busy, and all as fast as their peers, tokens explain no more than three times what
/// these differ by.
double explainedByExperts(const std::vector<RankPace>& paces, size_t own)
{
    constexpr double sortingShare = 0.2;
    constexpr size_t fewestAlike = 2;
    const double more = paces[own].tokens - 1;
    if (more <= 0)
        return 1;
    size_t alike = 0;
    double most = 0;
    for (size_t r = 0; r < paces.size(); ++r) {
        const double others = paces[r].tokens - 1;
        if (r == own || others < more / 2)
            continue;
        ++alike;
        most = std::max(most, std::abs(paces[r].factor - 1) / others);
    }
    return 1 + more * (alike < fewestAlike ? sortingShare : std::min(sortingShare, 3 * most));
}

/// A rank alone in its stage has only the other stages as peers. The last stage has the output layer in addition, and
/// if the layers do not divide evenly, some stages have one more.
void compareLoneRanks(Stragglers& result, const std::vector<int>& stageOf,
    const std::vector<std::vector<double>>& totals, const ParallelLayout& layout)
{
    const auto count = int(result.stages.size());
    constexpr int fewestStages = 3;
    if (count < fewestStages)
        return;
    const int layers = layout.layers.value_or(0);
    constexpr double withoutLayers = 1.2;
    const double least = layers < count
        ? withoutLayers
        : stragglerFactor * double((layers + count - 1) / count) / double(layers / count);
    for (size_t s = 0; s + 1 < result.stages.size(); ++s) {
        Stragglers::Stage& stage = result.stages[s];
        uint32_t only = 0;
        int holders = 0;
        for (uint32_t r = 0; r < stageOf.size(); ++r) {
            if (stageOf[r] == stage.stage) {
                only = r;
                ++holders;
            }
        }
        if (holders != 1 || stage.factor < least)
            continue;
        result.ranks.push_back({only, stage.stage, stage.factor, uint32_t(totals[only].size()), true, true});
        stage.compute = TimeNs(double(stage.compute) / stage.factor);
        stage.factor = 1;
    }
    std::sort(result.ranks.begin(), result.ranks.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
}

/// Ranks that recorded less of a step than others of their stage.
std::vector<Stragglers::Incomplete> incompleteRanks(const PassComputes& passes)
{
    std::map<std::tuple<int, int, uint32_t>, uint32_t> recorded; // stage, step, rank: passes
    std::map<std::pair<int, int>, uint32_t> most;
    for (const PassCompute& pass : passes) {
        const uint32_t sum = recorded[{pass.stage, pass.step, pass.rank}] += pass.passes;
        uint32_t& largest = most[{pass.stage, pass.step}];
        largest = std::max(largest, sum);
    }
    std::vector<Stragglers::Incomplete> found;
    for (const auto& [of, count] : recorded) {
        const auto [stage, step, rank] = of;
        if (const uint32_t peers = most.at({stage, step}); count < peers)
            found.push_back({rank, step, count, peers});
    }
    std::sort(found.begin(), found.end(),
        [](const auto& a, const auto& b) { return std::pair(a.step, a.rank) < std::pair(b.step, b.rank); });
    return found;
}

/// A microbatch of which others of the stage recorded more passes, or this rank of other microbatches, would make those
/// look slow.
void dropPartialMicrobatches(PassComputes& passes)
{
    std::map<int, uint32_t> most;
    for (const PassCompute& pass : passes)
        most[pass.stage] = std::max(most[pass.stage], pass.passes);
    std::erase_if(passes, [&](const PassCompute& pass) { return pass.passes < most[pass.stage]; });
}

} // namespace

StepOutliers findStepOutliers(const std::vector<double>& times)
{
    StepOutliers found;
    found.median = medianOfCopy(times);
    if (times.size() < fewestSteps)
        return found;
    size_t first = 0;
    while (
        first < std::max<size_t>(1, times.size() / largestWarmupShare) && times[first] > slowStepFactor * found.median)
        found.warmup.push_back(first++);
    // Where steps take as long again and again, none of them is warmup.
    if (first > 0) {
        const double least = againAsLong * *std::min_element(times.begin(), times.begin() + std::ptrdiff_t(first));
        const auto later = std::count_if(
            times.begin() + std::ptrdiff_t(first), times.end(), [least](double time) { return time >= least; });
        if (later > 1 && size_t(later) * fewestAgain >= times.size() - first) {
            found.warmup.clear();
            first = 0;
        }
    }
    const std::vector<double> rest(times.begin() + std::ptrdiff_t(first), times.end());
    found.median = medianOfCopy(rest);
    std::vector<double> deviations;
    for (const double time : rest)
        deviations.push_back(std::abs(time - found.median));
    const double deviation = medianOf(deviations);
    for (size_t i = first; i < times.size(); ++i) {
        if (times[i] > slowStepFactor * found.median)
            found.slow.push_back(i);
    }
    // Theil-Sen estimator (Theil 1950, Sen 1968) over pairs half a series apart: the median of their slopes.
    const size_t half = rest.size() / 2;
    std::vector<double> slopes;
    size_t rising = 0;
    for (size_t i = 0; i + half < rest.size(); ++i) {
        slopes.push_back((rest[i + half] - rest[i]) / double(half));
        rising += rest[i + half] > rest[i];
    }
    const double slope = medianOfCopy(slopes);
    found.drift = found.median > 0 ? slope * double(rest.size() - 1) / found.median : 0;
    const size_t agreeing = slope > 0 ? rising : slopes.size() - rising;
    found.drifts = slopes.size() >= fewestSteps && std::abs(found.drift) > smallestDrift
        && std::abs(found.drift) * found.median > 2 * deviation && agreeing * 10 >= slopes.size() * 9;
    return found;
}

const Stragglers::Rank* Stragglers::of(uint32_t rank) const
{
    const auto found = std::lower_bound(
        ranks.begin(), ranks.end(), rank, [](const Rank& r, uint32_t wanted) { return r.rank < wanted; });
    return found != ranks.end() && found->rank == rank ? &*found : nullptr;
}

Stragglers findStragglers(const RunContext& context)
{
    const Trace& trace = context.trace();
    Stragglers result;
    std::vector<double> steps;
    for (const Step& step : trace.steps())
        steps.push_back(double(step.range.duration()));
    const StepOutliers outliers = findStepOutliers(steps);
    for (const size_t step : outliers.warmup)
        result.warmupSteps.push_back(int(step));
    const std::vector<std::optional<HostStep>> ofHosts = hostSteps(trace);
    const std::vector<size_t> ofOtherWork
        = outliers.slow.empty() ? outliers.slow : StepWork(trace).otherThanUsual(outliers.slow);
    for (const size_t step : outliers.slow) {
        if (std::binary_search(ofOtherWork.begin(), ofOtherWork.end(), step))
            continue;
        if (!changesQueue(ofHosts, step)) // it is as long as the queue makes it
            result.slowSteps.push_back(int(step));
    }
    const auto isWarmup = [&](int step) { return size_t(step) < outliers.warmup.size(); };

    // Medians over microbatches: a single hiccup makes no straggler.
    PassComputes passes = passCompute(context);
    const std::vector<bool> cut = cutSteps(trace);
    std::erase_if(
        passes, [&cut](const PassCompute& pass) { return size_t(pass.step) < cut.size() && cut[size_t(pass.step)]; });
    result.incomplete = incompleteRanks(passes);
    dropPartialMicrobatches(passes);
    std::vector<std::vector<double>> ratios(trace.ranks().size());
    std::vector<std::vector<double>> ofExperts(trace.ranks().size()); // as ratios
    std::vector<std::vector<double>> totals(trace.ranks().size());
    std::vector<int> stageOf(trace.ranks().size(), -1);
    std::vector<double> plain;
    std::vector<double> expert;
    for (size_t i = 0; i < passes.size();) {
        const PassCompute& first = passes[i];
        const auto same = [&](const PassCompute& p) {
            return p.stage == first.stage && p.step == first.step && p.microbatch == first.microbatch;
        };
        plain.clear();
        expert.clear();
        size_t end = i;
        for (; end < passes.size() && same(passes[end]); ++end) {
            plain.push_back(double(passes[end].plain));
            expert.push_back(double(passes[end].expert));
        }
        if (!isWarmup(first.step)) {
            const double all = plain.size() > 8 ? medianOfCopy(plain) : 0;
            const double allExperts = medianOfCopy(expert);
            for (size_t k = 0; k < plain.size(); ++k) {
                const PassCompute& pass = passes[i + k];
                stageOf[pass.rank] = pass.stage;
                totals[pass.rank].push_back(double(pass.total()));
                if (plain.size() > 1)
                    ratios[pass.rank].push_back(all > 0 ? plain[k] / all : ratioToOthers(plain, k));
                if (allExperts > 0)
                    ofExperts[pass.rank].push_back(expert[k] / allExperts);
            }
        }
        i = end;
    }
    std::vector<double> typical(totals.size());
    std::vector<RankPace> paces(totals.size());
    for (uint32_t r = 0; r < totals.size(); ++r) {
        typical[r] = medianOfCopy(totals[r]);
        if (ratios[r].empty())
            continue;
        paces[r].factor = medianOfCopy(ratios[r]);
        if (!ofExperts[r].empty() && paces[r].factor > 0)
            paces[r].tokens = medianOfCopy(ofExperts[r]) / paces[r].factor;
    }
    for (uint32_t r = 0; r < totals.size(); ++r) {
        if (ratios[r].empty())
            continue;
        const bool isStraggler = isSlow(ratios[r]) && paces[r].factor >= explainedByExperts(paces, r);
        result.ranks.push_back({r, stageOf[r], paces[r].factor, uint32_t(ratios[r].size()), isStraggler, false});
    }

    std::map<int, std::vector<double>> byStage;
    std::map<int, std::vector<double>> healthy;
    for (uint32_t r = 0; r < totals.size(); ++r) {
        if (totals[r].empty() || stageOf[r] < 0)
            continue;
        byStage[stageOf[r]].push_back(typical[r]);
        const Stragglers::Rank* rank = result.of(r);
        if (!rank || !rank->isStraggler)
            healthy[stageOf[r]].push_back(typical[r]);
        else if (!ofExperts[r].empty() && rank->factor > 0) // without it the median may be of ranks that are sent less
            healthy[stageOf[r]].push_back(typical[r] / rank->factor);
    }
    std::vector<double> ofStages;
    for (auto& [stage, values] : byStage) {
        std::vector<double>& good = healthy[stage].empty() ? values : healthy[stage];
        ofStages.push_back(medianOf(good));
        result.stages.push_back({stage, TimeNs(ofStages.back()), 1});
    }
    for (size_t s = 0; s < ofStages.size() && ofStages.size() > 1; ++s)
        result.stages[s].factor = ratioToOthers(ofStages, s);
    compareLoneRanks(result, stageOf, totals, context.layout());

    std::map<int32_t, std::vector<double>> byMicrobatch;
    std::set<int32_t> microbatches;
    for (const PassCompute& pass : passes) {
        microbatches.insert(pass.microbatch);
        if (!isWarmup(pass.step) && typical[pass.rank] > 0)
            byMicrobatch[pass.microbatch].push_back(double(pass.total()) / typical[pass.rank]);
    }
    constexpr size_t fewestMicrobatches = 3;
    for (auto& [microbatch, values] : byMicrobatch) {
        const double factor = medianOf(values);
        if (microbatches.size() >= fewestMicrobatches && factor >= slowMicrobatchFactor)
            result.slowMicrobatches.push_back({microbatch, factor});
    }
    std::stable_sort(result.slowMicrobatches.begin(), result.slowMicrobatches.end(),
        [](const auto& a, const auto& b) { return a.factor > b.factor; });
    return result;
}

} // namespace bubblescope
