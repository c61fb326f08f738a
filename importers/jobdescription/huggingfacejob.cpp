// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "huggingfacejob.h"

#include "fieldreader.h"
#include "plainnumber.h"
#include "textencoding.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

namespace {

using Most = DescriptionLimits;

enum class Biases : uint8_t {
    None,
    Asked,        ///< of attention, if attention_bias says so
    Usual,        ///< the same, unless it says no
    Queries,      ///< of queries, keys and values
    QueriesAsked, ///< the same, if the field of biases says so
    FeedForward,
    All,
    AllAsked, ///< if the field of biases says so
    AllUsual  ///< unless the field of biases says no
};
enum class HeadNorms : uint8_t { None, PerHead, OverHeads };
enum class WindowFields : uint8_t { None, Stated, Asked };
enum class ExpertFields : uint8_t { None, Mixtral, Qwen, DeepSeek, Llama4 };

/// What a model_type says beside its fields.
struct Architecture {
    std::string_view type;
    Biases biases = Biases::None;
    std::string_view biasField = "attention_bias";
    bool hasHeadBias = false; ///< unless lm_head_bias asks for it
    bool isGated = true;
    bool normsHaveShift = false;
    int normsPerLayer = 2; ///< one: attention and MLP read the same
    HeadNorms headNorms = HeadNorms::None;
    std::string_view headNormField = ""; ///< that asks for them; empty: they are always there
    bool isTied = false;                 ///< unless tie_word_embeddings says otherwise
    int headSize = 0;                    ///< unless head_dim says otherwise; 0: hidden size / heads
    int keyValueHeads = 0;               ///< unless num_key_value_heads says otherwise; 0: as many as heads
    int heads = 0;                       ///< where num_attention_heads may be left out; 0: it must be stated
    int vocabulary = 0;                  ///< and vocab_size
    WindowFields window = WindowFields::None;
    int windowPeriod = 1;
    ExpertFields experts = ExpertFields::None;
    bool isLatent = false;
    /// Of the width of an MLP that is four times the hidden size where it is not stated; empty: intermediate_size.
    std::string_view widthField = "";
    bool hasPositions = false; ///< that are learned
    bool hasRouterBias = false;
};

constexpr auto knownArchitectures = std::to_array<Architecture>({
    {.type = "llama", .biases = Biases::Asked},
    {.type = "mistral", .keyValueHeads = 8, .window = WindowFields::Stated},
    {.type = "mixtral", .keyValueHeads = 8, .window = WindowFields::Stated, .experts = ExpertFields::Mixtral},
    {.type = "qwen2", .biases = Biases::Queries, .keyValueHeads = 32, .window = WindowFields::Asked},
    {.type = "qwen2_moe",
        .biases = Biases::Queries,
        .keyValueHeads = 16,
        .window = WindowFields::Asked,
        .experts = ExpertFields::Qwen},
    {.type = "qwen3",
        .biases = Biases::Asked,
        .headNorms = HeadNorms::PerHead,
        .headSize = 128,
        .keyValueHeads = 32,
        .window = WindowFields::Asked},
    {.type = "qwen3_moe",
        .biases = Biases::Asked,
        .headNorms = HeadNorms::PerHead,
        .keyValueHeads = 4,
        .window = WindowFields::Asked,
        .experts = ExpertFields::Qwen},
    {.type = "deepseek_v2", .experts = ExpertFields::DeepSeek, .isLatent = true},
    {.type = "deepseek_v3", .experts = ExpertFields::DeepSeek, .isLatent = true, .hasRouterBias = true},
    {.type = "kimi_k2", .experts = ExpertFields::DeepSeek, .isLatent = true},
    {.type = "gpt_neox", .biases = Biases::All, .isGated = false, .normsHaveShift = true},
    {.type = "gpt2",
        .biases = Biases::All,
        .isGated = false,
        .normsHaveShift = true,
        .isTied = true,
        .widthField = "n_inner",
        .hasPositions = true},
    {.type = "gpt_bigcode",
        .biases = Biases::All,
        .isGated = false,
        .normsHaveShift = true,
        .isTied = true,
        .widthField = "n_inner",
        .hasPositions = true},
    {.type = "gptj",
        .biases = Biases::FeedForward,
        .hasHeadBias = true,
        .isGated = false,
        .normsHaveShift = true,
        .normsPerLayer = 1,
        .widthField = "n_inner"},
    {.type = "bloom",
        .biases = Biases::All,
        .isGated = false,
        .normsHaveShift = true,
        .isTied = true,
        .widthField = "n_inner"},
    {.type = "falcon",
        .biases = Biases::AllAsked,
        .biasField = "bias",
        .isGated = false,
        .normsHaveShift = true,
        .isTied = true,
        .widthField = "ffn_hidden_size"},
    {.type = "mpt", .biases = Biases::AllUsual, .biasField = "no_bias", .isGated = false, .isTied = true},
    {.type = "opt", .biases = Biases::All, .isGated = false, .normsHaveShift = true, .isTied = true},
    {.type = "gemma", .biases = Biases::Asked, .isTied = true, .headSize = 256, .keyValueHeads = 16},
    {.type = "gemma2",
        .biases = Biases::Asked,
        .normsPerLayer = 4,
        .isTied = true,
        .headSize = 256,
        .keyValueHeads = 4,
        .window = WindowFields::Stated,
        .windowPeriod = 2},
    {.type = "gemma3_text",
        .biases = Biases::Asked,
        .normsPerLayer = 4,
        .headNorms = HeadNorms::PerHead,
        .isTied = true,
        .headSize = 256,
        .keyValueHeads = 4,
        .heads = 8, // files of models that also see leave out what is usual
        .vocabulary = 262208,
        .window = WindowFields::Stated,
        .windowPeriod = 6},
    {.type = "gpt_oss",
        .biases = Biases::Usual,
        .headSize = 64,
        .keyValueHeads = 8,
        .window = WindowFields::Stated,
        .windowPeriod = 2,
        .experts = ExpertFields::Mixtral},
    {.type = "olmo", .biases = Biases::Asked, .normsPerLayer = 0}, // its norms have neither scale nor shift
    {.type = "olmo2", .biases = Biases::Asked, .headNorms = HeadNorms::OverHeads},
    {.type = "olmo3",
        .biases = Biases::Asked,
        .headNorms = HeadNorms::OverHeads,
        .window = WindowFields::Stated,
        .windowPeriod = 4},
    {.type = "olmoe", .biases = Biases::Asked, .headNorms = HeadNorms::OverHeads, .experts = ExpertFields::Mixtral},
    {.type = "phi",
        .biases = Biases::All,
        .hasHeadBias = true,
        .isGated = false,
        .normsHaveShift = true,
        .normsPerLayer = 1,
        .headNorms = HeadNorms::PerHead,
        .headNormField = "qk_layernorm"},
    {.type = "phi3", .window = WindowFields::Stated},
    {.type = "phimoe",
        .biases = Biases::Asked,
        .normsHaveShift = true,
        .keyValueHeads = 8,
        .window = WindowFields::Stated,
        .experts = ExpertFields::Mixtral},
    {.type = "starcoder2",
        .biases = Biases::AllUsual,
        .biasField = "use_bias",
        .isGated = false,
        .normsHaveShift = true,
        .isTied = true,
        .keyValueHeads = 2,
        .window = WindowFields::Stated},
    {.type = "stablelm",
        .biases = Biases::QueriesAsked,
        .biasField = "use_qkv_bias",
        .normsHaveShift = true,
        .keyValueHeads = 32},
    {.type = "cohere",
        .biases = Biases::Asked,
        .normsPerLayer = 1,
        .headNorms = HeadNorms::OverHeads,
        .headNormField = "use_qk_norm",
        .isTied = true},
    {.type = "cohere2",
        .biases = Biases::Asked,
        .normsPerLayer = 1,
        .isTied = true,
        .window = WindowFields::Stated,
        .windowPeriod = 4},
    {.type = "nemotron", .biases = Biases::Asked, .isGated = false, .normsHaveShift = true},
    {.type = "arcee", .biases = Biases::Asked, .isGated = false},
    {.type = "granite", .biases = Biases::Asked},
    {.type = "granitemoe", .biases = Biases::Asked, .isTied = true, .experts = ExpertFields::Mixtral},
    {.type = "seed_oss", .biases = Biases::QueriesAsked, .headSize = 128, .keyValueHeads = 8},
    {.type = "glm4", .biases = Biases::QueriesAsked, .normsPerLayer = 4, .headSize = 128, .keyValueHeads = 2},
    {.type = "glm4_moe",
        .biases = Biases::QueriesAsked,
        .headNorms = HeadNorms::PerHead,
        .headNormField = "use_qk_norm",
        .headSize = 128,
        .keyValueHeads = 8,
        .experts = ExpertFields::DeepSeek,
        .hasRouterBias = true},
    {.type = "dots1",
        .biases = Biases::Asked,
        .headNorms = HeadNorms::PerHead,
        .headSize = 128,
        .keyValueHeads = 32,
        .experts = ExpertFields::DeepSeek,
        .hasRouterBias = true},
    {.type = "llama4_text",
        .biases = Biases::Asked,
        .headSize = 128,
        .keyValueHeads = 8,
        .experts = ExpertFields::Llama4},
    {.type = "ministral", .keyValueHeads = 8, .window = WindowFields::Stated},
    {.type = "qwen2_5_vl", .biases = Biases::Queries, .window = WindowFields::Asked},
    {.type = "qwen2_5_vl_text", .biases = Biases::Queries, .window = WindowFields::Asked},
    {.type = "qwen3_vl_text",
        .biases = Biases::Asked,
        .headNorms = HeadNorms::PerHead,
        .headSize = 128,
        .keyValueHeads = 32},
    {.type = "qwen3_vl_moe_text",
        .biases = Biases::Asked,
        .headNorms = HeadNorms::PerHead,
        .headSize = 128,
        .keyValueHeads = 16,
        .experts = ExpertFields::Qwen},
    {.type = "minimax_m2",
        .headNorms = HeadNorms::OverHeads,
        .headNormField = "use_qk_norm",
        .experts = ExpertFields::Mixtral,
        .hasRouterBias = true},
    {.type = "glm4v_moe_text",
        .biases = Biases::QueriesAsked,
        .headNorms = HeadNorms::PerHead,
        .headNormField = "use_qk_norm",
        .headSize = 128,
        .keyValueHeads = 8,
        .experts = ExpertFields::DeepSeek,
        .hasRouterBias = true},
    {.type = "exaone4",
        .headNorms = HeadNorms::PerHead,
        .keyValueHeads = 32,
        .window = WindowFields::Stated,
        .windowPeriod = 4},
    {.type = "apertus", .biases = Biases::Asked, .isGated = false, .headNorms = HeadNorms::PerHead},
    {.type = "smollm3", .biases = Biases::Asked, .isTied = true, .keyValueHeads = 4, .window = WindowFields::Asked},
});

/// Fields of models some of whose layers are no attention to all tokens: linear attention (Qwen3-Next, MiniMax-Text,
/// Kimi Linear), state spaces (Jamba, Nemotron-H, Granite 4), chosen tokens (DeepSeek V3.2), layers of several widths.
constexpr auto fieldsOfOtherLayers = std::to_array<std::string_view>(
    {"full_attention_interval", "linear_num_value_heads", "linear_attn_config", "hybrid_override_pattern",
        "hybrid_layer_pattern", "mamba_d_state", "mamba_num_heads", "mamba_n_heads", "ssm_state_size", "state_size",
        "attn_layer_period", "layers_block_type", "index_topk", "intermediate_size.0", "lru_width"});

/// Fields with a word of sizes in their names that change none.
constexpr auto harmlessOfHuggingFace = std::to_array<std::string_view>({"max_position_embeddings", "rope_scaling",
    "rope_parameters", "quantization_config", "attention_dropout", "hidden_act", "hidden_dropout",
    "hidden_dropout_prob", "hidden_activation", "initializer_range", "layer_norm_eps", "layer_norm_epsilon",
    "layernorm_epsilon", "use_parallel_residual", "output_hidden_states", "router_aux_loss_coef", "norm_topk_prob",
    "topk_method", "topk_group", "n_group", "ep_size", "moe_layer_freq", "max_window_layers", "seq_length", "n_ctx",
    "n_positions", "query_pre_attn_scalar", "qk_head_dim", "experts_per_token", "initial_context_length", "auto_map",
    "transformers.js_config", "layerdrop", "rotary_pct", "rotary_emb_base", "attn_logit_softcapping",
    "final_logit_softcapping", "routed_scaling_factor", "scoring_func", "no_rope_layers", "no_rope_layer_interval",
    "pretraining_tp", "summary_type", "summary_use_proj", "vision_config", "audio_config", "cache_implementation",
    "hybrid_cache", "swiglu_limit", "num_experts_per_token", "kv_cache_dtype", "_sliding_window_pattern",
    "use_sliding_window", "original_max_position_embeddings", "output_router_logits", "decoder_sparse_step",
    "embd_pdrop", "resid_pdrop", "attention_probs_dropout_prob", "do_layer_norm_before", "clip_qkv", "rotary_dim",
    "layer_switch", "order_of_interleaved_layers", "apply_residual_connection_post_layernorm", "moe_layers",
    "mrope_section", "attn_config", "init_config", "image_token_id", "video_token_id", "vision_token_id", "layer_types",
    "attn_type_list", "shared_intermediate_size", "qk_norm_type", "layernorm_full_attention_beta", "layernorm_mlp_beta",
    "partial_rotary_factor"});

class HuggingFaceReader {
public:
    HuggingFaceReader(const DescribedFields& fields, std::string_view file) : m_fields(fields), m_reader(fields, file)
    {
    }

