// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkcommand.h"

namespace CLI {
class App;
}

namespace bubblescope {

/// Adds the options of `check`; they throw CLI::ParseError for what is wrong, also in a file of rules.
void addCheckOptions(CLI::App& app, CheckCommand& command);

} // namespace bubblescope
