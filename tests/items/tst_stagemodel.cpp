// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stagemodel.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QAbstractItemModelTester>
#include <QtTest>

namespace bubblescope::tst_stagemodel {

namespace {

constexpr double ms = 1e6;

RunLog stageLog()
{
    RunLog log;
    log.microbatches = 4;
    for (const int step : {1, 2, 3}) {
        const double slow = step == 1 ? 10 : 1;
        log.blocks.push_back({step, 0, 0, {{StageBlock::embedding, 4 * slow, 4, 1}, {0, 8 * slow, 4, 2}}, 0});
        log.blocks.push_back({step, 1, 1, {{1, 12 * slow, 4, 3}, {StageBlock::head, 24 * slow, 4, 6}}, 0});
        log.blocks.push_back({step, 2, 1, {{1, 10 * slow, 4, 3}, {StageBlock::head, 20 * slow, 4, 6}}, 0});
    }
    return log;
}

std::shared_ptr<Run> twoStageRun()
{
    auto run = std::make_shared<Run>();
    run->trace = std::make_shared<const Trace>(traceFromText(R"(
rank0 stage0: [F0 0-10] [F1 10-20] [B0 40-60] [B1 60-80]
rank1 stage1: [F0 10-30] [B0 30-50] [F1 50-70] [B1 70-100]
)"));
    run->layout.pipeline = 2;
    return run;
}

} // namespace

class TstStageModel : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void logTimesArePerMicrobatchAndLeaveTheFirstStepOut()
    {
        const StageCosts costs = stageCosts(stageLog(), std::nullopt);
        QVERIFY(costs.perMicrobatch);
        QCOMPARE(costs.stages.size(), size_t(2));
        QCOMPARE(costs.stages[0].forwardNs, 3 * ms);
        QCOMPARE(costs.stages[1].forwardNs, 9 * ms); // of the two replicas, the slower
        QCOMPARE(costs.slowest, 1);
        QCOMPARE(costs.imbalance, 0.5); // 9 over the mean of 6
        QVERIFY2(costs.summary.contains(QStringLiteral("stage 1 is the slowest")), qPrintable(costs.summary));
    }

    void layersAddUpToTheirStage()
    {
        const StageCosts costs = stageCosts(stageLog(), std::nullopt);
        QCOMPARE(costs.stages[1].layers.size(), size_t(2));
        QCOMPARE(costs.stages[1].layers[0].layer, QStringLiteral("1"));
        QCOMPARE(costs.stages[1].layers[0].ns + costs.stages[1].layers[1].ns, costs.stages[1].forwardNs);
    }

    void oneStepIsShownAsItWas()
    {
        QCOMPARE(stageCosts(stageLog(), 1).stages[0].forwardNs, 30 * ms);
        QVERIFY(stageCosts(stageLog(), 9).isEmpty());
        QVERIFY(stageCosts(stageLog(), 9).missing.contains(QStringLiteral("9")));
    }

    void withoutMicrobatchesTimesAreOfTheWholeStep()
    {
        RunLog log = stageLog();
        log.microbatches.reset();
        const StageCosts costs = stageCosts(log, 2);
        QVERIFY(!costs.perMicrobatch);
        QCOMPARE(costs.stages[0].forwardNs, 12 * ms);
    }

    void tracesGiveForwardAndBackward()
    {
        const auto run = twoStageRun();
        const RunSummary summary = summarizeRun(*contextOf(*run), run->trace->timing());
        const StageCosts costs = stageCosts(*run, summary, std::nullopt);
        QCOMPARE(costs.stages.size(), size_t(2));
        QCOMPARE(costs.stages[0].forwardNs, 10 * ms);
        QCOMPARE(costs.stages[0].backwardNs, 20 * ms);
        QCOMPARE(costs.stages[1].forwardNs, 20 * ms);
        QCOMPARE(costs.stages[1].backwardNs, 25 * ms);
        QCOMPARE(costs.slowest, 1);
        QCOMPARE(costs.stages[1].busyShare, 0.9); // 90 of 100 ms
        QVERIFY(!costs.summary.contains(QStringLiteral("modelled")));
        Run modelled = *run;
        modelled.origin = Origin::Modelled;
        const StageCosts ofModel = stageCosts(modelled, summary, std::nullopt);
        QVERIFY2(
            ofModel.summary.startsWith(QStringLiteral("Median microbatch (modelled): ")), qPrintable(ofModel.summary));
    }

