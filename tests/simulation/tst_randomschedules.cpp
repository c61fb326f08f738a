// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Schedules of random sizes and costs, played by the clock and timed: both must tell the same times of every pass.
#include "naivestep.h"
#include "passtimes.h"
#include "pipelinegraph.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <random>

namespace bubblescope::tst_randomschedules {

namespace {

/// A pass in a step that is played: which operation it is.
struct PassKey {
    int rank;
    Pass pass;
    int chunk;
    int microbatch;
    auto operator<=>(const PassKey&) const = default;
};
PassCosts randomCosts(int stages, std::mt19937& random)
{
    PassCosts costs = PassCosts::uniform(stages, 0, 0, 0, 0);
    for (std::vector<TimeNs>* all : {&costs.forward, &costs.inputGradient, &costs.weightGradient, &costs.send}) {
        const bool areEven = random() % 3 == 0; // ties
        const auto even = TimeNs(random() % 20);
        for (TimeNs& cost : *all)
            cost = areEven ? even : TimeNs(random() % 4 == 0 ? 0 : random() % 40);
    }
    return costs;
}

/// Any kind and size that can be scheduled.
ScheduleRequest randomRequest(std::mt19937& random)
{
    for (;;) {
        ScheduleRequest request;
        request.kind = schedules()[random() % schedules().size()].kind;
        request.ranks = 1 + int(random() % 5);
        request.microbatches = 1 + int(random() % 10);
        request.chunks = request.kind == ScheduleKind::Interleaved ? 1 + int(random() % 3) : 1;
        if (checkSchedule(request))
            continue;
        const PassCosts costs = randomCosts(request.modelStages(), random);
        request.costs = costs;
        if (request.kind == ScheduleKind::ZbAuto && random() % 2 == 0)
            request.memoryLimit = 1 + int(random() % 8);
        if (!checkSchedule(request))
            return request;
    }
}

QString named(const ScheduleRequest& request, int number)
{
    const std::string_view key = scheduleInfo(request.kind).key;
    return QStringLiteral("case %1, %2 on %3 ranks with %4 microbatches")
        .arg(number)
        .arg(QString::fromUtf8(key.data(), qsizetype(key.size())))
        .arg(request.ranks)
        .arg(request.microbatches);
}

/// Who holds a stage of the model, for the direction of a chunk.
std::pair<int, int> holderOf(const Schedule& schedule, int stage, int chunk)
{
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        for (int held = 0; held < schedule.chunks; ++held) {
            const bool fits = !schedule.bidirectional || held == chunk;
            if (fits && schedule.modelStage[size_t(rank * schedule.chunks + held)] == stage)
                return {rank, held};
        }
    }
    return {-1, -1};
}

TimeNs costOf(const PassCosts& costs, Pass pass, int stage)
{
    const auto s = size_t(stage);
    return pass == Pass::Forward       ? costs.forward[s]
        : pass == Pass::InputGradient  ? costs.inputGradient[s]
        : pass == Pass::WeightGradient ? costs.weightGradient[s]
                                       : costs.inputGradient[s] + costs.weightGradient[s];
}

/// What the next stage waits for: some schedules split only some of their backward passes.
Pass gives(Pass pass) { return pass == Pass::Backward ? Pass::InputGradient : pass; }

/// Passes that run together are one operation, so only the first and last of them tell its begin and end.
struct Group {
    int rank;
    size_t first; ///< in the rank's program
    size_t last;
    size_t operation;
};

/// The order of a schedule where sends hold nobody up: between two ranks there is a wire each way, of a model that runs
/// in two directions one for either, and messages take it one after the other.
struct Order {
    NaiveStep step;
    std::vector<Group> groups;
};
Order orderOf(const Schedule& schedule, const PassCosts& costs)
{
    Order order;
    std::map<PassKey, size_t> operationOf;
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        const RankProgram& program = schedule.programs[size_t(rank)];
        for (size_t first = 0; first < program.size();) {
            size_t last = first;
            while (program[last].overlapsNext)
                ++last;
            NaiveStep::Operation together {"", rank};
            for (size_t i = first; i <= last; ++i) {
                const ScheduledPass& pass = program[i];
                together.name += "FIWB"[int(pass.pass)];
                together.name += std::to_string(pass.microbatch);
                together.cost += costOf(costs, pass.pass, schedule.stageOf(rank, pass.chunk));
            }
            const size_t operation = order.step.add(together);
            for (size_t i = first; i <= last; ++i)
                operationOf[{rank, gives(program[i].pass), program[i].chunk, program[i].microbatch}] = operation;
            order.groups.push_back({rank, first, last, operation});
            first = last + 1;
        }
    }
    struct Message {
        std::array<size_t, 5> order; // from rank, to rank, direction, operation, pass of the receiver
        TimeNs cost;
        size_t receiver;
        auto operator<=>(const Message&) const = default;
    };
    std::vector<Message> messages;
    for (const Group& group : std::vector(order.groups)) {
        for (size_t i = group.first; i <= group.last; ++i) {
            const ScheduledPass& pass = schedule.programs[size_t(group.rank)][i];
            const int stage = schedule.stageOf(group.rank, pass.chunk);
            const int from = pass.pass == Pass::Forward ? stage - 1 : stage + 1;
            if (pass.pass == Pass::WeightGradient || from < 0 || from >= schedule.modelStages())
                continue;
            const auto [rank, chunk] = holderOf(schedule, from, pass.chunk);
            const size_t source = operationOf.at({rank, gives(pass.pass), chunk, pass.microbatch});
            if (rank == group.rank) {
                if (source != group.operation)
                    order.step.operations[group.operation].after.push_back(source);
                continue;
            }
            // What one operation sends to the same rank goes in the order of its passes.
            const RankProgram& program = schedule.programs[size_t(rank)];
            const auto sender = std::find_if(program.begin(), program.end(), [&, chunk = chunk](const ScheduledPass& p) {
                return gives(p.pass) == gives(pass.pass) && p.chunk == chunk && p.microbatch == pass.microbatch;
            });
            const bool sendsInPairs = schedule.bidirectional || schedule.kind == ScheduleKind::DualPipeV;
            const size_t direction = sendsInPairs ? pass.chunk : 0;
            messages.push_back({{size_t(rank), size_t(group.rank), direction, source, size_t(sender - program.begin())},
                costs.send[size_t(std::min(stage, from))], group.operation});
        }
    }
    std::sort(messages.begin(), messages.end());
    for (const Message& message : messages) {
        const int pair = int(message.order[0]) * schedule.ranks + int(message.order[1]);
        const int wire = schedule.ranks + pair * 2 + int(message.order[2]);
        const size_t transfer = order.step.add({"wire", wire, 0, message.cost, {message.order[3]}});
        order.step.operations[message.receiver].after.push_back(transfer);
    }
    return order;
}

