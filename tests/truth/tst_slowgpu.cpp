// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sample with a slow GPU tells the samples of other layouts with that GPU.
#include "samplefolder.h"
#include "testprogram.h"
#include "truthkinds.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

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
};

BUBBLESCOPE_TEST(TstSlowGpu, QCoreApplication)

} // namespace bubblescope::tst_slowgpu

#include "tst_slowgpu.moc"
