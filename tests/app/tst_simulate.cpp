// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "consolecommands.h"
#include "hardwarepreset.h"
#include "samplefolder.h"
#include "simulatefolder.h"
#include "smallsample.h"
#include "summaryjson.h"
#include "testprogram.h"
#include "tracefile.h"

#include <QDir>
#include <QFloat16> // QCOMPARE asks whether JSON becomes one
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

namespace bubblescope::tst_simulate {

namespace {

std::vector<std::string> words(const QString& line)
{
    std::vector<std::string> arguments {"simulate"};
    for (const QString& word : line.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        arguments.push_back(word.toStdString());
    return arguments;
}

Result<SimulationReport> simulated(const char* line)
{
    const Command command = parseCommandLine(words(QString::fromUtf8(line)));
    if (const auto* answer = std::get_if<CommandLineAnswer>(&command))
        qFatal("%s", answer->text.c_str());
    return simulatePlain(std::get<SimulateCommand>(command).pipeline);
}

SimulationReport report(const char* line)
{
    Result<SimulationReport> answer = simulated(line);
    if (!answer)
        qFatal("%s", answer.error().message.text().c_str());
    return *answer;
}

QStringList keysOf(const nlohmann::json& object)
{
    QStringList keys;
    for (const auto& [key, value] : object.items())
        keys += QString::fromStdString(key);
    return keys;
}

constexpr auto base = "--stages 4 --microbatches 8 --forward-ms 1 --backward-ms 1 --weight-ms 1 --schedule ";

} // namespace

class TstSimulate : public QObject {
    Q_OBJECT
private slots:
    void namesCannotCommandTheTerminal()
    {
        SimulationReport report;
        report.title = "run\x1b]0;owned\x07\nstep 0 ms";
        report.assumptions = {"\xe2\x80\xaegnp.exe"};
        const std::string text = simulationText(report);
        QVERIFY2(text.find("run\\u001b]0;owned\\u0007\\u000astep 0 ms\n") == 0, text.c_str());
        QVERIFY2(text.find("  \\u202egnp.exe\n") != std::string::npos, text.c_str());
    }

    /// Of a profiler's run, whose kernels are no passes: it has no stages that are busy for 0 ns.
    void stagesWithoutPassesHaveNoTable()
    {
        SimulationReport report;
        report.parts.bubbleShare = 0.4;
        report.stages = {{0, 0, 0, 19}, {1, 0, 0, 0}};
        const std::string without = simulationText(report);
        QVERIFY2(without.find("peak in flight") == std::string::npos, without.c_str());
        QVERIFY2(without.find("no pass runs") == std::string::npos, without.c_str());
        QVERIFY2(without.find("pipeline bubbles") != std::string::npos, without.c_str());
        report.stages[1].busyNs = 1e6;
        const std::string with = simulationText(report);
        QVERIFY2(with.find("peak in flight") != std::string::npos, with.c_str());
        QVERIFY2(with.find("no pass runs") != std::string::npos, with.c_str());
    }

    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void bytesThatAreNoUtf8AreReplacedInTheJson()
    {
        SimulationReport answer = report((std::string(base) + "1f1b").c_str());
        answer.knobs.push_back({"hardware", std::string("h\xff.json")});
        answer.assumptions.emplace_back("\xc3");
        const nlohmann::json json = nlohmann::json::parse(simulationJson(answer));
        QCOMPARE(json["knobs"]["hardware"].get<std::string>(), std::string("h\xef\xbf\xbd.json"));
        QCOMPARE(json["assumptions"].back().get<std::string>(), std::string("\xef\xbf\xbd"));
    }