    Result<JobDescription> read()
    {
        m_job.format = "huggingface";
        // Models that also see or hear keep the sizes of their text part apart.
        if (!m_reader.isStated("hidden_size") && m_reader.isStated("text_config.hidden_size"))
            m_prefix = "text_config.";
        refuseOtherLayers();
        std::string type = m_reader.text(own("model_type"));
        if (type == "minimax" && m_reader.text("architectures.0") == "MiniMaxM2ForCausalLM")
            type = "minimax_m2"; // as its first files called it
        const auto known = std::find_if(knownArchitectures.begin(), knownArchitectures.end(),
            [&type](const Architecture& architecture) { return architecture.type == type; });
        if (type.empty())
            m_reader.miss(own("model_type"), say("one of {}", knownTypes()));
        else if (known == knownArchitectures.end())
            m_reader.refuse(own("model_type"),
                say("the architecture \"{}\" (model_type) is not known here", excerpt(type)),
                say("Known are {}; sizes of others can be written as a *.bubblejob.", knownTypes()));
        if (!m_reader.isGood())
            return m_reader.finished(std::move(m_job));
        m_is = &*known;
        readSizes();
        readAttention();
        readVectors();
        readExperts();
        readWindow();
        const std::string path = m_reader.text("_name_or_path");
        m_job.model.family = type;
        m_job.model.name = path.empty() ? type : path.substr(path.find_last_of('/') + 1);
        for (const char* part : {"vision_config", "audio_config"}) {
            if (m_fields.hasBelow(part))
                m_job.assume(part, "-", say("left out: only the text model is described"));
        }
        m_reader.addUnread(m_job, harmlessOfHuggingFace);
        return m_reader.finished(std::move(m_job));
    }

private:
    static std::string knownTypes()
    {
        std::string types;
        for (const Architecture& architecture : knownArchitectures)
            types.append(types.empty() ? "" : ", ").append(architecture.type);
        return types;
    }
    std::string own(std::string_view name) const { return m_prefix + std::string(name); }
    /// The first of several names that is stated.
    std::string own(std::initializer_list<std::string_view> names) const
    {
        for (const std::string_view name : names) {
            if (m_reader.isStated(own(name)))
                return own(name);
        }
        return own(*names.begin());
    }
    Message defaultOf() const { return say("not stated: the default of transformers for {}", m_is->type); }
    int assumedCount(std::string_view name, int most, int usual, const Message& why)
    {
        if (const auto stated = m_reader.countIfStated(own(name), most))
            return *stated;
        m_job.assume(own(name), std::to_string(usual), why);
        return usual;
    }

