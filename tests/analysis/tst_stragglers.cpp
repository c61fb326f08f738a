// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "passcompute.h"
#include "realfolder.h"
#include "runcontext.h"
#include "samplefolder.h"
#include "stagetimes.h"
#include "stragglers.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

namespace bubblescope::tst_stragglers {

namespace {

constexpr TimeNs ms = 1'000'000;

/// Forward passes of some ranks of one stage; time(rank, microbatch) in ms.
template <typename Time> Trace passes(int ranks, int microbatches, Time time)
{
    TraceBuilder builder;
    for (int rank = 0; rank < ranks; ++rank) {
        TimeNs at = 0;
        for (int m = 0; m < microbatches; ++m) {
            SpanRecord span;
            span.track = builder.track({rank, 0, Lane::Compute, Category::Other, "compute"});
            span.name = builder.intern("forward_step");
            span.begin = at;
            span.end = at += TimeNs(time(rank, m) * double(ms));
            span.category = Category::Forward;
            span.operation = Operation::Forward;
            span.stage = 0;
            span.microbatch = m;
            builder.addSpan(span);
        }
    }
    ImportReport report;
    return builder.finish({}, report);
}

} // namespace

class TstStragglers : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void slowRankIsToldByItsFactor()
    {
        const Trace trace = passes(4, 8, [](int rank, int) { return rank == 2 ? 13.0 : 10.0; });
        const Stragglers found = findStragglers({trace, {}});
        QCOMPARE(found.ranks.size(), size_t(4));
        QCOMPARE(found.ranks[2].factor, 1.3);
        QVERIFY(found.ranks[2].isStraggler);
        QVERIFY(!found.ranks[0].isStraggler && !found.ranks[1].isStraggler && !found.ranks[3].isStraggler);
    }

