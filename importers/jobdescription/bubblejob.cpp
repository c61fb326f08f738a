// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bubblejob.h"

#include "closestword.h"
#include "fieldreader.h"
#include "plainnumber.h"
#include "textencoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope {

namespace {

using Most = DescriptionLimits;

struct ModelCount {
    std::string_view key;
    int ModelDescription::*member;
    int most;
    int least;
    bool isNeeded = false;
};
constexpr auto modelCounts = std::to_array<ModelCount>({
    {"layers", &ModelDescription::layers, Most::layers, 1, true},
    {"hidden", &ModelDescription::hidden, Most::width, 1, true},
    {"heads", &ModelDescription::heads, Most::heads, 1, true},
    {"kv-heads", &ModelDescription::keyValueHeads, Most::heads, 1},
    {"head-size", &ModelDescription::headSize, Most::width, 1},
    {"ffn", &ModelDescription::feedForward, Most::width, 1},
    {"vocabulary", &ModelDescription::vocabulary, Most::vocabulary, 1, true},
    {"positions", &ModelDescription::positions, Most::tokens, 0},
    {"sliding-window", &ModelDescription::slidingWindow, Most::batch, 0},
    {"window-period", &ModelDescription::windowPeriod, Most::layers, 1},
    {"experts", &ModelDescription::experts, Most::experts, 0},
    {"active-experts", &ModelDescription::activeExperts, Most::experts, 0},
    {"expert-ffn", &ModelDescription::expertFeedForward, Most::width, 0},
    {"shared-experts", &ModelDescription::sharedExperts, Most::experts, 0},
    {"shared-ffn", &ModelDescription::sharedFeedForward, Most::width, 0},
    {"dense-layers", &ModelDescription::denseLayers, Most::layers, 0},
    {"query-rank", &ModelDescription::queryRank, Most::width, 0},
    {"kv-rank", &ModelDescription::keyValueRank, Most::width, 0},
    {"rope-head-size", &ModelDescription::ropeHeadSize, Most::width, 0},
    {"plain-head-size", &ModelDescription::plainHeadSize, Most::width, 0},
    {"value-head-size", &ModelDescription::valueHeadSize, Most::width, 0},
    {"next-token-layers", &ModelDescription::nextTokenLayers, Most::layers, 0},
    {"norms-per-layer", &ModelDescription::normsPerLayer, Most::layers, 0},
    {"query-norm", &ModelDescription::queryNorm, Most::width, 0},
    {"key-norm", &ModelDescription::keyNorm, Most::width, 0},
});

struct ModelFlag {
    std::string_view key;
    bool ModelDescription::*member;
};
constexpr auto modelFlags = std::to_array<ModelFlag>({
    {"gated", &ModelDescription::isGated},
    {"tied", &ModelDescription::isTied},
    {"shared-gate", &ModelDescription::sharedIsGated},
    {"norm-shift", &ModelDescription::normsHaveShift},
    {"query-bias", &ModelDescription::hasQueryBias},
    {"output-bias", &ModelDescription::hasOutputBias},
    {"ffn-bias", &ModelDescription::hasFeedForwardBias},
    {"router-bias", &ModelDescription::hasRouterBias},
    {"head-bias", &ModelDescription::hasHeadBias},
    {"sinks", &ModelDescription::hasSinks},
});

struct LayoutCount {
    std::string_view key;
    std::optional<int> PlannedLayout::*member;
    int most;
};
constexpr auto layoutCounts = std::to_array<LayoutCount>({
    {"gpus", &PlannedLayout::gpus, Most::gpus},
    {"gpus-per-node", &PlannedLayout::gpusPerNode, Most::gpus},
    {"tensor", &PlannedLayout::tensor, Most::gpus},
    {"stages", &PlannedLayout::stages, Most::gpus},
    {"chunks", &PlannedLayout::chunks, Most::layers},
    {"data", &PlannedLayout::data, Most::gpus},
    {"replicas", &PlannedLayout::replicas, Most::gpus},
    {"context", &PlannedLayout::context, Most::gpus},
    {"expert", &PlannedLayout::expert, Most::gpus},
    {"expert-tensor", &PlannedLayout::expertTensor, Most::gpus},
    {"microbatch-size", &PlannedLayout::microbatchSize, Most::batch},
    {"microbatches", &PlannedLayout::microbatches, Most::batch},
    {"batch", &PlannedLayout::globalBatch, Most::batch},
    {"sequence", &PlannedLayout::sequence, Most::tokens},
    {"recompute-layers", &PlannedLayout::recomputedLayers, Most::layers},
    {"vocabulary-multiple", &PlannedLayout::vocabularyMultiple, Most::vocabulary},
    {"padded-vocabulary", &PlannedLayout::paddedVocabulary, Most::vocabulary},
    {"gradient-bytes", &PlannedLayout::gradientBytes, 8},
});

struct LayoutFlag {
    std::string_view key;
    std::optional<bool> PlannedLayout::*member;
};
constexpr auto layoutFlags = std::to_array<LayoutFlag>({
    {"sequence-parallel", &PlannedLayout::sequenceParallel},
    {"overlap-gradients", &PlannedLayout::overlapGradients},
    {"overlap-parameters", &PlannedLayout::overlapParameters},
    {"overlap-tensor", &PlannedLayout::overlapTensor},
    {"overlap-experts", &PlannedLayout::overlapExperts},
    {"offload", &PlannedLayout::offloadsOptimizer},
    {"fused-loss", &PlannedLayout::fusesLoss},
    {"flash-attention", &PlannedLayout::hasFlashAttention},
});

struct LayoutNumber {
    std::string_view key;
    std::optional<double> PlannedLayout::*member;
    double most;
};
constexpr auto layoutNumbers = std::to_array<LayoutNumber>({
    {"capacity-factor", &PlannedLayout::capacityFactor, double(Most::experts)},
    {"dropout", &PlannedLayout::dropout, 1},
});

constexpr auto wordKeys = std::to_array<std::string_view>(
    {"name", "family", "shard", "recompute", "precision", "framework", "schedule", "partition"});

/// A word of a few, by its key.
template <typename Kind>
std::optional<Kind> chosenWord(
    FieldReader& reader, std::string_view key, std::optional<Kind> (*fromKey)(std::string_view), std::string_view words)
{
    const std::string word = reader.text(key);
    if (word.empty())
        return std::nullopt;
    const std::optional<Kind> kind = fromKey(word);
    if (!kind)
        reader.refuse(key, say("{} is \"{}\": it must be one of {}", key, excerpt(word), words));
    return kind;
}

void readPartition(FieldReader& reader, JobDescription& job)
{
    const std::string partition = reader.text("partition");
    std::string_view rest = partition;
    while (!rest.empty()) {
        const size_t comma = rest.find(',');
        const auto layers = toCount(withoutBlanks(rest.substr(0, comma)), Most::layers);
        if (!layers) {
            reader.refuse("partition", say("partition is \"{}\": it must be like 8,8,8,8", excerpt(partition)));
            return;
        }
        job.layout.layersOfPieces.push_back(*layers);
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
}

void deriveHeads(FieldReader& reader, JobDescription& job)
{
    ModelDescription& model = job.model;
    if (!reader.isStated("kv-heads"))
        model.keyValueHeads = model.heads;
    if (reader.isStated("head-size") || model.isLatent)
        return;
    model.headSize = model.hidden / model.heads;
    if (model.headSize * model.heads != model.hidden)
        reader.refuse("heads",
            say("a hidden size of {} is no multiple of {} heads, and head-size is not stated", model.hidden,
                model.heads));
}

} // namespace

std::vector<std::string_view> bubbleJobKeys()
{
    std::vector<std::string_view> keys(wordKeys.begin(), wordKeys.begin() + 2);
    for (const ModelCount& count : modelCounts)
        keys.push_back(count.key);
    for (const ModelFlag& flag : modelFlags)
        keys.push_back(flag.key);
    for (const LayoutCount& count : layoutCounts)
        keys.push_back(count.key);
    for (const LayoutFlag& flag : layoutFlags)
        keys.push_back(flag.key);
    for (const LayoutNumber& number : layoutNumbers)
        keys.push_back(number.key);
    keys.insert(keys.end(), wordKeys.begin() + 2, wordKeys.end());
    return keys;
}

Result<DescribedFields> readLineFields(std::string_view text, std::string_view file)
{
    DescribedFields fields;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        line = withoutBlanks(line.substr(0, line.find('#')));
        if (line.empty())
            continue;
        const size_t equal = line.find('=');
        const std::string_view key = withoutBlanks(line.substr(0, equal));
        const std::string_view value
            = equal == std::string_view::npos ? std::string_view() : withoutBlanks(line.substr(equal + 1));
        if (key.empty() || value.empty())
            return atLine(file, number, say("\"{}\" is no line such as \"layers = 32\"", excerpt(line)));
        if (!fields.add(key, value, number))
            return tooLarge(file, number);
    }
    return fields;
}

