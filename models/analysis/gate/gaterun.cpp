// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gaterun.h"

#include "logfindings.h"
#include "measuretext.h"
#include "median.h"
#include "roundedtime.h"
#include "stepbatches.h"
#include "stragglers.h"
#include "typicalstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

namespace {

constexpr size_t mostStepsLookedAt = 64;

struct QuantityInfo {
    GateQuantity quantity;
    std::string_view key;
};
constexpr QuantityInfo quantities[] = {{GateQuantity::Step, "step"}, {GateQuantity::Compute, "compute"},
    {GateQuantity::Exposed, "exposed"}, {GateQuantity::Waiting, "waiting"}, {GateQuantity::Bubble, "bubble"},
    {GateQuantity::Idle, "idle"}, {GateQuantity::Memory, "memory"}};

/// Evenly spread, the first and the last among them.
template <typename Value> std::vector<Value> spread(const std::vector<Value>& all, size_t most)
{
    if (all.size() <= most)
        return all;
    std::vector<Value> some;
    for (size_t i = 0; i < most; ++i)
        some.push_back(all[i * (all.size() - 1) / (most - 1)]);
    return some;
}

void addStep(GateRun& made, int64_t number, double stepNs, const PartSplit* part)
{
    const auto add = [&](GateQuantity quantity, double value) {
        StepSeries& series = made.series[size_t(quantity)];
        series.numbers.push_back(number);
        series.values.push_back(value);
    };
    add(GateQuantity::Step, stepNs);
    if (!part)
        return;
    const TimeSplit& split = part->split;
    add(GateQuantity::Compute, part->perRank(split.compute()));
    add(GateQuantity::Exposed, part->perRank(split.exposedCommunication()));
    add(GateQuantity::Waiting, part->perRank(split.waiting()));
    add(GateQuantity::Bubble, part->perRank(split.bubble()));
    add(GateQuantity::Idle, part->perRank(split.idle() + split.host()));
}

void measureBytes(const Trace& trace, GateRun& made)
{
    std::vector<double> messages;
    std::vector<double> gathers;
    double gradients = 0;
    double expertGradients = 0;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        if (trace.bytes(span) <= 0)
            continue;
        if (trace.category(span) == Category::PipelineComm)
            messages.push_back(double(trace.bytes(span)));
        else if (trace.category(span) == Category::DataComm)
            gradients += double(trace.bytes(span));
        else if (trace.category(span) == Category::ExpertDataComm)
            expertGradients += double(trace.bytes(span));
        else if (trace.category(span) == Category::ExpertComm && trace.operation(span) == Operation::AllGather)
            gathers.push_back(double(trace.bytes(span)));
    }
    if (!messages.empty())
        made.messageBytes = medianOf(messages);
    if (!gathers.empty())
        made.expertGatherBytes = medianOf(gathers);
    const auto rankSteps
        = double(std::max<size_t>(trace.ranks().size() * std::max<size_t>(trace.steps().size(), 1), 1));
    if (gradients > 0)
        made.gradientBytes = gradients / rankSteps;
    if (expertGradients > 0)
        made.expertGradientBytes = expertGradients / rankSteps;
}

/// The highest level of any memory counter of a GPU.
void measureMemory(const Trace& trace, GateRun& made)
{
    double peak = 0;
    for (const CounterSeries& series : trace.counters().series) {
        if (series.unit != CounterSeries::Unit::Bytes || series.device < 0)
            continue;
        for (const double value : trace.counters().valuesOf(series))
            peak = std::max(peak, value);
    }
    if (peak > 0)
        made.series[size_t(GateQuantity::Memory)] = {{0}, {peak}, true};
}

bool differs(double a, double b)
{
    constexpr double tolerance = 0.02;
    return std::abs(a - b) > tolerance * std::max(a, b);
}

} // namespace

std::string_view gateQuantityKey(GateQuantity quantity) { return quantities[size_t(quantity)].key; }

