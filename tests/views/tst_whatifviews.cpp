// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "barrows.h"
#include "boxlabel.h"
#include "comparedtimelines.h"
#include "decimalcomma.h"
#include "elidingbox.h"
#include "ganttview.h"
#include "interleavedtrace.h"
#include "keptwhatifs.h"
#include "keptwhatifstable.h"
#include "lanecomposer.h"
#include "notebook.h"
#include "noteeditor.h"
#include "notehome.h"
#include "notelayer.h"
#include "profilerpicture.h"
#include "rangebar.h"
#include "simulatepane.h"
#include "spancolors.h"
#include "spanraster.h"
#include "spantext.h"
#include "tablepanel.h"
#include "testprogram.h"
#include "tracedifference.h"
#include "tracetext.h"
#include "whatifview.h"
#include "workspace.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace bubblescope::tst_whatifviews {

namespace {

constexpr TimeNs ms = 1'000'000;

Run runOf(const char* text, Origin origin)
{
    Run run;
    run.name = "run";
    run.origin = origin;
    run.trace = std::make_shared<Trace>(traceFromText(text));
    return run;
}

/// Two steps of two ranks would start at 0 and 100 ms; the second is simulated.
OpenedFolderPtr openedFolder()
{
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder.runs.push_back(runOf("rank0 stage0: [F0 0-40] [B0 50-100] [F1 100-140] [B1 150-200]\n"
                                        "rank1 stage1: [F0 10-40] [B0 50-90] [F1 110-140] [B1 150-190]",
        Origin::Measured));
    return opened;
}

ShownSimulationPtr simulation(
    const char* text = "rank0 stage0: [F1 0-30] [B1 40-80]\nrank1 stage1: [F1 10-40] [B1 50-70]",
    bool interleaves = false)
{
    const OpenedFolderPtr folder = openedFolder();
    const Run& opened = folder->folder.runs.front();
    const TimeRange range {100 * ms, 200 * ms};
    SimulatedStep step;
    step.run = runOf(text, Origin::Modelled);
    step.summary = std::make_shared<RunSummary>(summarizeRun(*contextOf(step.run), step.run.trace->timing()));
    step.figures.stepNs = 80 * ms;
    step.figures.computeNs = 80 * ms;
    step.assumptions = {"Every microbatch costs the median."};
    const auto summary = std::make_shared<RunSummary>(summarizeRun(*contextOf(opened), opened.trace->timing()));
    return makeShown(std::move(step), {}, {&opened, range, double(range.duration()), summary}, interleaves);
}

/// Spaces that do not break as spaces.
QString plain(QString text)
{
    return text.replace(QChar(0xa0), QLatin1Char(' ')).replace(QChar(0x202f), QLatin1Char(' '));
}

WhatIfSubject subject()
{
    WhatIfSubject s;
    s.title = "step 2";
    s.baseline.stepNs = 100 * ms;
    s.baseline.computeNs = 100 * ms;
    for (const KnobInfo& info : knobTable())
        s.knobs.push_back({info.key, {}, std::nullopt});
    for (KnobState& knob : s.knobs) {
        if (knob.key == "microbatches")
            knob.own = std::string("8");
        if (knob.key == "nic")
            knob.own = std::string("48.5GB/s");
        if (knob.key == "backward-ratio")
            knob.whyNot = Message("The trace has its backward measured.");
    }
    return s;
}

} // namespace

class TestWhatIfViews : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { }
    void aSimulatedRunIsShownByAllViews();
    void bothKeepsTheOpenedRunAndItsPlace();
    void switchingBackAndForthKeepsThePlace();
    void withoutARunTheSimulationIsWhatIsShown();
    void anotherSimulationKeepsRangeAndRank();
    void closingTheFolderDropsTheSimulation();
    void twoTimelinesZoomAndPanTogether();
    void ranksRecordedAloneAndPlansAreGivenNoStepTime();
    void theLongerOfTwoTimelinesCanBeSeenWhole();
    void whatChangedHasAColourOfItsOwn();
    void theLowerTimelineColoursWhatIsNew();
    void whatIsWithinTheNoiseOfTheRunIsNoChange();
    void bothTimelinesCountFromTheStepAndShowItWhole();
    void theOpenedEndStandsInTheModelledHalf();
    void aDeviceBehindItsHostIsLevelWithTheModel();
    void whatIsTriedIsSeenWholeAgain();
    void aStepThatOutgrowsTheViewIsShownWhole();
    void anotherOrderKeepsTheColoursOfWork();
    void differencesStandInTheEdgeBelowTheColoursOfWork();
    void aTriedFindingSaysWhyTheGainDiffers();
    void interleavedLanesStandInPairsInOneTimeline();
    void whatIsSelectedInTheOpenedRunLightsUpInterleaved();
    void aNoteOnAnInterleavedHalfBelongsToItsRun();
    void interleavedNotesOfTheOpenedRunStandWhereItsStepLies();
    void whatCanNotBeInterleavedStandsOneAboveTheOther();
    void aSliderTellsEveryValueWhileItMoves();
    void twiceAKnobIsOneClick();
    void aLowPaneKeepsStepAndKnobs();
    void typingAValueSetsTheKnob();
    void fractionsAreTypedAsTheyAreShown();
    void aBareBandwidthIsRefusedWithASentence();
    void aKnobThatTheInputCanNotAnswerSaysWhy();
    void knobsThatDoNotApplyAreFoldedAway();
    void whatHelpsMostIsOfferedBeforeAKnobMoves();
    void whatHelpsMostStaysInSightOnceAKnobMoved();
    void whatIsKeptStandsAboveTheKnobsAndIsSetByAClick();
    void whatHelpsMostTakesOneLineEach();
    void gainsStandUnderWhatTheyNeed();
    void namesOfKnobsFitTheirColumn();
    void anotherBatchIsComparedPerSample();
    void resettingAKnobBringsBackTheInputsValue();
    void aLongChoiceEndsInAnEllipsis();
    void aRefusalStandsUntilTheNextAnswer();
    void theRangeOfAnAnswerIsDrawn();
    void theEvidenceForTheMachineIsInItsToolTip();
    void barsBesideLongNamesCanStillBeCompared();
    void choosingAGainTellsWhich();
    void addedPagesAreThereBeforeASimulationIsPrepared();
    void aClickOnAPartShowsItsFormulas();
    void theWhatIfPanelShowsPartsAndAssumptions();
    void theWaterfallBesideTheTablesCanBeRead();
};

void TestWhatIfViews::aSimulatedRunIsShownByAllViews()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation());
    QCOMPARE(workspace.document.run()->origin, Origin::Measured);
    QSignalSpy runs(&workspace.document, &Document::runChanged);
    workspace.document.setTimeline(Document::Timeline::Simulated);
    QCOMPARE(runs.count(), 1);
    QCOMPARE(workspace.document.run()->origin, Origin::Modelled);
    QCOMPARE(workspace.document.openedRun()->origin, Origin::Measured);
    QVERIFY(workspace.document.levelOfDetail() == &workspace.document.simulation()->levels);
    QVERIFY(workspace.figures.ofRun() == workspace.document.simulation()->summary);
}

void TestWhatIfViews::bothKeepsTheOpenedRunAndItsPlace()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation());
    workspace.window.setVisibleRange({110 * ms, 130 * ms});
    QSignalSpy runs(&workspace.document, &Document::runChanged);
    workspace.document.setTimeline(Document::Timeline::Both);
    QCOMPARE(runs.count(), 0);
    QCOMPARE(workspace.document.run()->origin, Origin::Measured);
    QCOMPARE(workspace.window.visibleRange(), (TimeRange {110 * ms, 130 * ms}));
}

void TestWhatIfViews::switchingBackAndForthKeepsThePlace()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation());
    workspace.window.setVisibleRange({110 * ms, 130 * ms});
    workspace.selection.setRank(1);
    workspace.document.setTimeline(Document::Timeline::Simulated);
    QCOMPARE(workspace.window.visibleRange(), (TimeRange {10 * ms, 30 * ms})); // the step begins at 100 ms
    QCOMPARE(workspace.selection.rank(), 1);
    workspace.document.setTimeline(Document::Timeline::Opened);
    QCOMPARE(workspace.window.visibleRange(), (TimeRange {110 * ms, 130 * ms}));
}

