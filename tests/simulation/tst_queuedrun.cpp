// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hosts that feed their GPUs: what the step takes under other costs is known, and so is what it takes again and again.
#include "chrometracetext.h"
#include "findings.h"
#include "queuedrun.h"
#include "realfolder.h"
#include "runanalysis.h"
#include "sanitized.h"
#include "sensitivity.h"
#include "testprogram.h"
#include "whatif.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace bubblescope::tst_queuedrun {

namespace {

using Sync = QueuedRunOptions::Sync;

RunFolder folderOf(const QueuedRun& run)
{
    std::vector<NamedText> files;
    for (const auto& [name, text] : run.files)
        files.push_back({name, text});
    RunFolder folder;
    folder.runs = runsOf(files, folder.report);
    return folder;
}

Simulator simulatorOf(const RunFolder& folder, int step)
{
    SimulationSource source;
    source.step = step;
    Result<Simulator> made = Simulator::make(folder, source);
    if (!made)
        qFatal("%s", made.error().message.text().c_str());
    return std::move(made).value();
}

StepFigures answer(const Simulator& simulator, std::string_view knob, std::string_view value)
{
    Knobs knobs;
    if (!setKnob(knobs, knob, value))
        qFatal("no such knob");
    const Result<StepFigures> figures = simulator.figures(knobs);
    if (!figures)
        qFatal("%s", figures.error().message.text().c_str());
    return *figures;
}

const Finding* findingOf(const Findings& findings, std::string_view id)
{
    const auto found = std::find_if(
        findings.list.begin(), findings.list.end(), [id](const Finding& finding) { return finding.id == id; });
    return found == findings.list.end() ? nullptr : &*found;
}

} // namespace

