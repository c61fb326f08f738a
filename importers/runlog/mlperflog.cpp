// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mlperflog.h"

#include "plainnumber.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;
using Json = nlohmann::json;

constexpr std::string_view mark = ":::MLLOG ";
constexpr int64_t latestMs = 4'000'000'000'000;
constexpr size_t mostTimers = 1'000'000;

/// Benchmarks whose quality falls as they learn: log perplexity or loss.
bool isLossOf(std::string_view benchmark)
{
    static constexpr std::array<std::string_view, 6> words {
        "gpt"sv, "llama"sv, "stable_diffusion"sv, "flux"sv, "mixtral"sv, "lora"sv};
    return std::any_of(words.begin(), words.end(),
        [benchmark](std::string_view word) { return benchmark.find(word) != std::string_view::npos; });
}

std::optional<int64_t> wholeOf(const Json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end() || !found->is_number())
        return {};
    const double value = found->get<double>();
    if (!(std::abs(value) < 9e15))
        return {};
    return static_cast<int64_t>(value);
}

std::optional<double> numberOf(const Json& object, std::initializer_list<const char*> keys)
{
    for (const char* const key : keys) {
        const auto found = object.is_object() ? object.find(key) : object.end();
        if (object.is_object() && found != object.end() && found->is_number() && std::isfinite(found->get<double>()))
            return found->get<double>();
    }
    return {};
}

/// "12: " of srun -l, "[1,12]<stdout>:" of mpirun, "[rank12]:"; -1 without the like.
int rankBefore(std::string_view prefix)
{
    while (!prefix.empty() && (prefix.back() == ' ' || prefix.back() == ':' || prefix.back() == ']'))
        prefix.remove_suffix(1);
    if (prefix.ends_with("]<stdout>"sv))
        prefix.remove_suffix(9);
    const size_t digits = prefix.find_last_not_of("0123456789"sv) + 1;
    return toCount(prefix.substr(digits), largestCount).value_or(-1);
}

class MlperfLogReader final : public LogReader {
public:
    RunLog::Kind kind() const override { return RunLog::Kind::Mlperf; }
    int sniff(std::string_view head) const override { return head.find(mark) != std::string_view::npos ? 92 : 0; }
    void read(const LogLine& line, LogSheet& sheet) override;
    uint64_t evidence() const override { return std::max<uint64_t>(m_blocks, m_trained.size()); }
    bool hasMarks() const override { return m_hasMarks; }
    void finish(RunLog& log, LogSheet& sheet) override;

private:
    struct Event {
        std::string key;
        int64_t timeMs = 0;
        const Json& value;
        const Json& metadata;
    };
    /// The step that a count of samples (of tokens, in older versions) stands for.
    int64_t stepOf(int64_t count) const;
    static std::optional<int64_t> countOf(const Json& metadata);
    /// The end of a block in samples, tokens or epochs, whose begin tells the length where its end does not.
    std::optional<int64_t> countOfEpochs(int64_t first, int64_t count);
    void takeTrainingLoss(const Event& event, const LogLine& line, LogSheet& sheet);
    void mergeTrainingLosses();
    void take(const Event& event, const LogLine& line, LogSheet& sheet);
    void endBlock(const Event& event, const LogLine& line, LogSheet& sheet);
    void takeQuality(const Event& event, LogSheet& sheet);
    void takeSetting(const Event& event, LogSheet& sheet);
    void addTimer(int64_t step, const char* name, double ms);
    LogStep* stepAt(int64_t step);
    int64_t firstStartUp() const;
    void addStartUps(RunLog& log, LogSheet& sheet) const;

    bool m_hasMarks = false;
    uint64_t m_blocks = 0;
    std::vector<LogStep> m_steps;
    std::vector<LogTimer> m_timers;
    std::string m_benchmark;
    int64_t m_batch = 0;
    int64_t m_sequence = 0;
    int64_t m_trainingSamples = 0; ///< of an epoch
    bool m_countsTokens = false;
    bool m_countsEpochs = false;
    std::optional<int64_t> m_blockBegin;
    std::optional<int64_t> m_blockFirst; ///< as counted, of the block that has begun
    std::optional<int64_t> m_blockCount;
    std::vector<LogStep> m_trained;       ///< with the loss of the training itself
    std::optional<int64_t> m_trainedAtMs; ///< of the last of them in this block
    std::optional<int64_t> m_evaluationBegin;
    std::optional<int64_t> m_runBegin;
    struct StartUp {
        int64_t timeMs = 0;
        int rank = -1; ///< where a launcher writes it before the line
    };
    std::vector<StartUp> m_startUps;
    int64_t m_lastStep = 0;
    std::optional<double> m_throughput; ///< samples per second, as told of the block that ends
    std::optional<double> m_learningRate;
    std::optional<double> m_firstQuality;
    std::optional<double> m_lastQuality;
};

