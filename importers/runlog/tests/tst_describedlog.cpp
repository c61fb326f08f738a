// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a log prints of its model and layout is its description, or why there is none.
#include "readlog.h"
#include "shareddata.h"
#include "testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace bubblescope::tst_describedlog {

namespace {

const std::string iteration
    = " iteration        2/     100 | elapsed time per iteration (ms): 1000.0 | global batch size:    64 |\n";

std::string blockOf(const std::string& lines)
{
    return "------------------------ arguments ------------------------\n" + lines
        + "-------------------- end of arguments ---------------------\n" + iteration;
}

/// As nanotron/trainer.py prints its configuration, with the prefix of its logger, and what a library writes in between.
std::string nanotronLog(const std::string& engine, const std::string& zeroStage)
{
    const std::string prefix = "08/31/2024 14:37:22 [INFO|DP=0|PP=0|TP=0]: ";
    const std::string lines[] {"Config:", "Config(general=GeneralArgs(project='debug (1)',",
        "                           run='it\\'s_%date_%jobid',", "                           seed=42,",
        "                           step=None),", "       parallelism=ParallelismArgs(dp=4,",
        "                                   pp=2,", "                                   tp=2,",
        "                                   pp_engine=<nanotron.parallel.pipeline_parallel.engine." + engine
            + " object at 0x7fcc5c65c910>,",
        "                                   tp_mode=<TensorParallelLinearMode.REDUCE_SCATTER: 2>,",
        "                                   tp_linear_async_communication=True,",
        "                                   recompute_layer=False,",
        "                                   expert_parallel_size=1),",
        "       model=ModelArgs(model_config=LlamaConfig(bos_token_id=1,",
        "                                                hidden_act='silu',",
        "                                                hidden_size=2048,",
        "                                                intermediate_size=8192,",
        "                                                is_llama_config=True,",
        "                                                num_attention_heads=32,",
        "                                                num_hidden_layers=16,",
        "                                                num_key_value_heads=8,",
        "                                                pad_token_id=None,",
        "                                                rope_scaling={'rope_type': 'llama3', 'factor': 32.0},",
        "                                                tie_word_embeddings=True,",
        "                                                vocab_size=128256),",
        "                       init_method=RandomInit(std=0.025),", "                       dtype=torch.bfloat16,",
        "                       make_vocab_size_divisible_by=1,", "                       ddp_bucket_cap_mb=25),",
        "       checkpoints=CheckpointsArgs(checkpoints_path=PosixPath('checkpoints')),",
        "       tokens=TokensArgs(sequence_length=4096,", "                         train_steps=15,",
        "                         micro_batch_size=2,", "                         batch_accumulation_per_replica=32,",
        "                         limit_val_batches=0),",
        "       optimizer=OptimizerArgs(optimizer_factory=AdamWOptimizerArgs(adam_eps=1e-08, name='adamW'),",
        "                               zero_stage=" + zeroStage + ",",
        "                               accumulate_grad_in_fp32=True),",
        "       data_stages=[DatasetStageArgs(name='Stable Training Stage', start_training_step=1)],",
        "       lighteval=None)", "Model Config:", "LlamaConfig(bos_token_id=1,", "            hidden_size=16)",
        "iteration: 1 / 15 | consumed_tokens: 1.05M | elapsed_time_per_iteration_ms: 5.2K | tokens_per_sec: 201K | "
        "tokens_per_sec_per_gpu: 12.6K | global_batch_size: 256 | lm_loss: 11.9 | lr: 0.00015",
        "iteration: 2 / 15 | consumed_tokens: 2.1M | elapsed_time_per_iteration_ms: 2.5K | tokens_per_sec: 419K | "
        "tokens_per_sec_per_gpu: 26.2K | global_batch_size: 256 | lm_loss: 11.8 | lr: 0.0003"};
    std::string text;
    for (const std::string& line : lines)
        text += prefix + line + "\nDownloading (100%)\n";
    return text;
}

} // namespace

