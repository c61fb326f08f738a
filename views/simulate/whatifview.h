// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"
#include "sensitivity.h"
#include "stagefiguresmodel.h"
#include "stepformulas.h"
#include "steppartsmodel.h"
#include "waterfall.h"
#include "whatifsubject.h"

#include <optional>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QScrollArea;
class QSplitter;
class QTabWidget;
class QTableWidget;
class QToolButton;

namespace bubblescope {

class BarRows;
class Document;
class TablePanel;

/// The composition of a simulated step: its parts next to the opened ones, the waterfall between them, what helps most,
/// the formulas with their numbers, stages and memory, assumptions.
class WhatIfView : public PanelView {
    Q_OBJECT
public:
    explicit WhatIfView(const Document& document, QWidget* parent = nullptr);

    void setSubject(std::optional<WhatIfSubject> subject);
    /// Results so far; `isRunning` while more are computed.
    void setGains(std::vector<KnobGain> gains, bool isRunning);
    const std::vector<KnobGain>& gains() const { return m_gains; }
    /// Adds a tab behind that of what helps most.
    void addPage(const QString& title, QWidget* page);
    /// Shows the tab of what helps most.
    void raiseGains();
    /// Shows an added tab by the object name of its page.
    void raisePage(const QString& name);

signals:
    /// The user wants to know; computed in the background and answered with setGains().
    void gainsRequested();
    void gainChosen(int index);

protected:
    void refresh() override;
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeWaterfall();
    void showGains();
    void showFormulas(const SimulatedStep& step);
    void fillFormulas();
    /// Selects the formulas for a part of the step.
    void explain(StepPartId part);

    const Document& m_document;
    std::optional<WhatIfSubject> m_subject;
    std::vector<KnobGain> m_gains;
    std::vector<int> m_gainOfRow; ///< of m_tornado; -1: a heading
    bool m_gainsAreRunning = false;
    bool m_hasPages = false; ///< added ones
    std::vector<WaterfallBar> m_bars;
    std::vector<FormulaLine> m_lines; ///< rows of m_formulas
    bool m_formulasAreStale = false;  ///< m_formulas does not show m_lines yet
    StepPartsModel m_parts;
    StageFiguresModel m_stages;
    TablePanel* m_partsTable;
    TablePanel* m_stagesTable;
    BarRows* m_waterfall;
    BarRows* m_tornado;
    QLabel* m_gainWords;
    QToolButton* m_gainButton;
    QScrollArea* m_waterfallArea;
    QSplitter* m_split;
    QTabWidget* m_tabs;
    QWidget* m_gainPage;
    QTableWidget* m_formulas;
    QPlainTextEdit* m_assumptions;
};

} // namespace bubblescope
