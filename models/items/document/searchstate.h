// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "searchresult.h"
#include "timerange.h"
#include "tracework.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

class Document;
class Selection;
class Trace;
class TimeWindow;

/// The current search in the shown run and its matches. GUI thread only.
class SearchState : public QObject {
    Q_OBJECT
public:
    SearchState(
        const Document& document, Selection& selection, TimeWindow& window, TraceWork& work, QObject* parent = nullptr);

    QString text() const { return m_text; }
    /// In the language of SpanQuery; empty ends the search.
    void setText(const QString& text);
    bool isSearching() const { return !m_text.isEmpty(); }
    /// Why the text is not a valid query; empty if it is.
    QString refusal() const { return m_refusal; }
    /// A search is still running; the matches are those of the previous text.
    bool isPending() const { return m_isPending; }

    const std::vector<SpanId>& matches() const { return found().byBegin; } ///< by begin
    const DurationHistogram& histogram() const { return found().durations; }
    int index() const { return m_index; } ///< of the current match; -1 if none
    /// Wraps around; selects and shows the span once it is known.
    void goToMatch(int index);
    /// The next (1) or previous (-1) match; the first one is the nearest in or after the visible range, or before it.
    void goToNext(int direction);

    /// Highlights only matches with durations in this range; nullopt for all matches. A new search starts with
    /// all.
    void setDurations(std::optional<TimeRange> durations);
    std::optional<TimeRange> durations() const { return m_durations; }
    /// The highlighted matches; null if there is no search.
    const SearchResultPtr& highlighted() const { return m_highlighted; }

signals:
    void changed(); ///< text, matches or current match
    void durationsChanged();

private:
    void findMatches();
    const SearchResult& found() const;
    void giveUp(TraceWork::Task task);

    const Document& m_document;
    Selection& m_selection;
    TimeWindow& m_window;
    TraceWork& m_work;
    QString m_text;
    QString m_refusal;
    std::weak_ptr<const Trace> m_searched;
    SearchResultPtr m_found; // null without a search, or before its first result
    SearchResultPtr m_highlighted;
    bool m_isPending = false;
    std::optional<int> m_awaitedMatch;
    std::optional<int> m_awaitedDirection; // to show once it is found
    std::optional<TimeRange> m_durations;
    int m_index = -1;
};

} // namespace bubblescope
