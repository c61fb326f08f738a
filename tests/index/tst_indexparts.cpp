// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is said of an index a few steps at a time is what is said of all of it.
#include "answers.h"
#include "indexing.h"

#include "analysisversion.h"
#include "exportedruns.h"
#include "exporttables.h"
#include "indexfile.h"
#include "indexopening.h"
#include "indexplaces.h"
#include "indexreading.h"
#include "keptanalyses.h"
#include "knowncollectives.h"
#include "opensource.h"
#include "runcontext.h"
#include "samplecommand.h"
#include "simulatefolder.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_indexparts {

namespace {
constexpr TimeNs ms = 1'000'000;
constexpr int steps = 4;
constexpr int stepMs = 20;

/// Two stages of two tensor ranks. The clocks of odd ranks are 3 ms ahead, and nobody knows.
Run runWithClocksApart()
{
    std::string text;
    const auto lane = [&text](int rank, const char* name, const char* picture) {
        text += fmt::format("rank{} stage{}{}:", rank, rank / 2, name);
        for (int step = 0; step < steps; ++step) {
            std::string times = picture;
            for (int t = 14; t >= 0; --t) {
                for (size_t at; (at = times.find(fmt::format("<{}>", t))) != std::string::npos;)
                    times.replace(at, t < 10 ? 3 : 4, std::to_string(t + step * stepMs + (rank % 2) * 3));
            }
            text += ' ' + times;
        }
        text += '\n';
    };
    for (const int rank : {0, 1, 2, 3}) {
        lane(rank, "", "[F0 <0>-<6>] [B0 <6>-<12>]");
        lane(rank, " comm tp", "[allreduce <1>-<2>] [allreduce <7>-<8>] [allreduce <13>-<14>]");
        lane(rank, " comm pp", rank < 2 ? "[SF0 <3>-<4>] [RB0 <9>-<10>]" : "[RF0 <2>-<4>] [SB0 <9>-<10>]");
    }
    TraceBuilder builder = builderFromText(text);
    for (const int rank : {0, 1, 2, 3}) {
        for (int step = 0; step < steps; ++step) {
            const TimeNs begin = (step * stepMs + (rank % 2) * 3) * ms;
            builder.addStep(rank, {step + 1, {begin, begin + stepMs * ms}});
        }
    }
    Run run;
    run.name = "apart";
    run.layout.world = 4;
    run.layout.tensor = 2;
    run.layout.pipeline = 2;
    ImportReport report;
    run.trace = std::make_shared<Trace>(builder.finish({}, report));
    return run;
}

/// Just who met whom.
KeptAnalyses analysesOf(const RunFolder& folder)
{
    KeptAnalyses analyses {std::string(analysisVersion())};
    analyses.membersOf = [&folder](uint32_t) -> CollectiveMembers {
        return collectiveMembers(*contextOf(folder.runs.front()));
    };
    return analyses;
}
} // namespace

class TstIndexParts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyAnalysisOfTheTableIsKept();
    void rowsDoNotDependOnTheMemory_data();
    void rowsDoNotDependOnTheMemory();
    void whoMetIsKnownFromTheWholeRun_data();
    void whoMetIsKnownFromTheWholeRun();
    void whatIsTooMuchIsNotReadButCounted();
    void aQueryReadsNoMoreThanItMay();
    void aRunWithoutTheStepIsNamed();
    void theOnlyStepIsAlsoTheFirst();
    void exportedSpansAreThoseOfAllRanks();
    void exportedTablesAreThoseOfAllRanks_data();
    void exportedTablesAreThoseOfAllRanks();

