// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <cerrno>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

namespace bubblescope {

/// A small disk in memory. It is in a mount namespace that only this process sees, so that nothing stays mounted
/// whatever happens to the test.
class SmallDisk {
public:
    explicit SmallDisk(const char* size = "256k")
    {
        if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
            || mount(
                   "tmpfs", path().toLocal8Bit().constData(), "tmpfs", 0, QByteArray("size=").append(size).constData())
                != 0)
            m_whyNot = QByteArray("no disk can be mounted here: ") + strerror(errno);
    }
    ~SmallDisk()
    {
        if (m_whyNot.isEmpty())
            umount2(path().toLocal8Bit().constData(), MNT_DETACH);
    }
    Q_DISABLE_COPY_MOVE(SmallDisk)

    /// Reason for QSKIP; null if the disk is available.
    const char* whyNot() const { return m_whyNot.isEmpty() ? nullptr : m_whyNot.constData(); }
    QString path() const { return m_folder.path(); }
    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    /// Leaves no free byte.
    void fill()
    {
        const int ballast = open(file("ballast").toLocal8Bit().constData(), O_WRONLY | O_CREAT | O_APPEND, 0600);
        for (const size_t block : {size_t(65536), size_t(4096), size_t(1)}) {
            const std::vector<char> bytes(block, 'x');
            while (::write(ballast, bytes.data(), bytes.size()) > 0) { }
        }
        close(ballast);
    }
    void makeRoom() { QFile::remove(file("ballast")); }
    /// The files on it, except for the one written by fill().
    QStringList files() const
    {
        QStringList names = QDir(path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
        names.removeAll(QStringLiteral("ballast"));
        return names;
    }

private:
    QTemporaryDir m_folder;
    QByteArray m_whyNot;
};

} // namespace bubblescope
