// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importtext.h"
#include "companion.h"
#include "neusightimporter.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

namespace bubblescope::tst_neusight {

namespace {

const std::string header = "Name,OpName,FwOps,BwOps,AccOps,InputShapes,OutputShape,fw_latency,bw_latency,acc_latency,"
                           "bwall_latency,e2e_latency\n";

Imported read(const std::string& rows) { return importText(*makeNeuSightImporter(), header + rows, "table.csv"); }

double ms(double ns) { return ns / 1e6; }

void write(const QTemporaryDir& folder, const char* name, const std::string& text)
{
    std::ofstream(folder.filePath(QString::fromUtf8(name)).toStdString()) << text;
}

const std::string oneLayer = header
    + "embed,misc,[],[],[],[],[],1,0,0,0,1\n"
      "transformer_h_0_ln_1,VECln,[],[],[],[],[],2,0,0,0,2\n"
      "add_15,VECadd,[],[],[],[],[],4,0,0,0,4\n"
      "transformer_ln_f,VECln,[],[],[],[],[],8,0,0,0,8\n";

} // namespace

class TstNeuSight : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void quotedCellsAndPassesAreRead();
    void semicolonsOfASpreadsheetAreSeparators();
    void communicationIsTakenFromTheOperations();
    void twinGivesLayersAndStatedTotals();
    void configurationGivesLayersWhereThereIsNoTwin();
    void configurationBesideTheTableIsFoundByModelName();
    void configurationIsFoundFromTheFolderOfADevice();
    void compressedTableFindsItsTwin();
    void unrolledTableIsNotFolded();
    void damagedTwinIsIgnored_data();
    void damagedTwinIsIgnored();
    void everyTableReproducesItsTwin_data();
    void everyTableReproducesItsTwin();

    void damagedRowsCostOnlyThemselves_data();
    void damagedRowsCostOnlyThemselves();
    void commaInANameStaysInTheName();
    void extentsBeyondAnyTensorAreHarmless();
    void emptyFileMakesNoTable();

    void companionsAreRecognised_data();
    void companionsAreRecognised();
    void companionsHoldNothingToShow();
    void deepNestingInACompanionIsSurvived();
};

void TstNeuSight::semicolonsOfASpreadsheetAreSeparators()
{
    QByteArray text = QByteArray::fromStdString(header).replace(',', ';');
    text += "addmm;Linear;[['ALLREDUCE', (4, 5)]];[];[];[];[];1;2;3;5;6\n";
    QVERIFY(makeNeuSightImporter()->sniff(text.toStdString()) > 50);
    const Imported imported = importText(*makeNeuSightImporter(), text.toStdString(), "table.csv");
    QCOMPARE(imported.issues(), QByteArray());
    const LayerRow& row = imported.contents.layerTables.at(0).rows.at(0);
    QCOMPARE(row.forwardNs, 1e6);
    QCOMPARE(row.weightGradientNs, 3e6);
    QCOMPARE(row.forwardComm.elements, 20.0);
}

void TstNeuSight::quotedCellsAndPassesAreRead()
{
    const Imported imported = importFile(*makeNeuSightImporter(), testData("layertable/neusight_small.csv"));
    QCOMPARE(imported.issues(), QByteArray());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.name, std::string("neusight_small"));
    QCOMPARE(table.kind, LayerTable::Kind::NeuSight);
    QCOMPARE(table.origin, Origin::Modelled);
    QCOMPARE(table.rows.size(), size_t(8));
    const LayerRow& head = table.rows[7];
    QCOMPARE(head.name, std::string("lm_head"));
    QCOMPARE(ms(head.forwardNs), 8.0);
    QCOMPARE(ms(head.backwardNs), 16.0);
    QCOMPARE(ms(head.weightGradientNs), 4.0);
    QCOMPARE(ms(head.totalNs()), 28.0);
    QCOMPARE(table.block, (std::pair<size_t, size_t>(2, 6)));
}

void TstNeuSight::communicationIsTakenFromTheOperations()
{
    const Imported imported = importFile(*makeNeuSightImporter(), testData("layertable/neusight_small.csv"));
    const std::vector<LayerRow>& rows = imported.contents.layerTables.at(0).rows;
    QVERIFY(rows[2].isGradientRow);
    QVERIFY(rows[2].forwardComm.isNone());
    QCOMPARE(rows[2].backwardComm.operation, Operation::AllReduce);
    QCOMPARE(rows[2].backwardComm.group, Category::DataComm);
    QCOMPARE(rows[2].backwardComm.elements, 16.0);
    QCOMPARE(rows[4].forwardComm.elements, 32.0);
    QCOMPARE(rows[4].forwardComm.bytes, 128.0);
    QCOMPARE(rows[4].forwardComm.group, Category::TensorComm);
    QVERIFY(rows[1].forwardComm.isNone());
}

