// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "datatype.h"
#include "importerregistry.h"
#include "ranktraceimporter.h"
#include "testprogram.h"
#include "tracemeaning.h"
#include "tracerecord.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_ranktrace {

namespace {

struct Imported {
    FileContents contents;
    ImportReport report;
    std::optional<Trace> trace;
    TracePart part;

    const Trace& operator*() const { return *trace; }
    const Trace* operator->() const { return &*trace; }
};

Imported importText(std::string_view text)
{
    Imported result;
    const auto source = openMemory(text, "test.txt");
    RankTraceImporter().import(*source, result.contents, result.report, {});
    if (result.contents.traceParts.empty())
        return result;
    result.part = std::move(result.contents.traceParts.front());
    TraceBuilder::Options options;
    options.ranksAreComparable = result.part.kind != Run::Kind::Scaling;
    result.trace = result.part.builder.finish(options, result.report);
    return result;
}

/// An operation line as the tracer writes it.
std::string line(int rank, std::string_view name, std::string_view duration, std::string_view timestamp,
    std::string_view group = "None", std::string_view subs = "", std::string_view shape = "None",
    std::string_view type = "None", std::string_view description = "None", int batch = 0)
{
    return fmt::format("rank:{}:{}(stage_id=1,batch_id={},mg_state=steady,duration={},description={},group_kind={},"
                       "input__shape={},input__dtype={},timestamp={},sub_operations=[{}])\n",
        rank, name, batch, duration, description, group, shape, type, timestamp, subs);
}

// Spans as "name begin-end" in ms from the run's start, one per row of a track.
std::string picture(const Trace& trace)
{
    std::string text;
    for (uint32_t t = 0; t < trace.tracks().size(); ++t) {
        text += fmt::format("{}:", trace.trackName(TrackId(t)));
        for (const Row& row : trace.rowsOf(TrackId(t))) {
            if (row.kind == Row::Kind::FusedLegs)
                continue;
            for (uint32_t s = row.firstSpan; s < row.firstSpan + row.spanCount; ++s) {
                const SpanId span(s);
                text += fmt::format(
                    " {} {:g}-{:g}", trace.name(span), double(trace.begin(span)) / 1e6, double(trace.end(span)) / 1e6);
            }
        }
        text += '\n';
    }
    return text;
}

SpanId find(const Trace& trace, std::string_view name)
{
    for (uint32_t s = 0; s < trace.spanCount(); ++s) {
        if (trace.name(SpanId(s)) == name)
            return SpanId(s);
    }
    return {};
}

const TraceRecord recordOf(std::string_view text)
{
    const auto result = readTraceRecord(text, RecordOwner::Rank);
    const auto* record = std::get_if<TraceRecord>(&result);
    return record ? *record : TraceRecord();
}

RecordRefusal refusalOf(std::string_view text)
{
    const auto result = readTraceRecord(text, RecordOwner::Rank);
    const auto* refusal = std::get_if<RecordRefusal>(&result);
    return refusal ? *refusal : RecordRefusal(255);
}

constexpr std::string_view sub1 = "'trace_src_func=_reduce,duration=1.0,timestamp=1008.0,input__shape=[4096, 1],"
                                  "input__dtype=torch.float32,func_name=crossEntropy_fwd_1,group=tp,"
                                  "comm_func=allreduce'";
constexpr std::string_view sub2 = "'trace_src_func=_profiled_all_to_all_single,duration=2.0,timestamp=1004.5,"
                                  "input__shape=[6535, 4096],input__dtype=torch.bfloat16,group=exp,"
                                  "comm_func=all_to_all'";

} // namespace

class TstRankTrace : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void recordIsCutAtKnownKeysOnly();
    void recordsThatAFileHoldsTwiceAreCountedOnce();
    void recordsThatAreOnlyAlikeStay();
    void descriptionKeepsKeysItHasSeen();
    void refusalsAreTyped();
    void listOfSubOperationsIsWalked();
    void shapesAreMultipliedWithinBounds();
    void detailIsComposedAndSplit();

    void timestampIsTheEnd();
    void subOperationsGoToTheLaneOfTheirGroup();
    void fusedSendRecvIsOnePair();
    void equalIntervalsOfOtherOperationsAreNoPair();
    void groupsAreNamedAfterTheField_data();
    void groupsAreNamedAfterTheField();
    void microbatchesAreCountedPerStep();
    void optimizerEndsAStep();
    void untimedRecordsFollowTheirPredecessor();
    void untimedRecordsAheadWaitForTheFirstTime();
    void fileWithoutAnyTimeGetsSlots();
    void simulationWithoutMessagesIsScaling();
    void oldScalingFilesSayItWithoutWords();
    void gradientBucketsLieOnAStream();
    void semanticsBecomeFlags();
    void unknownOperationsAreKept();

    void interleavedRanksAreTakenApart();
    void lineEndsOfAllKindsAreRead_data();
    void lineEndsOfAllKindsAreRead();
    void twoRecordsOnOneLineAreBothRead();
    void truncatedLastLineKeepsWhatIsThere();
    void unbalancedBracketsKeepTheOperation();
    void nanAndNegativeDurationsAreReported();
    void timesBeyondTheClockAreReported();
    void nestedBracketsDoNotRecurse();
    void veryLongLineIsRead();
    void hugeLineIsSkipped();
    void manyBrokenRecordsOnOneLineStayLinear();
    void encodingsSurvive();
    void zeroBytesAndNoRecordsGiveNothing();
    void cancelStopsTheImport();
    void sniffKnowsItsOwn();
};

