// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nemofields.h"

#include "characters.h"
#include "logtext.h"
#include "numbertext.h"
#include "textencoding.h"
#include "yamlfields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace bubblescope {

namespace {

/// Of the model: NeMo's name, Megatron's.
constexpr auto nemoNames = std::to_array<std::pair<std::string_view, std::string_view>>({{"micro_batch_size",
                                                                                             "micro_batch_size"},
    {"global_batch_size", "global_batch_size"}, {"tensor_model_parallel_size", "tensor_model_parallel_size"},
    {"pipeline_model_parallel_size", "pipeline_model_parallel_size"},
    {"virtual_pipeline_model_parallel_size", "virtual_pipeline_model_parallel_size"},
    {"context_parallel_size", "context_parallel_size"}, {"expert_model_parallel_size", "expert_model_parallel_size"},
    {"num_layers", "num_layers"}, {"hidden_size", "hidden_size"}, {"ffn_hidden_size", "ffn_hidden_size"},
    {"num_attention_heads", "num_attention_heads"}, {"num_query_groups", "num_query_groups"},
    {"kv_channels", "kv_channels"}, {"encoder_seq_length", "seq_length"},
    {"max_position_embeddings", "max_position_embeddings"}, {"position_embedding_type", "position_embedding_type"},
    {"hidden_dropout", "hidden_dropout"}, {"make_vocab_size_divisible_by", "make_vocab_size_divisible_by"},
    {"sequence_parallel", "sequence_parallel"}, {"num_moe_experts", "num_experts"},
    {"moe_router_topk", "moe_router_topk"}, {"activations_checkpoint_granularity", "recompute_granularity"},
    {"activations_checkpoint_method", "recompute_method"},
    {"activations_checkpoint_num_layers", "recompute_num_layers"}, {"use_flash_attention", "use_flash_attn"},
    {"ub_tp_comm_overlap", "tp_comm_overlap"}, {"fp8", "fp8"}, {"tokenizer.type", "tokenizer_type"},
    {"tokenizer.model", "tokenizer_model"}, {"tokenizer.merge_file", "merge_file"}});

/// The YAML with all lines of the log around it empty, so that its lines keep their numbers.
std::string yamlIn(std::string_view text, std::optional<std::pair<int64_t, int64_t>>& vocabulary)
{
    constexpr size_t longest = size_t(1) << 20;
    constexpr size_t indent = 4;
    enum class Place : uint8_t { Before, Marked, Within, Behind } place = Place::Before;
    std::string yaml;
    std::string_view launcher; // what it writes before each line, "0: "
    while (!text.empty() && yaml.size() < longest) {
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        const size_t entry = line.find(nemoEntry);
        const bool isEntry = entry != std::string_view::npos;
        if (place == Place::Before && holds(line, nemoConfigMark)) {
            place = Place::Marked;
        } else if (isEntry && (place == Place::Marked || place == Place::Within)) {
            place = place == Place::Marked ? Place::Within : Place::Behind;
            launcher = line.substr(0, entry);
        } else if (place == Place::Within && line.starts_with(launcher)) {
            line.remove_prefix(launcher.size());
            line.remove_prefix(std::min({line.find_first_not_of(' '), line.size(), indent}));
            yaml.append(line);
        }
        if (!vocabulary && holds(line, nemoVocabularyMark)) {
            const auto padded = logtext::integerAfter(line, nemoVocabularyMark, 1, 1 << 30);
            const auto stated = logtext::integerAfter(line, "original vocab_size: ", 1, 1 << 30);
            if (padded && stated)
                vocabulary = std::pair(int64_t(*stated), int64_t(*padded));
        }
        yaml.push_back('\n');
    }
    return yaml;
}

class NemoFields {
public:
    explicit NemoFields(const DescribedFields& yaml) : m_yaml(yaml) { }

