// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The sizes of a transformer that its makers published; see resources/models.json, which names the source of each.
struct KnownModel {
    std::string name;
    std::vector<std::string> match; ///< parts of the names that programs give it, small letters and digits alone
    double parameters = 0;          ///< of the whole model, as published
    int layers = 0;
    int hidden = 0;
    int heads = 0;
    int keyValueHeads = 0;
    int headSize = 0;
    int feedForward = 0;         ///< of one expert where there are experts
    int feedForwardMatrices = 3; ///< gated; two where it is not
    int vocabulary = 0;
    int positions = 0; ///< that are learned
    int experts = 0;
    int activeExperts = 0; ///< that serve a token, beside the shared ones
    int sharedExperts = 0;
    int denseLayers = 0; ///< of a model with experts: the first, which have none
    int denseFeedForward = 0;
    double attention = 0; ///< parameters of a layer's attention, where heads do not tell
    bool isTied = false;  ///< embedding and head are one matrix
    std::string source;

    /// Of the matrices that a token passes in a layer.
    double layerParameters() const;
    double headParameters() const { return double(hidden) * vocabulary; }
    /// Of all matrices. Norms and biases, a few parts in a thousand, are left out.
    double matrixParameters() const;

private:
    double attentionParameters() const;
    double expertParameters() const { return double(feedForwardMatrices) * hidden * feedForward; }
};

std::span<const KnownModel> knownModels();

/// The model that a program calls so and that has as many parameters (within 3 %) and layers (0: not known); null if
/// none is known, or if two are that differ in their layers.
const KnownModel* knownModel(std::string_view name, double parameters, int layers = 0);

} // namespace bubblescope