    /// `usual`: 0 where there is none, and the count must be stated.
    int usualOrStated(std::string_view name, int most, int usual)
    {
        return usual > 0 ? assumedCount(name, most, usual, defaultOf()) : m_reader.count(own(name), most);
    }

    void refuseOtherLayers()
    {
        const auto refuse = [this](const std::string& name) {
            m_reader.refuse(name, say("{} makes a model that is no plain transformer: it is not known here", name));
        };
        for (const std::string_view name : fieldsOfOtherLayers) {
            const std::string stated = m_reader.text(own(name));
            const bool isStated = !stated.empty() && stated != "0" && stated != "false";
            if (isStated || m_fields.hasBelow(own(name)))
                refuse(own(name));
        }
        const std::vector<std::string> types = m_reader.items(own("layer_types"));
        if (std::any_of(types.begin(), types.end(),
                [](const std::string& type) { return !type.ends_with("_attention") || type == "linear_attention"; }))
            refuse(own("layer_types.0"));
        const std::vector<std::string> kinds = m_reader.items(own("attn_type_list")); // 0: linear attention
        if (std::find(kinds.begin(), kinds.end(), "0") != kinds.end())
            refuse(own("attn_type_list.0"));
    }

    void readSizes()
    {
        ModelDescription& model = m_job.model;
        model.layers = m_reader.count(own({"num_hidden_layers", "n_layer", "n_layers"}), Most::layers);
        model.hidden = m_reader.count(own({"hidden_size", "n_embd", "n_embed", "d_model"}), Most::width);
        model.vocabulary = usualOrStated("vocab_size", Most::vocabulary, m_is->vocabulary);
        model.isGated = m_is->isGated;
        if (m_reader.isStated(own("tie_word_embeddings")))
            model.isTied = m_reader.flag(own("tie_word_embeddings"), false);
        else if (m_reader.isStated("tie_word_embeddings"))
            model.isTied = m_reader.flag("tie_word_embeddings", false);
        else
            model.isTied = m_is->isTied;
        if (m_is->hasPositions)
            model.positions = m_reader.count(own({"n_positions", "n_ctx"}), Most::tokens);
        if (m_is->type == "bloom")
            m_job.assume("word_embeddings_layernorm", "-", say("left out: a norm behind the embedding"));
        if (m_is->type == "mpt") {
            constexpr int most = Most::width;
            const int ratio = assumedCount("expansion_ratio", most, 4, defaultOf());
            model.feedForward = int(std::min<int64_t>(int64_t(ratio) * model.hidden, int64_t(most) + 1));
        } else if (!m_is->widthField.empty()) {
            model.feedForward
                = assumedCount(m_is->widthField, Most::width, std::min(4 * model.hidden, Most::width), defaultOf());
        } else if (m_is->type == "opt") {
            constexpr int offset = 2; // OPTLearnedPositionalEmbedding
            model.positions = m_reader.count(own("max_position_embeddings"), Most::tokens - offset) + offset;
            model.feedForward = m_reader.count(own("ffn_dim"), Most::width);
            if (const auto width = m_reader.countIfStated(own("word_embed_proj_dim"), Most::width);
                width && *width != model.hidden)
                m_reader.refuse(own("word_embed_proj_dim"),
                    say("word_embed_proj_dim is {} and hidden_size {}: an embedding of another width is not known here",
                        *width, model.hidden));
        } else if (m_is->experts == ExpertFields::None) {
            model.feedForward = m_reader.count(own("intermediate_size"), Most::width);
        }
    }

