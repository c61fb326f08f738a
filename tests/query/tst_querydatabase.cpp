// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables, what limits them, and what a query cannot do.
#include "answers.h"
#include "hanganalysis.h"
#include "hangwords.h"
#include "querymodule.h"
#include "querystorage.h"
#include "readyquestions.h"
#include "sensitivity.h"
#include "shareddata.h"
#include "testprogram.h"
#include "tracebuilder.h"
#include "tracetext.h"

#include <fmt/format.h>

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <chrono>
#include <sqlite3.h>
#include <string_view>
#include <thread>

namespace bubblescope::tst_querydatabase {

namespace {

RunFolder folderOf(Trace&& trace)
{
    RunFolder folder;
    Run run;
    run.name = "picture";
    run.trace = std::make_shared<const Trace>(std::move(trace));
    folder.runs.push_back(std::move(run));
    return folder;
}

/// Statements of the manual's page that join tables.
QStringList documentedJoins()
{
    QFile page(projectFolder() + QStringLiteral("/resources/manual/query.md"));
    if (!page.open(QIODevice::ReadOnly))
        qFatal("there is no %s", qPrintable(page.fileName()));
    const QString text = QString::fromUtf8(page.readAll());
    // In blocks of SQL, in the shell's and Python's quotes, and in a pandas call.
    static const QRegularExpression blocks(
        QStringLiteral("```sql\n(.*?)```"), QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression quoted(QStringLiteral("\"(?:\"\")?((?:SELECT|WITH)\\b[^\"]*)\""));
    static const QRegularExpression comment(QStringLiteral("--[^\n]*"));
    QStringList statements;
    for (auto block = blocks.globalMatch(text); block.hasNext();)
        statements += block.next().captured(1).remove(comment).split(QLatin1Char(';'));
    for (auto statement = quoted.globalMatch(text); statement.hasNext();)
        statements << statement.next().captured(1);
    static const QRegularExpression join(QStringLiteral("\\bJOIN\\b"), QRegularExpression::CaseInsensitiveOption);
    QStringList joins;
    for (const QString& statement : statements.filter(join))
        joins << statement.trimmed();
    return joins;
}

} // namespace

class TstQueryDatabase : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }
    void initTestCase() { m_sample = sampleDatabase(); }

    void aSpanIsARow()
    {
        const auto database = databaseOf(folderOf(traceFromText("rank0 stage0: [F0 0-10 [allreduce 2-5]]\n"
                                                                "rank1 stage1: [F0 10-30]\n")));
        QCOMPARE(answerTo(*database, "SELECT rank, stage, name, category, microbatch, begin_ns, duration_ns, self_ns, "
                                     "depth, parent IS NULL FROM spans WHERE depth = 0 ORDER BY rank"),
            (QStringList {"0|0|" + nameOf(*database, 0) + "|forward|0|0|10000000|7000000|0|1",
                "1|1|" + nameOf(*database, 1) + "|forward|0|10000000|20000000|20000000|0|1"}));
        QCOMPARE(answerTo(*database, "SELECT c.name, p.category FROM spans c JOIN spans p ON p.id = c.parent").size(), 1);
    }

    void allocationsAreThoseOfAllSnapshotsInTurn()
    {
        RunFolder folder;
        const auto snapshot = [](int rank, std::vector<int64_t> sizes) {
            MemorySnapshot made;
            made.rank = rank;
            made.file = "rank" + std::to_string(rank) + ".pickle";
            for (const int64_t bytes : sizes)
                made.allocations.push_back({uint64_t(bytes), bytes});
            return made;
        };
        folder.memorySnapshots = {snapshot(0, {}), snapshot(1, {10, 20}), snapshot(2, {}), snapshot(3, {30}),
            snapshot(4, {}), snapshot(5, {40, 50, 60}), snapshot(6, {})};
        const auto database = databaseOf(std::move(folder));
        QCOMPARE(answerTo(*database, "SELECT file, rank, bytes FROM allocations"),
            (QStringList {"rank1.pickle|1|10", "rank1.pickle|1|20", "rank3.pickle|3|30", "rank5.pickle|5|40",
                "rank5.pickle|5|50", "rank5.pickle|5|60"}));
    }

