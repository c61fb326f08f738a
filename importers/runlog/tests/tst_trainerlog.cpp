// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readlog.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <tuple>

namespace bubblescope::tst_trainerlog {

namespace {

const char* const bar = "%|#####     | ";

} // namespace

class TstTrainerLog : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// Labels of ray, srun and torchrun before a bar name no other bar; some programs write "Loss=".
    void barsBehindLabelsOfLaunchersAreSteps_data()
    {
        QTest::addColumn<QByteArray>("label");
        QTest::newRow("none") << QByteArray("");
        QTest::newRow("ray") << QByteArray("(RayTrainWorker pid=123, ip=10.0.0.3) ");
        QTest::newRow("srun") << QByteArray("12: ");
        QTest::newRow("torchrun") << QByteArray("[default0]: ");
    }
    void barsBehindLabelsOfLaunchersAreSteps()
    {
        QFETCH(QByteArray, label);
        std::string text;
        for (int step = 1; step <= 9; ++step)
            text += label.toStdString() + " " + std::to_string(10 * step) + "%|#  | " + std::to_string(step)
                + "/10 [00:0" + std::to_string(step) + "<00:30,  5.00s/it, Loss=2.5]\n";
        const ReadLog read = readLog(text);
        QVERIFY(read.isLog());
        QCOMPARE(read.log().steps.size(), size_t(9));
        QCOMPARE(read.log().steps[4].stepMs, std::optional(5000.0));
        QCOMPARE(read.log().steps[4].loss, std::optional(2.5));
    }

    void aLabelInParenthesesMayNameAnotherBar()
    {
        const auto bars = [](const std::string& label, int total, const std::string& values) {
            std::string text;
            for (int step = 1; step < total; ++step)
                text += label + std::to_string(100 * step / total) + "%|#  | " + std::to_string(step) + "/"
                    + std::to_string(total) + " [00:09<00:30,  " + values + "]\n";
            return text;
        };
        const ReadLog read = readLog(bars("", 10, "5.00s/it, loss=2.5") + bars("(val) ", 20, "1.00s/it"));
        QVERIFY(read.isLog());
        QCOMPARE(read.log().steps.size(), size_t(9));
        QCOMPARE(read.log().steps[4].stepMs, std::optional(5000.0));
    }

    /// torchtune's recipes (recipes/full_finetune_distributed.py), diffusers (train_text_to_image.py), Colossal-AI
    /// (ColossalChat's trainers): what else stands at a bar.
    void barsOfOtherTrainersAreSteps_data()
    {
        QTest::addColumn<QByteArray>("label");
        QTest::addColumn<QByteArray>("values");
        QTest::newRow("torchtune") << QByteArray("1|1%1|Loss: 2.5: ") << QByteArray("");
        QTest::newRow("diffusers") << QByteArray("Steps: ") << QByteArray(", lr=1e-5, step_loss=2.5");
        QTest::newRow("Colossal-AI") << QByteArray("Step: ") << QByteArray(", loss: 2.5");
    }
    void barsOfOtherTrainersAreSteps()
    {
        QFETCH(QByteArray, label);
        QFETCH(QByteArray, values);
        std::string text;
        for (int step = 1; step <= 9; ++step)
            text += "\r"
                + (label.contains('%') ? QString::fromUtf8(label).arg(step) : QString::fromUtf8(label)).toStdString()
                + std::to_string(10 * step) + "%|#  | " + std::to_string(step) + "/10 [00:0" + std::to_string(step)
                + "<00:30,  5.00s/it" + values.toStdString() + "]";
        QVERIFY(sniffLog(text) >= 30);
        const ReadLog read = readLog(text);
        QVERIFY(read.isLog());
        QCOMPARE(read.log().steps.size(), size_t(9));
        QCOMPARE(read.log().steps[4].stepMs, std::optional(5000.0));
        QCOMPARE(read.log().steps[4].loss, std::optional(2.5));
    }

