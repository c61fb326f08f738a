// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readlog.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_deepspeedlog {

namespace {

const char* const engine
    = "[2024-01-05 10:00:00,000] [INFO] [logging.py:60:log_dist] [Rank 0] DeepSpeedEngine configuration:\n"
      "[2024-01-05 10:00:00,000] [INFO] [engine.py:76:__init__] CONFIG: micro_batches=16 micro_batch_size=2\n";

} // namespace

class TstDeepSpeedLog : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void pipelineStepsGiveLossTimeAndSamples()
    {
        const ReadLog read = readLog(std::string(engine)
            + "steps: 100 loss: 6.5000 iter time (s): 0.940 samples/sec: 1089.5\n"
              "steps: 200 loss: 5.5508 iter time (s): 0.936 samples/sec: 1094.0\n");
        QCOMPARE(read.log().kind, RunLog::Kind::DeepSpeed);
        QCOMPARE(read.log().steps.size(), size_t(2));
        const LogStep& step = read.log().steps[1];
        QCOMPARE(step.step, int64_t(200));
        QCOMPARE(step.loss, std::optional(5.5508));
        QVERIFY(isNear(step.stepMs, 936));
        QCOMPARE(step.samplesPerSecond, std::optional(1094.0));
        QCOMPARE(read.log().microbatches, std::optional(16));
        QCOMPARE(read.log().microbatchSize, std::optional(2));
        QVERIFY(read.report.isEmpty());
    }

    void throughputAndMemoryFillTheStepIn()
    {
        const ReadLog read = readLog("[Rank 0] step=10, skipped=0, lr=[0.00015], mom=[(0.9, 0.999)]\n"
                                     "epoch=0/micro_step=20/global_step=10, RunningAvgSamplesPerSec=120.0, "
                                     "CurrSamplesPerSec=124.5, MemAllocated=4.3GB, MaxMemAllocated=12.25GB\n"
                                     "steps: 10 loss: 6.5000 iter time (s): 0.940\n");
        QCOMPARE(read.log().steps.size(), size_t(1));
        QCOMPARE(read.log().steps[0].learningRate, std::optional(0.00015));
        QCOMPARE(read.log().steps[0].samplesPerSecond, std::optional(124.5));
        QCOMPARE(read.log().steps[0].memoryGiB, std::optional(12.25));
        QCOMPARE(read.log().steps[0].loss, std::optional(6.5));
    }

    void engineWithoutPipelineStillShowsItsSteps()
    {
        const ReadLog read = readLog(std::string(engine)
            + "[Rank 0] step=10, skipped=0, lr=[0.1], mom=[0.9]\n[timer.py:157:stop] 0/10, SamplesPerSec=33.5\n"
              "[Rank 0] step=20, skipped=0, lr=[0.2], mom=[0.9]\n[timer.py:157:stop] 0/20, SamplesPerSec=34.5\n");
        QCOMPARE(read.log().kind, RunLog::Kind::DeepSpeed);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].samplesPerSecond, std::optional(34.5));
        QCOMPARE(read.log().steps[1].learningRate, std::optional(0.2));
        QVERIFY(!read.log().medianStepMs());
        QVERIFY(read.report.isEmpty());
    }

    void stepsWithoutAPrintedTimeTakeItFromTheStamps()
    {
        const ReadLog read
            = readLog("[2023-11-07 01:55:23,711] [INFO] [Rank 0] step=10, skipped=4, lr=[5e-05], mom=[(0.9, 0.95)]\n"
                      "[2023-11-07 01:55:23,714] [INFO] epoch=0/micro_step=40/global_step=10, CurrSamplesPerSec=25.7\n"
                      "[2023-11-07 01:55:48,711] [INFO] [Rank 0] step=20, skipped=4, lr=[4e-05], mom=[(0.9, 0.95)]\n"
                      "[2023-11-07 01:50:00,000] [INFO] [Rank 0] step=5, skipped=4, lr=[6e-05], mom=[(0.9, 0.95)]\n");
        QCOMPARE(read.log().steps.size(), size_t(3));
        const LogStep& last = read.log().steps[2];
        QCOMPARE(last.step, int64_t(20));
        QCOMPARE(last.stepMs, std::optional(2500.0));
        QVERIFY(last.stepMsFromTimestamps);
        // The first has nothing before it; the one that was resumed went back.
        QVERIFY(!read.log().steps[0].stepMs);
        QVERIFY(!read.log().steps[1].stepMs);
    }

    void stampThatLeapsGivesNoTime()
    {
        const ReadLog read
            = readLog("[2023-11-07 01:55:23,711] [INFO] [Rank 0] step=10, skipped=4, lr=[5e-05], mom=[(0.9, 0.95)]\n"
                      "[4023-11-07 01:55:48,711] [INFO] [Rank 0] step=20, skipped=4, lr=[4e-05], mom=[(0.9, 0.95)]\n");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QVERIFY(!read.log().steps[1].stepMs);
        QVERIFY(!read.log().steps[1].stepMsFromTimestamps);
    }

    void ratesFillMegatronStepsIn()
    {
        const ReadLog read
            = readLog("steps: 10 loss: 6.5000 iter time (s): 0.940 samples/sec: 17.5\n"
                      " iteration       10/    1000 | elapsed time per iteration (ms): 950.0 | lm loss: 6.4 |\n"
                      " iteration       20/    1000 | elapsed time per iteration (ms): 951.0 | lm loss: 6.3 |\n");
        QCOMPARE(read.contents.runLogs.size(), size_t(1));
        QCOMPARE(read.log().kind, RunLog::Kind::Megatron);
        QCOMPARE(read.log().steps[0].stepMs, std::optional(950.0));
        QCOMPARE(read.log().steps[0].loss, std::optional(6.4));
        QCOMPARE(read.log().steps[0].samplesPerSecond, std::optional(17.5));
        QVERIFY(!read.log().steps[1].samplesPerSecond);
    }

    void proseAboutStepsIsNone()
    {
        QCOMPARE(sniffLog("steps: 10 of the recipe\nloss: none\n"), 0);
        QVERIFY(readLog("steps: 10 of the recipe, iter time (s): unknown\n").contents.isEmpty());
    }
};

BUBBLESCOPE_TEST(TstDeepSpeedLog, QCoreApplication)

} // namespace bubblescope::tst_deepspeedlog

#include "tst_deepspeedlog.moc"
