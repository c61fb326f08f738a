// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderscan.h"
#include "rungrouping.h"
#include "testprogram.h"
#include "textencoding.h"
#include "tracename.h"
#include "shareddata.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bubblescope::tst_folderscan {
namespace fs = std::filesystem;

namespace {

struct Opened {
    FolderScan scan;
    std::vector<Run> runs;
    ImportReport report;
};

Opened openPaths(const std::vector<std::string>& paths)
{
    Opened opened;
    const ImporterRegistry& registry = ImporterRegistry::builtin();
    opened.scan = scanPaths(paths, registry, opened.report);
    std::vector<NamedPart> parts;
    for (const ScannedFile& file : opened.scan.files) {
        auto source = openFile(file.path, file.name);
        FileContents contents;
        opened.report.setFile(file.name);
        if (source)
            file.importer->import(**source, contents, opened.report, {});
        for (TracePart& part : contents.traceParts)
            parts.push_back({file.name, std::move(part)});
    }
    opened.runs = groupRuns(std::move(parts), opened.scan.root, opened.report);
    return opened;
}

Opened openShared(const char* name) { return openPaths({sharedData(name)}); }

uint32_t topLevel(const Trace& trace) { return trace.operationCount(); }

// One rank, two operations, starting at `startMs`.
std::string smallTrace(int rank, int stage, int64_t startMs, const char* description = "None")
{
    return fmt::format(
        "rank:{0}:forward_step(stage_id={1},batch_id=0,mg_state=steady,duration=10.0,description={2},group_kind=None,"
        "input__shape=None,input__dtype=None,timestamp={3}.0,sub_operations=[])\n"
        "rank:{0}:optimizer_step(stage_id={1},batch_id=0,mg_state=finalize,duration=2.0,description={2},"
        "group_kind=None,input__shape=None,input__dtype=None,timestamp={4}.0,sub_operations=[])\n",
        rank, stage, description, startMs + 10, startMs + 13);
}

/// Counts how often it is asked.
class AskedImporter final : public Importer {
public:
    AskedImporter(int score, int& asked) : m_score(score), m_asked(asked) { }
    std::string_view id() const override { return "asked"; }
    std::string_view displayName() const override { return "asked"; }
    std::vector<std::string_view> filePatterns() const override { return {}; }
    FormatFacts facts() const override { return {}; }
    int sniff(std::string_view) const override
    {
        ++m_asked;
        return m_score;
    }
    bool import(ByteSource&, FileContents&, ImportReport&, const ProgressFn&) const override { return true; }

private:
    int m_score;
    int& m_asked;
};

void writeFile(const fs::path& path, std::string_view text)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

} // namespace

class TstFolderScan : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void nameTellsRankStampAndLayout();
    void nameOfMixtureOfExpertsKeepsExpertCountApart();
    void folderTellsLayoutWhereFileIsSilent();
    void hostFolderIsTakenOffTheRunsFolder();
    void rankIsFoundInShortNames_data();
    void rankIsFoundInShortNames();

    void seedMeasuredIsOneRankWithoutLayout();
    void seedScalingHasItsGradientBytes();
    void fourRanksMakeOneRun();
    void knownStepRunHasItsLayout();
    void twoRunsInOneFolderAreToldApart();
    void sixteenRanksOnTwoHostsAreOneRun();
    void scalingFolderHoldsTwoRecordings();
    void scalingFilesWithoutWordsAreScaling();
    void plansMakeOneRunOfTwelveStages();
    void pipelinePlanIsRead();
    void extendedGrammarIsScalingOfManyRanks();
    void allOfSharedDataScans();

    void stampsASecondApartAreOneRun();
    void hostsWithDistantStampsAreOneRun();
    void missingRanksAreListed();
    void sameRankTwiceMakesTwoRuns();
    void likeNamesAreToldApartByFolders();
    void unrelatedClocksAreTwoHosts();
    void repeatedRankStartsANewScalingRecording();
    void twoFilesGivenDirectlyAreOneRun();
    void layoutFollowsFromFolderNames();
    void oddFilesAreListedWithoutNoise();
    void aTableOfUnknownColumnsIsToBeNamed();
    void whatSqliteKeepsBesideADatabaseIsNoRun();
    void theSurestImporterIsTakenAndACertainOneEndsTheQuestions();
    void linkLoopEndsAndIsSaid();
    void unreadableFolderIsSaid();
    void missingPathIsSaid();
    void nameWithALineBreakIsAFile();
    void deepFoldersAreBounded();
    void foldersOfTheKernelAreNotWalked();
    void aScanThatIsEndedKeepsWhatItSaw();
};

