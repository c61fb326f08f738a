// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "optprime.h"

#include "characters.h"
#include "stageblocks.h"

#include <fmt/format.h>

namespace bubblescope {
namespace {

using logtext::Cursor;

constexpr std::string_view epochMark = "| epoch ";

/// `> GAS: 32`: a setting that the program prints. Several may follow other ranks' output on one line.
struct Fact {
    std::string_view key;
    std::optional<int> LogFacts::*member;
};
constexpr Fact facts[] = {
    {"World size:", &LogFacts::worldSize},
    {"World Size:", &LogFacts::worldSize},
    {"GAS:", &LogFacts::microbatches},
    {"GBS:", &LogFacts::globalBatch},
    {"MBS:", &LogFacts::microbatchSize},
    {"TP:", &LogFacts::tensor},
    {"DP:", &LogFacts::data},
    {"PP:", &LogFacts::pipeline},
    {"Pipeline Parallel Size:", &LogFacts::pipeline},
    {"Tensor Parallel Size:", &LogFacts::tensor},
    {"Data Parallel Size:", &LogFacts::data},
};

/// Numbers of stages and ranks in `stage2rank = {0: [0, 1], 1: [2, 3]}`.
std::optional<std::pair<int, int>> countStages(std::string_view text)
{
    Cursor cursor(text);
    if (!cursor.seekBehind("stage2rank") || !cursor.seekBehind("{"))
        return std::nullopt;
    int stages = 0;
    int ranks = 0;
    while (!cursor.atEnd()) {
        cursor.skipSpaces();
        const auto stage = cursor.integer();
        if (!stage || !cursor.skip(": ["))
            return std::nullopt;
        ++stages;
        do {
            cursor.skipSpaces();
            if (!cursor.integer())
                return std::nullopt;
            ++ranks;
        } while (cursor.skip(","));
        if (!cursor.skip("]"))
            return std::nullopt;
        if (cursor.skip("}"))
            return std::pair(stages, ranks);
        if (!cursor.skip(","))
            return std::nullopt;
    }
    return std::nullopt;
}

/// `> Total parameters in model: 1,235,814,400`
constexpr std::string_view parametersKey = "Total parameters in model:";
/// `>> model class name: LlamaForCausalLM`
constexpr std::string_view modelKey = "model class name:";

/// Of a model; nothing where it is none or cut off.
std::optional<int64_t> readParameters(Cursor cursor)
{
    constexpr double most = 1e15;
    cursor.skipSpaces();
    const auto number = cursor.number(true);
    if (!number || !number->isFinite || number->value < 1 || number->value > most)
        return std::nullopt;
    return int64_t(number->value);
}

/// Other ranks print on the same line: a name ends where it is none any more, or with what such names end.
std::optional<std::string> readModelName(Cursor cursor)
{
    constexpr size_t longest = 80;
    cursor.skipSpaces();
    const std::string_view rest = cursor.rest();
    size_t length = 0;
    while (length < rest.size() && (isDigit(rest[length]) || isLetter(rest[length]) || rest[length] == '_'))
        ++length;
    for (const std::string_view end : {"ForCausalLM", "LMHeadModel"}) {
        if (const size_t at = rest.substr(0, length).find(end); at != std::string_view::npos)
            length = at + end.size();
    }
    return length > 0 && length <= longest ? std::optional(std::string(rest.substr(0, length))) : std::nullopt;
}

class OptPrimeLogReader final : public LogReader {
public:
    RunLog::Kind kind() const override { return RunLog::Kind::OptPrime; }

    int sniff(std::string_view head) const override
    {
        // The source code of the program has these words too, but no numbers.
        const size_t block = logtext::find(head, StageBlockReader::mark);
        if (block != std::string_view::npos && block >= 3 && isDigit(head[block - 3]))
            return 95;
        if (logtext::contains(head, "> GAS: ") && logtext::contains(head, "> MBS: "))
            return 90;
        if (logtext::numberAfter(head, "batches | lr") || countStages(head))
            return 75;
        return 0;
    }

    void read(const LogLine& line, LogSheet& sheet) override
    {
        m_blocks.read(line, sheet);
        if (logtext::contains(line.text, epochMark))
            readEpochs(line, sheet);
        if (logtext::contains(line.text, "> "))
            readFacts(line.text, sheet);
        if (logtext::contains(line.text, "stage2rank")) {
            if (const auto counts = countStages(line.text)) {
                m_stages = counts->first;
                m_ranks = counts->second;
                m_hasMarks = true;
            }
        }
        if (logtext::contains(line.text, "Time elapsed:") && !sheet.stated.elapsedSeconds) {
            const auto seconds = logtext::numberAfter(line.text, "Time elapsed:");
            if (seconds && seconds->isFinite && LogSheet::isTime(seconds->value * 1000))
                sheet.stated.elapsedSeconds = seconds->value;
        }
    }

    uint64_t evidence() const override { return m_blocks.blockCount() + m_epochLines; }
    bool hasMarks() const override { return m_hasMarks; }

