// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layerwork.h"
#include "testprogram.h"
#include "worksums.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

namespace bubblescope::tst_layerwork {

namespace {

Work compute(std::initializer_list<std::pair<const char*, double>> pieces)
{
    Work work;
    for (const auto& [name, ns] : pieces) {
        work.emplace_back();
        work.back().name = name;
        work.back().ns = ns;
    }
    return work;
}

QByteArray names(const Work& work)
{
    QByteArray text;
    for (const WorkPiece& piece : work) {
        text += text.isEmpty() ? "" : " ";
        text += piece.name.c_str();
        if (piece.layer >= 0)
            text += QByteArray::number(piece.layer);
    }
    return text;
}

double slowest(const std::vector<int>& partition, const std::vector<double>& costs, double first, double last)
{
    double worst = 0;
    size_t layer = 0;
    for (size_t stage = 0; stage < partition.size(); ++stage) {
        double own = (stage == 0 ? first : 0) + (stage + 1 == partition.size() ? last : 0);
        for (int i = 0; i < partition[stage]; ++i)
            own += costs[layer++];
        worst = std::max(worst, own);
    }
    return worst;
}

/// Every way to cut, one after the other.
double bestOfAll(const std::vector<double>& costs, int stages, double first, double last)
{
    double best = 1e300;
    std::vector<int> partition(size_t(stages), 1);
    const auto place = [&](auto&& self, size_t stage, int left) -> void {
        if (stage + 1 == partition.size()) {
            partition[stage] = left;
            best = std::min(best, slowest(partition, costs, first, last));
            return;
        }
        for (int n = 1; left - n >= int(partition.size() - stage) - 1; ++n) {
            partition[stage] = n;
            self(self, stage + 1, left - n);
        }
    };
    place(place, 0, int(costs.size()));
    return best;
}

} // namespace

class TstLayerWork : public QObject {
    Q_OBJECT
private slots:
    void anEvenPartitionGivesTheRestToTheFirstStages()
    {
        QCOMPARE(evenPartition(36, 4), (std::vector<int> {9, 9, 9, 9}));
        QCOMPARE(evenPartition(10, 4), (std::vector<int> {3, 3, 2, 2}));
    }

    void aHeavyHeadTakesLayersOffTheLastStage()
    {
        // The head is as long as two layers: 8 layers and it make 10 on 2 stages.
        const std::vector<double> costs(8, 1.0);
        QCOMPARE(bestPartition(costs, 2, 0, 2), (std::vector<int> {5, 3}));
        QCOMPARE(bestPartition(costs, 4, 0, 0), (std::vector<int> {2, 2, 2, 2}));
        QCOMPARE(bestPartition(costs, 1, 1, 2), (std::vector<int> {8}));
    }

    void theBestPartitionIsTheBestOfAll()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> cost(0.1, 10);
        for (int round = 0; round < 200; ++round) {
            const int layers = 1 + int(random() % 10);
            const int stages = 1 + int(random() % unsigned(layers));
            std::vector<double> costs;
            for (int i = 0; i < layers; ++i)
                costs.push_back(cost(random));
            const double first = round % 3 == 0 ? cost(random) : 0;
            const double last = round % 2 == 0 ? cost(random) * 3 : 0;
            const std::vector<int> partition = bestPartition(costs, stages, first, last);
            QCOMPARE(int(partition.size()), stages);
            QCOMPARE(std::accumulate(partition.begin(), partition.end(), 0), layers);
            QVERIFY(*std::min_element(partition.begin(), partition.end()) >= 1);
            const double best = bestOfAll(costs, stages, first, last);
            QVERIFY2(slowest(partition, costs, first, last) <= best * (1 + 1e-12), qPrintable(QString::number(round)));
        }
    }

    void moreStagesThanLayersHaveNoPartition()
    {
        QVERIFY(bestPartition(std::vector<double>(3, 1.0), 4).empty());
        QVERIFY(bestPartition({}, 0).empty());
    }

    void aThousandLayersArePartitionedAtOnce()
    {
        const std::vector<double> costs(1000, 1.0);
        const std::vector<int> partition = bestPartition(costs, 64, 0, 5);
        QCOMPARE(std::accumulate(partition.begin(), partition.end(), 0), 1000);
        QVERIFY(slowest(partition, costs, 0, 5) <= 16);
    }

    void stagesArePutTogetherInTheOrderOfTheirPasses()
    {
        LayerWork layers;
        layers.prologueForward = compute({{"embed", 1}});
        layers.layerForward = compute({{"attention", 2}, {"mlp", 3}});
        layers.epilogueForward = compute({{"head", 4}});
        layers.prologueBackward = compute({{"embed", 1}});
        layers.layerBackward = compute({{"mlp", 6}, {"attention", 4}});
        layers.epilogueBackward = compute({{"head", 8}});
        const std::vector<RankWork> stages = stageWork(layers, std::vector<int> {2, 1});
        QCOMPARE(stages.size(), size_t(2));
        QCOMPARE(names(stages[0].forward), QByteArray("embed attention0 mlp0 attention1 mlp1"));
        QCOMPARE(names(stages[0].backward), QByteArray("mlp1 attention1 mlp0 attention0 embed"));
        QCOMPARE(names(stages[1].forward), QByteArray("attention2 mlp2 head"));
        QCOMPARE(names(stages[1].backward), QByteArray("head mlp2 attention2"));
        QCOMPARE(computeOf(stages[0].forward), 11.0);
        QCOMPARE(stages[1].stage, 1);
    }
};

BUBBLESCOPE_TEST(TstLayerWork, QCoreApplication)

} // namespace bubblescope::tst_layerwork

#include "tst_layerwork.moc"
