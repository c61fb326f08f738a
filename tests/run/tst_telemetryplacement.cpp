// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "telemetryplacement.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

namespace bubblescope::tst_telemetryplacement {

namespace {

constexpr TimeNs second = 1'000'000'000;
constexpr TimeNs hour = 3600 * second;

/// Ranks 0 to 3 on two hosts, for 10 s from `start` on.
Trace traceAt(TimeNs start, const std::vector<std::string>& hostOfRank)
{
    std::string lines;
    for (size_t rank = 0; rank < hostOfRank.size(); ++rank)
        lines += fmt::format("rank{} stage0: [F0 0-10000]\n", rank);
    TraceBuilder builder = builderFromText(lines);
    builder.shift(start);
    for (size_t rank = 0; rank < hostOfRank.size(); ++rank)
        builder.setHost(int32_t(rank), hostOfRank[rank]);
    ImportReport report;
    return builder.finish({}, report);
}

GpuTelemetry samplesOf(const std::string& file, int gpu, TimeNs start, bool isUtc = false)
{
    GpuTelemetry made;
    made.file = file;
    made.gpu = gpu;
    made.isUtc = isUtc;
    GpuTelemetry::Series series {std::string(smClockName), {}, {}};
    for (TimeNs at = -2 * second; at < 13 * second; at += second) {
        series.times.push_back(start + at);
        series.values.push_back(1000 + gpu * 100 + double(at / second));
    }
    made.series.push_back(std::move(series));
    return made;
}

/// "rank 0 GPU 0: 11 from 1000 at 0 s"
QByteArray picture(const Trace& trace)
{
    std::string text;
    for (const CounterSeries& series : trace.counters().series) {
        const auto times = trace.counters().timesOf(series);
        text
            += fmt::format("{}rank {} GPU {}: {} from {} at {} s", text.empty() ? "" : "; ", series.rank, series.device,
                times.size(), trace.counters().valuesOf(series).front(), double(times.front()) / double(second));
    }
    return QByteArray::fromStdString(text);
}

QByteArray issueOf(const TelemetryPlacement& placement)
{
    ImportReport report;
    placement.report(report);
    return report.isEmpty() ? QByteArray()
                            : QByteArray::fromStdString(report.issues().front().first.front().message.text());
}

} // namespace

class TstTelemetryPlacement : public QObject {
    Q_OBJECT
private slots:
    void samplesAreThoseOfTheRanksOfTheirHost()
    {
        // Hosts' clocks may be days apart: samples follow that of their own.
        const std::vector<GpuTelemetry> samples {
            samplesOf("node1/smi.csv", 0, 500 * hour, true), samplesOf("node1/smi.csv", 1, 500 * hour, true)};
        TelemetryPlacement placement(samples);
        const Trace trace = placement.placed(traceAt(500 * hour, {"node0", "node0", "node1", "node1"}));
        QCOMPARE(picture(trace), QByteArray("rank 2 GPU 0: 11 from 1000 at 0 s; rank 3 GPU 1: 11 from 1100 at 0 s"));
        QCOMPARE(issueOf(placement), QByteArray());
    }
    void theSampleBeforeTheBeginHoldsThere()
    {
        const std::vector<GpuTelemetry> samples {samplesOf("smi.csv", 0, 500 * hour - second / 2)};
        TelemetryPlacement placement(samples);
        QCOMPARE(
            picture(placement.placed(traceAt(500 * hour, {""}))), QByteArray("rank 0 GPU 0: 11 from 1000 at -0.5 s"));
    }
    void aTimeZoneIsFound_data()
    {
        QTest::addColumn<qlonglong>("ahead");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("UTC") << qlonglong(0) << QByteArray();
        QTest::newRow("+2 h") << qlonglong(2 * hour) << QByteArray("UTC+02:00");
        QTest::newRow("-8 h") << qlonglong(-8 * hour) << QByteArray("UTC-08:00");
        QTest::newRow("+5:45 h") << qlonglong(5 * hour + 45 * 60 * second) << QByteArray("UTC+05:45");
    }
    void aTimeZoneIsFound()
    {
        QFETCH(qlonglong, ahead);
        QFETCH(QByteArray, said);
        const std::vector<GpuTelemetry> samples {samplesOf("smi.csv", 0, 500 * hour + ahead)};
        TelemetryPlacement placement(samples);
        QCOMPARE(picture(placement.placed(traceAt(500 * hour, {""}))), QByteArray("rank 0 GPU 0: 11 from 1000 at 0 s"));
        QCOMPARE(issueOf(placement).isEmpty(), said.isEmpty());
        QVERIFY(issueOf(placement).contains(said));
    }
    void samplesOfDaysAreTakenAsUtcAndSaySo()
    {
        GpuTelemetry long_ = samplesOf("smi.csv", 0, 500 * hour);
        long_.series.front().times = {480 * hour, 500 * hour + 5 * second, 520 * hour};
        long_.series.front().values = {1, 2, 3};
        const std::vector<GpuTelemetry> samples {long_};
        TelemetryPlacement placement(samples);
        QCOMPARE(picture(placement.placed(traceAt(500 * hour, {""}))), QByteArray("rank 0 GPU 0: 1 from 2 at 5 s"));
        QVERIFY(issueOf(placement).contains("UTC is assumed"));
    }
    void clocksOfSamplersAreToldApart()
    {
        // An exporter of power, in UTC, beside a sampler of clocks whose host is two hours ahead.
        GpuTelemetry power = samplesOf("power.prom", 0, 500 * hour, true);
        power.series.front().name = powerName;
        const std::vector<GpuTelemetry> samples {power, samplesOf("smi.csv", 0, 502 * hour)};
        TelemetryPlacement placement(samples);
        const Trace trace = placement.placed(traceAt(500 * hour, {""}));
        QCOMPARE(picture(trace), QByteArray("rank 0 GPU 0: 11 from 1000 at 0 s; rank 0 GPU 0: 11 from 1000 at 0 s"));
        QVERIFY(issueOf(placement).contains("UTC+02:00"));
    }
    void betweenTwoFilesNothingWasSampled()
    {
        // Of the day before and of the day after: both are of other runs, whatever the time zone.
        GpuTelemetry later = samplesOf("smi.2.csv", 0, 526 * hour);
        later.series.front().name = powerName;
        const std::vector<GpuTelemetry> samples {samplesOf("smi.1.csv", 0, 474 * hour), later};
        TelemetryPlacement placement(samples);
        QCOMPARE(picture(placement.placed(traceAt(500 * hour, {""}))), QByteArray());
        QVERIFY(issueOf(placement).contains("cover no run"));
        // Where a sampler began a file anew, they are one.
        GpuTelemetry first = samplesOf("smi.1.csv", 0, 500 * hour);
        GpuTelemetry second_ = first;
        second_.file = "smi.2.csv";
        second_.series.front().name = powerName;
        first.series.front().times.resize(7);
        first.series.front().values.resize(7);
        second_.series.front().times.erase(
            second_.series.front().times.begin(), second_.series.front().times.begin() + 7);
        second_.series.front().values.erase(
            second_.series.front().values.begin(), second_.series.front().values.begin() + 7);
        const std::vector<GpuTelemetry> parts {first, second_};
        TelemetryPlacement together(parts);
        QCOMPARE(together.placed(traceAt(500 * hour, {""})).counters().series.size(), size_t(2));
        QCOMPARE(issueOf(together), QByteArray());
    }
    void whatCannotBePlacedSaysWhy()
    {
        const auto why
            = [](const std::vector<GpuTelemetry>& samples, const std::vector<std::string>& hosts, TimeNs start) {
                  TelemetryPlacement placement(samples);
                  const Trace trace = placement.placed(traceAt(start, hosts));
                  return trace.counters().series.empty() ? issueOf(placement) : QByteArray("placed");
              };
        QVERIFY(why({samplesOf("smi.csv", 0, 500 * hour)}, {"node0", "node1"}, 500 * hour).contains("tell a host"));
        QVERIFY(
            why({samplesOf("node10/smi.csv", 0, 500 * hour)}, {"node0", "node1"}, 500 * hour).contains("tell a host"));
        QVERIFY(
            why({samplesOf("smi.csv", 3, 500 * hour), samplesOf("smi.csv", 5, 500 * hour)}, {"", "", ""}, 500 * hour)
                .contains("cannot be told"));
        QVERIFY(why({samplesOf("smi.csv", 0, 500 * hour, true)}, {""}, 400 * hour).contains("cover no run"));
        // Uptime is no time of day.
        QVERIFY(why({samplesOf("smi.csv", 0, 490'000 * hour)}, {""}, 100 * hour).contains("cover no run"));
        // Two files that say the same of GPU 0 are of two hosts.
        QVERIFY(why({samplesOf("a.csv", 0, 500 * hour), samplesOf("b.csv", 0, 500 * hour)}, {""}, 500 * hour)
                    .contains("tell a host"));
        TelemetryPlacement alone {std::span<const GpuTelemetry>()};
        QCOMPARE(issueOf(alone), QByteArray());
    }
    void someRanksOfAHostAreOnTheirGpus()
    {
        std::vector<GpuTelemetry> samples;
        for (int gpu = 0; gpu < 8; ++gpu)
            samples.push_back(samplesOf("smi.csv", gpu, 500 * hour));
        TraceBuilder builder = builderFromText("rank8 stage0: [F0 0-10000]\nrank11 stage0: [F0 0-10000]\n");
        builder.shift(500 * hour);
        ImportReport report;
        TelemetryPlacement placement(samples);
        QCOMPARE(picture(placement.placed(builder.finish({}, report))),
            QByteArray("rank 8 GPU 0: 11 from 1000 at 0 s; rank 11 GPU 3: 11 from 1300 at 0 s"));
    }
    void runsWithoutSamplesStayAsTheyAre()
    {
        const std::vector<GpuTelemetry> none;
        TelemetryPlacement placement(none);
        QCOMPARE(picture(placement.placed(traceAt(0, {""}))), QByteArray());
    }
};

BUBBLESCOPE_TEST(TstTelemetryPlacement, QCoreApplication)

} // namespace bubblescope::tst_telemetryplacement

#include "tst_telemetryplacement.moc"
