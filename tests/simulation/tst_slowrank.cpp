// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A slow GPU stays slow, whatever it computes: answers from samples with one, against samples of the other layout, and
// against a healthy sample whose rank a knob slows down.
#include "findings.h"
#include "jobsource.h"
#include "layerwork.h"
#include "naivestep.h"
#include "realfolder.h"
#include "runcontext.h"
#include "samplefolder.h"
#include "sampleplan.h"
#include "sanitized.h"
#include "slowstages.h"
#include "stragglers.h"
#include "structuredjob.h"
#include "testprogram.h"
#include "whatif.h"

#include <fmt/format.h>

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

namespace bubblescope::tst_slowrank {

namespace {

/// 16 GPUs: TP 2, DP 2, PP 4, four ranks a stage.
SampleOptions wideOptions()
{
    SampleOptions options;
    options.steps = 1;
    return options;
}

/// 8 GPUs: DP 2, PP 4, two ranks a stage.
SampleOptions narrowOptions()
{
    SampleOptions options = wideOptions();
    options.tensor = 1;
    return options;
}

Simulator sampled(const SampleOptions& options, int step = 0)
{
    const Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    Result<Simulator> simulator = Simulator::make(*folder, {SimulationSource::Kind::Run, 0, step});
    if (!simulator)
        qFatal("%s", simulator.error().message.text().c_str());
    return std::move(simulator).value();
}

Simulator withSlow(SampleOptions options, int rank, double factor)
{
    if (factor != 1)
        options.stragglers = {{rank, factor}};
    return sampled(options);
}

/// A sample, and the same with a slow rank in each of its stages.
struct PlantedRuns {
    struct Slow {
        int rank;
        double factor;
        Simulator run;
    };
    Simulator healthy;
    std::vector<Slow> slow;

    explicit PlantedRuns(const SampleOptions& options) : healthy(sampled(options))
    {
        const int perStage = options.tensor * options.data;
        for (int stage = 0; stage < options.stages; ++stage) {
            const int rank = stage * perStage + stage % perStage;
            const double factor = std::array {1.08, 1.15, 1.6, 1.15}[size_t(stage)];
            slow.push_back({rank, factor, withSlow(options, rank, factor)});
        }
    }
};

const std::array<PlantedRuns, 2>& planted()
{
    static const std::array<PlantedRuns, 2> runs {PlantedRuns(wideOptions()), PlantedRuns(narrowOptions())};
    return runs;
}

SimulatedStep simulated(const Simulator& simulator, const std::string& knobs)
{
    Result<SimulatedStep> step = simulator.simulate(*knobsFromLine(knobs));
    if (!step)
        qFatal("%s: %s", knobs.c_str(), step.error().message.text().c_str());
    return std::move(step).value();
}

StepFigures figuresOf(const Simulator& simulator, const std::string& knobs)
{
    const Result<StepFigures> figures = simulator.outcome(*knobsFromLine(knobs));
    if (!figures)
        qFatal("%s: %s", knobs.c_str(), figures.error().message.text().c_str());
    return *figures;
}

double percent(double ns, double truth) { return 100 * (ns / truth - 1); }

/// Empty if a step takes what it should within half a percent; else both.
std::string offBy(double ns, double expectedNs, const std::string& what)
{
    return std::abs(percent(ns, expectedNs)) <= 0.5
        ? std::string()
        : fmt::format("{}: {} against {} ms", what, ns / 1e6, expectedNs / 1e6);
}

bool says(const SimulatedStep& step, std::string_view words)
{
    return std::ranges::any_of(
        step.assumptions, [&](const Message& sentence) { return sentence.text().find(words) != std::string::npos; });
}

/// Of four ranks that share one stage: plain compute and that of experts.
JobProfile fourRanks(const std::vector<double>& dense, const std::vector<double>& experts)
{
    JobProfile job;
    job.data = 4;
    job.microbatches = 8;
    WorkPiece exchange;
    exchange.name = "exchange";
    exchange.operation = Operation::AllToAll;
    exchange.category = Category::ExpertComm;
    exchange.bytes = 8;
    for (int rank = 0; rank < 4; ++rank) {
        RankWork work;
        work.rank = rank;
        WorkPiece plain;
        plain.ns = dense[size_t(rank)];
        WorkPiece expert;
        expert.ns = experts[size_t(rank)];
        work.forward = {plain, exchange, expert, exchange};
        job.ranks.push_back(std::move(work));
    }
    return job;
}

std::vector<int> ranksFrom(int first, int count)
{
    std::vector<int> ranks(static_cast<size_t>(count));
    std::iota(ranks.begin(), ranks.end(), first);
    return ranks;
}

std::string withStragglers(const std::string& knobs, const std::vector<int>& ranks, double factor)
{
    std::string told;
    for (const int rank : ranks)
        told += fmt::format("{}rank:{}={}", told.empty() ? "" : ",", rank, factor);
    return fmt::format("{}; straggler={}", knobs, told);
}

/// Of a rank each, with compute of 1 a layer forward and 2 backward, and as much for the optimizer, times these.
JobProfile fourStages(
    const std::vector<double>& forward, const std::vector<double>& backward, const std::vector<int>& layers)
{
    JobProfile job;
    job.stages = 4;
    job.microbatches = 8;
    job.layersOfStage = layers;
    for (size_t stage = 0; stage < 4; ++stage) {
        RankWork work;
        work.rank = work.stage = int(stage);
        for (const auto& [part, ns] :
            {std::pair(&RankWork::forward, 8 * forward[stage]), std::pair(&RankWork::backward, 16 * backward[stage]),
                std::pair(&RankWork::optimizer, 8 * forward[stage])}) {
            WorkPiece plain;
            plain.ns = ns;
            (work.*part).push_back(plain);
        }
        job.ranks.push_back(std::move(work));
    }
    return job;
}

/// A step of a sample with one rank a stage, as Megatron's forward_backward_pipelining_without_interleaving() runs it,
/// event by event; one rank may be slow. Without what no knob
/// moves: gaps, and the sum of the gradients of the embedding.
struct ClockedStep {
    std::vector<int> layers; ///< by stage
    int microbatches;
    int slowRank;
    double factor;

