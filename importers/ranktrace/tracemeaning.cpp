// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracemeaning.h"

#include "textencoding.h"

#include <charconv>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr std::array<TraceLaneInfo, traceLaneCount> lanes {{
    {Lane::Compute, Category::Other, "compute"sv},
    {Lane::Host, Category::Host, "host"sv},
    {Lane::Communication, Category::PipelineComm, "comm pp"sv},
    {Lane::Communication, Category::TensorComm, "comm tp"sv},
    {Lane::Communication, Category::DataComm, "comm dp"sv},
    {Lane::Communication, Category::EmbeddingComm, "comm embedding"sv},
    {Lane::Communication, Category::ExpertComm, "comm expert"sv},
    {Lane::Communication, Category::ExpertDataComm, "comm expert dp"sv},
    {Lane::Communication, Category::ContextComm, "comm cp"sv},
    {Lane::Communication, Category::OtherComm, "comm other"sv},
    {Lane::Stream, Category::DataComm, "dp stream"sv},
}};

struct NamedOperation {
    std::string_view name;
    OperationMeaning meaning;
};

constexpr NamedOperation tracedOperations[] = {
    {"forward_step"sv, {Operation::Forward, Category::Forward, TraceLane::Compute, true, true}},
    {"backward_step"sv, {Operation::Backward, Category::Backward, TraceLane::Compute, true, true}},
    {"weight_grad_step"sv, {Operation::WeightGradient, Category::WeightGradient, TraceLane::Compute, true, true}},
    {"loss_func"sv, {Operation::Loss, Category::OtherCompute, TraceLane::Compute, true, true}},
    {"get_batch"sv, {Operation::GetBatch, Category::Host, TraceLane::Host, true, true}},
    {"send_forward"sv, {Operation::SendForward, Category::PipelineComm, TraceLane::PipelineComm, true, true}},
    {"recv_forward"sv, {Operation::RecvForward, Category::PipelineComm, TraceLane::PipelineComm, true, true}},
    {"send_backward"sv, {Operation::SendBackward, Category::PipelineComm, TraceLane::PipelineComm, true, true}},
    {"recv_backward"sv, {Operation::RecvBackward, Category::PipelineComm, TraceLane::PipelineComm, true, true}},
    {"optimizer_step"sv, {Operation::OptimizerStep, Category::Optimizer, TraceLane::Compute, false, true}},
    {"dp_allreduce"sv, {Operation::AllReduce, Category::DataComm, TraceLane::DataComm, false, true}},
    {"ep_allreduce"sv, {Operation::AllReduce, Category::EmbeddingComm, TraceLane::EmbeddingComm, false, true}},
    {"pep_allreduce"sv, {Operation::AllReduce, Category::EmbeddingComm, TraceLane::EmbeddingComm, false, true}},
    {"exp_dp_allreduce"sv, {Operation::AllReduce, Category::ExpertDataComm, TraceLane::ExpertDataComm, false, true}},
    {"ep_dp_allreduce"sv, {Operation::AllReduce, Category::ExpertDataComm, TraceLane::ExpertDataComm, false, true}},
    {"ddp_grad_comm"sv, {Operation::AllReduce, Category::DataComm, TraceLane::DataStream, true, true}},
};

struct NamedGroup {
    std::string_view name;
    Category category;
};

// The first name listed for a category is the one that is written.
constexpr NamedGroup groups[] = {
    {"tp"sv, Category::TensorComm},
    {"pp"sv, Category::PipelineComm},
    {"dp"sv, Category::DataComm},
    {"ep"sv, Category::EmbeddingComm},
    {"pep"sv, Category::EmbeddingComm},
    {"exp"sv, Category::ExpertComm},
    {"exp_dp"sv, Category::ExpertDataComm},
    {"ep_dp"sv, Category::ExpertDataComm},
    {"cp"sv, Category::ContextComm},
    {"other"sv, Category::OtherComm},
};

struct NamedFunction {
    std::string_view name;
    Operation operation;
};

constexpr NamedFunction functions[] = {
    {"allreduce"sv, Operation::AllReduce},
    {"all_reduce"sv, Operation::AllReduce},
    {"allgather"sv, Operation::AllGather},
    {"all_gather"sv, Operation::AllGather},
    {"all_to_all"sv, Operation::AllToAll},
    {"alltoall"sv, Operation::AllToAll},
    {"reduce_scatter"sv, Operation::ReduceScatter},
    {"reducescatter"sv, Operation::ReduceScatter},
    {"broadcast"sv, Operation::Broadcast},
    {"reduce"sv, Operation::Reduce},
};

bool startsWith(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

} // namespace

const TraceLaneInfo& traceLaneInfo(TraceLane lane) { return lanes[static_cast<size_t>(lane)]; }

std::string_view spellingOf(Operation operation, Category category)
{
    switch (operation) {
    case Operation::GetBatch:
        return "get_batch"sv;
    case Operation::Forward:
        return "forward_step"sv;
    case Operation::Backward:
        return "backward_step"sv;
    case Operation::WeightGradient:
        return "weight_grad_step"sv;
    case Operation::Loss:
        return "loss_func"sv;
    case Operation::SendForward:
        return "send_forward"sv;
    case Operation::RecvForward:
        return "recv_forward"sv;
    case Operation::SendBackward:
        return "send_backward"sv;
    case Operation::RecvBackward:
        return "recv_backward"sv;
    case Operation::OptimizerStep:
        return "optimizer_step"sv;
    case Operation::AllReduce:
        if (category == Category::DataComm)
            return "dp_allreduce"sv;
        if (category == Category::EmbeddingComm)
            return "ep_allreduce"sv;
        if (category == Category::ExpertDataComm)
            return "exp_dp_allreduce"sv;
        return {};
    default:
        return {};
    }
}

