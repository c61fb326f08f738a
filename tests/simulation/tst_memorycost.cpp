// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "importone.h"
#include "layerwork.h"
#include "memorycost.h"
#include "tablestep.h"
#include "testprogram.h"

#include <QTest>

#include <cmath>

namespace bubblescope::tst_memorycost {

namespace {

WorkPiece gradients(double bytes, Operation operation = Operation::AllReduce)
{
    WorkPiece piece;
    piece.operation = operation;
    piece.category = Category::DataComm;
    piece.bytes = bytes;
    return piece;
}

bool isNear(double value, double expected) { return std::abs(value / expected - 1) < 1e-12; }

} // namespace

class TstMemoryCost : public QObject {
    Q_OBJECT
private slots:
    void aParameterTakesEighteenBytes()
    {
        QVERIFY(isNear(modelStateBytes(1e9, {}), 18e9));
        MemoryOptions half;
        half.gradientElementBytes = 2;
        QVERIFY(isNear(modelStateBytes(1e9, half), 16e9));
        MemoryOptions shared;
        shared.optimizerShards = 8;
        QVERIFY(isNear(modelStateBytes(1e9, shared), (6 + 12.0 / 8) * 1e9));
    }

    void activationsAreThoseOfThePaper()
    {
        // The 22B model: s 2048, b 4, h 6144, 64 heads, TP 8.
        const double sbh = 2048.0 * 4 * 6144;
        const double scores = 64 * 2048 / 6144.0;
        MemoryOptions options;
        options.recomputation = Recomputation::None;
        options.headsTimesSequenceOverHidden = scores;
        QVERIFY(isNear(layerActivationBytes(2 * sbh, 8, options), sbh * (10 + 24.0 / 8 + 5 * scores / 8)));
        options.sequenceParallel = true;
        QVERIFY(isNear(layerActivationBytes(2 * sbh, 8, options), sbh / 8 * (34 + 5 * scores)));
        options.recomputation = Recomputation::Attention;
        QVERIFY(isNear(layerActivationBytes(2 * sbh, 8, options), sbh / 8 * 34));
        options.recomputation = Recomputation::Full;
        QVERIFY(isNear(layerActivationBytes(2 * sbh, 8, options), 2 * sbh));
        QVERIFY(isNear(layerActivationBytes(2 * sbh, 1, {}), sbh * 34));
    }

    void gradientsAreCountedOnce()
    {
        RankWork rank;
        QCOMPARE(gradientBytes(rank), -1.0);
        rank.finalize = {gradients(4e9, Operation::ReduceScatter), gradients(4e9, Operation::AllGather)};
        rank.backward = {gradients(1e9)};
        QCOMPARE(gradientBytes(rank), 5e9);
    }

    void stagesSayWhatTheyHold()
    {
        JobProfile profile;
        profile.tensor = 2;
        profile.messageBytes = 2e6;          // a million numbers
        profile.gradientBytesPerLayer = 4e8; // a hundred million parameters
        std::vector<RankWork> stages(2);
        stages[1].finalize = {gradients(6e9)};
        const std::vector<StageMemory> memory
            = stageMemory(profile, stages, std::vector<int> {3, 2}, std::vector<double> {4, 1});
        QVERIFY(isNear(memory[0].parameterBytes, 3 * 1e8 * 18));
        QVERIFY(isNear(memory[1].parameterBytes, 1.5e9 * 18));
        QVERIFY(isNear(memory[0].activationBytes, 4 * (3 * 22e6 + 1e6)));
        QVERIFY(memory[0].isKnown());
        QVERIFY(memory[0].fits(80e9));
        QVERIFY(!memory[0].fits(5e9));
        QVERIFY(isNear(memory[0].parameters * memory[0].bytesPerParameter, memory[0].parameterBytes));
        QVERIFY(isNear(memory[0].parameters, 300e6));
        QVERIFY(isNear(memory[0].layerBytes, 22e6));
        QCOMPARE(memory[0].layers, 3);
        QCOMPARE(memory[0].peakInFlight, 4.0);
    }

    void headAndEmbeddingKeepActivationsToo()
    {
        JobProfile profile;
        profile.tensor = 2;
        profile.hiddenSize = 1000;
        profile.messageBytes = 2e6; // a million numbers: 1000 tokens
        std::vector<RankWork> stages(4);
        for (size_t stage = 0; stage < 4; ++stage)
            stages[stage].finalize = {gradients(stage == 1 || stage == 2 ? 4e8 : 4e8 + 1e8)};
        const auto bytes = [&] {
            return stageMemory(profile, stages, std::vector<int> {2, 2, 2, 2}, std::vector<double> {4, 3, 2, 1});
        };
        // A head of 25 million parameters is 25,000 rows of the vocabulary.
        const std::vector<StageMemory> memory = bytes();
        QVERIFY(isNear(memory[0].endBytes, 1e6));
        QCOMPARE(memory[1].endBytes, 0.0);
        QVERIFY(isNear(memory[3].endBytes, 4e6 + 1000 * 25000 * 4.0));
        QVERIFY(isNear(memory[3].activationBytes, 2 * memory[3].layerBytes + memory[3].endBytes));
        // Tied embeddings say it themselves.
        WorkPiece tied = gradients(2e8);
        tied.category = Category::EmbeddingComm;
        stages[3].finalize.push_back(tied);
        QVERIFY(isNear(bytes()[3].endBytes, 4e6 + 1000 * 50000 * 4.0));
    }

    void whatIsNotKnownIsNotInvented()
    {
        const std::vector<StageMemory> memory
            = stageMemory(JobProfile(), std::vector<RankWork>(1), std::vector<int> {4}, std::vector<double> {1});
        QVERIFY(!memory[0].isKnown());
        QCOMPARE(memory[0].parameterBytes, -1.0);
        QCOMPARE(memory[0].activationBytes, -1.0);
    }

    void gpt2LargeHasItsParameters()
    {
        REQUIRE_SHARED_DATA();
        const FileContents contents = importShared("seeds/002_891053d3e8445d09.txt");
        const Result<JobProfile> profile = profileOfTable(contents.layerTables.at(0), {.layers = 36});
        QVERIFY(profile.isOk());
        const std::vector<StageMemory> memory
            = stageMemory(*profile, profile->ranks, profile->layersOfStage, std::vector<double> {1});
        // 774 million and an untied head of 64 million.
        const double parameters = memory[0].parameterBytes / 18;
        QVERIFY2(parameters > 770e6 && parameters < 840e6, qPrintable(QString::number(parameters)));
    }
};

BUBBLESCOPE_TEST(TstMemoryCost, QCoreApplication)

} // namespace bubblescope::tst_memorycost

#include "tst_memorycost.moc"
