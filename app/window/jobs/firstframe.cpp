// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "firstframe.h"

namespace bubblescope {

namespace {
constexpr int longestAwaitedMs = 1000;
constexpr int nextFrameMs = 16; // the screen shows it, or the program ends with it
} // namespace

FirstFrame::FirstFrame(QObject* parent) : QObject(parent)
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] { emit awaitedChanged(false); });
}

void FirstFrame::await()
{
    m_patience.start(longestAwaitedMs);
    emit awaitedChanged(true);
}

void FirstFrame::setPainted()
{
    if (isAwaited())
        m_patience.start(nextFrameMs);
}

} // namespace bubblescope
