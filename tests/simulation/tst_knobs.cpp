// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knobs.h"
#include "testprogram.h"

#include <QTest>

#include <set>

namespace bubblescope::tst_knobs {

namespace {

constexpr double gibi = 1024.0 * 1024 * 1024;

QString refusalOf(const char* key, const char* text)
{
    Knobs knobs;
    const Result<bool> done = setKnob(knobs, key, text);
    return done ? QString() : QString::fromStdString(done.error().message.text() + ' ' + done.error().advice.text());
}

} // namespace

class TstKnobs : public QObject {
    Q_OBJECT
private slots:
    void bandwidthsAreReadWithTheirUnit_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("bytes");
        QTest::newRow("gigabytes") << "48.5GB/s" << 48.5e9;
        QTest::newRow("gigabits") << "400Gb/s" << 50e9;
        QTest::newRow("gibibytes") << "23GiB/s" << 23 * gibi;
        QTest::newRow("spaces") << " 100 GB/s " << 100e9;
        QTest::newRow("per second in letters") << "200Gbps" << 25e9;
        QTest::newRow("terabytes") << "1.8TB/s" << 1.8e12;
        QTest::newRow("exponent") << "1e3MB/s" << 1e9;
    }
    void bandwidthsAreReadWithTheirUnit()
    {
        QFETCH(QString, text);
        QFETCH(double, bytes);
        const Result<double> value = parseBandwidth(text.toStdString());
        QVERIFY2(value.isOk(), value ? "" : value.error().message.text().c_str());
        QCOMPARE(*value, bytes);
    }

    void aBareNumberIsNoBandwidth()
    {
        const Result<double> bare = parseBandwidth("400");
        QVERIFY(!bare);
        QCOMPARE(
            bare.error().message.text(), std::string("\"400\" is not a bandwidth: a bare number may mean bits or bytes."));
        QVERIFY(bare.error().advice.text().find("48.5GB/s") != std::string::npos);
        for (const char* text : {"", "fast", "4x0GB/s", "400GB", "400 gigabits", "-4GB/s", "0GB/s", "nanGB/s",
                 "1e99TB/s", "1e-20GB/s", "0.5B/s"})
            QVERIFY2(!parseBandwidth(text), text);
    }

    void everyKnobIsReadAndShownAlike_data()
    {
        QTest::addColumn<QString>("text");
        const auto add = [](const char* key, const char* text) { QTest::newRow(key) << text; };
        add("schedule", "gpipe");
        add("memory-limit", "4");
        add("microbatches", "16");
        add("microbatch-size", "4");
        add("stages", "8");
        add("chunks", "2");
        add("tensor", "2");
        add("data", "4");
        add("expert", "8");
        add("layers", "36");
        add("partition", "9,9,9,5");
        add("hardware", "A100-80GB");
        add("nvlink", "370.8GB/s");
        add("nic", "48.5GB/s");
        add("latency-us", "3.4");
        add("algorithm", "nvls");
        add("compute-scale", "0.5");
        add("comm-scale", "0");
        add("link", "0-1=0.5,2-3=2");
        add("overlap", "off");
        add("overlap-slowdown", "0");
        add("straggler", "rank:3=1.3,stage:2=1.1");
        add("blocking-send", "on");
        add("host-gaps", "0");
        add("backward-ratio", "2");
        add("together", "0.75");
        add("model", "always");
        add("rule", "simai-analytical");
        add("gpus", "512");
        add("gpus-per-server", "8");
        add("nics-per-server", "9");
        add("nvlink-gibps", "200");
        add("nic-gibps", "25");
        add("pp-gibps", "47.5");
    }
    void everyKnobIsReadAndShownAlike()
    {
        QFETCH(QString, text);
        const std::string key = QTest::currentDataTag();
        Knobs knobs;
        const Result<bool> done = setKnob(knobs, key, text.toStdString());
        QVERIFY2(done.isOk(), done ? "" : done.error().message.text().c_str());
        QVERIFY(knobs != Knobs());
        QCOMPARE(QString::fromStdString(knobText(knobs, key)), text);
        for (const KnobInfo& info : knobTable()) {
            if (info.key != key)
                QVERIFY2(knobText(knobs, info.key).empty(), info.key.data());
        }
        QVERIFY(setKnob(knobs, key, "").isOk());
        QVERIFY(knobs == Knobs());
    }

