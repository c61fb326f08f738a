// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Recordings of several kinds, from their files to the figures of a summary. The expected figures stand in the READMEs
// of the data, or are those of the recorder itself.
#include "folderloader.h"
#include "shareddata.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope::tst_recorders {

namespace {

OpenedFolderPtr openPath(const std::string& path)
{
    FolderLoad load;
    load.paths = {path};
    load.levels = false;
    return FolderLoader(std::move(load)).load();
}

OpenedFolderPtr open(const char* name) { return openPath(sharedData(name)); }

nlohmann::json summaryOf(const OpenedFolderPtr& opened)
{
    const Result<std::string> text = summaryJson(opened->folder, {});
    return text ? nlohmann::json::parse(*text) : nlohmann::json();
}

double sumOf(const nlohmann::json& parts)
{
    double sum = 0;
    for (const auto& [key, value] : parts.items())
        sum += value.get<double>();
    return sum;
}

/// Milliseconds, to 10 µs and 0.1 %.
bool isAbout(double actual, double expected, const char* what)
{
    if (std::abs(actual - expected) <= std::max(0.01, expected / 1000))
        return true;
    qInfo("%s: %.4f ms, expected %.4f ms", what, actual, expected);
    return false;
}

bool hasFinding(const nlohmann::json& summary, const char* text)
{
    return summary["findings"].dump().find(text) != std::string::npos;
}

} // namespace

