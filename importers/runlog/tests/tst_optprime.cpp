// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readlog.h"
#include "optprimewriter.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_optprime {

namespace {

const char* const head = "> World size: 2\n> GAS: 4\n> GBS: 8\n> MBS: 2\n> TP: 1\n> DP: 1\n> PP: 2\n"
                         "stage2rank = {0: [0], 1: [1]}\n";

std::string header(int rank, int stage, int step)
{
    return "[rank:" + std::to_string(rank) + " stage:" + std::to_string(stage)
        + "] transformer-block(module) forward time (no send/recv) - step " + std::to_string(step);
}

std::string record(const std::string& layer, const std::string& total)
{
    return "  layer[" + layer + "]: total=" + total + "ms, ops=4, avg/op=0.100ms";
}

std::string epochLine(int batch, const std::string& ms, const std::string& loss)
{
    return "| epoch   1 | " + std::to_string(batch) + "/  323 batches | lr 0.00 | ms/batch " + ms + " | loss " + loss
        + " | ppl    2.00";
}

/// "0.embed=1 0.0=2 | 1.lm_head=3": blocks by step with their stage and layers.
std::string picture(const RunLog& log)
{
    std::string text;
    for (const StageBlock& block : log.blocks) {
        text += "step" + std::to_string(block.step) + " rank" + std::to_string(block.rank) + ":";
        for (const StageBlock::LayerTime& layer : block.layers)
            text += ' ' + logLayerName(layer.layer) + '=' + QString::number(layer.totalMs).toStdString();
        text += "\n";
    }
    return text;
}

bool areNear(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance)
{
    if (actual.size() != expected.size())
        return false;
    for (size_t i = 0; i < actual.size(); ++i) {
        if (!isNear(actual[i], expected[i], tolerance))
            return false;
    }
    return true;
}

} // namespace

