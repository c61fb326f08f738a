// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session.h"
#include "sessionrecovery.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

class QMainWindow;

namespace bubblescope {

class ComparedTimelines;
class GanttView;
class Settings;
class WhatIfControl;
class Workspace;

/// Saves what the window shows as a session and brings it back; keeps notes that were not saved yet in a file of its
/// own, so that a crash loses none that is older than autosaveMs. GUI thread only.
class SessionControl : public QObject {
    Q_OBJECT
public:
    static constexpr int autosaveMs = 15'000; ///< after the first change that is not in a file yet

    struct Parts {
        QMainWindow& window;
        std::function<QByteArray()> layout; ///< of the panels
        std::function<void(const QByteArray&)> restoreLayout;
        Workspace& workspace;
        GanttView& timeline;
        ComparedTimelines& timelines;
        WhatIfControl& whatIf;
        Settings& settings;
    };
    explicit SessionControl(const Parts& parts, QObject* parent = nullptr);
    ~SessionControl() override;

    /// Reads a session and asks for what it opened; the rest follows in folderComplete(). Where there is nothing to ask
    /// for, noticed() says why.
    void open(const QString& path);
    /// What was asked for is in the workspace. `paths`: none for the demo.
    void folderComplete(const QStringList& paths);
    /// Something else is about to be shown, from these paths, or nothing any more: notes that are in no file are set
    /// aside, in memory as long as they cannot be written.
    void leave(const QStringList& paths = {});
    /// Whether the window may close: notes that could be written nowhere are lost then, so the user is asked.
    bool canClose();
    /// Next to the run, or where it was saved before; asks where it cannot, or would overwrite what others wrote.
    bool save();
    bool saveAs();
    void openDialog();
    /// Of the session that is shown; empty where it was not saved.
    const QString& path() const { return m_path; }
    bool hasUnsavedNotes() const;
    Session capture() const;

    /// Where notes are kept until they are saved; also looks there for what a crash left behind.
    void setStateFolder(const QString& folder);
    void restoreRecovered();
    void dismissRecovered();
    /// Writes at once what the timer would write. False where notes are in no file afterwards.
    bool autosave();
    /// Tries at once again what could not be written.
    void retry();

    enum class Overwrite : uint8_t { Yes, No, Elsewhere };
    /// Asks whether a file that somebody else wrote or changed may be replaced; tests answer in place of a dialog.
    std::function<Overwrite(const QString& path)> askOverwrite;
    /// Asks whether notes that could be written nowhere may be lost.
    std::function<bool(const QString& why)> askLose;
    /// Asks for a file name; empty for none.
    std::function<QString(const QString& suggested)> askPath;

signals:
    void openRequested(const QStringList& paths); ///< none: the demo
    void saved(const QString& path);
    void applied(); ///< the picture is as it was saved, but for what is still being computed
    void noticed(const QString& sentence);
    /// What could not be written, and why; empty: all is written. `helpsElsewhere`: saveAs() would do.
    void cannotSave(const QString& sentence, bool helpsElsewhere);
    /// Notes were found that a former window did not save; empty: none is left.
    void recoveryOffered(const QString& sentence);

private:
    void apply();
    void applySimulation();
    void markFinding();
    bool write(const QString& path);
    std::optional<Error> put(const QString& path);
    void tellTrouble();
    QString defaultPath() const;
    void take(const SessionReading& reading, const QString& path);
    void putSupersededAside();
    void dropAutosave();

    /// Notes of what is shown no more, which could not be written.
    struct Left {
        QString path;
        QByteArray contents;
        std::shared_ptr<QLockFile> lock;
    };

    Parts m_parts;
    QStringList m_paths;
    QString m_path;
    QByteArray m_known; ///< digest of what this window last read from or wrote to m_path
    std::vector<Annotation> m_savedNotes;
    std::optional<Session> m_pending;   ///< waits for its folder
    QByteArray m_pendingDigest;         ///< of the file that m_pending was read from
    QStringList m_problems;             ///< of m_pending, said once its folder is there
    QString m_restoring;                ///< the autosave that m_pending comes from; empty: it is a session
    std::optional<Session> m_simulated; ///< waits for its simulated run
    QString m_finding;                  ///< to be marked once findings are there
    QTimer m_autosave;
    SessionRecovery m_recovery;
    QString m_autosavePath;
    std::unique_ptr<QLockFile> m_lock;
    QString m_unwrittenPath;      ///< where the user wants the session, as soon as that is possible
    QByteArray m_unwrittenDigest; ///< of what is there now
    QString m_saveTrouble;        ///< why it is not there yet
    QString m_autosaveTrouble;
    QString m_told; ///< of these
    std::vector<Left> m_left;
    QString m_superseded; ///< recovered notes that are put aside once this window has written them
    QTimer m_retry;
};

} // namespace bubblescope
