// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace bubblescope {

class SessionControl;
class Workspace;

/// Says in the title of the window what is open, in which session, and whether notes are unsaved.
class WindowTitle : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object; `window` owns it.
    WindowTitle(const Workspace& workspace, const SessionControl& session, QWidget& window);

private:
    void update();

    const Workspace& m_workspace;
    const SessionControl& m_session;
    QWidget& m_window;
};

} // namespace bubblescope
