// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloadrecord.h"

#include "commword.h"
#include "costcell.h"
#include "tabletext.h"
#include "textencoding.h"
#include "tracetime.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, 11> policies {
    "DATA",
    "MODEL",
    "HYBRID_TRANSFORMER",
    "HYBRID_TRANSFORMER_FWD_IN_BCKWD",
    "HYBRID_DLRM",
    "HYBRID_DLRM_ENHANCED",
    "HYBRID_DATA_MODEL",
    "HYBRID_MODEL_DATA",
    "HYBRID_CUSTOMIZED",
    "MICRO",
    "DISTRIBUTED_INFERENCE",
};

constexpr double largestAmount = 1e18;
constexpr size_t mostCheckpoints = 65536;

using Faults = std::vector<WorkloadFault>;

std::optional<double> number(std::string_view word, std::string_view what, Faults& faults)
{
    const std::optional<double> value = parseNumber(word);
    if (!value)
        faults.push_back(
            {WorkloadFault::Kind::BadNumber, say("{} is \"{}\", treated as 0", what, excerpt(word))});
    return value;
}

double duration(std::string_view word, std::string_view what, Faults& faults)
{
    const double value = number(word, what, faults).value_or(0);
    if (value < 0) {
        faults.push_back({WorkloadFault::Kind::NegativeTime, say("{} is {}, treated as 0", what, value)});
        return 0;
    }
    if (value > longestDurationNs) {
        faults.push_back({WorkloadFault::Kind::TimeOutOfRange, say("{} is {}, treated as 0", what, value)});
        return 0;
    }
    return value;
}

double size(std::string_view word, std::string_view what, Faults& faults)
{
    const double value = number(word, what, faults).value_or(0);
    if (value < 0 || value > largestAmount) {
        faults.push_back({WorkloadFault::Kind::BadNumber, say("{} is {}, treated as 0", what, value)});
        return 0;
    }
    return value;
}

WorkloadPass parsePass(
    std::span<const std::string_view> words, std::string_view pass, Category impliedGroup, Faults& faults)
{
    WorkloadPass result;
    result.computeNs = duration(words[0], fmt::format("{}_compute", pass), faults);
    result.computeIsUnknown = result.computeNs == 1;
    const std::optional<CommWord> word = parseCommWord(words[1]);
    if (!word)
        faults.push_back({WorkloadFault::Kind::UnknownCommunication,
            say("{} is \"{}\"", fmt::format("{}_comm", pass), excerpt(words[1]))});
    const double bytes = size(words[2], fmt::format("{}_size", pass), faults);
    if (word && word->operation != Operation::Other) {
        result.comm.operation = word->operation;
        result.comm.group = word->group.value_or(impliedGroup);
        result.comm.asynchronous = word->asynchronous;
        result.comm.thenAllToAll = word->thenAllToAll;
        result.comm.bytes = bytes;
    }
    return result;
}

/// The words of a header. Colons count as white space: a key may be joined to its value or have no colon at all.
class HeaderWords {
public:
    HeaderWords(std::string_view line, Faults& faults) : m_text(line), m_faults(faults)
    {
        std::replace(m_text.begin(), m_text.end(), ':', ' ');
        m_words = splitWords(m_text);
    }

    bool atEnd() const { return m_next >= m_words.size(); }
    std::string_view take() { return m_words[m_next++]; }

    /// The number that follows; nullopt, consuming nothing, if another key follows instead.
    std::optional<double> takeNumber(std::string_view key)
    {
        if (atEnd())
            return {};
        const std::string_view word = m_words[m_next];
        const std::optional<double> value = parseNumber(word);
        if (value)
            ++m_next;
        else if (!isKey(word))
            m_faults.push_back({WorkloadFault::Kind::BadNumber, say("{} is \"{}\"", key, excerpt(m_words[m_next++]))});
        return value;
    }

    std::optional<int> takeCount(std::string_view key)
    {
        const std::optional<double> value = takeNumber(key);
        if (!value)
            return {};
        if (*value < 0 || *value > std::numeric_limits<int>::max() || *value != std::floor(*value)) {
            m_faults.push_back({WorkloadFault::Kind::BadNumber, say("{} is {}", key, *value)});
            return {};
        }
        return static_cast<int>(*value);
    }

