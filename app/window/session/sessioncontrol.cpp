// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessioncontrol.h"

#include "document.h"
#include "exportfile.h"
#include "formatting.h"
#include "keptwhatifs.h"
#include "notebook.h"
#include "notesmerge.h"
#include "sessionjson.h"
#include "settings.h"
#include "tabletexts.h"
#include "windowsession.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QRandomGenerator>
#include <QWidget>

#include <utility>

namespace bubblescope {

namespace {

const QString suffix = QStringLiteral(".bubblescope");

/// Digest of the file as it is now; empty if it does not exist.
QByteArray digestOfFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? sessionDigest(file.read(largestSession)) : QByteArray();
}

SessionControl::Overwrite askInDialog(QWidget* parent, const QString& path, bool isOfAnotherRun)
{
    QMessageBox box(QMessageBox::Question, SessionControl::tr("Save session"),
        SessionControl::tr("%1 already exists, with contents that this window did not write.")
            .arg(toText(QFileInfo(path).fileName())),
        QMessageBox::Cancel, parent);
    box.setInformativeText(SessionControl::tr(
        "Replacing it loses what somebody else, or another window, saved in it. Merging unites the notes and the "
        "kept what-ifs of both, with the view of this window."));
    if (isOfAnotherRun)
        box.setInformativeText(SessionControl::tr(
            "It is the session of another run. Replacing it loses its notes; merging puts them, and its kept what-ifs, "
            "on the times of this run."));
    QPushButton* merge = box.addButton(SessionControl::tr("Merge"), QMessageBox::AcceptRole);
    const QPushButton* replace = box.addButton(SessionControl::tr("Replace"), QMessageBox::DestructiveRole);
    QPushButton* elsewhere = box.addButton(SessionControl::tr("Save as …"), QMessageBox::AcceptRole);
    box.setDefaultButton(isOfAnotherRun ? elsewhere : merge);
    box.exec();
    return box.clickedButton() == replace  ? SessionControl::Overwrite::Yes
        : box.clickedButton() == merge     ? SessionControl::Overwrite::Merge
        : box.clickedButton() == elsewhere ? SessionControl::Overwrite::Elsewhere
                                           : SessionControl::Overwrite::No;
}

bool askLoseInDialog(QWidget* parent, const QString& why)
{
    QMessageBox box(
        QMessageBox::Warning, SessionControl::tr("Not everything is saved"), why, QMessageBox::Cancel, parent);
    box.setInformativeText(SessionControl::tr("If the window closes now, notes and what-ifs are lost."));
    const QPushButton* lose = box.addButton(SessionControl::tr("Close without saving"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == lose;
}

} // namespace

SessionControl::SessionControl(
    WindowSession& state, Document& document, KeptWhatIfs& kept, Settings& settings, QWidget& window, QObject* parent)
    : QObject(parent), m_state(state), m_document(document), m_kept(kept), m_settings(settings), m_window(window)
{
    askOverwrite = [this](const QString& path) { return askInDialog(&m_window, path, isOfAnotherRun(path)); };
    askLose = [this](const QString& why) { return askLoseInDialog(&m_window, why); };
    askPath = [this](const QString& suggested) {
        return QFileDialog::getSaveFileName(&m_window, tr("Save session"), suggested, tr("Sessions (*%1)").arg(suffix),
            nullptr, QFileDialog::DontConfirmOverwrite); // save() asks itself
    };
    m_autosave.setSingleShot(true);
    connect(&m_autosave, &QTimer::timeout, this, &SessionControl::autosave);
    m_retry.setSingleShot(true);
    m_retry.setInterval(retryMs);
    connect(&m_retry, &QTimer::timeout, this, &SessionControl::retry);
    connect(&m_document.notes(), &NoteBook::changed, this, &SessionControl::autosaveSoon);
    connect(&m_kept, &KeptWhatIfs::rowsInserted, this, &SessionControl::autosaveSoon);
    connect(&m_kept, &KeptWhatIfs::rowsRemoved, this, &SessionControl::autosaveSoon);
    connect(&m_kept, &KeptWhatIfs::dataChanged, this, &SessionControl::autosaveSoon);
    connect(&m_kept, &KeptWhatIfs::modelReset, this, &SessionControl::autosaveSoon);
    connect(&m_document.notes(), &NoteBook::edited, this, [this](const NoteEdit& edit) {
        const std::optional<Annotation>& note = edit.after ? edit.after : edit.before;
        if (note)
            m_edited[note->id] = QDateTime::currentMSecsSinceEpoch();
    });
    connect(&m_recovery, &SessionRecovery::offered, this, &SessionControl::recoveryOffered);
    connect(&m_state, &WindowSession::applied, this, &SessionControl::applied);
    connect(&m_state, &WindowSession::noticed, this, &SessionControl::noticed);
}

SessionControl::~SessionControl() = default;

bool SessionControl::hasUnsavedWork() const
{
    return m_document.notes().notesWithDraft() != m_savedNotes || m_kept.kept() != m_savedWhatIfs;
}

void SessionControl::autosaveSoon()
{
    if (!m_autosave.isActive() && (hasUnsavedWork() || !m_autosavePath.isEmpty()))
        m_autosave.start(autosaveMs);
    emit workChanged();
}

Session SessionControl::capture() const
{
    Session session = m_state.capture(m_paths);
    session.kernels = kernels();
    return session;
}

void SessionControl::openDialog()
{
    const QString path = QFileDialog::getOpenFileName(
        &m_window, tr("Open session"), m_path.isEmpty() ? defaultPath() : m_path, tr("Sessions (*%1)").arg(suffix));
    if (!path.isEmpty())
        open(path);
}

void SessionControl::open(const QString& path)
{
    const Result<SessionReading> reading = readSessionFile(path);
    if (!reading) {
        emit noticed(tr("%1: %2 %3")
                         .arg(toText(QFileInfo(path).fileName()), messageText(reading.error().message),
                             messageText(reading.error().advice)));
        return;
    }
    m_restoring.clear();
    take(*reading, path);
}

void SessionControl::take(const SessionReading& reading, const QString& path)
{
    QStringList problems = reading.problems;
    m_pending = reading.session;
    m_pendingDigest = reading.digest;
    m_pending->savedAs = m_restoring.isEmpty() ? path : reading.session.savedAs;
    const QStringList& paths = m_pending->paths;
    for (const QString& missing : paths) {
        if (!QFileInfo::exists(missing)) {
            problems << tr("%1 no longer exists; open the run where it is now, then the session again.")
                            .arg(toText(missing));
            m_pending.reset();
            break;
        }
    }
    if (!problems.isEmpty())
        emit noticed(problems.join(QLatin1Char(' ')));
    m_problems.clear();
    if (!m_pending)
        return;
    m_problems = problems; // the result replaces what is reported now
    if (paths.isEmpty() && !m_pending->isDemo) {
        if (m_document.folder())
            folderComplete(m_paths);
        return; // otherwise the notes would go to what is opened next
    }
    emit openRequested(QStringList(paths), KernelNamesPtr(m_pending->kernels));
}

void SessionControl::folderComplete(const QStringList& paths)
{
    m_paths = paths;
    // Unless the user has opened something else by then; a session without paths accepts anything.
    const bool isIt = m_pending && (m_pending->paths == paths || (m_pending->paths.isEmpty() && !m_pending->isDemo));
    if (isIt) {
        if (hasUnsavedWork())
            leave(paths); // the run was already open: its notes make room for those of the session
        apply();
        if (!m_problems.isEmpty())
            emit noticed(m_problems.join(QLatin1Char(' ')));
    }
    m_problems.clear();
    m_pending.reset();
}

void SessionControl::apply()
{
    const Session session = *m_pending;
    m_state.apply(session);
    m_path = session.savedAs;
    if (!m_restoring.isEmpty()) {
        m_savedNotes.clear();
        m_savedWhatIfs.clear();
        m_known = session.savedDigest; // if the file has changed since, saving asks
        m_superseded = std::exchange(m_restoring, QString());
        emit recoveryOffered(QString());
        autosave();
    } else {
        m_known = m_pendingDigest; // not that of the current file: it may have changed while the run was loading
        m_savedNotes = m_document.notes().notes();
        m_savedWhatIfs = m_kept.kept();
    }
    if (!m_path.isEmpty())
        m_settings.addRecent({m_path});
}

QString SessionControl::defaultPath() const
{
    if (m_paths.isEmpty())
        return QDir::home().filePath(QStringLiteral("demo") + suffix);
    const QFileInfo first(m_paths.front());
    const QString name = first.isDir() ? first.fileName() : first.completeBaseName();
    return QDir(first.absolutePath()).filePath((name.isEmpty() ? QStringLiteral("session") : name) + suffix);
}

bool SessionControl::save()
{
    if (!m_document.folder())
        return false;
    const QString path = m_path.isEmpty() ? defaultPath() : m_path;
    const bool canBeThere = !m_paths.isEmpty() && QFileInfo(QFileInfo(path).absolutePath()).isWritable();
    if (m_path.isEmpty() && !canBeThere)
        return saveAs();
    return write(path);
}

bool SessionControl::saveAs()
{
    QString path = askPath(m_path.isEmpty() ? defaultPath() : m_path);
    if (path.isEmpty())
        return false;
    if (!isSessionFile(path))
        path += suffix;
    return write(QFileInfo(path).absoluteFilePath());
}

bool SessionControl::write(const QString& path)
{
    if (QFileInfo::exists(path) && (path != m_path || digestOfFile(path) != m_known)) {
        switch (askOverwrite(path)) {
        case Overwrite::Yes:
            break;
        case Overwrite::No:
            return false;
        case Overwrite::Elsewhere:
            return saveAs();
        case Overwrite::Merge:
            if (!mergeNotes(path))
                return false;
            break;
        }
    }
    if (const std::optional<Error> error = put(path)) {
        m_unwrittenPath = path;
        m_unwrittenDigest = digestOfFile(path);
        m_saveTrouble = tr("%1 Notes and view are kept in this window, and saved as soon as that is possible.")
                            .arg(messageText(*error));
        m_retry.start();
        showTrouble();
        return false;
    }
    return true;
}

bool SessionControl::isOfAnotherRun(const QString& path) const
{
    const Result<SessionReading> reading = readSessionFile(path);
    if (!reading)
        return false;
    const Session& other = reading->session;
    return (other.isDemo || !other.paths.isEmpty()) && other.paths != m_paths;
}

bool SessionControl::mergeNotes(const QString& path)
{
    const Result<SessionReading> reading = readSessionFile(path);
    if (!reading) {
        emit noticed(messageText(reading.error()));
        return false;
    }
    NoteBook& book = m_document.notes();
    book.finishDraft();
    const qint64 written = QFileInfo(path).lastModified().toMSecsSinceEpoch();
    const bool isSaved = path == m_path; // else both began with nothing
    const std::vector<Annotation> base = isSaved ? m_savedNotes : std::vector<Annotation>();
    book.setNotes(mergedNotes(base, book.notes(), reading->session.notes, [&](uint32_t id) {
        const auto edited = m_edited.find(id);
        return edited != m_edited.end() && edited->second > written;
    }));
    std::vector<KeptWhatIf> whatIfs = mergedWhatIfs(
        isSaved ? m_savedWhatIfs : std::vector<KeptWhatIf>(), m_kept.kept(), reading->session.simulate.whatIfs);
    if (whatIfs.size() > KeptWhatIfs::mostKept)
        emit noticed(tr("Only the first %1 of the what-ifs of both are kept.").arg(KeptWhatIfs::mostKept));
    m_kept.setKept(std::move(whatIfs));
    return true;
}

std::optional<Error> SessionControl::put(const QString& path)
{
    const Session session = capture();
    const QByteArray json = toJson(session, QFileInfo(path).absolutePath());
    if (std::optional<Error> error = writeWholeFile(path, json))
        return error;
    m_path = path;
    m_known = sessionDigest(json);
    m_savedNotes = session.notes;
    m_savedWhatIfs = session.simulate.whatIfs;
    m_edited.clear();
    m_unwrittenPath.clear();
    m_saveTrouble.clear();
    m_settings.addRecent({path});
    dropAutosave();
    emit saved(path);
    return std::nullopt;
}

/// Retries, since there may be space by now. Asks nothing: files changed by others wait for the user.
void SessionControl::retry()
{
    std::erase_if(m_left, [this](const Left& left) {
        if (makeFolder(QFile::encodeName(m_recovery.folder()).toStdString())
            || writeWholeFile(left.path, left.contents))
            return false;
        left.lock->unlock(); // then it is offered like the remains of a crash
        return true;
    });
    if (!m_unwrittenPath.isEmpty() && digestOfFile(m_unwrittenPath) == m_unwrittenDigest)
        put(QString(m_unwrittenPath));
    if (!m_unwrittenPath.isEmpty() || !m_left.empty())
        m_retry.start();
    showTrouble();
}

/// Reports what the user requested first.
void SessionControl::showTrouble()
{
    QString trouble = !m_saveTrouble.isEmpty() ? m_saveTrouble : m_autosaveTrouble;
    if (trouble.isEmpty() && !m_left.empty())
        trouble = tr("Notes and what-ifs of what was open before could not be kept yet: this window tries again.");
    if (trouble != m_reported)
        emit cannotSave(trouble, !m_saveTrouble.isEmpty() || !m_autosaveTrouble.isEmpty());
    m_reported = trouble;
}

void SessionControl::setStateFolder(const QString& folder)
{
    m_recovery.setFolder(folder);
    m_recovery.look(m_autosavePath);
}

bool SessionControl::autosave()
{
    m_autosave.stop();
    if (m_recovery.folder().isEmpty())
        return true; // not wanted
    if (!hasUnsavedWork() || !m_document.folder()) {
        dropAutosave();
        return true;
    }
    if (m_autosavePath.isEmpty()) {
        m_autosavePath = QStringLiteral("%1/notes-%2-%3.bubblescope")
                             .arg(m_recovery.folder())
                             .arg(QCoreApplication::applicationPid())
                             .arg(QRandomGenerator::global()->generate(), 8, 16, QLatin1Char('0'));
        m_lock = SessionRecovery::lockOf(m_autosavePath);
    }
    Session session = capture();
    session.savedAs = m_path;
    session.savedDigest = m_known;
    std::optional<Error> error = makeFolder(QFile::encodeName(m_recovery.folder()).toStdString());
    if (!error) {
        if (!m_lock->isLocked())
            m_lock->tryLock(0); // if there is no space even for that, notes without a lock are better than none
        error = writeWholeFile(m_autosavePath, toJson(session, {}));
    }
    m_autosaveTrouble = error
        ? tr("%1 What is not saved would be lost with this window; it tries again.").arg(messageText(*error))
        : QString();
    if (error)
        m_autosave.start(retryMs);
    else
        putSupersededAside();
    showTrouble();
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
    showTrouble();
}

void SessionControl::restoreRecovered()
{
    const Result<SessionReading> reading = readSessionFile(m_recovery.path());
    if (!reading) {
        dismissRecovered();
        return;
    }
    m_restoring = m_recovery.path();
    take(*reading, QString());
}

void SessionControl::dismissRecovered()
{
    m_recovery.putAside(m_recovery.path());
    m_recovery.look(m_autosavePath);
}

void SessionControl::putSupersededAside()
{
    if (m_superseded.isEmpty())
        return;
    m_recovery.putAside(std::exchange(m_superseded, QString()));
    m_recovery.look(m_autosavePath);
}

bool SessionControl::canClose()
{
    const bool isKept = autosave();
    retry();
    if (m_left.empty() && (isKept || !hasUnsavedWork()))
        return true;
    return askLose(m_autosaveTrouble.isEmpty() ? m_reported : m_autosaveTrouble);
}

void SessionControl::leave(const QStringList& paths)
{
    if (!autosave()) {
        Session session = capture();
        session.savedAs = m_path;
        session.savedDigest = m_known;
        m_left.push_back({m_autosavePath, toJson(session, {}), std::move(m_lock)});
        m_retry.start();
    }
    m_paths = paths;
    if (m_lock) {
        m_lock->unlock(); // it has no owner now: offered like the remains of a crash
        m_lock.reset();
    }
    const bool wasKept = !std::exchange(m_autosavePath, QString()).isEmpty();
    m_path.clear();
    m_known.clear();
    m_savedNotes.clear();
    m_savedWhatIfs.clear();
    m_edited.clear();
    m_state.forget();
    m_autosave.stop(); // what is still shown lies in the file that was left
    m_unwrittenPath.clear();
    m_saveTrouble.clear();
    m_autosaveTrouble.clear();
    m_superseded.clear(); // still the only file with these notes
    showTrouble();
    if (wasKept && m_window.isVisible())
        m_recovery.look(m_autosavePath);
}

} // namespace bubblescope
