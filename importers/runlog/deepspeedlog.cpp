// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "deepspeedlog.h"

#include "jobfacts.h"

#include <fmt/format.h>

namespace bubblescope {
namespace {

using logtext::Cursor;
using logtext::Number;
using logtext::numberAfter;

constexpr std::string_view stepsMark = "steps: ";
constexpr std::string_view engineMark = "DeepSpeedEngine configuration";
constexpr std::string_view versionMark = "DeepSpeed info: version=";

/// The step number in `steps: 200 loss: 5.5508 iter time (s): 0.936`; nullopt where "steps" is used otherwise.
std::optional<int64_t> pipelineStep(std::string_view text, size_t at)
{
    Cursor cursor(text, at + stepsMark.size());
    const auto step = cursor.integer();
    if (!step || *step < 0 || *step > largestStep)
        return std::nullopt;
    const std::string_view rest = cursor.rest();
    if (!logtext::contains(rest, " loss:") || !logtext::contains(rest, "iter time (s):"))
        return std::nullopt;
    return step;
}

std::optional<int64_t> stepAfter(std::string_view text, std::string_view key)
{
    const auto number = logtext::integerAfter(text, key, 0, 1 << 30);
    return number ? std::optional<int64_t>(*number) : std::nullopt;
}

class DeepSpeedLogReader final : public LogReader {
public:
    RunLog::Kind kind() const override { return RunLog::Kind::DeepSpeed; }

    int sniff(std::string_view head) const override
    {
        for (size_t at = logtext::find(head, stepsMark); at != std::string_view::npos;
             at = logtext::find(head, stepsMark, at + 1)) {
            if (pipelineStep(head.substr(0, head.find('\n', at)), at))
                return 85;
        }
        if (logtext::contains(head, "SamplesPerSec="))
            return 80;
        if (logtext::contains(head, engineMark) || logtext::contains(head, versionMark))
            return 70;
        return 0;
    }

    void read(const LogLine& line, LogSheet& sheet) override
    {
        const std::string_view text = line.text;
        if (logtext::contains(text, engineMark) || logtext::contains(text, versionMark))
            m_hasMarks = true;
        readDeepSpeedFacts(text, sheet.stated);
        if (logtext::contains(text, "iter time (s):"))
            readPipelineSteps(line, sheet);
        else if (logtext::contains(text, "SamplesPerSec="))
            readThroughput(line, sheet);
        else if (logtext::contains(text, "skipped=") && logtext::contains(text, "lr="))
            readOptimizerStep(line, sheet);
    }

    uint64_t evidence() const override { return m_stepLines; }
    bool hasMarks() const override { return m_hasMarks; }
    void dropFrom(uint64_t offset) override
    {
        m_steps.dropFrom(offset);
        m_throughput.dropFrom(offset);
    }

    void finish(RunLog& log, LogSheet& sheet) override
    {
        uint64_t repeated = 0;
        const bool isOurs = log.kind == kind();
        std::vector<LogStep> steps = m_steps.finish(LogStepTable::Repeats::KeepFirst, repeated, sheet.report);
        if (isOurs) {
            log.steps = std::move(steps);
            log.repeatedSteps = repeated;
        } else {
            fillSteps(log.steps, steps);
        }
        fillSteps(log.steps, m_throughput.finish(LogStepTable::Repeats::KeepFirst, repeated, m_ignored));
    }

private:
    /// `steps: 200 loss: 5.5508 iter time (s): 0.936 samples/sec: 1094.0`; a line may have several.
    void readPipelineSteps(const LogLine& line, LogSheet& sheet)
    {
        size_t at = logtext::find(line.text, stepsMark);
        while (at != std::string_view::npos) {
            const size_t next = logtext::find(line.text, stepsMark, at + stepsMark.size());
            const std::string_view record = line.text.substr(at, next == std::string_view::npos ? next : next - at);
            if (const auto number = pipelineStep(record, 0)) {
                LogStep step;
                step.step = *number;
                step.offset = line.offset;
                if (const auto loss = numberAfter(record, "loss:"))
                    step.loss = sheet.figure(*loss, line, [&] { return say("the loss of step {}", *number); });
                if (const auto seconds = numberAfter(record, "iter time (s):"))
                    step.stepMs = sheet.time(*seconds, 1000, line, [&] { return say("the time of step {}", *number); });
                if (const auto rate = numberAfter(record, "samples/sec:"); rate && rate->isFinite)
                    step.samplesPerSecond = rate->value;
                ++m_stepLines;
                sheet.lastStep = *number;
                m_steps.add(step, sheet.report);
            }
            at = next;
        }
    }

