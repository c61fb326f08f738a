// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bubbles.h"
#include "naiveblame.h"
#include "overlap.h"
#include "plausibility.h"
#include "runanalysis.h"
#include "runsummary.h"
#include "samplefolder.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

namespace bubblescope::tst_bubbles {

namespace {

constexpr TimeNs ms = 1'000'000;

ParallelLayout layoutOf(int stages, int tensor = 1, int data = 1)
{
    ParallelLayout layout;
    layout.world = stages * tensor * data;
    layout.pipeline = stages;
    layout.tensor = tensor;
    layout.data = data;
    return layout;
}

struct Explained {
    Trace trace;
    RunSummary summary;
    std::vector<Waiting> waiting;
    Bubbles bubbles;

    /// The bubble of a rank that holds this time.
    const Bubble& at(uint32_t rank, TimeNs time) const
    {
        for (const Bubble& bubble : bubbles.all) {
            if (bubble.rank == rank && bubble.range.contains(time))
                return bubble;
        }
        qFatal("rank %u has no bubble at %lld", rank, static_cast<long long>(time));
    }
};

Explained explain(Trace made, const ParallelLayout& layout)
{
    Explained explained {std::move(made), {}, {}, {}};
    const Trace& trace = explained.trace;
    explained.waiting = findWaiting({trace, layout}, trace.timing());
    std::vector<std::vector<IdleStretch>> idle;
    explained.summary = summarizeStep({trace, layout}, trace.timing(), {}, explained.waiting, &idle);
    explained.bubbles
        = explainBubbles({trace, layout}, trace.timing(), idle, explained.waiting, findStragglers({trace, layout}));
    return explained;
}

Explained explain(const char* picture, const ParallelLayout& layout) { return explain(traceFromText(picture), layout); }

} // namespace

class TstBubbles : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void pipelineFillsAndDrains()
    {
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10] [B0 30-50]
            rank0 stage0 comm pp: [SF0 10-11] [RB0 11-30]
            rank1 stage1: [F0 11-18] [B0 18-29]
            rank1 stage1 comm pp: [RF0 0-11] [SB0 29-30])",
            layoutOf(2));
        const Bubble& fill = e.at(1, 5 * ms);
        QCOMPARE(fill.cause, BubbleCause::PipelineFill);
        QCOMPARE(fill.range.duration(), 10 * ms);
        QCOMPARE(fill.culpritRank, 0);
        QCOMPARE(fill.culpritStage, 0);
        // Rank 0 waits for its only backward: the steady state has not begun.
        QCOMPARE(e.at(0, 20 * ms).cause, BubbleCause::PipelineFill);
        QCOMPARE(e.at(0, 20 * ms).phase, PipelinePhase::Warmup);
        QCOMPARE(e.at(1, 40 * ms).cause, BubbleCause::PipelineDrain);
        QVERIFY(!e.at(1, 40 * ms).span.isValid());
        QCOMPARE(e.bubbles.total, e.summary.split.bubble());
        QCOMPARE(e.summary.split.withoutWork(), e.summary.split.bubble());
    }

    void gapAcrossTheEndOfAStepIsTheSameInBoth()
    {
        // Rank 1 has nothing from 11 to 21.2, 0.6 ms of it in the first step.
        TraceBuilder builder = builderFromText(R"(
            rank0 stage0: [F0 0-5] [B0 11-11.6] [F0 11.6-19] [B0 25-29]
            rank1 stage1: [F0 5-8] [B0 8-11] [F0 21.2-24] [B0 24-25])");
        const TimeNs border = 11'600'000;
        for (const int32_t rank : {0, 1}) {
            builder.addStep(rank, {1, {0, border}});
            builder.addStep(rank, {2, {border, 29 * ms}});
        }
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const RunContext context(trace, layoutOf(2));
        const std::vector<Waiting> waiting = findWaiting(context, trace.timing());
        std::vector<std::vector<IdleStretch>> drawn;
        summarizeStep(context, trace.timing(), {}, waiting, &drawn);
        QCOMPARE(trace.steps().size(), size_t(2));
        for (const Step& step : trace.steps()) {
            const RunSummary counted = summarizeStep(context, trace.timing(), step.range, waiting);
            for (size_t rank = 0; rank < drawn.size(); ++rank) {
                TimeNs bubble = 0;
                for (const IdleStretch& stretch : drawn[rank])
                    bubble += stretch.isBubble ? stretch.range.intersected(step.range).duration() : 0;
                QCOMPARE(counted.ranks[rank].split.bubble(), bubble);
            }
        }
    }

    void waitingInFullSwingNamesTheNeighbour()
    {
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10] [F1 11-21] [B0 40-50] [F2 51-61] [B1 80-90] [B2 95-105]
            rank0 stage0 comm pp: [SF0 10-11] [SF1 21-22] [RB0 22-40] [SF2 61-62] [RB1 62-80] [RB2 90-95]
            rank1 stage1: [F0 11-21] [B0 21-39] [F1 40-50] [B1 50-79] [F2 80-85] [B2 85-94]
            rank1 stage1 comm pp: [RF0 0-11] [SB0 39-40] [RF1 39.5-40] [SB1 79-80] [RF2 79.5-80] [SB2 94-95])",
            layoutOf(2));
        const Bubble& steady = e.at(0, 70 * ms);
        QCOMPARE(steady.phase, PipelinePhase::Cooldown); // after the last forward of rank 0
        const Bubble& cut = e.at(0, 30 * ms);
        QCOMPARE(cut.phase, PipelinePhase::Warmup);
        QCOMPARE(e.summary.ranks[0].split.of(PipelinePhase::Steady), TimeNs(0));
    }

    void steadyWaitIsTheSlowNeighboursFault()
    {
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10] [B0 20-30] [F1 31-41] [F2 60-70] [B1 71-80] [B2 90-99]
            rank0 stage0 comm pp: [SF0 10-11] [RB0 11-20] [SF1 41-60]
            rank1 stage1: [F0 11-15] [B0 15-19] [F1 60.5-65]
            rank1 stage1 comm pp: [RF0 0-11] [SB0 19-20] [RF1 59-60]
            rank1 stage1 host: [get_batch 20-59])",
            layoutOf(2));
        // The receiver comes late because it still fetches a batch.
        const Bubble& late = e.at(0, 50 * ms);
        QCOMPARE(late.phase, PipelinePhase::Steady);
        QCOMPARE(late.cause, BubbleCause::Input);
        QCOMPARE(late.culpritRank, 1);
    }

    void chainOfWaitsIsFollowedToWhoWorks()
    {
        // Rank 2 waits for rank 1, which waits for rank 0.
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10]
            rank0 stage0 comm pp: [SF0 10-11]
            rank1 stage1: [F0 11-13]
            rank1 stage1 comm pp: [RF0 0-11] [SF0 13-14]
            rank2 stage2: [F0 14-16]
            rank2 stage2 comm pp: [RF0 0-14])",
            layoutOf(3));
        QCOMPARE(e.at(2, 5 * ms).culpritRank, 0);
    }

    /// In full swing rank 1 works while rank 0 waits for its message, on what came late from rank 2.
    void whoWorksOnWhatCameLateIsNotToBlame()
    {
        const NaiveBlame pipeline({10, 10, 13}, 8);
        const Explained e = explain(pipeline.text().c_str(), layoutOf(3));
        int named = 0;
        for (const Bubble& bubble : e.bubbles.all) {
            if (bubble.rank != 0 || !bubble.isPipelines || bubble.phase != PipelinePhase::Steady
                || bubble.range.duration() < 3 * ms)
                continue;
            ++named;
            QCOMPARE(e.trace.track(e.trace.track(bubble.awaited)).rank, 1);
            QCOMPARE(bubble.culpritRank, 2);
            QCOMPARE(bubble.culpritStage, 2);
        }
        QVERIFY(named >= 4);
    }

    /// Against a reference that plays the pipeline once more for each stage, as if that were as fast as the others.
    void culpritsAreThoseWithoutWhichTheBubbleIsShortest()
    {
        std::mt19937 random(36);
        const auto between
            = [&random](double low, double high) { return low + (high - low) * double(random() >> 8) * 0x1p-24; };
        int steady = 0;
        int drains = 0;
        int ofAll = 0;
        for (int i = 0; i < 40; ++i) {
            const int stages = int(between(3, 6.99));
            const int microbatches = int(between(stages + 2, 12.99));
            std::vector<double> forwards;
            for (int s = 0; s < stages; ++s)
                forwards.push_back(between(9.9, 10.1));
            forwards[size_t(between(0, stages - 0.01))] *= between(1.2, 1.6);
            const NaiveBlame pipeline(forwards, microbatches);
            const Explained e = explain(pipeline.text().c_str(), layoutOf(stages));
            for (const Bubble& bubble : e.bubbles.all) {
                if (!bubble.span.isValid() || !bubble.isPipelines || bubble.range.duration() < 3 * ms)
                    continue;
                const bool isForward = e.trace.operation(bubble.span) == Operation::RecvForward;
                const NaiveBlame::Pass pass {isForward, e.trace.microbatch(bubble.span), int(bubble.rank)};
                const NaiveBlame::Culprit expected = pipeline.culpritOf(pass);
                if (bubble.phase == PipelinePhase::Steady) {
                    ++steady;
                    QCOMPARE(bubble.culpritRank, expected.stage);
                } else if (bubble.phase == PipelinePhase::Cooldown) {
                    QCOMPARE(bubble.cause, BubbleCause::PipelineDrain);
                    // Without any single stage most drains are as long: they are the pipeline's.
                    constexpr double leastOfOne = 0.2;
                    const bool isOfOne = expected.gain >= leastOfOne * pipeline.waitOf(pass);
                    ++(isOfOne ? drains : ofAll);
                    if (isOfOne)
                        QCOMPARE(bubble.culpritRank, expected.stage);
                }
            }
        }
        QVERIFY2(steady > 200, qPrintable(QString::number(steady)));
        QVERIFY2(drains > 100 && ofAll > 20, qPrintable(QStringLiteral("%1, %2").arg(drains).arg(ofAll)));
    }

    void aChainThatEndsAtASlowLinkNamesTheLink_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("link");
        for (const int tensor : {1, 2}) {
            for (const int link : {0, 1, 2})
                QTest::addRow("behind stage %d, %d ranks a stage", link, tensor) << tensor << link;
        }
    }
    /// Behind a link that takes 40 times as long every rank works as long as the others.
    void aChainThatEndsAtASlowLinkNamesTheLink()
    {
        QFETCH(int, tensor);
        QFETCH(int, link);
        SampleOptions options;
        options.tensor = tensor;
        options.data = 2;
        options.slowLinks = {{link, 40}};
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        const std::optional<RunAnalysis> analysis = analyzeRun(folder->runs.front());
        QVERIFY(analysis);
        TimeNs steady = 0;
        TimeNs named = 0;
        TimeNs others = 0;
        for (const Bubble& bubble : analysis->bubbles.all) {
            if (!bubble.isPipelines || bubble.phase != PipelinePhase::Steady)
                continue;
            steady += bubble.range.duration();
            if (bubble.cause != BubbleCause::Link)
                continue;
            QCOMPARE(bubble.linkTo, bubble.linkFrom + 1);
            QCOMPARE(bubble.culpritRank, -1);
            (bubble.linkFrom == link ? named : others) += bubble.range.duration();
        }
        QVERIFY(link == 1 ? steady > analysis->stepTime / 10 : steady > 0); // the one between hosts
        QVERIFY2(named > 0.9 * double(steady), qPrintable(QStringLiteral("%1 of %2").arg(named).arg(steady)));
        QVERIFY2(others < 0.02 * double(steady), qPrintable(QStringLiteral("%1 of %2").arg(others).arg(steady)));
    }

    void messagesOfUsualLinksAreNotToBlame()
    {
        const Result<RunFolder> folder = makeSampleFolder(demoOptions());
        QVERIFY(folder);
        const std::optional<RunAnalysis> analysis = analyzeRun(folder->runs.front());
        QVERIFY(analysis);
        TimeNs steady = 0;
        for (const Bubble& bubble : analysis->bubbles.all)
            steady += bubble.isPipelines && bubble.phase == PipelinePhase::Steady ? bubble.range.duration() : 0;
        QVERIFY(steady > 0);
        const TimeNs ofLinks = analysis->bubbles.of(BubbleCause::Link);
        QVERIFY2(20 * ofLinks < steady, qPrintable(QStringLiteral("%1 of %2").arg(ofLinks).arg(steady)));
    }

    /// A rank whose replica is slow waits for it in each sum of gradients, and the stage before waits for the rank.
    void chainsLeadThroughCollectives()
    {
        // Rank 0 (stage 0) waits for rank 2 (stage 1), which sums up gradients with rank 3 after each microbatch.
        std::string first = "rank0 stage0: [F0 0-10] [F1 10-20]";
        std::string receives = "rank0 stage0 comm pp: ";
        std::string second = "rank2 stage1:";
        std::string sends = "rank2 stage1 comm pp:";
        std::string sums = "rank2 stage1 comm dp:";
        std::string slow = "rank3 stage1:";
        std::string slowSums = "rank3 stage1 comm dp:";
        // Forward 10, backward 20, on rank 3 40: rank 2 waits 20 in each sum, rank 0 about as long for its message.
        for (int i = 0; i < 6; ++i) {
            const int at = 10 + 51 * i;
            second += QStringLiteral(" [F%1 %2-%3] [B%1 %3-%4]").arg(i).arg(at).arg(at + 10).arg(at + 30).toStdString();
            sums += QStringLiteral(" [allreduce %1-%2]").arg(at + 30).arg(at + 50).toStdString();
            sends += QStringLiteral(" [SB%1 %2-%3]").arg(i).arg(at + 50).arg(at + 51).toStdString();
            slow += QStringLiteral(" [F%1 %2-%3] [B%1 %3-%4]").arg(i).arg(at).arg(at + 10).arg(at + 49).toStdString();
            slowSums += QStringLiteral(" [allreduce %1-%2]").arg(at + 49).arg(at + 50).toStdString();
            const int from = i == 0 ? 20 : at + 30;
            receives += QStringLiteral(" [RB%1 %2-%3]").arg(i).arg(from).arg(at + 51).toStdString();
            first += QStringLiteral(" [B%1 %2-%3]").arg(i).arg(at + 51).arg(at + 71).toStdString();
            if (i + 2 < 6)
                first += QStringLiteral(" [F%1 %2-%3]").arg(i + 2).arg(at + 71).arg(at + 81).toStdString();
        }
        const std::string picture
            = first + '\n' + receives + '\n' + second + '\n' + sums + '\n' + sends + '\n' + slow + '\n' + slowSums;
        const Explained e = explain(picture.c_str(), layoutOf(2, 1, 2));
        const Bubble& steady = e.at(0, 10 * ms + 51 * 2 * ms + 40 * ms);
        QCOMPARE(steady.phase, PipelinePhase::Steady);
        QCOMPARE(e.trace.track(e.trace.track(steady.awaited)).rank, 2);
        QCOMPARE(steady.culpritRank, 3);
    }

    void stragglersOfAnotherTraceAreLeftOut()
    {
        const Trace trace = traceFromText("rank0: [F0 0-10] [B0 30-50]");
        const ParallelLayout layout = layoutOf(1);
        std::vector<std::vector<IdleStretch>> idle;
        summarizeStep({trace, layout}, trace.timing(), {}, {}, &idle);
        Stragglers stragglers;
        stragglers.ranks.resize(1);
        stragglers.ranks.front().rank = UINT32_MAX;
        stragglers.ranks.front().isStraggler = true;
        const Bubbles bubbles = explainBubbles({trace, layout}, trace.timing(), idle, {}, stragglers);
        QCOMPARE(bubbles.all.size(), size_t(1));
    }

    void optimizersThatEndTogetherSynchronize()
    {
        const char* const picture = R"(
            rank0 stage0: [F0 0-10] [B0 10-40] [optimizer 40-60]
            rank1 stage1: [F0 0-10] [B0 10-15] [optimizer 15-60])";
        const Explained e = explain(picture, layoutOf(2));
        const Bubble& wait = e.at(1, 20 * ms);
        QCOMPARE(wait.cause, BubbleCause::Optimizer);
        QCOMPARE(wait.range.duration(), 25 * ms);
        QCOMPARE(wait.culpritRank, 0);
        QCOMPARE(e.summary.ranks[1].split.waitingFor[size_t(Category::Optimizer)], 25 * ms);
        QCOMPARE(e.summary.ranks[1].split.of(Category::Optimizer), 20 * ms);
        QCOMPARE(e.summary.ranks[1].split.waiting(), 25 * ms);
        QCOMPARE(e.summary.ranks[0].split.waiting(), TimeNs(0));
    }

    void optimizersThatEndApartDoNot()
    {
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10] [B0 10-40] [optimizer 40-80]
            rank1 stage1: [F0 0-10] [B0 10-15] [optimizer 15-60])",
            layoutOf(2));
        QCOMPARE(e.summary.ranks[1].split.of(Category::Optimizer), 45 * ms);
    }

    void oneSlowRankDoesNotHideTheSynchronization()
    {
        // Three end together; the fourth works on longer.
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10] [optimizer 10-60]
            rank1 stage1: [F0 0-20] [optimizer 20-60]
            rank2 stage2: [F0 0-30] [optimizer 30-61]
            rank3 stage3: [F0 0-40] [optimizer 40-99])",
            layoutOf(4));
        QCOMPARE(e.summary.ranks[0].split.waitingFor[size_t(Category::Optimizer)], 30 * ms);
        QCOMPARE(e.summary.ranks[3].split.of(Category::Optimizer), 59 * ms);
    }

    void halfOfAllRanksMayBeSlow()
    {
        // No three end together, but what came early lasts as much longer as it came before the last.
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-310] [optimizer 310-360]
            rank1 stage1: [F0 0-210] [optimizer 210-380]
            rank2 stage2: [F0 0-110] [optimizer 110-360]
            rank3 stage3: [F0 0-10] [optimizer 10-380])",
            layoutOf(4));
        QCOMPARE(e.summary.ranks[3].split.waitingFor[size_t(Category::Optimizer)], 300 * ms);
        QCOMPARE(e.summary.ranks[3].split.of(Category::Optimizer), 70 * ms);
        QCOMPARE(e.summary.ranks[2].split.of(Category::Optimizer), 50 * ms);
    }

    void whatTakesItsTimeWheneverItBeginsDoesNotMeet()
    {
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-40] [optimizer 40-90]
            rank1 stage1: [F0 0-30] [optimizer 30-100]
            rank2 stage2: [F0 0-20] [optimizer 20-70]
            rank3 stage3: [F0 0-10] [optimizer 10-80])",
            layoutOf(4));
        QCOMPARE(e.summary.ranks[3].split.waitingFor[size_t(Category::Optimizer)], TimeNs(0));
        QCOMPARE(e.summary.ranks[2].split.of(Category::Optimizer), 50 * ms);
    }

    void embeddingAndGradientGroupsHaveCausesOfTheirOwn()
    {
        const Explained embedding = explain(R"(
            rank0 stage0: [F0 0-10] [B0 10-40]
            rank0 stage0 comm embedding: [allreduce 40-42]
            rank1 stage1: [F0 0-10] [B0 10-20]
            rank1 stage1 comm embedding: [allreduce 20-42])",
            layoutOf(2));
        QCOMPARE(embedding.at(1, 30 * ms).cause, BubbleCause::EmbeddingGroup);
        const Explained gradients = explain(R"(
            rank0 stage0: [B0 0-40]
            rank0 stage0 comm dp: [allreduce 40-42]
            rank1 stage0: [B0 0-20]
            rank1 stage0 comm dp: [allreduce 20-42])",
            layoutOf(1, 1, 2));
        QCOMPARE(gradients.at(1, 30 * ms).cause, BubbleCause::GradientSynchronization);
        QCOMPARE(gradients.at(1, 30 * ms).culpritRank, 0);
    }

    void receiveWithoutItsSenderHasNoCause()
    {
        const Explained e = explain("rank2 stage1: [F0 30-40]\nrank2 stage1 comm pp: [RF0 0-30]", {});
        QCOMPARE(e.at(0, 10 * ms).cause, BubbleCause::Unknown);
    }

    void phasesAddUpToThePipelinesBubble()
    {
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10] [F1 13-20] [B0 30-40] [F2 45-50] [B1 60-70] [B2 75-80])",
            layoutOf(2));
        const TimeSplit& split = e.summary.ranks[0].split;
        QCOMPARE(split.of(PipelinePhase::Warmup), 13 * ms);
        QCOMPARE(split.of(PipelinePhase::Steady), 5 * ms);
        QCOMPARE(split.of(PipelinePhase::Cooldown), 15 * ms);
        QCOMPARE(split.bubble(), 33 * ms);
        QCOMPARE(split.idle(), TimeNs(0));
    }

    void withoutAPipelineGapsAreIdle()
    {
        const Explained e = explain("rank0 stage0: [F0 0-10] [F1 13-20] [B0 30-40]", layoutOf(1));
        QCOMPARE(e.summary.split.idle(), 13 * ms);
        QCOMPARE(e.summary.split.bubble(), TimeNs(0));
    }

    void whereMessagesAreRecordedGapsBetweenOperationsAreIdle()
    {
        // The receive says when the rank waits: before it nothing was launched.
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10] [F1 10-20]
            rank0 stage0 comm pp: [SF0 20-21] [SF1 40-41]
            rank1 stage1: [F0 21-31] [F1 41-50]
            rank1 stage1 comm pp: [RF0 5-21] [RF1 39-41])",
            layoutOf(2));
        const TimeSplit& receiver = e.summary.ranks[1].split;
        QCOMPARE(receiver.of(PipelinePhase::Warmup), (5 + 15 + 1) * ms); // before its first record, RF0, RF1
        QCOMPARE(receiver.idle(), 8 * ms);
        QCOMPARE(e.at(1, 35 * ms).cause, BubbleCause::Host);
        // The first stage waits for nobody in between, but for the others at the end.
        QCOMPARE(e.summary.ranks[0].split.idle(), 19 * ms);
        QCOMPARE(e.summary.ranks[0].split.bubble(), 9 * ms);
    }

    void thePauseBetweenStepsIsIdle()
    {
        // Nobody does anything from 30 to 50: that is no pipeline to wait for.
        const Explained e = explain(R"(
            rank0 stage0: [F0 0-10] [B0 20-25] [optimizer 25-30] [F0 50-60] [B0 70-75] [optimizer 75-80]
            rank1 stage1: [F0 10-14] [B0 14-20] [optimizer 20-28] [F0 60-64] [B0 64-70] [optimizer 70-78])",
            layoutOf(2));
        const TimeSplit& last = e.summary.ranks[1].split;
        QCOMPARE(last.of(PipelinePhase::Warmup), (10 + 10) * ms);
        QCOMPARE(last.of(PipelinePhase::Cooldown), (2 + 2) * ms);
        QCOMPARE(last.idle(), 20 * ms);
        QCOMPARE(e.summary.ranks[0].split.idle(), 20 * ms);
    }

    void bandwidthIsThatOfTheTransferAlone()
    {
        TraceBuilder builder;
        const auto add = [&](int rank, TimeNs begin, TimeNs end, int64_t bytes) {
            SpanRecord span;
            span.track = builder.track({rank, 0, Lane::Communication, Category::DataComm, "comm dp"});
            span.name = builder.intern("dp_allreduce");
            span.begin = begin;
            span.end = end;
            span.category = Category::DataComm;
            span.operation = Operation::AllReduce;
            span.bytes = bytes;
            builder.addSpan(span);
        };
        for (int rank = 0; rank < 4; ++rank)
            add(rank, rank * ms, 13 * ms, 100'000'000);
        ImportReport report;
        const Explained e = explain(builder.finish({}, report), layoutOf(1, 1, 4));
        const Overlap overlap
            = findOverlap({e.trace, layoutOf(1, 1, 4)}, e.trace.timing(), e.waiting, e.summary.split, e.trace.range());
        QCOMPARE(overlap.kinds.size(), size_t(1));
        const CommunicationKind& kind = overlap.kinds.front();
        QCOMPARE(kind.count, uint64_t(4));
        QCOMPARE(kind.ranks, 4);
        QCOMPARE(kind.typicalTransfer, 10 * ms);
        QCOMPARE(kind.waiting, 6 * ms);
        QCOMPARE(kind.algorithmBandwidth(), 10e9);
        QCOMPARE(kind.busBandwidth(), 15e9);
        QCOMPARE(overlap.groups.size(), size_t(1));
        QCOMPARE(overlap.groups.front().exposed, 40 * ms);
    }

    void hiddenCommunicationIsToldByGroup()
    {
        const Explained e = explain(R"(
            rank0 stage0: [B0 0-10]
            rank0 stage0 dp stream: [allreduce 4-16])",
            layoutOf(1));
        const Overlap overlap
            = findOverlap({e.trace, layoutOf(1)}, e.trace.timing(), e.waiting, e.summary.split, e.trace.range());
        QCOMPARE(overlap.groups.front().group, Category::DataComm);
        QCOMPARE(overlap.groups.front().hidden, 6 * ms);
        QCOMPARE(overlap.groups.front().exposed, 6 * ms);
        QCOMPARE(overlap.groups.front().hiddenShare(), 0.5);
    }

    void impossibleBandwidthIsNoMeasurement()
    {
        TraceBuilder builder;
        const auto add = [&](TimeNs begin, TimeNs end, int64_t bytes, Category group) {
            SpanRecord span;
            span.track = builder.track({0, 0, Lane::Communication, group, "comm"});
            span.begin = begin;
            span.end = end;
            span.category = group;
            span.operation = Operation::AllReduce;
            span.bytes = bytes;
            builder.addSpan(span);
        };
        add(0, 20'000, 1'500'000'000, Category::DataComm);     // 75 TB/s
        add(1 * ms, 1 * ms, 50'000'000, Category::DataComm);   // in no time
        add(2 * ms, 2 * ms, 50'000'000, Category::TensorComm); // a group of one
        add(3 * ms, 3 * ms, 1000, Category::DataComm);         // small
        add(4 * ms, 14 * ms, 500'000'000, Category::DataComm); // 50 GB/s
        ImportReport report;
        const Explained e = explain(builder.finish({}, report), layoutOf(1, 1, 8));
        const Plausibility found = findImplausible(e.trace, layoutOf(1, 1, 8));
        QCOMPARE(found.count, uint64_t(2));
        QCOMPARE(found.communications, uint64_t(5));
        QCOMPARE(found.kinds.front().why, Implausible::TooFast);
        QCOMPARE(found.kinds.front().bandwidth, 75e12);
        QCOMPARE(found.kinds.back().why, Implausible::ZeroLength);
        const Overlap overlap
            = findOverlap({e.trace, layoutOf(1, 1, 8)}, e.trace.timing(), e.waiting, e.summary.split, e.trace.range());
        for (const CommunicationKind& kind : overlap.kinds) {
            if (kind.bytes == 1'500'000'000)
                QCOMPARE(kind.busBandwidth(), 0.0);
            if (kind.bytes == 500'000'000)
                QCOMPARE(kind.algorithmBandwidth(), 50e9);
        }
    }
};

BUBBLESCOPE_TEST(TstBubbles, QCoreApplication)

} // namespace bubblescope::tst_bubbles

#include "tst_bubbles.moc"
