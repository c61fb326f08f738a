// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Databases that are written without SQLite, as SQLite reads them.
#include "databasetree.h"
#include "tablerecord.h"
#include "testprogram.h"

#include <sqlite3.h>

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

namespace bubblescope::tst_databasetree {

namespace {

class FileOfTest final : public DatabaseSink {
public:
    explicit FileOfTest(const QString& path) : m_file(path) { m_file.open(QFile::ReadWrite); }
    bool append(std::string_view bytes) override { return m_file.write(bytes.data(), qint64(bytes.size())) >= 0; }
    bool rewriteStart(std::string_view bytes) override { return m_file.seek(0) && append(bytes) && m_file.flush(); }

private:
    QFile m_file;
};

class Database {
public:
    Database() : m_sink(m_folder.filePath("a.sqlite")), m_pages(m_sink), m_schema(m_pages, TableTree::Root::InFirstPage)
    {
    }
    ~Database() { sqlite3_close(m_opened); }

    DatabasePages& pages() { return m_pages; }
    void declare(const std::string& type, const std::string& name, const std::string& table, uint32_t root,
        const std::string& sql)
    {
        TableRecord record;
        record.start();
        for (const std::string& text : {type, name, table})
            record.copied(text);
        record.integer(root);
        record.copied(sql);
        m_schema.add(++m_rows, record);
    }
    void finish()
    {
        QVERIFY(m_pages.finish(m_schema.finishInFirstPage(), 7));
        QCOMPARE(sqlite3_open_v2(m_folder.filePath("a.sqlite").toUtf8(), &m_opened, SQLITE_OPEN_READONLY, nullptr),
            SQLITE_OK);
        QCOMPARE(answer("PRAGMA integrity_check"), QByteArray("ok"));
        QCOMPARE(answer("PRAGMA user_version"), QByteArray("7"));
    }
    QByteArray answer(const char* sql)
    {
        QByteArray cells;
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_opened, sql, -1, &statement, nullptr) != SQLITE_OK)
            return sqlite3_errmsg(m_opened);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            for (int i = 0; i < sqlite3_column_count(statement); ++i) {
                cells += cells.isEmpty() ? "" : "|";
                cells += reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
            }
        }
        sqlite3_finalize(statement);
        return cells;
    }

private:
    QTemporaryDir m_folder;
    FileOfTest m_sink;
    DatabasePages m_pages;
    TableTree m_schema;
    int64_t m_rows = 0;
    sqlite3* m_opened = nullptr;
};

TableRecord recordOf(int64_t number, const std::string& text)
{
    TableRecord record;
    record.start();
    record.integer(number);
    record.copied(text);
    return record;
}

} // namespace

