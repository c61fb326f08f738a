// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importtext.h"
#include "simairesultimporter.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_simairesult {

namespace {

const std::string summary
    = "File name, Expose DP comm, Expose TP comm, Total time\nsmall, 30 (15.00%), 50 (25.00%), 200\n";
const std::string header = "layer_name,t,fwd compute,wg compute,ig compute,fwd exposed comm,wg exposed comm,ig exposed "
                           "comm,fwd total comm,algbw,busbw,wg total comm,algbw,busbw,ig total comm,algbw,busbw\n";

Imported read(const std::string& text) { return importText(*makeSimAIResultImporter(), text, "r_EndToEnd.csv"); }

QByteArray summaryValue(const LayerTable& table, const std::string& key)
{
    for (const auto& [name, value] : table.summary) {
        if (name == key)
            return QByteArray::fromStdString(value);
    }
    return {};
}

} // namespace

class TstSimAIResult : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void columnsAreForwardWeightInputInMicroseconds();
    void summaryLinesAreKept();
    void sumRowIsNoLayer();
    void allLayersAreThere();
    void resultWithoutRowsKeepsItsSummary_data();
    void resultWithoutRowsKeepsItsSummary();
    void emptyFileMakesNoTable();
    void damagedRowsCostOnlyThemselves_data();
    void damagedRowsCostOnlyThemselves();
    void theFirstAstraSimNamesNoColumnOfNames();
    void missingColumnIsZero();
    void realResultsOpen_data();
    void realResultsOpen();
    void realResultMatchesItsOwnSum();
    void onlyResultsAreRecognised_data();
    void onlyResultsAreRecognised();
};

void TstSimAIResult::columnsAreForwardWeightInputInMicroseconds()
{
    const Imported imported = importFile(*makeSimAIResultImporter(), testData("layertable/simai_small_EndToEnd.csv"));
    QCOMPARE(imported.issues(), QByteArray());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.kind, LayerTable::Kind::SimAIResult);
    QCOMPARE(table.rows.size(), size_t(3));
    const LayerRow& attention = table.rows[2];
    QCOMPARE(attention.name, std::string("attention_layer"));
    QCOMPARE(attention.forwardNs, 10e3);
    QCOMPARE(attention.weightGradientNs, 20e3);
    QCOMPARE(attention.backwardNs, 20.5e3);
    QCOMPARE(attention.forwardCommNs, 5e3);
    QCOMPARE(attention.weightCommNs, 0.0);
    QCOMPARE(attention.backwardCommNs, 20e3);
    QCOMPARE(table.rows[0].weightCommNs, 30e3);
}

void TstSimAIResult::summaryLinesAreKept()
{
    const Imported imported = importFile(*makeSimAIResultImporter(), testData("layertable/simai_small_EndToEnd.csv"));
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(summaryValue(table, "File name"), QByteArray("small"));
    QCOMPARE(summaryValue(table, "Expose TP comm"), QByteArray("50 (25.00%)"));
    QCOMPARE(summaryValue(table, "Total time"), QByteArray("200"));
    QCOMPARE(summaryValue(table, "total time"), QByteArray("200.25"));
}

void TstSimAIResult::sumRowIsNoLayer()
{
    const Imported imported = importFile(*makeSimAIResultImporter(), testData("layertable/simai_small_EndToEnd.csv"));
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.asWritten().backwardNs, 50.5e3);
    QCOMPARE(summaryValue(table, "SUM ig compute"), QByteArray("50.5"));
}

void TstSimAIResult::allLayersAreThere()
{
    const Imported imported = read(header
        + "transformer_h_0_x,t,1,0,0,0,0,0,0,-nan,0,0,-nan,0,0,-nan,0\nadd_15,t,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n");
    const LayerTable& table = imported.contents.layerTables.at(0);
    QVERIFY(!table.hasBlock());
    QCOMPARE(table.folded(36).forwardNs, 2e3);
}

void TstSimAIResult::resultWithoutRowsKeepsItsSummary_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("summary only") << QByteArray::fromStdString(summary);
    QTest::newRow("header, no rows") << QByteArray::fromStdString(summary + header);
}

void TstSimAIResult::resultWithoutRowsKeepsItsSummary()
{
    QFETCH(QByteArray, text);
    const Imported imported = read(text.toStdString());
    QCOMPARE(imported.issues(), QByteArray("incomplete-block"));
    QCOMPARE(imported.contents.layerTables.size(), size_t(1));
    QCOMPARE(imported.contents.layerTables[0].rows.size(), size_t(0));
    QCOMPARE(summaryValue(imported.contents.layerTables[0], "Total time"), QByteArray("200"));
}

void TstSimAIResult::emptyFileMakesNoTable()
{
    const Imported imported = read("");
    QCOMPARE(imported.issues(), QByteArray("empty-file"));
    QVERIFY(imported.contents.isEmpty());
    const Imported cut = read("File name, Expose DP");
    QCOMPARE(cut.issues(), QByteArray("incomplete-block"));
    QVERIFY(cut.contents.isEmpty());
}