void TstFolderScan::nameTellsRankStampAndLayout()
{
    const TraceName name
        = parseTraceName("wd4_tp1_pp2_numl4_bs1_GPT2BPETokenizer_rank2_20250401230426.txt", "measured");
    QCOMPARE(name.rank.value(), 2);
    QCOMPARE(name.stamp, std::string("20250401230426"));
    QCOMPARE(name.base, std::string("wd4_tp1_pp2_numl4_bs1_GPT2BPETokenizer"));
    QCOMPARE(name.layout.world.value(), 4);
    QCOMPARE(name.layout.tensor.value(), 1);
    QCOMPARE(name.layout.pipeline.value(), 2);
    QCOMPARE(name.layout.layers.value(), 4);
    QCOMPARE(name.layout.microbatchSize.value(), 1);
    QVERIFY(!name.layout.expert);
    QVERIFY(name.folder.empty());
}

void TstFolderScan::nameOfMixtureOfExpertsKeepsExpertCountApart()
{
    const TraceName name = parseTraceName("wd16_tp1_pp4_exp4_expNum8_l8_bs1_rank7_20250818095052.txt", "");
    QCOMPARE(name.rank.value(), 7);
    QCOMPARE(name.layout.expert.value(), 4);
    QCOMPARE(name.layout.layers.value(), 8);
    QVERIFY(!name.layout.data);
}

void TstFolderScan::folderTellsLayoutWhereFileIsSilent()
{
    const TraceName name = parseTraceName("pp4_tp1_exp4_expn8_dp4_nl8_hs4096_sl4096/rank0.txt", "runs");
    QCOMPARE(name.rank.value(), 0);
    QCOMPARE(name.layout.pipeline.value(), 4);
    QCOMPARE(name.layout.tensor.value(), 1);
    QCOMPARE(name.layout.expert.value(), 4);
    QCOMPARE(name.layout.data.value(), 4);
    QCOMPARE(name.layout.layers.value(), 8);
    QCOMPARE(name.folder, std::string("pp4_tp1_exp4_expn8_dp4_nl8_hs4096_sl4096"));
    QVERIFY(name.base.empty());
    const TraceName inRoot = parseTraceName("rank3.txt", "pp2_tp8");
    QCOMPARE(inRoot.layout.tensor.value(), 8);
    const TraceName both = parseTraceName("pp4/tp2_rank0.txt", "tp8");
    QCOMPARE(both.layout.tensor.value(), 2);
    QCOMPARE(both.layout.pipeline.value(), 4);
}

void TstFolderScan::hostFolderIsTakenOffTheRunsFolder()
{
    const TraceName name = parseTraceName("run7/node2/wd2_rank1_20250818095052.txt", "");
    QCOMPARE(name.host, std::string("node2"));
    QCOMPARE(name.folder, std::string("run7"));
    QCOMPARE(parseTraceName("nodes/rank1.txt", "").host, std::string());
}

void TstFolderScan::rankIsFoundInShortNames_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("rank");
    QTest::addColumn<QString>("base");
    QTest::newRow("bare") << "rank0.txt" << 0 << "";
    QTest::newRow("middle") << "gpt_rank12_final.txt" << 12 << "gpt_final";
    QTest::newRow("packed") << "gpt_rank3.txt.gz" << 3 << "gpt";
    QTest::newRow("underscore") << "trace_rank_5.txt" << 5 << "trace";
    QTest::newRow("folder") << "rank9/trace.txt" << 9 << "trace";
    QTest::newRow("none") << "000_213289ee4de42d36.txt" << -1 << "000_213289ee4de42d36";
    QTest::newRow("no number") << "rankings.txt" << -1 << "rankings";
}

void TstFolderScan::rankIsFoundInShortNames()
{
    QFETCH(QString, path);
    QFETCH(int, rank);
    QFETCH(QString, base);
    const TraceName name = parseTraceName(path.toStdString(), "");
    QCOMPARE(name.rank.value_or(-1), rank);
    QCOMPARE(QString::fromStdString(name.base), base);
}

