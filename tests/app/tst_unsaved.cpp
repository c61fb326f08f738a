// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A window that cannot write: it says so, and keeps the notes.
#include "failingcalls.h"
#include "mainwindow.h"
#include "messagebar.h"
#include "notebook.h"
#include "samplecommand.h"
#include "sessioncontrol.h"
#include "settings.h"
#include "smalldisk.h"
#include "smallsample.h"
#include "testprogram.h"
#include "theme.h"

#include <QApplication>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_unsaved {

namespace {

const QString noSpace = QStringLiteral("there is no space left on the disk");

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

size_t notesIn(const QString& path)
{
    const Result<SessionReading> reading = readSessionFile(path);
    return reading ? reading->session.notes.size() : size_t(-1);
}

/// A window on a small run, whose session is asked for by path.
struct Window {
    Window(const QString& run, const QString& session, const QString& state = {}) : main(settings, nullptr)
    {
        settings.setHintWasShown();
        main.resize(1280, 720);
        main.show();
        main.session().askPath = [session](const QString&) { return session; };
        main.session().askLose = [this](const QString& why) {
            asked << why;
            return false;
        };
        if (!state.isEmpty())
            main.session().setStateFolder(state);
        QSignalSpy complete(&main, &MainWindow::folderComplete);
        main.open({run});
        QVERIFY(complete.wait(20'000));
    }
    void addFlag(const char* text)
    {
        Annotation note;
        const TimeNs at = main.workspace().document.trace()->origin() + 1'000'000;
        note.range = {at, at};
        note.text = text;
        note.subject = main.workspace().document.noteSubject();
        main.workspace().document.notes().add(note);
    }
    void open(const QString& run)
    {
        QSignalSpy complete(&main, &MainWindow::folderComplete);
        main.open({run});
        QVERIFY(complete.wait(20'000));
    }
    /// The line that stays; empty where there is none.
    QString trouble() const
    {
        for (const auto* bar : main.findChildren<MessageBar*>()) {
            if (bar->isVisible() && bar->text().contains(QStringLiteral("cannot be written")))
                return bar->text();
        }
        return {};
    }
    QString status() const { return main.statusBar()->currentMessage(); }

    Settings settings {Settings::Storage::None};
    MainWindow main;
    QStringList asked;
};

} // namespace

class TstUnsaved : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        rememberDesktopColours();
        applyTheme(*qApp, ThemeChoice::Light);
        QVERIFY(writeSample(smallSample(1), run().toStdString()));
        QVERIFY(writeSample(smallSample(1), other().toStdString()));
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support).*"))); }

    void aFullDiskNeverSaysSavedAndKeepsBothNotes()
    {
        SmallDisk disk;
        if (disk.whyNot())
            QSKIP(disk.whyNot());
        const QString path = disk.file("run.bubblescope");
        Window window(run(), path, disk.file("state"));
        SessionControl& session = window.main.session();
        window.addFlag("first");
        QVERIFY(session.saveAs());
        QVERIFY(window.status().startsWith(QStringLiteral("Saved as")));
        window.main.statusBar()->clearMessage();
        const QByteArray before = contentsOf(path);

        disk.fill();
        window.addFlag("second");
        window.main.command(QStringLiteral("saveSession"))->trigger();
        QVERIFY2(window.status().isEmpty(), qPrintable(window.status()));
        QVERIFY2(window.trouble().contains(noSpace), qPrintable(window.trouble()));
        QVERIFY(window.main.isWindowModified());
        QCOMPARE(contentsOf(path), before);
        QVERIFY(!session.autosave());
        session.retry();
        QVERIFY(window.trouble().contains(noSpace)); // it stays
        if (qEnvironmentVariableIsSet("BUBBLESCOPE_PICTURES"))
            window.main.grab().save(qEnvironmentVariable("BUBBLESCOPE_PICTURES") + QStringLiteral("/fulldisk.png"));
        QVERIFY(!window.main.close());
        QCOMPARE(window.asked.size(), 1);
        QVERIFY(window.asked.front().contains(noSpace));
        QCOMPARE(window.main.workspace().document.notes().notes().size(), size_t(2));

        disk.makeRoom();
        session.retry(); // as the timer does
        QCOMPARE(window.trouble(), QString());
        QVERIFY(window.status().startsWith(QStringLiteral("Saved as")));
        QVERIFY(!window.main.isWindowModified());
        QCOMPARE(notesIn(path), size_t(2));
        QVERIFY(window.main.close());
        QCOMPARE(window.asked.size(), 1);
    }

    void unsavedNotesThatCannotBeKeptAreSaid()
    {
        SmallDisk disk;
        if (disk.whyNot())
            QSKIP(disk.whyNot());
        disk.fill();
        const QString state = disk.file("state");
        Window window(run(), m_folder.filePath(QStringLiteral("elsewhere.bubblescope")), state);
        QVERIFY(window.main.session().autosave()); // there is nothing to keep
        window.addFlag("kept");
        QVERIFY(!window.main.session().autosave());
        QVERIFY2(window.trouble().contains(noSpace), qPrintable(window.trouble()));
        disk.makeRoom();
        QVERIFY(window.main.session().autosave());
        QCOMPARE(window.trouble(), QString());
        const QStringList kept = QDir(state).entryList({QStringLiteral("*.bubblescope")});
        QCOMPARE(kept.size(), 1);
        QCOMPARE(notesIn(state + QLatin1Char('/') + kept.front()), size_t(1));
        disk.fill();
        window.addFlag("another");
        QVERIFY(!window.main.session().autosave());
        QCOMPARE(notesIn(state + QLatin1Char('/') + kept.front()), size_t(1));
        QVERIFY(window.main.session().saveAs()); // elsewhere there is room
        QCOMPARE(window.trouble(), QString());
        QVERIFY(window.main.close());
        QVERIFY(window.asked.isEmpty());
    }

    void notesOfWhatWasOpenBeforeWaitForRoom()
    {
        SmallDisk disk;
        if (disk.whyNot())
            QSKIP(disk.whyNot());
        const QString state = disk.file("state");
        disk.fill();
        Window window(run(), {}, state);
        window.addFlag("of the first run");
        window.open(other());
        QVERIFY(window.main.workspace().document.notes().notes().empty());
        QVERIFY(!window.main.close());
        QCOMPARE(window.asked.size(), 1);
        disk.makeRoom();
        window.main.session().retry();
        const QStringList kept = QDir(state).entryList({QStringLiteral("*.bubblescope")});
        QCOMPARE(kept.size(), 1);
        QCOMPARE(notesIn(state + QLatin1Char('/') + kept.front()), size_t(1));
        QVERIFY(window.main.close());
        QCOMPARE(window.asked.size(), 1);
        Window next(run(), {}, state); // offers them back
        const auto bars = next.main.findChildren<MessageBar*>();
        QVERIFY(std::any_of(bars.begin(), bars.end(), [](const MessageBar* bar) {
            return bar->text().startsWith(QStringLiteral("1 note on run was not saved"));
        }));
    }

    void everyCallOfASaveMayFail()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.bubblescope"));
        Window window(run(), path);
        window.addFlag("first");
        SessionControl& session = window.main.session();
        QVERIFY(session.saveAs());
        const QByteArray before = contentsOf(path);
        window.addFlag("second");
        window.main.statusBar()->clearMessage();
        QSignalSpy saved(&session, &SessionControl::saved);
        int failed = 0;
        for (int call = 1;; ++call) {
            failingcalls::arm(folder.path().toStdString(), call);
            const bool isSaved = session.save();
            if (!failingcalls::disarm()) {
                QVERIFY(isSaved);
                break;
            }
            ++failed;
            QVERIFY(!isSaved && saved.isEmpty() && session.hasUnsavedWork());
            QVERIFY(window.trouble().contains(noSpace));
            QCOMPARE(window.status(), QString());
            QCOMPARE(contentsOf(path), before);
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList {QStringLiteral("run.bubblescope")});
        }
        QCOMPARE(failed, 5); // open, write, fsync, close, rename
        QCOMPARE(notesIn(path), size_t(2));
        QCOMPARE(window.trouble(), QString());
    }

