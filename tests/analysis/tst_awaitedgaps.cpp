// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "awaitedgaps.h"
#include "bubbles.h"
#include "criticalpath.h"
#include "playedsteps.h"
#include "runsummary.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_awaitedgaps {

namespace {

constexpr TimeNs ms = 1'000'000;

ParallelLayout layoutOf(int stages, int data, int tensor = 1)
{
    ParallelLayout layout;
    layout.world = stages * data;
    layout.pipeline = stages;
    layout.data = data;
    layout.tensor = tensor;
    return layout;
}

struct Told {
    explicit Told(const char* picture, const ParallelLayout& layout)
        : trace(traceFromText(picture))
        , context(trace, layout)
        , waiting(findWaiting(context, trace.timing()))
        , summary(summarizeStep(context, trace.timing(), {}, waiting, &idle))
        , bubbles(explainBubbles(context, trace.timing(), idle, waiting, findStragglers(context)))
    {
    }
    const TimeSplit& of(size_t rank) const { return summary.ranks[rank].split; }

    Trace trace;
    RunContext context;
    std::vector<Waiting> waiting;
    std::vector<std::vector<IdleStretch>> idle;
    RunSummary summary;
    Bubbles bubbles;
};

/// What the step gains if all compute of a rank takes no time.
TimeNs gainOfRank(const Told& told, uint32_t rank)
{
    Result<StepPricer> pricer = StepPricer::make(told.context, 0);
    if (!pricer)
        return -1;
    const auto& nodes = pricer->graph().nodes;
    return pricer->gain(
        [&](uint32_t n, TimeNs ns) {
            return nodes[n].rank == rank && isCompute(told.trace.category(nodes[n].span)) ? TimeNs(0) : ns;
        },
        [](uint32_t, TimeNs ns) { return ns; });
}

} // namespace

