// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "optprimewriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace bubblescope {

namespace {

void writeFact(std::string& text, const char* name, std::optional<int> value)
{
    if (value)
        fmt::format_to(std::back_inserter(text), "> {}: {}\n", name, *value);
}

void writeHead(std::string& text, const RunLog& log)
{
    if (log.parameters)
        fmt::format_to(std::back_inserter(text), "> Total parameters in model: {}\n", *log.parameters);
    if (!log.modelName.empty())
        fmt::format_to(std::back_inserter(text), ">> model class name: {}\n", log.modelName);
    writeFact(text, "World size", log.worldSize);
    text += "> IR: IR_Anal.SEQUENTIAL\n";
    writeFact(text, "GAS", log.microbatches);
    writeFact(text, "GBS", log.globalBatch);
    writeFact(text, "MBS", log.microbatchSize);
    writeFact(text, "TP", log.tensorParallel);
    writeFact(text, "DP", log.dataParallel);
    writeFact(text, "PP", log.pipelineParallel);
    std::map<int, std::set<int>> ranks;
    for (const StageBlock& block : log.blocks)
        ranks[block.stage].insert(block.rank);
    if (ranks.empty())
        return;
    text += "stage2rank = {";
    const char* comma = "";
    for (const auto& [stage, members] : ranks) {
        fmt::format_to(std::back_inserter(text), "{}{}: [{}]", comma, stage, fmt::join(members, ", "));
        comma = ", ";
    }
    text += "}\n";
}

void writeBlock(std::string& text, const StageBlock& block)
{
    fmt::format_to(std::back_inserter(text),
        "[rank:{} stage:{}] transformer-block(module) forward time (no send/recv) - step {}\n", block.rank, block.stage,
        block.step);
    for (const StageBlock::LayerTime& layer : block.layers)
        fmt::format_to(std::back_inserter(text), "  layer[{}]: total={:.3f}ms, ops={}, avg/op={:.3f}ms\n",
            logLayerName(layer.layer), layer.totalMs, layer.operations, layer.averageMs);
}

/// Batches are numbered from 0, steps from 1.
void writeStep(std::string& text, const LogStep& step, int64_t batches)
{
    if (!step.loss)
        return;
    fmt::format_to(std::back_inserter(text), "| epoch   1 | {:5d}/{:5d} batches | lr {:.2f} ", step.step - 1, batches,
        step.learningRate.value_or(0));
    if (step.stepMs)
        fmt::format_to(std::back_inserter(text), "| ms/batch {:.2f} ", *step.stepMs);
    fmt::format_to(std::back_inserter(text), "| loss {:5.2f} | ppl {:8.2f}\n", *step.loss,
        step.perplexity.value_or(std::exp(*step.loss)));
}

} // namespace

std::string writeOptPrimeLog(const RunLog& log)
{
    std::string text;
    writeHead(text, log);
    const int64_t batches = log.steps.empty() ? 0 : log.steps.back().step;
    auto block = log.blocks.begin();
    auto step = log.steps.begin();
    while (block != log.blocks.end() || step != log.steps.end()) {
        const bool isBlock = block != log.blocks.end() && (step == log.steps.end() || block->step <= step->step);
        if (isBlock)
            writeBlock(text, *block++);
        else
            writeStep(text, *step++, batches);
    }
    if (log.elapsedSeconds)
        fmt::format_to(std::back_inserter(text), "Time elapsed: {:.3f} sec \n", *log.elapsedSeconds);
    return text;
}

} // namespace bubblescope
