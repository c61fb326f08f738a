// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exitcode.h"
#include "importer.h"
#include "mcptools.h"

#include <cstdint>
#include <string>

namespace bubblescope {

struct McpCommand {
    std::string pictures; ///< folder; empty for none
    uint64_t memory = 0;  ///< see McpOptions
    ImportChoices choices {};
};

/// Answers on standard output what is asked on standard input, until that ends. `drawing` may be empty.
ExitCode runMcp(const McpCommand& command, PictureDrawing drawing);

} // namespace bubblescope
