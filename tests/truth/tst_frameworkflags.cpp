// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Flags against what reads them: the importers, which were written from the frameworks' sources, and the names in
// those.
#include "completelayout.h"
#include "frameworkflags.h"
#include "jobreader.h"
#include "shareddata.h"
#include "testprogram.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope::tst_frameworkflags {

namespace {

/// megatron/training/arguments.py of NVIDIA/Megatron-LM; torchrun's own are nnodes and nproc-per-node.
const std::set<std::string> megatronNames {"nnodes", "nproc-per-node", "num-layers", "hidden-size", "ffn-hidden-size",
    "num-attention-heads", "swiglu", "untie-embeddings-and-output-weights", "seq-length", "max-position-embeddings",
    "position-embedding-type", "vocab-size", "make-vocab-size-divisible-by", "mtp-num-layers", "multi-latent-attention",
    "q-lora-rank", "kv-lora-rank", "qk-head-dim", "qk-pos-emb-head-dim", "v-head-dim", "kv-channels",
    "group-query-attention", "num-query-groups", "window-size", "window-attn-skip-freq", "attention-backend",
    "normalization", "disable-bias-linear", "add-qkv-bias", "qk-layernorm", "hidden-dropout", "attention-dropout",
    "num-experts", "moe-router-topk", "moe-ffn-hidden-size", "moe-layer-freq", "moe-shared-expert-intermediate-size",
    "moe-shared-expert-gate", "moe-expert-capacity-factor", "moe-grouped-gemm", "moe-token-dispatcher-type",
    "tensor-model-parallel-size", "pipeline-model-parallel-size", "context-parallel-size", "expert-model-parallel-size",
    "expert-tensor-parallel-size", "sequence-parallel", "tp-comm-overlap", "overlap-moe-expert-parallel-comm",
    "pipeline-model-parallel-layout", "num-virtual-stages-per-pipeline-rank", "use-distributed-optimizer",
    "use-megatron-fsdp", "data-parallel-sharding-strategy", "overlap-grad-reduce", "overlap-param-gather",
    "micro-batch-size", "global-batch-size", "fp16", "bf16", "fp8-format", "accumulate-allreduce-grads-in-fp32",
    "grad-reduce-in-bf16", "cross-entropy-loss-fusion", "optimizer-cpu-offload", "use-precision-aware-optimizer",
    "recompute-granularity", "recompute-method", "recompute-num-layers"};
/// megatron/arguments.py of deepspeedai/Megatron-DeepSpeed; deepspeed/__init__.py (add_config_arguments).
const std::set<std::string> deepSpeedNames {"nnodes", "nproc-per-node", "num-layers", "hidden-size", "ffn-hidden-size",
    "num-attention-heads", "num-key-value-heads", "kv-channels", "swiglu", "untie-embeddings-and-output-weights",
    "seq-length", "max-position-embeddings", "use-rotary-position-embeddings", "vocab-size",
    "make-vocab-size-divisible-by", "use-flash-attn-v2", "normalization", "disable-bias-linear", "hidden-dropout",
    "attention-dropout", "num-experts", "topk", "tensor-model-parallel-size", "pipeline-model-parallel-size",
    "ds-sequence-parallel-size", "moe-expert-parallel-size", "sequence-parallel", "no-pipeline-parallel",
    "enable-zbh1-pipeline", "deepspeed", "deepspeed_config", "zero-stage", "micro-batch-size", "global-batch-size",
    "fp16", "bf16", "accumulate-allreduce-grads-in-fp32", "cpu-optimizer", "checkpoint-activations",
    "deepspeed-activation-checkpointing"};
/// torchtitan/config/job_config.py of pytorch/torchtitan.
const std::set<std::string> titanNames {"name", "flavor", "converters", "local_batch_size", "global_batch_size",
    "seq_len", "mixed_precision_param", "enable_cpu_offload", "data_parallel_replicate_degree",
    "data_parallel_shard_degree", "fsdp_reshard_after_forward", "tensor_parallel_degree",
    "enable_async_tensor_parallel", "context_parallel_degree", "expert_parallel_degree",
    "expert_tensor_parallel_degree", "pipeline_parallel_degree", "pipeline_parallel_schedule",
    "pipeline_parallel_microbatch_size", "pipeline_parallel_layers_per_stage", "mode", "selective_ac_option"};
/// src/nanotron/config of huggingface/nanotron: config.py, models_config.py, parallelism_config.py.
const std::set<std::string> nanotronNames {"model", "dtype", "make_vocab_size_divisible_by", "model_config",
    "is_llama_config", "is_qwen2_config", "hidden_size", "intermediate_size", "num_hidden_layers",
    "num_attention_heads", "num_key_value_heads", "head_dim", "max_position_embeddings", "tie_word_embeddings",
    "attention_bias", "sliding_window_size", "vocab_size", "moe_config", "num_experts", "top_k",
    "moe_intermediate_size", "enable_shared_expert", "shared_expert_intermediate_size", "optimizer", "zero_stage",
    "accumulate_grad_in_fp32", "parallelism", "dp", "pp", "tp", "context_parallel_size", "expert_parallel_size",
    "pp_engine", "tp_mode", "tp_linear_async_communication", "recompute_layer", "tokens", "micro_batch_size",
    "batch_accumulation_per_replica", "sequence_length"};

struct Written {
    FlagFramework framework;
    const char* file; ///< as it would be called
    const std::set<std::string>& names;
    const char* pattern; ///< of a name
};
const Written& writtenBy(FlagFramework framework)
{
    static const Written all[] {{FlagFramework::Megatron, "launch.sh", megatronNames, "^    --([a-z0-9_-]+)"},
        {FlagFramework::TorchTitan, "job.toml", titanNames, "^([a-z_0-9]+) ="},
        {FlagFramework::Nanotron, "job.yaml", nanotronNames, "^ *([a-z_0-9]+):"},
        {FlagFramework::DeepSpeed, "launch.sh", deepSpeedNames, "^    --([a-z0-9_-]+)"}};
    return *std::find_if(
        std::begin(all), std::end(all), [&](const Written& written) { return written.framework == framework; });
}

JobDescription sample(const char* name)
{
    const Result<JobDescription> job = openJobDescription(testData((std::string("jobdescription/") + name).c_str()));
    if (!job)
        qFatal("%s", job.error().message.text().c_str());
    return *job;
}

JobDescription laidOut(JobDescription job, int gpus, int tensor, int stages, int context = 1, int expert = 1)
{
    job.layout = {};
    job.layout.gpus = gpus;
    job.layout.tensor = tensor;
    job.layout.stages = stages;
    job.layout.context = context;
    if (job.model.experts > 0) {
        job.layout.expert = expert;
        job.layout.expertTensor = 1;
    }
    job.layout.sequence = 4096;
    job.layout.microbatchSize = 2;
    job.layout.globalBatch = 256;
    job.layout.gradientBytes = 4;
    return job;
}

QString sizesOf(const JobDescription& job)
{
    const PlannedLayout& layout = job.layout;
    const auto number = [](const std::optional<int>& value) { return value ? QString::number(*value) : QString(); };
    QStringList words {"gpus", number(layout.gpus), "tensor", number(layout.tensor), "stages", number(layout.stages),
        "chunks", number(layout.chunks), "data", number(layout.data), "context", number(layout.context), "expert",
        number(layout.expert), "size", number(layout.microbatchSize), "microbatches", number(layout.microbatches),
        "batch", number(layout.globalBatch), "sequence", number(layout.sequence), "norms",
        layout.sequenceParallel.value_or(false) ? "divided" : "whole", "shard",
        QString::fromStdString(std::string(shardingKey(layout.shard.value_or(StateSharding::None)))), "recompute",
        QString::fromStdString(std::string(recomputeKey(layout.recompute.value_or(Recompute::None)))), "layers of it",
        number(layout.recomputedLayers), "precision",
        QString::fromStdString(std::string(precisionKey(layout.precision.value_or(Precision::Bf16)))), "gradients",
        QString::number(layout.gradientBytes.value_or(4)), "schedule", QString::fromStdString(layout.schedule),
        "pieces"};
    for (const int layers : layout.layersOfPieces)
        words << QString::number(layers);
    return words.join(' ');
}

/// Its sizes as they are read back, or what was wrong.
QString readBack(const JobDescription& job, FlagFramework framework)
{
    const FrameworkFlags flags = frameworkFlags(job, framework);
    const Result<JobDescription> read = readJobDescription(flags.text, writtenBy(framework).file);
    if (!read)
        return QString::fromStdString(read.error().message.text() + '\n' + flags.text);
    JobDescription same = *read;
    if (!same.layout.gpus)
        same.layout.gpus = job.layout.gpus;
    const Result<JobDescription> complete = completeLayout(same, *job.layout.gpusPerNode);
    if (!complete)
        return QString::fromStdString(complete.error().message.text() + '\n' + flags.text);
    // A bias of the router, which moves with the load, is not told by arguments.
    constexpr double vectorsOfRouter = 1e-7;
    if (std::abs(complete->model.parameters() / job.model.parameters() - 1) > vectorsOfRouter)
        return QStringLiteral("%1 parameters\n").arg(complete->model.parameters()) + QString::fromStdString(flags.text);
    return sizesOf(*complete);
}

} // namespace

