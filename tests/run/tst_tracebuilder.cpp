// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "derivedtrace.h"
#include "testprogram.h"
#include "tracebuilder.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>
#include <vector>

namespace bubblescope::tst_tracebuilder {

class TstTraceBuilder : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void textGoesInAndOutUnchanged();
    void timesAreRelativeToTheFirstStart();
    void spansAreSortedWhateverTheirOrder();
    void nestedSpansGetRowsByDepthAndAParent();
    void overlappingSpansGetAnOverflowRowAndAnIssue();
    void instantsAtABoundaryDoNotNest();
    void fusedSecondIsKeptOnAHiddenRow();
    void parentOnAnotherLaneSurvivesSorting();
    void lanesAndStepsOfARankAreFoundByItsNumber();
    void tracksThatWereAddedAreFoundLater();
    void appendedFilesKeepTheirNamesAndPositions();
    void launchesCountersAndCallsFollowTheirSpans();
    void stepsEndWithTheOptimizer();
    void stepsOfDevicesFollowEachOther();
    void hostShiftMovesOnlyItsRanks();
    void ranksThatAreNotComparableStartTogether();
    void aFarOffEventDoesNotStretchTheDenseRange();
    void aFewSpansAroundAllOthersDoNotStretchTheDenseRange();
    void twoSpansFarApartAreBothDense();
    void extremeTimesDoNotOverflow();
    void nestingDeeperThanAllowedIsKept();
    void columnsStayWithinSixtyFourBytes();
    void unusualValuesFollowTheirSpans();
};

void TstTraceBuilder::textGoesInAndOutUnchanged()
{
    const std::string text = "rank0 stage0: [F0 0-10 [allreduce 2-5]] [B0 12-30.25]\n"
                             "rank0 stage0 comm tp: [allgather 3-4 in F0]\n"
                             "rank1 stage1 comm pp: [RF0 1-11] [SF1 12-13 ~RB0]\n";
    QCOMPARE(textFromTrace(traceFromText(text)), text);
}

