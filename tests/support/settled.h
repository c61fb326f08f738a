// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractEventDispatcher>
#include <QDeadlineTimer>

namespace bubblescope {

/// Delivers all queued events and those that they queue in turn. Waits for no timers except those of 0 ms.
inline void deliverEvents()
{
    QAbstractEventDispatcher* const dispatcher = QAbstractEventDispatcher::instance();
    const QDeadlineTimer deadline(5000);
    while (dispatcher && dispatcher->processEvents(QEventLoop::AllEvents) && !deadline.hasExpired()) { }
}

} // namespace bubblescope
