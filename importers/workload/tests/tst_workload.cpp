// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importtext.h"
#include "shareddata.h"
#include "testprogram.h"
#include "workloadimporter.h"
#include "workloadrecord.h"
#include "workloadwriter.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_workload {

namespace {

const std::string row = "a\t-1\t10\tNONE\t0\t20\tNONE\t0\t30\tNONE\t0\t100\n";

Imported read(std::string_view text) { return importText(*makeWorkloadImporter(), text, "w.txt"); }

} // namespace

class TstWorkload : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void headerAndRowsAreRead();
    void commentsAboveTheHeaderArePassedOver();
    void columnsImplyTheGroup();
    void headerPairsMayComeInAnyShape_data();
    void headerPairsMayComeInAnyShape();
    void checkpointListsAreRead();
    void everyPolicyIsKnown_data();
    void everyPolicyIsKnown();
    void customizedRowsHaveTheirOwnPolicy();
    void seedThreeHasItsNumbers();
    void declaredAndPresentRowsMayDiffer();
    void realWorkloadsOpen_data();
    void realWorkloadsOpen();
    void everyAstraSimFileOpens_data();
    void everyAstraSimFileOpens();
    void writtenWorkloadReadsBackTheSame_data();
    void writtenWorkloadReadsBackTheSame();

    void damagedRowsCostOnlyThemselves_data();
    void damagedRowsCostOnlyThemselves();
    void badHeaderValuesAreNotKnown();
    void billionDeclaredRowsAllocateNothing();
    void missingRowCountIsAnIssue();
    void utf16IsNamedAsSuch();
    void onlyWorkloadsAreRecognised_data();
    void onlyWorkloadsAreRecognised();
};

void TstWorkload::commentsAboveTheHeaderArePassedOver()
{
    const std::string text = "# sequence 4096\n#\nDATA\n1\nconv1 -1 9 NONE 0 4 NONE 0 5 ALLREDUCE 64 10\n";
    QVERIFY(makeWorkloadImporter()->sniff(text) > 50);
    const Imported imported = read(text);
    QCOMPARE(imported.issues(), QByteArray());
    QCOMPARE(imported.contents.workloads.at(0).rows.size(), size_t(1));
    QCOMPARE(imported.contents.workloads.at(0).declaredRows, std::optional<int64_t>(1));
}

void TstWorkload::headerAndRowsAreRead()
{
    const Imported imported = importFile(*makeWorkloadImporter(), testData("workload/small.txt"));
    QCOMPARE(imported.issues(), QByteArray());
    const Workload& workload = imported.contents.workloads.at(0);
    QCOMPARE(workload.name, std::string("small"));
    QCOMPARE(workload.policy, std::string("HYBRID_TRANSFORMER_FWD_IN_BCKWD"));
    QCOMPARE(workload.declaredRows.value_or(-1), int64_t(4));
    QCOMPARE(workload.rows.size(), size_t(4));
    QCOMPARE(workload.tensorParallel.value_or(-1), 2);
    QCOMPARE(workload.expertParallel.value_or(-1), 2);
    QCOMPARE(workload.pipelineParallel.value_or(-1), 2);
    QCOMPARE(workload.layersPerStage.value_or(-1), 2);
    QCOMPARE(workload.microbatches.value_or(-1), 4);
    QCOMPARE(workload.gpus.value_or(-1), 16);
    QCOMPARE(workload.dataParallel().value_or(-1), 4);
    QCOMPARE(workload.pipelineCommBytes.value_or(-1), 8388608.0);
    QCOMPARE(workload.rows[1].inputGradient.computeNs, 1500.0);
    QVERIFY(workload.rows[1].weightGradient.computeIsUnknown);
    QCOMPARE(workload.rows[1].updateTimeNs, 100.0);
    QCOMPARE(workload.computeNs(), 1000.0 + 1500 + 2000 + 3000 + 500);
}

