// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps of a profiler's run, taken apart and timed again.
#include "criticalpath.h"
#include "devicelanes.h"
#include "devicespans.h"
#include "devicestreams.h"
#include "median.h"
#include "playedsteps.h"
#include "profilerpicture.h"
#include "ranksplit.h"
#include "realfolder.h"
#include "runsummary.h"
#include "sanitized.h"
#include "sensitivity.h"
#include "testprogram.h"
#include "typicalstep.h"
#include "whatif.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include <nlohmann/json.hpp>

namespace bubblescope::tst_profilerreplay {

namespace {

constexpr TimeNs us = 1000;

RunFolder folderOf(Trace trace, int world = 1)
{
    RunFolder folder;
    folder.runs.emplace_back();
    folder.runs.front().layout.world = world;
    folder.runs.front().trace = std::make_shared<Trace>(std::move(trace));
    return folder;
}

Simulator simulatorOf(const RunFolder& folder, SimulationSource source = {})
{
    Result<Simulator> made = Simulator::make(folder, source);
    if (!made)
        qFatal("%s", made.error().message.text().c_str());
    return std::move(made).value();
}

SimulatedStep simulated(const Simulator& simulator, std::string_view knob = {}, std::string_view value = {})
{
    Knobs knobs;
    if (!knob.empty() && !setKnob(knobs, knob, value))
        qFatal("no such knob");
    Result<SimulatedStep> step = simulator.simulate(knobs);
    if (!step)
        qFatal("%s", step.error().message.text().c_str());
    return std::move(step).value();
}

double stepUs(const Simulator& simulator, std::string_view knob = {}, std::string_view value = {})
{
    return simulated(simulator, knob, value).figures.wholeStepNs() / us;
}

double sumOfParts(const StepFigures& figures)
{
    return figures.computeNs + std::accumulate(figures.exposedNs.begin(), figures.exposedNs.end(), 0.0)
        + figures.waitingNs + figures.bubbleNs() + figures.idleNs + figures.hostNs;
}

/// Two ranks: the host of the second is late to a first collective, that of the first to a second one.
ProfilerPicture lateInTurn()
{
    ProfilerPicture picture;
    for (const int rank : {0, 1}) {
        picture.host(rank, "main", "ProfilerStep#1", 0, 950);
        const TimeNs first = rank == 0 ? 10 : 400;
        const TimeNs second = rank == 0 ? 850 : 470;
        picture.kernel(rank, "stream 7", first + 10, first + 30, picture.launch(rank, "main", first));
        picture.collective(rank, "comm (0)", first + 40, 460, picture.launch(rank, "main", first + 5));
        picture.kernel(rank, "stream 7", second + 10, second + 50, picture.launch(rank, "main", second));
        picture.collective(rank, "comm (0)", second + 60, 930, picture.launch(rank, "main", second + 5));
    }
    return picture;
}

RunSummary summarizedStep(const Run& run, int step)
{
    const std::shared_ptr<const RunContext> context = contextOf(run);
    const Timing& timing = run.trace->timing();
    return summarizeStep(*context, timing, windowOfStep(*run.trace, step), findWaiting(*context, timing));
}

/// Real traces, with every span at another time.
class ShiftedTraces {
public:
    explicit ShiftedTraces(const std::string& path)
    {
        ImportReport issues;
        const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), issues);
        for (const ScannedFile& scanned : scan.files) {
            const auto source = openFile(scanned.path, scanned.name);
            if (!source)
                continue;
            const QFileInfo info(QString::fromStdString(scanned.name));
            Json trace = Json::parse(*readAll(**source, size_t(1) << 30, issues), nullptr, false);
            if (trace.is_object())
                trace.erase("baseTimeNanoseconds");
            for (const Json& event : eventsOf(trace)) {
                if (isSpan(event) && event["ts"].get<double>() > 0)
                    m_first = std::min(m_first, event["ts"].get<double>());
            }
            m_files.push_back({info.completeBaseName() + QStringLiteral(".json"), std::move(trace)});
        }
    }

