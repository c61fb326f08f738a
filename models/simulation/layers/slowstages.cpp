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
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

// Layers of healthy stages differ by up to 5 % in recorded runs.
constexpr double notableStage = 1.08;
constexpr double alike = 1.1; // how far apart what one factor explains may be
constexpr double optimizerNoise = 0.03; // of one that ran once

/// What the usual rank of a stage takes, ns; 0 for what is not known.
struct StagePace {
    int layers = 0;
    double forward = 0; ///< without experts
    double backward = 0;
    double layerForward = 0; ///< of a layer that its communication tells
    double layerBackward = 0;
    double optimizer = 0;
    double gradients = 0; ///< bytes that replicas share
    double tied = 0;      ///< bytes of gradients of tied embeddings
    double passes() const { return forward + backward; }
};

/// How many times as long a stage takes, and whether only a slow GPU explains that.
struct StageSlowness {
    double factor = 1;
    bool isDoubted = false;
};

Work withoutExperts(Work pass)
{
    const std::vector<bool> isExpert = expertPieces(pass);
    for (size_t i = 0; i < pass.size(); ++i)
        pass[i].ns = isExpert[i] ? 0 : pass[i].ns;
    return pass;
}

/// How many times as long a GPU takes for its parameters: at least, and likely.
struct OptimizerSlowness {
    double least = 0;
    double likely = 0;
};

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
    StageComparison(const JobProfile& job, const std::vector<const RankWork*>& usual)
        : m_notable(std::max(notableStage, notableOf(job.microbatches)))
        , m_areLone(job.tensor * job.data == 1)
        , m_hiddenSize(job.hiddenSize)
        , m_tensor(job.tensor)
        , m_layersAreGuessed(std::any_of(job.assumptions.begin(), job.assumptions.end(),
              [](const Assumption& assumption) { return assumption.id == Assumption::Id::LayersOfStages; }))
    {
        for (size_t s = 0; s < usual.size(); ++s) {
            const RankWork& work = *usual[s];
            const Work gradients = gradientsOf(work);
            m_paces.push_back({job.layersOfStage[s], denseCompute(work.forward),
                denseCompute(work.backward) + denseCompute(work.weightGradient), 0, 0, computeOf(work.optimizer),
                allBytes(gradients), embeddingBytes(gradients)});
        }
        m_tellGradients = std::all_of(
            m_paces.begin(), m_paces.end(), [](const StagePace& pace) { return pace.gradients > 0; });
        tellLayers(usual, job.layersOfStage);
    }

    StageSlowness of(size_t stage) const
    {
        if (m_paces[stage].layerForward > 0)
            return byLayers(stage);
        const StageSlowness found = isBetween(stage) ? byPasses(stage) : ofEnd(stage);
        // Several GPUs that are slow alike for some of what they do are less likely than more work.
        return found.isDoubted && !m_areLone && m_tellGradients ? StageSlowness() : found;
    }

