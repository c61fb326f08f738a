// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

namespace bubblescope {

/// Writes a picture, a trace, a table or a report, without a display. Makes the one QApplication of the process.
ExitCode runExport(const ExportCommand& command, int& argc, char** argv);
/// The same in a process that has its QApplication already.
ExitCode exportTo(const ExportCommand& command);

} // namespace bubblescope
