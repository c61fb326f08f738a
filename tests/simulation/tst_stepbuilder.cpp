// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "naivestep.h"
#include "stepbuilder.h"
#include "steprecords.h"
#include "steptimeline.h"
#include "structuredjob.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <map>
#include <random>

namespace bubblescope::tst_stepbuilder {

namespace {

constexpr TimeNs ms = 1'000'000;

WorkPiece compute(double ns)
{
    WorkPiece piece;
    piece.ns = ns;
    return piece;
}

WorkPiece allReduce(Category group, double ns, bool isAsynchronous = false)
{
    WorkPiece piece;
    piece.name = "allreduce";
    piece.ns = ns;
    piece.operation = Operation::AllReduce;
    piece.category = group;
    piece.isAsynchronous = isAsynchronous;
    return piece;
}

/// Ranks that all compute 10 ms forward and 20 ms backward; messages take 1 ms.
JobProfile job(int stages, int microbatches, int tensor = 1, int data = 1)
{
    JobProfile made;
    made.name = "job";
    made.stages = stages;
    made.microbatches = microbatches;
    made.tensor = tensor;
    made.data = data;
    made.messageNs = double(ms);
    for (int rank = 0; rank < stages * tensor * data; ++rank) {
        RankWork work;
        work.rank = rank;
        work.stage = rank / (tensor * data);
        work.forward = {compute(10 * ms)};
        work.backward = {compute(20 * ms)};
        made.ranks.push_back(work);
    }
    return made;
}

Result<StepGraph> build(const JobProfile& job, ScheduleKind kind = ScheduleKind::OneFOneB)
{
    const Result<Schedule> schedule = makeSchedule({kind, job.stages, job.microbatches, job.chunks});
    if (!schedule)
        return schedule.error();
    return buildStep({job, *schedule}, Pricing());
}

/// The step as a picture of its timeline.
QByteArray picture(const JobProfile& job, ScheduleKind kind = ScheduleKind::OneFOneB)
{
    Result<StepGraph> step = build(job, kind);
    if (!step)
        return QByteArray::fromStdString(step.error().message.text());
    StepTimer timer;
    timer.time(*step, step->unchanged());
    return '\n' + QByteArray::fromStdString(textFromTrace(StepTimeline().play(*step, timer)));
}

/// A job of random sizes and costs, and the same as operations to be played by the clock.
class RandomJob {
public:
    explicit RandomJob(std::mt19937& random) : m_random(random)
    {
        const int stages = 1 + below(3);
        profile = job(stages, 1 + below(4), 1 + below(2), 1 + below(2));
        isGPipe = below(2) == 0;
        profile.messageNs = below(8);
        for (RankWork& work : profile.ranks) {
            if (below(3) == 0)
                work.gaps = HostGaps(below(5));
            work.forward = {compute(below(30)), allReduce(Category::TensorComm, below(9)), compute(below(30))};
            work.backward = {compute(below(60)), allReduce(Category::TensorComm, below(9))};
            work.finalize = {allReduce(Category::DataComm, below(40))};
            work.optimizer = {compute(below(20))};
        }
        for (int rank = 0; rank < int(profile.ranks.size()); ++rank)
            write(rank);
        meet();
    }

    JobProfile profile;
    NaiveStep step;
    bool isGPipe = false;
    /// First and last operation of every pass.
    std::map<std::tuple<int, Operation, int>, std::pair<size_t, size_t>> passes;

private:
    int below(int end) { return int(m_random() % unsigned(end)); }
    int perStage() const { return profile.tensor * profile.data; }
    TimeNs gapOf(int rank) const
    {
        return TimeNs(profile.ranks[size_t(rank)].gaps.ns(Operation::Forward, Operation::Forward));
    }

    size_t add(int rank, const char* name, TimeNs lead, TimeNs cost) { return step.add({name, rank, lead, cost}); }
    void work(int rank, const Work& pieces, Operation operation, int microbatch)
    {
        std::optional<size_t> first;
        size_t last = 0;
        TimeNs lead = gapOf(rank);
        for (const WorkPiece& piece : pieces) {
            if (piece.isCommunication()) {
                last = add(rank, "meet", lead, 0);
                m_meetings[{piece.category, rank}].push_back({last, TimeNs(piece.ns)});
            } else {
                last = add(rank, "work", lead, TimeNs(piece.ns));
            }
            lead = 0;
            first = first.value_or(last);
        }
        if (first)
            passes[{rank, operation, microbatch}] = {*first, last};
    }
    void message(int rank, const std::vector<std::pair<bool, bool>>& legs) // sends, forward
    {
        std::optional<size_t> call;
        for (const auto& [sends, forward] : legs) {
            const int other = rank + (sends == forward ? perStage() : -perStage());
            if (other < 0 || other >= int(profile.ranks.size()))
                continue;
            if (!call)
                call = add(rank, "p2p", gapOf(rank), 0);
            step.legs.push_back(
                {*call, sends, sends ? rank : other, sends ? other : rank, int(forward), TimeNs(profile.messageNs)});
        }
    }
    void forward(int rank, int i) { work(rank, profile.ranks[size_t(rank)].forward, Operation::Forward, i); }
    void backward(int rank, int i) { work(rank, profile.ranks[size_t(rank)].backward, Operation::Backward, i); }

