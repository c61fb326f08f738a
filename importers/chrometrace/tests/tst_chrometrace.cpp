// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "chrometracereader.h"
#include "chrometracestream.h"
#include "rungrouping.h"
#include "chrometracetext.h"
#include "memorybudget.h"
#include "profilertrace.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace bubblescope::tst_chrometrace {

class TstChromeTrace : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void lanesStepsAndKindsOfAKinetoTrace()
    {
        ImportReport report;
        const Run run = runOf(fixture("chrometrace/kineto_rank1.json"), report, "some.pt.trace.json");
        QVERIFY(run.trace);
        const Trace& trace = *run.trace;
        QCOMPARE(trace.spanCount(), 10u);
        QCOMPARE(run.layout.world, std::optional(2));
        QCOMPARE(run.missingRanks, std::vector<int> {0});
        QCOMPARE(trace.ranks().front().rank, 1);
        QCOMPARE(trace.ranks().front().stage, int16_t(1));
        QCOMPARE(trace.origin(), TimeNs(1719853884000000000 + 90'000));
        QCOMPARE(trace.steps().size(), size_t(2));
        QCOMPARE(trace.steps()[1].range.begin, TimeNs(510'000));
        QStringList lanes;
        for (uint32_t i = 0; i < trace.tracks().size(); ++i)
            lanes << text(trace.trackName(TrackId(i)));
        QCOMPARE(lanes,
            QStringList({"stream 7", "comm mesh_tp (3)", "stream 21", "stream 7 annotations", "profiler", "thread 10",
                "thread 11"}));

        const SpanId reduce(
            spanNamed(trace, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"));
        QVERIFY(reduce.isValid());
        QCOMPARE(trace.category(reduce), Category::TensorComm);
        QCOMPARE(trace.operation(reduce), Operation::AllReduce);
        QCOMPARE(trace.bytes(reduce), int64_t(2048));
        QCOMPARE(text(trace.detail(reduce)), QStringLiteral("allreduce, BFloat16, mesh_tp, 2 ranks"));
        const CollectiveTable& collectives = trace.collectives();
        const CollectiveCall* const call = collectives.find(reduce);
        QVERIFY(call);
        QCOMPARE(call->sequence, int64_t(41));
        QCOMPARE(call->groupSize, 2);
        QCOMPARE(call->inBytes, int64_t(2048));
        QVERIFY(trace.strings().text(collectives.communicatorOf(*call)->description) == "mesh_tp");
        QVERIFY(!collectives.find(spanNamed(trace, "ampere_bf16_gemm")));
        QCOMPARE(trace.category(spanNamed(trace, "ampere_bf16_gemm")), Category::Forward);
        QCOMPARE(trace.microbatch(spanNamed(trace, "ampere_bf16_gemm")), 3);
        QCOMPARE(trace.category(spanNamed(trace, "cudaStreamSynchronize")), Category::Waiting);
        const SpanId copy = spanNamed(trace, "Memcpy HtoD (Pinned -> Device)");
        QCOMPARE(trace.category(copy), Category::MemoryCopy);
        QCOMPARE(trace.bytes(copy), int64_t(832));
        // The host only launches what the GPU works at.
        int passes = 0;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            if (trace.name(SpanId(i)) != "1F3")
                continue;
            QCOMPARE(trace.microbatch(SpanId(i)), 3);
            const bool isGpu = trace.track(trace.track(SpanId(i))).lane == Lane::Host;
            QCOMPARE(trace.operation(SpanId(i)), isGpu ? Operation::Forward : Operation::Other);
            ++passes;
        }
        QCOMPARE(passes, 2);
    }

    void everySpanIsThereOnceWhateverTheShape_data()
    {
        QTest::addColumn<int>("shape"); // a bit each, as in the order below
        for (int shape = 0; shape < 64; ++shape) {
            // Tied B and E events have the file's order; overlapping ones would be other pairs.
            if (const bool beginsEnds = (shape & 16) != 0; beginsEnds && (shape & 3) != 0)
                continue;
            QTest::addRow("shape %d", shape) << shape;
        }
    }

    void everySpanIsThereOnceWhateverTheShape()
    {
        QFETCH(int, shape);
        ProfilerTraceOptions options;
        options.events = 6000;
        options.start = 1'719'853'884'000'000'123;
        options.ties = (shape & 1) != 0;
        options.overlaps = (shape & 2) != 0;
        options.textTimes = (shape & 4) != 0;
        options.unsorted = (shape & 8) != 0;
        options.beginsEnds = (shape & 16) != 0;
        options.bareList = (shape & 32) != 0;
        const ProfilerTrace made = makeProfilerTrace(options);
        ImportReport report;
        const Run run = runOf(made.text, report);
        QVERIFY(run.trace);
        QCOMPARE(uint64_t(run.trace->spanCount()), made.spans);
        QCOMPARE(totalDuration(*run.trace), made.totalDuration);
        QCOMPARE(run.trace->tracks().size(), size_t(64));
        QCOMPARE(run.trace->origin(), options.start);
        QCOMPARE(report.count(IssueKind::OverlappingSpans) > 0, options.overlaps);
        QCOMPARE(report.count(IssueKind::IncompleteBlock), uint64_t(0));
    }

    void aSliceKeepsWhatMeetsIt_data()
    {
        QTest::addColumn<bool>("isBaseBehind");
        QTest::newRow("base before the events") << false;
        QTest::newRow("base behind the events") << true;
    }

    void aSliceKeepsWhatMeetsIt()
    {
        QFETCH(bool, isBaseBehind);
        const std::string list = listOf({span("late", 90, 5), span("before", 10, 9), span("into", 10, 15),
            span("inside", 30, 1), span("at the end", 40, 1), R"({"ph":"B","name":"half","pid":1,"tid":2,"ts":5})",
            R"({"ph":"E","name":"half","pid":1,"tid":2,"ts":21})",
            R"({"ph":"C","name":"c","pid":1,"ts":25,"args":{"v":1}})",
            R"({"ph":"C","name":"c","pid":1,"ts":45,"args":{"v":2}})"});
        const std::string trace = isBaseBehind ? traceOf(list, {}, R"(,"baseTimeNanoseconds":1000000)")
                                               : traceOf(list, R"("baseTimeNanoseconds":1000000,)");
        const auto whole = openMemory(trace, "rank0.json");
        const std::optional<FileStart> start = chromeTraceImporter.findStart(*whole, {});
        QVERIFY(start);
        QCOMPARE(start->time, TimeNs(1'005'000));
        QCOMPARE(start->base, TimeNs(1'000'000));
        const std::vector<Run> runs = runsOfSlice(trace, {20'000, 40'000});
        QCOMPARE(pictureOf(*runs.at(0).trace),
            QStringList({"thread 1: into 1010000-1025000", "thread 1: inside 1030000-1031000",
                "thread 2: half 1005000-1021000"}));
        QCOMPARE(runs[0].trace->counters().times.size(), size_t(1));
    }

    /// As by tools that add it to all times, and keep it.
    void aBaseThatTimesHoldAlreadyIsNotAddedAgain()
    {
        const std::string trace
            = traceOf(listOf({R"({"ph":"X","name":"first","pid":1,"tid":1,"ts":1700000000000000,"dur":5})",
                          R"({"ph":"X","name":"next","pid":1,"tid":1,"ts":1700000000000010,"dur":5})"}),
                R"("baseTimeNanoseconds":1700000000000000000,)");
        ImportReport report;
        const std::vector<Run> runs = runsOf({{"rank0.json", trace}}, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].trace->range().duration(), TimeNs(15'000));
        QCOMPARE(runs[0].trace->origin(), TimeNs(1'700'000'000'000'000'000));
        QCOMPARE(report.count(IssueKind::BadHeader), uint64_t(1));
        const std::optional<FileStart> start = chromeTraceImporter.findStart(*openMemory(trace, "rank0.json"), {});
        QVERIFY(start);
        QCOMPARE(start->time, TimeNs(1'700'000'000'000'000'000));
        QCOMPARE(start->base, TimeNs(0));
    }

    /// Nothing is known of the rest of a step: it is neither idle nor anything else.
    void stepsOfAPartEndWithIt()
    {
        const auto step = [](int number, int time) {
            const std::string name = "ProfilerStep#" + std::to_string(number);
            return fmt::format(R"({{"ph":"i","name":"{}","pid":1,"tid":1,"ts":{}}})", name, time);
        };
        const std::string trace = traceOf(listOf({step(1, 0), span("first", 0, 1), span("into", 10, 15), step(2, 30),
            span("beyond", 35, 50), step(3, 60), span("last", 70, 5)}));
        const std::vector<Run> runs = runsOfSlice(trace, {20'000, 40'000});
        const Trace& part = *runs.at(0).trace;
        QCOMPARE(part.origin(), TimeNs(10'000));
        QCOMPARE(part.steps().size(), size_t(2));
        QCOMPARE(part.steps()[0].range, (TimeRange {10'000, 20'000}));
        QCOMPARE(part.steps()[1].range, (TimeRange {20'000, 30'000}));
    }

    void theRecordingItselfIsNoPartOfASlice()
    {
        const std::string trace = traceOf(
            listOf({span("PyTorch Profiler (0)", 0, 700'000, R"("pid":"Spans","tid":"PyTorch Profiler","cat":"Trace")"),
                span("Buffer Flush", 2000, 1000, R"("pid":-1,"tid":0,"cat":"overhead")"),
                span("ProfilerStep#1", 300'000, 90'000, R"("pid":1,"tid":1,"cat":"user_annotation")")}));
        for (const Run& run : runsOfSlice(trace, {0, 1'000'000}))
            QCOMPARE(run.trace->spanCount(), 0u);
        QCOMPARE(pictureOf(*runsOfSlice(trace, {0, 5'000'000}).at(0).trace),
            QStringList({QStringLiteral("profiler: Buffer Flush 2000000-3000000")}));
        ImportReport report;
        QCOMPARE(runOf(trace, report).trace->spanCount(), 3u);
    }

    void theLastStepEndsWithItsRangeOrItsDevice()
    {
        const auto lastEnd = [](const std::vector<std::string>& more) {
            std::vector<std::string> events {span("main.py(1): all", 0, 99), span("ProfilerStep#1", 1, 29),
                span("ProfilerStep#2", 30, 20), span("behind", 60, 5)};
            events.insert(events.end(), more.begin(), more.end());
            ImportReport report;
            return runOf(listOf(events), report).trace->steps().back().range;
        };
        QCOMPARE(lastEnd({}), (TimeRange {30'000, 50'000}));
        const char* const stream = R"("pid":0,"tid":7,"cat":"kernel")";
        QCOMPARE(lastEnd({span("early", 31, 5, stream)}), (TimeRange {30'000, 50'000}));
        QCOMPARE(lastEnd({span("late", 45, 10, stream)}), (TimeRange {30'000, 55'000}));
    }

    void aSliceOfBeginsAndEndsIsThatOfTheirPairs_data()
    {
        QTest::addColumn<bool>("ties");
        QTest::addColumn<bool>("unsorted");
        QTest::newRow("in order") << false << false;
        QTest::newRow("ties") << true << false;
        QTest::newRow("unsorted") << false << true;
    }

    void aSliceOfBeginsAndEndsIsThatOfTheirPairs()
    {
        ProfilerTraceOptions options;
        options.events = 3000;
        options.threads = 4;
        options.beginsEnds = true;
        QFETCH(bool, ties);
        QFETCH(bool, unsorted);
        options.ties = ties;
        options.unsorted = unsorted;
        const std::string trace = makeProfilerTrace(options).text;
        const auto spansOf = [&trace](std::optional<TimeRange> slice) {
            const auto source = openMemory(trace, "rank0.json");
            FileContents contents;
            ImportReport report;
            const bool isRead = slice ? chromeTraceImporter.importSlice({}, *source, *slice, contents, report, {})
                                      : chromeTraceImporter.import(*source, contents, report, {});
            std::vector<std::tuple<std::string, TimeNs, TimeNs>> spans;
            if (!isRead || report.count(IssueKind::IncompleteBlock) > 0 || contents.traceParts.empty())
                return spans;
            const TraceBuilder& builder = contents.traceParts[0].builder;
            for (uint32_t i = 0; i < builder.spanCount(); ++i) {
                const TimeRange range = builder.range(i);
                if (!slice || (range.begin < slice->end && range.end >= slice->begin))
                    spans.emplace_back(builder.text(builder.name(i)), range.begin, range.end);
            }
            std::sort(spans.begin(), spans.end());
            return spans;
        };
        auto expected = spansOf({});
        QVERIFY(expected.size() > 2900);
        const TimeRange slice {3'000'000, 3'700'000};
        std::erase_if(expected,
            [slice](const auto& span) { return std::get<1>(span) >= slice.end || std::get<2>(span) < slice.begin; });
        QVERIFY(expected.size() > 50 && expected.size() < 1000);
        if (unsorted) {
            QVERIFY(spansOf(slice).empty()); // there are issues
            return;
        }
        QVERIFY(spansOf(slice) == expected);

        // Nor is more kept meanwhile than reaches into it.
        TracePart part;
        ImportReport report;
        ChromeTraceReader reader(part, report, "rank0.json", slice);
        const auto source = openMemory(trace, "rank0.json");
        ChromeTraceStream stream(*source);
        while (stream.next() != ChromeTraceStream::Item::End)
            reader.readEvent(stream.event(), stream.offset());
        QVERIFY(reader.keptEvents() <= 2 * expected.size() + 30);
    }

    void aPartOfARunKeepsTheTimesOfTheRun()
    {
        ImportReport report;
        Imported imported = importText(chromeTraceImporter, traceOf(listOf({span("op", 1010, 5)})), "rank0.json");
        TracePart& part = imported.contents.traceParts.at(0);
        part.runStart = 1'000'000;
        std::vector<NamedPart> parts;
        parts.push_back({"rank0.json", std::move(part)});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", report);
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(trace.begin(SpanId(0)), TimeNs(10'000));
        QCOMPARE(trace.range().begin, TimeNs(10'000));
        QCOMPARE(trace.origin(), TimeNs(1'000'000));
    }

    void beginsAndEndsPairOnTheirThread()
    {
        ImportReport report;
        const Run run = runOf(fixture("chrometrace/begin_end.json"), report, "a_rank3.json");
        QVERIFY(run.trace);
        QCOMPARE(pictureOf(*run.trace),
            QStringList({"thread main: outer 10500-20000", "thread main: inner 11000-12250",
                QString::fromUtf8("thread other: na\u00efve \"q\" 10000-11001")}));
        QCOMPARE(run.trace->ranks().front().rank, 3);
        QCOMPARE(report.count(IssueKind::RankNotStated), uint64_t(1));
        QCOMPARE(report.count(IssueKind::TruncatedFile), uint64_t(0)); // a bare list may end so
    }

    void tiesOfBeginsAndEndsFollowOneRule_data()
    {
        QTest::addColumn<QString>("halves"); // B or E, name, µs
        QTest::addColumn<QStringList>("picture");
        QTest::newRow("one ends as the next begins")
            << "Ba1 Ea2 Bb2 Eb3" << QStringList({"thread 1: a 1000-2000", "thread 1: b 2000-3000"});
        QTest::newRow("the next begins before the end is written")
            << "Ba1 Bb2 Ea2 Eb3" << QStringList({"thread 1: a 1000-2000", "thread 1: b 2000-3000"});
        QTest::newRow("an instant") << "Ba1 Ea1" << QStringList({"thread 1: a 1000-1000"});
        QTest::newRow("an instant, written backwards") << "Ea1 Ba1" << QStringList({"thread 1: a 1000-1000"});
        QTest::newRow("not in order of time")
            << "Ea9 Bb2 Ba1 Eb3" << QStringList({"thread 1: a 1000-9000", "thread 1: b 2000-3000"});
        QTest::newRow("one name nested in itself")
            << "Ba1 Ba2 Ea3 Ea4" << QStringList({"thread 1: a 1000-4000", "thread 1: a 2000-3000"});
    }

    void tiesOfBeginsAndEndsFollowOneRule()
    {
        QFETCH(QString, halves);
        QFETCH(QStringList, picture);
        std::vector<std::string> events;
        for (const QString& half : halves.split(QLatin1Char(' ')))
            events.push_back(fmt::format(R"({{"ph":"{}","name":"{}","pid":1,"tid":1,"ts":{}}})",
                half.left(1).toStdString(), half.mid(1, 1).toStdString(), half.mid(2).toStdString()));
        ImportReport report;
        const Run run = runOf(listOf(events), report);
        QVERIFY(run.trace);
        QCOMPARE(pictureOf(*run.trace), picture);
        QCOMPARE(report.count(IssueKind::IncompleteBlock), uint64_t(0));
    }

    /// Only B events need to say of what kind they are.
    void whatEndsIsOfTheKindOfWhatBegan()
    {
        ImportReport report;
        const Run run = runOf(
            listOf({R"({"ph":"B","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,)"
                    R"("args":{"correlation":5}})",
                R"({"ph":"E","pid":1,"tid":1,"ts":2})",
                R"({"ph":"B","cat":"gpu_user_annotation","name":"layer","pid":0,"tid":7,"ts":10})",
                R"({"ph":"B","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"args":{"correlation":5}})",
                R"({"ph":"E","name":"gemm","pid":0,"tid":7,"ts":30})", R"({"ph":"E","pid":0,"tid":7,"ts":31})"}),
            report);
        QVERIFY(run.trace);
        QCOMPARE(report.count(IssueKind::IncompleteBlock), uint64_t(0));
        const Trace& trace = *run.trace;
        int kernels = 0;
        for (uint32_t i = 0; i < trace.spanCount(); ++i) {
            const SpanId span(i);
            if (trace.name(span) != "gemm")
                continue;
            ++kernels;
            QCOMPARE(trace.end(span) - trace.begin(span), TimeNs(20'000));
            QCOMPARE(trace.track(trace.track(span)).lane, Lane::Compute);
            QVERIFY(trace.launchOf(span).isValid());
        }
        QCOMPARE(kernels, 1);
    }

    void namesThatAreNoUtf8AreCountedWithTheirPlace()
    {
        const std::string good = span("\xc3\xa4", 0, 1);
        const Imported imported
            = importText(chromeTraceImporter, listOf({good, span("b\xff", 2, 1), span("b\xff", 4, 1)}), "rank0.json");
        QCOMPARE(imported.report.count(IssueKind::BadRecord), uint64_t(2));
        QCOMPARE(imported.offsetOf(IssueKind::BadRecord), int(good.size() + 3));
        QCOMPARE(imported.contents.traceParts.at(0).builder.spanCount(), 3u);
    }

    void timesAreExact_data()
    {
        QTest::addColumn<QString>("ts");
        QTest::addColumn<QString>("dur");
        QTest::addColumn<qlonglong>("begin");
        QTest::addColumn<qlonglong>("end");
        QTest::newRow("beyond 2^53 ns") << "1694128201428006.123"
                                        << "1" << 1694128201428006123ll << 1694128201428007123ll;
        QTest::newRow("string") << "\"1694128201428006.5\""
                                << "\"0.25\"" << 1694128201428006500ll << 1694128201428006750ll;
        QTest::newRow("half up, each on its own") << "0.0005"
                                                  << "0.0005" << 1ll << 2ll;
        QTest::newRow("below half") << "0.00049"
                                    << "1.00049" << 0ll << 1000ll;
        QTest::newRow("negative") << "-1.5"
                                  << "2" << -1500ll << 500ll;
        QTest::newRow("exponent") << "1.5e3"
                                  << "1E-3" << 1500000ll << 1500001ll;
    }

    void timesAreExact()
    {
        QFETCH(QString, ts);
        QFETCH(QString, dur);
        QFETCH(qlonglong, begin);
        QFETCH(qlonglong, end);
        ImportReport report;
        const Run run = runOf(
            fmt::format(R"([{{"ph":"X","name":"a","ts":{},"dur":{}}}])", ts.toStdString(), dur.toStdString()), report);
        QVERIFY(run.trace);
        QCOMPARE(qlonglong(run.trace->origin()), begin);
        QCOMPARE(qlonglong(run.trace->origin() + run.trace->end(SpanId(0))), end);
    }

    void everythingOfALargeTraceIsThere_data()
    {
        QTest::addColumn<bool>("asPairs");
        QTest::addColumn<bool>("shuffled");
        QTest::addColumn<bool>("bareList");
        QTest::newRow("X") << false << false << false;
        QTest::newRow("X, shuffled, bare list") << false << true << true;
        QTest::newRow("B and E") << true << false << false;
        QTest::newRow("B and E, shuffled") << true << true << false;
    }

    // 10^5 events on 64 threads, depth 3, with ties and overlaps, times as strings, ns since the epoch.
    void everythingOfALargeTraceIsThere()
    {
        QFETCH(bool, asPairs);
        QFETCH(bool, shuffled);
        QFETCH(bool, bareList);
        constexpr int threads = 64;
        constexpr int perThread = 1563;
        std::vector<std::string> events;
        TimeNs total = 0;
        uint32_t count = 0;
        uint32_t random = 12345;
        const auto next = [&random](uint32_t limit) {
            random = random * 1664525 + 1013904223;
            return (random >> 8) % limit;
        };
        for (int thread = 0; thread < threads; ++thread) {
            TimeNs at = 1694128201428006000 + thread;
            for (int i = 0; i < perThread; i += 3) {
                const TimeNs length = 3000 + next(5000);
                for (int depth = 0; depth < 3; ++depth) {
                    // X events overlap now and then; pairs cannot.
                    const TimeNs begin = at + depth * 500;
                    const TimeNs end = at + length - depth * 500 + (!asPairs && next(20) == 0 ? 4000 : 0);
                    const auto micros = [](TimeNs time) { return fmt::format("{}.{:03}", time / 1000, time % 1000); };
                    const std::string where = fmt::format("\"pid\":7,\"tid\":{}", thread);
                    if (asPairs) {
                        events.push_back(
                            fmt::format(R"({{"ph":"B","name":"d{}","ts":"{}",{}}})", depth, micros(begin), where));
                    } else {
                        events.push_back(fmt::format(R"({{"ph":"X","name":"d{}","ts":"{}","dur":{},{}}})", depth,
                            micros(begin), micros(end - begin), where));
                    }
                    total += end - begin;
                    ++count;
                }
                for (int depth = 2; asPairs && depth >= 0; --depth) {
                    const TimeNs end = at + length - depth * 500;
                    events.push_back(
                        fmt::format(R"({{"ph":"E","ts":{}.{:03},"pid":7,"tid":{}}})", end / 1000, end % 1000, thread));
                }
                at += length; // the next one begins as this one ends
            }
        }
        if (shuffled) {
            for (size_t i = events.size() - 1; i > 0; --i)
                std::swap(events[i], events[next(static_cast<uint32_t>(i + 1))]);
        }
        const std::string whole = bareList ? listOf(events) : traceOf(listOf(events));
        ImportReport report;
        const Run run = runOf(whole, report);
        QVERIFY(run.trace);
        QCOMPARE(run.trace->spanCount(), count);
        QCOMPARE(totalDuration(*run.trace), total);
        QCOMPARE(run.trace->tracks().size(), size_t(threads));
        QCOMPARE(report.count(IssueKind::BadRecord) + report.count(IssueKind::IncompleteBlock), uint64_t(0));
    }

    void realRanksOpenAsOneRun()
    {
        REQUIRE_SHARED_DATA();
        ImportReport report;
        const FolderScan scan = scanPaths({sharedData("kineto/dlrm_8ranks")}, ImporterRegistry::builtin(), report);
        std::vector<NamedPart> parts;
        for (const ScannedFile& file : scan.files) {
            Imported imported = importFile(*file.importer, file.path);
            for (TracePart& part : imported.contents.traceParts)
                parts.push_back({file.name, std::move(part)});
        }
        const std::vector<Run> runs = groupRuns(std::move(parts), scan.root, report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].rankCount(), 8);
        QVERIFY(report.isEmpty());
        uint32_t allToAll = 0;
        for (uint32_t i = 0; i < runs[0].trace->spanCount(); ++i)
            allToAll += runs[0].trace->operation(SpanId(i)) == Operation::AllToAll;
        QCOMPARE(allToAll, 8u * 5);
    }
};

BUBBLESCOPE_TEST(TstChromeTrace, QCoreApplication)

} // namespace bubblescope::tst_chrometrace

#include "tst_chrometrace.moc"
