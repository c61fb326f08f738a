// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What ranks, lanes, kernels and their launches of profiler traces are taken for.
#include "chrometracetext.h"
#include "communicationnames.h"
#include "communicationranges.h"
#include "eventmeaning.h"
#include "memorybudget.h"
#include "operatorarguments.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace bubblescope::tst_chrometracemeaning {

class TstChromeTraceMeaning : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void theGpusOfTheProcessAreNamed()
    {
        ImportReport report;
        const std::string kernel = listOf({span("k1", 10, 5, R"("cat":"kernel","pid":0,"tid":7,"args":{"device":0})")});
        const Run run = runOf(traceOf(kernel,
                                  R"("deviceProperties":[{"id":0,"name":"NVIDIA H100"},{"id":1,"name":"NVIDIA H100"},7,
                                  {"name":8},{"id":2,"name":" Tesla V100 "}],)"),
            report);
        QCOMPARE(run.machine.devices, (std::vector<std::string> {"NVIDIA H100", "Tesla V100"}));
        QVERIFY(runOf(traceOf(kernel, R"("deviceProperties":"none",)"), report).machine.isEmpty());
    }

    void operatorsKnowTheShapesOfTheirInputs()
    {
        QCOMPARE(shapesOfInputs("[[8, 4],[],[[2], [3,1]], 7]"), std::string("[8, 4] [2] [3, 1]"));
        QCOMPARE(shapesOfInputs("[\n  [\n    8,\n    4\n  ],\n  []\n]"), std::string("[8, 4]")); // as Python indents it
        QCOMPARE(shapesOfInputs("[[], []]"), std::string());
        QCOMPARE(shapesOfInputs("[[8, 4"), std::string());
        const auto op = [](const char* name, int ts, const char* arguments) {
            return span(name, ts, 5, fmt::format(R"("cat":"cpu_op","pid":1,"tid":1,"args":{{{}}})", arguments));
        };
        ImportReport report;
        const Run run = runOf(traceOf(listOf({op("aten::mm", 10, R"("External id":3,"Input Dims":[[8, 4], [4, 2]])"),
                                  op("aten::add", 20, R"("Input Dims":[[]])"), op("aten::empty", 30, "")})),
            report);
        QCOMPARE(text(run.trace->detail(spanNamed(*run.trace, "aten::mm"))), QStringLiteral("[8, 4] [4, 2]"));
        QVERIFY(run.trace->detail(spanNamed(*run.trace, "aten::add")).empty());
        QVERIFY(run.trace->detail(spanNamed(*run.trace, "aten::empty")).empty());
    }

    void operatorsKnowAllOfTheirInputs()
    {
        const std::string_view dimensions = "[[16, 559], [], [[2], [3, 1]], []]";
        const std::string_view types = R"(["c10::BFloat16", "ScalarList", "TensorList", ""])";
        const std::string_view strides = "[[559, 1], [], [[1], [1, 1]], []]";
        const std::string_view values = R"(["", "[-1, 2]", "", "a;b|c"])";
        const std::string expected = "c10::BFloat16|16,559|559,1;ScalarList|||[-1, 2];TensorList|[2],[3,1]|[1],[1,1];|||a b c";
        QCOMPARE(inputsOfOperator({dimensions, types, strides, values}), expected);
        QCOMPARE(inputsOfOperator({dimensions, {}, {}, {}}), std::string("|16,559;;|[2],[3,1];"));
        QVERIFY(inputsOfOperator({dimensions, types, strides, "[\"1\""}).empty()); // damaged
        const std::string longest = "[" + std::string(40'000, '7') + "," + std::string(40'000, '7') + "]";
        QVERIFY(inputsOfOperator({longest, {}, {}, {}}).empty());

        QCOMPARE(text(listsIn(R"({"External id":3,"Input Dims":[[1],[]],"Input type":["a",""],"Ev Idx":7})")),
            QStringLiteral(R"("Input Dims":[[1],[]],"Input type":["a",""])"));
        QVERIFY(listsIn(R"({"External id":3})").empty() && listsIn("]x[").empty() && listsIn("").empty());
        QCOMPARE(text(listsIn("[1]")), QStringLiteral("[1]"));

        // In the order of Kineto and in another one; half of what another program wrote.
        const auto op = [](const char* name, int ts, const std::string& arguments) {
            return span(name, ts, 5, fmt::format(R"("cat":"cpu_op","pid":1,"tid":1,"args":{{{}}})", arguments));
        };
        const std::string last = fmt::format(R"("Concrete Inputs":{},"Input type":{},"Input Strides":{},"Input Dims":{})",
            values, types, strides, dimensions);
        const std::string first = fmt::format(R"("Input Dims":{},"Ev Idx":7,"Input type":{},"Input Strides":{},)"
                                              R"("Sequence number":3,"Concrete Inputs":{})",
            dimensions, types, strides, values);
        ImportReport report;
        const Run run = runOf(traceOf(listOf({op("aten::one", 10, last), op("aten::two", 20, first),
                                  op("aten::three", 30, R"("Input type":["float"])")})),
            report);
        const Trace& trace = *run.trace;
        QCOMPARE(text(trace.inputs(spanNamed(trace, "aten::one"))), QString::fromStdString(expected));
        QVERIFY(trace.inputsId(spanNamed(trace, "aten::one")) == trace.inputsId(spanNamed(trace, "aten::two")));
        QVERIFY(trace.inputs(spanNamed(trace, "aten::three")).empty());
    }

    void kernelsKnowHowTheyWereLaunched()
    {
        const auto kernel = [](const char* name, int ts, const char* category, const std::string& arguments) {
            return span(name, ts, 5, fmt::format(R"("cat":"{}","pid":0,"tid":7,"args":{{{}}})", category, arguments));
        };
        const std::string launch = R"("registers per thread": 22, "shared memory": 49152, "blocks per SM": 0.79,
            "warps per SM": 3.15, "grid": [ 63, 1, 1 ], "block": [128, 1, 1], "est. achieved occupancy %": 5)";
        ImportReport report;
        const Run run = runOf(
            traceOf(listOf({kernel("one", 10, "kernel", R"("device": 0, "stream": 7, "correlation": 1, )" + launch),
                kernel("two", 20, "kernel", R"("device": 0, "stream": 7, "correlation": 2, )" + launch),
                kernel("amd", 30, "kernel", R"("stream": 7, "grid": [2, 1, 1], "block": [64, 1, 1], "correlation": 3)"),
                kernel("first", 40, "kernel",
                    R"("stream": 7, "grid": [3, 1, 1], "registers per thread": 9, "block": [64, 1, 1])"),
                kernel("damaged", 50, "kernel", R"("stream": 7, "registers per thread": "many", "grid": [2, 1, 1])"),
                kernel("plain", 60, "kernel", R"("stream": 7, "correlation": 6)"),
                kernel("op", 70, "cpu_op", R"("grid": [2, 1, 1])"),
                kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 80, "kernel", R"("stream": 9, )" + launch)})),
            report);
        const Trace& trace = *run.trace;
        const auto launchOf = [&trace](const char* name) { return text(trace.inputs(spanNamed(trace, name))); };
        QCOMPARE(launchOf("one"), QStringLiteral("launch|63,1,1|128,1,1|22|49152|5"));
        QVERIFY(trace.inputsId(spanNamed(trace, "one")) == trace.inputsId(spanNamed(trace, "two")));
        QCOMPARE(launchOf("ncclDevKernel_AllReduce_Sum_f32_RING_LL"), launchOf("one"));
        QCOMPARE(launchOf("amd"), QStringLiteral("launch|2,1,1|64,1,1|||"));
        QCOMPARE(launchOf("first"), QStringLiteral("launch|3,1,1|64,1,1|9||"));
        for (const char* without : {"damaged", "plain", "op"})
            QCOMPARE(launchOf(without), QString());
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
                call(130, 4, 8), kernel("gemm", 500, 4),                                // another thread
                call(135, 5, 9), kernel("fc", 600, 5),                                  // the name says what it is
                span("aten::mm", 138, 6, R"("cat":"cpu_op","pid":9,"tid":9)"), call(140, 6, 9),
                kernel("vendor_multiply", 700, 6)}); // launched by the operator between
        ImportReport report;
        const Run run = runOf(traceOf(list), report);
        const Trace& trace = *run.trace;
        for (const char* name : {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t", "vendor_exchange"}) {
            const SpanId span = spanNamed(trace, name);
            QCOMPARE(trace.category(span), Category::OtherComm);
            QCOMPARE(trace.operation(span), Operation::AllToAll);
            QCOMPARE(trace.bytes(span), int64_t(6 * 1024 * 8));
        }
        for (const char* name : {"void at::native::elementwise_kernel", "gemm", "fc", "vendor_multiply"})
            QCOMPARE(trace.category(spanNamed(trace, name)), Category::OtherCompute);
    }

    void anAsynchronousCommunicationTakesOnlyWhatItLaunchesItself()
    {
        // Between begin and end of hccl:all_to_all lies a forward pass: an operator that launches a kernel of no known
        // name, an "fc" that is launched on its own, and a copy.
        ImportReport report;
        const Run run = runOf(fixture("chrometrace/mtia_rank0.json"), report);
        QStringList meanings;
        for (const Link& launch : run.trace->launches()) {
            meanings << QStringLiteral("%1: %2, %3")
                            .arg(text(run.trace->name(launch.to)), text(categoryKey(run.trace->category(launch.to))))
                            .arg(run.trace->bytes(launch.to));
        }
        QCOMPARE(meanings.join(QStringLiteral("; ")),
            QStringLiteral("remote_pull: comm, 65536; remote_reduce: comm, 2048; fused_pooling: forward, -1; "
                           "fc: forward, -1; dma_request: memcpy, 4096; fc: compute, -1"));
    }

    void theInnermostRangeAroundALaunchCounts()
    {
        constexpr uint32_t lane = 7;
        CommunicationRanges ranges;
        ranges.add(lane, {100, 900}, {Operation::AllToAll, 1});
        ranges.add(lane, {300, 400}, {Operation::AllReduce, 2});
        ranges.addOther(lane, {50, 1000}); // around it: changes nothing
        ranges.addOther(lane, {310, 320});
        ranges.addOther(lane, {600, 950}); // crosses its end
        ranges.settle();
        const auto at = [&](TimeNs time) {
            const auto around = ranges.at(lane, time);
            return QStringLiteral("%1%2")
                .arg(around.communication ? around.communication->bytes : 0)
                .arg(around.isInnermost ? QStringLiteral("!") : QString());
        };
        QStringList answers;
        for (const TimeNs time : {99, 100, 299, 300, 310, 320, 400, 401, 599, 600, 900, 901, 940})
            answers << at(time);
        QCOMPARE(answers.join(QLatin1Char(' ')), QStringLiteral("0 1! 1! 2! 2 2! 2! 1! 1! 1 1 0 0"));
        QVERIFY(!ranges.at(lane + 1, 350).communication);
    }

    void manyRangesThatCrossEachOtherAreSettled()
    {
        constexpr uint32_t count = 200'000;
        CommunicationRanges ranges;
        for (uint32_t i = 0; i < count; ++i)
            ranges.add(0, {TimeNs(i), TimeNs(i) + count}, {Operation::AllReduce, i});
        for (uint32_t i = 0; i < count; ++i)
            ranges.addOther(0, {TimeNs(i), TimeNs(i) + count});
        ranges.settle();
        QCOMPARE(ranges.at(0, count / 2).communication->bytes, int64_t(count / 2));
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
        QCOMPARE(int(run.trace->ranks()[0].stage), 1); // its place in the pipeline's group
        // The last rank sends on to the first.
        const Run last = runOf(
            traceOf(listOf({kernel(0, "send", R"("Dst Rank":0)")}), R"("distributedInfo":{"rank":6,"world_size":8},)"),
            report);
        QCOMPARE(last.trace->operation(SpanId(0)), Operation::SendForward);
    }

    void messagesOfAGroupLieOnTheirStreams()
    {
        const auto kernel = [](int ts, int stream, const char* name, const char* peer) {
            return span("ncclDevKernel", ts, 50,
                fmt::format(
                    R"("cat":"kernel","pid":0,"tid":{},"args":{{"Collective name":"{}","In msg nelems":8,"Out msg nelems":8,)"
                    R"("dtype":"Half","Group size":2,"Process Group Name":"5","Process Group Description":"mesh_pp",)"
                    R"("Process Group Ranks":"[0, 1]"{}}})",
                    stream, name, peer));
        };
        ImportReport report;
        const Run run
            = runOf(traceOf(listOf({kernel(0, 20, "send", R"(,"Dst Rank":1)"),
                                kernel(10, 22, "recv", R"(,"Src Rank":1)"), kernel(70, 20, "send", R"(,"Dst Rank":1)"),
                                kernel(130, 24, "allreduce", ""), kernel(190, 20, "allreduce", "")}),
                        R"("distributedInfo":{"rank":0,"world_size":2},)"),
                report);
        const auto lane = [&](uint32_t i) {
            return std::string(run.trace->strings().text(run.trace->track(run.trace->track(SpanId(i))).name));
        };
        std::map<std::string, int> lanes;
        for (uint32_t i = 0; i < run.trace->spanCount(); ++i)
            ++lanes[lane(i)];
        const std::map<std::string, int> expected {
            {"comm mesh_pp stream 20 (5)", 2}, {"comm mesh_pp stream 22 (5)", 1}, {"comm mesh_pp (5)", 2}};
        QCOMPARE(lanes, expected);
    }

    static Run runOfFour(const std::vector<std::string>& events, int rank)
    {
        ImportReport report;
        return runOf(
            traceOf(listOf(events), fmt::format(R"("distributedInfo":{{"rank":{},"world_size":4}},)", rank)), report);
    }
    /// "kernel: operation stage microbatch peer", first records of fused calls before the others.
    static QStringList messagesOf(const std::vector<std::string>& events, int rank)
    {
        const Run run = runOfFour(events, rank);
        QStringList lines;
        for (uint32_t i = 0; i < run.trace->spanCount(); ++i) {
            const Trace& trace = *run.trace;
            const SpanId span(i);
            if (!trace.name(span).starts_with("ncclDev"))
                continue;
            const CollectiveCall* const call = trace.collectives().find(span);
            lines << QStringLiteral("%1 %2 %3 %4")
                         .arg(text(operationName(trace.operation(span))))
                         .arg(trace.stage(span))
                         .arg(trace.microbatch(span))
                         .arg(call ? call->peer : -1);
        }
        return lines;
    }
    static std::string onHost(const char* name, int ts, int dur, const char* category, std::string_view arguments = {})
    {
        return span(name, ts, dur, fmt::format(R"("cat":"{}","pid":9,"tid":9,"args":{{{}}})", category, arguments));
    }
    static void launch(std::vector<std::string>& events, int ts, const char* kernel = "ncclDevKernel_SendRecv")
    {
        const std::string number = fmt::format(R"("correlation":{})", ts);
        events.push_back(onHost("cudaLaunchKernelExC", ts, 2, "cuda_runtime", number));
        events.push_back(span(kernel, ts + 50, 20,
            fmt::format(R"("cat":"kernel","pid":0,"tid":20,"args":{{"stream":20,{}}})", number)));
    }

    void oneKernelMayCarryAllMessagesOfABatch_data()
    {
        QTest::addColumn<QByteArray>("kernel");
        QTest::newRow("NCCL") << QByteArray("ncclDevKernel_SendRecv");
        QTest::newRow("RCCL") << QByteArray("ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)");
    }
    void oneKernelMayCarryAllMessagesOfABatch()
    {
        QFETCH(QByteArray, kernel);
        std::vector<std::string> events;
        const auto record = [&](int ts, const char* what, const char* peer) {
            events.push_back(onHost("record_param_comms", ts, 2, "cpu_op",
                fmt::format(R"("Collective name":"{}","dtype":"Half","In msg nelems":8,"Out msg nelems":8,)"
                            R"("Group size":4,"Process Group Name":"1","Process Group Description":"mesh_pp",)"
                            R"("Process Group Ranks":"[0, 1, 2, 3]",{})",
                    what, peer)));
        };
        record(0, "send", R"("Dst Rank":2)");
        record(10, "recv", R"("Src Rank":0)");
        record(20, "send", R"("Dst Rank":0)");
        record(30, "recv", R"("Src Rank":2)");
        launch(events, 40, kernel.constData());
        QCOMPARE(messagesOf(events, 1),
            QStringList({"send forward -1 -1 2", "receive forward -1 -1 0", "send backward -1 -1 0",
                "receive backward -1 -1 2"}));
    }

    void rangesNameTheEndsOfBatchedMessages()
    {
        std::vector<std::string> events;
        events.push_back(onHost("nccl:send 1->2", 0, 5, "user_annotation"));
        events.push_back(onHost("nccl:recv 1<-2", 10, 5, "user_annotation"));
        events.push_back(onHost("nccl:coalesced", 20, 30, "user_annotation"));
        launch(events, 25);
        QCOMPARE(messagesOf(events, 1), QStringList({"send forward -1 -1 2", "receive backward -1 -1 2"}));
        QCOMPARE(runOfFour(events, 1).trace->ranks().front().stage, int16_t(1));
        // The places of another group tell directions and the stage, but no ranks.
        QCOMPARE(messagesOf(events, 3), QStringList({"send forward -1 -1 -1", "receive backward -1 -1 -1"}));
        QCOMPARE(runOfFour(events, 3).trace->ranks().front().stage, int16_t(1));
    }

    void theLastStageTalksToTheFirst()
    {
        std::vector<std::string> events;
        events.push_back(onHost("nccl:send 3->0", 0, 5, "user_annotation"));
        launch(events, 2);
        QCOMPARE(messagesOf(events, 2), QStringList({"send forward -1 -1 -1"}));
    }

    void schedulesNameWhatTheySendAndReceive()
    {
        std::vector<std::string> events;
        events.push_back(onHost("PP:1RECV_F0", 0, 9, "user_annotation"));
        launch(events, 5);
        events.push_back(onHost("PP:1SEND_B7", 20, 9, "user_annotation"));
        launch(events, 25);
        launch(events, 40); // of nobody
        QCOMPARE(messagesOf(events, 1),
            QStringList({"receive forward 1 0 -1", "send backward 1 7 -1", "other -1 -1 -1"}));
    }

    void aGroupOnTheStreamThatComputesIsNamedAfterIt()
    {
        const auto kernel = [](int ts, int stream, const char* name, const char* group) {
            return span(name, ts, 50,
                fmt::format(R"("cat":"kernel","pid":0,"tid":{},"args":{{"stream":{}{}}})", stream, stream,
                    *group ? fmt::format(R"(,"Process Group Name":"{}","Process Group Description":"mesh_{}",)"
                                         R"("Collective name":"allreduce","Group size":2)",
                                 group, group)
                           : std::string()));
        };
        ImportReport report;
        const Run run = runOf(
            listOf({kernel(0, 7, "gemm", ""), kernel(50, 7, "ncclDevKernel_AllReduce", "a"), kernel(100, 7, "gemm", ""),
                kernel(160, 20, "ncclDevKernel_AllReduce", "b"), kernel(220, 20, "ncclDevKernel_AllReduce", "c"),
                kernel(280, 7, "ncclDevKernel_AllReduce", "c")}),
            report);
        QStringList lanes;
        for (const Track& track : run.trace->tracks())
            lanes << text(run.trace->strings().text(track.name));
        lanes.sort();
        QCOMPARE(lanes, QStringList({"comm mesh_a stream 7 (a)", "comm mesh_b (b)", "comm mesh_c (c)", "stream 7"}));
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

    void devicesWithoutCategoriesAreToldByTheirProcess_data()
    {
        QTest::addColumn<QString>("process");
        QTest::addColumn<QString>("thread");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("meaning");
        QTest::newRow("jax kernel") << "/device:GPU:0"
                                    << "Stream #13(Compute)"
                                    << "fusion.7"
                                    << "other compute";
        QTest::newRow("jax copy") << "/device:GPU:0"
                                  << "Stream #14(MemcpyD2H)"
                                  << "MemcpyD2H"
                                  << "memory copy";
        QTest::newRow("jax nccl") << "/device:GPU:0"
                                  << "Stream #15(Compute)"
                                  << "ncclDevKernel_AllReduce_Sum_bf16"
                                  << "other communication";
        QTest::newRow("jax module") << "/device:TPU:0"
                                    << "XLA Modules"
                                    << "jit_train_step"
                                    << "other";
        QTest::newRow("tpu op") << "/device:TPU:0"
                                << "XLA Ops"
                                << "all-reduce.3"
                                << "other communication";
        QTest::newRow("tpu broadcast") << "/device:TPU:0"
                                       << "XLA Ops"
                                       << "broadcast.3"
                                       << "other compute";
        QTest::newRow("tf host") << "/host:CPU"
                                 << "main"
                                 << "PjitFunction"
                                 << "host";
        QTest::newRow("ascend kernel") << "Ascend Hardware"
                                       << "Stream 2"
                                       << "MatMulV2"
                                       << "other compute";
        QTest::newRow("ascend hccl") << "Communication"
                                     << "Group 1 Communication"
                                     << "hcom_allReduce__123_0"
                                     << "other communication";
        QTest::newRow("ascend sums") << "Overlap Analysis"
                                     << "Computing"
                                     << "Computing"
                                     << "other";
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
        const Run run = runOf(
            listOf({span(event.toStdString(), 10, 5), named("process_name", process), named("thread_name", thread)}),
            report);
        QTEST(text(categoryName(run.trace->category(SpanId(0)))), "meaning");
    }

    void whatATaskIsTellsItsType_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("meaning");
        QTest::addColumn<bool>("isWork");
        const auto row = [](const char* type, const char* event, const char* meaning, bool isWork) {
            QTest::addRow("%s %s", type, event) << type << event << meaning << isWork;
        };
        row("AI_CORE", "MatMulV2", "other compute", true);
        row("AI_VECTOR_CORE", "BroadcastTo", "other compute", true);
        row("MIX_AIV", "ReduceSum", "other compute", true);
        row("DSA_SQE", "DSAGenBitMask", "other compute", true);
        row("PCIE_DMA_SQE", "MEMCPY_ASYNC", "memory copy", true);
        row("SDMA_SQE", "MEMCPY_ASYNC", "memory copy", true);
        row("SDMA", "SDMA", "other", false);
        row("EVENT_WAIT_SQE", "EVENT_WAIT", "waiting", false);
        row("Notify Wait", "Notify Wait", "waiting", false);
        row("EVENT_RECORD_SQE", "EVENT_RECORD", "other", false);
        row("PLACE_HOLDER_SQE", "EVENT_RECORD", "other", false);
    }
    void whatATaskIsTellsItsType()
    {
        QFETCH(QString, type);
        QFETCH(QString, event);
        QFETCH(bool, isWork);
        ImportReport report;
        const Run run = runOf(
            listOf({span(event.toStdString(), 10, 5,
                fmt::format(R"("pid":2,"tid":9,"args":{{"Task Type":"{}"}})", type.toStdString()))}),
            report);
        QTEST(text(categoryName(run.trace->category(SpanId(0)))), "meaning");
        const Lane lane = run.trace->track(run.trace->track(SpanId(0))).lane;
        QCOMPARE(lane == Lane::Compute || lane == Lane::Stream, isWork);
    }

    void tasksWithoutATypeAreToldByTheirNames_data()
    {
        QTest::addColumn<QString>("event");
        QTest::addColumn<QString>("meaning");
        QTest::addColumn<bool>("isWork");
        QTest::newRow("kernel") << "MatMulV2" << "other compute" << true;
        QTest::newRow("event") << "EVENT_WAIT" << "waiting" << false;
        QTest::newRow("notification") << "Notify Wait" << "waiting" << false;
        QTest::newRow("part of a collective") << "SDMA" << "other" << false;
    }
    void tasksWithoutATypeAreToldByTheirNames()
    {
        QFETCH(QString, event);
        QFETCH(bool, isWork);
        ImportReport report;
        const Run run = runOf(listOf({span(event.toStdString(), 10, 5,
                                          R"("pid":2,"tid":9,"args":{"Stream Id":9,"Task Id":4})"),
                                  R"({"ph":"M","name":"process_name","pid":2,"args":{"name":"Ascend Hardware"}})"}),
            report);
        QTEST(text(categoryName(run.trace->category(SpanId(0)))), "meaning");
        const Lane lane = run.trace->track(run.trace->track(SpanId(0))).lane;
        QCOMPARE(lane == Lane::Compute || lane == Lane::Stream, isWork);
    }

    void otherRecordersDeviceWorkIsKnown()
    {
        ImportReport report;
        const Run run = runOf(
            listOf({span("gemm[SIMD16]", 10, 5, R"("cat":"gpu_op","pid":12,"tid":7)"),
                span("zeCommandListAppendMemoryCopy(M2D)", 20, 5, R"("cat":"gpu_op","pid":12,"tid":7)"),
                span("zeCommandListAppendBarrier", 30, 5, R"("cat":"gpu_op","pid":12,"tid":7)"),
                span("sgemm", 40, 5, R"("pid":"CUDA functions","tid":0,"args":{})"),
                span("aten::mm", 40, 5, R"("pid":"CPU functions","tid":1,"args":{})")}),
            report);
        const auto isOf = [&](std::string_view name, Category category, bool onDevice) {
            const SpanId found = spanNamed(*run.trace, name);
            const Lane lane = run.trace->track(run.trace->track(found)).lane;
            return run.trace->category(found) == category
                && (lane == Lane::Compute || lane == Lane::Stream) == onDevice;
        };
        QVERIFY(isOf("gemm[SIMD16]", Category::OtherCompute, true));
        QVERIFY(isOf("zeCommandListAppendMemoryCopy(M2D)", Category::MemoryCopy, true));
        QVERIFY(isOf("zeCommandListAppendBarrier", Category::Waiting, false));
        QVERIFY(isOf("sgemm", Category::OtherCompute, true));
        QVERIFY(isOf("aten::mm", Category::Host, false));
    }

    void zeroIsATimeOnlyWhereOthersFollowSoon()
    {
        ImportReport report;
        const Run soon = runOf(listOf({span("a", 0, 5), span("b", 10, 5)}), report);
        QCOMPARE(soon.trace->spanCount(), uint32_t(2));
        QCOMPARE(report.count(IssueKind::BadTime), uint64_t(0));
        const Run late = runOf(listOf({span("a", 0, 0), span("b", 1.7e15, 5)}), report);
        QCOMPARE(late.trace->spanCount(), uint32_t(1));
        QCOMPARE(report.count(IssueKind::BadTime), uint64_t(1));
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

    void ascendsOperatorsLaunchBeforeTheirCallsOfCann()
    {
        const auto arrow
            = [](const char* category, const char* phase, const char* id, int process, int thread, const char* time) {
                  return fmt::format(R"({{"ph":"{}","id":"{}","cat":"{}","name":"{}","pid":{},"tid":{},"ts":"{}"}})",
                      phase, id, category, category, process, thread, time);
              };
        const std::vector<std::string> events {span("aten::mm", 100, 20, R"("cat":"cpu_op","pid":1,"tid":1)"),
            span("Node@launch", 125, 3, R"("pid":3,"tid":5)"), span("Notify@launch", 130, 3, R"("pid":3,"tid":5)"),
            span("MatMulV2", 140, 20, R"("cat":"kernel","pid":2,"tid":9)"),
            span("Notify_Wait", 165, 20, R"("cat":"kernel","pid":2,"tid":9)"),
            // the kernel has both, what its call started besides and what follows only that of CANN
            span("MEMCPY_ASYNC", 161, 2, R"("cat":"kernel","pid":2,"tid":9)"),
            arrow("HostToDevice", "f", "11", 2, 9, "161"), arrow("HostToDevice", "s", "11", 3, 5, "125.5"),
            arrow("HostToDevice", "f", "11", 2, 9, "140"), arrow("HostToDevice", "s", "12", 3, 5, "130.5"),
            arrow("HostToDevice", "f", "12", 2, 9, "165"), arrow("async_npu", "s", "7", 1, 1, "110"),
            arrow("async_npu", "f", "7", 2, 9, "140")};
        ImportReport report;
        const Run run = runOf(listOf(events), report);
        QStringList launches;
        for (const Link& launch : run.trace->launches())
            launches << text(run.trace->name(launch.from)) + QLatin1Char(' ') + text(run.trace->name(launch.to));
        launches.sort();
        QCOMPARE(launches, QStringList({"Notify@launch Notify_Wait", "aten::mm MEMCPY_ASYNC", "aten::mm MatMulV2"}));
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

    void groupsWithoutNumberShareTheLaneOfTheirStream()
    {
        constexpr int groups = 300;
        std::vector<std::string> kernels;
        for (int i = 0; i < 2 * groups; ++i) {
            kernels.push_back(span("ncclDevKernel_AllReduce_Sum_f32_RING_LL", i * 10, 5,
                fmt::format(R"("cat":"kernel","pid":0,"tid":9,"args":{{"Collective name":"allreduce","In msg nelems":8,)"
                            R"("dtype":"Float","Group size":2,"Process Group Name":"{}"}})",
                    i % groups)));
        }
        ImportReport report;
        const Run run = runOf(listOf(kernels), report);
        QCOMPARE(run.trace->spanCount(), size_t(2 * groups));
        QCOMPARE(run.trace->collectives().communicators.size(), size_t(groups));
        QCOMPARE(run.trace->tracks().size(), size_t(257)); // 256 groups, and the stream
        const auto trackOf = [&](int kernel) { return run.trace->track(SpanId(uint32_t(kernel))); };
        std::map<uint32_t, int> spans;
        for (int i = 0; i < 2 * groups; ++i)
            ++spans[trackOf(i).value];
        QCOMPARE(std::count_if(spans.begin(), spans.end(), [](const auto& of) { return of.second == 2; }), 256);
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

    void mergedMegaScanTracesWithoutNamesAreRanksToo()
    {
        ImportReport report;
        const auto passOf = [](int rank, int time) {
            const std::string number = std::to_string(rank);
            return span("forward", time, 5,
                ("\"pid\":" + number + R"(,"tid":0,"args":{"iteration":0,"g_rk":)" + number
                    + R"(,"dp_rk":0,"pp_rk":)" + std::to_string(rank / 2) + R"(,"tp_rk":)" + std::to_string(rank % 2) + "}")
                    .c_str());
        };
        const Run run = runOf(listOf({passOf(0, 0), passOf(1, 0), passOf(2, 5), passOf(3, 5)}), report, "benchmark.json");
        QVERIFY(run.trace);
        QCOMPARE(run.trace->ranks().size(), size_t(4));
        QCOMPARE(run.trace->ranks()[3].stage, int16_t(1));
        QCOMPARE(run.layout.pipeline, std::optional(2));
        QCOMPARE(run.layout.tensor, std::optional(2));
        QVERIFY(report.isEmpty());
        // Before it wrote the ranks.
        const auto old = [](int process) {
            const std::string place = "\"pid\":" + std::to_string(process) + R"(,"tid":0,"args":{"iteration":3})";
            return span("forward", process, 5, place.c_str());
        };
        QCOMPARE(runOf(listOf({old(0), old(1), old(2), old(3)}), report, "x.json").trace->ranks().size(), size_t(4));
        // Numbers of processes of a computer are no ranks.
        QCOMPARE(runOf(listOf({old(4711), old(4712)}), report, "x.json").trace->ranks().size(), size_t(1));
    }

    void olderMegaScanTracesStateStagesWherePassesEnd()
    {
        const auto half = [](const char* phase, int process, int time, const char* more) {
            return fmt::format(R"({{"name":"forward","ph":"{}","ts":{},"pid":{},"tid":0,"args":{{"iteration":3{}}}}})",
                phase, time, process, more);
        };
        ImportReport report;
        const Run run = runOf(listOf({half("B", 0, 0, ""), half("E", 0, 5, R"(,"microbatch":0,"pp_rank":0)"),
                                  half("B", 1, 6, ""), half("E", 1, 9, R"(,"microbatch":0,"pp_rank":1)")}),
            report, "x.json");
        QVERIFY(run.trace);
        QCOMPARE(run.trace->ranks().size(), size_t(2));
        QCOMPARE(run.trace->ranks()[0].stage, int16_t(0));
        QCOMPARE(run.trace->ranks()[1].stage, int16_t(1));
        QCOMPARE(run.layout.pipeline, std::optional(2));
        QVERIFY(report.isEmpty());
    }

    void iterationsOfMergedMegaScanTracesAreSteps()
    {
        const auto passOf = [](int iteration, int rank, int thread, int time) {
            const std::string place = fmt::format(
                R"("pid":{0},"tid":{1},"args":{{"iteration":{2},"g_rk":{0},"dp_rk":0,"pp_rk":{0},"tp_rk":0}})", rank,
                thread, iteration);
            return span("forward", time, 5, place.c_str());
        };
        ImportReport report;
        const Run run = runOf(listOf({passOf(3, 0, 0, 0), passOf(3, 0, 1, 20), passOf(4, 0, 0, 30), passOf(9, 0, 0, 90),
                                  passOf(3, 1, 0, 2), passOf(4, 1, 0, 32), passOf(9, 1, 0, 92)}),
            report, "benchmark.json");
        QVERIFY(run.trace);
        QStringList steps;
        for (const Step& step : run.trace->steps()) {
            steps
                += QStringLiteral("%1: %2-%3").arg(step.number).arg(step.range.begin / 1000).arg(step.range.end / 1000);
        }
        // What lies between iterations 4 and 9 was not recorded.
        QCOMPARE(steps, QStringList({"3: 0-30", "4: 30-37", "9: 90-97"}));
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

    void ranksComeFromTheTraceElseTheNameElseTheOrder()
    {
        ImportReport report;
        const std::string plain = listOf({span("a", 1, 2)});
        const std::string stated = traceOf(plain, R"("distributedInfo":{"rank":5,"world_size":8},)");
        QCOMPARE(runOf(stated, report, "rank3.json").trace->ranks().front().rank, 5);
        QVERIFY(report.isEmpty() || report.count(IssueKind::RankNotStated) == 0);
        const std::pair<const char*, int> names[]
            = {{"rank3.json", 3}, {"rank_3.json", 3}, {"trace.3.json", 3}, {"x_worker12_step.json", 12},
                {"rank-34.Jul_15.json.gz", 34}, {"rank7/trace.json", 7}, {"host_4711.1694128201545.pt.trace.json", 0},
                {"rank7/gpu-3_1.1694128201545.pt.trace.json", 7}, {"ranks/gpu-7_1.1694128201545.pt.trace.json", 0}};
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

    void partsOfAChunkTellTheirPass()
    {
        const auto hint = [](std::string_view range) { return meaningOfEvent(range, "user_annotation").scopeCategory; };
        QCOMPARE(hint("attn(F)"), Category::Forward);
        QCOMPARE(hint("mlp (B)"), Category::Backward);
        QCOMPARE(hint("MLP(W)"), Category::WeightGradient);
        QCOMPARE(hint("1F1B"), Category::OtherCompute);
        QCOMPARE(hint("f(b)"), Category::OtherCompute);
        QCOMPARE(hint("(F)"), Category::OtherCompute);
        QCOMPARE(hint("dispatch(F12)"), Category::Forward);
        QCOMPARE(hint("attn wgrad"), Category::WeightGradient);
        QCOMPARE(hint("mlp.backward_dw"), Category::WeightGradient);
        QCOMPARE(hint("relu(x)"), Category::OtherCompute);
        QCOMPARE(meaningOfEvent("attn(F)", "user_annotation").scope, LaunchScope::Part);
    }

    void kernelsAndGroupsAreTold()
    {
        const auto communicates = [](std::string_view kernel) {
            return meaningOfEvent(kernel, "kernel").place == EventPlace::Communication;
        };
        QVERIFY(communicates("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"));
        QVERIFY(communicates("hcom_allReduce__420_0_1"));
        QVERIFY(communicates("void sglang::cross_device_reduce_1stage<__half, 8>"));
        QVERIFY(!communicates("void at::native::reduce_kernel<512, 1>"));
        QVERIFY(!communicates("ampere_sgemm_128x64_tn"));
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
};

BUBBLESCOPE_TEST(TstChromeTraceMeaning, QCoreApplication)

} // namespace bubblescope::tst_chrometracemeaning

#include "tst_chrometracemeaning.moc"
