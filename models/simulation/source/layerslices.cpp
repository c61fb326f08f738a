// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "layerslices.h"

#include "joblayout.h"
#include "layerwork.h"
#include "stepgraph.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace bubblescope {

namespace {

template <typename Predicate> double sumNs(const Work& work, Predicate predicate)
{
    double sum = 0;
    for (const WorkPiece& piece : work)
        sum += piece.ns > 0 && predicate(piece) ? piece.ns : 0;
    return sum;
}

void append(Work& to, const Work& more) { to.insert(to.end(), more.begin(), more.end()); }

/// The part of the work between two shares of its compute, with the communication in between.
Work slice(const Work& work, double first, double last)
{
    const double all = computeOf(work);
    if (all <= 0)
        return first <= 0 ? work : Work {};
    const double from = first * all;
    const double to = last * all;
    const double rounding = all * 1e-9;
    Work part;
    double at = 0;
    for (const WorkPiece& piece : work) {
        if (piece.isCommunication()) {
            if ((at > from + rounding && at <= to + rounding) || (first <= 0 && at <= from + rounding))
                part.push_back(piece);
            continue;
        }
        const double length = std::min(at + piece.ns, to) - std::max(at, from);
        at += piece.ns;
        if (length > rounding) {
            part.push_back(piece);
            part.back().ns = length;
        }
    }
    return part;
}

Work scaled(Work work, double factor)
{
    if (factor != 1) {
        for (WorkPiece& piece : work) {
            piece.ns = piece.ns > 0 ? piece.ns * factor : piece.ns;
            piece.bytes = piece.bytes > 0 ? piece.bytes * factor : piece.bytes;
        }
    }
    return work;
}

/// Cost of each layer of the model, from the cost of its stage.
std::vector<double> layerCosts(const JobProfile& job, double& first, double& last)
{
    std::vector<double> costs;
    first = last = 0;
    const auto passesOf = [](const RankWork& work) {
        return totalOf(work.forward) + totalOf(work.backward) + totalOf(work.weightGradient);
    };
    if (job.layerWork) {
        const LayerWork& layers = *job.layerWork;
        const double layer
            = totalOf(layers.layerForward) + totalOf(layers.layerBackward) + totalOf(layers.layerWeightGradient);
        first = totalOf(layers.prologueForward) + totalOf(layers.prologueBackward)
            + totalOf(layers.prologueWeightGradient);
        last = totalOf(layers.epilogueForward) + totalOf(layers.epilogueBackward)
            + totalOf(layers.epilogueWeightGradient);
        costs.assign(size_t(std::accumulate(job.layersOfStage.begin(), job.layersOfStage.end(), 0)), layer);
        return costs;
    }
    // Layers of inner stages are alike; what the outer stages take in addition is not layers.
    std::vector<double> perLayer(job.layersOfStage.size(), 0);
    for (const RankWork& work : job.ranks) {
        const auto stage = size_t(work.stage);
        if (stage < perLayer.size() && job.layersOfStage[stage] > 0)
            perLayer[stage] = std::max(perLayer[stage], passesOf(work) / job.layersOfStage[stage]);
    }
    for (size_t s = 0; s < perLayer.size(); ++s)
        costs.insert(costs.end(), size_t(job.layersOfStage[s]), perLayer[s]);
    return costs;
}

/// Scales the pieces of a layer table to what the job's own communication of that kind was measured to take.
class MeasuredPrices {
public:
    MeasuredPrices(const JobProfile& job, const std::vector<const RankWork*>& typical, const Pricing& own)
        : m_layout(job), m_own(own)
    {
        for (const RankWork* work : typical) {
            for (const Work* part : {&work->forward, &work->backward}) {
                for (const WorkPiece& piece : *part) {
                    const double price = piece.isCommunication() && piece.ns > 0 ? priceOfPiece(piece) : 0;
                    if (price > 0) {
                        m_measured[size_t(piece.category)] += piece.ns;
                        m_priced[size_t(piece.category)] += price;
                    }
                }
            }
        }
    }
    void set(Work& work) const
    {
        for (WorkPiece& piece : work) {
            if (!piece.isCommunication() || piece.ns >= 0)
                continue;
            const double priced = m_priced[size_t(piece.category)];
            if (priced > 0)
                piece.ns = priceOfPiece(piece) * m_measured[size_t(piece.category)] / priced;
        }
    }

private:
    double priceOfPiece(const WorkPiece& piece) const
    {
        PricedTransfer kind;
        kind.operation = piece.operation;
        kind.group = piece.category;
        kind.bytes = piece.bytes;
        kind.placement = m_layout.placement(piece.category, 0);
        return piece.bytes >= 0 ? priceOf(kind, m_own).ns : 0;
    }

