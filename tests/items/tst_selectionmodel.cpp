// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selectionmodel.h"
#include "searchmodel.h"
#include "searchresult.h"
#include "testprogram.h"
#include "tracetext.h"
#include "waitingtimes.h"

#include <QAbstractItemModelTester>
#include <QtTest>

#include <random>

namespace bubblescope::tst_selectionmodel {

namespace {

constexpr TimeNs ms = 1000000;

TracePtr trace(const char* text) { return std::make_shared<const Trace>(traceFromText(text)); }

std::vector<SelectionSummary::Group> count(
    const TracePtr& trace, TimeRange range, SelectionSummary::GroupBy by, uint32_t slice = 1000)
{
    SelectionSummary summary(trace, range, by);
    int slices = 0;
    while (!summary.advance(slice)) {
        if (++slices > 10000)
            return {};
    }
    return summary.groups();
}

} // namespace

class TstSelectionModel : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void selfTimeLeavesOutWhatIsInside()
    {
        const TracePtr t = trace("rank0 stage0: [optimizer 0-10]\nrank0 stage0 comm tp: [allreduce 2-5 in optimizer]");
        const auto groups = count(t, {0, 100 * ms}, SelectionSummary::GroupBy::Name);
        QCOMPARE(groups.size(), size_t(2));
        QCOMPARE(groups[0].total, 10 * ms);
        QCOMPARE(groups[0].self, 7 * ms);
        QCOMPARE(groups[1].total, 3 * ms);
        QCOMPARE(groups[1].self, 3 * ms);
    }

    void everyDurationHasTheUnitThatFitsIt()
    {
        const TracePtr t = trace("rank0 stage0: [optimizer 0-187]\n"
                                 "rank0 stage0 comm tp: [allreduce 190-190.02] [allgather 191-191.03]");
        SelectionModel model;
        const auto by = SelectionSummary::GroupBy::Name;
        model.setGroups(t, by, count(t, {0, 300 * ms}, by), true);
        for (const int column :
            {SelectionModel::MeanColumn, SelectionModel::P50Column, SelectionModel::LongestColumn}) {
            QCOMPARE(model.index(0, column).data().toString(), formatDuration(187e6));
            QVERIFY(model.index(1, column).data().toString().endsWith(QStringLiteral("µs")));
        }
    }

    void timeOutsideTheRangeIsNotCounted()
    {
        const TracePtr t = trace("rank0 stage0: [optimizer 0-10] [optimizer 20-30] [optimizer 40-50]");
        const auto groups = count(t, {5 * ms, 25 * ms}, SelectionSummary::GroupBy::Name);
        QCOMPARE(groups.size(), size_t(1));
        QCOMPARE(groups[0].count, uint64_t(2));
        QCOMPARE(groups[0].total, 10 * ms);
        QCOMPARE(groups[0].mean(), double(5 * ms)); // like the total, of the time inside the range
        QCOMPARE(groups[0].p50, 5 * ms);
        QCOMPARE(groups[0].longestDuration, 5 * ms); // not more than the total
        // A span that only touches the range does not lie in it.
        QVERIFY(count(t, {10 * ms, 20 * ms}, SelectionSummary::GroupBy::Name).empty());
        QVERIFY(count(t, {5 * ms, 5 * ms}, SelectionSummary::GroupBy::Name).empty());
    }

    void waitingIsCountedInsideTheRange()
    {
        const TracePtr t = trace("rank0 stage0 comm pp: [RF0 0-10] [RF1 20-30]");
        const std::vector<Waiting> waits {{SpanId(0), {}, 8 * ms}, {SpanId(1), {}, 21 * ms}};
        SelectionSummary summary(t, {5 * ms, 25 * ms}, SelectionSummary::GroupBy::Category,
            std::make_shared<const WaitingTimes>(t->spanCount(), t->timing(), waits));
        while (!summary.advance(1))
            continue;
        QCOMPARE(summary.groups().size(), size_t(1));
        QCOMPARE(summary.groups()[0].total, 10 * ms);
        QCOMPARE(summary.groups()[0].waiting, 4 * ms);
    }

