// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a profiler's run says of itself: where the time of its GPUs goes, what costs most, which kernels and operators.
#include "clockalignment.h"
#include "idlecauses.h"
#include "launches.h"
#include "moduletimes.h"
#include "operatortable.h"
#include "partsearch.h"
#include "playedsteps.h"
#include "profilerpicture.h"
#include "ranksplit.h"
#include "realfolder.h"
#include "runanalysis.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace bubblescope::tst_profilerruns {

namespace {

constexpr TimeNs us = 1000;

Run runOf(Trace trace, int world = 1)
{
    Run run;
    run.layout.world = world;
    run.trace = std::make_shared<Trace>(std::move(trace));
    return run;
}

TimeSplit splitOf(const Trace& trace, TimeRange window)
{
    return splitRank({trace, {}}, trace.timing(), 0, window, findWaiting({trace, {}}, trace.timing()),
        PlayedRun({trace, {}}, trace.timing()));
}

const Finding* findingOf(const RunAnalysis& analysis, std::string_view id)
{
    const auto& list = analysis.findings.list;
    const auto found = std::find_if(list.begin(), list.end(), [&](const Finding& f) { return f.id == id; });
    return found == list.end() ? nullptr : &*found;
}

/// Kernels of 20 µs that are launched one by one, every 100 µs.
ProfilerPicture slowHost(int rank, ProfilerPicture picture = {})
{
    picture.host(rank, "thread 1", "step", 0, 1000);
    for (int i = 0; i < 10; ++i)
        picture.kernel(rank, "stream 7", 60 + i * 100, 80 + i * 100, picture.launch(rank, "thread 1", 50 + i * 100));
    return picture;
}

OperatorTable tableOf(const TracePtr& trace, OperatorTable::Of of)
{
    OperatorTable table(trace, {0, trace->range().end + 1}, of);
    while (!table.advance(1)) { } // as small a slice as there is
    return table;
}

const OperatorTable::Row* rowOf(const OperatorTable& table, const Trace& trace, std::string_view name)
{
    for (const OperatorTable::Row& row : table.rows()) {
        if (row.name.isValid() && trace.strings().text(row.name) == name)
            return &row;
    }
    return nullptr;
}

} // namespace

