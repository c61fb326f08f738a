// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Queries about an index that does not fit into memory: the answers are those about all of it.
#include "answers.h"
#include "indexing.h"

#include "indexplaces.h"
#include "openedquery.h"
#include "queryschema.h"
#include "readyquestions.h"
#include "runindex.h"
#include "samplecommand.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_indexquery {

namespace {
OpenedFolderPtr openedFor(const std::string& index, uint64_t memory)
{
    FolderLoad load;
    load.paths = {index};
    load.levels = false;
    load.asksByRank = true;
    load.memory = memory;
    return FolderLoader(std::move(load)).load();
}

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

private:
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
    options.data = 4;
    options.microbatches = 6;
    options.steps = 8;
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

BUBBLESCOPE_TEST(TstIndexQuery, QCoreApplication)

} // namespace bubblescope::tst_indexquery


#include "tst_indexquery.moc"
