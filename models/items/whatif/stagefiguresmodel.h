// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formatting.h"
#include "stepfigures.h"
#include "tablemodel.h"

namespace bubblescope {

/// Stages of a simulated step: busy, span, microbatches in flight, memory.
class StageFiguresModel : public TableModel {
    Q_OBJECT
public:
    enum Column { StageColumn, BusyColumn, ShareColumn, InFlightColumn, MemoryColumn };
    explicit StageFiguresModel(QObject* parent = nullptr);
    /// `gpuMemory` in bytes; 0 if unknown.
    void setFigures(const StepFigures& figures, double gpuMemory);

protected:
    int rows() const override { return int(m_figures.stages.size()); }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString plainText(int row, int column) const override;
    QString toolTip(int row, int column) const override;

private:
    StepFigures m_figures;
    TimeFormat m_times;
    double m_gpuMemory = 0;
};

} // namespace bubblescope
