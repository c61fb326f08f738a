// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "goldenvalues.h"
#include "importerregistry.h"
#include "importtext.h"
#include "scalarcurves.h"
#include "scalartable.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_scalars {

class TstScalars : public QObject {
    Q_OBJECT
private slots:
    void goldenValuesAreCurves_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("by step") << QByteArray(R"({
            "lm loss": {"start_step": 1, "end_step": 3, "step_interval": 1, "values": {"1": 10.8, "2": 10.5, "3": "nan"}},
            "iteration-time": {"start_step": 1, "end_step": 3, "step_interval": 1, "values": {"1": "nan", "2": 0.25, "3": 0.2}},
            "num-zeros": {"start_step": 1, "end_step": 3, "step_interval": 1, "values": {"1": 7}}})");
        QTest::newRow("as a list") << QByteArray(R"({
            "lm loss": {"start_step": 1, "end_step": 3, "step_interval": 1, "values": [10.8, 10.5, "nan"]},
            "iteration-time": {"start_step": 1, "end_step": 3, "step_interval": 1, "values": ["nan", 0.25, 0.2]},
            "num-zeros": {"start_step": 1, "end_step": 3, "step_interval": 1, "values": [7]},
            "iteration_timing_avg": 0.2})");
    }
    void goldenValuesAreCurves()
    {
        QFETCH(QByteArray, text);
        const auto importer = makeGoldenValuesImporter();
        QVERIFY(importer->sniff(text.toStdString()) > 80);
        const Imported read = importText(*importer, text.toStdString(), "test/golden_values_dev.json");
        QCOMPARE(read.issues(), QByteArray("bad-number x2, bad-header"));
        const RunLog& log = read.contents.runLogs.at(0);
        QCOMPARE(log.name, std::string("golden_values_dev"));
        QCOMPARE(log.kind, RunLog::Kind::Scalars);
        QCOMPARE(log.steps.size(), size_t(3));
        QCOMPARE(log.steps[1].step, int64_t(2));
        QCOMPARE(log.steps[1].loss, std::optional(10.5));
        QCOMPARE(log.steps[1].stepMs, std::optional(250.0));
        QVERIFY(!log.steps[2].loss);
    }

    void tensorBoardsCurveIsNamedByItsFile()
    {
        const auto importer = makeScalarTableImporter();
        const std::string text = "Wall time,Step,Value\n1700000000.1,1,10.5\n1700000001.1,2,9.5\n";
        QVERIFY(importer->sniff(text) > 50);
        const Imported read = importText(*importer, text, "run-pretrain_7b-tag-lm-loss.csv");
        QCOMPARE(read.issues(), QByteArray());
        QCOMPARE(read.contents.runLogs.at(0).name, std::string("pretrain_7b"));
        QCOMPARE(read.contents.runLogs.at(0).steps.at(1).loss, std::optional(9.5));
        const std::string json = "[[1700000000.1, 1, 0.25], [1700000001.1, 2, 0.125]]";
        QVERIFY(importer->sniff(json) > 50);
        const Imported points = importText(*importer, json, "run-pretrain_7b-tag-learning-rate.json");
        QCOMPARE(points.contents.runLogs.at(0).steps.size(), size_t(2));
        QCOMPARE(points.contents.runLogs.at(0).steps.at(0).learningRate, std::optional(0.25));
    }

    void linesOfJsonAreOneHistory_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qlonglong>("steps");
        QTest::addColumn<double>("ms"); // of the last step
        QTest::addColumn<double>("loss");
        QTest::addColumn<bool>("isFromTimestamps");
        QTest::newRow("Weights & Biases")
            << QByteArray(R"({"_step": 0, "_runtime": 0.0, "train/loss": 3.0, "perf/step_time": 12.5}
{"_step": 1, "_runtime": 12.5, "train/loss": 2.75, "perf/step_time": 20.5})")
            << 2LL << 20500.0 << 2.75 << false;
        QTest::newRow("by its clock")
            << QByteArray(R"({"_step": 10, "_runtime": 100.0, "train/loss": 3.0}
{"_step": 20, "_runtime": 125.0, "train/loss": 2.75})")
            << 2LL << 2500.0 << 2.75 << true;
        QTest::newRow("LLaMA-Factory")
            << QByteArray(R"({"current_steps": 10, "total_steps": 30, "loss": 2.45, "lr": 1e-05, "elapsed_time": "0:00:25"}
{"current_steps": 20, "total_steps": 30, "loss": 2.25, "lr": 1e-05, "elapsed_time": "0:01:02"}
{"current_steps": 20, "total_steps": 30, "epoch": 1.0, "elapsed_time": "0:01:02", "remaining_time": "0:00:00"})")
            << 2LL << 3700.0 << 2.25 << true;
        QTest::newRow("ms-swift") << QByteArray(
            R"j({"loss": 2.45, "train_speed(iter/s)": 0.4, "global_step/max_steps": "5/300", "elapsed_time": "50s"}
{"loss": 2.25, "train_speed(iter/s)": 0.4, "global_step/max_steps": "10/300", "elapsed_time": "1m 2s"})j")
                                  << 2LL << 2400.0 << 2.25 << true;
        QTest::newRow("mmengine")
            << QByteArray(R"({"lr": 0.02, "data_time": 0.01, "loss": 2.5, "time": 0.41, "iter": 50, "step": 50}
{"lr": 0.02, "data_time": 0.01, "loss": 2.25, "time": 0.5, "iter": 100, "step": 100})")
            << 2LL << 500.0 << 2.25 << false;
        QTest::newRow("mmcv, whose epochs count anew")
            << QByteArray(R"({"mode": "train", "epoch": 1, "iter": 50, "data_time": 0.01, "loss": 2.5, "time": 0.41}
{"mode": "train", "epoch": 1, "iter": 100, "data_time": 0.01, "loss": 2.5, "time": 0.41}
{"mode": "val", "epoch": 1, "iter": 20, "loss": 9.5}
{"mode": "train", "epoch": 2, "iter": 50, "data_time": 0.01, "loss": 2.25, "time": 0.5})")
            << 3LL << 500.0 << 2.25 << false;
        QTest::newRow("TensorBoard's events")
            << QByteArray(R"({"wall_time": 1700000000.0, "step": 1, "tag": "train/loss", "value": 2.5}
{"wall_time": 1700000002.0, "step": 2, "tag": "train/loss", "value": 2.25})")
            << 2LL << 2000.0 << 2.25 << true;
        QTest::newRow("trainer_state.json")
            << QByteArray(R"({"best_metric": null, "epoch": 1.0, "global_step": 20,
  "log_history": [
    {"epoch": 0.5, "learning_rate": 1e-05, "loss": 2.5, "step": 10, "step_time": 31.5},
    {"epoch": 1.0, "learning_rate": 1e-05, "loss": 2.25, "step": 20, "step_time": 32.5},
    {"epoch": 1.0, "step": 20, "train_runtime": 640.0, "train_loss": 2.4}
  ]})")
            << 2LL << 32500.0 << 2.25 << false;
    }
    void linesOfJsonAreOneHistory()
    {
        QFETCH(QByteArray, text);
        QFETCH(qlonglong, steps);
        QFETCH(double, ms);
        QFETCH(double, loss);
        QFETCH(bool, isFromTimestamps);
        const auto importer = makeScalarTableImporter();
        QVERIFY(importer->sniff(text.toStdString()) > 60);
        const Imported read = importText(*importer, text.toStdString(), "history.jsonl");
        QCOMPARE(read.contents.runLogs.size(), size_t(1));
        const RunLog& log = read.contents.runLogs.front();
        QCOMPARE(qlonglong(log.steps.size()), steps);
        QCOMPARE(log.steps.back().stepMs, std::optional(ms));
        QCOMPARE(log.steps.back().stepMsFromTimestamps, isFromTimestamps);
        QCOMPARE(log.steps.back().loss, std::optional(loss));
    }

    void theFirstClockOfAResumedHistoryIsNoTime()
    {
        const auto importer = makeScalarTableImporter();
        const auto timeOfFirst = [&](const char* text) {
            return importText(*importer, text, "trainer_log.jsonl").contents.runLogs.at(0).steps.at(0).stepMs;
        };
        const char* const fresh = R"({"current_steps": 10, "loss": 2.5, "elapsed_time": "0:00:25"}
{"current_steps": 20, "loss": 2.4, "elapsed_time": "0:00:50"})";
        const char* const resumed = R"({"current_steps": 110, "loss": 2.5, "elapsed_time": "0:00:25"}
{"current_steps": 120, "loss": 2.4, "elapsed_time": "1 day, 0:00:50"})";
        QCOMPARE(timeOfFirst(fresh), std::optional(2500.0));
        QVERIFY(!timeOfFirst(resumed));
    }

    void damagedLinesOfAHistoryAreCounted()
    {
        const Imported read = importText(*makeScalarTableImporter(),
            "{\"_step\": 1, \"loss\": 3.0}\n{\"_step\": 2, \"loss\": \n[1, 2]\n{\"_step\": 1e300, \"loss\": 1.0}\n"
            "{\"_step\": 3, \"loss\": 2.0}\n{\"_step\": 4, \"lo",
            "history.jsonl");
        QCOMPARE(read.issues(), QByteArray("bad-record x2, truncated-file"));
        QCOMPARE(read.contents.runLogs.at(0).steps.size(), size_t(2));
        QCOMPARE(makeScalarTableImporter()->sniff("{\"step\": 1, \"name\": \"gemm\", \"dur\": 5}\n"), 0);
    }

    void aHistoryIsOneLogAndAChartOneForEachRun()
    {
        const auto importer = makeScalarTableImporter();
        const std::string history
            = "_step,_runtime,train/loss,eval/loss,train/learning_rate,gpu.0.temp\n1,10,3.5,,0.1,60\n2,20,3.25,3.4,0.2,61\n";
        QVERIFY(importer->sniff(history) > 50);
        const Imported read = importText(*importer, history, "history.csv");
        QCOMPARE(read.contents.runLogs.size(), size_t(1));
        QCOMPARE(read.contents.runLogs[0].steps.at(1).loss, std::optional(3.25));
        QCOMPARE(read.contents.runLogs[0].steps.at(1).learningRate, std::optional(0.2));
        QCOMPARE(read.issues(), QByteArray("bad-header"));
        const std::string chart = "\"Step\",\"a - train/loss\",\"a - train/loss__MIN\",\"a - train/loss__MAX\",\"b - train/loss\"\n"
                                  "\"1\",\"3\",\"3\",\"3\",\"\"\n\"2\",\"2\",\"2\",\"2\",\"4\"\n";
        QVERIFY(importer->sniff(chart) > 50);
        const Imported runs = importText(*importer, chart, "chart.csv");
        QCOMPARE(runs.issues(), QByteArray());
        QCOMPARE(runs.contents.runLogs.size(), size_t(2));
        QCOMPARE(runs.contents.runLogs[0].name, std::string("a"));
        QCOMPARE(runs.contents.runLogs[0].steps.size(), size_t(2));
        QCOMPARE(runs.contents.runLogs[1].steps.at(0).loss, std::optional(4.0));
    }

    void everyTableGoesToItsImporter_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("TensorBoard") << QByteArray("Wall time,Step,Value\n1,1,2\n") << QByteArray("scalar-table");
        QTest::newRow("history") << QByteArray("_step,loss\n1,2\n") << QByteArray("scalar-table");
        QTest::newRow("operations") << QByteArray("rank,step,name,start_us,dur_us,mem_bytes\n0,1,a,1,2,3\n") << QByteArray("operation-table");
        QTest::newRow("golden values") << QByteArray("{\"lm loss\": {\"start_step\": 1, \"step_interval\": 1, \"values\": {\"1\": 2}}}\n") << QByteArray("golden-values");
        QTest::newRow("a Chrome trace, one event a line") << QByteArray("[\n{\"name\": \"a\", \"ph\": \"X\", \"ts\": 1, \"dur\": 2, \"pid\": 0, \"tid\": 0}\n]\n") << QByteArray("chrome-trace");
    }
    void everyTableGoesToItsImporter()
    {
        QFETCH(QByteArray, head);
        QFETCH(QByteArray, id);
        const Importer* const importer = ImporterRegistry::builtin().find(head.toStdString());
        QVERIFY(importer);
        QCOMPARE(QByteArray(importer->id().data(), qsizetype(importer->id().size())), id);
    }

    void damageIsCounted()
    {
        const auto importer = makeGoldenValuesImporter();
        const Imported cut = importText(*importer, "{\"lm loss\": {\"step_interval\": 1, \"values\": {\"1\": 2", "g.json");
        QCOMPARE(cut.issues(), QByteArray("bad-record"));
        QCOMPARE(cut.offsetOf(IssueKind::BadRecord), qlonglong(50));
        // A number beyond doubles, which the JSON reader throws about in a way of its own.
        const Imported huge = importText(
            *makeGoldenValuesImporter(), R"({"lm loss": {"step_interval": 1, "values": [1e999]}})", "g.json");
        QCOMPARE(huge.issues(), QByteArray("bad-number"));
        const Imported table = importText(*makeScalarTableImporter(), "_step,loss\nx,2\n1,y\n3,4\n\"5\n", "t.csv");
        QCOMPARE(table.issues(), QByteArray("bad-number x2, truncated-file").replace("truncated-file", "bad-record"));
        QCOMPARE(table.contents.runLogs.at(0).steps.size(), size_t(1));
    }
};

BUBBLESCOPE_TEST(TstScalars, QCoreApplication)

} // namespace bubblescope::tst_scalars

#include "tst_scalars.moc"
