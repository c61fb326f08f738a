// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Thousands of random steps, played by the clock and re-timed: both must tell the same times of everything.
#include "naivestep.h"
#include "randomstep.h"
#include "retiming.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>

namespace bubblescope::tst_randomsteps {

namespace {

constexpr int cases = 3000;

/// The step as a dependency graph; node numbers follow the operations' or are dealt out at random.
struct Graph {
    std::vector<uint32_t> nodeOf; ///< by operation
    std::vector<uint32_t> collectives;
    std::vector<uint32_t> messages; ///< by leg; of those that send
    Result<DependencyGraph> graph;
};

Graph graphOf(const NaiveStep& step, bool blockingSends, std::mt19937& random)
{
    const size_t count = step.operations.size();
    std::vector<size_t> order(count); // of the nodes
    std::iota(order.begin(), order.end(), size_t(0));
    const unsigned numbering = random() % 3;
    if (numbering == 1) // line by line, as traces have them
        std::stable_sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return step.operations[a].line < step.operations[b].line; });
    else if (numbering == 2)
        std::shuffle(order.begin(), order.end(), random);
    std::vector<uint32_t> nodeOf(count);
    for (size_t node = 0; node < count; ++node)
        nodeOf[order[node]] = uint32_t(node);

    std::vector<uint32_t> previousOnLine(count, DependencyGraph::none); // by operation: node
    std::map<int, uint32_t> last;
    for (size_t i = 0; i < count; ++i) {
        const auto [known, isFirst] = last.try_emplace(step.operations[i].line, nodeOf[i]);
        previousOnLine[i] = isFirst ? DependencyGraph::none : known->second;
        known->second = nodeOf[i];
    }
    GraphBuilder builder;
    const auto info = [](const NaiveStep::Operation& operation) {
        return DependencyGraph::NodeInfo {operation.line, -1, {}};
    };
    if (random() % 2 == 0) {
        for (const size_t i : order) {
            const NaiveStep::Operation& operation = step.operations[i];
            builder.addNode(info(operation), operation.cost, operation.lead, previousOnLine[i]);
        }
    } else {
        GraphBuilder::Nodes nodes;
        for (const size_t i : order) {
            nodes.cost.push_back(step.operations[i].cost);
            nodes.lead.push_back(step.operations[i].lead);
            nodes.after.push_back(previousOnLine[i]);
        }
        nodes.info = [&step, order, info](uint32_t node) { return info(step.operations[order[node]]); };
        builder.setNodes(std::move(nodes));
    }
    for (size_t i = 0; i < count; ++i) {
        for (const size_t other : step.operations[i].after)
            builder.addEdge(nodeOf[other], nodeOf[i]);
    }
    Graph made {nodeOf, {}, std::vector<uint32_t>(step.legs.size()), Error {}};
    for (const NaiveStep::Collective& collective : step.collectives) {
        std::vector<uint32_t> members;
        for (const size_t member : collective.members)
            members.push_back(nodeOf[member]);
        made.collectives.push_back(builder.addCollective(members, collective.cost));
    }
    for (size_t i = 0; i < step.legs.size(); ++i) {
        const NaiveStep::Leg& leg = step.legs[i];
        const GraphBuilder::Channel channel {leg.from, leg.to, leg.tag};
        if (leg.sends)
            made.messages[i] = builder.addSend(nodeOf[leg.operation], channel, leg.cost);
        else
            builder.addReceive(nodeOf[leg.operation], channel);
    }
    made.graph = builder.finish({blockingSends});
    return made;
}

std::string text(TimeRange range) { return std::to_string(range.begin) + "-" + std::to_string(range.end); }

