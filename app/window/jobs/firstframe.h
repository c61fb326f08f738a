// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace bubblescope {

/// The first frame of what was opened: work that it does not need waits for it, so that it competes with nothing. GUI
/// thread only.
class FirstFrame : public QObject {
    Q_OBJECT
public:
    explicit FirstFrame(QObject* parent = nullptr);

    /// Something new is about to be shown. What waits goes on after a second even if nothing is painted.
    void await();
    /// Nobody waits any more from the next frame on.
    void setPainted();
    bool isAwaited() const { return m_patience.isActive(); }

signals:
    void awaitedChanged(bool isAwaited);

private:
    QTimer m_patience;
};

} // namespace bubblescope
