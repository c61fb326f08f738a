// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordednames.h"
#include "samplefolder.h"
#include "samplerun.h"
#include "schedulemessages.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace bubblescope::tst_samplerun {

namespace {

SampleRun sampleOf(const SampleOptions& options)
{
    Result<SampleRun> sample = makeSample(options);
    if (!sample)
        qFatal("%s", sample.error().message.text().c_str());
    return std::move(sample).value();
}

/// The span's times by a clock that all hosts share.
TimeRange common(const SampleRun& sample, SpanId span)
{
    const Trace& trace = *sample.run.trace;
    const size_t host = trace.track(trace.track(span)).host;
    const auto shift = TimeNs(std::llround(sample.truth.clockOffsetsMs[host] * 100)) * 10000;
    return {trace.begin(span) + shift, trace.end(span) + shift};
}

std::vector<SpanId> spansOf(const Trace& trace, Operation operation, int rank = -1)
{
    std::vector<SpanId> spans;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        if (trace.operation(span) == operation && (rank < 0 || trace.track(trace.track(span)).rank == rank))
            spans.push_back(span);
    }
    return spans;
}

double medianMs(const Trace& trace, const std::vector<SpanId>& spans)
{
    std::vector<TimeNs> times;
    for (SpanId span : spans)
        times.push_back(trace.duration(span));
    if (times.empty())
        return 0;
    std::nth_element(times.begin(), times.begin() + long(times.size() / 2), times.end());
    return double(times[times.size() / 2]) / 1e6;
}

uint64_t fingerprint(const Trace& trace)
{
    uint64_t sum = trace.spanCount();
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        sum = sum * 1099511628211u + uint64_t(trace.begin(SpanId(i))) * 31 + uint64_t(trace.end(SpanId(i)));
    return sum;
}

/// All that a sample can follow.
std::vector<ScheduleKind> sampledSchedules()
{
    std::vector<ScheduleKind> kinds;
    for (const ScheduleInfo& info : schedules()) {
        if (canSample(info.kind))
            kinds.push_back(info.kind);
    }
    return kinds;
}

} // namespace

