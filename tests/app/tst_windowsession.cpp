// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The state of a window as a session and back, and what is told about sessions: both without the window.
#include "comparedtimelines.h"
#include "ganttview.h"
#include "messagestack.h"
#include "notebook.h"
#include "querystate.h"
#include "sessioncontrol.h"
#include "sessionjson.h"
#include "sessionnotices.h"
#include "settings.h"
#include "settled.h"
#include "simulatepane.h"
#include "testprogram.h"
#include "tracetext.h"
#include "whatifcontrol.h"
#include "windowsession.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

namespace bubblescope::tst_windowsession {

namespace {

constexpr TimeNs ms = 1'000'000;

OpenedFolderPtr pipeline()
{
    Run run;
    run.name = "run";
    run.layout.pipeline = 2;
    run.layout.world = 2;
    run.layout.tensor = 1;
    run.trace = std::make_shared<const Trace>(traceFromText(R"(
rank0 stage0: [F0 0-100] [B0 400-600] [optimizer 600-640]
rank0 stage0 comm pp: [SF0 100-110] [RB0 110-400]
rank1 stage1: [F0 110-200] [B0 200-380] [optimizer 600-640]
rank1 stage1 comm pp: [RF0 0-110] [SB0 380-400]
)"));
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder.path = "/data/run";
    opened->levels.emplace_back(*run.trace, run.trace->timing());
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

/// All that a window lends to its session.
struct Fixture {
    Fixture()
        : timeline(*new GanttView(&workspace))
        , timelines(*new ComparedTimelines(&workspace, &timeline, &window))
        , whatIf(workspace, pane, timelines, settings, history)
    {
        window.setCentralWidget(&timelines);
        window.resize(900, 500);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            qCritical("the window is not shown");
        workspace.document.setFolder(pipeline());
    }
    WindowFrame frame()
    {
        return {window, [this] { return layout; }, [this](const QByteArray& restored) { layout = restored; }};
    }

    QByteArray layout = "docks";
    Workspace workspace;
    QMainWindow window;
    GanttView& timeline; // the window owns both
    ComparedTimelines& timelines;
    SimulatePane pane;
    Settings settings {Settings::Storage::None};
    QUndoStack history;
    WhatIfControl whatIf;
    QueryState query;
};

FindingsPtr twoFindings()
{
    auto findings = std::make_shared<Findings>();
    for (const char* id : {"pipeline-bubbles", "slow-rank"}) {
        Finding finding;
        finding.id = id;
        findings->list.push_back(finding);
    }
    return findings;
}

} // namespace

class TstWindowSession : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support).*"))); }

