// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordings.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_recordings {

namespace {

constexpr TimeNs s = 1'000'000'000;

struct File {
    std::string name;
    int rank = -1;
    TimeRange range;
    std::optional<int> world = {};
    std::optional<int> statedRank = {}; ///< by a file beside it
    std::optional<WorkerName> worker = {};
    ClockPolicy clock = ClockPolicy::Recording;
};

NamedPart partOf(const File& file)
{
    NamedPart named;
    named.name = file.name;
    named.rank = file.statedRank;
    TracePart& part = named.part;
    part.clock = file.clock;
    part.ranks = {file.rank};
    part.ranges = {file.range};
    part.layout.world = file.world;
    part.worker = file.worker;
    SpanRecord span;
    span.track = part.builder.track({file.rank, -1, Lane::Compute, Category::Other, "stream 7"});
    span.begin = file.range.begin;
    span.end = file.range.end;
    part.builder.addSpan(span);
    return named;
}

struct Grouped {
    QByteArray picture; ///< "a.json:0 b.json:1 | c.json:0": names and ranks, recordings parted
    ImportReport report;
};
Grouped group(const std::vector<File>& files)
{
    std::vector<NamedPart> parts;
    for (const File& file : files)
        parts.push_back(partOf(file));
    Grouped grouped;
    for (const std::vector<size_t>& recording : groupRecordings(parts, grouped.report)) {
        if (!grouped.picture.isEmpty())
            grouped.picture += " |";
        for (const size_t index : recording) {
            grouped.picture += ' ' + QByteArray::fromStdString(parts[index].name) + ':'
                + QByteArray::number(parts[index].part.ranks.front());
        }
    }
    grouped.picture = grouped.picture.trimmed();
    return grouped;
}

} // namespace

