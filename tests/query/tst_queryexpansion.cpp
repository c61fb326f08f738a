// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How many words a query stands for.
#include "queryexpansion.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_queryexpansion {

namespace {
constexpr uint64_t noEnd = uint64_t(1) << 40;
}

class TstQueryExpansion : public QObject {
    Q_OBJECT

private slots:
    void wordsAreCounted_data();
    void wordsAreCounted();
    void countingEnds();
};

void TstQueryExpansion::wordsAreCounted_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<quint64>("words");
    const auto row = [](const char* name, const char* sql, quint64 words) { QTest::newRow(name) << QByteArray(sql) << words; };
    row("none", "", 0);
    row("comment", "-- a\n/* b */", 0);
    row("plain", "SELECT a, 'b c' FROM spans", 6);
    row("largest of several", "SELECT 1; SELECT 2, 3; ", 4);
    // 11 as written, and t stands for 2.
    row("one", "WITH t AS (SELECT 1) SELECT * FROM t", 13);
    row("twice", "WITH t AS (SELECT 1) SELECT * FROM t, T", 17);
    row("in quotes", "WITH \"t\" AS (SELECT 1) SELECT * FROM [t], 't'", 17);
    row("with columns", "WITH t(x) AS (SELECT 1) SELECT * FROM t", 16);
    row("materialized", "WITH t AS NOT MATERIALIZED (SELECT 1) SELECT * FROM t", 15);
    row("unknown", "WITH t AS (SELECT 1) SELECT * FROM u", 11);
    // 20 as written, t stands for 2, and u for 4 and those
    row("of each other", "WITH t AS (SELECT 1), u AS (SELECT * FROM t) SELECT * FROM u", 20 + 2 + 6);
    row("of itself", "WITH RECURSIVE t AS (SELECT 1 UNION SELECT x FROM t) SELECT * FROM t", 17 + 7 + 7);
    row("of itself, twice apart",
        "SELECT (WITH t AS (SELECT 1 UNION SELECT x FROM t) SELECT x FROM t), (WITH t AS (SELECT 1 UNION SELECT x FROM t) "
        "SELECT x FROM t)",
        38 + 4 * 7);
    // The inner one is another t, which only the inner mention means.
    row("inner", "WITH t AS (SELECT 1) SELECT (WITH t AS (SELECT 1, 2, 3) SELECT * FROM t), x FROM t", 29 + 6 + 2);
    row("unfinished", "WITH t AS (SELECT 1 FROM t", 8 + 4);
    row("marks", ")) AS ( ) AS (", 7);
}

void TstQueryExpansion::wordsAreCounted()
{
    QFETCH(const QByteArray, sql);
    QTEST(quint64(expandedWords({sql.constData(), size_t(sql.size())}, noEnd)), "words");
}

void TstQueryExpansion::countingEnds()
{
    std::string sql = "WITH a0 AS (SELECT 1)";
    for (int i = 1; i < 900; ++i)
        sql += ", a" + std::to_string(i) + " AS (SELECT * FROM a" + std::to_string(i - 1) + ", a" + std::to_string(i - 1) + ")";
    QCOMPARE(expandedWords(sql + " SELECT * FROM a899", 1000), uint64_t(1000));
    QCOMPARE(expandedWords(sql + " SELECT * FROM a899", noEnd), noEnd);
    QCOMPARE(expandedWords(sql + " SELECT * FROM a3", noEnd), noEnd); // those that nobody mentions count, too
}

BUBBLESCOPE_TEST(TstQueryExpansion, QCoreApplication)

} // namespace bubblescope::tst_queryexpansion

#include "tst_queryexpansion.moc"
