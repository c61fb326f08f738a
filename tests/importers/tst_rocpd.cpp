// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Databases of AMD's profilers, written by the tests after the schemas of rocprofiler-sdk (rocpd_tables.sql) and
// rocmProfileData (tableSchema.cmd).
#include "importerregistry.h"
#include "recordedrun.h"
#include "rocpdimporter.h"
#include "rocprofjsonimporter.h"
#include "rpdimporter.h"
#include "shareddata.h"
#include "sqlitedatabase.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>

#include <sys/resource.h>

namespace bubblescope::tst_rocpd {

namespace {

const RocpdImporter rocpd;
const RpdImporter rpd;
const RocprofJsonImporter rocprofJson;

/// The tables of one recording, with a process on a host.
std::string recording(const std::string& suffix, int64_t pid, const std::string& environment = "{}")
{
    const auto table = [&suffix](const char* name, const char* columns) {
        return fmt::format("CREATE TABLE \"{}{}\"(id INTEGER PRIMARY KEY, guid TEXT, {});", name, suffix, columns);
    };
    return table("rocpd_string", "string TEXT")
        + table("rocpd_info_node", "hash INTEGER, machine_id TEXT, hostname TEXT")
        + table("rocpd_info_process", "nid INTEGER, ppid INTEGER, pid INTEGER, command TEXT, environment TEXT")
        + table("rocpd_info_thread", "nid INTEGER, pid INTEGER, tid INTEGER")
        + table("rocpd_info_agent", "nid INTEGER, pid INTEGER, type TEXT, type_index INTEGER, name TEXT")
        + table("rocpd_info_kernel_symbol", "nid INTEGER, pid INTEGER, kernel_name TEXT, display_name TEXT")
        + table("rocpd_event", "category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER")
        + table("rocpd_region",
            "nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, name_id INTEGER, event_id INTEGER")
        + table("rocpd_kernel_dispatch",
            "nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, kernel_id INTEGER, queue_id INTEGER, stream_id "
            "INTEGER, start BIGINT, end BIGINT, event_id INTEGER")
        + table("rocpd_memory_copy",
            "nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, name_id INTEGER, dst_agent_id INTEGER, "
            "src_agent_id INTEGER, size INTEGER, queue_id INTEGER, stream_id INTEGER, event_id INTEGER")
        + fmt::format(
            "INSERT INTO \"rocpd_info_node{0}\" VALUES(1,'g',1,'m','node1');"
            "INSERT INTO \"rocpd_info_process{0}\" VALUES({1},'g',1,1,{1},'python train.py','{2}');"
            "INSERT INTO \"rocpd_info_agent{0}\" VALUES(1,'g',1,{1},'CPU',0,'EPYC'),(4,'g',1,{1},'GPU',0,'gfx942')"
            ",(5,'g',1,{1},'GPU',1,'gfx942');"
            "INSERT INTO \"rocpd_string{0}\" VALUES(1,'g','HIP_RUNTIME_API'),(2,'g','hipLaunchKernel'),"
            "(3,'g','MARKER_CORE_RANGE_API'),(4,'g','step 1'),(5,'g','MEMORY_COPY_HOST_TO_DEVICE'),"
            "(6,'g','hipMemcpyAsync');"
            "INSERT INTO \"rocpd_info_kernel_symbol{0}\" VALUES(16,'g',1,{1},'_Zgemm','gemm'),"
            "(17,'g',1,{1},'ncclDevKernel_Generic_1','');",
            suffix, pid, environment);
}

std::string eventRow(const std::string& suffix, int id, int category, int stack, int correlation = 0)
{
    return fmt::format(
        "INSERT INTO \"rocpd_event{}\" VALUES({},'g',{},{},0,{});", suffix, id, category, stack, correlation);
}
std::string kernel(const std::string& suffix, int64_t pid, int64_t begin, int64_t end, int event, int kernel = 16,
    int agent = 4, int stream = 1)
{
    return fmt::format("INSERT INTO \"rocpd_kernel_dispatch{}\"(guid,nid,pid,tid,agent_id,kernel_id,queue_id,stream_id,"
                       "start,end,event_id) VALUES('g',1,{},1,{},{},1,{},{},{},{});",
        suffix, pid, agent, kernel, stream, begin, end, event);
}
std::string call(
    const std::string& suffix, int64_t pid, int64_t begin, int64_t end, int event, int name = 2, int64_t thread = 500)
{
    return fmt::format("INSERT INTO \"rocpd_region{}\"(guid,nid,pid,tid,start,end,name_id,event_id) "
                       "VALUES('g',1,{},{},{},{},{},{});",
        suffix, pid, thread, begin, end, name, event);
}

RecordedRun opened(const Importer& importer, const std::string& sql)
{
    SqliteDatabase database;
    database.run(sql);
    return openRecordings(importer, {database.close()});
}

/// Of this program so far, in bytes.
int64_t peakMemory()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return int64_t(usage.ru_maxrss) * 1024;
}

/// Of schema 3 (schema_version in rocpd_metadata): other names, kernels without a process, process numbers as keys.
std::string olderTables()
{
    return "CREATE TABLE rocpd_string(id INTEGER PRIMARY KEY, string TEXT);"
           "CREATE TABLE _rocpd_node(id INTEGER, hash BIGINT, machine_id TEXT, system_name TEXT, hostname TEXT, "
           "PRIMARY KEY(id));"
           "CREATE TABLE _rocpd_process(id INTEGER, node_id INTEGER, parent_pid INTEGER, command TEXT, environment "
           "JSONB, PRIMARY KEY(id, node_id));"
           "CREATE TABLE _rocpd_thread(id INTEGER, node_id INTEGER, process_id INTEGER, name TEXT, PRIMARY KEY(id, "
           "process_id, node_id));"
           "CREATE TABLE rocpd_agent(id INTEGER, node_id INTEGER, type TEXT, absolute_index INTEGER, logical_index "
           "INTEGER, type_index INTEGER, name TEXT, product_name TEXT, PRIMARY KEY(id));"
           "CREATE TABLE rocpd_kernel_symbol(id INTEGER, node_id INTEGER, code_object_id INTEGER, kernel_name TEXT, "
           "display_name TEXT, PRIMARY KEY(id));"
           "CREATE TABLE rocpd_event(id INTEGER, category_id INTEGER, correlation_id INTEGER, stack_id INTEGER, "
           "parent_stack_id INTEGER, PRIMARY KEY(id));"
           "CREATE TABLE _rocpd_region(id INTEGER, node_id INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end "
           "BIGINT, name_id INTEGER, event_id INTEGER, PRIMARY KEY(id));"
           "CREATE TABLE _rocpd_kernel_dispatch(id INTEGER, node_id INTEGER, agent_id INTEGER, kernel_id INTEGER, "
           "dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, end BIGINT, region_name_id "
           "INTEGER, event_id INTEGER, PRIMARY KEY(id));"
           "CREATE TABLE _rocpd_memory_copy(id INTEGER, node_id INTEGER, pid INTEGER, tid INTEGER, start BIGINT, "
           "end BIGINT, name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER, size INTEGER, queue_id "
           "INTEGER, stream_id INTEGER, region_name_id INTEGER, event_id INTEGER, PRIMARY KEY(id));"
           "CREATE VIEW rocpd_region AS SELECT * FROM _rocpd_region;"
           "CREATE VIEW rocpd_kernel_dispatch AS SELECT * FROM _rocpd_kernel_dispatch;";
}

std::string rpdTables()
{
    return "CREATE TABLE rocpd_string(id INTEGER PRIMARY KEY, string TEXT);"
           "CREATE TABLE rocpd_op(id INTEGER PRIMARY KEY, gpuId, queueId, sequenceId, completionSignal, start, end, "
           "description_id, opType_id);"
           "CREATE TABLE rocpd_api(id INTEGER PRIMARY KEY, pid, tid, start, end, apiName_id, args_id);"
           "CREATE TABLE rocpd_api_ops(id INTEGER PRIMARY KEY, api_id, op_id);"
           "INSERT INTO rocpd_string VALUES(1,'gemm'),(2,'KernelExecution'),(3,'hipLaunchKernel'),(4,''),"
           "(5,'CopyHostToDevice'),(6,'UserMarker'),(7,'F1'),(8,'hipMemcpyAsync');";
}

} // namespace

