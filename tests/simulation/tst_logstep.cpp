// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importone.h"
#include "logstep.h"
#include "testprogram.h"
#include "worksums.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_logstep {

namespace {

RunLog readLog(const char* name)
{
    FileContents contents = importShared(name);
    return contents.runLogs.empty() ? RunLog() : std::move(contents.runLogs.front());
}

RunLog smallLog()
{
    RunLog log;
    log.name = "small";
    log.microbatches = 4;
    for (int64_t step = 1; step <= 3; ++step) {
        // The first step is a warmup.
        const double slow = step == 1 ? 10 : 1;
        log.blocks.push_back({step, 0, 0, {{StageBlock::embedding, 4 * slow, 4, 1}, {0, 36 * slow, 4, 9}}, 0});
        log.blocks.push_back({step, 1, 1, {{1, 40 * slow, 4, 10}, {StageBlock::head, 20 * slow, 4, 5}}, 0});
        LogStep line;
        line.step = step;
        line.stepMs = 500 * slow;
        log.steps.push_back(line);
    }
    return log;
}

} // namespace

class TstLogStep : public QObject {
    Q_OBJECT
private slots:
    void forwardTimesBecomeStages()
    {
        const Result<JobProfile> profile = profileOfLog(smallLog());
        QVERIFY(profile.isOk());
        QCOMPARE(profile->stages, 2);
        QCOMPARE(profile->microbatches, 4);
        QCOMPARE(computeOf(profile->ranks[0].forward), 10e6);
        QCOMPARE(computeOf(profile->ranks[1].forward), 15e6);
        QCOMPARE(profile->ranks[0].forward.size(), size_t(2));
        QCOMPARE(profile->ranks[0].forward[0].name, std::string("embed"));
        QCOMPARE(profile->ranks[0].forward[1].layer, 0);
        QCOMPARE(profile->ranks[1].backward[0].name, std::string("lm_head"));
        QCOMPARE(profile->assumedBackwardRatio.value_or(0), 2.0);
        QCOMPARE(profile->statedStepNs.value_or(0), 500e6);
        QCOMPARE(profile->layersOfStage, (std::vector<int> {1, 1}));
        QCOMPARE(profile->layerWork->layers, 2);
        QCOMPARE(computeOf(profile->layerWork->layerForward), 9.5e6);
    }

    void seed004HasItsStagesAndItsStep()
    {
        REQUIRE_SHARED_DATA();
        const Result<JobProfile> profile = profileOfLog(readLog("seeds/004_cbcb88115115ad29.txt"));
        QVERIFY2(profile.isOk(), profile ? "" : profile.error().message.text().c_str());
        QCOMPARE(profile->stages, 8);
        QCOMPARE(profile->microbatches, 32);
        QCOMPARE(profile->microbatchSize, 1);
        const std::vector<double> expected {2.26, 2.75, 2.54, 2.51, 2.42, 2.42, 2.39, 6.85};
        for (size_t stage = 0; stage < expected.size(); ++stage) {
            const double ms = computeOf(profile->ranks[stage].forward) / 1e6;
            QVERIFY2(std::abs(ms - expected[stage]) < 0.006, qPrintable(QString::number(ms)));
        }
        QVERIFY(std::abs(*profile->statedStepNs / 1e6 - 1613.34) < 0.006);
        QCOMPARE(int(profile->statedOrigin), int(Origin::Measured));
        int layers = 0;
        for (const int count : profile->layersOfStage)
            layers += count;
        QCOMPARE(layers, profile->layerWork->layers);
    }

    void theSweepOfLogsBecomesJobs_data()
    {
        QTest::addColumn<int>("stages");
        QTest::newRow("opt_prime/20251224_105911_TP1_DP1_PP8_MBS1_GBS32_log.txt") << 8;
        QTest::newRow("opt_prime/20251224_111155_TP2_DP1_PP4_MBS1_GBS32_log.txt") << 4;
        QTest::newRow("opt_prime/20251224_111323_TP2_DP1_PP4_MBS2_GBS32_log.txt") << 4;
        QTest::newRow("opt_prime/20251224_111800_TP4_DP1_PP2_MBS1_GBS32_log.txt") << 2;
    }
    void theSweepOfLogsBecomesJobs()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(int, stages);
        const Result<JobProfile> profile = profileOfLog(readLog(QTest::currentDataTag()));
        QVERIFY2(profile.isOk(), profile ? "" : profile.error().message.text().c_str());
        QCOMPARE(profile->stages, stages);
    }

    void logsWithoutStageTimesAreRefusedWithWhatIsMissing_data()
    {
        QTest::addColumn<bool>("isOpened");
        QTest::newRow("megatron_logs/meg_gpt2_perf_n16.out") << true;
        QTest::newRow("megatron_logs/megatronapp_output1.log") << true;
        QTest::newRow("torchtitan/run101_ansi.log") << true;
    }
    void logsWithoutStageTimesAreRefusedWithWhatIsMissing()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(bool, isOpened);
        const RunLog log = readLog(QTest::currentDataTag());
        QCOMPARE(!log.steps.empty(), isOpened);
        const Result<JobProfile> profile = profileOfLog(log);
        QVERIFY(!profile);
        QVERIFY(profile.error().message.text().find("no forward time per stage") != std::string::npos);
        QVERIFY(!profile.error().advice.empty());
    }

    void whatIsMissingIsNamed()
    {
        RunLog log = smallLog();
        log.microbatches.reset();
        QVERIFY(profileOfLog(log).error().message.text().find("GAS") != std::string::npos);
        log = smallLog();
        std::erase_if(log.blocks, [](const StageBlock& block) { return block.stage == 0; });
        QVERIFY(profileOfLog(log).error().message.text().find("stage 0") != std::string::npos);
        log = smallLog();
        log.pipelineParallel = 4;
        QVERIFY(profileOfLog(log).error().message.text().find("2 of 4 stages") != std::string::npos);
    }
};

BUBBLESCOPE_TEST(TstLogStep, QCoreApplication)

} // namespace bubblescope::tst_logstep

#include "tst_logstep.moc"
