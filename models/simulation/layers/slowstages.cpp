// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "slowstages.h"

#include "expertwork.h"
#include "gradientbytes.h"
#include "joblayout.h"
#include "jobprofile.h"
#include "layerslices.h"
#include "passlayers.h"
#include "slowranks.h"
#include "stragglers.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

// Layers of healthy stages differ by up to 5 % in recorded runs.
constexpr double notableStage = 1.08;
constexpr double noise = 0.03;       // of an optimizer that ran once
constexpr double ofEmbedding = 0.25; // layers that it may take as long as
constexpr double leastOfLayer = 10;  // parameters, in squares of the width: 12 of GPT, less where heads share keys
constexpr double alike = 1.1; // how far apart what one factor explains may be

/// What the usual rank of a stage takes, ns; 0 for what is not known.
struct StagePace {
    int layers = 0;
    double forward = 0; ///< without experts
    double backward = 0;
    double layerForward = 0; ///< of a layer that its communication tells
    double layerBackward = 0;
    double optimizer = 0;
    double gradients = 0; ///< bytes shared with replicas
    double embedding = 0; ///< bytes of gradients shared with the other end
    double passes() const { return forward + backward; }
};

/// How many times as long a stage takes, and whether only a slow GPU explains that.
struct StageSlowness {
    double factor = 1;
    bool isDoubted = false;
    double error = 0; ///< see SlowRank
    bool isByOptimizer = false; ///< which no other work makes longer
};

Work withoutExperts(Work pass)
{
    const std::vector<bool> isExpert = expertPieces(pass);
    for (size_t i = 0; i < pass.size(); ++i)
        pass[i].ns = isExpert[i] ? 0 : pass[i].ns;
    return pass;
}

