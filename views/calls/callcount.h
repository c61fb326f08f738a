// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calltree.h"
#include "searchresult.h"
#include "slicedcount.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace bubblescope {

class Document;
class SearchState;
class Selection;
class TimeWindow;

/// The calls of what is selected, counted once for all views of them: of the selected range, else the chosen step, else
/// the run; of all ranks, the selected one, its stage, or of what was found. GUI thread only.
class CallCount : public QObject {
    Q_OBJECT
public:
    enum class Scope : int { Run, Rank, Stage, Found };

    CallCount(const Document& document, const Selection& selection, const TimeWindow& window,
        const SearchState& search, QObject* parent = nullptr);

    CallTree::Of of() const { return m_of; }
    void setOf(CallTree::Of of);
    Scope scope() const { return m_scope; }
    void setScope(Scope scope);

    /// Counts unless what is counted is what is selected; views ask for it once they are seen.
    void demand();
    /// Null until it is counted, and without a run.
    const std::shared_ptr<const CallTree>& tree() const { return m_tree; }
    /// "in step 3, of rank 2".
    QString extentText() const;
    QString emptyText() const; ///< a sentence: why there may be no calls

signals:
    void outdated(bool isOtherRun); ///< tree() is null, or of what was selected before
    void paused(double progress);   ///< 0 .. 1
    void counted();
    void choiceChanged(); ///< of() or scope()

private:
    void letGo(bool isOtherRun);
    TimeRange range() const;
    CallSelection selected() const;
    SearchResultPtr found() const;

    const Document& m_document;
    const Selection& m_selection;
    const TimeWindow& m_window;
    const SearchState& m_search;
    CallTree::Of m_of = CallTree::Of::Calls;
    Scope m_scope = Scope::Run;
    CallTree m_counting;
    SearchResultPtr m_only; ///< that are counted; null: all
    std::shared_ptr<const CallTree> m_tree;
    SlicedCount m_slices;
    bool m_isOutdated = true;
};

} // namespace bubblescope