    void communicationInsideDoesNotCount()
    {
        // Rank 1 waits 5 ms for rank 0 inside the pass; both end together.
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-12] [F1 12-24] [F2 24-36] [F3 36-48]
            rank0 stage0 comm tp: [allreduce 10-11 in F0] [allreduce 22-23 in F1] [allreduce 34-35 in F2] [allreduce 46-47 in F3]
            rank1 stage0: [F0 0-12] [F1 12-24] [F2 24-36] [F3 36-48]
            rank1 stage0 comm tp: [allreduce 5-11 in F0] [allreduce 17-23 in F1] [allreduce 29-35 in F2] [allreduce 41-47 in F3])");
        const Stragglers found = findStragglers({trace, {}});
        QCOMPARE(found.ranks[0].factor, 11.0 / 6);
        QVERIFY(found.ranks[0].isStraggler);
    }

    void noiseMakesNoStraggler()
    {
        std::mt19937 random(3);
        std::normal_distribution<double> noise(10, 0.5);
        const Trace trace = passes(8, 8, [&](int, int) { return noise(random); });
        for (const Stragglers::Rank& rank : findStragglers({trace, {}}).ranks)
            QVERIFY2(!rank.isStraggler, qPrintable(QString::number(rank.factor)));
    }

    void oneHiccupMakesNoStraggler()
    {
        const Trace trace = passes(3, 8, [](int rank, int m) { return rank == 1 && m == 4 ? 90.0 : 10.0; });
        for (const Stragglers::Rank& rank : findStragglers({trace, {}}).ranks)
            QCOMPARE(rank.factor, 1.0);
    }

    void firstMicrobatchMayBeSlow()
    {
        const Trace trace = passes(4, 8, [](int, int m) { return m == 0 ? 15.0 : 10.0; });
        const Stragglers found = findStragglers({trace, {}});
        QCOMPARE(found.slowMicrobatches.size(), size_t(1));
        QCOMPARE(found.slowMicrobatches.front().microbatch, 0);
        QCOMPARE(found.slowMicrobatches.front().factor, 1.5);
    }

    void whatARankLacksMakesNoOtherSlow()
    {
        // The file of rank 3 ends after its forward.
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 30-50]
            rank1 stage0: [F0 0-10] [B0 30-50]
            rank2 stage1: [F0 10-20] [B0 20-40]
            rank3 stage1: [F0 10-20])");
        const Stragglers found = findStragglers({trace, {}});
        for (const Stragglers::Rank& rank : found.ranks)
            QVERIFY2(!rank.isStraggler, qPrintable(QString::number(rank.factor)));
        QCOMPARE(found.stages[1].compute, 30 * ms);
        QCOMPARE(found.incomplete.size(), size_t(1));
        QCOMPARE(found.incomplete.front().rank, 3u);
        QCOMPARE(found.incomplete.front().passes, 1u);
        QCOMPARE(found.incomplete.front().peersPasses, 2u);
        const StageTimes times = stageTimes(trace, trace.timing());
        QCOMPARE(times.passes[1].backward, 20 * ms);
    }

    void aPartialLastMicrobatchIsNotCompared()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 10-30] [F1 30-40] [B1 40-60] [F2 60-70] [B2 70-90]
            rank1 stage0: [F0 0-10] [B0 10-30] [F1 30-40] [B1 40-60] [F2 60-70])");
        const Stragglers found = findStragglers({trace, {}});
        QVERIFY(!found.ranks[0].isStraggler && !found.ranks[1].isStraggler);
        QCOMPARE(found.ranks[0].samples, 2u);
        QVERIFY(found.slowMicrobatches.empty());
    }

    void stageWithMoreToDoIsNoStraggler()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 10-30]
            rank1 stage1: [F0 0-10] [B0 10-30]
            rank2 stage2: [F0 0-10] [B0 10-30]
            rank3 stage3: [F0 0-15] [B0 15-45])");
        const Stragglers found = findStragglers({trace, {}});
        QCOMPARE(found.stages.size(), size_t(4));
        QCOMPARE(found.stages[3].factor, 1.5);
        QCOMPARE(found.stages[3].compute, 45 * ms);
        QVERIFY(found.ranks.empty());
    }

    void loneRankInTheMiddleOfThePipelineIsOne()
    {
        ParallelLayout layout;
        layout.layers = 8;
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 10-30]
            rank1 stage1: [F0 0-13] [B0 13-39]
            rank2 stage2: [F0 0-10] [B0 10-30]
            rank3 stage3: [F0 0-10] [B0 10-30])");
        const Stragglers found = findStragglers({trace, layout});
        QCOMPARE(found.ranks.size(), size_t(1));
        QCOMPARE(found.ranks.front().rank, 1u);
        QCOMPARE(found.ranks.front().factor, 1.3);
        QVERIFY(found.ranks.front().peersAreStages);
        // Of 5 layers one stage holds two: that explains more than 1.3.
        layout.layers = 5;
        QVERIFY(findStragglers({trace, layout}).ranks.empty());
    }

    void warmupOutliersAndDriftAreToldApart()
    {
        const StepOutliers warmup = findStepOutliers({700, 300, 100, 101, 99, 100, 100, 102, 150, 100});
        QCOMPARE(warmup.warmup, (std::vector<size_t> {0, 1}));
        QCOMPARE(warmup.slow, std::vector<size_t> {8});
        QCOMPARE(warmup.median, 100.0);
        QVERIFY(!warmup.drifts);
        // Every second step takes as long as the first.
        const StepOutliers alternating = findStepOutliers({440, 46, 441, 45, 439, 46, 442, 44});
        QVERIFY(alternating.warmup.empty());
        QCOMPARE(findStepOutliers({440, 46, 120, 45, 44, 46, 45, 44}).warmup, std::vector<size_t> {0});
        // Once is not again and again, though it be one of few.
        const StepOutliers once = findStepOutliers({440, 46, 45, 44, 430});
        QCOMPARE(once.warmup, std::vector<size_t> {0});
        QCOMPARE(once.slow, std::vector<size_t> {4});
        std::vector<double> rising;
        for (int i = 0; i < 20; ++i)
            rising.push_back(100 + i + (i % 3));
        const StepOutliers drift = findStepOutliers(rising);
        QVERIFY(drift.drifts);
        QVERIFY(std::abs(drift.drift - 0.17) < 0.02);
        QVERIFY(findStepOutliers({500, 100, 100}).warmup.empty());
        QVERIFY(findStepOutliers({}).slow.empty());
    }

    /// What tokens for its experts make longer says nothing about a GPU; what is longer in the same measure everywhere
    /// does.
    void moreTokensMakeNoSlowGpu()
    {
        const auto stragglersOf = [](double plain, double expert) {
            std::string text;
            for (int rank = 0; rank < 4; ++rank) {
                std::string passes;
                std::string exchanges;
                double at = 0;
                for (int m = 0; m < 8; ++m) {
                    const double before = rank == 1 ? 10 * plain : 10;
                    const double experts = rank == 1 ? 12 * expert : 12;
                    const double end = at + before + experts + 2;
                    const auto number = [](double value) { return QString::number(value, 'f', 3).toStdString(); };
                    passes += " [F" + std::to_string(m) + ' ' + number(at) + '-' + number(end) + ']';
                    const std::string in = " in F" + std::to_string(m) + ']';
                    exchanges += " [all_to_all " + number(at + before) + '-' + number(at + before + 1) + in;
                    exchanges += " [all_to_all " + number(end - 1) + '-' + number(end) + in;
                    at = end;
                }
                const std::string lane = "rank" + std::to_string(rank) + " stage0";
                text += lane + ':' + passes + '\n' + lane + " comm expert:" + exchanges + '\n';
            }
            const Trace trace = traceFromText(text);
            const PassComputes parts = passCompute({trace, {}});
            if (parts.empty() || parts.front().expert != 12 * ms)
                qFatal("the lane of the text is not that of experts");
            return findStragglers({trace, {}});
        };
        QVERIFY(!stragglersOf(1.06, 1.4).ranks[1].isStraggler); // it has 1.4 times the tokens
        QVERIFY(stragglersOf(1.06, 1.06).ranks[1].isStraggler);
        QVERIFY(stragglersOf(1.3, 1.8).ranks[1].isStraggler); // slow, and more tokens
    }

    void aSlowGpuWithManyTokensIsFound_data()
    {
        QTest::addColumn<double>("factor");
        QTest::newRow("healthy") << 1.0;
        QTest::newRow("1.10") << 1.10;
        QTest::newRow("1.14") << 1.14;
    }
    /// Rank 5 has 1.6 times the tokens, as one rank of each other stage, which takes no longer outside of its experts.
    void aSlowGpuWithManyTokensIsFound()
    {
        QFETCH(double, factor);
        SampleOptions options;
        options.tensor = 1;
        options.data = 4;
        options.expert = 4;
        options.expertImbalance = 1.6;
        options.stragglers = {{5, factor}};
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        for (const Stragglers::Rank& rank : findStragglers(*contextOf(folder->runs.front())).ranks)
            QCOMPARE(rank.isStraggler, rank.rank == 5 && factor > 1);
    }

    /// Its plain compute is 5 % longer, with 1.4 times the tokens.
    void aMeasuredRankWithManyTokensIsNoSlowGpu()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/measured_pp4_16ranks_2hosts");
        const Stragglers found = findStragglers(*contextOf(folder.runs.front()));
        QVERIFY(found.of(5) && !found.of(5)->isStraggler);
    }

    void tokensOfAnExpertRankComeFromTheShapes()
    {
        TraceBuilder builder;
        const auto add = [&](int rank, TimeNs begin, const char* shape, uint32_t parent) {
            SpanRecord span;
            span.track = builder.track({rank, 0, Lane::Communication, Category::ExpertComm, "comm expert"});
            span.name = builder.intern("all_to_all");
            span.detail = builder.intern(shape);
            span.begin = begin;
            span.end = begin + ms;
            span.category = Category::ExpertComm;
            span.operation = Operation::AllToAll;
            span.parent = parent;
            span.flags = SpanFlag::subOperation;
            builder.addSpan(span);
        };
        const char* const given[] = {"f [3000, 8] bfloat16", "f [1000, 8] bfloat16"};
        for (int rank = 0; rank < 2; ++rank) {
            SpanRecord pass;
            pass.track = builder.track({rank, 0, Lane::Compute, Category::Other, "compute"});
            pass.end = 20 * ms;
            pass.category = Category::Forward;
            pass.operation = Operation::Forward;
            pass.microbatch = 0;
            const uint32_t parent = builder.addSpan(pass);
            add(rank, 2 * ms, "f [2000, 8] bfloat16", parent);
            add(rank, 9 * ms, given[rank], parent);
        }
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const ExpertLoad load = expertLoad({trace, {}});
        QCOMPARE(load.ranks.size(), size_t(2));
        QCOMPARE(load.busiest()->rank, 0u);
        QCOMPARE(load.busiest()->tokens, 3000.0);
        QCOMPARE(load.busiest()->mean, 2000.0);
        QCOMPARE(load.busiest()->factor(), 1.5);
        QCOMPARE(load.busiest()->expertTime, 6 * ms);
        // What the experts compute goes with their tokens and makes no straggler.
        const PassComputes passes = passCompute({trace, {}});
        QCOMPARE(passes.front().expert, 6 * ms);
        QCOMPARE(passes.front().plain, 12 * ms);
    }
};

BUBBLESCOPE_TEST(TstStragglers, QCoreApplication)

} // namespace bubblescope::tst_stragglers

#include "tst_stragglers.moc"
