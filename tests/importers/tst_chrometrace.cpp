// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "chrometrace/chrometraceimporter.h"
#include "chrometrace/chrometracereader.h"
#include "chrometrace/eventmeaning.h"
#include "folderscan.h"
#include "importerregistry.h"
#include "importtext.h"
#include "memorybudget.h"
#include "profilertrace.h"
#include "shareddata.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

using namespace bubblescope;

namespace {

const ChromeTraceImporter importer;

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

std::string span(std::string_view name, double ts, double dur, std::string_view more = R"("pid":1,"tid":1)")
{
    return fmt::format(R"({{"ph":"X","name":"{}","ts":{},"dur":{},{}}})", name, ts, dur, more);
}

std::string listOf(const std::vector<std::string>& events) { return fmt::format("[{}]", fmt::join(events, ",\n")); }

std::string traceOf(std::string_view list, std::string_view before = {}, std::string_view behind = {})
{
    return fmt::format("{{{}\"traceEvents\":{}{}}}", before, list, behind);
}

struct NamedText {
    std::string name;
    std::string text;
};

std::vector<Run> runsOf(const std::vector<NamedText>& files, ImportReport& report, const char* root = "folder")
{
    std::vector<NamedPart> parts;
    for (const NamedText& file : files) {
        Imported imported = importText(importer, file.text, file.name);
        for (TracePart& part : imported.contents.traceParts)
            parts.push_back({file.name, std::move(part)});
        report.append(std::move(imported.report));
    }
    return groupRuns(std::move(parts), root, report);
}

Run runOf(const std::string& content, ImportReport& report, const std::string& name = "rank0.json")
{
    std::vector<Run> runs = runsOf({{name, content}}, report);
    return runs.size() == 1 ? std::move(runs.front()) : Run {};
}

/// "lane: name begin-end" of every span in ns of the file, by track and row.
QStringList pictureOf(const Trace& trace)
{
    QStringList lines;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        lines << QStringLiteral("%1: %2 %3-%4")
                     .arg(text(trace.trackName(trace.track(span))), text(trace.name(span)))
                     .arg(trace.begin(span) + trace.origin())
                     .arg(trace.end(span) + trace.origin());
    }
    return lines;
}

SpanId spanNamed(const Trace& trace, std::string_view name)
{
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (trace.name(SpanId(i)) == name)
            return SpanId(i);
    }
    return {};
}

TimeNs totalDuration(const Trace& trace)
{
    TimeNs sum = 0;
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        sum += trace.duration(SpanId(i));
    return sum;
}

