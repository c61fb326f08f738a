// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepoperations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

std::optional<StepOperation> collectiveKind(Category category, Operation operation, std::string_view name)
{
    switch (category) {
    case Category::DataComm:
        if (name == "separate-grads-all-reduce"sv)
            return StepOperation::SeparateGradients;
        return operation == Operation::AllGather ? StepOperation::ParamsAllGather
                                                 : StepOperation::GradientsReduceScatter;
    case Category::ExpertDataComm:
        return StepOperation::ExpertGradients;
    case Category::EmbeddingComm:
        return StepOperation::EmbeddingGradients;
    case Category::TensorComm:
        return StepOperation::LayernormGradients;
    case Category::OtherComm:
        return name == "optimizer-clip-main-grad"sv ? std::optional(StepOperation::ClipGradients) : std::nullopt;
    default:
        return std::nullopt;
    }
}

/// What is recorded inside an operation is a part of it. Communication is not: a send may begin and end while its rank
/// waits for a receive.
bool isPart(const Trace& trace, SpanId span)
{
    const SpanId parent = trace.parent(span);
    return parent.isValid() && !trace.hasFlag(span, SpanFlag::fusedLeg) && !isCommunication(trace.category(parent));
}

std::optional<StepOperation> kindOf(const Trace& trace, SpanId span, Lane lane)
{
    if (isPart(trace, span) || lane == Lane::Thread
        || trace.hasFlag(span, SpanFlag::subOperation | SpanFlag::launchOnly))
        return std::nullopt;
    const Operation operation = trace.operation(span);
    switch (operation) {
    case Operation::Forward:
        return StepOperation::Forward;
    case Operation::Backward:
        return StepOperation::Backward;
    case Operation::WeightGradient:
        return StepOperation::WeightGradient;
    case Operation::Loss:
        return StepOperation::Loss;
    case Operation::GetBatch:
        return StepOperation::GetBatch;
    case Operation::SendForward:
        return StepOperation::SendForward;
    case Operation::RecvForward:
        return StepOperation::ReceiveForward;
    case Operation::SendBackward:
        return StepOperation::SendBackward;
    case Operation::RecvBackward:
        return StepOperation::ReceiveBackward;
    case Operation::OptimizerStep:
        return StepOperation::Optimizer;
    case Operation::Other:
        return trace.name(span) == "gc"sv ? std::optional(StepOperation::GarbageCollection) : std::nullopt;
    default:
        return collectiveKind(trace.category(span), operation, trace.name(span));
    }
}

/// Of "chunk 2", as the operation traces tell it.
int16_t chunkOf(std::string_view detail)
{
    constexpr auto word = "chunk "sv;
    int16_t chunk = 0;
    if (detail.starts_with(word))
        std::from_chars(detail.data() + word.size(), detail.data() + detail.size(), chunk);
    return std::max<int16_t>(chunk, 0);
}

} // namespace

namespace {

/// Recorded as a part of the loss.
bool isAverageOfLosses(const Trace& trace, SpanId span)
{
    return trace.operation(span) == Operation::AllReduce && trace.category(span) == Category::DataComm
        && trace.parent(span).isValid() && trace.operation(trace.parent(span)) == Operation::Loss;
}

/// An all-reduce within a loss is the end of that loss: it sums up no gradients, and what it waits is no compute. By
/// kind, then begin.
void joinToLosses(const Trace& trace, std::vector<RecordedOperation>& operations)
{
    const auto isLoss = [](const RecordedOperation& recorded) { return recorded.kind == StepOperation::Loss; };
    const auto first = std::find_if(operations.begin(), operations.end(), isLoss);
    const auto last = std::find_if_not(first, operations.end(), isLoss);
    if (first == last)
        return;
    // Those behind them move, these do not.
    operations.erase(std::remove_if(last, operations.end(),
                         [&](const RecordedOperation& recorded) {
                             if (recorded.kind != StepOperation::GradientsReduceScatter
                                 || trace.operation(recorded.span) != Operation::AllReduce)
                                 return false;
                             const auto after = std::upper_bound(first, last, trace.begin(recorded.span),
                                 [&trace](TimeNs time, const RecordedOperation& loss) { return time < trace.begin(loss.span); });
                             if (after == first || trace.end(std::prev(after)->span) < trace.end(recorded.span))
                                 return false;
                             std::prev(after)->meets = true;
                             return true;
                         }),
        operations.end());
}

} // namespace