    /// tqdm with a unit of its own: what it counts may be no step.
    void aBarMayCountStepsByAnotherName_data()
    {
        QTest::addColumn<QByteArray>("rate");
        QTest::addColumn<double>("ms");
        QTest::newRow("s/batch") << QByteArray("2.00s/batch") << 2000.0;
        QTest::newRow("batch/s") << QByteArray("4.00 batch/s") << 250.0;
        QTest::newRow("step/s") << QByteArray("4.00step/s") << 250.0;
        QTest::newRow("s/item") << QByteArray("2.00s/item") << -1.0;
        QTest::newRow("sample/s") << QByteArray("32.00sample/s") << -1.0;
    }
    void aBarMayCountStepsByAnotherName()
    {
        QFETCH(QByteArray, rate);
        QFETCH(double, ms);
        std::string text;
        for (int step = 1; step <= 9; ++step)
            text += "\rTraining: 1%|#  | " + std::to_string(step) + "/100 [00:09<00:30, " + rate.toStdString()
                + ", loss=2.5]";
        const ReadLog read = readLog(text);
        QCOMPARE(read.isLog() ? read.log().steps.at(4).stepMs.value_or(-1) : -1, ms);
    }

    void aPathIsNoRate()
    {
        QVERIFY(sniffLog("10%|#  | 1/10 [00:01<00:09, 1.00file/s]\nsaved to runs/step_10 and logs/iter_3\n") < 30);
        QVERIFY(sniffLog("10%|#  | 1/10 [00:01<00:09, 1.00step/s]\n") >= 30);
    }

    void theLossOfAnEvaluationIsNoneOfTraining()
    {
        std::string text;
        for (int step = 1; step <= 10; ++step)
            text += "Training: 1%|#  | " + std::to_string(step) + "/10 [00:09<00:30,  2.00s/it, loss=2.5]\n";
        for (int step = 1; step <= 20; ++step)
            text += "Validation: 1%|#  | " + std::to_string(step) + "/20 [00:09<00:30, 10.00it/s, loss=9.5]\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(10));
        QCOMPARE(read.log().steps.back().loss, std::optional(2.5));
    }

