// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "megatronjob.h"

#include "characters.h"
#include "corefields.h"
#include "fieldreader.h"
#include "flagfields.h"
#include "megatronpatterns.h"
#include "plainnumber.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace bubblescope {

namespace {

using Most = DescriptionLimits;

/// Tokens of a vocabulary that is named, not stated: by the type of the tokenizer, or a part of its model's path.
struct KnownTokenizer {
    std::string_view name;
    int tokens;
};
constexpr auto knownTokenizers = std::to_array<KnownTokenizer>({
    {"nemotron_2_256k", 256000}, // Nemotron-4 15B, arXiv:2402.16819, section 2
    {"GPT2BPETokenizer", 50257}, // openai/gpt-2, encoder.json
    {"Llama2Tokenizer", 32000},  // arXiv:2307.09288, section 2.2
    {"Llama-2-", 32000},
    {"Llama-3", 128256}, // vocab_size of Meta's config.json on huggingface.co, and of Mistral's
    {"Mistral-7B", 32000},
    {"Mixtral-8x7B", 32000},
});

/// Arguments that make a model of another kind.
constexpr auto otherModels = std::to_array<std::string_view>(
    {"hybrid_override_pattern", "hybrid_layer_pattern", "hybrid_attention_ratio", "hybrid_mlp_ratio", "is_hybrid_model",
        "heterogeneous_layers_config_path", "heterogeneous_layers_config_encoded_json", "retro_add_retriever",
        "moe_latent_size", "linear_attention_type", "linear_attention_freq", "experimental_attention_variant",
        "attention_output_gate"});

bool isOff(std::string_view text)
{
    return text.empty() || text == "None" || text == "False" || text == "false" || text == "0" || text == "0.0";
}

class MegatronReader {
public:
    MegatronReader(const DescribedFields& fields, std::string_view file) : m_reader(fields, file) { }

    Result<JobDescription> read()
    {
        m_job.format = "megatron";
        refuseOtherModels();
        readSizes();
        readAttention();
        readExperts();
        readVectors();
        readGroups();
        readPieces();
        readBatch();
        readMemory();
        readVocabulary();
        return m_reader.finished(std::move(m_job));
    }

private:
    int countOr(std::string_view name, int most, int usual, int least = 1)
    {
        return m_reader.countIfStated(name, most, least).value_or(usual);
    }
    bool isOn(std::string_view name) { return m_reader.flag(name, false); }

    void refuseOtherModels()
    {
        for (const std::string_view name : otherModels) {
            if (!isOff(m_reader.text(name)))
                m_reader.refuse(name, say("{} makes a model that is no plain transformer: it is not known here", name));
        }
        if (holds(m_reader.text("spec"), "mamba"))
            m_reader.refuse("spec", say("{} makes a model that is no plain transformer: it is not known here", "spec"));
    }

    void readSizes()
    {
        ModelDescription& model = m_job.model;
        model.family = "megatron";
        const std::string size = m_reader.text(firstSizeOfClass);
        if (const std::string name = m_reader.text(sizesOfClass); !name.empty() && !size.empty())
            m_job.assume(size, m_reader.text(size),
                say("the file does not state all sizes: the others are those of NeMo's class {}", excerpt(name)));
        model.layers = m_reader.count(m_reader.firstOf({"num_layers", "encoder_num_layers"}), Most::layers);
        model.hidden = m_reader.count("hidden_size", Most::width);
        model.isGated
            = isOn("swiglu") || isOn("geglu") || isOn("gated_linear_unit") || !isOff(m_reader.text("glu_activation"));
        model.isTied = !isOn("untie_embeddings_and_output_weights");
        if (const auto stated = m_reader.countIfStated("ffn_hidden_size", Most::width)) {
            model.feedForward = *stated;
            return;
        }
        // arguments.py: four times the width; of a gated one two thirds of that, rounded down to 64
        const int64_t usual = model.isGated ? int64_t(model.hidden) * 8 / 3 / 64 * 64 : int64_t(model.hidden) * 4;
        model.feedForward = int(std::clamp<int64_t>(usual, 1, int64_t(Most::width) + 1));
        m_job.assume("ffn_hidden_size", std::to_string(model.feedForward), say("not stated: Megatron's default"));
    }

