// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

#include "spanquery.h"
#include "tabletexts.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

void Workspace::setSearchText(const QString& text)
{
    if (text == m_searchText)
        return;
    m_searchText = text;
    findMatches();
    emit searchChanged();
}

void Workspace::findMatches()
{
    m_searchMatches.clear();
    m_searchDurations.reset();
    m_highlightedMatches.clear();
    m_isMatch.clear();
    m_searchIndex = -1;
    m_searchRefusal.clear();
    const TracePtr now = trace();
    if (!now || m_searchText.isEmpty())
        return;
    const Result<SpanQuery> query = SpanQuery::parse(m_searchText.toStdString());
    m_searchRefusal = query ? QString() : messageText(query.error().message);
    if (!query || query->isEmpty())
        return;
    m_searchMatches = query->find(*now, now->timing());
    m_isMatch.resize(now->spanCount(), false);
    for (const SpanId span : m_searchMatches)
        m_isMatch[span.value] = true;
}

void Workspace::setSearchDurations(std::optional<TimeRange> durations)
{
    if (durations == m_searchDurations)
        return;
    m_searchDurations = durations;
    m_highlightedMatches.clear();
    if (const TracePtr now = trace(); now && durations) {
        std::copy_if(m_searchMatches.begin(), m_searchMatches.end(), std::back_inserter(m_highlightedMatches),
            [&](SpanId span) { return durations->contains(now->duration(span)); });
    }
    emit searchDurationsChanged();
}

void Workspace::goToMatch(int index)
{
    const int count = int(m_searchMatches.size());
    if (count == 0)
        return;
    const int wrapped = ((index % count) + count) % count;
    const bool changes = wrapped != m_searchIndex;
    m_searchIndex = wrapped;
    const SpanId span = m_searchMatches[wrapped];
    setSelectedSpan(span);
    revealSpan(span);
    commitPlace();
    if (changes)
        emit searchChanged();
}

bool Workspace::isMatch(SpanId span) const { return span.value < m_isMatch.size() && m_isMatch[span.value]; }

} // namespace bubblescope
