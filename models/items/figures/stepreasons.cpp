// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepreasons.h"

#include "formatting.h"
#include "functionname.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

/// Re-timing takes about 50 ns per operation: a click may wait for that.
constexpr size_t mostRetimedNodes = 500'000;
/// Above this, the slack of every operation is not worth its memory.
constexpr size_t mostNodesWithSlack = 4'000'000;

QString tr(const char* text) { return QCoreApplication::translate("bubblescope::StepReasons", text); }

/// "rank 4 (stage 2)".
QString whoText(int rank, int stage)
{
    return stage >= 0 ? tr("%1 (%2)").arg(rankText(rank), stageText(stage)) : rankText(rank);
}

/// Who came last to the communication, which may itself have waited for somebody else.
QString lastText(const Trace& trace, const Bubble& bubble)
{
    const RankInfo* last
        = bubble.awaited.isValid() ? trace.findRank(trace.track(trace.track(bubble.awaited)).rank) : nullptr;
    return last ? whoText(last->rank, last->stage) : whoText(bubble.culpritRank, bubble.culpritStage);
}

/// "forward_step of microbatch 3".
QString whatText(const Trace& trace, SpanId span)
{
    const QString name = toText(shortFunctionName(trace.name(span))).simplified();
    return trace.microbatch(span) >= 0 ? tr("%1 of %2").arg(name, microbatchText(trace.microbatch(span))) : name;
}

} // namespace

StepReasons::StepReasons(const Run& run, RunAnalysis& analysis)
    : m_trace(run.trace)
    , m_step(run.trace->range())
    , m_whyNoPath(std::move(analysis.whyNoCriticalPath))
    , m_bubbles(std::move(analysis.bubbles.all))
{
    if (const auto steps = m_trace->steps(); size_t(analysis.step) < steps.size()) {
        m_step = steps[size_t(analysis.step)].range;
        m_stepNumber = steps[size_t(analysis.step)].number;
    }
    if (analysis.criticalPath) {
        m_path = std::move(analysis.criticalPath->pieces);
        m_levers = std::move(analysis.criticalPath->levers);
        m_pathLength = analysis.criticalPath->length;
        m_pathGaps = analysis.criticalPath->gaps;
        m_gapsBesideCompute = analysis.criticalPath->gapsBesideCompute;
    }
    for (const CriticalPath::Piece& piece : m_path)
        m_onPath.push_back(piece.span);
    std::sort(m_onPath.begin(), m_onPath.end());
    for (uint32_t i = 0; i < m_bubbles.size(); ++i) {
        if (m_bubbles[i].span.isValid())
            m_bySpan.push_back(i);
    }
    // If a wait has several parts, the longest comes first.
    std::stable_sort(m_bySpan.begin(), m_bySpan.end(), [this](uint32_t a, uint32_t b) {
        const Bubble& first = m_bubbles[a];
        const Bubble& second = m_bubbles[b];
        return first.span != second.span ? first.span < second.span : first.range.duration() > second.range.duration();
    });
    if (!analysis.pricer)
        return;
    const size_t nodes = analysis.pricer->graph().nodes.size();
    if (nodes <= mostNodesWithSlack)
        m_slack = analysis.pricer->slack();
    constexpr size_t usualRepetitions = 4; // until a period has settled
    if (nodes * (analysis.pricer->graph().isRepeated() ? usualRepetitions : 1) <= mostRetimedNodes)
        m_pricer = std::move(analysis.pricer);
}

const Bubble* StepReasons::bubbleAt(int rank, TimeNs time) const
{
    const auto ranks = m_trace->ranks();
    const RankInfo* info = m_trace->findRank(rank);
    if (!info)
        return nullptr;
    const auto index = uint32_t(info - ranks.data());
    const auto after = std::partition_point(m_bubbles.begin(), m_bubbles.end(), [index, time](const Bubble& bubble) {
        return bubble.rank != index ? bubble.rank < index : bubble.range.begin <= time;
    });
    if (after == m_bubbles.begin() || std::prev(after)->rank != index || std::prev(after)->range.end <= time)
        return nullptr;
    return &*std::prev(after);
}

const Bubble* StepReasons::bubbleOf(SpanId span) const
{
    const auto found = std::partition_point(
        m_bySpan.begin(), m_bySpan.end(), [&](uint32_t index) { return m_bubbles[index].span < span; });
    return found != m_bySpan.end() && m_bubbles[*found].span == span ? &m_bubbles[*found] : nullptr;
}

std::optional<TimeNs> StepReasons::slackOf(SpanId span) const
{
    const auto found = std::partition_point(
        m_slack.begin(), m_slack.end(), [span](const SpanSlack& slack) { return slack.span < span; });
    return found != m_slack.end() && found->span == span ? std::optional<TimeNs>(found->slack) : std::nullopt;
}

bool StepReasons::isOnPath(SpanId span) const { return std::binary_search(m_onPath.begin(), m_onPath.end(), span); }

