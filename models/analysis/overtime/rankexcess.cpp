// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankexcess.h"

#include "median.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

RankExcess::RankExcess(const StepTable& table, std::span<const OverTime* const> told)
{
    for (const OverTime* const what : told) {
        if (what->kind != OverTime::Kind::SometimesSlow && what->kind != OverTime::Kind::Rotating)
            continue;
        std::vector<double> own(table.stepCount(), 0);
        double longer = 0;
        for (const OverTime::Slow& slow : what->slow) {
            const double ms = double(table.value(StepMeasure::Compute, slow.row, slow.step));
            own[slow.step] = std::max(own[slow.step], ms * (1 - 1 / double(slow.factor)));
        }
        for (const double ms : own)
            longer += ms;
        // Together no more than is told of them.
        const double share = longer > 0 ? std::clamp(what->lostMs / longer, 0.0, 1.0) : 0;
        m_ofRanks.resize(table.stepCount(), 0);
        for (size_t step = 0; step < own.size(); ++step)
            m_ofRanks[step] = std::max(m_ofRanks[step], share * own[step]);
    }
    if (isNothing())
        return;
    m_numbers = table.steps();
    m_times.resize(table.stepCount(), std::numeric_limits<double>::quiet_NaN());
    for (size_t step = 0; step < m_times.size(); ++step) {
        for (size_t row = 0; row < table.rowCount(); ++row)
            m_times[step] = std::fmax(m_times[step], double(table.value(StepMeasure::StepTime, row, step)));
    }
}

RankExcess::Usual RankExcess::usualBeside(std::span<const size_t> listed) const
{
    std::vector<bool> isListed(m_times.size(), false);
    for (const size_t step : listed)
        isListed[step] = true;
    std::vector<double> times;
    std::vector<double> ofRanks;
    for (size_t step = 0; step < m_times.size(); ++step) {
        if (isListed[step] || !std::isfinite(m_times[step]))
            continue;
        times.push_back(m_times[step]);
        ofRanks.push_back(m_ofRanks[step]);
    }
    return {medianOf(times), medianOf(ofRanks)};
}

double RankExcess::excessOf(size_t step, const Usual& usual) const
{
    return std::isfinite(m_times[step]) ? std::max(m_times[step] - usual.time, 0.0) : 0;
}

double RankExcess::excessOfRanks(size_t step, const Usual& usual) const
{
    return std::clamp(m_ofRanks[step] - usual.ofRanks, 0.0, excessOf(step, usual));
}

std::vector<double> RankExcess::withoutRanks(std::span<const size_t> steps) const
{
    const Usual usual = usualBeside(steps);
    std::vector<double> left;
    for (const size_t step : steps) {
        const double all = excessOf(step, usual);
        const double ofRanks = excessOfRanks(step, usual);
        left.push_back(2 * ofRanks >= all ? 0 : all - ofRanks);
    }
    return left;
}

/// Whether what the ranks compute longer rises by half as much as the steps do, or more.
bool RankExcess::risesWithRanks(const OverTime& change) const
{
    const auto indexOf = [this](int64_t number) {
        return size_t(std::lower_bound(m_numbers.begin(), m_numbers.end(), number) - m_numbers.begin());
    };
    const size_t first = indexOf(change.steps.front());
    const size_t end = std::min(indexOf(change.steps.back()) + 1, m_times.size());
    if (change.kind == OverTime::Kind::SawTooth) {
        double time = 0;
        double ofRanks = 0;
        double least = std::numeric_limits<double>::infinity();
        for (size_t step = first; step < end; ++step)
            least = std::min(least, m_ofRanks[step]);
        for (size_t step = first; step < end; ++step) {
            time += std::isfinite(m_times[step]) ? std::max(m_times[step] - change.lowMs, 0.0) : 0;
            ofRanks += m_ofRanks[step] - least;
        }
        return 2 * ofRanks >= time;
    }
    // What the steps rise by is known without warmup and single steps that are long, and ranks that are slow in a few
    // steps raise no level. A shift is the difference of what comes before and after it, of a drift that of its halves.
    const bool isShift = change.kind == OverTime::Kind::LevelShift;
    const size_t middle = isShift ? first : first + (end - first) / 2;
    const auto stepsOfRanks = [this](size_t from, size_t to) {
        std::vector<double> values;
        for (size_t step = from; step < to; ++step) {
            if (std::isfinite(m_times[step]))
                values.push_back(m_ofRanks[step]);
        }
        return values;
    };
    std::vector<double> before = stepsOfRanks(isShift ? 0 : first, middle);
    std::vector<double> after = stepsOfRanks(middle, end);
    const double count = double(isShift ? after.size() : before.size() + after.size());
    return count > 0 && 2 * (medianOf(after) - medianOf(before)) >= change.lostMs / count;
}

bool RankExcess::leaveToRanks(OverTime& change) const
{
    if (isNothing() || change.isOfSlowRanks() || change.steps.empty() || !change.work.empty())
        return true;
    if (change.kind == OverTime::Kind::Drift || change.kind == OverTime::Kind::LevelShift
        || change.kind == OverTime::Kind::SawTooth)
        return !risesWithRanks(change);
    std::vector<size_t> steps;
    for (const int64_t number : change.steps) {
        const auto found = std::lower_bound(m_numbers.begin(), m_numbers.end(), number);
        if (found != m_numbers.end() && *found == number)
            steps.push_back(size_t(found - m_numbers.begin()));
    }
    const Usual usual = usualBeside(steps);
    const std::vector<double> left = withoutRanks(steps);
    OverTime kept = change;
    kept.steps.clear();
    double allMs = 0;
    double keptMs = 0;
    double factor = 1;
    for (size_t i = 0; i < steps.size(); ++i) {
        allMs += excessOf(steps[i], usual);
        keptMs += left[i];
        if (left[i] <= 0)
            continue;
        kept.steps.push_back(m_numbers[steps[i]]);
        factor = std::max(factor, usual.time > 0 ? m_times[steps[i]] / usual.time : 1);
    }
    if (kept.steps.empty())
        return false;
    if (kept.steps.size() < steps.size())
        kept.factor = factor;
    if (2 * kept.steps.size() < steps.size()) { // what is left has neither their distance nor their level
        kept.kind = OverTime::Kind::Blips;
        kept.period = 0;
    }
    kept.lostMs *= allMs > 0 ? keptMs / allMs : 1;
    change = std::move(kept);
    return true;
}

} // namespace bubblescope