int64_t MlperfLogReader::stepOf(int64_t count) const
{
    if (m_countsEpochs)
        return count <= largestStep / m_trainingSamples ? count * m_trainingSamples / m_batch : largestStep;
    const int64_t samples = m_countsTokens && m_sequence > 0 ? count / m_sequence : count;
    return m_batch > 0 ? samples / m_batch : samples;
}

std::optional<int64_t> MlperfLogReader::countOfEpochs(int64_t first, int64_t count)
{
    if (first < 0 || count <= 0 || first > largestStep || count > largestStep)
        return std::nullopt;
    // Epochs of large language models are counted in tokens or samples, others are epochs.
    m_countsTokens = m_countsTokens || (m_sequence > 0 && count >= m_sequence * std::max<int64_t>(m_batch, 1));
    m_countsEpochs = m_countsEpochs
        || (!m_countsTokens && m_batch > 0 && count < m_batch && m_trainingSamples >= m_batch && m_steps.empty());
    return first + count;
}

std::optional<int64_t> MlperfLogReader::countOf(const Json& metadata)
{
    if (const auto samples = wholeOf(metadata, "samples_count"))
        return samples;
    return wholeOf(metadata, "step");
}

LogStep* MlperfLogReader::stepAt(int64_t step)
{
    return m_steps.empty() || m_steps.back().step != step ? nullptr : &m_steps.back();
}

void MlperfLogReader::addTimer(int64_t step, const char* name, double ms)
{
    if (LogSheet::isTime(ms) && m_timers.size() < mostTimers)
        m_timers.push_back({step, name, ms});
}

void MlperfLogReader::endBlock(const Event& event, const LogLine& line, LogSheet& sheet)
{
    std::optional<int64_t> count = countOf(event.metadata);
    const auto first = wholeOf(event.metadata, "first_epoch_num");
    const auto counted = wholeOf(event.metadata, "epoch_count");
    const std::optional<int64_t> begin = std::exchange(m_blockBegin, {});
    const std::optional<int64_t> blockFirst = std::exchange(m_blockFirst, {});
    const std::optional<int64_t> blockCount = std::exchange(m_blockCount, {});
    if (!count && first && counted)
        count = countOfEpochs(*first, *counted);
    else if (!count && blockFirst && blockCount) // Google's and Habana's
        count = countOfEpochs(*blockFirst, *blockCount);
    if (!count)
        return;
    LogStep step;
    step.step = stepOf(*count);
    step.offset = line.offset;
    // A run that goes on from a checkpoint begins its first block there.
    const int64_t before = std::max(m_lastStep, blockFirst ? stepOf(*blockFirst) : 0);
    const int64_t steps = step.step - before;
    if (steps <= 0 || step.step > largestStep || m_steps.size() >= LogStepTable::maximumSteps)
        return;
    if (begin && event.timeMs > *begin) {
        const double ms = double(event.timeMs - *begin);
        step.stepMs = ms / double(steps);
        step.stepMsFromTimestamps = true;
        step.samplesPerSecond = m_batch > 0 ? std::optional(double(m_batch * steps) / ms * 1e3) : std::nullopt;
    }
    if (m_throughput)
        step.samplesPerSecond = m_throughput;
    step.learningRate = std::exchange(m_learningRate, {});
    m_throughput.reset();
    m_lastStep = step.step;
    sheet.lastStep = step.step;
    ++m_blocks;
    m_steps.push_back(step);
}

void MlperfLogReader::takeQuality(const Event& event, LogSheet& sheet)
{
    if (!event.value.is_number() || !std::isfinite(event.value.get<double>())) {
        sheet.report.add(IssueKind::BadNumber, std::nullopt, say("an evaluation without a usable number"));
        return;
    }
    const double quality = event.value.get<double>();
    m_firstQuality = m_firstQuality ? m_firstQuality : quality;
    m_lastQuality = quality;
    std::optional<int64_t> count = countOf(event.metadata);
    count = count ? count : wholeOf(event.metadata, "epoch_num");
    LogStep* const step = count ? stepAt(stepOf(*count)) : m_steps.empty() ? nullptr : &m_steps.back();
    if (step)
        step->loss = quality;
}

