// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

namespace bubblescope {

/// The commands that need Qt's widgets. Each makes the one QApplication of the process.
ExitCode runWindow(const WindowCommand& command, int& argc, char** argv);
/// Draws without a display, whatever the desktop is.
ExitCode runRender(const RenderCommand& command, int& argc, char** argv);
/// Before the QApplication of a command that draws without a display, whatever the desktop is.
void startDrawing();
/// Writes a picture, a trace, a table or a report, without a display.
ExitCode runExport(const ExportCommand& command, int& argc, char** argv);
/// The same in a process that has its QApplication already.
ExitCode exportTo(const ExportCommand& command);
/// The timeline of one run as a PNG.
ExitCode drawTimeline(const Run& run, const std::string& output, int& argc, char** argv);

} // namespace bubblescope
