// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "torchtitanlog.h"

#include "jobfacts.h"

#include <fmt/format.h>

#include <map>

namespace bubblescope {
namespace {

using logtext::Cursor;
using logtext::numberAfter;

constexpr std::string_view titanMark = "[titan]";
constexpr std::string_view stepMark = "step:";
constexpr size_t maximumTitanRanks = size_t(1) << 16;

struct StepMark {
    int64_t step = 0;
    size_t fields = 0;
};

/// `step:  1  loss: 12.40767  grad_norm: 25.2500  …`: a step and, next to it, a loss.
std::optional<StepMark> findStep(std::string_view text)
{
    for (size_t at = logtext::find(text, stepMark); at != std::string_view::npos;
         at = logtext::find(text, stepMark, at + stepMark.size())) {
        Cursor cursor(text, at + stepMark.size());
        cursor.skipSpaces();
        const auto step = cursor.integer();
        if (!step || *step < 0 || *step > largestStep)
            continue;
        const size_t fields = cursor.position();
        cursor.skipSpaces();
        if (cursor.position() > fields && cursor.skip("loss:"))
            return StepMark {*step, fields};
    }
    return std::nullopt;
}

class TorchTitanLogReader final : public LogReader {
public:
    RunLog::Kind kind() const override { return RunLog::Kind::TorchTitan; }

    int sniff(std::string_view head) const override
    {
        if (logtext::contains(head, "[titan] 2"))
            return 90;
        std::string buffer;
        const std::string_view text = logtext::withoutEscapes(head, buffer);
        const auto step = findStep(text);
        if (!step)
            return 0;
        const std::string_view fields = text.substr(step->fields, 400);
        return logtext::contains(fields, "tps:") || logtext::contains(fields, "wps:") ? 85 : 0;
    }

    void read(const LogLine& line, LogSheet& sheet) override
    {
        const bool isTitan = logtext::contains(line.text, titanMark);
        m_hasMarks |= isTitan && logtext::timeStampMs(line.text);
        if (isTitan || logtext::contains(line.text, " - root - "))
            readTorchTitanFacts(line.text, sheet.stated);
        const auto mark = logtext::contains(line.text, stepMark) ? findStep(line.text) : std::nullopt;
        if (!mark)
            return;
        const std::string_view fields = line.text.substr(mark->fields);
        // Many programs print a loss; only this trainer always prints the throughput next to it.
        auto tokens = figureAfter(fields, "tps:", line);
        if (!tokens)
            tokens = figureAfter(fields, "wps:", line);
        if (!tokens && !isTitan)
            return;
        if (!tokens && line.isCut)
            sheet.report.add(IssueKind::TruncatedFile, line.offset, say("the line of step {} is cut", mark->step));
        LogStep step;
        step.step = mark->step;
        step.offset = line.offset;
        step.tokensPerSecond = tokens;
        // A rank whose stage computes no loss prints -1 (torchtitan/train.py).
        if (const auto loss = numberAfter(fields, "loss:");
            loss && !isCutAt(fields, "loss:", line) && !(loss->isFinite && loss->value == -1))
            step.loss = sheet.figure(*loss, line, [&] { return say("the loss of step {}", mark->step); });
        step.gradientNorm = figureAfter(fields, "grad_norm:", line);
        step.memoryGiB = figureAfter(fields, "memory:", line);
        step.teraflops = figureAfter(fields, "tflops:", line);
        step.mfuPercent = figureAfter(fields, "mfu:", line);
        setTimeFromStamps(step, line.text);
        ++m_stepLines;
        sheet.lastStep = step.step;
        m_steps.add(step, sheet.report);
    }

    uint64_t evidence() const override { return m_stepLines; }
    bool hasMarks() const override { return m_hasMarks; }
    void dropFrom(uint64_t offset) override { m_steps.dropFrom(offset); }

    void finish(RunLog& log, LogSheet& sheet) override
    {
        if (log.kind == kind())
            log.steps = m_steps.finish(LogStepTable::Repeats::KeepFirstUnlessLossDiffers, log.repeatedSteps, sheet.report);
    }

private:
    struct Seen {
        int64_t step = 0;
        int64_t timeMs = 0;
    };

    /// A number at the end of a cut-off line may lack digits.
    static bool isCutAt(std::string_view fields, std::string_view key, const LogLine& line)
    {
        if (!line.isCut)
            return false;
        const size_t at = logtext::find(fields, key);
        return fields.find_first_not_of("0123456789.,eE+- ", at + key.size()) == std::string_view::npos;
    }

    static std::optional<double> figureAfter(std::string_view fields, std::string_view key, const LogLine& line)
    {
        const auto number = numberAfter(fields, key, true);
        if (!number || !number->isFinite || isCutAt(fields, key, line))
            return std::nullopt;
        return number->value;
    }

    /// No step time is printed; each line marks the end of its step.
    void setTimeFromStamps(LogStep& step, std::string_view text)
    {
        const auto stamp = logtext::timeStampMs(text);
        if (!stamp)
            return;
        const int rank = logtext::integerAfter(text, "[rank", 0, 1 << 24).value_or(-1);
        const auto previous = m_seen.find(rank);
        if (previous != m_seen.end()) {
            const Seen& last = previous->second;
            step.stepMs = LogSheet::stepMsBetween(last.timeMs, *stamp, step.step - last.step);
            step.stepMsFromTimestamps = step.stepMs.has_value();
        }
        if (previous != m_seen.end() || m_seen.size() < maximumTitanRanks)
            m_seen[rank] = {step.step, *stamp};
    }

    LogStepTable m_steps;
    std::map<int, Seen> m_seen; ///< by rank
    uint64_t m_stepLines = 0;
    bool m_hasMarks = false;
};

} // namespace

std::unique_ptr<LogReader> makeTorchTitanLogReader() { return std::make_unique<TorchTitanLogReader>(); }

} // namespace bubblescope