    void readAttention()
    {
        ModelDescription& model = m_job.model;
        model.heads = m_reader.count("num_attention_heads", Most::heads);
        model.isLatent = isOn("multi_latent_attention");
        model.keyValueHeads = model.heads;
        if (const auto size = m_reader.countIfStated("kv_channels", Most::width))
            model.headSize = *size;
        else if (model.hidden % model.heads == 0 || model.isLatent)
            model.headSize = model.hidden / model.heads;
        else
            m_reader.refuse("num_attention_heads",
                say("a hidden size of {} is no multiple of {} heads, and kv_channels is not stated", model.hidden,
                    model.heads));
        if (model.isLatent) {
            model.queryRank = countOr("q_lora_rank", Most::width, 0);
            model.keyValueRank = latentSize("kv_lora_rank", 32);
            model.plainHeadSize = latentSize("qk_head_dim", 128);
            model.ropeHeadSize = latentSize("qk_pos_emb_head_dim", 64);
            model.valueHeadSize = latentSize("v_head_dim", 128);
        } else if (isOn("group_query_attention")) {
            model.keyValueHeads = m_reader.count("num_query_groups", Most::heads);
        } else if (const auto stated = m_reader.countIfStated("num_key_value_heads", Most::heads)) {
            model.keyValueHeads = *stated; // Megatron-DeepSpeed
        }
        // "(4095, 0)": tokens before and behind
        std::string window = m_reader.text("window_size");
        if (!isOff(window)) {
            const size_t begin = window.find_first_of("0123456789");
            const size_t end = std::min(window.find_first_not_of("0123456789", begin), window.size());
            const auto tokens = begin == std::string::npos
                ? std::nullopt
                : toCount(std::string_view(window).substr(begin, end - begin), Most::batch);
            if (!tokens)
                m_reader.refuse("window_size", say("window_size is \"{}\": it must be two numbers", excerpt(window)));
            model.slidingWindow = tokens.value_or(0);
            model.windowPeriod = countOr("window_attn_skip_freq", Most::layers, 1);
        }
    }
    int latentSize(std::string_view name, int usual)
    {
        if (const auto stated = m_reader.countIfStated(name, Most::width))
            return *stated;
        m_job.assume(std::string(name), std::to_string(usual), say("not stated: Megatron's default"));
        return usual;
    }

    void readExperts()
    {
        ModelDescription& model = m_job.model;
        model.nextTokenLayers = countOr("mtp_num_layers", Most::layers, 0, 0);
        std::string stated = m_reader.text("num_experts");
        if (stated == "[1]" || stated == "1") // Megatron-DeepSpeed: one a layer is none
            stated.clear();
        if (isOff(stated))
            return;
        model.experts = countOr("num_experts", Most::experts, 0, 0);
        model.expertFeedForward = countOr("moe_ffn_hidden_size", Most::width, model.feedForward);
        model.activeExperts = countOr(m_reader.firstOf({"moe_router_topk", "topk"}), std::max(model.experts, 1), 2);
        model.sharedFeedForward = countOr("moe_shared_expert_intermediate_size", Most::width, 0, 0);
        model.sharedExperts = model.sharedFeedForward > 0 ? 1 : 0;
        model.sharedIsGated = isOn("moe_shared_expert_gate");
        if (const std::string frequency = m_reader.text("moe_layer_freq"); !isOff(frequency)) {
            const auto pattern = expertPattern(frequency, model.layers);
            const auto firstWith
                = pattern ? std::find(pattern->begin(), pattern->end(), true) : std::vector<bool>::iterator();
            if (!pattern)
                m_reader.refuse("moe_layer_freq",
                    say("moe_layer_freq is \"{}\": it must tell for each of the {} layers whether it has experts",
                        excerpt(frequency), model.layers));
            else if (std::find(firstWith, pattern->end(), false) != pattern->end())
                m_reader.refuse("moe_layer_freq",
                    say("by {}, layers with and without experts take turns: only models whose first layers have none "
                        "are known here",
                        "moe_layer_freq"));
            else
                model.denseLayers = int(firstWith - pattern->begin());
        }
        if (model.denseLayers == 0)
            model.feedForward = 0;
        if (const auto capacity = m_reader.numberIfStated("moe_expert_capacity_factor", 0, Most::experts))
            m_job.layout.capacityFactor = capacity;
    }

