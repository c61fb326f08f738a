// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Who called and launched a span, and what it called and launched, in SQL.
#include "answers.h"
#include "profilerpicture.h"
#include "readyquestions.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_callqueries {

namespace {

/// A step that calls an operator, which launches a kernel that ends behind it; another thread beside it.
RunFolder oneStep()
{
    ProfilerPicture picture;
    picture.host(0, "thread 1", "step", 0, 100);
    picture.host(0, "thread 1", "aten::mm", 10, 40);
    picture.kernel(0, "stream 7", 90, 150, picture.launch(0, "thread 1", 20), Category::OtherCompute, "gemm");
    picture.kernel(0, "stream 7", 150, 150, picture.launch(0, "thread 1", 50), Category::OtherCompute, "tiny");
    picture.host(0, "thread 2", "loader", 0, 30);
    RunFolder folder;
    Run run;
    run.name = "picture";
    run.trace = std::make_shared<const Trace>(picture.finish());
    folder.runs.push_back(std::move(run));
    return folder;
}

} // namespace

class TstCallQueries : public QObject {
    Q_OBJECT
private slots:
    void ancestorsComeFromTheInsideOut()
    {
        const auto database = databaseOf(oneStep());
        QCOMPARE(answerTo(*database,
                     "SELECT a.level, a.name, a.is_launched, p.name FROM spans s, ancestors(s.id) a "
                     "JOIN spans p ON p.id = a.id WHERE s.name = 'gemm' ORDER BY a.level"),
            (QStringList {QStringLiteral("1|cudaLaunchKernel|0|cudaLaunchKernel"),
                QStringLiteral("2|aten::mm|0|aten::mm"), QStringLiteral("3|step|0|step")}));
        QVERIFY(answerTo(*database, "SELECT a.id FROM spans s, ancestors(s.id) a WHERE s.name = 'step'").isEmpty());
    }

    void descendantsAreCallsAndWhatTheyLaunched()
    {
        const auto database = databaseOf(oneStep());
        QCOMPARE(answerTo(*database,
                     "SELECT d.level, d.name, d.is_launched FROM spans s, descendants(s.id) d "
                     "WHERE s.name = 'step' ORDER BY d.level, d.name"),
            (QStringList {QStringLiteral("1|aten::mm|0"), QStringLiteral("1|cudaLaunchKernel|0"),
                QStringLiteral("2|cudaLaunchKernel|0"), QStringLiteral("2|tiny|1"), QStringLiteral("3|gemm|1")}));
        QCOMPARE(answerTo(*database,
                     "SELECT sum(k.duration_ns) FROM spans s, descendants(s.id) d JOIN spans k ON k.id = d.id "
                     "WHERE s.name = 'aten::mm' AND d.is_launched"),
            QStringList {QStringLiteral("60000")});
    }

    void whatIsNoSpanHasNeither()
    {
        const auto database = databaseOf(oneStep());
        for (const char* none : {"NULL", "-1", "4294967296000", "'step'", "999"}) {
            for (const char* table : {"ancestors", "descendants"}) {
                const std::string sql = std::string("SELECT count(*) FROM ") + table + "(" + none + ")";
                QCOMPARE(answerTo(*database, sql), QStringList {QStringLiteral("0")});
            }
        }
        QCOMPARE(answerTo(*database, "SELECT count(*) FROM ancestors"), QStringList {QStringLiteral("0")});
    }

    void launchesAreCountedByTheirDelay()
    {
        const auto database = databaseOf(oneStep());
        const auto sqlOf = [](std::string_view part) {
            for (const ReadyQuestion& question : readyQuestions()) {
                if (question.title.text().find(part) != std::string::npos)
                    return question.sql;
            }
            return std::string_view();
        };
        // 70 and 100 µs.
        QCOMPARE(answerTo(*database, std::string(sqlOf("as a histogram"))),
            (QStringList {QStringLiteral("100|1|0.5|70"), QStringLiteral("1000|1|0.5|100")}));
        const QStringList tiny = answerTo(*database, std::string(sqlOf("shorter than the call")));
        QCOMPARE(tiny.size(), 1);
        QVERIFY2(tiny.front().startsWith(QStringLiteral("tiny|1|0|0.001|")), qPrintable(tiny.front()));
    }
};

BUBBLESCOPE_TEST(TstCallQueries, QCoreApplication)

} // namespace bubblescope::tst_callqueries

#include "tst_callqueries.moc"
