// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandpalette.h"
#include "comparedtimelines.h"
#include "exportcontrol.h"
#include "exportdialog.h"
#include "firstframe.h"
#include "focusring.h"
#include "formatting.h"
#include "ganttview.h"
#include "hangingrun.h"
#include "headline.h"
#include "helpdialog.h"
#include "inputbox.h"
#include "knobrow.h"
#include "loadbar.h"
#include "mainwindow.h"
#include "messagebar.h"
#include "notebook.h"
#include "notices.h"
#include "overviewstrip.h"
#include "panelhost.h"
#include "panelview.h"
#include "partsbar.h"
#include "placefinder.h"
#include "profilerpicture.h"
#include "queryeditor.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "settings.h"
#include "settled.h"
#include "shareddata.h"
#include "simulatepane.h"
#include "smallsample.h"
#include "startpage.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "theme.h"
#include "timelinecontroller.h"
#include "tracetext.h"
#include "typicalstep.h"
#include "whatifcontrol.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

namespace bubblescope::tst_mainwindow {

namespace {
RunFolder logFolder(const std::vector<int>& steps = {1, 2, 3, 4, 5})
{
    RunFolder folder;
    folder.path = "/runs/log only";
    RunLog log;
    log.name = "train";
    log.file = "train.log";
    for (const int i : steps) {
        LogStep step;
        step.step = i;
        step.loss = 10.0 / i;
        step.stepMs = 100;
        log.steps.push_back(step);
    }
    folder.runLogs.push_back(log);
    folder.report.setFile("train.log");
    folder.report.add(IssueKind::BadRecord, 12, "a line that ends early");
    return folder;
}

/// A kernel and a collective of one rank, with the calls that launched them.
Result<RunFolder> profilerFolder()
{
    RunFolder folder;
    ProfilerPicture picture;
    picture.kernel(0, "stream 7", 0, 100, picture.launch(0, "thread 1", 0));
    picture.collective(0, "pg", 100, 160, picture.launch(0, "thread 1", 90));
    Run run;
    run.trace = std::make_shared<const Trace>(picture.finish());
    folder.runs.push_back(std::move(run));
    return folder;
}

/// A window with settings of its own that leave no trace.
struct Fixture {
    explicit Fixture(QSize size = QSize(1280, 720)) : window(settings, nullptr)
    {
        settings.setHintWasShown();
        window.resize(size);
        window.show();
        if (!QTest::qWaitForWindowActive(&window))
            qCritical("the window cannot be activated");
    }
    /// False if it takes too long.
    bool openProfilerRun()
    {
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.openMade(profilerFolder);
        return complete.wait(10'000) && QTest::qWaitFor([this] { return !window.isBusy(); }, 10'000);
    }

    void openSample(int steps = 3)
    {
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.openMade([steps] { return makeSampleFolder(smallSample(steps)); });
        QVERIFY(complete.wait(10'000));
    }
    Workspace& workspace() { return window.workspace(); }

    Settings settings {Settings::Storage::None};
    MainWindow window;
};

template <typename Widget> Widget* visibleChild(const QWidget& parent)
{
    for (auto* child : parent.findChildren<Widget*>()) {
        if (child->isVisible())
            return child;
    }
    return nullptr;
}

/// Of the panel in front below the timeline; 0 while there is none.
int heightInFront(const MainWindow& window)
{
    for (const char* name : {"findings", "layers", "stages", "loss", "issues"}) {
        const QDockWidget* panel = window.dock(QLatin1String(name));
        if (!panel->visibleRegion().isEmpty())
            return panel->height();
    }
    return 0;
}
} // namespace

class TstMainWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        rememberDesktopColours();
        applyTheme(*qApp, ThemeChoice::Light);
    }
    void init()
    {
        // Everything but what the offscreen platform remarks about itself.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support).*")));
    }

    void anEmptyWindowShowsTheStartPage()
    {
        Fixture fixture;
        QVERIFY(visibleChild<StartPage>(fixture.window));
        QVERIFY(!fixture.window.timeline().isVisible());
        QCOMPARE(fixture.window.windowTitle(), QStringLiteral("Bubblescope"));
        QVERIFY(!fixture.window.command(QStringLiteral("reload"))->isEnabled());
        QVERIFY(fixture.window.command(QStringLiteral("openFolder"))->isEnabled());
    }

    void buttonsOfAPanelKeepAwayFromTheEdgeOfTheWindow()
    {
        for (const QSize size : {QSize(1280, 720), QSize(1600, 1000)}) {
            Fixture fixture(size);
            fixture.openSample();
            const QDockWidget* details = fixture.window.dock(QStringLiteral("details"));
            const auto buttons
                = details->findChildren<QAbstractButton*>(QRegularExpression(QStringLiteral("^qt_dockwidget_.*button$")));
            QCOMPARE(buttons.size(), 2);
            for (const QAbstractButton* button : buttons) {
                QVERIFY(button->isVisible());
                const QRect place(button->mapTo(details, QPoint()), button->size());
                QVERIFY2(place.right() + 4 < details->width() && place.left() > 0 && place.top() >= 0,
                    qPrintable(button->objectName()));
            }
            QVERIFY(!buttons.front()->geometry().intersects(buttons.back()->geometry()));
        }
    }

    void theHeadlineIsNeverCutInTheMiddleOfAFigure()
    {
        Fixture fixture;
        fixture.openSample();
        auto* headline = visibleChild<Headline>(fixture.window);
        QVERIFY(headline);
        for (const int width : {600, 420, 360, 300, 200, 140}) {
            headline->resize(width, headline->height());
            QTextDocument shown;
            shown.setDefaultFont(headline->font());
            shown.setDocumentMargin(0);
            shown.setHtml(headline->text());
            QVERIFY2(shown.idealWidth() <= width, qPrintable(headline->text()));
            QVERIFY(headline->text().contains(QStringLiteral("step")));
        }
        headline->resize(90, headline->height());
        QVERIFY2(headline->text().contains(QStringLiteral("s</b>")), qPrintable(headline->text())); // a whole time
        headline->resize(20, headline->height());
        QVERIFY2(headline->text().isEmpty(), qPrintable(headline->text()));
    }

    void aTinyShareStandsInTheHeadline()
    {
        Fixture fixture;
        fixture.openSample();
        const Run& run = *fixture.workspace().document.run();
        RunSummary summary;
        summary.split.time[size_t(Category::Forward)] = 1'000'000;
        summary.split.waitingFor[size_t(Category::DataComm)] = 100;
        QTextDocument shown;
        shown.setHtml(Headline::summaryText(run, summary));
        const QString text = formatShare(1e-4).replace(QChar::Nbsp, QLatin1Char(' '));
        QVERIFY2(shown.toPlainText().contains(QStringLiteral("waiting ") + text), qPrintable(shown.toPlainText()));
    }

