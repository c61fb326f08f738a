// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A slow GPU stays slow, whatever it computes: answers from samples with one, against samples of the other layout, and
// against a healthy sample whose rank a knob slows down.
#include "jobsource.h"
#include "layerwork.h"
#include "realfolder.h"
#include "samplefolder.h"
#include "structuredjob.h"
#include "testprogram.h"
#include "whatif.h"

#include <fmt/format.h>

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

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
        for (const double factor : {1.0, 1.1, 1.15, 1.5}) {
            for (int rank = 1; rank < world && (factor > 1 || rank == 1); rank += world / 4) {
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
            for (const PlantedRuns::Slow& slow : runs.slow) {
                const std::string knob = fmt::format("{}; straggler=rank:{}={}", line, slow.rank, slow.factor);
                const double expected = figuresOf(runs.healthy, knob).wholeStepNs();
                const double kept = figuresOf(slow.run, line).wholeStepNs();
                const QString what = QStringLiteral("rank %1, %2 times: %3 against %4 ms")
                                         .arg(slow.rank)
                                         .arg(slow.factor)
                                         .arg(kept / 1e6)
                                         .arg(expected / 1e6);
                QVERIFY2(std::abs(percent(kept, expected)) <= 0.5, qPrintable(what));
                // And made as fast as its peers it is gone.
                QCOMPARE(slow.run.measuredStragglers().size(), size_t(1));
                const double found = slow.run.measuredStragglers().front().factor;
                QVERIFY(std::abs(percent(found, slow.factor)) < 1);
                const std::string cure = fmt::format("{}; straggler=rank:{}={}", line, slow.rank, 1 / found);
                const double cured = figuresOf(slow.run, cure).wholeStepNs();
                const QString whole = QStringLiteral("rank %1, %2 times, cured: %3 against %4 ms")
                                          .arg(slow.rank)
                                          .arg(slow.factor)
                                          .arg(cured / 1e6)
                                          .arg(without->wholeStepNs() / 1e6);
                QVERIFY2(std::abs(percent(cured, without->wholeStepNs())) <= 0.5, qPrintable(whole));
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
        const QString what = QStringLiteral("%1 against %2 ms, %3 times")
                                 .arg(kept / 1e6).arg(expected / 1e6).arg(slow.measuredStragglers().front().factor);
        QVERIFY2(std::abs(percent(kept, expected)) <= 0.5, qPrintable(what));
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
