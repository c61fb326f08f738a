// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "corefields.h"

#include "characters.h"
#include "jobdescription.h"
#include "numbertext.h"
#include "textencoding.h"
#include "yamlfields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

using Most = DescriptionLimits;

constexpr std::string_view bridgeMark = "_target_: megatron.bridge.training.config.ConfigContainer";

/// Of the model; what is the same in Megatron's arguments. The last ones make a model of another kind.
constexpr auto modelNames = std::to_array<std::string_view>({"num_layers", "hidden_size", "ffn_hidden_size",
    "num_attention_heads", "kv_channels", "multi_latent_attention", "q_lora_rank", "kv_lora_rank", "qk_head_dim",
    "qk_pos_emb_head_dim", "v_head_dim", "normalization", "qk_layernorm", "position_embedding_type",
    "max_position_embeddings", "add_bias_linear", "add_qkv_bias", "gated_linear_unit", "make_vocab_size_divisible_by",
    "hidden_dropout", "mtp_num_layers", "moe_ffn_hidden_size", "moe_router_topk", "moe_expert_capacity_factor",
    "moe_shared_expert_intermediate_size", "moe_shared_expert_gate", "recompute_granularity", "recompute_method",
    "recompute_num_layers", "cross_entropy_loss_fusion", "account_for_embedding_in_pipeline_split",
    "account_for_loss_in_pipeline_split", "overlap_moe_expert_parallel_comm", "is_hybrid_model",
    "hybrid_override_pattern", "hybrid_layer_pattern", "heterogeneous_layers_config_path", "moe_latent_size",
    "linear_attention_freq", "experimental_attention_variant", "attention_output_gate"});

/// Of the groups of ranks: beside the model in Megatron-Bridge, of the strategy in NeMo.
constexpr auto groupNames = std::to_array<std::string_view>(
    {"tensor_model_parallel_size", "pipeline_model_parallel_size", "virtual_pipeline_model_parallel_size",
        "context_parallel_size", "expert_model_parallel_size", "expert_tensor_parallel_size", "sequence_parallel"});

/// Classes of nemo/collections/llm/gpt/model/llama.py: gated, RMSNorm, rotary, without biases and dropout.
struct KnownClass {
    std::string_view name;
    int layers;
    int hidden;
    int heads;
    int groups;
    int feedForward;
    int vocabulary;
    bool isTied = false;
};
constexpr auto knownClasses = std::to_array<KnownClass>({
    {"Llama2Config7B", 32, 4096, 32, 32, 11008, 32000},
    {"Llama2Config13B", 40, 5120, 40, 40, 13824, 32000},
    {"Llama2Config70B", 80, 8192, 64, 8, 28672, 32000},
    {"Llama3Config8B", 32, 4096, 32, 8, 14336, 128256},
    {"Llama3Config70B", 80, 8192, 64, 8, 28672, 128256},
    {"Llama31Config8B", 32, 4096, 32, 8, 14336, 128256},
    {"Llama31Config70B", 80, 8192, 64, 8, 28672, 128256},
    {"Llama31Config405B", 126, 16384, 128, 8, 53248, 128256},
    {"Llama32Config1B", 16, 2048, 32, 8, 8192, 128256, true},
    {"Llama32Config3B", 28, 3072, 24, 8, 8192, 128256, true},
});

std::string namesOfClasses()
{
    std::string names;
    for (const KnownClass& known : knownClasses)
        names.append(names.empty() ? "" : ", ").append(known.name);
    return names;
}

/// "torch.bfloat16" as Megatron's arguments call it.
std::string typeOf(std::string_view text)
{
    constexpr std::string_view module = "torch.";
    if (text.starts_with(module))
        text.remove_prefix(module.size());
    return std::string(text == "bfloat16" ? "bf16" : text == "float32" ? "fp32" : text == "float16" ? "fp16" : text);
}

