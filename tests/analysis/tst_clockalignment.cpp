// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockalignment.h"
#include "derivedtrace.h"
#include "rankgroups.h"
#include "realfolder.h"
#include "testprogram.h"
#include "tracetext.h"
#include "waiting.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

#include <fmt/format.h>

namespace bubblescope::tst_clockalignment {

namespace {

constexpr TimeNs ms = 1'000'000;

/// The picture, with hosts given as one letter per rank: "aabb".
Run runOf(std::string_view text, std::string_view hosts, ParallelLayout layout = {})
{
    TraceBuilder builder = builderFromText(text);
    for (size_t rank = 0; rank < hosts.size(); ++rank)
        builder.setHost(static_cast<int32_t>(rank), hosts.substr(rank, 1));
    ImportReport report;
    Run run;
    run.name = "picture";
    run.layout = layout;
    run.trace = std::make_shared<Trace>(builder.finish({}, report));
    return run;
}

std::vector<std::string> pairsOf(const Trace& trace, const MessageMatches& found)
{
    std::vector<std::string> pairs;
    for (const MessageMatch& match : found.matches) {
        const auto end = [&](SpanId span) {
            return std::to_string(trace.track(trace.track(span)).rank) + std::string(trace.name(span));
        };
        pairs.push_back(end(match.send) + ">" + end(match.receive));
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

ParallelLayout layoutOf(int world, int tensor, int pipeline)
{
    ParallelLayout layout;
    layout.world = world;
    layout.tensor = tensor;
    layout.pipeline = pipeline;
    return layout;
}

SpanId spanNamed(const Trace& trace, int rank, std::string_view name)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.name(SpanId(i)) == name && trace.track(trace.track(SpanId(i))).rank == rank)
            return SpanId(i);
    }
    return {};
}

} // namespace

