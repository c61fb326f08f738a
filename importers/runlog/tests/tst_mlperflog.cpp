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

    /// As paxml's c4_mllog.py prints: tokens for epochs, and the length of a block only at its begin.
    void blocksHaveTheLengthOfTheirBegin()
    {
        const auto begin = [](int64_t ms, int64_t first) {
            return record(
                ms, "block_start", "null", fmt::format(R"({{"first_epoch_num": {}, "epoch_count": 4096}})", first));
        };
        const auto end = [](int64_t ms, int64_t first, double loss) {
            return record(ms, "block_stop", "null", fmt::format(R"({{"first_epoch_num": {}}})", first))
                + record(
                    ms, "eval_accuracy", fmt::format("{}", loss), fmt::format(R"({{"epoch_num": {}}})", first + 4096));
        };
        // Goes on at step 100; a step is 2 samples of 512 tokens.
        const ReadLog read = readLog(record(1, "submission_benchmark", "\"gpt3\"") + record(1, "global_batch_size", "2")
            + record(1, "max_sequence_length", "512") + begin(1000, 102400) + end(5000, 102400, 2.75)
            + begin(5000, 106496) + end(13000, 106496, 2.5));
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[0].step, int64_t(104));
        QVERIFY(isNear(read.log().steps[0].stepMs, 1000));
        QVERIFY(isNear(read.log().steps[0].loss, 2.75));
        QCOMPARE(read.log().steps[1].step, int64_t(108));
        QVERIFY(isNear(read.log().steps[1].stepMs, 2000));
        QVERIFY(isNear(read.log().steps[1].loss, 2.5));
    }

    void epochsOfImagesAreEpochs()
    {
        const auto epochs
            = [](int first) { return fmt::format(R"({{"first_epoch_num": {}, "epoch_count": 2}})", first); };
        const ReadLog read
            = readLog(record(1, "submission_benchmark", "\"resnet\"") + record(1, "global_batch_size", "100")
                + record(1, "train_samples", "1000") + record(1000, "block_start", "null", epochs(0))
                + record(3000, "block_stop", "null", R"({"first_epoch_num": 0})")
                + record(3000, "block_start", "null", epochs(2))
                + record(7000, "block_stop", "null", R"({"first_epoch_num": 2})"));
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].step, int64_t(40));
        QVERIFY(isNear(read.log().steps[0].stepMs, 100) && isNear(read.log().steps[1].stepMs, 200));
    }

    void lossesOfTheTrainingAreTheCurve()
    {
        const auto loss = [](int64_t ms, int samples, double value) {
            return record(ms, "train_loss", fmt::format("{}", value),
                fmt::format(R"({{"samples_count": {}, "lr": 0.25}})", samples));
        };
        const ReadLog read
            = readLog(record(1, "submission_benchmark", "\"llama2_70b_lora\"") + record(1, "global_batch_size", "8")
                + record(1000, "block_start") + loss(1500, 0, 3.5) + loss(3500, 16, 3.25) + loss(6500, 32, 3.0)
                + record(6600, "block_stop", "null", R"({"samples_count": 32})") + record(6600, "eval_start")
                + record(9000, "eval_accuracy", "2.75", R"({"samples_count": 32})") + record(9100, "eval_stop")
                + record(9200, "block_start") + loss(9900, 48, 2.5) + loss(10900, 64, 2.25) + loss(11000, 64, 2.0)
                + record(11000, "train_loss", "\"NaN\"", R"({"samples_count": 80})"));
        const std::vector<LogStep>& steps = read.log().steps;
        QCOMPARE(steps.size(), size_t(5));
        QCOMPARE(steps[2].step, int64_t(4));
        QCOMPARE(steps[2].loss, std::optional(3.0));
        QVERIFY(isNear(steps[1].stepMs, 1000) && isNear(steps[2].stepMs, 1500) && isNear(steps[4].stepMs, 500));
        QVERIFY(!steps[0].stepMs && !steps[3].stepMs); // nothing, or an evaluation, lies before
        QCOMPARE(steps[2].accuracy, std::optional(2.75));
        QCOMPARE(steps[2].learningRate, std::optional(0.25));
        QCOMPARE(read.issues(), QByteArray("bad-number"));
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