std::string_view stepOperationKey(StepOperation operation)
{
    static constexpr std::array<std::string_view, stepOperationCount> keys {"forward-compute"sv, "backward-compute"sv,
        "weight-gradient-compute"sv, "loss"sv, "get-batch"sv, "forward-pp-comm"sv, "forward-pp-comm"sv,
        "backward-pp-comm"sv, "backward-pp-comm"sv, "params-all-gather"sv, "gc"sv, "layernorm-grads-all-reduce"sv,
        "embedding-grads-all-reduce"sv, "grads-reduce-scatter"sv, "expert-grads-all-reduce"sv,
        "separate-grads-all-reduce"sv, "optimizer-clip-main-grad"sv, "optimizer"sv};
    return keys[static_cast<size_t>(operation)];
}

StepOperations::StepOperations(const RunContext& context) : m_operations(context.trace().pool())
{
    const Trace& trace = context.trace();
    m_steps = std::max<size_t>(trace.steps().size(), 1);
    const auto indexOf = [&trace](int32_t number) {
        const auto steps = trace.steps();
        const auto found = std::lower_bound(
            steps.begin(), steps.end(), number, [](const Step& step, int32_t wanted) { return step.number < wanted; });
        return static_cast<size_t>(found - steps.begin());
    };
    std::vector<std::vector<RecordedOperation>> ofStep(m_steps);
    m_first.push_back(0);
    for (const RankInfo& rank : trace.ranks()) {
        const std::span<const RankStep> own = trace.stepsOf(rank.rank);
        std::vector<SpanId> averaged; // losses
        for (const Track& track : trace.tracksOf(rank.rank)) {
            for (const Row& row : trace.rowsOf(trace.idOf(track))) {
                for (uint32_t s = row.firstSpan; s < row.firstSpan + row.spanCount; ++s) {
                    const SpanId span(s);
                    if (isAverageOfLosses(trace, span))
                        averaged.push_back(trace.parent(span));
                    const std::optional<StepOperation> kind = kindOf(trace, span, track.lane);
                    if (!kind)
                        continue;
                    const auto next = std::upper_bound(own.begin(), own.end(), trace.begin(span),
                        [](TimeNs time, const RankStep& step) { return time < step.step.range.begin; });
                    const size_t step
                        = own.empty() ? 0 : indexOf((next == own.begin() ? next : std::prev(next))->step.number);
                    if (step < m_steps) {
                        ofStep[step].push_back({*kind, false, chunkOf(trace.detail(span)), span});
                    }
                }
            }
        }
        std::sort(averaged.begin(), averaged.end());
        for (std::vector<RecordedOperation>& operations : ofStep) {
            std::sort(operations.begin(), operations.end(), [&trace](const auto& a, const auto& b) {
                return std::tuple(a.kind, trace.begin(a.span), trace.end(a.span), a.span)
                    < std::tuple(b.kind, trace.begin(b.span), trace.end(b.span), b.span);
            });
            joinToLosses(trace, operations);
            for (RecordedOperation& recorded : operations)
                recorded.meets |= std::binary_search(averaged.begin(), averaged.end(), recorded.span);
            m_operations.insert(m_operations.end(), operations.begin(), operations.end());
            m_first.push_back(m_operations.size());
            operations.clear();
        }
    }
}

size_t StepOperations::usualStep(const std::vector<bool>& cut) const
{
    struct Seen {
        size_t first;
        size_t count;
    };
    std::map<uint64_t, Seen> alike; // by a hash of what all ranks do
    const size_t ranks = (m_first.size() - 1) / m_steps;
    size_t usual = 0;
    size_t most = 0;
    for (size_t step = m_steps; step-- > 0;) {
        if (step < cut.size() && cut[step])
            continue;
        uint64_t hash = 14695981039346656037ULL; // FNV-1a
        const auto add = [&hash](uint64_t value) { hash = (hash ^ value) * 1099511628211ULL; };
        for (size_t r = 0; r < ranks; ++r) {
            add(stepOperationCount + r);
            for (const RecordedOperation& recorded : of(r, step))
                add(static_cast<uint64_t>(recorded.kind));
        }
        Seen& seen = alike.try_emplace(hash, Seen {step, 0}).first->second;
        seen.first = step;
        if (++seen.count >= most) {
            most = seen.count;
            usual = seen.first;
        }
    }
    return usual;
}

} // namespace bubblescope