    void readAttention()
    {
        ModelDescription& model = m_job.model;
        model.heads = m_is->heads > 0 ? usualOrStated("num_attention_heads", Most::heads, m_is->heads)
                                      : m_reader.count(own({"num_attention_heads", "n_head", "n_heads"}), Most::heads);
        model.keyValueHeads = model.heads;
        model.isLatent = m_is->isLatent;
        if (model.isLatent) {
            m_reader.passOver(own("num_key_value_heads"));
            m_reader.passOver(own("head_dim"));
            model.queryRank = m_reader.countIfStated(own("q_lora_rank"), Most::width, 0).value_or(0);
            model.keyValueRank = m_reader.count(own("kv_lora_rank"), Most::width);
            model.ropeHeadSize = m_reader.count(own("qk_rope_head_dim"), Most::width, 0);
            model.plainHeadSize = m_reader.count(own("qk_nope_head_dim"), Most::width);
            model.valueHeadSize = m_reader.count(own("v_head_dim"), Most::width);
            return;
        }
        if (m_is->type == "falcon") {
            readKeysOfFalcon();
        } else if (m_is->type == "gpt_bigcode") {
            model.keyValueHeads = m_reader.flag(own("multi_query"), true) ? 1 : model.heads;
        } else if (m_reader.text(own("attn_config.attn_type")) == "multiquery_attention") {
            model.keyValueHeads = 1;
        } else if (const auto stated
            = m_reader.countIfStated(own({"num_key_value_heads", "attn_config.kv_n_heads"}), Most::heads)) {
            model.keyValueHeads = *stated;
        } else if (m_is->keyValueHeads > 0) {
            model.keyValueHeads = m_is->keyValueHeads;
            m_job.assume(own("num_key_value_heads"), std::to_string(model.keyValueHeads), defaultOf());
        } // others have grouped queries only where they say so
        if (const auto stated = m_reader.countIfStated(own("head_dim"), Most::width)) {
            model.headSize = *stated;
        } else if (m_is->headSize > 0) {
            model.headSize = m_is->headSize;
            m_job.assume(own("head_dim"), std::to_string(model.headSize), defaultOf());
        } else {
            model.headSize = model.hidden / model.heads;
            if (model.headSize * model.heads != model.hidden)
                m_reader.refuse(own("num_attention_heads"),
                    say("a hidden size of {} is no multiple of {} heads, and head_dim is not stated", model.hidden,
                        model.heads));
        }
    }

