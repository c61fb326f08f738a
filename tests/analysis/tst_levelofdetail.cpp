// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "detailpyramid.h"
#include "levelofdetail.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace bubblescope::tst_levelofdetail {

namespace {

constexpr TimeNs ms = 1'000'000;

struct Piece {
    TimeNs begin;
    TimeNs end;
    Category category;
};

Trace traceOf(const std::vector<Piece>& pieces)
{
    TraceBuilder builder;
    const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
    for (const Piece& piece : pieces) {
        SpanRecord span;
        span.track = track;
        span.begin = piece.begin;
        span.end = piece.end;
        span.category = piece.category;
        builder.addSpan(span);
    }
    ImportReport report;
    return builder.finish({}, report);
}

/// Phases of one category, bursts, long gaps, instants, and now and then a very long span.
/// Of one category where the seed is divisible by three, else of four, or five for the first.
std::vector<Piece> randomPieces(uint32_t seed, size_t count)
{
    std::mt19937_64 random(seed);
    const auto upTo = [&](uint64_t bound) { return static_cast<TimeNs>(random() % bound); };
    const Category categories[] = {Category::Forward, Category::Backward, Category::TensorComm, Category::Host};
    const size_t kinds = seed % 3 == 0 ? 1 : 4;
    std::vector<Piece> pieces;
    TimeNs time = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t kind = random() % 1000;
        const TimeNs duration = kind < 100 ? 0 : kind < 998 ? 1 + upTo(20'000) : upTo(3 * ms);
        const TimeNs gap = kind % 7 == 0 ? 0 : kind % 211 == 0 ? upTo(5 * ms) : 1 + upTo(3'000);
        pieces.push_back({time, time + duration,
            kind >= 998 && seed % 6 == 1 ? Category::Waiting
                                         : categories[(random() % 3 == 0 ? random() : i / 60) % kinds]});
        time += duration + gap;
        if (duration == 0 && gap == 0)
            ++time;
    }
    return pieces;
}

struct Reference {
    double share = 0;
    std::map<Category, TimeNs> time;
    TimeNs longest = -1;
    uint32_t begins = 0;
};

/// What a column shows, by looking at every span; `slack` widens it on both sides.
Reference reference(const Trace& trace, TimeRange column, bool isLast, TimeNs slack = 0)
{
    Reference result;
    const TimeRange wide {column.begin - slack, column.end + slack};
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const TimeRange span = trace.range(SpanId(i));
        const TimeNs inside = span.intersected(wide).duration();
        const bool instant
            = span.begin == span.end && (wide.contains(span.begin) || (isLast && span.begin == wide.end));
        if (inside > 0 || instant)
            result.longest = std::max(result.longest, span.duration());
        if (inside > 0)
            result.time[trace.category(SpanId(i))] += inside;
        if (wide.contains(span.begin) || (isLast && instant))
            ++result.begins;
        result.share += static_cast<double>(inside);
    }
    result.share /= static_cast<double>(std::max<TimeNs>(wide.duration(), 1));
    return result;
}

TimeRange columnOf(TimeRange range, size_t column, size_t columns)
{
    const auto edge = [&](size_t c) {
        return range.begin + range.duration() / TimeNs(columns) * TimeNs(c)
            + range.duration() % TimeNs(columns) * TimeNs(c) / TimeNs(columns);
    };
    return {edge(column), edge(column + 1)};
}

} // namespace

