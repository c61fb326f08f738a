// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "planreport.h"
#include "testprogram.h"

#include <nlohmann/json.hpp>

#include <QStringList>
#include <QTest>

namespace bubblescope::tst_planreport {

namespace {

PlanRow rowOf(const char* name, const char* set, double stepMs, double gigabytes)
{
    PlanRow row;
    row.name = name;
    row.set = set;
    row.gpus = 64;
    row.stepNs = stepMs * 1e6;
    row.lowNs = 0.9 * row.stepNs;
    row.highNs = 1.1 * row.stepNs;
    row.samplesPerSecond = 256e3 / stepMs;
    row.tokensPerSecondPerGpu = 256e3 / stepMs * 4096 / 64;
    row.mfu = 0.4;
    row.memoryBytes = gigabytes * 1e9;
    PlannedStageMemory stage;
    stage.parameterBytes = gigabytes * 1e9;
    row.stages = {stage};
    return row;
}

PlanReport report()
{
    PlanReport report;
    report.title = "llama";
    report.hardware = "H100";
    report.gpuMemoryBytes = 80e9;
    report.now = rowOf("TP 4 · PP 1 · DP 16", "tensor=4 stages=1", 1200, 40);
    report.rows = {rowOf("TP 2 · PP 1 · DP 32", "tensor=2 stages=1", 1000, 60),
        rowOf("TP 2 · PP 2 · DP 16", "tensor=2 stages=2 partition=17,15", 1050, 50),
        rowOf("TP 8 · PP 1 · DP 8", "tensor=8 stages=1", 1500, 30)};
    report.rows[0].isPareto = true;
    report.rows[0].changes = {{"tensor", "4", "2"}};
    report.rows[0].reason = "It saves 200 ms of communication.";
    report.rows[0].limit = PlanLimit::Network;
    report.rows[1].isApart = false;
    report.searched = 1234;
    report.pruned = 1000;
    report.seconds = 0.5;
    return report;
}

PlanReport empty()
{
    PlanReport report;
    report.title = "llama";
    report.hardware = "H100";
    report.gpuMemoryBytes = 80e9;
    report.nearest = rowOf("TP 8 · PP 8 · DP 1", "tensor=8", 900, 82);
    report.nearest->fits = false;
    report.excessBytes = 2e9;
    report.searched = report.pruned = 10;
    return report;
}

QString refusalOf(const PlanSearchArguments& arguments)
{
    const Result<PlanSpace> space = planSpaceOf(arguments);
    return space ? QString() : QString::fromStdString(space.error().message.text() + ' ' + space.error().advice.text());
}

} // namespace

class TstPlanReport : public QObject {
    Q_OBJECT
private slots:
    void jsonHasWhatWasPromised()
    {
        const nlohmann::json json = nlohmann::json::parse(planSearchJson(report()));
        QCOMPARE(json["searched"].get<int>(), 1234);
        PlanAnswer narrowed;
        narrowed.narrowed = {{"overlap", "on", say("there are too many")}};
        const auto assumed = nlohmann::json::parse(planSearchJson(planReportOf(narrowed, {}, {}, {}, {})))["assumed"];
        QCOMPARE(assumed.size(), size_t(1));
        QCOMPARE(assumed[0]["field"].get<std::string>(), std::string("overlap"));
        QCOMPARE(json["pruned"].get<int>(), 1000);
        QCOMPARE(json["seconds"].get<double>(), 0.5);
        QCOMPARE(json["candidates"].size(), size_t(3));
        const nlohmann::json& best = json["candidates"][0];
        QCOMPARE(best["set"].get<std::string>(), std::string("tensor=2 stages=1"));
        QCOMPARE(best["step_ms"].get<double>(), 1000.0);
        QCOMPARE(best["range"][0].get<double>(), 900.0);
        QCOMPARE(best["range"][1].get<double>(), 1100.0);
        QCOMPARE(best["tokens_per_s_per_gpu"].get<double>(), 16384.0);
        QCOMPARE(best["mfu"].get<double>(), 0.4);
        QCOMPARE(best["binds"].get<std::string>(), std::string("network"));
        QVERIFY(best["pareto"].get<bool>() && !best["cannot_be_told_apart"].get<bool>());
        QVERIFY(best["memory"]["fits"].get<bool>());
        QCOMPARE(best["memory"]["stages"][0]["parameter_bytes"].get<double>(), 60e9);
        QCOMPARE(best["memory"]["stages"][0]["total_bytes"].get<double>(), 60e9);
        QCOMPARE(best["changes"][0]["from"].get<std::string>(), std::string("4"));
        QVERIFY(json["candidates"][1]["cannot_be_told_apart"].get<bool>());
        QVERIFY(!best.contains("usd_per_million_tokens"));
        QVERIFY(!json.contains("nearest"));
    }

