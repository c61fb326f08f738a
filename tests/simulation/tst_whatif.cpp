// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Samples re-timed to another setting are held against samples generated with that setting: the truth is known.
#include "hardwarepreset.h"
#include "runsummary.h"
#include "samplefolder.h"
#include "samplerun.h"
#include "sanitized.h"
#include "sensitivity.h"
#include "testprogram.h"
#include "tracebuilder.h"
#include "tracetext.h"
#include "whatif.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <sys/inotify.h>
#include <unistd.h>

namespace bubblescope::tst_whatif {

namespace {

RunFolder folderOf(const SampleOptions& options)
{
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    return std::move(folder).value();
}

Simulator simulatorOf(const RunFolder& folder, int step = 0)
{
    Result<Simulator> made = Simulator::make(folder, {SimulationSource::Kind::Run, 0, step});
    if (!made)
        qFatal("%s", made.error().message.text().c_str());
    return std::move(made).value();
}

double trueStepNs(const SampleOptions& options)
{
    const Result<SampleRun> sample = makeSample(options);
    if (!sample)
        qFatal("%s", sample.error().message.text().c_str());
    return sample->truth.stepMs.front() * 1e6;
}

double sumOfParts(const StepFigures& figures)
{
    return figures.computeNs + std::accumulate(figures.exposedNs.begin(), figures.exposedNs.end(), 0.0)
        + figures.waitingNs + figures.warmupBubbleNs + figures.steadyBubbleNs + figures.cooldownBubbleNs
        + figures.idleNs + figures.hostNs;
}

SimulatedStep simulated(const Simulator& simulator, const Knobs& knobs)
{
    Result<SimulatedStep> step = simulator.simulate(knobs);
    if (!step)
        qFatal("%s", step.error().message.text().c_str());
    return std::move(step).value();
}

SampleOptions smallSample()
{
    SampleOptions options;
    options.microbatches = 16;
    options.steps = 1;
    options.hosts = 1;
    return options;
}

} // namespace

class TstWhatIf : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void preparingTellsItsProgressAndCanBeStopped()
    {
        const RunFolder folder = folderOf(smallSample());
        std::vector<uint64_t> told;
        uint64_t total = 0;
        QVERIFY(Simulator::make(folder, {}, [&](uint64_t done, uint64_t all) {
            told.push_back(done);
            total = all;
            return true;
        }));
        QVERIFY(told.size() >= 10);
        QVERIFY(std::is_sorted(told.begin(), told.end()) && told.back() < total);
        for (const uint64_t last : told) {
            const Result<Simulator> stopped
                = Simulator::make(folder, {}, [last](uint64_t done, uint64_t) { return done < last; });
            QVERIFY2(!stopped, qPrintable(QString::number(last)));
        }
    }

    void anotherOrderTellsItsProgressAndCanBeStopped()
    {
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        Knobs knobs;
        knobs.blockingSends = false;
        const double asMeasured = simulated(simulator, {}).figures.stepNs;
        std::vector<uint64_t> told;
        uint64_t total = 0;
        const ProgressFn listen = [&](uint64_t done, uint64_t all) {
            told.push_back(done);
            total = all;
            return true;
        };
        const Simulator another = simulatorOf(folder);
        QVERIFY(another.simulate(knobs, listen));
        QVERIFY(told.size() >= 8);
        QVERIFY(std::is_sorted(told.begin(), told.end()) && told.back() < total);
        const size_t calls = told.size();
        QVERIFY(another.figures(knobs, listen));
        QCOMPARE(told.size(), calls); // it is built already
        for (const uint64_t last : std::vector<uint64_t>(told)) {
            const ProgressFn stop = [last](uint64_t done, uint64_t) { return done < last; };
            QVERIFY2(!simulator.simulate(knobs, stop), qPrintable(QString::number(last)));
            QCOMPARE(simulated(simulator, {}).figures.stepNs, asMeasured);
        }
        QCOMPARE(simulated(simulator, knobs).figures.stepNs, simulated(another, knobs).figures.stepNs);
    }

