// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plancommand.h"

namespace CLI {
class App;
} // namespace CLI

namespace bubblescope {

/// All options of `plan`.
void addPlan(CLI::App& app, PlanCommand& command);
/// After parsing: what only a search takes, and values that no job could make right.
void requirePlan(const CLI::App& app, PlanCommand& command);

} // namespace bubblescope
