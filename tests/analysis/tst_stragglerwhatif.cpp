// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// How much of the steps is lost to inequality, against published answers and small pictures.
#include "idealdurations.h"
#include "idealrun.h"
#include "partoftrace.h"
#include "realfolder.h"
#include "runanalysis.h"
#include "samplefolder.h"
#include "stragglerreplay.h"
#include "stragglerwhatif.h"
#include "testprogram.h"
#include "tracetext.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <optional>
#include <random>

namespace bubblescope::tst_stragglerwhatif {

namespace {

ParallelLayout layoutOf(int world, int pipeline)
{
    ParallelLayout layout;
    layout.world = world;
    layout.pipeline = pipeline;
    layout.tensor = 1;
    layout.data = world / pipeline;
    return layout;
}

StragglerWhatIf whatIfOf(const Trace& trace, const ParallelLayout& layout)
{
    const RunContext context(trace, layout);
    const Result<StragglerWhatIf> found = findStragglerWhatIf(context);
    if (!found)
        qFatal("%s", found.error().message.text().c_str());
    return *found;
}

QJsonObject published(const char* name)
{
    QFile file(QString::fromStdString(sharedData(name)));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

bool isWithin(double actual, double expected, double tolerance)
{
    if (std::abs(actual - expected) <= tolerance)
        return true;
    qWarning("%.6f, expected %.6f", actual, expected);
    return false;
}

} // namespace

class TstStragglerWhatIf : public QObject {
    Q_OBJECT
private slots:
    void equalRanksLoseNothing()
    {
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 10-30] [optimizer 30-35]
            rank1 stage0: [F0 0-10] [B0 10-30] [optimizer 30-35])");
        const StragglerWhatIf found = whatIfOf(trace, layoutOf(2, 1));
        QCOMPARE(found.slowdown, 1.0);
        QCOMPARE(found.launchSlowdown, 1.0);
        QVERIFY(!found.ofSlowestRanks);
    }

