// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "palette.h"
#include "testprogram.h"
#include "tracetext.h"
#include "workspace.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <limits>
#include <map>
#include <utility>

using namespace bubblescope;

namespace {

constexpr TimeNs ms = 1'000'000;

OpenedFolderPtr folderWith(std::vector<const char*> pictures)
{
    auto opened = std::make_shared<OpenedFolder>();
    for (const char* picture : pictures) {
        Run run;
        run.name = "run " + std::to_string(opened->folder.runs.size());
        run.trace = std::make_shared<const Trace>(traceFromText(picture));
        opened->levels.emplace_back(*run.trace, run.trace->timing());
        opened->folder.runs.push_back(std::move(run));
    }
    return opened;
}

const char* const pipeline = R"(
rank0 stage0: [F0 0-100] [F1 100-200] [B0 400-600] [B1 600-800]
rank1 stage1: [F0 100-300] [B0 300-500] [F1 500-700] [B1 700-1000]
)";

SpanId spanNamed(const Trace& trace, int rank, Operation operation, int microbatch)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        if (trace.track(trace.track(span)).rank == rank && trace.operation(span) == operation
            && trace.microbatch(span) == microbatch)
            return span;
    }
    return SpanId();
}

/// A rank that computes for 90 ms in each of its three steps of 100 ms.
OpenedFolderPtr threeSteps()
{
    TraceBuilder builder;
    const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    for (int step = 0; step < 3; ++step) {
        SpanRecord span;
        span.track = track;
        span.begin = step * 100 * ms;
        span.end = span.begin + 90 * ms;
        span.name = builder.intern("forward_step");
        span.category = Category::Forward;
        span.operation = Operation::Forward;
        builder.addSpan(span);
        builder.endStep(0, span.end);
    }
    ImportReport report;
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.trace = std::make_shared<const Trace>(builder.finish({}, report));
    opened->folder.runs.push_back(std::move(run));
    return opened;
}

/// Forward and backward passes of one rank, in turn.
OpenedFolderPtr folderOfPasses(int spans)
{
    TraceBuilder builder;
    const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    const StringId names[] = {builder.intern("forward_step"), builder.intern("backward_step")};
    for (int i = 0; i < spans; ++i) {
        SpanRecord span;
        span.track = track;
        span.begin = i * 100;
        span.end = i * 100 + 90;
        span.name = names[i % 2];
        builder.addSpan(span);
    }
    ImportReport report;
    auto opened = std::make_shared<OpenedFolder>();
    Run run;
    run.trace = std::make_shared<const Trace>(builder.finish({}, report));
    opened->folder.runs.push_back(run);
    return opened;
}

/// Threads that work when they are told to.
struct Elsewhere {
    std::map<Workspace::Task, Workspace::Work> works;

    Workspace::Background function()
    {
        return [this](Workspace&, Workspace::Task task, Workspace::Work work) { works[task] = std::move(work); };
    }
    void finish(Workspace::Task task)
    {
        const Workspace::Work work = std::exchange(works[task], nullptr);
        works.erase(task);
        if (work)
            work()();
    }
};

} // namespace

