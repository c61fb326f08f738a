// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What `summary` and `compare` print: keys that others rely on, and figures that add up.
#include "../index/indexing.h"

#include "commandline.h"
#include "comparereport.h"
#include "findingjson.h"
#include "folderloader.h"
#include "inspecttext.h"
#include "opensource.h"
#include "samplecommand.h"
#include "samplefolder.h"
#include "samplerun.h"
#include "shareddata.h"
#include "smallsample.h"
#include "summaryjson.h"
#include "summarymarkdown.h"
#include "summarytext.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

namespace bubblescope::tst_summary {

namespace {

OpenedFolderPtr open(const char* name)
{
    FolderLoad load;
    load.paths = {sharedData(name)};
    load.levels = false;
    return FolderLoader(std::move(load)).load();
}

nlohmann::json summaryOf(const RunFolder& folder, const SummaryOptions& options = {})
{
    const Result<std::string> text = summaryJson(folder, options);
    if (!text)
        qFatal("%s", text.error().message.text().c_str());
    return nlohmann::json::parse(*text);
}

RunFolder sampleFolder(const SampleOptions& options)
{
    Result<RunFolder> folder = makeSampleFolder(options);
    if (!folder)
        qFatal("%s", folder.error().message.text().c_str());
    return std::move(folder).value();
}

OpenedFolderPtr openPart(const std::string& path, TimeRange range)
{
    FolderLoad load;
    load.paths = {path};
    load.levels = false;
    load.slice = range;
    return FolderLoader(std::move(load)).load();
}

double sumOf(const nlohmann::json& parts)
{
    double sum = 0;
    for (const auto& [key, value] : parts.items())
        sum += value.get<double>();
    return sum;
}

bool hasKeys(const nlohmann::json& object, std::initializer_list<const char*> keys)
{
    for (const char* key : keys) {
        if (!object.contains(key)) {
            qInfo("%s is missing", key);
            return false;
        }
    }
    return true;
}

} // namespace

class TstSummary : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aRangeOfRankTracesIsThatOfTheirIndex_data()
    {
        QTest::addColumn<TimeRange>("range");
        QTest::addColumn<bool>("holdsStep");
        QTest::newRow("inside a step") << TimeRange {20'000'000, 60'000'000} << false;
        QTest::newRow("first step") << TimeRange {0, 0} << true; // until its end
    }
    void aRangeOfRankTracesIsThatOfTheirIndex()
    {
        QFETCH(TimeRange, range);
        QFETCH(bool, holdsStep);
        QTemporaryDir folder;
        const std::string run = folder.filePath(QStringLiteral("run")).toStdString();
        const std::string index = folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
        QVERIFY(writeSample(smallSample(), run).isOk());
        QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
        const OpenedFolderPtr whole = openPart(run, {0, INT64_MAX / 4});
        const Trace& trace = *whole->folder.runs.front().trace;
        if (holdsStep)
            range = {0, trace.steps().front().range.end + 1'000'000};
        const OpenedFolderPtr read = openPart(run, range);
        const OpenedFolderPtr ofIndex = openPart(index, range);
        const Trace& part = *read->folder.runs.front().trace;
        QVERIFY(part.spanCount() > 0);
        QVERIFY(part.spanCount() < trace.spanCount());
        QCOMPARE(part.spanCount(), ofIndex->folder.runs.front().trace->spanCount());
        nlohmann::json answers[2] = {summaryOf(read->folder), summaryOf(ofIndex->folder)};
        QCOMPARE(answers[0].dump(), answers[1].dump());
        // What is compared is whole: a healthy sample has no fault, wherever it is cut.
        for (const auto& finding : answers[0]["findings"])
            QVERIFY2(finding["kind"] != "fault", finding.dump().c_str());
        QCOMPARE(answers[0]["findings"].empty(), !holdsStep);
    }