    void percentilesAreNearestRank()
    {
        std::string text = "rank0 stage0:";
        int at = 0;
        for (int i = 1; i <= 100; ++i) { // durations 1 .. 100 ms
            text += " [optimizer " + std::to_string(at) + "-" + std::to_string(at + i) + "]";
            at += i;
        }
        const auto groups = count(trace(text.c_str()), {0, 100000 * ms}, SelectionSummary::GroupBy::Name);
        QCOMPARE(groups[0].p50, 50 * ms);
        QCOMPARE(groups[0].p90, 90 * ms);
        QCOMPARE(groups[0].p99, 99 * ms);
        uint64_t counted = 0;
        for (const uint32_t count : groups[0].histogram)
            counted += count;
        QCOMPARE(counted, groups[0].count);
        QCOMPARE(groups[0].histogram[SelectionSummary::histogramBar(100 * ms)], 35u); // 66 to 100 ms: above 65.536 ms
        QCOMPARE(groups[0].longestDuration, 100 * ms);
        QCOMPARE(groups[0].mean(), 50.5 * ms);
    }

    void figuresOfManySpansAreExact_data()
    {
        QTest::addColumn<TimeNs>("scale");
        QTest::addColumn<int>("spans");
        for (const TimeNs scale : {TimeNs(1), TimeNs(997), ms}) {
            for (const int spans : {20000, 300000})
                QTest::addRow("%d times of %lld", spans, static_cast<long long>(scale)) << scale << spans;
        }
        // Nearly equal ones share a bucket; of half a second each they are more than there are bins for.
        QTest::addRow("long and nearly equal") << TimeNs(0) << 300000;
    }
    /// Against sorting them all: bursts of equal durations, a long tail, limits of the histogram, and more than 4.3 s.
    void figuresOfManySpansAreExact()
    {
        QFETCH(TimeNs, scale);
        QFETCH(int, spans);
        TraceBuilder builder;
        const TrackId track = builder.track({0, 0, Lane::Compute, Category::Other, "compute"});
        std::mt19937_64 random(7);
        std::vector<TimeNs> sorted;
        TimeNs at = 0;
        for (int i = 0; i < spans; ++i) {
            const auto tail = static_cast<TimeNs>(uint64_t(1) << random() % 14);
            const TimeNs duration = scale == 0 ? 500 * ms + TimeNs(random() % 200'000)
                : i % 3 == 0                   ? 1000 * tail + i % 2
                : i % 3 == 1                   ? 5000
                                               : scale * static_cast<TimeNs>(random() % uint64_t(tail));
            SpanRecord span;
            span.track = track;
            span.begin = at;
            span.end = at += duration;
            builder.addSpan(span);
            sorted.push_back(duration);
            ++at;
        }
        std::sort(sorted.begin(), sorted.end());
        ImportReport report;
        const auto groups = count(std::make_shared<const Trace>(builder.finish({}, report)), {0, at},
            SelectionSummary::GroupBy::Category, 1000000);
        QCOMPARE(groups.size(), size_t(1));
        QCOMPARE(groups[0].count, sorted.size());
        QCOMPARE(groups[0].p50, sorted[size_t(spans) / 2 - 1]);
        QCOMPARE(groups[0].p90, sorted[size_t(spans) * 9 / 10 - 1]);
        QCOMPARE(groups[0].p99, sorted[size_t(spans) * 99 / 100 - 1]);
        QCOMPARE(groups[0].longestDuration, sorted.back());
        SelectionSummary::Histogram histogram {};
        for (const TimeNs duration : sorted)
            ++histogram[SelectionSummary::histogramBar(duration)];
        QCOMPARE(groups[0].histogram, histogram);
    }

    void aFusedPairCountsOnce()
    {
        const TracePtr t = trace("rank0 stage0 comm pp: [SF1 3-5 ~RB0] [SF2 6-7]");
        uint64_t spans = 0;
        for (const auto& group : count(t, {0, 100 * ms}, SelectionSummary::GroupBy::Category)) {
            spans += group.count;
            QCOMPARE(group.total, 3 * ms);
        }
        QCOMPARE(spans, uint64_t(2));
    }

    void slicesGiveTheSameResult()
    {
        const TracePtr t = trace("rank0 stage0: [F0 0-10] [B0 12-30] [F1 30-35]\n"
                                 "rank1 stage1: [F0 10-22] [B0 22-31]\n"
                                 "rank1 stage1 comm tp: [allreduce 12-15 in F0]");
        for (const auto by :
            {SelectionSummary::GroupBy::Name, SelectionSummary::GroupBy::Category, SelectionSummary::GroupBy::Track}) {
            const auto whole = count(t, {0, 100 * ms}, by, 1000000);
            const auto sliced = count(t, {0, 100 * ms}, by, 1);
            QCOMPARE(sliced.size(), whole.size());
            for (size_t i = 0; i < whole.size(); ++i) {
                QCOMPARE(sliced[i].total, whole[i].total);
                QCOMPARE(sliced[i].self, whole[i].self);
                QCOMPARE(sliced[i].p50, whole[i].p50);
                QCOMPARE(sliced[i].count, whole[i].count);
            }
        }
    }

    /// Threads share the spans by number, so that names, parents and rows are cut anywhere.
    void threadsGiveTheSameResult()
    {
        TraceBuilder builder;
        std::mt19937_64 random(3);
        constexpr int rows = 7;
        constexpr int spansOfARow = 20000;
        for (int row = 0; row < rows; ++row) {
            const TrackId track = builder.track({row, 0, Lane::Compute, Category::Other, "compute"});
            TimeNs at = 0;
            for (int i = 0; i < spansOfARow; ++i) {
                SpanRecord span;
                span.track = track;
                span.begin = at;
                span.end = at += 5000 + TimeNs(random() % 200) * 1000;
                span.name = builder.intern(i % 3 == 0 ? "norm" : "matmul");
                span.category = i % 7 == 0 ? Category::Backward : Category::Forward;
                const uint32_t parent = builder.addSpan(span);
                span.begin += 1000;
                span.end -= 2000;
                span.name = builder.intern("kernel");
                span.parent = parent;
                builder.addSpan(span);
            }
        }
        ImportReport report;
        const TracePtr t = std::make_shared<const Trace>(builder.finish({}, report));
        const TimeRange range {t->range().begin + 3 * ms, t->range().end - 5 * ms};
        for (const auto by :
            {SelectionSummary::GroupBy::Name, SelectionSummary::GroupBy::Category, SelectionSummary::GroupBy::Track}) {
            SelectionSummary alone(t, range, by, nullptr, 1);
            while (!alone.advance(1000000)) { }
            SelectionSummary shared(t, range, by, nullptr, 3);
            while (!shared.advance(100000)) { }
            QVERIFY(shared.spanCount() > 200000);
            QCOMPARE(shared.spanCount(), alone.spanCount());
            QCOMPARE(shared.groups().size(), alone.groups().size());
            for (size_t i = 0; i < alone.groups().size(); ++i) {
                const SelectionSummary::Group& one = alone.groups()[i];
                const SelectionSummary::Group& other = shared.groups()[i];
                QVERIFY(by != SelectionSummary::GroupBy::Name || other.name == one.name);
                QVERIFY(by != SelectionSummary::GroupBy::Track || other.track == one.track);
                QVERIFY(by == SelectionSummary::GroupBy::Track || other.category == one.category);
                QCOMPARE(other.count, one.count);
                QCOMPARE(other.total, one.total);
                QCOMPARE(other.self, one.self);
                QCOMPARE(other.mean(), one.mean());
                QCOMPARE(other.p50, one.p50);
                QCOMPARE(other.p90, one.p90);
                QCOMPARE(other.p99, one.p99);
                QCOMPARE(other.longest, one.longest);
                QCOMPARE(other.histogram, one.histogram);
            }
        }
    }

    void tableSortsByNumber()
    {
        const TracePtr t = trace("rank0 stage0: [F0 0-10] [B0 12-30]");
        SelectionModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setGroups(
            t, SelectionSummary::GroupBy::Category, count(t, {0, 100 * ms}, SelectionSummary::GroupBy::Category));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, SelectionModel::NameColumn).data().toString(), QStringLiteral("backward"));
        QCOMPARE(model.index(0, SelectionModel::TotalColumn).data(TableModel::SortRole).toDouble(), 18e6);
        QCOMPARE(
            model.index(0, SelectionModel::TotalColumn).data(TableModel::PlainRole).toString(), QStringLiteral("18"));
        QVERIFY(model.longest(0).isValid());
        QVERIFY(!model.longest(7).isValid());
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void matchesTellWhenAndWhere()
    {
        const TracePtr t = trace("rank0 stage0: [F0 0-10] [B0 12-30]\nrank3 stage1: [F0 5-6]");
        SearchModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<FoundSpan> all;
        for (uint32_t s = 0; s < t->spanCount(); ++s)
            all.push_back(foundSpan(*t, SpanId(s)));
        model.setMatches(t, all);
        QCOMPARE(model.rowCount(), 3);
        const int row = model.rowOf(foundSpan(*t, SpanId(2)));
        QCOMPARE(model.index(row, SearchModel::RankColumn).data().toString(), QStringLiteral("3"));
        QCOMPARE(
            model.index(row, SearchModel::BeginColumn).data(TableModel::PlainRole).toString(), QStringLiteral("5"));
        QVERIFY(model.index(row, SearchModel::DetailColumn).data().toString().startsWith(QStringLiteral("F0")));
        model.setMatches(t, all, 4 * ms); // a step that begins there
        QCOMPARE(model.index(row, SearchModel::BeginColumn).data(TableModel::PlainRole).toString(), QStringLiteral("1"));
        QVERIFY(model.index(row, SearchModel::BeginColumn).data().toString().startsWith(QLatin1Char('1')));
        FoundSpan other = all.back();
        other.place = 77;
        QCOMPARE(model.rowOf(other), -1);
        QVERIFY(!model.matchAt(-1));
    }

