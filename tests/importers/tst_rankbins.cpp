// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankbins.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <random>
#include <set>

namespace bubblescope::tst_rankbins {

namespace {

/// Asks one bin after another.
struct NaiveBins {
    std::vector<std::set<int>> held;
    std::vector<bool> closed;

    size_t find(const std::set<int>& ranks) const
    {
        size_t bin = 0;
        const auto isFree = [&] {
            return !closed[bin]
                && std::none_of(ranks.begin(), ranks.end(), [&](int rank) { return held[bin].count(rank) > 0; });
        };
        while (bin < held.size() && !isFree())
            ++bin;
        return bin;
    }
};

} // namespace

class TstRankBins : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theFirstBinWithoutTheRankIsFound();
    void whatDoesNotSuitIsPassedOver();
    void randomBinsAreFoundAsByAskingEach();
    void aHundredThousandBinsOfOneRankTakeNoTime();
};

void TstRankBins::theFirstBinWithoutTheRankIsFound()
{
    RankBins bins;
    QCOMPARE(bins.find(std::vector<int> {3}), size_t(0)); // there is none yet
    bins.put(bins.add(), std::vector<int> {3, 4});
    bins.put(bins.add(), std::vector<int> {3});
    QCOMPARE(bins.find(std::vector<int> {5}), size_t(0));
    QCOMPARE(bins.find(std::vector<int> {4}), size_t(1));
    QCOMPARE(bins.find(std::vector<int> {3}), size_t(2));
    bins.close(0);
    QCOMPARE(bins.find(std::vector<int> {5}), size_t(1));
}

void TstRankBins::whatDoesNotSuitIsPassedOver()
{
    RankBins bins;
    for (int i = 0; i < 3; ++i)
        bins.add();
    QCOMPARE(bins.find(std::vector<int> {0}, [](size_t bin) { return bin == 2; }), size_t(2));
    QCOMPARE(bins.find(std::vector<int> {0}), size_t(0)); // not for ever
}

void TstRankBins::randomBinsAreFoundAsByAskingEach()
{
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        RankBins bins;
        NaiveBins naive;
        for (int file = 0; file < 200; ++file) {
            std::set<int> ranks;
            for (unsigned i = 0; i < 1 + random() % 3; ++i)
                ranks.insert(int(random() % 6));
            const size_t bin = bins.find(ranks);
            QCOMPARE(bin, naive.find(ranks));
            if (bin == naive.held.size()) {
                bins.add();
                naive.held.emplace_back();
                naive.closed.push_back(false);
            }
            bins.put(bin, ranks);
            naive.held[bin].insert(ranks.begin(), ranks.end());
            if (random() % 8 == 0) {
                const size_t closed = random() % naive.held.size();
                bins.close(closed);
                naive.closed[closed] = true;
            }
        }
    }
}

void TstRankBins::aHundredThousandBinsOfOneRankTakeNoTime()
{
    RankBins bins; // asking each of them takes a minute
    const std::vector<int> rank {0};
    for (size_t i = 0; i < 100'000; ++i) {
        QCOMPARE(bins.find(rank), i);
        bins.put(bins.add(), rank);
    }
}

BUBBLESCOPE_TEST(TstRankBins, QCoreApplication)

} // namespace bubblescope::tst_rankbins

#include "tst_rankbins.moc"
