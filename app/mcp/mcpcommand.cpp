// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mcpcommand.h"

#include "console.h"
#include "mcpserver.h"

#include <filesystem>
#include <iostream>

namespace bubblescope {

ExitCode runMcp(const McpCommand& command, PictureDrawing drawing)
{
    std::error_code error;
    if (!command.pictures.empty() && !std::filesystem::is_directory(command.pictures, error)) {
        printError(Error {say("There is no folder \"{}\".", command.pictures),
            say("Make it first: nothing else is written to."), {}});
        return ExitCode::Usage;
    }
    McpTools tools({command.pictures, std::move(drawing), command.memory, command.choices});
    McpServer(tools).serve(std::cin, std::cout);
    return ExitCode::Fine;
}

} // namespace bubblescope
