// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "queryanswermodel.h"

#include <QPointF>
#include <QWidget>

#include <optional>

class QComboBox;
class QCPGraph;
class QCustomPlot;

namespace bubblescope {

/// One column of numbers of an answer over another, as points.
class QueryPlot : public QWidget {
    Q_OBJECT
public:
    explicit QueryPlot(const QueryAnswerModel& model, QWidget* parent = nullptr);

    void setColors(const Palette& colors);
    /// Takes the columns of the model; keeps the chosen ones if they are still there.
    void updateColumns();
    /// Column of the model; nothing happens if it holds no numbers.
    void setValues(int column);
    /// Rings the point of this row; -1 for none.
    void markRow(int row);
    int keys() const;   ///< column along the bottom; -1 for the number of the row
    int values() const; ///< -1 if there is none
    int pointCount() const;
    int markedRow() const { return m_markedRow; }

signals:
    /// A point was clicked.
    void rowChosen(int row);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void redraw();
    void ringMarkedRow();
    void chooseAt(const QPoint& position);
    /// Nothing where a column holds no number in this row.
    std::optional<QPointF> pointOf(int row) const;

    const QueryAnswerModel& m_model;
    QComboBox* m_keys;
    QComboBox* m_values;
    QCustomPlot* m_plot;
    QCPGraph* m_points;
    QCPGraph* m_ring;
    Palette m_colors;
    int m_markedRow = -1;
};

} // namespace bubblescope
