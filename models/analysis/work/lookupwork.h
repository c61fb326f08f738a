// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operatorinputs.h"
#include "operatorwork.h"

#include <optional>
#include <string_view>

namespace bubblescope {

/// Of what reads or writes elements that indices choose (embedding, gather, scatter, the loss of a class) or that are the
/// largest of a window. nullopt for other operators; empty where their inputs do not fit.
std::optional<OperatorWork> lookUpWork(std::string_view name, const OperatorInputs& inputs);

} // namespace bubblescope