    void theKeysAreAContract()
    {
        const nlohmann::json json = nlohmann::json::parse(simulationJson(report(
            "--schedule zb-h1 --stages 4 --microbatches 8 --chunks 1 --forward-ms 1 --backward-ms 1 --weight-ms 1 "
            "--send-ms 0 --json")));
        QCOMPARE(keysOf(json).join(QLatin1Char(' ')), QStringLiteral("assumptions baseline knobs simulated"));
        QCOMPARE(keysOf(json["baseline"]).join(QLatin1Char(' ')), QStringLiteral("origin step_ms"));
        QVERIFY(json["baseline"]["step_ms"].is_null());
        QVERIFY(json["baseline"]["origin"].is_null());
        const nlohmann::json& simulated = json["simulated"];
        QCOMPARE(keysOf(simulated).join(QLatin1Char(' ')),
            QStringLiteral(
                "bubble_ms bubble_share bubble_share_longest_stage compute_ms exposed_comm_ms host_ms idle_ms "
                "longest_stage_ms makespan_ms mfu not_recorded_ms parts ranks samples_per_s stages step_ms step_ms_high "
                "step_ms_low tokens_per_s_per_gpu unexplained_ms "
                "waiting_ms"));
        QCOMPARE(simulated["step_ms"].get<double>(), 27.0);
        QCOMPARE(simulated["step_ms_low"].get<double>(), 0.98 * 27);
        QCOMPARE(simulated["step_ms_high"].get<double>(), 1.02 * 27);
        QCOMPARE(simulated["makespan_ms"].get<double>(), 27.0);
        QCOMPARE(simulated["longest_stage_ms"].get<double>(), 27.0);
        QCOMPARE(simulated["bubble_share"].get<double>(), 3.0 / 27);
        QCOMPARE(simulated["compute_ms"].get<double>(), 24.0);
        QCOMPARE(simulated["waiting_ms"].get<double>(), 0.0);
        const nlohmann::json& bubble = simulated["bubble_ms"];
        QCOMPARE(keysOf(bubble).join(QLatin1Char(' ')), QStringLiteral("cooldown steady warmup"));
        QCOMPARE(bubble["warmup"].get<double>() + bubble["steady"].get<double>() + bubble["cooldown"].get<double>(), 3.0);
        QCOMPARE(simulated["exposed_comm_ms"]["pp"].get<double>(), 0.0);
        QCOMPARE(simulated["samples_per_s"].get<double>(), 8 / 0.027);
        QCOMPARE(simulated["stages"].size(), size_t(4));
        const nlohmann::json& stage = simulated["stages"][1];
        QCOMPARE(keysOf(stage).join(QLatin1Char(' ')),
            QStringLiteral(
                "activation_gb backward_ms busy_ms forward_ms parameter_gb peak_in_flight span_ms stage"));
        QCOMPARE(stage["forward_ms"].get<double>(), 1.0);
        QCOMPARE(stage["backward_ms"].get<double>(), 2.0);
        QVERIFY(stage["parameter_gb"].is_null());
        QCOMPARE(stage["stage"].get<int>(), 1);
        QCOMPARE(stage["busy_ms"].get<double>(), 24.0);
        QCOMPARE(stage["span_ms"].get<double>(), 26.0);
        QCOMPARE(stage["peak_in_flight"].get<double>(), 3.0);
        QCOMPARE(json["knobs"]["schedule"].get<std::string>(), std::string("zb-h1"));
        QCOMPARE(json["knobs"]["blocking-send"].get<bool>(), false);
        QVERIFY(json["knobs"]["memory-limit"].is_null());
        QVERIFY(json["assumptions"].size() >= 3);
    }

    void aRunIsSimulatedUnderItsKnobs()
    {
        const Command command
            = parseCommandLine(words(QStringLiteral("--demo --set microbatches=20 --set nic=800Gb/s")));
        const auto& simulate = std::get<SimulateCommand>(command);
        QVERIFY(simulate.readsFiles());
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        QVERIFY(demo.isOk());
        const Result<SimulatedInput> answer = simulateFolder(*demo, simulate.options);
        QVERIFY2(answer.isOk(), answer.isOk() ? "" : answer.error().message.text().c_str());
        const nlohmann::json json = nlohmann::json::parse(simulationJson(answer->report));
        QCOMPARE(json["knobs"]["microbatches"].get<int>(), 20);
        QCOMPARE(json["knobs"]["nic"].get<std::string>(), std::string("100GB/s"));
        QCOMPARE(json["knobs"]["stages"].get<int>(), demoOptions().stages); // the run's own
        QCOMPARE(json["baseline"]["origin"].get<std::string>(), std::string("measured"));
        const double before = json["baseline"]["step_ms"].get<double>();
        const double after = json["simulated"]["step_ms"].get<double>();
        QVERIFY2(after > before * 1.5 && after < before * 2, qPrintable(QString::number(after / before)));
        QVERIFY(answer->step.run.trace->spanCount() > 0);
    }

