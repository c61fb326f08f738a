// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "panelview.h"

class QComboBox;
class QScrollArea;

namespace bubblescope {

class CallBar;
class CallCount;
class CallTree;
class FlamePlot;
class Selection;
class TimeWindow;

/// Calls as boxes below their callers, as wide as their time on threads or on GPUs. A click selects the longest span of
/// the call in the timeline; a double click, or Enter, lets it take the whole width.
class FlameView : public PanelView {
    Q_OBJECT
public:
    FlameView(CallCount& calls, Selection& selection, TimeWindow& window, QWidget* parent = nullptr);
    FlamePlot& plot() const { return *m_plot; }

protected:
    void refresh() override;
    void letGo() override;
    void restyle() override;

private:
    void showTree();
    void suggestMeasure(const CallTree& tree);

    CallCount& m_calls;
    Selection& m_selection;
    CallBar* m_bar;
    QComboBox* m_of;
    FlamePlot* m_plot;
    QScrollArea* m_area;
    bool m_isMeasureOfUser = false;
    bool m_hasMeasure = false; ///< that of the user, or suggested for this run
};

} // namespace bubblescope