    void finish(RunLog& log, LogSheet& sheet) override
    {
        if (log.kind != kind())
            return;
        log.steps = m_steps.finish(LogStepTable::Repeats::KeepFirst, log.repeatedSteps, sheet.report);
        log.layerRecords = m_blocks.layerRecords();
        // Facts that are not printed but follow from the records.
        LogFacts implied;
        implied.pipeline = m_stages;
        implied.worldSize = m_ranks;
        implied.microbatches = m_blocks.microbatches();
        implied.layers = m_blocks.layerCount();
        sheet.stated.fillFrom(implied);
        log.blocks = m_blocks.finish(sheet);
    }

private:
    void readFacts(std::string_view text, LogSheet& sheet)
    {
        Cursor cursor(text);
        while (cursor.seekBehind("> ")) {
            if (Cursor value = cursor; value.skip(parametersKey) && !sheet.stated.parameters)
                sheet.stated.parameters = readParameters(value);
            if (Cursor value = cursor; value.skip(modelKey) && !sheet.stated.model)
                sheet.stated.model = readModelName(value);
            for (const Fact& fact : facts) {
                Cursor value = cursor;
                if (!value.skip(fact.key))
                    continue;
                value.skipSpaces();
                const auto number = value.integer();
                std::optional<int>& member = sheet.stated.*fact.member;
                if (number && *number > 0 && *number <= largestCount && !member)
                    member = static_cast<int>(*number);
                m_hasMarks |= number && fact.key == "GAS:";
                break;
            }
        }
    }

    /// `| epoch   1 |     1/  323 batches | lr 0.00 | ms/batch 7289.55 | loss 21.49 | ppl 2152814925.50`
    void readEpochs(const LogLine& line, LogSheet& sheet)
    {
        size_t at = logtext::find(line.text, epochMark);
        while (at != std::string_view::npos) {
            const size_t next = logtext::find(line.text, epochMark, at + epochMark.size());
            const std::string_view record = line.text.substr(at, next == std::string_view::npos ? next : next - at);
            // Others begin lines like this, too: fairseq.
            const bool isOurs = evidence() > 0 || logtext::find(record, " batches") != std::string_view::npos;
            if (!readEpoch(record, line, sheet) && isOurs)
                sheet.report.add(line.isCut ? IssueKind::TruncatedFile : IssueKind::BadRecord, line.offset + at,
                    say("an epoch line cannot be read"));
            at = next;
        }
    }

    bool readEpoch(std::string_view record, const LogLine& line, LogSheet& sheet)
    {
        Cursor cursor(record);
        cursor.skip(epochMark);
        cursor.skipSpaces();
        const auto epoch = cursor.integer();
        cursor.skipSpaces();
        if (!epoch || !cursor.skip("|"))
            return false;
        cursor.skipSpaces();
        const auto batch = cursor.integer();
        if (!batch || !cursor.skip("/"))
            return false;
        cursor.skipSpaces();
        const auto batches = cursor.integer();
        cursor.skipSpaces();
        if (!batches || !cursor.skip("batches"))
            return false;
        if (*epoch < 0 || *batch < 0 || *batches < 0 || *epoch > (1 << 20) || *batch > largestStep
            || *batches > (int64_t(1) << 30))
            return false;
        const std::string_view values = cursor.rest();
        const auto loss = logtext::numberAfter(values, "loss");
        const auto perplexity = logtext::numberAfter(values, "ppl");
        // The perplexity comes last: without it the record was cut off, perhaps inside its last number.
        if (!loss || (!perplexity && line.isCut))
            return false;

        LogStep step;
        // Batches are numbered from 0, and batch 0 prints no line: line i belongs to the step after it, and the first
        // line covers two steps.
        step.step = std::max<int64_t>(*epoch - 1, 0) * *batches + *batch + 1;
        step.offset = line.offset + static_cast<uint64_t>(record.data() - line.text.data());
        if (const auto ms = logtext::numberAfter(values, "ms/batch"))
            step.stepMs = sheet.time(*ms, 1, line, [&] { return say("ms/batch of batch {}", *batch); });
        step.loss = sheet.figure(*loss, line, [&] { return say("the loss of batch {}", *batch); });
        if (const auto rate = logtext::numberAfter(values, "lr"); rate && rate->isFinite)
            step.learningRate = rate->value;
        if (perplexity && perplexity->isFinite)
            step.perplexity = perplexity->value;
        ++m_epochLines;
        sheet.lastStep = step.step;
        m_steps.add(step, sheet.report);
        return true;
    }

    StageBlockReader m_blocks;
    LogStepTable m_steps;
    uint64_t m_epochLines = 0;
    std::optional<int> m_stages;
    std::optional<int> m_ranks;
    bool m_hasMarks = false;
};

} // namespace

std::unique_ptr<LogReader> makeOptPrimeLogReader() { return std::make_unique<OptPrimeLogReader>(); }

} // namespace bubblescope