    void aSlowRankIsTold()
    {
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        const auto answer = [&demo](const char* knob) {
            SimulateOptions options;
            options.knobs = {knob};
            return nlohmann::json::parse(simulationJson(simulateFolder(*demo, options)->report));
        };
        const nlohmann::json moved = answer("partition=7,8,8,9");
        QCOMPARE(moved["slow_ranks"].size(), size_t(1));
        const nlohmann::json& slow = moved["slow_ranks"][0];
        QCOMPARE(keysOf(slow).join(QLatin1Char(' ')), QStringLiteral("factor rank stays"));
        QCOMPARE(slow["rank"].get<int>(), 6);
        QCOMPARE(slow["stays"].get<bool>(), true);
        QVERIFY(std::abs(slow["factor"].get<double>() - 1.15) < 0.02);
        QVERIFY(moved["assumptions"].dump().find("rank 6 stays 1.1") != std::string::npos);
        QVERIFY(answer("compute-scale=0.9")["slow_ranks"].empty());
    }

    void transfersAndBothSidesAreTold()
    {
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        SimulateOptions options;
        options.knobs = {"stages=2"};
        const Result<SimulatedInput> answer = simulateFolder(*demo, options);
        QVERIFY(answer.isOk());
        const nlohmann::json json = nlohmann::json::parse(simulationJson(answer->report));
        QCOMPARE(json["baseline"]["stages"].size(), size_t(demoOptions().stages));
        QCOMPARE(json["simulated"]["stages"].size(), size_t(2));
        for (const char* side : {"baseline", "simulated"}) {
            for (const nlohmann::json& stage : json[side]["stages"]) {
                QVERIFY(stage["forward_ms"].get<double>() > 0 && stage["backward_ms"].get<double>() > 0);
                QVERIFY(stage["parameter_gb"].is_number() && stage["activation_gb"].is_number());
            }
        }
        QVERIFY(json["transfers"].size() > 2);
        bool hasMessage = false;
        for (const nlohmann::json& transfer : json["transfers"]) {
            QCOMPARE(keysOf(transfer).join(QLatin1Char(' ')),
                QStringLiteral("algorithm bytes count factor formula formula_ms group kind link model_ms origin "
                               "overhead_ms placement price_ms uncertainty"));
            const double model = transfer["overhead_ms"].get<double>()
                + transfer["factor"].get<double>() * transfer["formula_ms"].get<double>();
            QVERIFY(std::abs(transfer["model_ms"].get<double>() - model) <= 1e-9 * model);
            QVERIFY(!transfer["formula"].get<std::string>().empty());
            hasMessage = hasMessage || transfer["kind"] == "message";
        }
        QVERIFY(hasMessage);
        QCOMPARE(json["measured_on"]["hardware"], json["knobs"]["measured-on"]);
        const double step = json["simulated"]["step_ms"].get<double>();
        QVERIFY(json["simulated"]["step_ms_low"].get<double>() < step);
        QVERIFY(json["simulated"]["step_ms_high"].get<double>() > step);
        QVERIFY(json["baseline"]["makespan_ms"].get<double>() > 0);
        QVERIFY(json["baseline"]["makespan_ms"].get<double>() < json["baseline"]["step_ms"].get<double>());
    }

    void theStepIsTheOneThatTheSummaryTellsOf()
    {
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        const Result<SimulatedInput> answer = simulateFolder(*demo, {});
        QVERIFY(answer.isOk());
        const Result<std::string> text = summaryJson(*demo, {});
        QVERIFY(text.isOk());
        const nlohmann::json summary = nlohmann::json::parse(*text);
        const auto step = demo->runs[0].trace->steps()[size_t(answer->source.step)];
        QCOMPARE(int64_t(step.number), summary["step"].get<int64_t>());
        QVERIFY(std::abs(answer->report.baseline->stepNs / 1e6 / summary["step_ms"].get<double>() - 1) < 0.001);
    }

    void withoutAKnobTheMeasuredStepComesBack()
    {
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        const Result<SimulatedInput> answer = simulateFolder(*demo, {});
        QVERIFY(answer.isOk());
        const SimulationReport& r = answer->report;
        QVERIFY(r.baseline.has_value());
        QVERIFY(std::abs(r.stepNs / r.baseline->stepNs - 1) < 0.001);
        double parts = r.parts.computeNs + r.parts.waitingNs + r.parts.bubbleNs[0] + r.parts.bubbleNs[1] + r.parts.bubbleNs[2]
            + r.parts.idleNs + r.parts.hostNs;
        for (const auto& [group, ns] : r.parts.exposedCommNs)
            parts += ns;
        QVERIFY(std::abs(parts / r.stepNs - 1) < 0.001);
    }