class TstQueuedRun : public QObject {
    Q_OBJECT
private slots:
    void otherCostsHaveTheirTruePeriod_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("kernelUs");
        QTest::addColumn<int>("sync");
        QTest::addColumn<bool>("overlaps");
        QTest::addColumn<int>("slowRank");
        for (int ranks = 1; ranks <= 8; ++ranks) {
            if (isSanitized && ranks > 3 && ranks < 8)
                continue;
            for (const auto& [bound, kernelUs] :
                {std::pair("host", 8.0), std::pair("crossover", 17.0), std::pair("GPU", 60.0)}) {
                for (const auto& [sync, name] : {std::pair(Sync::None, "no sync"), std::pair(Sync::Item, "item"),
                         std::pair(Sync::Device, "device")}) {
                    for (const bool overlaps : {false, true}) {
                        if (ranks == 1 && overlaps)
                            continue;
                        const int slowRank = ranks == 2 || ranks % 2 == 1 ? ranks / 2 : -1;
                        QTest::addRow("%d ranks, %s-bound, %s%s%s", ranks, bound, name, overlaps ? ", overlap" : "",
                            slowRank < 0 ? "" : ", slow")
                            << ranks << kernelUs << int(sync) << overlaps << slowRank;
                    }
                }
            }
        }
    }
    void otherCostsHaveTheirTruePeriod()
    {
        QFETCH(int, ranks);
        QFETCH(double, kernelUs);
        QFETCH(int, sync);
        QFETCH(bool, overlaps);
        QFETCH(int, slowRank);
        QueuedRunOptions options;
        options.ranks = ranks;
        options.kernelUs = kernelUs;
        options.sync = Sync(sync);
        options.commUs = ranks == 1 ? 0 : 150;
        options.overlaps = overlaps;
        options.slowRank = slowRank;
        options.slowFactor = 1.25;
        options.queue = 128; // more than a step, as CUDA's is
        const RunFolder folder = folderOf(makeQueuedRun(options));
        QCOMPARE(folder.runs.size(), size_t(1));
        const Simulator simulator = simulatorOf(folder, options.steps - 2);
        struct Question {
            const char* knob;
            std::string value;
            std::function<void(QueuedRunOptions&)> change;
        };
        std::vector<Question> questions {{"compute-scale", "1.0001", [](QueuedRunOptions& o) { o.compute = 1.0001; }},
            {"compute-scale", "0.9", [](QueuedRunOptions& o) { o.compute = 0.9; }},
            {"compute-scale", "2", [](QueuedRunOptions& o) { o.compute = 2; }},
            {"host-gaps", "0.5", [](QueuedRunOptions& o) { o.host = 0.5; }},
            {"host-gaps", "0", [](QueuedRunOptions& o) { o.host = 0; }}};
        if (ranks > 1) {
            questions.push_back({"comm-scale", "0.5", [](QueuedRunOptions& o) { o.comm = 0.5; }});
            questions.push_back({"comm-scale", "3", [](QueuedRunOptions& o) { o.comm = 3; }});
        }
        if (slowRank >= 0) {
            questions.push_back({"straggler", fmt::format("rank:{}=0.8", slowRank),
                [](QueuedRunOptions& o) { o.slowRank = -1; }});
        }
        for (const Question& question : questions) {
            QueuedRunOptions changed = options;
            changed.isRecorded = false;
            question.change(changed);
            const double truth = makeQueuedRun(changed).periodUs;
            const StepFigures figures = answer(simulator, question.knob, question.value);
            const double us = figures.stepNs / 1000; // the period itself: the recorded step may have filled the queue
            const std::string told
                = fmt::format("{}={}: {} instead of {} µs, baseline {}, {} to {}", question.knob, question.value, us,
                    truth, simulator.baseline().stepNs / 1000, figures.lowNs() / 1000, figures.highNs() / 1000);
            QVERIFY2(std::abs(us - truth) <= 0.01 * truth, told.c_str());
            QVERIFY2(figures.lowNs() / 1000 <= truth && truth <= figures.highNs() / 1000, told.c_str());
        }
    }

    void aStepOfRanksThatEndApartIsItsPeriod()
    {
        // The optimizer of the slow rank ends after that of the others, which then are in the next step.
        QueuedRunOptions options;
        options.ranks = 4;
        options.layers = 2;
        options.commUs = 150;
        options.slowRank = 2;
        options.slowFactor = 2;
        const QueuedRun run = makeQueuedRun(options);
        const RunFolder folder = folderOf(run);
        const Simulator simulator = simulatorOf(folder, options.steps - 2);
        const StepFigures& baseline = simulator.baseline();
        QVERIFY2(std::abs(baseline.wholeStepNs() / 1000 - run.periodUs) <= 0.001 * run.periodUs,
            fmt::format("{} instead of {} µs", baseline.wholeStepNs() / 1000, run.periodUs).c_str());
        QVERIFY(baseline.notRecordedNs() < 0.001 * baseline.wholeStepNs());
        const std::vector<std::tuple<const char*, const char*, std::function<void(QueuedRunOptions&)>>> questions {
            {"compute-scale", "1.0001", [](QueuedRunOptions& o) { o.compute = 1.0001; }},
            {"compute-scale", "0.9", [](QueuedRunOptions& o) { o.compute = 0.9; }},
            {"host-gaps", "0", [](QueuedRunOptions& o) { o.host = 0; }},
            {"comm-scale", "0.5", [](QueuedRunOptions& o) { o.comm = 0.5; }},
            {"straggler", "rank:2=0.5", [](QueuedRunOptions& o) { o.slowRank = -1; }}};
        for (const auto& [knob, value, change] : questions) {
            QueuedRunOptions changed = options;
            changed.isRecorded = false;
            change(changed);
            const double truth = makeQueuedRun(changed).periodUs;
            Knobs knobs;
            QVERIFY(setKnob(knobs, knob, value));
            const Result<SimulatedStep> step = simulator.simulate(knobs);
            QVERIFY(step.isOk());
            const StepFigures& figures = step.value().figures;
            const std::string told = fmt::format("{}={}: {} instead of {} µs, {} of it not recorded", knob, value,
                figures.wholeStepNs() / 1000, truth, figures.notRecordedNs() / 1000);
            QVERIFY2(std::abs(figures.wholeStepNs() / 1000 - truth) <= 0.01 * truth, told.c_str());
            QVERIFY2(figures.notRecordedNs() < 0.001 * figures.wholeStepNs(), told.c_str());
        }
    }

    void ranksThatNeverMeetDriftApartAndStepsStayAsLong()
    {
        QueuedRunOptions options;
        options.ranks = 2;
        options.layers = 2;
        options.slowRank = 1;
        options.slowFactor = 1.5;
        const QueuedRun run = makeQueuedRun(options);
        const RunFolder folder = folderOf(run);
        const auto steps = folder.runs.front().trace->steps();
        QCOMPARE(steps.size(), size_t(6));
        for (size_t s = 1; s < steps.size(); ++s) {
            const double us = double(steps[s].range.duration()) / 1000;
            QVERIFY2(std::abs(us - run.periodUs) <= 0.001 * run.periodUs,
                fmt::format("step {}: {} instead of {} µs", s, us, run.periodUs).c_str());
        }
    }

    void ofOneStepWhatItsGpuDidBeforeIsNoPartOfIt_data()
    {
        QTest::addColumn<int>("sync");
        QTest::addColumn<double>("kernelUs");
        QTest::newRow("item") << int(Sync::Item) << 60.0;
        QTest::newRow("no sync") << int(Sync::None) << 60.0;
        QTest::newRow("host") << int(Sync::None) << 8.0;
    }
    /// The recording begins while the device is behind its host: its first kernel waits for what was not recorded.
    void ofOneStepWhatItsGpuDidBeforeIsNoPartOfIt()
    {
        QFETCH(int, sync);
        QFETCH(double, kernelUs);
        QueuedRunOptions options;
        options.sync = Sync(sync);
        options.kernelUs = kernelUs;
        QueuedRun run = makeQueuedRun(options);
        using Json = nlohmann::json;
        Json file = Json::parse(run.files.front().second);
        const auto end = [](const Json& event) { return event["ts"].get<double>() + event["dur"].get<double>(); };
        double begins = 0;
        double ends = 0;
        for (const Json& event : file["traceEvents"]) {
            if (event["name"] == "ProfilerStep#3") {
                begins = event["ts"].get<double>();
                ends = end(event);
            }
        }
        std::set<int> launched;
        Json kept = Json::array();
        for (const Json& event : file["traceEvents"]) {
            if (event["cat"] == "kernel" || event["ts"].get<double>() < begins || event["ts"].get<double>() >= ends)
                continue;
            kept.push_back(event);
            launched.insert(event["args"].value("correlation", 0));
        }
        for (const Json& event : file["traceEvents"]) {
            if (event["cat"] == "kernel" && launched.contains(event["args"]["correlation"].get<int>()))
                kept.push_back(event);
        }
        file["traceEvents"] = kept;
        run.files = {{"rank0.json", file.dump()}};
        const RunFolder folder = folderOf(run);
        QCOMPARE(folder.runs.front().trace->steps().size(), size_t(1));
        const Simulator simulator = simulatorOf(folder, 0);
        const StepFigures same = answer(simulator, "compute-scale", "1.0001"); // its own step is the period
        QVERIFY2(std::abs(same.stepNs / 1000 - run.periodUs) <= 0.01 * run.periodUs,
            fmt::format("{} instead of {} µs", same.stepNs / 1000, run.periodUs).c_str());
        QueuedRunOptions faster = options;
        faster.isRecorded = false;
        faster.compute = 0.9;
        const double truth = makeQueuedRun(faster).periodUs;
        const StepFigures figures = answer(simulator, "compute-scale", "0.9");
        QVERIFY2(std::abs(figures.stepNs / 1000 - truth) <= 0.01 * truth,
            fmt::format("{} instead of {} µs", figures.stepNs / 1000, truth).c_str());
    }

    void theGpuSetsTheStepWhereItsHostIsAhead()
    {
        const QueuedRun run = makeQueuedRun({});
        const RunFolder folder = folderOf(run);
        const Simulator simulator = simulatorOf(folder, 4);
        QVERIFY(std::abs(answer(simulator, "compute-scale", "0.9").stepNs - 900 * run.periodUs) < 10 * run.periodUs);
        QVERIFY(std::abs(answer(simulator, "host-gaps", "0").stepNs - 1000 * run.periodUs) < 10 * run.periodUs);
    }

    void whereNoLaunchIsKnownTheRangeHoldsBothOrders()
    {
        REQUIRE_SHARED_DATA();
        // 30 kernels of 300 us, 40 us apart; nothing tells whether each waits for its host, or its host for it.
        const RunFolder folder = realFolder("reports/27-intel-unitrace/input");
        const Simulator simulator = simulatorOf(folder, 0);
        const double ms = 1e6;
        const double before = simulator.baseline().wholeStepNs();
        const StepFigures faster = answer(simulator, "compute-scale", "0.9"); // of 24 of them
        QVERIFY(faster.lowNs() <= before - 0.72 * ms + 1 && faster.lowNs() > before - 0.8 * ms);
        QVERIFY(faster.highNs() >= before - 1 && faster.highNs() < before + 0.1 * ms);
        const StepFigures links = answer(simulator, "comm-scale", "0.5");
        QVERIFY(links.lowNs() <= before - 0.9 * ms + 1 && links.highNs() >= before - 1);
        const StepFigures hosts = answer(simulator, "host-gaps", "0");
        QVERIFY(hosts.highNs() >= before - 1 && hosts.wholeStepNs() >= 9 * ms - 1);
        const StepFigures slower = answer(simulator, "compute-scale", "2");
        QVERIFY(slower.lowNs() <= before + 1 && slower.highNs() >= before + 7.2 * ms - 1);
        Knobs knobs;
        QVERIFY(setKnob(knobs, "compute-scale", "0.9"));
        const Result<SimulatedStep> step = simulator.simulate(knobs);
        QVERIFY(step.isOk());
        const std::vector<Message>& assumed = step.value().assumptions;
        QVERIFY(std::any_of(assumed.begin(), assumed.end(),
            [](const Message& each) { return each.text().starts_with("Hardly a call of a host"); }));
    }

    void whatHelpsMostAnswersTheSame()
    {
        QueuedRunOptions options;
        options.ranks = 4;
        options.kernelUs = 30;
        options.commUs = 150;
        options.slowRank = 2;
        options.slowFactor = 1.25;
        const RunFolder folder = folderOf(makeQueuedRun(options));
        const Simulator simulator = simulatorOf(folder, options.steps - 2);
        const auto truth = [options](auto change) {
            QueuedRunOptions changed = options;
            changed.isRecorded = false;
            change(changed);
            return makeQueuedRun(changed).periodUs;
        };
        std::map<std::string_view, double> truths {
            {"compute-scale", truth([](QueuedRunOptions& o) { o.compute = 0.9; })},
            {"comm-scale", truth([](QueuedRunOptions& o) { o.comm = 0.9; })},
            {"host-gaps", truth([](QueuedRunOptions& o) { o.host = 0; })},
            {"straggler", truth([](QueuedRunOptions& o) { o.slowRank = -1; })}};
        for (const KnobGain& gain : whatHelpsMost(simulator, {}, {})) {
            const auto known = truths.find(gain.knob);
            if (known == truths.end())
                continue;
            // The pane shows the whole step, the table of gains only its figures.
            const Result<SimulatedStep> shown = simulator.simulate(gain.knobs);
            QVERIFY(shown.isOk());
            QVERIFY(std::abs(gain.stepNs - shown.value().figures.wholeStepNs()) < 1);
            const double us = shown.value().figures.stepNs / 1000;
            QVERIFY2(std::abs(us - known->second) <= 0.01 * known->second,
                fmt::format("{}: {} instead of {}", gain.knob, us, known->second).c_str());
            truths.erase(known);
        }
        QVERIFY2(truths.empty(), truths.empty() ? "" : std::string(truths.begin()->first).c_str());
    }

    void findingsNameWhatBinds_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("kernelUs");
        QTest::addColumn<double>("commUs");
        QTest::addColumn<int>("slowRank");
        QTest::addColumn<QString>("title");
        QTest::newRow("host") << 1 << 8.0 << 0.0 << -1 << QStringLiteral("Hosts set the pace");
        QTest::newRow("GPU") << 1 << 60.0 << 0.0 << -1 << QStringLiteral("GPUs set the pace");
        QTest::newRow("GPUs of two ranks") << 2 << 60.0 << 50.0 << -1 << QStringLiteral("GPUs set the pace");
        QTest::newRow("communication") << 2 << 8.0 << 2000.0 << -1 << QStringLiteral("Communication sets the pace");
        QTest::newRow("a rank") << 4 << 60.0 << 50.0 << 2 << QStringLiteral("The GPU of rank 2 sets the pace");
    }
    void findingsNameWhatBinds()
    {
        QFETCH(int, ranks);
        QFETCH(double, kernelUs);
        QFETCH(double, commUs);
        QFETCH(int, slowRank);
        QFETCH(QString, title);
        QueuedRunOptions options;
        options.ranks = ranks;
        options.kernelUs = kernelUs;
        options.commUs = commUs;
        options.slowRank = slowRank;
        options.slowFactor = 1.25;
        const RunFolder folder = folderOf(makeQueuedRun(options));
        const Findings findings = findRunFindings(folder.runs.front());
        const Finding* pace = findingOf(findings, "pace");
        QVERIFY(pace);
        QCOMPARE(text(pace->title.text()), title);
        if (const Finding* const slow = findingOf(findings, "straggling-rank")) // all of its kernels are
            QVERIFY(slow->sentence.text().find("more of that work") == std::string::npos);
        // A GPU that is never idle long is not told as waiting for its host.
        if (kernelUs == 60)
            QVERIFY(!findingOf(findings, "host-bound"));
    }

    /// Beside collectives its peers compute on, and lose nothing by waiting there.
    void aSlowRankHasOnePriceBesideCompute()
    {
        QueuedRunOptions options;
        options.ranks = 4;
        options.hostUs = 10;
        options.commUs = 200;
        options.overlaps = true;
        options.slowRank = 2;
        options.slowFactor = 1.3;
        const QueuedRun slow = makeQueuedRun(options);
        const RunFolder folder = folderOf(slow);
        const std::optional<RunAnalysis> analysis = analyzeRun(folder.runs.front());
        const Finding& first = analysis->findings.list.front();
        QCOMPARE(text(first.id), QStringLiteral("straggling-rank"));
        options.slowRank = -1;
        options.isRecorded = false;
        const double gained = slow.periodUs - makeQueuedRun(options).periodUs;
        QVERIFY2(std::abs(first.costNs / 1000 - gained) < 0.01 * slow.periodUs,
            fmt::format("told {} us, true {}", first.costNs / 1000, gained).c_str());
        const Finding* const late = findingOf(analysis->findings, "late-rank");
        QVERIFY(late && late->costNs < first.costNs);
        QCOMPARE(late->costNs, analysis->summary.perRank(analysis->summary.split.waiting()));
        QVERIFY(analysis->summary.split.hiddenCommunication > 0);
    }

    void ofARankWithoutLaunchesNothingIsMadeUp_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("unlaunched");
        QTest::addColumn<double>("kernelUs");
        QTest::addColumn<int>("slowRank");
        for (const auto& [bound, kernelUs] :
            {std::pair("host", 8.0), std::pair("crossover", 17.0), std::pair("GPU", 60.0)}) {
            for (const int ranks : {2, 4}) {
                for (const int slowRank : {-1, 1}) {
                    QTest::addRow("%d ranks, %s-bound%s", ranks, bound, slowRank < 0 ? "" : ", slow")
                        << ranks << 1 << kernelUs << slowRank;
                }
            }
        }
        QTest::newRow("another is slow") << 4 << 0 << 60.0 << 2;
    }
    /// Its profiler recorded kernels, but no call of the runtime, beside ranks with both.
    void ofARankWithoutLaunchesNothingIsMadeUp()
    {
        QFETCH(int, ranks);
        QFETCH(int, unlaunched);
        QFETCH(double, kernelUs);
        QFETCH(int, slowRank);
        QueuedRunOptions options;
        options.ranks = ranks;
        options.kernelUs = kernelUs;
        options.commUs = 150;
        options.queue = 128;
        options.slowRank = slowRank;
        options.slowFactor = 1.25;
        const RunFolder whole = folderOf(makeQueuedRun(options));
        options.unlaunchedRank = unlaunched;
        const RunFolder folder = folderOf(makeQueuedRun(options));
        const Trace& known = *whole.runs.front().trace;
        const Trace& trace = *folder.runs.front().trace;
        // Steps, their parts, and those of the rank.
        QCOMPARE(trace.steps().size(), known.steps().size());
        for (size_t s = 0; s < known.steps().size(); ++s) {
            const auto was = double(known.steps()[s].range.duration());
            const auto is = double(trace.steps()[s].range.duration());
            QVERIFY2(std::abs(is - was) <= 0.02 * was, fmt::format("step {}: {} instead of {}", s, is, was).c_str());
        }
        const int shown = options.steps - 2;
        FindingOptions ofStep;
        ofStep.step = shown;
        const RunAnalysis before = *analyzeRun(whole.runs.front(), ofStep);
        const RunAnalysis after = *analyzeRun(folder.runs.front(), ofStep);
        const auto stepNs = double(before.stepTime);
        for (int rank = 0; rank < ranks; ++rank) {
            const TimeSplit& was = before.summary.ranks[size_t(rank)].split;
            const TimeSplit& is = after.summary.ranks[size_t(rank)].split;
            const std::string told = fmt::format("rank {}: compute {} instead of {}, host wait {} instead of {}", rank,
                is.compute(), was.compute(), is.hostWait, was.hostWait);
            QVERIFY2(std::abs(double(is.compute() - was.compute())) <= 0.02 * stepNs, told.c_str());
            if (rank == unlaunched) // why it is idle is not known
                QVERIFY2(is.hostWait == 0 && is.kernelWait == 0, told.c_str());
            else
                QVERIFY2(std::abs(double(is.hostWait - was.hostWait)) <= 0.02 * stepNs, told.c_str());
        }
        const Finding* const lent = findingOf(after.findings, "lent-steps");
        QVERIFY(lent && !findingOf(before.findings, "lent-steps"));
        QCOMPARE(lent->evidence.ranks, std::vector<int32_t> {unlaunched});
        for (const Finding& finding : after.findings.list) {
            if (finding.id == "synchronizing-calls" || finding.id == "host-bound")
                QVERIFY(finding.evidence.ranks != std::vector<int32_t> {unlaunched});
        }
        // What-ifs hold the truth, and a null change changes nothing.
        const Simulator simulator = simulatorOf(folder, shown);
        const double baseline = simulator.baseline().wholeStepNs();
        const StepFigures same = answer(simulator, "compute-scale", "1.0001");
        QVERIFY2(std::abs(same.wholeStepNs() - baseline) <= 0.0005 * baseline,
            fmt::format("{} instead of {}", same.wholeStepNs(), baseline).c_str());
        const std::vector<std::tuple<const char*, std::string, std::function<void(QueuedRunOptions&)>>> questions {
            {"compute-scale", "0.9", [](QueuedRunOptions& o) { o.compute = 0.9; }},
            {"compute-scale", "2", [](QueuedRunOptions& o) { o.compute = 2; }},
            {"host-gaps", "0", [](QueuedRunOptions& o) { o.host = 0; }},
            {"comm-scale", "0.5", [](QueuedRunOptions& o) { o.comm = 0.5; }},
            {"straggler", fmt::format("rank:{}=0.8", std::max(slowRank, 0)),
                [](QueuedRunOptions& o) { o.slowRank = -1; }}};
        for (const auto& [knob, value, change] : questions) {
            if (slowRank < 0 && std::string_view(knob) == "straggler")
                continue;
            QueuedRunOptions changed = options;
            changed.isRecorded = false;
            change(changed);
            const double truth = makeQueuedRun(changed).periodUs;
            const StepFigures figures = answer(simulator, knob, value);
            QVERIFY2(figures.lowNs() / 1000 <= 1.001 * truth && 0.999 * truth <= figures.highNs() / 1000,
                fmt::format("{}={}: {} to {}, told {}, true {} µs", knob, value, figures.lowNs() / 1000,
                    figures.highNs() / 1000, figures.wholeStepNs() / 1000, truth)
                    .c_str());
        }
    }

    void aMemberThatWasNotOpenedIsTold()
    {
        QueuedRunOptions options;
        options.ranks = 3;
        options.commUs = 150;
        QueuedRun run = makeQueuedRun(options);
        for (auto& [name, text] : run.files)
            text = QString::fromStdString(text)
                       .replace(QStringLiteral(R"("Process Group Name":"0")"),
                           QStringLiteral(R"("Process Group Name":"0","Process Group Ranks":"[0, 1, 2]")"))
                       .toStdString();
        QVERIFY(!findingOf(findRunFindings(folderOf(run).runs.front()), "missing-ranks"));
        run.files.erase(run.files.begin() + 1);
        const Findings findings = findRunFindings(folderOf(run).runs.front());
        const Finding* const missing = findingOf(findings, "missing-ranks");
        QVERIFY(missing);
        QVERIFY2(missing->title.text().ends_with("rank 1") || missing->title.text().ends_with("Rank 1"),
            missing->title.text().c_str());
    }

    void whatTheStepWouldNotBeShorterWithoutIsNoHeadline()
    {
        // Hosts set the pace; their GPUs wait for a third of the step, and transfer for more than that.
        QueuedRunOptions options;
        options.ranks = 2;
        options.layers = 12;
        options.kernels = 4;
        options.kernelUs = 6;
        options.commUs = 110;
        options.sync = Sync::Item;
        const RunFolder folder = folderOf(makeQueuedRun(options));
        const Findings findings = findRunFindings(folder.runs.front());
        const Finding* const hosts = findingOf(findings, "host-bound");
        const Finding* const exposed = findingOf(findings, "exposed-comm-communication");
        QVERIFY(hosts && exposed && exposed->costNs > hosts->costNs);
        QCOMPARE(&findings.list.front(), hosts);
        QVERIFY2(exposed->sentence.text().find("would hardly be shorter") != std::string::npos,
            exposed->sentence.text().c_str());
    }

    void whatSetsThePaceIsTheHeadline_data()
    {
        QTest::addColumn<QString>("path");
        REQUIRE_SHARED_DATA();
        // Of both, a third is kernels that begin late, and as much exposed communication.
        QTest::newRow("rank 0") << QStringLiteral("kineto/hta/sampled_rank-0.json.gz");
        QTest::newRow("rank 1") << QStringLiteral("kineto/hta/sampled_rank-1.json.gz");
    }
    void whatSetsThePaceIsTheHeadline()
    {
        QFETCH(QString, path);
        const RunFolder folder = realFolder(path.toUtf8().constData());
        const Findings findings = findRunFindings(folder.runs.front());
        const Finding* const pace = findingOf(findings, "pace");
        QVERIFY(pace);
        QCOMPARE(text(pace->title.text()), QStringLiteral("Hosts set the pace"));
        QCOMPARE(text(findings.list.front().id), QStringLiteral("host-bound"));
        QVERIFY(findingOf(findings, "late-kernels") && findingOf(findings, "exposed-comm-communication"));
    }

    void whatNothingShowsIsInTheRange()
    {
        QueuedRunOptions options;
        options.ranks = 2;
        options.kernelUs = 8;
        options.commUs = 50; // over before the host launches what comes next
        const RunFolder folder = folderOf(makeQueuedRun(options));
        QueuedRunOptions beside = options;
        beside.overlaps = true;
        QVERIFY(makeQueuedRun(options).files == makeQueuedRun(beside).files);
        const auto withoutHost = [](QueuedRunOptions changed) {
            changed.host = 0;
            changed.isRecorded = false;
            return makeQueuedRun(changed).periodUs;
        };
        const StepFigures figures = answer(simulatorOf(folder, options.steps - 2), "host-gaps", "0");
        for (const double truth : {withoutHost(options), withoutHost(beside)}) {
            QVERIFY2(figures.lowNs() / 1000 <= truth && truth <= figures.highNs() / 1000,
                fmt::format("{} to {}, true {}", figures.lowNs() / 1000, figures.highNs() / 1000, truth).c_str());
        }
        // Compute that was launched long before a collective ends, and begins then, has waited for it.
        options.commUs = beside.commUs = 200;
        const RunFolder waiting = folderOf(makeQueuedRun(options));
        const StepFigures sure = answer(simulatorOf(waiting, options.steps - 2), "host-gaps", "0");
        QVERIFY(sure.lowNs() / 1000 > withoutHost(beside));
    }

    void callsThatWaitForRoomAreNoWorkOfTheHost()
    {
        QueuedRunOptions options;
        options.kernelUs = 60;
        options.queue = 64;
        const RunFolder full = folderOf(makeQueuedRun(options));
        const Findings findings = findRunFindings(full.runs.front());
        const Finding* blocked = findingOf(findings, "full-launch-queue");
        QVERIFY(blocked);
        QVERIFY2(blocked->sentence.text().find("64 launches are queued") != std::string::npos,
            blocked->sentence.text().c_str());
        QVERIFY(!findingOf(findings, "module-loading"));
        options.kernelUs = 8; // the device is never behind
        const RunFolder empty = folderOf(makeQueuedRun(options));
        QVERIFY(!findingOf(findRunFindings(empty.runs.front()), "full-launch-queue"));
    }

    void nothingChangedIsNothingGained_data()
    {
        QTest::addColumn<QString>("path");
        REQUIRE_SHARED_DATA();
        for (const char* path : {"kineto/queued/ns_resolution_a100.json.gz", "kineto/queued/resnet_mi300.json.gz",
                 "kineto/dlrm_8ranks", "kineto/hta", "kineto/operators", "kineto/before_fix_trace.json"})
            QTest::newRow(path) << QString::fromUtf8(path);
    }
    void nothingChangedIsNothingGained()
    {
        QFETCH(QString, path);
        const RunFolder folder = realFolder(path.toUtf8().constData());
        for (size_t r = 0; r < folder.runs.size(); ++r) {
            for (size_t s = 0; s < folder.runs[r].trace->steps().size(); ++s) {
                SimulationSource source;
                source.index = r;
                source.step = int(s);
                const Result<Simulator> simulator = Simulator::make(folder, source);
                if (!simulator)
                    continue; // there is nothing in it
                const double before = simulator->baseline().wholeStepNs();
                const double then = answer(*simulator, "compute-scale", "1.0001").wholeStepNs();
                QVERIFY2(std::abs(then - before) <= 0.0005 * before,
                    fmt::format("{} step {}: {} instead of {}", folder.runs[r].name, s, then, before).c_str());
            }
        }
    }
};

BUBBLESCOPE_TEST(TstQueuedRun, QCoreApplication)

} // namespace bubblescope::tst_queuedrun

#include "tst_queuedrun.moc"
