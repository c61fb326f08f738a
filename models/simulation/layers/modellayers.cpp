// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "modellayers.h"

#include "embeddingsize.h"
#include "gradientbytes.h"
#include "layerslices.h"
#include "layerwork.h"
#include "median.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

Work scaledWork(Work work, double factor)
{
    for (WorkPiece& piece : work) {
        piece.ns = piece.ns > 0 ? piece.ns * factor : piece.ns;
        piece.bytes = piece.bytes > 0 ? piece.bytes * factor : piece.bytes;
    }
    return work;
}

bool isEmbedding(const WorkPiece& piece) { return piece.category == Category::EmbeddingComm; }

/// How many times as long as a layer the head takes, by the bytes of gradients of its stage: both multiply every token
/// with their parameters.
double headLayers(double layerWeights, double experts, double head, int layers)
{
    constexpr double active = 0.25; // of the experts that serve a token: 2 of 8
    const double layer = (std::max(layerWeights, 0.0) + experts * active) / layers;
    return layers > 0 && layer > 0 && head > 0 ? headShareOfLayer * head / layer : 0;
}

/// How many times as long as a layer is what the last stage does behind its layers, usually.
double layersOfExit(const PassSplitter& splitter, const std::vector<int>& layers, size_t positions)
{
    std::vector<double> shares;
    for (size_t position = 0; position < positions && layers.back() > 0; ++position) {
        const PassLayers pass = splitter.split(layers.size() - 1, position);
        double all = 0;
        for (const Work& layer : pass.layers)
            all += computeOf(layer);
        if (all > 0)
            shares.push_back(computeOf(pass.exit) / (all / layers.back()));
    }
    return medianOf(shares);
}

/// Gradients that are queued when the pass is over; taken away from it.
Work takeQueued(Work& pass)
{
    Work queued;
    while (!pass.empty() && pass.back().isAsynchronous) {
        queued.insert(queued.begin(), std::move(pass.back()));
        pass.pop_back();
    }
    return queued;
}

} // namespace

LayerMoves LayerMoves::even(int oldStages, int newStages)
{
    return of(std::vector<int>(size_t(oldStages), newStages), std::vector<int>(size_t(newStages), oldStages));
}

LayerMoves LayerMoves::of(const std::vector<int>& before, const std::vector<int>& after)
{
    const int64_t oldSum = std::accumulate(before.begin(), before.end(), int64_t(0));
    const int64_t newSum = std::accumulate(after.begin(), after.end(), int64_t(0));
    LayerMoves moves;
    moves.before = before;
    int64_t layer = 0;
    for (const int count : after) {
        std::vector<int>& held = moves.now.emplace_back();
        for (int i = 0; i < count; ++i, ++layer)
            held.push_back(int(layer * oldSum / newSum));
    }
    return moves;
}

bool LayerMoves::keeps(size_t stage) const
{
    if (now.size() != before.size() || now[stage].size() != size_t(before[stage]))
        return false;
    int layer = std::accumulate(before.begin(), before.begin() + std::ptrdiff_t(stage), 0);
    return std::all_of(now[stage].begin(), now[stage].end(), [&](int held) { return held == layer++; });
}

bool LayerMoves::joinsWholeStages() const
{
    std::vector<int> ends(before.size());
    std::partial_sum(before.begin(), before.end(), ends.begin());
    int next = 0;
    for (const std::vector<int>& held : now) {
        if (!std::all_of(held.begin(), held.end(), [&next](int layer) { return layer == next++; })
            || !std::binary_search(ends.begin(), ends.end(), next))
            return false;
    }
    return !ends.empty() && next == ends.back();
}

ModelLayers::ModelLayers(const JobProfile& job, std::vector<const RankWork*> works, std::vector<int> layersOfStage)
    : m_works(std::move(works))
    , m_layers(std::move(layersOfStage))
    , m_positions(m_works.size() / std::max<size_t>(1, m_layers.size()))
{
    std::vector<Work> forward;
    std::vector<Work> backward;
    std::vector<Work> weightGradient;
    for (const RankWork* work : m_works) {
        forward.push_back(work->forward);
        backward.push_back(work->backward);
        weightGradient.push_back(work->weightGradient);
        m_queued.push_back(takeQueued(work->weightGradient.empty() ? backward.back() : weightGradient.back()));
        m_gradients.push_back(work->finalize);
        m_optimizer.push_back(work->optimizer);
    }
    measureEnds(job);
    m_forward = PassSplitter(std::move(forward), m_layers, PassDirection::Forward, m_headLayers);
    m_backward = PassSplitter(std::move(backward), m_layers, PassDirection::Backward, m_headLayers);
    // No communication repeats inside the gradients of weights. Head and layers take them as they take forward passes,
    // which tell them apart better than a guess from bytes.
    const double head = m_forward.knowsLayers() ? layersOfExit(m_forward, m_layers, m_positions) : m_headLayers;
    m_weightGradient = PassSplitter(std::move(weightGradient), m_layers, PassDirection::Backward, head);
}

