// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hardware.h"
#include "hardwarepreset.h"
#include "testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::tst_hardware {

namespace {

Hardware found(std::string_view name)
{
    const Result<Hardware> hardware = HardwareCatalog::builtin().find(name);
    return hardware ? *hardware : Hardware();
}

void write(const QTemporaryDir& folder, const char* name, const QByteArray& text)
{
    QFile file(folder.filePath(QString::fromLatin1(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray refusalOf(const char* json)
{
    const Result<HardwareCatalog::Preset> preset = readHardwarePreset(json, "mine");
    return preset ? QByteArray() : QByteArray::fromStdString(preset.error().message.text());
}

const char* const ownGpu
    = R"({"peak_tflops": 100, "memory_gb_per_s": 1000, "nvlink_gb_per_s": 50, "nic_gb_per_s": 10})";

} // namespace

class TstHardware : public QObject {
    Q_OBJECT
private slots:
    void presetsHaveTheFiguresOfTheirSources_data()
    {
        QTest::addColumn<double>("nvlink");
        QTest::addColumn<double>("nic");
        QTest::addColumn<double>("teraflops");
        QTest::addColumn<double>("memory");
        QTest::addColumn<double>("memoryGb");
        QTest::newRow("a100-40gb") << 240e9 << 23.5e9 << 312.0 << 1555e9 << 40.0;
        QTest::newRow("a100-80gb") << 240e9 << 23.5e9 << 312.0 << 2039e9 << 80.0;
        QTest::newRow("a800") << 160e9 << 23.5e9 << 312.0 << 2039e9 << 80.0;
        QTest::newRow("h800") << 164.8e9 << 48.5e9 << 989.0 << 3350e9 << 80.0;
        QTest::newRow("h100") << 370.8e9 << 48.5e9 << 989.0 << 3350e9 << 80.0;
        QTest::newRow("h200") << 370.8e9 << 48.5e9 << 989.0 << 4800e9 << 141.0;
        QTest::newRow("b200") << 721.8e9 << 48.5e9 << 2250.0 << 7700e9 << 180.0;
        QTest::newRow("gb200") << 721.8e9 << 48.5e9 << 2500.0 << 8000e9 << 186.0;
    }
    void presetsHaveTheFiguresOfTheirSources()
    {
        QFETCH(double, nvlink);
        QFETCH(double, nic);
        QFETCH(double, teraflops);
        QFETCH(double, memory);
        QFETCH(double, memoryGb);
        const Hardware hardware = found(QTest::currentDataTag());
        QCOMPARE(hardware.nvlinkBandwidth, nvlink);
        QCOMPARE(hardware.nicBandwidth, nic);
        QCOMPARE(hardware.teraflops(), teraflops);
        QCOMPARE(hardware.memoryBandwidth, memory);
        QCOMPARE(hardware.memoryBytes, memoryGb * 1e9);
        for (const char* key : {"peak_tflops", "memory_gb_per_s", "memory_gb", "nvlink_gb_per_s", "nic_gb_per_s",
                 "gpus_per_node", "nics_per_node", "intra_latency_us", "inter_latency_us"})
            QVERIFY2(!hardware.sourceOf(key).empty(), key);
    }

    void theDefaultIsH100WithNdr()
    {
        const Hardware& hardware = defaultHardware();
        QCOMPARE(hardware.name, std::string("H100, 400 Gb/s NDR"));
        // To the last bit: sample runs are made with these.
        QVERIFY(hardware.peakFlops == 989e12);
        QVERIFY(hardware.memoryBandwidth == 3350e9);
        QVERIFY(hardware.nvlinkBandwidth == 18 * 20.6e9);
        QVERIFY(hardware.nicBandwidth == 48.5e9);
        QVERIFY(hardware.intraLatencyNs == 3400 && hardware.interLatencyNs == 14000);
        QVERIFY(hardware.gpusPerNode == 8 && hardware.nicsPerNode == 8);
    }

    void allOfTheProgramsPresetsAreSound()
    {
        const HardwareCatalog& catalog = HardwareCatalog::builtin();
        for (const HardwareCatalog::Refusal& refusal : catalog.refusals())
            QFAIL(refusal.error.message.text().c_str());
        QCOMPARE(catalog.presets().size(), size_t(10));
    }

    void measuredCollectivesSayWhereTheyComeFrom()
    {
        for (const char* name : {"a100-40gb", "a100-80gb", "h100", "h200", "b200", "gb200"}) {
            const CollectiveCurves curves = found(name).collectives;
            QVERIFY2(curves.source.find("aiconfigurator") != std::string::npos, name);
            for (const Operation operation :
                {Operation::AllReduce, Operation::AllGather, Operation::ReduceScatter, Operation::AllToAll})
                QVERIFY2(curves.at(operation, 4, 1e6), name);
            QVERIFY(!curves.at(Operation::Broadcast, 4, 1e6));
        }
        QVERIFY(found("h800").collectives.curves.empty());
    }

    void measuredCollectivesSurviveACopy()
    {
        const std::optional<HardwareCatalog::Preset> copy = HardwareCatalog::builtin().copyOf("h100", "Mine");
        QVERIFY(copy);
        const Result<HardwareCatalog::Preset> read = readHardwarePreset(hardwarePresetJson(*copy), "mine");
        QVERIFY(read.isOk());
        const CollectiveCurves& before = copy->hardware.collectives;
        const CollectiveCurves& after = read->hardware.collectives;
        QCOMPARE(after.source, before.source);
        QCOMPARE(after.curves.size(), before.curves.size());
        QCOMPARE(after.latencyNs, before.latencyNs);
        for (const double bytes : {1e3, 3e6, 1e9}) {
            QCOMPARE(
                after.at(Operation::AllGather, 5, bytes)->factor, before.at(Operation::AllGather, 5, bytes)->factor);
            QCOMPARE(
                after.at(Operation::AllGather, 5, bytes)->baseNs, before.at(Operation::AllGather, 5, bytes)->baseNs);
        }
    }

    void unsoundCollectivesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("curves");
        QTest::newRow("no object") << QByteArray("3");
        QTest::newRow("no sizes") << QByteArray(R"({"all-reduce": {"2": {"base_us": 10, "factor": [1]}}})");
        QTest::newRow("sizes that fall") << QByteArray(R"({"kib": [64, 32]})");
        QTest::newRow("sizes of nothing") << QByteArray(R"({"kib": []})");
        QTest::newRow("an operation that is none") << QByteArray(R"({"kib": [64], "broadcast": {}})");
        QTest::newRow("one rank") << QByteArray(
            R"({"kib": [64], "all-reduce": {"1": {"base_us": 10, "factor": [1]}}})");
        QTest::newRow("no base") << QByteArray(R"({"kib": [64], "all-reduce": {"2": {"factor": [1]}}})");
        QTest::newRow("a factor too few")
            << QByteArray(R"({"kib": [64, 128], "all-reduce": {"2": {"base_us": 10, "factor": [1]}}})");
        QTest::newRow("times that fall") << QByteArray(
            R"({"kib": [64, 128], "all-reduce": {"2": {"base_us": 10, "factor": [3, 1]}}})");
        QTest::newRow("a number as source") << QByteArray(R"({"kib": [64], "source": 3})");
    }
    void unsoundCollectivesAreRefused()
    {
        QFETCH(QByteArray, curves);
        const auto preset = [](const QByteArray& text) {
            return R"({"peak_tflops": 100, "memory_gb_per_s": 1000, "nvlink_gb_per_s": 50, "nic_gb_per_s": 10, "collectives": )"
                + text + "}";
        };
        QVERIFY(refusalOf(preset(R"({"kib": [64], "all-reduce": {"2": {"base_us": 10, "factor": [1]}}})")).isEmpty());
        QVERIFY(!refusalOf(preset(curves)).isEmpty());
    }

    void inSwitchBandwidthIsWhatWasMeasured()
    {
        // busbw of eight GPUs by 2 x 7/8
        QVERIFY(qAbs(found("h800").nvlsBandwidth * 1.75 / 215e9 - 1) < 1e-5);
        QVERIFY(qAbs(found("h100").nvlsBandwidth * 1.75 / 480e9 - 1) < 1e-5);
        QCOMPARE(found("a100").nvlsBandwidth, 0.0);
    }

    void namesAreFoundHoweverTheyAreSpelt()
    {
        for (const char* name : {"h100", "H100", "H100-80GB", "h100 80gb", "H100, 400 Gb/s NDR", "h100+ndr"})
            QCOMPARE(found(name).name, std::string("H100, 400 Gb/s NDR"));
        for (const char* name : {"A100-80GB", "a100", "a100_80gb", "A100 80 GB"})
            QCOMPARE(found(name).name, std::string("A100 80 GB, 200 Gb/s HDR"));
    }

    void aGpuCanHaveAnotherNetwork()
    {
        const Hardware hardware = found("h100+hdr-200");
        QCOMPARE(hardware.name, std::string("H100, 200 Gb/s HDR"));
        QCOMPARE(hardware.nicBandwidth, 23.5e9);
        QCOMPARE(hardware.nvlinkBandwidth, 370.8e9);
        QVERIFY(hardware.sourceOf("nic_gb_per_s").find("ConnectX-6") != std::string_view::npos);
    }

    void anUnknownNameIsRefusedWithTheKnownOnes()
    {
        for (const char* name : {"h999", "", "ndr-400", "h100+h100", "h100+"}) {
            const Result<Hardware> hardware = HardwareCatalog::builtin().find(name);
            QVERIFY2(!hardware, name);
            QVERIFY(hardware.error().advice.text().find("a100-40gb") != std::string::npos);
        }
    }

    void nominalFiguresAreTakenInPart()
    {
        const Result<HardwareCatalog::Preset> preset = readHardwarePreset(R"({"name": "Mine", "peak_tflops": 100,
            "memory_gb_per_s": {"value": 1000, "nominal": true},
            "nvlink_gb_per_s": {"value": 300, "nominal": true, "source": "data sheet"},
            "nic_gb_per_s": {"value": 50, "nominal": true}})",
            "mine");
        QVERIFY(preset.isOk());
        QCOMPARE(preset->hardware.nvlinkBandwidth, 195e9);
        QCOMPARE(preset->hardware.nicBandwidth, 45e9);
        QCOMPARE(preset->hardware.memoryBandwidth, 1000e9);
        QCOMPARE(
            preset->hardware.sourceOf("nvlink_gb_per_s"), std::string_view("data sheet; nominal, 0.65 of it taken"));
    }

    void badPresetsAreRefusedWithASentence()
    {
        QCOMPARE(refusalOf(ownGpu), QByteArray());
        QCOMPARE(refusalOf("[1]"), QByteArray("It holds no JSON object."));
        QCOMPARE(refusalOf("{\"peak_tflops\": 1"), QByteArray("It holds no JSON object."));
        QCOMPARE(refusalOf("{\"peak_tflops\": 1}"), QByteArray("It states no memory_gb_per_s."));
        QCOMPARE(refusalOf("{\"peak_tflops\": \"fast\"}"), QByteArray("peak_tflops is not a number."));
        QCOMPARE(refusalOf("{\"peak_tflops\": -1}"), QByteArray("peak_tflops is -1, which no hardware has."));
        QCOMPARE(refusalOf("{\"peak_tflops\": {\"valu\": 1}}"), QByteArray("\"valu\" of peak_tflops is unknown."));
        QCOMPARE(refusalOf("{\"nvlink\": 1}"), QByteArray("\"nvlink\" is unknown."));
        QCOMPARE(refusalOf("{\"gpus_per_node\": 1.5}"),
            QByteArray("gpus_per_node is 1.5, which is not a number of devices."));
        QVERIFY(refusalOf("{}").contains("neither a GPU"));
    }

    void anEditableCopyReadsBackAsItWas()
    {
        for (const HardwareCatalog::Preset& preset : HardwareCatalog::builtin().presets()) {
            const Result<HardwareCatalog::Preset> back = readHardwarePreset(hardwarePresetJson(preset), preset.key);
            QVERIFY2(back.isOk(), preset.key.c_str());
            QCOMPARE(back->hardware.name, preset.hardware.name);
            QVERIFY(back->hardware.peakFlops == preset.hardware.peakFlops);
            QVERIFY(back->hardware.nvlinkBandwidth == preset.hardware.nvlinkBandwidth);
            QVERIFY(back->hardware.nicBandwidth == preset.hardware.nicBandwidth);
            QVERIFY(back->hardware.memoryBytes == preset.hardware.memoryBytes);
            QCOMPARE(back->network, preset.network);
            QCOMPARE(back->aliases, preset.aliases);
            QCOMPARE(back->hardware.sources.size(), preset.hardware.sources.size());
            const AchievedRates& rates = preset.hardware.rates;
            QCOMPARE(back->hardware.rates.half.size(), rates.half.size());
            QVERIFY(qAbs(back->hardware.rates.matrix() - rates.matrix()) <= 1e-12 * rates.matrix());
            QCOMPARE(back->hardware.rates.areCompared, rates.areCompared);
            QVERIFY(back->hardware.rates.attention == rates.attention && back->hardware.rates.memory == rates.memory);
        }
    }

    void ratesAreBelowTheDataSheetAndHaveTheirSource()
    {
        for (const char* name : {"a100-40gb", "a100-80gb", "a800", "h100", "h800", "h200", "b200"}) {
            const Hardware hardware = found(name);
            const AchievedRates& rates = hardware.rates;
            QVERIFY2(rates.matrix() > 0.7 * hardware.peakFlops && rates.matrix() < hardware.peakFlops, name);
            QVERIFY2(rates.memory > 0.8 * hardware.memoryBandwidth && rates.memory < hardware.memoryBandwidth, name);
            QVERIFY2(rates.attention < rates.matrix(), name);
            QVERIFY2(rates.eightBit.empty() || rates.matrix(MatrixType::EightBit) > rates.matrix(), name);
            QVERIFY2(!hardware.sourceOf("rates.half_tflops_by_gflop").empty(), name);
            QVERIFY2(!hardware.sourceOf("rates.memory_gb_per_s").empty(), name);
            QVERIFY2(!rates.areCompared || !hardware.sourceOf("rates.compared_steps").empty(), name);
        }
    }

    /// Two products forward, five backward, each at the share of the peak that the author of the kernel states.
    void attentionRatesFollowFromTheirSources()
    {
        const auto both = [](double forward, double backward) { return 7 / (2 / forward + 5 / backward); };
        for (const char* name : {"a100-40gb", "a100-80gb", "a800"})
            QVERIFY2(qAbs(found(name).rates.attention / both(0.73 * 312e12, 0.63 * 312e12) - 1) < 1e-3, name);
        for (const char* name : {"h100", "h200", "h800"})
            QVERIFY2(qAbs(found(name).rates.attention / both(370e12, 322e12) - 1) < 3e-3, name);
    }

    void ratesFollowTheirPeaks()
    {
        Hardware hardware = found("h100");
        const AchievedRates measured = hardware.achieved();
        setHardwareValue(hardware, "peak_tflops", 989, "the same");
        QVERIFY(hardware.achieved() == measured && !hardware.isEdited());
        setHardwareValue(hardware, "peak_tflops", 2 * 989, "mine");
        QVERIFY(hardware.isEdited());
        const AchievedRates edited = hardware.achieved();
        QCOMPARE(edited.matrix(), 2 * measured.matrix());
        QCOMPARE(edited.matrix(MatrixType::Half, 5e9), 2 * measured.matrix(MatrixType::Half, 5e9));
        QCOMPARE(edited.matrix(MatrixType::EightBit), 2 * measured.matrix(MatrixType::EightBit));
        QCOMPARE(edited.attention, 2 * measured.attention);
        QCOMPARE(edited.memory, measured.memory);
        QVERIFY(measured.areCompared && !edited.areCompared);
        // A file holds them as they were measured, and with which peaks: there they may be edited on.
        HardwareCatalog::Preset preset;
        preset.hardware = hardware;
        Result<HardwareCatalog::Preset> kept = readHardwarePreset(hardwarePresetJson(preset), "mine");
        QVERIFY(kept.isOk());
        QVERIFY(kept->hardware.achieved() == edited && kept->hardware.isEdited());
        QCOMPARE(kept->hardware.sourceOf("rates.memory_gb_per_s"), found("h100").sourceOf("rates.memory_gb_per_s"));
        setHardwareValue(kept->hardware, "peak_tflops", 989, "data sheet");
        QVERIFY(kept->hardware.achieved() == measured);
        setHardwareValue(hardware, "peak_tflops", 989, "data sheet");
        QVERIFY(hardware.achieved() == measured);
    }

    void badRatesAreRefusedWithASentence()
    {
        QCOMPARE(refusalOf("{\"rates\": 1}"), QByteArray("\"rates\" must be an object."));
        QCOMPARE(refusalOf("{\"rates\": {\"speed\": 1}}"), QByteArray("\"rates.speed\" is unknown."));
        QCOMPARE(refusalOf("{\"rates\": {\"attention_tflops\": 200}}"),
            QByteArray("rates.attention_tflops needs a \"value\" above 0."));
        const QByteArray points(
            "rates.half_tflops_by_gflop needs \"points\": pairs of GFLOP and TFLOP/s, by size, with "
            "which times do not fall as sizes grow.");
        for (const char* wrong : {"[]", "[[1]]", "[[1, -2]]", "[[1, 2], [1, 3]]", "3", "[[1, 2], [2, 5]]"}) {
            const QByteArray json = QByteArray("{\"rates\": {\"half_tflops_by_gflop\": {\"points\": ") + wrong + "}}}";
            QCOMPARE(refusalOf(json.constData()), points);
        }
    }

    void ratesThatNoGpuReachesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("rate");    // of a GPU with 100 TFLOP/s and 1,000 GB/s
        QTest::addColumn<QByteArray>("refusal"); // up to its field; empty: it is accepted
        const auto value = [](const char* key, const char* figure) {
            return QByteArray("\"%1\": {\"value\": %2}").replace("%1", key).replace("%2", figure);
        };
        const auto points = [](const char* list) {
            return QByteArray("\"half_tflops_by_gflop\": {\"points\": %1}").replace("%1", list);
        };
        QTest::newRow("a peak of nothing")
            << value("of_peak_tflops", "1e-305")
            << QByteArray("rates.of_peak_tflops is 1e-305 where its peak is 100: from 0.1 to 100000 is accepted.");
        QTest::newRow("a peak in GFLOP/s")
            << value("of_peak_tflops", "100001") << QByteArray("rates.of_peak_tflops is ");
        QTest::newRow("a peak in bytes")
            << value("of_memory_gb_per_s", "1e-6")
            << QByteArray("rates.of_memory_gb_per_s is 1e-06 where its peak is 1000: from 1 to 1e+06 is accepted.");
        QTest::newRow("attention") << value("attention_tflops", "1e-300") << QByteArray("rates.attention_tflops is ");
        QTest::newRow("attention in GFLOP/s")
            << value("attention_tflops", "200000") << QByteArray("rates.attention_tflops is ");
        QTest::newRow("memory") << value("memory_gb_per_s", "1e-300") << QByteArray("rates.memory_gb_per_s is ");
        QTest::newRow("products of no rate")
            << points("[[1e-9, 1e-300], [1, 1e-300]]") << QByteArray("rates.half_tflops_by_gflop is 1e-300 where ");
        QTest::newRow("products in GFLOP/s")
            << points("[[1, 50], [1e9, 80000000]]") << QByteArray("rates.half_tflops_by_gflop is ");
        // The rate counts against the peak that it was measured with.
        QTest::newRow("attention of another GPU")
            << value("of_peak_tflops", "0.2") + ',' + value("attention_tflops", "250")
            << QByteArray("rates.attention_tflops is 250 where its peak is 0.2: from 0.0002 to 200 is accepted.");
        QTest::newRow("a slow one") << value("of_peak_tflops", "0.2") + ',' + value("attention_tflops", "0.1")
                                    << QByteArray();
        QTest::newRow("small products") << points("[[1e-6, 1e-4], [100, 80]]") << QByteArray();
    }
    void ratesThatNoGpuReachesAreRefused()
    {
        QFETCH(QByteArray, rate);
        QFETCH(QByteArray, refusal);
        const QByteArray gpu(ownGpu);
        const QByteArray preset = gpu.left(gpu.lastIndexOf('}')) + ", \"rates\": {" + rate + "}}";
        const QByteArray said = refusalOf(preset.constData());
        QVERIFY2(refusal.isEmpty() ? said.isEmpty() : said.startsWith(refusal), said.constData());
    }