    void aPartOfARunCountsOnlyPassesInsideIt()
    {
        const auto run = twoStageRun();
        const Trace& trace = *run->trace;
        const RunSummary whole = summarizeRun({trace, run->layout}, trace.timing());
        const TimeRange part {35'000'000, 101'000'000};
        const StageCosts costs
            = stageCosts(*run, summarizePart(*contextOf(*run), trace.timing(), part, whole.waiting), std::nullopt);
        QVERIFY2(costs.summary.contains(QStringLiteral("in the selected range, 35")), qPrintable(costs.summary));
        QCOMPARE(costs.part, std::optional(part));
        for (const StageCost& stage : costs.stages)
            QVERIFY(stage.busyShare > 0 && stage.busyShare <= 1);
        QVERIFY(stageCosts(*run, whole, std::nullopt).stages[0].forwardNs > 0);
        QVERIFY(!(costs.stages[0].forwardNs > 0)); // its forward passes are over by then
        // Too narrow for a pass: that is said, with the range.
        const TimeRange narrow {1'000'000, 2'000'000};
        const StageCosts none
            = stageCosts(*run, summarizePart(*contextOf(*run), trace.timing(), narrow, whole.waiting), std::nullopt);
        QVERIFY(none.isEmpty());
        QVERIFY2(none.missing.contains(QStringLiteral("1.")), qPrintable(none.missing));
    }

    void aPlanHasNoTimes()
    {
        Run run;
        run.kind = Run::Kind::Plan;
        run.trace = std::make_shared<const Trace>(traceFromText("rank0 stage0: [F0 0-1] [B0 1-2]"));
        const RunSummary summary = summarizeRun(*contextOf(run), run.trace->timing());
        const StageCosts costs = stageCosts(run, summary, std::nullopt);
        QVERIFY(costs.isEmpty());
        QVERIFY(costs.missing.contains(QStringLiteral("no times")));
    }

    void stagesStandInForLayers()
    {
        const auto run = twoStageRun();
        const RunSummary summary = summarizeRun(*contextOf(*run), run->trace->timing());
        const LayerCosts costs = layerCosts(stageCosts(*run, summary, std::nullopt));
        QVERIFY(costs.perStage);
        QCOMPARE(costs.bars.size(), size_t(2));
        QCOMPARE(costs.bars[1].name, QStringLiteral("stage 1"));
        QCOMPARE(costs.totalNs, 75 * ms);
    }

    void tableNamesLayersInFewCharacters()
    {
        QCOMPARE(layerListText({{QStringLiteral("embed"), 1}, {QStringLiteral("0"), 1}, {QStringLiteral("1"), 1},
                     {QStringLiteral("2"), 1}, {QStringLiteral("5"), 1}, {QStringLiteral("lm_head"), 1}}),
            QStringLiteral("embed, 0–2, 5, lm_head"));
        QCOMPARE(layerListText({}), QString());
    }

    void tableComparesWithTheMean()
    {
        StageModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setCosts(stageCosts(stageLog(), std::nullopt));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.stageAt(1), 1);
        QCOMPARE(model.stageAt(2), -1);
        const int last = model.columnCount() - 1;
        QCOMPARE(model.headerData(last, Qt::Horizontal).toString(), QStringLiteral("From mean"));
        QCOMPARE(model.index(1, last).data(TableModel::SortRole).toDouble(), 0.5);
        QCOMPARE(model.index(0, last).data(TableModel::PlainRole).toString(), QStringLiteral("-50"));
    }
};

BUBBLESCOPE_TEST(TstStageModel, QCoreApplication)

} // namespace bubblescope::tst_stagemodel

#include "tst_stagemodel.moc"
