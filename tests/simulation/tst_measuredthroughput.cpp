// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tokens, FLOPs and MFU of measured steps, against figures that were counted by hand and that others print.
#include "importone.h"
#include "jobreader.h"
#include "knobs.h"
#include "measuredthroughput.h"
#include "realfolder.h"
#include "roundedtime.h"
#include "testprogram.h"
#include "torchtitanflavors.h"
#include "tracetext.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace bubblescope::tst_measuredthroughput {

namespace {

bool isNear(double is, double should, double share = 1e-9) { return std::abs(is - should) <= share * std::abs(should); }

/// Llama 3 8B on 8 GPUs, as torchtitan trains it: 8 samples of 8192 tokens a step.
JobDescription llama()
{
    JobDescription job;
    job.model = torchTitanModel("llama3", "8B").value();
    job.format = "torchtitan";
    job.layout.gpus = 8;
    job.layout.globalBatch = 8;
    job.layout.microbatchSize = 1;
    job.layout.sequence = 8192;
    return job;
}

/// Its matrices and its causal attention, forward and backward, by hand: the lookup of the embedding is none of them.
constexpr double layersOfLlama = 32;
constexpr double matricesOfLayer = 2.0 * 4096 * 4096 + 2.0 * 4096 * 1024 + 3.0 * 4096 * 14336;
constexpr double head = 4096.0 * 128256;
constexpr double causal = 2.0 * 8192 * 4096; // of a token and layer: queries by keys, and scores by values
constexpr double flopsOfLlama = 3 * (layersOfLlama * (2 * matricesOfLayer + causal) + 2 * head);
/// 5,868 tokens a second and GPU.
constexpr double stepOfLlama = 8192.0 / 5868 * nsPerSecond;

RunLog logOf(JobDescription job, std::optional<double> teraflops = {}, std::optional<double> mfuPercent = {})
{
    RunLog log;
    log.name = "train";
    log.description = std::move(job);
    log.machine.addDevice("NVIDIA H100 80GB HBM3");
    for (const double share : {0.1, 1.0, 1.0}) { // the first step warms up
        LogStep step;
        step.step = int64_t(log.steps.size()) + 1;
        step.stepMs = stepOfLlama / nsPerMs / share;
        step.teraflops = teraflops ? std::optional(*teraflops * share) : std::nullopt;
        step.mfuPercent = mfuPercent ? std::optional(*mfuPercent * share) : std::nullopt;
        log.steps.push_back(step);
    }
    return log;
}

/// A recorded run of so many ranks, beside the description of a job.
RunFolder beside(JobDescription job, int ranks = 8)
{
    RunFolder folder;
    std::string text;
    for (int rank = 0; rank < ranks; ++rank)
        text += "rank" + std::to_string(rank) + ": [F0 0-10] [B0 10-30]\n";
    Run run;
    run.layout.world = ranks;
    run.machine.addDevice("NVIDIA H100 80GB HBM3");
    run.trace = std::make_shared<const Trace>(traceFromText(text));
    folder.runs.push_back(std::move(run));
    folder.jobs.push_back(std::move(job));
    return folder;
}

std::optional<MeasuredThroughput> ofFirstRun(const RunFolder& folder)
{
    return measuredThroughput(folder, folder.runs.front(), stepOfLlama);
}

} // namespace

class TstMeasuredThroughput : public QObject {
    Q_OBJECT
private slots:
    void aLogsStepIsCountedByHand()
    {
        const auto found = measuredThroughput(logOf(llama()), stepOfLlama);
        QVERIFY(found);
        QVERIFY(isNear(found->step.tokensPerSecondPerGpu, 5868));
        QVERIFY(isNear(found->step.tokensPerSecond, 8 * 5868.0));
        QVERIFY2(
            isNear(found->step.flopsPerToken, flopsOfLlama), qPrintable(QString::number(found->step.flopsPerToken)));
        QVERIFY(isNear(found->step.flopsPerSecondPerGpu(), 5868 * flopsOfLlama));
        QVERIFY(isNear(found->step.mfu, 5868 * flopsOfLlama / 989e12));
        QVERIFY(found->hardware);
        QVERIFY(!found->printedFlopsPerSecond && !found->printedMfu && !found->printedDiffers);
    }

