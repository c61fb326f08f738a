// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps of a profiler's run, taken apart and timed anew.
#include "devicelanes.h"
#include "criticalpath.h"
#include "playedsteps.h"
#include "profilerpicture.h"
#include "ranksplit.h"
#include "realfolder.h"
#include "testprogram.h"
#include "whatif.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
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
                range = range.united({trace.begin(SpanId(row.firstSpan)),
                    trace.end(SpanId(row.firstSpan + row.spanCount - 1))});
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
        QCOMPARE(stepUs(simulator, "host-gaps", "0.5"), 201.5); // the calls take what they took
        QCOMPARE(stepUs(simulator, "compute-scale", "3"), 400.0); // 20 -> 60 of 100 between launches
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
            QCOMPARE(trace.begin(launch.to) - trace.begin(launch.from), 10 * us); // the way to the device is no host work
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
        QVERIFY(std::abs(stepUs(simulator, "compute-scale", "0.9") - (step - 48)) < 3);
        QVERIFY(std::abs(stepUs(simulator, "compute-scale", "2") - (step + 480)) < 3);
    }

    void shiftedClocksChangeNoAnswer_data()
    {
        QTest::addColumn<QString>("file");
        REQUIRE_SHARED_DATA();
        QTest::newRow("times saved as doubles") << "reports/72-trace-saved-again-by-python/input";
        QTest::newRow("dependent launch") << "reports/74-dependent-launch/input";
        QTest::newRow("one rank of a job") << "kineto/hta/sampled_rank-0.json.gz";
    }
    /// Every span by up to 2 µs, as converters and clocks do.
    void shiftedClocksChangeNoAnswer()
    {
        QFETCH(QString, file);
        const std::string path = sharedData(file.toUtf8().constData());
        const auto answer = [](const std::string& of) {
            const RunFolder folder = realFolderAt(of);
            const Simulator simulator = simulatorOf(folder);
            const double step = stepUs(simulator);
            return std::pair(step, stepUs(simulator, "compute-scale", "0.9") - step);
        };
        const auto [step, gain] = answer(path);
        for (uint32_t seed = 1; seed <= 5; ++seed) {
            QTemporaryDir folder;
            ImportReport issues;
            const FolderScan scan = scanPaths({path}, ImporterRegistry::builtin(), issues);
            std::mt19937 random(seed);
            for (const ScannedFile& scanned : scan.files) {
                const auto source = openFile(scanned.path, scanned.name);
                QVERIFY(source);
                nlohmann::json trace = nlohmann::json::parse(*readAll(**source, size_t(1) << 30, issues));
                nlohmann::json& events = trace.is_array() ? trace : trace["traceEvents"];
                for (nlohmann::json& event : events) {
                    if (event.value("ph", "") == "X" && event.contains("ts"))
                        event["ts"] = event["ts"].get<double>() + 4.0 * double(random() % 1001) / 1000 - 2;
                }
                QFile out(folder.filePath(QFileInfo(QString::fromStdString(scanned.name)).completeBaseName()
                    + QStringLiteral(".json")));
                QVERIFY(out.open(QIODevice::WriteOnly));
                out.write(QByteArray::fromStdString(trace.dump()));
            }
            const auto [shiftedStep, shiftedGain] = answer(folder.path().toStdString());
            QVERIFY2(std::abs(shiftedStep - step) < 0.01 * step, qPrintable(QString::number(shiftedStep)));
            QVERIFY2(std::abs(shiftedGain - gain) < 0.01 * step,
                qPrintable(QStringLiteral("%1 instead of %2").arg(shiftedGain).arg(gain)));
        }
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
        QCOMPARE(pricer->criticalPath().length, TimeNs(90'000));
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
        QCOMPARE(pricer.value().criticalPath().length, trace.steps()[0].range.end); // from the first record
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
        const TimeSplit split = splitRank({trace, {}}, trace.timing(), 0, {0, 400 * us}, {}, {});
        QCOMPARE(figures.computeNs, 130.0 * us);
        QCOMPARE(double(split.compute()), figures.computeNs);
        QCOMPARE(double(split.exposedCommunication()), sumOfParts(figures) - figures.computeNs - figures.idleNs - figures.hostNs);
        QCOMPARE(split.total(), 400 * us);
        QCOMPARE(stepUs(simulator, "compute-scale", "0.5"), 335.0);
        QCOMPARE(stepUs(simulator, "host-gaps", "0"), 150.0);
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
            for (size_t s = 0; s < before.steps().size(); ++s) {
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
                const RunSummary recorded = summarizeStep(*context, before.timing(), before.steps()[s].range,
                    findWaiting(*context, before.timing()));
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
