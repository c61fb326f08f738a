// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepterms.h"

#include "category.h"
#include "measuretext.h"
#include "timeparts.h"
#include "timesplit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

struct Term {
    std::string_view key;
    double ns = 0;
};

constexpr std::string_view restKey = "rest";

/// The same terms in the same order for any step. The last is what the others leave of it.
std::vector<Term> termsOf(const TimeSplit& split, size_t ranks, double stepNs)
{
    std::vector<Term> terms;
    double listed = 0;
    const auto add = [&](std::string_view key, TimeNs sum) {
        const double ns = ranks > 0 ? double(sum) / double(ranks) : 0;
        listed += ns;
        terms.push_back({key, ns});
    };
    add(timePartKey(TimePart::Compute), split.compute() - split.of(Category::Optimizer));
    for (int c = 0; c < categoryCount; ++c) {
        if (isCommunication(Category(c)))
            add(categoryKey(Category(c)), split.of(Category(c)));
    }
    add(timePartKey(TimePart::Bubble), split.bubble());
    add(timePartKey(TimePart::Waiting), split.waiting());
    add(categoryKey(Category::Optimizer), split.of(Category::Optimizer));
    add(timePartKey(TimePart::Idle), split.idle());
    add(timePartKey(TimePart::Host), split.host());
    terms.push_back({restKey, stepNs - listed});
    return terms;
}

void sortByDifference(std::vector<Difference>& differences)
{
    std::stable_sort(differences.begin(), differences.end(),
        [](const Difference& x, const Difference& y) { return std::abs(x.change()) > std::abs(y.change()); });
}

/// Without those that neither has.
std::vector<Difference> differencesOf(const std::vector<Term>& plan, const std::vector<Term>& run)
{
    constexpr double leastNs = 0.5; // half of what clocks tell apart: what is less was left by adding up doubles
    std::vector<Difference> differences;
    for (size_t i = 0; i < plan.size(); ++i) {
        if (std::abs(plan[i].ns) >= leastNs || std::abs(run[i].ns) >= leastNs || plan[i].key == restKey)
            differences.push_back({std::string(plan[i].key), plan[i].ns, run[i].ns});
    }
    sortByDifference(differences);
    return differences;
}

const StageSummary* stageOf(const RunSummary& summary, int stage)
{
    const auto found = std::find_if(
        summary.stages.begin(), summary.stages.end(), [stage](const StageSummary& of) { return of.stage == stage; });
    return found == summary.stages.end() || found->ranks <= 0 ? nullptr : &*found;
}

std::optional<double> passesOf(const StageSummary& stage)
{
    if (!stage.forwardPerMicrobatch || !stage.backwardPerMicrobatch)
        return std::nullopt;
    return double(*stage.forwardPerMicrobatch + *stage.backwardPerMicrobatch);
}

/// "The step takes 120 ms longer than planned. Most of all: compute, 90.0 ms longer."
Message leadOfPlan(const Comparison& comparison)
{
    constexpr double worthSaying = 0.02; // of the step
    const double change = comparison.stepB - comparison.stepA;
    const std::string time = timeText(std::abs(change));
    const Difference* most = nullptr; // in the direction of the step
    for (const Difference& term : comparison.terms) {
        if (term.change() * change > 0 && !most)
            most = &term;
    }
    if (comparison.stepA <= 0 || !most || std::abs(change) < worthSaying * comparison.stepA)
        return say("The step takes what was planned.");
    const Message name(std::string(stepTermName(most->name)).c_str(), {}); // known to translators
    const std::string termTime = timeText(std::abs(most->change()));
    return change > 0 ? say("The step takes {} longer than planned. Most of all: {}, {} longer.", time, name, termTime)
                      : say("The step takes {} less than planned. Most of all: {}, {} less.", time, name, termTime);
}

} // namespace

std::string_view stepTermName(std::string_view key)
{
    for (const TimePart part :
        {TimePart::Compute, TimePart::Bubble, TimePart::Waiting, TimePart::Idle, TimePart::Host}) {
        if (timePartKey(part) == key)
            return timePartName(part);
    }
    const std::optional<Category> category = categoryFromKey(key);
    return category ? categoryName(*category) : timePartName(TimePart::Unexplained);
}

Comparison comparePlan(const PlannedSide& plan, const PlannedSide& run)
{
    Comparison comparison;
    comparison.stepA = plan.stepNs;
    comparison.stepB = run.stepNs;
    comparison.terms = differencesOf(termsOf(plan.summary.split, plan.summary.ranks.size(), plan.stepNs),
        termsOf(run.summary.split, run.summary.ranks.size(), run.stepNs));
    for (const StageSummary& stage : run.summary.stages) {
        const StageSummary* planned = stageOf(plan.summary, stage.stage);
        if (!planned || stage.ranks <= 0)
            continue;
        comparison.stageTerms.push_back({stage.stage, stage.ranks,
            differencesOf(termsOf(planned->split, size_t(planned->ranks), plan.stepNs),
                termsOf(stage.split, size_t(stage.ranks), run.stepNs))});
        const std::optional<double> a = passesOf(*planned);
        const std::optional<double> b = passesOf(stage);
        if (a && b)
            comparison.stages.push_back({std::to_string(stage.stage), a, b});
    }
    for (const RankSummary& rank : run.summary.ranks) {
        if (const StageSummary* planned = stageOf(plan.summary, rank.stage)) {
            comparison.ranks.push_back({std::to_string(rank.rank), double(planned->split.compute()) / planned->ranks,
                double(rank.split.compute())});
        }
    }
    sortByDifference(comparison.stages);
    sortByDifference(comparison.ranks);
    comparison.lead = leadOfPlan(comparison);
    return comparison;
}

} // namespace bubblescope