/// `"key": "train_loss", "value": 1.36, "metadata": {"samples_count": 430, "lr": 0.0002}`, every few steps.
void MlperfLogReader::takeTrainingLoss(const Event& event, const LogLine& line, LogSheet& sheet)
{
    std::optional<int64_t> count = countOf(event.metadata);
    count = count ? count : wholeOf(event.metadata, "epoch_num");
    if (!event.value.is_number() || !std::isfinite(event.value.get<double>())) {
        sheet.report.add(IssueKind::BadNumber, line.offset, say("a loss without a usable number"));
        return;
    }
    if (!count || *count < 0 || m_trained.size() >= LogStepTable::maximumSteps)
        return;
    LogStep step;
    step.step = stepOf(*count);
    step.offset = line.offset;
    const int64_t steps = m_trained.empty() ? 0 : step.step - m_trained.back().step;
    if (step.step > largestStep || (!m_trained.empty() && steps <= 0))
        return;
    step.loss = event.value.get<double>();
    step.learningRate = numberOf(event.metadata, {"lr", "learning_rate"});
    if (m_trainedAtMs && steps > 0) {
        step.stepMs = LogSheet::stepMsBetween(*m_trainedAtMs, event.timeMs, steps);
        step.stepMsFromTimestamps = step.stepMs.has_value();
    }
    m_trainedAtMs = event.timeMs;
    sheet.lastStep = step.step;
    m_trained.push_back(step);
}

/// Where the training tells its own loss, that is the curve; an evaluation then is one beside it.
void MlperfLogReader::mergeTrainingLosses()
{
    if (m_trained.size() < 2)
        return;
    std::vector<LogStep> merged;
    auto block = m_steps.begin();
    const bool areTimed
        = std::any_of(m_trained.begin(), m_trained.end(), [](const LogStep& step) { return step.stepMs.has_value(); });
    const auto addBlock = [&](LogStep step) {
        if (areTimed)
            step.stepMs.reset(); // the mean of steps that are there
        step.accuracy = step.accuracy ? step.accuracy : step.loss;
        step.loss.reset();
        merged.push_back(step);
    };
    for (const LogStep& trained : m_trained) {
        for (; block != m_steps.end() && block->step < trained.step; ++block)
            addBlock(*block);
        merged.push_back(trained);
        if (block == m_steps.end() || block->step != trained.step)
            continue;
        LogStep& step = merged.back();
        step.accuracy = block->accuracy ? block->accuracy : block->loss;
        step.samplesPerSecond = block->samplesPerSecond;
        if (!areTimed) {
            step.stepMs = block->stepMs;
            step.stepMsFromTimestamps = block->stepMsFromTimestamps;
        }
        ++block;
    }
    for (; block != m_steps.end(); ++block)
        addBlock(*block);
    m_steps = std::move(merged);
}

void MlperfLogReader::takeSetting(const Event& event, LogSheet& sheet)
{
    const int64_t whole = event.value.is_number_integer() ? event.value.get<int64_t>() : -1;
    const bool isCount = whole > 0 && whole <= std::numeric_limits<int>::max();
    if (event.key == "submission_benchmark" && event.value.is_string())
        m_benchmark = event.value.get<std::string>().substr(0, 100);
    else if (event.key == "global_batch_size" && isCount) {
        m_batch = whole;
        sheet.stated.globalBatch = static_cast<int>(whole);
    } else if (event.key == "train_samples" && isCount && m_trainingSamples == 0)
        m_trainingSamples = whole;
    else if (event.key == "max_sequence_length" && isCount)
        m_sequence = whole;
    else if (event.key == "gradient_accumulation_steps" && isCount)
        sheet.stated.microbatches = static_cast<int>(whole);
}

