// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sample with a slow GPU tells the samples of other layouts with that GPU.
#include "samplefolder.h"
#include "testprogram.h"
#include "truthkinds.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <string>
#include <vector>

namespace bubblescope::tst_slowgpu {

namespace {

Simulator sampled(const SampleOptions& options)
{
    const Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    Result<Simulator> simulator = Simulator::make(*folder, {SimulationSource::Kind::Run, 0, 0});
    if (!simulator)
        qFatal("%s", simulator.error().message.text().c_str());
    return std::move(simulator).value();
}

} // namespace

class TstSlowGpu : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void otherLayoutsKeepIt()
    {
        struct Layout {
            const char* knobs;
            int stages;
            int data;
            int layers;
            int microbatches;
        };
        TruthTable table;
        for (const SampleOptions::RankFactor slow : {SampleOptions::RankFactor {6, 1.14}, {13, 1.3}}) {
            SampleOptions here; // TP 2, PP 4, DP 2
            here.steps = 1;
            here.stragglers = {slow};
            const Simulator simulator = sampled(here);
            for (const Layout& layout : {Layout {"stages=8", 8, 1, 32, 16}, Layout {"stages=2", 2, 4, 32, 4},
                     Layout {"layers=40", 4, 2, 40, 8}, Layout {"microbatches=16", 4, 2, 32, 16}}) {
                SampleOptions there = here;
                there.stages = layout.stages;
                there.data = layout.data;
                there.layers = layout.layers;
                there.microbatches = layout.microbatches;
                const Result<StepFigures> told = simulator.figures(*knobsFromLine(layout.knobs));
                QVERIFY2(told, layout.knobs);
                table.ask(truthkind::slowRank,
                    QStringLiteral("GPU %1 takes %2 times as long, %3")
                        .arg(slow.rank)
                        .arg(slow.factor)
                        .arg(QLatin1String(layout.knobs)),
                    told->wholeStepNs(), sampled(there).baseline().wholeStepNs(),
                    TruthTable::Range {told->lowNs(), told->highNs()}, simulator.baseline().wholeStepNs());
            }
        }
        const QStringList beyond = table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }

    /// Replicas that are new, or on other nodes: what they share was recorded nowhere, or on other links.
    void replicasShareGradients()
    {
        struct Question {
            const char* kind;
            SampleOptions here;
            int stages; ///< of as many GPUs
        };
        const auto sampleOf = [](int tensor, int stages, int data, int layers) {
            SampleOptions options;
            options.steps = 1;
            options.tensor = tensor;
            options.stages = stages;
            options.data = data;
            options.layers = layers;
            options.hosts = tensor * stages * data > 8 ? 2 : 1;
            return options;
        };
        std::vector<Question> questions;
        for (const int tensor : {1, 2}) {
            for (const int layers : {16, 32}) {
                questions.push_back({truthkind::firstReplicas, sampleOf(tensor, 4, 1, layers), 2});
                questions.push_back({truthkind::firstReplicas, sampleOf(tensor, 8, 1, layers), 4});
            }
        }
        questions.push_back({truthkind::acrossNodes, sampleOf(2, 2, 4, 32), 1});
        questions.push_back({truthkind::acrossNodes, sampleOf(2, 2, 4, 16), 1});
        questions.push_back({truthkind::acrossNodes, sampleOf(1, 2, 8, 32), 1});
        questions.push_back({truthkind::acrossNodes, sampleOf(1, 4, 4, 32), 1});
        TruthTable table;
        for (const Question& question : questions) {
            for (const double slow : {1.0, 1.3}) {
                SampleOptions here = question.here;
                if (slow > 1)
                    here.stragglers = {{1, slow}};
                SampleOptions there = here;
                there.stages = question.stages;
                there.data = here.data * here.stages / question.stages;
                there.microbatches = here.microbatches * here.data / there.data;
                const Simulator simulator = sampled(here);
                const std::string knobs = "stages=" + std::to_string(question.stages);
                const Result<StepFigures> told = simulator.figures(*knobsFromLine(knobs));
                QVERIFY2(told, told ? "" : told.error().message.text().c_str());
                table.ask(question.kind,
                    QStringLiteral("TP %1, PP %2 to %3, %4 layers%5")
                        .arg(here.tensor)
                        .arg(here.stages)
                        .arg(there.stages)
                        .arg(here.layers)
                        .arg(slow > 1 ? QStringLiteral(", GPU 1 slow") : QString()),
                    told->wholeStepNs(), sampled(there).baseline().wholeStepNs(),
                    TruthTable::Range {told->lowNs(), told->highNs()}, simulator.baseline().wholeStepNs());
            }
        }
        const QStringList beyond = table.judge(truthKinds());
        QVERIFY2(beyond.isEmpty(), qPrintable(beyond.join(QLatin1Char('\n'))));
    }

    /// Each end of a pipeline has a copy of a tied matrix.
    void joinedEndsHoldATiedMatrixOnce_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<double>("bytes"); // how far off they may be; a copy more is 6 % of them,
        QTest::addColumn<double>("step");  // and 1.4 % of the step
        QTest::newRow("four stages") << 4 << 0.001 << 0.006;
        // The ends share 16 bits of each number, of which replicas add up 32: half a copy counts as layers.
        QTest::newRow("two stages") << 2 << 0.035 << 0.0105;
    }
    void joinedEndsHoldATiedMatrixOnce()
    {
        QFETCH(int, stages);
        QFETCH(double, bytes);
        QFETCH(double, step);
        SampleOptions here;
        here.steps = 1;
        here.layers = 16;
        here.stages = stages;
        here.data = 8 / stages;
        here.microbatches = 2 * stages;
        SampleOptions there = here;
        there.stages = 1;
        there.data = 8;
        there.microbatches = 2;
        const Result<StepFigures> told = sampled(here).figures(*knobsFromLine("stages=1"));
        QVERIFY2(told, told ? "" : told.error().message.text().c_str());
        const Simulator truth = sampled(there);
        const double held = truth.baseline().stages.at(0).parameterBytes;
        QVERIFY(held > 0);
        QVERIFY(std::abs(told->stages.at(0).parameterBytes / held - 1) < bytes);
        QVERIFY(std::abs(told->wholeStepNs() / truth.baseline().wholeStepNs() - 1) < step);
    }
};

BUBBLESCOPE_TEST(TstSlowGpu, QCoreApplication)

} // namespace bubblescope::tst_slowgpu

#include "tst_slowgpu.moc"
