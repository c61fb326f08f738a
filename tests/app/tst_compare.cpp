// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What `compare` says of real profiler runs, held against tables of others.
#include "commandline.h"
#include "comparison.h"
#include "comparereport.h"
#include "folderloader.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace bubblescope::tst_compare {

namespace {

using Json = nlohmann::json;

OpenedFolderPtr open(const std::string& path)
{
    FolderLoad load;
    load.paths = {path};
    load.levels = false;
    return FolderLoader(std::move(load)).load();
}

Json compared(const std::string& a, const std::string& b, const ComparedPart& part = {})
{
    const OpenedFolderPtr ofA = open(a);
    const OpenedFolderPtr ofB = open(b);
    const Result<ComparedFolders> folders = compareFolders({ofA->folder, part}, {ofB->folder, part});
    return folders ? Json::parse(comparisonJson(*folders)) : Json();
}

/// By operator: direct kernel time in ms, and how many calls launched something. Names have no commas.
std::map<std::string, std::pair<double, double>> peersTable(const QString& file)
{
    std::map<std::string, std::pair<double, double>> rows;
    QFile table(file);
    if (!table.open(QIODevice::ReadOnly))
        return rows;
    const QList<QByteArray> head = table.readLine().trimmed().split(',');
    const auto time = head.indexOf("total_direct_kernel_time_ms");
    const auto count = head.indexOf("Count");
    while (!table.atEnd()) {
        const QList<QByteArray> cells = table.readLine().trimmed().split(',');
        if (cells.size() == head.size())
            rows[cells[0].toStdString()] = {cells[time].toDouble(), cells[count].toDouble()};
    }
    return rows;
}

const Json* rowOf(const Json& rows, const char* key, std::string_view name)
{
    for (const Json& row : rows) {
        if (row[key] == name)
            return &row;
    }
    return nullptr;
}

} // namespace

