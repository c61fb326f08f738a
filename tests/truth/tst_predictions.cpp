// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Predictions against answers: steps as they were recorded, profiles against the run of their job, and one layout of a
// job told from another, where what the other takes is known.
#include "joblayout.h"
#include "realfolder.h"
#include "stepbuilder.h"
#include "testprogram.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace bubblescope;

namespace {

Simulator simulatorOf(const RunFolder& folder, SimulationSource source = {})
{
    Result<Simulator> made = Simulator::make(folder, source);
    if (!made)
        qFatal("%s", made.error().message.text().c_str());
    return std::move(made).value();
}

SimulatedStep simulated(const Simulator& simulator, const char* knobs)
{
    const Result<Knobs> read = knobsFromLine(knobs);
    Result<SimulatedStep> step = read ? simulator.simulate(*read) : Result<SimulatedStep>(read.error());
    if (!step)
        qFatal("%s", step.error().message.text().c_str());
    return std::move(step).value();
}

/// A simulated step as if it had been recorded.
RunFolder recorded(Run run)
{
    run.kind = Run::Kind::Measured;
    run.origin = Origin::Measured;
    run.context.reset();
    RunFolder folder;
    folder.runs.push_back(std::move(run));
    return folder;
}

double percent(double predicted, double truth) { return (predicted / truth - 1) * 100; }

void tell(const char* question, double predicted, double truth)
{
    qInfo("%-52s %8.1f ms, truth %8.1f ms %+6.2f %%", question, predicted / 1e6, truth / 1e6, percent(predicted, truth));
}

/// A transformer with experts, whose parts all take known times. Of any number of stages.
struct PlantedJob {
    static constexpr int layers = 8;
    static constexpr int experts = 4; ///< ranks that share them
    static constexpr double ms = 1e6;
    int stages = 4;

    static WorkPiece compute(double ns)
    {
        WorkPiece piece;
        piece.ns = ns;
        piece.category = Category::Forward;
        return piece;
    }
    static WorkPiece exchange(double bytes)
    {
        WorkPiece piece;
        piece.name = "all_to_all";
        piece.operation = Operation::AllToAll;
        piece.category = Category::ExpertComm;
        piece.bytes = bytes;
        piece.ns = 1e3; // next to nothing: another number of ranks does not change it
        return piece;
    }
    static WorkPiece gradients(Category group, double bytes, double ranks)
    {
        WorkPiece piece;
        piece.name = "allreduce";
        piece.operation = Operation::AllReduce;
        piece.category = group;
        piece.bytes = bytes;
        piece.ns = 2 * bytes * (ranks - 1) / ranks / 150; // a ring at 150 GB/s
        return piece;
    }

    /// The k-th position is sent (k + 1) MB.
    static Work layer(int position, double dense, double perMegabyte)
    {
        const double sent = 1e6 * (position + 1);
        return {compute(dense * 0.7), exchange(2e6), compute((0.5 + perMegabyte * (position + 1)) * ms), exchange(sent),
            compute(dense * 0.3)};
    }

    Result<StepGraph> step() const
    {
        JobProfile job;
        job.name = "planted";
        job.stages = stages;
        job.data = 16 / stages;
        job.expert = experts;
        job.microbatches = 64 / job.data;
        job.messageNs = 0.3 * ms;
        job.messageBytes = 8e6;
        job.ranksPerNode = 1; // all messages and groups take the same links
        const double embedding = 200e6;
        for (int rank = 0; rank < 16; ++rank) {
            RankWork work;
            work.rank = rank;
            work.stage = rank / job.data;
            const int position = rank % experts;
            const bool isFirst = work.stage == 0;
            const bool isLast = work.stage + 1 == stages;
            const auto append = [](Work& to, const Work& more) { to.insert(to.end(), more.begin(), more.end()); };
            if (isFirst)
                work.forward.push_back(compute(1.2 * ms));
            for (int i = 0; i < layers / stages; ++i)
                append(work.forward, layer(position, 3 * ms, 0.4));
            if (isLast) {
                work.forward.push_back(compute(3 * ms));
                work.backward.push_back(compute(5 * ms));
            }
            for (int i = 0; i < layers / stages; ++i)
                append(work.backward, layer(position, 5 * ms, 0.9));
            if (isFirst)
                work.backward.push_back(compute(2 * ms));
            const double dense = 40e6 * layers / stages + (isFirst || isLast ? embedding : 0);
            work.finalize = {gradients(Category::DataComm, dense, job.data)};
            work.optimizer = {compute((dense + 350e6 * layers / stages) / 50)};
            work.optimizer.front().category = Category::Optimizer;
            work.gaps = HostGaps(0.1 * ms);
            job.ranks.push_back(std::move(work));
        }
        Result<Schedule> schedule = makeSchedule({ScheduleKind::OneFOneB, job.stages, job.microbatches, 1, 0});
        return schedule ? buildStep({job, *schedule}, {}) : Result<StepGraph>(schedule.error());
    }