    /// torchtitan's README prints 339.85 TFLOP/s and 34.36 % for these tokens: half of attention is masked.
    void whatTheLogCountsBesideIsNamed()
    {
        const auto found = measuredThroughput(logOf(llama(), 339.85, 34.36), stepOfLlama);
        QVERIFY(found);
        QCOMPARE(found->printedFlopsPerSecond, std::optional(339.85e12)); // without the first step
        QVERIFY(found->printedDiffers);
        QCOMPARE(found->printedCounts, std::vector {ExtraFlops::WholeAttention});
        // By its MFU alone, which is of the same peak.
        const auto byMfu = measuredThroughput(logOf(llama(), {}, 34.36), stepOfLlama);
        QCOMPARE(byMfu->printedCounts, std::vector {ExtraFlops::WholeAttention});
        const auto ours = measuredThroughput(logOf(llama(), 5868 * flopsOfLlama / 1e12), stepOfLlama);
        QVERIFY(!ours->printedDiffers && ours->printedCounts.empty());
        const auto nobodys = measuredThroughput(logOf(llama(), 3 * 5868 * flopsOfLlama / 1e12), stepOfLlama);
        QVERIFY(nobodys->printedDiffers && nobodys->printedCounts.empty());
    }

    void recomputationIsNamedWhereTheJobDoesIt()
    {
        // Layers forward once more, with all of attention, as Megatron-DeepSpeed counts; not the head.
        const double whole = 3 * (layersOfLlama * (2 * matricesOfLayer + 2 * causal) + 2 * head);
        const double again = whole + layersOfLlama * (2 * matricesOfLayer + 2 * causal);
        JobDescription job = llama();
        job.layout.recompute = Recompute::Full;
        const auto counted = [&](double flops) {
            return measuredThroughput(logOf(job, 5868 * flops / 1e12), stepOfLlama)->printedCounts;
        };
        QCOMPARE(counted(again), (std::vector {ExtraFlops::WholeAttention, ExtraFlops::Recomputation}));
        QCOMPARE(counted(flopsOfLlama + layersOfLlama * (2 * matricesOfLayer + causal)),
            std::vector {ExtraFlops::Recomputation});
        // The core of attention alone.
        job.layout.recompute = Recompute::Selective;
        QCOMPARE(counted(flopsOfLlama + layersOfLlama * causal), std::vector {ExtraFlops::Recomputation});
        job.layout.recompute = Recompute::None;
        QVERIFY(counted(again).empty());
        QCOMPARE(counted(flopsOfLlama + 6 * head), std::vector {ExtraFlops::Lookup});
    }

    void whatIsAssumedMakesNoFigure()
    {
        const auto without = [](auto forget) {
            JobDescription job = llama();
            forget(job.layout);
            return !measuredThroughput(logOf(std::move(job)), stepOfLlama);
        };
        QVERIFY(without([](PlannedLayout& layout) { layout.sequence.reset(); }));
        QVERIFY(without([](PlannedLayout& layout) { layout.gpus.reset(); }));
        QVERIFY(without([](PlannedLayout& layout) { layout.globalBatch.reset(); }));
        QVERIFY(without([](PlannedLayout& layout) { layout.data = 3; })); // contradicts the GPUs
        QVERIFY(!without([](PlannedLayout& layout) { layout.precision.reset(); }));
        for (const double step : {0.0, -1.0, std::nan("")})
            QVERIFY(!measuredThroughput(logOf(llama()), step));
        JobDescription growing = llama();
        growing.assume("global_batch_size", "8", say("the last of a growing batch (rampup_batch_size)"));
        QVERIFY(!measuredThroughput(logOf(std::move(growing)), stepOfLlama));
        RunLog undescribed = logOf(llama());
        undescribed.description.reset();
        QVERIFY(!measuredThroughput(undescribed, stepOfLlama));
    }

    void anUnknownGpuHasNoPeak()
    {
        RunLog log = logOf(llama());
        log.machine.devices = {"Tesla K80"};
        const auto unknown = measuredThroughput(log, stepOfLlama);
        QVERIFY(unknown && !unknown->hardware);
        QCOMPARE(unknown->step.mfu, 0.0);
        QVERIFY(isNear(unknown->step.tokensPerSecondPerGpu, 5868));
        log.machine.devices = {"NVIDIA H100 80GB HBM3", "NVIDIA A100-SXM4-80GB"};
        QVERIFY(!measuredThroughput(log, stepOfLlama)->hardware);
        // No GPU is as fast: what was measured is no step of this job.
        QVERIFY(!measuredThroughput(logOf(llama()), stepOfLlama / 10));
    }