    /// The stages of this log take 710 ms of a step of 1.613 s.
    void aModelThatExplainsAPartOnlySaysOfHowMuch()
    {
        REQUIRE_SHARED_DATA();
        Fixture fixture;
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({QString::fromStdString(sharedData("seeds/004_cbcb88115115ad29.txt"))});
        QVERIFY(complete.wait(30'000));
        const auto* headline = visibleChild<Headline>(fixture.window);
        QVERIFY(headline);
        QTRY_VERIFY2(headline->toolTip().contains(QStringLiteral("measured step 1.613")), qPrintable(headline->toolTip()));
        QVERIFY2(headline->toolTip().contains(QStringLiteral("modelled: busy")), qPrintable(headline->toolTip()));
        // Its shares are those of the bar, which add up to the whole step.
        const QString bar = visibleChild<PartsBar>(fixture.window)->accessibleDescription();
        static const QRegularExpression share(QStringLiteral("(bubble|not explained) [0-9.]+"));
        int compared = 0;
        for (auto each = share.globalMatch(headline->toolTip().section(QLatin1Char('\n'), 0, 0)); each.hasNext();
             ++compared) {
            const QString said = each.next().captured();
            QVERIFY2(bar.contains(said), qPrintable(said + QStringLiteral(" | ") + bar));
        }
        QCOMPARE(compared, 2);
    }

    void aRunFillsEveryPart()
    {
        Fixture fixture;
        fixture.openSample();
        QVERIFY(!visibleChild<StartPage>(fixture.window));
        QVERIFY(fixture.window.timeline().isVisible());
        QVERIFY(visibleChild<OverviewStrip>(fixture.window));
        QVERIFY(visibleChild<Headline>(fixture.window)->text().contains(QStringLiteral("bubble")));
        const auto* line = visibleChild<MessageBar>(fixture.window);
        QVERIFY(line);
        QVERIFY2(line->text().contains(QStringLiteral("on 2 hosts, clocks aligned")), qPrintable(line->text()));
        QVERIFY(fixture.window.windowTitle().contains(QStringLiteral("Bubblescope")));
        QVERIFY(fixture.window.dock(QStringLiteral("layers"))->isVisible());
        QVERIFY(!fixture.window.isLoading());
    }

    void everyInputOfAFolderCanBeChosen()
    {
        Fixture fixture;
        fixture.openSample();
        auto* inputs = fixture.window.findChild<InputBox*>();
        QVERIFY(inputs);
        const RunFolder& folder = *fixture.workspace().document.folder();
        QCOMPARE(inputs->inputCount(),
            int(folder.runs.size() + folder.runLogs.size() + folder.workloads.size() + folder.layerTables.size()));
        QCOMPARE(fixture.workspace().document.runIndex(), 0);
        QVERIFY(!folder.layerTables.empty());
        emit inputs->inputChosen({SimulationSource::Kind::LayerTable, 0, 0});
        QCOMPARE(fixture.workspace().document.runIndex(), -1);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.workspace().document.showsSimulation(), 20'000); // its modelled timeline
        QVERIFY(inputs->currentText().contains(toText(folder.layerTables.front().name).left(6)));
        emit inputs->inputChosen({SimulationSource::Kind::Run, 0, 0});
        QCOMPARE(fixture.workspace().document.runIndex(), 0);
        QCOMPARE(fixture.workspace().document.run()->origin, Origin::Measured);
    }

    void aCompleteFrameIsToldOnce()
    {
        Fixture fixture;
        QSignalSpy painted(&fixture.window, &MainWindow::completeFramePainted);
        fixture.openSample();
        QTRY_COMPARE(painted.size(), 1);
        fixture.window.repaint();
        deliverEvents();
        QCOMPARE(painted.size(), 1);
    }

    void whatTheFirstFrameDoesNotNeedBeginsAfterIt()
    {
        Fixture fixture;
        auto* frame = fixture.window.findChild<FirstFrame*>();
        QSignalSpy prepared(&fixture.window.whatIf(), &WhatIfControl::inputChanged);
        fixture.window.setUpdatesEnabled(false);
        fixture.openSample();
        deliverEvents();
        QCOMPARE(prepared.isEmpty(), frame->isAwaited()); // the frame is given up after a second
        QVERIFY(fixture.window.isBusy() || !frame->isAwaited());
        fixture.window.setUpdatesEnabled(true);
        QTRY_VERIFY(!prepared.isEmpty());
        QTRY_VERIFY(!frame->isAwaited());
    }

    void aFolderOfBandwidthCurvesSaysWhatTheyAreFor()
    {
        RunFolder folder;
        QCOMPARE(missingTimeline(folder).title, QStringLiteral("Nothing to show"));
        folder.bandwidthCurves.resize(2);
        QVERIFY(missingTimeline(folder).text.contains(QStringLiteral("nccl-tests")));
        folder.runLogs.resize(1);
        QVERIFY(missingTimeline(folder).text.contains(QStringLiteral("a run log")));
        QVERIFY(!missingTimeline(folder).text.contains(QStringLiteral("nccl-tests")));
    }

    void aFolderWithNothingUsableSaysWhyOfEachFile()
    {
        RunFolder folder;
        folder.unrecognised = {"empty.json", "notes.bin", "old.nsys-rep"};
        folder.report.setFile("empty.json");
        folder.report.add(IssueKind::EmptyFile, std::nullopt, "0 bytes");
        folder.report.setFile("old.nsys-rep");
        folder.report.add(IssueKind::ConvertFirst, std::nullopt, "an Nsight Systems report");
        folder.report.setFile("old.bubbleindex");
        folder.report.add(IssueKind::UnreadableFile, std::nullopt, "it was written by another version");
        const QStringList lines = missingTimeline(folder).text.split(QLatin1Char('\n'));
        QVERIFY(lines.contains(QStringLiteral("empty.json: File is empty")));
        QVERIFY(
            lines.contains(QStringLiteral("old.bubbleindex: File cannot be read: it was written by another version")));
        QVERIFY(lines.contains(QStringLiteral("old.nsys-rep: Recognised, but has to be converted first")));
        QVERIFY(lines.contains(QStringLiteral("notes.bin: no known format")));
    }

    void aFolderWithoutTracesOpensOnWhatItCanFill()
    {
        Fixture fixture;
        fixture.window.show(std::make_shared<OpenedFolder>(OpenedFolder {logFolder(), {}, {}}));
        QTRY_VERIFY(fixture.window.dock(QStringLiteral("loss"))->widget()->isVisible());
        QVERIFY(!visibleChild<OverviewStrip>(fixture.window));
        QVERIFY(!fixture.window.searchBox()->isVisible());
        QVERIFY(missingTimeline(*fixture.workspace().document.folder()).text.contains(QStringLiteral("a run log")));
        // The panels are what there is to see: they get most of the height.
        QTRY_VERIFY(fixture.window.dock(QStringLiteral("loss"))->height() > fixture.window.timeline().height());
    }

    void issuesAreSummedUpInALineThatLeadsToThem()
    {
        Fixture fixture;
        fixture.window.show(std::make_shared<OpenedFolder>(OpenedFolder {logFolder(), {}, {}}));
        const Notice notice = issueNotice(fixture.workspace().document.folder()->report);
        QVERIFY(issueInfo(IssueKind::BadRecord).severity != Severity::Note);
        auto* line = visibleChild<MessageBar>(fixture.window);
        QVERIFY(line);
        QCOMPARE(line->text(), notice.text);
        QVERIFY(notice.text.startsWith(QLatin1Char('1')));
        auto* button = visibleChild<QPushButton>(*line);
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(fixture.window.dock(QStringLiteral("issues"))->widget()->isVisible());
    }

    void theLineNamesTheCommandThatMakesAFileReadable()
    {
        ImportReport report;
        report.setFile("old.bubbleindex");
        report.add(IssueKind::UnreadableFile, std::nullopt,
            say("The index was written by another version: run {} first", "bubblescope index -o old.bubbleindex"));
        const Notice notice = issueNotice(report);
        QVERIFY2(notice.text.endsWith(QStringLiteral("run bubblescope index -o old.bubbleindex first")),
            qPrintable(notice.text));
        QVERIFY(notice.text.startsWith(QStringLiteral("1 error: ")));
    }

    void theLineNamesTheRankThatIsDamaged()
    {
        ImportReport report;
        report.setFile("run.index");
        report.add(IssueKind::UnreadableFile, std::nullopt,
            say("what it holds of rank {} is damaged; its operations are left out", 3897));
        const Notice notice = issueNotice(report);
        QVERIFY2(notice.text.startsWith(QStringLiteral("1 error in run.index: what it holds of rank 3897 is damaged")), qPrintable(notice.text));
        QVERIFY2(!notice.text.contains(QStringLiteral("Check that the file exists")), qPrintable(notice.text));
    }

    void oneMessageDoesNotHideAnother()
    {
        Fixture fixture;
        QSignalSpy refused(&fixture.window, &MainWindow::nothingOpened);
        fixture.window.open({QStringLiteral("/there/is/no/such.bubblescope")});
        QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, 10'000);
        const QString refusal = refused.front().front().toString();
        QVERIFY(!refusal.isEmpty());
        emit fixture.window.exports().refused(QStringLiteral("This cannot be exported."));
        fixture.settings.trouble(Error {"Settings cannot be written.", {}, {}});
        const auto shown = [&fixture] {
            QStringList texts;
            for (const MessageBar* bar : fixture.window.findChildren<MessageBar*>()) {
                if (bar->isVisible())
                    texts += bar->text();
            }
            return texts;
        };
        QCOMPARE(shown().size(), 3);
        QCOMPARE(shown().count(refusal), 1);
        QCOMPARE(shown().filter(QStringLiteral("cannot be exported")).size(), 1);
        fixture.openSample(); // what was about opening and about another folder is over
        QVERIFY(shown().filter(QStringLiteral("cannot be exported")).isEmpty());
        QCOMPARE(shown().filter(QStringLiteral("Settings")).size(), 1);
        QVERIFY(!shown().contains(refusal));
    }

    void searchingWalksThroughWhatIsFound()
    {
        Fixture fixture;
        fixture.openSample();
        fixture.window.timeline().setFocus();
        QTest::keyClick(&fixture.window, Qt::Key_F, Qt::ControlModifier);
        QLineEdit* box = fixture.window.searchBox();
        QTRY_VERIFY(box->hasFocus());
        QTest::keyClicks(box, QStringLiteral("forward_step"));
        fixture.workspace().window.setVisibleRange(fixture.workspace().window.limits()); // it begins where one looks
        QTest::keyClick(box, Qt::Key_Return);
        const size_t matches = fixture.workspace().search.matches().size();
        QVERIFY(matches > 10);
        QCOMPARE(fixture.workspace().search.index(), 0);
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(fixture.workspace().search.index(), 1);
        QVERIFY(fixture.workspace().selection.span() == fixture.workspace().search.matches()[1]);
        QTest::keyClick(box, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(box, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(fixture.workspace().search.index(), int(matches) - 1);
        QVERIFY(fixture.window.dock(QStringLiteral("search"))->windowTitle() != QStringLiteral("Search"));
        QTest::keyClick(box, Qt::Key_Escape);
        QVERIFY(!fixture.workspace().search.isSearching());
        QVERIFY(box->text().isEmpty());
    }

    void typingSearchesWithoutEnter()
    {
        Fixture fixture;
        fixture.openSample();
        fixture.window.searchBox()->setFocus();
        QTest::keyClicks(fixture.window.searchBox(), QStringLiteral("recv"));
        QTRY_COMPARE(fixture.workspace().search.text(), QStringLiteral("recv"));
    }

    void theStepBoxFollowsARunOfAsManySteps()
    {
        Fixture fixture;
        const auto* box = [&]() -> QComboBox* {
            for (auto* child : fixture.window.findChildren<QComboBox*>()) {
                if (child->accessibleName() == QStringLiteral("Training step"))
                    return child;
            }
            return nullptr;
        }();
        QVERIFY(box);
        for (const std::vector<int>& steps : {std::vector {1, 2, 5}, std::vector {1, 3, 5}}) {
            QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
            fixture.window.openMade([steps] { return Result<RunFolder>(logFolder(steps)); });
            QVERIFY(complete.wait(10'000));
            QCOMPARE(box->count(), 4);
            for (int i = 0; i < 3; ++i)
                QCOMPARE(box->itemData(i + 1).toInt(), steps[size_t(i)]);
        }
    }

    void stepsAreWalkedEverywhere()
    {
        Fixture fixture;
        fixture.openSample();
        QCOMPARE(fixture.workspace().window.step().value_or(0), int64_t(2)); // the typical one of three
        const TimeRange shown = fixture.workspace().window.visibleRange();
        QTest::keyClick(&fixture.window, Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(fixture.workspace().window.step().value_or(0), int64_t(3));
        QVERIFY(fixture.workspace().window.visibleRange().begin > shown.begin);
        QTest::keyClick(&fixture.window, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(&fixture.window, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(fixture.workspace().window.step().value_or(0), int64_t(1));
        QTest::keyClick(&fixture.window, Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(!fixture.workspace().window.step());
    }

    /// As the findings, the summary and the Simulate pane do.
    void aRunOfManyStepsOpensOnTheTypicalOne()
    {
        Fixture fixture;
        fixture.openSample(6);
        const Trace& trace = *fixture.workspace().document.trace();
        const int64_t typical = trace.steps()[size_t(typicalStep(trace))].number;
        QVERIFY(typical != 2);
        QCOMPARE(fixture.workspace().window.step().value_or(0), typical);
    }

    void backAndForwardFollowTheHistory()
    {
        Fixture fixture;
        fixture.openSample();
        QAction* back = fixture.window.command(QStringLiteral("back"));
        const TimeRange whole = fixture.workspace().window.visibleRange();
        fixture.workspace().window.setVisibleRange({whole.begin, whole.begin + whole.duration() / 4});
        fixture.workspace().window.commitPlace();
        QVERIFY(back->isEnabled());
        QTest::keyClick(&fixture.window, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(fixture.workspace().window.visibleRange() == whole);
        QTest::keyClick(&fixture.window, Qt::Key_Right, Qt::AltModifier);
        QVERIFY(fixture.workspace().window.visibleRange() != whole);
    }

    void everyCommandIsInThePalette()
    {
        Fixture fixture;
        fixture.openSample();
        std::set<QString> names;
        for (const QAction* action : fixture.window.commands()) {
            QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
            names.insert(action->objectName());
        }
        for (const char* name : {"openFolder", "reload", "find", "back", "home", "nextStep", "themeDark", "rows.taller",
                 "color.stage", "keys", "quit", "exportWindow"})
            QVERIFY2(names.count(QString::fromLatin1(name)) == 1, name);
        QTest::keyClick(&fixture.window, Qt::Key_P, Qt::ControlModifier);
        auto* palette = fixture.window.findChild<CommandPalette*>();
        QVERIFY(palette);
        auto* list = palette->findChild<QListWidget*>();
        auto* input = palette->findChild<QLineEdit*>();
        const int all = list->count();
        QVERIFY(all > 25);
        QTest::keyClicks(input, QStringLiteral("nstep"));
        QVERIFY(list->count() < all);
        QVERIFY(list->item(0)->text().endsWith(QStringLiteral("Next step")));
        QTest::keyClick(input, Qt::Key_Return);
        QTRY_COMPARE(fixture.workspace().window.step().value_or(0), int64_t(3));
    }

    void thePaletteRaisesPanelsAndSaysWhereNothingMatches()
    {
        Fixture fixture;
        fixture.openSample();
        QDockWidget* issues = fixture.window.dock(QStringLiteral("issues"));
        issues->raise();
        const auto typed = [&](const QString& text) {
            fixture.window.command(QStringLiteral("commands"))->trigger();
            const QPointer<CommandPalette> palette = fixture.window.findChild<CommandPalette*>();
            auto* input = palette->findChild<QLineEdit*>();
            QTest::keyClicks(input, text);
            auto* list = palette->findChild<QListWidget*>();
            const int enabled = int(list->item(0)->flags() & Qt::ItemIsEnabled);
            const int count = list->count();
            QTest::keyClick(input, Qt::Key_Return);
            if (palette)
                palette->close();
            if (!QTest::qWaitFor([&] { return palette.isNull(); }))
                qCritical("the palette stays open");
            return std::pair(count, enabled != 0);
        };
        typed(QStringLiteral("issues"));
        QVERIFY(!issues->isHidden());
        fixture.window.dock(QStringLiteral("layers"))->raise();
        typed(QStringLiteral("issues"));
        QTRY_VERIFY(!issues->visibleRegion().isEmpty());
        typed(QStringLiteral("stragglers"));
        const auto* page = fixture.window.findChild<QWidget*>(QStringLiteral("stragglersPage"));
        QTRY_VERIFY_WITH_TIMEOUT(!page->visibleRegion().isEmpty(), 30'000); // once the simulator is ready
        QCOMPARE(typed(QStringLiteral("qqqq")), std::pair(1, false));
    }

    void placesAreFoundByTheirName()
    {
        Fixture fixture;
        fixture.openSample();
        Workspace& workspace = fixture.workspace();
        const auto go = [&](const QString& typed) {
            const std::vector<NamedPlace> places = placesNamed(workspace, typed);
            if (places.size() == 1 && places.front().go)
                places.front().go();
            return places.empty() ? QString() : places.front().title;
        };
        QCOMPARE(go(QStringLiteral("rank 2")), QStringLiteral("Go to rank 2"));
        QCOMPARE(workspace.selection.rank(), 2);
        go(QStringLiteral("R1"));
        QCOMPARE(workspace.selection.rank(), 1);
        QCOMPARE(go(QStringLiteral("rank 517")), QStringLiteral("This run has no rank 517"));
        QCOMPARE(workspace.selection.rank(), 1);
        go(QStringLiteral("stage 1"));
        QCOMPARE(workspace.selection.stage(), 1);
        const Step last = workspace.document.trace()->steps().back();
        go(QStringLiteral("step %1").arg(last.number));
        QCOMPARE(workspace.window.step().value_or(-1), int64_t(last.number));
        go(QStringLiteral("3,5 ms"));
        QVERIFY(workspace.window.visibleRange().contains(last.range.begin + TimeNs(3'500'000)));
        QCOMPARE(go(QStringLiteral("99999 s")), QStringLiteral("99\u202F999.00\u00A0s is outside this run"));
        go(QStringLiteral("backward"));
        QVERIFY(workspace.selection.span().isValid());
        QVERIFY(placesNamed(workspace, QStringLiteral("nothing of the kind")).empty());
        QCOMPARE(go(QStringLiteral("rank 1 B1")), QStringLiteral("Go to the next span with “rank 1 B1”"));
        QTRY_COMPARE(workspace.document.trace()->operation(workspace.selection.span()), Operation::Backward);
        QCOMPARE(workspace.selection.rank(), 1);
        QVERIFY(placesNamed(workspace, QStringLiteral("rank 1 B77")).empty());
        Annotation note;
        note.subject = workspace.document.noteSubject();
        note.text = "why so long here?";
        note.range = last.range;
        QSignalSpy asked(&workspace.document.notes(), &NoteBook::goRequested);
        const uint32_t id = workspace.document.notes().add(note);
        QCOMPARE(go(QStringLiteral("SO LONG")), QStringLiteral("Go to the note “why so long here?”"));
        QCOMPARE(asked.value(0).value(0).toUInt(), id);
        QTest::keyClick(&fixture.window, Qt::Key_G);
        auto* palette = fixture.window.findChild<CommandPalette*>();
        QVERIFY(palette);
        auto* input = palette->findChild<QLineEdit*>();
        QTest::keyClicks(input, QStringLiteral("rank 3"));
        QTest::keyClick(input, Qt::Key_Return);
        QTRY_COMPARE(workspace.selection.rank(), 3);
    }

    void barsAreFoundByWhatTheyAreCalledFromTheKeyboard()
    {
        Fixture fixture;
        fixture.openSample();
        Workspace& workspace = fixture.workspace();
        const Trace& trace = *workspace.document.trace();
        const auto goTo = [&](const QString& typed) {
            workspace.selection.setSpan(SpanId());
            QApplication::setActiveWindow(&fixture.window);
            QTRY_COMPARE(QApplication::activeWindow(), &fixture.window);
            fixture.window.timeline().setFocus();
            QTest::keyClick(&fixture.window, Qt::Key_G);
            const QPointer<CommandPalette> palette = fixture.window.findChild<CommandPalette*>();
            QVERIFY(palette && palette->isVisible());
            auto* const input = palette->findChild<QLineEdit*>();
            QTest::keyClicks(input, typed);
            QTest::keyClick(input, Qt::Key_Return);
            QTRY_VERIFY(palette.isNull());
            QTRY_VERIFY2(workspace.selection.span().isValid(), qPrintable(typed));
        };
        goTo(QStringLiteral("b1"));
        SpanId found = workspace.selection.span();
        QCOMPARE(trace.operation(found), Operation::Backward);
        QCOMPARE(trace.microbatch(found), 1);
        goTo(QStringLiteral("rank 2 F0"));
        found = workspace.selection.span();
        QCOMPARE(trace.operation(found), Operation::Forward);
        QCOMPARE(trace.microbatch(found), 0);
        QCOMPARE(trace.track(trace.track(found)).rank, 2);
        QVERIFY(workspace.window.visibleRange().intersects(trace.range(found)));
        const QString name = toText(trace.name(found));
        goTo(name);
        QCOMPARE(toText(trace.name(workspace.selection.span())), name);
    }

    void zoomingDoesNotLayOutTheWindowAgain()
    {
        struct Counter : QObject {
            bool eventFilter(QObject*, QEvent* event) override
            {
                count += event->type() == QEvent::LayoutRequest ? 1 : 0;
                return false;
            }
            int count = 0;
        };
        Fixture fixture(QSize(1600, 1000));
        fixture.openSample();
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 20'000);
        TimeWindow& window = fixture.workspace().window;
        const auto zoom = [&] {
            for (int i = 0; i < 20; ++i) {
                const TimeRange range = window.visibleRange();
                window.zoomBy(i < 10 ? 0.8 : 1.25, range.begin + range.duration() / 3);
                deliverEvents();
            }
        };
        zoom(); // the longest text has room from now on
        Counter counter;
        fixture.window.findChild<QToolBar*>(QStringLiteral("toolBar"))->installEventFilter(&counter);
        zoom();
        QCOMPARE(counter.count, 0);
    }

    void aPlaceIsGoneToOnceItsRunIsOpen()
    {
        Fixture fixture;
        fixture.window.showPlace(QStringLiteral("step=2;rank=1;moon=3"));
        fixture.openSample();
        QCOMPARE(fixture.workspace().window.step().value_or(-1), int64_t(2));
        QCOMPARE(fixture.workspace().selection.rank(), 1);
        const QStringList told = fixture.window.messages().texts();
        QVERIFY(std::any_of(
            told.begin(), told.end(), [](const QString& text) { return text.contains(QStringLiteral("moon=3")); }));
        fixture.window.command(QStringLiteral("copyLink"))->trigger();
        const QString link = QApplication::clipboard()->text();
        QVERIFY2(link.contains(QStringLiteral("step=2")) && link.contains(QStringLiteral("rank=1")), qPrintable(link));
    }

    void lettersOfAListAreTheTimelinesUnderThePointer()
    {
        Fixture fixture;
        fixture.openSample();
        fixture.window.dock(QStringLiteral("stages"))->raise();
        deliverEvents();
        auto* table = fixture.window.dock(QStringLiteral("stages"))->findChild<QTableView*>();
        table->setFocus();
        const TimeWindow& window = fixture.workspace().window;
        const TimeRange all = window.visibleRange();
        TimelinePlot& plot = fixture.window.timeline().plot();
        QTest::mouseMove(&plot, plot.geometryOfParts().spans.center());
        QTRY_VERIFY(plot.controller().pointer().has_value());
        QTest::keyClick(table, Qt::Key_W);
        QVERIFY(window.visibleRange().duration() < all.duration());
        QTest::keyClick(table, Qt::Key_Home);
        QVERIFY(window.visibleRange().duration() >= all.duration());
    }

    void exportIsAskedForFromAFieldOfText()
    {
        Fixture fixture;
        fixture.openSample();
        QLineEdit* box = fixture.window.searchBox();
        box->setFocus();
        QTRY_VERIFY(box->hasFocus());
        QTest::keyClick(box, Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(fixture.window.exports().dialog());
        fixture.window.exports().dialog()->close();
    }

    void lettersAndHomeAreTheTimelinesWhereNothingIsTyped_data()
    {
        QTest::addColumn<bool>("ofBox");
        QTest::newRow("button") << false;
        QTest::newRow("box") << true;
    }
    void lettersAndHomeAreTheTimelinesWhereNothingIsTyped()
    {
        QFETCH(bool, ofBox);
        Fixture fixture;
        fixture.openSample();
        const auto* bar = fixture.window.findChild<QToolBar*>(QStringLiteral("toolBar"));
        QWidget* focused = ofBox ? static_cast<QWidget*>(visibleChild<QComboBox>(*bar)) : visibleChild<QToolButton>(*bar);
        focused->setFocus(Qt::TabFocusReason);
        QVERIFY(focused->hasFocus());
        TimeWindow& window = fixture.workspace().window;
        const TimeRange all = window.visibleRange();
        QTest::keyClick(focused, Qt::Key_W);
        const TimeRange zoomed = window.visibleRange();
        QVERIFY(zoomed.duration() < all.duration());
        QTest::keyClick(focused, Qt::Key_D);
        QVERIFY(window.visibleRange().begin > zoomed.begin);
        QTest::keyClick(focused, Qt::Key_Home);
        QVERIFY(window.visibleRange().duration() >= all.duration());
        auto* search = fixture.window.findChild<QLineEdit*>(QStringLiteral("searchBox"));
        const TimeRange before = window.visibleRange();
        search->setFocus();
        QTest::keyClicks(search, QStringLiteral("wasd"));
        QCOMPARE(search->text(), QStringLiteral("wasd"));
        QCOMPARE(window.visibleRange(), before);
    }

    void theFocusMovedByKeysHasARing()
    {
        Fixture fixture;
        fixture.openSample();
        auto* ring = fixture.window.findChild<FocusRing*>();
        QVERIFY(ring && !ring->isVisible());
        QTest::keyClick(fixture.window.focusWidget(), Qt::Key_Tab);
        QVERIFY(ring->isVisible());
        QVERIFY(ring->target() == fixture.window.focusWidget()
            || ring->target()->isAncestorOf(fixture.window.focusWidget()));
        QTest::mouseClick(&fixture.window.timeline().plot(), Qt::LeftButton);
        QVERIFY(!ring->isVisible());
    }

    void theFirstKnobIsNotFarByTab()
    {
        constexpr int most = 24;
        Fixture fixture(QSize(1600, 1000));
        fixture.openSample();
        const auto* simulate = fixture.window.findChild<SimulatePane*>();
        QTRY_VERIFY(simulate->row("schedule")->isVisible());
        visibleChild<GanttView>(fixture.window)->setFocus();
        QStringList visited;
        for (int tabs = 0; tabs < most; ++tabs) {
            QWidget* focus = QApplication::focusWidget();
            QVERIFY(focus);
            visited << QStringLiteral("%1 %2").arg(QLatin1String(focus->metaObject()->className()), focus->accessibleName());
            if (simulate->row("schedule")->isAncestorOf(focus))
                return;
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        QFAIL(qPrintable(visited.join(QStringLiteral("; "))));
    }

    void arrivingInATableWithTabChoosesNothing()
    {
        Fixture fixture;
        fixture.openSample();
        fixture.window.dock(QStringLiteral("stages"))->raise();
        auto* table = fixture.window.dock(QStringLiteral("stages"))->findChild<QTableView*>();
        QVERIFY(table && table->model()->rowCount() > 0);
        fixture.workspace().selection.setStage(-1);
        table->setFocus(Qt::TabFocusReason);
        QCOMPARE(fixture.workspace().selection.stage(), -1);
    }

    void rowsGrowAndShrinkByKeys()
    {
        Fixture fixture;
        fixture.openSample();
        TimelineRows& rows = fixture.window.timeline().plot().rows();
        const double before = rows.options().rowHeight;
        QTest::keyClick(&fixture.window, Qt::Key_Plus, Qt::ControlModifier);
        QVERIFY(rows.options().rowHeight > before);
        QTest::keyClick(&fixture.window, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(rows.options().rowHeight, before);
        QTest::keyClick(&fixture.window, Qt::Key_Minus, Qt::ControlModifier);
        QVERIFY(rows.options().rowHeight < before);
    }

    void movedRanksAreMovedBack()
    {
        Fixture fixture;
        fixture.openSample();
        TimelineRows& rows = fixture.window.timeline().plot().rows();
        const auto first = [&rows] { return rows.layout().blocks().front().rank; };
        const int before = first();
        fixture.workspace().selection.setRank(before);
        QTest::keyClick(&fixture.window.timeline().plot(), Qt::Key_Down, Qt::AltModifier);
        const int after = first();
        QVERIFY(after != before);
        QVERIFY(fixture.window.command(QStringLiteral("undo"))->text().contains(QStringLiteral("move ranks")));
        fixture.window.command(QStringLiteral("undo"))->trigger();
        QCOMPARE(first(), before);
        fixture.window.command(QStringLiteral("redo"))->trigger();
        QCOMPARE(first(), after);
        rows.resetOrder();
        QCOMPARE(first(), before);
        fixture.window.command(QStringLiteral("undo"))->trigger();
        QCOMPARE(first(), after);
    }

    void onlyAHeightOfRowsThatWasChosenIsKept()
    {
        Fixture fixture;
        fixture.openSample();
        const auto trigger = [&fixture](const char* name) {
            for (QAction* action : fixture.window.timeline().viewActions()) {
                if (action->objectName() == QLatin1String(name))
                    action->trigger();
            }
        };
        for (const char* automatic : {"rows.reset", "rows.fit"}) {
            trigger("rows.taller");
            QVERIFY(fixture.settings.rowHeight(0) > 0);
            trigger(automatic);
            QCOMPARE(fixture.settings.rowHeight(0), 0);
        }
    }

    void allRanksAreInSightHoweverLowTheWindow()
    {
        for (const QSize& size : {QSize(1280, 720), QSize(1024, 600), QSize(1600, 1000)}) {
            Fixture fixture(size);
            fixture.openSample();
            const TimelineRows& rows = fixture.window.timeline().plot().rows();
            QTRY_COMPARE(rows.maximumScroll(), 0.0);
            QVERIFY(rows.layout().blocks().size() > 1);
        }
    }

    void theSameStepIsShownAgain()
    {
        Fixture fixture;
        fixture.openSample();
        TimeWindow& window = fixture.workspace().window;
        QComboBox* steps = nullptr;
        for (auto* box : fixture.window.findChildren<QComboBox*>()) {
            if (box->accessibleName() == QLatin1String("Training step"))
                steps = box;
        }
        emit steps->activated(2);
        const TimeRange whole = window.visibleRange();
        QVERIFY(window.step());
        window.setVisibleRange({whole.begin, whole.begin + whole.duration() / 50});
        emit steps->activated(2);
        QVERIFY(window.visibleRange().duration() > whole.duration() * 9 / 10);
        QVERIFY(!(steps->focusPolicy() & Qt::ClickFocus));
    }

    void shortcutsAreNotTakenTwice()
    {
        Fixture fixture;
        std::set<QString> taken;
        for (const QAction* action : fixture.window.commands()) {
            for (const QKeySequence& keys : action->shortcuts())
                QVERIFY2(taken.insert(keys.toString()).second, qPrintable(keys.toString()));
        }
    }

    void lettersInOrderFindACommand()
    {
        QVERIFY(fuzzyScore(QStringLiteral("of"), QStringLiteral("Open folder")));
        QVERIFY(!fuzzyScore(QStringLiteral("fo x"), QStringLiteral("Open folder")));
        QVERIFY(*fuzzyScore(QStringLiteral("of"), QStringLiteral("Open folder"))
            > *fuzzyScore(QStringLiteral("of"), QStringLiteral("Roof")));
        QVERIFY(*fuzzyScore(QStringLiteral("fold"), QStringLiteral("Open folder"))
            > *fuzzyScore(QStringLiteral("fold"), QStringLiteral("Fit on old")));
        QVERIFY(*fuzzyScore(QStringLiteral("stages"), QStringLiteral("Stages"))
            > *fuzzyScore(QStringLiteral("stages"), QStringLiteral("Go to rank, stage, step")));
    }

    void helpShowsItsPages()
    {
        Fixture fixture;
        QTest::keyClick(&fixture.window, Qt::Key_F1);
        auto* help = fixture.window.findChild<HelpDialog*>();
        QVERIFY(help && help->isVisible());
        QTest::keyClick(&fixture.window, Qt::Key_Question, Qt::ShiftModifier);
        QCOMPARE(fixture.window.findChildren<HelpDialog*>().size(), 1);
    }

    void anEarlierLoadCanNotOvertakeALaterOne()
    {
        Fixture fixture;
        std::atomic<bool> mayGoOn {false};
        std::atomic<bool> isMade {false};
        fixture.window.openMade([&]() -> Result<RunFolder> {
            while (!mayGoOn)
                std::this_thread::yield();
            isMade = true;
            return logFolder();
        });
        QVERIFY(fixture.window.isLoading());
        fixture.openSample();
        mayGoOn = true;
        QTRY_VERIFY(isMade);
        deliverEvents();
        QVERIFY(fixture.workspace().document.run());
        QCOMPARE(fixture.workspace().document.folder()->runs.size(), size_t(1));
    }

    void aSlowLoadShowsItsProgressAndCanBeCancelled()
    {
        Fixture fixture;
        std::atomic<bool> mayGoOn {false};
        fixture.window.openMade([&]() -> Result<RunFolder> {
            while (!mayGoOn)
                std::this_thread::yield();
            return logFolder();
        });
        auto* bar = fixture.window.findChild<LoadBar*>();
        QVERIFY(!bar->isVisible()); // a short load must not flash
        QTRY_VERIFY(bar->isVisible());
        QTest::mouseClick(visibleChild<QPushButton>(*bar), Qt::LeftButton);
        mayGoOn = true;
        QTRY_VERIFY(!fixture.window.isLoading());
        QVERIFY(!bar->isVisible());
        QVERIFY(!fixture.workspace().document.folder());
    }

    void progressIsToldPerFileInBytes()
    {
        LoadProgress progress;
        progress.phase = LoadProgress::Phase::Reading;
        progress.filesDone = 3;
        progress.fileCount = 16;
        progress.bytesDone = 12'300'000;
        progress.bytesTotal = 48'000'000;
        progress.active = {{"rank3.txt", 1'200'000, 4'000'000}};
        const QString text = LoadBar::summary(progress) + LoadBar::files(progress);
        for (const char* part : {"3 of 16", "12.3", "48.0", "rank3.txt", "1.20", "4.00"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    }

    void reloadKeepsTheView()
    {
        QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("run")).toStdString();
        QVERIFY(writeSample(smallSample(), path));
        Fixture fixture;
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({QString::fromStdString(path)});
        QVERIFY(complete.wait(10'000));
        QVERIFY(fixture.window.command(QStringLiteral("reload"))->isEnabled());
        const TimeRange whole = fixture.workspace().window.visibleRange();
        const TimeRange part {whole.begin + whole.duration() / 4, whole.begin + whole.duration() / 2};
        fixture.workspace().window.setVisibleRange(part);
        QTest::keyClick(&fixture.window, Qt::Key_F5);
        QVERIFY(complete.wait(10'000));
        QVERIFY(fixture.workspace().window.visibleRange() == part);
        QCOMPARE(fixture.settings.recent(), QStringList {QString::fromStdString(path)});
    }

    void theNextRunIsTheOneBehindTheOpenOne()
    {
        Fixture fixture;
        const QAction* compare = fixture.window.command(QStringLiteral("compare"));
        QVERIFY(!compare->isEnabled());
        fixture.openSample();
        QVERIFY(!compare->isEnabled()); // one run
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.openMade([]() -> Result<RunFolder> {
            Result<RunFolder> folder = makeSampleFolder(smallSample());
            if (folder) {
                const Run first = folder->runs.front();
                for (const char* name : {"second", "third"}) {
                    folder->runs.push_back(first);
                    folder->runs.back().name = name;
                }
            }
            return folder;
        });
        QVERIFY(complete.wait(10'000));
        QVERIFY(compare->isEnabled());
        fixture.workspace().document.setRunIndex(1);
        fixture.window.command(QStringLiteral("compare"))->trigger();
        QCOMPARE(fixture.workspace().document.otherRunIndex(), 2);
        fixture.workspace().document.setRunIndex(2);
        fixture.window.command(QStringLiteral("compare"))->trigger();
        QCOMPARE(fixture.workspace().document.otherRunIndex(), 0); // behind the last
    }

    void aChangeOnDiskOffersToReload_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("new") << QStringLiteral("more.txt");
        QTest::newRow("layer table") << QStringLiteral("layers.tsv");
        QTest::newRow("workload") << QStringLiteral("workload.txt");
        QTest::newRow("log") << QStringLiteral("train_log.txt");
    }

    void aChangeOnDiskOffersToReload()
    {
        QFETCH(QString, file);
        QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("run")).toStdString();
        QVERIFY(writeSample(smallSample(), path));
        Fixture fixture;
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({QString::fromStdString(path)});
        QVERIFY(complete.wait(10'000));
        QFile changed(QString::fromStdString(path) + QLatin1Char('/') + file);
        QVERIFY(changed.open(QIODevice::Append));
        changed.write("\n");
        changed.close();
        const auto offered = [&] {
            for (const MessageBar* bar : fixture.window.findChildren<MessageBar*>()) {
                if (bar->isVisible() && bar->text().contains(QStringLiteral("changed on disk")))
                    return true;
            }
            return false;
        };
        QTRY_VERIFY(offered());
    }

    void droppedFoldersAreOpened()
    {
        QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("run")).toStdString();
        QVERIFY(writeSample(smallSample(), path));
        Fixture fixture;
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(path))});
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&fixture.window, &enter);
        QVERIFY(enter.isAccepted());
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&fixture.window, &drop);
        QVERIFY(complete.wait(10'000));
        QCOMPARE(fixture.workspace().document.run()->rankCount(), 4);
    }

    void panelsWithNothingToShowHaveNoTab()
    {
        Fixture fixture;
        fixture.openSample();
        for (const char* name : {"history", "operators", "tree", "flame", "idle", "hang", "compare"})
            QVERIFY2(fixture.window.dock(QLatin1String(name))->isHidden(), name);
        QVERIFY(!fixture.window.dock(QStringLiteral("steps"))->isHidden());
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.openMade([] {
            RunFolder folder = makeSampleFolder(smallSample(2)).value();
            folder.runs.push_back(folder.runs.front());
            return Result<RunFolder>(std::move(folder));
        });
        QVERIFY(complete.wait(10'000));
        QVERIFY(!fixture.window.dock(QStringLiteral("history"))->isHidden());
        fixture.window.command(QStringLiteral("resetLayout"))->trigger();
        QVERIFY(!fixture.window.dock(QStringLiteral("history"))->isHidden());
    }

    void viewsAreMadeInTheirPanels()
    {
        class Moves : public QObject {
        public:
            bool eventFilter(QObject* watched, QEvent* event) override
            {
                if (event->type() == QEvent::ParentChange && qobject_cast<QDockWidget*>(watched->parent())) {
                    if (const auto* moved = qobject_cast<PanelView*>(watched))
                        names << QString::fromLatin1(moved->metaObject()->className());
                }
                return false;
            }
            QStringList names;
        } moves;
        qApp->installEventFilter(&moves);
        Fixture fixture;
        qApp->removeEventFilter(&moves);
        QCOMPARE(moves.names, QStringList());
        QVERIFY(qobject_cast<PanelView*>(fixture.window.dock(QStringLiteral("findings"))->widget()));
    }

    void panelsBehindOthersAreComputedOnceTheyAreInFront()
    {
        Fixture fixture;
        MainWindow& window = fixture.window;
        QVERIFY(fixture.openProfilerRun());
        QDockWidget* calls = window.dock(QStringLiteral("tree"));
        QVERIFY(!calls->isHidden() && calls->visibleRegion().isEmpty());
        const QAbstractItemModel* lines = calls->findChild<QTreeView*>()->model();
        QCOMPARE(lines->rowCount(), 0);
        calls->raise();
        QTRY_VERIFY_WITH_TIMEOUT(lines->rowCount() > 0, 10'000);
        // So it is for the next run, and nothing of the former one stays.
        window.dock(QStringLiteral("findings"))->raise();
        QVERIFY(fixture.openProfilerRun());
        QCOMPARE(lines->rowCount(), 0);
        calls->raise();
        QTRY_VERIFY_WITH_TIMEOUT(lines->rowCount() > 0, 10'000);
    }

    void aPartOfTheStepFiltersTheTablesUntilEscape()
    {
        Fixture fixture;
        MainWindow& window = fixture.window;
        QVERIFY(fixture.openProfilerRun());
        for (const char* name : {"operators", "tree", "flame", "idle"})
            QVERIFY2(!window.dock(QLatin1String(name))->isHidden(), name);
        window.dock(QStringLiteral("operators"))->raise();
        deliverEvents();
        const auto* panel = window.dock(QStringLiteral("operators"))->findChild<TablePanel*>();
        QTRY_COMPARE(panel->visibleRowCount(), 2);
        auto* bar = window.findChild<PartsBar*>(QStringLiteral("partsBar"));
        QTRY_VERIFY(!bar->rectOf(0, TimePart::ExposedComm).isEmpty());
        const auto clickPart = [&] {
            QTest::mouseClick(
                bar, Qt::LeftButton, Qt::NoModifier, bar->rectOf(0, TimePart::ExposedComm).center().toPoint());
        };
        clickPart();
        QTRY_COMPARE(panel->visibleRowCount(), 1);
        // Wherever the focus is: the timeline, or a table.
        window.timeline().plot().setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_COMPARE(panel->visibleRowCount(), 2);
        clickPart();
        QTRY_COMPARE(panel->visibleRowCount(), 1);
        panel->table()->setFocus();
        QTest::keyClick(panel->table(), Qt::Key_Escape);
        QTRY_COMPARE(panel->visibleRowCount(), 2);
        QVERIFY(window.searchBox()->text().isEmpty());
    }

    void missingRanksAreSaidOnce()
    {
        Fixture fixture;
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.openMade([] {
            RunFolder folder = makeSampleFolder(smallSample(2)).value();
            folder.runs.front().missingRanks = {21, 22};
            folder.report.add(IssueKind::MissingRanks, std::nullopt, say("2 ranks are missing"));
            return Result<RunFolder>(std::move(folder));
        });
        QVERIFY(complete.wait(10'000));
        QStringList sayings;
        for (const MessageBar* bar : fixture.window.findChildren<MessageBar*>()) {
            if (bar->isVisible() && bar->text().contains(QStringLiteral("missing")))
                sayings << bar->text();
        }
        QVERIFY2(sayings.size() == 1, qPrintable(sayings.join(QLatin1Char('\n'))));
        QVERIFY2(sayings.front().contains(QStringLiteral("21, 22")), qPrintable(sayings.front()));
        QVERIFY(!fixture.window.timeline().notice().contains(QStringLiteral("missing")));
    }

    void whoAsksForTheQueryCanWriteIt()
    {
        Fixture fixture;
        fixture.openSample();
        auto* host = fixture.window.findChild<PanelHost*>();
        auto* editor = fixture.window.dock(QStringLiteral("query"))->findChild<QueryEditor*>();
        QVERIFY(host && editor && !editor->hasFocus());
        for (QTabBar* bar : host->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
            for (int tab = 0; tab < bar->count(); ++tab) {
                if (bar->tabText(tab) == fixture.window.dock(QStringLiteral("query"))->windowTitle())
                    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
            }
        }
        QVERIFY(editor->hasFocus());
        editor->selectAll();
        QTest::keyClicks(fixture.window.focusWidget(), QStringLiteral("SELECT 1"));
        QCOMPARE(editor->toPlainText(), QStringLiteral("SELECT 1"));
        fixture.window.timeline().setFocus();
        host->bringUp(QStringLiteral("findings"));
        host->bringUp(QStringLiteral("query")); // not asked for by the user
        QVERIFY(!editor->hasFocus());
    }

    void linksFollowTheTheme()
    {
        Fixture fixture(QSize(1600, 1000));
        fixture.openSample();
        auto* simulate = fixture.window.findChild<SimulatePane*>();
        const auto linkText = [simulate]() -> QLabel* {
            for (QLabel* label : simulate->findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(QStringLiteral("<a href")))
                    return label;
            }
            return nullptr;
        };
        const auto shows = [&linkText](const QColor& color) {
            const QImage image = linkText()->grab().toImage();
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixelColor(x, y) == color)
                        return true;
                }
            }
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(linkText(), 20'000);
        const QColor light = qApp->palette().color(QPalette::Link);
        QVERIFY(shows(light));
        applyTheme(*qApp, ThemeChoice::Dark);
        const QColor dark = qApp->palette().color(QPalette::Link);
        QTRY_VERIFY(shows(dark) && !shows(light));
        applyTheme(*qApp, ThemeChoice::Light);
    }

    /// Kernels alone, without a gap: only a caveat is found, and there is no stage to show the times of.
    void aRunWithoutStagesDoesNotOpenOnThem()
    {
        QTemporaryDir folder;
        QFile kernels(folder.filePath(QStringLiteral("kernels.json")));
        QVERIFY(kernels.open(QIODevice::WriteOnly));
        kernels.write(R"({"schemaVersion":1,"traceEvents":[
            {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1000,"dur":80,"args":{"stream":7,"device":0}},
            {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1080,"dur":80,"args":{"stream":7,"device":0}}]})");
        kernels.close();
        Fixture fixture(QSize(1280, 720));
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({folder.path()});
        QVERIFY(complete.wait(10'000));
        QTRY_VERIFY(!fixture.window.isBusy());
        QVERIFY(!fixture.window.dock(QStringLiteral("findings"))->visibleRegion().isEmpty());
        QVERIFY(fixture.window.dock(QStringLiteral("stages"))->visibleRegion().isEmpty());
    }

    void aPlanOpensOnWhatIsModelledOfIt()
    {
        REQUIRE_SHARED_DATA();
        Fixture fixture(QSize(1280, 720));
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({QString::fromStdString(sharedData("torchtitan/custom_schedule.csv"))});
        QVERIFY(complete.wait(30'000));
        QTRY_VERIFY(!fixture.window.dock(QStringLiteral("whatif"))->visibleRegion().isEmpty());
    }

    void layersOfOneRankGetTheRoomThatItsRowDoesNotNeed()
    {
        REQUIRE_SHARED_DATA();
        Fixture fixture(QSize(1280, 720));
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({QString::fromStdString(sharedData("seeds/002_891053d3e8445d09.txt"))});
        QVERIFY(complete.wait(30'000));
        QTRY_VERIFY(fixture.window.dock(QStringLiteral("layers"))->height() > fixture.window.height() * 2 / 5);
    }

    void theFirstFindingOfOneRankIsReadWithoutScrolling()
    {
        REQUIRE_SHARED_DATA();
        Fixture fixture(QSize(1280, 720));
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({QString::fromStdString(sharedData("seeds/000_213289ee4de42d36.txt"))});
        QVERIFY(complete.wait(30'000));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.workspace().diagnosis.findings(), 20'000);
        fixture.window.dock(QStringLiteral("findings"))->raise();
        deliverEvents();
        auto* words = fixture.window.dock(QStringLiteral("findings"))->findChild<QScrollArea*>();
        QTRY_VERIFY(words->widget()->height() > 40 && words->verticalScrollBar()->maximum() == 0);
        const TimelinePlot& plot = fixture.window.timeline().plot();
        QVERIFY(plot.rows().layout().contentHeight() <= plot.height()); // and its row needs no scrolling, either
    }

    void panelsKeepTheHeightThatTheUserGaveThem()
    {
        REQUIRE_SHARED_DATA();
        Fixture fixture(QSize(1280, 720));
        const auto open = [&fixture](const char* path) {
            QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
            fixture.window.open({QString::fromStdString(sharedData(path))});
            QVERIFY(complete.wait(30'000));
            deliverEvents();
        };
        const auto height = [&fixture] { return heightInFront(fixture.window); };
        open("seeds/000_213289ee4de42d36.txt");
        const int high = height();
        open("seeds/004_cbcb88115115ad29.txt");
        QTRY_VERIFY(height() < high); // its eight stages need the room
        const int chosen = height();
        QMouseEvent press(QEvent::MouseButtonPress, QPointF(), QPointF(), Qt::LeftButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(fixture.window.dock(QStringLiteral("layers"))->parentWidget(), &press); // on a border
        open("seeds/000_213289ee4de42d36.txt");
        QCOMPARE(height(), chosen);
    }

    void panelsFollowTheWindowUntilTheUserSizesThem()
    {
        Fixture fixture(QSize(1280, 720));
        fixture.openSample();
        QDockWidget* layers = fixture.window.dock(QStringLiteral("layers"));
        auto* host = qobject_cast<QMainWindow*>(layers->parentWidget());
        // The program may bring another panel to the front meanwhile.
        const auto height = [&fixture] { return heightInFront(fixture.window); };
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy() && height() > 0, 60'000);
        deliverEvents();
        const QSize before(fixture.window.dock(QStringLiteral("details"))->width(), height());
        fixture.window.resize(2560, 1440);
        QTRY_VERIFY(height() > before.height() * 3 / 2);
        QVERIFY(fixture.window.dock(QStringLiteral("details"))->width() > before.width());
        fixture.window.resize(1280, 720);
        QTRY_COMPARE(height(), before.height());
        QMouseEvent press(QEvent::MouseButtonPress, QPointF(), QPointF(), Qt::LeftButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(host, &press); // on a border
        host->resizeDocks({layers}, {before.height() - 30}, Qt::Vertical);
        QTRY_VERIFY(height() < before.height() - 10);
        const int chosen = height();
        fixture.window.resize(2560, 1440);
        deliverEvents();
        QCOMPARE(height(), chosen);
    }

    void theButtonThatClearsTheSearchIsInItsMiddle()
    {
        Fixture fixture(QSize(1280, 720));
        auto* search = fixture.window.findChild<QLineEdit*>(QStringLiteral("searchBox"));
        search->setText(QStringLiteral("allreduce"));
        deliverEvents();
        const auto* clear = search->findChild<QToolButton*>();
        QVERIFY(clear);
        QVERIFY2(std::abs(clear->geometry().center().y() - search->rect().center().y()) <= 1,
            qPrintable(QString::number(clear->geometry().center().y())));
    }

    void aTableThatWasNotRecognisedIsCounted()
    {
        QTemporaryDir folder;
        QFile table(folder.filePath(QStringLiteral("own.csv")));
        QVERIFY(table.open(QIODevice::WriteOnly));
        table.write("who,what,from,took\n0,fw,10,5\n1,bw,10,5\n");
        table.close();
        Fixture fixture;
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({folder.path()});
        QVERIFY(complete.wait(10'000));
        QCOMPARE(fixture.window.statusBar()->findChild<QLabel*>()->text(), QStringLiteral("1 file · 1 not recognised"));
    }

    void aJobThatHangsOpensOnItsBoard()
    {
        REQUIRE_SHARED_DATA();
        Fixture fixture(QSize(1280, 900));
        QSignalSpy complete(&fixture.window, &MainWindow::folderComplete);
        fixture.window.open({QString::fromStdString(sharedData("flight_recorder/gpu_error_1st"))});
        QVERIFY(complete.wait(30'000));
        QVERIFY(isHangingRun(fixture.workspace().document));
        QDockWidget* hang = fixture.window.dock(QStringLiteral("hang"));
        QVERIFY(!hang->visibleRegion().isEmpty());
        QTRY_VERIFY(hang->height() > fixture.window.height() * 2 / 5);
        QTRY_VERIFY(!fixture.window.isBusy());
        QVERIFY(!fixture.workspace().diagnosis.findings()); // it is not a slow step
        QVERIFY(!visibleChild<KnobRow>(fixture.window));
    }

    void panelsCloseAndComeBack()
    {
        Fixture fixture;
        fixture.openSample();
        fixture.window.resize(1280, 720);
        QDockWidget* details = fixture.window.dock(QStringLiteral("details"));
        details->close();
        QVERIFY(!details->isVisible());
        fixture.window.command(QStringLiteral("resetLayout"))->trigger();
        QVERIFY(details->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(fixture.window.size(), QSize(1280, 720)); // still on a small screen
    }

    void manyCurvesAndFoldersFitALowNarrowWindow()
    {
        Fixture fixture(QSize(900, 560));
        QStringList recent;
        for (int i = 0; i < 10; ++i)
            recent << QStringLiteral("/runs/%1").arg(i);
        fixture.window.findChild<StartPage*>()->setRecent(recent);
        RunFolder folder = logFolder();
        LogStep step;
        step.step = 3;
        for (std::optional<double> LogStep::*figure : {&LogStep::stepMs, &LogStep::loss, &LogStep::perplexity,
                 &LogStep::learningRate, &LogStep::accuracy, &LogStep::gradientNorm, &LogStep::tokensPerSecond,
                 &LogStep::samplesPerSecond, &LogStep::teraflops, &LogStep::mfuPercent, &LogStep::memoryGiB})
            step.*figure = 7;
        folder.runLogs.front().steps.push_back(step);
        fixture.window.show(std::make_shared<OpenedFolder>(OpenedFolder {std::move(folder), {}, {}}));
        fixture.window.dock(QStringLiteral("loss"))->raise();
        QCoreApplication::processEvents();
        fixture.window.resize(900, 560);
        QCoreApplication::processEvents();
        QCOMPARE(fixture.window.size(), QSize(900, 560));
    }

    void detailsOfASpanNeedNoScrolling()
    {
        Fixture fixture(QSize(1600, 960)); // a screen of 1600 x 1000
        fixture.openSample();
        auto* table = visibleChild<QAbstractItemView>(*fixture.window.dock(QStringLiteral("details")));
        QVERIFY(table);
        QTRY_VERIFY(fixture.workspace().diagnosis.findings() && !fixture.window.isBusy());
        const TracePtr trace = fixture.workspace().document.trace();
        for (uint32_t i = 0; i < trace->spanCount(); ++i) {
            if (trace->operation(SpanId(i)) != Operation::Backward)
                continue;
            fixture.workspace().selection.setSpan(SpanId(i));
            break;
        }
        QCoreApplication::processEvents();
        QTRY_COMPARE(table->verticalScrollBar()->maximum(), 0);
    }

    void theLayoutIsRemembered()
    {
        Settings settings(Settings::Storage::None);
        settings.setHintWasShown();
        // Not the usual size; and one that fits the screen, for Qt 6.8 shrinks what does not.
        const QSize size = QGuiApplication::primaryScreen()->availableSize() - QSize(30, 70);
        {
            MainWindow window(settings, nullptr);
            window.resize(size);
            window.show();
            QCOMPARE(window.size(), size);
            window.dock(QStringLiteral("ranks"))->close();
            window.close();
        }
        MainWindow window(settings, nullptr);
        QCOMPARE(window.size(), size);
        QVERIFY(window.dock(QStringLiteral("ranks"))->isHidden());
    }

    void panelsComeBackAsWideAsTheyWere_data()
    {
        QTest::addColumn<QSize>("opensAt"); // a window that is maximised is shown in another size first
        QTest::newRow("at once") << QSize(1500, 950);
        QTest::newRow("smaller first") << QSize(1000, 660);
        QTest::newRow("larger first") << QSize(1900, 1200);
    }

    void panelsComeBackAsWideAsTheyWere()
    {
        QFETCH(QSize, opensAt);
        Settings settings(Settings::Storage::None);
        settings.setHintWasShown();
        const auto openSample = [](MainWindow& window) {
            QSignalSpy complete(&window, &MainWindow::folderComplete);
            window.openMade([] { return makeSampleFolder(smallSample()); });
            QVERIFY(complete.wait(10'000));
        };
        const auto sizes = [](MainWindow& window) {
            return QList<QSize> {window.dock(QStringLiteral("details"))->size(),
                window.dock(QStringLiteral("simulate"))->size(), window.timelines().size()};
        };
        QList<QSize> before;
        {
            MainWindow window(settings, nullptr);
            window.resize(1500, 950);
            window.show();
            openSample(window);
            auto* host = qobject_cast<QMainWindow*>(window.dock(QStringLiteral("details"))->parentWidget());
            window.dock(QStringLiteral("layers"))->raise();
            QMouseEvent press(QEvent::MouseButtonPress, QPointF(), QPointF(), Qt::LeftButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(host, &press); // on a border
            host->resizeDocks({window.dock(QStringLiteral("details"))}, {446}, Qt::Horizontal);
            host->resizeDocks({window.dock(QStringLiteral("details")), window.dock(QStringLiteral("simulate"))},
                {301, 301}, Qt::Vertical);
            host->resizeDocks({window.dock(QStringLiteral("layers"))}, {199}, Qt::Vertical);
            QCoreApplication::processEvents();
            before = sizes(window);
            QCOMPARE(before.front().width(), 446);
            window.close();
        }
        { // a start without a folder keeps it
            MainWindow window(settings, nullptr);
            window.show();
            window.close();
        }
        MainWindow window(settings, nullptr);
        window.resize(opensAt);
        window.show();
        openSample(window);
        QCoreApplication::processEvents();
        window.resize(1500, 950);
        QCoreApplication::processEvents();
        QCOMPARE(sizes(window), before);
    }

    void aFloatingPanelComesBackOnceThereIsAWindow()
    {
        Settings settings(Settings::Storage::None);
        settings.setHintWasShown();
        const QRect place(300, 200, 340, 290);
        const auto isOnScreen
            = [](const QWidget& panel) { return panel.windowHandle() && panel.windowHandle()->isVisible(); };
        {
            MainWindow window(settings, nullptr);
            window.show();
            QSignalSpy complete(&window, &MainWindow::folderComplete);
            window.openMade([] { return makeSampleFolder(smallSample()); });
            QVERIFY(complete.wait(10'000));
            window.dock(QStringLiteral("details"))->setFloating(true);
            window.dock(QStringLiteral("details"))->setGeometry(place);
            QCoreApplication::processEvents();
            window.close();
        }
        for (const bool opens : {false, true}) { // a start without a folder keeps it
            MainWindow window(settings, nullptr);
            QDockWidget* details = window.dock(QStringLiteral("details"));
            QVERIFY(details->isFloating() && !isOnScreen(*details));
            window.show();
            if (opens) {
                QSignalSpy complete(&window, &MainWindow::folderComplete);
                window.openMade([] { return makeSampleFolder(smallSample()); });
                QVERIFY(complete.wait(10'000));
                QVERIFY(details->isFloating() && isOnScreen(*details));
                QCOMPARE(details->geometry(), place);
            }
            window.close();
        }
    }

    void theHintIsShownOnce()
    {
        Settings settings(Settings::Storage::None);
        MainWindow window(settings, nullptr);
        window.show();
        QVERIFY(!settings.hintWasShown());
        QSignalSpy complete(&window, &MainWindow::folderComplete);
        window.openMade([] { return makeSampleFolder(smallSample()); });
        QVERIFY(complete.wait(10'000));
        QVERIFY(settings.hintWasShown());
    }

    void themesChangeTheSurface()
    {
        Fixture fixture;
        fixture.openSample();
        const auto brightness = [&] { return fixture.window.palette().color(QPalette::Base).lightness(); };
        fixture.window.command(QStringLiteral("themeDark"))->trigger();
        QVERIFY(brightness() < 80);
        fixture.window.command(QStringLiteral("themeLight"))->trigger();
        QVERIFY(brightness() > 200);
        QCOMPARE(fixture.settings.theme(), ThemeChoice::Light);
    }

    void handlesOfSlidersStandOut_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }

    void handlesOfSlidersStandOut()
    {
        QFETCH(ThemeChoice, theme);
        applyTheme(*qApp, theme);
        QSlider slider(Qt::Horizontal);
        slider.resize(100, 20);
        const QImage image = slider.grab().toImage();
        const QColor ground = slider.palette().color(QPalette::Window);
        double most = 0;
        for (int x = 0; x < 12; ++x) // at its minimum
            most = std::max(most, contrastRatio(image.pixelColor(x, image.height() / 2), ground));
        QVERIFY2(most >= 3, qPrintable(QString::number(most)));
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void aNarrowWindowStillFits()
    {
        Fixture fixture(QSize(900, 560));
        fixture.openSample();
        QVERIFY2(fixture.window.width() <= 900 && fixture.window.height() <= 560, "something forces the window larger");
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.window.isBusy(), 20'000);
        fixture.window.simulatePane().twice("microbatches"); // so that What if has content
        QTRY_VERIFY_WITH_TIMEOUT(fixture.workspace().document.simulation(), 20'000);
        fixture.window.dock(QStringLiteral("whatif"))->raise();
        deliverEvents();
        const QSize least = fixture.window.minimumSizeHint();
        QVERIFY2(least.width() <= 900 && least.height() <= 560,
            qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
    }

    void aLongNameDoesNotWidenTheWindow()
    {
        Fixture fixture(QSize(900, 560));
        RunFolder folder = logFolder();
        folder.runLogs.front().name = "a_log_of_a_job_with_a_name_that_is_longer_than_a_panel_is_wide_2026_11_24";
        folder.runLogs.front().blocks.emplace_back().stage = 0;
        folder.runLogs.push_back(folder.runLogs.front());
        fixture.window.show(std::make_shared<OpenedFolder>(OpenedFolder {std::move(folder), {}, {}}));
        fixture.window.dock(QStringLiteral("stages"))->raise();
        QTRY_VERIFY(fixture.window.dock(QStringLiteral("stages"))->widget()->isVisible());
        deliverEvents();
        QVERIFY2(fixture.window.minimumSizeHint().width() <= 900,
            qPrintable(QString::number(fixture.window.minimumSizeHint().width())));
    }

    void unalignedAndMissingRanksAreNamed()
    {
        Run run;
        run.trace = std::make_shared<Trace>();
        run.clocks = {{"a", 0, 0, 0, true}, {"b", 0, 0, 0, false}};
        run.missingRanks = {3, 5};
        const Notice notice = alignmentNotice(run);
        QVERIFY2(notice.text.contains(QStringLiteral("no clock could be aligned")), qPrintable(notice.text));
        QVERIFY(notice.text.contains(QStringLiteral("missing: ranks 3, 5")));
        QVERIFY(notice.details.contains(QStringLiteral("b: no message")));
        run.kind = Run::Kind::Scaling;
        run.missingRanks.clear();
        QVERIFY(alignmentNotice(run).text.isEmpty());
        Run single; // one rank: nothing to align, and no line
        single.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-10]"));
        QVERIFY(alignmentNotice(single).text.isEmpty());
        Run measured;
        measured.trace = run.trace;
        QVERIFY(alignmentNotice(measured, measured).text.contains(QStringLiteral(" · B: ")));
        const QString text = alignmentNotice(measured, run).text;
        QVERIFY2(text.startsWith(QStringLiteral("A: ")) && !text.contains(QStringLiteral("B:")), qPrintable(text));
    }
};

BUBBLESCOPE_TEST(TstMainWindow, QApplication)

} // namespace bubblescope::tst_mainwindow

#include "tst_mainwindow.moc"