void TestWhatIfViews::withoutARunTheSimulationIsWhatIsShown()
{
    Workspace workspace;
    auto opened = std::make_shared<OpenedFolder>();
    opened->folder.layerTables.emplace_back();
    workspace.document.setFolder(opened);
    QVERIFY(!workspace.document.run());
    workspace.document.setSimulation(simulation());
    QVERIFY(workspace.document.showsSimulation());
    QVERIFY(workspace.document.run());
    QVERIFY(workspace.window.visibleRange().contains(workspace.document.trace()->range()));
    GanttView view(&workspace);
    QVERIFY(view.notice().contains("Modelled"));
}

void TestWhatIfViews::anotherSimulationKeepsRangeAndRank()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation());
    workspace.document.setTimeline(Document::Timeline::Simulated);
    workspace.window.setVisibleRange({10 * ms, 40 * ms});
    workspace.selection.setRank(1);
    workspace.document.setSimulation(
        simulation("rank0 stage0: [F1 0-30] [B1 40-70]\nrank1 stage1: [F1 10-40] [B1 50-60]"));
    QCOMPARE(workspace.window.visibleRange(), (TimeRange {10 * ms, 40 * ms}));
    QCOMPARE(workspace.selection.rank(), 1);
    QVERIFY(workspace.document.showsSimulation());
}

void TestWhatIfViews::closingTheFolderDropsTheSimulation()
{
    Workspace workspace;
    GanttView view(&workspace);
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation());
    workspace.document.setTimeline(Document::Timeline::Simulated);
    workspace.document.setFolder({});
    QVERIFY(!workspace.document.simulation());
    QVERIFY(!workspace.document.run());
    QCOMPARE(workspace.document.timeline(), Document::Timeline::Opened);
}

void TestWhatIfViews::twoTimelinesZoomAndPanTogether()
{
    Workspace workspace;
    auto* upper = new GanttView(&workspace);
    ComparedTimelines timelines(&workspace, upper);
    timelines.resize(900, 600);
    timelines.show();
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation());
    QVERIFY(!timelines.isComparing());
    workspace.document.setTimeline(Document::Timeline::Both);
    QVERIFY(timelines.isComparing());
    QVERIFY(timelines.lower().isVisible());
    workspace.window.setVisibleRange({120 * ms, 160 * ms});
    QCOMPARE(timelines.lowerWorkspace().window.visibleRange(), (TimeRange {20 * ms, 60 * ms}));
    timelines.lowerWorkspace().window.setVisibleRange({30 * ms, 50 * ms});
    QCOMPARE(workspace.window.visibleRange(), (TimeRange {130 * ms, 150 * ms}));
    timelines.lowerWorkspace().selection.setRank(1);
    QCOMPARE(workspace.selection.rank(), 1);
    workspace.document.setTimeline(Document::Timeline::Opened);
    QVERIFY(!timelines.lower().isVisible());
    QVERIFY(!timelines.lowerWorkspace().document.run());
}

void TestWhatIfViews::ranksRecordedAloneAndPlansAreGivenNoStepTime()
{
    for (const Run::Kind kind : {Run::Kind::Measured, Run::Kind::Scaling, Run::Kind::Plan}) {
        const OpenedFolderPtr measured = openedFolder();
        auto folder = std::make_shared<OpenedFolder>(*measured);
        folder->folder.runs.front().kind = kind;
        Workspace workspace;
        ComparedTimelines timelines(&workspace, new GanttView(&workspace));
        workspace.document.setFolder(folder);
        workspace.document.setSimulation(simulation());
        workspace.document.setTimeline(Document::Timeline::Both);
        const QList<QLabel*> labels = timelines.findChildren<QLabel*>();
        const auto has = [&labels](const QString& start) {
            return std::any_of(
                labels.begin(), labels.end(), [&](const QLabel* l) { return l->text().startsWith(start); });
        };
        QVERIFY(has(QStringLiteral("measured")));
        QCOMPARE(has(QStringLiteral("measured, ")), kind == Run::Kind::Measured);
        QVERIFY(has(QStringLiteral("modelled, ")));
    }
}

void TestWhatIfViews::theLongerOfTwoTimelinesCanBeSeenWhole()
{
    Workspace workspace;
    auto* upper = new GanttView(&workspace);
    ComparedTimelines timelines(&workspace, upper);
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation("rank0 stage0: [F1 0-30] [B1 40-900]"));
    workspace.document.setTimeline(Document::Timeline::Both);
    workspace.window.setVisibleRange({100 * ms, 1000 * ms});
    QCOMPARE(workspace.window.visibleRange(), (TimeRange {100 * ms, 1000 * ms}));
    QCOMPARE(timelines.lowerWorkspace().window.visibleRange(), (TimeRange {0, 900 * ms}));
}

void TestWhatIfViews::whatIsWithinTheNoiseOfTheRunIsNoChange()
{
    // Passes of 10 ms that vary by half a millisecond.
    const Trace varied = traceFromText("rank0 stage0: [optimizer 0-10] [optimizer 10-20.5] [optimizer 21-30.5] "
                                       "[optimizer 31-41] [optimizer 41-51.5] [optimizer 52-61.5]");
    const double noise = durationNoise(varied, varied.range());
    QVERIFY2(noise > 0.02 && noise < 0.06, qPrintable(QString::number(noise)));
    QCOMPARE(durationNoise(traceFromText("rank0 stage0: [F0 0-10]"), {0, 10 * ms}), 0.0);

    const OpenedFolderPtr folder = openedFolder();
    const Run& opened = folder->folder.runs.front();
    SimulatedStep step;
    step.run = runOf("rank0 stage0: [F1 0-39] [B1 40-80]", Origin::Modelled);
    OpenedStep of {&opened, {100 * ms, 200 * ms}, 100e6};
    of.noise = 0.05;
    const ShownSimulationPtr shown = makeShown(std::move(step), {}, of, false);
    QCOMPARE(shown->differences->at(0), 0.0f); // 2.5 % shorter
    QVERIFY(shown->differences->at(1) < -0.1f);
}

void TestWhatIfViews::bothTimelinesCountFromTheStepAndShowItWhole()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    auto* upper = new GanttView(&workspace); // a child of what is made next
    ComparedTimelines both(&workspace, upper);
    both.resize(900, 600);
    both.show();
    QVERIFY(QTest::qWaitForWindowExposed(&both));
    workspace.window.setVisibleRange({120 * ms, 125 * ms}); // zoomed to some evidence
    workspace.document.setSimulation(simulation());
    workspace.document.setTimeline(Document::Timeline::Both);
    const Workspace& lower = both.lowerWorkspace();
    QCOMPARE(workspace.window.origin() - lower.window.origin(), 100 * ms);
    // The same place on both rulers.
    QCOMPARE(workspace.window.visibleRange().begin - workspace.window.origin(),
        lower.window.visibleRange().begin - lower.window.origin());
    QVERIFY(workspace.window.visibleRange().contains(TimeRange {100 * ms, 200 * ms}));
    workspace.document.setTimeline(Document::Timeline::Opened);
    QCOMPARE(workspace.window.origin(), TimeNs(0));
}