class TstDescribedLog : public QObject {
    Q_OBJECT
private slots:
    void argumentsDescribeWhatWasTrained()
    {
        const ReadLog read = readLogFile(testData("jobdescription/arguments.log"));
        QVERIFY2(read.log().description, read.log().whyNotDescribed.text().c_str());
        const JobDescription& job = *read.log().description;
        QCOMPARE(job.model.layers, 32);
        QCOMPARE(job.model.vocabulary, 128000);
        QCOMPARE(job.layout.gpus, std::optional(16));
        QCOMPARE(job.layout.chunks, std::optional(4));
        QCOMPARE(job.layout.paddedVocabulary, std::optional(128256));
        QCOMPARE(job.format, std::string("megatron"));
        QCOMPARE(job.name, read.log().name);
        QVERIFY(read.log().whyNotDescribed.empty());
    }

    void torchTitansModelIsKnownByItsName()
    {
        const ReadLog read = readLogFile(testData("runlog/torchtitan_qwen3.log"));
        QVERIFY2(read.log().description, read.log().whyNotDescribed.text().c_str());
        const JobDescription& job = *read.log().description;
        QCOMPARE(qint64(job.model.parameters()), qint64(8'190'735'360));
        QCOMPARE(job.layout.data, std::optional(8));
        QCOMPARE(job.layout.sequence, std::optional(4096));
        QCOMPARE(job.layout.microbatchSize, std::optional(2));
        QCOMPARE(job.layout.microbatches, std::optional(1));
        QVERIFY(job.layout.shard == StateSharding::Parameters && job.layout.recompute == Recompute::Selective);
        QVERIFY(job.layout.precision == Precision::Bf16);
        QCOMPARE(read.log().machine.devices, std::vector<std::string> {"NVIDIA H100 80GB HBM3"});
    }

    void nanotronPrintsItsConfiguration()
    {
        const ReadLog read = readLog(nanotronLog("OneForwardOneBackwardPipelineEngine", "1"));
        QVERIFY2(read.log().description, read.log().whyNotDescribed.text().c_str());
        const JobDescription& job = *read.log().description;
        QCOMPARE(job.format, std::string("nanotron"));
        QCOMPARE(job.name, read.log().name);
        QCOMPARE(job.model.layers, 16);
        QCOMPARE(job.model.hidden, 2048); // of the first configuration, not of the model's own behind it
        QCOMPARE(job.model.keyValueHeads, 8);
        QCOMPARE(job.model.vocabulary, 128256);
        QVERIFY(job.model.isTied);
        const PlannedLayout& layout = job.layout;
        QCOMPARE(layout.gpus, std::optional(16));
        QCOMPARE(layout.stages, std::optional(2));
        QCOMPARE(layout.microbatches, std::optional(32));
        QCOMPARE(layout.microbatchSize, std::optional(2));
        QCOMPARE(layout.sequence, std::optional(4096));
        QCOMPARE(layout.schedule, std::string("1f1b"));
        QVERIFY(layout.sequenceParallel == true && layout.overlapTensor == true);
        QVERIFY(layout.shard == StateSharding::Optimizer && layout.precision == Precision::Bf16);
        QCOMPARE(read.log().steps.size(), size_t(2));
        QVERIFY(std::abs(read.log().medianStepMs().value_or(0) - 2500) < 1e-6);
        const ReadLog other = readLog(nanotronLog("AllForwardAllBackwardPipelineEngine", "0"));
        QVERIFY(other.log().description);
        QCOMPARE(other.log().description->layout.schedule, std::string("gpipe"));
        QVERIFY(other.log().description->layout.shard == StateSharding::None);
    }

    /// By the names of megatron_gpt_config.yaml, as its scripts print them, behind what srun -l writes.
    void nemoPrintsItsConfiguration()
    {
        const auto logOf = [](const std::string& launcher, const std::string& more, bool tellsVocabulary) {
            const std::string entry = "[NeMo I 2024-03-01 10:00:00 megatron_gpt_pretraining:";
            const std::string lines[] {entry + "37] ", "    ", "    ************** Experiment configuration ***********",
                entry + "38] ", "    name: megatron_gpt", "    trainer:", "      devices: 8", "      num_nodes: 4",
                "      precision: bf16-mixed", "    exp_manager:", "      name: ${name}", "    model:",
                "      mcore_gpt: true", "      micro_batch_size: 1", "      global_batch_size: 128",
                "      tensor_model_parallel_size: 4", "      pipeline_model_parallel_size: 2",
                "      virtual_pipeline_model_parallel_size: null", "      encoder_seq_length: 4096",
                "      max_position_embeddings: ${.encoder_seq_length}", "      num_layers: 32", "      hidden_size: 4096",
                "      ffn_hidden_size: 14336", "      num_attention_heads: 32", "      num_query_groups: 8",
                "      hidden_dropout: 0.0", "      normalization: rmsnorm", "      bias: false",
                "      activation: fast-swiglu", "      position_embedding_type: rope",
                "      share_embeddings_and_output_weights: false", "      make_vocab_size_divisible_by: 128",
                "      activations_checkpoint_granularity: null", "      sequence_parallel: true",
                "      data:", "        data_prefix:", "        - 1.0", "        - /data/my-gpt3_00_text_document",
                "        seq_length: ${model.encoder_seq_length}", "      optim:",
                "        name: distributed_fused_adam", "        overlap_grad_sync: true", more, entry + "80] GPU available: True",
                tellsVocabulary ? entry + "264] Padded vocab_size: 128512, original vocab_size: 128256, dummy tokens: 256."
                                : entry + "264] nothing",
                iteration.substr(0, iteration.size() - 1)};
            std::string text;
            for (const std::string& line : lines)
                text += launcher + line + "\n";
            return text;
        };
        for (const char* launcher : {"", "0: "}) {
            const ReadLog read = readLog(logOf(launcher, "        lr: 0.0001", true));
            QVERIFY2(read.log().description, read.log().whyNotDescribed.text().c_str());
            const JobDescription& job = *read.log().description;
            QCOMPARE(job.format, std::string("megatron"));
            // Llama 3 8B.
            QCOMPARE(qint64(job.model.parameters()), qint64(8'030'261'248));
            QVERIFY(!job.model.isTied && job.model.isGated && !job.model.hasOutputBias);
            const PlannedLayout& layout = job.layout;
            QCOMPARE(layout.gpus, std::optional(32));
            QCOMPARE(layout.tensor, std::optional(4));
            QCOMPARE(layout.stages, std::optional(2));
            QCOMPARE(layout.globalBatch, std::optional(128));
            QCOMPARE(layout.sequence, std::optional(4096));
            QCOMPARE(layout.paddedVocabulary, std::optional(128512));
            QVERIFY(layout.shard == StateSharding::Optimizer && layout.precision == Precision::Bf16);
            QVERIFY(layout.overlapGradients == true && layout.sequenceParallel == true);
            QVERIFY(layout.recompute == Recompute::None);
        }
        const ReadLog unknown = readLog(logOf("", "        lr: 0.0001", false));
        QVERIFY(!unknown.log().description);
        QVERIFY(unknown.log().whyNotDescribed.text().find("vocab_size") != std::string::npos);
        const ReadLog adapters = readLog(logOf("", "      peft:\n        peft_scheme: lora", true));
        QVERIFY(!adapters.log().description);
        QVERIFY2(adapters.log().whyNotDescribed.text().find("lora") != std::string::npos,
            adapters.log().whyNotDescribed.text().c_str());
        const ReadLog endless = readLog(logOf("", "      a: ${.b}\n      b: ${.a}", true));
        QVERIFY(endless.log().description.has_value());
    }

    /// Cut anywhere, it is whole, or it says where it is not: it never describes another job.
    void aConfigurationThatIsCutIsRefused()
    {
        const std::string whole = nanotronLog("OneForwardOneBackwardPipelineEngine", "1");
        const size_t begin = whole.find("Config(general=");
        const size_t end = whole.find("Model Config:");
        const std::string steps = whole.substr(whole.find("08/31/2024 14:37:22 [INFO|DP=0|PP=0|TP=0]: iteration"));
        for (size_t cut = begin; cut + 400 < end; cut += 97) {
            const ReadLog read = readLog(whole.substr(0, cut) + "\n" + steps);
            QVERIFY2(!read.log().description, whole.substr(cut, 60).c_str());
        }
        std::string odd = whole;
        odd.replace(odd.find("(dp=4"), 5, "(dp=<");
        QVERIFY(!readLog(odd).log().description);
        const std::string deep = "Config(general=" + std::string(100'000, '[');
        QVERIFY(!readLog(deep + "\n" + steps).log().description);
    }

    void unknownModelsAreNamed()
    {
        const ReadLog read = readLog("[rank0]:[titan] 2026-05-19 19:34:53,412 - root - INFO - Building mine 8B\n"
                                     "[rank0]:[titan] 2026-05-19 19:35:09,500 - root - INFO - step:  1  loss: 12.4  "
                                     "tps: 1,303  mfu: 4.88%\n");
        QVERIFY(!read.log().description);
        QVERIFY(read.log().whyNotDescribed.text().find("mine 8B") != std::string::npos);
    }

    void argumentsWithoutAModelSayWhatIsMissing()
    {
        const ReadLog read = readLog(blockOf("  hidden_size ............ 64\n  seq_length ............ 128\n"));
        QVERIFY(!read.log().description);
        QVERIFY2(read.log().whyNotDescribed.text().find("num_layers") != std::string::npos,
            read.log().whyNotDescribed.text().c_str());
        QCOMPARE(read.log().steps.size(), size_t(1));
        QVERIFY(readLog(iteration).log().whyNotDescribed.empty());
        QVERIFY(!readLog(iteration).log().description);
    }

    /// Far more lines than any block has: what is beyond is not kept.
    void aBlockWithoutAnEndIsBounded()
    {
        std::string text = "------------------------ arguments ------------------------\n";
        for (int i = 0; i < 40'000; ++i)
            text += "  argument_" + std::to_string(i) + " ................................ value\n";
        const ReadLog read = readLog(text + iteration);
        QVERIFY(!read.log().description);
        QVERIFY(!read.log().whyNotDescribed.empty());
        QCOMPARE(read.log().steps.size(), size_t(1));
    }

    void realLogsAreDescribed()
    {
        REQUIRE_SHARED_DATA();
        const ReadLog megatron = readLogFile(sharedData("megatron_logs/meg_gpt2_perf_n16.out"));
        QVERIFY2(megatron.log().description, megatron.log().whyNotDescribed.text().c_str());
        QCOMPARE(megatron.log().description->layout.gpus, std::optional(64));
        QCOMPARE(megatron.log().description->layout.stages, std::optional(16));
        const ReadLog titan = readLogFile(sharedData("torchtitan/run101_ansi.log"));
        QVERIFY2(titan.log().description, titan.log().whyNotDescribed.text().c_str());
        QCOMPARE(titan.log().description->layout.microbatchSize, std::optional(161));
        QCOMPARE(qint64(titan.log().description->model.parameters()), qint64(14'768'307'200));
        QVERIFY(!readLogFile(sharedData("megatron_logs/megatronapp_output1.log")).log().description);
    }
};

BUBBLESCOPE_TEST(TstDescribedLog, QCoreApplication)

} // namespace bubblescope::tst_describedlog

#include "tst_describedlog.moc"