class TstRocpd : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void kernelsAndCopiesKnowTheirCalls()
    {
        const std::string u = "_0a";
        const RecordedRun run = opened(rocpd,
            recording(u, 100) + eventRow(u, 1, 1, 11) + eventRow(u, 2, 0, 11) + eventRow(u, 3, 1, 12)
                + eventRow(u, 4, 0, 12) + call(u, 100, 900, 910, 1) + kernel(u, 100, 1000, 1400, 2)
                + call(u, 100, 1450, 1455, 3, 6)
                + "INSERT INTO \"rocpd_memory_copy_0a\" VALUES(1,'g',1,100,1,1500,1600,5,4,1,4096,1,1,4);");
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 1: Memcpy HtoD 600-700 memcpy 4096 bytes <hipMemcpyAsync 550",
                "r0 stream 1: gemm 100-500 compute <hipLaunchKernel 0", "r0 thread 500: hipLaunchKernel 0-10 host",
                "r0 thread 500: hipMemcpyAsync 550-555 host"}));
    }

    void kernelsKnowHowTheyWereLaunched()
    {
        // Grids count work-items: 65,536 of them in groups of 256 are 256 groups; 1,000 make four, the last smaller.
        const std::string u = "_0a";
        std::string columns;
        for (const char* name : {"workgroup_size_x", "workgroup_size_y", "workgroup_size_z", "grid_size_x",
                 "grid_size_y", "grid_size_z", "group_segment_size", "private_segment_size"})
            columns += fmt::format("ALTER TABLE rocpd_kernel_dispatch_0a ADD COLUMN {} INTEGER;", name);
        const auto launched = [](int event, const char* numbers) {
            return fmt::format("UPDATE rocpd_kernel_dispatch_0a SET (grid_size_x,grid_size_y,grid_size_z,"
                               "workgroup_size_x,workgroup_size_y,workgroup_size_z,group_segment_size)=({}) "
                               "WHERE event_id={};",
                numbers, event);
        };
        const RecordedRun run = opened(rocpd,
            recording(u, 100) + columns
                + "ALTER TABLE rocpd_info_kernel_symbol_0a ADD COLUMN arch_vgpr_count INTEGER;"
                  "UPDATE rocpd_info_kernel_symbol_0a SET arch_vgpr_count=128 WHERE id=16;"
                + kernel(u, 100, 1000, 1100, 1) + kernel(u, 100, 1200, 1300, 2) + kernel(u, 100, 1400, 1500, 3, 17)
                + kernel(u, 100, 1600, 1700, 4, 17) + launched(1, "65536,1,1,256,1,1,16384")
                + launched(2, "1000,8,3,256,4,1,0") + launched(3, "1000,0,1,256,1,1,512")
                + launched(4, "-5,1,1,0,1,1,-1"));
        QStringList launches;
        for (uint32_t i = 0; i < run.trace().spanCount(); ++i)
            launches += QString::fromUtf8(
                run.trace().inputs(SpanId(i)).data(), qsizetype(run.trace().inputs(SpanId(i)).size()));
        QCOMPARE(launches,
            (QStringList {"launch|256,1,1|256,1,1|128|16384|", "launch|4,2,3|256,4,1|128|0|", "launch||||512|", ""}));
    }

    void countersAreThoseOfTheirKernels()
    {
        // rocprofv3 --pmc: two dimensions of SQ_WAVES for the first kernel; rocprof-sys samples besides.
        const std::string u = "_0a";
        const RecordedRun run = opened(rocpd,
            recording(u, 100) + eventRow(u, 1, 0, 11) + eventRow(u, 2, 0, 12) + eventRow(u, 3, 0, 0)
                + kernel(u, 100, 1000, 1400, 1) + kernel(u, 100, 1500, 1600, 2)
                + "CREATE TABLE rocpd_info_pmc_0a(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, "
                  "agent_id "
                  "INTEGER, name TEXT, symbol TEXT);"
                  "CREATE TABLE rocpd_pmc_event_0a(id INTEGER PRIMARY KEY, guid TEXT, event_id INTEGER, pmc_id "
                  "INTEGER, "
                  "value REAL, extdata TEXT);"
                  "CREATE TABLE rocpd_sample_0a(id INTEGER PRIMARY KEY, guid TEXT, track_id INTEGER, timestamp BIGINT, "
                  "event_id INTEGER);"
                  "INSERT INTO rocpd_info_pmc_0a VALUES(7,'g',1,100,4,'Waves','SQ_WAVES'),(8,'g',1,100,4,'Busy','');"
                  "INSERT INTO rocpd_pmc_event_0a VALUES(1,'g',1,7,40,''),(2,'g',1,7,24,''),(3,'g',2,7,8,''),"
                  "(4,'g',3,8,99.5,''),(5,'g',3,77,1,''),(6,'g',9,7,1,'');"
                  "INSERT INTO rocpd_sample_0a VALUES(1,'g',1,1450,3);");
        const CounterTable& counters = run.trace().counters();
        QCOMPARE(counters.series.size(), size_t(2));
        const auto valuesOf = [&](size_t i) {
            const auto values = counters.valuesOf(counters.series[i]);
            return std::vector<double>(values.begin(), values.end());
        };
        const auto named = [&](size_t i) { return std::string(run.trace().strings().text(counters.series[i].name)); };
        const size_t waves = named(0) == "SQ_WAVES" ? 0 : 1;
        QCOMPARE(named(waves), std::string("SQ_WAVES"));
        QCOMPARE(valuesOf(waves), (std::vector<double> {64, 8}));
        QCOMPARE(counters.timesOf(counters.series[waves])[1], TimeNs(500));
        QCOMPARE(counters.series[waves].device, int16_t(0));
        QCOMPARE(named(1 - waves), std::string("Busy"));
        QCOMPARE(valuesOf(1 - waves), (std::vector<double> {99.5}));
        QCOMPARE(counters.timesOf(counters.series[1 - waves])[0], TimeNs(450));
    }

    // Each further value is counted, and those that are kept are whole: later dimensions of theirs still add up.
    void countersBeyondTheMostAreSaidToBeLeftOut()
    {
        const std::string u = "_0a";
        const RecordedRun run = opened(RocpdImporter(2),
            recording(u, 100) + eventRow(u, 1, 0, 11) + eventRow(u, 2, 0, 12) + eventRow(u, 3, 0, 13)
                + kernel(u, 100, 1000, 1400, 1) + kernel(u, 100, 1500, 1600, 2) + kernel(u, 100, 1700, 1800, 3)
                + "CREATE TABLE rocpd_info_pmc_0a(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, "
                  "agent_id INTEGER, name TEXT, symbol TEXT);"
                  "CREATE TABLE rocpd_pmc_event_0a(id INTEGER PRIMARY KEY, guid TEXT, event_id INTEGER, pmc_id "
                  "INTEGER, value REAL, extdata TEXT);"
                  "INSERT INTO rocpd_info_pmc_0a VALUES(7,'g',1,100,4,'Waves','SQ_WAVES');"
                  "INSERT INTO rocpd_pmc_event_0a VALUES(1,'g',1,7,40,''),(2,'g',2,7,8,''),(3,'g',3,7,5,''),"
                  "(4,'g',1,7,24,'');");
        const CounterTable& counters = run.trace().counters();
        QCOMPARE(counters.series.size(), size_t(1));
        const auto values = counters.valuesOf(counters.series[0]);
        QCOMPARE(std::vector<double>(values.begin(), values.end()), (std::vector<double> {64, 8}));
        QCOMPARE(run.report.count(IssueKind::OversizedFile), uint64_t(1));
    }

    void callsMayShareACorrelationInstead()
    {
        // Numbers of the stack are those of each event alone here.
        const std::string u = "_0a";
        const RecordedRun run = opened(rocpd,
            recording(u, 100) + eventRow(u, 1, 1, 1, 77) + eventRow(u, 2, 0, 2, 77) + call(u, 100, 900, 910, 1)
                + kernel(u, 100, 1000, 1400, 2));
        QCOMPARE(spanLines(run.trace()),
            (QStringList {
                "r0 stream 1: gemm 100-500 compute <hipLaunchKernel 0", "r0 thread 500: hipLaunchKernel 0-10 host"}));
    }

    void eachGpuOfAProcessIsARank()
    {
        // A thread is drawn with the GPU that it starts most on.
        const std::string u = "_0a";
        const RecordedRun run = opened(rocpd,
            recording(u, 100) + eventRow(u, 1, 1, 11) + eventRow(u, 2, 0, 11) + eventRow(u, 3, 1, 12)
                + eventRow(u, 4, 0, 12) + call(u, 100, 0, 1, 1, 2, 500) + call(u, 100, 0, 2, 3, 2, 501)
                + kernel(u, 100, 10, 20, 2, 16, 4) + kernel(u, 100, 10, 30, 4, 16, 5));
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 1: gemm 10-20 compute <hipLaunchKernel 0",
                "r0 thread 500: hipLaunchKernel 0-1 host", "r1 stream 1: gemm 10-30 compute <hipLaunchKernel 0",
                "r1 thread 501: hipLaunchKernel 0-2 host"}));
        QCOMPARE(run.report.count(IssueKind::RankNotStated), uint64_t(1));
    }

    void theOlderSchemaOpens()
    {
        const std::string rows
            = "INSERT INTO rocpd_string VALUES(1,'HIP_RUNTIME_API'),(2,'hipLaunchKernel'),"
              "(5,'MEMORY_COPY_HOST_TO_DEVICE'),(6,'hipMemcpyAsync');"
              "INSERT INTO _rocpd_node VALUES(1,5,'m','Linux','node1');"
              "INSERT INTO _rocpd_process VALUES(100,1,1,'python train.py','{}');"
              "INSERT INTO _rocpd_thread VALUES(500,1,100,'');"
              "INSERT INTO rocpd_agent VALUES(1,1,'CPU',0,0,0,'EPYC',''),(4,1,'GPU',1,1,0,'gfx942','MI300X');"
              "INSERT INTO rocpd_kernel_symbol VALUES(16,1,1,'_Zgemm','gemm');"
              "INSERT INTO rocpd_event VALUES(1,1,0,11,0),(2,0,0,11,0),(3,1,0,12,0),(4,0,0,12,0);"
              "INSERT INTO _rocpd_region VALUES(1,1,100,500,900,910,2,1),(2,1,100,500,1450,1455,6,3);"
              "INSERT INTO _rocpd_kernel_dispatch VALUES(1,1,4,16,1,1,1,1000,1400,2,2);"
              "INSERT INTO _rocpd_memory_copy VALUES(1,1,100,500,1500,1600,5,4,1,4096,1,1,2,4);";
        const RecordedRun run = opened(rocpd, olderTables() + rows);
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 1: Memcpy HtoD 600-700 memcpy 4096 bytes <hipMemcpyAsync 550",
                "r0 stream 1: gemm 100-500 compute <hipLaunchKernel 0", "r0 thread 500: hipLaunchKernel 0-10 host",
                "r0 thread 500: hipMemcpyAsync 550-555 host"}));
        QCOMPARE(run.trace().ranks().size(), size_t(1));
    }

    /// Two processes with a GPU each. Both count their calls from 1: the numbers that both have tell nothing of their
    /// kernels, the GPU does.
    void kernelsOfTheOlderSchemaAreThoseOfWhoLaunchedThem()
    {
        const RecordedRun run = opened(rocpd,
            olderTables()
                + "INSERT INTO rocpd_string VALUES(1,'HIP_RUNTIME_API'),(2,'hipLaunchKernel');"
                  "INSERT INTO _rocpd_node VALUES(1,5,'m','Linux','node1');"
                  "INSERT INTO _rocpd_process VALUES(100,1,1,'train.py','{}'),(200,1,1,'train.py','{}');"
                  "INSERT INTO _rocpd_thread VALUES(500,1,100,''),(600,1,200,'');"
                  "INSERT INTO rocpd_agent "
                  "VALUES(4,1,'GPU',1,1,0,'gfx942','MI300X'),(5,1,'GPU',2,2,1,'gfx942','MI300X');"
                  "INSERT INTO rocpd_kernel_symbol VALUES(16,1,1,'_Zgemm','gemm');"
                  "INSERT INTO rocpd_event VALUES(1,1,0,11,0),(2,0,0,11,0),(3,1,0,12,0),(4,0,0,12,0),"
                  "(5,1,0,11,0),(6,0,0,11,0),(7,1,0,13,0),(8,0,0,13,0);"
                  "INSERT INTO _rocpd_region VALUES(1,1,100,500,900,910,2,1),(2,1,100,500,950,955,2,3),"
                  "(3,1,200,600,900,920,2,5),(4,1,200,600,960,965,2,7);"
                  "INSERT INTO _rocpd_kernel_dispatch VALUES(1,1,4,16,1,1,1,1000,1100,2,2),"
                  "(2,1,4,16,1,1,1,1200,1300,2,4),(3,1,5,16,1,1,1,1000,1150,2,6),(4,1,5,16,1,1,1,1200,1350,2,8);");
        QCOMPARE(run.trace().ranks().size(), size_t(2));
        const QStringList lines = spanLines(run.trace());
        QCOMPARE(lines.size(), 8);
        QCOMPARE(lines.filter(QStringLiteral("r0 stream 1: gemm 100-200")).size(), 1);
        QCOMPARE(lines.filter(QStringLiteral("r0 stream 1: gemm 300-400")).size(), 1);
        QCOMPARE(lines.filter(QStringLiteral("r0 thread 500: hipLaunchKernel")).size(), 2);
        QCOMPARE(lines.filter(QStringLiteral("r1 stream 1: gemm 100-250")).size(), 1);
        QCOMPARE(lines.filter(QStringLiteral("r1 stream 1: gemm 300-450")).size(), 1);
        QCOMPARE(lines.filter(QStringLiteral("r1 thread 600: hipLaunchKernel")).size(), 2);
    }

    void recordingsOfOneFileAreTheirProcesses()
    {
        const RecordedRun run = opened(rocpd,
            recording("_0a", 200) + kernel("_0a", 200, 10, 20, 0) + recording("_0b", 100)
                + kernel("_0b", 100, 10, 40, 0));
        QCOMPARE(run.runs.size(), size_t(1));
        // In the order of process numbers.
        QCOMPARE(
            spanLines(run.trace()), (QStringList {"r0 stream 1: gemm 0-30 compute", "r1 stream 1: gemm 0-10 compute"}));
    }

    void theEnvironmentStatesTheRank()
    {
        const auto made = [](SqliteDatabase& database, int rank, int64_t end) -> const std::string& {
            const int64_t pid = 300 - rank;
            database.run(recording("_0a", pid, fmt::format("{{\"RANK\": \"{}\", \"WORLD_SIZE\": \"2\"}}", rank))
                + kernel("_0a", pid, 10, end, 0));
            return database.close();
        };
        SqliteDatabase first("a_results.db");
        SqliteDatabase second("b_results.db");
        const RecordedRun run = openRecordings(rocpd, {made(first, 1, 20), made(second, 0, 40)});
        QCOMPARE(run.runs.size(), size_t(1));
        QCOMPARE(
            spanLines(run.trace()), (QStringList {"r0 stream 1: gemm 0-30 compute", "r1 stream 1: gemm 0-10 compute"}));
    }

    void aProcessWithoutAnEnvironmentStatesNoRank()
    {
        const std::string u = "_0a";
        const RecordedRun run = opened(rocpd,
            recording(u, 100) + fmt::format("UPDATE \"rocpd_info_process{}\" SET environment = NULL;", u)
                + kernel(u, 100, 10, 20, 0));
        QCOMPARE(spanLines(run.trace()), (QStringList {"r0 stream 1: gemm 0-10 compute"}));
    }

    void kernelsOfRcclCommunicate()
    {
        const std::string u = "_0a";
        const RecordedRun run = opened(rocpd, recording(u, 100) + kernel(u, 100, 10, 20, 0, 17));
        QVERIFY(isCommunication(run.trace().category(SpanId(0))));
    }

    void damagedRowsAreCounted()
    {
        const std::string u = "_0a";
        const RecordedRun run = opened(rocpd,
            recording(u, 100) + kernel(u, 100, 10, 20, 0) + kernel(u, 100, 40, 30, 1 << 30, 99, 77)
                + "INSERT INTO \"rocpd_kernel_dispatch_0a\"(start,end) VALUES(NULL,5),('x',5),"
                  "(9223372036854775807,9223372036854775807);");
        QCOMPARE(run.report.count(IssueKind::MissingTime), uint64_t(2));
        QCOMPARE(run.report.count(IssueKind::TimeOutOfRange), uint64_t(1));
        QCOMPARE(run.report.count(IssueKind::NegativeDuration), uint64_t(1));
    }

    void aTableWithAQuoteInItsNameIsNotAskedFor()
    {
        SqliteDatabase database;
        database.run(recording("_0a", 100) + kernel("_0a", 100, 10, 20, 0)
            + "CREATE TABLE \"rocpd_region_\"\"; DROP TABLE x; --\"(start, end);");
        const RecordedRun run = openRecordings(rocpd, {database.close()});
        QCOMPARE(run.trace().spanCount(), 1u);
    }

    void aPartIsReadAlone()
    {
        SqliteDatabase database;
        database.run(recording("_0a", 100) + kernel("_0a", 100, 10, 20, 0) + kernel("_0a", 100, 30, 40, 0));
        const auto source = openFile(database.close(), "a_results.db");
        QVERIFY(bool(source));
        QCOMPARE(rocpd.findStart(**source, {})->time, TimeNs(10));
        FileContents contents;
        ImportReport report;
        QVERIFY(rocpd.importSlice({}, **source, {25, 45}, contents, report, {}));
        QCOMPARE(contents.traceParts.at(0).builder.spanCount(), 1u);
    }

    void whatBreaksOffIsShownAsFarAsItGoes()
    {
        SqliteDatabase database;
        std::string sql = "PRAGMA page_size=512;" + recording("_0a", 100) + "BEGIN;";
        for (int i = 0; i < 300; ++i)
            sql += kernel("_0a", 100, 10 * i, 10 * i + 5, i);
        database.run(sql + "COMMIT;");
        QFile file(QString::fromStdString(database.close()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        for (qsizetype size = 600; size < whole.size(); size += 977) {
            QVERIFY(importText(rocpd, std::string_view(whole.data(), size_t(size)), "cut.db").finished);
            QByteArray flipped = whole;
            flipped[size] = static_cast<char>(flipped[size] ^ 0x81);
            QVERIFY(importText(rocpd, std::string_view(flipped.data(), size_t(flipped.size())), "flip.db").finished);
        }
    }

    void thePublicReportOpens()
    {
        REQUIRE_SHARED_DATA();
        // 55 kernels of 22 ms in all, says the sqlite3 shell.
        const std::string path = sharedData("reports/56-rocpd-database/input/7001_results.db");
        const RecordedRun run = openRecordings(rocpd, {path});
        QCOMPARE(run.trace().spanCount(), 55u);
        QCOMPARE(sumOfCategory(run.trace(), Category::OtherCompute), TimeNs(20'000'000));
        QCOMPARE(sumOfCategory(run.trace(), Category::OtherComm), TimeNs(2'000'000));
        const SqliteFile::Names tables = tablesOfDatabase(path);
        const Importer* const found = ImporterRegistry::builtin().findByTables(tables);
        QVERIFY(found && found->id() == rocpd.id());
    }

    void recordsOfJsonKnowTheirCalls()
    {
        const std::string text = R"({"rocprofiler-sdk-tool": [{"metadata": {"node": {"hostname": "node1"}, "pid": 100},
            "agents": [{"id": {"handle": 1}, "type": 1, "name": "EPYC"},
                {"id": {"handle": 4}, "type": 2, "logical_node_type_id": 0, "name": "gfx942"}],
            "strings": {"buffer_records": [{"kind": "NONE", "operations": []},
                {"kind": "HIP_RUNTIME_API", "operations": ["none", "hipLaunchKernel"]},
                {"kind": "MEMORY_COPY", "operations": ["none", "MEMORY_COPY_HOST_TO_DEVICE"]}]},
            "buffer_records": {
                "hip_api": [{"kind": 1, "operation": 1, "correlation_id": {"internal": 7, "external": 0},
                    "start_timestamp": 900, "end_timestamp": 910, "thread_id": 500}],
                "kernel_dispatch": [{"correlation_id": {"internal": 7, "external": 0}, "start_timestamp": 1000,
                    "end_timestamp": 1400, "dispatch_info": {"agent_id": {"handle": 4}, "kernel_id": 16,
                    "queue_id": {"handle": 1}, "private_segment_size": 0, "group_segment_size": 4096,
                    "workgroup_size": {"x": 64, "y": 2, "z": 1}, "grid_size": {"x": 640, "y": 7, "z": 1}},
                    "stream_id": {"handle": 2}}],
                "memory_copy": [{"kind": 2, "operation": 1, "correlation_id": {"internal": 0}, "start_timestamp": 1500,
                    "end_timestamp": 1600, "dst_agent_id": {"handle": 4}, "src_agent_id": {"handle": 1}, "bytes": 64,
                    "stream_id": {"handle": 2}}]},
            "kernel_symbols": [{"kernel_id": 16, "formatted_kernel_name": "gemm", "sgpr_count": 48, "arch_vgpr_count": 96,
                "accum_vgpr_count": 4}]}]})";
        QVERIFY(rocprofJson.sniff(text) > 0);
        const Importer* const found = ImporterRegistry::builtin().find(text);
        QVERIFY(found && found->id() == rocprofJson.id());
        Imported imported = importText(rocprofJson, text, "100_results.json");
        QCOMPARE(imported.issues(), QByteArray());
        std::vector<NamedPart> parts;
        parts.push_back({"100_results.json", std::move(imported.contents.traceParts.at(0))});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", imported.report);
        QCOMPARE(spanLines(*runs.at(0).trace),
            (QStringList {"r0 stream 2: Memcpy HtoD 600-700 memcpy 64 bytes",
                "r0 stream 2: gemm 100-500 compute <hipLaunchKernel 0", "r0 thread 500: hipLaunchKernel 0-10 host"}));
        const Trace& whole = *runs.at(0).trace;
        for (uint32_t i = 0; i < whole.spanCount(); ++i) {
            const bool isKernel = whole.name(SpanId(i)) == "gemm";
            QCOMPARE(std::string(whole.inputs(SpanId(i))),
                std::string(isKernel ? "launch|10,4,1|64,2,1|96|4096|" : ""));
        }
        // Fewer bytes than none are unknown, as in a database.
        std::string negative = text;
        negative.replace(negative.find("\"bytes\": 64"), 11, "\"bytes\": -7");
        const FileContents unsized = importText(rocprofJson, negative, "100_results.json").contents;
        const TraceBuilder& builder = unsized.traceParts.at(0).builder;
        for (uint32_t i = 0; i < builder.spanCount(); ++i)
            QVERIFY(builder.bytes(i) >= -1);
        // Whatever breaks off or is damaged is read as far as it goes.
        for (size_t size = 0; size < text.size(); ++size) {
            QVERIFY(importText(rocprofJson, std::string_view(text).substr(0, size), "cut.json").finished);
            std::string flipped = text;
            flipped[size] = static_cast<char>(flipped[size] ^ 0x11);
            QVERIFY(importText(rocprofJson, flipped, "flip.json").finished);
        }
    }

    void thePublicReportOfJsonOpens()
    {
        REQUIRE_SHARED_DATA();
        // 50 kernels of 20 ms in all, says Python's json.
        const RecordedRun run
            = openRecordings(rocprofJson, {sharedData("reports/60-rocprofv3-json/input/7001_results.json")});
        QCOMPARE(run.trace().spanCount(), 50u);
        QCOMPARE(sumOfCategory(run.trace(), Category::OtherCompute), TimeNs(20'000'000));
    }

    void rpdOperationsKnowTheirCalls()
    {
        const RecordedRun run = opened(rpd,
            rpdTables()
                + "INSERT INTO rocpd_op VALUES(1,2,3,0,'',100,150,1,2),(2,2,3,0,'',200,210,4,5);"
                  "INSERT INTO rocpd_api VALUES(10,7,70,0,5,3,4),(11,7,70,20,25,8,4),(12,7,70,0,60,6,7);"
                  "INSERT INTO rocpd_api_ops VALUES(1,10,1),(2,11,2);");
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 3: Memcpy HtoD 200-210 memcpy <hipMemcpyAsync 20",
                "r0 stream 3: gemm 100-150 forward <hipLaunchKernel 0", "r0 thread 70: F1 0-60 host",
                "r0 thread 70: hipLaunchKernel 0-5 host", "r0 thread 70: hipMemcpyAsync 20-25 host"}));
    }

    void callsThatShareANumberLaunchNothingTwice()
    {
        // 5,000 calls of one number, which started 5,000 operations: 25 million launches would take 600 MB.
        std::string tables = rpdTables();
        tables.replace(tables.find("rocpd_api(id INTEGER PRIMARY KEY"), 32, "rocpd_api(id");
        const std::string numbers
            = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO ";
        const int64_t before = peakMemory();
        const RecordedRun run = opened(rpd,
            tables + numbers + "rocpd_op SELECT i,2,3,0,'',100000 + 10 * i,100005 + 10 * i,1,2 FROM n;" + numbers
                + "rocpd_api SELECT 10,7,70,2 * i,2 * i + 1,3,4 FROM n;" + numbers
                + "rocpd_api_ops SELECT i,10,i FROM n;");
        QVERIFY(peakMemory() - before < 300'000'000);
        QCOMPARE(run.trace().spanCount(), 10'000u);
        const QStringList launched = spanLines(run.trace()).filter(QStringLiteral("gemm"));
        QCOMPARE(launched.size(), 5000);
        QCOMPARE(launched.filter(QStringLiteral("<hipLaunchKernel 0")).size(), 5000); // the first of them
    }

    void rpdGpusAreRanks()
    {
        const RecordedRun run = opened(rpd,
            rpdTables()
                + "INSERT INTO rocpd_op VALUES(1,2,0,0,'',100,150,1,2),(2,5,0,0,'',100,160,1,2);"
                  "INSERT INTO rocpd_api VALUES(10,7,70,0,5,3,4),(11,8,80,0,6,3,4);"
                  "INSERT INTO rocpd_api_ops VALUES(1,10,2),(2,11,1);");
        QCOMPARE(spanLines(run.trace()),
            (QStringList {"r0 stream 0: gemm 100-150 compute <hipLaunchKernel 0",
                "r0 thread 80: hipLaunchKernel 0-6 host", "r1 stream 0: gemm 100-160 compute <hipLaunchKernel 0",
                "r1 thread 70: hipLaunchKernel 0-5 host"}));
    }
};

BUBBLESCOPE_TEST(TstRocpd, QCoreApplication)

} // namespace bubblescope::tst_rocpd

#include "tst_rocpd.moc"
