// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingmodel.h"
#include "panelview.h"
#include "searchresult.h"
#include "timeparts.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QSplitter;

namespace bubblescope {

class Diagnosis;
class Document;
class SearchState;
class Sentence;
class TablePanel;

/// What costs most: a ranked table next to the chosen finding in words, with where to look and what to try. Where a
/// part of the step is searched for, only what is about it.
class FindingsView : public PanelView {
    Q_OBJECT
public:
    FindingsView(const Document& document, const SearchState& search, Diagnosis& diagnosis, QWidget* parent = nullptr);

    const FindingModel& model() const { return m_model; }
    /// "Findings 3", for the tab.
    QString title() const;
    /// Progress of the analysis, 0 .. 1, until findings are set.
    void setProgress(double share);

signals:
    void titleChanged();
    /// Requests knobs that try the chosen finding's suggestion.
    void tryRequested(const bubblescope::Finding& finding);
    /// Requests a note about it in the timeline.
    void pinRequested(const bubblescope::Finding& finding);
    /// Request to stop the analysis, and to repeat it.
    void stopRequested();
    void lookRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void refresh() override;
    void letGo() override;
    void restyle() override;

private:
    void shareWidth();
    enum class Looking : uint8_t { Unseen, Shown, Stopped };
    /// Of the finding in words: the chosen one, else the first that is listed; -1 if there is none.
    int shownIndex() const;
    /// What costs are shares of is a whole recording, in which nothing marks a step.
    bool isOfRecording() const;
    void showFinding();
    void showWords();
    void stopOrLook();
    void showLooking();
    QString lookingText() const;
    QString partText(TimePart part) const;

    const Document& m_document;
    const SearchState& m_search;
    Diagnosis& m_diagnosis;
    FindingModel m_model;
    TablePanel* m_table;
    Sentence* m_verdict;
    QLabel* m_words;
    QScrollArea* m_scroll;
    QPushButton* m_look;
    QPushButton* m_try;
    QPushButton* m_pin;
    Sentence* m_whyNot; // there is nothing to try
    QPushButton* m_stop; // next to the verdict on earlier findings
    QSplitter* m_split;
    bool m_isSplitByUser = false;
    std::optional<TimePart> m_part; // that is searched for
    SearchResultPtr m_ofPart;       // its spans, once they are known
    Looking m_looking = Looking::Unseen;
    double m_progress = 0;
};

} // namespace bubblescope
