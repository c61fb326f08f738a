// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatorinputs.h"
#include "operatorwork.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// Of attention that never writes its scores (flash, memory-efficient, cuDNN), and its gradients: queries may share
/// heads of keys. A causal one counts half, and is unknown where it is not square; so is one of packed sequences, whose
/// lengths are not recorded. nullopt for other operators; empty where their inputs do not fit.
std::optional<OperatorWork> attentionWork(std::string_view name, const OperatorInputs& inputs);

} // namespace bubblescope
