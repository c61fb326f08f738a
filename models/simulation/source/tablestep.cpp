// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablestep.h"

#include "joblayout.h"
#include "layerwork.h"
#include "numbertext.h"
#include "tablework.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace bubblescope {

namespace {

const LayerRow* messageRow(const LayerTable& table)
{
    const auto it = std::find_if(table.rows.begin(), table.rows.end(), isMessageRow);
    return it == table.rows.end() ? nullptr : &*it;
}

std::optional<int> numberAfter(std::string_view part, std::string_view prefix)
{
    if (!part.starts_with(prefix))
        return std::nullopt;
    const std::optional<int64_t> value = parseInteger(part.substr(prefix.size()));
    return value && *value > 0 && *value <= (1 << 20) ? std::optional(int(*value)) : std::nullopt;
}

double gradientBytesOfRows(const LayerTable& table, const TableRows::Range& rows)
{
    double bytes = 0;
    for (size_t i = rows.first; i < rows.last; ++i) {
        if (table.rows[i].isGradientRow)
            bytes += table.rows[i].backwardComm.bytes;
    }
    return bytes;
}

int sizeOf(const TableLayout& layout, GuessedSize::Of of)
{
    switch (of) {
    case GuessedSize::Of::Tensor:
        return layout.tensor;
    case GuessedSize::Of::Stages:
        return layout.stages;
    case GuessedSize::Of::Data:
        return layout.data;
    case GuessedSize::Of::Microbatches:
        return layout.microbatches;
    case GuessedSize::Of::MicrobatchSize:
        return layout.batch;
    case GuessedSize::Of::Layers:
        return layout.layers;
    case GuessedSize::Of::Expert:
    case GuessedSize::Of::RanksPerNode:
        break;
    }
    return 1;
}

void stateTableAssumptions(JobProfile& profile, const LayerTable& table, const TableLayout& layout)
{
    const auto assume = [&profile](Message sentence, Assumption::Id id = Assumption::Id::Other) {
        profile.assumptions.emplace_back(std::move(sentence), id);
    };
    if (!table.hasBlock())
        assume(say("The table names no transformer layer: its rows count as the whole model."));
    if (profile.assumedBackwardRatio)
        assume(say("The table has no backward times: the backward pass is left out until a ratio to the forward pass is given."),
            Assumption::Id::Backward);
    if (table.kind == LayerTable::Kind::SimAIResult)
        assume(
            say("The table states how long communication is exposed, not what it is: shown as all-reduces, of weight "
                "gradients among replicas, else of the tensor group."));
    if (layout.stages > 1)
        assume(say("Layers are spread evenly over the stages, the prologue in the first and the epilogue in the last."),
            Assumption::Id::LayersOfStages);
    if (layout.stages > 1 && profile.messageBytes < 0)
        assume(say("The table does not say how large a message between stages is: messages are free."));
    if (layout.stages == 1 && messageRow(table))
        assume(say("The table sends between stages but not between how many: one stage, without messages, assumed."));
    assume(say("The table has no optimizer and no host time: none is counted."));
}

} // namespace

TableLayout tableLayout(const LayerTable& table, const TableOptions& options)
{
    TableLayout layout;
    TableOptions named;
    bool isPredictionsName = false;
    std::vector<std::string_view> parts;
    for (std::string_view rest = table.name; !rest.empty();) {
        const size_t dash = std::min(rest.find('-'), rest.size());
        parts.push_back(rest.substr(0, dash));
        rest.remove_prefix(std::min(dash + 1, rest.size()));
    }
    for (size_t i = 0; i < parts.size(); ++i) {
        if ((parts[i] == "train" || parts[i] == "inf") && i + 2 < parts.size()) {
            layout.sequenceLength = numberAfter(parts[i + 1], "");
            if (const std::optional<int> batch = numberAfter(parts[i + 2], "")) {
                layout.batch = *batch;
                isPredictionsName = true;
            }
        }
        if (const std::optional<int> data = numberAfter(parts[i], "dp"))
            layout.data = *(named.data = data);
        if (const std::optional<int> tensor = numberAfter(parts[i], "tp"))
            layout.tensor = *(named.tensor = tensor);
        const size_t bar = parts[i].find('_');
        if (parts[i].starts_with("pp") && bar != std::string_view::npos) {
            named.stages = numberAfter(parts[i].substr(0, bar), "pp");
            named.microbatches = numberAfter(parts[i].substr(bar), "_");
            layout.stages = named.stages.value_or(1);
            layout.microbatches = named.microbatches.value_or(1);
        }
    }
    // If the name of a prediction states no parallelism, it means one GPU; other names state nothing.
    using Size = GuessedSize::Of;
    const auto guess = [&layout](Size of, bool isStated) {
        if (!isStated)
            layout.guesses.push_back(of);
    };
    guess(Size::Tensor, isPredictionsName || named.tensor || options.tensor);
    guess(Size::Stages, isPredictionsName || named.stages || options.stages);
    guess(Size::Data, isPredictionsName || named.data || options.data);
    guess(Size::Microbatches, isPredictionsName || named.microbatches || options.microbatches);
    guess(Size::MicrobatchSize, isPredictionsName);
    guess(Size::Layers, !table.hasBlock() || options.layers || table.layerCount);
    // The batch in a prediction's name covers all replicas and microbatches.
    layout.batch = std::max(layout.batch / layout.data / layout.microbatches, 1);
    layout.layers = options.layers.value_or(table.layerCount.value_or(1));
    layout.data = options.data.value_or(layout.data);
    layout.tensor = options.tensor.value_or(layout.tensor);
    layout.stages = options.stages.value_or(layout.stages);
    layout.microbatches = options.microbatches.value_or(layout.microbatches);
    return layout;
}

