// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparedtimelines.h"
#include "comparisonview.h"
#include "elidingbox.h"
#include "ganttview.h"
#include "notebook.h"
#include "plotstyle.h"
#include "profilerpicture.h"
#include "sentence.h"
#include "settled.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace bubblescope::tst_compareviews {

namespace {

constexpr TimeNs us = 1'000;
constexpr TimeNs ms = 1000 * us;

/// Two runs of one folder; the second begins later and takes longer.
OpenedFolderPtr twoRuns(const std::vector<const char*>& gpus = {})
{
    auto opened = std::make_shared<OpenedFolder>();
    for (const char* text : {"rank0 stage0: [F0 0-100] [B0 100-300]\nrank1 stage1: [F0 100-200] [B0 200-300]",
             "rank0 stage0: [F0 50-200] [B0 200-500]\nrank1 stage1: [F0 200-300] [B0 300-500]"}) {
        Run run;
        run.name = opened->folder.runs.empty() ? "first" : "second";
        if (!gpus.empty())
            run.machine.addDevice(gpus[opened->folder.runs.size()]);
        run.trace = std::make_shared<const Trace>(traceFromText(text));
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
    }
    return opened;
}

OpenedFolderPtr runsOf(const std::vector<std::string>& texts)
{
    auto opened = std::make_shared<OpenedFolder>();
    for (const std::string& text : texts) {
        Run run;
        run.trace = std::make_shared<const Trace>(traceFromText(text));
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
    }
    return opened;
}

/// Two runs alike, ten ranks a stage.
OpenedFolderPtr twoRunsOf(int ranks)
{
    std::string text;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::string at = "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 10);
        text += at + ": [F0 0-" + std::to_string(100 + rank) + "]\n" + at + " comm tp: [allreduce 2-5 in F0]\n";
    }
    return runsOf({text, text});
}

/// Every rank stands beside itself, wherever both are scrolled to.
bool areLevel(const TimelineRows& upper, const TimelineRows& lower)
{
    return std::ranges::equal(upper.layout().blocks(), lower.layout().blocks(),
               [](const RankBlock& a, const RankBlock& b) {
                   return a.rank == b.rank && a.isCollapsed == b.isCollapsed && a.top == b.top && a.bottom == b.bottom;
               })
        && upper.options().rowHeight == lower.options().rowHeight && upper.maximumScroll() == lower.maximumScroll();
}

struct Fixture {
    Fixture() : timelines(&workspace, new GanttView(&workspace))
    {
        workspace.document.setFolder(twoRuns());
        timelines.resize(1000, 600);
        timelines.show();
        (void)QTest::qWaitForWindowExposed(&timelines);
    }
    Workspace& lower() { return timelines.lowerWorkspace(); }
    GanttView& upper()
    {
        const QList<GanttView*> views = timelines.findChildren<GanttView*>();
        return **std::find_if(
            views.begin(), views.end(), [this](const GanttView* view) { return view != &timelines.lower(); });
    }

    Workspace workspace;
    ComparedTimelines timelines;
};

} // namespace

