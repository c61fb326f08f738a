// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Databases of Ascend's profiler: written by the tests after a real schema, and a real one with figures that the
// sqlite3 shell gives.
#include "ascenddatabaseimporter.h"
#include "importerregistry.h"
#include "recordedrun.h"
#include "shareddata.h"
#include "sqlitedatabase.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>

#include <sys/resource.h>

namespace bubblescope::tst_ascenddatabase {

namespace {

const AscendDatabaseImporter importer;

std::string tables()
{
    return "CREATE TABLE STRING_IDS(id INTEGER PRIMARY KEY, value TEXT);"
           "CREATE TABLE TASK(startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, globalTaskId "
           "INTEGER,"
           "taskType INTEGER, streamId INTEGER);"
           "CREATE TABLE COMPUTE_TASK_INFO(name INTEGER, globalTaskId INTEGER PRIMARY KEY, taskType INTEGER);"
           "CREATE TABLE COMMUNICATION_OP(opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER,"
           "groupName INTEGER, opId INTEGER PRIMARY KEY, dataType INTEGER, count NUMERIC);"
           "CREATE TABLE CANN_API(startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, connectionId "
           "INTEGER,"
           "name INTEGER);"
           "CREATE TABLE PYTORCH_API(startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER, name INTEGER,"
           "type INTEGER);"
           "CREATE TABLE CONNECTION_IDS(id INTEGER, connectionId INTEGER);"
           "CREATE TABLE ENUM_API_TYPE(id INTEGER PRIMARY KEY, name TEXT);"
           "INSERT INTO ENUM_API_TYPE VALUES(10000,'node'),(50001,'op'),(50002,'queue'),(50003,'trace');"
           "CREATE TABLE ENUM_HCCL_DATA_TYPE(id INTEGER PRIMARY KEY, name TEXT);"
           "INSERT INTO ENUM_HCCL_DATA_TYPE VALUES(4,'FP32'),(11,'BFP16');"
           "CREATE TABLE RANK_DEVICE_MAP(rankId INTEGER, deviceId INTEGER);"
           "INSERT INTO STRING_IDS "
           "VALUES(1,'MatMul'),(2,'AI_CORE'),(3,'KERNEL_AICORE'),(4,'EVENT_WAIT'),(5,'hcom_allReduce__1'),"
           "(6,'a'),(7,'launch'),(8,'aclnnMatmul'),(9,'MEMCPY_ASYNC');";
}

std::string task(int64_t begin, int64_t end, int number, int type, int connection = -1, int stream = 2, int device = 0)
{
    return fmt::format(
        "INSERT INTO TASK VALUES({},{},{},{},{},{},{});", begin, end, device, connection, number, type, stream);
}
std::string computes(int number) { return fmt::format("INSERT INTO COMPUTE_TASK_INFO VALUES(1,{},2);", number); }

RecordedRun opened(const std::string& sql, const std::string& name = "ascend_pytorch_profiler_3.db")
{
    SqliteDatabase database(name);
    database.run(sql);
    return openRecordings(importer, {database.close()});
}

} // namespace

class TstAscendDatabase : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void onlyWhatTheProfilerCallsComputingComputes()
    {
        // Of a mixed kernel one half, which task 2 is not; of collectives none of their parts.
        const RecordedRun run = opened(tables() + task(100, 200, 1, 3) + computes(1) + task(100, 190, 2, 2)
            + task(300, 400, 3, 2, -1, 4) + task(220, 230, 4, 9) + task(230, 240, 5, 4));
        QCOMPARE(sumOfCategory(run.trace(), Category::OtherCompute), TimeNs(100));
        QCOMPARE(sumOfCategory(run.trace(), Category::MemoryCopy), TimeNs(10));
        QVERIFY(spanLines(run.trace()).contains(QStringLiteral("r3 Stream 2: MatMul 0-100 compute")));
    }

    void operationsOfGroupsCommunicate()
    {
        const RecordedRun run = opened(tables() + task(100, 200, 1, 3) + computes(1)
            + "INSERT INTO COMMUNICATION_OP VALUES(5,300,700,12,6,1,11,1000);");
        QVERIFY(spanLines(run.trace())
                    .contains(QStringLiteral("r3 Group a Communication: hcom_allReduce__1 200-600 comm 2000 bytes")));
    }

    void theOperatorLaunchedWhatItLedTo()
    {
        // Not the call of CANN that another thread made for it; times of PyTorch are texts.
        const RecordedRun run = opened(tables() + task(100, 200, 1, 3, 12) + computes(1)
            + "INSERT INTO PYTORCH_API VALUES('10','30',4294967301,77,8,50001);"
              "INSERT INTO CONNECTION_IDS VALUES(77,12),(77,9000);"
              "INSERT INTO CANN_API VALUES(40,50,10000,4294967302,12,7);");
        const QStringList lines = spanLines(run.trace());
        QVERIFY2(lines.contains(QStringLiteral("r3 Stream 2: MatMul 90-190 compute <aclnnMatmul 0")),
            qPrintable(lines.join(QLatin1Char('\n'))));
        QVERIFY(lines.contains(QStringLiteral("r3 Thread 6: Node@launch 30-40 host")));
    }

