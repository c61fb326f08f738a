// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinekeyrelay.h"

#include "comparedtimelines.h"
#include "ganttview.h"
#include "timelinecontroller.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QTabBar>
#include <QToolBar>

#include <algorithm>

namespace bubblescope {

namespace {

bool isTimelineKey(const QKeyEvent& event)
{
    const int key = event.key();
    const bool isLetter = key >= Qt::Key_A && key <= Qt::Key_Z;
    return isLetter || key == Qt::Key_Home || key == Qt::Key_Comma || key == Qt::Key_Period || key == Qt::Key_Escape;
}

/// Whether letters are typed into nothing there, but may choose an entry.
bool isWithoutText(const QWidget& widget)
{
    const auto* box = qobject_cast<const QComboBox*>(&widget);
    return (box && !box->isEditable()) || qobject_cast<const QAbstractItemView*>(&widget)
        || qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QAbstractSlider*>(&widget)
        || qobject_cast<const QTabBar*>(&widget);
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

/// The pointer, which letters zoom at, is over one of the timelines.
bool TimelineKeyRelay::isPointedAt() const
{
    const QList<TimelinePlot*> plots = m_timelines.findChildren<TimelinePlot*>();
    return std::any_of(plots.begin(), plots.end(),
        [](TimelinePlot* plot) { return plot->isVisible() && plot->controller().pointer().has_value(); });
}

bool TimelineKeyRelay::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QObject::eventFilter(watched, event);
    const auto* widget = qobject_cast<const QWidget*>(watched);
    if (!widget || widget->window() != m_window)
        return false;
    auto& key = static_cast<QKeyEvent&>(*event);
    if (event->type() == QEvent::ShortcutOverride) {
        // Fields of text would go to the end of their line instead, which End does.
        const bool isExport = key.key() == Qt::Key_E && key.modifiers() == Qt::ControlModifier;
        if (isExport)
            key.ignore();
        return isExport;
    }
    // Lists and boxes have a use of their own for Esc: only what they leave comes here, see MainWindow.
    return key.key() != Qt::Key_Escape && (wastesLetters(*widget) || (isWithoutText(*widget) && isPointedAt()))
        && offer(key);
}

} // namespace bubblescope