class TstWorkspace : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void anEmptyWorkspaceShowsNothingAndTakesEverything()
    {
        Workspace workspace;
        workspace.setVisibleRange({0, 100});
        workspace.zoomBy(0.5, 10);
        workspace.panBy(3);
        workspace.showAll();
        workspace.setSelectedSpan(SpanId(3));
        workspace.setSearchText(QStringLiteral("forward"));
        workspace.goToMatch(0);
        workspace.back();
        workspace.forward();
        workspace.revealSpan(SpanId(0));
        QCOMPARE(workspace.visibleRange(), TimeRange {});
        QVERIFY(!workspace.selectedSpan().isValid());
        QVERIFY(!workspace.canGoBack());
        QCOMPARE(workspace.runIndex(), -1);
    }

    void aNewFolderShowsTheWholeOfItsFirstRun()
    {
        Workspace workspace;
        QSignalSpy changed(&workspace, &Workspace::runChanged);
        workspace.setFolder(folderWith({pipeline, pipeline}));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(workspace.runIndex(), 0);
        QVERIFY(workspace.visibleRange().contains(TimeRange {0, 1000 * ms}));
        QVERIFY(workspace.visibleRange().duration() < 1100 * ms);
        QCOMPARE(workspace.historyRanges().size(), size_t(1));
        workspace.setFolder(nullptr);
        QCOMPARE(workspace.runIndex(), -1);
        QCOMPARE(workspace.visibleRange(), TimeRange {});
    }

    void theVisibleRangeStaysInsideTheRun()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        const TimeRange limits = workspace.limits();
        workspace.setVisibleRange({-5000 * ms, -4800 * ms});
        QCOMPARE(workspace.visibleRange(), (TimeRange {limits.begin, limits.begin + 200 * ms}));
        workspace.setVisibleRange({5000 * ms, 5200 * ms});
        QCOMPARE(workspace.visibleRange(), (TimeRange {limits.end - 200 * ms, limits.end}));
        workspace.setVisibleRange({std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()});
        QCOMPARE(workspace.visibleRange(), limits);
        workspace.setVisibleRange({500, 503});
        QCOMPARE(workspace.visibleRange().duration(), TimeNs(10));
        QVERIFY(workspace.visibleRange().contains(TimeNs(500)));
        workspace.setVisibleRange({700, 600}); // turned round
        QCOMPARE(workspace.visibleRange().duration(), TimeNs(10));
    }

    void zoomKeepsTheFixedTimeInItsPlace()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        workspace.setVisibleRange({200 * ms, 600 * ms});
        workspace.zoomBy(0.5, 300 * ms); // a quarter from the left
        QCOMPARE(workspace.visibleRange(), (TimeRange {250 * ms, 450 * ms}));
        for (int i = 0; i < 100; ++i)
            workspace.zoomBy(0.5, 300 * ms);
        QCOMPARE(workspace.visibleRange().duration(), TimeNs(10));
        QVERIFY(workspace.visibleRange().begin <= 300 * ms && workspace.visibleRange().end >= 300 * ms);
        for (int i = 0; i < 100; ++i)
            workspace.zoomBy(2, 300 * ms);
        QCOMPARE(workspace.visibleRange(), workspace.limits());
        workspace.zoomBy(0, 0);
        workspace.zoomBy(std::numeric_limits<double>::quiet_NaN(), 0);
        QCOMPARE(workspace.visibleRange(), workspace.limits());
    }

    void panMovesByAShareOfTheWidth()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        workspace.setVisibleRange({200 * ms, 400 * ms});
        workspace.panBy(0.5);
        QCOMPARE(workspace.visibleRange(), (TimeRange {300 * ms, 500 * ms}));
        workspace.panBy(-1000);
        QCOMPARE(workspace.visibleRange().begin, workspace.limits().begin);
    }

    void signalsComeOnlyWhenSomethingChanged()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        QSignalSpy range(&workspace, &Workspace::visibleRangeChanged);
        QSignalSpy rank(&workspace, &Workspace::selectedRankChanged);
        QSignalSpy crosshair(&workspace, &Workspace::crosshairChanged);
        QSignalSpy selection(&workspace, &Workspace::selectedRangeChanged);
        workspace.setVisibleRange({1 * ms, 2 * ms});
        workspace.setVisibleRange({1 * ms, 2 * ms});
        workspace.setSelectedRank(1);
        workspace.setSelectedRank(1);
        workspace.setCrosshair(5);
        workspace.setCrosshair(5);
        workspace.setSelectedRange(TimeRange {5, 5}); // empty: none
        workspace.setSelectedRange(TimeRange {5, 9});
        workspace.setSelectedRange(TimeRange {5, 9});
        QCOMPARE(range.count(), 1);
        QCOMPARE(rank.count(), 1);
        QCOMPARE(crosshair.count(), 1);
        QCOMPARE(selection.count(), 1);
    }

    void aSelectedSpanBringsItsRankAndStage()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        const SpanId span = spanNamed(*workspace.trace(), 1, Operation::Forward, 1);
        workspace.setSelectedSpan(span);
        QCOMPARE(workspace.selectedRank(), 1);
        QCOMPARE(workspace.selectedStage(), 1);
        workspace.setSelectedStage(1); // its own: nothing is lost
        QCOMPARE(workspace.selectedSpan().value, span.value);
        workspace.setSelectedRank(0);
        QVERIFY(!workspace.selectedSpan().isValid());
        QCOMPARE(workspace.selectedStage(), 0);
        workspace.setSelectedStage(1);
        QCOMPARE(workspace.selectedRank(), -1);
        workspace.setSelectedSpan(SpanId(123456)); // not in the trace
        QVERIFY(!workspace.selectedSpan().isValid());
    }

    void backAndForwardWalkThroughThePlaces()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        const TimeRange all = workspace.visibleRange();
        QVERIFY(!workspace.canGoBack());
        const TimeRange first {100 * ms, 300 * ms};
        const TimeRange second {150 * ms, 200 * ms};
        workspace.setVisibleRange(first);
        workspace.commitPlace();
        workspace.setVisibleRange(second);
        workspace.commitPlace();
        workspace.commitPlace(); // the same place is no new one
        QCOMPARE(workspace.historyRanges().size(), size_t(3));
        workspace.back();
        QCOMPARE(workspace.visibleRange(), first);
        workspace.back();
        QCOMPARE(workspace.visibleRange(), all);
        QVERIFY(!workspace.canGoBack());
        workspace.forward();
        workspace.forward();
        QCOMPARE(workspace.visibleRange(), second);
        QVERIFY(!workspace.canGoForward());
        workspace.goToHistory(0);
        QCOMPARE(workspace.visibleRange(), all);
    }

    void aPlaceReachedByZoomingIsNotLost()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        const TimeRange all = workspace.visibleRange();
        workspace.zoomBy(0.25, 500 * ms);
        const TimeRange zoomed = workspace.visibleRange();
        QVERIFY(workspace.canGoBack());
        workspace.back();
        QCOMPARE(workspace.visibleRange(), all);
        workspace.forward();
        QCOMPARE(workspace.visibleRange(), zoomed);
    }

    void theHistoryIsBounded()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        for (int i = 0; i < 1000; ++i) {
            workspace.setVisibleRange({i * ms / 2, i * ms / 2 + 10 * ms});
            workspace.commitPlace();
        }
        QVERIFY(workspace.historyRanges().size() <= 200);
        QCOMPARE(workspace.historyRanges().back().begin, 999 * ms / 2);
    }

    void searchFindsNamesWhateverTheirCase()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({R"(
rank0 stage0: [F0 0-10] [B0 20-30]
rank0 stage0 comm tp: [allreduce 2-5 in F0] [allgather 6-7 in F0]
)"}));
        QSignalSpy changed(&workspace, &Workspace::searchChanged);
        workspace.setSearchText(QStringLiteral("ALLRED"));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(workspace.searchMatches().size(), size_t(1));
        QCOMPARE(workspace.trace()->begin(workspace.searchMatches()[0]), 2 * ms);
        QCOMPARE(workspace.highlightedMatches()->byNumber, std::vector<uint32_t> {workspace.searchMatches()[0].value});
        workspace.setSearchText(QStringLiteral("all"));
        QCOMPARE(workspace.searchMatches().size(), size_t(2));
        workspace.setSearchText(QStringLiteral("nothing of the kind"));
        QVERIFY(workspace.searchMatches().empty());
        QVERIFY(workspace.isSearching());
        workspace.setSearchText(QString());
        QVERIFY(!workspace.isSearching());
        QVERIFY(!workspace.highlightedMatches());
    }

    void matchesAreWalkedInOrderOfTimeAndAround()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        const Trace& trace = *workspace.trace();
        workspace.setSearchText(QStringLiteral("b")); // B0 and B1 of two ranks
        QCOMPARE(workspace.searchMatches().size(), size_t(4));
        for (size_t i = 1; i < 4; ++i)
            QVERIFY(trace.begin(workspace.searchMatches()[i]) >= trace.begin(workspace.searchMatches()[i - 1]));
        QCOMPARE(workspace.searchIndex(), -1);
        QSignalSpy reveal(&workspace, &Workspace::revealRequested);
        workspace.goToMatch(0);
        QCOMPARE(workspace.selectedRank(), 1); // its B0 is the earliest
        workspace.goToMatch(-1);
        QCOMPARE(workspace.searchIndex(), 3);
        QCOMPARE(workspace.selectedSpan().value, workspace.searchMatches()[3].value);
        workspace.goToMatch(4);
        QCOMPARE(workspace.searchIndex(), 0);
        QCOMPARE(reveal.count(), 3);
    }

    void theSecondRecordOfAFusedPairIsFoundAsTheFirst()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({"rank0 stage0: [F0 0-3]\nrank0 stage0 comm pp: [SF1 3-5 ~RB0]\n"}));
        const Trace& trace = *workspace.trace();
        SpanId second;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (trace.hasFlag(SpanId(i), SpanFlag::fusedLeg))
                second = SpanId(i);
        }
        const std::string_view name = trace.name(second);
        workspace.setSearchText(QString::fromUtf8(name.data(), qsizetype(name.size())));
        QCOMPARE(workspace.searchMatches().size(), size_t(1));
        QVERIFY(trace.hasFlag(workspace.searchMatches()[0], SpanFlag::fused));
    }

    void aMillionSpansAreSearchedWithoutDelay()
    {
        Workspace workspace;
        workspace.setFolder(folderOfPasses(1'000'000));
        QElapsedTimer timer;
        timer.start();
        workspace.setSearchText(QStringLiteral("back"));
        QCOMPARE(workspace.searchMatches().size(), size_t(500'000));
        QVERIFY2(timer.elapsed() < 3000, "sanitizers and busy machines included");
    }

    void whatGrowsWithTheTraceIsDoneElsewhere()
    {
        Elsewhere elsewhere;
        Workspace workspace;
        workspace.setBackground(elsewhere.function());
        workspace.setFolder(folderOfPasses(300'000));
        QVERIFY(!workspace.runSummary());
        QSignalSpy figures(&workspace, &Workspace::figuresChanged);
        elsewhere.finish(Workspace::Task::Summary);
        QCOMPARE(figures.count(), 1);
        QVERIFY(workspace.runSummary());

        QSignalSpy changed(&workspace, &Workspace::searchChanged);
        workspace.setSearchText(QStringLiteral("back"));
        QVERIFY(workspace.isSearchPending());
        QVERIFY(workspace.searchMatches().empty());
        workspace.goToMatch(1); // Enter, before anything was found
        QVERIFY(!workspace.selectedSpan().isValid());
        elsewhere.finish(Workspace::Task::Search);
        QVERIFY(!workspace.isSearchPending());
        QVERIFY(changed.count() >= 2);
        QCOMPARE(workspace.searchMatches().size(), size_t(150'000));
        QCOMPARE(workspace.searchIndex(), 1);
        QCOMPARE(workspace.selectedSpan().value, uint32_t(3));

        workspace.setSearchDurations(TimeRange {0, 1});
        QVERIFY(workspace.highlightedMatches()->byBegin.empty()); // so few are looked through at once
        QCOMPARE(workspace.searchMatches().size(), size_t(150'000));

        workspace.setSelectedRange(TimeRange {0, 1000});
        QTRY_VERIFY(elsewhere.works.count(Workspace::Task::Part) > 0);
        QVERIFY(workspace.extent() == Workspace::Extent::Run); // the figures that are shown are still those
        elsewhere.finish(Workspace::Task::Part);
        QVERIFY(workspace.extent() == Workspace::Extent::Range);
        QCOMPARE(workspace.figures()->ranks[0].window.duration(), TimeNs(1000));
    }

    void whatIsNotWantedAnyMoreIsNotTaken()
    {
        Elsewhere elsewhere;
        Workspace workspace;
        workspace.setBackground(elsewhere.function());
        workspace.setFolder(folderOfPasses(300'000));
        workspace.setSearchText(QStringLiteral("back"));
        const Workspace::Work late = elsewhere.works[Workspace::Task::Search];
        workspace.setSearchText(QStringLiteral("nothing of the kind"));
        late()();
        QVERIFY(workspace.isSearchPending());
        QVERIFY(workspace.searchMatches().empty());
        elsewhere.finish(Workspace::Task::Search);
        QVERIFY(!workspace.isSearchPending());
        QVERIFY(workspace.searchMatches().empty());
        workspace.setFolder(nullptr);
        late()();
        QVERIFY(workspace.searchMatches().empty());
        workspace.setFolder(folderOfPasses(300'000));
        QVERIFY(workspace.isSearchPending()); // the text stands
        workspace.giveUp(Workspace::Task::Search);
        QVERIFY(!workspace.isSearchPending());
    }

    void aSpanOutOfSightIsRevealedAtTheSameZoom()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        const SpanId span = spanNamed(*workspace.trace(), 0, Operation::Backward, 1); // 600-800
        workspace.setVisibleRange({0, 300 * ms});
        workspace.revealSpan(span);
        QCOMPARE(workspace.visibleRange(), (TimeRange {550 * ms, 850 * ms}));
        workspace.setVisibleRange({500 * ms, 900 * ms});
        workspace.revealSpan(span);
        QCOMPARE(workspace.visibleRange(), (TimeRange {500 * ms, 900 * ms})); // it was in sight
        workspace.setVisibleRange({0, 50 * ms});
        workspace.revealSpan(span); // longer than the view: it has to widen
        QVERIFY(workspace.visibleRange().contains(TimeRange {600 * ms, 800 * ms}));
        workspace.revealSpan(span, true);
        QCOMPARE(workspace.visibleRange(), (TimeRange {570 * ms, 830 * ms}));
    }

    void aStepMovesTheViewThere()
    {
        const OpenedFolderPtr opened = threeSteps();
        const Run& run = opened->folder.runs[0];
        QVERIFY(run.trace->steps().size() >= 3);
        Workspace workspace;
        workspace.setFolder(opened);
        const TimeRange all = workspace.visibleRange();
        const Step& second = run.trace->steps()[1];
        workspace.setStep(second.number);
        QVERIFY(workspace.visibleRange().contains(second.range));
        QVERIFY(workspace.visibleRange().duration() < 110 * ms);
        workspace.setStep(4711); // a log's step that the trace has not: the view stays
        QVERIFY(workspace.visibleRange().contains(second.range));
        workspace.setStep(second.number);
        workspace.setStep(std::nullopt);
        QCOMPARE(workspace.visibleRange(), all);
    }

    void figuresAreOfTheRangeElseTheStepElseTheRun()
    {
        const OpenedFolderPtr opened = threeSteps();
        Workspace workspace;
        workspace.setFolder(opened);
        QSignalSpy changes(&workspace, &Workspace::figuresChanged);
        QCOMPARE(workspace.extent(), Workspace::Extent::Run);
        QCOMPARE(workspace.figures(), workspace.runSummary());
        workspace.setSelectedRange(TimeRange {0, 50 * ms});
        workspace.setSelectedRange(TimeRange {0, 180 * ms});
        QVERIFY(changes.isEmpty()); // while a range is dragged nothing is summed up
        QTRY_COMPARE(workspace.extent(), Workspace::Extent::Range);
        QCOMPARE(changes.size(), 1);
        QCOMPARE(workspace.figures()->split.compute(), 170 * ms);
        QCOMPARE(workspace.figures()->part, std::optional(TimeRange {0, 180 * ms}));
        workspace.setSelectedRange(std::nullopt);
        QTRY_COMPARE(workspace.extent(), Workspace::Extent::Run);
        const Step& second = workspace.trace()->steps()[1];
        workspace.setStep(second.number);
        QCOMPARE(workspace.extent(), Workspace::Extent::Step); // at once: it is one choice
        QCOMPARE(workspace.figures()->part, std::optional(second.range));
        workspace.setStep(std::nullopt);
        QCOMPARE(workspace.extent(), Workspace::Extent::Run);
        workspace.setSelectedRange(TimeRange {0, 100 * ms});
        QTRY_COMPARE(workspace.extent(), Workspace::Extent::Range);
        workspace.setFolder(opened); // nothing of the old selection is left
        QCOMPARE(workspace.extent(), Workspace::Extent::Run);
        QVERIFY(!workspace.figures()->part);
    }

    void theViewIsKeptWhenTheFolderIsReadAgain()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({pipeline}));
        const SpanId span = spanNamed(*workspace.trace(), 1, Operation::Backward, 0);
        workspace.setVisibleRange({200 * ms, 600 * ms});
        workspace.setSelectedSpan(span);
        // A rank more, whose spans come first: numbers change.
        workspace.updateFolder(folderWith({R"(
rank0 stage0: [F0 0-100] [F1 100-200] [B0 400-600] [B1 600-800]
rank0 stage0 comm tp: [allreduce 2-5 in F0]
rank1 stage1: [F0 100-300] [B0 300-500] [F1 500-700] [B1 700-1000]
)"}));
        QCOMPARE(workspace.visibleRange(), (TimeRange {200 * ms, 600 * ms}));
        QVERIFY(workspace.selectedSpan().value != span.value);
        QCOMPARE(workspace.trace()->begin(workspace.selectedSpan()), 300 * ms);
        QCOMPARE(workspace.selectedRank(), 1);
    }

    void whoSawTheWholeRunSeesTheWholeOfTheLongerOne()
    {
        Workspace workspace;
        workspace.setFolder(folderWith({"rank0 stage0: [F0 0-100]\n"}));
        workspace.updateFolder(folderWith({pipeline}));
        QVERIFY(workspace.visibleRange().contains(TimeRange {0, 1000 * ms}));
    }

    void textOnEveryColourCanBeRead()
    {
        for (const Palette& palette : {Palette::light(), Palette::dark()}) {
            for (int i = 0; i < categoryCount; ++i) {
                const QColor color = palette.color(static_cast<Category>(i));
                QVERIFY2(contrastRatio(textOn(color), color) >= 4.5, qPrintable(color.name()));
            }
            for (int i = 0; i < 24; ++i)
                QVERIFY(contrastRatio(textOn(palette.stageColor(i)), palette.stageColor(i)) >= 4.5);
            for (int i = 0; i <= 20; ++i)
                QVERIFY(
                    contrastRatio(textOn(palette.sequentialColor(i / 20.0)), palette.sequentialColor(i / 20.0)) >= 4.5);
            for (const QColor& ground : {palette.surface, palette.panel, palette.header}) {
                QVERIFY(contrastRatio(palette.text, ground) >= 4.5);
                QVERIFY2(contrastRatio(palette.mutedText, ground) >= 4.5, qPrintable(ground.name()));
            }
            QVERIFY(contrastRatio(palette.warningText, palette.warningSurface) >= 4.5);
            QVERIFY(contrastRatio(palette.noticeText, palette.noticeSurface) >= 4.5);
        }
        QCOMPARE(qRound(contrastRatio(Qt::white, Qt::black)), 21);
        QCOMPARE(Palette::light().color(Category::Forward), QColor(0x00, 0x72, 0xB2));
    }
};

BUBBLESCOPE_TEST(TstWorkspace, QCoreApplication)
#include "tst_workspace.moc"
