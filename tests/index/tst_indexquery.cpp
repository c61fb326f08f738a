// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Queries about an index that does not fit into memory: the answers are those about all of it.
#include "answers.h"
#include "indexing.h"

#include "databaseexport.h"
#include "derivedtrace.h"
#include "indexplaces.h"
#include "indexreading.h"
#include "openedquery.h"
#include "queryschema.h"
#include "readyquestions.h"
#include "samplecommand.h"
#include "sanitized.h"
#include "shareddata.h"
#include "testprogram.h"

#include <sqlite3.h>

#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_indexquery {

namespace {
OpenedFolderPtr openedFor(const std::string& index, uint64_t memory, bool asksFewRanks = false)
{
    FolderLoad load;
    load.paths = {index};
    load.levels = false;
    load.asksByRank = true;
    load.asksFewRanks = asksFewRanks;
    load.memory = memory;
    return FolderLoader(std::move(load)).load();
}

/// Ranks of an index that are read as a test wants it.
class AlteredBlocks : public RankBlocks {
public:
    explicit AlteredBlocks(std::shared_ptr<const RankBlocks> blocks) : m_blocks(std::move(blocks)) { }
    const Trace& tables() const override { return m_blocks->tables(); }
    uint64_t identity() const override { return m_blocks->identity(); }
    std::vector<std::vector<StringId>> namesByRank() const override { return m_blocks->namesByRank(); }
    Read read(const std::vector<uint32_t>& ranks, unsigned threads) const override
    {
        return altered(m_blocks->read(ranks, threads));
    }
    Read readRange(TimeRange range, uint64_t most, unsigned threads, const ProgressFn& progress) const override
    {
        return altered(m_blocks->readRange(range, most, threads, progress));
    }
    std::function<Read(Read)> altered = [](Read read) { return read; };

private:
    std::shared_ptr<const RankBlocks> m_blocks;
};

/// Rows as lines, in the order of their texts. Sums of fractions depend on the order in which they are added.
QStringList rowsOf(QueryDatabase& database, const QString& sql)
{
    KeptAnswer answer;
    if (const std::optional<Error> error = database.run(sql.toStdString(), answer))
        return {QStringLiteral("error: ") + QString::fromStdString(error->message.text())};
    for (auto& row : answer.rows) {
        for (QueryValue& cell : row) {
            if (const auto* real = std::get_if<double>(&cell))
                cell = QString::number(*real, 'g', 12).toStdString();
        }
    }
    QStringList rows = answer.lines();
    rows.sort();
    return rows;
}
} // namespace

class TstIndexQuery : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void littleIsInMemory();
    void tablesAreThoseOfTheWholeIndex_data();
    void tablesAreThoseOfTheWholeIndex();
    void readyQuestionsAreAnsweredTheSame_data();
    void readyQuestionsAreAnsweredTheSame();
    void boundsJoinsAndOrdersAreThoseOfTheWholeIndex_data();
    void boundsJoinsAndOrdersAreThoseOfTheWholeIndex();

    void whatIsAskedOfOneRankReadsOneRank_data();
    void whatIsAskedOfOneRankReadsOneRank();
    void whatIsAskedOfAllRanksIsKnownBefore();
    void groupsWithLittleRoomAreReadAgain_data();
    void groupsWithLittleRoomAreReadAgain();
    void aStepThatDoesNotFitIsRefused();
    void aStepThatIsLargerThanItsShareOfTimeIsRefused();
    void aQueryStopsWhileRanksAreRead();
    void aSpanThatFindingsNameIsReadAfterAStop();
    void anExportedDatabaseHoldsAllRanks();
    void anExportThatIsRefusedLeavesNoFile();
    void bothReadersOfAnExportShareItsMemory();
    void whatOnlyTheWholeRunTellsIsKnown();
    void whatCannotBeReadIsRefusedAndNotKept();
    void theDigestOfAnotherRunIsNotUsed();
    void aDamagedRankIsNamed();