class TstOptPrime : public QObject {
    Q_OBJECT
private slots:
    void aLogNamesItsModel()
    {
        const std::string step = std::string(head) + header(0, 0, 1) + "\n" + record("0", "1.0") + "\n";
        const RunLog log = readLog("> Total parameters in model: 1,235,814,400\n"
                                   ">> model class name: LlamaForCausalLM>> model class name: LlamaForCausalLM\n" + step)
                               .log();
        QCOMPARE(log.modelName, std::string("LlamaForCausalLM"));
        QVERIFY(log.parameters == 1'235'814'400);
        // Another rank prints into the line.
        QCOMPARE(readLog(">> model class name: OPTForCausalLMGPU mode is used.\n" + step).log().modelName,
            std::string("OPTForCausalLM"));
        const RunLog none = readLog("> Total parameters in model: nan\n>> model class name:\n" + step).log();
        QVERIFY(none.modelName.empty() && !none.parameters);
        // As it is written, it is read.
        const RunLog again = readLog(writeOptPrimeLog(log)).log();
        QCOMPARE(again.modelName, log.modelName);
        QVERIFY(again.parameters == log.parameters);
    }

    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void blocksHaveTheirLayers()
    {
        const ReadLog read = readLog(head + header(0, 0, 1) + "\n" + record("embed", "1.5") + "\n" + record("0", "20")
            + "\n" + header(1, 1, 1) + "\n" + record("1", "30.25") + "\n" + record("lm_head", "4") + "\n");
        QVERIFY(read.isLog());
        QCOMPARE(read.log().kind, RunLog::Kind::OptPrime);
        QCOMPARE(picture(read.log()), std::string("step1 rank0: embed=1.5 0=20\nstep1 rank1: 1=30.25 lm_head=4\n"));
        QCOMPARE(read.log().layerRecords, uint64_t(4));
        QCOMPARE(read.log().blocks[1].layers[0].operations, int64_t(4));
        QCOMPARE(read.log().blocks[1].layers[0].averageMs, 0.1);
        QVERIFY(read.report.isEmpty());
    }

    void headTellsTheLayout()
    {
        const ReadLog read = readLog(head + header(0, 0, 1) + "\n" + record("0", "20") + "\n");
        QCOMPARE(read.log().worldSize, std::optional(2));
        QCOMPARE(read.log().microbatches, std::optional(4));
        QCOMPARE(read.log().globalBatch, std::optional(8));
        QCOMPARE(read.log().microbatchSize, std::optional(2));
        QCOMPARE(read.log().tensorParallel, std::optional(1));
        QCOMPARE(read.log().dataParallel, std::optional(1));
        QCOMPARE(read.log().pipelineParallel, std::optional(2));
        QCOMPARE(read.log().layerCount, std::optional(1));
    }

    void factBehindAnotherRanksOutputIsFound()
    {
        const ReadLog read = readLog("> GAS: 32\n> MBS: 1\nGPU mode is used.> PP: 4\n\n");
        QCOMPARE(read.log().pipelineParallel, std::optional(4));
    }

    void layoutFollowsFromTheRecordsWhereTheHeadIsLost()
    {
        const ReadLog read = readLog(
            "stage2rank = {0: [0, 1], 1: [2, 3]}\n" + header(2, 1, 1) + "\n" + record("lm_head", "20") + "\n");
        QCOMPARE(read.log().worldSize, std::optional(4));
        QCOMPARE(read.log().pipelineParallel, std::optional(2));
        QCOMPARE(read.log().microbatches, std::optional(4));
    }

    void recordsOfTwoHeadersInOneLineAlternate()
    {
        const ReadLog read = readLog(header(0, 0, 2) + header(3, 3, 2) + "\n\n" + record("embed", "0.7")
            + record("5", "10") + "\n\n" + record("0", "40") + record("6", "41") + "\n\n" + record("1", "30")
            + record("7", "29") + "\n\n" + header(1, 1, 2) + "\n" + record("1", "11") + "\n");
        QCOMPARE(picture(read.log()),
            std::string("step2 rank0: embed=0.7 0=40 1=30\nstep2 rank1: 1=11\nstep2 rank3: 5=10 6=41 7=29\n"));
        QCOMPARE(read.report.count(IssueKind::InterleavedOutput), uint64_t(1));
        QCOMPARE(read.offsetOf(IssueKind::InterleavedOutput), 0LL);
    }

    void threeHeadersInOneLineAreTakenApart()
    {
        const ReadLog read
            = readLog(header(0, 0, 2) + header(1, 1, 2) + header(2, 2, 2) + "\n" + record("0", "1") + record("2", "2")
                + record("4", "3") + "\n" + record("1", "4") + record("3", "5") + record("5", "6") + "\n");
        QCOMPARE(
            picture(read.log()), std::string("step2 rank0: 0=1 1=4\nstep2 rank1: 2=2 3=5\nstep2 rank2: 4=3 5=6\n"));
    }

    void unevenStagesInOneLineContinueTheirOwnBlock()
    {
        // The longer block's last record stands alone: it can only continue layer 1.
        const ReadLog read = readLog(header(1, 1, 2) + header(0, 0, 2) + "\n" + record("4", "1") + record("0", "2")
            + "\n" + record("5", "3") + record("1", "4") + "\n" + record("2", "5") + "\n");
        QCOMPARE(picture(read.log()), std::string("step2 rank0: 0=2 1=4 2=5\nstep2 rank1: 4=1 5=3\n"));
    }

    void recordBehindAnotherRanksHeaderGoesBackToItsBlock()
    {
        const std::string first = header(0, 0, 1) + "\n" + record("0", "1") + "\n" + record("1", "2") + "\n"
            + header(1, 1, 1) + "\n" + record("2", "3") + "\n" + record("3", "4") + "\n";
        const std::string second = header(0, 0, 2) + "\n" + record("0", "5") + "\n" + header(1, 1, 2) + "\n"
            + record("1", "6") + "\n" + record("2", "7") + "\n" + record("3", "8") + "\n";
        const ReadLog read = readLog(first + second);
        QCOMPARE(picture(read.log()),
            std::string("step1 rank0: 0=1 1=2\nstep1 rank1: 2=3 3=4\nstep2 rank0: 0=5 1=6\nstep2 rank1: 2=7 3=8\n"));
        QVERIFY(read.report.isEmpty());
    }

    void epochLineBelongsToTheFollowingStep()
    {
        const ReadLog read
            = readLog(header(0, 0, 1) + "\n" + record("0", "1") + "\n" + epochLine(1, "7289.55", "21.49") + "\n");
        QCOMPARE(read.log().steps.size(), size_t(1));
        QCOMPARE(read.log().steps[0].step, int64_t(2));
        QCOMPARE(read.log().steps[0].stepMs, std::optional(7289.55));
        QCOMPARE(read.log().steps[0].loss, std::optional(21.49));
        QCOMPARE(read.log().steps[0].perplexity, std::optional(2.0));
    }

    void secondEpochContinuesTheSteps()
    {
        const ReadLog read
            = readLog("| epoch   2 |     3/  323 batches | lr 0.00 | ms/batch 10.00 | loss  1.00 | ppl     2.72\n");
        QCOMPARE(read.log().steps[0].step, int64_t(327));
    }

    void epochLineOfEveryLastStageRankCountsOnce()
    {
        const ReadLog read = readLog(epochLine(1, "7236.61", "25.06") + "\n" + epochLine(1, "7373.09", "25.06") + "\n"
            + epochLine(2, "2485.15", "12.40") + "\n" + epochLine(2, "2354.41", "12.40") + "\n");
        QCOMPARE(read.log().lossPoints(), uint64_t(2));
        QCOMPARE(read.log().repeatedSteps, uint64_t(2));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(2485.15));
        QCOMPARE(read.report.count(IssueKind::RepeatedRecords), uint64_t(2));
    }

