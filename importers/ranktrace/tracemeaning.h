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

/// Lanes that the operations of one rank are spread over.
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

/// What the name of an operation says.
struct OperationMeaning {
    Operation operation = Operation::Other;
    Category category = Category::Other;
    TraceLane lane = TraceLane::Compute;
    bool perMicrobatch = false; ///< its batch_id is a microbatch
    bool known = false;
};
/// `groupKind` decides where the name does not.
OperationMeaning meaningOfOperation(std::string_view name, std::string_view groupKind);

/// Whose communication "tp", "dp", "exp_dp" … is; `ep` is the EMBEDDING group, expert parallel is `exp`.
Category categoryOfGroup(std::string_view group);
TraceLane laneOfCategory(Category category);
/// The shortest spelling that categoryOfGroup() reads back; "None" for what is no communication.
std::string_view groupOfCategory(Category category);
/// Of "allreduce", "all_to_all", "reduce_scatter" …
Operation operationOfCommFunction(std::string_view name);
std::string_view commFunctionOfOperation(Operation operation);

enum class ShapeProblem : uint8_t { None, Absent, NotANumber, Unbalanced, Nested, TooLarge };
struct ShapeSize {
    int64_t elements = -1;
    ShapeProblem problem = ShapeProblem::None;
};
/// Product of "[4096, 1, 128]"; 1 for "[]". Absent for an empty text or "None".
ShapeSize elementsOfShape(std::string_view shape);

/// Text that tells equal names apart, as the user reads it: "crossEntropy_fwd_1 [4096, 1] float32; description".
struct TraceDetail {
    std::string_view function;
    std::string_view shape;
    std::string_view dataType; ///< without "torch."
    std::string_view description;
};
std::string composeDetail(const TraceDetail& parts);
/// The way back, for the writer: views into `text`.
TraceDetail splitDetail(std::string_view text);

/// "None" and absent are the same.
inline bool isNone(std::string_view value) { return value.empty() || value == "None"; }

} // namespace bubblescope
