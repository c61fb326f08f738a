// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importtext.h"
#include "operationtableimporter.h"
#include "rowmeaning.h"
#include "rungrouping.h"
#include "shareddata.h"
#include "tablemapping.h"
#include "testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>

namespace bubblescope::tst_operationtable {

namespace {

// Two stages of two microbatches.
const std::string pipeline = "stage,step,op,start_us,duration_us,microbatch,bytes\n"
                             "0,7,forward,0,100,0,\n"
                             "0,7,send_forward,100,10,0,4096\n"
                             "0,7,forward,110,100,1,\n"
                             "0,7,send_forward,210,10,1,4096\n"
                             "1,7,recv_forward,0,110,0,4096\n"
                             "1,7,forward,110,100,0,\n"
                             "1,7,backward,210,200,0,\n"
                             "1,7,send_backward,410,10,0,4096\n"
                             "0,7,recv_backward,220,200,0,4096\n"
                             "0,7,backward,420,200,0,\n"
                             "0,7,optimizer,620,50,,\n"
                             "1,7,optimizer,420,50,,\n";

std::vector<Run> runsOf(std::string_view text, const std::string& name, QByteArray* issues = nullptr)
{
    Imported imported = importText(OperationTableImporter(), text, name);
    if (issues)
        *issues = imported.issues();
    std::vector<NamedPart> parts;
    for (TracePart& part : imported.contents.traceParts)
        parts.push_back({name, std::move(part)});
    return groupRuns(std::move(parts), "folder", imported.report);
}

SpanId spanNamed(const Trace& trace, std::string_view name, int rank, int occurrence = 0)
{
    for (uint32_t s = 0; s < trace.spanCount(); ++s) {
        const SpanId span(s);
        if (trace.name(span) == name && trace.track(trace.track(span)).rank == rank && occurrence-- == 0)
            return span;
    }
    return {};
}

} // namespace

class TstOperationTable : public QObject {
    Q_OBJECT
private slots:
    void rocprofsTimestampsAreNanoseconds()
    {
        // However short its kernels are: 5 µs is no reason to take them for ms.
        QByteArray issues;
        const std::vector<Run> runs = runsOf("\"Kind\",\"Agent_Id\",\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\"\n"
                                             "\"KERNEL_DISPATCH\",\"Agent 4\",\"gemm\",172352210000000,172352210005000\n"
                                             "\"KERNEL_DISPATCH\",\"Agent 4\",\"gemm\",172352210006000,172352210011000\n",
            "7001_kernel_trace.csv", &issues);
        QVERIFY(!issues.contains("bad-header"));
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].trace->duration(SpanId(0)), TimeNs(5000));
    }

    void kernelsOfRocprofKnowHowTheyWereLaunched()
    {
        // Grids count work-items.
        const std::vector<Run> runs
            = runsOf("\"Kind\",\"Agent_Id\",\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\",\"LDS_Block_Size\","
                     "\"Scratch_Size\",\"VGPR_Count\",\"SGPR_Count\",\"Workgroup_Size_X\",\"Workgroup_Size_Y\","
                     "\"Workgroup_Size_Z\",\"Grid_Size_X\",\"Grid_Size_Y\",\"Grid_Size_Z\"\n"
                     "\"KERNEL_DISPATCH\",\"Agent 4\",\"gemm\",1000,2000,512,0,128,48,256,1,1,65536,1,1\n"
                     "\"KERNEL_DISPATCH\",\"Agent 4\",\"gemm\",3000,4000,0,0,,48,64,4,1,100,9,2\n"
                     "\"KERNEL_DISPATCH\",\"Agent 4\",\"gemm\",5000,6000,x,0,-1,48,0,1,1,100,1,1\n",
                "7001_kernel_trace.csv");
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs[0].trace;
        QCOMPARE(trace.spanCount(), 3u);
        QCOMPARE(std::string(trace.inputs(SpanId(0))), std::string("launch|256,1,1|256,1,1|128|512|"));
        QCOMPARE(std::string(trace.inputs(SpanId(1))), std::string("launch|2,3,2|64,4,1||0|"));
        QVERIFY(trace.inputs(SpanId(2)).empty());
    }

    void aPipelineIsARunWithStagesAndMicrobatches()
    {
        QVERIFY(OperationTableImporter().sniff(pipeline) > 0);
        QByteArray issues;
        const std::vector<Run> runs = runsOf(pipeline, "job.csv", &issues);
        QCOMPARE(issues, QByteArray());
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs[0].trace;
        QCOMPARE(trace.spanCount(), 12u);
        QCOMPARE(runs[0].stageCount(), 2);
        QCOMPARE(runs[0].layout.pipeline.value_or(0), 2);
        QCOMPARE(runs[0].layout.microbatches.value_or(0), 2);
        QCOMPARE(trace.steps().size(), size_t(1));
        QCOMPARE(trace.steps()[0].number, 7);
        const SpanId sent = spanNamed(trace, "send_forward", 0, 1);
        QVERIFY(sent.isValid());
        QCOMPARE(trace.begin(sent), TimeNs(210'000));
        QCOMPARE(trace.duration(sent), TimeNs(10'000));
        QCOMPARE(trace.bytes(sent), int64_t(4096));
        QCOMPARE(trace.microbatch(sent), 1);
        QCOMPARE(int(trace.operation(sent)), int(Operation::SendForward));
        QCOMPARE(std::string(trace.trackName(trace.track(sent))), std::string("comm pp"));
        QCOMPARE(int(trace.operation(spanNamed(trace, "optimizer", 1))), int(Operation::OptimizerStep));
    }

    void tabsSemicolonsAndJsonLinesSayTheSame_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("tabs") << QByteArray("rank\tname\tstart_ms\tend_ms\n3\tforward\t1.5\t2.25\n");
        QTest::newRow("semicolons") << QByteArray("rank;name;start_ms;end_ms\n3;forward;1,5;2,25\n");
        QTest::newRow("quotes") << QByteArray("\"rank\",\"name\",\"start_ms\",\"end_ms\"\n\"3\",\"forward\",\"1.5\",\"2.25\"\n");
        QTest::newRow("JSON lines") << QByteArray(
            "{\"rank\": 3, \"name\": \"forward\", \"start_ms\": 1.5, \"end_ms\": 2.25}\n");
        QTest::newRow("a JSON list") << QByteArray(
            "[\n{\"rank\": 3, \"name\": \"for\\u0077ard\", \"start_ms\": 1.5, \"end_ms\": 2.25}\n]\n");
        QTest::newRow("arguments") << QByteArray(
            "{\"name\": \"forward\", \"args\": {\"rank\": 3, \"start_ms\": 1.5, \"dur_us\": 750}}\n");
        QTest::newRow("camel case, duration") << QByteArray("GlobalRank,OpName,StartTime (ms),DurationUs\nrank3,forward,1.5,750\n");
        QTest::newRow("a name of the device") << QByteArray(
            "device,name,start_ms,end_ms\nNVIDIA H100 80GB HBM3 (3),forward,1.5,2.25\n");
        QTest::newRow("a comment and a byte order mark") << QByteArray(
            "\xef\xbb\xbf# made by hand\nrank,name,start [\xc2\xb5s],end [\xc2\xb5s]\n3,forward,1500,2250\n");
    }
    void tabsSemicolonsAndJsonLinesSayTheSame()
    {
        QFETCH(QByteArray, text);
        QVERIFY(OperationTableImporter().sniff(text.toStdString()) > 0);
        QByteArray issues;
        const std::vector<Run> runs = runsOf(text.toStdString(), "table", &issues);
        QCOMPARE(issues, QByteArray());
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs[0].trace;
        QCOMPARE(trace.spanCount(), 1u);
        QCOMPARE(trace.origin(), TimeNs(1'500'000));
        QCOMPARE(trace.duration(SpanId(0)), TimeNs(750'000));
        QCOMPARE(std::string(trace.name(SpanId(0))), std::string("forward"));
        QCOMPARE(trace.tracks()[0].rank, 3);
    }

    void theUnitIsSaidChosenOrGuessed_data()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<int>("chosen");
        QTest::addColumn<qlonglong>("duration");
        QTest::addColumn<QByteArray>("issues");
        const QByteArray note("bad-header");
        QTest::newRow("seconds since 1970") << QByteArray("1700000000.25,0.5") << -1 << 500'000'000LL << QByteArray();
        QTest::newRow("ms since 1970") << QByteArray("1700000000000,5") << -1 << 5'000'000LL << QByteArray();
        QTest::newRow("ns since 1970") << QByteArray("1700000000000000000,5") << -1 << 5LL << QByteArray();
        QTest::newRow("small fractions") << QByteArray("0.25,0.125") << -1 << 125'000'000LL << note;
        QTest::newRow("fractions") << QByteArray("0.25,18.5") << -1 << 18'500'000LL << note;
        QTest::newRow("whole numbers") << QByteArray("0,185") << -1 << 185'000LL << note;
        QTest::newRow("large whole numbers") << QByteArray("0,18500000") << -1 << 18'500'000LL << note;
        QTest::newRow("chosen") << QByteArray("0,185") << int(TimeUnit::Milliseconds) << 185'000'000LL << QByteArray();
    }
    void theUnitIsSaidChosenOrGuessed()
    {
        QFETCH(QByteArray, row);
        QFETCH(int, chosen);
        QFETCH(qlonglong, duration);
        QFETCH(QByteArray, issues);
        const std::string text = "name,start,duration\nforward," + row.toStdString() + "\n";
        ImportChoices choices;
        if (chosen >= 0)
            choices.tableUnit = TimeUnit(chosen);
        FileContents contents;
        Imported imported;
        const auto source = openMemory(text, "table.csv");
        QVERIFY(OperationTableImporter().importChosen(choices, *source, imported.contents, imported.report, {}));
        QCOMPARE(imported.issues(), issues);
        QCOMPARE(imported.contents.traceParts.size(), size_t(1));
        QCOMPARE(imported.contents.traceParts[0].builder.range(0).duration(), TimeNs(duration));
    }

    void workersWithoutRanksAreNumberedAsMegatronDoes()
    {
        const std::string text = "dp_rank,pp_rank,tp_rank,optype,start_ts,duration_us\n"
                                 "1,0,0,forward-compute,0,1\n"
                                 "0,1,1,backward-compute,0,1\n"
                                 "0,0,0,forward-send,0,1\n"
                                 "1,1,1,grads-reduce-scatter,0,1\n";
        const std::vector<Run> runs = runsOf(text, "job.csv");
        QCOMPARE(runs.size(), size_t(1));
        const Trace& trace = *runs[0].trace;
        QCOMPARE(runs[0].layout.world.value_or(0), 8);
        QVERIFY(spanNamed(trace, "forward-compute", 2).isValid());
        QVERIFY(spanNamed(trace, "backward-compute", 5).isValid());
        QVERIFY(spanNamed(trace, "forward-send", 0).isValid());
        const SpanId gradients = spanNamed(trace, "grads-reduce-scatter", 7);
        QVERIFY(gradients.isValid());
        QCOMPARE(int(trace.category(gradients)), int(Category::DataComm));
        QCOMPARE(int(trace.operation(gradients)), int(Operation::ReduceScatter));
        QCOMPARE(trace.findRank(7)->stage, int16_t(1));
    }

    void whatANameMeans_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("category");
        QTest::addColumn<QByteArray>("group");
        QTest::addColumn<int>("meansCategory");
        QTest::addColumn<int>("meansOperation");
        const auto row = [](const char* name, const char* category, const char* group, Category c, Operation o) {
            QTest::addRow("%s %s %s", name, category, group) << QByteArray(name) << QByteArray(category) << QByteArray(group) << int(c) << int(o);
        };
        row("forward-compute", "", "", Category::Forward, Operation::Forward);
        row("bwd", "", "", Category::Backward, Operation::Backward);
        row("F3", "", "", Category::Forward, Operation::Forward);
        row("wgrad", "", "", Category::WeightGradient, Operation::WeightGradient);
        row("flash_fwd_kernel", "kernel", "", Category::Forward, Operation::Other);
        row("recv_prev", "", "", Category::PipelineComm, Operation::RecvForward);
        row("backward-send", "", "", Category::PipelineComm, Operation::SendBackward);
        row("params-all-gather", "", "", Category::DataComm, Operation::AllGather);
        row("embedding-grads-all-reduce", "", "", Category::EmbeddingComm, Operation::AllReduce);
        row("layernorm-grads-all-reduce", "", "", Category::TensorComm, Operation::AllReduce);
        row("all_reduce", "", "tp", Category::TensorComm, Operation::AllReduce);
        row("all_to_all", "comm", "ep", Category::ExpertComm, Operation::AllToAll);
        row("ncclDevKernel_AllReduce_Sum_bf16", "", "", Category::OtherComm, Operation::AllReduce);
        row("optimizer-clip-main-grad", "", "", Category::Optimizer, Operation::Other);
        row("optimizer", "", "", Category::Optimizer, Operation::OptimizerStep);
        row("loss_func", "", "", Category::OtherCompute, Operation::Loss);
        row("get_batch", "", "", Category::Host, Operation::GetBatch);
        row("gc", "", "", Category::Host, Operation::Other);
        row("memcpyHtoD", "", "", Category::MemoryCopy, Operation::Other);
        row("ampere_sgemm_128x64", "kernel", "", Category::OtherCompute, Operation::Other);
        row("something", "host", "", Category::Host, Operation::Other);
        row("dp-broadcast", "", "", Category::DataComm, Operation::Broadcast);
        row("hcom_broadcast__1", "", "", Category::OtherComm, Operation::Broadcast);
        row("BroadcastTo", "", "", Category::OtherCompute, Operation::Other);
        row("l2_reduce", "", "", Category::OtherCompute, Operation::Other);
        row("aclnnInplaceCopy_MemSet", "AI_VECTOR_CORE", "", Category::OtherCompute, Operation::Other);
        row("hcom_allReduce__586_0_1", "HCCL", "", Category::OtherComm, Operation::AllReduce);
    }
    void whatANameMeans()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, category);
        QFETCH(QByteArray, group);
        QFETCH(int, meansCategory);
        QFETCH(int, meansOperation);
        const RowMeaning meaning = meaningOfRow(name.toStdString(), category.toStdString(), group.toStdString());
        QCOMPARE(int(meaning.category), meansCategory);
        QCOMPARE(int(meaning.operation), meansOperation);
    }

    void aMappingNamesColumnsUnitsAndOperations()
    {
        QTemporaryDir folder;
        const std::string table = folder.filePath("own.csv").toStdString();
        const std::string mapping = table + ".bubblemap.json";
        std::ofstream(table) << "who,what,from,took,start\n0,fw,10,5,99\n1,bw,10,5,99\n";
        std::ofstream(mapping) << R"({"columns": {"who": "rank", "what": "name", "from": "start", "took": "duration",
            "start": ""}, "units": "ms", "operations": {"fw": "forward", "bw": "backward"}})";
        ImportReport ignored;
        QVERIFY(!isOperationTable("who,what,from,took,start\n", {}));
        QVERIFY(isOperationTable("who,what,from,took,start\n", readTableMapping(mapping, ignored)));
        ImportChoices choices;
        choices.mappingFile = mapping;
        Imported imported;
        auto source = openFile(table, "own.csv");
        QVERIFY(source.isOk());
        QVERIFY(OperationTableImporter().importChosen(choices, **source, imported.contents, imported.report, {}));
        QCOMPARE(imported.issues(), QByteArray());
        const TraceBuilder& builder = imported.contents.traceParts.at(0).builder;
        QCOMPARE(builder.spanCount(), 2u);
        QCOMPARE(builder.range(0).begin, TimeNs(10'000'000));
        QCOMPARE(builder.range(0).duration(), TimeNs(5'000'000));
        QCOMPARE(int(builder.operation(0)), int(Operation::Forward));
        QCOMPARE(int(builder.operation(1)), int(Operation::Backward));
    }

    void aWrongMappingSaysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no JSON") << QByteArray("{") << QByteArray("no JSON object");
        QTest::newRow("a list") << QByteArray("{\"columns\": []}") << QByteArray("no object");
        QTest::newRow("another meaning") << QByteArray("{\"columns\": {\"a\": \"colour\"}}") << QByteArray("\"colour\"");
        QTest::newRow("another unit") << QByteArray("{\"units\": \"h\"}") << QByteArray("ns, us, ms and s");
    }
    void aWrongMappingSaysWhatIsWrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const Result<TableMapping> mapping = parseTableMapping(text.toStdString());
        QVERIFY(!mapping.isOk());
        QVERIFY2(mapping.error().message.text().find(says.toStdString()) != std::string::npos, mapping.error().message.text().c_str());
    }

    void aMappingIsWrittenAsItIsRead()
    {
        TableMapping mapping;
        mapping.columns = {{"id", {}}, {"t 0", usualColumnUse("start_us")}};
        mapping.unit = TimeUnit::Microseconds;
        mapping.operations = {{"fw", "forward"}};
        const Result<TableMapping> again = parseTableMapping(tableMappingText(mapping));
        QVERIFY(again.isOk());
        QCOMPARE(tableMappingText(*again), tableMappingText(mapping));
        QCOMPARE(again->columns.size(), size_t(2));
    }

    void damagedRowsAreCountedAndTheOthersKept()
    {
        const std::string text = "rank,name,start_us,end_us\n"
                                 "0,forward,0,10\n"
                                 "zero,forward,0,10\n"
                                 "0,forward,x,10\n"
                                 "0,forward,,10\n"
                                 "0,forward,30,20\n"
                                 "0,forward,1e300,20\n"
                                 "0,\"forward,1,20\n"
                                 "rank,name,start_us,end_us\n"
                                 "0,forward,40,50\n";
        const Imported imported = importText(OperationTableImporter(), text, "table.csv");
        QCOMPARE(imported.issues(),
            QByteArray("bad-record, bad-number, bad-time, missing-time, negative-duration, time-out-of-range, bad-header"));
        QCOMPARE(imported.offsetOf(IssueKind::BadTime), qlonglong(text.find("0,forward,x")));
        QCOMPARE(imported.contents.traceParts.at(0).builder.spanCount(), 3u);
    }

    void rowsInAnyOrderMakeTheSameRun()
    {
        std::vector<std::string> lines;
        size_t begin = pipeline.find('\n') + 1;
        for (size_t end = 0; begin < pipeline.size(); begin = end + 1) {
            end = pipeline.find('\n', begin);
            lines.push_back(pipeline.substr(begin, end - begin + 1));
        }
        std::string shuffled = pipeline.substr(0, pipeline.find('\n') + 1);
        for (size_t i = 0; i < lines.size(); ++i)
            shuffled += lines[i * 5 % lines.size()];
        const std::vector<Run> runs = runsOf(pipeline, "job.csv");
        const std::vector<Run> again = runsOf(shuffled, "job.csv");
        const Trace& a = *runs.at(0).trace;
        const Trace& b = *again.at(0).trace;
        QCOMPARE(a.spanCount(), b.spanCount());
        for (uint32_t s = 0; s < a.spanCount(); ++s) {
            const SpanId span(s);
            QCOMPARE(a.range(span), b.range(span));
            QCOMPARE(a.name(span), b.name(span));
            QCOMPARE(a.trackName(a.track(span)), b.trackName(b.track(span)));
        }
    }

    void statedLanesAreKeptAndStepsEndWithTheOptimizer()
    {
        const std::string text = "rank,name,start_us,dur_us,stream\n"
                                 "0,forward,0,10,main\n"
                                 "0,all_reduce,2,3,nccl\n"
                                 "0,optimizer,10,5,main\n"
                                 "0,forward,20,10,main\n"
                                 "0,optimizer,30,5,main\n";
        const std::vector<Run> runs = runsOf(text, "job.csv");
        const Trace& trace = *runs.at(0).trace;
        QCOMPARE(trace.steps().size(), size_t(2));
        QCOMPARE(trace.tracks().size(), size_t(2));
        for (const Track& track : trace.tracks()) {
            const bool isMain = trace.strings().text(track.name) == "main";
            QCOMPARE(int(track.lane), int(isMain ? Lane::Compute : Lane::Communication));
        }
    }

    void theTenLinesOfTheManualAreARun()
    {
        const Imported read = importFile(OperationTableImporter(), testData("operationtable/ten_lines.csv"));
        QCOMPARE(read.issues(), QByteArray());
        const TracePart& part = read.contents.traceParts.at(0);
        QCOMPARE(part.builder.spanCount(), 10u);
        QCOMPARE(part.layout.pipeline.value_or(0), 2);
        QCOMPARE(part.layout.microbatches.value_or(0), 1);
        QCOMPARE(part.ranks, (std::vector<int> {0, 1}));
    }

    void kernelsOfJsonLinesKnowTheirGroup()
    {
        const Imported read = importFile(OperationTableImporter(), testData("operationtable/kernels.jsonl"));
        QCOMPARE(read.issues(), QByteArray());
        const TraceBuilder& builder = read.contents.traceParts.at(0).builder;
        QCOMPARE(builder.spanCount(), 4u);
        QCOMPARE(builder.communicatorAt(0).ranks, (std::vector<int32_t> {0, 1}));
    }

    void damageOfAnyKindIsSurvived()
    {
        std::mt19937 random(17);
        for (const std::string& whole : {pipeline, std::string("{\"rank\":0,\"name\":\"F0\",\"ts\":1,\"dur\":2,"
                                                              "\"args\":{\"mb\":1}}\n{\"rank\":1,\"name\":\"B0\","
                                                              "\"ts\":5,\"end\":9e3}\n")}) {
            for (int mutant = 0; mutant < 1500; ++mutant) {
                std::string text = whole.substr(0, mutant % 3 == 0 ? random() % whole.size() : whole.size());
                for (unsigned i = 0; i < 1 + random() % 6 && !text.empty(); ++i)
                    text[random() % text.size()] = ",\"{}[]-.e9\n\t; \0x"[random() % 16];
                for (const Run& run : runsOf(text, "job.csv"))
                    QVERIFY(run.trace->spanCount() > 0);
            }
        }
    }

    void otherTablesAreLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::newRow("layers") << QByteArray("Name,OpName,FwOps,fw_latency,bw_latency\nadd,add,1,0.5,0.5\n");
        QTest::newRow("scalars") << QByteArray("Wall time,Step,Value\n1700000000.5,1,2.5\n");
        QTest::newRow("text") << QByteArray("start of the run, name and duration follow\n");
        QTest::newRow("JSON of something else") << QByteArray("{\"loss\": 1, \"step\": 2}\n");
    }
    void otherTablesAreLeftAlone()
    {
        QFETCH(QByteArray, head);
        QCOMPARE(OperationTableImporter().sniff(head.toStdString()), 0);
    }
};

BUBBLESCOPE_TEST(TstOperationTable, QCoreApplication)

} // namespace bubblescope::tst_operationtable

#include "tst_operationtable.moc"
