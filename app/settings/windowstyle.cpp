// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowstyle.h"

#include <QAbstractItemView>
#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <optional>

namespace bubblescope {

namespace {

constexpr int menuArrow = 9;        // wide and high
constexpr int besideMenuArrow = 20; // for it, in a button
constexpr int grooveHeight = 4;
constexpr int sliderHandle = 12;
constexpr int scrollBarWidth = 11;
constexpr int scrollBarAir = 2; // around its handle
constexpr int tabLine = 2;      // below the one in front

/// Text of cells begins below that of their headers; views add a pixel.
constexpr int cellMargin = 5;

const QToolBar* toolBarOf(const QWidget* widget)
{
    while (widget && !qobject_cast<const QToolBar*>(widget))
        widget = widget->isWindow() ? nullptr : widget->parentWidget();
    return static_cast<const QToolBar*>(widget);
}

/// Of a tool bar that is too narrow: shows the tools that have no room.
bool isMoreButton(const QWidget& widget) { return widget.objectName() == QLatin1String("qt_toolbar_ext_button"); }

bool isSet(const QWidget& widget, const char* property) { return widget.property(property).toBool(); }

bool isHovered(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_Enabled) && option.state.testFlag(QStyle::State_MouseOver);
}

/// A line of a pixel's width is sharp there, at all scales that are whole.
QRectF outlineOf(const QRect& rect) { return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5); }

void drawRounded(QPainter& painter, const QRectF& rect, double radius, const QColor& fill, const QColor& outline)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(outline.isValid() ? QPen(outline) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, radius, radius);
    painter.restore();
}

QRect bottomLine(const QRect& rect, int height = 1) { return rect.adjusted(0, rect.height() - height, 0, 0); }

} // namespace

/// A button or field with a thin rounded outline.
struct WindowStyle::Box {
    enum class Kind : uint8_t {
        Plain,
        Flat, ///< no outline while nothing is done with it
        Primary,
        Field ///< does not change under the mouse
    };
    QMargins padding; ///< between outline and contents
    int lowest = 0;   ///< height of the contents, at least
    Kind kind = Kind::Plain;

    static constexpr int radius = 4;
    QMargins frame() const { return padding + 1; }
};

std::optional<WindowStyle::Box> WindowStyle::boxOf(const QWidget* widget)
{
    constexpr int lowestTool = 18;
    if (qobject_cast<const QPushButton*>(widget)) {
        return isSet(*widget, "primary") ? Box {{14, 5, 14, 5}, lowestTool, Box::Kind::Primary}
                                         : Box {{9, 3, 9, 3}, lowestTool};
    }
    if (qobject_cast<const QLineEdit*>(widget)) {
        if (toolBarOf(widget))
            return Box {{9, 3, 9, 3}, lowestTool, Box::Kind::Field};
        if (widget->objectName() == QLatin1String("filter"))
            return Box {{6, 2, 6, 2}, 0, Box::Kind::Field};
        return isSet(*widget, "flat") ? std::optional(Box {{2, 1, 2, 1}, 0, Box::Kind::Field}) : std::nullopt;
    }
    const auto* button = qobject_cast<const QToolButton*>(widget);
    if (!button)
        return {};
    const bool hasArrow = button->popupMode() == QToolButton::InstantPopup;
    if (const QToolBar* bar = toolBarOf(widget)) {
        if (isMoreButton(*widget))
            return Box {{}, 0, Box::Kind::Flat};
        if (isSet(*bar, "flat"))
            return Box {{5, 1, hasArrow ? besideMenuArrow : 5, 1}, 0, Box::Kind::Flat};
        return Box {{hasArrow ? 8 : 9, 3, hasArrow ? besideMenuArrow : 9, 3}, lowestTool};
    }
    if (hasArrow)
        return Box {{8, 3, besideMenuArrow, 3}};
    return widget->objectName() == QLatin1String("csv") ? std::optional(Box {{8, 2, 8, 2}}) : std::nullopt;
}

WindowStyle::WindowStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) { }

void WindowStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (auto* view = qobject_cast<QAbstractItemView*>(widget))
        view->setFrameShape(QFrame::NoFrame);
    if (qobject_cast<QTabBar*>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

int WindowStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) // Fusion's own icons are always dark
        return 0;
    if (hint == SH_ComboBox_PopupFrameStyle)
        return QFrame::NoFrame;
    if (hint == SH_Table_GridLineColor)
        return int(m_colours.grid.rgba());
    return QProxyStyle::styleHint(hint, option, widget, data);
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_FocusFrameHMargin:
        if (qobject_cast<const QAbstractItemView*>(widget))
            return cellMargin;
        break;
    case PM_MenuBarHMargin:
        return 4;
    case PM_MenuBarVMargin:
        return 2;
    case PM_MenuBarPanelWidth:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_ToolBarFrameWidth:
        return 0;
    case PM_ToolBarItemMargin:
        return 8;
    case PM_ToolBarItemSpacing:
        return 6;
    case PM_DockWidgetSeparatorExtent:
        return 1;
    case PM_DockWidgetTitleMargin:
        return 5;
    case PM_TabBarTabHSpace:
        return 28;
    case PM_TabBarTabVSpace:
        return 10 + tabLine;
    case PM_SliderLength:
        return sliderHandle;
    case PM_ScrollBarExtent: // boxes of choices are as wide as if bars were Fusion's
        if (qobject_cast<const QScrollBar*>(widget))
            return scrollBarWidth;
        break;
    case PM_ScrollBarSliderMin:
        return 28 + 2 * scrollBarAir;
    case PM_ToolTipLabelFrameWidth:
        return 10;
    default:
        break;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

QSize WindowStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& contents, const QWidget* widget) const
{
    if (type == CT_MenuBarItem)
        return contents + QSize(16, 8);
    if (type == CT_HeaderSection)
        return QProxyStyle::sizeFromContents(type, option, contents, widget) + QSize(13, 7);
    if (type == CT_PushButton || type == CT_ToolButton || type == CT_LineEdit) {
        if (const std::optional<Box> box = boxOf(widget)) {
            constexpr QSize airInTools(3, 3);
            const QSize least = contents.expandedTo(QSize(0, box->lowest)).grownBy(box->frame());
            return type == CT_ToolButton ? least + airInTools : least;
        }
    }
    return QProxyStyle::sizeFromContents(type, option, contents, widget);
}

QRect WindowStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    if (element == SE_LineEditContents) {
        if (const std::optional<Box> box = boxOf(widget))
            return option->rect.marginsRemoved(box->frame());
    }
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element != SE_DockWidgetCloseButton && element != SE_DockWidgetFloatButton)
        return rect;
    // Fusion has them end at the edge of the panel, and so of the window.
    constexpr int airBeside = 6;
    return rect.translated(option->direction == Qt::RightToLeft ? airBeside : -airBeside, 0);
}

QRect WindowStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    // Without buttons at its ends: they are where nothing of it can be seen.
    const QPoint shift = bar->orientation == Qt::Horizontal ? QPoint(scrollBarWidth, 0) : QPoint(0, scrollBarWidth);
    QStyleOptionSlider longer = *bar;
    longer.rect.setSize(bar->rect.size() + 2 * QSize(shift.x(), shift.y()));
    return QProxyStyle::subControlRect(control, &longer, part, widget).translated(-shift);
}

void WindowStyle::drawBox(const Box& box, const QStyleOption& option, QPainter& painter) const
{
    const bool reacts = isHovered(option) && box.kind != Box::Kind::Field;
    const bool isDown = option.state & (State_Sunken | State_On) && box.kind != Box::Kind::Field;
    QColor fill = isDown ? m_colours.header : reacts ? hoverColour() : m_colours.surface;
    QColor outline = m_colours.border;
    if (box.kind == Box::Kind::Primary)
        outline = fill = reacts ? mixed(m_colours.accent, m_colours.text, 0.15) : m_colours.accent;
    if (box.kind == Box::Kind::Flat && !option.state.testFlag(State_On))
        outline = fill;
    if (option.state.testFlag(State_HasFocus))
        outline = m_colours.accent;
    drawRounded(painter, outlineOf(option.rect), Box::radius - 0.5, fill, outline);
}

void WindowStyle::drawPushButtonLabel(
    const Box& box, const QStyleOptionButton& option, QPainter& painter, const QWidget* widget) const
{
    QStyleOptionButton label = option;
    const bool isPrimary = box.kind == Box::Kind::Primary;
    const QColor onAccent = textOn(m_colours.accent);
    if (isPrimary)
        label.palette.setColor(QPalette::ButtonText, onAccent);
    const bool isMarked = option.state.testFlag(State_HasFocus) && option.state.testFlag(State_KeyboardFocusChange);
    if (isMarked && isPrimary) { // its outline is of the accent anyway
        constexpr int air = 2;
        drawRounded(painter, outlineOf(widget->rect().marginsRemoved(QMargins() + air)), Box::radius - air,
            Qt::transparent, onAccent);
    } else if (isMarked) {
        QStyleOptionFocusRect mark;
        mark.QStyleOption::operator=(option);
        mark.rect = widget->rect().marginsRemoved(box.frame());
        proxy()->drawPrimitive(PE_FrameFocusRect, &mark, &painter, widget);
    }
    QProxyStyle::drawControl(CE_PushButtonLabel, &label, &painter, widget);
}

