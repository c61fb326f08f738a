// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepformats.h"

namespace bubblescope {
namespace stepformats {
namespace {

using Figure = PrintedFigure;
using enum StepFormat::Numbering;
using enum StepFormat::Form;

constexpr double mebibyte = 1.0 / 1024; // in GiB

constexpr Figure seconds(std::string_view before, std::string_view unit = {})
{
    return {before, unit, &LogStep::stepMs, 1000};
}
constexpr Figure milliseconds(std::string_view before, std::string_view unit)
{
    return {before, unit, &LogStep::stepMs, 1};
}
constexpr Figure stepsPerSecond(std::string_view before, std::string_view unit = {})
{
    return {before, unit, &LogStep::stepMs, 1000, true};
}
constexpr Figure dataSeconds(std::string_view before, std::string_view unit = {})
{
    return {before, unit, nullptr, 1000, false, {}, "data_time"};
}
constexpr Figure loss(std::string_view before) { return {before, {}, &LogStep::loss}; }
constexpr Figure learningRate(std::string_view before, double factor = 1)
{
    return {before, {}, &LogStep::learningRate, factor};
}
constexpr Figure gradientNorm(std::string_view before) { return {before, {}, &LogStep::gradientNorm}; }
constexpr Figure tokens(std::string_view before, std::string_view unit = {})
{
    return {before, unit, &LogStep::tokensPerSecond};
}
constexpr Figure samples(std::string_view before, std::string_view unit = {})
{
    return {before, unit, &LogStep::samplesPerSecond};
}
constexpr Figure mfu(std::string_view before, std::string_view unit = {}, double factor = 1)
{
    return {before, unit, &LogStep::mfuPercent, factor};
}
constexpr Figure memory(std::string_view before, std::string_view unit, double factor)
{
    return {before, unit, &LogStep::memoryGiB, factor};
}

// verl/utils/logger/aggregate_logger.py: `step:1 - actor/pg_loss:0.010 - … - timing_s/step:56.984`, and its trainer
// of fine-tuning. The learning rate has three digits, which say nothing. Throughput: tokens / (step time x GPUs).
constexpr Figure verl[] = {seconds("timing_s/step:"), seconds("perf/time_per_step:"), seconds("train/time(s):"),
    loss("actor/pg_loss:"), loss("train/loss:"), gradientNorm("actor/grad_norm:"), gradientNorm("train/grad_norm:"),
    mfu("perf/mfu/actor:", {}, 100), mfu("train/mfu:", {}, 100), memory("perf/max_memory_reserved_gb:", {}, 1),
    memory("perf/max_memory_allocated_gb:", {}, 1), tokens("perf/throughput:"), learningRate("train/lr(1e-3):", 1e-3)};

// openrlhf/trainer/ppo_trainer.py: `✨ Global step 1: {'policy_loss': 0.02, 'timing/step_total': 75.1}`
constexpr Figure openRlhf[] = {seconds("'timing/step_total':"), loss("'policy_loss':"), learningRate("'actor_lr':"),
    gradientNorm("'actor_grad_norm':"), gradientNorm("'grad_norm':")};

// paddlenlp/trainer/trainer.py: the runtime is that of all steps since the last line.
constexpr Figure paddle[]
    = {{"interval_runtime:", {}, &LogStep::stepMs, 1000, false, "interval_steps_per_second:"},
        {"interval_runtime:", "s", &LogStep::stepMs, 1000, false, "interval_steps_per_second:"}, loss("loss:"),
        learningRate("learning_rate:"), gradientNorm("grad_norm:"), tokens("interval_tokens_per_second_per_device:"),
        samples("interval_samples_per_second:"), memory("max_memory_reserved:", {}, 1)};
// PaddleNLP before its Trainer: `global step 10, epoch: 0, …, avg_batch_cost: 1.2 sec, ips: 853 tokens/s`
constexpr Figure oldPaddle[] = {seconds("avg_batch_cost:", "sec"), loss("loss:"), learningRate("learning rate:"),
    tokens("ips_total:", "tokens/s"), tokens("ips:", "tokens/s"), samples("ips:", "sequences/sec"),
    dataSeconds("avg_reader_cost:", "sec")};

// xtuner/v1/train/trainer.py, mmengine/runner/log_processor.py, mmcv/runner/hooks/logger/text.py (memory in MB),
// detectron2/utils/events.py (the median of 20 iterations)
constexpr Figure timeAndData[] = {seconds("time:"), seconds("time:", "s"), loss("total_loss:"),
    loss("reduced_llm_loss:"), loss("loss:"), learningRate("lr:"), learningRate("base_lr:"), gradientNorm("grad_norm:"),
    tokens("tgs:"), memory("max_mem:", "M", mebibyte), memory("reserved_memory:", "GB", 1),
    memory("memory:", {}, mebibyte), dataSeconds("data_time:"), dataSeconds("data_time:", "s")};

// pytorch/examples imagenet/main.py: `Epoch: [0][  10/5005]	Time  0.402 ( 0.410)	Data  0.020 ( 0.030)	Loss …`;
// descendants put a unit behind the times.
constexpr Figure imageNet[] = {seconds("Time"), seconds("Time", "s"), milliseconds("Time", "ms"), loss("Loss"),
    dataSeconds("Data"), dataSeconds("Data", "s")};
// detr/util/misc.py, class MetricLogger, which many repositories of vision copied
constexpr Figure metricLogger[]
    = {seconds("time:"), seconds("time:", "s"), loss("loss:"), learningRate("lr:"), memory("max mem:", {}, mebibyte),
        dataSeconds("data:"), dataSeconds("data:", "s")};
// timm's train.py: `Train: 0 [  50/1251 (  4%)]  Loss: 6.94 (6.95)  Time: 0.410s, 2497.56/s  (…)  LR: 1.000e-06`
constexpr Figure timm[] = {seconds("Time:", "s"), loss("Loss:"), learningRate("LR:"), dataSeconds("Data:")};

// nanoGPT's train.py: the time of the iteration itself, and -100 % before there is an MFU
constexpr Figure nanoGpt[] = {milliseconds("time", "ms"), seconds("time", "s"), loss("loss"), mfu("mfu", "%")};
// nanochat's scripts/base_train.py and build-nanogpt's train_gpt2.py: tokens of all GPUs
constexpr Figure nanochat[] = {milliseconds("dt:", "ms"), seconds("dt:", "s"), loss("loss:"), learningRate("lr:"),
    learningRate("lr"), gradientNorm("grad norm:"), gradientNorm("norm:"), tokens("tok/sec:"), mfu("mfu:"),
    mfu("mfu:", "%"), mfu("bf16_mfu:")};
// llm.c's train_gpt2.cu, train_gpt2.py: tokens of all GPUs
constexpr Figure llmC[] = {milliseconds("|", "ms"), milliseconds("(", "ms"), loss("loss"), gradientNorm("norm"),
    learningRate("lr"), mfu("|", "%"), tokens("|", "tok/s"), tokens("", "tok/s")};
// litgpt/pretrain.py: the time of a microbatch
constexpr Figure litGpt[]
    = {milliseconds("iter time:", "ms"), seconds("iter time:", "s"), loss("loss train:"), loss("loss")};

// olmo_core/train/callbacks/speed_monitor.py: batches per second of the last step; OLMo's scripts/train.py before it
constexpr Figure olmo[] = {stepsPerSecond("throughput/device/BPS="),
    stepsPerSecond("throughput/device/batches_per_second="), loss("train/CE loss="), loss("train/CrossEntropyLoss="),
    {"train/PPL=", {}, &LogStep::perplexity}, {"train/Perplexity=", {}, &LogStep::perplexity},
    gradientNorm("optim/total grad norm="), gradientNorm("optim/total_grad_norm="), learningRate("optim/LR (group 0)="),
    learningRate("optim/learning_rate_group0="), tokens("throughput/device/TPS="),
    tokens("throughput/device/tokens_per_second="), mfu("throughput/device/MFU=")};

// levanter/callbacks: tqdm_loggable's lines
constexpr Figure levanter[]
    = {stepsPerSecond("rate:", "it/s"), seconds("rate:", "s/it"), loss("postfix:loss="), loss("loss=")};

// icefall's egs/*/ASR/*/train.py
constexpr Figure icefall[] = {loss("loss[loss="), learningRate("lr:")};

// CLIP4Clip's main_task_retrieval.py
constexpr Figure clip4Clip[] = {seconds("Time/step:"), seconds("Time/step:", "s"), loss("Loss:"), learningRate("Lr:")};

// composer/loggers/console_logger.py: `[epoch=1][batch=10/100]:` or `[batch=10/4800]:`, then a figure a line; the
// throughput is that of callbacks/speed_monitor.py, of all GPUs.
constexpr Figure composer[] = {stepsPerSecond("throughput/batches_per_sec:"), loss("loss/train/total:"),
    tokens("throughput/tokens_per_sec:"), samples("throughput/samples_per_sec:"),
    mfu("throughput/device/mfu:", {}, 100), learningRate("lr-DecoupledAdamW/group0:"),
    learningRate("lr-DecoupledLionW/group0:"), learningRate("lr-AdamW/group0:")};

// nemo_rl/algorithms/grpo.py, sft.py, dpo.py: a line `====…==== Step 1/500 ====…====`, then `  • Loss: 0.05` and, below
// "Timing:", `  • Total step time: 62.50s` and `  • generation: 31.20s (49.9%)`; the throughput is that of a GPU.
constexpr Figure part(std::string_view before, std::string_view name)
{
    return {before, "s", nullptr, 1000, false, {}, name};
}
constexpr Figure nemoRl[] = {seconds("• Total step time:", "s"), loss("• Loss:"), tokens("E2E (Tokens/sec/gpu):"),
    part("• generation:", "generation"), part("• policy_training:", "policy_training"),
    part("• policy_and_reference_logprobs:", "policy_and_reference_logprobs")};

// mindformers/core/callback/callback.py: `{ Epoch:[  1/  2], step:[   10/ 1000], loss: 10.6, per_step_time: 4136ms,
// lr: 1e-05, …, global_norm: [1.23], …`; without sinking the loss and its mean: `loss:[10.600/10.700]`
constexpr Figure mindFormers[] = {milliseconds("per_step_time:", "ms"), loss("loss:["), loss("loss:"),
    learningRate("lr:"), gradientNorm("global_norm: ["), gradientNorm("global_norm:")};

// deepspeed/profiling/flops_profiler/profiler.py, print_model_profile()
constexpr Figure flopsProfiler[] = {milliseconds("iter latency:", "ms"), seconds("iter latency:", "s"),
    {"iter latency:", "us", &LogStep::stepMs, 1e-3}, samples("samples/second:")};

constexpr StepFormat formats[] = {
    {"veRL", "step:", "step:", " ", verl, Whole, Line, {}, "timing_s/", ":", "step"},
    {"OpenRLHF", "Global step ", "Global step ", " :", openRlhf, Whole, Line, {}, "'timing/", "':", "step_total"},
    {"PaddleNLP", "interval_runtime:", "global_step:", ", ", paddle},
    {"PaddleNLP, old", "avg_batch_cost:", "global step ", ", ", oldPaddle},
    {"XTuner", "data_time:", "Step ", " ", timeAndData},
    {"detectron2", "data_time:", "iter:", " ", timeAndData},
    {"mmengine, epochs", "data_time:", "Epoch(train)", "]", timeAndData, InEpochFrom1, Line, "["},
    {"mmengine, iterations", "data_time:", "Iter(train) [", "]", timeAndData},
    {"mmcv, epochs", "data_time:", "Epoch [", "]", timeAndData, InEpochFrom1, Line, "["},
    {"mmcv, iterations", "data_time:", "Iter [", "]", timeAndData},
    {"PyTorch's ImageNet example", "Data ", "Epoch: [", "]", imageNet, InEpochFrom0, Line, "["},
    {"MetricLogger", " data: ", "Epoch: [", "]", metricLogger, InEpochFrom0, Line, "["},
    {"timm", "Time: ", "Train: ", " ", timm, InEpochFrom0, Line, "["},
    {"nanoGPT", ", time ", "iter ", ":", nanoGpt},
    {"nanochat", "dt: ", "step ", " ,", nanochat},
    {"llm.c", " tok/s", "step ", " :", llmC},
    {"litgpt", "iter time: ", "step ", " :", litGpt, Whole, Microsteps},
    {"OLMo-core", "[step=", "[step=", ",", olmo, Whole, Block},
    {"Levanter", "Progress on:train", "Progress on:train ", "", levanter, Abbreviated},
    {"icefall", "tot_loss[", "batch ", ",", icefall, Restarting, Line, {}, {}, {}, {}, true},
    {"CLIP4Clip", "Time/step: ", "Epoch: ", ",", clip4Clip, InEpochFrom1, Line, "Step:"},
    {"Composer, epochs", "][batch=", "[epoch=", "]", composer, InEpochFrom1, Block, "[batch="},
    {"Composer", "[batch=", "[batch=", "]", composer, Whole, Block},
    {"NeMo-RL", "========================= Step ", "= Step ", " ", nemoRl, Whole, Block},
    {"MindFormers", "per_step_time:", "Epoch:", "]", mindFormers, InEpochFrom1, Line, "step:["},
    {"DeepSpeed's FLOPs profiler", "Profile Summary at step ", "Profile Summary at step ", ":", flopsProfiler, Whole,
        Block},
};

constexpr Figure common[] = {seconds("", "sec/step"), seconds("", "secs/step"), seconds("", "seconds/step"),
    seconds("", "s/step"), milliseconds("", "ms/step"), seconds("", "sec/batch"), seconds("", "s/batch"),
    milliseconds("", "ms/batch"), seconds("", "sec/iter"), seconds("", "s/iter"), milliseconds("", "ms/iter"),
    seconds("", "s/it"), milliseconds("", "ms/it"), seconds("", "seconds per step"), seconds("", "sec per step"),
    seconds("", "s per step"), milliseconds("", "ms per step"), seconds("", "seconds per iteration"),
    seconds("", "sec per iteration"), milliseconds("", "ms per iteration"), stepsPerSecond("", "steps/sec"),
    stepsPerSecond("", "steps/second"), stepsPerSecond("", "steps/s"), stepsPerSecond("", "step/s"),
    stepsPerSecond("", "iters/s"), stepsPerSecond("", "iter/s"), stepsPerSecond("", "it/s"),
    stepsPerSecond("", "batches/s"), stepsPerSecond("", "batch/s"), stepsPerSecond("steps/sec:"),
    stepsPerSecond("steps/sec="), stepsPerSecond("steps_per_sec:"), stepsPerSecond("steps_per_sec="),
    stepsPerSecond("steps_per_second:"), stepsPerSecond("steps_per_second="), loss("loss:"), loss("loss="),
    loss("loss ="), loss("loss"), learningRate("lr:"), learningRate("lr="), learningRate("lr ="),
    learningRate("learning rate:"), learningRate("learning_rate:"), learningRate("learning_rate="),
    samples("", "examples/sec"), samples("", "samples/sec"), samples("", "samples/s"), tokens("", "tokens/sec"),
    tokens("", "tokens/s"), tokens("", "tok/s")};

constexpr std::string_view phrases[] = {"time/step", "time per step", "step time", "step_time", "time/iter",
    "time per iteration", "time per iter", "iteration time", "iteration_time", "iter time", "iter_time", "time/batch",
    "time per batch", "batch time", "batch_time"};

} // namespace
} // namespace stepformats

std::span<const StepFormat> stepFormats() { return stepformats::formats; }

std::span<const PrintedFigure> commonFigures() { return stepformats::common; }

std::span<const std::string_view> timePhrases() { return stepformats::phrases; }

} // namespace bubblescope
