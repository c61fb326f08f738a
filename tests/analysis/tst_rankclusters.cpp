// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankclusters.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

namespace bubblescope::tst_rankclusters {

namespace {

/// Two stages of `perStage` ranks that wait for each other at the end; `factor` times as long takes the forward of
/// rank `slow`.
RunSummary summaryOf(int perStage, int slow, double factor)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> jitter(-0.2, 0.2);
    std::string text;
    for (int rank = 0; rank < 2 * perStage; ++rank) {
        const double begin = rank < perStage ? 0 : 40;
        const double forward = 50 * (rank == slow ? factor : 1) + jitter(random);
        text += "rank" + std::to_string(rank) + " stage" + std::to_string(rank / perStage) + ": [F0 "
            + std::to_string(begin) + "-" + std::to_string(begin + forward) + "] [optimizer 180-200]\n";
    }
    const Trace trace = traceFromText(text);
    return summarizeRun({trace, {}}, trace.timing());
}

} // namespace

class TstRankClusters : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void healthyRanksOfAStageAreOneCluster()
    {
        const std::vector<RankCluster> clusters = clusterRanks(summaryOf(64, -1, 1));
        QCOMPARE(clusters.size(), size_t(2));
        for (int stage = 0; stage < 2; ++stage) {
            QCOMPARE(clusters[size_t(stage)].stage, stage);
            QCOMPARE(clusters[size_t(stage)].ranks.size(), size_t(64));
            QVERIFY(clusters[size_t(stage)].isUsual);
            QVERIFY(std::binary_search(clusters[size_t(stage)].ranks.begin(), clusters[size_t(stage)].ranks.end(),
                clusters[size_t(stage)].representative));
        }
    }

    void aSlowRankStandsForItself()
    {
        const std::vector<RankCluster> clusters = clusterRanks(summaryOf(64, 70, 1.3));
        QCOMPARE(clusters.size(), size_t(3));
        QCOMPARE(clusters[1].ranks.size(), size_t(63));
        QCOMPARE(clusters[2].ranks, std::vector<int32_t> {70});
        QCOMPARE(clusters[2].representative, 70);
        QVERIFY(!clusters[2].isUsual);
    }

    void ofTwoRanksThatDifferNeitherIsTheUsualOne()
    {
        const std::vector<RankCluster> clusters = clusterRanks(summaryOf(2, 0, 1.3));
        QCOMPARE(clusters.size(), size_t(3));
        QVERIFY(!clusters[0].isUsual && !clusters[1].isUsual);
        QCOMPARE(clusters[2].ranks.size(), size_t(2));
        QVERIFY(clusters[2].isUsual);
    }

    void nothingToClusterIsNothing() { QVERIFY(clusterRanks({}).empty()); }
};

BUBBLESCOPE_TEST(TstRankClusters, QCoreApplication)

} // namespace bubblescope::tst_rankclusters

#include "tst_rankclusters.moc"