void TstRankTrace::recordIsCutAtKnownKeysOnly()
{
    const TraceRecord record = recordOf("rank:2:dp_allreduce(stage_id=1,batch_id=0,mg_state=finalize,duration=0.72,"
                                        "description=model_chunk.finish_grad_sync(), All-reduce / (x=1,y=2): scatter,"
                                        "group_kind=dp,input__shape=[4096, 1, 128],input__dtype=torch.float32,"
                                        "timestamp=16109898907.32,sub_operations=[])");
    QCOMPARE(record.owner, 2);
    QCOMPARE(record.name, std::string_view("dp_allreduce"));
    QCOMPARE(record.fields[TraceKey::StageId], std::string_view("1"));
    QCOMPARE(record.fields[TraceKey::Duration], std::string_view("0.72"));
    QCOMPARE(record.fields[TraceKey::Description],
        std::string_view("model_chunk.finish_grad_sync(), All-reduce / (x=1,y=2): scatter"));
    QCOMPARE(record.fields[TraceKey::GroupKind], std::string_view("dp"));
    QCOMPARE(record.fields[TraceKey::Shape], std::string_view("[4096, 1, 128]"));
    QCOMPARE(record.fields[TraceKey::Timestamp], std::string_view("16109898907.32"));
    QVERIFY(record.hasSubOperations);
    QCOMPARE(record.rest, std::string_view("])"));
    const TraceRecord old = recordOf("rank:0:forward_step(stage_id=0,duration=None,description=None)");
    QVERIFY(!old.hasSubOperations);
    QCOMPARE(old.fields[TraceKey::Description], std::string_view("None"));
    QVERIFY(!old.fields.has(TraceKey::Timestamp));
    QVERIFY(old.rest.empty());
}

void TstRankTrace::descriptionKeepsKeysItHasSeen()
{
    const TraceRecord record = recordOf("rank:0:x(stage_id=0,duration=3.5,description=a,duration=9,comm_func=no,"
                                        "group_kind=dp,timestamp=7.0,sub_operations=[])");
    QCOMPARE(record.fields[TraceKey::Duration], std::string_view("3.5"));
    QCOMPARE(record.fields[TraceKey::Description], std::string_view("a,duration=9,comm_func=no"));
    QCOMPARE(record.fields[TraceKey::GroupKind], std::string_view("dp"));
}

void TstRankTrace::refusalsAreTyped()
{
    QCOMPARE(refusalOf("ranks:2:x(duration=1)"), RecordRefusal::NotARecord);
    QCOMPARE(refusalOf("rank:-2:x(duration=1)"), RecordRefusal::BadOwner);
    QCOMPARE(refusalOf("rank:99999999999:x(duration=1)"), RecordRefusal::BadOwner);
    QCOMPARE(refusalOf("rank:2;x(duration=1)"), RecordRefusal::BadOwner);
    QCOMPARE(refusalOf("rank:2:for ward(duration=1)"), RecordRefusal::NoArguments);
    QCOMPARE(refusalOf("rank:2:x(nothing here)"), RecordRefusal::NoKeys);
    QCOMPARE(refusalOf("rank:2"), RecordRefusal::Unterminated);
    QCOMPARE(refusalOf("rank:2:forw"), RecordRefusal::Unterminated);
    QCOMPARE(refusalOf("rank:2:x(stage_id=1,dura"), RecordRefusal::Unterminated);
    QVERIFY(recordOf("rank:2:x(stage_id=1,duration=1,timestamp=3,sub_operations=").isCut);
}

void TstRankTrace::listOfSubOperationsIsWalked()
{
    SubOperationCursor cursor("'a=1', \"it's=2\", 'c\\'d=3'])rank:1:");
    QVERIFY(cursor.next());
    QCOMPARE(cursor.text(), std::string_view("a=1"));
    QVERIFY(cursor.next());
    QCOMPARE(cursor.text(), std::string_view("it's=2"));
    QVERIFY(cursor.next());
    QCOMPARE(cursor.text(), std::string_view("c\\'d=3"));
    QVERIFY(!cursor.next());
    QVERIFY(cursor.isComplete());
    QCOMPARE(cursor.rest(), std::string_view("rank:1:"));
    SubOperationCursor cut("'a=1', 'b");
    QVERIFY(cut.next());
    QVERIFY(!cut.next());
    QVERIFY(!cut.isComplete());
    SubOperationTimes times;
    QVERIFY(cutSubOperationTimes("trace_src_func=f,duration=0.5,timestamp=9.25,group=tp,comm_func=x", times));
    QCOMPARE(times.duration, std::string_view("0.5"));
    QCOMPARE(times.timestamp, std::string_view("9.25"));
    QCOMPARE(times.before, std::string_view("trace_src_func=f"));
    QCOMPARE(times.after, std::string_view(",group=tp,comm_func=x"));
    QVERIFY(!cutSubOperationTimes("duration=0.5,trace_src_func=f", times));
}

