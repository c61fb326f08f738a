// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "playedsteps.h"
#include "timesplit.h"

#include <algorithm>
#include <vector>

namespace bubblescope {

/// The state of the pipeline for one rank, step by step: filling, draining, making the rank wait.
class PipelineClock {
public:
    /// `waiting` is the result of findWaiting().
    PipelineClock(const RunContext& context, const Timing& timing, int32_t rank, const PlayedRun& played,
        const std::vector<Waiting>& waiting);

    /// Back to the start: times may be earlier ones again.
    void rewind() { m_at = m_begun = 0; }
    /// Phases of the step at `time`. Call with ascending times.
    const PipelinePhases& phasesAt(TimeNs time);

    /// Splits a gap without records into the parts in which the rank waits for the pipeline and the others:
    /// `visit(range, phases, isAwaited)`. `next` is the span that begins at its end; may be invalid. Call with gaps in
    /// order of time.
    template <typename Visit> void cutGap(const Trace& trace, TimeRange gap, SpanId next, Visit visit)
    {
        const auto report = [&](TimeNs begin, TimeNs end, const PipelinePhases& phases, bool isAwaited) {
            if (end > begin)
                visit(TimeRange {begin, end}, phases, isAwaited);
        };
        if (!m_isPipeline)
            return report(gap.begin, gap.end, phasesAt(gap.begin), false);
        while (m_begun < m_played.size() && m_played[m_begun].own.begin <= gap.begin)
            ++m_begun;
        TimeNs drained = gap.begin;
        if (m_begun > 0) {
            const Played& last = m_played[m_begun - 1];
            const PipelinePhases& phases = m_steps[last.step].phases;
            if (gap.begin < last.own.end) {
                return report(gap.begin, gap.end, phases, next.isValid() && isAwaited(m_steps[last.step], trace, next));
            }
            drained = std::clamp(last.byAnybody.end, gap.begin, gap.end);
            report(gap.begin, drained, phases, true);
        }
        TimeNs filling = gap.end;
        if (m_begun < m_played.size() && !m_isFirstStage)
            filling = std::clamp(m_played[m_begun].byAnybody.begin, drained, gap.end);
        const PipelinePhases& phases
            = m_begun < m_played.size() ? m_steps[m_played[m_begun].step].phases : phasesAt(drained);
        report(drained, filling, phases, false);
        report(filling, gap.end, phases, true);
    }

private:
    struct Step {
        TimeNs begin;
        PipelinePhases phases {};
        bool recordsMessages = false;
        bool recordsWaiting = false;
    };

    /// Whether a gap inside a step that ends with this span was spent waiting for the pipeline: some tracers record no
    /// messages, others only their transfer. Each step shows that by itself: it has one answer, however many others
    /// were read with it.
    static bool isAwaited(const Step& step, const Trace& trace, SpanId next);
    /// First begin to last end in a step, of this rank and of any rank.
    struct Played {
        TimeRange own;
        TimeRange byAnybody;
        size_t step = 0; // index into m_steps
    };
    std::vector<Step> m_steps;
    size_t m_at = 0;
    std::vector<Played> m_played; // steps in which the rank did anything
    size_t m_begun = 0;           // how many of them had begun at the last gap
    bool m_isPipeline = false;
    bool m_isFirstStage = false;
};

} // namespace bubblescope