private:
    bool isBetween(size_t stage) const { return stage > 0 && stage + 1 < m_paces.size(); }

    void tellLayers(const std::vector<const RankWork*>& usual, const std::vector<int>& layers)
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

    /// Relative to the others that count, of which half may be slow.
    double ratio(
        size_t stage, const std::function<double(const StagePace&)>& value,
        const std::function<bool(size_t)>& counts = [](size_t) { return true; }) const
    {
        std::vector<double> others;
        for (size_t other = 0; other < m_paces.size(); ++other) {
            if (other != stage && counts(other))
                others.push_back(value(m_paces[other]));
        }
        const double usual = lowerMedianOf(others);
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
        const double forward = ratio(stage, [](const StagePace& pace) { return pace.forward / pace.layers; });
        const double backward = ratio(stage, [](const StagePace& pace) { return pace.backward / pace.layers; });
        // Where fewer layers take as long as those of others, nobody waits for it.
        const bool isLongest = ratio(stage, [](const StagePace& pace) { return pace.passes(); }) > stragglerFactor;
        if (std::min(forward, backward) < m_notable || !areAlike(forward, backward) || !isLongest)
            return {};
        const double factor = ratio(stage, [](const StagePace& pace) { return pace.passes() / pace.layers; });
        if (!m_layersAreGuessed || !m_tellGradients)
            return {factor, mayHoldMore(stage, factor)};
        // Of more layers than guessed the optimizer takes longer as well, but not for as many gradients.
        const double optimizer = ratio(stage, [](const StagePace& pace) { return pace.optimizer / pace.gradients; });
        if (optimizer < 1 + optimizerNoise)
            return {};
        return {factor <= optimizer * (1 + optimizerNoise) ? factor : optimizer};
    }

    bool countsForEnds(size_t stage) const { return m_paces.size() == 2 || isBetween(stage); }

    double ratioOfEnd(size_t stage, const std::function<double(const StagePace&)>& value) const
    {
        return ratio(stage, value, [this](size_t other) { return countsForEnds(other); });
    }
    double passesOfEnd(size_t stage) const
    {
        return ratioOfEnd(stage, [](const StagePace& pace) { return pace.passes() / pace.layers; });
    }

    StageSlowness ofEnd(size_t stage) const
    {
        const double forward = ratioOfEnd(stage, [](const StagePace& pace) { return pace.forward / pace.layers; });
        const double backward = ratioOfEnd(stage, [](const StagePace& pace) { return pace.backward / pace.layers; });
        const double passes = std::min(forward, backward);
        if (passes < m_notable)
            return {};
        const std::optional<OptimizerSlowness> optimizer = byOptimizer(stage);
        if (optimizer && optimizer->likely >= m_notable && optimizer->least > 1
            && optimizer->likely <= passes * (1 + optimizerNoise)) {
            const double both = passesOfEnd(stage);
            const double factor = both <= optimizer->likely * (1 + optimizerNoise) ? both : optimizer->likely;
            return {factor, !m_tellGradients && mayHoldMore(stage, factor)};
        }
        if (passes < m_notable * (1 + usualExtra(stage) / m_paces[stage].layers))
            return {};
        return {passes, true};
    }

    /// Whether another number of layers than was guessed takes as long.
    bool mayHoldMore(size_t stage, double factor) const
    {
        return m_layersAreGuessed && areWholeLayers((factor - 1) * m_paces[stage].layers);
    }

    /// Of an end. Where gradients tell its parameters, by these. Else it holds layers and an embedding or a head, which
    /// are of one size: what explains both ends by GPUs that are no faster than usual, and no slower than their passes.
    std::optional<OptimizerSlowness> byOptimizer(size_t stage) const
    {
        if (m_tellGradients) {
            const double slow
                = ratioOfEnd(stage, [](const StagePace& pace) { return pace.optimizer / pace.gradients; });
            return OptimizerSlowness {slow, slow};
        }
        const size_t other = m_paces.size() - 1 - stage;
        const double layer = optimizerOfLayer();
        if (layer <= 0) {
            const double expected = m_paces[stage].layers == m_paces[other].layers ? m_paces[other].optimizer : 0;
            const double slow = expected > 0 ? m_paces[stage].optimizer / expected : 0;
            return OptimizerSlowness {slow, slow};
        }
        const auto inLayers = [&](size_t end) { return m_paces[end].optimizer / layer; };
        double least = 0;
        double most = mostExtra();
        for (const size_t end : {stage, other}) {
            const double slowest = std::max(1.0, passesOfEnd(end)) * (1 + optimizerNoise);
            least = std::max(least, inLayers(end) / slowest - m_paces[end].layers);
            most = std::min(most, inLayers(end) * (1 + optimizerNoise) - m_paces[end].layers);
        }
        if (least > most)
            return std::nullopt;
        const auto slownessWith = [&](size_t end, double extra) { return inLayers(end) / (m_paces[end].layers + extra); };
        // The other end tells the size: if it is as fast as usual, or as slow at passes as its parameters may be.
        const double passes = passesOfEnd(other);
        const bool isUsual = passes < m_notable;
        const bool isSlowAlike = !isUsual && slownessWith(other, most) <= passes * (1 + optimizerNoise)
            && passes <= slownessWith(other, least) * (1 + optimizerNoise);
        const size_t tells = isUsual || isSlowAlike ? other : stage;
        const double slow = tells == stage ? passesOfEnd(stage) : isUsual ? 1 : passes;
        const double extra = std::clamp(inLayers(tells) / slow - m_paces[tells].layers, least, most);
        return OptimizerSlowness {slownessWith(stage, most), slownessWith(stage, extra)};
    }

    /// Parameters of embedding or head, in layers, at most: as many as its gradients have 16-bit numbers, or as the
    /// largest usual vocabulary. The smallest usual layers are of grouped queries (see embeddingParameters()).
    double mostExtra() const
    {
        constexpr double mostTokens = 152064; // Qwen 2.5
        constexpr double layerPerWidth = 10;
        constexpr double halfBytes = 2;
        if (m_hiddenSize <= 0)
            return std::numeric_limits<double>::max();
        const double width = double(m_hiddenSize) * m_hiddenSize / m_tensor;
        const double tied = std::max(m_paces.front().tied, m_paces.back().tied) / halfBytes;
        return (tied > 0 ? tied : mostTokens * m_hiddenSize / m_tensor) / (layerPerWidth * width);
    }

    double optimizerOfLayer() const
    {
        std::vector<double> perLayer;
        for (size_t s = 1; s + 1 < m_paces.size(); ++s)
            perLayer.push_back(m_paces[s].optimizer / m_paces[s].layers);
        return lowerMedianOf(perLayer);
    }

    /// What an end may take beside its layers, in layers: a head has at most 0.84 layers of as many parameters, as in
    /// unknownEndsNs().
    double usualExtra(size_t stage) const
    {
        constexpr double ofEmbedding = 0.25;
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
    int m_hiddenSize;
    int m_tensor;
    bool m_layersAreGuessed;
    bool m_tellGradients = false;
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
    for (std::vector<RankPace>& stage : stages) {
        if (stage.size() != perStage)
            return;
        std::stable_sort(
            stage.begin(), stage.end(), [](const RankPace& a, const RankPace& b) { return a.dense < b.dense; });
        usual.push_back(stage[(perStage - 1) / 2].work);
        usualDense.push_back(stage[(perStage - 1) / 2].dense);
    }
    const StageComparison comparison(job, usual);
    for (size_t s = 0; s < stages.size(); ++s) {
        const StageSlowness found = comparison.of(s);
        if (found.factor <= 1)
            continue;
        std::vector<SlowRank> slow;
        for (const RankPace& rank : stages[s]) {
            // Some ranks of a stage that is mostly slow may be as fast as those of others.
            const double factor = usualDense[s] > 0 ? found.factor * rank.dense / usualDense[s] : 1;
            if (factor > stragglerFactor)
                slow.push_back({rank.work->rank, factor});
        }
        std::vector<SlowRank>& known = found.isDoubted ? job.doubtedRanks : job.slowRanks;
        known = mergedSlowRanks(known, std::move(slow));
    }
}

} // namespace bubblescope