    /// FalconConfig: one head of keys for all, as many as of queries, or (new architecture) a number of groups.
    void readKeysOfFalcon()
    {
        ModelDescription& model = m_job.model;
        const auto stated = m_reader.countIfStated(own({"num_kv_heads", "n_head_kv"}), Most::heads);
        if (m_reader.flag(own("new_decoder_architecture"), false))
            model.keyValueHeads = stated.value_or(model.heads);
        else
            model.keyValueHeads = m_reader.flag(own("multi_query"), true) ? 1 : model.heads;
    }

    int normsPerLayer()
    {
        if (m_is->type == "falcon") {
            const bool isParallel = m_reader.flag(own("parallel_attn"), true);
            const int beside = m_reader.countIfStated(own("num_ln_in_parallel_attn"), 2).value_or(2);
            return m_reader.flag(own("new_decoder_architecture"), false) ? beside : isParallel ? 1 : 2;
        }
        if (m_is->type == "stablelm" && m_reader.flag(own("use_parallel_residual"), false))
            return 1;
        return m_is->normsPerLayer;
    }

    bool hasAllBiases()
    {
        switch (m_is->biases) {
        case Biases::All:
            return true;
        case Biases::AllAsked:
            return m_reader.flag(own(m_is->biasField), false);
        case Biases::AllUsual:
            return m_is->type == "mpt" ? !m_reader.flag(own(m_is->biasField), true)
                                       : m_reader.flag(own(m_is->biasField), true);
        case Biases::None:
        case Biases::Asked:
        case Biases::Usual:
        case Biases::Queries:
        case Biases::QueriesAsked:
        case Biases::FeedForward:
            break;
        }
        return false;
    }

