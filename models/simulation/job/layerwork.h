// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobprofile.h"

#include <span>
#include <vector>

namespace bubblescope {

/// Layers of each stage, as equal as they can be; what is left over goes to the first stages.
std::vector<int> evenPartition(int layers, int stages);

/// Layers of each stage, contiguous, so that the slowest stage is as fast as it can be; exact. `first` and `last` are
/// additional costs of the first and last stage (embedding, head). Every stage has at least one layer; empty where
/// there are fewer layers than stages.
std::vector<int> bestPartition(std::span<const double> layerCosts, int stages, double first = 0, double last = 0);

/// Work of every stage of the model under a partition: the prologue in the first, the epilogue in the last, layers
/// numbered through the model. Ranks are numbered as stages.
std::vector<RankWork> stageWork(const LayerWork& layers, std::span<const int> layersOfStage);

} // namespace bubblescope
