// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"
#include "timerange.h"

#include <map>
#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace bubblescope {

class Document;
class QueryEditor;
class QueryPlot;
class QueryState;
class Selection;
class TablePanel;
class TimeWindow;

/// Asks in SQL about what is open: editor, ready questions, the answer as a table, and one column of it over another. A
/// row that is about a span, rank, stage, step or time selects that in every view.
class QueryView : public PanelView {
    Q_OBJECT
public:
    QueryView(QueryState& state, Document& document, Selection& selection, TimeWindow& window, QWidget* parent = nullptr);

    QueryEditor& editor() { return *m_editor; }
    TablePanel& table() { return *m_table; }
    QueryPlot& plot() { return *m_plot; }
    void setPlotVisible(bool visible);
    /// Asks one of readyQuestions().
    void askReady(size_t index);

signals:
    /// Where the rows are in the shown run, times by rank (-1 for none in particular); nothing unless that is wanted.
    void marked(const std::map<int, std::vector<TimeRange>>& times);

protected:
    void refresh() override;
    void restyle() override;

private:
    void buildTools(QWidget* parent);
    void updateRunning();
    void showAnswer();
    void choose(int row);
    void mark();

    QueryState& m_state;
    Document& m_document;
    Selection& m_selection;
    TimeWindow& m_window;
    QueryEditor* m_editor;
    TablePanel* m_table;
    QStackedWidget* m_answer; ///< the table, or a hint before there is one
    QLabel* m_hint;
    QueryPlot* m_plot;
    QPushButton* m_run;
    QToolButton* m_questions;
    QToolButton* m_plotButton;
    QToolButton* m_markButton;
    QLabel* m_status;
};

} // namespace bubblescope
