// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importtext.h"
#include "layerblock.h"
#include "testprogram.h"
#include "workitemimporter.h"
#include "workitemwriter.h"
#include "shareddata.h"

#include <QRegularExpression>
#include <QStringList>
#include <QTest>

#include <memory>

namespace bubblescope::tst_workitems {

namespace {

const std::string header = "name\tforward_compute_time\tforward_comm_type\tforward_comm_size\tbackward_compute_time\t"
                           "backward_comm_type\tbackward_comm_size\tweight_grad_compute_time\tweight_grad_comm_type\t"
                           "weight_grad_comm_size\tprocess_time\n";

Imported read(const std::string& rows) { return importText(*makeWorkItemImporter(), header + rows, "table.tsv"); }

std::vector<LayerRow> named(const QStringList& names)
{
    std::vector<LayerRow> rows;
    for (const QString& name : names) {
        rows.emplace_back();
        rows.back().name = name.toStdString();
    }
    return rows;
}

double ms(double ns) { return ns / 1e6; }

} // namespace

class TstWorkItems : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void passesAreReadInMillisecondsAndElements();
    void gradientRowsBelongToTheReplicas();
    void suffixesNameTheGroup();
    void seedTwoHasItsNumbers();
    void seedTwoFoldsToGpt2Large();
    void writtenTableReadsBackTheSame();

    void layerBlockIsFound_data();
    void layerBlockIsFound();

    void carriageReturnsAndMissingLastBreakAreFine_data();
    void carriageReturnsAndMissingLastBreakAreFine();
    void trailingTabsAreFine();
    void whatASpreadsheetSavedIsRead_data();
    void whatASpreadsheetSavedIsRead();
    void decimalCommasBetweenSemicolonsAreRead();
    void columnsMayComeInAnyOrderAndBeMissing();
    void damagedCellsCountAsZero_data();
    void damagedCellsCountAsZero();
    void truncatedLastRowIsLeftOut();
    void shortRowInTheMiddleIsLeftOutWithItsOffset();
    void oddNamesStayWhole_data();
    void oddNamesStayWhole();
    void hugeLineIsSkipped();
    void emptyFilesMakeNoTable_data();
    void emptyFilesMakeNoTable();
    void utf16IsNamedAsSuch();
    void otherFirstLineIsRefused();
    void cancellingEndsTheImport();
    void onlyWorkItemsAreRecognised_data();
    void onlyWorkItemsAreRecognised();
};

void TstWorkItems::passesAreReadInMillisecondsAndElements()
{
    const Imported imported = importFile(*makeWorkItemImporter(), testData("layertable/workitems_small.tsv"));
    QVERIFY(imported.finished);
    QCOMPARE(imported.issues(), QByteArray());
    QCOMPARE(imported.contents.layerTables.size(), size_t(1));
    const LayerTable& table = imported.contents.layerTables.front();
    QCOMPARE(table.name, std::string("workitems_small"));
    QCOMPARE(table.file, std::string("workitems_small.tsv"));
    QCOMPARE(table.kind, LayerTable::Kind::WorkItems);
    QCOMPARE(table.rows.size(), size_t(7));
    const LayerRow& addmm = table.rows[3];
    QCOMPARE(addmm.forwardNs, 3e6);
    QCOMPARE(addmm.backwardNs, 6e6);
    QCOMPARE(addmm.weightGradientNs, 1.5e6);
    QCOMPARE(addmm.forwardComm.operation, Operation::AllReduce);
    QCOMPARE(addmm.forwardComm.elements, 1000.0);
    QCOMPARE(addmm.forwardComm.bytes, 4000.0);
    QCOMPARE(addmm.forwardComm.group, Category::TensorComm);
    QCOMPARE(addmm.weightComm.operation, Operation::ReduceScatter);
    QCOMPARE(addmm.weightComm.group, Category::DataComm);
    QCOMPARE(table.block, (std::pair<size_t, size_t>(1, 5)));
    QVERIFY(!table.layerCount);
    // 0.5 + 4 x (1 + 3 + 4.79e-9) + 8.25
    QCOMPARE(ms(table.folded(4).forwardNs), 24.75 + 4 * 4.79e-9);
}