void TstWorkload::columnsImplyTheGroup()
{
    const Imported imported = importFile(*makeWorkloadImporter(), testData("workload/small.txt"));
    const std::vector<WorkloadRow>& rows = imported.contents.workloads.at(0).rows;
    QCOMPARE(rows[0].weightGradient.comm.operation, Operation::AllGather);
    QCOMPARE(rows[0].weightGradient.comm.group, Category::DataComm);
    QCOMPARE(rows[0].weightGradient.comm.bytes, 4096.0);
    QCOMPARE(rows[1].forward.comm.group, Category::TensorComm);
    QCOMPARE(rows[2].forward.comm.operation, Operation::AllToAll);
    QCOMPARE(rows[2].forward.comm.group, Category::ExpertComm);
    QCOMPARE(rows[2].weightGradient.comm.group, Category::ExpertDataComm);
    QVERIFY(rows[1].inputGradient.comm.isNone());
}

void TstWorkload::headerPairsMayComeInAnyShape_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<double>("pipelineBytes");
    QTest::newRow("usual") << QByteArray("DATA model_parallel_NPU_group: 8 all_gpus: 16 pp_comm: 20") << 8 << 16
                           << 20.0;
    QTest::newRow("other order") << QByteArray("DATA pp_comm: 20 all_gpus: 16 model_parallel_NPU_group: 8") << 8 << 16
                                 << 20.0;
    QTest::newRow("without colon") << QByteArray("DATA model_parallel_NPU_group 8 all_gpus 16 pp_comm 20.0") << 8 << 16
                                   << 20.0;
    QTest::newRow("glued") << QByteArray("DATA model_parallel_NPU_group:8 all_gpus:16 pp_comm:20") << 8 << 16 << 20.0;
    QTest::newRow("tabs") << QByteArray("DATA\tmodel_parallel_NPU_group:\t8\t\tall_gpus:\t16\tpp_comm\t20\t\t") << 8
                          << 16 << 20.0;
    QTest::newRow("absent") << QByteArray("DATA") << -1 << -1 << -1.0;
    QTest::newRow("empty") << QByteArray("DATA model_parallel_NPU_group: all_gpus: 16 pp_comm:") << -1 << 16 << -1.0;
    QTest::newRow("unknown keys between")
        << QByteArray("DATA zero: 3 model_parallel_NPU_group: 8 seq: 4096 all_gpus: 16 pp_comm: 20") << 8 << 16 << 20.0;
    QTest::newRow("a number behind the policy") << QByteArray("HYBRID_DLRM 4 all_gpus: 16") << -1 << 16 << -1.0;
    QTest::newRow("lists in between") << QByteArray(
        "DATA checkpoints: 2 1 3 model_parallel_NPU_group: 8 checkpoint_initiates: 0 all_gpus: 16")
                                      << 8 << 16 << -1.0;
}

void TstWorkload::headerPairsMayComeInAnyShape()
{
    QFETCH(QByteArray, header);
    QFETCH(int, tensor);
    QFETCH(int, gpus);
    QFETCH(double, pipelineBytes);
    const Imported imported = read(header.toStdString() + "\n1\n" + row);
    QCOMPARE(imported.issues(), QByteArray());
    const Workload& workload = imported.contents.workloads.at(0);
    QCOMPARE(workload.tensorParallel.value_or(-1), tensor);
    QCOMPARE(workload.gpus.value_or(-1), gpus);
    QCOMPARE(workload.pipelineCommBytes.value_or(-1), pipelineBytes);
    QCOMPARE(workload.rows.size(), size_t(1));
}

