// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace bubblescope {

/// What one end of a pipeline, or a stage that is both, holds of dense weights, all in all.
struct DenseWeights {
    double parameters = 0; ///< of one GPU
    int layers = 0;
    int hiddenSize = 0;
    int tensor = 1;
    int ends = 1; ///< embedding, head, or both
    bool hasExperts = false; ///< layers hold attention alone, other weights are counted apart
};

/// Parameters of embedding or head, each, on one GPU, where one and only one of the usual vocabularies leaves what so many
/// transformer layers can have: attention with grouped queries (Ainslie et al. 2023), without experts also an MLP of
/// four times the width, norms and a router. Nothing where that is not so.
std::optional<double> embeddingParameters(const DenseWeights& held);

} // namespace bubblescope
