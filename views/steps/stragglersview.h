// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inequalitymodel.h"
#include "panelview.h"

class QPushButton;

namespace bubblescope {

class Document;
class RunSteps;
class Selection;
class Sentence;
class TablePanel;

/// How much of the steps is lost because ranks, stages or operations differ, and to which of them.
class StragglersView : public PanelView {
    Q_OBJECT
public:
    StragglersView(const Document& document, Selection& selection, RunSteps& steps, QWidget* parent = nullptr);

    const InequalityModel& model() const { return m_model; }
    /// No other is wanted meanwhile.
    void setIdealIsComing(bool isComing);
    void setRefusal(const QString& why);

signals:
    /// The steps with equal operations are to be seen.
    void idealWanted();

protected:
    void refresh() override;

private:
    const Document& m_document;
    RunSteps& m_steps;
    InequalityModel m_model;
    Sentence* m_sentence;
    QPushButton* m_ideal;
    TablePanel* m_table;
};

} // namespace bubblescope