    double ns(const SampleOptions& options) const
    {
        const SamplePlan plan(options);
        const double perParameter = plan.stages[1].optimizer.back().computeNs / double(plan.stages[1].gradients);
        NaiveStep step;
        NaiveStep::Collective norm;
        const RankCosts costs {plan.layerNs(), plan.getBatch.back().computeNs, plan.loss.back().computeNs,
            plan.layerParameters * perParameter, double(plan.embeddingGradients) * perParameter};
        for (int rank = 0; rank < int(layers.size()); ++rank)
            addRank(step, norm, rank, costs);
        step.collectives.push_back(norm);
        const std::optional<NaiveTimes> times = playByTheClock(step, true);
        if (!times)
            qFatal("a deadlock");
        return double(times->makespan);
    }

private:
    struct RankCosts {
        double layer; ///< forward
        double getBatch;
        double loss;
        double layerOptimizer;
        double embeddingOptimizer;
    };

    void addRank(NaiveStep& step, NaiveStep::Collective& norm, int rank, const RankCosts& costs) const
    {
        constexpr TimeNs message = 100'000;
        const int last = int(layers.size()) - 1;
        const bool isEnd = rank == 0 || rank == last;
        const double slowness = rank == slowRank ? factor : 1;
        const auto compute = [&](const char* name, double ns) {
            return step.add({name, rank, 0, TimeNs(ns * slowness)});
        };
        const auto forward = [&] {
            compute("F", layers[size_t(rank)] * costs.layer + isEnd * costs.getBatch + (rank == last) * costs.loss);
        };
        const auto backward = [&] { compute("B", 2 * layers[size_t(rank)] * costs.layer); };
        struct Part {
            bool sends;
            int peer;
            bool isForward;
        };
        const auto call = [&](const std::vector<Part>& parts) {
            const size_t operation = step.add({"call", rank});
            for (const Part& part : parts) {
                if (part.peer < 0 || part.peer > last)
                    continue;
                step.legs.push_back({operation, part.sends, part.sends ? rank : part.peer,
                    part.sends ? part.peer : rank, int(part.isForward), message});
            }
        };
        const Part receiveForward {false, rank - 1, true};
        const Part sendForward {true, rank + 1, true};
        const Part receiveBackward {false, rank + 1, false};
        const Part sendBackward {true, rank - 1, false};
        const int warmup = std::min(last - rank, microbatches);
        for (int i = 0; i < warmup; ++i) {
            call({receiveForward});
            forward();
            call({sendForward});
        }
        if (warmup < microbatches)
            call({receiveForward});
        for (int i = warmup; i < microbatches; ++i) {
            forward();
            call({sendForward, receiveBackward});
            backward();
            if (i + 1 < microbatches)
                call({sendBackward, receiveForward});
            else
                call({sendBackward});
        }
        for (int i = 0; i < warmup; ++i) {
            call({receiveBackward});
            backward();
            call({sendBackward});
        }
        norm.members.push_back(step.add({"norm", rank}));
        compute("optimizer", layers[size_t(rank)] * costs.layerOptimizer + isEnd * costs.embeddingOptimizer);
    }
};

} // namespace

class TstSlowRank : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theOtherLayoutIsSampledAsPredicted_data()
    {
        QTest::addColumn<QString>("knobs");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<bool>("isWide");
        QTest::addColumn<int>("schedule");
        const int usual = int(ScheduleKind::OneFOneB);
        QTest::newRow("stages=8") << QStringLiteral("stages=8") << 8 << 32 << 16 << true << usual;
        QTest::newRow("stages=8, DP alone") << QStringLiteral("stages=8") << 8 << 32 << 16 << false << usual;
        QTest::newRow("stages=2") << QStringLiteral("stages=2") << 2 << 32 << 4 << true << usual;
        QTest::newRow("layers=40") << QStringLiteral("layers=40") << 4 << 40 << 8 << true << usual;
        QTest::newRow("layers=24, DP alone") << QStringLiteral("layers=24") << 4 << 24 << 8 << false << usual;
        QTest::newRow("partition") << QStringLiteral("layers=34; partition=9,9,8,8") << 4 << 34 << 8 << true << usual;
        QTest::newRow("microbatches=16") << QStringLiteral("microbatches=16") << 4 << 32 << 16 << true << usual;
        QTest::newRow("gpipe") << QStringLiteral("schedule=gpipe; layers=36") << 4 << 36 << 8 << true
                               << int(ScheduleKind::GPipe);
    }
    /// With a slow rank of any stage as without one.
    void theOtherLayoutIsSampledAsPredicted()
    {
        QFETCH(QString, knobs);
        QFETCH(int, stages);
        QFETCH(int, layers);
        QFETCH(int, microbatches);
        QFETCH(bool, isWide);
        QFETCH(int, schedule);
        const SampleOptions here = isWide ? wideOptions() : narrowOptions();
        SampleOptions there = here;
        there.stages = stages;
        there.data = here.stages * here.data / stages;
        there.layers = layers;
        there.microbatches = microbatches;
        there.schedule = ScheduleKind(schedule);
        const int world = here.stages * here.data * here.tensor;
        int turn = stages + layers; // others with the next input
        for (const double factor : {1.0, 1.1, 1.15, 1.5}) {
            for (int rank = 1; rank < world && (factor > 1 || rank == 1); rank += world / 4) {
                if (turn++ % sparsely > 0)
                    continue;
                const Simulator slow = withSlow(here, rank, factor);
                const StepFigures predicted = figuresOf(slow, knobs.toStdString());
                const double opened = slow.baseline().wholeStepNs();
                const double truth = withSlow(there, rank, factor).baseline().wholeStepNs();
                const QString what = QStringLiteral("rank %1, %2 times: %3 against %4 ms, %5 before")
                                         .arg(rank)
                                         .arg(factor)
                                         .arg(predicted.wholeStepNs() / 1e6)
                                         .arg(truth / 1e6)
                                         .arg(opened / 1e6);
                QVERIFY2(std::abs(percent(predicted.wholeStepNs(), truth)) <= 0.5, qPrintable(what));
                QVERIFY2(predicted.lowNs() <= truth && truth <= predicted.highNs(), qPrintable(what));
                const bool isShorter = predicted.wholeStepNs() < opened;
                QVERIFY2(isShorter == (truth < opened) || std::abs(percent(truth, opened)) < 0.5, qPrintable(what));
            }
        }
    }

