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
    if (now && !evidence.spans.empty() && evidence.spans.front().value < now->spanCount())
        setSelectedSpan(evidence.spans.front());
    else if (!evidence.ranks.empty())
        setSelectedRank(evidence.ranks.front());
    else if (!evidence.stages.empty())
        setSelectedStage(evidence.stages.front());
    if (now && !evidence.range.isEmpty()) {
        constexpr TimeNs airParts = 20; // of the range, to each side
        const TimeNs air = evidence.range.duration() / airParts;
        setSelectedRange(evidence.range);
        setVisibleRange({evidence.range.begin - air, evidence.range.end + air});
        if (m_selectedSpan.isValid())
            emit revealRequested(m_selectedSpan);
        commitPlace();
    }
    emit findingChanged();
}

} // namespace bubblescope
