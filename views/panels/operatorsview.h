// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatormodel.h"
#include "panelview.h"
#include "searchresult.h"
#include "slicedcount.h"
#include "timeparts.h"

#include <optional>

class QComboBox;
class QLabel;

namespace bubblescope {

class Document;
class SearchState;
class Selection;
class TablePanel;
class TimeWindow;

/// Kernels and operators of a profiler run as tables, for the selected range, else the chosen step, else the run; of a
/// part of the step, where that is searched for.
class OperatorsView : public PanelView {
    Q_OBJECT
public:
    OperatorsView(const Document& document, Selection& selection, TimeWindow& window, SearchState& search,
        QWidget* parent = nullptr);
    TablePanel* table() const { return m_table; }

protected:
    void refresh() override;
    void letGo() override;

private:
    void showResult();
    void listWhatThereIs();
    TimeRange range() const;

    const Document& m_document;
    Selection& m_selection;
    TimeWindow& m_window;
    SearchState& m_search;
    OperatorModel m_model;
    OperatorTable m_counted;
    TracePtr m_trace;
    std::optional<TimePart> m_part; ///< that is asked for
    SearchResultPtr m_ofPart;       ///< its spans; null: all are counted
    OperatorTable::Of m_of = OperatorTable::Of::Kernels;
    QComboBox* m_ofBox;
    QLabel* m_label;
    TablePanel* m_table;
    SlicedCount m_slices;
};

} // namespace bubblescope
