// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Small steps as pictures: what is taken apart, what waits for what, and what follows when one cost changes.
#include "nonblockingsends.h"
#include "retiming.h"
#include "testprogram.h"
#include "tracebuilder.h"
#include "tracegraph.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <future>
#include <mutex>
#include <new>

namespace bubblescope::tst_tracegraph {

namespace {

constexpr TimeNs ms = 1'000'000;

TraceGraph graphOf(const Trace& trace, ParallelLayout layout = {})
{
    Result<TraceGraph> made = makeTraceGraph({trace, layout}, 0);
    if (!made)
        qFatal("%s", made.error().message.text().c_str());
    return std::move(made).value();
}

void unblock(TraceGraph& step, const Trace& trace)
{
    Result<DependencyGraph> graph = withNonBlockingSends(step, trace);
    if (!graph)
        qFatal("%s", graph.error().message.text().c_str());
    step.graph = std::move(graph).value();
}

/// Node that holds the time of the rank's operation, or of the communication inside it.
uint32_t nodeOf(const TraceGraph& step, const Trace& trace, int rank, Operation operation, bool isCommunication = false)
{
    for (uint32_t n = 0; n < step.nodes.size(); ++n) {
        const TraceGraph::Node& node = step.nodes[n];
        if (trace.ranks()[node.rank].rank == rank && trace.operation(node.span) == operation
            && node.isCommunication == isCommunication)
            return n;
    }
    return DependencyGraph::none;
}

TimeNs endOf(const TraceGraph& step, const Trace& trace, int rank, Operation operation,
    const DependencyGraph::Costs* costs = nullptr)
{
    Retiming retiming;
    retiming.run(step.graph, costs ? *costs : step.graph.costs());
    TimeNs end = 0;
    for (uint32_t n = 0; n < step.nodes.size(); ++n) {
        if (trace.ranks()[step.nodes[n].rank].rank == rank && trace.operation(step.nodes[n].operation) == operation)
            end = retiming.end(step.graph, n);
    }
    return end;
}

ParallelLayout layoutOf(int world, int tensor, int pipeline)
{
    ParallelLayout layout;
    layout.world = world;
    layout.tensor = tensor;
    layout.pipeline = pipeline;
    return layout;
}

} // namespace

class TstTraceGraph : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void itLiesInThePoolOfItsRunAndCopiesOfItsCostsDoNot()
    {
        const ColumnPoolPtr pool = std::make_shared<ColumnPool>();
        TraceBuilder builder(pool);
        const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
        constexpr uint32_t passes = 5000;
        for (uint32_t i = 0; i < passes; ++i) {
            SpanRecord span;
            span.track = track;
            span.begin = TimeNs(i) * ms;
            span.end = span.begin + ms / 2;
            span.name = builder.intern("forward");
            span.category = Category::Forward;
            span.operation = Operation::Forward;
            builder.addSpan(span);
        }
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const uint64_t ofTrace = pool->bytes();
        {
            const TraceGraph step = graphOf(trace);
            QCOMPARE(step.nodes.size(), size_t(passes));
            QCOMPARE(poolOf(step.nodes), pool);
            QCOMPARE(poolOf(step.graph.costs().cost), pool);
            const uint64_t ofBoth = pool->bytes();
            QVERIFY(ofBoth >= ofTrace + passes * (sizeof(TraceGraph::Node) + 2 * sizeof(TimeNs)));
            const DependencyGraph::Costs costs = step.graph.costs();
            QCOMPARE(pool->bytes(), ofBoth);
            QVERIFY(costs.cost == step.graph.costs().cost);
        }
        QCOMPARE(pool->bytes(), ofTrace);
    }