void WindowStyle::drawToolButton(
    const Box& box, const QStyleOptionToolButton& option, QPainter& painter, const QWidget* widget) const
{
    drawBox(box, option, painter);
    QStyleOptionToolButton label = option;
    label.rect = option.rect.marginsRemoved(box.frame());
    if (isMoreButton(*widget)) { // Fusion's own icons are always dark
        label.text = QChar(0xBB);
        label.toolButtonStyle = Qt::ToolButtonTextOnly;
    }
    proxy()->drawControl(CE_ToolButtonLabel, &label, &painter, widget);
    const QVariant wish = widget->property("arrow");
    if (box.padding.right() != besideMenuArrow || (wish.isValid() && !wish.toBool()))
        return;
    constexpr int fromEdge = 7;
    QStyleOption arrow = option;
    arrow.rect = QRect(
        option.rect.right() + 1 - fromEdge - menuArrow, option.rect.center().y() - menuArrow / 2, menuArrow, menuArrow);
    proxy()->drawPrimitive(PE_IndicatorArrowDown, &arrow, &painter, widget);
}

void WindowStyle::drawComboBox(const QStyleOptionComplex& option, QPainter& painter, const QWidget* widget) const
{
    drawRounded(painter, outlineOf(option.rect), Box::radius, isHovered(option) ? hoverColour() : m_colours.surface,
        option.state.testFlag(State_HasFocus) ? m_colours.accent : m_colours.border);
    QStyleOption arrow = option; // the same as buttons with a menu have
    arrow.rect = QRect(0, 0, menuArrow, menuArrow);
    arrow.rect.moveCenter(subControlRect(CC_ComboBox, &option, SC_ComboBoxArrow, widget).center());
    proxy()->drawPrimitive(PE_IndicatorArrowDown, &arrow, &painter, widget);
}

void WindowStyle::drawSlider(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const
{
    const QRect place = subControlRect(CC_Slider, &option, SC_SliderHandle, widget);
    const QRect handle(place.left(), place.top() + (place.height() - sliderHandle) / 2, sliderHandle, sliderHandle);
    QRect groove(
        option.rect.left(), handle.top() + (sliderHandle - grooveHeight) / 2, option.rect.width(), grooveHeight);
    const bool isEnabled = option.state.testFlag(State_Enabled);
    drawRounded(painter, groove, grooveHeight / 2.0, m_colours.border, {});
    if (isEnabled) {
        groove.setRight(handle.center().x());
        drawRounded(painter, groove, grooveHeight / 2.0, m_colours.accent, {});
    }
    const bool isAt = option.state.testFlag(State_HasFocus)
        || (isHovered(option) && option.activeSubControls.testFlag(SC_SliderHandle));
    drawRounded(painter, outlineOf(handle), sliderHandle / 2.0,
        !isEnabled ? m_colours.header
            : isAt ? hoverColour()
                   : m_colours.surface,
        !isEnabled ? m_colours.border
            : isAt ? m_colours.accent
                   : m_colours.mutedText);
}

void WindowStyle::drawScrollBar(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const
{
    painter.fillRect(option.rect, m_colours.surface);
    const QRect place = subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, widget);
    const bool isAt = option.activeSubControls.testFlag(SC_ScrollBarSlider)
        && (isHovered(option) || option.state.testFlag(State_Sunken));
    constexpr int radius = 3;
    drawRounded(painter, place.marginsRemoved(QMargins() + scrollBarAir), radius,
        isAt ? m_colours.mutedText : mixed(m_colours.border, m_colours.mutedText, 0.5), {});
}

void WindowStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
        if (const std::optional<Box> box = boxOf(widget))
            return drawToolButton(*box, *button, *painter, widget);
    }
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (combo && !combo->editable && combo->frame)
        return drawComboBox(*combo, *painter, widget);
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (slider && control == CC_Slider && slider->orientation == Qt::Horizontal)
        return drawSlider(*slider, *painter, widget);
    if (slider && control == CC_ScrollBar)
        return drawScrollBar(*slider, *painter, widget);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void WindowStyle::drawMenuBarItem(const QStyleOption& option, QPainter& painter, const QWidget* widget) const
{
    painter.fillRect(option.rect, m_colours.surface);
    const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option);
    if (!item)
        return;
    if (option.state.testFlag(State_Selected))
        drawRounded(painter, option.rect, Box::radius, hoverColour(), {});
    int flags = Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine;
    if (!styleHint(SH_UnderlineShortcut, &option, widget, nullptr))
        flags |= Qt::TextHideMnemonic;
    drawItemText(&painter, option.rect, flags, option.palette, option.state.testFlag(State_Enabled), item->text,
        QPalette::ButtonText);
}

