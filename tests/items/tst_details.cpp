// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "derivedtrace.h"
#include "detailmodel.h"
#include "busbandwidth.h"
#include "details.h"
#include "inputdetails.h"
#include "rundetails.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QAbstractItemModelTester>
#include <QtTest>

#include <algorithm>

namespace bubblescope::tst_details {

namespace {

const char* const picture = R"(
rank0 stage0: [F0 0-10] [F1 10-20] [F2 20-30]
rank0 stage0 comm tp: [allreduce 2-5 in F0] [allreduce 12-13 in F1]
rank0 stage0 comm pp: [SF0 30-40]
rank1 stage1 comm pp: [RF0 20-41]
)";

Run runFromText(const char* text)
{
    Run run;
    run.name = "run";
    run.trace = std::make_shared<const Trace>(traceFromText(text));
    return run;
}

/// The one with this operation, and microbatch where it matters.
SpanId findOperation(const Trace& trace, Operation operation, int microbatch)
{
    for (uint32_t s = 0; s < trace.spanCount(); ++s) {
        if (trace.operation(SpanId(s)) == operation && (microbatch < 0 || trace.microbatch(SpanId(s)) == microbatch))
            return SpanId(s);
    }
    return SpanId();
}

} // namespace

class TstDetails : public QObject {
    Q_OBJECT

    static const DetailField* field(const DetailFields& fields, const char* label)
    {
        const auto found = std::find_if(fields.begin(), fields.end(),
            [label](const DetailField& f) { return !f.isHeading && f.label == QLatin1String(label); });
        return found == fields.end() ? nullptr : &*found;
    }
    static QString value(const DetailFields& fields, const char* label)
    {
        const DetailField* found = field(fields, label);
        QString text = found ? found->value : QString();
        return text.replace(QChar(0x00a0), QLatin1Char(' ')).replace(QChar(0x202f), QLatin1Char(' '));
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void aSpanTellsWhereAndHowLong()
    {
        const Run run = runFromText(picture);
        const SpanId span = findOperation(*run.trace, Operation::Forward, 0);
        QVERIFY(span.isValid());
        const DetailFields fields = spanDetails(run, span);
        QVERIFY(!fields.empty() && fields.front().isHeading);
        QCOMPARE(value(fields, "where"), QStringLiteral("stage 0 · rank 0"));
        QCOMPARE(value(fields, "duration"), QStringLiteral("10.00 ms"));
        QCOMPARE(value(fields, "microbatch"), QStringLiteral("0"));
        QCOMPARE(value(fields, "begin"), QStringLiteral("0.0 ms"));
        QCOMPARE(value(fields, "end"), QStringLiteral("10.0 ms"));
        QCOMPARE(value(fields, "origin"), QStringLiteral("measured"));
        QCOMPARE(value(fields, "lane"), QStringLiteral("compute")); // not "compute (compute)"
    }

    void timesCountFromTheChosenStep()
    {
        const Run run = runFromText("rank0 stage0: [F0 0-10] [F0 100.5-110.5]");
        SpanFindings findings;
        findings.zero = 100'000'000;
        const DetailFields fields = spanDetails(run, SpanId(1), findings);
        QCOMPARE(value(fields, "begin"), QStringLiteral("0.5 ms"));
        QCOMPARE(value(fields, "end"), QStringLiteral("10.5 ms"));
        QVERIFY(field(fields, "begin")->toolTip.startsWith(QStringLiteral("100.5")));
    }

    void operatorsShowAllOfTheirInputs()
    {
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10] [F1 10-20]");
        builder.setInputs(0, builder.intern("c10::BFloat16|16,559|559,1;Scalar|||True;"));
        ImportReport report;
        Run run;
        run.name = "run";
        run.trace = std::make_shared<const Trace>(builder.finish({}, report));
        const DetailFields fields = spanDetails(run, SpanId(0));
        QVERIFY(std::any_of(fields.begin(), fields.end(),
            [](const DetailField& f) { return f.isHeading && f.label == QStringLiteral("3 inputs"); }));
        QCOMPARE(value(fields, "1"), QStringLiteral("c10::BFloat16 [16, 559] strides [559, 1]"));
        QCOMPARE(value(fields, "2"), QStringLiteral("Scalar True"));
        QCOMPARE(value(fields, "3"), QStringLiteral("-"));
        QVERIFY(!field(spanDetails(run, SpanId(1)), "1"));
    }