private:
    std::unique_ptr<QueryDatabase> withMemory(uint64_t memory) const
    {
        return std::move(QueryDatabase::open(queryDataOf(openedFor(m_index, memory)))).value();
    }
    std::pair<std::unique_ptr<QueryDatabase>, std::shared_ptr<AlteredBlocks>> withAlteredBlocks(uint64_t memory) const
    {
        OpenedFolder opened = *openedFor(m_index, memory);
        auto blocks = std::make_shared<AlteredBlocks>(opened.blocks.front());
        opened.blocks.front() = blocks;
        auto data = queryDataOf(std::make_shared<const OpenedFolder>(std::move(opened)));
        return {std::move(QueryDatabase::open(std::move(data))).value(), std::move(blocks)};
    }
    QTemporaryDir m_folder;
    std::string m_index;
    uint64_t m_littleMemory = 0; ///< two fifths of what all spans would take
    std::unique_ptr<QueryDatabase> m_whole;
    std::unique_ptr<QueryDatabase> m_part;
};

void TstIndexQuery::initTestCase()
{
    SampleOptions options;
    options.stages = 4;
    options.tensor = 2;
    options.data = 2;
    options.microbatches = 6;
    options.steps = 8; // two fifths of them hold one whole step and its analysis
    const std::string run = m_folder.filePath(QStringLiteral("run")).toStdString();
    m_index = m_folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
    QVERIFY(writeSample(options, run).isOk());
    QCOMPARE(indexed({run}, m_index, 1), ExitCode::Fine);
    const OpenedFolderPtr whole = openedFor(m_index, uint64_t(1) << 30);
    m_littleMemory = whole->folder.runs.front().trace->spanCount() * QuerySpans::bytesOfSpan * 2 / 5;
    m_whole = std::move(QueryDatabase::open(queryDataOf(whole))).value();
    m_part = std::move(QueryDatabase::open(queryDataOf(openedFor(m_index, m_littleMemory)))).value();
}

void TstIndexQuery::littleIsInMemory()
{
    const OpenedFolderPtr part = openedFor(m_index, m_littleMemory);
    const OpenedFolderPtr whole = openedFor(m_index, uint64_t(1) << 30);
    QVERIFY(whole->blocks.empty());
    QCOMPARE(part->blocks.size(), size_t(1));
    QVERIFY(2 * part->folder.runs.front().trace->spanCount() < whole->folder.runs.front().trace->spanCount());
    QCOMPARE(part->folder.report.count(IssueKind::PartOnly), uint64_t(0)); // all of it is asked
}

void TstIndexQuery::tablesAreThoseOfTheWholeIndex_data()
{
    QTest::addColumn<QString>("sql");
    for (const auto& table : queryTables()) {
        if (table->isFunction())
            continue;
        // Messages and collectives have numbers in the order in which they are found.
        std::string columns;
        for (const QueryColumn& column : table->columns()) {
            const bool isNumber = (table->name() == "messages" || table->name() == "collectives")
                ? column.name == "id"
                : table->name() == "collective_members" && column.name == "collective";
            if (!isNumber)
                columns += (columns.empty() ? "\"" : ", \"") + std::string(column.name) + "\"";
        }
        const std::string name(table->name());
        QTest::newRow(name.c_str()) << QString::fromStdString("SELECT " + columns + " FROM " + name);
    }
}

void TstIndexQuery::tablesAreThoseOfTheWholeIndex()
{
    QFETCH(const QString, sql);
    const QStringList expected = rowsOf(*m_whole, sql);
    const QStringList rows = rowsOf(*m_part, sql);
    for (qsizetype i = 0; i < std::min(rows.size(), expected.size()); ++i)
        QCOMPARE(rows[i], expected[i]);
    QCOMPARE(rows.size(), expected.size());
}

void TstIndexQuery::readyQuestionsAreAnsweredTheSame_data()
{
    QTest::addColumn<QString>("sql");
    for (const ReadyQuestion& question : readyQuestions())
        QTest::newRow(question.title.text().c_str()) << QString::fromStdString(std::string(question.sql));
}

