// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "describedlog.h"

#include "jobreader.h"
#include "logtext.h"
#include "nemofields.h"
#include "numbertext.h"
#include "printedfields.h"
#include "textencoding.h"
#include "torchtitanflavors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// torchtitan/train.py: "Building llama3 8B", "Model llama3 8B size: 8,030,261,248 total parameters". Name and flavor.
std::string titanModelIn(std::string_view text)
{
    constexpr size_t longest = 80;
    constexpr std::string_view building = "Building ";
    constexpr std::string_view model = "Model ";
    constexpr std::string_view size = " size: ";
    std::string_view name;
    if (const size_t at = text.find(size); at != std::string_view::npos) {
        const size_t begin = text.substr(0, at).rfind(model);
        if (begin != std::string_view::npos)
            name = text.substr(begin + model.size(), at - begin - model.size());
    } else if (const size_t begin = text.find(building); begin != std::string_view::npos) {
        name = text.substr(begin + building.size());
        // "Building llama3 8B with TransformerModelArgs(…)"
        name = name.substr(0, name.find(' ', std::min(name.find(' '), name.size() - 1) + 1));
    }
    const size_t blank = name.find(' ');
    const bool isOne
        = blank != std::string_view::npos && blank > 0 && name.find(' ', blank + 1) == std::string_view::npos;
    return isOne && name.size() <= longest ? toUtf8(trimmed(name)) : std::string();
}

/// What no job can be is none.
void takeDescription(JobDescription job, RunLog& log)
{
    for (const Message& wrong : {whatIsWrong(job.model), whatIsWrong(job.layout)}) {
        if (!wrong.empty()) {
            log.whyNotDescribed = wrong;
            return;
        }
    }
    log.description = std::move(job);
}

} // namespace

void DescribedLog::read(const LogLine& line)
{
    if (readArguments(line.text) || readConfig(line.text) || readNemo(line.text))
        return;
    if (logtext::contains(line.text, "[titan]") || logtext::contains(line.text, " - root - "))
        readTitan(line.text);
}

void DescribedLog::keep(std::string_view text)
{
    if (m_arguments.size() + text.size() < mostText)
        m_arguments.append(text).push_back('\n');
}

/// True if the line is one of them.
bool DescribedLog::readArguments(std::string_view text)
{
    switch (m_place) {
    case Place::Before:
        if (!logtext::contains(text, "- arguments -"))
            return false;
        m_place = Place::Within;
        break;
    case Place::Within:
        if (logtext::contains(text, "- end of arguments -"))
            m_place = Place::Behind;
        else if (!logtext::contains(text, " ..."))
            return false;
        break;
    case Place::Behind:
        if (!logtext::contains(text, "padded vocab (size:"))
            return false;
        break;
    }
    keep(text);
    return true;
}

/// nanotron/trainer.py prints it before its model, and again where a run is resumed: the first one counts.
bool DescribedLog::readConfig(std::string_view text)
{
    if (m_configPlace == Place::Before && m_place == Place::Before && hasPrintedConfig(text))
        m_configPlace = Place::Within;
    if (m_configPlace != Place::Within)
        return false;
    if (logtext::contains(text, "Model Config:") || logtext::contains(text, "iteration: ")) {
        m_configPlace = Place::Behind;
        return false;
    }
    keep(text);
    return true;
}

/// The entry behind the mark, and later that of the vocabulary.
bool DescribedLog::readNemo(std::string_view text)
{
    if (m_nemoPlace == Place::Before && m_arguments.empty() && logtext::contains(text, nemoConfigMark)) {
        m_nemoPlace = Place::Within;
    } else if (m_nemoPlace == Place::Within) {
        if (logtext::contains(text, nemoEntry) && ++m_nemoEntries > 1)
            m_nemoPlace = Place::Behind;
    } else if (m_nemoPlace == Place::Before || !logtext::contains(text, nemoVocabularyMark)) {
        return false;
    }
    keep(text);
    return true;
}

void DescribedLog::readTitan(std::string_view text)
{
    constexpr int mostRanks = 1 << 12;
    if (m_titanModel.empty() || logtext::contains(text, " size: ")) {
        if (std::string model = titanModelIn(text); !model.empty())
            m_titanModel = std::move(model);
    }
    if (logtext::contains(text, "dp_shard=")) {
        m_replicas = logtext::integerAfter(text, "dp_replicate=", 1, mostRanks);
        m_shards = logtext::integerAfter(text, "dp_shard=", 1, mostRanks);
    }
    // components/quantization: "Converted modules to use dynamic mxfp8_rceil quantization", "Float8 training active"
    m_isEightBit
        = m_isEightBit || logtext::contains(text, "mxfp8") || logtext::contains(text, "Float8 training active");
    // distributed/activation_checkpoint.py
    if (logtext::contains(text, "activation checkpointing to the model"))
        m_recompute = logtext::contains(text, "Applied full ") ? Recompute::Full : Recompute::Selective;
}

void DescribedLog::finish(RunLog& log) const
{
    if (!m_arguments.empty()) {
        Result<JobDescription> job = readJobDescription(m_arguments, fmt::format("{} (arguments)", log.name));
        if (!job) {
            log.whyNotDescribed = job.error().message;
            return;
        }
        job->name = log.name;
        job->file = log.file;
        if (!job->layout.gpus && log.worldSize)
            job->layout.gpus = log.worldSize;
        takeDescription(std::move(job).value(), log);
        return;
    }
    if (log.kind == RunLog::Kind::TorchTitan && !m_titanModel.empty())
        finishTitan(log);
}

void DescribedLog::finishTitan(RunLog& log) const
{
    const size_t blank = m_titanModel.find(' ');
    const auto model = torchTitanModel(
        std::string_view(m_titanModel).substr(0, blank), std::string_view(m_titanModel).substr(blank + 1));
    if (!model) {
        log.whyNotDescribed = say("the sizes of its model {} are not known", m_titanModel);
        return;
    }
    JobDescription job;
    job.model = *model;
    job.format = "torchtitan";
    job.name = log.name;
    job.file = log.file;
    job.assume("model", m_titanModel, say("the log states no sizes: those of torchtitan"));
    PlannedLayout& layout = job.layout;
    layout.tensor = log.tensorParallel.value_or(1);
    layout.stages = log.pipelineParallel.value_or(1);
    layout.context = log.contextParallel.value_or(1);
    if (job.model.experts > 0)
        layout.expert = log.expertParallel.value_or(1);
    layout.data = log.dataParallel;
    if (m_replicas.value_or(1) > 1)
        layout.replicas = m_replicas;
    // Fully sharded (FSDP2): parameters are gathered for each pass.
    layout.shard = m_shards.value_or(1) > 1 ? StateSharding::Parameters : StateSharding::None;
    layout.globalBatch = log.globalBatch;
    // Of a pipeline the local batch is that of a step, which it divides.
    if (*layout.stages == 1) {
        layout.microbatchSize = log.microbatchSize;
        layout.microbatches = log.microbatches;
    }
    layout.sequence = log.sequenceLength;
    layout.sequenceParallel = *layout.tensor > 1; // it always comes with tensor parallelism
    layout.overlapGradients = true;
    layout.overlapParameters = true;
    layout.gradientBytes = 4; // parameters, and so their gradients, are kept in fp32
    layout.dropout = 0;
    layout.hasFlashAttention = true;
    layout.recompute = m_recompute.value_or(Recompute::None);
    layout.precision = m_isEightBit ? Precision::Fp8 : Precision::Bf16;
    takeDescription(std::move(job), log);
}

} // namespace bubblescope
