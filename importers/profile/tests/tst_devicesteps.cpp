// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "chrometracetext.h"
#include "chrometracewriter.h"
#include "findings.h"
#include "hoststep.h"
#include "realfolder.h"
#include "shareddata.h"
#include "testprogram.h"
#include "wholerecording.h"

#include <QDirIterator>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace bubblescope::tst_devicesteps {

using Json = nlohmann::json;

/// A step as the raw file tells it, in ns of the file.
struct Expected {
    int number;
    TimeRange range;
};

/// Steps of devices worked out from the raw file alone, apart from the program.
std::vector<Expected> expectedSteps(const Json& file)
{
    const auto ns = [](const Json& us) { return TimeNs(std::llround(us.get<double>() * 1000)); };
    const Json& events = file.is_object() ? file.at("traceEvents") : file;
    const auto isAny = [](const std::string& word, const std::set<std::string>& words) { return words.count(word) > 0; };
    const auto category = [](const Json& event) {
        std::string text = event.value("cat", "");
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        return text;
    };
    std::map<TimeNs, std::pair<int, TimeNs>> hosts; // begin → number, end
    std::map<int64_t, TimeNs> calls;
    struct Work {
        TimeNs begin, end;
        int64_t correlation;
    };
    std::vector<Work> work;
    for (const Json& event : events) {
        if (event.value("ph", "") != "X")
            continue;
        const std::string name = event.value("name", "");
        const std::string kind = category(event);
        const TimeNs begin = ns(event.at("ts"));
        const TimeNs end = begin + ns(event.at("dur"));
        if (name.rfind("ProfilerStep#", 0) == 0 && kind != "gpu_user_annotation")
            hosts.emplace(begin, std::pair(std::stoi(name.substr(13)), end));
        if (!event.contains("args") || !event["args"].contains("correlation"))
            continue;
        const auto correlation = event["args"]["correlation"].get<int64_t>();
        if (isAny(kind, {"cuda_runtime", "cuda_driver", "runtime", "hip_runtime"}))
            calls.emplace(correlation, begin);
        else if (isAny(kind, {"kernel", "gpu_memcpy", "gpu_memset", "memcpy", "memset"}))
            work.push_back({begin, end, correlation});
    }
    struct Own {
        TimeNs begin = INT64_MAX;
        TimeNs end = INT64_MIN;
        std::optional<TimeNs> before;
    };
    std::map<TimeNs, Own> own;
    for (const Work& each : work) {
        const auto call = calls.find(each.correlation);
        if (call == calls.end())
            continue;
        const auto next = hosts.upper_bound(call->second);
        if (next != hosts.begin() && call->second < std::prev(next)->second.second) {
            Own& step = own[std::prev(next)->first];
            step.begin = std::min(step.begin, each.begin);
            step.end = std::max(step.end, each.end);
        } else if (next != hosts.end()) {
            Own& step = own[next->first];
            step.before = std::max(step.before.value_or(each.end), each.end);
        }
    }
    std::vector<Expected> expected;
    std::optional<TimeNs> reached;
    for (const auto& [begin, host] : hosts) {
        const Own step = own[begin];
        if (step.before)
            reached = std::max(reached.value_or(*step.before), *step.before);
        if (step.end == INT64_MIN)
            continue;
        expected.push_back({host.first, {reached.value_or(step.begin), step.end}});
        reached = std::max(reached.value_or(step.end), step.end);
    }
    return expected;
}

std::string hostStep(int number, double begin, double duration)
{
    return span(fmt::format("ProfilerStep#{}", number), begin, duration,
        R"("pid":1,"tid":1,"cat":"user_annotation")");
}

/// A kernel and the call that launches it.
std::vector<std::string> launched(int number, double call, double begin, double duration, int stream = 7)
{
    return {span("cudaLaunchKernel", call, 1,
                fmt::format(R"("pid":1,"tid":1,"cat":"cuda_runtime","args":{{"correlation":{}}})", number)),
        span(fmt::format("kernel {}", number), begin, duration,
            fmt::format(R"("pid":0,"tid":{0},"cat":"kernel","args":{{"correlation":{1},"stream":{0},"device":0}})",
                stream, number))};
}

/// Ranges of the steps of the only rank, in µs of the file, "101: 40-120".
QStringList stepsOf(const Trace& trace)
{
    QStringList lines;
    for (const RankStep& own : trace.rankSteps())
        lines << QStringLiteral("%1: %2-%3")
                     .arg(own.step.number)
                     .arg((own.step.range.begin + trace.origin()) / 1000)
                     .arg((own.step.range.end + trace.origin()) / 1000);
    return lines;
}

std::string metadata(const char* what, int process, int thread, const char* name)
{
    return fmt::format(
        R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":"{}"}}}})", what, process, thread, name);
}

struct Steps {
    std::vector<std::string> events;
    Steps& operator<<(std::string event)
    {
        events.push_back(std::move(event));
        return *this;
    }
    Steps& operator<<(std::vector<std::string> more)
    {
        events.insert(events.end(), more.begin(), more.end());
        return *this;
    }
    Run run() const
    {
        ImportReport report;
        return run(report);
    }
    Run run(ImportReport& report) const
    {
        return runOf(traceOf(listOf(events)), report);
    }
};

