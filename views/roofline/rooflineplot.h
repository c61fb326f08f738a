// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "customplot.h"
#include "operatorwork.h"
#include "palette.h"
#include "roofline.h"
#include "rooflinestate.h"

#include <QPoint>

#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

class RooflineDots;

/// FLOP/s over FLOPs per byte, both in powers of ten: a dot for each operator and shape, its area its GPU time, below
/// lines of what the GPU can do and of what it reached. Dots of a compared run are rings. A click, or the arrow keys,
/// choose a dot.
class RooflinePlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit RooflinePlot(QWidget* parent = nullptr);

    void setColors(const Palette& colors);
    /// Null: nothing.
    void setOperators(RooflineOperatorsPtr found);
    /// Of the operators; -1: none.
    void setChosen(int place);
    int chosen() const { return m_chosen; }

    size_t pointCount() const { return m_points.size(); }
    /// Where the dot of an operator is, in pixels; nullopt if it has none.
    std::optional<QPointF> pixelOf(int place) const;
    /// Of the dot of an operator, in pixels; in a low plot all are smaller.
    double radiusOfDot(int place) const;
    /// Of kinds that have a dot, in the order of a legend.
    std::vector<OperatorKind> kinds() const;
    static QColor kindColor(OperatorKind kind, const Palette& colors);
    /// What the GPU can do by its data sheet; empty where it is not known.
    const Roofs& peaks() const { return m_peaks; }
    const Roofs& reached() const { return m_reached; }

signals:
    /// The user chose the dot of this operator.
    void chosenByUser(int place);
    /// The same of the run that is compared.
    void otherChosenByUser(int place);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A dot below the pointer: of the shown run, or of the compared one.
    struct Hit {
        int place = -1;
        bool isOther = false;
        bool operator==(const Hit&) const = default;
    };
    struct Roof {
        QCPGraph* line = nullptr; ///< of QCustomPlot, as the label
        QCPItemText* label = nullptr;
        double flopsPerSecond = 0;
        double bytesPerSecond = 0;
    };
    Hit hitAt(const QPointF& position) const;
    const OperatorUse& useOf(const Hit& hit) const;
    void refill();
    void drawRoofs();
    void addRoof(double flopsPerSecond, double bytesPerSecond, const QPen& pen, const QString& text);
    void fitRoofs();
    void fitLabels();
    void showAll();
    void fitTicks();

    Palette m_colors = Palette::light();
    RooflineOperatorsPtr m_found;
    std::vector<RooflinePoint> m_points;      ///< the largest first, so that small dots lie above
    std::vector<RooflinePoint> m_otherPoints; ///< the same
    double m_mostNs = 0;                      ///< of an operator
    Roofs m_peaks;
    Roofs m_reached;
    std::vector<Roof> m_roofs;      ///< highest first
    RooflineDots* m_dots = nullptr; ///< of QCustomPlot
    int m_chosen = -1;
    Hit m_hovered;
    QPoint m_pressed;
};

} // namespace bubblescope
