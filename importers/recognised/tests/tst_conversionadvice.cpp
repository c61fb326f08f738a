// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"
#include "conversionadvice.h"
#include "importerregistry.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <string>

namespace bubblescope::tst_conversionadvice {

namespace {

/// One file in a tar, as `tar cf` writes it.
QByteArray archive()
{
    QByteArray header(512, '\0');
    const auto put = [&](qsizetype at, const QByteArray& text) { header.replace(at, text.size(), text); };
    const QByteArray line = "rank:0:forward_step(stage_id=0,batch_id=0,mg_state=steady,duration=1.0,description=None,"
                            "group_kind=None,timestamp=2.0,sub_operations=[])\n";
    put(0, "rank0.txt");
    put(100, "0000644");
    put(124, QByteArray::number(line.size(), 8).rightJustified(11, '0'));
    put(136, "00000000000");
    put(148, "        ");
    put(156, "0");
    put(257, "ustar  ");
    int sum = 0;
    for (const char c : header)
        sum += static_cast<unsigned char>(c);
    put(148, QByteArray::number(sum, 8).rightJustified(6, '0') + QByteArray("\0 ", 2));
    return header + line.leftJustified(512, '\0') + QByteArray(1024, '\0');
}

} // namespace

class TstConversionAdvice : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void binaryFormatsGetASentence_data();
    void binaryFormatsGetASentence();
    void textAndUnknownFilesGetNone_data();
    void textAndUnknownFilesGetNone();
    void aSessionIsForTheWindow();
    void whatLiesBesideARunIsNamed_data();
    void whatLiesBesideARunIsNamed();
    void companionsAreListedAsNotShown();
    void folderListsThemWithTheirAdvice();
    void thousandsOfOneKindAreOneLine();
    void anArchiveIsNotTakenForTheFirstFileInIt();
    void totalsWithoutTheirTableAskForIt();
};

void TstConversionAdvice::binaryFormatsGetASentence_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nsys") << QByteArray("\x01\x02\x00report", 9) << "a/report1.nsys-rep"
                          << "nsys export --type sqlite --output a/report1.sqlite a/report1.nsys-rep";
    QTest::newRow("nsys, odd name") << QByteArray("\x01\x02\x00report", 9) << "my run's.nsys-rep"
                                    << "'my run'\\''s.sqlite' 'my run'\\''s.nsys-rep'";
    QTest::newRow("pickle 4") << QByteArray("\x80\x04\x95\x10\x00", 5) << "trace.pkl"
                              << "(sys.argv[2], '\\''w'\\''), default=str)' trace.pkl trace.pkl.json";
    QTest::newRow("pickle 2, any name") << QByteArray("\x80\x02}q\x00", 5) << "data"
                                        << "Python pickle";
    QTest::newRow("rocprof 1") << QByteArray("\"Index\",\"KernelName\",\"gpu-id\",\"queue-id\",\"DurationNs\"\n")
                               << "results.csv"
                               << "rocprof";
    QTest::newRow("rocprof 2") << QByteArray(
        "Dispatch_ID,GPU_ID,Kernel_Name,Start_Timestamp,End_Timestamp\n1,2,a,3,4\n")
                               << "out.csv"
                               << "rocprof";
    QTest::newRow("rocprof 3") << QByteArray(
        "\"Kind\",\"Agent_Id\",\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\"\n")
                               << "1_kernel_trace.csv"
                               << "rocprof";
    QTest::newRow("rocprof's sums") << QByteArray("\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\"\n")
                                    << "1_kernel_stats.csv"
                                    << "rocprof";
    QTest::newRow("execution trace") << QByteArray(
        "{\n  \"schema\": \"1.0.1\", \"pid\": 3, \"nodes\": [\n    {\"name\": \"[pytorch|profiler")
                                     << "pytorch_et.json"
                                     << "chakra_trace_link --chakra-host-trace pytorch_et.json";
    QTest::newRow("table of a report") << QByteArray("PAR1\x15\x04\x15", 7) << "run/report 1_pqtdir/StringIds.parquet"
                                       << "nsys export --type sqlite --output 'run/report 1.sqlite' 'run/report 1.nsys-rep'";
    QTest::newRow("table of a report, Arrow") << QByteArray("ARROW1\x00\x00", 8) << "NVTX_EVENTS.arrow"
                                              << "nsys export --type sqlite --output REPORT.sqlite REPORT.nsys-rep";
    QTest::newRow("Parquet") << QByteArray("PAR1\x15\x04\x15", 7) << "kernels.parquet"
                             << "read_parquet(sys.argv[1]).to_csv(sys.argv[2], index=False)' kernels.parquet "
                                "kernels.parquet.csv";
    QTest::newRow("Neuron") << QByteArray("\x01\x02\x03") << "out/i-0_pid_7/3957_instid_0_vnc_0.ntff"
                            << "neuron-explorer view -d out/i-0_pid_7 --output-format perfetto";
    QTest::newRow("Neuron, system") << QByteArray("\x01\x02\x03") << "ntrace.pb"
                                    << "neuron-explorer view -d . --output-format perfetto";
    QTest::newRow("nsys before 2021.4") << QByteArray("\x01\x02\x00report", 9) << "a/report1.qdrep"
                                        << "nsys export --type sqlite --output a/report1.sqlite a/report1.qdrep";
    QTest::newRow("nsys, not imported") << QByteArray("\x01\x02\x00report", 9) << "report1.qdstrm"
                                        << "QdstrmImporter --input-file report1.qdstrm";
    QTest::newRow("ncu") << QByteArray("NVR\x00report", 10) << "gemm.ncu-rep"
                         << "nsys profile --trace=cuda,nvtx,osrt --output=step PROGRAM";
    QTest::newRow("TensorBoard") << QByteArray(
        "\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22\x09\0\0\xc0\x12\x34\x9a\xd9\x41\x1a\x0d"
        "brain.Event:2",
        36) << "runs/events.out.tfevents.1717236000.host.123.0"
                                 << "for e in a.Scalars(t)]' runs/events.out.tfevents.1717236000.host.123.0 "
                                    "runs/events.out.tfevents.1717236000.host.123.0.jsonl";
    QTest::newRow("W&B") << QByteArray(":W&B\xd4\xbe\x02") << "wandb/run-1/run-1.wandb"
                         << "wandb sync wandb/run-1/run-1.wandb";
    QTest::newRow(".NET") << QByteArray("Nettrace\x14\x00\x00\x00!FastSerialization.1", 32) << "a.nettrace"
                          << "dotnet-trace convert a.nettrace --format Chromium";
    QTest::newRow("speedscope") << QByteArray(
        "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{")
                                << "profile.json"
                                << "py-spy record --format chrometrace";
    QTest::newRow("xz") << QByteArray("\xfd\x37zXZ\x00\x00\x04", 8) << "rank 0.json.xz"
                        << "xz --decompress --keep 'rank 0.json.xz'";
    QTest::newRow("bzip2") << QByteArray("BZh91AY&SY\x01\x02") << "rank0.json.bz2"
                           << "bzip2 --decompress --keep rank0.json.bz2";
    QTest::newRow("LZ4") << QByteArray("\x04\x22\x4d\x18\x64") << "rank0.json.lz4"
                         << "lz4 --decompress -m rank0.json.lz4";
    QTest::newRow("tar in xz") << QByteArray("\xfd\x37zXZ\x00\x00\x04", 8) << "runs.tar.xz"
                               << "tar -xf runs.tar.xz";
    QTest::newRow("7-Zip") << QByteArray("7z\xbc\xaf\x27\x1c\x00\x04", 8) << "runs.7z"
                           << "7z x runs.7z";
    QTest::newRow("tar") << archive() << "runs.tar"
                         << "tar -xf runs.tar";
    QTest::newRow("zip") << QByteArray("PK\x03\x04\x14\x00\x00\x00\x08\x00", 10) << "my traces.zip"
                         << "unzip 'my traces.zip'";
}