void TstWorkItems::gradientRowsBelongToTheReplicas()
{
    const Imported imported = read("addmm_grad\t0\tNone\t0\t0\tALLREDUCE_ASYNC\t2560\t0\tNone\t0\t0\n"
                                   "addmm\t1\tNone\t0\t0.0\tNone\t0\t0.0\tNone\t0\t0\n");
    const std::vector<LayerRow>& rows = imported.contents.layerTables.at(0).rows;
    QVERIFY(rows[0].isGradientRow);
    QVERIFY(!rows[1].isGradientRow);
    QCOMPARE(rows[0].backwardComm.group, Category::DataComm);
    QVERIFY(rows[0].backwardComm.asynchronous);
    QCOMPARE(rows[0].backwardComm.bytes, 10240.0);
    QVERIFY(rows[1].forwardComm.isNone());
    QCOMPARE(rows[1].offset, uint64_t(header.size() + 54));
}

void TstWorkItems::suffixesNameTheGroup()
{
    const Imported imported = read("a\t1\tALLTOALL_EP\t8\t1\tREDUCESCATTER_DP_EP\t8\t1\tALLGATHER\t8\t0\n"
                                   "b\t1\tSENDRECV\t8\t1\tSENDRECV\t8\t1\tBROADCAST\t8\t0\n");
    QCOMPARE(imported.issues(), QByteArray());
    const std::vector<LayerRow>& rows = imported.contents.layerTables.at(0).rows;
    QCOMPARE(rows[0].forwardComm.operation, Operation::AllToAll);
    QCOMPARE(rows[0].forwardComm.group, Category::ExpertComm);
    QCOMPARE(rows[0].backwardComm.operation, Operation::ReduceScatter);
    QCOMPARE(rows[0].backwardComm.group, Category::ExpertDataComm);
    QCOMPARE(rows[0].weightComm.group, Category::DataComm);
    QCOMPARE(rows[1].forwardComm.operation, Operation::SendForward);
    QCOMPARE(rows[1].backwardComm.operation, Operation::SendBackward);
    QCOMPARE(rows[1].backwardComm.group, Category::PipelineComm);
    QCOMPARE(rows[1].weightComm.operation, Operation::Broadcast);
}

void TstWorkItems::seedTwoHasItsNumbers()
{
    REQUIRE_SHARED_DATA();
    const Imported imported = importFile(*makeWorkItemImporter(), sharedData("seeds/002_891053d3e8445d09.txt"));
    QCOMPARE(imported.issues(), QByteArray());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.rows.size(), size_t(51));
    QCOMPARE(std::count_if(table.rows.begin(), table.rows.end(), [](const auto& row) { return row.isGradientRow; }), 9);
    QCOMPARE(QString::number(ms(table.asWritten().forwardNs), 'f', 3), QStringLiteral("187.540"));
    QCOMPARE(QString::number(ms(table.prologue().forwardNs), 'f', 3), QStringLiteral("0.191"));
    QCOMPARE(QString::number(ms(table.layer().forwardNs), 'f', 3), QStringLiteral("59.765"));
    QCOMPARE(QString::number(ms(table.epilogue().forwardNs), 'f', 3), QStringLiteral("127.583"));
    QCOMPARE(table.asWritten().commElements, 85369937.0);
    QCOMPARE(table.asWritten().backwardNs, 0.0);
    QCOMPARE(table.rows[table.block.first].name, std::string("transformer_h_0_ln_1_grad"));
    QCOMPARE(table.rows[table.block.second - 1].name, std::string("add_15"));
}

void TstWorkItems::seedTwoFoldsToGpt2Large()
{
    REQUIRE_SHARED_DATA();
    const Imported imported = importFile(*makeWorkItemImporter(), sharedData("seeds/002_891053d3e8445d09.txt"));
    const LayerTable::Totals totals = imported.contents.layerTables.at(0).folded(36);
    QCOMPARE(QString::number(ms(totals.forwardNs), 'f', 2), QStringLiteral("2279.32"));
    QCOMPARE(QString::number(ms(totals.totalNs), 'f', 2), QStringLiteral("2279.32"));
}

void TstWorkItems::writtenTableReadsBackTheSame()
{
    const Imported first = importFile(*makeWorkItemImporter(), testData("layertable/workitems_small.tsv"));
    const std::string text = writeWorkItems(first.contents.layerTables.at(0));
    const Imported second = importText(*makeWorkItemImporter(), text);
    QCOMPARE(second.issues(), QByteArray());
    const LayerTable& table = second.contents.layerTables.at(0);
    const std::vector<LayerRow>& expected = first.contents.layerTables.at(0).rows;
    QCOMPARE(table.rows.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(table.rows[i].name, expected[i].name);
        QCOMPARE(table.rows[i].forwardNs, expected[i].forwardNs);
        QCOMPARE(table.rows[i].backwardNs, expected[i].backwardNs);
        QCOMPARE(table.rows[i].weightGradientNs, expected[i].weightGradientNs);
        for (auto comm : {&LayerRow::forwardComm, &LayerRow::backwardComm, &LayerRow::weightComm}) {
            QCOMPARE((table.rows[i].*comm).operation, (expected[i].*comm).operation);
            QCOMPARE((table.rows[i].*comm).group, (expected[i].*comm).group);
            QCOMPARE((table.rows[i].*comm).elements, (expected[i].*comm).elements);
            QCOMPARE((table.rows[i].*comm).asynchronous, (expected[i].*comm).asynchronous);
        }
    }
    QCOMPARE(writeWorkItems(table), text);
}

