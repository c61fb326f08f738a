// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Network cards that are slow in a sample: what NCCL's Inspector measures beside it tells which, and none of a healthy
// one.
#include "clockalignment.h"
#include "fabric.h"
#include "fabricfaults.h"
#include "findings.h"
#include "sampleinspector.h"
#include "samplerun.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace bubblescope::tst_slownics {

namespace {

SampleOptions largeJob()
{
    SampleOptions options;
    options.stages = 8;
    options.tensor = 8;
    options.data = 20;
    options.hosts = 160;
    options.layers = 32;
    options.microbatches = 8;
    options.steps = 4;
    return options;
}

/// 64 ranks on 32 hosts.
SampleOptions slowCardOfARun()
{
    SampleOptions options;
    options.stages = 4;
    options.tensor = 2;
    options.data = 8;
    options.hosts = 32;
    options.layers = 8;
    options.microbatches = 8;
    options.steps = 4;
    options.slowNics = {{21, 3}};
    return options;
}

Fabric fabricOfSample(const SampleOptions& options)
{
    const SamplePlan plan(options);
    const Result<SampleProgram> program = makeSampleProgram(plan);
    if (!program)
        qFatal("%s", program.error().message.text().c_str());
    return fabricOf(makeSampleInspector(plan, *program));
}

} // namespace

class TstSlowNics : public QObject {
    Q_OBJECT
private slots:
    void card37Of1280IsFound()
    {
        SampleOptions options = largeJob();
        options.slowNics = {{37, 2}};
        const Fabric fabric = fabricOfSample(options);
        QCOMPARE(fabric.processes.size(), size_t(1280));
        const std::vector<FabricFault> faults = findFabricFaults(fabric);
        QCOMPARE(faults.size(), size_t(1));
        const FabricFault& fault = faults.front();
        QVERIFY(fault.kind == FabricFault::Kind::Nic);
        QCOMPARE(fault.processes.size(), size_t(1));
        const Fabric::Process& process = fabric.processes[fault.processes.front()];
        QCOMPARE(process.host, std::string("node4")); // of eight cards each
        QCOMPARE(process.place, 5);
        QVERIFY2(std::abs(fault.factor - 2) < 0.1, qPrintable(QString::number(fault.factor)));
        // Its replicas, and the stage behind the first: 19 others of data parallelism, one of the pipeline, and of the
        // embedding that of the last stage.
        QCOMPARE(fault.victims.size(), size_t(21));
        QVERIFY(std::find(fault.victims.begin(), fault.victims.end(), fault.processes.front()) == fault.victims.end());
    }
    void everyCardIsFound()
    {
        for (const int nic : {0, 1, 7, 63, 64, 500, 1003, 1279}) {
            SampleOptions options = largeJob();
            options.seed = uint64_t(nic) + 7;
            options.slowNics = {{nic, 1.5}};
            const Fabric fabric = fabricOfSample(options);
            const std::vector<FabricFault> faults = findFabricFaults(fabric);
            QCOMPARE(faults.size(), size_t(1));
            const Fabric::Process& process = fabric.processes[faults.front().processes.front()];
            QVERIFY(faults.front().kind == FabricFault::Kind::Nic);
            QCOMPARE(process.host, "node" + std::to_string(nic / 8));
            QCOMPARE(process.place, nic % 8);
        }
    }
    void healthyNetworksHaveNone()
    {
        for (uint64_t seed = 1; seed <= 20; ++seed) {
            SampleOptions options = largeJob();
            options.stages = 4;
            options.data = 8;
            options.hosts = 32;
            options.seed = seed;
            options.noise = 0.02;
            QCOMPARE(findFabricFaults(fabricOfSample(options)).size(), size_t(0));
        }
    }
    /// Where hosts have other names than in the run, nothing tells which rank it slows down.
    void aCardOfNoRankIsACaveat()
    {
        Result<SampleRun> sample = makeSample(slowCardOfARun());
        QVERIFY(sample && sample->run.fabric);
        Fabric elsewhere = *sample->run.fabric;
        for (Fabric::Process& process : elsewhere.processes) {
            process.host = "pod-" + process.host;
            process.rank = -1;
        }
        sample->run.fabric = std::make_shared<const Fabric>(std::move(elsewhere));
        ImportReport report;
        alignRun(sample->run, report);
        const Findings findings = findRunFindings(sample->run);
        const auto found = std::find_if(findings.list.begin(), findings.list.end(),
            [](const Finding& finding) { return finding.id == "slow-network-card"; });
        QVERIFY(found != findings.list.end());
        QVERIFY(found->kind == Finding::Kind::Caveat && found->evidence.ranks.empty());
        QCOMPARE(found->costNs, 0.0);
        QCOMPARE(QString::fromStdString(found->title.text()),
            QStringLiteral("The network card of process 1 of pod-node10 is slow"));
    }
    void aRunNamesTheRankAndWhatItCosts()
    {
        const SampleOptions options = slowCardOfARun();
        Result<SampleRun> sample = makeSample(options);
        QVERIFY(sample);
        ImportReport report;
        alignRun(sample->run, report);
        const Findings findings = findRunFindings(sample->run);
        const auto found = std::find_if(findings.list.begin(), findings.list.end(),
            [](const Finding& finding) { return finding.id == "slow-network-card"; });
        QVERIFY(found != findings.list.end());
        QCOMPARE(found->evidence.ranks, std::vector<int32_t> {21});
        QCOMPARE(QString::fromStdString(found->title.text()),
            QStringLiteral("The network card of rank 21 (node10) is slow"));
        QVERIFY2(found->sentence.text().find("Victims") != std::string::npos, found->sentence.text().c_str());
        // The step would be as long as that of the same sample with a healthy card, less noise.
        SampleOptions healthy = options;
        healthy.slowNics.clear();
        Result<SampleRun> other = makeSample(healthy);
        QVERIFY(other);
        const double gained
            = (sample->truth.stepMs[size_t(findings.step)] - other->truth.stepMs[size_t(findings.step)]) * 1e6;
        QVERIFY(gained > 0);
        QVERIFY2(std::abs(found->costNs / gained - 1) < 0.3,
            qPrintable(QStringLiteral("%1 of %2").arg(found->costNs).arg(gained)));
    }
};

BUBBLESCOPE_TEST(TstSlowNics, QCoreApplication)

} // namespace bubblescope::tst_slownics

#include "tst_slownics.moc"
