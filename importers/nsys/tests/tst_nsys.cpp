// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reports of Nsight Systems, exported as SQLite: written by the tests, and real ones with figures that the sqlite3
// shell gives.
#include "chrometracetext.h"
#include "devicelanes.h"
#include "gzipped.h"
#include "nsysexport.h"
#include "nsysimporter.h"
#include "sqlitedatabase.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <algorithm>
#include <map>

#include <fcntl.h>
#include <sys/stat.h>

namespace bubblescope::tst_nsys {

namespace {

const NsysImporter importer;

/// Packed as Nsight Systems does: machine 1, then process and thread.
int64_t threadOf(int64_t process, int64_t number) { return int64_t(1) << 48 | process << 24 | number; }
int64_t processOf(int64_t number) { return threadOf(number, 0); }

std::string kernelTable()
{
    return "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start,end,deviceId,contextId,streamId,correlationId,globalPid,"
           "demangledName,shortName,graphNodeId);";
}
std::string kernel(
    int64_t begin, int64_t end, int name, int correlation = 0, int64_t pid = 7, int device = 0, int stream = 7)
{
    return fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES({},{},{},1,{},{},{},{},{},NULL);", begin, end,
        device, stream, correlation, processOf(pid), name, name);
}
std::string callTable()
{
    return "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start,end,eventClass,globalTid,correlationId,nameId,returnValue);";
}
std::string call(int64_t begin, int64_t end, int name, int correlation, int64_t pid = 7, int64_t tid = 70)
{
    return fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES({},{},0,{},{},{},0);", begin, end,
        threadOf(pid, tid), correlation, name);
}
std::string rangeTable()
{
    return "CREATE TABLE NVTX_EVENTS(start,end,eventType,text,textId,globalTid,domainId,binaryData);";
}
std::string range(const std::string& name, int64_t begin, const std::string& end, int64_t pid = 7, int64_t tid = 70,
    int domain = 0, int type = 59, const std::string& data = "NULL")
{
    return fmt::format("INSERT INTO NVTX_EVENTS VALUES({},{},{},'{}',NULL,{},{},{});", begin, end, type, name,
        threadOf(pid, tid), domain, data);
}
std::string strings(const std::vector<std::string>& texts)
{
    std::string sql = "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);";
    for (size_t i = 0; i < texts.size(); ++i)
        sql += fmt::format("INSERT INTO StringIds VALUES({},'{}');", i + 1, texts[i]);
    return sql;
}

struct Opened {
    std::vector<Run> runs;
    ImportReport report;
    const Trace& trace() const { return *runs.at(0).trace; }
};

Opened open(const std::vector<std::string>& paths)
{
    Opened opened;
    std::vector<NamedPart> parts;
    for (const std::string& path : paths) {
        Imported imported = importFile(importer, path);
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({path.substr(path.rfind('/') + 1), std::move(part)});
        opened.report.append(std::move(imported.report));
    }
    opened.runs = groupRuns(std::move(parts), "folder", opened.report);
    return opened;
}

Opened opened(const std::string& sql)
{
    SqliteDatabase database;
    database.run(sql);
    return open({database.close()});
}

/// "r0 stream 7: gemm 10-20 forward mb1 <cudaLaunchKernel" and so on, all that a run shows.
QStringList picture(const Trace& trace)
{
    QStringList lines;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        const TrackId track = trace.track(span);
        std::string line = fmt::format("r{} {}: {} {}-{} {}", trace.track(track).rank, trace.trackName(track),
            trace.name(span), trace.begin(span), trace.end(span), categoryKey(trace.category(span)));
        if (trace.microbatch(span) >= 0)
            line += fmt::format(" mb{}", trace.microbatch(span));
        if (trace.bytes(span) >= 0)
            line += fmt::format(" {} bytes", trace.bytes(span));
        if (const SpanId launch = trace.launchOf(span); launch.isValid())
            line += fmt::format(" <{} {}", trace.name(launch), trace.begin(launch));
        if (const CollectiveCall* const called = trace.collectives().find(span)) {
            const Communicator* const group = trace.collectives().communicatorOf(*called);
            line += fmt::format(
                " of {} [{}] peer {}", trace.strings().text(group->name), fmt::join(group->ranks, " "), called->peer);
        }
        lines << QString::fromStdString(line);
    }
    return lines;
}