    void usersPresetsLieBesideTheProgramsAndOverrideThem()
    {
        QTemporaryDir folder;
        write(folder, "cluster.json", ownGpu);
        write(folder, "H100.json", ownGpu);
        write(folder, "bad.json", "{\"peak_tflops\": true}");
        write(folder, "lost.json",
            R"({"peak_tflops": 1, "memory_gb_per_s": 1, "nvlink_gb_per_s": 1, "network": "carrier-pigeon"})");
        write(folder, "notes.txt", "not mine");
        const HardwareCatalog catalog = HardwareCatalog::withUserPresets(folder.path().toStdString());
        QCOMPARE(catalog.find("cluster")->nicBandwidth, 10e9);
        QCOMPARE(catalog.find("h100")->peakFlops, 100e12);
        QCOMPARE(catalog.presets().size(), HardwareCatalog::builtin().presets().size() + 1);
        QCOMPARE(catalog.refusals().size(), size_t(2));
        QVERIFY(catalog.refusals()[0].file.ends_with("bad.json"));
        QCOMPARE(catalog.refusals()[0].error.message.text(), std::string("peak_tflops is not a number."));
        QCOMPARE(
            catalog.refusals()[1].error.message.text(), std::string("Its network \"carrier-pigeon\" is not a preset."));
    }

