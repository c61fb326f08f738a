// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logfamily.h"
#include "testprogram.h"
#include "unexplainedgrowth.h"
#include "whatif.h"

#include <QTest>

#include <algorithm>
#include <string>

namespace bubblescope::tst_logfamily {

namespace {

constexpr int layers = 4;
constexpr double ms = 1e6;

/// Of four layers on four GPUs.
struct Planted {
    const char* name = "alone";
    int tensor = 1;
    int stages = 4;
    int microbatches = 8;
    int samples = 1; ///< of a microbatch
    double layerMs = 10;
    double stepMs = 500; ///< of which 330 are (microbatches + stages - 1) x three times the layers of a stage
    int calls = 8;       ///< of a layer
};

RunLog logOf(const Planted& planted)
{
    RunLog log;
    log.name = planted.name;
    log.kind = RunLog::Kind::OptPrime;
    log.tensorParallel = planted.tensor;
    log.pipelineParallel = planted.stages;
    log.dataParallel = 1;
    log.microbatches = planted.microbatches;
    log.microbatchSize = planted.samples;
    for (int64_t step = 1; step <= 3; ++step) {
        for (int stage = 0; stage < planted.stages; ++stage) {
            StageBlock block {step, stage * planted.tensor, stage, {}, 0};
            const int held = layers / planted.stages;
            for (int layer = stage * held; layer < (stage + 1) * held; ++layer) {
                const int calls = planted.calls * planted.microbatches;
                block.layers.push_back({layer, planted.layerMs * planted.microbatches, calls, 0});
            }
            log.blocks.push_back(std::move(block));
        }
        LogStep line;
        line.step = step;
        line.stepMs = planted.stepMs;
        log.steps.push_back(line);
    }
    return log;
}

RunFolder folderOf(std::initializer_list<Planted> logs)
{
    RunFolder folder;
    for (const Planted& planted : logs)
        folder.runLogs.push_back(logOf(planted));
    return folder;
}

/// Of the first log of a folder.
Result<SimulatedStep> answer(const RunFolder& folder, const char* line)
{
    const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::RunLog, 0, 0});
    const Result<Knobs> knobs = knobsFromLine(line);
    if (!simulator || !knobs)
        qFatal("%s", (simulator ? knobs.error() : simulator.error()).message.text().c_str());
    return simulator->simulate(*knobs);
}

double stepMs(const Result<SimulatedStep>& step) { return step ? step->figures.wholeStepNs() / ms : 0; }

constexpr Planted twoRanks {"two ranks", 2, 2, 8, 1, 12, 900};

} // namespace

class TstLogFamily : public QObject {
    Q_OBJECT
private slots:
    void whatIsNotExplainedGrowsWithTheMicrobatches()
    {
        const RunFolder folder = folderOf({{}});
        const Result<SimulatedStep> same = answer(folder, "microbatches=8");
        QCOMPARE(stepMs(same), 500.0);
        QCOMPARE(same->figures.errorNs, 0.0);
        const Result<SimulatedStep> step = answer(folder, "microbatches=16");
        QCOMPARE(stepMs(step), 570.0 + 2 * 170);
        // Nothing tells: it may also be what it was.
        QVERIFY2(step->figures.lowNs() <= (570 + 170) * ms, qPrintable(QString::number(step->figures.lowNs())));
        const Result<SimulatedStep> fewer = answer(folder, "microbatches=4");
        QCOMPARE(stepMs(fewer), 210.0 + 85);
        QVERIFY(fewer->figures.highNs() >= (210 + 170) * ms);
    }

    void longerPassesMayLeaveMoreThatIsNotExplained()
    {
        // Half as many passes, twice as long, and gradients to exchange.
        for (const RunFolder& folder : {folderOf({{}}), folderOf({{}, {"larger", 1, 4, 4, 2, 20, 420 + 85}})}) {
            const Result<SimulatedStep> step = answer(folder, "stages=2; data=2");
            QVERIFY(step.isOk());
            QCOMPARE(stepMs(step), 300.0 + 85);
            QVERIFY(step->figures.highNs() >= (300 + 170) * ms);
            QVERIFY(step->figures.lowNs() > 330 * ms);
        }
    }

    void logsOfOneLayoutTellHowItGrows()
    {
        // 50 ms and 15 a microbatch.
        const RunFolder folder = folderOf({{}, {"larger", 1, 4, 4, 2, 20, 420 + 110}});
        const Result<SimulatedStep> step = answer(folder, "microbatches=16");
        QVERIFY(step.isOk());
        QCOMPARE(stepMs(step), 570.0 + 290);
        QVERIFY(step->figures.highNs() >= (570 + 340) * ms);
        QVERIFY(step->figures.lowNs() > (570 + 170) * ms);
    }

    void anotherTensorSizeIsRefusedWithoutALogOfIt()
    {
        const Result<SimulatedStep> step = answer(folderOf({{}}), "tensor=2; stages=2");
        QVERIFY(!step);
        QVERIFY(step.error().message.text().find("2 tensor-parallel ranks") != std::string::npos);
        QVERIFY(step.error().advice.text().find("TP 2 and 1 samples per microbatch") != std::string::npos);
        QVERIFY(!answer(folderOf({twoRanks}), "tensor=1; stages=4"));
        // Nor does one of another batch tell.
        Planted larger = twoRanks;
        larger.samples = 2;
        QVERIFY(!answer(folderOf({{}, larger}), "tensor=2; stages=2"));
        // Replicas leave the groups as they are.
        QVERIFY(answer(folderOf({{}}), "stages=2; data=2").isOk());
    }

