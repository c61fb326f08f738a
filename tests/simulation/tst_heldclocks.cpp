// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// GPUs whose clocks are held down in a sample: findings say so of slow ranks whose clock was low while they were slow,
// and of no others.
#include "clockalignment.h"
#include "findings.h"
#include "sampletelemetry.h"
#include "telemetryplacement.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace bubblescope::tst_heldclocks {

namespace {

SampleOptions eightReplicas()
{
    SampleOptions options;
    options.stages = 1;
    options.tensor = 1;
    options.data = 8;
    options.microbatches = 2;
    options.layers = 2;
    options.steps = 60;
    options.hosts = 2;
    return options;
}

/// All findings of a sample, after `change` of what was sampled.
std::vector<Finding> findingsOf(
    const SampleOptions& options, const std::function<void(std::vector<GpuTelemetry>&)>& change = {})
{
    const SamplePlan plan(options);
    Result<SampleTimeline> timeline = makeSampleTimeline(plan);
    if (!timeline)
        qFatal("%s", timeline.error().message.text().c_str());
    std::vector<GpuTelemetry> samples = makeSampleTelemetry(plan, *timeline);
    if (change)
        change(samples);
    Run run;
    run.name = "sample";
    run.layout.world = plan.layout.world();
    run.layout.tensor = options.tensor;
    run.layout.pipeline = options.stages;
    run.layout.data = options.data;
    run.layout.microbatches = options.microbatches;
    run.layout.layers = options.layers;
    run.trace = std::make_shared<const Trace>(TelemetryPlacement(samples).placed(std::move(timeline->trace)));
    ImportReport report;
    alignRun(run, report);
    return findRunFindings(run).list;
}

/// The clock of a GPU, sample by sample.
std::vector<double>& clockOf(std::vector<GpuTelemetry>& samples, size_t gpu)
{
    for (GpuTelemetry::Series& series : samples[gpu].series) {
        if (series.name == smClockName)
            return series.values;
    }
    qFatal("no clock");
}

const std::string mark = "the clock of its GPU (rank ";

/// Ids of findings that speak of a clock, with the rank.
std::vector<std::string> held(const std::vector<Finding>& findings)
{
    std::vector<std::string> found;
    for (const Finding& finding : findings) {
        const std::string& text = finding.sentence.text();
        const size_t at = text.find(mark);
        if (at != std::string::npos)
            found.push_back(finding.id + ' ' + text.substr(at + mark.size(), text.find(')', at) - at - mark.size()));
    }
    return found;
}
using Held = std::vector<std::string>;

} // namespace