    /// As Megatron-LM's loops have it.
    void write(int rank)
    {
        const int microbatches = profile.microbatches;
        const int warmup = isGPipe ? microbatches : std::min(profile.stages - rank / perStage() - 1, microbatches);
        const int steady = microbatches - warmup;
        for (int i = 0; i < warmup; ++i) {
            message(rank, {{false, true}});
            forward(rank, i);
            message(rank, {{true, true}});
        }
        if (steady > 0)
            message(rank, {{false, true}});
        for (int i = 0; i < steady; ++i) {
            forward(rank, warmup + i);
            message(rank, {{true, true}, {false, false}});
            backward(rank, i);
            if (i + 1 < steady)
                message(rank, {{true, false}, {false, true}});
            else
                message(rank, {{true, false}});
        }
        for (int i = steady; i < microbatches; ++i) {
            message(rank, {{false, false}});
            backward(rank, i);
            message(rank, {{true, false}});
        }
        work(rank, profile.ranks[size_t(rank)].finalize, Operation::Other, -1);
        work(rank, profile.ranks[size_t(rank)].optimizer, Operation::OptimizerStep, -1);
    }

    /// The k-th of one kind of all members; what the slowest of them moves counts.
    void meet()
    {
        const auto place = [this](Category kind, int rank) {
            const int tensor = rank % profile.tensor;
            const int data = rank / profile.tensor % profile.data;
            const int stage = rank / perStage();
            return kind == Category::TensorComm ? std::tuple(stage, data, -1) : std::tuple(stage, -1, tensor);
        };
        std::map<std::tuple<Category, std::tuple<int, int, int>, size_t>, NaiveStep::Collective> all;
        for (const auto& [key, meetings] : m_meetings) {
            for (size_t k = 0; k < meetings.size(); ++k) {
                NaiveStep::Collective& one = all[{key.first, place(key.first, key.second), k}];
                one.members.push_back(meetings[k].first);
                one.cost = std::max(one.cost, meetings[k].second);
            }
        }
        for (const auto& [key, collective] : all)
            step.collectives.push_back(collective);
    }

    std::mt19937& m_random;
    std::map<std::pair<Category, int>, std::vector<std::pair<size_t, TimeNs>>> m_meetings;
};

} // namespace

class TstStepBuilder : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void oneRankRunsItsPassesInTurn()
    {
        JobProfile alone = job(1, 2);
        alone.ranks[0].optimizer = {compute(5 * ms)};
        QCOMPARE(picture(alone),
            QByteArray("\n"
                       "rank0 stage0: [forward_step 0-10] [backward_step 10-30] [forward_step 30-40] [backward_step "
                       "40-60] [optimizer_step 60-65]\n"));
    }

    void twoStagesSendAndWait()
    {
        QCOMPARE(picture(job(2, 2)),
            QByteArray(
                "\n"
                "rank0 stage0: [forward_step 0-10] [forward_step 11-21] [backward_step 42-62] [backward_step 73-93]\n"
                "rank0 stage0 comm pp: [send_forward 10-11] [send_forward 21-42 ~recv_backward] [recv_backward 62-73]\n"
                "rank1 stage1: [forward_step 11-21] [backward_step 21-41] [forward_step 42-52] [backward_step 52-72]\n"
                "rank1 stage1 comm pp: [recv_forward 0-11] [send_backward 41-42 ~recv_forward] [send_backward "
                "72-73]\n"));
    }

