// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Logs of MLPerf training, made up and as submitted.
#include "readlog.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_mlperflog {

namespace {

std::string record(int64_t ms, const char* key, const std::string& value = "null", const std::string& metadata = "{}")
{
    return fmt::format(
        R"(:::MLLOG {{"namespace": "", "time_ms": {}, "event_type": "POINT_IN_TIME", "key": "{}", "value": {}, "metadata": {}}})"
        "\n",
        ms, key, value, metadata);
}

std::string block(int64_t begin, int64_t end, int samples, double quality)
{
    return record(begin, "block_start") + record(end, "tracked_stats", R"({"throughput": 12.5, "lr": 0.25})")
        + record(end, "block_stop", "null", fmt::format(R"({{"samples_count": {}}})", samples))
        + record(end, "eval_start")
        + record(
            end + 300, "eval_accuracy", fmt::format("{}", quality), fmt::format(R"({{"samples_count": {}}})", samples))
        + record(end + 400, "eval_stop");
}

} // namespace

class TstMlperfLog : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void blocksAreStepsAndEvaluationsTheirLoss()
    {
        const std::string text = "+ some script\n" + record(900, "init_start") + "0: noise " + record(950, "init_start")
            + record(990, "init_stop") + record(990, "submission_benchmark", "\"llama2_70b_lora\"")
            + record(990, "global_batch_size", "8") + record(1000, "run_start") + block(1000, 3000, 32, 0.9)
            + block(3500, 4500, 48, 0.8) + record(5000, "run_stop");
        QVERIFY(sniffLog(text) > 90);
        const ReadLog read = readLog(text);
        QVERIFY(read.isLog());
        const RunLog& log = read.log();
        QCOMPARE(log.steps.size(), size_t(2));
        QCOMPARE(log.steps[0].step, int64_t(4));
        QCOMPARE(log.steps[1].step, int64_t(6));
        QVERIFY(isNear(log.steps[0].stepMs, 500) && isNear(log.steps[1].stepMs, 500));
        QVERIFY(isNear(log.steps[0].loss, 0.9) && isNear(log.steps[1].loss, 0.8));
        QVERIFY(isNear(log.steps[0].samplesPerSecond, 12.5) && isNear(log.steps[0].learningRate, 0.25));
        QCOMPARE(log.globalBatch, std::optional(8));
        QCOMPARE(log.worldSize, std::optional(2));
        QVERIFY(isNear(log.elapsedSeconds, 4));
        QCOMPARE(log.timers.size(), size_t(3));
        QCOMPARE(log.timers[0].name, std::string("initialization"));
        QCOMPARE(log.timers[0].ms, 90.0);
        QCOMPARE(log.timers[1].name, std::string("evaluation"));
        QCOMPARE(log.timers[1].ms, 400.0);
        QCOMPARE(read.issues(), QByteArray("repeated-records"));
    }

    void aQualityThatRisesIsNoLoss()
    {
        const ReadLog read = readLog(record(990, "submission_benchmark", "\"resnet\"") + block(1000, 3000, 32, 0.5)
            + block(3500, 4500, 48, 0.75));
        QCOMPARE(read.log().lossPoints(), uint64_t(0));
        QVERIFY(isNear(read.log().steps[1].accuracy, 0.75));
        QCOMPARE(read.issues(), QByteArray());
    }

    void theProcessThatStartsLastIsNamed()
    {
        const ReadLog read = readLog("0: " + record(900, "init_start") + "2: " + record(1900, "init_start")
            + "1: " + record(950, "init_start") + block(2000, 3000, 32, 0.5));
        QCOMPARE(read.log().kind, RunLog::Kind::Mlperf);
        QCOMPARE(read.log().startUps.size(), size_t(3));
        QCOMPARE(read.log().startUps.back().rank, 2);
        QCOMPARE(read.log().startUps.back().ms, 1000.0);
        QCOMPARE(read.log().startUps[1].ms, 50.0);
    }

    void damagedRecordsAreCounted()
    {
        const ReadLog read = readLog(block(1000, 3000, 32, 0.5) + ":::MLLOG {\"time_ms\": 5, \"key\"\n:::MLLOG [1]\n"
            + record(-5, "block_start") + record(4000, "eval_accuracy", "\"NaN\""));
        QCOMPARE(read.report.count(IssueKind::BadRecord), uint64_t(3));
        QCOMPARE(read.report.count(IssueKind::BadNumber), uint64_t(1));
        QCOMPARE(read.log().steps.size(), size_t(1));
    }

    void submittedLogsAreRead()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog llama = readLogFile(sharedData("mlperf/llama2_70b_lora_64_gpus.txt"));
        QCOMPARE(llama.log().steps.size(), size_t(6));
        QCOMPARE(llama.log().steps.front().step, int64_t(192));
        QVERIFY(isNear(llama.log().steps.front().loss, 0.9362685084342957));
        QVERIFY(isNear(llama.log().steps.back().loss, 0.9231269359588623));
        QVERIFY(isNear(llama.log().steps.front().samplesPerSecond, 12.030848484473074));

        // Counted in tokens: 51,904,512 of them are 11 steps of 2,304 sequences of 2,048.
        const ReadLog gpt = readLogFile(sharedData("mlperf/gpt3_512_gpus.txt"));
        QCOMPARE(gpt.log().steps.size(), size_t(24));
        QCOMPARE(gpt.log().steps.front().step, int64_t(11));
        QVERIFY(isNear(gpt.log().steps.front().loss, 2.7512447834014893));
        QVERIFY(isNear(gpt.log().steps.front().stepMs, (1715043949934.0 - 1715043830078.0) / 11, 1e-6));
        QCOMPARE(gpt.log().worldSize, std::optional(512));
        QCOMPARE(gpt.report.count(IssueKind::RepeatedRecords), uint64_t(1));
        QCOMPARE(gpt.log().startUps.size(), size_t(512));
        QCOMPARE(gpt.log().startUps.back().ms, 1053.0);
    }
};

BUBBLESCOPE_TEST(TstMlperfLog, QCoreApplication)

} // namespace bubblescope::tst_mlperflog

#include "tst_mlperflog.moc"