std::optional<GateQuantity> gateQuantityOfKey(std::string_view key)
{
    for (const QuantityInfo& info : quantities) {
        if (info.key == key)
            return info.quantity;
    }
    return std::nullopt;
}

Message gateQuantityName(GateQuantity quantity)
{
    switch (quantity) {
    case GateQuantity::Step:
        return say("step time");
    case GateQuantity::Compute:
        return say("compute");
    case GateQuantity::Exposed:
        return say("exposed communication");
    case GateQuantity::Waiting:
        return say("waiting");
    case GateQuantity::Bubble:
        return say("pipeline bubble");
    case GateQuantity::Idle:
        return say("idle and host");
    case GateQuantity::Memory:
        break;
    }
    return say("peak memory");
}

std::optional<double> GateRun::typical(GateQuantity quantity) const
{
    const StepSeries& series = of(quantity);
    return series.values.empty() ? std::nullopt : std::optional(trimmedMean(series.values));
}

void GateRun::detach()
{
    run = nullptr;
    log = nullptr;
    context.reset();
    unread.reset();
    for (Finding& finding : findings.list)
        finding.evidence.spans.clear();
}

GateRun gateRunOf(const Run& run, bool wantsFindings)
{
    const Trace& trace = *run.trace;
    GateRun made;
    made.name = run.name;
    made.kind = runKindName(run.kind);
    made.layout = run.layout;
    made.ranks = int(trace.ranks().size() + run.missingRanks.size());
    made.hosts = int(trace.hosts().size());
    made.run = &run;
    made.context = contextOf(run);
    made.steps = std::max(int(trace.steps().size()), 1);
    measureBytes(trace, made);
    measureMemory(trace, made);
    if (run.kind == Run::Kind::Plan || trace.spanCount() == 0)
        return made;

    std::vector<int> whole = wholeSteps(trace);
    std::vector<double> times;
    for (const int step : whole)
        times.push_back(double(trace.steps()[size_t(step)].range.duration()));
    const size_t warmup = findStepOutliers(times).warmup.size();
    whole.erase(whole.begin(), whole.begin() + std::ptrdiff_t(std::min(warmup, whole.size())));
    made.whole = spread(whole, mostStepsLookedAt);
    const std::vector<Waiting> waiting = findWaiting(*made.context, trace.timing());
    std::vector<TimeRange> windows;
    for (const int step : made.whole) {
        if (const std::optional<TimeRange> window = windowOfStep(trace, step))
            windows.push_back(*window);
    }
    if (windows.empty()) { // it has one step at most
        const RunSummary summary = summarizeStep(*made.context, trace.timing(), std::nullopt, waiting);
        const PartSplit whole {summary.split, summary.ranks.size()};
        addStep(made, made.whole.empty() ? 1 : trace.steps()[size_t(made.whole.front())].number,
            double(summary.stepTime), &whole);
    }
    const std::vector<PartSplit> splits = splitParts(*made.context, trace.timing(), windows, waiting);
    for (size_t i = 0; i < splits.size(); ++i)
        addStep(made, trace.steps()[size_t(made.whole[i])].number, double(windows[i].duration()), &splits[i]);
    if (wantsFindings)
        made.findings = findRunFindings(run);
    return made;
}

