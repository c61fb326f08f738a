// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What knobs make of a described job: what follows, what stays, and what the simulator answers.
#include "describedjob.h"
#include "jobreader.h"
#include "shareddata.h"
#include "testprogram.h"
#include "whatif.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace bubblescope::tst_describedjob {

namespace {

/// TP 2 x PP 4 x DP 8 with 512 samples.
JobDescription proxy()
{
    const Result<JobDescription> job = openJobDescription(testData("jobdescription/deepseek_proxy.bubblejob"));
    if (!job)
        qFatal("%s", job.error().message.text().c_str());
    return *job;
}

Knobs knobsOf(const char* line)
{
    const Result<Knobs> knobs = knobsFromLine(line);
    if (!knobs)
        qFatal("%s", line);
    return *knobs;
}

DescribedJob under(const JobDescription& job, const char* line)
{
    const Result<DescribedJob> made = describedUnder(job, knobsOf(line), 8);
    if (!made)
        qFatal("%s: %s", line, made.error().message.text().c_str());
    return *made;
}

/// "TP 2 PP 4 DP 8, 64 x 1" of the job under these knobs.
QString layoutUnder(const char* line)
{
    const PlannedLayout layout = under(under(proxy(), "").job, line).job.layout;
    return QStringLiteral("TP %1 PP %2 DP %3, %4 x %5")
        .arg(layout.tensor.value_or(0))
        .arg(layout.stages.value_or(0))
        .arg(layout.data.value_or(0))
        .arg(layout.microbatches.value_or(0))
        .arg(layout.microbatchSize.value_or(0));
}

} // namespace

class TstDescribedJob : public QObject {
    Q_OBJECT
private slots:
    void groupsFollow()
    {
        QCOMPARE(layoutUnder(""), QStringLiteral("TP 2 PP 4 DP 8, 64 x 1"));
        QCOMPARE(layoutUnder("tensor=4"), QStringLiteral("TP 4 PP 4 DP 4, 128 x 1"));
        QCOMPARE(layoutUnder("stages=2"), QStringLiteral("TP 2 PP 2 DP 16, 32 x 1"));
        QCOMPARE(layoutUnder("data=16"), QStringLiteral("TP 1 PP 4 DP 16, 32 x 1"));
        QCOMPARE(layoutUnder("data=16; tensor=2"), QStringLiteral("TP 2 PP 2 DP 16, 32 x 1"));
        QCOMPARE(layoutUnder("gpus=128"), QStringLiteral("TP 2 PP 4 DP 16, 32 x 1"));
        QCOMPARE(layoutUnder("gpus=128; microbatches=64"), QStringLiteral("TP 2 PP 4 DP 16, 64 x 1"));
        QCOMPARE(layoutUnder("context=2"), QStringLiteral("TP 2 PP 4 DP 4, 128 x 1"));
        QCOMPARE(layoutUnder("microbatch-size=2"), QStringLiteral("TP 2 PP 4 DP 8, 32 x 2"));
        QCOMPARE(layoutUnder("microbatch-size=2; microbatches=8"), QStringLiteral("TP 2 PP 4 DP 8, 8 x 2"));
    }

    void whatIsToldIsNotAssumed()
    {
        const auto isAssumed = [](const JobDescription& job, std::string_view field) {
            int count = 0;
            for (const AssumedValue& assumed : job.assumed)
                count += assumed.field == field;
            return count;
        };
        JobDescription job = proxy();
        job.layout.shard.reset();
        const JobDescription complete = under(job, "").job;
        QCOMPARE(isAssumed(complete, "shard"), 1);
        QCOMPARE(isAssumed(under(job, "shard=none").job, "shard"), 0);
        // Completed twice, it is still assumed once.
        QCOMPARE(isAssumed(under(complete, "sequence=2048").job, "shard"), 1);
        QCOMPARE(isAssumed(under(complete, "sequence=2048").job, "framework"), isAssumed(complete, "framework"));
        // Nodes are those of the hardware unless they are stated.
        QCOMPARE(complete.layout.gpusPerNode, std::optional(8));
        const Result<DescribedJob> elsewhere = describedUnder(complete, {}, 4);
        QVERIFY(bool(elsewhere));
        QCOMPARE(elsewhere->job.layout.gpusPerNode, std::optional(4));
    }