void TestWhatIfViews::aDeviceBehindItsHostIsLevelWithTheModel()
{
    // The device does at 500 µs what its host launched from 100 µs on; the model begins with the host.
    ProfilerPicture measured;
    measured.host(0, "thread 1", "import", 0, 5); // times count from here
    measured.kernel(0, "stream 7", 500, 800, measured.launch(0, "thread 1", 110));
    RankStep own {0, {1, {500'000, 800'000}}, {}, 0};
    own.host = {100'000, 200'000};
    measured.builder().addStep(own);
    Run opened;
    opened.trace = std::make_shared<const Trace>(measured.finish());
    ProfilerPicture repetition;
    repetition.kernel(0, "stream 7", 30, 180, repetition.launch(0, "thread 1", 10));
    SimulatedStep step;
    step.run.trace = std::make_shared<const Trace>(repetition.finish());
    const ShownSimulationPtr shown = makeShown(std::move(step), {}, {&opened, {500'000, 800'000}, 300e3}, false);
    QCOMPARE(shown->stepBegin, TimeNs(500'000));
    QCOMPARE(shown->offset, TimeNs(480'000)); // both kernels begin at 500 µs, 20 after the launch that is at 0
    // Neither is new: the call takes as long, the kernel half as long.
    const std::vector<float>& differences = *shown->differences;
    QVERIFY(std::none_of(differences.begin(), differences.end(), [](float by) { return std::isnan(by); }));
}

void TestWhatIfViews::theOpenedEndStandsInTheModelledHalf()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    auto* upper = new GanttView(&workspace); // a child of what is made next
    ComparedTimelines both(&workspace, upper);
    both.resize(900, 600);
    both.show();
    QVERIFY(QTest::qWaitForWindowExposed(&both));
    workspace.document.setSimulation(simulation());
    workspace.document.setTimeline(Document::Timeline::Both);
    TimelinePlot& plot = both.lower().plot();
    QVERIFY(plot.look().endLine());
    QCOMPARE(plot.look().endLine()->time, 100 * ms); // the step that was opened; the modelled one ends at 80 ms
    QVERIFY(!upper->plot().look().endLine());
    const int x = int(std::floor(plot.timeScale().x(100 * ms)));
    const auto dashes = [&plot, x] {
        const QImage image = plot.grab().toImage();
        const QRect spans = plot.geometryOfParts().spans;
        int count = 0;
        for (int y = spans.top(); y <= spans.bottom(); ++y)
            count += image.pixelColor(x, y) == Palette::of(plot).mutedText ? 1 : 0;
        return count;
    };
    QVERIFY(dashes() > 20);
    workspace.window.setVisibleRange({110 * ms, 150 * ms}); // it is elsewhere
    QVERIFY(dashes() < 20);
    workspace.document.setTimeline(Document::Timeline::Opened);
    QVERIFY(!plot.look().endLine());
}

void TestWhatIfViews::whatIsTriedIsSeenWholeAgain()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    auto* upper = new GanttView(&workspace);
    ComparedTimelines both(&workspace, upper);
    workspace.document.setSimulation(simulation());
    workspace.document.setTimeline(Document::Timeline::Both);
    const TimeRange zoomed {120 * ms, 125 * ms};
    workspace.window.setVisibleRange(zoomed);
    workspace.document.setSimulation(simulation("rank0 stage0: [F1 0-30] [B1 40-300]"));
    QCOMPARE(workspace.window.visibleRange(), zoomed); // who turns knobs looks at something
    both.fitNextSimulation();
    QCOMPARE(workspace.window.visibleRange(), zoomed);
    workspace.document.setSimulation(simulation("rank0 stage0: [F1 0-30] [B1 40-400]"));
    QVERIFY(workspace.window.visibleRange().contains(TimeRange {100 * ms, 500 * ms}));
    workspace.window.setVisibleRange(zoomed);
    workspace.document.setSimulation(simulation());
    QCOMPARE(workspace.window.visibleRange(), zoomed);
}

void TestWhatIfViews::aStepThatOutgrowsTheViewIsShownWhole()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    auto* upper = new GanttView(&workspace);
    ComparedTimelines both(&workspace, upper);
    workspace.document.setSimulation(simulation());
    workspace.document.setTimeline(Document::Timeline::Both);
    const TimeRange whole {-1 * ms, 201 * ms}; // the opened run states no steps
    workspace.window.setVisibleRange(whole);
    workspace.document.setSimulation(simulation("rank0 stage0: [F1 0-30] [B1 40-70]"));
    QCOMPARE(workspace.window.visibleRange(), whole); // there is room for it
    workspace.document.setSimulation(simulation("rank0 stage0: [F1 0-30] [B1 40-300]"));
    QVERIFY(workspace.window.visibleRange().contains(TimeRange {100 * ms, 400 * ms}));
}

void TestWhatIfViews::anotherOrderKeepsTheColoursOfWork()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    auto* upper = new GanttView(&workspace);
    ComparedTimelines both(&workspace, upper);
    const auto simulate = [&workspace](const Knobs& knobs) {
        auto shown = std::make_shared<ShownSimulation>(*simulation());
        shown->knobs = knobs;
        workspace.document.setSimulation(shown);
    };
    const auto colors = [&both] { return both.lower().plot().look().colorBy(); };
    Knobs faster;
    faster.computeScale = 0.5;
    Knobs reordered;
    reordered.microbatches = 16;
    simulate(faster);
    workspace.document.setTimeline(Document::Timeline::Both);
    QCOMPARE(colors(), ColorBy::Difference);
    simulate(reordered);
    QCOMPARE(colors(), ColorBy::Category);
    simulate(faster);
    QCOMPARE(colors(), ColorBy::Difference);
    // Whoever chooses is not asked again.
    simulate(reordered);
    auto* differences = both.findChild<QCheckBox*>();
    QVERIFY(differences && !differences->isChecked());
    differences->click();
    simulate(reordered);
    QCOMPARE(colors(), ColorBy::Difference);
    differences->click();
    simulate(faster);
    QCOMPARE(colors(), ColorBy::Category);
}

void TestWhatIfViews::differencesStandInTheEdgeBelowTheColoursOfWork()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    auto* upper = new GanttView(&workspace);
    ComparedTimelines both(&workspace, upper);
    both.resize(900, 600);
    both.show();
    QVERIFY(QTest::qWaitForWindowExposed(&both));
    // F1 takes 30 ms instead of 40; B1 50 ms as before.
    auto shown = std::make_shared<ShownSimulation>(*simulation("rank0 stage0: [F1 0-30] [B1 40-90]"));
    shown->knobs.microbatches = 16;
    workspace.document.setSimulation(shown);
    workspace.document.setTimeline(Document::Timeline::Both);
    QCoreApplication::processEvents();
    TimelinePlot& plot = both.lower().plot();
    const Palette palette = Palette::of(plot);
    const Trace& trace = *shown->step.run.trace;
    const SpanColors differences(palette, ColorBy::Difference, trace, shown->differences);
    const auto colorOf = [&](uint32_t span) {
        return QColor(differences.solid(differences.indexOf(trace, trace.timing(), SpanId(span))));
    };
    const QImage image = plot.grab().toImage();
    const auto at = [&](uint32_t span, double fromTop, double fromBottom) {
        const QRectF box = plot.rectOf(SpanId(span));
        const double y = fromTop > 0 ? box.top() + fromTop : box.bottom() - fromBottom;
        return image.pixelColor(int(box.left()) + 8, int(y));
    };
    QCOMPARE(at(0, 4, 0), palette.color(Category::Forward));
    QVERIFY(colorOf(0) != palette.color(Category::Forward));
    QCOMPARE(at(0, 0, 1), colorOf(0));
    QCOMPARE(at(1, 4, 0), palette.color(Category::Backward));
    QCOMPARE(at(1, 0, 1), palette.color(Category::Backward)); // it did not change
    // The run above, and a modelled step that is shown alone, have no such edge.
    QVERIFY(!upper->plot().look().edgesDifferences());
    workspace.document.setTimeline(Document::Timeline::Simulated);
    QVERIFY(!upper->plot().look().edgesDifferences());
}

void TestWhatIfViews::aTriedFindingSaysWhyTheGainDiffers()
{
    SimulatePane pane;
    pane.setSubject(subject());
    QVERIFY(pane.triedText().isEmpty());
    Knobs knobs;
    knobs.computeScale = 0.5;
    pane.setTried({knobs, QStringLiteral("Rank 1 is slow"), 10e6, QStringLiteral("microbatches=16")});
    QVERIFY(pane.triedText().isEmpty()); // until the knobs are set
    pane.setKnobs(knobs);
    SimulatedStep step;
    step.figures.stepNs = 70e6;
    step.figures.computeNs = 70e6;
    pane.setAnswer(step);
    QVERIFY(plain(pane.triedText()).startsWith(QStringLiteral("“Rank 1 is slow” costs 10.00 ms.")));
    QVERIFY(pane.triedText().contains(QStringLiteral("save more")));
    QVERIFY(pane.triedText().endsWith(QStringLiteral("Replaces microbatches=16; Undo brings that back.")));
    step.figures.stepNs = step.figures.computeNs = 95e6;
    pane.setAnswer(step);
    QVERIFY(pane.triedText().contains(QStringLiteral("save less")));
    step.figures.stepNs = step.figures.computeNs = 90e6;
    pane.setAnswer(step);
    QVERIFY(!pane.triedText().contains(QStringLiteral("save")));
    pane.setKnobs({}); // somebody moved them
    QVERIFY(pane.triedText().isEmpty());
}

