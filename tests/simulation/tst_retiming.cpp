// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "pipelinegraph.h"
#include "retiming.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<size_t> allocations;
}

void* operator new(size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
void* operator new(size_t size, const std::nothrow_t&) noexcept
{
    ++allocations;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace bubblescope::tst_retiming {

namespace {

using Node = uint32_t;
const GraphBuilder::Options blockingSends {true};
const GraphBuilder::Options asynchronousSends {false};

DependencyGraph::NodeInfo info(int rank, Operation operation, int microbatch = -1)
{
    return {rank, microbatch, operation};
}

/// One line per node: "begin-end".
std::vector<std::string> picture(const DependencyGraph& graph, const Retiming& retiming)
{
    std::vector<std::string> lines;
    for (Node node = 0; node < graph.nodeCount(); ++node)
        lines.push_back(std::to_string(retiming.begin(graph, node)) + "-" + std::to_string(retiming.end(graph, node)));
    return lines;
}

/// Two ranks: F on the first, a message, F on the second that is late by `lateness`.
GraphBuilder oneMessage(TimeNs lateness)
{
    GraphBuilder builder;
    const Node forward = builder.addNode(info(0, Operation::Forward, 0), 100);
    const Node send = builder.addNode(info(0, Operation::SendForward, 0), 0, 0, forward);
    builder.addNode(info(0, Operation::Forward, 1), 50, 0, send);
    const Node before = builder.addNode(info(1, Operation::OptimizerStep), lateness);
    const Node receive = builder.addNode(info(1, Operation::RecvForward, 0), 0, 0, before);
    builder.addNode(info(1, Operation::Forward, 0), 100, 0, receive);
    builder.addSend(send, {0, 1, 0}, 7);
    builder.addReceive(receive, {0, 1, 0});
    return builder;
}

/// A graph that has no faults, with its times.
struct Timed {
    explicit Timed(GraphBuilder builder, const GraphBuilder::Options& options = blockingSends)
        : graph(finished(builder, options))
    {
        retiming.run(graph, graph.costs());
    }
    static DependencyGraph finished(GraphBuilder& builder, const GraphBuilder::Options& options)
    {
        Result<DependencyGraph> graph = builder.finish(options);
        if (!graph)
            qFatal("the test is wrong: %s", graph.error().message.text().c_str());
        return std::move(graph).value();
    }

    DependencyGraph graph;
    Retiming retiming;
};

} // namespace

class TstRetiming : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void programOrderWithHostGaps()
    {
        GraphBuilder builder;
        Node last = builder.addNode(info(0, Operation::Forward), 10, 5);
        last = builder.addNode(info(0, Operation::Backward), 20, 1, last);
        builder.addNode(info(0, Operation::OptimizerStep), 4, 2, last);
        const Timed timed(std::move(builder));
        QCOMPARE(picture(timed.graph, timed.retiming), (std::vector<std::string> {"5-15", "16-36", "38-42"}));
        QCOMPARE(timed.retiming.makespan(), 42);
    }

    void aReceiveWaitsForItsSend()
    {
        const Timed timed(oneMessage(30));
        QCOMPARE(picture(timed.graph, timed.retiming),
            (std::vector<std::string> {"0-100", "100-107", "107-157", "0-30", "30-107", "107-207"}));
    }

    void aBlockingSendWaitsForItsReceiver()
    {
        const Timed timed(oneMessage(300));
        QCOMPARE(picture(timed.graph, timed.retiming),
            (std::vector<std::string> {"0-100", "100-307", "307-357", "0-300", "300-307", "307-407"}));
    }

    void anAsynchronousSendGoesOnAtOnce()
    {
        const Timed timed(oneMessage(300), asynchronousSends);
        // The data lies ready at 107; the receiver comes at 300 and finds it.
        QCOMPARE(picture(timed.graph, timed.retiming),
            (std::vector<std::string> {"0-100", "100-100", "100-150", "0-300", "300-300", "300-400"}));
    }

    void messagesOfOneLinkQueue()
    {
        // Three messages of 25 leave every 10; those of another link have it for themselves.
        GraphBuilder builder;
        std::array<Node, 3> receivers;
        Node last = DependencyGraph::none;
        for (int i = 0; i < 3; ++i) {
            last = builder.addNode(info(0, Operation::Forward, i), 10, 0, last);
            last = builder.addNode(info(0, Operation::SendForward, i), 0, 0, last);
            builder.addSend(last, {0, i == 1 ? 2 : 1, i}, 25);
        }
        for (int i = 0; i < 3; ++i) {
            receivers[size_t(i)] = builder.addNode(info(i == 1 ? 2 : 1, Operation::RecvForward, i), 0);
            builder.addReceive(receivers[size_t(i)], {0, i == 1 ? 2 : 1, i});
        }
        const Timed timed(std::move(builder), asynchronousSends);
        QCOMPARE(timed.retiming.end(timed.graph, receivers[0]), 35);
        QCOMPARE(timed.retiming.end(timed.graph, receivers[1]), 45);
        QCOMPARE(timed.retiming.end(timed.graph, receivers[2]), 60); // left at 30, the link is free at 35
        // What made the last one late is the first, and each piece has a node to show.
        const auto path = timed.retiming.criticalPath(timed.graph);
        QCOMPARE(path.size(), size_t(3));
        for (const Retiming::CriticalPiece& piece : path)
            QVERIFY(piece.node < timed.graph.nodeCount());
    }

    void aCollectiveStartsWithItsLastMemberAndEndsForAll()
    {
        GraphBuilder builder;
        std::array<Node, 3> members;
        for (int rank = 0; rank < 3; ++rank) {
            const Node compute = builder.addNode(info(rank, Operation::Backward), 10 * (rank + 1));
            members[size_t(rank)] = builder.addNode(info(rank, Operation::AllReduce), 0, 0, compute);
        }
        builder.addCollective(members, 4);
        const Timed timed(std::move(builder));
        QCOMPARE(picture(timed.graph, timed.retiming),
            (std::vector<std::string> {"0-10", "10-34", "0-20", "20-34", "0-30", "30-34"}));
        QCOMPARE(timed.retiming.meeting(timed.graph, 0), (TimeRange {30, 34}));
    }

    void aFusedPairIsOneNodeWithTwoLegs()
    {
        // Both ranks exchange in one call each; the legs run at the same time, the longer one decides.
        GraphBuilder builder;
        const Node forward = builder.addNode(info(0, Operation::Forward), 10);
        const Node first = builder.addNode(info(0, Operation::SendForward), 0, 0, forward);
        const Node backward = builder.addNode(info(1, Operation::Backward), 25);
        const Node second = builder.addNode(info(1, Operation::SendBackward), 0, 0, backward);
        builder.addSend(first, {0, 1, 0}, 3);
        builder.addReceive(second, {0, 1, 0});
        builder.addSend(second, {1, 0, 1}, 8);
        builder.addReceive(first, {1, 0, 1});
        const Timed timed(builder);
        QCOMPARE(picture(timed.graph, timed.retiming), (std::vector<std::string> {"0-10", "10-33", "0-25", "25-33"}));

        const Timed loose(builder, asynchronousSends);
        QCOMPARE(picture(loose.graph, loose.retiming), (std::vector<std::string> {"0-10", "10-33", "0-25", "25-25"}));
    }

    void theSameCallsApartAreACircleThatIsNamed()
    {
        GraphBuilder builder;
        const Node send0 = builder.addNode(info(0, Operation::SendForward, 3), 0);
        const Node receive0 = builder.addNode(info(0, Operation::RecvBackward, 1), 0, 0, send0);
        const Node send1 = builder.addNode(info(1, Operation::SendBackward, 1), 0);
        const Node receive1 = builder.addNode(info(1, Operation::RecvForward, 3), 0, 0, send1);
        builder.addSend(send0, {0, 1, 0}, 1);
        builder.addReceive(receive1, {0, 1, 0});
        builder.addSend(send1, {1, 0, 1}, 1);
        builder.addReceive(receive0, {1, 0, 1});
        GraphBuilder copy = builder;
        const Result<DependencyGraph> graph = builder.finish(blockingSends);
        QVERIFY(!graph);
        const std::string& message = graph.error().message.text();
        QVERIFY2(message.find("rank 0: ") != std::string::npos, message.c_str());
        QVERIFY2(message.find("rank 1: ") != std::string::npos, message.c_str());
        QVERIFY2(message.find("microbatch 3") != std::string::npos, message.c_str());
        QVERIFY(copy.finish(asynchronousSends));
    }

    void collectivesInDifferentOrdersAreACircle()
    {
        GraphBuilder builder;
        std::array<std::array<Node, 2>, 2> nodes;
        for (int rank = 0; rank < 2; ++rank) {
            nodes[size_t(rank)][0] = builder.addNode(info(rank, Operation::AllReduce), 0);
            nodes[size_t(rank)][1] = builder.addNode(info(rank, Operation::AllGather), 0, 0, nodes[size_t(rank)][0]);
        }
        builder.addCollective(std::array {nodes[0][0], nodes[1][1]}, 1);
        builder.addCollective(std::array {nodes[0][1], nodes[1][0]}, 1);
        QVERIFY(!builder.finish(blockingSends));
    }

    void unmatchedMessagesAreCountedAndNamed()
    {
        GraphBuilder builder;
        const Node send = builder.addNode(info(2, Operation::SendForward, 4), 0);
        const Node receive = builder.addNode(info(5, Operation::RecvForward, 9), 0);
        builder.addSend(send, {2, 3, 0}, 1);
        builder.addReceive(receive, {4, 5, 0});
        const Result<DependencyGraph> graph = builder.finish(blockingSends);
        QVERIFY(!graph);
        const std::string& message = graph.error().message.text();
        QVERIFY2(message.find("rank 2: ") != std::string::npos, message.c_str());
        QVERIFY2(message.find("microbatch 4") != std::string::npos, message.c_str());
        QVERIFY2(message.find("and 1 more") != std::string::npos, message.c_str());
    }

    void theKthSendMeetsTheKthReceive()
    {
        GraphBuilder builder;
        const Node a = builder.addNode(info(0, Operation::SendForward, 0), 0, 10);
        const Node b = builder.addNode(info(0, Operation::SendForward, 1), 0, 10, a);
        const Node c = builder.addNode(info(1, Operation::RecvForward, 0), 0);
        const Node d = builder.addNode(info(1, Operation::RecvForward, 1), 0, 0, c);
        builder.addSend(a, {0, 1, 0}, 1);
        builder.addReceive(c, {0, 1, 0});
        builder.addSend(b, {0, 1, 0}, 2);
        builder.addReceive(d, {0, 1, 0});
        const Timed timed(std::move(builder));
        QCOMPARE(picture(timed.graph, timed.retiming), (std::vector<std::string> {"10-11", "21-23", "0-11", "11-23"}));
    }

    void hugeAndNegativeCostsAreRefused()
    {
        GraphBuilder negative;
        negative.addNode(info(0, Operation::Forward), -1);
        QVERIFY(!negative.finish(blockingSends));
        GraphBuilder huge;
        Node last = DependencyGraph::none;
        for (int i = 0; i < 4; ++i)
            last = huge.addNode(info(0, Operation::Forward), TimeNs(1) << 60, 0, last);
        QVERIFY(!huge.finish(blockingSends));
    }

    void anEmptyGraphTakesNoTime()
    {
        GraphBuilder builder;
        const Timed timed(std::move(builder));
        QCOMPARE(timed.retiming.makespan(), 0);
        QVERIFY(timed.retiming.criticalPath(timed.graph).empty());
    }

    void otherCostsOnTheSameGraph()
    {
        Timed timed(oneMessage(30));
        const auto& [graph, retiming] = timed;
        DependencyGraph::Costs costs = graph.costs();
        graph.setCost(costs, 0, 200);
        graph.setMeetingCost(costs, 0, 1);
        graph.setLead(costs, 5, 9);
        timed.retiming.run(graph, costs);
        QCOMPARE(picture(graph, retiming),
            (std::vector<std::string> {"0-200", "200-201", "201-251", "0-30", "30-201", "210-310"}));
        timed.retiming.run(graph, graph.costs());
        QCOMPARE(retiming.makespan(), 207);
    }

    void runningAgainAllocatesNothing()
    {
        const Result<Schedule> schedule = makeSchedule({ScheduleKind::ZbV, 4, 12});
        QVERIFY(schedule);
        for (const bool blocking : {false, true}) {
            const Result<PipelineGraph> pipeline
                = makePipelineGraph(*schedule, PassCosts::uniform(8, 30, 20, 10, 5), {blocking});
            QVERIFY(pipeline);
            DependencyGraph::Costs costs = pipeline->graph.costs();
            Retiming retiming;
            size_t before = allocations;
            retiming.run(pipeline->graph, costs);
            QVERIFY(allocations > before); // else nothing is counted
            const TimeNs makespan = retiming.makespan();

            before = allocations;
            for (uint32_t node = 0; node < pipeline->graph.nodeCount(); ++node) {
                pipeline->graph.setCost(costs, node, 40);
                retiming.run(pipeline->graph, costs);
            }
            QCOMPARE(allocations, before);
            QVERIFY(retiming.makespan() > makespan);
        }
    }

    void nodesToldAtOnceAreThoseToldOneByOne()
    {
        const Timed oneByOne(oneMessage(30));
        constexpr uint32_t none = DependencyGraph::none;
        GraphBuilder builder;
        builder.setNodes({{100, 0, 50, 30, 0, 100}, {0, 0, 0, 0, 0, 0}, {none, 0, 1, none, 3, 4}, {}});
        builder.addMessage(1, 4, 7);
        const Timed atOnce(std::move(builder));
        QCOMPARE(picture(atOnce.graph, atOnce.retiming), picture(oneByOne.graph, oneByOne.retiming));
        QCOMPARE(atOnce.graph.cost(2), TimeNs(50));
    }

    void nodesToldAtOnceAreNamedInErrors()
    {
        GraphBuilder builder;
        builder.setNodes({{1, -1}, {0, 0}, {DependencyGraph::none, 0},
            [](uint32_t node) { return info(int(node) + 6, Operation::Backward, 2); }});
        const Result<DependencyGraph> graph = builder.finish(blockingSends);
        QVERIFY(!graph);
        QVERIFY(graph.error().message.text().starts_with("rank 7: backward of microbatch 2"));
    }

    void severalComeAfterANodeThatMeetsOthers()
    {
        GraphBuilder builder;
        const Node a = builder.addNode(info(0, Operation::Forward), 10);
        const Node b = builder.addNode(info(1, Operation::Forward), 20);
        builder.addNode(info(0, Operation::Backward), 5, 0, a);
        builder.addNode(info(1, Operation::Backward), 6, 0, b);
        const Node beside = builder.addNode(info(1, Operation::AllReduce), 7, 0, a);
        const Node joined = builder.addNode(info(0, Operation::OptimizerStep), 1);
        builder.addEdge(b, joined);
        builder.addEdge(beside, joined);
        const Node members[] {a, b};
        builder.addCollective(members, 4);
        const Timed timed(std::move(builder));
        QCOMPARE(picture(timed.graph, timed.retiming),
            (std::vector<std::string> {"0-24", "0-24", "24-29", "24-30", "24-31", "31-32"}));
    }

    void theLatestEndAloneIsThatOfAWholeRetiming()
    {
        const Timed timed(oneMessage(300));
        DependencyGraph::Costs costs = timed.graph.costs();
        timed.graph.setCost(costs, 3, 500);
        Retiming whole;
        whole.run(timed.graph, costs);
        QCOMPARE(Retiming::makespanOf(timed.graph, costs.cost), whole.makespan());
    }

    void theCriticalPathGoesThroughTheMessage()
    {
        GraphBuilder builder = oneMessage(30);
        Result<DependencyGraph> graph = builder.finish(blockingSends);
        QVERIFY(graph);
        Retiming retiming;
        retiming.run(*graph, graph->costs());
        const std::vector<Retiming::CriticalPiece> path = retiming.criticalPath(*graph);
        QCOMPARE(path.size(), size_t(3));
        QCOMPARE(path[0].node, Node(0));
        QCOMPARE(path[0].range, (TimeRange {0, 100}));
        QVERIFY(path[1].isTransfer);
        QCOMPARE(path[1].node, Node(1));
        QCOMPARE(path[1].range, (TimeRange {100, 107}));
        QCOMPARE(path[2].node, Node(5));
        QCOMPARE(path[2].range, (TimeRange {107, 207}));
    }
};

BUBBLESCOPE_TEST(TstRetiming, QCoreApplication)

} // namespace bubblescope::tst_retiming

#include "tst_retiming.moc"