    /// `epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=123.4, CurrSamplesPerSec=124.5,
    /// MemAllocated=4.3GB, MaxMemAllocated=12.1GB`, or the older `0/10, SamplesPerSec=12.3`.
    void readThroughput(const LogLine& line, LogSheet& sheet)
    {
        const std::string_view text = line.text;
        auto number = stepAfter(text, "global_step=");
        const size_t at = logtext::find(text, "SamplesPerSec=");
        if (!number) {
            const size_t slash = text.substr(0, at).rfind('/');
            if (slash != std::string_view::npos)
                number = Cursor(text, slash + 1).integer();
        }
        if (!number || *number < 0 || *number > largestStep)
            return;
        LogStep step;
        step.step = *number;
        step.offset = line.offset;
        auto rate = numberAfter(text, "CurrSamplesPerSec=");
        if (!rate)
            rate = numberAfter(text, "SamplesPerSec=");
        if (!rate)
            rate = numberAfter(text, "RunningAvgSamplesPerSec=");
        if (rate && rate->isFinite)
            step.samplesPerSecond = rate->value;
        if (const auto memory = numberAfter(text, "MaxMemAllocated="); memory && memory->isFinite)
            sheet.noteMemory(*number, memory->value);
        m_throughput.add(step, m_ignored);
        noteStep(*number, line, sheet);
    }

    /// `[Rank 0] step=10, skipped=0, lr=[0.0001], mom=[(0.9, 0.95)]`
    void readOptimizerStep(const LogLine& line, LogSheet& sheet)
    {
        const auto number = stepAfter(line.text, "step=");
        if (!number)
            return;
        LogStep step;
        step.step = *number;
        step.offset = line.offset;
        auto rate = numberAfter(line.text, "lr=[");
        if (!rate)
            rate = numberAfter(line.text, "lr=");
        if (rate && rate->isFinite)
            step.learningRate = rate->value;
        m_throughput.add(step, m_ignored);
        noteStep(*number, line, sheet);
    }

    /// An engine without a pipeline prints no `steps:` lines, so these lines define the steps.
    void noteStep(int64_t number, const LogLine& line, LogSheet& sheet)
    {
        m_hasMarks = true;
        if (m_stepLines > 0 || number == m_lastNoted)
            return;
        m_lastNoted = number;
        LogStep step;
        step.step = number;
        step.offset = line.offset;
        // Without a pipeline no step time is printed; each line marks the end of its step.
        if (const auto stamp = logtext::timeStampMs(line.text)) {
            if (m_lastStamp) {
                step.stepMs = LogSheet::stepMsBetween(m_lastStamp->second, *stamp, number - m_lastStamp->first);
                step.stepMsFromTimestamps = step.stepMs.has_value();
            }
            m_lastStamp = {number, *stamp};
        }
        m_steps.add(step, sheet.report);
    }

    LogStepTable m_steps;
    LogStepTable m_throughput; ///< throughput and the like, which only complete other steps
    ImportReport m_ignored;
    uint64_t m_stepLines = 0;
    int64_t m_lastNoted = -1;
    std::optional<std::pair<int64_t, int64_t>> m_lastStamp; ///< step number and time stamp in ms
    bool m_hasMarks = false;
};

} // namespace

std::unique_ptr<LogReader> makeDeepSpeedLogReader() { return std::make_unique<DeepSpeedLogReader>(); }

} // namespace bubblescope