class TstClockAlignment : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void sendsMeetReceivesOfTheNextStage()
    {
        const Run run = runOf(R"(
            rank0 stage0 comm pp: [SF0 0-1] [SF1 2-3] [RB0 5-6]
            rank1 stage0 comm pp: [SF0 0-1] [SF1 2-3] [RB0 5-6]
            rank2 stage1 comm pp: [RF0 0-1] [RF1 2-3] [SB0 5-6]
            rank3 stage1 comm pp: [RF0 0-1] [RF1 2-3] [SB0 5-6])",
            "aaaa");
        const MessageMatches found = matchMessages(*run.trace, RankGroups(*run.trace, {}));
        QCOMPARE(found.unmatched, 0u);
        const std::vector<std::string> expected {
            "0SF0>2RF0", "0SF1>2RF1", "1SF0>3RF0", "1SF1>3RF1", "2SB0>0RB0", "3SB0>1RB0"};
        QVERIFY(pairsOf(*run.trace, found) == expected);
    }

    void fusedLegsMatchAsTheirOwnRecords()
    {
        const Run run = runOf(R"(
            rank0 stage0 comm pp: [SF1 3-5 ~RB0]
            rank1 stage1 comm pp: [SB0 3-5 ~RF1])",
            "aa");
        const MessageMatches found = matchMessages(*run.trace, RankGroups(*run.trace, {}));
        const std::vector<std::string> expected {"0SF1>1RF1", "1SB0>0RB0"};
        QVERIFY(pairsOf(*run.trace, found) == expected);
        QCOMPARE(found.unmatched, 0u);
    }

    void lostRecordCostsOneMatchOnly()
    {
        const Run run = runOf(R"(
            rank0 stage0 comm pp: [SF0 0-1] [SF1 2-3] [SF2 4-5] [SF3 6-7]
            rank1 stage1 comm pp: [RF0 0-1] [RF2 4-5] [RF3 6-7])",
            "aa");
        const MessageMatches found = matchMessages(*run.trace, RankGroups(*run.trace, {}));
        const std::vector<std::string> expected {"0SF0>1RF0", "0SF2>1RF2", "0SF3>1RF3"};
        QVERIFY(pairsOf(*run.trace, found) == expected);
        QCOMPARE(found.unmatched, 1u);
    }

    void microbatchesOfSeveralStepsKeepTheirOrder()
    {
        const Run run = runOf(R"(
            rank0 stage0 comm pp: [SF0 0-1] [SF1 2-3] [SF0 10-11] [SF1 12-13]
            rank1 stage1 comm pp: [RF0 0-1] [RF1 2-3] [RF0 10-11] [RF1 12-13])",
            "aa");
        const MessageMatches found = matchMessages(*run.trace, RankGroups(*run.trace, {}));
        QCOMPARE(found.matches.size(), size_t(4));
        for (const MessageMatch& match : found.matches)
            QCOMPARE(run.trace->begin(match.send), run.trace->begin(match.receive));
    }

    void missingRanksAreFoundByTheLayout()
    {
        // Of tp 2, pp 2 only ranks 1 and 2 are here: they are no neighbours.
        const Run run = runOf("rank1 stage0 comm pp: [SF0 0-1]\nrank2 stage1 comm pp: [RF0 0-1]", "");
        QCOMPARE(matchMessages(*run.trace, RankGroups(*run.trace, layoutOf(4, 2, 2))).unmatched, 2u);
        const Run neighbours = runOf("rank1 stage0 comm pp: [SF0 0-1]\nrank3 stage1 comm pp: [RF0 0-1]", "");
        QCOMPARE(matchMessages(*neighbours.trace, RankGroups(*neighbours.trace, layoutOf(4, 2, 2))).matches.size(), size_t(1));
    }

    void groupsFollowMegatronsOrder()
    {
        // tp 2, dp 2, pp 2
        const Run run = runOf(R"(
            rank0 stage0: [F0 0-1]
            rank1 stage0: [F0 0-1]
            rank2 stage0: [F0 0-1]
            rank3 stage0: [F0 0-1]
            rank4 stage1: [F0 0-1]
            rank5 stage1: [F0 0-1]
            rank6 stage1: [F0 0-1]
            rank7 stage1: [F0 0-1])",
            "");
        ParallelLayout layout = layoutOf(8, 2, 2);
        layout.expert = 2;
        const RankGroups groups(*run.trace, layout);
        const auto together = [&](size_t a, size_t b, Category kind) {
            return groups.group(a, kind) >= 0 && groups.group(a, kind) == groups.group(b, kind);
        };
        QVERIFY(together(0, 1, Category::TensorComm));
        QVERIFY(!together(1, 2, Category::TensorComm));
        QVERIFY(together(0, 2, Category::DataComm));
        QVERIFY(!together(0, 4, Category::DataComm));
        QVERIFY(!together(0, 1, Category::DataComm));
        QVERIFY(together(1, 3, Category::ExpertComm));
        QVERIFY(!together(0, 2, Category::ExpertDataComm));
        QVERIFY(together(1, 5, Category::EmbeddingComm));
        QVERIFY(!together(1, 6, Category::EmbeddingComm));
        QCOMPARE(groups.next(3), 7);
        QCOMPARE(groups.group(0, Category::OtherComm), int64_t(-1));
    }

    void offsetIsFreeOfTheTransfersBias()
    {
        // Host b is 1000 ms ahead; receives end 2 ms after their sends, both ways.
        Run run = runOf(R"(
            rank0 stage0 comm pp: [SF0 0-10] [SF1 20-30] [RB0 42-52] [RB1 62-72]
            rank1 stage1 comm pp: [RF0 1002-1012] [RF1 1022-1032] [SB0 1040-1050] [SB1 1060-1070])",
            "ab");
        const MessageMatches messages = matchMessages(*run.trace, RankGroups(*run.trace, {}));
        const std::vector<HostClock> clocks = alignClocks(*run.trace, messages, {});
        QCOMPARE(clocks.size(), size_t(2));
        QCOMPARE(clocks[0].shift, TimeNs(0));
        QCOMPARE(clocks[1].shift, -1000 * ms);
        QCOMPARE(clocks[1].matches, 4u);
        QCOMPARE(clocks[1].residual, TimeNs(0));
        QVERIFY(clocks[1].aligned);

        ImportReport report;
        alignRun(run, report);
        QCOMPARE(run.trace->begin(spanNamed(*run.trace, 1, "RF0")), 2 * ms);
        QCOMPARE(run.trace->range().end, 72 * ms);
        QCOMPARE(run.trace->links().size(), size_t(4));
        QCOMPARE(run.trace->ranks()[1].clock, ClockState::Aligned);
        QCOMPARE(report.count(IssueKind::ClocksAligned), uint64_t(1));
        QCOMPARE(report.issues().size(), size_t(1));
    }

    void collectivesAlignHostsWithoutAPipelineEdge()
    {
        ParallelLayout layout = layoutOf(2, 1, 1);
        const Run run = runOf(R"(
            rank0 stage0 comm dp: [allreduce 0-10] [allreduce 20-25]
            rank1 stage0 comm dp: [allreduce 503-510] [allreduce 521-525])",
            "ab");
        const auto clocks = alignClocks(*run.trace, {}, RunContext(*run.trace, layout).collectives());
        QCOMPARE(clocks[1].shift, -500 * ms);
        QCOMPARE(clocks[1].matches, 2u);
    }

    void hostWithoutMatchIsDrawnFromItsOwnStart()
    {
        Run run = runOf(R"(
            rank0 stage0 comm pp: [SF0 0-10] [RB0 42-52]
            rank1 stage1 comm pp: [RF0 1000-1010] [SB0 1042-1052]
            rank2: [F0 77000-77001])",
            "abc");
        ImportReport report;
        alignRun(run, report);
        QVERIFY(run.clocks[1].aligned);
        QVERIFY(!run.clocks[2].aligned);
        QCOMPARE(run.trace->ranks()[2].clock, ClockState::OwnStart);
        QCOMPARE(run.trace->rangeOf(run.trace->ranks()[2]).begin, TimeNs(0));
        QCOMPARE(report.count(IssueKind::ClocksUnrelated), uint64_t(1));
    }

    void lanesOfOneNameAreAGroupIfTheirMembersEndTogether()
    {
        // Nobody tells the layout: what ends together is one collective, whoever came first.
        const auto matched = [](std::string_view ends) {
            Run run = runOf(fmt::format("rank0 comm world (0): [allreduce 0-5] [allreduce 10-15] [allreduce 20-25]\n"
                                        "rank1 comm world (0): {}\n",
                                ends),
                "");
            return RunContext(*run.trace, run.layout).collectives().instances.size();
        };
        QCOMPARE(matched("[allreduce 3-5] [allreduce 12-15] [allreduce 21-25]"), size_t(3));
        QCOMPARE(matched("[allreduce 103-105] [allreduce 112-115] [allreduce 121-125]"), size_t(3)); // another clock
        QCOMPARE(matched("[allreduce 3-5] [allreduce 6-7] [allreduce 8-9]"), size_t(0));
        QCOMPARE(matched("[allreduce 3-5] [allgather 12-15] [allreduce 21-25]"), size_t(0));
        QCOMPARE(matched("[allreduce 3-5] [allreduce 12-15]"), size_t(0));
    }

    void collectivesContradictUnnamedClocksOfSeveralHosts()
    {
        // Pairs of ranks agree; the group across them does not.
        Run run = runOf("rank0 comm tp (0): [allreduce 0-5] [allreduce 10-15] [allreduce 20-25]\n"
                        "rank1 comm tp (0): [allreduce 0-5] [allreduce 10-15] [allreduce 20-25]\n"
                        "rank0 comm dp (1): [allreduce 30-35] [allreduce 40-45] [allreduce 50-55]\n"
                        "rank1 comm dp (1): [allreduce 130-135] [allreduce 140-145] [allreduce 150-155]\n",
            "");
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(run.clocks.size(), size_t(1));
        QVERIFY(areContradicted(run.clocks[0]));
        QVERIFY(run.clocks[0].residual >= 50 * ms);
        QCOMPARE(report.count(IssueKind::ClocksUnrelated), uint64_t(1));
    }

    void collectivesTellUnnamedHostsApart()
    {
        Run run = runOf("rank0 comm world (0): [allreduce 0-5] [allreduce 10-15] [allreduce 20-25]\n"
                        "rank1 comm world (0): [allreduce 123-128] [allreduce 132-138] [allreduce 141-148]\n"
                        "rank2 comm world (0): [allreduce 3-5] [allreduce 12-15] [allreduce 21-25]\n"
                        "rank3 comm world (0): [allreduce 125-128] [allreduce 134-138] [allreduce 145-148]\n"
                        "rank4 compute: [F0 0-5]\n",
            "");
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(run.clocks.size(), size_t(3));
        QCOMPARE(run.trace->hosts()[1], std::string("host1"));
        QCOMPARE(run.clocks[1].shift, -123 * ms);
        QCOMPARE(run.trace->ranks()[2].host, uint16_t(0));
        QCOMPARE(run.trace->ranks()[3].host, uint16_t(1));
        QCOMPARE(run.trace->rangeOf(run.trace->ranks()[3]).begin, 2 * ms);
        QCOMPARE(run.trace->ranks()[1].clock, ClockState::Aligned);
        QVERIFY(!run.clocks[2].aligned); // nothing connects rank 4
        QCOMPARE(run.trace->ranks()[4].clock, ClockState::OwnStart);
        QCOMPARE(report.count(IssueKind::ClocksAligned), uint64_t(1));
    }

    void collectivesTellHowFarUnnamedClocksAgree()
    {
        // Some leave 300 µs later, others earlier.
        Run run = runOf("rank0 comm world (0): [allreduce 0-5] [allreduce 10-15] [allreduce 20-25]\n"
                        "rank1 comm world (0): [allreduce 3-5.3] [allreduce 12-14.7] [allreduce 21-25.3]\n",
            "");
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(run.clocks.size(), size_t(1));
        QCOMPARE(run.clocks[0].matches, 3u);
        QCOMPARE(run.clocks[0].residual, 150'000);
        QCOMPARE(run.clocks[0].shift, TimeNs(0));
        QVERIFY(report.isEmpty());

        // All show the same: these are two clocks.
        Run two = runOf("rank0 comm world (0): [allreduce 0-5] [allreduce 10-15] [allreduce 20-25]\n"
                        "rank1 comm world (0): [allreduce 3-7] [allreduce 12-17] [allreduce 21-27]\n",
            "");
        ImportReport ofTwo;
        alignRun(two, ofTwo);
        QCOMPARE(two.clocks.size(), size_t(2));
        QCOMPARE(two.clocks[1].shift - two.clocks[0].shift, -2 * ms);

        Run apart = runOf("rank0 comm world (0): [allreduce 0-5] [allreduce 10-15]\n"
                          "rank1 comm world (0): [allreduce 3-7]\n",
            "");
        alignRun(apart, report);
        QCOMPARE(apart.clocks[0].matches, 0u);
        QCOMPARE(report.issues().front().first.front().message.text(),
            std::string("3 of 3 collectives match none of the other ranks"));
    }

    void threeHostsShareTheirDisagreement()
    {
        // b is 100 ahead of a by messages, c 200 ahead of b; a and c meet in a collective that says 303.
        ParallelLayout layout = layoutOf(3, 1, 3);
        const Run run = runOf(R"(
            rank0 stage0 comm pp: [SF0 0-10] [RB0 20-30]
            rank0 stage0 comm embedding: [allreduce 40-50] [allreduce 60-70]
            rank1 stage1 comm pp: [RF0 100-110] [SF0 112-115] [RB0 116-117] [SB0 120-130]
            rank2 stage2 comm pp: [RF0 312-315] [SB0 316-317]
            rank2 stage2 comm embedding: [allreduce 343-353] [allreduce 363-373])",
            "abc");
        const auto clocks = alignClocks(*run.trace, matchMessages(*run.trace, RankGroups(*run.trace, layout)),
            RunContext(*run.trace, layout).collectives());
        // Three edges of two matches each: the loop's error of 3 ms is shared equally.
        QCOMPARE(clocks[1].shift, -101 * ms);
        QCOMPARE(clocks[2].shift, -302 * ms);
        QCOMPARE(clocks[2].matches, 4u);
    }

    void oneHostNeedsNoShift()
    {
        Run run = runOf("rank0 stage0 comm pp: [SF0 0-1]\nrank1 stage1 comm pp: [RF0 0-1]", "aa");
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(run.clocks.size(), size_t(1));
        QCOMPARE(run.clocks[0].shift, TimeNs(0));
        QVERIFY(run.clocks[0].aligned);
        QVERIFY(report.isEmpty());
    }

    void ranksOfOneHostMayBeApart_data()
    {
        QTest::addColumn<QString>("hosts");
        QTest::addColumn<QList<int>>("planted"); // µs, by rank
        const QString named = QStringLiteral("aaaaaaaa");
        QTest::newRow("50 µs") << named << QList<int> {0, 0, 50, 0, 0, -50, 0, 0};
        QTest::newRow("3 ms") << named << QList<int> {0, 3000, 0, 0, -3000, 0, 0, 0};
        QTest::newRow("the first, and both sizes") << named << QList<int> {3000, 0, 0, 50, 0, 0, -50, 0};
        QTest::newRow("half of them") << named << QList<int> {0, 0, 0, 0, 3000, 3000, 3000, 3000};
        QTest::newRow("of two hosts") << QStringLiteral("aaaabbbb") << QList<int> {0, 50, 0, 0, 0, 0, -3000, 0};
        QTest::newRow("no host stated") << QString() << QList<int> {0, 0, 50, 0, 0, -50, 0, 0};
    }
    void ranksOfOneHostMayBeApart()
    {
        QFETCH(QString, hosts);
        QFETCH(QList<int>, planted);
        std::mt19937 random(7);
        std::string text;
        std::vector<std::vector<int>> begins(12);
        std::vector<std::vector<int>> ends(12);
        for (int k = 0; k < 12; ++k) {
            int last = 0;
            for (int rank = 0; rank < 8; ++rank) {
                begins[k].push_back(10'000 * k + int(random() % 2000));
                last = std::max(last, begins[k].back());
            }
            for (int rank = 0; rank < 8; ++rank)
                ends[k].push_back(last + 800 + int(random() % 5)); // as GPUs of one host leave
        }
        for (int rank = 0; rank < 8; ++rank) {
            text += fmt::format("rank{} comm world (0):", rank);
            for (int k = 0; k < 12; ++k) {
                const auto ms3
                    = [&](int time) { return fmt::format("{:.3f}", (time + planted[rank] + 5000) / 1000.0); };
                text += fmt::format(" [allreduce {}-{}]", ms3(begins[k][rank]), ms3(ends[k][rank]));
            }
            text += '\n';
        }
        Run run = runOf(text, hosts.toStdString());
        ImportReport report;
        alignRun(run, report);
        const Trace& trace = *run.trace;
        std::vector<TimeNs> left; // of what was planted
        for (size_t r = 0; r < trace.ranks().size(); ++r)
            left.push_back(trace.ranks()[r].shift + 1000 * planted[int(r)]);
        for (const TimeNs of : left)
            QVERIFY2(std::abs(of - left[0]) <= 6'000, qPrintable(QString::number(of - left[0])));
        // Nobody waits longer or shorter, and locality is what the names state.
        std::vector<TimeNs> waited(8, 0);
        for (const Waiting& waiting : findWaiting(*contextOf(run), trace.timing()))
            waited[size_t(trace.track(trace.track(waiting.span)).rank)] += waiting.until - trace.begin(waiting.span);
        for (int rank = 0; rank < 8; ++rank) {
            TimeNs truth = 0;
            for (int k = 0; k < 12; ++k)
                truth += 1000 * (*std::max_element(begins[k].begin(), begins[k].end()) - begins[k][rank]);
            QVERIFY2(std::abs(waited[size_t(rank)] - truth) <= 12 * 6'000,
                qPrintable(QStringLiteral("rank %1: %2 for %3").arg(rank).arg(waited[size_t(rank)]).arg(truth)));
        }
        if (!hosts.isEmpty())
            QCOMPARE(trace.hosts().size(), size_t(std::set<QChar>(hosts.begin(), hosts.end()).size()));
        QVERIFY(report.count(IssueKind::ClocksAligned) > 0);
    }

    void ranksThatLeaveOneAfterAnotherAreOnOneClock()
    {
        // In two of three rank 1 leaves 60 µs later, in one earlier.
        Run run = runOf("rank0 comm world (0): [allreduce 0-5] [allreduce 10-15] [allreduce 20-25]\n"
                        "rank1 comm world (0): [allreduce 3-5.06] [allreduce 12-14.94] [allreduce 21-25.06]\n"
                        "rank2 comm world (0): [allreduce 3-5] [allreduce 12-15] [allreduce 21-25]\n",
            "aaa");
        ImportReport report;
        alignRun(run, report);
        for (const RankInfo& rank : run.trace->ranks())
            QCOMPARE(rank.shift, TimeNs(0));
        // Always later, but only twice.
        Run few = runOf("rank0 comm world (0): [allreduce 0-5] [allreduce 10-15]\n"
                        "rank1 comm world (0): [allreduce 3-5.06] [allreduce 12-15.06]\n",
            "aa");
        alignRun(few, report);
        QCOMPARE(few.trace->ranks()[1].shift, TimeNs(0));
        // The root of a broadcast leaves first.
        Run rooted = runOf("rank0 comm world (0): [broadcast 0-5] [broadcast 10-15] [broadcast 20-25]\n"
                           "rank1 comm world (0): [broadcast 3-5.06] [broadcast 12-15.06] [broadcast 21-25.06]\n",
            "aa");
        alignRun(rooted, report);
        QCOMPARE(rooted.trace->ranks()[1].shift, TimeNs(0));
        QCOMPARE(report.count(IssueKind::ClocksAligned), uint64_t(0));
    }

    /// Into a real run of eight GPUs: steps and waits are those of the run as it was recorded.
    void offsetsPlantedIntoARealRunAreFound_data()
    {
        QTest::addColumn<int>("offset"); // µs
        for (const int offset : {50, -50, 3000, -3000})
            QTest::addRow("%d us", offset) << offset;
    }
    void offsetsPlantedIntoARealRunAreFound()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(int, offset);
        const auto opened = [](int planted) {
            std::vector<Run> runs = realRuns("kineto/dlrm_8ranks");
            if (runs.size() != 1)
                qFatal("another run");
            Trace trace = *runs.front().trace;
            const std::vector<std::string> host(trace.ranks().size(), "node7");
            trace = DerivedTrace::onHosts(std::move(trace), host);
            DerivedTrace::Alignment alignment;
            alignment.rankShift = {0, 0, 0, TimeNs(planted) * 1000};
            runs.front().trace = std::make_shared<Trace>(DerivedTrace::aligned(std::move(trace), alignment));
            ImportReport report;
            alignRun(runs.front(), report);
            return runs.front();
        };
        const Run plain = opened(0);
        for (const RankInfo& rank : plain.trace->ranks())
            QCOMPARE(rank.shift, TimeNs(0));
        const Run run = opened(offset);
        const std::span<const RankInfo> ranks = run.trace->ranks();
        for (const RankInfo& rank : ranks)
            QVERIFY2(std::abs(rank.shift - ranks[0].shift) <= 10'000,
                qPrintable(QStringLiteral("rank %1: %2").arg(rank.rank).arg(rank.shift)));
        const TimeNs before = plain.trace->steps()[0].range.duration();
        QVERIFY(std::abs(run.trace->steps()[0].range.duration() - before) <= 10'000);
        const auto waited = [](const Run& of) {
            TimeNs sum = 0;
            for (const Waiting& waiting : findWaiting(*contextOf(of), of.trace->timing()))
                sum += waiting.until - of.trace->begin(waiting.span);
            return sum;
        };
        QVERIFY(std::abs(waited(run) - waited(plain)) <= 8 * 8 * 10'000);
    }

    void unmatchedMessagesAreCounted()
    {
        Run run = runOf("rank1 stage1 comm pp: [RF0 0-1] [RF1 2-3]", "");
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(report.count(IssueKind::UnmatchedMessages), uint64_t(1));
        QVERIFY(report.issues()[0].first[0].message.text().find("2 of 2") != std::string::npos);
    }

    void scalingRunsAreLeftAlone()
    {
        Run run = runOf("rank0 stage0 comm pp: [SF0 0-1]\nrank1 stage1 comm pp: [RF0 0-1]", "ab");
        run.kind = Run::Kind::Scaling;
        ImportReport report;
        alignRun(run, report);
        QVERIFY(run.clocks.empty());
        QVERIFY(run.trace->links().empty());
    }

    void timesThatAFileMadeUpDoNotOverflow()
    {
        Run run = runOf(R"(
            rank0 stage0 comm pp: [SF0 -2300000000000-2300000000000] [RB0 2300000000000-2300000000001]
            rank1 stage1 comm pp: [RF0 -2300000000000--2200000000000] [SB0 2300000000000-2300000000001])",
            "ab");
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(run.clocks.size(), size_t(2));
    }

    void realHostsAreAlignedToATenthOfAMillisecond()
    {
        REQUIRE_SHARED_DATA();
        std::vector<Run> runs = realRuns("echo/measured_pp4_16ranks_2hosts");
        QCOMPARE(runs.size(), size_t(1));
        Run& run = runs.front();
        ImportReport report;
        alignRun(run, report);
        QCOMPARE(run.clocks.size(), size_t(2));
        QVERIFY(std::abs(run.clocks[1].shift + 604'781'214'500'000) < 300'000);
        QVERIFY(run.clocks[1].residual < 200'000);
        QVERIFY(run.clocks[1].matches >= 128u);
        QCOMPARE(run.trace->links().size(), size_t(16 * 2 * 12));
        QCOMPARE(report.count(IssueKind::UnmatchedMessages), uint64_t(0));
        for (const Link& link : run.trace->links()) {
            QVERIFY(run.trace->end(link.to) > run.trace->begin(link.from));
            QVERIFY(std::abs(run.trace->end(link.to) - run.trace->end(link.from)) < 1 * ms);
        }
        QVERIFY(std::abs(run.trace->range().duration() - 671'200'000) < 200'000);
        const auto waiting = findWaiting(*contextOf(run), run.trace->timing());
        QVERIFY(waiting.size() > 400);
        for (const Waiting& wait : waiting) {
            QVERIFY(wait.until > run.trace->begin(wait.span));
            QVERIFY(wait.until <= run.trace->end(wait.span));
        }
    }

    void realRunsOnOneHostMatchCompletely()
    {
        REQUIRE_SHARED_DATA();
        for (const char* name : {"echo/measured_tp1_pp2_4ranks", "echo/measured_tp2_pp2_4ranks_known_step",
                 "echo/measured_tp2_pp4_8ranks"}) {
            std::vector<Run> runs = realRuns(name);
            QCOMPARE(runs.size(), size_t(1));
            const MessageMatches found = matchMessages(*runs[0].trace, RankGroups(*runs[0].trace, runs[0].layout));
            QCOMPARE(found.unmatched, 0u);
            QVERIFY(!found.matches.empty());
            for (const MessageMatch& match : found.matches) {
                const TimeNs later = runs[0].trace->end(match.receive) - runs[0].trace->end(match.send);
                QVERIFY2(std::abs(later) < 4 * ms, qPrintable(QString::number(later)));
            }
        }
    }
};

BUBBLESCOPE_TEST(TstClockAlignment, QCoreApplication)

} // namespace bubblescope::tst_clockalignment

#include "tst_clockalignment.moc"