void TstWorkItems::layerBlockIsFound_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("last");
    QTest::newRow("gpt, gradient row in front") << QStringList {"transformer_wte", "add_1", "transformer_h_0_ln_1_grad",
        "transformer_h_0_ln_1", "addmm", "add_10", "transformer_h_0_ln_2", "addmm_3", "add_15", "transformer_ln_f_grad",
        "transformer_ln_f", "lm_head"} << 2 << 9;
    QTest::newRow("gpt, pipeline message behind the layer")
        << QStringList {"getitem", "transformer_h_0_ln_1", "add_15", "sendrecv", "transformer_ln_f"} << 1 << 3;
    QTest::newRow("bert, normalisation last")
        << QStringList {"bert_embeddings_layer_norm", "add_3", "bert_encoder_layer_0_attention_self_query", "add_9",
               "bert_encoder_layer_0_output_layer_norm", "getitem_10", "bert_pooler_dense", "classifier"}
        << 2 << 5;
    QTest::newRow("opt, reshape behind the residual") << QStringList {"model_decoder_embed_tokens",
        "model_decoder_layers_0_self_attn_layer_norm", "add_4", "model_decoder_layers_0_final_layer_norm",
        "model_decoder_layers_0_fc2", "dropout", "add_6", "view_11", "model_decoder_final_layer_norm", "lm_head"}
                                                      << 1 << 8;
    QTest::newRow("switch, unrolled") << QStringList {"encoder_embed_tokens", "encoder_block_0_layer_0_layer_norm",
        "encoder_block_0_layer_1_mlp_wi", "add", "encoder_block_1_layer_0_layer_norm", "add_2", "lm_head"}
                                      << 0 << 0;
    QTest::newRow("encoder and decoder, one layer each")
        << QStringList {"encoder_block_0_layer_0_layer_norm", "add", "decoder_block_0_layer_0_layer_norm", "add_1"} << 0
        << 0;
    QTest::newRow("llama") << QStringList {"model_embed_tokens", "model_layers_0_input_layernorm", "add",
        "model_layers_0_mlp_down_proj", "add_1", "model_norm", "lm_head"}
                           << 1 << 5;
    QTest::newRow("no numbered layer") << QStringList {"conv1", "layer_64_1_conv4", "fc1000"} << 0 << 0;
    QTest::newRow("a layer norm is no layer")
        << QStringList {"embed", "layer_norm_0", "layer_norm_1", "head"} << 0 << 0;
    QTest::newRow("nothing") << QStringList {} << 0 << 0;
}

void TstWorkItems::layerBlockIsFound()
{
    QFETCH(QStringList, names);
    QFETCH(int, first);
    QFETCH(int, last);
    const std::pair<size_t, size_t> block = findLayerBlock(named(names));
    QCOMPARE(static_cast<int>(block.first), first);
    QCOMPARE(static_cast<int>(block.second), last);
}

void TstWorkItems::carriageReturnsAndMissingLastBreakAreFine_data()
{
    QTest::addColumn<QByteArray>("lineBreak");
    QTest::newRow("CRLF") << QByteArray("\r\n");
    QTest::newRow("bare CR") << QByteArray("\r");
    QTest::newRow("blank lines between") << QByteArray("\n\n");
}

void TstWorkItems::carriageReturnsAndMissingLastBreakAreFine()
{
    QFETCH(QByteArray, lineBreak);
    QByteArray text = QByteArray::fromStdString(header) + "a\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\n"
        + "b\t4\tNone\t0\t5\tNone\t0\t6\tNone\t0\t0";
    text.replace("\n", lineBreak);
    const Imported imported = importText(*makeWorkItemImporter(), text.toStdString());
    QCOMPARE(imported.issues(), QByteArray());
    QCOMPARE(imported.contents.layerTables.at(0).rows.size(), size_t(2));
    QCOMPARE(imported.contents.layerTables.at(0).asWritten().totalNs, 21e6);
    QVERIFY(makeWorkItemImporter()->sniff(text.toStdString()) > 0);
}

