// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme.h"

#include "palette.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QProxyStyle>
#include <QScreen>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

#include <utility>

namespace bubblescope {

namespace {
bool desktopIsDark = false;
bool paletteIsDark = false; // of the desktop's own colours
ThemeChoice appliedChoice = ThemeChoice::System;
bool hasStyle = false;

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

/// Only tones down what Fusion and the palette leave restless: bevels, gradients and nested frames.
QString styleSheet(const Palette& colours)
{
    QString sheet = QStringLiteral(R"(
QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QMenuBar { background: @surface; border: none; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QToolBar { background: @surface; border: none; border-bottom: 1px solid @border; padding: 3px 8px; spacing: 6px; }
QToolBar QToolButton, QToolBar QLineEdit, QPushButton {
    background: @surface; border: 1px solid @border; border-radius: 4px; padding: 3px 9px; min-height: 18px; }
QToolBar QLineEdit QToolButton { background: transparent; border: none; padding: 0px; min-height: 0px; }
QToolBar QToolButton:hover, QPushButton:hover { background: @hover; }
QToolBar QToolButton:pressed, QPushButton:pressed { background: @header; }
QToolBar QToolButton:disabled, QPushButton:disabled { color: @disabled; }
QToolBar QToolButton:focus, QToolBar QLineEdit:focus, QPushButton:focus { border-color: @accent; }
QToolBar[flat="true"] { border: none; padding: 2px 6px; spacing: 2px; }
QToolBar[flat="true"] QToolButton { border-color: transparent; padding: 1px 5px; min-height: 0px; }
QToolBar[flat="true"] QToolButton:checked { background: @header; border-color: @border; }
QToolBar[flat="true"] QToolButton:focus { border-color: @accent; }
QToolBar[flat="true"] QToolButton#qt_toolbar_ext_button { padding: 0px; }
QPushButton[primary="true"] { background: @accent; color: @onAccent; border-color: @accent; padding: 5px 14px; }
QPushButton[primary="true"]:hover { background: @accentHover; }
QToolButton[popupMode="2"] { background: @surface; border: 1px solid @border; border-radius: 4px;
    padding: 3px 20px 3px 8px; }
QToolBar QToolButton[popupMode="2"] { padding-right: 20px; }
QToolButton[popupMode="2"]::menu-indicator { subcontrol-origin: padding; subcontrol-position: center right;
    right: 6px; width: 9px; height: 9px; }
QDockWidget::title { background: @header; border-bottom: 1px solid @border; padding: 5px 8px; text-align: left; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent;
    padding: 5px 14px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:disabled { color: @disabled; }
QStatusBar { background: @surface; border-top: 1px solid @border; color: @muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; padding: 1px 6px; }
bubblescope--KnobRow QLineEdit, bubblescope--PlanWishBar QLineEdit { background: @surface;
    border: 1px solid @border; border-radius: 4px; padding: 1px 2px; }
bubblescope--KnobRow QLineEdit:focus, bubblescope--PlanWishBar QLineEdit:focus { border-color: @accent; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @border; }
QSlider::sub-page:horizontal { border-radius: 2px; background: @accent; }
QSlider::sub-page:horizontal:disabled { background: @border; }
QSlider::handle:horizontal { width: 10px; height: 10px; margin: -4px 0; border: 1px solid @muted; border-radius: 6px;
    background: @surface; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border-color: @accent; background: @hover; }
QSlider::handle:horizontal:disabled { border-color: @border; background: @header; }
QScrollBar { background: @surface; border: none; margin: 0px; }
QScrollBar:vertical { width: 11px; }
QScrollBar:horizontal { height: 11px; }
QScrollBar::handle { background: @scroll; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0px; height: 0px; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QToolButton#csv { background: @surface; color: @text; border: 1px solid @border; border-radius: 4px;
    padding: 2px 8px; }
QToolButton#csv:hover { background: @hover; }
QToolButton#csv:pressed { background: @header; }
QToolButton#csv:focus { border-color: @accent; }
QLineEdit#filter { background: @surface;
    border: 1px solid @border; border-radius: 4px; padding: 2px 6px; }
QHeaderView::section { background: @header; color: @muted; border: none; border-bottom: 1px solid @border;
    border-right: 1px solid @grid; padding: 3px 6px; }
QTableView, QTreeView, QListView { border: none; gridline-color: @grid; }
QToolTip { background: @surface; color: @text; border: 1px solid @border; padding: 4px; }
)");
    const std::pair<const char*, QColor> names[] = {{"@accentHover", mixed(colours.accent, colours.text, 0.15)},
        {"@onAccent", textOn(colours.accent)}, {"@accent", colours.accent}, {"@surface", colours.surface},
        {"@border", colours.border}, {"@header", colours.header},
        {"@hover", mixed(colours.surface, colours.accent, 0.1)}, {"@muted", colours.mutedText}, {"@text", colours.text},
        {"@grid", colours.grid}, {"@scroll", mixed(colours.border, colours.mutedText, 0.5)},
        {"@disabled", mixed(colours.text, colours.panel, 0.55)}};
    for (const auto& [name, color] : names)
        sheet.replace(QLatin1String(name), color.name());
    return sheet;
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

/// Fusion outlines an empty check box darker than its background, which is invisible on a dark one, and bevels boxes of
/// choices, which stand among flat fields.
class OutlinedStyle : public QProxyStyle {
public:
    OutlinedStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }
    int styleHint(
        StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override
    {
        // Fusion's own icons are always dark.
        return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
    }
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        // Text of cells begins below that of their headers; views add a pixel.
        constexpr int cellMargin = 5;
        return metric == PM_FocusFrameHMargin && qobject_cast<const QAbstractItemView*>(widget)
            ? cellMargin
            : QProxyStyle::pixelMetric(metric, option, widget);
    }
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override
    {
        const QRect rect = QProxyStyle::subElementRect(element, option, widget);
        if (element != SE_DockWidgetCloseButton && element != SE_DockWidgetFloatButton)
            return rect;
        // Fusion has them end at the edge of the panel, and so of the window.
        constexpr int airBeside = 6;
        return rect.translated(option->direction == Qt::RightToLeft ? airBeside : -airBeside, 0);
    }
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override
    {
        const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (control != CC_ComboBox || !box || box->editable || !box->frame)
            return QProxyStyle::drawComplexControl(control, option, painter, widget);
        const Palette colours = Palette::of(option->palette);
        const bool isHovered = option->state.testFlag(State_Enabled) && option->state.testFlag(State_MouseOver);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(option->state.testFlag(State_HasFocus) ? colours.accent : colours.border);
        painter->setBrush(isHovered ? mixed(colours.surface, colours.accent, 0.1) : colours.surface);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter->restore();
        QStyleOption arrow = *option; // the same as buttons with a menu have
        arrow.rect = QRect(0, 0, 9, 9);
        arrow.rect.moveCenter(subControlRect(control, option, SC_ComboBoxArrow, widget).center());
        QProxyStyle::drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
    }
    void drawPrimitive(
        PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element != PE_IndicatorCheckBox || !Palette::of(option->palette).isDark)
            return;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(option->palette.color(QPalette::Dark));
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter->restore();
    }
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

void applyTheme(QApplication& application, ThemeChoice choice)
{
    appliedChoice = choice;
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && desktopIsDark);
    const Palette colours = dark ? Palette::dark() : Palette::light();
    if (!hasStyle)
        QApplication::setStyle(new OutlinedStyle);
    hasStyle = true;
    QApplication::setPalette(widgetPalette(colours));
    application.setStyleSheet(styleSheet(colours));
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