    void readVectors()
    {
        ModelDescription& model = m_job.model;
        model.normsPerLayer = normsPerLayer();
        const bool hasAll = hasAllBiases();
        model.normsHaveShift = m_is->normsHaveShift || (m_is->type == "mpt" && hasAll); // no_bias is that of norms, too
        const bool hasHeadNorms = m_is->headNormField.empty() || m_reader.flag(own(m_is->headNormField), false);
        if (hasHeadNorms && m_is->headNorms == HeadNorms::PerHead)
            model.queryNorm = model.keyNorm = model.headSize;
        if (hasHeadNorms && m_is->headNorms == HeadNorms::OverHeads) {
            model.queryNorm = int(std::min<double>(model.queryWidth(), Most::width));
            model.keyNorm = int(std::min<double>(double(model.keyValueHeads) * model.headSize, Most::width));
        }
        const bool asked = m_reader.flag(own("attention_bias"), m_is->biases == Biases::Usual);
        const bool follows = m_is->biases == Biases::Asked || m_is->biases == Biases::Usual;
        const bool ofQueries = m_is->biases == Biases::Queries
            || (m_is->biases == Biases::QueriesAsked && m_reader.flag(own(m_is->biasField), false));
        model.hasQueryBias = hasAll || ofQueries || (follows && asked);
        model.hasOutputBias = hasAll || (follows && asked) || m_reader.flag(own("attention_out_bias"), false);
        model.hasFeedForwardBias = hasAll || m_is->type == "gpt_oss" || m_is->biases == Biases::FeedForward
            || m_reader.flag(own("mlp_bias"), false);
        model.hasHeadBias = m_is->hasHeadBias || m_reader.flag(own("lm_head_bias"), false);
        model.hasRouterBias
            = m_is->type == "gpt_oss" || m_is->hasRouterBias || m_reader.text(own("topk_method")) == "noaux_tc";
        model.hasSinks = m_is->type == "gpt_oss";
    }