void TstWorkItems::trailingTabsAreFine()
{
    const Imported imported = read("a\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\t\t\t \n");
    QCOMPARE(imported.issues(), QByteArray());
    QCOMPARE(imported.contents.layerTables.at(0).asWritten().totalNs, 6e6);
}

void TstWorkItems::whatASpreadsheetSavedIsRead_data()
{
    QTest::addColumn<QByteArray>("separator");
    QTest::newRow("tab") << QByteArray("\t");
    QTest::newRow("comma") << QByteArray(",");
    QTest::newRow("semicolon") << QByteArray(";");
}

void TstWorkItems::whatASpreadsheetSavedIsRead()
{
    QFETCH(QByteArray, separator);
    QByteArray text = QByteArray::fromStdString(header) + "add\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\n";
    text.replace('\t', separator);
    text = "# a comment, and another\n" + text;
    QVERIFY(makeWorkItemImporter()->sniff(text.toStdString()) > 50);
    const Imported imported = importText(*makeWorkItemImporter(), text.toStdString(), "table.csv");
    QCOMPARE(imported.issues(), QByteArray());
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.rows.size(), size_t(1));
    QCOMPARE(table.rows[0].name, std::string("add"));
    QCOMPARE(table.asWritten().totalNs, 6e6);
}

void TstWorkItems::decimalCommasBetweenSemicolonsAreRead()
{
    QByteArray text = QByteArray::fromStdString(header) + "a,b\t1,5\tNone\t0\t2,25e1\tNone\t0\t\"3,0\"\tNone\t0\t0\n";
    text.replace('\t', ';');
    const Imported imported = importText(*makeWorkItemImporter(), text.toStdString(), "table.csv");
    QCOMPARE(imported.issues(), QByteArray());
    const LayerRow& row = imported.contents.layerTables.at(0).rows.at(0);
    QCOMPARE(row.name, std::string("a,b"));
    QCOMPARE(row.forwardNs, 1.5e6);
    QCOMPARE(row.backwardNs, 22.5e6);
    QCOMPARE(row.weightGradientNs, 3e6);
}

void TstWorkItems::columnsMayComeInAnyOrderAndBeMissing()
{
    const Imported imported
        = importText(*makeWorkItemImporter(), "forward_compute_time\tnote\tname\n1.5\thot\taddmm\n2\t\tadd\n");
    QCOMPARE(imported.issues(), QByteArray("missing-column x8"));
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.rows.at(0).name, std::string("addmm"));
    QCOMPARE(table.rows.at(1).forwardNs, 2e6);
    QCOMPARE(table.asWritten().totalNs, 3.5e6);
}

void TstWorkItems::damagedCellsCountAsZero_data()
{
    QTest::addColumn<QByteArray>("time");
    QTest::addColumn<QByteArray>("issues");
    QTest::newRow("nan") << QByteArray("nan") << QByteArray("bad-number");
    QTest::newRow("-nan") << QByteArray("-nan") << QByteArray("bad-number");
    QTest::newRow("NaN or Inf") << QByteArray("NaN or Inf") << QByteArray("bad-number");
    QTest::newRow("inf") << QByteArray("inf") << QByteArray("bad-number");
    QTest::newRow("beyond double") << QByteArray("1e999") << QByteArray("bad-number");
    QTest::newRow("words") << QByteArray("12 ms") << QByteArray("bad-number");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("bad-number");
    QTest::newRow("negative") << QByteArray("-1.5") << QByteArray("negative-duration");
    QTest::newRow("beyond 64-bit ns") << QByteArray("1e13") << QByteArray("time-out-of-range");
    QTest::newRow("a hundred years") << QByteArray("3.2e12") << QByteArray("time-out-of-range");
}

void TstWorkItems::damagedCellsCountAsZero()
{
    QFETCH(QByteArray, time);
    QFETCH(QByteArray, issues);
    const Imported imported = read("good\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\nbad\t" + time.toStdString()
        + "\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\n");
    QCOMPARE(imported.issues(), issues);
    const LayerTable& table = imported.contents.layerTables.at(0);
    QCOMPARE(table.rows.size(), size_t(2));
    QCOMPARE(table.rows[1].forwardNs, 0.0);
    QCOMPARE(table.rows[1].weightGradientNs, 3e6);
    const auto& instance = imported.report.issues()[0].first[0];
    QCOMPARE(instance.offset.value_or(0), uint64_t(header.size() + 34));
}

void TstWorkItems::truncatedLastRowIsLeftOut()
{
    const Imported imported = read("a\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\nlm_head\t127.3");
    QCOMPARE(imported.issues(), QByteArray("truncated-file"));
    QCOMPARE(imported.offsetOf(IssueKind::TruncatedFile), qlonglong(header.size() + 31));
    QCOMPARE(imported.contents.layerTables.at(0).rows.size(), size_t(1));
}

