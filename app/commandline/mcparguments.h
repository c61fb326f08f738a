// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mcpcommand.h"

namespace CLI {
class App;
}

namespace bubblescope {

void addMcpOptions(CLI::App& app, McpCommand& command);

} // namespace bubblescope
