// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bubblesandwaits.h"
#include "runsummary.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRandomGenerator>
#include <QTest>

namespace bubblescope::tst_bubblesandwaits {

namespace {

constexpr TimeNs ms = 1'000'000;

TimeNs lengthOf(const StretchSums& stretches)
{
    TimeNs sum = 0;
    for (const StretchSums::Stretch& stretch : stretches.all())
        sum += stretch.range.duration();
    return sum;
}

} // namespace

class TstBubblesAndWaits : public QObject {
    Q_OBJECT
private slots:
    void stretchesAddUpToTheFigures()
    {
        const Trace trace = traceFromText(R"(
rank0 stage0: [F0 0-10] [F1 10-20] [B0 40-60] [B1 60-80]
rank0 stage0 comm dp: [allreduce 80-90]
rank1 stage1: [F0 12-22] [B0 22-38] [F1 40-50] [B1 50-58]
rank1 stage1 comm pp: [RF1 38-40]
rank1 stage1 comm dp: [allreduce 70-90]
)");
        const RunSummary summary = summarizeRun({trace, {}}, trace.timing());
        QVERIFY(summary.lost);
        QCOMPARE(summary.lost->ranks().size(), summary.ranks.size());
        QVERIFY(summary.lost->hasBubbles());
        for (size_t r = 0; r < summary.ranks.size(); ++r) {
            const RankWaits& loss = *summary.lost->of(r);
            QCOMPARE(lengthOf(loss.bubbles), summary.ranks[r].split.bubble());
            QCOMPARE(lengthOf(loss.waiting), summary.ranks[r].split.waiting());
            QCOMPARE(loss.bubbles.sum(trace.range()), summary.ranks[r].split.bubble());
        }
        QVERIFY(!summary.lost->of(2));
    }

    void sumsOfAnyPartEqualAdding()
    {
        QRandomGenerator random(5);
        StretchSums stretches;
        std::vector<bool> isCovered(2000, false);
        for (TimeNs at = 3; at < 1900;) {
            const TimeNs end = at + 1 + random.bounded(40);
            stretches.add({at, end}, SpanId());
            for (TimeNs t = at; t < end; ++t)
                isCovered[size_t(t)] = true;
            at = end + random.bounded(30);
        }
        const auto counted = [&](TimeNs begin, TimeNs end) {
            TimeNs sum = 0;
            for (TimeNs t = std::max<TimeNs>(begin, 0); t < std::min<TimeNs>(end, 2000); ++t)
                sum += isCovered[size_t(t)] ? 1 : 0;
            return sum;
        };
        for (int i = 0; i < 200; ++i) {
            const TimeNs begin = TimeNs(random.bounded(2100)) - 50;
            const TimeNs end = begin + 1 + random.bounded(900);
            QCOMPARE(stretches.sum({begin, end}), counted(begin, end));
            std::vector<float> shares(1 + random.bounded(60), 0);
            stretches.addShares({begin, end}, shares);
            float sum = 0;
            for (const float share : shares) {
                QVERIFY(share > -0.001f && share < 1.001f);
                sum += share;
            }
            const double width = double(end - begin) / double(shares.size());
            QVERIFY(std::abs(double(sum) * width - double(counted(begin, end))) < 0.01 * double(end - begin) + 0.01);
        }
    }

    void manyStretchesInAColumnAreOneShare()
    {
        StretchSums stretches;
        for (int i = 0; i < 1000; ++i)
            stretches.add({i * ms, i * ms + ms / 4}, SpanId());
        std::vector<float> shares(10, 0);
        stretches.addShares({0, 1000 * ms}, shares);
        for (const float share : shares)
            QVERIFY(std::abs(share - 0.25f) < 0.001f);
    }

    void stretchesThatTouchAreOne()
    {
        StretchSums stretches;
        stretches.add({0, 5}, SpanId());
        stretches.add({5, 9}, SpanId());
        stretches.add({9, 9}, SpanId());
        stretches.add({9, 12}, SpanId(3));
        QCOMPARE(stretches.all().size(), size_t(2));
        QCOMPARE(stretches.inside({9, 10}).size(), size_t(1));
        QCOMPARE(stretches.inside({12, 20}).size(), size_t(0));
    }
};

BUBBLESCOPE_TEST(TstBubblesAndWaits, QCoreApplication)

} // namespace bubblescope::tst_bubblesandwaits

#include "tst_bubblesandwaits.moc"