void TestWhatIfViews::whatChangedHasAColourOfItsOwn()
{
    // Of rank 0, F1 takes 30 ms instead of 40 and B1 40 instead of 50; F2 is new.
    const ShownSimulationPtr shown = simulation("rank0 stage0: [F1 0-30] [B1 40-90] [F2 100-110]");
    QVERIFY(shown->differences);
    const Trace& trace = *shown->step.run.trace;
    const Palette palette = Palette::light();
    const SpanColors colors(palette, ColorBy::Difference, trace, shown->differences);
    const auto colorOf
        = [&](uint32_t span) { return QColor(colors.solid(colors.indexOf(trace, trace.timing(), SpanId(span)))); };
    QCOMPARE(colorOf(1), palette.color(Category::Backward)); // 50 ms as before
    QCOMPARE(colorOf(2), palette.newColor());
    QVERIFY(colorOf(0) != palette.color(Category::Forward));
    QVERIFY(colorOf(0).blue() > colorOf(0).green()); // neither red nor green: many cannot tell these apart
    QCOMPARE(colors.changeMark(SpanId(0)), QStringLiteral("▼"));
    QCOMPARE(colors.changeMark(SpanId(1)), QString());
    QCOMPARE(colors.changeMark(SpanId(2)), QString());
    // A mark needs room beside the name, in low rows as in high ones.
    SpanScene scene;
    scene.trace = &trace;
    scene.colors = &colors;
    for (const int height : {9, 60}) {
        LabelBox box {SpanId(0), {}, TrackId(0), 0, 0, 22, height};
        QCOMPARE(boxLabel(scene, box, 1).text, QStringLiteral("F1"));
        box.width = 60;
        QCOMPARE(boxLabel(scene, box, 1).text, QStringLiteral("▼F1"));
        QCOMPARE(boxLabel(scene, box, 3).text, QStringLiteral("F1")); // of a third in logical pixels
    }
    QCOMPARE(plain(changeText(30e6, (*shown->differences)[0])), QStringLiteral("40.00 ms → 30.00 ms (−25.0 %)"));
    QVERIFY(changeText(40e6, 0).isEmpty());
    const SpanColors uncompared(palette, ColorBy::Difference, trace);
    QCOMPARE(QColor(uncompared.solid(uncompared.indexOf(trace, trace.timing(), SpanId(2)))),
        palette.color(Category::Forward));
}

void TestWhatIfViews::theLowerTimelineColoursWhatIsNew()
{
    Workspace workspace;
    auto* upper = new GanttView(&workspace);
    ComparedTimelines timelines(&workspace, upper);
    timelines.resize(900, 600);
    timelines.show();
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation());
    workspace.document.setTimeline(Document::Timeline::Both);
    workspace.document.setSimulation(
        simulation("rank0 stage0: [F1 0-40] [B1 40-90] [F2 100-110]")); // as a knob moves on
    TimelinePlot& plot = timelines.lower().plot();
    QCoreApplication::processEvents();
    const QImage image = plot.grab().toImage();
    const auto colorOf
        = [&](uint32_t span) { return image.pixelColor(plot.rectOf(SpanId(span)).topLeft().toPoint() + QPoint(4, 4)); };
    const Palette palette = Palette::of(plot);
    QCOMPARE(colorOf(0), palette.color(Category::Forward));
    QCOMPARE(colorOf(2), palette.newColor());
}

void TestWhatIfViews::interleavedLanesStandInPairsInOneTimeline()
{
    Workspace workspace;
    auto* upper = new GanttView(&workspace);
    ComparedTimelines timelines(&workspace, upper);
    timelines.resize(900, 600);
    timelines.show();
    workspace.document.setFolder(openedFolder());
    const ShownSimulationPtr shown
        = simulation("rank0 stage0: [F1 0-30] [B1 40-80]\nrank1 stage1: [F1 10-40] [B1 50-70]", true);
    QVERIFY(shown->interleaved);
    workspace.document.setSimulation(shown);
    workspace.document.setTimeline(Document::Timeline::Interleaved);
    QVERIFY(timelines.isInterleaved() && timelines.isComparing());
    QVERIFY(!upper->isVisible() && timelines.lower().isVisible());
    QCOMPARE(workspace.document.run()->origin, Origin::Measured); // other views stay with it
    const TimelinePlot& plot = timelines.lower().plot();
    const Trace& both = *shown->interleaved->step.run.trace;
    QVector<QPair<int, bool>> lanes;
    for (const TimelineRow& row : plot.rows().layout().rows()) {
        if (row.kind == TimelineRow::Kind::Lane)
            lanes.append({row.rank, isModelled(both, row.track)});
    }
    QCOMPARE(lanes, (QVector<QPair<int, bool>> {{0, false}, {0, true}, {1, false}, {1, true}}));
    workspace.window.setVisibleRange({120 * ms, 160 * ms}); // same scale as everything else
    QCOMPARE(timelines.lowerWorkspace().window.visibleRange(), (TimeRange {20 * ms, 60 * ms}));
    // A measured span keeps its colour, a shorter one has another.
    QCoreApplication::processEvents();
    workspace.window.setVisibleRange({100 * ms, 200 * ms});
    const QImage image = timelines.lower().plot().grab().toImage();
    const auto colorOf
        = [&](SpanId span) { return image.pixelColor(plot.rectOf(span).topLeft().toPoint() + QPoint(4, 4)); };
    const Palette palette = Palette::of(plot);
    QCOMPARE(colorOf(shown->interleaved->fromOpened[2]), palette.color(Category::Forward)); // rank 0, F1
    const auto modelledF1 = std::find_if(
        both.rows().begin(), both.rows().end(), [&both](const Row& row) { return isModelled(both, row.track); });
    QVERIFY(colorOf(SpanId(modelledF1->firstSpan)) != palette.color(Category::Forward));
    workspace.document.setTimeline(Document::Timeline::Both);
    QVERIFY(upper->isVisible() && timelines.lower().isVisible() && !timelines.isInterleaved());
}

void TestWhatIfViews::whatIsSelectedInTheOpenedRunLightsUpInterleaved()
{
    Workspace workspace;
    ComparedTimelines timelines(&workspace, new GanttView(&workspace));
    workspace.document.setFolder(openedFolder());
    const ShownSimulationPtr shown = simulation("rank0 stage0: [F1 0-30] [B1 40-80]", true);
    workspace.document.setSimulation(shown);
    workspace.document.setTimeline(Document::Timeline::Interleaved);
    workspace.selection.setSpan(SpanId(3));
    QCOMPARE(timelines.lowerWorkspace().selection.span(), shown->interleaved->fromOpened[3]);
    workspace.selection.setSpan(SpanId(0)); // of another step: not there
    QVERIFY(!shown->interleaved->fromOpened[0].isValid());

    // And back: a click on the opened run's half chooses its own span, a click on the modelled half does not.
    timelines.lowerWorkspace().selection.setSpan(shown->interleaved->fromOpened[2]);
    QCOMPARE(workspace.selection.span(), SpanId(2));
    const Trace& both = *shown->interleaved->step.run.trace;
    for (uint32_t i = 0; i < both.spanCount(); ++i) {
        if (both.hasFlag(SpanId(i), SpanFlag::modelled)) {
            timelines.lowerWorkspace().selection.setSpan(SpanId(i));
            QCOMPARE(workspace.selection.span(), SpanId(2));
            QVERIFY(!timelines.openedSpan(SpanId(i)).isValid());
        }
    }
}

