// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "guardedapplication.h"

namespace bubblescope {

bool GuardedApplication::notify(QObject* receiver, QEvent* event)
{
    try {
        return QApplication::notify(receiver, event);
    } catch (...) {
        const bool isFirst = !m_failure;
        if (isFirst)
            m_failure = std::current_exception();
        try {
            if (isFirst && m_rescue)
                m_rescue();
        } catch (...) { // nothing else can be done
        }
        exit(1);
        return false;
    }
}

} // namespace bubblescope
