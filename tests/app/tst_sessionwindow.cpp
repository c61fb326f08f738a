// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparedtimelines.h"
#include "ganttview.h"
#include "mainwindow.h"
#include "messagebar.h"
#include "notebook.h"
#include "notescontrol.h"
#include "samplecommand.h"
#include "sessioncontrol.h"
#include "sessionjson.h"
#include "settled.h"
#include "settings.h"
#include "simulatepane.h"
#include "smallsample.h"
#include "testprogram.h"
#include "theme.h"
#include "whatifcontrol.h"
#include "whatifview.h"

#include <QApplication>
#include <QDateTime>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>

namespace bubblescope::tst_sessionwindow {

namespace {

constexpr TimeNs ms = 1'000'000;

/// A window with settings of its own that leave no trace.
struct Window {
    explicit Window(const QString& state = {}) : main(settings, nullptr)
    {
        settings.setHintWasShown();
        main.resize(1280, 720);
        main.show();
        if (!QTest::qWaitForWindowActive(&main))
            qCritical("the window cannot be activated");
        if (!state.isEmpty())
            main.session().setStateFolder(state);
    }
    void open(const QString& path)
    {
        QSignalSpy complete(&main, &MainWindow::folderComplete);
        main.open({path});
        QVERIFY(complete.wait(20'000));
        settle();
    }
    void openSession(const QString& path)
    {
        QSignalSpy applied(&main.session(), &SessionControl::applied);
        main.open({path});
        QVERIFY(applied.wait(20'000));
        settle();
    }
    /// Until jobs and delayed views are done.
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(main.workspace().diagnosis.findings() != nullptr, 20'000);
        QTRY_VERIFY_WITH_TIMEOUT(!main.whatIf().isBusy(), 20'000);
        deliverEvents();
    }
    uint32_t addFlag(TimeNs time, const char* text)
    {
        Annotation note;
        const TimeNs at = main.workspace().document.trace()->origin() + time;
        note.range = {at, at};
        note.text = text;
        note.subject = main.workspace().document.noteSubject();
        return main.workspace().document.notes().add(note);
    }
    MessageBar* bar(const QString& part)
    {
        for (auto* bar : main.findChildren<MessageBar*>()) {
            if (bar->isVisible() && bar->text().contains(part))
                return bar;
        }
        return nullptr;
    }
    NoteBook& book() { return main.workspace().document.notes(); }

    Settings settings {Settings::Storage::None};
    MainWindow main;
};

QImage picture(MainWindow& window)
{
    window.activateWindow();
    (void)QTest::qWaitForWindowActive(&window);
    window.statusBar()->clearMessage();
    window.workspace().window.setCrosshair(std::nullopt);
    deliverEvents();
    return window.grab().toImage();
}

} // namespace

class TstSessionWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        rememberDesktopColours();
        applyTheme(*qApp, ThemeChoice::Light);
        QVERIFY(m_folder.isValid());
        QVERIFY(writeSample(smallSample(), run().toStdString()));
    }
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support).*"))); }

    void theTitleSaysThatNotesAreNotSaved()
    {
        Window window;
        window.open(run());
        QVERIFY(window.main.windowTitle().contains(QStringLiteral("[*]")));
        QVERIFY(!window.main.isWindowModified());
        window.addFlag(1000, "new");
        QVERIFY(window.main.isWindowModified());
        const QString path = m_folder.filePath(QStringLiteral("title.bubblescope"));
        window.main.session().askPath = [path](const QString&) { return path; };
        QVERIFY(window.main.session().saveAs());
        QVERIFY(!window.main.isWindowModified());
        window.addFlag(2000, "another");
        QVERIFY(window.main.isWindowModified());
        QFile::remove(path);
    }

    void openingASessionRestoresThePicture()
    {
        const QString path = m_folder.filePath(QStringLiteral("picture.bubblescope"));
        Window window;
        window.open(run());
        Workspace& workspace = window.main.workspace();
        TimelinePlot& plot = window.main.timeline().plot();
        plot.rows().setRankCollapsed(0, true);
        plot.rows().setPinned(TrackId(2), true);
        plot.rows().setRowHeight(30);
        window.main.timeline().setColorBy(ColorBy::Stage);
        workspace.search.setText(QStringLiteral("forward"));
        const TimeRange all = workspace.window.visibleRange();
        workspace.window.setVisibleRange({all.begin + all.duration() / 4, all.begin + all.duration() / 2});
        workspace.window.commitPlace();
        workspace.selection.setSpan(SpanId(40));
        window.addFlag((all.begin + all.duration() / 3), "why so long?");
        window.main.dock(QStringLiteral("notes"))->raise();
        window.main.dock(QStringLiteral("ranks"))->raise();
        plot.rows().setScroll(60);
        window.settle();
        window.main.session().askPath = [&path](const QString&) { return path; };
        QVERIFY(window.main.session().saveAs());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly) && !file.readAll().contains("folds_threads")); // there are none
        Window again;
        again.openSession(path);
        // Both show the same once all that is told with a delay is told.
        QTRY_VERIFY(picture(again.main) == picture(window.main));
    }