    void whatCanNotBeSimulatedIsRefusedWithASentence_data()
    {
        QTest::addColumn<QString>("knob");
        QTest::addColumn<QString>("word"); // of the sentence
        QTest::newRow("no such knob") << "colour=red"
                                      << "colour";
        QTest::newRow("no such knob, but one spelled nearly so") << "microbatch=8"
                                                                 << "mean microbatches?";
        QTest::newRow("a knob as others call it") << "tp=8"
                                                  << "mean tensor?";
        QTest::newRow("no value") << "microbatches="
                                  << "no value";
        QTest::newRow("no unit") << "nic=400"
                                 << "unit";
        QTest::newRow("no schedule of that name") << "schedule=best"
                                                  << "best";
        QTest::newRow("more stages than layers") << "stages=64"
                                                 << "64";
        QTest::newRow("odd DualPipe") << "schedule=dualpipe microbatches=5"
                                      << "icrobatches";
        QTest::newRow("a rank that is not there") << "straggler=rank:99=1.3"
                                                  << "99";
    }

    void whatCanNotBeSimulatedIsRefusedWithASentence()
    {
        QFETCH(QString, knob);
        QFETCH(QString, word);
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        SimulateOptions options;
        for (const QString& one : knob.split(QLatin1Char(' ')))
            options.knobs.push_back(one.toStdString());
        const Result<SimulatedInput> answer = simulateFolder(*demo, options);
        QVERIFY(!answer.isOk());
        const QString sentence = QString::fromStdString(answer.error().message.text() + answer.error().advice.text());
        QVERIFY2(sentence.contains(word), qPrintable(sentence));
    }

    void aSimulatedRunOpensAgainAsItWasWritten()
    {
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        const Result<SimulatedInput> answer = simulateFolder(*demo, {});
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("simulated.json")).toStdString();
        QVERIFY(!writeTraceFile({{&answer->step.run, "simulated "}}, path));
        Source source;
        source.paths = {path};
        source.useCache = false;
        const OpenedFolderPtr opened = openSource(source, false);
        QCOMPARE(opened->folder.runs.size(), size_t(1));
        const Trace& trace = *opened->folder.runs.front().trace;
        QCOMPARE(trace.spanCount(), answer->step.run.trace->spanCount());
        QCOMPARE(trace.range().duration(), answer->step.run.trace->range().duration());
        QCOMPARE(trace.steps().front().number, 1);
        // Named after the step that was opened.
        QVERIFY(!writeTraceFile({{&answer->step.run, "simulated ", {}, {}, 6}}, path));
        QCOMPARE(openSource(source, false)->folder.runs.front().trace->steps().front().number, 6);
        QVERIFY(
            writeTraceFile({{&answer->step.run, ""}}, folder.filePath(QStringLiteral("no/such.json")).toStdString()));
    }

