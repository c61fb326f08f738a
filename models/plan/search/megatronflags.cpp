// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "megatronflags.h"

#include "schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace bubblescope {

namespace {

class MegatronWriter {
public:
    MegatronWriter(const JobDescription& job, bool isDeepSpeed)
        : m_model(job.model), m_layout(job.layout), m_isDeepSpeed(isDeepSpeed)
    {
    }

    FrameworkFlags write()
    {
        begin("DISTRIBUTED_ARGS");
        addMachines();
        begin("MODEL_ARGS");
        addSizes();
        addAttention();
        addVectors();
        addExperts();
        begin("PARALLEL_ARGS");
        addGroups();
        addPieces();
        addSharding();
        begin("TRAINING_ARGS");
        addBatch();
        addMemory();
        end();
        if (m_isDeepSpeed)
            addEngine();
        m_made.text += "torchrun \"${DISTRIBUTED_ARGS[@]}\" pretrain_gpt.py \\\n"
                       "    \"${MODEL_ARGS[@]}\" \"${PARALLEL_ARGS[@]}\" \"${TRAINING_ARGS[@]}\"\n";
        return std::move(m_made);
    }

private:
    void begin(std::string_view name)
    {
        end();
        m_made.text.append(name).append("=(\n");
        m_isOpen = true;
    }
    void end()
    {
        if (std::exchange(m_isOpen, false))
            m_made.text += ")\n";
    }
    void flag(std::string_view name) { m_made.text.append("    --").append(name).append("\n"); }
    template <typename Value> void flag(std::string_view name, const Value& value)
    {
        m_made.text += fmt::format("    --{} {}\n", name, value);
    }
    void note(Message text) { m_made.notes.push_back(std::move(text)); }
    static int sizeOf(const std::optional<int>& size) { return size.value_or(1); }
    std::string_view name() const { return m_isDeepSpeed ? "Megatron-DeepSpeed" : "Megatron-LM"; }
    void lacks(const Message& what) { note(say("{} has no {}.", name(), what)); }

    void addMachines()
    {
        const int gpus = sizeOf(m_layout.gpus);
        const int perNode = std::min(gpus, std::max(1, m_layout.gpusPerNode.value_or(8)));
        flag("nnodes", (gpus + perNode - 1) / perNode);
        flag("nproc-per-node", perNode);
        if (gpus % perNode != 0)
            note(say("{} GPUs do not fill nodes of {}.", gpus, perNode));
    }

    void addSizes()
    {
        flag("num-layers", m_model.layers);
        flag("hidden-size", m_model.hidden);
        flag("ffn-hidden-size", m_model.feedForward > 0 ? m_model.feedForward : m_model.expertFeedForward);
        flag("num-attention-heads", m_model.heads);
        if (m_model.isGated)
            flag("swiglu");
        if (!m_model.isTied)
            flag("untie-embeddings-and-output-weights");
        flag("seq-length", sizeOf(m_layout.sequence));
        flag("max-position-embeddings", std::max(m_model.positions, sizeOf(m_layout.sequence)));
        if (m_model.positions == 0 && m_isDeepSpeed)
            flag("use-rotary-position-embeddings");
        else if (!m_isDeepSpeed)
            flag("position-embedding-type", m_model.positions > 0 ? "learned_absolute" : "rope");
        flag("vocab-size", m_model.vocabulary);
        flag("make-vocab-size-divisible-by", m_layout.vocabularyMultiple.value_or(128));
        if (m_model.nextTokenLayers > 0) {
            if (m_isDeepSpeed)
                lacks(say("modules that predict further tokens"));
            else
                flag("mtp-num-layers", m_model.nextTokenLayers);
        }
    }

