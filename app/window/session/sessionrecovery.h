// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QObject>

#include <memory>

namespace bubblescope {

/// Notes that a window kept in the state folder but never saved: offers the newest file without an owner, and puts it
/// aside once its notes are saved elsewhere or not wanted. GUI thread only.
class SessionRecovery : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    void setFolder(const QString& folder) { m_folder = folder; }
    const QString& folder() const { return m_folder; } ///< empty: nothing is kept
    static QString defaultFolder();
    /// The lock held by the window that owns the file.
    static std::unique_ptr<QLockFile> lockOf(const QString& path);

    /// `own`: the file of this window, which needs no recovery.
    void look(const QString& own);
    /// The file on offer; empty if there is none.
    const QString& path() const { return m_path; }
    /// Stops offering the file but keeps the last few next to it under another name.
    void putAside(const QString& file) const;

signals:
    /// Unsaved notes or what-ifs of an earlier window were found; empty: none are left.
    void offered(const QString& sentence);

private:
    QString m_folder;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock; ///< held, so that no other window offers the same file
};

} // namespace bubblescope