class TstFrameworkFlags : public QObject {
    Q_OBJECT
private slots:
    void flagsMakeTheSameJob_data()
    {
        QTest::addColumn<int>("framework");
        QTest::addColumn<JobDescription>("job");
        const auto row = [](const char* name, FlagFramework framework, JobDescription job) {
            job.format = framework == FlagFramework::Nanotron ? "nanotron" : "megatron";
            const Result<JobDescription> complete = completeLayout(std::move(job), 8);
            if (!complete)
                qFatal("%s: %s", name, complete.error().message.text().c_str());
            QTest::addRow("%s", name) << int(framework) << *complete;
        };
        const auto with = [](JobDescription job, const auto& change) {
            change(job.layout);
            return job;
        };
        const JobDescription llama = sample("llama31_8b.json");
        const auto dense = [&](const char* name, const JobDescription& job) {
            row(qPrintable(QStringLiteral("Megatron %1").arg(name)), FlagFramework::Megatron, job);
            row(qPrintable(QStringLiteral("DeepSpeed %1").arg(name)), FlagFramework::DeepSpeed, job);
            row(qPrintable(QStringLiteral("nanotron %1").arg(name)), FlagFramework::Nanotron, job);
            JobDescription titan = job;
            titan.layout.sequenceParallel = job.layout.tensor.value_or(1) > 1;
            row(qPrintable(QStringLiteral("torchtitan %1").arg(name)), FlagFramework::TorchTitan, titan);
        };
        dense("one node", laidOut(llama, 8, 2, 1));
        dense("pipeline", laidOut(llama, 64, 2, 4));
        dense("context", laidOut(llama, 64, 1, 1, 2));
        dense("recomputed", with(laidOut(llama, 16, 2, 2), [](PlannedLayout& l) { l.recompute = Recompute::Full; }));
        const auto sharded = [&](StateSharding shard) {
            return with(laidOut(llama, 16, 2, 1), [&](PlannedLayout& l) { l.shard = shard; });
        };
        dense("replicas", sharded(StateSharding::None));
        for (const FlagFramework framework :
            {FlagFramework::Megatron, FlagFramework::DeepSpeed, FlagFramework::Nanotron})
            row(qPrintable(QStringLiteral("optimizer %1").arg(int(framework))), framework,
                sharded(StateSharding::Optimizer));
        for (const FlagFramework framework :
            {FlagFramework::Megatron, FlagFramework::DeepSpeed, FlagFramework::TorchTitan}) {
            row(qPrintable(QStringLiteral("gradients %1").arg(int(framework))), framework,
                sharded(StateSharding::Gradients));
            row(qPrintable(QStringLiteral("parameters %1").arg(int(framework))), framework,
                sharded(StateSharding::Parameters));
        }
        const JobDescription interleaved = with(laidOut(llama, 64, 2, 4), [](PlannedLayout& l) {
            l.chunks = 2;
            l.schedule = "interleaved";
        });
        row("Megatron interleaved", FlagFramework::Megatron, interleaved);
        row("torchtitan interleaved", FlagFramework::TorchTitan, interleaved);
        const auto scheduled = [&](const char* schedule) {
            return with(laidOut(llama, 64, 2, 4), [&](PlannedLayout& l) { l.schedule = schedule; });
        };
        row("nanotron GPipe", FlagFramework::Nanotron, scheduled("gpipe"));
        row("torchtitan GPipe", FlagFramework::TorchTitan, scheduled("gpipe"));
        row("DeepSpeed ZB-H1", FlagFramework::DeepSpeed, scheduled("zb-h1"));
        row("Megatron partition", FlagFramework::Megatron, with(laidOut(llama, 64, 2, 4), [](PlannedLayout& l) {
            l.layersOfPieces = {9, 8, 8, 7};
        }));
        row("Megatron layers of a stage", FlagFramework::Megatron, with(laidOut(llama, 16, 2, 2), [](PlannedLayout& l) {
            l.recompute = Recompute::Full;
            l.recomputedLayers = 4;
        }));
        row("Megatron fp8", FlagFramework::Megatron,
            with(laidOut(llama, 16, 2, 2), [](PlannedLayout& l) { l.precision = Precision::Fp8; }));
        row("torchtitan fp8", FlagFramework::TorchTitan,
            with(laidOut(llama, 16, 2, 2), [](PlannedLayout& l) { l.precision = Precision::Fp8; }));
        row("Megatron fp32", FlagFramework::Megatron,
            with(laidOut(llama, 16, 2, 2), [](PlannedLayout& l) { l.precision = Precision::Fp32; }));
        row("Megatron half gradients", FlagFramework::Megatron,
            with(laidOut(llama, 16, 2, 2), [](PlannedLayout& l) { l.gradientBytes = 2; }));
        for (const char* name :
            {"llama31_70b.json", "qwen25_7b.json", "mistral_7b.json", "qwen3_8b.json", "mixtral_8x7b.json",
                "qwen3_30b_a3b.json", "deepseek_v2_lite.json", "deepseek_v3.json", "gpt2_xl.json"}) {
            const JobDescription described = sample(name);
            const bool divides = described.model.heads % 4 == 0;
            JobDescription job = laidOut(described, 64, divides ? 4 : 1, 1, 1, described.model.experts > 0 ? 8 : 1);
            if (job.model.positions > 0) // that are learned: no longer samples
                job.layout.sequence = job.model.positions;
            row(qPrintable(QStringLiteral("Megatron %1").arg(name)), FlagFramework::Megatron, job);
        }
        row("Megatron experts and pieces", FlagFramework::Megatron,
            with(laidOut(sample("deepseek_v3.json"), 256, 1, 8, 1, 32), [](PlannedLayout& l) {
                l.layersOfPieces = {7, 8, 8, 8, 8, 8, 8, 6};
            }));
        row("torchtitan experts", FlagFramework::TorchTitan,
            with(laidOut(sample("qwen3_30b_a3b.json"), 16, 1, 1, 1, 8),
                [](PlannedLayout& l) { l.shard = StateSharding::Parameters; }));
    }
    void flagsMakeTheSameJob()
    {
        QFETCH(int, framework);
        QFETCH(JobDescription, job);
        QCOMPARE(readBack(job, FlagFramework(framework)), sizesOf(job));
    }

