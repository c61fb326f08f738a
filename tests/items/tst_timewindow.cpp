// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "smallfolders.h"
#include "testprogram.h"
#include "workspace.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <limits>

namespace bubblescope::tst_timewindow {

class TstTimeWindow : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theVisibleRangeStaysInsideTheRun()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const TimeRange limits = workspace.window.limits();
        workspace.window.setVisibleRange({-5000 * ms, -4800 * ms});
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {limits.begin, limits.begin + 200 * ms}));
        workspace.window.setVisibleRange({5000 * ms, 5200 * ms});
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {limits.end - 200 * ms, limits.end}));
        workspace.window.setVisibleRange({std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()});
        QCOMPARE(workspace.window.visibleRange(), limits);
        workspace.window.setVisibleRange({500, 503});
        QCOMPARE(workspace.window.visibleRange().duration(), TimeNs(10));
        QVERIFY(workspace.window.visibleRange().contains(TimeNs(500)));
        workspace.window.setVisibleRange({700, 600}); // turned round
        QCOMPARE(workspace.window.visibleRange().duration(), TimeNs(10));
    }

    void zoomKeepsTheFixedTimeInItsPlace()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        workspace.window.setVisibleRange({200 * ms, 600 * ms});
        workspace.window.zoomBy(0.5, 300 * ms); // a quarter from the left
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {250 * ms, 450 * ms}));
        for (int i = 0; i < 100; ++i)
            workspace.window.zoomBy(0.5, 300 * ms);
        QCOMPARE(workspace.window.visibleRange().duration(), TimeNs(10));
        QVERIFY(workspace.window.visibleRange().begin <= 300 * ms && workspace.window.visibleRange().end >= 300 * ms);
        for (int i = 0; i < 100; ++i)
            workspace.window.zoomBy(2, 300 * ms);
        QCOMPARE(workspace.window.visibleRange(), workspace.window.limits());
        workspace.window.zoomBy(0, 0);
        workspace.window.zoomBy(std::numeric_limits<double>::quiet_NaN(), 0);
        QCOMPARE(workspace.window.visibleRange(), workspace.window.limits());
    }

    void panMovesByAShareOfTheWidth()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        workspace.window.setVisibleRange({200 * ms, 400 * ms});
        workspace.window.panBy(0.5);
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {300 * ms, 500 * ms}));
        workspace.window.panBy(-1000);
        QCOMPARE(workspace.window.visibleRange().begin, workspace.window.limits().begin);
    }

    void theChosenStepFollowsWhereTheWindowGoes()
    {
        Workspace workspace;
        workspace.document.setFolder(threeSteps());
        const Trace& trace = *workspace.document.trace();
        TimeWindow& window = workspace.window;
        const std::vector<Step> steps(trace.steps().begin(), trace.steps().end());
        window.setVisibleRange(steps[2].range);
        QVERIFY(!window.step()); // all steps stay all steps
        window.setStep(steps[0].number);
        QSignalSpy changed(&window, &TimeWindow::stepChanged);
        window.setVisibleRange({steps[0].range.begin, steps[1].range.end});
        QCOMPARE(*window.step(), int64_t(steps[0].number)); // still in sight
        window.setVisibleRange({steps[2].range.begin + 10 * ms, steps[2].range.begin + 20 * ms});
        QCOMPARE(*window.step(), int64_t(steps[2].number));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(window.visibleRange().duration(), 10 * ms); // the step follows, not the range
        window.revealSpan(SpanId(1)); // a search, a note, a link
        QCOMPARE(*window.step(), int64_t(steps[1].number));
    }

    void rulersCountFromTheChosenStep()
    {
        Workspace workspace;
        workspace.document.setFolder(threeSteps());
        TimeWindow& window = workspace.window;
        const auto steps = workspace.document.trace()->steps();
        QCOMPARE(window.origin(), TimeNs(0));
        window.setStep(steps[1].number);
        QVERIFY(steps[1].range.begin > 0);
        QCOMPARE(window.origin(), steps[1].range.begin);
        window.setVisibleRange({steps[2].range.begin + 10 * ms, steps[2].range.begin + 20 * ms});
        QCOMPARE(window.origin(), steps[2].range.begin); // the step follows what is in sight
        window.showAll();
        QVERIFY(window.step());
        QCOMPARE(window.origin(), TimeNs(0)); // of a whole run, a step's clock would say little
        window.setStep(std::nullopt);
        QCOMPARE(window.origin(), TimeNs(0));
    }

    void rulersCountFromTheOnlyStep()
    {
        TraceBuilder builder;
        const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
        for (const TimeRange range : {TimeRange {0, 10 * ms}, TimeRange {5000 * ms, 5090 * ms}}) {
            SpanRecord span;
            span.track = track;
            span.begin = range.begin;
            span.end = range.end;
            span.name = builder.intern("forward_step");
            builder.addSpan(span);
        }
        builder.addStep(0, {7, {5000 * ms, 5090 * ms}});
        ImportReport report;
        auto opened = std::make_shared<OpenedFolder>();
        Run run;
        run.trace = std::make_shared<const Trace>(builder.finish({}, report));
        opened->folder.runs.push_back(run);
        Workspace workspace;
        workspace.document.setFolder(opened);
        workspace.window.setVisibleRange({5000 * ms, 5090 * ms});
        QCOMPARE(workspace.window.origin(), 5000 * ms);
        workspace.window.showAll();
        QCOMPARE(workspace.window.origin(), TimeNs(0));
    }

    void comparedTimelinesCountFromWhereTheyAreTold()
    {
        Workspace workspace;
        workspace.document.setFolder(threeSteps());
        TimeWindow& window = workspace.window;
        QSignalSpy changed(&window, &TimeWindow::originChanged);
        window.setOrigin(100 * ms);
        window.setOrigin(100 * ms);
        QCOMPARE(window.origin(), 100 * ms);
        QCOMPARE(changed.count(), 1);
        const Step& second = workspace.document.trace()->steps()[1];
        window.setStep(second.number);
        QCOMPARE(window.origin(), 100 * ms);
        window.setOrigin(std::nullopt);
        QCOMPARE(window.origin(), second.range.begin);
    }

    void backAndForwardWalkThroughThePlaces()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const TimeRange all = workspace.window.visibleRange();
        QVERIFY(!workspace.window.canGoBack());
        const TimeRange first {100 * ms, 300 * ms};
        const TimeRange second {150 * ms, 200 * ms};
        workspace.window.setVisibleRange(first);
        workspace.window.commitPlace();
        workspace.window.setVisibleRange(second);
        workspace.window.commitPlace();
        workspace.window.commitPlace(); // the same place is no new one
        QCOMPARE(workspace.window.historyRanges().size(), size_t(3));
        workspace.window.back();
        QCOMPARE(workspace.window.visibleRange(), first);
        workspace.window.back();
        QCOMPARE(workspace.window.visibleRange(), all);
        QVERIFY(!workspace.window.canGoBack());
        workspace.window.forward();
        workspace.window.forward();
        QCOMPARE(workspace.window.visibleRange(), second);
        QVERIFY(!workspace.window.canGoForward());
        workspace.window.goToHistory(0);
        QCOMPARE(workspace.window.visibleRange(), all);
    }

    void aPlaceReachedByZoomingIsNotLost()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const TimeRange all = workspace.window.visibleRange();
        workspace.window.zoomBy(0.25, 500 * ms);
        const TimeRange zoomed = workspace.window.visibleRange();
        QVERIFY(workspace.window.canGoBack());
        workspace.window.back();
        QCOMPARE(workspace.window.visibleRange(), all);
        workspace.window.forward();
        QCOMPARE(workspace.window.visibleRange(), zoomed);
    }

    void theHistoryIsBounded()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        for (int i = 0; i < 1000; ++i) {
            workspace.window.setVisibleRange({i * ms / 2, i * ms / 2 + 10 * ms});
            workspace.window.commitPlace();
        }
        QVERIFY(workspace.window.historyRanges().size() <= 200);
        QCOMPARE(workspace.window.historyRanges().back().begin, 999 * ms / 2);
    }

    void aSpanOutOfSightIsRevealedAtTheSameZoom()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const SpanId span = spanNamed(*workspace.document.trace(), 0, Operation::Backward, 1); // 600-800
        workspace.window.setVisibleRange({0, 300 * ms});
        workspace.window.revealSpan(span);
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {550 * ms, 850 * ms}));
        workspace.window.setVisibleRange({500 * ms, 900 * ms});
        workspace.window.revealSpan(span);
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {500 * ms, 900 * ms})); // it was in sight
        workspace.window.setVisibleRange({0, 50 * ms});
        workspace.window.revealSpan(span); // longer than the view: it has to widen
        QVERIFY(workspace.window.visibleRange().contains(TimeRange {600 * ms, 800 * ms}));
        workspace.window.revealSpan(span, true);
        QCOMPARE(workspace.window.visibleRange(), (TimeRange {570 * ms, 830 * ms}));
    }

    void aStepMovesTheViewThere()
    {
        const OpenedFolderPtr opened = threeSteps();
        const Run& run = opened->folder.runs[0];
        QVERIFY(run.trace->steps().size() >= 3);
        Workspace workspace;
        workspace.document.setFolder(opened);
        const TimeRange all = workspace.window.visibleRange();
        const Step& second = run.trace->steps()[1];
        workspace.window.setStep(second.number);
        QVERIFY(workspace.window.visibleRange().contains(second.range));
        QVERIFY(workspace.window.visibleRange().duration() < 110 * ms);
        workspace.window.setStep(4711); // a log's step that the trace has not: the view stays
        QVERIFY(workspace.window.visibleRange().contains(second.range));
        workspace.window.setStep(second.number);
        workspace.window.setStep(std::nullopt);
        QCOMPARE(workspace.window.visibleRange(), all);
    }

    void aTimelineBesideALongerOneReachesAsFar()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        const TimeRange far {1500 * ms, 1900 * ms};
        workspace.window.setVisibleRange(far);
        QVERIFY(workspace.window.visibleRange() != far);
        workspace.window.setReach(TimeRange {0, 2000 * ms});
        workspace.window.setVisibleRange(far);
        QCOMPARE(workspace.window.visibleRange(), far);
        workspace.window.setReach(std::nullopt);
        QCOMPARE(workspace.window.visibleRange().end, workspace.window.limits().end);
    }

    void theHistoryOfASessionIsKeptInsideTheRun()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        workspace.window.setHistory({{0, 100 * ms}, {5000 * ms, 6000 * ms}}, 7);
        QCOMPARE(workspace.window.historyIndex(), size_t(1));
        QCOMPARE(workspace.window.historyRanges().front(), (TimeRange {0, 100 * ms}));
        QCOMPARE(workspace.window.historyRanges().back().end, workspace.window.limits().end);
    }

    void goingBackSelectsWhatWasSelectedThere()
    {
        Workspace workspace;
        workspace.document.setFolder(folderWith({pipeline}));
        QSignalSpy reveal(&workspace.window, &TimeWindow::revealRequested);
        workspace.selection.setSpan(SpanId(1));
        workspace.window.setVisibleRange({100 * ms, 300 * ms});
        workspace.window.commitPlace();
        workspace.window.showAll();
        workspace.selection.setSpan(SpanId(2));
        workspace.window.commitPlace();
        workspace.window.back();
        QCOMPARE(workspace.selection.span().value, uint32_t(1));
        QCOMPARE(reveal.count(), 1);
    }
};

BUBBLESCOPE_TEST(TstTimeWindow, QCoreApplication)

} // namespace bubblescope::tst_timewindow

#include "tst_timewindow.moc"