void TstWorkload::checkpointListsAreRead()
{
    const Imported imported = read("HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 4 checkpoints: 2 2 11 "
                                   "checkpoint_initiates: 2 19 10\n1\n"
        + row);
    QCOMPARE(imported.issues(), QByteArray());
    QCOMPARE(imported.contents.workloads.at(0).checkpoints, (std::vector<int> {2, 11}));
    QCOMPARE(imported.contents.workloads.at(0).checkpointInitiates, (std::vector<int> {19, 10}));
    const Imported cut = read("DATA checkpoints: 1000000000 2 11\n1\n" + row);
    QCOMPARE(cut.issues(), QByteArray("bad-number"));
    QCOMPARE(cut.contents.workloads.at(0).checkpoints, (std::vector<int> {2, 11}));
}

void TstWorkload::everyPolicyIsKnown_data()
{
    QTest::addColumn<QByteArray>("policy");
    for (const char* policy : {"DATA", "MODEL", "HYBRID_TRANSFORMER", "HYBRID_TRANSFORMER_FWD_IN_BCKWD", "HYBRID_DLRM",
             "HYBRID_DLRM_ENHANCED", "HYBRID_DATA_MODEL", "HYBRID_MODEL_DATA", "HYBRID_CUSTOMIZED", "MICRO",
             "DISTRIBUTED_INFERENCE"})
        QTest::newRow(policy) << QByteArray(policy);
}

void TstWorkload::everyPolicyIsKnown()
{
    QFETCH(QByteArray, policy);
    const std::string text = policy.toStdString() + "\n1\n" + row;
    QVERIFY(makeWorkloadImporter()->sniff(text) > 0);
    const Imported imported = read(text);
    QCOMPARE(imported.issues(), QByteArray());
    QCOMPARE(imported.contents.workloads.at(0).policy, policy.toStdString());
}

void TstWorkload::customizedRowsHaveTheirOwnPolicy()
{
    const Imported imported = importFile(*makeWorkloadImporter(), testData("workload/customized_crlf.txt"));
    QCOMPARE(imported.issues(), QByteArray());
    const Workload& workload = imported.contents.workloads.at(0);
    QCOMPARE(workload.rows.size(), size_t(2));
    QCOMPARE(workload.rows[0].name, std::string("layer_a"));
    QCOMPARE(workload.rows[0].policy, std::string("HYBRID_DATA_MODEL"));
    QCOMPARE(workload.rows[1].policy, std::string("MODEL"));
    QCOMPARE(workload.rows[1].updateTimeNs, 5.0);
    QCOMPARE(workload.rows[1].weightGradient.comm.operation, Operation::AllReduce);
    QVERIFY(workload.rows[1].weightGradient.comm.thenAllToAll);
}

void TstWorkload::seedThreeHasItsNumbers()
{
    REQUIRE_SHARED_DATA();
    const Imported imported = importFile(*makeWorkloadImporter(), sharedData("seeds/003_e7a75019e7d30864.txt"));
    QCOMPARE(imported.issues(), QByteArray());
    const Workload& workload = imported.contents.workloads.at(0);
    QCOMPARE(workload.declaredRows.value_or(-1), int64_t(33));
    QCOMPARE(workload.rows.size(), size_t(33));
    QCOMPARE(workload.tensorParallel.value_or(-1), 8);
    QCOMPARE(workload.pipelineParallel.value_or(-1), 4);
    QCOMPARE(workload.gpus.value_or(-1), 512);
    QCOMPARE(workload.dataParallel().value_or(-1), 16);
    QCOMPARE(workload.layersPerStage.value_or(-1), 8);
    QCOMPARE(workload.pipelineCommBytes.value_or(-1), 20971520.0);
    QCOMPARE(workload.rows[0].inputGradient.computeNs, 8568000.0);
}

void TstWorkload::declaredAndPresentRowsMayDiffer()
{
    REQUIRE_SHARED_DATA();
    const Imported imported = importFile(
        *makeWorkloadImporter(), sharedData("simai/aicb/L65B-M1-C05_Llama65B_megatron_tp8_pp1_mbs1_A100.txt"));
    QCOMPARE(imported.issues(), QByteArray("row-count-differs"));
    QCOMPARE(imported.offsetOf(IssueKind::RowCountDiffers), qlonglong(99));
    QCOMPARE(imported.report.issues()[0].first[0].message.text(), std::string("839 rows are declared, 33 are present"));
    QCOMPARE(imported.contents.workloads.at(0).rows.size(), size_t(33));
    QCOMPARE(imported.contents.workloads[0].declaredRows.value_or(-1), int64_t(839));
}