void TstSimAIResult::damagedRowsCostOnlyThemselves_data()
{
    QTest::addColumn<QByteArray>("row");
    QTest::addColumn<QByteArray>("issues");
    QTest::addColumn<int>("rows");
    QTest::newRow("nan where a time belongs")
        << QByteArray("a,t,1,-nan,NaN or Inf,0,0,0,0,0,0,0,0,0,0,0,0\n") << QByteArray("bad-number x2") << 1;
    QTest::newRow("nan in a bandwidth is normal")
        << QByteArray("a,t,1,2,3,0,0,0,0,-nan,NaN or Inf,0,nan,0,0,NONE,0\n") << QByteArray() << 1;
    QTest::newRow("negative time") << QByteArray("a,t,1,2,-3,0,0,0,0,0,0,0,0,0,0,0,0\n")
                                   << QByteArray("negative-duration") << 1;
    QTest::newRow("cut at the end") << QByteArray("a,t,1,2") << QByteArray("truncated-file") << 0;
    QTest::newRow("short in the middle") << QByteArray("a,t,1,2\n") << QByteArray("bad-record") << 0;
    QTest::newRow("comma in the name") << QByteArray("a, b*,t,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0\n") << QByteArray() << 1;
    QTest::newRow("CRLF") << QByteArray("a,t,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0\r\n") << QByteArray() << 1;
}

void TstSimAIResult::damagedRowsCostOnlyThemselves()
{
    QFETCH(QByteArray, row);
    QFETCH(QByteArray, issues);
    QFETCH(int, rows);
    const Imported imported = read(summary + header + "good,t,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0\n" + row.toStdString());
    QCOMPARE(imported.issues(), issues);
    QCOMPARE(imported.contents.layerTables.at(0).rows.size(), static_cast<size_t>(rows + 1));
    if (rows == 1)
        QCOMPARE(imported.contents.layerTables[0].rows[1].forwardNs, 1e3);
}

void TstSimAIResult::theFirstAstraSimNamesNoColumnOfNames()
{
    const std::string text = ",run,fwd compute,wg compute,ig compute,fwd exposed comm,wg exposed comm,ig exposed comm,"
                             "fwd total comm,wg total comm,ig total comm,workload finished at\n"
                             "conv1,run,9,4,5,0,1.5,0,0,20,0,\nconv2,run,10,4,5,0,2.5,0,0,20,0,120\n";
    QVERIFY(makeSimAIResultImporter()->sniff(text) > 50);
    QCOMPARE(makeSimAIResultImporter()->sniff(",a,fwd compute\n1,2,3\n"), 0);
    const Imported imported = read(text);
    QCOMPARE(imported.issues(), QByteArray());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.rows.size(), size_t(2));
    QCOMPARE(table.rows[1].name, std::string("conv2"));
    QCOMPARE(table.rows[1].forwardNs, 10e3);
    QCOMPARE(table.rows[1].weightCommNs, 2.5e3);
}

void TstSimAIResult::missingColumnIsZero()
{
    const Imported imported = read("layer_name,t,fwd compute,ig compute\na,t,1,3\n");
    QCOMPARE(imported.issues(), QByteArray("missing-column x4"));
    QCOMPARE(imported.contents.layerTables.at(0).asWritten().totalNs, 4e3);
}

void TstSimAIResult::realResultsOpen_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("rows");
    QTest::newRow("analytical") << QByteArray("simai/analytical_22B_256gpus/config1_256gpu_22B-EndToEnd.csv") << 1355;
    QTest::newRow("analytical with compute")
        << QByteArray("simai/analytical_22B_256gpus/config1_256gpu_22B_with_compute-EndToEnd.csv") << 1262;
    QTest::newRow("flow level") << QByteArray("simai/flow_level_128gpus/simai_ns3_EndToEnd.csv") << 96;
}

void TstSimAIResult::realResultsOpen()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QByteArray, file);
    QFETCH(int, rows);
    const Imported imported = importFile(*makeSimAIResultImporter(), sharedData(file.constData()));
    QCOMPARE(imported.issues(), QByteArray());
    QCOMPARE(imported.contents.layerTables.at(0).rows.size(), static_cast<size_t>(rows));
}

void TstSimAIResult::realResultMatchesItsOwnSum()
{
    REQUIRE_SHARED_DATA();
    const Imported imported
        = importFile(*makeSimAIResultImporter(), sharedData("simai/flow_level_128gpus/simai_ns3_EndToEnd.csv"));
    const LayerTable& table = imported.contents.layerTables.at(0);
    // The program's own SUM row, in µs: fwd 18198.087, wg 4956.177, ig 17674.881.
    QCOMPARE(QString::number(table.asWritten().forwardNs, 'f', 0), QStringLiteral("18198087"));
    QCOMPARE(QString::number(table.asWritten().weightGradientNs, 'f', 0), QStringLiteral("4956177"));
    QCOMPARE(QString::number(table.asWritten().backwardNs, 'f', 0), QStringLiteral("17674881"));
}

void TstSimAIResult::onlyResultsAreRecognised_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("mine");
    QTest::newRow("summary") << QByteArray::fromStdString(summary) << true;
    QTest::newRow("rows at once") << QByteArray::fromStdString(header) << true;
    QTest::newRow("ratio table") << QByteArray("Size,1 Node(NVLinkx),2Node-16GPU(NIC )\n1,2,3\n") << false;
    QTest::newRow("plan") << QByteArray("0F0,0F1,,\n") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TstSimAIResult::onlyResultsAreRecognised()
{
    QFETCH(QByteArray, head);
    QFETCH(bool, mine);
    QCOMPARE(makeSimAIResultImporter()->sniff(head.toStdString()) > 0, mine);
}

BUBBLESCOPE_TEST(TstSimAIResult, QCoreApplication)

} // namespace bubblescope::tst_simairesult

#include "tst_simairesult.moc"