/// Empty where both tell the same, else a sentence.
std::string difference(const NaiveStep& step, const NaiveTimes& expected, const Graph& made, const Retiming& retiming)
{
    const DependencyGraph& graph = *made.graph;
    const auto compare = [](const std::string& what, TimeRange wanted, TimeRange got) {
        return wanted == got ? std::string() : what + " is " + text(wanted) + ", re-timed " + text(got);
    };
    std::string told;
    for (size_t i = 0; i < step.operations.size() && told.empty(); ++i) {
        const uint32_t node = made.nodeOf[i];
        told = compare("operation #" + std::to_string(i), expected.operations[i],
            {retiming.begin(graph, node), retiming.end(graph, node)});
    }
    for (size_t c = 0; c < step.collectives.size() && told.empty(); ++c)
        told = compare(
            "collective C" + std::to_string(c), expected.collectives[c], retiming.meeting(graph, made.collectives[c]));
    for (size_t i = 0; i < step.legs.size() && told.empty(); ++i) {
        if (step.legs[i].sends)
            told = compare(
                "message of leg " + std::to_string(i), expected.messages[i], retiming.meeting(graph, made.messages[i]));
    }
    if (told.empty() && expected.makespan != retiming.makespan())
        told = "the makespan is " + std::to_string(expected.makespan) + ", re-timed "
            + std::to_string(retiming.makespan());
    return told;
}

QString shown(const NaiveStep& step, bool blockingSends, int number, const std::string& what)
{
    return QStringLiteral("case %1, sends %2: %3%4")
        .arg(number)
        .arg(blockingSends ? QStringLiteral("block") : QStringLiteral("do not block"))
        .arg(QString::fromStdString(what), QString::fromStdString(step.picture()));
}

} // namespace

