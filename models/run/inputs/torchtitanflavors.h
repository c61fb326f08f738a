// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "modeldescription.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bubblescope {

/// The sizes that torchtitan has for a model and a flavor of it: "llama3", "8B" (torchtitan/models/*/__init__.py). What
/// follows of other attention kernels ("8B_flex") changes none.
std::optional<ModelDescription> torchTitanModel(std::string_view name, std::string_view flavor);

/// The other way: name and flavor of a model with these sizes; nothing where torchtitan has none.
std::optional<std::pair<std::string_view, std::string_view>> torchTitanFlavorOf(const ModelDescription& model);

/// All names that are known: "llama3: 1B, 3B, 8B, …; …".
std::string torchTitanModels();

} // namespace bubblescope