void TstFolderScan::seedMeasuredIsOneRankWithoutLayout()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("seeds/000_213289ee4de42d36.txt");
    QCOMPARE(opened.runs.size(), size_t(1));
    const Run& run = opened.runs.front();
    QCOMPARE(run.kind, Run::Kind::Measured);
    QCOMPARE(run.rankCount(), 1);
    QCOMPARE(run.trace->ranks().front().rank, 2);
    QCOMPARE(int(run.trace->ranks().front().stage), 1);
    QCOMPARE(topLevel(*run.trace), 9u);
    QCOMPARE(run.trace->subOperationCount(), 8u);
    QCOMPARE(run.trace->range().duration(), TimeNs(165'870'000));
    TimeNs sum = 0;
    for (uint32_t i = 0; i < run.trace->spanCount(); ++i) {
        if (!run.trace->hasFlag(SpanId(i), SpanFlag::subOperation))
            sum += run.trace->duration(SpanId(i));
    }
    QCOMPARE(sum, TimeNs(164'320'000));
    QCOMPARE(run.trace->steps().size(), size_t(1));
    QVERIFY(!run.layout.tensor && !run.layout.pipeline && !run.layout.data && !run.layout.expert);
    QVERIFY(!run.layout.context && !run.layout.world);
    QCOMPARE(run.layout.microbatches.value(), 1);
    QVERIFY(run.missingRanks.empty());
    QVERIFY(opened.report.isEmpty());
}

void TstFolderScan::seedScalingHasItsGradientBytes()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("seeds/001_15abf85fb1cc9dfd.txt");
    QCOMPARE(opened.runs.size(), size_t(1));
    const Run& run = opened.runs.front();
    QCOMPARE(run.kind, Run::Kind::Scaling);
    QCOMPARE(topLevel(*run.trace), 6u);
    QCOMPARE(run.trace->subOperationCount(), 20u);
    QVERIFY(!run.trace->ranksAreComparable());
    std::map<std::string, int64_t> bytes;
    for (uint32_t i = 0; i < run.trace->spanCount(); ++i) {
        const SpanId span(i);
        bytes[std::string(run.trace->name(span))] = run.trace->bytes(span);
        if (isCommunication(run.trace->category(span)))
            QVERIFY(run.trace->hasFlag(span, SpanFlag::notMeasured));
    }
    QCOMPARE(bytes.at("dp_allreduce"), int64_t(1'495'924'736));
    QCOMPARE(bytes.at("exp_dp_allreduce"), int64_t(2'818'572'288));
    QVERIFY(!run.layout.microbatches);
}

void TstFolderScan::fourRanksMakeOneRun()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("echo/measured_tp1_pp2_4ranks");
    QCOMPARE(opened.runs.size(), size_t(1));
    const Run& run = opened.runs.front();
    QCOMPARE(run.name, std::string("measured_tp1_pp2_4ranks"));
    QCOMPARE(run.rankCount(), 4);
    QCOMPARE(run.stageCount(), 2);
    QCOMPARE(run.layout.tensor.value(), 1);
    QCOMPARE(run.layout.pipeline.value(), 2);
    QCOMPARE(run.layout.data.value(), 2);
    QCOMPARE(run.layout.context.value(), 1);
    QVERIFY(!run.layout.expert);
    QCOMPARE(run.layout.layers.value(), 4);
    QCOMPARE(run.trace->hosts().size(), size_t(1));
    QCOMPARE(run.trace->hosts().front(), std::string("host0"));
    QCOMPARE(run.files.size(), size_t(4));
    QVERIFY(opened.report.count(IssueKind::MissingRanks) == 0);
}

void TstFolderScan::knownStepRunHasItsLayout()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("echo/measured_tp2_pp2_4ranks_known_step");
    QCOMPARE(opened.runs.size(), size_t(1));
    QCOMPARE(opened.runs.front().rankCount(), 4);
    QCOMPARE(opened.runs.front().layout.data.value(), 1);
    QCOMPARE(opened.runs.front().layout.tensor.value(), 2);
    // The step that the run's own log states: 910.8 to 911.3 ms.
    const TimeNs step = opened.runs.front().trace->range().duration();
    QVERIFY2(step > 905'000'000 && step < 925'000'000, fmt::format("{}", step).c_str());
}

void TstFolderScan::twoRunsInOneFolderAreToldApart()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("echo/two_runs_one_folder");
    QCOMPARE(opened.runs.size(), size_t(2));
    for (const Run& run : opened.runs) {
        QCOMPARE(run.kind, Run::Kind::Measured);
        QCOMPARE(run.rankCount(), 4);
        QCOMPARE(run.trace->hosts().size(), size_t(1));
    }
    QCOMPARE(opened.runs[0].name, std::string("two_runs_one_folder 2025-04-02 00:06:12"));
    QCOMPARE(opened.runs[1].name, std::string("two_runs_one_folder 2025-04-02 00:29:16"));
    QCOMPARE(opened.report.count(IssueKind::MixedRuns), uint64_t(1));
    QCOMPARE(opened.report.count(IssueKind::DuplicateRank), uint64_t(0));
}