class TstRandomSteps : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theClockPlaysWhatIsWorkedOutByHand()
    {
        // F of rank 0, 10 ns, to rank 1 in 5, which is there at 3; then both meet for 4.
        NaiveStep step;
        step.add({"F", 0, 2, 10});
        const size_t send = step.add({"send", 0});
        step.add({"before", 1, 0, 3});
        const size_t receive = step.add({"receive", 1});
        const size_t left = step.add({"meet", 0});
        const size_t right = step.add({"meet", 1, 1, 6});
        step.legs = {{send, true, 0, 1, 0, 5}, {receive, false, 0, 1, 0}};
        step.collectives = {{{left, right}, 4}};
        const auto played = [&step](bool blockingSends) {
            const std::optional<NaiveTimes> times = playByTheClock(step, blockingSends);
            std::string all;
            for (const TimeRange& range : times->operations)
                all += text(range) + ' ';
            return all;
        };
        QCOMPARE(played(true), std::string("2-12 12-17 0-3 3-17 17-28 18-28 "));
        QCOMPARE(played(false), std::string("2-12 12-12 0-3 3-17 12-28 18-28 "));
        // Each gets before it sends: both wait for ever.
        step.legs
            = {{left, true, 0, 1, 0, 5}, {receive, false, 0, 1, 0}, {right, true, 1, 0, 0, 5}, {send, false, 1, 0, 0}};
        QVERIFY(!playByTheClock(step, true));
        QVERIFY(!playByTheClock(step, false));
    }

    void reTimingTellsTheTimesOfTheClock()
    {
        std::mt19937 random(20240611);
        int runnable = 0;
        int stuck = 0;
        for (int number = 0; number < cases; ++number) {
            const NaiveStep step = randomStep(random);
            for (const bool blockingSends : {true, false}) {
                const Graph made = graphOf(step, blockingSends, random);
                if (step.unmatchedLegs() > 0) {
                    QVERIFY2(!made.graph, qPrintable(shown(step, blockingSends, number, "a message lacks an end")));
                    continue;
                }
                const std::optional<NaiveTimes> expected = playByTheClock(step, blockingSends);
                QVERIFY2(bool(expected) == bool(made.graph),
                    qPrintable(shown(step, blockingSends, number, expected ? "it ends" : "somebody waits for ever")));
                ++(expected ? runnable : stuck);
                if (!expected)
                    continue;
                Retiming retiming;
                retiming.run(*made.graph, made.graph->costs());
                const std::string wrong = difference(step, *expected, made, retiming);
                QVERIFY2(wrong.empty(), qPrintable(shown(step, blockingSends, number, wrong)));
                DependencyGraph::Costs costs = made.graph->costs();
                QCOMPARE(Retiming::makespanOf(*made.graph, costs.cost), expected->makespan);
            }
        }
        // Both kinds must occur, or nothing is tested.
        QVERIFY2(runnable > cases / 2 && stuck > cases / 20,
            qPrintable(QStringLiteral("%1 of %2").arg(runnable).arg(stuck)));
    }

    void otherCostsOnTheSameGraphTellTheTimesOfTheClock()
    {
        std::mt19937 random(7);
        for (int number = 0; number < cases / 4; ++number) {
            NaiveStep step = randomStep(random);
            const bool blockingSends = random() % 2 == 0;
            const Graph made = graphOf(step, blockingSends, random);
            if (!made.graph)
                continue;
            DependencyGraph::Costs costs = made.graph->costs();
            for (size_t i = 0; i < step.operations.size(); ++i) {
                step.operations[i].cost = TimeNs(random() % 60);
                step.operations[i].lead = TimeNs(random() % 8);
                made.graph->setCost(costs, made.nodeOf[i], step.operations[i].cost);
                made.graph->setLead(costs, made.nodeOf[i], step.operations[i].lead);
            }
            for (size_t c = 0; c < step.collectives.size(); ++c) {
                step.collectives[c].cost = TimeNs(random() % 40);
                made.graph->setMeetingCost(costs, made.collectives[c], step.collectives[c].cost);
            }
            Retiming retiming;
            retiming.run(*made.graph, costs);
            const std::string wrong = difference(step, *playByTheClock(step, blockingSends), made, retiming);
            QVERIFY2(wrong.empty(), qPrintable(shown(step, blockingSends, number, wrong)));
        }
    }

    void slackIsWhatAnOperationMayTakeLonger()
    {
        std::mt19937 random(31);
        for (int number = 0; number < cases / 10; ++number) {
            const NaiveStep step = randomStep(random);
            const bool blockingSends = random() % 2 == 0;
            const Graph made = graphOf(step, blockingSends, random);
            if (!made.graph)
                continue;
            Retiming retiming;
            retiming.run(*made.graph, made.graph->costs());
            const std::vector<TimeNs> slack = retiming.slack(*made.graph, made.graph->costs());
            const auto makespanWith = [&](size_t operation, TimeNs longer) {
                NaiveStep changed = step;
                changed.operations[operation].cost += longer;
                return playByTheClock(changed, blockingSends)->makespan;
            };
            for (size_t i = 0; i < step.operations.size(); ++i) {
                const TimeNs spare = slack[made.nodeOf[i]];
                const QString what = shown(
                    step, blockingSends, number, "operation #" + std::to_string(i) + " has " + std::to_string(spare));
                QVERIFY2(spare >= 0, qPrintable(what));
                QVERIFY2(makespanWith(i, spare) == retiming.makespan(), qPrintable(what));
                QVERIFY2(makespanWith(i, spare + 1) > retiming.makespan(), qPrintable(what));
            }
        }
    }

    void theCriticalPathIsWhatMakesTheStepLonger()
    {
        std::mt19937 random(99);
        int pieces = 0;
        for (int number = 0; number < cases / 4; ++number) {
            NaiveStep step = randomStep(random);
            const bool blockingSends = random() % 2 == 0;
            const bool hasLeads = random() % 2 == 0;
            for (NaiveStep::Operation& operation : step.operations)
                operation.lead = hasLeads ? operation.lead : 0;
            const Graph made = graphOf(step, blockingSends, random);
            if (!made.graph)
                continue;
            Retiming retiming;
            retiming.run(*made.graph, made.graph->costs());
            TimeNs until = 0;
            for (const Retiming::CriticalPiece& piece : retiming.criticalPath(*made.graph)) {
                const auto operation
                    = size_t(std::find(made.nodeOf.begin(), made.nodeOf.end(), piece.node) - made.nodeOf.begin());
                const QString what = shown(step, blockingSends, number, "piece of #" + std::to_string(operation));
                QVERIFY2(hasLeads ? piece.range.begin >= until : piece.range.begin == until, qPrintable(what));
                until = piece.range.end;
                if (piece.isTransfer)
                    continue;
                ++pieces;
                NaiveStep longer = step;
                longer.operations[operation].cost += 1;
                QVERIFY2(playByTheClock(longer, blockingSends)->makespan == retiming.makespan() + 1, qPrintable(what));
            }
            QVERIFY2(hasLeads ? until <= retiming.makespan() : until == retiming.makespan(),
                qPrintable(shown(step, blockingSends, number, "the path ends early")));
        }
        QVERIFY(pieces > cases / 4);
    }
};

BUBBLESCOPE_TEST(TstRandomSteps, QCoreApplication)

} // namespace bubblescope::tst_randomsteps

#include "tst_randomsteps.moc"
