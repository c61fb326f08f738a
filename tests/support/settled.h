// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractEventDispatcher>
#include <QDeadlineTimer>

namespace bubblescope {

/// Delivers every event that is queued, and those that these queue in turn. Waits for no timer but those of 0 ms.
inline void deliverEvents()
{
    QAbstractEventDispatcher* const dispatcher = QAbstractEventDispatcher::instance();
    const QDeadlineTimer deadline(5000);
    while (dispatcher && dispatcher->processEvents(QEventLoop::AllEvents) && !deadline.hasExpired()) { }
}

} // namespace bubblescope