void TstFolderScan::sixteenRanksOnTwoHostsAreOneRun()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("echo/measured_pp4_16ranks_2hosts");
    QCOMPARE(opened.runs.size(), size_t(1));
    const Run& run = opened.runs.front();
    QCOMPARE(run.rankCount(), 16);
    QCOMPARE(run.stageCount(), 4);
    QCOMPARE(run.layout.microbatches.value(), 16);
    QCOMPARE(run.layout.expert.value(), 4);
    QCOMPARE(run.layout.data.value(), 4);
    QCOMPARE(run.trace->hosts().size(), size_t(2));
    QCOMPARE(run.trace->hosts()[0], std::string("node1"));
    QCOMPARE(run.trace->hosts()[1], std::string("node2"));
    QCOMPARE(int(run.trace->findRank(8)->host), 1);
    uint32_t fused = 0;
    uint32_t legs = 0;
    for (uint32_t i = 0; i < run.trace->spanCount(); ++i) {
        fused += run.trace->hasFlag(SpanId(i), SpanFlag::fused);
        if (run.trace->hasFlag(SpanId(i), SpanFlag::fusedLeg)) {
            ++legs;
            QVERIFY(run.trace->hasFlag(run.trace->parent(SpanId(i)), SpanFlag::fused));
            QCOMPARE(run.trace->begin(run.trace->parent(SpanId(i))), run.trace->begin(SpanId(i)));
        }
    }
    QVERIFY(legs > 0);
    QCOMPARE(fused, legs);
    QCOMPARE(opened.report.count(IssueKind::OverlappingSpans), uint64_t(0));
}

void TstFolderScan::scalingFolderHoldsTwoRecordings()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("echo/scaling_pp4_of_that_run");
    QCOMPARE(opened.runs.size(), size_t(2));
    for (const Run& run : opened.runs) {
        QCOMPARE(run.kind, Run::Kind::Scaling);
        QCOMPARE(run.rankCount(), 16);
        QCOMPARE(run.stageCount(), 4);
        QVERIFY(!run.trace->ranksAreComparable());
        QVERIFY(run.missingRanks.empty());
        // Drawn from their own start: ranks that were recorded minutes apart fit into one step.
        QVERIFY(run.trace->range().duration() < 1'000'000'000);
    }
}

void TstFolderScan::scalingFilesWithoutWordsAreScaling()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("echo/scaling_tp2_pp2_4ranks");
    QCOMPARE(opened.runs.size(), size_t(1));
    QCOMPARE(opened.runs[0].kind, Run::Kind::Scaling);
    QCOMPARE(opened.runs[0].rankCount(), 4);
    QVERIFY(!opened.runs[0].trace->ranksAreComparable());
}

void TstFolderScan::plansMakeOneRunOfTwelveStages()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("echo/plans");
    QCOMPARE(opened.runs.size(), size_t(1));
    const Run& run = opened.runs.front();
    QCOMPARE(run.kind, Run::Kind::Plan);
    QCOMPARE(run.origin, Origin::Assumed);
    QCOMPARE(run.stageCount(), 12);
    QCOMPARE(run.layout.pipeline.value(), 12);
    QCOMPARE(run.trace->spanCount(), 98u);
}

void TstFolderScan::pipelinePlanIsRead()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("torchtitan/custom_schedule.csv");
    QCOMPARE(opened.runs.size(), size_t(1));
    const Run& run = opened.runs.front();
    QCOMPARE(run.kind, Run::Kind::Plan);
    QCOMPARE(run.rankCount(), 2);
    QCOMPARE(run.trace->spanCount(), 96u);
    QCOMPARE(run.layout.microbatches.value(), 8);
    QCOMPARE(run.trace->range().duration(), TimeNs(48'000'000));
}

