// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "focusring.h"

#include "palette.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QPainter>

namespace bubblescope {

namespace {

constexpr int thickness = 2;

bool isMovedByKeys(Qt::FocusReason reason)
{
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
}

/// The edit line of a box is only its inside.
QWidget* outerOf(QWidget* widget)
{
    QWidget* parent = widget->parentWidget();
    return qobject_cast<QComboBox*>(parent) || qobject_cast<QAbstractSpinBox*>(parent) ? parent : widget;
}

} // namespace

FocusRing::FocusRing(QWidget* window) : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    qApp->installEventFilter(this);
}

void FocusRing::surround(QWidget* widget)
{
    m_target = widget;
    place();
}

void FocusRing::place()
{
    if (!m_target || !m_target->isVisible()) {
        hide();
        return;
    }
    const QRect seen = m_target->visibleRegion().boundingRect();
    if (seen.isEmpty()) {
        hide();
        return;
    }
    const QRect box(m_target->mapTo(window(), seen.topLeft()), seen.size());
    setGeometry(box.adjusted(-1, -1, 1, 1));
    // Only the ring: what is inside is painted without it.
    setMask(QRegion(rect()) - QRegion(rect().adjusted(thickness, thickness, -thickness, -thickness)));
    raise();
    show();
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn: {
        auto* widget = qobject_cast<QWidget*>(watched);
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (!widget || widget->window() != window())
            break;
        if (isMovedByKeys(reason))
            surround(outerOf(widget));
        else if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
            surround(nullptr);
        break;
    }
    case QEvent::MouseButtonPress:
        if (m_target)
            surround(nullptr);
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide: {
        auto* widget = m_target ? qobject_cast<QWidget*>(watched) : nullptr;
        if (widget && widget != this && (widget == m_target || widget->isAncestorOf(m_target)))
            QMetaObject::invokeMethod(this, &FocusRing::place, Qt::QueuedConnection);
        break;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void FocusRing::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(QPen(Palette::of(*this).accent, thickness));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

} // namespace bubblescope