    void aLogBesideTellsItsTensorSize()
    {
        const RunFolder folder = folderOf({{}, twoRanks});
        const Result<SimulatedStep> step = answer(folder, "tensor=2; stages=2");
        QVERIFY(step.isOk());
        QCOMPARE(stepMs(step), 900.0);
        QVERIFY(step->figures.lowNs() < 900 * ms && step->figures.highNs() > 900 * ms);
        QVERIFY(step->figures.lowNs() > 800 * ms && step->figures.highNs() < 1000 * ms);
        QVERIFY(std::any_of(step->assumptions.begin(), step->assumptions.end(), [](const Message& sentence) {
            return sentence.text().find("what the log two ranks measured") != std::string::npos;
        }));
        // And what is asked besides.
        QCOMPARE(stepMs(answer(folder, "tensor=2; stages=2; microbatches=16")), 17.0 * 72 + 2 * 252);
        QCOMPARE(stepMs(answer(folder, "tensor=2; stages=1; data=2")), 4.0 * 4 * 36 + 252 / 2);
        QCOMPARE(stepMs(answer(folder, "microbatches=8")), 500.0);
    }

    void measuredAnswersStandBesideTheModelled()
    {
        const RunFolder folder = folderOf({{}, twoRanks});
        const Result<SimulatedStep> step = answer(folder, "tensor=2; stages=2");
        QVERIFY(step.isOk());
        QCOMPARE(step->measured.size(), size_t(1));
        QCOMPARE(
            measuredText(step->measured[0]).text(), std::string("two ranks measured this layout: 900.00 ms a step."));
        QCOMPARE(step->measured[0].samples, 8.0);
        for (const char* other : {"", "tensor=2; stages=2; microbatches=16", "tensor=2; stages=2; compute-scale=0.5",
                 "tensor=2; stages=2; schedule=gpipe"}) {
            const Result<SimulatedStep> asked = answer(folder, other);
            QVERIFY(asked.isOk());
            QVERIFY2(asked->measured.empty(), other);
        }
    }

    void aDamagedStepLeavesALogInItsFamily()
    {
        RunLog damaged = logOf(twoRanks);
        // Two ranks printed over each other.
        damaged.blocks[2].layers.push_back(damaged.blocks[3].layers.back());
        damaged.blocks[3].layers.pop_back();
        QVERIFY(areOfOneModel(logOf({}), damaged));
        damaged.blocks[3].layers.clear();
        QVERIFY(areOfOneModel(logOf({}), damaged));
    }

    void logsOfOtherModelsTellNothing()
    {
        Planted other = twoRanks;
        other.calls = 9;
        QVERIFY(!areOfOneModel(logOf({}), logOf(other)));
        QVERIFY(!answer(folderOf({{}, other}), "tensor=2; stages=2"));
        RunLog longer = logOf(twoRanks);
        RunLog own = logOf({});
        for (StageBlock& block : own.blocks) {
            if (block.stage == 3)
                block.layers.push_back({StageBlock::head, 8 * 4.0, 8, 4});
        }
        QVERIFY(!areOfOneModel(own, longer)); // without a head
        for (StageBlock& block : longer.blocks) {
            if (block.stage == 1)
                block.layers.push_back({StageBlock::head, 8 * 9.0, 8, 9});
        }
        QVERIFY(!areOfOneModel(own, longer));
        for (StageBlock& block : longer.blocks) {
            if (block.stage == 1)
                block.layers.back().totalMs = 8 * 2.0; // shared by two
        }
        QVERIFY(areOfOneModel(own, longer));
        // On more GPUs layers are shared otherwise.
        Planted more = twoRanks;
        more.stages = 4;
        QVERIFY(!answer(folderOf({{}, more}), "tensor=2; stages=2"));
    }

    void growthFollowsALine()
    {
        const UnexplainedGrowth untold({{1, 1, 4, 8, 100}, {2, 1, 2, 16, 300}});
        QVERIFY(!untold.isTold());
        QCOMPARE(untold.factor(8, 16), 2.0);
        QCOMPARE(untold.otherFactor(8, 16), 1.0);
        const UnexplainedGrowth told({{1, 1, 4, 8, 170}, {1, 1, 4, 4, 110}});
        QVERIFY(told.isTold());
        QVERIFY(qAbs(told.factor(8, 16) - 290.0 / 170) < 1e-12);
        QCOMPARE(told.otherFactor(8, 16), 2.0);
        QCOMPARE(told.factor(8, 8), 1.0);
        // It neither shrinks nor grows faster than the microbatches.
        const UnexplainedGrowth falling({{1, 1, 4, 8, 100}, {1, 1, 4, 4, 120}});
        QCOMPARE(falling.factor(8, 16), 1.0);
        const UnexplainedGrowth steep({{1, 1, 4, 8, 100}, {1, 1, 4, 4, 10}});
        QCOMPARE(steep.factor(8, 16), 2.0);
    }
};

BUBBLESCOPE_TEST(TstLogFamily, QCoreApplication)

} // namespace bubblescope::tst_logfamily

#include "tst_logfamily.moc"