std::string text(TimeRange range) { return std::to_string(range.begin) + "-" + std::to_string(range.end); }

QString shown(const NaiveStep& step, const QString& which, const std::string& what)
{
    return QStringLiteral("%1: %2%3").arg(which, QString::fromStdString(what), QString::fromStdString(step.picture()));
}

/// Begin and end of every pass of a timed graph.
std::map<PassKey, TimeRange> passesOf(const PipelineGraph& pipeline, const Retiming& retiming)
{
    std::map<PassKey, TimeRange> passes;
    for (size_t rank = 0; rank < pipeline.nodes.size(); ++rank) {
        for (size_t i = 0; i < pipeline.nodes[rank].size(); ++i) {
            const ScheduledOperation& operation = pipeline.operations[rank][i];
            const uint32_t node = pipeline.nodes[rank][i];
            if (operation.isWork())
                passes[{int(rank), operation.pass, operation.chunk, operation.microbatch}]
                    = {retiming.begin(pipeline.graph, node), retiming.end(pipeline.graph, node)};
        }
    }
    return passes;
}

} // namespace

class TstRandomSchedules : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void ordersWithoutBlockingTakeTheTimesOfTheClock()
    {
        std::mt19937 random(1);
        std::map<ScheduleKind, int> seen;
        for (int number = 0; number < 200; ++number) {
            const ScheduleRequest request = randomRequest(random);
            const Result<Schedule> schedule = makeSchedule(request);
            const QString which = named(request, number);
            QVERIFY2(schedule, qPrintable(which));
            ++seen[request.kind];
            const Order order = orderOf(*schedule, request.costs);
            const std::optional<NaiveTimes> expected = playByTheClock(order.step, true);
            QVERIFY2(expected, qPrintable(shown(order.step, which, "somebody waits for ever")));

            const std::optional<PassTimes> quick = timePasses(*schedule, request.costs);
            QVERIFY2(quick, qPrintable(which));
            const Result<PipelineGraph> pipeline = makePipelineGraph(*schedule, request.costs, {false});
            QVERIFY2(pipeline, qPrintable(which));
            Retiming retiming;
            const PipelineTiming timing = timePipeline(*pipeline, retiming);
            const std::map<PassKey, TimeRange> passes = passesOf(*pipeline, retiming);
            std::vector<TimeNs> busy(size_t(request.ranks), 0);
            TimeNs makespan = 0;
            for (const Group& group : order.groups) {
                const TimeRange wanted = expected->operations[group.operation];
                const RankProgram& program = schedule->programs[size_t(group.rank)];
                const auto timeOf = [&](size_t i) {
                    return passes.at({group.rank, program[i].pass, program[i].chunk, program[i].microbatch});
                };
                const TimeRange got {timeOf(group.first).begin, timeOf(group.last).end};
                const std::string what = "operation #" + std::to_string(group.operation) + " is " + text(wanted)
                    + ", timed " + text(got) + " and " + text(quick->ranges[size_t(group.rank)][group.first]);
                QVERIFY2(wanted == got && wanted == quick->ranges[size_t(group.rank)][group.first],
                    qPrintable(shown(order.step, which, what)));
                busy[size_t(group.rank)] += wanted.duration();
                makespan = std::max(makespan, wanted.end);
            }
            QVERIFY2(timing.makespan == makespan && quick->makespan == makespan,
                qPrintable(shown(order.step, which, "makespan")));
            QCOMPARE(timing.busy, busy);
            double idle = 0;
            for (const TimeNs time : busy)
                idle += double(makespan - time);
            if (makespan > 0)
                QVERIFY(std::abs(timing.bubbleShare() - idle / double(makespan) / request.ranks) < 1e-9);
        }
        QCOMPARE(seen.size(), schedules().size());
    }
};

BUBBLESCOPE_TEST(TstRandomSchedules, QCoreApplication)

} // namespace bubblescope::tst_randomschedules

#include "tst_randomschedules.moc"