    void readVectors()
    {
        ModelDescription& model = m_job.model;
        const bool hasBiases = m_reader.flag("add_bias_linear", !isOn("disable_bias_linear"));
        model.hasQueryBias = hasBiases || isOn("add_qkv_bias");
        model.hasOutputBias = hasBiases;
        model.hasFeedForwardBias = hasBiases;
        const std::string norm = m_reader.text("normalization");
        model.normsHaveShift = norm.empty() || norm == "LayerNorm" || norm == "layernorm";
        if (!model.normsHaveShift && norm != "RMSNorm" && norm != "rmsnorm")
            m_reader.refuse(
                "normalization", say("normalization is \"{}\": it must be LayerNorm or RMSNorm", excerpt(norm)));
        if (isOn("qk_layernorm") && !model.isLatent)
            model.queryNorm = model.keyNorm = model.headSize;
        const std::string positions = m_reader.text("position_embedding_type");
        const bool areLearned
            = positions.empty() ? !isOn("use_rotary_position_embeddings") : holds(positions, "absolute");
        if (areLearned && !isOn("no_position_embedding") && m_reader.flag("add_position_embedding", true))
            model.positions = m_reader.count("max_position_embeddings", Most::tokens);
    }

    /// As torchrun says it, as DeepSpeed's launcher with its --num_nodes, or as Slurm: --gpus-per-node=h100:8,
    /// --gres=gpu:8, --ntasks-per-node=8 where no launcher makes more of one.
    std::optional<int> gpusOfNode()
    {
        if (m_reader.isStated("nproc_per_node"))
            return m_reader.countIfStated("nproc_per_node", Most::gpus);
        if (m_reader.isStated("gpus_per_node"))
            return m_reader.countIfStated("gpus_per_node", Most::gpus);
        if (m_reader.isStated("num_gpus") && m_reader.isStated("num_nodes"))
            return m_reader.countIfStated("num_gpus", Most::gpus);
        const std::string_view name = m_reader.firstOf({"slurm_gpus_per_node", "slurm_gres"});
        const std::string stated = m_reader.text(name);
        const auto count = toCount(std::string_view(stated).substr(stated.rfind(':') + 1), Most::gpus);
        if (count && *count > 0 && (name != "slurm_gres" || stated.starts_with("gpu:")))
            return count;
        const auto tasks = toCount(m_reader.text("slurm_ntasks_per_node"), Most::gpus);
        return tasks && *tasks > 1 ? tasks : std::nullopt;
    }

    void readGroups()
    {
        PlannedLayout& layout = m_job.layout;
        layout.tensor = countOr("tensor_model_parallel_size", Most::gpus, 1);
        layout.stages = countOr("pipeline_model_parallel_size", Most::gpus, 1);
        // The second names are Megatron-DeepSpeed's.
        layout.context
            = countOr(m_reader.firstOf({"context_parallel_size", "ds_sequence_parallel_size"}), Most::gpus, 1);
        layout.expert
            = countOr(m_reader.firstOf({"expert_model_parallel_size", "moe_expert_parallel_size"}), Most::gpus, 1);
        layout.expertTensor = m_reader.countIfStated("expert_tensor_parallel_size", Most::gpus);
        if (!layout.expertTensor && m_job.model.experts > 0)
            layout.expertTensor = layout.tensor; // arguments.py
        layout.data = m_reader.countIfStated("data_parallel_size", Most::gpus);
        layout.gpus = m_reader.countIfStated("world_size", Most::gpus);
        layout.gpusPerNode = gpusOfNode();
        // Of torchrun it may be a range, "1:4", or a variable that Slurm sets.
        auto count = toCount(m_reader.text("nnodes"), Most::gpus);
        for (const char* name : {"num_nodes", "slurm_nodes"}) {
            if (!count)
                count = toCount(m_reader.text(name), Most::gpus);
        }
        if (!layout.gpus && layout.gpusPerNode && count && int64_t(*layout.gpusPerNode) * *count <= int64_t(Most::gpus)
            && *count > 0)
            layout.gpus = *layout.gpusPerNode * *count;
        layout.sequenceParallel = isOn("sequence_parallel");
        layout.overlapGradients = isOn("overlap_grad_reduce");
        layout.overlapParameters = isOn("overlap_param_gather");
        layout.overlapTensor = isOn("tp_comm_overlap");
        layout.overlapExperts = isOn("overlap_moe_expert_parallel_comm");
    }