    /// Opened. Without a seed spans stay where they were.
    RunFolder folder(uint32_t seed) const
    {
        constexpr double since1970 = 1.7e15;
        QTemporaryDir folder;
        std::mt19937 random(seed);
        for (const auto& [name, plain] : m_files) {
            Json trace = plain;
            for (Json& event : eventsOf(trace)) {
                if (event.value("ph", "") == "M" || !event.contains("ts"))
                    continue;
                const double shift = isSpan(event) && seed > 0 ? 4.0 * double(random() % 1001) / 1000 - 2 : 0;
                event["ts"] = since1970 + (event["ts"].get<double>() - m_first) + shift;
            }
            QFile out(folder.filePath(name));
            if (!out.open(QIODevice::WriteOnly))
                qFatal("cannot write");
            out.write(QByteArray::fromStdString(trace.dump()));
        }
        return realFolderAt(folder.path().toStdString());
    }

private:
    using Json = nlohmann::json;
    static Json& eventsOf(Json& trace) { return trace.is_array() ? trace : trace["traceEvents"]; }
    static bool isSpan(const Json& event) { return event.value("ph", "") == "X" && event.contains("ts"); }

    std::vector<std::pair<QString, Json>> m_files;
    double m_first = std::numeric_limits<double>::max();
};

/// What is said of a run, and in which order its streams work.
struct Answers {
    size_t spans = 0;
    double stepUs = 0;
    double gainUs = 0;                           ///< of 10 % less compute
    std::array<double, categoryCount> shares {}; ///< of the critical path
    struct Place {
        TrackId lane;
        uint32_t number; ///< of those of its stream
        TimeNs launch;
    };
    std::map<uint64_t, Place> places; ///< by file and place of the record in it, which are always the same
};

Answers answersOf(const RunFolder& folder)
{
    const Trace& trace = *folder.runs.front().trace;
    Answers answers;
    answers.spans = trace.spanCount();
    const Simulator simulator = simulatorOf(folder);
    answers.stepUs = stepUs(simulator);
    answers.gainUs = stepUs(simulator, "compute-scale", "0.9") - answers.stepUs;
    const Result<StepPricer> pricer = StepPricer::make({trace, {}}, typicalStep(trace));
    if (!pricer)
        qFatal("%s", pricer.error().message.text().c_str());
    const CriticalPath path = pricer->criticalPath();
    for (size_t i = 0; i < size_t(categoryCount); ++i)
        answers.shares[i] = path.share(Category(i));
    // Records keep their order in the files, though not the bytes at which they stand.
    std::vector<std::pair<std::pair<uint32_t, uint64_t>, SpanId>> records;
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        records.push_back({{trace.source(SpanId(i)).file, trace.source(SpanId(i)).offset}, SpanId(i)});
    std::sort(records.begin(), records.end());
    std::vector<uint64_t> recordOf(trace.spanCount());
    for (size_t i = 0; i < records.size(); ++i)
        recordOf[records[i].second.value] = i;
    for (const RankInfo& rank : trace.ranks()) {
        const DeviceSpans device(trace, rank.rank, trace.range());
        for (const DeviceSpans::Lane& lane : device.lanes()) {
            uint32_t number = 0;
            for (const SpanId span : inLaunchOrder(trace, lane.spans)) {
                if (const SpanId call = trace.launchOf(span); call.isValid())
                    answers.places[recordOf[span.value]] = {lane.track, number++, trace.begin(call)};
            }
        }
    }
    return answers;
}

/// Neighbours of a stream that are the other way round, unless the shift itself has exchanged their launches.
int ordersThatDiffer(const Answers& plain, const Answers& shifted)
{
    std::map<std::pair<TrackId, uint32_t>, uint64_t> records;
    for (const auto& [record, place] : plain.places)
        records[{place.lane, place.number}] = record;
    int count = 0;
    for (const auto& [record, place] : plain.places) {
        const auto next = records.find({place.lane, place.number + 1});
        if (next == records.end() || plain.places.at(next->second).launch - place.launch <= 4 * us + 500)
            continue;
        count += shifted.places.at(record).number > shifted.places.at(next->second).number;
    }
    return count;
}