void TstConversionAdvice::binaryFormatsGetASentence()
{
    QFETCH(QByteArray, head);
    QFETCH(QString, name);
    QFETCH(QString, expected);
    const auto advice = conversionAdvice(head.toStdString(), name.toStdString());
    QVERIFY(advice.has_value());
    const QString text = QString::fromStdString(advice->text());
    QVERIFY2(text.contains(expected), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("first")), qPrintable(text));
}

void TstConversionAdvice::whatLiesBesideARunIsNamed_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("Prometheus") << QByteArray("# HELP node_load1 1m load average.\n# TYPE node_load1 gauge\n"
                                              "node_load1 12\n")
                                << QByteArray("Prometheus");
    QTest::newRow("a checkpoint") << QByteArray("PK\x03\x04\0\0\x08\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\0\0\0"
                                                "archive/data.pkl",
        46) << QByteArray("torch.save()");
    QTest::newRow("perf") << QByteArray("PERFILE2\x68\0\0\0", 12) << QByteArray("perf");
    QTest::newRow("a table") << QByteArray("name,start_us,dur_us\ngemm,1,2\n") << QByteArray();
    QTest::newRow("Markdown") << QByteArray("# HELP\nAsk somebody.\n") << QByteArray();
    QTest::newRow("a log") << QByteArray("[0] loading 5 % of 20 MB\n") << QByteArray();
}

void TstConversionAdvice::whatLiesBesideARunIsNamed()
{
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, expected);
    const auto advice = companionAdvice(head.toStdString());
    QCOMPARE(advice.has_value(), !expected.isEmpty());
    if (advice)
        QVERIFY2(QByteArray::fromStdString(advice->text()).contains(expected), advice->text().c_str());
}

void TstConversionAdvice::companionsAreListedAsNotShown()
{
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    std::ofstream(path + "/node.prom") << "# HELP node_load1 1m load average.\n# TYPE node_load1 gauge\n"
                                          "node_load1 12\n";
    ImportReport report;
    const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), report);
    QCOMPARE(scan.unrecognised, std::vector<std::string> {"node.prom"});
    QCOMPARE(report.count(IssueKind::NotShown), uint64_t(1));
    QCOMPARE(report.count(IssueKind::UnknownColumns), uint64_t(0));
}

