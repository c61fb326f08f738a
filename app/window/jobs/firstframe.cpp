// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "firstframe.h"

namespace bubblescope {

FirstFrame::FirstFrame(QObject* parent) : QObject(parent)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] { emit awaitedChanged(false); });
}

void FirstFrame::await()
{
    m_patience.start(1000);
    emit awaitedChanged(true);
}

void FirstFrame::setPainted()
{
    if (isAwaited())
        m_patience.start(0);
}

} // namespace bubblescope
