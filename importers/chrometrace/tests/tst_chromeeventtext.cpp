// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chromecounters.h"
#include "chromeevent.h"
#include "chromeeventtext.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <limits>

#include <nlohmann/json.hpp>

namespace bubblescope::tst_chromeeventtext {

namespace {

using Json = nlohmann::json;

constexpr TimeNs ms = 1'000'000;

/// The events that were written, as JSON.
template <typename Write> Json eventsOf(const Write& write)
{
    std::string all;
    ChromeEventText events([&all](std::string_view piece) {
        all += piece;
        return true;
    });
    write(events);
    return events.finish() ? Json::parse("[" + all + "]") : Json();
}

/// The values of a counter by time in µs.
std::vector<std::pair<double, double>> samplesOf(const Json& events, const std::string& name, const char* member)
{
    std::vector<std::pair<double, double>> samples;
    for (const Json& event : events) {
        if (event["ph"] == "C" && event["name"] == name)
            samples.emplace_back(event["ts"].get<double>(), event["args"][member].get<double>());
    }
    return samples;
}

} // namespace

class TstChromeEventText : public QObject {
    Q_OBJECT
private slots:
    void timesAreMicrosecondsToTheNanosecond()
    {
        const auto text = [](TimeNs time) {
            ChromeEventText events([](std::string_view) { return true; });
            events.addTime(time);
            return QByteArray::fromStdString(events.text());
        };
        QCOMPARE(text(0), QByteArray("0.000"));
        QCOMPARE(text(1), QByteArray("0.001"));
        QCOMPARE(text(1234567), QByteArray("1234.567"));
        QCOMPARE(text(-1), QByteArray("-0.001"));
        QCOMPARE(text(-1'000'020), QByteArray("-1000.020"));
        QCOMPARE(text(std::numeric_limits<TimeNs>::min()), QByteArray("-9223372036854775.808"));
    }

    void eventsAreSeparated()
    {
        const Json events = eventsOf([](ChromeEventText& to) {
            for (const uint64_t thread : {uint64_t(7), std::numeric_limits<uint64_t>::max()}) {
                to.begin("X", -3, thread);
                to.addMember(ChromeArgument::Bytes, -5);
                to.text() += '}';
            }
        });
        QCOMPARE(events.size(), size_t(2));
        QVERIFY(events[0]["ph"] == "X" && events[0]["pid"] == -3 && events[0]["tid"] == 7);
        QVERIFY(events[1]["tid"] == std::numeric_limits<uint64_t>::max());
        QVERIFY(events[1][std::string(chromeArgumentName(ChromeArgument::Bytes))] == -5);
    }

    void aRefusalEndsTheWriting()
    {
        int taken = 0;
        ChromeEventText events([&taken](std::string_view) { return ++taken < 2; });
        const auto fill = [&events] {
            events.text().append(size_t(1) << 20, ' ');
            return events.flush();
        };
        QVERIFY(fill());
        QVERIFY(!events.isRefused());
        QVERIFY(!fill());
        QVERIFY(events.isRefused());
        QVERIFY(!fill());
        QVERIFY(!events.finish());
        QCOMPARE(taken, 2); // nothing after the refusal
    }

    void busyRanksAndMessagesAreCounted()
    {
        const Trace trace = traceFromText(R"(
rank0 stage0: [F0 0-500]
rank1 stage1: [F0 500-1000]
)");
        const Json events = eventsOf([&](ChromeEventText& to) {
            ChromeCounters(to, std::nullopt).addComputed(trace, trace.timing(), "a \"run\" ", 90);
        });
        QVERIFY(events[0]["ph"] == "M" && events[0]["args"]["name"] == "a \"run\" counters");
        for (const Json& event : events)
            QCOMPARE(event["pid"].get<int>(), 90);
        const auto busy = samplesOf(events, "busy ranks", "value");
        QCOMPARE(busy.size(), size_t(1)); // one rank after the other: always one
        QCOMPARE(busy.front(), std::pair(0.0, 1.0));
        QVERIFY(samplesOf(events, "messages in flight", "value").empty());
    }

    void onlyTheRangeIsCounted()
    {
        const Trace trace = traceFromText("rank0: [F0 0-400] [B0 600-1000]\n");
        const Json events = eventsOf([&](ChromeEventText& to) {
            ChromeCounters(to, TimeRange {300 * ms, 700 * ms}).addComputed(trace, trace.timing(), "", 90);
        });
        const std::vector<std::pair<double, double>> wanted {{300'000, 1}, {400'000, 0}, {600'000, 1}};
        QCOMPARE(samplesOf(events, "busy ranks", "value"), wanted);
        QVERIFY(eventsOf([&](ChromeEventText& to) {
            ChromeCounters(to, TimeRange {2000 * ms, 3000 * ms}).addComputed(trace, trace.timing(), "", 90);
        }).empty());
    }

    void recordedCountersKeepTheirDeviceAndUnit()
    {
        TraceBuilder builder;
        SpanRecord span;
        span.track = builder.track({2, -1, Lane::Compute, Category::Other, "compute"});
        span.name = builder.intern("F0");
        span.end = 10 * ms;
        builder.addSpan(span);
        CounterSeries memory;
        memory.rank = 2;
        memory.device = 1;
        memory.name = builder.intern("allocated \"now\"");
        memory.unit = CounterSeries::Unit::Bytes;
        builder.addCounter(memory, {1 * ms, 5 * ms, 9 * ms}, {100, 2.5, 7});
        ImportReport report;
        const Trace trace = builder.finish({}, report, nullptr);
        const Json events = eventsOf([&](ChromeEventText& to) {
            ChromeCounters(to, TimeRange {0, 6 * ms}).addRecorded(trace, 10);
        });
        const std::string bytes(chromeArgumentName(ChromeArgument::Bytes));
        const std::vector<std::pair<double, double>> wanted {{1000, 100}, {5000, 2.5}};
        QCOMPARE(samplesOf(events, "allocated \"now\"", bytes.c_str()), wanted);
        QVERIFY(events[0]["pid"] == 12 && events[0]["id"] == 1);
    }
};

BUBBLESCOPE_TEST(TstChromeEventText, QCoreApplication)

} // namespace bubblescope::tst_chromeeventtext

#include "tst_chromeeventtext.moc"