    void addAttention()
    {
        if (m_isDeepSpeed) {
            if (m_model.isLatent)
                lacks(say("latent attention"));
            else if (m_model.keyValueHeads != m_model.heads)
                flag("num-key-value-heads", m_model.keyValueHeads);
            if (m_model.slidingWindow > 0)
                lacks(say("windowed attention"));
            if (!m_model.isLatent && m_model.headSize > 0)
                flag("kv-channels", m_model.headSize);
            if (m_layout.hasFlashAttention.value_or(true))
                flag("use-flash-attn-v2");
            return;
        }
        if (m_model.isLatent) {
            flag("multi-latent-attention");
            if (m_model.queryRank > 0)
                flag("q-lora-rank", m_model.queryRank);
            flag("kv-lora-rank", m_model.keyValueRank);
            flag("qk-head-dim", m_model.plainHeadSize);
            flag("qk-pos-emb-head-dim", m_model.ropeHeadSize);
            flag("v-head-dim", m_model.valueHeadSize);
        } else {
            flag("kv-channels", m_model.headSize);
            if (m_model.keyValueHeads != m_model.heads) {
                flag("group-query-attention");
                flag("num-query-groups", m_model.keyValueHeads);
            }
        }
        if (m_model.slidingWindow > 0) {
            flag("window-size", fmt::format("{},0", m_model.slidingWindow));
            if (m_model.windowPeriod > 1)
                flag("window-attn-skip-freq", m_model.windowPeriod);
        }
        flag("attention-backend", m_layout.hasFlashAttention.value_or(true) ? "flash" : "unfused");
    }

    void addVectors()
    {
        // Megatron-DeepSpeed's are named in small letters.
        if (m_isDeepSpeed)
            flag("normalization", m_model.normsHaveShift ? "layernorm" : "rmsnorm");
        else
            flag("normalization", m_model.normsHaveShift ? "LayerNorm" : "RMSNorm");
        const bool hasBiases = m_model.hasOutputBias && m_model.hasFeedForwardBias;
        if (!hasBiases) {
            flag("disable-bias-linear");
            if (m_model.hasQueryBias && !m_isDeepSpeed)
                flag("add-qkv-bias");
            if (m_model.hasOutputBias || m_model.hasFeedForwardBias || (m_model.hasQueryBias && m_isDeepSpeed))
                note(say("{} has biases in all matrices of a layer or in none.", name()));
        }
        if (m_model.normsPerLayer != 2 || m_model.hasHeadBias)
            note(say("{} has two norms in each layer, and no bias in the head.", name()));
        if (m_model.queryNorm > 0 && !m_isDeepSpeed)
            flag("qk-layernorm");
        flag("hidden-dropout", m_layout.dropout.value_or(0));
        flag("attention-dropout", m_layout.dropout.value_or(0));
    }

    void addExperts()
    {
        if (m_model.experts == 0)
            return;
        flag("num-experts", m_model.experts);
        if (m_isDeepSpeed) {
            flag("topk", m_model.activeExperts);
            if (m_model.denseLayers > 0 || m_model.sharedFeedForward > 0)
                lacks(say("dense layers before experts, or shared experts"));
            return;
        }
        flag("moe-router-topk", m_model.activeExperts);
        flag("moe-ffn-hidden-size", m_model.expertFeedForward);
        if (m_model.denseLayers > 0)
            flag("moe-layer-freq",
                fmt::format("\"([0]*{}+[1]*{})\"", m_model.denseLayers, m_model.layers - m_model.denseLayers));
        if (m_model.sharedFeedForward > 0)
            flag("moe-shared-expert-intermediate-size", m_model.sharedFeedForward);
        if (m_model.sharedIsGated)
            flag("moe-shared-expert-gate");
        if (m_layout.capacityFactor)
            flag("moe-expert-capacity-factor", *m_layout.capacityFactor);
        flag("moe-grouped-gemm");
        flag("moe-token-dispatcher-type", "alltoall");
    }