Result<JobDescription> bubbleJob(const DescribedFields& fields, std::string_view file)
{
    FieldReader reader(fields, file);
    JobDescription job;
    job.format = "bubblejob";
    const std::vector<std::string_view> keys = bubbleJobKeys();
    for (const DescribedField& field : fields.all()) {
        if (std::find(keys.begin(), keys.end(), field.name) != keys.end())
            continue;
        const std::string_view meant = closestWord(field.name, keys);
        reader.refuse(field.name, say("{} is no key of a job", excerpt(field.name)),
            meant.empty() ? Message() : say("Did you mean {}?", meant));
    }
    job.model.name = reader.text("name");
    job.model.family = reader.text("family");
    for (const ModelCount& count : modelCounts) {
        if (count.isNeeded)
            job.model.*count.member = reader.count(count.key, count.most, count.least);
        else if (const auto stated = reader.countIfStated(count.key, count.most, count.least))
            job.model.*count.member = *stated;
    }
    for (const ModelFlag& flag : modelFlags)
        job.model.*flag.member = reader.flag(flag.key, job.model.*flag.member);
    job.model.isLatent = job.model.keyValueRank > 0;
    if (job.model.expertLayers() < job.model.layers && job.model.feedForward == 0)
        reader.miss("ffn", say("a whole number from {} to {}", 1, Most::width));
    deriveHeads(reader, job);
    for (const LayoutCount& count : layoutCounts)
        job.layout.*count.member = reader.countIfStated(count.key, count.most);
    for (const LayoutFlag& flag : layoutFlags)
        job.layout.*flag.member = reader.flagIfStated(flag.key);
    for (const LayoutNumber& number : layoutNumbers)
        job.layout.*number.member = reader.numberIfStated(number.key, 0, number.most);
    job.layout.shard = chosenWord(reader, "shard", shardingFromKey, "none, optimizer, gradients, parameters");
    job.layout.recompute = chosenWord(reader, "recompute", recomputeFromKey, "none, selective, full");
    job.layout.precision = chosenWord(reader, "precision", precisionFromKey, "fp32, fp16, bf16, fp8");
    job.layout.framework
        = chosenWord(reader, "framework", trainingFrameworkFromKey, "generic, megatron, deepspeed, nanotron");
    job.layout.schedule = reader.text("schedule");
    readPartition(reader, job);
    return reader.finished(std::move(job));
}

