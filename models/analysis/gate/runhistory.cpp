// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runhistory.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace bubblescope {

namespace {

/// The usual limit of `check`.
constexpr double leastBuildChange = 0.01;

/// How far steps scatter about the mean of their build, in logarithms.
struct Scatter {
    double squares = 0;
    double freedom = 0;
    /// With fewer, their own scatter is mostly unknown.
    bool isKnown() const { return freedom >= 3; }
    double variance() const { return squares / freedom; }
};

/// Logarithm of the step of one build.
struct Level {
    double mean = 0;
    size_t steps = 0;
    Scatter scatter;
    double variance = std::numeric_limits<double>::infinity(); ///< of the mean; infinite where nobody knows
    double freedom = 0;
};

StepSeries inLogarithmsOf(StepSeries series)
{
    for (double& value : series.values)
        value = std::log(std::max(value, 1.0));
    return series;
}

Level levelOf(const StepSeries& series)
{
    const std::vector<double>& logarithms = series.values;
    Level level;
    level.mean = trimmedMean(logarithms);
    level.steps = logarithms.size();
    for (const double value : logarithms)
        level.scatter.squares += (value - level.mean) * (value - level.mean);
    level.scatter.freedom = double(level.steps - 1);
    return level;
}

/// Builds of few steps scatter as all of them do; where these do not tell it either, it stays unknown.
void setVariances(std::vector<Level>& levels)
{
    Scatter all;
    for (const Level& level : levels) {
        all.squares += level.scatter.squares;
        all.freedom += level.scatter.freedom;
    }
    for (Level& level : levels) {
        const Scatter& scatter = level.scatter.isKnown() ? level.scatter : all;
        if (!scatter.isKnown())
            continue;
        level.variance = scatter.variance() / double(level.steps);
        level.freedom = scatter.freedom;
    }
}

/// What a test of one build against others says.
enum class Difference : uint8_t { None, Unknown, Likely, Sure };

/// As judgeRun() does for the step with its usual limit: the same test, at the same level.
Difference differenceOf(const StepSeries& run, std::span<const StepSeries> others)
{
    double mean = 0;
    for (const StepSeries& other : others)
        mean += trimmedMean(other.values) / double(others.size());
    const auto isBeyond = [](double change) { return std::abs(std::expm1(change)) > leastBuildChange; };
    const bool isFar = isBeyond(trimmedMean(run.values) - mean);
    const bool tellsNoise
        = others.size() >= leastBaselinesForScatter || (run.values.size() > 1 && others.front().values.size() > 1);
    if (!isFar && tellsNoise)
        return Difference::None;
    const std::optional<StepChange> change = testChange(run, others);
    if (!change || !change->noiseIsKnown)
        return Difference::Unknown;
    if (!isBeyond(change->change))
        return Difference::None;
    return change->isSignificant ? Difference::Sure : Difference::Likely;
}

/// Whether a build differs from those since the last change, of which the nearest tell. Where these are too few to tell
/// how builds scatter, those after it do, if they are enough: then the build before it has to differ from them.
Difference differenceAt(const std::vector<StepSeries>& builds, size_t begin, size_t at)
{
    constexpr size_t most = 32;
    const std::span all(builds);
    const size_t before = std::min(at - begin, most);
    const size_t after = std::min(builds.size() - at, size_t(5)); // more may hold another change
    if (before < leastBaselinesForScatter && after >= leastBaselinesForScatter)
        return differenceOf(builds[at - 1], all.subspan(at, after));
    return differenceOf(builds[at], all.subspan(at - before, before));
}

RunHistory::Build buildOf(const GateRun& run, size_t number, const Level& level)
{
    RunHistory::Build build;
    build.run = number;
    build.name = run.name;
    for (int q = 0; q < gateQuantityCount; ++q)
        build.typical[size_t(q)] = run.typical(GateQuantity(q));
    if (level.freedom > 0) {
        constexpr double tail = 0.025; // on either side
        const double reach = studentQuantile(tail, level.freedom) * std::sqrt(level.variance);
        build.low = std::exp(level.mean - reach);
        build.high = std::exp(level.mean + reach);
    }
    build.steps = run.of(GateQuantity::Step).values.size();
    if (!run.findings.list.empty() && run.findings.list.front().kind != Finding::Kind::Caveat) {
        build.finding = run.findings.list.front().title;
        build.findingNs = run.findings.list.front().costNs;
    }
    return build;
}

RunHistory::ChangePoint changePointOf(
    const std::vector<RunHistory::Build>& builds, size_t begin, size_t at, size_t end)
{
    const auto mean = [&](GateQuantity quantity, size_t from, size_t to) {
        double sum = 0;
        size_t count = 0;
        for (size_t i = from; i < to; ++i) {
            if (const std::optional<double> value = builds[i].of(quantity)) {
                sum += *value;
                ++count;
            }
        }
        return count > 0 ? sum / double(count) : 0;
    };
    RunHistory::ChangePoint point;
    point.build = at;
    point.beforeNs = mean(GateQuantity::Step, begin, at);
    point.afterNs = mean(GateQuantity::Step, at, end);
    point.change = point.afterNs / point.beforeNs - 1;
    for (int q = 0; q < gateQuantityCount; ++q)
        point.grown[size_t(q)] = mean(GateQuantity(q), at, end) - mean(GateQuantity(q), begin, at);
    return point;
}

} // namespace