    void lossThatIsNoNumberIsAnIssueAndNoPoint()
    {
        const std::string start = epochLine(1, "10.0", "3.00") + "\n";
        const ReadLog read = readLog(start + epochLine(2, "11.0", "nan") + "\n" + epochLine(3, "12.0", "inf") + "\n");
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().lossPoints(), uint64_t(1));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(11.0));
        QCOMPARE(read.report.count(IssueKind::BadNumber), uint64_t(2));
        QCOMPARE(read.offsetOf(IssueKind::BadNumber), static_cast<qlonglong>(start.size()));
    }

    void negativeTimesAreLeftOut()
    {
        const ReadLog read = readLog(header(0, 0, 1) + "\n" + record("0", "-4") + "\n" + record("1", "5") + "\n"
            + epochLine(1, "-3.5", "2.0") + "\n");
        QCOMPARE(picture(read.log()), std::string("step1 rank0: 1=5\n"));
        QVERIFY(!read.log().steps[0].stepMs);
        QCOMPARE(read.report.count(IssueKind::NegativeDuration), uint64_t(2));
    }

    void aBlockThatLostRecordsIsReported()
    {
        std::string text;
        for (int step = 1; step <= 3; ++step)
            text += header(0, 0, step) + "\n" + record("0", "1") + "\n" + record("1", "2") + "\n";
        const size_t offset = text.size();
        text += header(0, 0, 4) + "\n" + record("0", "1") + "\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().blocks.size(), size_t(4));
        QCOMPARE(read.report.count(IssueKind::IncompleteBlock), uint64_t(1));
        QCOMPARE(read.offsetOf(IssueKind::IncompleteBlock), static_cast<qlonglong>(offset));
    }

    void outputMixedByCharacterKeepsWhatIsWhole()
    {
        const std::string whole = header(0, 0, 1) + "\n" + record("0", "1") + "\n";
        const ReadLog read = readLog(whole
            + "[rank:1 sta[rank:2 stage:2] transfge:1] transformer-block(mo"
              "ormer-block(module) forward time (no sedule)nd/recv) - step 1\n  layer[2  layer[4]: tot]: "
              "total=1al=2.0ms\n"
            + header(3, 3, 1) + "\n" + record("6", "4") + "\n");
        QCOMPARE(picture(read.log()), std::string("step1 rank0: 0=1\nstep1 rank3: 6=4\n"));
    }

    void headerThatCanNotBeReadIsCountedWithItsOffset()
    {
        const std::string whole = header(0, 0, 1) + "\n" + record("0", "1") + "\n";
        const ReadLog read
            = readLog(whole + "[rank:x stage:1] transformer-block(module) forward time (no send/recv) - step 1\n");
        QCOMPARE(read.log().blocks.size(), size_t(1));
        QCOMPARE(read.report.count(IssueKind::BadRecord), uint64_t(1));
        QCOMPARE(read.offsetOf(IssueKind::BadRecord), static_cast<qlonglong>(whole.size() + 17));
    }

    void numbersBeyondTheirRangeMakeNoRecord()
    {
        const ReadLog read = readLog(header(0, 0, 1) + "\n" + record("99999999999999999999", "1") + "\n"
            + record("0", "1e400") + "\n" + record("1", "1e300") + "\n"
            + "[rank:0 stage:99999999] transformer-block(module) forward time (no send/recv) - step 1\n");
        QCOMPARE(picture(read.log()), std::string("step1 rank0:\n"));
        QCOMPARE(read.report.count(IssueKind::BadRecord), uint64_t(2));
        QCOMPARE(read.report.count(IssueKind::BadNumber), uint64_t(1));
        QCOMPARE(read.report.count(IssueKind::TimeOutOfRange), uint64_t(1));
    }

    void lastLineCutInTheMiddleIsReported()
    {
        const std::string whole = header(0, 0, 1) + "\n" + record("0", "1") + "\n" + epochLine(1, "10.0", "3.0") + "\n";
        const ReadLog cutEpoch = readLog(whole + "| epoch   1 |     2/  323 batches | lr 0.00 | ms/batch 16");
        QCOMPARE(cutEpoch.log().steps.size(), size_t(1));
        QCOMPARE(cutEpoch.report.count(IssueKind::TruncatedFile), uint64_t(1));
        const ReadLog cutRecord = readLog(whole + "  layer[1]: total=3.1");
        QCOMPARE(picture(cutRecord.log()), std::string("step1 rank0: 0=1\n"));
        QCOMPARE(cutRecord.report.count(IssueKind::TruncatedFile), uint64_t(1));
        QCOMPARE(cutRecord.offsetOf(IssueKind::TruncatedFile), static_cast<qlonglong>(whole.size() + 2));
    }

    void allLineBreaksAndNoneAtTheEndAreRead_data()
    {
        QTest::addColumn<QByteArray>("lineBreak");
        QTest::newRow("newline") << QByteArray("\n");
        QTest::newRow("CRLF") << QByteArray("\r\n");
        QTest::newRow("bare CR") << QByteArray("\r");
    }
    void allLineBreaksAndNoneAtTheEndAreRead()
    {
        QFETCH(QByteArray, lineBreak);
        const std::string end = lineBreak.toStdString();
        const ReadLog read = readLog("> GAS: 4" + end + header(0, 0, 1) + end + record("0", "1") + end
            + epochLine(1, "10.0", "3.0") + end + record("1", "2"));
        QCOMPARE(picture(read.log()), std::string("step1 rank0: 0=1 1=2\n"));
        QCOMPARE(read.log().lossPoints(), uint64_t(1));
        QVERIFY(read.report.isEmpty());
    }

    void escapesAreTakenOut()
    {
        const ReadLog read = readLog("\x1b[31m" + header(0, 0, 1) + "\x1b[0m\n\x1b[38;2;180;60;0m"
            + "  layer[\x1b[1m0\x1b[m]" + ": total=1.0ms, ops=4, avg/op=0.1ms\x1b]0;title\a\n");
        QCOMPARE(picture(read.log()), std::string("step1 rank0: 0=1\n"));
    }

    void foreignTextAndOtherEncodingsDoNoHarm()
    {
        const ReadLog read = readLog("\xef\xbb\xbf> GAS: 4\n温度 31°C\n32\xb0"
                                     "C caf\xe9\n"
            + header(0, 0, 1) + "温\n" + record("0", "1") + "\xb0\n" + std::string(13000, 'x') + record("1", "2") + "\n"
            + std::string(5, '\0') + "\n");
        QCOMPARE(picture(read.log()), std::string("step1 rank0: 0=1 1=2\n"));
        QCOMPARE(read.log().microbatches, std::optional(4));
    }

    void utf16IsAnIssue()
    {
        std::string utf16 = "\xff\xfe";
        for (const char c : std::string(head) + header(0, 0, 1) + "\n") {
            utf16 += c;
            utf16 += '\0';
        }
        QVERIFY(sniffLog(utf16) > 50);
        const ReadLog read = readLog(utf16);
        QVERIFY(!read.isLog());
        QCOMPARE(read.report.count(IssueKind::UnsupportedEncoding), uint64_t(1));
    }

    void emptyTextIsNothing()
    {
        QCOMPARE(sniffLog(""), 0);
        const ReadLog read = readLog("");
        QVERIFY(read.contents.isEmpty());
        QVERIFY(read.report.isEmpty());
        QVERIFY(read.finished);
    }

    void runThatEndedBeforeItsFirstStepSaysSo()
    {
        const ReadLog read = readLog(head);
        QVERIFY(read.isLog());
        QCOMPARE(read.log().stepCount(), int64_t(0));
        QCOMPARE(read.report.count(IssueKind::IncompleteBlock), uint64_t(1));
    }

    void writtenLogIsReadBack()
    {
        RunLog log;
        log.worldSize = 4;
        log.tensorParallel = 2;
        log.pipelineParallel = 2;
        log.dataParallel = 1;
        log.microbatches = 8;
        log.globalBatch = 8;
        log.microbatchSize = 1;
        log.elapsedSeconds = 12.25;
        for (int step = 1; step <= 3; ++step) {
            for (int rank = 0; rank < 4; ++rank) {
                StageBlock block;
                block.step = step;
                block.rank = rank;
                block.stage = rank / 2;
                block.layers.push_back({rank < 2 ? StageBlock::embedding : 1, step + 0.125, 8, 0.25});
                block.layers.push_back({rank < 2 ? 0 : StageBlock::head, rank + 0.5, 64, 0.125});
                log.blocks.push_back(block);
            }
            LogStep line;
            line.step = step;
            line.stepMs = 100.25 + step;
            line.loss = 10.5 / step;
            log.steps.push_back(line);
        }
        const std::string text = writeOptPrimeLog(log);
        QVERIFY(sniffLog(text) >= 90);
        const ReadLog read = readLog(text);
        QVERIFY(read.report.isEmpty());
        QCOMPARE(picture(read.log()), picture(log));
        QCOMPARE(read.log().worldSize, log.worldSize);
        QCOMPARE(read.log().tensorParallel, log.tensorParallel);
        QCOMPARE(read.log().pipelineParallel, log.pipelineParallel);
        QCOMPARE(read.log().microbatches, log.microbatches);
        QCOMPARE(read.log().elapsedSeconds, log.elapsedSeconds);
        QCOMPARE(read.log().steps.size(), size_t(3));
        for (size_t i = 0; i < 3; ++i) {
            QCOMPARE(read.log().steps[i].step, log.steps[i].step);
            QCOMPARE(read.log().steps[i].stepMs, log.steps[i].stepMs);
            QVERIFY(isNear(read.log().steps[i].loss, *log.steps[i].loss, 0.005));
        }
        QCOMPARE(read.log().blocks[3].layers[1].operations, int64_t(64));
    }

    void seed004IsRecoveredInFull()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog read = readLogFile(sharedData("seeds/004_cbcb88115115ad29.txt"));
        QVERIFY(read.isLog());
        const RunLog& log = read.log();
        QCOMPARE(log.blocks.size(), size_t(160));
        QCOMPARE(log.layerRecords, uint64_t(500));
        QCOMPARE(log.stepCount(), int64_t(20));
        QCOMPARE(log.stageCount(), 8);
        QCOMPARE(log.lossPoints(), uint64_t(20));
        QCOMPARE(log.steps.front().loss, std::optional(21.49));
        QCOMPARE(log.steps.back().loss, std::optional(1.63));
        QCOMPARE(log.steps.front().step, int64_t(2));
        QVERIFY(isNear(log.medianStepMs(), 1613.34));
        QVERIFY(areNear(log.stageForwardMsPerMicrobatch(), {2.26, 2.75, 2.54, 2.51, 2.42, 2.42, 2.39, 6.85}, 0.0051));
        QCOMPARE(log.layerCount, std::optional(16));
        QCOMPARE(log.pipelineParallel, std::optional(8));
        QVERIFY(isNear(log.elapsedSeconds, 37.576));
        QCOMPARE(read.report.issues().size(), size_t(1));
        QCOMPARE(read.report.count(IssueKind::InterleavedOutput), uint64_t(1));
        // Rank 0 and rank 3 share lines in step 2.
        QCOMPARE(log.blocks[8].layers[1].totalMs, 40.903);
        QCOMPARE(log.blocks[11].layers[1].totalMs, 41.273);
    }

    void everyRankOfTheTensorGroupPrintsButCountsOnce()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog two = readLogFile(sharedData("opt_prime/20251224_111155_TP2_DP1_PP4_MBS1_GBS32_log.txt"));
        QCOMPARE(two.log().lossPoints(), uint64_t(20));
        QCOMPARE(two.log().repeatedSteps, uint64_t(20));
        QCOMPARE(two.log().pipelineParallel, std::optional(4));
        QCOMPARE(two.log().blocks.size(), size_t(80));
        QCOMPARE(two.log().layerRecords, uint64_t(360));
        const ReadLog four = readLogFile(sharedData("opt_prime/20251224_111800_TP4_DP1_PP2_MBS1_GBS32_log.txt"));
        QCOMPARE(four.log().lossPoints(), uint64_t(20));
        QCOMPARE(four.log().repeatedSteps, uint64_t(60));
        QCOMPARE(four.log().stageForwardMsPerMicrobatch().size(), size_t(2));
    }

    void theOtherDamagedLogIsRecoveredInFull()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog read = readLogFile(sharedData("opt_prime/20251224_111323_TP2_DP1_PP4_MBS2_GBS32_log.txt"));
        QCOMPARE(read.log().blocks.size(), size_t(80));
        QCOMPARE(read.log().layerRecords, uint64_t(360));
        QCOMPARE(read.log().lossPoints(), uint64_t(20));
        QCOMPARE(read.log().microbatches, std::optional(16));
        QCOMPARE(read.report.count(IssueKind::IncompleteBlock), uint64_t(0));
        QCOMPARE(read.report.count(IssueKind::InterleavedOutput), uint64_t(1));
    }

    void gpuStatusIsNoRunLog()
    {
        REQUIRE_SHARED_DATA();
        const std::string name = sharedData("opt_prime/20251224_105911_gpustat_TP1_DP1_PP8_MBS1_GBS32.log");
        QCOMPARE(sniffLog(readHead(name, sniffBytes)), 0);
    }
};

BUBBLESCOPE_TEST(TstOptPrime, QCoreApplication)

} // namespace bubblescope::tst_optprime

#include "tst_optprime.moc"
