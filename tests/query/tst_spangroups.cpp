// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Statements that count or add up spans are answered on the columns: as SQLite answers them row by row.
#include "answers.h"
#include "groupedstatement.h"
#include "querymodule.h"
#include "testprogram.h"
#include "tracebuilder.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <limits>
#include <random>

namespace bubblescope::tst_spangroups {

namespace {

/// Statements that are told of groups.
class RandomGrouping {
public:
    explicit RandomGrouping(uint32_t seed) : m_random(seed) { }

    std::string statement()
    {
        std::vector<std::string> keys;
        for (int i = below(4); i > 0; --i) {
            const std::string key(keyNames[size_t(below(int(keyNames.size())))]);
            if (std::find(keys.begin(), keys.end(), key) == keys.end())
                keys.push_back(key);
        }
        const bool isNamed = !keys.empty() && below(3) == 0;
        std::string items;
        for (size_t k = 0; k < keys.size(); ++k)
            items += keys[k] + (isNamed && k == 0 ? " AS first_key, " : ", ");
        items += figure() + " AS n";
        for (int i = below(3); i > 0; --i)
            items += ", " + figure();
        std::string sql = fmt::format("SELECT {} FROM spans", items);
        const int limits = below(3);
        for (int i = 0; i < limits; ++i)
            sql += (i == 0 ? " WHERE " : " AND ") + limit();
        for (size_t k = 0; k < keys.size(); ++k)
            sql += (k == 0 ? " GROUP BY " : ", ")
                + (isNamed && k == 0 ? "first_key" : below(4) == 0 ? fmt::format("{}", k + 1) : keys[k]);
        if (!keys.empty() && below(4) == 0)
            sql += fmt::format(" HAVING {} > {}", below(2) == 0 ? "n" : figure(), below(2) == 0 ? 20 : 1'000'000);
        if (below(2) == 0) {
            sql += " ORDER BY " + (keys.empty() || below(2) == 0 ? figure() : keys[size_t(below(int(keys.size())))]);
            sql += below(2) == 0 ? " DESC" : "";
            sql += below(3) == 0 ? ", n" : "";
        }
        if (below(3) == 0)
            sql += fmt::format(" LIMIT {} OFFSET {}", below(9), below(3));
        return sql;
    }

private:
    static constexpr std::array<std::string_view, 12> keyNames {"run", "rank", "stage", "lane", "track", "name",
        "category", "operation", "microbatch", "step", "depth", "repeats"};
    static constexpr std::array<std::string_view, 6> numbers {
        "begin_ns", "end_ns", "duration_ns", "self_ns", "wait_ns", "bytes"};

    int below(int count) { return int(m_random() % uint32_t(count)); }
    std::string figure()
    {
        const std::string_view number = numbers[size_t(below(int(numbers.size())))];
        const std::string_view key = keyNames[size_t(below(int(keyNames.size())))];
        switch (below(9)) {
        case 0:
            return "count(*)";
        case 1:
            return fmt::format("count(DISTINCT {})", key);
        case 2:
            return fmt::format("max({})", key);
        case 3:
            return fmt::format("sum({}) / 1e6", number);
        case 4:
            return fmt::format("round(avg({}), 3)", number);
        default: {
            constexpr std::array<std::string_view, 6> functions {"count", "sum", "avg", "total", "min", "max"};
            return fmt::format("{}({})", functions[size_t(below(int(functions.size())))], number);
        }
        }
    }
    std::string limit()
    {
        constexpr std::array<std::string_view, 9> limits {"rank = 1", "rank IN (0, 2, 3)", "category = 'pp'",
            "name LIKE '%f%'", "microbatch IS NOT NULL", "repeats = 0", "step BETWEEN 1 AND 1",
            "(category = 'forward' OR rank = 2 OR name = 'no')", "stage <> 1"};
        constexpr std::array<std::string_view, 5> relations {"<", "<=", ">", ">=", "="};
        if (below(2) == 0)
            return std::string(limits[size_t(below(int(limits.size())))]);
        constexpr std::array<std::string_view, 5> values {"1000", "0", "5000000", "2.5", "NULL"};
        return fmt::format("{} {} {}", numbers[size_t(below(int(numbers.size())))],
            relations[size_t(below(int(relations.size())))], values[size_t(below(int(values.size())))]);
    }

    std::mt19937 m_random;
};

/// The same, of rows that are not a table: row by row.
std::string byRows(std::string sql)
{
    const std::string_view table = "FROM spans";
    return sql.replace(sql.find(table), table.size(), "FROM (SELECT * FROM spans LIMIT 100000000)");
}

} // namespace

class TstSpanGroups : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void groupsAreThoseOfTheRows()
    {
        RunFolder folder = std::move(makeSampleFolder(smallSample())).value();
        folder.runs.push_back(folder.runs.front());
        const auto several = databaseOf(std::move(folder));
        const auto one = sampleDatabase();
        RandomGrouping random(7);
        int grouped = 0;
        int withRows = 0;
        for (int i = 0; i < 600; ++i) {
            const std::string sql = random.statement();
            QueryDatabase& database = i % 3 == 0 ? *several : *one;
            KeptAnswer answer;
            KeptAnswer rows;
            const uint64_t before = queryRowsRead();
            const std::optional<Error> error = database.run(sql, answer);
            QVERIFY2(!error, (sql + ": " + (error ? error->message.text() : "")).c_str());
            const uint64_t read = queryRowsRead() - before;
            QVERIFY2(!database.run(byRows(sql), rows), sql.c_str());
            QVERIFY2(answer.columns == rows.columns, sql.c_str());
            const QString both = answer.lines().join('\n') + "\n---\n" + rows.lines().join('\n');
            QVERIFY2(answer.rows == rows.rows, (sql + '\n' + both.toStdString()).c_str());
            grouped += groupedStatement(sql) && read < queryRowsRead() - before - read ? 1 : 0;
            withRows += rows.rows.size() > 1 ? 1 : 0;
        }
        QVERIFY2(grouped > 300, std::to_string(grouped).c_str());
        QVERIFY2(withRows > 150, std::to_string(withRows).c_str());
    }

