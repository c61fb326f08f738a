// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A run that is closed, or replaced by another one, is freed, whatever was done with it.
#include "../index/indexing.h"

#include "desktopcolours.h"
#include "ganttview.h"
#include "mainwindow.h"
#include "notebook.h"
#include "querystate.h"
#include "runcontext.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "sanitized.h"
#include "settings.h"
#include "settled.h"
#include "shareddata.h"
#include "smallsample.h"
#include "testprogram.h"
#include "theme.h"
#include "timelineplot.h"
#include "tracetext.h"
#include "whatifcontrol.h"
#include "workspace.h"

#include <QAction>
#include <QDockWidget>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

namespace bubblescope::tst_closedrun {

namespace {
/// What was open, without keeping it: those of it that are still alive.
class Watch {
public:
    void add(const QString& name, const std::shared_ptr<const void>& kept)
    {
        if (kept)
            m_kept.emplace_back(name, kept);
    }
    size_t size() const { return m_kept.size(); }
    QStringList alive() const
    {
        QStringList names;
        for (const auto& [name, kept] : m_kept) {
            if (!kept.expired())
                names << name;
        }
        return names;
    }

private:
    std::vector<std::pair<QString, std::weak_ptr<const void>>> m_kept;
};

struct Fixture {
    Fixture() : window(settings, nullptr)
    {
        settings.setHintWasShown();
        window.resize(1280, 720);
        window.show();
        if (!QTest::qWaitForWindowActive(&window))
            qCritical("the window cannot be activated");
    }
    Workspace& workspace() { return window.workspace(); }
    void settle()
    {
        deliverEvents();
        QTRY_VERIFY_WITH_TIMEOUT(!window.isLoading() && !window.isBusy() && !window.isKeeping(), 60'000);
        deliverEvents();
    }
    void open(const QString& path)
    {
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.open({path});
        QVERIFY2(complete.wait(60'000), qPrintable(path));
        settle();
    }
    void openMade(std::function<Result<RunFolder>()> make)
    {
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.openMade(std::move(make));
        QVERIFY(complete.wait(60'000));
        settle();
    }
    /// Each panel has its content, and leaves it to the next one.
    void showPanels()
    {
        for (QDockWidget* panel : window.findChildren<QDockWidget*>()) {
            panel->show();
            panel->raise();
            deliverEvents();
        }
        settle();
    }
    /// A search, a selection, places to go back to, a note, a query, the mouse over it.
    void use()
    {
        workspace().search.setText(QStringLiteral("dur>1ns"));
        const TracePtr trace = workspace().document.trace();
        if (trace && trace->spanCount() > 1) {
            workspace().selection.setSpan(SpanId(trace->spanCount() / 2));
            workspace().window.revealSpan(SpanId(0), true);
            workspace().window.commitPlace();
            workspace().window.showAll();
            workspace().window.commitPlace();
            workspace().window.back();
            workspace().selection.setRange(
                TimeRange {trace->range().begin, trace->range().begin + trace->range().duration() / 2});
            Annotation note;
            note.kind = Annotation::Kind::Time;
            note.subject = workspace().document.noteSubject();
            note.text = "why so long?";
            workspace().document.notes().setNotes({note});
        }
        if (workspace().diagnosis.findings() && !workspace().diagnosis.findings()->list.empty())
            workspace().diagnosis.goToFinding(0);
        hover();
        window.query().setText(QStringLiteral("SELECT count(*) FROM spans"));
        window.query().run();
        settle();
    }
    void hover()
    {
        TimelinePlot& plot = window.timeline().plot();
        for (int y = 40; y < plot.height(); y += isSanitized ? 60 : 20) {
            const QPoint place(plot.width() / 2, y);
            QTest::mouseMove(&plot, place);
            QHelpEvent help(QEvent::ToolTip, place, plot.mapToGlobal(place));
            QCoreApplication::sendEvent(&plot, &help);
        }
    }
    void simulate(Document::Timeline timeline)
    {
        Knobs knobs;
        knobs.computeScale = 0.9;
        window.whatIf().moveKnobs(knobs, QStringLiteral("faster compute"));
        settle();
        workspace().document.setTimeline(timeline);
        settle();
        QVERIFY(workspace().document.simulation());
        window.whatIf().undoStack().undo();
        settle();
        window.whatIf().undoStack().redo();
        settle();
    }
    Watch watch()
    {
        Watch watch;
        const Document& document = workspace().document;
        const OpenedFolderPtr& opened = document.opened();
        watch.add(QStringLiteral("folder"), opened);
        if (!opened)
            return watch;
        for (const Run& run : opened->folder.runs) {
            watch.add(QStringLiteral("trace"), run.trace);
            watch.add(QStringLiteral("context"), run.context);
        }
        for (const auto& summary : opened->summaries)
            watch.add(QStringLiteral("summary"), summary);
        for (const auto& blocks : opened->blocks)
            watch.add(QStringLiteral("ranks in the index"), blocks);
        if (const ShownSimulationPtr& simulation = document.simulation()) {
            watch.add(QStringLiteral("simulation"), simulation);
            watch.add(QStringLiteral("simulated trace"), simulation->step.run.trace);
            watch.add(QStringLiteral("interleaved simulation"), simulation->interleaved);
        }
        watch.add(QStringLiteral("figures"), workspace().figures.ofRun());
        watch.add(QStringLiteral("figures of a part"), workspace().figures.ofPart());
        watch.add(QStringLiteral("findings"), workspace().diagnosis.findings());
        watch.add(QStringLiteral("reasons"), workspace().diagnosis.reasons());
        watch.add(QStringLiteral("matches"), workspace().search.highlighted());
        watch.add(QStringLiteral("matches of all ranks"), workspace().search.ofRanks());
        return watch;
    }

    Settings settings {Settings::Storage::None};
    MainWindow window;
};

FlightDump dumpOfRank(int32_t rank, int64_t enqueued, int64_t completed)
{
    FlightGroup group;
    group.name = "0";
    group.ranks = std::make_shared<const std::vector<int32_t>>(std::vector<int32_t> {0, 1});
    group.lastEnqueued = enqueued;
    group.lastCompleted = completed;
    FlightDump dump;
    dump.rank = rank;
    dump.groups.push_back(group);
    return dump;
}

/// Rank 0 waits for rank 1.
RunFolder hangingFolder()
{
    RunFolder folder;
    Run run;
    run.name = "run";
    run.trace = std::make_shared<const Trace>(traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]"));
    folder.runs.push_back(std::move(run));
    folder.flightDumps = {dumpOfRank(0, 5, 4), dumpOfRank(1, 4, 4)};
    folder.report.setFile("dump_1");
    folder.report.add(IssueKind::BadRecord, 12, "a record that ends early");
    return folder;
}

/// Two builds of a job.
Result<RunFolder> twoRuns()
{
    Result<RunFolder> folder = makeSampleFolder(smallSample());
    SampleOptions other = smallSample();
    other.seed = 2;
    Result<RunFolder> second = makeSampleFolder(other);
    second->runs.front().name += " again";
    folder->runs.push_back(std::move(second->runs.front()));
    return folder;
}

constexpr int patienceMs = 30'000; ///< only where something stays

enum class Input : uint8_t { Ranks, TwoRuns, Profiler, Table, Workload, Log, Index, RanksOfIndex, Hang };
enum class Shown : uint8_t { Opened, Compared, Simulated, Both, Interleaved };
enum class End : uint8_t { Closed, Replaced };
} // namespace

class TstClosedRun : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void nothingOfItStays_data();
    void nothingOfItStays();

private:
    void openInput(Fixture& fixture, Input input);

    QTemporaryDir m_folder;
    QString m_index;
    uint64_t m_spans = 0; ///< of the run that is indexed
};

void TstClosedRun::initTestCase()
{
    rememberDesktopColours();
    applyTheme(*qApp, ThemeChoice::Light);
    SampleOptions options;
    options.data = 4;
    options.steps = 2;
    const std::string run = m_folder.filePath(QStringLiteral("run")).toStdString();
    m_index = m_folder.filePath(QStringLiteral("run.bubbleindex"));
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, m_index.toStdString(), 1), ExitCode::Fine);
    m_spans = openedQuietly(run)->folder.runs.front().trace->spanCount();
}

void TstClosedRun::openInput(Fixture& fixture, Input input)
{
    const auto open = [&fixture](const char* name) { fixture.open(QString::fromStdString(testData(name))); };
    switch (input) {
    case Input::Ranks:
        return fixture.openMade([] { return makeSampleFolder(smallSample()); });
    case Input::TwoRuns:
        return fixture.openMade(twoRuns);
    case Input::Profiler:
        return open("chrometrace/kineto_rank1.json");
    case Input::Table:
        return open("layertable/neusight_small.csv");
    case Input::Workload:
        return open("workload/small.txt");
    case Input::Log:
        return open("runlog/step_times.log");
    case Input::RanksOfIndex:
        fixture.window.setMemory(m_spans * 35);
        return fixture.open(m_index);
    case Input::Index:
        return fixture.open(m_index);
    case Input::Hang:
        return fixture.openMade([] { return Result<RunFolder>(hangingFolder()); });
    }
}

void TstClosedRun::nothingOfItStays_data()
{
    QTest::addColumn<Input>("input");
    QTest::addColumn<Shown>("shown");
    QTest::addColumn<End>("end");
    const struct {
        const char* name;
        Input input;
        Shown shown;
    } rows[] = {{"rank traces", Input::Ranks, Shown::Opened}, {"compared runs", Input::TwoRuns, Shown::Compared},
        {"a simulation", Input::Ranks, Shown::Simulated}, {"a run and its simulation", Input::Ranks, Shown::Both},
        {"lane by lane", Input::Ranks, Shown::Interleaved}, {"a profiler trace", Input::Profiler, Shown::Opened},
        {"a layer table", Input::Table, Shown::Opened}, {"a workload", Input::Workload, Shown::Opened},
        {"a log", Input::Log, Shown::Opened}, {"an index", Input::Index, Shown::Opened},
        {"some ranks of an index", Input::RanksOfIndex, Shown::Opened},
        {"ranks of an index and their simulation", Input::RanksOfIndex, Shown::Both},
        {"a job that hangs", Input::Hang, Shown::Opened}};
    bool isReplaced = false;
    for (const auto& row : rows) {
        isReplaced = !isReplaced;
        if (!isSanitized || !isReplaced)
            QTest::addRow("%s, closed", row.name) << row.input << row.shown << End::Closed;
        if (!isSanitized || isReplaced)
            QTest::addRow("%s, replaced", row.name) << row.input << row.shown << End::Replaced;
    }
}

void TstClosedRun::nothingOfItStays()
{
    QFETCH(Input, input);
    QFETCH(Shown, shown);
    QFETCH(End, end);
    Fixture f;
    openInput(f, input);
    if (!isSanitized || shown != Shown::Opened) // they show the same again after its use
        f.showPanels();
    switch (shown) {
    case Shown::Opened:
        break;
    case Shown::Compared:
        f.window.command(QStringLiteral("compare"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(f.workspace().document.differences(), 60'000);
        break;
    case Shown::Simulated:
        f.simulate(Document::Timeline::Simulated);
        break;
    case Shown::Both:
        f.simulate(Document::Timeline::Both);
        break;
    case Shown::Interleaved:
        f.simulate(Document::Timeline::Interleaved);
        break;
    }
    f.use();
    f.showPanels();
    const Watch watch = f.watch();
    QVERIFY(watch.size() > 0);
    if (end == End::Closed) {
        f.window.command(QStringLiteral("closeRun"))->trigger();
        f.settle();
    } else {
        f.openMade([] { return makeSampleFolder(smallSample(2)); });
    }
    // Jobs that were given up end as soon as they can.
    QTRY_COMPARE_WITH_TIMEOUT(watch.alive().join(QStringLiteral(", ")), QString(), patienceMs);
}

BUBBLESCOPE_TEST(TstClosedRun, QApplication)

} // namespace bubblescope::tst_closedrun

#include "tst_closedrun.moc"
