// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"

#include <QProxyStyle>

#include <optional>

class QStyleOptionButton;
class QStyleOptionHeaderV2;
class QStyleOptionSlider;
class QStyleOptionToolButton;

namespace bubblescope {

/// How the window's controls look: Fusion in the colours of Palette, without its bevels, gradients and nested frames. A
/// style and not a style sheet, which would be matched against every widget and so take half of a window's start.
///
/// Widgets say by properties what they are: the button of a page that matters most is `primary`; a tool bar that is
/// less than that of the window, or a line edit among text, is `flat`; a button with a menu that names it by an arrow
/// in its text has `arrow` false. Line edits named `filter` and buttons named `csv` are those of a table.
class WindowStyle : public QProxyStyle {
public:
    WindowStyle();

    /// Of all that is drawn from now on; the caller sees to it that this happens.
    void setColours(const Palette& colours) { m_colours = colours; }

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int styleHint(
        StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QSize sizeFromContents(
        ContentsType type, const QStyleOption* option, const QSize& contents, const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(
        ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
    void drawPrimitive(
        PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;

private:
    struct Box;
    static std::optional<Box> boxOf(const QWidget* widget);

    QColor hoverColour() const { return mixed(m_colours.surface, m_colours.accent, 0.1); }
    void drawBox(const Box& box, const QStyleOption& option, QPainter& painter) const;
    void drawPushButtonLabel(
        const Box& box, const QStyleOptionButton& option, QPainter& painter, const QWidget* widget) const;
    void drawToolButton(
        const Box& box, const QStyleOptionToolButton& option, QPainter& painter, const QWidget* widget) const;
    void drawComboBox(const QStyleOptionComplex& option, QPainter& painter, const QWidget* widget) const;
    void drawSlider(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const;
    void drawScrollBar(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const;
    void drawMenuBarItem(const QStyleOption& option, QPainter& painter, const QWidget* widget) const;
    void drawDockTitle(const QStyleOption& option, QPainter& painter, const QWidget* widget) const;
    void drawHeader(const QStyleOptionHeaderV2& option, QPainter& painter, const QWidget* widget) const;
    void drawHeaderSection(const QRect& rect, QPainter& painter) const;

    Palette m_colours = Palette::light();
};

} // namespace bubblescope
