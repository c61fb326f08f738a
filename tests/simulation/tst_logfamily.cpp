// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logfamily.h"
#include "sensitivity.h"
#include "testprogram.h"
#include "unexplainedgrowth.h"
#include "whatif.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
    double headMs = 0;   ///< of a microbatch, in the last stage
    const char* model = "Planted";
    std::optional<int64_t> parameters = 1000;
    const char* device = "";
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
    log.modelName = planted.model;
    log.parameters = planted.parameters;
    log.machine.addDevice(planted.device);
    for (int64_t step = 1; step <= 3; ++step) {
        for (int stage = 0; stage < planted.stages; ++stage) {
            StageBlock block {step, stage * planted.tensor, stage, {}, 0};
            const int held = layers / planted.stages;
            for (int layer = stage * held; layer < (stage + 1) * held; ++layer) {
                const int calls = planted.calls * planted.microbatches;
                block.layers.push_back({layer, planted.layerMs * planted.microbatches, calls, 0});
            }
            if (planted.headMs > 0 && stage + 1 == planted.stages) {
                block.layers.push_back(
                    {StageBlock::head, planted.headMs * planted.microbatches, planted.microbatches, 0});
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

    void whereverALogWasTakenItsStepIsWhatItWas()
    {
        for (const char* line : {"measured-on=a100-80gb", "measured-on=h100", "hardware=h100", "nvlink=370.8GB/s",
                 "measured-on=b200; hardware=b200"}) {
            const Result<SimulatedStep> step = answer(folderOf({{}}), line);
            QVERIFY2(step.isOk(), line);
            QCOMPARE(stepMs(step), 500.0);
            QVERIFY2(step->figures.lowNs() == 500 * ms && step->figures.highNs() == 500 * ms, line);
        }
    }

    void aModelThatTakesLongerDoesSoInEveryPart()
    {
        Planted planted;
        planted.stepMs = 300; // of 330 that are modelled
        const RunFolder folder = folderOf({planted});
        const Result<SimulatedStep> same = answer(folder, "stages=4");
        QCOMPARE(stepMs(same), 300.0);
        QCOMPARE(same->figures.errorNs, 0.0);
        const Result<SimulatedStep> more = answer(folder, "microbatches=16");
        QVERIFY2(std::abs(stepMs(more) / (570.0 * 300 / 330) - 1) < 1e-9, qPrintable(QString::number(stepMs(more))));
        QVERIFY(more->figures.lowNs() < stepMs(more) * ms && stepMs(more) * ms < more->figures.highNs());
    }

    void whereItWasTakenDecidesWhatAnotherMachineChanges()
    {
        const RunFolder folder = folderOf({{}});
        const Result<SimulatedStep> guessed = answer(folder, "hardware=b200");
        QVERIFY(guessed.isOk());
        for (const char* machine : {"a100-80gb", "h100", "h800", "b200"}) {
            const std::string line = std::string("hardware=b200; measured-on=") + machine;
            const double told = stepMs(answer(folder, line.c_str())) * ms;
            QVERIFY2(guessed->figures.lowNs() <= told && told <= guessed->figures.highNs(), line.c_str());
        }
        QVERIFY(std::any_of(guessed->assumptions.begin(), guessed->assumptions.end(), [](const Message& sentence) {
            return sentence.text().find("measured-on tells which") != std::string::npos;
        }));
    }

    void otherPassesLeaveBetweenWhatTheyDidAndAsMuchMore()
    {
        // Half as many passes, twice as long, and gradients to exchange: what is not explained was 170, and may halve
        // with the microbatches.
        const Result<SimulatedStep> step = answer(folderOf({{}}), "stages=2; data=2");
        QVERIFY(step.isOk());
        QCOMPARE(stepMs(step), 300.0 + 170 * 0.75);
        QVERIFY(step->figures.highNs() >= (300 + 170) * ms);
        QVERIFY(step->figures.lowNs() <= (300 + 85) * ms);
        QVERIFY(step->figures.lowNs() > 330 * ms);
        // Twice as many layers: what is not explained may stay, or be twice as much.
        const Result<SimulatedStep> deeper = answer(folderOf({{}}), "layers=8");
        QVERIFY(deeper.isOk());
        QCOMPARE(stepMs(deeper), 660.0 + 170 * 1.5);
        QVERIFY(deeper->figures.lowNs() <= (660 + 170) * ms && deeper->figures.highNs() >= (660 + 340) * ms);
    }

    void gradientsThatNobodyTimedAreInTheRange()
    {
        Planted large;
        large.parameters = 2'000'000'000; // half of it in a stage: 4 GB in single precision, 0.8 s at 5 GB/s
        const Result<SimulatedStep> step = answer(folderOf({large}), "stages=2; data=2");
        QVERIFY(step.isOk());
        QVERIFY(step->figures.highNs() >= (300 + 170 + 800) * ms);
        QVERIFY(step->figures.lowNs() <= (300 + 85) * ms);
        QVERIFY(std::any_of(step->assumptions.begin(), step->assumptions.end(), [](const Message& sentence) {
            return sentence.text().find("exchange of gradients between replicas: none is counted") != std::string::npos;
        }));
        const Result<Simulator> simulator = Simulator::make(folderOf({large}), {SimulationSource::Kind::RunLog, 0, 0});
        for (const KnobGain& gain : whatHelpsMost(*simulator, {}, {})) {
            const bool sharesGradients = gain.knobs.data.value_or(1) > 1;
            QVERIFY2(!sharesGradients || !gain.isSure(), gain.change.text().c_str());
        }
        Planted unknown;
        unknown.parameters.reset();
        const Result<SimulatedStep> none = answer(folderOf({unknown}), "stages=2; data=2");
        QVERIFY(!none);
        QVERIFY(none.error().message.text().find("does not state the parameters") != std::string::npos);
    }

    void logsAlikeButForTheirMicrobatchesTellHowItGrows()
    {
        // 50 ms and 15 a microbatch.
        const RunFolder folder = folderOf({{}, {"fewer", 1, 4, 4, 1, 10, 210 + 110}});
        const Result<SimulatedStep> step = answer(folder, "microbatches=16");
        QVERIFY(step.isOk());
        QCOMPARE(stepMs(step), 570.0 + 290);
        QVERIFY(step->figures.highNs() >= (570 + 340) * ms);
        QVERIFY(step->figures.lowNs() > (570 + 170) * ms);
        // Larger microbatches have other passes: what lies beside them tells nothing.
        const RunFolder larger = folderOf({{}, {"larger", 1, 4, 4, 2, 20, 420 + 110}});
        QCOMPARE(stepMs(answer(larger, "microbatches=16")), 570.0 + 340);
        QVERIFY(answer(larger, "microbatches=16")->figures.lowNs() <= (570 + 170) * ms);
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
        QCOMPARE(stepMs(answer(folder, "tensor=2; stages=1; data=2")), 4.0 * 4 * 36 + 252 * 0.75);
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

    void logsOfOtherModelsAndMachinesAreNoFamily()
    {
        const auto isTold = [](const Planted& own, const Planted& beside) {
            return answer(folderOf({own, beside}), "tensor=2; stages=2").isOk();
        };
        const Planted own;
        QVERIFY(isTold(own, twoRanks));
        Planted other = twoRanks;
        other.model = "Another";
        QVERIFY(!isTold(own, other));
        other = twoRanks;
        other.parameters = 1001;
        QVERIFY(!isTold(own, other));
        other = twoRanks;
        other.device = "NVIDIA A40";
        QVERIFY(!isTold(own, other));
        Planted sameMachine = own;
        sameMachine.device = other.device;
        QVERIFY(isTold(sameMachine, other));
        RunFolder folder = folderOf({own, twoRanks});
        folder.runLogs[0].sequenceLength = 1024;
        folder.runLogs[1].sequenceLength = 2048;
        QVERIFY(!answer(folder, "tensor=2; stages=2"));
        folder.runLogs[1].sequenceLength = 1024;
        QVERIFY(answer(folder, "tensor=2; stages=2").isOk());
    }

    /// Work is counted, not time.
    void familiesAreFoundBySorting()
    {
        const auto comparisonsFor = [](int logs) {
            std::vector<RunLog> all;
            for (int i = 0; i < logs; ++i) {
                all.push_back(logOf({}));
                all.back().parameters = i / 2; // two of each model
            }
            const LogFamilies families(all);
            for (int i = 0; i < logs; ++i) {
                const std::vector<size_t> beside = families.beside(size_t(i));
                if (beside != std::vector<size_t> {size_t(i ^ 1)})
                    return uint64_t(0);
            }
            return families.comparisons();
        };
        const uint64_t few = comparisonsFor(100);
        const uint64_t many = comparisonsFor(400);
        QVERIFY(few > 0);
        QVERIFY2(many < 6 * few, qPrintable(QStringLiteral("%1 against %2").arg(many).arg(few)));
    }

    /// Llama 3.2 1B: a layer has 60.8 million parameters that each token passes, the head 262.7.
    void aKnownModelTellsTheWorkOfALayer()
    {
        constexpr double layerOverHead = 60'817'408.0 / 262'668'288 / 0.65;
        // Sixteen layers; these are four, whose number the table does not know: no match.
        Planted two {"two ranks", 2, 2, 8, 1, 12, 900, 8, 20, "LlamaForCausalLM", 1'235'814'400};
        QVERIFY(!answer(folderOf({two}), "tensor=1; stages=4"));
        const auto deep = [](Planted planted) {
            RunLog log = logOf(planted);
            for (StageBlock& block : log.blocks) {
                std::vector<StageBlock::LayerTime> all;
                for (const StageBlock::LayerTime& layer : block.layers) {
                    for (int i = 0; i < 4 && layer.layer != StageBlock::head; ++i)
                        all.push_back({layer.layer * 4 + i, layer.totalMs, layer.operations, 0});
                    if (layer.layer == StageBlock::head)
                        all.push_back(layer);
                }
                block.layers = std::move(all);
            }
            RunFolder folder;
            folder.runLogs = {std::move(log)};
            return folder;
        };
        two.stepMs = 4000;
        const double own = 20 * layerOverHead; // ms of a layer on one rank, 7.12
        const double rest = 12 - own / 2;
        const auto model = [](int layers, double layerMs, int stages) {
            const double stage = layers * layerMs;
            return 3 * (stage * (stages - 1) + stage + 20 + 7 * (stage + 20));
        };
        const double before = model(8, 12, 2);
        const double unexplained = 4000 - before;
        const auto isExpected = [&](const Result<SimulatedStep>& step, double modelled) {
            const double left = unexplained * (1 + modelled / before) / 2;
            return step && std::abs(stepMs(step) / (modelled + left) - 1) < 1e-3;
        };
        const RunFolder folder = deep(two);
        QCOMPARE(stepMs(answer(folder, "")), 4000.0);
        const Result<SimulatedStep> one = answer(folder, "tensor=1; stages=4");
        QVERIFY(one.isOk());
        QVERIFY2(isExpected(one, model(4, own, 4)), qPrintable(QString::number(stepMs(one))));
        const Result<SimulatedStep> four = answer(folder, "tensor=4; stages=1");
        QVERIFY2(isExpected(four, model(16, own / 4 + rest, 1)), qPrintable(QString::number(stepMs(four))));
        // All of the rest may be all-reduces, that send half as much again.
        QVERIFY(four->figures.highNs() >= (model(16, own / 4 + rest * 1.5, 1) + unexplained) * ms);
        QVERIFY(std::any_of(four->assumptions.begin(), four->assumptions.end(), [](const Message& sentence) {
            return sentence.text().find("The model is Llama 3.2 1B") != std::string::npos;
        }));
        // Of a log of one rank nothing tells what all-reduces would take.
        QVERIFY(!answer(
            deep({"one rank", 1, 4, 8, 1, 10, 4000, 8, 20, "LlamaForCausalLM", 1'235'814'400}), "tensor=2; stages=2"));
        // A name or parameters that do not fit.
        for (const auto& [name, parameters] :
            {std::pair("Another", 1'235'814'400), std::pair("LlamaForCausalLM", 1'300'000'000)}) {
            two.model = name;
            two.parameters = parameters;
            QVERIFY(!answer(deep(two), "tensor=1; stages=4"));
        }
    }

    void twoTensorSizesTellAThird()
    {
        const RunFolder folder = folderOf({{}, twoRanks});
        const Result<SimulatedStep> step = answer(folder, "tensor=4; stages=1");
        QVERIFY(step.isOk());
        // 10 ms on one rank, 12 on two: 5 and 7 that stay.
        const double modelled = 3 * 8 * layers * (2.5 + 7);
        QVERIFY(std::abs(stepMs(step) / (modelled + 252 * (1 + modelled / 648) / 2) - 1) < 1e-3);
    }

    /// Knobs that stand where the log stands change nothing, also where other sizes follow from it.
    void ownSizesOfAKnownModelChangeNothing()
    {
        const RunFolder folder
            = folderOf({{"two ranks", 2, 2, 8, 1, 12, 1500, 8, 20, "LlamaForCausalLM", 1'235'814'400}, {}});
        for (const char* same : {"", "tensor=2", "tensor=2; stages=2; data=1", "microbatches=8", "layers=4"}) {
            const Result<SimulatedStep> step = answer(folder, same);
            QVERIFY(step.isOk());
            QCOMPARE(stepMs(step), 1500.0);
            QCOMPARE(step->figures.errorNs, 0.0);
        }
    }

    void growthFollowsALine()
    {
        const UnexplainedGrowth untold({{1, 1, 1, 4, 1, 8, 100}, {2, 1, 1, 2, 1, 16, 300}, {1, 1, 1, 4, 2, 4, 70},
            {1, 2, 1, 4, 1, 4, 70}, {1, 1, 1, 2, 1, 4, 70}});
        QVERIFY(!untold.isKnown());
        QCOMPARE(untold.factor(8, 16), 2.0);
        QCOMPARE(untold.otherFactor(8, 16), 1.0);
        const UnexplainedGrowth told({{1, 1, 1, 4, 1, 8, 170}, {1, 1, 1, 4, 1, 4, 110}});
        QVERIFY(told.isKnown());
        QVERIFY(qAbs(told.factor(8, 16) - 290.0 / 170) < 1e-12);
        QCOMPARE(told.otherFactor(8, 16), 2.0);
        QCOMPARE(told.factor(8, 8), 1.0);
        // It neither shrinks nor grows faster than the microbatches.
        const UnexplainedGrowth falling({{1, 1, 1, 4, 1, 8, 100}, {1, 1, 1, 4, 1, 4, 120}});
        QCOMPARE(falling.factor(8, 16), 1.0);
        const UnexplainedGrowth steep({{1, 1, 1, 4, 1, 8, 100}, {1, 1, 1, 4, 1, 4, 10}});
        QCOMPARE(steep.factor(8, 16), 2.0);
    }
};

BUBBLESCOPE_TEST(TstLogFamily, QCoreApplication)

} // namespace bubblescope::tst_logfamily

#include "tst_logfamily.moc"
