// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace bubblescope {

/// What a span spends its time on; decides its colour, lane and column in every time split.
enum class Category : uint8_t {
    Forward,
    Backward,
    WeightGradient,
    Optimizer,
    OtherCompute,
    TensorComm,
    PipelineComm,
    DataComm,
    ExpertComm,
    ExpertDataComm, ///< gradients of experts, between the replicas of an expert
    EmbeddingComm, ///< gradients of tied embeddings, between first and last stage
    ContextComm,
    OtherComm,
    MemoryCopy,
    Host, ///< input, loss bookkeeping, gaps between launches
    Waiting,
    Bubble,
    Other,
};
inline constexpr int categoryCount = static_cast<int>(Category::Other) + 1;

/// What an operation is, however its program spells it; used for pairing and re-timing.
enum class Operation : uint8_t {
    Other,
    GetBatch,
    Forward,
    Backward,
    WeightGradient,
    Loss,
    SendForward,
    RecvForward,
    SendBackward,
    RecvBackward,
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Broadcast,
    Reduce,
    OptimizerStep,
};
inline constexpr int operationCount = static_cast<int>(Operation::OptimizerStep) + 1;

/// Whether a figure was measured, modelled or assumed. Shown with every figure.
enum class Origin : uint8_t { Measured, Modelled, Assumed };

constexpr bool isCompute(Category c) { return c <= Category::OtherCompute; }
constexpr bool isCommunication(Category c) { return c >= Category::TensorComm && c <= Category::OtherComm; }
constexpr bool isSend(Operation o) { return o == Operation::SendForward || o == Operation::SendBackward; }
constexpr bool isReceive(Operation o) { return o == Operation::RecvForward || o == Operation::RecvBackward; }
constexpr bool isPointToPoint(Operation o) { return o >= Operation::SendForward && o <= Operation::RecvBackward; }
constexpr bool isCollective(Operation o) { return o >= Operation::AllReduce && o <= Operation::Reduce; }

/// The passes of a microbatch.
constexpr bool isPass(Operation o)
{
    return o == Operation::Forward || o == Operation::Backward || o == Operation::WeightGradient;
}

/// The field's terms, for display: "forward", "tensor-parallel communication".
std::string_view categoryName(Category category);
/// Short stable key for JSON and search: "forward", "tp", "pp", "dp", "expert", "expert_dp", "embedding", "host", …
std::string_view categoryKey(Category category);
std::optional<Category> categoryFromKey(std::string_view key);
std::string_view operationName(Operation operation);
std::optional<Operation> operationFromName(std::string_view name);
/// "measured", "modelled" or "assumed".
std::string_view originName(Origin origin);

} // namespace bubblescope
