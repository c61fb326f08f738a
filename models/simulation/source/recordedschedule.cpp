// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordedschedule.h"

namespace bubblescope {

namespace {

bool follows(const TraceGraph& step, const Trace& trace, uint32_t r, const RankProgram& program)
{
    size_t at = 0;
    for (uint32_t n = step.firstNode[r]; n < step.firstNode[r + 1]; ++n) {
        if (n > step.firstNode[r] && step.nodes[n - 1].operation == step.nodes[n].operation)
            continue;
        const Operation operation = trace.operation(step.nodes[n].operation);
        if (operation != Operation::Forward && operation != Operation::Backward
            && operation != Operation::WeightGradient)
            continue;
        if (at == program.size())
            return false;
        const ScheduledPass& pass = program[at++];
        const Operation expected = pass.pass == Pass::Forward ? Operation::Forward
            : pass.pass == Pass::WeightGradient               ? Operation::WeightGradient
                                                              : Operation::Backward;
        const int microbatch = trace.microbatch(step.nodes[n].operation);
        if (operation != expected || (microbatch >= 0 && microbatch != pass.microbatch))
            return false;
    }
    return at == program.size();
}

} // namespace

std::optional<ScheduleKind> recordedSchedule(const TraceGraph& step, const Trace& trace, int stages, int microbatches)
{
    const uint32_t perStage = uint32_t(trace.ranks().size()) / uint32_t(stages);
    for (const ScheduleInfo& info : schedules()) {
        ScheduleRequest request;
        request.kind = info.kind;
        request.ranks = stages;
        request.microbatches = microbatches;
        const Result<Schedule> schedule = makeSchedule(request);
        if (!schedule || schedule->chunks != 1)
            continue;
        bool same = true;
        for (uint32_t stage = 0; stage < uint32_t(stages) && same; ++stage)
            same = follows(step, trace, stage * perStage, schedule->programs[stage]);
        if (same)
            return info.kind;
    }
    return std::nullopt;
}

} // namespace bubblescope
