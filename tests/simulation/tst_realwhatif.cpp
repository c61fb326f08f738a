// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What-ifs of real files: measured steps stay what they were, profiles of single GPUs come near what their job took.
#include "realfolder.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

#include <numeric>

using namespace bubblescope;

namespace {

Simulator simulatorOf(const RunFolder& folder, SimulationSource source = {})
{
    Result<Simulator> made = Simulator::make(folder, source);
    if (!made)
        qFatal("%s", made.error().message.c_str());
    return std::move(made).value();
}

SimulatedStep simulated(const Simulator& simulator, const Knobs& knobs = {})
{
    Result<SimulatedStep> step = simulator.simulate(knobs);
    if (!step)
        qFatal("%s", step.error().message.c_str());
    return std::move(step).value();
}

double sumOfParts(const StepFigures& figures)
{
    return figures.computeNs + std::accumulate(figures.exposedNs.begin(), figures.exposedNs.end(), 0.0)
        + figures.waitingNs + figures.warmupBubbleNs + figures.steadyBubbleNs + figures.cooldownBubbleNs
        + figures.hostNs;
}

void print(const char* what, const SimulatedStep& step)
{
    const StepFigures& f = step.figures;
    qInfo("%s: step %.2f makespan %.2f compute %.2f comm %.2f waiting %.2f bubbles %.2f + %.2f + %.2f host %.2f ms, "
          "bubble %.1f %%",
        what, f.stepNs / 1e6, f.makespanNs / 1e6, f.computeNs / 1e6,
        std::accumulate(f.exposedNs.begin(), f.exposedNs.end(), 0.0) / 1e6, f.waitingNs / 1e6, f.warmupBubbleNs / 1e6,
        f.steadyBubbleNs / 1e6, f.cooldownBubbleNs / 1e6, f.hostNs / 1e6, f.bubbleShare * 100);
    for (const std::string& sentence : step.assumptions)
        qInfo("  %s", sentence.c_str());
    for (const PricedTransfer& t : step.transfers)
        qInfo("  %s %s %.0f bytes, %d ranks (%d per node): %.3f ms x %u (%s)",
            std::string(operationName(t.operation)).c_str(), std::string(categoryKey(t.group)).c_str(), t.bytes,
            t.placement.ranks, t.placement.ranksPerNode, t.ns / 1e6, t.count,
            std::string(originName(t.origin)).c_str());
}

} // namespace

class TstRealWhatIf : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void measuredStepsStayAsTheyWere_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<double>("stepMs");
        QTest::addColumn<double>("pipelineMs");
        QTest::newRow("16 ranks, PP 4, 2 hosts")
            << QStringLiteral("echo/measured_pp4_16ranks_2hosts") << 671.2 << 637.4;
        QTest::newRow("4 ranks, TP 2, PP 2")
            << QStringLiteral("echo/measured_tp2_pp2_4ranks_known_step") << 911.0 << 0.0;
        QTest::newRow("8 ranks, TP 2, PP 4") << QStringLiteral("echo/measured_tp2_pp4_8ranks") << 0.0 << 0.0;
        QTest::newRow("4 ranks, PP 2") << QStringLiteral("echo/measured_tp1_pp2_4ranks") << 0.0 << 0.0;
    }
    void measuredStepsStayAsTheyWere()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        QFETCH(double, stepMs);
        QFETCH(double, pipelineMs);
        const RunFolder opened = realFolder(folder.toUtf8().constData());
        const Simulator simulator = simulatorOf(opened);
        const SimulatedStep step = simulated(simulator);
        print("as it was", step);
        QVERIFY(qAbs(sumOfParts(step.figures) / step.figures.stepNs - 1) < 1e-9);
        if (stepMs > 0)
            QVERIFY(qAbs(step.figures.stepNs / 1e6 / stepMs - 1) < 0.01);
        if (pipelineMs > 0)
            QVERIFY(qAbs(step.figures.makespanNs / 1e6 / pipelineMs - 1) < 0.01);
        for (const char* knob :
            {"schedule", "microbatches", "stages", "tensor", "data", "expert", "layers", "overlap"}) {
            const auto why = simulator.whyNot(knob);
            qInfo("  %s = %s%s", knob, simulator.ownValue(knob).c_str(), why ? (" NOT: " + *why).c_str() : "");
        }
        Knobs knobs;
        knobs.microbatches = 32;
        if (!simulator.whyNot("microbatches"))
            print("32 microbatches", simulated(simulator, knobs));
        knobs = {};
        knobs.nicBandwidth = 97e9;
        print("NIC x 2", simulated(simulator, knobs));
        knobs = {};
        knobs.blockingSends = false;
        print("sends do not block", simulated(simulator, knobs));
    }

    void profilesOfSingleGpusComeNearTheirJob()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/scaling_pp4_of_that_run");
        for (size_t i = 0; i < folder.runs.size(); ++i) {
            const Simulator simulator = simulatorOf(folder, {SimulationSource::Kind::Run, i, 0});
            Knobs knobs;
            knobs.microbatches = 16;
            const SimulatedStep step = simulated(simulator, knobs);
            print(folder.runs[i].name.c_str(), step);
            QVERIFY(qAbs(step.figures.stepNs / 671.2e6 - 1) < 0.08);
        }
    }

    void aSingleTraceGetsAStep()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("seeds/001_15abf85fb1cc9dfd.txt");
        const Simulator simulator = simulatorOf(folder);
        print("seed 001", simulated(simulator));
        const RunFolder other = realFolder("echo/scaling_tp2_pp2_4ranks");
        print("scaling tp2", simulated(simulatorOf(other)));
    }

    void everySeedHasAStep()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder table = realFolder("seeds/002_891053d3e8445d09.txt");
        const Simulator tables = simulatorOf(table, {SimulationSource::Kind::LayerTable, 0, 0});
        const SimulatedStep folded = simulated(tables);
        print("seed 002", folded);
        Knobs knobs;
        knobs.layers = 36;
        knobs.backwardRatio = 0;
        print("36 layers", simulated(tables, knobs));
        knobs.stages = 4;
        knobs.microbatches = 8;
        knobs.backwardRatio = 2;
        print("36 layers, PP 4, 8 microbatches", simulated(tables, knobs));
        const RunFolder workload = realFolder("seeds/003_e7a75019e7d30864.txt");
        print("seed 003", simulated(simulatorOf(workload, {SimulationSource::Kind::Workload, 0, 0})));
        const RunFolder log = realFolder("seeds/004_cbcb88115115ad29.txt");
        const Simulator logs = simulatorOf(log, {SimulationSource::Kind::RunLog, 0, 0});
        print("seed 004", simulated(logs));
        qInfo("baseline %.2f unexplained %.2f", logs.baseline().stepNs / 1e6, logs.baseline().unexplainedNs / 1e6);
    }
    void neusight_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("ms");
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("neusight");
        for (size_t i = 0; i < folder.layerTables.size(); ++i) {
            const auto made = Simulator::make(folder, {SimulationSource::Kind::LayerTable, i, 0});
            const LayerTable& t = folder.layerTables[i];
            qInfo("%s %s: %s stated %.4f", t.file.c_str(), t.name.c_str(),
                made ? qPrintable(QString::number(made->baseline().stepNs / 1e6, 'f', 4))
                     : made.error().message.c_str(),
                t.stated ? t.stated->totalNs / 1e6 : -1.0);
        }
        QTest::newRow("x") << QString() << 0.0;
    }
    void neusight() { }
};

QTEST_APPLESS_MAIN(TstRealWhatIf)
#include "tst_realwhatif.moc"