    void ofNextToNothingNoShareIsTold()
    {
        // The second rank takes 0.5 % longer: less than a step differs from another.
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-1000] [B0 1000-3000] [optimizer 3015-3500]
            rank0 stage0 comm dp: [allreduce 3000-3015]
            rank1 stage0: [F0 0-1005] [B0 1005-3015] [optimizer 3015-3500]
            rank1 stage0 comm dp: [allreduce 3015-3015])");
        const StragglerWhatIf found = whatIfOf(trace, layoutOf(2, 1));
        QVERIFY(found.slowdown > 1);
        QVERIFY(found.slowdown < 1.01);
        QVERIFY(!found.ofSlowestRanks);
        QVERIFY(!found.ofLastStage);
    }

    void gapsAreLaunchDelaysAndNotStragglers()
    {
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10] [B0 15-35] [optimizer 35-40]");
        const StragglerWhatIf found = whatIfOf(trace, layoutOf(1, 1));
        QCOMPARE(found.slowdown, 1.0);
        QCOMPARE(found.launchSlowdown, 40.0 / 35);
    }

    void slowReplicaExplainsItself()
    {
        // Replica 1 computes twice as long; the gradients of both end together.
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 10-30] [optimizer 65-70]
            rank0 stage0 comm dp: [allreduce 30-65]
            rank1 stage0: [F0 0-20] [B0 20-60] [optimizer 65-70]
            rank1 stage0 comm dp: [allreduce 60-65])");
        const StragglerWhatIf found = whatIfOf(trace, layoutOf(2, 1));
        // Ideal: 15 + 30 + 5 + 5.
        QCOMPARE(found.steps.front().noDelay, 70e6);
        QCOMPARE(found.steps.front().ideal, 55e6);
        QCOMPARE(found.dataRanks[0].slowdown, 1.0);
        QCOMPARE(found.dataRanks[1].slowdown, 70.0 / 55);
        QCOMPARE(found.ranks.front().rank, 1);
        QCOMPARE(found.ofSlowestRanks.value_or(0), 1.0);
    }

    void waitingInALossIsNoCompute_data()
    {
        QTest::addColumn<QString>("parent");
        QTest::newRow("beside the loss") << QString();
        QTest::newRow("part of the loss") << QStringLiteral(" in loss");
    }
    /// The replicas average their loss: the first waits for it, and that is no work of it.
    void waitingInALossIsNoCompute()
    {
        QFETCH(QString, parent);
        const QString text = QStringLiteral(R"(
            rank0 stage0: [F0 0-10] [loss 10-21] [B0 21-41] [optimizer 41-46]
            rank0 stage0 comm dp: [allreduce 10.2-21%1]
            rank1 stage0: [F0 0-20] [loss 20-21] [B0 21-41] [optimizer 41-46]
            rank1 stage0 comm dp: [allreduce 20.2-21%1])");
        const Trace trace = traceFromText(text.arg(parent).toStdString());
        const StragglerWhatIf found = whatIfOf(trace, layoutOf(2, 1));
        // Ideal: 15 + 1 + 20 + 5.
        QCOMPARE(found.steps.front().ideal, 41e6);
        QCOMPARE(found.steps.front().noDelay, 46e6);
        QCOMPARE(found.dataRanks[0].slowdown, 1.0);
        QCOMPARE(found.dataRanks[1].slowdown, 46.0 / 41);
        // Of no part of it are gradients.
        for (const StragglerWhatIf::Type& type : found.types)
            QVERIFY2(type.key != "grads-reduce-scatter", type.key.c_str());
        QCOMPARE(found.ranks.front().rank, 1);
        // As findings price it: all its compute a quarter shorter, so that its forward takes 15 and it comes to the
        // average after 0.15; the backward of its peer is no shorter. That peer is not slow.
        QCOMPARE(found.ranks.front().lostNs.value_or(-1), 5.05e6);
        QVERIFY(!found.ranks.back().lostNs);
    }

    void slowRanksCostWhatTheirFindingSays_data()
    {
        QTest::addColumn<int>("tensor");
        QTest::addColumn<std::vector<SampleOptions::RankFactor>>("slow");
        QTest::newRow("alone") << 1 << std::vector<SampleOptions::RankFactor> {{6, 1.3}};
        // The passes of its peer hold what that waits for it.
        QTest::newRow("in a tensor-parallel group") << 2 << std::vector<SampleOptions::RankFactor> {{6, 1.3}};
        // The healthy peer of each must not be made as slow as it.
        QTest::newRow("one in each replica") << 1 << std::vector<SampleOptions::RankFactor> {{2, 1.3}, {5, 1.2}};
    }
    void slowRanksCostWhatTheirFindingSays()
    {
        QFETCH(int, tensor);
        QFETCH(std::vector<SampleOptions::RankFactor>, slow);
        SampleOptions options;
        options.tensor = tensor;
        options.data = 2;
        options.stragglers = slow;
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        const Run& run = folder->runs.front();
        const Result<StragglerWhatIf> found = findStragglerWhatIf(*contextOf(run));
        const std::optional<RunAnalysis> analysis = analyzeRun(run);
        QVERIFY(found && analysis);
        const std::vector<Finding>& findings = analysis->findings.list;
        const auto finding = std::find_if(
            findings.begin(), findings.end(), [](const Finding& f) { return f.id == "straggling-rank"; });
        QVERIFY(finding != findings.end());
        QVERIFY(finding->costNs > 0.02 * double(analysis->stepTime));
        QCOMPARE(found->lostTogetherNs.value_or(0), finding->costNs);
        for (const StragglerWhatIf::Rank& rank : found->ranks) {
            const bool isSlow = std::any_of(slow.begin(), slow.end(),
                [&rank](const SampleOptions::RankFactor& known) { return known.rank == rank.rank; });
            QCOMPARE(rank.lostNs.has_value(), isSlow);
            QVERIFY(rank.lostNs.value_or(0) >= 0);
            if (isSlow && slow.size() == 1)
                QCOMPARE(*rank.lostNs, finding->costNs);
        }
    }

    void pipelineWaitsForItsMessages()
    {
        // The slower second stage holds up the first, whose receive is mostly waiting.
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [B0 52-62] [optimizer 62-64]
            rank0 stage0 comm pp: [SF0 10-11] [RB0 11-52]
            rank1 stage1: [F0 11-31] [B0 31-51] [optimizer 52-54]
            rank1 stage1 comm pp: [RF0 0-11] [SB0 51-52])");
        const StragglerWhatIf found = whatIfOf(trace, layoutOf(2, 2));
        QCOMPARE(found.steps.front().noDelay, 64e6);
        QCOMPARE(found.steps.front().ideal, 64e6);
        QVERIFY(found.stages[1].slowdown > found.stages[0].slowdown);
    }

    void aReplayOfFewOperationsIsAPlayOfAll()
    {
        // Against the player of whole steps, which shares nothing with it.
        SampleOptions options;
        options.data = 4;
        options.steps = 11;
        options.noise = 0.05;
        options.stragglers = {{5, 1.4}};
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        const RunContext context(*folder->runs.front().trace, folder->runs.front().layout);
        const Result<StragglerModel> model = StragglerModel::make(context);
        QVERIFY(model);
        const std::vector<float> ideal = idealDurations(*model);
        const StragglerReplay replay(*model, ideal);
        StragglerReplay::Scratch scratch;
        std::mt19937 random(7);
        for (int round = 0; round < 60; ++round) {
            std::vector<uint32_t> recorded;
            std::vector<uint8_t> isIdeal(model->nodeCount(), 1);
            const uint32_t oneOf = round % 3 == 0 ? 2 : round % 3 == 1 ? 40 : 1500;
            for (uint32_t n = 0; n < model->nodeCount(); ++n) {
                if (random() % oneOf == 0) {
                    recorded.push_back(n);
                    isIdeal[n] = 0;
                }
            }
            const std::vector<double> played = model->lengths(ideal, isIdeal);
            QCOMPARE(replay.lengths(recorded, scratch, model->nodeCount()), played);
            QCOMPARE(replay.lengths(recorded, scratch, 0), played);
        }
    }

    void ranksThatCannotDifferArePlayedOnce_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("data");
        QTest::addColumn<int>("expert");
        QTest::newRow("replicas") << 4 << 1 << 6 << 1;
        QTest::newRow("two stages, which are each other's next") << 2 << 2 << 4 << 1;
        QTest::newRow("no pipeline") << 1 << 2 << 6 << 1;
        QTest::newRow("experts that some replicas share") << 2 << 1 << 8 << 4;
    }
    void ranksThatCannotDifferArePlayedOnce()
    {
        QFETCH(int, stages);
        QFETCH(int, tensor);
        QFETCH(int, data);
        QFETCH(int, expert);
        SampleOptions options;
        options.stages = stages;
        options.tensor = tensor;
        options.data = data;
        options.expert = expert;
        options.steps = 5;
        options.noise = 0.05;
        options.hosts = 1;
        options.stragglers = {{1, 1.4}};
        const Result<RunFolder> folder = makeSampleFolder(options);
        QVERIFY(folder);
        const RunContext context(*folder->runs.front().trace, folder->runs.front().layout);
        const Result<StragglerModel> model = StragglerModel::make(context);
        QVERIFY(model);
        const std::vector<float> ideal = idealDurations(*model);
        const StragglerReplay replay(*model, ideal);
        StragglerReplay::Scratch scratch;
        const auto ranks = static_cast<uint32_t>(folder->runs.front().trace->ranks().size());
        for (uint32_t first = 0; first < ranks; ++first) {
            for (const uint32_t apart : {ranks, 1U, 3U, uint32_t(stages * tensor)}) {
                std::vector<uint32_t> recorded;
                std::vector<uint8_t> isIdeal(model->nodeCount(), 1);
                for (uint32_t n = 0; n < model->nodeCount(); ++n) {
                    const uint32_t rank = model->node(n).rank;
                    if (rank >= first && (rank - first) % apart == 0) {
                        recorded.push_back(n);
                        isIdeal[n] = 0;
                    }
                }
                QCOMPARE(replay.lengths(recorded, scratch, model->nodeCount()), model->lengths(ideal, isIdeal));
            }
        }
        // Of no rank: one of each stage, and what these are told apart by.
        replay.lengths({}, scratch, model->nodeCount());
        QVERIFY(scratch.program.operations.size() <= model->nodeCount() / size_t(tensor));
        QVERIFY(scratch.program.operations.size() <= model->nodeCount() / 2);
    }

    void stepsWithOtherOperationsAreLeftOut()
    {
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10] [B0 10-30] [optimizer 30-35]");
        builder.endStep(0, 35'000'000);
        TraceBuilder second = builderFromText("rank0 stage0: [F0 40-50] [optimizer 70-75]");
        builder.append(std::move(second));
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const StragglerWhatIf found = whatIfOf(trace, layoutOf(1, 1));
        QCOMPARE(found.steps.size() + found.stepsLeftOut, trace.steps().size());
    }

    void aCutFirstStepIsLeftOut()
    {
        TraceBuilder builder = builderFromText("rank0 stage0: [F0 0-10] [optimizer 30-35]");
        builder.endStep(0, 35'000'000);
        for (const char* const whole : {"rank0 stage0: [F0 40-50] [B0 50-70] [optimizer 70-75]",
                 "rank0 stage0: [F0 80-90] [B0 90-110] [optimizer 110-115]"}) {
            builder.append(builderFromText(whole));
            builder.endStep(0, whole[16] == '4' ? 75'000'000 : 115'000'000);
        }
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const StragglerWhatIf found = whatIfOf(trace, layoutOf(1, 1));
        QCOMPARE(found.stepsLeftOut, 1U);
        QCOMPARE(found.steps.size(), size_t(2));
        QCOMPARE(found.slowdown, 1.0);
    }

    void aSendInsideAReceiveIsAnOperation()
    {
        // The first rank sends its second microbatch while it waits for the gradient of the first.
        const Trace trace = traceFromText(R"(
            rank0 stage0: [F0 0-10] [F1 11-21] [B0 42-62] [B1 83-103] [optimizer 103-105]
            rank0 stage0 comm pp: [SF0 10-11] [RB0 12-42] [SF1 21-22] [RB1 62-83]
            rank1 stage1: [F0 11-21] [B0 21-41] [F1 42-52] [B1 52-82] [optimizer 82-84]
            rank1 stage1 comm pp: [RF0 0-11] [RF1 21-22] [SB0 41-42] [SB1 82-83])");
        const Result<StragglerModel> model = StragglerModel::make({trace, layoutOf(2, 2)});
        QVERIFY(model);
        QCOMPARE(model->nodeCount(), size_t(18));
        QCOMPARE(model->leftOut(), 0U);
    }

    void aRankThatIsCutInTheFirstStepIsNamed()
    {
        TraceBuilder builder = builderFromText(R"(
            rank0 stage0: [F0 0-10] [B0 10-30] [F0 40-50] [B0 50-70]
            rank1 stage0: [F0 0-10])");
        constexpr TimeNs ms = 1'000'000;
        builder.addStep(0, {1, {0, 40 * ms}});
        builder.addStep(0, {2, {40 * ms, 70 * ms}});
        builder.addStep(1, {1, {0, 10 * ms}});
        ImportReport report;
        const Trace trace = builder.finish({}, report);
        const Result<StragglerWhatIf> found = findStragglerWhatIf({trace, layoutOf(2, 1)});
        QVERIFY(!found);
        QCOMPARE(found.error().message.text(), std::string("No step is whole: rank 1 has 1 of 2."));
    }

    void withoutStagesNoRankHasAShare()
    {
        // The second rank is slower, but nobody says what the two are to each other.
        const Trace trace = traceFromText(R"(
            rank0: [F0 0-10] [B0 10-30] [optimizer 60-65]
            rank1: [F0 0-20] [B0 20-60] [optimizer 60-65])");
        QCOMPARE(trace.ranks()[0].stage, int16_t(-1));
        const StragglerWhatIf found = whatIfOf(trace, {});
        QVERIFY(found.slowdown > 1);
        QVERIFY(found.stages.empty());
        QVERIFY(!found.ofSlowestRanks && !found.ofLastStage);
        QCOMPARE(found.ranks.size(), size_t(2));
        for (const StragglerWhatIf::Rank& rank : found.ranks) {
            QCOMPARE(rank.stage, -1);
            QVERIFY(!rank.score);
        }
    }

    void aRangeInsideAStepHoldsNoWholeOne()
    {
        // Whether passes lie in it or not: what is recorded is not the matter.
        const Trace trace = traceFromText("rank0 stage0: [F0 0-10] [B0 10-30] [optimizer 30-35]");
        for (const TimeRange range : {TimeRange {12'000'000, 20'000'000}, TimeRange {5'000'000, 20'000'000}}) {
            const Result<StragglerWhatIf> found = findStragglerWhatIf({partOfTrace(trace, range), layoutOf(1, 1)});
            QVERIFY(!found);
            QCOMPARE(found.error().message.text(), std::string("Within the range that was read, no step is whole."));
        }
    }

    void tracesWithoutPassesAreRefused()
    {
        const Trace trace = traceFromText("rank0 stage0 comm tp: [allreduce 0-10]");
        const Result<StragglerWhatIf> found = findStragglerWhatIf({trace, layoutOf(1, 1)});
        QVERIFY(!found);
        QVERIFY(!found.error().advice.empty());
    }

    void publishedAnswersAreMet()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("bytedance_st");
        const StragglerWhatIf found = whatIfOf(*folder.runs.front().trace, folder.runs.front().layout);
        const QJsonObject answers = published("bytedance_st/result-ST.json");
        QCOMPARE(found.steps.size(), size_t(32));
        for (const StragglerWhatIf::Step& step : found.steps) {
            const auto expected = [&](const char* key) {
                return answers[QLatin1String(key)].toObject()[QString::number(step.number)].toDouble() * 1e9;
            };
            QVERIFY(isWithin(step.base / expected("step_t_base"), 1, 0.001));
            QVERIFY(isWithin(step.noDelay / expected("step_t_nodelay"), 1, 0.001));
            QVERIFY(isWithin(step.ideal / expected("step_t_noblk"), 1, 0.001));
        }
        QVERIFY(isWithin(found.slowdown, answers[QLatin1String("blocking_slowdown")].toDouble(), 1e-4));
        QVERIFY(isWithin(found.launchSlowdown, answers[QLatin1String("launch_slowdown")].toDouble(), 1e-3));
        const auto check = [&](const std::vector<StragglerWhatIf::Part>& parts, const char* key) {
            const QJsonObject expected = answers[QLatin1String(key)].toObject();
            QCOMPARE(int(parts.size()), int(expected.size()));
            for (const StragglerWhatIf::Part& part : parts)
                QVERIFY(isWithin(part.slowdown, expected[QString::number(part.number)].toDouble(), 1e-4));
        };
        check(found.stages, "blocking_decompose_by_stage");
        check(found.dataRanks, "blocking_decompose_by_dp_rank");
        const QJsonObject types = answers[QLatin1String("blocking_decompose_by_optype")].toObject();
        QCOMPARE(int(found.types.size()), int(types.size()));
        for (const StragglerWhatIf::Type& type : found.types)
            QVERIFY(isWithin(type.slowdown, types[QString::fromStdString(type.key)].toDouble(), 1e-4));
        QVERIFY(isWithin(found.ofSlowestRanks.value_or(0),
            published("bytedance_st/mw-ST.json")[QLatin1String("Mw")].toDouble(), 1e-3));
        QVERIFY(isWithin(
            found.ofLastStage.value_or(0), published("bytedance_st/ms-ST.json")[QLatin1String("Ms")].toDouble(), 1e-3));
    }

    void idealTimelineIsAsLongAsTheIdealSteps()
    {
        REQUIRE_SHARED_DATA();
        const RunFolder folder = realFolder("bytedance_st");
        const Result<Run> ideal = makeIdealRun(folder.runs.front());
        QVERIFY(ideal.isOk());
        QCOMPARE(ideal->origin, Origin::Modelled);
        QCOMPARE(ideal->trace->spanCount(), folder.runs.front().trace->spanCount());
        QVERIFY(isWithin(double(ideal->trace->range().duration()), 32 * 1843295824.372, 1e6));
    }

    void recordedRankTracesHaveAnAnswer()
    {
        REQUIRE_SHARED_DATA();
        for (const char* name : {"echo/measured_tp1_pp2_4ranks", "echo/measured_tp2_pp4_8ranks"}) {
            const RunFolder folder = realFolder(name);
            const StragglerWhatIf found = whatIfOf(*folder.runs.front().trace, folder.runs.front().layout);
            QVERIFY2(found.slowdown > 1 && found.slowdown < 1.5, name);
            QVERIFY2(found.launchSlowdown > 0.99 && found.launchSlowdown < 1.1, name);
        }
    }
};

BUBBLESCOPE_TEST(TstStragglerWhatIf, QCoreApplication)

} // namespace bubblescope::tst_stragglerwhatif

#include "tst_stragglerwhatif.moc"