void TestWhatIfViews::aNoteOnAnInterleavedHalfBelongsToItsRun()
{
    Workspace workspace;
    ComparedTimelines timelines(&workspace, new GanttView(&workspace));
    timelines.resize(900, 600);
    timelines.show();
    workspace.document.setFolder(openedFolder());
    const ShownSimulationPtr shown = simulation("rank0 stage0: [F1 0-30] [B1 40-80]", true);
    workspace.document.setSimulation(shown);
    workspace.document.setTimeline(Document::Timeline::Interleaved);
    Workspace& lower = timelines.lowerWorkspace();
    NoteLayer& notes = timelines.lower().plot().notes();
    const NoteBook& book = workspace.document.notes();
    const auto write = [&](SpanId span) {
        lower.selection.setSpan(span);
        notes.addHere(std::nullopt);
        notes.editor()->setText("why?");
        QTest::keyClick(notes.editor(), Qt::Key_Return);
        return book.notes().back();
    };
    const Annotation opened = write(shown->interleaved->fromOpened[2]);
    QCOMPARE(opened.subject, workspace.document.noteSubject());
    QVERIFY(!opened.subject.knobs);
    QCOMPARE(opened.span, keyOf(*workspace.document.openedRun()->trace, SpanId(2)));
    const Annotation modelled = write(shown->interleaved->halves.fromModelled[1]);
    QCOMPARE(modelled.subject.knobs, std::optional<std::string>(knobsLine(shown->knobs)));
    QCOMPARE(modelled.span, keyOf(*shown->step.run.trace, SpanId(1)));
    QCOMPARE(book.notes().size(), size_t(2));
    QCOMPARE(notes.placed().size(), size_t(2));
    for (const PlacedNote& placed : notes.placed()) {
        const bool isOpened = placed.note.id == opened.id;
        QVERIFY(!placed.place.isGone);
        QCOMPARE(placed.place.span,
            isOpened ? shown->interleaved->fromOpened[2] : shown->interleaved->halves.fromModelled[1]);
    }

    // Each is found again where the two stand apart.
    workspace.document.setTimeline(Document::Timeline::Both);
    const std::vector<AnchoredNote> above = anchoredNotes(workspace.document);
    const std::vector<AnchoredNote> below = anchoredNotes(lower.document);
    QCOMPARE(above.size(), size_t(1));
    QCOMPARE(above.front().place.span, SpanId(2));
    QCOMPARE(below.size(), size_t(1));
    QCOMPARE(below.front().place.span, SpanId(1));
    QVERIFY(!below.front().place.isGone);
}

void TestWhatIfViews::interleavedNotesOfTheOpenedRunStandWhereItsStepLies()
{
    Workspace workspace;
    ComparedTimelines timelines(&workspace, new GanttView(&workspace));
    workspace.document.setFolder(openedFolder());
    const auto flag = [&workspace](TimeNs time) {
        Annotation note;
        note.subject = workspace.document.noteSubject();
        note.range = {workspace.document.trace()->origin() + time, workspace.document.trace()->origin() + time};
        note.text = "here";
        return workspace.document.notes().add(note);
    };
    flag(20 * ms); // in a step that is not shown
    const uint32_t inStep = flag(130 * ms);
    workspace.document.setSimulation(simulation("rank0 stage0: [F1 0-30] [B1 40-80]", true));
    workspace.document.setTimeline(Document::Timeline::Interleaved);
    const std::vector<AnchoredNote> notes = anchoredNotes(timelines.lowerWorkspace().document);
    QCOMPARE(notes.size(), size_t(1));
    QCOMPARE(notes.front().note.id, inStep);
    QCOMPARE(notes.front().place.range.begin, 30 * ms); // the step begins at 100 ms
    goToNote(timelines.lowerWorkspace(), notes.front().note);
    QVERIFY(timelines.lowerWorkspace().window.visibleRange().contains(30 * ms));
    QCOMPARE(workspace.document.notes().current(), inStep);

    // A place on a lane tells whose the note is.
    const Trace& both = *timelines.lowerWorkspace().document.trace();
    for (uint32_t track = 0; track < both.tracks().size(); ++track) {
        const NoteHome home = noteHome(timelines.lowerWorkspace().document, TrackId(track));
        QCOMPARE(home.subject.knobs.has_value(), isModelled(both, TrackId(track)));
        QCOMPARE(home.clock(), isModelled(both, TrackId(track)) ? 0 : workspace.document.trace()->origin() + 100 * ms);
    }
}

void TestWhatIfViews::whatCanNotBeInterleavedStandsOneAboveTheOther()
{
    Workspace workspace;
    auto* upper = new GanttView(&workspace);
    ComparedTimelines timelines(&workspace, upper);
    timelines.show();
    workspace.document.setFolder(openedFolder());
    workspace.document.setSimulation(simulation());
    workspace.document.setTimeline(Document::Timeline::Interleaved);
    QVERIFY(timelines.isComparing() && !timelines.isInterleaved());
    QCOMPARE(workspace.window.historyRanges()[workspace.window.historyIndex()], workspace.window.visibleRange());
    QVERIFY(upper->isVisible() && timelines.lower().isVisible());
}

void TestWhatIfViews::twiceAKnobIsOneClick()
{
    SimulatePane pane;
    pane.resize(320, 900);
    pane.show();
    pane.setSubject(subject());
    QSignalSpy moves(&pane, &SimulatePane::knobsMoved);
    const auto click = [&pane](const QString& text) {
        for (QToolButton* button : pane.findChildren<QToolButton*>()) {
            if (button->text() == text)
                button->click();
        }
    };
    QVERIFY(pane.answerText().contains("Move a knob"));
    click("2 × microbatches");
    pane.setKnobs(pane.knobs());                      // as the control does
    QVERIFY(pane.answerText().contains("Re-timing")); // no answer yet
    click("2 × network");
    QCOMPARE(moves.count(), 2);
    QCOMPARE(pane.knobs().microbatches, std::optional<int>(16));
    QCOMPARE(pane.knobs().nicBandwidth, std::optional<double>(97e9));
    pane.twice("backward-ratio"); // not here, and it says why
    QCOMPARE(moves.count(), 2);
    QVERIFY(pane.refusalText().contains("backward measured"));
}

void TestWhatIfViews::aSliderTellsEveryValueWhileItMoves()
{
    SimulatePane pane;
    pane.resize(320, 900);
    pane.show();
    pane.setSubject(subject());
    QSignalSpy moves(&pane, &SimulatePane::knobsMoved);
    auto* slider = pane.row("microbatches")->findChild<QSlider*>();
    QVERIFY(slider && slider->isEnabled());
    QCOMPARE(slider->value() + 1, 8);
    slider->setSliderDown(true);
    slider->setValue(11);
    slider->setValue(15);
    QCOMPARE(moves.count(), 2);
    QCOMPARE(pane.knobs().microbatches, std::optional<int>(16));
    QCOMPARE(moves.back().at(1).toString(), QString("microbatches"));
    QVERIFY(moves.back().at(2).toBool());
    slider->setSliderDown(false);
    QCOMPARE(moves.count(), 3);
    QVERIFY(!moves.back().at(2).toBool());
}

void TestWhatIfViews::aLowPaneKeepsStepAndKnobs()
{
    SimulatePane pane;
    pane.resize(320, 900);
    pane.show();
    pane.setSubject(subject());
    const auto isOverlapping = [&pane] {
        std::vector<QRect> shown;
        for (const auto* widget : pane.findChildren<QWidget*>()) {
            const bool isText = qobject_cast<const QLabel*>(widget) || qobject_cast<const QToolButton*>(widget);
            if (isText && widget->isVisible() && !widget->visibleRegion().isEmpty())
                shown.push_back(QRect(widget->mapTo(&pane, QPoint()), widget->size())
                                    .intersected(widget->visibleRegion().boundingRect().translated(
                                        widget->mapTo(&pane, QPoint()))));
        }
        for (size_t i = 0; i < shown.size(); ++i) {
            for (size_t j = 0; j < i; ++j) {
                if (shown[i].intersects(shown[j]))
                    return true;
            }
        }
        return false;
    };
    QVERIFY(!isOverlapping());
    pane.resize(320, 200);
    QCoreApplication::processEvents();
    QVERIFY(!isOverlapping());
    QVERIFY(pane.answerText().contains("Move a knob"));
    KnobGain gain;
    gain.change = say("{} to {}", 8, 16);
    gain.throughputGain = 0.2;
    pane.setGains({gain});
    QVERIFY2(pane.answerText().contains("Helps most") && pane.answerText().contains("8 to 16"),
        qPrintable(pane.answerText()));
    QVERIFY(!pane.row("schedule")->visibleRegion().isEmpty() || !pane.row("microbatches")->visibleRegion().isEmpty());
    gain.change = Message("no gaps of the hosts"); // rather whole than with what it is
    gain.gainError = 0.031;
    gain.gainMore = 0.052;
    pane.setGains({gain});
    QVERIFY2(pane.answerText().contains("no gaps of the hosts</a>"), qPrintable(pane.answerText()));
}

void TestWhatIfViews::typingAValueSetsTheKnob()
{
    SimulatePane pane;
    pane.show();
    pane.setSubject(subject());
    auto* text = pane.row("nic")->findChild<QLineEdit*>();
    QVERIFY(text);
    QCOMPARE(text->text(), QString("48.5 GB/s"));
    text->setFocus();
    text->selectAll();
    QTest::keyClicks(text, "400Gb/s");
    QTest::keyClick(text, Qt::Key_Return);
    QCOMPARE(pane.knobs().nicBandwidth, std::optional<double>(50e9));
}

