// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sequencealignment.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace bubblescope::tst_sequencealignment {

namespace {

using Keys = std::vector<uint64_t>;

/// Of the longest common subsequence, by the table of all prefixes.
size_t longestCommon(const Keys& a, const Keys& b)
{
    std::vector<std::vector<size_t>> longest(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i < a.size(); ++i) {
        for (size_t j = 0; j < b.size(); ++j)
            longest[i + 1][j + 1] = a[i] == b[j] ? longest[i][j] + 1 : std::max(longest[i][j + 1], longest[i + 1][j]);
    }
    return longest[a.size()][b.size()];
}

bool areEqualAndAscending(const std::vector<std::pair<uint32_t, uint32_t>>& places, const Keys& a, const Keys& b)
{
    for (size_t i = 0; i < places.size(); ++i) {
        const auto [x, y] = places[i];
        if (x >= a.size() || y >= b.size() || a[x] != b[y])
            return false;
        if (i > 0 && (x <= places[i - 1].first || y <= places[i - 1].second))
            return false;
    }
    return true;
}

} // namespace

class TestSequenceAlignment : public QObject {
    Q_OBJECT
private slots:
    void oneMoreMovesNothingElse()
    {
        const Keys a {1, 2, 1, 2, 1, 2};
        const Keys b {1, 2, 3, 1, 2, 1, 2};
        const std::vector<std::pair<uint32_t, uint32_t>> expected {{0, 0}, {1, 1}, {2, 3}, {3, 4}, {4, 5}, {5, 6}};
        QCOMPARE(alignedPlaces(a, b), expected);
        QVERIFY(alignedPlaces(a, Keys()).empty());
        QVERIFY(alignedPlaces(Keys {1}, Keys {2}).empty());
    }

    void asManyBelongTogetherAsCan()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 300; ++round) {
            Keys a(random() % 40);
            Keys b(random() % 40);
            const unsigned kinds = 1 + random() % 6;
            for (Keys* keys : {&a, &b})
                std::generate(keys->begin(), keys->end(), [&] { return random() % kinds; });
            const auto places = alignedPlaces(a, b);
            QVERIFY(areEqualAndAscending(places, a, b));
            QCOMPARE(places.size(), longestCommon(a, b));
        }
    }

    void sequencesThatDifferMuchAreAlignedPieceByPiece()
    {
        Keys a(5000);
        Keys b(6000);
        for (size_t i = 0; i < a.size(); ++i)
            a[i] = i;
        for (size_t i = 0; i < b.size(); ++i)
            b[i] = i < 5500 ? 10'000 + i : i - 5500; // what is alike comes after more than is ever left out at once
        QVERIFY(areEqualAndAscending(alignedPlaces(a, b), a, b));
        b.resize(500);
        b.insert(b.end(), a.begin(), a.end());
        const auto places = alignedPlaces(a, b);
        QVERIFY(areEqualAndAscending(places, a, b));
        QCOMPARE(places.size(), a.size());
    }
};

BUBBLESCOPE_TEST(TestSequenceAlignment, QCoreApplication)

} // namespace bubblescope::tst_sequencealignment

#include "tst_sequencealignment.moc"