void TstWorkload::realWorkloadsOpen_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QByteArray>("issues");
    QTest::newRow("9216 GPUs") << QByteArray("simai/examples/workload_analytical.txt") << 1789 << QByteArray();
    QTest::newRow("flow level") << QByteArray("simai/flow_level_128gpus/workload_analytical_128gpu.txt") << 98
                                << QByteArray("row-count-differs");
    QTest::newRow("zero3, padded") << QByteArray("simai/aicb/L7B-D1-C02_Llama7B_deepspeed_zero3_A100.txt") << 12
                                   << QByteArray();
    QTest::newRow("micro") << QByteArray("simai/aicb/all_to_all.txt") << 19 << QByteArray();
    QTest::newRow("micro, spaces") << QByteArray("simai/examples/microAllReduce.txt") << 2 << QByteArray();
}

void TstWorkload::realWorkloadsOpen()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QByteArray, file);
    QFETCH(int, rows);
    QFETCH(QByteArray, issues);
    const Imported imported = importFile(*makeWorkloadImporter(), sharedData(file.constData()));
    QCOMPARE(imported.issues(), issues);
    QCOMPARE(imported.contents.workloads.at(0).rows.size(), static_cast<size_t>(rows));
}

void TstWorkload::everyAstraSimFileOpens_data()
{
    QTest::addColumn<QString>("path");
    if (!hasSharedData())
        return;
    QDirIterator files(QString::fromStdString(sharedData("astra_sim_v1")), QDir::Files);
    while (files.hasNext()) {
        const QString path = files.next();
        QTest::newRow(qPrintable(files.fileName())) << path;
    }
}

void TstWorkload::everyAstraSimFileOpens()
{
    REQUIRE_SHARED_DATA();
    QFETCH(QString, path);
    const Imported imported = importFile(*makeWorkloadImporter(), path.toStdString());
    QCOMPARE(imported.issues(), QByteArray());
    const Workload& workload = imported.contents.workloads.at(0);
    QCOMPARE(static_cast<int64_t>(workload.rows.size()), workload.declaredRows.value_or(-1));
    QVERIFY(workload.computeNs() > 0);
}

void TstWorkload::writtenWorkloadReadsBackTheSame_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("transformer") << QByteArray("workload/small.txt");
    QTest::newRow("customized") << QByteArray("workload/customized_crlf.txt");
}

void TstWorkload::writtenWorkloadReadsBackTheSame()
{
    QFETCH(QByteArray, file);
    const Imported first = importFile(*makeWorkloadImporter(), testData(file.constData()));
    const Workload& expected = first.contents.workloads.at(0);
    const std::string text = writeWorkload(expected);
    const Imported second = read(text);
    QCOMPARE(second.issues(), QByteArray());
    const Workload& workload = second.contents.workloads.at(0);
    QCOMPARE(workload.policy, expected.policy);
    QCOMPARE(workload.tensorParallel, expected.tensorParallel);
    QCOMPARE(workload.microbatches, expected.microbatches);
    QCOMPARE(workload.pipelineCommBytes, expected.pipelineCommBytes);
    QCOMPARE(workload.checkpoints, expected.checkpoints);
    QCOMPARE(workload.checkpointInitiates, expected.checkpointInitiates);
    QCOMPARE(workload.rows.size(), expected.rows.size());
    for (size_t i = 0; i < expected.rows.size(); ++i) {
        QCOMPARE(workload.rows[i].name, expected.rows[i].name);
        QCOMPARE(workload.rows[i].policy, expected.rows[i].policy);
        for (auto pass : {&WorkloadRow::forward, &WorkloadRow::inputGradient, &WorkloadRow::weightGradient}) {
            const WorkloadPass& mine = workload.rows[i].*pass;
            const WorkloadPass& theirs = expected.rows[i].*pass;
            QCOMPARE(mine.computeNs, theirs.computeNs);
            QCOMPARE(mine.computeIsUnknown, theirs.computeIsUnknown);
            QCOMPARE(mine.comm.operation, theirs.comm.operation);
            QCOMPARE(mine.comm.group, theirs.comm.group);
            QCOMPARE(mine.comm.bytes, theirs.comm.bytes);
            QCOMPARE(mine.comm.thenAllToAll, theirs.comm.thenAllToAll);
        }
    }
    QCOMPARE(writeWorkload(workload), text);
}

