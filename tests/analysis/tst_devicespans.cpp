// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "devicespans.h"
#include "profilerpicture.h"
#include "testprogram.h"

#include <QTest>

namespace bubblescope::tst_devicespans {

namespace {

constexpr TimeNs us = 1000;
constexpr TimeRange whole {0, 1'000'000 * us};

/// Where spans begin, in µs.
std::vector<TimeNs> begins(const Trace& trace, const std::vector<SpanId>& spans)
{
    std::vector<TimeNs> times;
    for (const SpanId span : spans)
        times.push_back(trace.begin(span) / us);
    return times;
}

/// Where the last one begins that ended, in µs; -1 for none.
TimeNs lastEnded(const Trace& trace, TimeNs until, TimeNs after, TimeNs launchedBefore)
{
    const SpanId last = DeviceSpans(trace, 0, whole).lastEnded(until * us, after * us, launchedBefore * us);
    return last.isValid() ? trace.begin(last) / us : -1;
}

} // namespace

class TstDeviceSpans : public QObject {
    Q_OBJECT
private slots:
    void theyAreOfOneRankAndBeginInTheRange()
    {
        ProfilerPicture p;
        p.host(0, "main", "aten::add", 0, 100);
        p.kernel(0, "stream 20", 30, 40);
        p.kernel(0, "stream 7", 10, 35);
        p.kernel(0, "stream 7", 50, 60);
        p.collective(0, "dp", 15, 55);
        p.kernel(1, "stream 7", 12, 14);
        const Trace trace = p.finish();
        const DeviceSpans all(trace, 0, whole);
        QCOMPARE(all.lanes().size(), size_t(3));
        QCOMPARE(begins(trace, all.byBegin()), (std::vector<TimeNs> {10, 15, 30, 50}));
        const DeviceSpans part(trace, 0, {15 * us, 50 * us}); // ends are not in it
        QCOMPARE(begins(trace, part.byBegin()), (std::vector<TimeNs> {15, 30}));
        QCOMPARE(begins(trace, DeviceSpans(trace, 1, whole).byBegin()), (std::vector<TimeNs> {12}));
        QVERIFY(DeviceSpans(trace, 2, whole).lanes().empty());
        for (const DeviceSpans::Lane& lane : all.lanes()) {
            for (const SpanId span : lane.spans)
                QCOMPARE(trace.track(span), lane.track);
        }
    }

    void theLastThatEndedIsNotTheLastThatBegan()
    {
        ProfilerPicture p;
        p.host(0, "main", "begin", 0, 1);
        p.kernel(0, "stream 7", 10, 60);
        p.kernel(0, "stream 20", 20, 30);
        const Trace trace = p.finish();
        QCOMPARE(lastEnded(trace, 60, 0, 100), TimeNs(10));
        QCOMPARE(lastEnded(trace, 59, 0, 100), TimeNs(20));
        QCOMPARE(lastEnded(trace, 29, 0, 100), TimeNs(-1));
        QCOMPARE(lastEnded(trace, 59, 30, 100), TimeNs(-1)); // it ended by then
    }

    void whatWasLaunchedLaterDoesNotCount()
    {
        ProfilerPicture p;
        p.host(0, "main", "begin", 0, 1);
        p.kernel(0, "stream 7", 10, 20, p.launch(0, "main", 1));
        p.kernel(0, "stream 7", 30, 40, p.launch(0, "main", 25));
        p.kernel(0, "stream 20", 30, 38); // nobody knows who launched it
        const Trace trace = p.finish();
        QCOMPARE(lastEnded(trace, 50, 0, 26), TimeNs(30));
        QCOMPARE(trace.end(DeviceSpans(trace, 0, whole).lastEnded(50 * us, 0, 26 * us)), 40 * us);
        QCOMPARE(trace.end(DeviceSpans(trace, 0, whole).lastEnded(50 * us, 0, 25 * us)), 38 * us);
        QCOMPARE(lastEnded(trace, 37, 0, 25), TimeNs(10));
    }

    void aDeviceIsThroughWhenAllItsRowsAre()
    {
        ProfilerPicture p;
        p.host(0, "main", "begin", 0, 1);
        p.kernel(0, "stream 7", 10, 20, p.launch(0, "main", 1));
        p.kernel(0, "stream 7", 30, 40, p.launch(0, "main", 25));
        p.kernel(0, "stream 20", 12, 26, p.launch(0, "main", 3));
        p.kernel(0, "stream 20", 50, 60); // nobody knows who launched it
        p.kernel(0, "stream 20", 70, 80, p.launch(0, "main", 65));
        p.kernel(1, "stream 7", 10, 90, p.launch(1, "main", 1));
        const Trace trace = p.finish();
        const auto through = [&](TimeNs until, TimeNs launchedBefore) {
            return DeviceSpans::through(trace, 0, until * us, launchedBefore * us).value_or(-us) / us;
        };
        QCOMPARE(through(100, 25), TimeNs(26));
        QCOMPARE(through(100, 26), TimeNs(40));
        QCOMPARE(through(30, 26), TimeNs(26)); // what begins later is not looked at
        QCOMPARE(through(100, 3), TimeNs(20));
        QCOMPARE(through(100, 1), TimeNs(-1));
    }

    void whatEndsWithinTheClocksErrorIsNotItsOwnCause()
    {
        ProfilerPicture p;
        p.host(0, "main", "begin", 0, 1);
        p.kernel(0, "stream 20", 10, 50);
        p.kernel(0, "stream 7", 52, 53);
        const Trace trace = p.finish();
        const DeviceSpans spans(trace, 0, whole);
        QCOMPARE(trace.begin(spans.lastEnded(57 * us, 0, 100 * us)), 52 * us);
        QCOMPARE(trace.begin(spans.lastEnded(57 * us, 0, 100 * us, 52 * us)), 10 * us);
    }

    /// Asked once a step, over a row without launches beside one that tells at once.
    void rowsWithoutLaunchesAreNotSearched()
    {
        const auto lookedAt = [](int steps) {
            ProfilerPicture p;
            p.host(0, "main", "begin", 0, 1);
            for (int step = 0; step < steps; ++step) {
                const TimeNs begin = 100 * step;
                p.kernel(0, "stream 7", begin + 10, begin + 20, p.launch(0, "main", begin + 1));
                for (int i = 0; i < 8; ++i)
                    p.kernel(0, "stream 20", begin + 10 * i, begin + 10 * i + 5);
                p.kernel(0, "stream 30", begin + 12, begin + 13, p.launch(0, "main", begin + 2));
            }
            const Trace trace = p.finish();
            size_t count = 0;
            for (int step = 1; step < steps; ++step) {
                const TimeNs begin = 100 * us * step;
                if (DeviceSpans::through(trace, 0, begin + 30 * us, begin, &count) != begin - 80 * us)
                    qFatal("another end");
            }
            return count;
        };
        const size_t few = lookedAt(50);
        const size_t many = lookedAt(200);
        QVERIFY2(many <= 5 * few, qPrintable(QStringLiteral("%1, of four times as many %2").arg(few).arg(many)));
        QVERIFY(few <= 4 * 50);
    }
};

BUBBLESCOPE_TEST(TstDeviceSpans, QCoreApplication)

} // namespace bubblescope::tst_devicespans

#include "tst_devicespans.moc"