void TestWhatIfViews::fractionsAreTypedAsTheyAreShown()
{
    const DecimalComma german;
    SimulatePane pane;
    pane.show();
    pane.setSubject(subject());
    auto* bandwidth = pane.row("nic")->findChild<QLineEdit*>();
    QCOMPARE(bandwidth->text(), QString("48,5 GB/s"));
    for (const char* typed : {"50,5 GB/s", "50.5 GB/s"}) {
        bandwidth->setFocus();
        bandwidth->selectAll();
        QTest::keyClicks(bandwidth, typed);
        QTest::keyClick(bandwidth, Qt::Key_Return);
        QCOMPARE(pane.knobs().nicBandwidth, std::optional<double>(50.5e9));
    }
    auto* factor = pane.row("compute-scale")->findChild<QLineEdit*>();
    factor->setFocus();
    factor->selectAll();
    QTest::keyClicks(factor, "0,75");
    QTest::keyClick(factor, Qt::Key_Return);
    QCOMPARE(pane.knobs().computeScale, std::optional<double>(0.75));
    QCOMPARE(factor->text(), QString::fromUtf8("0,75 ×"));
}

void TestWhatIfViews::aBareBandwidthIsRefusedWithASentence()
{
    SimulatePane pane;
    pane.show();
    pane.setSubject(subject());
    auto* text = pane.row("nic")->findChild<QLineEdit*>();
    text->setFocus();
    text->selectAll();
    QTest::keyClicks(text, "400");
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(!pane.knobs().nicBandwidth);
    QVERIFY(!pane.refusalText().isEmpty());
}

void TestWhatIfViews::aKnobThatTheInputCanNotAnswerSaysWhy()
{
    SimulatePane pane;
    pane.setSubject(subject());
    auto* slider = pane.row("backward-ratio")->findChild<QSlider*>();
    QVERIFY(!slider->isEnabled());
    QVERIFY(slider->toolTip().contains("measured"));
}

void TestWhatIfViews::knobsThatDoNotApplyAreFoldedAway()
{
    SimulatePane pane;
    pane.setSubject(subject());
    QVERIFY(pane.row("backward-ratio")->isHidden());
    QVERIFY(!pane.row("compute-scale")->isHidden());
    QToolButton* fold = nullptr;
    for (QToolButton* button : pane.findChildren<QToolButton*>()) {
        if (button->text().contains(QStringLiteral("does not apply")))
            fold = button;
    }
    QVERIFY(fold);
    fold->click();
    QVERIFY(!pane.row("backward-ratio")->isHidden());
}

void TestWhatIfViews::whatHelpsMostIsOfferedBeforeAKnobMoves()
{
    KnobGain gain;
    gain.knob = "microbatches";
    gain.change = Message("microbatches 8 to 16");
    gain.throughputGain = 0.12;
    SimulatePane pane;
    pane.setSubject(subject());
    pane.setGains({gain});
    QVERIFY2(pane.answerText().contains(QStringLiteral("8 to 16")), qPrintable(pane.answerText()));
    Knobs knobs;
    knobs.microbatches = 16;
    pane.setKnobs(knobs); // now the answer is awaited
    QVERIFY(!pane.answerText().contains(QStringLiteral("8 to 16")));

    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    WhatIfView view(workspace.document);
    view.resize(900, 300);
    view.show();
    view.refreshNow();
    auto* tabs = view.findChild<QTabWidget*>();
    QVERIFY(!tabs->isVisible());
    view.setSubject(subject());
    view.setGains({gain}, false);
    QTRY_VERIFY(tabs->isVisible());
    QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("Helps most"));
    view.setSubject(std::nullopt); // another step: the advice stays until there is a newer one
    view.refreshNow();
    QVERIFY(tabs->isVisible());
    QCOMPARE(view.gains().size(), size_t(1));
}

/// However long its name is, and however its range: else the knobs below would move.
void TestWhatIfViews::whatHelpsMostStaysInSightOnceAKnobMoved()
{
    KnobGain before;
    before.change = Message("microbatches 8 to 16");
    before.throughputGain = 0.12;
    KnobGain after;
    after.change = Message("compute twice as fast");
    after.throughputGain = 0.08;
    SimulatePane pane;
    pane.resize(330, 900);
    pane.setSubject(subject());
    pane.show();
    pane.setGains({before});
    QCoreApplication::processEvents();
    const KnobRow* knob = pane.row("microbatches");
    const auto place = [&] {
        QCoreApplication::processEvents();
        return knob->mapTo(&pane, QPoint());
    };
    const QPoint stays = place();
    const auto nextLine = [&pane] {
        for (const QLabel* label : pane.findChildren<QLabel*>()) {
            if (label->text().startsWith(QStringLiteral("Helps most now")))
                return label->text();
        }
        return QString();
    };
    QVERIFY(nextLine().isEmpty());
    Knobs knobs;
    knobs.microbatches = 16;
    pane.setGains({}); // they were relative to other knobs
    pane.setKnobs(knobs);
    QCOMPARE(place(), stays);
    pane.setAnswer(simulation()->step);
    QVERIFY(nextLine().isEmpty());
    QCOMPARE(place(), stays);
    pane.setGains({before, after});
    QVERIFY2(nextLine().contains(QStringLiteral("8 to 16</a>")), qPrintable(nextLine()));
    QCOMPARE(place(), stays);
    QSignalSpy chosen(&pane, &SimulatePane::gainChosen);
    for (QLabel* label : pane.findChildren<QLabel*>()) {
        if (label->text().startsWith(QStringLiteral("Helps most now")))
            emit label->linkActivated(QStringLiteral("0"));
    }
    QCOMPARE(chosen.size(), 1);
    pane.setRefusal({"3 stages do not divide 8 microbatches.", {}, {}});
    QVERIFY(nextLine().isEmpty());
    QCOMPARE(place(), stays);
}

void TestWhatIfViews::whatIsKeptStandsAboveTheKnobsAndIsSetByAClick()
{
    KeptWhatIfs kept;
    SimulatePane pane;
    pane.resize(330, 900);
    pane.setKept(kept);
    pane.setSubject(subject());
    pane.show();
    auto* table = pane.findChild<KeptWhatIfsTable*>();
    QVERIFY(table && !table->isVisible()); // nothing is kept
    const auto keep = [&pane]() -> QToolButton* {
        for (auto* button : pane.findChildren<QToolButton*>()) {
            if (button->text() == SimulatePane::tr("Keep"))
                return button;
        }
        return nullptr;
    }();
    QVERIFY(keep && !keep->isVisible()); // no knob is moved
    QCoreApplication::processEvents();
    const int top = pane.row("microbatches")->mapTo(&pane, QPoint()).y();
    Knobs knobs;
    knobs.microbatches = 16;
    pane.setKnobs(knobs);
    pane.setAnswer(simulation()->step);
    QCoreApplication::processEvents();
    QVERIFY(keep->isVisible());
    QCOMPARE(pane.row("microbatches")->mapTo(&pane, QPoint()).y(), top);
    QSignalSpy asked(&pane, &SimulatePane::keepRequested);
    QTest::mouseClick(keep, Qt::LeftButton);
    QCOMPARE(asked.size(), 1);

    kept.keep(keptWhatIf(simulation()->step, knobs, subject()), keptOpened(subject()));
    QCoreApplication::processEvents();
    QVERIFY(table->isVisible());
    QTableView* rows = table->table().table();
    QCOMPARE(rows->model()->rowCount(), 2);
    QVERIFY(
        table->mapTo(&pane, QPoint(0, table->height())).y() <= pane.row("microbatches")->mapTo(&pane, QPoint()).y());
    QSignalSpy chosen(&pane, &SimulatePane::keptChosen);
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(rows->model()->index(1, 0)).center());
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen.front().front().toInt(), 1);
    // What becomes current when a row goes was not chosen by anybody.
    rows->setFocus();
    kept.drop(1);
    QCoreApplication::processEvents();
    QCOMPARE(chosen.size(), 1);
    kept.setKept({});
    QVERIFY(!table->isVisible());
}

