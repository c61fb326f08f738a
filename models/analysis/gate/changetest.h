// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// One quantity, step after step.
struct StepSeries {
    std::vector<int64_t> numbers; ///< of the steps, ascending; those of two runs may be the same
    std::vector<double> values;   ///< by step
    bool isExact = false;         ///< a model's answer: the same whenever it is computed
};
/// Of times: differences are shares then.
StepSeries inLogarithms(StepSeries series);

/// How a run's steps differ from those of its baselines.
struct StepChange {
    double change = 0; ///< run minus baseline, in the unit of the values
    double low = 0;    ///< where it lies with 95 % confidence; infinite where the noise is not known
    double high = 0;
    double error = 0;       ///< standard error by the scatter of steps
    double errorOfRuns = 0; ///< what the scatter of runs adds; more steps make it no smaller
    double freedomOfRuns = std::numeric_limits<double>::infinity(); ///< in which that is known
    double significance = 1; ///< how often runs that are the same would seem to differ so much, in either direction
    bool isSignificant = false;
    size_t steps = 0;     ///< of the run that were compared
    size_t baselines = 0; ///< that had steps to compare
    bool isPaired = false;       ///< each step with the one of its number
    bool noiseIsKnown = true;    ///< enough steps to know how far they scatter, or three baselines and more
    bool isOfFewSteps = false; ///< a step or two of each run: the noise is that of the baselines, and in part assumed
    /// Standard error of the change.
    double noise() const;
};

struct ChangeTestOptions {
    uint64_t seed = 1;
    /// A difference counts that chance makes this rarely: one false alarm in 2,000 comparisons of equals.
    double level = 0.0005;
};

/// Of 1,000 runs that recorded a step or two and are the same as their baselines, how many seem worse at most, however
/// far such jobs scatter: most do where that is 1 to 2 %. Counted in 60,000 comparisons for each scatter.
int mostFalseAlarms(size_t baselines);

/// Fewer baselines do not show how far runs of the same build differ.
constexpr size_t leastBaselinesForScatter = 3;

/// Mean without the smallest and the greatest tenth, of ten values and more: a checkpoint or a pause of the garbage
/// collector moves it little.
double trimmedMean(std::span<const double> values);

/// Compares steps by number where at least eight numbers are the same and in both, otherwise all with all. The noise of
/// steps comes from their scatter (also of steps beside each other, which need not be independent), that of runs from
/// the scatter of three baselines or more. Where no run has three steps, it comes from the baselines, three or more, and
/// from how far jobs usually scatter (0.3 %, one in a hundred by 1 % or more): of three baselines most of it is assumed, and the
/// level of the test is kept by jobs that scatter as usual, not by others. Otherwise a difference has to pass two tests: the trimmed t-test of Yuen (Biometrika 61, 1974), and the studentized bootstrap of it (Efron and
/// Tibshirani 1993, chapter 12), which does not rely on steps being distributed normally; with few steps the bootstrap
/// alone finds too much, with hundreds it says the same and is left out. nullopt where one has no steps.
std::optional<StepChange> testChange(
    const StepSeries& run, std::span<const StepSeries> baselines, const ChangeTestOptions& options = {});

} // namespace bubblescope
