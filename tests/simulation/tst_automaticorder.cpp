// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The schedule zb-auto against the handcrafted ones, on a job of so many ranks that its own orders are compared on one
// rank of each stage.
#include "samplefolder.h"
#include "smallsample.h"
#include "testprogram.h"
#include "whatif.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_automaticorder {

class TstAutomaticOrder : public QObject {
    Q_OBJECT
private slots:
    void isNeverWorse_data()
    {
        QTest::addColumn<double>("straggler");
        QTest::newRow("ranks alike") << 1.0;
        QTest::newRow("a slow rank") << 1.5;
    }
    void isNeverWorse()
    {
        QFETCH(double, straggler);
        SampleOptions options = smallSample(1);
        options.stages = 4;
        options.data = 24;
        options.microbatches = 8;
        options.hosts = 4;
        options.stragglers.push_back({37, straggler});
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        const Result<Simulator> simulator = Simulator::make(*folder, {});
        QVERIFY(simulator);
        const auto stepOf = [&](const char* knobs) {
            const Result<StepFigures> told = simulator->figures(*knobsFromLine(knobs));
            return told ? told->wholeStepNs() : std::nan("");
        };
        const double narrow = stepOf("schedule=zb-auto; memory-limit=4");
        const double wide = stepOf("schedule=zb-auto; memory-limit=8");
        QVERIFY(narrow <= stepOf("schedule=zb-h1"));
        QVERIFY(narrow <= stepOf("schedule=1f1b"));
        QVERIFY(wide <= stepOf("schedule=zb-h2"));
        QVERIFY(wide <= narrow);
        QVERIFY(wide < simulator->baseline().wholeStepNs());
    }

    void runsOfOtherSchedulesArePredicted_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("straggler");
        for (const ScheduleKind kind :
            {ScheduleKind::GPipe, ScheduleKind::ZbH1, ScheduleKind::ZbH2, ScheduleKind::ZbAuto}) {
            for (const double straggler : {1.0, 1.3}) {
                if (kind != ScheduleKind::ZbAuto || straggler == 1) // a run does not plan for its slow rank, an answer does
                    QTest::addRow("%s, %g", scheduleInfo(kind).key.data(), straggler) << int(kind) << straggler;
            }
        }
    }
    void runsOfOtherSchedulesArePredicted()
    {
        QFETCH(int, kind);
        QFETCH(double, straggler);
        SampleOptions options = smallSample(1);
        options.stages = 4;
        options.data = 2;
        options.microbatches = 12;
        options.stragglers.push_back({5, straggler});
        const auto simulatorOf = [&options](ScheduleKind schedule) {
            options.schedule = schedule;
            const Result<RunFolder> folder = makeSampleFolder(options);
            return Simulator::make(*folder, {});
        };
        const Result<Simulator> plain = simulatorOf(ScheduleKind::OneFOneB);
        const Result<Simulator> sampled = simulatorOf(ScheduleKind(kind));
        QVERIFY(plain && sampled);
        Knobs knobs;
        knobs.schedule = ScheduleKind(kind);
        const Result<StepFigures> predicted = plain->figures(knobs);
        QVERIFY(predicted);
        const double ratio = predicted->wholeStepNs() / sampled->baseline().wholeStepNs();
        QVERIFY2(std::abs(ratio - 1) < 0.005, qPrintable(QString::number(ratio)));
    }
};

BUBBLESCOPE_TEST(TstAutomaticOrder, QCoreApplication)

} // namespace bubblescope::tst_automaticorder

#include "tst_automaticorder.moc"