void TstWorkload::damagedRowsCostOnlyThemselves_data()
{
    QTest::addColumn<QByteArray>("damaged");
    QTest::addColumn<QByteArray>("issues");
    QTest::addColumn<QByteArray>("name"); // of the damaged row, empty where it is left out
    QTest::newRow("too short") << QByteArray("b -1 10 NONE 0\n") << QByteArray("bad-record, row-count-differs")
                               << QByteArray();
    QTest::newRow("cut at the end") << QByteArray("b\t-1\t10\tNO") << QByteArray("truncated-file, row-count-differs")
                                    << QByteArray();
    QTest::newRow("nan") << QByteArray("b -1 nan NONE 0 -nan NONE 0 1 NONE 0 1\n") << QByteArray("bad-number x2")
                         << QByteArray("b");
    QTest::newRow("negative time") << QByteArray("b -1 -10 NONE 0 1 NONE 0 1 NONE 0 1\n")
                                   << QByteArray("negative-duration") << QByteArray("b");
    QTest::newRow("beyond 64-bit ns") << QByteArray("b -1 1e19 NONE 0 1 NONE 0 1 NONE 0 1\n")
                                      << QByteArray("time-out-of-range") << QByteArray("b");
    QTest::newRow("a hundred years") << QByteArray("b -1 3.2e18 NONE 0 1 NONE 0 1 NONE 0 1\n")
                                     << QByteArray("time-out-of-range") << QByteArray("b");
    QTest::newRow("unknown communication") << QByteArray("b -1 1 GOSSIP 8 1 NONE 0 1 NONE 0 1\n")
                                           << QByteArray("unknown-communication") << QByteArray("b");
    QTest::newRow("negative size") << QByteArray("b -1 1 ALLREDUCE -8 1 NONE 0 1 NONE 0 1\n")
                                   << QByteArray("bad-number") << QByteArray("b");
    QTest::newRow("name with spaces") << QByteArray("b * two, three -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n") << QByteArray()
                                      << QByteArray("b * two, three");
    QTest::newRow("Latin-1") << QByteArray("b\xe9 -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n") << QByteArray()
                             << QByteArray("bé");
    QTest::newRow("a row too many") << QByteArray(
        "b -1 1 NONE 0 1 NONE 0 1 NONE 0 1\nc -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n")
                                    << QByteArray("row-count-differs") << QByteArray("b");
    QTest::newRow("huge line") << QByteArray(2 << 20, 'x') + "\nb -1 1 NONE 0 1 NONE 0 1 NONE 0 1\n"
                               << QByteArray("oversized-line") << QByteArray("b");
    QTest::newRow("CRLF, trailing tabs") << QByteArray("b -1 1 NONE 0 1 NONE 0 1 NONE 0 1\t\t\r\n") << QByteArray()
                                         << QByteArray("b");
}

