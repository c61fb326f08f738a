// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "changetest.h"

#include "distributions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <random>

namespace bubblescope {

namespace {

constexpr size_t leastPairs = 8;
constexpr size_t leastForScatter = 3;
/// The mean of more values than these scatters as Student's t says, however they are distributed.
constexpr size_t mostBootstrapped = 200;
constexpr double confidence = 0.95;
/// Steps that do not scatter at all were rounded, or are not steps: nothing shorter than this can be told.
constexpr double leastError = 1e-6;

/// Of few values none can be spared; what is far off then shows as scatter.
size_t trimmedAtEnds(size_t count) { return count / 10; }

/// Location and scatter of one sample. `variance` is that of the location.
struct Location {
    double mean = 0;
    double variance = 0;
    double freedom = 0;
};

/// Of values in order of size; `scratch` belongs to the caller. Winsorized variance, as for a trimmed mean.
Location locationOf(std::vector<double>& sorted)
{
    std::sort(sorted.begin(), sorted.end());
    const size_t n = sorted.size();
    const size_t cut = trimmedAtEnds(n);
    Location location;
    const size_t kept = n - 2 * cut;
    for (size_t i = cut; i < n - cut; ++i)
        location.mean += sorted[i] / double(kept);
    double winsorized = 0;
    for (size_t i = 0; i < n; ++i)
        winsorized += sorted[std::clamp(i, cut, n - cut - 1)] / double(n);
    double squares = 0;
    for (size_t i = 0; i < n; ++i)
        squares += std::pow(sorted[std::clamp(i, cut, n - cut - 1)] - winsorized, 2);
    location.freedom = double(kept) - 1;
    location.variance = kept > 1 ? squares / (double(kept) * double(kept - 1)) : 0;
    return location;
}

/// How much greater the variance of a mean is because neighbours resemble each other: from the first lags that are
/// clearly positive (Newey and West 1987), at most four; 1 for independent steps.
double inflationOf(std::span<const double> inOrder)
{
    const size_t n = inOrder.size();
    constexpr size_t fewestForLags = 20; // of fewer, every second lag seems positive by chance
    if (n < fewestForLags)
        return 1;
    std::vector<double> sorted(inOrder.begin(), inOrder.end());
    const double mean = locationOf(sorted).mean;
    const size_t cut = trimmedAtEnds(n);
    const auto deviation = [&](size_t i) { return std::clamp(inOrder[i], sorted[cut], sorted[n - cut - 1]) - mean; };
    double variance = 0;
    for (size_t i = 0; i < n; ++i)
        variance += deviation(i) * deviation(i);
    if (variance <= 0)
        return 1;
    const size_t lags = std::min<size_t>(n / 4, size_t(4 * std::pow(double(n) / 100, 2.0 / 9)) + 1);
    double sum = 1;
    for (size_t lag = 1; lag <= lags; ++lag) {
        double covariance = 0;
        for (size_t i = lag; i < n; ++i)
            covariance += deviation(i) * deviation(i - lag);
        if (covariance <= variance / std::sqrt(double(n)))
            break;
        sum += 2 * (1 - double(lag) / double(lags + 1)) * covariance / variance;
    }
    return sum;
}

/// Two samples, or one of differences and an empty one.
struct Samples {
    std::vector<double> run;
    std::vector<double> baseline;
};

/// The difference of the locations, its standard error and degrees of freedom (Welch's), and the same if both samples
/// scatter alike: by chance a few steps hardly do.
struct Estimate {
    double change = 0;
    double error = 0;
    double freedom = 0;
    double pooledVariance = 0;
    double pooledFreedom = 0;
};

Estimate estimateOf(Samples& samples)
{
    const Location run = locationOf(samples.run);
    if (samples.baseline.empty())
        return {run.mean, std::sqrt(run.variance), run.freedom, 0, 0};
    const Location baseline = locationOf(samples.baseline);
    const double variance = run.variance + baseline.variance;
    const double freedom = variance <= 0 ? run.freedom + baseline.freedom
                                         : variance * variance
            / (run.variance * run.variance / std::max(run.freedom, 1.0)
                + baseline.variance * baseline.variance / std::max(baseline.freedom, 1.0));
    const double runKept = run.freedom + 1;
    const double baselineKept = baseline.freedom + 1;
    const double squares
        = run.variance * runKept * run.freedom + baseline.variance * baselineKept * baseline.freedom;
    const double pooledFreedom = std::max(run.freedom + baseline.freedom, 1.0);
    return {run.mean - baseline.mean, std::sqrt(variance), freedom,
        squares / pooledFreedom * (1 / runKept + 1 / baselineKept), pooledFreedom};
}

/// t of samples drawn with replacement from the centred ones, ascending: how t would scatter if nothing had changed.
/// `isExact`: often enough for the level of the options, otherwise for a range of 95 %. `error`: of the samples; a draw
/// that by chance is nearly one value over and over, as happens with few steps, is not taken for much more exact.
std::vector<double> bootstrappedT(
    const Samples& samples, const ChangeTestOptions& options, double error, bool isExact)
{
    const double least = std::max(error / 2, leastError);
    constexpr size_t fewDraws = 2'000;
    constexpr size_t mostDraws = 20'000;
    const size_t draws = isExact ? mostDraws : fewDraws;
    const auto centred = [](std::vector<double> values) {
        std::vector<double> sorted = values;
        const double mean = sorted.empty() ? 0 : locationOf(sorted).mean;
        for (double& value : values)
            value -= mean;
        return values;
    };
    const Samples centres {centred(samples.run), centred(samples.baseline)};
    std::mt19937_64 random(options.seed);
    // Not std::uniform_int_distribution: the same numbers with every standard library.
    const auto draw = [&random](const std::vector<double>& from, std::vector<double>& to) {
        to.resize(from.size());
        for (double& value : to)
            value = from[size_t(double(random() >> 11) * 0x1p-53 * double(from.size()))];
    };
    std::vector<double> all;
    all.reserve(draws);
    Samples drawn;
    for (size_t i = 0; i < draws; ++i) {
        draw(centres.run, drawn.run);
        draw(centres.baseline, drawn.baseline);
        const Estimate estimate = estimateOf(drawn);
        all.push_back(estimate.change / std::max(estimate.error, least));
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// One file against itself or its copies: whatever its steps scatter, nothing has changed.
bool areTheSame(const StepSeries& run, std::span<const StepSeries> baselines)
{
    return std::all_of(baselines.begin(), baselines.end(), [&](const StepSeries& baseline) {
        return baseline.numbers == run.numbers && baseline.values == run.values;
    });
}

/// Of ascending values, the one that this share of them exceeds.
double exceededBy(const std::vector<double>& ascending, double share)
{
    const auto rank = size_t(share * double(ascending.size()));
    return ascending[ascending.size() - 1 - std::min(rank, ascending.size() - 1)];
}

/// By step number, the mean over the baselines that have the step.
std::map<int64_t, std::pair<double, size_t>> meanByNumber(std::span<const StepSeries> baselines)
{
    std::map<int64_t, std::pair<double, size_t>> means;
    for (const StepSeries& baseline : baselines) {
        for (size_t i = 0; i < baseline.values.size(); ++i) {
            auto& [sum, count] = means[baseline.numbers[i]];
            sum += baseline.values[i];
            ++count;
        }
    }
    return means;
}

/// Differences of the steps that the run and all baselines have.
std::vector<double> pairs(const StepSeries& run, std::span<const StepSeries> baselines)
{
    std::vector<double> differences;
    const auto means = meanByNumber(baselines);
    for (size_t i = 0; i < run.values.size(); ++i) {
        const auto found = means.find(run.numbers[i]);
        if (found != means.end() && found->second.second == baselines.size())
            differences.push_back(run.values[i] - found->second.first / double(baselines.size()));
    }
    return differences;
}

/// What a normalised variance with so many degrees of freedom exceeds once in a hundred times (Wilson and Hilferty 1931).
double varianceExceededRarely(double freedom)
{
    constexpr double normalQuantile = 2.326;
    const double share = 2 / (9 * freedom);
    return std::pow(1 - share + normalQuantile * std::sqrt(share), 3);
}

/// Location and scatter of runs, each by the mean of its steps.
struct RunMeans {
    double mean = 0;
    double variance = 0; ///< of one run
    double count = 0;
};

RunMeans meansOf(std::span<const StepSeries> runs)
{
    RunMeans means;
    means.count = double(runs.size());
    std::vector<double> values;
    for (const StepSeries& run : runs)
        values.push_back(trimmedMean(run.values));
    means.mean = std::accumulate(values.begin(), values.end(), 0.0) / means.count;
    for (const double value : values)
        means.variance += (value - means.mean) * (value - means.mean) / (means.count - 1);
    return means;
}

/// Variance of the difference between a run and the mean of baselines, as the baselines differ among themselves.
struct RunScatter {
    double variance = 0;
    double freedom = 0;
};

/// `ofSteps`: the variance of that difference if runs differed by the scatter of their steps only. A few baselines
/// tell little, so it is at least that and what is usual among runs, and counts as if a few others had scattered so (a
/// moderated variance, as of Smyth 2004). Where the baselines scatter clearly more, what is usual is no help (Phipson
/// et al. 2016): then only they count, and Student's t asks for much with so few.
RunScatter scatterOfRuns(std::span<const StepSeries> baselines, double ofSteps)
{
    constexpr double usualScatter = 0.0015;
    constexpr double usualFreedom = 6;
    const RunMeans means = meansOf(baselines);
    const double ofDifference = 1 + 1 / means.count;
    const double least = ofSteps + usualScatter * usualScatter * ofDifference;
    const double seen = means.variance * ofDifference;
    const double freedom = means.count - 1;
    return {std::max(least, seen), seen > least * varianceExceededRarely(freedom) ? freedom : freedom + usualFreedom};
}

bool hasFewSteps(const StepSeries& run) { return run.values.size() < leastForScatter; }

/// How far jobs of a kind scatter from build to build: as if `freedom` others had scattered so.
struct KindOfJob {
    double scatter = 0; ///< of one build, as a share
    double freedom = 0;
    double share = 0; ///< of all jobs
};
/// Seven builds of one job that recorded a step each, of 903 to 912 ms, scattered by 0.35 %. One job in
/// a hundred is taken to do by anything, of the order of 1 %.
constexpr KindOfJob kindsOfJobs[] = {{0.003, 8, 0.99}, {0.01, 1, 0.01}};

/// The noise where each run recorded a step or two: steps and runs scatter in one, and only the baselines tell how far.
/// Few of them are moderated by how far jobs of a kind scatter (Smyth 2004); the more the baselines scatter, the likelier
/// the job is of the kind that may scatter by anything, and the less does what is usual count.
class NoiseOfFewSteps {
public:
    explicit NoiseOfFewSteps(std::span<const StepSeries> baselines)
    {
        const RunMeans seen = meansOf(baselines);
        const double freedom = seen.count - 1;
        double sum = 0;
        for (size_t k = 0; k < std::size(kindsOfJobs); ++k) {
            const auto& [scatter, kindFreedom, share] = kindsOfJobs[k];
            const double usual = kindFreedom * scatter * scatter;
            const double all = freedom + kindFreedom;
            const double squares = usual + freedom * seen.variance;
            m_kinds[k].variance = squares / all * (1 + 1 / seen.count);
            m_kinds[k].freedom = all;
            // How likely a job of the kind scatters as seen, up to what is common to all kinds.
            m_kinds[k].share = share
                * std::exp(std::lgamma(all / 2) - std::lgamma(kindFreedom / 2) + kindFreedom / 2 * std::log(usual)
                    - all / 2 * std::log(squares));
            sum += m_kinds[k].share;
        }
        for (Kind& kind : m_kinds)
            kind.share /= sum;
    }
    /// How often chance makes a difference as great, in either direction.
    double chanceOf(double difference) const
    {
        double chance = 0;
        for (const Kind& kind : m_kinds)
            chance += kind.share * 2 * studentTail(difference / std::sqrt(kind.variance), kind.freedom);
        return chance;
    }
    /// The difference that chance exceeds so often.
    double reach(double chance) const
    {
        double low = 0;
        double high = 1;
        while (chanceOf(high) > chance && high < 1e6)
            high *= 2;
        for (int i = 0; i < 40; ++i) {
            const double middle = (low + high) / 2;
            (chanceOf(middle) > chance ? low : high) = middle;
        }
        return high;
    }
    /// Standard error of the difference.
    double error() const
    {
        double variance = 0;
        for (const Kind& kind : m_kinds)
            variance += kind.share * kind.variance;
        return std::sqrt(variance);
    }

private:
    struct Kind {
        double variance = 0;
        double freedom = 0;
        double share = 0; ///< how likely the job is of it
    };
    std::array<Kind, std::size(kindsOfJobs)> m_kinds;
};

/// Standard error without enough steps on one side: all scatter as the others do. False where they do not state either.
bool setSharedNoise(Estimate& estimate, const Samples& samples)
{
    double squares = 0;
    double freedom = 0;
    for (const std::vector<double>* of : {&samples.run, &samples.baseline}) {
        const double mean = std::accumulate(of->begin(), of->end(), 0.0) / double(std::max<size_t>(of->size(), 1));
        for (const double value : *of)
            squares += (value - mean) * (value - mean);
        freedom += of->empty() ? 0 : double(of->size() - 1);
    }
    constexpr double leastFreedom = 4;
    if (freedom < leastFreedom)
        return false;
    estimate.freedom = freedom;
    estimate.error = std::sqrt(
        squares / freedom * (1 / double(samples.run.size()) + 1 / double(samples.baseline.size())));
    return true;
}

} // namespace

int mostFalseAlarms(size_t baselines)
{
    constexpr std::array<int, 8> counted {18, 10, 8, 6, 5, 4, 4, 3}; // of three baselines to ten
    constexpr int ofMore = 2;
    const size_t place = std::max(baselines, leastBaselinesForScatter) - leastBaselinesForScatter;
    return place < counted.size() ? counted[place] : ofMore;
}

double StepChange::noise() const { return std::hypot(error, errorOfRuns); }

StepSeries inLogarithms(StepSeries series)
{
    for (double& value : series.values)
        value = std::log(std::max(value, 1.0));
    return series;
}

double trimmedMean(std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    return sorted.empty() ? 0 : locationOf(sorted).mean;
}

std::optional<StepChange> testChange(
    const StepSeries& run, std::span<const StepSeries> baselines, const ChangeTestOptions& options)
{
    std::vector<StepSeries> used;
    std::copy_if(baselines.begin(), baselines.end(), std::back_inserter(used),
        [](const StepSeries& baseline) { return !baseline.values.empty(); });
    if (run.values.empty() || used.empty())
        return std::nullopt;
    StepChange result;
    result.baselines = used.size();
    Samples samples;
    samples.run = pairs(run, used);
    result.isPaired = samples.run.size() >= leastPairs;
    double inflation = 1;
    if (result.isPaired) {
        inflation = inflationOf(samples.run);
    } else {
        samples.run = run.values;
        inflation = inflationOf(samples.run);
        for (const StepSeries& baseline : used) {
            samples.baseline.insert(samples.baseline.end(), baseline.values.begin(), baseline.values.end());
            inflation = std::max(inflation, inflationOf(baseline.values));
        }
    }
    result.steps = samples.run.size();
    const Samples inOrder = samples;
    Estimate estimate = estimateOf(samples);
    result.change = estimate.change;
    if (run.isExact && std::all_of(used.begin(), used.end(), [](const StepSeries& s) { return s.isExact; })) {
        result.low = result.high = result.change;
        result.isSignificant = result.change != 0;
        result.significance = result.isSignificant ? 0 : 1;
        return result;
    }

    const bool isEnough = samples.run.size() >= leastForScatter
        && (result.isPaired || samples.baseline.size() >= leastForScatter);
    result.isOfFewSteps = used.size() >= leastBaselinesForScatter && hasFewSteps(run)
        && std::all_of(used.begin(), used.end(), hasFewSteps);
    result.noiseIsKnown = isEnough || result.isOfFewSteps || setSharedNoise(estimate, samples);
    if (areTheSame(run, used)) {
        result.noiseIsKnown = true;
        result.low = result.high = result.change;
        return result;
    }
    if (!result.noiseIsKnown) {
        result.low = -std::numeric_limits<double>::infinity();
        result.high = std::numeric_limits<double>::infinity();
        return result;
    }
    if (result.isOfFewSteps) {
        const NoiseOfFewSteps noise(used);
        const double reach = noise.reach(1 - confidence);
        result.error = noise.error();
        result.low = result.change - reach;
        result.high = result.change + reach;
        result.significance = noise.chanceOf(std::abs(result.change));
        result.isSignificant = result.significance <= options.level;
        return result;
    }
    const double variance = estimate.error * estimate.error * inflation;
    const double freedom = std::max(estimate.freedom / inflation, 1.0);
    const double error = std::max(std::sqrt(variance), leastError);
    const double t = std::abs(result.change) / error;
    result.significance = 2 * studentTail(t, freedom);
    double widest = studentQuantile((1 - confidence) / 2, freedom);
    result.error = error;
    if (isEnough && samples.run.size() + samples.baseline.size() <= mostBootstrapped) {
        const std::vector<double> drawn = bootstrappedT(inOrder, options, estimate.error, result.significance <= options.level);
        if (!drawn.empty()) {
            const auto beyond = std::count_if(
                drawn.begin(), drawn.end(), [t](double other) { return std::abs(other) >= t; });
            result.significance = std::max(result.significance, double(beyond) / double(drawn.size()));
            widest = std::max({widest, exceededBy(drawn, (1 - confidence) / 2),
                -exceededBy(drawn, 1 - (1 - confidence) / 2)});
        }
    }
    double reach = widest * error;
    const auto asWellAs = [&](double otherError, double otherFreedom) {
        const double least = std::max(otherError, leastError);
        result.significance
            = std::max(result.significance, 2 * studentTail(std::abs(result.change) / least, otherFreedom));
        reach = std::max(reach, studentQuantile((1 - confidence) / 2, otherFreedom) * least);
    };
    if (isEnough && !result.isPaired)
        asWellAs(std::sqrt(estimate.pooledVariance * inflation), std::max(estimate.pooledFreedom / inflation, 1.0));
    if (used.size() >= leastBaselinesForScatter) {
        const RunScatter runs = scatterOfRuns(used, variance);
        asWellAs(std::sqrt(runs.variance), runs.freedom);
        result.errorOfRuns = std::sqrt(std::max(runs.variance - variance, 0.0));
        result.freedomOfRuns = runs.freedom;
    }
    result.low = result.change - reach;
    result.high = result.change + reach;
    result.isSignificant = result.significance <= options.level;
    return result;
}

} // namespace bubblescope
