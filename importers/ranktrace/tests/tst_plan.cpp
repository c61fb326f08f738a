// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importerregistry.h"
#include "planimporter.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <fmt/format.h>

namespace bubblescope::tst_plan {

namespace {

struct Plan {
    FileContents contents;
    ImportReport report;
    std::optional<Trace> trace;
    const Trace* operator->() const { return &*trace; }
};

Plan importPlan(const Importer& importer, std::string_view text)
{
    Plan plan;
    const auto source = openMemory(text, "plan");
    importer.import(*source, plan.contents, plan.report, {});
    if (!plan.contents.traceParts.empty())
        plan.trace = plan.contents.traceParts.front().builder.finish({}, plan.report);
    return plan;
}

// Spans of each row as "rank stage lane: name+microbatch@slot".
QString picture(const Trace& trace)
{
    std::string text;
    for (uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.track(TrackId(t));
        text += fmt::format("{} {} {}:", track.rank, track.stage, trace.trackName(TrackId(t)));
        for (const Row& row : trace.rowsOf(TrackId(t))) {
            for (uint32_t s = row.firstSpan; s < row.firstSpan + row.spanCount; ++s)
                text += fmt::format(
                    " {}{}@{}", trace.name(SpanId(s)), trace.microbatch(SpanId(s)), trace.begin(SpanId(s)) / planSlot);
        }
        text += '\n';
    }
    return QString::fromStdString(text);
}

constexpr std::string_view stagePlan
    = "stage:3:forward_step(batch_id=0, mg_state=warmup, duration=None, description=None, group_kind=None, "
      "input__shape=None, input__dtype=None)\n"
      "stage:3:send_forward(batch_id=0, mg_state=warmup, duration=None, description=None, group_kind=pp, "
      "input__shape=[2048, 2, 5120], input__dtype=torch.float32)\n"
      "stage:3:backward_step(batch_id=0, mg_state=cooldown, duration=None, description=None, group_kind=None, "
      "input__shape=None, input__dtype=None)\n"
      "stage:3:dp_allreduce(batch_id=0, mg_state=finalize, duration=None, description=model_chunk.finish_grad_sync(), "
      "All-reduce / reduce-scatter across DP replicas, group_kind=dp, input__shape=None, input__dtype=None)\n"
      "stage:3:optimizer_step(batch_id=0, mg_state=finalize, duration=None, description=None, group_kind=None, "
      "input__shape=None, input__dtype=None)\n";

} // namespace

class TstPlan : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void stagePlanIsAnOrder();
    void damagedStagePlanKeepsTheRest();
    void cutStagePlanSaysSo();
    void cellsOfAPipelinePlanAreRead();
    void emptyCellIsAnIdleSlot();
    void communicationOfAPipelinePlanHasItsLane();
    void damagedCellsAreReported();
    void hugePlansAreBounded();
    void sniffKnowsItsOwn_data();
    void sniffKnowsItsOwn();
};

void TstPlan::stagePlanIsAnOrder()
{
    const Plan plan = importPlan(StagePlanImporter(), stagePlan);
    QCOMPARE(picture(*plan.trace),
        QStringLiteral("3 3 compute: forward_step0@0 backward_step0@2 optimizer_step-1@4\n"
                       "3 3 comm pp: send_forward0@1\n3 3 comm dp: dp_allreduce-1@3\n"));
    const TracePart& part = plan.contents.traceParts.front();
    QCOMPARE(part.kind, Run::Kind::Plan);
    QCOMPARE(part.ranks, std::vector<int> {3});
    QCOMPARE(part.layout.microbatches.value(), 1);
    for (uint32_t s = 0; s < plan->spanCount(); ++s) {
        QCOMPARE(int(plan->flags(SpanId(s))), int(SpanFlag::untimed | SpanFlag::notMeasured));
        QCOMPARE(plan->duration(SpanId(s)), planSlot);
        if (plan->name(SpanId(s)) == "dp_allreduce")
            QCOMPARE(plan->detail(SpanId(s)),
                std::string_view("model_chunk.finish_grad_sync(), All-reduce / reduce-scatter across DP replicas"));
        if (plan->name(SpanId(s)) == "send_forward")
            QCOMPARE(plan->bytes(SpanId(s)), int64_t(2048) * 2 * 5120 * 4);
    }
    QVERIFY(plan.report.isEmpty());
}

void TstPlan::damagedStagePlanKeepsTheRest()
{
    const std::string text
        = "stage:x:forward_step(batch_id=0)\nstage:99999:forward_step(batch_id=0)\nnonsense\n" + std::string(stagePlan);
    const Plan plan = importPlan(StagePlanImporter(), text);
    QCOMPARE(plan->spanCount(), 5u);
    QCOMPARE(plan.report.count(IssueKind::BadRecord), uint64_t(3));
    QCOMPARE(plan.report.issues()[0].first[1].offset.value(), uint64_t(33));
}

