// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinekeyrelay.h"

#include "comparedtimelines.h"
#include "ganttview.h"
#include "timelinecontroller.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QToolBar>

namespace bubblescope {

namespace {

bool isTimelineKey(const QKeyEvent& event)
{
    const int key = event.key();
    const bool isLetter = key >= Qt::Key_A && key <= Qt::Key_Z;
    return isLetter || key == Qt::Key_Home || key == Qt::Key_Comma || key == Qt::Key_Period;
}

/// Whether a widget would do something else with the letters, that nobody misses.
bool wastesLetters(const QWidget& widget)
{
    const auto* box = qobject_cast<const QComboBox*>(&widget);
    if (!qobject_cast<const QAbstractButton*>(&widget) && !(box && !box->isEditable()))
        return false;
    for (const QWidget* parent = widget.parentWidget(); parent; parent = parent->parentWidget()) {
        if (qobject_cast<const QToolBar*>(parent))
            return true;
    }
    return false;
}

} // namespace

TimelineKeyRelay::TimelineKeyRelay(ComparedTimelines& timelines, QWidget* window)
    : QObject(window), m_timelines(timelines), m_window(window)
{
    qApp->installEventFilter(this);
}

bool TimelineKeyRelay::offer(const QKeyEvent& event)
{
    TimelinePlot& plot = m_timelines.shownPlot();
    return isTimelineKey(event) && plot.trace() && plot.isVisible() && !plot.hasFocus()
        && plot.controller().pressKey(event);
}

bool TimelineKeyRelay::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    const auto* widget = qobject_cast<const QWidget*>(watched);
    return widget && widget->window() == m_window && wastesLetters(*widget) && offer(static_cast<QKeyEvent&>(*event));
}

} // namespace bubblescope