void TstFolderScan::extendedGrammarIsScalingOfManyRanks()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openShared("echo/extended_2026");
    QCOMPARE(opened.runs.size(), size_t(1));
    const Run& run = opened.runs.front();
    QCOMPARE(run.kind, Run::Kind::Scaling);
    QCOMPARE(run.layout.world.value(), 1024);
    QCOMPARE(run.layout.data.value(), 16);
    QCOMPARE(run.missingRanks.size(), size_t(1023));
    QCOMPARE(opened.report.count(IssueKind::MissingRanks), uint64_t(0));
    QCOMPARE(opened.scan.unrecognised, std::vector<std::string> {"README.txt"});
    int streams = 0;
    for (uint32_t t = 0; t < run.trace->tracks().size(); ++t)
        streams += run.trace->track(TrackId(t)).lane == Lane::Stream;
    QCOMPARE(streams, 1);
}

void TstFolderScan::aTableOfUnknownColumnsIsToBeNamed()
{
    QTemporaryDir folder;
    std::ofstream(folder.filePath("own.csv").toStdString()) << "who,what,from,took\n0,fw,10,5\n1,bw,10,5\n";
    const Opened opened = openPaths({folder.path().toStdString()});
    QCOMPARE(opened.report.count(IssueKind::UnknownColumns), uint64_t(1));
    QCOMPARE(opened.report.count(IssueKind::ConvertFirst), uint64_t(0)); // it is no other format
    const std::string message = opened.report.issues().front().first.front().message.text();
    QVERIFY2(message.find("who, what, from, took") != std::string::npos, message.c_str());
    QVERIFY(issueInfo(IssueKind::UnknownColumns).advice.find("Columns of a table") != std::string_view::npos);
    std::ofstream(folder.filePath("own.csv").toStdString()) << std::string(39, 'x') + "\u00e9,what,from\n0,10,5\n";
    const Opened cut = openPaths({folder.path().toStdString()});
    QVERIFY(isUtf8(cut.report.issues().front().first.front().message.text())); // not cut within a letter
}

void TstFolderScan::whatSqliteKeepsBesideADatabaseIsNoRun()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "a.db", std::string("SQLite format 3\0", 16));
    writeFile(path / "a.db-wal", {});
    writeFile(path / "a.db-shm", std::string(32768, '\0'));
    writeFile(path / "b.db-wal", {}); // of no database
    const auto unknown = [&] {
        std::vector<std::string> names = openPaths({folder.path().toStdString()}).scan.unrecognised;
        names.erase(std::remove(names.begin(), names.end(), "a.db"), names.end());
        return names;
    };
    QCOMPARE(unknown(), (std::vector<std::string> {"b.db-wal"}));
    const auto advice = [&] {
        const Opened opened = openPaths({folder.path().toStdString()});
        return opened.report.count(IssueKind::ConvertFirst);
    };
    QCOMPARE(advice(), uint64_t(0));
    writeFile(path / "a.db-wal", std::string(4152, 'w'));
    fs::last_write_time(path / "a.db", fs::file_time_type::clock::now() - std::chrono::hours(1));
    QCOMPARE(advice(), uint64_t(1)); // it holds what the database does not
    fs::last_write_time(path / "a.db", fs::file_time_type::clock::now() + std::chrono::hours(1));
    QCOMPARE(advice(), uint64_t(0)); // taken in since
    writeFile(path / "a.db-journal", std::string(512, '\0')); // ended, and kept
    QCOMPARE(advice(), uint64_t(0));
    writeFile(path / "a.db-journal", "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + std::string(512, 'j'));
    QCOMPARE(advice(), uint64_t(1));
    QCOMPARE(unknown(), (std::vector<std::string> {"b.db-wal"}));
}

void TstFolderScan::allOfSharedDataScans()
{
    REQUIRE_SHARED_DATA();
    const Opened opened = openPaths({sharedData("echo")});
    QCOMPARE(opened.runs.size(), size_t(11));
    const Opened all = openPaths({sharedData("seeds") + "/.."});
    QVERIFY(all.runs.size() >= 14);
    QVERIFY(!all.scan.unrecognised.empty());
}

