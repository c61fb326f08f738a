// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include "palette.h"
#include "windowstyle.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QScreen>
#include <QToolTip>
#include <QWidget>

#include <utility>

namespace bubblescope {

namespace {
bool desktopIsDark = false;
bool paletteIsDark = false; // of the desktop's own colours
ThemeChoice appliedChoice = ThemeChoice::System;

QPalette widgetPalette(const Palette& colours)
{
    QPalette palette;
    const QColor disabled = mixed(colours.text, colours.panel, 0.55);
    palette.setColor(QPalette::Window, colours.panel);
    palette.setColor(QPalette::WindowText, colours.text);
    palette.setColor(QPalette::Base, colours.surface);
    palette.setColor(QPalette::AlternateBase, mixed(colours.surface, colours.panel, 0.6));
    palette.setColor(QPalette::Text, colours.text);
    palette.setColor(QPalette::PlaceholderText, colours.mutedText);
    palette.setColor(QPalette::Button, colours.panel);
    palette.setColor(QPalette::ButtonText, colours.text);
    palette.setColor(QPalette::BrightText, colours.finding);
    palette.setColor(QPalette::ToolTipBase, colours.surface);
    palette.setColor(QPalette::ToolTipText, colours.text);
    palette.setColor(QPalette::Highlight, colours.accent);
    palette.setColor(QPalette::HighlightedText, textOn(colours.accent));
    palette.setColor(QPalette::Link, colours.accent);
    palette.setColor(QPalette::LinkVisited, colours.accent);
    palette.setColor(QPalette::Light, mixed(colours.panel, colours.surface, 0.8));
    palette.setColor(QPalette::Midlight, colours.panel);
    palette.setColor(QPalette::Mid, colours.border);
    palette.setColor(QPalette::Dark, mixed(colours.border, colours.text, 0.25));
    palette.setColor(QPalette::Shadow, mixed(colours.border, colours.text, 0.5));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    return palette;
}

void drawIcon(QPainter& painter, Icon icon)
{
    // On a grid of 16 x 16.
    switch (icon) {
    case Icon::Open: {
        QPainterPath path(QPointF(1.5, 13));
        for (const QPointF point : {QPointF(1.5, 3), QPointF(6, 3), QPointF(7.5, 5), QPointF(13, 5), QPointF(13, 7)})
            path.lineTo(point);
        path.moveTo(1.5, 13);
        for (const QPointF point : {QPointF(4, 7), QPointF(15, 7), QPointF(12.5, 13), QPointF(1.5, 13)})
            path.lineTo(point);
        painter.drawPath(path);
        break;
    }
    case Icon::Reload:
        painter.drawArc(QRectF(3, 3, 10, 10), 30 * 16, 290 * 16);
        painter.drawPolyline(QPolygonF({QPointF(13, 2), QPointF(12.6, 5.8), QPointF(9, 5)}));
        break;
    case Icon::Previous:
        painter.drawPolyline(QPolygonF({QPointF(10, 3), QPointF(5, 8), QPointF(10, 13)}));
        break;
    case Icon::Next:
        painter.drawPolyline(QPolygonF({QPointF(6, 3), QPointF(11, 8), QPointF(6, 13)}));
        break;
    case Icon::Back:
        painter.drawPolyline(QPolygonF({QPointF(7, 3.5), QPointF(2.5, 8), QPointF(7, 12.5)}));
        painter.drawLine(QPointF(2.5, 8), QPointF(13.5, 8));
        break;
    case Icon::Forward:
        painter.drawPolyline(QPolygonF({QPointF(9, 3.5), QPointF(13.5, 8), QPointF(9, 12.5)}));
        painter.drawLine(QPointF(2.5, 8), QPointF(13.5, 8));
        break;
    case Icon::Search:
        painter.drawEllipse(QPointF(6.5, 6.5), 4.5, 4.5);
        painter.drawLine(QPointF(10, 10), QPointF(14, 14));
        break;
    case Icon::Close:
        painter.drawLine(QPointF(4, 4), QPointF(12, 12));
        painter.drawLine(QPointF(12, 4), QPointF(4, 12));
        break;
    case Icon::Warning:
        painter.drawPolygon(QPolygonF({QPointF(8, 2), QPointF(15, 14), QPointF(1, 14)}));
        painter.drawLine(QPointF(8, 6.5), QPointF(8, 10));
        painter.drawPoint(QPointF(8, 12));
        break;
    case Icon::Check:
        painter.drawPolyline(QPolygonF({QPointF(2.5, 8.5), QPointF(6.5, 12.5), QPointF(13.5, 4)}));
        break;
    case Icon::Fit:
        painter.drawLine(QPointF(1.5, 3), QPointF(1.5, 13));
        painter.drawLine(QPointF(14.5, 3), QPointF(14.5, 13));
        painter.drawLine(QPointF(4, 8), QPointF(12, 8));
        painter.drawPolyline(QPolygonF({QPointF(6, 6), QPointF(4, 8), QPointF(6, 10)}));
        painter.drawPolyline(QPolygonF({QPointF(10, 6), QPointF(12, 8), QPointF(10, 10)}));
        break;
    }
}

/// Draws at any requested size and scale.
class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(Icon icon, const QColor& color) : m_icon(icon), m_color(color) { }
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / 16.0, rect.height() / 16.0);
        QColor color = m_color;
        if (mode == QIcon::Disabled)
            color.setAlphaF(0.4F);
        painter->setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        drawIcon(*painter, m_icon);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new LineIconEngine(*this); }

private:
    Icon m_icon;
    QColor m_color;
};
} // namespace

void rememberDesktopColours()
{
    const QPalette desktop = QApplication::palette();
    paletteIsDark = Palette::of(desktop).isDark;
    desktopIsDark = paletteIsDark;
}

void forgetDesktopWish(QApplication& application) { setDesktopIsDark(application, paletteIsDark); }

void setDesktopIsDark(QApplication& application, bool isDark)
{
    if (std::exchange(desktopIsDark, isDark) != isDark && appliedChoice == ThemeChoice::System)
        applyTheme(application, ThemeChoice::System);
}

void applyTheme(QApplication&, ThemeChoice choice)
{
    appliedChoice = choice;
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && desktopIsDark);
    const Palette colours = dark ? Palette::dark() : Palette::light();
    auto* style = dynamic_cast<WindowStyle*>(QApplication::style());
    if (!style)
        QApplication::setStyle(style = new WindowStyle);
    style->setColours(colours);
    QPalette palette = widgetPalette(colours);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    palette.setColor(QPalette::WindowText, colours.mutedText);
    QApplication::setPalette(palette, "QStatusBar");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationPaletteChange); // widgets have it from here on
}

void resizeToScreen(QWidget& dialog, QSize wanted)
{
    const QWidget* parent = dialog.parentWidget();
    const QScreen* screen = parent ? parent->screen() : dialog.screen();
    constexpr QSize frame(24, 48); // of the desktop, around it
    dialog.resize(screen ? wanted.boundedTo(screen->availableSize() - frame) : wanted);
}

QIcon themedIcon(Icon icon, const QColor& color) { return QIcon(new LineIconEngine(icon, color)); }

QIcon programIcon()
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addFile(QStringLiteral(":/icons/bubblescope-%1.png").arg(size), QSize(size, size));
    return icon;
}

} // namespace bubblescope
