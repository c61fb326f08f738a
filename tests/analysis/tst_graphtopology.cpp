// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graphtopology.h"
#include "retiming.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <map>
#include <random>

namespace bubblescope::tst_graphtopology {

namespace {

using Entries = std::vector<SparseLists::Entry>;

std::vector<uint32_t> numbersOf(const SparseLists& lists, uint32_t key)
{
    const auto numbers = lists.of(key);
    return {numbers.begin(), numbers.end()};
}

DependencyGraph::NodeInfo info(int rank, Operation operation, int microbatch = -1)
{
    return {rank, microbatch, operation};
}

/// Why a graph cannot be made, in words.
std::string refusal(GraphBuilder& builder, bool blockingSends = true)
{
    const Result<DependencyGraph> graph = builder.finish({blockingSends});
    return graph ? std::string() : graph.error().message.text();
}

/// How often a word occurs.
int count(const std::string& text, std::string_view word)
{
    int found = 0;
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size()))
        ++found;
    return found;
}

} // namespace

class TstGraphTopology : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void numbersOfAKeyStandTogetherInTheirOrder()
    {
        const SparseLists lists(200, Entries {{5, 50}, {130, 1}, {5, 10}, {64, 7}, {63, 8}, {5, 30}});
        QCOMPARE(numbersOf(lists, 5), (std::vector<uint32_t> {50, 10, 30}));
        QCOMPARE(numbersOf(lists, 63), (std::vector<uint32_t> {8}));
        QCOMPARE(numbersOf(lists, 64), (std::vector<uint32_t> {7}));
        QCOMPARE(numbersOf(lists, 130), (std::vector<uint32_t> {1}));
        for (const uint32_t key : {0u, 4u, 6u, 62u, 65u, 128u, 199u, 200u})
            QVERIFY(lists.of(key).empty());
    }

    void noEntriesAreNoLists()
    {
        const SparseLists lists(100, {});
        QVERIFY(lists.of(0).empty() && lists.of(99).empty());
        QVERIFY(SparseLists(0, {}).of(0).empty());
    }

    void manyListsAreThoseOfAMap()
    {
        std::mt19937 random(3);
        for (int number = 0; number < 200; ++number) {
            const uint32_t keys = 1 + random() % 300;
            Entries entries(random() % 400);
            std::map<uint32_t, std::vector<uint32_t>> expected;
            for (auto& [key, value] : entries) {
                key = random() % keys;
                value = random() % 1000;
                expected[key].push_back(value);
            }
            const SparseLists lists(keys, entries);
            for (uint32_t key = 0; key < keys; ++key)
                QCOMPARE(numbersOf(lists, key), expected[key]);
        }
    }

    void whatWaitsForNothingComesFirstAndInputsBeforeWhatTheyFeed()
    {
        GraphBuilder builder;
        const uint32_t last = builder.addNode(info(0, Operation::OptimizerStep), 1);
        const uint32_t middle = builder.addNode(info(0, Operation::Backward), 1);
        const uint32_t first = builder.addNode(info(0, Operation::Forward), 1);
        builder.addEdge(first, middle);
        builder.addEdge(middle, last);
        const Result<DependencyGraph> graph = builder.finish({true});
        QVERIFY(graph);
        QCOMPARE(graph->itemCount(), 3u);
        QCOMPARE(graph->itemOf(first), 0u);
        QCOMPARE(graph->itemOf(middle), 1u);
        QCOMPARE(graph->itemOf(last), 2u);
    }

    void aNodesOnlyMeetingIsItsEnd()
    {
        // Two arrivals and one meeting: ends take no items of their own.
        GraphBuilder one;
        const uint32_t members[] {
            one.addNode(info(0, Operation::AllReduce), 0), one.addNode(info(1, Operation::AllReduce), 0)};
        one.addCollective(members, 5);
        const Result<DependencyGraph> graph = one.finish({true});
        QVERIFY(graph);
        QCOMPARE(graph->itemCount(), 3u);
        // A receive whose message may be there before it needs one.
        GraphBuilder message;
        const uint32_t send = message.addNode(info(0, Operation::SendForward), 0);
        const uint32_t receive = message.addNode(info(1, Operation::RecvForward), 0);
        message.addMessage(send, receive, 5);
        GraphBuilder loose = message;
        QCOMPARE(message.finish({true})->itemCount(), 3u);
        QCOMPARE(loose.finish({false})->itemCount(), 4u);
    }

    void aNodeMayMeetSeveralTimesAtOnce()
    {
        GraphBuilder builder;
        const uint32_t hub = builder.addNode(info(0, Operation::SendForward), 3);
        const uint32_t left = builder.addNode(info(1, Operation::RecvForward), 0);
        const uint32_t right = builder.addNode(info(2, Operation::RecvForward), 10);
        const uint32_t after = builder.addNode(info(0, Operation::Backward), 1, 0, hub);
        const uint32_t slow = builder.addMessage(hub, left, 20);
        const uint32_t late = builder.addMessage(hub, right, 4);
        const Result<DependencyGraph> graph = builder.finish({true});
        QVERIFY(graph);
        Retiming retiming;
        retiming.run(*graph, graph->costs());
        QCOMPARE(retiming.meeting(*graph, slow), (TimeRange {3, 23}));
        QCOMPARE(retiming.meeting(*graph, late), (TimeRange {10, 14}));
        QCOMPARE(retiming.end(*graph, hub), TimeNs(23));
        QCOMPARE(retiming.begin(*graph, after), TimeNs(23));
    }

    void aCycleIsNamedByThoseInItAlone()
    {
        // Behind the two that wait for each other stands a third, and before them a fourth.
        GraphBuilder builder;
        const uint32_t before = builder.addNode(info(7, Operation::Forward), 1);
        const uint32_t send = builder.addNode(info(0, Operation::SendForward, 3), 0, 0, before);
        const uint32_t receive = builder.addNode(info(0, Operation::RecvBackward, 1), 0, 0, send);
        const uint32_t otherSend = builder.addNode(info(1, Operation::SendBackward, 1), 0);
        const uint32_t otherReceive = builder.addNode(info(1, Operation::RecvForward, 3), 0, 0, otherSend);
        builder.addNode(info(8, Operation::OptimizerStep), 1, 0, otherReceive);
        builder.addMessage(send, otherReceive, 1);
        builder.addMessage(otherSend, receive, 1);
        const std::string text = refusal(builder);
        QVERIFY2(count(text, "rank 0: ") > 0 && count(text, "rank 1: ") > 0, text.c_str());
        QVERIFY2(count(text, "rank 7: ") == 0 && count(text, "rank 8: ") == 0, text.c_str());
    }

    void anOperationThatWaitsForItselfIsACycle()
    {
        GraphBuilder builder;
        const uint32_t node = builder.addNode(info(4, Operation::Forward, 2), 1);
        builder.addEdge(node, node);
        const std::string text = refusal(builder);
        QVERIFY2(count(text, "rank 4: forward of microbatch 2") == 1, text.c_str());
    }

    void ofALongCycleOnlySomeAreNamed()
    {
        GraphBuilder builder;
        constexpr int length = 50;
        for (int rank = 0; rank < length; ++rank)
            builder.addNode(info(rank, Operation::Forward), 1);
        for (uint32_t node = 0; node < length; ++node)
            builder.addEdge(node, (node + 1) % length);
        const std::string text = refusal(builder);
        QCOMPARE(count(text, "rank "), 6);
        QVERIFY2(count(text, "50") > 0, text.c_str());
    }

    void chainsOfAMillionAreSorted()
    {
        constexpr uint32_t length = 1'000'000;
        GraphBuilder builder;
        builder.reserve(length);
        for (uint32_t i = 0; i < length; ++i) // told from the last to the first
            builder.addNode(info(0, Operation::Forward), 1, 0, i + 1 < length ? i + 1 : DependencyGraph::none);
        const Result<DependencyGraph> graph = builder.finish({true});
        QVERIFY(graph);
        Retiming retiming;
        retiming.run(*graph, graph->costs());
        QCOMPARE(retiming.makespan(), TimeNs(length));
        QCOMPARE(retiming.begin(*graph, 0), TimeNs(length - 1));
    }
};

BUBBLESCOPE_TEST(TstGraphTopology, QCoreApplication)

} // namespace bubblescope::tst_graphtopology

#include "tst_graphtopology.moc"
