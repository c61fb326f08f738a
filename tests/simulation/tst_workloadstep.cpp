// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importone.h"
#include "knobs.h"
#include "layerwork.h"
#include "simaiterms.h"
#include "testprogram.h"
#include "twostagesample.h"
#include "whatif.h"
#include "workloadstep.h"
#include "worksums.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_workloadstep {

namespace {

const char* const seed003 = "seeds/003_e7a75019e7d30864.txt";

Workload readWorkload(const char* name)
{
    FileContents contents = importShared(name);
    return contents.workloads.empty() ? Workload() : std::move(contents.workloads.front());
}

WorkloadRow row(const char* name, double forward, double input, double weight)
{
    WorkloadRow made;
    made.name = name;
    const auto set = [](WorkloadPass& pass, double ns) {
        pass.computeNs = ns;
        pass.computeIsUnknown = ns == 1;
    };
    set(made.forward, forward);
    set(made.inputGradient, input);
    set(made.weightGradient, weight);
    return made;
}

CommRequest comm(Operation operation, Category group, double bytes)
{
    CommRequest request;
    request.operation = operation;
    request.group = group;
    request.bytes = bytes;
    return request;
}

/// Two microbatches of two layers, and what belongs to a step.
Workload smallWorkload()
{
    Workload workload;
    workload.name = "small";
    workload.tensorParallel = 2;
    workload.pipelineParallel = 2;
    workload.gpus = 16;
    workload.microbatches = 2;
    workload.layersPerStage = 2;
    WorkloadRow gradients = row("grad_param", 1, 1, 1);
    gradients.weightGradient.comm = comm(Operation::ReduceScatter, Category::DataComm, 4e9);
    workload.rows.push_back(gradients);
    for (int microbatch = 0; microbatch < 2; ++microbatch) {
        workload.rows.push_back(row("embedding_layer", 10, 5, 5));
        for (int layer = 0; layer < 2; ++layer) {
            workload.rows.push_back(row("attention_layer", 100, 110, 120));
            workload.rows.back().forward.comm = comm(Operation::AllReduce, Category::TensorComm, 1e6);
            workload.rows.push_back(row("mlp_layer", 200, 210, 220));
        }
        workload.rows.push_back(row("embedding_norm", 20, 30, 40));
    }
    workload.rows.push_back(row("cross_entropy1", 7, 1, 1));
    workload.rows.push_back(row("optimizer1", 50, 1, 1));
    return workload;
}

bool says(const JobProfile& profile, const char* words)
{
    for (const Assumption& assumption : profile.assumptions) {
        if (assumption.sentence.text().find(words) != std::string::npos)
            return true;
    }
    return false;
}

bool isNear(double value, double expected, double tolerance) { return std::abs(value / expected - 1) <= tolerance; }

} // namespace

