// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knownmodels.h"

#include "builtinmodels.h"
#include "characters.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

namespace {

using ModelText = nlohmann::json;

/// "meta-llama/Llama-3.2-1B" as "metallamallama321b".
std::string plainModelName(std::string_view name)
{
    std::string plain;
    for (const char c : name) {
        if (isLetter(c) || isDigit(c))
            plain += toLower(c);
    }
    return plain;
}

KnownModel readKnownModel(const ModelText& text)
{
    KnownModel model;
    model.name = text.at("name");
    for (const std::string part : text.at("match"))
        model.match.push_back(plainModelName(part));
    model.publishedParameters = text.at("parameters");
    model.layers = text.at("layers");
    model.hidden = text.at("hidden");
    model.heads = text.at("heads");
    model.keyValueHeads = text.at("kv_heads");
    model.headSize = text.value("head_dim", model.hidden / model.heads);
    model.isGated = text.value("ffn_matrices", 3) == 3;
    model.vocabulary = text.at("vocabulary");
    model.positions = text.value("positions", 0);
    model.experts = text.value("experts", 0);
    if (model.experts == 0) {
        model.feedForward = text.at("ffn");
    } else {
        model.expertFeedForward = text.at("ffn");
        model.activeExperts = text.at("active_experts");
        model.sharedExperts = text.value("shared_experts", 0);
        model.sharedFeedForward = model.sharedExperts * model.expertFeedForward;
        model.denseLayers = text.value("dense_layers", 0);
        model.feedForward = text.value("dense_ffn", 0);
    }
    model.keyValueRank = text.value("kv_rank", 0);
    model.isLatent = model.keyValueRank > 0;
    if (model.isLatent) {
        model.queryRank = text.at("query_rank");
        model.ropeHeadSize = text.at("rope_head_dim");
        model.plainHeadSize = text.at("nope_head_dim");
        model.valueHeadSize = text.at("value_head_dim");
    }
    model.isTied = text.at("tied");
    model.source = text.at("source");
    return model;
}

std::vector<KnownModel> builtinModels()
{
    std::vector<KnownModel> models;
    for (const ModelText& text : ModelText::parse(builtinModelText()))
        models.push_back(readKnownModel(text));
    return models;
}

} // namespace

std::span<const KnownModel> knownModels()
{
    static const std::vector<KnownModel> models = builtinModels();
    return models;
}

const KnownModel* knownModel(std::string_view name, double parameters, int layers)
{
    constexpr double tolerance = 0.03;
    const std::string plain = plainModelName(name);
    const KnownModel* nearest = nullptr;
    double least = tolerance;
    bool isAmbiguous = false;
    for (const KnownModel& model : knownModels()) {
        const bool isNamed = std::any_of(model.match.begin(), model.match.end(),
            [&plain](const std::string& part) { return plain.find(part) != std::string::npos; });
        const double distance = std::abs(parameters / model.publishedParameters - 1);
        if (!isNamed || distance > tolerance || (layers > 0 && model.layers != layers))
            continue;
        isAmbiguous = isAmbiguous || (nearest && model.layers != nearest->layers);
        if (!nearest || distance < least) {
            nearest = &model;
            least = distance;
        }
    }
    return isAmbiguous ? nullptr : nearest;
}

} // namespace bubblescope