    void callsThatShareANumberLaunchNothingTwice()
    {
        // 5,000 calls of one number with 5,000 links: 25 million launches would take 600 MB.
        const std::string numbers
            = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO ";
        const auto peakMemory = [] {
            rusage usage {};
            getrusage(RUSAGE_SELF, &usage);
            return int64_t(usage.ru_maxrss) * 1024;
        };
        const int64_t before = peakMemory();
        const RecordedRun run
            = opened(tables() + computes(1) + numbers + "TASK SELECT 100000 + 10 * i,100005 + 10 * i,0,i,1,3,2 FROM n;"
                + numbers + "PYTORCH_API SELECT 2 * i,2 * i + 1,4294967301,77,8,50001 FROM n;" + numbers
                + "CONNECTION_IDS SELECT 77,i FROM n;");
        QVERIFY(peakMemory() - before < 300'000'000);
        const QStringList launched = spanLines(run.trace()).filter(QStringLiteral("MatMul"));
        QCOMPARE(launched.size(), 5000);
        QCOMPARE(launched.filter(QStringLiteral("<aclnnMatmul 0")).size(), 5000); // the first of them
    }

    void theMapStatesTheRank()
    {
        const RecordedRun run = opened(tables() + task(100, 200, 1, 3) + computes(1) + task(100, 210, 2, 3, -1, 2, 1)
            + computes(2) + "INSERT INTO RANK_DEVICE_MAP VALUES(5,0),(4,1);");
        QVERIFY(spanLines(run.trace()).contains(QStringLiteral("r5 Stream 2: MatMul 0-100 compute")));
        QVERIFY(spanLines(run.trace()).contains(QStringLiteral("r4 Stream 2: MatMul 0-110 compute")));
        QCOMPARE(run.report.count(IssueKind::RankNotStated), uint64_t(0));
    }

    void damagedRowsAreCounted()
    {
        const RecordedRun run = opened(tables() + task(100, 200, 1, 3) + computes(1) + task(50, 40, 2, 999)
            + "INSERT INTO TASK(startNs,endNs) VALUES(NULL,5),('x',5);"
              "INSERT INTO PYTORCH_API VALUES('no','time',0,0,8,50001);");
        QCOMPARE(run.report.count(IssueKind::MissingTime), uint64_t(3));
        QCOMPARE(run.report.count(IssueKind::NegativeDuration), uint64_t(1));
    }

    void whatBreaksOffIsShownAsFarAsItGoes()
    {
        SqliteDatabase database;
        std::string sql = "PRAGMA page_size=512;" + tables() + "BEGIN;";
        for (int i = 0; i < 300; ++i)
            sql += task(10 * i, 10 * i + 5, i, 3) + computes(i);
        database.run(sql + "COMMIT;");
        QFile file(QString::fromStdString(database.close()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        for (qsizetype size = 600; size < whole.size(); size += 977) {
            QVERIFY(importText(importer, std::string_view(whole.data(), size_t(size)), "cut.db").finished);
            QByteArray flipped = whole;
            flipped[size] = static_cast<char>(flipped[size] ^ 0x81);
            QVERIFY(importText(importer, std::string_view(flipped.data(), size_t(flipped.size())), "flip.db").finished);
        }
    }

    void aRealDatabaseHasTheSumsOfItsTables()
    {
        REQUIRE_SHARED_DATA();
        const std::string path
            = sharedData("ascend/db/level1/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
        const Importer* const found = ImporterRegistry::builtin().findByTables(tablesOfDatabase(path));
        QVERIFY(found && found->id() == importer.id());
        const RecordedRun run = openRecordings(importer, {path});
        const Trace& trace = run.trace();
        // SELECT sum(endNs-startNs) FROM TASK JOIN COMPUTE_TASK_INFO USING(globalTaskId); of COMMUNICATION_OP; of tasks
        // of type MEMCPY_ASYNC.
        TimeNs compute = 0;
        TimeNs communication = 0;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            const bool isStream = trace.track(trace.track(span)).lane == Lane::Stream
                || trace.track(trace.track(span)).lane == Lane::Compute;
            if (trace.track(trace.track(span)).lane == Lane::Communication)
                communication += trace.duration(span);
            else if (isStream && trace.category(span) != Category::MemoryCopy)
                compute += trace.duration(span);
        }
        QCOMPARE(compute, TimeNs(8'903'431));
        QCOMPARE(communication, TimeNs(102'108'100));
        QCOMPARE(sumOfCategory(trace, Category::MemoryCopy), TimeNs(866'699));
    }
};

BUBBLESCOPE_TEST(TstAscendDatabase, QCoreApplication)

} // namespace bubblescope::tst_ascenddatabase

#include "tst_ascenddatabase.moc"