private:
    static std::unique_ptr<QueryDatabase> databaseOf(const std::string& path, uint64_t memory)
    {
        RunIndex::Options few;
        few.memory = 1;
        few.others = RunIndex::Options::Others::None;
        const auto folder = std::make_shared<const RunFolder>(*openRunIndex(path)->folder(few));
        const auto data = std::make_shared<QueryData>(folder);
        data->setUnread({{openRunIndex(path)->blocks(0), [] { return KnownOfRun(); }, memory}});
        return std::move(QueryDatabase::open(data)).value();
    }
    std::shared_ptr<const RankBlocks> blocks() const { return openRunIndex(m_path)->blocks(0); }
    const Trace& whole() const { return *m_folder->runs.front().trace; }

    /// The sample, out of its index.
    OpenedFolderPtr openedAgain(uint64_t memory) const
    {
        Source source;
        source.paths = {m_place.filePath(QStringLiteral("run.bubbleindex")).toStdString()};
        source.memory = memory;
        return openSource(source, false);
    }

    QTemporaryDir m_place;
    uint64_t m_sampleSpans = 0;
    std::string m_path;
    std::shared_ptr<RunFolder> m_folder = std::make_shared<RunFolder>();
};

void TstIndexParts::initTestCase()
{
    m_folder->runs.push_back(runWithClocksApart());
    QCOMPARE(whole().spanCount(), 112u);
    m_path = m_place.filePath(QStringLiteral("apart.index")).toStdString();
    QVERIFY(!writeRunIndex(m_path, *m_folder, analysesOf(*m_folder), 1));
    SampleOptions options;
    options.data = 4;
    options.steps = 2;
    options.stragglers = {{13, 1.5}};
    const std::string run = m_place.filePath(QStringLiteral("run")).toStdString();
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, run + ".bubbleindex", 1), ExitCode::Fine);
    m_sampleSpans = openedAgain(UINT64_MAX)->folder.statistics.spans;
}

void TstIndexParts::everyAnalysisOfTheTableIsKept()
{
    const KeptAnalyses kept = keptAnalyses(*m_folder, 1);
    for (const IndexSectionInfo& info : indexSections) {
        const auto answer = kept.answers.lower_bound(keyOf(info.section));
        const bool isKept = answer != kept.answers.end() && answer->first.kind == uint32_t(info.section);
        QCOMPARE(isKept, info.isAnalysis);
    }
}

void TstIndexParts::rowsDoNotDependOnTheMemory_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<int>("rows");
    QTest::newRow("collectives")
        << "SELECT name, operation, category, members, bytes, begin_ns, complete_ns, end_ns, transfer_ns, wait_ns, "
           "last_rank, step FROM collectives ORDER BY category, begin_ns, last_rank"
        << 24;
    QTest::newRow("members")
        << "SELECT span, rank, stage, arrival_ns, end_ns, wait_ns FROM collective_members ORDER BY 1" << 48;
    QTest::newRow("steps") << "SELECT * FROM steps" << 4;
    QTest::newRow("messages") << "SELECT send, receive, send_rank, receive_rank, operation, microbatch, begin_ns, "
                                 "end_ns, wait_ns FROM messages ORDER BY send"
                              << 16;
}

void TstIndexParts::rowsDoNotDependOnTheMemory()
{
    QFETCH(const QString, sql);
    QFETCH(const int, rows);
    const auto inMemory = std::move(QueryDatabase::open(std::make_shared<QueryData>(m_folder))).value();
    const QStringList expected = answerTo(*inMemory, sql.toStdString());
    QCOMPARE(expected.size(), qsizetype(rows));
    for (const uint64_t memory : {7'000, 14'000, 1'000'000})
        QCOMPARE(answerTo(*databaseOf(m_path, memory), sql.toStdString()), expected);
}

void TstIndexParts::whoMetIsKnownFromTheWholeRun_data()
{
    QTest::addColumn<QByteArray>("picture");
    QTest::addColumn<int>("laterSteps"); // of rank 1 are counted so much later
    QTest::addColumn<int>("collectives");
    const auto both = [](const char* first, const char* second, const char* lane = " comm tp") {
        return fmt::format("rank0 stage0{0}: {1}\nrank1 stage0{0}: {2}\n", lane, first, second);
    };
    const char* const often = "[allreduce 1-3] [allreduce 11-13] [allreduce 21-23] [allreduce 31-33]";
    // The whole run does not tell whose partner is missing; one step by itself would.
    QTest::newRow("one more in the last step")
        << QByteArray::fromStdString(
               both(often, "[allreduce 2-3] [allreduce 12-13] [allreduce 22-23] [allreduce 32-33] [allreduce 34-35]"))
        << 0 << 0;
    QTest::newRow("as often") << QByteArray::fromStdString(
        both(often, "[allreduce 2-3] [allreduce 12-13] [allreduce 22-23] [allreduce 32-33]")) << 0 << 4;
    QTest::newRow("steps are numbered differently") << QByteArray::fromStdString(
        both(often, "[allreduce 2-3] [allreduce 12-13] [allreduce 22-23] [allreduce 32-33]")) << 1 << 4;
    QTest::newRow("optimizer steps that end together")
        << QByteArray::fromStdString(both("[optimizer 1-9] [optimizer 11-19] [optimizer 21-29] [optimizer 31-39]",
               "[optimizer 5-9] [optimizer 15-19] [optimizer 25-29] [optimizer 35-39]", ""))
        << 1 << 0;
}

