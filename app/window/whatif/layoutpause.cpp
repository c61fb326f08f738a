// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layoutpause.h"

#include <QCoreApplication>
#include <QEvent>
#include <QMainWindow>

#include <algorithm>
#include <utility>

namespace bubblescope {

LayoutPause::LayoutPause(QWidget& inside) : m_inside(inside)
{
    constexpr int moment = 150; // ms
    m_moment.setInterval(moment);
    m_moment.setSingleShot(true);
    connect(&m_moment, &QTimer::timeout, this, &LayoutPause::end);
}

LayoutPause::~LayoutPause() = default;

void LayoutPause::extend()
{
    if (m_held.empty()) {
        for (QWidget* around = m_inside.parentWidget(); around; around = around->parentWidget()) {
            if (qobject_cast<QMainWindow*>(around))
                m_held.push_back({around});
        }
        // Of the application: a layout sees its event before the filters of its widget.
        QCoreApplication::instance()->installEventFilter(this);
    }
    m_moment.start();
}

void LayoutPause::end()
{
    m_moment.stop();
    QCoreApplication::instance()->removeEventFilter(this);
    for (const Held& held : std::exchange(m_held, {})) {
        if (held.window && held.wantsLayout)
            QCoreApplication::postEvent(held.window, new QEvent(QEvent::LayoutRequest));
    }
}

bool LayoutPause::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::LayoutRequest)
        return false;
    const auto held
        = std::find_if(m_held.begin(), m_held.end(), [watched](const Held& each) { return each.window == watched; });
    if (held == m_held.end())
        return false;
    held->wantsLayout = true;
    return true;
}

} // namespace bubblescope
