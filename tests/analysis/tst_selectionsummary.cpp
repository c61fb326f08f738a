// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "selectionsummary.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>

namespace bubblescope::tst_selectionsummary {

namespace {

using By = SelectionSummary::GroupBy;
constexpr TimeNs ms = 1'000'000;

TracePtr traceOf(std::string_view text) { return std::make_shared<const Trace>(traceFromText(text)); }

SelectionSummary counted(const TracePtr& trace, TimeRange range, By by, uint32_t slice = 1000)
{
    SelectionSummary summary(trace, range, by);
    while (!summary.advance(slice)) { }
    return summary;
}

std::string nameOf(const Trace& trace, const SelectionSummary::Group& group, By by)
{
    switch (by) {
    case By::Name:
        return std::string(trace.strings().text(group.name)) + '/' + std::string(categoryKey(group.category));
    case By::Category:
        return std::string(categoryKey(group.category));
    case By::Track:
        break;
    }
    return "track" + std::to_string(group.track.value);
}

/// "F0/forward: 2 of 14ms, self 9ms" for every group, as they come.
QByteArray picture(const Trace& trace, const SelectionSummary& summary, By by)
{
    std::string text;
    for (const SelectionSummary::Group& group : summary.groups()) {
        text += nameOf(trace, group, by) + ": " + std::to_string(group.count) + " of "
            + std::to_string(group.total / ms) + "ms, self " + std::to_string(group.self / ms) + "ms\n";
    }
    return QByteArray::fromStdString(text);
}

struct Figures {
    uint64_t count = 0;
    TimeNs total = 0;
    TimeNs self = 0;
    TimeNs longest = 0;
    std::vector<TimeNs> durations;
    auto tied() const { return std::tie(count, total, self, longest); }
};

/// Span after span, and for its self time span after span again.
std::map<std::string, Figures> countNaively(const Trace& trace, TimeRange range, By by)
{
    const auto inside = [range](TimeRange part) {
        return std::max<TimeNs>(0, std::min(part.end, range.end) - std::max(part.begin, range.begin));
    };
    std::map<std::string, Figures> all;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        const TimeRange whole {trace.begin(span), trace.end(span)};
        const bool isInstant = whole.begin == whole.end;
        const bool counts = isInstant ? whole.begin >= range.begin && whole.begin < range.end : inside(whole) > 0;
        if (!counts || trace.hasFlag(span, SpanFlag::fusedLeg))
            continue;
        SelectionSummary::Group key;
        key.name = trace.nameId(span);
        key.category = trace.category(span);
        key.track = trace.track(span);
        Figures& figures = all[nameOf(trace, key, by)];
        figures.count += 1;
        figures.total += inside(whole);
        figures.self += inside(whole);
        figures.longest = std::max(figures.longest, inside(whole));
        figures.durations.push_back(inside(whole));
        for (uint32_t k = 0; k < trace.spanCount(); ++k) {
            if (trace.parent(SpanId(k)) == span && !trace.hasFlag(SpanId(k), SpanFlag::fusedLeg))
                figures.self -= inside({trace.begin(SpanId(k)), trace.end(SpanId(k))});
        }
    }
    return all;
}

/// Lanes of two ranks with spans inside spans, and a fused pair now and then.
std::string randomText(std::mt19937& random)
{
    const auto below = [&random](int end) { return int(random() % unsigned(end)); };
    std::string text;
    for (int rank = 0; rank < 2; ++rank) {
        text += "rank" + std::to_string(rank) + " stage0:";
        int time = 0;
        for (int i = below(12); i > 0; --i) {
            const int begin = time + below(5);
            const int length = 4 + below(20);
            time = begin + length;
            text += std::string(" [") + (below(2) == 0 ? "F" : "B") + std::to_string(below(2)) + ' '
                + std::to_string(begin) + '-' + std::to_string(time);
            if (below(2) == 0)
                text += " [allreduce " + std::to_string(begin + 1) + '-' + std::to_string(begin + 2) + "] [allgather "
                    + std::to_string(begin + 3) + '-' + std::to_string(begin + 3 + below(length - 3)) + ']';
            text += ']';
        }
        text += "\nrank" + std::to_string(rank) + " stage0 comm pp:";
        time = 0;
        for (int i = below(8); i > 0; --i) {
            const int begin = time + below(9);
            time = begin + below(6);
            text += " [SF" + std::to_string(i) + ' ' + std::to_string(begin) + '-' + std::to_string(time)
                + (below(2) == 0 ? " ~RB0]" : "]");
        }
        text += '\n';
    }
    return text;
}

} // namespace