    void aDirectoryThatIsNotThereHoldsNone()
    {
        const HardwareCatalog catalog = HardwareCatalog::withUserPresets("/nowhere/at/all");
        QCOMPARE(catalog.presets().size(), HardwareCatalog::builtin().presets().size());
        QVERIFY(catalog.refusals().empty());
    }

    void hardwareMayBeNamedByItsFile()
    {
        QTemporaryDir folder;
        write(folder, "cluster.json", ownGpu);
        const std::string path = folder.filePath(QStringLiteral("cluster.json")).toStdString();
        const Result<Hardware> hardware = HardwareCatalog::builtin().findOrRead(path);
        QVERIFY(hardware.isOk());
        QCOMPARE(hardware->name, std::string("cluster"));
        QVERIFY(HardwareCatalog::builtin().findOrRead("b200").isOk());
        // As answers state it; the slash is no folder's.
        QCOMPARE(HardwareCatalog::builtin().findOrRead(defaultHardware().name).value().name, defaultHardware().name);
        const Result<Hardware> absent = HardwareCatalog::builtin().findOrRead(path + ".json");
        QVERIFY(!absent);
        QVERIFY(absent.error().message.text().find("cannot be read") != std::string::npos);
    }
};

BUBBLESCOPE_TEST(TstHardware, QCoreApplication)

} // namespace bubblescope::tst_hardware

#include "tst_hardware.moc"
