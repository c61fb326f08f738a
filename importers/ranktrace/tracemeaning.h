// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "timerange.h"
#include "trace.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// Bytes of a name or a part of a detail; longer ones are cut.
inline constexpr size_t longestText = 400;

/// The lanes that the operations of one rank are distributed to.
enum class TraceLane : uint8_t {
    Compute,
    Host,
    PipelineComm,
    TensorComm,
    DataComm,
    EmbeddingComm,
    ExpertComm,
    ExpertDataComm,
    ContextComm,
    OtherComm,
    DataStream, ///< gradient buckets that overlap with compute
};
inline constexpr size_t traceLaneCount = static_cast<size_t>(TraceLane::DataStream) + 1;

struct TraceLaneInfo {
    Lane lane;
    Category group;
    std::string_view name;
};
const TraceLaneInfo& traceLaneInfo(TraceLane lane);

/// What the name of an operation means.
struct OperationMeaning {
    Operation operation = Operation::Other;
    Category category = Category::Other;
    TraceLane lane = TraceLane::Compute;
    bool perMicrobatch = false; ///< its batch_id is a microbatch number
    bool known = false;
};
/// `groupKind` decides if the name is ambiguous.
OperationMeaning meaningOfOperation(std::string_view name, std::string_view groupKind);
/// A name that means this; empty where there is none.
std::string_view spellingOf(Operation operation, Category category);

/// The communication of group "tp", "dp", "exp_dp" …; `ep` is the EMBEDDING group, expert parallelism is `exp`.
Category categoryOfGroup(std::string_view group);
TraceLane laneOfCategory(Category category);
/// The shortest name that categoryOfGroup() maps to the category; "None" if it is not communication.
std::string_view groupOfCategory(Category category);
/// The operation of "allreduce", "all_to_all", "reduce_scatter" …
Operation operationOfCommFunction(std::string_view name);
std::string_view commFunctionOfOperation(Operation operation);

enum class ShapeProblem : uint8_t { None, Absent, NotANumber, Unbalanced, Nested, TooLarge };
struct ShapeSize {
    int64_t elements = -1;
    ShapeProblem problem = ShapeProblem::None;
};
/// Number of elements in a shape such as "[4096, 1, 128]"; 1 for "[]". Absent for "None" or an empty text.
ShapeSize elementsOfShape(std::string_view shape);

/// Detail text that distinguishes equal names: "crossEntropy_fwd_1 [4096, 1] float32; description".
struct TraceDetail {
    std::string_view function;
    std::string_view shape;
    std::string_view dataType; ///< without "torch."
    std::string_view description;
};
std::string composeDetail(const TraceDetail& parts);
/// Splits a detail into its parts again, for the writer; returns views into `text`.
TraceDetail splitDetail(std::string_view text);

/// "None" is the same as absent.
inline bool isNone(std::string_view value) { return value.empty() || value == "None"; }

} // namespace bubblescope