void TstIndexQuery::readyQuestionsAreAnsweredTheSame()
{
    QFETCH(const QString, sql);
    QCOMPARE(rowsOf(*m_part, sql), rowsOf(*m_whole, sql));
}

void TstIndexQuery::boundsJoinsAndOrdersAreThoseOfTheWholeIndex_data()
{
    QTest::addColumn<QString>("sql");
    for (const char* sql : {
             "SELECT count(*), sum(duration_ns), min(id), max(id) FROM spans WHERE rank = 7",
             "SELECT id, name, wait_ns FROM spans WHERE rank BETWEEN 3 AND 5 AND step = 2",
             "SELECT * FROM spans WHERE id = 1234",
             "SELECT id FROM spans WHERE id BETWEEN 1000 AND 5000",
             "SELECT id, parent FROM spans WHERE name = 'send_forward' AND microbatch = 3",
             "SELECT count(*) FROM spans WHERE name = 'no such name'",
             "SELECT id FROM spans WHERE begin_ns > 20000000 AND end_ns < 40000000",
             "SELECT name, count(*), sum(duration_ns) FROM spans GROUP BY name",
             "SELECT category, operation, sum(wait_ns) FROM spans WHERE run = 0 GROUP BY category, operation",
             "SELECT name, rank, max(end_ns) FROM spans GROUP BY name, rank",
             "SELECT DISTINCT detail FROM spans",
             "SELECT s.rank, r.rank, s.duration_ns, r.duration_ns FROM messages m JOIN spans s ON s.id = m.send "
             "JOIN spans r ON r.id = m.receive",
             "SELECT c.name, c.begin_ns, m.rank, m.arrival_ns FROM collectives c JOIN collective_members m "
             "ON m.collective = c.id",
             "SELECT count(DISTINCT id), min(id), max(id) FROM messages",
             "SELECT count(DISTINCT id), min(id), max(id) FROM collectives",
             "SELECT s.name, b.cause, b.duration_ns FROM bubbles b JOIN spans s ON s.id = b.span WHERE b.step = 2",
             "SELECT p.begin_ns, s.name FROM critical_path p JOIN spans s ON s.id = p.span ORDER BY 1",
         })
        QTest::newRow(sql) << QString::fromLatin1(sql);
}

void TstIndexQuery::boundsJoinsAndOrdersAreThoseOfTheWholeIndex()
{
    QFETCH(const QString, sql);
    const QStringList expected = rowsOf(*m_whole, sql);
    QVERIFY(!expected.isEmpty() && !expected.front().startsWith(QLatin1String("error")));
    QCOMPARE(rowsOf(*m_part, sql), expected);
}

void TstIndexQuery::whatIsAskedOfOneRankReadsOneRank_data()
{
    QTest::addColumn<QString>("sql");
    for (const char* sql : {"SELECT count(*), sum(duration_ns), min(id), max(id) FROM spans WHERE rank = 7",
             "SELECT id, name, self_ns, parent, file, byte_offset, stage, track, detail FROM spans WHERE rank = 9",
             "SELECT name, count(*), avg(duration_ns) FROM spans WHERE rank = 7 GROUP BY name",
             "SELECT category, operation, id FROM spans WHERE rank = 3 AND run = 0 ORDER BY category, operation",
             "SELECT id FROM spans WHERE rank = 5 ORDER BY duration_ns DESC LIMIT 50",
             "SELECT id, name FROM spans WHERE id = 1234"})
        QTest::newRow(sql) << QString::fromLatin1(sql);
}

