// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "consolecommands.h"
#include "folderloader.h"
#include "inspectjson.h"
#include "inspecttext.h"
#include "memoryreport.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <string>

#include <nlohmann/json.hpp>

namespace bubblescope::tst_inspect {

namespace {
nlohmann::json inspect(const std::vector<std::string>& paths, std::optional<int> layers = {})
{
    FolderLoad load;
    load.paths = paths;
    load.levels = false;
    const OpenedFolderPtr opened = FolderLoader(std::move(load)).load();
    InspectOptions options;
    options.layers = layers;
    options.peakRssBytes = peakRssBytes();
    return nlohmann::json::parse(inspectJson(opened->folder, options));
}

nlohmann::json inspectShared(const char* name, std::optional<int> layers = {}) { return inspect({sharedData(name)}, layers); }

void writeText(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QStringList keysOf(const nlohmann::json& object)
{
    QStringList keys;
    for (const auto& [key, value] : object.items())
        keys += QString::fromStdString(key);
    return keys;
}

bool isWithin(double value, double expected, double tolerance)
{
    if (std::abs(value - expected) <= tolerance)
        return true;
    qInfo("%.9f is not %.9f ± %g", value, expected, tolerance);
    return false;
}

// QCOMPARE cannot print JSON.
bool is(const nlohmann::json& value, const nlohmann::json& expected)
{
    if (value == expected)
        return true;
    qInfo("%s is not %s", value.dump().c_str(), expected.dump().c_str());
    return false;
}

double number(const nlohmann::json& value) { return value.is_number() ? value.get<double>() : qQNaN(); }
} // namespace

class TstInspect : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aSnapshotWithoutBlocksHasNoTableOfThem()
    {
        RunFolder folder;
        MemorySnapshot snapshot;
        snapshot.name = snapshot.file = "rank0.pickle";
        snapshot.allocatedAtEnd = 512;
        snapshot.reservedAtEnd = 1024;
        folder.memorySnapshots = {snapshot};
        const QString text = measuredMemoryText(folder);
        QVERIFY2(text.contains(QStringLiteral("rank0.pickle")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("taken by")), qPrintable(text));
        QVERIFY(!text.endsWith(QStringLiteral("\n\n")));
        folder.memorySnapshots[0].allocations = {{64, 512}};
        folder.memorySnapshots[0].aliveAtEnd = {0};
        QVERIFY(measuredMemoryText(folder).contains(QStringLiteral("taken by")));
    }

    void anEmptyDumpOfAHangIsValid()
    {
        const QTemporaryDir folder;
        const auto told = [&folder] {
            FolderLoad load;
            load.paths = {folder.path().toStdString()};
            load.levels = false;
            return QString::fromStdString(inspectText(FolderLoader(std::move(load)).load()->folder, {}));
        };
        const auto write = [&folder](const char* name, const QByteArray& entries) {
            QFile dump(folder.filePath(QLatin1String(name)));
            QVERIFY(dump.open(QFile::WriteOnly));
            dump.write(
                R"({"version": "2.4", "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"}},)"
                R"("pg_status": {}, "entries": [)"
                + entries + "]}");
        };
        write("nccl_trace_rank_0", {});
        const QString empty = told();
        QVERIFY2(
            empty.contains(QStringLiteral("1 dump of NCCL's flight recorder: valid, but no operation was recorded")),
            qPrintable(empty));
        QVERIFY2(!empty.contains(QStringLiteral("Nothing that this program can open")), qPrintable(empty));
        write("nccl_trace_rank_1",
            R"({"record_id": 0, "pg_id": 0, "process_group": ["0", "default_pg"], "collective_seq_id": 1, "p2p_seq_id": 0,
                "op_id": 1, "profiling_name": "nccl:all_reduce", "time_created_ns": 1700000000000000000, "state": "scheduled",
                "input_sizes": [[4]], "input_dtypes": ["Float"], "output_sizes": [[4]], "output_dtypes": ["Float"],
                "retired": false, "is_p2p": false})");
        const QString mixed = told();
        QVERIFY2(mixed.contains(QStringLiteral(
                     "2 dumps of NCCL's flight recorder: `bubblescope hang` says who hangs; 1 of them without")),
            qPrintable(mixed));
    }

