// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operationwords.h"

#include "plainnumber.h"

#include <algorithm>
#include <array>
#include <limits>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr auto compute = "compute"sv;
constexpr auto host = "host"sv;
constexpr auto pipeline = "comm pp"sv;
constexpr auto data = "comm dp"sv;
constexpr auto tensor = "comm tp"sv;
constexpr auto embedding = "comm embedding"sv;
constexpr auto other = "comm other"sv;

constexpr std::array<OperationWord, 24> operationWords {{
    {"forward-compute"sv, Operation::Forward, Category::Forward, Lane::Compute, compute},
    {"backward-compute"sv, Operation::Backward, Category::Backward, Lane::Compute, compute},
    {"backward-wgrad-compute"sv, Operation::WeightGradient, Category::WeightGradient, Lane::Compute, compute},
    {"optimizer"sv, Operation::OptimizerStep, Category::Optimizer, Lane::Compute, compute},
    {"optimizer-inner-step"sv, Operation::OptimizerStep, Category::Optimizer, Lane::Compute, compute},
    {"gc"sv, Operation::Other, Category::Host, Lane::Host, host},
    {"data-load"sv, Operation::GetBatch, Category::Host, Lane::Host, host},
    {"data-sync"sv, Operation::Other, Category::Host, Lane::Host, host},
    {"forward-send"sv, Operation::SendForward, Category::PipelineComm, Lane::Communication, pipeline},
    {"forward-recv"sv, Operation::RecvForward, Category::PipelineComm, Lane::Communication, pipeline},
    {"backward-send"sv, Operation::SendBackward, Category::PipelineComm, Lane::Communication, pipeline},
    {"backward-recv"sv, Operation::RecvBackward, Category::PipelineComm, Lane::Communication, pipeline},
    {"params-all-gather"sv, Operation::AllGather, Category::DataComm, Lane::Stream, data},
    {"params-all-gather-nonoverlapping"sv, Operation::AllGather, Category::DataComm, Lane::Stream, data},
    {"grads-reduce-scatter"sv, Operation::ReduceScatter, Category::DataComm, Lane::Stream, data},
    {"grads-reduce-scatter-nonoverlapping"sv, Operation::ReduceScatter, Category::DataComm, Lane::Stream, data},
    {"separate-grads-all-reduce"sv, Operation::AllReduce, Category::DataComm, Lane::Stream, data},
    {"layernorm-grads-all-reduce"sv, Operation::AllReduce, Category::TensorComm, Lane::Communication, tensor},
    {"tp-allreduce"sv, Operation::AllReduce, Category::TensorComm, Lane::Communication, tensor},
    {"tp-allgather"sv, Operation::AllGather, Category::TensorComm, Lane::Communication, tensor},
    {"tp-reducescatter"sv, Operation::ReduceScatter, Category::TensorComm, Lane::Communication, tensor},
    {"embedding-grads-all-reduce"sv, Operation::AllReduce, Category::EmbeddingComm, Lane::Communication, embedding},
    {"optimizer-clip-main-grad"sv, Operation::AllReduce, Category::OtherComm, Lane::Communication, other},
    {"forward-backward"sv, Operation::Other, Category::OtherCompute, Lane::Compute, compute},
}};

/// Takes "PP rank 3" from the front of `text`.
std::optional<int> takeRank(std::string_view& text, std::string_view word)
{
    if (!text.starts_with(word))
        return std::nullopt;
    text.remove_prefix(word.size());
    const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::optional<int> number = toCount(text.substr(0, end), std::numeric_limits<int16_t>::max());
    text.remove_prefix(end);
    return number;
}

} // namespace

const OperationWord* operationWord(std::string_view name)
{
    const auto found = std::find_if(
        operationWords.begin(), operationWords.end(), [name](const OperationWord& word) { return word.name == name; });
    return found == operationWords.end() ? nullptr : &*found;
}

std::optional<ThreadPlace> threadPlace(std::string_view threadName)
{
    const std::optional<int> stage = takeRank(threadName, "PP rank "sv);
    const std::optional<int> tensorRank = stage ? takeRank(threadName, ", TP rank "sv) : std::nullopt;
    if (!tensorRank)
        return std::nullopt;
    return ThreadPlace {*stage, *tensorRank};
}

} // namespace bubblescope