class CoreFields {
public:
    explicit CoreFields(const DescribedFields& yaml) : m_yaml(yaml)
    {
        m_isBridge = !yaml.hasBelow("trainer") && !yaml.hasBelow("model.config") && !yaml.hasBelow("config");
        m_model = m_isBridge ? "model." : yaml.hasBelow("model.config") ? "model.config." : "config.";
        m_groups = m_isBridge ? "model." : "trainer.strategy.";
        m_batch = m_isBridge ? "train." : "data.";
        m_replicas = m_isBridge ? "ddp." : "trainer.strategy.ddp.";
        m_optimizer = m_isBridge ? "optimizer." : "optim.config.";
        m_precision = m_isBridge                 ? "mixed_precision."
            : yaml.hasBelow("trainer.plugins.0") ? "trainer.plugins.0."
                                                 : "trainer.plugins.";
    }

    Result<DescribedFields> asArguments(std::string_view file)
    {
        if (const std::string adapters = textOf({"peft._target_"}); !adapters.empty())
            return atLine(file, lineOf("peft._target_"),
                say("adapters are trained ({}), not the model: what they take is not known here",
                    excerpt(adapters.substr(adapters.rfind('.') + 1))));
        for (const std::string_view name : modelNames)
            add(name, {m_model + std::string(name)});
        for (const std::string_view name : groupNames)
            add(name, {m_groups + std::string(name)});
        const Result<bool> isKnown = addSizesOfClass(file);
        if (!isKnown && !m_fields.find("num_layers"))
            return isKnown.error();
        addModel();
        addPieces();
        addBatch();
        addMemory();
        addGpus();
        return std::move(m_fields);
    }

private:
    const DescribedField* stated(const std::string& name) const
    {
        const DescribedField* field = m_yaml.find(name);
        return field && !field->isNull && !field->value.empty() ? field : nullptr;
    }
    /// Of the first of several names that is stated; empty without one.
    std::string textOf(std::initializer_list<std::string> names) const
    {
        for (const std::string& name : names) {
            if (const DescribedField* field = stated(name))
                return field->value;
        }
        return {};
    }
    bool is(std::initializer_list<std::string> names, bool so) const
    {
        std::string text = textOf(names);
        std::transform(text.begin(), text.end(), text.begin(), toLower);
        return text == (so ? "true" : "false");
    }
    int lineOf(const std::string& name) const
    {
        const DescribedField* field = m_yaml.find(name);
        return field ? field->line : 0;
    }
    void add(std::string_view argument, std::initializer_list<std::string> names)
    {
        for (const std::string& name : names) {
            if (const DescribedField* field = stated(name)) {
                m_fields.add(argument, field->value, field->line);
                return;
            }
        }
    }
    void turnOn(std::string_view argument, std::initializer_list<std::string> names)
    {
        if (is(names, true))
            m_fields.add(argument, "true", lineOf(*names.begin()));
    }
    /// "[0, 1, 1]" of a list, which Megatron's arguments write in one line.
    std::string listOf(const std::string& name, char open, char close) const
    {
        std::string list;
        for (int i = 0; i < Most::layers; ++i) {
            const DescribedField* item = stated(name + '.' + std::to_string(i));
            if (!item)
                break;
            list.append(list.empty() ? "" : ", ").append(item->value);
        }
        return list.empty() ? list : open + list + close;
    }