    void addGroups()
    {
        flag("tensor-model-parallel-size", sizeOf(m_layout.tensor));
        flag("pipeline-model-parallel-size", sizeOf(m_layout.stages));
        flag(m_isDeepSpeed ? "ds-sequence-parallel-size" : "context-parallel-size", sizeOf(m_layout.context));
        if (m_model.experts > 0) {
            flag(m_isDeepSpeed ? "moe-expert-parallel-size" : "expert-model-parallel-size", sizeOf(m_layout.expert));
            if (!m_isDeepSpeed)
                flag("expert-tensor-parallel-size", m_layout.expertTensor.value_or(sizeOf(m_layout.tensor)));
        }
        if (m_layout.sequenceParallel.value_or(false) && sizeOf(m_layout.tensor) > 1) {
            if (m_isDeepSpeed && sizeOf(m_layout.context) > 1)
                note(say("{} cannot divide norms by tensor-parallel ranks where ranks share a sequence.", name()));
            else
                flag("sequence-parallel");
        }
        if (m_isDeepSpeed)
            return;
        if (m_layout.overlapTensor.value_or(false))
            flag("tp-comm-overlap");
        if (m_layout.overlapExperts.value_or(false))
            flag("overlap-moe-expert-parallel-comm");
    }

    void addPieces()
    {
        const int stages = sizeOf(m_layout.stages);
        const int chunks = sizeOf(m_layout.chunks);
        if (m_isDeepSpeed && stages == 1)
            flag("no-pipeline-parallel");
        if (stages == 1)
            return;
        const std::optional<ScheduleKind> kind = scheduleFromKey(m_layout.schedule);
        if (m_isDeepSpeed && kind == ScheduleKind::ZbH1)
            flag("enable-zbh1-pipeline");
        const bool isOwn = m_layout.schedule.empty() || (m_isDeepSpeed && kind == ScheduleKind::ZbH1)
            || kind == ScheduleKind::OneFOneB || (kind == ScheduleKind::Interleaved && !m_isDeepSpeed);
        if (!isOwn) {
            note(say("{} has no {} schedule: these flags make 1F1B.", name(),
                kind ? scheduleInfo(*kind).name : std::string_view(m_layout.schedule)));
        }
        const std::vector<int>& pieces = m_layout.layersOfPieces;
        const bool isEven
            = std::all_of(pieces.begin(), pieces.end(), [&](int layers) { return layers == pieces.front(); });
        if (m_isDeepSpeed) {
            if (!isEven)
                note(say("DeepSpeed spreads layers by their parameters, not as planned."));
        } else if (!isEven) {
            flag("pipeline-model-parallel-layout", '"' + pipelineLayout() + '"');
        } else if (isOwn && chunks > 1) {
            flag("num-virtual-stages-per-pipeline-rank", chunks);
        }
    }

    /// "Et*9|t*9|t*9|t*5L".
    std::string pipelineLayout() const
    {
        std::string text = "E";
        const std::vector<int>& pieces = m_layout.layersOfPieces;
        for (size_t i = 0; i < pieces.size(); ++i) {
            if (i > 0)
                text += '|';
            if (pieces[i] > 0)
                text += pieces[i] > 1 ? fmt::format("t*{}", pieces[i]) : "t";
        }
        if (m_model.nextTokenLayers > 0)
            text += m_model.nextTokenLayers > 1 ? fmt::format("m*{}", m_model.nextTokenLayers) : "m";
        return text + 'L';
    }

    void addSharding()
    {
        const StateSharding shard = m_layout.shard.value_or(StateSharding::None);
        if (m_isDeepSpeed) {
            flag("deepspeed");
            flag("deepspeed_config", "ds_config.json");
            flag("zero-stage", int(shard));
            if (shard > StateSharding::Optimizer && sizeOf(m_layout.stages) > 1)
                note(say("DeepSpeed's pipeline takes ZeRO stage 0 or 1 only."));
            return;
        }
        if (shard != StateSharding::None)
            flag("use-distributed-optimizer");
        if (shard > StateSharding::Optimizer) {
            flag("use-megatron-fsdp");
            flag("data-parallel-sharding-strategy",
                shard == StateSharding::Parameters ? "optim_grads_params" : "optim_grads");
        }
        if (m_layout.overlapGradients.value_or(false))
            flag("overlap-grad-reduce");
        if (m_layout.overlapParameters.value_or(false) && shard != StateSharding::None)
            flag("overlap-param-gather");
    }