    void readExperts()
    {
        ModelDescription& model = m_job.model;
        switch (m_is->experts) {
        case ExpertFields::None:
            return;
        case ExpertFields::Mixtral:
            model.experts = m_reader.count(own({"num_local_experts", "num_experts"}), Most::experts);
            model.activeExperts
                = m_reader.count(own({"num_experts_per_tok", "experts_per_token"}), std::max(model.experts, 1));
            model.expertFeedForward = m_reader.count(own("intermediate_size"), Most::width);
            return;
        case ExpertFields::Llama4:
            if (m_reader.countIfStated(own("interleave_moe_layer_step"), Most::layers).value_or(1) > 1)
                refuseMixedLayers("interleave_moe_layer_step");
            model.experts = m_reader.count(own("num_local_experts"), Most::experts);
            model.activeExperts = m_reader.count(own("num_experts_per_tok"), std::max(model.experts, 1));
            model.expertFeedForward = model.sharedFeedForward = m_reader.count(own("intermediate_size"), Most::width);
            model.sharedExperts = 1;
            m_reader.passOver(own("intermediate_size_mlp")); // of layers without experts
            return;
        case ExpertFields::Qwen:
            model.experts = m_reader.count(own({"num_experts", "num_local_experts"}), Most::experts);
            model.activeExperts = m_reader.count(own("num_experts_per_tok"), std::max(model.experts, 1));
            model.expertFeedForward = m_reader.count(own("moe_intermediate_size"), Most::width);
            if (m_is->type == "qwen2_moe") {
                model.sharedFeedForward = m_reader.count(own("shared_expert_intermediate_size"), Most::width);
                model.sharedExperts = 1;
                model.sharedIsGated = true;
            }
            readDenseLayersOfQwen();
            break;
        case ExpertFields::DeepSeek:
            model.experts = m_reader.count(own("n_routed_experts"), Most::experts);
            model.activeExperts = m_reader.count(own("num_experts_per_tok"), std::max(model.experts, 1));
            model.expertFeedForward = m_reader.count(own("moe_intermediate_size"), Most::width);
            model.sharedExperts = m_reader.countIfStated(own("n_shared_experts"), Most::experts, 0).value_or(0);
            model.sharedFeedForward = int(
                std::min<int64_t>(int64_t(model.sharedExperts) * model.expertFeedForward, int64_t(Most::width) + 1));
            model.denseLayers = m_reader.countIfStated(own("first_k_dense_replace"), model.layers, 0).value_or(0);
            model.nextTokenLayers
                = m_reader.countIfStated(own("num_nextn_predict_layers"), Most::layers, 0).value_or(0);
            if (m_reader.countIfStated(own("moe_layer_freq"), Most::layers, 0).value_or(1) > 1)
                refuseMixedLayers("moe_layer_freq");
            break;
        }
        if (model.denseLayers > 0)
            model.feedForward = m_reader.count(own("intermediate_size"), Most::width);
        else
            m_reader.passOver(own("intermediate_size"));
    }

