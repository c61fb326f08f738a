// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runhistory.h"

#include "creep.h"
#include "distributions.h"
#include "gate.h"
#include "measuretext.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace bubblescope {

namespace {

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
    const std::vector<double>& logarithms = series.values;
    Level level;
    level.mean = trimmedMean(logarithms);
    level.steps = logarithms.size();
    for (const double value : logarithms)
        level.scatter.squares += (value - level.mean) * (value - level.mean);
    level.scatter.freedom = double(level.steps - 1);
    return level;
}

/// Builds of few steps scatter as all of them do; where these do not state it either, it stays unknown.
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

bool isBeyondLimit(double logarithm) { return std::abs(std::expm1(logarithm)) > usualStepLimit; }

/// What a test of one build against others says.
enum class BuildChange : uint8_t {
    None,         ///< whatever there is lies within the limit
    NoiseUnknown, ///< too few steps and builds
    Unknown,      ///< chance alone may make what there is, or hide more
    Sure
};

/// As judgeRun() does for the step with its usual limit: the same test, at the same level.
BuildChange changeFrom(const StepSeries& run, std::span<const StepSeries> others)
{
    const std::optional<StepChange> change = testChange(run, others);
    if (!change || !change->noiseIsKnown)
        return BuildChange::NoiseUnknown;
    if (change->isSignificant && isBeyondLimit(change->change))
        return BuildChange::Sure;
    return isBeyondLimit(change->low) || isBeyondLimit(change->high) ? BuildChange::Unknown : BuildChange::None;
}

/// Where a series of builds changes.
class Changes {
public:
    explicit Changes(const std::vector<StepSeries>& builds)
        : m_builds(builds)
    {
        for (const StepSeries& build : builds)
            m_means.push_back(trimmedMean(build.values));
        for (size_t at = 1; at < builds.size(); ++at)
            look(at);
        creeps = findCreeps(m_means, sure, std::log1p(usualStepLimit), ChangeTestOptions().level);
        // What a change explains, a build after it or that stands alone, is not undecided.
        std::erase_if(undecided, [&](size_t at) {
            return std::ranges::find(sure, at) != sure.end() || std::ranges::any_of(creeps, [at](const Creep& creep) {
                return at > creep.first && at <= creep.last;
            });
        });
        isLevel &= creeps.empty();
    }
    std::vector<size_t> sure;
    std::vector<size_t> undecided;
    std::vector<Creep> creeps;
    bool noiseIsKnown = false;
    bool isLevel = true; ///< no comparison leaves room for a change

private:
    /// Compares with the builds since the last change, of which the nearest tell. Where these are too few to tell how
    /// builds scatter, and those from this one on are enough and level, the build before has to differ from them.
    void look(size_t at)
    {
        constexpr size_t most = 32;
        constexpr size_t mostAfter = 5; // more may hold another change
        const std::span all(m_builds);
        const size_t before = std::min(at - m_begin, most);
        const size_t after = std::min(m_builds.size() - at, mostAfter);
        const bool looksBack
            = before >= leastBaselinesForScatter || after < leastBaselinesForScatter || !areLevel(at, after);
        const BuildChange difference = looksBack ? changeFrom(m_builds[at], all.subspan(at - before, before))
                                                 : changeFrom(m_builds[at - 1], all.subspan(at, after));
        noiseIsKnown |= difference != BuildChange::NoiseUnknown;
        isLevel &= difference == BuildChange::None || difference == BuildChange::NoiseUnknown;
        if (difference == BuildChange::Sure) {
            if (!looksBack && standsAlone(at - 1, after))
                sure.push_back(at - 1);
            sure.push_back(at);
            m_begin = at;
        } else if (difference != BuildChange::None && isBeyondLimit(m_means[at] - m_means[at - 1])) {
            undecided.push_back(at);
        }
    }
    bool areLevel(size_t begin, size_t count) const
    {
        const auto [least, greatest] = std::ranges::minmax(std::span(m_means).subspan(begin, count));
        return greatest - least <= 2 * std::log1p(usualStepLimit);
    }
    /// Whether a build differs from the few before it since the last change as well as from those after it.
    bool standsAlone(size_t build, size_t after) const
    {
        if (build == m_begin || !isBeyondLimit(m_means[build] - m_means[build - 1]))
            return false;
        std::vector<StepSeries> others(m_builds.begin() + std::ptrdiff_t(m_begin), m_builds.begin() + std::ptrdiff_t(build));
        const auto next = m_builds.begin() + std::ptrdiff_t(build + 1);
        others.insert(others.end(), next, next + std::ptrdiff_t(after));
        return changeFrom(m_builds[build], others) == BuildChange::Sure;
    }

