// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <span>
#include <vector>

namespace bubblescope {

inline void append(Work& to, const Work& more) { to.insert(to.end(), more.begin(), more.end()); }

/// Backward passes take this many times as long as forward where unknown: two gradients instead of one product.
inline constexpr double usualBackwardRatio = 2;

/// The head takes so many times as long as layers of as many active parameters: one large product is faster than many
/// small ones. Runs that show both have 0.6 to 0.7.
inline constexpr double headShareOfLayer = 0.65;

/// Layers per stage, as even as possible; the remainder goes to the first stages.
std::vector<int> evenPartition(int layers, int stages);

/// Contiguous layers per stage that make the slowest stage as fast as possible; exact. `first` and `last` are extra
/// costs of the first and last stage (embedding, head); `slowness`: how many times as long each stage takes for the
/// same work, empty for alike. Every stage gets at least one layer; empty if there are fewer layers than stages.
std::vector<int> bestPartition(std::span<const double> layerCosts, int stages, double first = 0, double last = 0,
    std::span<const double> slowness = {});

/// Work of every stage of the model for a partition: the prologue in the first stage, the epilogue in the last, layers
/// numbered through the model. The rank number is that of the stage.
std::vector<RankWork> stageWork(const LayerWork& layers, std::span<const int> layersOfStage);

} // namespace bubblescope
