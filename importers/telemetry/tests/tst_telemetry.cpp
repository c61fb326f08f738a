// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "decimaltime.h"
#include "importtext.h"
#include "nvidiasmiwriter.h"
#include "sampledtime.h"
#include "shareddata.h"
#include "telemetryimporter.h"
#include "testprogram.h"

#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_telemetry {

namespace {

/// "GPU 0: SM clock (MHz) 10:1980 20:990": seconds after 2026-03-01 10:00:00.
QByteArray picture(const std::vector<GpuTelemetry>& telemetry)
{
    constexpr TimeNs base = 1'772'359'200LL * 1'000'000'000;
    std::string text;
    for (const GpuTelemetry& gpu : telemetry) {
        text += fmt::format("{}{}GPU {}:", text.empty() ? "" : "\n", gpu.host.empty() ? "" : gpu.host + " ", gpu.gpu);
        for (const GpuTelemetry::Series& series : gpu.series) {
            text += ' ' + series.name;
            for (size_t i = 0; i < series.times.size(); ++i)
                text += fmt::format(
                    " {}:{}", formatDecimalTime(series.times[i] - base, TimeUnit::Seconds), series.values[i]);
        }
    }
    return QByteArray::fromStdString(text);
}

} // namespace

class TstTelemetry : public QObject {
    Q_OBJECT
private slots:
    void samplersAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("nvidia-smi") << QByteArray(
            "timestamp, index, clocks.current.sm [MHz], power.draw [W], clocks_throttle_reasons.active\n"
            "2026/03/01 10:00:01.250, 0, 1980 MHz, 650.12 W, 0x0000000000000000\n"
            "2026/03/01 10:00:01.250, 1, 990 MHz, [N/A], 0x0000000000000044\n")
                                    << QByteArray("GPU 0: SM clock (MHz) 1.25:1980 power (W) 1.25:650.12\n"
                                                  "GPU 1: SM clock (MHz) 1.25:990 throttled: power cap 1.25:1 "
                                                  "throttled: thermal slowdown by hardware 1.25:1");
        QTest::newRow("nounits, reasons in columns, a second start")
            << QByteArray("index, timestamp, clocks.sm, clocks_event_reasons.sw_power_cap\n"
                          "0, 2026/03/01 10:00:02.000, 1200, Active\n"
                          "index, timestamp, clocks.sm, clocks_event_reasons.sw_power_cap\n"
                          "0, 2026/03/01 10:00:03.000, 1980, Not Active\n")
            << QByteArray("GPU 0: SM clock (MHz) 2:1200 3:1980 throttled: power cap 2:1 3:0");
        QTest::newRow("by bus, torn") << QByteArray("timestamp, pci.bus_id, temperature.gpu\n"
                                                    "2026/03/01 10:00:01.000, 00000000:18:00.0, 61\n"
                                                    "2026/03/01 10:00:01.000, 00000000:2A:00.0, 62\n"
                                                    "2026/03/01 10:00:02.000, 00000000:18:00.0, 63\n"
                                                    "2026/03/01 10:00:0")
                                      << QByteArray("GPU 0: temperature (°C) 1:61 2:63\nGPU 1: temperature (°C) 1:62");
        QTest::newRow("dmon") << QByteArray("#Date       Time        gpu    pwr  gtemp  mtemp     sm   mclk   pclk\n"
                                            "#YYYYMMDD   HH:MM:SS    Idx      W      C      C      %    MHz    MHz\n"
                                            " 20260301   10:00:01      0    651     61      -     98   2619   1980\n"
                                            "#Date       Time        gpu    pwr  gtemp  mtemp     sm   mclk   pclk\n"
                                            " 20260301   10:00:02      0    652     61      -     98   2619   1965\n")
                              << QByteArray(
                                     "GPU 0: SM clock (MHz) 1:1980 2:1965 memory clock (MHz) 1:2619 2:2619 power (W) "
                                     "1:651 2:652 temperature (°C) 1:61 2:61 utilization (%) 1:98 2:98");
        QTest::newRow("dcgmi") << QByteArray("2026-03-01 10:00:01 #Entity   SMCLK   POWER\n"
                                             "2026-03-01 10:00:01 ID        MHz     W\n"
                                             "2026-03-01 10:00:02 GPU 3     1980    650.1\n"
                                             "2026-03-01 10:00:02 GPU 4     N/A     651.5\n")
                               << QByteArray(
                                      "GPU 3: SM clock (MHz) 2:1980 power (W) 2:650.1\nGPU 4: power (W) 2:651.5");
        QTest::newRow("amd-smi") << QByteArray("timestamp,gpu,power_usage,hotspot_temperature,gfx_clk,gfx\n"
                                               "1772359201,0,700,61,2100,99\n1772359202,1,701,N/A,1400,98\n")
                                 << QByteArray("GPU 0: SM clock (MHz) 1:2100 power (W) 1:700 temperature (°C) 1:61 "
                                               "utilization (%) 1:99\n"
                                               "GPU 1: SM clock (MHz) 2:1400 power (W) 2:701 utilization (%) 2:98");
        QTest::newRow("gpustat") << QByteArray(
            "===== 2026-03-01 09:59:59 =====\n"
            "s8     Sun Mar  1 10:00:01 2026  560.35.05\n"
            "[0] NVIDIA A40 | 32°C,   7 %, 52 / 300 W |     0 / 46068 MB | user(3M)\n"
            "[1] NVIDIA A40 | 31'C,   0 % |     0 / 46068 MB |\n")
                                 << QByteArray("s8 GPU 0: power (W) 1:52 temperature (°C) 1:32 utilization (%) 1:7\n"
                                               "s8 GPU 1: temperature (°C) 1:31 utilization (%) 1:0");
        QTest::newRow("gpustat with fans and coders")
            << QByteArray("s8     Sun Mar  1 10:00:01 2026  560.35.05\n"
                          "[0] NVIDIA A40 | 32°C,  30 %,   7 % (E:   1 %  D:   2 %),   52 / 300 W |   0 / 46068 MB |\n")
            << QByteArray("s8 GPU 0: power (W) 1:52 temperature (°C) 1:32 utilization (%) 1:7");
        QTest::newRow("Prometheus")
            << QByteArray("# HELP DCGM_FI_DEV_SM_CLOCK SM clock frequency (in MHz).\n"
                          "# TYPE DCGM_FI_DEV_SM_CLOCK gauge\n"
                          "DCGM_FI_DEV_SM_CLOCK{gpu=\"0\",UUID=\"GPU-1\",Hostname=\"node1\"} 1980 1772359201000\n"
                          "DCGM_FI_DEV_SM_CLOCK{gpu=\"0\",UUID=\"GPU-1\",Hostname=\"node2\"} 1410 1772359201500\n"
                          "DCGM_FI_DEV_CLOCK_THROTTLE_REASONS{gpu=\"0\",Hostname=\"node2\"} 32 1772359201500\n"
                          "node_load1 12\n")
            << QByteArray("node1 GPU 0: SM clock (MHz) 1:1980\n"
                          "node2 GPU 0: SM clock (MHz) 1.5:1410 throttled: thermal slowdown by software 1.5:1");
        // Prometheus sorts them: the numbers come behind, and not in the order of the UUIDs.
        QTest::newRow("Prometheus, by UUID")
            << QByteArray(
                   "nvidia_smi_clocks_current_sm_clock_hz{instance=\"node1:9835\",uuid=\"b\"} 1.98e+09 1772359201000\n"
                   "nvidia_smi_clocks_current_sm_clock_hz{instance=\"node1:9835\",uuid=\"c\"} 1.41e+09 1772359201000\n"
                   "nvidia_smi_clocks_current_sm_clock_hz{instance=\"node1:9835\",uuid=\"d\"} 1.2e+09 1772359201000\n"
                   "nvidia_smi_index{instance=\"node1:9835\",uuid=\"b\"} 1 1772359201000\n"
                   "nvidia_smi_index{instance=\"node1:9835\",uuid=\"c\"} 0 1772359201000\n")
            << QByteArray("node1 GPU 1: SM clock (MHz) 1:1980\nnode1 GPU 0: SM clock (MHz) 1:1410");
    }
    void samplersAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        const std::unique_ptr<Importer> importer = makeTelemetryImporter();
        QVERIFY(importer->sniff(text.toStdString()) > 90);
        const Imported imported = importText(*importer, text.toStdString(), "node1/smi.csv");
        QCOMPARE(picture(imported.contents.telemetry), expected);
        QVERIFY(!imported.contents.isForeign);
        for (const GpuTelemetry& gpu : imported.contents.telemetry)
            QCOMPARE(gpu.file, std::string("node1/smi.csv"));
    }

    void rowsOfSeveralUnnamedGpusAreThoseOfNone()
    {
        // One query for all GPUs of a host: their rows follow each other within some ms.
        const auto read = [](int gpus) {
            std::string text = "timestamp, clocks.current.sm [MHz]\n";
            for (int second = 10; second < 40; ++second) {
                for (int gpu = 0; gpu < gpus; ++gpu)
                    text += fmt::format("2026/03/01 10:00:{}.{:03}, {} MHz\n", second, 250 + 2 * gpu, 1980 - gpu);
            }
            return importText(*makeTelemetryImporter(), text);
        };
        const Imported one = read(1);
        QCOMPARE(one.contents.telemetry.size(), size_t(1));
        QCOMPARE(one.contents.telemetry.front().series.front().times.size(), size_t(30));
        QCOMPARE(one.issues(), QByteArray());
        for (const int gpus : {2, 4, 8}) {
            const Imported several = read(gpus);
            QVERIFY(several.contents.telemetry.empty() && !several.contents.isForeign);
            QCOMPARE(several.issues(), QByteArray("samples-not-placed"));
        }
    }

    void aRowThatDoesNotEndIsNotRead()
    {
        const std::string text = "timestamp, index, clocks.current.sm [MHz]\n"
                                 "2026/03/01 10:00:01.000, 0, 1980 MHz\n2026/03/01 10:00:02.000, 0, 19";
        const Imported cut = importText(*makeTelemetryImporter(), text);
        QCOMPARE(picture(cut.contents.telemetry), QByteArray("GPU 0: SM clock (MHz) 1:1980"));
        QCOMPARE(cut.issues(), QByteArray("truncated-file"));
    }

    void whatHasNoTimesSaysSo_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no column") << QByteArray("index, clocks.current.sm [MHz]\n0, 1980 MHz\n");
        QTest::newRow("dcgmi") << QByteArray("#Entity   SMCLK\nID        MHz\nGPU 0     1980\n");
        QTest::newRow("time of day") << QByteArray(
            "#Time        gpu    pwr\n#HH:MM:SS    Idx      W\n 10:00:01      0    651\n");
        QTest::newRow("an exporter") << QByteArray(
            "# TYPE DCGM_FI_DEV_SM_CLOCK gauge\nDCGM_FI_DEV_SM_CLOCK{gpu=\"0\"} 1980\n");
    }
    void whatHasNoTimesSaysSo()
    {
        QFETCH(QByteArray, text);
        const std::unique_ptr<Importer> importer = makeTelemetryImporter();
        QVERIFY(importer->sniff(text.toStdString()) > 90);
        const Imported imported = importText(*importer, text.toStdString());
        QVERIFY(imported.contents.telemetry.empty());
        QCOMPARE(imported.issues(), QByteArray("missing-time"));
    }

    void othersAreNotClaimed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("operations") << QByteArray("name,start_us,dur_us\ngemm,1,2\n");
        QTest::newRow("a table of steps") << QByteArray("timestamp,gpu,loss\n1772359201,0,2.5\n");
        QTest::newRow("other metrics") << QByteArray("# TYPE node_load1 gauge\nnode_load1 12\n");
        QTest::newRow("a log") << QByteArray("[0] loading 5 % of 20 MB\n");
        QTest::newRow("Markdown") << QByteArray("# gpu\nAsk somebody.\n");
    }
    void othersAreNotClaimed()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(makeTelemetryImporter()->sniff(text.toStdString()), 0);
    }

    void timesAreReadAsTheyAreWritten()
    {
        constexpr TimeNs second = 1'000'000'000;
        const auto isAt = [](std::string_view text, TimeNs ns, bool isUtc) {
            const std::optional<SampledTime> time = sampledTime(text);
            return time && time->ns == ns && time->isUtc == isUtc;
        };
        QVERIFY(isAt("2026/03/01 10:00:01.250", 1'772'359'201'250LL * 1'000'000, false));
        QVERIFY(isAt("2026-03-01T10:00:01Z", 1'772'359'201 * second, true));
        QVERIFY(isAt("2026-03-01T11:00:01.500+01:00", 1'772'359'201 * second + second / 2, true));
        QVERIFY(isAt("2026-03-01T06:30:01-0330", 1'772'359'201 * second, true));
        QVERIFY(isAt("1772359201", 1'772'359'201 * second, true));
        QVERIFY(isAt("1772359201.5", 1'772'359'201 * second + second / 2, true));
        QVERIFY(isAt("1772359201500", 1'772'359'201 * second + second / 2, true));
        QVERIFY(isAt("Sun 01 Mar 2026 12:00:01 AM UTC", (1'772'359'201 - 10 * 3600) * second, false));
        QVERIFY(isAt("Sun Mar  1 10:00:01 2026", 1'772'359'201 * second, false));
        for (const char* text :
            {"", "10:00:01", "N/A", "99999999999999999999999", "2026/13/01 10:00:00", "9999/12/31 23:59:59.999"})
            QVERIFY2(!sampledTime(text), text);
    }

    void whatIsWrittenIsRead()
    {
        const std::vector<GpuTelemetry> written {
            {"", "", 0, false,
                {{std::string(smClockName), {1'000'000, 3'000'000}, {1980, 990}},
                    {std::string(powerName), {1'000'000, 3'000'000}, {640.25, 320}},
                    {std::string(temperatureName), {1'000'000, 3'000'000}, {62, 88}},
                    {"throttled: power cap", {1'000'000, 3'000'000}, {0, 1}}}},
            {"", "", 1, false,
                {{std::string(smClockName), {1'000'000, 3'000'000}, {1965, 1980}},
                    {std::string(powerName), {1'000'000, 3'000'000}, {650, 651}},
                    {std::string(temperatureName), {1'000'000, 3'000'000}, {60, 61}}}},
        };
        const Imported read = importText(*makeTelemetryImporter(), writeNvidiaSmi(written), "");
        QCOMPARE(picture(read.contents.telemetry), picture(written));
    }

    void aRealListingIsRead()
    {
        REQUIRE_SHARED_DATA();
        const Imported read = importFile(
            *makeTelemetryImporter(), sharedData("opt_prime/20251224_105911_gpustat_TP1_DP1_PP8_MBS1_GBS32.log"));
        QCOMPARE(read.contents.telemetry.size(), size_t(8));
        for (const GpuTelemetry& gpu : read.contents.telemetry) {
            QCOMPARE(gpu.host, std::string("s8"));
            QCOMPARE(gpu.series.size(), size_t(2)); // temperature and utilization
            QVERIFY(gpu.series.front().times.size() > 1);
        }
    }
};

BUBBLESCOPE_TEST(TstTelemetry, QCoreApplication)

} // namespace bubblescope::tst_telemetry

#include "tst_telemetry.moc"
