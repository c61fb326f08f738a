// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// One pass of a stage taken apart: its layers, and what it does before the first and behind the last of them. Put
/// together again they are the pass.
struct PassLayers {
    Work entry;
    std::vector<Work> layers; ///< in the order of the pass
    Work exit;
};

enum class PassDirection : uint8_t { Forward, Backward };

/// How many of the model's layers each stage holds, by the communication that repeats with each of them in the forward
/// passes, by stage. Empty where it does not say.
std::vector<int> countLayers(std::span<const Work* const> passes, int layers);

/// Which communication of a pass belongs to its layers: what repeats with each of them.
struct LayerPattern {
    int perLayer = 0;
    std::vector<size_t> first; ///< by stage: how many come before its first layer
};
/// `passes` and the layers that they go through are by stage. The ends of the pipeline may communicate more:
/// embedding and head. Nothing where no communication repeats as often as there are layers.
std::optional<LayerPattern> findLayerPattern(
    std::span<const Work* const> passes, std::span<const int> layers, PassDirection direction);

/// ns that a layer of each pass computes between its first communication and that of the next layer, or its last where
/// a stage has a single layer. By stage, as above; empty where no communication repeats, or nothing lies between.
std::vector<double> computeOfLayers(
    std::span<const Work* const> passes, std::span<const int> layers, PassDirection direction);

/// The passes of the stages, each for as many positions; layers are cut where one usually ends. Without a pattern
/// layers are equal shares of what is left when the ends have what they take more than the stages between them, or of
/// two stages when the head has what it is guessed to take.
class PassSplitter {
public:
    PassSplitter() = default;
    /// By stage, then position. `headLayers`: the head may take so many times as long as a layer.
    PassSplitter(std::vector<Work> passes, std::vector<int> layers, PassDirection direction, double headLayers = 0);

    bool knowsLayers() const { return m_pattern.has_value(); }
    PassLayers split(size_t stage, size_t position) const;

private:
    const Work& pass(size_t stage, size_t position) const { return m_passes[stage * m_positions + position]; }
    void measureBorders();
    PassLayers splitEvenly(const Work& work, size_t stage) const;
    double extraOf(size_t stage) const;
    double usualPass(size_t stage) const;
    double usualLayer() const;

    std::vector<Work> m_passes;
    std::vector<int> m_layers;
    PassDirection m_direction = PassDirection::Forward;
    double m_headLayers = 0;
    size_t m_positions = 0;
    std::optional<LayerPattern> m_pattern;
    // Compute of a layer before its first communication and behind its last, usually.
    double m_headNs = 0;
    double m_tailNs = 0;
};

/// The part of the work between two shares of its compute, with the communication that stands there.
Work slice(const Work& work, double first, double last);

} // namespace bubblescope
