// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is said of an index a few steps at a time is what is said of all of it.
#include "answers.h"
#include "indexing.h"

#include "exportedruns.h"
#include "exporttables.h"
#include "indexopening.h"
#include "indexplaces.h"
#include "opensource.h"
#include "runanalysis.h"
#include "runindex.h"
#include "samplecommand.h"
#include "simulatefolder.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_wholesteps {

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
} // namespace

class TstWholeSteps : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void rowsDoNotDependOnTheMemory_data();
    void rowsDoNotDependOnTheMemory();
    void aReadTellsWhichStepsAreWhole();
    void whatIsTooMuchIsNotReadButCounted();
    void aQueryReadsNoMoreThanItMay();
    void aRunWithoutTheStepIsNamed();
    void theOnlyStepIsAlsoTheFirst();
    void exportedSpansAreThoseOfAllRanks();

private:
    std::unique_ptr<QueryDatabase> databaseWith(uint64_t memory) const
    {
        RunIndex::Options few;
        few.memory = 1;
        few.others = RunIndex::Options::Others::None;
        const auto folder = std::make_shared<const RunFolder>(*RunIndex::open(m_path)->folder(few));
        const auto data = std::make_shared<QueryData>(folder);
        const auto known = [this] {
            return KnownOfRun {std::make_shared<const RunAnalysis>(*analyzeRun(m_folder->runs.front())), {}};
        };
        data->setUnread({{blocks(), known, memory}});
        return std::move(QueryDatabase::open(data)).value();
    }
    std::shared_ptr<const RankBlocks> blocks() const { return RunIndex::open(m_path)->blocks(0); }
    const Trace& whole() const { return *m_folder->runs.front().trace; }

    QTemporaryDir m_place;
    std::string m_path;
    std::shared_ptr<RunFolder> m_folder = std::make_shared<RunFolder>();
};

void TstWholeSteps::initTestCase()
{
    m_folder->runs.push_back(runWithClocksApart());
    QCOMPARE(whole().spanCount(), 112u);
    m_path = m_place.filePath(QStringLiteral("apart.index")).toStdString();
    QVERIFY(!writeRunIndex(m_path, *m_folder, {"", {""}, {}}, 1));
}

void TstWholeSteps::rowsDoNotDependOnTheMemory_data()
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

void TstWholeSteps::rowsDoNotDependOnTheMemory()
{
    QFETCH(const QString, sql);
    QFETCH(const int, rows);
    const auto inMemory = std::move(QueryDatabase::open(std::make_shared<QueryData>(m_folder))).value();
    const QStringList expected = answerTo(*inMemory, sql.toStdString());
    QCOMPARE(expected.size(), qsizetype(rows));
    for (const uint64_t memory : {7'000, 14'000, 1'000'000})
        QCOMPARE(answerTo(*databaseWith(memory), sql.toStdString()), expected);
}

void TstWholeSteps::aReadTellsWhichStepsAreWhole()
{
    const auto wholeIn = [this](TimeNs begin, TimeNs end) {
        return blocks()->readRange({begin * ms, end * ms}, UINT64_MAX, 1).wholeSteps;
    };
    using Numbers = std::vector<int32_t>;
    QCOMPARE(wholeIn(0, 90), (Numbers {1, 2, 3, 4}));
    QCOMPARE(wholeIn(20, 43), (Numbers {2}));
    QCOMPARE(wholeIn(20, 42), Numbers {}); // the clocks of some are ahead
    QCOMPARE(wholeIn(21, 63), (Numbers {3}));
    QCOMPARE(wholeIn(0, 23), (Numbers {1}));
    QCOMPARE(wholeIn(40, 90), (Numbers {3, 4}));
    for (int32_t step = 1; step <= steps; ++step) {
        const RankBlocks::Read read = blocks()->readStep(step, UINT64_MAX, 1);
        QVERIFY(std::binary_search(read.wholeSteps.begin(), read.wholeSteps.end(), step));
        for (const int32_t number : read.wholeSteps) { // it has each of their spans
            uint32_t ofStep = 0;
            for (const SpanId span : read.numbers) {
                const TimeNs begin = whole().begin(span) - (whole().track(whole().track(span)).rank % 2) * 3 * ms;
                ofStep += begin / (stepMs * ms) == number - 1 ? 1 : 0;
            }
            QCOMPARE(ofStep, 28u);
        }
    }
    QVERIFY(blocks()->readStep(9, UINT64_MAX, 1).wholeSteps.empty());
}

void TstWholeSteps::whatIsTooMuchIsNotReadButCounted()
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

void TstWholeSteps::aQueryReadsNoMoreThanItMay()
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

void TstWholeSteps::aRunWithoutTheStepIsNamed()
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

void TstWholeSteps::theOnlyStepIsAlsoTheFirst()
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
    QVERIFY(!writeRunIndex(path, folder, {"", {""}, {}}, 1));
    IndexOpening opening;
    opening.step = WantedStep {1};
    opening.memory = 100;
    const Result<OpenedIndex> refused = openIndex({index}, index, opening);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.text().starts_with("Step 7 of all ranks takes "));
    opening.memory = UINT64_MAX;
    QCOMPARE(openIndex({index}, index, opening)->spanCount(), uint64_t(4));
}

void TstWholeSteps::exportedSpansAreThoseOfAllRanks()
{
    SampleOptions options;
    options.data = 4;
    options.steps = 2;
    const std::string run = m_place.filePath(QStringLiteral("run")).toStdString();
    const std::string index = run + ".bubbleindex";
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
    const auto opened = [&index](uint64_t memory) {
        Source source;
        source.paths = {index};
        source.memory = memory;
        return openSource(source, false);
    };
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
    const OpenedFolderPtr whole = opened(UINT64_MAX);
    const Trace& trace = *whole->folder.runs.front().trace;
    const OpenedFolderPtr part = opened(uint64_t(trace.spanCount()) * 30);
    QVERIFY(!part->blocks.empty() && part->folder.runs.front().trace->spanCount() < trace.spanCount());
    for (const std::optional<TimeRange>& range : {std::optional<TimeRange>(), std::optional(trace.steps()[1].range)}) {
        const QStringList expected = exported(whole, range);
        QVERIFY(expected.size() > 5);
        QCOMPARE(exported(part, range), expected);
    }
}

BUBBLESCOPE_TEST(TstWholeSteps, QCoreApplication)

} // namespace bubblescope::tst_wholesteps

#include "tst_wholesteps.moc"