std::optional<TimeNs> StepReasons::gainOf(SpanId span, TimeNs shorter) const
{
    if (!m_pricer)
        return std::nullopt;
    return m_pricer->gainOf(span, shorter);
}

QString bubbleCauseText(BubbleCause cause)
{
    switch (cause) {
    case BubbleCause::PipelineFill:
        return tr("pipeline fill");
    case BubbleCause::PipelineDrain:
        return tr("pipeline drain");
    case BubbleCause::SlowNeighbour:
        return tr("slow neighbour");
    case BubbleCause::StragglingRank:
        return tr("straggling rank");
    case BubbleCause::Link:
        return tr("link");
    case BubbleCause::EmbeddingGroup:
        return tr("embedding group");
    case BubbleCause::GradientSynchronization:
        return tr("gradient synchronization");
    case BubbleCause::Optimizer:
        return tr("optimizer synchronization");
    case BubbleCause::Input:
        return tr("input");
    case BubbleCause::Host:
        return tr("host");
    case BubbleCause::Unknown:
        break;
    }
    return tr("not known");
}

QString waitChainText(const Trace& trace, const Bubble& bubble)
{
    const RankInfo* next
        = bubble.awaited.isValid() ? trace.findRank(trace.track(trace.track(bubble.awaited)).rank) : nullptr;
    if (next && bubble.linkFrom >= 0)
        return tr("%1, held up by messages between stages %2 and %3")
            .arg(next->stage >= 0 ? stageText(next->stage) : rankText(next->rank))
            .arg(bubble.linkFrom)
            .arg(bubble.linkTo);
    if (!next || bubble.culpritRank < 0 || next->rank == bubble.culpritRank)
        return QString();
    const bool isNamedByStage
        = next->stage >= 0 && next->stage != bubble.culpritStage && next->stage != trace.ranks()[bubble.rank].stage;
    return tr("%1, which waits for %2")
        .arg(isNamedByStage ? stageText(next->stage) : rankText(next->rank), rankText(bubble.culpritRank));
}

QString bubbleSentence(const Trace& trace, const Bubble& bubble)
{
    const QString time = formatDuration(double(bubble.range.duration()));
    const bool isNamed = bubble.culpritRank >= 0;
    const QString who = isNamed ? whoText(bubble.culpritRank, bubble.culpritStage) : QString();
    const QString last = lastText(trace, bubble);
    QString sentence;
    switch (bubble.cause) {
    case BubbleCause::PipelineFill:
        sentence = isNamed
            ? tr("Waits %1 for the pipeline to fill: %2 still works on the first microbatches.").arg(time, who)
            : tr("Waits %1 for the pipeline to fill: the first microbatch is not here yet.").arg(time);
        break;
    case BubbleCause::PipelineDrain:
        sentence = isNamed
            ? tr("Waits %1 while the pipeline drains: %2 still works on the last microbatches.").arg(time, who)
            : tr("Idle for %1 while the pipeline drains: its last microbatch is done.").arg(time);
        break;
    case BubbleCause::SlowNeighbour:
        sentence = tr("Waits %1 in steady state: %2 takes longer than this stage.").arg(time, who);
        break;
    case BubbleCause::StragglingRank:
        sentence = tr("Waits %1 for %2, which comes later than its peers.").arg(time, bubble.isPipelines ? who : last);
        break;
    case BubbleCause::Link:
        sentence = tr("Waits %1 in steady state: no rank works longer, but messages take that long.").arg(time);
        break;
    case BubbleCause::EmbeddingGroup:
        sentence = tr("Waits %1 to sum up the embedding's gradients: of first and last stage, %2 comes last.")
                       .arg(time, last);
        break;
    case BubbleCause::GradientSynchronization:
        sentence = tr("Waits %1 to sum up gradients: of the data-parallel group, %2 comes last.").arg(time, last);
        break;
    case BubbleCause::Optimizer:
        sentence = tr("Waits %1 inside the optimizer for the gradient norm: %2 comes last.").arg(time, last);
        break;
    case BubbleCause::Input:
        sentence = isNamed ? tr("Waits %1 for input: %2 still fetches a batch.").arg(time, who)
                           : tr("Waits %1 for input: the next thing it does is to fetch a batch.").arg(time);
        break;
    case BubbleCause::Host:
        sentence = tr("Idle for %1: the host launched nothing.").arg(time);
        break;
    case BubbleCause::Unknown:
        return tr("Waits %1; whom it waits for is not in the trace, or its clock cannot be compared.").arg(time);
    }
    if (isNamed && !bubble.isPipelines && last != who)
        sentence += QLatin1Char(' ') + tr("That rank waits for %1.").arg(who);
    else if (const QString chain = waitChainText(trace, bubble); !chain.isEmpty())
        sentence += QLatin1Char(' ') + tr("Its own partner is %1.").arg(chain);
    if (bubble.awaited.isValid())
        sentence += QLatin1Char(' ') + tr("It ends as %1 begins.").arg(whatText(trace, bubble.awaited));
    return sentence;
}

} // namespace bubblescope