    const JobLayout m_layout;
    const Pricing& m_own;
    std::array<double, categoryCount> m_measured {};
    std::array<double, categoryCount> m_priced {};
};

} // namespace

double totalOf(const Work& work)
{
    return sumNs(work, [](const WorkPiece& piece) { return !piece.isAsynchronous; });
}

double computeOf(const Work& work)
{
    return sumNs(work, [](const WorkPiece& piece) { return !piece.isCommunication(); });
}

void scaleCompute(Work& work, double factor)
{
    for (WorkPiece& piece : work) {
        if (!piece.isCommunication() && piece.computeClass != ComputeClass::Host)
            piece.ns *= factor;
    }
}

Work withSpread(const Work& work, const WorkPiece& piece, int count)
{
    const double all = computeOf(work);
    Work spread;
    double at = 0;
    int placed = 0;
    for (const WorkPiece& from : work) {
        if (from.isCommunication()) {
            spread.push_back(from);
            continue;
        }
        double left = from.ns;
        while (placed < count && at + left >= all * (placed + 1) / count - all * 1e-9) {
            const double until = std::clamp(all * (placed + 1) / count - at, 0.0, left);
            if (until > 0) {
                spread.push_back(from);
                spread.back().ns = until;
            }
            spread.push_back(piece);
            ++placed;
            at += until;
            left -= until;
        }
        if (left > 0) {
            spread.push_back(from);
            spread.back().ns = left;
            at += left;
        }
    }
    for (; placed < count; ++placed)
        spread.push_back(piece);
    return spread;
}

void mergeInto(Work& into, const Work& more)
{
    for (const WorkPiece& piece : more) {
        const auto same = std::find_if(into.begin(), into.end(), [&](const WorkPiece& other) {
            return other.operation == piece.operation && other.category == piece.category
                && (piece.isCommunication() || other.computeClass == piece.computeClass);
        });
        if (same == into.end()) {
            into.push_back(piece);
            continue;
        }
        if (piece.name.empty() && piece.isCommunication())
            continue; // ranks that only wait for each other do so once
        same->ns = same->ns < 0 || piece.ns < 0 ? -1 : same->ns + piece.ns;
        same->bytes = same->bytes < 0 || piece.bytes < 0 ? -1 : same->bytes + piece.bytes;
    }
}

LayerCuts LayerCuts::even(int oldStages, int newStages)
{
    return of(std::vector<int>(size_t(oldStages), newStages), std::vector<int>(size_t(newStages), oldStages));
}

LayerCuts LayerCuts::of(const std::vector<int>& before, const std::vector<int>& after)
{
    const double oldSum = std::accumulate(before.begin(), before.end(), 0.0);
    const double newSum = std::accumulate(after.begin(), after.end(), 0.0);
    LayerCuts cuts;
    cuts.repeat = oldSum > 0 ? newSum / oldSum : 1;
    double begin = 0;
    for (const int count : after) {
        // In units of the old model's layers.
        const double end = begin + count / cuts.repeat;
        std::vector<Slice>& slices = cuts.ofStage.emplace_back();
        double stageBegin = 0;
        for (size_t s = 0; s < before.size(); ++s) {
            const double stageEnd = stageBegin + before[s];
            const double first = std::max(begin, stageBegin);
            const double last = std::min(end, stageEnd);
            if (last - first > 1e-9)
                slices.push_back({int(s), (first - stageBegin) / before[s], (last - stageBegin) / before[s]});
            stageBegin = stageEnd;
        }
        begin = end;
    }
    return cuts;
}