    void aPresetOfTheUsersOwnCanBeNamed()
    {
        QTemporaryDir config;
        QVERIFY(QDir(config.path()).mkpath(QStringLiteral("bubblescope/hardware")));
        const std::string preset = hardwarePresetJson(HardwareCatalog::builtin().presets().front());
        QFile file(config.filePath(QStringLiteral("bubblescope/hardware/mine.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(preset));
        file.close();
        const QByteArray before = qgetenv("XDG_CONFIG_HOME");
        qputenv("XDG_CONFIG_HOME", config.path().toLocal8Bit());
        const Result<RunFolder> demo = makeSampleFolder(demoOptions());
        SimulateOptions options;
        options.hardware = "mine";
        const Result<SimulatedInput> answer = simulateFolder(*demo, options);
        options.hardware = "nobodys";
        const Result<SimulatedInput> unknown = simulateFolder(*demo, options);
        if (before.isEmpty())
            qunsetenv("XDG_CONFIG_HOME");
        else
            qputenv("XDG_CONFIG_HOME", before);
        QVERIFY2(answer.isOk(), answer.isOk() ? "" : answer.error().message.text().c_str());
        QVERIFY(!unknown.isOk());
    }

    void numbersAndFilesAreTwoQuestions()
    {
        for (const char* line : {"--demo --stages 4", "--set microbatches=4", "--demo --set microbatches"}) {
            const Command command = parseCommandLine(words(QString::fromUtf8(line)));
            const auto* answer = std::get_if<CommandLineAnswer>(&command);
            QVERIFY2(answer && answer->exitCode == ExitCode::Usage, line);
        }
    }

    void everyScheduleAnswers_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<double>("makespan");
        QTest::addColumn<double>("longest");
        QTest::newRow("gpipe") << "gpipe" << 33.0 << 33.0;
        QTest::newRow("1f1b") << "1f1b" << 33.0 << 33.0;
        QTest::newRow("1f1b, blocking") << "1f1b --blocking-send" << 33.0 << 33.0;
        QTest::newRow("interleaved") << "interleaved --chunks 2" << 57.0 << 57.0;
        QTest::newRow("zb-h1") << "zb-h1" << 27.0 << 27.0;
        QTest::newRow("zb-h2") << "zb-h2" << 27.0 << 24.0;
        QTest::newRow("zb-auto") << "zb-auto" << 27.0 << 27.0;
        QTest::newRow("zb-auto 2p") << "zb-auto --memory-limit 8" << 27.0 << 24.0;
        QTest::newRow("zb-v") << "zb-v" << 51.0 << 48.0;
        QTest::newRow("v-half") << "v-half" << 53.0 << 53.0;
        QTest::newRow("v-min") << "v-min" << 59.0 << 59.0;
        QTest::newRow("dualpipe") << "dualpipe" << 26.0 << 26.0;
    }
    void everyScheduleAnswers()
    {
        QFETCH(QString, options);
        QFETCH(double, makespan);
        QFETCH(double, longest);
        const SimulationReport answer = report((QLatin1String(base) + options).toUtf8().constData());
        QCOMPARE(answer.makespanNs / 1e6, makespan);
        QCOMPARE(answer.longestStageNs / 1e6, longest);
        QCOMPARE(answer.stepNs / 1e6, longest); // one step after the other
        // As far off as schedules were where they were measured; or where all stages wait for each other.
        const bool isPlain = options == QLatin1String("gpipe") || options.startsWith(QLatin1String("1f1b"));
        const double share = options.startsWith(QLatin1String("interleaved")) ? 0.05 : isPlain ? 0.01 : 0.02;
        QCOMPARE(answer.lowNs / 1e6, longest * (1 - share));
        QCOMPARE(answer.highNs / 1e6, longest + std::hypot(longest * share, makespan - longest));
        QVERIFY(!answer.assumptions.empty());
        const QString text = QString::fromStdString(simulationText(answer));
        QVERIFY2(text.contains(QStringLiteral("one character is 1 ms")), qPrintable(text));
    }

    /// A step of twice as many samples is no loss.
    void aChangedBatchLeadsWithSamples()
    {
        const Result<RunFolder> folder = makeSampleFolder(smallSample(1));
        QVERIFY(folder);
        const auto lines = [&folder](const char* knob) {
            SimulateOptions options;
            options.knobs = {knob};
            const Result<SimulatedInput> answer = simulateFolder(*folder, options);
            return answer ? QString::fromStdString(simulationText(answer->report)).split(QLatin1Char('\n')) : QStringList();
        };
        const QStringList larger = lines("microbatches=16");
        QVERIFY(larger.size() > 2);
        QVERIFY2(larger[1].contains(QStringLiteral(" samples/s instead of ")), qPrintable(larger[1]));
        QVERIFY2(larger[1].contains(QLatin1Char('+')), qPrintable(larger[1]));
        const QStringList same = lines("nic=800Gb/s");
        QVERIFY(same.size() > 2);
        QVERIFY2(same[1].contains(QStringLiteral("measured step")), qPrintable(same[1]));
    }

    void oneCollectiveIsPriced()
    {
        const auto ask = [](const char* operation, double bytes, int ranks, int perNode, const char* hardware) {
            return priceOne({operation, bytes, ranks, perNode, CollectiveAlgorithm::Automatic, hardware},
                HardwareCatalog::builtin());
        };
        const Result<PricedCollective> priced = ask("all-reduce", 64e6, 16, 8, "h800");
        QVERIFY(priced);
        // n ranks on N nodes, S bytes; of an H800 (bytes per ns, and ns): NVLink, its switch, steps inside and across.
        constexpr double n = 16, N = 2, S = 64e6, B = 164.8, Bswitch = 122.857, Bnic = 48.5, a = 3.4e3,
                         aAcross = 14e3, aSwitch = 25e3;
        const double ring = 2 * (N * aAcross + (n - 1 - N) * a) + 2 * (n - 1) / n * S / B;
        const double tree = 2 * (std::log2(N) * aAcross + (n / N - 1) * a) + S / (0.5 * B);
        // Inside the nodes by their switches, then across by two trees over eight cards.
        const double switches = aSwitch + 2 * std::log2(N) * aAcross + S / Bswitch + S / (0.5 * 8 * Bnic);
        QVERIFY(tree < ring && tree < switches);
        QVERIFY2(qAbs(priced->transfer.ns / tree - 1) < 1e-9,
            qPrintable(QStringLiteral("%1, not %2 ns").arg(priced->transfer.ns, 0, 'f', 3).arg(tree, 0, 'f', 3)));
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(collectiveJson(*priced))).object();
        QCOMPARE(json[QLatin1String("kind")].toString(), QStringLiteral("all-reduce"));
        QCOMPARE(json[QLatin1String("bytes")].toDouble(), 64e6);
        QCOMPARE(json[QLatin1String("placement")][QLatin1String("nodes")].toInt(), 2);
        QCOMPARE(json[QLatin1String("algorithm")].toString(), QStringLiteral("tree"));
        QCOMPARE(json[QLatin1String("link")][QLatin1String("limited_by")].toString(), QStringLiteral("NVLink"));
        QCOMPARE(json[QLatin1String("origin")].toString(), QStringLiteral("modelled"));
        const double us = json[QLatin1String("time_us")].toDouble();
        QVERIFY(qAbs(json[QLatin1String("algbw_gb_per_s")].toDouble() - 64e6 / us / 1e3) < 1e-9);
        QVERIFY(qAbs(json[QLatin1String("busbw_gb_per_s")].toDouble() - 1.875 * 64e6 / us / 1e3) < 1e-9);
        // The name that the answer states names it again.
        const Result<PricedCollective> again = ask("all-reduce", 64e6, 16, 8, priced->hardware.name.c_str());
        QVERIFY(again && again->transfer.ns == priced->transfer.ns);
        QVERIFY(collectiveText(*priced).find("bus bandwidth") != std::string::npos);
        // A whole node adds up in its switch; a message is between two.
        QCOMPARE(int(ask("all-reduce", 64e6, 8, 0, "h800")->transfer.algorithm), int(CollectiveAlgorithm::InSwitch));
        // Inside one of H100s by what was measured on such.
        const PricedCollective measured = *ask("all-gather", 64e6, 8, 8, "h100");
        const QJsonObject curve = QJsonDocument::fromJson(QByteArray::fromStdString(collectiveJson(measured))).object();
        QCOMPARE(curve[QLatin1String("algorithm")].toString(), QStringLiteral("curve"));
        QVERIFY(curve[QLatin1String("formula")].toString().contains(QLatin1String("measured on such GPUs")));
        QVERIFY(curve[QLatin1String("uncertainty")].isNull());
        QVERIFY(collectiveText(measured).find("±") == std::string::npos);
        QVERIFY(collectiveText(*ask("all-gather", 8e6, 8, 8, "h800")).find("± 50 %") != std::string::npos);
        QVERIFY(ask("send", 1e6, 2, 1, "h100"));
        QVERIFY(!ask("send", 1e6, 3, 1, "h100"));
        QVERIFY(!ask("all-reduced", 1e6, 8, 8, "h100"));
        QVERIFY(!ask("all-reduce", 1e6, 8, 9, "h100"));
        QVERIFY(!ask("all-reduce", 1e6, 8, 8, "c64"));
    }

    void collectivesAreAskedForWithTheirSize()
    {
        QCOMPARE(parseBytes("64MB").value(), 64e6);
        QCOMPARE(parseBytes("1.5 GiB").value(), 1.5 * 1024 * 1024 * 1024);
        for (const char* text : {"", "64", "MB", "64Mb", "-1MB", "1e30GB"})
            QVERIFY(!parseBytes(text));
        const Command fine = parseCommandLine(
            words(QStringLiteral("--collective all-reduce --bytes 64MB --ranks 16 --per-node 8 --hardware h800")));
        const auto* command = std::get_if<SimulateCommand>(&fine);
        QVERIFY(command);
        QCOMPARE(command->collective.hardware, std::string("h800"));
        for (const char* line : {"--collective all-reduce --ranks 8", "--collective all-reduce --bytes 1MB",
                 "--demo --collective all-reduce --bytes 1MB --ranks 8", "--demo --bytes 1MB",
                 "--collective all-reduce --bytes 1MB --ranks 8 --algorithm star"}) {
            const Command command = parseCommandLine(words(QString::fromUtf8(line)));
            const auto* answer = std::get_if<CommandLineAnswer>(&command);
            QVERIFY2(answer && answer->exitCode == ExitCode::Usage, line);
        }
    }

    void partsOfTheStepAddUp()
    {
        for (const char* options : {"1f1b", "1f1b --blocking-send", "zb-v", "dualpipe --blocking-send", "gpipe"}) {
            const SimulationReport answer
                = report((QLatin1String(base) + QLatin1String(options) + QLatin1String(" --send-ms 0.25")).toUtf8());
            QCOMPARE(answer.parts.exposedCommNs.size(), size_t(1));
            const double exposed = answer.parts.exposedCommNs.front().second;
            // Without sends that block nobody is inside a message: a rank waits for it, and that is a bubble.
            QCOMPARE(exposed > 0, std::string_view(options).ends_with("--blocking-send"));
            const double bubble = std::accumulate(answer.parts.bubbleNs.begin(), answer.parts.bubbleNs.end(), 0.0);
            QVERIFY(bubble > 0);
            QVERIFY(std::abs(answer.parts.bubbleShare - bubble / answer.stepNs) < 1e-12);
            QVERIFY(std::abs(answer.parts.computeNs + exposed + bubble - answer.stepNs) < 1e-3);
            QCOMPARE(answer.parts.ofAllRanks.whole(), double(answer.parts.ranks) * answer.stepNs);
        }
    }

    void passesThatOverlapMayTakeLess()
    {
        const auto makespan = [](const char* options) {
            return report((QLatin1String(base) + QLatin1String(options)).toUtf8().constData()).makespanNs / 1e6;
        };
        QCOMPARE(makespan("dualpipe --together-ms 3"), 26.0);
        QCOMPARE(makespan("dualpipe --together-ms 2"), 22.0);
        QCOMPARE(makespan("dualpipe --together-ms 2,2,2,2"), 22.0);
    }

    void stagesMayDiffer()
    {
        // The last stage sets the pace: 8 times F + B, after the first forward got there.
        const SimulationReport slow = report("--schedule 1f1b --stages 4 --microbatches 8 --forward-ms 1,1,1,2 "
                                             "--backward-ms 1,1,1,2 --weight-ms 0 --send-ms 0");
        QCOMPARE(slow.makespanNs / 1e6, 3 + 8 * 4 + 3.0);
        QCOMPARE(slow.stages[3].busyNs / 1e6, 32.0);
        QCOMPARE(slow.stages[0].busyNs / 1e6, 16.0);
        // Two chunks a stage: eight values in the model's order, the last back on the first rank.
        const SimulationReport v = report("--schedule zb-v --stages 4 --microbatches 1 --forward-ms 1,1,1,1,1,1,1,5 "
                                          "--backward-ms 1 --weight-ms 1");
        QCOMPARE(v.stages[0].busyNs / 1e6, 6 + 4.0);
        QCOMPARE(v.stages[3].busyNs / 1e6, 6.0);
        // One link is slow.
        const SimulationReport link
            = report("--schedule gpipe --stages 3 --microbatches 1 --forward-ms 1 --backward-ms 1 --send-ms 0.5,10");
        QCOMPARE(link.makespanNs / 1e6, 6 + 21.0);
    }

    void whatCanNotBeIsRefusedWithASentence_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("named");
        QTest::newRow("odd") << "--schedule dualpipe --stages 3 --microbatches 8"
                             << "DualPipe";
        QTest::newRow("p does not divide m") << "--schedule interleaved --chunks 2 --stages 4 --microbatches 9"
                                             << "Interleaved 1F1B";
        QTest::newRow("one chunk") << "--schedule interleaved --chunks 1 --stages 4 --microbatches 8"
                                   << "interleaved 1F1B";
        QTest::newRow("together") << "--schedule 1f1b --together-ms 1 --stages 4 --microbatches 8"
                                  << "together";
        QTest::newRow("chunks") << "--schedule 1f1b --chunks 2 --stages 4 --microbatches 8"
                                << "1F1B";
        QTest::newRow("limit") << "--schedule zb-h1 --memory-limit 4 --stages 4 --microbatches 8"
                               << "ZB-H1";
        QTest::newRow("list") << "--schedule 1f1b --stages 4 --microbatches 8 --weight-ms 1,2,3"
                              << "--weight-ms";
        QTest::newRow("list of links") << "--schedule 1f1b --stages 4 --microbatches 8 --send-ms 1,2,3,4"
                                       << "--send-ms";
        QTest::newRow("centuries") << "--schedule 1f1b --stages 4 --microbatches 8 --send-ms 1e12"
                                   << "added up";
    }
    void whatCanNotBeIsRefusedWithASentence()
    {
        QFETCH(QString, options);
        QFETCH(QString, named);
        const Result<SimulationReport> answer
            = simulated((options + QLatin1String(" --forward-ms 1 --backward-ms 1")).toUtf8().constData());
        QVERIFY(!answer);
        const QString message = QString::fromStdString(answer.error().message.text());
        QVERIFY2(message.contains(named), qPrintable(message));
        QVERIFY(message.endsWith(QLatin1Char('.')));
        QVERIFY(!answer.error().advice.empty());
    }