class TstHeldClocks : public QObject {
    Q_OBJECT
private slots:
    void manyGpusAreSampledLessOften()
    {
        SampleOptions options = eightReplicas();
        options.data = 512;
        options.hosts = 64;
        const SamplePlan plan(options);
        SampleTimeline timeline;
        constexpr TimeNs second = 1'000'000'000;
        for (TimeNs step = 0; step < 1000; ++step)
            timeline.steps.push_back({step * second, (step + 1) * second});
        timeline.hostClock.assign(64, 0);
        size_t samples = 0;
        for (const GpuTelemetry& gpu : makeSampleTelemetry(plan, timeline))
            samples += gpu.series.front().times.size();
        QVERIFY2(samples > 1'000'000 && samples < 2'010'000, qPrintable(QString::number(samples)));
    }
    void aSlowRankWithALowClockSaysSo()
    {
        SampleOptions options = eightReplicas();
        options.throttles = {{1, 2, 1, 60, 1.5}};
        const std::vector<Finding> findings = findingsOf(options);
        QCOMPARE(held(findings).size(), size_t(1));
        QVERIFY(held(findings).front().ends_with(" 6")); // GPU 2 of the second host of four
        const auto finding = std::find_if(findings.begin(), findings.end(),
            [](const Finding& one) { return one.sentence.text().find(mark) != std::string::npos; });
        const std::string text = finding->sentence.text();
        // 1980 MHz and at times 15 less, divided by 1.5.
        const size_t at = text.find(" MHz instead of");
        QVERIFY2(at != std::string::npos, text.c_str());
        const double clock = std::stod(text.substr(text.rfind(' ', at - 1)));
        QVERIFY2(clock >= 1305 && clock <= 1320, text.c_str());
        QVERIFY2(text.find("thermal slowdown by hardware") != std::string::npos, text.c_str());
        const std::string translated = finding->sentence.in([](const std::string& english) {
            return english == "thermal slowdown by hardware" ? std::string("Hitze") : english;
        });
        QVERIFY2(translated.find("Hitze") != std::string::npos, translated.c_str());
        QVERIFY2(finding->suggestion.text().find("cooling") != std::string::npos, finding->suggestion.text().c_str());
    }
    void oneThatIsSlowForATimeSaysSo()
    {
        SampleOptions options = eightReplicas();
        options.throttles = {{0, 1, 20, 40, 1.4}};
        const Held found = held(findingsOf(options));
        QCOMPARE(found.size(), size_t(1));
        QVERIFY2(found.front().ends_with(" 1"), found.front().c_str());
    }
    void healthyRunsSayNothing_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 20; ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    void healthyRunsSayNothing()
    {
        QFETCH(int, seed);
        SampleOptions options = eightReplicas();
        options.seed = uint64_t(seed);
        options.steps = 30;
        const std::vector<Finding> findings = findingsOf(options);
        QCOMPARE(held(findings), Held {});
    }
    void oneThatIsSlowOfItselfSaysNothing()
    {
        SampleOptions options = eightReplicas();
        options.stragglers = {{5, 1.4}};
        const std::vector<Finding> findings = findingsOf(options);
        QVERIFY(std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
            return std::find(finding.evidence.ranks.begin(), finding.evidence.ranks.end(), 5)
                != finding.evidence.ranks.end();
        }));
        QCOMPARE(held(findings), Held {});
    }
    void aClockThatIsLowAtOtherTimesSaysNothing()
    {
        // Slow in the second third, its clock low in the last quarter.
        SampleOptions options = eightReplicas();
        options.throttles = {{0, 1, 20, 40, 1.4}};
        QCOMPARE(held(findingsOf(options,
                     [](std::vector<GpuTelemetry>& samples) {
                         std::vector<double>& clock = clockOf(samples, 1);
                         for (size_t i = 0; i < clock.size(); ++i)
                             clock[i] = 4 * i > 3 * clock.size() ? 1395 : 1980;
                     })),
            Held {});
    }
    void aClockThatIsAlwaysLowIsNoCauseOfSomeSteps()
    {
        SampleOptions options = eightReplicas();
        options.throttles = {{0, 1, 20, 40, 1.4}};
        QCOMPARE(held(findingsOf(options,
                     [](std::vector<GpuTelemetry>& samples) {
                         std::vector<double>& clock = clockOf(samples, 1);
                         std::fill(clock.begin(), clock.end(), 1395);
                     })),
            Held {});
    }
    void clocksThatAllAreLowSayNothing()
    {
        SampleOptions options = eightReplicas();
        options.stragglers = {{5, 1.4}};
        QCOMPARE(held(findingsOf(options,
                     [](std::vector<GpuTelemetry>& samples) {
                         for (size_t gpu = 0; gpu < samples.size(); ++gpu) {
                             std::vector<double>& clock = clockOf(samples, gpu);
                             std::fill(clock.begin(), clock.end(), 1395);
                         }
                     })),
            Held {});
    }
    void aSamplerThatStoodStillTellsNothing()
    {
        // Two samples a run apart say nothing of the time between them.
        SampleOptions options = eightReplicas();
        options.throttles = {{1, 2, 1, 60, 1.5}};
        QCOMPARE(held(findingsOf(options,
                     [](std::vector<GpuTelemetry>& samples) {
                         for (GpuTelemetry& gpu : samples) {
                             for (GpuTelemetry::Series& series : gpu.series) {
                                 series.times.resize(4);
                                 series.values.resize(4);
                             }
                         }
                     })),
            Held {});
    }
};

BUBBLESCOPE_TEST(TstHeldClocks, QCoreApplication)

} // namespace bubblescope::tst_heldclocks

#include "tst_heldclocks.moc"
