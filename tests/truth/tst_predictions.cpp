// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Predictions against answers: steps as they were recorded, profiles against the run of their job, and one layout of a
// job told from another, where what the other takes is known.
#include "joblayout.h"
#include "realfolder.h"
#include "sanitized.h"
#include "stepbuilder.h"
#include "steptimeline.h"
#include "testprogram.h"
#include "truthkinds.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope::tst_predictions {

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

/// A simulated step as if it had been recorded, on a machine that names itself where it is known.
RunFolder recorded(Run run, const std::string& machine = {})
{
    if (!machine.empty())
        run.machine.devices = {machine};
    run.kind = Run::Kind::Measured;
    run.origin = Origin::Measured;
    run.context.reset();
    RunFolder folder;
    folder.runs.push_back(std::move(run));
    return folder;
}

double percent(double predicted, double truth) { return (predicted / truth - 1) * 100; }

using namespace truthkind;

/// A transformer with experts, whose parts all take known times. Of any number of stages.
struct PlantedJob {
    static constexpr int layers = 8;
    static constexpr double ms = 1e6;
    static constexpr double sentMegabytes = 2.5; ///< by each rank, to all experts
    int stages = 4;
    int expert = 4; ///< ranks that share them
    /// What each of eight experts gets of that; of each two together about as it was recorded.
    std::array<double, 8> shares = {0.16, 0.105, 0.4, 0.048, 0.15, 0.114, 0.015, 0.008};

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

    /// Each expert takes 0.25 ms whatever it is sent.
    Work layer(int position, double dense, double perMegabyte) const
    {
        const int held = 8 / expert;
        double megabytes = 0;
        for (int i = position * held; i < (position + 1) * held; ++i)
            megabytes += shares[size_t(i)] * sentMegabytes * expert;
        return {compute(dense * 0.7), exchange(sentMegabytes * 1e6),
            compute((0.25 * held + perMegabyte * megabytes) * ms), exchange(megabytes * 1e6), compute(dense * 0.3)};
    }

    Result<StepGraph> step() const
    {
        JobProfile job;
        job.name = "planted";
        job.stages = stages;
        job.data = 16 / stages;
        job.expert = expert;
        job.microbatches = 64 / job.data;
        job.messageNs = 0.3 * ms;
        job.messageBytes = 8e6;
        job.ranksPerNode = 1; // all messages and groups take the same links
        const double embedding = 200e6;
        for (int rank = 0; rank < 16; ++rank) {
            RankWork work;
            work.rank = rank;
            work.stage = rank / job.data;
            const int position = rank % expert;
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
            const double ofExperts = 350e6 * layers / stages * 4 / expert;
            work.finalize = {gradients(Category::DataComm, dense, job.data),
                gradients(Category::ExpertDataComm, ofExperts, double(job.data) / expert)};
            work.optimizer = {compute((dense + ofExperts) / 50)};
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
        StepTimer timer;
        if (!made || !timer.time(*made, made->unchanged()))
            qFatal("the planted job does not run");
        Run run;
        run.name = "planted";
        run.layout.world = 16;
        run.layout.tensor = 1;
        run.layout.pipeline = stages;
        run.layout.data = 16 / stages;
        run.layout.expert = expert;
        run.layout.microbatches = 64 / *run.layout.data;
        run.layout.layers = layers;
        run.trace = std::make_shared<Trace>(StepTimeline().play(*made, timer));
        return recorded(std::move(run));
    }
};

} // namespace

class TstPredictions : public QObject {
    Q_OBJECT

    TruthTable m_table;