void TestWhatIfViews::whatHelpsMostTakesOneLineEach()
{
    KnobGain gain;
    gain.change = Message("interleaved schedule with four chunks on each of the stages");
    gain.throughputGain = 0.325;
    gain.gainError = 0.03;
    gain.gainMore = 0.027;
    SimulatePane pane;
    pane.resize(330, 700);
    pane.setSubject(subject());
    pane.show();
    pane.setGains({gain, gain, gain});
    QCoreApplication::processEvents();
    QLabel* lines = nullptr;
    for (QLabel* label : pane.findChildren<QLabel*>()) {
        if (label->text().contains(QStringLiteral("<a href")))
            lines = label;
    }
    QVERIFY(lines);
    QCOMPARE(lines->text().count(QStringLiteral("<br>")), 2);
    QVERIFY2(plain(lines->text()).contains(QStringLiteral("+29.5 % to +35.2 %")), qPrintable(lines->text()));
    QTextDocument shown;
    shown.setDefaultFont(lines->font());
    shown.setDocumentMargin(0);
    shown.setHtml(lines->text());
    QVERIFY2(shown.idealWidth() <= lines->width(), qPrintable(lines->text()));
    QVERIFY(lines->toolTip().contains(QStringLiteral("on each of the stages")));
}

void TestWhatIfViews::namesOfKnobsFitTheirColumn()
{
    SimulatePane pane;
    pane.setSubject(subject());
    for (const KnobInfo& info : knobTable()) {
        const KnobRow* row = pane.row(info.key);
        const QString name = QString::fromUtf8(info.name.data(), qsizetype(info.name.size()));
        if (row)
            QCOMPARE(row->findChild<QLabel*>()->text(), name);
    }
}

void TestWhatIfViews::gainsStandUnderWhatTheyNeed()
{
    KnobGain tonight;
    tonight.change = Message("ZB-V schedule");
    tonight.throughputGain = 0.3;
    KnobGain batch = tonight;
    batch.change = Message("microbatches 8 to 16");
    batch.needs = KnobNeeds::Batch;
    KnobGain hardware = tonight;
    hardware.change = Message("NIC bandwidth doubled");
    hardware.needs = KnobNeeds::Hardware;
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    WhatIfView view(workspace.document);
    view.resize(900, 400);
    view.show();
    view.setSubject(subject());
    view.setGains({tonight, batch, hardware}, false);
    view.refreshNow();
    BarRows* bars = nullptr;
    for (BarRows* rows : view.findChildren<BarRows*>()) {
        if (rows->accessibleName() == QStringLiteral("What helps most"))
            bars = rows;
    }
    QVERIFY(bars);
    QStringList labels;
    for (const BarRows::Row& row : bars->rows())
        labels << (row.isHeading ? QStringLiteral("# ") : QString()) + row.label;
    QCOMPARE(labels,
        (QStringList {"# With the same batch on the same GPUs", "ZB-V schedule",
            "# With another batch, which may train otherwise", "microbatches 8 to 16",
            "# With other hardware or faster code", "NIC bandwidth doubled"}));
    QSignalSpy chosen(&view, &WhatIfView::gainChosen);
    emit bars->rowChosen(3);
    QCOMPARE(chosen.takeFirst().at(0).toInt(), 1);
    view.setGains({tonight}, false);
    QCOMPARE(bars->rows().size(), size_t(1)); // nothing to tell it from
    // What the model expects to gain nothing is called so, as everywhere.
    KnobGain loser = tonight;
    loser.change = Message("GPipe schedule");
    loser.throughputGain = -0.1;
    KnobGain nothing = batch;
    nothing.change = Message("microbatches 8 to 4");
    nothing.throughputGain = 0;
    view.setGains({tonight, loser, nothing}, false);
    labels.clear();
    for (const BarRows::Row& row : bars->rows())
        labels << (row.isHeading ? QStringLiteral("# ") : QString()) + row.label;
    QCOMPARE(labels,
        (QStringList {"# With the same batch on the same GPUs", "ZB-V schedule", "# No gain", "GPipe schedule",
            "# With another batch, which may train otherwise", "# No gain", "microbatches 8 to 4"}));
    emit bars->rowChosen(6);
    QCOMPARE(chosen.takeFirst().at(0).toInt(), 2);
    // What nobody can tell has a reason in place of a bar, and comes last.
    KnobGain unknown = loser;
    unknown.change = Message("no host gaps");
    unknown.gainError = 0.3;
    unknown.gainMore = 15;
    unknown.whyWide = Message("Hardly a launch was recorded.");
    view.setGains({tonight, loser, unknown}, false);
    labels.clear();
    for (const BarRows::Row& row : bars->rows())
        labels << (row.isHeading ? QStringLiteral("# ") : QString()) + row.label;
    QCOMPARE(labels, (QStringList {"ZB-V schedule", "# No gain", "GPipe schedule", "# Cannot tell", "no host gaps"}));
    QVERIFY(bars->rows().back().isText);
    QCOMPARE(bars->rows().back().figure, QString("Hardly a launch was recorded."));
    const double before = bars->barRect(0).width();
    view.setGains({tonight, loser}, false);
    QCOMPARE(bars->barRect(0).width(), before); // its range scales no bar
}

void TestWhatIfViews::anotherBatchIsComparedPerSample()
{
    StepFigures before;
    before.stepNs = 100 * ms;
    before.computeNs = 100 * ms;
    before.samplesPerStep = 8;
    StepFigures after = before;
    after.stepNs = 180 * ms;
    after.computeNs = 180 * ms;
    after.samplesPerStep = 16;
    const std::vector<WaterfallBar> bars = waterfall(before, Origin::Measured, after);
    QCOMPARE(bars.front().toNs, 12.5 * ms);
    QCOMPARE(bars.back().toNs, 11.25 * ms);
    QVERIFY(bars[1].difference() < 0); // a longer step, but less time for a sample
    QVERIFY(bars.back().label.contains(QStringLiteral("per sample")));
    after.samplesPerStep = 8;
    QCOMPARE(waterfall(before, Origin::Measured, after).back().toNs, double(180 * ms));
}

void TestWhatIfViews::resettingAKnobBringsBackTheInputsValue()
{
    SimulatePane pane;
    pane.setSubject(subject());
    Knobs knobs;
    knobs.microbatches = 16;
    pane.setKnobs(knobs);
    KnobRow* row = pane.row("microbatches");
    QCOMPARE(row->value(), QString("16"));
    auto* slider = row->findChild<QSlider*>();
    slider->setValue(7); // 8 microbatches: what the input has
    QVERIFY(row->value().isEmpty());
    QVERIFY(!pane.knobs().microbatches);
}

void TestWhatIfViews::aLongChoiceEndsInAnEllipsis()
{
    ElidingBox box;
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.addItem(QStringLiteral("H100, 400 Gb/s NDR InfiniBand between nodes"));
    box.resize(140, box.sizeHint().height());
    QVERIFY(box.shownText().endsWith(QChar(0x2026)));
    QVERIFY(box.fontMetrics().horizontalAdvance(box.shownText()) < 140);
    box.resize(600, box.height());
    QCOMPARE(box.shownText(), box.currentText());
}

void TestWhatIfViews::aRefusalStandsUntilTheNextAnswer()
{
    SimulatePane pane;
    pane.show();
    pane.setSubject(subject());
    Knobs knobs;
    knobs.microbatches = 16;
    pane.setKnobs(knobs);
    pane.setRefusal({"3 stages do not divide 8 microbatches.", "Choose 2 or 4.", {}});
    QVERIFY(pane.refusalText().contains("3 stages"));
    QVERIFY(pane.refusalText().contains("Choose 2"));
    pane.setAnswer(simulation()->step);
    QVERIFY(pane.refusalText().isEmpty());
    QVERIFY(plain(pane.answerText()).contains(QString::fromUtf8("100.00 ms → 80.00 ms")));
}

void TestWhatIfViews::theRangeOfAnAnswerIsDrawn()
{
    SimulatePane pane;
    pane.resize(320, 900);
    pane.show();
    pane.setSubject(subject());
    auto* bar = pane.findChild<RangeBar*>();
    QVERIFY(bar && bar->range().isEmpty());
    Knobs knobs;
    knobs.microbatches = 16;
    pane.setKnobs(knobs);
    SimulatedStep step = simulation()->step;
    step.figures.errorNs = 6 * ms;
    pane.setAnswer(step);
    QCOMPARE(bar->range().lowNs, 74.0 * ms);
    QCOMPARE(bar->range().highNs, 86.0 * ms);
    QVERIFY(plain(bar->toolTip()).contains("74.00 ms and 86.00 ms"));
    // What was opened stands to the right of where the answer is expected.
    QVERIFY(bar->openedAt() > bar->band().right());
    const QImage drawn = bar->grab().toImage();
    const qreal scale = drawn.devicePixelRatio();
    const QColor inBand = drawn.pixelColor((bar->band().topLeft() + QPointF(3, 2)).toPoint() * scale);
    const QColor beside = drawn.pixelColor(QPoint(2, 2));
    QVERIFY(inBand != beside);
    pane.setRefusal({"No.", {}, {}});
    QVERIFY(bar->range().isEmpty());
}

