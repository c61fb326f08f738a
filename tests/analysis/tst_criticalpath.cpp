// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "criticalpath.h"
#include "profilerpicture.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace bubblescope::tst_criticalpath {

namespace {

constexpr TimeNs ms = 1'000'000;
constexpr TimeNs us = 1'000;

ParallelLayout twoStages()
{
    ParallelLayout layout;
    layout.world = 2;
    layout.pipeline = 2;
    layout.tensor = 1;
    return layout;
}

// Rank 1 is the longer one: it is on the path but for the fill and the drain.
const char* const picture = R"(
    rank0 stage0: [F0 0-10] [F1 11-21] [B0 52-60] [B1 101-109]
    rank0 stage0 comm pp: [SF0 10-11] [SF1 21-52] [RB0 51-52] [RB1 60-101]
    rank1 stage1: [F0 11-31] [B0 31-51] [F1 53-73] [B1 73-100]
    rank1 stage1 comm pp: [RF0 0-11] [SB0 51-52] [RF1 51-53] [SB1 100-101])";

} // namespace

class TstCriticalPath : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void whatOverlapsCountsOnce_data()
    {
        QTest::addColumn<int>("kernels");
        QTest::addColumn<int>("compute");
        QTest::newRow("gaps make up for it") << 3 << 3 * 50;
        // Of the 41 µs before the first kernel, 11 are its launch and the way to the device.
        QTest::newRow("there are fewer gaps") << 31 << 31 * 50 - (30 * 2 - 30);
    }
    void whatOverlapsCountsOnce()
    {
        QFETCH(int, kernels);
        QFETCH(int, compute);
        ProfilerPicture picture;
        for (int i = 0; i < kernels; ++i) // each begins 2 µs before the end of the one before it
            picture.kernel(0, "stream 7", 100 + i * 48, 150 + i * 48, picture.launch(0, "thread 1", 90 - kernels + i));
        const Trace trace = picture.finish();
        const Result<StepPricer> pricer = StepPricer::make({trace, {}}, 0);
        QVERIFY(pricer);
        const CriticalPath path = pricer->criticalPath();
        TimeNs sum = 0;
        for (const TimeNs time : path.byCategory)
            sum += time;
        QCOMPARE(sum, path.length);
        QVERIFY(path.gaps >= 0);
        TimeNs ofPieces = path.gaps;
        TimeNs reached = std::numeric_limits<TimeNs>::min();
        for (const CriticalPath::Piece& piece : path.pieces) {
            QVERIFY(piece.range.begin >= reached);
            reached = piece.range.end;
            ofPieces += piece.range.duration();
        }
        QCOMPARE(ofPieces, path.length);
        const double told = double(path.byCategory[size_t(Category::OtherCompute)]) / 1000;
        QVERIFY2(std::abs(told - compute) < 4, qPrintable(QString::number(told)));
    }

    /// On another stream, by what no record tells: the device is not idle before it.
    void whatBeginsInsideAKernelIsNoIdleGap()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 120, picture.launch(0, "thread 1", 0));
        picture.kernel(0, "stream 9", 80, 200, picture.launch(0, "thread 1", 2));
        const Trace trace = picture.finish();
        const Result<StepPricer> pricer = StepPricer::make({trace, {}}, 0);
        QVERIFY(pricer);
        const CriticalPath path = pricer->criticalPath();
        QCOMPARE(path.gapsBesideCompute, 60 * us);
        QVERIFY(path.gaps > path.gapsBesideCompute); // until the first kernel begins nothing runs
        QCOMPARE(path.byCategory[size_t(Category::OtherCompute)], (120 + 60) * us);
        QCOMPARE(path.byCategory[size_t(Category::Host)], path.length - (120 + 60) * us);
    }

    /// As unitrace records them: no launches, and collectives on the queue of the kernels.
    void collectivesOnTheComputeStreamAreInItsOrder()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "main", 0, 20);
        for (int i = 0; i < 4; ++i) {
            picture.kernel(0, "stream 7", 100 + 200 * i, 190 + 200 * i);
            picture.collective(0, "comm default_pg stream 7 (0)", 200 + 200 * i, 290 + 200 * i);
        }
        const Trace trace = picture.finish();
        const Result<StepPricer> pricer = StepPricer::make({trace, {}}, 0);
        QVERIFY(pricer);
        const CriticalPath path = pricer->criticalPath();
        QCOMPARE(path.byCategory[size_t(Category::OtherCompute)], 4 * 90 * us);
        QCOMPARE(path.byCategory[size_t(Category::OtherComm)], 4 * 90 * us);
    }

    /// What a host does between its calls of MPI is not MPI's.
    void timeBeforeACallThatCommunicatesIsTheHosts()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 5, 15, picture.launch(0, "thread 1", 0));
        picture.host(0, "thread 1", "MPI_Recv", 100, 130, Category::OtherComm);
        picture.kernel(0, "stream 7", 210, 260, picture.launch(0, "thread 1", 200));
        const Trace trace = picture.finish();
        const Result<StepPricer> pricer = StepPricer::make({trace, {}}, 0);
        QVERIFY(pricer);
        const CriticalPath path = pricer->criticalPath();
        QCOMPARE(path.byCategory[size_t(Category::OtherComm)], 30 * us);
        QCOMPARE(path.byCategory[size_t(Category::OtherCompute)], 50 * us);
        QCOMPARE(path.byCategory[size_t(Category::Host)], path.length - 80 * us);
        const std::vector<CriticalPath::Lever> named = leversByName(path.levers);
        QCOMPARE(named.front().name(), std::string_view("host"));
    }

    void leversThatReadAlikeAreOne()
    {
        const std::vector<CriticalPath::Lever> named
            = leversByName(std::vector<CriticalPath::Lever> {{Operation::Forward, Category::Host, 0, 3, 30 * ms},
                {Operation::AllReduce, Category::TensorComm, 0, 1, 20 * ms},
                {Operation::AllReduce, Category::DataComm, 0, 2, 15 * ms},
                {Operation::Other, Category::Host, 0, 1, 1 * ms}, {Operation::Forward, Category::Forward, 0, 1, 1 * ms},
                {Operation::Forward, Category::Forward, 1, 1, 1 * ms}});
        QCOMPARE(named.size(), size_t(4));
        QCOMPARE(named[0].name(), operationName(Operation::AllReduce));
        QCOMPARE(named[0].time, 35 * ms);
        QCOMPARE(named[0].count, 3U);
        QCOMPARE(named[1].name(), categoryName(Category::Host));
        QCOMPARE(named[1].time, 31 * ms);
        QCOMPARE(named[1].count, 4U);
        QCOMPARE(named[2].name(), operationName(Operation::Forward));
    }

    /// Three steps whose GPU runs behind its host.
    void whereAStepRepeatsCostsAndPathAreOfItsPeriod()
    {
        ProfilerPicture picture;
        constexpr int steps = 3;
        for (int s = 0; s < steps; ++s) {
            for (int k = 0; k < 4; ++k) {
                const TimeNs begin = 100 + 400 * s + 100 * k;
                picture.kernel(0, "stream 7", begin, begin + 100, picture.launch(0, "thread 1", 40 * s + 10 * k));
            }
        }
        for (int s = 0; s < steps; ++s) {
            RankStep step {0, {s + 1, {(100 + 400 * s) * us, (500 + 400 * s) * us}}, {}, 0};
            step.host = {40 * s * us, 40 * (s + 1) * us};
            picture.builder().addStep(step);
        }
        const Trace trace = picture.finish();
        Result<StepPricer> pricer = StepPricer::make({trace, {}}, 1);
        QVERIFY(pricer);
        QVERIFY(pricer->graph().isRepeated());
        QCOMPARE(pricer->stepTime(), 400 * us);
        const CriticalPath path = pricer->criticalPath();
        QCOMPARE(path.length, 400 * us);
        QCOMPARE(path.byCategory[size_t(Category::OtherCompute)], 400 * us);
        QCOMPARE(path.gaps, TimeNs(0));
        const auto gainOfKernels = [&](double factor) {
            const ColumnVector<TraceGraph::Node>& nodes = pricer->graph().nodes;
            return pricer->gain(
                [&](uint32_t n, TimeNs ns) {
                    const bool isKernel = !nodes[n].isStart && trace.name(nodes[n].span) == "kernel";
                    return isKernel ? TimeNs(factor * double(ns)) : ns;
                },
                [](uint32_t, TimeNs ns) { return ns; });
        };
        QCOMPARE(gainOfKernels(1), TimeNs(0));
        QCOMPARE(gainOfKernels(0.5), 200 * us);
        // Its host takes 40 µs for a step, and does not begin before that: once through, a step would take far less.
        const TimeNs all = gainOfKernels(0);
        QVERIFY2(all >= 330 * us && all <= 360 * us, qPrintable(QString::number(all)));
        for (const SpanSlack& slack : pricer->slack()) {
            if (trace.name(slack.span) == "kernel")
                QCOMPARE(slack.slack, TimeNs(0));
            else // a launch may be as late as its kernel's turn
                QVERIFY(slack.slack > 300 * us);
        }
        const SpanId kernel = pricer->graph().nodes.front().span;
        QCOMPARE(pricer->gainOf(kernel, 30 * us), 30 * us);
    }

    void pathRunsThroughTheLongerStage()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 45-55]
            rank0 stage0 comm pp: [SF0 10-11] [RB0 11-45]
            rank1 stage1: [F0 11-24] [B0 24-44]
            rank1 stage1 comm pp: [RF0 0-11] [SB0 44-45])");
        const Result<StepPricer> pricer = StepPricer::make({trace, twoStages()}, 0);
        QVERIFY(pricer);
        const CriticalPath path = pricer->criticalPath();
        QCOMPARE(path.length, 55 * ms);
        QStringList names;
        for (const CriticalPath::Piece& piece : path.pieces)
            names << QStringLiteral("%1:").arg(piece.rank) + QString::fromStdString(std::string(trace.name(piece.span)));
        TimeNs sum = 0;
        for (const TimeNs time : path.byCategory)
            sum += time;
        QCOMPARE(sum, path.length);
        QCOMPARE(path.byCategory[size_t(Category::Forward)], 23 * ms);
        QCOMPARE(path.byCategory[size_t(Category::Backward)], 30 * ms);
        QCOMPARE(path.byCategory[size_t(Category::PipelineComm)], 2 * ms);
        QCOMPARE(path.levers.front().operation, Operation::Backward);
        QCOMPARE(path.levers.front().stage, 1);
        QCOMPARE(path.levers.front().time, 20 * ms);
        for (size_t i = 1; i < path.pieces.size(); ++i)
            QVERIFY(path.pieces[i - 1].range.end <= path.pieces[i].range.begin);
    }

    void slackIsWhatAnOperationMayTakeLonger()
    {
        // Two ranks compute 10 and 4 ms before a common all-reduce.
        ParallelLayout layout;
        layout.world = 2;
        layout.pipeline = 1;
        layout.tensor = 1;
        const Trace trace = traceFromText(R"(
            rank0 stage0: [B0 0-10]
            rank0 stage0 comm dp: [allreduce 10-12]
            rank1 stage0: [B0 0-4]
            rank1 stage0 comm dp: [allreduce 4-12])");
        Result<StepPricer> pricer = StepPricer::make({trace, layout}, 0);
        QVERIFY(pricer);
        TimeNs slow = -1;
        TimeNs fast = -1;
        for (const SpanSlack& slack : pricer->slack()) {
            if (trace.operation(slack.span) == Operation::Backward)
                (trace.duration(slack.span) == 10 * ms ? slow : fast) = slack.slack;
        }
        QCOMPARE(slow, TimeNs(0));
        QCOMPARE(fast, 6 * ms);
    }

    void gainIsWhatTheStepWouldBeShorter()
    {
        const Trace trace = traceFromText(picture);
        Result<StepPricer> pricer = StepPricer::make({trace, twoStages()}, 0);
        QVERIFY(pricer);
        const ColumnVector<TraceGraph::Node>& nodes = pricer->graph().nodes;
        const auto same = [](uint32_t, TimeNs ns) { return ns; };
        QCOMPARE(pricer->gain(same, same), TimeNs(0));
        const auto halved = [&](uint32_t rank) {
            return pricer->gain(
                [&](uint32_t n, TimeNs ns) { return nodes[n].rank == rank && !nodes[n].isCommunication ? ns / 2 : ns; },
                same);
        };
        // 20 + 20 + 20 + 27 ms of rank 1 are all on the path; of rank 0 only its first and its last operation.
        QVERIFY(halved(1) > 30 * ms);
        QVERIFY(halved(0) >= 9 * ms);
        QVERIFY(halved(0) < 15 * ms);
    }

    void ranksWithoutACommonStepAreRefused()
    {
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10]\nrank1 stage0: [F0 0-10]");
        ImportReport report;
        const Trace trace = builder.finish({false, 512}, report);
        QVERIFY(!StepPricer::make({trace, {}}, 0));
    }
};

BUBBLESCOPE_TEST(TstCriticalPath, QCoreApplication)

} // namespace bubblescope::tst_criticalpath

#include "tst_criticalpath.moc"