void TstIndexQuery::whatIsAskedOfOneRankReadsOneRank()
{
    QFETCH(const QString, sql);
    QVERIFY(m_whole->needsFewRanks(sql.toStdString()));
    OpenedFolder opened = *openedFor(m_index, uint64_t(1) << 30, true);
    QCOMPARE(opened.folder.runs.front().trace->spanCount(), 0u);
    auto blocks = std::make_shared<AlteredBlocks>(opened.blocks.front());
    uint32_t spansRead = 0;
    blocks->altered = [&spansRead](RankBlocks::Read read) {
        spansRead += read.trace->spanCount();
        return read;
    };
    opened.blocks.front() = blocks;
    const auto database
        = std::move(QueryDatabase::open(queryDataOf(std::make_shared<const OpenedFolder>(std::move(opened))))).value();
    const QStringList expected = answerTo(*m_whole, sql.toLatin1().constData());
    QVERIFY(!expected.isEmpty() && !expected.front().startsWith(QLatin1String("error")));
    QCOMPARE(answerTo(*database, sql.toLatin1().constData()), expected); // in the same order
    uint32_t most = 0;
    for (const RankSpans& rank : spansByRank(blocks->tables()))
        most = std::max(most, rank.count);
    QVERIFY(spansRead > 0 && spansRead <= most);
}

void TstIndexQuery::whatIsAskedOfAllRanksIsKnownBefore()
{
    for (const char* sql : {"SELECT count(*) FROM spans", "SELECT count(*) FROM spans WHERE rank IN (1, 2)",
             "SELECT sum(wait_ns) FROM spans WHERE rank = 1", "SELECT count(*) FROM spans WHERE rank = 1 OR stage = 2",
             "SELECT 1 FROM messages m JOIN spans s ON s.id = m.send", "SELECT verdict FROM runs",
             "SELECT 1; SELECT count(*) FROM spans", "SELECT wrong FROM spans WHERE rank = 1"})
        QVERIFY2(!m_whole->needsFewRanks(sql), sql);
    QVERIFY(m_whole->needsFewRanks("SELECT 1; SELECT name FROM spans WHERE rank = 1"));
}

void TstIndexQuery::groupsWithLittleRoomAreReadAgain_data()
{
    QTest::addColumn<QString>("sql");
    for (const char* sql : {
             "SELECT name, count(*), sum(duration_ns), min(id) FROM spans WHERE run = 0 GROUP BY name",
             "SELECT operation, rank, sum(self_ns) FROM spans WHERE run = 0 AND step < 4 GROUP BY operation, rank",
             "SELECT category, detail, microbatch, parent FROM spans WHERE run = 0 ORDER BY category",
             "SELECT rank, count(*) FROM spans WHERE run = 0 GROUP BY rank",
             "SELECT name, count(*) FROM spans WHERE run = 0 AND rank = 99 GROUP BY name",
             "SELECT run, id, rank, stage, lane, track, name, detail, bytes, file FROM spans WHERE run = 0 ORDER BY "
             "name",
         })
        QTest::newRow(sql) << QString::fromLatin1(sql);
}

void TstIndexQuery::groupsWithLittleRoomAreReadAgain()
{
    QFETCH(const QString, sql);
    const QStringList expected = rowsOf(*m_whole, sql);
    for (const uint64_t memory : {m_littleMemory / 4, m_littleMemory / 40}) {
        if (!isSanitized || memory > m_littleMemory / 40 || !sql.contains(QLatin1String("operation, rank")))
            QCOMPARE(rowsOf(*withMemory(memory), sql), expected);
    }
    if (isSanitized && !sql.contains(QLatin1String("ORDER BY")))
        return;
    // In order, not only in groups.
    const QStringList names
        = answerTo(*withMemory(m_littleMemory / 40), "SELECT name FROM spans WHERE run = 0 ORDER BY name");
    QVERIFY(names.size() > 1000 && std::is_sorted(names.begin(), names.end()));
}