void TstWorkItems::shortRowInTheMiddleIsLeftOutWithItsOffset()
{
    const Imported imported = read("half\t1\tNone\na\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\n");
    QCOMPARE(imported.issues(), QByteArray("bad-record"));
    QCOMPARE(imported.offsetOf(IssueKind::BadRecord), qlonglong(header.size()));
    QCOMPARE(imported.contents.layerTables.at(0).rows.at(0).name, std::string("a"));
}

void TstWorkItems::oddNamesStayWhole_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("star, space, comma") << QByteArray("add*, then mul") << QByteArray("add*, then mul");
    QTest::newRow("CJK and degree") << QByteArray("層_90°") << QByteArray("層_90°");
    QTest::newRow("Latin-1") << QByteArray("couche_\xe9\xb0") << QByteArray("couche_é°");
    QTest::newRow("quotes") << QByteArray("\"addmm\"") << QByteArray("\"addmm\"");
}

void TstWorkItems::oddNamesStayWhole()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, expected);
    const Imported imported = read(name.toStdString() + "\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\n");
    QCOMPARE(imported.issues(), QByteArray());
    QCOMPARE(QByteArray::fromStdString(imported.contents.layerTables.at(0).rows.at(0).name), expected);
}

void TstWorkItems::hugeLineIsSkipped()
{
    const Imported imported = read(std::string(3 << 20, 'x') + "\t1\nnext\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\n");
    QCOMPARE(imported.issues(), QByteArray("oversized-line"));
    QCOMPARE(imported.contents.layerTables.at(0).rows.size(), size_t(1));
    QCOMPARE(imported.contents.layerTables.at(0).rows[0].offset, uint64_t(header.size() + (3 << 20) + 3));
}

void TstWorkItems::emptyFilesMakeNoTable_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("zero bytes") << QByteArray();
    QTest::newRow("blank lines") << QByteArray("\n \t\r\n");
}

void TstWorkItems::emptyFilesMakeNoTable()
{
    QFETCH(QByteArray, text);
    const Imported imported = importText(*makeWorkItemImporter(), text.toStdString());
    QVERIFY(imported.finished);
    QCOMPARE(imported.issues(), QByteArray("empty-file"));
    QVERIFY(imported.contents.isEmpty());
}

void TstWorkItems::utf16IsNamedAsSuch()
{
    std::string text = "\xff\xfe";
    for (const char c : header) {
        text += c;
        text += '\0';
    }
    QVERIFY(makeWorkItemImporter()->sniff(text) > 0);
    const Imported imported = importText(*makeWorkItemImporter(), text);
    QCOMPARE(imported.issues(), QByteArray("unsupported-encoding"));
    QVERIFY(imported.contents.isEmpty());
}

void TstWorkItems::otherFirstLineIsRefused()
{
    const Imported imported = importText(*makeWorkItemImporter(), "a\tb\n1\t2\n");
    QCOMPARE(imported.issues(), QByteArray("bad-header"));
    QVERIFY(imported.contents.isEmpty());
}

void TstWorkItems::cancellingEndsTheImport()
{
    const std::string text = header + "a\t1\tNone\t0\t2\tNone\t0\t3\tNone\t0\t0\n";
    const std::unique_ptr<ByteSource> source = openMemory(text, "table.tsv");
    const Imported imported = importSource(*makeWorkItemImporter(), *source, [](uint64_t, uint64_t) { return false; });
    QVERIFY(!imported.finished);
    QVERIFY(imported.contents.isEmpty());
}

void TstWorkItems::onlyWorkItemsAreRecognised_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("mine");
    QTest::newRow("header") << QByteArray::fromStdString(header) << true;
    QTest::newRow("byte order mark") << "\xef\xbb\xbf" + QByteArray::fromStdString(header) << true;
    QTest::newRow("blank line above") << "\n" + QByteArray::fromStdString(header) << true;
    QTest::newRow("rank trace") << QByteArray("rank:0:forward_step(name=1,forward_compute_time=2)") << false;
    QTest::newRow("other TSV") << QByteArray("name\ttime\nforward_compute_time\t1\n") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TstWorkItems::onlyWorkItemsAreRecognised()
{
    QFETCH(QByteArray, head);
    QFETCH(bool, mine);
    QCOMPARE(makeWorkItemImporter()->sniff(head.toStdString()) > 0, mine);
}

BUBBLESCOPE_TEST(TstWorkItems, QCoreApplication)

} // namespace bubblescope::tst_workitems

#include "tst_workitems.moc"