/// The lower of two in the middle; 0 for none.
double lowerMedianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + std::ptrdiff_t((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Whether a stage may hold so many more than was guessed.
bool areWholeLayers(double more)
{
    constexpr double rounding = 0.1;
    constexpr double most = 2;
    return std::round(more) >= 1 && std::round(more) <= most && std::abs(more - std::round(more)) < rounding;
}

bool areAlike(double a, double b) { return std::max(a, b) <= alike * std::min(a, b); }

class StageComparison {
public:
    /// `optimizers`: what they usually take in each stage, ns. `notable`: how slow a stage has to be at least.
    /// `layersAreGuessed`: the usual stage is the one in the middle, else it is the fastest.
    StageComparison(const JobProfile& job, const std::vector<const RankWork*>& usual,
        const std::vector<double>& optimizers, double notable, bool layersAreGuessed)
        : m_notable(notable)
        , m_areLone(job.tensor * job.data == 1)
        , m_layerNumbers(leastOfLayer * job.hiddenSize * double(job.hiddenSize) / job.tensor)
        , m_optimizerError(noise * std::sqrt(2.0 / (job.tensor * job.data))) // of the quotient of two
        , m_layersAreGuessed(layersAreGuessed)
    {
        for (size_t s = 0; s < usual.size(); ++s) {
            const RankWork& work = *usual[s];
            const Work gradients = gradientsOf(work);
            m_paces.push_back({job.layersOfStage[s], denseCompute(work.forward),
                denseCompute(work.backward) + denseCompute(work.weightGradient), 0, 0, optimizers[s],
                allBytes(gradients), embeddingBytes(gradients)});
        }
        takeLayers(usual, job.layersOfStage);
    }

    StageSlowness of(size_t stage) const
    {
        if (m_paces[stage].layerForward > 0)
            return byLayers(stage);
        const StageSlowness found = isBetween(stage) ? byPasses(stage) : ofEnd(stage);
        // Several GPUs that are slow alike are less likely than more work.
        return found.isDoubted && !found.isByOptimizer && !m_areLone ? StageSlowness() : found;
    }

    /// How many times as slow as the fastest GPU those of a pipeline of single ones may be, by what its ends take: with as
    /// many parameters an optimizer takes longer where its GPU is slower. So all may be slow but the last one, which a head
    /// hides, or it is slower than beside a first one that may be slow itself. 1 where the ends tell no more than layers.
    std::vector<double> slownessByEnds() const
    {
        const size_t last = m_paces.size() - 1;
        std::vector<double> slowness(m_paces.size(), 1);
        if (!m_areLone || m_paces.size() < 3)
            return slowness;
        const auto ofLayer = [this](size_t stage) { return m_paces[stage].passes() / m_paces[stage].layers; };
        std::vector<double> seen;
        for (size_t s = 0; s < last; ++s)
            seen.push_back(ofLayer(s));
        const double usual = usualOf(std::move(seen));
        const double optimizers = optimizerRatio(0);
        const double ofEnds = std::min(ofLayer(0) / std::max(optimizers, 1.0), ofLayer(last));
        const bool areAllSlow = ofEnds > 0 && usual >= m_notable * ofEnds;
        if (!areAllSlow && !ofEnd(0).isDoubted)
            return slowness;
        const double fastest = areAllSlow ? ofEnds : usual;
        for (size_t s = 0; s < last && (areAllSlow || s == 0); ++s)
            slowness[s] = ofLayer(s) / fastest;
        if (optimizers > 0 && fastest > 0)
            slowness[last] = std::clamp(slowness[0] / optimizers, 1.0, std::max(ofLayer(last) / fastest, 1.0));
        return slowness;
    }

private:
    bool isBetween(size_t stage) const { return stage > 0 && stage + 1 < m_paces.size(); }

    void takeLayers(const std::vector<const RankWork*>& usual, const std::vector<int>& layers)
    {
        std::vector<Work> forward;
        std::vector<Work> backward;
        for (const RankWork* work : usual) {
            forward.push_back(withoutExperts(work->forward));
            backward.push_back(withoutExperts(work->backward));
        }
        const auto inLayers = [&](const std::vector<Work>& passes, PassDirection direction) {
            std::vector<const Work*> pointers;
            for (const Work& pass : passes)
                pointers.push_back(&pass);
            return computeOfLayers(pointers, layers, direction);
        };
        const std::vector<double> ofForward = inLayers(forward, PassDirection::Forward);
        const std::vector<double> ofBackward = inLayers(backward, PassDirection::Backward);
        if (ofForward.empty() || ofBackward.empty())
            return;
        for (size_t s = 0; s < m_paces.size(); ++s) {
            m_paces[s].layerForward = ofForward[s];
            m_paces[s].layerBackward = ofBackward[s];
        }
    }

    /// The lower of two in the middle of those that are about as fast as the fastest: slow ones may be most of all. Of
    /// stages whose layers are a guess the fastest may just hold fewer of them.
    double usualOf(std::vector<double> values) const
    {
        if (values.empty() || m_layersAreGuessed)
            return lowerMedianOf(std::move(values));
        const double fastest = *std::min_element(values.begin(), values.end());
        std::erase_if(values, [&](double value) { return value > m_notable * fastest; });
        return lowerMedianOf(std::move(values));
    }

    /// Relative to the usual one of the others that count.
    double ratio(
        size_t stage, const std::function<double(const StagePace&)>& value,
        const std::function<bool(size_t)>& counts = [](size_t) { return true; }) const
    {
        std::vector<double> others;
        for (size_t other = 0; other < m_paces.size(); ++other) {
            if (other != stage && counts(other))
                others.push_back(value(m_paces[other]));
        }
        const double usual = usualOf(std::move(others));
        return usual > 0 ? value(m_paces[stage]) / usual : 1;
    }

    StageSlowness byLayers(size_t stage) const
    {
        const double forward = ratio(stage, &StagePace::layerForward);
        const double backward = ratio(stage, &StagePace::layerBackward);
        if (std::min(forward, backward) < m_notable || !areAlike(forward, backward))
            return {}; // what recomputes its activations takes longer backward
        return {ratio(stage, [](const StagePace& pace) { return pace.layerForward + pace.layerBackward; })};
    }

    StageSlowness byPasses(size_t stage) const
    {
        // The last stage has a head, which takes up to as long as many layers.
        const auto counts = [this](size_t other) { return m_layersAreGuessed || other + 1 < m_paces.size(); };
        const auto ofLayer = [](const StagePace& pace) { return pace.passes() / pace.layers; };
        const double forward = ratio(
            stage, [](const StagePace& pace) { return pace.forward / pace.layers; }, counts);
        const double backward = ratio(
            stage, [](const StagePace& pace) { return pace.backward / pace.layers; }, counts);
        if (std::min(forward, backward) < m_notable || !areAlike(forward, backward) || !isLongest(stage))
            return {};
        const double factor = ratio(stage, ofLayer, counts);
        const bool isByFirst = !m_layersAreGuessed
            && factor > (1 + noise) * ratio(stage, ofLayer, [this](size_t other) { return isBetween(other); });
        return {factor, m_layersAreGuessed && areWholeLayers((factor - 1) * m_paces[stage].layers),
            isByFirst ? ofEmbedding / m_paces.front().layers : 0};
    }

    /// Where fewer layers take as long as those of others, nobody waits for it. Stages that are slow themselves are not
    /// asked, unless their layers are a guess.
    bool isLongest(size_t stage) const
    {
        const auto ofLayer = [this](size_t of) { return m_paces[of].passes() / m_paces[of].layers; };
        double fastest = ofLayer(stage);
        for (size_t other = 0; other < m_paces.size(); ++other)
            fastest = std::min(fastest, ofLayer(other));
        std::vector<double> others;
        for (size_t other = 0; other < m_paces.size(); ++other) {
            if (other != stage && (m_layersAreGuessed || ofLayer(other) <= m_notable * fastest))
                others.push_back(m_paces[other].passes());
        }
        return m_paces[stage].passes() > stragglerFactor * lowerMedianOf(std::move(others));
    }

    StageSlowness ofEnd(size_t stage) const
    {
        // The last stage has the first one to compare with, too, which is hardly more than layers.
        const auto counts = [this](size_t other) {
            return m_paces.size() == 2 || isBetween(other) || (other == 0 && !m_layersAreGuessed);
        };
        const double forward = ratio(
            stage, [](const StagePace& pace) { return pace.forward / pace.layers; }, counts);
        const double backward = ratio(
            stage, [](const StagePace& pace) { return pace.backward / pace.layers; }, counts);
        const double passes = std::min(forward, backward);
        if (const double hidden = besideMoreWork(stage); hidden > std::max(passes, 1.0) * (1 + noise))
            return {hidden, true, 0, true};
        if (passes < m_notable)
            return {};
        if (const double both = ofBothEnds(); both > 1)
            return {both};
        const double optimizer = optimizerRatio(stage);
        if (optimizer >= m_notable && optimizer <= passes * (1 + noise)) {
            const double both = ratio(
                stage, [](const StagePace& pace) { return pace.passes() / pace.layers; }, counts);
            if (both <= optimizer * (1 + noise))
                return {both};
            const double more = mostSlow(stage, both, optimizer) / optimizer - 1;
            return {optimizer, false, std::max(m_optimizerError, more), true};
        }
        if (passes < m_notable * (1 + usualExtra(stage) / m_paces[stage].layers))
            return {};
        return {passes, true};
    }

    /// How slow an end of single GPUs may be that takes so many times as long for its passes, more than its optimizer
    /// tells beside that of the other end, which may be slow as well: the first stage has an embedding beside layers; of
    /// the last one only the passes of the first tell how slow that is.
    double mostSlow(size_t stage, double passes, double optimizer) const
    {
        if (!m_areLone || m_paces.size() < 3)
            return optimizer;
        const double beside = 1 + ofEmbedding / m_paces.front().layers;
        if (stage == 0)
            return passes / beside;
        const double first = ratio(
            0, [](const StagePace& pace) { return pace.passes() / pace.layers; },
            [this](size_t other) { return isBetween(other); });
        return first > beside ? std::min(optimizer * first, passes) : optimizer;
    }

    /// Of two stages, whose layers nothing between them tells, the other may compute so much more that a slow GPU shows
    /// in its optimizer alone; 0 where it does not.
    double besideMoreWork(size_t stage) const
    {
        const double optimizer = m_paces.size() == 2 ? optimizerRatio(stage) : 0;
        return optimizer >= m_notable ? optimizer : 0;
    }

    /// Of the first stage, where layers are nearly all that it computes, if both ends are slow alike, which their
    /// optimizers cannot tell from each other; 1 where they are not. With usual GPUs they would hold more parameters
    /// beside layers than their gradients have.
    double ofBothEnds() const
    {
        const StagePace& first = m_paces.front();
        const StagePace& last = m_paces.back();
        const double layer = optimizerOfLayer();
        const double beside = besideLayers();
        if (layer <= 0 || beside < 0 || first.layers != last.layers
            || std::max(first.optimizer, last.optimizer) > (1 + noise) * std::min(first.optimizer, last.optimizer))
            return 1;
        const auto between = [this](size_t other) { return isBetween(other); };
        const auto perLayer = [&](size_t stage, double StagePace::*part) {
            return ratio(
                stage, [part](const StagePace& pace) { return pace.*part / pace.layers; }, between);
        };
        const double forward = perLayer(0, &StagePace::forward);
        const double backward = perLayer(0, &StagePace::backward);
        const size_t end = m_paces.size() - 1;
        const double factor = ratio(
            0, [](const StagePace& pace) { return pace.passes() / pace.layers; }, between);
        const bool isLastAsSlow
            = (1 + noise) * std::min(perLayer(end, &StagePace::forward), perLayer(end, &StagePace::backward)) >= factor;
        if (std::min(forward, backward) < m_notable || !areAlike(forward, backward) || !isLastAsSlow)
            return 1;
        // In layers of a usual GPU's optimizer; nearer to what a slow one takes for them.
        const double took = std::min(first.optimizer, last.optimizer) / layer;
        return took - (first.layers + beside) > (factor - 1) * (first.layers + beside) / 2 ? factor : 1;
    }

    /// The parameters that an end holds beside its layers, in layers, or more than that; negative where nothing tells.
    double besideLayers() const
    {
        std::vector<double> ofLayer;
        for (size_t s = 1; s + 1 < m_paces.size(); ++s)
            ofLayer.push_back(m_paces[s].gradients / m_paces[s].layers);
        const StagePace& first = m_paces.front();
        const StagePace& last = m_paces.back();
        if (const double bytes = lowerMedianOf(ofLayer); bytes > 0 && first.gradients > 0 && last.gradients > 0)
            return std::max(first.gradients, last.gradients) / bytes - first.layers;
        constexpr double leastBytes = 2; // of a number
        const double shared = std::max(first.embedding, last.embedding) / leastBytes;
        return m_layerNumbers > 0 && shared > 0 ? shared / m_layerNumbers : -1;
    }

    double optimizerOfLayer() const
    {
        std::vector<double> perLayer;
        for (size_t s = 1; s + 1 < m_paces.size(); ++s)
            perLayer.push_back(m_paces[s].optimizer / m_paces[s].layers);
        return lowerMedianOf(perLayer);
    }

    /// Of an end, to what the other end would take with as many layers; 0 where that is not known.
    double optimizerRatio(size_t stage) const
    {
        const StagePace& own = m_paces[stage];
        const StagePace& other = m_paces[m_paces.size() - 1 - stage];
        const double layer = optimizerOfLayer();
        if (own.layers != other.layers && layer <= 0)
            return 0;
        const double expected = other.optimizer + (own.layers - other.layers) * layer;
        return expected > 0 ? own.optimizer / expected : 0;
    }

    /// What an end may take beside its layers, in layers: a head has at most 0.84 layers of as many parameters, as in
    /// unknownEndsNs().
    double usualExtra(size_t stage) const
    {
        constexpr double largestHead = 2;
        constexpr double ofParameters = 0.84;
        if (stage == 0)
            return ofEmbedding;
        const double layer = optimizerOfLayer();
        if (layer <= 0)
            return largestHead;
        const StagePace& first = m_paces.front();
        const StagePace& last = m_paces.back();
        const double parameters
            = std::min(first.optimizer / layer - first.layers, last.optimizer / layer - last.layers);
        return std::clamp(parameters * ofParameters, ofEmbedding, largestHead);
    }

    double m_notable;
    bool m_areLone;
    double m_layerNumbers; // parameters of a layer, at least; 0 where not known
    double m_optimizerError;
    bool m_layersAreGuessed;
    std::vector<StagePace> m_paces;
};

} // namespace

void findSlowStages(JobProfile& job)
{
    const JobLayout layout(job);
    const auto perStage = size_t(layout.ranksPerStage());
    if (job.replicasAreAlike || job.stages < 2 || job.chunks > 1 || job.layersOfStage.size() != size_t(job.stages)
        || job.ranks.size() != size_t(layout.world())
        || *std::min_element(job.layersOfStage.begin(), job.layersOfStage.end()) < 1)
        return;
    struct RankPace {
        const RankWork* work;
        double dense;
    };
    std::vector<std::vector<RankPace>> stages(size_t(job.stages));
    for (const RankWork& work : job.ranks) {
        if (work.rank < 0 || size_t(work.rank) / perStage >= stages.size())
            return;
        stages[size_t(work.rank) / perStage].push_back({&work, denseCompute(work)});
    }
    std::vector<const RankWork*> usual;
    std::vector<double> usualDense;
    std::vector<double> usualOptimizers; // an optimizer runs once in a step: that of one rank tells less
    for (std::vector<RankPace>& stage : stages) {
        if (stage.size() != perStage)
            return;
        std::stable_sort(
            stage.begin(), stage.end(), [](const RankPace& a, const RankPace& b) { return a.dense < b.dense; });
        usual.push_back(stage[(perStage - 1) / 2].work);
        usualDense.push_back(stage[(perStage - 1) / 2].dense);
        std::vector<double> optimizers;
        for (const RankPace& rank : stage)
            optimizers.push_back(computeOf(rank.work->optimizer));
        usualOptimizers.push_back(lowerMedianOf(std::move(optimizers)));
    }
    const double notable = notableOf(job.microbatches);
    const double notableOfAll = std::max(notableStage, notable);
    const bool areGuessed = std::any_of(job.assumptions.begin(), job.assumptions.end(),
        [](const Assumption& assumption) { return assumption.id == Assumption::Id::LayersOfStages; });
    const StageComparison comparison(job, usual, usualOptimizers, notableOfAll, areGuessed);
    const StageComparison ofFewPasses(job, usual, usualOptimizers, notableStage, areGuessed);
    const StageComparison ofLessSlow(job, usual, usualOptimizers, stragglerFactor, areGuessed);
    for (size_t s = 0; s < stages.size(); ++s) {
        StageSlowness found = comparison.of(s);
        const bool isOfFew = found.factor <= 1 && notable > notableStage;
        // Of a stage between the ends whose only GPU is a little slow, nothing else would tell. The ends do other work.
        const bool isLessSlow = found.factor <= 1 && !isOfFew && perStage == 1 && s > 0 && s + 1 < stages.size();
        if (isOfFew || isLessSlow) {
            found = isOfFew ? ofFewPasses.of(s) : ofLessSlow.of(s);
            found.factor = found.isDoubted ? 1 : found.factor; // more passes, or a slower GPU, would not tell, either
            found.isDoubted = true;
        }
        if (found.factor <= 1)
            continue;
        std::vector<SlowRank> slow;
        for (const RankPace& rank : stages[s]) {
            // Some ranks of a stage that is mostly slow may be as fast as those of others.
            const double factor = usualDense[s] > 0 ? found.factor * rank.dense / usualDense[s] : 1;
            if (factor <= stragglerFactor)
                continue;
            slow.push_back({rank.work->rank, factor});
            slow.back().error = found.error;
            slow.back().by = isOfFew  ? SlowRank::By::FewPasses
                : found.isByOptimizer ? SlowRank::By::Optimizer
                                      : SlowRank::By::Passes;
        }
        std::vector<SlowRank>& known = found.isDoubted ? job.doubtedRanks : job.slowRanks;
        known = mergedSlowRanks(known, std::move(slow));
    }
    // Slow beside the peers of a stage that is slow as a whole.
    std::erase_if(job.doubtedRanks,
        [&job](const SlowRank& rank) { return rank.factor <= slownessOf(job.slowRanks, rank.rank); });
    if (perStage > 1)
        return;
    // If layers are a guess, the fastest stage may hold fewer of them, or its GPU is the only one that is not slow.
    const StageComparison byFastest(job, usual, usualOptimizers, notableOfAll, false);
    const std::vector<double> byEnds = byFastest.slownessByEnds();
    std::vector<SlowRank> perhaps;
    double factor = 1;
    for (size_t s = 0; s < stages.size(); ++s) {
        const int rank = stages[s].front().work->rank;
        const double assumed = std::max(slownessOf(job.slowRanks, rank), slownessOf(job.doubtedRanks, rank));
        const double byPasses = areGuessed ? byFastest.of(s).factor : 1;
        factor = std::max(byEnds[s], byPasses);
        if (factor >= notableStage && factor > (1 + noise) * assumed) {
            perhaps.push_back({rank, factor});
            perhaps.back().by = byEnds[s] > byPasses ? SlowRank::By::Ends : SlowRank::By::Passes;
        }
    }
    if (!perhaps.empty() && factor < notableStage) {
        const int last = stages.back().front().work->rank;
        // If the others are slow, it takes no longer for its layers than they tell.
        std::erase_if(job.doubtedRanks, [last](const SlowRank& rank) { return rank.rank == last; });
    }
    job.doubtedRanks = mergedSlowRanks(job.doubtedRanks, std::move(perhaps));
}

} // namespace bubblescope