    void wrongUsageIsAnotherExitCode()
    {
        const QString fine = QLatin1String(base) + QLatin1String("zb-h1");
        QVERIFY(std::holds_alternative<SimulateCommand>(parseCommandLine(words(fine))));
        for (const char* wrong :
            {"", "--schedule zb-h3", "--stages 4", "--schedule 1f1b --stages 4 --microbatches 8 --forward-ms 1"}) {
            const Command command = parseCommandLine(words(QLatin1String(wrong)));
            QVERIFY2(std::holds_alternative<CommandLineAnswer>(command), wrong);
            QCOMPARE(int(std::get<CommandLineAnswer>(command).exitCode), int(ExitCode::Usage));
        }
        for (const char* wrong : {" --stages 0", " --forward-ms x", " --forward-ms -1", " --send-ms 1,,2",
                 " --weight-ms nan", " --chunks 0", " --memory-limit 0", " --microbatches 1.5"}) {
            QString line = fine;
            line.remove(QRegularExpression(
                QString::fromLatin1(wrong).section(QLatin1Char(' '), 0, 1) + QStringLiteral(" \\S+")));
            const Command command = parseCommandLine(words(line + QLatin1String(wrong)));
            QVERIFY2(std::holds_alternative<CommandLineAnswer>(command), wrong);
            QCOMPARE(int(std::get<CommandLineAnswer>(command).exitCode), int(ExitCode::Usage));
        }
        const Command help = parseCommandLine({"simulate", "--help"});
        QCOMPARE(int(std::get<CommandLineAnswer>(help).exitCode), int(ExitCode::Fine));
        for (const ScheduleInfo& info : schedules())
            QVERIFY(std::get<CommandLineAnswer>(help).text.find(info.key) != std::string::npos);
    }