    void whatCommunicatorsMeasuredIsATable()
    {
        CommunicatorLog first {"node0", 7, "0x1", "DP", 0, 4, 2, {{Operation::AllReduce, -1, 0, 64e6, 2e6}}};
        CommunicatorLog second {"node1", 8, "0x2", "", 1, 2, 2, {{Operation::RecvForward, 0, 0, 32e6, 1e6}}};
        CommunicatorLog third {"node0", 7, "0x2", "", 0, 2, 2, {}};
        RunFolder folder;
        folder.fabric = fabricOf(std::vector {first, second, third});
        const auto database = databaseOf(std::move(folder));
        // 64 MB in 2 ms, of which an all-reduce of four carries 2 x 3/4: 48 GB/s.
        QCOMPARE(answerTo(*database,
                     "SELECT communicator, name, ranks, operation, send_process, receive_host, count, busbw / 1e9 "
                     "FROM network ORDER BY communicator"),
            (QStringList {"0x1|DP|4|all-reduce|||1|48", "0x2||2|send forward|7|node1|1|32"}));
    }

    void aSpanBeforeTheStepsOfItsRankIsOfTheFirst()
    {
        constexpr TimeNs ms = 1'000'000;
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 10-20] [B0 20-30] [F0 40-50]\n"
                                               "rank1 stage0: [get_batch 0-8] [F0 10-20] [F0 40-50]\n");
        for (const int rank : {0, 1}) {
            builder.addStep(rank, {7, {10 * ms, 30 * ms}});
            builder.addStep(rank, {8, {40 * ms, 50 * ms}});
        }
        ImportReport report;
        const auto database = databaseOf(folderOf(builder.finish({}, report)));
        QCOMPARE(answerTo(*database, "SELECT rank, begin_ns / 1000000, step FROM spans ORDER BY rank, begin_ns"),
            (QStringList {"0|10|7", "0|20|7", "0|40|8", "1|0|7", "1|10|7", "1|40|8"}));
    }

    void everyTableCanBeRead()
    {
        for (const auto& table : queryTables()) {
            const QStringList rows
                = answerTo(*m_sample, fmt::format("SELECT count(*) FROM {}", table->name()));
            QVERIFY2(!rows.front().startsWith(QStringLiteral("error")), qPrintable(rows.front()));
        }
        for (const char* table : {"runs", "ranks", "steps", "spans", "messages", "collectives", "collective_members",
                 "bubbles", "attribution", "critical_path", "findings", "layers", "work_items", "losses", "stages"})
            QVERIFY2(answerTo(*m_sample, fmt::format("SELECT count(*) > 0 FROM {}", table)) == QStringList("1"), table);
        QCOMPARE(answerTo(*m_sample, "PRAGMA user_version"), QStringList(QString::number(querySchemaVersion)));
    }

    void limitsOnlySpareWork_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("limit");
        const std::pair<const char*, const char*> limits[] = {{"spans", "rank = 2"}, {"spans", "rank > 1"},
            {"spans", "rank >= 1 AND rank < 3"}, {"spans", "rank = 1.5"}, 
            {"spans", "rank IN (0, 3)"}, {"spans", "step = 2"}, {"spans", "step BETWEEN 2 AND 9"},
            {"spans", "step < 2"}, {"spans", "category = 'forward'"}, {"spans", "category = 'no such'"},
            {"spans", "operation = 'forward'"}, {"spans", "name = 'forward_step'"},
            {"spans", "name = (SELECT name FROM spans LIMIT 1)"}, {"spans", "name = ''"}, {"spans", "microbatch = 1"},
            {"spans", "begin_ns < 50000000"}, {"spans", "begin_ns > 5e7 AND end_ns <= 90000000.5"},
            {"spans", "end_ns < 1000"}, {"spans", "id = 17"}, {"spans", "id > 100 AND id < 120"}, {"spans", "id = -1"},
            {"spans", "id = 9223372036854775807"}, {"spans", "run = 0"}, {"spans", "run = 5"},
            {"spans", "run = 1e30"}, {"spans", "rank IS NULL"}, {"spans", "rank = NULL"},
            {"collective_members", "collective = 3"}, {"collective_members", "collective > 3 AND collective <= 5"},
            {"collective_members", "collective < 0"}, {"messages", "id = 4"}, {"messages", "id >= 1e18"},
            {"collectives", "id = 2"}, {"attribution", "step = 2"}, {"bubbles", "step > 1"},
            {"critical_path", "step = 1"}, {"ranks", "rank > 1"}, {"launches", "started = 3"}};
        for (const auto& [table, limit] : limits)
            QTest::addRow("%s %s", table, limit) << table << limit;
    }
    void limitsOnlySpareWork()
    {
        QFETCH(QString, table);
        QFETCH(QString, limit);
        // A plus keeps SQLite from handing a limit to the table.
        static const QRegularExpression column(QStringLiteral("\\b(run|rank|step|category|operation|name|microbatch|"
                                                              "begin_ns|end_ns|id|collective|started)\\b(?! FROM)"));
        const QString plain = QString(limit).replace(column, QStringLiteral("+\\1"));
        const std::string select = fmt::format("SELECT * FROM {} WHERE ", table.toStdString());
        QStringList narrowed = answerTo(*m_sample, select + limit.toStdString());
        QStringList all = answerTo(*m_sample, select + plain.toStdString());
        narrowed.sort();
        all.sort();
        QCOMPARE(narrowed, all);
        QVERIFY(narrowed.isEmpty() || !narrowed.front().startsWith(QStringLiteral("error")));
    }

    void nothingEqualsNull()
    {
        for (const char* relation : {"=", "<", "<=", ">", ">="}) {
            for (const char* column : {"id", "rank", "parent", "begin_ns", "category", "name"}) {
                const uint64_t before = queryRowsRead();
                QCOMPARE(
                    answerTo(*m_sample, fmt::format("SELECT count(*) FROM spans WHERE {} {} NULL", column, relation)),
                    QStringList("0"));
                if (std::string_view(column) != "parent" && std::string_view(column) != "name"
                    && (std::string_view(column) != "category" || std::string_view(relation) == "="))
                    QCOMPARE(queryRowsRead(), before);
            }
        }
        QVERIFY(answerTo(*m_sample, "SELECT count(*) FROM spans WHERE parent IS NULL").front().toInt() > 0);
        QCOMPARE(answerTo(*m_sample, "SELECT count(*) FROM spans c LEFT JOIN spans p ON p.id = c.parent"),
            answerTo(*m_sample, "SELECT count(*) FROM spans"));
        QCOMPARE(answerTo(*m_sample, "SELECT count(*) FROM spans c JOIN spans p ON p.id = c.parent"),
            answerTo(*m_sample, "SELECT count(*) FROM spans WHERE parent IS NOT NULL"));
    }

    /// Rows that tables give to SQLite, of a run and of one with four times as many steps.
    void questionsGrowWithTheRun_data()
    {
        QTest::addColumn<QString>("sql");
        for (const ReadyQuestion& question : readyQuestions())
            QTest::newRow(question.title.text().c_str())
                << QString::fromUtf8(question.sql.data(), qsizetype(question.sql.size()));
        // By a key that may be NULL, and by each that the manual says refers to a span.
        const char* joins[] = {"SELECT count(*) FROM spans c JOIN spans p ON p.id = c.parent",
            "SELECT count(*) FROM spans c LEFT JOIN spans p ON p.id = c.parent",
            "SELECT count(*) FROM messages m JOIN spans s ON s.id = m.send",
            "SELECT count(*) FROM collective_members m JOIN spans s ON s.id = m.span"};
        for (const char* sql : joins)
            QTest::newRow(sql) << QString::fromLatin1(sql);
        const QStringList documented = documentedJoins();
        QVERIFY(documented.size() > 10);
        for (qsizetype i = 0; i < documented.size(); ++i)
            QTest::addRow("query.md, join %d", int(i + 1)) << documented[i];
    }

    void questionsGrowWithTheRun()
    {
        QFETCH(QString, sql);
        const auto rowsFor = [&](int steps) {
            const auto database = databaseOf(std::move(makeSampleFolder(smallSample(steps))).value());
            const uint64_t before = queryRowsRead();
            const QStringList lines = answerTo(*database, sql.toStdString());
            if (!lines.isEmpty() && lines.front().startsWith(QStringLiteral("error")))
                qFatal("%s", qPrintable(lines.front()));
            return queryRowsRead() - before;
        };
        const uint64_t few = rowsFor(2);
        const uint64_t many = rowsFor(8);
        // The sample has no kernels that were launched, nor counters.
        const bool hasRows = !sql.contains(QStringLiteral("launches")) && !sql.contains(QStringLiteral("counters"));
        QVERIFY2((many > 0 || !hasRows) && many <= 5 * few + 50,
            qPrintable(QStringLiteral("%1 rows, then %2").arg(few).arg(many)));
    }

    void ordersAndGroupsAreThoseOfSqlite()
    {
        for (const char* by : {"name", "category", "operation", "rank", "name, category", "rank, category, operation",
                 "category, rank", "run, name"}) {
            const std::string what = "count(*), sum(duration_ns), min(begin_ns)";
            const std::string grouped
                = fmt::format("SELECT {}, {} FROM spans WHERE run = 0 GROUP BY {} ORDER BY {}", by, what, by, by);
            const std::string sorted = fmt::format(
                "SELECT {}, {} FROM (SELECT * FROM spans WHERE run = 0 LIMIT 100000000) GROUP BY {} ORDER BY {}", by,
                what, by, by);
            const QStringList groups = answerTo(*m_sample, grouped);
            QCOMPARE(groups, answerTo(*m_sample, sorted));
            QVERIFY(groups.size() > 1);
            const std::string order = fmt::format("SELECT {} FROM spans WHERE run = 0 ORDER BY {}", by, by);
            const std::string own = fmt::format("SELECT {} FROM (SELECT * FROM spans WHERE run = 0 LIMIT 1000000) ORDER BY {}", by, by);
            QCOMPARE(answerTo(*m_sample, order), answerTo(*m_sample, own));
            QCOMPARE(answerTo(*m_sample, order + " DESC"), answerTo(*m_sample, own + " DESC"));
            const std::string distinct = fmt::format("SELECT count(*) FROM (SELECT DISTINCT {} FROM spans WHERE run = 0)", by);
            QCOMPARE(answerTo(*m_sample, distinct), QStringList(QString::number(groups.size())));
        }
    }

    /// Logs, tables and workloads lie beside the run, and there may be several.
    void groupsOfSeveralInputsNeedNoSorting()
    {
        RunFolder folder = std::move(makeSampleFolder(smallSample())).value();
        QVERIFY(folder.runLogs.size() + folder.layerTables.size() + folder.workloads.size() > 1);
        folder.runs.push_back(folder.runs.front());
        const auto several = databaseOf(std::move(folder));
        for (QueryDatabase* database : {m_sample.get(), several.get()}) {
            for (const char* by : {"name", "operation", "rank, name", "category, rank", "name, run", "run, name"}) {
                const std::string grouped = fmt::format("SELECT {}, count(*), sum(duration_ns), group_concat(id) "
                                                        "FROM spans GROUP BY {}",
                    by, by);
                const QStringList plan = answerTo(*database, "EXPLAIN QUERY PLAN " + grouped);
                QVERIFY2(plan.join(' ').contains(QStringLiteral("spans"))
                        && !plan.join(' ').contains(QStringLiteral("B-TREE")),
                    qPrintable(plan.join(' ')));
                const QStringList groups = answerTo(*database, grouped);
                const std::string all = "(SELECT * FROM spans LIMIT 1000000)";
                QCOMPARE(groups,
                    answerTo(*database,
                        fmt::format("SELECT {}, count(*), sum(duration_ns), group_concat(id) "
                                    "FROM {} GROUP BY {}",
                            by, all, by)));
                QVERIFY(groups.size() > 3);
            }
            QVERIFY(answerTo(*database, "SELECT DISTINCT run FROM spans").size() > 1);
        }
    }

    void helpersCompute()
    {
        QCOMPARE(answerTo(*m_sample, "SELECT busbw('all-reduce', 4, 1000, 1000), busbw('all-reduce', 0, 1, 1), "
                                     "busbw('all-gather', 2, 1e9, 1e9), busbw(NULL, 1, 1, 1), busbw('no', 2, 1, 1)"),
            QStringList("1500000000||500000000||"));
        QCOMPARE(answerTo(*m_sample, "SELECT overlap_ns(0, 10, 5, 20), overlap_ns(0, 1, 2, 3), overlap_ns(0, 1, NULL, 3)"),
            QStringList("5|0|"));
        QCOMPARE(answerTo(*m_sample, "SELECT overlap_ns(-9223372036854775808, 9223372036854775807, "
                                     "-9223372036854775808, 9223372036854775807)"),
            QStringList("9223372036854775807"));
        QCOMPARE(answerTo(*m_sample, "WITH t(x) AS (VALUES (1), (2), (3), (NULL), (100)) "
                                     "SELECT percentile(x, 50), percentile(x, 100), percentile(x, 0), percentile(NULL, 5) FROM t"),
            QStringList("2|100|1|"));
        QVERIFY(answerTo(*m_sample, "SELECT percentile(rank, 101) FROM ranks").front().contains("0 to 100"));
    }

    void aMeasuredStepHasTokensAndAnMfu()
    {
        RunLog log;
        log.name = "train";
        log.machine.addDevice("NVIDIA H100 80GB HBM3");
        for (int64_t number : {1, 2, 3}) {
            LogStep step;
            step.step = number;
            step.stepMs = 40;
            log.steps.push_back(step);
        }
        JobDescription job;
        job.model.layers = 2;
        job.model.hidden = 64;
        job.model.heads = job.model.keyValueHeads = 4;
        job.model.headSize = 16;
        job.model.feedForward = 256;
        job.model.vocabulary = 1000;
        job.layout.gpus = 2;
        job.layout.microbatches = job.layout.microbatchSize = 1;
        job.layout.sequence = 4;
        RunFolder folder;
        folder.runLogs = {log, log, log};
        folder.runLogs[0].description = job;
        folder.runLogs[1].description = job;
        folder.runLogs[1].machine = {};
        const auto database = databaseOf(std::move(folder));
        // Two samples of 4 tokens in 40 ms.
        QCOMPARE(answerTo(*database,
                     "SELECT CAST(round(tokens_s) AS INTEGER), tflops_gpu > 0, mfu > 0 AND mfu < 1 FROM runs ORDER BY run"),
            (QStringList {"200|1|1", "200|1|", "||"}));
    }

    void aJobThatHangsHasNoStep()
    {
        RunFolder folder = std::move(makeSampleFolder(smallSample())).value();
        folder.runs.resize(1);
        folder.layerTables.clear();
        folder.workloads.clear();
        folder.runLogs.clear();
        Run& run = folder.runs.front();
        run.files = {"rank0.pickle", "rank1.pickle"};
        folder.flightDumps.resize(2);
        for (int32_t rank : {0, 1}) {
            folder.flightDumps[size_t(rank)].rank = rank;
            folder.flightDumps[size_t(rank)].file = run.files[size_t(rank)];
        }
        const std::string verdict = hangSentence(analyseHang(folder.flightDumps)).text();
        const auto database = databaseOf(std::move(folder));
        QCOMPARE(answerTo(*database, "SELECT kind, step_ns IS NULL, step IS NULL, steps FROM runs"), QStringList("hang|1|1|0"));
        QCOMPARE(answerTo(*database, "SELECT verdict FROM runs"), QStringList(QString::fromStdString(verdict)));
        for (const char* table : {"steps", "stages", "findings"})
            QCOMPARE(answerTo(*database, fmt::format("SELECT count(*) FROM {}", table)), QStringList("0"));
        QCOMPARE(answerTo(*database, "SELECT count(*) > 100 FROM spans"), QStringList("1")); // what was recorded stays
        QVERIFY(answerTo(*database, "SELECT * FROM simulate('')").front().contains("No step"));
    }

    void aWhatIfIsATable()
    {
        const QStringList answer
            = answerTo(*m_sample, "SELECT step_ns < baseline_ns, change < 0, knobs FROM simulate('compute-scale=0.5')");
        QCOMPARE(answer, QStringList("1|1|compute-scale=0.5"));
        QVERIFY(answerTo(*m_sample, "SELECT count(*) > 3 FROM gains()") == QStringList("1"));
        QVERIFY(answerTo(*m_sample, "SELECT * FROM simulate('no=1')").front().startsWith("error"));
        for (const char* wrong : {"7", "NULL", "'microbatches=' || 2 * 8"}) // the last one is a product
            QVERIFY(answerTo(*m_sample, fmt::format("SELECT * FROM simulate({})", wrong)).front().startsWith("error"));
        QVERIFY(answerTo(*m_sample, "SELECT * FROM simulate('', 77)").front().contains("no run 77"));
        // For each of several rows.
        QCOMPARE(answerTo(*m_sample, "WITH k(line) AS (VALUES ('compute-scale=1'), ('compute-scale=2')) "
                                     "SELECT count(*) FROM k JOIN simulate(k.line)"),
            QStringList("2"));
    }

    void gainsTellTheirRange()
    {
        QStringList expected;
        for (const KnobGain& gain : whatHelpsMost(m_sample->data().simulator(0), {}, {})) {
            expected << QStringLiteral("%1|%2|%3")
                            .arg(QString::fromStdString(std::string(gain.knob)), QString::number(gain.low(), 'f', 6),
                                QString::number(gain.high(), 'f', 6));
        }
        QCOMPARE(answerTo(*m_sample, "SELECT knob, printf('%.6f', gain_low), printf('%.6f', gain_high) FROM gains()"), expected);
        QCOMPARE(answerTo(*m_sample,
                     "SELECT count(*) FROM gains() WHERE gain_low > throughput_gain OR gain_high < throughput_gain "
                     "OR abs(max(gain_high - throughput_gain, throughput_gain - gain_low) - gain_error) > 1e-9"),
            QStringList("0"));
    }

    void nothingCanBeWrittenOrReached_data()
    {
        QTest::addColumn<QString>("sql");
        for (const char* sql : {"ATTACH 'x.db' AS x", "DETACH main", "CREATE TABLE t(x)", "CREATE TEMP TABLE t(x)",
                 "CREATE VIRTUAL TABLE t USING fts5(x)", "INSERT INTO spans(run) VALUES (1)", "UPDATE runs SET name=''",
                 "DELETE FROM spans", "DROP TABLE spans", "VACUUM INTO 'x.db'", "VACUUM", "ANALYZE",
                 "SELECT load_extension('x')", "PRAGMA user_version=7", "PRAGMA temp_store_directory='/tmp'",
                 "PRAGMA journal_mode=DELETE", "PRAGMA writable_schema=1", "PRAGMA hard_heap_limit=0", "BEGIN", "COMMIT",
                 "SAVEPOINT s", "ALTER TABLE runs ADD COLUMN x", "CREATE VIEW v AS SELECT 1",
                 "CREATE TRIGGER t AFTER INSERT ON runs BEGIN SELECT 1; END", "CREATE INDEX i ON runs(run)",
                 "SELECT readfile('/etc/passwd')", "SELECT writefile('x', 'y')", "SELECT fts3_tokenizer('simple')",
                 "SELECT * FROM pragma_database_list", "INSERT INTO sqlite_schema VALUES (1,2,3,4,5)"})
            QTest::addRow("%s", sql) << sql;
    }
    void nothingCanBeWrittenOrReached()
    {
        QFETCH(QString, sql);
        const QStringList before = QDir().entryList();
        const QStringList answer = answerTo(*m_sample, sql.toStdString());
        QVERIFY2(!answer.isEmpty() && answer.front().startsWith(QStringLiteral("error")), qPrintable(answer.join(' ')));
        QCOMPARE(QDir().entryList(), before);
        QCOMPARE(answerTo(*m_sample, "PRAGMA user_version"), QStringList(QString::number(querySchemaVersion)));
    }

    void tablesSurviveWhateverWasTried()
    {
        for (const char* sql : {"REINDEX", "PRAGMA schema_version=7", "DROP TABLE spans", "REINDEX spans"})
            answerTo(*m_sample, sql);
        QVERIFY(answerTo(*m_sample, "SELECT count(*) > 100 FROM spans") == QStringList("1"));
        QVERIFY(answerTo(*m_sample, "SELECT count(*) FROM simulate('')") == QStringList("1"));
    }

    void anErrorSaysWhere()
    {
        KeptAnswer answer;
        const std::optional<Error> error = m_sample->run("SELECT 1;\nSELECT nam FROM runs", answer);
        QVERIFY(error);
        QCOMPARE(error->offset.value_or(0), uint64_t(17));
        QVERIFY(std::string_view(error->message).find("nam") != std::string_view::npos);
        QVERIFY(std::string_view(error->message).ends_with('.')); // an advice follows
        QVERIFY(!m_sample->run("", answer) && !m_sample->run("  -- nothing\n", answer));
    }

    void aByteThatIsZeroEndsNoQuery()
    {
        using namespace std::string_view_literals;
        KeptAnswer answer;
        const std::optional<Error> error = m_sample->run("SELECT 1;\0SELECT 2"sv, answer);
        QVERIFY(error && error->offset == uint64_t(9));
        QVERIFY(m_sample->run("\0"sv, answer));
    }

    void itNeedsNoMoreMemoryThanAllowed()
    {
        const QStringList answer = answerTo(*m_sample,
            "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t LIMIT 30000) "
            "SELECT count(*) FROM (SELECT DISTINCT printf('%090000d', x) FROM t)");
        QVERIFY2(answer.front().startsWith("error"), qPrintable(answer.front()));
        QCOMPARE(answerTo(*m_sample, "SELECT length(zeroblob(200000))").front().left(5), QStringLiteral("error"));
        QCOMPARE(answerTo(*m_sample, "SELECT 1"), QStringList("1"));
    }

    void aFewLinesThatStandForBillionsAreNotCompiled_data()
    {
        QTest::addColumn<QString>("one");
        QTest::newRow("join") << "%1 AS (SELECT p.x FROM %2 p, %2 q)";
        QTest::newRow("union") << "%1(x) AS NOT MATERIALIZED (SELECT x FROM %2 UNION ALL SELECT x FROM %2)";
        QTest::newRow("values") << "\"%1\" as materialized (SELECT (SELECT x FROM [%2]) + (SELECT x FROM '%2') AS x)";
        QTest::newRow("comments") << "%1/**/AS--\n(SELECT p.x FROM/**/`%2`p,%2\tq)";
    }
    void aFewLinesThatStandForBillionsAreNotCompiled()
    {
        QFETCH(const QString, one);
        const auto query = [&one](int levels) {
            QString text = QStringLiteral("WITH a0 AS (SELECT 1 x)");
            for (int i = 1; i <= levels; ++i)
                text += QStringLiteral(", ") + one.arg(QStringLiteral("a%1").arg(i), QStringLiteral("a%1").arg(i - 1));
            return (text + QStringLiteral(" SELECT count(*) FROM a%1").arg(levels)).toStdString();
        };
        KeptAnswer answer;
        for (const int levels : {20, 40, 500}) { // 20 took 1.5 GB to compile
            const std::optional<Error> error = m_sample->run(query(levels), answer);
            QVERIFY(error);
            QCOMPARE(error->message.text(), std::string("The query stands for more than 1000000 words."));
        }
        QVERIFY(!m_sample->run(query(6), answer)); // 64 tables: newer SQLite joins them all at once, and no more
    }

    void noLimitIsSetForOthers()
    {
        QCOMPARE(sqlite3_hard_heap_limit64(-1), sqlite3_int64(0));
        QCOMPARE(sqlite3_soft_heap_limit64(-1), sqlite3_int64(0));
    }

    void itIsCancelled_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("endless") << "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT max(x) FROM t";
        QTest::newRow("join") << "SELECT count(*) FROM spans a, spans b, spans c WHERE a.name || b.name || c.name = ''";
        QTest::newRow("sort") << "SELECT a.name FROM spans a, spans b, spans c ORDER BY a.begin_ns * b.end_ns % 1000 + c.id";
    }
    void itIsCancelled()
    {
        QFETCH(QString, sql);
        KeptAnswer answer;
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50)); // any moment will do
            m_sample->data().stop();
        });
        const std::optional<Error> error = m_sample->run(sql.toStdString(), answer);
        other.join();
        QVERIFY(error);
        QCOMPARE(error->message.text(), std::string("The query was cancelled."));
        m_sample->data().resume();
        QCOMPARE(answerTo(*m_sample, "SELECT 1"), QStringList("1"));
    }

    void severalRunsHaveNumbersOfTheirOwn()
    {
        RunFolder folder = folderOf(traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]\n"));
        folder.runs.push_back(folder.runs.front());
        folder.runs.back().name = "second";
        const auto database = databaseOf(std::move(folder));
        QCOMPARE(answerTo(*database, "SELECT count(*), count(DISTINCT id) FROM spans"), QStringList("4|4"));
        QCOMPARE(answerTo(*database, "SELECT count(*) FROM spans a JOIN spans b ON a.id = b.id"), QStringList("4"));
        QCOMPARE(answerTo(*database, "SELECT r.name, count(*) FROM spans s JOIN runs r USING (run) GROUP BY r.run"),
            (QStringList {"picture|2", "second|2"}));
        QCOMPARE(answerTo(*database, "SELECT name, count(*) FROM spans GROUP BY name").size(), 1);
    }

    void anEmptyFolderHasEmptyTables()
    {
        const auto database = databaseOf(RunFolder());
        for (const auto& table : queryTables()) {
            if (!table->isFunction())
                QCOMPARE(answerTo(*database, fmt::format("SELECT count(*) FROM {}", table->name())), QStringList("0"));
        }
        QVERIFY(answerTo(*database, "SELECT * FROM simulate()").front().startsWith("error"));
    }

private:
    static QString nameOf(QueryDatabase& database, int rank)
    {
        return answerTo(database, fmt::format("SELECT name FROM spans WHERE rank = {} AND depth = 0", rank)).front();
    }

    std::unique_ptr<QueryDatabase> m_sample;
};

BUBBLESCOPE_TEST(TstQueryDatabase, QCoreApplication)

} // namespace bubblescope::tst_querydatabase

#include "tst_querydatabase.moc"