    void theTableNamesEveryKnobOnce()
    {
        std::set<std::string_view> keys;
        for (const KnobInfo& info : knobTable()) {
            QVERIFY2(keys.insert(info.key).second, info.key.data());
            QVERIFY(!info.name.empty() && !info.help.empty());
        }
        QCOMPARE(keys.size(), size_t(46));
    }

    void valuesHaveTheirUnits()
    {
        Knobs knobs;
        QVERIFY(setKnob(knobs, "latency-us", "14").isOk());
        QCOMPARE(*knobs.latencyNs, 14000.0);
        QVERIFY(setKnob(knobs, "nic", "400Gb/s").isOk());
        QCOMPARE(*knobs.nicBandwidth, 50e9);
        QVERIFY(setKnob(knobs, "straggler", "rank:3=1.3, stage:2=1.1").isOk());
        QCOMPARE(knobs.stragglers.size(), size_t(2));
        QVERIFY(knobs.stragglers[1].of == Knobs::Straggler::Of::Stage);
        QCOMPARE(knobs.stragglers[1].number, 2);
        QCOMPARE(knobs.stragglers[0].factor, 1.3);
    }

    void aShownBandwidthIsTheSameWhenReadAgain()
    {
        for (const double bytes : {48.5e9, 23 * gibi, 370.8e9, 1e9 / 3, 18 * 20.6e9, 25e9 / 7, 12.0}) {
            const Result<double> back = parseBandwidth(bandwidthText(bytes));
            QVERIFY(back.isOk());
            QCOMPARE(*back, bytes);
        }
        QCOMPARE(bandwidthText(48.5e9), std::string("48.5GB/s"));
    }

    void whatIsRefusedLeavesTheFormerValue()
    {
        Knobs knobs;
        QVERIFY(setKnob(knobs, "microbatches", "16").isOk());
        const Knobs before = knobs;
        for (const char* text : {"0", "-1", "1.5", "many", "99999999999"})
            QVERIFY2(!setKnob(knobs, "microbatches", text), text);
        QVERIFY(knobs == before);
    }

    void refusalsSayWhatIsExpected()
    {
        QVERIFY(refusalOf("schedule", "fastest").contains("1f1b"));
        QVERIFY(refusalOf("nic", "400").contains("bits or bytes"));
        QVERIFY(refusalOf("overlap", "maybe").contains("on or off"));
        QVERIFY(refusalOf("algorithm", "magic").contains("nvls"));
        QVERIFY(refusalOf("rule", "mine").contains("simai-analytical"));
        QVERIFY(refusalOf("partition", "9,,9").contains("9,9,9,5"));
        QVERIFY(refusalOf("straggler", "rank:3").contains("rank:3=1.3"));
        QVERIFY(refusalOf("straggler", "rank:3=1.3,rank:3=2").contains("twice"));
        for (const char* text : {"0-1", "0=2", "1-1=2", "0-1=0", "-1-2=2", "0-40000=2", "a-b=2", "0-1=nan"})
            QVERIFY2(refusalOf("link", text).contains("0-1=0.5"), text);
        QVERIFY(refusalOf("link", "0-1=2,1-0=3").contains("twice"));
        QVERIFY(refusalOf("compute-scale", "0").contains("above 0"));
        QVERIFY(refusalOf("speed", "9").contains("microbatches"));
    }

    void onlySomeKnobsChangeTheOrder()
    {
        Knobs knobs;
        QVERIFY(setKnob(knobs, "nic", "400Gb/s").isOk());
        QVERIFY(setKnob(knobs, "compute-scale", "2").isOk());
        QVERIFY(!knobs.changeStructure());
        QVERIFY(setKnob(knobs, "partition", "1,2").isOk());
        QVERIFY(knobs.changeStructure());
    }
};

BUBBLESCOPE_TEST(TstKnobs, QCoreApplication)

} // namespace bubblescope::tst_knobs

#include "tst_knobs.moc"
