// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

#include "spanquery.h"
#include "tabletexts.h"

#include <utility>

namespace bubblescope {

void Workspace::setSearchText(const QString& text)
{
    if (text == m_searchText)
        return;
    m_searchText = text;
    findMatches();
    emit searchChanged();
}

const SearchResult& Workspace::found() const
{
    static const SearchResult nothing;
    return m_found ? *m_found : nothing;
}

void Workspace::findMatches()
{
    m_searchDurations.reset();
    m_isSearchPending = false;
    m_awaitedMatch.reset();
    m_searchIndex = -1;
    m_searchRefusal.clear();
    const TracePtr now = trace();
    if (now != m_searched.lock() || m_searchText.isEmpty())
        m_found = nullptr;
    m_highlighted = m_found;
    m_searched = now;
    if (!now || m_searchText.isEmpty())
        return;
    Result<SpanQuery> query = SpanQuery::parse(m_searchText.toStdString());
    m_searchRefusal = query ? QString() : messageText(query.error().message);
    if (!query || query->isEmpty()) {
        m_found = m_highlighted = std::make_shared<const SearchResult>();
        return;
    }
    m_isSearchPending = true;
    const auto search = [this, now, query = std::move(query).value(), text = m_searchText]() -> Take {
        return [this, now, text, found = searchTrace(*now, query)] {
            if (!m_isSearchPending || trace() != now || m_searchText != text)
                return false;
            m_isSearchPending = false;
            m_found = m_highlighted = found;
            if (m_awaitedMatch)
                goToMatch(*std::exchange(m_awaitedMatch, {}));
            return true;
        };
    };
    perform(Task::Search, now->spanCount(), search, &Workspace::searchChanged);
}

void Workspace::giveUp(Task task)
{
    if (task != Task::Search || !m_isSearchPending)
        return;
    m_isSearchPending = false;
    m_awaitedMatch.reset();
    m_found = m_highlighted = std::make_shared<const SearchResult>();
    emit searchChanged();
}

void Workspace::setSearchDurations(std::optional<TimeRange> durations)
{
    if (durations == m_searchDurations || m_isSearchPending)
        return;
    m_searchDurations = durations;
    const TracePtr now = trace();
    if (!now || !durations || !m_found) {
        m_highlighted = m_found;
        emit searchDurationsChanged();
        return;
    }
    const auto choose = [this, now, found = m_found, wanted = *durations]() -> Take {
        return [this, found, wanted, taking = matchesTaking(*found, *now, wanted)] {
            if (m_found != found || m_searchDurations != wanted)
                return false;
            m_highlighted = taking;
            return true;
        };
    };
    if (perform(Task::Durations, m_found->byBegin.size(), choose, &Workspace::searchDurationsChanged))
        emit searchDurationsChanged();
}

void Workspace::goToMatch(int index)
{
    if (m_isSearchPending) {
        m_awaitedMatch = index;
        return;
    }
    const int count = int(searchMatches().size());
    if (count == 0)
        return;
    const int wrapped = ((index % count) + count) % count;
    const bool changes = wrapped != m_searchIndex;
    m_searchIndex = wrapped;
    const SpanId span = searchMatches()[size_t(wrapped)];
    setSelectedSpan(span);
    revealSpan(span);
    commitPlace();
    if (changes)
        emit searchChanged();
}

} // namespace bubblescope