TableStep tableStep(const LayerTable& table, const TableLayout& layout)
{
    const TableRows rows(table);
    const int repeats = table.hasBlock() ? layout.layers : 0;
    TableStep step;
    double stream = 0; // end of the gradient communication so far, from the start of the backward pass
    const auto forward = [&](const TableRows::Range& range) {
        for (size_t i = range.first; i < range.last; ++i) {
            if (!isMessageRow(table.rows[i]) && !table.rows[i].isGradientRow)
                step.forwardNs += table.rows[i].forwardNs + table.rows[i].forwardCommNs;
        }
    };
    const auto backward = [&](const TableRows::Range& range) {
        for (size_t i = range.last; i-- > range.first;) {
            const LayerRow& row = table.rows[i];
            if (isMessageRow(row))
                continue;
            const double ns = row.backwardNs + row.weightGradientNs + row.backwardCommNs + row.weightCommNs;
            if (row.isGradientRow) {
                stream = std::max(stream, step.backwardNs) + ns;
                step.gradientNs += ns;
            } else {
                step.backwardNs += ns;
            }
        }
    };
    forward(rows.prologue);
    for (int i = 0; i < repeats; ++i)
        forward(rows.layer);
    forward(rows.epilogue);
    backward(rows.epilogue);
    for (int i = 0; i < repeats; ++i)
        backward(rows.layer);
    backward(rows.prologue);
    step.exposedGradientNs = std::max(stream - step.backwardNs, 0.0);
    if (const LayerRow* message = messageRow(table))
        step.sendNs = (layout.stages - 1) * (message->forwardNs + message->backwardNs);
    return step;
}

Result<JobProfile> profileOfTable(const LayerTable& table, const TableOptions& options)
{
    const TableLayout layout = tableLayout(table, options);
    if (table.rows.empty())
        return Error {say("The table {} has no rows.", table.name), say("Choose a table with times."), {}};
    if (std::optional<Error> error = whyNoLayers(layout.layers, 1))
        return *std::move(error);
    if (tableStep(table, layout).stepNs() <= 0)
        return Error {say("The table {} states no time.", table.name), say("Choose a table with times."), {}};
    if (layout.stages > 1 && !table.hasBlock())
        return Error {say("{} has no transformer layer that could be spread over stages.", table.name),
            say("Choose a table with one layer, or one stage."), {}};
    if (layout.stages < 1 || (table.hasBlock() && layout.stages > layout.layers))
        return Error {say("{} layers do not fill {} stages.", layout.layers, layout.stages),
            say("Give at least one layer per stage."), {}};

    const TableRows rows(table);
    JobProfile profile;
    profile.name = table.name;
    profile.origin = table.origin;
    profile.tensor = layout.tensor;
    profile.data = layout.data;
    profile.stages = layout.stages;
    profile.microbatches = layout.microbatches;
    profile.microbatchSize = layout.batch;
    profile.replicasAreAlike = true;
    profile.blockingSends = false; // it was not run by Megatron
    for (const GuessedSize::Of of : layout.guesses)
        profile.guesses.push_back({of, sizeOf(layout, of)});
    if (profile.hasPeers())
        profile.ranksPerNode = profile.givenOr({}, GuessedSize::Of::RanksPerNode, assumedRanksPerNode);
    const LayerWork work = layerWork(table, layout.layers);
    if (!knowsBackward(table))
        profile.assumedBackwardRatio = 0;
    if (table.hasBlock()) {
        profile.layersOfStage = evenPartition(layout.layers, layout.stages);
        profile.ranks = stageWork(work, profile.layersOfStage);
        profile.layerWork = work;
        for (RankWork& rank : profile.ranks)
            rank.rank *= layout.tensor * layout.data;
        const double bytes = gradientBytesOfRows(table, rows.layer);
        profile.gradientBytesPerLayer = bytes > 0 ? bytes : -1;
    } else {
        RankWork& all = profile.ranks.emplace_back();
        all.rank = 0;
        all.forward = work.prologueForward;
        all.backward = work.prologueBackward;
        all.weightGradient = work.prologueWeightGradient;
    }
    if (const LayerRow* message = messageRow(table)) {
        profile.messageBytes = message->forwardComm.bytes;
        profile.messageNs = message->forwardNs > 0 ? message->forwardNs : -1;
    } else {
        // A message to the next stage has the size of a tensor-parallel all-reduce.
        for (const LayerRow& row : table.rows) {
            if (row.forwardComm.group == Category::TensorComm && row.forwardComm.operation == Operation::AllReduce)
                profile.messageBytes = row.forwardComm.bytes;
        }
    }
    stateTableAssumptions(profile, table, layout);
    return profile;
}

} // namespace bubblescope