void TstIndexParts::whoMetIsKnownFromTheWholeRun()
{
    QFETCH(const QByteArray, picture);
    QFETCH(const int, laterSteps);
    QFETCH(const int, collectives);
    TraceBuilder builder = builderFromText(picture.toStdString());
    for (const int rank : {0, 1}) {
        for (int step = 0; step < 4; ++step)
            builder.addStep(rank, {step + 1 + rank * laterSteps, {step * 10 * ms, (step * 10 + 10) * ms}});
    }
    RunFolder folder;
    Run& run = folder.runs.emplace_back();
    run.name = "met";
    run.layout.world = run.layout.tensor = 2;
    run.layout.pipeline = 1;
    ImportReport report;
    run.trace = std::make_shared<Trace>(builder.finish({}, report));
    const std::string path = m_place.filePath(QStringLiteral("met.index")).toStdString();
    QVERIFY(!writeRunIndex(path, folder, analysesOf(folder), 1));

    const auto inMemory
        = std::move(QueryDatabase::open(std::make_shared<QueryData>(std::make_shared<const RunFolder>(folder)))).value();
    const auto answered = [&](const std::string& sql) {
        const QStringList expected = answerTo(*inMemory, sql);
        for (const uint64_t memory : {600, 1'000, 1'000'000})
            QCOMPARE(answerTo(*databaseOf(path, memory), sql), expected);
    };
    QCOMPARE(answerTo(*inMemory, "SELECT count(*) FROM collectives"), QStringList(QString::number(collectives)));
    answered("SELECT name, members, begin_ns, complete_ns, end_ns, wait_ns, last_rank, step FROM collectives ORDER BY begin_ns");
    answered("SELECT span, rank, arrival_ns, end_ns, wait_ns FROM collective_members ORDER BY span");
    answered("SELECT id, wait_ns FROM spans ORDER BY id");
    QVERIFY(answerTo(*inMemory, "SELECT sum(wait_ns) FROM spans").front().toLongLong() > 0 || collectives == 0);

    // A step by itself, as a simulation reads it.
    const RunContext whole(*run.trace, run.layout);
    for (const Step& step : run.trace->steps()) {
        const RankBlocks::Read read = openRunIndex(path)->blocks(0)->readStep(step.number, UINT64_MAX, 1);
        const RunContext part(*read.trace, run.layout);
        for (uint32_t i = 0; i < read.trace->spanCount(); ++i) {
            std::vector<SpanId> expected;
            for (const SpanId member : whole.collectiveWith(read.numbers[i])) {
                if (std::binary_search(read.numbers.begin(), read.numbers.end(), member))
                    expected.push_back(member);
            }
            std::vector<SpanId> met;
            for (const SpanId member : part.collectiveWith(SpanId(i)))
                met.push_back(read.numbers[member.value]);
            QVERIFY(met == expected || (met.empty() && expected.size() == 1));
        }
        const size_t all = whole.optimizerSteps().instances.size();
        QVERIFY(all == 0 || (part.optimizerSteps().instances.size() > 0 && part.optimizerSteps().instances.size() <= all));
    }
}

void TstIndexParts::whatIsTooMuchIsNotReadButCounted()
{
    const auto read = [this](uint64_t most) {
        return std::array {blocks()->readRange({20 * ms, 40 * ms}, most, 1), blocks()->readStep(2, most, 2)};
    };
    const auto all = read(UINT64_MAX);
    const auto tooMuch = read(20);
    for (size_t i = 0; i < all.size(); ++i) {
        QCOMPARE(all[i].spans, uint64_t(all[i].trace->spanCount()));
        QVERIFY(all[i].spans >= 20 && !tooMuch[i].trace);
        QCOMPARE(tooMuch[i].spans, all[i].spans);
        QCOMPARE(tooMuch[i].damaged, 0u);
        QVERIFY(read(all[i].spans)[i].trace);
        QVERIFY(!read(all[i].spans - 1)[i].trace);
    }
}

void TstIndexParts::aQueryReadsNoMoreThanItMay()
{
    struct Watched : RankBlocks {
        explicit Watched(std::shared_ptr<const RankBlocks> of) : blocks(std::move(of)) { }
        const Trace& tables() const override { return blocks->tables(); }
        uint64_t identity() const override { return blocks->identity(); }
        std::vector<std::vector<StringId>> namesByRank() const override { return blocks->namesByRank(); }
        Read read(const std::vector<uint32_t>& ranks, unsigned threads) const override
        {
            return blocks->read(ranks, threads);
        }
        Read readRange(TimeRange range, uint64_t most, unsigned threads, const ProgressFn& progress) const override
        {
            mosts.push_back(most);
            return blocks->readRange(range, most, threads, progress);
        }
        std::shared_ptr<const RankBlocks> blocks;
        mutable std::vector<uint64_t> mosts;
    };
    const auto watched = std::make_shared<Watched>(blocks());
    const auto data = std::make_shared<QueryData>(m_folder);
    constexpr uint64_t memory = 7'000;
    data->setUnread({{watched, [] { return KnownOfRun(); }, memory}});
    const auto database = std::move(QueryDatabase::open(data)).value();
    QCOMPARE(answerTo(*database, "SELECT count(*) FROM collectives"), QStringList("24"));
    QVERIFY(!watched->mosts.empty());
    for (const uint64_t most : watched->mosts)
        QCOMPARE(most, memory / RankBlocks::bytesOfSpan);
}

void TstIndexParts::aRunWithoutTheStepIsNamed()
{
    const auto sample = [this](const char* name, int count) {
        SampleOptions options;
        options.stages = 2;
        options.data = 2;
        options.steps = count;
        const std::string path = m_place.filePath(QLatin1String(name)).toStdString();
        return writeSample(options, path).isOk() ? path : std::string();
    };
    const std::string index = m_place.filePath(QStringLiteral("two.bubbleindex")).toStdString();
    sample("two/short", 3);
    sample("two/long", 6);
    QCOMPARE(indexed({m_place.filePath(QStringLiteral("two")).toStdString()}, index, 1), ExitCode::Fine);
    const RunFolder whole = openedQuietly(index)->folder;
    QCOMPARE(whole.runs.size(), size_t(2));
    const size_t shorter = whole.runs[0].trace->steps().size() == 3 ? 0 : 1;
    const auto opened = [&](int step) {
        Source source;
        source.paths = {index};
        source.memory = uint64_t(whole.runs[shorter].trace->spanCount()) * 40;
        source.step = WantedStep {step};
        return openSource(source, false);
    };
    const auto both = opened(2);
    QCOMPARE(both->folder.report.count(IssueKind::PartOnly), uint64_t(0));
    QVERIFY(both->folder.runs[shorter].trace->spanCount() > 0);

    const auto one = opened(5);
    QCOMPARE(one->folder.runs[shorter].trace->spanCount(), 0u);
    QVERIFY(one->folder.runs[1 - shorter].trace->spanCount() > 0);
    QVERIFY(one->blocks.empty());
    QCOMPARE(one->folder.report.count(IssueKind::PartOnly), uint64_t(1));
    const std::string& name = whole.runs[shorter].name;
    for (const Issue& issue : one->folder.report.issues()) {
        if (issue.kind == IssueKind::PartOnly)
            QCOMPARE(issue.first.front().message.text(), name + " has no step 5. Its steps are 1 to 3.");
    }
    SimulateOptions options;
    options.step = 5;
    options.input = name;
    const Result<SimulatedInput> refused = simulateFolder(one->folder, options);
    QCOMPARE(refused.error().message.text(), name + " has no step 5.");
    options.input = whole.runs[1 - shorter].name;
    QVERIFY(simulateFolder(one->folder, options));

    const std::optional<Error> none = whyNotOpened(opened(9)->folder);
    QVERIFY(none && none->message.text().find(" has no step 9. Its steps are 1 to ") != std::string::npos);
}

void TstIndexParts::theOnlyStepIsAlsoTheFirst()
{
    TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-1] [B0 1-2]\nrank1 stage0: [F0 0-1] [B0 1-2]\n");
    builder.addStep(0, {7, {0, 2 * ms}});
    builder.addStep(1, {7, {0, 2 * ms}});
    ImportReport report;
    RunFolder folder;
    folder.runs.emplace_back().name = "one";
    folder.runs.front().trace = std::make_shared<Trace>(builder.finish({}, report));
    const std::string index = m_place.filePath(QStringLiteral("one.bubbleindex")).toStdString();
    const std::string path = IndexPlaces(index).run();
    QVERIFY(QDir().mkpath(QFileInfo(QString::fromStdString(path)).path()));
    QVERIFY(!writeRunIndex(path, folder, {std::string(analysisVersion())}, 1));
    IndexOpening opening;
    opening.step = WantedStep {1};
    opening.memory = 100;
    const Result<OpenedIndex> refused = openIndex({index}, index, opening);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.text().starts_with("Step 7 of all ranks takes "));
    opening.memory = UINT64_MAX;
    QCOMPARE(openIndex({index}, index, opening)->spanCount(), uint64_t(4));
}