class TstRecorders : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void ascendsFiguresAreItsOwn()
    {
        REQUIRE_SHARED_DATA();
        const OpenedFolderPtr opened = open("ascend/text/level1");
        QCOMPARE(opened->folder.runs.size(), size_t(1)); // the tables beside the traces are no runs
        QVERIFY(opened->folder.unrecognised.empty());
        const nlohmann::json summary = summaryOf(opened);
        QCOMPARE(summary["ranks"].size(), size_t(2));
        for (int r = 0; r < 2; ++r) {
            QFile file(QString::fromStdString(sharedData("ascend/text/level1"))
                + QStringLiteral("/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv").arg(r));
            QVERIFY(file.open(QIODevice::ReadOnly));
            file.readLine();
            const QList<QByteArray> own = file.readLine().split(','); // step, computing, not overlapped, overlapped, …
            const nlohmann::json& rank = summary["ranks"][size_t(r)];
            QVERIFY(isAbout(rank["compute_ms"], own[1].toDouble() / 1000, "computing"));
            QVERIFY(isAbout(sumOf(rank["exposed_comm_ms"]) + rank["waiting_ms"].get<double>(), own[2].toDouble() / 1000,
                "not overlapped"));
            QVERIFY(isAbout(rank["overlapped_comm_ms"], own[3].toDouble() / 1000, "overlapped"));
            QVERIFY(isAbout(
                rank["idle_ms"].get<double>() + rank["host_ms"].get<double>(), own[5].toDouble() / 1000, "free"));
            QVERIFY(isAbout(rank["total_ms"], own[6].toDouble() / 1000, "stage"));
        }
    }

    void ascendsDatabasesHaveTheirOwnFigures()
    {
        REQUIRE_SHARED_DATA();
        const OpenedFolderPtr opened = open("ascend/db/level1");
        QCOMPARE(opened->folder.runs.size(), size_t(1)); // the sums beside the recordings are no runs
        QVERIFY(opened->folder.unrecognised.empty());
        const nlohmann::json summary = summaryOf(opened);
        QCOMPARE(summary["ranks"].size(), size_t(2));
        // SELECT computing, communication_not_overlapped, overlapped, free, stage FROM StepTraceTime, of analysis.db; µs.
        constexpr std::array<std::array<double, 5>, 2> own {{{8903.431, 98071.947, 4036.153, 25258.144, 132233.522},
            {8915.634, 94556.05, 4034.14, 25840.499, 129312.183}}};
        for (size_t r = 0; r < 2; ++r) {
            const nlohmann::json& rank = summary["ranks"][r];
            QVERIFY(isAbout(rank["compute_ms"], own[r][0] / 1000, "computing"));
            QVERIFY(isAbout(
                sumOf(rank["exposed_comm_ms"]) + rank["waiting_ms"].get<double>(), own[r][1] / 1000, "not overlapped"));
            QVERIFY(isAbout(rank["overlapped_comm_ms"], own[r][2] / 1000, "overlapped"));
            QVERIFY(isAbout(rank["idle_ms"].get<double>() + rank["host_ms"].get<double>(), own[r][3] / 1000, "free"));
            QVERIFY(isAbout(rank["total_ms"], own[r][4] / 1000, "stage"));
        }
    }

    void ascendsTableGivesItsKernelsTheirShapes()
    {
        REQUIRE_SHARED_DATA();
        const OpenedFolderPtr opened = open("ascend/text/level1");
        const Trace& trace = *opened->folder.runs.front().trace;
        for (int rank = 0; rank < 2; ++rank) {
            QFile file(QString::fromStdString(sharedData("ascend/text/level1"))
                + QStringLiteral("/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv").arg(rank));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QStringList expected; // name and first dimension of all rows that have one
            const QRegularExpression row(
                QStringLiteral("^[^,]*,[^,]*,[^,]*,[^,]*,([^,]*),.*,(?:NO|YES),\"\"\"(\\d+)[,;\"]"));
            while (!file.atEnd()) {
                const QRegularExpressionMatch match = row.match(QString::fromUtf8(file.readLine()));
                if (match.hasMatch() && !match.captured(1).startsWith(QStringLiteral("hcom")))
                    expected += match.captured(1) + QLatin1Char(' ') + match.captured(2);
            }
            QStringList shapes;
            for (const Track& track : trace.tracksOf(rank)) {
                for (const Row& lane : trace.rowsOf(trace.idOf(track))) {
                    for (uint32_t i = lane.firstSpan; i < lane.firstSpan + lane.spanCount; ++i) {
                        const QString detail = QString::fromStdString(std::string(trace.detail(SpanId(i))));
                        if (track.lane != Lane::Thread && track.lane != Lane::Host
                            && detail.startsWith(QLatin1Char('[')))
                            shapes += QString::fromStdString(std::string(trace.name(SpanId(i)))) + QLatin1Char(' ')
                                + detail.mid(1).section(QRegularExpression(QStringLiteral("[],]")), 0, 0);
                    }
                }
            }
            shapes.sort();
            expected.sort();
            QVERIFY(expected.size() > 150);
            QCOMPARE(shapes, expected);
        }
    }

    void ascendsStepIsHeldUpByItsCollectives()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json summary = summaryOf(open("ascend/text/level1"));
        const nlohmann::json& path = summary["critical_path"];
        // The host until 33.2 ms, four collectives in a row until 133.6 ms, then what applies their results.
        QVERIFY(path["levers"][0]["operation"] == "all-reduce");
        QVERIFY(std::abs(path["levers"][0]["time_ms"].get<double>() - 100.4) < 0.5);
        QVERIFY(path["gaps_ms"].get<double>() < 3);
    }

    void ascendsHostsHaveAStepOfTheirOwn()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json summary = summaryOf(open("ascend/text/level1"));
        // ProfilerStep#50 of both ranks: 155.9858 and 153.88839 ms; what the recorder calls its stage is shorter.
        QVERIFY(isAbout(summary["host_step_ms"], (155.9858 + 153.88839) / 2, "step of hosts"));
        QVERIFY(summary["queue"].is_null());
        QVERIFY(hasFinding(summary, "step 50 takes 134.25 ms on GPUs and 154.94 ms on their hosts"));
        QVERIFY(!hasFinding(summary, "Again and again")); // how often it comes nothing tells
    }

    void ascendsTableAloneTellsTheSame()
    {
        REQUIRE_SHARED_DATA();
        QTemporaryDir folder; // beside its trace it is not opened again
        const QString table = folder.filePath(QStringLiteral("kernel_details.csv"));
        QVERIFY(QFile::copy(QString::fromStdString(sharedData("ascend/text/level1"))
                + QStringLiteral("/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"),
            table));
        const nlohmann::json summary = summaryOf(openPath(table.toStdString()));
        const nlohmann::json& rank = summary["ranks"][0];
        QVERIFY(isAbout(rank["compute_ms"], 8.8738, "computing"));
        QVERIFY(isAbout(sumOf(rank["exposed_comm_ms"]), 101.9632, "not overlapped"));
        QVERIFY(isAbout(rank["overlapped_comm_ms"], 4.0287, "overlapped"));
    }

    void intelsDeviceWorkIsNoHostWork()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json rank = summaryOf(open("reports/27-intel-unitrace/input"))["ranks"][0];
        QVERIFY(isAbout(rank["compute_ms"], 7.2, "compute"));
        QVERIFY(isAbout(sumOf(rank["exposed_comm_ms"]), 1.8, "communication"));
        QVERIFY(isAbout(rank["total_ms"], 10.18, "step"));
    }

    void namesOfPlacesTellTheLayout()
    {
        REQUIRE_SHARED_DATA();
        const OpenedFolderPtr opened = open("reports/46-vllm-017-names/input");
        const auto& runs = opened->folder.runs;
        const auto run = std::find_if(runs.begin(), runs.end(), [](const Run& r) { return r.rankCount() == 4; });
        QVERIFY(run != runs.end()); // without the process that has no GPU of its own
        QCOMPARE(run->layout.tensor, std::optional(4));
        QCOMPARE(run->layout.expert, std::optional(4));
    }

    void amdsRecordingsOpenAlike()
    {
        // The kernels of one process as a database and as JSON, see the READMEs.
        REQUIRE_SHARED_DATA();
        const nlohmann::json database = summaryOf(open("reports/56-rocpd-database/input"));
        QVERIFY(isAbout(database["ranks"][0]["compute_ms"], 20, "compute of the database"));
        const nlohmann::json json = summaryOf(open("reports/60-rocprofv3-json/input"));
        QVERIFY(isAbout(json["ranks"][0]["compute_ms"], 20, "compute of the JSON"));
    }

    void oneProcessATableIsOneRun()
    {
        REQUIRE_SHARED_DATA();
        const OpenedFolderPtr opened = open("reports/43-rocprofv3-two-processes/input");
        QCOMPARE(opened->folder.runs.size(), size_t(1));
        QCOMPARE(opened->folder.runs.front().trace->ranks().size(), size_t(2));
        QCOMPARE(opened->folder.runs.front().trace->ranks()[1].rank, 1);
        const nlohmann::json summary = summaryOf(opened);
        QVERIFY(isAbout(summary["ranks"][0]["waiting_ms"], 5 * 1.2, "waiting of rank 0"));
        QVERIFY(isAbout(summary["ranks"][1]["waiting_ms"], 0, "waiting of rank 1"));
        QVERIFY(hasFinding(summary, "ank 1"));
    }

    void collectivesOnTheStreamThatComputesAreNamed()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json summary = summaryOf(open("reports/90-collectives-on-the-compute-stream/input"));
        const nlohmann::json& findings = summary["findings"];
        const auto exposed = std::find_if(findings.begin(), findings.end(),
            [](const nlohmann::json& finding) { return finding["id"] == "exposed-comm-communication"; });
        QVERIFY(exposed != findings.end());
        QVERIFY(isAbout((*exposed)["cost_ms"], 7.2, "cost"));
        const auto sentence = (*exposed)["sentence"].get<std::string>();
        QVERIFY2(sentence.find("runs on the stream that computes (stream 7)") != std::string::npos, sentence.c_str());
        QVERIFY((*exposed)["suggestion"].get<std::string>().find("stream of their own") != std::string::npos);
    }

    void aCutFileMakesNoSlowStep()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json summary = summaryOf(open("reports/48-one-gzip-member-cut/input"));
        QVERIFY(!hasFinding(summary, "is slow"));
        // Of rank 2 only the first step is whole, whose first kernel is the first of all: 9.721 ms. Others take 9.838.
        QVERIFY(isAbout(summary["step_ms"], 9.838, "step"));
    }

    /// By group and number, 220 of its operations have partners: what was never started is matched by no time.
    void whatAHungJobNeverStartedIsNotCalledUnmatched()
    {
        REQUIRE_SHARED_DATA();
        const OpenedFolderPtr opened = open("flight_recorder/gpu_error_1st");
        QCOMPARE(opened->folder.runs.size(), size_t(1));
        QCOMPARE(opened->folder.report.count(IssueKind::UnmatchedMessages), uint64_t(0));
    }

    void aFileOfSeveralWritersIsRefused()
    {
        REQUIRE_SHARED_DATA();
        const OpenedFolderPtr opened = open("reports/50-two-ranks-into-one-file/input");
        QVERIFY(opened->folder.runs.empty());
        QCOMPARE(opened->folder.report.count(IssueKind::BadRecord), uint64_t(1));
        QVERIFY(
            opened->folder.report.issues().front().first.front().message.text().find("several") != std::string::npos);
    }

    void clocksOfTwoHostsAreAligned_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("not named") << "reports/65-two-hosts-300us-apart/input";
        QTest::newRow("named by the files") << "reports/67-host-names-in-vllm-style-names/input";
    }
    void clocksOfTwoHostsAreAligned()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, name);
        const OpenedFolderPtr opened = open(name.toUtf8().constData());
        QCOMPARE(opened->folder.runs.size(), size_t(1));
        const std::vector<HostClock>& clocks = opened->folder.runs.front().clocks;
        QCOMPARE(clocks.size(), size_t(2));
        QCOMPARE(clocks[1].shift, TimeNs(-300'000));
        const nlohmann::json summary = summaryOf(opened);
        for (const auto& rank : summary["ranks"])
            QCOMPARE(rank["waiting_ms"].get<double>(), 0.0);
    }

    void zeroIsNoTimeAmongOthers()
    {
        REQUIRE_SHARED_DATA();
        const OpenedFolderPtr opened = open("reports/68-kernels-at-time-zero/input");
        QCOMPARE(opened->folder.report.count(IssueKind::BadTime), uint64_t(1));
        QVERIFY(isAbout(double(opened->folder.runs.front().trace->range().duration()) / 1e6, 23.352, "run"));
    }

    void aWordOfANameIsNoCollective()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json rank = summaryOf(open("reports/70-broadcastto-in-a-table/input"))["ranks"][0];
        QVERIFY(isAbout(rank["compute_ms"], 1.9, "compute"));
        QVERIFY(isAbout(sumOf(rank["exposed_comm_ms"]), 0.7, "communication"));
    }

    void aTableHidesCommunicationBesideCompute()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("six.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("rank,name,start_us,duration_us,stream\n0,gemm,0,1000,compute\n0,allreduce,200,600,comm\n"
                   "0,gemm,1000,1000,compute\n0,allreduce,1500,1000,comm\n0,gemm,2500,500,compute\n"
                   "0,allreduce,2900,200,comm\n");
        file.close();
        const nlohmann::json rank = summaryOf(openPath(file.fileName().toStdString()))["ranks"][0];
        QVERIFY(isAbout(rank["overlapped_comm_ms"], 0.6 + 0.5 + 0.1, "overlapped"));
        QVERIFY(isAbout(sumOf(rank["exposed_comm_ms"]), 0.5 + 0.1, "exposed"));
    }
};

BUBBLESCOPE_TEST(TstRecorders, QCoreApplication)

} // namespace bubblescope::tst_recorders

#include "tst_recorders.moc"