void TstIndexQuery::aStepThatDoesNotFitIsRefused()
{
    const auto database = withMemory(m_littleMemory / 40);
    for (const char* sql : {"SELECT * FROM attribution", "SELECT count(*) FROM collectives",
             "SELECT sum(wait_ns) FROM spans", "SELECT * FROM simulate('microbatches=12')"}) {
        const QStringList answer = answerTo(*database, sql);
        QVERIFY2(answer.front().contains(QLatin1String("of memory, more than the")), qPrintable(answer.front()));
        QVERIFY(answer.front().contains(QLatin1String("tep "))); // or several that it needs at a time
        QVERIFY(answer.front().contains(QLatin1String("--memory")));
    }
    QCOMPARE(answerTo(*database, "SELECT count(*) FROM spans"), answerTo(*m_whole, "SELECT count(*) FROM spans"));
    QCOMPARE(answerTo(*database, "SELECT verdict FROM runs"), answerTo(*m_whole, "SELECT verdict FROM runs"));
}

void TstIndexQuery::aStepThatIsLargerThanItsShareOfTimeIsRefused()
{
    const auto [database, blocks] = withAlteredBlocks(m_littleMemory);
    const RankBlocks::Read whole = blocks->readRange(blocks->tables().range(), UINT64_MAX, 1, {});
    blocks->altered = [&whole](const RankBlocks::Read&) { return whole; };
    const QStringList answer = answerTo(*database, "SELECT count(*) FROM attribution WHERE step = 2");
    QVERIFY2(answer.front().contains(QLatin1String("of memory, more than the")), qPrintable(answer.front()));
}

void TstIndexQuery::aQueryStopsWhileRanksAreRead()
{
    const auto database = withMemory(m_littleMemory);
    struct StopsAtOnce final : QueryRows {
        explicit StopsAtOnce(QueryData& of) : data(of) { }
        void begin(std::span<const std::string>) override { }
        bool row(std::span<const QueryValue>) override
        {
            ++rows;
            data.stop();
            return true;
        }
        QueryData& data;
        uint32_t rows = 0;
    } rows(database->data());
    const std::optional<Error> error = database->run("SELECT id FROM spans WHERE step > 0", rows);
    QVERIFY(error && error->message.text() == "The query was cancelled.");
    database->data().stop(); // nothing is read, either
    QCOMPARE(answerTo(*database, "SELECT sum(wait_ns) FROM spans"), QStringList("error: The query was cancelled."));
    database->data().resume();
    QCOMPARE(
        answerTo(*database, "SELECT sum(wait_ns) FROM spans"), answerTo(*m_whole, "SELECT sum(wait_ns) FROM spans"));
}

void TstIndexQuery::aSpanThatFindingsNameIsReadAfterAStop()
{
    const auto [database, blocks] = withAlteredBlocks(m_littleMemory);
    const char* sql = "SELECT finding, number FROM evidence WHERE kind = 'span'";
    const auto asRead = blocks->altered;
    blocks->altered = [&data = database->data()](RankBlocks::Read read) {
        data.stop();
        return read;
    };
    QCOMPARE(answerTo(*database, sql), QStringList("error: The query was cancelled."));
    database->data().resume();
    blocks->altered = asRead;
    const QStringList rows = answerTo(*database, sql);
    QVERIFY(!rows.isEmpty());
    QCOMPARE(rows, answerTo(*m_whole, sql));
}

void TstIndexQuery::anExportThatIsRefusedLeavesNoFile()
{
    QTemporaryDir folder;
    const QueryDataPtr data = queryDataOf(openedFor(m_index, m_littleMemory / 40));
    const auto error = writeDatabase(*data, folder.filePath(QStringLiteral("run.sqlite")).toStdString());
    QVERIFY(error);
    QVERIFY2(error->message.text().find("of memory, more than") != std::string::npos, error->message.text().c_str());
    QVERIFY(!data->isStopped());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList());
}

