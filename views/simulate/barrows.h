// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"

#include <QWidget>

#include <vector>

namespace bubblescope {

/// Rows of a label, a bar on a common axis and a figure: waterfalls and tornado charts. If all bars have most of their
/// length in common, the axis starts later and bars are drawn broken. A click or Enter chooses a row.
class BarRows : public QWidget {
    Q_OBJECT
public:
    enum class Tone : uint8_t { Total, Better, Worse, Neutral };
    struct Row {
        QString label;
        double from = 0;
        double to = 0;
        QString figure; ///< next to the bar
        QString toolTip;
        Tone tone = Tone::Neutral;
        bool isMuted = false; ///< cannot be chosen, or does not fit
        double below = 0;     ///< `to` may be smaller by so much
        double above = 0;     ///< or larger
        bool isHeading = false; ///< a label alone: what the rows below it have in common
        bool isText = false;    ///< has no bar: the figure is a sentence in its place
    };

    explicit BarRows(const QString& name, QWidget* parent = nullptr);
    void setColors(const Palette& colors);
    /// `areChoosable`: mouse, Tab and arrow keys reach the rows. `areChained`: each bar starts where the previous one
    /// ends, shown by a line.
    void setRows(std::vector<Row> rows, bool areChoosable, bool areChained);
    const std::vector<Row>& rows() const { return m_rows; }
    /// Where a bar is drawn.
    QRectF barRect(int row) const;
    int rowAt(QPoint point) const; ///< -1 if none; not a heading
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void rowChosen(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Axis {
        double from = 0;
        double to = 1;
        bool isBroken = false;
    };
    Axis axis() const;
    double labelWidth() const;
    double figureWidth() const;
    double rowHeight() const;
    double place(double value) const;
    /// The next row from `row` on that is no heading, up or down; -1 if there is none.
    int rowFrom(int row, int direction) const;

    std::vector<Row> m_rows;
    Palette m_colors;
    bool m_areChoosable = false;
    bool m_areChained = false;
    int m_current = -1;
    int m_hovered = -1;
};

} // namespace bubblescope