class TstAwaitedGaps : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void gapBeforeACollectiveWithoutWaitingIsWaiting()
    {
        const Told told(R"(
            rank0 stage0: [F0 0-10] [B0 10-20] [F1 46-50]
            rank0 stage0 comm dp: [allreduce 42-46]
            rank1 stage0: [F0 0-20] [B0 20-40] [F1 46-50]
            rank1 stage0 comm dp: [allreduce 42-46])",
            layoutOf(1, 2));
        // The first rank waits until the other has come; then both are late by 2 ms.
        QCOMPARE(told.of(0).waitingFor[size_t(Category::DataComm)], 20 * ms);
        QCOMPARE(told.of(0).idle(), 2 * ms);
        QCOMPARE(told.of(0).total(), 50 * ms);
        QCOMPARE(told.of(1).waiting(), TimeNs(0));
        QCOMPARE(told.of(1).idle(), 2 * ms);
        const auto bubble = std::find_if(told.bubbles.all.begin(), told.bubbles.all.end(), [](const Bubble& b) {
            return b.rank == 0 && b.range == TimeRange {20 * ms, 40 * ms};
        });
        QVERIFY(bubble != told.bubbles.all.end());
        QVERIFY(bubble->isWaiting());
        QCOMPARE(bubble->culpritRank, 1);
        QCOMPARE(bubble->cause, BubbleCause::GradientSynchronization);
        // Without the slow one, the other binds.
        QCOMPARE(gainOfRank(told, 1), 20 * ms);
        QCOMPARE(gainOfRank(told, 0), TimeNs(0));
    }

    void theyAreFoundOnceForAllWhoAsk()
    {
        const Told told(R"(
            rank0 stage0: [F0 0-10] [F1 46-50]
            rank0 stage0 comm dp: [allreduce 42-46]
            rank1 stage0: [F0 0-40] [F1 46-50]
            rank1 stage0 comm dp: [allreduce 42-46])",
            layoutOf(1, 2));
        const auto gaps = awaitedGapsOf(told.context, told.trace.timing());
        QVERIFY(!gaps->all.empty());
        QCOMPARE(awaitedGapsOf(told.context, told.trace.timing()).get(), gaps.get());
        // Another playing of the same spans has its own.
        Timing other = told.trace.timing();
        for (TimeNs& time : other.begin)
            time *= 2;
        for (TimeNs& time : other.end)
            time *= 2;
        const auto ofOther = awaitedGapsOf(told.context, other);
        QVERIFY(ofOther.get() != gaps.get());
        QCOMPARE(ofOther->all.front().until, 2 * gaps->all.front().until);
    }

    void whatRanksDidOfStepsIsFoundOnceForAllWhoAsk()
    {
        const Told told(R"(
            rank0 stage0: [F0 0-10] [F1 46-50]
            rank1 stage0: [F0 0-40] [F1 46-50])",
            layoutOf(1, 2));
        const auto played = playedRunOf(told.context, told.trace.timing());
        QCOMPARE(played->steps, std::vector<TimeRange> {TimeRange({0, 50 * ms})});
        QCOMPARE(played->ofRanks[1].front().range, TimeRange({0, 50 * ms}));
        QCOMPARE(playedRunOf(told.context, told.trace.timing()).get(), played.get());
        Timing other = told.trace.timing();
        for (TimeNs& time : other.end)
            time += 5 * ms;
        const auto ofOther = playedRunOf(told.context, other);
        QVERIFY(ofOther.get() != played.get());
        QCOMPARE(ofOther->steps.front().end, played->steps.front().end + 5 * ms);
    }

    void whoBeginsEarlyShowsItsWaitingItself()
    {
        const Told told(R"(
            rank0 stage0: [F0 0-10] [F1 46-50]
            rank0 stage0 comm dp: [allreduce 20-46]
            rank1 stage0: [F0 0-40] [F1 46-50]
            rank1 stage0 comm dp: [allreduce 42-46])",
            layoutOf(1, 2));
        QCOMPARE(told.of(0).waitingFor[size_t(Category::DataComm)], 22 * ms);
        QCOMPARE(told.of(0).idle(), 10 * ms); // of its own host, which launched it late
    }

    void eachStepTellsByItselfWhatItsMessagesShow()
    {
        // The receive of the first step lasts until its message came, that of the second only while it does.
        const std::string first = "[RF0 1-42] [F0 42-50]";
        const auto splitOf = [](const std::string& earlier, const std::string& sender) {
            TraceBuilder builder = builderFromText("rank0 stage0: " + sender + " [F1 100-140]\n"
                + "rank0 stage0 comm pp: " + (sender.empty() ? "" : "[SF0 40-42] ") + "[SF1 140-142]\n"
                + "rank1 stage1: " + earlier + " [F9 100-101] [RF1 140-142] [F1 142-150]");
            for (const int32_t rank : {0, 1}) {
                builder.addStep(rank, {1, {0, 99 * ms}});
                builder.addStep(rank, {2, {99 * ms, 150 * ms}});
            }
            ImportReport report;
            const Trace trace = builder.finish({}, report);
            const RunContext context(trace, layoutOf(2, 1));
            const RunSummary step
                = summarizeStep(context, trace.timing(), trace.steps()[1].range, findWaiting(context, trace.timing()));
            return std::pair(step.ranks[1].split.bubble(), step.ranks[1].split.idle());
        };
        const auto whole = splitOf(first, "[F0 0-40]");
        QCOMPARE(whole, std::pair(39 * ms, 1 * ms)); // idle until the first stage begins
        // Of an index only what bounds the step is read of the others: receives without their sends.
        QCOMPARE(splitOf(first, ""), whole);
        QCOMPARE(splitOf("[F0 42-50]", "[F0 0-40]"), whole);
    }

    void gapBeforeASendIsABubbleUntilItsReceiverIsThere()
    {
        const Told told(R"(
            rank0 stage0: [F0 0-10] [F1 42-50]
            rank0 stage0 comm pp: [SF0 41-42]
            rank1 stage1: [F9 0-40] [F0 42-50]
            rank1 stage1 comm pp: [RF0 41-42])",
            layoutOf(2, 1));
        QCOMPARE(told.of(0).bubble(), 30 * ms);
        QCOMPARE(told.of(0).idle(), 1 * ms);
        QCOMPARE(gainOfRank(told, 1), 30 * ms);
    }

    void ranksThatMeetWithoutARecordWaitForTheLast()
    {
        // One record stands for several ranks: it has no partner. None begins it before all have come.
        const Told told(R"(
            rank0 stage0: [F0 0-10] [B0 10-20] [F1 46-50]
            rank0 stage0 comm tp: [allreduce 45-46]
            rank1 stage0: [F0 0-20] [B0 20-40] [F1 42-50]
            rank1 stage0 comm tp: [allreduce 41-42])",
            layoutOf(1, 2));
        QCOMPARE(told.of(0).waiting(), 20 * ms);
        QCOMPARE(told.of(0).idle(), 5 * ms);
        QCOMPARE(gainOfRank(told, 1), 20 * ms);
    }

    void whoBeginsBeforeOthersHaveComeDoesNotMeetThem()
    {
        const Told told(R"(
            rank0 stage0: [F0 0-10] [B0 10-20] [F1 46-50]
            rank0 stage0 comm tp: [allreduce 38-46]
            rank1 stage0: [F0 0-20] [B0 20-40] [F1 42-50]
            rank1 stage0 comm tp: [allreduce 41-42])",
            layoutOf(1, 2));
        QCOMPARE(told.of(0).waiting(), TimeNs(0));
        QCOMPARE(told.of(0).idle(), 18 * ms);
        QCOMPARE(gainOfRank(told, 1), TimeNs(0));
    }

    void gapsThatNobodyExplainsStayIdle()
    {
        // All have come by 12, and begin late.
        const Told told(R"(
            rank0 stage0: [F0 0-10] [F1 46-50]
            rank0 stage0 comm tp: [allreduce 45-46]
            rank1 stage0: [F0 0-12] [F1 46-50]
            rank1 stage0 comm tp: [allreduce 45-46])",
            layoutOf(1, 2));
        QCOMPARE(told.of(0).waiting(), TimeNs(0));
        QCOMPARE(told.of(0).idle(), 35 * ms);
    }

    void theChainOfGapsEndsAtTheOneThatWorks()
    {
        // Rank 0 waits for rank 1 to sum up, which waits for a message of rank 3.
        const Told told(R"(
            rank0 stage0: [F0 0-10] [B0 20-30] [F1 62-70]
            rank0 stage0 comm pp: [RB0 19-20]
            rank0 stage0 comm dp: [allreduce 60-62]
            rank1 stage0: [F0 0-10] [B0 56-58] [F1 62-70]
            rank1 stage0 comm pp: [RB0 55-56]
            rank1 stage0 comm dp: [allreduce 60-62]
            rank2 stage1: [F0 10-15] [B0 15-19]
            rank2 stage1 comm pp: [SB0 19-20]
            rank3 stage1: [F0 10-20] [B0 20-55]
            rank3 stage1 comm pp: [SB0 55-56])",
            layoutOf(2, 2));
        const auto wait = std::find_if(told.bubbles.all.begin(), told.bubbles.all.end(),
            [](const Bubble& b) { return b.rank == 0 && b.range.contains(40 * ms); });
        QVERIFY(wait != told.bubbles.all.end());
        QVERIFY(wait->isWaiting());
        QCOMPARE(told.trace.track(told.trace.track(wait->awaited)).rank, 1);
        QCOMPARE(wait->culpritRank, 3);
    }
};

BUBBLESCOPE_TEST(TstAwaitedGaps, QCoreApplication)

} // namespace bubblescope::tst_awaitedgaps

#include "tst_awaitedgaps.moc"
