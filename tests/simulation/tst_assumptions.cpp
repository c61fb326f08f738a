// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a simulation takes for granted stands in its answer, and leaves it when a knob tells it.
#include "realfolder.h"
#include "samplefolder.h"
#include "testprogram.h"
#include "whatif.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

namespace bubblescope::tst_assumptions {

namespace {

using Size = GuessedSize::Of;

SimulatedStep answer(const RunFolder& folder, SimulationSource::Kind kind, const char* knobs = "")
{
    const Result<Simulator> simulator = Simulator::make(folder, {kind, 0, 0});
    if (!simulator)
        qFatal("%s", simulator.error().message.text().c_str());
    Result<SimulatedStep> step = simulator->simulate(*knobsFromLine(knobs));
    if (!step)
        qFatal("%s", step.error().message.text().c_str());
    return std::move(step).value();
}

bool guesses(const SimulatedStep& step, Size of, int value)
{
    return std::find(step.guesses.begin(), step.guesses.end(), GuessedSize {of, value}) != step.guesses.end();
}

bool says(const SimulatedStep& step, std::string_view words)
{
    return std::any_of(step.assumptions.begin(), step.assumptions.end(),
        [&](const Message& sentence) { return sentence.text().find(words) != std::string::npos; });
}

RunFolder sampleFolder()
{
    SampleOptions options;
    options.steps = 1;
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    return std::move(folder).value();
}

RunFolder logFolder()
{
    RunLog log;
    log.name = "small";
    log.microbatches = 4;
    log.parameters = 1000;
    for (int64_t step = 1; step <= 2; ++step) {
        log.blocks.push_back({step, 0, 0, {{0, 40, 4, 10}}, 0});
        log.blocks.push_back({step, 1, 1, {{1, 40, 4, 10}}, 0});
    }
    RunFolder folder;
    folder.runLogs.push_back(std::move(log));
    return folder;
}

RunFolder tableFolder(const char* name)
{
    LayerTable table;
    table.name = name;
    table.rows.emplace_back();
    table.rows.back().name = "layer";
    table.rows.back().forwardNs = 1e6;
    table.rows.back().backwardNs = 2e6;
    table.block = {0, 1};
    RunFolder folder;
    folder.layerTables.push_back(std::move(table));
    return folder;
}

RunFolder workloadFolder()
{
    Workload workload;
    workload.name = "headless";
    workload.rows.emplace_back();
    workload.rows.back().name = "mlp";
    workload.rows.back().forward.computeNs = 1e6;
    RunFolder folder;
    folder.workloads.push_back(std::move(workload));
    return folder;
}

} // namespace

class TstAssumptions : public QObject {
    Q_OBJECT
private slots:
    void aReplayStatesTheSizesThatTheRunDoesNotTell()
    {
        RunFolder folder = sampleFolder();
        QVERIFY(answer(folder, SimulationSource::Kind::Run).guesses.empty());
        folder.runs.front().layout.tensor.reset();
        folder.runs.front().layout.data.reset();
        folder.runs.front().layout.microbatchSize.reset();
        const SimulatedStep step = answer(folder, SimulationSource::Kind::Run);
        QVERIFY(guesses(step, Size::Tensor, 1));
        QVERIFY(guesses(step, Size::MicrobatchSize, 1));
        QVERIFY(std::any_of(
            step.guesses.begin(), step.guesses.end(), [](const GuessedSize& guess) { return guess.of == Size::Data; }));
        QVERIFY(says(step, "assumed: TP 1, "));
    }

    /// Of one sequence or of several: as long as that is open, so is what attention takes of the layers.
    void aGuessedSizeOfMicrobatchesTellsNoSequence()
    {
        SampleOptions options;
        options.steps = 1;
        options.tensor = 1;
        options.sequenceLength = 16384;
        Result<RunFolder> sample = makeSampleFolder(options);
        QVERIFY(sample.isOk());
        RunFolder folder = std::move(sample).value();
        const std::string other = "measured-on=a100-80gb; hardware=h100";
        folder.runs.front().layout.microbatchSize.reset();
        const SimulatedStep open = answer(folder, SimulationSource::Kind::Run, other.c_str());
        QVERIFY(guesses(open, Size::MicrobatchSize, 1));
        std::vector<double> told;
        for (const int size : {1, 4, 16}) {
            const std::string knob = fmt::format("microbatch-size={}; {}", size, other);
            folder.runs.front().layout.microbatchSize.reset();
            const SimulatedStep byKnob = answer(folder, SimulationSource::Kind::Run, knob.c_str());
            folder.runs.front().layout.microbatchSize = size;
            const SimulatedStep byRun = answer(folder, SimulationSource::Kind::Run, other.c_str());
            QCOMPARE(byKnob.figures.wholeStepNs(), byRun.figures.wholeStepNs());
            QCOMPARE(byKnob.figures.errorNs, byRun.figures.errorNs);
            told.push_back(byRun.figures.wholeStepNs());
            QVERIFY(open.figures.lowNs() <= told.back() && told.back() <= open.figures.highNs());
        }
        // Attention gains less than products do.
        QVERIFY(told[0] > told[1] && told[1] > told[2]);
        QVERIFY(open.figures.wholeStepNs() < told[0] && open.figures.wholeStepNs() > told[2]);
    }