class TstProfilerRuns : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void idleTimeOfAGpuIsSplitWhereTheCallReturns()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 50, picture.launch(0, "thread 1", 0));
        picture.kernel(0, "stream 7", 90, 100, picture.launch(0, "thread 1", 60));  // late
        picture.kernel(0, "stream 7", 103, 110, picture.launch(0, "thread 1", 70)); // queued
        picture.host(0, "thread 1", "tail", 110, 130);
        const TimeSplit split = splitOf(picture.finish(), {0, 130 * us});
        QCOMPARE(split.compute(), 47 * us);
        QCOMPARE(split.kernelWait, (19 + 29 + 3) * us); // a call takes 1 µs
        QCOMPARE(split.hostWait, (1 + 10 + 1 + 20) * us);
        QCOMPARE(split.total(), 130 * us);
    }

    void aWindowBeginsAmongKernelsWithAndWithoutCalls()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 10, 20, picture.launch(0, "thread 1", 0));
        picture.kernel(0, "stream 7", 30, 40); // nobody is seen to start it
        picture.kernel(0, "stream 7", 60, 70, picture.launch(0, "thread 1", 45));
        picture.kernel(0, "stream 9", 90, 95, picture.launch(0, "thread 1", 80));
        picture.kernel(0, "stream 7", 100, 110);
        const Trace trace = picture.finish();
        const TimeSplit whole = splitOf(trace, {0, 110 * us});
        QCOMPARE(whole.kernelWait, (9 + 14 + 9) * us);
        const TimeSplit later = splitOf(trace, {50 * us, 110 * us});
        QCOMPARE(later.kernelWait, (10 + 9) * us);
        QCOMPARE(later.hostWait, 11 * us);
    }

    void timeBeforeAKernelWithoutACallIsNobodysWait()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 0, 20, picture.launch(0, "thread 1", 0));
        picture.kernel(0, "stream 7", 50, 60); // nobody is seen to start it
        picture.host(0, "thread 1", "tail", 60, 100);
        const TimeSplit split = splitOf(picture.finish(), {0, 100 * us});
        QCOMPARE(split.unknownWait, 30 * us);
        QCOMPARE(split.hostWait, 40 * us); // the host works on, and launches nothing
        QCOMPARE(split.total(), 100 * us);
        ProfilerPicture without;
        without.kernel(0, "stream 7", 0, 20);
        without.kernel(0, "stream 7", 50, 60);
        without.host(0, "thread 1", "tail", 60, 100);
        const TimeSplit unknown = splitOf(without.finish(), {0, 100 * us});
        QCOMPARE(unknown.unknownWait, 70 * us);
        QCOMPARE(unknown.hostWait, 0);
    }

    void ranksThatBeginLaterAreNotRecordedBefore()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 0, 100, picture.launch(0, "thread 1", 0));
        picture.kernel(1, "stream 7", 41, 90, picture.launch(1, "thread 1", 40));
        const Trace trace = picture.finish();
        const RunSummary summary = summarizeRun({trace, {}}, trace.timing());
        QCOMPARE(summary.whole, 100 * us);
        const TimeParts parts = summary.parts();
        QCOMPARE(parts.of(TimePart::Compute), double((100 + 49) * us));
        QCOMPARE(parts.of(TimePart::HostWait), double(us)); // until its call returns
        QCOMPARE(parts.of(TimePart::NotRecorded), double((40 + 10) * us));
        QCOMPARE(parts.whole(), double(2 * 100 * us));
        QCOMPARE(summary.busyShare(), 149.0 / 200);
        QVERIFY(!summary.mentions(TimePart::Bubble)); // there is no pipeline
        QVERIFY(summary.mentions(TimePart::NotRecorded));
    }

    void whatLiesOutsideOfAllStepsIsTimeOfNone()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "start up", 0, 1000);
        picture.kernel(0, "stream 7", 1000, 1060, picture.launch(0, "thread 1", 999));
        picture.kernel(0, "stream 7", 1100, 1160, picture.launch(0, "thread 1", 1099));
        picture.host(0, "thread 1", "save", 1200, 5000);
        for (const int32_t step : {1, 2})
            picture.builder().addStep(0, {step, {(900 + step * 100) * us, (1000 + step * 100) * us}});
        const Trace trace = picture.finish();
        const RunContext context {trace, {}};
        const RunSummary summary = summarizeRun(context, trace.timing());
        QCOMPARE(summary.stepTime, 100 * us);
        QCOMPARE(summary.whole, 200 * us);
        QCOMPARE(summary.busyShare(), 0.6);
        QCOMPARE(summary.parts().whole(), double(200 * us));
        const auto pauses = devicePauses(context, trace.timing(), std::nullopt, {});
        TimeNs idle = 0;
        for (const DevicePause& pause : pauses.front())
            idle += pause.range.duration();
        QCOMPARE(idle, 80 * us);
        // Who looks at a part of the recording looks at that.
        const RunSummary before = summarizePart(context, trace.timing(), {0, 500 * us}, summary.waiting);
        QCOMPARE(before.ranks.size(), size_t(1));
        QCOMPARE(before.split.total(), 500 * us);
    }

    void spansOfAPartAreThoseThatTakeOrEndItsTime()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 50, picture.launch(0, "thread 1", 0));
        picture.kernel(0, "stream 7", 90, 100, picture.launch(0, "thread 1", 90));
        picture.collective(0, "pg", 25, 45, picture.launch(0, "thread 1", 1));
        picture.collective(0, "pg", 95, 120, picture.launch(0, "thread 1", 2));
        picture.kernel(0, "stream 7", 130, 140);
        const Trace trace = picture.finish();
        const auto found = [&](TimePart part) {
            const SearchResultPtr result = searchPart({trace, {}}, part, *SpanQuery::parse(""));
            std::vector<TimeNs> begins; // numbers are others once rows are sorted
            for (const SpanId span : result->byBegin)
                begins.push_back(trace.begin(span) / us);
            return begins;
        };
        using Begins = std::vector<TimeNs>;
        QCOMPARE(found(TimePart::Compute), (Begins {20, 90, 130}));
        QCOMPARE(found(TimePart::KernelWait), (Begins {20}));
        QCOMPARE(found(TimePart::HostWait), (Begins {20, 90}));
        QCOMPARE(found(TimePart::ExposedComm), (Begins {95}));
        QCOMPARE(found(TimePart::Idle), (Begins {130}));
        QCOMPARE(found(TimePart::Bubble), Begins {});
    }

    void communicationAndCopiesHideBehindCompute()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 0, 50);
        picture.collective(0, "comm tp", 30, 80);
        picture.kernel(0, "stream 9", 70, 100, Id<SpanTag>::noValue, Category::MemoryCopy, "Memcpy HtoD");
        picture.host(0, "thread 1", "aten::mm", 0, 100);
        const TimeSplit split = splitOf(picture.finish(), {0, 100 * us});
        QCOMPARE(split.compute(), 50 * us);
        QCOMPARE(split.of(Category::OtherComm), 30 * us);
        QCOMPARE(split.hiddenCommunication, 20 * us);
        QCOMPARE(split.of(Category::MemoryCopy), 20 * us);
        QCOMPARE(split.host(), 20 * us);
        QCOMPARE(split.total(), 100 * us);
    }

    void aSlowHostIsFound()
    {
        const Run run = runOf(slowHost(0).finish());
        const auto analysis = analyzeRun(run);
        const Finding* finding = findingOf(*analysis, "host-bound");
        QVERIFY(finding);
        QCOMPARE(finding->costNs, 710.0 * us); // 200 of kernels, 90 between launch and begin
        QVERIFY(!finding->evidence.spans.empty());
        QCOMPARE(finding->tryKnobs.front().first, std::string("host-gaps"));
        QVERIFY(analysis->criticalPath);
    }

    /// All of the step is exposed communication, and yet it would be as long without.
    void largeExposedCommunicationIsNamedBesideAnotherCriticalPath()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "load data", 0, 1001);
        for (int i = 0; i < 10; ++i)
            picture.collective(0, "pg 0", 1 + i * 100, 101 + i * 100, picture.launch(0, "thread 1", i * 100));
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish()));
        const auto exposed = std::find_if(analysis.findings.list.begin(), analysis.findings.list.end(),
            [](const Finding& f) { return f.id.starts_with("exposed-"); });
        QVERIFY(exposed != analysis.findings.list.end());
        QCOMPARE(exposed->costNs, double(10 * 100 * us));
        QCOMPARE(exposed->costOrigin, Origin::Measured);
        QVERIFY(!exposed->evidence.spans.empty());
    }

    void kernelsThatBeginLateAreNamed()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "step", 0, 1000);
        for (int i = 0; i < 10; ++i)
            picture.kernel(0, "stream 7", 60 + i * 100, 100 + i * 100, picture.launch(0, "thread 1", 10 + i * 100));
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish()));
        const Finding* late = findingOf(analysis, "late-kernels");
        QVERIFY(late);
        QCOMPARE(late->costNs, double(analysis.summary.split.kernelWait));
        QVERIFY(late->share > 0.3);
    }

    void aGapIsExplainedByWhatTheHostDidInIt()
    {
        constexpr TimeNs ms = 1000; // in µs
        ProfilerPicture picture;
        picture.host(0, "thread 1", "ProfilerStep#1", 0, 20 * ms);
        picture.kernel(0, "stream 7", 10, ms, picture.launch(0, "thread 1", 0));
        picture.host(0, "thread 1", "train.py(5): fetch", ms, 9 * ms);
        picture.host(0, "thread 1", "video.py(7): decode", 2 * ms, 8 * ms);
        picture.host(0, "thread 1", "<built-in method read>", 3 * ms, 7 * ms);
        picture.kernel(0, "stream 7", 9 * ms + 10, 10 * ms, picture.launch(0, "thread 1", 9 * ms));
        picture.host(0, "thread 1", "enumerate(DataLoader)#_next", 10 * ms, 12 * ms);
        picture.kernel(0, "stream 7", 20 * ms, 21 * ms, picture.launch(0, "thread 1", 13 * ms));
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish()));
        const Finding* input = findingOf(analysis, "input");
        QVERIFY(input);
        QCOMPARE(input->costNs, double(2 * ms * us));
        const Finding* host = findingOf(analysis, "host-bound");
        QVERIFY(host);
        const QString told = QString::fromStdString(host->sentence.text());
        QVERIFY2(told.contains(QStringLiteral("6.000 ms in video.py(7): decode")), qPrintable(told));
        QVERIFY(!host->suggestion.text().starts_with("CUDA graphs"));
    }

    void callsThatBlockALaunchLoadModules()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 5, 1000, picture.launch(0, "thread 1", 0));
        picture.host(0, "thread 1", "aten::mm", 1000, 6001);
        const uint32_t call = picture.host(0, "thread 1", "cudaLaunchKernel", 1001, 6000);
        picture.kernel(0, "stream 7", 6000, 7000, call);
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish()));
        const Finding* loading = findingOf(analysis, "module-loading");
        QVERIFY(loading);
        QCOMPARE(loading->costNs, 4999.0 * us);
    }

    void latencyOfLaunchesIsNoOtherStream()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "step", 0, 1000);
        for (int i = 0; i < 10; ++i)
            picture.kernel(0, "stream 7", 16 + i * 40, 40 + i * 40, picture.launch(0, "thread 1", i * 40));
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish()));
        QVERIFY(findingOf(analysis, "launch-latency"));
        QVERIFY(!findingOf(analysis, "late-kernels"));
    }

    void aBusyGpuIsNoFinding()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "step", 0, 1000);
        for (int i = 0; i < 10; ++i)
            picture.kernel(0, "stream 7", i * 100, i * 100 + 100, picture.launch(0, "thread 1", 0));
        const auto analysis = analyzeRun(runOf(picture.finish()));
        QVERIFY(!findingOf(*analysis, "host-bound"));
        QVERIFY(!findingOf(*analysis, "memory-copies"));
        QVERIFY(!findingOf(*analysis, "synchronizing-calls"));
        QVERIFY(!findingOf(*analysis, "straggling-rank"));
    }

    /// Nothing of its host was recorded.
    void copiesOfADeviceAloneHaveTheirPrice()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 0, 100);
        picture.kernel(0, "stream 7", 100, 900, Id<SpanTag>::noValue, Category::MemoryCopy, "Memcpy HtoD");
        picture.kernel(0, "stream 7", 900, 1000);
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish()));
        const Finding* const copies = findingOf(analysis, "memory-copies");
        QVERIFY(copies);
        QCOMPARE(copies->costNs, 800.0 * us);
    }

    /// Only what goes between host and GPU is told as that.
    void copiesOnADeviceAreNotThoseOfAHost()
    {
        ProfilerPicture picture;
        const auto copy = [&picture](TimeNs begin, TimeNs end, std::string_view name) {
            picture.kernel(0, "stream 7", begin, end, Id<SpanTag>::noValue, Category::MemoryCopy, name);
        };
        picture.kernel(0, "stream 7", 0, 100);
        copy(100, 400, "Memcpy HtoD (Pinned -> Device)");
        copy(400, 550, "Memcpy DtoD (Device -> Device)");
        copy(550, 600, "Memset (Device)");
        picture.kernel(0, "stream 7", 600, 1000);
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish()));
        const Finding* const ofHost = findingOf(analysis, "memory-copies");
        QVERIFY(ofHost);
        QCOMPARE(ofHost->costNs, 300.0 * us);
        QVERIFY2(ofHost->sentence.text().starts_with("1 copy takes 300.00 µs per rank, 300.00 µs"),
            ofHost->sentence.text().c_str());
        const Finding* const ofDevice = findingOf(analysis, "device-copies");
        QVERIFY(ofDevice);
        QCOMPARE(ofDevice->costNs, 200.0 * us);
        QVERIFY(ofDevice->sentence.text().starts_with("2 copies"));
    }

    /// A caching allocator that frees to allocate is told from who frees, or takes, for another reason.
    void adviceAgainstAllocationsIsWhatTheirCallsShow_data()
    {
        QTest::addColumn<QStringList>("calls");
        QTest::addColumn<QString>("advice");
        const QString other = QStringLiteral("gave memory back to get other");
        QTest::newRow("retry") << QStringList {"cudaMalloc", "cudaStreamSynchronize", "cudaFree", "cudaMalloc"} << other;
        QTest::newRow("retry of mapped memory")
            << QStringList {"cuMemUnmap", "cuMemRelease", "cuMemCreate", "cuMemMap"} << other;
        QTest::newRow("retry of HIP") << QStringList {"hipFree", "hipFree", "hipMalloc"} << other;
        QTest::newRow("freed, and taken by another")
            << QStringList {"cudaFree", "cudaDeviceGetAttribute", "cudaMalloc"} << QStringLiteral("empty_cache()");
        QTest::newRow("freed alone") << QStringList {"cudaFree", "cudaFree"} << QStringLiteral("empty_cache()");
        QTest::newRow("taken alone") << QStringList {"cudaMalloc", "cudaMalloc"} << QStringLiteral(":True).");
        QTest::newRow("taken, then freed") << QStringList {"cudaMalloc", "cudaFree"} << QStringLiteral(":True).");
        QTest::newRow("pinned") << QStringList {"cudaHostAlloc"} << QStringLiteral("Pin memory");
        QTest::newRow("pinned and freed") << QStringList {"cudaFreeHost", "cudaMallocHost"} << QStringLiteral("Pin memory");
    }
    void adviceAgainstAllocationsIsWhatTheirCallsShow()
    {
        QFETCH(QStringList, calls);
        QFETCH(QString, advice);
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 0, 100, picture.launch(0, "thread 1", 0));
        TimeNs time = 100;
        for (const QString& call : calls) { // the first is the longest
            const TimeNs end = time + (time == 100 ? 500 : 150);
            picture.host(0, "thread 1", call.toStdString(), time, end);
            time = end;
        }
        picture.kernel(0, "stream 7", time + 2, time + 50, picture.launch(0, "thread 1", time));
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish()));
        const Finding* const allocation = findingOf(analysis, "memory-allocation");
        QVERIFY(allocation);
        const QString said = QString::fromStdString(allocation->suggestion.text());
        QVERIFY2(said.contains(advice), qPrintable(said));
    }

    /// Its host loads for 300 µs, and a kernel takes 200 µs longer: the others wait for both.
    void aHoldUpCountsNoMoreThanItExplains()
    {
        ProfilerPicture picture;
        for (const int rank : {0, 2}) {
            picture.kernel(rank, "stream 7", 0, 400, picture.launch(rank, "thread 1", 0));
            picture.collective(rank, "comm (0)", 400, 1000, picture.launch(rank, "thread 1", 2));
        }
        picture.kernel(1, "stream 7", 0, 100, picture.launch(1, "thread 1", 0));
        picture.host(1, "thread 1", "DataLoader", 100, 399);
        picture.kernel(1, "stream 7", 400, 900, picture.launch(1, "thread 1", 399));
        picture.collective(1, "comm (0)", 900, 1000, picture.launch(1, "thread 1", 402));
        const RunAnalysis analysis = *analyzeRun(runOf(picture.finish(), 3));
        const Finding* const late = findingOf(analysis, "late-rank");
        QVERIFY(late);
        QVERIFY2(late->title.text().find("input") != std::string::npos, late->title.text().c_str());
        QVERIFY2(std::abs(late->costNs - 300.0 * us) < 2 * us, qPrintable(QString::number(late->costNs)));
        QVERIFY2(late->sentence.text().find("more for rank 1") != std::string::npos, late->sentence.text().c_str());
    }

    void aSlowGpuIsNamedWithItsFactor()
    {
        ProfilerPicture picture;
        for (int rank = 0; rank < 4; ++rank) {
            const TimeNs compute = rank == 2 ? 600 : 400;
            picture.kernel(rank, "stream 7", 0, compute, picture.launch(rank, "thread 1", 0));
            picture.collective(rank, "comm (0)", compute, 700, picture.launch(rank, "thread 1", 2));
        }
        const auto analysis = analyzeRun(runOf(picture.finish(), 4));
        const Finding* slow = findingOf(*analysis, "straggling-rank");
        QVERIFY(slow);
        QCOMPARE(slow->evidence.ranks, std::vector<int32_t> {2});
        QCOMPARE(slow->costNs, 200.0 * us);
        QCOMPARE(slow->tryKnobs.front().second, std::string("rank:2=0.6667"));
        const Finding* late = findingOf(*analysis, "late-rank");
        QVERIFY(late);
        QCOMPARE(late->costNs, 150.0 * us); // three of four wait 200
        QVERIFY(QString::fromStdString(late->title.text()).contains(QStringLiteral("rank 2")));
    }

    /// While it computes, a rank loses nothing by waiting: the finding says what the parts do.
    void ofWaitingThatComputeHidesNothingIsLost()
    {
        ProfilerPicture picture;
        for (int rank = 0; rank < 4; ++rank) {
            const TimeNs half = rank == 2 ? 300 : 200;
            picture.kernel(rank, "stream 7", 0, half, picture.launch(rank, "thread 1", 0));
            picture.collective(rank, "comm (0)", half, 320, picture.launch(rank, "thread 1", 2));
            picture.kernel(rank, "stream 7", half, 2 * half, picture.launch(rank, "thread 1", 4));
            picture.collective(rank, "comm (0)", 2 * half, 700, picture.launch(rank, "thread 1", 6));
        }
        const auto analysis = analyzeRun(runOf(picture.finish(), 4));
        const Finding* late = findingOf(*analysis, "late-rank");
        QVERIFY(late);
        QCOMPARE(late->costNs, 150.0 * us); // three of four wait 100 beside compute, then 200
        QCOMPARE(late->costNs, analysis->summary.perRank(analysis->summary.split.waiting()));
        QVERIFY(QString::fromStdString(late->sentence.text()).contains(QStringLiteral("last to 1 of 1 ")));
        QVERIFY(findingOf(*analysis, "straggling-rank")->costNs > late->costNs);
    }

    void waitingThatComputeHidesEntirelyIsNoFinding()
    {
        ProfilerPicture picture;
        for (int rank = 0; rank < 4; ++rank) {
            const TimeNs begin = rank == 2 ? 300 : 100;
            picture.kernel(rank, "stream 7", 0, 700, picture.launch(rank, "thread 1", 0));
            picture.collective(rank, "comm (0)", begin, 320, picture.launch(rank, "thread 2", 2));
        }
        const auto analysis = analyzeRun(runOf(picture.finish(), 4));
        QCOMPARE(analysis->summary.split.waiting(), TimeNs(0));
        QVERIFY(!findingOf(*analysis, "late-rank"));
    }

    /// Where no shapes are known, one place of a step says nothing of another, on however many ranks.
    void onlyKernelsThatAreAlikeShowContention_data()
    {
        QTest::addColumn<QList<int>>("alone"); // µs, one after the other
        QTest::addColumn<QList<int>>("beside");
        QTest::addColumn<double>("lost");
        QTest::newRow("in several places") << QList<int> {100, 100, 100} << QList<int> {300, 300, 300} << 600.0;
        QTest::newRow("in one place on each rank") << QList<int> {100} << QList<int> {300, 300, 300} << 0.0;
        QTest::newRow("some are shorter beside") << QList<int> {100, 100, 100} << QList<int> {50, 300, 300} << 0.0;
    }
    void onlyKernelsThatAreAlikeShowContention()
    {
        QFETCH(QList<int>, alone);
        QFETCH(QList<int>, beside);
        QFETCH(double, lost);
        ProfilerPicture picture;
        for (int rank = 0; rank < 3; ++rank) {
            TimeNs at = 0;
            TimeNs call = 0;
            const auto add = [&](int length) {
                picture.kernel(rank, "stream 7", at, at + length, picture.launch(rank, "thread 1", call));
                at += length;
                call += 2;
            };
            for (const int length : alone)
                add(length);
            const TimeNs begin = at;
            for (const int length : beside)
                add(length);
            picture.collective(rank, "comm (0)", begin, at, picture.launch(rank, "thread 2", 0));
        }
        const auto analysis = analyzeRun(runOf(picture.finish(), 3));
        const Finding* const found = findingOf(*analysis, "compute-beside-communication");
        QCOMPARE(found ? found->costNs : 0.0, lost * us);
    }

    void callsThatWaitArePricedByThePauseAfterThem()
    {
        ProfilerPicture picture;
        picture.kernel(0, "stream 7", 20, 100, picture.launch(0, "thread 1", 10));
        picture.host(0, "thread 1", "cudaStreamSynchronize", 12, 105, Category::Waiting);
        picture.kernel(0, "stream 7", 160, 260, picture.launch(0, "thread 1", 150));
        const auto analysis = analyzeRun(runOf(picture.finish()));
        const Finding* finding = findingOf(*analysis, "synchronizing-calls");
        QVERIFY(finding);
        QCOMPARE(finding->costNs, 60.0 * us);
    }

    void kernelsAreCountedByNameAndByTheirOperator()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "aten::linear", 0, 100);
        picture.host(0, "thread 1", "aten::mm", 10, 40);
        picture.kernel(0, "stream 7", 30, 60, picture.launch(0, "thread 1", 20), Category::OtherCompute, "gemm");
        picture.kernel(0, "stream 7", 60, 70, picture.launch(0, "thread 1", 30), Category::OtherCompute, "gemm");
        picture.kernel(0, "stream 7", 90, 95, picture.launch(0, "thread 1", 50), Category::OtherCompute, "bias");
        const TracePtr made = std::make_shared<Trace>(picture.finish());
        const Trace& trace = *made;
        const OperatorTable kernels = tableOf(made, OperatorTable::Of::Kernels);
        QCOMPARE(kernels.rows().size(), size_t(2));
        QCOMPARE(kernels.rows().front().total, 40 * us);
        QCOMPARE(kernels.rows().front().p99, 30 * us);
        QCOMPARE(kernels.rows().front().share, 40.0 / 45);

        const OperatorTable byOperator = tableOf(made, OperatorTable::Of::KernelsByOperator);
        QCOMPARE(rowOf(byOperator, trace, "aten::mm")->count, uint64_t(2));
        QCOMPARE(rowOf(byOperator, trace, "aten::linear")->total, 5 * us);

        const OperatorTable operators = tableOf(made, OperatorTable::Of::Operators);
        const OperatorTable::Row* linear = rowOf(operators, trace, "aten::linear");
        QCOMPARE(linear->total, 100 * us);
        QCOMPARE(linear->self, 69 * us); // without aten::mm and a call
        QCOMPARE(linear->device, 45 * us);
        QCOMPARE(linear->ownDevice, 5 * us);
        QVERIFY(!rowOf(operators, trace, "gemm"));
    }

    void launchesLeadFromKernelToOperatorAndBack()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "train.py(12): step", 0, 100);
        picture.host(0, "thread 1", "aten::mm", 10, 40);
        picture.kernel(0, "stream 7", 30, 60, picture.launch(0, "thread 1", 20));
        const Trace trace = picture.finish();
        const SpanId kernel = trace.launches().front().to;
        QStringList names;
        for (const SpanId span : launchChain(trace, kernel))
            names << QString::fromStdString(std::string(trace.name(span)));
        QCOMPARE(names.join(QStringLiteral(" < ")), QStringLiteral("cudaLaunchKernel < aten::mm < train.py(12): step"));
        QCOMPARE(trace.name(launchingOperator(trace, kernel)), std::string_view("aten::mm"));
        QCOMPARE(launchesInside(trace, trace.parent(trace.launchOf(kernel))).size(), size_t(1));
        QVERIFY(launchesInside(trace, kernel).empty());
    }

    void modulesBelowTheWrappersAreTheLayers()
    {
        ProfilerPicture picture;
        picture.host(0, "thread 1", "nn.Module: DistributedDataParallel_0", 0, 100);
        picture.host(0, "thread 1", "nn.Module: GPT_0", 2, 98);
        picture.host(0, "thread 1", "nn.Module: Embedding_0", 5, 15);
        picture.host(0, "thread 1", "nn.Module: Block_0", 20, 40);
        picture.host(0, "thread 1", "nn.Module: Linear_7", 22, 38);
        picture.kernel(0, "stream 7", 30, 60, picture.launch(0, "thread 1", 25));
        picture.host(0, "thread 1", "nn.Module: Block_1", 45, 70);
        picture.kernel(0, "stream 7", 60, 75, picture.launch(0, "thread 1", 50));
        picture.host(0, "thread 2", "autograd", 110, 150);
        picture.kernel(0, "stream 7", 130, 140, picture.launch(0, "thread 2", 120));
        const Trace trace = picture.finish();
        QStringList modules;
        for (const ModuleTime& module : moduleTimes(trace, {})) {
            modules << QStringLiteral("%1 %2")
                           .arg(QString::fromStdString(std::string(trace.strings().text(module.name))))
                           .arg(module.device / us);
        }
        QCOMPARE(modules.join(QStringLiteral(", ")),
            QStringLiteral("nn.Module: Embedding_0 0, nn.Module: Block_0 30, nn.Module: Block_1 15"));
        QVERIFY(namesModule("decoder.layers.12"));
        QVERIFY(namesModule("TransformerLayer_3"));
        QVERIFY(!namesModule("ProfilerStep#3"));
        QVERIFY(!namesModule("aten::layer_norm"));
        QVERIFY(!namesModule("my_library::fused_block_2"));
    }

    void partsOfRealRanksAddUpToTheirSteps_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"kineto/dlrm_8ranks", "kineto/hta", "kineto/before_fix_trace.json", "chakra"})
            QTest::newRow(folder) << QString::fromLatin1(folder);
    }
    void partsOfRealRanksAddUpToTheirSteps()
    {
        QFETCH(QString, folder);
        if (!hasSharedData())
            return;
        ImportReport report;
        for (Run& run : realRuns(folder.toUtf8().constData())) {
            alignRun(run, report);
            const Trace& trace = *run.trace;
            for (int s = 0; s < int(trace.steps().size()); ++s) {
                FindingOptions options;
                options.step = s;
                const auto analysis = analyzeRun(run, options);
                for (const RankSummary& rank : analysis->summary.ranks) {
                    QCOMPARE(rank.split.total(), rank.window.duration());
                    for (const RankStep& step : trace.rankSteps()) {
                        if (step.rank == rank.rank && step.step.number == trace.steps()[size_t(s)].number)
                            QCOMPARE(rank.split.total(), step.step.range.duration());
                    }
                }
                for (const Finding& finding : analysis->findings.list) {
                    QVERIFY2(finding.costNs >= 0 && finding.costNs <= 1.001 * double(analysis->stepTime),
                        finding.id.c_str());
                    QVERIFY2(!finding.sentence.empty() && !finding.howComputed.empty(), finding.id.c_str());
                }
            }
        }
    }
};

BUBBLESCOPE_TEST(TstProfilerRuns, QCoreApplication)

} // namespace bubblescope::tst_profilerruns

#include "tst_profilerruns.moc"