void TstFolderScan::stampsASecondApartAreOneRun()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "wd2_tp1_pp2_rank0_20250818235959.txt", smallTrace(0, 0, 1000));
    writeFile(path / "wd2_tp1_pp2_rank1_20250819000000.txt", smallTrace(1, 1, 1000));
    writeFile(path / "wd2_tp1_pp2_rank0_20250819000106.txt", smallTrace(0, 0, 68000));
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.runs.size(), size_t(2));
    QCOMPARE(opened.runs[0].rankCount(), 2);
    QCOMPARE(opened.runs[1].rankCount(), 1);
    QCOMPARE(opened.runs[1].missingRanks, std::vector<int> {1});
}

void TstFolderScan::hostsWithDistantStampsAreOneRun()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    for (const char* minute : {"10", "30"}) {
        writeFile(path / fmt::format("node1/wd2_tp1_pp2_rank0_2025081809{}52.txt", minute), smallTrace(0, 0, 1000));
        writeFile(path / fmt::format("node2/wd2_tp1_pp2_rank1_2025081809{}31.txt", minute), smallTrace(1, 1, 1000));
    }
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.runs.size(), size_t(2));
    for (const Run& run : opened.runs) {
        QCOMPARE(run.rankCount(), 2);
        QCOMPARE(run.trace->hosts().size(), size_t(2));
        QCOMPARE(run.files[0].substr(run.files[0].size() - 8, 2), run.files[1].substr(run.files[1].size() - 8, 2));
    }
    QCOMPARE(opened.report.count(IssueKind::MissingRanks), uint64_t(0));
}

void TstFolderScan::missingRanksAreListed()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    for (const int rank : {0, 1, 3})
        writeFile(path / fmt::format("wd4_tp1_pp2_rank{}_20250818095052.txt", rank), smallTrace(rank, rank / 2, 1000));
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.runs.size(), size_t(1));
    QCOMPARE(opened.runs[0].missingRanks, std::vector<int> {2});
    QCOMPARE(opened.report.count(IssueKind::MissingRanks), uint64_t(1));
}

void TstFolderScan::sameRankTwiceMakesTwoRuns()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "node1/rank0.txt", smallTrace(0, 0, 1000));
    writeFile(path / "node2/rank0.txt", smallTrace(0, 0, 1000));
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.runs.size(), size_t(2));
    QCOMPARE(opened.report.count(IssueKind::DuplicateRank), uint64_t(1));
    QVERIFY(opened.runs[0].name != opened.runs[1].name);
}

/// Profilers call each file "trace": "trace #2" would not say which of two models it is.
void TstFolderScan::likeNamesAreToldApartByFolders()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    const auto recording = [](int64_t begin) {
        return fmt::format(R"({{"schemaVersion":1,"traceEvents":[
            {{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":{0},"dur":90}},
            {{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":{0},"dur":80,"args":{{"stream":7,"device":0}}}}
            ]}})",
            begin);
    };
    writeFile(path / "bert/trace.json", recording(1000));
    writeFile(path / "qwen/trace.json", recording(900'000'000'000));
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.runs.size(), size_t(2));
    QCOMPARE(opened.runs[0].name, std::string("bert/trace"));
    QCOMPARE(opened.runs[1].name, std::string("qwen/trace"));
}

void TstFolderScan::unrelatedClocksAreTwoHosts()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    constexpr int64_t week = 604'800'000;
    writeFile(path / "rank0.txt", smallTrace(0, 0, 1000 + week));
    writeFile(path / "rank1.txt", smallTrace(1, 0, 1005 + week));
    writeFile(path / "rank2.txt", smallTrace(2, 1, 1000));
    writeFile(path / "rank3.txt", smallTrace(3, 1, 61'000));
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.runs.size(), size_t(1));
    const Trace& trace = *opened.runs[0].trace;
    QCOMPARE(trace.hosts().size(), size_t(2));
    QCOMPARE(trace.hosts()[trace.findRank(0)->host], std::string("host0"));
    QCOMPARE(trace.hosts()[trace.findRank(1)->host], std::string("host0"));
    QCOMPARE(trace.hosts()[trace.findRank(2)->host], std::string("host1"));
    QCOMPARE(trace.hosts()[trace.findRank(3)->host], std::string("host1"));
}