void TstRankTrace::shapesAreMultipliedWithinBounds()
{
    QCOMPARE(elementsOfShape("[4096, 1, 128]").elements, int64_t(4096 * 128));
    QCOMPARE(elementsOfShape("[]").elements, int64_t(1));
    QCOMPARE(elementsOfShape("[0, 5]").elements, int64_t(0));
    QCOMPARE(elementsOfShape("None").problem, ShapeProblem::Absent);
    QCOMPARE(elementsOfShape("[3037000500, 3037000500]").problem, ShapeProblem::TooLarge);
    QCOMPARE(elementsOfShape("[99999999999999999999]").problem, ShapeProblem::TooLarge);
    QCOMPARE(elementsOfShape("[4, x]").problem, ShapeProblem::NotANumber);
    QCOMPARE(elementsOfShape("[-4]").problem, ShapeProblem::NotANumber);
    QCOMPARE(elementsOfShape("[4, 5").problem, ShapeProblem::Unbalanced);
    QCOMPARE(elementsOfShape("[[4], [5]]").problem, ShapeProblem::Nested);
    QCOMPARE(elementSize("torch.bfloat16"), int64_t(2));
    QCOMPARE(elementSize("torch.float64"), int64_t(8));
    QCOMPARE(elementSize("torch.bool"), int64_t(1));
    QCOMPARE(elementSize("None"), int64_t(0));
}

void TstRankTrace::detailIsComposedAndSplit()
{
    const std::string text = composeDetail({"crossEntropy_fwd_1", "[4096, 1]", "torch.float32", "None"});
    QCOMPARE(text, std::string("crossEntropy_fwd_1 [4096, 1] float32"));
    const TraceDetail parts = splitDetail(text);
    QCOMPARE(parts.function, std::string_view("crossEntropy_fwd_1"));
    QCOMPARE(parts.shape, std::string_view("[4096, 1]"));
    QCOMPARE(parts.dataType, std::string_view("float32"));
    const std::string described = composeDetail({{}, "[8]", "torch.int64", "loss, of [all] ranks"});
    QCOMPARE(described, std::string("[8] int64; loss, of [all] ranks"));
    QCOMPARE(splitDetail(described).description, std::string_view("loss, of [all] ranks"));
    QCOMPARE(splitDetail(described).shape, std::string_view("[8]"));
    QCOMPARE(splitDetail("two words").description, std::string_view("two words"));
}