std::string bubbleJobText(const JobDescription& job)
{
    std::string text;
    const auto add = [&text](std::string_view key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    const auto yesOrNo = [](bool is) { return is ? "yes" : "no"; };
    const auto word = [](std::string name) { // a line of its own, without comments
        std::erase_if(name, [](char c) { return c == '\n' || c == '\r' || c == '#'; });
        return std::string(withoutBlanks(name));
    };
    const ModelDescription usual;
    if (const std::string name = word(job.model.name); !name.empty())
        add("name", name);
    if (const std::string family = word(job.model.family); !family.empty())
        add("family", family);
    for (const ModelCount& count : modelCounts) {
        const int value = job.model.*count.member;
        if (count.isNeeded || value != usual.*count.member)
            add(count.key, value);
    }
    for (const ModelFlag& flag : modelFlags) {
        if (job.model.*flag.member != usual.*flag.member)
            add(flag.key, yesOrNo(job.model.*flag.member));
    }
    for (const LayoutCount& count : layoutCounts) {
        if (job.layout.*count.member)
            add(count.key, *(job.layout.*count.member));
    }
    for (const LayoutFlag& flag : layoutFlags) {
        if (job.layout.*flag.member)
            add(flag.key, yesOrNo(*(job.layout.*flag.member)));
    }
    for (const LayoutNumber& number : layoutNumbers) {
        if (job.layout.*number.member)
            add(number.key, *(job.layout.*number.member));
    }
    if (job.layout.shard)
        add("shard", shardingKey(*job.layout.shard));
    if (job.layout.recompute)
        add("recompute", recomputeKey(*job.layout.recompute));
    if (job.layout.precision)
        add("precision", precisionKey(*job.layout.precision));
    if (job.layout.framework)
        add("framework", trainingFrameworkKey(*job.layout.framework));
    if (const std::string schedule = word(job.layout.schedule); !schedule.empty())
        add("schedule", schedule);
    if (!job.layout.layersOfPieces.empty())
        add("partition", fmt::format("{}", fmt::join(job.layout.layersOfPieces, ",")));
    return text;
}

} // namespace bubblescope