    void aLogsMissingSizesAreGuesses()
    {
        const SimulatedStep step = answer(logFolder(), SimulationSource::Kind::RunLog);
        QVERIFY(says(step, "assumed: TP 1, DP 1, samples per microbatch 1, GPUs per node 8."));
        RunFolder told = logFolder();
        told.runLogs.front().tensorParallel = 1;
        told.runLogs.front().dataParallel = 1;
        told.runLogs.front().microbatchSize = 2;
        const std::vector<GuessedSize> hosts {{Size::RanksPerNode, 8}};
        QVERIFY(answer(told, SimulationSource::Kind::RunLog).guesses == hosts);
    }

    void aTablesNameTellsSizes()
    {
        const SimulatedStep unnamed = answer(tableFolder("layers"), SimulationSource::Kind::LayerTable);
        QVERIFY(says(unnamed, "assumed: TP 1, PP 1, DP 1, microbatches 1, samples per microbatch 1, layers 1."));
        const SimulatedStep named = answer(tableFolder("gpt2-train-1024-4-tp4"), SimulationSource::Kind::LayerTable);
        const std::vector<GuessedSize> left {{Size::Layers, 1}, {Size::RanksPerNode, 8}};
        QVERIFY(named.guesses == left);
    }

    void aWorkloadWithoutAHeaderGuessesAll()
    {
        const SimulatedStep step = answer(workloadFolder(), SimulationSource::Kind::Workload);
        QVERIFY(says(step, "assumed: TP 1, PP 1, DP 1, microbatches 1, samples per microbatch 1."));
    }

    void aKnobThatTellsASizeEndsItsGuess()
    {
        const SimulatedStep step = answer(tableFolder("layers"), SimulationSource::Kind::LayerTable, "layers=24");
        QVERIFY(!std::any_of(step.guesses.begin(), step.guesses.end(),
            [](const GuessedSize& guess) { return guess.of == Size::Layers; }));
        QVERIFY(guesses(step, Size::Microbatches, 1));
    }

    void theNumberOfGpusStaysGuessedUnderAnotherSplit()
    {
        const RunFolder folder = logFolder();
        QVERIFY(guesses(answer(folder, SimulationSource::Kind::RunLog, "stages=1; data=2"), Size::Data, 1));
        QVERIFY(!guesses(answer(folder, SimulationSource::Kind::RunLog, "data=1"), Size::Data, 1));
    }

    void aBackwardRatioReplacesWhatWasAssumedOfTheBackwardPass()
    {
        const RunFolder folder = logFolder();
        QVERIFY(says(answer(folder, SimulationSource::Kind::RunLog), "2 times the forward pass is assumed"));
        const SimulatedStep step = answer(folder, SimulationSource::Kind::RunLog, "backward-ratio=3");
        QVERIFY(!says(step, "2 times the forward pass is assumed"));
        QVERIFY(says(step, "Backward is assumed to take 3 times"));
    }

    void aScheduleThatIsChosenIsNoAssumption()
    {
        const RunFolder folder = logFolder();
        QVERIFY(says(answer(folder, SimulationSource::Kind::RunLog), "1F1B assumed"));
        QVERIFY(!says(answer(folder, SimulationSource::Kind::RunLog, "schedule=gpipe"), "1F1B assumed"));
    }

    void seed000StatesTheTensorParallelismItGuesses()
    {
        REQUIRE_SHARED_DATA();
        const SimulatedStep step = answer(realFolder("seeds/000_213289ee4de42d36.txt"), SimulationSource::Kind::Run);
        QVERIFY(guesses(step, Size::Tensor, 2));
        QVERIFY(says(step, "assumed: TP 2, PP 2, DP 2"));
    }

    void costsThatNoTimelineHoldsAreRefused()
    {
        const RunFolder folder = sampleFolder();
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Run, 0, 0});
        QVERIFY(simulator.isOk());
        for (const char* knobs : {"nic=1B/s; nvlink=1B/s; latency-us=1000000", "nvlink=1B/s"}) {
            const Result<StepFigures> figures = simulator->figures(*knobsFromLine(knobs));
            if (figures)
                QVERIFY(figures->stepNs >= simulator->baseline().stepNs);
            else
                QVERIFY(figures.error().message.text().find("70 years") != std::string::npos);
        }
        QVERIFY(!simulator->figures(*knobsFromLine("nic=1B/s; nvlink=1B/s; compute-scale=1000000")));
    }

    void anUnknownShareOfWeightGradientsIsARange()
    {
        const RunFolder folder = sampleFolder();
        const SimulatedStep split = answer(folder, SimulationSource::Kind::Run, "schedule=zb-h1");
        const SimulatedStep whole = answer(folder, SimulationSource::Kind::Run, "schedule=gpipe");
        QVERIFY(says(split, "the range holds for 34 to 50 %"));
        QVERIFY(!says(whole, "weight gradient"));
    }
};

BUBBLESCOPE_TEST(TstAssumptions, QCoreApplication)

} // namespace bubblescope::tst_assumptions

#include "tst_assumptions.moc"