void WindowStyle::drawDockTitle(const QStyleOption& option, QPainter& painter, const QWidget* widget) const
{
    const auto* title = qstyleoption_cast<const QStyleOptionDockWidget*>(&option);
    painter.fillRect(option.rect, m_colours.header);
    painter.fillRect(bottomLine(option.rect), m_colours.border);
    constexpr int airBeside = 8;
    const QRect place
        = subElementRect(SE_DockWidgetTitleBarText, &option, widget).adjusted(airBeside, 0, -airBeside, -1);
    drawItemText(&painter, place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic, option.palette,
        option.state.testFlag(State_Enabled),
        painter.fontMetrics().elidedText(title->title, Qt::ElideRight, place.width()), QPalette::WindowText);
}

void WindowStyle::drawHeaderSection(const QRect& rect, QPainter& painter) const
{
    painter.fillRect(rect, m_colours.header);
    painter.fillRect(rect.adjusted(rect.width() - 1, 0, 0, 0), m_colours.grid);
    painter.fillRect(bottomLine(rect), m_colours.border);
}

void WindowStyle::drawHeader(const QStyleOptionHeaderV2& option, QPainter& painter, const QWidget* widget) const
{
    drawHeaderSection(option.rect, painter);
    QStyleOptionHeaderV2 part = option;
    part.palette.setColor(QPalette::ButtonText, m_colours.mutedText);
    part.rect = subElementRect(SE_HeaderLabel, &option, widget) & option.rect.adjusted(6, 0, -7, -3);
    QProxyStyle::drawControl(CE_HeaderLabel, &part, &painter, widget);
    part.rect = subElementRect(SE_HeaderArrow, &option, widget);
    if (option.sortIndicator != QStyleOptionHeader::None)
        proxy()->drawPrimitive(PE_IndicatorHeaderArrow, &part, &painter, widget);
}

void WindowStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    switch (element) {
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            if (const std::optional<Box> box = boxOf(widget))
                return drawPushButtonLabel(*box, *button, *painter, widget);
        }
        break;
    case CE_MenuBarItem:
    case CE_MenuBarEmptyArea:
        return drawMenuBarItem(*option, *painter, widget);
    case CE_ToolBar:
        painter->fillRect(option->rect, m_colours.surface);
        if (!widget || !isSet(*widget, "flat"))
            painter->fillRect(bottomLine(option->rect), m_colours.border);
        return;
    case CE_TabBarTabShape:
        if (option->state.testFlag(State_Selected))
            painter->fillRect(bottomLine(option->rect, tabLine), m_colours.accent);
        return;
    case CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            QStyleOptionTab label = *tab;
            if (tab->state.testFlag(State_Enabled) && !tab->state.testFlag(State_Selected) && !isHovered(*tab))
                label.palette.setColor(QPalette::WindowText, m_colours.mutedText);
            label.rect.setBottom(label.rect.bottom() - tabLine);
            return QProxyStyle::drawControl(element, &label, painter, widget);
        }
        break;
    case CE_DockWidgetTitle:
        return drawDockTitle(*option, *painter, widget);
    case CE_HeaderSection:
        return drawHeaderSection(option->rect, *painter);
    case CE_Header:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeaderV2*>(option))
            return drawHeader(*header, *painter, widget);
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WindowStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelLineEdit:
        if (const std::optional<Box> box = boxOf(widget))
            return drawBox(*box, *option, *painter);
        break;
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
        return;
    case PE_FrameTabBarBase:
        if (qobject_cast<const QTabBar*>(widget))
            return;
        break;
    case PE_PanelMenuBar:
        return painter->fillRect(option->rect, m_colours.surface);
    case PE_PanelStatusBar:
        painter->fillRect(option->rect, m_colours.surface);
        return painter->fillRect(option->rect.adjusted(0, 0, 0, 1 - option->rect.height()), m_colours.border);
    case PE_PanelTipLabel:
        painter->fillRect(option->rect, m_colours.border);
        return painter->fillRect(option->rect.adjusted(1, 1, -1, -1), m_colours.surface);
    case PE_IndicatorDockWidgetResizeHandle:
        return painter->fillRect(option->rect, isHovered(*option) ? m_colours.accent : m_colours.border);
    case PE_IndicatorCheckBox:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (m_colours.isDark) // Fusion's outline is darker than the ground
            drawRounded(*painter, outlineOf(option->rect), 2, Qt::transparent, option->palette.color(QPalette::Dark));
        return;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

} // namespace bubblescope
