// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mcparguments.h"

#include "sharedarguments.h"

#include <CLI/CLI.hpp>

namespace bubblescope {

void addMcpOptions(CLI::App& app, McpCommand& command)
{
    app.add_option("--pictures", command.pictures, "Folder for pictures, the only place that is written to")
        ->type_name("DIR");
    addKernels(app, command.choices.kernels);
    addLogPattern(app, command.choices);
    addMemory(app, command.memory);
}

} // namespace bubblescope