    /// A framework that was assumed stays under all knobs; one that is told is as if it had been stated.
    void theFrameworkIsOne()
    {
        JobDescription plain = proxy();
        plain.model.experts = plain.model.activeExperts = plain.model.expertFeedForward = 0;
        plain.model.sharedExperts = plain.model.sharedFeedForward = plain.model.denseLayers = 0;
        plain.model.feedForward = 8192;
        plain.model.isLatent = false;
        plain.model.keyValueHeads = plain.model.heads;
        plain.model.headSize = 128;
        plain.layout.expert.reset();
        plain.layout.expertTensor.reset();
        plain.layout.sequenceParallel.reset();
        plain.layout.recompute.reset();
        plain.layout.layersOfPieces.clear();
        plain.format = "huggingface";
        const JobDescription complete = under(plain, "").job;
        QCOMPARE(complete.layout.framework, std::optional(TrainingFramework::Nanotron));
        for (const char* knob : {"precision=fp8", "context=2", "schedule=interleaved", "gpus=128"})
            QCOMPARE(under(complete, knob).job.layout.framework, std::optional(TrainingFramework::Nanotron));
        // Divided gradients are those of plain operators; where only Megatron runs the rest, they are its.
        JobDescription divided = plain;
        divided.layout.shard = StateSharding::Gradients;
        QCOMPARE(under(divided, "").job.layout.framework, std::optional(TrainingFramework::Generic));
        QCOMPARE(under(divided, "context=2").job.layout.framework, std::optional(TrainingFramework::Megatron));
        QCOMPARE(under(divided, "shard=optimizer").job.layout.framework, std::optional(TrainingFramework::Nanotron));
        // What was assumed as one does is not kept for another.
        for (const char* framework : {"generic", "megatron", "deepspeed", "nanotron"}) {
            const std::string knob = std::string("framework=") + framework;
            const JobDescription moved = under(complete, knob.c_str()).job;
            JobDescription stated = plain;
            stated.layout.framework = trainingFrameworkFromKey(framework);
            const JobDescription as = under(stated, "").job;
            QCOMPARE(moved.layout.framework, stated.layout.framework);
            QCOMPARE(moved.layout.recompute, as.layout.recompute);
            QCOMPARE(moved.layout.sequenceParallel, as.layout.sequenceParallel);
            QCOMPARE(moved.layout.gradientBytes, as.layout.gradientBytes);
            QCOMPARE(moved.layout.layersOfPieces, as.layout.layersOfPieces);
            QCOMPARE(describedValue(moved, "framework"), std::string(framework));
            const Result<PlannedStep> one = plannedStep(moved, defaultHardware());
            const Result<PlannedStep> other = plannedStep(as, defaultHardware());
            QVERIFY(one && other);
            QCOMPARE(one->stepNs(), other->stepNs());
            QCOMPARE(one->memory.fullest().totalBytes(), other->memory.fullest().totalBytes());
        }
    }

