// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the names that profilers choose for files and folders tell of ranks and hosts.
#include "chrometraceimporter.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "importtext.h"
#include "rungrouping.h"
#include "testprogram.h"
#include "tracename.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_workernames {

namespace {

std::string traceOf(int process, std::string_view head = {})
{
    return fmt::format(
        R"({{{}"traceEvents":[{{"ph":"X","cat":"cpu_op","name":"a","pid":{},"tid":1,"ts":1,"dur":2}}]}})", head,
        process);
}

std::vector<Run> groupedRuns(const std::vector<std::pair<std::string, std::string>>& files, ImportReport& report)
{
    std::vector<NamedPart> parts;
    for (const auto& [name, text] : files) {
        Imported imported = importText(ChromeTraceImporter(), text, name);
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({name, std::move(part)});
        report.append(std::move(imported.report));
    }
    return groupRuns(std::move(parts), "folder", report);
}

/// "0 on a, 1 on b"
QString ranksOf(const Run& run)
{
    QStringList words;
    for (const RankInfo& rank : run.trace->ranks()) {
        words << QString::number(rank.rank)
                + (rank.host < run.trace->hosts().size()
                        ? QStringLiteral(" on ") + QString::fromStdString(run.trace->hosts()[rank.host])
                        : QString());
    }
    return words.join(QStringLiteral(", "));
}

} // namespace

