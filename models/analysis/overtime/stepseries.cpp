// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepseries.h"

#include "median.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

constexpr size_t mostBlocks = 64;
constexpr size_t fewestBlocks = 6;
constexpr double leastTrend = 0.01;
constexpr double explained = 0.5;      // of the differences that a trend has to leave at most
constexpr double normalOfMad = 1.4826; // standard deviation of a normal distribution by its median deviation

double medianOfRange(const std::vector<double>& values, size_t from, size_t to)
{
    std::vector<double> part(values.begin() + std::ptrdiff_t(from), values.begin() + std::ptrdiff_t(to));
    return medianOf(part);
}

double deviationFrom(const std::vector<double>& values, size_t from, size_t to, double level)
{
    double sum = 0;
    for (size_t i = from; i < to; ++i)
        sum += std::abs(values[i] - level);
    return sum;
}

/// The first step of the new level, between two blocks.
size_t placeOfShift(const std::vector<double>& times, size_t from, size_t to, double before, double after)
{
    const double middle = (before + after) / 2;
    size_t best = from;
    int64_t bestScore = 0;
    int64_t score = 0; // steps on the right side of the middle if the new level begins at `i`
    for (size_t i = from; i < to; ++i) {
        if (score > bestScore) {
            bestScore = score;
            best = i;
        }
        score += times[i] < middle ? 1 : -1;
    }
    return score > bestScore ? to : best;
}

} // namespace

std::optional<SeriesTrend> findTrend(const std::vector<double>& times, size_t shortestStretch)
{
    const size_t blocks = std::min(mostBlocks, times.size() / shortestStretch);
    if (blocks < fewestBlocks)
        return std::nullopt;
    const auto beginOf = [&](size_t block) { return times.size() * block / blocks; };
    std::vector<double> level(blocks);
    for (size_t b = 0; b < blocks; ++b)
        level[b] = medianOfRange(times, beginOf(b), beginOf(b + 1));
    std::vector<double> differences;
    for (size_t b = 1; b < blocks; ++b)
        differences.push_back(std::abs(level[b] - level[b - 1]));
    const double noise = normalOfMad * medianOf(differences) / std::sqrt(2.0);
    const double flat = medianOfRange(level, 0, blocks);
    const double restOfFlat = deviationFrom(level, 0, blocks, flat);
    if (flat <= 0)
        return std::nullopt;

    std::vector<double> slopes;
    for (size_t a = 0; a < blocks; ++a) {
        for (size_t b = a + 1; b < blocks; ++b)
            slopes.push_back((level[b] - level[a]) / double(b - a));
    }
    const double slope = medianOf(slopes);
    std::vector<double> starts;
    for (size_t b = 0; b < blocks; ++b)
        starts.push_back(level[b] - slope * double(b));
    const double start = medianOf(starts);
    double restOfLine = 0;
    for (size_t b = 0; b < blocks; ++b)
        restOfLine += std::abs(level[b] - start - slope * double(b));

    SeriesTrend shift;
    shift.isShift = true;
    size_t split = 0;
    double restOfShift = restOfFlat;
    for (size_t b = 2; b + 2 <= blocks; ++b) {
        const double before = medianOfRange(level, 0, b);
        const double after = medianOfRange(level, b, blocks);
        const double rest = deviationFrom(level, 0, b, before) + deviationFrom(level, b, blocks, after);
        if (rest < restOfShift) {
            restOfShift = rest;
            shift.before = before;
            shift.after = after;
            split = b;
        }
    }
    SeriesTrend trend = shift;
    if (split == 0 || restOfLine <= restOfShift)
        trend = {false, 0, start, start + slope * double(blocks - 1)};
    const double change = trend.after - trend.before;
    if (std::min(restOfLine, restOfShift) > explained * restOfFlat
        || change < std::max(leastTrend * trend.before, 4 * noise))
        return std::nullopt;
    if (trend.isShift)
        trend.first = placeOfShift(times, beginOf(split - 1), beginOf(split + 1), trend.before, trend.after);
    return trend;
}

SeriesOutliers findOutliers(const std::vector<double>& times, double leastFactor)
{
    constexpr size_t reach = 15; // steps on each side
    SeriesOutliers found;
    std::vector<double> deviations;
    for (size_t i = 0; i < times.size(); ++i) {
        const size_t from = i > reach ? i - reach : 0;
        found.around.push_back(medianOfRange(times, from, std::min(times.size(), i + reach + 1)));
        deviations.push_back(found.around[i] > 0 ? std::abs(times[i] / found.around[i] - 1) : 0);
    }
    std::vector<double> sorted = deviations;
    const double noise = normalOfMad * medianOf(sorted);
    const double usual = std::max(leastFactor - 1, 8 * noise);
    const auto isBeyond = [&](double threshold) {
        for (size_t i = 0; i < times.size(); ++i) {
            if (found.around[i] > 0 && times[i] / found.around[i] - 1 >= threshold)
                return true;
        }
        return false;
    };
    // Half of it is clear where steps differ by so little; beside longer ones it is another, smaller cause.
    constexpr double clearOfNoise = 25;
    const double least = std::clamp(clearOfNoise * noise, (leastFactor - 1) / 2, leastFactor - 1);
    const double threshold = isBeyond(usual) ? usual : std::max(least, 8 * noise);
    size_t outliers = 0;
    for (size_t i = 0; i < times.size(); ++i) {
        if (found.around[i] <= 0 || times[i] / found.around[i] - 1 < threshold)
            continue;
        ++outliers;
        if (found.groups.empty() || found.groups.back().first + found.groups.back().count != i)
            found.groups.push_back({i, 0, 0});
        ++found.groups.back().count;
        found.groups.back().excess += times[i] - found.around[i];
    }
    if (outliers * 4 > times.size())
        found.groups.clear(); // then no step is normal
    return found;
}

