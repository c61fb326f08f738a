// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankblocks.h"
#include "testprogram.h"
#include "tracebuilder.h"

#include <QTest>

namespace bubblescope::tst_rankblocks {

namespace {
/// Ranks 0, 1, … with so many spans each.
Trace traceOf(const std::vector<int>& spans)
{
    TraceBuilder builder;
    for (size_t rank = 0; rank < spans.size(); ++rank) {
        SpanRecord span;
        span.track = builder.track({int32_t(rank), 0, Lane::Compute, Category::Other, "compute"});
        for (int i = 0; i < spans[rank]; ++i) {
            span.begin = 10 * i;
            span.end = span.begin + 10;
            builder.addSpan(span);
        }
    }
    ImportReport report;
    return builder.finish({}, report);
}

using Batches = std::vector<std::vector<uint32_t>>;
} // namespace

class TstRankBlocks : public QObject {
    Q_OBJECT

private slots:
    void batchesHoldAsManySpansAsTheyMay()
    {
        const Trace trace = traceOf({2, 2, 3, 1});
        QCOMPARE(rankBatches(trace, {0, 1, 2, 3}, 4), (Batches {{0, 1}, {2, 3}}));
        QCOMPARE(rankBatches(trace, {0, 1, 2, 3}, 1), (Batches {{0}, {1}, {2}, {3}})); // one at least
        QCOMPARE(rankBatches(trace, {0, 1, 2, 3}), (Batches {{0, 1, 2, 3}}));
        QCOMPARE(rankBatches(trace, {}), Batches());
    }

    void aRankWithoutSpansMayComeFirst()
    {
        const Trace trace = traceOf({0, 2, 0});
        QCOMPARE(trace.ranks().size(), size_t(3));
        QCOMPARE(rankBatches(trace, {0, 1, 2}, 2), (Batches {{0, 1, 2}}));
        QCOMPARE(rankBatches(trace, {0}), (Batches {{0}}));
    }
};

BUBBLESCOPE_TEST(TstRankBlocks, QCoreApplication)

} // namespace bubblescope::tst_rankblocks

#include "tst_rankblocks.moc"