GateRun gateRunOf(const RunLog& log)
{
    GateRun made;
    made.name = log.name;
    made.kind = "log";
    made.globalBatch = log.globalBatch;
    made.layout.world = log.worldSize;
    made.layout.tensor = log.tensorParallel;
    made.layout.pipeline = log.pipelineParallel;
    made.layout.data = log.dataParallel;
    made.layout.expert = log.expertParallel;
    made.layout.context = log.contextParallel;
    made.layout.microbatches = log.microbatches;
    made.layout.microbatchSize = log.microbatchSize;
    made.layout.layers = log.layerCount;
    made.ranks = log.worldSize.value_or(0);
    made.log = &log;
    std::vector<double> times;
    std::vector<int64_t> numbers;
    double memory = 0;
    const std::vector<int64_t> batches = growingBatches(log);
    const int64_t usual = usualBatch(batches);
    for (size_t i = 0; i < log.steps.size(); ++i) {
        const LogStep& step = log.steps[i];
        memory = std::max(memory, step.memoryGiB.value_or(0));
        if (!step.stepMs || *step.stepMs <= 0 || (!batches.empty() && batches[i] != usual))
            continue;
        times.push_back(*step.stepMs * nsPerMs);
        numbers.push_back(step.step);
    }
    made.steps = int(times.size());
    // The first step of a log always warms up: compilers and allocators.
    const size_t warmup = std::max<size_t>(findStepOutliers(times).warmup.size(), times.size() > 1 ? 1 : 0);
    for (size_t i = std::min(warmup, times.size()); i < times.size(); ++i)
        addStep(made, numbers[i], times[i], nullptr);
    constexpr double gibibyte = 1024.0 * 1024 * 1024;
    if (memory > 0)
        made.series[size_t(GateQuantity::Memory)] = {{0}, {memory * gibibyte}, true};
    made.findings = findLogFindings(log);
    return made;
}

std::vector<Message> whyNotComparable(const GateRun& run, const GateRun& baseline)
{
    std::vector<Message> reasons;
    if (run.kind != baseline.kind) {
        reasons.push_back(say("One is of the kind {}, the other {}.", run.kind, baseline.kind));
        return reasons;
    }
    const auto compareSizes = [&](const Message& what, std::optional<int> a, std::optional<int> b) {
        if (a && b && *a > 0 && *b > 0 && *a != *b)
            reasons.push_back(say("Another {}: {}, and {} in the baseline.", what, *a, *b));
    };
    const auto known = [](int count) { return count > 0 ? std::optional(count) : std::nullopt; };
    const ParallelLayout& a = run.layout;
    const ParallelLayout& b = baseline.layout;
    compareSizes(say("number of GPUs"), a.world ? a.world : known(run.ranks), b.world ? b.world : known(baseline.ranks));
    compareSizes(say("number of hosts"), known(run.hosts), known(baseline.hosts));
    compareSizes(say("tensor-parallel size"), a.tensor, b.tensor);
    compareSizes(say("number of stages"), a.pipeline, b.pipeline);
    compareSizes(say("data-parallel size"), a.data, b.data);
    compareSizes(say("expert-parallel size"), a.expert, b.expert);
    compareSizes(say("context-parallel size"), a.context, b.context);
    compareSizes(say("number of microbatches"), a.microbatches, b.microbatches);
    compareSizes(say("microbatch size"), a.microbatchSize, b.microbatchSize);
    compareSizes(say("number of layers"), a.layers, b.layers);
    const auto compareBytes = [&](const Message& what, std::optional<double> x, std::optional<double> y) {
        if (x && y && differs(*x, *y))
            reasons.push_back(say("Another model: {} are {}, and {} in the baseline.", what, bytesText(*x), bytesText(*y)));
    };
    compareBytes(say("messages between stages"), run.messageBytes, baseline.messageBytes);
    compareBytes(say("the gradients of a rank"), run.gradientBytes, baseline.gradientBytes);
    compareBytes(say("the gradients of a rank's experts"), run.expertGradientBytes, baseline.expertGradientBytes);
    compareBytes(say("what ranks gather of their experts"), run.expertGatherBytes, baseline.expertGatherBytes);
    compareSizes(say("global batch"), run.globalBatch, baseline.globalBatch);
    if (!run.device.empty() && !baseline.device.empty() && run.device != baseline.device)
        reasons.push_back(say("Other hardware: {}, and {} in the baseline.", run.device, baseline.device));
    return reasons;
}

} // namespace bubblescope