    void refuseMixedLayers(std::string_view name)
    {
        m_reader.refuse(own(name),
            say("by {}, layers with and without experts take turns: only models whose first layers have none are known "
                "here",
                name));
    }

    void readDenseLayersOfQwen()
    {
        if (m_reader.countIfStated(own("decoder_sparse_step"), Most::layers, 0).value_or(1) > 1)
            refuseMixedLayers("decoder_sparse_step");
        std::vector<std::string> dense = m_reader.items(own("mlp_only_layers"));
        for (size_t i = 0; i < dense.size(); ++i) {
            if (std::find(dense.begin(), dense.end(), std::to_string(i)) == dense.end()) {
                refuseMixedLayers("mlp_only_layers");
                return;
            }
        }
        m_job.model.denseLayers = int(dense.size());
    }

    void readWindow()
    {
        ModelDescription& model = m_job.model;
        const auto stated = m_reader.countIfStated(own("sliding_window"), Most::batch, 0);
        const bool isOn = m_reader.flag(own("use_sliding_window"), m_is->window == WindowFields::Stated);
        int period = m_is->windowPeriod;
        const std::string pattern = own({"sliding_window_pattern", "_sliding_window_pattern"});
        if (const std::string letters = m_reader.text(pattern);
            !letters.empty() && letters.find_first_not_of("LG") == std::string::npos)
            period = int(std::min(letters.size(), size_t(Most::layers))); // LLLG: three local ones, a global one
        else
            period = m_reader.countIfStated(pattern, Most::layers).value_or(period);
        const std::vector<std::string> types = m_reader.items(own("layer_types"));
        if (m_is->window == WindowFields::None || !isOn || !stated || *stated == 0)
            return;
        model.slidingWindow = *stated;
        model.windowPeriod = period;
        if (m_is->window == WindowFields::Asked && types.empty()) {
            // Qwen: the first max_window_layers see all tokens.
            const int full = m_reader.countIfStated(own("max_window_layers"), Most::layers, 0).value_or(model.layers);
            if (full >= model.layers)
                model.slidingWindow = 0;
            else if (full > 0)
                m_job.assume(own("max_window_layers"), "0", say("all layers are taken to have the sliding window"));
            return;
        }
        if (types.empty())
            return;
        const auto windowed = std::count(types.begin(), types.end(), "sliding_attention");
        const auto full = std::count(types.begin(), types.end(), "full_attention");
        if (windowed + full != std::ptrdiff_t(types.size()) || types.size() != size_t(model.layers)) {
            m_reader.refuse(own("layer_types.0"),
                say("layer_types must name sliding_attention or full_attention for each of the {} layers",
                    model.layers));
            return;
        }
        if (windowed == 0)
            model.slidingWindow = 0;
        else
            model.windowPeriod = full == 0 ? 1 : int(std::max<std::ptrdiff_t>(2, model.layers / full));
        for (int layer = 0; layer < model.layers; ++layer) {
            if (model.isWindowed(layer) != (types[size_t(layer)] == "sliding_attention")) {
                m_job.assume(own("layer_types"), std::to_string(model.windowPeriod),
                    say("layers that see all tokens are taken to come after equally many that do not"));
                return;
            }
        }
    }

    const DescribedFields& m_fields;
    FieldReader m_reader;
    JobDescription m_job;
    const Architecture* m_is = nullptr;
    std::string m_prefix;
};

} // namespace

Result<JobDescription> huggingFaceJob(const DescribedFields& fields, std::string_view file)
{
    return HuggingFaceReader(fields, file).read();
}

} // namespace bubblescope
