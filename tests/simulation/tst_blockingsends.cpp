// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sends that block, against pipelines that are played by the clock; and what must hold of them whatever the costs are.
#include "naivepipeline.h"
#include "pipelinegraph.h"
#include "sanitized.h"
#include "stepbuilder.h"
#include "steptimer.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <limits>
#include <map>
#include <random>

namespace bubblescope::tst_blockingsends {

namespace {

PassCosts randomCosts(int stages, std::mt19937& random)
{
    PassCosts costs = PassCosts::uniform(stages, 0, 0, 0, 0);
    for (std::vector<TimeNs>* all : {&costs.forward, &costs.inputGradient, &costs.weightGradient, &costs.send}) {
        const bool areEven = random() % 3 == 0; // ties
        const auto even = TimeNs(random() % 60);
        for (TimeNs& cost : *all)
            cost = areEven ? even : TimeNs(random() % 8 == 0 ? 0 : random() % 120);
    }
    return costs;
}

/// Any size of the schedule that can be made.
ScheduleRequest randomRequest(ScheduleKind kind, std::mt19937& random)
{
    for (;;) {
        ScheduleRequest request;
        request.kind = kind;
        request.ranks = 1 + int(random() % 8);
        request.microbatches = 1 + int(random() % 24);
        request.chunks = kind == ScheduleKind::Interleaved ? 2 + int(random() % 3) : 1;
        request.blockingSends = true;
        if (checkSchedule(request))
            continue;
        request.costs = randomCosts(request.modelStages(), random);
        return request;
    }
}

std::vector<ScheduleKind> kindsWith(SendProtocol protocol)
{
    std::vector<ScheduleKind> kinds;
    for (const ScheduleInfo& info : schedules()) {
        if (sendProtocolOf(info.kind) == protocol)
            kinds.push_back(info.kind);
    }
    return kinds;
}

Schedule made(const ScheduleRequest& request)
{
    const Result<Schedule> schedule = makeSchedule(request);
    if (!schedule)
        qFatal("%s", schedule.error().message.text().c_str());
    return *schedule;
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

std::vector<std::vector<NaivePipeline::Pass>> naive(const Schedule& schedule)
{
    std::vector<std::vector<NaivePipeline::Pass>> programs;
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        auto& program = programs.emplace_back();
        for (const ScheduledPass& pass : schedule.programs[size_t(rank)])
            program.push_back(
                {"FBWA"[int(pass.pass)], schedule.stageOf(rank, pass.chunk), pass.microbatch, pass.overlapsNext});
    }
    return programs;
}

/// The same pipeline, event by event.
NaivePipeline::Play played(const ScheduleRequest& request, const Schedule& schedule)
{
    const PassCosts& given = request.costs;
    const NaivePipeline::Costs costs {given.forward, given.inputGradient, given.weightGradient, given.send};
    if (request.kind == ScheduleKind::OneFOneB)
        return NaivePipeline::oneFOneB(request.ranks, request.microbatches, costs);
    if (request.kind == ScheduleKind::GPipe)
        return NaivePipeline::gPipe(request.ranks, request.microbatches, costs);
    if (request.kind == ScheduleKind::Interleaved)
        return NaivePipeline::interleaved(request.ranks, request.microbatches, request.chunks, costs);
    return NaivePipeline::postedReceives(naive(schedule), costs);
}

/// The same pipeline as a job: one rank for each stage, and nothing beside its passes.
JobProfile jobOf(const ScheduleRequest& request, const Schedule& schedule)
{
    const auto compute = [](TimeNs ns) {
        WorkPiece piece;
        piece.ns = double(ns);
        return Work {piece};
    };
    JobProfile job;
    job.name = "job";
    job.stages = request.ranks;
    job.chunks = schedule.chunks;
    job.microbatches = request.microbatches;
    job.schedule = request.kind;
    job.messageNs = request.costs.send.empty() ? 0 : double(request.costs.send.front());
    for (int rank = 0; rank < request.ranks; ++rank) {
        for (int chunk = 0; chunk < schedule.chunks; ++chunk) {
            RankWork work;
            work.rank = rank;
            work.stage = schedule.stageOf(rank, chunk);
            const auto stage = size_t(work.stage);
            work.forward = compute(request.costs.forward[stage]);
            work.backward = compute(request.costs.inputGradient[stage]);
            work.weightGradient = compute(request.costs.weightGradient[stage]);
            job.ranks.push_back(std::move(work));
        }
    }
    return job;
}

/// What is wrong with the times of a pass, or nothing. Passes that run together share an operation of the reference.
QString difference(const NaivePipeline::Play& play, const Schedule& schedule, const PassCosts& costs)
{
    const std::optional<NaiveTimes> expected = playByTheClock(play.step, true);
    if (!expected)
        return QStringLiteral("somebody waits for ever%1").arg(QString::fromStdString(play.step.picture()));
    const Result<PipelineGraph> pipeline = makePipelineGraph(schedule, costs, {true});
    if (!pipeline)
        return QString::fromStdString(pipeline.error().message.text());
    Retiming retiming;
    retiming.run(pipeline->graph, pipeline->graph.costs());
    std::map<size_t, TimeRange> got;
    size_t passes = 0;
    for (int rank = 0; rank < schedule.ranks; ++rank) {
        for (size_t i = 0; i < pipeline->operations[size_t(rank)].size(); ++i) {
            const ScheduledOperation& operation = pipeline->operations[size_t(rank)][i];
            if (!operation.isWork())
                continue;
            const char kind = "FBWB"[int(operation.pass)];
            const uint32_t node = pipeline->nodes[size_t(rank)][i];
            const TimeRange range {retiming.begin(pipeline->graph, node), retiming.end(pipeline->graph, node)};
            const size_t played
                = play.operations.at({kind, schedule.stageOf(rank, operation.chunk), operation.microbatch});
            const auto [known, isNew] = got.try_emplace(played, range);
            if (!isNew)
                known->second = known->second.united(range);
            ++passes;
        }
    }
    if (passes != play.operations.size())
        return QStringLiteral("%1 instead of %2 passes").arg(passes).arg(play.operations.size());
    for (const auto& [operation, range] : got) {
        const TimeRange wanted = expected->operations[operation];
        if (range != wanted) {
            return QStringLiteral("#%1 is %2-%3, timed %4-%5%6")
                .arg(operation)
                .arg(wanted.begin)
                .arg(wanted.end)
                .arg(range.begin)
                .arg(range.end)
                .arg(QString::fromStdString(play.step.picture()));
        }
    }
    return expected->makespan == retiming.makespan() ? QString() : QStringLiteral("makespan");
}

PipelineTiming timed(const ScheduleRequest& request, const PassCosts& costs)
{
    const Result<PipelineGraph> pipeline = makePipelineGraph(made(request), costs, {request.blockingSends});
    if (!pipeline)
        qFatal("%s", pipeline.error().message.text().c_str());
    Retiming retiming;
    return timePipeline(*pipeline, retiming);
}

} // namespace

class TstBlockingSends : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void postedReceivesTakeTheTimesOfTheClock()
    {
        std::mt19937 random(3);
        for (int number = 0; number < 210 / sparsely; ++number) {
            const std::vector<ScheduleKind> kinds = kindsWith(SendProtocol::Posted);
            const ScheduleRequest request = randomRequest(kinds[size_t(number) % kinds.size()], random);
            const Schedule schedule = made(request);
            const QString what = difference(played(request, schedule), schedule, request.costs);
            QVERIFY2(what.isEmpty(), qPrintable(named(request, number) + QStringLiteral(": ") + what));
        }
    }