    void theKeysAreTheContract()
    {
        QTemporaryDir directory;
        writeText(directory.filePath(QStringLiteral("rank0.txt")),
            "rank:0:forward_step(stage_id=0,batch_id=0,mg_state=None,duration=10.00,description=None,group_kind=None,"
            "timestamp=1010.00,sub_operations=[])\n");
        writeText(directory.filePath(QStringLiteral("notes.md")), "# nothing that is read here\n");
        const nlohmann::json json = inspect({directory.path().toStdString()});
        QCOMPARE(keysOf(json),
            QStringList({"issues", "jobs", "layer_tables", "load", "network", "run_logs", "runs", "unrecognised",
                "workloads"}));
        QVERIFY(json["network"].is_null()); // nobody measured it
        QCOMPARE(keysOf(json["runs"][0]),
            QStringList({"clock_offsets_ms", "context_parallel", "copies", "copy_duration_ns", "data_parallel",
                "duration_ms", "expert_parallel", "files", "kernel_duration_ns", "kernels", "kind", "microbatches",
                "name", "parts", "pipeline_parallel", "ranks", "ranks_outside_range", "spans", "stages", "step_is", "steps", "sub_spans",
                "tensor_parallel", "total_duration_ns"}));
        QCOMPARE(keysOf(json["load"]), QStringList({"bytes", "files", "peak_rss_bytes", "seconds", "spans"}));
        QVERIFY(is(json["runs"][0]["clock_offsets_ms"], {{"host0", 0.0}}));
        QVERIFY(is(json["runs"][0]["duration_ms"], 10.0));
        QVERIFY(json["runs"][0]["kernels"].is_null());
        QVERIFY(is(json["unrecognised"], {"notes.md"}));
        QVERIFY(is(json["load"]["files"], 1));
        QVERIFY(json["load"]["peak_rss_bytes"].get<uint64_t>() > 1'000'000);
    }

    void tablesWorkloadsLogsAndIssuesHaveTheirKeys()
    {
        RunFolder folder;
        folder.layerTables.resize(1);
        folder.workloads.resize(1);
        folder.runLogs.resize(1);
        folder.report.setFile("bad\xff.txt");
        folder.report.add(IssueKind::BadRecord, 17, "x");
        const nlohmann::json json = nlohmann::json::parse(inspectJson(folder, {}));
        QCOMPARE(keysOf(json["layer_tables"][0]),
            QStringList({"backward_ms", "comm_elements", "folded_forward_ms", "folded_total_ms", "forward_ms", "kind",
                "layers", "name", "rows", "weight_gradient_ms"}));
        QCOMPARE(keysOf(json["workloads"][0]),
            QStringList({"compute_ms", "data_parallel", "declared_rows", "expert_parallel", "gpus", "microbatches",
                "name", "pipeline_parallel", "policy", "rows", "tensor_parallel"}));
        QCOMPARE(keysOf(json["run_logs"][0]),
            QStringList({"first_loss", "kind", "last_loss", "layer_records", "loss_points", "median_step_ms", "name",
                "stage_blocks", "stage_forward_ms_per_microbatch", "stages", "steps"}));
        QCOMPARE(keysOf(json["issues"][0]),
            QStringList({"advice", "cause", "count", "file", "issue", "offset", "scope", "severity"}));
        QVERIFY(is(json["issues"][0]["cause"], "file") && is(json["issues"][0]["scope"], "record"));
        QVERIFY(is(json["issues"][0]["issue"], "bad-record"));
        QVERIFY(is(json["issues"][0]["offset"], 17));
        QVERIFY(json["run_logs"][0]["median_step_ms"].is_null());
        QVERIFY(json["workloads"][0]["gpus"].is_null());
        QVERIFY(json["layer_tables"][0]["folded_total_ms"].is_null());
    }

