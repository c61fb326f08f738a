// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordednames.h"

namespace bubblescope {

namespace {

RecordedAs message(std::string_view name)
{
    return {name, Category::PipelineComm, Lane::Communication, Category::PipelineComm, "comm pp"};
}

RecordedAs compute(std::string_view name, Category category)
{
    return {name, category, Lane::Compute, Category::Other, "compute"};
}

std::string_view trackOf(Category group)
{
    switch (group) {
    case Category::TensorComm:
        return "comm tp";
    case Category::PipelineComm:
        return "comm pp";
    case Category::DataComm:
        return "comm dp";
    case Category::ExpertComm:
        return "comm expert";
    case Category::ExpertDataComm:
        return "comm expert dp";
    case Category::EmbeddingComm:
        return "comm embedding";
    case Category::ContextComm:
        return "comm cp";
    default:
        return "comm other";
    }
}

std::string_view collectiveName(Operation operation)
{
    switch (operation) {
    case Operation::AllGather:
        return "allgather";
    case Operation::AllToAll:
        return "all_to_all";
    case Operation::Broadcast:
        return "broadcast";
    case Operation::ReduceScatter:
        return "reduce_scatter";
    case Operation::Reduce:
        return "reduce";
    default:
        return "allreduce";
    }
}

} // namespace

RecordedAs recordedOperation(Operation operation)
{
    switch (operation) {
    case Operation::GetBatch:
        return {"get_batch", Category::Host, Lane::Host, Category::Host, "host"};
    case Operation::Forward:
        return compute("forward_step", Category::Forward);
    case Operation::Backward:
        return compute("backward_step", Category::Backward);
    case Operation::WeightGradient:
        return compute("weight_grad_step", Category::WeightGradient);
    case Operation::Loss:
        return compute("loss_func", Category::OtherCompute);
    case Operation::OptimizerStep:
        return compute("optimizer_step", Category::Optimizer);
    case Operation::SendForward:
        return message("send_forward");
    case Operation::RecvForward:
        return message("recv_forward");
    case Operation::SendBackward:
        return message("send_backward");
    case Operation::RecvBackward:
        return message("recv_backward");
    default:
        return compute("operation", Category::Other);
    }
}

RecordedAs recordedCollective(Operation operation, Category group)
{
    return {collectiveName(operation), group, Lane::Communication, group, trackOf(group)};
}

RecordedAs recordedGradients(Operation operation, Category group)
{
    RecordedAs recorded = recordedCollective(operation, group);
    // Only of an all-reduce a tracer's name says the group.
    if (recorded.name == collectiveName(Operation::AllReduce)) {
        recorded.name = group == Category::ExpertDataComm ? "exp_dp_allreduce"
            : group == Category::EmbeddingComm            ? "ep_allreduce"
                                                          : "dp_allreduce";
    }
    return recorded;
}

RecordedAs recordedStream(Category group)
{
    return {"ddp_grad_comm", group, Lane::Stream, Category::DataComm, "dp stream"};
}

} // namespace bubblescope
