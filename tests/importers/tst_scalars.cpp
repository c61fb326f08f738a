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