/// A host that is behind: each kernel is over before the next is launched.
ProfilerPicture behindHost()
{
    ProfilerPicture picture;
    picture.host(0, "thread 1", "ProfilerStep#1", 0, 400);
    for (int i = 0; i < 3; ++i)
        picture.kernel(0, "stream 7", 110 + i * 100, 130 + i * 100, picture.launch(0, "thread 1", 100 + i * 100));
    return picture;
}

} // namespace

/// From the first to the last work of a rank's device; of a rank without one, of all it did.
TimeRange rangeOfDevice(const Trace& trace, int32_t rank)
{
    TimeRange range = TimeRange::nothing();
    for (const Track& track : trace.tracksOf(rank)) {
        for (const Row& row : isDeviceLane(track.lane) ? trace.rowsOf(trace.idOf(track)) : std::span<const Row>()) {
            if (row.spanCount > 0)
                range = range.united(
                    {trace.begin(SpanId(row.firstSpan)), trace.end(SpanId(row.firstSpan + row.spanCount - 1))});
        }
    }
    return range.isNothing() ? rangeOfRank(trace, trace.timing(), rank) : range;
}

class TstProfilerReplay : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aFasterHostLaunchesEarlier()
    {
        const RunFolder folder = folderOf(behindHost().finish());
        const Simulator simulator = simulatorOf(folder);
        QCOMPARE(stepUs(simulator), 400.0);
        QCOMPARE(stepUs(simulator, "host-gaps", "0.5"), 201.5);     // the calls take what they took
        QCOMPARE(stepUs(simulator, "compute-scale", "3"), 400.0);   // 20 -> 60 of 100 between launches
        QCOMPARE(stepUs(simulator, "compute-scale", "20"), 1200.0); // one kernel after the other, of all repetitions
    }

    void kernelsMoveWithTheirCalls()
    {
        const RunFolder folder = folderOf(behindHost().finish());
        const SimulatedStep step = simulated(simulatorOf(folder), "host-gaps", "0.5");
        const Trace& trace = *step.run.trace;
        QCOMPARE(trace.spanCount(), 7u);
        QCOMPARE(trace.launches().size(), size_t(3));
        for (const Link& launch : trace.launches())
            QCOMPARE(
                trace.begin(launch.to) - trace.begin(launch.from), 10 * us); // the way to the device is no host work
    }

    void aSynchronizingCallWaitsForTheGpu()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 100, picture.launch(0, "thread 1", 10));
        picture.host(0, "thread 1", "cudaStreamSynchronize", 12, 102, Category::Waiting);
        picture.kernel(0, "stream 7", 120, 130, picture.launch(0, "thread 1", 110));
        const RunFolder folder = folderOf(picture.finish());
        const Simulator simulator = simulatorOf(folder);
        QCOMPARE(stepUs(simulator), 120.0);
        QCOMPARE(stepUs(simulator, "compute-scale", "2"), 120.0 + 80 + 10);
    }

    void neighboursThatOverlapByAMomentKeepTheirOrder()
    {
        ProfilerPicture picture;
        TimeNs begin = 100;
        for (int i = 0; i < 10; ++i) { // launched at once, each of 50 µs; a dependent launch begins 2 µs early
            picture.kernel(0, "stream 7", begin, begin + 50, picture.launch(0, "thread 1", 10 + 2 * i));
            begin += 48;
        }
        const RunFolder folder = folderOf(picture.finish());
        const Simulator simulator = simulatorOf(folder);
        const double step = stepUs(simulator);
        QCOMPARE(step, 10.0 * 48 + 2 + 90);
        // The overlap stays.
        QVERIFY(std::abs(stepUs(simulator, "compute-scale", "0.9") - (step - 50)) < 1);
        QVERIFY(std::abs(stepUs(simulator, "compute-scale", "2") - (step + 500)) < 1);
    }

    void shiftedClocksChangeNoAnswer_data()
    {
        QTest::addColumn<QString>("path");
        REQUIRE_SHARED_DATA();
        for (const char* path :
            {"reports/72-trace-saved-again-by-python/input", "reports/74-dependent-launch/input", "kineto/dlrm_8ranks",
                "kineto/hta/sampled_rank-0.json.gz", "kineto/hta/distributed_info_not_found.json.gz",
                "kineto/operators/h100_bert/trace.json.gz", "kineto/operators/h100_qwen/trace.json.gz",
                "kineto/queued/ns_resolution_a100.json.gz", "kineto/queued/resnet_mi300.json.gz"}) {
            // The largest are read by another test, too.
            if (!isSanitized || !QLatin1String(path).startsWith(QLatin1String("kineto/queued/")))
                QTest::newRow(path) << path;
        }
    }
    /// Every span by up to 2 µs, as converters and clocks do, and times saved as doubles of 1.7e15 µs.
    void shiftedClocksChangeNoAnswer()
    {
        QFETCH(QString, path);
        const ShiftedTraces traces(sharedData(path.toUtf8().constData()));
        const Answers plain = answersOf(traces.folder(0));
        const size_t seeds = std::clamp<size_t>(100'000 / plain.spans, 3, isSanitized ? 3 : 20);
        std::vector<Answers> shifted;
        for (size_t seed = 1; seed <= seeds; ++seed) {
            shifted.push_back(answersOf(traces.folder(uint32_t(seed))));
            QCOMPARE(ordersThatDiffer(plain, shifted.back()), 0);
        }
        const auto median = [&](const auto& of) {
            std::vector<double> values;
            for (const Answers& answers : shifted)
                values.push_back(of(answers));
            return medianOf(values);
        };
        const double step = median([](const Answers& of) { return of.stepUs; });
        const double gain = median([](const Answers& of) { return of.gainUs; });
        QVERIFY2(std::abs(step - plain.stepUs) < 0.01 * plain.stepUs, qPrintable(QString::number(step)));
        QVERIFY2(std::abs(gain - plain.gainUs) < 0.01 * plain.stepUs,
            qPrintable(QStringLiteral("%1 instead of %2").arg(gain).arg(plain.gainUs)));
        for (size_t category = 0; category < size_t(categoryCount); ++category) {
            const double share = median([&](const Answers& of) { return of.shares[category]; });
            QVERIFY2(std::abs(share - plain.shares[category]) <= 0.01,
                qPrintable(QStringLiteral("%1: %2 instead of %3")
                               .arg(QString::fromStdString(std::string(categoryKey(Category(category)))))
                               .arg(share)
                               .arg(plain.shares[category])));
        }
    }

    void neighboursThatOverlapAreAnsweredAsTheirExactTwins_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("gain"); // µs, of 10 % less compute
        QTest::newRow("times saved as doubles") << "reports/72-trace-saved-again-by-python/input" << -1230.0;
        QTest::newRow("dependent launch") << "reports/74-dependent-launch/input" << -1220.0;
    }
    void neighboursThatOverlapAreAnsweredAsTheirExactTwins()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, path);
        QFETCH(double, gain);
        const Answers answers = answersOf(realFolder(path.toUtf8().constData()));
        QVERIFY2(std::abs(answers.gainUs - gain) < 20, qPrintable(QString::number(answers.gainUs)));
        QVERIFY2(std::abs(answers.shares[size_t(Category::OtherCompute)] - 0.872) < 0.01,
            qPrintable(QString::number(answers.shares[size_t(Category::OtherCompute)])));
    }

    void aStreamThatWasToldWaitsForTheOthers()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 100, picture.launch(0, "thread 1", 10));
        picture.host(0, "thread 1", "cudaStreamWaitEvent", 12, 13, Category::Waiting);
        picture.kernel(0, "stream 9", 101, 111, picture.launch(0, "thread 1", 14));
        const RunFolder folder = folderOf(picture.finish());
        QCOMPARE(stepUs(simulatorOf(folder), "compute-scale", "2"), 101.0 + 80); // the second beside the next step
    }

    void withoutARecordTheTimesTell()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 100, picture.launch(0, "thread 1", 10));
        picture.kernel(0, "stream 9", 101, 111, picture.launch(0, "thread 1", 14));
        const RunFolder folder = folderOf(picture.finish());
        QCOMPARE(stepUs(simulatorOf(folder), "compute-scale", "2"), 101.0 + 80); // as above
    }

    void streamsThatDoNotWaitStayApart()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 100, picture.launch(0, "thread 1", 10));
        picture.kernel(0, "stream 9", 22, 90, picture.launch(0, "thread 1", 14));
        const RunFolder folder = folderOf(picture.finish());
        QCOMPARE(stepUs(simulatorOf(folder), "compute-scale", "2"), 90.0 + 80);
    }

    void anAnnotationMovesWithItsOwnStream()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 100, picture.launch(0, "thread 1", 10));
        picture.kernel(0, "stream 77", 22, 90, picture.launch(0, "thread 1", 14));
        SpanRecord annotation;
        annotation.track = picture.builder().track({0, -1, Lane::Host, Category::Other, "stream 77 annotations"});
        annotation.name = picture.builder().intern("annotation");
        annotation.begin = 22 * us;
        annotation.end = 90 * us;
        picture.builder().addSpan(annotation);
        const RunFolder folder = folderOf(picture.finish());
        const SimulatedStep step = simulated(simulatorOf(folder), "compute-scale", "2");
        const Trace& trace = *step.run.trace;
        TimeRange kernel;
        TimeRange moved;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const std::string_view lane = trace.trackName(trace.track(SpanId(i)));
            if (lane == "stream 77")
                kernel = trace.range(SpanId(i));
            else if (lane == "stream 77 annotations")
                moved = trace.range(SpanId(i));
        }
        QVERIFY(kernel.duration() > 0);
        QCOMPARE(moved, kernel);
    }

    void aThreadThatWakesAnotherWaitsForIt()
    {
        // The backward pass runs on a thread of its own, while the main thread does nothing.
        ProfilerPicture picture;
        picture.host(0, "thread 1", "forward", 0, 100);
        picture.kernel(0, "stream 7", 60, 70, picture.launch(0, "thread 1", 50));
        picture.host(0, "thread 2", "backward", 120, 220);
        picture.kernel(0, "stream 7", 180, 190, picture.launch(0, "thread 2", 170));
        picture.host(0, "thread 1", "optimizer", 230, 330);
        picture.kernel(0, "stream 7", 300, 310, picture.launch(0, "thread 1", 290));
        const RunFolder folder = folderOf(picture.finish());
        const Simulator simulator = simulatorOf(folder);
        QCOMPARE(stepUs(simulator), 330.0);
        QCOMPARE(stepUs(simulator, "host-gaps", "0.5"), 166.5);
    }

    /// As the outermost frames of a recording with stacks do.
    void aCallAroundAllStepsHidesNoThread()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "main", 0, 400);
        picture.kernel(0, "stream 7", 60, 70, picture.launch(0, "thread 1", 50));
        picture.host(0, "thread 1", "forward", 210, 300);
        picture.kernel(0, "stream 7", 260, 290, picture.launch(0, "thread 1", 250));
        picture.builder().addStep(0, {1, {0, 200'000}});
        picture.builder().addStep(0, {2, {200'000, 400'000}});
        const Trace trace = picture.finish();
        const Result<StepPricer> pricer = StepPricer::make({trace, {}}, 1);
        QVERIFY2(pricer.isOk(), pricer.isOk() ? "" : pricer.error().message.text().c_str());
        const CriticalPath path = pricer->criticalPath();
        QCOMPARE(path.length, TimeNs(200'000)); // all of the step
        // The work of the thread that the call is around lies on the path.
        QVERIFY(std::any_of(path.pieces.begin(), path.pieces.end(), [&](const CriticalPath::Piece& piece) {
            return trace.track(trace.track(piece.span)).lane == Lane::Thread && piece.range.begin >= 200 * us;
        }));
    }

    void aThreadThatShowsLateFollowsItsWaker()
    {
        // The first thread waits for the GPU before it calls the second, of which nothing was recorded until then.
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 100, picture.launch(0, "thread 1", 10));
        picture.host(0, "thread 1", "cudaStreamSynchronize", 12, 102, Category::Waiting);
        picture.kernel(0, "stream 7", 120, 130, picture.launch(0, "thread 2", 110));
        const RunFolder folder = folderOf(picture.finish());
        const Simulator simulator = simulatorOf(folder);
        QCOMPARE(stepUs(simulator), 120.0);
        QCOMPARE(stepUs(simulator, "compute-scale", "2"), 120.0 + 80 + 10);
    }

    /// The calls that ask for some work are recorded, and those that launch other work.
    void whatOneThreadLaunchesForOthersRunsAsItBegan()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 40, picture.launch(0, "thread 1", 10));
        picture.collective(0, "dp", 45, 245, picture.launch(0, "thread 1", 12));
        picture.kernel(0, "stream 7", 260, 270, picture.launch(0, "thread 1", 14));
        picture.kernel(0, "stream 7", 246, 252, picture.launch(0, "thread 2", 60));
        const RunFolder folder = folderOf(picture.finish());
        const Simulator simulator = simulatorOf(folder);
        QCOMPARE(stepUs(simulator), 260.0);
        QCOMPARE(stepUs(simulator, "comm-scale", "0.5"), 160.0);
    }

    void membersOfACollectiveWaitForTheLast()
    {
        ProfilerPicture picture;
        for (int rank = 0; rank < 2; ++rank) {
            const TimeNs begin = rank == 0 ? 50 : 150;
            picture.kernel(rank, "stream 7", 20, begin - 5, picture.launch(rank, "thread 1", 10));
            picture.collective(rank, "comm (0)", begin, 200, picture.launch(rank, "thread 1", 12));
        }
        const RunFolder folder = folderOf(picture.finish(), 2);
        const Simulator simulator = simulatorOf(folder);
        QCOMPARE(stepUs(simulator), 190.0); // 10 to 200
        QCOMPARE(stepUs(simulator, "straggler", "rank:0=2"), 190.0);
        QCOMPARE(stepUs(simulator, "straggler", "rank:1=2"), 190.0 + 125);
        const double faster = stepUs(simulator, "straggler", "rank:1=0.2");
        QVERIFY2(faster <= 120, qPrintable(QString::number(faster)));
        const StepFigures& figures = simulator.baseline();
        QVERIFY(qAbs(sumOfParts(figures) - figures.stepNs) < 1);
        QCOMPARE(figures.waitingNs, 50.0 * us); // 100 on one of two ranks
        QCOMPARE(figures.exposedNs[size_t(Category::OtherComm)], 50.0 * us);
    }

    void aLoneMemberOfACollectiveMayHaveWaited()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 50, picture.launch(0, "thread 1", 10));
        picture.collective(0, "comm (0)", 60, 100, picture.launch(0, "thread 1", 12));
        const RunFolder folder = folderOf(picture.finish(), 8);
        const auto saysSo = [simulator = simulatorOf(folder)](const char* knob) {
            const SimulatedStep step = simulated(simulator, knob, "0.5");
            return std::any_of(step.assumptions.begin(), step.assumptions.end(), [](const Message& sentence) {
                return sentence.text().find("other members were not recorded") != std::string::npos;
            });
        };
        QVERIFY(saysSo("comm-scale"));
        QVERIFY(!saysSo("compute-scale"));
    }

    void whatLastsBeyondTheStepIsTheNextOnes()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "train.py(7): whole", 10, 5000);
        picture.kernel(0, "stream 7", 60, 150, picture.launch(0, "thread 1", 50)); // cut, too
        picture.builder().addStep(0, {1, {0, 100 * us}});
        const RunFolder folder = folderOf(picture.finish());
        const Trace& trace = *folder.runs.front().trace;
        const Result<StepPricer> pricer = StepPricer::make({trace, {}}, 0);
        QVERIFY(pricer.isOk());
        QCOMPARE(pricer.value().criticalPath().length, trace.steps()[0].range.duration());
    }

    void withoutADeviceTheHostComputes()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "ProfilerStep#1", 0, 400);
        picture.host(0, "thread 1", "forward", 100, 200, Category::Forward);
        picture.host(0, "thread 1", "aten::linear", 100, 180, Category::Forward); // begins with what it is part of
        picture.host(0, "thread 1", "gloo:all_reduce", 140, 160, Category::OtherComm, Operation::AllReduce);
        picture.host(0, "thread 1", "aten::add", 250, 300, Category::OtherCompute);
        const RunFolder folder = folderOf(picture.finish());
        const Simulator simulator = simulatorOf(folder);
        const StepFigures figures = simulated(simulator).figures;
        const Trace& trace = *folder.runs.front().trace;
        const TimeSplit split
            = splitRank({trace, {}}, trace.timing(), 0, {0, 400 * us}, {}, PlayedRun({trace, {}}, trace.timing()));
        QCOMPARE(figures.computeNs, 130.0 * us);
        QCOMPARE(double(split.compute()), figures.computeNs);
        QCOMPARE(double(split.exposedCommunication()),
            sumOfParts(figures) - figures.computeNs - figures.idleNs - figures.hostNs);
        QCOMPARE(split.total(), 400 * us);
        QCOMPARE(stepUs(simulator, "compute-scale", "0.5"), 335.0);
        QCOMPARE(stepUs(simulator, "host-gaps", "0"), 150.0);
    }

    void noFasterHostGainsMoreThanAGpuIsIdle_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addRow("two ranks that are late in turn") << QString();
        for (const char* folder : {"kineto/dlrm_8ranks", "kineto/queued/ns_resolution_a100.json.gz",
                 "kineto/queued/resnet_mi300.json.gz", "kineto/operators/h100_qwen/trace.json.gz",
                 "reports/25-loader-of-one-rank/input", "reports/31-mori-dispatch-combine/input"}) {
            if (hasSharedData())
                QTest::newRow(folder) << QString::fromUtf8(folder);
        }
    }
    void noFasterHostGainsMoreThanAGpuIsIdle()
    {
        QFETCH(QString, folder);
        const RunFolder opened
            = folder.isEmpty() ? folderOf(lateInTurn().finish(), 2) : realFolder(folder.toUtf8().constData());
        const int step = typicalStep(*opened.runs.front().trace);
        const Simulator simulator = simulatorOf(opened, {SimulationSource::Kind::Run, 0, step});
        const StepFigures before = simulated(simulator).figures;
        const StepFigures without = simulated(simulator, "host-gaps", "0").figures;
        const double gain = before.wholeStepNs() - without.wholeStepNs();
        // Communication may move beside compute; it is no waiting for other ranks.
        double idle = 0;
        const RunSummary summary = summarizedStep(opened.runs.front(), step);
        for (const RankSummary& rank : summary.ranks)
            idle = std::max(
                idle, double(rank.split.idle() + rank.split.of(Category::Host) + rank.split.exposedCommunication()));
        QVERIFY2(gain <= idle + 1, qPrintable(QStringLiteral("%1 of %2 ms").arg(gain / 1e6).arg(idle / 1e6)));
        QVERIFY(without.lowNs() <= without.wholeStepNs() && without.highNs() >= without.wholeStepNs());
        // However fast hosts are, each GPU has its own work to do.
        for (const RankSummary& rank : summary.ranks)
            QVERIFY(without.lowNs() >= 0.995 * double(rank.split.compute() + rank.split.of(Category::MemoryCopy)) - 1);
        for (const KnobGain& helps : whatHelpsMost(simulator, {}, {})) {
            if (helps.knob != "host-gaps")
                continue;
            QCOMPARE(helps.stepNs, without.wholeStepNs());
            // What is sure of it is what the longest step leaves, which may be longer than its error tells: where it
            // was recorded shorter than its period.
            QVERIFY2(std::abs(helps.low() - (before.wholeStepNs() / without.highNs() - 1)) < 1e-9,
                qPrintable(QStringLiteral("%1 of %2 to %3 us")
                               .arg(helps.low())
                               .arg(before.wholeStepNs() / us)
                               .arg(without.highNs() / us)));
        }
        if (!folder.isEmpty())
            return;
        // The model lets the waiting go, too; nobody knows how much of it.
        QVERIFY(gain > 300 * us);
        QVERIFY(without.lowNs() < without.wholeStepNs() - 200 * us);
    }

    void knobsThatNeedPassesSayWhyNot()
    {
        const RunFolder folder = folderOf(behindHost().finish());
        const Simulator simulator = simulatorOf(folder);
        for (const char* knob :
            {"schedule", "microbatches", "stages", "tensor", "overlap", "blocking-send", "comm-scale"})
            QVERIFY2(simulator.whyNot(knob), knob);
        for (const char* knob : {"compute-scale", "host-gaps", "straggler", "nvlink", "nic", "hardware"})
            QVERIFY2(!simulator.whyNot(knob), knob);
    }

    void realStepsStayAsTheyWere_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("8 ranks") << QStringLiteral("kineto/dlrm_8ranks");
        QTest::newRow("HTA") << QStringLiteral("kineto/hta");
        QTest::newRow("one rank") << QStringLiteral("kineto/before_fix_trace.json");
    }
    void realStepsStayAsTheyWere()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QString, folder);
        const RunFolder opened = realFolder(folder.toUtf8().constData());
        QVERIFY(!opened.runs.empty());
        for (size_t r = 0; r < opened.runs.size(); ++r) {
            const Trace& before = *opened.runs[r].trace;
            for (size_t s = 0; s < before.steps().size(); s += isSanitized ? 3 : 1) {
                SimulationSource source;
                source.index = r;
                source.step = int(s);
                const SimulatedStep step = simulated(simulatorOf(opened, source));
                const auto measured = double(before.steps()[s].range.duration());
                QVERIFY2(qAbs(step.figures.stepNs - measured) <= 0.02 * measured,
                    qPrintable(QStringLiteral("%1 step %2: %3 for %4 ns")
                                   .arg(QString::fromStdString(opened.runs[r].name))
                                   .arg(s + 1)
                                   .arg(step.figures.stepNs)
                                   .arg(measured)));
                // A profiler stops at another time on each rank: the parts are of what the mean rank recorded.
                const std::shared_ptr<const RunContext> context = contextOf(opened.runs[r]);
                const RunSummary recorded = summarizeStep(
                    *context, before.timing(), before.steps()[s].range, findWaiting(*context, before.timing()));
                QVERIFY(qAbs(sumOfParts(step.figures) - recorded.perRank(recorded.split.total())) < 1);
                QVERIFY(sumOfParts(step.figures) < step.figures.stepNs + 1000);
                const Trace& after = *step.run.trace;
                for (const RankStep& rank : before.rankSteps()) {
                    if (rank.step.number != before.steps()[s].number)
                        continue;
                    const TimeRange own = rangeOfDevice(after, rank.rank);
                    const auto length = double(rank.step.range.duration());
                    // It may begin, and that of a host also end, with a pause.
                    QVERIFY2(double(own.duration()) <= 1.02 * length
                            && (!rank.isOfDevice() || double(own.duration()) >= 0.9 * length),
                        qPrintable(QStringLiteral("%1 rank %2: %3 for %4 ns")
                                       .arg(QString::fromStdString(opened.runs[r].name))
                                       .arg(rank.rank)
                                       .arg(own.duration())
                                       .arg(length)));
                }
            }
        }
    }
};

BUBBLESCOPE_TEST(TstProfilerReplay, QCoreApplication)

} // namespace bubblescope::tst_profilerreplay

#include "tst_profilerreplay.moc"