    DescribedFields asArguments()
    {
        for (const auto& [own, name] : nemoNames) {
            if (const DescribedField* field = stated("model." + std::string(own)))
                m_fields.add(name, field->value, field->line);
        }
        for (const char* name : {"model.override_vocab_size", "model.vocab_size"}) {
            if (const DescribedField* field = stated(name); field && !m_fields.find("vocab_size"))
                m_fields.add("vocab_size", field->value, field->line);
        }
        if (stated("model.num_query_groups"))
            turnOn("group_query_attention");
        // Shared and biased unless it says otherwise: megatron_gpt_model.py
        if (is("model.share_embeddings_and_output_weights", false))
            turnOn("untie_embeddings_and_output_weights");
        if (is("model.bias", false))
            m_fields.add("add_bias_linear", "false", lineOf("model.bias"));
        const std::string activation = textOf("model.activation");
        if (holds(activation, "swiglu"))
            turnOn("swiglu");
        else if (holds(activation, "glu"))
            turnOn("gated_linear_unit");
        const std::string norm = textOf("model.normalization");
        if (!norm.empty())
            m_fields.add("normalization", holds(norm, "layernorm") ? std::string("LayerNorm") : norm,
                lineOf("model.normalization"));
        if (is("model.transformer_engine", true) || is("model.mcore_gpt", true))
            m_fields.add("transformer_impl", "transformer_engine", 0);
        const std::string precision = textOf("trainer.precision");
        if (holds(precision, "bf16"))
            turnOn("bf16");
        else if (holds(precision, "16"))
            turnOn("fp16");
        const std::string optimizer = textOf("model.optim.name");
        if (holds(optimizer, "distributed"))
            turnOn("use_distributed_optimizer");
        if (is("model.optim.overlap_grad_sync", true))
            turnOn("overlap_grad_reduce");
        if (is("model.optim.overlap_param_sync", true))
            turnOn("overlap_param_gather");
        if (textOf("model.optim.grad_sync_dtype") == "bf16")
            turnOn("grad_reduce_in_bf16");
        const auto devices = parseInteger(textOf("trainer.devices"));
        const auto nodes = parseInteger(textOf("trainer.num_nodes"));
        constexpr int64_t most = 1 << 20;
        if (devices && nodes && *devices > 0 && *nodes > 0 && *devices <= most && *nodes <= most) {
            m_fields.add("world_size", std::to_string(*devices * *nodes), lineOf("trainer.devices"));
            m_fields.add("gpus_per_node", std::to_string(*devices), lineOf("trainer.devices"));
        }
        return std::move(m_fields);
    }

    /// Null where there is none, or it is null; of one that stands for another, that one.
    const DescribedField* stated(const std::string& name, int depth = 0) const
    {
        constexpr int deepest = 8; // they may stand for each other
        const DescribedField* field = m_yaml.find(name);
        if (!field || field->isNull || depth > deepest)
            return nullptr;
        const std::string_view value = field->value;
        if (!value.starts_with("${"))
            return field;
        std::string other(value.substr(2, value.find('}') - 2));
        if (other.starts_with('.'))
            other.insert(0, name.substr(0, name.rfind('.')));
        return stated(other, depth + 1);
    }

private:
    std::string textOf(const std::string& name) const
    {
        const DescribedField* field = stated(name);
        return field ? field->value : std::string();
    }
    /// Stated to be so: "True" in files, "true" in logs.
    bool is(const std::string& name, bool so) const
    {
        std::string text = textOf(name);
        std::transform(text.begin(), text.end(), text.begin(), toLower);
        return text == (so ? "true" : "false");
    }
    int lineOf(const std::string& name) const
    {
        const DescribedField* field = m_yaml.find(name);
        return field ? field->line : 0;
    }
    void turnOn(std::string_view name) { m_fields.add(name, "true", 0); }

    const DescribedFields& m_yaml;
    DescribedFields m_fields;
};

} // namespace

bool hasNemoConfig(std::string_view text) { return holds(text, nemoConfigMark) && holds(text, nemoEntry); }

Result<DescribedFields> nemoArguments(const DescribedFields& yaml, std::string_view file)
{
    if (!yaml.hasBelow("model"))
        return atLine(file, 0, say("NeMo's configuration has no model"));
    NemoFields nemo(yaml);
    if (const DescribedField* scheme = nemo.stated("model.peft.peft_scheme"); scheme && scheme->value != "none") {
        return atLine(file, scheme->line,
            say("adapters are trained ({}), not the model: what they take is not known here", excerpt(scheme->value)));
    }
    return nemo.asArguments();
}

Result<DescribedFields> readNemoFields(std::string_view text, std::string_view file)
{
    std::optional<std::pair<int64_t, int64_t>> vocabulary;
    const std::string yaml = yamlIn(text, vocabulary);
    const Result<DescribedFields> read = readYamlFields(yaml, file);
    if (!read)
        return read.error();
    Result<DescribedFields> arguments = nemoArguments(*read, file);
    if (!arguments)
        return arguments;
    DescribedFields fields = std::move(arguments).value();
    if (vocabulary) {
        fields.add("stated_vocab_size", std::to_string(vocabulary->first), 0);
        fields.add("stated_padded_vocab_size", std::to_string(vocabulary->second), 0);
    }
    return fields;
}

} // namespace bubblescope
