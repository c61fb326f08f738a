// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "planmemorymodel.h"

#include <QWidget>

#include <utility>
#include <vector>

namespace bubblescope {

/// Memory of one GPU of each stage as a stacked bar against the memory of the GPU; the other plan's total as a thin bar
/// above. Hovering shows figures; the table beside it says the same.
class PlanMemoryBars : public QWidget {
    Q_OBJECT
public:
    /// The model must outlive it.
    explicit PlanMemoryBars(const PlanMemoryModel& model, QWidget* parent = nullptr);

    void setColors(const Palette& colors);
    static std::vector<std::pair<QString, QColor>> legend(const Palette& colors);
    /// Where part `part` of a stage is drawn; empty where it has no width.
    QRectF rectOf(int stage, size_t part) const;
    QRectF rectBefore(int stage) const;
    QRectF figureOf(int stage) const; ///< where its total stands
    double gpuLineAt() const; ///< x in pixels; negative where the GPU's memory is not known
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void takeModel();
    int rowHeight() const;
    int topHeight() const; ///< of the line with the GPU's memory
    int stages() const { return int(m_model.after().stages.size()); }
    double place(double bytes) const;
    double nameWidth() const;
    double figureWidth() const;

    const PlanMemoryModel& m_model;
    Palette m_colors = Palette::light();
    double m_most = 1; ///< bytes
};

} // namespace bubblescope