void TstTraceBuilder::timesAreRelativeToTheFirstStart()
{
    const Trace trace = traceFromText("rank0: [F0 1000-1010]\nrank1: [F0 1005-1020]\n");
    QCOMPARE(trace.origin(), TimeNs(1'000'000'000));
    QVERIFY(trace.range() == (TimeRange {0, 20'000'000}));
    QVERIFY(trace.rangeOf(*trace.findRank(1)) == (TimeRange {5'000'000, 20'000'000}));
    QVERIFY(trace.findRank(2) == nullptr);
}

void TstTraceBuilder::spansAreSortedWhateverTheirOrder()
{
    QCOMPARE(textFromTrace(traceFromText("rank1: [B0 20-30] [F0 0-10] [F1 10-20]\nrank0: [F0 5-6]\n")),
        std::string("rank0: [F0 5-6]\nrank1: [F0 0-10] [F1 10-20] [B0 20-30]\n"));
}

void TstTraceBuilder::nestedSpansGetRowsByDepthAndAParent()
{
    const Trace trace = traceFromText("rank0 python: [a 0-10] [b 1-9] [c 2-3] [d 4-9] [e 9.5-10]\n");
    QCOMPARE(textFromTrace(trace), std::string("rank0 python: [a 0-10 [b 1-9 [c 2-3] [d 4-9]] [e 9.5-10]]\n"));
    QCOMPARE(trace.rows().size(), size_t(3));
    QCOMPARE(trace.rows()[1].depth, uint16_t(1));
    QCOMPARE(trace.rows()[1].spanCount, 2u);
    QCOMPARE(trace.row(SpanId(trace.rows()[2].firstSpan)).value, 2u);
}

void TstTraceBuilder::overlappingSpansGetAnOverflowRowAndAnIssue()
{
    ImportReport report;
    TraceBuilder builder = builderFromText("rank0: [F0 0-10] [F1 5-15] [F2 6-16] [F3 20-21]\n");
    const Trace trace = builder.finish({}, report);
    QCOMPARE(trace.spanCount(), 4u);
    QCOMPARE(trace.rows().size(), size_t(3));
    QVERIFY(trace.rows()[0].kind == Row::Kind::Nested);
    QCOMPARE(trace.rows()[0].spanCount, 2u);
    QVERIFY(trace.rows()[1].kind == Row::Kind::Overflow);
    QVERIFY(trace.rows()[2].kind == Row::Kind::Overflow);
    QCOMPARE(report.count(IssueKind::OverlappingSpans), uint64_t(1));
    QVERIFY(report.issues()[0].first[0].message.text().starts_with("2 spans"));
}

void TstTraceBuilder::instantsAtABoundaryDoNotNest()
{
    const Trace trace = traceFromText("rank0: [F0 0-10] [allreduce 10-10] [B0 10-20]\n");
    QCOMPARE(trace.rows().size(), size_t(1));
    QCOMPARE(trace.rows()[0].spanCount, 3u);
}

void TstTraceBuilder::fusedSecondIsKeptOnAHiddenRow()
{
    const Trace trace = traceFromText("rank0 comm pp: [SF1 3-5 ~RB0] [SF2 6-7]\n");
    QCOMPARE(trace.spanCount(), 3u);
    QCOMPARE(trace.operationCount(), 3u);
    QCOMPARE(trace.subOperationCount(), 0u);
    QCOMPARE(trace.rows().size(), size_t(2));
    QVERIFY(trace.rows()[1].kind == Row::Kind::FusedLegs);
    const SpanId leg(trace.rows()[1].firstSpan);
    QVERIFY(trace.hasFlag(leg, SpanFlag::fusedLeg));
    QVERIFY(trace.name(trace.parent(leg)) == "SF1");
    QVERIFY(trace.hasFlag(trace.parent(leg), SpanFlag::fused));
}

void TstTraceBuilder::parentOnAnotherLaneSurvivesSorting()
{
    const Trace trace = traceFromText("rank3: [B0 20-30] [F0 0-10]\n"
                                      "rank3 comm tp: [allreduce 21-22 in B0] [allgather 1-2 in F0]\n");
    int found = 0;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.name(SpanId(i)) == "allreduce")
            found += trace.name(trace.parent(SpanId(i))) == "B0";
        if (trace.name(SpanId(i)) == "allgather")
            found += trace.name(trace.parent(SpanId(i))) == "F0";
    }
    QCOMPARE(found, 2);
    QCOMPARE(trace.subOperationCount(), 2u);
}

void TstTraceBuilder::lanesAndStepsOfARankAreFoundByItsNumber()
{
    const Trace trace = traceFromText("rank7 comm pp: [SF0 10-11]\n"
                                      "rank3: [F0 0-10] [optimizer 10-12] [F0 13-20]\n"
                                      "rank7: [F0 0-10]\n"
                                      "rank9: [F0 0-10]\n");
    QStringList lanes;
    for (const Track& track : trace.tracksOf(7)) {
        QCOMPARE(track.rank, 7);
        QCOMPARE(&trace.track(trace.idOf(track)), &track);
        const std::string_view lane = trace.trackName(trace.idOf(track));
        lanes << QString::fromUtf8(lane.data(), qsizetype(lane.size()));
    }
    QCOMPARE(lanes, QStringList({QStringLiteral("compute"), QStringLiteral("comm pp")}));
    QCOMPARE(trace.tracksOf(3).size(), size_t(1));
    QVERIFY(trace.tracksOf(8).empty());
    QVERIFY(trace.tracksOf(-1).empty());
    QCOMPARE(trace.stepsOf(3).size(), size_t(2));
    QCOMPARE(trace.stepsOf(3)[1].step.number, 2);
    QCOMPARE(trace.stepsOf(9).size(), size_t(1));
    QVERIFY(trace.stepsOf(10).empty());
    QVERIFY(!trace.hasThreads());
}