    void sizesOfInputsStandOnce()
    {
        const auto detailOf = [](const char* detail, const char* inputs) {
            TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10]");
            builder.setDetail(0, builder.intern(detail));
            builder.setInputs(0, builder.intern(inputs));
            ImportReport report;
            Run run;
            run.name = "run";
            run.trace = std::make_shared<const Trace>(builder.finish({}, report));
            return value(spanDetails(run, SpanId(0)), "detail");
        };
        QCOMPARE(detailOf("[8, 4] [2] [3, 1]", "float|8,4|4,1;Scalar|||7;TensorList|[2],[],[3,1]"), QString());
        QCOMPARE(detailOf("[8, 4] [4, 2]", ""), QStringLiteral("[8, 4] [4, 2]"));
        QCOMPARE(detailOf("nccl [8, 4]", "float|8,4"), QStringLiteral("nccl [8, 4]"));
        QCOMPARE(detailOf("[4, 8]", "float|8,4"), QStringLiteral("[4, 8]"));
    }

    void modelledSpansNameTheStepThatTheyAnswerFor()
    {
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10]");
        builder.addStep(0, {1, {0, 20'000'000}});
        ImportReport report;
        Run run;
        run.name = "run";
        run.origin = Origin::Modelled;
        run.trace = std::make_shared<const Trace>(builder.finish({}, report));
        QCOMPARE(value(spanDetails(run, SpanId(0)), "step"), QStringLiteral("1"));
        SpanFindings findings;
        findings.step = 6;
        const DetailFields fields = spanDetails(run, SpanId(0), findings);
        QCOMPARE(value(fields, "step"), QStringLiteral("6"));
        QVERIFY(field(fields, "share of step")->toolTip.startsWith(QStringLiteral("Step 6 ")));
    }

    void relativesCanBeGoneTo()
    {
        const Run run = runFromText(picture);
        const SpanId forward = findOperation(*run.trace, Operation::Forward, 0);
        const SpanId inside = findOperation(*run.trace, Operation::AllReduce, -1);
        const DetailFields ofForward = spanDetails(run, forward);
        const DetailField* child = field(ofForward, "allreduce");
        QVERIFY(child);
        QCOMPARE(child->target, inside);
        const DetailFields ofInside = spanDetails(run, inside);
        const DetailField* parent = field(ofInside, "inside of");
        QVERIFY(parent);
        QCOMPARE(parent->target, forward);
    }

    void usualDurationIsTheMedianOfTheLane()
    {
        Run run = runFromText("rank0 stage0: [optimizer 0-10] [optimizer 10-30] [optimizer 30-90]");
        QCOMPARE(value(spanDetails(run, SpanId(0)), "typical here"), QStringLiteral("20.00 ms"));
        run = runFromText(
            "rank0 stage0: [optimizer 0-10] [optimizer 10-30] [optimizer 30-60] [optimizer 60-90]");
        QCOMPARE(value(spanDetails(run, SpanId(0)), "typical here"), QStringLiteral("25.00 ms"));
        run = runFromText("rank0 stage0: [optimizer 0-10] [optimizer 10-30]");
        QVERIFY(!field(spanDetails(run, SpanId(0)), "typical here")); // two say nothing
    }

    void aSlowRankIsToldWhatItsPeersTake()
    {
        const Run run = runFromText(R"(
rank0 stage0: [F0 0-10] [F0 10-20] [F0 20-30]
rank1 stage0: [F0 0-13] [F0 13-26] [F0 26-39]
rank2 stage0: [F0 0-10] [F0 10-20] [F0 20-30]
rank3 stage1: [F0 0-30] [F0 30-60] [F0 60-90]
)");
        const auto first = [&run](int32_t rank) {
            const Trace& trace = *run.trace;
            return SpanId(trace.rowsOf(trace.idOf(trace.tracksOf(rank).front())).front().firstSpan);
        };
        QCOMPARE(value(spanDetails(run, first(0)), "typical here"), QStringLiteral("10.00 ms"));
        const QString both = value(spanDetails(run, first(1)), "typical here");
        QVERIFY2(
            both.contains(QStringLiteral("10.00 ms")) && both.contains(QStringLiteral("13.00 ms")), qPrintable(both));
        QVERIFY(both.indexOf(QStringLiteral("10.00 ms")) < both.indexOf(QStringLiteral("13.00 ms")));
        QCOMPARE(value(spanDetails(run, first(3)), "typical here"), QStringLiteral("30.00 ms")); // more work, no peer
    }

    void aCollectiveNamesItsMembersInOrderOfArrival()
    {
        Run run = runFromText(R"(
rank0 stage0 comm tp: [allreduce 2-10]
rank1 stage0 comm tp: [allreduce 7-10]
rank2 stage0 comm tp: [allreduce 1-10]
)");
        run.layout.world = 3;
        run.layout.tensor = 3;
        run.layout.pipeline = 1;
        const Trace& trace = *run.trace;
        const WaitingTimes waiting(trace.spanCount(), trace.timing(), findWaiting({trace, run.layout}, trace.timing()));
        const SpanId first = SpanId(2);
        const SpanId last = SpanId(1);
        const auto members = collectiveByArrival({trace, run.layout}, trace.timing(), first);
        QCOMPARE(members.size(), size_t(3));
        const DetailFields fields = spanDetails(run, first, {&waiting, members});
        QCOMPARE(value(fields, "came last"), QStringLiteral("rank 1, +6.000 ms"));
        QCOMPARE(field(fields, "came last")->target, last);
        QCOMPARE(value(fields, "1. rank 2"), QStringLiteral("+0 ns"));
        QCOMPARE(value(fields, "3. rank 1"), QStringLiteral("+6.000 ms"));
        QCOMPARE(value(fields, "waiting"), QStringLiteral("6.000 ms"));
        QCOMPARE(value(fields, "transfer"), QStringLiteral("3.000 ms"));
        QCOMPARE(value(spanDetails(run, last, {&waiting, members}), "waiting"), QStringLiteral("0 ns"));
    }

    void waitingOfAReceiveIsApartFromItsTransfer()
    {
        Run run = runFromText(picture);
        const SpanId send = findOperation(*run.trace, Operation::SendForward, 0);
        const SpanId receive = findOperation(*run.trace, Operation::RecvForward, 0);
        QVERIFY(send.isValid() && receive.isValid());
        Trace copy = traceFromText(picture);
        run.trace = std::make_shared<const Trace>(DerivedTrace::linked(std::move(copy), {{send, receive}}));
        const Trace& trace = *run.trace;
        const WaitingTimes waiting(trace.spanCount(), trace.timing(), findWaiting({trace, run.layout}, trace.timing()));
        const SpanFindings findings {&waiting, {}};
        const DetailFields fields = spanDetails(run, receive, findings);
        QCOMPARE(value(fields, "waiting"), QStringLiteral("10.00 ms"));
        QCOMPARE(value(fields, "transfer"), QStringLiteral("11.00 ms"));
        QCOMPARE(field(fields, "sent by")->target, send);
        QCOMPARE(value(spanDetails(run, send, findings), "waiting"), QStringLiteral("0 ns"));
        QCOMPARE(field(spanDetails(run, send), "received by")->target, receive);
    }

    void busBandwidthFollowsNcclTests()
    {
        TraceBuilder builder;
        const TrackId track = builder.track({0, 0, Lane::Communication, Category::TensorComm, "comm tp"});
        SpanRecord record;
        record.track = track;
        record.begin = 0;
        record.end = 1'000'000; // 1 ms
        record.name = builder.intern("allreduce");
        record.category = Category::TensorComm;
        record.operation = Operation::AllReduce;
        record.bytes = 100'000'000;
        builder.addSpan(record);
        record.begin = 2'000'000;
        record.end = 3'000'000;
        record.flags = SpanFlag::notMeasured;
        builder.addSpan(record);
        ImportReport report;
        Run run;
        run.trace = std::make_shared<const Trace>(builder.finish({}, report));
        QVERIFY(!transferBandwidth(run, SpanId(0), 0)); // the size of the group is not known
        run.layout.tensor = 4;
        QCOMPARE(*transferBandwidth(run, SpanId(0), 0), 1e11 * 2 * 3 / 4);
        QVERIFY(!transferBandwidth(run, SpanId(1), 0)); // a stub
        QCOMPARE(value(spanDetails(run, SpanId(0)), "bus bandwidth"), QStringLiteral("150 GB/s"));
        QCOMPARE(value(spanDetails(run, SpanId(1)), "note"), QStringLiteral("not measured"));
        QCOMPARE(value(spanDetails(run, SpanId(1)), "origin"), QStringLiteral("assumed"));
    }

    void spansThatAreNotThereHaveNoDetails()
    {
        const Run run = runFromText(picture);
        QVERIFY(spanDetails(run, SpanId()).empty());
        QVERIFY(spanDetails(run, SpanId(9999)).empty());
    }

    void aRunTellsItsHostsAndWhatIsMissing()
    {
        Run run = runFromText(picture);
        run.layout.pipeline = 2;
        run.missingRanks = {2, 3};
        run.clocks
            = {{"node1", 0, 0, 0, true}, {"node2", 604781214500000, 300000, 64, true}, {"node3", 0, 0, 0, false}};
        const DetailFields fields = runDetails(run, 1);
        QCOMPARE(fields.front().label, QStringLiteral("rank 1"));
        QCOMPARE(value(fields, "missing ranks"), QStringLiteral("2, 3"));
        // In the units of the axis: of a week nobody reads milliseconds.
        const QString shift = value(fields, "node2");
        QVERIFY2(shift.startsWith(QStringLiteral("+604 781.2")), qPrintable(shift));
        QVERIFY2(shift.endsWith(QStringLiteral(" s ± 300.00 µs")), qPrintable(shift));
        QVERIFY(field(fields, "node2")->toolTip.contains(QStringLiteral("64")));
        QVERIFY(value(fields, "node3").startsWith(QStringLiteral("not aligned")));
        QCOMPARE(value(fields, "PP"), QStringLiteral("2"));
        QVERIFY(!field(fields, "TP")); // not known
        QCOMPARE(value(fields, "recorded time"), QStringLiteral("21.00 ms"));
        QCOMPARE(value(fields, "steps"), QString::number(run.trace->steps().size()));
        QVERIFY(!field(runDetails(run, 1, true), "steps")); // none ended
    }

    void aPlanHasNoTimesToTell()
    {
        Run run = runFromText(picture);
        run.kind = Run::Kind::Plan;
        const DetailFields fields = runDetails(run, 1);
        for (const DetailField& told : fields)
            QVERIFY(told.label != QStringLiteral("recorded time"));
        QCOMPARE(value(fields, "kind"), QStringLiteral("plan: an order without times"));
    }

    void timersOfALogStandWithTheirShareOfTheStep()
    {
        RunLog log;
        LogStep step;
        step.step = 1;
        step.stepMs = 200;
        log.steps.push_back(step);
        QVERIFY(!field(runLogDetails(log), "optimizer"));
        log.timers.push_back({1, "optimizer", 50});
        QCOMPARE(value(runLogDetails(log), "optimizer"), QStringLiteral("50.00 ms · 25.0 %"));
    }

    void tableKeepsHeadingsAndTargets()
    {
        const Run run = runFromText(picture);
        DetailModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const DetailFields fields = spanDetails(run, findOperation(*run.trace, Operation::Forward, 0));
        model.setFields(fields);
        QCOMPARE(model.rowCount(), static_cast<int>(fields.size()));
        QVERIFY(model.index(0, 0).data(DetailModel::headingRole).toBool());
        QVERIFY(!model.index(1, 0).data(DetailModel::headingRole).toBool());
        model.setFields({});
        QCOMPARE(model.rowCount(), 0);
    }
};

BUBBLESCOPE_TEST(TstDetails, QCoreApplication)

} // namespace bubblescope::tst_details

#include "tst_details.moc"