class TstWorkloadStep : public QObject {
    Q_OBJECT
private slots:
    void messagesBetweenStagesCountWhereTheirBandwidthIsGiven()
    {
        Workload workload;
        workload.name = "w";
        workload.tensorParallel = 8;
        workload.pipelineParallel = 4;
        workload.microbatches = 16;
        workload.layersPerStage = 3;
        workload.gpus = 64;
        workload.pipelineCommBytes = 1 << 30;
        SimAiOptions options;
        QCOMPARE(simAiTerms(workload, options)->ppUs, 0.0);
        // 1 GiB, there and back, for every microbatch and layer, at 50 GiB/s: 20 ms each.
        options.pipelineGiBps = 50;
        const Result<SimAiTerms> terms = simAiTerms(workload, options);
        QCOMPARE(terms->ppUs, 2 * 16 * 3 * 20'000.0);
        QCOMPARE(terms->totalUs, terms->ppUs);
        workload.pipelineParallel = 1;
        QCOMPARE(simAiTerms(workload, options)->ppUs, 0.0);
    }

    void seed003ComesOutAsSimAiSays()
    {
        REQUIRE_SHARED_DATA();
        const Workload workload = readWorkload(seed003);
        const Result<SimAiTerms> terms = simAiTerms(workload, {});
        QVERIFY2(terms.isOk(), terms ? "" : terms.error().message.text().c_str());
        QVERIFY(isNear(terms->computeUs, 280084, 1e-5));
        QVERIFY(isNear(terms->tpUs, 49691, 2e-5));
        QVERIFY(isNear(terms->dpUs, 217806, 1e-5));
        QVERIFY(isNear(terms->bubbleUs, 123179, 1e-5));
        QVERIFY(isNear(terms->totalUs, 670761, 1e-5));
        QCOMPARE(terms->epUs + terms->dpEpUs + terms->ppUs, 0.0);

        SimAiOptions slow;
        slow.nvlinkGiBps = 100;
        QVERIFY(isNear(simAiTerms(workload, slow)->totalUs, 738824, 1e-5));
    }

    // By SimAI-Analytical's own sources (calbusbw.cc, Layer.cc) and ratio tables.
    void aMoeJobOf9216GpusComesOutAsSimAiSays()
    {
        REQUIRE_SHARED_DATA();
        const Workload workload = readWorkload("simai/examples/workload_analytical.txt");
        const auto check = [&workload](double nvlink, double nic, double tp, double dp, double ep, double dpEp,
                               double bubble, double total) {
            SimAiOptions options;
            options.nvlinkGiBps = nvlink;
            options.nicGiBps = nic;
            const Result<SimAiTerms> terms = simAiTerms(workload, options);
            QVERIFY(terms);
            QVERIFY(isNear(terms->computeUs, 4542795.477, 1e-6));
            QVERIFY(isNear(terms->tpUs, tp, 1e-3));
            QVERIFY(isNear(terms->dpUs, dp, 1e-3));
            QVERIFY(isNear(terms->epUs, ep, 1e-3));
            QVERIFY(isNear(terms->dpEpUs, dpEp, 1e-3));
            QVERIFY(isNear(terms->bubbleUs, bubble, 1e-3));
            QVERIFY(isNear(terms->totalUs, total, 1e-3));
        };
        check(200, 25, 587980.903, 78243.583, 2372253.696, 2070000, 426664.435, 10077938.094);
        check(300, 45, 392009.69, 43468.657, 1317918.72, 1150000, 355139.732, 7801332.275);
        check(100, 25, 1175892.19, 78243.583, 2372253.696, 2070000, 460024.587, 10699209.533);
    }

    void smallTransfersAreConstants()
    {
        Workload workload;
        workload.tensorParallel = 8;
        workload.gpus = 8;
        workload.rows.push_back(row("a", 1000, 1, 1));
        workload.rows.back().forward.comm = comm(Operation::AllReduce, Category::TensorComm, 8192);
        QCOMPARE(simAiTerms(workload, {})->tpUs, 15.0);
        workload.tensorParallel = 4;
        QCOMPARE(simAiTerms(workload, {})->tpUs, 12.0);
        workload.rows.back().forward.comm.bytes = 1;
        QCOMPARE(simAiTerms(workload, {})->tpUs, 0.0);
    }

    void groupsShareTheCardsOfAServerByRealDivision()
    {
        Workload workload;
        workload.tensorParallel = 8;
        workload.gpus = 64;
        workload.rows.push_back(row("a", 1, 1, 1));
        workload.rows.back().weightGradient.comm = comm(Operation::AllReduce, Category::DataComm, 1024.0 * 1024 * 1024);
        SimAiOptions options;
        options.nicsPerServer = 4;
        // Half a card of 25 GiB/s for each of eight groups; an all-reduce among eight.
        QVERIFY(isNear(simAiTerms(workload, options)->dpUs, 2 * 7.0 / 8 / 12.5 * 1e6, 1e-12));
        options.dataOverlap = 0.5;
        QVERIFY(isNear(simAiTerms(workload, options)->dpUs, 7.0 / 8 / 12.5 * 1e6, 1e-12));
    }

    void theRuleRefusesWhatItCanNotKnow()
    {
        Workload workload = smallWorkload();
        QVERIFY(simAiTerms(workload, {}).isOk());
        SimAiOptions odd;
        odd.gpus = 10;
        const Result<SimAiTerms> wrong = simAiTerms(workload, odd);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().message.text(), std::string("10 GPUs are not a multiple of TP 2 x PP 2."));
        workload.microbatches.reset();
        QVERIFY(!simAiTerms(workload, {}));
        workload.tensorParallel.reset();
        QVERIFY(!simAiTerms(workload, {}));
    }

    void knobsBecomeOptions()
    {
        Knobs knobs;
        QVERIFY(setKnob(knobs, "gpus", "1024").isOk());
        QVERIFY(setKnob(knobs, "nvlink-gibps", "100").isOk());
        const SimAiOptions options = simAiOptions(knobs);
        QCOMPARE(options.gpus.value_or(0), 1024);
        QCOMPARE(options.nvlinkGiBps, 100.0);
        QCOMPARE(options.nicGiBps, 25.0);
    }

