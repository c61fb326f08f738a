// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"
#include "searchresult.h"
#include "selectionmodel.h"
#include "selectionsums.h"
#include "slicedcount.h"
#include "timeparts.h"

#include <QTimer>

#include <optional>

class QComboBox;
class QLabel;
class QToolButton;

namespace bubblescope {

class Document;
class Figures;
class SearchState;
class Selection;
class TablePanel;
class TimeWindow;

/// Statistics of the spans in the selected range, else in the visible range; of a part of the step, where that is
/// searched for. The previous result stays until the next one is complete.
class SelectionView : public PanelView {
    Q_OBJECT
public:
    SelectionView(const Document& document, Selection& selection, TimeWindow& window, const Figures& figures,
        const SearchState& search, TraceWork& work, QWidget* parent = nullptr);

    const SelectionModel& model() const { return m_model; }
    bool isCounting() const { return m_slices.isActive() || m_sums.isRunning(); }

protected:
    void refresh() override;
    void letGo() override;

private:
    void showResult();
    void showSums();
    QString countText(const SelectionSummary& summary) const;
    /// Whether ranks that are not in memory are counted, too: in a selected range only, not whenever the view moves.
    bool readsRanks() const;

    const Document& m_document;
    Selection& m_selection;
    TimeWindow& m_window;
    const Figures& m_figures;
    const SearchState& m_search;
    SelectionModel m_model;
    SelectionSummary m_summary;
    TracePtr m_trace;
    std::optional<TimePart> m_part; ///< that is counted alone
    SearchResultPtr m_counted;      ///< its spans; null: all are counted
    SelectionSummary::GroupBy m_by = SelectionSummary::GroupBy::Name;
    SlicedCount m_slices;
    SelectionSums m_sums; ///< instead of them where ranks are read
    QTimer m_pause; // waits while the user is still zooming
    QComboBox* m_groupBox;
    QLabel* m_label;
    QToolButton* m_stop;
    TablePanel* m_table;
};

} // namespace bubblescope