    void theWindowIsKeptWithWhatItShows()
    {
        Fixture f;
        WindowSession session(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
        QTRY_VERIFY(!f.whatIf.isBusy());
        f.query.setText(QStringLiteral("SELECT 1"));
        f.settings.setKnobSet(QStringLiteral("mine"), QStringLiteral("microbatches=4"));
        f.workspace.window.setVisibleRange({100 * ms, 300 * ms});
        const Session kept = session.capture({QStringLiteral("/data/run")});
        QCOMPARE(kept.paths, QStringList(QStringLiteral("/data/run")));
        QVERIFY(!kept.isDemo);
        QCOMPARE(kept.window.size, QSize(900, 500));
        QCOMPARE(kept.window.docks, QByteArray("docks"));
        QCOMPARE(kept.query, QStringLiteral("SELECT 1"));
        QCOMPARE(kept.simulate.kept.value(QStringLiteral("mine")), QStringLiteral("microbatches=4"));
        QCOMPARE(kept.view.range, std::optional(TimeRange {100 * ms, 300 * ms}));
        QVERIFY(session.capture({}).isDemo);
    }

    void itComesBackWithoutOverwritingWhatTheUserKeptSince()
    {
        Session kept;
        {
            Fixture f;
            WindowSession session(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
            f.query.setText(QStringLiteral("SELECT 1"));
            f.settings.setKnobSet(QStringLiteral("both"), QStringLiteral("microbatches=4"));
            f.settings.setKnobSet(QStringLiteral("old"), QStringLiteral("microbatches=8"));
            f.workspace.window.setVisibleRange({100 * ms, 300 * ms});
            kept = session.capture({QStringLiteral("/data/run")});
        }
        kept.window.size = {700, 400};
        kept.window.docks = "others";
        Fixture f;
        f.settings.setKnobSet(QStringLiteral("both"), QStringLiteral("microbatches=2"));
        WindowSession session(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
        QSignalSpy applied(&session, &WindowSession::applied);
        session.apply(kept);
        QVERIFY(applied.wait());
        QCOMPARE(f.window.size(), QSize(700, 400));
        QCOMPARE(f.layout, QByteArray("others"));
        QCOMPARE(f.query.text(), QStringLiteral("SELECT 1"));
        QCOMPARE(f.workspace.window.visibleRange(), (TimeRange {100 * ms, 300 * ms}));
        QCOMPARE(f.settings.knobSet(QStringLiteral("both")), QStringLiteral("microbatches=2"));
        QCOMPARE(f.settings.knobSet(QStringLiteral("old")), QStringLiteral("microbatches=8"));
        int offered = 0; // as a set to take, and as one to forget
        for (const QMenu* menu : f.pane.findChildren<QMenu*>()) {
            for (const QAction* action : menu->actions())
                offered += action->text() == QStringLiteral("old") ? 1 : 0;
        }
        QCOMPARE(offered, 2);
    }

    void knobsWaitForTheirSimulationAndUnknownOnesAreSaid()
    {
        Fixture f;
        WindowSession session(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
        Session kept = session.capture({QStringLiteral("/data/run")});
        kept.simulate.knobs = "microbatches=2";
        kept.simulate.timeline = QStringLiteral("both");
        QSignalSpy noticed(&session, &WindowSession::noticed);
        session.apply(kept);
        QTRY_COMPARE(f.workspace.document.timeline(), Document::Timeline::Both);
        QVERIFY(f.workspace.document.simulation());
        QVERIFY(f.whatIf.knobs().microbatches == 2);
        QCOMPARE(noticed.size(), 0);
        kept.simulate.knobs = "no-such-knob=2";
        session.apply(kept);
        QCOMPARE(noticed.size(), 1);
        QVERIFY(noticed.front().front().toString().contains(QStringLiteral("no-such-knob")));
        deliverEvents();
    }

    void whatIfsAreKeptWithTheirFiguresAndSetAgain()
    {
        Session kept;
        {
            Fixture f;
            WindowSession session(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
            QTRY_VERIFY(!f.whatIf.isBusy());
            f.whatIf.keep();
            QCOMPARE(f.whatIf.kept().rowCount(), 0); // no knob is moved
            Knobs knobs;
            knobs.computeScale = 0.5;
            f.whatIf.moveKnobs(knobs, QStringLiteral("compute"));
            QTRY_VERIFY(!f.whatIf.isBusy() && f.workspace.document.simulation()
                && f.workspace.document.simulation()->knobs == knobs);
            f.whatIf.keep();
            kept = session.capture({QStringLiteral("/data/run")});
        }
        QCOMPARE(kept.simulate.whatIfs.size(), size_t(2));
        QVERIFY(kept.simulate.whatIfs[0].knobs.empty());
        QCOMPARE(kept.simulate.whatIfs[1].run, QStringLiteral("run"));
        QVERIFY(kept.simulate.whatIfs[1].stepNs < kept.simulate.whatIfs[0].stepNs);
        const auto read = readSession(toJson(kept, QStringLiteral("/data")), QStringLiteral("/data"));
        QVERIFY(read && read->problems.isEmpty());
        QVERIFY(read->session.simulate.whatIfs == kept.simulate.whatIfs);

        Fixture f;
        WindowSession session(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
        QSignalSpy applied(&session, &WindowSession::applied);
        Session restored = read->session;
        restored.simulate.knobs.clear();
        session.apply(restored);
        QTRY_VERIFY(!applied.isEmpty() && !f.whatIf.isBusy());
        QCOMPARE(f.whatIf.kept().rowCount(), 2);
        f.whatIf.setKept(1);
        QTRY_COMPARE(f.whatIf.knobs().computeScale.value_or(0), 0.5);
        QTRY_VERIFY(!f.whatIf.isBusy());
        // One of a run that is not here moves no knob of another.
        std::vector<KeptWhatIf> ofOthers = f.whatIf.kept().kept();
        ofOthers[0].run = QStringLiteral("gone");
        f.whatIf.kept().setKept(ofOthers);
        QSignalSpy noticed(&f.whatIf, &WhatIfControl::noticed);
        f.whatIf.setKept(0);
        QCOMPARE(noticed.size(), 1);
        QCOMPARE(noticed[0][0].toString(), QStringLiteral("There is no run “gone” here."));
        QCOMPARE(f.whatIf.knobs().computeScale.value_or(0), 0.5);
        f.workspace.document.updateFolder(pipeline()); // more of it, or what has changed
        QCOMPARE(f.whatIf.kept().rowCount(), 2);
        session.forget();
        QCOMPARE(f.whatIf.kept().rowCount(), 0); // they were of what was open before
    }

    void theFindingIsMarkedOnceThereAreFindings()
    {
        Fixture f;
        WindowSession session(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
        Session kept = session.capture({QStringLiteral("/data/run")});
        kept.view.finding = QStringLiteral("slow-rank");
        session.apply(kept);
        QCOMPARE(f.workspace.diagnosis.findingIndex(), -1);
        f.workspace.diagnosis.setFindings(twoFindings());
        QTRY_COMPARE(f.workspace.diagnosis.findingIndex(), 1);
        // Of a folder that was left meanwhile, nothing is marked.
        session.apply(kept);
        QCOMPARE(f.workspace.diagnosis.findingIndex(), 1);
        f.workspace.diagnosis.setFindings(nullptr);
        session.apply(kept);
        session.forget();
        f.workspace.diagnosis.setFindings(twoFindings());
        deliverEvents();
        QCOMPARE(f.workspace.diagnosis.findingIndex(), -1);
    }

    void whatBecameOfNotesIsToldWithWhatCanBeDone()
    {
        Fixture f;
        WindowSession state(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
        SessionControl session(state, f.workspace.document, f.whatIf.kept(), f.settings, f.window);
        MessageStack messages;
        QStatusBar status;
        messages.show();
        const SessionNotices notices(session, messages, status);
        emit session.saved(QStringLiteral("/data/run.bubblescope"));
        QVERIFY(status.currentMessage().contains(QStringLiteral("/data/run.bubblescope")));
        QVERIFY(messages.texts().isEmpty());
        emit session.noticed(QStringLiteral("One note cannot be read."));
        emit session.noticed(QStringLiteral("The folder is gone."));
        QCOMPARE(messages.texts().size(), 2);

        emit session.cannotSave(QStringLiteral("The disk is full."), true);
        QCOMPARE(messages.texts().front(), QStringLiteral("The disk is full."));
        QString asked;
        session.askPath = [&asked](const QString& suggested) {
            asked = suggested;
            return QString();
        };
        QTest::mouseClick(messages.findChildren<QPushButton*>().last(), Qt::LeftButton);
        QVERIFY2(!asked.isEmpty(), "Save as …");
        emit session.cannotSave(QStringLiteral("The notes cannot be kept."), false);
        QCOMPARE(messages.texts().front(), QStringLiteral("The notes cannot be kept."));
        for (const QPushButton* button : messages.findChildren<QPushButton*>())
            QVERIFY2(!button->isVisible(), "nothing helps");
        emit session.cannotSave(QString(), false);
        QCOMPARE(messages.texts().size(), 2);
    }

    void recoveredNotesAreOfferedUntilTheyAreTakenOrDismissed()
    {
        Fixture f;
        WindowSession state(f.frame(), f.workspace, f.timelines, f.whatIf, f.query);
        SessionControl session(state, f.workspace.document, f.whatIf.kept(), f.settings, f.window);
        MessageStack messages;
        QStatusBar status;
        messages.show();
        const SessionNotices notices(session, messages, status);
        emit session.recoveryOffered(QStringLiteral("2 notes were not saved."));
        QCOMPARE(messages.texts(), QStringList(QStringLiteral("2 notes were not saved.")));
        emit session.recoveryOffered(QString()); // by another window meanwhile
        QVERIFY(messages.texts().isEmpty());
        emit session.recoveryOffered(QStringLiteral("2 notes were not saved."));
        QToolButton* close = nullptr;
        for (auto* button : messages.findChildren<QToolButton*>())
            close = button->isVisible() ? button : close;
        QVERIFY(close);
        QTest::mouseClick(close, Qt::LeftButton);
        QVERIFY(messages.texts().isEmpty());
    }
};

BUBBLESCOPE_TEST(TstWindowSession, QApplication)

} // namespace bubblescope::tst_windowsession

#include "tst_windowsession.moc"
