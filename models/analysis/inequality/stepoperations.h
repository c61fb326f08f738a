// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"
#include "runcontext.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The operations of a training step that the straggler what-if knows, in the order in which a rank ends its step.
enum class StepOperation : uint8_t {
    Forward,
    Backward,
    WeightGradient,
    Loss,
    GetBatch,
    SendForward,
    ReceiveForward,
    SendBackward,
    ReceiveBackward,
    ParamsAllGather,
    GarbageCollection,
    LayernormGradients,
    EmbeddingGradients,
    GradientsReduceScatter,
    ExpertGradients,
    SeparateGradients,
    ClipGradients,
    Optimizer,
};
inline constexpr size_t stepOperationCount = static_cast<size_t>(StepOperation::Optimizer) + 1;

constexpr bool isStepCompute(StepOperation o) { return o <= StepOperation::GetBatch; }
constexpr bool isStepMessage(StepOperation o)
{
    return o >= StepOperation::SendForward && o <= StepOperation::ReceiveBackward;
}
/// The type under which an operation is compared, stable: "forward-compute"; both ends of a message are one,
/// "forward-pp-comm".
std::string_view stepOperationKey(StepOperation operation);

/// One operation of one rank in one step, as recorded: when, its span says. There are as many as half of the spans.
struct RecordedOperation {
    StepOperation kind = StepOperation::Forward;
    bool meets
        = false; ///< a loss that data-parallel ranks average: their all-reduce lies within it, and waits for the last
    int16_t chunk = 0; ///< piece of the model that the stage holds, where it holds several
    SpanId span;
};
static_assert(sizeof(RecordedOperation) == 8);

/// The operations of every rank in every step.
class StepOperations {
public:
    explicit StepOperations(const RunContext& context);

    /// Of a rank (index into Trace::ranks()) in a step (index into Trace::steps()), by kind, then begin.
    std::span<const RecordedOperation> of(size_t rank, size_t step) const
    {
        const size_t slot = rank * m_steps + step;
        return std::span(m_operations).subspan(m_first[slot], m_first[slot + 1] - m_first[slot]);
    }
    size_t stepCount() const { return m_steps; }
    /// The first of the steps that do what most steps do, leaving out those that are cut: the first one recorded may be.
    size_t usualStep(const std::vector<bool>& cut) const;

private:
    size_t m_steps = 0;
    std::vector<size_t> m_first; ///< by rank and step, plus one
    ColumnVector<RecordedOperation> m_operations;
};

} // namespace bubblescope
