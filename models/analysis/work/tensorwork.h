// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatorinputs.h"
#include "operatorwork.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// Of what passes over tensors once: element by element, copies, reductions, softmax. nullopt for other operators;
/// empty where their inputs do not fit.
std::optional<OperatorWork> tensorWork(std::string_view name, const OperatorInputs& inputs);

} // namespace bubblescope
