// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calltreemodel.h"
#include "panelview.h"

class QTreeView;

namespace bubblescope {

class CallBar;
class CallCount;
class Selection;
class TimeWindow;

/// Who called what, as a tree with times. The call that is chosen selects its longest span in the timeline; Enter or a
/// double click goes there.
class CallTreeView : public PanelView {
    Q_OBJECT
public:
    CallTreeView(CallCount& calls, Selection& selection, TimeWindow& window, QWidget* parent = nullptr);
    QTreeView* tree() const { return m_tree; }
    const CallTreeModel& model() const { return m_model; }

protected:
    void refresh() override;
    void letGo() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showTree();
    void fitColumns();
    void find();
    void copy();

    CallCount& m_calls;
    Selection& m_selection;
    TimeWindow& m_window;
    CallTreeModel m_model;
    CallBar* m_bar;
    QTreeView* m_tree;
    bool m_isFitting = false;
    bool m_userSized = false; ///< columns keep the widths set by the user
};

} // namespace bubblescope
