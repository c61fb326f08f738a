// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "disjointtimes.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace bubblescope::tst_disjointtimes {

class TstDisjointTimes : public QObject {
    Q_OBJECT
private slots:
    void nothingTakesNoTime()
    {
        const DisjointTimes none;
        QCOMPARE(none.within({0, 10}), TimeNs(0));
        QVERIFY(!none.longest({0, 10}));
        QCOMPARE(none.outside({0, 10}), (std::vector<TimeRange> {{0, 10}}));
    }

    void whatOverlapsCountsOnce()
    {
        const DisjointTimes times({{{20, 30}, 2}, {{0, 10}, 0}, {{5, 15}, 1}, {{22, 28}, 3}});
        QCOMPARE(times.pieces().size(), size_t(3));
        QCOMPARE(times.within({0, 100}), TimeNs(25));
        QCOMPARE(times.longest({0, 19})->number, uint32_t(0));
        QCOMPARE(times.outside({12, 40}), (std::vector<TimeRange> {{15, 20}, {30, 40}}));
    }

    /// Against a look at every piece.
    void anyRangeIsAnsweredAsByLookingAtAll()
    {
        std::mt19937 random(9);
        const auto upTo = [&random](int most) { return TimeNs(random() % uint32_t(most)); };
        for (int round = 0; round < 60; ++round) {
            std::vector<DisjointTimes::Piece> pieces;
            TimeNs at = 0;
            for (int i = 0; i < round; ++i) {
                at += upTo(5);
                const TimeNs begin = at;
                at += 1 + upTo(20);
                pieces.push_back({{begin, at}, uint32_t(i)});
            }
            std::shuffle(pieces.begin(), pieces.end(), random);
            const DisjointTimes times(pieces);
            const DisjointTimes sums(pieces, DisjointTimes::Ask::Sums);
            for (int i = 0; i < 50; ++i) {
                const TimeNs begin = upTo(int(at) + 10) - 5;
                const TimeRange range {begin, begin + upTo(int(at) + 10)};
                TimeNs sum = 0;
                TimeNs longest = 0;
                for (const DisjointTimes::Piece& piece : pieces) {
                    const TimeNs inside = piece.range.intersected(range).duration();
                    sum += inside;
                    longest = std::max(longest, inside);
                }
                QCOMPARE(times.within(range), sum);
                QCOMPARE(sums.within(range), sum);
                const std::optional<DisjointTimes::Piece> found = times.longest(range);
                QCOMPARE(found.has_value(), longest > 0);
                if (found) {
                    QCOMPARE(found->range.duration(), longest);
                    const auto piece = std::find_if(
                        pieces.begin(), pieces.end(), [&](const auto& p) { return p.number == found->number; });
                    QCOMPARE(piece->range.intersected(range), found->range);
                }
                TimeNs rest = 0;
                for (const TimeRange& free : times.outside(range)) {
                    QCOMPARE(times.within(free), TimeNs(0));
                    rest += free.duration();
                }
                QCOMPARE(rest + sum, range.duration());
            }
        }
    }
};

BUBBLESCOPE_TEST(TstDisjointTimes, QCoreApplication)

} // namespace bubblescope::tst_disjointtimes

#include "tst_disjointtimes.moc"