Message RunHistory::sentence() const
{
    if (!changes.empty())
        return {};
    if (builds.size() < 2)
        return say("One build: there is none to compare it with.");
    if (!noiseIsKnown)
        return say(
            "{} builds: it cannot be told whether the step changed. So few steps do not tell how far they scatter; "
            "three builds before, or ten steps of each, would.",
            builds.size());
    if (undecided.empty())
        return say("{} builds: the step did not change by more than noise.", builds.size());
    return say(
        "{} builds: it cannot be told whether the step changed. Since {} it may have, by more than {} %, but chance "
        "alone may make that, too.",
        builds.size(), builds[undecided.front()].name, leastBuildChange * 100);
}

const RunHistory::ChangePoint* RunHistory::changeAt(size_t build) const
{
    for (const ChangePoint& point : changes) {
        if (point.build == build)
            return &point;
    }
    return nullptr;
}

void RunHistory::ChangePoint::findCulprit(const GateRun& first, const GateRun& before)
{
    Result<std::optional<Culprit>> found = bubblescope::findCulprit(first, before, afterNs - beforeNs);
    if (found)
        culprit = std::move(found).value();
    else
        whyNotSearched = notSearched(found.error());
}

RunHistory historyOf(const std::vector<GateRun>& runs)
{
    RunHistory history;
    const auto hasSteps = [](const GateRun& run) { return !run.of(GateQuantity::Step).values.empty(); };
    const auto last = std::find_if(runs.rbegin(), runs.rend(), hasSteps);
    std::vector<Level> levels;
    std::vector<StepSeries> steps; ///< in logarithms
    std::vector<size_t> numbers; ///< of the runs that are used
    std::vector<const GateRun*> used;
    for (size_t i = 0; i < runs.size(); ++i) {
        std::vector<Message> why;
        if (!hasSteps(runs[i]))
            why.push_back(say("{} states no step time.", runs[i].name));
        else
            why = whyNotComparable(runs[i], *last);
        if (!why.empty()) {
            history.apart.push_back({i, runs[i].name, std::move(why)});
            continue;
        }
        steps.push_back(inLogarithmsOf(runs[i].of(GateQuantity::Step)));
        levels.push_back(levelOf(steps.back()));
        numbers.push_back(i);
        used.push_back(&runs[i]);
    }
    setVariances(levels);
    for (size_t b = 0; b < used.size(); ++b)
        history.builds.push_back(buildOf(*used[b], numbers[b], levels[b]));
    std::vector<size_t> splits;
    size_t begin = 0;
    for (size_t at = 1; at < steps.size(); ++at) {
        const Difference difference = differenceAt(steps, begin, at);
        history.noiseIsKnown |= difference != Difference::Unknown;
        if (difference == Difference::Likely)
            history.undecided.push_back(at);
        if (difference != Difference::Sure)
            continue;
        splits.push_back(at);
        begin = at;
    }
    for (size_t s = 0; s < splits.size(); ++s) {
        const size_t first = s > 0 ? splits[s - 1] : 0;
        const size_t end = s + 1 < splits.size() ? splits[s + 1] : steps.size();
        RunHistory::ChangePoint point = changePointOf(history.builds, first, splits[s], end);
        if (point.change > 0)
            point.findCulprit(*used[point.build], *used[point.build - 1]);
        history.changes.push_back(std::move(point));
    }
    return history;
}

} // namespace bubblescope