void MlperfLogReader::take(const Event& event, const LogLine& line, LogSheet& sheet)
{
    if (event.key == "init_start") {
        if (m_startUps.size() < mostTimers)
            m_startUps.push_back({event.timeMs, rankBefore(line.text.substr(0, line.text.find(mark)))});
    } else if (event.key == "init_stop" && !m_startUps.empty()) {
        addTimer(0, "initialization", double(event.timeMs - firstStartUp()));
    } else if (event.key == "run_start") {
        m_runBegin = event.timeMs;
    } else if (event.key == "run_stop" && m_runBegin && event.timeMs > *m_runBegin) {
        sheet.stated.elapsedSeconds = double(event.timeMs - *m_runBegin) / 1e3;
    } else if (event.key == "block_start") {
        m_blockBegin = event.timeMs;
        m_blockFirst = wholeOf(event.metadata, "first_epoch_num");
        m_blockCount = wholeOf(event.metadata, "epoch_count");
        if (m_blockFirst && m_blockCount)
            countOfEpochs(*m_blockFirst, *m_blockCount); // what they count, for the losses until its end
        m_trainedAtMs.reset();
    } else if (event.key == "train_loss") {
        takeTrainingLoss(event, line, sheet);
    } else if (event.key == "block_stop") {
        endBlock(event, line, sheet);
    } else if (event.key == "eval_start") {
        m_evaluationBegin = event.timeMs;
        m_trainedAtMs.reset(); // what lies between is no step
    } else if (event.key == "eval_stop" && m_evaluationBegin) {
        addTimer(m_lastStep, "evaluation", double(event.timeMs - *m_evaluationBegin));
        m_evaluationBegin.reset();
    } else if (event.key == "eval_accuracy") {
        takeQuality(event, sheet);
    } else if (event.key == "tracked_stats") {
        m_throughput = numberOf(event.value, {"throughput", "samples_per_second", "imgs_sec"});
        m_learningRate = numberOf(event.value, {"lr", "learning_rate"});
    } else {
        takeSetting(event, sheet);
    }
}

void MlperfLogReader::read(const LogLine& line, LogSheet& sheet)
{
    const size_t at = line.text.find(mark);
    if (at == std::string_view::npos)
        return;
    m_hasMarks = true;
    const std::string_view text = line.text.substr(at + mark.size());
    const Json object = Json::parse(text.begin(), text.end(), nullptr, false);
    const auto key = object.is_object() ? object.find("key") : object.end();
    const std::optional<int64_t> time = wholeOf(object, "time_ms");
    if (!object.is_object() || key == object.end() || !key->is_string() || !time || *time < 0 || *time > latestMs) {
        sheet.report.add(IssueKind::BadRecord, line.offset, say("a line of MLPerf that is no record"));
        return;
    }
    static const Json nothing;
    const auto member = [&object](const char* name) -> const Json& {
        const auto found = object.find(name);
        return found == object.end() ? nothing : *found;
    };
    take({key->get<std::string>(), *time, member("value"), member("metadata")}, line, sheet);
}

int64_t MlperfLogReader::firstStartUp() const
{
    return std::min_element(m_startUps.begin(), m_startUps.end(), [](const StartUp& a, const StartUp& b) {
        return a.timeMs < b.timeMs;
    })->timeMs;
}

/// Every process says that it starts; the last of them keeps the others waiting.
void MlperfLogReader::addStartUps(RunLog& log, LogSheet& sheet) const
{
    const auto count = static_cast<int>(m_startUps.size());
    if (count < 2)
        return;
    const int64_t first = firstStartUp();
    for (const StartUp& start : m_startUps)
        log.startUps.push_back({start.rank, 0, double(start.timeMs - first)});
    std::stable_sort(log.startUps.begin(), log.startUps.end(),
        [](const RankStepTime& a, const RankStepTime& b) { return a.ms < b.ms; });
    for (int i = 0; i < count; ++i)
        log.startUps[static_cast<size_t>(i)].occurrence = i;
    sheet.stated.worldSize = sheet.stated.worldSize ? sheet.stated.worldSize : std::optional(count);
    const RankStepTime& last = log.startUps.back();
    const Message who = last.rank >= 0 ? say("rank {}", last.rank) : say("the last of them");
    sheet.report.add(IssueKind::RepeatedRecords, std::nullopt,
        say("{} processes say that they start: half of them within {} ms of the first, {} after {} ms", count,
            log.startUps[static_cast<size_t>(count - 1) / 2].ms, who, last.ms));
}

void MlperfLogReader::finish(RunLog& log, LogSheet& sheet)
{
    if (!m_hasMarks)
        return;
    // Some qualities are losses, others rise.
    const bool isKnownLoss = isLossOf(m_benchmark);
    const bool falls = m_firstQuality && m_lastQuality && *m_lastQuality <= *m_firstQuality && *m_lastQuality > 0;
    if (!isKnownLoss && !falls && m_firstQuality) {
        for (LogStep& step : m_steps)
            step.accuracy = std::exchange(step.loss, {});
    }
    mergeTrainingLosses();
    addStartUps(log, sheet);
    if (log.steps.empty())
        log.steps = std::move(m_steps);
    else
        fillSteps(log.steps, m_steps);
    log.timers.insert(log.timers.end(), m_timers.begin(), m_timers.end());
}

} // namespace

std::unique_ptr<LogReader> makeMlperfLogReader() { return std::make_unique<MlperfLogReader>(); }

} // namespace bubblescope