std::vector<RankWork> restage(const JobProfile& job, const std::vector<const RankWork*>& typical, const LayerCuts& cuts,
    const std::vector<int>& layersOfStage, const Pricing& own)
{
    const size_t stages = cuts.ofStage.size();
    std::vector<RankWork> made(stages);
    const bool hasTable = job.layerWork && !layersOfStage.empty() && job.layersOfStage.size() == typical.size();
    const bool isMeasured = job.origin == Origin::Measured && !job.assumedBackwardRatio;
    std::vector<RankWork> table;
    double forwardFit = 1;
    double backwardFit = 1;
    if (hasTable) {
        table = stageWork(*job.layerWork, layersOfStage);
        double measuredForward = 0;
        double measuredBackward = 0;
        double forward = 0;
        double backward = 0;
        for (const RankWork* work : typical) {
            measuredForward += computeOf(work->forward);
            measuredBackward += computeOf(work->backward) + computeOf(work->weightGradient);
        }
        for (const RankWork& work : stageWork(*job.layerWork, job.layersOfStage)) {
            forward += computeOf(work.forward);
            backward += computeOf(work.backward) + computeOf(work.weightGradient);
        }
        if (isMeasured && forward > 0 && backward > 0) {
            forwardFit = measuredForward / forward;
            backwardFit = measuredBackward / backward;
        }
    }
    const bool isApart = std::any_of(
        typical.begin(), typical.end(), [](const RankWork* work) { return !work->weightGradient.empty(); });
    const MeasuredPrices prices(job, typical, own);

    for (size_t s = 0; s < stages; ++s) {
        RankWork& work = made[s];
        const bool isFirst = s == 0;
        const bool isLast = s + 1 == stages;
        double gap = 0;
        for (const RankWork* old : typical)
            gap += old->gapNs / double(typical.size());
        work.gapNs = gap;
        if (isFirst)
            work.getBatch = typical.front()->getBatch;
        else if (isLast)
            work.getBatch = typical.back()->getBatch;
        if (isLast)
            work.loss = typical.back()->loss;

        if (hasTable) {
            RankWork& passes = table[s];
            if (isMeasured) {
                if (!isApart)
                    append(passes.backward, std::exchange(passes.weightGradient, {}));
                // Its handling of gradients was measured, too.
                for (Work* part : {&passes.forward, &passes.backward, &passes.weightGradient}) {
                    std::erase_if(*part, [](const WorkPiece& piece) { return piece.isAsynchronous; });
                    prices.set(*part);
                }
                scaleCompute(passes.forward, forwardFit);
                scaleCompute(passes.backward, backwardFit);
                scaleCompute(passes.weightGradient, backwardFit);
            }
            work.forward = std::move(passes.forward);
            work.backward = std::move(passes.backward);
            work.weightGradient = std::move(passes.weightGradient);
        }
        for (const LayerCuts::Slice& part : cuts.ofStage[s]) {
            const RankWork& old = *typical[size_t(part.stage)];
            if (!hasTable) {
                append(work.forward, scaled(slice(old.forward, part.first, part.last), cuts.repeat));
                // Backward passes through the layers in reverse.
                Work backward = scaled(slice(old.backward, 1 - part.last, 1 - part.first), cuts.repeat);
                append(backward, work.backward);
                work.backward = std::move(backward);
                Work weight = scaled(slice(old.weightGradient, 1 - part.last, 1 - part.first), cuts.repeat);
                append(weight, work.weightGradient);
                work.weightGradient = std::move(weight);
            }
            const double share = (part.last - part.first) * cuts.repeat;
            Work finalize;
            for (const WorkPiece& piece : old.finalize) {
                if (piece.category != Category::EmbeddingComm)
                    finalize.push_back(piece);
            }
            mergeInto(work.finalize, scaled(std::move(finalize), share));
            Work optimizer = old.optimizer;
            mergeInto(work.optimizer, scaled(std::move(optimizer), share));
        }
        // Only the first and last stage synchronize tied embeddings.
        if ((isFirst || isLast) && stages > 1) {
            for (const WorkPiece& piece : (isFirst ? typical.front() : typical.back())->finalize) {
                if (piece.category == Category::EmbeddingComm)
                    work.finalize.push_back(piece);
            }
        }
    }
    return made;
}

std::vector<int> balancedLayers(const JobProfile& job, const Schedule& schedule)
{
    if (job.layersOfStage.empty() || schedule.modelStages() < 2)
        return {};
    double first = 0;
    double last = 0;
    const std::vector<double> costs = layerCosts(job, first, last);
    return bestPartition(costs, schedule.modelStages(), first, last);
}

} // namespace bubblescope
