// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readlog.h"
#include "shareddata.h"
#include "stepbatches.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

namespace bubblescope::tst_megatronlog {

namespace {

const char* const arguments = "------------------------ arguments ------------------------\n"
                              "  data_parallel_size .............................. 2\n"
                              "  global_batch_size ............................... 64\n"
                              "  micro_batch_size ................................ 4\n"
                              "  num_layers ...................................... 24\n"
                              "  num_layers_per_virtual_pipeline_stage ........... None\n"
                              "  pipeline_model_parallel_size .................... 3\n"
                              "  seq_length ...................................... 2048\n"
                              "  tensor_model_parallel_size ...................... 5\n"
                              "  world_size ...................................... 30\n"
                              "-------------------- end of arguments ---------------------\n";

std::string iteration(int number, const std::string& fields)
{
    return " iteration " + std::to_string(number) + "/    1000 | consumed samples:           40 | " + fields + " |\n";
}

} // namespace

class TstMegatronLog : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void flopsBelowAnIterationAreItsOwn()
    {
        // flops_calculator() in megatron/utils.py of DeepSpeedExamples
        const ReadLog read = readLog(iteration(10, "elapsed time per iteration (ms): 2152.5 | lm loss: 8.5E+00")
            + "Effective Tera Flops per GPU: 52.25 and total parameters 29.998 B\n"
            + iteration(20, "elapsed time per iteration (ms): 2152.5 | lm loss: 8.25E+00"));
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[0].teraflops, std::optional(52.25));
        QVERIFY(!read.log().steps[1].teraflops);
    }

    /// --rampup-batch-size, as Megatron-LM and NeMo print it.
    void stepsOfAGrowingBatchAreNotMixed_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("time");
        QTest::addColumn<double>("unit");
        QTest::newRow("Megatron-LM") << QByteArray("") << QByteArray("elapsed time per iteration (ms)") << 1.0;
        QTest::newRow("arguments before")
            << QByteArray(arguments) << QByteArray("elapsed time per iteration (ms)") << 1.0;
        QTest::newRow("NeMo") << QByteArray("") << QByteArray("train_step_timing in s") << 0.001;
    }
    void stepsOfAGrowingBatchAreNotMixed()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, time);
        QFETCH(double, unit);
        const auto text = [&](int (*batchOf)(int)) {
            std::string all = before.toStdString();
            for (int step = 1; step <= 30; ++step) {
                const int batch = batchOf(step);
                const std::string name = time.startsWith("train") ? "global_batch_size" : "global batch size";
                all += iteration(step,
                    name + ": " + std::to_string(batch) + " | " + time.toStdString() + ": "
                        + std::to_string((300 + 10 * batch + step % 3) * unit) + " | lm loss: 8.5E+00");
            }
            return all;
        };
        const ReadLog read = readLog(text([](int step) { return step <= 10 ? 16 : step <= 16 ? 32 : 48; }));
        QCOMPARE(read.issues(), QByteArray());
        QCOMPARE(read.log().steps.size(), size_t(30));
        QVERIFY(isNear(read.log().medianStepMs(), 781, 1e-6)); // of the 14 with 48
        QCOMPARE(read.log().globalBatch, std::optional(48));
        QVERIFY(isNear(read.log().steps[0].samplesPerSecond, 16 / 0.461, 1e-6));
        const std::vector<int64_t> batches = growingBatches(read.log());
        QCOMPARE(batches.size(), size_t(30));
        QCOMPARE(batches[9], int64_t(16));
        QCOMPARE(batches[10], int64_t(32));
        QCOMPARE(batches[29], int64_t(48));
        // Nothing is made of a batch that stays, or of one that is smaller for once.
        for (int (*const batchOf)(int) : {+[](int) { return 48; }, +[](int step) { return step == 9 ? 40 : 48; }}) {
            const ReadLog other = readLog(text(batchOf));
            QVERIFY(growingBatches(other.log()).empty());
            QVERIFY(!other.log().steps[0].samplesPerSecond);
        }
    }

    void iterationLineGivesTimeLossAndRates()
    {
        const ReadLog read = readLog(iteration(10,
            "elapsed time per iteration (ms): 2152.5 | learning rate: 3.750E-05 | global batch size:     4 | "
            "lm loss: 1.203125E+01 | loss scale: 32768.0 | grad norm: 16.999 | throughput per GPU (TFLOP/s/GPU): 142.5 "
            "| "
            "number of skipped iterations:   0 | number of nan iterations:   0"));
        QVERIFY(read.isLog());
        QCOMPARE(read.log().kind, RunLog::Kind::Megatron);
        const LogStep& step = read.log().steps.at(0);
        QCOMPARE(step.step, int64_t(10));
        QCOMPARE(step.stepMs, std::optional(2152.5));
        QVERIFY(!step.stepMsFromTimestamps);
        QCOMPARE(step.loss, std::optional(12.03125));
        QCOMPARE(step.learningRate, std::optional(3.75e-5));
        QCOMPARE(step.gradientNorm, std::optional(16.999));
        QCOMPARE(step.teraflops, std::optional(142.5));
        QCOMPARE(read.log().globalBatch, std::optional(4));
        QVERIFY(read.report.isEmpty());
    }

    void prefixesBeforeTheIterationAreSkipped_data()
    {
        QTest::addColumn<QByteArray>("prefix");
        QTest::newRow("time") << QByteArray("[2024-11-30 16:24:12] ");
        QTest::newRow("rank") << QByteArray("[default7]: ");
        QTest::newRow("srun") << QByteArray("  0: ");
        QTest::newRow("other output") << QByteArray("P2P   : 671139840 iteration of warmup done");
    }
    void prefixesBeforeTheIterationAreSkipped()
    {
        QFETCH(QByteArray, prefix);
        const ReadLog read = readLog(
            prefix.toStdString() + iteration(7, "elapsed time per iteration (ms): 5.5 | lm-loss: 7.738390E+00"));
        QCOMPARE(read.log().steps.size(), size_t(1));
        QCOMPARE(read.log().steps[0].step, int64_t(7));
        QCOMPARE(read.log().steps[0].loss, std::optional(7.73839));
    }

    void iterationsOfNeMoHaveTheirGlobalStep()
    {
        const ReadLog read
            = readLog("Training epoch 0, iteration 1/2 | lr: 4.0e-06 | global_step: 1 | reduced_train_loss: 1.5 | "
                      "train_step_timing in s: 2.5\n"
                      "Training epoch 1, iteration 0/2 | lr: 5.0e-06 | global_step: 2 | reduced_train_loss: 1.25 | "
                      "train_step_timing in s: 1.5\n");
        QVERIFY(sniffLog("Training epoch 0, iteration 0/2 | lr: 1e-06 | train_step_timing in s: 7.1\n") > 50);
        QCOMPARE(read.log().kind, RunLog::Kind::Megatron);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].step, int64_t(2));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(1500.0));
        QCOMPARE(read.log().steps[1].loss, std::optional(1.25));
        QVERIFY(read.report.isEmpty());
    }

    void shortenedNumbersOfNanotronAreReadInFull()
    {
        const std::string line
            = "08/31/2024 14:37:31 [INFO|DP=0|PP=0|TP=0]: iteration: 1 / 15 | consumed_tokens: 512 | "
              "elapsed_time_per_iteration_ms: 4.71K | tokens_per_sec: 1.5M | global_batch_size: 1.02K | "
              "lm_loss: 5.32 | lr: 0.00015 | model_tflops_per_gpu: 212 | grad_norm: 2.96\n";
        QVERIFY(sniffLog(line) > 50);
        const ReadLog read = readLog(line);
        const LogStep& step = read.log().steps.at(0);
        QVERIFY(isNear(step.stepMs, 4710));
        QVERIFY(isNear(step.tokensPerSecond, 1.5e6));
        QCOMPARE(step.loss, std::optional(5.32));
        QCOMPARE(step.teraflops, std::optional(212.0));
        QCOMPARE(read.log().globalBatch, std::optional(1020));
        QVERIFY(read.report.isEmpty());
    }

    void zerosAroundTheTextAreNoBinary()
    {
        const std::string text = iteration(3, "elapsed time per iteration (ms): 5.5 | lm loss: 2.0");
        const std::string padded = std::string(512, '\0') + text + std::string(4096, '\0');
        QVERIFY(sniffLog(padded) > 50);
        QCOMPARE(readLog(padded).log().steps.size(), size_t(1));
        QCOMPARE(sniffLog(std::string(64, '\0')), 0);
    }

    void skippedIterationHasATimeButNoLoss()
    {
        const ReadLog read
            = readLog(iteration(1, "elapsed time per iteration (ms): 9.5 | number of skipped iterations:   1")
                + iteration(2, "elapsed time per iteration (ms): 8.5 | lm loss: 2.0E+00"));
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().lossPoints(), uint64_t(1));
        QCOMPARE(read.log().steps[0].stepMs, std::optional(9.5));
        QVERIFY(read.report.isEmpty());
    }

    void twoIterationsInOneLineAreTwo()
    {
        std::string first = iteration(1, "elapsed time per iteration (ms): 9.5 | lm loss: 3.0E+00");
        first.pop_back();
        const ReadLog read = readLog(first + iteration(2, "elapsed time per iteration (ms): 8.5 | lm loss: 2.0E+00"));
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[0].loss, std::optional(3.0));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(8.5));
    }

    void lossThatIsNoNumberIsAnIssue()
    {
        const ReadLog read = readLog(iteration(1, "elapsed time per iteration (ms): 9.5 | lm loss: nan")
            + iteration(2, "elapsed time per iteration (ms): -8.5 | lm loss: -nan"));
        QCOMPARE(read.log().lossPoints(), uint64_t(0));
        QCOMPARE(read.issues(), QByteArray("bad-number x2, negative-duration"));
        QVERIFY(!read.log().steps[1].stepMs);
    }

    void timersBelongToTheIterationBeforeThem()
    {
        const ReadLog read = readLog("time (ms) | model-and-optimizer-setup: 2744.35\n"
            + iteration(10, "elapsed time per iteration (ms): 9.5")
            + "time (ms) | forward-compute: 306.62 | backward-send-forward-recv: 150.5\n"
            + iteration(20, "elapsed time per iteration (ms): 9.5") + "time (ms) | optimizer: 94.5 |\n");
        const std::vector<LogTimer>& timers = read.log().timers;
        QCOMPARE(timers.size(), size_t(3));
        QCOMPARE(timers[0].step, int64_t(10));
        QCOMPARE(timers[0].name, std::string("forward-compute"));
        QCOMPARE(timers[0].ms, 306.62);
        QCOMPARE(timers[1].name, std::string("backward-send-forward-recv"));
        QCOMPARE(timers[2].step, int64_t(20));
        QCOMPARE(timers[2].ms, 94.5);
    }

    void timerTablesOverRanksGiveTheSlowest()
    {
        const ReadLog read = readLog(iteration(1, "elapsed time per iteration (ms): 9.5")
            + "(min, max) time across ranks (ms):\n"
              "    forward-backward ...............................: (1300.25, 1302.75)\n"
              "    optimizer ......................................: (20.5, 20.75)\n"
            + iteration(2, "elapsed time per iteration (ms): 9.5")
            + "max time across ranks (ms):\n"
              "    forward-backward ...............................: 1305.5\n"
              "times across ranks (ms):\n"
              "  optimizer:\n"
              "     rank  0: 21.5\n"
              "     rank  1: 23.5\n"
              "     rank  2: 22.5\n"
              "saving checkpoint\n");
        const std::vector<LogTimer>& timers = read.log().timers;
        QCOMPARE(timers.size(), size_t(4));
        QCOMPARE(timers[0].name, std::string("forward-backward"));
        QCOMPARE(timers[0].ms, 1302.75);
        QCOMPARE(timers[1].ms, 20.75);
        QCOMPARE(timers[2].step, int64_t(2));
        QCOMPARE(timers[2].ms, 1305.5);
        QCOMPARE(timers[3].name, std::string("optimizer"));
        QCOMPARE(timers[3].ms, 23.5);
    }

    void memoryOfTheFullestRankIsThatOfItsStep()
    {
        const ReadLog read = readLog(iteration(20, "elapsed time per iteration (ms): 9.5")
            + "[Rank 7] (after 20 iterations) memory (MB) | allocated: 1.0 | max allocated: 2048.0 | reserved: 1.0 | "
              "max "
              "reserved: 3072.0[Rank 6] (after 20 iterations) memory (MB) | allocated: 1.0 | max allocated: 1.0 | "
              "reserved: 1.0 | max reserved: 4096.0\n\n");
        QCOMPARE(read.log().steps[0].memoryGiB, std::optional(4.0));
    }

    void argumentsTellTheLayout()
    {
        const ReadLog read = readLog(arguments + iteration(1, "elapsed time per iteration (ms): 9.5"));
        QCOMPARE(read.log().tensorParallel, std::optional(5));
        QCOMPARE(read.log().pipelineParallel, std::optional(3));
        QCOMPARE(read.log().dataParallel, std::optional(2));
        QCOMPARE(read.log().worldSize, std::optional(30));
        QCOMPARE(read.log().layerCount, std::optional(24));
        QCOMPARE(read.log().sequenceLength, std::optional(2048));
        QCOMPARE(read.log().microbatches, std::optional(8));
    }

    void launchedCommandLineTellsWhatNobodyPrints()
    {
        const ReadLog read = readLog("torchrun --nproc_per_node 4 --nnodes 2 --node_rank 1 pretrain.py "
                                     "--micro-batch-size 1 --global-batch-size 8 --num-layers 32 "
                                     "--tensor-model-parallel-size 1 --pipeline-model-parallel-size 4\n"
            + iteration(1, "elapsed time per iteration (ms): 9.5"));
        QCOMPARE(read.log().worldSize, std::optional(8));
        QCOMPARE(read.log().dataParallel, std::optional(2));
        QCOMPARE(read.log().microbatches, std::optional(4));
        QCOMPARE(read.log().layerCount, std::optional(32));
    }

    void aResumedRunShowsTheLaterLine()
    {
        const std::string first = iteration(5, "elapsed time per iteration (ms): 9.5 | lm loss: 3.0E+00");
        const ReadLog read = readLog(first + iteration(5, "elapsed time per iteration (ms): 8.5 | lm loss: 2.5E+00"));
        QCOMPARE(read.log().steps.size(), size_t(1));
        QCOMPARE(read.log().steps[0].loss, std::optional(2.5));
        QCOMPARE(read.offsetOf(IssueKind::RepeatedRecords), static_cast<qlonglong>(first.size()));
    }

    void lastLineCutInTheMiddleLosesOnlyItsLastNumber()
    {
        const std::string whole = iteration(1, "elapsed time per iteration (ms): 9.5 | lm loss: 3.0E+00");
        const ReadLog read
            = readLog(whole + " iteration        2/    1000 | elapsed time per iteration (ms): 8.5 | lm loss: 1.2");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(8.5));
        QVERIFY(!read.log().steps[1].loss);
        QCOMPARE(read.offsetOf(IssueKind::TruncatedFile), static_cast<qlonglong>(whole.size()));
    }

    void marksBehindAnEndlessPreambleAreStillFound()
    {
        std::string text;
        while (text.size() < 2 * sniffBytes)
            text += "++++ export PATH=/opt/modules/bin:/usr/bin\n++++ unset CDPATH\n";
        text += arguments + iteration(1, "elapsed time per iteration (ms): 9.5");
        QVERIFY(sniffLog(std::string_view(text).substr(0, sniffBytes)) > 0);
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(1));
        QVERIFY(!read.contents.isForeign);
    }

    void preambleOfSomethingElseIsNothing()
    {
        std::string text;
        while (text.size() < 2 * sniffBytes)
            text += "++++ export PATH=/opt/modules/bin:/usr/bin\n++++ unset CDPATH\n";
        const ReadLog read = readLog(text);
        QVERIFY(read.contents.isEmpty());
        QVERIFY(read.contents.isForeign);
        QVERIFY(read.report.isEmpty());
    }

    void otherFormatsAreNotClaimed_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::newRow("rank trace") << QByteArray(
            "rank:0:get_batch(stage_id=0,batch_id=0,mg_state=warmup,duration=1.25,description=None,group_kind=None,"
            "timestamp=100.00,sub_operations=[])\n");
        QTest::newRow("json") << QByteArray("{\"traceEvents\": [{\"name\": \"iteration 10/ 100 |\"}]}");
        QTest::newRow("list of events") << QByteArray("[\n {\"name\": \"time (ms) | \", \"ph\": \"X\"}]");
        QTest::newRow("table") << QByteArray("name\tforward_compute_time\tforward_comm_type\nlayer\t1.0\tNONE\n");
        QTest::newRow("workload") << QByteArray("HYBRID_TRANSFORMER model_parallel_NPU_group: 8 ep: 1\n33\n");
        QTest::newRow("prose") << QByteArray("Each iteration of the loss takes time (ms).\n");
        QTest::newRow("binary") << (QByteArray("\x80\x04iteration 1/ 2 | elapsed time per iteration\0", 45)
            + QByteArray(200, '\x01'));
    }
    void otherFormatsAreNotClaimed()
    {
        QFETCH(QByteArray, head);
        QCOMPARE(sniffLog(head.toStdString()), 0);
    }

    void sourcesThatPrintLogsAreNone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("Megatron") << QByteArray(
            "print('------------------------ arguments ------------------------', flush=True)\n"
            "dots = '.' * (48 - len(arg))\nprint('using world size: {}, data-parallel size: {} '\n"
            "log_string = ' iteration {:8d}/{:8d} |'.format(iteration, args.train_iters)\n"
            "log_string += ' elapsed time per iteration (ms): {:.1f} |'\nprint('time (ms) | ')\n");
        QTest::newRow("torchtitan") << QByteArray(
            "formatter = logging.Formatter('[titan] %(asctime)s - %(name)s - %(levelname)s - %(message)s')\n"
            "logger.info(f'{red}step: {step:2}  {green}loss: {loss:7.4f}  tps: {round(tps):,}')\n");
        QTest::newRow("opt_prime") << QByteArray(
            "print(f'[rank:{rank} stage:{stage}] transformer-block(module) forward time (no send/recv) - step "
            "{step}')\n"
            "print(f'  layer[{key}]: total={total:.3f}ms, ops={ops}, avg/op={avg:.3f}ms')\nprint(f'> GAS: {gas}')\n"
            "print('| epoch {:3d} | {:5d}/{:5d} batches | lr {:02.2f} | ms/batch {:5.2f} | loss {:5.2f}'.format())\n");
        QTest::newRow("DeepSpeed") << QByteArray(
            "log_dist(f'steps: {steps} loss: {loss:0.4f} iter time (s): {t:0.3f}')\n# DeepSpeed\n");
    }
    void sourcesThatPrintLogsAreNone()
    {
        QFETCH(QByteArray, text);
        const ReadLog read = readLog(text.toStdString());
        QVERIFY(read.contents.isEmpty());
        QVERIFY(read.report.isEmpty());
    }

    void hostileNumbersAreSurvived()
    {
        const ReadLog read = readLog(iteration(1, "elapsed time per iteration (ms): 1e309 | lm loss: 1e-400")
            + " iteration 99999999999999999999/ 5 | elapsed time per iteration (ms): 1.0 |\n"
              " iteration -4/ 5 | elapsed time per iteration (ms): 1.0 |\n"
              "  world_size ...................................... 99999999999999\n"
              "  tensor_model_parallel_size ...................... -3\n"
              "[Rank 1] (after 99999999999999 iterations) memory (MB) | max reserved: 1e999\n");
        QCOMPARE(read.log().steps.size(), size_t(1));
        QVERIFY(!read.log().steps[0].stepMs);
        QVERIFY(!read.log().worldSize);
        QVERIFY(!read.log().tensorParallel);
    }

    void realLogsOpen_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<qsizetype>("steps");
        QTest::addColumn<qulonglong>("losses");
        QTest::addColumn<double>("medianMs");
        QTest::addColumn<qsizetype>("timers");
        QTest::newRow("DeepSpeed 3D") << QByteArray("meg_ds_3d_gpt2_perf_n16-ds-on.out") << qsizetype(49)
                                      << qulonglong(49) << 137103.55 << qsizetype(0);
        QTest::newRow("long preamble") << QByteArray("meg_gpt2_base_n4_dp1_tp4_pp4-1809579.out") << qsizetype(20)
                                       << qulonglong(19) << 1380.6 << qsizetype(258);
        QTest::newRow("no loss") << QByteArray("meg_gpt2_perf_n16.out") << qsizetype(3) << qulonglong(0) << 128960.15
                                 << qsizetype(33);
        QTest::newRow("MegatronApp") << QByteArray("megatronapp_output1.log") << qsizetype(40) << qulonglong(40)
                                     << 1521.5 << qsizetype(0);
    }
    void realLogsOpen()
    {
        REQUIRE_SHARED_DATA();
        QFETCH(QByteArray, name);
        QFETCH(qsizetype, steps);
        QFETCH(qulonglong, losses);
        QFETCH(double, medianMs);
        QFETCH(qsizetype, timers);
        const std::string path = sharedData(("megatron_logs/" + name).constData());
        QVERIFY(sniffLog(readHead(path, sniffBytes)) > 0);
        const ReadLog read = readLogFile(path);
        QCOMPARE(read.log().kind, RunLog::Kind::Megatron);
        QCOMPARE(static_cast<qsizetype>(read.log().steps.size()), steps);
        QCOMPARE(static_cast<qulonglong>(read.log().lossPoints()), losses);
        QVERIFY(isNear(read.log().medianStepMs(), medianMs));
        QCOMPARE(static_cast<qsizetype>(read.log().timers.size()), timers);
        QVERIFY(read.log().pipelineParallel.has_value());
        QVERIFY(read.report.isEmpty());
    }
};

BUBBLESCOPE_TEST(TstMegatronLog, QCoreApplication)

} // namespace bubblescope::tst_megatronlog

#include "tst_megatronlog.moc"