void TstTraceBuilder::tracksThatWereAddedAreFoundLater()
{
    const auto key = [](int32_t rank) { return TrackKey {rank, 0, Lane::Compute, Category::Other, "compute"}; };
    TraceBuilder builder;
    const TrackId first = builder.addTrack(key(5));
    const TrackId second = builder.addTrack(key(2));
    QVERIFY(first != second);
    QVERIFY(builder.track(key(2)) == second);
    const TrackId third = builder.addTrack(key(7));
    QVERIFY(builder.track(key(5)) == first);
    QVERIFY(builder.track(key(7)) == third);
    builder.track(key(1));
    TraceBuilder other;
    other.addTrack(key(7));
    builder.append(std::move(other));
    for (const TrackId track : {first, second, third}) {
        SpanRecord span;
        span.track = track;
        span.end = 10;
        builder.addSpan(span);
    }
    ImportReport report;
    const Trace trace = builder.finish({}, report);
    QCOMPARE(trace.tracks().size(), size_t(4)); // the appended one is no other
    std::vector<int32_t> ranks;
    for (const RankInfo& rank : trace.ranks())
        ranks.push_back(rank.rank);
    QVERIFY(ranks == std::vector<int32_t>({1, 2, 5, 7}));
    QCOMPARE(trace.tracksOf(5).size(), size_t(1));
}

void TstTraceBuilder::appendedFilesKeepTheirNamesAndPositions()
{
    const auto fileOf = [](const char* file, int rank, uint64_t offset) {
        TraceBuilder builder;
        builder.setFile(file);
        SpanRecord span;
        span.track = builder.track({rank, 0, Lane::Compute, Category::Other, "compute"});
        span.name = builder.intern(file);
        span.end = 10;
        span.offset = offset;
        builder.addSpan(span);
        return builder;
    };
    TraceBuilder all;
    all.append(fileOf("a.txt", 1, 77));
    all.append(fileOf("b.txt", 0, uint64_t(5) << 32));
    ImportReport report;
    const Trace trace = all.finish({}, report);
    QVERIFY(trace.name(SpanId(0)) == "b.txt");
    QCOMPARE(trace.files()[trace.source(SpanId(0)).file], std::string("b.txt"));
    QCOMPARE(trace.source(SpanId(0)).offset, uint64_t(5) << 32);
    QCOMPARE(trace.files()[trace.source(SpanId(1)).file], std::string("a.txt"));
    QCOMPARE(trace.source(SpanId(1)).offset, uint64_t(77));
}

void TstTraceBuilder::launchesCountersAndCallsFollowTheirSpans()
{
    const auto rank = [](int number, TimeNs begin) {
        TraceBuilder builder;
        SpanRecord span;
        span.track = builder.track({number, -1, Lane::Communication, Category::DataComm, "comm"});
        span.name = builder.intern("kernel");
        span.begin = begin + 10;
        span.end = begin + 30;
        const uint32_t kernel = builder.addSpan(span);
        span.track = builder.track({number, -1, Lane::Thread, Category::Other, "thread"});
        span.name = builder.intern("launch");
        span.begin = begin;
        span.end = begin + 5;
        builder.addLaunch(builder.addSpan(span), kernel);
        Communicator communicator;
        communicator.name = builder.intern("7");
        communicator.ranks = {0, 1};
        communicator.size = 2;
        CollectiveCall call;
        call.span = SpanId(kernel);
        call.communicator = builder.communicator(communicator);
        call.sequence = 5;
        call.dataType = builder.intern(number == 0 ? "Float" : "Half");
        builder.addCollective(call);
        CounterSeries series;
        series.name = builder.intern("memory");
        series.rank = number;
        builder.addCounter(series, {begin + 20, begin + 10}, {2.0, 1.0});
        return builder;
    };
    TraceBuilder all;
    all.append(rank(1, 1000));
    all.append(rank(0, 2000));
    all.setHost(1, "node1");
    ImportReport report;
    const Trace trace = DerivedTrace::aligned(all.finish({}, report), {{0, 100}, {false, false}});

    QCOMPARE(trace.launches().size(), size_t(2));
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const bool isKernel = trace.name(SpanId(i)) == "kernel";
        const SpanId launch = trace.launchOf(SpanId(i));
        QCOMPARE(launch.isValid(), isKernel);
        const CollectiveCall* const call = trace.collectives().find(SpanId(i));
        QCOMPARE(call != nullptr, isKernel);
        if (!isKernel)
            continue;
        QVERIFY(trace.name(launch) == "launch");
        const int rank = trace.track(trace.track(SpanId(i))).rank;
        QCOMPARE(trace.track(trace.track(launch)).rank, rank);
        QVERIFY(trace.strings().text(call->dataType) == (rank == 0 ? "Float" : "Half"));
        QCOMPARE(trace.collectives().communicatorOf(*call)->ranks.size(), size_t(2));
    }
    // Equal groups of two files are one.
    QCOMPARE(trace.collectives().communicators.size(), size_t(1));
    const CounterTable& counters = trace.counters();
    QCOMPARE(counters.series.size(), size_t(2));
    const auto times = [&](size_t series) {
        const auto of = counters.timesOf(counters.series[series]);
        return std::vector<TimeNs>(of.begin(), of.end());
    };
    // Rank 1 begins the run, its host's clock is 100 ns late.
    QCOMPARE(counters.series[0].rank, 0);
    QVERIFY(times(0) == (std::vector<TimeNs> {910, 920}));
    QVERIFY(times(1) == (std::vector<TimeNs> {10, 20}));
    QCOMPARE(counters.valuesOf(counters.series[1])[0], 1.0);
}

