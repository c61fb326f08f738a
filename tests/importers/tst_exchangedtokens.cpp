// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchangedtokens.h"
#include "testprogram.h"
#include "tracebuilder.h"

#include <QTest>

#include <limits>
#include <utility>
#include <vector>

namespace bubblescope::tst_exchangedtokens {

namespace {

constexpr int64_t most = std::numeric_limits<int64_t>::max();

/// Bytes that each rank sends first, and those that it gets back.
Trace exchanging(const std::vector<std::pair<int64_t, int64_t>>& ranks)
{
    TraceBuilder builder;
    for (size_t rank = 0; rank < ranks.size(); ++rank) {
        const TrackId track = builder.track({int32_t(rank), 0, Lane::Communication, Category::ExpertComm, "expert"});
        TimeNs begin = 0;
        for (const int64_t bytes : {ranks[rank].first, ranks[rank].second}) {
            SpanRecord span;
            span.track = track;
            span.name = builder.intern("all_to_all");
            span.begin = begin;
            span.end = begin += 1000;
            span.category = Category::ExpertComm;
            span.operation = Operation::AllToAll;
            span.bytes = bytes;
            builder.addSpan(span);
        }
    }
    ImportReport report;
    return builder.finish({}, report);
}

ParallelLayout layout(int world, int tensor, int stages)
{
    ParallelLayout sizes;
    sizes.world = world;
    sizes.tensor = tensor;
    sizes.pipeline = stages;
    return sizes;
}

} // namespace

class TstExchangedTokens : public QObject {
    Q_OBJECT
private slots:
    void thoseWhoGetTogetherWhatTheySentShareExperts()
    {
        const Trace pairs = exchanging({{100, 160}, {100, 40}, {100, 70}, {100, 130}});
        QCOMPARE(expertRanksByExchange(pairs, layout(4, 1, 1)), std::optional(2));
        const Trace all = exchanging({{100, 160}, {100, 90}, {100, 70}, {100, 80}});
        QCOMPARE(expertRanksByExchange(all, layout(4, 1, 1)), std::optional(4));
        QCOMPARE(expertRanksByExchange(all, layout(4, 1, 2)), std::nullopt);
    }

    void ranksOfOneContextThatExchangeWithOthersAreNotTaken()
    {
        ParallelLayout sizes = layout(4, 1, 1);
        sizes.context = 2;
        const Trace within = exchanging({{100, 160}, {100, 40}, {100, 70}, {100, 130}});
        QCOMPARE(expertRanksByExchange(within, sizes), std::optional(2));
        const Trace beyond = exchanging({{100, 160}, {100, 70}, {100, 40}, {100, 130}}); // 0 with 2, 1 with 3
        QCOMPARE(expertRanksByExchange(beyond, sizes), std::nullopt);
    }

    void sizesOfOtherModelsSayNothing()
    {
        const Trace trace = exchanging({{100, 160}, {100, 40}});
        QCOMPARE(expertRanksByExchange(trace, layout(2, 1 << 16, 1 << 16)), std::nullopt);
        QCOMPARE(expertRanksByExchange(trace, layout(2, 4, 1)), std::nullopt);
        QCOMPARE(expertRanksByExchange(trace, {}), std::nullopt);
    }

    void absurdSizesAddUp()
    {
        const Trace trace = exchanging({{most, 0}, {most, 0}, {1, most}, {1, most}});
        QCOMPARE(expertRanksByExchange(trace, layout(4, 1, 1)), std::nullopt);
    }
};

BUBBLESCOPE_TEST(TstExchangedTokens, QCoreApplication)

} // namespace bubblescope::tst_exchangedtokens

#include "tst_exchangedtokens.moc"