class TstWorkerNames : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void hostAndProcessStandBeforeTheTime_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("worker");
        const auto row = [](const char* name, const char* worker) { QTest::newRow(name) << name << worker; };
        row("gpu-7_4711.1694128201545.pt.trace.json", "gpu-7 4711");
        row("sub/node.a.b_12.1694128201545123456.pt.trace.json.gz", "node.a.b 12");
        row("gpu-7_4711_20240101120000123_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "gpu-7 4711");
        row("node1_4004-rank-4.pt.trace.json", "node1 4004");
        row("node1_4004.1694128201545_rank4.pt.trace.json.gz", "node1 4004");
        row("node1-rank-4.pt.trace.json", "");        // no process
        row("gpu-7_4711.pt.trace.json", "");          // no time
        row("gpu-7.1694128201545.pt.trace.json", ""); // no process
        row("_4711.1694128201545.pt.trace.json", "");
        row("trace.json", "");
        row("x_ascend_pt/trace_view.json", "");
    }
    void hostAndProcessStandBeforeTheTime()
    {
        QFETCH(QString, name);
        QFETCH(QString, worker);
        const std::optional<WorkerName> told = workerOfName(name.toStdString());
        QCOMPARE(told ? QString::fromStdString(fmt::format("{} {}", told->host, told->process)) : QString(), worker);
    }

    void aProcessIsNoRank()
    {
        ImportReport report;
        const std::vector<Run> runs = groupedRuns(
            {{"a_900.1694128201545.pt.trace.json", traceOf(900)}, {"a_1000.1694128201546.pt.trace.json", traceOf(1000)},
                {"b_20.1694128201545.pt.trace.json", traceOf(20)}},
            report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 on a, 1 on a, 2 on b"));
        QCOMPARE(report.count(IssueKind::RankNotStated), uint64_t(3));
    }

    void aNumberThatIsNoProcessOfTheTraceIsAName()
    {
        ImportReport report;
        const std::vector<Run> runs = groupedRuns({{"worker0_step_12.1694128201545.pt.trace.json", traceOf(4711)},
                                                      {"worker1_step_12.1694128201546.pt.trace.json", traceOf(4712)}},
            report);
        QCOMPARE(runs.size(), size_t(1));
        QVERIFY(runs[0].trace->hosts().size() < 2);
        QCOMPARE(runs[0].trace->ranks().size(), size_t(2));
    }

    void hostsInFoldersOfTheirOwnAreOneRun()
    {
        ImportReport report;
        const auto stated = [](int rank) {
            return traceOf(5, fmt::format(R"("distributedInfo":{{"rank":{},"world_size":2}},)", rank));
        };
        const std::vector<Run> runs = groupedRuns({{"job/alpha/alpha_5.1694128201545.pt.trace.json", stated(0)},
                                                      {"job/beta/beta_5.1694128201545.pt.trace.json", stated(1)}},
            report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(QString::fromStdString(runs[0].name), QStringLiteral("job"));
        QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 on alpha, 1 on beta"));
    }

    void aFileAboveAnAscendTraceStatesItsRank()
    {
        QTemporaryDir folder;
        for (const int rank : {5, 3}) {
            const QString own = QStringLiteral("run/gpu_%1_20240101120000123_ascend_pt").arg(100 - rank);
            QVERIFY(QDir(folder.path()).mkpath(own + QStringLiteral("/ASCEND_PROFILER_OUTPUT")));
            const auto write = [&](const QString& name, const std::string& text) {
                QFile file(folder.filePath(own + QLatin1Char('/') + name));
                return file.open(QIODevice::WriteOnly) && file.write(text.data(), qint64(text.size())) > 0;
            };
            QVERIFY(write(QStringLiteral("ASCEND_PROFILER_OUTPUT/trace_view.json"), traceOf(7)));
            QVERIFY(write(QStringLiteral("profiler_info_%1.json").arg(rank), "{}"));
        }
        ImportReport report;
        const FolderScan scan = scanPaths({folder.path().toStdString()}, ImporterRegistry::builtin(), report);
        QVERIFY(scan.unrecognised.empty());
        std::vector<NamedPart> parts;
        for (const ScannedFile& file : scan.files) {
            Imported imported = importFile(*file.importer, file.path);
            for (TracePart& part : imported.contents.traceParts)
                parts.push_back({file.name, std::move(part), file.rank});
        }
        const std::vector<Run> runs = groupRuns(std::move(parts), scan.root, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].trace->ranks().size(), size_t(2));
        QCOMPARE(runs[0].trace->ranks()[0].rank, 3);
        QCOMPARE(runs[0].trace->ranks()[1].rank, 5);
    }

    void namesThatCountPlacesTellSizesTogether()
    {
        const auto named = [](int data, int tensor, int rank) {
            return std::pair(
                fmt::format("dp{}_pp0_tp{}_dcp0_ep{}_rank{}.17{:02}.pt.trace.json", data, tensor, tensor, rank, rank),
                traceOf(100 + rank, R"("distributedInfo":{"rank":)" + std::to_string(rank) + "},"));
        };
        ImportReport report;
        const std::vector<Run> whole
            = groupedRuns({named(0, 0, 0), named(0, 1, 1), named(1, 0, 2), named(1, 1, 3)}, report);
        QCOMPARE(whole.size(), size_t(1));
        QCOMPARE(whole[0].layout.tensor, std::optional(2));
        QCOMPARE(whole[0].layout.pipeline, std::optional(1));
        QCOMPARE(whole[0].layout.data, std::optional(2));
        QCOMPARE(whole[0].layout.expert, std::optional(2));
        // Experts share the ranks of the others: their places may be any number.
        const auto farExpert = [](int tensor) {
            return std::pair(fmt::format("dp0_pp0_tp{}_dcp0_ep2147483647_rank{}.json", tensor, tensor),
                traceOf(100 + tensor, R"("distributedInfo":{"rank":)" + std::to_string(tensor) + "},"));
        };
        const std::vector<Run> far = groupedRuns({farExpert(0), farExpert(1)}, report);
        QCOMPARE(far[0].layout.tensor, std::optional(2));
        QVERIFY(!far[0].layout.expert);
        // Where a place is missing, nothing is told; and "tp1" of a rank is no size.
        const std::vector<Run> part = groupedRuns({named(0, 0, 0), named(0, 1, 1), named(1, 1, 3)}, report);
        QCOMPARE(part.size(), size_t(1));
        QVERIFY(!part[0].layout.tensor);
        // Sizes are never 0.
        QVERIFY(!parseTraceName("wd4_tp1_pp2_numl4_bs1_rank2_20250401230426.txt", "").namesPlaces);
        QVERIFY(parseTraceName("dp1_pp0_tp1_rank3.json", "").namesPlaces);
    }
};

BUBBLESCOPE_TEST(TstWorkerNames, QCoreApplication)

} // namespace bubblescope::tst_workernames

#include "tst_workernames.moc"