void TstTraceBuilder::stepsEndWithTheOptimizer()
{
    const Trace trace = traceFromText("rank0: [F0 0-10] [optimizer 10-12] [F0 13-20] [optimizer 21-25]\n"
                                      "rank1: [F0 2-11] [optimizer 11-13] [F0 14-21] [optimizer 22-26]\n");
    QCOMPARE(trace.steps().size(), size_t(2));
    QCOMPARE(trace.steps()[0].number, 1);
    QVERIFY(trace.steps()[0].range == (TimeRange {0, 13'000'000}));
    QVERIFY(trace.steps()[1].range == (TimeRange {12'000'000, 26'000'000}));
    QCOMPARE(trace.rankSteps().size(), size_t(4));
    QVERIFY(trace.rankSteps()[2].step.range == (TimeRange {2'000'000, 13'000'000}));
}

void TstTraceBuilder::stepsOfDevicesFollowEachOther()
{
    const auto stepsOf = [](TimeRange host) {
        // Rank 0 ends each step 2 ms before rank 1, and goes on.
        TraceBuilder builder = builderFromText("rank0: [F0 0-10] [F1 10-20] [F2 20-35]\n"
                                               "rank1: [F0 2-12] [F1 12-22] [F2 22-32]\n");
        constexpr TimeNs ms = 1'000'000;
        const TimeRange ranges[2][3]
            = {{{0, 10 * ms}, {10 * ms, 20 * ms}, {20 * ms, 35 * ms}}, {{2 * ms, 12 * ms}, {12 * ms, 22 * ms}, {22 * ms, 32 * ms}}};
        for (int rank = 0; rank < 2; ++rank) {
            for (int step = 0; step < 3; ++step)
                builder.addStep(RankStep {rank, {step + 1, ranges[rank][step]}, host, 0});
        }
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        std::vector<TimeRange> steps;
        for (const Step& step : trace.steps())
            steps.push_back({step.range.begin / ms, step.range.end / ms});
        return steps;
    };
    // The last is as long as on rank 0, where it takes longer than from end to end.
    QVERIFY(stepsOf({0, 1}) == (std::vector<TimeRange> {{0, 12}, {12, 22}, {20, 35}}));
    QVERIFY(stepsOf({}) == (std::vector<TimeRange> {{0, 12}, {10, 22}, {20, 35}}));
}