class TstCompareViews : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    }

    void anotherRunStandsBelowAtTheSameScale()
    {
        Fixture f;
        f.workspace.document.setOtherRun(1);
        QVERIFY(f.timelines.isComparing());
        QVERIFY(f.timelines.lower().isVisible());
        QCOMPARE(f.lower().document.trace(), f.workspace.document.folder()->runs[1].trace);
        QCOMPARE(f.lower().window.visibleRange().duration(), f.workspace.window.visibleRange().duration());
        // Both begin at one place, and the longer one is in sight.
        const TimeNs shift = f.workspace.document.trace()->range().begin - f.lower().document.trace()->range().begin;
        QCOMPARE(f.workspace.window.visibleRange().begin - f.lower().window.visibleRange().begin, shift);
        QVERIFY(f.lower().window.visibleRange().contains(f.lower().document.trace()->range()));

        f.workspace.window.setVisibleRange({20 * ms, 60 * ms});
        QCOMPARE(f.lower().window.visibleRange(), (TimeRange {20 * ms - shift, 60 * ms - shift}));
        f.lower().window.setVisibleRange({100 * ms, 120 * ms});
        QCOMPARE(f.workspace.window.visibleRange(), (TimeRange {100 * ms + shift, 120 * ms + shift}));
        f.workspace.selection.setRank(1);
        QCOMPARE(f.lower().selection.rank(), 1);
        f.workspace.search.setText(QStringLiteral("F0"));
        QCOMPARE(f.lower().search.text(), QStringLiteral("F0"));
    }

    void theColoursOfDifferencesAreNamedOnce()
    {
        Fixture f;
        f.workspace.document.setOtherRun(1);
        f.workspace.document.setOtherDifferences(std::make_shared<const std::vector<float>>(4, 0.5f));
        int named = 0;
        for (const QWidget* widget : f.timelines.findChildren<QWidget*>()) {
            const bool isLegend = widget->accessibleName() == QStringLiteral("Legend") && widget->isVisible();
            named += isLegend && widget->accessibleDescription().contains(QStringLiteral("longer"));
        }
        QCOMPARE(named, 1);
    }

    void coloursThatAreChosenAreThoseOfBoth()
    {
        Fixture f;
        f.workspace.document.setOtherRun(1);
        f.workspace.document.setOtherDifferences(std::make_shared<const std::vector<float>>(4, 0.5f));
        const auto color = [](TimelinePlot& plot) { return plot.look().colorBy(); };
        TimelinePlot& upper = f.timelines.shownPlot();
        TimelinePlot& lower = f.timelines.lower().plot();
        QVERIFY(color(upper) == ColorBy::Difference && color(lower) == ColorBy::Difference);
        upper.look().setColorBy(ColorBy::Stage);
        QVERIFY(color(upper) == ColorBy::Stage && color(lower) == ColorBy::Stage);
        auto* box = f.timelines.findChild<QCheckBox*>();
        QVERIFY(!box->isChecked());
        box->setChecked(true);
        QVERIFY(color(upper) == ColorBy::Difference && color(lower) == ColorBy::Difference);
        box->setChecked(false);
        QVERIFY(color(upper) == ColorBy::Stage && color(lower) == ColorBy::Stage);
    }

    void bothCaptionsSayTheSameOfTheirRun()
    {
        Fixture f;
        f.workspace.document.setOtherRun(1);
        QStringList shapes;
        for (const QLabel* label : f.timelines.findChildren<QLabel*>()) {
            if (!label->text().startsWith(QStringLiteral("A ·")) && !label->text().startsWith(QStringLiteral("B ·")))
                continue;
            QVERIFY2(label->text().contains(QLatin1String("measured")), qPrintable(label->text()));
            shapes
                += label->text().section(QStringLiteral(", "), 1).remove(QRegularExpression(QStringLiteral("[0-9.]+")));
        }
        QCOMPARE(shapes.size(), 2);
        QCOMPARE(shapes.front(), shapes.back());
    }

    void alignmentsAreCutVisibly()
    {
        Fixture f;
        f.workspace.document.setOtherRun(1);
        f.timelines.resize(1000, 600);
        QCoreApplication::processEvents();
        auto* box = f.timelines.findChild<ElidingBox*>();
        QVERIFY(box);
        box->setItemText(box->currentIndex(), QString(200, QLatin1Char('m')));
        QVERIFY2(box->shownText().contains(QChar(0x2026)), qPrintable(box->shownText()));
    }

    /// Both are coloured; what the second has no longer is not new.
    void whatOneRunHasAloneIsNotCalledNew()
    {
        Fixture f;
        const auto key = [&f] { return f.timelines.findChild<LegendRow*>()->entries().back().name; };
        QCOMPARE(key(), QStringLiteral("new"));
        f.workspace.document.setOtherRun(1);
        QCOMPARE(key(), QStringLiteral("only here"));
    }

    void bothCaptionsSayWhichGpu()
    {
        Fixture f;
        f.workspace.document.setFolder(twoRuns({"NVIDIA H100 80GB HBM3", "AMD Instinct MI300X"}));
        f.workspace.document.setOtherRun(1);
        QStringList captions;
        for (const QLabel* label : f.timelines.findChildren<QLabel*>())
            captions << label->text();
        const QString all = captions.join(QLatin1Char('\n'));
        QVERIFY2(all.contains(QStringLiteral("A · first on NVIDIA H100 80GB HBM3")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("B · second on AMD Instinct MI300X")), qPrintable(all));
    }

    void runsAreAlignedByMarkers()
    {
        Fixture f;
        f.workspace.document.setOtherRun(1);
        GanttView* above = nullptr;
        for (auto* view : f.timelines.findChildren<GanttView*>())
            above = view == &f.timelines.lower() ? above : view;
        QComboBox* alignments = nullptr;
        for (auto* box : f.timelines.findChildren<QComboBox*>())
            alignments = box->accessibleName().contains(QStringLiteral("aligned")) ? box : alignments;
        QVERIFY(alignments && alignments->isVisibleTo(&f.timelines));
        const auto shift
            = [&] { return f.workspace.window.visibleRange().begin - f.lower().window.visibleRange().begin; };
        const TimeNs ofSteps = shift();
        above->plot().look().addMarker(30 * ms);
        f.timelines.lower().plot().look().addMarker(110 * ms);
        QCOMPARE(shift(), ofSteps);
        emit alignments->activated(2);
        QCOMPARE(shift(), -80 * ms);
        f.timelines.lower().plot().look().setMarkers({100 * ms});
        QCOMPARE(shift(), -70 * ms);
        emit alignments->activated(0);
        QCOMPARE(shift(), ofSteps);
    }

    void markersGoWithTheRunThatTheyWereSetIn()
    {
        Fixture f;
        auto folder = std::make_shared<OpenedFolder>();
        for (const OpenedFolderPtr& two : {twoRuns(), twoRuns()}) {
            for (const Run& run : two->folder.runs) {
                folder->levels.emplace_back(*run.trace, run.trace->timing());
                folder->folder.runs.push_back(run);
            }
        }
        f.workspace.document.setFolder(folder);
        f.workspace.document.setOtherRun(1);
        QComboBox* alignments = nullptr;
        for (auto* box : f.timelines.findChildren<QComboBox*>())
            alignments = box->accessibleName().contains(QStringLiteral("aligned")) ? box : alignments;
        f.timelines.lower().plot().look().addMarker(110 * ms);
        emit alignments->activated(2);
        f.workspace.document.setOtherRun(2);
        QVERIFY(f.timelines.lower().plot().look().markers().empty());
        QCOMPARE(f.lower().document.trace(), folder->folder.runs[2].trace);
    }

    void runsAreAlignedAndComparedByARange()
    {
        const auto profiled = [](TimeNs begin) {
            ProfilerPicture picture;
            picture.host(0, "thread 1", "start", 0, 10);
            picture.host(0, "thread 1", "forward pass", begin, begin + 50);
            picture.kernel(0, "stream 7", begin + 20, begin + 60, picture.launch(0, "thread 1", begin + 5));
            return picture.finish();
        };
        auto opened = std::make_shared<OpenedFolder>();
        for (const TimeNs begin : {100, 300}) {
            Run run;
            run.trace = std::make_shared<const Trace>(profiled(begin));
            opened->levels.emplace_back(*run.trace, run.trace->timing());
            opened->folder.runs.push_back(std::move(run));
        }
        Fixture f;
        f.workspace.document.setFolder(opened);
        f.workspace.document.setOtherRun(1);
        const Trace& trace = *opened->folder.runs[0].trace;
        SpanId range;
        for (uint32_t i = 0; i < trace.spanCount(); ++i)
            range = trace.name(SpanId(i)) == "forward pass" ? SpanId(i) : range;
        f.workspace.selection.setSpan(range);
        QComboBox* alignments = nullptr;
        for (auto* box : f.timelines.findChildren<QComboBox*>())
            alignments = box->accessibleName().contains(QStringLiteral("aligned")) ? box : alignments;
        QVERIFY(alignments);
        std::vector<std::pair<ComparedPart, ComparedPart>> told;
        QObject::connect(&f.timelines, &ComparedTimelines::partsChanged, &f.timelines,
            [&](const ComparedPart& a, const ComparedPart& b) { told.emplace_back(a, b); });
        emit alignments->activated(1);
        const ComparedPart forward {ComparedPart::By::Range, 0, "forward pass"};
        QCOMPARE(told.size(), size_t(1));
        QVERIFY(told.back() == std::pair(forward, forward));
        QCOMPARE(f.workspace.window.visibleRange().begin - f.lower().window.visibleRange().begin, -200 * us);
        QVERIFY(alignments->currentText().contains(QStringLiteral("forward pass")));
        f.workspace.document.setOtherRun(-1);
        QCOMPARE(told.size(), size_t(2));
        QVERIFY(told.back() == std::pair(ComparedPart(), ComparedPart()));
    }

    void theChosenStepAndMarkersNarrowWhatIsCompared()
    {
        auto opened = std::make_shared<OpenedFolder>();
        for (const int steps : {3, 1}) {
            ProfilerPicture picture;
            for (int step = 0; step < steps; ++step) {
                const TimeNs at = 100 * step;
                picture.kernel(0, "stream 7", at + 20, at + 90, picture.launch(0, "thread 1", at + 5));
                picture.builder().addStep(0, {step + 1, {at * us, (at + 100) * us}});
            }
            Run run;
            run.trace = std::make_shared<const Trace>(picture.finish());
            opened->levels.emplace_back(*run.trace, run.trace->timing());
            opened->folder.runs.push_back(std::move(run));
        }
        Fixture f;
        f.workspace.document.setFolder(opened);
        std::pair<ComparedPart, ComparedPart> parts;
        QObject::connect(&f.timelines, &ComparedTimelines::partsChanged, &f.timelines,
            [&](const ComparedPart& a, const ComparedPart& b) {
                parts = {a, b};
            });
        f.workspace.document.setOtherRun(1);
        f.workspace.window.setStep(2);
        QVERIFY(parts.first == (ComparedPart {ComparedPart::By::Step, 2}));
        QVERIFY(parts.second == ComparedPart()); // it has no other step
        f.workspace.window.setStep(std::nullopt);
        QVERIFY(parts.first == ComparedPart());

        GanttView* above = nullptr;
        for (auto* view : f.timelines.findChildren<GanttView*>())
            above = view == &f.timelines.lower() ? above : view;
        QTest::mouseMove(&above->plot(), QPoint(above->plot().width() / 2, above->plot().height() / 2));
        for (GanttView* view : {above, &f.timelines.lower()}) {
            view->plot().setFocus();
            QTest::keyClick(&view->plot(), Qt::Key_M);
            QCOMPARE(view->plot().look().markers().size(), size_t(1));
        }
        above->plot().look().addMarker(120 * us);
        QComboBox* alignments = nullptr;
        for (auto* box : f.timelines.findChildren<QComboBox*>())
            alignments = box->accessibleName().contains(QStringLiteral("aligned")) ? box : alignments;
        alignments->setFocus();
        QTest::keyClick(alignments, Qt::Key_End);
        QCOMPARE(alignments->currentIndex(), 2);
        const TimeNs first = above->plot().look().markers().front();
        const TimeRange upper {std::min(first, 120 * us), std::max(first, 120 * us)};
        const Trace& ofA = *opened->folder.runs[0].trace;
        const Trace& ofB = *opened->folder.runs[1].trace;
        QVERIFY(parts.first.by == ComparedPart::By::Times);
        QCOMPARE(parts.first.times.begin, upper.begin - ofA.range().begin);
        QCOMPARE(parts.first.times.end, upper.end - ofA.range().begin);
        QCOMPARE(parts.second.times.begin, f.timelines.lower().plot().look().markers().front() - ofB.range().begin);
        QCOMPARE(parts.second.times.end, ofB.range().duration());
    }

    void thePanelSaysWhichPartsAreCompared()
    {
        Workspace workspace;
        ComparisonView view(workspace.selection, workspace.search);
        view.resize(900, 300);
        view.show();
        view.setPartners(QStringLiteral("first"), {QStringLiteral("second")}, 0);
        Comparison comparison;
        comparison.operators = {{"aten::mm", 6e6, 8e6, "", 96, 96}};
        comparison.kernels = {{"gemm", 6e6, 8e6, "", 96, 96}};
        comparison.stepA = 10e6;
        comparison.stepB = 12e6;
        comparison.part = {ComparedPart::By::Step, 7};
        view.setComparison(comparison);
        view.refreshNow();
        const auto* sentence = view.findChild<Sentence*>();
        QCOMPARE(sentence->sentence().simplified(), // without its narrow spaces
            QStringLiteral("A, first: step 7 takes 10.00 ms. B, second: the median step takes 12.00 ms (+20.0 %)."));
        view.setRefusal(QStringLiteral("There is no such range."));
        view.refreshNow();
        QCOMPARE(sentence->sentence(), QStringLiteral("There is no such range."));
        QCOMPARE(view.model().rowCount(), 0); // and nothing of the comparison before
        view.setComparison(comparison);
        view.refreshNow();
        QCOMPARE(view.model().rowCount(), 1);
    }

    void whatIsFoldedAboveIsFoldedBelow()
    {
        constexpr int ranks = 50; // so many start folded
        Fixture f;
        f.workspace.document.setFolder(twoRunsOf(ranks));
        GanttView& above = f.upper();
        TimelineRows& upper = above.plot().rows();
        TimelineRows& lower = f.timelines.lower().plot().rows();
        const auto areAlike = [&] {
            return lower.chosenCollapsedRanks() == upper.chosenCollapsedRanks()
                && lower.options().collapsedStages == upper.options().collapsedStages;
        };
        above.expandAllRanks();
        upper.setStageCollapsed(2, true);
        f.workspace.document.setOtherRun(1);
        QVERIFY(upper.chosenCollapsedRanks().empty());
        QVERIFY(areAlike());
        upper.setRankCollapsed(7, true);
        QVERIFY(areAlike());
        above.collapseAllRanks();
        above.expandAllStages();
        QCOMPARE(lower.chosenCollapsedRanks().size(), size_t(ranks));
        QVERIFY(areAlike());
        // What is folded below is folded above, too.
        lower.setRankCollapsed(3, false);
        upper.setRowHeight(20);
        QCOMPARE(upper.chosenCollapsedRanks().count(3), size_t(0));
        QVERIFY(areAlike());
        upper.setRankCollapsed(4, false);
        QVERIFY(areAlike());
        // Another run starts as above.
        f.workspace.document.setOtherRun(-1);
        upper.setStageCollapsed(1, true);
        f.workspace.document.setOtherRun(1);
        QVERIFY(areAlike());
        f.workspace.document.setOtherRun(-1);
        f.workspace.document.setOtherRun(1);
        QVERIFY(areAlike());
    }

    void bothHaveTheSameRowsAndScrollAsOne()
    {
        Fixture f;
        f.timelines.resize(1000, 800);
        f.workspace.document.setFolder(twoRunsOf(40));
        f.workspace.document.setOtherRun(1);
        QCoreApplication::processEvents();
        GanttView& above = f.upper();
        TimelineRows& upper = above.plot().rows();
        TimelineRows& lower = f.timelines.lower().plot().rows();
        QVERIFY(areLevel(upper, lower));
        QTRY_VERIFY(std::abs(above.plot().height() - f.timelines.lower().plot().height()) <= 2);
        lower.setGroupsAlike(false);
        QVERIFY(areLevel(upper, lower));
        QCOMPARE(upper.layout().blocks().size(), size_t(40));
        QVERIFY(upper.layout().blocks()[17].isCollapsed); // most of them are in sight so
        above.expandAllRanks();
        QVERIFY(areLevel(upper, lower));
        QVERIFY(!lower.layout().blocks()[17].isCollapsed);
        upper.setScroll(upper.layout().blocks()[17].top);
        QVERIFY(upper.scrollOffset() > 0);
        QCOMPARE(lower.scrollOffset(), upper.scrollOffset());
        lower.setScroll(lower.maximumScroll());
        QCOMPARE(upper.scrollOffset(), lower.scrollOffset());
        // Whatever is folded, sized or sorted in one of them.
        f.timelines.lower().collapseAllRanks();
        QVERIFY(upper.layout().blocks()[5].isCollapsed && areLevel(upper, lower));
        lower.setRankCollapsed(5, false);
        QVERIFY(!upper.layout().blocks()[5].isCollapsed && areLevel(upper, lower));
        lower.setRowHeight(30);
        QCOMPARE(upper.options().rowHeight, 30.0);
        QVERIFY(areLevel(upper, lower));
        lower.setSort(TimelineLayout::Sort::ByBusy);
        QVERIFY(upper.layout().blocks().front().rank > 0 && areLevel(upper, lower));
        upper.setStageFilter(2);
        QCOMPARE(lower.layout().blocks().size(), size_t(10));
        lower.showEverything();
        QCOMPARE(upper.layout().blocks().size(), size_t(40));
        // Also where one half is lower than the other.
        lower.setAutomaticRowHeight();
        for (const QList<int>& sizes : {QList<int> {400, 200}, QList<int> {200, 400}}) {
            f.timelines.setSizes(sizes);
            QCoreApplication::processEvents();
            QVERIFY(areLevel(upper, lower));
        }
        f.workspace.document.setOtherRun(-1);
        upper.setRankCollapsed(6, false);
        QVERIFY(!upper.layout().blocks().empty());
    }

    /// As in a modelled step, whose ranks have one lane for all communication.
    void aRankWithFewerLanesStandsBesideItself()
    {
        std::string many;
        std::string few;
        for (int rank = 0; rank < 3; ++rank) {
            const std::string at = "rank" + std::to_string(rank);
            few += at + ": [F0 0-100]\n";
            many += at + ": [F0 0-100]\n" + at + " comm tp: [allreduce 2-5]\n" + at + " comm dp: [allreduce 100-110]\n";
        }
        Fixture f;
        f.workspace.document.setFolder(runsOf({many, few}));
        f.timelines.resize(1000, 900);
        QCoreApplication::processEvents();
        f.workspace.document.setOtherRun(1);
        QCoreApplication::processEvents();
        const TimelineRows& upper = f.upper().plot().rows();
        const TimelineRows& lower = f.timelines.lower().plot().rows();
        QVERIFY(!upper.layout().blocks().front().isCollapsed);
        QVERIFY(upper.layout().rows().size() > lower.layout().rows().size());
        QVERIFY(areLevel(upper, lower));
    }

    void aCallDeepInAStackLeavesTheModelInSight()
    {
        ProfilerPicture measured;
        for (int depth = 0; depth < 60; ++depth)
            measured.host(0, "thread 1", "call " + std::to_string(depth), depth, 300 - depth);
        measured.kernel(0, "stream 7", 100, 200);
        ProfilerPicture modelled;
        modelled.kernel(0, "stream 7", 100, 180);
        auto opened = std::make_shared<OpenedFolder>();
        Run run;
        run.trace = std::make_shared<const Trace>(measured.finish());
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
        auto simulation = std::make_shared<ShownSimulation>();
        simulation->step.run.trace = std::make_shared<const Trace>(modelled.finish());
        simulation->step.run.origin = Origin::Modelled;
        simulation->levels = LevelOfDetail(*simulation->step.run.trace, simulation->step.run.trace->timing());

        Fixture f;
        f.workspace.document.setFolder(opened);
        f.timelines.resize(1000, 400);
        const Trace& trace = *f.workspace.document.trace();
        SpanId deep;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (trace.name(SpanId(i)) == "call 59")
                deep = SpanId(i);
        }
        QVERIFY(deep.isValid());
        f.workspace.selection.setSpan(deep);
        f.workspace.document.setSimulation(simulation);
        f.workspace.document.setTimeline(Document::Timeline::Both);
        QVERIFY(f.timelines.isComparing());
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        const TimelineRows& lower = f.timelines.lower().plot().rows();
        double lanesEnd = 0;
        for (const TimelineRow& row : lower.layout().rows())
            lanesEnd = std::max(lanesEnd, row.bottom());
        QVERIFY(f.upper().plot().rows().maximumScroll() > lanesEnd); // the stack is opened
        QVERIFY2(lower.scrollOffset() < lanesEnd,
            qPrintable(QStringLiteral("%1 of %2").arg(lower.scrollOffset()).arg(lanesEnd)));
    }

    void aHalfWithOtherRanksLeavesTheScrolledOneWhereItIs()
    {
        std::string all;
        std::string few; // of the second stage only two ranks
        for (int rank = 0; rank < 40; ++rank) {
            const std::string line = "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 20) + ": [F0 0-"
                + std::to_string(100 + rank) + "]\n";
            all += line;
            if (rank < 22)
                few += line;
        }
        Fixture f;
        f.workspace.document.setFolder(runsOf({all, few}));
        f.workspace.document.setOtherRun(1);
        QCoreApplication::processEvents();
        TimelineRows& upper = f.upper().plot().rows();
        TimelineRows& lower = f.timelines.lower().plot().rows();
        upper.setGroupsAlike(false);
        upper.setRowHeight(30);
        QVERIFY(lower.layout().blocks().size() < upper.layout().blocks().size());
        const double scrolled = upper.layout().blocks()[27].top; // a rank that the other half has not
        upper.setScroll(scrolled);
        QCOMPARE(upper.scrollOffset(), std::round(scrolled));
        emit lower.scrollRangeChanged(); // as whenever it is laid out
        QCOMPARE(upper.scrollOffset(), std::round(scrolled));
        lower.setScroll(0);
        QCOMPARE(upper.scrollOffset(), 0.0);
    }

    void comparingEndsWithTheRun()
    {
        Fixture f;
        f.workspace.document.setOtherRun(0); // itself
        QVERIFY(!f.timelines.isComparing());
        f.workspace.document.setOtherRun(7);
        QVERIFY(!f.timelines.isComparing());
        f.workspace.document.setOtherRun(1);
        QVERIFY(f.timelines.isComparing());
        f.workspace.document.setRunIndex(1);
        QVERIFY(!f.timelines.isComparing());
        QVERIFY(!f.timelines.lower().isVisible());
        f.workspace.document.setOtherRun(0);
        QVERIFY(f.timelines.isComparing());
        f.workspace.document.setFolder(nullptr);
        QVERIFY(!f.timelines.isComparing());
        QVERIFY(!f.lower().document.opened());
    }

    void notesAreOfTheUpperRunAndStay()
    {
        Fixture f;
        Annotation note;
        note.subject = f.workspace.document.noteSubject();
        note.text = "why so long?";
        f.workspace.document.notes().add(note);
        f.workspace.document.setOtherRun(1);
        QCOMPARE(f.workspace.document.notes().notes().size(), size_t(1));
        f.workspace.document.setOtherRun(-1);
        QCOMPARE(f.workspace.document.notes().notes().size(), size_t(1));
        f.workspace.document.setFolder(twoRuns());
        QVERIFY(f.workspace.document.notes().notes().empty());
    }

    void thePanelAsksNamesAndShows()
    {
        Workspace workspace;
        workspace.document.setFolder(twoRuns());
        ComparisonView view(workspace.selection, workspace.search);
        view.resize(700, 300);
        view.show();
        QSignalSpy chosen(&view, &ComparisonView::partnerChosen);
        view.setPartners(QStringLiteral("first"), {QStringLiteral("second")}, -1);
        view.refreshNow();
        auto* partner = view.findChild<QComboBox*>();
        QVERIFY(partner);
        QCOMPARE(partner->count(), 2);
        emit partner->activated(1);
        QCOMPARE(chosen.takeFirst().at(0).toInt(), 0);
        view.setPartners(QStringLiteral("first"), {QStringLiteral("second")}, 0);
        view.setComparison(*compare(workspace.document.folder()->runs[0], workspace.document.folder()->runs[1]));
        view.refreshNow();
        QVERIFY(view.model().rowCount() >= 3);
        bool isSaid = false;
        for (const QLabel* label : view.findChildren<QLabel*>())
            isSaid = isSaid || label->text().contains(QStringLiteral("second"));
        QVERIFY(isSaid);
        // Of devices, operators come first.
        Comparison devices;
        devices.operators = {{"aten::mm", 6e6, 8e6, "", 96, 96}};
        devices.kernels = {{"gemm", 6e6, 8e6, "", 96, 96}};
        devices.names = {{"gemm", 6e6, 8e6}};
        view.setComparison(devices);
        view.setDevices(QStringLiteral("H100"), QStringLiteral("MI300X"));
        view.refreshNow();
        QCOMPARE(view.model().rowCount(), 1);
        QCOMPARE(int(view.model().kind(0)), int(ComparisonModel::Kind::Operator));
        const auto* sentence = view.findChild<Sentence*>();
        QVERIFY(sentence->sentence().contains(QRegularExpression(QStringLiteral("first on H100.*second on MI300X"))));
        view.resize(900, 300);
        deliverEvents();
        const QTableView* table = view.findChild<QTableView*>();
        QVERIFY(table->horizontalHeader()->length() > table->viewport()->width() * 9 / 10);
    }
};

BUBBLESCOPE_TEST(TstCompareViews, QApplication)

} // namespace bubblescope::tst_compareviews

#include "tst_compareviews.moc"
