// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

#include <algorithm>

namespace bubblescope {

void Workspace::setFindings(FindingsPtr findings)
{
    if (findings == m_findings)
        return;
    m_findings = std::move(findings);
    m_findingIndex = -1;
    emit findingsChanged();
    emit findingChanged();
}

void Workspace::setReasons(StepReasonsPtr reasons)
{
    if (reasons == m_reasons)
        return;
    m_reasons = std::move(reasons);
    emit reasonsChanged();
}

void Workspace::setSelectedBubble(const Bubble& bubble)
{
    const TracePtr now = trace();
    if (!now || bubble.rank >= now->ranks().size())
        return;
    const RankInfo& rank = now->ranks()[bubble.rank];
    select(rank.rank, rank.stage, SpanId());
    m_selectedBubble = bubble;
    emit selectedSpanChanged();
}

void Workspace::markFinding(int index)
{
    m_findingIndex = m_findings && index < int(m_findings->list.size()) ? std::max(index, -1) : -1;
    emit findingChanged();
}

void Workspace::goToFinding(int index)
{
    const int count = m_findings ? int(m_findings->list.size()) : 0;
    if (count == 0)
        return;
    m_findingIndex = ((index % count) + count) % count;
    const Evidence& evidence = m_findings->list[size_t(m_findingIndex)].evidence;
    if (!evidence.layer.empty())
        setSelectedLayer(QString::fromStdString(evidence.layer));
    const TracePtr now = trace();
    const bool hasSpans = now && !evidence.spans.empty() && evidence.spans.front().value < now->spanCount();
    if (hasSpans)
        setSelectedSpan(evidence.spans.front());
    else if (!evidence.ranks.empty())
        setSelectedRank(evidence.ranks.front());
    else if (!evidence.stages.empty())
        setSelectedStage(evidence.stages.front());
    if (now && !evidence.range.isEmpty()) {
        // Spans stand out by themselves, and mean something among their neighbours; a mere stretch of time is marked.
        const TimeNs air = hasSpans ? evidence.range.duration() : evidence.range.duration() / 20;
        setSelectedRange(hasSpans ? std::nullopt : std::optional(evidence.range));
        setVisibleRange({evidence.range.begin - air, evidence.range.end + air});
        if (hasSpans)
            emit revealRequested(m_selectedSpan);
        commitPlace();
    } else if (!evidence.steps.empty()) {
        setStep(evidence.steps.front());
    }
    emit findingChanged();
}

} // namespace bubblescope