    void ask(const char* kind, const QString& what, double predictedNs, double truthNs)
    {
        m_table.ask(kind, what, predictedNs, truthNs);
    }
    /// By the whole step, with its range.
    void ask(const char* kind, const QString& what, const StepFigures& predicted, double truthNs,
        std::optional<double> openedNs = {})
    {
        m_table.ask(
            kind, what, predicted.wholeStepNs(), truthNs, std::pair(predicted.lowNs(), predicted.highNs()), openedNs);
    }

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
            ask(opened.runs[i].rankCount() > 8 ? recordedLarge : recordedSmall, QTest::currentDataTag(), model.stepNs,
                simulator.baseline().stepNs);
            QVERIFY(std::abs(percent(model.stepNs, simulator.baseline().stepNs)) <= most);
            QCOMPARE(model.unexplainedNs, 0.0);
            QCOMPARE(percent(model.stepNs, simulator.baseline().stepNs) / 100, simulator.replayError().value_or(9));
            // Nothing changes: what the model leaves out stays.
            const StepFigures same = simulated(simulator, "schedule=gpipe").figures;
            if (simulator.ownValue("microbatches") == "1")
                ask(sameOrder, QTest::currentDataTag(), same.wholeStepNs(), simulator.baseline().stepNs);
        }
    }

    void profilesTellTheRunOfTheirJob()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder profiles = realFolder("echo/scaling_pp4_of_that_run");
        const RunFolder run = realFolder("echo/measured_pp4_16ranks_2hosts");
        const double truth = simulatorOf(run).baseline().stepNs;
        for (size_t i = 0; i < profiles.runs.size(); ++i) {
            const Simulator simulator = simulatorOf(profiles, {SimulationSource::Kind::Run, i, 0});
            ask(profileToRun, QString::fromStdString(profiles.runs[i].name),
                simulated(simulator, "microbatches=16").figures, truth);
            ask(profileNamed, QString::fromStdString(profiles.runs[i].name),
                simulated(simulator, "microbatches=16; measured-on=h800").figures, truth);
            // A profile does not say what each rank is sent: of fewer ranks the run tells more.
            const StepFigures fewer = simulated(simulator, "microbatches=16; expert=2").figures;
            const double told = simulatorOf(run).figures(*knobsFromLine("expert=2"))->wholeStepNs();
            QVERIFY(fewer.lowNs() < told && told < fewer.highNs());
        }
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
        const Simulator simulator = simulatorOf(here);
        const SimulatedStep predicted = simulated(simulator, qPrintable(QStringLiteral("stages=%1").arg(to)));
        const QString planted = QStringLiteral("planted, %1").arg(QLatin1String(QTest::currentDataTag()));
        ask(pipelineDepth, planted, predicted.figures.makespanNs, truth.makespanNs);
        ask(stepDepth, planted, predicted.figures, truth.stepNs, simulator.baseline().stepNs);
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
        ask(pipelineDepth, QStringLiteral("16 GPUs, PP 4 to 2 and back"), back.figures.makespanNs, truth.makespanNs);
        ask(stepDepth, QStringLiteral("16 GPUs, PP 4 to 2 and back"), back.figures, truth.stepNs);
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
        ask(otherPartition, QStringLiteral("16 GPUs, 3,2,2,1 and back"), back.figures, simulator.baseline().stepNs);
        QVERIFY(std::abs(percent(back.figures.makespanNs, simulator.baseline().makespanNs)) < 0.6);
    }

    /// Knobs that stand where the input stands.
    void ownValuesChangeNoFigure_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"echo/measured_pp4_16ranks_2hosts", "echo/measured_tp1_pp2_4ranks",
                 "echo/measured_tp2_pp2_4ranks_known_step", "echo/measured_tp2_pp4_8ranks", "echo/two_runs_one_folder",
                 "echo/scaling_pp4_of_that_run", "echo/scaling_tp2_pp2_4ranks", "echo/plans", "echo/extended_2026",
                 "seeds", "simai/aicb", "simai/examples", "simai/analytical_22B_256gpus", "simai/flow_level_128gpus",
                 "neusight", "opt_prime", "astra_sim_v1", "kineto/dlrm_8ranks", "kineto/hta", "bytedance_st", "chakra",
                 "nsys", "xplane/jax_conv", "megatron_logs", "torchtitan", "mlperf", "flight_recorder/gpu_error_1st",
                 "flight_recorder/lock_gil_2nd"})
            QTest::newRow(folder) << QString::fromLatin1(folder);
    }
    void ownValuesChangeNoFigure()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        const RunFolder opened = realFolder(folder.toUtf8().constData());
        using Kind = SimulationSource::Kind;
        std::vector<SimulationSource> sources;
        const std::pair<Kind, size_t> inputs[]
            = {{Kind::Run, opened.runs.size()}, {Kind::LayerTable, opened.layerTables.size()},
                {Kind::Workload, opened.workloads.size()}, {Kind::RunLog, opened.runLogs.size()}};
        for (const auto& [kind, count] : inputs) {
            for (size_t i = 0; i < std::min<size_t>(count, 3); ++i)
                sources.push_back({kind, i, 0});
        }
        int compared = 0;
        auto turn = folder.size(); // other knobs with the next input
        for (const SimulationSource& source : sources) {
            const Result<Simulator> simulator = Simulator::make(opened, source);
            if (!simulator)
                continue; // says why elsewhere
            for (const KnobInfo& info : knobTable()) {
                const std::string own = simulator->ownValue(info.key);
                Knobs knobs;
                if (own.empty() || turn++ % sparsely > 0)
                    continue;
                QVERIFY2(setKnob(knobs, info.key, own).isOk(), info.key.data());
                QVERIFY2(!simulator->whyRefused(knobs), info.key.data());
                const Result<StepFigures> same = simulator->figures(knobs);
                QVERIFY2(same.isOk(), info.key.data());
                const QString what = QStringLiteral("%1 of %2: %3 against %4 ns")
                                         .arg(QLatin1String(info.key.data()))
                                         .arg(int(source.index))
                                         .arg(same->wholeStepNs())
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
        PlantedJob job;
        job.shares = {0.04, 0.06, 0.08, 0.12, 0.1, 0.2, 0.13, 0.27};
        const RunFolder folder = job.folder();
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

    void oneSpreadOfExpertsTellsAnother_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        for (const int stages : {4, 2}) {
            for (const int from : {1, 2, 4, 8}) {
                for (const int to : {1, 2, 4, 8}) {
                    if (from != to && std::max(from, to) <= 16 / stages)
                        QTest::addRow("PP %d, EP %d to %d", stages, from, to) << stages << from << to;
                }
            }
        }
    }
    void oneSpreadOfExpertsTellsAnother()
    {
        QFETCH(int, stages);
        QFETCH(int, from);
        QFETCH(int, to);
        const RunFolder here = PlantedJob {stages, from}.folder();
        const RunFolder there = PlantedJob {stages, to}.folder();
        const Simulator simulator = simulatorOf(here);
        const double truth = simulatorOf(there).baseline().stepNs;
        const StepFigures predicted = simulated(simulator, qPrintable(QStringLiteral("expert=%1").arg(to))).figures;
        QVERIFY(predicted.lowNs() > 0 && predicted.lowNs() < predicted.highNs());
        // Nothing tells what the experts of a single rank are sent: with a range only.
        ask(from > to      ? fewerExpertRanks
                : from > 1 ? moreExpertRanks
                           : singleExpertRank,
            QStringLiteral("planted, %1").arg(QLatin1String(QTest::currentDataTag())), predicted, truth,
            simulator.baseline().stepNs);
    }

    void spreadsOfExpertsTellEachOtherOnARealRun()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/measured_pp4_16ranks_2hosts");
        const Simulator simulator = simulatorOf(folder);
        for (const int fewer : {2, 1}) {
            const QByteArray knob = "expert=" + QByteArray::number(fewer);
            const RunFolder there
                = recorded(simulated(simulator, knob.constData()).run, simulator.machine().hardware.name);
            const Simulator opened = simulatorOf(there);
            const StepFigures back = simulated(opened, "expert=4").figures;
            ask(fewer > 1 ? moreExpertRanks : singleExpertRank,
                QStringLiteral("16 GPUs, EP 4 to %1 and back").arg(fewer), back, simulator.baseline().stepNs,
                opened.baseline().stepNs);
        }
    }

    /// After all others, of which it is the sum.
    void theTable()
    {
        const QStringList beyond = m_table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }
};

BUBBLESCOPE_TEST(TstPredictions, QCoreApplication)

} // namespace bubblescope::tst_predictions

#include "tst_predictions.moc"
