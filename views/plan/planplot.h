// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "palette.h"
#include "planstate.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// What throughput is drawn over.
enum class PlanAxis : uint8_t { Memory, Gpus, Cost };

/// Throughput per GPU of all configurations that were timed over the memory of their fullest stage, the number of GPUs
/// or the cost: faint points, shaped and coloured by what binds them; the Pareto front as a line with ranges; the job as
/// it is described as a ring; the memory of a GPU as a dashed line. Hovering shows figures, a click chooses; wheel and
/// drag move the axes, a double click shows everything. Keys: Left, Right, Home, End along the front, Escape for the
/// job as it is described.
class PlanPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit PlanPlot(PlanState& state, QWidget* parent = nullptr);

    void setColors(const Palette& colors);
    void setAxis(PlanAxis axis);
    PlanAxis axis() const { return m_axis; }
    /// Takes what the state holds.
    void refill();
    void showAll();

    /// Where a candidate is drawn; nullopt where the filter leaves it out. -1: the job as it is described.
    std::optional<QPointF> pixelOf(int row) const;
    int pointCount() const { return int(m_rows.size()); }
    /// Rows of the front, in the order of the axis.
    const std::vector<int>& front() const { return m_front; }
    /// Its colour; its mark has a shape of its own, too.
    static QColor limitColor(PlanLimit limit, const Palette& colors);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int nothing = -2;
    double keyOf(const PlanCandidate& candidate) const;
    const PlanCandidate* candidateAt(int row) const; ///< -1: the job as it is described
    int rowNear(const QPointF& position) const; ///< `nothing` if there is none
    void drawFaint();
    void drawFront();
    void drawMarks();
    void addLabel(const QPointF& at, const QString& text, const QColor& color, bool isBold);
    void fitTicks();
    void fitLabels();

    struct Label {
        QCPItemText* item = nullptr; ///< the plot's
        double key = 0;
        QString text; ///< whole
    };

    PlanState& m_state;
    Palette m_colors = Palette::light();
    PlanAxis m_axis = PlanAxis::Memory;
    std::vector<int> m_rows; ///< that the filter lets through
    std::vector<int> m_front;
    std::vector<Label> m_labels;
    int m_hovered = nothing;
    QPoint m_pressed;
};

} // namespace bubblescope
