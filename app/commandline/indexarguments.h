// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexcommand.h"

namespace CLI {
class App;
}

namespace bubblescope {

void addIndexOptions(CLI::App& app, IndexCommand& command);
/// After parsing; throws CLI::ParseError for what contradicts itself.
void requireIndex(const CLI::App& app, IndexCommand& command);

} // namespace bubblescope
