// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "regroupedwork.h"

#include "joblayout.h"
#include "layerslices.h"

#include <algorithm>

namespace bubblescope {

namespace {

bool isGradientSync(const WorkPiece& piece)
{
    return piece.category == Category::DataComm || piece.category == Category::ExpertDataComm;
}

bool hasGroup(const Work& work, Category group)
{
    return std::any_of(work.begin(), work.end(), [group](const WorkPiece& p) { return p.category == group; });
}

/// Adds two all-reduces per layer and direction, with the size of a message between stages.
void shard(RankWork& work, const JobProfile& from, const JobProfile& to)
{
    const auto& layers = to.layersOfStage;
    const int count = 2 * (size_t(work.stage) < layers.size() ? layers[size_t(work.stage)] : 1);
    WorkPiece reduce;
    reduce.operation = Operation::AllReduce;
    reduce.category = Category::TensorComm;
    reduce.bytes = from.messageBytes;
    reduce.ns = -1;
    work.forward = withSpread(work.forward, reduce, count);
    work.backward = withSpread(work.backward, reduce, count);
}

/// Of the weights that it updates those of experts may be more or fewer.
void scaleOptimizer(RankWork& work, const JobProfile& from, const JobProfile& to)
{
    double dense = 0;
    double experts = 0;
    for (const Work* part : {&work.backward, &work.weightGradient, &work.finalize}) {
        for (const WorkPiece& piece : *part) {
            if (piece.bytes > 0 && piece.category == Category::DataComm)
                dense += piece.bytes;
            else if (piece.bytes > 0 && piece.category == Category::ExpertDataComm)
                experts += piece.bytes;
        }
    }
    const double now = experts * from.expert / to.expert;
    if (from.expert != to.expert && experts > 0)
        scaleCompute(work.optimizer, (dense + now) / (dense + experts));
}

} // namespace

bool haveSameGroups(const JobProfile& a, const JobProfile& b)
{
    return a.tensor == b.tensor && a.data == b.data && a.expert == b.expert && a.stages == b.stages;
}

void scaleToGroups(
    RankWork& work, const JobProfile& from, int source, const JobProfile& to, int rank, const Pricing& own)
{
    scaleOptimizer(work, from, to);
    const JobLayout was(from);
    const JobLayout layout(to);
    const double share = double(from.tensor) / to.tensor;
    if (share != 1) {
        for (Work* part : {&work.forward, &work.backward, &work.weightGradient, &work.optimizer})
            scaleCompute(*part, share);
        if (from.tensor == 1 && !hasGroup(work.forward, Category::TensorComm))
            shard(work, from, to);
    }
    const int oldRank = source + was.ranksPerStage() * std::min(rank / layout.ranksPerStage(), from.stages - 1);
    const double experts = double(from.expert) / to.expert;
    if (haveSameGroups(from, to))
        return;
    for (Work* part : {&work.getBatch, &work.forward, &work.loss, &work.backward, &work.weightGradient,
             &work.finalize, &work.optimizer}) {
        for (WorkPiece& piece : *part) {
            if (!piece.isCommunication())
                continue;
            PricedTransfer before {piece.operation, piece.category, piece.bytes,
                was.placement(piece.category, oldRank), CollectiveAlgorithm::Automatic, {}, 0, 0,
                Origin::Modelled, false};
            PricedTransfer after = before;
            after.placement = layout.placement(piece.category, rank);
            if (after.bytes >= 0 && isGradientSync(piece)) {
                after.bytes *= share * (piece.category == Category::ExpertDataComm ? experts : 1);
                piece.bytes = after.bytes;
            }
            if (piece.ns < 0)
                continue; // priced with its new placement later
            const double old = priceOf(before, own).ns;
            const double now = priceOf(after, own).ns;
            const bool leaves = before.placement.ranks > 1 && after.placement.ranks < 2;
            // What it did alone, or across nodes, says nothing of other links.
            const bool takesOtherLinks = after.placement.ranks > 1
                && (before.placement.ranks < 2 || before.placement.spansNodes() != after.placement.spansNodes());
            if (takesOtherLinks)
                piece.ns = -1;
            else if (old > 0)
                piece.ns *= now / old;
            else if (leaves)
                piece.ns = 0;
        }
    }
}

void splitBackward(RankWork& work)
{
    WorkPiece weight;
    weight.ns = computeOf(work.backward) * WeightShare::usual;
    weight.category = Category::WeightGradient;
    for (WorkPiece& piece : work.backward) {
        if (!piece.isCommunication())
            piece.ns *= 1 - WeightShare::usual; // also the host's: each pass launches its own
    }
    work.weightGradient.push_back(weight);
    // Communication launched when gradients are ready is launched by the pass that produces them.
    for (auto it = work.backward.begin(); it != work.backward.end();) {
        if (it->isAsynchronous) {
            work.weightGradient.push_back(*it);
            it = work.backward.erase(it);
        } else {
            ++it;
        }
    }
}

void moveGradients(JobProfile& job, bool beside)
{
    constexpr int unknownLayers = 8;
    bool moved = false;
    for (RankWork& work : job.ranks) {
        if (!beside) {
            for (Work* part : {&work.backward, &work.weightGradient}) {
                Work queued;
                for (auto it = part->begin(); it != part->end();) {
                    if (it->isAsynchronous) {
                        queued.push_back(*it);
                        queued.back().isAsynchronous = false;
                        it = part->erase(it);
                    } else {
                        ++it;
                    }
                }
                work.finalize.insert(work.finalize.begin(), queued.begin(), queued.end());
            }
            continue;
        }
        Work blocking;
        for (WorkPiece& piece : work.finalize) {
            if (!isGradientSync(piece)) {
                blocking.push_back(std::move(piece));
                continue;
            }
            const auto& layers = job.layersOfStage;
            const int buckets
                = std::max(1, size_t(work.stage) < layers.size() ? layers[size_t(work.stage)] : unknownLayers);
            WorkPiece bucket = piece;
            bucket.isAsynchronous = true;
            bucket.name.clear();
            bucket.bytes = piece.bytes >= 0 ? piece.bytes / buckets : piece.bytes;
            bucket.ns = piece.ns >= 0 ? piece.ns / buckets : piece.ns;
            Work& into = work.weightGradient.empty() ? work.backward : work.weightGradient;
            into = withSpread(into, bucket, buckets);
            moved = true;
        }
        work.finalize = std::move(blocking);
    }
    if (moved)
        job.assumptions.emplace_back(
            say("Gradients are assumed to be synchronized layer by layer during the last backward pass."));
}

} // namespace bubblescope
