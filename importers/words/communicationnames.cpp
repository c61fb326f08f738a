// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "communicationnames.h"

#include "characters.h"
#include "namewords.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

using namespace std::string_view_literals;

Operation collectiveOfName(std::string_view name)
{
    std::string text = lowered(name);
    text.erase(
        std::remove_if(text.begin(), text.end(), [](char c) { return c == '_' || c == '-' || c == ' '; }), text.end());
    static constexpr std::pair<std::string_view, Operation> collectives[] = {
        {"allreduce"sv, Operation::AllReduce},
        {"allgather"sv, Operation::AllGather},
        {"reducescatter"sv, Operation::ReduceScatter},
        {"alltoall"sv, Operation::AllToAll},
        {"all2all"sv, Operation::AllToAll},
        {"broadcast"sv, Operation::Broadcast},
        {"crossdevicereduce"sv, Operation::AllReduce},
    };
    for (const auto& [word, operation] : collectives) {
        if (holds(text, word))
            return operation;
    }
    // "nccl:reduce", "ncclDevKernel_Reduce_Sum_f32": reductions to one rank.
    if (text.ends_with("reduce"sv) || holds(text, "kernelreduce"sv))
        return Operation::Reduce;
    return Operation::Other;
}

Category categoryOfProcessGroup(std::string_view description)
{
    const std::vector<std::string> words = wordsOfName(description);
    const auto has = [&words](std::initializer_list<std::string_view> any) {
        return std::any_of(words.begin(), words.end(),
            [any](const std::string& word) { return std::find(any.begin(), any.end(), word) != any.end(); });
    };
    const bool expert = has({"expert", "ep", "exp", "moe"});
    const bool data = has({"dp", "data", "ddp", "fsdp", "hsdp", "shard", "replicate"});
    if (expert && data)
        return Category::ExpertDataComm;
    if (expert)
        return Category::ExpertComm;
    if (has({"embedding", "embd", "embed"}))
        return Category::EmbeddingComm;
    if (has({"pp", "pipeline", "pipe"}))
        return Category::PipelineComm;
    if (has({"tp", "tensor"}))
        return Category::TensorComm;
    if (data)
        return Category::DataComm;
    if (has({"cp", "context"}))
        return Category::ContextComm;
    return Category::OtherComm;
}

} // namespace bubblescope
