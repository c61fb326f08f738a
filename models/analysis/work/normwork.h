// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatorinputs.h"
#include "operatorwork.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// Of normalizations (layer, batch, group, RMS) and their gradients. nullopt for other operators; empty where their
/// inputs do not fit.
std::optional<OperatorWork> normWork(std::string_view name, const OperatorInputs& inputs);

} // namespace bubblescope
