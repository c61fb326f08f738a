// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A faster GPU or link never makes a step longer.
#include "realfolder.h"
#include "samplefolder.h"
#include "testprogram.h"
#include "whatif.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

namespace bubblescope::tst_faster {

namespace {

/// Every ns of a schedule is rounded.
constexpr double rounding = 1e-5;

bool isNoSlower(const Hardware& fast, const Hardware& slow)
{
    for (const HardwareField& field : hardwareFields()) {
        const bool isLatency = field.key.ends_with("latency_us");
        const double a = hardwareValue(fast, field.key);
        const double b = hardwareValue(slow, field.key);
        // A switch of its own is one more way; what it costs is the faster machine's to say.
        if (field.key.starts_with("nvls") || field.key.starts_with("memory_gb") || field.key.ends_with("per_node"))
            continue;
        if (isLatency ? a > b : a < b)
            return false;
    }
    return fast.memoryBandwidth >= slow.memoryBandwidth
        && (slow.nvlsBandwidth == 0
            || (fast.nvlsBandwidth >= slow.nvlsBandwidth && fast.nvlsLatencyNs <= slow.nvlsLatencyNs));
}

Knobs randomStructure(std::mt19937& random)
{
    const char* const choices[]
        = {"", "", "schedule=gpipe", "schedule=zb-h1", "schedule=zb-auto", "microbatches=12", "stages=2", "stages=1",
            "tensor=2", "expert=2", "overlap=on", "blocking-send=off", "schedule=interleaved; chunks=2"};
    return *knobsFromLine(choices[random() % std::size(choices)]);
}

void fasterIsNeverLonger(const RunFolder& folder, SimulationSource source, uint32_t seed)
{
    const Result<Simulator> simulator = Simulator::make(folder, source);
    QVERIFY(simulator);
    std::mt19937 random(seed);
    int answered = 0;
    for (int round = 0; round < 30; ++round) {
        Knobs slow = randomStructure(random);
        if (simulator->whyRefused(slow) || !simulator->outcome(slow))
            continue;
        const Hardware own = *simulator->hardware({});
        const auto factor = [&random] { return std::pow(2, double(random() % 400) / 100 - 2); };
        slow.nvlinkBandwidth = own.nvlinkBandwidth * factor();
        slow.nicBandwidth = own.nicBandwidth * factor();
        slow.computeScale = factor();
        slow.latencyNs = 5e3 * factor();
        Knobs fast = slow;
        switch (random() % 4) {
        case 0:
            fast.nvlinkBandwidth = *slow.nvlinkBandwidth * 1.7;
            break;
        case 1:
            fast.nicBandwidth = *slow.nicBandwidth * 1.7;
            break;
        case 2:
            fast.latencyNs = *slow.latencyNs / 1.7;
            break;
        default:
            fast.computeScale = *slow.computeScale / 1.7;
            break;
        }
        const Result<StepFigures> before = simulator->outcome(slow);
        const Result<StepFigures> after = simulator->outcome(fast);
        QVERIFY(before && after);
        QVERIFY2(after->stepNs <= before->stepNs * (1 + rounding),
            qPrintable(QStringLiteral("%1 ms, and %2 ms with %3")
                           .arg(before->stepNs / 1e6)
                           .arg(after->stepNs / 1e6)
                           .arg(QString::fromStdString(knobsLine(slow) + " to " + knobsLine(fast)))));
        ++answered;
    }
    QVERIFY(answered > 5);
    // Machines by name.
    int compared = 0;
    const auto presets = HardwareCatalog::builtin().presets();
    for (const HardwareCatalog::Preset& slow : presets) {
        for (const HardwareCatalog::Preset& fast : presets) {
            if (slow.isNetwork() || fast.isNetwork() || &slow == &fast
                || !isNoSlower(*HardwareCatalog::builtin().find(fast.key), *HardwareCatalog::builtin().find(slow.key)))
                continue;
            Knobs knobs;
            knobs.hardware = slow.key;
            const Result<StepFigures> before = simulator->outcome(knobs);
            knobs.hardware = fast.key;
            const Result<StepFigures> after = simulator->outcome(knobs);
            QVERIFY(before && after);
            QVERIFY2(after->stepNs <= before->stepNs * (1 + rounding), (slow.key + " to " + fast.key).c_str());
            ++compared;
        }
    }
    QVERIFY(compared >= 5);
}

} // namespace

class TstFaster : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void inSampleRuns_data()
    {
        QTest::addColumn<int>("hosts");
        QTest::addColumn<int>("tensor");
        QTest::newRow("one node") << 1 << 2;
        QTest::newRow("two nodes") << 2 << 1;
    }
    void inSampleRuns()
    {
        QFETCH(int, hosts);
        QFETCH(int, tensor);
        SampleOptions options;
        options.microbatches = 8;
        options.steps = 1;
        options.hosts = hosts;
        options.tensor = tensor;
        options.data = 4 / tensor;
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        fasterIsNeverLonger(*folder, {}, 3);
    }

    void inRealInputs_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* name : {"echo/measured_pp4_16ranks_2hosts", "echo/measured_tp2_pp2_4ranks_known_step",
                 "echo/scaling_pp4_of_that_run"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }
    void inRealInputs()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        fasterIsNeverLonger(realFolder(folder.toUtf8().constData()), {}, 5);
    }
};

BUBBLESCOPE_TEST(TstFaster, QCoreApplication)

} // namespace bubblescope::tst_faster

#include "tst_faster.moc"