    void aRangeOfAProfilersTracesIsThatOfTheirIndex_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<TimeRange>("range");
        REQUIRE_SHARED_DATA();
        // Cut within steps, collectives and launches; in ms.
        QTest::newRow("steps") << "bytedance_st" << TimeRange {100'000'000, 700'000'000};
        QTest::newRow("stages") << "megascan" << TimeRange {10'000'000, 150'000'000};
        QTest::newRow("ranks of one kernel clock") << "kineto/dlrm_8ranks" << TimeRange {3'000'000, 9'000'000};
        QTest::newRow("ranks of several runs") << "kineto/hta" << TimeRange {100'000'000, 300'000'000};
        QTest::newRow("database") << "nsys" << TimeRange {100'000'000, 300'000'000};
    }
    void aRangeOfAProfilersTracesIsThatOfTheirIndex()
    {
        QFETCH(QString, name);
        QFETCH(TimeRange, range);
        QTemporaryDir folder;
        const std::string run = sharedData(name.toLatin1());
        const std::string index = folder.filePath(QStringLiteral("run.bubbleindex")).toStdString();
        QCOMPARE(indexed({run}, index, 1), ExitCode::Fine);
        const OpenedFolderPtr read = openPart(run, range);
        const OpenedFolderPtr ofIndex = openPart(index, range);
        QVERIFY(read->folder.runs.front().trace->spanCount() > 0);
        QVERIFY(read->folder.report.count(IssueKind::PartOnly) > 0);
        QCOMPARE(summaryOf(read->folder).dump(), summaryOf(ofIndex->folder).dump());
    }

    void onlyTimelinesHaveARange()
    {
        RunFolder folder;
        Source source;
        source.range = TimeRange {0, 1000};
        QVERIFY(!whyNoRange(source, folder)); // nothing was found, which is told elsewhere
        folder.workloads.emplace_back();
        QVERIFY(whyNoRange(source, folder));
        source.range.reset();
        QVERIFY(!whyNoRange(source, folder));
        const RunFolder sample = sampleFolder(demoOptions());
        source.range = TimeRange {0, 1000};
        QVERIFY(!whyNoRange(source, sample));
        const TimeNs end = sample.runs.front().trace->range().end;
        source.range = TimeRange {end + 1, end + 2};
        QVERIFY(whyNoRange(source, sample));
    }

    void anUnknownStageIsNull()
    {
        Evidence evidence;
        evidence.ranks = {3, 4};
        evidence.stages = {-1, 2};
        const nlohmann::json json = nlohmann::json::parse(evidenceJson(evidence, nullptr).dump());
        QCOMPARE(json["stages"].dump(), std::string("[null,2]"));
    }

    void keysAreAsPromised()
    {
        const nlohmann::json json = summaryOf(sampleFolder(demoOptions()));
        QVERIFY(hasKeys(json,
            {"step_ms", "origin", "ranks", "stages", "timers", "clock_offsets_ms", "critical_path", "stragglers",
                "bubble_share", "findings"}));
        QVERIFY(hasKeys(json["ranks"][0],
            {"rank", "stage", "compute_ms", "exposed_comm_ms", "overlapped_comm_ms", "waiting_ms", "bubble_ms",
                "idle_ms", "host_ms", "total_ms"}));
        QVERIFY(hasKeys(json["mean_rank"], {"compute_ms", "waiting_ms", "bubble_ms", "idle_ms", "host_ms", "total_ms"}));
        QVERIFY(hasKeys(json["ranks"][0]["bubble_ms"], {"warmup", "steady", "cooldown"}));
        QVERIFY(hasKeys(json["stages"][0], {"stage", "forward_ms", "backward_ms", "busy_share", "imbalance"}));
        QVERIFY(hasKeys(json["critical_path"], {"length_ms", "share"}));
        QVERIFY(hasKeys(json["stragglers"][0], {"rank", "factor"}));
        QVERIFY(hasKeys(json["findings"][0], {"id", "title", "cost_ms", "share", "evidence", "suggestion", "try"}));
        QVERIFY(json["origin"] == "measured");
        QVERIFY(json["others"].size() == 3); // log, workload and layer table of the demo
    }

    void timesOfATableHaveOneUnit()
    {
        const QString text = QString::fromStdString(*summaryText(sampleFolder(demoOptions()), {}));
        const QString tables = text.mid(text.indexOf(QStringLiteral("Stages, per microbatch")));
        QVERIFY(tables.contains(QStringLiteral("Critical path")));
        const QRegularExpression others(QStringLiteral("\\d[\\s\\x{a0}\\x{202f}](ns|µs|s)\\b"));
        QVERIFY2(!tables.section(QStringLiteral("Shortening"), 0, 0)
                      .remove(QRegularExpression(QStringLiteral("path, .*")))
                      .contains(others),
            qPrintable(tables));
    }

    void filesThatBreakOffAreTold()
    {
        RunFolder folder = sampleFolder(demoOptions());
        const auto told = [&folder] { return QString::fromStdString(*summaryText(folder, {})).simplified(); };
        folder.report.setFile("rank7.json");
        folder.report.add(IssueKind::BadNumber, 17, "nan");
        QVERIFY2(!told().contains(QStringLiteral("rank7.json")), qPrintable(told())); // is for `inspect`
        folder.report.add(IssueKind::TruncatedFile, 4711, "the last event breaks off");
        const QString text = told();
        QVERIFY2(text.contains(QStringLiteral("truncated-file: rank7.json byte")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("the last event breaks off → ")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("bad-number")), qPrintable(text));
    }

    void timersOfALogStandWithTheirShare()
    {
        RunFolder folder;
        RunLog& log = folder.runLogs.emplace_back();
        log.name = "train";
        for (const int64_t number : {1, 2}) {
            LogStep step;
            step.step = number;
            step.stepMs = 200;
            log.steps.push_back(step);
            log.timers.push_back({number, "forward-compute", number == 1 ? 900.0 : 50.0});
            log.timers.push_back({number, "evaluation", 5000.0});
        }
        const nlohmann::json timers = summaryOf(folder)["timers"];
        QCOMPARE(timers.size(), size_t(2));
        QVERIFY(timers[1]["name"] == "forward-compute" && timers[1]["ms"] == 50.0);
        const QString text = QString::fromStdString(*summaryText(folder, {})).simplified();
        QVERIFY2(text.contains(QStringLiteral("forward-compute 50.00 ms 25.0 %")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("evaluation 5.000 s –")), qPrintable(text)); // no part of a step
    }

    void whatSomeStepsLoseIsOfTheMeanStep()
    {
        RunFolder folder;
        RunLog& log = folder.runLogs.emplace_back();
        log.name = "train";
        for (int number = 1; number <= 30; ++number) {
            LogStep step;
            step.step = number;
            step.stepMs = number == 17 ? 900 : 100;
            log.steps.push_back(step);
        }
        const QString text = QString::fromStdString(*summaryText(folder, {})).simplified();
        QVERIFY2(text.contains(QRegularExpression(QStringLiteral("1\\. [^:]*: [^,]* ms, [0-9.]+ % of the mean step"))),
            qPrintable(text));
        const QString page = QString::fromStdString(*summaryMarkdown(folder, {}, "bubblescope summary"));
        QVERIFY2(page.simplified().contains(QRegularExpression(
                     QStringLiteral("1\\. [^:]*: [^,]* ms, [0-9.]+ % of the mean step, modelled"))),
            qPrintable(page));
    }

    void aPartIsToldByAStepThatIsWholeInIt()
    {
        REQUIRE_SHARED_DATA();
        FolderLoad load;
        load.paths = {sharedData("kineto/hta/sampled_rank-0.json.gz")};
        load.levels = false;
        load.slice = TimeRange {1'300'000'000, 2'500'000'000}; // in the midst of step 551
        const OpenedFolderPtr opened = FolderLoader(std::move(load)).load();
        const nlohmann::json whole = summaryOf(opened->folder);
        QCOMPARE(whole["step"].get<int>(), 552);
        QVERIFY(whole["step_ms"].get<double>() > 600);
        SummaryOptions options;
        options.step = 551;
        QCOMPARE(summaryOf(opened->folder, options)["step"].get<int>(), 551);
    }

    void aBandwidthCurveAloneIsSomethingFound()
    {
        RunFolder folder;
        folder.bandwidthCurves.emplace_back();
        QVERIFY(summaryText(folder, {})->find("bandwidth curves") != std::string::npos);
        QVERIFY(summaryText(RunFolder(), {})->find("Nothing") != std::string::npos);
        RunFolder pickled;
        pickled.report.setFile("run.pkl");
        const std::string command(1000, 'c');
        pickled.report.add(IssueKind::ConvertFirst, std::nullopt, say("a Python pickle: run {} first", command));
        QVERIFY(summaryText(pickled, {})->find("a Python pickle: run " + command) != std::string::npos);
    }

    void aNetworkWithoutARunIsJudged()
    {
        SampleOptions options;
        options.hosts = 16;
        options.data = 4;
        options.layers = 8;
        options.slowNics = {{13, 2}}; // two ranks a host
        const Result<SampleRun> sample = makeSample(options);
        QVERIFY(sample);
        RunFolder folder;
        folder.fabric = *sample->run.fabric;
        const std::string text = summaryText(folder, {}).value();
        const std::string_view told = "The network card of process 1 of node6 is slow";
        QVERIFY2(text.find(told) != std::string::npos, text.c_str());
        QVERIFY2(text.find("measured by 32 processes on 16 hosts") != std::string::npos, text.c_str());
        QVERIFY(summaryMarkdown(folder, {}, "RUN").value().find("Nothing that") == std::string::npos);
        QVERIFY(inspectText(folder, {{}, 0}).find(told) != std::string::npos);
        const nlohmann::json network = summaryOf(folder)["network"];
        QCOMPARE(network["processes"].get<int>(), 32);
        QCOMPARE(network["faults"].size(), size_t(1));
        QCOMPARE(network["faults"][0]["kind"].get<std::string>(), std::string("network-card"));
        QCOMPARE(network["faults"][0]["processes"][0]["host"].get<std::string>(), std::string("node6"));
        QVERIFY(!network["faults"][0]["victims"].empty());
        QVERIFY(summaryOf(RunFolder())["network"].is_null());
        // A log has no finding about it; a run has.
        folder.runLogs.push_back(sample->runLog);
        QVERIFY(summaryText(folder, {}).value().find(told) != std::string::npos);
        folder.runs.push_back(sample->run);
        QVERIFY(summaryText(folder, {}).value().find("Network: ") == std::string::npos);
    }

    void dumpsOfAHungJobComeWithTheCommandThatExplainsThem()
    {
        RunFolder folder = sampleFolder(SampleOptions());
        QVERIFY(summaryText(folder, {}).value().find("bubblescope hang") == std::string::npos);
        folder.flightDumps.resize(2);
        for (int32_t rank : {0, 1})
            folder.flightDumps[size_t(rank)].rank = rank;
        QVERIFY(summaryText(folder, {}).value().find("`bubblescope hang`") != std::string::npos);
        QVERIFY(summaryText(folder, {}).value().find("Where the time of each rank goes") != std::string::npos); // another run
        folder.layerTables.clear(); // which are explained beside it
        folder.workloads.clear();
        folder.runLogs.clear();
        Run& run = folder.runs.front();
        run.files = {"rank0.pickle", "rank1.pickle"};
        for (size_t i = 0; i < run.files.size(); ++i)
            folder.flightDumps[i].file = run.files[i];
        const std::string text = summaryText(folder, {}).value();
        QVERIFY2(text.starts_with(run.name + " (hang): "), text.c_str());
        const nlohmann::json json = summaryOf(folder);
        QCOMPARE(json["kind"].get<std::string>(), std::string("hang"));
        QCOMPARE(json["name"].get<std::string>(), run.name);
        QVERIFY(json["step_ms"].is_null() && json["ranks"].empty() && json["others"].empty());
        QVERIFY2(text.find("Where the time of each rank goes") == std::string::npos, text.c_str());
    }

    void partsOfEveryRankAddUpToTheStep()
    {
        const nlohmann::json summary = summaryOf(sampleFolder(demoOptions()));
        for (const nlohmann::json& rank : summary["ranks"]) {
            const double sum = rank["compute_ms"].get<double>() + sumOf(rank["exposed_comm_ms"])
                + rank["waiting_ms"].get<double>() + sumOf(rank["bubble_ms"]) + rank["idle_ms"].get<double>()
                + rank["host_ms"].get<double>();
            QVERIFY(std::abs(sum - rank["total_ms"].get<double>()) < 1e-3);
        }
    }

    void stepAndTopAreHeeded()
    {
        SampleOptions options;
        options.steps = 3;
        const RunFolder folder = sampleFolder(options);
        SummaryOptions wanted;
        wanted.step = 2;
        wanted.top = 1;
        const nlohmann::json json = summaryOf(folder, wanted);
        QVERIFY(json["step"] == 2);
        QVERIFY(json["findings"].size() == 1);
        const double stepMs = double(folder.runs[0].trace->steps()[1].range.duration()) / 1e6;
        QVERIFY(std::abs(json["step_ms"].get<double>() - stepMs) < 1e-6);
        wanted.step = 9;
        QVERIFY(!summaryJson(folder, wanted));
    }

    void everySeedHasASummary_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("first");
        QTest::newRow("000") << "seeds/000_213289ee4de42d36.txt"
                             << "run"
                             << "unexplained-embedding-collective";
        QTest::newRow("001") << "seeds/001_15abf85fb1cc9dfd.txt"
                             << "run"
                             << "expert-imbalance";
        QTest::newRow("002") << "seeds/002_891053d3e8445d09.txt"
                             << "layer table"
                             << "dominant-layer";
        QTest::newRow("003") << "seeds/003_e7a75019e7d30864.txt"
                             << "workload"
                             << "pipeline-bubble";
        QTest::newRow("004") << "seeds/004_cbcb88115115ad29.txt"
                             << "run log"
                             << "slow-stage";
    }
    void everySeedHasASummary()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, name);
        QFETCH(QString, kind);
        QFETCH(QString, first);
        const OpenedFolderPtr opened = open(name.toUtf8().constData());
        const nlohmann::json json = summaryOf(opened->folder);
        QCOMPARE(QString::fromStdString(json["kind"].get<std::string>()), kind);
        QCOMPARE(QString::fromStdString(json["findings"][0]["id"].get<std::string>()), first);
        const Result<std::string> text = summaryText(opened->folder, {});
        QVERIFY(text);
        const QString title = QString::fromStdString(json["findings"][0]["title"].get<std::string>());
        QVERIFY(QString::fromStdString(*text).contains(title));
    }

    void twoRunsAreComparedByNameAndStage()
    {
        SampleOptions options;
        options.tensor = 1;
        const RunFolder before = sampleFolder(options);
        options.lastStageFactor = 1.5;
        const RunFolder after = sampleFolder(options);
        const Result<ComparedFolders> compared = compareFolders({before}, {after});
        QVERIFY(compared);
        const nlohmann::json json = nlohmann::json::parse(comparisonJson(*compared));
        QVERIFY(json["stages"][0]["stage"] == "3");
        const double ratio = json["stages"][0]["b_ms"].get<double>() / json["stages"][0]["a_ms"].get<double>();
        QVERIFY(std::abs(ratio - 1.5) < 0.03);
        QVERIFY(json["difference_ms"].get<double>() > 0);
        QVERIFY(comparisonText(*compared).find("By stage") != std::string::npos);
        const RunFolder nothing;
        QVERIFY(!compareFolders({before}, {nothing}));
    }

    void commandLineIsRead()
    {
        const Command summary = parseCommandLine({"summary", "run", "--json", "--step", "4", "--top", "2"});
        QVERIFY(std::holds_alternative<SummaryCommand>(summary));
        QCOMPARE(std::get<SummaryCommand>(summary).step.value(), 4);
        QCOMPARE(std::get<SummaryCommand>(summary).top, 2);
        QVERIFY(std::get<SummaryCommand>(summary).json);
        QVERIFY(std::holds_alternative<CommandLineAnswer>(parseCommandLine({"summary"})));
        const Command compared = parseCommandLine({"compare", "a", "b"});
        QVERIFY(std::holds_alternative<CompareCommand>(compared));
        QCOMPARE(std::get<CompareCommand>(compared).b, std::string("b"));
        QVERIFY(std::holds_alternative<CommandLineAnswer>(parseCommandLine({"compare", "a"})));
        const Command hang = parseCommandLine({"hang", "dumps", "--json", "--no-cache"});
        QVERIFY(std::holds_alternative<HangCommand>(hang));
        QCOMPARE(std::get<HangCommand>(hang).paths, (std::vector<std::string> {"dumps"}));
        QVERIFY(std::get<HangCommand>(hang).json);
        QVERIFY(std::holds_alternative<CommandLineAnswer>(parseCommandLine({"hang"})));
    }
};

BUBBLESCOPE_TEST(TstSummary, QCoreApplication)

} // namespace bubblescope::tst_summary

#include "tst_summary.moc"