    void namesAreThoseOfTheFramework_data() { flagsMakeTheSameJob_data(); }
    void namesAreThoseOfTheFramework()
    {
        QFETCH(int, framework);
        QFETCH(JobDescription, job);
        job.layout.overlapGradients = true;
        job.layout.overlapParameters = true;
        job.layout.overlapTensor = true;
        job.layout.overlapExperts = true;
        job.layout.fusesLoss = true;
        job.layout.offloadsOptimizer = true;
        job.layout.capacityFactor = 1.25;
        const Written& written = writtenBy(FlagFramework(framework));
        const QString text = QString::fromStdString(frameworkFlags(job, FlagFramework(framework)).text);
        const QRegularExpression pattern(written.pattern, QRegularExpression::MultilineOption);
        int count = 0;
        for (auto found = pattern.globalMatch(text); found.hasNext();) {
            const std::string name = found.next().captured(1).toStdString();
            QVERIFY2(written.names.count(name), name.c_str());
            ++count;
        }
        QVERIFY(count > 12);
    }

    void whatAFrameworkCannotDoIsSaid()
    {
        const auto notes = [](const JobDescription& job, FlagFramework framework) {
            std::string all;
            const FrameworkFlags flags = frameworkFlags(job, framework);
            for (const Message& note : flags.notes) {
                all += note.text() + '\n';
                if (flags.text.find("# " + note.text() + '\n') == std::string::npos)
                    all += "not in the text\n";
            }
            return all;
        };
        JobDescription job = laidOut(sample("llama31_8b.json"), 64, 2, 4);
        job.format = "megatron";
        job.layout.schedule = "zb-h1";
        job = *completeLayout(job, 8);
        QCOMPARE(notes(job, FlagFramework::Megatron),
            std::string("Megatron-LM has no ZB-H1 schedule: these flags make 1F1B.\n"));
        QCOMPARE(notes(job, FlagFramework::DeepSpeed), std::string());
        QVERIFY(notes(job, FlagFramework::Nanotron).find("no ZB-H1 schedule") != std::string::npos);
        JobDescription deep = *completeLayout(laidOut(sample("deepseek_v3.json"), 64, 1, 1, 1, 8), 8);
        QVERIFY(notes(deep, FlagFramework::DeepSpeed).find("latent attention") != std::string::npos);
        QVERIFY(notes(deep, FlagFramework::Nanotron).find("latent attention") != std::string::npos);
        JobDescription other = job;
        other.model.hidden = 4224;
        QVERIFY(notes(other, FlagFramework::TorchTitan).find("no flavor with the sizes") != std::string::npos);
    }