void TstFolderScan::repeatedRankStartsANewScalingRecording()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    const struct {
        int rank;
        const char* stamp;
    } files[] = {{0, "20250818101720"}, {128, "20250818101740"}, {0, "20250818101800"}, {256, "20250818101820"}};
    int64_t start = 1000;
    for (const auto& file : files) {
        writeFile(path / fmt::format("wd512_tp8_pp4_rank{}_{}.txt", file.rank, file.stamp),
            smallTrace(file.rank, file.rank / 128, start += 20'000, "simulation"));
    }
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.runs.size(), size_t(2));
    QCOMPARE(opened.runs[0].trace->ranks()[1].rank, 128);
    QCOMPARE(opened.runs[1].trace->ranks()[1].rank, 256);
    QCOMPARE(opened.runs[0].missingRanks.size(), size_t(510));
    QCOMPARE(opened.report.count(IssueKind::MissingRanks), uint64_t(0));
    QCOMPARE(opened.report.count(IssueKind::DuplicateRank), uint64_t(0));
}

void TstFolderScan::twoFilesGivenDirectlyAreOneRun()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "wd4_tp1_pp2_rank0_20250818095052.txt", smallTrace(0, 0, 1000));
    writeFile(path / "wd4_tp1_pp2_rank2_20250818095052.txt", smallTrace(2, 1, 1000));
    const std::string first = (path / "wd4_tp1_pp2_rank0_20250818095052.txt").string();
    const std::string second = (path / "wd4_tp1_pp2_rank2_20250818095052.txt").string();
    const Opened opened = openPaths({first, second, first});
    QCOMPARE(opened.scan.files.size(), size_t(2));
    QCOMPARE(opened.runs.size(), size_t(1));
    QCOMPARE(opened.runs[0].missingRanks, (std::vector<int> {1, 3}));
}

void TstFolderScan::layoutFollowsFromFolderNames()
{
    QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "pp2_tp1_exp2_dp2_nl8_hs4096_sl4096";
    for (int rank = 0; rank < 4; ++rank)
        writeFile(path / fmt::format("rank{}.txt", rank), smallTrace(rank, rank / 2, 1000));
    const Opened opened = openPaths({path.string() + "/"});
    QCOMPARE(opened.runs.size(), size_t(1));
    QCOMPARE(opened.runs[0].name, std::string("pp2_tp1_exp2_dp2_nl8_hs4096_sl4096"));
    QCOMPARE(opened.runs[0].layout.world.value(), 4);
    QCOMPARE(opened.runs[0].layout.expert.value(), 2);
    QCOMPARE(opened.runs[0].layout.context.value(), 1);
    QVERIFY(opened.runs[0].missingRanks.empty());
    const Opened alone = openPaths({(path / "rank3.txt").string()});
    QCOMPARE(alone.runs[0].layout.pipeline.value(), 2);
}

void TstFolderScan::oddFilesAreListedWithoutNoise()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "notes.md", "nothing that we know\n");
    writeFile(path / "empty.txt", "");
    writeFile(path / ".hidden", smallTrace(7, 0, 1));
    writeFile(path / "run.bubblescope", "{}"); // saved beside the run, not part of it
    writeFile(path / "rank0.txt", smallTrace(0, 0, 1000));
    fs::create_symlink(path / "gone", path / "dangling");
    QCOMPARE(::mkfifo((path / "pipe").c_str(), 0600), 0);
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.scan.unrecognised, (std::vector<std::string> {"empty.txt", "notes.md"}));
    QCOMPARE(opened.scan.files.size(), size_t(1));
    QCOMPARE(opened.scan.files[0].name, std::string("rank0.txt"));
    QVERIFY(opened.scan.files[0].modified > 0);
    QCOMPARE(opened.report.count(IssueKind::EmptyFile), uint64_t(1));
    QCOMPARE(opened.report.issues().size(), size_t(2)); // the empty file and the dangling link
}

void TstFolderScan::linkLoopEndsAndIsSaid()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "a/rank0.txt", smallTrace(0, 0, 1000));
    fs::create_directory_symlink(path, path / "a/up");
    fs::create_symlink("itself", path / "itself");
    fs::create_directory_symlink(path / "a", path / "same");
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.scan.files.size(), size_t(1));
    QCOMPARE(opened.report.count(IssueKind::FolderLoop), uint64_t(2));
    QCOMPARE(opened.report.issues().size(), size_t(2));
}

