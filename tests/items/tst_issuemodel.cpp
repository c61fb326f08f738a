// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "issuemodel.h"
#include "rankgrid.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QAbstractItemModelTester>
#include <QtTest>

namespace bubblescope::tst_issuemodel {

class TstIssueModel : public QObject {
    Q_OBJECT

    static OpenedFolderPtr folder()
    {
        auto opened = std::make_shared<OpenedFolder>();
        ImportReport& report = opened->folder.report;
        report.setFile("log.txt");
        for (int i = 0; i < 12; ++i)
            report.add(IssueKind::BadNumber, uint64_t(100 + i), "nan");
        report.setFile("gone.txt");
        report.add(IssueKind::UnreadableFile, std::nullopt, "permission denied");
        return opened;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theMostSevereComeFirst()
    {
        IssueModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.summary(), QStringLiteral("No issues"));
        model.setFolder(folder());
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, IssueModel::FileColumn).data().toString(), QStringLiteral("gone.txt"));
        QCOMPARE(model.index(0, 0).data(IssueModel::severityRole).toInt(), static_cast<int>(Severity::Error));
        QCOMPARE(model.index(1, IssueModel::CountColumn).data().toString(), QStringLiteral("12"));
        QCOMPARE(
            model.index(1, IssueModel::OffsetColumn).data(TableModel::PlainRole).toString(), QStringLiteral("100"));
        QCOMPARE(model.index(0, IssueModel::OffsetColumn).data(TableModel::PlainRole).toString(), QString());
        QVERIFY(!model.index(1, IssueModel::AdviceColumn).data().toString().isEmpty());
        QCOMPARE(model.count(Severity::Error), 1);
        QVERIFY(model.summary().startsWith(QStringLiteral("1 error")));
        model.setFolder(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void theTipListsTheFirstInstances()
    {
        IssueModel model;
        model.setFolder(folder());
        const QString tip = model.index(1, IssueModel::MessageColumn).data(Qt::ToolTipRole).toString();
        QCOMPARE(tip.count(QStringLiteral("nan")), static_cast<qsizetype>(ImportReport::keptInstances));
        QVERIFY(tip.endsWith(QStringLiteral("and 4 more")));
    }

    void ranksStandByStage()
    {
        Run run;
        run.layout.tensor = 2;
        run.layout.pipeline = 2;
        run.layout.world = 8;
        run.missingRanks = {6};
        run.trace = std::make_shared<const Trace>(traceFromText(R"(
rank0 stage0: [F0 0-1]
rank1 stage0: [F0 0-1]
rank2 stage0: [F0 0-1]
rank3 stage0: [F0 0-1]
rank4 stage1: [F0 0-1]
rank5 stage1: [F0 0-1]
rank7 stage1: [F0 0-1]
)"));
        const RankGrid grid(run);
        QVERIFY(grid.rowsAreStages());
        QCOMPARE(grid.rows(), 2);
        QCOMPARE(grid.columns(), 4);
        QCOMPARE(grid.groupColumns(), 2);
        QCOMPARE(grid.rowTitle(1), QStringLiteral("stage 1"));
        QCOMPARE(grid.at(3, 0)->rank, 3);
        QCOMPARE(grid.at(3, 0)->data, 1);
        QCOMPARE(grid.at(3, 0)->tensor, 1);
        QVERIFY(grid.at(2, 1)->isMissing);
        QCOMPARE(grid.at(2, 1)->rank, 6);
        QCOMPARE(grid.find(7)->column, 3);
        QVERIFY(!grid.at(4, 0));
        QVERIFY(!grid.find(8));
    }

    void replicasThatShareOutExpertsStandTogether()
    {
        std::string text;
        for (int rank = 0; rank < 16; ++rank)
            text += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 8) + ": [F0 0-1]\n";
        Run run;
        run.layout.tensor = 2;
        run.layout.expert = 2;
        run.trace = std::make_shared<const Trace>(traceFromText(text));
        const RankGrid grid(run);
        QCOMPARE(grid.expertColumns(), 4);
        QCOMPARE(grid.find(1)->expert, 0);
        QCOMPARE(grid.find(2)->expert, 1);
        QCOMPARE(grid.find(4)->expert, 0); // the next replica of both experts
        QCOMPARE(grid.find(14)->expert, 1);
        run.layout.expert = 3; // does not divide the replicas
        QCOMPARE(RankGrid(run).expertColumns(), 0);
        QCOMPARE(RankGrid(run).find(2)->expert, -1);
    }

    void ranksStandByHost()
    {
        std::string text;
        for (int rank = 0; rank < 32; ++rank)
            text += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / 16) + ": [F0 0-1]\n";
        TraceBuilder builder = builderFromText(text);
        for (int rank = 0; rank < 32; ++rank)
            builder.setHost(rank, "n" + std::to_string(rank % 16 / 4));
        Run run;
        ImportReport report;
        run.trace = std::make_shared<const Trace>(builder.finish({}, report));
        QCOMPARE(run.trace->hosts().size(), size_t(4));
        const RankGrid grid(run, RankGrid::Arrangement::ByHost);
        QVERIFY(!grid.rowsAreStages());
        QCOMPARE(grid.groupColumns(), 8); // ranks of a host, of both stages
        QCOMPARE(grid.columns(), 8);
        QCOMPARE(grid.rows(), 4);
        QCOMPARE(grid.at(0, 1)->rank, 4);
        QCOMPARE(grid.at(4, 1)->rank, 20);
        QCOMPARE(grid.rowTitle(1), QStringLiteral("n1"));
    }

    void ranksOfOneStageAreWrapped()
    {
        std::string text;
        for (int rank = 0; rank < 100; ++rank)
            text += "rank" + std::to_string(rank) + " stage0: [F0 0-1]\n";
        Run run;
        run.layout.tensor = 4;
        run.trace = std::make_shared<const Trace>(traceFromText(text));
        const RankGrid grid(run);
        QVERIFY(!grid.rowsAreStages());
        QCOMPARE(grid.columns() % 4, 0);
        QVERIFY(grid.rows() > 1 && grid.columns() * grid.rows() >= 100);
        for (int rank = 0; rank < 100; ++rank)
            QCOMPARE(grid.at(grid.find(rank)->column, grid.find(rank)->row)->rank, rank);
    }
};

BUBBLESCOPE_TEST(TstIssueModel, QCoreApplication)

} // namespace bubblescope::tst_issuemodel

#include "tst_issuemodel.moc"
