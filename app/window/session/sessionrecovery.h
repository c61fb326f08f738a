// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QObject>

#include <memory>

namespace bubblescope {

/// Notes that a window kept in the state folder and never saved: offers the newest file that belongs to no window any
/// more, and puts it aside once its notes are elsewhere or not wanted. GUI thread only.
class SessionRecovery : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void setFolder(const QString& folder) { m_folder = folder; }
    const QString& folder() const { return m_folder; } ///< empty: nothing is kept
    static QString defaultFolder();
    /// Held by the window that the file belongs to.
    static std::unique_ptr<QLockFile> lockOf(const QString& path);

    /// `own`: the file of this window, which needs no recovery.
    void look(const QString& own);
    /// What is offered; empty where nothing is.
    const QString& path() const { return m_path; }
    /// It is offered no more, but not gone: the last few stay beside, under another name.
    void putAside(const QString& file) const;

signals:
    /// Notes were found that a former window did not save; empty: none is left.
    void offered(const QString& sentence);

private:
    QString m_folder;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock; ///< held, so that no other window offers the same
};

} // namespace bubblescope