void TstNeuSight::twinGivesLayersAndStatedTotals()
{
    const Imported imported = importFile(*makeNeuSightImporter(), testData("layertable/neusight_small.csv"));
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.layerCount.value_or(0), 3);
    QCOMPARE(table.layerCountSource, std::string("neusight_small.json"));
    QVERIFY(table.stated.has_value());
    QCOMPARE(ms(table.stated->totalNs), 45.5625);
    QCOMPARE(ms(table.folded(3).totalNs), 45.5625);
    QCOMPARE(ms(table.folded(3).forwardNs), 14.75);
    QCOMPARE(ms(table.stated->backwardNs), 30.8125);
}

void TstNeuSight::configurationGivesLayersWhereThereIsNoTwin()
{
    const Imported imported = importFile(*makeNeuSightImporter(), testData("layertable/toymodel-inf-8-1.csv"));
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.layerCount.value_or(0), 5);
    QCOMPARE(table.layerCountSource, std::string("toymodel.json"));
    QVERIFY(!table.stated);
    // query, add and norm are the layer; getitem and pooler come after it
    QCOMPARE(ms(table.folded(5).forwardNs), 5 * 1.75 + 2.125);
}

void TstNeuSight::configurationBesideTheTableIsFoundByModelName()
{
    QTemporaryDir folder;
    write(folder, "tiny-train-8-1.csv", oneLayer);
    write(folder, "tiny.json", R"({"model_type": "gpt2", "n_layer": 10})");
    write(folder, "other.json", R"({"model_type": "gpt2", "n_layer": 99})");
    const Imported imported
        = importFile(*makeNeuSightImporter(), folder.filePath(QStringLiteral("tiny-train-8-1.csv")).toStdString());
    QCOMPARE(imported.contents.layerTables.at(0).layerCount.value_or(0), 10);
    QCOMPARE(ms(imported.contents.layerTables.at(0).folded(10).forwardNs), 1 + 60.0 + 8);
}

void TstNeuSight::configurationIsFoundFromTheFolderOfADevice()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("prediction/H100")));
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("DLmodel_configs")));
    write(folder, "prediction/H100/tiny-inf-8-1-fusion.csv", oneLayer);
    write(folder, "DLmodel_configs/tiny.json", R"({"architectures": ["OPT"], "num_hidden_layers": 6})");
    const Imported imported = importFile(*makeNeuSightImporter(),
        folder.filePath(QStringLiteral("prediction/H100/tiny-inf-8-1-fusion.csv")).toStdString());
    QCOMPARE(imported.contents.layerTables.at(0).layerCount.value_or(0), 6);
}

void TstNeuSight::compressedTableFindsItsTwin()
{
    // The name says gzip, the content need not be.
    QTemporaryDir folder;
    write(folder, "t.csv.gz", oneLayer);
    write(folder, "t.json", R"({"num_layer": 12, "e2e_latency": 81})");
    const Imported imported
        = importFile(*makeNeuSightImporter(), folder.filePath(QStringLiteral("t.csv.gz")).toStdString());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.name, std::string("t"));
    QCOMPARE(table.layerCount.value_or(0), 12);
    QCOMPARE(table.folded(12).totalNs, table.stated->totalNs);
}

void TstNeuSight::unrolledTableIsNotFolded()
{
    QTemporaryDir folder;
    write(folder, "fused.csv", oneLayer);
    write(folder, "fused.json", R"({"num_layer": 12, "e2e_latency": 15, "fw_latency": 15, "bwall_latency": 0})");
    const Imported imported
        = importFile(*makeNeuSightImporter(), folder.filePath(QStringLiteral("fused.csv")).toStdString());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QVERIFY(!table.hasBlock());
    QCOMPARE(ms(table.folded(12).totalNs), 15.0);
}

