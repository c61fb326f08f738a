// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What was recorded beside the times of spans, in SQL.
#include "answers.h"
#include "launchtext.h"
#include "profilerpicture.h"
#include "readyquestions.h"
#include "testprogram.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_argumentqueries {

namespace {

Run runWithProduct(int rank)
{
    ProfilerPicture picture;
    const uint32_t product = picture.host(rank, "thread 1", "aten::mm", 10, 40);
    picture.builder().setInputs(
        product, picture.builder().intern("c10::BFloat16|8944,1024|1024,1;c10::BFloat16|1024,2816|1,1024"));
    const uint32_t item = picture.host(rank, "thread 1", "aten::item", 50, 52);
    picture.builder().setInputs(item, picture.builder().intern("bool"));
    picture.host(rank, "thread 1", "step", 0, 100);
    picture.host(rank, "stream 9 of samples", "loader", 0, 100);
    const uint32_t gemm = picture.kernel(
        rank, "stream 7", 90, 150, picture.launch(rank, "thread 1", 20), Category::OtherCompute, "gemm");
    picture.builder().setInputs(gemm, picture.builder().intern(joinedLaunch({"63,1,1", "128,1,1", "22", "0", {}})));
    picture.collective(rank, "comm tp stream 21", 200, 250);
    Run run;
    run.name = "picture";
    run.trace = std::make_shared<const Trace>(picture.finish());
    return run;
}

/// Two runs, of ranks 0 and 3.
std::unique_ptr<QueryDatabase> products()
{
    RunFolder folder;
    folder.runs.push_back(runWithProduct(0));
    folder.runs.push_back(runWithProduct(3));
    return databaseOf(std::move(folder));
}

} // namespace

class TstArgumentQueries : public QObject {
    Q_OBJECT
private slots:
    void anArgumentIsARow()
    {
        const auto database = products();
        QCOMPARE(answerTo(*database,
                     "SELECT a.rank, s.name, a.name, a.value FROM args a JOIN spans s ON s.id = a.span "
                     "WHERE a.run = 1 ORDER BY s.begin_ns, a.name"),
            (QStringList {QStringLiteral("3|aten::mm|Input Dims|[[8944, 1024], [1024, 2816]]"),
                QStringLiteral("3|aten::mm|Input Strides|[[1024, 1], [1, 1024]]"),
                QStringLiteral("3|aten::mm|Input type|[\"c10::BFloat16\", \"c10::BFloat16\"]"),
                QStringLiteral("3|aten::item|Input Dims|[[]]"), QStringLiteral("3|aten::item|Input type|[\"bool\"]"),
                QStringLiteral("3|gemm|block|[128, 1, 1]"), QStringLiteral("3|gemm|grid|[63, 1, 1]"),
                QStringLiteral("3|gemm|registers per thread|22"), QStringLiteral("3|gemm|shared memory|0"),
                QStringLiteral("3|gemm|stream|7"), QStringLiteral("3|ncclDevKernel_AllReduce|stream|21")}));
    }

    void limitsOnlySpareWork_data()
    {
        QTest::addColumn<QString>("limit");
        for (const char* limit : {"run = 0", "rank = 3", "rank > 0", "name = 'stream'", "name = 'input dims'",
                 "name IN ('stream', 'Input type')", "span = (SELECT id FROM spans WHERE name = 'gemm' AND rank = 3)",
                 "span = -1", "span IS NULL", "value = 7", "name = 'stream' AND rank = 0"})
            QTest::newRow(limit) << QString::fromLatin1(limit);
    }

