// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

class QLabel;

namespace bubblescope {

class Workspace;

/// The line at the foot of the window: the size of what is shown, the time at the crosshair, and two keys to know.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    /// The workspace must outlive this object.
    explicit StatusLine(const Workspace& workspace, QWidget* parent = nullptr);

private:
    void updateSize();
    void updateTime();

    const Workspace& m_workspace;
    QLabel* m_size;
    QLabel* m_time;
};

} // namespace bubblescope