    void rowsOfAWorkloadBecomeStagesAndMicrobatches()
    {
        const Result<JobProfile> profile = profileOfWorkload(smallWorkload());
        QVERIFY(profile.isOk());
        QCOMPARE(profile->microbatches, 2);
        QCOMPARE(profile->stages, 2);
        QCOMPARE(profile->tensor, 2);
        QCOMPARE(profile->data, 4);
        QCOMPARE(profile->ranks.size(), size_t(2));
        const RankWork& first = profile->ranks[0];
        const RankWork& last = profile->ranks[1];
        QCOMPARE(computeOf(first.forward), 10 + 2 * 300.0);
        QCOMPARE(computeOf(first.backward), 2 * 320.0 + 5);
        QCOMPARE(computeOf(first.weightGradient), 2 * 340.0 + 5);
        QCOMPARE(computeOf(last.forward), 2 * 300.0 + 20);
        QVERIFY(first.loss.empty());
        QCOMPARE(computeOf(last.loss), 7.0);
        QCOMPARE(computeOf(first.optimizer), 50.0);
        QCOMPARE(first.finalize.size(), size_t(1));
        QCOMPARE(int(first.finalize[0].operation), int(Operation::ReduceScatter));
        QCOMPARE(first.finalize[0].bytes, 4e9);
        QVERIFY(first.finalize[0].ns < 0);
        // The first rank of each stage: TP 2 x DP 4 lie between them.
        QCOMPARE(first.rank, 0);
        QCOMPARE(last.rank, 8);
        QCOMPARE(profile->layersOfStage, (std::vector<int> {2, 2}));
        QVERIFY(profile->layerWork.has_value());
        QCOMPARE(profile->layerWork->layers, 4);
        QVERIFY(!profile->assumedBackwardRatio);
    }

    void aMicrobatchThatIsNotAsTheFirstIsLeftOut()
    {
        Workload workload = smallWorkload();
        // The second one loses its last layer.
        workload.rows.erase(workload.rows.begin() + 9, workload.rows.begin() + 11);
        const Result<JobProfile> profile = profileOfWorkload(workload);
        QVERIFY(profile.isOk());
        QVERIFY(says(*profile, "4 rows do not repeat the first microbatch"));
        QVERIFY(!profile->layersOfStage.empty());
        QCOMPARE(profile->layersOfStage.front(), 2);
    }

    void partitionsOfAWorkloadAgreeWithItsStages()
    {
        const Result<JobProfile> profile = profileOfWorkload(smallWorkload());
        const std::vector<RankWork> stages = stageWork(*profile->layerWork, profile->layersOfStage);
        for (size_t i = 0; i < stages.size(); ++i) {
            QCOMPARE(computeOf(stages[i].forward), computeOf(profile->ranks[i].forward));
            QCOMPARE(computeOf(stages[i].backward), computeOf(profile->ranks[i].backward));
            QCOMPARE(computeOf(stages[i].weightGradient), computeOf(profile->ranks[i].weightGradient));
        }
    }

