// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Recordings that break off, lack kernels or hold several ranks: what is told is true of the whole, or nothing is told.
#include "chrometracetext.h"
#include "devicelanes.h"
#include "findings.h"
#include "launchqueue.h"
#include "realfolder.h"
#include "runanalysis.h"
#include "sanitized.h"
#include "testprogram.h"
#include "wholerecording.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bubblescope::tst_incompleterecordings {

using Json = nlohmann::json;

namespace {

const Finding* findingOf(const Findings& findings, std::string_view id)
{
    const auto found = std::find_if(
        findings.list.begin(), findings.list.end(), [id](const Finding& finding) { return finding.id == id; });
    return found == findings.list.end() ? nullptr : &*found;
}

bool isWork(const Json& event)
{
    const std::string kind = event.value("cat", "");
    return kind == "kernel" || kind == "gpu_memcpy" || kind == "gpu_memset";
}

std::string textOf(const char* path)
{
    ImportReport report;
    const auto source = openFile(sharedData(path), "trace.json");
    return source ? readAll(**source, size_t(1) << 28, report).value_or("") : std::string();
}

/// The same trace without some of its events.
std::string without(const std::string& text, const std::function<bool(const Json&)>& isLost)
{
    Json file = Json::parse(text);
    Json kept = Json::array();
    for (const Json& event : file["traceEvents"]) {
        if (!isLost(event))
            kept.push_back(event);
    }
    file["traceEvents"] = std::move(kept);
    return file.dump();
}

std::string hostStep(int number, double begin, double duration)
{
    return span(fmt::format("ProfilerStep#{}", number), begin, duration, R"("pid":1,"tid":1,"cat":"user_annotation")");
}

std::string launch(int number, double begin, double duration = 1, std::string_view process = "1")
{
    return span("cudaLaunchKernel", begin, duration,
        fmt::format(R"("pid":{},"tid":1,"cat":"cuda_runtime","args":{{"correlation":{}}})", process, number));
}

std::string kernel(int number, double begin, double duration, std::string_view process = "0")
{
    return span("gemm", begin, duration,
        fmt::format(
            R"("pid":{},"tid":7,"cat":"kernel","args":{{"correlation":{},"stream":7,"device":0}})", process, number));
}

Run runOfEvents(const std::vector<std::string>& events)
{
    ImportReport report;
    return runOf(traceOf(listOf(events)), report);
}

} // namespace

class TstIncompleteRecordings : public QObject {
    Q_OBJECT
private slots:
    /// Wherever a file breaks off, its steps are those of the whole file.
    void aFileThatBreaksOffHasNoOtherSteps_data()
    {
        REQUIRE_SHARED_DATA();
        QTest::addColumn<QString>("path");
        QTest::newRow("a host that is ahead") << "kineto/queued/ns_resolution_a100.json.gz";
        QTest::newRow("a busy GPU of AMD") << "kineto/queued/resnet_mi300.json.gz";
        QTest::newRow("two steps of a rank") << "kineto/hta/sampled_rank-1.json.gz";
    }
    void aFileThatBreaksOffHasNoOtherSteps()
    {
        QFETCH(QString, path);
        const std::string whole = textOf(path.toUtf8().constData());
        ImportReport report;
        const Run run = runOf(whole, report);
        QVERIFY(run.trace);
        int turn = 0;
        for (const double part : {0.25, 0.4, 0.55, 0.7, 0.85}) {
            if (turn++ % sparsely > 0)
                continue;
            const Run cut = runOf(whole.substr(0, size_t(part * double(whole.size()))), report);
            if (!cut.trace || cut.trace->steps().empty() || isWholeRecording(*cut.trace))
                continue;
            for (const RankStep& step : cut.trace->rankSteps()) {
                if (!step.isOfDevice())
                    continue; // of a host: nothing of its GPU is there
                const auto same = std::find_if(run.trace->rankSteps().begin(), run.trace->rankSteps().end(),
                    [&](const RankStep& of) { return of.step.number == step.step.number; });
                QVERIFY(same != run.trace->rankSteps().end());
                QVERIFY2(std::abs(step.step.range.duration() - same->step.range.duration()) <= 1'000,
                    qPrintable(QStringLiteral("%1 of the file: step %2 takes %3 instead of %4 ns")
                                   .arg(part)
                                   .arg(step.step.number)
                                   .arg(step.step.range.duration())
                                   .arg(same->step.range.duration())));
            }
        }
    }

