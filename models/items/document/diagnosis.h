// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings.h"
#include "stepreasons.h"

#include <QObject>

namespace bubblescope {

class Document;
class SearchState;
class Selection;
class TimeWindow;

/// What costs most in the shown run, and why its step takes so long. Set by the jobs that compute it. GUI thread only.
class Diagnosis : public QObject {
    Q_OBJECT
public:
    Diagnosis(const Document& document, Selection& selection, TimeWindow& window, const SearchState& search,
        QObject* parent = nullptr);

    const FindingsPtr& findings() const { return m_findings; } ///< null until known
    /// The current finding stays current if it is among the new ones.
    void setFindings(FindingsPtr findings);
    int findingIndex() const { return m_findingIndex; } ///< -1 if none
    void goToFinding(int index);                        ///< wraps around; shows and selects its evidence
    void markFinding(int index);                        ///< without going there
    /// Whether it is about the part of the step that is searched for; all are where none is.
    bool isWanted(int index) const;
    /// The next one that is wanted (1), or the previous one (-1).
    void goToNextFinding(int direction);

    /// Critical path, slack and bubble causes of the current step; null until they are known for what is
    /// shown.
    StepReasonsPtr reasons() const;
    void setReasons(StepReasonsPtr reasons);

signals:
    void findingsChanged();
    void findingChanged();
    void evidenceShown(); ///< of the current finding, after it was selected
    void reasonsChanged();

private:
    const Document& m_document;
    Selection& m_selection;
    TimeWindow& m_window;
    const SearchState& m_search;
    FindingsPtr m_findings;
    int m_findingIndex = -1;
    StepReasonsPtr m_reasons;
};

} // namespace bubblescope