Category categoryOfGroup(std::string_view group)
{
    for (const NamedGroup& candidate : groups) {
        if (group == candidate.name)
            return candidate.category;
    }
    return Category::OtherComm;
}

std::string_view groupOfCategory(Category category)
{
    for (const NamedGroup& candidate : groups) {
        if (category == candidate.category)
            return candidate.name;
    }
    return "None"sv;
}

TraceLane laneOfCategory(Category category)
{
    switch (category) {
    case Category::TensorComm:
        return TraceLane::TensorComm;
    case Category::PipelineComm:
        return TraceLane::PipelineComm;
    case Category::DataComm:
        return TraceLane::DataComm;
    case Category::ExpertComm:
        return TraceLane::ExpertComm;
    case Category::ExpertDataComm:
        return TraceLane::ExpertDataComm;
    case Category::EmbeddingComm:
        return TraceLane::EmbeddingComm;
    case Category::ContextComm:
        return TraceLane::ContextComm;
    case Category::OtherComm:
        return TraceLane::OtherComm;
    case Category::Host:
        return TraceLane::Host;
    default:
        return TraceLane::Compute;
    }
}

OperationMeaning meaningOfOperation(std::string_view name, std::string_view groupKind)
{
    for (const NamedOperation& candidate : tracedOperations) {
        if (name == candidate.name)
            return candidate.meaning;
    }
    // An operation of a newer tracer: its name may end with a collective, and its group gives the category.
    OperationMeaning meaning;
    for (const NamedFunction& function : functions) {
        if (name.size() >= function.name.size() && name.substr(name.size() - function.name.size()) == function.name) {
            meaning.operation = function.operation;
            break;
        }
    }
    if (!isNone(groupKind) || meaning.operation != Operation::Other) {
        meaning.category = categoryOfGroup(groupKind);
        meaning.lane = laneOfCategory(meaning.category);
    }
    return meaning;
}

Operation operationOfCommFunction(std::string_view name)
{
    for (const NamedFunction& function : functions) {
        if (name == function.name)
            return function.operation;
    }
    return Operation::Other;
}

std::string_view commFunctionOfOperation(Operation operation)
{
    for (const NamedFunction& function : functions) {
        if (operation == function.operation)
            return function.name;
    }
    return {};
}

ShapeSize elementsOfShape(std::string_view shape)
{
    if (isNone(shape))
        return {-1, ShapeProblem::Absent};
    if (shape.front() != '[')
        return {-1, ShapeProblem::NotANumber};
    if (shape.size() < 2 || shape.back() != ']')
        return {-1, ShapeProblem::Unbalanced};
    const char* p = shape.data() + 1;
    const char* const end = shape.data() + shape.size() - 1;
    int64_t product = 1;
    while (p != end) {
        while (p != end && (*p == ' ' || *p == ','))
            ++p;
        if (p == end)
            break;
        if (*p == '[')
            return {-1, ShapeProblem::Nested};
        int64_t extent = 0;
        const auto number = std::from_chars(p, end, extent);
        if (number.ec == std::errc::result_out_of_range)
            return {-1, ShapeProblem::TooLarge};
        if (number.ec != std::errc() || extent < 0)
            return {-1, ShapeProblem::NotANumber};
        if (__builtin_mul_overflow(product, extent, &product))
            return {-1, ShapeProblem::TooLarge};
        p = number.ptr;
        if (p != end && *p != ',' && *p != ' ')
            return {-1, ShapeProblem::NotANumber};
    }
    return {product, ShapeProblem::None};
}

std::string composeDetail(const TraceDetail& parts)
{
    std::string text;
    const auto add = [&text](std::string_view part, std::string_view separator) {
        if (isNone(part))
            return;
        if (!text.empty())
            text += separator;
        text += part;
    };
    add(parts.function, " "sv);
    add(parts.shape, " "sv);
    add(startsWith(parts.dataType, "torch."sv) ? parts.dataType.substr(6) : parts.dataType, " "sv);
    add(parts.description, "; "sv);
    return text;
}

TraceDetail splitDetail(std::string_view text)
{
    TraceDetail parts;
    const size_t mark = text.find("; "sv);
    std::string_view head = text.substr(0, mark);
    if (mark != std::string_view::npos)
        parts.description = text.substr(mark + 2);
    const size_t open = head.find('[');
    const size_t close = head.rfind(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open
        || elementsOfShape(head.substr(open, close - open + 1)).problem != ShapeProblem::None) {
        // Without a shape, a single word is a function and several words are a description.
        if (mark == std::string_view::npos && head.find(' ') != std::string_view::npos)
            parts.description = head;
        else
            parts.function = head;
        return parts;
    }
    parts.function = head.substr(0, open);
    while (!parts.function.empty() && parts.function.back() == ' ')
        parts.function.remove_suffix(1);
    parts.shape = head.substr(open, close - open + 1);
    parts.dataType = head.substr(close + 1);
    while (!parts.dataType.empty() && parts.dataType.front() == ' ')
        parts.dataType.remove_prefix(1);
    return parts;
}

} // namespace bubblescope
