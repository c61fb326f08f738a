// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runcontext.h"
#include "stepgraph.h"
#include "steptimer.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// A timed step as the timeline of a run. Its records are placed once; every further timing is another Timing of the
/// same structure. All calls must get the same graph. Not thread-safe.
class StepTimeline {
public:
    /// As timed last. Only for a graph that is drawn, whose builder is used up by the first call.
    Trace play(StepGraph& step, const StepTimer& timer);
    /// Critical path in the trace made last.
    std::vector<SpanId> criticalPath(const StepGraph& step, const StepTimer& timer);
    /// The context of a trace from here: the graph knows the meetings, so nothing is matched again.
    std::shared_ptr<const RunContext> context(const StepGraph& step, TracePtr trace, const ParallelLayout& layout);

private:
    void place(StepGraph& step, const std::vector<TimeRange>& ranges);
    void findInnermost(const StepGraph& step);
    void findMembers(const StepGraph& step);
    RunContext::Known meetingSpans(const StepGraph& step);

    std::vector<SpanId> m_placed;         ///< by span; empty until the first trace
    std::vector<uint32_t> m_innermost;    ///< span by node; parts follow their operation
    std::vector<uint32_t> m_members;      ///< spans, by collective; until the context is made
    std::vector<uint32_t> m_firstMember;  ///< by meeting, plus one
    Trace m_trace;                        ///< provides the structure
    std::shared_ptr<const RunContext> m_context; ///< of the first trace
};

} // namespace bubblescope