    /// The recorded step has to be modelled before an answer says what the model leaves out.
    void modellingThePresentCanBeStopped()
    {
        const RunFolder folder = folderOf(smallSample());
        const Knobs knobs = *knobsFromLine("schedule=gpipe");
        std::vector<double> shares;
        const Simulator another = simulatorOf(folder);
        const Result<StepFigures> figures = another.figures(knobs, [&](uint64_t done, uint64_t all) {
            shares.push_back(double(done) / double(all));
            return true;
        });
        QVERIFY(figures);
        QVERIFY(std::is_sorted(shares.begin(), shares.end()) && shares.back() < 1);
        QVERIFY(std::count_if(shares.begin(), shares.end(), [](double share) { return share < 0.5; }) > 1);
        QVERIFY(std::count_if(shares.begin(), shares.end(), [](double share) { return share >= 0.5; }) > 1);
        const Simulator simulator = simulatorOf(folder);
        for (const double last : shares) {
            if (last >= 0.5)
                break;
            const Result<StepFigures> stopped = simulator.figures(
                knobs, [last](uint64_t done, uint64_t all) { return double(done) / double(all) < last; });
            QVERIFY2(!stopped, qPrintable(QString::number(last)));
        }
        const Result<StepFigures> again = simulator.figures(knobs);
        QVERIFY(again);
        QCOMPARE(again->wholeStepNs(), figures->wholeStepNs());
        QCOMPARE(again->replayError, figures->replayError);
    }