void TstIndexQuery::bothReadersOfAnExportShareItsMemory()
{
    const auto isRefused = [this](uint64_t memory) {
        const char* sql = "SELECT (SELECT count(*) FROM collectives), (SELECT count(*) FROM bubbles)";
        return answerTo(*withMemory(memory), sql).front().startsWith(QLatin1String("error"));
    };
    uint64_t enough = m_littleMemory / 40;
    while (isRefused(enough))
        enough += enough / 8;
    const std::string path = m_folder.filePath(QStringLiteral("shared.sqlite")).toStdString();
    const QueryDataPtr data = queryDataOf(openedFor(m_index, enough));
    const auto error = writeDatabase(*data, path);
    QVERIFY(error && error->message.text().find("of memory, more than the") != std::string::npos);
    const OpenedFolderPtr opened = openedFor(m_index, 2 * enough);
    QVERIFY(!opened->blocks.empty());
    QVERIFY(!writeDatabase(*queryDataOf(opened), path));
}

void TstIndexQuery::anExportedDatabaseHoldsAllRanks()
{
    const auto exported = [this](uint64_t memory, const char* name) {
        const std::string path = m_folder.filePath(QLatin1String(name)).toStdString();
        const QueryDataPtr data = queryDataOf(openedFor(m_index, memory));
        return writeDatabase(*data, path) ? std::string() : path;
    };
    const auto rowsIn = [](const std::string& path) {
        QStringList rows;
        sqlite3* file = nullptr;
        sqlite3_open_v2(path.c_str(), &file, SQLITE_OPEN_READONLY, nullptr);
        const char* sql = "SELECT count(*), sum(id), sum(parent), sum(wait_ns), sum(self_ns), (SELECT count(*) FROM "
                          "messages), (SELECT sum(wait_ns) FROM collectives), (SELECT sum(duration_ns) FROM bubbles), "
                          "(SELECT sum(span) FROM critical_path) FROM spans";
        sqlite3_exec(
            file, sql,
            [](void* to, int count, char** cells, char**) {
                for (int i = 0; i < count; ++i)
                    *static_cast<QStringList*>(to) << QString::fromLatin1(cells[i]);
                return 0;
            },
            &rows, nullptr);
        sqlite3_close(file);
        return rows;
    };
    const QStringList expected = rowsIn(exported(uint64_t(1) << 30, "whole.sqlite"));
    QCOMPARE(expected.size(), qsizetype(9));
    QVERIFY(!openedFor(m_index, 2 * m_littleMemory)->blocks.empty());
    QCOMPARE(rowsIn(exported(2 * m_littleMemory, "part.sqlite")), expected);
}

