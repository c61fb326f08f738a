// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportfile.h"
#include "formatting.h"
#include "sessioncontrol.h"
#include "tabletexts.h"
#include "workspace.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QRandomGenerator>

#include <filesystem>
#include <utility>

namespace bubblescope {

namespace {
constexpr int keptDismissed = 10;

std::unique_ptr<QLockFile> lockOf(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // a window may live for days; only one whose process is gone has left it
    return lock;
}
} // namespace

QString SessionControl::defaultStateFolder()
{
    // QStandardPaths has no name for it before Qt 6.7.
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    const QString base = QDir::isAbsolutePath(state) ? state : QDir::home().filePath(QStringLiteral(".local/state"));
    return base + QStringLiteral("/bubblescope");
}

void SessionControl::setStateFolder(const QString& folder)
{
    m_stateFolder = folder;
    lookForRecovery();
}

bool SessionControl::autosave()
{
    m_autosave.stop();
    if (m_stateFolder.isEmpty())
        return true; // nobody wants that
    if (!hasUnsavedNotes() || !m_parts.workspace.document.folder()) {
        dropAutosave();
        return true;
    }
    if (m_autosavePath.isEmpty()) {
        m_autosavePath = QStringLiteral("%1/notes-%2-%3.bubblescope")
                             .arg(m_stateFolder)
                             .arg(QCoreApplication::applicationPid())
                             .arg(QRandomGenerator::global()->generate(), 8, 16, QLatin1Char('0'));
        m_lock = lockOf(m_autosavePath);
    }
    Session session = capture();
    session.savedAs = m_path;
    std::optional<Error> error = makeFolder(QFile::encodeName(m_stateFolder).toStdString());
    if (!error) {
        if (!m_lock->isLocked())
            m_lock->tryLock(0); // where there is no room even for that, notes without a lock are better than none
        error = writeWholeFile(m_autosavePath, toJson(session, {}));
    }
    m_autosaveTrouble = error
        ? tr("%1 Notes that are not saved would be lost with this window; it tries again.").arg(messageText(*error))
        : QString();
    if (error)
        m_autosave.start(); // a full disk may have room again
    else
        putSupersededAside();
    tellTrouble();
    return !error;
}

void SessionControl::dropAutosave()
{
    m_autosave.stop();
    if (!m_autosavePath.isEmpty())
        QFile::remove(std::exchange(m_autosavePath, QString()));
    m_lock.reset();
    putSupersededAside();
    m_autosaveTrouble.clear();
    tellTrouble();
}

/// The newest one that belongs to no window.
void SessionControl::lookForRecovery()
{
    m_recoveredLock.reset();
    m_recoveredPath.clear();
    const QDir folder(m_stateFolder);
    if (m_stateFolder.isEmpty() || !folder.exists())
        return;
    const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.bubblescope")}, QDir::Files, QDir::Time);
    for (const QFileInfo& file : files) {
        if (file.filePath() == m_autosavePath)
            continue;
        std::unique_ptr<QLockFile> lock = lockOf(file.filePath());
        if (!lock->tryLock(0))
            continue;
        const Result<SessionReading> reading = readSessionFile(file.filePath());
        if (!reading || reading->session.notes.empty())
            continue;
        m_recoveredPath = file.filePath();
        m_recoveredLock = std::move(lock);
        const Session& session = reading->session;
        const QString about
            = session.paths.isEmpty() ? tr("the demo run") : toText(QFileInfo(session.paths.front()).fileName());
        const QString when = QLocale().toString(file.lastModified(), QLocale::ShortFormat);
        const size_t count = session.notes.size();
        emit recoveryOffered(count == 1 ? tr("1 note on %1 was not saved (%2).").arg(about, when)
                                        : tr("%1 notes on %2 were not saved (%3).").arg(count).arg(about, when));
        return;
    }
    emit recoveryOffered(QString());
}

void SessionControl::restoreRecovered()
{
    const Result<SessionReading> reading = readSessionFile(m_recoveredPath);
    if (!reading) {
        dismissRecovered();
        return;
    }
    m_restoring = m_recoveredPath;
    take(*reading, QString());
}

void SessionControl::dismissRecovered()
{
    putAside(m_recoveredPath);
    lookForRecovery();
}

void SessionControl::putSupersededAside()
{
    if (m_superseded.isEmpty())
        return;
    putAside(std::exchange(m_superseded, QString()));
    lookForRecovery();
}

/// It is offered no more, but not gone: the last few stay beside, under another name.
void SessionControl::putAside(const QString& autosave)
{
    if (!QFile::exists(autosave))
        return;
    std::error_code ignored; // what cannot be renamed is offered again
    const std::string file = QFile::encodeName(autosave).toStdString();
    std::filesystem::rename(file, file + ".old", ignored);
    const QFileInfoList old
        = QDir(m_stateFolder).entryInfoList({QStringLiteral("*.bubblescope.old")}, QDir::Files, QDir::Time);
    for (qsizetype i = keptDismissed; i < old.size(); ++i)
        QFile::remove(old[i].filePath());
}

} // namespace bubblescope
