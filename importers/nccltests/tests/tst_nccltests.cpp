// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importtext.h"
#include "nccltests.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QFile>
#include <QTest>

namespace bubblescope::tst_nccltests {

namespace {

// Two hosts of one GPU each.
const std::string head = "# nThread 1 nGpus 1 minBytes 8 maxBytes 1024 step: 2(factor) warmup iters: 5\n"
                         "# Using devices\n"
                         "#   Rank  0 Pid  1 on node-a device  0 [0x00] GPU\n"
                         "#   Rank  1 Pid  1 on node-b device  0 [0x00] GPU\n"
                         "#   Rank  2 Pid  1 on node-a device  1 [0x00] GPU\n"
                         "#   Rank  3 Pid  1 on node-b device  1 [0x00] GPU\n";

Result<BandwidthCurve> readShared(const char* name)
{
    QFile file(QString::fromStdString(sharedData(name)));
    if (!file.open(QIODevice::ReadOnly))
        return Error {"no file", {}, {}};
    return readNcclTests(file.readAll().toStdString(), name);
}

} // namespace

class TstNcclTests : public QObject {
    Q_OBJECT
private slots:
    void whatLaunchersWriteBeforeALineIsPassedOver_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::newRow("mpirun") << QStringLiteral("[1,0]<stdout>:");
        QTest::newRow("srun") << QStringLiteral("0: ");
        QTest::newRow("Ray") << QStringLiteral("(head, rank=0, pid=3808) ");
        QTest::newRow("both") << QStringLiteral("(head, rank=0, pid=3808) [1,0]<stdout>:");
    }
    void whatLaunchersWriteBeforeALineIsPassedOver()
    {
        QFETCH(QString, prefix);
        const std::string row = "1024 256 float sum -1 10.00 0.10 0.15 0 9.00 0.11 0.17 0\n";
        const std::string text = prefix.toStdString()
            + QString::fromStdString(head)
                  .trimmed()
                  .replace(QStringLiteral("\n"), QStringLiteral("\n") + prefix)
                  .toStdString()
            + "\n" + prefix.toStdString() + row;
        QVERIFY(isNcclTests(text));
        const Result<BandwidthCurve> curve = readNcclTests(text, "prefixed.log");
        QVERIFY(curve.isOk());
        QCOMPARE(curve->ranks, 4);
        QCOMPARE(curve->points.size(), size_t(1));
        QCOMPARE(curve->points[0].bytes, 1024.0);
        QCOMPARE(curve->machine.devices, std::vector<std::string> {"GPU"});
    }

    void sizesAndTimesAreRead()
    {
        const Result<BandwidthCurve> curve = readNcclTests(head
                + "        1024           256     float     sum    10.00    0.10    0.15  1e-07     9.00    0.11    "
                  "0.17  0e+00\n"
                  "        4096          1024     float     sum    20.00    0.20    0.31  N/A     19.00    0.22    "
                  "0.32  N/A\n",
            "curves/four.log");
        QVERIFY(curve.isOk());
        QCOMPARE(curve->name, std::string("four.log"));
        QCOMPARE(curve->ranks, 4);
        QCOMPARE(curve->ranksPerNode, 2);
        QCOMPARE(int(curve->operation), int(Operation::AllReduce));
        QCOMPARE(curve->points.size(), size_t(2));
        QCOMPARE(curve->points[0].bytes, 1024.0);
        QCOMPARE(curve->points[0].ns, 10000.0);
        // Halfway between the logarithms.
        QCOMPARE(curve->nsAt(2048), 10000 * std::sqrt(2.0));
        QCOMPARE(curve->nsAt(8), 10000.0);
        QCOMPARE(curve->nsAt(8192), 40000.0);
    }