class TstDeviceSteps : public QObject {
    Q_OBJECT
private slots:
    void aStepHoldsWhatWasLaunchedInIt()
    {
        // The host needs 10 µs a step, the device 80; it is further behind with each.
        Steps steps;
        for (int i = 0; i < 3; ++i)
            steps << hostStep(101 + i, 100 + 10 * i, 10) << launched(1 + i, 102 + 10 * i, 110 + 80 * i, 80);
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"101: 110-190", "102: 190-270", "103: 270-350"}));
        const auto own = run.trace->rankSteps();
        const TimeNs origin = run.trace->origin();
        QCOMPARE(own[1].host, (TimeRange {110'000 - origin, 120'000 - origin}));
        QCOMPARE(own[0].lag, TimeNs(8'000)); // of its first operation behind its launch
        QCOMPARE(own[1].lag, TimeNs(80'000));
        QCOMPARE(own[1].lagAtEnd(), TimeNs(150'000));
    }

    void workBegunBeforeTheRecordingBelongsToNoStep()
    {
        Steps steps;
        steps << span("kernel 0", 50, 60, R"("pid":0,"tid":7,"cat":"kernel","args":{"correlation":99,"stream":7,"device":0})");
        steps << hostStep(1, 100, 30) << launched(1, 105, 110, 40);
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 110-150"}));
    }

    void whatIsLaunchedBetweenTwoRangesBelongsToNoStep()
    {
        Steps steps;
        steps << hostStep(1, 100, 30) << launched(1, 105, 110, 40);
        steps << launched(2, 140, 150, 100); // an evaluation
        steps << hostStep(2, 200, 30) << launched(3, 205, 260, 40);
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 110-150", "2: 250-300"}));
    }

    /// As servers do: the range ends with the launches, and the host waits for its device behind it.
    void aHostThatWaitsBetweenItsRangesFillsNoQueue()
    {
        Steps steps;
        for (int i = 0; i < 4; ++i)
            steps << hostStep(1 + i, 100 + 100 * i, 10) << launched(1 + i, 102 + 100 * i, 105 + 100 * i, 85);
        const Run run = steps.run();
        QVERIFY(run.trace);
        const std::vector<std::optional<HostStep>> ofHosts = hostSteps(*run.trace);
        QCOMPARE(ofHosts.size(), size_t(4));
        for (const std::optional<HostStep>& step : ofHosts) {
            QVERIFY(step);
            QCOMPARE(int(step->queue()), int(HostStep::Queue::Steady));
        }
        // Where it does not wait, the queue fills.
        Steps ahead;
        for (int i = 0; i < 4; ++i)
            ahead << hostStep(1 + i, 100 + 10 * i, 10) << launched(1 + i, 102 + 10 * i, 105 + 85 * i, 85);
        const Run behind = ahead.run();
        QVERIFY(behind.trace);
        for (const std::optional<HostStep>& step : hostSteps(*behind.trace)) {
            QVERIFY(step);
            QCOMPARE(int(step->queue()), int(HostStep::Queue::Fills));
        }
    }

    void shorterAnnotationsOfTheDeviceAreIgnored()
    {
        Steps steps;
        steps << hostStep(1, 100, 30) << launched(1, 105, 110, 40) << launched(2, 120, 150, 40);
        steps << span("ProfilerStep#1", 110, 40, R"("pid":0,"tid":7,"cat":"gpu_user_annotation")");
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 110-190"}));
    }

    /// Where no host's range was recorded, they are what marks a step, if they hold what the device does.
    void annotationsOfTheDeviceAloneAreSteps()
    {
        const auto recorded = [](double duration) {
            Steps steps;
            steps << launched(1, 90, 80, 15); // begun before the first of them
            for (int i = 0; i < 2; ++i) {
                steps << launched(2 + 2 * i, 92, 100 + 80 * i, 40) << launched(3 + 2 * i, 94, 145 + 80 * i, 35);
                steps << span(fmt::format("ProfilerStep#{}", 4 + i), 100 + 80 * i, duration,
                    R"("pid":0,"tid":7,"cat":"gpu_user_annotation")");
            }
            return steps.run();
        };
        const Run whole = recorded(80);
        QVERIFY(whole.trace);
        QCOMPARE(stepsOf(*whole.trace), QStringList({"4: 100-180", "5: 180-260"}));
        const Run shorter = recorded(2);
        QVERIFY(shorter.trace);
        QVERIFY(isWholeRecording(*shorter.trace));
    }

    void aStepLastsUntilTheLastOfItsStreamsIsDone()
    {
        Steps steps;
        steps << hostStep(1, 100, 30) << launched(1, 105, 110, 40) << launched(2, 106, 110, 90, 20);
        steps << hostStep(2, 130, 30) << launched(3, 135, 150, 100);
        // A copy that overtakes what the step before launched.
        steps << hostStep(3, 160, 30) << launched(4, 165, 170, 20, 20);
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 110-200", "2: 200-250"}));
    }

    void aStepWithoutDeviceWorkLastsAsLongAsItsHost()
    {
        Steps steps;
        steps << hostStep(1, 100, 30) << launched(1, 105, 110, 10);
        steps << hostStep(2, 130, 50);
        steps << hostStep(3, 180, 30) << launched(3, 185, 190, 40);
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 110-120", "2: 120-180", "3: 180-230"}));
    }

    void aRankWithoutLaunchesKeepsTheStepsOfItsHost()
    {
        Steps steps;
        steps << hostStep(1, 100, 30) << hostStep(2, 130, 30);
        steps << span("kernel", 105, 60, R"("pid":0,"tid":7,"cat":"kernel","args":{"stream":7,"device":0})");
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 100-130", "2: 130-165"}));
        QVERIFY(!run.trace->rankSteps().front().isOfDevice());
    }

    void theDrainOfADeviceWithoutLaunchesIsInNoStep()
    {
        // The device is behind by 50 of 30 µs: the last step would last 80.
        Steps steps;
        for (int i = 0; i < 3; ++i)
            steps << hostStep(1 + i, 100 + 30 * i, 30);
        steps << span("kernel", 105, 135, R"("pid":0,"tid":7,"cat":"kernel","args":{"stream":7,"device":0})");
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 100-130", "2: 130-160", "3: 160-190"}));
    }

    void aStepWhoseLastKernelsAreMissingIsNone()
    {
        Steps steps;
        steps << hostStep(1, 100, 30) << launched(1, 105, 110, 40);
        steps << hostStep(2, 130, 30) << launched(2, 135, 150, 40) << std::vector {launched(3, 140, 0, 0).front()};
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 110-150"}));
    }

    void aStepLacksOnlyWhatIsLaunchedLast()
    {
        // A launch without a kernel in the middle, one of a graph and one that another call repeats end nothing.
        Steps steps;
        steps << hostStep(1, 100, 30) << std::vector {launched(1, 102, 0, 0).front()} << launched(2, 105, 110, 40);
        steps << launched(2, 106, 110, 40).front();
        steps << span("cudaGraphLaunch", 107, 1, R"("pid":1,"tid":1,"cat":"cuda_runtime","args":{"correlation":4})");
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 110-150"}));
        QVERIFY(!isWholeRecording(*run.trace));
    }

    void whereNoStepIsWholeTheRecordingIsNone()
    {
        Steps steps;
        steps << hostStep(7, 100, 30) << launched(1, 105, 110, 40) << std::vector {launched(2, 120, 0, 0).front()};
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"7: 110-150"}));
        QVERIFY(isWholeRecording(*run.trace));
    }

    void ofAFileThatBreaksOffTheLastStepWithWorkIsNotKnown()
    {
        // Ranges of all steps stand before what the device did.
        Steps steps;
        for (int i = 0; i < 4; ++i)
            steps << hostStep(1 + i, 100 + 30 * i, 30);
        for (int i = 0; i < 3; ++i)
            steps << launched(1 + i, 105 + 30 * i, 110 + 40 * i, 40);
        std::string text = traceOf(listOf(steps.events));
        text.resize(text.rfind(R"({"ph")") + 20);
        ImportReport report;
        const Run run = runOf(text, report);
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 110-150"}));
    }

    void ofAFileThatBreaksOffBeforeItsLaunchesStepsThatTheDeviceDoesNotReachAreNotKnown()
    {
        const auto recorded = [](int kernels) {
            Steps steps;
            for (int i = 0; i < 3; ++i)
                steps << hostStep(1 + i, 100 + 30 * i, 30);
            for (int i = 0; i <= kernels; ++i) // the last one is broken off
                steps << launched(1 + i, 0, 105 + 10 * i, 10).back();
            std::string text = traceOf(listOf(steps.events));
            text.resize(text.rfind(R"({"ph")") + 20);
            ImportReport report;
            return runOf(text, report);
        };
        const Run some = recorded(5); // up to 155
        QVERIFY(some.trace);
        QCOMPARE(stepsOf(*some.trace), QStringList({"1: 100-130"}));
        QVERIFY(!isWholeRecording(*some.trace));
        const Run few = recorded(2); // up to 125: nothing says how long a step is
        QVERIFY(few.trace);
        QCOMPARE(stepsOf(*few.trace), QStringList({"1: 105-125"}));
        QVERIFY(isWholeRecording(*few.trace));
    }

    void whatNoMarkedStepLaunchedIsOfNone()
    {
        // The device is still at work on what was launched before the recording began, and the file breaks off in it.
        const auto recorded = [](int end) {
            Steps steps;
            for (int i = 0; i < 3; ++i)
                steps << hostStep(5 + i, 100 + 30 * i, 30) << launched(1 + i, 105 + 30 * i, 0, 0).front();
            steps << launched(91, 0, 100, 20).back() << launched(92, 0, 120, end - 120).back();
            return steps.run();
        };
        const Run before = recorded(150);
        QVERIFY(before.trace);
        QCOMPARE(stepsOf(*before.trace), QStringList({"5: 100-150"}));
        QVERIFY(isWholeRecording(*before.trace));
        // Beside the last launch it may be at work on it, whatever the numbers say.
        const Run beside = recorded(166);
        QVERIFY(beside.trace);
        QCOMPARE(stepsOf(*beside.trace), QStringList({"5: 100-130", "6: 130-160", "7: 160-190"}));
    }

    void rangesOfServersAndPrograms_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("SGLang") << "step[DECODE bs=64]";
        QTest::newRow("SGLang, before it named steps") << "scheduler.run_batch";
        QTest::newRow("vLLM") << "execute_context_1(8)_generation_0(0)";
        QTest::newRow("vLLM, counted") << "execute_12_context_3(sq128sk256sqsq1sqsk1)_generation_2(sq1sk300sqsq1sqsk1)";
        QTest::newRow("TensorRT-LLM") << "[Executor] _forward_step 7: 0 ctx reqs, 8 gen reqs";
        QTest::newRow("TensorRT-LLM, with tokens")
            << "[Executor] _forward_step 60000: 0 ctx reqs, 0 ctx tokens, 32 gen reqs";
        QTest::newRow("TensorRT-LLM, at first") << "[Executor] _forward_step: 0 ctx reqs, 8 gen reqs";
        QTest::newRow("a loop of tokens") << "decode_step";
        QTest::newRow("a program") << "train_step";
    }
    void rangesOfServersAndPrograms()
    {
        QFETCH(QString, name);
        Steps steps;
        for (int i = 0; i < 3; ++i) {
            steps << span(name.toStdString(), 100 + 50 * i, 40, R"("pid":1,"tid":1,"cat":"user_annotation")")
                  << launched(1 + i, 105 + 50 * i, 110 + 50 * i, 20);
        }
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(run.trace->rankSteps().size(), size_t(3));
        QCOMPARE(run.trace->rankSteps()[1].step.range.duration(), TimeNs(50'000));
    }

    void stepsOfSglangLieInsideItsBatches()
    {
        Steps steps;
        const auto range = [&](const char* name, double begin, double duration) {
            steps << span(name, begin, duration, R"("pid":1,"tid":1,"cat":"user_annotation")");
        };
        for (int i = 0; i < 3; ++i) {
            range("scheduler.run_batch", 100 + 50 * i, 45); // of the last one, two steps of speculative decoding
            range("step[DECODE bs=8]", 102 + 50 * i, i == 2 ? 18 : 40);
            steps << launched(10 + i, 105 + 50 * i, 110 + 50 * i, 10);
        }
        range("step[DECODE bs=8]", 222, 20);
        steps << launched(20, 225, 230, 20);
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(run.trace->rankSteps().size(), size_t(4));
    }

    /// The model runner of vLLM 0.10 and 0.11 names the parts of a step by plain words.
    void olderPartsOfAServersStepMakeOne()
    {
        const auto stepsWith = [](const std::vector<const char*>& names) {
            Steps steps;
            int number = 0;
            for (int i = 0; i < 3; ++i) {
                double begin = 100 + 60 * i;
                for (const char* name : names) {
                    steps << span(name, begin, 10, R"("pid":1,"tid":1,"cat":"user_annotation")");
                    steps << launched(++number, begin + 2, begin + 4, 6);
                    begin += 10;
                }
            }
            return steps.run().trace;
        };
        const TracePtr trace = stepsWith({"Preprocess", "Forward", "Postprocess", "Sample", "Bookkeep"});
        const auto own = trace->rankSteps();
        QCOMPARE(own.size(), size_t(3));
        for (size_t i = 0; i < own.size(); ++i) {
            QVERIFY(own[i].isOfDevice());
            QCOMPARE(own[i].host.duration(), TimeNs(50'000));
        }
        QCOMPARE(own[1].step.range.duration(), TimeNs(60'000));
        // Any program may call a part of its work so.
        const TracePtr other = stepsWith({"Forward", "Sample"});
        QVERIFY(other->rankSteps().size() != 3 || other->rankSteps()[0].host.duration() != TimeNs(20'000));
    }

    /// vLLM's newer model runner has no range around a step, but one for each of its parts.
    void partsOfAServersStepMakeOne()
    {
        Steps steps;
        const auto part = [&](const char* name, double begin, double duration) {
            steps << span(std::string("gpu_model_runner: ") + name, begin, duration,
                R"("pid":1,"tid":1,"cat":"user_annotation")");
        };
        part("sample", 85, 10); // of a step before the recording
        for (int i = 0; i < 3; ++i) {
            part("preprocess", 100 + 50 * i, 5);
            part("forward", 105 + 50 * i, 20);
            steps << launched(2 * i, 108 + 50 * i, 112 + 50 * i, 10);
            part("sample", 128 + 50 * i, 12);
            steps << launched(2 * i + 1, 130 + 50 * i, 134 + 50 * i, 20);
        }
        const Run run = steps.run();
        QVERIFY(run.trace);
        const auto own = run.trace->rankSteps();
        QCOMPARE(own.size(), size_t(3));
        for (size_t i = 0; i < own.size(); ++i) {
            QVERIFY(own[i].isOfDevice());
            QCOMPARE(own[i].host.duration(), TimeNs(40'000));
        }
        QCOMPARE(own[1].step.range.duration(), TimeNs(50'000));
    }

    /// As its workers write them: the range of a step encloses some of its parts; tokens are sampled behind it.
    void partsBehindTheRangeOfAServersStepBelongToIt()
    {
        Steps steps;
        const auto range = [&](const std::string& name, double begin, double duration) {
            steps << span(name, begin, duration, R"("pid":1,"tid":1,"cat":"user_annotation")");
        };
        for (int i = 0; i < 4; ++i) {
            const double begin = 100 + 50 * i;
            range(fmt::format("execute_context_{0}({1})_generation_{2}({2})", i % 2, 512 * (i % 2), 4 + i), begin, 30);
            range("gpu_model_runner: preprocess", begin + 1, 4);
            range("gpu_model_runner: forward", begin + 5, 20);
            steps << launched(2 * i, begin + 8, begin + 12, 10);
            range("gpu_model_runner: postprocess", begin + 25, 4);
            range("gpu_model_runner: sample", begin + 31, 8);
            steps << launched(2 * i + 1, begin + 33, begin + 35, 15);
            range("gpu_model_runner: bookkeep", begin + 40, 5);
        }
        const Run run = steps.run();
        QVERIFY(run.trace);
        const auto own = run.trace->rankSteps();
        QCOMPARE(own.size(), size_t(4));
        for (size_t i = 0; i < own.size(); ++i) {
            QVERIFY(own[i].isOfDevice());
            // From the end of what was sampled before to the end of what is sampled.
            QCOMPARE(own[i].step.range.duration(), TimeNs(i == 0 ? 38'000 : 50'000));
        }
    }

    void namedInstantsAreMarksOnTheirThreads()
    {
        Steps steps;
        const auto instant = [&](const char* name, int thread, int time) {
            steps << fmt::format(R"({{"ph":"i","s":"t","name":"{}","pid":1,"tid":{},"ts":{}}})", name, thread, time);
        };
        steps << hostStep(1, 100, 30) << launched(1, 105, 110, 10);
        instant("epoch begins", 1, 104);
        instant("epoch begins", 1, 120);
        instant("of no thread", 77, 120);
        instant("after all", 1, 900); // would make the recording longer
        instant("Record Window End", 1, 125);
        ImportReport report;
        const Run run = steps.run(report);
        QVERIFY(run.trace);
        QCOMPARE(report.count(IssueKind::MarksLeftOut), uint64_t(2)); // that of the recorder is none
        const Trace& trace = *run.trace;
        std::vector<TimeRange> marks;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (trace.name(SpanId(i)) == "epoch begins")
                marks.push_back(trace.range(SpanId(i)));
            QVERIFY(trace.name(SpanId(i)) != "of no thread" && trace.name(SpanId(i)) != "after all");
            QVERIFY(trace.name(SpanId(i)) != "Record Window End");
        }
        QCOMPARE(marks.size(), size_t(2));
        QVERIFY(marks[0].duration() == 0 && marks[1].duration() == 0);
        QCOMPARE(marks[1].begin - marks[0].begin, TimeNs(16'000));
    }

    void stepsThatXlaDrawsGoBeforeThoseOfItsHost()
    {
        Steps steps;
        steps << metadata("process_name", 1, 0, "/device:TPU:0") << metadata("process_name", 701, 0, "/host:CPU")
              << metadata("thread_name", 1, 1, "Steps") << metadata("thread_name", 1, 3, "XLA Ops");
        for (int i = 0; i < 3; ++i) {
            steps << span(std::to_string(4 + i), 100 + 50 * i, 48, R"("pid":1,"tid":1)")
                  << span("fusion", 105 + 50 * i, 40, R"("pid":1,"tid":3)")
                  << span("train", 10 + 500 * i, 490, R"("pid":701,"tid":5,"args":{"step_num":"1"})");
        }
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"4: 100-148", "5: 150-198", "6: 200-248"}));
    }

    void whatIsLaunchedAgainAndAgainIsAStepWhereNothingMarksIt_data()
    {
        QTest::addColumn<bool>("hasLaunches");
        QTest::addColumn<int>("begunBefore"); // operations that were launched before the recording
        QTest::addColumn<QStringList>("told");
        const QStringList all {"1: 5220-5470", "2: 5470-5720", "3: 5720-5970", "4: 5970-6220"};
        QTest::newRow("as launched") << true << 0 << all;
        QTest::newRow("without launches") << false << 0 << all;
        // With the step before them, they are a third of all.
        QTest::newRow("far behind its host")
            << true << 7 + 16 << QStringList {"1: 5470-5720", "2: 5720-5970", "3: 5970-6220"};
    }
    void whatIsLaunchedAgainAndAgainIsAStepWhereNothingMarksIt()
    {
        QFETCH(bool, hasLaunches);
        QFETCH(int, begunBefore);
        QFETCH(QStringList, told);
        // The recording begins in the middle of a step, after a start-up.
        Steps steps;
        steps << span("import torch", 0, 5000, R"("pid":1,"tid":1,"cat":"user_annotation")");
        double host = 5000;
        double device = 5100;
        int number = 0;
        const auto launch = [&](const std::string& name, double duration) {
            const std::string category = name.rfind("Memcpy", 0) == 0 ? "gpu_memcpy" : "kernel";
            ++number;
            if (hasLaunches && number > begunBefore) {
                steps << span("cudaLaunchKernel", host, 1,
                    fmt::format(R"("pid":1,"tid":1,"cat":"cuda_runtime","args":{{"correlation":{}}})", number));
            }
            steps << span(name, device, duration,
                fmt::format(R"("pid":0,"tid":7,"cat":"{}","args":{{"correlation":{},"stream":7,"device":0}})", category,
                    number));
            host += 2;
            device += duration;
        };
        const auto layers = [&](int count) {
            for (int i = 0; i < count; ++i) {
                launch("gemm", 40);
                launch("norm", 5);
                launch("gelu", 5);
            }
        };
        layers(2);
        launch("multi_tensor_apply_kernel", 20);
        for (int i = 0; i < 4; ++i) {
            launch("Memcpy HtoD (Pageable -> Device)", 10);
            launch("embed", 10);
            layers(4);
            launch("loss", 10);
            launch("multi_tensor_apply_kernel", 20);
        }
        launch("Memcpy HtoD (Pageable -> Device)", 10);
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), told);
        QCOMPARE(run.trace->rankSteps().front().isOfDevice(), hasLaunches);
        QVERIFY(!isWholeRecording(*run.trace));
    }

    /// As where a profiler stops while the device is far behind its host.
    void aStepOfWhichTheDeviceRecordedNothingIsNone()
    {
        Steps steps;
        for (int i = 0; i < 4; ++i) {
            steps << hostStep(1 + i, 100 + 50 * i, 40);
            if (i < 3)
                steps << launched(1 + i, 105 + 50 * i, 110 + 50 * i, 20);
            else
                steps << span("cudaLaunchKernel", 105 + 50 * i, 1,
                    R"("pid":1,"tid":1,"cat":"cuda_runtime","args":{"correlation":4})");
        }
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), (QStringList {"1: 110-130", "2: 130-180", "3: 180-230"}));
    }

    void whatHoldsAHostUpBetweenTwoRepetitionsIsOfTheSecond()
    {
        Steps steps;
        double host = 100;
        int number = 0;
        const auto launch = [&](const std::string& name) {
            ++number;
            steps << span("cudaLaunchKernel", host, 1,
                fmt::format(R"("pid":1,"tid":1,"cat":"cuda_runtime","args":{{"correlation":{}}})", number));
            steps << span(name, host + 5, 5,
                fmt::format(
                    R"("pid":0,"tid":7,"cat":"kernel","args":{{"correlation":{},"stream":7,"device":0}})", number));
            host += 10;
        };
        for (int i = 0; i < 4; ++i) {
            host += i == 2 ? 1000 : 0;
            launch("Memcpy HtoD (Pageable -> Device)");
            launch("embed");
            for (int layer = 0; layer < 4; ++layer) {
                for (const char* name : {"gemm", "norm", "gelu"})
                    launch(name);
            }
            launch("loss");
            launch("multi_tensor_apply_kernel");
        }
        launch("Memcpy HtoD (Pageable -> Device)");
        const Run run = steps.run();
        QVERIFY(run.trace);
        std::vector<TimeNs> hosts;
        for (const RankStep& step : run.trace->rankSteps())
            hosts.push_back(step.host.duration());
        QCOMPARE(hosts, (std::vector<TimeNs> {160'000, 160'000, 1'160'000, 160'000}));
    }

    void aRecordingWithoutStepsIsCalledSoAndLastsFromItsFirstKernelToItsLast()
    {
        Steps steps;
        steps << span("import torch", 0, 5000, R"("pid":1,"tid":1,"cat":"user_annotation")");
        steps << launched(1, 5000, 5010, 40) << launched(2, 5020, 5050, 40);
        steps << span("print", 5100, 50, R"("pid":1,"tid":1,"cat":"user_annotation")");
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(stepsOf(*run.trace), QStringList({"1: 5010-5090"}));
        QVERIFY(isWholeRecording(*run.trace));
        const Findings findings = findRunFindings(run);
        const auto caveat = std::find_if(findings.list.begin(), findings.list.end(),
            [](const Finding& finding) { return finding.id == "whole-recording"; });
        QVERIFY(caveat != findings.list.end());
        const std::string told = caveat->sentence.text();
        QVERIFY2(told.find("5.010 ms before the first work of a GPU are start-up") != std::string::npos, told.c_str());
        QVERIFY2(told.find("60.00 µs after the last work of a GPU are shut-down") != std::string::npos, told.c_str());
        QVERIFY2(findings.verdict.text().find("of a step") == std::string::npos, findings.verdict.text().c_str());
        // Written and read again it still is one.
        ImportReport report;
        std::string text;
        ChromeTraceWriter writer([&text](std::string_view piece) {
            text += piece;
            return true;
        });
        QVERIFY(writer.addRun(*run.trace, run.trace->timing(), {}) && writer.finish());
        QVERIFY(isWholeRecording(*runOf(text, report).trace));
    }

    void whatIsShortBesideTheWorkBelongsToTheRecording()
    {
        // Before and after 1000 µs of work, 50 µs are no start-up and no shut-down, 51 µs are.
        const auto stepOf = [](double before, double after) {
            Steps steps;
            steps << span("begin", 1000 - before, 1, R"("pid":1,"tid":1,"cat":"user_annotation")");
            steps << launched(1, 999, 1000, 400) << launched(2, 1010, 1600, 400);
            steps << span("end", 2000 + after - 1, 1, R"("pid":1,"tid":1,"cat":"user_annotation")");
            return stepsOf(*steps.run().trace);
        };
        QCOMPARE(stepOf(50, 50), QStringList({"1: 950-2050"}));
        QCOMPARE(stepOf(51, 50), QStringList({"1: 1000-2050"}));
        QCOMPARE(stepOf(50, 51), QStringList({"1: 950-2000"}));
    }

    void untilTheLastProfilerIsStartedAllIsStartUp()
    {
        // The first kernel of rank 0 waits for rank 1, of which nothing was recorded yet.
        const auto rank = [](double begin) {
            Steps steps;
            steps << launched(1, begin, begin + 10, 2000 - begin) << launched(2, 2050, 2060, 40);
            return traceOf(listOf(steps.events));
        };
        ImportReport report;
        const std::vector<Run> runs = runsOf({{"rank0.json", rank(100)}, {"rank1.json", rank(1900)}}, report);
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs.front().trace;
        QVERIFY(isWholeRecording(trace));
        QCOMPARE(stepsOf(trace), QStringList({"1: 1900-2100", "1: 1910-2100"}));
    }

    void soItIsWhereOnlyDevicesWereRecorded()
    {
        const auto kernelOf = [](const char* name, double begin, double end) {
            return span(name, begin, end - begin, R"("pid":0,"tid":7,"cat":"kernel","args":{"stream":7,"device":0})");
        };
        const auto rank = [&](double begin, double worked) {
            std::vector<std::string> events;
            if (worked > 0)
                events.push_back(kernelOf("gemm", begin, begin + worked));
            events.push_back(kernelOf("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", begin + worked, 1902));
            events.push_back(kernelOf("gemm", 1910, 2060));
            events.push_back(kernelOf("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 2060, 2080));
            return traceOf(listOf(events));
        };
        ImportReport report;
        const std::vector<Run> runs = runsOf({{"rank0.json", rank(100, 0)}, {"rank1.json", rank(1900, 0)}}, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(stepsOf(*runs.front().trace), QStringList({"1: 1900-2080", "1: 1900-2080"}));
        const Findings findings = findRunFindings(runs.front());
        QVERIFY(std::none_of(findings.list.begin(), findings.list.end(),
            [](const Finding& finding) { return finding.id == "late-rank"; }));
        QVERIFY(findings.stepNs < 200'000);
        // Here the other rank works meanwhile: no more is known than that the second one begins late.
        const std::vector<Run> working
            = runsOf({{"rank0.json", rank(100, 900)}, {"rank1.json", rank(1900, 0)}}, report);
        QCOMPARE(working.size(), size_t(1));
        QCOMPARE(stepsOf(*working.front().trace), QStringList({"1: 100-2080", "1: 1900-2080"}));
    }

    void aMarkedStepIsNoRecording()
    {
        Steps steps;
        steps << hostStep(1, 100, 30) << launched(1, 105, 110, 40);
        const Run run = steps.run();
        QVERIFY(run.trace);
        QVERIFY(!isWholeRecording(*run.trace));
    }

    void ranksThatShowNoStepsHaveThoseOfTheOthers()
    {
        // The second rank was recorded by another tool: nothing marks its steps.
        Steps marked;
        for (int i = 0; i < 3; ++i)
            marked << hostStep(1 + i, 100 + 100 * i, 90) << launched(1 + i, 105 + 100 * i, 110 + 100 * i, 80);
        Steps other;
        other << launched(1, 100, 120, 50) << launched(2, 200, 220, 50) << launched(3, 300, 320, 60);
        ImportReport report;
        const std::vector<Run> runs = runsOf({{"rank0.json", traceOf(listOf(marked.events))},
                                                 {"rank1.json", traceOf(listOf(other.events))}},
            report);
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs.front().trace;
        QCOMPARE(trace.stepsOf(0).size(), size_t(3));
        QCOMPARE(trace.stepsOf(1).size(), size_t(3));
        QVERIFY(!isWholeRecording(trace));
    }

    /// Real steps, with their marks taken away.
    void realStepsAreFoundWithoutTheirMarks_data()
    {
        REQUIRE_SHARED_DATA();
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("ms"); // of the median step, as it is told with them
        QTest::newRow("ns_resolution_a100") << "kineto/queued/ns_resolution_a100.json.gz" << 5 << 95.66;
        QTest::newRow("resnet_mi300") << "kineto/queued/resnet_mi300.json.gz" << 3 << 18.98;
        QTest::newRow("one step is no period") << "kineto/operators/h100_qwen/trace.json.gz" << 0 << 0.0;
        QTest::newRow("nor are its layers") << "kineto/operators/h100_bert/trace.json.gz" << 0 << 0.0;
        QTest::newRow("many microbatches") << "reports/38-pipeline-several-streams-one-group/input/rank1.json" << 3
                                           << 40.670;
        QTest::newRow("messages in batches")
            << "reports/36-pipeline-batched-p2p/input/rank1.json" << 3 << 35.447;
        QTest::newRow("nothing that layers do not do") << "reports/91-compare-a-fused-kernel/input/A/rank0.json" << 0
                                                       << 0.0;
    }
    void realStepsAreFoundWithoutTheirMarks()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, path);
        QFETCH(int, count);
        QFETCH(double, ms);
        const std::string file = sharedData(path.toUtf8().constData());
        const auto source = openFile(file, "trace.json");
        QVERIFY(source);
        ImportReport report;
        QByteArray text = QByteArray::fromStdString(*readAll(**source, size_t(1) << 28, report));
        text.replace("ProfilerStep#", "UnknownRange#");
        const Run run = runOf(text.toStdString(), report);
        QVERIFY(run.trace);
        QCOMPARE(isWholeRecording(*run.trace), count == 0);
        if (count == 0)
            return;
        QVERIFY(run.trace->rankSteps().front().isOfDevice());
        std::vector<double> durations;
        for (const Step& step : run.trace->steps())
            durations.push_back(double(step.range.duration()) / 1e6);
        std::sort(durations.begin(), durations.end());
        QVERIFY2(std::abs(int(durations.size()) - count) <= 1, qPrintable(QString::number(durations.size())));
        const double median = durations[durations.size() / 2];
        QVERIFY2(std::abs(median - ms) <= 0.01 * ms, qPrintable(QString::number(median)));
    }

    void aSecondOfALongStepIsNoStep()
    {
        REQUIRE_SHARED_DATA();
        const std::vector<Run> runs = realRuns("nsys/h100_2gpu_1s.sqlite"); // 24 layers of one forward pass, and more
        QCOMPARE(runs.size(), size_t(1));
        QVERIFY(isWholeRecording(*runs.front().trace));
    }

    void stepsThatJaxNumbers()
    {
        Steps steps;
        for (int i = 0; i < 3; ++i) {
            steps << span("train", 100 + 50 * i, 45, fmt::format(R"("pid":1,"tid":1,"args":{{"step_num":"{}"}})", 5 + i))
                  << span("work", 105 + 50 * i, 20, R"("pid":1,"tid":1)");
        }
        const Run run = steps.run();
        QVERIFY(run.trace);
        QCOMPARE(run.trace->rankSteps().size(), size_t(3));
        QCOMPARE(run.trace->rankSteps()[0].step.number, 5);
        QCOMPARE(run.trace->rankSteps()[1].step.range.duration(), TimeNs(50'000));
    }

    void stepsAreTheSameOnceWrittenAndReadAgain()
    {
        Steps steps;
        for (int i = 0; i < 3; ++i)
            steps << hostStep(101 + i, 100 + 10 * i, 10) << launched(1 + i, 102 + 10 * i, 110 + 80 * i, 80);
        const Run run = steps.run();
        QVERIFY(run.trace);
        ImportReport report;
        std::string text;
        ChromeTraceWriter writer([&text](std::string_view piece) {
            text += piece;
            return true;
        });
        QVERIFY(writer.addRun(*run.trace, run.trace->timing(), {}) && writer.finish());
        const Run again = runOf(text, report);
        QVERIFY(again.trace);
        QCOMPARE(again.trace->rankSteps().size(), size_t(3));
        for (size_t i = 0; i < 3; ++i) {
            const RankStep& own = run.trace->rankSteps()[i];
            const RankStep& read = again.trace->rankSteps()[i];
            QCOMPARE(read.step.range, own.step.range);
            QCOMPARE(read.host, own.host);
            QCOMPARE(read.lag, own.lag);
        }
    }

    void realTracesHaveTheStepsThatTheRawFileTells_data()
    {
        REQUIRE_SHARED_DATA();
        QTest::addColumn<QString>("path");
        QDirIterator files(QString::fromStdString(sharedData("kineto")), {"*.json", "*.json.gz"}, QDir::Files,
            QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            QTest::newRow(qPrintable(files.fileName())) << path;
        }
    }
    void realTracesHaveTheStepsThatTheRawFileTells()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, path);
        const auto source = openFile(path.toStdString(), "trace.json");
        QVERIFY(source);
        ImportReport report;
        const std::optional<std::string> text = readAll(**source, size_t(1) << 28, report);
        QVERIFY(text);
        const Json file = Json::parse(*text, nullptr, false);
        if (file.is_discarded())
            QSKIP("not whole");
        const std::vector<Expected> expected = expectedSteps(file);
        if (expected.empty())
            QSKIP("no launch of a step is recorded");
        const Run run = runOf(*text, report);
        QVERIFY(run.trace);
        size_t checked = 0;
        for (const RankStep& own : run.trace->rankSteps()) {
            const auto found = std::find_if(
                expected.begin(), expected.end(), [&](const Expected& e) { return e.number == own.step.number; });
            if (found == expected.end())
                continue;
            ++checked;
            const double difference = double(own.step.range.duration() - found->range.duration());
            QVERIFY2(std::abs(difference) <= 10'000,
                qPrintable(QStringLiteral("step %1: %2 ms instead of %3")
                               .arg(own.step.number)
                               .arg(double(own.step.range.duration()) / 1e6)
                               .arg(double(found->range.duration()) / 1e6)));
        }
        QCOMPARE(checked, expected.size());
    }
};

BUBBLESCOPE_TEST(TstDeviceSteps, QCoreApplication)

} // namespace bubblescope::tst_devicesteps

#include "tst_devicesteps.moc"