    /// deepspeed/runtime/config.py: the batch must be their product.
    void theEnginesBatchAddsUp()
    {
        const JobDescription job = *completeLayout(laidOut(sample("llama31_8b.json"), 64, 2, 4), 8);
        const std::string text = frameworkFlags(job, FlagFramework::DeepSpeed).text;
        const size_t begin = text.find("<<EOF\n") + 6;
        const nlohmann::json engine = nlohmann::json::parse(text.substr(begin, text.find("\nEOF\n") - begin));
        QCOMPARE(engine["train_batch_size"].get<int>(),
            engine["train_micro_batch_size_per_gpu"].get<int>() * engine["gradient_accumulation_steps"].get<int>()
                * *job.layout.data);
        QCOMPARE(engine["zero_optimization"]["stage"].get<int>(), 0);
        QVERIFY(engine["bf16"]["enabled"].get<bool>());
    }

    void frameworksHaveKeys()
    {
        QCOMPARE(flagFrameworks().size(), size_t(4));
        for (const FlagFrameworkInfo& info : flagFrameworks())
            QVERIFY(flagFrameworkFromKey(info.key) == info.framework);
        QVERIFY(!flagFrameworkFromKey("jax"));
    }
};

BUBBLESCOPE_TEST(TstFrameworkFlags, QCoreApplication)

} // namespace bubblescope::tst_frameworkflags

#include "tst_frameworkflags.moc"
