// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessionrecovery.h"

#include "formatting.h"
#include "outputfile.h"
#include "session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace bubblescope {

namespace {
constexpr int keptDismissed = 10;

template <typename Kept> size_t missingIn(const std::vector<Kept>& saved, const std::vector<Kept>& now)
{
    return size_t(std::count_if(now.begin(), now.end(),
        [&saved](const Kept& one) { return std::find(saved.begin(), saved.end(), one) == saved.end(); }));
}

/// What the file which the user saved last lacks or has otherwise.
struct Unsaved {
    size_t notes = 0;
    size_t whatIfs = 0;
    bool isNoteDeleted = false; ///< else a what-if was forgotten where both are 0
};

Unsaved unsavedOf(const Session& session)
{
    Session saved;
    if (!session.savedAs.isEmpty()) {
        if (const Result<SessionReading> reading = readSessionFile(session.savedAs))
            saved = reading->session;
    }
    std::vector<KeptWhatIf> whatIfs = session.simulate.whatIfs;
    std::erase_if(whatIfs, [](const KeptWhatIf& kept) { return kept.knobs.empty(); }); // as it was opened
    return {missingIn(saved.notes, session.notes), missingIn(saved.simulate.whatIfs, whatIfs),
        missingIn(session.notes, saved.notes) > 0};
}
} // namespace

std::unique_ptr<QLockFile> SessionRecovery::lockOf(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // a window may live for days; only that of a dead process is stale
    return lock;
}

QString SessionRecovery::defaultFolder()
{
    // QStandardPaths supports this only since Qt 6.7.
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    const QString base = QDir::isAbsolutePath(state) ? state : QDir::home().filePath(QStringLiteral(".local/state"));
    return base + QStringLiteral("/bubblescope");
}

void SessionRecovery::look(const QString& own)
{
    m_lock.reset();
    m_path.clear();
    const QDir folder(m_folder);
    if (m_folder.isEmpty() || !folder.exists())
        return;
    for (const QString& left : folder.entryList({QStringLiteral("*.bubblescope.*")}, QDir::Files | QDir::Hidden))
        removeUnfinished(QFile::encodeName(folder.filePath(left)).toStdString()); // each window has a file of its own
    const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.bubblescope")}, QDir::Files, QDir::Time);
    for (const QFileInfo& file : files) {
        if (file.filePath() == own)
            continue;
        std::unique_ptr<QLockFile> lock = lockOf(file.filePath());
        if (!lock->tryLock(0))
            continue;
        const Result<SessionReading> reading = readSessionFile(file.filePath());
        if (!reading || (reading->session.notes.empty() && reading->session.simulate.whatIfs.empty()))
            continue;
        m_path = file.filePath();
        m_lock = std::move(lock);
        const Session& session = reading->session;
        const QString about
            = session.paths.isEmpty() ? tr("the demo run") : toText(QFileInfo(session.paths.front()).fileName());
        const QString when = QLocale().toString(file.lastModified(), QLocale::ShortFormat);
        const auto [notes, whatIfs, isNoteDeleted] = unsavedOf(session);
        emit offered(notes == 1 ? tr("1 note on %1 was not saved (%2).").arg(about, when)
                : notes > 1     ? tr("%1 notes on %2 were not saved (%3).").arg(notes).arg(about, when)
                : whatIfs == 1  ? tr("1 what-if of %1 was not saved (%2).").arg(about, when)
                : whatIfs > 1   ? tr("%1 what-ifs of %2 were not saved (%3).").arg(whatIfs).arg(about, when)
                : isNoteDeleted ? tr("Deleted notes on %1 were not saved (%2).").arg(about, when)
                                : tr("Forgotten what-ifs of %1 were not saved (%2).").arg(about, when));
        return;
    }
    emit offered(QString());
}

void SessionRecovery::putAside(const QString& file) const
{
    if (!QFile::exists(file))
        return;
    std::error_code ignored; // a file that cannot be renamed is offered again
    const std::string name = QFile::encodeName(file).toStdString();
    std::filesystem::rename(name, name + ".old", ignored);
    const QFileInfoList old
        = QDir(m_folder).entryInfoList({QStringLiteral("*.bubblescope.old")}, QDir::Files, QDir::Time);
    for (qsizetype i = keptDismissed; i < old.size(); ++i)
        QFile::remove(old[i].filePath());
}

} // namespace bubblescope
