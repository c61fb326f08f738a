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
        return pricedNs(kind, m_own);
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

std::vector<float> scaledVariation(std::vector<float> factors, const Work& before, const Work& now)
{
    const double old = computeOf(before);
    const double scale = old > 0 && computeOf(now) > 0 ? std::sqrt(old / computeOf(now)) : 1;
    for (float& factor : factors)
        factor = float(1 + (double(factor) - 1) * std::clamp(scale, 0.5, 2.0));
    return factors;
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

namespace {

/// The stages by the job's prices of layers. What was measured tells how long all of them take together.
std::vector<RankWork> stagesOfTable(const JobProfile& job, const std::vector<const RankWork*>& typical,
    const std::vector<int>& layersOfStage, const Pricing& own)
{
    std::vector<RankWork> table = stageWork(*job.layerWork, layersOfStage);
    if (job.origin != Origin::Measured || job.assumedBackwardRatio)
        return table;
    const size_t positions = typical.size() / job.layersOfStage.size();
    double measuredForward = 0;
    double measuredBackward = 0;
    double forward = 0;
    double backward = 0;
    bool isApart = false;
    for (size_t i = 0; i < typical.size(); i += positions) {
        measuredForward += computeOf(typical[i]->forward);
        measuredBackward += computeOf(typical[i]->backward) + computeOf(typical[i]->weightGradient);
        isApart = isApart || !typical[i]->weightGradient.empty();
    }
    for (const RankWork& work : stageWork(*job.layerWork, job.layersOfStage)) {
        forward += computeOf(work.forward);
        backward += computeOf(work.backward) + computeOf(work.weightGradient);
    }
    const bool fits = forward > 0 && backward > 0;
    const MeasuredPrices prices(job, typical, own);
    for (RankWork& passes : table) {
        if (!isApart)
            append(passes.backward, std::exchange(passes.weightGradient, {}));
        // What it does with gradients was measured, too.
        for (Work* part : {&passes.forward, &passes.backward, &passes.weightGradient}) {
            std::erase_if(*part, [](const WorkPiece& piece) { return piece.isAsynchronous; });
            prices.set(*part);
        }
        scaleCompute(passes.forward, fits ? measuredForward / forward : 1);
        scaleCompute(passes.backward, fits ? measuredBackward / backward : 1);
        scaleCompute(passes.weightGradient, fits ? measuredBackward / backward : 1);
    }
    return table;
}

} // namespace

std::vector<RankWork> restage(const JobProfile& job, const std::vector<const RankWork*>& typical,
    const LayerMoves& moves, const std::vector<int>& layersOfStage, const Pricing& own)
{
    const ModelLayers layers(job, typical, moves.before);
    const size_t positions = typical.size() / moves.before.size();
    const bool isByTable = job.layerWork && !layersOfStage.empty() && job.layersOfStage.size() == moves.before.size()
        && !layers.knowsLayers() && !layers.measuresLayers();
    const std::vector<RankWork> table
        = isByTable ? stagesOfTable(job, typical, layersOfStage, own) : std::vector<RankWork>();
    std::vector<RankWork> made;
    for (size_t stage = 0; stage < moves.now.size(); ++stage) {
        for (size_t position = 0; position < positions; ++position) {
            RankWork& work = made.emplace_back(layers.stageWork(moves, stage, position));
            if (isByTable) {
                work.forward = table[stage].forward;
                work.backward = table[stage].backward;
                work.weightGradient = table[stage].weightGradient;
            }
        }
    }
    return made;
}

std::vector<int> balancedLayers(
    const JobProfile& job, const std::vector<const RankWork*>& typical, const Schedule& schedule)
{
    if (job.layersOfStage.empty() || schedule.modelStages() < 2 || typical.size() % job.layersOfStage.size() != 0)
        return {};
    double first = 0;
    double last = 0;
    const ModelLayers layers(job, typical, job.layersOfStage);
    std::vector<double> costs = layers.layerCosts(first, last);
    if (job.layerWork && !layers.knowsLayers()) {
        const LayerWork& work = *job.layerWork;
        std::fill(costs.begin(), costs.end(),
            totalOf(work.layerForward) + totalOf(work.layerBackward) + totalOf(work.layerWeightGradient));
        first = totalOf(work.prologueForward) + totalOf(work.prologueBackward) + totalOf(work.prologueWeightGradient);
        last = totalOf(work.epilogueForward) + totalOf(work.epilogueBackward) + totalOf(work.epilogueWeightGradient);
    }
    std::vector<double> slowness(size_t(schedule.modelStages()), 1);
    const int perStage = JobLayout(job).ranksPerStage();
    for (const SlowRank& slow : job.slowRanks) {
        for (int chunk = 0; slow.isThere && chunk < schedule.chunks; ++chunk) {
            double& ofStage = slowness[size_t(schedule.stageOf(slow.rank / perStage, chunk))];
            ofStage = std::max(ofStage, slow.factor);
        }
    }
    return bestPartition(costs, schedule.modelStages(), first, last, slowness);
}

} // namespace bubblescope
