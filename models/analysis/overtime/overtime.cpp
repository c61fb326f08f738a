// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overtime.h"

#include "median.h"
#include "slowhosts.h"
#include "stepseries.h"
#include "stragglers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace bubblescope {

namespace {

constexpr double nearlyAlways = 0.8;
constexpr size_t fewestSlowSteps = 3;

/// The step times of the job: the median over its ranks, which share their steps. Without warmup.
struct JobSteps {
    std::vector<size_t> columns; ///< of the table
    std::vector<double> times;   ///< ms
};

JobSteps jobSteps(const StepTable& table)
{
    JobSteps all;
    std::vector<double> column;
    for (size_t s = 0; s < table.stepCount(); ++s) {
        column.clear();
        for (size_t r = 0; r < table.rowCount(); ++r) {
            if (const float ms = table.value(StepMeasure::StepTime, r, s); std::isfinite(ms))
                column.push_back(double(ms));
        }
        if (column.empty())
            continue;
        all.columns.push_back(s);
        all.times.push_back(medianOf(column));
    }
    const auto warmup = std::ptrdiff_t(findStepOutliers(all.times).warmup.size());
    all.columns.erase(all.columns.begin(), all.columns.begin() + warmup);
    all.times.erase(all.times.begin(), all.times.begin() + warmup);
    return all;
}

/// `times` are those of the job without blips and stalls.
void findTrendOf(
    const StepTable& table, const JobSteps& job, const std::vector<double>& times, std::vector<OverTime>& found)
{
    // Of few steps each is a stretch, and chance must be excluded otherwise.
    const bool areFew = times.size() < fewestStepsOverTime;
    if (areFew && !findStepOutliers(times).drifts)
        return;
    const std::optional<SeriesTrend> trend = areFew ? findTrend(times, 1) : findTrend(times);
    if (!trend)
        return;
    const auto numberOf = [&](size_t i) { return table.steps()[job.columns[i]]; };
    OverTime change;
    change.kind = trend->isShift ? OverTime::Kind::LevelShift : OverTime::Kind::Drift;
    change.steps = {numberOf(std::min(trend->first, times.size() - 1)), numberOf(times.size() - 1)};
    change.factor = trend->after / trend->before;
    for (size_t i = trend->first; i < times.size(); ++i) {
        const double share = trend->isShift ? 1 : double(i) / double(times.size() - 1);
        change.lostMs += (trend->after - trend->before) * share;
    }
    found.push_back(std::move(change));
}

/// How many steps lie between two of a job that were recorded, mostly.
int64_t usualDistance(const StepTable& table, const JobSteps& job)
{
    std::vector<int64_t> distances;
    for (size_t i = 1; i < job.columns.size(); ++i)
        distances.push_back(table.steps()[job.columns[i]] - table.steps()[job.columns[i - 1]]);
    const auto middle = distances.begin() + std::ptrdiff_t(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return distances.empty() ? 1 : *middle;
}

/// Where no step is normal, no median tells what is lost.
bool findSteadyPattern(const StepTable& table, const JobSteps& job, std::vector<OverTime>& found)
{
    const auto numberOf = [&](size_t i) { return table.steps()[job.columns[i]]; };
    OverTime pattern;
    if (const std::optional<SeriesSawTooth> teeth = findSawTooth(job.times, blipFactor)) {
        pattern.kind = OverTime::Kind::SawTooth;
        pattern.steps = {numberOf(0), numberOf(job.times.size() - 1)};
        pattern.period = int64_t(teeth->period) * usualDistance(table, job);
        pattern.lowMs = teeth->low;
        pattern.highMs = teeth->high;
        for (const double ms : job.times)
            pattern.lostMs += std::max(ms - teeth->low, 0.0);
    } else if (const std::optional<SeriesMixture> mixture = findMixture(job.times, blipFactor)) {
        pattern.kind = OverTime::Kind::Mixed;
        pattern.period = int64_t(mixture->period) * usualDistance(table, job);
        pattern.lowMs = mixture->low;
        pattern.highMs = mixture->high;
        for (const size_t i : mixture->longer) {
            pattern.steps.push_back(numberOf(i));
            pattern.lostMs += job.times[i] - mixture->low;
        }
    } else {
        return false;
    }
    pattern.factor = pattern.highMs / pattern.lowMs;
    found.push_back(std::move(pattern));
    return true;
}

void findInJob(const StepTable& table, const JobSteps& job, std::vector<OverTime>& found)
{
    if (job.times.size() < fewestStepsOverTime)
        return findTrendOf(table, job, job.times, found);
    const auto numberOf = [&](size_t i) { return table.steps()[job.columns[i]]; };
    if (findSteadyPattern(table, job, found))
        return;
    SeriesOutliers outliers = findOutliers(job.times, blipFactor);
    if (!outliers.groups.empty() && outliers.groups.front().first == 0)
        outliers.groups.erase(outliers.groups.begin()); // the end of the warmup
    std::vector<int64_t> starts;
    for (const SeriesOutliers::Group& group : outliers.groups)
        starts.push_back(numberOf(group.first));
    const std::optional<int64_t> period = periodOf(starts);
    // Blips between stalls are distinguished by their place.
    std::map<int64_t, size_t> phases;
    for (size_t g = 0; period && g < starts.size(); ++g)
        ++phases[starts[g] % *period];
    const auto usual = std::max_element(
        phases.begin(), phases.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    OverTime stall;
    stall.kind = OverTime::Kind::PeriodicStall;
    stall.period = period.value_or(0);
    OverTime blips;
    blips.kind = OverTime::Kind::Blips;
    for (size_t g = 0; g < outliers.groups.size(); ++g) {
        const SeriesOutliers::Group& group = outliers.groups[g];
        OverTime& of = period && starts[g] % *period == usual->first ? stall : blips;
        for (size_t i = group.first; i < group.first + group.count; ++i) {
            of.steps.push_back(numberOf(i));
            of.factor = std::max(of.factor, job.times[i] / outliers.around[i]);
        }
        of.lostMs += group.excess;
    }
    for (OverTime* of : {&stall, &blips}) {
        if (!of->steps.empty())
            found.push_back(std::move(*of));
    }

    std::vector<double> calm = job.times;
    for (const SeriesOutliers::Group& group : outliers.groups) {
        for (size_t i = group.first; i < group.first + group.count; ++i)
            calm[i] = outliers.around[i];
    }
    findTrendOf(table, job, calm, found);
}

/// By row and column: how many times as long a rank computed as the others of its stage; 0 where nobody compares.
class PeerRatios {
public:
    PeerRatios(const StepTable& table, const std::vector<size_t>& columns)
        : m_columns(columns.size()), m_ratio(table.rowCount() * columns.size(), 0)
    {
        std::map<int, std::vector<size_t>> stages;
        for (size_t r = 0; r < table.rowCount(); ++r)
            stages[table.rows()[r].stage].push_back(r);
        std::vector<double> values;
        std::vector<double> others;
        for (const auto& [stage, rows] : stages) {
            if (rows.size() < 2)
                continue;
            for (size_t c = 0; c < columns.size(); ++c) {
                values.clear();
                for (const size_t r : rows)
                    values.push_back(double(table.value(StepMeasure::Compute, r, columns[c])));
                others = values;
                std::erase_if(others, [](double value) { return !std::isfinite(value); });
                if (others.size() < 2)
                    continue;
                const double all = medianOf(others);
                for (size_t i = 0; i < rows.size(); ++i) {
                    double peers = all;
                    if (rows.size() <= 8) {
                        others.clear();
                        for (size_t k = 0; k < values.size(); ++k) {
                            if (k != i && std::isfinite(values[k]))
                                others.push_back(values[k]);
                        }
                        peers = medianOf(others);
                    }
                    if (std::isfinite(values[i]) && peers > 0)
                        m_ratio[rows[i] * m_columns + c] = values[i] / peers;
                }
            }
        }
        // From step to step: half of the ranks may be slow, and stay so.
        constexpr size_t enough = 1 << 20;
        std::vector<double> changes;
        const size_t stride = std::max<size_t>(m_ratio.size() / enough, 1) | 1;
        for (size_t i = 1; i < m_ratio.size(); i += stride) {
            if (i % m_columns != 0 && m_ratio[i] > 0 && m_ratio[i - 1] > 0)
                changes.push_back(std::abs(m_ratio[i] - m_ratio[i - 1]));
        }
        const double noise = 1.4826 * medianOf(changes) / std::sqrt(2.0);
        m_threshold = std::max(slowInStepFactor, 1 + 6 * noise);
    }
    double ratio(size_t row, size_t column) const { return m_ratio[row * m_columns + column]; }
    bool isSlow(size_t row, size_t column) const { return ratio(row, column) > m_threshold; }
    double typical(size_t row) const
    {
        std::vector<double> known(
            m_ratio.begin() + std::ptrdiff_t(row * m_columns), m_ratio.begin() + std::ptrdiff_t((row + 1) * m_columns));
        std::erase(known, 0.0);
        return medianOf(known);
    }

private:
    size_t m_columns;
    std::vector<double> m_ratio;
    double m_threshold = 1;
};

void findSlowRanks(const StepTable& table, const JobSteps& job, std::vector<OverTime>& found)
{
    constexpr size_t fewestSteps = 8;
    if (!table.has(StepMeasure::Compute) || job.columns.size() < fewestSteps)
        return;
    const size_t columns = job.columns.size();
    const PeerRatios ratios(table, job.columns);
    std::vector<size_t> slowSteps(table.rowCount(), 0);
    for (size_t r = 0; r < table.rowCount(); ++r) {
        for (size_t c = 0; c < columns; ++c)
            slowSteps[r] += ratios.isSlow(r, c);
    }
    /// At first every step is taken to last longer by what its slowest rank computes longer than others.
    const auto describe = [&](OverTime::Kind kind, const std::vector<size_t>& rows) {
        OverTime of;
        of.kind = kind;
        std::vector<double> factors;
        for (const size_t r : rows)
            of.ranks.push_back(table.rows()[r].rank);
        for (size_t c = 0; c < columns; ++c) {
            double excess = 0;
            double factor = 1;
            for (const size_t r : rows) {
                if (!ratios.isSlow(r, c))
                    continue;
                const double ratio = ratios.ratio(r, c);
                of.slow.push_back({uint32_t(r), uint32_t(job.columns[c]), float(ratio)});
                excess
                    = std::max(excess, double(table.value(StepMeasure::Compute, r, job.columns[c])) * (1 - 1 / ratio));
                factor = std::max(factor, ratio);
            }
            if (excess <= 0)
                continue;
            of.lostMs += excess;
            of.steps.push_back(table.steps()[job.columns[c]]);
            factors.push_back(factor);
        }
        of.factor = medianOf(factors);
        return of;
    };
    std::vector<size_t> always;
    std::vector<size_t> sometimes;
    const size_t least = std::max(fewestSlowSteps, columns / 1000);
    for (size_t r = 0; r < table.rowCount(); ++r) {
        if (double(slowSteps[r]) >= nearlyAlways * double(columns))
            always.push_back(r);
        else if (slowSteps[r] >= least)
            sometimes.push_back(r);
    }
    std::vector<PacedRank> paces;
    for (const StepTable::Row& row : table.rows())
        paces.push_back({row.host, 1, false});
    for (const size_t r : always)
        paces[r] = {table.rows()[r].host, ratios.typical(r), true};
    auto others = always.begin(); // behind those of slow hosts
    for (SlowHosts& fault : findSlowHosts(paces)) {
        const auto first = others;
        others = std::stable_partition(others, always.end(), [&](size_t row) {
            return std::binary_search(fault.hosts.begin(), fault.hosts.end(), table.rows()[row].host);
        });
        found.push_back(describe(OverTime::Kind::SlowHost, {first, others}));
        found.back().hosts = std::move(fault.hosts);
    }
    if (others != always.end())
        found.push_back(describe(OverTime::Kind::AlwaysSlow, {others, always.end()}));
    if (sometimes.empty())
        return;
    OverTime all = describe(OverTime::Kind::Rotating, sometimes);
    size_t most = 0;
    for (const size_t r : sometimes)
        most = std::max(most, slowSteps[r]);
    const bool rotates = sometimes.size() >= 3 && all.steps.size() * 2 >= columns && most * 5 <= all.steps.size() * 3;
    if (rotates)
        return found.push_back(std::move(all));
    for (const size_t r : sometimes)
        found.push_back(describe(OverTime::Kind::SometimesSlow, {r}));
}

} // namespace

std::vector<OverTime> findOverTime(const StepTable& table)
{
    std::vector<OverTime> found;
    if (table.isEmpty() || !table.has(StepMeasure::StepTime))
        return found;
    const JobSteps job = jobSteps(table);
    findInJob(table, job, found);
    findSlowRanks(table, job, found);
    std::stable_sort(
        found.begin(), found.end(), [](const OverTime& a, const OverTime& b) { return a.lostMs > b.lostMs; });
    return found;
}

} // namespace bubblescope