    void aSimulatedRunComesBackWithItsKnobsAndNotes()
    {
        const QString path = m_folder.filePath(QStringLiteral("simulated.bubblescope"));
        TimeRange range;
        {
            Window window;
            window.open(run());
            Knobs knobs;
            knobs.microbatches = 8;
            window.main.whatIf().moveKnobs(knobs, QStringLiteral("microbatches"));
            QTRY_VERIFY_WITH_TIMEOUT(window.main.timelines().isComparing(), 20'000);
            Workspace& lower = window.main.timelines().lowerWorkspace();
            Annotation note;
            note.subject = lower.document.noteSubject();
            note.text = "longer here";
            note.range = {5 * ms, 5 * ms};
            lower.document.notes().add(note);
            range = window.main.workspace().window.visibleRange();
            window.settle();
            window.main.session().askPath = [&path](const QString&) { return path; };
            QVERIFY(window.main.session().saveAs());
        }
        Window again;
        again.openSession(path);
        QTRY_VERIFY_WITH_TIMEOUT(again.main.timelines().isComparing(), 20'000);
        QTRY_COMPARE(again.main.workspace().window.visibleRange(), range);
        QCOMPARE(*again.main.whatIf().knobs().microbatches, 8);
        QCOMPARE(
            again.book().notesOf(again.main.timelines().lowerWorkspace().document.noteSubject()).size(), size_t(1));
        QVERIFY(again.book().notesOf(again.main.workspace().document.noteSubject()).empty());
    }

    void interleavedTimelinesComeBack()
    {
        const QString path = m_folder.filePath(QStringLiteral("interleaved.bubblescope"));
        {
            Window window;
            window.open(run());
            Knobs knobs;
            knobs.microbatches = 8;
            window.main.whatIf().moveKnobs(knobs, QStringLiteral("microbatches"));
            QTRY_VERIFY_WITH_TIMEOUT(window.main.timelines().isComparing(), 20'000);
            window.main.workspace().document.setTimeline(Document::Timeline::Interleaved);
            window.settle();
            QCOMPARE(window.main.session().capture().simulate.timeline, QStringLiteral("interleaved"));
            window.main.session().askPath = [&path](const QString&) { return path; };
            QVERIFY(window.main.session().saveAs());
        }
        Window again;
        again.openSession(path);
        QTRY_VERIFY_WITH_TIMEOUT(again.main.workspace().document.timeline() == Document::Timeline::Interleaved, 20'000);
    }

    void aLargeStepIsPreparedOnlyWhenSomebodyAsks()
    {
        Window window;
        WhatIfControl& whatIf = window.main.whatIf();
        whatIf.setMostPreparedSpans(10);
        auto* pane = window.main.findChild<SimulatePane*>();
        const auto offer = [pane] {
            for (QPushButton* button : pane->findChildren<QPushButton*>()) {
                if (button->isVisibleTo(pane) && button->text() == QStringLiteral("Prepare the simulation"))
                    return button;
            }
            return static_cast<QPushButton*>(nullptr);
        };
        window.open(m_folder.path());
        QVERIFY(offer());
        QVERIFY(pane->answerText().trimmed().isEmpty() || !pane->row("microbatches")->isVisibleTo(pane));
        offer()->click();
        QVERIFY(!offer());
        QTRY_VERIFY_WITH_TIMEOUT(pane->row("microbatches")->isVisibleTo(pane), 20'000);
        QVERIFY(!window.main.workspace().document.simulation()); // nothing was asked yet

        // A knob that a finding or the command palette moves asks, too, and can be taken back.
        Window other;
        other.main.whatIf().setMostPreparedSpans(10);
        other.open(m_folder.path());
        Knobs knobs;
        knobs.microbatches = 8;
        other.main.whatIf().moveKnobs(knobs, QStringLiteral("microbatches"));
        QTRY_VERIFY_WITH_TIMEOUT(other.main.workspace().document.simulation() != nullptr, 20'000);
        QVERIFY(other.main.whatIf().knobs() == knobs);
        other.main.whatIf().undoStack().undo();
        QVERIFY(other.main.whatIf().knobs() == Knobs());
    }

    void preparingALargeStepCanBeCancelled()
    {
        Window window;
        window.main.whatIf().setMostPreparedSpans(10);
        window.open(m_folder.path());
        auto* pane = window.main.findChild<SimulatePane*>();
        window.main.command(QStringLiteral("twiceMicrobatches"))->trigger();
        QVERIFY(window.main.whatIf().isBusy());
        emit pane->offerTaken(); // its button says Cancel meanwhile
        QVERIFY(!window.main.whatIf().isBusy());
        deliverEvents();
        QVERIFY(!pane->row("microbatches")->isVisibleTo(pane) && !window.main.workspace().document.simulation());
        QVERIFY(window.main.whatIf().knobs() == Knobs());
        emit pane->offerTaken(); // as before
        QTRY_VERIFY_WITH_TIMEOUT(pane->row("microbatches")->isVisibleTo(pane), 20'000);
        QVERIFY(!window.main.workspace().document.simulation()); // what was asked is forgotten
    }

    void twiceAKnobOfALargeStepPreparesItAndAnswers()
    {
        Window window;
        window.main.whatIf().setMostPreparedSpans(10);
        window.open(m_folder.path());
        window.main.command(QStringLiteral("twiceMicrobatches"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window.main.workspace().document.simulation() != nullptr, 20'000);
        const int own = window.main.workspace().document.openedRun()->layout.microbatches.value_or(0);
        QVERIFY(own > 0);
        QCOMPARE(window.main.workspace().document.simulation()->knobs.microbatches.value_or(0), 2 * own);
    }

    void whatHelpsMostIsToldBeforeAnyKnobIsMoved()
    {
        for (const uint64_t mostPrepared : {uint64_t(1'000'000), uint64_t(10)}) {
            Window window;
            window.main.whatIf().setMostPreparedSpans(mostPrepared);
            window.open(m_folder.path());
            QVERIFY(!window.main.workspace().document.simulation());
            window.main.command(QStringLiteral("whatHelps"))->trigger();
            auto* view = window.main.findChild<WhatIfView*>();
            QTRY_VERIFY_WITH_TIMEOUT(!view->gains().empty(), 20'000);
            const auto* pages = view->findChild<QTabWidget*>();
            QCOMPARE(pages->tabText(pages->currentIndex()), QStringLiteral("Helps most"));
            QVERIFY(window.main.workspace().document.timeline() == Document::Timeline::Opened); // nothing was moved
        }
    }

    void notesAndKnobsShareOneHistory()
    {
        Window window;
        window.open(run());
        window.addFlag(10 * ms, "first");
        Knobs knobs;
        knobs.microbatches = 8;
        window.main.whatIf().moveKnobs(knobs, QStringLiteral("microbatches"));
        window.book().remove(1);
        QUndoStack& history = window.main.whatIf().undoStack();
        history.undo();
        QCOMPARE(window.book().notes().size(), size_t(1));
        QVERIFY(window.main.whatIf().knobs().microbatches.has_value());
        history.undo();
        QVERIFY(!window.main.whatIf().knobs().microbatches.has_value());
        QCOMPARE(window.book().notes().size(), size_t(1));
        history.redo();
        // Another step is another subject: its knobs were not moved, and the move is no more to be met.
        window.main.workspace().window.setStep(3);
        QTRY_VERIFY(!window.main.whatIf().knobs().microbatches.has_value());
        QVERIFY(history.undoText().contains(QStringLiteral("note")));
        history.undo();
        QVERIFY(window.book().notes().empty());
        QVERIFY(!history.canUndo());
    }

    void othersWorkIsNotOverwrittenSilently()
    {
        const QString path = m_folder.filePath(QStringLiteral("shared.bubblescope"));
        Window window;
        window.open(run());
        window.addFlag(10 * ms, "mine");
        SessionControl& session = window.main.session();
        session.askPath = [&path](const QString&) { return path; };
        int asked = 0;
        session.askOverwrite = [&asked](const QString&) {
            ++asked;
            return SessionControl::Overwrite::No;
        };
        QVERIFY(session.saveAs());
        QVERIFY(session.save());
        QCOMPARE(asked, 0); // its own file
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("somebody else's");
        file.close();
        QVERIFY(!session.save());
        QCOMPARE(asked, 1);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("somebody else's"));
        file.close();
        session.askOverwrite = [](const QString&) { return SessionControl::Overwrite::Yes; };
        QVERIFY(session.save());
        QVERIFY(readSessionFile(path).isOk());
    }

    void notesOfTwoWindowsAreMerged()
    {
        const QString path = m_folder.filePath(QStringLiteral("merged.bubblescope"));
        const auto textsOf = [](const std::vector<Annotation>& notes) {
            QStringList texts;
            for (const Annotation& note : notes)
                texts += QString::fromStdString(note.text);
            texts.sort();
            return texts;
        };
        Window mine;
        mine.open(run());
        mine.addFlag(10 * ms, "of both");
        mine.addFlag(11 * ms, "deleted there");
        mine.main.session().askPath = [&path](const QString&) { return path; };
        QVERIFY(mine.main.session().saveAs());
        Window other;
        QSignalSpy applied(&other.main.session(), &SessionControl::applied);
        other.main.open({path});
        QVERIFY(applied.wait(20'000));
        other.addFlag(20 * ms, "added there");
        const auto deleted = std::find_if(other.book().notes().begin(), other.book().notes().end(),
            [](const Annotation& note) { return note.text == "deleted there"; });
        QVERIFY(deleted != other.book().notes().end());
        other.book().remove(deleted->id);
        KeptWhatIf kept;
        kept.knobs = "microbatches=8";
        kept.stepNs = kept.lowNs = kept.highNs = 5e6;
        other.main.whatIf().kept().setKept({kept});
        QVERIFY(other.main.session().save());
        mine.addFlag(30 * ms, "added here");
        int asked = 0;
        mine.main.session().askOverwrite = [&asked](const QString&) {
            ++asked;
            return SessionControl::Overwrite::Merge;
        };
        QVERIFY(mine.main.session().save());
        QCOMPARE(asked, 1);
        const QStringList all {QStringLiteral("added here"), QStringLiteral("added there"), QStringLiteral("of both")};
        QCOMPARE(textsOf(mine.book().notes()), all);
        const Result<SessionReading> reading = readSessionFile(path);
        QVERIFY(reading.isOk());
        QCOMPARE(textsOf(reading->session.notes), all);
        QCOMPARE(reading->session.simulate.whatIfs.size(), size_t(1));
        QVERIFY(mine.main.session().save());
        QCOMPARE(asked, 1); // it is this window's file again
    }

    void mergingTakesTheLaterEditOfEachNote()
    {
        const QString path = m_folder.filePath(QStringLiteral("later.bubblescope"));
        Window mine;
        mine.open(run());
        const uint32_t early = mine.addFlag(10 * ms, "as saved");
        const uint32_t late = mine.addFlag(20 * ms, "as saved");
        mine.main.session().askPath = [&path](const QString&) { return path; };
        QVERIFY(mine.main.session().saveAs());
        Window other;
        other.openSession(path);
        const auto rename = [](Window& window, uint32_t id, const char* text) {
            const Annotation* found = window.book().find(id);
            QVERIFY(found);
            Annotation note = *found;
            note.text = text;
            window.book().change(note);
        };
        rename(mine, early, "mine, earlier");
        const qint64 edited = QDateTime::currentMSecsSinceEpoch();
        rename(other, early, "theirs, later");
        rename(other, late, "theirs, earlier");
        const auto written = [&path] { return QFileInfo(path).lastModified().toMSecsSinceEpoch(); };
        QTRY_VERIFY(other.main.session().save() && written() > edited); // a file's clock may lag behind
        QTRY_VERIFY(QDateTime::currentMSecsSinceEpoch() > written());
        rename(mine, late, "mine, later");
        QTimer watch;
        int clicks = 0;
        connect(&watch, &QTimer::timeout, this, [&clicks] {
            auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            const QList<QAbstractButton*> buttons = box ? box->buttons() : QList<QAbstractButton*>();
            for (QAbstractButton* button : buttons) {
                if (button->text() == QStringLiteral("Merge")) {
                    ++clicks;
                    QTest::mouseClick(button, Qt::LeftButton);
                    return;
                }
            }
        });
        watch.start(10);
        mine.main.activateWindow();
        mine.main.command(QStringLiteral("saveSession"))->trigger();
        QCOMPARE(clicks, 1);
        QCOMPARE(mine.book().find(early)->text, std::string("theirs, later"));
        QCOMPARE(mine.book().find(late)->text, std::string("mine, later"));
        const Result<SessionReading> reading = readSessionFile(path);
        QVERIFY(reading.isOk());
        QCOMPARE(reading->session.notes.size(), size_t(2));
        for (const Annotation& note : reading->session.notes)
            QCOMPARE(note.text, mine.book().find(note.id)->text);
    }

    void aSlashBehindItsNameMakesNoOtherRun()
    {
        const QString own = m_folder.filePath(QStringLiteral("slash.bubblescope"));
        Window window;
        window.open(run() + QLatin1Char('/'));
        SessionControl& session = window.main.session();
        session.askPath = [&own](const QString&) { return own; };
        QVERIFY(session.saveAs());
        QVERIFY(!session.isOfAnotherRun(own));
    }

    void aSessionOfAnotherRunIsNotMergedByHabit()
    {
        const QString path = m_folder.filePath(QStringLiteral("strangers.bubblescope"));
        const QString own = m_folder.filePath(QStringLiteral("mine.bubblescope"));
        Window window;
        window.open(run());
        SessionControl& session = window.main.session();
        session.askPath = [&own](const QString&) { return own; };
        QVERIFY(session.saveAs());
        QVERIFY(!session.isOfAnotherRun(own));
        QFile saved(own);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QJsonObject root = QJsonDocument::fromJson(saved.readAll()).object();
        QJsonObject opened = root.value(QStringLiteral("opened")).toObject();
        QVERIFY(!opened.isEmpty());
        opened[QStringLiteral("paths")] = QJsonArray {QStringLiteral("elsewhere")};
        root[QStringLiteral("opened")] = opened;
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(root).toJson());
        file.close();
        QVERIFY(session.isOfAnotherRun(path));
        // What the key Enter would do.
        QStringList byHabit;
        QTimer watch;
        connect(&watch, &QTimer::timeout, this, [&byHabit] {
            auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box)
                return;
            byHabit << box->defaultButton()->text();
            box->reject();
        });
        watch.start(10);
        session.askPath = [&path](const QString&) { return path; };
        QVERIFY(!session.saveAs());
        QVERIFY(saved.isOpen());
        saved.close();
        QVERIFY(saved.open(QIODevice::Append));
        saved.write("\n");
        saved.close();
        session.askPath = [&own](const QString&) { return own; };
        QVERIFY(!session.saveAs());
        QCOMPARE(byHabit, (QStringList {QStringLiteral("Save as …"), QStringLiteral("Merge")}));
    }

    void aSessionThatChangesWhileItsRunLoadsIsNotOverwritten()
    {
        const QString path = m_folder.filePath(QStringLiteral("changing.bubblescope"));
        {
            Window window;
            window.open(run());
            window.main.session().askPath = [&path](const QString&) { return path; };
            QVERIFY(window.main.session().saveAs());
        }
        Window window;
        SessionControl& session = window.main.session();
        QSignalSpy applied(&session, &SessionControl::applied);
        window.main.open({path}); // reads the session; the run takes longer
        QVERIFY(applied.isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::Append));
        file.write("\n");
        file.close();
        QVERIFY(applied.wait(20'000));
        int asked = 0;
        session.askOverwrite = [&asked](const QString&) {
            ++asked;
            return SessionControl::Overwrite::Yes;
        };
        QVERIFY(session.save());
        QCOMPARE(asked, 1);
        QVERIFY(session.save());
        QCOMPARE(asked, 1);
    }

    void theFirstSaveGoesNextToTheRun()
    {
        const QString path = run() + QStringLiteral(".bubblescope");
        Window window;
        window.open(run());
        QVERIFY(window.main.session().save());
        QCOMPARE(window.main.session().path(), path);
        QVERIFY(QFile::exists(path));
        QVERIFY(!window.bar(QStringLiteral("changed on disk")));
        QVERIFY(QFile::remove(path));
    }

    void afterACrashTheNotesAreOfferedBack()
    {
        const QString state = m_folder.filePath(QStringLiteral("state"));
        {
            Window crashed(state);
            crashed.open(run());
            crashed.addFlag(10 * ms, "kept");
            Annotation draft = *crashed.book().find(1);
            draft.id = 0;
            draft.text = "still being typed";
            crashed.book().setDraft(draft);
            crashed.main.session().autosave(); // as the timer does
            // While that window lives, no other one takes its notes.
            Window other(state);
            QVERIFY(!other.bar(QStringLiteral("not saved")));
        } // gone without closeEvent()
        Window next(state);
        MessageBar* offer = next.bar(QStringLiteral("2 note"));
        QVERIFY(offer);
        QSignalSpy applied(&next.main.session(), &SessionControl::applied);
        QTest::mouseClick(offer->findChild<QPushButton*>(), Qt::LeftButton);
        QVERIFY(applied.wait(20'000));
        QCOMPARE(next.book().notes().size(), size_t(2));
        QCOMPARE(next.book().notes()[1].text, std::string("still being typed"));
        QVERIFY(!next.bar(QStringLiteral("not saved")));
        QVERIFY(next.main.session().hasUnsavedWork()); // until somebody saves them
    }

    void afterACrashKeptWhatIfsAreOfferedBack()
    {
        const QString state = m_folder.filePath(QStringLiteral("stateOfWhatIfs"));
        std::vector<KeptWhatIf> kept;
        {
            Window crashed(state);
            crashed.open(run());
            QVERIFY(!crashed.main.isWindowModified());
            KeptWhatIf one;
            one.subject = QStringLiteral("a step");
            one.stepNs = one.lowNs = one.highNs = 5e6;
            const KeptWhatIf opened = one;
            one.knobs = "microbatches=8";
            crashed.main.whatIf().kept().keep(one, opened);
            QVERIFY(crashed.main.isWindowModified());
            // A folder that is read again is the same.
            Document& document = crashed.main.workspace().document;
            document.updateFolder(document.opened());
            kept = crashed.main.whatIf().kept().kept();
            QCOMPARE(kept.size(), size_t(2));
            QVERIFY(crashed.main.session().autosave()); // as the timer does
        }
        {
            Window next(state);
            MessageBar* offer = next.bar(QStringLiteral("1 what-if"));
            QVERIFY(offer);
            QSignalSpy applied(&next.main.session(), &SessionControl::applied);
            QTest::mouseClick(offer->findChild<QPushButton*>(), Qt::LeftButton);
            QVERIFY(applied.wait(20'000));
            QVERIFY(next.main.whatIf().kept().kept() == kept);
            QVERIFY(next.main.session().hasUnsavedWork()); // until somebody saves them
            const QString file = m_folder.filePath(QStringLiteral("keptwhatifs.bubblescope"));
            next.main.session().askPath = [file](const QString&) { return file; };
            QVERIFY(next.main.session().saveAs());
            QVERIFY(!next.main.session().hasUnsavedWork());
            next.main.whatIf().kept().drop(1);
            QVERIFY(next.main.session().autosave());
        }
        Window last(state);
        QVERIFY(last.bar(QStringLiteral("Forgotten what-ifs")));
    }

    void afterACrashOnlyWhatWasNotSavedCountsAndTheFileIsOnesOwn()
    {
        const QString state = m_folder.filePath(QStringLiteral("state2"));
        const QString file = m_folder.filePath(QStringLiteral("own.bubblescope"));
        {
            Window crashed(state);
            crashed.open(run());
            crashed.main.session().askPath = [file](const QString&) { return file; };
            crashed.addFlag(10 * ms, "saved");
            crashed.addFlag(12 * ms, "saved, too");
            QVERIFY(crashed.main.session().saveAs());
            QVERIFY2(crashed.main.windowTitle().contains(QStringLiteral("own.bubblescope")),
                qPrintable(crashed.main.windowTitle()));
            crashed.addFlag(14 * ms, "not saved");
            crashed.main.session().autosave();
        }
        Window next(state);
        MessageBar* offer = next.bar(QStringLiteral("1 note"));
        QVERIFY(offer);
        QSignalSpy applied(&next.main.session(), &SessionControl::applied);
        QTest::mouseClick(offer->findChild<QPushButton*>(), Qt::LeftButton);
        QVERIFY(applied.wait(20'000));
        QCOMPARE(next.book().notes().size(), size_t(3));
        int asked = 0;
        next.main.session().askOverwrite = [&asked](const QString&) {
            ++asked;
            return SessionControl::Overwrite::No;
        };
        QVERIFY(next.main.session().save());
        QCOMPARE(asked, 0); // nobody else has changed it
    }

    void anotherFolderDoesNotLoseTheNotesOfThisOne()
    {
        const QString state = m_folder.filePath(QStringLiteral("state2"));
        Window window(state);
        window.open(run());
        window.addFlag(10 * ms, "not saved yet");
        window.main.openDemo();
        QTRY_VERIFY_WITH_TIMEOUT(window.bar(QStringLiteral("1 note")), 20'000);
        QVERIFY(window.book().notes().empty());
    }

    void aSessionOfTheOpenRunDoesNotLoseItsNotes()
    {
        const QString state = m_folder.filePath(QStringLiteral("state3"));
        const QString path = m_folder.filePath(QStringLiteral("other.bubblescope"));
        Window window(state);
        window.open(run());
        window.addFlag(10 * ms, "saved");
        window.main.session().askPath = [&path](const QString&) { return path; };
        QVERIFY(window.main.session().saveAs());
        window.addFlag(20 * ms, "not saved yet");
        window.openSession(path);
        QCOMPARE(window.book().notes().size(), size_t(1));
        MessageBar* offer = window.bar(QStringLiteral("1 note"));
        QVERIFY(offer);

        // Taking them back sets aside what was written meanwhile, and offers that in turn.
        window.addFlag(30 * ms, "written meanwhile");
        window.addFlag(40 * ms, "and this");
        QSignalSpy applied(&window.main.session(), &SessionControl::applied);
        QTest::mouseClick(offer->findChild<QPushButton*>(), Qt::LeftButton);
        QVERIFY(applied.wait(20'000));
        QCOMPARE(window.book().notes().size(), size_t(2));
        QVERIFY(window.bar(QStringLiteral("2 notes")));
    }

    void whatADamagedSessionLacksIsSaidWhenItIsShown()
    {
        const QString path = m_folder.filePath(QStringLiteral("damaged.bubblescope"));
        Window window;
        window.open(run());
        window.main.session().askPath = [&path](const QString&) { return path; };
        QVERIFY(window.main.session().saveAs());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.resize(file.size() - 4));
        file.close();
        window.openSession(path);
        QVERIFY(window.bar(QStringLiteral("damaged at byte")));
    }

    void autosaveComesInTime() { QVERIFY(SessionControl::autosaveMs <= 2'000); }

    void aReloadKeepsNotesAndSaysWhichLostTheirAnchor()
    {
        Window window;
        window.open(run());
        window.addFlag(10 * ms, "stays");
        Annotation gone;
        gone.kind = Annotation::Kind::Span;
        gone.subject = window.main.workspace().document.noteSubject();
        gone.span = {99, "compute", "no such span", 0, 1, 0};
        gone.text = "about nothing";
        window.book().add(gone);
        QSignalSpy complete(&window.main, &MainWindow::folderComplete);
        window.main.reload();
        QVERIFY(complete.wait(20'000));
        QCOMPARE(window.book().notes().size(), size_t(2));
        QVERIFY(window.bar(QStringLiteral("no longer in the run")));
    }

    void sessionsThatOpenEachOtherAreRefusedWithASentence()
    {
        const auto write = [this](const char* name, const QStringList& opened) {
            Session session;
            for (const QString& path : opened)
                session.paths << m_folder.filePath(path);
            QFile file(m_folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(toJson(session, m_folder.path()));
        };
        write("self.bubblescope", {QStringLiteral("self.bubblescope")});
        write("one.bubblescope", {QStringLiteral("two.BubbleScope")});
        write("two.BubbleScope", {QStringLiteral("one.bubblescope")});
        write("nothing.bubblescope", {});
        write("gone.bubblescope", {QStringLiteral("no such run")});
        for (const char* name : {"self", "one", "nothing", "gone", "absent"}) {
            Window window;
            QSignalSpy nothing(&window.main, &MainWindow::nothingOpened);
            window.main.open({m_folder.filePath(QString::fromLatin1(name) + QStringLiteral(".bubblescope"))});
            QCOMPARE(nothing.size(), 1);
            const QString sentence = nothing[0][0].toString();
            QVERIFY2(!sentence.isEmpty() && window.bar(sentence), name);
            QVERIFY(!window.main.isLoading());
        }
    }

    void aNoteWhoseRunIsNoLongerThereSaysSo()
    {
        Window window;
        window.open(run());
        window.addFlag(10 * ms, "stays");
        Annotation gone;
        gone.subject.run = "another run";
        gone.text = "kept";
        const uint32_t id = window.book().add(gone);
        QSignalSpy complete(&window.main, &MainWindow::folderComplete);
        window.main.reload();
        QVERIFY(complete.wait(20'000));
        QVERIFY(window.bar(QStringLiteral("The run of 1 note is no longer in the folder")));
        QCOMPARE(window.book().notes().size(), size_t(2));
        auto* control = window.main.findChild<NotesControl*>();
        control->goTo(id);
        QVERIFY(window.bar(QStringLiteral("another run, is no longer in the folder")));
    }

    void aReloadKeepsKnobsAndSource()
    {
        Window window;
        window.open(run());
        auto* source = window.main.findChild<SimulatePane*>();
        emit source->sourceChosen(0);
        const QString chosen = window.main.whatIf().chosenSource();
        QVERIFY(!chosen.isEmpty());
        Knobs knobs;
        knobs.microbatches = 8;
        window.main.whatIf().moveKnobs(knobs, QStringLiteral("microbatches"));
        QTRY_VERIFY_WITH_TIMEOUT(window.main.timelines().isComparing(), 20'000);
        QSignalSpy complete(&window.main, &MainWindow::folderComplete);
        window.main.reload();
        QVERIFY(complete.wait(20'000));
        QVERIFY(window.main.whatIf().knobs() == knobs);
        window.settle();
        QVERIFY(window.main.whatIf().knobs() == knobs);
        QCOMPARE(window.main.whatIf().chosenSource(), chosen);
        QTRY_VERIFY_WITH_TIMEOUT(window.main.timelines().isComparing(), 20'000);
        // Another folder is another matter.
        window.main.openDemo();
        QTRY_VERIFY_WITH_TIMEOUT(window.main.whatIf().knobs() == Knobs(), 20'000);
    }

private:
    QString run() const { return m_folder.filePath(QStringLiteral("run")); }
    QTemporaryDir m_folder;
};

BUBBLESCOPE_TEST(TstSessionWindow, QApplication)

} // namespace bubblescope::tst_sessionwindow

#include "tst_sessionwindow.moc"
