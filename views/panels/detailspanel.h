// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "detailmodel.h"
#include "details.h"
#include "panelview.h"

namespace bubblescope {

class Workspace;
class TablePanel;

/// Everything known about the selected span; without one, facts of the run (or table, workload, log). Enter or a double
/// click on a related span goes there.
class DetailsPanel : public PanelView {
    Q_OBJECT
public:
    explicit DetailsPanel(Workspace& workspace, QWidget* parent = nullptr);

    const DetailModel& model() const { return m_model; }
    /// Sets the span's record in its file, read elsewhere; shown while that span is selected.
    void setRecord(SpanId span, DetailFields record);

protected:
    void refresh() override;
    void restyle() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitColumns();
    void goTo(int row);

    Workspace& m_workspace;
    DetailModel m_model;
    SpanId m_recordOf;
    DetailFields m_record;
    TablePanel* m_table;
};

} // namespace bubblescope
