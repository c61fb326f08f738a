// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The database file that is exported, what is completed, how answers are printed, and what the manual says of it.
#include "answers.h"
#include "databaseexport.h"
#include "queryoutput.h"
#include "queryschema.h"
#include "querywords.h"
#include "readyquestions.h"
#include "shareddata.h"
#include "testprogram.h"

#include <fmt/format.h>

#include <sqlite3.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_queryfile {

namespace {

QStringList plainAnswer(sqlite3* database, const std::string& sql)
{
    QStringList lines;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        return {QString::fromUtf8(sqlite3_errmsg(database))};
    while (sqlite3_step(statement) == SQLITE_ROW) {
        QStringList cells;
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            QueryValue value;
            const int type = sqlite3_column_type(statement, i);
            if (type == SQLITE_INTEGER)
                value = int64_t(sqlite3_column_int64(statement, i));
            else if (type == SQLITE_FLOAT)
                value = sqlite3_column_double(statement, i);
            else if (type != SQLITE_NULL)
                value = std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement, i)));
            cells << QString::fromStdString(queryValueText(value));
        }
        lines << cells.join(QLatin1Char('|'));
    }
    sqlite3_finalize(statement);
    return lines;
}

bool isCompleted(const QueryCompletions& found, const char* word)
{
    return std::find(found.words.begin(), found.words.end(), word) != found.words.end();
}

} // namespace