    void limitsOnlySpareWork()
    {
        QFETCH(QString, limit);
        const auto database = products();
        const QString all = QStringLiteral("SELECT * FROM (SELECT run, rank, span, name, value FROM args");
        const QString order = QStringLiteral(" ORDER BY run, span, name");
        const QString asked = all + QStringLiteral(" WHERE ") + limit + QLatin1Char(')') + order;
        // OFFSET keeps the limit out of the table.
        const QString sieved = all + QStringLiteral(" LIMIT -1 OFFSET 0) WHERE ") + limit + order;
        const QStringList limited = answerTo(*database, asked.toStdString());
        QCOMPARE(limited, answerTo(*database, sieved.toStdString()));
        const bool expectsNone = limit == QStringLiteral("span = -1") || limit == QStringLiteral("span IS NULL")
            || limit == QStringLiteral("name = 'input dims'");
        QCOMPARE(limited.isEmpty(), expectsNone);
    }

    void theFunctionGivesTheSame()
    {
        const auto database = products();
        QCOMPARE(answerTo(*database, "SELECT count(*), sum(value = arg(span, name)) FROM args"),
            QStringList {QStringLiteral("22|22")});
        QCOMPARE(answerTo(*database, "SELECT rank, arg(id, 'stream') + 1 FROM spans WHERE name = 'gemm' ORDER BY rank"),
            (QStringList {QStringLiteral("0|8"), QStringLiteral("3|8")}));
        QCOMPARE(answerTo(*database,
                     "SELECT json_extract(arg(id, 'input_dims'), '$[1][1]') FROM spans WHERE name = 'aten::mm' "
                     "AND rank = 3"),
            QStringList {QStringLiteral("2816")});
        QCOMPARE(answerTo(*database, "SELECT count(*) FROM spans WHERE arg(id, 'Concrete Inputs') IS NOT NULL"),
            QStringList {QStringLiteral("0")});
    }

    /// 51.58 GFLOP in 60 µs of rank 3, and nothing of the collective.
    void operatorsAreAskedByStageAndRank()
    {
        RunFolder folder;
        folder.runs.push_back(runWithProduct(3));
        const auto database = databaseOf(std::move(folder));
        const auto answersTo = [&](std::string_view title) {
            for (const ReadyQuestion& question : readyQuestions()) {
                if (question.title.text() == title)
                    return answerTo(*database, std::string(question.sql));
            }
            return QStringList();
        };
        const QStringList operators = answersTo("How fast are operators, stage by stage?");
        QVERIFY2(operators.join(' ').contains(QStringLiteral("aten::mm")), qPrintable(operators.join('\n')));
        const QString product = operators.filter(QStringLiteral("aten::mm")).front();
        const double teraflops = product.section('|', 6, 6).toDouble();
        QVERIFY2(std::abs(teraflops / (2.0 * 8944 * 1024 * 2816 / 60e-6 / 1e12) - 1) < 1e-9, qPrintable(product));
        const QStringList ranks = answersTo("How fast is what each rank computes?");
        QCOMPARE(ranks.size(), 1);
        QCOMPARE(ranks[0].section('|', 0, 4), QStringLiteral("3||0.11|0.06|0.05"));
        QCOMPARE(ranks[0].section('|', 5, 5).toDouble(), teraflops);
    }

    void whatIsNoSpanHasNone()
    {
        const auto database = products();
        for (const char* none : {"NULL", "-1", "8589934592", "999", "'step'", "9223372036854775807"}) {
            const std::string sql = std::string("SELECT arg(") + none + ", 'Input Dims') IS NULL";
            QCOMPARE(answerTo(*database, sql), QStringList {QStringLiteral("1")});
        }
        const QStringList refused = answerTo(*database, "SELECT arg(id, 'cluster') FROM spans");
        QVERIFY2(refused.value(0).startsWith(QStringLiteral("error")), qPrintable(refused.join('\n')));
        QVERIFY2(refused[0].contains(QStringLiteral("Input Dims")), qPrintable(refused[0]));
    }
};

BUBBLESCOPE_TEST(TstArgumentQueries, QCoreApplication)

} // namespace bubblescope::tst_argumentqueries

#include "tst_argumentqueries.moc"
