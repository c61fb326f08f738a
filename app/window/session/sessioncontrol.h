// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session.h"
#include "sessionrecovery.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

class QWidget;

namespace bubblescope {

class Document;
class KeptWhatIfs;
class Settings;
class WindowSession;

/// Saves the state of the window as a session and restores it. Unsaved notes and what-ifs that are kept lie in a
/// separate file, so that a crash loses none older than autosaveMs. GUI thread only.
class SessionControl : public QObject {
    Q_OBJECT
public:
    static constexpr int autosaveMs = 2'000; ///< after the first unsaved change
    static constexpr int retryMs = 15'000;   ///< a full disk may have space again

    /// All must outlive it. `window`: of the dialogs that ask.
    SessionControl(WindowSession& state, Document& document, KeptWhatIfs& kept, Settings& settings, QWidget& window,
        QObject* parent = nullptr);
    ~SessionControl() override;

    /// Reads a session and requests what it opened; folderComplete() does the rest. If there is nothing to open,
    /// noticed() says why.
    void open(const QString& path);
    /// What was requested is in the workspace. `paths` is empty for the demo.
    void folderComplete(const QStringList& paths);
    /// Something else (from these paths), or nothing, is about to be shown: unsaved notes are set aside, in memory if
    /// they cannot be written.
    void leave(const QStringList& paths = {});
    /// Whether the window may close: asks the user if notes that could not be written would be lost.
    bool canClose();
    /// Saves next to the run, or where it was saved before; asks if that fails or would overwrite others' changes.
    bool save();
    bool saveAs();
    void openDialog();
    /// Path of the current session; empty if it was not saved.
    const QString& path() const { return m_path; }
    bool hasUnsavedWork() const;
    Session capture() const;

    /// Folder for unsaved notes; also looks there for those left by a crash.
    void setStateFolder(const QString& folder);
    void restoreRecovered();
    void dismissRecovered();
    /// Writes immediately instead of waiting for the timer. False if notes remain unsaved.
    bool autosave();
    /// Retries immediately what could not be written.
    void retry();

    /// What kernels are, by the table that what is open was read by; a session keeps it.
    std::function<KernelNamesPtr()> kernels = [] { return KernelNames::builtin(); };

    enum class Overwrite : uint8_t { Yes, No, Elsewhere, Merge };
    /// Whether a file is the session of other paths than those of this window.
    bool isOfAnotherRun(const QString& path) const;
    /// Asks whether to replace a file that someone else wrote or changed; tests answer instead of a dialog.
    std::function<Overwrite(const QString& path)> askOverwrite;
    /// Asks whether notes that could not be written may be lost.
    std::function<bool(const QString& why)> askLose;
    /// Asks for a file name; empty to cancel.
    std::function<QString(const QString& suggested)> askPath;

signals:
    void openRequested(const QStringList& paths, const KernelNamesPtr& kernels); ///< no paths for the demo
    void saved(const QString& path);
    void workChanged(); ///< notes or kept what-ifs
    void applied(); ///< the saved state is restored, except for what is still being computed
    void noticed(const QString& sentence);
    /// What could not be written, and why; empty: everything is written. `helpsElsewhere`: saveAs() would work.
    void cannotSave(const QString& sentence, bool helpsElsewhere);
    /// Unsaved notes or what-ifs of an earlier window were found; empty: none are left.
    void recoveryOffered(const QString& sentence);

private:
    void apply();
    bool write(const QString& path);
    /// Takes the notes of a file that somebody else wrote in addition to those of this window. False if it is no
    /// session.
    bool mergeNotes(const QString& path);
    std::optional<Error> put(const QString& path);
    void showTrouble();
    QString defaultPath() const;
    void take(const SessionReading& reading, const QString& path);
    void putSupersededAside();
    void dropAutosave();
    void autosaveSoon();

    /// Notes of a folder that is no longer shown, which could not be written.
    struct Left {
        QString path;
        QByteArray contents;
        std::shared_ptr<QLockFile> lock;
    };

    WindowSession& m_state;
    Document& m_document;
    KeptWhatIfs& m_kept;
    Settings& m_settings;
    QWidget& m_window;
    QStringList m_paths;
    QString m_path;
    QByteArray m_known; ///< digest of what this window last read from or wrote to m_path
    std::vector<Annotation> m_savedNotes;
    std::vector<KeptWhatIf> m_savedWhatIfs;
    std::map<uint32_t, qint64> m_edited; ///< notes that were changed since m_savedNotes, and when (ms since 1970)
    std::optional<Session> m_pending;    ///< waits for its folder
    QByteArray m_pendingDigest;          ///< of the file that m_pending was read from
    QStringList m_problems;              ///< of m_pending, reported once its folder is there
    QString m_restoring;                 ///< the autosave that m_pending comes from; empty for a session
    QTimer m_autosave;
    SessionRecovery m_recovery;
    QString m_autosavePath;
    std::unique_ptr<QLockFile> m_lock;
    QString m_unwrittenPath;      ///< where to save the session as soon as possible
    QByteArray m_unwrittenDigest; ///< of the file that is there now
    QString m_saveTrouble;        ///< why it has not been saved yet
    QString m_autosaveTrouble;
    QString m_reported; ///< the last of these that was reported
    std::vector<Left> m_left;
    QString m_superseded; ///< recovered notes, to be put aside once this window has written them
    QTimer m_retry;
};

} // namespace bubblescope