/// What the first and the last stage have more than as many layers between them, as shares.
std::vector<double> ModelLayers::extraOver(const std::vector<double>& sizes) const
{
    std::vector<double> perLayer;
    for (size_t stage = 1; stage + 1 < m_layers.size(); ++stage) {
        if (m_layers[stage] > 0)
            perLayer.push_back(sizes[stage] / m_layers[stage]);
    }
    std::vector<double> extra(m_layers.size(), 0);
    if (perLayer.empty())
        return extra;
    const double layer = medianOf(perLayer);
    for (const size_t stage : {size_t(0), m_layers.size() - 1})
        extra[stage] = sizes[stage] > 0 ? std::max(0.0, 1 - layer * m_layers[stage] / sizes[stage]) : 0;
    return extra;
}

void ModelLayers::measureEnds(const JobProfile& job)
{
    std::vector<double> dense;
    std::vector<double> all;
    std::vector<double> embedding;
    std::vector<double> optimizer;
    for (size_t stage = 0; stage < m_layers.size(); ++stage) {
        Work gradients = m_gradients[stage * m_positions];
        append(gradients, m_queued[stage * m_positions]);
        dense.push_back(denseBytes(gradients));
        all.push_back(allBytes(gradients));
        embedding.push_back(embeddingBytes(gradients));
        optimizer.push_back(computeOf(m_optimizer[stage * m_positions]));
    }
    m_extraGradients = extraOver(dense);
    m_extraOptimizer = extraOver(optimizer);
    const bool isTied = embedding.front() > 0;
    m_untiedShare = isTied ? 0 : 1; // both ends have a copy, a single stage has one
    if (m_layers.size() > 2)
        return;
    constexpr double gradientBytes = 4;            // Megatron adds gradients up in 32 bits
    const int ends = m_layers.size() == 1 ? 2 : 1; // of each stage
    for (size_t stage = 0; stage < m_layers.size(); ++stage) {
        if (!isTied) {
            const std::optional<double> own = embeddingParameters({dense[stage] / gradientBytes, m_layers[stage],
                job.hiddenSize, job.tensor, ends, all[stage] > dense[stage]});
            embedding[stage] = own.value_or(0) * gradientBytes * ends;
            m_guessedEmbedding = own ? own : m_guessedEmbedding;
        }
        // Tied embeddings say themselves how large they are.
        m_extraGradients[stage] = dense[stage] > 0 ? std::min(1.0, embedding[stage] / dense[stage]) : 0;
        m_extraOptimizer[stage] = all[stage] > 0 ? m_extraGradients[stage] * dense[stage] / all[stage] : 0;
    }
    m_headLayers = headLayers(
        dense.back() - embedding.back(), all.back() - dense.back(), embedding.back() / ends, m_layers.back());
}

ModelLayers::Target ModelLayers::targetOf(const LayerMoves& moves, size_t stage, size_t position) const
{
    Target target {stage, moves.now.size(), position, {}, {}, {}};
    std::vector<std::pair<size_t, size_t>> places;
    for (size_t old = 0; old < moves.before.size(); ++old) {
        for (size_t layer = 0; layer < size_t(moves.before[old]); ++layer)
            places.emplace_back(old, layer);
    }
    for (const int layer : moves.now[stage])
        target.layers.push_back(places[size_t(layer)]);
    const size_t last = m_layers.size() - 1;
    const bool isFirst = stage == 0;
    const bool isLast = stage + 1 == target.stages;
    const bool sameCount = target.stages == m_layers.size();
    const auto between = [&]() -> std::optional<size_t> {
        return sameCount ? std::optional(stage) : last > 1 ? std::optional(m_layers.size() / 2) : std::nullopt;
    };
    target.entered = isFirst ? std::optional<size_t>(0) : isLast && last > 0 ? std::optional(last) : between();
    target.left = isLast ? std::optional(last) : isFirst && last > 0 ? std::optional<size_t>(0) : between();
    return target;
}

Work ModelLayers::passOf(const PassSplitter& splitter, PassDirection direction, const Target& target) const
{
    const bool isForward = direction == PassDirection::Forward;
    std::map<size_t, PassLayers> ofStage;
    const auto split = [&](size_t stage) -> const PassLayers& {
        const auto known = ofStage.find(stage);
        return known != ofStage.end() ? known->second
                                      : ofStage.emplace(stage, splitter.split(stage, target.position)).first->second;
    };
    // Backward goes through the layers the other way.
    const std::optional<size_t> from = isForward ? target.entered : target.left;
    const std::optional<size_t> to = isForward ? target.left : target.entered;
    Work pass;
    if (from)
        append(pass, split(*from).entry);
    for (size_t i = 0; i < target.layers.size(); ++i) {
        const auto& [stage, layer] = target.layers[isForward ? i : target.layers.size() - 1 - i];
        const std::vector<Work>& layers = split(stage).layers;
        append(pass, layers[isForward ? layer : layers.size() - 1 - layer]);
    }
    if (to)
        append(pass, split(*to).exit);
    return pass;
}

