// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever knobs are moved, together or alone: an answer is a number with its range, or a refusal that says why; and
// nothing that gets faster makes a step longer.
#include "realfolder.h"
#include "testprogram.h"
#include "whatif.h"

#include <QTest>

#include <cmath>
#include <random>

namespace bubblescope::tst_randomknobs {

namespace {

struct Values {
    const char* knob;
    std::vector<const char*> values;
};
const std::vector<Values> structures {
    {"schedule", {"gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "zb-auto", "zb-v", "v-half", "v-min", "dualpipe"}},
    {"memory-limit", {"1", "4", "16"}},
    {"microbatches", {"1", "2", "3", "7", "16"}},
    {"stages", {"1", "2", "3", "4", "8"}},
    {"chunks", {"1", "2", "3"}},
    {"tensor", {"1", "2", "4"}},
    {"data", {"1", "2", "4", "8"}},
    {"expert", {"1", "2", "4", "8"}},
    {"layers", {"1", "7", "8", "40"}},
    {"partition", {"3,2,2,1", "1,1", "0,4,4,0", "4"}},
    {"link", {"0-1=0.5", "1-2=4"}},
    {"overlap", {"on", "off"}},
    {"overlap-slowdown", {"0", "2"}},
    {"straggler", {"rank:0=1.3", "stage:0=1.5", "rank:999=2"}},
    {"blocking-send", {"on", "off"}},
    {"backward-ratio", {"0.5", "3"}},
    {"algorithm", {"ring", "tree", "nvls", "curve"}},
    {"measured-on", {"h100", "a100"}},
    {"together", {"0.5", "1"}},
    {"model", {"always"}},
};
const char* const faster[]
    = {"compute-scale=0.9", "comm-scale=0.5", "nvlink=5000GB/s", "nic=5000GB/s", "latency-us=0", "host-gaps=0.5"};

bool isSound(const StepFigures& figures)
{
    const double step = figures.wholeStepNs();
    for (const double ns : {step, figures.makespanNs, figures.computeNs, figures.waitingNs, figures.idleNs,
             figures.hostNs, figures.errorNs, figures.lowNs(), figures.highNs()}) {
        if (!std::isfinite(ns) || ns < 0)
            return false;
    }
    return figures.lowNs() <= step && step <= figures.highNs() && figures.bubbleShare >= 0 && figures.bubbleShare <= 1;
}

} // namespace

class TstRandomKnobs : public QObject {
    Q_OBJECT
private slots:
    void answersAreSound_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("kind");
        using Kind = SimulationSource::Kind;
        QTest::newRow("16 GPUs") << QStringLiteral("echo/measured_pp4_16ranks_2hosts") << int(Kind::Run);
        QTest::newRow("8 ranks") << QStringLiteral("echo/measured_tp2_pp4_8ranks") << int(Kind::Run);
        QTest::newRow("profiles") << QStringLiteral("echo/scaling_pp4_of_that_run") << int(Kind::Run);
        QTest::newRow("sampled steps") << QStringLiteral("bytedance_st") << int(Kind::Run);
        QTest::newRow("layer table") << QStringLiteral("seeds") << int(Kind::LayerTable);
        QTest::newRow("workload") << QStringLiteral("seeds") << int(Kind::Workload);
        QTest::newRow("log") << QStringLiteral("seeds") << int(Kind::RunLog);
    }
    void answersAreSound()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        QFETCH(int, kind);
        const Result<Simulator> simulator
            = Simulator::make(realFolder(folder.toUtf8().constData()), {SimulationSource::Kind(kind), 0, 0});
        QVERIFY(simulator);
        std::mt19937 random(11);
        const auto oneOf = [&random](const auto& list) -> const auto& { return list[random() % std::size(list)]; };
        int answers = 0;
        for (int round = 0; round < 150; ++round) {
            std::string line;
            for (int knob = 0; knob <= round % 3; ++knob) {
                const Values& moved = oneOf(structures);
                line += std::string(moved.knob) + "=" + oneOf(moved.values) + "; ";
            }
            const Result<Knobs> knobs = knobsFromLine(line);
            QVERIFY2(knobs, line.c_str());
            if (simulator->whyRefused(*knobs))
                continue;
            const Result<StepFigures> told = simulator->figures(*knobs);
            if (!told) {
                QVERIFY2(!told.error().message.text().empty(), line.c_str());
                continue;
            }
            ++answers;
            QVERIFY2(isSound(*told), line.c_str());
            const std::string quicker = line + oneOf(faster);
            const Result<StepFigures> after = simulator->figures(*knobsFromLine(quicker));
            QVERIFY2(!after || isSound(*after), quicker.c_str());
            // Times are whole nanoseconds.
            QVERIFY2(!after || after->wholeStepNs() <= told->wholeStepNs() * (1 + 1e-9) + 1e3, quicker.c_str());
        }
        qInfo("%d of 150 were answered", answers);
        QVERIFY(answers > 10);
    }
};

BUBBLESCOPE_TEST(TstRandomKnobs, QCoreApplication)

} // namespace bubblescope::tst_randomknobs

#include "tst_randomknobs.moc"
