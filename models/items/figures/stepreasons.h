// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runanalysis.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// Why one step takes as long as it does: the critical path, the slack of other spans, and what every rank without work
/// waits for. Built on a worker thread, read by the views.
class StepReasons {
public:
    /// Takes what it needs out of the analysis of this run. O(operations of the step).
    StepReasons(const Run& run, RunAnalysis& analysis);

    const TracePtr& trace() const { return m_trace; }
    TimeRange step() const { return m_step; }
    int stepNumber() const { return m_stepNumber; }                         ///< as in the trace
    const std::vector<CriticalPath::Piece>& path() const { return m_path; } ///< in order of time
    TimeNs pathLength() const { return m_pathLength; }
    const std::vector<CriticalPath::Lever>& levers() const { return m_levers; } ///< what is on the path, longest first
    TimeNs gapsOfPath() const { return m_pathGaps; } ///< between its pieces; with the levers they add up to it
    TimeNs gapsBesideCompute() const { return m_gapsBesideCompute; } ///< of them
    const Message& whyNoPath() const { return m_whyNoPath; }
    const std::vector<Bubble>& bubbles() const { return m_bubbles; } ///< by rank, then time

    /// Why the rank lacks work at this time, or while this span waits; null if it has work. O(log n).
    const Bubble* bubbleAt(int rank, TimeNs time) const;
    const Bubble* bubbleOf(SpanId span) const;
    /// How much longer the span could take without making the step longer; 0 on the critical path. nullopt for spans of
    /// other steps and for sub-operations that are not communication.
    std::optional<TimeNs> slackOf(SpanId span) const;
    bool isOnPath(SpanId span) const;
    /// How much shorter the step would be if the span were shorter; re-times the step. nullopt if it cannot be re-timed
    /// quickly.
    std::optional<TimeNs> gainOf(SpanId span, TimeNs shorter) const;

private:
    TracePtr m_trace;
    TimeRange m_step;
    int m_stepNumber = -1;
    std::vector<CriticalPath::Piece> m_path;
    std::vector<SpanId> m_onPath; // sorted
    std::vector<CriticalPath::Lever> m_levers;
    TimeNs m_pathLength = 0;
    TimeNs m_pathGaps = 0;
    TimeNs m_gapsBesideCompute = 0;
    Message m_whyNoPath;
    std::vector<Bubble> m_bubbles;
    std::vector<uint32_t> m_bySpan; // indexes of bubbles that have a span, sorted by span
    std::vector<SpanSlack> m_slack;
    std::shared_ptr<StepPricer> m_pricer; // null if re-timing would be noticeable; GUI thread only
};
using StepReasonsPtr = std::shared_ptr<const StepReasons>;

/// "pipeline fill".
QString bubbleCauseText(BubbleCause cause);
/// "stage 2, which waits for rank 6": whose message it waits for, and the end of the chain of waits; empty where both
/// are the same.
QString waitChainText(const Trace& trace, const Bubble& bubble);
/// One sentence with numbers: "Waits 45.20 ms for the first microbatches: rank 0 (stage 0) is at forward_step of
/// microbatch 2."
QString bubbleSentence(const Trace& trace, const Bubble& bubble);

} // namespace bubblescope
