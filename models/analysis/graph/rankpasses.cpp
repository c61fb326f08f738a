// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankpasses.h"

namespace bubblescope {

int forwardPasses(const TraceGraph& step, const Trace& trace, uint32_t rank)
{
    int passes = 0;
    SpanId before;
    for (uint32_t n = step.firstNode[rank]; n < step.firstNode[rank + 1]; ++n) {
        const TraceGraph::Node& node = step.nodes[n];
        passes += !node.isStream && node.operation != before && trace.operation(node.operation) == Operation::Forward;
        before = node.operation;
    }
    return passes;
}

std::optional<Error> whyPassesStay(const TraceGraph& step, const Run& run)
{
    const auto refusal = [](Message message, Message advice = {}) {
        return Error {std::move(message), std::move(advice), {}};
    };
    const Trace& trace = *run.trace;
    const std::shared_ptr<const RunContext> context = contextOf(run);
    const auto world = int(trace.ranks().size());
    const int stages = context->groups().stageCount();
    if (stages < 1 || world < stages)
        return refusal(say("The run does not state which stage each rank holds."));
    int all = 0;
    for (int r = 0; r < world; ++r) {
        if (trace.ranks()[size_t(r)].rank != r || context->groups().stage(size_t(r)) != r / (world / stages))
            return refusal(say("Rank {} is not where Megatron's rank order puts it.", trace.ranks()[size_t(r)].rank));
        const int passes = forwardPasses(step, trace, uint32_t(r));
        if (passes == 0)
            return refusal(say("Rank {} has no forward pass in this step.", r));
        if (passes != all && r > 0) {
            return refusal(say("Rank {} runs {} forward passes, rank 0 runs {}.", r, passes, all),
                say("Only steps in which every rank runs the same number of passes can be rescheduled."));
        }
        all = passes;
        if (const auto stated = run.layout.microbatches; stated && *stated > 0 && passes != *stated)
            return refusal(say("Rank {} runs {} forward passes for {} microbatches.", r, passes, *stated),
                say("Which piece of the model each pass belongs to is not recorded."));
    }
    return std::nullopt;
}

} // namespace bubblescope