void TstIndexParts::exportedSpansAreThoseOfAllRanks()
{
    const auto exported = [](const OpenedFolderPtr& folder, std::optional<TimeRange> range) {
        ExportedRuns runs(folder, nullptr);
        if (range)
            runs.measured().selection.setRange(range);
        QStringList lines;
        const Result<ExportedTable> table = exportTable(runs, QStringLiteral("spans"));
        for (const QString& line : table ? table->csv.split(QStringLiteral("\r\n")) : QStringList())
            lines << line.split(QLatin1Char(',')).mid(0, 5).join(QLatin1Char(',')); // not the waiting
        return lines;
    };
    const OpenedFolderPtr whole = openedAgain(UINT64_MAX);
    const Trace& trace = *whole->folder.runs.front().trace;
    const OpenedFolderPtr part = openedAgain(m_sampleSpans * 30);
    QVERIFY(!part->blocks.empty() && part->folder.runs.front().trace->spanCount() < trace.spanCount());
    for (const std::optional<TimeRange>& range : {std::optional<TimeRange>(), std::optional(trace.steps()[1].range)}) {
        const QStringList expected = exported(whole, range);
        QVERIFY(expected.size() > 5);
        QCOMPARE(exported(part, range), expected);
    }
}

void TstIndexParts::exportedTablesAreThoseOfAllRanks_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<int>("lines");
    for (const auto& [table, lines] : {std::pair {"findings", 5}, {"ranks", 33}, {"stages", 5}, {"rank-steps", 65}})
        QTest::newRow(table) << QString::fromLatin1(table) << lines;
}

void TstIndexParts::exportedTablesAreThoseOfAllRanks()
{
    QFETCH(const QString, table);
    QFETCH(const int, lines);
    const auto exported = [&table](const OpenedFolderPtr& folder) {
        ExportedRuns runs(folder, nullptr);
        const Result<ExportedTable> made = exportTable(runs, table);
        return made ? made->csv.split(QStringLiteral("\r\n"), Qt::SkipEmptyParts) : QStringList();
    };
    const QStringList expected = exported(openedAgain(UINT64_MAX));
    QVERIFY(expected.size() >= lines);
    const OpenedFolderPtr part = openedAgain(m_sampleSpans * 30);
    QVERIFY(part->folder.runs.front().trace->spanCount() < m_sampleSpans);
    QCOMPARE(exported(part), expected);
}

BUBBLESCOPE_TEST(TstIndexParts, QCoreApplication)

} // namespace bubblescope::tst_indexparts

#include "tst_indexparts.moc"
