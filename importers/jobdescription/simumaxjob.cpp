// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simumaxjob.h"

#include "fieldreader.h"
#include "textencoding.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

using Most = DescriptionLimits;

constexpr auto harmlessOfSimuMax = std::to_array<std::string_view>(
    {"capacity", "moe_pad_expert_input_to_capacity", "group_linear_mode", "padded_vocab_size", "orig_vocab_size"});

} // namespace

Result<JobDescription> simuMaxJob(const DescribedFields& fields, std::string_view file)
{
    FieldReader reader(fields, file);
    JobDescription job;
    ModelDescription& model = job.model;
    job.format = "simumax";
    model.name = reader.text("model_name");
    const std::string type = reader.text("model_type");
    model.family = type;
    model.layers = reader.count("layer_num", Most::layers);
    model.hidden = reader.count("hidden_size", Most::width);
    model.heads = reader.count("head_num", Most::heads);
    model.keyValueHeads = reader.countIfStated("kv_head_num", Most::heads).value_or(model.heads);
    model.headSize = reader.count("head_size", Most::width);
    model.vocabulary = reader.count("vocab_size", Most::vocabulary);
    model.isGated = reader.flag("use_swiglu", true);
    job.layout.vocabularyMultiple = reader.countIfStated("make_vocab_size_divisible_by", Most::vocabulary);

    const std::string attention = reader.text("attention_type");
    model.isLatent = attention == "mla";
    if (!attention.empty() && !model.isLatent && attention != "mha" && attention != "gqa")
        reader.refuse(
            "attention_type", say("attention_type is \"{}\": it must be mha, gqa or mla", excerpt(attention)));
    if (model.isLatent) {
        model.keyValueHeads = model.heads;
        model.queryRank = reader.countIfStated("q_lora_rank", Most::width, 0).value_or(0);
        model.keyValueRank = reader.count("kv_lora_rank", Most::width);
        model.plainHeadSize = reader.count("qk_head_dim", Most::width);
        model.ropeHeadSize = reader.count("qk_pos_emb_head_dim", Most::width, 0);
        model.valueHeadSize = reader.count("v_head_dim", Most::width);
    }

    if (!type.empty() && type != "dense" && type != "moe")
        reader.refuse("model_type", say("model_type is \"{}\": it must be dense or moe", excerpt(type)));
    if (type == "moe" || (type.empty() && reader.isStated("expert_num"))) {
        model.experts = reader.count("expert_num", Most::experts);
        model.activeExperts = reader.count("topk", std::max(model.experts, 1));
        model.expertFeedForward = reader.count("moe_ffn_hidden_size", Most::width);
        model.sharedFeedForward
            = reader.countIfStated("moe_shared_expert_intermediate_size", Most::width, 0).value_or(0);
        model.sharedExperts = model.sharedFeedForward > 0 ? 1 : 0;
        model.denseLayers = reader.countIfStated("dense_layers", model.layers, 0).value_or(0);
    } else {
        reader.passOver("expert_num"); // 1: no others to choose from
        reader.passOver("dense_layers");
    }
    if (model.expertLayers() < model.layers)
        model.feedForward = reader.count("intermediate_size", Most::width);
    else
        reader.passOver("intermediate_size");
    job.assume("tie_word_embeddings", "false", say("SimuMax gives the head a matrix of its own"));
    reader.addUnread(job, harmlessOfSimuMax);
    return reader.finished(std::move(job));
}

} // namespace bubblescope