    void anAutosaveThatFailsAnywhereKeepsTheOneBefore()
    {
        const QTemporaryDir state;
        Window window(run(), {}, state.path());
        window.addFlag("first");
        QVERIFY(window.main.session().autosave());
        const QString file = state.filePath(QDir(state.path()).entryList({QStringLiteral("*.bubblescope")}).front());
        window.addFlag("second");
        int failed = 0;
        for (int call = 1;; ++call) {
            failingcalls::arm(state.path().toStdString(), call);
            const bool isKept = window.main.session().autosave();
            if (!failingcalls::disarm()) {
                QVERIFY(isKept);
                break;
            }
            ++failed;
            QVERIFY(!isKept && window.trouble().contains(noSpace));
            QCOMPARE(notesIn(file), size_t(1));
        }
        QVERIFY(failed >= 5);
        QCOMPARE(window.trouble(), QString());
        QCOMPARE(notesIn(file), size_t(2));
    }

private:
    QString run() const { return m_folder.filePath(QStringLiteral("run")); }
    QString other() const { return m_folder.filePath(QStringLiteral("other")); }
    QTemporaryDir m_folder;
};

BUBBLESCOPE_TEST(TstUnsaved, QApplication)

} // namespace bubblescope::tst_unsaved

#include "tst_unsaved.moc"