class TstDatabaseTree : public QObject {
    Q_OBJECT
private slots:
    void everyValueComesBack()
    {
        Database database;
        TableTree tree(database.pages());
        std::vector<int64_t> numbers {
            0, 1, -1, 2, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
        for (int bits = 7; bits < 63; bits += 8) {
            for (const int64_t around : {-2, -1, 0, 1})
                numbers.insert(numbers.end(), {(int64_t(1) << bits) + around, -(int64_t(1) << bits) + around});
        }
        QByteArray expected;
        int64_t row = 0;
        for (const int64_t number : numbers) {
            tree.add(++row, recordOf(number, "x"));
            expected += (row == 1 ? "" : "|") + QByteArray::number(qint64(number));
        }
        TableRecord others;
        others.start();
        others.null();
        others.real(-0.1);
        tree.add(std::numeric_limits<int64_t>::max(), others);
        others.start();
        others.real(std::nan("")); // which SQLite does not have
        others.real(1e300);
        TableTree real(database.pages());
        real.add(1, others);
        database.declare("table", "t", "t", tree.finish(), "CREATE TABLE t(a, b)");
        database.declare("table", "r", "r", real.finish(), "CREATE TABLE r(a REAL, b REAL)");
        database.finish();
        QCOMPARE(database.answer("SELECT a FROM t WHERE b = 'x' ORDER BY rowid"), expected);
        QCOMPARE(database.answer("SELECT rowid, a IS NULL, b FROM t WHERE b <> 'x'"),
            QByteArray("9223372036854775807|1|-0.1"));
        QCOMPARE(database.answer("SELECT a IS NULL, b = 1e300 FROM r"), QByteArray("1|1"));
    }

    void treesOfAnySizeAreWhole_data()
    {
        QTest::addColumn<int>("rows");
        // A leaf of the index has 681 entries, a page that leads to leaves 626 of them; of the table, 2,046 and 1,085.
        for (const int rows : {0, 1, 680, 681, 682, 683, 1364, 2046, 2047, 2048, 426'000, 427'500, 1'300'000})
            QTest::newRow(qPrintable(QString::number(rows))) << rows;
    }
    void treesOfAnySizeAreWhole()
    {
        QFETCH(int, rows);
        Database database;
        TableTree tree(database.pages());
        IndexTree index(database.pages());
        TableRecord record;
        for (int i = 0; i < rows; ++i) {
            record.start();
            record.integer(i / 3);
            tree.add(i + 1, record);
            index.add(i / 3, i + 1);
        }
        database.declare("table", "t", "t", tree.finish(), "CREATE TABLE t(a INTEGER)");
        database.declare("index", "i", "t", index.finish(), "CREATE INDEX i ON t(a)");
        database.finish();
        QCOMPARE(database.answer("SELECT count(*) FROM t NOT INDEXED"), QByteArray::number(rows));
        QCOMPARE(database.answer("SELECT count(*) FROM t INDEXED BY i WHERE a >= 0"), QByteArray::number(rows));
        const QByteArray middle = QByteArray::number(rows / 2);
        QCOMPARE(database.answer("SELECT a FROM t WHERE rowid = " + middle + " + 1"),
            rows == 0 ? QByteArray() : QByteArray::number(rows / 2 / 3));
        QCOMPARE(
            database.answer("SELECT rowid FROM t INDEXED BY i WHERE a = " + QByteArray::number(rows / 6) + " LIMIT 1"),
            rows == 0 ? QByteArray() : QByteArray::number(rows / 6 * 3 + 1));
    }

    void longTextsSpillIntoOtherPages()
    {
        Database database;
        TableTree tree(database.pages());
        const std::vector<int> sizes {
            16'300, 16'340, 16'345, 16'346, 16'349, 16'350, 18'000, 20'000, 32'720, 60'000, 1'000'000};
        QByteArray expected;
        for (size_t i = 0; i < sizes.size(); ++i) {
            std::string text(size_t(sizes[i]), 'a');
            text.back() = 'z';
            tree.add(int64_t(i) + 1, recordOf(300, text));
            expected += (i == 0 ? "" : "|") + QByteArray::number(sizes[i]) + "|" + QByteArray::number(sizes[i]);
        }
        database.declare("table", "t", "t", tree.finish(), "CREATE TABLE t(a, b)");
        database.finish();
        QCOMPARE(database.answer("SELECT length(b), instr(b, 'z') FROM t ORDER BY rowid"), expected);
    }

    void aSchemaMayTakeManyPages()
    {
        Database database;
        for (int i = 0; i < 400; ++i) {
            TableTree tree(database.pages());
            tree.add(1, recordOf(i, "x"));
            const std::string name = "table_" + std::to_string(i);
            std::string sql = "CREATE TABLE ";
            sql += name;
            sql += "(a /* ";
            sql.append(200, '-');
            sql += " */, b)";
            database.declare("table", name, name, tree.finish(), sql);
        }
        database.finish();
        QCOMPARE(database.answer("SELECT count(*) FROM sqlite_schema"), QByteArray("400"));
        QCOMPARE(database.answer("SELECT a FROM table_399"), QByteArray("399"));
    }
};

BUBBLESCOPE_TEST(TstDatabaseTree, QCoreApplication)

} // namespace bubblescope::tst_databasetree

#include "tst_databasetree.moc"