    void whatIsNotKnownIsLeftAlone_data()
    {
        QTest::addColumn<QString>("sql");
        for (const char* sql : {"SELECT name, id, max(duration_ns) FROM spans GROUP BY name",
                 "SELECT name, rank, count(*) FROM spans GROUP BY name", "SELECT * FROM spans GROUP BY name",
                 "SELECT name FROM spans", "SELECT DISTINCT name FROM spans",
                 "SELECT name, sum(DISTINCT duration_ns) FROM spans GROUP BY name",
                 "SELECT name, sum(rank) FROM spans GROUP BY name",
                 "SELECT name, count(parent) FROM spans GROUP BY name",
                 "SELECT name, group_concat(name) FROM spans GROUP BY name",
                 "SELECT name, percentile(duration_ns, 50) FROM spans GROUP BY name",
                 "SELECT name, count(*) FILTER (WHERE rank = 1) FROM spans GROUP BY name",
                 "SELECT name, count(*) FROM spans GROUP BY name COLLATE NOCASE",
                 "SELECT lower(name) AS l, count(*) FROM spans GROUP BY l",
                 "SELECT count(*) AS duration_ns FROM spans GROUP BY name ORDER BY duration_ns",
                 "SELECT count(*) FROM spans WHERE duration_ns > 5 OR rank = 1",
                 "SELECT count(*) FROM spans WHERE duration_ns + 1 > 5", "SELECT count(*) FROM spans s",
                 "SELECT count(*) FROM spans, ranks", "SELECT count(*) FROM ranks",
                 "SELECT count(*) FROM spans WHERE id > 5", "SELECT sum(duration_ns * 2) FROM spans",
                 "SELECT (SELECT count(*) FROM spans) FROM spans GROUP BY name",
                 "SELECT count(*) FROM spans UNION SELECT 1", "SELECT \"count\", count(*) FROM spans GROUP BY 1",
                 "SELECT rank AS rowid, count(*) FROM spans GROUP BY rowid",
                 "SELECT name, count(*) AS oid FROM spans GROUP BY name HAVING oid > 1",
                 "SELECT rank AS current_date, count(*) FROM spans GROUP BY current_date",
                 "EXPLAIN SELECT count(*) FROM spans", "SELECT min(rank, stage) FROM spans GROUP BY rank, stage"})
            QTest::newRow(sql) << QString::fromLatin1(sql);
    }

    void whatIsNotKnownIsLeftAlone()
    {
        QFETCH(QString, sql);
        QVERIFY(!groupedStatement(sql.toStdString()));
    }

    void wordsMayBeWrittenInAnyWay()
    {
        const auto database = sampleDatabase();
        const std::string sql = "select NAME as what, Count( * ) /* of them */ as n from SPANS where Rank=1 "
                                "group by What order by n desc -- so";
        QVERIFY(groupedStatement(sql).has_value());
        const QStringList answer = answerTo(*database, sql);
        QVERIFY(answer.size() > 3);
        const std::string rows
            = "SELECT +name, count(*) AS n FROM spans WHERE rank = 1 GROUP BY +name ORDER BY n DESC";
        QVERIFY(!groupedStatement(rows));
        QCOMPARE(answer, answerTo(*database, rows));
    }

    /// They are refused on the columns, and asked row by row.
    void sumsThatOverflowEndAsThoseOfRows()
    {
        constexpr TimeNs far = std::numeric_limits<TimeNs>::max() / 2 + 1000;
        TraceBuilder builder;
        for (int i = 0; i < 3; ++i) {
            SpanRecord span;
            span.track = builder.track({0, 0, Lane::Communication, Category::DataComm, "comm dp"});
            span.name = builder.intern("k");
            span.begin = 2 * i;
            span.end = 2 * i + 1;
            span.category = Category::DataComm;
            span.operation = Operation::AllReduce;
            span.bytes = far;
            builder.addSpan(span);
        }
        ImportReport report;
        Run run;
        run.trace = std::make_shared<const Trace>(builder.finish({}, report));
        RunFolder folder;
        folder.runs.push_back(std::move(run));
        const auto database = databaseOf(std::move(folder));
        QCOMPARE(answerTo(*database, "SELECT name, sum(bytes) FROM spans GROUP BY name"),
            QStringList("error: Integer overflow."));
        const std::string mean = "SELECT avg(bytes), total(bytes), max(bytes) FROM spans";
        QVERIFY(groupedStatement(mean).has_value());
        QCOMPARE(answerTo(*database, mean), answerTo(*database, byRows(mean)));
    }
};

BUBBLESCOPE_TEST(TstSpanGroups, QCoreApplication)

} // namespace bubblescope::tst_spangroups

#include "tst_spangroups.moc"
