// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QStatusBar;

namespace bubblescope {

class MessageStack;
class SessionControl;

/// Shows what became of sessions and notes: saved, not saved and why, recovered after a crash.
class SessionNotices : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object.
    SessionNotices(SessionControl& session, MessageStack& messages, QStatusBar& status, QObject* parent = nullptr);
};

} // namespace bubblescope