    void readPieces()
    {
        PlannedLayout& layout = m_job.layout;
        const int stages = *layout.stages;
        const int layers = m_job.model.layers;
        if (const std::string text = m_reader.text("pipeline_model_parallel_layout"); !isOff(text)) {
            const auto pieces = piecesOfLayout(text);
            int sum = 0;
            for (const int piece : pieces.value_or(std::vector<int>()))
                sum += piece;
            if (!pieces || pieces->size() % size_t(stages) != 0 || sum != layers) {
                m_reader.refuse("pipeline_model_parallel_layout",
                    say("the pipeline's layout \"{}\" must be pieces for {} stages with {} layers (t) in all",
                        excerpt(text), stages, layers));
                return;
            }
            layout.layersOfPieces = *pieces;
            layout.chunks = int(pieces->size()) / stages;
        } else if (const auto chunks = m_reader.countIfStated(m_reader.firstOf({"num_virtual_stages_per_pipeline_rank",
                                                                  "virtual_pipeline_model_parallel_size"}),
                       Most::layers)) {
            layout.chunks = *chunks;
        } else if (const auto own = m_reader.countIfStated("num_layers_per_virtual_pipeline_stage", Most::layers)) {
            if (int64_t(*own) * stages > layers || layers % (*own * stages) != 0)
                m_reader.refuse("num_layers_per_virtual_pipeline_stage",
                    say("{} layers cannot be shared by {} stages in pieces of {}", layers, stages, *own));
            else
                layout.chunks = layers / stages / *own;
        } else {
            layout.chunks = 1;
        }
        if (stages > 1)
            layout.schedule = layout.chunks.value_or(1) > 1 ? "interleaved" : isOn("enable_zbh1_pipeline") ? "zb-h1" : "1f1b";
        if (layout.layersOfPieces.empty())
            readEnds();
    }

    /// Other numbers of layers at the ends of the pipeline.
    void readEnds()
    {
        PlannedLayout& layout = m_job.layout;
        const auto first = m_reader.countIfStated("decoder_first_pipeline_num_layers", Most::layers);
        const auto last = m_reader.countIfStated("decoder_last_pipeline_num_layers", Most::layers);
        const int embedding = isOn("account_for_embedding_in_pipeline_split") ? 1 : 0;
        const int loss = isOn("account_for_loss_in_pipeline_split") ? 1 : 0;
        const int stages = *layout.stages;
        if (stages < 2 || (!first && !last && embedding + loss == 0))
            return;
        const int pieces = int(std::min<int64_t>(int64_t(stages) * layout.chunks.value_or(1), Most::layers + 1));
        const int between = pieces - (first ? 1 : 0) - (last ? 1 : 0);
        const int rest = m_job.model.layers + embedding + loss - first.value_or(0) - last.value_or(0);
        if ((first || last) && layout.chunks.value_or(1) > 1) {
            m_job.assume("decoder_first_pipeline_num_layers", "-",
                say("with several chunks, layers are taken to be spread evenly"));
            return;
        }
        if (rest < 0 || pieces > Most::layers || (between == 0 ? rest != 0 : rest % between != 0)) {
            m_reader.refuse("num_layers",
                say("{} layers cannot be shared by {} pieces of the pipeline as these arguments ask for",
                    m_job.model.layers, pieces));
            return;
        }
        layout.layersOfPieces.assign(size_t(pieces), between > 0 ? rest / between : 0);
        if (first)
            layout.layersOfPieces.front() = *first;
        if (last)
            layout.layersOfPieces.back() = *last;
        layout.layersOfPieces.front() -= embedding;
        layout.layersOfPieces.back() -= loss;
    }