    void seed000IsOneRankOfAMeasuredRun()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json json = inspectShared("seeds/000_213289ee4de42d36.txt");
        const nlohmann::json& run = json["runs"][0];
        QVERIFY(is(run["kind"], "measured"));
        QVERIFY(is(run["spans"], 9));
        QVERIFY(is(run["sub_spans"], 8));
        QVERIFY(is(run["ranks"], 1));
        QVERIFY(is(run["stages"], 1));
        QVERIFY(is(run["duration_ms"], 165.87));
        for (const char* key :
            {"tensor_parallel", "pipeline_parallel", "data_parallel", "expert_parallel", "context_parallel"})
            QVERIFY2(run[key].is_null(), key);
        QCOMPARE(json["runs"].size(), size_t(1));
    }

    void runsAreTakenTogetherAndApart()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json whole = inspectShared("echo/measured_tp1_pp2_4ranks")["runs"];
        QCOMPARE(whole.size(), size_t(1));
        QVERIFY(is(whole[0]["ranks"], 4));
        QVERIFY(is(whole[0]["files"], 4));
        QVERIFY(is(whole[0]["stages"], 2));
        QCOMPARE(inspectShared("echo/two_runs_one_folder")["runs"].size(), size_t(2));
        const nlohmann::json scaling = inspectShared("seeds/001_15abf85fb1cc9dfd.txt")["runs"];
        QVERIFY(is(scaling[0]["kind"], "scaling"));
        QVERIFY(is(scaling[0]["spans"], 6));
        QVERIFY(is(scaling[0]["sub_spans"], 20));
        const nlohmann::json recordings = inspectShared("echo/scaling_pp4_of_that_run")["runs"];
        QCOMPARE(recordings.size(), size_t(2));
        QVERIFY(is(recordings[1]["kind"], "scaling"));
    }

    void clocksOfTwoHostsAreAligned()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json runs = inspectShared("echo/measured_pp4_16ranks_2hosts")["runs"];
        QCOMPARE(runs.size(), size_t(1));
        QVERIFY(is(runs[0]["ranks"], 16));
        QVERIFY(is(runs[0]["stages"], 4));
        QVERIFY(is(runs[0]["microbatches"], 16));
        const nlohmann::json& offsets = runs[0]["clock_offsets_ms"];
        QVERIFY(is(offsets["node1"], 0.0));
        QVERIFY(isWithin(number(offsets["node2"]), -604781214.5, 0.3));
        QVERIFY(isWithin(number(runs[0]["duration_ms"]), 671.2, 0.5));
    }

    void seed002FoldsOutToTheLayersAskedFor()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json table = inspectShared("seeds/002_891053d3e8445d09.txt")["layer_tables"][0];
        QVERIFY(is(table["kind"], "work-items"));
        QVERIFY(is(table["rows"], 51));
        QVERIFY(isWithin(number(table["forward_ms"]), 187.540, 5e-4));
        QCOMPARE(number(table["comm_elements"]), 85369937.0);
        QVERIFY(table["layers"].is_null());
        QVERIFY(table["folded_forward_ms"].is_null());
        const nlohmann::json folded = inspectShared("seeds/002_891053d3e8445d09.txt", 36)["layer_tables"][0];
        QVERIFY(is(folded["layers"], 36));
        QVERIFY(isWithin(number(folded["folded_forward_ms"]), 2279.32, 5e-3));
    }

    void foldedPredictionsEqualTheirTwins()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json tables = inspectShared("neusight")["layer_tables"];
        QVERIFY(tables.size() >= 7);
        int plain = 0;
        for (const nlohmann::json& table : tables) {
            const std::string name = table["name"];
            if (name.find("-dp4") != std::string::npos || name.find("-tp4") != std::string::npos
                || name.find("-pp4") != std::string::npos)
                continue;
            ++plain;
            QVERIFY2(table["folded_total_ms"].is_number(), name.c_str());
        }
        QVERIFY(plain >= 2);
        const std::string large
            = sharedData("neusight/prediction/NVIDIA_H100_80GB_HBM3/neusight/gpt2_large-train-1024-4.csv");
        if (QFile::exists(QString::fromStdString(large)))
            QVERIFY(isWithin(number(inspect({large})["layer_tables"][0]["folded_total_ms"]), 649.5552, 1e-4));
    }

    void workloadsStateTheirLayout()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json workload = inspectShared("seeds/003_e7a75019e7d30864.txt")["workloads"][0];
        QVERIFY(is(workload["declared_rows"], 33));
        QVERIFY(is(workload["rows"], 33));
        QVERIFY(is(workload["tensor_parallel"], 8));
        QVERIFY(is(workload["pipeline_parallel"], 4));
        QVERIFY(is(workload["gpus"], 512));
        QVERIFY(is(workload["data_parallel"], 16));
        const nlohmann::json all = inspectShared("simai/aicb");
        bool found = false;
        for (const nlohmann::json& aicb : all["workloads"]) {
            if (aicb["declared_rows"] == nlohmann::json(839)) {
                found = true;
                QVERIFY(is(aicb["rows"], 33));
            }
        }
        QVERIFY(found);
        QVERIFY(is(all["issues"][0]["issue"], "row-count-differs"));
        QCOMPARE(inspectShared("astra_sim_v1")["workloads"].size(), size_t(10));
    }

    void theDamagedLogGivesAllItsBlocks()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json log = inspectShared("seeds/004_cbcb88115115ad29.txt")["run_logs"][0];
        QVERIFY(is(log["kind"], "opt_prime"));
        QVERIFY(is(log["steps"], 20));
        QVERIFY(is(log["stages"], 8));
        QVERIFY(is(log["stage_blocks"], 160));
        QVERIFY(is(log["layer_records"], 500));
        QVERIFY(is(log["loss_points"], 20));
        QVERIFY(is(log["first_loss"], 21.49));
        QVERIFY(is(log["last_loss"], 1.63));
        QVERIFY(isWithin(number(log["median_step_ms"]), 1613.34, 5e-3));
        const double expected[] = {2.26, 2.75, 2.54, 2.51, 2.42, 2.42, 2.39, 6.85};
        for (size_t stage = 0; stage < 8; ++stage)
            QVERIFY(isWithin(number(log["stage_forward_ms_per_microbatch"][stage]), expected[stage], 5.1e-3));
        const nlohmann::json others = inspectShared("opt_prime");
        for (const nlohmann::json& other : others["run_logs"])
            QVERIFY(is(other["loss_points"], 20));
    }

    void profilerTracesKeepEverySpanToTheNanosecond()
    {
        REQUIRE_SHARED_DATA();
        // X events with dur of the files, and the sum of their durations, as jq counts them.
        const nlohmann::json dlrm = inspectShared("kineto/dlrm_8ranks")["runs"];
        QCOMPARE(dlrm.size(), size_t(1));
        QVERIFY(is(dlrm[0]["ranks"], 8));
        QVERIFY(is(dlrm[0]["steps"], 1));
        QVERIFY(is(dlrm[0]["spans"], 19789));
        QVERIFY(is(dlrm[0]["sub_spans"], 0));
        QVERIFY(is(dlrm[0]["total_duration_ns"], 852658000));
        uint64_t spans = 0;
        int64_t total = 0;
        const nlohmann::json odd = inspectShared("kineto/hta");
        for (const nlohmann::json& run : odd["runs"]) {
            spans += run["spans"].get<uint64_t>() + run["sub_spans"].get<uint64_t>();
            total += run["total_duration_ns"].get<int64_t>();
        }
        QCOMPARE(odd["runs"].size(), size_t(4));
        QCOMPARE(spans, uint64_t(12838));
        QCOMPARE(total, int64_t(327608086146));
        QVERIFY(is(inspectShared("kineto/before_fix_trace.json")["runs"][0]["total_duration_ns"], 460));
    }

    void allOfTheRealDataOpensAtOnce()
    {
        REQUIRE_SHARED_DATA();
        const nlohmann::json json = inspect({sharedDataFolder().toStdString()});
        std::map<std::string, nlohmann::json> ranks;
        for (const nlohmann::json& run : json["runs"])
            ranks[run["name"].get<std::string>()] = run["ranks"];
        QVERIFY(ranks.size() >= 28);
        const std::map<std::string, int> wanted {{"echo/measured_pp4_16ranks_2hosts", 16},
            {"echo/measured_tp1_pp2_4ranks", 4}, {"echo/measured_tp2_pp4_8ranks", 8},
            {"echo/two_runs_one_folder 2025-04-02 00:06:12", 4}, {"echo/two_runs_one_folder 2025-04-02 00:29:16", 4},
            {"echo/scaling_pp4_of_that_run 2025-08-18 10:17:20", 16}, {"kineto/dlrm_8ranks", 8},
            {"flight_recorder/gpu_error_1st", 16}, {"flight_recorder/lock_gil_2nd", 14}, {"h100_2gpu_1s", 2}};
        for (const auto& [name, count] : wanted)
            QVERIFY2(is(ranks[name], count), name.c_str());
        QVERIFY(json["workloads"].size() >= 25);
        for (const nlohmann::json& issue : json["issues"]) {
            const bool isPlanted = issue["file"].is_string() && issue["file"].get<std::string>().starts_with("reports/");
            QVERIFY2(isPlanted || issue["severity"] != nlohmann::json("error"), issue.dump().c_str());
        }
    }

    void dumpsOfAHangAreNoIssuesButNamed()
    {
        REQUIRE_SHARED_DATA();
        for (const char* name : {"gpu_error_1st", "lock_gil_2nd"}) { // two ranks of the second recorded nothing
            FolderLoad load;
            load.paths = {sharedData((std::string("flight_recorder/") + name).c_str())};
            const OpenedFolderPtr opened = FolderLoader(std::move(load)).load();
            QCOMPARE(opened->folder.report.count(IssueKind::ConvertFirst), uint64_t(0)); // there is nothing to convert
            QCOMPARE(opened->folder.report.count(IssueKind::MissingRanks), uint64_t(0));
            const QString text = QString::fromStdString(inspectText(opened->folder, {}));
            QVERIFY2(text.contains(QStringLiteral("16 dumps of NCCL's flight recorder: `bubblescope hang`")),
                qPrintable(text));
        }
    }

    void theTextSaysWhatTheJsonSays()
    {
        QTemporaryDir directory;
        writeText(directory.filePath(QStringLiteral("rank0.txt")),
            "rank:0:forward_step(stage_id=0,batch_id=0,mg_state=None,duration=10.00,description=None,group_kind=None,"
            "timestamp=1010.00,sub_operations=[])\n");
        FolderLoad load;
        load.paths = {directory.path().toStdString()};
        const OpenedFolderPtr opened = FolderLoader(std::move(load)).load();
        const QString text = QString::fromStdString(inspectText(opened->folder, {}));
        QVERIFY(text.contains(QStringLiteral("measured")));
        QVERIFY(text.contains(QStringLiteral("10.00")));
        QVERIFY2(text.contains(QStringLiteral("\n1 file, ")), qPrintable(text));
        for (const QString& line : text.split(QLatin1Char('\n')))
            QVERIFY2(!line.endsWith(QLatin1Char(' ')), qPrintable(line));
    }

    void theCommandLineIsRead()
    {
        const auto inspectCommand = [](const std::vector<std::string>& arguments) {
            const Command command = parseCommandLine(arguments);
            const auto* inspect = std::get_if<InspectCommand>(&command);
            return inspect ? std::optional(*inspect) : std::nullopt;
        };
        const auto parsed = inspectCommand({"inspect", "a", "b", "--json", "--strict", "--no-cache", "--layers", "36"});
        QVERIFY(parsed);
        QCOMPARE(parsed->source.paths, (std::vector<std::string> {"a", "b"}));
        QVERIFY(parsed->json && parsed->strict && !parsed->source.useCache);
        QCOMPARE(parsed->options.layers, std::optional(36));
        QVERIFY(inspectCommand({"inspect", "a"})->source.useCache);
        QVERIFY(!inspectCommand({"inspect", "a"})->source.range);
        QCOMPARE(inspectCommand({"inspect", "a", "--range", "0:2"})->source.range->end, TimeNs(2'000'000));

        const Command render = parseCommandLine({"render", "x", "-o", "y.png", "--view", "loss", "--size", "1920x1080",
            "--range", "100:250.5", "--theme", "dark"});
        const auto& picture = std::get<RenderCommand>(render);
        QCOMPARE(picture.view, RenderCommand::View::Loss);
        QCOMPARE(picture.width, 1920);
        QCOMPARE(picture.source.range->end, TimeNs(250'500'000));
        QCOMPARE(picture.theme, ThemeChoice::Dark);

        const Command sample = parseCommandLine({"sample", "d", "--stages", "2", "--straggler", "3:1.5", "--straggler",
            "4:2", "--slow-link", "0:3", "--schedule", "gpipe"});
        QCOMPARE(std::get<SampleCommand>(sample).options.stages, 2);
        QCOMPARE(std::get<SampleCommand>(sample).options.stragglers.size(), size_t(2));
        QCOMPARE(std::get<SampleCommand>(sample).options.stragglers[1].factor, 2.0);
        QVERIFY(std::holds_alternative<WindowCommand>(parseCommandLine({})));
        QVERIFY(std::get<WindowCommand>(parseCommandLine({"--demo"})).source.demo);
    }

    void wrongUsageSaysSo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("mentions");
        QTest::newRow("no path") << QStringList {"inspect"} << "PATH";
        QTest::newRow("unknown option") << QStringList {"inspect", "x", "--jsn"} << "--jsn";
        QTest::newRow("no output") << QStringList {"render", "x"} << "--output";
        QTest::newRow("bad size") << QStringList {"render", "x", "-o", "y", "--size", "big"} << "1920x1080";
        QTest::newRow("huge size") << QStringList {"render", "x", "-o", "y", "--size", "99999x1080"} << "16384";
        QTest::newRow("bad range") << QStringList {"render", "x", "-o", "y", "--range", "9:1"} << "100:250.5";
        QTest::newRow("bad view") << QStringList {"render", "x", "-o", "y", "--view", "all"} << "timeline";
        QTest::newRow("bad theme") << QStringList {"--theme", "pink"} << "dark";
        QTest::newRow("bad straggler") << QStringList {"sample", "d", "--straggler", "x"} << "straggler";
        QTest::newRow("demo and path") << QStringList {"inspect", "x", "--demo"} << "--demo";
        QTest::newRow("too few layers") << QStringList {"inspect", "x", "--layers", "0"} << "layers";
    }

    void wrongUsageSaysSo()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, mentions);
        std::vector<std::string> words;
        for (const QString& word : arguments)
            words.push_back(word.toStdString());
        const Command command = parseCommandLine(words);
        const auto* answer = std::get_if<CommandLineAnswer>(&command);
        QVERIFY(answer);
        QCOMPARE(answer->exitCode, ExitCode::Usage);
        QVERIFY2(QString::fromStdString(answer->text).contains(mentions), answer->text.c_str());
    }

    void helpAndVersionAreAnsweredAtOnce()
    {
        for (const std::vector<std::string>& arguments :
            std::vector<std::vector<std::string>> {{"--help"}, {"--version"}, {"inspect", "--help"},
                {"render", "--help"}, {"sample", "--help"}, {"cache", "--help"}}) {
            const Command command = parseCommandLine(arguments);
            const auto* answer = std::get_if<CommandLineAnswer>(&command);
            QVERIFY2(answer, arguments.front().c_str());
            QCOMPARE(answer->exitCode, ExitCode::Fine);
            QVERIFY(answer->text.size() > 10);
        }
    }

    void exitCodesAreTheContract()
    {
        QTemporaryDir directory;
        InspectCommand command;
        command.source.useCache = false;
        command.json = true;
        command.source.paths = {directory.filePath(QStringLiteral("absent")).toStdString()};
        QCOMPARE(runInspect(command), ExitCode::NothingUsable);
        const QString trace = directory.filePath(QStringLiteral("rank0.txt"));
        writeText(trace,
            "rank:0:forward_step(stage_id=0,batch_id=0,mg_state=None,duration=10.00,description=None,group_kind=None,"
            "timestamp=1010.00,sub_operations=[])\n");
        command.source.paths = {trace.toStdString()};
        QCOMPARE(runInspect(command), ExitCode::Fine);
        command.strict = true;
        QCOMPARE(runInspect(command), ExitCode::Fine);
    }
};

BUBBLESCOPE_TEST(TstInspect, QCoreApplication)

} // namespace bubblescope::tst_inspect

#include "tst_inspect.moc"
