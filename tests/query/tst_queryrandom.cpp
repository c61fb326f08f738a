// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Questions that nobody thought of: tables that are made up as they are asked answer as plain ones do, and nothing that
// can be said harms them. bench_statements asks a million, fuzz_query what libFuzzer makes of them.
#include "answers.h"
#include "databaseexport.h"
#include "queryschema.h"
#include "querywatch.h"
#include "randomquery.h"
#include "testprogram.h"

#include <fmt/format.h>

#include <sqlite3.h>

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace bubblescope::tst_queryrandom {

namespace {

std::unique_ptr<QueryDatabase> tinyDatabase()
{
    SampleOptions options;
    options.stages = 2;
    options.tensor = 1;
    options.data = 1;
    options.microbatches = 2;
    options.layers = 2;
    options.steps = 2;
    options.hosts = 1;
    return databaseOf(std::move(makeSampleFolder(options)).value());
}

std::vector<RandomQuery::Table> plainTables()
{
    std::vector<RandomQuery::Table> tables;
    for (const auto& table : queryTables()) {
        if (table->isFunction())
            continue;
        RandomQuery::Table& made = tables.emplace_back();
        made.name = table->name();
        for (const QueryColumn& column : table->columns())
            made.columns.emplace_back(column.name);
    }
    return tables;
}

using Row = std::vector<QueryValue>;

/// Nothing for an error.
std::optional<std::vector<Row>> plainRows(sqlite3* file, const std::string& sql)
{
    std::vector<Row> rows;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(file, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        return {};
    int stepped = sqlite3_step(statement);
    for (; stepped == SQLITE_ROW; stepped = sqlite3_step(statement)) {
        Row& row = rows.emplace_back();
        for (int i = 0; i < sqlite3_column_count(statement); ++i) {
            switch (sqlite3_column_type(statement, i)) {
            case SQLITE_INTEGER:
                row.emplace_back(int64_t(sqlite3_column_int64(statement, i)));
                break;
            case SQLITE_FLOAT:
                row.emplace_back(sqlite3_column_double(statement, i));
                break;
            case SQLITE_NULL:
                row.emplace_back();
                break;
            default:
                row.emplace_back(std::string(static_cast<const char*>(sqlite3_column_blob(statement, i)),
                    size_t(sqlite3_column_bytes(statement, i))));
            }
        }
    }
    sqlite3_finalize(statement);
    return stepped == SQLITE_DONE ? std::optional(std::move(rows)) : std::nullopt;
}

/// Sums of fractions depend on the order of the rows.
bool isAlmost(const QueryValue& a, const QueryValue& b)
{
    const auto* x = std::get_if<double>(&a);
    const auto* y = std::get_if<double>(&b);
    if (x && y)
        return *x == *y || std::abs(*x - *y) <= 1e-9 * std::max(std::abs(*x), std::abs(*y));
    return a == b;
}

} // namespace

class TstQueryRandom : public QObject {
    Q_OBJECT
private slots:
    void questionsAreAnsweredAsByPlainTables()
    {
        const auto database = tinyDatabase();
        QTemporaryDir folder;
        const std::string path = folder.filePath("run.sqlite").toStdString();
        QVERIFY(!writeDatabase(database->data(), path));
        sqlite3* file = nullptr;
        QCOMPARE(sqlite3_open_v2(path.c_str(), &file, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
        // Tables without rows make answers without rows of most joins: asked alone.
        std::vector<RandomQuery::Table> tables = plainTables();
        std::erase_if(tables, [&](const RandomQuery::Table& table) {
            const std::string all = "SELECT * FROM " + table.name;
            KeptAnswer answer;
            return plainRows(file, all)->empty() && !database->run(all, answer) && answer.rows.empty();
        });
        RandomQuery random(tables, 5);
        int answered = 0;
        int withRows = 0;
        for (int i = 0; i < 1500; ++i) {
            const std::string sql = random.question();
            KeptAnswer answer;
            const bool isFine = !database->run(sql, answer);
            auto plain = plainRows(file, sql);
            if (sql.find("sum(") != std::string::npos && isFine != plain.has_value())
                continue; // whether it overflows depends on the order of the rows
            QVERIFY2(isFine == plain.has_value(), sql.c_str());
            if (!isFine)
                continue;
            ++answered;
            withRows += plain->empty() ? 0 : 1;
            QVERIFY2(answer.rows.size() == plain->size(), sql.c_str());
            std::sort(answer.rows.begin(), answer.rows.end());
            std::sort(plain->begin(), plain->end());
            for (size_t r = 0; r < plain->size(); ++r) {
                QVERIFY2(std::equal(plain->at(r).begin(), plain->at(r).end(), answer.rows[r].begin(), answer.rows[r].end(),
                             isAlmost),
                    sql.c_str());
            }
        }
        sqlite3_close(file);
        QVERIFY(answered > 1000);
        QVERIFY(withRows > 500);
    }

    void nothingIsWrittenWhateverIsAsked()
    {
        const auto database = tinyDatabase();
        const QStringList before = counts(*database);
        const QString home = QDir::currentPath();
        QTemporaryDir empty;
        QVERIFY(QDir::setCurrent(empty.path()));
        {
            QueryWatch watch(*database, std::chrono::milliseconds(100));
            RandomQuery random(plainTables(), 6);
            for (int i = 0; i < 3000; ++i) {
                const std::string sql = random.anything();
                FirstRows rows;
                const std::optional<Error> error = watch.run(sql, rows);
                QVERIFY2(!error || !error->message.empty(), sql.c_str());
                QVERIFY2(!error || !error->offset || *error->offset <= sql.size(), sql.c_str());
                QVERIFY2(rows.isWhole, sql.c_str());
            }
        }
        QVERIFY(QDir::setCurrent(home));
        QCOMPARE(QDir(empty.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
        QCOMPARE(counts(*database), before);
    }

private:
    static QStringList counts(QueryDatabase& database)
    {
        QStringList counts;
        for (const RandomQuery::Table& table : plainTables())
            counts += answerTo(database, fmt::format("SELECT count(*) FROM {}", table.name));
        counts += answerTo(database, "SELECT count(*) FROM sqlite_schema");
        counts += answerTo(database, "PRAGMA user_version");
        return counts;
    }
};

BUBBLESCOPE_TEST(TstQueryRandom, QCoreApplication)

} // namespace bubblescope::tst_queryrandom

#include "tst_queryrandom.moc"