    void histogramCountsEverySpanOnce()
    {
        const TracePtr t = trace("rank0 stage0: [get_batch 0-0] [F0 0-1] [F1 1-2] [F2 2-102] [F3 102-112]");
        std::vector<SpanId> all;
        for (uint32_t s = 0; s < t->spanCount(); ++s)
            all.push_back(SpanId(s));
        const DurationHistogram histogram = durationHistogram(*t, all, 8);
        uint64_t total = 0;
        for (const auto& bar : histogram.bars) {
            QVERIFY(bar.from < bar.to);
            total += bar.count;
        }
        QCOMPARE(total, uint64_t(5));
        QCOMPARE(histogram.bars.front().count, uint64_t(1)); // nothing at all
        QCOMPARE(histogram.bars[1].count, uint64_t(2));      // 1 ms
        QCOMPARE(histogram.bars.back().count, uint64_t(1));  // 100 ms
        QVERIFY(histogram.bars.size() <= 9);
        QVERIFY(durationHistogram(*t, {}).bars.empty());
    }

    void equalDurationsAreOneBar()
    {
        const TracePtr t = trace("rank0 stage0: [F0 0-1] [F1 1-2]");
        const DurationHistogram histogram = durationHistogram(*t, {SpanId(0), SpanId(1)});
        QCOMPARE(histogram.bars.size(), size_t(1));
        QCOMPARE(histogram.bars[0].count, uint64_t(2));
    }
};

BUBBLESCOPE_TEST(TstSelectionModel, QCoreApplication)

} // namespace bubblescope::tst_selectionmodel

#include "tst_selectionmodel.moc"