void TstConversionAdvice::aSessionIsForTheWindow()
{
    const auto advice = conversionAdvice(
        "{\n    \"bubblescope\": {\"schema\": 1}, \"opened\": {\"paths\": [\"run\"]}}", "my run.bubblescope");
    QVERIFY(advice.has_value());
    QVERIFY(advice->text().find("bubblescope 'my run.bubblescope' opens it") != std::string::npos);
    QVERIFY(!conversionAdvice("{\"bubblescope\": {\"schema\": 1}}", "rules.json").has_value());
}

void TstConversionAdvice::textAndUnknownFilesGetNone_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QString>("name");
    QTest::newRow("empty") << QByteArray() << "empty.nsys-rep";
    QTest::newRow("text") << QByteArray("rank:0:forward_step(") << "rank0.txt";
    QTest::newRow("chrome trace") << QByteArray("{\"traceEvents\": [") << "trace.json";
    QTest::newRow("notes about a report") << QByteArray("see the other folder\n") << "old.nsys-rep";
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n") << "plot.png";
    QTest::newRow("table of another tool") << QByteArray("Name,Calls,Start\na,1,2\n") << "kernels.csv";
    QTest::newRow("Chakra") << QByteArray("{\"schema\": \"1.1.0-chakra.0.0.4\", \"nodes\": []}") << "chakra.json";
    QTest::newRow("a tar of another sum") << archive().replace("rank0", "rank1") << "runs.tar";
    QTest::newRow("Latin-1 euro, not pickle") << QByteArray("\x80 5000") << "costs.txt";
}

void TstConversionAdvice::textAndUnknownFilesGetNone()
{
    QFETCH(QByteArray, head);
    QFETCH(QString, name);
    QVERIFY(!conversionAdvice(head.toStdString(), name.toStdString()));
}

void TstConversionAdvice::folderListsThemWithTheirAdvice()
{
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    std::ofstream(path + "/run.pkl", std::ios::binary) << "\x80\x04\x95\x10";
    std::ofstream(path + "/notes.txt") << "a stranger without advice\n";
    ImportReport report;
    const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), report);
    QCOMPARE(scan.unrecognised, (std::vector<std::string> {"notes.txt", "run.pkl"}));
    QCOMPARE(report.issues().size(), size_t(1));
    QCOMPARE(report.issues()[0].kind, IssueKind::ConvertFirst);
    QCOMPARE(report.issues()[0].file, std::string("run.pkl"));
    QVERIFY(report.issues()[0].first[0].message.text().find("pickle") != std::string::npos);
}

void TstConversionAdvice::thousandsOfOneKindAreOneLine()
{
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    for (int i = 0; i < 100; ++i)
        std::ofstream(path + "/" + std::to_string(i) + ".pkl", std::ios::binary) << "\x80\x04\x95\x10";
    std::ofstream(path + "/a.tar", std::ios::binary).write(archive().data(), archive().size());
    ImportReport report;
    const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), report);
    QCOMPARE(scan.unrecognised.size(), size_t(101));
    QCOMPARE(report.issues().size(), size_t(2));
    QVERIFY(report.issues()[0].first[0].message.text().starts_with("100 files like 0.pkl: a Python pickle"));
}

void TstConversionAdvice::anArchiveIsNotTakenForTheFirstFileInIt()
{
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    const QByteArray bytes = archive();
    std::ofstream(path + "/runs.tar", std::ios::binary).write(bytes.data(), bytes.size());
    ImportReport report;
    const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), report);
    QVERIFY(scan.files.empty());
    QCOMPARE(report.count(IssueKind::ConvertFirst), uint64_t(1));
}

void TstConversionAdvice::totalsWithoutTheirTableAskForIt()
{
    QTemporaryDir folder;
    const std::string path = folder.path().toStdString() + "/gpt2-train-1024-4.json";
    std::ofstream(path) << "{\"num_layer\": 36, \"e2e_latency\": 649.5, \"fw_latency\": 215.8}";
    const auto advices = [&] {
        ImportReport report;
        const auto source = openFile(path, "gpt2-train-1024-4.json");
        FileContents contents;
        const Importer* importer = ImporterRegistry::builtin().find(readHead(path, sniffBytes));
        return importer && importer->import(**source, contents, report, {}) ? int(report.count(IssueKind::ConvertFirst))
                                                                            : -1;
    };
    QCOMPARE(advices(), 1);
    std::ofstream(folder.path().toStdString() + "/gpt2-train-1024-4.csv") << "Name,OpName\n";
    QCOMPARE(advices(), 0);
}

BUBBLESCOPE_TEST(TstConversionAdvice, QCoreApplication)

} // namespace bubblescope::tst_conversionadvice

#include "tst_conversionadvice.moc"