class TstSampleRun : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theDefaultHasSixteenRanksOnTwoHosts()
    {
        const SampleRun sample = sampleOf({});
        const Trace& trace = *sample.run.trace;
        QCOMPARE(trace.ranks().size(), size_t(16));
        QCOMPARE(trace.hosts().size(), size_t(2));
        QCOMPARE(trace.steps().size(), size_t(3));
        QCOMPARE(sample.run.stageCount(), 4);
        QCOMPARE(sample.truth.spans, uint64_t(trace.spanCount()));
        QVERIFY(trace.subOperationCount() > 0);
        // GPT-like: a stage's forward takes about 20 ms.
        for (double ms : sample.truth.forwardMs)
            QVERIFY2(ms > 15 && ms < 25, qPrintable(QString::number(ms)));
    }

    void everyRankRecordsItsSchedule()
    {
        const SampleRun sample = sampleOf({});
        const Trace& trace = *sample.run.trace;
        for (const RankInfo& rank : trace.ranks()) {
            const bool isFirst = rank.stage == 0;
            const bool isLast = rank.stage == 3;
            QCOMPARE(spansOf(trace, Operation::Forward, rank.rank).size(), size_t(24));
            QCOMPARE(spansOf(trace, Operation::Backward, rank.rank).size(), size_t(24));
            QCOMPARE(spansOf(trace, Operation::SendForward, rank.rank).size(), size_t(isLast ? 0 : 24));
            QCOMPARE(spansOf(trace, Operation::RecvForward, rank.rank).size(), size_t(isFirst ? 0 : 24));
            QCOMPARE(spansOf(trace, Operation::GetBatch, rank.rank).size(), size_t(isFirst || isLast ? 24 : 0));
            QCOMPARE(spansOf(trace, Operation::Loss, rank.rank).size(), size_t(isLast ? 24 : 0));
            QCOMPARE(spansOf(trace, Operation::OptimizerStep, rank.rank).size(), size_t(3));
        }
        std::map<std::string, int> names;
        for (uint32_t i = 0; i < trace.spanCount(); ++i)
            ++names[std::string(trace.name(SpanId(i)))];
        QCOMPARE(names["dp_allreduce"], 16 * 3);
        QCOMPARE(names["ep_allreduce"], 8 * 3);
        QCOMPARE(names["exp_dp_allreduce"], 0);
    }

    void gradientsAreNamedAfterTheirCollective()
    {
        const auto name = [](Operation operation) { return recordedGradients(operation, Category::DataComm).name; };
        QCOMPARE(name(Operation::AllReduce), std::string_view("dp_allreduce"));
        QCOMPARE(name(Operation::ReduceScatter), std::string_view("reduce_scatter"));
        QCOMPARE(name(Operation::AllGather), std::string_view("allgather"));
    }

    void steadyMessagesAreFusedPairs()
    {
        const SampleRun sample = sampleOf({});
        const Trace& trace = *sample.run.trace;
        int fused = 0;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId leg(i);
            if (!trace.hasFlag(leg, SpanFlag::fusedLeg))
                continue;
            ++fused;
            const SpanId charged = trace.parent(leg);
            QVERIFY(charged.isValid());
            QVERIFY(trace.hasFlag(charged, SpanFlag::fused));
            QCOMPARE(trace.range(leg), trace.range(charged));
            QVERIFY(isSend(trace.operation(charged)) && isReceive(trace.operation(leg)));
        }
        // Each of 3 links: a steady microbatch more on the later side; 4 pairs of ranks; 3 steps.
        QCOMPARE(fused, (5 + 6 + 7 + 5 + 6 + 7) * 4 * 3);
    }

    void noReceiveEndsBeforeItsSendBegins()
    {
        for (const ScheduleKind schedule : sampledSchedules()) {
            SampleOptions options;
            options.schedule = schedule;
            const SampleRun sample = sampleOf(options);
            const Trace& trace = *sample.run.trace;
            const int perStage = options.tensor * options.data;
            for (const auto& [send, receive, next] :
                {std::tuple(Operation::SendForward, Operation::RecvForward, perStage),
                    std::tuple(Operation::SendBackward, Operation::RecvBackward, -perStage)}) {
                for (const RankInfo& rank : trace.ranks()) {
                    if (!trace.findRank(rank.rank + next))
                        continue;
                    std::vector<SpanId> sends = spansOf(trace, send, rank.rank);
                    std::vector<SpanId> receives = spansOf(trace, receive, rank.rank + next);
                    const auto byTime = [&](SpanId a, SpanId b) { return trace.begin(a) < trace.begin(b); };
                    std::sort(sends.begin(), sends.end(), byTime);
                    std::sort(receives.begin(), receives.end(), byTime);
                    QCOMPARE(sends.size(), receives.size());
                    for (size_t i = 0; i < sends.size(); ++i) {
                        QCOMPARE(trace.microbatch(sends[i]), trace.microbatch(receives[i]));
                        QVERIFY(common(sample, receives[i]).end > common(sample, sends[i]).begin);
                        if (sendProtocolOf(schedule) == SendProtocol::Rendezvous)
                            QVERIFY(common(sample, sends[i]).end > common(sample, receives[i]).begin);
                        else
                            QVERIFY(common(sample, sends[i]).end <= common(sample, receives[i]).end);
                    }
                }
            }
        }
    }

    void receivesAreNoticedALittleLater()
    {
        SampleOptions options;
        const auto lags = [](const SampleRun& sample) {
            const std::vector<SpanId> sends = spansOf(*sample.run.trace, Operation::SendForward, 0);
            const std::vector<SpanId> receives = spansOf(*sample.run.trace, Operation::RecvForward, 4);
            std::set<TimeNs> found;
            for (size_t i = 0; i < 3; ++i) // warmup: sends on their own
                found.insert(common(sample, receives[i]).end - common(sample, sends[i]).end);
            return found;
        };
        const std::set<TimeNs> noisy = lags(sampleOf(options));
        QVERIFY(*noisy.begin() >= 0 && *noisy.rbegin() <= 50000 && *noisy.rbegin() > 0);
        options.noise = 0;
        QCOMPARE(*lags(sampleOf(options)).rbegin(), TimeNs(0));
    }

    void aForwardBeginsAfterTheOneBeforeIt()
    {
        const SampleRun sample = sampleOf({});
        const Trace& trace = *sample.run.trace;
        std::map<std::pair<int, int>, TimeNs> endOf; // first step: (rank, microbatch)
        for (int rank = 0; rank < 16; ++rank) {
            for (SpanId span : spansOf(trace, Operation::Forward, rank)) {
                const TimeRange range = common(sample, span);
                const auto [it, isNew] = endOf.try_emplace({rank, trace.microbatch(span)}, range.end);
                if (isNew && rank >= 4)
                    QVERIFY((range.begin > endOf[{rank - 4, trace.microbatch(span)}]));
            }
        }
    }

    void lanesHoldNoOverlapsAndPartsLieInsideTheirOperation()
    {
        SampleOptions options;
        options.expert = 2;
        options.data = 4;
        options.expertImbalance = 1.5;
        options.stragglers = {{5, 1.4}};
        const SampleRun sample = sampleOf(options);
        const Trace& trace = *sample.run.trace;
        for (const Row& row : trace.rows())
            QVERIFY(row.kind != Row::Kind::Overflow);
        uint32_t parts = 0;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            QVERIFY(trace.duration(span) > 0);
            if (!trace.hasFlag(span, SpanFlag::subOperation))
                continue;
            ++parts;
            QVERIFY(trace.parent(span).isValid());
            QVERIFY(trace.range(trace.parent(span)).contains(trace.range(span)));
        }
        QCOMPARE(parts, trace.subOperationCount());
        // What a rank calls itself never overlaps: it does one thing at a time.
        for (const RankInfo& rank : trace.ranks()) {
            std::vector<TimeRange> calls;
            for (uint32_t i = 0; i < trace.spanCount(); ++i) {
                const SpanId span(i);
                if (trace.track(trace.track(span)).rank == rank.rank
                    && !trace.hasFlag(span, SpanFlag::subOperation | SpanFlag::fusedLeg))
                    calls.push_back(trace.range(span));
            }
            std::sort(calls.begin(), calls.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
            for (size_t i = 1; i < calls.size(); ++i)
                QVERIFY(calls[i].begin >= calls[i - 1].end);
        }
    }

    void timesFitTwoDecimalsOfAMillisecond()
    {
        const SampleRun sample = sampleOf({});
        const Trace& trace = *sample.run.trace;
        QCOMPARE(trace.origin() % 10000, 0);
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            QCOMPARE(trace.begin(SpanId(i)) % 10000, 0);
            QCOMPARE(trace.end(SpanId(i)) % 10000, 0);
        }
    }

    void membersOfACollectiveLeaveTogether()
    {
        const SampleRun sample = sampleOf({});
        const Trace& trace = *sample.run.trace;
        for (int rank = 0; rank < 16; rank += 2) {
            const std::vector<SpanId> left = spansOf(trace, Operation::AllReduce, rank);
            const std::vector<SpanId> right = spansOf(trace, Operation::AllReduce, rank + 1);
            QCOMPARE(left.size(), right.size());
            std::multiset<TimeNs> leftEnds;
            std::multiset<TimeNs> rightEnds;
            for (size_t i = 0; i < left.size(); ++i) {
                if (trace.category(left[i]) == Category::TensorComm)
                    leftEnds.insert(common(sample, left[i]).end);
                if (trace.category(right[i]) == Category::TensorComm)
                    rightEnds.insert(common(sample, right[i]).end);
            }
            QVERIFY(!leftEnds.empty());
            QVERIFY(leftEnds == rightEnds);
        }
    }

    void stepTimesOfTruthAreThoseOfTheTrace()
    {
        const SampleRun sample = sampleOf({});
        const Trace& trace = *sample.run.trace;
        QCOMPARE(sample.truth.stepMs.size(), size_t(3));
        std::vector<TimeRange> steps(3, TimeRange::nothing());
        std::map<int, int> optimizers;
        for (const RankInfo& rank : trace.ranks()) {
            std::vector<SpanId> spans;
            for (uint32_t i = 0; i < trace.spanCount(); ++i) {
                if (trace.track(trace.track(SpanId(i))).rank == rank.rank)
                    spans.push_back(SpanId(i));
            }
            std::sort(spans.begin(), spans.end(), [&](SpanId a, SpanId b) { return trace.begin(a) < trace.begin(b); });
            size_t step = 0;
            for (SpanId span : spans) {
                steps[step] = steps[step].united(common(sample, span));
                step += trace.operation(span) == Operation::OptimizerStep;
            }
        }
        for (size_t i = 0; i < 3; ++i)
            QCOMPARE(double(steps[i].duration()) / 1e6, sample.truth.stepMs[i]);
    }

    void aCleanStepIsWhatTheScheduleSays()
    {
        SampleOptions options;
        options.noise = 0;
        options.steps = 1;
        const SampleRun sample = sampleOf(options);
        // (m + p - 1) passes, then gradients and optimizer: gaps and transfers come on top, but not much.
        const double pass = sample.truth.forwardMs[1] + sample.truth.backwardMs[1];
        const double pipeline = (options.microbatches + options.stages - 1) * pass;
        QVERIFY2(sample.truth.stepMs[0] > pipeline && sample.truth.stepMs[0] < pipeline * 1.12,
            qPrintable(QStringLiteral("%1 ms, passes alone %2 ms").arg(sample.truth.stepMs[0]).arg(pipeline)));
    }

    void plannedTimesAreThoseOfACleanTrace()
    {
        SampleOptions options;
        options.noise = 0;
        const SampleRun sample = sampleOf(options);
        const Trace& trace = *sample.run.trace;
        for (int stage = 0; stage < 4; ++stage) {
            const double forward = medianMs(trace, spansOf(trace, Operation::Forward, stage * 4));
            QVERIFY(qAbs(forward - sample.truth.forwardMs[size_t(stage)]) < 0.02);
            const double backward = medianMs(trace, spansOf(trace, Operation::Backward, stage * 4));
            QVERIFY(qAbs(backward - sample.truth.backwardMs[size_t(stage)]) < 0.02);
        }
    }

    void plantedFaultsShowInTheMedians()
    {
        SampleOptions options;
        options.tensor = 1;
        options.data = 4;
        const SampleRun clean = sampleOf(options);
        options.lastStageFactor = 1.25;
        options.stragglers = {{6, 1.3}};
        options.slowLinks = {{1, 8}};
        const SampleRun faulty = sampleOf(options);
        const auto forward = [](const SampleRun& sample, int rank) {
            return medianMs(*sample.run.trace, spansOf(*sample.run.trace, Operation::Forward, rank));
        };
        QVERIFY(qAbs(forward(faulty, 6) / forward(clean, 6) - 1.3) < 0.01);
        QVERIFY(qAbs(forward(faulty, 5) / forward(clean, 5) - 1) < 0.01);
        QVERIFY(qAbs(forward(faulty, 12) / forward(clean, 12) - 1.25) < 0.01);
        QVERIFY(faulty.truth.stepMs[0] > clean.truth.stepMs[0] * 1.2);
        // The shortest message over a link has waited for nobody.
        const auto shortest = [](const SampleRun& sample, int rank) {
            TimeNs least = std::numeric_limits<TimeNs>::max();
            for (SpanId span : spansOf(*sample.run.trace, Operation::SendForward, rank))
                least = std::min(least, sample.run.trace->duration(span));
            return double(least);
        };
        QVERIFY(shortest(faulty, 4) > 6 * shortest(clean, 4));
        QVERIFY(shortest(faulty, 0) < 2 * shortest(clean, 0));
    }

    void busyExpertsTakeLongerAndShipMore()
    {
        SampleOptions options;
        options.tensor = 1;
        options.data = 4;
        options.expert = 4;
        options.expertImbalance = 2;
        options.seed = 8; // place 0 of each expert group is the busy one
        const SampleRun sample = sampleOf(options);
        const Trace& trace = *sample.run.trace;
        const auto largest = [&](int rank) {
            int64_t bytes = 0;
            for (SpanId span : spansOf(trace, Operation::AllToAll, rank))
                bytes = std::max(bytes, trace.bytes(span));
            return bytes;
        };
        QCOMPARE(largest(0), int64_t(4096) * 4096 * 2 * 2);
        QCOMPARE(largest(1), int64_t(4096) * 4096 * 2); // what it sends out; it gets less
        // The others wait for the busy one: their exchanges are long where its are short.
        const auto waiting = [&](int rank) {
            TimeNs sum = 0;
            for (SpanId span : spansOf(trace, Operation::AllToAll, rank))
                sum += trace.duration(span);
            return double(sum);
        };
        QVERIFY(waiting(1) > 1.5 * waiting(0));
        std::set<std::string> names;
        for (SpanId span : spansOf(trace, Operation::AllReduce, 0))
            names.insert(std::string(trace.name(span)));
        QVERIFY(names.contains("dp_allreduce"));
        QVERIFY(names.contains("exp_dp_allreduce")); // of the one replica of each expert, as Megatron records it
        QCOMPARE(spansOf(trace, Operation::AllGather, 0).size(), size_t(2 * 8 * 8 * 3));
    }

    void expertReplicasShareTheirGradients()
    {
        SampleOptions options;
        options.data = 4;
        options.expert = 2;
        const SampleRun sample = sampleOf(options);
        int count = 0;
        for (SpanId span : spansOf(*sample.run.trace, Operation::AllReduce, 3)) {
            if (sample.run.trace->name(span) == "exp_dp_allreduce") {
                ++count;
                QCOMPARE(int(sample.run.trace->category(span)), int(Category::ExpertDataComm));
            }
        }
        QCOMPARE(count, 3);
    }

    void clocksOfHostsAreApartAsTruthSays()
    {
        SampleOptions options;
        options.hosts = 4;
        const SampleRun sample = sampleOf(options);
        QCOMPARE(sample.truth.clockOffsetsMs.size(), size_t(4));
        QCOMPARE(sample.truth.clockOffsetsMs[0], 0.0);
        QCOMPARE(sample.truth.clockOffsetsMs[1], -604781214.5);
        QCOMPARE(sample.truth.clockOffsetsMs[3], -3 * 604781214.5);
        QVERIFY(sample.run.trace->range().duration() > TimeNs(3 * 604781214LL) * 1000000);
    }

    void theSameSeedGivesTheSameRun()
    {
        SampleOptions options;
        const uint64_t first = fingerprint(*sampleOf(options).run.trace);
        QCOMPARE(fingerprint(*sampleOf(options).run.trace), first);
        options.seed = 2;
        QVERIFY(fingerprint(*sampleOf(options).run.trace) != first);
    }

    void theLayerTableAddsUpToTheStages()
    {
        for (const int expert : {1, 2}) {
            SampleOptions options;
            options.expert = expert;
            options.layers = 30; // not the same on every stage
            options.lastStageFactor = 1.5;
            const SampleRun sample = sampleOf(options);
            QCOMPARE(sample.truth.layersOfStage, std::vector<int>({8, 8, 7, 7}));
            const LayerTable::Totals folded = sample.layerTable.folded(30);
            double forward = 0;
            double backward = 0;
            for (size_t stage = 0; stage < 4; ++stage) {
                forward += sample.truth.forwardComputeMs[stage];
                backward += sample.truth.backwardComputeMs[stage];
            }
            QVERIFY(qAbs(folded.forwardNs / 1e6 - forward) < 1e-6);
            QVERIFY(qAbs((folded.backwardNs + folded.weightGradientNs) / 1e6 - backward) < 1e-6);
            QCOMPARE(*sample.layerTable.layerCount, 30);
        }
    }

    void theWorkloadHoldsOneStageUnrolled()
    {
        const SampleRun sample = sampleOf({});
        const Workload& workload = sample.workload;
        QCOMPARE(*workload.declaredRows, int64_t(workload.rows.size()));
        QCOMPARE(workload.rows.size(), size_t(1 + 8 * (1 + 2 * 8) + 1));
        QCOMPARE(*workload.gpus, 16);
        QCOMPARE(*workload.dataParallel(), 2);
        double forward = 0;
        for (const WorkloadRow& row : workload.rows) {
            if (row.name != "optimizer")
                forward += row.forward.computeNs;
        }
        QVERIFY(qAbs(forward / 8e6 - sample.truth.forwardComputeMs[0]) < 1e-3);
    }

    void theLogTellsTheTimelinesStepsAndAFallingLoss()
    {
        SampleOptions options;
        options.steps = 20;
        options.layers = 8;
        const SampleRun sample = sampleOf(options);
        const RunLog& log = sample.runLog;
        QCOMPARE(log.steps.size(), size_t(20));
        for (size_t i = 0; i < 20; ++i)
            QVERIFY(qAbs(*log.steps[i].stepMs - sample.truth.stepMs[i]) < 0.0051);
        QVERIFY(*log.steps.front().loss > 9);
        QVERIFY(*log.steps.back().loss < 5);
        QCOMPARE(log.blocks.size(), size_t(20 * 4));
        QCOMPARE(log.stageCount(), 4);
        const std::vector<double> forward = log.stageForwardMsPerMicrobatch();
        for (size_t stage = 0; stage < 4; ++stage)
            QVERIFY(qAbs(forward[stage] / sample.truth.forwardMs[stage] - 1) < 0.02);
    }

    void truthIsJsonThatNamesTheFaults()
    {
        SampleOptions options = demoOptions();
        options.steps = 1;
        const std::string json = sampleOf(options).truth.toJson();
        for (const char* word : {"\"step_ms\"", "\"clock_offsets_ms\"", "\"straggler\"", "\"last-stage\"", "1.15",
                 "\"node1\": -604781214.5"})
            QVERIFY2(json.find(word) != std::string::npos, word);
    }

    void impossibleOptionsAreRefusedWithASentence_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 17; ++i)
            QTest::addRow("%d", i) << i;
    }
    void impossibleOptionsAreRefusedWithASentence()
    {
        QFETCH(int, which);
        SampleOptions o;
        switch (which) {
        case 0:
            o.stages = 0;
            break;
        case 1:
            o.tensor = -2;
            break;
        case 2:
            o.stages = 1024;
            o.tensor = 64;
            o.layers = 2048;
            o.hosts = 1;
            break;
        case 3:
            o.expert = 3;
            break;
        case 4:
            o.hosts = 3;
            break;
        case 5:
            o.layers = 3;
            break;
        case 6:
            o.stragglers = {{16, 1.1}};
            break;
        case 7:
            o.stragglers = {{0, -1}};
            break;
        case 8:
            o.slowLinks = {{3, 2}};
            break;
        case 9:
            o.lastStageFactor = 0.5;
            break;
        case 16:
            o.schedule = ScheduleKind::ZbV;
            break;
        case 10:
            o.expertImbalance = 2;
            break;
        case 11:
            o.noise = std::numeric_limits<double>::quiet_NaN();
            break;
        case 12:
            o.clockSpreadMs = std::numeric_limits<double>::infinity();
            break;
        case 13:
            o.steps = 10000;
            o.microbatches = 4096;
            break;
        case 14:
            o.stragglers = {{0, std::numeric_limits<double>::quiet_NaN()}};
            break;
        case 15:
            o.layers = 4096;
            o.steps = 100;
            break;
        }
        const Result<SampleRun> sample = makeSample(o);
        QVERIFY(!sample);
        QVERIFY(sample.error().message.text().ends_with('.'));
        QVERIFY(!sample.error().advice.empty());
    }

    void theLargestClustersAreSampled()
    {
        SampleOptions options;
        options.stages = 64;
        options.tensor = 8;
        options.data = 32;
        options.hosts = 2048;
        options.layers = 64;
        options.microbatches = 1;
        options.steps = 1;
        QVERIFY(!checkSampleOptions(options, mostSampleSpans));
        options.data = 64;
        QVERIFY(checkSampleOptions(options, mostSampleSpans)); // 32,768 GPUs
        options.data = 32;
        options.hosts = 4096;
        QVERIFY(checkSampleOptions(options, mostSampleSpans));
        // The clock of the last host has to fit into 64 bits of ns.
        options.hosts = 2048;
        options.clockSpreadMs = 1e10;
        QVERIFY(checkSampleOptions(options, mostSampleSpans));
        options.hosts = 128;
        QVERIFY(!checkSampleOptions(options, mostSampleSpans));
    }

    void oddShapesWork_data()
    {
        QTest::addColumn<QList<int>>("shape"); // stages, tensor, data, expert, microbatches, layers, hosts
        QTest::newRow("one GPU") << QList {1, 1, 1, 1, 1, 1, 1};
        QTest::newRow("one stage") << QList {1, 2, 4, 2, 3, 5, 2};
        QTest::newRow("fewer microbatches than stages") << QList {8, 1, 1, 1, 2, 8, 4};
        QTest::newRow("tensor groups across hosts") << QList {2, 4, 1, 1, 4, 4, 4};
        QTest::newRow("all experts") << QList {2, 1, 8, 8, 4, 4, 2};
    }
    void oddShapesWork()
    {
        QFETCH(QList<int>, shape);
        for (const ScheduleKind schedule : sampledSchedules()) {
            SampleOptions options;
            options.stages = shape[0];
            options.tensor = shape[1];
            options.data = shape[2];
            options.expert = shape[3];
            options.microbatches = shape[4];
            options.layers = shape[5];
            options.hosts = shape[6];
            options.schedule = schedule;
            const SampleRun sample = sampleOf(options);
            QCOMPARE(sample.run.trace->ranks().size(), size_t(shape[0] * shape[1] * shape[2]));
            QCOMPARE(spansOf(*sample.run.trace, Operation::Forward).size(),
                size_t(shape[0] * shape[1] * shape[2] * shape[4] * 3));
            for (const Row& row : sample.run.trace->rows())
                QVERIFY(row.kind != Row::Kind::Overflow);
        }
    }

    void theDemoIsAnAlignedFolder()
    {
        const Result<RunFolder> folder = makeSampleFolder(demoOptions());
        QVERIFY(folder);
        QCOMPARE(folder->runs.size(), size_t(1));
        QCOMPARE(folder->layerTables.size(), size_t(1));
        QCOMPARE(folder->workloads.size(), size_t(1));
        QCOMPARE(folder->runLogs.size(), size_t(1));
        const Run& run = folder->runs.front();
        const Trace& trace = *run.trace;
        QCOMPARE(trace.ranks().size(), size_t(8));
        QCOMPARE(run.clocks.size(), size_t(2));
        QVERIFY(qAbs(double(run.clocks[1].shift) / 1e6 + 604781214.5) < 0.1);
        QVERIFY(run.clocks[1].aligned);
        // Every message has its arrow: 10 microbatches, both ways, 3 links, 2 replicas, 12 steps.
        QCOMPARE(trace.links().size(), size_t(10 * 2 * 3 * 2 * 12));
        QCOMPARE(trace.steps().size(), size_t(12));
        const Result<SampleRun> sample = makeSample(demoOptions());
        QVERIFY(sample);
        for (size_t i = 0; i < 12; ++i) {
            const double step = double(trace.steps()[i].range.duration()) / 1e6;
            QVERIFY(qAbs(step / sample->truth.stepMs[i] - 1) < 0.02);
        }
    }

    void clocksAreAlignedUnderEverySchedule()
    {
        for (const ScheduleKind schedule : sampledSchedules()) {
            SampleOptions options;
            options.schedule = schedule;
            options.tensor = 1;
            options.data = 1;
            options.expert = 1;
            const Result<SampleRun> sample = makeSample(options);
            const Result<RunFolder> folder = makeSampleFolder(options);
            QVERIFY(sample && folder);
            const std::vector<HostClock>& clocks = folder->runs.front().clocks;
            QCOMPARE(clocks.size(), sample->truth.clockOffsetsMs.size());
            for (size_t host = 0; host < clocks.size(); ++host)
                QVERIFY(qAbs(double(clocks[host].shift) / 1e6 - sample->truth.clockOffsetsMs[host]) < 0.1);
        }
    }

    void theDemoShowsItsFaults()
    {
        const SampleRun sample = sampleOf(demoOptions());
        const Trace& trace = *sample.run.trace;
        QVERIFY(trace.spanCount() < 20000);
        QVERIFY(sample.truth.stepMs.front() > 1000 && sample.truth.stepMs.front() < 2000);
        const auto forward = [&](int rank) { return medianMs(trace, spansOf(trace, Operation::Forward, rank)); };
        QVERIFY(qAbs(forward(7) / forward(0) - 1.25) < 0.02);
        QVERIFY(qAbs(forward(6) / forward(7) - 1.15) < 0.02);
    }
};

BUBBLESCOPE_TEST(TstSampleRun, QCoreApplication)

} // namespace bubblescope::tst_samplerun

#include "tst_samplerun.moc"