void TstRankTrace::timestampIsTheEnd()
{
    const Imported run = importText(
        line(2, "recv_forward", "29.01", "16109898840.42", "pp", "", "[4096, 1, 128]", "torch.float32", "None", 3)
        + line(2, "forward_step", "18.65", "16109898861.34"));
    QCOMPARE(run->spanCount(), 2u);
    const SpanId receive = find(*run, "recv_forward");
    QCOMPARE(run->begin(receive) + run->origin(), TimeNs(16'109'898'811'410'000));
    QCOMPARE(run->end(receive) + run->origin(), TimeNs(16'109'898'840'420'000));
    QCOMPARE(run->bytes(receive), int64_t(2'097'152));
    QCOMPARE(run->microbatch(receive), 3);
    QCOMPARE(run->stage(receive), 1);
    QCOMPARE(run->category(receive), Category::PipelineComm);
    QCOMPARE(run->operation(receive), Operation::RecvForward);
    QCOMPARE(run->detail(receive), std::string_view("[4096, 1, 128] float32"));
    QCOMPARE(run->source(receive).offset, uint64_t(0));
    QVERIFY(run->source(find(*run, "forward_step")).offset > 100);
    QVERIFY(run.report.isEmpty());
}

void TstRankTrace::subOperationsGoToTheLaneOfTheirGroup()
{
    const Imported run = importText(line(
        0, "forward_step", "10.0", "1010.0", "None", fmt::format("{}, {}", sub2, sub1), "None", "None", "None", 4));
    QCOMPARE(QString::fromStdString(picture(*run)),
        QStringLiteral("compute: forward_step 0-10\ncomm tp: allreduce 7-8\ncomm expert: all_to_all 2.5-4.5\n"));
    const SpanId reduce = find(*run, "allreduce");
    QCOMPARE(run->parent(reduce), find(*run, "forward_step"));
    QVERIFY(run->hasFlag(reduce, SpanFlag::subOperation));
    QCOMPARE(run->detail(reduce), std::string_view("crossEntropy_fwd_1 [4096, 1] float32"));
    QCOMPARE(run->microbatch(reduce), 4);
    QCOMPARE(run->bytes(find(*run, "all_to_all")), int64_t(6535) * 4096 * 2);
    QCOMPARE(
        run->detail(find(*run, "all_to_all")), std::string_view("_profiled_all_to_all_single [6535, 4096] bfloat16"));
    QCOMPARE(run->operation(find(*run, "all_to_all")), Operation::AllToAll);
    QCOMPARE(run->subOperationCount(), 2u);
}

void TstRankTrace::fusedSendRecvIsOnePair()
{
    const std::string text = line(5, "send_forward", "40.92", "1040.92", "pp", "", "[8]", "torch.int8", "None", 2)
        + line(5, "recv_backward", "40.92", "1040.92", "pp", "", "[8]", "torch.int8", "None", 0)
        + line(5, "backward_step", "16.0", "1060.0") + line(5, "send_backward", "0.4", "1061.0", "pp")
        + line(5, "recv_forward", "0.4", "1061.0", "pp");
    const Imported run = importText(text);
    QCOMPARE(run->spanCount(), 5u);
    QCOMPARE(run->operationCount(), 5u);
    const SpanId send = find(*run, "send_forward");
    const SpanId receive = find(*run, "recv_backward");
    QVERIFY(run->hasFlag(send, SpanFlag::fused));
    QVERIFY(run->hasFlag(receive, SpanFlag::fusedLeg));
    QCOMPARE(run->parent(receive), send);
    QCOMPARE(run->range(receive), run->range(send));
    QCOMPARE(run->microbatch(send), 2);
    QCOMPARE(run->microbatch(receive), 0);
    QVERIFY(run->hasFlag(find(*run, "recv_forward"), SpanFlag::fusedLeg));
    QCOMPARE(run.report.count(IssueKind::OverlappingSpans), uint64_t(0));
    QCOMPARE(QString::fromStdString(picture(*run)),
        QStringLiteral("compute: backward_step 44-60\ncomm pp: send_forward 0-40.92 send_backward 60.6-61\n"));
}

void TstRankTrace::equalIntervalsOfOtherOperationsAreNoPair()
{
    const Imported run = importText(line(5, "send_forward", "1.0", "1040.0", "pp")
        + line(5, "send_forward", "1.0", "1040.0", "pp") + line(6, "recv_backward", "1.0", "1040.0", "pp"));
    for (uint32_t s = 0; s < run->spanCount(); ++s)
        QCOMPARE(int(run->flags(SpanId(s)) & (SpanFlag::fused | SpanFlag::fusedLeg)), 0);
}

void TstRankTrace::groupsAreNamedAfterTheField_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("group");
    QTest::addColumn<int>("category");
    QTest::addColumn<QByteArray>("lane");
    const auto add = [](const char* name, const char* group, Category category, const char* lane) {
        QTest::newRow(name) << QByteArray(name) << QByteArray(group) << int(category) << QByteArray(lane);
    };
    add("dp_allreduce", "dp", Category::DataComm, "comm dp");
    add("ep_allreduce", "ep", Category::EmbeddingComm, "comm embedding");
    add("pep_allreduce", "pep", Category::EmbeddingComm, "comm embedding");
    add("exp_dp_allreduce", "exp_dp", Category::ExpertDataComm, "comm expert dp");
    add("ep_dp_allreduce", "ep_dp", Category::ExpertDataComm, "comm expert dp");
    add("some_allgather", "cp", Category::ContextComm, "comm cp");
    add("another_alltoall", "exp", Category::ExpertComm, "comm expert");
    add("odd_reduce_scatter", "zz", Category::OtherComm, "comm other");
    add("get_batch", "tp", Category::Host, "host");
    add("loss_func", "None", Category::OtherCompute, "compute");
    add("optimizer_step", "None", Category::Optimizer, "compute");
}

void TstRankTrace::groupsAreNamedAfterTheField()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, group);
    QFETCH(int, category);
    QFETCH(QByteArray, lane);
    const Imported run = importText(line(0, name.toStdString(), "1.0", "1000.0", group.toStdString()));
    QCOMPARE(int(run->category(SpanId(0))), category);
    QCOMPARE(QByteArray(std::string(run->trackName(TrackId(0))).c_str()), lane);
}

void TstRankTrace::microbatchesAreCountedPerStep()
{
    std::string text;
    int64_t at = 1000;
    for (int step = 0; step < 2; ++step) {
        for (int batch = 0; batch < 3; ++batch) {
            text += line(0, "forward_step", "5.0", std::to_string(at += 10), "None", "", "None", "None", "None",
                batch + 3 * step);
        }
        text += line(0, "optimizer_step", "1.0", std::to_string(at += 10));
    }
    QCOMPARE(importText(text).part.layout.microbatches.value(), 3);
}

void TstRankTrace::optimizerEndsAStep()
{
    const Imported run
        = importText(line(0, "forward_step", "5.0", "1010.0") + line(0, "optimizer_step", "1.0", "1012.0")
            + line(0, "forward_step", "5.0", "1020.0") + line(0, "optimizer_step", "1.0", "1025.0"));
    QCOMPARE(run->steps().size(), size_t(2));
    QCOMPARE(run->steps()[0].range.end, TimeNs(7'000'000));
    QCOMPARE(run->steps()[1].range.end, TimeNs(20'000'000));
}

void TstRankTrace::untimedRecordsFollowTheirPredecessor()
{
    const std::string text = line(0, "recv_backward", "0.0", "1005.0", "pp") + line(0, "backward_step", "5.0", "1010.0")
        + line(0, "dp_allreduce", "0", "0", "dp", "", "[994656256]", "torch.float16")
        + "rank:0:ep_allreduce(stage_id=1,batch_id=0,mg_state=None,duration=None,description=None,group_kind=ep,"
          "input__shape=None,input__dtype=None,sub_operations=[])\n"
        + line(0, "exp_dp_allreduce", "2.5", "None", "exp_dp") + line(0, "optimizer_step", "1.0", "1020.0");
    const Imported run = importText(text);
    QCOMPARE(run->spanCount(), 6u);
    QCOMPARE(run->range(find(*run, "dp_allreduce")), (TimeRange {5'000'000, 5'000'000}));
    QCOMPARE(int(run->flags(find(*run, "dp_allreduce"))), int(SpanFlag::untimed | SpanFlag::notMeasured));
    QCOMPARE(run->bytes(find(*run, "dp_allreduce")), int64_t(1'989'312'512));
    QCOMPARE(run->range(find(*run, "ep_allreduce")), (TimeRange {5'000'000, 5'000'000}));
    // A duration without a time stamp is still a duration.
    QCOMPARE(run->range(find(*run, "exp_dp_allreduce")), (TimeRange {5'000'000, 7'500'000}));
    QCOMPARE(int(run->flags(find(*run, "exp_dp_allreduce"))), int(SpanFlag::untimed));
    QCOMPARE(run.report.count(IssueKind::NotMeasured), uint64_t(1));
    QCOMPARE(run.report.count(IssueKind::MissingTime), uint64_t(2));
}

void TstRankTrace::untimedRecordsAheadWaitForTheFirstTime()
{
    const std::string text = line(0, "get_batch", "0", "0", "None", sub2) + line(0, "loss_func", "2.0", "None")
        + line(0, "forward_step", "5.0", "1010.0");
    const Imported run = importText(text);
    QCOMPARE(run->spanCount(), 4u);
    QCOMPARE(run->begin(find(*run, "forward_step")), run->end(find(*run, "loss_func")));
    QCOMPARE(run->duration(find(*run, "loss_func")), TimeNs(2'000'000));
    QCOMPARE(run->parent(find(*run, "all_to_all")), find(*run, "get_batch"));
    QCOMPARE(run->range().duration(), TimeNs(7'500'000)); // from the sub-operation, which has a time
}

void TstRankTrace::fileWithoutAnyTimeGetsSlots()
{
    const Imported run = importText("rank:3:forward_step(stage_id=1,batch_id=0,duration=None)\n"
                                    "rank:3:backward_step(stage_id=1,batch_id=0,duration=None)\n");
    QCOMPARE(QString::fromStdString(picture(*run)), QStringLiteral("compute: forward_step 0-1 backward_step 1-2\n"));
    QVERIFY(run->hasFlag(SpanId(0), SpanFlag::untimed));
}

void TstRankTrace::simulationWithoutMessagesIsScaling()
{
    const std::string described
        = line(0, "dp_allreduce", "0.02", "1001.0", "dp", "", "[4]", "torch.int8", "Regular DP sync")
        + line(0, "forward_step", "5.0", "1010.0", "None", sub1, "None", "None", "simulation: forward");
    const Imported scaling = importText(described);
    QCOMPARE(scaling.part.kind, Run::Kind::Scaling);
    QVERIFY(scaling->hasFlag(find(*scaling, "dp_allreduce"), SpanFlag::notMeasured));
    QVERIFY(scaling->hasFlag(find(*scaling, "allreduce"), SpanFlag::notMeasured));
    QVERIFY(!scaling->hasFlag(find(*scaling, "forward_step"), SpanFlag::notMeasured));
    QVERIFY(!scaling.part.layout.microbatches);
    const Imported measured = importText(line(0, "recv_forward", "0.02", "1000.5", "pp") + described);
    QCOMPARE(measured.part.kind, Run::Kind::Measured);
    QVERIFY(!measured->hasFlag(find(*measured, "dp_allreduce"), SpanFlag::notMeasured));
}

void TstRankTrace::oldScalingFilesSayItWithoutWords()
{
    const std::string forward = line(0, "forward_step", "5.0", "1010.0");
    const std::string stub = line(0, "dp_allreduce", "0", "0", "dp");
    QCOMPARE(importText(forward).part.kind, Run::Kind::Measured);
    QCOMPARE(importText(forward + stub).part.kind, Run::Kind::Scaling);
    QCOMPARE(
        importText(forward + stub + line(0, "send_forward", "1.0", "1012.0", "pp")).part.kind, Run::Kind::Measured);
    std::string stateless = forward;
    stateless.replace(stateless.find("mg_state=steady"), 15, "mg_state=None");
    QCOMPARE(importText(stateless).part.kind, Run::Kind::Scaling); // stage 1 that talks to nobody
}

void TstRankTrace::gradientBucketsLieOnAStream()
{
    const auto bucket = [](std::string_view launch, std::string_view completion, std::string_view metadataOnly) {
        return fmt::format("rank:8:ddp_grad_comm(comm_uid=ddpcomm-1,iter=3,stage_id=1,mg_state=steady,group_kind=dp,"
                           "comm_func=reduce_scatter,buffer_id=0,bucket_id=2,bucket_offset=0,bucket_numel=1000,"
                           "bucket_numel_unpadded=900,param_count=147,trigger_cmd_uid=cmd-1,trigger_op=backward_step,"
                           "trigger_batch_id=5,trigger_timestamp_ms=1004.0,launch_timestamp_ms={},launch_source=hook,"
                           "metadata_only={},status=x,completion_observed_timestamp_ms={},grad_dtype=torch.float32,"
                           "data_parallel_world_size=1,duration=0.0,timestamp={},sub_operations=[])\n",
            launch, metadataOnly, completion, launch);
    };
    const std::string backward = line(8, "backward_step", "10.0", "1010.0");
    const Imported run = importText(bucket("1005.0", "1012.5", "False") + backward);
    QCOMPARE(QString::fromStdString(picture(*run)),
        QStringLiteral("compute: backward_step 0-10\ndp stream: ddp_grad_comm 5-12.5\n"));
    const SpanId span = find(*run, "ddp_grad_comm");
    QCOMPARE(run->bytes(span), int64_t(4000));
    QCOMPARE(run->microbatch(span), 5);
    QCOMPARE(run->operation(span), Operation::ReduceScatter);
    QCOMPARE(run->category(span), Category::DataComm);
    QCOMPARE(run->detail(span), std::string_view("bucket 2 [1000] float32"));
    QCOMPARE(run->track(run->track(span)).lane, Lane::Stream);
    QCOMPARE(int(run->flags(span)), 0);

    const Imported launched = importText(bucket("1005.0", "None", "True") + backward);
    const SpanId launch = find(*launched, "ddp_grad_comm");
    QCOMPARE(launched->range(launch), (TimeRange {5'000'000, 5'000'000}));
    QCOMPARE(int(launched->flags(launch)), int(SpanFlag::launchOnly | SpanFlag::notMeasured));
    QVERIFY(launched.report.isEmpty());
}

void TstRankTrace::semanticsBecomeFlags()
{
    const auto reduce = [](std::string_view semantics) {
        return fmt::format("rank:8:dp_allreduce(stage_id=1,batch_id=0,mg_state=finalize,duration=131.33,"
                           "description=None,group_kind=dp,cmd_uid=cmd-3,op_semantics={},"
                           "finalize_base_duration_ms=131.33,input__shape=[27],input__dtype=torch.float16,"
                           "timestamp=6423013831.86,sub_operations=[])\n",
            semantics);
    };
    QCOMPARE(int(importText(reduce("wait_flush_only"))->flags(SpanId(0))), int(SpanFlag::waitOnly));
    QCOMPARE(int(importText(reduce("metadata_placeholder"))->flags(SpanId(0))), int(SpanFlag::notMeasured));
    const Imported plain = importText(reduce("None"));
    QCOMPARE(int(plain->flags(SpanId(0))), 0);
    QCOMPARE(plain->bytes(SpanId(0)), int64_t(54));
    QCOMPARE(plain->duration(SpanId(0)), TimeNs(131'330'000));
}

void TstRankTrace::unknownOperationsAreKept()
{
    const Imported run = importText(line(0, "brand_new_step", "5.0", "1010.0"));
    QCOMPARE(QString::fromStdString(picture(*run)), QStringLiteral("compute: brand_new_step 0-5\n"));
    QCOMPARE(run->category(SpanId(0)), Category::Other);
}

void TstRankTrace::interleavedRanksAreTakenApart()
{
    const Imported run
        = importText(line(0, "send_forward", "1.0", "1010.0", "pp") + line(1, "recv_backward", "1.0", "1010.0", "pp")
            + line(0, "recv_backward", "1.0", "1010.0", "pp") + line(1, "forward_step", "2.0", "1020.0"));
    QCOMPARE(run.part.ranks, (std::vector<int> {0, 1}));
    QCOMPARE(run->ranks().size(), size_t(2));
    // The other rank's line in between does not hide the pair.
    QVERIFY(run->hasFlag(find(*run, "send_forward"), SpanFlag::fused));
}

void TstRankTrace::lineEndsOfAllKindsAreRead_data()
{
    QTest::addColumn<QByteArray>("lineEnd");
    QTest::newRow("CRLF") << QByteArray("\r\n");
    QTest::newRow("bare CR") << QByteArray("\r");
    QTest::newRow("blank lines") << QByteArray("\n\n  \n");
}

void TstRankTrace::lineEndsOfAllKindsAreRead()
{
    QFETCH(QByteArray, lineEnd);
    std::string first = line(0, "forward_step", "5.0", "1010.0");
    first.replace(first.size() - 1, 1, lineEnd.toStdString());
    std::string second = line(0, "backward_step", "5.0", "1020.0");
    second.pop_back(); // no final newline
    const Imported run = importText(first + second);
    QCOMPARE(run->spanCount(), 2u);
    QVERIFY(run.report.isEmpty());
    QCOMPARE(run->source(find(*run, "backward_step")).offset, uint64_t(first.size()));
}

void TstRankTrace::twoRecordsOnOneLineAreBothRead()
{
    std::string first = line(0, "forward_step", "5.0", "1010.0", "None", sub1);
    first.pop_back();
    const Imported run = importText(first + line(1, "forward_step", "5.0", "1010.0"));
    QCOMPARE(run->ranks().size(), size_t(2));
    QVERIFY(run.report.isEmpty());
    const Imported broken = importText("rank:0:forward_step(stage_i" + line(1, "forward_step", "5.0", "1010.0"));
    QCOMPARE(broken->ranks().size(), size_t(1));
    QCOMPARE(broken->ranks()[0].rank, 1);
    QCOMPARE(broken.report.count(IssueKind::BadRecord), uint64_t(1));
}

void TstRankTrace::truncatedLastLineKeepsWhatIsThere()
{
    const std::string whole
        = line(0, "forward_step", "5.0", "1010.0") + line(0, "backward_step", "9.0", "1020.0", "None", sub1);
    const size_t firstSize = whole.find('\n') + 1;
    for (size_t size = firstSize; size < whole.size(); ++size) {
        const Imported run = importText(std::string_view(whole).substr(0, size));
        QVERIFY2(run.trace.has_value(), std::to_string(size).c_str());
        QVERIFY(run->spanCount() >= 1);
        if (size > firstSize + 1 && size + 1 < whole.size()) {
            QVERIFY2(
                run.report.count(IssueKind::TruncatedFile) == 1, whole.substr(firstSize, size - firstSize).c_str());
            QVERIFY(run.report.issues()[0].first[0].offset.value() >= firstSize);
        }
    }
    const Imported cutInSubs = importText(std::string_view(whole).substr(0, whole.size() - 20));
    QCOMPARE(cutInSubs->spanCount(), 2u);
    QCOMPARE(cutInSubs->duration(find(*cutInSubs, "backward_step")), TimeNs(9'000'000));
}

void TstRankTrace::unbalancedBracketsKeepTheOperation()
{
    const Imported run
        = importText("rank:0:forward_step(stage_id=0,batch_id=0,duration=5.0,description=None,group_kind=None,"
                     "input__shape=[4, 5,input__dtype=torch.int8,timestamp=1010.0,sub_operations=[[[])\n"
            + line(0, "backward_step", "5.0", "1020.0"));
    QCOMPARE(run->spanCount(), 2u);
    QCOMPARE(run.report.count(IssueKind::UnbalancedBrackets), uint64_t(2)); // the shape and the list
    QCOMPARE(run->bytes(SpanId(0)), int64_t(-1));
}

void TstRankTrace::nanAndNegativeDurationsAreReported()
{
    const Imported run
        = importText(line(0, "forward_step", "nan", "1010.0") + line(0, "backward_step", "-5.0", "1020.0")
            + line(0, "loss_func", "-nan", "1022.0") + line(0, "optimizer_step", "5.0", "NaN or Inf"));
    QCOMPARE(run->spanCount(), 4u);
    QCOMPARE(run.report.count(IssueKind::BadNumber), uint64_t(2));
    QCOMPARE(run.report.count(IssueKind::NegativeDuration), uint64_t(1));
    QCOMPARE(run.report.count(IssueKind::BadTime), uint64_t(1));
    QCOMPARE(run->range(find(*run, "backward_step")), (TimeRange {10'000'000, 10'000'000}));
    QVERIFY(run->hasFlag(find(*run, "backward_step"), SpanFlag::notMeasured));
    QCOMPARE(run->range(find(*run, "optimizer_step")), (TimeRange {12'000'000, 17'000'000}));
}

void TstRankTrace::timesBeyondTheClockAreReported()
{
    const Imported run
        = importText(line(0, "forward_step", "5.0", "1010.0") + line(0, "backward_step", "1.0", "9223372036854775807.0")
            + line(0, "loss_func", "99999999999999999999999999", "1020.0") + line(0, "get_batch", "1e300", "-1e300"));
    QCOMPARE(run->spanCount(), 4u);
    QCOMPARE(run.report.count(IssueKind::TimeOutOfRange), uint64_t(4));
    QVERIFY(run->range().duration() < 100'000'000);
}

void TstRankTrace::nestedBracketsDoNotRecurse()
{
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    const Imported run = importText(line(0, "forward_step", "5.0", "1010.0", "None", "", deep, "torch.int8")
        + line(0, "backward_step", "5.0", "1020.0", "None", deep) + line(0, "loss_func", "1.0", "1022.0"));
    QCOMPARE(run->spanCount(), 3u);
    QCOMPARE(run.report.count(IssueKind::NestingTooDeep), uint64_t(1));
    QCOMPARE(run.report.count(IssueKind::UnbalancedBrackets), uint64_t(1));
    QVERIFY(run->detail(find(*run, "forward_step")).size() < 1000);
}

void TstRankTrace::veryLongLineIsRead()
{
    std::string subs;
    constexpr int count = 40'000; // 7 MB
    for (int i = 0; i < count; ++i)
        subs += fmt::format("{}{}", i ? ", " : "", sub1);
    const Imported run = importText(line(0, "forward_step", "10.0", "1010.0", "None", subs));
    QCOMPARE(run->subOperationCount(), uint32_t(count));
}

void TstRankTrace::hugeLineIsSkipped()
{
    std::string text = line(0, "forward_step", "5.0", "1010.0");
    text += "rank:0:x(description=" + std::string(size_t(40) << 20, 'a') + '\n';
    text += line(0, "backward_step", "5.0", "1020.0");
    const Imported run = importText(text);
    QCOMPARE(run->spanCount(), 2u);
    QCOMPARE(run.report.count(IssueKind::OversizedLine), uint64_t(1));
}

void TstRankTrace::manyBrokenRecordsOnOneLineStayLinear()
{
    std::string text;
    for (int i = 0; i < 1'000'000; ++i)
        text += "rank:1:x(a,";
    const Imported run = importText(text);
    QVERIFY(!run.trace);
    QVERIFY(run.report.count(IssueKind::BadRecord) + run.report.count(IssueKind::TruncatedFile) < 100);
}

void TstRankTrace::encodingsSurvive()
{
    const Imported cjk = importText("\xef\xbb\xbf"
        + line(0, "forward_step", "5.0", "1010.0", "None", "", "None", "None", "\xe5\x89\x8d\xe5\x90\x91 45\xc2\xb0"));
    QCOMPARE(cjk->detail(SpanId(0)), std::string_view("\xe5\x89\x8d\xe5\x90\x91 45\xc2\xb0"));
    QVERIFY(cjk.report.isEmpty());
    QCOMPARE(cjk->source(SpanId(0)).offset, uint64_t(3));
    const Imported latin = importText(line(0, "forward_step", "5.0", "1010.0", "None", "", "None", "None", "45\xb0"));
    QCOMPARE(latin->detail(SpanId(0)), std::string_view("45\xc2\xb0"));

    std::string wide = "\xff\xfe";
    for (const char c : line(0, "forward_step", "5.0", "1010.0")) {
        wide += c;
        wide += '\0';
    }
    const Imported utf16 = importText(wide);
    QVERIFY(!utf16.trace);
    QCOMPARE(utf16.report.count(IssueKind::UnsupportedEncoding), uint64_t(1));
    QVERIFY(RankTraceImporter().sniff(wide) > 50);
}

void TstRankTrace::zeroBytesAndNoRecordsGiveNothing()
{
    QVERIFY(importText("").contents.isEmpty());
    const Imported other = importText("hello\nworld\n");
    QVERIFY(!other.trace);
    QCOMPARE(other.report.count(IssueKind::BadRecord), uint64_t(2));
    const std::string binary(100'000, '\0');
    QVERIFY(!importText(binary).trace);
}

void TstRankTrace::cancelStopsTheImport()
{
    std::string text;
    while (text.size() < (size_t(3) << 20))
        text += line(0, "forward_step", "5.0", "1010.0");
    const auto source = openMemory(text, "test.txt");
    FileContents contents;
    ImportReport report;
    int calls = 0;
    QVERIFY(!RankTraceImporter().import(*source, contents, report, [&calls](uint64_t done, uint64_t total) {
        ++calls;
        return done > total;
    }));
    QCOMPARE(calls, 1);
    QVERIFY(contents.isEmpty());
}

void TstRankTrace::sniffKnowsItsOwn()
{
    const RankTraceImporter importer;
    QVERIFY(importer.sniff(line(0, "forward_step", "5.0", "1010.0")) > 90);
    QVERIFY(importer.sniff("\xef\xbb\xbfrank:12:x(") > 90);
    QVERIFY(importer.sniff("# a remark\r\n\r\nrank:12:get_batch(stage_id") > 50);
    QCOMPARE(importer.sniff("lines such as rank:896: here"), 0);
    QCOMPARE(importer.sniff("rank:x:forward("), 0);
    QCOMPARE(importer.sniff("rank:1:forward"), 0);
    QCOMPARE(importer.sniff("stage:0:forward_step(batch_id=0"), 0);
    QCOMPARE(importer.sniff(""), 0);
    QCOMPARE(ImporterRegistry::builtin().find(line(0, "x", "1", "2"))->id(), std::string_view("rank-trace"));
}

void TstRankTrace::recordsThatAFileHoldsTwiceAreCountedOnce()
{
    const std::string step = line(0, "forward_step", "10.0", "20.0") + line(0, "backward_step", "20.0", "40.0")
        + line(0, "dp_allreduce", "0", "0", "dp") + line(0, "optimizer_step", "5.0", "45.0");
    const Imported once = importText(step);
    std::string lineByLine;
    for (size_t at = 0; at < step.size();) {
        const size_t end = step.find('\n', at) + 1;
        lineByLine += step.substr(at, end - at) + step.substr(at, end - at);
        at = end;
    }
    for (const std::string& text : {step + step, lineByLine}) {
        const Imported twice = importText(text);
        QCOMPARE(picture(*twice), picture(*once));
        QCOMPARE(twice.report.count(IssueKind::RepeatedRecords), uint64_t(4));
    }
    const Imported copied = importText(step + step);
    for (const Issue& issue : copied.report.issues()) {
        if (issue.kind == IssueKind::RepeatedRecords)
            QCOMPARE(issue.first.front().offset.value_or(0), uint64_t(step.size()));
    }
}

void TstRankTrace::recordsThatAreOnlyAlikeStay()
{
    // One call that sends and receives, another microbatch of the same times, untimed records that are alike.
    const std::string text = line(0, "send_forward", "1.0", "10.0") + line(0, "recv_backward", "1.0", "10.0")
        + line(0, "get_batch", "0.0", "10.0")
        + line(0, "get_batch", "0.0", "10.0", "None", "", "None", "None", "None", 1)
        + line(0, "dp_allreduce", "0", "0", "dp") + line(0, "dp_allreduce", "0", "0", "dp");
    const Imported read = importText(text);
    QCOMPARE(read.report.count(IssueKind::RepeatedRecords), uint64_t(0));
    QCOMPARE(read->spanCount(), uint32_t(6));
}

BUBBLESCOPE_TEST(TstRankTrace, QCoreApplication)

} // namespace bubblescope::tst_ranktrace

#include "tst_ranktrace.moc"
