// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a job is taken apart to be put together otherwise: layers, ends, gaps, experts.
#include "embeddingsize.h"
#include "expertwork.h"
#include "hostgaps.h"
#include "layerslices.h"
#include "matrixspeed.h"
#include "loadspreader.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

namespace bubblescope::tst_layersplit {

namespace {

WorkPiece compute(double ns)
{
    WorkPiece piece;
    piece.ns = ns;
    return piece;
}

WorkPiece communication(Operation operation, Category group, double bytes, const char* name = "comm")
{
    WorkPiece piece;
    piece.name = name;
    piece.operation = operation;
    piece.category = group;
    piece.bytes = bytes;
    piece.ns = 1;
    return piece;
}
WorkPiece reduce(double bytes = 8) { return communication(Operation::AllReduce, Category::TensorComm, bytes); }
WorkPiece exchange(double bytes) { return communication(Operation::AllToAll, Category::ExpertComm, bytes); }

Work together(std::initializer_list<Work> parts)
{
    Work all;
    for (const Work& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

/// "3 * 4 5 * 1": compute by its ns, communication as *.
QByteArray picture(const Work& work)
{
    QByteArray text;
    for (const WorkPiece& piece : work)
        text += (text.isEmpty() ? "" : " ") + (piece.isCommunication() ? QByteArray("*") : QByteArray::number(piece.ns));
    return text;
}

/// Two tensor-parallel communications a layer; 3 before the first, 5 between, 2 behind the last.
const Work layer {compute(3), reduce(), compute(5), reduce(), compute(2)};

} // namespace

class TstLayerSplit : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void gapsAreToldByWhatLiesAroundThem()
    {
        HostGaps gaps;
        gaps.add(Operation::Other, Operation::GetBatch, 900);
        gaps.add(Operation::Forward, Operation::SendForward, 10);
        gaps.add(Operation::Forward, Operation::SendForward, 30);
        gaps.add(Operation::Backward, Operation::SendBackward, 5'000'000); // longer than a launch: kept
        QCOMPARE(gaps.ns(Operation::Forward, Operation::RecvBackward), 20.0); // a message like the others
        QCOMPARE(gaps.ns(Operation::Backward, Operation::SendBackward), 5e6);
        QCOMPARE(gaps.ns(Operation::Loss, Operation::SendForward), (5e6 + 40) / 3); // never seen: before any message
        QCOMPARE(gaps.ns(Operation::Other, Operation::Forward), 900.0);             // what a step begins with
        HostGaps others;
        others.add(Operation::Loss, Operation::Backward, 7);
        others.add(Operation::Forward, Operation::SendForward, 1000);
        gaps.fillFrom(others);
        QCOMPARE(gaps.ns(Operation::Loss, Operation::Backward), 7.0);
        QCOMPARE(gaps.ns(Operation::Forward, Operation::SendForward), 20.0);
        QCOMPARE(HostGaps(4).ns(Operation::Forward, Operation::Backward), 4.0);
        QCOMPARE(HostGaps().ns(Operation::Forward, Operation::Backward), 0.0);
    }

    void embeddingAndHeadAreNoLayers()
    {
        const std::vector<Work> passes {together({{compute(10), reduce()}, layer, layer}), together({layer, layer}),
            together({layer, layer, {compute(40), reduce(99)}})};
        const PassSplitter splitter(passes, {2, 2, 2}, PassDirection::Forward);
        QVERIFY(splitter.knowsLayers());
        const PassLayers first = splitter.split(0, 0);
        QCOMPARE(picture(first.entry), QByteArray("10 *"));
        QCOMPARE(picture(first.layers[0]), QByteArray("3 * 5 * 2"));
        QCOMPARE(picture(first.layers[1]), QByteArray("3 * 5 * 2"));
        QCOMPARE(picture(first.exit), QByteArray());
        const PassLayers last = splitter.split(2, 0);
        QCOMPARE(picture(last.entry), QByteArray());
        QCOMPARE(picture(last.layers[1]), QByteArray("3 * 5 * 2"));
        QCOMPARE(picture(last.exit), QByteArray("40 *"));
    }

    void layersAreCountedByWhatRepeats()
    {
        const Work first = together({{compute(10), reduce()}, layer, layer, layer});
        const Work last = together({layer, {compute(40), reduce(99), compute(1), reduce(99), compute(1), reduce(99)}});
        const Work* passes[] = {&first, &last};
        QCOMPARE(countLayers(passes, 4), (std::vector<int> {3, 1}));
        QCOMPARE(countLayers(passes, 40), std::vector<int>());
        const Work silent {compute(100)};
        const Work* none[] = {&silent, &silent};
        QCOMPARE(countLayers(none, 4), std::vector<int>());
    }

    void withoutCommunicationTheStagesBetweenTellALayer()
    {
        const PassSplitter splitter({{compute(26)}, {compute(20)}, {compute(45)}}, {2, 2, 2}, PassDirection::Forward);
        QVERIFY(!splitter.knowsLayers());
        QCOMPARE(picture(splitter.split(0, 0).entry), QByteArray("6"));
        QCOMPARE(picture(splitter.split(0, 0).layers[1]), QByteArray("10"));
        QCOMPARE(picture(splitter.split(2, 0).exit), QByteArray("25"));
    }

    /// 4 layers of each kind on two stages become one layer on each of four, and everything is as it was.
    void movedLayersKeepWhatTheyTook()
    {
        RankWork first;
        first.forward = together({{compute(10), reduce()}, layer, layer});
        first.backward = together({layer, layer, {compute(7)}});
        first.finalize = {communication(Operation::AllReduce, Category::DataComm, 300),
            communication(Operation::AllReduce, Category::EmbeddingComm, 100)};
        first.optimizer = {compute(30)};
        RankWork last = first;
        last.forward = together({layer, layer, {compute(40), reduce(99)}});
        last.backward = together({{compute(50)}, layer, layer});
        const JobProfile job;
        const ModelLayers layers(job, {&first, &last}, {2, 2});
        const LayerMoves moves = LayerMoves::of({2, 2}, {1, 1, 1, 1});
        QCOMPARE(computeOf(layers.stageWork(moves, 0, 0).forward), 10.0 + 10);
        QCOMPARE(computeOf(layers.stageWork(moves, 1, 0).forward), 10.0);
        QCOMPARE(computeOf(layers.stageWork(moves, 2, 0).backward), 10.0);
        QCOMPARE(computeOf(layers.stageWork(moves, 3, 0).forward), 10.0 + 40);
        QCOMPARE(computeOf(layers.stageWork(moves, 3, 0).backward), 10.0 + 50);
        // 100 of the 300 bytes are the tied embedding's.
        QCOMPARE(layers.stageWork(moves, 0, 0).finalize[0].bytes, 200.0);
        QCOMPARE(layers.stageWork(moves, 1, 0).finalize[0].bytes, 100.0);
        QCOMPARE(layers.stageWork(moves, 1, 0).finalize.size(), size_t(1));
        QCOMPARE(computeOf(layers.stageWork(moves, 0, 0).optimizer), 20.0);
        const LayerMoves same = LayerMoves::of({2, 2}, {2, 2});
        QVERIFY(same.keeps(0) && same.keeps(1) && !LayerMoves::of({2, 2}, {3, 1}).keeps(0));
        QVERIFY(same.joinsWholeStages() && LayerMoves::of({2, 2, 1}, {2, 3}).joinsWholeStages());
        QVERIFY(LayerMoves::even(4, 2).joinsWholeStages() && !LayerMoves::even(2, 4).joinsWholeStages());
        QVERIFY(!LayerMoves::of({2, 2}, {3, 1}).joinsWholeStages() && !LayerMoves::of({2, 2}, {2}).joinsWholeStages());
        QCOMPARE(picture(layers.stageWork(same, 0, 0).forward), QByteArray("10 * 3 * 5 * 2 3 * 5 * 2"));
        QCOMPARE(computeOf(layers.stageWork(LayerMoves::of({2, 2}, {4}), 0, 0).forward), 90.0);
    }

    void whatIsTakenForOneEndIsTold()
    {
        constexpr double vocabulary = 50304.0 * 4096;
        constexpr double layerWeights = 4096.0 * (2.5 * 4096 + 10.5 * 4096 + 10);
        JobProfile job;
        job.hiddenSize = 4096;
        RankWork first;
        first.forward = {compute(100)};
        first.finalize = {communication(Operation::AllReduce, Category::DataComm, 4 * (2 * layerWeights + vocabulary))};
        RankWork last = first;
        last.finalize = {communication(Operation::AllReduce, Category::DataComm, 4 * 12345.0)}; // of no usual size
        const ModelLayers layers(job, {&first, &last}, {2, 2});
        QCOMPARE(layers.guessedEmbedding().value_or(0), vocabulary);
    }

    /// A single stage has embedding and head: each end of more stages gets its own, and only the last one computes more.
    void aSingleStageIsBothEnds()
    {
        constexpr double vocabulary = 50304.0 * 4096;
        constexpr double layerWeights = 4096.0 * (2.5 * 4096 + 10.5 * 4096 + 10);
        JobProfile job;
        job.hiddenSize = 4096;
        RankWork only;
        only.forward = {compute(460)};
        only.backward = {compute(920)};
        only.finalize = {
            communication(Operation::AllReduce, Category::DataComm, 4 * (4 * layerWeights + 2 * vocabulary))};
        const ModelLayers layers(job, {&only}, {4});
        QCOMPARE(layers.guessedEmbedding().value_or(0), vocabulary);
        const double head = layers.guessedHead(); // layers
        QVERIFY(head > 0.5 && head < 0.7);
        const LayerMoves moves = LayerMoves::of({4}, {1, 1, 1, 1});
        const auto close = [](double a, double b) { return std::abs(a / b - 1) < 1e-6; };
        const double one = 460 / (4 + head);
        QVERIFY(close(computeOf(layers.stageWork(moves, 0, 0).forward), one));
        QVERIFY(close(computeOf(layers.stageWork(moves, 3, 0).forward), one * (1 + head)));
        QVERIFY(close(computeOf(layers.stageWork(moves, 3, 0).backward), 2 * one * (1 + head)));
        QVERIFY(close(layers.stageWork(moves, 0, 0).finalize[0].bytes, 4 * (layerWeights + vocabulary)));
        QVERIFY(close(layers.stageWork(moves, 1, 0).finalize[0].bytes, 4 * layerWeights));
        QVERIFY(close(layers.stageWork(moves, 3, 0).finalize[0].bytes, 4 * (layerWeights + vocabulary)));
        const LayerMoves same = LayerMoves::of({4}, {4});
        QVERIFY(close(layers.stageWork(same, 0, 0).finalize[0].bytes, only.finalize[0].bytes));
    }

    void expertsLieBetweenTheirExchanges()
    {
        const Work work {compute(1), communication(Operation::AllGather, Category::ExpertComm, 8), compute(2),
            exchange(10), compute(3), exchange(20), compute(4)};
        QCOMPARE(expertPieces(work), (std::vector<bool> {false, false, false, false, true, false, false}));
        RankWork rank;
        rank.forward = work;
        QCOMPARE(denseCompute(rank), 7.0);
        const Work gathered {compute(1), communication(Operation::AllGather, Category::ExpertComm, 8), compute(2),
            communication(Operation::ReduceScatter, Category::ExpertComm, 8), compute(4)};
        QCOMPARE(expertPieces(gathered), (std::vector<bool> {false, false, true, false, false}));
    }

    void expertsTakeAFixedTimeAndTheirLoad()
    {
        const ExpertCost cost = ExpertCost::fit({100, 200, 300}, {60, 110, 160});
        QCOMPARE(cost.fixedNs, 10.0);
        QCOMPARE(cost.nsPerByte, 0.5);
        const ExpertCost alike = ExpertCost::fit({100, 101, 99}, {50, 60, 40});
        QCOMPARE(alike.fixedNs, 0.0);
        QCOMPARE(alike.nsPerByte, 0.5);
    }

    /// A rank that is 2 % slower looks as if its load had done it.
    void loadsThatHardlyDifferLeaveOpenWhatGrows()
    {
        const auto range = [](const std::vector<double>& bytes, const std::vector<double>& ns) {
            const ExpertCost less = ExpertCost::fit(bytes, ns, 0.5, -0.3);
            const ExpertCost more = ExpertCost::fit(bytes, ns, 0.5, 0.3);
            return more.fixedNs - less.fixedNs;
        };
        const auto sent = [](double bytes) { return 20 + 0.5 * bytes; };
        QCOMPARE(range({100, 100}, {70, 70}), 2 * 0.3 * 70);
        // 2 % of 70 between loads that lie 10.5 and 40 % from their mean, of two ranks.
        QCOMPARE(range({89.5, 110.5}, {sent(89.5), sent(110.5)}), 2 * 0.02 * 70 / (0.105 * std::sqrt(2)));
        QCOMPARE(range({60, 140}, {sent(60), sent(140)}), 2 * 0.02 * 70 / (0.4 * std::sqrt(2)));
        // No more than all of it, and no less than nothing.
        QCOMPARE(ExpertCost::fit({89.5, 110.5}, {89.5, 110.5}, 0.5, -0.3).fixedNs, 0.0);
        QVERIFY(!ExpertCost::fit({60, 140}, {50, 90}, 0.5, 0.3).isGuessed);
        QCOMPARE(ExpertCost::fit({60, 140}, {50, 90}).fixedNs, 20.0);
    }

    void fewerRanksOfExpertsAreSentTheirSum()
    {
        QCOMPARE(LoadSpreader(4, 2).spread({100, 200, 300, 600}, ExpertShares::Usual), (std::vector<double> {150, 450}));
        const LoadSpreader twice(2, 4);
        QCOMPARE(twice.spread({100, 300}, ExpertShares::Even), (std::vector<double> {100, 100, 300, 300}));
        QCOMPARE(twice.spread({100, 300}, ExpertShares::OneTakesAll), (std::vector<double> {200, 0, 600, 0}));
        const std::vector<double> usual = twice.spread({100, 300}, ExpertShares::Usual);
        QVERIFY(usual[3] < 300 && usual[2] > 300 && usual[2] < 600);
        QVERIFY(std::abs(usual[2] + usual[3] - 600) < 1e-9);
    }

    static double most(const std::vector<double>& sent) { return *std::max_element(sent.begin(), sent.end()); }

    /// Against many draws: the busiest rank is sent what it is in the middle of them, and seldom more than what the
    /// range ends with.
    void busiestRankOfMoreIsTheUsualOne_data()
    {
        QTest::addColumn<double>("popularity"); // of experts, parameter of a gamma distribution
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        for (const double popularity : {0.8, 2.0, 6.0}) {
            for (const auto& [from, to] : {std::pair(1, 2), {1, 8}, {2, 4}, {2, 8}, {4, 8}})
                QTest::addRow("%g: %d to %d", popularity, from, to) << popularity << from << to;
        }
    }
    void busiestRankOfMoreIsTheUsualOne()
    {
        QFETCH(double, popularity);
        QFETCH(int, from);
        QFETCH(int, to);
        constexpr int draws = 400;
        std::mt19937 random(5);
        std::gamma_distribution<double> one(popularity, 1);
        const LoadSpreader halved {8, size_t(from)};
        const LoadSpreader all {8, size_t(to)};
        const LoadSpreader spreader {size_t(from), size_t(to)};
        double error = 0;
        int within = 0;
        for (int draw = 0; draw < draws; ++draw) {
            std::vector<double> experts(8);
            std::generate(experts.begin(), experts.end(), [&] { return one(random); });
            const std::vector<double> before = halved.spread(experts, ExpertShares::Even);
            const double truth = most(all.spread(experts, ExpertShares::Even));
            const auto told = [&](ExpertShares shares) { return most(spreader.spread(before, shares)); };
            error += (told(ExpertShares::Usual) / truth - 1) / draws;
            within += told(ExpertShares::LittleUneven) <= truth && truth <= told(ExpertShares::VeryUneven);
        }
        qInfo("off by %.1f %% on average, %d of %d in range", error * 100, within, draws);
        QVERIFY(std::abs(error) < (from == 1 ? 0.5 : 0.25)); // nothing tells how unlike the experts of one rank are
        QVERIFY(within >= draws * (from == 1 ? 0.6 : 0.75));
    }

    /// Four ranks of eight recorded experts; the profile of a GPU that held a single one was sent 6535 tokens.
    void unlikeRanksTellOfUnlikeExperts()
    {
        const std::vector<double> recorded = {2173, 3667, 2167, 185};
        const LoadSpreader spreader(4, 8);
        const double usual = most(spreader.spread(recorded, ExpertShares::Usual));
        QVERIFY(usual > 5500 && usual < 6535);
        QVERIFY(most(spreader.spread(recorded, ExpertShares::VeryUneven)) > 6535);
        // The more ranks are alike the less it is.
        QVERIFY(most(spreader.spread({2048, 2100, 2000, 2048}, ExpertShares::Usual)) < 2900);
    }

    void expertsOfASingleRankVaryAsIsUsual()
    {
        const auto busiest = [](size_t ranks, int experts, ExpertShares shares = ExpertShares::Usual) {
            return most(LoadSpreader(1, ranks, experts).spread({100}, shares));
        };
        QCOMPARE(busiest(8, 8, ExpertShares::Even), 100.0);
        QVERIFY(busiest(2, 8) > 105 && busiest(2, 8) < 150);
        QVERIFY(busiest(2, 8) < busiest(8, 8));
        QVERIFY(busiest(8, 64) < busiest(8, 8) && busiest(8, 8) < busiest(8, 8, ExpertShares::VeryUneven));
        QVERIFY(busiest(8, 8, ExpertShares::LittleUneven) < busiest(8, 8));
    }

    void weightsOfExpertsTakeAFixedTime()
    {
        // 1000 FLOP and 2 bytes a ns: 2 bytes of a weight take 1 ns, 2 FLOPs for each of 500 tokens as well.
        constexpr ExpertTraffic product {2, 2};
        constexpr ExpertTraffic withGradients {10, 4};
        QCOMPARE(product.fixedShare(500, 1e12, 2e9), 0.5);
        QCOMPARE(product.fixedShare(0, 1e12, 2e9), 1.0);
        QCOMPARE(withGradients.fixedShare(1250, 1e12, 2e9), 0.5);
        QCOMPARE(product.fixedShare(500, 0, 2e9), 0.0); // of no known GPU
        // Eight experts, an 8-byte count each; counts of tokens are no experts' work.
        QCOMPARE(countedExperts({compute(1), communication(Operation::AllGather, Category::ExpertComm, 64)}), 8);
        QCOMPARE(countedExperts({communication(Operation::AllGather, Category::TensorComm, 64)}), 0);
    }

    /// Two layers of two experts on a GPU, four in all: 3000 weights an expert, 500 tokens a layer.
    void weightsAndTokensTellTheSpeedOfAGpu()
    {
        JobProfile job;
        job.expert = 2;
        job.hiddenSize = 10;
        job.messageBytes = 400 * 10 * 2;
        RankWork rank;
        const Work layer {communication(Operation::AllGather, Category::ExpertComm, 4 * 8), exchange(1), compute(6),
            exchange(500 * 10 * 2), compute(200)};
        for (int i = 0; i < 2; ++i)
            rank.forward.insert(rank.forward.end(), layer.begin(), layer.end());
        rank.finalize = {communication(Operation::AllReduce, Category::ExpertDataComm, 2 * 2 * 3000 * 4),
            communication(Operation::AllReduce, Category::DataComm, 8000 * 4)};
        job.ranks = {rank};
        QCOMPARE(fastestMatrixWork(job), 2 * 3000 * 500 / 6e-9);
        // Behind the embedding all weights work on all tokens.
        job.ranks.front().stage = 1;
        job.ranks.front().forward = {compute(4)};
        QCOMPARE(fastestMatrixWork(job), 2 * 8000 * 400 / 4e-9);
        job.hiddenSize = 0;
        QCOMPARE(fastestMatrixWork(job), 0.0);
    }

    void aUsualVocabularyTellsTheEmbedding()
    {
        constexpr double embedding = 50304.0 * 4096;
        constexpr double attention = 4096.0 * (2.5 * 4096 + 10); // a fourth of the keys, a router for 8, two norms
        const auto found = embeddingParameters({4 * attention + embedding, 4, 4096, 1, 1, true});
        QVERIFY(found.has_value());
        QCOMPARE(*found, embedding);
        QCOMPARE(embeddingParameters({4 * attention + embedding + 4096, 4, 4096, 1, 1, true}).value_or(0), embedding);
        QVERIFY(!embeddingParameters({4 * attention, 4, 4096, 1, 1, true})); // layers alone
        QVERIFY(!embeddingParameters({4 * attention + embedding, 4, 0, 1, 1, true}));
        // Two norms, and no router: 96 rows more, and other vocabularies would fit as well.
        constexpr double layer = 4096.0 * (2.5 * 4096 + 10.5 * 4096 + 10);
        QCOMPARE(embeddingParameters({8 * layer + embedding, 8, 4096, 1}).value_or(0), embedding);
        // Of one stage, embedding and head.
        QCOMPARE(embeddingParameters({16 * layer + 2 * embedding + 4096, 16, 4096, 1, 2}).value_or(0), embedding);
    }
};

BUBBLESCOPE_TEST(TstLayerSplit, QCoreApplication)

} // namespace bubblescope::tst_layersplit

#include "tst_layersplit.moc"
