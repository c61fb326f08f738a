// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profilergraph.h"
#include "profilerpicture.h"
#include "retiming.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_profilergraph {

namespace {

constexpr TimeNs us = 1000;

/// A step of a profiler's run as a graph, and its times.
class TimedStep {
public:
    explicit TimedStep(ProfilerPicture& picture) : m_trace(picture.finish())
    {
        Result<TraceGraph> made = makeProfilerGraph({m_trace, {}}, 0, {});
        if (!made)
            qFatal("the test is wrong: %s", made.error().message.text().c_str());
        m_graph = std::move(made).value();
        m_costs = m_graph.graph.costs();
        time();
    }

    const TraceGraph& graph() const { return m_graph; }
    const Trace& trace() const { return m_trace; }

    /// The node of a kernel, copy or communication, by name and the time it began.
    uint32_t node(std::string_view name, TimeNs begin) const
    {
        for (uint32_t n = 0; n < m_graph.nodes.size(); ++n) {
            const SpanId span = m_graph.nodes[n].span;
            if (span.isValid() && m_trace.name(span) == name && m_trace.begin(span) == begin * us)
                return n;
        }
        qFatal("no %s at %lld", std::string(name).c_str(), static_cast<long long>(begin));
        return 0;
    }
    /// That node takes so much longer, µs.
    void stretch(uint32_t node, TimeNs by)
    {
        m_graph.graph.setCost(m_costs, node, m_graph.graph.cost(node) + by * us);
        time();
    }
    /// When it runs now, µs from the begin of the run.
    TimeRange range(uint32_t node) const
    {
        const TimeNs origin = m_graph.window.begin;
        return {
            (m_retiming.begin(m_graph.graph, node) + origin) / us, (m_retiming.end(m_graph.graph, node) + origin) / us};
    }
    TimeRange range(std::string_view name, TimeNs begin) const { return range(node(name, begin)); }

private:
    void time() { m_retiming.run(m_graph.graph, m_costs); }

    Trace m_trace;
    TraceGraph m_graph;
    DependencyGraph::Costs m_costs;
    Retiming m_retiming;
};

TimeRange at(TimeNs begin, TimeNs end) { return {begin, end}; }

} // namespace