void TstTraceBuilder::hostShiftMovesOnlyItsRanks()
{
    TraceBuilder builder = builderFromText("rank0: [F0 100-110]\nrank1: [F0 5100-5110]\n");
    builder.setHost(0, "node1");
    builder.setHost(1, "node2");
    ImportReport report;
    Trace trace = builder.finish({}, report);
    QCOMPARE(trace.hosts().size(), size_t(2));
    trace = DerivedTrace::aligned(std::move(trace), {{0, -4'998'000'000}, {false, false}});
    QCOMPARE(trace.rangeOf(*trace.findRank(0)).begin, TimeNs(0));
    QCOMPARE(trace.rangeOf(*trace.findRank(1)).begin, TimeNs(2'000'000));
    QCOMPARE(trace.findRank(1)->shift, TimeNs(-4'998'000'000));
    QVERIFY(trace.findRank(1)->clock == ClockState::Aligned);
    QCOMPARE(trace.range().duration(), TimeNs(12'000'000));
    QCOMPARE(trace.origin(), TimeNs(100'000'000));
}

void TstTraceBuilder::ranksThatAreNotComparableStartTogether()
{
    TraceBuilder builder = builderFromText("rank0: [F0 0-10] [B0 10-30]\nrank1: [F0 10000-10012]\n");
    ImportReport report;
    TraceBuilder::Options options;
    options.ranksAreComparable = false;
    const Trace trace = builder.finish(options, report);
    QVERIFY(!trace.ranksAreComparable());
    QVERIFY(trace.rangeOf(*trace.findRank(1)) == (TimeRange {0, 12'000'000}));
    QVERIFY(trace.findRank(1)->clock == ClockState::OwnStart);
    QCOMPARE(trace.range().duration(), TimeNs(30'000'000));
}

void TstTraceBuilder::aFarOffEventDoesNotStretchTheDenseRange()
{
    std::string text = "rank0:";
    for (int i = 0; i < 200; ++i)
        text += " [F0 " + std::to_string(i * 10) + "-" + std::to_string(i * 10 + 9) + "]";
    const Trace trace = traceFromText(text + " [F1 90000000-90000001]\n");
    QCOMPARE(trace.range().end, TimeNs(90'000'001) * 1'000'000);
    QVERIFY(trace.denseRange() == (TimeRange {0, 1'999'000'000}));
}

void TstTraceBuilder::aFewSpansAroundAllOthersDoNotStretchTheDenseRange()
{
    std::string others = "rank0:";
    for (int i = 0; i < 300; ++i)
        others += " [F0 " + std::to_string(50'000 + i * 10) + "-" + std::to_string(50'000 + i * 10 + 9) + "]";
    const Trace trace = traceFromText("rank0 host: [F1 0-50100] [F1 50110-900000]\n" + others + "\n");
    QVERIFY(trace.denseRange() == (TimeRange {50'000 * TimeNs(1'000'000), 52'999 * TimeNs(1'000'000)}));
    // Where the others are spread out, too, a long one is as good as they are.
    std::string spread = "rank0 host: [F1 0-60000]\nrank0:";
    for (int i = 0; i < 300; ++i)
        spread += " [F0 " + std::to_string(i * 200) + "-" + std::to_string(i * 200 + 9) + "]";
    const Trace even = traceFromText(spread + "\n");
    QVERIFY(even.denseRange() == even.range());
}

void TstTraceBuilder::twoSpansFarApartAreBothDense()
{
    const Trace trace = traceFromText("rank0: [F0 0-1] [F1 1000000-1000001]\n");
    QVERIFY(trace.denseRange() == trace.range());
}

void TstTraceBuilder::extremeTimesDoNotOverflow()
{
    TraceBuilder builder;
    SpanRecord span;
    span.track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    span.begin = std::numeric_limits<TimeNs>::min();
    span.end = std::numeric_limits<TimeNs>::max();
    builder.addSpan(span);
    span.begin = std::numeric_limits<TimeNs>::max();
    span.end = std::numeric_limits<TimeNs>::min();
    builder.addSpan(span);
    ImportReport report;
    const Trace trace = builder.finish({}, report);
    QCOMPARE(trace.spanCount(), 2u);
    for (uint32_t i = 0; i < 2; ++i)
        QVERIFY(trace.duration(SpanId(i)) >= 0);
}

void TstTraceBuilder::nestingDeeperThanAllowedIsKept()
{
    TraceBuilder builder = builderFromText("rank0 python: [a 0-10 [b 1-9 [c 2-8 [d 3-7]]]]\n");
    ImportReport report;
    TraceBuilder::Options options;
    options.maximumDepth = 2;
    const Trace trace = builder.finish(options, report);
    QCOMPARE(trace.spanCount(), 4u);
    QCOMPARE(report.count(IssueKind::NestingTooDeep), uint64_t(1));
}

void TstTraceBuilder::columnsStayWithinSixtyFourBytes()
{
    TraceBuilder builder;
    SpanRecord span;
    span.track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    span.name = builder.intern("forward_step");
    constexpr uint32_t count = 20000;
    for (uint32_t i = 0; i < count; ++i) {
        span.begin = i * 10;
        span.end = i * 10 + 9;
        builder.addSpan(span);
    }
    ImportReport report;
    const Trace trace = builder.finish({}, report);
    QVERIFY2(
        trace.memoryBytes() <= size_t(count) * 34, qPrintable(QString::number(double(trace.memoryBytes()) / count)));
}

/// Two lanes in turn, so that all are put in another order, of two builders; enough for more than one thread.
void TstTraceBuilder::unusualValuesFollowTheirSpans()
{
    constexpr uint32_t count = 60'000;
    TraceBuilder all;
    for (const std::string_view file : {"first", "second"}) {
        TraceBuilder builder;
        const TrackId lanes[] = {builder.track({0, 0, Lane::Thread, Category::Other, file}),
            builder.track({0, 0, Lane::Host, Category::Other, file})};
        for (uint32_t i = 0; i < count; ++i) {
            SpanRecord span;
            span.track = lanes[i % 2];
            span.begin = (file == "first" ? 0 : TimeNs(count)) + i;
            span.end = span.begin + 1;
            span.offset = i;
            if (i % 7 == 0) {
                span.bytes = i;
                span.detail = builder.intern(std::to_string(i % 49));
                span.inputs = builder.intern(std::to_string(i % 91));
                span.operation = Operation::AllReduce;
                span.flags = SpanFlag::notMeasured;
                span.stage = 3;
                span.microbatch = static_cast<int32_t>(i);
            }
            const uint32_t added = builder.addSpan(span);
            if (i % 1000 == 0)
                builder.setBytes(added, 5);
        }
        all.append(std::move(builder));
    }
    ImportReport report;
    const Trace trace = all.finish({}, report);
    QCOMPARE(trace.spanCount(), 2 * count);
    for (SpanId span(0); span.value < trace.spanCount(); ++span.value) {
        const auto i = static_cast<uint32_t>(trace.source(span).offset);
        const bool isUnusual = i % 7 == 0;
        QCOMPARE(trace.begin(span) % count, TimeNs(i));
        QCOMPARE(trace.bytes(span), i % 1000 == 0 ? int64_t(5) : isUnusual ? int64_t(i) : int64_t(-1));
        QCOMPARE(std::string(trace.detail(span)), isUnusual ? std::to_string(i % 49) : std::string());
        QCOMPARE(std::string(trace.inputs(span)), isUnusual ? std::to_string(i % 91) : std::string());
        QCOMPARE(trace.operation(span), isUnusual ? Operation::AllReduce : Operation::Other);
        QCOMPARE(trace.flags(span), isUnusual ? SpanFlag::notMeasured : uint8_t(0));
        QCOMPARE(trace.stage(span), isUnusual ? 3 : -1);
        QCOMPARE(trace.microbatch(span), isUnusual ? static_cast<int>(i) : -1);
        QVERIFY(!trace.parent(span).isValid());
    }
}

BUBBLESCOPE_TEST(TstTraceBuilder, QCoreApplication)

} // namespace bubblescope::tst_tracebuilder

#include "tst_tracebuilder.moc"
