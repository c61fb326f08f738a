// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"
#include "runsummary.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace bubblescope {

class Workspace;

/// A stretch of a bar of parts in one colour; begin and end are shares of the bar.
struct PartPiece {
    TimePart part = TimePart::Compute;
    Category category = Category::Other; ///< colours of work
    double begin = 0;
    double end = 0;
};
/// In order, without parts of no width; `split` has the categories that compute and communication are made of.
std::vector<PartPiece> partPieces(const TimeParts& parts, const TimeSplit& split);
/// Its colour, or the ground of its pattern.
QColor partColor(const PartPiece& piece, const Palette& palette);

/// What the shown step is made of, all ranks together: one thin bar whose parts add up to ranks x step, and a second
/// one for the simulated step where both are shown. A click searches for the spans of a part; another click, or Escape,
/// ends that. Keys: Left, Right, Space. Hidden where there is no step.
class PartsBar : public QWidget {
    Q_OBJECT
public:
    explicit PartsBar(Workspace& workspace, QWidget* parent = nullptr);

    struct Bar {
        QString name; ///< "measured"; empty if it is the only one
        TimeParts parts;
        TimeSplit split; ///< for the colours inside a part
        size_t ranks = 1;
    };
    /// From above.
    const std::vector<Bar>& bars() const { return m_bars; }
    /// Where a part is drawn; empty where it has no width.
    QRectF rectOf(size_t bar, TimePart part) const;
    /// All parts in words, as the tool tip of a bar has them: HTML.
    QString legend(size_t bar) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Place {
        size_t bar = 0;
        TimePart part = TimePart::Compute;
        bool operator==(const Place&) const = default;
    };
    void takeFigures();
    QRectF barRect(size_t bar) const;
    QRectF rectOf(size_t bar, const PartPiece& piece) const;
    std::vector<PartPiece> piecesOf(size_t bar) const { return partPieces(m_bars[bar].parts, m_bars[bar].split); }
    std::optional<Place> placeAt(QPointF point) const;
    std::vector<Place> choices() const;
    void toggle(TimePart part);
    QBrush brushOf(const PartPiece& piece) const;
    void paintBar(QPainter& painter, size_t bar) const;
    void paintLabel(QPainter& painter, size_t bar, TimePart part, const std::vector<PartPiece>& pieces) const;
    void setHovered(std::optional<Place> place);

    Workspace& m_workspace;
    Palette m_palette;
    std::vector<Bar> m_bars;
    std::optional<Place> m_hovered; ///< by the mouse, or the keys
};

} // namespace bubblescope