    void oneFOneBAndGPipeBlockAsMegatronDoes()
    {
        std::mt19937 random(2);
        for (int number = 0; number < 200 / sparsely; ++number) {
            const ScheduleRequest request
                = randomRequest(number % 2 == 0 ? ScheduleKind::OneFOneB : ScheduleKind::GPipe, random);
            const Schedule schedule = made(request);
            const QString what = difference(played(request, schedule), schedule, request.costs);
            QVERIFY2(what.isEmpty(), qPrintable(named(request, number) + QStringLiteral(": ") + what));
        }
    }

    void interleavedStagesExchangeAsMegatronDoes()
    {
        std::mt19937 random(4);
        for (int number = 0; number < 150 / sparsely; ++number) {
            const ScheduleRequest request = randomRequest(ScheduleKind::Interleaved, random);
            const Schedule schedule = made(request);
            const QString what = difference(played(request, schedule), schedule, request.costs);
            QVERIFY2(what.isEmpty(), qPrintable(named(request, number) + QStringLiteral(": ") + what));
        }
    }

    // What two passes that end together send is one call: neither waits for the other.
    void theDirectionsOfDualPipeOverlapTheirMessages()
    {
        std::mt19937 random(7);
        for (int number = 0; number < 180 / sparsely; ++number) {
            ScheduleRequest request {ScheduleKind::DualPipe, 2 + 2 * (number % 4)};
            request.microbatches = 2 * request.ranks + 2 * (number / 4 % 5);
            request.blockingSends = true;
            const TimeNs send = 1 + TimeNs(random() % 300);
            request.costs = PassCosts::uniform(request.ranks, 500 + TimeNs(random() % 900), 500 + TimeNs(random() % 900),
                500 + TimeNs(random() % 900), send);
            const Schedule schedule = made(request);
            const QString what = difference(played(request, schedule), schedule, request.costs);
            QVERIFY2(what.isEmpty(), qPrintable(named(request, number) + QStringLiteral(": ") + what));
        }
    }

