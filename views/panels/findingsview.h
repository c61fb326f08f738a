// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findingmodel.h"
#include "panelview.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace bubblescope {

class Diagnosis;
class Document;
class TablePanel;

/// What costs most: a ranked table, and beside it the chosen finding in words, with where to look and what to try.
class FindingsView : public PanelView {
    Q_OBJECT
public:
    FindingsView(const Document& document, Diagnosis& diagnosis, QWidget* parent = nullptr);

    const FindingModel& model() const { return m_model; }
    /// "Findings 3": for the tab.
    QString title() const;
    /// So much of the looking is done, 0 .. 1; until there are findings, which end it.
    void setProgress(double share);

signals:
    void titleChanged();
    /// Knobs that try the chosen finding's suggestion.
    void tryRequested(const bubblescope::Finding& finding);
    /// A note about it in the timeline.
    void pinRequested(const bubblescope::Finding& finding);
    /// To give up looking, and to look once more.
    void stopRequested();
    void lookRequested();

protected:
    void refresh() override;
    void restyle() override;

private:
    enum class Looking : uint8_t { Unseen, Shown, Stopped };
    void showFinding();
    void stopOrLook();
    void showLooking();
    QString lookingText() const;

    const Document& m_document;
    Diagnosis& m_diagnosis;
    FindingModel m_model;
    TablePanel* m_table;
    QLabel* m_verdict;
    QLabel* m_words;
    QScrollArea* m_scroll;
    QPushButton* m_look;
    QPushButton* m_try;
    QPushButton* m_pin;
    QPushButton* m_stop; // beside the verdict on what was found before
    Looking m_looking = Looking::Unseen;
    double m_progress = 0;
};

} // namespace bubblescope