    void readBatch()
    {
        PlannedLayout& layout = m_job.layout;
        layout.microbatchSize = m_reader.countIfStated("micro_batch_size", Most::batch);
        layout.globalBatch = m_reader.countIfStated("global_batch_size", Most::batch);
        layout.sequence = m_reader.countIfStated(m_reader.firstOf({"seq_length", "encoder_seq_length"}), Most::tokens);
        // From a first size, by so much, over so many samples.
        const bool isRamped = !isOff(m_reader.text("rampup_batch_size")) || m_reader.isStated("rampup_batch_size.0");
        if (layout.globalBatch && isRamped)
            m_job.assume("global_batch_size", std::to_string(*layout.globalBatch),
                say("the last of a growing batch (rampup_batch_size)"));
        // "0:384 200B:768": samples from that token on
        const std::string growing = m_reader.text("step_batch_size_schedule");
        if (!layout.globalBatch && !isOff(growing)) {
            const size_t begin = std::min(growing.find(':'), growing.size() - 1) + 1;
            const size_t end = std::min(growing.find_first_not_of("0123456789", begin), growing.size());
            const auto samples = toCount(std::string_view(growing).substr(begin, end - begin), Most::batch);
            if (!samples || *samples < 1) {
                m_reader.refuse("step_batch_size_schedule",
                    say("step_batch_size_schedule is \"{}\": it must be like \"0:384 200B:768\"", excerpt(growing)));
                return;
            }
            layout.globalBatch = samples;
            m_job.assume("global_batch_size", std::to_string(*samples),
                say("the first of a growing batch (step_batch_size_schedule)"));
        }
    }

    void readMemory()
    {
        PlannedLayout& layout = m_job.layout;
        const bool isBf16 = isOn("bf16");
        const bool isFp16 = isOn("fp16");
        const bool isFp8 = !isOff(m_reader.text("fp8")) || !isOff(m_reader.text("fp8_format"));
        layout.precision = isFp8 ? Precision::Fp8
            : isBf16             ? Precision::Bf16
            : isFp16             ? Precision::Fp16
                                 : Precision::Fp32;
        const bool reducesInBf16 = isOn("grad_reduce_in_bf16")
            || (isOn("use_precision_aware_optimizer") && m_reader.text("main_grads_dtype") == "bf16");
        // arguments.py turns it on with bf16
        const bool accumulatesInFp32 = isOn("accumulate_allreduce_grads_in_fp32")
            || (isBf16 && !m_reader.isStated("accumulate_allreduce_grads_in_fp32"));
        layout.gradientBytes = (isBf16 || isFp16) && (reducesInBf16 || !accumulatesInFp32) ? 2 : 4;

        layout.shard = isOn("use_distributed_optimizer") ? StateSharding::Optimizer : StateSharding::None;
        if (isOn("use_megatron_fsdp") || isOn("use_custom_fsdp")) {
            const std::string strategy = m_reader.text("data_parallel_sharding_strategy");
            layout.shard = strategy == "optim_grads_params" ? StateSharding::Parameters
                : strategy == "optim_grads"                 ? StateSharding::Gradients
                : strategy == "optim"                       ? StateSharding::Optimizer
                                                            : StateSharding::None;
        }
        if (isOn("use_torch_fsdp2"))
            layout.shard = StateSharding::Parameters;
        if (const auto zero = m_reader.countIfStated("zero_stage", 3, 0); zero && isOn("deepspeed"))
            layout.shard = StateSharding(*zero);
        layout.offloadsOptimizer = isOn("optimizer_cpu_offload") || isOn("cpu_optimizer");

        const std::string granularity = m_reader.text("recompute_granularity");
        layout.recompute = Recompute::None;
        if (granularity == "full" || isOn("checkpoint_activations")) {
            layout.recompute = Recompute::Full;
            // uniform: in groups of so many layers, all of them
            const auto layers = m_reader.countIfStated("recompute_num_layers", Most::layers);
            if (m_reader.text("recompute_method") == "block")
                layout.recomputedLayers = layers;
        } else if (granularity == "selective" || isOn("recompute_activations")) {
            layout.recompute = Recompute::Selective;
        } else if (!isOff(granularity)) {
            m_reader.refuse("recompute_granularity",
                say("recompute_granularity is \"{}\": it must be full or selective", excerpt(granularity)));
        }

        layout.fusesLoss = isOn("cross_entropy_loss_fusion");
        layout.dropout = m_reader.numberIfStated("hidden_dropout", 0, 1).value_or(0.1);
        const std::string backend = m_reader.text("attention_backend");
        if (isOn("use_flash_attn") || holds(backend, "flash") || holds(backend, "fused"))
            layout.hasFlashAttention = !holds(backend, "unfused");
        else if (m_reader.isStated("transformer_impl"))
            layout.hasFlashAttention = m_reader.text("transformer_impl") == "transformer_engine";
        else if (m_reader.isStated("DDP_impl")) // logs of before there was any
            layout.hasFlashAttention = false;
        assumeWhatHasNoField();
    }

