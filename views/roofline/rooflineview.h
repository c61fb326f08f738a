// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"
#include "rooflinemodel.h"

namespace bubblescope {

class LegendRow;
class RooflinePlot;
class RooflineState;
class SearchState;
class Sentence;
class TablePanel;

/// How fast operators are beside what the GPU can do: a roofline, and beside it all operators with their work. Choosing
/// one searches for its calls; a double click goes to the first of them.
class RooflineView : public PanelView {
    Q_OBJECT
public:
    RooflineView(RooflineState& state, SearchState& search, QWidget* parent = nullptr);

    const RooflineModel& model() const { return m_model; }
    RooflinePlot* plot() const { return m_plot; }
    Illustration illustration() const override;

protected:
    void refresh() override;
    void restyle() override;
    void letGo() override;

private:
    void choose(int row);
    QString sentence() const;

    RooflineState& m_state;
    SearchState& m_search;
    RooflineModel m_model;
    Sentence* m_sentence;
    LegendRow* m_legend;
    RooflinePlot* m_plot;
    TablePanel* m_table;
};

} // namespace bubblescope
