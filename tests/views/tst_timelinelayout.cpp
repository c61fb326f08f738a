// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "derivedtrace.h"
#include "physicalkey.h"
#include "spantext.h"
#include "testprogram.h"
#include "timelinelayout.h"
#include "timescale.h"
#include "tracetext.h"
#include "waittable.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/core.h>

namespace bubblescope::tst_timelinelayout {

namespace {

constexpr TimeNs ms = 1'000'000;

const char* const twoStages = R"(
rank0 stage0: [F0 0-10] [B0 40-60]
rank0 stage0 comm pp: [SF0 10-12] [RB0 12-40]
rank1 stage0: [F0 0-10] [B0 40-60]
rank2 stage1: [F0 12-22] [B0 22-38]
rank2 stage1 comm pp: [RF0 0-12] [SB0 38-40]
)";

QString picture(const Trace& trace, const TimelineLayout& layout)
{
    QStringList lines;
    for (const TimelineRow& row : layout.rows()) {
        if (row.kind == TimelineRow::Kind::Stage) {
            lines << QStringLiteral("stage%1").arg(row.stage);
            continue;
        }
        if (row.kind == TimelineRow::Kind::Alike) {
            lines << QStringLiteral("alike");
            continue;
        }
        const std::string_view name = trace.trackName(row.track);
        lines << QStringLiteral("rank%1 %2")
                     .arg(row.rank)
                     .arg(row.kind == TimelineRow::Kind::CollapsedRank
                             ? QStringLiteral("collapsed")
                             : QString::fromUtf8(name.data(), qsizetype(name.size())));
    }
    return lines.join(QStringLiteral("; "));
}

RowId rowOfLane(const Trace& trace, int rank, std::string_view lane)
{
    for (uint32_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.tracks()[i].rank == rank && trace.trackName(TrackId(i)) == lane)
            return RowId(trace.tracks()[i].firstRow);
    }
    return RowId();
}

std::shared_ptr<const WaitingTimes> waitingIn(const Trace& trace)
{
    return std::make_shared<const WaitingTimes>(
        trace.spanCount(), trace.timing(), findWaiting({trace, {}}, trace.timing()));
}

} // namespace