void TstNeuSight::damagedTwinIsIgnored_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray("{\"num_layer\": 12, \"e2e");
    QTest::newRow("other JSON") << QByteArray("[1, 2, 3]");
    QTest::newRow("text for a number") << QByteArray("{\"num_layer\": \"twelve\", \"e2e_latency\": null}");
    QTest::newRow("no layers") << QByteArray("{\"num_layer\": 0}");
    QTest::newRow("half a layer") << QByteArray("{\"num_layer\": 0.5}");
    QTest::newRow("a billion layers") << QByteArray("{\"num_layer\": 1000000000}");
    QTest::newRow("negative") << QByteArray("{\"num_layer\": -3, \"e2e_latency\": -1}");
    QTest::newRow("huge") << "{\"num_layer\": 12, \"pad\": \"" + QByteArray(2 << 20, 'x') + "\"}";
}

void TstNeuSight::damagedTwinIsIgnored()
{
    QFETCH(QByteArray, json);
    QTemporaryDir folder;
    write(folder, "t.csv", oneLayer);
    write(folder, "t.json", json.toStdString());
    const Imported imported
        = importFile(*makeNeuSightImporter(), folder.filePath(QStringLiteral("t.csv")).toStdString());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QVERIFY(!table.layerCount);
    QVERIFY(!table.stated);
    QCOMPARE(table.rows.size(), size_t(4));
    QVERIFY(table.hasBlock());
}

void TstNeuSight::everyTableReproducesItsTwin_data()
{
    QTest::addColumn<QString>("path");
    if (!hasSharedData())
        return;
    QDirIterator files(QString::fromStdString(sharedData("neusight/prediction")), {QStringLiteral("*.csv")},
        QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        // What several devices do at once is not the sum of the rows.
        if (!path.contains(QRegularExpression(QStringLiteral("-(dp4|tp4|pp4)"))))
            QTest::newRow(qPrintable(files.fileName())) << path;
    }
}

void TstNeuSight::everyTableReproducesItsTwin()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QString, path);
    const Imported imported = importFile(*makeNeuSightImporter(), path.toStdString());
    QCOMPARE(imported.issues(), QByteArray());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QVERIFY(table.layerCount && table.stated);
    const LayerTable::Totals totals = table.folded(*table.layerCount);
    const auto deviation
        = [](double value, double stated) { return stated == 0 ? value : std::abs(value / stated - 1); };
    QVERIFY2(
        deviation(totals.totalNs, table.stated->totalNs) < 1e-12, qPrintable(QString::number(totals.totalNs, 'g', 17)));
    QVERIFY(deviation(totals.forwardNs, table.stated->forwardNs) < 1e-12);
    QVERIFY(deviation(totals.backwardNs + totals.weightGradientNs, table.stated->backwardNs) < 1e-12);
}

void TstNeuSight::damagedRowsCostOnlyThemselves_data()
{
    QTest::addColumn<QByteArray>("row");
    QTest::addColumn<QByteArray>("issues");
    QTest::addColumn<int>("rows");
    QTest::newRow("short") << QByteArray("addmm,Linear,[]\n") << QByteArray("bad-record") << 1;
    QTest::newRow("far too long") << QByteArray("1,").repeated(1000) + "1\n" << QByteArray("bad-record") << 1;
    QTest::newRow("cut at the end") << QByteArray("addmm,Linear,\"[['Lin") << QByteArray("truncated-file") << 1;
    QTest::newRow("quote never closed") << QByteArray("addmm,\"Linear,[],[],[],[],[],1,1,1,2,3\n")
                                        << QByteArray("bad-record") << 1;
    QTest::newRow("nan") << QByteArray("addmm,Linear,[],[],[],[],[],nan,-nan,1,2,3\n") << QByteArray("bad-number x2")
                         << 2;
    QTest::newRow("negative") << QByteArray("addmm,Linear,[],[],[],[],[],1,-4,1,2,3\n")
                              << QByteArray("negative-duration") << 2;
    QTest::newRow("CRLF") << QByteArray("addmm,Linear,[],[],[],[],[],1,4,1,2,3\r\n") << QByteArray() << 2;
}

void TstNeuSight::damagedRowsCostOnlyThemselves()
{
    QFETCH(QByteArray, row);
    QFETCH(QByteArray, issues);
    QFETCH(int, rows);
    const Imported imported = read("good,Linear,[],[],[],[],[],1,1,1,2,3\n" + row.toStdString());
    QCOMPARE(imported.issues(), issues);
    QCOMPARE(imported.contents.layerTables.at(0).rows.size(), static_cast<size_t>(rows));
    if (!issues.isEmpty())
        QCOMPARE(imported.report.issues()[0].first[0].offset.value_or(0), uint64_t(header.size() + 37));
}

