// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stagetimes.h"

#include "columnvector.h"
#include "devicelanes.h"
#include "median.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

namespace {

/// One rank's share of a pass; the times of several records (chunks of a stage, weight gradients) add up.
struct Sample {
    int step;
    int stage;
    int32_t microbatch;
    int32_t rank;
    TimeNs forward;
    TimeNs backward;

    auto key() const { return std::tuple(step, stage, microbatch); }
    auto fullKey() const { return std::tuple(step, stage, microbatch, rank); }
};

/// What a span belongs to: OtherCompute for none of the passes.
Category passOf(const Trace& trace, SpanId span)
{
    const Operation operation = trace.operation(span);
    return operation == Operation::Forward                                           ? Category::Forward
        : operation == Operation::Backward || operation == Operation::WeightGradient ? Category::Backward
                                                                                     : Category::OtherCompute;
}

/// The same of a kernel, which knows the pass that launched it.
Category passOfKernel(const Trace& trace, SpanId span, int stage)
{
    const Category category = trace.category(span);
    const bool isBackward = category == Category::Backward || category == Category::WeightGradient;
    if (stage < 0 || trace.microbatch(span) < 0 || (!isBackward && category != Category::Forward))
        return Category::OtherCompute;
    return isBackward ? Category::Backward : Category::Forward;
}

ColumnVector<Sample> collectSamples(const Trace& trace, const Timing& timing, std::optional<TimeRange> window)
{
    ColumnVector<Sample> samples(trace.pool());
    const bool isProfiler = isProfilerRun(trace);
    for (const Row& row : trace.rows()) {
        if (row.kind == Row::Kind::FusedLegs)
            continue;
        const Track& track = trace.track(row.track);
        const bool holdsKernels = isProfiler && (track.lane == Lane::Compute || track.lane == Lane::Stream);
        const std::optional<TimeRange> own
            = window && isProfiler ? ownWindow(trace, *trace.findRank(track.rank), *window) : window;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId span(i);
            const int stage = trace.stage(span) >= 0 ? trace.stage(span) : track.stage;
            Category pass = passOf(trace, span);
            if (pass == Category::OtherCompute && holdsKernels)
                pass = passOfKernel(trace, span, stage);
            if (pass == Category::OtherCompute || trace.hasFlag(span, SpanFlag::subOperation))
                continue;
            if (own && !own->contains(TimeRange {timing.begin[i], timing.end[i]}))
                continue;
            const TimeNs duration = timing.end[i] - timing.begin[i];
            const bool isForward = pass == Category::Forward;
            const Sample sample {stepOf(trace, span), stage, trace.microbatch(span), track.rank,
                isForward ? duration : 0, isForward ? 0 : duration};
            if (!samples.empty() && samples.back().fullKey() == sample.fullKey()) { // kernels of one pass
                samples.back().forward += sample.forward;
                samples.back().backward += sample.backward;
            } else {
                samples.push_back(sample);
            }
        }
    }
    // Equal ones are summed up, in any order; and without room for as many again.
    std::sort(
        samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.fullKey() < b.fullKey(); });
    size_t kept = 0;
    for (size_t i = 0; i < samples.size(); ++i) {
        if (kept > 0 && samples[kept - 1].fullKey() == samples[i].fullKey()) {
            samples[kept - 1].forward += samples[i].forward;
            samples[kept - 1].backward += samples[i].backward;
        } else {
            samples[kept++] = samples[i];
        }
    }
    samples.resize(kept);
    return samples;
}

/// Median of what was recorded; nullopt if everything is 0.
std::optional<TimeNs> medianOfPasses(
    const std::vector<StageTimes::Pass>& passes, int stage, TimeNs StageTimes::Pass::*value)
{
    std::vector<TimeNs> values;
    for (const StageTimes::Pass& pass : passes) {
        if (pass.stage == stage && pass.*value > 0)
            values.push_back(pass.*value);
    }
    if (values.empty())
        return {};
    return medianOf(values);
}

} // namespace

int stepOf(const Trace& trace, SpanId span)
{
    // The steps of one rank follow each other; those of all ranks overlap.
    const auto steps = trace.rankSteps();
    const int32_t rank = trace.track(trace.track(span)).rank;
    const auto later = std::upper_bound(steps.begin(), steps.end(), std::pair(rank, trace.begin(span)),
        [](const auto& at, const RankStep& step) { return at < std::pair(step.rank, step.step.range.begin); });
    if (later == steps.begin() || (later - 1)->rank != rank)
        return 0;
    const auto all = trace.steps();
    const auto found = std::lower_bound(all.begin(), all.end(), (later - 1)->step.number,
        [](const Step& step, int32_t number) { return step.number < number; });
    return int(found - all.begin());
}

StageTimes stageTimes(const Trace& trace, const Timing& timing, std::optional<TimeRange> window)
{
    StageTimes result;
    const ColumnVector<Sample> samples = collectSamples(trace, timing, window);
    std::vector<TimeNs> forward;
    std::vector<TimeNs> backward;
    for (size_t i = 0; i < samples.size();) {
        const Sample& first = samples[i];
        forward.clear();
        backward.clear();
        for (; i < samples.size() && samples[i].key() == first.key(); ++i) {
            // 0: not recorded, as where the rank's file ends early
            if (samples[i].forward > 0)
                forward.push_back(samples[i].forward);
            if (samples[i].backward > 0)
                backward.push_back(samples[i].backward);
        }
        const StageTimes::Pass pass {first.stage, first.step, first.microbatch,
            forward.empty() ? 0 : medianOf(forward), backward.empty() ? 0 : medianOf(backward)};
        result.passes.push_back(pass);
        if (result.stageSteps.empty() || result.stageSteps.back().stage != pass.stage
            || result.stageSteps.back().step != pass.step)
            result.stageSteps.push_back({pass.stage, pass.step, 0, 0, 0});
        StageTimes::StageStep& sum = result.stageSteps.back();
        ++sum.microbatches;
        sum.forward += pass.forward;
        sum.backward += pass.backward;
    }

    std::vector<int> stages;
    for (const StageTimes::StageStep& sum : result.stageSteps)
        stages.push_back(sum.stage);
    std::sort(stages.begin(), stages.end());
    stages.erase(std::unique(stages.begin(), stages.end()), stages.end());
    double sum = 0;
    for (const int stage : stages) {
        result.stages.push_back({stage, medianOfPasses(result.passes, stage, &StageTimes::Pass::forward),
            medianOfPasses(result.passes, stage, &StageTimes::Pass::backward)});
        const TimeNs time = result.stages.back().perMicrobatch();
        sum += static_cast<double>(time);
        if (result.slowest < 0 || time > result.stages[static_cast<size_t>(result.slowest)].perMicrobatch())
            result.slowest = static_cast<int>(result.stages.size()) - 1;
    }
    if (sum > 0) {
        const auto longest = static_cast<double>(result.stages[static_cast<size_t>(result.slowest)].perMicrobatch());
        result.imbalance = longest / (sum / static_cast<double>(stages.size())) - 1;
    }
    return result;
}

} // namespace bubblescope
