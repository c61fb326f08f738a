// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "idlecausemodel.h"
#include "panelview.h"

#include <memory>

class QComboBox;
class QLabel;

namespace bubblescope {

class TablePanel;
class Workspace;

/// What hosts of a profiler run did while their GPUs had no work, for the part of the run that all figures refer to. A
/// click on a row shows its longest pause.
class IdleCausesView : public PanelView {
    Q_OBJECT
public:
    explicit IdleCausesView(Workspace& workspace, QWidget* parent = nullptr);
    const IdleCauseModel& model() const { return m_model; }
    TablePanel* table() const { return m_table; }

protected:
    void refresh() override;
    void letGo() override;

private:
    void showResult();
    void showPause(int row);
    QString summaryText() const;

    struct Found;
    Workspace& m_workspace;
    IdleCauseModel m_model;
    std::shared_ptr<const Found> m_found; ///< null until known
    int m_asked = 0;                      ///< of the last question, to know its answer
    QComboBox* m_rowsBox;
    QLabel* m_label;
    TablePanel* m_table;
};

} // namespace bubblescope
