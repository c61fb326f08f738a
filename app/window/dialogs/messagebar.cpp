// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "messagebar.h"

#include "palette.h"
#include "theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace bubblescope {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_label(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_close(new QToolButton(this))
    , m_more(new QToolButton(this))
    , m_details(new QLabel(this))
{
    m_label->setTextFormat(Qt::PlainText);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setTextFormat(Qt::PlainText);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setContentsMargins(22, 0, 0, 2);
    m_more->setText(tr("Details"));
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(10, 3, 8, 3);
    lines->setSpacing(2);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    lines->addLayout(layout);
    lines->addWidget(m_details);
    layout->addWidget(m_icon);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_more);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    connect(m_more, &QToolButton::toggled, this, [this](bool isOpen) {
        m_more->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        m_details->setVisible(isOpen);
    });
    m_more->setArrowType(Qt::RightArrow);
    m_details->setVisible(false);
    connect(m_action, &QPushButton::clicked, this, &MessageBar::actionTriggered);
    connect(m_close, &QToolButton::clicked, this, [this] {
        clear();
        emit closed();
    });
    setVisible(false);
}

void MessageBar::show(Tone tone, const QString& text, const QString& action, const QString& details)
{
    m_tone = tone;
    m_text = text;
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    m_label->setToolTip(details.isEmpty() ? text : details);
    m_details->setText(details);
    m_more->setVisible(!details.isEmpty());
    m_more->setChecked(m_more->isChecked() && !details.isEmpty());
    setAccessibleName(text);
    applyColours();
    setVisible(true);
    elide();
}

void MessageBar::clear()
{
    m_text.clear();
    setVisible(false);
}

void MessageBar::setClosable(bool closable) { m_close->setVisible(closable); }

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        applyColours();
    QWidget::changeEvent(event);
}

void MessageBar::applyColours()
{
    const Palette colours = Palette::of(*this);
    const bool warns = m_tone == Tone::Warning;
    const bool calm = m_tone == Tone::Notice;
    m_surface = warns ? colours.warningSurface : calm ? colours.panel : colours.noticeSurface;
    const QColor text = warns ? colours.warningText : calm ? colours.mutedText : colours.noticeText;
    // Of the parts: that of the bar would change again in each PaletteChange.
    for (QWidget* part : std::initializer_list<QWidget*> {m_label, m_details, m_more}) {
        QPalette palette;
        palette.setColor(QPalette::WindowText, text);
        palette.setColor(QPalette::ButtonText, text);
        part->setPalette(palette);
    }
    m_icon->setPixmap(themedIcon(warns ? Icon::Warning : Icon::Check, text).pixmap(QSize(14, 14), devicePixelRatioF()));
    m_icon->setVisible(!calm);
    m_close->setIcon(themedIcon(Icon::Close, text));
    m_close->setIconSize(QSize(12, 12));
    update();
}

void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_surface);
    painter.setPen(Palette::of(*this).border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void MessageBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    elide();
}

void MessageBar::elide()
{
    m_label->setText(m_label->fontMetrics().elidedText(m_text, Qt::ElideMiddle, std::max(m_label->width(), 40)));
}

} // namespace bubblescope