    void thePictureShowsEveryRank()
    {
        const SimulationReport answer = report("--schedule zb-h1 --stages 2 --microbatches 2 --forward-ms 1 "
                                               "--backward-ms 1 --weight-ms 1");
        QCOMPARE(QString::fromStdString(answer.picture),
            QStringLiteral("      0  FF·BWBW\n"
                           "      1  ·FBFBWW\n"
                           "         one character is 1 ms: F forward, B backward, W weight gradient\n"));
        // What is too long for one character per unit is sampled.
        const SimulationReport large = report("--schedule 1f1b --stages 100 --microbatches 100 --forward-ms 1.001 "
                                              "--backward-ms 2");
        const QStringList lines = QString::fromStdString(large.picture).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 64 + 3);
        QVERIFY(lines.front().size() <= 120);
        QVERIFY(lines[64].contains(QStringLiteral("36 more")));
    }

    void noTimeAtAllIsNoTrouble()
    {
        const SimulationReport nothing = report("--schedule 1f1b --stages 1 --microbatches 1 --forward-ms 0 "
                                                "--backward-ms 0");
        QCOMPARE(nothing.stepNs, 0.0);
        QVERIFY(nothing.picture.empty());
        const nlohmann::json json = nlohmann::json::parse(simulationJson(nothing));
        QVERIFY(json["simulated"]["samples_per_s"].is_null());
        QCOMPARE(json["simulated"]["bubble_share"].get<double>(), 0.0);
    }
};

BUBBLESCOPE_TEST(TstSimulate, QCoreApplication)

} // namespace bubblescope::tst_simulate

#include "tst_simulate.moc"