    /// Its optimizer ends last, and nothing meets after it: from the second step of a run on it begins late.
    void itBeginsTheNextStepLateInOtherLayouts()
    {
        SampleOptions here = wideOptions();
        here.hiddenSize = 8192;
        here.steps = 3;
        here.schedule = ScheduleKind::GPipe;
        SampleOptions there = here;
        there.stages = 2;
        there.data = 2 * here.data;
        there.microbatches = here.microbatches / 2;
        for (const int step : {0, 1}) {
            for (const int rank : {0, 5}) {
                here.stragglers = there.stragglers = {{rank, 2.0}};
                const Simulator slow = sampled(here, step);
                const double truth = sampled(there, step).baseline().wholeStepNs();
                const double predicted = figuresOf(slow, "stages=2").wholeStepNs();
                const QString what = QStringLiteral("step %1, rank %2: %3 against %4 ms").arg(step).arg(rank);
                QVERIFY2(
                    std::abs(percent(predicted, truth)) <= 0.5, qPrintable(what.arg(predicted / 1e6).arg(truth / 1e6)));
                // As fast as its peers it begins with them.
                here.stragglers.clear();
                const double healthy = figuresOf(sampled(here, step), "stages=2").wholeStepNs();
                const std::string mended = fmt::format("stages=2; straggler=rank:{}=0.5", rank);
                const double faster = figuresOf(slow, mended).wholeStepNs();
                QVERIFY2(
                    std::abs(percent(faster, healthy)) <= 0.5, qPrintable(what.arg(faster / 1e6).arg(healthy / 1e6)));
            }
        }
    }

    /// What the head takes of the gradients of weights is told by its forward pass: of two stages nothing else does.
    void gradientsOfWeightsOfTwoStagesFollowForwardPasses()
    {
        SampleOptions here;
        here.stages = 2;
        here.data = 4;
        here.layers = 16;
        here.microbatches = 24;
        here.hosts = 1;
        here.noise = 0;
        here.schedule = ScheduleKind::ZbH1;
        SampleOptions there = here;
        there.stages = 8;
        there.data = 1;
        there.microbatches = 96;
        for (const double factor : {1.0, 1.25}) {
            const double truth = withSlow(there, 0, factor).baseline().wholeStepNs();
            const double predicted = figuresOf(withSlow(here, 0, factor), "stages=8").wholeStepNs();
            QVERIFY2(std::abs(percent(predicted, truth)) <= 0.5,
                qPrintable(QStringLiteral("%1 against %2 ms").arg(predicted / 1e6).arg(truth / 1e6)));
        }
    }

    /// One replica is left, whose loss takes as long.
    void moreStagesOfTheDefaultSampleAreSampledAsPredicted()
    {
        SampleOptions there;
        there.stages = 8;
        there.data = 1;
        there.microbatches = 16;
        for (int step = 0; step < there.steps; ++step) {
            const double predicted = figuresOf(sampled(SampleOptions(), step), "stages=8").wholeStepNs();
            const double truth = sampled(there, step).baseline().wholeStepNs();
            const QString what
                = QStringLiteral("step %1: %2 against %3 ms").arg(step + 1).arg(predicted / 1e6).arg(truth / 1e6);
            QVERIFY2(std::abs(percent(predicted, truth)) <= 0.25, qPrintable(what));
        }
    }

    void everyKnobKeepsIt_data()
    {
        QTest::addColumn<QString>("knobs");
        for (const char* knobs : {"partition=7,8,8,9", "partition=8,9,9,6", "partition=11,7,7,7", "partition=1,1,1,29",
                 "layers=48", "layers=16", "stages=2", "stages=8", "stages=1", "schedule=zb-v", "schedule=v-half",
                 "schedule=v-min", "schedule=zb-h1", "schedule=gpipe", "schedule=dualpipe", "schedule=interleaved",
                 "chunks=4", "microbatches=16", "data=4", "data=1", "tensor=2", "tensor=4; data=1", "tensor=1",
                 "overlap=on", "blocking-send=off", "stages=8; schedule=zb-v", "tensor=2; partition=8,9,9,6",
                 "stages=2; layers=36; microbatches=12", "host-gaps=0; partition=7,8,8,9",
                 "compute-scale=0.5; stages=2", "comm-scale=0.5; layers=40"})
            QTest::newRow(knobs) << QString::fromLatin1(knobs);
    }
    /// A slow GPU is a factor that a knob could have set.
    void everyKnobKeepsIt()
    {
        QFETCH(QString, knobs);
        const std::string line = knobs.toStdString();
        for (const PlantedRuns& runs : planted()) {
            const Result<StepFigures> without = runs.healthy.outcome(*knobsFromLine(line));
            if (!without)
                continue; // not for as many GPUs
            auto turn = line.size(); // others with the next knob
            for (const PlantedRuns::Slow& slow : runs.slow) {
                if (turn++ % sparsely > 0)
                    continue;
                const std::string knob = fmt::format("{}; straggler=rank:{}={}", line, slow.rank, slow.factor);
                const double expected = figuresOf(runs.healthy, knob).wholeStepNs();
                const double kept = figuresOf(slow.run, line).wholeStepNs();
                const std::string what = fmt::format("rank {}, {} times", slow.rank, slow.factor);
                const std::string off = offBy(kept, expected, what);
                QVERIFY2(off.empty(), off.c_str());
                // And made as fast as its peers it is gone.
                QCOMPARE(slow.run.measuredStragglers().size(), size_t(1));
                const double found = slow.run.measuredStragglers().front().factor;
                QVERIFY(std::abs(percent(found, slow.factor)) < 1);
                const std::string cure = fmt::format("{}; straggler=rank:{}={}", line, slow.rank, 1 / found);
                const double cured = figuresOf(slow.run, cure).wholeStepNs();
                const std::string offCured = offBy(cured, without->wholeStepNs(), what + ", cured");
                QVERIFY2(offCured.empty(), offCured.c_str());
            }
        }
    }

