// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Samples re-timed to another setting are held against samples generated with that setting: the truth is known.
#include "runsummary.h"
#include "samplerun.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

#include <numeric>

using namespace bubblescope;

namespace {

RunFolder folderOf(const SampleOptions& options)
{
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.c_str());
    return std::move(folder).value();
}

Simulator simulatorOf(const RunFolder& folder, int step = 0)
{
    Result<Simulator> made = Simulator::make(folder, {SimulationSource::Kind::Run, 0, step});
    if (!made)
        qFatal("%s", made.error().message.c_str());
    return std::move(made).value();
}

double trueStepNs(const SampleOptions& options)
{
    const Result<SampleRun> sample = makeSample(options);
    if (!sample)
        qFatal("%s", sample.error().message.c_str());
    return sample->truth.stepMs.front() * 1e6;
}

double sumOfParts(const StepFigures& figures)
{
    return figures.computeNs + std::accumulate(figures.exposedNs.begin(), figures.exposedNs.end(), 0.0)
        + figures.waitingNs + figures.warmupBubbleNs + figures.steadyBubbleNs + figures.cooldownBubbleNs
        + figures.hostNs;
}

SimulatedStep simulated(const Simulator& simulator, const Knobs& knobs)
{
    Result<SimulatedStep> step = simulator.simulate(knobs);
    if (!step)
        qFatal("%s", step.error().message.c_str());
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
        QCOMPARE(double(step.run.trace->range().duration()), step.figures.stepNs);
        QCOMPARE(step.run.origin, Origin::Modelled);
        QCOMPARE(step.run.trace->steps().size(), size_t(1));
        QVERIFY(qAbs(sumOfParts(step.figures) / step.figures.stepNs - 1) < 1e-9);

        // The analysis of the simulated timeline says the same as the graph, but for the wait inside the optimizer,
        // which no record shows.
        const RunSummary summary = summarizeRun(*step.run.trace, step.run.trace->timing(), step.run.layout);
        const auto ranks = double(summary.ranks.size());
        const StepFigures& figures = step.figures;
        const double bubbles = figures.warmupBubbleNs + figures.steadyBubbleNs + figures.cooldownBubbleNs;
        const double hidden = double(summary.split.compute()) / ranks - figures.computeNs;
        QVERIFY2(hidden >= 0 && hidden < 0.05 * figures.stepNs, qPrintable(QString::number(hidden)));
        const auto near = [&](double a, double b) { return qAbs(a - b) < 2e-3 * figures.stepNs; };
        QVERIFY(near(std::accumulate(figures.exposedNs.begin(), figures.exposedNs.end(), 0.0),
            double(summary.split.exposedCommunication()) / ranks));
        QVERIFY(near(figures.hostNs, double(summary.split.host()) / ranks));
        QVERIFY(near(figures.waitingNs + bubbles - hidden, double(summary.split.bubble()) / ranks));
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
        for (const std::string& sentence : step.assumptions)
            qInfo("  %s", sentence.c_str());
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
        for (const std::string& sentence : step.assumptions)
            qInfo("  %s", sentence.c_str());
        QVERIFY(qAbs(step.figures.stepNs / expected - 1) < 0.05);
        QCOMPARE(step.figures.samplesPerStep, 32.0);
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
        for (const std::string& sentence : step.assumptions)
            qInfo("  %s", sentence.c_str());
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

QTEST_APPLESS_MAIN(TstWhatIf)
#include "tst_whatif.moc"