    void waitingIsNoTransfer()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10]
            rank0 stage0 comm pp: [SF0 10-13]
            rank1 stage1: [F0 13-20]
            rank1 stage1 comm pp: [RF0 0-13])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QCOMPARE(step.meetings.size(), size_t(1));
        QCOMPARE(step.meetings.front().transfer, 3 * ms);
        QCOMPARE(endOf(step, trace, 1, Operation::Forward), 20 * ms);
        QVERIFY(step.assumptions.empty());

        // A faster sender: the receiver waits less, the transfer takes what it took.
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 0, Operation::Forward), 4 * ms);
        QCOMPARE(endOf(step, trace, 1, Operation::Forward, &costs), 14 * ms);
    }

    void aCollectiveInsideAnOperationSplitsIt()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10]
            rank0 stage0 comm tp: [allreduce 4-8 in F0]
            rank1 stage0: [F0 0-12]
            rank1 stage0 comm tp: [allreduce 6-8 in F0])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 2, 1));
        QCOMPARE(step.nodes.size(), size_t(6));
        QCOMPARE(step.meetings.size(), size_t(1));
        QCOMPARE(step.meetings.front().transfer, 2 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::Forward), 10 * ms);
        QCOMPARE(endOf(step, trace, 1, Operation::Forward), 12 * ms);
        // Both are later when either gets there later.
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 0, Operation::Forward), 9 * ms);
        QCOMPARE(endOf(step, trace, 1, Operation::Forward, &costs), 15 * ms);
    }

    void aFusedPairIsOneNodeThatMeetsTwice()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-3] [F1 4-7] [B0 12-15]
            rank0 stage0 comm pp: [SF0 3-4] [SF1 7-12 ~RB0]
            rank1 stage1: [F0 4-7] [B0 7-10] [F1 12-15]
            rank1 stage1 comm pp: [RF0 0-4] [SB0 10-12 ~RF1])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QCOMPARE(step.meetings.size(), size_t(3));
        int fused = 0;
        for (const TraceGraph::Node& node : step.nodes)
            fused += node.leg.isValid();
        QCOMPARE(fused, 2);
        QCOMPARE(endOf(step, trace, 0, Operation::Backward), 15 * ms);
        QCOMPARE(endOf(step, trace, 1, Operation::Forward), 15 * ms);
    }

    void gapsBeforeReceivesAreWaitingWhereOnlyTransfersAreRecorded()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [F1 11-31]
            rank0 stage0 comm pp: [SF0 10-11] [SF1 31-32]
            rank1 stage1: [F0 11-14] [F1 32-35]
            rank1 stage1 comm pp: [RF0 10-11] [RF1 31-32])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QCOMPARE(endOf(step, trace, 1, Operation::Forward), 35 * ms);
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 0, Operation::Forward), 4 * ms);
        QCOMPARE(endOf(step, trace, 1, Operation::Forward, &costs), 29 * ms);
    }

    void sendsThatDoNotBlockLetTheSenderGoOn()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-2] [F1 9-11]
            rank0 stage0 comm pp: [SF0 2-9] [SF1 11-14]
            rank1 stage1: [F0 9-10] [F1 14-15]
            rank1 stage1 comm pp: [RF0 8-9] [RF1 10-14])");
        // Rank 1 gets to its first receive late only because it had nothing to do before: that is its lead.
        TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QCOMPARE(endOf(step, trace, 0, Operation::Forward), 11 * ms);
        unblock(step, trace);
        QCOMPARE(endOf(step, trace, 0, Operation::Forward), 4 * ms);
    }

    // If they waited, each rank would for the other.
    void sendsWhoseReceivesWerePostedDoNotWait()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-2] [F1 3-5] [B0 13-15]
            rank0 stage0 comm pp: [SF0 2-3] [SF1 5-6] [RB0 6-13]
            rank1 stage1: [F0 3-9] [B0 9-12] [F1 14-15]
            rank1 stage1 comm pp: [RF0 0-3] [SB0 12-13] [RF1 13-14])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QCOMPARE(endOf(step, trace, 0, Operation::Backward), 15 * ms);
        QCOMPARE(endOf(step, trace, 1, Operation::Forward), 15 * ms);
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 1, Operation::Forward), 16 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::Forward, &costs), 5 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::SendForward, &costs), 6 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::Backward, &costs), 25 * ms);
    }

    void communicationBesideCommunicationWasLaunchedBeforeIt()
    {
        const Trace trace = traceFromText(R"(
            rank0: [F0 0-2]
            rank0 comm dp: [allreduce 2-10]
            rank0 comm tp: [allgather 5-12])");
        const TraceGraph step = graphOf(trace);
        QCOMPARE(endOf(step, trace, 0, Operation::AllGather), 12 * ms);
        // A longer one does not delay the other.
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 0, Operation::AllReduce, true), 9 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::AllReduce, &costs), 11 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::AllGather, &costs), 12 * ms);
    }

    void communicationInWhichKernelsRunIsBesideThem()
    {
        // It begins as a kernel ends, so that nothing runs at its begin. `loss` stands for any kernel.
        const Trace trace = traceFromText(R"(
            rank0: [loss 0-2] [loss 3-4] [loss 5-6] [get_batch 10-12]
            rank0 comm cp: [allgather 2-9])");
        const TraceGraph step = graphOf(trace);
        QCOMPARE(endOf(step, trace, 0, Operation::AllGather), 9 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::Loss), 6 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::GetBatch), 12 * ms);
        const uint32_t stream = nodeOf(step, trace, 0, Operation::AllGather, true);
        QVERIFY(stream != DependencyGraph::none && step.nodes[stream].isStream);
        // A longer one delays what waits for it, and a shorter one no kernel.
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, stream, 10 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::Loss, &costs), 6 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::GetBatch, &costs), 15 * ms);
        step.graph.setCost(costs, stream, 1 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::Loss, &costs), 6 * ms);
    }

    void kernelsWaitForCommunicationBesideOthersWhereTheDeviceWasIdle()
    {
        // The first one is waited for, for 3 ms, the second one is hidden.
        const Trace trace = traceFromText(R"(
            rank0: [loss 0-2] [loss 3-4] [loss 7-8] [loss 9-15] [get_batch 20-21]
            rank0 comm cp: [all_to_all 2-7] [allreduce 8-12] [allgather 16-19])");
        const TraceGraph step = graphOf(trace);
        QCOMPARE(endOf(step, trace, 0, Operation::GetBatch), 21 * ms);
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 0, Operation::AllToAll, true), 2 * ms);
        // The kernel behind it follows the one before, and all else is as much earlier.
        QCOMPARE(endOf(step, trace, 0, Operation::GetBatch, &costs), 18 * ms);
    }

    void kernelsOfAStepAreCutAtItsEnds()
    {
        // Recorded before the first step and after the last one, and communication across both ends of the middle one.
        TraceBuilder builder = builderFromText(R"(
            rank0: [loss 0-8] [loss 10-12] [loss 17-20] [loss 24-30] [loss 31-33]
            rank0 comm cp: [allreduce 2-11] [allgather 12-17] [all_to_all 19-24])");
        builder.addStep(0, {1, {10 * ms, 20 * ms}});
        builder.addStep(0, {2, {20 * ms, 30 * ms}});
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const TraceGraph step = graphOf(trace);
        QVERIFY(step.areKernels);
        QCOMPARE(step.window.begin, 10 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::AllReduce), 1 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::Loss), 10 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::AllToAll), 10 * ms);
        const Result<TraceGraph> next = makeTraceGraph({trace, ParallelLayout()}, 1);
        QVERIFY(next);
        QCOMPARE(endOf(*next, trace, 0, Operation::AllToAll), 4 * ms);
        QCOMPARE(endOf(*next, trace, 0, Operation::Loss), 10 * ms);
    }

    void rangesOverKernelsAreNoWorkBesideThem()
    {
        const Trace trace = traceFromText(R"(
            rank0: [loss 0-2] [loss 3-6] [loss 8-9]
            rank0 host: [B0 3-6] [get_batch 6-8])");
        const TraceGraph step = graphOf(trace);
        QVERIFY(step.areKernels);
        QCOMPARE(nodeOf(step, trace, 0, Operation::Backward), DependencyGraph::none);
        QVERIFY(nodeOf(step, trace, 0, Operation::GetBatch) != DependencyGraph::none);
        QCOMPARE(endOf(step, trace, 0, Operation::Loss), 9 * ms);
    }

    void passesOfAHostAreNoKernels()
    {
        const Trace trace = traceFromText("rank0 host: [F0 0-3] [B0 3-6] [get_batch 6-8]");
        const TraceGraph step = graphOf(trace);
        QVERIFY(!step.areKernels);
        QVERIFY(nodeOf(step, trace, 0, Operation::Backward) != DependencyGraph::none);
    }

    void whatAStreamBeganBeforeTheStepStaysOnIt()
    {
        TraceBuilder builder = builderFromText(R"(
            rank0: [loss 0-5] [loss 14-16] [loss 17-20]
            rank0 dp stream: [allreduce 6-13])");
        builder.addStep(0, {1, {0 * ms, 10 * ms}});
        builder.addStep(0, {2, {10 * ms, 20 * ms}});
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const Result<TraceGraph> step = makeTraceGraph({trace, ParallelLayout()}, 1);
        QVERIFY(step);
        QCOMPARE(step->queued.size(), size_t(1));
        QCOMPARE(endOf(*step, trace, 0, Operation::AllReduce), 3 * ms);
    }

    void whatEndsInsideAnotherLetsNothingBeginEarlier()
    {
        const Trace trace = traceFromText(R"(
            rank0: [F0 0-10] [B0 12-14]
            rank0 host: [get_batch 2-4])");
        const TraceGraph step = graphOf(trace);
        QCOMPARE(endOf(step, trace, 0, Operation::Backward), 14 * ms);
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 0, Operation::Forward), 5 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::Backward, &costs), 9 * ms);
    }

    void streamsWaitAsBeforeWhereSendsDoNotBlock()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-2] [B0 12-20] [optimizer 26-27]
            rank0 stage0 comm pp: [SF0 2-6] [RB0 6-12]
            rank0 stage0 dp stream: [allreduce 16-20] [allreduce 20-26]
            rank1 stage1: [F0 6-8] [B0 8-11] [optimizer 12-13]
            rank1 stage1 comm pp: [RF0 0-6] [SB0 11-12])");
        TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QCOMPARE(step.queued.size(), size_t(2));
        QCOMPARE(step.joins.size(), size_t(1));
        unblock(step, trace);
        // The first send goes on at once; all else waits for a message that takes what it took.
        const TimeNs optimizer = endOf(step, trace, 0, Operation::OptimizerStep);
        QCOMPARE(optimizer, 27 * ms);
        // The second collective of the stream waits for the first, and the optimizer for it.
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, step.queued.front().node, step.graph.cost(step.queued.front().node) + 3 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::OptimizerStep, &costs), optimizer + 3 * ms);
    }

    void nonBlockingSendsCanBeStopped()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-2]
            rank0 stage0 comm pp: [SF0 2-9]
            rank1 stage1: [F0 9-10]
            rank1 stage1 comm pp: [RF0 8-9])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        int asked = 0;
        QVERIFY(withNonBlockingSends(step, trace, [&](uint64_t, uint64_t) { return ++asked > 0; }));
        QVERIFY(asked > 2);
        for (int last = 0; last < asked; ++last) {
            int left = last;
            QVERIFY(!withNonBlockingSends(step, trace, [&](uint64_t, uint64_t) { return left-- > 0; }));
        }
    }

    void optimizersThatEndTogetherWaitedForEachOther()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [optimizer 10-60]
            rank1 stage1: [F0 0-50] [optimizer 50-60])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QCOMPARE(step.meetings.size(), size_t(1));
        QVERIFY(step.meetings.front().isHidden);
        QCOMPARE(endOf(step, trace, 0, Operation::OptimizerStep), 60 * ms);
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 1, Operation::Forward), 20 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::OptimizerStep, &costs), 30 * ms);
    }

    void optimizersThatDoNotAreWork()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [optimizer 10-30]
            rank1 stage1: [F0 0-50] [optimizer 50-60])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QVERIFY(step.meetings.empty());
        QCOMPARE(endOf(step, trace, 0, Operation::OptimizerStep), 30 * ms);
    }

    void gradientStreamsRunBesideComputeAndAreWaitedFor()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [B0 0-10] [optimizer 16-20]
            rank0 stage0 dp stream: [allreduce 4-16])");
        const TraceGraph step = graphOf(trace, layoutOf(1, 1, 1));
        QCOMPARE(endOf(step, trace, 0, Operation::OptimizerStep), 20 * ms);
        const uint32_t stream = nodeOf(step, trace, 0, Operation::AllReduce, true);
        QVERIFY(stream != DependencyGraph::none && step.nodes[stream].isStream);
        // Half the transfer: compute ends it now, and the optimizer follows.
        DependencyGraph::Costs costs = step.graph.costs();
        step.graph.setCost(costs, stream, 6 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::OptimizerStep, &costs), 14 * ms);
        // It is launched when the backward pass gets there, not later.
        costs = step.graph.costs();
        step.graph.setCost(costs, nodeOf(step, trace, 0, Operation::Backward), 1 * ms);
        QCOMPARE(endOf(step, trace, 0, Operation::OptimizerStep, &costs), 17 * ms);
    }

    void whatHasNoPartnerStaysAsLongAsItWas()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10]
            rank0 stage0 comm pp: [SF0 10-17])");
        const TraceGraph step = graphOf(trace, layoutOf(2, 1, 2));
        QCOMPARE(endOf(step, trace, 0, Operation::SendForward), 17 * ms);
        QCOMPARE(step.assumptions.size(), size_t(1));
        QVERIFY(step.assumptions.front().text().find("no partner") != std::string::npos);
    }

    void ranksRecordedOneAfterAnotherShareNoStep()
    {
        TraceBuilder builder = builderFromText(R"(
            rank0 stage0: [F0 0-10]
            rank1 stage1: [F0 100-110])");
        ImportReport report;
        const Trace trace = builder.finish({false}, report);
        const Result<TraceGraph> step = makeTraceGraph({trace, layoutOf(2, 1, 2)}, 0);
        QVERIFY(!step);
        QVERIFY(step.error().message.text().find("one after another") != std::string::npos);
    }

    void aStepThatIsNotThereIsRefused()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10]");
        QVERIFY(makeTraceGraph({trace, {}}, 0));
        QVERIFY(!makeTraceGraph({trace, {}}, 3));
    }

    void whoAsksForAStepThatIsBeingMadeWaitsForItOrIsCancelled()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10]");
        const RunContext context(trace, {});
        std::promise<void> begun;
        std::promise<void> mayGoOn;
        std::shared_future<void> goOn = mayGoOn.get_future().share();
        std::once_flag first;
        auto made = std::async(std::launch::async, [&] {
            return sharedTraceGraph(context, 0, [&](uint64_t, uint64_t) {
                std::call_once(first, [&begun] { begun.set_value(); });
                goOn.wait();
                return true;
            });
        });
        begun.get_future().wait();
        int asked = 0;
        const auto cancelled = sharedTraceGraph(context, 0, [&asked](uint64_t, uint64_t) { return ++asked < 3; });
        auto other = std::async(std::launch::async, [&] { return sharedTraceGraph(context, 0); });
        mayGoOn.set_value();
        QVERIFY(!cancelled);
        QCOMPARE(asked, 3);
        const Result<std::shared_ptr<const TraceGraph>> one = made.get();
        const Result<std::shared_ptr<const TraceGraph>> same = other.get();
        QVERIFY(one && same);
        QCOMPARE(same.value().get(), one.value().get());
    }

    void aStepThatCouldNotBeMadeKeepsNobodyWaiting()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10]");
        const RunContext context(trace, {});
        QVERIFY(!sharedTraceGraph(context, 3));
        QVERIFY(!sharedTraceGraph(context, 0, [](uint64_t, uint64_t) { return false; }));
        QVERIFY_EXCEPTION_THROWN(
            sharedTraceGraph(context, 0, [](uint64_t, uint64_t) -> bool { throw std::bad_alloc(); }), std::bad_alloc);
        QVERIFY(sharedTraceGraph(context, 0));
    }
};

BUBBLESCOPE_TEST(TstTraceGraph, QCoreApplication)

} // namespace bubblescope::tst_tracegraph

#include "tst_tracegraph.moc"
