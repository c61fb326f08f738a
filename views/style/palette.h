// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <QBrush>
#include <QColor>

#include <array>

class QPalette;
class QWidget;

namespace bubblescope {

/// All colours of the window, light or dark. Data colours are those of Okabe and Ito, which suit colour-blind users,
/// and are the same on both backgrounds; everything else is subdued. Plain values: views keep a copy and replace it
/// when the desktop changes (QEvent::PaletteChange).
struct Palette {
    bool isDark = false;
    QColor surface; ///< behind plots and tables
    QColor panel;   ///< behind docks and track headers
    QColor header;  ///< bands of groups and titles
    QColor border;  ///< between panels
    QColor grid;    ///< grid lines of plots
    QColor text;
    QColor mutedText; ///< units, secondary labels; 4.5:1 on surface, panel and header
    QColor accent;    ///< the only accent: selection, buttons, links
    QColor selection; ///< translucent accent over a selected range
    QColor crosshair;
    QColor finding;
    QColor criticalPath;
    QColor good;       ///< an improvement
    QColor noticeText; ///< the line that says how ranks were aligned
    QColor noticeSurface;
    QColor warningText;
    QColor warningSurface;
    QColor bubble; ///< idle time of a pipeline
    QColor bubbleDots;
    QColor waiting; ///< waiting part of a communication
    QColor waitingLines;
    std::array<QColor, categoryCount> categories;

    bool operator==(const Palette&) const = default;

    static Palette light();
    static Palette dark();
    /// Dark if the desktop's windows are.
    static Palette of(const QPalette& desktop);
    static Palette of(const QWidget& widget);

    QColor color(Category category) const { return categories[static_cast<size_t>(category)]; }
    /// For pictures, tables and plots by stage; repeats in other shades after eight. Grey for negative numbers.
    QColor stageColor(int stage) const;
    /// Sequential and readable without hue: 0 is short, 1 is long.
    QColor sequentialColor(double share) const;
    /// Of heat maps, which cover much of a window: from nearly the ground (0) to what stands out from it (1).
    QColor heatColor(double share) const;
    /// For times that got shorter (below 0) or longer: stronger for greater differences, full at one half.
    QColor differenceColor(double difference) const;
    /// From much less (-1) over equal (0) to much more (1).
    QColor deviationColor(double share) const;
    QColor newColor() const; ///< for something new; a hue that no category has
    /// Waiting: diagonal hatch on a subdued background, in device pixels of the painter.
    QBrush waitingBrush(double devicePixelRatio = 1) const;
    /// Bubble: sparse warm dots.
    QBrush bubbleBrush(double devicePixelRatio = 1) const;
    /// Whether pixel (x, y) of these patterns is part of a line or dot; for drawing without a painter. The patterns
    /// repeat along x with this period times `scale`.
    static constexpr int hatchPeriod = 6;
    static constexpr int dotPeriod = 8;
    static constexpr int dotLines = 12; ///< the period of dots along y
    static bool isHatch(int x, int y, int scale = 1);
    static bool isDot(int x, int y, int scale = 1);
};

/// Contrast of two opaque colours according to WCAG, 1 .. 21.
double contrastRatio(const QColor& a, const QColor& b);
/// A readable text colour for this background: white if it reaches 4.5:1, else near-black, else black.
QColor textOn(const QColor& ground);
/// a + (b - a) x share, opaque.
QColor mixed(const QColor& a, const QColor& b, double share);

} // namespace bubblescope
