// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nanotronjob.h"

#include "fieldreader.h"
#include "textencoding.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

using Most = DescriptionLimits;

constexpr auto harmlessOfNanotron = std::to_array<std::string_view>(
    {"checkpoints", "data_stages", "general", "lighteval", "logging", "optimizer", "profiler", "tokenizer", "s3_upload",
        "max_position_embeddings", "initializer_range", "rope_scaling", "pretraining_tp", "init_method",
        "ddp_bucket_cap_mb", "tp_recompute_allgather", "_use_qkv_packed", "train_steps", "val_check_interval",
        "iteration_step_info_interval", "moe_layer_recompute", "hidden_act", "metrics_logging", "no_rope_layer"});

class NanotronReader {
public:
    NanotronReader(const DescribedFields& fields, std::string_view file) : m_fields(fields), m_reader(fields, file) { }

    Result<JobDescription> read()
    {
        m_job.format = "nanotron";
        m_job.model.name = m_reader.text("general.run");
        readModel();
        readExperts();
        readLayout();
        m_reader.addUnread(m_job, harmlessOfNanotron);
        return m_reader.finished(std::move(m_job));
    }

private:
    static std::string own(std::string_view name) { return std::string("model.model_config.").append(name); }

    void readModel()
    {
        ModelDescription& model = m_job.model;
        const bool isQwen = m_reader.flag(own("is_qwen2_config"), false);
        for (const std::string_view other : {"starcoder2", "llama4"}) {
            const std::string name = own("is_" + std::string(other) + "_config");
            if (m_reader.flag(name, false))
                m_reader.refuse(name, say("the architecture \"{}\" (model_type) is not known here", other),
                    say("Known are {}; sizes of others can be written as a *.bubblejob.",
                        "is_llama_config, is_qwen2_config"));
        }
        m_reader.passOver(own("is_llama_config"));
        model.family = isQwen ? "qwen2" : "llama";
        model.layers = m_reader.count(own("num_hidden_layers"), Most::layers);
        model.hidden = m_reader.count(own("hidden_size"), Most::width);
        model.heads = m_reader.count(own("num_attention_heads"), Most::heads);
        model.keyValueHeads = m_reader.countIfStated(own("num_key_value_heads"), Most::heads).value_or(model.heads);
        model.headSize = model.hidden / model.heads;
        if (const auto stated = m_reader.countIfStated(own("head_dim"), Most::width))
            model.headSize = *stated;
        else if (model.headSize * model.heads != model.hidden)
            m_reader.refuse(own("num_attention_heads"),
                say("a hidden size of {} is no multiple of {} heads, and head_dim is not stated", model.hidden,
                    model.heads));
        model.feedForward = m_reader.count(own("intermediate_size"), Most::width);
        model.vocabulary = m_reader.count(own("vocab_size"), Most::vocabulary);
        model.isTied = m_reader.flag(own("tie_word_embeddings"), false);
        model.hasQueryBias = m_reader.flag(own("attention_bias"), false);
        if (const auto window = m_reader.countIfStated(own("sliding_window_size"), Most::batch, 0))
            model.slidingWindow = *window;
    }

    void readExperts()
    {
        ModelDescription& model = m_job.model;
        const auto ofExperts = [](std::string_view name) { return own("moe_config.").append(name); };
        if (!m_fields.hasBelow(own("moe_config")))
            return;
        model.experts = m_reader.count(
            m_reader.firstOf({ofExperts("num_experts"), ofExperts("num_local_experts")}), Most::experts);
        model.activeExperts = m_reader.count(
            m_reader.firstOf({ofExperts("top_k"), ofExperts("num_experts_per_token")}), std::max(model.experts, 1));
        const auto width = m_reader.countIfStated(ofExperts("moe_intermediate_size"), Most::width);
        model.expertFeedForward = width.value_or(model.feedForward);
        if (!width)
            m_job.assume(ofExperts("moe_intermediate_size"), std::to_string(model.feedForward),
                say("not stated: experts are taken to be as wide as intermediate_size"));
        const auto shared = m_reader.countIfStated(ofExperts("shared_expert_intermediate_size"), Most::width, 0);
        if (m_reader.flag(ofExperts("enable_shared_expert"), shared.has_value())) {
            model.sharedFeedForward = shared.value_or(model.expertFeedForward);
            model.sharedExperts = 1;
        }
        model.feedForward = 0;
    }

    void readLayout()
    {
        PlannedLayout& layout = m_job.layout;
        layout.tensor = m_reader.count("parallelism.tp", Most::gpus);
        layout.stages = m_reader.count("parallelism.pp", Most::gpus);
        layout.data = m_reader.count("parallelism.dp", Most::gpus);
        layout.context = m_reader.countIfStated("parallelism.context_parallel_size", Most::gpus).value_or(1);
        layout.expert = m_reader.countIfStated("parallelism.expert_parallel_size", Most::gpus).value_or(1);
        const double gpus = double(*layout.tensor) * *layout.stages * *layout.data * *layout.context;
        layout.gpus = int(std::min(gpus, double(Most::gpus) + 1));
        // A log prints the classes.
        const std::string engine = m_reader.text("parallelism.pp_engine");
        if (engine == "afab" || engine == "AllForwardAllBackwardPipelineEngine")
            layout.schedule = "gpipe";
        else if (engine.empty() || engine == "1f1b" || engine == "OneForwardOneBackwardPipelineEngine")
            layout.schedule = "1f1b";
        else
            m_reader.refuse(
                "parallelism.pp_engine", say("pp_engine is \"{}\": it must be 1f1b or afab", excerpt(engine)));
        layout.sequenceParallel = m_reader.text("parallelism.tp_mode") == "REDUCE_SCATTER";
        layout.overlapTensor = m_reader.flag("parallelism.tp_linear_async_communication", false);
        layout.recompute = m_reader.flag("parallelism.recompute_layer", false) ? Recompute::Full : Recompute::None;

        layout.microbatchSize = m_reader.count("tokens.micro_batch_size", Most::batch);
        layout.microbatches = m_reader.count("tokens.batch_accumulation_per_replica", Most::batch);
        layout.sequence = m_reader.count("tokens.sequence_length", Most::tokens);

        const int stage = m_reader.countIfStated("optimizer.zero_stage", 3, 0).value_or(0);
        layout.shard = StateSharding(stage);
        layout.gradientBytes = m_reader.flag("optimizer.accumulate_grad_in_fp32", false) ? 4 : 2;
        layout.vocabularyMultiple
            = m_reader.countIfStated("model.make_vocab_size_divisible_by", Most::vocabulary).value_or(1);
        const std::string type = m_reader.text("model.dtype");
        if (type == "bfloat16")
            layout.precision = Precision::Bf16;
        else if (type == "float16")
            layout.precision = Precision::Fp16;
        else if (type == "float32")
            layout.precision = Precision::Fp32;
        else if (!type.empty())
            m_reader.refuse(
                "model.dtype", say("dtype is \"{}\": it must be bfloat16, float16 or float32", excerpt(type)));
        layout.dropout = 0;
        layout.hasFlashAttention = true; // nanotron has no other attention for training
    }

    const DescribedFields& m_fields;
    FieldReader m_reader;
    JobDescription m_job;
};

} // namespace

Result<JobDescription> nanotronJob(const DescribedFields& fields, std::string_view file)
{
    return NanotronReader(fields, file).read();
}

} // namespace bubblescope
