// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "panelview.h"
#include "searchmodel.h"

#include <optional>

class QLabel;
class QToolButton;

namespace bubblescope {

class Document;
class NameTicker;
class SearchState;
class TimeWindow;
class Selection;
class TablePanel;

/// Search matches as a list, with a histogram of their durations: a click on a bar lists only its spans and highlights
/// them in the timeline.
class SearchResultsView : public PanelView {
    Q_OBJECT
public:
    SearchResultsView(const Document& document, Selection& selection, SearchState& search, const TimeWindow& window,
        QWidget* parent = nullptr);

    const SearchModel& model() const { return m_model; }
    const DurationHistogram& histogram() const { return m_histogram; }
    QCustomPlot* plot() const { return m_plot; }
    /// Centre of a bar in pixels of plot(); for tests.
    QPoint barCenter(int bar) const;

protected:
    void refresh() override;
    void letGo() override;
    void restyle() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The bar whose durations alone are wanted; -1 if all are.
    int chosenBar() const;
    void showHistogram();
    void showList();
    void showCount(uint64_t count);
    /// All matches that are listed, whose rows come first.
    std::vector<FoundSpan> listed() const;
    uint64_t listedCount() const;
    QString searchedShare() const;
    void chooseBar(int bar);
    int barAt(const QPoint& position) const;
    void showCurrent();

    const Document& m_document;
    Selection& m_selection;
    SearchState& m_search;
    const TimeWindow& m_window;
    SearchModel m_model;
    DurationHistogram m_histogram;
    QString m_text;
    TracePtr m_trace;
    SearchResultPtr m_highlighted;
    TimeNs m_zero = 0;        ///< begins in the list count from here
    RankMatchesPtr m_ofRanks; ///< null where all ranks are in memory
    int m_bar = -1; ///< -1: all are listed
    QLabel* m_label;
    QToolButton* m_stop;
    QCustomPlot* m_plot;
    QSharedPointer<NameTicker> m_edgeTicker;
    TablePanel* m_table;
};

} // namespace bubblescope
