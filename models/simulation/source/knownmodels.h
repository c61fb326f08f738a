// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "modeldescription.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A model whose sizes were published; see resources/models.json, which names the source of each. Its norms and biases
/// are left out.
struct KnownModel : ModelDescription {
    std::vector<std::string> match; ///< parts of the names that programs give it, small letters and digits alone
    double publishedParameters = 0; ///< of the whole model
    std::string source;
};

std::span<const KnownModel> knownModels();

/// The model that a program calls so and that has as many parameters (within 3 %) and layers (0: not known); null if
/// none is known, or if two are that differ in their layers.
const KnownModel* knownModel(std::string_view name, double parameters, int layers = 0);

} // namespace bubblescope