Work ModelLayers::sharedOf(const std::vector<Work>& works, const std::vector<double>& extra, const Target& target) const
{
    const auto part = [&](size_t stage, double ofLayers, double ofEnds) {
        Work made;
        for (const WorkPiece& piece : works[stage * m_positions + target.position]) {
            // Tied embeddings are the ends' business, whatever layers they hold.
            if (isEmbedding(piece))
                continue;
            const bool hasExtra = !piece.isCommunication() || piece.category == Category::DataComm;
            const double share = hasExtra ? extra[stage] : 0;
            const double factor = ofLayers * (1 - share) + ofEnds * share;
            if (factor > 0)
                append(made, scaledWork({piece}, factor));
        }
        return made;
    };
    std::map<size_t, int> held;
    for (const auto& [stage, layer] : target.layers)
        ++held[stage];
    Work made;
    // A single old stage had both ends.
    const size_t last = m_layers.size() - 1;
    const auto endsOf = [&](size_t stage) {
        const bool isFirst = stage == 0 && target.stage == 0;
        const bool isLast = stage == last && target.stage + 1 == target.stages;
        const double ofLast = target.stages == 1 && last > 0 ? m_untiedShare : 1;
        return (double(isFirst) + double(isLast) * ofLast) / (last == 0 ? 2 : 1);
    };
    for (const auto& [stage, count] : held)
        mergeInto(made, part(stage, double(count) / m_layers[stage], endsOf(stage)));
    // An end may have given all its layers away.
    for (const size_t stage : {size_t(0), last}) {
        if (endsOf(stage) > 0 && held.try_emplace(stage, 0).second)
            mergeInto(made, part(stage, 0, endsOf(stage)));
    }
    return made;
}

RankWork ModelLayers::stageWork(const LayerMoves& moves, size_t stage, size_t position) const
{
    const Target target = targetOf(moves, stage, position);
    const bool isFirst = stage == 0;
    const bool isLast = stage + 1 == target.stages;
    const RankWork& first = work(0, position);
    const RankWork& last = work(m_layers.size() - 1, position);
    RankWork made;
    made.forward = passOf(m_forward, PassDirection::Forward, target);
    made.backward = passOf(m_backward, PassDirection::Backward, target);
    made.weightGradient = passOf(m_weightGradient, PassDirection::Backward, target);
    append(made.weightGradient.empty() ? made.backward : made.weightGradient,
        sharedOf(m_queued, m_extraGradients, target));
    made.finalize = sharedOf(m_gradients, m_extraGradients, target);
    made.optimizer = sharedOf(m_optimizer, m_extraOptimizer, target);
    if ((isFirst || isLast) && target.stages > 1) {
        for (const WorkPiece& piece : (isFirst ? first : last).finalize) {
            if (isEmbedding(piece))
                made.finalize.push_back(piece);
        }
    }
    if (isFirst)
        made.getBatch = first.getBatch;
    else if (isLast)
        made.getBatch = last.getBatch;
    if (isLast)
        made.loss = last.loss;
    if (target.entered && target.left && target.entered == target.left)
        made.gaps = work(*target.entered, position).gaps;
    for (const std::optional<size_t> old : {target.entered, target.left}) {
        if (old)
            made.gaps.fillFrom(work(*old, position).gaps);
    }
    HostGaps all;
    for (size_t old = 0; old < m_layers.size(); ++old)
        all.merge(work(old, position).gaps);
    made.gaps.fillFrom(all);
    return made;
}

std::vector<double> ModelLayers::layerCosts(double& first, double& last) const
{
    first = last = 0;
    std::vector<double> costs;
    for (size_t stage = 0; stage < m_layers.size(); ++stage) {
        // Of the position that takes longest.
        std::vector<double> slowest(size_t(m_layers[stage]), 0);
        double entry = 0;
        double exit = 0;
        for (size_t position = 0; position < m_positions; ++position) {
            std::vector<double> layers(size_t(m_layers[stage]), 0);
            double entryNs = 0;
            double exitNs = 0;
            const auto add = [&](const PassSplitter& splitter, bool isForward) {
                const PassLayers pass = splitter.split(stage, position);
                entryNs += totalOf(isForward ? pass.entry : pass.exit);
                exitNs += totalOf(isForward ? pass.exit : pass.entry);
                for (size_t i = 0; i < layers.size(); ++i)
                    layers[i] += totalOf(pass.layers[isForward ? i : layers.size() - 1 - i]);
            };
            add(m_forward, true);
            add(m_backward, false);
            add(m_weightGradient, false);
            entry = std::max(entry, entryNs);
            exit = std::max(exit, exitNs);
            for (size_t i = 0; i < layers.size(); ++i)
                slowest[i] = std::max(slowest[i], layers[i]);
        }
        costs.insert(costs.end(), slowest.begin(), slowest.end());
        first += stage == 0 ? entry : 0;
        last += stage + 1 == m_layers.size() ? exit : 0;
    }
    return costs;
}

} // namespace bubblescope