class TstProfilerGraph : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void withItsOwnCostsEveryPieceRunsWhenItDid()
    {
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 7", 20, 120, p.launch(0, "main", 10));
        p.kernel(0, "stream 7", 120, 150, p.launch(0, "main", 30));
        p.kernel(0, "stream 9", 60, 90, p.launch(0, "main", 50));
        p.host(0, "main", "cudaDeviceSynchronize", 70, 155, Category::Waiting);
        p.kernel(0, "stream 7", 210, 260, p.launch(0, "main", 200));
        const TimedStep step(p);
        QVERIFY(step.graph().isOfProfiler());
        QCOMPARE(step.graph().measured.size(), step.graph().nodes.size());
        int compared = 0;
        for (uint32_t n = 0; n < step.graph().nodes.size(); ++n) {
            if (!step.graph().nodes[n].span.isValid())
                continue;
            QCOMPARE(step.range(n).end, step.graph().measured[n].end / us);
            ++compared;
        }
        QVERIFY(compared >= 4);
    }

    void aKernelWaitsForTheOneBeforeItOnItsStream()
    {
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 7", 20, 120, p.launch(0, "main", 10), Category::OtherCompute, "first");
        p.kernel(0, "stream 7", 120, 150, p.launch(0, "main", 30), Category::OtherCompute, "second");
        TimedStep step(p);
        step.stretch(step.node("first", 20), 40);
        QCOMPARE(step.range("first", 20), at(20, 160));
        QCOMPARE(step.range("second", 120), at(160, 190));
    }

    void aKernelWaitsForTheCallThatLaunchedIt()
    {
        // The stream is idle when the second is launched: a longer first one does not matter until it reaches there.
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 7", 20, 40, p.launch(0, "main", 10), Category::OtherCompute, "first");
        p.kernel(0, "stream 7", 210, 260, p.launch(0, "main", 200), Category::OtherCompute, "second");
        TimedStep step(p);
        step.stretch(step.node("first", 20), 100);
        QCOMPARE(step.range("second", 210), at(210, 260));
        step.stretch(step.node("first", 20), 200);
        QVERIFY(step.range("second", 210).begin >= 240); // the end of the first, and what a start takes
        QVERIFY(step.range("second", 210).begin <= 250);
    }

    void aKernelThatIsOverBeforeItsCallBeginsStaysThere()
    {
        // By clocks that differ by some microseconds; the moment goes with the call.
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 7", 203, 204, p.launch(0, "main", 206), Category::OtherCompute, "short");
        TimedStep step(p);
        QCOMPARE(step.range("short", 203).end, TimeNs(204));
        QCOMPARE(step.graph().graph.lead(step.node("short", 203)), -3 * us);
    }

    void aKernelThatSeemsToEndBeforeTheOneBeforeItStillFollowsIt()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 30, picture.launch(0, "thread 1", 0));
        picture.kernel(0, "stream 7", 27, 29, picture.launch(0, "thread 1", 2)); // by the clock inside the first
        picture.kernel(0, "stream 7", 30, 40, picture.launch(0, "thread 1", 4));
        TimedStep step(picture);
        QCOMPARE(step.range("kernel", 20), at(20, 30));
        QCOMPARE(step.range("kernel", 27), at(27, 29));
        QCOMPARE(step.range("kernel", 30), at(30, 40));
        step.stretch(step.node("kernel", 20), 10);
        QCOMPARE(step.range("kernel", 27), at(37, 39));
        QCOMPARE(step.range("kernel", 30), at(40, 50));
    }

    void streamsRunBesideEachOther()
    {
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 7", 20, 120, p.launch(0, "main", 10), Category::OtherCompute, "first");
        p.kernel(0, "stream 9", 50, 90, p.launch(0, "main", 40), Category::OtherCompute, "beside");
        TimedStep step(p);
        step.stretch(step.node("first", 20), 100);
        QCOMPARE(step.range("beside", 50), at(50, 90));
    }

    void aSynchronizingCallHoldsTheHostAndAllThatItLaunchesLater()
    {
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 7", 20, 120, p.launch(0, "main", 10), Category::OtherCompute, "first");
        p.host(0, "main", "cudaStreamSynchronize", 30, 125, Category::Waiting);
        p.kernel(0, "stream 9", 150, 180, p.launch(0, "main", 140), Category::OtherCompute, "later");
        TimedStep step(p);
        step.stretch(step.node("first", 20), 50);
        QCOMPARE(step.range("later", 150), at(200, 230));
    }

    void aHostThatPollsForAKernelWaitsForIt_data()
    {
        QTest::addColumn<QByteArray>("kernel");
        QTest::addColumn<int>("begin");
        QTest::newRow("it reads how many tokens come")
            << QByteArray("void deep_ep::internode::notify_dispatch<false, 8>(int const*)") << 415;
        QTest::newRow("it knows that already") << QByteArray("void deep_ep::internode::cached_notify<false>(int)") << 315;
        QTest::newRow("it knows that already, inside a node")
            << QByteArray("void deep_ep::intranode::cached_notify_dispatch<8>(int const*, int)") << 315;
    }
    void aHostThatPollsForAKernelWaitsForIt()
    {
        QFETCH(QByteArray, kernel);
        QFETCH(int, begin);
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 23", 20, 100, p.launch(0, "main", 5), Category::OtherCompute, "before");
        p.kernel(0, "stream 23", 100, 300, p.launch(0, "main", 10), Category::ExpertComm, kernel.constData());
        p.kernel(0, "stream 7", 315, 400, p.launch(0, "main", 305), Category::OtherCompute, "mlp");
        TimedStep step(p);
        QCOMPARE(step.range("mlp", 315), at(315, 400));
        step.stretch(step.node("before", 20), 100);
        QCOMPARE(step.range("mlp", 315).begin, TimeNs(begin));
    }

    void aShortOperationFollowsWhatEndedOnAnotherStream()
    {
        // It is over within the error of the clock: it might be taken for its own cause.
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 7", 20, 50, p.launch(0, "main", 5), Category::OtherCompute, "before");
        p.kernel(0, "stream 20", 60, 300, p.launch(0, "main", 10), Category::OtherComm, "gather");
        p.kernel(0, "stream 7", 302, 303, p.launch(0, "main", 15), Category::MemoryCopy, "copy");
        p.kernel(0, "stream 7", 303, 340, p.launch(0, "main", 20), Category::OtherCompute, "after");
        TimedStep step(p);
        QCOMPARE(step.range("after", 303), at(303, 340));
        step.stretch(step.node("gather", 60), 100);
        QCOMPARE(step.range("copy", 302), at(402, 403));
        QCOMPARE(step.range("after", 303), at(403, 440));
    }

    void withoutLaunchesAStreamFollowsWhatEndedLast()
    {
        ProfilerPicture p;
        p.host(0, "main", "main", 0, 20);
        p.kernel(0, "stream 7", 0, 100, Id<SpanTag>::noValue, Category::OtherCompute, "first");
        p.kernel(0, "stream 7", 101, 200, Id<SpanTag>::noValue, Category::OtherCompute, "second");
        p.kernel(0, "stream 17", 150, 300, Id<SpanTag>::noValue, Category::OtherComm, "gather");
        p.kernel(0, "stream 7", 305, 400, Id<SpanTag>::noValue, Category::OtherCompute, "third");
        TimedStep step(p);
        QCOMPARE(step.range("gather", 150), at(150, 300));
        step.stretch(step.node("first", 0), 40);
        QCOMPARE(step.range("gather", 150), at(190, 340));
        QCOMPARE(step.range("third", 305), at(345, 440));
        step.stretch(step.node("gather", 150), 10);
        QCOMPARE(step.range("third", 305), at(355, 450));
    }

    void membersOfACollectiveBeginToMoveWithTheLast()
    {
        ProfilerPicture p;
        for (const int rank : {0, 1}) {
            p.host(rank, "main", "ProfilerStep#1", 0, 500);
            const TimeNs end = rank == 0 ? 60 : 90;
            p.kernel(rank, "stream 7", 20, end, p.launch(rank, "main", 10), Category::OtherCompute, "work");
            for (int k = 0; k < 3; ++k) { // one or two prove nothing
                const TimeNs begin = k == 0 ? end : 120 + k * 20;
                p.collective(rank, "comm tp (2)", begin, 110 + k * 30, p.launch(rank, "main", 12 + k * 2));
            }
        }
        TimedStep step(p);
        const uint32_t early = step.node("ncclDevKernel_AllReduce", 60);
        QCOMPARE(step.range(early).end, TimeNs(110));
        // Rank 1 is the last at 90; the transfer takes 20 from there.
        for (uint32_t n = 0; n < step.graph().nodes.size(); ++n) {
            const TraceGraph::Node& node = step.graph().nodes[n];
            if (node.span.isValid() && step.trace().name(node.span) == "work" && node.rank == 1)
                step.stretch(n, 30);
        }
        QCOMPARE(step.range(early).end, TimeNs(140));
    }

    void whatLiesOutsideOfAllStepsIsLeftOut()
    {
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 100, 500);
        p.builder().addStep(0, {1, {100 * us, 500 * us}});
        p.kernel(0, "stream 7", 20, 60, p.launch(0, "main", 0), Category::OtherCompute, "before");
        p.kernel(0, "stream 7", 220, 260, p.launch(0, "main", 200), Category::OtherCompute, "inside");
        const TimedStep step(p);
        for (const TraceGraph::Node& node : step.graph().nodes)
            QVERIFY(!node.span.isValid() || step.trace().name(node.span) != "before");
        QCOMPARE(step.range("inside", 220), at(220, 260));
    }

    void aStepThatIsNotThereIsRefusedOrEmpty()
    {
        ProfilerPicture p;
        p.host(0, "main", "ProfilerStep#1", 0, 500);
        p.kernel(0, "stream 7", 20, 60, p.launch(0, "main", 0));
        const Trace trace = p.finish();
        QVERIFY(!makeProfilerGraph({trace, {}}, 7, {}));
    }
};

BUBBLESCOPE_TEST(TstProfilerGraph, QCoreApplication)

} // namespace bubblescope::tst_profilergraph

#include "tst_profilergraph.moc"
