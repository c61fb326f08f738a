// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "firstframe.h"

namespace bubblescope {

FirstFrame::FirstFrame(QObject* parent) : QObject(parent)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(1000);
    connect(&m_patience, &QTimer::timeout, this, [this] { emit awaitedChanged(false); });
}

void FirstFrame::await()
{
    m_patience.start();
    emit awaitedChanged(true);
}

void FirstFrame::setPainted()
{
    if (!isAwaited())
        return;
    m_patience.stop();
    emit awaitedChanged(false);
}

} // namespace bubblescope