    void recordsThatAreToldAlreadyCanBeJoined()
    {
        const JobProfile one = job(1, 1);
        for (const bool isTold : {false, true}) {
            StepGraph step;
            StepRecords records(one, step);
            records.startRank(0, 0);
            const uint32_t call = records.addMessage(Operation::SendForward, 0, 0);
            const uint32_t leg = records.addMessage(Operation::RecvBackward, 1, 0);
            if (isTold)
                records.flush();
            records.setFlag(call, SpanFlag::fused);
            records.putInto(leg, call, SpanFlag::fusedLeg);
            records.flush();
            QCOMPARE(step.builder.spanCount(), 2u);
            QVERIFY(step.spans[leg].isLeg && !step.spans[leg].isTop && step.spans[call].isTop);
            for (const uint32_t span : {call, leg})
                step.builder.setRange(span, {0, ms});
            ImportReport report;
            std::vector<SpanId> placed;
            const Trace trace = step.builder.finish({}, report, &placed);
            QCOMPARE(trace.parent(placed[leg]), placed[call]);
            QCOMPARE(trace.flags(placed[call]), uint8_t(SpanFlag::fused));
            QCOMPARE(trace.flags(placed[leg]), uint8_t(SpanFlag::fusedLeg));
        }
    }

    void canBeStopped()
    {
        const JobProfile four = job(4, 8);
        const Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, 4, 8, 1});
        QVERIFY(schedule);
        int asked = 0;
        QVERIFY(buildStep({four, *schedule}, Pricing(), [&](uint64_t, uint64_t) { return ++asked > 0; }));
        QVERIFY(asked > 4);
        for (int last = 0; last < asked; ++last) {
            int left = last;
            const auto progress = [&](uint64_t done, uint64_t total) { return done < total && left-- > 0; };
            QVERIFY(!buildStep({four, *schedule}, Pricing(), progress));
        }
    }

    void gradientsOnAStreamRunBesideTheBackwardPass()
    {
        JobProfile beside = job(1, 2, 1, 2);
        for (RankWork& work : beside.ranks) {
            work.backward = {compute(10 * ms), allReduce(Category::DataComm, 15 * ms, true), compute(10 * ms)};
            work.optimizer = {compute(5 * ms)};
        }
        QCOMPARE(picture(beside),
            QByteArray("\n"
                       "rank0 stage0: [forward_step 0-10] [backward_step 10-30] [forward_step 30-40] [backward_step "
                       "40-60] [optimizer_step 65-70]\n"
                       "rank0 stage0 dp stream: [allreduce 50-65]\n"
                       "rank1 stage0: [forward_step 0-10] [backward_step 10-30] [forward_step 30-40] [backward_step "
                       "40-60] [optimizer_step 65-70]\n"
                       "rank1 stage0 dp stream: [allreduce 50-65]\n"));
    }

    void collectivesInsideAPassArePartOfIt()
    {
        JobProfile sharded = job(1, 1, 2);
        for (RankWork& work : sharded.ranks)
            work.forward = {compute(4 * ms), allReduce(Category::TensorComm, 2 * ms), compute(4 * ms)};
        sharded.ranks[1].forward[0].ns = double(7 * ms);
        QCOMPARE(picture(sharded),
            QByteArray("\n"
                       "rank0 stage0: [forward_step 0-13] [backward_step 13-33]\n"
                       "rank0 stage0 comm tp: [allreduce 4-9 in forward_step]\n"
                       "rank1 stage0: [forward_step 0-13] [backward_step 13-33]\n"
                       "rank1 stage0 comm tp: [allreduce 7-9 in forward_step]\n"));
    }

    void ofReplicasThatAreAlikeOneIsDrawn()
    {
        JobProfile alike = job(2, 1);
        alike.data = 4;
        alike.replicasAreAlike = true;
        alike.ranks[1].rank = 4;
        for (RankWork& work : alike.ranks)
            work.finalize = {allReduce(Category::DataComm, 3 * ms)};
        QCOMPARE(picture(alike),
            QByteArray("\n"
                       "rank0 stage0: [forward_step 0-10] [backward_step 42-62]\n"
                       "rank0 stage0 comm pp: [send_forward 10-11] [recv_backward 11-42]\n"
                       "rank0 stage0 comm dp: [allreduce 62-65]\n"
                       "rank4 stage1: [forward_step 11-21] [backward_step 21-41]\n"
                       "rank4 stage1 comm pp: [recv_forward 0-11] [send_backward 41-42]\n"
                       "rank4 stage1 comm dp: [allreduce 42-45]\n"));
    }

    void gapsAndVariationStretchEveryPass()
    {
        JobProfile varied = job(1, 2);
        varied.ranks[0].gaps = HostGaps(double(ms));
        varied.ranks[0].forwardVariation = {1, 1.5F};
        varied.ranks[0].backwardVariation = {0.5F};
        QCOMPARE(picture(varied),
            QByteArray("\n"
                       "rank0 stage0: [forward_step 0-10] [backward_step 11-21] [forward_step 22-37] [backward_step "
                       "38-48]\n"));
    }

    void stepsBeyondMemoryAreRefused()
    {
        JobProfile huge = job(8, 60'000, 8, 8);
        const Result<StepGraph> step = build(huge);
        QVERIFY(!step);
        QVERIFY2(step.error().message.text().find("60000 microbatches on 512 ranks") != std::string::npos,
            step.error().message.text().c_str());
    }

    void stepsTakeTheTimesOfTheClock()
    {
        std::mt19937 random(23);
        for (int number = 0; number < 200; ++number) {
            RandomJob made(random);
            const std::optional<NaiveTimes> expected = playByTheClock(made.step, true);
            const std::string shown = "case " + std::to_string(number) + made.step.picture();
            QVERIFY2(expected, shown.c_str());
            Result<StepGraph> step = build(made.profile, made.isGPipe ? ScheduleKind::GPipe : ScheduleKind::OneFOneB);
            QVERIFY2(step, shown.c_str());
            StepTimer timer;
            timer.time(*step, step->unchanged());
            QVERIFY2(timer.retiming().makespan() == expected->makespan,
                (std::to_string(timer.retiming().makespan()) + " for " + std::to_string(expected->makespan) + " in "
                    + shown)
                    .c_str());
            // Times of the trace count from its first span.
            const Trace trace = StepTimeline().play(*step, timer);
            TimeNs start = expected->makespan;
            for (const TimeRange& range : expected->operations)
                start = std::min(start, range.begin);
            size_t found = 0;
            for (uint32_t i = 0; i < trace.spanCount(); ++i) {
                const SpanId span(i);
                const auto pass = made.passes.find(
                    {trace.track(trace.track(span)).rank, trace.operation(span), trace.microbatch(span)});
                if (pass == made.passes.end() || trace.parent(span).isValid())
                    continue;
                ++found;
                const TimeRange wanted {expected->operations[pass->second.first].begin - start,
                    expected->operations[pass->second.second].end - start};
                QVERIFY2(trace.range(span) == wanted,
                    (std::string(trace.name(span)) + " from " + std::to_string(trace.begin(span)) + " to "
                        + std::to_string(trace.end(span)) + ", not " + std::to_string(wanted.begin) + " to "
                        + std::to_string(wanted.end) + " in " + shown)
                        .c_str());
            }
            QVERIFY2(found >= made.profile.ranks.size() * size_t(made.profile.microbatches) * 2, shown.c_str());
        }
    }

    void sendsThatHoldTheirRanksCountOnce()
    {
        const Result<StepGraph> step = build(job(2, 3), ScheduleKind::ZbH1);
        QVERIFY(step);
        QCOMPARE(step->kinds.size(), size_t(1));
        QCOMPARE(step->kinds.front().count, 6u);
        QCOMPARE(step->kinds.front().ns, double(ms));
        StepTimer timer;
        const auto stepOf = [&](double factor) {
            CostFactors factors = step->unchanged();
            factors.transfer.front() = factor;
            timer.time(*step, factors);
            return timer.pipelineFigures(*step).stepNs;
        };
        QVERIFY(stepOf(1) > stepOf(0));
        QCOMPARE(stepOf(2) - stepOf(1), stepOf(1) - stepOf(0));
    }

    void anotherShareOfWeightGradientsIsAnotherStep()
    {
        Knobs knobs;
        for (const ScheduleKind kind : {ScheduleKind::ZbH1, ScheduleKind::ZbH2, ScheduleKind::DualPipe}) {
            knobs.schedule = kind;
            const auto stepOf = [&](double share, double other) {
                JobProfile split = job(4, 8);
                for (RankWork& work : split.ranks) {
                    if (share <= 0)
                        continue;
                    work.backward = {compute(20 * ms * (1 - share))};
                    work.weightGradient = {compute(20 * ms * share)};
                }
                const Result<StructuredJob> made = structured(split, knobs, Pricing());
                if (!made)
                    return std::nan("");
                const Result<StepGraph> step = buildStep(*made, Pricing());
                StepTimer timer;
                if (!step || !timer.time(*step, step->unchanged()))
                    return std::nan("");
                const double ns = timer.pipelineFigures(*step).stepNs;
                return other > 0 ? ns + timer.changeByWeightShare(*step, WeightShare::usual, other) : ns;
            };
            QCOMPARE(stepOf(0, 0), stepOf(WeightShare::usual, 0));
            for (const double share : {WeightShare::least, WeightShare::most})
                QCOMPARE(stepOf(0, share), stepOf(share, 0));
            QVERIFY(stepOf(0, WeightShare::least) > stepOf(0, WeightShare::most));
        }
    }
};

BUBBLESCOPE_TEST(TstStepBuilder, QCoreApplication)

} // namespace bubblescope::tst_stepbuilder

#include "tst_stepbuilder.moc"