    Result<bool> addSizesOfClass(std::string_view file)
    {
        const std::string target = textOf({m_model + "_target_"});
        const std::string name = target.substr(target.rfind('.') + 1);
        const auto known = std::find_if(
            knownClasses.begin(), knownClasses.end(), [&name](const KnownClass& one) { return one.name == name; });
        if (m_isBridge) {
            Error error
                = atLine(file, 0, say("the file only overrides a recipe: the sizes of its model are not stated"));
            error.advice = say("Megatron-Bridge prints the whole configuration into its log, and writes it to "
                               "logger.save_config_filepath.");
            return error;
        }
        if (known == knownClasses.end()) {
            Error error = atLine(file, lineOf(m_model + "_target_"),
                say("the sizes of {} are those of its class, and not known here",
                    name.empty() ? std::string("model.config") : excerpt(name)));
            error.advice = say("Known are {}; those of others can be stated beside it (num_layers, hidden_size), or "
                               "taken from the model's config.json.",
                namesOfClasses());
            return error;
        }
        const int line = lineOf(m_model + "_target_");
        const auto usual = [&](std::string_view argument, const std::string& value) {
            if (!m_fields.find(argument))
                m_fields.add(argument, value, line);
        };
        for (const std::string_view size : {"num_layers", "hidden_size"}) {
            if (m_fields.find(size) || m_fields.find(sizesOfClass))
                continue;
            usual(sizesOfClass, name);
            usual(firstSizeOfClass, std::string(size));
        }
        usual("num_layers", std::to_string(known->layers));
        usual("hidden_size", std::to_string(known->hidden));
        usual("num_attention_heads", std::to_string(known->heads));
        usual("ffn_hidden_size", std::to_string(known->feedForward));
        usual("gated_linear_unit", "true");
        usual("normalization", "RMSNorm");
        usual("position_embedding_type", "rope");
        usual("add_bias_linear", "false");
        usual("hidden_dropout", "0");
        m_usualGroups = known->groups;
        m_usualVocabulary = known->vocabulary;
        m_isTied = known->isTied;
        return true;
    }

    void addModel()
    {
        add("num_query_groups", {m_model + "num_query_groups"});
        if (!m_fields.find("num_query_groups") && m_usualGroups > 0)
            m_fields.add("num_query_groups", std::to_string(m_usualGroups), 0);
        if (m_fields.find("num_query_groups"))
            m_fields.add("group_query_attention", "true", 0);
        const std::string shared = m_model + "share_embeddings_and_output_weights";
        if (is({shared}, false) || (!m_isTied && !stated(shared)))
            m_fields.add("untie_embeddings_and_output_weights", "true", lineOf(shared));
        add("num_experts", {m_model + "num_moe_experts"});
        addListOr("moe_layer_freq", '[', ']');
        addListOr("window_attn_skip_freq", '[', ']');
        addListOr("window_size", '(', ')');
        if (stated(m_model + "linear_attention_freq.0"))
            m_fields.add("linear_attention_freq", "true", lineOf(m_model + "linear_attention_freq.0"));
        turnOn("heterogeneous_layers_config_path", {m_model + "heterogeneous_block_specs"});
        // Learned positions are as many as a sample has tokens.
        if (!m_fields.find("max_position_embeddings"))
            add("max_position_embeddings", {m_model + "seq_length"});
        add("vocab_size", {m_model + "vocab_size", "data.tokenizer.vocab_size"});
        if (is({m_model + "should_pad_vocab"}, false))
            add("padded_vocab_size", {m_model + "vocab_size"});
        add("tokenizer_type", {"tokenizer.tokenizer_type"});
        add("tokenizer_model", {"tokenizer.tokenizer_model", "data.tokenizer.pretrained_model_name"});
        if (!m_fields.find("vocab_size") && !m_fields.find("tokenizer_model") && m_usualVocabulary > 0)
            m_fields.add("vocab_size", std::to_string(m_usualVocabulary), 0);
        add("transformer_impl", {m_model + "transformer_impl"});
        if (!m_fields.find("transformer_impl"))
            m_fields.add("transformer_impl", "transformer_engine", 0);
    }
    void addListOr(std::string_view argument, char open, char close)
    {
        const std::string name = m_model + std::string(argument);
        if (const std::string list = listOf(name, open, close); !list.empty())
            m_fields.add(argument, list, lineOf(name + ".0"));
        else
            add(argument, {name});
    }