    /// Parses "n l1 … ln", and as many of the n values as there are.
    std::vector<int> takeList(std::string_view key)
    {
        std::vector<int> list;
        const int declared = takeCount(key).value_or(0);
        while (list.size() < static_cast<size_t>(declared) && list.size() < mostCheckpoints) {
            const std::optional<int> layer = takeCount(key);
            if (!layer)
                break;
            list.push_back(*layer);
        }
        if (list.size() < static_cast<size_t>(declared))
            m_faults.push_back({WorkloadFault::Kind::BadNumber,
                say("{} declares {} layers and names {}", key, declared, list.size())});
        return list;
    }

private:
    static bool isKey(std::string_view word)
    {
        static constexpr std::array<std::string_view, 9> keys {"model_parallel_NPU_group", "ep", "pp", "vpp", "ga",
            "all_gpus", "checkpoints", "checkpoint_initiates", "pp_comm"};
        return std::find(keys.begin(), keys.end(), word) != keys.end();
    }

    std::string m_text;
    Faults& m_faults;
    std::vector<std::string_view> m_words;
    size_t m_next = 0;
};

} // namespace

bool isWorkloadPolicy(std::string_view word)
{
    return std::find(policies.begin(), policies.end(), word) != policies.end();
}

bool parseWorkloadHeader(std::string_view line, Workload& workload, Faults& faults)
{
    HeaderWords words(line, faults);
    if (words.atEnd())
        return false;
    const std::string_view policy = words.take();
    if (!isWorkloadPolicy(policy))
        return false;
    workload.policy = policy;
    while (!words.atEnd()) {
        const std::string_view key = words.take();
        if (key == "model_parallel_NPU_group")
            workload.tensorParallel = words.takeCount(key);
        else if (key == "ep")
            workload.expertParallel = words.takeCount(key);
        else if (key == "pp")
            workload.pipelineParallel = words.takeCount(key);
        else if (key == "vpp")
            workload.layersPerStage = words.takeCount(key);
        else if (key == "ga")
            workload.microbatches = words.takeCount(key);
        else if (key == "all_gpus")
            workload.gpus = words.takeCount(key);
        else if (key == "pp_comm")
            workload.pipelineCommBytes = words.takeNumber(key);
        else if (key == "checkpoints")
            workload.checkpoints = words.takeList(key);
        else if (key == "checkpoint_initiates")
            workload.checkpointInitiates = words.takeList(key);
        // Other keys belong to other programs: "HYBRID_DLRM 4" counts the layers of the bottom network.
    }
    return true;
}

std::optional<WorkloadRow> parseWorkloadRow(std::string_view line, Faults& faults)
{
    std::vector<std::string_view> words = splitWords(line);
    WorkloadRow row;
    if (words.size() > workloadRowWords && isWorkloadPolicy(words.back())) {
        row.policy = words.back();
        words.pop_back();
    }
    if (words.size() < workloadRowWords)
        return {};
    const size_t nameWords = words.size() - (workloadRowWords - 1);
    for (size_t i = 0; i < nameWords; ++i) {
        if (i > 0)
            row.name += ' ';
        row.name += toUtf8(words[i]);
    }
    const std::span<const std::string_view> fields = std::span(words).subspan(nameWords);
    if (const std::optional<int64_t> dependency = parseInteger(fields[0]))
        row.dependency = *dependency;
    else
        faults.push_back({WorkloadFault::Kind::BadNumber, say("{} is \"{}\"", "dep", excerpt(fields[0]))});
    row.forward = parsePass(fields.subspan(1, 3), "fwd", Category::TensorComm, faults);
    row.inputGradient = parsePass(fields.subspan(4, 3), "ig", Category::TensorComm, faults);
    row.weightGradient = parsePass(fields.subspan(7, 3), "wg", Category::DataComm, faults);
    row.updateTimeNs = duration(fields[10], "update_time", faults);
    return row;
}

} // namespace bubblescope