std::optional<SeriesMixture> findMixture(const std::vector<double>& times, double leastFactor)
{
    constexpr size_t fewest = 4;      // steps of each kind
    constexpr double fewestLow = 0.1; // of all: then the others are usual, and long nevertheless
    constexpr size_t fewestRuns = 6;  // a change of level makes two
    constexpr double near = 0.3;      // of the distance between the levels
    constexpr size_t fewBetween = 20; // one of so many may lie between them
    std::vector<double> sorted = times;
    std::sort(sorted.begin(), sorted.end());
    // Where the two parts differ most (Otsu).
    double sumBelow = 0;
    const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
    size_t split = 0;
    double best = 0;
    for (size_t i = 1; i < sorted.size(); ++i) {
        sumBelow += sorted[i - 1];
        const double below = sumBelow / double(i);
        const double above = (sum - sumBelow) / double(sorted.size() - i);
        const double between = double(i) * double(sorted.size() - i) * (above - below) * (above - below);
        if (between > best) {
            best = between;
            split = i;
        }
    }
    const size_t above = sorted.size() - split;
    // Rarely longer ones are outliers.
    if (split < fewest || above * 4 <= sorted.size() || double(split) < fewestLow * double(sorted.size()))
        return std::nullopt;
    SeriesMixture found;
    found.low = medianOfRange(sorted, 0, split);
    found.high = medianOfRange(sorted, split, sorted.size());
    if (found.low <= 0 || found.high < leastFactor * found.low)
        return std::nullopt;
    const double distance = found.high - found.low;
    size_t between = 0;
    size_t runs = 1;
    std::vector<int64_t> starts;
    for (size_t i = 0; i < times.size(); ++i) {
        const bool isLong = times[i] >= sorted[split];
        between += std::abs(times[i] - (isLong ? found.high : found.low)) > near * distance;
        const bool isNewRun = i == 0 || isLong != (times[i - 1] >= sorted[split]);
        runs += i > 0 && isNewRun;
        if (!isLong)
            continue;
        found.longer.push_back(i);
        if (isNewRun)
            starts.push_back(int64_t(i));
    }
    if (runs < fewestRuns || between * fewBetween > times.size())
        return std::nullopt;
    found.period = size_t(periodOf(starts).value_or(0));
    return found;
}

std::optional<SeriesSawTooth> findSawTooth(const std::vector<double>& times, double leastFactor)
{
    constexpr int64_t shortest = 6; // steps of a tooth
    std::vector<double> changes;
    for (size_t i = 1; i < times.size(); ++i)
        changes.push_back(std::abs(times[i] - times[i - 1]));
    std::vector<double> sorted = changes;
    const double noise = normalOfMad * medianOf(sorted);
    std::vector<double> all = times;
    const double least = std::max(8 * noise, (leastFactor - 1) * medianOf(all));
    std::vector<int64_t> falls; // first steps after one
    for (size_t i = 1; i < times.size(); ++i) {
        if (times[i - 1] - times[i] > least)
            falls.push_back(int64_t(i));
    }
    const std::optional<int64_t> period = periodOf(falls);
    if (!period || *period < shortest)
        return std::nullopt;
    std::vector<double> lows;
    std::vector<double> highs;
    size_t rising = 0;
    for (size_t f = 0; f + 1 < falls.size(); ++f) {
        const auto from = size_t(falls[f]);
        const auto to = size_t(falls[f + 1]);
        if (int64_t(to - from) < shortest)
            continue;
        const size_t middle = (from + to) / 2;
        const double fall = times[to - 1] - times[to];
        lows.push_back(times[from]);
        highs.push_back(times[to - 1]);
        // Of a straight line, half of the tooth's height lies between the medians of its halves.
        rising += medianOfRange(times, middle, to) - medianOfRange(times, from, middle) > fall / 4;
    }
    if (lows.size() < 3 || rising * 4 < lows.size() * 3)
        return std::nullopt;
    return SeriesSawTooth {size_t(*period), medianOf(lows), medianOf(highs)};
}

std::optional<int64_t> periodOf(const std::vector<int64_t>& starts)
{
    constexpr size_t fewestRepeats = 4;
    if (starts.size() < fewestRepeats)
        return std::nullopt;
    std::vector<int64_t> distances;
    for (size_t i = 1; i < starts.size(); ++i)
        distances.push_back(starts[i] - starts[i - 1]);
    std::vector<int64_t> sorted = distances;
    std::nth_element(sorted.begin(), sorted.begin() + std::ptrdiff_t(sorted.size() / 2), sorted.end());
    const int64_t period = sorted[sorted.size() / 2];
    if (period < 2)
        return std::nullopt;
    const auto regular = std::count_if(distances.begin(), distances.end(),
        [period](int64_t distance) { return distance % period == 0 && distance / period <= 3; });
    const double expected = double(starts.back() - starts.front()) / double(period);
    const bool isRegular = size_t(regular) * 4 >= distances.size() * 3 && double(starts.size()) >= 0.6 * expected;
    return isRegular ? std::optional(period) : std::nullopt;
}

} // namespace bubblescope