    void anAnswerReadsTheFileOfItsHardwareOnce()
    {
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        QTemporaryDir directory;
        const std::optional<HardwareCatalog::Preset> preset = HardwareCatalog::builtin().copyOf("h200", "mine");
        QVERIFY(preset);
        QFile file(directory.filePath(QStringLiteral("mine.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(hardwarePresetJson(*preset)));
        file.close();
        Knobs knobs;
        knobs.hardware = file.fileName().toStdString();
        // Between two readings it may have become another one, or be gone.
        const int watch = inotify_init1(IN_NONBLOCK);
        QVERIFY(watch >= 0 && inotify_add_watch(watch, knobs.hardware->c_str(), IN_OPEN) >= 0);
        QVERIFY(simulator.simulate(knobs));
        alignas(inotify_event) std::array<char, 4096> events {};
        const ssize_t size = read(watch, events.data(), events.size());
        close(watch);
        QCOMPARE(size, ssize_t(sizeof(inotify_event)));
    }

    void aSimulatedRunIsOfItsOwnKind()
    {
        RunFolder folder = folderOf(smallSample());
        const SimulatedStep step = simulated(simulatorOf(folder), {});
        QCOMPARE(step.run.kind, Run::Kind::Simulated);
        QVERIFY(step.run.hasCommonTime());
        QCOMPARE(std::string(runKindName(step.run.kind)), std::string("simulated"));
        // Opened as a run, as when it was exported, it can be simulated in turn; nobody takes it for measured.
        folder.runs = {step.run};
        const Simulator again = simulatorOf(folder);
        QCOMPARE(again.baselineOrigin(), Origin::Modelled);
        QCOMPARE(simulated(again, {}).figures.stepNs, step.figures.stepNs);
    }

    void withoutKnobsTheStepIsTheMeasuredOne_data()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("default") << 0;
        QTest::newRow("mixture of experts") << 1;
        QTest::newRow("demo, third step") << 2;
        QTest::newRow("one stage") << 3;
    }
    void withoutKnobsTheStepIsTheMeasuredOne()
    {
        QFETCH(int, which);
        SampleOptions options = which == 2 ? demoOptions() : SampleOptions();
        if (which == 1) {
            options.data = 4;
            options.expert = 2;
            options.expertImbalance = 1.6;
        } else if (which == 3) {
            options.stages = 1;
        }
        const int number = which == 2 ? 2 : 0;
        const RunFolder folder = folderOf(options);
        const Simulator simulator = simulatorOf(folder, number);
        const Run& run = folder.runs.front();
        const auto measured = double(run.trace->steps()[size_t(number)].range.duration());
        QVERIFY(qAbs(simulator.baseline().stepNs / measured - 1) < 1e-3);
        QCOMPARE(simulator.baselineOrigin(), Origin::Measured);

        const SimulatedStep step = simulated(simulator, {});
        QCOMPARE(step.figures.stepNs, simulator.baseline().stepNs);
        // The step of a run of several begins where the one before ends, not with its first record.
        const auto lead = step.figures.stepNs - double(step.run.trace->range().duration());
        QVERIFY(which == 2 ? lead > 0 && lead < 1e-4 * step.figures.stepNs : lead == 0);
        QCOMPARE(step.figures.stepNs, double(step.summary->stepTime));
        QCOMPARE(step.run.origin, Origin::Modelled);
        QCOMPARE(step.run.trace->steps().size(), size_t(1));
        QVERIFY(qAbs(sumOfParts(step.figures) / step.figures.stepNs - 1) < 1e-9);

        // The re-timed timeline says nearly the same: records of one collective do not end at quite one time.
        const RunSummary summary = summarizeRun(*contextOf(step.run), step.run.trace->timing());
        const auto ranks = double(summary.ranks.size());
        const StepFigures& figures = step.figures;
        const double bubbles = figures.warmupBubbleNs + figures.steadyBubbleNs + figures.cooldownBubbleNs;
        const auto near = [&](double a, double b) { return qAbs(a - b) < 2e-3 * figures.stepNs; };
        QVERIFY(near(std::accumulate(figures.exposedNs.begin(), figures.exposedNs.end(), 0.0),
            double(summary.split.exposedCommunication()) / ranks));
        QVERIFY(near(figures.computeNs, double(summary.split.compute()) / ranks));
        QVERIFY(near(figures.hostNs, double(summary.split.host()) / ranks));
        QVERIFY(near(figures.idleNs, double(summary.split.idle()) / ranks));
        QVERIFY(near(figures.waitingNs, double(summary.split.waiting()) / ranks));
        QVERIFY(near(bubbles, double(summary.split.bubble()) / ranks));
        QVERIFY(!step.criticalPath.empty());
    }

    void otherMicrobatchesAreAsGenerated_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<int>("microbatches");
        for (const int microbatches : {8, 32}) {
            QTest::addRow("default to %d", microbatches) << 0 << microbatches;
            QTest::addRow("TP 1, straggler to %d", microbatches) << 1 << microbatches;
            QTest::addRow("experts to %d", microbatches) << 2 << microbatches;
            QTest::addRow("noisy, heavy head to %d", microbatches) << 3 << microbatches;
            QTest::addRow("GPipe, two hosts to %d", microbatches) << 4 << microbatches;
        }
    }
    void otherMicrobatchesAreAsGenerated()
    {
        QFETCH(int, which);
        QFETCH(int, microbatches);
        SampleOptions options = smallSample();
        if (which == 1) {
            options.tensor = 1;
            options.stragglers = {{5, 1.3}};
        } else if (which == 2) {
            options.data = 4;
            options.expert = 4;
            options.expertImbalance = 1.5;
        } else if (which == 3) {
            options.noise = 0.02;
            options.lastStageFactor = 1.3;
        } else if (which == 4) {
            options.schedule = ScheduleKind::GPipe;
            options.hosts = 2;
            options.slowLinks = {{1, 30}};
        }
        const RunFolder folder = folderOf(options);
        Knobs knobs;
        knobs.microbatches = microbatches;
        const SimulatedStep step = simulated(simulatorOf(folder), knobs);
        options.microbatches = microbatches;
        const double expected = trueStepNs(options);
        qInfo("modelled %.2f ms, generated %.2f ms (%+.2f %%)", step.figures.stepNs / 1e6, expected / 1e6,
            (step.figures.stepNs / expected - 1) * 100);
        QVERIFY(qAbs(step.figures.stepNs / expected - 1) < 0.02);
        QVERIFY(qAbs(sumOfParts(step.figures) / step.figures.stepNs - 1) < 1e-9);
        QCOMPARE(step.figures.samplesPerStep, double(microbatches * options.data));
    }

    void fewerOrMoreStagesAreAsGenerated_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<int>("which");
        for (int which = 0; which < 3; ++which) {
            QTest::addRow("2 to 4, %d", which) << 2 << 4 << which;
            QTest::addRow("4 to 2, %d", which) << 4 << 2 << which;
        }
    }
    void fewerOrMoreStagesAreAsGenerated()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(int, which);
        SampleOptions options = smallSample();
        options.noise = which == 1 ? 0.02 : options.noise;
        options.tensor = which == 2 ? 1 : 2;
        options.stages = from;
        options.data = 8 / from;
        options.microbatches = 2 * from * 4;
        const RunFolder folder = folderOf(options);
        Knobs knobs;
        knobs.stages = to;
        const SimulatedStep step = simulated(simulatorOf(folder), knobs);
        options.microbatches = options.microbatches * to / from;
        options.stages = to;
        options.data = 8 / to;
        const double expected = trueStepNs(options);
        qInfo("modelled %.2f ms, generated %.2f ms (%+.2f %%)", step.figures.stepNs / 1e6, expected / 1e6,
            (step.figures.stepNs / expected - 1) * 100);
        for (const Message& sentence : step.assumptions)
            qInfo("  %s", sentence.text().c_str());
        QVERIFY(qAbs(step.figures.stepNs / expected - 1) < 0.02);
    }

    void otherSizesOfGroupsComeNearWhatIsGenerated_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("data");
        QTest::newRow("TP 2 to 4") << 4 << 4 << 1;
        QTest::newRow("TP 2 to 1") << 1 << 4 << 4;
        QTest::newRow("TP 4, PP 2") << 4 << 2 << 2;
        QTest::newRow("PP 8, DP 1") << 2 << 8 << 1;
    }
    void anUnshardedJobIsSharded()
    {
        SampleOptions options = smallSample();
        options.tensor = 1;
        options.data = 4;
        const RunFolder folder = folderOf(options);
        Knobs knobs;
        knobs.tensor = 2;
        const SimulatedStep step = simulated(simulatorOf(folder), knobs);
        options.tensor = 2;
        options.data = 2;
        options.microbatches *= 2;
        const double expected = trueStepNs(options);
        QVERIFY2(qAbs(step.figures.stepNs / expected - 1) < 0.05,
            qPrintable(QStringLiteral("%1 ms, %2 ms").arg(step.figures.stepNs / 1e6).arg(expected / 1e6)));
        QVERIFY(step.figures.exposedNs[size_t(Category::TensorComm)] > 0);
    }
    void otherSizesOfGroupsComeNearWhatIsGenerated()
    {
        QFETCH(int, tensor);
        QFETCH(int, stages);
        QFETCH(int, data);
        SampleOptions options = smallSample();
        const RunFolder folder = folderOf(options);
        Knobs knobs;
        knobs.tensor = tensor;
        knobs.stages = stages;
        const SimulatedStep step = simulated(simulatorOf(folder), knobs);
        options.microbatches = options.microbatches * options.data / data;
        options.tensor = tensor;
        options.stages = stages;
        options.data = data;
        const double expected = trueStepNs(options);
        qInfo("modelled %.2f ms, generated %.2f ms (%+.2f %%)", step.figures.stepNs / 1e6, expected / 1e6,
            (step.figures.stepNs / expected - 1) * 100);
        for (const Message& sentence : step.assumptions)
            qInfo("  %s", sentence.text().c_str());
        QVERIFY(qAbs(step.figures.stepNs / expected - 1) < 0.05);
        QCOMPARE(step.figures.samplesPerStep, 32.0);
    }

    void messagesFollowTheirLinks()
    {
        // 4 stages on 2 nodes to 2 stages: the only link left lies between the nodes.
        SampleOptions options = smallSample();
        options.hosts = 2;
        options.tensor = 1;
        options.data = 4;
        const RunFolder folder = folderOf(options);
        Knobs knobs;
        knobs.stages = 2;
        const SimulatedStep step = simulated(simulatorOf(folder), knobs);
        for (const PricedTransfer& kind : step.transfers) {
            if (kind.group != Category::PipelineComm)
                continue;
            QVERIFY(kind.placement.spansNodes());
            const double expected = messageNs(kind.bytes, true, defaultHardware());
            QVERIFY2(qAbs(kind.ns / expected - 1) < 0.05, qPrintable(QString::number(kind.ns)));
        }
    }

    void aStragglerIsOneInTheSample()
    {
        SampleOptions options = smallSample();
        options.noise = 0;
        const RunFolder folder = folderOf(options);
        Knobs knobs;
        knobs.stragglers = {{Knobs::Straggler::Of::Rank, 6, 1.25}};
        const double replayed = simulated(simulatorOf(folder), knobs).figures.stepNs;
        knobs.microbatches = 32;
        const double reordered = simulated(simulatorOf(folder), knobs).figures.stepNs;
        options.stragglers = {{6, 1.25}};
        QVERIFY(qAbs(replayed / trueStepNs(options) - 1) < 5e-3);
        options.microbatches = 32;
        QVERIFY(qAbs(reordered / trueStepNs(options) - 1) < 5e-3);
    }

    void costKnobsKeepTheOrderAndChangeWhatTheySay()
    {
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        const SimulatedStep before = simulated(simulator, {});
        const auto with = [&](std::string_view key, std::string_view text) {
            Knobs knobs;
            const Result<bool> set = setKnob(knobs, key, text);
            if (!set)
                qFatal("%s", set.error().message.text().c_str());
            return simulated(simulator, knobs);
        };
        const SimulatedStep slower = with("compute-scale", "1.5");
        QCOMPARE(slower.run.trace->spanCount(), before.run.trace->spanCount());
        QVERIFY(qAbs(slower.figures.computeNs / before.figures.computeNs - 1.5) < 1e-6);
        const SimulatedStep noGaps = with("host-gaps", "0");
        QVERIFY(noGaps.figures.stepNs < before.figures.stepNs);
        const SimulatedStep wide = with("nvlink", "741.6GB/s");
        const auto tensor = [](const SimulatedStep& s) { return s.figures.exposedNs[size_t(Category::TensorComm)]; };
        // What a call takes stays.
        QVERIFY(tensor(wide) > 0.5 * tensor(before) && tensor(wide) < 0.65 * tensor(before));
        const SimulatedStep halved = with("comm-scale", "0.5");
        QVERIFY(qAbs(tensor(halved) / tensor(before) - 0.5) < 1e-3);
        QCOMPARE(halved.figures.computeNs, before.figures.computeNs);
        // Of the machine it says nothing.
        QCOMPARE(halved.assumptions.size(), before.assumptions.size());
        QVERIFY(wide.assumptions.size() > before.assumptions.size());
        const SimulatedStep old = with("hardware", "a100");
        QVERIFY(old.figures.computeNs > 2 * before.figures.computeNs);
        const SimulatedStep late = with("latency-us", "1000");
        QVERIFY(late.figures.stepNs > before.figures.stepNs);
        // Spans keep their names and places, only their times are other ones.
        for (uint32_t i = 0; i < before.run.trace->spanCount(); i += 97) {
            QCOMPARE(slower.run.trace->name(SpanId(i)), before.run.trace->name(SpanId(i)));
            QVERIFY(slower.run.trace->duration(SpanId(i)) >= 0);
        }
    }

    void gradientsBesideComputeHideTheirTime()
    {
        SampleOptions options = smallSample();
        options.hosts = 16; // across nodes, so that there is something to hide
        const RunFolder folder = folderOf(options);
        const Simulator simulator = simulatorOf(folder);
        Knobs knobs;
        knobs.overlap = true;
        knobs.overlapSlowdown = 0;
        const StepFigures free = simulated(simulator, knobs).figures;
        const auto gradients = [](const StepFigures& f) { return f.exposedNs[size_t(Category::DataComm)]; };
        QVERIFY(gradients(free) < gradients(simulator.baseline()));
        QVERIFY(free.stepNs < simulator.baseline().stepNs);
        QVERIFY(qAbs(sumOfParts(free) / free.stepNs - 1) < 1e-9);
        knobs.overlapSlowdown = 0.3;
        const SimulatedStep slow = simulated(simulator, knobs);
        QVERIFY(slow.figures.stepNs > free.stepNs);
        QVERIFY(slow.figures.computeNs > free.computeNs && slow.figures.computeNs < 1.3 * free.computeNs);
        bool hasStream = false;
        for (const Track& track : slow.run.trace->tracks())
            hasStream = hasStream || track.lane == Lane::Stream;
        QVERIFY(hasStream);
    }

    void gradientsThatWereMeasuredBesideComputeStayThere()
    {
        RunFolder folder;
        Run run;
        run.layout.world = 1;
        run.layout.tensor = 1;
        run.layout.pipeline = 1;
        run.trace = std::make_shared<Trace>(traceFromText(R"(
            rank0 stage0: [F0 0-5] [B0 5-15] [F1 15-20] [B1 20-30] [optimizer 33-36]
            rank0 stage0 dp stream: [allreduce 24-33])"));
        folder.runs.push_back(std::move(run));
        const Simulator simulator = simulatorOf(folder);
        QCOMPARE(simulator.ownValue("overlap"), std::string("on"));
        QVERIFY(qAbs(simulator.baseline().stepNs - 36e6) < 1);
        QVERIFY(qAbs(simulator.baseline().exposedNs[size_t(Category::DataComm)] - 3e6) < 1);
        Knobs knobs;
        knobs.overlap = false;
        const SimulatedStep after = simulated(simulator, knobs);
        QVERIFY(qAbs(after.figures.stepNs - 42e6) < 1);
        QVERIFY(qAbs(after.figures.exposedNs[size_t(Category::DataComm)] - 9e6) < 1);
        QVERIFY(qAbs(sumOfParts(after.figures) - after.figures.stepNs) < 1);
    }

    void kernelsAloneMayHaveWaitedForTheirHosts()
    {
        RunFolder folder;
        Run run;
        run.trace = std::make_shared<Trace>(traceFromText(R"(
            rank0: [loss 0-5] [loss 16-21]
            rank0 comm cp: [allreduce 5-15])"));
        folder.runs.push_back(std::move(run));
        const Simulator simulator = simulatorOf(folder);
        Knobs knobs;
        knobs.computeScale = 0.5;
        const SimulatedStep faster = simulated(simulator, knobs);
        QVERIFY(qAbs(faster.figures.stepNs - 16e6) < 1);
        QVERIFY(faster.figures.lowNs() <= 16e6 && faster.figures.highNs() >= 21e6);
        QVERIFY(std::any_of(faster.assumptions.begin(), faster.assumptions.end(),
            [](const Message& said) { return said.text().find("that do not change") != std::string::npos; }));
        knobs.computeScale = 2;
        const SimulatedStep slower = simulated(simulator, knobs);
        QVERIFY(qAbs(slower.figures.stepNs - 31e6) < 1);
        QVERIFY(slower.figures.lowNs() <= 21e6 && slower.figures.highNs() >= 31e6);
        knobs = {};
        knobs.hostGaps = 0.6; // all of the step may be its host's, but the work of the device
        const SimulatedStep sooner = simulated(simulator, knobs);
        QVERIFY(sooner.figures.lowNs() <= 12.7e6 && sooner.figures.highNs() >= 21e6);
    }

    void memoryFollowsTheScheduleAndTheLayout()
    {
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        const StepFigures& now = simulator.baseline();
        QVERIFY(now.stages.front().parameterBytes > 1e9 && now.stages.front().parameterBytes < 1e12);
        QVERIFY(now.stages.front().activationBytes > now.stages.back().activationBytes);
        Knobs knobs;
        knobs.schedule = ScheduleKind::GPipe;
        const StepFigures all = simulated(simulator, knobs).figures;
        QCOMPARE(all.stages.front().peakInFlight, 16.0);
        QVERIFY(all.stages.front().activationBytes > 3 * now.stages.front().activationBytes);
        knobs = {};
        knobs.stages = 8;
        QVERIFY(simulated(simulator, knobs).figures.stages.front().parameterBytes
            < 0.7 * now.stages.front().parameterBytes);
    }

    void passesOfDualPipeMayOverlapToAShareOfBoth()
    {
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        const auto step = [&](const char* knobs) {
            return simulator.figures(*knobsFromLine(std::string("schedule=dualpipe; microbatches=16; ") + knobs))->stepNs;
        };
        const double inTurn = step("together=1");
        QCOMPARE(inTurn, step("compute-scale=1"));
        QVERIFY(step("together=0.8") < inTurn);
        QVERIFY(step("together=0.6") < step("together=0.8"));
        // All passes at half their time: only some of them overlap.
        QVERIFY(step("together=0.5") > step("compute-scale=0.5"));
    }

    void whatDoesNotFitIsRefusedWithASentence_data()
    {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* set, const char* says) {
            QTest::newRow(set) << QString::fromUtf8(set) << QString::fromUtf8(says);
        };
        row("stages=3", "TP 2 x PP 3");
        row("tensor=2 data=2 stages=2", "8 GPUs, not the 16");
        row("expert=3", "does not divide");
        row("partition=8,8,8,9", "33 layers");
        row("partition=16,16", "names 2 stages");
        row("layers=2", "do not fill");
        row("straggler=rank:99=2", "no rank 99");
        row("straggler=stage:9=2", "no stage 9");
        row("hardware=abacus", "abacus");
        row("schedule=dualpipe microbatches=3", "3");
        row("microbatches=1000000", "");
        row("together=0.5", "no two passes together");
    }
    void whatDoesNotFitIsRefusedWithASentence()
    {
        QFETCH(QString, set);
        QFETCH(QString, says);
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        Knobs knobs;
        for (const QString& one : set.split(QLatin1Char(' '))) {
            const int at = int(one.indexOf(QLatin1Char('=')));
            QVERIFY(setKnob(knobs, one.left(at).toStdString(), one.mid(at + 1).toStdString()));
        }
        const Result<SimulatedStep> step = simulator.simulate(knobs);
        QVERIFY(!step);
        QVERIFY2(
            QString::fromStdString(step.error().message.text()).contains(says), step.error().message.text().c_str());
        QVERIFY(!simulator.figures(knobs));
        QVERIFY(simulator.simulate({})); // it goes on
    }

    void missingRanksWorkLikeTheirPeers()
    {
        // What is left of a run when one rank's file is missing.
        const RunFolder whole = folderOf(smallSample());
        RunFolder folder;
        Run run = whole.runs.front();
        TraceBuilder builder;
        const Trace& trace = *run.trace;
        std::vector<uint32_t> number(trace.spanCount());
        for (const Row& row : trace.rows()) {
            const Track& track = trace.track(row.track);
            if (track.rank == 5)
                continue;
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                if (trace.hasFlag(span, SpanFlag::subOperation | SpanFlag::fusedLeg))
                    continue;
                SpanRecord record;
                record.track
                    = builder.track({track.rank, track.stage, track.lane, track.group, trace.trackName(row.track)});
                record.begin = trace.begin(span);
                record.end = trace.end(span);
                record.name = builder.intern(trace.name(span));
                record.category = trace.category(span);
                record.operation = trace.operation(span);
                record.microbatch = trace.microbatch(span);
                builder.addSpan(record);
            }
        }
        ImportReport report;
        run.trace = std::make_shared<Trace>(builder.finish({}, report));
        folder.runs.push_back(std::move(run));
        const Simulator simulator = simulatorOf(folder);
        QVERIFY(!simulator.whyNot("nic"));
        QVERIFY(!simulated(simulator, {}).assumptions.empty());
        // Another order is made from those that are there, and says so.
        QVERIFY(!simulator.whyNot("schedule"));
        Knobs knobs;
        knobs.microbatches = 2 * QString::fromStdString(simulator.ownValue("microbatches")).toInt();
        const SimulatedStep twice = simulated(simulator, knobs);
        QVERIFY(std::any_of(twice.assumptions.begin(), twice.assumptions.end(),
            [](const Message& sentence) { return sentence.text().find("missing") != std::string::npos; }));
        QVERIFY(twice.figures.stepNs > simulator.baseline().stepNs * 1.2);
    }

    /// What the model gets wrong in the present is no change.
    void spansAreComparedWithTheModelledPresent()
    {
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        QVERIFY(demo);
        const Simulator simulator = simulatorOf(*demo);
        QCOMPARE(simulator.ownValue("partition"), std::string("8,8,8,8"));
        const TracePtr present = simulator.modelledPresent();
        QVERIFY(present);
        const auto largestOfStage = [&](const char* partition, int stage) {
            Knobs knobs;
            [&] { QVERIFY(setKnob(knobs, "partition", partition)); }();
            const SimulatedStep step = simulated(simulator, knobs);
            const Trace& trace = *step.run.trace;
            std::map<std::tuple<int, Operation, int>, TimeNs> before; // by rank, pass and microbatch
            for (uint32_t i = 0; i < present->spanCount(); ++i) {
                const SpanId span(i);
                before[{present->track(present->track(span)).rank, present->operation(span), present->microbatch(span)}]
                    = present->duration(span);
            }
            double largest = 0;
            for (uint32_t i = 0; i < trace.spanCount(); ++i) {
                const SpanId span(i);
                if (!isPass(trace.operation(span)) || trace.stage(span) != stage)
                    continue;
                const TimeNs was
                    = before.at({trace.track(trace.track(span)).rank, trace.operation(span), trace.microbatch(span)});
                largest = std::max(largest, std::abs(double(trace.duration(span)) / double(was) - 1));
            }
            return largest;
        };
        QCOMPARE(largestOfStage("8,8,9,7", 1), 0.0);
        QVERIFY(largestOfStage("8,8,9,7", 2) > 0.1);
        const std::optional<double> error = simulator.replayError();
        QVERIFY(error && *error != 0 && std::abs(*error) < 0.001);
        Knobs always;
        always.model = ModelUse::Always;
        const StepFigures modelled = simulated(simulator, always).figures;
        QCOMPARE(modelled.stepNs / simulator.baseline().stepNs - 1, *error);
        QCOMPARE(modelled.replayError, error);
        QCOMPARE(modelled.unexplainedNs, 0.0);
        always.microbatches = 20;
        Knobs twice;
        twice.microbatches = 20;
        // The gain of a change is the same with and without what the model leaves out.
        QCOMPARE(simulated(simulator, twice).figures.wholeStepNs() - simulator.baseline().stepNs,
            simulated(simulator, always).figures.stepNs - modelled.stepNs);
    }

    void whatHelpsMostRanksWhatFits()
    {
        SampleOptions options = smallSample();
        options.stragglers = {{3, 1.4}};
        const RunFolder folder = folderOf(options);
        const Simulator simulator = simulatorOf(folder);
        uint64_t asked = 0;
        const std::vector<KnobGain> gains = whatHelpsMost(simulator, {}, [&](uint64_t done, uint64_t total) {
            asked = total;
            return done < total;
        });
        QVERIFY(gains.size() > 10 && gains.size() <= asked);
        for (size_t i = 0; i < gains.size(); ++i) {
            qInfo("%-32s %8.2f ms %+7.2f %%", gains[i].change.text().c_str(), gains[i].stepNs / 1e6,
                gains[i].throughputGain * 100);
            // Of what needs nothing, another batch, other hardware: sure gains first, then what may be none, then sure
            // losses, then what cannot be told.
            const auto rank = [](const KnobGain& gain) {
                const int sure = gain.throughputGain <= 0 ? 3 : gain.fitsMemory ? 0 : 1;
                return 5 * int(gain.needs) + (!gain.isStated() ? 4 : gain.isSure() ? sure : 2);
            };
            if (i > 0) {
                QVERIFY(rank(gains[i]) >= rank(gains[i - 1]));
                const auto sureOf = [](const KnobGain& gain) {
                    return gain.throughputGain > 0 && gain.isSure() ? gain.low() : gain.throughputGain;
                };
                QVERIFY(rank(gains[i]) > rank(gains[i - 1]) || sureOf(gains[i]) <= sureOf(gains[i - 1]));
            }
            if (i % sparsely != 0)
                continue;
            const Result<StepFigures> again = simulator.figures(gains[i].knobs);
            QVERIFY(again);
            QCOMPARE(again->wholeStepNs(), gains[i].stepNs);
        }
        const auto straggler
            = std::find_if(gains.begin(), gains.end(), [](const KnobGain& gain) { return gain.knob == "straggler"; });
        QVERIFY(straggler != gains.end());
        QVERIFY(straggler->throughputGain > 0.1);
        QCOMPARE(straggler->knobs.stragglers.front().number, 3);

        const auto needsOf = [&](std::string_view knob) {
            const auto found
                = std::find_if(gains.begin(), gains.end(), [&](const KnobGain& gain) { return gain.knob == knob; });
            return found == gains.end() ? std::nullopt : std::optional(found->needs);
        };
        QCOMPARE(needsOf("straggler"), std::optional(KnobNeeds::Nothing));
        QCOMPARE(needsOf("schedule"), std::optional(KnobNeeds::Nothing));
        QCOMPARE(needsOf("microbatches"), std::optional(KnobNeeds::Batch));
        QCOMPARE(needsOf("compute-scale"), std::optional(KnobNeeds::Hardware));

        const std::vector<KnobGain> none = whatHelpsMost(simulator, {}, [](uint64_t, uint64_t) { return false; });
        QVERIFY(none.empty());
    }

    void anAnswerHasARange()
    {
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        const auto errorOf = [&](std::string_view line) {
            const StepFigures figures = simulated(simulator, *knobsFromLine(line)).figures;
            return figures.errorNs / figures.stepNs;
        };
        // As recorded there is nothing to doubt, and a knob where it stands asks nothing.
        QCOMPARE(errorOf(""), 0.0);
        QCOMPARE(errorOf("microbatches=16"), 0.0);
        // What the user says of compute is so; what data sheets say of another GPU is not.
        QVERIFY(errorOf("compute-scale=0.9") > 0 && errorOf("compute-scale=0.9") < 0.01);
        QVERIFY(errorOf("comm-scale=0.5") > 0 && errorOf("comm-scale=0.5") < 0.02);
        QVERIFY(errorOf("hardware=a100") > 0.02);
        // The wider, the more is taken for granted.
        QVERIFY(errorOf("schedule=gpipe") > 0.01);
        QVERIFY(errorOf("stages=2") > errorOf("schedule=gpipe"));
        QVERIFY(errorOf("tensor=1") > errorOf("stages=2"));
    }

    void computeThatTakesATenthLessTakesATenthLess()
    {
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        const std::vector<KnobGain> gains = whatHelpsMost(simulator, {}, {});
        const auto faster = std::find_if(
            gains.begin(), gains.end(), [](const KnobGain& gain) { return gain.knob == "compute-scale"; });
        QVERIFY(faster != gains.end());
        QCOMPARE(faster->knobs.computeScale, std::optional<double>(0.9));
        const StepFigures then = simulated(simulator, faster->knobs).figures;
        QVERIFY(qAbs(then.computeNs / simulator.baseline().computeNs - 0.9) < 1e-6);
    }

    void everyScheduleRunsOrRefuses_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("blocking");
        for (const ScheduleInfo& info : schedules()) {
            QTest::addRow("%s, blocking", std::string(info.key).c_str()) << int(info.kind) << true;
            QTest::addRow("%s, not blocking", std::string(info.key).c_str()) << int(info.kind) << false;
        }
    }
    void everyScheduleRunsOrRefuses()
    {
        QFETCH(int, kind);
        QFETCH(bool, blocking);
        const RunFolder folder = folderOf(smallSample());
        const Simulator simulator = simulatorOf(folder);
        Knobs knobs;
        knobs.schedule = ScheduleKind(kind);
        knobs.blockingSends = blocking;
        const SimulatedStep step = simulated(simulator, knobs);
        const StepFigures& f = step.figures;
        qInfo("step %.2f ms, bubble %.2f %% (longest stage %.2f %%), peak %.1f", f.stepNs / 1e6, f.bubbleShare * 100,
            f.bubbleShareLongestStage * 100, f.stages.front().peakInFlight);
        for (const Message& sentence : step.assumptions)
            qInfo("  %s", sentence.text().c_str());
        QVERIFY(qAbs(sumOfParts(f) / f.stepNs - 1) < 1e-9);
        // The same work, however it is ordered.
        QVERIFY(qAbs(f.computeNs / simulator.baseline().computeNs - 1) < 0.02);
        int passes = 0;
        for (uint32_t i = 0; i < step.run.trace->spanCount(); ++i)
            passes += step.run.trace->operation(SpanId(i)) == Operation::Forward;
        const int chunks = std::max(1, int(std::lround(double(passes) / (16 * 16))));
        QCOMPARE(passes, 16 * 16 * chunks);
        QVERIFY(!step.run.trace->links().empty());
    }
};

BUBBLESCOPE_TEST(TstWhatIf, QCoreApplication)

} // namespace bubblescope::tst_whatif

#include "tst_whatif.moc"