void TstNeuSight::commaInANameStaysInTheName()
{
    const Imported imported
        = read("add,mul*,misc,[],[],[],[],[],1,2,3,5,6\n\"a, \"\"b\"\"\",misc,[],[],[],[],[],1,2,3,5,6\n");
    QCOMPARE(imported.issues(), QByteArray());
    const std::vector<LayerRow>& rows = imported.contents.layerTables.at(0).rows;
    QCOMPARE(rows.at(0).name, std::string("add,mul*"));
    QCOMPARE(rows.at(1).name, std::string("a, \"b\""));
    QCOMPARE(rows.at(0).totalNs(), 6e6);
}

void TstNeuSight::extentsBeyondAnyTensorAreHarmless()
{
    const Imported imported = read("a,allreduce,\"[['ALLREDUCE', (1e300, 1e300)]]\",[],[],[],[],1,1,1,2,3\n"
                                   "b,allreduce,\"[['ALLREDUCE', (-4,)]]\",\"[['ALLREDUCE'\",[],[],[],1,1,1,2,3\n");
    const std::vector<LayerRow>& rows = imported.contents.layerTables.at(0).rows;
    QCOMPARE(rows.at(0).forwardComm.elements, 0.0);
    QCOMPARE(rows.at(1).forwardComm.elements, 0.0);
    QCOMPARE(rows.at(1).backwardComm.elements, 0.0);
}

void TstNeuSight::emptyFileMakesNoTable()
{
    const Imported imported = importText(*makeNeuSightImporter(), "");
    QCOMPARE(imported.issues(), QByteArray("empty-file"));
    QVERIFY(imported.contents.isEmpty());
}

void TstNeuSight::companionsAreRecognised_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<bool>("mine");
    QTest::addColumn<int>("layers");
    QTest::newRow("twin") << QByteArray("{\n \"num_layer\": 36,\n \"e2e_latency\": 1.5}") << true << 36;
    QTest::newRow("gpt") << QByteArray("{\"n_layer\": 48, \"model_type\": \"gpt2\"}") << true << 48;
    QTest::newRow("bert") << QByteArray("{\"architectures\": [\"Bert\"], \"num_hidden_layers\": 24}") << true << 24;
    QTest::newRow("switch") << QByteArray("{\"model_type\": \"switch\", \"num_decoder_layers\": 9, \"num_layers\": 24}")
                            << true << 24;
    QTest::newRow("device") << QByteArray("{\"Device\": \"H100\", \"Num_Sm\": 132}") << false << 0;
    QTest::newRow("profiler trace") << QByteArray(
        "{\"schema\": 1, \"traceEvents\": [], \"model_type\": 1, \"n_layer\": 2}")
                                    << false << 2;
    QTest::newRow("number of layers alone") << QByteArray("{\"n_layer\": 2}") << false << 2;
    QTest::newRow("CSV") << QByteArray("num_layer,e2e_latency\n1,2\n") << false << 0;
}

void TstNeuSight::companionsAreRecognised()
{
    QFETCH(QByteArray, json);
    QFETCH(bool, mine);
    QFETCH(int, layers);
    QCOMPARE(makeCompanionImporter()->sniff(json.toStdString()) > 0, mine);
    const std::optional<Companion> companion = parseCompanion(json.toStdString());
    QCOMPARE(companion ? companion->layers.value_or(0) : 0, layers);
}

void TstNeuSight::companionsHoldNothingToShow()
{
    const Imported imported
        = importText(*makeCompanionImporter(), R"({"num_layer": 36, "e2e_latency": 1.5})", "t.json");
    QVERIFY(imported.finished);
    QCOMPARE(imported.issues(), QByteArray());
    QVERIFY(imported.contents.isEmpty());
}

void TstNeuSight::deepNestingInACompanionIsSurvived()
{
    const std::string deep
        = R"({"num_layer": 3, "e2e_latency": 1, "x": )" + std::string(200'000, '[') + std::string(200'000, ']') + "}";
    QCOMPARE(parseCompanion(deep)->layers.value_or(0), 3);
    QVERIFY(!parseCompanion(R"({"num_layer": 3, "x": )" + std::string(200'000, '[')));
}

BUBBLESCOPE_TEST(TstNeuSight, QCoreApplication)

} // namespace bubblescope::tst_neusight

#include "tst_neusight.moc"