    RunFolder folder() const
    {
        Result<StepGraph> made = step();
        if (!made || !made->time(made->unchanged()))
            qFatal("the planted job does not run");
        Run run;
        run.name = "planted";
        run.layout.world = 16;
        run.layout.tensor = 1;
        run.layout.pipeline = stages;
        run.layout.data = 16 / stages;
        run.layout.expert = experts;
        run.layout.microbatches = 64 / *run.layout.data;
        run.layout.layers = layers;
        run.trace = std::make_shared<Trace>(made->trace());
        return recorded(std::move(run));
    }
};

} // namespace

class TstPredictions : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void recordedStepsComeFromTheModelAsWell_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<double>("most"); // percent
        QTest::newRow("16 GPUs") << QStringLiteral("echo/measured_pp4_16ranks_2hosts") << 0.6;
        QTest::newRow("TP 1 PP 2") << QStringLiteral("echo/measured_tp1_pp2_4ranks") << 1.0;
        QTest::newRow("TP 2 PP 2") << QStringLiteral("echo/measured_tp2_pp2_4ranks_known_step") << 1.0;
        QTest::newRow("TP 2 PP 4") << QStringLiteral("echo/measured_tp2_pp4_8ranks") << 3.0;
        QTest::newRow("two runs") << QStringLiteral("echo/two_runs_one_folder") << 1.0;
    }
    void recordedStepsComeFromTheModelAsWell()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        QFETCH(double, most);
        const RunFolder opened = realFolder(folder.toUtf8().constData());
        for (size_t i = 0; i < opened.runs.size(); ++i) {
            const Simulator simulator = simulatorOf(opened, {SimulationSource::Kind::Run, i, 0});
            const StepFigures model = simulated(simulator, "model=always").figures;
            tell(QTest::currentDataTag(), model.stepNs, simulator.baseline().stepNs);
            QVERIFY(std::abs(percent(model.stepNs, simulator.baseline().stepNs)) <= most);
            QCOMPARE(model.unexplainedNs, 0.0);
            QCOMPARE(percent(model.stepNs, simulator.baseline().stepNs) / 100, simulator.replayError().value_or(9));
            // Nothing changes: what the model leaves out stays.
            const StepFigures same = simulated(simulator, "schedule=gpipe").figures;
            if (simulator.ownValue("microbatches") == "1")
                QVERIFY(std::abs(percent(same.wholeStepNs(), simulator.baseline().stepNs)) < 0.1);
        }
    }

    void profilesTellTheRunOfTheirJob()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder profiles = realFolder("echo/scaling_pp4_of_that_run");
        const RunFolder run = realFolder("echo/measured_pp4_16ranks_2hosts");
        const double truth = simulatorOf(run).baseline().stepNs;
        double sum = 0;
        for (size_t i = 0; i < profiles.runs.size(); ++i) {
            const double predicted
                = simulated(simulatorOf(profiles, {SimulationSource::Kind::Run, i, 0}), "microbatches=16").figures.stepNs;
            tell(profiles.runs[i].name.c_str(), predicted, truth);
            QVERIFY(std::abs(percent(predicted, truth)) < 6);
            sum += std::abs(percent(predicted, truth));
        }
        QVERIFY(sum / double(profiles.runs.size()) < 4);
    }

    void oneDepthTellsAnother_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<double>("most");
        QTest::newRow("PP 4 to 2") << 4 << 2 << 1.0;
        QTest::newRow("PP 2 to 4") << 2 << 4 << 2.0; // gradients of embedding and head cannot be told from two stages
    }
    void oneDepthTellsAnother()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(double, most);
        const RunFolder here = PlantedJob {from}.folder();
        const RunFolder there = PlantedJob {to}.folder();
        const StepFigures truth = simulatorOf(there).baseline();
        const SimulatedStep predicted = simulated(simulatorOf(here), qPrintable(QStringLiteral("stages=%1").arg(to)));
        tell(QTest::currentDataTag(), predicted.figures.makespanNs, truth.makespanNs);
        tell("  step", predicted.figures.wholeStepNs(), truth.stepNs);
        QVERIFY(std::abs(percent(predicted.figures.makespanNs, truth.makespanNs)) < 0.5);
        QVERIFY(std::abs(percent(predicted.figures.wholeStepNs(), truth.stepNs)) < most);
    }

    /// 16 GPUs, recorded as PP 4: the model's own PP 2 step tells the recorded one.
    void depthsTellEachOtherOnARealRun()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/measured_pp4_16ranks_2hosts");
        const Simulator simulator = simulatorOf(folder);
        const RunFolder shallow = recorded(simulated(simulator, "stages=2").run);
        const SimulatedStep back = simulated(simulatorOf(shallow), "stages=4");
        const StepFigures truth = simulator.baseline();
        tell("PP 4 to 2 and back", back.figures.makespanNs, truth.makespanNs);
        tell("  step", back.figures.wholeStepNs(), truth.stepNs);
        QVERIFY(std::abs(percent(back.figures.makespanNs, truth.makespanNs)) < 1.5);
        QVERIFY(std::abs(percent(back.figures.wholeStepNs(), truth.stepNs)) < 2);
    }

    void partitionsMovedBackAreWhatTheyWere()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/measured_pp4_16ranks_2hosts");
        const Simulator simulator = simulatorOf(folder);
        const RunFolder moved = recorded(simulated(simulator, "partition=3,2,2,1").run);
        const Simulator there = simulatorOf(moved);
        // Its communication tells how many layers each stage has.
        QCOMPARE(there.ownValue("partition"), std::string("3,2,2,1"));
        const SimulatedStep back = simulated(there, "partition=2,2,2,2");
        tell("partition moved and moved back", back.figures.wholeStepNs(), simulator.baseline().stepNs);
        QVERIFY(std::abs(percent(back.figures.makespanNs, simulator.baseline().makespanNs)) < 0.6);
    }

    /// Knobs that stand where the input stands.
    void ownValuesChangeNoFigure_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"echo/measured_pp4_16ranks_2hosts", "echo/measured_tp1_pp2_4ranks",
                 "echo/measured_tp2_pp2_4ranks_known_step", "echo/measured_tp2_pp4_8ranks", "echo/two_runs_one_folder",
                 "echo/scaling_pp4_of_that_run", "echo/scaling_tp2_pp2_4ranks", "echo/plans", "echo/extended_2026",
                 "seeds", "simai/aicb", "neusight", "opt_prime", "astra_sim_v1", "kineto/dlrm_8ranks"})
            QTest::newRow(folder) << QString::fromLatin1(folder);
    }
    void ownValuesChangeNoFigure()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        const RunFolder opened = realFolder(folder.toUtf8().constData());
        using Kind = SimulationSource::Kind;
        std::vector<SimulationSource> sources;
        const std::pair<Kind, size_t> inputs[] = {{Kind::Run, opened.runs.size()},
            {Kind::LayerTable, opened.layerTables.size()}, {Kind::Workload, opened.workloads.size()},
            {Kind::RunLog, opened.runLogs.size()}};
        for (const auto& [kind, count] : inputs) {
            for (size_t i = 0; i < std::min<size_t>(count, 3); ++i)
                sources.push_back({kind, i, 0});
        }
        int compared = 0;
        for (const SimulationSource& source : sources) {
            const Result<Simulator> simulator = Simulator::make(opened, source);
            if (!simulator)
                continue; // says why elsewhere
            for (const KnobInfo& info : knobTable()) {
                const std::string own = simulator->ownValue(info.key);
                Knobs knobs;
                if (own.empty() || info.key == "hardware" || !setKnob(knobs, info.key, own)
                    || simulator->whyRefused(knobs))
                    continue;
                const Result<StepFigures> same = simulator->figures(knobs);
                QVERIFY2(same.isOk(), info.key.data());
                const QString what = QStringLiteral("%1 of %2: %3 against %4 ns").arg(QLatin1String(info.key.data()))
                                         .arg(int(source.index)).arg(same->wholeStepNs())
                                         .arg(simulator->baseline().wholeStepNs());
                QVERIFY2(same->wholeStepNs() == simulator->baseline().wholeStepNs(), qPrintable(what));
                QVERIFY2(same->makespanNs == simulator->baseline().makespanNs, qPrintable(what));
                QVERIFY2(same->computeNs == simulator->baseline().computeNs, qPrintable(what));
                QVERIFY2(same->waitingNs == simulator->baseline().waitingNs, qPrintable(what));
                ++compared;
            }
        }
        qInfo("%s: %d knobs at their own values", qPrintable(folder), compared);
    }

    void aRankOfBusyExpertsIsNoStraggler()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/measured_pp4_16ranks_2hosts");
        // Ranks 1, 5, 9 and 13 hold the experts that most tokens go to, rank 10 waits for them.
        for (const Knobs::Straggler& slow : simulatorOf(folder).measuredStragglers())
            QVERIFY2(slow.number != 10 && slow.factor < 1.06, qPrintable(QString::number(slow.number)));
    }

    void expertsOfFewerRanksAddUp()
    {
        const RunFolder folder = PlantedJob {4}.folder();
        const Simulator simulator = simulatorOf(folder);
        const SimulatedStep fewer = simulated(simulator, "expert=2; model=always");
        // Positions are sent 1, 2, 3 and 4 MB: the larger of two is sent 3.5 MB, and holds twice the weights, which
        // alone take 0.5 ms forward and backward.
        const double slowest = (2 * 0.5 + 0.4 * 3.5 + 2 * 0.5 + 0.9 * 3.5) * 1e6;
        const double before = (0.5 + 0.4 * 4 + 0.5 + 0.9 * 4) * 1e6;
        const SimulatedStep now = simulated(simulator, "model=always");
        const double changed = fewer.figures.makespanNs - now.figures.makespanNs;
        // Two layers a stage; 1F1B has m + p - 1 slots of the slowest stage.
        QVERIFY(std::abs(changed / (2 * (16 + 4 - 1) * (slowest - before)) - 1) < 0.1);
        QVERIFY(!fewer.expertRangeNs);
    }
};

BUBBLESCOPE_TEST(TstPredictions, QCoreApplication)
#include "tst_predictions.moc"
