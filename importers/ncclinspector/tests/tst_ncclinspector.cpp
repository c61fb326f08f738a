// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lines of NCCL's Inspector. Their fields and figures are those of plugins/profiler/inspector/README.md of NCCL.
#include "importtext.h"
#include "inspectorimporter.h"
#include "inspectorwriter.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QTest>

#include <fmt/format.h>

#include <cmath>

namespace bubblescope::tst_ncclinspector {

namespace {

/// "node0/7 0x1 rank 2 of 8 on 2: all-reduce 3 16e6 B 2000 us", a line for each communicator.
QByteArray pictureOf(const std::vector<CommunicatorLog>& logs)
{
    std::string text;
    for (const CommunicatorLog& log : logs) {
        text += fmt::format("{}{}/{} {} rank {} of {} on {}:", text.empty() ? "" : "\n", log.host, log.process, log.id,
            log.rank, log.ranks, log.nodes);
        for (const CommunicatorLog::Measured& one : log.measured) {
            text += fmt::format(" {} {}", operationName(one.operation), one.number);
            if (one.peer >= 0)
                text += fmt::format(" with {}", one.peer);
            text += fmt::format(" {} B {} us", one.bytes, one.ns / 1000);
        }
    }
    return QByteArray::fromStdString(text);
}

std::string headOf(const std::string& version, const std::string& id = "0x1", int rank = 2)
{
    return fmt::format(
        R"({{"header":{{"id":"{}","rank":{},"n_ranks":8,"nnodes":2}},)"
        R"("metadata":{{"inspector_output_format_version":"{}","git_rev":"","hostname":"node0","pid":7}})",
        id, rank, version);
}
const std::string allReduce = R"("coll_perf":{"coll":"AllReduce","coll_sn":3,"coll_msg_size_bytes":16000000,)"
                              R"("coll_exec_time_us":2000,"coll_timing_source":"kernel_gpu"}})";

} // namespace

class TstNcclInspector : public QObject {
    Q_OBJECT
private slots:
    void linesOfAllVersionsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        QTest::addColumn<QByteArray>("issues");
        const auto row = [](const char* name, const std::string& text, const char* expected, const char* issues = "") {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(expected) << QByteArray(issues);
        };
        const char* const one = "node0/7 0x1 rank 2 of 8 on 2: all-reduce 3 16000000 B 2000 us";
        row("v4.0", headOf("v4.0") + "," + allReduce + "\n", one);
        row("v4.1, lost",
            headOf("v4.1")
                + R"(,"dump_stats":{"coll_records":1,"coll_dropped_since_last_dump":5}})"
                  "\n"
                + headOf("v4.1") + "," + allReduce + "\n",
            one, "incomplete-block");
        row("v4.3: stated once",
            headOf("v4.3")
                + R"(,"dump_stats":{"coll_records":1,"coll_dropped_since_last_dump":0}})"
                  "\n{"
                + allReduce + "\n" + headOf("v4.3", "0x2", 1)
                + R"(,"dump_stats":{"coll_records":1}})"
                  "\n{"
                + allReduce + "\n",
            "node0/7 0x1 rank 2 of 8 on 2: all-reduce 3 16000000 B 2000 us\n"
            "node0/7 0x2 rank 1 of 8 on 2: all-reduce 3 16000000 B 2000 us");
        row("proxy traces are no operations",
            headOf("v5.1")
                + R"(,"dump_stats":{"coll_records":1,"proxy_records":1}})"
                  "\n{"
                + allReduce + "\n"
                + R"({"proxy_trace":{"record_type":"proxy_op","rank":2,"peer":3}})"
                  "\n",
            one);
        row("torn", headOf("v4.0") + "," + allReduce + "\n" + headOf("v4.0") + ",\"coll_perf\":{\"coll\":\"AllRe", one,
            "truncated-file");
        row("whole, without a line break", headOf("v4.0") + "," + allReduce, one);
        row("damaged within",
            headOf("v4.0") + "," + allReduce + "\n{\"header\":{\"id\":\n" + headOf("v4.0") + "," + allReduce + "\n",
            "node0/7 0x1 rank 2 of 8 on 2: all-reduce 3 16000000 B 2000 us all-reduce 3 16000000 B 2000 us",
            "bad-record");
        // The second is of a communicator that nobody knows; that of the first is stated again for the third.
        row("v4.3: the statement is damaged",
            headOf("v4.3") + R"(,"dump_stats":{"coll_records":1}})"
                  "\n{"
                + allReduce + "\n" + headOf("v4.3", "0x2", 1).substr(0, 40) + "\n{" + allReduce + "\n"
                + headOf("v4.3")
                + R"(,"dump_stats":{"coll_records":1}})"
                  "\n{"
                + allReduce + "\n",
            "node0/7 0x1 rank 2 of 8 on 2: all-reduce 3 16000000 B 2000 us all-reduce 3 16000000 B 2000 us",
            "bad-record x2");
        row("v4.3: an operation is damaged",
            headOf("v4.3") + R"(,"dump_stats":{"coll_records":1}})"
                  "\n{"
                + allReduce.substr(0, 30) + "\n{" + allReduce + "\n",
            one, "bad-record");
        row("no communicator", "{" + allReduce + "\n" + headOf("v4.3") + "," + allReduce + "\n", one, "bad-record");
        row("timed by the host",
            headOf("v4.0") + "," + allReduce + "\n" + headOf("v4.0")
                + R"(,"coll_perf":{"coll":"AllReduce","coll_sn":4,"coll_msg_size_bytes":16000000,)"
                  R"("coll_exec_time_us":9,"coll_timing_source":"collective_cpu"}})"
                  "\n",
            one, "not-measured");
        row("numbers that are none",
            headOf("v4.0") + "," + allReduce + "\n" + headOf("v4.0")
                + R"(,"coll_perf":{"coll":"AllReduce","coll_sn":4,"coll_msg_size_bytes":-1,"coll_exec_time_us":nan}})"
                  "\n",
            one, "bad-number");
        row("a rank beyond its communicator",
            headOf("v4.0", "0x3", 8) + "," + allReduce + "\n" + headOf("v4.0") + "," + allReduce + "\n", one,
            "bad-record");
    }
    void linesOfAllVersionsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        QFETCH(QByteArray, issues);
        const std::unique_ptr<Importer> importer = makeInspectorImporter();
        const Imported imported = importText(*importer, text.toStdString(), "node0-pid7.log");
        QVERIFY(imported.finished);
        QCOMPARE(pictureOf(imported.contents.communicators), expected);
        QCOMPARE(imported.issues(), issues);
        QVERIFY(!imported.contents.isForeign);
    }

    // Sizes of an all-gather and a reduce-scatter are those of one rank: 2^31 bytes of 8 ranks in 41,057 us are the
    // 418.44 GB/s that the line states.
    void theSampleStatesTheFiguresOfItsLines()
    {
        const std::unique_ptr<Importer> importer = makeInspectorImporter();
        const Imported imported = importFile(
            *importer, (projectFolder() + "/importers/ncclinspector/samples/node0-pid4000.log").toStdString());
        QCOMPARE(pictureOf(imported.contents.communicators),
            QByteArray("node0/4000 0x7f8c496ae9f661 rank 2 of 8 on 2: all-reduce 1407 17179869184 B 61974 us "
                       "reduce-scatter 1231 17179869184 B 41057 us\n"
                       "node0/4000 0x9e7a479f95a66c rank 0 of 2 on 2: send forward 12 with 1 536870912 B 1154.87 us"));
        const CommunicatorLog::Measured& scatter = imported.contents.communicators.front().measured.back();
        QVERIFY(std::abs(scatter.bytes / scatter.ns - 418.439467) < 1e-4);
        QCOMPARE(imported.contents.communicators.front().name, std::string("DP Group 0"));
        QCOMPARE(imported.issues(), QByteArray("incomplete-block"));
    }

    void whatIsWrittenIsReadBack()
    {
        CommunicatorLog log {"no\"de", 12, "0xab", "", 1, 4, 2, {}};
        log.measured = {{Operation::AllReduce, -1, 0, 4e6, 1000e3}, {Operation::AllGather, -1, 0, 4e6, 700e3},
            {Operation::SendForward, 3, 1, 9000, 12e3}, {Operation::RecvForward, 0, 2, 9000, 13e3}};
        const std::string text = writeInspector(std::vector {log});
        const std::unique_ptr<Importer> importer = makeInspectorImporter();
        QVERIFY(importer->sniff(text) > 90);
        const Imported imported = importText(*importer, text, "x.log");
        QCOMPARE(imported.issues(), QByteArray());
        QCOMPARE(imported.contents.communicators.size(), size_t(1));
        QVERIFY(imported.contents.communicators.front() == log);
    }

    void otherJsonLinesAreNotTaken()
    {
        const std::unique_ptr<Importer> importer = makeInspectorImporter();
        QCOMPARE(importer->sniff(R"({"step": 1, "loss": 2.5})"
                                 "\n"),
            0);
        QCOMPARE(importer->sniff("inspector_output_format_version n_ranks"), 0);
    }
};

BUBBLESCOPE_TEST(TstNcclInspector, QCoreApplication)

} // namespace bubblescope::tst_ncclinspector

#include "tst_ncclinspector.moc"