class TstRecordings : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void likeNamesOfOneFolderAreOneRecording()
    {
        const Grouped grouped
            = group({{"rank0.json", 0, {0, s}}, {"rank1.json", 1, {0, s}}, {"other/rank0.json", 0, {0, s}}});
        QCOMPARE(grouped.picture, QByteArray("rank0.json:0 rank1.json:1 | other/rank0.json:0"));
        QCOMPARE(grouped.report.count(IssueKind::RankNotStated), uint64_t(0));
    }

    void otherNamesBelongTogetherByWorldAndTime()
    {
        QCOMPARE(group({{"a.json", 0, {0, s}, 2}, {"b.json", 1, {0, s}, 2}}).picture, QByteArray("a.json:0 b.json:1"));
        QCOMPARE(
            group({{"a.json", 0, {0, s}, 2}, {"b.json", 1, {0, s}, 4}}).picture, QByteArray("a.json:0 | b.json:1"));
        QCOMPARE(group({{"a.json", 0, {0, s}, 2}, {"b.json", 1, {60 * s, 61 * s}, 2}}).picture,
            QByteArray("a.json:0 | b.json:1"));
        QCOMPARE(group({{"a.json", 0, {0, s}}, {"b.json", 1, {0, s}}}).picture, QByteArray("a.json:0 | b.json:1"));
    }

    void clocksMayDifferBySeconds()
    {
        QCOMPARE(group({{"a.json", 0, {0, s}, 2}, {"b.json", 1, {5 * s, 6 * s}, 2}}).picture,
            QByteArray("a.json:0 b.json:1"));
        QCOMPARE(group({{"a.json", 0, {0, s}, 2}, {"b.json", 1, {7 * s, 8 * s}, 2}}).picture,
            QByteArray("a.json:0 | b.json:1"));
    }

    void aRankThatOccursAgainWasRecordedAgain()
    {
        const Grouped later = group({{"t1.json", 0, {0, s}}, {"t2.json", 1, {0, s}}, {"t3.json", 0, {60 * s, 61 * s}},
            {"t4.json", 1, {60 * s, 61 * s}}});
        QCOMPARE(later.picture, QByteArray("t1.json:0 t2.json:1 | t3.json:0 t4.json:1"));
        QCOMPARE(later.report.count(IssueKind::MixedRuns), uint64_t(1));
        QCOMPARE(later.report.count(IssueKind::DuplicateRank), uint64_t(0));

        const Grouped twice = group({{"t1.json", 0, {0, 2 * s}}, {"t2.json", 0, {s, 3 * s}}});
        QCOMPARE(twice.picture, QByteArray("t1.json:0 | t2.json:0"));
        QCOMPARE(twice.report.count(IssueKind::DuplicateRank), uint64_t(1));
    }

    void theNumberThatTellsNamesApartIsTheRank()
    {
        const Grouped grouped = group(
            {{"run7_rank3.json", -1, {0, s}}, {"run7_rank1.json", -1, {0, s}}, {"run7_rank2.json", -1, {0, s}}});
        QCOMPARE(grouped.picture, QByteArray("run7_rank3.json:3 run7_rank1.json:1 run7_rank2.json:2"));
        QCOMPARE(grouped.report.count(IssueKind::RankNotStated), uint64_t(3));
    }

    void timesAndProcessesInNamesAreNoRanks()
    {
        const Grouped grouped = group({{"t.1694128201545.json", -1, {0, s}}, {"t.1694128201999.json", -1, {0, s}}});
        QCOMPARE(grouped.picture, QByteArray("t.1694128201545.json:0 t.1694128201999.json:1"));
    }

    void aFileWithoutARankGetsTheNextFreeOne()
    {
        const Grouped grouped = group({{"t5.json", 0, {0, s}}, {"t9999999.json", -1, {0, s}}, {"t6.json", 2, {0, s}}});
        QCOMPARE(grouped.picture, QByteArray("t5.json:0 t9999999.json:1 t6.json:2"));
    }

    void aFileBesideItStatesTheRank()
    {
        File stated {"t.json", -1, {0, s}};
        stated.statedRank = 5;
        const Grouped grouped = group({stated});
        QCOMPARE(grouped.picture, QByteArray("t.json:5"));
        QVERIFY(grouped.report.issues().front().first.front().message.text().find("profiler_info_5") != std::string::npos);
    }

    void workersAreNumberedByHostAndProcess()
    {
        std::vector<File> files;
        for (const auto& [host, process] : {std::pair("gpu-b", 7), {"gpu-a", 30}, {"gpu-a", 4}}) {
            File file {std::string(host) + '_' + std::to_string(process) + ".pt.trace.json", -1, {0, s}};
            file.worker = WorkerName {host, process};
            files.push_back(file);
        }
        QCOMPARE(group(files).picture,
            QByteArray("gpu-b_7.pt.trace.json:2 gpu-a_30.pt.trace.json:1 gpu-a_4.pt.trace.json:0"));
    }

    void foldersOfHostsAreJoinedToOneJob()
    {
        QCOMPARE(group({{"job/left/a.json", 0, {0, s}, 2}, {"job/right/a.json", 1, {0, s}, 2}}).picture,
            QByteArray("job/left/a.json:0 job/right/a.json:1"));
        // Not what would be more than the job has, lies elsewhere, or has a rank twice.
        QCOMPARE(group({{"job/left/a.json", 0, {0, s}, 1}, {"job/right/a.json", 1, {0, s}, 1}}).picture,
            QByteArray("job/left/a.json:0 | job/right/a.json:1"));
        QCOMPARE(group({{"job/n/a.json", 0, {0, s}, 2}, {"other/n/a.json", 1, {0, s}, 2}}).picture,
            QByteArray("job/n/a.json:0 | other/n/a.json:1"));
        QCOMPARE(group({{"job/left/a.json", 0, {0, s}, 2}, {"job/right/a.json", 0, {0, s}, 2}}).picture,
            QByteArray("job/left/a.json:0 | job/right/a.json:0"));
    }

    void otherTracesAndEmptyOnesAreLeftAlone()
    {
        File rankTrace {"rank0.txt", 0, {0, s}};
        rankTrace.clock = ClockPolicy::Host;
        std::vector<NamedPart> parts;
        parts.push_back(partOf(rankTrace));
        parts.push_back(partOf({"a.json", 0, {0, s}}));
        parts.emplace_back().name = "empty.json";
        parts.back().part.clock = ClockPolicy::Recording;
        ImportReport report;
        QCOMPARE(groupRecordings(parts, report), (std::vector<std::vector<size_t>> {{1}}));
        QVERIFY(report.isEmpty());
    }
};

BUBBLESCOPE_TEST(TstRecordings, QCoreApplication)

} // namespace bubblescope::tst_recordings

#include "tst_recordings.moc"