    /// The profiler was stopped before the device was through with the second of three steps.
    void aStepWhoseWorkWasStillQueuedIsLeftOut()
    {
        REQUIRE_SHARED_DATA();
        const std::string whole = textOf("kineto/queued/resnet_mi300.json.gz");
        double first = 1e300;
        double last = 0;
        const Json file = Json::parse(whole);
        for (const Json& event : file["traceEvents"]) {
            if (event.value("ph", "") == "X" && isWork(event)) {
                first = std::min(first, event["ts"].get<double>());
                last = std::max(last, event["ts"].get<double>() + event["dur"].get<double>());
            }
        }
        const double stop = first + 0.7 * (last - first);
        ImportReport report;
        const Run run = runOf(without(whole,
                                  [&](const Json& event) {
                                      return event.value("ph", "") == "X" && isWork(event)
                                          && event["ts"].get<double>() + event["dur"].get<double>() > stop;
                                  }),
            report);
        QVERIFY(run.trace);
        QCOMPARE(run.trace->steps().size(), size_t(1));
        QVERIFY(std::abs(run.trace->steps().front().range.duration() - 18'980'000) < 10'000);
    }

    /// The GPU is a step behind: all that is left of it was launched before the recording, or is a part of a step.
    void ofStepsThatAreNotThereNothingIsSaid()
    {
        REQUIRE_SHARED_DATA();
        const std::string whole = textOf("kineto/queued/resnet_mi300.json.gz");
        for (const double part : {0.8, 0.9}) {
            ImportReport report;
            const Run run = runOf(whole.substr(0, size_t(part * double(whole.size()))), report);
            QVERIFY(run.trace);
            QVERIFY(isWholeRecording(*run.trace));
            TimeRange device = TimeRange::nothing();
            for (uint32_t i = 0; i < run.trace->spanCount(); ++i) {
                if (isDeviceLane(run.trace->track(run.trace->track(SpanId(i))).lane))
                    device = device.united(run.trace->range(SpanId(i)));
            }
            QCOMPARE(run.trace->steps().size(), size_t(1));
            QCOMPARE(run.trace->steps().front().range, device);
            const Findings findings = findRunFindings(run);
            const Finding* const caveat = findingOf(findings, "unrecorded-launches");
            QVERIFY(caveat && caveat->kind == Finding::Kind::Caveat);
            const Finding* const recording = findingOf(findings, "whole-recording");
            QVERIFY(recording && recording->sentence.text().find("shut-down") == std::string::npos);
            QVERIFY(!findingOf(findings, "slow-steps"));
        }
        for (const char* path :
            {"kineto/queued/resnet_mi300.json.gz", "kineto/hta/benchmark_result_2869224_1695835535_trace.json.gz"})
            QVERIFY2(!findingOf(findRunFindings(realFolder(path).runs.front()), "unrecorded-launches"), path);
    }

    /// Without correlation numbers no launch is known: the last step ends with its host's, as all others do.
    void theDrainMakesNoSlowStep()
    {
        REQUIRE_SHARED_DATA();
        Json file = Json::parse(textOf("kineto/queued/ns_resolution_a100.json.gz"));
        for (Json& event : file["traceEvents"]) {
            if (event.contains("args") && event["args"].is_object()) {
                event["args"].erase("correlation");
                event["args"].erase("External id");
            }
            if (event.value("ph", "") == "s" || event.value("ph", "") == "f")
                event["ph"] = "i";
        }
        ImportReport report;
        const Run run = runOf(file.dump(), report);
        QVERIFY(run.trace);
        const Findings findings = findRunFindings(run);
        QVERIFY(!findingOf(findings, "slow-steps"));
        // Its GPU is 89 ms behind when the last step of the host ends.
        const Finding* const hosts = findingOf(findings, "steps-of-hosts");
        QVERIFY(hosts && hosts->kind == Finding::Kind::Caveat);
        QVERIFY(hosts->evidence.range.duration() > 30'000'000 && hosts->evidence.range.duration() < 200'000'000);
        QVERIFY(!findingOf(
            findRunFindings(realFolder("kineto/queued/ns_resolution_a100.json.gz").runs.front()), "steps-of-hosts"));
    }

    /// Of a CPU's trace the steps are those of hosts as well, and no GPU goes on behind them.
    void noGpuIsBehindWhereThereIsNone()
    {
        std::vector<std::string> events;
        for (int step = 0; step < 4; ++step) {
            const double begin = 1000 + 100 * step;
            events.push_back(span(fmt::format("ProfilerStep#{}", step), begin, 100,
                R"("cat":"user_annotation","pid":10,"tid":10,"args":{})"));
            events.push_back(span("aten::mm", begin + 10, 80, R"("cat":"cpu_op","pid":10,"tid":10,"args":{})"));
        }
        ImportReport report;
        const std::vector<Run> runs = runsOf({{"cpu.json", listOf(events)}}, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs.front().trace->steps().size(), size_t(4));
        const std::optional<RunAnalysis> analysis = analyzeRun(runs.front());
        QVERIFY(analysis);
        QVERIFY(!findingOf(analysis->findings, "steps-of-hosts"));
    }

    void kernelsThatAreMissingAreNotLate()
    {
        REQUIRE_SHARED_DATA();
        int number = 0;
        ImportReport report;
        const Run run
            = runOf(without(textOf("kineto/queued/ns_resolution_a100.json.gz"),
                        [&](const Json& event) { return event.value("cat", "") == "kernel" && ++number % 5 == 0; }),
                report);
        QVERIFY(run.trace);
        const Findings findings = findRunFindings(run);
        QVERIFY(findingOf(findings, "missing-kernels"));
        QVERIFY(!findingOf(findings, "late-kernels"));
        // Whole ones, whose launches are not known, or call the driver inside of the runtime.
        for (const char* path : {"kineto/queued", "reports/27-intel-unitrace/input", "nsys/saxpy_mpi_schema2.sqlite"})
            QVERIFY2(!findingOf(findRunFindings(realFolder(path).runs.front()), "missing-kernels"), path);
    }

    /// What operators only launch is no compute of theirs.
    void withoutTheWorkOfGpusNothingIsSaidOfIt()
    {
        REQUIRE_SHARED_DATA();
        ImportReport report;
        const Run run = runOf(without(textOf("kineto/queued/ns_resolution_a100.json.gz"), isWork), report);
        QVERIFY(run.trace);
        const std::optional<RunAnalysis> analysis = analyzeRun(run);
        QVERIFY(analysis);
        QCOMPARE(analysis->summary.split.compute(), TimeNs(0));
        QVERIFY(findingOf(analysis->findings, "unrecorded-device"));
        QVERIFY(!findingOf(analysis->findings, "host-work"));
        // A CPU's trace launches nothing: its operators are the work.
        const RunFolder cpu = realFolder("kineto/hta/distributed_info_not_found.json.gz");
        const std::optional<RunAnalysis> ofCpu = analyzeRun(cpu.runs.front());
        QVERIFY(ofCpu && ofCpu->summary.split.compute() > 0);
        QVERIFY(!findingOf(ofCpu->findings, "unrecorded-device"));
    }

    void theMarkOfAStepIsNoWork()
    {
        REQUIRE_SHARED_DATA();
        // Of its host, the step is recorded, and nothing else.
        const RunFolder folder = realFolder("kineto/hta/rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz");
        const std::optional<RunAnalysis> analysis = analyzeRun(folder.runs.front());
        QVERIFY(analysis);
        const Findings& marked = analysis->findings;
        QVERIFY(!findingOf(marked, "host-work"));
        // The all-reduces of two threads overlap, and nothing says that the host is at work all the while.
        QVERIFY(!analysis->criticalPath);
        QVERIFY(analysis->whyNoCriticalPath.text().find("only the mark") != std::string::npos);
        const std::vector<Message>& assumed = analysis->pricer->graph().assumptions;
        QVERIFY(std::any_of(assumed.begin(), assumed.end(),
            [&](const Message& each) { return each.text() == analysis->whyNoCriticalPath.text(); }));
        // Nor is it what holds the step up, as far as anybody knows.
        const Finding* const gloo = findingOf(marked, "exposed-comm-communication");
        QVERIFY(gloo && gloo->sentence.text().find("hardly") == std::string::npos);
        QVERIFY2(gloo->sentence.text().find("cannot be told") != std::string::npos, gloo->sentence.text().c_str());
        // JAX: the all-reduce is behind the last kernel for a fifth of the step, and half of the critical path.
        const Findings jax = findRunFindings(realFolder("reports/52-jax-step-num/input").runs.front());
        const Finding* const allReduce = findingOf(jax, "exposed-comm-communication");
        QVERIFY(allReduce && allReduce->sentence.text().find("elsewhere") == std::string::npos);
        QVERIFY2(std::abs(allReduce->costNs - 1.0e6) < 0.05e6, qPrintable(QString::number(allReduce->costNs)));
    }

    /// "[TP01] 4242" as SGLang merges traces: numbers of launches and devices are those of each rank.
    void ranksThatAServerMergedAreToldApart()
    {
        std::vector<std::string> events;
        for (int rank = 0; rank < 2; ++rank) {
            const std::string host = fmt::format("\"[TP0{}-PP00] 4242\"", rank);
            const std::string device = fmt::format("\"[TP0{}-PP00] 0\"", rank);
            for (int i = 0; i < 4; ++i) {
                events.push_back(launch(i, 100 * i, 1, host));
                events.push_back(kernel(i, 100 * i + 5, 40 * (rank + 1), device));
            }
        }
        ImportReport report;
        const Run run = runOf(traceOf(listOf(events), R"("distributedInfo":{"rank":0,"world_size":2},)"), report);
        QVERIFY(run.trace);
        QCOMPARE(run.trace->ranks().size(), size_t(2));
        QCOMPARE(run.trace->launches().size(), size_t(8));
        for (const Link& link : run.trace->launches())
            QCOMPARE(
                run.trace->track(run.trace->track(link.from)).rank, run.trace->track(run.trace->track(link.to)).rank);
        const std::optional<RunAnalysis> analysis = analyzeRun(run);
        QVERIFY(analysis && analysis->summary.ranks.size() == 2);
        QCOMPARE(analysis->summary.ranks[1].split.compute(), 2 * analysis->summary.ranks[0].split.compute());
    }

    /// Two processes that both call the runtime, each with a device of its own.
    void processesThatLaunchAreRanks()
    {
        std::vector<std::string> events;
        for (int i = 0; i < 4; ++i) {
            events.push_back(launch(i, 100 * i, 1, "1000"));
            events.push_back(launch(i, 100 * i, 1, "2000"));
            events.push_back(kernel(i, 100 * i + 5, 40, "0"));
            events.push_back(kernel(i, 100 * i + 5, 40, "1"));
        }
        QCOMPARE(runOfEvents(events).trace->ranks().size(), size_t(2));
        // One process that computes on two devices is one rank.
        events.clear();
        for (int i = 0; i < 4; ++i) {
            events.push_back(launch(2 * i, 100 * i, 1, "1000"));
            events.push_back(kernel(2 * i, 100 * i + 5, 40, "0"));
            events.push_back(launch(2 * i + 1, 100 * i + 2, 1, "1000"));
            events.push_back(kernel(2 * i + 1, 100 * i + 5, 40, "1"));
        }
        QCOMPARE(runOfEvents(events).trace->ranks().size(), size_t(1));
    }

    /// In the middle of a run the queue is full of what was launched before, and at the end of what is never seen to
    /// run.
    void aQueueHoldsWhatWasNotSeenToBeLaunchedOrRun()
    {
        constexpr int depth = 60;
        constexpr int launches = 100;
        std::vector<std::string> events {hostStep(1, 0, 1010.0 * launches)};
        for (int i = 0; i < depth; ++i)
            events.push_back(kernel(10'000 + i, 1000 * i, 1000));
        for (int i = 0; i < launches; ++i) {
            // Each call but two waits until the next kernel is over.
            events.push_back(i == 50 || i == 51 ? launch(i, 1000 * i + 10, 4) : launch(i, 1000 * i + 10, 990));
            if (i < launches - depth)
                events.push_back(kernel(i, 1000 * (depth + i), 1000));
        }
        const Run run = runOfEvents(events);
        QVERIFY(run.trace);
        const LaunchQueue queue(*run.trace, 0);
        QVERIFY2(queue.depth() >= depth && queue.depth() <= depth + 2, qPrintable(QString::number(queue.depth())));
        QVERIFY(queue.blockedCalls().size() > 90);
    }

    /// Calls that wait for room in the queue cost nothing once the device is fast: what is left without copies is what
    /// the host does between its calls (69.4 ms) and what these take otherwise (16 ms in all), up to the last launch
    /// that was seen to run (40.5 ms of both); 920.8 ms are the copies themselves.
    void copiesThatFillTheQueueArePricedInFull()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("nsys/h100_2gpu_1s.sqlite");
        const Run& run = folder.runs.front();
        // Every launch of process 111 that takes more than 100 µs, also while copies are queued that are never seen.
        const LaunchQueue queue(*run.trace, 0);
        TimeNs blocked = 0;
        for (const SpanId call : queue.blockedCalls())
            blocked += run.trace->duration(call) > 100'000 ? run.trace->duration(call) : 0;
        QCOMPARE(blocked, TimeNs(456'250'436));
        const Findings findings = findRunFindings(run);
        const Finding* const copies = findingOf(findings, "memory-copies");
        QVERIFY(copies);
        QVERIFY2(copies->costNs > 884e6 && copies->costNs < 941e6, qPrintable(QString::number(copies->costNs)));
        // Per GPU 223 pinned and 2 pageable from its host and 2 back, 25.475 GB; 225 copies stay on it.
        const std::string& text = copies->sentence.text();
        QVERIFY2(text.starts_with("227 copies of 25.5 GB take 920.8"), text.c_str());
    }

    /// They are no more than lasts beside no kernel, and no pause is longer than what it is a part of.
    void sentencesDoNotContradictThemselves()
    {
        REQUIRE_SHARED_DATA();
        const Findings saxpy = findRunFindings(realFolder("nsys/saxpy_mpi_schema2.sqlite").runs.front());
        const Finding* const copies = findingOf(saxpy, "memory-copies");
        QVERIFY(copies);
        QVERIFY2(copies->sentence.text().find("284.70 ms per rank, 284.70 ms") != std::string::npos,
            copies->sentence.text().c_str());
        const Finding* const idle = findingOf(saxpy, "idle"); // half of it
        QVERIFY(idle && idle->share > 0.4);
        const Findings loading
            = findRunFindings(realFolder("kineto/hta/benchmark_result_2869224_1695835535_trace.json.gz").runs.front());
        for (const char* id : {"memory-allocation", "module-loading", "host-bound"}) {
            const Finding* const finding = findingOf(loading, id);
            QVERIFY(finding);
            QVERIFY2(finding->sentence.text().find("longest such pause, 10.03 s") == std::string::npos,
                finding->sentence.text().c_str());
            QVERIFY2(
                finding->sentence.text().find("of the step") == std::string::npos, finding->sentence.text().c_str());
        }
        QVERIFY(!findingOf(loading, "pace")); // nothing of it comes again
        // Its longest cudaFree, of 6 s, is followed by cudaDeviceGetAttribute.
        const std::string& advice = findingOf(loading, "memory-allocation")->suggestion.text();
        QVERIFY2(advice.find("gave memory back") == std::string::npos, advice.c_str());
    }
};

BUBBLESCOPE_TEST(TstIncompleteRecordings, QCoreApplication)

} // namespace bubblescope::tst_incompleterecordings

#include "tst_incompleterecordings.moc"
