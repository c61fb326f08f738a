// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobfacts.h"

#include "textencoding.h"

namespace bubblescope {
namespace {

using logtext::contains;
using logtext::Cursor;
using logtext::integerAfter;


struct Key {
    std::string_view text;
    std::optional<int> LogFacts::*member;
};

/// `  tensor_model_parallel_size ...................... 4`
constexpr Key arguments[] = {
    {"world_size", &LogFacts::worldSize},
    {"tensor_model_parallel_size", &LogFacts::tensor},
    {"pipeline_model_parallel_size", &LogFacts::pipeline},
    {"transformer_pipeline_model_parallel_size", &LogFacts::pipeline},
    {"data_parallel_size", &LogFacts::data},
    {"context_parallel_size", &LogFacts::context},
    {"expert_model_parallel_size", &LogFacts::expert},
    {"num_layers", &LogFacts::layers},
    {"global_batch_size", &LogFacts::globalBatch},
    {"micro_batch_size", &LogFacts::microbatchSize},
    {"seq_length", &LogFacts::sequence},
};

constexpr Key sentence[] = {
    {"using world size:", &LogFacts::worldSize},
    {"data-parallel-size:", &LogFacts::data},
    {"data-parallel size:", &LogFacts::data},
    {"context-parallel size:", &LogFacts::context},
    {"tensor-model-parallel size:", &LogFacts::tensor},
    {"pipeline-model-parallel size:", &LogFacts::pipeline},
    {"expert-model-parallel size:", &LogFacts::expert},
};

constexpr Key flags[] = {
    {"--tensor-model-parallel-size", &LogFacts::tensor},
    {"--pipeline-model-parallel-size", &LogFacts::pipeline},
    {"--context-parallel-size", &LogFacts::context},
    {"--expert-model-parallel-size", &LogFacts::expert},
    {"--num-layers", &LogFacts::layers},
    {"--global-batch-size", &LogFacts::globalBatch},
    {"--micro-batch-size", &LogFacts::microbatchSize},
    {"--seq-length", &LogFacts::sequence},
};

void set(std::optional<int>& member, std::optional<int> value)
{
    if (!member)
        member = value;
}

/// The value if the line has the form `name ...... value`.
std::optional<int> argumentValue(std::string_view text, std::string_view name)
{
    const size_t at = logtext::find(text, name);
    if (at == std::string_view::npos || (at > 0 && text[at - 1] != ' ' && text[at - 1] != ':'))
        return std::nullopt;
    Cursor cursor(text, at + name.size());
    if (!cursor.skip(" ."))
        return std::nullopt;
    while (cursor.skip(".")) { }
    cursor.skipSpaces();
    const auto value = cursor.integer();
    if (!value || *value < 1 || *value > largestCount)
        return std::nullopt;
    return static_cast<int>(*value);
}

/// World size of a torchrun command line: processes per node times nodes.
std::optional<int> launchedProcesses(std::string_view text)
{
    auto perNode = integerAfter(text, "--nproc_per_node", 1, 4096);
    if (!perNode)
        perNode = integerAfter(text, "--nproc-per-node", 1, 4096);
    const auto nodes = integerAfter(text, "--nnodes", 1, 1 << 16);
    if (!perNode || !nodes || int64_t(*perNode) * *nodes > largestCount)
        return std::nullopt;
    return *perNode * *nodes;
}

/// The word that follows, up to one of `ends`.
std::string_view wordAfter(std::string_view text, std::string_view mark, std::string_view ends)
{
    const size_t at = logtext::find(text, mark);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + mark.size());
    return text.substr(0, text.find_first_of(ends));
}

} // namespace

void readMachineFacts(std::string_view text, MachineHints& machine)
{
    if (contains(text, "CUDA capacity: ")) {
        const size_t begin = logtext::find(text, "CUDA capacity: ") + std::string_view("CUDA capacity: ").size();
        const size_t end = logtext::find(text, " with ", begin);
        if (end != std::string_view::npos)
            machine.addDevice(toUtf8(text.substr(begin, end - begin)));
        return;
    }
    if (!machine.network.empty() || !contains(text, "NCCL INFO "))
        return;
    std::string_view network = wordAfter(text, "Using network ", "\t\r\n");
    if (network.empty())
        network = wordAfter(text, " via NET/", "/ \t\r\n");
    constexpr size_t longestName = 40;
    if (!network.empty() && network.size() <= longestName)
        machine.network = toUtf8(network);
}

bool readMegatronFacts(std::string_view text, LogFacts& stated, LogFacts& requested)
{
    bool isMark = false;
    if (contains(text, " ....")) {
        for (const Key& key : arguments) {
            const auto value = argumentValue(text, key.text);
            set(stated.*key.member, value);
            isMark |= value.has_value();
        }
    }
    if (contains(text, "using world size:")) {
        for (const Key& key : sentence) {
            const auto value = integerAfter(text, key.text, 1, largestCount);
            set(stated.*key.member, value);
            isMark |= value.has_value();
        }
    }
    if (contains(text, "--")) {
        for (const Key& key : flags)
            set(requested.*key.member, integerAfter(text, key.text, 1, largestCount));
        set(requested.worldSize, launchedProcesses(text));
    }
    return isMark;
}

void readTorchTitanFacts(std::string_view text, LogFacts& stated)
{
    if (contains(text, "mesh with parallelism:") || contains(text, "dp_shard=")) {
        set(stated.pipeline, integerAfter(text, "pp=", 1, largestCount));
        set(stated.context, integerAfter(text, "cp=", 1, largestCount));
        set(stated.tensor, integerAfter(text, "tp=", 1, largestCount));
        set(stated.expert, integerAfter(text, "ep=", 1, largestCount));
        const auto replicas = integerAfter(text, "dp_replicate=", 1, 1 << 12);
        const auto shards = integerAfter(text, "dp_shard=", 1, 1 << 12);
        if (replicas && shards)
            set(stated.data, *replicas * *shards);
        return;
    }
    if (contains(text, "global batch size ")) {
        set(stated.globalBatch, integerAfter(text, "global batch size ", 1, largestCount));
        auto microbatch = integerAfter(text, "local batch size ", 1, largestCount);
        const auto accumulation = integerAfter(text, "gradient accumulation steps ", 1, largestCount);
        set(stated.microbatchSize, microbatch);
        set(stated.microbatches, accumulation);
        set(stated.sequence, integerAfter(text, "sequence length ", 1, largestCount));
        return;
    }
}

void readDeepSpeedFacts(std::string_view text, LogFacts& stated)
{
    if (!contains(text, "micro_batch"))
        return;
    if (contains(text, "CONFIG: micro_batches=")) {
        set(stated.microbatches, integerAfter(text, "micro_batches=", 1, largestCount));
        set(stated.microbatchSize, integerAfter(text, "micro_batch_size=", 1, largestCount));
        return;
    }
    if (contains(text, "train_micro_batch_size_per_gpu")) {
        set(stated.microbatchSize, integerAfter(text, "train_micro_batch_size_per_gpu", 1, largestCount));
        return;
    }
}

} // namespace bubblescope