    void addPieces()
    {
        add("decoder_first_pipeline_num_layers", {m_model + "num_layers_in_first_pipeline_stage"});
        add("decoder_last_pipeline_num_layers", {m_model + "num_layers_in_last_pipeline_stage"});
        for (const std::string& name :
            {m_groups + "pipeline_model_parallel_layout", m_model + "pipeline_model_parallel_layout"}) {
            const std::string pieces = piecesOf(name);
            if (!pieces.empty() && !m_fields.find("pipeline_model_parallel_layout"))
                m_fields.add("pipeline_model_parallel_layout", pieces, lineOf(name + ".0.0"));
            else
                add("pipeline_model_parallel_layout", {name});
        }
    }
    /// "Ett|tt|mL" of [[embedding, decoder, decoder], [decoder, decoder], [mtp, loss]]; an unknown layer stays a word,
    /// which is no layout.
    std::string piecesOf(const std::string& name) const
    {
        std::string pieces;
        for (int piece = 0; piece < Most::layers; ++piece) {
            const std::string of = name + '.' + std::to_string(piece);
            if (!m_yaml.hasBelow(of) && !stated(of))
                break;
            pieces.append(piece > 0 ? "|" : "");
            for (int layer = 0; layer < Most::layers; ++layer) {
                const std::string kind = textOf({of + '.' + std::to_string(layer)});
                if (kind.empty())
                    break;
                pieces.append(kind == "decoder" ? "t"
                        : kind == "embedding"   ? "E"
                        : kind == "mtp"         ? "m"
                        : kind == "loss"        ? "L"
                                                : kind);
            }
        }
        return pieces;
    }

    void addBatch()
    {
        add("micro_batch_size", {m_batch + "micro_batch_size"});
        add("global_batch_size", {m_batch + "global_batch_size"});
        if (m_yaml.hasBelow(m_batch + "rampup_batch_size"))
            m_fields.add("rampup_batch_size", "true", 0);
        add("seq_length", {"dataset.sequence_length", "dataset.seq_length", "data.seq_length", m_model + "seq_length"});
    }

    void addMemory()
    {
        // Megatron-Bridge also takes the name of one alone, "bf16_with_fp8_current_scaling_mixed".
        const std::string precision = textOf({m_precision + "precision", "mixed_precision"});
        const bool isMixed = precision.find("bf16") != std::string::npos;
        const bool isHalf = !isMixed && (precision.starts_with("16") || precision.starts_with("fp16"));
        if (isMixed || is({m_precision + "bf16", m_model + "bf16", m_optimizer + "bf16"}, true))
            m_fields.add("bf16", "true", 0);
        if (isHalf || is({m_precision + "fp16", m_model + "fp16", m_optimizer + "fp16"}, true))
            m_fields.add("fp16", "true", 0);
        add("fp8", {m_precision + "fp8", m_model + "fp8"});
        if (!m_fields.find("fp8") && precision.find("fp8") != std::string::npos)
            m_fields.add("fp8", precision, lineOf("mixed_precision"));
        turnOn("fp8_param_gather", {m_precision + "fp8_param_gather", m_replicas + "fp8_param_gather"});
        if (is({m_precision + "grad_reduce_in_fp32", m_replicas + "grad_reduce_in_fp32"}, false))
            m_fields.add("grad_reduce_in_bf16", "true", lineOf(m_precision + "grad_reduce_in_fp32"));
        const std::string distributed = "use_distributed_optimizer";
        if (is({m_optimizer + distributed}, true) || is({m_replicas + distributed}, true))
            m_fields.add(distributed, "true", lineOf(m_optimizer + distributed));
        if (is({m_replicas + "use_megatron_fsdp"}, true) || is({m_replicas + "use_custom_fsdp"}, true)
            || is({"dist.use_megatron_fsdp"}, true) || textOf({"trainer.strategy.fsdp"}) == "megatron")
            m_fields.add("use_megatron_fsdp", "true", 0);
        if (is({"dist.use_torch_fsdp2"}, true) || textOf({"trainer.strategy.fsdp"}) == "pytorch")
            m_fields.add("use_torch_fsdp2", "true", 0);
        add("data_parallel_sharding_strategy", {m_replicas + "data_parallel_sharding_strategy"});
        turnOn("optimizer_cpu_offload", {m_optimizer + "optimizer_cpu_offload"});
        turnOn("use_precision_aware_optimizer", {m_optimizer + "use_precision_aware_optimizer"});
        for (const char* name : {"main_grads_dtype", "main_params_dtype", "exp_avg_dtype", "exp_avg_sq_dtype"}) {
            if (const std::string type = textOf({m_optimizer + name + "._target_", m_optimizer + name}); !type.empty())
                m_fields.add(name, typeOf(type), lineOf(m_optimizer + name + "._target_"));
        }
        add("optimizer", {m_optimizer + "optimizer"});
        const std::string callback = overlapCallback();
        for (const char* name : {"overlap_grad_reduce", "overlap_param_gather"})
            turnOn(name, {"comm_overlap." + std::string(name), callback + name, m_replicas + name});
        turnOn("tp_comm_overlap",
            {"comm_overlap.tp_comm_overlap", callback + "tp_comm_overlap", m_model + "tp_comm_overlap"});
    }
    /// NeMo's MegatronCommOverlapCallback, wherever it lies among the callbacks.
    std::string overlapCallback() const
    {
        constexpr int most = 64;
        for (int i = 0; i < most; ++i) {
            const std::string callback = "trainer.callbacks." + std::to_string(i) + '.';
            if (textOf({callback + "_target_"}).ends_with(".MegatronCommOverlapCallback"))
                return callback;
        }
        return "trainer.callbacks.";
    }