    void addBatch()
    {
        flag("micro-batch-size", sizeOf(m_layout.microbatchSize));
        flag("global-batch-size", sizeOf(m_layout.globalBatch));
    }

    void addMemory()
    {
        const Precision precision = m_layout.precision.value_or(Precision::Bf16);
        if (precision == Precision::Fp16)
            flag("fp16");
        else if (precision != Precision::Fp32)
            flag("bf16");
        if (precision == Precision::Fp8) {
            if (m_isDeepSpeed)
                lacks(say("fp8"));
            else
                flag("fp8-format", "hybrid");
        }
        const bool isHalf = precision != Precision::Fp32;
        if (isHalf && m_layout.gradientBytes.value_or(4) == 4)
            flag("accumulate-allreduce-grads-in-fp32");
        else if (isHalf && !m_isDeepSpeed && precision != Precision::Fp16)
            flag("grad-reduce-in-bf16");
        addRecomputation();
        if (m_layout.fusesLoss.value_or(false) && !m_isDeepSpeed)
            flag("cross-entropy-loss-fusion");
        if (m_layout.offloadsOptimizer.value_or(false)) {
            flag(m_isDeepSpeed ? "cpu-optimizer" : "optimizer-cpu-offload");
            if (!m_isDeepSpeed)
                flag("use-precision-aware-optimizer");
        }
    }

    void addRecomputation()
    {
        const Recompute recompute = m_layout.recompute.value_or(Recompute::None);
        if (recompute == Recompute::None)
            return;
        if (m_isDeepSpeed) {
            if (recompute == Recompute::Selective)
                note(say(
                    "Megatron-DeepSpeed recomputes whole layers, or, with its flash kernels, attention by itself."));
            if (recompute == Recompute::Full) {
                flag("checkpoint-activations");
                flag("deepspeed-activation-checkpointing");
            }
            return;
        }
        flag("recompute-granularity", recomputeKey(recompute));
        if (recompute == Recompute::Full) {
            flag("recompute-method", m_layout.recomputedLayers ? "block" : "uniform");
            flag("recompute-num-layers", m_layout.recomputedLayers.value_or(1));
        }
    }

    /// deepspeed/runtime/config.py: the batch is microbatch x accumulation x replicas.
    void addEngine()
    {
        const Precision precision = m_layout.precision.value_or(Precision::Bf16);
        const StateSharding shard = m_layout.shard.value_or(StateSharding::None);
        m_made.text += "cat > ds_config.json <<EOF\n";
        m_made.text += fmt::format("{{\n  \"train_batch_size\": {},\n", sizeOf(m_layout.globalBatch));
        m_made.text += fmt::format("  \"train_micro_batch_size_per_gpu\": {},\n", sizeOf(m_layout.microbatchSize));
        m_made.text += fmt::format("  \"gradient_accumulation_steps\": {},\n", sizeOf(m_layout.microbatches));
        const std::string_view offload
            = m_layout.offloadsOptimizer.value_or(false) ? ", \"offload_optimizer\": {\"device\": \"cpu\"}" : "";
        m_made.text += fmt::format("  \"zero_optimization\": {{\"stage\": {}, \"overlap_comm\": {}{}}},\n", int(shard),
            m_layout.overlapGradients.value_or(false), offload);
        if (m_layout.gradientBytes.value_or(4) == 4)
            m_made.text += "  \"data_types\": {\"grad_accum_dtype\": \"fp32\"},\n";
        m_made.text += fmt::format("  \"{}\": {{\"enabled\": {}}}\n}}\nEOF\n",
            precision == Precision::Fp16 ? "fp16" : "bf16", precision != Precision::Fp32);
    }

    const ModelDescription& m_model;
    const PlannedLayout& m_layout;
    const bool m_isDeepSpeed;
    bool m_isOpen = false;
    FrameworkFlags m_made;
};

} // namespace

FrameworkFlags megatronFlags(const JobDescription& job) { return MegatronWriter(job, false).write(); }
FrameworkFlags deepSpeedFlags(const JobDescription& job) { return MegatronWriter(job, true).write(); }

} // namespace bubblescope