void TstIndexQuery::whatOnlyTheWholeRunTellsIsKnown()
{
    REQUIRE_SHARED_DATA();
    const std::string index = m_folder.filePath(QStringLiteral("st.bubbleindex")).toStdString();
    QCOMPARE(indexed({sharedData("bytedance_st")}, index, 1), ExitCode::Fine);
    constexpr uint64_t memory = 150'000; // a third of each of its runs
    const auto database = std::move(QueryDatabase::open(queryDataOf(openedFor(index, memory)))).value();
    const auto whole = std::move(QueryDatabase::open(queryDataOf(openedFor(index, UINT64_MAX)))).value();
    QVERIFY(answerTo(*database, "SELECT count(*) FROM spans").front().toInt() > 10'000);
    // Lanes that have nothing but a name in common are one group where they end together in the whole run.
    for (const char* sql : {"SELECT count(*) FROM collectives",
             "SELECT run, members, begin_ns, end_ns, wait_ns FROM collectives ORDER BY 1, 3, 4, 2",
             "SELECT span, wait_ns FROM collective_members ORDER BY 1, 2",
             "SELECT name, sum(wait_ns) FROM spans GROUP BY name"})
        QCOMPARE(answerTo(*database, sql), answerTo(*whole, sql));
    QVERIFY(database->data().notices().empty());
}

void TstIndexQuery::whatCannotBeReadIsRefusedAndNotKept()
{
    const auto [database, blocks] = withAlteredBlocks(m_littleMemory);
    const auto asRead = blocks->altered;
    for (const char* sql : {"SELECT count(*) FROM bubbles", "SELECT count(*) FROM collectives",
             "SELECT count(*) FROM spans", "SELECT sum(wait_ns) FROM spans"}) {
        blocks->altered = [](RankBlocks::Read) { return RankBlocks::Read {}; };
        const QStringList answer = answerTo(*database, sql);
        QVERIFY2(answer.front().contains(QLatin1String("is damaged. Index")), qPrintable(answer.front()));
        blocks->altered = asRead;
        QCOMPARE(answerTo(*database, sql), answerTo(*m_whole, sql));
    }
    const auto [empty, ranks] = withAlteredBlocks(m_littleMemory);
    ranks->altered = [](RankBlocks::Read read) { // all of it is damaged
        read.trace = std::make_shared<const Trace>(DerivedTrace::reduced(*read.trace, {}, true));
        read.numbers.clear();
        read.damaged = uint32_t(read.trace->ranks().size());
        return read;
    };
    QCOMPARE(answerTo(*empty, "SELECT count(*) FROM collectives"), QStringList("0"));
    QCOMPARE(answerTo(*empty, "SELECT count(*) FROM bubbles WHERE cause = 'straggling rank'"), QStringList("0"));
    QCOMPARE(empty->data().notices().size(), size_t(1));
}

void TstIndexQuery::theDigestOfAnotherRunIsNotUsed()
{
    const auto made = [this](const char* name, int stages) {
        SampleOptions options;
        options.stages = stages;
        options.data = 2;
        options.microbatches = 4;
        options.steps = 4;
        const std::string run = m_folder.filePath(QLatin1String(name)).toStdString();
        const std::string index = run + ".bubbleindex";
        const bool isMade = writeSample(options, run).isOk() && indexed({run}, index, 1) == ExitCode::Fine;
        return isMade ? index : std::string();
    };
    const std::string index = made("small", 2);
    const std::string other = made("large", 4);
    const std::string place = IndexPlaces(index).run();
    constexpr uint64_t memory = 20'000;
    const char* sql = "SELECT verdict FROM runs";
    const auto compared = [&index] { return knownOf(*openedToAnswer(index, Asked::Comparison)).run(0).compared(); };
    QVERIFY(compared());
    QVERIFY(!answerTo(*std::move(QueryDatabase::open(queryDataOf(openedFor(index, memory)))).value(), sql)
                 .front()
                 .startsWith(QLatin1String("error")));
    const Result<std::string> digest = openRunIndex(IndexPlaces(other).run())->analysis(IndexSection::Summary);
    QVERIFY(digest && isRewritten(place, place, keyOf(IndexSection::Summary), *digest));
    QVERIFY((*KnownIndex::open(index))->summarized() != nullptr); // by itself it is sound
    QCOMPARE(compared().error().message.text(), std::string("What the index holds of its first run is damaged."));
    const QStringList answer
        = answerTo(*std::move(QueryDatabase::open(queryDataOf(openedFor(index, memory)))).value(), sql);
    QVERIFY2(answer.front().contains(QLatin1String("does not say what was found")), qPrintable(answer.front()));
}

/// The last test: the index is of no use afterwards.
void TstIndexQuery::aDamagedRankIsNamed()
{
    QVERIFY(isDamaged(m_index, 5));
    const auto database = withMemory(m_littleMemory);
    QVERIFY(database->data().notices().empty());
    QCOMPARE(answerTo(*database, "SELECT DISTINCT rank FROM spans WHERE rank < 8"),
        (QStringList {"0", "1", "2", "3", "4", "6", "7"}));
    QCOMPARE(database->data().notices().front().text(),
        std::string("what the index holds of rank 5 is damaged; its operations are left out"));
    const auto ofStep = withMemory(m_littleMemory);
    QCOMPARE(answerTo(*ofStep, "SELECT count(*) FROM collective_members WHERE rank = 5"), QStringList("0"));
    QCOMPARE(ofStep->data().notices().front().text(),
        std::string("what the index holds of 1 of its ranks is damaged; their operations are left out"));
}

BUBBLESCOPE_TEST(TstIndexQuery, QCoreApplication)

} // namespace bubblescope::tst_indexquery

#include "tst_indexquery.moc"
