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

/// All colours of the window, light or dark. Data colours are those of Okabe and Ito, told apart by colour-blind eyes,
/// and stay the same on both surfaces; what is no data is calm. Values only: views keep a copy and take a new one when
/// the desktop changes (QEvent::PaletteChange).
struct Palette {
    bool isDark = false;
    QColor surface; ///< behind plots and tables
    QColor panel;   ///< behind docks, headers of tracks
    QColor header;  ///< bands of groups and titles
    QColor border;  ///< between panels
    QColor grid;    ///< grid lines of plots
    QColor text;
    QColor mutedText; ///< units, secondary labels; 4.5:1 on surface, panel and header
    QColor accent;    ///< the one accent: selection, buttons, links
    QColor selection; ///< translucent accent over a selected range
    QColor crosshair;
    QColor finding;
    QColor criticalPath;
    QColor good;       ///< an improvement
    QColor noticeText; ///< the line that says how ranks were aligned
    QColor noticeSurface;
    QColor warningText;
    QColor warningSurface;
    QColor bubble; ///< where a rank idles
    QColor bubbleDots;
    QColor waiting; ///< where a receive waits
    QColor waitingLines;
    std::array<QColor, categoryCount> categories;

    static Palette light();
    static Palette dark();
    /// Dark where the desktop's windows are.
    static Palette of(const QPalette& desktop);
    static Palette of(const QWidget& widget);

    QColor color(Category category) const { return categories[static_cast<size_t>(category)]; }
    /// For pictures, tables and plots by stage; repeats in other shades after eight. Grey for negative ones.
    QColor stageColor(int stage) const;
    /// Sequential, readable without hue: 0 is short, 1 is long.
    QColor sequentialColor(double share) const;
    /// What takes shorter (below 0) or longer than before: stronger the more it differs, full at half.
    QColor differenceColor(double difference) const;
    QColor newColor() const; ///< what was not there before; a hue that no category has
    /// Waiting: diagonal hatch over a calm ground, in device pixels of the painter.
    QBrush waitingBrush(double devicePixelRatio = 1) const;
    /// Bubble: sparse warm dots.
    QBrush bubbleBrush(double devicePixelRatio = 1) const;
    /// Whether the pixel (x, y) of the two patterns above is a line or a dot; for drawing without a painter. They
    /// repeat along x after so many pixels times `scale`.
    static constexpr int hatchPeriod = 6;
    static constexpr int dotPeriod = 8;
    static bool isHatch(int x, int y, int scale = 1);
    static bool isDot(int x, int y, int scale = 1);
};

/// Contrast of two opaque colours after WCAG, 1 .. 21.
double contrastRatio(const QColor& a, const QColor& b);
/// Text that can be read on this ground: white where it reaches 4.5:1, else nearly black, else black.
QColor textOn(const QColor& ground);
/// a + (b - a) x share, opaque.
QColor mixed(const QColor& a, const QColor& b, double share);

} // namespace bubblescope