    // Their messages are built apart from those of plain numbers.
    void jobsOfEveryScheduleTakeTheTimesOfTheClock()
    {
        std::mt19937 random(9);
        for (int number = 0; number < 20 / sparsely * int(schedules().size()); ++number) {
            ScheduleRequest request = randomRequest(schedules()[size_t(number) % schedules().size()].kind, random);
            std::fill(request.costs.send.begin(), request.costs.send.end(), TimeNs(random() % 90)); // one for all
            const Schedule schedule = made(request);
            const std::optional<NaiveTimes> expected = playByTheClock(played(request, schedule).step, true);
            QVERIFY2(expected, qPrintable(named(request, number)));
            const Result<StepGraph> step = buildStep({jobOf(request, schedule), schedule}, Pricing());
            QVERIFY2(step, qPrintable(named(request, number)));
            StepTimer timer;
            QVERIFY(timer.time(*step, step->unchanged()));
            const QString what = QStringLiteral(": %1 for %2").arg(timer.retiming().makespan()).arg(expected->makespan);
            QVERIFY2(timer.retiming().makespan() == expected->makespan, qPrintable(named(request, number) + what));
        }
    }

    void lessWorkNeverMakesAStepLonger()
    {
        std::mt19937 random(5);
        int shorter = 0;
        for (const ScheduleInfo& info : schedules()) {
            if (info.followsCosts)
                continue; // another order
            for (int number = 0; number < 60 / sparsely; ++number) {
                const ScheduleRequest request = randomRequest(info.kind, random);
                const TimeNs before = timed(request, request.costs).makespan;
                PassCosts less = request.costs;
                for (std::vector<TimeNs>* all :
                    {&less.forward, &less.inputGradient, &less.weightGradient, &less.send}) {
                    for (TimeNs& cost : *all)
                        cost = random() % 2 == 0 ? cost : TimeNs(random() % (uint64_t(cost) + 1));
                }
                const TimeNs after = timed(request, less).makespan;
                QVERIFY2(after <= before, qPrintable(named(request, number)));
                shorter += after < before;
            }
        }
        QVERIFY(shorter > 300 / sparsely);
    }

