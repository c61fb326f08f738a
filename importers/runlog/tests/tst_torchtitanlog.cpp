// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readlog.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_torchtitanlog {

namespace {

std::string plainStep(const std::string& stamp, int step, const std::string& loss, const std::string& rest)
{
    return "[rank0]:[titan] 2026-05-22 " + stamp + " - root - INFO - step: " + (step < 10 ? " " : "")
        + std::to_string(step) + "  loss: " + loss + "  " + rest + "\n";
}

} // namespace

class TstTorchTitanLog : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void stepLineWithColoursIsRead()
    {
        const ReadLog read = readLog("[rank0]:[titan] 2026-05-22 18:32:12,240 - root - INFO - \x1b[31mstep:  2  "
                                     "\x1b[32mloss: 10.63115  \x1b[38;2;180;60;0mgrad_norm: 49.5000  "
                                     "\x1b[38;2;54;234;195mmemory: 168.94GiB(94.72%)  \x1b[34mtps: 5,878  "
                                     "\x1b[36mtflops: 495.27  \x1b[35mmfu: 36.12%\x1b[39m\n");
        QCOMPARE(read.log().kind, RunLog::Kind::TorchTitan);
        const LogStep& step = read.log().steps.at(0);
        QCOMPARE(step.step, int64_t(2));
        QCOMPARE(step.loss, std::optional(10.63115));
        QCOMPARE(step.gradientNorm, std::optional(49.5));
        QCOMPARE(step.memoryGiB, std::optional(168.94));
        QCOMPARE(step.tokensPerSecond, std::optional(5878.0));
        QCOMPARE(step.teraflops, std::optional(495.27));
        QCOMPARE(step.mfuPercent, std::optional(36.12));
        QVERIFY(!step.stepMs);
        QVERIFY(read.report.isEmpty());
    }

    void stepTimeIsTheDifferenceOfTimeStamps()
    {
        const ReadLog read = readLog(plainStep("23:59:58,500", 1, "12.5", "tps: 503  mfu: N/A")
            + plainStep("23:59:59,750", 2, "11.5", "tps: 5,878  mfu: N/A")
            + "[rank0]:[titan] 2026-05-23 00:00:09,750 - root - INFO - step: 12  loss: 9.5  tps: 1,234,567  mfu: "
              "N/A\n");
        QCOMPARE(read.log().steps.size(), size_t(3));
        QVERIFY(!read.log().steps[0].stepMs);
        QCOMPARE(read.log().steps[1].stepMs, std::optional(1250.0));
        QVERIFY(read.log().steps[1].stepMsFromTimestamps);
        QCOMPARE(read.log().steps[2].stepMs, std::optional(1000.0));
        QCOMPARE(read.log().steps[2].tokensPerSecond, std::optional(1234567.0));
        QVERIFY(!read.log().steps[1].mfuPercent);
    }

    void withoutTimeStampsThereIsNoStepTime()
    {
        const ReadLog read = readLog("step:  1  loss: 12.5  memory: 30.5GiB(38.1%)  wps: 1,234  mfu: 45.5%\n"
                                     "step:  2  loss: 11.5  memory: 30.5GiB(38.1%)  wps: 1,300  mfu: 45.5%\n");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QVERIFY(!read.log().medianStepMs());
        QCOMPARE(read.log().steps[1].tokensPerSecond, std::optional(1300.0));
    }

    void clockThatGoesBackGivesNoTime()
    {
        const ReadLog read
            = readLog(plainStep("18:00:05,000", 1, "3.0", "tps: 5") + plainStep("18:00:01,000", 2, "2.0", "tps: 5"));
        QVERIFY(!read.log().steps[1].stepMs);
    }

    void clockThatLeapsGivesNoTime()
    {
        std::string leap = plainStep("18:00:02,000", 2, "2.5", "tps: 5");
        leap.replace(leap.find("2026"), 4, "4026");
        const ReadLog read = readLog(plainStep("18:00:01,000", 1, "3.0", "tps: 5") + leap
            + plainStep("18:00:03,000", 3, "2.0", "tps: 5") + plainStep("18:00:04,000", 4, "1.5", "tps: 5"));
        QVERIFY(!read.log().steps[1].stepMs);
        QVERIFY(!read.log().steps[1].stepMsFromTimestamps);
        QVERIFY(!read.log().steps[2].stepMs);
        QCOMPARE(read.log().steps[3].stepMs, std::optional(1000.0));
    }

    void ranksPrintingTheSameStepCountOnce()
    {
        std::string other = plainStep("18:00:01,100", 1, "3.0", "tps: 6");
        other.replace(0, 7, "[rank1]");
        std::string next = plainStep("18:00:03,100", 2, "2.0", "tps: 6");
        next.replace(0, 7, "[rank1]");
        const ReadLog read = readLog(plainStep("18:00:01,000", 1, "3.0", "tps: 5") + other + next
            + plainStep("18:00:03,500", 2, "2.0", "tps: 5"));
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().repeatedSteps, uint64_t(2));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(2000.0));
    }

    void meshAndBatchesAreFacts()
    {
        const ReadLog read = readLog(
            "[rank0]:[titan] 2026-05-19 19:34:49,879 - root - INFO - Building device mesh with parallelism: pp=2, "
            "dp_replicate=2, dp_shard=8, cp=1, tp=4, ep=1\n"
            "[rank0]:[titan] 2026-05-19 19:34:54,348 - root - INFO - Trainer is initialized with local batch size 16, "
            "global "
            "batch size 512, gradient accumulation steps 2, sequence length 128, total steps 10 (warmup 600)\n"
            + plainStep("18:00:01,000", 1, "3.0", "tps: 5"));
        QCOMPARE(read.log().pipelineParallel, std::optional(2));
        QCOMPARE(read.log().tensorParallel, std::optional(4));
        QCOMPARE(read.log().dataParallel, std::optional(16));
        QCOMPARE(read.log().worldSize, std::optional(128));
        QCOMPARE(read.log().globalBatch, std::optional(512));
        QCOMPARE(read.log().microbatches, std::optional(2));
    }

    void cutLineLosesTheNumberThatMayLackDigits()
    {
        const ReadLog read = readLog(plainStep("18:00:01,000", 1, "3.0", "tps: 5")
            + "[titan] step:  2  loss:  2.5  memory: 3.5GiB(2%)  tps: 1,2");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].loss, std::optional(2.5));
        QVERIFY(!read.log().steps[1].tokensPerSecond);
        QCOMPARE(read.issues(), QByteArray("truncated-file"));
    }

    void linesOfNcclTellTheNetwork_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("network");
        QTest::newRow("chosen") << QByteArray("node1:93:812 [0] NCCL INFO Using network AWS Libfabric\n")
                                << QByteArray("AWS Libfabric");
        QTest::newRow("channel") << QByteArray(
            "node1:93:812 [0] NCCL INFO Channel 00/0 : 8[0] -> 0[0] [receive] via NET/IB/0/GDRDMA\n")
                                 << QByteArray("IB");
        QTest::newRow("inside a node") << QByteArray("node1:93:812 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via P2P/IPC\n")
                                       << QByteArray();
        QTest::newRow("somebody else") << QByteArray("we go via NET/IB/0\n") << QByteArray();
    }
    void linesOfNcclTellTheNetwork()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, network);
        const ReadLog read = readLog(line.toStdString() + plainStep("18:00:01,000", 1, "3.0", "tps: 5"));
        QCOMPARE(QByteArray::fromStdString(read.log().machine.network), network);
    }

    void realLogsOpen()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog every = readLogFile(sharedData("torchtitan/run349_ansi.log"));
        QCOMPARE(every.log().steps.size(), size_t(10));
        QCOMPARE(every.log().lossPoints(), uint64_t(10));
        QCOMPARE(every.log().steps[1].stepMs, std::optional(2962.0));
        QCOMPARE(every.log().steps[1].tokensPerSecond, std::optional(5878.0));
        QCOMPARE(every.log().steps[0].memoryGiB, std::optional(163.39));
        QVERIFY(!every.log().steps[0].mfuPercent);
        QCOMPARE(every.log().worldSize, std::optional(8));
        QCOMPARE(every.log().machine.devices, std::vector<std::string> {"NVIDIA B200"});
        const ReadLog tenth = readLogFile(sharedData("torchtitan/run101_ansi.log"));
        QCOMPARE(tenth.log().steps.size(), size_t(2));
        QVERIFY(isNear(tenth.log().medianStepMs(), 19229.0 / 9));
        QCOMPARE(tenth.log().steps[1].mfuPercent, std::optional(36.12));
        QVERIFY(every.report.isEmpty() && tenth.report.isEmpty());
    }

    void aPipelinePlanIsNoRunLog()
    {
        REQUIRE_SHARED_DATA();
        QCOMPARE(sniffLog(readHead(sharedData("torchtitan/custom_schedule.csv"), sniffBytes)), 0);
    }
};

BUBBLESCOPE_TEST(TstTorchTitanLog, QCoreApplication)

} // namespace bubblescope::tst_torchtitanlog

#include "tst_torchtitanlog.moc"