void TstPlan::cutStagePlanSaysSo()
{
    const Plan plan = importPlan(StagePlanImporter(), stagePlan.substr(0, stagePlan.size() - 30));
    QCOMPARE(plan->spanCount(), 4u);
    QCOMPARE(plan.report.count(IssueKind::TruncatedFile), uint64_t(1));
}

void TstPlan::cellsOfAPipelinePlanAreRead()
{
    const Plan plan = importPlan(PipelinePlanImporter(), "0F0,0F1,2F0,2I0,2W0,0B1\r\n1F0,1F1,3F0,3I0,3W0,1B1");
    QCOMPARE(picture(*plan.trace),
        QStringLiteral("0 0 compute: forward0@0 forward1@1 forward0@2 input gradient0@3 weight gradient0@4 "
                       "backward1@5\n"
                       "1 1 compute: forward0@0 forward1@1 forward0@2 input gradient0@3 weight gradient0@4 "
                       "backward1@5\n"));
    QCOMPARE(plan->stage(SpanId(2)), 2);
    QCOMPARE(plan->operation(SpanId(4)), Operation::WeightGradient);
    QCOMPARE(plan->source(SpanId(1)).offset, uint64_t(4));
    QCOMPARE(plan.contents.traceParts.front().layout.microbatches.value(), 2);
    QVERIFY(plan.report.isEmpty());
}

void TstPlan::emptyCellIsAnIdleSlot()
{
    const Plan plan = importPlan(PipelinePlanImporter(), "0F0,0F1,,0B0\n,1F0,1B0,\n");
    QCOMPARE(picture(*plan.trace),
        QStringLiteral("0 0 compute: forward0@0 forward1@1 backward0@3\n"
                       "1 1 compute: forward0@1 backward0@2\n"));
}

void TstPlan::communicationOfAPipelinePlanHasItsLane()
{
    const Plan plan = importPlan(PipelinePlanImporter(), "0UNSHARD,0F0,0SEND_F0,0RECV_B0,0B0,0REDUCE_GRAD\n");
    QCOMPARE(picture(*plan.trace),
        QStringLiteral("0 0 compute: forward0@1 backward0@4\n"
                       "0 0 comm pp: send_forward0@2 recv_backward0@3\n"
                       "0 0 comm dp: unshard-1@0 reduce_grad-1@5\n"));
}

void TstPlan::damagedCellsAreReported()
{
    const Plan plan = importPlan(PipelinePlanImporter(), "0F0,0F,0X1,99999999F1,-1F0,0F1x,0F1");
    QCOMPARE(picture(*plan.trace), QStringLiteral("0 0 compute: forward0@0 forward1@6\n"));
    QCOMPARE(plan.report.count(IssueKind::BadRecord), uint64_t(5));
}

void TstPlan::hugePlansAreBounded()
{
    std::string row(size_t(3) << 20, ',');
    const Plan idle = importPlan(PipelinePlanImporter(), row + "\n0F0\n");
    QCOMPARE(idle->spanCount(), 1u);
    const Plan deep = importPlan(
        StagePlanImporter(), "stage:0:forward_step(batch_id=0, input__shape=" + std::string(100'000, '[') + ")\n");
    QCOMPARE(deep->spanCount(), 1u);
    QVERIFY(deep->detail(SpanId(0)).size() < 1000);
}

void TstPlan::sniffKnowsItsOwn_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("importer");
    QTest::newRow("stage plan") << QByteArray("stage:0:get_batch(batch_id=0, mg") << QByteArray("stage-plan");
    QTest::newRow("pipeline plan") << QByteArray("0F0,0F1,0B0\n1F0") << QByteArray("pipeline-plan");
    QTest::newRow("one cell") << QByteArray("0F0\n") << QByteArray();
    QTest::newRow("table") << QByteArray("1,2,3\n4,5,6\n") << QByteArray();
    QTest::newRow("text") << QByteArray("stage: 0: nothing\n") << QByteArray();
    QTest::newRow("commas") << QByteArray(",,,,\n") << QByteArray();
}

void TstPlan::sniffKnowsItsOwn()
{
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, importer);
    const Importer* found = ImporterRegistry::builtin().find(std::string_view(head.constData(), size_t(head.size())));
    QCOMPARE(found ? QByteArray(std::string(found->id()).c_str()) : QByteArray(), importer);
}

BUBBLESCOPE_TEST(TstPlan, QCoreApplication)

} // namespace bubblescope::tst_plan

#include "tst_plan.moc"
