// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runhistory.h"

#include "median.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr double leastBuildChange = 0.01;
/// In standard errors. The best of many splits is looked for: a single one would do with less.
constexpr double leastDistance = 5;

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

Level levelOf(const StepSeries& series)
{
    std::vector<double> logarithms;
    for (const double value : series.values)
        logarithms.push_back(std::log(std::max(value, 1.0)));
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

/// Adds what neighbouring builds scatter beyond their steps; half of all differences between them are below the median,
/// and changes are rare.
void addScatterOfRuns(std::vector<Level>& levels)
{
    constexpr size_t leastBuilds = 6;
    if (levels.size() < leastBuilds)
        return;
    std::vector<double> differences;
    std::vector<double> variances;
    for (size_t i = 0; i < levels.size(); ++i) {
        if (i > 0)
            differences.push_back(std::abs(levels[i].mean - levels[i - 1].mean));
        if (std::isfinite(levels[i].variance))
            variances.push_back(levels[i].variance);
    }
    constexpr double deviationPerMedian = 1.4826;
    const double scatter = deviationPerMedian * medianOf(differences) / std::sqrt(2.0);
    if (variances.empty() && scatter <= 0) // equal to the digits that were printed
        return;
    const double ofSteps = variances.empty() ? 0 : medianOf(variances);
    for (Level& level : levels)
        level.variance = (std::isfinite(level.variance) ? level.variance : ofSteps)
            + std::max(scatter * scatter - ofSteps, 0.0);
}

struct Side {
    double sum = 0;
    double variance = 0;
    size_t count = 0;
    void add(const Level& level)
    {
        sum += level.mean;
        variance += level.variance;
        ++count;
    }
    double mean() const { return sum / double(count); }
    double varianceOfMean() const { return variance / double(count) / double(count); }
};

/// Appends the splits of [begin, end).
void split(const std::vector<Level>& levels, size_t begin, size_t end, std::vector<size_t>& splits)
{
    // O(n²) in hundreds of builds.
    size_t best = 0;
    double farthest = leastDistance;
    for (size_t at = begin + 1; at < end; ++at) {
        Side before;
        Side after;
        for (size_t i = begin; i < end; ++i)
            (i < at ? before : after).add(levels[i]);
        const double change = std::abs(after.mean() - before.mean());
        const double distance = change / std::sqrt(std::max(before.varianceOfMean() + after.varianceOfMean(), 1e-12));
        if (change > leastBuildChange && distance > farthest) {
            best = at;
            farthest = distance;
        }
    }
    if (best == 0)
        return;
    split(levels, begin, best, splits);
    splits.push_back(best);
    split(levels, best, end, splits);
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
        levels.push_back(levelOf(runs[i].of(GateQuantity::Step)));
        numbers.push_back(i);
        used.push_back(&runs[i]);
    }
    setVariances(levels);
    for (size_t b = 0; b < used.size(); ++b)
        history.builds.push_back(buildOf(*used[b], numbers[b], levels[b]));
    addScatterOfRuns(levels);
    std::vector<size_t> splits;
    split(levels, 0, levels.size(), splits);
    for (size_t s = 0; s < splits.size(); ++s) {
        const size_t begin = s > 0 ? splits[s - 1] : 0;
        const size_t end = s + 1 < splits.size() ? splits[s + 1] : levels.size();
        RunHistory::ChangePoint point = changePointOf(history.builds, begin, splits[s], end);
        const GateRun& first = *used[point.build];
        const GateRun& before = *used[point.build - 1];
        if (point.change > 0)
            point.findCulprit(first, before);
        history.changes.push_back(std::move(point));
    }
    return history;
}

} // namespace bubblescope
