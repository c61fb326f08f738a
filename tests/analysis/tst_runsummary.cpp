// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockalignment.h"
#include "playedsteps.h"
#include "ranksplit.h"
#include "realfolder.h"
#include "runsummary.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <fmt/format.h>

#include <random>
#include <string>
#include <utility>

namespace bubblescope::tst_runsummary {

namespace {

constexpr TimeNs ms = 1'000'000;

TimeSplit splitOf(const Trace& trace, int32_t rank, std::optional<TimeRange> window = {}, ParallelLayout layout = {})
{
    return splitRank({trace, layout}, trace.timing(), rank, window.value_or(rangeOfRank(trace, trace.timing(), rank)),
        findWaiting({trace, layout}, trace.timing()), PlayedRun({trace, layout}, trace.timing()));
}

TimeNs waitingFor(const TimeSplit& split, Category group) { return split.waitingFor[static_cast<size_t>(group)]; }

} // namespace

class TstRunSummary : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void communicationInsideAnOperationIsTakenOutOfIt()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10]
            rank0 stage0 comm tp: [allreduce 2-5 in F0] [allreduce 6-7 in F0])");
        const TimeSplit split = splitOf(trace, 0);
        QCOMPARE(split.of(Category::Forward), 6 * ms);
        QCOMPARE(split.of(Category::TensorComm), 4 * ms);
        QCOMPARE(split.compute(), 6 * ms);
        QCOMPARE(split.total(), 10 * ms);
    }

    void nestedOnTheSameLaneCountsTheSame()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10 [allreduce 2-5]]");
        const TimeSplit split = splitOf(trace, 0);
        QCOMPARE(split.of(Category::Forward), 7 * ms);
        QCOMPARE(split.of(Category::OtherComm), 3 * ms);
    }

    void theOnlyStepIsAllButWhatWasRecordedBeforeIt()
    {
        TraceBuilder builder = builderFromText("rank0: [loss 0-8] [loss 10-12] [loss 14-20]");
        builder.addStep(0, {6, {10 * ms, 20 * ms}});
        ImportReport report;
        const std::optional<TimeRange> marked = windowOfStep(builder.finish({}, report), 0);
        QVERIFY(marked);
        QCOMPARE(marked->begin, 10 * ms);
        QCOMPARE(marked->end, 20 * ms);
        QVERIFY(!windowOfStep(traceFromText("rank0: [loss 0-8] [loss 10-12]"), 0));
    }

    void whatTheHostNestsIsChargedOnce()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 4-6]
            rank0 stage0 host: [get_batch 0-10 [get_batch 2-5 [get_batch 3-4 [allreduce 3-4]]]])");
        const TimeSplit split = splitOf(trace, 0);
        QCOMPARE(split.of(Category::Host), 7 * ms);
        QCOMPARE(split.of(Category::OtherComm), 1 * ms);
        QCOMPARE(split.compute(), 2 * ms);
        QCOMPARE(split.total(), 10 * ms);
    }

    void fusedSendRecvIsChargedOnce()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-3] [B0 5-9]
            rank0 stage0 comm pp: [SF1 3-5 ~RB0])");
        const TimeSplit split = splitOf(trace, 0);
        QCOMPARE(split.total(), 9 * ms);
        QCOMPARE(split.compute(), 7 * ms);
        // Its partners are not here: a receive without a send is waiting.
        QCOMPARE(split.bubble(), 2 * ms);
    }

    void receiveWaitsUntilItsSendBegins()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0 comm pp: [SF0 7-10]
            rank1 stage1 comm pp: [RF0 1-10])");
        const TimeSplit receiver = splitOf(trace, 1);
        QCOMPARE(waitingFor(receiver, Category::PipelineComm), 6 * ms);
        QCOMPARE(receiver.of(Category::PipelineComm), 3 * ms);
        const TimeSplit sender = splitOf(trace, 0);
        QCOMPARE(sender.bubble(), TimeNs(0));
        QCOMPARE(sender.exposedCommunication(), 3 * ms);
    }

    /// In whatever order the lanes stand, and whatever they are called.
    void whatIsTransferredBesideAWaitIsNoWaiting()
    {
        const std::string others = "rank0 stage0 comm a: [SF0 6-10]\nrank0 stage0 comm b: [RB0 2-5]\n";
        for (const auto& [receives, sends] : {std::pair("a", "b"), std::pair("b", "a")}) {
            const std::string receiving = fmt::format("rank1 stage1 comm {}: [RF0 0-10]\n", receives);
            const std::string sending = fmt::format("rank1 stage1 comm {}: [SB0 2-5]\n", sends);
            for (const std::string& own : {receiving + sending, sending + receiving}) {
                const TimeSplit split = splitOf(traceFromText(others + own), 1);
                QCOMPARE(split.of(Category::PipelineComm), 7 * ms);
                QCOMPARE(waitingFor(split, Category::PipelineComm), 3 * ms);
                QCOMPARE(split.total(), 10 * ms);
            }
        }
    }

    void theOrderOfLanesDecidesNoCategory()
    {
        const std::string first = "rank0 stage0 comm a: [SF0 0-6]\n";
        const std::string second = "rank0 stage0 comm b: [allreduce 0-6]\n";
        for (const std::string& own : {first + second, second + first}) {
            const TimeSplit split = splitOf(traceFromText(own), 0);
            QCOMPARE(split.of(Category::PipelineComm), 6 * ms);
            QCOMPARE(split.of(Category::OtherComm), TimeNs(0));
        }
    }

    void sendWaitsUntilItsReceiverIsThere()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0 comm pp: [SF0 0-10]
            rank1 stage1 comm pp: [RF0 8-10])");
        QCOMPARE(splitOf(trace, 0).bubble(), 8 * ms);
        QCOMPARE(splitOf(trace, 1).bubble(), TimeNs(0));
    }

    void fusedCallWaitsForTheLaterOfItsPartners()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0 comm pp: [SF0 2-10]
            rank1 stage1 comm pp: [RF0 0-10 ~SB0]
            rank0 stage0 comm pp: [RB0 12-14])");
        // The receive meets its send at 2; the gradient leg would have to wait for 12, but the call ended at 10.
        const TimeSplit split = splitOf(trace, 1);
        QCOMPARE(split.bubble(), 10 * ms);
        QCOMPARE(split.waiting(), TimeNs(0)); // that is inside collectives
        QCOMPARE(split.total(), 10 * ms);
    }

    void collectiveWaitsForItsLastMember()
    {
        ParallelLayout layout;
        layout.world = 2;
        layout.tensor = 2;
        layout.pipeline = 1;
        const Trace trace = traceFromText(R"(
            rank0 stage0 comm tp: [allreduce 0-10]
            rank1 stage0 comm tp: [allreduce 7-10])");
        QCOMPARE(waitingFor(splitOf(trace, 0, {}, layout), Category::TensorComm), 7 * ms);
        QCOMPARE(splitOf(trace, 0, {}, layout).of(Category::TensorComm), 3 * ms);
        QCOMPARE(splitOf(trace, 1, {}, layout).waiting(), TimeNs(0));
        // Without a layout nobody knows the members.
        QCOMPARE(splitOf(trace, 0).waiting(), TimeNs(0));
    }

    void collectivesThatDoNotEndTogetherAreNotOne()
    {
        ParallelLayout layout;
        layout.world = 2;
        layout.tensor = 2;
        layout.pipeline = 1;
        const Trace trace = traceFromText(R"(
            rank0 stage0 comm tp: [allreduce 0-10]
            rank1 stage0 comm tp: [allreduce 5-30])");
        QCOMPARE(splitOf(trace, 0, {}, layout).waiting(), TimeNs(0));
    }

    void membersOfACollectiveComeInOrderOfArrival()
    {
        ParallelLayout layout;
        layout.world = 4;
        layout.tensor = 2;
        layout.pipeline = 1;
        const Trace trace = traceFromText(R"(
            rank0 stage0 comm tp: [allreduce 0-10] [allreduce 18-20]
            rank1 stage0 comm tp: [allreduce 7-10] [allreduce 15-20]
            rank2 stage0 comm tp: [allreduce 3-10] [allreduce 11-20]
            rank3 stage0 comm tp: [allreduce 4-10] [allreduce 12-20])");
        const auto ranksOf = [&](SpanId span) {
            std::vector<int32_t> ranks;
            for (const SpanId member : collectiveByArrival({trace, layout}, trace.timing(), span))
                ranks.push_back(trace.track(trace.track(member)).rank);
            return ranks;
        };
        QCOMPARE(ranksOf(SpanId(0)), (std::vector<int32_t> {0, 1}));
        QCOMPARE(ranksOf(SpanId(1)), (std::vector<int32_t> {1, 0}));
        QCOMPARE(ranksOf(SpanId(5)), (std::vector<int32_t> {2, 3}));
        // Nobody knows the members without a layout.
        QVERIFY(collectiveByArrival({trace, {}}, trace.timing(), SpanId(0)).empty());
    }

    void nothingDependsOnWhichTimingObjectItIs()
    {
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10] [B0 30-40] [F0 50-60] [B0 80-90]\n"
                                               "rank1 stage1: [F0 10-20] [B0 20-30] [F0 60-70] [B0 70-80]\n");
        builder.endStep(0, 40 * ms);
        builder.endStep(1, 30 * ms);
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        QCOMPARE(trace.steps().size(), size_t(2));
        const RunSummary own = summarizeRun({trace, {}}, trace.timing());
        const Timing copied = trace.timing();
        const RunSummary same = summarizeRun({trace, {}}, copied);
        QCOMPARE(same.steps, 2);
        QCOMPARE(same.stepTime, own.stepTime);
        QCOMPARE(same.split.bubble(), own.split.bubble());
        // Another playing has steps of its own.
        Timing longer = copied;
        for (Step& step : longer.steps)
            step.range.end += 10 * ms;
        QCOMPARE(summarizeRun({trace, {}}, longer).stepTime, own.stepTime + 10 * ms);
    }

    void waitingTimesAreKeptInFewBytesAndFoundAgain()
    {
        Timing timing;
        std::vector<Waiting> waiting;
        const TimeNs lengths[] = {1, 999'999, 2'147'483'647, 2'147'483'648, 40'000'000'123, TimeNs(1) << 50};
        for (uint32_t i = 0; i < 300; ++i) {
            timing.begin.push_back(TimeNs(i) * 10);
            timing.end.push_back(TimeNs(1) << 60);
            if (i % 3 == 0 || i == 64 || i == 127)
                waiting.push_back({SpanId(i), {}, timing.begin[i] + lengths[i % 6]});
        }
        const WaitingTimes times(300, timing, waiting);
        QCOMPARE(times.count(), waiting.size());
        for (const Waiting& wait : waiting)
            QCOMPARE(times.of(wait.span), wait.until - timing.begin[wait.span.value]);
        QCOMPARE(times.of(SpanId(1)), TimeNs(0));
        QCOMPARE(times.of(SpanId(100'000)), TimeNs(0));
        const std::vector<Waiting> list = times.list(timing);
        QCOMPARE(list.size(), waiting.size());
        for (size_t i = 0; i < list.size(); ++i) {
            QCOMPARE(list[i].span, waiting[i].span);
            QCOMPARE(list[i].until, waiting[i].until);
        }
    }

    void streamBesideComputeIsHidden()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [B0 0-10]
            rank0 stage0 dp stream: [allreduce 4-16])");
        const TimeSplit split = splitOf(trace, 0);
        QCOMPARE(split.of(Category::Backward), 10 * ms);
        QCOMPARE(split.of(Category::DataComm), 6 * ms);
        QCOMPARE(split.hiddenCommunication, 6 * ms);
        QCOMPARE(split.total(), 16 * ms);
    }

    void communicationBesideComputeIsHiddenOnItsOwnLane()
    {
        // Inside F1 the all-reduce holds the pass up; the all-gather and its part run beside it.
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [F1 10-20]
            rank0 stage0 comm dp: [allgather 6-14 [broadcast 8-9]] [allgather 18-24]
            rank0 stage0 comm tp: [allreduce 15-17 in F1])");
        const TimeSplit split = splitOf(trace, 0);
        QCOMPARE(split.of(Category::Forward), 18 * ms);
        QCOMPARE(split.of(Category::TensorComm), 2 * ms);
        QCOMPARE(split.of(Category::DataComm), 4 * ms);
        QCOMPARE(split.hiddenCommunication, 10 * ms);
        QCOMPARE(split.hidden[size_t(Category::DataComm)], 10 * ms);
        QCOMPARE(split.hidden[size_t(Category::TensorComm)], TimeNs(0));
        QCOMPARE(split.total(), 24 * ms);
    }

    void gapsAreHostTimeUpToAMillisecond()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10] [F1 10.5-20] [F2 23-30]");
        const TimeSplit split = splitOf(trace, 0, TimeRange {-1 * ms, 32 * ms});
        QCOMPARE(split.shortGaps, ms / 2);
        QCOMPARE(split.longGaps, 3 * ms + 1 * ms + 2 * ms);
        QCOMPARE(split.total(), 33 * ms);
    }

    void windowCutsSpans()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10]
            rank0 stage0 comm tp: [allreduce 2-5 in F0])");
        const TimeSplit split = splitOf(trace, 0, TimeRange {4 * ms, 8 * ms});
        QCOMPARE(split.of(Category::TensorComm), 1 * ms);
        QCOMPARE(split.of(Category::Forward), 3 * ms);
        QCOMPARE(split.total(), 4 * ms);
    }

    void everySplitAddsUpToItsWindow()
    {
        std::mt19937_64 random(5);
        const auto upTo = [&](uint64_t bound) { return static_cast<TimeNs>(random() % bound); };
        TraceBuilder builder;
        const Category categories[] = {Category::Forward, Category::TensorComm, Category::Host, Category::Waiting,
            Category::Bubble, Category::MemoryCopy, Category::Other};
        const Lane lanes[] = {Lane::Compute, Lane::Communication, Lane::Stream, Lane::Host};
        for (int i = 0; i < 3000; ++i) {
            SpanRecord span;
            const auto lane = lanes[random() % 4];
            span.track = builder.track({0, 0, lane, Category::Other, lane == Lane::Compute ? "compute" : "other"});
            span.begin = upTo(1'000'000'000);
            span.end = span.begin + upTo(3'000'000);
            span.category = categories[random() % 7];
            builder.addSpan(span);
        }
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        QCOMPARE(splitOf(trace, 0).total(), trace.range().duration());
        for (int i = 0; i < 50; ++i) {
            const TimeNs begin = upTo(1'000'000'000);
            const TimeRange window {begin, begin + upTo(200'000'000)};
            QCOMPARE(splitOf(trace, 0, window).total(), window.duration());
        }
    }

    void summaryOfAPictureMatchesTheHandCount()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 30-50]
            rank0 stage0 comm pp: [SF0 10-11] [RB0 11-30]
            rank1 stage1: [F0 11-18] [B0 18-29]
            rank1 stage1 comm pp: [RF0 0-11] [SB0 29-30])");
        const RunSummary summary = summarizeRun({trace, {}}, trace.timing());
        QCOMPARE(summary.stepTime, 50 * ms);
        QCOMPARE(summary.steps, 1);
        QCOMPARE(summary.ranks.size(), size_t(2));
        QCOMPARE(summary.split.total(), 100 * ms);
        QCOMPARE(summary.busyShare(), 0.48);
        // 1 ms each way; rank 0 waits 11-29 for the gradient, rank 1 0-10 for the activations and 30-50 for the end.
        QCOMPARE(summary.exposedCommunicationShare(), 0.04);
        QCOMPARE(summary.waitingShare(), 0.0);
        QCOMPARE(summary.bubbleShare(), 0.48);
        QCOMPARE(summary.ranks[1].split.pipelineGap, 20 * ms);
        QCOMPARE(summary.stages.size(), size_t(2));
        QCOMPARE(summary.stages[0].forwardPerMicrobatch.value(), 10 * ms);
        QCOMPARE(summary.stages[1].backwardPerMicrobatch.value(), 11 * ms);
        QCOMPARE(partsOf(trace, summary, summary.stages[0]).share(TimePart::Compute), 0.6);
    }

    void stepTimeIsTheMedianOfSeveral()
    {
        const Trace trace = traceFromText(
            "rank0 stage0: [F0 0-10] [optimizer 10-20] [F0 20-30] [optimizer 30-50] [F0 50-55] [optimizer 55-60]");
        const RunSummary summary = summarizeRun({trace, {}}, trace.timing());
        QCOMPARE(summary.steps, 3);
        QCOMPARE(summary.stepTime, 20 * ms);
        QCOMPARE(summary.stageTimes.stageSteps.size(), size_t(3));
        QCOMPARE(summary.stageTimes.stageSteps[1].forward, 10 * ms);
    }

    void anotherTimingGivesOtherFigures()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10] [B0 10-30]");
        Timing timing = trace.timing();
        timing.end[1] = 90 * ms;
        const RunSummary summary = summarizeRun({trace, {}}, timing);
        QCOMPARE(summary.stepTime, 90 * ms);
        QCOMPARE(summary.ranks[0].split.of(Category::Backward), 80 * ms);
    }

    void ranksRecordedApartHaveWindowsOfTheirOwn()
    {
        TraceBuilder builder = builderFromText(R"(
            rank0 stage0: [F0 0-10]
            rank1 stage1: [F0 30000-30025]
            rank1 stage1 comm pp: [RF0 30025-30030])");
        ImportReport report;
        const Trace trace = builder.finish({false, 512}, report);
        const RunSummary summary = summarizeRun({trace, {}}, trace.timing());
        QCOMPARE(summary.ranks[0].window.duration(), 10 * ms);
        QCOMPARE(summary.ranks[1].window.duration(), 30 * ms);
        QCOMPARE(summary.ranks[0].split.longGaps, TimeNs(0));
        QCOMPARE(summary.stepTime, 30 * ms);
    }

    void stageTimesAreMediansOverRanks()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [F1 10-22] [B0 30-50]
            rank1 stage0: [F0 0-14] [F1 14-28] [B0 30-54]
            rank2 stage1: [F0 0-30] [F1 30-60] [B0 60-160] [W0 160-170])");
        const StageTimes times = stageTimes(trace, trace.timing());
        QCOMPARE(times.passes.size(), size_t(4));
        QCOMPARE(times.passes[0].forward, 12 * ms);
        QCOMPARE(times.passes[0].backward, 22 * ms);
        QCOMPARE(times.passes[2].backward, 110 * ms);
        QCOMPARE(times.stageSteps[0].forward, 25 * ms);
        QCOMPARE(times.stageSteps[0].microbatches, 2);
        QCOMPARE(times.stages[0].forwardPerMicrobatch.value(), 12'500'000);
        QCOMPARE(times.slowest, 1);
        // 140 against a mean of (34.5 + 140) / 2
        QVERIFY(std::abs(times.imbalance - (140 / 87.25 - 1)) < 1e-9);
    }

    void emptyTraceHasAnEmptySummary()
    {
        TraceBuilder builder;
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const RunSummary summary = summarizeRun({trace, {}}, trace.timing());
        QVERIFY(summary.ranks.empty());
        QCOMPARE(summary.busyShare(), 0.0);
        QCOMPARE(summary.stepTime, TimeNs(0));
        QCOMPARE(summary.steps, 0);
    }

    void ranksWithNothingInThePartAreInNoRowMeanOrCount()
    {
        // One GPU after another, each from its own start: nothing of rank 1 lies in the part, and of rank 2 nothing was
        // recorded at all.
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10] [B0 15-20]\n"
                                               "rank1 stage0: [F0 30-40]\n"
                                               "rank3 stage1: [F0 10-30]\n");
        builder.track({2, 1, Lane::Compute, Category::Other, "compute"});
        TraceBuilder::Options options;
        options.ranksAreComparable = false;
        ImportReport report;
        const Trace trace = builder.finish(options, report);
        QCOMPARE(trace.ranks().size(), size_t(4));
        const RunSummary part = summarizePart({trace, {}}, trace.timing(), {10 * ms, 20 * ms}, {});
        QCOMPARE(part.ranks.size(), size_t(2));
        QCOMPARE(part.ranksWithout, 2);
        QCOMPARE(part.ranks[1].rank, 3);
        QCOMPARE(part.split.total(), 20 * ms);
        QCOMPARE(part.stages.size(), size_t(2));
        QCOMPARE(part.stages[0].ranks, 1);
        QCOMPARE(partsOf(trace, part, part.stages[0]).share(TimePart::Compute), 0.5);
        const RunSummary whole = summarizeRun({trace, {}}, trace.timing());
        QCOMPARE(whole.ranks.size(), size_t(3));
        QCOMPARE(whole.ranksWithout, 1);
        // Where ranks ran together, one that does nothing for a while is idle, and counts.
        const Trace pipeline = traceFromText("rank0 stage0: [F0 0-10] [B0 30-40]\nrank1 stage1: [F0 10-20] [B0 20-30]\n");
        const RunSummary begin = summarizePart({pipeline, {}}, pipeline.timing(), {0, 10 * ms}, {});
        QCOMPARE(begin.ranks.size(), size_t(2));
        QCOMPARE(begin.ranksWithout, 0);
        QCOMPARE(begin.busyShare(), 0.5);
    }

    void realRunsAddUpAndMeetTheirKnownStep_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("stepMs");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("seed 000") << "seeds/000_213289ee4de42d36.txt" << 165.87 << 0.001;
        QTest::newRow("known step") << "echo/measured_tp2_pp2_4ranks_known_step" << 911.0 << 1.5;
        QTest::newRow("two hosts") << "echo/measured_pp4_16ranks_2hosts" << 671.2 << 0.3;
        QTest::newRow("3.8 s") << "echo/measured_tp2_pp4_8ranks" << 3855.49 << 0.01;
    }
    void realRunsAddUpAndMeetTheirKnownStep()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, name);
        QFETCH(double, stepMs);
        QFETCH(double, tolerance);
        std::vector<Run> runs = realRuns(name.toUtf8().constData());
        QCOMPARE(runs.size(), size_t(1));
        ImportReport report;
        alignRun(runs[0], report);
        const Trace& trace = *runs[0].trace;
        const RunSummary summary = summarizeRun({trace, runs[0].layout}, trace.timing());
        QVERIFY(std::abs(double(summary.stepTime) / 1e6 - stepMs) < tolerance);
        QCOMPARE(summary.ranks.size(), size_t(runs[0].rankCount()));
        for (const RankSummary& rank : summary.ranks) {
            QCOMPARE(rank.split.total(), rank.window.duration());
            QCOMPARE(rank.split.total(), trace.range().duration());
            for (const TimeNs time : rank.split.waitingFor)
                QVERIFY(time >= 0);
        }
    }

    void partsAreSplitTogetherAsEachByItself_data() { realRunsAddUpAndMeetTheirKnownStep_data(); }
    void partsAreSplitTogetherAsEachByItself()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(const QString, name);
        const std::vector<Run> runs = realRuns(name.toUtf8().constData());
        const Trace& trace = *runs[0].trace;
        const RunContext context(trace, runs[0].layout);
        const std::vector<Waiting> waiting = findWaiting(context, trace.timing());
        std::vector<TimeRange> windows;
        const TimeNs length = trace.range().duration();
        for (const int tenth : {6, 2, 3, 0, 9}) // not in order of time, and some overlap
            windows.push_back(
                {trace.range().begin + length * tenth / 10, trace.range().begin + length * (tenth + 2) / 10});
        const std::vector<PartSplit> parts = splitParts(context, trace.timing(), windows, waiting);
        QCOMPARE(parts.size(), windows.size());
        for (size_t w = 0; w < windows.size(); ++w) {
            const RunSummary alone = summarizeStep(context, trace.timing(), windows[w], waiting);
            QCOMPARE(parts[w].ranks, alone.ranks.size());
            QCOMPARE(parts[w].split.time, alone.split.time);
            QCOMPARE(parts[w].split.waitingFor, alone.split.waitingFor);
            QCOMPARE(parts[w].split.pipelineBubble, alone.split.pipelineBubble);
            QCOMPARE(parts[w].split.idle(), alone.split.idle());
            QCOMPARE(parts[w].perRank(parts[w].split.bubble()), alone.perRank(alone.split.bubble()));
        }
    }

    void seed000IsChargedAsByHand()
    {
        REQUIRE_SHARED_DATA();
        const std::vector<Run> runs = realRuns("seeds/000_213289ee4de42d36.txt");
        const Trace& trace = *runs[0].trace;
        const TimeSplit split = splitOf(trace, 2);
        // 18.65 + 43.37 + 1.26 + 0.92 ms, less the 0.33 ms all-reduce inside loss_func.
        QCOMPARE(split.compute(), 63'870'000);
        QCOMPARE(split.waiting() + split.bubble(), 29'010'000);
        QCOMPARE(split.of(Category::EmbeddingComm), 68'220'000);
        QCOMPARE(split.of(Category::PipelineComm), 370'000);
        QCOMPARE(split.shortGaps, 1'550'000);
        QCOMPARE(split.longGaps, TimeNs(0));
        QCOMPARE(split.total(), 165'870'000);
    }

    void aSlowRankMakesItsTensorPartnerWait()
    {
        REQUIRE_SHARED_DATA();
        std::vector<Run> runs = realRuns("echo/measured_tp2_pp4_8ranks");
        const RunSummary summary = summarizeRun(*contextOf(runs[0]), runs[0].trace->timing());
        // Rank 7 computes more than twice as long as rank 6, which waits for it in every all-reduce.
        QVERIFY(summary.ranks[7].split.compute() > 2 * summary.ranks[6].split.compute());
        QVERIFY(waitingFor(summary.ranks[6].split, Category::TensorComm) > 700 * ms);
        QVERIFY(waitingFor(summary.ranks[7].split, Category::TensorComm) < 1 * ms);
        QCOMPARE(summary.stageTimes.stages[size_t(summary.stageTimes.slowest)].stage, 3);
    }

    void aTraceOfPassesAloneHasStagesAndBubbles()
    {
        REQUIRE_SHARED_DATA();
        // 4 stages of 32 forward and 32 backward passes each, and no messages.
        const std::vector<Run> runs = realRuns("megascan");
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs.front().trace;
        QCOMPARE(runs.front().layout.pipeline, std::optional(4));
        QCOMPARE(trace.ranks().size(), size_t(4));
        std::vector<int> passes(4, 0);
        for (uint32_t s = 0; s < trace.spanCount(); ++s)
            passes[size_t(trace.track(trace.track(SpanId(s))).rank)] += isPass(trace.operation(SpanId(s)));
        QCOMPARE(passes, std::vector<int>(4, 64)); // each once
        const RunSummary summary = summarizeRun(*contextOf(runs.front()), trace.timing());
        QCOMPARE(summary.stages.size(), size_t(4));
        for (const RankSummary& rank : summary.ranks) {
            QCOMPARE(int(trace.findRank(rank.rank)->stage), rank.rank);
            QVERIFY2(rank.split.bubble() > 0, qPrintable(QString::number(rank.rank)));
            QVERIFY(rank.split.of(PipelinePhase::Steady) + rank.split.of(PipelinePhase::Warmup) > 0 || rank.rank == 0);
        }
        QVERIFY(summary.idleShare() < 0.05); // what was idle is the pipeline's
    }
};

BUBBLESCOPE_TEST(TstRunSummary, QCoreApplication)

} // namespace bubblescope::tst_runsummary

#include "tst_runsummary.moc"
