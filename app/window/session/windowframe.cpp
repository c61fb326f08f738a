// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowframe.h"

#include <QScreen>
#include <QWidget>

#include <utility>

namespace bubblescope {

WindowFrame::WindowFrame(
    QWidget& window, std::function<QByteArray()> layout, std::function<void(const QByteArray&)> restoreLayout)
    : m_window(window), m_layout(std::move(layout)), m_restoreLayout(std::move(restoreLayout))
{
}

void WindowFrame::capture(Session::Window& session) const
{
    session.size = m_window.size();
    session.docks = m_layout();
}

void WindowFrame::restore(const Session::Window& session) const
{
    const QSize most = m_window.screen()->availableSize().expandedTo(m_window.size());
    if (session.size.isValid() && !m_window.isMaximized() && !m_window.isFullScreen())
        m_window.resize(session.size.boundedTo(most));
    m_restoreLayout(session.docks);
}

} // namespace bubblescope
