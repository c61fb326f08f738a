// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "readlog.h"
#include "testprogram.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>
#include <string>
#include <utility>

namespace bubblescope::tst_steplines {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

bool isValue(const std::optional<double>& actual, double expected)
{
    return std::isnan(expected) ? !actual.has_value() : isNear(actual, expected, std::abs(expected) * 1e-6);
}

double timerOf(const RunLog& log, int64_t step, const std::string& name)
{
    double sum = 0;
    for (const LogTimer& timer : log.timers)
        sum += timer.step == step && timer.name == name ? timer.ms : 0;
    return sum;
}

} // namespace

class TstStepLines : public QObject {
    Q_OBJECT
private slots:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    /// Two lines of each trainer, after the source named in stepformats.cpp; what the second one says.
    void linesOfTrainersAreSteps_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qlonglong>("step");
        QTest::addColumn<double>("ms");
        QTest::addColumn<double>("loss");
        QTest::addColumn<double>("tokensPerSecond");
        const auto add = [](const char* name, const char* text, qlonglong step, double ms, double loss, double tokens) {
            QTest::newRow(name) << QByteArray(text) << step << ms << loss << tokens;
        };
        add("verl",
            "(TaskRunner pid=31201) step:1 - actor/pg_loss:0.010 - actor/lr:0.000 - timing_s/gen:29.072 - "
            "timing_s/step:56.984 - perf/throughput:3115.118\n"
            "\x1b[36m(TaskRunner pid=31201)\x1b[0m step:2 - actor/pg_loss:0.020 - actor/lr:0.000 - "
            "timing_s/gen:29.392 - timing_s/step:57.335 - timing_per_token_ms/gen:0.020 - perf/throughput:3096.042\n",
            2, 57335, 0.02, 3096.042);
        add("OpenRLHF",
            "(PPOTrainer pid=77) ✨ Global step 1: {'policy_loss': 0.01, 'timing/generation': 41.2, "
            "'timing/step_total': 75.5}\n"
            "(PPOTrainer pid=77) ✨ Global step 2: {'policy_loss': 0.02, 'timing/generation': 40.2, "
            "'timing/step_total': 74.5}\n",
            2, 74500, 0.02, unknown);
        add("PaddleNLP of each step",
            "[2025-05-01 12:01:11,123] [    INFO] - loss: 9.8, learning_rate: 3e-05, global_step: 1, interval_runtime: "
            "2.3100, interval_tokens_per_second_per_device: 14185.28, interval_steps_per_second: 0.4329\n"
            "[2025-05-01 12:02:11,123] [    INFO] - loss: 9.6, learning_rate: 3e-05, global_step: 2, interval_runtime: "
            "3.5100, interval_tokens_per_second_per_device: 9335.6, interval_steps_per_second: 0.2849\n",
            2, 3510, 9.6, 9335.6);
        add("PaddleNLP of ten steps",
            "loss: 9.8, learning_rate: 3e-05, global_step: 10, interval_runtime: 23.1, interval_steps_per_second: "
            "0.4329\n"
            "loss: 9.6, learning_rate: 3e-05, global_step: 20, interval_runtime: 23.1, interval_steps_per_second: "
            "0.4329\n",
            20, 2310, 9.6, unknown);
        add("PaddleNLP, old",
            "global step 10, epoch: 0, batch: 9, loss: 10.5, avg_reader_cost: 0.00031 sec, avg_batch_cost: 0.21 sec, "
            "speed: 4.76 step/s, ips_total: 39009 tokens/s, ips: 4876 tokens/s, learning rate: 2e-08\n"
            "global step 20, epoch: 0, batch: 19, loss: 10.25, avg_reader_cost: 0.00031 sec, avg_batch_cost: 0.25 sec, "
            "speed: 4.00 step/s, ips_total: 32768 tokens/s, ips: 4096 tokens/s, learning rate: 2e-08\n",
            20, 250, 10.25, 32768);
        add("XTuner",
            "[XTuner][RANK 0] 2026-01-12 13:01:01 [INFO] Epoch 1 Step 1/1000  data_time: 0.0026  lr: 0.000020  time: "
            "48.5000  total_loss: 1.980  reduced_llm_loss: 1.98  max_memory: 62.99 GB  tgs: 1343  e2e_tgs: 1340\n"
            "[XTuner][RANK 0] 2026-01-12 13:02:01 [INFO] Epoch 1 Step 2/1000  data_time: 332.459  lr: 0.000020  time: "
            "381.0000  total_loss: 1.960  reduced_llm_loss: 1.96  max_memory: 62.99 GB  tgs: 171  e2e_tgs: 170\n",
            2, 381000, 1.96, 171);
        add("detectron2",
            "[03/01 10:00:11 d2.utils.events]:  eta: 1:09:10  iter: 19  total_loss: 2.881  loss_cls: 0.512    time: "
            "0.4105"
            "  last_time: 0.4124  data_time: 0.0121  last_data_time: 0.0111   lr: 0.0002  max_mem: 5120M\n"
            "[03/01 10:01:11 d2.utils.events]:  eta: 1:09:10  iter: 39  total_loss: 2.861  loss_cls: 0.512    time: "
            "0.4104"
            "  last_time: 0.4124  data_time: 0.0121  last_data_time: 0.0111   lr: 0.0002  max_mem: 5120M\n",
            39, 410.4, 2.861, unknown);
        add("mmengine, second epoch",
            "2024/05/01 10:00:00 - mmengine - INFO - Epoch(train)  [2][  50/1000]  lr: 1.9e-02  eta: 1:30:00  time: "
            "0.41  "
            "data_time: 0.01  memory: 5120  loss: 2.3  loss_cls: 1.1\n"
            "2024/05/01 10:00:20 - mmengine - INFO - Epoch(train)  [2][ 100/1000]  lr: 1.9e-02  eta: 1:30:00  time: "
            "0.42  "
            "data_time: 0.01  memory: 5120  loss: 2.2  loss_cls: 1.1\n",
            1100, 420, 2.2, unknown);
        add("mmengine, iterations",
            "10/24 10:00:00 - mmengine - INFO - Iter(train) [  10/1000]  lr: 1e-05  time: 5.4  data_time: 0.01  loss: "
            "1.2\n"
            "10/24 10:00:54 - mmengine - INFO - Iter(train) [  20/1000]  lr: 1e-05  time: 5.5  data_time: 0.01  loss: "
            "1.1\n",
            20, 5500, 1.1, unknown);
        add("mmcv",
            "mmdet - INFO - Epoch [1][50/7330]\tlr: 1.978e-03, eta: 7:10:51, time: 0.357, data_time: 0.051, loss: 1.9\n"
            "mmdet - INFO - Epoch [2][50/7330]\tlr: 1.978e-03, eta: 7:10:51, time: 0.377, data_time: 0.051, loss: "
            "1.8\n",
            7380, 377, 1.8, unknown);
        add("ImageNet example",
            "Epoch: [0][   0/5005]\tTime  0.418 ( 0.418)\tData  0.020 ( 0.030)\tLoss 7.0000e+00 (7.0000e+00)\n"
            "Epoch: [1][  10/5005]\tTime  1.910 ( 0.402)\tData  1.520 ( 0.030)\tLoss 6.9500e+00 (6.9500e+00)\n",
            5015, 1910, 6.95, unknown);
        add("MetricLogger",
            "Epoch: [0]  [   0/5005]  eta: 0:10:00  lr: 0.000100  loss: 6.9 (6.9)  time: 0.4020  data: 0.0200  max "
            "mem: 5120\n"
            "Epoch: [0]  [  20/5005]  eta: 0:10:00  lr: 0.000100  loss: 6.8 (6.9)  time: 0.4120  data: 0.0200  max "
            "mem: 5120\n",
            20, 412, 6.8, unknown);
        add("timm",
            "Train: 0 [   0/1251 (  0%)]  Loss: 6.94 (6.94)  Time: 3.410s,  300.29/s  (3.410s,  300.29/s)  LR: "
            "1.000e-06  "
            "Data: 2.010 (2.010)\n"
            "Train: 1 [  50/1251 (  4%)]  Loss: 6.90 (6.95)  Time: 0.410s, 2497.56/s  (0.420s, 2438.10/s)  LR: "
            "1.000e-06  "
            "Data: 0.010 (0.050)\n",
            1301, 410, 6.9, unknown);
        add("nanoGPT",
            "iter 0: loss 10.9000, time 4561.08ms, mfu -100.00%\niter 10: loss 9.0900, time 561.98ms, mfu 31.20%\n", 10,
            561.98, 9.09, unknown);
        add("nanochat",
            "step 00000/21400 (0.00%) | loss: 8.9 | lrm: 1.00 | dt: 986.80ms | tok/sec: 531,300 | mfu: 74.33 | total "
            "time: "
            "0.00m\n"
            "step 00001/21400 (0.00%) | loss: 8.85 | lrm: 1.00 | dt: 1685.47ms | tok/sec: 311,017 | mfu: 44.43 | total "
            "time: 0.02m\n",
            1, 1685.47, 8.85, 311017);
        add("build-nanogpt",
            "step     0 | loss: 10.95 | lr 8.3916e-07 | norm: 15.41 | dt: 2.5s | tok/sec: 209715.20\n"
            "step     1 | loss: 10.80 | lr 1.6783e-06 | norm: 14.41 | dt: 338.11ms | tok/sec: 1550000.50\n",
            1, 338.11, 10.8, 1550000.5);
        add("llm.c",
            "step    1/19560 | loss 10.85 (+0.12z)| norm 1.23 (-0.5z)| lr 6.00e-04 | 160.20 ms | 52.1% bf16 MFU | "
            "3272709 "
            "tok/s\n"
            "step    2/19560 | loss 10.80 (+0.12z)| norm 1.23 (-0.5z)| lr 6.00e-04 | 220.20 ms | 42.1% bf16 MFU | "
            "2272709 "
            "tok/s\n",
            2, 220.2, 10.8, 2272709);
        add("litgpt",
            "Epoch 1 | iter 1 step 1 | loss train: 2.980, val: n/a | iter time: 412.30 ms (step)\n"
            "Epoch 1 | iter 2 step 2 | loss train: 2.960, val: n/a | iter time: 712.30 ms (step)\n",
            2, 712.3, 2.96, unknown);
        add("OLMo-core",
            "2025-09-01 10:00:05.123\tnode01:0\tconsole_logger:104\tINFO\t[step=1/1000,epoch=1,eta=1h20m]\n"
            "    optim/total grad norm=1.234\n    throughput/device/BPS=0.21\n    throughput/device/BPS (actual "
            "avg)=0.1\n"
            "    throughput/device/TPS=12,345\n    train/CE loss=8.900\n    train/PPL=1,234\n"
            "2025-09-01 10:00:10.123\tnode01:0\tconsole_logger:104\tINFO\t[step=2/1000,epoch=1,eta=1h20m]\n"
            "    throughput/device/BPS=0.25\n    throughput/device/TPS=22,345\n    train/CE loss=8.800\n",
            2, 4000, 8.8, 22345);
        add("Levanter",
            "INFO:2026-08-07 10:00:01:levanter.callbacks: Progress on:train 1.0it/1.00kit rate:0.06it/s "
            "remaining:4:30:00 "
            "elapsed:00:00:00 postfix:loss=3.99\n"
            "INFO:2026-08-07 10:00:01:levanter.callbacks: Progress on:eval 7.0it/9.0it rate:9.0it/s postfix:loss=1.99\n"
            "INFO:2026-08-07 10:00:02:levanter.callbacks: Progress on:train 1.23kit/2.00kit rate:16.7s/it "
            "remaining:4:30:00 elapsed:00:00:00 postfix:loss=3.98\n",
            1230, 16700, 3.98, unknown);
        add("icefall",
            "2025-09-30 17:30:00,265 INFO [train.py:546] (0/8) Epoch 1, batch 0, loss[loss=0.46, over 5000 frames.], "
            "tot_loss[loss=0.47, over 250000 frames.], batch size: 10, lr: 4.5e-2\n"
            "2025-09-30 17:30:09,265 INFO [train.py:546] (0/8) Epoch 1, batch 50, loss[loss=0.45, over 5000 frames.], "
            "tot_loss[loss=0.47, over 250000 frames.], batch size: 10, lr: 4.5e-2\n",
            50, 180, 0.45, unknown);
        add("CLIP4Clip",
            "02/09/2022 12:13:01 - INFO - Epoch: 1/30, Step: 1/951, Lr: 0.0000001, Loss: 3.29, Time/step: 44.208372\n"
            "02/09/2022 12:13:02 - INFO - Epoch: 2/30, Step: 1/951, Lr: 0.0000001, Loss: 3.28, Time/step: 4.513946\n",
            952, 4513.946, 3.28, unknown);
        add("FLOPs profiler",
            "Profile Summary at step 5:\nworld size:      1\niter latency:       1.5 s\nsamples/second:   10.5\n"
            "Profile Summary at step 10:\nworld size:      1\niter latency:       500.5 ms\nsamples/second:   31.5\n",
            10, 500.5, unknown, unknown);
        add("sec/step",
            "INFO:tensorflow:global step 10: loss = 2.5 (1.869 sec/step)\n"
            "INFO:tensorflow:global step 20: loss = 2.25 (2.869 sec/step)\n",
            20, 2869, 2.25, unknown);
        add("sec/batch",
            "2017-01-01 10:00:00.1: step 10, loss = 4.66 (1000.0 examples/sec; 0.128 sec/batch)\n"
            "2017-01-01 10:00:01.1: step 20, loss = 4.65 (900.0 examples/sec; 0.142 sec/batch)\n",
            20, 142, 4.65, unknown);
        add("PaddleNLP with a unit",
            "loss: 9.8, global_step: 1, interval_runtime: 2.31s, interval_steps_per_second: 0.4329\n"
            "loss: 9.6, global_step: 2, interval_runtime: 3.51s, interval_steps_per_second: 0.2849\n",
            2, 3510, 9.6, unknown);
        add("ImageNet example with units",
            "Epoch: [0][   0/5005]  Time  0.411s ( 0.430s)  Data  0.002s ( 0.040s)  Loss 7.0000 (6.9)\n"
            "Epoch: [0][  10/5005]  Time  1.911s ( 0.430s)  Data  1.520s ( 0.040s)  Loss 6.5000 (6.9)\n",
            10, 1911, 6.5, unknown);
        add("a phrase with its unit",
            "iteration 1: loss: 3.5, step time (ms): 41.5\niteration 2: loss: 3.25, step time (ms): 42.5\n", 2, 42.5,
            3.25, unknown);
        add("a unit behind the number", "Step 1 | time per step = 0.5 s\nStep 2 | time per step = 0.25 s\n", 2, 250,
            unknown, unknown);
        add("a loss before the name of a rate",
            "Step 1 loss 3.5 steps/sec: 2.0 tok/s: 100\nStep 2 loss 3.25 steps/sec: 4.0 tok/s: 200\n", 2, 250, 3.25,
            unknown);
        add("microseconds", "step 1 loss: 3.5 step time: 41500 us\nstep 2 loss: 3.25 step time: 42500 us\n", 2, 42.5,
            3.25, unknown);
        add("a rate", "train step=1 loss=3.5 2.0 steps/s\ntrain step=2 loss=3.25 4.0 steps/s\n", 2, 250, 3.25, unknown);
        add("Composer",
            "[batch=1/4800]:\n\t Train time/batch: 0\n\t Train loss/train/total: 12.0\n"
            "[batch=2/4800]:\n\t Train time/batch: 1\n\t Train loss/train/total: 11.5\n\t Train "
            "throughput/batches_per_sec: 0.5000\n\t Train throughput/device/batches_per_sec: 0.0625\n\t Train "
            "throughput/tokens_per_sec: 65536.0000\n\t Train throughput/device/tokens_per_sec: 8192.0000\n\t Train "
            "lr-DecoupledAdamW/group0: 0.0002\n[Eval batch=1/10] Eval on eval data\n",
            2, 2000, 11.5, 65536);
        add("Composer, epochs",
            "[epoch=1][batch=100/100]:\n\t Train loss/train/total: 3.25\n\t Train throughput/batches_per_sec: 4.0\n"
            "[epoch=2][batch=1/100]:\n\t Train loss/train/total: 3.0\n\t Train throughput/batches_per_sec: 2.0\n",
            101, 500, 3, unknown);
        add("MindFormers",
            "2025-06-01 10:00:04,000 - mindformers[mindformers/core/callback/callback.py:562] - INFO - { Epoch:[  1/  "
            "2], step:[ 1000/ 1000], loss: 10.600, per_step_time: 9136ms, lr: 1e-05, overflow cond: False, loss_scale: "
            "65536.0, global_norm: [1.23], train_throughput_per_npu: 171.176T\n"
            "2025-06-01 10:00:08,000 - mindformers[mindformers/core/callback/callback.py:562] - INFO - { Epoch:[  2/  "
            "2], step:[    1/ 1000], loss:[10.500/10.600], per_step_time: 4136ms, lr: 1e-05, overflow cond: False, "
            "loss_scale: 65536.0, global_norm: [1.23]\n"
            "2025-06-01 10:00:08,001 - mindformers[callback.py:570] - INFO -    0.1% |    | 3.86811 samples/s/p  "
            "10:17:10 }\n",
            1001, 4136, 10.5, unknown);
        add("a lecture on nanoGPT", // karpathy/build-nanogpt, train_gpt2.py, as of the lecture
            "step 0, loss: 10.955029, dt: 1234.56ms, tok/sec: 13273.12\n"
            "step 1, loss: 9.5, dt: 98.76ms, tok/sec: 165896.31\n",
            1, 98.76, 9.5, 165896.31);
        add("a rate behind its name", "Step 1: loss=3.5, steps/sec=2.0\nStep 2: loss=3.25, steps/sec=4.0, lr=0.1\n", 2,
            250, 3.25, unknown);
        add("fairseq as JSON", // fairseq/logging/progress_bar.py, JsonProgressBar
            "2024-01-01 10:00:00 | INFO | train_inner | {\"epoch\": 1, \"update\": 0.09, \"loss\": \"13.5\", "
            "\"ppl\": \"10854\", \"wps\": \"25000.5\", \"ups\": \"2.5\", \"wpb\": \"10000\", \"num_updates\": "
            "\"100\", \"lr\": \"1e-05\", \"gnorm\": \"3.5\"}\n"
            "2024-01-01 10:00:40 | INFO | train_inner | {\"epoch\": 1, \"update\": 0.18, \"loss\": \"11.5\", "
            "\"ppl\": \"2854\", \"wps\": \"25000.5\", \"ups\": \"4\", \"wpb\": \"10000\", \"num_updates\": "
            "\"200\", \"lr\": \"2e-05\", \"gnorm\": \"2.5\"}\n",
            200, 250, 11.5, 25000.5);
        add("lingua", // facebookresearch/lingua, apps/main/train.py
            "0: INFO    25-06-01 10:00:01.123456 - 0:00:01 - step: 10  acc: 0  loss:  7.9000  grad: 1.20e+00  flops: "
            "4.10e+14  wps: 8.10e+03  iter:  1.9876  data: 0.0012  lr: 1.00e-04  mem: 80%  pow: 600.0 W\n"
            "0: INFO    25-06-01 10:00:02.123456 - 0:00:02 - step: 20  acc: 0  loss:  7.8000  grad: 1.20e+00  flops: "
            "4.10e+14  wps: 8.20e+03  iter:  0.9876  data: 0.0012  lr: 1.00e-04  mem: 80%  pow: 600.0 W\n",
            20, 987.6, 7.8, 8200);
        add("NeMo Automodel", // recipes/llm/train_ft.py; a validation is no step
            "2025-06-01 10:00:01 | INFO | root | step 1 | epoch 0 | loss 7.9 | grad_norm 1.2345 | lr 1.00e-05 | mem "
            "20.12 GiB | tps 5461.33(682.67/gpu) | num_label_tokens 8192\n"
            "2025-06-01 10:00:02 | INFO | root | [val] name \"default\" | step 1 | epoch 0 | loss 7.0 | lr 1.00e-05 | "
            "num_label_tokens 99\n"
            "2025-06-01 10:00:03 | INFO | root | step 2 | epoch 0 | loss 7.8 | grad_norm 1.2345 | lr 1.00e-05 | mem "
            "20.12 GiB | tps 5461.5(682.67/gpu) | num_label_tokens 8192\n",
            2, 2000, 7.8, 5461.5);
        add("NeMo-RL", // nemo_rl/algorithms/grpo.py
            "\n========================= Step 1/500 =========================\n▶ Preparing batch...\n"
            "📊 Training Results:\n  • Loss: 0.0500\n  • Avg Reward: 0.4\n\n⏱️  Timing:\n  • Total step time: "
            "72.50s\n"
            "  • generation: 31.20s (49.9%)\n    - E2E (Tokens/sec/gpu): 830.10\n"
            "\n========================= Step 2/500 =========================\n"
            "📊 Training Results:\n  • Loss: 0.0400\n  • Avg Reward: 0.4\n\n⏱️  Timing:\n  • Total step time: "
            "62.50s\n"
            "  • policy_training: 15.20s (24.3%)\n    - E2E (Tokens/sec/gpu): 831.10\n",
            2, 62500, 0.04, 831.1);
        add("slime, two updates for each rollout", // slime/backends/megatron_utils/data.py, model.py
            "(RolloutManager pid=9) [2025-06-01 10:00:00] rollout.py:99 - perf 0: {'rollout/x': 1, "
            "'perf/rollout_time': 30.0}\n"
            "(MegatronTrainRayActor pid=4) data.py:300 - rollout 0: {'rollout/rewards': 0.5}\n"
            "(MegatronTrainRayActor pid=4) model.py:620 - step 0: {'train/loss': 0.5, 'train/grad_norm': 0.12}\n"
            "(MegatronTrainRayActor pid=4) model.py:620 - step 1: {'train/loss': 0.45, 'train/grad_norm': 0.12}\n"
            "(MegatronTrainRayActor pid=4) data.py:300 - perf 0: {'perf/train_wait_time': 30.0, 'perf/step_time': "
            "50.0}\n"
            "(MegatronTrainRayActor pid=4) data.py:300 - rollout 1: {'rollout/rewards': 0.5}\n"
            "(MegatronTrainRayActor pid=4) model.py:620 - step 2: {'train/loss': 0.4, 'train/grad_norm': 0.12}\n"
            "(MegatronTrainRayActor pid=4) model.py:620 - step 3: {'train/loss': 0.35, 'train/grad_norm': 0.12}\n"
            "(MegatronTrainRayActor pid=4) data.py:300 - perf 1: {'perf/train_wait_time': 30.0, "
            "'perf/actor_train_time': 12.0, 'perf/step_time': 55.5}\n",
            1, 55500, 0.4, unknown);
        add("torchtune", // torchtune/training/metric_logging.py: DiskLogger and StdoutLogger state no time
            "Step 1 | loss:2.45 lr:1e-05 tokens_per_second_per_gpu:5120.5 grad_norm:1.5 \n"
            "Step 2 | loss:2.4 lr:2e-05 tokens_per_second_per_gpu:5121.5 grad_norm:1.5 \n",
            2, unknown, 2.4, 5121.5);
        add("picotron", // huggingface/picotron, train.py
            "[rank 0] Step: 1     | Loss: 7.9000 | Global batch size:  262.1K | Tokens/s:  250.1K | Tokens/s/GPU:   "
            "31.2K | Tokens:  262.1K/1.00B | MFU: 40.12% | Memory usage:  30.12GB\n"
            "[rank 0] Step: 2     | Loss: 7.8000 | Global batch size:  262.1K | Tokens/s:  251.1K | Tokens/s/GPU:   "
            "31.4K | Tokens:  524.3K/1.00B | MFU: 40.12% | Memory usage:  30.12GB\n",
            2, unknown, 7.8, 251100);
        add("prime-rl", // PrimeIntellect-ai/prime-rl, src/prime_rl/trainer/rl/train.py
            "10:00:01 SUCCESS Step 0 | Time: 22.50s | Loss: 0.0500 | Entropy: 0.3000 | Mismatch KL: 0.0001 | Grad. "
            "Norm: "
            "0.1200 | LR: 1.00e-06 | Throughput: 11000 tokens/s | MFU: 30.1% | Peak Mem.: 60.2 GiB\n"
            "10:00:13 SUCCESS Step 1 | Time: 12.50s | Loss: 0.0400 | Entropy: 0.3000 | Mismatch KL: 0.0001 | Grad. "
            "Norm: "
            "0.1200 | LR: 1.00e-06 | Throughput: 12000 tokens/s | MFU: 30.1% | Peak Mem.: 60.2 GiB\n",
            1, 12500, 0.04, 12000);
    }
    void linesOfTrainersAreSteps()
    {
        QFETCH(QByteArray, text);
        QFETCH(qlonglong, step);
        QFETCH(double, ms);
        QFETCH(double, loss);
        QFETCH(double, tokensPerSecond);
        QVERIFY(sniffLog(text.toStdString()) >= 40);
        const ReadLog read = readLog(text.toStdString());
        QVERIFY(read.isLog());
        QCOMPARE(read.issues(), QByteArray());
        QCOMPARE(read.log().kind, RunLog::Kind::Trainer);
        QCOMPARE(read.log().steps.size(), size_t(2));
        const LogStep& last = read.log().steps.back();
        QCOMPARE(qlonglong(last.step), step);
        QVERIFY2(isValue(last.stepMs, ms), qPrintable(QString::number(last.stepMs.value_or(-1))));
        QVERIFY2(isValue(last.loss, loss), qPrintable(QString::number(last.loss.value_or(-1))));
        QVERIFY2(isValue(last.tokensPerSecond, tokensPerSecond),
            qPrintable(QString::number(last.tokensPerSecond.value_or(-1))));
    }

    void numbersWithoutAUnitAreNoTimes()
    {
        for (const char* text :
            {"step 1, step time: 41\nstep 2, step time: 42\n", "time per step: 44 of 50\ntime per step: 45 of 50\n",
                "44.2 s/step: 5\n44.3 s/step: 6\n", "The optimizer made step 5 faster: 0.1 sec/step.\n",
                "Epoch 1 Step 1/9  data_time: 1ms  time: 48ms\nEpoch 1 Step 2/9  data_time: 1ms  time: 48ms\n"}) {
            QCOMPARE(sniffLog(text), 0);
            QVERIFY2(!readLog(text).isLog(), text);
        }
    }

    void partsOfAStepOfReinforcementLearningAreTimers()
    {
        const ReadLog read = readLog("step:1 - actor/pg_loss:0.010 - timing_s/gen:29.0 - timing_s/update_actor:14.0 - "
                                     "timing_s/step:57.0 - timing_per_token_ms/gen:0.020\n"
                                     "step:2 - actor/pg_loss:np.float64(0.02) - timing_s/gen:72.25 - "
                                     "timing_s/update_actor:14.0 - timing_s/step:100.25\n");
        QCOMPARE(read.log().timers.size(), size_t(4));
        QCOMPARE(timerOf(read.log(), 2, "gen"), 72250.0);
        QCOMPARE(timerOf(read.log(), 2, "update_actor"), 14000.0);
        QCOMPARE(read.log().steps.at(1).loss, std::optional(0.02));
    }

    void partsOfAStepInABlockAreTimers()
    {
        const ReadLog read = readLog("========================= Step 7/500 =========================\n"
                                     "  • Loss: 0.0400\n  • Total step time: 62.50s\n  • generation: 31.25s (49.9%)\n");
        QCOMPARE(read.log().steps.size(), size_t(1));
        QCOMPARE(read.log().steps[0].stepMs, std::optional(62500.0));
        QCOMPARE(read.log().timers.size(), size_t(1));
        QCOMPARE(timerOf(read.log(), 7, "generation"), 31250.0);
    }

    void aBlockWithoutFiguresHasNoTimers()
    {
        const ReadLog read = readLog("========================= Step 7/500 =========================\n"
                                     "  • generation: 31.25s (49.9%)\n"
                                     "========================= Step 8/500 =========================\n"
                                     "  • Loss: 0.0400\n  • Total step time: 62.50s\n");
        QCOMPARE(read.log().steps.size(), size_t(1));
        QVERIFY(read.log().timers.empty());
    }

    void linesThatRayToreAreJoined()
    {
        const std::string other = "(WorkerDict pid=555) some other output: 5\n";
        const ReadLog read = readLog("(TaskRunner pid=31) step:1 - actor/pg_loss:0.010 - timing_s/ge\n" + other
            + "(TaskRunner pid=31) n:29.5 - timing_s/step:5\n(TaskRunner pid=31) 7.25 - perf/throughput:3115.5\n"
            + "(TaskRunner pid=31) Saving a checkpoint\n"
            + "(TaskRunner pid=31) step:2 - actor/pg_loss:0.0(TaskRunner pid=31) 20 - timing_s/step:58.5\n");
        QCOMPARE(read.issues(), QByteArray());
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.log().steps[0].stepMs, std::optional(57250.0));
        QCOMPARE(read.log().steps[0].tokensPerSecond, std::optional(3115.5));
        QCOMPARE(timerOf(read.log(), 1, "gen"), 29500.0);
        QCOMPARE(read.log().timers.size(), size_t(1));
        QCOMPARE(read.log().steps[1].loss, std::optional(0.02));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(58500.0));
    }

    void waitingForDataIsATimer()
    {
        const ReadLog read = readLog("Epoch 1 Step 1/1000  data_time: 0.25  time: 48.5  total_loss: 1.98\n");
        QCOMPARE(timerOf(read.log(), 1, "data_time"), 250.0);
    }

    void microbatchesOfAStepAreAdded()
    {
        const ReadLog read
            = readLog("Epoch 1 | iter 1 step 0 | loss train: 2.9, val: n/a | iter time: 400.00 ms\n"
                      "Epoch 1 | iter 2 step 1 | loss train: 2.8, val: n/a | iter time: 450.00 ms (step)\n"
                      "Epoch 1 | iter 3 step 1 | loss train: 2.7, val: n/a | iter time: 400.00 ms\n"
                      "Epoch 1 | iter 4 step 2 | loss train: 2.6, val: n/a | iter time: 500.00 ms (step)\n"
                      // one line of two is missing
                      "Epoch 1 | iter 6 step 3 | loss train: 2.5, val: n/a | iter time: 500.00 ms (step)\n");
        QCOMPARE(read.log().steps.size(), size_t(3));
        QCOMPARE(read.log().steps[0].stepMs, std::optional(850.0));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(900.0));
        QVERIFY(!read.log().steps[2].stepMs);
    }

    void epochsOfUnknownLengthFollowEachOther()
    {
        std::string text;
        for (int line = 0; line < 6; ++line)
            text += "2025-09-30 17:30:0" + std::to_string(line) + ",000 INFO (0/8) Epoch "
                + std::to_string(1 + line / 3) + ", batch " + std::to_string(line % 3 * 50)
                + ", loss[loss=0.4, over 5 frames.], tot_loss[loss=0.4]\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(6));
        QCOMPARE(read.log().steps[3].step, int64_t(150));
        QVERIFY(!read.log().steps[3].stepMs);
        QCOMPARE(read.log().steps[4].step, int64_t(200));
        QCOMPARE(read.log().steps[4].stepMs, std::optional(20.0));
        QVERIFY(read.log().steps[4].stepMsFromTimestamps);
    }

    void aStampBehindTheNextTellsNoTime()
    {
        std::string text;
        for (const auto& [batch, stamp] :
            {std::pair {0, "17:30:36"}, {50, "17:30:45"}, {100, "17:31:54"}, {150, "17:31:03"}})
            text += "2025-09-30 " + std::string(stamp) + ",000 INFO (0/8) Epoch 1, batch " + std::to_string(batch)
                + ", loss[loss=0.4, over 5 frames.], tot_loss[loss=0.4]\n";
        const ReadLog read = readLog(text);
        QCOMPARE(read.log().steps.size(), size_t(4));
        QCOMPARE(read.log().steps[1].stepMs, std::optional(180.0));
        QVERIFY(!read.log().steps[2].stepMs);
        QCOMPARE(read.log().steps[3].stepMs, std::optional(180.0));
    }

    void aNumberAtTheEndOfACutFileIsNotRead()
    {
        const ReadLog read = readLog("step:1 - actor/pg_loss:0.010 - timing_s/step:57.0\n"
                                     "step:2 - actor/pg_loss:0.020 - timing_s/step:5");
        QCOMPARE(read.log().steps.size(), size_t(2));
        QVERIFY(!read.log().steps[1].stepMs);
        QCOMPARE(read.log().steps[1].loss, std::optional(0.02));
    }

    void otherTrainersKeepTheirLogs()
    {
        const ReadLog read = readLog(
            " iteration        1/     500 | consumed samples:          256 | elapsed time per iteration (ms): 2500.0 | "
            "learning rate: 1.0E-04 | global batch size:   256 | lm loss: 8.95E+00 | loss scale: 1.0 |\n"
            " iteration        2/     500 | consumed samples:          512 | elapsed time per iteration (ms): 2600.0 | "
            "learning rate: 1.0E-04 | global batch size:   256 | lm loss: 8.90E+00 | loss scale: 1.0 |\n");
        QCOMPARE(read.log().kind, RunLog::Kind::Megatron);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QCOMPARE(read.issues(), QByteArray());
    }

    void absurdNumbersAreCountedAndLeftOut()
    {
        const ReadLog read = readLog("iter 0: loss nan, time 561.08ms, mfu 31.20%\n"
                                     "iter 1: loss 4.0, time 1e300ms, mfu 31.20%\n"
                                     "iter 2: loss 4.0, time 99999999999999999999ms, mfu 31.20%\n"
                                     "iter 99999999999999999999: loss 4.0, time 561.08ms, mfu 31.20%\n");
        QCOMPARE(read.log().steps.size(), size_t(3));
        QVERIFY(!read.log().steps[0].loss);
        QVERIFY(!read.log().steps[1].stepMs);
        QVERIFY(!read.log().steps[2].stepMs);
        QCOMPARE(read.issues(), QByteArray("bad-number, time-out-of-range x2"));
    }
};

BUBBLESCOPE_TEST(TstStepLines, QCoreApplication)

} // namespace bubblescope::tst_steplines

#include "tst_steplines.moc"
