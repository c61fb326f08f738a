// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipelineclock.h"

#include "devicelanes.h"

#include <limits>

namespace bubblescope {

namespace {

const Waiting* waitingIn(const std::vector<Waiting>& waiting, uint32_t span)
{
    const auto found = std::lower_bound(
        waiting.begin(), waiting.end(), span, [](const Waiting& a, uint32_t wanted) { return a.span.value < wanted; });
    return found != waiting.end() && found->span.value == span ? &*found : nullptr;
}

/// What the messages of a rank show of their waiting.
struct MessageRecords {
    bool areMatched = false;
    bool showWaiting = false;
    bool showWaitingForUnknown = false; ///< a receive whose send is in no file, or in another step: transfer as well

    void add(const Waiting* waiting, bool receives, TimeNs begin)
    {
        constexpr TimeNs clocksDiffer = 1'000'000;
        const bool waits = waiting && waiting->until > begin + clocksDiffer;
        const bool isUnknown = waiting && !waiting->lastToCome.isValid();
        areMatched = areMatched || (receives && !isUnknown);
        (isUnknown ? showWaitingForUnknown : showWaiting) |= waits;
    }
    bool haveWaiting() const { return areMatched ? showWaiting : showWaiting || showWaitingForUnknown; }
};

} // namespace

PipelineClock::PipelineClock(const RunContext& context, const Timing& timing, int32_t rank, const PlayedRun& played,
    const std::vector<Waiting>& waiting)
{
    const Trace& trace = context.trace();
    const size_t index = rankIndex(trace, rank);
    m_isPipeline = index < trace.ranks().size() && context.groups().stageCount() > 1;
    m_isFirstStage = m_isPipeline && context.groups().stage(index) == 0;
    for (const RankStep& own : timing.stepsOf(rank))
        m_steps.push_back({m_steps.empty() ? std::numeric_limits<TimeNs>::min() : own.step.range.begin});
    if (m_steps.empty())
        m_steps.push_back({std::numeric_limits<TimeNs>::min()});
    if (m_isPipeline) {
        for (const PlayedStep& step : played.ofRanks[index]) {
            const TimeRange byAnybody = step.index < played.steps.size() ? played.steps[step.index] : step.range;
            m_played.push_back({step.range, byAnybody, step.ordinal});
        }
    }
    std::vector<MessageRecords> messages(m_steps.size());
    forEachRowOf(trace, rank, [&](RowId id) {
        const Row& row = trace.row(id);
        const bool isStream = trace.track(row.track).lane == Lane::Stream;
        size_t step = 0;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const Operation operation = trace.operation(SpanId(i));
            const bool isMessage = isPointToPoint(operation);
            if (!isMessage && (isStream || !isPass(operation)))
                continue;
            while (step + 1 < m_steps.size() && m_steps[step + 1].begin <= timing.begin[i])
                ++step;
            if (isMessage) {
                m_steps[step].recordsMessages = true;
                const bool receives = isReceive(operation) || trace.hasFlag(SpanId(i), SpanFlag::fused);
                messages[step].add(waitingIn(waiting, i), receives, timing.begin[i]);
            } else if (operation == Operation::Forward) {
                m_steps[step].phases.lastForward = std::max(m_steps[step].phases.lastForward, timing.end[i]);
            } else {
                m_steps[step].phases.firstBackward = std::min(m_steps[step].phases.firstBackward, timing.begin[i]);
            }
        }
    });
    for (size_t step = 0; step < m_steps.size(); ++step)
        m_steps[step].recordsWaiting = messages[step].haveWaiting();
}

const PipelinePhases& PipelineClock::phasesAt(TimeNs time)
{
    while (m_at + 1 < m_steps.size() && m_steps[m_at + 1].begin <= time)
        ++m_at;
    return m_steps[m_at].phases;
}

bool PipelineClock::isAwaited(const Step& step, const Trace& trace, SpanId next)
{
    if (!step.recordsMessages)
        return isPass(trace.operation(next));
    return !step.recordsWaiting && (isReceive(trace.operation(next)) || trace.hasFlag(next, SpanFlag::fused));
}

} // namespace bubblescope