class TstLevelOfDetail : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aFewSpansAreShownExactly()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10] [B0 15-20] [F1 20-40]");
        const LevelOfDetail levels(trace, trace.timing());
        std::vector<LodCell> cells(4);
        levels.columns(RowId(0), {0, 40 * ms}, cells);
        QCOMPARE(cells[0].busyShare, 1.0f);
        QCOMPARE(cells[0].dominant, Category::Forward);
        QCOMPARE(cells[0].longest, SpanId(0));
        QCOMPARE(cells[0].spanCount, 1u);
        QCOMPARE(cells[1].busyShare, 0.5f);
        QCOMPARE(cells[1].dominant, Category::Backward);
        QCOMPARE(cells[2].busyShare, 1.0f);
        QCOMPARE(cells[2].spanCount, 1u);
        QCOMPARE(cells[3].longest, SpanId(2));
        QCOMPARE(cells[3].busyShare, 1.0f);
        QCOMPARE(cells[3].spanCount, 0u);
    }

    void gapsStayEmpty()
    {
        const Trace trace = traceFromText("rank0: [F0 0-1] [F1 99-100]");
        const LevelOfDetail levels(trace, trace.timing());
        std::vector<LodCell> cells(100, LodCell {1, Category::Host, SpanId(7), 3});
        levels.columns(RowId(0), {0, 100 * ms}, cells);
        for (size_t c = 1; c < 99; ++c) {
            QCOMPARE(cells[c].busyShare, 0.0f);
            QVERIFY(!cells[c].longest.isValid());
            QCOMPARE(cells[c].spanCount, 0u);
        }
        QCOMPARE(cells[99].longest, SpanId(1));
    }

    void columnsThatFitAreExactAtEveryZoom_data()
    {
        QTest::addColumn<uint32_t>("seed");
        for (uint32_t seed = 1; seed <= 6; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    /// As long as columns are narrower than the buckets, nothing is folded: every figure is exact.
    void columnsThatFitAreExactAtEveryZoom()
    {
        QFETCH(uint32_t, seed);
        const Trace trace = traceOf(randomPieces(seed, 700));
        const LevelOfDetail levels(trace, trace.timing());
        std::mt19937 random(seed);
        for (int zoom = 0; zoom < 40; ++zoom) {
            const TimeNs width = TimeNs(1) << (random() % 11 + 5);
            const TimeNs begin = TimeNs(random() % uint64_t(trace.range().end)) - width / 3;
            const TimeRange range {begin, begin + width};
            std::vector<LodCell> cells(random() % 37 + 1);
            levels.columns(RowId(0), range, cells);
            for (size_t c = 0; c < cells.size(); ++c) {
                TimeRange column = columnOf(range, c, cells.size());
                if (width < TimeNs(cells.size()))
                    column = {range.begin + TimeNs(c) * width / TimeNs(cells.size()),
                        range.begin + TimeNs(c) * width / TimeNs(cells.size()) + 1};
                const bool isLast = column.end == range.end;
                const Reference expected = reference(trace, column, isLast);
                QVERIFY(std::abs(expected.share - double(cells[c].busyShare)) < 1e-6);
                QCOMPARE(cells[c].spanCount, expected.begins);
                QCOMPARE(cells[c].longest.isValid(), expected.longest >= 0);
                if (expected.longest < 0)
                    continue;
                QCOMPARE(trace.duration(cells[c].longest), expected.longest);
                TimeNs most = 0;
                for (const auto& [category, time] : expected.time)
                    most = std::max(most, time);
                if (most > 0)
                    QCOMPARE(expected.time.at(cells[c].dominant), most);
            }
        }
    }

    void foldedColumnsStayWithinTheirTolerance_data() { columnsThatFitAreExactAtEveryZoom_data(); }
    void foldedColumnsStayWithinTheirTolerance()
    {
        QFETCH(uint32_t, seed);
        const Trace trace = traceOf(randomPieces(seed, 9000));
        const LevelOfDetail levels(trace, trace.timing());
        std::mt19937_64 random(seed);
        double worst = 0;
        double sum = 0;
        size_t compared = 0;
        size_t filled = 0;
        size_t dominantRight = 0;
        for (int zoom = 0; zoom < 12; ++zoom) {
            const TimeNs width = trace.range().duration() >> (zoom % 4);
            const TimeNs begin = TimeNs(random() % uint64_t(trace.range().end)) - width / 2;
            const TimeRange range {begin, begin + width};
            std::vector<LodCell> cells(static_cast<size_t>(40) >> (zoom % 4));
            levels.columns(RowId(0), range, cells);
            for (size_t c = 0; c < cells.size(); ++c) {
                const TimeRange column = columnOf(range, c, cells.size());
                const Reference expected = reference(trace, column, c + 1 == cells.size());
                const double off = std::abs(expected.share - double(cells[c].busyShare));
                worst = std::max(worst, off);
                sum += off;
                ++compared;
                const TimeNs slack = column.duration() / 4 + 1;
                QVERIFY(cells[c].longest.isValid() || reference(trace, column, false, -slack).longest < 0);
                QCOMPARE(cells[c].longest.isValid() || cells[c].busyShare == 0, true);
                if (!cells[c].longest.isValid())
                    continue;
                ++filled;
                // Not longer than what lies a quarter of a column outside, not shorter than what lies well inside.
                QVERIFY(trace.duration(cells[c].longest) <= reference(trace, column, false, slack).longest);
                QVERIFY(trace.duration(cells[c].longest) >= reference(trace, column, false, -slack).longest);
                TimeNs most = 0;
                for (const auto& [category, time] : expected.time)
                    most = std::max(most, time);
                const auto dominant = expected.time.find(cells[c].dominant);
                dominantRight += dominant != expected.time.end() && double(dominant->second) > 0.9 * double(most);
            }
        }
        QVERIFY2(worst < 0.125, qPrintable(QString::number(worst)));
        QVERIFY2(sum / double(compared) < 0.005, qPrintable(QString::number(sum / double(compared))));
        QVERIFY2(
            dominantRight * 100 > filled * 85, qPrintable(QString::number(double(dominantRight) / double(filled))));
    }

    void busyTimeOfAllColumnsAddsUp()
    {
        const Trace trace = traceOf(randomPieces(3, 20'000));
        const LevelOfDetail levels(trace, trace.timing());
        TimeNs busy = 0;
        for (uint32_t i = 0; i < trace.spanCount(); ++i)
            busy += trace.duration(SpanId(i));
        for (const size_t columns : {1u, 3u, 64u, 1900u}) {
            std::vector<LodCell> cells(columns);
            levels.columns(RowId(0), trace.range(), cells);
            double sum = 0;
            uint64_t begins = 0;
            for (size_t c = 0; c < columns; ++c) {
                sum += double(cells[c].busyShare) * double(columnOf(trace.range(), c, columns).duration());
                begins += cells[c].spanCount;
            }
            QVERIFY(std::abs(sum - double(busy)) < 1e-3 * double(busy));
            QVERIFY(std::abs(double(begins) - 20'000) < 0.04 * 20'000);
        }
    }

    void aRareLongWaitNeverVanishes()
    {
        std::vector<Piece> pieces;
        for (TimeNs i = 0; i < 100'000; ++i)
            pieces.push_back({i * 1000, i * 1000 + 900, Category::Forward});
        pieces[54'321] = {54'321'000, 54'321'950, Category::Waiting};
        const Trace trace = traceOf(pieces);
        const LevelOfDetail levels(trace, trace.timing());
        for (size_t columns = 1; columns < 3000; columns = columns * 3 / 2 + 1) {
            std::vector<LodCell> cells(columns);
            levels.columns(RowId(0), trace.range(), cells);
            const auto shows = [](const LodCell& cell) { return cell.longest == SpanId(54'321); };
            QVERIFY(std::any_of(cells.begin(), cells.end(), shows));
        }
    }

    void instantsAppearAtEveryZoom()
    {
        std::vector<Piece> pieces;
        for (TimeNs i = 0; i < 1000; ++i)
            pieces.push_back({i * ms, i * ms, Category::Host});
        const Trace trace = traceOf(pieces);
        const LevelOfDetail levels(trace, trace.timing());
        for (const size_t columns : {1u, 10u, 333u, 1000u}) {
            std::vector<LodCell> cells(columns);
            levels.columns(RowId(0), trace.range(), cells);
            for (const LodCell& cell : cells) {
                QVERIFY(cell.longest.isValid());
                QVERIFY(cell.spanCount > 0);
                QCOMPARE(cell.busyShare, 0.0f);
                QCOMPARE(cell.dominant, Category::Host);
            }
        }
    }

    void farOutlierLeavesTheRestItsDetail()
    {
        std::vector<Piece> pieces = randomPieces(5, 6000);
        pieces.push_back({TimeNs(1) << 55, (TimeNs(1) << 55) + 10, Category::Forward});
        const Trace trace = traceOf(pieces);
        DetailPyramid pyramid;
        pyramid.build(trace, trace.timing());
        QCOMPARE(pyramid.chunks.size(), size_t(2));
        QVERIFY(pyramid.chunks[0].shift < 20);
        const LevelOfDetail levels(trace, trace.timing());
        std::vector<LodCell> cells(7);
        levels.columns(RowId(0), {0, TimeNs(1) << 56}, cells);
        QVERIFY(cells[0].longest.isValid());
        QCOMPARE(cells[3].longest, SpanId(6000));
    }

    void timeByCategoryIsExact()
    {
        const Trace trace = traceOf(randomPieces(11, 5000));
        const LevelOfDetail levels(trace, trace.timing());
        std::mt19937_64 random(2);
        for (int i = 0; i < 200; ++i) {
            const TimeNs a = TimeNs(random() % uint64_t(trace.range().end + 1000)) - 500;
            const TimeRange range {a, a + TimeNs(random() % uint64_t(trace.range().end >> (i % 20)))};
            std::array<TimeNs, categoryCount> expected {};
            for (uint32_t s = 0; s < trace.spanCount(); ++s)
                expected[size_t(trace.category(SpanId(s)))] += trace.range(SpanId(s)).intersected(range).duration();
            QVERIFY(levels.timeByCategory(RowId(0), range) == expected);
            QCOMPARE(levels.busyTime(RowId(0), range), std::accumulate(expected.begin(), expected.end(), TimeNs(0)));
        }
    }

    void visibleSpansAreThoseThatTouchTheRange()
    {
        const Trace trace = traceFromText("rank0: [F0 0-10] [B0 10-20] [F1 25-25] [F2 30-40]");
        using Pair = std::pair<uint32_t, uint32_t>;
        const auto visible = [&](TimeNs a, TimeNs b) {
            return visibleSpans(trace, trace.timing(), RowId(0), {a * ms, b * ms});
        };
        QVERIFY(visible(0, 40) == Pair(0, 4));
        QVERIFY(visible(10, 11) == Pair(1, 2));
        QVERIFY(visible(9, 10) == Pair(0, 1));
        QVERIFY(visible(20, 25) == Pair(2, 2));
        QVERIFY(visible(25, 26) == Pair(2, 3));
        QVERIFY(visible(41, 50) == Pair(4, 4));
    }

    void fusedLegsStayEmpty()
    {
        const Trace trace = traceFromText("rank0 comm pp: [SF1 3-5 ~RB0]");
        const LevelOfDetail levels(trace, trace.timing());
        size_t legs = 0;
        for (uint32_t r = 0; r < trace.rows().size(); ++r) {
            if (trace.rows()[r].kind != Row::Kind::FusedLegs)
                continue;
            ++legs;
            std::vector<LodCell> cells(3);
            levels.columns(RowId(r), trace.range(), cells);
            QVERIFY(!cells[1].longest.isValid());
            QCOMPARE(levels.busyTime(RowId(r), trace.range()), TimeNs(0));
        }
        QCOMPARE(legs, size_t(1));
    }

    void countsArePackedClosely()
    {
        for (uint32_t n = 0; n < 32; ++n)
            QCOMPARE(unpackCount(packCount(n)), n);
        for (uint32_t n = 32; n < 500'000; n = n * 9 / 8 + 1)
            QVERIFY(std::abs(double(unpackCount(packCount(n))) - n) <= n / 16.0);
        QVERIFY(unpackCount(packCount(0xffffffffu)) > 400'000u);
    }

    void costsAtMostTenBytesPerSpan()
    {
        const Trace trace = traceOf(randomPieces(1, 300'000));
        const LevelOfDetail levels(trace, trace.timing());
        const double bytes = double(levels.memoryBytes()) / trace.spanCount();
        QVERIFY2(bytes <= 10, qPrintable(QString::number(bytes)));
    }

    void strangeRangesAreHarmless()
    {
        const Trace trace = traceOf(randomPieces(1, 5000));
        const LevelOfDetail levels(trace, trace.timing());
        std::vector<LodCell> none;
        levels.columns(RowId(0), trace.range(), none);
        std::vector<LodCell> cells(5);
        levels.columns(RowId(0), {10, 10}, cells);
        QVERIFY(!cells[0].longest.isValid());
        levels.columns(RowId(0), {20, 10}, cells);
        levels.columns(RowId(99), trace.range(), cells);
        QVERIFY(!cells[0].longest.isValid());
        levels.columns(
            RowId(0), TimeRange {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()}, cells);
        QCOMPARE(cells[2].longest.isValid(), true);
        LevelOfDetail().columns(RowId(0), trace.range(), cells);
        QVERIFY(!cells[2].longest.isValid());
    }
};

BUBBLESCOPE_TEST(TstLevelOfDetail, QCoreApplication)

} // namespace bubblescope::tst_levelofdetail

#include "tst_levelofdetail.moc"
