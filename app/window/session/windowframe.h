// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session.h"

#include <functional>

class QWidget;

namespace bubblescope {

/// The window that a session is of: its size, and where its panels stand. GUI thread only.
class WindowFrame {
public:
    /// `layout` of the panels, and back; all must outlive it.
    WindowFrame(
        QWidget& window, std::function<QByteArray()> layout, std::function<void(const QByteArray&)> restoreLayout);

    void capture(Session::Window& session) const;
    /// No larger than its screen, or than it is; a maximised window keeps its size.
    void restore(const Session::Window& session) const;

private:
    QWidget& m_window;
    std::function<QByteArray()> m_layout;
    std::function<void(const QByteArray&)> m_restoreLayout;
};

} // namespace bubblescope