    void aHeaderOfAbsurdSizesIsRefused_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("gpus");
        QTest::newRow("stages") << 1 << 2147483647 << 2147483647;
        QTest::newRow("product") << 2097152 << 1024 << 2147483647;
        QTest::newRow("tensor") << 2147483647 << 2 << 0;
    }
    void aHeaderOfAbsurdSizesIsRefused()
    {
        QFETCH(int, tensor);
        QFETCH(int, stages);
        QFETCH(int, gpus);
        RunFolder folder;
        folder.workloads.push_back(smallWorkload());
        folder.workloads[0].tensorParallel = tensor;
        folder.workloads[0].pipelineParallel = stages;
        folder.workloads[0].gpus = gpus;
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
        QVERIFY(!simulator);
        QVERIFY(simulator.error().message.text().find("not possible") != std::string::npos);
    }

    void knobsOfAbsurdSizesAreRefused()
    {
        RunFolder folder;
        folder.workloads.push_back(smallWorkload());
        folder.workloads[0].gpus.reset();
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
        QVERIFY(simulator.isOk());
        Knobs knobs;
        knobs.tensor = 1 << 20;
        knobs.data = 1 << 20;
        knobs.expert = 1;
        QVERIFY(!simulator->simulate(knobs));
        knobs.stages = 1 << 20;
        QVERIFY(!simulator->simulate(knobs));
    }

    void whatAttentionTakesBeyondHalfOfTheMlpIsItsKernels()
    {
        const auto percentOf = [](double attention, const char* name) {
            Workload workload = smallWorkload();
            for (WorkloadRow& layer : workload.rows) {
                if (layer.name == "attention_layer")
                    layer = row(name, attention, attention, attention);
                else if (layer.name == "mlp_layer")
                    layer = row("mlp_layer", 200, 200, 200);
            }
            const Result<JobProfile> profile = profileOfWorkload(workload);
            for (const WorkPiece& piece : profile->ranks[0].forward) {
                if (piece.name == name)
                    return int(piece.attentionPercent);
            }
            return -1;
        };
        QCOMPARE(percentOf(400, "attention_layer"), 75);
        QCOMPARE(percentOf(200, "attention_row"), 50);
        QCOMPARE(percentOf(60, "attention_layer"), 15);              // short sequences: some of it always is
        QCOMPARE(percentOf(400, "self_layer"), int(unknownPercent)); // nothing to compare
    }

    void onAnotherGpuAttentionGainsLessThanTheMlp()
    {
        const auto gainOf = [](double attention) {
            RunFolder folder;
            Workload workload = smallWorkload();
            workload.pipelineParallel = workload.tensorParallel = workload.gpus = 1;
            std::erase_if(workload.rows, [](const WorkloadRow& r) { return r.name == "grad_param"; });
            for (WorkloadRow& layer : workload.rows) {
                if (layer.name == "attention_layer")
                    layer = row("attention_layer", attention, attention, attention);
                for (WorkloadPass* pass : {&layer.forward, &layer.inputGradient, &layer.weightGradient})
                    pass->computeNs *= pass->computeIsUnknown ? 1 : 1e6;
            }
            folder.workloads.push_back(workload);
            const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
            const auto step = [&](const char* line) { return simulator->outcome(*knobsFromLine(line))->stepNs; };
            return step("measured-on=a100-80gb") / step("measured-on=a100-80gb; hardware=h100");
        };
        QVERIFY2(gainOf(100) > 2.1 && gainOf(100) < 2.4, qPrintable(QString::number(gainOf(100))));
        QVERIFY(gainOf(1000) < gainOf(400) && gainOf(400) < gainOf(100));
        QVERIFY(gainOf(1000) > 1.6);
    }

    void whereNothingTellsTheMachineTheRangeHoldsAll()
    {
        RunFolder folder;
        folder.workloads.push_back(smallWorkload());
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
        QVERIFY(simulator.isOk());
        const StepFigures& untold = simulator->baseline();
        for (const char* machine : {"a100-80gb", "a100-40gb", "a800", "h100", "h200", "h800", "b200", "gb200"}) {
            const std::string line = std::string("measured-on=") + machine;
            const double step = simulator->outcome(*knobsFromLine(line))->wholeStepNs();
            const QString what = QStringLiteral("%1: %2, not between %3 and %4")
                                     .arg(QLatin1String(machine))
                                     .arg(step)
                                     .arg(untold.lowNs())
                                     .arg(untold.highNs());
            QVERIFY2(untold.lowNs() <= step && step <= untold.highNs(), qPrintable(what));
        }
        // Told which, it is known better.
        const Result<StepFigures> told = simulator->outcome(*knobsFromLine("measured-on=h100"));
        QCOMPARE(told->wholeStepNs(), untold.wholeStepNs());
        QVERIFY(told->highNs() < untold.highNs() && told->lowNs() > untold.lowNs());
        QVERIFY(simulator->simulate(*knobsFromLine("measured-on=h100"))->machine.by == MachineGuess::By::Stated);
    }

    void whereNothingTellsTheMachineAnotherOneChangesThatOfAny()
    {
        RunFolder folder;
        folder.workloads.push_back(smallWorkload());
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
        QVERIFY(simulator.isOk());
        for (const char* asked : {"hardware=b200", "hardware=a100-80gb", "nic=10GB/s", "nvlink=100GB/s"}) {
            const StepFigures guessed = *simulator->outcome(*knobsFromLine(asked));
            for (const char* machine : {"a100-80gb", "a100-40gb", "a800", "h100", "h200", "h800", "b200", "gb200"}) {
                const std::string line = std::string(asked) + "; measured-on=" + machine;
                const double step = simulator->outcome(*knobsFromLine(line))->wholeStepNs();
                QVERIFY2(guessed.lowNs() <= step && step <= guessed.highNs(), line.c_str());
            }
        }
        // What is asked about as it is already, by any of its names, is no change.
        const SimulatedStep before = *simulator->simulate({});
        for (const char* own : {"hardware=h100", "nvlink=370.8GB/s", "nic=48.5GB/s", "nic=388Gb/s"}) {
            const SimulatedStep after = *simulator->simulate(*knobsFromLine(own));
            QCOMPARE(after.figures.wholeStepNs(), before.figures.wholeStepNs());
            QCOMPARE(after.figures.lowNs(), before.figures.lowNs());
            QCOMPARE(after.figures.highNs(), before.figures.highNs());
        }
        // The timeline is that of the guessed machine, whatever was tried for the range.
        const SimulatedStep moved = *simulator->simulate(*knobsFromLine("hardware=b200"));
        QVERIFY(moved.figures.wholeStepNs() < before.figures.wholeStepNs());
        const SimulatedStep again = *simulator->simulate(*knobsFromLine("hardware=b200"));
        QVERIFY(again.criticalPath == moved.criticalPath);
    }

    void samplesOfAMicrobatchAreToldByAKnob()
    {
        RunFolder folder;
        folder.workloads.push_back(smallWorkload());
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Workload, 0, 0});
        QVERIFY(simulator.isOk());
        const Knobs told = *knobsFromLine("microbatch-size=6");
        const SimulatedStep before = *simulator->simulate({});
        const SimulatedStep after = *simulator->simulate(told);
        QCOMPARE(after.figures.wholeStepNs(), before.figures.wholeStepNs());
        QCOMPARE(after.figures.samplesPerStep, 6 * before.figures.samplesPerStep);
        // It is no gain: the opened step had as many.
        QCOMPARE(simulator->baseline(told).samplesPerSecond(), after.figures.samplesPerSecond());
        QCOMPARE(after.figures.openedSamplesPerStep, after.figures.samplesPerStep);
        QCOMPARE(after.run.layout.microbatchSize.value_or(0), 6);
        const auto isGuessed = [](const SimulatedStep& step) {
            return std::any_of(step.guesses.begin(), step.guesses.end(),
                [](const GuessedSize& guess) { return guess.of == GuessedSize::Of::MicrobatchSize; });
        };
        QVERIFY(isGuessed(before) && !isGuessed(after));
        QCOMPARE(simulator->ownValue("microbatch-size"), std::string("1"));
        QCOMPARE(after.figures.errorNs, before.figures.errorNs);
    }

    void aMessageOfOneByteIsNone()
    {
        Workload workload = smallWorkload();
        workload.rows[0].weightGradient.comm.bytes = 1;
        QVERIFY(profileOfWorkload(workload)->ranks[0].finalize.empty());
    }

    void gradientsOfALayerRunBesideTheBackwardPass()
    {
        Workload workload;
        workload.rows.push_back(row("conv1", 100, 100, 100));
        workload.rows.back().weightGradient.comm = comm(Operation::AllReduce, Category::DataComm, 1e6);
        const Result<JobProfile> profile = profileOfWorkload(workload);
        QCOMPARE(profile->ranks[0].weightGradient.size(), size_t(2));
        QVERIFY(profile->ranks[0].weightGradient[1].isAsynchronous);
        QVERIFY(says(*profile, "where a microbatch begins"));
    }

    void aTestOfOneCollectiveAtManySizesKeepsThemAll()
    {
        Workload workload;
        workload.microbatches = 1;
        for (const double bytes : {16e6, 32e6, 64e6}) {
            workload.rows.push_back(row("embedding_layer", 100, 1, 1));
            workload.rows.back().forward.comm = comm(Operation::AllReduce, Category::TensorComm, bytes);
        }
        const Result<JobProfile> profile = profileOfWorkload(workload);
        QVERIFY(profile.isOk());
        QCOMPARE(profile->microbatches, 1);
        const Work& forward = profile->ranks[0].forward;
        QCOMPARE(computeOf(forward), 300.0);
        QCOMPARE(std::count_if(forward.begin(), forward.end(), [](const WorkPiece& p) { return p.isCommunication(); }),
            std::ptrdiff_t(3));
        QVERIFY(says(*profile, "where a microbatch begins"));
    }

    void anUnknownBackwardPassIsAssumed()
    {
        Workload workload;
        workload.rows.push_back(row("embedding_layer", 10, 1, 1));
        workload.rows.push_back(row("attention_layer", 100, 1, 1));
        const Result<JobProfile> profile = profileOfWorkload(workload);
        QCOMPARE(profile->assumedBackwardRatio.value_or(0), 2.0);
        QCOMPARE(computeOf(profile->ranks[0].backward), 110.0);
        QVERIFY(says(*profile, "2 times the forward pass"));
    }

    void seed003HasTwelveLayersWhateverItsHeaderSays()
    {
        REQUIRE_SHARED_DATA();
        const Result<JobProfile> profile = profileOfWorkload(readWorkload(seed003));
        QVERIFY(profile.isOk());
        QCOMPARE(profile->stages, 4);
        QCOMPARE(profile->microbatches, 1);
        QCOMPARE(profile->tensor, 8);
        QCOMPARE(profile->data, 16);
        QCOMPARE(profile->layersOfStage, (std::vector<int> {12, 12, 12, 12}));
        QVERIFY(says(*profile, "header says 8 layers per stage, the rows hold 12"));
        QCOMPARE(computeOf(profile->ranks[0].forward), 764000 + 12 * (3422000.0 + 1724000));
        QCOMPARE(computeOf(profile->ranks[1].backward), 12 * (3000000.0 + 2400000));
        QCOMPARE(profile->messageBytes, 20971520.0);
    }

    void everyRealWorkloadBecomesAJob_data()
    {
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<int>("layers");
        QTest::newRow("simai/aicb/G13B-M1-C01_GPT13B_megatron_tp8_pp1_mbs1_A100.txt") << 1 << 40;
        QTest::newRow("simai/aicb/G13B-M1-C02_GPT13B_megatron_tp8_pp1_mbs1_sp_A100.txt") << 1 << 40;
        QTest::newRow("simai/aicb/L7B-D1-C02_Llama7B_deepspeed_zero3_A100.txt") << 1 << 0;
        QTest::newRow("simai/analytical_22B_256gpus/"
                      "H100-gpt_22B-world_size256-tp8-pp8-ep1-gbs384-mbs1-seq2048-MOE-False-GEMM-False-flash_attn-"
                      "False.txt")
            << 96 << 6;
        QTest::newRow("simai/examples/workload_analytical.txt") << 24 << 8;
        QTest::newRow("simai/flow_level_128gpus/workload_analytical_128gpu.txt") << 1 << 8;
        QTest::newRow("astra_sim_v1/Resnet50_DataParallel.txt") << 1 << 0;
        QTest::newRow("astra_sim_v1/DLRM_HybridParallel.txt") << 1 << 0;
        QTest::newRow("astra_sim_v1/microAllReduce.txt") << 1 << 0;
    }
    void everyRealWorkloadBecomesAJob()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(int, microbatches);
        QFETCH(int, layers);
        const Workload workload = readWorkload(QTest::currentDataTag());
        QVERIFY(!workload.rows.empty());
        const Result<JobProfile> profile = profileOfWorkload(workload);
        QVERIFY2(profile.isOk(), profile ? "" : profile.error().message.text().c_str());
        QCOMPARE(profile->microbatches, microbatches);
        QCOMPARE(profile->layersOfStage.empty() ? 0 : profile->layersOfStage.front(), layers);
        QCOMPARE(profile->ranks.size(), size_t(profile->stages));
        for (const Assumption& assumption : profile->assumptions)
            QVERIFY2(assumption.sentence.text().ends_with('.'), assumption.sentence.text().c_str());
    }

    void theSamplesWorkloadIsItsFirstStage()
    {
        const Result<SampleRun> sample = twoStageSample();
        const Result<JobProfile> profile = profileOfWorkload(sample->workload);
        QVERIFY(profile.isOk());
        QCOMPARE(profile->microbatches, 4);
        QVERIFY(isNear(computeOf(profile->ranks[0].forward) / 1e6, sample->truth.forwardComputeMs[0], 1e-5));
        const double backward = computeOf(profile->ranks[0].backward) + computeOf(profile->ranks[0].weightGradient);
        QVERIFY(isNear(backward / 1e6, sample->truth.backwardComputeMs[0], 1e-5));
    }
};

BUBBLESCOPE_TEST(TstWorkloadStep, QCoreApplication)

} // namespace bubblescope::tst_workloadstep

#include "tst_workloadstep.moc"