void TstWorkload::damagedRowsCostOnlyThemselves()
{
    QFETCH(QByteArray, damaged);
    QFETCH(QByteArray, issues);
    QFETCH(QByteArray, name);
    const Imported imported = read("DATA\n2\n" + row + damaged.toStdString());
    QCOMPARE(imported.issues(), issues);
    const Workload& workload = imported.contents.workloads.at(0);
    QCOMPARE(workload.rows.at(0).forward.computeNs, 10.0);
    if (name.isEmpty())
        QCOMPARE(workload.rows.size(), size_t(1));
    else
        QCOMPARE(QByteArray::fromStdString(workload.rows.at(1).name), name);
    if (imported.report.count(IssueKind::BadRecord) > 0)
        QCOMPARE(imported.offsetOf(IssueKind::BadRecord), qlonglong(7 + row.size()));
}

void TstWorkload::badHeaderValuesAreNotKnown()
{
    const Imported imported
        = read("DATA model_parallel_NPU_group: eight pp: -2 ga: 1.5 all_gpus: 99999999999 ep: nan\n1\n" + row);
    QCOMPARE(imported.issues(), QByteArray("bad-number x5"));
    const Workload& workload = imported.contents.workloads.at(0);
    QVERIFY(!workload.tensorParallel);
    QVERIFY(!workload.pipelineParallel);
    QVERIFY(!workload.microbatches);
    QVERIFY(!workload.gpus);
    QVERIFY(!workload.expertParallel);
}

void TstWorkload::billionDeclaredRowsAllocateNothing()
{
    const Imported imported = read("DATA\n1000000000\n" + row);
    QCOMPARE(imported.issues(), QByteArray("row-count-differs"));
    QCOMPARE(imported.contents.workloads.at(0).declaredRows.value_or(0), int64_t(1'000'000'000));
    QVERIFY(imported.contents.workloads[0].rows.capacity() < 16);
}

void TstWorkload::missingRowCountIsAnIssue()
{
    const Imported noCount = read("DATA\n" + row);
    QCOMPARE(noCount.issues(), QByteArray("bad-header"));
    QCOMPARE(noCount.contents.workloads.at(0).rows.size(), size_t(1));
    const Imported headerOnly = read("DATA all_gpus: 8\n");
    QCOMPARE(headerOnly.issues(), QByteArray("incomplete-block"));
    QCOMPARE(headerOnly.contents.workloads.at(0).gpus.value_or(0), 8);
    QCOMPARE(read("").issues(), QByteArray("empty-file"));
    QCOMPARE(read("NOTHING\n1\n").issues(), QByteArray("bad-header"));
}

void TstWorkload::utf16IsNamedAsSuch()
{
    std::string text = "\xff\xfe";
    for (const char c : "MICRO\n1\n" + row) {
        text += c;
        text += '\0';
    }
    QVERIFY(makeWorkloadImporter()->sniff(text) > 0);
    QCOMPARE(read(text).issues(), QByteArray("unsupported-encoding"));
}

void TstWorkload::onlyWorkloadsAreRecognised_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("mine");
    QTest::newRow("micro") << QByteArray("MICRO\r\n1\r\nconv1 -1 5 NONE 0 5 NONE 0 5 ALLREDUCE 8 5\r\n") << true;
    QTest::newRow("padded count") << QByteArray("DATA\t\t\n6\t\t\t\n") << true;
    QTest::newRow("header alone") << QByteArray("HYBRID_TRANSFORMER model_parallel_NPU_group: 4") << true;
    QTest::newRow("prose") << QByteArray("DATA is what we need.\nMore of it.\n") << false;
    QTest::newRow("one word") << QByteArray("MODEL\n") << false;
    QTest::newRow("nccl-tests") << QByteArray("# nThread 1 nGpus 8\n") << false;
    QTest::newRow("lower case") << QByteArray("data\n6\n") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TstWorkload::onlyWorkloadsAreRecognised()
{
    QFETCH(QByteArray, head);
    QFETCH(bool, mine);
    QCOMPARE(makeWorkloadImporter()->sniff(head.toStdString()) > 0, mine);
}

BUBBLESCOPE_TEST(TstWorkload, QCoreApplication)

} // namespace bubblescope::tst_workload

#include "tst_workload.moc"