    /// Of torchtune, whose bar counts anew in each epoch while its label goes on.
    void theStepOfALabelIsThatOfTheRun()
    {
        const ReadLog read = readLog("1|100|Loss: 2.5: 100%|##| 100/100 [01:40<00:00,  1.00s/it]\n"
                                     "2|101|Loss: 2.25:   1%|##| 1/100 [00:02<01:40,  2.00s/it]\n");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].step, int64_t(101));
        QCOMPARE(read.log().steps[1].loss, std::optional(2.25));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(2000.0));
    }

    /// Ultralytics (engine/trainer.py): bars of tqdm, and its own since 8.3.190 (utils/tqdm.py). Validations are no
    /// steps.
    void epochsOfUltralyticsFollowEachOther_data()
    {
        QTest::addColumn<QString>("bar");
        QTest::newRow("tqdm") << QStringLiteral("%1%|##  | %2/20 [00:%3<00:10,  1.00it/s]");
        QTest::newRow("own") << QStringLiteral("%1% ━━╸── %2/20 1.0it/s %3.0s<10.0s");
    }
    void epochsOfUltralyticsFollowEachOther()
    {
        QFETCH(QString, bar);
        QString text
            = QStringLiteral("      Epoch    GPU_mem   box_loss   cls_loss   dfl_loss  Instances       Size\n");
        for (int epoch = 1; epoch <= 2; ++epoch) {
            for (int step = 1; step <= 20; ++step)
                text += QStringLiteral("\r      %1/100      4.56G      1.19      2.5      1.2         16        640: ")
                            .arg(epoch)
                    + bar.arg(step * 5).arg(step).arg(step, 2, 10, QLatin1Char('0'));
            text += QStringLiteral("\n                 Class     Images  Instances      Box(P          R: ")
                + bar.arg(100).arg(20).arg(20) + QStringLiteral("\n");
        }
        const ReadLog read = readLog(text.toStdString());
        QVERIFY(read.isLog());
        QCOMPARE(read.log().steps.size(), size_t(40));
        QCOMPARE(read.log().steps.back().step, int64_t(40));
        QCOMPARE(read.log().steps[25].stepMs, std::optional(1000.0));
    }

    /// keras/src/utils/progbar.py of Keras 3 and 2, drawn or with verbose=2.
    void epochsOfKerasAreSteps_data()
    {
        QTest::addColumn<QByteArray>("epoch");
        QTest::addColumn<int>("steps");
        QTest::newRow("3") << QByteArray("\r\x1b[1m1/2\x1b[0m \x1b[32m━━\x1b[0m\x1b[37m━━\x1b[0m \x1b[1m0s\x1b[0m "
                                         "500ms/step - accuracy: 0.5 - loss: 2.5"
                                         "\r\x1b[1m2/2\x1b[0m \x1b[32m━━━━\x1b[0m\x1b[37m\x1b[0m \x1b[1m1s\x1b[0m "
                                         "412ms/step - accuracy: 0.5 - loss: 2.25 - val_loss: 9.5\n")
                           << 4;
        QTest::newRow("2") << QByteArray(
            "\r1/2 [===>....] - ETA: 0s - loss: 2.5 - accuracy: 0.5"
            "\r2/2 [========] - 1s 412ms/step - loss: 2.25 - accuracy: 0.5 - val_loss: 9.5\n")
                           << 4;
        QTest::newRow("verbose=2") << QByteArray("2/2 - 1s - 412ms/step - accuracy: 0.5 - loss: 2.25 - val_loss: 9.5\n")
                                   << 2;
    }
    void epochsOfKerasAreSteps()
    {
        QFETCH(QByteArray, epoch);
        QFETCH(int, steps);
        const std::string text = "Epoch 1/2\n" + epoch.toStdString() + "Epoch 2/2\n" + epoch.toStdString();
        QVERIFY(sniffLog(text) >= 40);
        const ReadLog read = readLog(text);
        QVERIFY(read.isLog());
        QCOMPARE(read.log().steps.size(), size_t(steps));
        QCOMPARE(read.log().steps.back().step, int64_t(4));
        QCOMPARE(read.log().steps.back().stepMs, std::optional(412.0));
        QCOMPARE(read.log().steps.back().loss, std::optional(2.25));
    }

    /// swift/trainers/callback.py of ms-swift, where the bar is not in the file.
    void aDictionaryMayStateItsStep()
    {
        const ReadLog read = readLog("{'loss': 2.5, 'grad_norm': 1.5, 'learning_rate': 1e-05, 'epoch': 0.1, "
                                     "'global_step/max_steps': '5/200', 'elapsed_time': '10s'}\n"
                                     "{'loss': 2.25, 'grad_norm': 1.5, 'learning_rate': 1e-05, 'epoch': 0.2, "
                                     "'global_step/max_steps': '10/200', 'elapsed_time': '20s'}\n");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[0].step, int64_t(5));
        QCOMPARE(read.log().steps[1].step, int64_t(10));
    }

    void dictionaryBelongsToTheStepOfTheBar()
    {
        const ReadLog read = readLog(std::string("\r  0") + bar + "0/1000 [00:00<?, ?it/s]\r  1" + bar
            + "10/1000 [00:08<12:00,  1.25it/s]\n{'loss': 2.5, 'grad_norm': 1.5, 'learning_rate': 5e-05, 'epoch': "
              "0.01}\n\r  2"
            + bar + "20/1000 [00:16<12:00,  1.60s/it]\n{'loss': '2.25', 'learning_rate': '4e-05', 'epoch': 0.02}\n");
        QCOMPARE(read.log().kind, RunLog::Kind::Trainer);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[0].step, int64_t(10));
        QCOMPARE(read.log().steps[0].loss, std::optional(2.5));
        QCOMPARE(read.log().steps[0].gradientNorm, std::optional(1.5));
        QCOMPARE(read.log().steps[0].learningRate, std::optional(5e-5));
        QVERIFY(isNear(read.log().steps[0].stepMs, 800));
        QCOMPARE(read.log().steps[1].loss, std::optional(2.25));
        QVERIFY(isNear(read.log().steps[1].stepMs, 1600));
        QVERIFY(read.report.isEmpty());
    }

    void progressBarsSeparatedByCarriageReturnsAreSteps()
    {
        const ReadLog read = readLog(std::string("Epoch 0:   1") + bar
            + "10/1000 [00:50<1:22:30, 0.20it/s, reduced_train_loss=10.90, global_step=9.000, train_step_timing in "
              "s=4.860]\r"
            + "Epoch 0:   2" + bar
            + "11/1000 [00:55<1:22:30, 0.20it/s, reduced_train_loss=10.50, global_step=10.00, train_step_timing in "
              "s=4.750]");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].step, int64_t(10));
        QVERIFY(isNear(read.log().steps[1].stepMs, 4750));
        QCOMPARE(read.log().steps[1].loss, std::optional(10.5));
    }

    void barsOfRichAreSteps()
    {
        // Without a terminal Lightning prints each on a line of its own; with one, after sequences that move the
        // cursor.
        const std::string read1
            = "Epoch 0/1 ━━━━━╸━━━━━━━━━━━━━ 1/4 0:00:01 • 0:00:03 1.00it/s v_num: 0 train_loss: 2.500\n"
              "Epoch 0/1 ━━━━━━━━━━━━━━━━━━━ 4/4 0:00:04 • 0:00:00 1.00it/s v_num: 0 train_loss: 2.400\n"
              "Validation ━━━━━━━━━━━━━━━━━━ 2/2 0:00:01 • 0:00:00 9.00it/s\n"
              "\x1b[2K\rEpoch 1/1 ━━━━━━━━━╸━━━━━━━━━ 2/4 0:00:04 • 0:00:04 0.50it/s v_num: 0 "
              "train_loss: 2.250\n";
        const ReadLog read = readLog(read1);
        QCOMPARE(read.log().kind, RunLog::Kind::Trainer);
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().steps[0].step, int64_t(1));
        QCOMPARE(read.log().steps[1].step, int64_t(4));
        QCOMPARE(read.log().steps[2].step, int64_t(6));
        QCOMPARE(read.log().steps[2].loss, std::optional(2.25));
        QVERIFY(isNear(read.log().steps[0].stepMs, 1000));
        QVERIFY(isNear(read.log().steps[2].stepMs, 2000));
        // What pip installs is no training.
        QCOMPARE(sniffLog("   ━━━━━━━━━━━━━━━━━━━━ 12.3/45.6 MB 10.1 MB/s eta 0:00:01\n"), 0);
    }

    void aDictionaryOfManyFiguresHasTheTimeOfItsStep()
    {
        std::string figures;
        for (int i = 0; i < 40; ++i)
            figures += "'completions/figure_" + std::to_string(i) + "': 0.5, ";
        const std::string text = "{'loss': 0.5, 'learning_rate': 9e-07, " + figures
            + "'step_time': 31.5, 'epoch': 0.01}\n{'loss': 0.25, " + figures + "'step_time': 51.5, 'epoch': 0.02}\n";
        QVERIFY(sniffLog(text) > 50);
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[0].stepMs, std::optional(31500.0));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(51500.0));
        QCOMPARE(read.log().steps[1].loss, std::optional(0.25));
    }

    void barsOfLaterEpochsGoOn()
    {
        std::string text;
        for (const auto& [epoch, batch, loss] :
            {std::tuple {4, 1, "3.0"}, {4, 2, "2.5"}, {5, 1, "2.25"}, {6, 2, "2.0"}})
            text += "\rEpoch " + std::to_string(epoch) + ":   1" + bar + std::to_string(batch)
                + "/100 [00:05<07:30,  5.00s/it, loss=" + loss + ", v_num=0]";
        QVERIFY(sniffLog(text) >= 50);
        const ReadLog read = readLog(text + "\n");
        QCOMPARE(read.log().steps.size(), size_t(4));
        QCOMPARE(read.log().steps[1].step, int64_t(2));
        QCOMPARE(read.log().steps[2].step, int64_t(101));
        QCOMPARE(read.log().steps[3].step, int64_t(202));
        QCOMPARE(read.log().steps[3].loss, std::optional(2.0));
        QCOMPARE(read.log().steps[3].stepMs, std::optional(5000.0));
    }

    void completedStepsOfMaxTextAreSteps()
    {
        const std::string text
            = "I0317 10:00:13.2 1253 metric_logger.py:181] completed step: 0, seconds: 31.731, TFLOP/s/device: 3.239, "
              "Tokens/s/device: 129.087, total_weights: 30193, loss: 12.938\n"
              "completed step: 1, seconds: 0.250, TFLOP/s/device: 56.5, main_model_loss: 11.55\n"
              "completed step: two of the recipe\n";
        QVERIFY(sniffLog(text) > 50);
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().kind, RunLog::Kind::Trainer);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QVERIFY(isNear(read.log().steps[0].stepMs, 31731));
        QCOMPARE(read.log().steps[0].loss, std::optional(12.938));
        QVERIFY(isNear(read.log().steps[0].tokensPerSecond, 129.087));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(250.0));
        QCOMPARE(read.log().steps[1].loss, std::optional(11.55));
        QCOMPARE(read.log().steps[1].teraflops, std::optional(56.5));
        QVERIFY(read.report.isEmpty());
    }

    void theMeanOfAllStepsStandsForThem()
    {
        const ReadLog read = readLog("{'loss': 2.5, 'grad_norm': 1.5, 'epoch': 0.5}\n{'loss': 2.25, 'grad_norm': 1.25, "
                                     "'epoch': 1.0}\n{'train_runtime': 10.0, 'train_samples_per_second': 16.0, "
                                     "'train_steps_per_second': 0.4, 'train_loss': 2.4, 'epoch': 1.0}\n");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QVERIFY(isNear(read.log().steps[0].stepMs, 2500) && isNear(read.log().steps[1].stepMs, 2500));
        QVERIFY(isNear(read.log().steps[1].samplesPerSecond, 16));
        QCOMPARE(read.issues(), QByteArray("mean-times"));
    }

    void figuresThatEveryNodePrintsCountOnce()
    {
        std::string text;
        for (int line = 1; line <= 3; ++line) {
            for (int node = 0; node < 4; ++node)
                text += std::to_string(8 * node) + ": {'loss': " + std::to_string(4 - line)
                    + ".5, 'grad_norm': 1.5, 'learning_rate': 1e-05, 'epoch': 0." + std::to_string(line) + "}\n";
        }
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().steps[2].step, int64_t(3));
        QCOMPARE(read.log().steps[2].loss, std::optional(1.5));
    }

    void aDictionaryBehindItsBarHasBoth()
    {
        const ReadLog read = readLog(std::string("  1") + bar
            + "10/1000 [00:08<12:00,  1.25it/s]{'loss': 2.5, 'grad_norm': 1.5, 'epoch': 0.01}\n  2" + bar
            + "20/1000 [00:16<12:00,  1.60s/it]{'loss': 2.25, 'grad_norm': 1.25, 'epoch': 0.02}\n");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[1].step, int64_t(20));
        QVERIFY(isNear(read.log().steps[1].stepMs, 1600));
        QCOMPARE(read.log().steps[1].loss, std::optional(2.25));
    }

    void aBarRedrawnIsOneStep()
    {
        std::string text;
        for (int i = 0; i < 5; ++i)
            text += std::string("\r  1") + bar + "10/1000 [00:08<12:00,  1.25it/s, loss=2.5]";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(1));
        QCOMPARE(read.log().repeatedSteps, uint64_t(0));
        QVERIFY(read.report.isEmpty());
    }

    void barsWithoutALossAreNoRunLog()
    {
        const ReadLog read
            = readLog(std::string("Loading checkpoint shards: 50") + bar + "2/4 [00:05<00:05, 1.30s/it]\rMap: 100" + bar
                + "1000/1000 [00:01<00:00, 900.0 examples/s]\n 10" + bar + "1/10 [00:05<00:05, 1.30s/it]\n");
        QVERIFY(read.contents.isEmpty());
        QVERIFY(read.report.isEmpty());
    }

    void barsOfATrainingAreSteps()
    {
        const std::string text = std::string("  0") + bar + "0/16 [00:00<?, ?it/s]\r  6" + bar
            + "1/16 [00:57<14:21, 57.44s/it]\r 12" + bar + "2/16 [01:54<13:20, 57.25s/it]\r100" + bar
            + "16/16 [15:19<00:00, 57.44s/it]\n{'train_runtime': 919.5, 'train_samples_per_second': 1.1, "
              "'train_loss': 1.9, 'epoch': 1.0}\r100"
            + bar + "16/16 [15:19<00:00, 57.47s/it]\n";
        QVERIFY(sniffLog(text) > 0);
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().kind, RunLog::Kind::Trainer);
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().steps[1].step, int64_t(2));
        QVERIFY(isNear(read.log().steps[1].stepMs, 57250));
        QCOMPARE(read.log().steps[2].step, int64_t(16));
        QCOMPARE(read.log().elapsedSeconds, std::optional(919.5));
        QVERIFY(read.report.isEmpty());
    }

    void aBarWithAnAbsurdRateStatesNoStep()
    {
        const std::string text = std::string("  6") + bar + "1/16 [00:57<14:21, 10.00s/it]\r 12" + bar
            + "2/16 [01:54<13:20, 99999999999999.25s/it]\r100" + bar
            + "16/16 [15:19<00:00, 10.00s/it]\n{'train_runtime': 1e18, 'train_loss': 1.9, 'epoch': 1.0}\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QVERIFY(!read.log().elapsedSeconds);
    }

    void barsOfATrainingThatWasStoppedAreStepsToo()
    {
        std::string text = "DeepSpeed info: version=0.14.2, git-hash=unknown\n";
        for (int step = 1; step <= 4; ++step)
            text += "[default0]: " + std::to_string(step) + bar + std::to_string(step)
                + "/400 [00:" + std::to_string(10 * step) + "<1:06:00, 10.00s/it]\r";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(4));
        QVERIFY(isNear(read.log().steps[3].stepMs, 10000));
    }

    void anEvaluationOfMoreBatchesThanStepsIsNoTraining()
    {
        std::string text = std::string(" 50") + bar + "8/16 [07:39<07:39, 57.44s/it]\n";
        for (const char* batch : {"1", "50", "99"})
            text += std::string("  1") + bar + batch + "/100 [01:20<00:10, 1.25it/s]\r";
        text += std::string("\n 56") + bar + "9/16 [10:00<07:39, 58.00s/it]\n{'loss': 2.5, 'epoch': 0.5}\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[0].step, int64_t(8));
        QCOMPARE(read.log().steps[1].step, int64_t(9));
        QCOMPARE(read.log().steps[1].loss, std::optional(2.5));
        QVERIFY(isNear(read.log().steps[1].stepMs, 58000));
    }

    void evaluationBarsDoNotMoveTheStep()
    {
        const ReadLog read = readLog(std::string("  1") + bar + "500/1000 [00:08<12:00,  1.00it/s]\n 40" + bar
            + "4/10 [00:01<00:01, 9.0it/s]\n{'loss': 2.5, 'epoch': 0.5}\n");
        QCOMPARE(read.log().steps.size(), size_t(1));
        QCOMPARE(read.log().steps[0].step, int64_t(500));
    }
};

BUBBLESCOPE_TEST(TstTrainerLog, QCoreApplication)

} // namespace bubblescope::tst_trainerlog

#include "tst_trainerlog.moc"
