// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nanotronconfig.h"

#include "plannedmemory.h"
#include "schedule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {

class NanotronWriter {
public:
    explicit NanotronWriter(const JobDescription& job) : m_model(job.model), m_layout(job.layout) { }

    FrameworkFlags write()
    {
        addModel();
        addOptimizer();
        addParallelism();
        addTokens();
        return std::move(m_made);
    }

private:
    template <typename Value> void line(std::string_view key, const Value& value)
    {
        m_made.text += fmt::format("  {}: {}\n", key, value);
    }
    template <typename Value> void own(std::string_view key, const Value& value)
    {
        m_made.text += fmt::format("    {}: {}\n", key, value);
    }
    void section(std::string_view name) { m_made.text.append(name).append(":\n"); }
    void note(Message text) { m_made.notes.push_back(std::move(text)); }
    void lacks(const Message& what) { note(say("{} has no {}.", "nanotron", what)); }
    static int sizeOf(const std::optional<int>& size) { return size.value_or(1); }

    void addModel()
    {
        section("model");
        const Precision precision = m_layout.precision.value_or(Precision::Bf16);
        if (precision == Precision::Fp8)
            lacks(say("fp8"));
        line("dtype", precision == Precision::Fp16 ? "float16" : precision == Precision::Fp32 ? "float32" : "bfloat16");
        line("make_vocab_size_divisible_by", m_layout.vocabularyMultiple.value_or(1));
        line("model_config", "");
        const bool isQwen = m_model.experts > 0 || m_model.family.starts_with("qwen2");
        own(isQwen ? "is_qwen2_config" : "is_llama_config", true);
        own("hidden_size", m_model.hidden);
        own("intermediate_size", m_model.feedForward > 0 ? m_model.feedForward : m_model.expertFeedForward);
        own("num_hidden_layers", m_model.layers);
        own("num_attention_heads", m_model.heads);
        own("num_key_value_heads", m_model.keyValueHeads);
        if (!m_model.isLatent && m_model.headSize * m_model.heads != m_model.hidden)
            own("head_dim", m_model.headSize);
        own("max_position_embeddings", std::max(m_model.positions, sizeOf(m_layout.sequence)));
        own("tie_word_embeddings", m_model.isTied);
        if (m_model.hasQueryBias)
            own("attention_bias", true);
        if (m_model.slidingWindow > 0)
            own("sliding_window_size", m_model.slidingWindow);
        own("vocab_size", m_model.vocabulary);
        if (m_model.isLatent)
            lacks(say("latent attention"));
        if (!m_model.isGated || m_model.normsHaveShift || m_model.normsPerLayer != 2 || m_model.positions > 0)
            note(say("nanotron's models are like Llama's: gated, with RMSNorm and rotary positions."));
        if (m_model.nextTokenLayers > 0)
            lacks(say("modules that predict further tokens"));
        addExperts();
    }

    void addExperts()
    {
        if (m_model.experts == 0)
            return;
        own("moe_config", "");
        const auto ofExperts = [this](std::string_view key, const auto& value) {
            m_made.text += fmt::format("      {}: {}\n", key, value);
        };
        ofExperts("num_experts", m_model.experts);
        ofExperts("top_k", m_model.activeExperts);
        ofExperts("moe_intermediate_size", m_model.expertFeedForward);
        if (m_model.sharedFeedForward > 0) {
            ofExperts("enable_shared_expert", true);
            ofExperts("shared_expert_intermediate_size", m_model.sharedFeedForward);
        }
        if (m_model.denseLayers > 0)
            lacks(say("dense layers before experts"));
    }

    void addOptimizer()
    {
        section("optimizer");
        const StateSharding shard = m_layout.shard.value_or(StateSharding::None);
        line("zero_stage", int(shard));
        if (shard > StateSharding::Optimizer)
            note(say("nanotron divides optimizer states at most (ZeRO stage 1)."));
        line("accumulate_grad_in_fp32", m_layout.gradientBytes.value_or(4) == 4);
        if (m_layout.offloadsOptimizer.value_or(false))
            lacks(say("offloading of the optimizer"));
    }

    void addParallelism()
    {
        section("parallelism");
        line("dp", sizeOf(m_layout.data));
        line("pp", sizeOf(m_layout.stages));
        line("tp", sizeOf(m_layout.tensor));
        line("context_parallel_size", sizeOf(m_layout.context));
        line("expert_parallel_size", sizeOf(m_layout.expert));
        const std::optional<ScheduleKind> kind = scheduleFromKey(m_layout.schedule);
        line("pp_engine", kind == ScheduleKind::GPipe ? "afab" : "1f1b");
        const bool isOwn = !kind || kind == ScheduleKind::GPipe || kind == ScheduleKind::OneFOneB;
        if (!isOwn && sizeOf(m_layout.stages) > 1)
            note(say("{} has no {} schedule: these flags make 1F1B.", "nanotron", scheduleInfo(*kind).name));
        line("tp_mode", m_layout.sequenceParallel.value_or(false) ? "REDUCE_SCATTER" : "ALL_REDUCE");
        line("tp_linear_async_communication", m_layout.overlapTensor.value_or(false));
        const Recompute recompute = m_layout.recompute.value_or(Recompute::None);
        line("recompute_layer", recompute == Recompute::Full);
        if (recompute == Recompute::Selective)
            lacks(say("selective recomputation"));
        if (recompute == Recompute::Full && m_layout.recomputedLayers)
            note(say("nanotron recomputes all layers or none."));
        if (isOwn && !m_layout.layersOfPieces.empty()) {
            PlannedLayout free = m_layout;
            free.layersOfPieces.clear();
            const std::vector<int> spread = plannedPieces(m_model, free, TrainingFramework::Nanotron);
            if (spread != m_layout.layersOfPieces)
                note(say("nanotron spreads layers by their cost: {}.", fmt::format("{}", fmt::join(spread, ","))));
        }
    }

    void addTokens()
    {
        section("tokens");
        line("micro_batch_size", sizeOf(m_layout.microbatchSize));
        line("batch_accumulation_per_replica", sizeOf(m_layout.microbatches));
        line("sequence_length", sizeOf(m_layout.sequence));
    }

    const ModelDescription& m_model;
    const PlannedLayout& m_layout;
    FrameworkFlags m_made;
};

} // namespace

FrameworkFlags nanotronConfig(const JobDescription& job) { return NanotronWriter(job).write(); }

} // namespace bubblescope