    void addGpus()
    {
        const auto devices = parseInteger(textOf({"trainer.devices"}));
        const auto nodes = parseInteger(textOf({"trainer.num_nodes"}));
        if (!devices || !nodes || *devices < 1 || *nodes < 1 || *devices > Most::gpus || *nodes > Most::gpus)
            return;
        m_fields.add("world_size", std::to_string(*devices * *nodes), lineOf("trainer.devices"));
        m_fields.add("gpus_per_node", std::to_string(*devices), lineOf("trainer.devices"));
    }

    const DescribedFields& m_yaml;
    DescribedFields m_fields;
    bool m_isBridge = false;
    std::string m_model;
    std::string m_groups;
    std::string m_batch;
    std::string m_replicas;
    std::string m_optimizer;
    std::string m_precision;
    int m_usualGroups = 0;
    int m_usualVocabulary = 0;
    bool m_isTied = true; ///< where the file does not say: as GPTModelProvider and GPTConfig
};

} // namespace

bool hasBridgeConfig(std::string_view text) { return holds(text, bridgeMark); }

bool isOfMegatronCore(const DescribedFields& yaml)
{
    const auto isOf = [&yaml](std::string_view name, std::string_view module) {
        const DescribedField* target = yaml.find(name);
        return target && target->value.starts_with(module);
    };
    const bool isNemo = isOf("_target_", "nemo.collections.llm.") || isOf("model._target_", "nemo.collections.llm.");
    return isNemo || isOf("_target_", "megatron.bridge.") || isOf("model._target_", "megatron.bridge.")
        || (yaml.hasBelow("model") && !yaml.hasBelow("trainer")
            && (yaml.find("train.micro_batch_size") || yaml.find("train.global_batch_size")
                || yaml.find("model.tensor_model_parallel_size")));
}

Result<DescribedFields> coreArguments(const DescribedFields& yaml, std::string_view file)
{
    return CoreFields(yaml).asArguments(file);
}

Result<DescribedFields> readBridgeFields(std::string_view text, std::string_view file)
{
    // All lines of the log around it are empty, so that its lines keep their numbers.
    constexpr size_t longest = size_t(1) << 20;
    std::string yaml;
    std::string_view launcher; // what it writes before each line, "0: "
    bool isWithin = false;
    while (!text.empty() && yaml.size() < longest) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        const size_t mark = line.find(bridgeMark);
        if (isWithin && (mark != std::string_view::npos || holds(line, "----")))
            break; // its end, or the same of another process
        if (mark != std::string_view::npos) {
            isWithin = true;
            launcher = line.substr(0, mark);
        }
        if (isWithin && line.starts_with(launcher))
            yaml.append(line.substr(launcher.size()));
        yaml.push_back('\n');
    }
    const Result<DescribedFields> read = readYamlFields(yaml, file);
    return read ? coreArguments(*read, file) : read;
}

} // namespace bubblescope
