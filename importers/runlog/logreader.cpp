// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logreader.h"

#include "numbertext.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

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

void LogStepTable::dropFrom(uint64_t offset)
{
    while (!m_steps.empty() && m_steps.back().offset >= offset)
        m_steps.pop_back();
}

/// Indices of the lines that a resumed run begins with, which is no copy by a rank: of those, the first begins where the
/// log does, and a pipe that hands on the ranks' lines in turn repeats all of them.
std::vector<size_t> LogStepTable::starts() const
{
    std::vector<size_t> found;
    int64_t distance = 0; // between the steps of two lines
    for (size_t i = 1; i < m_steps.size(); ++i) {
        const int64_t ahead = m_steps[i].step - m_steps[i - 1].step;
        if (ahead > 0)
            distance = distance == 0 ? ahead : std::min(distance, ahead);
    }
    if (distance == 0)
        return found;
    const int64_t greatest = std::max_element(m_steps.begin(), m_steps.end(), [](const LogStep& a, const LogStep& b) {
        return a.step < b.step;
    })->step;
    int64_t top = m_steps.front().step;
    std::optional<int64_t> again; // where those since the last return are repeats
    uint64_t repeated = 0;
    for (size_t i = 1; i < m_steps.size(); ++i) {
        const int64_t step = m_steps[i].step;
        if (step < m_steps[i - 1].step - 2 * distance) {
            again = top;
            if (step > m_steps.front().step || greatest > top)
                found.push_back(i);
        }
        repeated += again && step <= *again ? 1 : 0;
        top = std::max(top, step);
    }
    const uint64_t distinct = m_steps.size() - std::min<uint64_t>(repeated, m_steps.size());
    if (found.size() > 1 && repeated * 10 >= distinct * 9)
        found.clear();
    return found;
}

std::vector<LogStep> LogStepTable::finish(Repeats repeats, uint64_t& repeated, ImportReport& report)
{
    const std::vector<size_t> begins
        = repeats == Repeats::KeepFirstUnlessLossDiffers ? starts() : std::vector<size_t>();
    struct Resumed {
        uint64_t offset = 0;
        int64_t step = 0;
        std::optional<int64_t> first; ///< of the steps that were trained again
        int64_t last = 0;
    };
    std::vector<Resumed> resumed;
    m_resumedAt.clear();
    for (const size_t begin : begins) {
        resumed.push_back({m_steps[begin].offset, m_steps[begin].step, {}, 0});
        m_resumedAt.push_back(m_steps[begin].step);
    }
    // Lines are told apart by their offsets, which the table has in the order of the log.
    const auto startOf = [&resumed](const LogStep& step) {
        const auto isBehind = [](uint64_t offset, const Resumed& at) { return offset < at.offset; };
        return size_t(std::upper_bound(resumed.begin(), resumed.end(), step.offset, isBehind) - resumed.begin());
    };
    std::stable_sort(
        m_steps.begin(), m_steps.end(), [](const LogStep& a, const LogStep& b) { return a.step < b.step; });
    std::vector<LogStep> result;
    for (const LogStep& step : m_steps) {
        if (result.empty() || result.back().step != step.step) {
            result.push_back(step);
            continue;
        }
        LogStep& kept = result.back();
        if (const size_t start = startOf(step); start != startOf(kept)) {
            Resumed& at = resumed[start - 1];
            at.first = at.first.value_or(step.step);
            at.last = step.step;
            kept = step;
            continue;
        }
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
    for (const Resumed& at : resumed) {
        if (at.first)
            report.add(IssueKind::RepeatedRecords, at.offset,
                say("the run was resumed at step {}: steps {} to {} were trained again, and the later lines count",
                    at.step, *at.first, at.last));
    }
    return result;
}

void dropRepeatedTimers(std::vector<LogTimer>& timers, const std::vector<int64_t>& resumedAt)
{
    if (resumedAt.empty())
        return;
    std::vector<LogTimer> kept;
    int64_t limit = std::numeric_limits<int64_t>::max(); // from which on steps were trained again
    for (size_t i = timers.size(); i-- > 0;) {
        const bool isBack = i + 1 < timers.size() && timers[i + 1].step < timers[i].step;
        if (isBack && std::find(resumedAt.begin(), resumedAt.end(), timers[i + 1].step) != resumedAt.end())
            limit = std::min(limit, timers[i + 1].step);
        if (timers[i].step < limit)
            kept.push_back(std::move(timers[i]));
        // What was moved away keeps its step, which the line before is compared with.
    }
    std::reverse(kept.begin(), kept.end());
    timers = std::move(kept);
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

std::string_view behindLauncherLabel(std::string_view line)
{
    for (const auto& [open, close] : {std::pair('[', "]:"), std::pair('(', ")")}) {
        const size_t end = line.substr(0, 60).find(close);
        if (!line.starts_with(open) || end == std::string_view::npos)
            continue;
        if (open == '[' || logtext::contains(line.substr(0, end), "pid=")) // "(val) 10%|#" names what the line is about
            return trimmed(line.substr(end + std::string_view(close).size()));
    }
    const size_t digits = std::min(line.find_first_not_of(" 0123456789"), line.size());
    return digits > 0 && line.substr(digits).starts_with(": ") ? line.substr(digits + 2) : line;
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