    const std::vector<StepSeries>& m_builds;
    std::vector<double> m_means; ///< of the logarithms
    size_t m_begin = 0;          ///< the first build since the last change
};

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
    if (!crept.empty()) {
        Message sentence;
        for (const Crept& creep : crept) {
            if (!sentence.empty())
                sentence += Message(" ");
            sentence += say(creep.change() > 0
                    ? say(
                        "From {} to {} the step crept up from {} to {}, a little with each of {} builds: no single one "
                        "made it.")
                    : say("From {} to {} the step crept down from {} to {}, a little with each of {} builds: no single "
                          "one "
                          "made it."),
                builds[creep.first].name, builds[creep.last].name, timeText(creep.beforeNs), timeText(creep.afterNs),
                creep.last - creep.first);
        }
        return sentence;
    }
    if (!changes.empty())
        return {};
    if (builds.size() < 2)
        return say("One build: there is none to compare it with.");
    if (!noiseIsKnown)
        return say(
            "{} builds: it cannot be told whether the step changed. So few steps do not tell how far they scatter; "
            "three builds before, or ten steps of each, would.",
            builds.size());
    if (isLevel && undecided.empty())
        return say("{} builds: the step did not change by more than {} %.", builds.size(), usualStepLimit * 100);
    if (undecided.empty())
        return say("{} builds: it cannot be told whether the step changed by {} %: the noise is as great.", builds.size(),
            usualStepLimit * 100);
    return say(
        "{} builds: it cannot be told whether the step changed. Since {} it may have, by more than {} %, but chance "
        "alone may make that, too.",
        builds.size(), builds[undecided.front()].name, usualStepLimit * 100);
}

std::vector<RunHistory::Stretch> RunHistory::stretches() const
{
    std::vector<Stretch> made;
    size_t begin = 0;
    for (size_t c = 0; c <= changes.size() && begin < builds.size(); ++c) {
        const size_t end = c < changes.size() ? changes[c].build : builds.size();
        double reached = double(begin) - 0.5;
        double level = 0;
        for (size_t i = begin; i < end; ++i)
            level += builds[i].of(GateQuantity::Step).value_or(0) / double(end - begin);
        for (const Crept& creep : crept) {
            if (creep.first < begin || creep.last >= end)
                continue;
            if (reached < double(creep.first))
                made.push_back({reached, double(creep.first), creep.beforeNs, creep.beforeNs});
            made.push_back({double(creep.first), double(creep.last), creep.beforeNs, creep.afterNs});
            reached = double(creep.last);
            level = creep.afterNs;
        }
        made.push_back({reached, double(end) - 0.5, level, level});
        begin = end;
    }
    return made;
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
        steps.push_back(inLogarithms(runs[i].of(GateQuantity::Step)));
        levels.push_back(levelOf(steps.back()));
        numbers.push_back(i);
        used.push_back(&runs[i]);
    }
    setVariances(levels);
    for (size_t b = 0; b < used.size(); ++b)
        history.builds.push_back(buildOf(*used[b], numbers[b], levels[b]));
    Changes changes(steps);
    history.noiseIsKnown = changes.noiseIsKnown;
    history.isLevel = changes.isLevel;
    history.undecided = std::move(changes.undecided);
    for (const Creep& creep : changes.creeps)
        history.crept.push_back({creep.first, creep.last, std::exp(creep.before), std::exp(creep.after)});
    const std::vector<size_t>& splits = changes.sure;
    for (size_t s = 0; s < splits.size(); ++s) {
        size_t first = s > 0 ? splits[s - 1] : 0;
        size_t end = s + 1 < splits.size() ? splits[s + 1] : steps.size();
        for (const Creep& creep : changes.creeps) { // beside it the step stood where the creep ended
            if (creep.last < splits[s])
                first = std::max(first, creep.last);
            else if (creep.first >= splits[s])
                end = std::min(end, creep.first + 1);
        }
        RunHistory::ChangePoint point = changePointOf(history.builds, first, splits[s], end);
        if (point.change > 0)
            point.findCulprit(*used[point.build], *used[point.build - 1]);
        history.changes.push_back(std::move(point));
    }
    return history;
}

} // namespace bubblescope
