// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "partsearch.h"
#include "ranksearch.h"
#include "searchresult.h"
#include "timerange.h"
#include "tracework.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

class Document;
class Trace;
class TimeWindow;

/// The current search in the shown run and its matches. GUI thread only.
class SearchState : public QObject {
    Q_OBJECT
public:
    SearchState(const Document& document, TimeWindow& window, TraceWork& work, QObject* parent = nullptr);

    QString text() const { return m_text; }
    /// The part of the step that the text asks for, see PartSearch.
    std::optional<TimePart> part() const { return m_part; }
    /// Its spans; null where none is asked for, or until they are known.
    SearchResultPtr ofPart() const { return m_part && !m_isPending ? m_found : nullptr; }
    /// Asks for a part beside what is searched for otherwise; nothing: for none.
    void setPart(std::optional<TimePart> part);
    /// In the language of SpanQuery; empty ends the search.
    void setText(const QString& text);
    bool isSearching() const { return !m_text.isEmpty(); }
    /// Why the text is not a valid query; empty if it is.
    QString refusal() const { return m_refusal; }
    /// A search is still running; the matches are those of the previous text.
    bool isPending() const { return m_isPending; }

    const std::vector<SpanId>& matches() const { return found().byBegin; } ///< by begin; in memory
    /// Where some ranks are not in memory: the matches of all ranks, which are read one after another, as far as they
    /// are known; else null. They stay while ranks come into memory and go.
    RankMatchesPtr ofRanks() const { return m_ranks ? m_ranks->found : nullptr; }
    bool isReadingRanks() const { return m_ranks && m_ranks->isRunning; }
    /// What was found until now stays.
    void stopReadingRanks();
    /// Names of what ofRanks() found.
    TracePtr namesOfRanks() const;
    uint64_t count() const; ///< of all matches
    const DurationHistogram& histogram() const { return m_ranks ? m_ranks->found->durations : found().durations; }
    int index() const { return m_index; } ///< of the current match; -1 if none
    /// Wraps around; selects and shows the span once it is known, or in memory.
    void goToMatch(int index);
    /// The place of a match that is kept among all of them; -1 if it is none.
    int indexOf(const FoundSpan& match) const;
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
    void searchRanksFor(const SpanQuery& query);
    bool takeRanks(const RankMatchesPtr& found, bool isLast);
    void forgetRanks();

    /// A search that reads ranks. Shared with the thread that does it.
    struct RankSearch {
        QString text;
        std::shared_ptr<const RankBlocks> blocks {};
        RankMatchesPtr found = std::make_shared<const RankMatches>();
        std::atomic<bool> isStopped {false};
        bool isRunning = true;
    };
    const Document& m_document;
    TimeWindow& m_window;
    TraceWork& m_work;
    QString m_text;
    QString m_refusal;
    std::optional<TimePart> m_part;
    std::weak_ptr<const Trace> m_searched;
    SearchResultPtr m_found; // null without a search, or before its first result
    SearchResultPtr m_highlighted;
    bool m_isPending = false;
    std::optional<int> m_awaitedMatch;
    std::optional<int> m_awaitedDirection; // to show once it is found
    std::optional<TimeRange> m_durations;
    int m_index = -1;
    std::shared_ptr<RankSearch> m_ranks; // null where all ranks are in memory
};

} // namespace bubblescope