class TstSelectionSummary : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void whatLiesInTheRangeIsCountedByName()
    {
        const TracePtr trace = traceOf("rank0 stage0: [F0 0-10 [allreduce 2-5]] [F0 12-16] [B0 16-30]");
        QCOMPARE(picture(*trace, counted(trace, {0, 30 * ms}, By::Name), By::Name),
            QByteArray("F0/forward: 2 of 14ms, self 11ms\nB0/backward: 1 of 14ms, self 14ms\n"
                       "allreduce/comm: 1 of 3ms, self 3ms\n"));
        // Half of F0, half of what is inside it, and none of the second.
        QCOMPARE(picture(*trace, counted(trace, {4 * ms, 12 * ms}, By::Name), By::Name),
            QByteArray("F0/forward: 1 of 6ms, self 5ms\nallreduce/comm: 1 of 1ms, self 1ms\n"));
    }

    void whatOnlyTouchesTheRangeIsLeftOut()
    {
        const TracePtr trace = traceOf("rank0 stage0: [F0 0-10] [loss 10-10] [F1 20-30]");
        QCOMPARE(picture(*trace, counted(trace, {10 * ms, 20 * ms}, By::Name), By::Name),
            QByteArray("loss/compute: 1 of 0ms, self 0ms\n"));
        QCOMPARE(picture(*trace, counted(trace, {5 * ms, 10 * ms}, By::Name), By::Name),
            QByteArray("F0/forward: 1 of 5ms, self 5ms\n"));
        QVERIFY(counted(trace, {12 * ms, 20 * ms}, By::Name).groups().empty());
        QVERIFY(SelectionSummary(trace, {5 * ms, 5 * ms}, By::Name).isFinished());
        QVERIFY(SelectionSummary({}, {0, ms}, By::Name).isFinished());
    }

    void tracksAndCategoriesAreGroupsToo()
    {
        const TracePtr trace = traceOf("rank0 stage0: [F0 0-10] [F1 10-16]\nrank1 stage1: [F0 3-10] [B0 10-30]");
        QCOMPARE(picture(*trace, counted(trace, {0, 30 * ms}, By::Category), By::Category),
            QByteArray("forward: 3 of 23ms, self 23ms\nbackward: 1 of 20ms, self 20ms\n"));
        QCOMPARE(picture(*trace, counted(trace, {0, 30 * ms}, By::Track), By::Track),
            QByteArray("track1: 2 of 27ms, self 27ms\ntrack0: 2 of 16ms, self 16ms\n"));
    }

    void progressGrowsToTheEnd()
    {
        const TracePtr trace
            = traceOf("rank0 stage0: [F0 0-1] [F1 1-2]\nrank1 stage0: [F0 0-1]\nrank2 stage0: [F0 0-1]");
        SelectionSummary summary(trace, {0, 10 * ms}, By::Name);
        double before = 0;
        int slices = 0;
        while (!summary.advance(1)) {
            QVERIFY(summary.progress() >= before && summary.progress() < 1);
            before = summary.progress();
            ++slices;
        }
        QVERIFY(slices > 3);
        QCOMPARE(summary.progress(), 1.0);
        QCOMPARE(summary.spanCount(), uint64_t(4));
    }

    void barsDoubleFromOneMicrosecond()
    {
        QCOMPARE(SelectionSummary::histogramBar(0), size_t(0));
        for (size_t bar = 0; bar + 1 < SelectionSummary::histogramBars; ++bar) {
            const TimeNs limit = SelectionSummary::histogramLimit(bar);
            QCOMPARE(limit, TimeNs(1000) << bar);
            QCOMPARE(SelectionSummary::histogramBar(limit), bar);
            QCOMPARE(SelectionSummary::histogramBar(limit + 1), bar + 1);
        }
        QCOMPARE(SelectionSummary::histogramBar(SelectionSummary::histogramLimit(SelectionSummary::histogramBars - 1)),
            SelectionSummary::histogramBars - 1);
    }

    void figuresAreThoseOfSpanAfterSpan()
    {
        std::mt19937 random(17);
        uint64_t seen = 0;
        for (int number = 0; number < 120; ++number) {
            const std::string text = randomText(random);
            const TracePtr trace = traceOf(text);
            const TimeNs begin = TimeNs(random() % 60) * ms;
            const TimeRange range {begin, begin + TimeNs(random() % 120) * ms};
            for (const By by : {By::Name, By::Category, By::Track}) {
                const SelectionSummary summary = counted(trace, range, by, 1 + uint32_t(random() % 9));
                const std::map<std::string, Figures> expected = countNaively(*trace, range, by);
                const std::string what = "from " + std::to_string(range.begin / ms) + " to "
                    + std::to_string(range.end / ms) + " ms of\n" + text + picture(*trace, summary, by).toStdString();
                QVERIFY2(summary.groups().size() == expected.size(), what.c_str());
                for (const SelectionSummary::Group& group : summary.groups()) {
                    Figures wanted = expected.at(nameOf(*trace, group, by));
                    std::sort(wanted.durations.begin(), wanted.durations.end());
                    const Figures got {group.count, group.total, group.self, group.longestDuration, {}};
                    QVERIFY2(wanted.tied() == got.tied(), (nameOf(*trace, group, by) + ' ' + what).c_str());
                    QCOMPARE(trace->range(group.longest).intersected(range).duration(), group.longestDuration);
                    // Nearest rank: the first that so many of all do not exceed.
                    const auto percentile = [&](double share) {
                        size_t place = 0;
                        while (double(place + 1) < share * double(wanted.durations.size()))
                            ++place;
                        return wanted.durations[place];
                    };
                    QVERIFY2(group.p50 == percentile(0.5) && group.p90 == percentile(0.9), what.c_str());
                    seen += group.count;
                }
            }
        }
        QVERIFY(seen > 3000);
    }
};

BUBBLESCOPE_TEST(TstSelectionSummary, QCoreApplication)

} // namespace bubblescope::tst_selectionsummary

#include "tst_selectionsummary.moc"
