// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runlog.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace bubblescope::tst_runlog {

namespace {

StageBlock block(int64_t step, int rank, int stage, std::vector<std::pair<int, double>> layers)
{
    StageBlock result;
    result.step = step;
    result.rank = rank;
    result.stage = stage;
    for (const auto& [layer, ms] : layers)
        result.layers.push_back({layer, ms, 8, ms / 8});
    return result;
}

LogStep timed(int64_t number, std::optional<double> ms, std::optional<double> loss = {})
{
    LogStep step;
    step.step = number;
    step.stepMs = ms;
    step.loss = loss;
    return step;
}

} // namespace

class TstRunLog : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void medianLeavesTheWarmupOut()
    {
        RunLog log;
        log.steps = {timed(1, 5000), timed(2, 100), timed(3, 104), timed(4, 101)};
        QCOMPARE(log.medianStepMs(), std::optional(101.0));
        log.steps.push_back(timed(5, 200));
        QCOMPARE(log.medianStepMs(), std::optional(102.5));
    }

    void aLoneStepIsItsOwnMedian()
    {
        RunLog log;
        log.steps = {timed(7, 5000)};
        QCOMPARE(log.medianStepMs(), std::optional(5000.0));
    }

    void medianIsUnknownWithoutTimes()
    {
        RunLog log;
        QVERIFY(!log.medianStepMs());
        log.steps = {timed(1, {}, 3.0), timed(2, {}, 2.0)};
        QVERIFY(!log.medianStepMs());
        QCOMPARE(log.lossPoints(), uint64_t(2));
    }

    void firstStepWithoutTimeIsStillTheWarmup()
    {
        RunLog log;
        log.steps = {timed(1, {}), timed(2, 300), timed(3, 100)};
        QCOMPARE(log.medianStepMs(), std::optional(200.0));
    }

    void stepsAreThoseWithBlocksWhereThereAreAny()
    {
        RunLog log;
        log.rankSteps = {{0, 0, 5}, {1, 0, 5}, {0, 1, 5}};
        QCOMPARE(log.stepCount(), int64_t(2));
        log.steps = {timed(2, 1), timed(3, 1), timed(4, 1)};
        QCOMPARE(log.stepCount(), int64_t(3));
        log.blocks = {block(1, 0, 0, {{0, 1}}), block(1, 1, 1, {{1, 1}}), block(2, 0, 0, {{0, 1}})};
        QCOMPARE(log.stepCount(), int64_t(2));
        QCOMPARE(log.stageCount(), 2);
        QCOMPARE(log.blockSteps(), (std::vector<int64_t> {1, 2}));
    }

    void stageForwardIsTheMedianOverStepsPerMicrobatch()
    {
        RunLog log;
        log.microbatches = 4;
        log.blocks = {block(1, 0, 0, {{0, 400}}), block(1, 1, 1, {{1, 800}}), block(2, 0, 0, {{0, 40}, {1, 4}}),
            block(2, 1, 1, {{1, 80}}), block(3, 0, 0, {{0, 48}}), block(3, 1, 1, {{1, 120}})};
        QCOMPARE(log.stageForwardMsPerMicrobatch(), (std::vector<double> {11.5, 25}));
        log.microbatches.reset();
        QVERIFY(log.stageForwardMsPerMicrobatch().empty());
    }

    void slowestReplicaStandsForItsStage()
    {
        RunLog log;
        log.microbatches = 2;
        log.blocks = {block(5, 0, 0, {{0, 20}, {1, 10}}), block(5, 1, 0, {{0, 26}, {1, 8}}), block(5, 2, 1, {{2, 6}})};
        QCOMPARE(log.stageForwardMsPerMicrobatch(), (std::vector<double> {17, 3}));
        QCOMPARE(log.layerForwardMs(5), (std::vector<RunLog::LayerForward> {{0, 26}, {1, 10}, {2, 6}}));
    }

    void aStageWithoutBlocksIsNoNumber()
    {
        RunLog log;
        log.microbatches = 1;
        log.blocks = {block(1, 0, 0, {{0, 4}}), block(1, 2, 2, {{2, 8}})};
        const std::vector<double> stages = log.stageForwardMsPerMicrobatch();
        QCOMPARE(stages.size(), size_t(3));
        QCOMPARE(stages[0], 4.0);
        QVERIFY(std::isnan(stages[1]));
        QCOMPARE(stages[2], 8.0);
    }

    void layerOnTwoStagesIsAddedUp()
    {
        RunLog log;
        log.blocks = {block(1, 0, 0, {{StageBlock::embedding, 1}, {0, 10}, {1, 3}}),
            block(1, 1, 1, {{1, 7}, {2, 5}, {StageBlock::head, 2}})};
        QCOMPARE(log.layerForwardMs(1),
            (std::vector<RunLog::LayerForward> {
                {StageBlock::embedding, 1}, {0, 10}, {1, 10}, {2, 5}, {StageBlock::head, 2}}));
        QVERIFY(log.layerForwardMs(2).empty());
    }

    void layerMedianLeavesTheFirstStepOut()
    {
        RunLog log;
        log.blocks = {block(1, 0, 0, {{0, 900}}), block(2, 0, 0, {{0, 10}}), block(3, 0, 0, {{0, 14}}),
            block(4, 0, 0, {{0, 11}})};
        QCOMPARE(log.medianLayerForwardMs(), (std::vector<RunLog::LayerForward> {{0, 11}}));
    }

    void layersAreNamedAsTheLogNamesThem()
    {
        QCOMPARE(logLayerName(StageBlock::embedding), std::string("embed"));
        QCOMPARE(logLayerName(12), std::string("12"));
        QCOMPARE(logLayerName(StageBlock::head), std::string("lm_head"));
        QCOMPARE(QString::fromLatin1(runLogKindName(RunLog::Kind::OptPrime)), QStringLiteral("opt_prime"));
    }
};

BUBBLESCOPE_TEST(TstRunLog, QCoreApplication)

} // namespace bubblescope::tst_runlog

#include "tst_runlog.moc"
