// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logreader.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {
namespace {

constexpr size_t maximumMemorySteps = size_t(1) << 20;

template <typename T> void fill(std::optional<T>& value, const std::optional<T>& other)
{
    if (!value)
        value = other;
}

void fillStep(LogStep& step, const LogStep& other)
{
    if (!step.stepMs && other.stepMs) {
        step.stepMs = other.stepMs;
        step.stepMsFromTimestamps = other.stepMsFromTimestamps;
    }
    fill(step.loss, other.loss);
    fill(step.perplexity, other.perplexity);
    fill(step.learningRate, other.learningRate);
    fill(step.gradientNorm, other.gradientNorm);
    fill(step.tokensPerSecond, other.tokensPerSecond);
    fill(step.samplesPerSecond, other.samplesPerSecond);
    fill(step.teraflops, other.teraflops);
    fill(step.mfuPercent, other.mfuPercent);
    fill(step.memoryGiB, other.memoryGiB);
}

/// The quotient if all values are known and divide evenly.
std::optional<int> quotient(std::optional<int> dividend, std::optional<int> a, std::optional<int> b)
{
    if (!dividend || !a || !b)
        return std::nullopt;
    const int64_t divisor = int64_t(*a) * *b;
    if (divisor <= 0 || *dividend % divisor != 0 || *dividend / divisor == 0)
        return std::nullopt;
    return static_cast<int>(*dividend / divisor);
}

} // namespace

void LogFacts::fillFrom(const LogFacts& other)
{
    fill(worldSize, other.worldSize);
    fill(tensor, other.tensor);
    fill(pipeline, other.pipeline);
    fill(data, other.data);
    fill(expert, other.expert);
    fill(context, other.context);
    fill(microbatches, other.microbatches);
    fill(globalBatch, other.globalBatch);
    fill(microbatchSize, other.microbatchSize);
    fill(layers, other.layers);
    fill(sequence, other.sequence);
    fill(model, other.model);
    fill(parameters, other.parameters);
    fill(elapsedSeconds, other.elapsedSeconds);
}

void LogFacts::complete()
{
    // Each factor is at most 2^24 and so is the world size: divide and multiply in turns to avoid overflow.
    constexpr int64_t largestWorld = int64_t(1) << 24;
    if (!worldSize && tensor && pipeline && data) {
        int64_t world = 1;
        for (const int64_t factor : {*tensor, *pipeline, *data, context.value_or(1)})
            world = world <= largestWorld ? world * factor : world;
        if (world <= largestWorld)
            worldSize = static_cast<int>(world);
    }
    if (!data)
        data = quotient(quotient(worldSize, tensor, pipeline), context.value_or(1), 1);
    if (!microbatches)
        microbatches = quotient(globalBatch, microbatchSize, data);
}

bool LogStepTable::add(const LogStep& step, ImportReport& report)
{
    if (m_steps.size() >= maximumSteps) {
        if (!m_isFull)
            report.add(
                IssueKind::OversizedFile, step.offset, say("step lines after the first {} are left out", maximumSteps));
        m_isFull = true;
        return false;
    }
    m_steps.push_back(step);
    return true;
}

std::vector<LogStep> LogStepTable::finish(Repeats repeats, uint64_t& repeated, ImportReport& report)
{
    std::stable_sort(
        m_steps.begin(), m_steps.end(), [](const LogStep& a, const LogStep& b) { return a.step < b.step; });
    std::vector<LogStep> result;
    for (const LogStep& step : m_steps) {
        if (result.empty() || result.back().step != step.step) {
            result.push_back(step);
            continue;
        }
        LogStep& kept = result.back();
        const bool isRestart
            = repeats == Repeats::KeepFirstUnlessLossDiffers && kept.loss && step.loss && *kept.loss != *step.loss;
        ++repeated;
        if (isRestart) {
            report.add(IssueKind::RepeatedRecords, step.offset,
                say("step {} is printed again with loss {} after {}: the later line is shown", step.step, *step.loss,
                    *kept.loss));
            kept = step;
        } else {
            report.add(IssueKind::RepeatedRecords, step.offset,
                say("step {} is printed again by another rank: counted once", step.step));
            fillStep(kept, step);
        }
    }
    m_steps.clear();
    return result;
}

void LogSheet::reportNumber(logtext::Number number, double ms, const LogLine& line, const Message& what)
{
    if (!number.isFinite)
        report.add(IssueKind::BadNumber, line.offset, say("{} is not a finite number", what));
    else if (ms < 0)
        report.add(IssueKind::NegativeDuration, line.offset, say("{} is {} ms", what, ms));
    else
        report.add(IssueKind::TimeOutOfRange, line.offset, say("{} is {} ms", what, ms));
}

void LogSheet::noteMemory(int64_t step, double gibibytes)
{
    const auto found = memoryGiB.find(step);
    if (found != memoryGiB.end())
        found->second = std::max(found->second, gibibytes);
    else if (memoryGiB.size() < maximumMemorySteps)
        memoryGiB.emplace(step, gibibytes);
}

std::optional<double> LogSheet::stepMsBetween(int64_t fromMs, int64_t toMs, int64_t steps)
{
    const double elapsed = static_cast<double>(toMs) - static_cast<double>(fromMs);
    if (steps <= 0 || !isTime(elapsed))
        return std::nullopt;
    return elapsed / static_cast<double>(steps);
}

void fillSteps(std::vector<LogStep>& steps, const std::vector<LogStep>& others)
{
    auto other = others.begin();
    for (LogStep& step : steps) {
        while (other != others.end() && other->step < step.step)
            ++other;
        if (other != others.end() && other->step == step.step)
            fillStep(step, *other);
    }
}

} // namespace bubblescope