    /// What a description cannot hold, with what that makes of the plan.
    void assumeWhatHasNoField()
    {
        if (isOn("use_precision_aware_optimizer")) {
            for (const char* name : {"main_params_dtype", "exp_avg_dtype", "exp_avg_sq_dtype"}) {
                const std::string type = m_reader.text(name);
                if (!isOff(type) && type != "fp32" && type != "torch.float32") // as a log prints it
                    m_job.assume(name, excerpt(type), say("left out: this optimizer state is planned in fp32"));
            }
        }
        if (const std::string optimizer = m_reader.text("optimizer"); !isOff(optimizer) && optimizer != "adam")
            m_job.assume("optimizer", excerpt(optimizer), say("left out: two states are planned, as of Adam"));
        for (const char* name : {"fp8_param_gather", "fp8_param"}) {
            if (isOn(name))
                m_job.assume(name, "true", say("left out: weights are planned in half precision"));
        }
    }

    void readVocabulary()
    {
        ModelDescription& model = m_job.model;
        PlannedLayout& layout = m_job.layout;
        layout.vocabularyMultiple = countOr("make_vocab_size_divisible_by", Most::vocabulary, 128);
        layout.paddedVocabulary = m_reader.countIfStated(
            m_reader.firstOf({"stated_padded_vocab_size", "padded_vocab_size"}), Most::vocabulary);
        if (const auto stated
            = m_reader.countIfStated(m_reader.firstOf({"stated_vocab_size", "vocab_size"}), Most::vocabulary)) {
            model.vocabulary = *stated;
            return;
        }
        if (layout.paddedVocabulary) {
            model.vocabulary = *layout.paddedVocabulary;
            return;
        }
        const std::string names = m_reader.text("tokenizer_type") + ' ' + m_reader.text("tokenizer_model");
        for (const KnownTokenizer& known : knownTokenizers) {
            if (holds(names, known.name)) {
                model.vocabulary = known.tokens;
                m_job.assume("vocab_size", std::to_string(known.tokens), say("not stated: the size of {}", known.name));
                return;
            }
        }
        if (m_reader.isStated("merge_file")) { // which only GPT-2's tokenizer has
            model.vocabulary = knownTokenizers[1].tokens;
            m_job.assume("vocab_size", std::to_string(model.vocabulary),
                say("not stated: the size of {}", knownTokenizers[1].name));
            return;
        }
        m_reader.miss("vocab_size", say("the number of tokens (the tokenizer's is not known here)"));
        model.vocabulary = 1;
    }

    FieldReader m_reader;
    JobDescription m_job;
};

} // namespace

DescribedFields megatronFields(const DescribedFields& yaml)
{
    DescribedFields fields;
    for (const DescribedField& field : yaml.all()) {
        const size_t flag = field.name.rfind("--");
        if (flag == std::string::npos || (flag > 0 && field.name[flag - 1] != '.'))
            continue;
        // A flag without a value is switched on.
        fields.add(
            fieldOfFlag(std::string_view(field.name).substr(flag)), field.isNull ? "true" : field.value, field.line);
    }
    return fields;
}

Result<JobDescription> megatronJob(const DescribedFields& fields, std::string_view file)
{
    return MegatronReader(fields, file).read();
}

} // namespace bubblescope