    // Half the sends made a step of this job 0.2 % longer while its order was that of the least makespan.
    void oneOfManyStepsIsChosenByHowSoonItIsFollowed()
    {
        ScheduleRequest request {ScheduleKind::ZbV, 4, 8};
        request.blockingSends = true;
        request.isOneOfMany = true;
        const auto period = [&](TimeNs send) {
            request.costs = PassCosts::uniform(request.modelStages(), 4'970'000, 13'200'000, 8'230'000, send);
            return timed(request, request.costs).longestStage;
        };
        QCOMPARE(period(230'000), TimeNs(456'490'000));
        QCOMPARE(period(115'000), TimeNs(453'500'000));

        std::mt19937 random(8);
        for (int number = 0; number < 60 / sparsely; ++number) {
            ScheduleRequest many = randomRequest(ScheduleKind::ZbV, random);
            many.blockingSends = true;
            ScheduleRequest alone = many;
            many.isOneOfMany = true;
            const PipelineTiming repeated = timed(many, many.costs);
            const PipelineTiming shortest = timed(alone, alone.costs);
            QVERIFY2(repeated.longestStage <= shortest.longestStage, qPrintable(named(many, number)));
            QVERIFY2(double(repeated.makespan) <= 1.005 * double(shortest.makespan), qPrintable(named(many, number)));
        }
    }

    void moreMicrobatchesInFlightNeverMakeAStepLonger_data()
    {
        QTest::addColumn<bool>("blocks");
        QTest::addColumn<bool>("isOneOfMany");
        QTest::newRow("one step, blocking") << true << false;
        QTest::newRow("one step") << false << false;
        QTest::newRow("one of many, blocking") << true << true;
        QTest::newRow("one of many") << false << true;
    }
    void moreMicrobatchesInFlightNeverMakeAStepLonger()
    {
        QFETCH(bool, blocks);
        QFETCH(bool, isOneOfMany);
        std::mt19937 random(6);
        for (int number = 0; number < 60 / sparsely; ++number) {
            ScheduleRequest request = randomRequest(ScheduleKind::ZbAuto, random);
            request.blockingSends = blocks;
            request.isOneOfMany = isOneOfMany;
            if (number % 3 == 0) { // the usual: all stages alike, messages shorter than passes
                request.costs = PassCosts::uniform(request.ranks, 50 + TimeNs(random() % 100),
                    50 + TimeNs(random() % 100), TimeNs(random() % 100), TimeNs(random() % 20));
            }
            const int p = request.ranks;
            const auto stepOf = [&](ScheduleKind kind, int limit) {
                ScheduleRequest same = request;
                same.kind = kind;
                same.memoryLimit = limit;
                const PipelineTiming timing = timed(same, request.costs);
                return isOneOfMany ? timing.longestStage : timing.makespan;
            };
            TimeNs least = std::numeric_limits<TimeNs>::max();
            for (const int limit : {1, p, p + 1, 2 * p - 1, 2 * p, 3 * p}) {
                if (limit >= p)
                    least = std::min({least, stepOf(ScheduleKind::OneFOneB, 0), stepOf(ScheduleKind::ZbH1, 0)});
                if (limit >= 2 * p - 1)
                    least = std::min(least, stepOf(ScheduleKind::ZbH2, 0));
                const TimeNs step = stepOf(ScheduleKind::ZbAuto, limit);
                QVERIFY2(step <= least,
                    qPrintable(named(request, number) + QStringLiteral(": %1 after %2").arg(step).arg(least)));
                least = step;
            }
        }
    }
};

BUBBLESCOPE_TEST(TstBlockingSends, QCoreApplication)

} // namespace bubblescope::tst_blockingsends

#include "tst_blockingsends.moc"
