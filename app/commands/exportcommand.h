// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

namespace bubblescope {

/// Writes a picture, trace, table or report without a display. Creates the QApplication of the process.
ExitCode runExport(const ExportCommand& command, int& argc, char** argv);
/// The same in a process that already has a QApplication.
ExitCode exportTo(const ExportCommand& command);

} // namespace bubblescope