void TestWhatIfViews::theEvidenceForTheMachineIsInItsToolTip()
{
    SimulatePane pane;
    pane.show();
    WhatIfSubject told = subject();
    for (KnobState& knob : told.knobs) {
        if (knob.key == "measured-on")
            knob.evidence = {"Its collectives inside a node reach 163 GB/s."};
    }
    pane.setSubject(told);
    QVERIFY(pane.row("measured-on")->accessibleDescription().contains("163 GB/s"));
    for (KnobState& knob : told.knobs) {
        if (knob.key == "measured-on")
            knob.own.clear(); // nobody knows
    }
    pane.setSubject(told);
    QCOMPARE(pane.row("measured-on")->findChild<QComboBox*>()->placeholderText(), QString("not known"));
}

void TestWhatIfViews::addedPagesAreThereBeforeASimulationIsPrepared()
{
    Workspace workspace;
    WhatIfView view(workspace.document);
    auto* page = new QLabel(QStringLiteral("what the index knows"));
    view.addPage(QStringLiteral("Stragglers"), page);
    view.resize(900, 300);
    view.show();
    view.refreshNow();
    QVERIFY(!view.findChild<QTabWidget*>()->isVisible()); // nothing is open
    workspace.document.setFolder(openedFolder());
    QTRY_VERIFY(view.findChild<QTabWidget*>()->isVisible());
    auto* bar = view.findChild<QTabWidget*>()->tabBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(1).center());
    QVERIFY(page->isVisible());
}

void TestWhatIfViews::aClickOnAPartShowsItsFormulas()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    WhatIfView view(workspace.document);
    view.resize(1000, 300);
    view.show();
    view.setSubject(subject());
    auto shown = std::make_shared<ShownSimulation>(*simulation());
    shown->step.figures.exposedNs[size_t(Category::DataComm)] = 5 * ms;
    PricedTransfer transfer;
    transfer.operation = Operation::AllReduce;
    transfer.group = Category::DataComm;
    shown->step.transfers = {transfer};
    workspace.document.setSimulation(shown);
    TablePanel* parts = nullptr;
    for (TablePanel* panel : view.findChildren<TablePanel*>()) {
        if (panel->table()->accessibleName() == "Parts of the step")
            parts = panel;
    }
    QVERIFY(parts);
    QTRY_VERIFY(parts->table()->model()->rowCount() > 0);
    auto* formulas = view.findChild<QTableWidget*>();
    const auto click = [parts](const QString& name) {
        const QAbstractItemModel& model = *parts->table()->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, 0).data().toString() == name)
                QTest::mouseClick(parts->table()->viewport(), Qt::LeftButton, {},
                    parts->table()->visualRect(model.index(row, 0)).center());
        }
    };
    QVERIFY(!formulas->isVisible());
    click("exposed data-parallel");
    QVERIFY(formulas->isVisible());
    QStringList chosen;
    for (const QModelIndex& index : formulas->selectionModel()->selectedRows())
        chosen << index.data().toString();
    QCOMPARE(chosen.size(), 2); // the part, and the transfer that is exposed
    QVERIFY(plain(chosen[0]).startsWith("exposed data-parallel 5.000 ms"));
    QVERIFY(chosen[1].startsWith("all-reduce"));
    click("step");
    QCOMPARE(formulas->selectionModel()->selectedRows().size(), 1);
}

void TestWhatIfViews::barsBesideLongNamesCanStillBeCompared()
{
    BarRows bars(QStringLiteral("gains"));
    BarRows::Row best {"rank 6 as fast as its peers (now 1.14 times as slow)", 0, 0.4,
        "+38.4 % (\u221210.2 % to +71.9 %)", {}, BarRows::Tone::Better, false};
    BarRows::Row half = best;
    half.to = 0.2;
    bars.setRows({best, half}, true, false);
    bars.resize(bars.fontMetrics().horizontalAdvance(best.figure) + 230, 100); // beside a table at 1280x720
    QVERIFY2(bars.barRect(0).width() >= 60, qPrintable(QString::number(bars.barRect(0).width())));
    QVERIFY(std::abs(bars.barRect(0).width() - 2 * bars.barRect(1).width()) < 2);
}

void TestWhatIfViews::choosingAGainTellsWhich()
{
    BarRows bars(QStringLiteral("gains"));
    bars.resize(400, 100);
    bars.setRows({{"microbatches 8 to 16", 0, 0.2, "+20 %", {}, BarRows::Tone::Better, false},
                     {"no overlap", 0, -0.1, "-10 %", {}, BarRows::Tone::Worse, false}},
        true, false);
    bars.show();
    QSignalSpy chosen(&bars, &BarRows::rowChosen);
    QTest::mouseClick(&bars, Qt::LeftButton, {}, bars.barRect(1).center().toPoint());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.back().at(0).toInt(), 1);
    QVERIFY(bars.barRect(0).left() > bars.barRect(1).left()); // gains to the right of 0, losses to the left
    QTest::keyClick(&bars, Qt::Key_Up);
    QTest::keyClick(&bars, Qt::Key_Return);
    QCOMPARE(chosen.back().at(0).toInt(), 0);
    // Headings are neither clicked nor reached by keys.
    BarRows::Row heading;
    heading.label = "Another batch";
    heading.isHeading = true;
    std::vector<BarRows::Row> rows = bars.rows();
    rows.insert(rows.begin() + 1, heading);
    rows.insert(rows.begin(), heading);
    bars.setRows(std::move(rows), true, false);
    chosen.clear();
    QTest::mouseClick(&bars, Qt::LeftButton, {}, bars.barRect(2).center().toPoint());
    QCOMPARE(chosen.count(), 0);
    QTest::keyClick(&bars, Qt::Key_Up);
    QTest::keyClick(&bars, Qt::Key_Return);
    QCOMPARE(chosen.back().at(0).toInt(), 1);
    QTest::keyClick(&bars, Qt::Key_Down);
    QTest::keyClick(&bars, Qt::Key_Return);
    QCOMPARE(chosen.back().at(0).toInt(), 3);
}

void TestWhatIfViews::theWhatIfPanelShowsPartsAndAssumptions()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    WhatIfView view(workspace.document);
    view.resize(1000, 260);
    view.setSubject(subject());
    workspace.document.setSimulation(simulation());
    view.show();
    view.refreshNow();
    const auto bars = view.findChildren<BarRows*>();
    QVERIFY(std::any_of(bars.begin(), bars.end(), [](const BarRows* b) {
        return b->rows().size() == 3 && plain(b->rows().front().figure) == "100.00 ms"
            && plain(b->rows().back().figure) == "80.00 ms";
    }));
}

/// Between its tables it had the room of a figure, cut.
void TestWhatIfViews::theWaterfallBesideTheTablesCanBeRead()
{
    Workspace workspace;
    workspace.document.setFolder(openedFolder());
    WhatIfView view(workspace.document);
    view.resize(1270, 260);
    view.setSubject(subject());
    workspace.document.setSimulation(simulation());
    view.show();
    view.refreshNow();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QCoreApplication::processEvents(); // its layout
    const auto areas = view.findChildren<QScrollArea*>();
    const auto waterfall = std::find_if(areas.begin(), areas.end(), [](const QScrollArea* area) {
        return area->accessibleName() == QStringLiteral("From the opened to the simulated step");
    });
    QVERIFY(waterfall != areas.end());
    QVERIFY((*waterfall)->isVisible());
    QVERIFY2((*waterfall)->width() >= 330, qPrintable(QString::number((*waterfall)->width())));
    const int tabs = view.findChild<QTabWidget*>()->width();
    QVERIFY2(tabs > 330, qPrintable(QString::number(tabs)));
}

BUBBLESCOPE_TEST(TestWhatIfViews, QApplication)

} // namespace bubblescope::tst_whatifviews

#include "tst_whatifviews.moc"