class TstQueryFile : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_sample = sampleDatabase(); }

    void theFileAnswersAsTheTablesDo()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("run.sqlite").toStdString();
        const auto error = writeDatabase(m_sample->data(), path);
        QVERIFY2(!error, error ? error->message.text().c_str() : "");
        sqlite3* file = nullptr;
        QCOMPARE(sqlite3_open_v2(path.c_str(), &file, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
        for (const auto& table : queryTables()) {
            if (table->isFunction())
                continue;
            const std::string sql = fmt::format("SELECT * FROM {}", table->name());
            const QStringList rows = plainAnswer(file, sql);
            QCOMPARE(rows, answerTo(*m_sample, sql));
        }
        QCOMPARE(plainAnswer(file, "PRAGMA user_version"), QStringList(QString::number(querySchemaVersion)));
        QCOMPARE(plainAnswer(file, "PRAGMA integrity_check"), QStringList("ok"));
        sqlite3_close(file);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList("run.sqlite"));
    }

    /// However it ends, nothing goes on in the background, and the tables still answer.
    void anExportEndsWhereItsProgressSaysSo()
    {
        QTemporaryDir folder;
        for (int calls = 1; calls < 12; ++calls) {
            int left = calls;
            const auto error = writeDatabase(m_sample->data(), folder.filePath("run.sqlite").toStdString(),
                [&left](uint64_t, uint64_t) { return --left > 0; });
            QVERIFY(!error && !m_sample->data().isStopped());
        }
        QCOMPARE(answerTo(*m_sample, "SELECT count(*) > 0 FROM spans"), QStringList("1"));
    }

    void aCancelledFileIsNoFile()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("run.sqlite").toStdString();
        QFile before(folder.filePath("run.sqlite"));
        QVERIFY(before.open(QIODevice::WriteOnly) && before.write("before") == 6);
        before.close();
        m_sample->data().stop();
        QVERIFY(!writeDatabase(m_sample->data(), path));
        m_sample->data().resume();
        QCOMPARE(before.size(), 6);
        QVERIFY(writeDatabase(m_sample->data(), "/nowhere/at/all.sqlite"));
        QVERIFY(writeDatabase(m_sample->data(), "/dev/stdout"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList("run.sqlite"));
    }

    void readyQuestionsHaveAnswers()
    {
        QVERIFY(readyQuestions().size() >= 25);
        for (const ReadyQuestion& question : readyQuestions()) {
            KeptAnswer answer;
            const auto error = m_sample->run(question.sql, answer);
            QVERIFY2(!error, fmt::format("{}: {}", question.title.text(), error ? error->message.text() : "").c_str());
            QVERIFY2(!answer.columns.empty(), question.title.text().c_str());
        }
    }

    void wordsAreCompleted()
    {
        const auto at = [](std::string_view sql) { return queryCompletions(sql, sql.size()); };
        QCOMPARE(at("SELECT * FROM spa").words, std::vector<std::string> {"spans"});
        QCOMPARE(at("SELECT * FROM spa").prefix, size_t(3));
        QVERIFY(isCompleted(at("SELECT s.dur FROM spans s WHERE s.dur"), "duration_ns"));
        QCOMPARE(at("SELECT 1 FROM spans AS x JOIN runs r ON r.verd").words, std::vector<std::string> {"verdict"});
        QVERIFY(isCompleted(at("SEL"), "SELECT") && isCompleted(at("SELECT perc"), "percentile"));
        QVERIFY(isCompleted(at("SELECT dura"), "duration_ns"));
        QVERIFY(!isCompleted(queryCompletions("SELECT dura FROM ranks", 11), "duration_ns"));
        QVERIFY(at("SELECT 'spa").words.empty() && at("-- spa").words.empty());
        const std::string_view inside = "SELECT mic FROM spans";
        QVERIFY(isCompleted(queryCompletions(inside, 10), "microbatch"));
        QVERIFY(at("nosuch.").words.empty());
    }

    void piecesAreTold()
    {
        using Kind = QueryToken::Kind;
        const std::string_view sql = "SELECT sum(bytes), 'it''s', 1.5 FROM spans -- end";
        std::vector<Kind> kinds;
        for (const QueryToken& token : queryTokens(sql)) {
            if (token.kind != Kind::Mark)
                kinds.push_back(token.kind);
        }
        QCOMPARE(kinds, (std::vector<Kind> {Kind::Keyword, Kind::Function, Kind::Column, Kind::Text, Kind::Number,
                            Kind::Keyword, Kind::Table, Kind::Comment}));
        for (size_t cut = 0; cut <= sql.size(); ++cut) // whatever is typed
            queryTokens(sql.substr(0, cut));
        QVERIFY(isWholeQuery("SELECT 1;  -- done") && !isWholeQuery("SELECT ';'") && !isWholeQuery(""));
    }

    void cellsAreSafe()
    {
        QCOMPARE(csvCellOf(std::string("=1+1")), std::string(" =1+1"));
        QCOMPARE(csvCellOf(std::string("a,\"b\"")), std::string("\"a,\"\"b\"\"\""));
        QCOMPARE(csvCellOf(int64_t(-5)), std::string("-5"));
        QCOMPARE(jsonCellOf(std::string("\xff\"")), std::string("\"\xef\xbf\xbd\\\"\""));
        QCOMPARE(jsonCellOf(INFINITY), std::string("null"));
        QCOMPARE(jsonCellOf(QueryValue()), std::string("null"));
    }

    void theManualNamesEveryColumn()
    {
        QFile file(projectFolder() + QStringLiteral("/resources/manual/query.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString manual = QString::fromUtf8(file.readAll());
        QVERIFY(manual.contains(QStringLiteral("Schema version %1").arg(querySchemaVersion)));
        for (const auto& table : queryTables()) {
            const QString heading = QStringLiteral("### %1\n").arg(QString::fromUtf8(table->name().data(), table->name().size()));
            const qsizetype at = manual.indexOf(heading);
            QVERIFY2(at >= 0, qPrintable(heading));
            const QString section = manual.mid(at, manual.indexOf(QStringLiteral("\n##"), at + 5) - at);
            for (const QueryColumn& column : table->columns()) {
                const QString row = QStringLiteral("| `%1` | %2 | %3 |").arg(QString::fromUtf8(column.name.data(), column.name.size()),
                    column.unit.empty() ? QString() : QString::fromUtf8(column.unit.data(), column.unit.size()),
                    QString::fromUtf8(column.help.data(), column.help.size()));
                QVERIFY2(section.contains(row), qPrintable(heading + row));
            }
        }
    }

private:
    std::unique_ptr<QueryDatabase> m_sample;
};

BUBBLESCOPE_TEST(TstQueryFile, QCoreApplication)

} // namespace bubblescope::tst_queryfile

#include "tst_queryfile.moc"
