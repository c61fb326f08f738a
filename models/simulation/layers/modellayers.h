// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "passlayers.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Which layers of the old model each new stage holds. Where the input states stage totals only, a layer is such a
/// share of them as makes both divisions whole.
struct LayerMoves {
    std::vector<int> before;           ///< layers of each old stage
    std::vector<std::vector<int>> now; ///< by new stage: which old ones, in the order of the model

    /// Equal shares of all old stages together.
    static LayerMoves even(int oldStages, int newStages);
    /// Another sum of layers than before repeats or drops some, evenly.
    static LayerMoves of(const std::vector<int>& before, const std::vector<int>& after);
    /// Whether a stage holds what it held before.
    bool keeps(size_t stage) const;
    /// Whether each stage holds whole old ones: then nothing has to be told apart.
    bool joinsWholeStages() const;
};

/// The layers of a job and what the ends of its pipeline do apart from them, taken from what its stages do: passes,
/// gradients and optimizer.
class ModelLayers {
public:
    /// Works of the old stages of the job, by stage and position; they must outlive it.
    ModelLayers(const JobProfile& job, std::vector<const RankWork*> works, std::vector<int> layersOfStage);

    /// Whether the work separates layers from embedding and head.
    bool knowsLayers() const { return m_forward.knowsLayers() && m_backward.knowsLayers(); }
    /// Whether stages between the ends, which do nothing but layers, show what these take.
    bool measuresLayers() const { return m_layers.size() > 2; }
    /// Parameters of embedding and head on a GPU, where only usual sizes tell them from layers.
    std::optional<double> guessedEmbedding() const { return m_guessedEmbedding; }
    /// How many times as long as a layer the head is taken to compute, where only its parameters show it; 0 elsewhere.
    double guessedHead() const { return knowsLayers() ? 0 : m_headLayers; }
    /// What a stage with these layers of the old model does; neither rank nor stage are set.
    RankWork stageWork(const LayerMoves& moves, size_t stage, size_t position) const;
    /// Compute of the passes, ns: of each layer, and of what the first and the last stage do apart from them.
    std::vector<double> layerCosts(double& first, double& last) const;

private:
    /// Of one new stage.
    struct Target {
        size_t stage;
        size_t stages;
        size_t position;
        std::vector<std::pair<size_t, size_t>> layers; ///< old stage, layer of it
        std::optional<size_t> entered;                 ///< old stage that begins with the model as this one does
        std::optional<size_t> left;                    ///< and that ends with it so
    };
    const RankWork& work(size_t stage, size_t position) const { return *m_works[stage * m_positions + position]; }
    Target targetOf(const LayerMoves& moves, size_t stage, size_t position) const;
    Work passOf(const PassSplitter& splitter, PassDirection direction, const Target& target) const;
    /// What is done once a step for all layers. `extra`, by old stage: the share of `of` that belongs to no layer.
    Work sharedOf(const std::vector<Work>& works, const std::vector<double>& extra, const Target& target) const;
    std::vector<double> extraOver(const std::vector<double>& sizes) const;
    void measureEnds(const JobProfile& job);

    std::vector<const RankWork*> m_works;
    std::vector<int> m_layers;
    size_t m_positions;
    PassSplitter m_forward;
    PassSplitter m_backward;
    PassSplitter m_weightGradient;
    std::vector<Work> m_queued; ///< gradients that are shared beside compute
    std::vector<Work> m_gradients;
    std::vector<Work> m_optimizer;
    std::vector<double> m_extraGradients; ///< by old stage, of what replicas of dense weights share
    std::vector<double> m_extraOptimizer;
    double m_untiedShare = 1; ///< of what the last stage has beside layers: all but a matrix that the first has as well
    std::optional<double> m_guessedEmbedding;
    double m_headLayers = 0;
};

} // namespace bubblescope