    void itsOwnValuesChangeNothing()
    {
        const Simulator slow = withSlow(narrowOptions(), 6, 1.15);
        for (const KnobInfo& info : knobTable()) {
            Knobs knobs;
            const std::string own = slow.ownValue(info.key);
            if (own.empty())
                continue;
            QVERIFY(setKnob(knobs, info.key, own).isOk());
            QCOMPARE(slow.figures(knobs)->wholeStepNs(), slow.baseline().wholeStepNs());
        }
    }

    void theDemosSlowStageIsNoPlaceForMoreLayers()
    {
        constexpr int shownStep = 5; // the median one
        const Simulator demo = sampled(demoOptions(), shownStep);
        const double opened = demo.baseline().wholeStepNs();
        const SimulatedStep more = simulated(demo, "partition=7,8,8,9");
        const double change = (more.figures.wholeStepNs() - opened) / 1e6;
        QVERIFY2(std::abs(change - 110) <= 5, qPrintable(QStringLiteral("%1 ms").arg(change)));
        // Ranks 6 and 7 hold the same layers.
        const SimulatedStep fewer = simulated(demo, "partition=8,9,9,6");
        const Trace& trace = *fewer.run.trace;
        double ns[2] = {0, 0};
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const int32_t rank = trace.track(trace.track(SpanId(i))).rank;
            if ((rank == 6 || rank == 7) && trace.operation(SpanId(i)) == Operation::Forward)
                ns[rank - 6] += double(trace.range(SpanId(i)).duration());
        }
        const QString what = QStringLiteral("%1 times").arg(ns[0] / ns[1]);
        QVERIFY2(std::abs(ns[0] / ns[1] - 1.15) < 0.02, qPrintable(what));
    }

    void itIsSaidUnlessAKnobSaysIt()
    {
        const Simulator demo = sampled(demoOptions());
        const double factor = demo.measuredStragglers().front().factor;
        const SimulatedStep moved = simulated(demo, "partition=7,8,8,9");
        QVERIFY(says(moved, fmt::format("rank 6 stays {:.2f} times as slow", factor)));
        QCOMPARE(moved.slowRanks.size(), size_t(1));
        QCOMPARE(moved.slowRanks.front().rank, 6);
        QCOMPARE(moved.slowRanks.front().factor, factor);
        QVERIFY(says(simulated(demo, "microbatches=20"), "rank 6 stays"));
        // Its own record is no assumption, and what a knob says of the rank is none either.
        QVERIFY(!says(simulated(demo, "compute-scale=0.9"), "rank 6"));
        QVERIFY(!says(simulated(demo, "partition=7,8,8,9; straggler=rank:6=0.87"), "rank 6"));
    }

    void fewerGpusLeaveItBehind()
    {
        SampleOptions options = narrowOptions();
        options.stragglers = {{6, 1.2}};
        const Result<RunFolder> folder = makeSampleFolder(options);
        Result<JobSource> source = openJobSource(*folder, {SimulationSource::Kind::Run, 0, 0});
        QVERIFY(source.isOk());
        JobProfile job = *source->job;
        job.gpusAreGiven = false;
        Knobs knobs;
        knobs.stages = 2;
        const Result<StructuredJob> made = structured(job, knobs, {});
        QVERIFY(made.isOk());
        QCOMPARE(made->job.slowRanks.size(), size_t(1));
        QVERIFY(!made->job.slowRanks.front().isThere);
        const std::string text = slowRankTexts(made->job.slowRanks).front().text();
        QVERIFY2(text.starts_with("Rank 6 is 1."), text.c_str());
        std::vector<double> compute;
        for (const RankWork& work : made->job.ranks) {
            if (work.stage != 1)
                continue;
            double ns = 0;
            for (const WorkPiece& piece : work.forward)
                ns += piece.isCommunication() ? 0 : piece.ns;
            compute.push_back(ns);
        }
        QCOMPARE(compute.size(), size_t(2));
        QVERIFY(std::abs(compute[0] / compute[1] - 1) < 0.01);
    }

    void busyExpertsAreNoSlowGpu()
    {
        QVERIFY(slowRanks(fourRanks({10, 10.6, 10, 10}, {10, 18, 10, 10})).empty());
        // Less than half of the ranks may be slow, and one of them busy as well.
        const std::vector<SlowRank> slow = slowRanks(fourRanks({10, 12, 12.5, 10}, {10, 18, 12, 10}));
        QCOMPARE(slow.size(), size_t(2));
        QCOMPARE(slow[0], (SlowRank {1, 1.2}));
        QCOMPARE(slow[1], (SlowRank {2, 1.25}));
    }

    void othersThatAreAsBusyTellWhatExpertsTakeBeside()
    {
        const auto eightRanks = [](const std::vector<double>& dense) {
            JobProfile job = fourRanks({dense[0], dense[1], dense[2], dense[3]}, {10, 18, 10, 18});
            const JobProfile more = fourRanks({dense[4], dense[5], dense[6], dense[7]}, {10, 18, 10, 18});
            job.stages = 2;
            for (RankWork work : more.ranks) {
                work.rank += 4;
                work.stage = 1;
                job.ranks.push_back(std::move(work));
            }
            return slowRanks(job);
        };
        // All that are busy take longer: it is their experts.
        QVERIFY(eightRanks({10, 10.7, 10, 10.7, 10, 10.7, 10, 10.7}).empty());
        // One of them: it is its GPU.
        const std::vector<SlowRank> slow = eightRanks({10, 10, 10, 10, 10, 11, 10, 10});
        QCOMPARE(slow.size(), size_t(1));
        QCOMPARE(slow[0], (SlowRank {5, 1.1}));
    }

    /// Half of the ranks are sent everything, one of them is slow: of the others more would be idle than busy.
    void aSlowRankOfBusyExpertsIsNoSlowStage()
    {
        SampleOptions options = wideOptions();
        options.stages = 2;
        options.data = 4;
        options.expert = 2;
        options.expertImbalance = 2;
        options.seed = 2;
        options.stragglers = {{13, 1.1}};
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder.isOk());
        const Stragglers found = findStragglers(*contextOf(folder->runs.front()));
        QCOMPARE(found.stages.size(), size_t(2));
        for (const Stragglers::Stage& stage : found.stages)
            QVERIFY2(stage.factor < 1.02, qPrintable(QString::number(stage.factor)));
        // Findings and what-ifs name one cause.
        const Result<Simulator> simulator = Simulator::make(*folder, {SimulationSource::Kind::Run, 0, 0});
        QVERIFY(simulator.isOk());
        const std::vector<Knobs::Straggler> slow = simulator->measuredStragglers();
        QCOMPARE(slow.size(), size_t(1));
        QCOMPARE(slow.front().number, 13);
        QVERIFY(std::abs(slow.front().factor - 1.1) < 0.01);
    }

    void ofFewMicrobatchesItIsOpenWhoIsSlow()
    {
        JobProfile job = fourRanks({10, 11.5, 10, 10}, {10, 10, 10, 10});
        QCOMPARE(slowRanks(job).size(), size_t(1));
        QVERIFY(perhapsSlowRanks(job).empty());
        job.microbatches = 3;
        QVERIFY(slowRanks(job).empty());
        const std::vector<SlowRank> open = perhapsSlowRanks(job);
        QCOMPARE(open.size(), size_t(1));
        QCOMPARE(open.front().rank, 1);
        QVERIFY(open.front().by == SlowRank::By::FewPasses);
        QVERIFY(doubtedRankTexts(open).front().text().starts_with("Rank 1 takes 1.15 times as long"));
        // What even few can tell is not open.
        job = fourRanks({10, 13, 10, 10}, {10, 10, 10, 10});
        job.microbatches = 3;
        QCOMPARE(slowRanks(job).size(), size_t(1));
        QVERIFY(perhapsSlowRanks(job).empty());
    }

    void theRecordedRankOfBusyExpertsIsNone()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/measured_pp4_16ranks_2hosts");
        const Result<JobSource> source = openJobSource(folder, {SimulationSource::Kind::Run, 0, 0});
        QVERIFY(source.isOk());
        QVERIFY(source->job->slowRanks.empty());
    }

    void aRankAloneInItsStageIsComparedByLayers()
    {
        SampleOptions options = wideOptions();
        options.tensor = options.data = 1;
        options.layers = 34; // 9, 9, 8, 8
        QVERIFY(sampled(options).measuredStragglers().empty());
        const Simulator slow = withSlow(options, 2, 1.3);
        QCOMPARE(slow.measuredStragglers().size(), size_t(1));
        QCOMPARE(slow.measuredStragglers().front().number, 2);
        const double expected = figuresOf(sampled(options), "partition=8,8,9,9; straggler=rank:2=1.3").wholeStepNs();
        const double kept = figuresOf(slow, "partition=8,8,9,9").wholeStepNs();
        const std::string off
            = offBy(kept, expected, fmt::format("{} times", slow.measuredStragglers().front().factor));
        QVERIFY2(off.empty(), off.c_str());
    }

    /// With the straggler in mind: without it the last stage got a layer more.
    void theSuggestedPartitionIsConfirmed()
    {
        const Result<RunFolder> folder = makeSampleFolder(demoOptions());
        const Findings findings = findRunFindings(folder->runs.front());
        const auto heavy = std::ranges::find(findings.list, std::string("slow-stage"), &Finding::id);
        QVERIFY(heavy != findings.list.end());
        QCOMPARE(heavy->tryKnobs.front().first, std::string("partition"));
        const std::string suggested = "partition=" + heavy->tryKnobs.front().second;
        constexpr int shownStep = 5; // the median one
        const Simulator demo = sampled(demoOptions(), shownStep);
        const double step = figuresOf(demo, suggested).wholeStepNs();
        QVERIFY2(step < figuresOf(demo, "partition=8,9,9,6").wholeStepNs(), suggested.c_str());
        QVERIFY2(figuresOf(demo, suggested).highNs() < demo.baseline().wholeStepNs(), suggested.c_str());
    }

    void aWholeStageStaysSlow_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("data");
        QTest::addColumn<double>("factor");
        for (const auto& [tensor, data] : {std::pair(1, 1), std::pair(1, 2), std::pair(2, 1), std::pair(2, 2)}) {
            int turn = tensor + data; // others with the next layout
            for (const double factor : {1.1, 1.3, 2.0}) {
                if (turn++ % sparsely == 0)
                    QTest::addRow("TP %d, DP %d, %g times", tensor, data, factor) << tensor << data << factor;
            }
        }
    }
    /// All ranks of the first, of the last, of one between, of two at once; and all but one, where there are more.
    void aWholeStageStaysSlow()
    {
        QFETCH(int, tensor);
        QFETCH(int, data);
        QFETCH(double, factor);
        SampleOptions options = wideOptions();
        options.tensor = tensor;
        options.data = data;
        const Simulator healthy = sampled(options);
        QVERIFY(healthy.measuredStragglers().empty());
        const int perStage = tensor * data;
        std::vector<std::vector<int>> groups;
        for (int stage = 0; stage < options.stages; ++stage)
            groups.push_back(ranksFrom(stage * perStage, perStage));
        groups.push_back(ranksFrom(2 * perStage, 2 * perStage));
        if (perStage > 2)
            groups.push_back(ranksFrom(perStage, perStage - 1));
        for (const std::vector<int>& ranks : groups) {
            SampleOptions slowed = options;
            for (const int rank : ranks)
                slowed.stragglers.push_back({rank, factor});
            const Simulator slow = sampled(slowed);
            QCOMPARE(slow.measuredStragglers().size(), ranks.size());
            for (const char* knobs : {"partition=7,8,8,9", "partition=9,8,8,7", "partition=8,9,9,6", "layers=40",
                     "stages=2", "stages=8", "schedule=zb-v", "microbatches=12", "tensor=2", "tensor=1"}) {
                const Result<StepFigures> without = healthy.outcome(*knobsFromLine(knobs));
                if (!without)
                    continue; // not for as many GPUs
                const double expected = figuresOf(healthy, withStragglers(knobs, ranks, factor)).wholeStepNs();
                const double kept = figuresOf(slow, knobs).wholeStepNs();
                const std::string off
                    = offBy(kept, expected, fmt::format("ranks {} to {}, {}", ranks.front(), ranks.back(), knobs));
                QVERIFY2(off.empty(), off.c_str());
            }
        }
    }

    void theFirstAndTheLastStageAreSampledAsPredicted()
    {
        SampleOptions here = wideOptions();
        here.tensor = here.data = 1;
        for (const int rank : {0, 3}) {
            for (const double factor : {1.1, 1.3, 2.0}) {
                SampleOptions there = here;
                there.layers = 40;
                const double predicted = figuresOf(withSlow(here, rank, factor), "layers=40").wholeStepNs();
                const double truth = withSlow(there, rank, factor).baseline().wholeStepNs();
                const std::string off = offBy(predicted, truth, fmt::format("rank {}, {} times", rank, factor));
                QVERIFY2(off.empty(), off.c_str());
            }
        }
    }

    void aSlowRankOfAHeavyStageIsToldByItsOptimizer()
    {
        SampleOptions options = wideOptions();
        options.tensor = options.data = 1;
        options.lastStageFactor = 1.25;
        const Simulator healthy = sampled(options);
        const Simulator slow = withSlow(options, 3, 1.3);
        QCOMPARE(slow.measuredStragglers().size(), size_t(1));
        for (const char* knobs : {"partition=8,9,9,6", "partition=7,8,8,9", "layers=40"}) {
            const double expected = figuresOf(healthy, withStragglers(knobs, {3}, 1.3)).wholeStepNs();
            const StepFigures kept = figuresOf(slow, knobs);
            const QString what = QStringLiteral("%1: %2 against %3 ms")
                                     .arg(QLatin1String(knobs))
                                     .arg(kept.wholeStepNs() / 1e6)
                                     .arg(expected / 1e6);
            QVERIFY2(std::abs(percent(kept.wholeStepNs(), expected)) <= 0.5, qPrintable(what));
            QVERIFY2(kept.lowNs() <= expected && expected <= kept.highNs(), qPrintable(what));
        }
    }

    /// Its optimizer is as fast as that of the first stage: a GPU that only computes slowly looks like more work.
    void aHeavyStageOfOneRankMayBeSlow()
    {
        SampleOptions options = wideOptions();
        options.tensor = options.data = 1;
        options.lastStageFactor = 1.4;
        const Simulator heavy = sampled(options);
        QVERIFY(heavy.measuredStragglers().empty());
        options.lastStageFactor = 1;
        const Simulator slow = withSlow(options, 3, 1.4);
        for (const char* knobs : {"partition=7,8,8,9", "partition=8,9,9,6", "layers=48"}) {
            const SimulatedStep step = simulated(heavy, knobs);
            const double asSlow = figuresOf(slow, knobs).wholeStepNs();
            const QString what = QStringLiteral("%1: %2 to %3, slow %4 ms")
                                     .arg(QLatin1String(knobs))
                                     .arg(step.figures.lowNs() / 1e6)
                                     .arg(step.figures.highNs() / 1e6)
                                     .arg(asSlow / 1e6);
            QVERIFY2(step.figures.lowNs() <= asSlow && asSlow <= step.figures.highNs(), qPrintable(what));
            QVERIFY(says(step, "rank 3 takes 1.4"));
            QVERIFY(says(step, "the range holds both"));
        }
        // Where nothing is asked there is nothing to doubt.
        QCOMPARE(heavy.figures({})->errorNs, 0.0);
        QVERIFY(!says(simulated(heavy, "compute-scale=0.9"), "the range holds both"));
    }

    void stagesAreSlowWhereAllTheyDoTakesLonger()
    {
        JobProfile job = fourStages({1, 1, 1.3, 1}, {1, 1, 1.3, 1}, {8, 8, 8, 8});
        findSlowStages(job);
        QCOMPARE(job.slowRanks.size(), size_t(1));
        QCOMPARE(job.slowRanks.front().rank, 2);
        QVERIFY(std::abs(job.slowRanks.front().factor - 1.3) < 1e-9);
        // Recomputed activations are no slowness.
        job = fourStages({1, 1, 1, 1}, {1, 1, 1.3, 1}, {8, 8, 8, 8});
        findSlowStages(job);
        QVERIFY(job.slowRanks.empty() && job.doubtedRanks.empty());
        // Nor are more layers, where their number is known.
        job = fourStages({1, 1, 1.25, 1}, {1, 1, 1.25, 1}, {8, 8, 10, 8});
        findSlowStages(job);
        QVERIFY(job.slowRanks.empty() && job.doubtedRanks.empty());
    }

    void mostMayBeSlow()
    {
        const auto factors = [](const std::vector<SlowRank>& slow) {
            std::vector<double> all(4, 1);
            for (const SlowRank& rank : slow)
                all[size_t(rank.rank)] = std::round(rank.factor * 1000) / 1000;
            return all;
        };
        using Four = std::vector<double>;
        JobProfile job = fourStages({1, 1.2, 1.2, 1.2}, {1, 1.2, 1.2, 1.2}, {8, 8, 8, 8});
        findSlowStages(job);
        QVERIFY(factors(job.slowRanks) == Four({1, 1.2, 1.2, 1.2}));
        QVERIFY(job.slowRanks.front().error > 0); // the first stage, which is not, may hold an embedding
        job = fourStages({1.2, 1, 1.2, 1.2}, {1.2, 1, 1.2, 1.2}, {8, 8, 8, 8});
        findSlowStages(job);
        QVERIFY(factors(job.slowRanks) == Four({1, 1, 1.2, 1}));
        QVERIFY(factors(job.doubtedRanks) == Four({1.2, 1, 1, 1.2})); // or both ends do more
        // A head takes what the last GPU is faster: its optimizer tells.
        job = fourStages({1.2, 1.2, 1.2, 1.2}, {1.2, 1.2, 1.2, 1.2}, {8, 8, 8, 8});
        findSlowStages(job);
        QVERIFY(job.slowRanks.empty() && job.doubtedRanks.empty());
        job.ranks[3].optimizer.front().ns /= 1.2;
        findSlowStages(job);
        QVERIFY(job.slowRanks.empty());
        QVERIFY(factors(job.doubtedRanks) == Four({1.2, 1.2, 1.2, 1}));
        QVERIFY(job.doubtedRanks.front().by == SlowRank::By::Ends);
        // Beside a first stage that may be slow itself, the last one is slower than its optimizer tells.
        job = fourStages({1.15, 1, 1, 1.95}, {1.15, 1, 1, 1.95}, {8, 8, 8, 8});
        job.ranks[3].optimizer.front().ns = 8 * 1.4;
        findSlowStages(job);
        QVERIFY(factors(job.slowRanks) == Four({1, 1, 1, 1.217}));
        QVERIFY(std::abs(job.slowRanks.front().error - 0.15) < 1e-9);
        QVERIFY(factors(job.doubtedRanks) == Four({1.15, 1, 1, 1.4}));
        // Where layers are a guess, the fastest stage may just hold fewer.
        job = fourStages({1, 0.8, 1, 1}, {1, 0.8, 1, 1}, {8, 8, 8, 8});
        job.assumptions.emplace_back(Message(), Assumption::Id::LayersOfStages);
        findSlowStages(job);
        QVERIFY(job.slowRanks.empty());
    }

    void ofFewMicrobatchesAWholeStageIsDoubted()
    {
        JobProfile job = fourStages({1, 1, 1.15, 1}, {1, 1, 1.15, 1}, {8, 8, 8, 8});
        job.microbatches = 2;
        findSlowStages(job);
        QVERIFY(job.slowRanks.empty());
        QCOMPARE(job.doubtedRanks.size(), size_t(1));
        QCOMPARE(job.doubtedRanks.front().rank, 2);
        QVERIFY(job.doubtedRanks.front().by == SlowRank::By::FewPasses);
    }

    /// Against the healthy sample whose ranks a knob slows down.
    void whereMostAreSlowTheRangeHoldsIt()
    {
        SampleOptions options = wideOptions();
        options.tensor = options.data = 1;
        for (const double heavy : {1.0, 1.2}) {
            options.lastStageFactor = heavy;
            const Simulator healthy = sampled(options);
            for (const std::vector<int>& slow : {std::vector<int> {1, 2, 3}, {0, 2, 3}, {0, 1, 2}, {1, 2}}) {
                SampleOptions planted = options;
                for (const int rank : slow)
                    planted.stragglers.push_back({rank, 1.3});
                const Simulator run = sampled(planted);
                for (const char* knobs : {"stages=2", "layers=40", "schedule=zb-v"}) {
                    const double expected = figuresOf(healthy, withStragglers(knobs, slow, 1.3)).wholeStepNs();
                    const StepFigures told = figuresOf(run, knobs);
                    const QString what = QStringLiteral("%1 slow, last %2, %3: %4 to %5, expected %6 ms")
                                             .arg(slow.size())
                                             .arg(heavy)
                                             .arg(QLatin1String(knobs))
                                             .arg(told.lowNs() / 1e6)
                                             .arg(told.highNs() / 1e6)
                                             .arg(expected / 1e6);
                    QVERIFY2(told.lowNs() <= expected && expected <= told.highNs(), qPrintable(what));
                }
            }
        }
    }

    /// More work of the last stage, a head, beside slow GPUs: it is not slow itself, whatever it seems.
    void theLastStageMayHaveAHeadBesideSlowGpus()
    {
        struct Planted {
            int stages;
            std::vector<SampleOptions::RankFactor> slow;
        };
        for (const Planted& planted : {Planted {4, {{0, 2}, {1, 1.1}, {2, 2}}}, Planted {2, {{0, 1.1}}}}) {
            SampleOptions options = wideOptions();
            options.tensor = options.data = 1;
            options.stages = planted.stages;
            options.lastStageFactor = 1.5;
            const Simulator healthy = sampled(options);
            options.stragglers = planted.slow;
            const Simulator run = sampled(options);
            std::string slow;
            for (const SampleOptions::RankFactor& rank : planted.slow)
                slow += fmt::format("{}rank:{}={}", slow.empty() ? "" : ",", rank.rank, rank.factor);
            for (const char* knobs : {"stages=1", "layers=40", "schedule=zb-v"}) {
                const double expected = figuresOf(healthy, fmt::format("{}; straggler={}", knobs, slow)).wholeStepNs();
                const StepFigures told = figuresOf(run, knobs);
                const QString what = QStringLiteral("%1 stages, %2: %3 to %4, expected %5 ms")
                                         .arg(planted.stages)
                                         .arg(QLatin1String(knobs))
                                         .arg(told.lowNs() / 1e6)
                                         .arg(told.highNs() / 1e6)
                                         .arg(expected / 1e6);
                QVERIFY2(told.lowNs() <= expected && expected <= told.highNs(), qPrintable(what));
            }
        }
    }

    /// Slower than others by less than tells a slow GPU: it is not taken for one, and moved layers may show that it is.
    void whoIsNearlySlowIsInTheRange_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("data");
        QTest::addColumn<int>("rank");
        QTest::addColumn<double>("factor");
        QTest::addColumn<QString>("knobs");
        QTest::newRow("of four in the last stage") << 2 << 2 << 13 << 1.045 << QStringLiteral("stages=8");
        QTest::newRow("of two in the last stage") << 1 << 2 << 6 << 1.045 << QStringLiteral("stages=8");
        QTest::newRow("of two, stages joined") << 1 << 2 << 6 << 1.045 << QStringLiteral("stages=2");
        QTest::newRow("alone") << 1 << 1 << 2 << 1.06 << QStringLiteral("stages=2");
    }
    void whoIsNearlySlowIsInTheRange()
    {
        QFETCH(int, tensor);
        QFETCH(int, data);
        QFETCH(int, rank);
        QFETCH(double, factor);
        QFETCH(QString, knobs);
        SampleOptions options = wideOptions();
        options.tensor = tensor;
        options.data = data;
        options.microbatches = 16;
        options.hosts = tensor * data > 2 ? 2 : 1;
        const Simulator healthy = sampled(options);
        options.stragglers = {{rank, factor}};
        const Simulator run = sampled(options);
        QVERIFY(run.measuredStragglers().empty());
        const std::string asked = knobs.toStdString();
        const double expected = figuresOf(healthy, withStragglers(asked, {rank}, factor)).wholeStepNs();
        const SimulatedStep step = simulated(run, asked);
        const StepFigures& told = step.figures;
        QVERIFY(says(step, "the range holds both"));
        const QString what = QStringLiteral("%1 to %2, expected %3 ms")
                                 .arg(told.lowNs() / 1e6)
                                 .arg(told.highNs() / 1e6)
                                 .arg(expected / 1e6);
        QVERIFY2(told.lowNs() <= expected && expected <= told.highNs(), qPrintable(what));
    }

    void ranksDifferWithoutASlowGpu()
    {
        const std::vector<double> alike {10, 10, 10, 10};
        QVERIFY(perhapsSlowRanks(fourRanks({10, 10.3, 10, 9.8}, alike)).empty());
        const std::vector<SlowRank> nearly = perhapsSlowRanks(fourRanks({10, 10.4, 10, 10}, alike));
        QCOMPARE(nearly.size(), size_t(1));
        QCOMPARE(nearly.front().rank, 1);
        QVERIFY(nearly.front().by == SlowRank::By::Slightly);
        QVERIFY(doubtedRankTexts(nearly).front().text().starts_with("Rank 1 takes 1.04 times as long as its peers"));
        // What is sent more may take longer elsewhere.
        QVERIFY(perhapsSlowRanks(fourRanks({10, 10.4, 10, 10}, {10, 18, 10, 10})).empty());
    }

    void aLayerMoreThanGuessedIsNoSlowGpu()
    {
        JobProfile job = fourStages({1, 1, 1.125, 1}, {1, 1, 1.125, 1}, {8, 8, 8, 8});
        job.assumptions.emplace_back(Message(), Assumption::Id::LayersOfStages);
        findSlowStages(job);
        QVERIFY(job.slowRanks.empty());
        QCOMPARE(job.doubtedRanks.size(), size_t(1));
        QCOMPARE(job.doubtedRanks.front().rank, 2);
    }

    void theOptimizerOfTheOtherEndTellsASlowGpu()
    {
        const auto withEnd = [](double passes, double optimizer) {
            JobProfile job = fourStages({1, 1, 1, passes}, {1, 1, 1, passes}, {8, 8, 8, 8});
            job.ranks[3].optimizer.front().ns *= optimizer / passes;
            findSlowStages(job);
            return job;
        };
        QCOMPARE(withEnd(1.3, 1.3).slowRanks.size(), size_t(1));
        QVERIFY(std::abs(withEnd(1.3, 1.3).slowRanks.front().factor - 1.3) < 1e-9);
        // 0.3 of 8 layers are more than a head of so few parameters takes.
        QVERIFY(withEnd(1.3, 1).slowRanks.empty());
        QCOMPARE(withEnd(1.3, 1).doubtedRanks.size(), size_t(1));
        QVERIFY(withEnd(1.1, 1).doubtedRanks.empty());
        const JobProfile both = withEnd(1.6, 1.2);
        QCOMPARE(both.slowRanks.size(), size_t(1));
        QVERIFY(std::abs(both.slowRanks.front().factor - 1.2) < 1e-9);
    }

    void slowStagesAreTimedAsByTheClock_data()
    {
        QTest::addColumn<int>("rank");
        QTest::addColumn<double>("factor");
        for (const int rank : {-1, 0, 1, 3}) {
            for (const double factor : {1.1, 1.3, 2.0}) {
                if (rank >= 0 || factor == 2)
                    QTest::addRow("rank %d, %g times", rank, factor) << rank << factor;
            }
        }
    }
    /// What knobs change, against Megatron's 1F1B played event by event with the work that each stage then has.
    void slowStagesAreTimedAsByTheClock()
    {
        QFETCH(int, rank);
        QFETCH(double, factor);
        SampleOptions options = wideOptions();
        options.tensor = options.data = 1;
        options.noise = 0;
        const Simulator run = rank < 0 ? sampled(options) : withSlow(options, rank, factor);
        ClockedStep opened {{8, 8, 8, 8}, 8, rank, factor};
        const double before = opened.ns(options);
        struct Asked {
            const char* knobs;
            std::vector<int> layers;
            int microbatches;
        };
        for (const Asked& asked :
            {Asked {"partition=7,8,8,9", {7, 8, 8, 9}, 8}, Asked {"partition=9,8,8,7", {9, 8, 8, 7}, 8},
                Asked {"partition=6,8,9,9", {6, 8, 9, 9}, 8}, Asked {"layers=40", {10, 10, 10, 10}, 8},
                Asked {"layers=24", {6, 6, 6, 6}, 8}, Asked {"microbatches=12", {8, 8, 8, 8}, 12},
                Asked {"layers=36; microbatches=6; partition=8,10,10,8", {8, 10, 10, 8}, 6}}) {
            const ClockedStep there {asked.layers, asked.microbatches, rank, factor};
            const double expected = there.ns(options) - before;
            const double change = figuresOf(run, asked.knobs).wholeStepNs() - run.baseline().wholeStepNs();
            const QString what = QStringLiteral("%1: %2 against %3 ms")
                                     .arg(QLatin1String(asked.knobs))
                                     .arg(change / 1e6)
                                     .arg(expected / 1e6);
            QVERIFY2(std::abs(change - expected) <= 0.005 * run.baseline().wholeStepNs(), qPrintable(what));
        }
    }

    void slowStagesGetFewerLayers()
    {
        const std::vector<double> layers(33, 1);
        QCOMPARE(bestPartition(layers, 4), (std::vector<int> {9, 9, 9, 6})); // the longest are the first
        const std::vector<double> slowness = {1.4, 1, 1, 1};
        QCOMPARE(bestPartition(layers, 4, 0, 0, slowness), (std::vector<int> {6, 9, 9, 9}));
        const Simulator demo = sampled(demoOptions());
        Knobs balanced;
        balanced.partition = demo.balancedPartition({});
        const double least = demo.figures(balanced)->wholeStepNs();
        for (const char* other : {"partition=8,9,9,6", "partition=8,8,9,7", "partition=9,9,9,5", "partition=8,8,8,8"})
            QVERIFY2(least <= figuresOf(demo, other).wholeStepNs() * 1.005, other);
    }
};

BUBBLESCOPE_TEST(TstSlowRank, QCoreApplication)

} // namespace bubblescope::tst_slowrank

#include "tst_slowrank.moc"
