// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "busbandwidth.h"

#include "run.h"

#include <algorithm>

namespace bubblescope {

namespace {

std::optional<int> groupSize(const ParallelLayout& layout, Category category)
{
    switch (category) {
    case Category::TensorComm:
        return layout.tensor;
    case Category::DataComm:
        return layout.data;
    case Category::ExpertComm:
        return layout.expert;
    case Category::ContextComm:
        return layout.context;
    case Category::EmbeddingComm:
        return layout.pipeline && *layout.pipeline > 1 ? std::optional<int>(2) : std::nullopt;
    default:
        return std::nullopt;
    }
}

} // namespace

double busFactor(Operation operation, int ranks)
{
    const double n = std::max(ranks, 1);
    switch (operation) {
    case Operation::AllReduce:
        return 2 * (n - 1) / n;
    case Operation::AllGather:
    case Operation::ReduceScatter:
    case Operation::AllToAll:
        return (n - 1) / n;
    default:
        return 1;
    }
}

std::optional<double> transferBandwidth(const Run& run, SpanId span, TimeNs waiting)
{
    const Trace& trace = *run.trace;
    const TimeNs transfer = trace.duration(span) - waiting;
    if (trace.bytes(span) <= 0 || transfer <= 0
        || trace.hasFlag(span, SpanFlag::notMeasured | SpanFlag::untimed | SpanFlag::launchOnly | SpanFlag::waitOnly))
        return std::nullopt;
    double factor = 1;
    const Operation operation = trace.operation(span);
    const bool isShared = operation == Operation::AllReduce || operation == Operation::AllGather
        || operation == Operation::ReduceScatter || operation == Operation::AllToAll;
    if (isShared) {
        // What the operation states about its group precedes what the layout implies.
        const CollectiveCall* const call = trace.collectives().find(span);
        const std::optional<int> members
            = call && call->groupSize > 0 ? call->groupSize : groupSize(run.layout, trace.category(span));
        if (!members || *members < 2)
            return std::nullopt;
        factor = busFactor(operation, *members);
    } else if (!isCollective(operation) && !isPointToPoint(operation)) {
        return std::nullopt;
    }
    return double(trace.bytes(span)) / (double(transfer) / 1e9) * factor;
}

} // namespace bubblescope