    /// Gradients to the host, the update there, weights back: by hand, beside the same step without.
    void offloadingTakesItsTime()
    {
        JobDescription job = proxy();
        job.layout.shard = StateSharding::None;
        job.layout.stages = 1;
        job.layout.layersOfPieces.clear();
        const JobDescription on = under(job, "offload=on").job;
        const Hardware& h100 = defaultHardware();
        const Result<PlannedStep> as = plannedStep(under(job, "").job, h100);
        const Result<PlannedStep> off = plannedStep(under(on, "offload=off").job, h100);
        const Result<PlannedStep> offloaded = plannedStep(on, h100);
        QVERIFY(as && off && offloaded);
        QCOMPARE(off->stepNs(), as->stepNs());
        QCOMPARE(off->memory.fullest().totalBytes(), as->memory.fullest().totalBytes());
        const double weights = as->memory.fullest().parameters;
        const double link = (4 + 2) * weights / h100.hostBandwidth;
        const double update = 28 * weights * 8 / 110e9;
        const double more = (offloaded->stepNs() - as->stepNs()) / 1e9;
        // The GPU does not update them itself: 80 bytes of a weight in Megatron's habits.
        const double less = 80 * weights / h100.achieved().memory;
        QVERIFY2(std::abs(more / (link + update - less) - 1) < 1e-3, qPrintable(QString::number(more)));
        QVERIFY(offloaded->highNs - offloaded->lowNs > as->highNs - as->lowNs);
        // The simulator plays the same.
        RunFolder folder;
        folder.jobs.push_back(job);
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Description, 0, 0});
        QVERIFY(bool(simulator));
        const Result<SimulatedStep> played = simulator->simulate(knobsOf("offload=on"));
        QVERIFY2(bool(played), played ? "" : played.error().message.text().c_str());
        const double grown = played->figures.wholeStepNs() - simulator->baseline().wholeStepNs();
        QVERIFY2(std::abs(grown / 1e9 / more - 1) < 1e-6, qPrintable(QString::number(grown)));
        const auto assumesHost = [](const JobDescription& described) {
            return std::count_if(described.assumed.begin(), described.assumed.end(),
                [](const AssumedValue& value) { return value.field == "host-memory"; });
        };
        QCOMPARE(assumesHost(under(on, "sequence=2048").job), 1);
        QCOMPARE(assumesHost(under(on, "offload=off").job), 0);
        // A link of twice the speed halves the transfers.
        Hardware faster = h100;
        faster.hostBandwidth *= 2;
        const double saved = (offloaded->stepNs() - plannedStep(on, faster)->stepNs()) / 1e9;
        QVERIFY(std::abs(saved / (link / 2) - 1) < 1e-3);
    }

    void expertsTakeWhatTheirCapacityAllows()
    {
        const Hardware& h100 = defaultHardware();
        const auto stepOf = [&](const char* knob) { return *plannedStep(under(proxy(), knob).job, h100); };
        const PlannedStep as = stepOf("");
        const PlannedStep whole = stepOf("capacity-factor=1");
        QCOMPARE(whole.stepNs(), as.stepNs());
        QCOMPARE(whole.memory.fullest().totalBytes(), as.memory.fullest().totalBytes());
        const PlannedStep half = stepOf("capacity-factor=0.5");
        const PlannedStep twice = stepOf("capacity-factor=2");
        QVERIFY(half.computeNs < as.computeNs && as.computeNs < twice.computeNs);
        QVERIFY(half.tensorNs < as.tensorNs && as.tensorNs < twice.tensorNs);
        const auto kept = [](const PlannedStep& step) { return step.memory.stages.at(1).activationBytes; };
        QVERIFY(kept(half) < kept(as) && kept(as) < kept(twice));
        // What is kept is linear in the tokens.
        QVERIFY(std::abs((kept(twice) - kept(as)) / (kept(as) - kept(half)) - 2) < 1e-6);
        // 64 experts, 8 of them active.
        QVERIFY(bool(describedUnder(proxy(), knobsOf("capacity-factor=8"), 8)));
        const Result<DescribedJob> beyond = describedUnder(proxy(), knobsOf("capacity-factor=8.1"), 8);
        QVERIFY(!beyond && beyond.error().message.text().find("8.1") != std::string::npos);
        JobDescription none = proxy();
        none.layout.capacityFactor = 0;
        QVERIFY(!describedUnder(none, {}, 8));
    }

    void whatFollowsTensorParallelismDoes()
    {
        JobDescription job = proxy();
        job.layout.tensor = 1;
        job.layout.expertTensor.reset();
        job.layout.sequenceParallel.reset();
        const JobDescription complete = under(job, "").job;
        QCOMPARE(complete.layout.expertTensor, std::optional(1));
        const JobDescription wider = under(complete, "tensor=2; expert=8").job;
        job.layout.tensor = 2;
        job.layout.expert = 8;
        QCOMPARE(wider.layout.expertTensor, under(job, "").job.layout.expertTensor);
        QCOMPARE(wider.layout.sequenceParallel, std::optional(true));
    }

    void ordersWithoutAClosedFormAreLeftToTheSimulator()
    {
        const DescribedJob h1 = under(proxy(), "schedule=zb-h1");
        QCOMPARE(h1.rest.schedule, std::optional(ScheduleKind::ZbH1));
        QCOMPARE(h1.job.layout.schedule, std::string("1f1b"));
        const DescribedJob interleaved = under(proxy(), "schedule=interleaved; partition=2,2,2,2,2,2,1,1");
        QVERIFY(!interleaved.rest.schedule && interleaved.rest.partition.empty());
        QCOMPARE(interleaved.job.layout.chunks, std::optional(2));
        QVERIFY(!interleaved.assumptions.empty());
        // A partition that still fits is kept, another one is made anew.
        QCOMPARE(under(proxy(), "sequence=2048").job.layout.layersOfPieces, (std::vector<int> {4, 4, 3, 3}));
        QCOMPARE(under(proxy(), "stages=2").job.layout.layersOfPieces.size(), size_t(2));
    }

    void theScheduleOfADescriptionIsKnown()
    {
        JobDescription job = proxy();
        job.layout.layersOfPieces.clear();
        job.layout.schedule = "dualpipe-v"; // as torchtitan's reader says it
        job.layout.chunks = 2;
        QCOMPARE(under(job, "").rest.schedule, std::optional(ScheduleKind::DualPipeV));
        QCOMPARE(describedValue(job, "schedule"), std::string("dualpipe-v"));
        RunFolder folder;
        folder.jobs.push_back(job);
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Description, 0, 0});
        QVERIFY2(bool(simulator), simulator ? "" : simulator.error().message.text().c_str());
        const Result<SimulatedStep> as = simulator->simulate({});
        const Result<SimulatedStep> told = simulator->simulate(knobsOf("schedule=dualpipe-v"));
        const Result<SimulatedStep> other = simulator->simulate(knobsOf("schedule=1f1b"));
        QVERIFY(as && told && other);
        QCOMPARE(told->figures.wholeStepNs(), as->figures.wholeStepNs());
        QVERIFY(as->figures.wholeStepNs() != other->figures.wholeStepNs());
        job.layout.schedule = "zigzag";
        const Result<DescribedJob> unknown = describedUnder(job, {}, 8);
        QVERIFY(!unknown && unknown.error().message.text().find("zigzag") != std::string::npos);
        QVERIFY(bool(describedUnder(job, knobsOf("schedule=1f1b"), 8)));
    }

    /// V-shaped orders put the embedding and the head on the first rank; DualPipe has the model twice.
    void ordersThatTurnBackHoldBothEnds()
    {
        RunFolder folder;
        folder.jobs.push_back(proxy());
        const Result<Simulator> simulator = Simulator::make(folder, {SimulationSource::Kind::Description, 0, 0});
        QVERIFY(bool(simulator));
        const auto memoryUnder = [&](const char* knob) {
            const Result<SimulatedStep> step = simulator->simulate(knobsOf(knob));
            if (!step)
                qWarning("%s: %s", knob, step.error().message.text().c_str());
            return step ? step->described->memory : PlannedMemory();
        };
        const auto parameters = [](const PlannedMemory& memory) {
            double sum = 0;
            for (const PlannedStageMemory& stage : memory.stages)
                sum += stage.parameters;
            return sum;
        };
        const double once = parameters(memoryUnder(""));
        QVERIFY(once > 0);
        for (const char* knob : {"schedule=zb-v", "schedule=v-half", "schedule=v-min", "schedule=dualpipe-v"}) {
            const PlannedMemory memory = memoryUnder(knob);
            QCOMPARE(memory.stages.size(), size_t(4));
            QVERIFY2(std::abs(parameters(memory) / once - 1) < 1e-12, knob);
            // 14 layers in eight pieces, 2 2 2 2 2 2 1 1: the first rank has the first and the last.
            QCOMPARE(memory.stages[0].layers, 3);
            QCOMPARE(memory.stages[3].layers, 4);
            const double ofEnds = 2.0 * 129280 * 7168 / 2;
            QVERIFY2(memory.stages[0].parameters > ofEnds, knob);
        }
        QVERIFY(std::abs(parameters(memoryUnder("schedule=dualpipe")) / once - 2) < 1e-12);
        // About a half and a third of what 1F1B's first rank holds.
        const auto held = [&](const char* knob) { return memoryUnder(knob).stages.at(1).layersInFlight; };
        QVERIFY(held("schedule=v-min") <= held("schedule=v-half") && held("schedule=v-half") < held("schedule=zb-v"));
    }

    void ownValuesAreNotMoved()
    {
        const JobDescription complete = under(proxy(), "").job;
        for (const KnobInfo& info : knobTable()) {
            const std::string own = describedValue(complete, info.key);
            if (own.empty())
                continue;
            Knobs knobs;
            QVERIFY2(bool(setKnob(knobs, info.key, own)), info.key.data());
            QVERIFY2(withoutDescribedValues(knobs, complete) == Knobs(), info.key.data());
        }
        // What is told beside another size stays told.
        const Knobs both = withoutDescribedValues(knobsOf("data=8; gpus=128"), complete);
        QCOMPARE(both.data, std::optional(8));
    }

    void theSimulatorAnswersSizes()
    {
        RunFolder folder;
        folder.jobs.push_back(proxy());
        const SimulationSource source {SimulationSource::Kind::Description, 0, 0};
        const Result<Simulator> simulator = Simulator::make(folder, source);
        QVERIFY2(bool(simulator), simulator ? "" : simulator.error().message.text().c_str());
        const Result<SimulatedStep> as = simulator->simulate({});
        QVERIFY(bool(as) && as->described);
        QCOMPARE(as->figures.wholeStepNs(), simulator->baseline().wholeStepNs());
        QVERIFY(as->figures.lowNs() < as->figures.wholeStepNs() && as->figures.wholeStepNs() < as->figures.highNs());
        QCOMPARE(as->figures.samplesPerStep, 512.0);
        QCOMPARE(as->described->memory.stages.size(), size_t(4));
        // Tokens are those of the batch, whatever the context-parallel ranks.
        const Result<SimulatedStep> context = simulator->simulate(knobsOf("context=2"));
        QVERIFY2(bool(context), context ? "" : context.error().message.text().c_str());
        QCOMPARE(context->figures.samplesPerStep, 512.0);
        const double tokens = context->described->tokensPerSecondPerGpu * 64 * context->figures.wholeStepNs() / 1e9;
        QVERIFY(std::abs(tokens / (512.0 * 4096) - 1) < 1e-9);
        // The machine that is asked about is the one that it is planned for.
        const Result<SimulatedStep> slower = simulator->simulate(knobsOf("hardware=a100"));
        QVERIFY(bool(slower));
        QVERIFY(slower->figures.wholeStepNs() > 1.4 * as->figures.wholeStepNs());
        // Zero-bubble orders keep their passes as the played order has them in flight.
        const Result<SimulatedStep> h1 = simulator->simulate(knobsOf("schedule=zb-h1"));
        QVERIFY(bool(h1));
        QVERIFY(h1->figures.wholeStepNs() < as->figures.wholeStepNs());
        QVERIFY(!simulator->whyNot("gpus") && !simulator->whyNot("shard") && !simulator->whyNot("microbatch-size"));
        QVERIFY(simulator->whyNot("vocabulary-parallel") && simulator->whyNot("measured-on"));
    }

    void aDescriptionWithoutItsSizesIsRefused()
    {
        JobDescription job = proxy();
        job.layout.gpus.reset();
        job.layout.data.reset();
        RunFolder folder;
        folder.jobs.push_back(job);
        const Result<Simulator> none = Simulator::make(folder, {SimulationSource::Kind::Description, 0, 0});
        QVERIFY(!none && none.error().message.text().find("number of GPUs") != std::string::npos);
        QVERIFY(!Simulator::make(folder, {SimulationSource::Kind::Description, 1, 0}));
        QVERIFY(bool(describedUnder(job, knobsOf("gpus=64"), 8)));
        QVERIFY(!withSizesOf(job, knobsOf("sequence=1024")).layout.gpus);
    }
};

BUBBLESCOPE_TEST(TstDescribedJob, QCoreApplication)

} // namespace bubblescope::tst_describedjob

#include "tst_describedjob.moc"