    /// Files may print any number.
    void whatNoComputerDoesIsNotTold()
    {
        RunLog log = logOf(llama(), 1e300, -1);
        log.machine.devices.clear();
        const auto found = measuredThroughput(log, stepOfLlama);
        QVERIFY(found && !found->printedFlopsPerSecond && !found->printedMfu && !found->printedDiffers);
        for (const double step : {1e-300, std::numeric_limits<double>::infinity()})
            QVERIFY(!measuredThroughput(log, step));
    }

    void aRunBesideItsDescriptionHasThem()
    {
        const auto found = ofFirstRun(beside(llama()));
        QVERIFY(found);
        QVERIFY(isNear(found->step.tokensPerSecondPerGpu, 5868));
        QVERIFY(isNear(found->step.mfu, 5868 * flopsOfLlama / 989e12));
        QVERIFY(ofFirstRun(beside(llama(), 4)) == std::nullopt); // of other GPUs
        RunFolder two = beside(llama());
        two.jobs.push_back(llama());
        QVERIFY(!ofFirstRun(two));
        RunFolder none = beside(llama());
        none.jobs.clear();
        QVERIFY(!ofFirstRun(none));
        none.runLogs.push_back(logOf(llama()));
        QVERIFY(ofFirstRun(none));
        RunFolder layered = beside(llama());
        layered.runs.front().layout.layers = 16;
        QVERIFY(!ofFirstRun(layered));
        RunFolder played = beside(llama());
        played.runs.front().kind = Run::Kind::Scaling;
        QVERIFY(!ofFirstRun(played));
    }

    /// What a profiler calls a step may be one of them.
    void oneOfSeveralMicrobatchesMayBeTheStep()
    {
        JobDescription job = llama();
        job.layout.globalBatch = 16; // two of them
        RunFolder folder = beside(job);
        QVERIFY(!ofFirstRun(folder));
        folder.runs.front().layout.microbatches = 2;
        const auto found = ofFirstRun(folder);
        QVERIFY(found);
        QVERIFY(isNear(found->step.tokensPerSecondPerGpu, 2 * 5868.0));
    }

    /// What torchtitan prints, rounded, is what follows from its step times, its model and its batch.
    void torchtitanPrintsTheSame()
    {
        REQUIRE_SHARED_DATA();
        for (const char* name : {"torchtitan/run101_ansi.log", "torchtitan/run349_ansi.log"}) {
            const FileContents contents = importShared(name);
            QCOMPARE(contents.runLogs.size(), size_t(1));
            const RunLog& log = contents.runLogs.front();
            const auto found = measuredThroughput(log, log.medianStepMs().value_or(0) * nsPerMs);
            QVERIFY2(found && found->printedFlopsPerSecond, name);
            QVERIFY(isNear(found->step.flopsPerToken, 84'097'105'920, 1e-6)); // by hand, as above
            QVERIFY2(isNear(found->step.flopsPerSecondPerGpu(), *found->printedFlopsPerSecond, 0.01),
                qPrintable(QString::number(found->step.flopsPerSecondPerGpu())));
            QVERIFY(!found->printedDiffers);
            QCOMPARE(found->hardware->peakFlops, 2.25e15);
            if (found->printedMfu)
                QVERIFY(isNear(found->step.mfu, *found->printedMfu, 0.01));
        }
    }

    /// A run of 4 ranks beside the log that states its model: 4,096 tokens in 910.8 to 911.3 ms, and 82.07 GFLOP each.
    void aMeasuredRunTakesTheModelOfItsLog()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("echo/measured_tp2_pp2_4ranks_known_step");
        QCOMPARE(folder.runs.size(), size_t(1));
        const auto found = measuredThroughput(folder, folder.runs.front(), 911e6);
        QVERIFY(found);
        QVERIFY(isNear(found->step.tokensPerSecondPerGpu, 4096 / 0.911 / 4));
        constexpr double layer = 12.0 * 5120 * 5120; // four matrices of attention, two four times as large of the MLP
        constexpr double attention = 2.0 * 4096 * 5120;
        QVERIFY(isNear(found->step.flopsPerToken, 3 * (40 * (2 * layer + attention) + 2 * 5120.0 * 50257), 1e-9));
    }
};

BUBBLESCOPE_TEST(TstMeasuredThroughput, QCoreApplication)

} // namespace bubblescope::tst_measuredthroughput

#include "tst_measuredthroughput.moc"
