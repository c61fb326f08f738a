// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pipelines in profiler traces: what the README of each report says.
#include "folderloader.h"
#include "shareddata.h"
#include "summaryjson.h"
#include "testprogram.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace bubblescope::tst_pipelinereports {

namespace {
nlohmann::json summaryOf(const std::string& path)
{
    FolderLoad load;
    load.paths = {path};
    load.levels = false;
    load.threads = 1;
    const Result<std::string> text = summaryJson(FolderLoader(std::move(load)).load()->folder, {});
    return text ? nlohmann::json::parse(*text) : nlohmann::json();
}
} // namespace

class TstPipelineReports : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theGroupOfThePipelineTellsTheStages()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json summary = summaryOf(sharedData("reports/40-pipeline-forward-i-names/input"));
        for (int rank = 0; rank < 4; ++rank)
            QVERIFY(summary["ranks"][size_t(rank)]["stage"] == rank);
        QVERIFY(!summary["findings"].empty());
        QVERIFY(summary["findings"][0]["id"] == "pipeline-bubble");
    }

    void batchedMessagesAreToldByTheirRecords()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json summary = summaryOf(sharedData("reports/36-pipeline-batched-p2p/input"));
        double work = 0;
        for (int rank = 0; rank < 4; ++rank) {
            QVERIFY(summary["ranks"][size_t(rank)]["stage"] == rank);
            work += summary["ranks"][size_t(rank)]["compute_ms"].get<double>() / 4;
        }
        const double step = summary["step_ms"].get<double>();
        QVERIFY(std::abs((step - work) / step - 0.314) < 0.002);
        QVERIFY(!summary["findings"].empty());
        const nlohmann::json& first = summary["findings"][0];
        QVERIFY(first["id"] == "pipeline-bubble");
        QVERIFY2(std::abs(first["share"].get<double>() - 0.273) < 0.03, first.dump().c_str());
        for (const nlohmann::json& finding : summary["findings"])
            QVERIFY(finding["id"] != "late-rank" && finding["id"] != "straggling-rank");
    }

    /// The same recording, where ranges instead of records tell of the messages in each kernel.
    void batchedMessagesAreToldByTheirRanges()
    {
        REQUIRE_SHARED_DATA();
        const QDir source(QString::fromStdString(sharedData("reports/36-pipeline-batched-p2p/input")));
        QTemporaryDir folder;
        for (const QString& name : source.entryList(QDir::Files)) {
            QFile file(source.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            nlohmann::json trace = nlohmann::json::parse(file.readAll().toStdString());
            for (nlohmann::json& event : trace["traceEvents"]) {
                if (event.value("name", "") != "record_param_comms" || !event["args"].contains("Rank"))
                    continue;
                const nlohmann::json& args = event["args"];
                const bool isSend = args.contains("Dst Rank");
                event["name"] = fmt::format("nccl:{} {}{}{}", isSend ? "send" : "recv",
                    trace["distributedInfo"]["rank"].get<int>(), isSend ? "->" : "<-",
                    args[isSend ? "Dst Rank" : "Src Rank"].get<int>());
                event["cat"] = "user_annotation";
                event["args"] = nlohmann::json::object();
            }
            QFile written(folder.filePath(name));
            QVERIFY(written.open(QIODevice::WriteOnly));
            written.write(QByteArray::fromStdString(trace.dump()));
        }
        const nlohmann::json expected = summaryOf(sharedData("reports/36-pipeline-batched-p2p/input"));
        const nlohmann::json summary = summaryOf(folder.path().toStdString());
        for (size_t rank = 0; rank < 4; ++rank) {
            QVERIFY(summary["ranks"][rank]["stage"] == int(rank));
            for (const char* figure : {"compute_ms", "waiting_ms", "idle_ms", "total_ms"})
                QCOMPARE(summary["ranks"][rank][figure].get<double>(), expected["ranks"][rank][figure].get<double>());
            QVERIFY(summary["ranks"][rank]["bubble_ms"] == expected["ranks"][rank]["bubble_ms"]);
        }
        QVERIFY(summary["findings"][0]["id"] == "pipeline-bubble");
    }

    void theSlowStageIsNamedWithItsPrice()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json summary = summaryOf(sharedData("reports/38-pipeline-several-streams-one-group/input"));
        for (size_t stage = 0; stage < 4; ++stage) {
            const nlohmann::json& times = summary["stages"][stage];
            const double slower = stage == 2 ? 1.25 : 1;
            QVERIFY2(std::abs(times["forward_ms"].get<double>() - slower) < 1e-3, times.dump().c_str());
            QVERIFY2(std::abs(times["backward_ms"].get<double>() - 2 * slower) < 1e-3, times.dump().c_str());
        }
        // Of 3.75 ms against a mean of 3.1875 ms.
        QVERIFY(std::abs(summary["stages"][2]["imbalance"].get<double>() - 0.1765) < 1e-3);
        const nlohmann::json& findings = summary["findings"];
        const auto slow = std::find_if(findings.begin(), findings.end(),
            [](const nlohmann::json& finding) { return finding["id"] == "straggling-rank"; });
        QVERIFY(slow != findings.end());
        QVERIFY((*slow)["title"].get<std::string>().find("ank 2") != std::string::npos);
        QVERIFY2(std::abs((*slow)["cost_ms"].get<double>() - 5.25) < 0.1, slow->dump().c_str());
    }
};

BUBBLESCOPE_TEST(TstPipelineReports, QCoreApplication)

} // namespace bubblescope::tst_pipelinereports

#include "tst_pipelinereports.moc"