class TstTimelineLayout : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void timesAndPixelsAreEachOthersInverse()
    {
        const TimeScale scale({100, 1100}, 50, 500);
        QCOMPARE(scale.nsPerPixel(), 2.0);
        QCOMPARE(scale.x(100), 50.0);
        QCOMPARE(scale.x(1100), 550.0);
        QCOMPARE(scale.time(50), TimeNs(100));
        QCOMPARE(scale.time(300), TimeNs(600));
        QCOMPARE(scale.time(0), TimeNs(0)); // beyond the edge
    }

    void ticksAreRoundAndFarEnoughApart_data()
    {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<qint64>("step");
        QTest::addColumn<qint64>("first");
        const qint64 ms = 1'000'000;
        QTest::newRow("165 ms over 1000 px, 100 px apart") << qint64(0) << 165 * ms << 20 * ms << qint64(0);
        QTest::newRow("begins between ticks") << 7 * ms << 17 * ms << ms << 7 * ms;
        QTest::newRow("begins before zero") << -3 * ms << 97 * ms << 10 * ms << qint64(0);
        QTest::newRow("a few nanoseconds")
            << qint64(1'000'000'003) << qint64(1'000'000'013) << qint64(1) << qint64(1'000'000'003);
        QTest::newRow("a week") << qint64(0) << 604'800'000 * ms << 100'000'000 * ms << qint64(0);
    }
    void ticksAreRoundAndFarEnoughApart()
    {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(qint64, step);
        QFETCH(qint64, first);
        const TimeTicks ticks = TimeTicks::of(TimeScale({begin, end}, 0, 1000), 100);
        QCOMPARE(qint64(ticks.step), step);
        QCOMPARE(qint64(ticks.times.front()), first);
        QVERIFY(ticks.times.size() <= 11);
        QVERIFY(ticks.times.back() < end);
    }

    void rowsAreGroupedByStageThenRankThenLane()
    {
        const Trace trace = traceFromText(twoStages);
        const TimelineLayout layout(trace, {});
        QCOMPARE(picture(trace, layout),
            QStringLiteral(
                "stage0; rank0 compute; rank0 comm pp; rank1 compute; stage1; rank2 compute; rank2 comm pp"));
        for (size_t i = 1; i < layout.rows().size(); ++i)
            QVERIFY(layout.rows()[i].top >= layout.rows()[i - 1].bottom());
        QVERIFY(layout.contentHeight() >= layout.rows().back().bottom());
        QCOMPARE(layout.rows()[1].height, 22.0);
        QCOMPARE(layout.rows()[2].height, 12.0); // communication is thinner
    }

    void ranksAlikeStandBehindOne()
    {
        const Trace trace = traceFromText(twoStages);
        TimelineLayout::Options options;
        options.alike = {{1, {0}}};
        const TimelineLayout closed(trace, options);
        QCOMPARE(picture(trace, closed),
            QStringLiteral("stage0; rank1 compute; alike; stage1; rank2 compute; rank2 comm pp"));
        QCOMPARE(closed.rowOf(rowOfLane(trace, 0, "compute")), -1);
        const TimelineRow& line = closed.rows()[2];
        QCOMPARE(closed.rowAt(line.top + 1), 2);
        QVERIFY(closed.blocks()[0].bottom > line.top);
        options.openedAlike = {1};
        QCOMPARE(picture(trace, TimelineLayout(trace, options)),
            QStringLiteral("stage0; rank1 compute; alike; rank0 compute; rank0 comm pp; stage1; rank2 compute; "
                           "rank2 comm pp"));
    }

    void aRankThatIsNotInMemoryHasALine()
    {
        const Trace whole = traceFromText(twoStages);
        std::vector<SpanId> kept; // of all ranks but 1
        for (uint32_t i = 0; i < whole.spanCount(); ++i) {
            if (whole.track(whole.track(SpanId(i))).rank != 1)
                kept.push_back(SpanId(i));
        }
        const Trace trace = DerivedTrace::reduced(whole, kept, false);
        TimelineLayout::Options options;
        QCOMPARE(TimelineLayout(trace, options).blocks().size(), size_t(2));
        options.unread = {1};
        const TimelineLayout layout(trace, options);
        QCOMPARE(layout.blocks().size(), size_t(3));
        const RankBlock& block = layout.blocks()[1];
        QCOMPARE(block.rank, 1);
        QVERIFY(block.isUnread && block.isCollapsed && block.bottom > block.top);
        const TimelineRow& line = layout.rows()[size_t(layout.rowAt(block.top + 1))];
        QVERIFY(line.isUnread && line.kind == TimelineRow::Kind::CollapsedRank);
        QVERIFY(!spanAt(trace, trace.timing(), line.row, 0, 1'000'000).isValid());
        for (const TimelineRow& row : layout.rows())
            QCOMPARE(row.isUnread, row.rank == 1);
        options.onlyRanks = {0};
        QCOMPARE(TimelineLayout(trace, options).blocks().size(), size_t(1));
    }

    void onlyAStageOrSomeRanksCanBeShown()
    {
        const Trace trace = traceFromText(twoStages);
        TimelineLayout::Options options;
        options.onlyStages = {1};
        QCOMPARE(
            picture(trace, TimelineLayout(trace, options)), QStringLiteral("stage1; rank2 compute; rank2 comm pp"));
        options.onlyStages = {0};
        options.onlyRanks = {1};
        QCOMPARE(picture(trace, TimelineLayout(trace, options)), QStringLiteral("stage0; rank1 compute"));
    }

    void ranksWithoutAStageHaveNoStageHeader()
    {
        const Trace trace = traceFromText("rank0: [F0 0-10]\nrank1: [F0 0-10]\n");
        QCOMPARE(picture(trace, TimelineLayout(trace, {})), QStringLiteral("rank0 compute; rank1 compute"));
    }

    void collapsedGroupsStandForTheirRows()
    {
        const Trace trace = traceFromText(twoStages);
        TimelineLayout::Options options;
        options.collapsedRanks = {0};
        options.collapsedStages = {1};
        const TimelineLayout layout(trace, options);
        QCOMPARE(picture(trace, layout), QStringLiteral("stage0; rank0 collapsed; rank1 compute; stage1"));
        QCOMPARE(layout.rowOf(rowOfLane(trace, 0, "comm pp")), 1);
        QCOMPARE(layout.rowOf(rowOfLane(trace, 2, "compute")), 3);
        QCOMPARE(layout.stages()[1].blockCount, 1u);
        QCOMPARE(layout.rows()[1].row.value, rowOfLane(trace, 0, "compute").value);
    }

    void oneLaneOfEveryRankCanBeShownAlone()
    {
        const Trace trace = traceFromText(twoStages);
        TimelineLayout::Options options;
        options.lane = "comm pp";
        const TimelineLayout layout(trace, options);
        QCOMPARE(picture(trace, layout), QStringLiteral("stage0; rank0 comm pp; stage1; rank2 comm pp"));
        QCOMPARE(layout.rowOf(rowOfLane(trace, 0, "compute")), -1);
    }

    void busiestRanksComeFirstWhereAskedFor()
    {
        const Trace trace = traceFromText(twoStages);
        TimelineLayout::Options options;
        options.sort = TimelineLayout::Sort::ByBusy;
        options.busyByRank = {1, 5, 9};
        QCOMPARE(picture(trace, TimelineLayout(trace, options)),
            QStringLiteral(
                "stage0; rank1 compute; rank0 compute; rank0 comm pp; stage1; rank2 compute; rank2 comm pp"));
    }

    void pinnedTracksStandAboveTheRest()
    {
        const Trace trace = traceFromText(twoStages);
        TimelineLayout::Options options;
        options.pinned = {trace.row(rowOfLane(trace, 2, "comm pp")).track, TrackId(9999)};
        const TimelineLayout layout(trace, options);
        QCOMPARE(layout.pinnedRows().size(), size_t(1)); // the one that is not there is left out
        QCOMPARE(layout.pinnedRows().front().rank, 2);
        QVERIFY(layout.pinnedHeight() >= layout.pinnedRows().front().height);
        QCOMPARE(layout.rows().size(), size_t(7)); // and it stays in its place too
    }

    void secondRecordsOfFusedPairsHaveNoRow()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-3]\nrank0 stage0 comm pp: [SF1 3-5 ~RB0]\n");
        const TimelineLayout layout(trace, {});
        QCOMPARE(picture(trace, layout), QStringLiteral("stage0; rank0 compute; rank0 comm pp"));
        QCOMPARE(trace.spanCount(), 3u);
        for (uint32_t i = 0; i < trace.spanCount(); ++i)
            QVERIFY(layout.rowOf(trace.row(SpanId(i))) > 0);
    }

    void linesAreTheSameAtOtherTimesAndWithMoreSpansOnly()
    {
        const Trace trace = traceFromText(twoStages);
        const std::string text = twoStages;
        const auto with = [&text](std::string_view part, std::string_view other) {
            std::string changed = text;
            return traceFromText(changed.replace(changed.find(part), part.size(), other));
        };
        QVERIFY(haveSameLines(trace, with("[B0 22-38]", "[B0 23-30] [F1 31-38]")));
        QVERIFY(!haveSameLines(trace, with("rank1 stage0", "rank3 stage0")));
        QVERIFY(!haveSameLines(trace, with("rank2 stage1: ", "rank2 stage2: ")));
        QVERIFY(!haveSameLines(trace, with("rank0 stage0 comm pp", "rank0 stage0 comm dp")));
        QVERIFY(!haveSameLines(trace, with("[B0 22-38]", "[B0 22-38] [F1 25-40]"))); // a row for what overlaps
    }

    void rowsAreFoundByHeight()
    {
        const Trace trace = traceFromText(twoStages);
        const TimelineLayout layout(trace, {});
        for (size_t i = 0; i < layout.rows().size(); ++i) {
            QCOMPARE(layout.rowAt(layout.rows()[i].top), int(i));
            QCOMPARE(layout.rowAt(layout.rows()[i].bottom() - 0.5), int(i));
        }
        QCOMPARE(layout.rowAt(layout.rows()[1].bottom() + 0.5), -1); // between two lanes
        QCOMPARE(layout.rowAt(-1), -1);
        QCOMPARE(layout.rowAt(layout.contentHeight() + 1), -1);
        const auto all = layout.rowsBetween(0, layout.contentHeight());
        QCOMPARE(all.first, 0u);
        QCOMPARE(all.second, 7u);
        const auto middle = layout.rowsBetween(layout.rows()[2].top + 1, layout.rows()[3].top + 1);
        QCOMPARE(middle.first, 2u);
        QCOMPARE(middle.second, 4u);
        QCOMPARE(layout.blocks()[size_t(layout.blockAt(layout.rows()[3].top + 1))].rank, 1);
    }

    void theStageOnTopStaysAndIsPushedUpByTheNext()
    {
        const Trace trace = traceFromText(twoStages);
        const TimelineLayout layout(trace, {});
        QCOMPARE(layout.stickyStage(0), -1); // its header stands there itself
        QCOMPARE(layout.stickyStage(5), 0);
        QCOMPARE(layout.stickyOffset(5), 0.0);
        const double next = layout.stages()[1].top;
        QCOMPARE(layout.stickyStage(next - 8), 0);
        QCOMPARE(layout.stickyOffset(next - 8), 8 - TimelineLayout::stageHeight);
        QCOMPARE(layout.stickyStage(next + 1), 1);
    }

    void headersOfStagesAreNoTallerThanACollapsedRank()
    {
        const Trace trace = traceFromText(twoStages);
        TimelineLayout::Options options;
        options.collapsedRanks = {0, 1, 2};
        options.alike = {{0, {1}}};
        for (const double height : {12., 16., TimelineLayout::usualRowHeight, 30.}) {
            options.rowHeight = height;
            const TimelineLayout layout(trace, options);
            const TimelineRow& rank = layout.rows()[1];
            QCOMPARE(picture(trace, layout), QStringLiteral("stage0; rank0 collapsed; alike; stage1; rank2 collapsed"));
            QCOMPARE(layout.rows()[0].height, layout.headerHeight());
            QVERIFY(layout.headerHeight() <= rank.height);
            QVERIFY(layout.rows()[2].height <= rank.height + 1);
            // The one that is pushed up is as tall.
            const double next = layout.stages()[1].top;
            QCOMPARE(layout.stickyOffset(next - 4), 4 - layout.headerHeight());
        }
    }

    void aThousandRanksAreLaidOutInOrder()
    {
        TraceBuilder builder;
        for (int rank = 0; rank < 1024; ++rank) {
            for (int lane = 0; lane < 6; ++lane) {
                SpanRecord span;
                const std::string name = "lane" + std::to_string(lane);
                span.track = builder.track({rank, int16_t(rank / 64), lane == 0 ? Lane::Compute : Lane::Communication,
                    lane == 0 ? Category::Other : Category(int(Category::TensorComm) + lane), name});
                span.end = ms;
                span.name = builder.intern("x");
                builder.addSpan(span);
            }
        }
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const TimelineLayout layout(trace, {});
        QCOMPARE(layout.rows().size(), size_t(1024 * 6 + 16));
        QCOMPARE(layout.stages().size(), size_t(16));
        QCOMPARE(layout.stages()[15].blockCount, 64u);
        QCOMPARE(layout.rows()[layout.stages()[1].row + 1].rank, 64);
    }

    void theSpanUnderATimeOrNearItIsFound()
    {
        const Trace trace = traceFromText(twoStages);
        const RowId row = rowOfLane(trace, 0, "compute");
        const auto at
            = [&](TimeNs time, TimeNs tolerance) { return spanAt(trace, trace.timing(), row, time, tolerance); };
        QCOMPARE(trace.begin(at(5 * ms, 0)), 0 * ms);
        QVERIFY(!at(20 * ms, 5 * ms).isValid());
        QCOMPARE(trace.begin(at(12 * ms, 3 * ms)), 0 * ms);
        QCOMPARE(trace.begin(at(38 * ms, 3 * ms)), 40 * ms);
        QVERIFY(!at(61 * ms, ms / 2).isValid());
        QVERIFY(!at(-2 * ms, ms).isValid());
    }

    void edgesSnapToTheNearestEndOfASpan()
    {
        const Trace trace = traceFromText(twoStages);
        const RowId row = rowOfLane(trace, 0, "compute");
        const auto at = [&](TimeNs time) { return snapped(trace, trace.timing(), row, time, 2 * ms); };
        QCOMPARE(at(9 * ms), 10 * ms);
        QCOMPARE(at(11 * ms), 10 * ms);
        QCOMPARE(at(41 * ms), 40 * ms);
        QCOMPARE(at(25 * ms), 25 * ms); // too far from both
    }

    void aReceiveWaitsUntilItsSendBegins()
    {
        Trace trace = traceFromText(R"(
rank0 stage0 comm pp: [SF0 10-12]
rank1 stage1 comm pp: [RF0 3-12]
)");
        const SpanId send(trace.row(rowOfLane(trace, 0, "comm pp")).firstSpan);
        const SpanId receive(trace.row(rowOfLane(trace, 1, "comm pp")).firstSpan);
        QCOMPARE(WaitTable(trace, nullptr).waitEnd(trace.timing(), receive), trace.begin(receive)); // nothing is known
        trace = DerivedTrace::linked(std::move(trace), {{send, receive}});
        const WaitTable waits(trace, waitingIn(trace));
        QCOMPARE(waits.waitEnd(trace.timing(), receive) - trace.begin(receive), 7 * ms);
        QCOMPARE(waits.awaited(receive).value, send.value);
        QCOMPARE(waits.linksOf(send).size(), size_t(1));
        QCOMPARE(waits.waitEnd(trace.timing(), send), trace.begin(send));
    }

    void aGapNamesWhoseMessageEndsIt()
    {
        Trace trace = traceFromText(R"(
rank0 stage0: [F0 0-10]
rank0 stage0 comm pp: [RB0 60-61]
rank1 stage1: [B0 30-58]
rank1 stage1 comm pp: [SB0 59-61]
)");
        const SpanId receive(trace.row(rowOfLane(trace, 0, "comm pp")).firstSpan);
        const SpanId send(trace.row(rowOfLane(trace, 1, "comm pp")).firstSpan);
        trace = DerivedTrace::linked(std::move(trace), {{send, receive}});
        const WaitTable waits(trace, waitingIn(trace));
        QCOMPARE(gapCause(trace, waits, 0, {10 * ms, 60 * ms}), QStringLiteral("waits for stage 1"));
        QCOMPARE(gapCause(trace, waits, 0, {10 * ms, 30 * ms}), QString()); // something else ended that
    }

    /// Once the chain of waits is known, a gap also names its end, in short where there is little room.
    void aGapNamesTheEndOfItsChain()
    {
        const Trace trace
            = traceFromText("rank0 stage0: [B0 40-50]\nrank1 stage1: [B0 30-40]\nrank2 stage2: [B0 0-30]");
        Bubble bubble;
        bubble.rank = 0;
        bubble.range = {0, 40 * ms};
        bubble.isPipelines = true;
        bubble.awaited = SpanId(trace.row(rowOfLane(trace, 1, "compute")).firstSpan);
        bubble.culpritRank = 2;
        bubble.culpritStage = 2;
        QCOMPARE(gapCause(trace, bubble), QStringLiteral("waits for stage 1, which waits for rank 2"));
        QCOMPARE(gapCauseInShort(bubble), QStringLiteral("waits for rank 2"));
        bubble.culpritRank = 1; // a chain of one link reads like the end of a longer one
        QCOMPARE(gapCause(trace, bubble), QStringLiteral("waits for rank 1"));
        bubble.culpritRank = -1;
        QVERIFY(gapCause(trace, bubble).isEmpty());
    }

    void waitingIsFoundForEveryOneOfManySpans()
    {
        std::string text = "rank0 stage0 comm pp:";
        for (int i = 0; i < 300; ++i)
            text += fmt::format(" [{} {}-{}]", i % 3 == 0 ? "RF" + std::to_string(i) : "loss", i, i + 1);
        const Trace trace = traceFromText(text);
        const WaitTable waits(trace, waitingIn(trace));
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            const bool isLonely = isReceive(trace.operation(span)); // its send is not there: all of it is waiting
            QCOMPARE(waits.waitEnd(trace.timing(), span), isLonely ? trace.end(span) : trace.begin(span));
        }
    }

    void theReceiveOfAFusedPairWaitsAsTheOneSpanThatIsDrawn()
    {
        Trace trace = traceFromText(R"(
rank0 stage0 comm pp: [SF1 2-12 ~RB0]
rank1 stage1 comm pp: [SB0 9-12]
)");
        SpanId drawn, leg, send;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            if (trace.hasFlag(span, SpanFlag::fusedLeg))
                leg = span;
            else if (trace.hasFlag(span, SpanFlag::fused))
                drawn = span;
            else
                send = span;
        }
        trace = DerivedTrace::linked(std::move(trace), {{send, leg}});
        const WaitTable waits(trace, waitingIn(trace));
        QCOMPARE(waits.waitEnd(trace.timing(), drawn) - trace.begin(drawn), 7 * ms);
        QCOMPARE(fusedPartner(trace, drawn).value, leg.value);
        QCOMPARE(drawnSpan(trace, leg).value, drawn.value);
    }

    void lettersWorkByTheirPlaceOnTheKeyboard()
    {
        // The key left of X and right of Tab: W on a US keyboard, Z on a French one.
        QCOMPARE(physicalKey("xcb", 25, Qt::Key_Z), int(Qt::Key_W));
        QCOMPARE(physicalKey("wayland", 25, Qt::Key_W), int(Qt::Key_W));
        QCOMPARE(physicalKey("windows", 17, Qt::Key_Z), int(Qt::Key_W));
        QVERIFY(physicalKey("xcb", 52, Qt::Key_W) != int(Qt::Key_W)); // a French W stands where Z is
        QCOMPARE(physicalKey("offscreen", 0, Qt::Key_W), int(Qt::Key_W));
        QCOMPARE(physicalKey("xcb", 110, Qt::Key_Home), int(Qt::Key_Home));
    }
};

BUBBLESCOPE_TEST(TstTimelineLayout, QCoreApplication)

} // namespace bubblescope::tst_timelinelayout

#include "tst_timelinelayout.moc"