    void theCollectiveIsTakenFromNameOrFactor_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("operation");
        const auto add = [](const char* name, const char* row, const char* file, Operation operation) {
            QTest::newRow(name) << QByteArray(row) << QByteArray(file) << int(operation);
        };
        add("all-reduce with root", "1024 256 float sum -1 10 100 150 0 10 100 150 0", "", Operation::AllReduce);
        add("reduce-scatter", "1024 256 float sum -1 10 100 75 0 10 100 75 0", "", Operation::ReduceScatter);
        add("all-gather", "1024 256 float none -1 10 100 75 0 10 100 75 0", "", Operation::AllGather);
        add("all-gather, old", "1024 256 float 10 100 75 0 10 100 75 0", "", Operation::AllGather);
        add("broadcast", "1024 256 float none 0 10 100 100 0 10 100 100 0", "", Operation::Broadcast);
        add("reduce", "1024 256 float sum 0 10 100 100 0 10 100 100 0", "", Operation::Reduce);
        add("named", "1024 256 float none -1 10 100 75 0 10 100 75 0", "alltoall_perf.log", Operation::AllToAll);
        add("stated", "1024 256 float none -1 10 100 75 0 10 100 75 0\n# Collective test concluded: alltoall_perf", "",
            Operation::AllToAll);
    }
    void theCollectiveIsTakenFromNameOrFactor()
    {
        QFETCH(QByteArray, row);
        QFETCH(QByteArray, file);
        QFETCH(int, operation);
        const Result<BandwidthCurve> curve = readNcclTests(head + row.toStdString() + '\n', file.toStdString());
        QVERIFY(curve.isOk());
        QCOMPARE(int(curve->operation), operation);
    }

    void whatIsNoCurveIsRefused()
    {
        QVERIFY(!readNcclTests(""));
        QVERIFY(!readNcclTests(head));
        const Result<BandwidthCurve> anonymous = readNcclTests("1024 256 float sum 10 0.1 0 0 10 0.1 0 0\n");
        QVERIFY(!anonymous);
        QVERIFY(anonymous.error().message.text().find("does not name the GPUs") != std::string::npos);
    }

    void damagedRowsArePassedOver()
    {
        const Result<BandwidthCurve> curve = readNcclTests(head
            + "1024 256 float sum nan 0.1 0.15 0 10 0.1 0.15 0\n"
              "2048 512 float sum 0 0.1 0.15 0 10 0.1 0.15 0\n"
              "-4 1 float sum 10 0.1 0.15 0 10 0.1 0.15 0\n"
              "4096 1024 float sum 20 0.2 0.3 0 20 0.2 0.3 0\r\n"
              "8192 2048 float sum 20 0.2\n");
        QVERIFY(curve.isOk());
        QCOMPARE(curve->points.size(), size_t(1));
        QCOMPARE(curve->points[0].bytes, 4096.0);
    }

    void realLogsAreRead_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("perNode");
        QTest::addColumn<double>("largest");
        QTest::addColumn<double>("us");
        QTest::newRow("nccl_1") << 1 << 1 << 0.0 << 0.0;
        QTest::newRow("nccl_4") << 4 << 4 << 1073741824.0 << 7173.7;
        QTest::newRow("nccl_8") << 8 << 8 << 1073741824.0 << 8139.2;
        QTest::newRow("nccl_16") << 16 << 8 << 0.0 << 0.0;
        QTest::newRow("nccl_32") << 32 << 8 << 0.0 << 0.0;
        QTest::newRow("nccl_64") << 64 << 8 << 0.0 << 0.0;
        QTest::newRow("nccl_128") << 128 << 8 << 0.0 << 0.0;
    }
    void realLogsAreRead()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(int, ranks);
        QFETCH(int, perNode);
        QFETCH(double, largest);
        QFETCH(double, us);
        const QByteArray name = QByteArray("echo/nccl_tests/") + QTest::currentDataTag() + ".log";
        const Result<BandwidthCurve> curve = readShared(name.constData());
        QVERIFY2(curve.isOk(), curve ? "" : curve.error().message.text().c_str());
        QCOMPARE(curve->ranks, ranks);
        QCOMPARE(curve->ranksPerNode, perNode);
        QCOMPARE(int(curve->operation), int(Operation::AllReduce));
        QVERIFY(curve->points.size() > 15);
        for (size_t i = 1; i < curve->points.size(); ++i)
            QVERIFY(curve->points[i - 1].bytes < curve->points[i].bytes);
        if (largest > 0)
            QCOMPARE(curve->nsAt(largest), us * 1e3);
    }

    void logsInAFolderAreRecognised()
    {
        const std::unique_ptr<Importer> importer = makeNcclTestsImporter();
        QVERIFY(importer->sniff(head) > 90);
        QVERIFY(importer->sniff("[1,0]<stdout>:" + head) > 90);
        QCOMPARE(importer->sniff("> GAS: 32\n> nGpus 8\n"), 0);
        const Imported imported
            = importText(*importer, head + "1024 256 float sum 10 0.1 0.15 0 10 0.1 0.15 0\n", "a/curve.log");
        QCOMPARE(imported.issues(), QByteArray());
        QCOMPARE(imported.contents.bandwidthCurves.size(), size_t(1));
        QCOMPARE(importText(*importer, head).issues(), QByteArray("incomplete-block"));
    }
};

BUBBLESCOPE_TEST(TstNcclTests, QCoreApplication)

} // namespace bubblescope::tst_nccltests

#include "tst_nccltests.moc"