QString stepsOf(const Trace& trace)
{
    QStringList steps;
    for (const RankStep& step : trace.rankSteps())
        steps << QStringLiteral("r%1 #%2 %3-%4")
                     .arg(step.rank)
                     .arg(step.step.number)
                     .arg(step.step.range.begin)
                     .arg(step.step.range.end);
    return steps.join(QStringLiteral(", "));
}

/// The header that Nsight Systems puts before a payload of NVTX, then little-endian numbers of 8 and 4 bytes.
std::string payload(int schema, const std::vector<std::pair<uint64_t, int>>& numbers)
{
    std::string bytes;
    const auto add = [&bytes](uint64_t number, int size) {
        for (int i = 0; i < size; ++i)
            bytes += fmt::format("{:02x}", (number >> (8 * i)) & 0xff);
    };
    add(1, 4);
    add(0, 4);
    add(static_cast<uint64_t>(schema), 4);
    add(0, 4);
    add(24, 8);
    add(56, 8);
    for (const auto& [number, size] : numbers)
        add(number, size);
    return fmt::format("x'{}'", bytes);
}

} // namespace

class TstNsys : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void kernelsAreOfThePassThatLaunchedThem()
    {
        const Opened run = opened(strings({"gemm", "cudaLaunchKernel_v7000"}) + kernelTable() + callTable()
            + rangeTable() + kernel(50, 90, 1, 2) + kernel(20, 40, 1, 1) + call(30, 31, 2, 2) + call(10, 12, 2, 1)
            + range("F1", 5, "25") + range("B1", 28, "35"));
        QCOMPARE(picture(run.trace()),
            (QStringList {"r0 stream 7: gemm 15-35 forward mb1 <cudaLaunchKernel 5",
                "r0 stream 7: gemm 45-85 backward mb1 <cudaLaunchKernel 25", "r0 thread 70: F1 0-20 host mb1",
                "r0 thread 70: B1 23-30 host mb1", "r0 thread 70: cudaLaunchKernel 5-7 host",
                "r0 thread 70: cudaLaunchKernel 25-26 host"}));
        QCOMPARE(run.runs[0].layout.microbatches, std::optional(2));
    }

    void kernelsKnowHowTheyWereLaunched()
    {
        const std::string table
            = "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start,end,deviceId,streamId,globalPid,shortName,gridX,"
              "gridY,gridZ,blockX,blockY,blockZ,registersPerThread,staticSharedMemory,dynamicSharedMemory);";
        const auto row = [](int64_t begin, const char* launch) {
            return fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES({},{},0,7,{},1,{});", begin, begin + 5,
                processOf(7), launch);
        };
        const Opened run = opened(strings({"gemm"}) + table + row(10, "63,1,1,128,1,1,22,1024,48128")
            + row(20, "63,1,1,128,1,1,22,1024,48128") + row(30, "2,1,1,64,1,1,NULL,0,NULL")
            + row(40, "-1,1,1,64,1,1,8,0,0") + row(50, "NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL"));
        QStringList launches;
        for (uint32_t i = 0; i < run.trace().spanCount(); ++i)
            launches += text(run.trace().inputs(SpanId(i)));
        QCOMPARE(launches,
            (QStringList {"launch|63,1,1|128,1,1|22|49152|", "launch|63,1,1|128,1,1|22|49152|",
                "launch|2,1,1|64,1,1|||", "", ""}));
    }

    void eachProcessAndGpuIsARank()
    {
        // The same numbers of correlation in two processes; the second one has two GPUs and a thread for each.
        const Opened run = opened(strings({"k", "launch"}) + kernelTable() + callTable() + kernel(10, 20, 1, 1, 7)
            + kernel(11, 20, 1, 1, 8, 0) + kernel(12, 20, 1, 2, 8, 1) + call(1, 2, 2, 1, 7, 70)
            + call(1, 3, 2, 1, 8, 80) + call(1, 4, 2, 2, 8, 81));
        QCOMPARE(picture(run.trace()),
            (QStringList {"r0 stream 7: k 9-19 compute <launch 0", "r0 thread 70: launch 0-1 host",
                "r1 stream 7: k 10-19 compute <launch 0", "r1 thread 80: launch 0-2 host",
                "r2 stream 7: k 11-19 compute <launch 0", "r2 thread 81: launch 0-3 host"}));
        QCOMPARE(run.report.count(IssueKind::RankNotStated), uint64_t(1));
    }

    void aTextMayHaveAnyNumber()
    {
        const Opened run = opened(strings({"gemm"}) + "INSERT INTO StringIds VALUES(-1,'odd');" + kernelTable()
            + kernel(10, 20, -1) + kernel(30, 40, 1));
        QCOMPARE(picture(run.trace()), (QStringList {"r0 stream 7: odd 0-10 compute", "r0 stream 7: gemm 20-30 compute"}));
        // Nothing else is looked up.
        QCOMPARE(opened(kernelTable() + kernel(10, 20, -1)).runs.size(), size_t(1));
    }

    void rangesOfStepsAreSteps()
    {
        const std::string work = strings({"k", "launch"}) + kernelTable() + rangeTable() + kernel(10, 95, 1);
        QCOMPARE(stepsOf(opened(work + range("step 4", 0, "50") + range("step 5", 50, "90")).trace()),
            QStringLiteral("r0 #4 0-50, r0 #5 50-95"));
        // Without numbers they are counted; what covers most is the step.
        QCOMPARE(stepsOf(opened(work + range("train_step", 0, "50") + range("train_step", 50, "90")
                     + range("optimizer step", 40, "50") + range("iter", 41, "42"))
                             .trace()),
            QStringLiteral("r0 #1 0-50, r0 #2 50-95"));
        QCOMPARE(stepsOf(opened(work + range("ProfilerStep#9", 0, "90")).trace()), QStringLiteral("r0 #9 0-95"));
    }

    void theUserNamesTheRangesOfSteps()
    {
        SqliteDatabase database;
        database.run(strings({"k", "launch"}) + kernelTable() + rangeTable() + kernel(10, 95, 1) + range("step 4", 0, "90")
            + range("chunk 2", 0, "50") + range("chunk 3", 50, "90") + range("chunk setup", 1, "2"));
        const std::string path = database.close();
        const auto stepsFor = [&path](const std::string& name, QByteArray& issues) {
            ImportChoices choices;
            choices.stepRange = name;
            Imported imported;
            auto source = openFile(path, "report.sqlite");
            importer.importChosen(choices, **source, imported.contents, imported.report, {});
            issues = imported.issues();
            std::vector<NamedPart> parts;
            for (TracePart& part : imported.contents.traceParts)
                parts.push_back({"report.sqlite", std::move(part)});
            return stepsOf(*groupRuns(std::move(parts), "folder", imported.report).at(0).trace);
        };
        QByteArray issues;
        QCOMPARE(stepsFor("chunk", issues), QStringLiteral("r0 #2 0-50, r0 #3 50-95"));
        QVERIFY(!issues.contains("incomplete-block"));
        stepsFor("nothing like it", issues);
        QVERIFY(issues.contains("incomplete-block"));
    }

    void aCutFileSaysFromWhereDataIsMissing()
    {
        SqliteDatabase database;
        std::string sql = strings({"k"}) + kernelTable() + "BEGIN;";
        for (int i = 0; i < 4000; ++i)
            sql += kernel(10 * i, 10 * i + 5, 1);
        database.run(sql + "COMMIT;");
        const QString path = QString::fromStdString(database.close());
        const qint64 whole = QFileInfo(path).size();
        QFile file(path);
        QVERIFY(file.resize(whole * 2 / 3));
        const Imported cut = importFile(importer, path.toStdString());
        QVERIFY2(cut.issues().contains("truncated-file"), cut.issues().constData());
        const qlonglong from = cut.offsetOf(IssueKind::TruncatedFile);
        QVERIFY(from % 4096 == 0 && from <= whole * 2 / 3 && from > whole * 2 / 3 - 4096);
    }

    void whereNsysIsInstalledItExports()
    {
        SqliteDatabase database;
        database.run(strings({"k"}) + kernelTable() + kernel(10, 95, 1));
        const std::string exported = database.close();
        QTemporaryDir folder;
        const auto write = [&folder](const char* name, const std::string& text) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.c_str());
            file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        };
        write("my report.nsys-rep", "not read here");
        const QByteArray before = qgetenv("PATH");
        const auto restore = qScopeGuard([&before] { qputenv("PATH", before); });
        qputenv("PATH", folder.path().toUtf8() + ":" + before);
        const NsysReportImporter reports;
        const std::string report = folder.filePath(QStringLiteral("my report.nsys-rep")).toStdString();
        write("nsys", "#!/bin/sh\nfor a in \"$@\"; do case \"$a\" in --output=*) cp '" + exported
                + "' \"${a#--output=}\";; esac; done\ntest -f \"$4\" && test \"$1 $2\" = 'export --type=sqlite'\n");
        const Imported read = importFile(reports, report);
        QCOMPARE(read.contents.traceParts.size(), size_t(1));
        QCOMPARE(read.contents.traceParts[0].builder.spanCount(), 1u);
        write("nsys", "#!/bin/sh\necho 'the report is of a newer version'\nexit 3\n");
        const Imported refused = importFile(reports, report);
        QCOMPARE(refused.issues(), QByteArray("convert-first"));
        QVERIFY(refused.report.issues()[0].first[0].message.text().find("newer version") != std::string::npos);
    }

    void whatAKilledExportLeftIsDeletedByTheNext()
    {
        QTemporaryDir temporary;
        const QByteArray before = qgetenv("TMPDIR");
        const auto restore
            = qScopeGuard([&before] { before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before); });
        qputenv("TMPDIR", temporary.path().toUtf8());
        const auto age = [](const QString& folder) {
            const timespec longAgo[2] {{1'000'000'000, 0}, {1'000'000'000, 0}};
            return ::utimensat(AT_FDCWD, folder.toUtf8().constData(), longAgo, 0) == 0;
        };
        for (const char* name : {"bubblescope-nsys-killed", "bubblescope-nsys-young", "bubblescope-other"})
            QVERIFY(QDir(temporary.path()).mkpath(QString::fromLatin1(name) + QStringLiteral("/within")));
        QVERIFY(age(temporary.filePath(QStringLiteral("bubblescope-nsys-killed"))));
        QVERIFY(age(temporary.filePath(QStringLiteral("bubblescope-other"))));
        const Result<ExportedReport> living = ExportedReport::make();
        QVERIFY(living);
        const QString own = QString::fromStdString(living->folder());
        QVERIFY(age(own));
        {
            const Result<ExportedReport> next = ExportedReport::make();
            QVERIFY(next && next->folder() != living->folder());
            const QStringList left = QDir(temporary.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
            QCOMPARE(left.size(), 4);
            QVERIFY(!left.contains(QStringLiteral("bubblescope-nsys-killed")));
            QVERIFY(left.contains(QStringLiteral("bubblescope-nsys-young")));
            QVERIFY(left.contains(QStringLiteral("bubblescope-other")));
            QVERIFY(QFileInfo(own).isDir()); // as old, but in use
        }
        QCOMPARE(QDir(temporary.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 3);
    }

    void rangesMayBeNamedByNumberAndStayOpen()
    {
        const Opened run
            = opened(strings({"aten::mm, op_id = 12", "k"}) + kernelTable() + rangeTable() + kernel(5, 60, 2)
                + fmt::format("INSERT INTO NVTX_EVENTS VALUES(10,20,59,NULL,1,{},0,NULL);", threadOf(7, 70))
                + range("evaluation", 30, "NULL") + range("a mark", 31, "NULL", 7, 70, 0, 34));
        QCOMPARE(picture(run.trace()),
            (QStringList {"r0 stream 7: k 0-55 compute", "r0 thread 70: aten::mm 5-15 host",
                "r0 thread 70: evaluation 25-55 host"}));
        QVERIFY(run.trace().hasFlag(spanNamed(run.trace(), "evaluation"), SpanFlag::notMeasured));
    }

    void mpiTellsRanksAndDomainsTheirName()
    {
        const Opened run = opened(strings({"k"}) + kernelTable() + rangeTable() + kernel(5, 60, 1)
            + range("MPI", 0, "NULL", 7, 70, 1, 75) + range("MPI Rank 5", 1, "NULL", 7, 70, 0, 39)
            + range("MPI_Allreduce", 2, "9", 7, 70, 1) + range("MPI_Init", 1, "2", 7, 70, 1));
        QCOMPARE(picture(run.trace()),
            (QStringList {"r5 stream 7: k 4-59 compute", "r5 thread 70: MPI_Init 0-1 host",
                "r5 thread 70: MPI_Allreduce 1-8 comm"}));
        QCOMPARE(text(run.trace().detail(spanNamed(run.trace(), "MPI_Init"))), QStringLiteral("MPI"));
        QCOMPARE(run.report.count(IssueKind::RankNotStated), uint64_t(0));
    }

    void ncclTellsRanksGroupsAndBytes()
    {
        std::string sql = strings({"ncclDevKernel_AllReduce_Sum", "ncclDevKernel_SendRecv", "launch"}) + kernelTable()
            + callTable() + rangeTable()
            + "CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId,schemaId,idx,type,name,offset);"
              "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES(1,50,0,18,'NCCL communicator ID',NULL),"
              "(1,50,1,5,'No. of ranks',8),(1,50,2,5,'Rank',12),(1,51,0,18,'NCCL communicator ID',NULL),"
              "(1,51,1,22,'Message size [bytes]',8),(1,51,2,5,'Peer rank',16);";
        // Two processes, of which the one with the lower number is the higher rank.
        for (const int pid : {7, 8}) {
            const auto rank = static_cast<uint64_t>(8 - pid);
            sql += range("NCCL", 0, "NULL", pid, pid, 1, 75)
                + range("ncclCommInitRank", 1, "2", pid, pid, 1, 59, payload(50, {{0xabc, 8}, {2, 4}, {rank, 4}}))
                + range("ncclAllReduce", 10, "15", pid, pid, 1, 59, payload(51, {{0xabc, 8}, {4096, 8}}))
                + call(12, 13, 3, 1, pid, pid) + kernel(20, 30, 1, 1, pid)
                + range("ncclGroupStart", 40, "41", pid, pid, 1)
                + range(rank == 0 ? "ncclSend" : "ncclRecv", 42, "43", pid, pid, 1, 59,
                    payload(51, {{0xabc, 8}, {512, 8}, {1 - rank, 4}}))
                + range("ncclGroupEnd", 44, "49", pid, pid, 1) + call(45, 46, 3, 2, pid, pid)
                + kernel(50, 60, 2, 2, pid);
        }
        const Opened run = opened(sql);
        QCOMPARE(picture(run.trace()).filter(QStringLiteral("ncclDev")),
            (QStringList {"r0 comm stream 7: ncclDevKernel_AllReduce_Sum 19-29 comm 4096 bytes <launch 11 of "
                          "0000000000000abc [0 1] peer -1",
                "r0 comm stream 7: ncclDevKernel_SendRecv 49-59 pp 512 bytes <launch 44 of "
                "0000000000000abc [0 1] peer 1",
                "r1 comm stream 7: ncclDevKernel_AllReduce_Sum 19-29 comm 4096 bytes <launch 11 of "
                "0000000000000abc [0 1] peer -1",
                "r1 comm stream 7: ncclDevKernel_SendRecv 49-59 pp 512 bytes <launch 44 of "
                "0000000000000abc [0 1] peer 0"}));
        QCOMPARE(run.runs[0].layout.world, std::optional(2));
        QCOMPARE(run.report.count(IssueKind::RankNotStated), uint64_t(0));
    }

    void theEnvironmentTellsTheRankOfAnOnlyProcess()
    {
        const std::string work
            = strings({"k"}) + kernelTable() + kernel(1, 2, 1) + "CREATE TABLE META_DATA_CAPTURE(name,value);";
        const auto rankOf = [&](const std::string& variables) {
            std::string sql = work;
            for (const char* const variable : {"HOME=\"/root\"", variables.c_str()})
                sql += fmt::format(
                    "INSERT INTO META_DATA_CAPTURE VALUES('PROCESS_0:ENVIRONMENT_VARIABLE','{}');", variable);
            return opened(sql).trace().ranks()[0].rank;
        };
        QCOMPARE(rankOf("RANK=\"11\""), 11);
        QCOMPARE(rankOf("OMPI_COMM_WORLD_RANK=\"3\""), 3);
        QCOMPARE(rankOf("SLURM_PROCID=4"), 4);
        QCOMPARE(rankOf("CUDA_VISIBLE_DEVICES=\"2\""), 2);
        QCOMPARE(rankOf("CUDA_VISIBLE_DEVICES=\"2,3\""), 0); // numbered by its name;
    }

    void copiesGraphsSynchronizationsAndMetricsAreThere()
    {
        const Opened run = opened(strings({"k", "sem_wait"}) + kernelTable() + kernel(1, 2, 1)
            + "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start,end,deviceId,streamId,correlationId,globalPid,bytes,"
              "copyKind,srcKind,dstKind);"
            + fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(3,5,0,7,0,{},4096,1,1,2);", processOf(7))
            + "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start,end,deviceId,streamId,correlationId,globalPid,bytes);"
            + fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(5,6,0,7,0,{},64);", processOf(7))
            + "CREATE TABLE "
              "CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start,end,deviceId,streamId,correlationId,globalPid,graphId);"
            + fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(6,9,0,7,0,{},3);", processOf(7))
            + "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start,end,deviceId,streamId,globalPid,syncType);"
            + fmt::format("INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(7,8,4,7,{},3);", processOf(7))
            + "CREATE TABLE OSRT_API(start,end,globalTid,nameId);"
            + fmt::format("INSERT INTO OSRT_API VALUES(1,9,{},2);", threadOf(7, 70))
            + "CREATE TABLE TARGET_INFO_GPU_METRICS(typeId,metricId,metricName);"
              "INSERT INTO TARGET_INFO_GPU_METRICS VALUES(256,1,'SMs Active [%]');"
              "CREATE TABLE GPU_METRICS(timestamp,typeId,metricId,value);"
              "INSERT INTO GPU_METRICS VALUES(4,256,1,60),(2,256,1,50);");
        QCOMPARE(picture(run.trace()),
            (QStringList {"r0 stream 7: k 0-1 compute",
                "r0 stream 7: Memcpy HtoD (Pinned -> Device) 2-4 memcpy 4096 bytes",
                "r0 stream 7: Memset (Device) 4-5 memcpy 64 bytes", "r0 stream 7: CUDA graph 3 5-8 compute",
                "r0 stream 7 sync: Stream Sync 6-7 waiting", "r0 thread 70: sem_wait 0-8 host"}));
        const CounterTable& counters = run.trace().counters();
        QCOMPARE(counters.series.size(), size_t(1));
        QCOMPARE(text(run.trace().strings().text(counters.series[0].name)), QStringLiteral("SMs Active [%]"));
        QVERIFY(std::ranges::equal(counters.timesOf(counters.series[0]), std::vector<TimeNs> {1, 3}));
        QVERIFY(std::ranges::equal(counters.valuesOf(counters.series[0]), std::vector<double> {50, 60}));
        const DeviceWork work = deviceWork(run.trace());
        QCOMPARE(work.kernels, uint64_t(1));
        QCOMPARE(work.copies, uint64_t(1));
        QCOMPARE(work.copyNs, TimeNs(2));
    }

    void withoutAGpuProcessesAreRanks()
    {
        const Opened run = opened(rangeTable() + range("load", 0, "5", 7, 70) + range("load", 0, "6", 8, 80));
        QCOMPARE(picture(run.trace()), (QStringList {"r0 thread 70: load 0-5 host", "r1 thread 80: load 0-6 host"}));
    }

    void reportsOfTwoHostsAreOneRun()
    {
        const auto write = [](SqliteDatabase& database, const char* host, TimeNs start) {
            database.run(strings({"k"}) + kernelTable() + kernel(10, 20, 1, 0, 7) + kernel(10, 30, 1, 0, 8)
                + fmt::format("CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs);"
                              "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES({});"
                              "CREATE TABLE TARGET_INFO_SYSTEM_ENV(name,value);"
                              "INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES('Hostname','{}');",
                    start, host));
            return database.close();
        };
        SqliteDatabase first("a.sqlite");
        SqliteDatabase second("b.sqlite");
        constexpr TimeNs epoch = 1'700'000'000'000'000'000;
        const Opened run = open({write(first, "n1", epoch), write(second, "n2", epoch + 5)});
        QCOMPARE(run.runs.size(), size_t(1));
        QCOMPARE(picture(run.trace()),
            (QStringList {"r0 stream 7: k 0-10 compute", "r1 stream 7: k 0-20 compute", "r2 stream 7: k 5-15 compute",
                "r3 stream 7: k 5-25 compute"}));
        QCOMPARE(run.trace().hosts().size(), size_t(2));
        QCOMPARE(run.trace().origin(), epoch + 10);
    }

    void aPartIsReadByTime()
    {
        SqliteDatabase database;
        database.run(strings({"k"}) + kernelTable() + kernel(10, 20, 1) + kernel(30, 40, 1) + kernel(50, 60, 1)
            + "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs);"
              "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1000);");
        const std::string& path = database.close();
        auto source = openFile(path, "report.sqlite");
        const auto start = importer.findStart(**source, {});
        QVERIFY(start);
        QCOMPARE(start->time, TimeNs(1010));
        QCOMPARE(start->base, TimeNs(1000));
        FileContents contents;
        ImportReport report;
        QVERIFY(importer.importSlice({}, **source, {25, 45}, contents, report, {}));
        QCOMPARE(contents.traceParts.at(0).builder.spanCount(), 1u);
        QCOMPARE(contents.traceParts.at(0).builder.range(0), (TimeRange {1030, 1040}));
    }

    void damagedRowsAreCounted()
    {
        const Opened run = opened(strings({"k"}) + kernelTable() + kernel(10, 20, 1) + kernel(30, 25, 1)
            + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL(start,end,demangledName) VALUES(NULL,5,1),('x',5,1),"
              "(9223372036854775807,9223372036854775807,1),(40,50,99),(60,70,'text');");
        QCOMPARE(run.report.count(IssueKind::MissingTime), uint64_t(2));
        QCOMPARE(run.report.count(IssueKind::TimeOutOfRange), uint64_t(1));
        QCOMPARE(run.report.count(IssueKind::NegativeDuration), uint64_t(1));
        QCOMPARE(run.trace().spanCount(), 4u);
    }

    void otherDatabasesAreToldApart()
    {
        SqliteDatabase database;
        database.run("CREATE TABLE bookmarks(url); CREATE VIEW NVTX_EVENTS AS SELECT 1 AS start;");
        const Imported imported = importFile(importer, database.close());
        QVERIFY(imported.contents.isForeign);
        QCOMPARE(imported.issues(), QByteArray("convert-first"));
    }

    void whatBreaksOffIsShownAsFarAsItGoes()
    {
        SqliteDatabase database;
        std::string sql = "PRAGMA page_size=512;" + strings({"k"}) + kernelTable() + "BEGIN;";
        for (int i = 0; i < 500; ++i)
            sql += kernel(10 * i, 10 * i + 5, 1);
        database.run(sql + "COMMIT;");
        QFile file(QString::fromStdString(database.close()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        // In memory, as compressed files are; each cut and each flipped byte must be survived.
        for (qsizetype size = 600; size < whole.size(); size += 1777) {
            const Imported cut = importText(importer, std::string_view(whole.data(), size_t(size)), "cut.sqlite");
            QVERIFY(cut.finished);
            QByteArray flipped = whole;
            flipped[size] = static_cast<char>(flipped[size] ^ 0x81);
            QVERIFY(
                importText(importer, std::string_view(flipped.data(), size_t(flipped.size())), "flip.sqlite").finished);
        }
        const std::string packed = gzipped(std::string_view(whole.data(), size_t(whole.size())));
        const Imported unpacked = importText(importer, packed, "report.sqlite.gz");
        QCOMPARE(unpacked.contents.traceParts.at(0).builder.spanCount(), 500u);
    }

    void readingCanBeCancelled()
    {
        SqliteDatabase database;
        database.run(kernelTable()
            + "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL(start,end) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 "
              "FROM n WHERE i<100000) SELECT i,i+1 FROM n;");
        auto source = openFile(database.close(), "report.sqlite");
        FileContents contents;
        ImportReport report;
        QVERIFY(!importer.import(**source, contents, report, [](uint64_t, uint64_t) { return false; }));
    }

    void realReportsHaveTheFiguresOfTheirTables_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qulonglong>("kernels");
        QTest::addColumn<qlonglong>("kernelNs");
        QTest::addColumn<qulonglong>("copies");
        QTest::addColumn<qlonglong>("copyNs");
        QTest::addColumn<int>("calls");
        QTest::addColumn<int>("ranges");
        QTest::addColumn<int>("ranks");
        QTest::newRow("2026, two GPUs") << "h100_2gpu_1s" << 3442ull << 44'829'522ll << 904ull << 1'880'842'214ll
                                        << 5796 << 16'782 << 2;
        // Of 24 rows of NVTX two are no ranges: a domain and the name of a thread.
        QTest::newRow("2022, MPI") << "saxpy_mpi_schema2" << 5ull << 88'573'480ll << 15ull << 284'699'600ll << 95 << 22
                                   << 1;
    }
    void realReportsHaveTheFiguresOfTheirTables()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(const QString, name);
        const Opened run = open({sharedData("nsys/") + name.toStdString() + ".sqlite"});
        QCOMPARE(run.runs.size(), size_t(1));
        const DeviceWork work = deviceWork(run.trace());
        QTEST(qulonglong(work.kernels), "kernels");
        QTEST(qlonglong(work.kernelNs), "kernelNs");
        QTEST(qulonglong(work.copies), "copies");
        QTEST(qlonglong(work.copyNs), "copyNs");
        QTEST(int(run.trace().ranks().size()), "ranks");
        int calls = 0;
        int ranges = 0;
        for (uint32_t i = 0; i < run.trace().spanCount(); ++i) {
            const SpanId span(i);
            if (run.trace().track(run.trace().track(span)).lane != Lane::Thread)
                continue;
            const std::string_view called = run.trace().name(span);
            const bool isCall = called.starts_with("cuda") || called == "cuModuleGetLoadingMode";
            calls += isCall ? 1 : 0;
            ranges += isCall ? 0 : 1;
        }
        QTEST(calls, "calls");
        QTEST(ranges, "ranges");
    }

    void aShuffledCopyIsTheSameRun_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("2026, two GPUs") << "h100_2gpu_1s";
        QTest::newRow("2022, MPI") << "saxpy_mpi_schema2";
    }
    void aShuffledCopyIsTheSameRun()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(const QString, name);
        const std::string path = sharedData("nsys/") + name.toStdString() + ".sqlite";
        SqliteDatabase shuffled;
        shuffled.run(fmt::format("ATTACH 'file:{}?immutable=1' AS real;", path));
        for (const char* const table : {"StringIds", "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                 "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                 "NVTX_EVENTS", "TARGET_INFO_SESSION_START_TIME", "TARGET_INFO_SYSTEM_ENV", "PROCESSES", "ThreadNames",
                 "PROFILER_OVERHEAD"})
            shuffled.run(fmt::format("CREATE TABLE {} AS SELECT * FROM real.{} ORDER BY random();", table, table));
        SqliteDatabase ordered;
        ordered.run(fmt::format("ATTACH 'file:{}?immutable=1' AS real;", path));
        for (const char* const table : {"StringIds", "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                 "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                 "NVTX_EVENTS", "TARGET_INFO_SESSION_START_TIME", "TARGET_INFO_SYSTEM_ENV", "PROCESSES", "ThreadNames",
                 "PROFILER_OVERHEAD"})
            ordered.run(fmt::format("CREATE TABLE {} AS SELECT * FROM real.{};", table, table));
        const Opened a = open({ordered.close()});
        const Opened b = open({shuffled.close()});
        QCOMPARE(picture(a.trace()).size(), picture(b.trace()).size());
        QCOMPARE(picture(a.trace()), picture(b.trace()));
        QCOMPARE(stepsOf(a.trace()), stepsOf(b.trace()));
    }
};

BUBBLESCOPE_TEST(TstNsys, QCoreApplication)

} // namespace bubblescope::tst_nsys

#include "tst_nsys.moc"