void TstFolderScan::unreadableFolderIsSaid()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "rank0.txt", smallTrace(0, 0, 1000));
    fs::create_directory(path / "locked");
    fs::permissions(path, fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
    fs::permissions(path / "locked", fs::perms::none);
    const auto isSaid = [&path] {
        const Opened opened = openPaths({path.string()});
        return opened.scan.files.size() == 1 && opened.report.count(IssueKind::UnreadableFolder) == 1;
    };
    bool said = false;
    if (::geteuid() != 0) {
        said = isSaid();
    } else {
        // Root may read every folder: a child that is nobody looks instead.
        constexpr uid_t nobody = 65534;
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0)
            ::_exit(::setgid(nobody) == 0 && ::setuid(nobody) == 0 && isSaid() ? 0 : 1);
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        said = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    fs::permissions(path / "locked", fs::perms::owner_all);
    QVERIFY(said);
}

void TstFolderScan::theSurestImporterIsTakenAndACertainOneEndsTheQuestions()
{
    const auto chosen = [](const std::vector<int>& scores) {
        ImporterRegistry registry;
        std::vector<int> asked(scores.size(), 0);
        for (size_t i = 0; i < scores.size(); ++i)
            registry.add(std::make_unique<AskedImporter>(scores[i], asked[i]));
        const Importer* const found = registry.find("head");
        for (size_t i = 0; i < scores.size(); ++i) {
            if (registry.importers()[i].get() == found)
                return std::pair(int(i), std::accumulate(asked.begin(), asked.end(), 0));
        }
        return std::pair(-1, std::accumulate(asked.begin(), asked.end(), 0));
    };
    QCOMPARE(chosen({5, 90, 80}), std::pair(1, 3));
    QCOMPARE(chosen({90, 90}), std::pair(0, 2));
    QCOMPARE(chosen({0, 0}), std::pair(-1, 2));
    QCOMPARE(chosen({20, Importer::certain, 80, 95}), std::pair(1, 2));
}

void TstFolderScan::aScanThatIsEndedKeepsWhatItSaw()
{
    QTemporaryDir folder;
    for (int i = 0; i < 50; ++i)
        std::ofstream(folder.filePath(QString::number(i)).toStdString()) << "nothing";
    const auto seen = [&](const ProgressFn& progress) {
        ImportReport report;
        const FolderScan scan = scanPaths({folder.path().toStdString()}, ImporterRegistry::builtin(), report, progress);
        return scan.unrecognised.size();
    };
    QCOMPARE(seen([](uint64_t files, uint64_t) { return files < 7; }), size_t(7));
    int asked = 0;
    QCOMPARE(seen([&](uint64_t, uint64_t) { return ++asked < 20; }), size_t(0)); // the folder is still being listed
    QCOMPARE(asked, 20);
    QCOMPARE(seen([](uint64_t, uint64_t) { return true; }), size_t(50));
}

void TstFolderScan::missingPathIsSaid()
{
    const Opened opened = openPaths({"/no/such/path"});
    QVERIFY(opened.scan.files.empty());
    QCOMPARE(opened.report.count(IssueKind::UnreadableFile), uint64_t(1));
}

void TstFolderScan::nameWithALineBreakIsAFile()
{
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "two\nlines_rank0.txt", smallTrace(0, 0, 1000));
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.runs.size(), size_t(1));
    QCOMPARE(opened.scan.files[0].name, std::string("two\nlines_rank0.txt"));
}

void TstFolderScan::deepFoldersAreBounded()
{
    QTemporaryDir folder;
    fs::path path = folder.path().toStdString();
    writeFile(path / "rank0.txt", smallTrace(0, 0, 1000));
    fs::path deep = path;
    for (int i = 0; i < 60; ++i)
        deep /= "d";
    writeFile(deep / "rank1.txt", smallTrace(1, 0, 1000));
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.scan.files.size(), size_t(1));
    QCOMPARE(opened.report.count(IssueKind::TooManyFiles), uint64_t(1));
}

void TstFolderScan::foldersOfTheKernelAreNotWalked()
{
    if (!fs::exists("/proc/self"))
        QSKIP("no /proc here");
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    writeFile(path / "rank0.txt", smallTrace(0, 0, 1000));
    fs::create_directory_symlink("/proc/self", path / "process");
    const Opened opened = openPaths({path.string()});
    QCOMPARE(opened.scan.files.size(), size_t(1));
    QCOMPARE(opened.scan.unrecognised.size(), size_t(0));
    QCOMPARE(opened.report.count(IssueKind::UnreadableFolder), uint64_t(1));
}

BUBBLESCOPE_TEST(TstFolderScan, QCoreApplication)

} // namespace bubblescope::tst_folderscan

#include "tst_folderscan.moc"