    void csvHasALineForEach()
    {
        const QStringList lines = QString::fromStdString(planSearchCsv(report())).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines[0].startsWith("set,gpus,step_ms,"));
        QVERIFY2(lines[1].startsWith("tensor=2 stages=1,64,1000,900,1100,"), qPrintable(lines[1]));
        QVERIFY(lines[2].startsWith("\"tensor=2 stages=2 partition=17,15\",64,1050,"));
        for (const QString& line : {lines[0], lines[1], lines[3]})
            QCOMPARE(line.count(','), 12);
    }

    void textSaysWhyTheBestWins()
    {
        // Numbers are grouped, and joined with their units, by spaces that do not break.
        QString text = QString::fromStdString(planSearchText(report()));
        for (const char16_t space : {u'\u00a0', u'\u202f', u'\u2009'})
            text.replace(QChar(space), QChar(u' '));
        for (const char* part : {"1 234 combinations searched, 1 000 of them ruled out",
                 "TP 2 · PP 1 · DP 32 is best: a step of 1.000 s (900.00 ms to 1.100 s)",
                 "It saves 200 ms of communication.", "It changes: tensor 4 to 2.",
                 "1 more cannot be told apart from it", "--set tensor=2 --set stages=1", "now", "Pareto", "network"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    }

    void whereNothingFitsTheExcessIsTold()
    {
        QCOMPARE(QString::fromStdString(nothingFits(empty()).text()),
            QString::fromUtf8("No configuration fits: the one that needs least, TP 8 · PP 8 · DP 1, needs 82.0 GB a "
                              "GPU, 2.00 GB more than fit into the 80.0 GB of one."));
        QVERIFY(planSearchText(empty()).find("No configuration fits") != std::string::npos);
        const nlohmann::json json = nlohmann::json::parse(planSearchJson(empty()));
        QVERIFY(json["candidates"].empty());
        QCOMPARE(json["excess_bytes"].get<double>(), 2e9);
        QCOMPARE(json["nearest"]["set"].get<std::string>(), std::string("tensor=8"));
        QVERIFY(!json["nearest"]["memory"]["fits"].get<bool>());
    }

    void optionsAreRead()
    {
        PlanSearchArguments arguments;
        arguments.allow = {"tensor=1, 2,4", "recompute=none"};
        arguments.gpus = {"32,64", "128"};
        arguments.batch = "512";
        arguments.gpuMemory = "80GB";
        arguments.price = "2.5";
        arguments.top = "7";
        const Result<PlanSpace> space = planSpaceOf(arguments);
        QVERIFY(space.isOk());
        QCOMPARE(space->allowed.size(), size_t(2));
        QCOMPARE(space->allowed[0].second, (std::vector<std::string> {"1", "2", "4"}));
        QCOMPARE(space->gpus, (std::vector<int> {32, 64, 128}));
        QCOMPARE(space->globalBatch.value_or(0), 512);
        QCOMPARE(space->gpuMemoryBytes, 80e9);
        QCOMPARE(space->usdPerGpuHour.value_or(0), 2.5);
        QCOMPARE(space->top, size_t(7));
    }

    void wrongOptionsAreRefused()
    {
        const auto said = [](auto member, const char* text) {
            PlanSearchArguments arguments;
            arguments.*member = text;
            return refusalOf(arguments);
        };
        QVERIFY(said(&PlanSearchArguments::batch, "many").contains("--batch is \"many\""));
        QVERIFY(said(&PlanSearchArguments::batch, "0").contains("whole number"));
        QVERIFY(said(&PlanSearchArguments::gpuMemory, "80").contains("80GB"));
        QVERIFY(said(&PlanSearchArguments::gpuMemory, "0GB").contains("80GB"));
        QVERIFY(said(&PlanSearchArguments::price, "-1").contains("USD per GPU hour"));
        QVERIFY(said(&PlanSearchArguments::price, "nan").contains("USD per GPU hour"));
        QVERIFY(said(&PlanSearchArguments::top, "0").contains("from 1 to 10000"));
        PlanSearchArguments arguments;
        for (const char* text : {"tensor", "=2", "tensor=", "tensor=,"}) {
            arguments.allow = {text};
            QVERIFY2(refusalOf(arguments).contains("tensor=1,2,4"), text);
        }
        arguments.allow = {"tensor=1", "tensor=2"};
        QVERIFY(refusalOf(arguments).contains("limited twice"));
        arguments.allow.clear();
        arguments.gpus = {"64,x"};
        QVERIFY(refusalOf(arguments).contains("--gpus is \"x\""));
    }
};

BUBBLESCOPE_TEST(TstPlanReport, QCoreApplication)

} // namespace bubblescope::tst_planreport

#include "tst_planreport.moc"