class TstCompare : public QObject {
    Q_OBJECT
private slots:
    void sumsByOperatorEqualThePeersTables_data()
    {
        QTest::addColumn<QString>("trace");
        const QDir folder(QString::fromStdString(sharedData("kineto/operators")));
        for (const QString& trace : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(trace)) << folder.filePath(trace);
        if (!hasSharedData())
            QTest::newRow("none") << QString();
    }
    void sumsByOperatorEqualThePeersTables()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, trace);
        const auto expected = peersTable(trace + QStringLiteral("/reference/ops_summary.csv"));
        QVERIFY(!expected.empty());
        const Json json = compared(trace.toStdString(), trace.toStdString());
        for (const auto& [name, row] : expected) {
            const Json* found = rowOf(json["operators"], "operator", name);
            QVERIFY2(found, name.c_str());
            QVERIFY2(std::abs((*found)["a_ms"].get<double>() - row.first) < 1e-5, name.c_str());
            QCOMPARE((*found)["a_calls"].get<double>(), row.second);
            double ofShapes = 0;
            for (const Json& shapes : json["shapes"])
                ofShapes += shapes["operator"] == name ? shapes["a_ms"].get<double>() : 0;
            QVERIFY2(std::abs(ofShapes - row.first) < 1e-5, name.c_str());
        }
    }

    void whatDevicesDidAddsUpHoweverItIsListed()
    {
        REQUIRE_SHARED_DATA();
        const Json json = compared(sharedData("kineto/operators/h100_bert"), sharedData("kineto/operators/h100_qwen"));
        for (const char* side : {"a_ms", "b_ms"}) {
            std::map<std::string, double> sums;
            for (const char* key : {"operators", "shapes", "modules", "kernels", "names"}) {
                for (const Json& row : json[key])
                    sums[key] += row[side].is_null() ? 0 : row[side].get<double>();
            }
            for (const auto& [key, sum] : sums)
                QVERIFY2(std::abs(sum - sums["kernels"]) < 1e-6, key.c_str());
        }
        QCOMPARE(QString::fromStdString(json["a"]["devices"][0].get<std::string>()),
            QStringLiteral("NVIDIA H100 80GB HBM3"));
    }

    /// Qwen 3 14B on eight B200s, by hand: 40 layers of 5,120 with 40 heads of 128 and 8 of keys, an MLP of 17,408.
    void tokensAndMfuStandBesideTheStepsOfLogs()
    {
        REQUIRE_SHARED_DATA();
        const std::string slow = sharedData("torchtitan/run101_ansi.log");
        const std::string fast = sharedData("torchtitan/run349_ansi.log");
        const double layer = 2 * 5120.0 * 5120 + 2 * 5120.0 * 1024 + 3 * 5120.0 * 17408;
        const double gflop = (6 * (40 * layer + 5120.0 * 151936) + 6 * 40 * 5120.0 * 128) / 1e9;
        const Json json = compared(slow, fast);
        for (const auto& [side, samples] : {std::pair("a", 1288), std::pair("b", 1088)}) {
            const Json& figures = json[side]["throughput"];
            const double tokens = 128.0 * samples / (json[side]["step_ms"].get<double>() / 1e3);
            QVERIFY(std::abs(figures["tokens_per_s"].get<double>() / tokens - 1) < 1e-9);
            QVERIFY(std::abs(figures["tokens_per_s_per_gpu"].get<double>() / tokens * 8 - 1) < 1e-9);
            const double teraflops = tokens / 8 * gflop / 1e3;
            QVERIFY(std::abs(figures["tflops_per_gpu"].get<double>() / teraflops - 1) < 1e-6);
            QVERIFY(std::abs(figures["mfu"].get<double>() / (teraflops / 2250) - 1) < 1e-6);
        }
        const OpenedFolderPtr opened = open(fast);
        const Result<ComparedFolders> itself = compareFolders({opened->folder}, {opened->folder});
        const QString text = QString::fromStdString(comparisonText(*itself));
        QVERIFY2(text.contains(QStringLiteral("MFU")) && text.contains(QStringLiteral("41.1\u00a0%")), qPrintable(text));
    }

    void nothingIsSaidOfTokensThatAreNotKnown()
    {
        REQUIRE_SHARED_DATA();
        const std::string trace = sharedData("kineto/operators/h100_bert");
        QVERIFY(compared(trace, trace)["a"]["throughput"].is_null());
        const OpenedFolderPtr opened = open(trace);
        const Result<ComparedFolders> itself = compareFolders({opened->folder}, {opened->folder});
        QVERIFY(comparisonText(*itself).find("MFU") == std::string::npos);
    }

    void operatorsOfTwoLibrariesMeet()
    {
        const auto runOf = [](std::vector<std::pair<const char*, double>> operators) {
            ComparedRun run;
            run.parts = 1;
            for (const auto& [name, ns] : operators)
                run.operators[{name, ""}] = {ns, 1, ns};
            return run;
        };
        const auto told = [](const Comparison& comparison) {
            std::vector<std::string> rows;
            for (const Difference& row : comparison.operators)
                rows.push_back(fmt::format("{} {} {}", row.shownName(), row.a.value_or(-1), row.b.value_or(-1)));
            return rows;
        };
        using Rows = std::vector<std::string>;
        QCOMPARE(told(compare(runOf({{"aten::cudnn_convolution", 7}, {"aten::mm", 2}}),
                     runOf({{"aten::mm", 4}, {"aten::miopen_convolution", 8}}))),
            (Rows {"aten::mm 2 4", "aten::cudnn_convolution / aten::miopen_convolution 7 8"}));
        // What both have meets by its name, and nothing tells which of two is meant.
        QCOMPARE(told(compare(runOf({{"aten::cudnn_batch_norm", 1}, {"aten::native_batch_norm", 4}}),
                     runOf({{"aten::native_batch_norm", 6}, {"aten::miopen_batch_norm", 10}}))),
            (Rows {"aten::cudnn_batch_norm / aten::miopen_batch_norm 1 10", "aten::native_batch_norm 4 6"}));
        QCOMPARE(told(compare(runOf({{"aten::cudnn_convolution", 3}}),
                     runOf({{"aten::miopen_convolution", 2}, {"aten::mkldnn_convolution", 1}}))),
            (Rows {"aten::cudnn_convolution 3 -1", "aten::miopen_convolution -1 2", "aten::mkldnn_convolution -1 1"}));
    }

    void convolutionsOfTwoVendorsMeet()
    {
        REQUIRE_SHARED_DATA();
        const Json json = compared(
            sharedData("kineto/queued/ns_resolution_a100.json.gz"), sharedData("kineto/queued/resnet_mi300.json.gz"));
        const Json* both = rowOf(json["operators"], "operator", "aten::cudnn_convolution / aten::miopen_convolution");
        QVERIFY(both && (*both)["a_ms"].get<double>() > 1 && (*both)["b_ms"].get<double>() > 1);
        QVERIFY(!rowOf(json["operators"], "operator", "aten::cudnn_convolution"));
        QVERIFY(!rowOf(json["operators"], "operator", "aten::miopen_convolution"));
    }

    void aFusedKernelIsFoundByOperator()
    {
        REQUIRE_SHARED_DATA();
        const std::string input = sharedData("reports/91-compare-a-fused-kernel/input");
        const Json json = compared(input + "/A", input + "/B");
        QCOMPARE(QString::fromStdString(json["lead"].get<std::string>()),
            QStringLiteral(
                "All ranks compute about 440.00 µs longer in B. Most of all, aten::mm takes 960.00 µs longer."));
        const auto change = [&](const char* name) {
            const Json* row = rowOf(json["operators"], "operator", name);
            return row ? std::lround((*row)["difference_ms"].get<double>() * 1000) : 0;
        };
        QCOMPARE(change("aten::mm"), 960);
        QCOMPARE(change("triton_fused_add_gelu"), 720);
        QCOMPARE(change("aten::add") + change("aten::gelu"), -1240);
        for (const Json& row : json["names"])
            QVERIFY(!row["name"].get<std::string>().starts_with("ProfilerStep"));
    }

    void aPartIsAStepOrARange()
    {
        REQUIRE_SHARED_DATA();
        const std::string input = sharedData("reports/91-compare-a-fused-kernel/input");
        const Json step = compared(input + "/A", input + "/B", {ComparedPart::By::Step, 11});
        QVERIFY(step["part"]["step"] == 11);
        QCOMPARE(std::lround((*rowOf(step["operators"], "operator", "aten::mm"))["difference_ms"].get<double>() * 1000),
            960);
        const Json range = compared(input + "/A", input + "/B", {ComparedPart::By::Range, 0, "ProfilerStep#11"});
        QCOMPARE(
            std::lround((*rowOf(range["operators"], "operator", "aten::mm"))["difference_ms"].get<double>() * 1000),
            960);
        QVERIFY(compared(input + "/A", input + "/B", {ComparedPart::By::Range, 0, "nothing"}).is_null());
    }

    /// The file's five ranges launch 45 kernels of 5.532802 ms, by the correlation of every launch.
    void aRangeHoldsWhatIsLaunchedInIt()
    {
        REQUIRE_SHARED_DATA();
        const std::string trace = sharedData("kineto/queued/ns_resolution_a100.json.gz");
        const Json json = compared(trace, trace, {ComparedPart::By::Range, 0, "Optimizer.step#SGD.step"});
        for (const char* key : {"operators", "kernels"}) {
            double sum = 0;
            double calls = 0;
            for (const Json& row : json[key]) {
                sum += row["a_ms"].get<double>();
                calls += key == std::string_view("kernels") ? row["a_calls"].get<double>() : 0;
                QCOMPARE(row["difference_ms"].get<double>(), 0.0);
            }
            QVERIFY2(std::abs(sum - 5.532802 / 5) < 1e-6, qPrintable(QString::number(sum)));
            QCOMPARE(calls, key == std::string_view("kernels") ? 45.0 / 5 : 0.0);
        }
    }

    void tracesOfOneRankEachMeetWhateverTheirRank()
    {
        REQUIRE_SHARED_DATA();
        const std::string traces = sharedData("kineto/hta");
        const Json json = compared(traces + "/sampled_rank-0.json.gz", traces + "/sampled_rank-1.json.gz");
        QCOMPARE(json["ranks"].size(), size_t(1));
        QVERIFY(json["ranks"][0]["a_ms"].get<double>() > 0 && json["ranks"][0]["b_ms"].get<double>() > 0);
    }

    void partsAreNamedOnTheCommandLine()
    {
        const auto parse = [](const std::vector<std::string>& more) {
            std::vector<std::string> words {"compare", "a", "b"};
            words.insert(words.end(), more.begin(), more.end());
            return parseCommandLine(words);
        };
        const auto both = std::get<CompareCommand>(parse({"--step", "3,7"}));
        QVERIFY(both.partA == (ComparedPart {ComparedPart::By::Step, 3}));
        QVERIFY(both.partB == (ComparedPart {ComparedPart::By::Step, 7}));
        const auto range = std::get<CompareCommand>(parse({"--range", "forward"}));
        QVERIFY(range.partB == (ComparedPart {ComparedPart::By::Range, 0, "forward"}));
        QVERIFY(std::get<CompareCommand>(parse({"--marker", "x"})).partA.by == ComparedPart::By::Marker);
        QVERIFY(std::holds_alternative<CommandLineAnswer>(parse({"--step", "first"})));
        QVERIFY(std::holds_alternative<CommandLineAnswer>(parse({"--step", "1", "--range", "x"})));
    }
};

BUBBLESCOPE_TEST(TstCompare, QCoreApplication)

} // namespace bubblescope::tst_compare

#include "tst_compare.moc"
