// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchstate.h"

#include "document.h"
#include "selection.h"
#include "spanquery.h"
#include "tabletexts.h"
#include "timewindow.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

SearchState::SearchState(
    const Document& document, Selection& selection, TimeWindow& window, TraceWork& work, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection), m_window(window), m_work(work)
{
    connect(&document, &Document::replaced, this, &SearchState::findMatches);
    connect(&document, &Document::told, this, &SearchState::changed);
    connect(&work, &TraceWork::givenUp, this, &SearchState::giveUp);
}

void SearchState::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    findMatches();
    emit changed();
}

const SearchResult& SearchState::found() const
{
    static const SearchResult nothing;
    return m_found ? *m_found : nothing;
}

void SearchState::findMatches()
{
    m_durations.reset();
    m_isPending = false;
    m_awaitedMatch.reset();
    m_awaitedDirection.reset();
    m_index = -1;
    m_refusal.clear();
    const TracePtr now = m_document.trace();
    if (now != m_searched.lock() || m_text.isEmpty())
        m_found = nullptr;
    m_highlighted = m_found;
    m_searched = now;
    if (!now || m_text.isEmpty())
        return;
    Result<SpanQuery> query = SpanQuery::parse(m_text.toStdString());
    m_refusal = query ? QString() : messageText(query.error().message);
    if (!query || query->isEmpty()) {
        m_found = m_highlighted = std::make_shared<const SearchResult>();
        return;
    }
    m_isPending = true;
    const auto search = [this, now, query = std::move(query).value(), text = m_text]() -> TraceWork::Take {
        return [this, now, text, found = searchTrace(*now, query)] {
            if (!m_isPending || m_document.trace() != now || m_text != text)
                return false;
            m_isPending = false;
            m_found = m_highlighted = found;
            if (m_awaitedMatch)
                goToMatch(*std::exchange(m_awaitedMatch, {}));
            if (m_awaitedDirection)
                goToNext(*std::exchange(m_awaitedDirection, {}));
            return true;
        };
    };
    m_work.perform(TraceWork::Task::Search, now->spanCount(), search, [this] { emit changed(); });
}

/// The task ended without a result; stop waiting for it.
void SearchState::giveUp(TraceWork::Task task)
{
    if (task != TraceWork::Task::Search || !m_isPending)
        return;
    m_isPending = false;
    m_awaitedMatch.reset();
    m_awaitedDirection.reset();
    m_found = m_highlighted = std::make_shared<const SearchResult>();
    emit changed();
}

void SearchState::setDurations(std::optional<TimeRange> durations)
{
    if (durations == m_durations || m_isPending)
        return;
    m_durations = durations;
    const TracePtr now = m_document.trace();
    if (!now || !durations || !m_found) {
        m_highlighted = m_found;
        emit durationsChanged();
        return;
    }
    const auto choose = [this, now, found = m_found, wanted = *durations]() -> TraceWork::Take {
        return [this, found, wanted, taking = matchesTaking(*found, *now, wanted)] {
            if (m_found != found || m_durations != wanted)
                return false;
            m_highlighted = taking;
            return true;
        };
    };
    const auto tell = [this] { emit durationsChanged(); };
    if (m_work.perform(TraceWork::Task::Durations, m_found->byBegin.size(), choose, tell))
        emit durationsChanged();
}

void SearchState::goToNext(int direction)
{
    if (m_isPending) {
        m_awaitedDirection = direction;
        return;
    }
    if (m_index >= 0 || matches().empty()) {
        goToMatch(m_index + direction);
        return;
    }
    const TracePtr now = m_document.trace();
    const TimeNs from = m_window.visibleRange().begin;
    const auto first = std::partition_point(
        matches().begin(), matches().end(), [&now, from](SpanId span) { return now->begin(span) < from; });
    goToMatch(int(first - matches().begin()) - (direction < 0 ? 1 : 0));
}

void SearchState::goToMatch(int index)
{
    if (m_isPending) {
        m_awaitedMatch = index;
        return;
    }
    const int count = int(matches().size());
    if (count == 0)
        return;
    const int wrapped = ((index % count) + count) % count;
    const bool isOther = wrapped != m_index;
    m_index = wrapped;
    const SpanId span = matches()[size_t(wrapped)];
    m_selection.setSpan(span);
    m_window.revealSpan(span);
    m_window.commitPlace();
    if (isOther)
        emit changed();
}

} // namespace bubblescope