std::string fixture(const char* name)
{
    const auto source = openFile(testData(name), name);
    ImportReport report;
    return readAll(**source, size_t(1) << 24, report).value_or(std::string());
}

} // namespace

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

    void aContainerEndsAtItsOwnBracketWhereverBlocksOfTextBegin()
    {
        const std::string core = "{\"a]\":[1,{\"b\\\"\":\"}\\\"]\",\"c\":[[]]}],\"d\":{}}";
        for (size_t before = 0; before < 130; ++before) {
            for (const char* tail : {"", ",", "]}", ",{\"e\":\"}]\"}"}) {
                const std::string object = fmt::format(R"({{"{}":{}}})", std::string(before, 'x'), core);
                const std::string whole = object + std::string(80, ' ') + tail;
                JsonCursor cursor(whole);
                JsonSlice slice;
                QVERIFY(cursor.value(slice));
                QCOMPARE(slice.text(), std::string_view(object));
                JsonCursor broken(std::string_view(object).substr(0, object.size() - 1));
                QVERIFY(!broken.value(slice));
                QCOMPARE(broken.state(), JsonState::Incomplete);
            }
        }
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
        const std::optional<FileStart> start = importer.findStart(*whole, {});
        QVERIFY(start);
        QCOMPARE(start->time, TimeNs(1'005'000));
        QCOMPARE(start->base, TimeNs(1'000'000));
        const auto source = openMemory(trace, "rank0.json");
        FileContents contents;
        ImportReport report;
        QVERIFY(importer.importSlice(*source, {20'000, 40'000}, contents, report, {}));
        std::vector<NamedPart> parts;
        parts.push_back({"rank0.json", std::move(contents.traceParts.at(0))});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", report);
        QCOMPARE(pictureOf(*runs.at(0).trace),
            QStringList({"thread 1: into 1010000-1025000", "thread 1: inside 1030000-1031000",
                "thread 2: half 1005000-1021000"}));
        QCOMPARE(runs[0].trace->counters().times.size(), size_t(1));
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
        const auto source = openMemory(trace, "rank0.json");
        FileContents contents;
        ImportReport report;
        QVERIFY(importer.importSlice(*source, {20'000, 40'000}, contents, report, {}));
        std::vector<NamedPart> parts;
        parts.push_back({"rank0.json", std::move(contents.traceParts.at(0))});
        const std::vector<Run> runs = groupRuns(std::move(parts), "folder", report);
        const Trace& part = *runs.at(0).trace;
        QCOMPARE(part.origin(), TimeNs(10'000));
        QCOMPARE(part.steps().size(), size_t(2));
        QCOMPARE(part.steps()[0].range, (TimeRange {10'000, 20'000}));
        QCOMPARE(part.steps()[1].range, (TimeRange {20'000, 30'000}));
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
            const bool isRead = slice ? importer.importSlice(*source, *slice, contents, report, {})
                                      : importer.import(*source, contents, report, {});
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
        std::erase_if(expected, [slice](const auto& span) {
            return std::get<1>(span) >= slice.end || std::get<2>(span) < slice.begin;
        });
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

    void aFileThatMemoryWillNotHoldIsRefused()
    {
        constexpr uint64_t gigabyte = 1'000'000'000;
        // A tenth of 4 GB held 3 million events: 30 million need some 3 GB.
        const ReadSoFar soFar {gigabyte * 4 / 10, gigabyte * 4, 3'000'000};
        QVERIFY(!refusalFor(soFar, 4 * gigabyte));
        const auto refusal = refusalFor(soFar, 2 * gigabyte);
        QVERIFY(refusal);
        QVERIFY(refusal->find("--range") != std::string::npos && refusal->find("30.0 million") != std::string::npos);
        QVERIFY(!refusalFor({0, gigabyte, 0}, 1));
        // A tenth of what lies beside the spans is there already.
        ReadSoFar withArrows = soFar;
        withArrows.besides = gigabyte / 10;
        QCOMPARE(memoryNeeded(withArrows), memoryNeeded(soFar) + gigabyte * 9 / 10);
        QVERIFY(refusalFor(withArrows, memoryNeeded(soFar)));
        // Each of two would fit alone.
        MemoryClaim first;
        MemoryClaim second;
        first.set(memoryNeeded(soFar));
        second.set(memoryNeeded(soFar));
        QCOMPARE(first.others(), memoryNeeded(soFar));
        QVERIFY(refusalFor(soFar, 4 * gigabyte, first.others()));
        second.set(0);
        QVERIFY(!refusalFor(soFar, 4 * gigabyte, first.others()));
        QVERIFY(availableMemory().value_or(1) > 0);
    }

    void whatWaitsForTheEndOfTheFileCountsAsMemory()
    {
        const auto besides = [](const std::vector<std::string>& events) {
            TracePart part;
            ImportReport report;
            ChromeTraceReader reader(part, report, "rank0.json");
            const std::string trace = listOf(events);
            const auto source = openMemory(trace, "rank0.json");
            ChromeTraceStream stream(*source);
            while (stream.next() != ChromeTraceStream::Item::End)
                reader.readEvent(stream.event(), stream.offset());
            return reader.besides();
        };
        const auto event = [](const char* phase, const char* more) {
            return fmt::format(R"({{"ph":"{}","pid":1,"tid":1,"ts":5,"name":"a",{}}})", phase, more);
        };
        const std::string arrow = event("s", R"("id":1,"cat":"ac2g")");
        const std::string kernel = event("X", R"("dur":1,"cat":"kernel","args":{"correlation":7})");
        QCOMPARE(besides({event("X", R"("dur":1)")}), uint64_t(0));
        const uint64_t one = besides({arrow});
        QVERIFY(one >= 2 * sizeof(uint64_t));
        QCOMPARE(besides({arrow, arrow, arrow}), 3 * one);
        QCOMPARE(besides({event("s", R"("id":1,"cat":"fwdbwd")")}), uint64_t(0));
        // Where events say the numbers of their calls, arrows are passed over.
        QVERIFY(besides({kernel}) > 0);
        QCOMPARE(besides({kernel, arrow}), besides({kernel}));
        QVERIFY(besides({event("B", R"("cat":"x")")}) >= sizeof(SpanRecord));
    }

    void kernelsKnowTheCallsThatLaunchedThem()
    {
        const auto event = [](const char* category, const char* name, int ts, int correlation, int pid) {
            return span(name, ts, 5,
                fmt::format(R"("cat":"{}","pid":{},"tid":7,"args":{{"device":0,"correlation":{}}})", category, pid,
                    correlation));
        };
        // Kernels may stand before their calls; a copy has one, too. Nobody called 99, nothing came of 12.
        const std::string list
            = listOf({event("kernel", "k1", 110, 10, 0), event("cuda_runtime", "launch1", 100, 10, 9),
                event("cuda_driver", "launch2", 120, 40'000'000, 9), event("gpu_memcpy", "copy", 130, 40'000'000, 0),
                event("kernel", "k3", 150, 99, 0), event("cuda_runtime", "launch3", 160, 12, 9)});
        ImportReport report;
        const Run run = runOf(traceOf(list), report);
        const auto launchOf = [&](std::string_view name) {
            return text(run.trace->name(run.trace->launchOf(spanNamed(*run.trace, name))));
        };
        QCOMPARE(run.trace->launches().size(), size_t(2));
        QCOMPARE(launchOf("k1"), QStringLiteral("launch1"));
        QCOMPARE(launchOf("copy"), QStringLiteral("launch2"));
        QVERIFY(!run.trace->launchOf(spanNamed(*run.trace, "k3")).isValid());
        QVERIFY(!run.trace->launchOf(spanNamed(*run.trace, "launch1")).isValid());
    }

    void whatABackendLaunchesBelongsToItsCommunication()
    {
        const auto kernel = [](const char* name, int ts, int correlation) {
            return span(
                name, ts, 5, fmt::format(R"("cat":"kernel","pid":0,"tid":7,"args":{{"correlation":{}}})", correlation));
        };
        const auto call = [](int ts, int correlation, int thread) {
            return span("cudaLaunchKernel", ts, 1,
                fmt::format(
                    R"("cat":"cuda_runtime","pid":9,"tid":{},"args":{{"correlation":{}}})", thread, correlation));
        };
        const std::string list = listOf(
            {span("nccl:all_to_all", 100, 50,
                 R"("cat":"user_annotation","pid":9,"tid":9,"args":{"Input Dims":[[6,1024],[]],"Input type":["long int",""]})"),
                call(110, 1, 9),
                kernel("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t", 200, 1),           // the name leaves it open
                call(120, 2, 9), kernel("vendor_exchange", 300, 2),                     // no name that one knows
                call(125, 3, 9), kernel("void at::native::elementwise_kernel", 400, 3), // prepares the tensor
                call(130, 4, 8), kernel("gemm", 500, 4)});                              // another thread
        ImportReport report;
        const Run run = runOf(traceOf(list), report);
        const Trace& trace = *run.trace;
        for (const char* name : {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t", "vendor_exchange"}) {
            const SpanId span = spanNamed(trace, name);
            QCOMPARE(trace.category(span), Category::OtherComm);
            QCOMPARE(trace.operation(span), Operation::AllToAll);
            QCOMPARE(trace.bytes(span), int64_t(6 * 1024 * 8));
        }
        QCOMPARE(trace.category(spanNamed(trace, "void at::native::elementwise_kernel")), Category::OtherCompute);
        QCOMPARE(trace.category(spanNamed(trace, "gemm")), Category::OtherCompute);
    }

    void peersTellTheDirectionOfAMessage()
    {
        const auto kernel = [](int ts, const char* name, const char* peer) {
            return span("ncclDevKernel_SendRecv", ts, 5,
                fmt::format(
                    R"("cat":"kernel","pid":0,"tid":9,"args":{{"Collective name":"{}","In msg nelems":8,"Out msg nelems":8,)"
                    R"("dtype":"Half","Group size":4,"Process Group Name":"5","Process Group Description":"mesh_pp",)"
                    R"("Process Group Ranks":"[0, 2, 4, 6]",{}}})",
                    name, peer));
        };
        const std::string list = listOf({kernel(0, "send", R"("Dst Rank":4)"), kernel(10, "recv", R"("Src Rank":4)"),
            kernel(20, "send", R"("Dst Rank":0)"), kernel(30, "recv", R"("Src Rank":0)")});
        ImportReport report;
        const Run run = runOf(traceOf(list, R"("distributedInfo":{"rank":2,"world_size":8},)"), report);
        const Operation expected[] {
            Operation::SendForward, Operation::RecvBackward, Operation::SendBackward, Operation::RecvForward};
        for (uint32_t i = 0; i < 4; ++i) {
            QCOMPARE(run.trace->operation(SpanId(i)), expected[i]);
            QCOMPARE(run.trace->category(SpanId(i)), Category::PipelineComm);
            QCOMPARE(run.trace->bytes(SpanId(i)), int64_t(16));
        }
        // The last rank sends on to the first.
        const Run last = runOf(
            traceOf(listOf({kernel(0, "send", R"("Dst Rank":0)")}), R"("distributedInfo":{"rank":6,"world_size":8},)"),
            report);
        QCOMPARE(last.trace->operation(SpanId(0)), Operation::SendForward);
    }

    void launchesOfMergedRanksDoNotMix()
    {
        std::vector<std::string> events;
        for (const int rank : {1, 0}) {
            events.push_back(
                fmt::format(R"({{"ph":"M","name":"process_name","pid":{0},"args":{{"name":"rank {0}"}}}})", rank));
            events.push_back(span("call", 10, 1,
                fmt::format(R"("cat":"cuda_runtime","pid":{},"tid":1,"args":{{"correlation":5}})", rank)));
            events.push_back(span(
                "kernel", 20, 1, fmt::format(R"("cat":"kernel","pid":{},"tid":7,"args":{{"correlation":5}})", rank)));
        }
        ImportReport report;
        const Run run = runOf(traceOf(listOf(events)), report);
        const Trace& trace = *run.trace;
        QCOMPARE(trace.launches().size(), size_t(2));
        for (const Link& link : trace.launches())
            QCOMPARE(trace.track(trace.track(link.from)).rank, trace.track(trace.track(link.to)).rank);
    }

    void countersAndAllocationsBecomeSeries()
    {
        const auto memory = [](int ts, int type, int device, long long allocated) {
            return fmt::format(
                R"({{"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":{},"args":)"
                R"({{"Total Reserved":{},"Total Allocated":{},"Bytes":64,"Addr":1,"Device Id":{},"Device Type":{}}}}})",
                ts, type == 0 ? 0 : 9'000, allocated, device, type);
        };
        const std::string list = listOf({span("work", 0, 100), memory(30, 1, 2, 5'000'000'000), memory(20, 1, 2, 64),
            memory(25, 0, -1, 7), R"({"ph":"C","name":"GPU","pid":1,"ts":10,"args":{"busy":0.5,"text":"x"}})",
            R"({"ph":"C","name":"queue","pid":1,"ts":"12.5","args":{"in":1,"out":2}})",
            R"({"ph":"C","name":"GPU","pid":1,"args":{"busy":1}})"});
        ImportReport report;
        const Run run = runOf(traceOf(list), report, "rank4.json");
        const CounterTable& counters = run.trace->counters();
        QStringList series;
        for (const CounterSeries& one : counters.series) {
            QString line = text(run.trace->strings().text(one.name));
            line += QStringLiteral(" %1 %2 %3:").arg(one.rank).arg(one.device).arg(int(one.unit));
            for (uint32_t i = 0; i < one.sampleCount; ++i)
                line += QStringLiteral(" %1=%2").arg(counters.timesOf(one)[i]).arg(counters.valuesOf(one)[i]);
            series << line;
        }
        series.sort();
        QCOMPARE(series,
            QStringList({"GPU 4 -1 0: 10000=0.5", "Total Allocated 4 -1 1: 25000=7",
                "Total Allocated 4 2 1: 20000=64 30000=5e+09", "Total Reserved 4 2 1: 20000=9000 30000=9000",
                "queue in 4 -1 0: 12500=1", "queue out 4 -1 0: 12500=2"}));
        QCOMPARE(report.count(IssueKind::BadTime), uint64_t(1));
    }

    void countersBeyondAllNumberAreReported()
    {
        std::vector<std::string> events {span("op", 10, 5)};
        for (int i = 0; i < 10'002; ++i)
            events.push_back(fmt::format(R"({{"ph":"C","name":"c{}","pid":1,"ts":10,"args":{{"v":1}}}})", i));
        ImportReport report;
        const Run run = runOf(traceOf(listOf(events)), report);
        QCOMPARE(run.trace->counters().series.size(), size_t(10'000));
        QCOMPARE(report.count(IssueKind::BadRecord), uint64_t(1));
        QVERIFY(std::any_of(report.issues().begin(), report.issues().end(), [](const Issue& issue) {
            return issue.kind == IssueKind::BadRecord && issue.first.front().message.find(": 2 samples") != std::string::npos;
        }));
    }

    void settlingCanBeCancelled()
    {
        ImportReport report;
        TracePart part;
        ChromeTraceReader reader(part, report, "rank0.json");
        int asked = 0;
        QVERIFY(!reader.finish([&asked] { return ++asked < 2; }));
        QCOMPARE(asked, 2);
    }

    void aPartOfARunKeepsTheTimesOfTheRun()
    {
        ImportReport report;
        Imported imported = importText(importer, traceOf(listOf({span("op", 1010, 5)})), "rank0.json");
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

    void devicesWithoutCategoriesAreToldByTheirProcess_data()
    {
        QTest::addColumn<QString>("process");
        QTest::addColumn<QString>("thread");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("meaning");
        QTest::newRow("jax kernel") << "/device:GPU:0" << "Stream #13(Compute)" << "fusion.7" << "other compute";
        QTest::newRow("jax copy") << "/device:GPU:0" << "Stream #14(MemcpyD2H)" << "MemcpyD2H" << "memory copy";
        QTest::newRow("jax nccl") << "/device:GPU:0" << "Stream #15(Compute)" << "ncclDevKernel_AllReduce_Sum_bf16"
                                  << "other communication";
        QTest::newRow("jax module") << "/device:TPU:0" << "XLA Modules" << "jit_train_step" << "other";
        QTest::newRow("tpu op") << "/device:TPU:0" << "XLA Ops" << "all-reduce.3" << "other communication";
        QTest::newRow("tpu broadcast") << "/device:TPU:0" << "XLA Ops" << "broadcast.3" << "other compute";
        QTest::newRow("tf host") << "/host:CPU" << "main" << "PjitFunction" << "host";
        QTest::newRow("ascend kernel") << "Ascend Hardware" << "Stream 2" << "MatMulV2" << "other compute";
        QTest::newRow("ascend hccl") << "Communication" << "Group 1 Communication" << "hcom_allReduce__123_0"
                                     << "other communication";
        QTest::newRow("ascend sums") << "Overlap Analysis" << "Computing" << "Computing" << "other";
    }
    void devicesWithoutCategoriesAreToldByTheirProcess()
    {
        QFETCH(QString, process);
        QFETCH(QString, thread);
        QFETCH(QString, event);
        const auto named = [](const char* what, const QString& name) {
            return fmt::format(
                R"({{"ph":"M","name":"{}","pid":1,"tid":1,"args":{{"name":"{}"}}}})", what, name.toStdString());
        };
        ImportReport report;
        const Run run = runOf(listOf({span(event.toStdString(), 10, 5), named("process_name", process),
                                  named("thread_name", thread)}),
            report);
        QTEST(text(categoryName(run.trace->category(SpanId(0)))), "meaning");
    }

    void arrowsBindLaunchesWhereNoNumberDoes()
    {
        const auto arrow = [](const char* phase, int process, int thread, const char* time) {
            return fmt::format(
                R"({{"ph":"{}","id":"a7","cat":"async_npu","name":"async_npu","pid":{},"tid":{},"ts":"{}"}})", phase,
                process, thread, time);
        };
        const std::vector<std::string> events {arrow("f", 2, 9, "130.5"),
            span("aten::mm", 100, 50, R"("cat":"cpu_op","pid":1,"tid":1)"),
            span("aten::empty", 101, 2, R"("cat":"cpu_op","pid":1,"tid":1)"),
            span("MatMulV2", 130.5, 20, R"("cat":"kernel","pid":2,"tid":9)"), arrow("s", 1, 1, "110"),
            span("later", 151, 20, R"("cat":"kernel","pid":2,"tid":9)")};
        ImportReport report;
        const Run run = runOf(listOf(events), report);
        QCOMPARE(run.trace->launches().size(), size_t(1));
        QCOMPARE(text(run.trace->name(run.trace->launches()[0].from)), QStringLiteral("aten::mm"));
        QCOMPARE(text(run.trace->name(run.trace->launches()[0].to)), QStringLiteral("MatMulV2"));
    }

    void streamsAreCalledSoOnce()
    {
        ImportReport report;
        const Run run = runOf(listOf({span("gemm", 10, 5, R"("cat":"Kernel","pid":0,"tid":"stream 7")"),
                                  span("ncclKernel_AllReduce", 20, 5, R"("cat":"Kernel","pid":0,"tid":"stream 16")")}),
            report);
        QStringList names;
        for (uint32_t track = 0; track < run.trace->tracks().size(); ++track)
            names << text(run.trace->trackName(TrackId(track)));
        QCOMPARE(names, QStringList({"stream 7", "comm stream 16"}));
    }

    void anEmptyObjectBehindTheLastEventIsNoDamage()
    {
        ImportReport report;
        const Run run = runOf(listOf({span("op", 10, 5), "{}"}), report);
        QCOMPARE(run.trace->spanCount(), 1u);
        QCOMPARE(report.count(IssueKind::BadRecord), uint64_t(0));
    }

    void groupsAreListedOnceWithTheirRanks()
    {
        const auto kernel = [](int ts, const char* group, const char* more) {
            return span("ncclDevKernel_AllReduce_Sum_f32_RING_LL", ts, 5,
                fmt::format(
                    R"("cat":"kernel","pid":0,"tid":9,"args":{{"Collective name":"allreduce","In msg nelems":8,)"
                    R"("Out msg nelems":8,"dtype":"Float","Group size":3,"Process Group Name":"{}"{}}})",
                    group, more));
        };
        const std::string head = R"("distributedInfo":{"rank":0,"world_size":3,"pg_config":[)"
                                 R"({"pg_name":"2","pg_desc":"mesh_dp","ranks":[0,1,2]}]},)";
        const std::string list
            = listOf({kernel(0, "1", R"(,"Process Group Ranks":"[0, 4, 8]","Comms Id":18446744073709551615)"),
                kernel(10, "1", R"(,"Process Group Ranks":"[0, 4, 8]","Seq":7)"),
                kernel(20, "2", R"(,"Process Group Ranks":"[0, ..., 2]")"), kernel(30, "3", "")});
        ImportReport report;
        const Run run = runOf(traceOf(list, head), report);
        const CollectiveTable& collectives = run.trace->collectives();
        QCOMPARE(collectives.communicators.size(), size_t(3));
        QVERIFY(collectives.communicators[0].ranks == (std::vector<int32_t> {0, 4, 8}));
        QVERIFY(collectives.communicators[1].ranks == (std::vector<int32_t> {0, 1, 2})); // as the head lists it
        QVERIFY(collectives.communicators[2].ranks.empty());
        QCOMPARE(collectives.communicators[2].size, 3);
        QCOMPARE(collectives.calls.size(), size_t(4));
        QCOMPARE(std::count_if(collectives.calls.begin(), collectives.calls.end(),
                     [](const CollectiveCall& call) { return call.commsId == UINT64_MAX; }),
            1);
        QCOMPARE(collectives.calls[0].inBytes, int64_t(32));
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

    void megaScanFilesOfOneRankCountFromTheirIterations()
    {
        const std::string text = listOf({R"({"name":"iteration","ph":"B","pad_before":1000,"g_rk":3})",
            R"({"name":"forward","ph":"B","rel_ts":100,"g_rk":3,"dp_rk":0,"pp_rk":1,"tp_rk":1})",
            R"({"name":"forward","ph":"E","rel_ts":600,"g_rk":3})", R"({"name":"send-forward","ph":"B","rel_ts":600})",
            R"({"name":"send-forward","ph":"E","rel_ts":700})", R"({"name":"iteration","ph":"E","duration_wall":5000})",
            R"({"name":"iteration","ph":"B","pad_before":10})", R"({"name":"forward","ph":"B","rel_ts":5})",
            R"({"name":"forward","ph":"E","rel_ts":9})", R"({"name":"iteration","ph":"E","duration_wall":50})"});
        ImportReport report;
        const Run run = runOf(text, report, "benchmark-data-0-pipeline-1-tensor-1.json");
        QVERIFY(run.trace);
        QVERIFY(report.isEmpty());
        QCOMPARE(pictureOf(*run.trace).mid(0, 3),
            QStringList({"events: iteration 1000-6000", "events: iteration 6010-6060", "events: forward 1100-1600"}));
        QCOMPARE(run.trace->spanCount(), 5u);
        QCOMPARE(run.trace->ranks().front().rank, 3);
        QCOMPARE(run.trace->ranks().front().stage, int16_t(1));
        QCOMPARE(run.trace->steps().size(), size_t(2));
        QCOMPARE(run.trace->operation(spanNamed(*run.trace, "send-forward")), Operation::SendForward);
        QCOMPARE(run.trace->category(spanNamed(*run.trace, "forward")), Category::Forward);
    }

    void mergedMegaScanTracesNameThePlacesOfTheirRanks()
    {
        ImportReport report;
        const Run run
            = runOf(listOf({span("forward", 0, 5, R"("pid":0,"tid":0)"), span("forward", 5, 5, R"("pid":1,"tid":0)"),
                        R"({"ph":"M","name":"process_name","pid":0,"args":{"name":"DP0-PP0-TP0"}})",
                        R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"DP0-PP1-TP0"}})"}),
                report, "x.json");
        QVERIFY(run.trace);
        QCOMPARE(run.trace->ranks().size(), size_t(2));
        QCOMPARE(run.trace->ranks()[1].stage, int16_t(1));
        QCOMPARE(run.layout.pipeline, std::optional(2));
        QVERIFY(report.isEmpty());
    }

    void processGroupsTellStageAndLayout()
    {
        ImportReport report;
        const std::string groups = R"("distributedInfo":{"rank":5,"world_size":8,"pg_config":[)"
                                   R"({"pg_name":"0","pg_desc":"default_pg","ranks":[0,1,2,3,4,5,6,7]},)"
                                   R"({"pg_name":"4","pg_desc":"PIPELINE_MODEL_PARALLEL_GROUP","ranks":[0,4]},)"
                                   R"({"pg_name":"5","pg_desc":"PIPELINE_MODEL_PARALLEL_GROUP","ranks":[1,5]},)"
                                   R"({"pg_name":"9","pg_desc":"mesh_tp","ranks":[4,5]},17]},)";
        const std::string kernel = span("ncclDevKernel_AllGather_RING_LL", 1, 2,
            R"("cat":"kernel","pid":0,"tid":9,"args":{"Collective name":"_allgather_base","Process Group Name":"9"})");
        const Run run = runOf(traceOf(listOf({kernel}), groups), report);
        QVERIFY(run.trace);
        QCOMPARE(run.trace->ranks().front().stage, int16_t(1));
        QCOMPARE(run.layout.pipeline, std::optional(2));
        QCOMPARE(run.layout.tensor, std::optional(2));
        QCOMPARE(run.layout.data, std::optional(2));
        QCOMPARE(text(run.trace->trackName(TrackId(0))), QStringLiteral("comm mesh_tp (9)"));
        QCOMPARE(run.trace->category(SpanId(0)), Category::TensorComm);
        QCOMPARE(run.trace->operation(SpanId(0)), Operation::AllGather);
    }

    void damageIsCountedAndTheRestIsShown()
    {
        const Imported imported = importText(importer, fixture("chrometrace/damaged.json"), "rank0.json");
        QVERIFY(imported.finished);
        QCOMPARE(imported.issues(),
            QByteArray("bad-time, negative-duration, bad-record x4, truncated-file, incomplete-block x2, "
                       "rank-not-stated"));
        QCOMPARE(imported.offsetOf(IssueKind::BadTime), 16);
        ImportReport report;
        const Run run = runOf(fixture("chrometrace/damaged.json"), report);
        // The negative one, the one without a comma, the one with a doubled key.
        QCOMPARE(run.trace->spanCount(), 3u);
        QCOMPARE(run.trace->duration(spanNamed(*run.trace, "twice")), TimeNs(3000));
    }

    void namesThatAreNoUtf8AreCountedWithTheirPlace()
    {
        const std::string good = span("\xc3\xa4", 0, 1);
        const Imported imported
            = importText(importer, listOf({good, span("b\xff", 2, 1), span("b\xff", 4, 1)}), "rank0.json");
        QCOMPARE(imported.report.count(IssueKind::BadRecord), uint64_t(2));
        QCOMPARE(imported.offsetOf(IssueKind::BadRecord), int(good.size() + 3));
        QCOMPARE(imported.contents.traceParts.at(0).builder.spanCount(), 3u);
    }

    void cutAnywhereTheGoodPartIsShown()
    {
        const std::string whole = fixture("chrometrace/kineto_rank1.json");
        uint32_t last = 0;
        for (size_t size = 0; size < whole.size(); size += 7) {
            const Imported imported = importText(importer, std::string_view(whole).substr(0, size), "x.json");
            QVERIFY(imported.finished);
            const uint32_t count
                = imported.contents.traceParts.empty() ? 0 : imported.contents.traceParts.front().builder.spanCount();
            QVERIFY(count >= last);
            last = count;
            QVERIFY(imported.contents.isForeign || imported.report.count(IssueKind::TruncatedFile) == 1);
        }
        QCOMPARE(last, 10u);
    }

    void whatFollowsTheTraceIsReported()
    {
        const std::string whole = traceOf(listOf({span("a", 1, 2)}), {}, ",\"x\":{\"y\":[\"]}\"]}");
        QCOMPARE(importText(importer, whole, "rank0.json").issues(), QByteArray("rank-not-stated"));
        const Imported imported = importText(importer, whole + " trailing", "rank0.json");
        QCOMPARE(imported.issues(), QByteArray("bad-record, rank-not-stated"));
        QCOMPARE(imported.offsetOf(IssueKind::BadRecord), qlonglong(whole.size() + 1));
    }

    void nestingOfAnyDepthIsSurvived()
    {
        const size_t depth = 100'000;
        const std::string open(depth, '[');
        const std::string deep = fmt::format("{}{}", open, std::string(depth, ']'));
        const std::string good = span("good", 1, 2);
        const std::string inArguments = span("deep", 1, 2, fmt::format(R"("args":{{"x":{}}})", deep));
        const std::vector<std::string> texts {listOf({inArguments, good}),
            traceOf(listOf({good}), fmt::format(R"("deviceProperties":{},)", deep)),
            traceOf(listOf({good}), fmt::format(R"("distributedInfo":{},)", deep)), fmt::format("[{}{}]", open, good)};
        for (const std::string& whole : texts) {
            const Imported imported = importText(importer, whole, "rank0.json");
            QVERIFY(imported.finished);
            QVERIFY(!imported.contents.traceParts.empty());
        }
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

    void overlappingSpansGetARowOfTheirOwn()
    {
        ImportReport report;
        const Run run = runOf(listOf({span("a", 0, 10), span("b", 5, 10), span("c", 6, 2)}), report);
        QVERIFY(run.trace);
        QCOMPARE(run.trace->spanCount(), 3u);
        QCOMPARE(report.count(IssueKind::OverlappingSpans), uint64_t(1));
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
                    // X events overlap now and then; pairs can not.
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

    void ranksComeFromTheTraceElseTheNameElseTheOrder()
    {
        ImportReport report;
        const std::string plain = listOf({span("a", 1, 2)});
        const std::string stated = traceOf(plain, R"("distributedInfo":{"rank":5,"world_size":8},)");
        QCOMPARE(runOf(stated, report, "rank3.json").trace->ranks().front().rank, 5);
        QVERIFY(report.isEmpty() || report.count(IssueKind::RankNotStated) == 0);
        const std::pair<const char*, int> names[]
            = {{"rank3.json", 3}, {"rank_3.json", 3}, {"trace.3.json", 3}, {"x_worker12_step.json", 12},
                {"rank-34.Jul_15.json.gz", 34}, {"rank7/trace.json", 7}, {"host_4711.1694128201545.pt.trace.json", 0}};
        for (const auto& [name, rank] : names) {
            ImportReport own;
            QCOMPARE(runOf(plain, own, name).trace->ranks().front().rank, rank);
            QCOMPARE(own.count(IssueKind::RankNotStated), uint64_t(1));
        }
        ImportReport many;
        const std::vector<Run> runs = runsOf({{"t-4.json", plain}, {"t-6.json", plain}, {"t-5.json", plain}}, many);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].trace->ranks().size(), size_t(3));
        QCOMPARE(runs[0].trace->ranks()[0].rank, 4);
    }

    void filesOfOneRunComeTogetherAndOthersStayApart()
    {
        const auto stated = [](int rank, int world, double ts) {
            return traceOf(listOf({span("a", ts, 1000)}),
                fmt::format(R"("distributedInfo":{{"rank":{},"world_size":{}}},)", rank, world));
        };
        ImportReport report;
        // One job below two host folders.
        std::vector<Run> runs
            = runsOf({{"alpha/a_1.10.json", stated(0, 2, 0)}, {"beta/b_2.11.json", stated(1, 2, 10)}}, report);
        QCOMPARE(runs.size(), size_t(1));
        QVERIFY(runs[0].missingRanks.empty());
        // Two recordings of the same ranks.
        runs = runsOf({{"w0_1.json", stated(0, 2, 0)}, {"w1_1.json", stated(1, 2, 9)}, {"w0_2.json", stated(0, 2, 6e7)},
                          {"w1_2.json", stated(1, 2, 6e7 + 3)}},
            report);
        QCOMPARE(runs.size(), size_t(2));
        QCOMPARE(runs[0].trace->ranks().size(), size_t(2));
        QCOMPARE(runs[1].trace->ranks().size(), size_t(2));
        QCOMPARE(report.count(IssueKind::MixedRuns), uint64_t(1));
        // Two ranks that claim one number, and two jobs.
        ImportReport twice;
        runs = runsOf({{"a1.json", stated(0, 2, 0)}, {"a2.json", stated(0, 2, 1)}}, twice);
        QCOMPARE(runs.size(), size_t(2));
        QCOMPARE(twice.count(IssueKind::DuplicateRank), uint64_t(1));
        QCOMPARE(runsOf({{"a1.json", stated(0, 2, 0)}, {"a2.json", stated(1, 4, 1)}}, twice).size(), size_t(2));
    }

    void aFarOffEventDoesNotStretchTheView()
    {
        std::vector<std::string> events {span("far", 9e12, 1)};
        for (int i = 0; i < 500; ++i)
            events.push_back(span("near", i * 10, 5));
        ImportReport report;
        const Run run = runOf(listOf(events), report);
        QCOMPARE(run.trace->spanCount(), 501u);
        QVERIFY(run.trace->denseRange().duration() < 10'000'000);
    }

    void passesAreToldByTheirNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("operation");
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("microbatch");
        const auto row = [](const char* name, Operation operation, int stage = -1, int microbatch = -1) {
            QTest::newRow(name) << name << int(operation) << stage << microbatch;
        };
        row("F3", Operation::Forward, -1, 3);
        row("0F2", Operation::Forward, 0, 2);
        row("PP:3B12", Operation::Backward, 3, 12);
        row("Forward 7", Operation::Forward, -1, 7);
        row("Backward 0", Operation::Backward, -1, 0);
        row("12B7", Operation::Backward, 12, 7);
        row("1W0", Operation::WeightGradient, 1, 0);
        row("forward_step", Operation::Forward);
        row("backward_step mb 4", Operation::Backward, -1, 4);
        row("## forward ##", Operation::Forward);
        row("Optimizer.step#AdamW.step", Operation::OptimizerStep);
        row("Optimizer.zero_grad#AdamW.zero_grad", Operation::Other);
        row("DistributedDataParallel.forward", Operation::Other);
        row("forward_backward_func", Operation::Other);
        row("## forward:bottom_mlp ##", Operation::Other);
        row("F16", Operation::Forward, -1, 16);
        row("B", Operation::Other);
    }

    void passesAreToldByTheirNames()
    {
        QFETCH(QString, name);
        QFETCH(int, operation);
        QFETCH(int, stage);
        QFETCH(int, microbatch);
        const PassName pass = passOfName(name.toStdString()).value_or(PassName {});
        QCOMPARE(int(pass.operation), operation);
        QCOMPARE(int(pass.stage), stage);
        QCOMPARE(int(pass.microbatch), microbatch);
    }

    void kernelsAndGroupsAreTold()
    {
        QVERIFY(isCommunicationKernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"));
        QVERIFY(isCommunicationKernel("hcom_allReduce__420_0_1"));
        QVERIFY(isCommunicationKernel("void sglang::cross_device_reduce_1stage<__half, 8>"));
        QVERIFY(!isCommunicationKernel("void at::native::reduce_kernel<512, 1>"));
        QVERIFY(!isCommunicationKernel("ampere_sgemm_128x64_tn"));
        QCOMPARE(collectiveOfName("ncclKernel_AllReduce_RING_LL_Sum_float"), Operation::AllReduce);
        QCOMPARE(collectiveOfName("_reduce_scatter_base"), Operation::ReduceScatter);
        QCOMPARE(collectiveOfName("all_to_allv"), Operation::AllToAll);
        QCOMPARE(collectiveOfName("nccl:reduce"), Operation::Reduce);
        QCOMPARE(collectiveOfName("send"), Operation::Other);
        QCOMPARE(categoryOfProcessGroup("TENSOR_MODEL_PARALLEL_GROUP"), Category::TensorComm);
        QCOMPARE(categoryOfProcessGroup("mesh_dp_shard"), Category::DataComm);
        QCOMPARE(categoryOfProcessGroup("EXPERT_DATA_PARALLEL_GROUP"), Category::ExpertDataComm);
        QCOMPARE(categoryOfProcessGroup("default_pg"), Category::OtherComm);
    }

    void onlyTracesAreClaimed()
    {
        QVERIFY(importer.sniff("{\"traceEvents\": []}") > 0);
        QVERIFY(importer.sniff("\xef\xbb\xbf [ {\"name\":\"a\", \"ph\" : \"X\"}") > 0);
        QVERIFY(importer.sniff("{\"schemaVersion\": 1, \"distributedInfo\": {\"pg_config\": [") > 0);
        QCOMPARE(importer.sniff("{\"num_layer\": 3, \"e2e_latency\": 1}"), 0);
        QCOMPARE(importer.sniff("[1, 2, \"ph\"]"), 0);
        QCOMPARE(importer.sniff("the word \"traceEvents\": in a text"), 0);
    }

    void eventsMayLieBehindAnythingLarge()
    {
        // 100 KB of a member that nobody knows.
        const std::string large = fmt::format(R"("config":{{"text":["{}",{{"a":1}}]}},)", std::string(100'000, '\\'));
        const std::string trace = traceOf(listOf({span("a", 1, 2)}), large);
        QVERIFY(importer.sniff(trace.substr(0, sniffBytes)) > 0);
        QVERIFY(importer.sniff(fmt::format("\xef\xbb\xbf{}", trace.substr(0, sniffBytes - 3))) > 0);
        ImportReport report;
        QCOMPARE(runOf(trace, report).trace->spanCount(), 1u);

        // Where no events follow it was no trace, and nothing is said of it.
        for (const std::string& text : {fmt::format("{{{}\"more\":1}}", large), fmt::format("{{{}\"more\":[", large)}) {
            QVERIFY(importer.sniff(text.substr(0, sniffBytes)) > 0);
            const Imported other = importText(importer, text, "other.json");
            QVERIFY(other.contents.isForeign);
            QCOMPARE(other.issues(), QByteArray());
            QVERIFY(other.contents.isEmpty());
        }
        // Objects that close in the head and what is no JSON are claimed by nobody.
        QCOMPARE(importer.sniff(fmt::format("{{\"a\":1}}\n{}", trace.substr(0, sniffBytes))), 0);
        QCOMPARE(importer.sniff(fmt::format("{{\"a\":1,\n{}", std::string(sniffBytes, 'x'))), 0);
        QCOMPARE(importer.sniff(fmt::format("{{{}}}", std::string(sniffBytes, ' '))), 0);
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

QTEST_APPLESS_MAIN(TstChromeTrace)
#include "tst_chrometrace.moc"
