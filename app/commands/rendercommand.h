// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

namespace bubblescope {

/// Draws without a display, whatever the desktop is. Creates the QApplication of the process.
ExitCode runRender(const RenderCommand& command, int& argc, char** argv);
/// Draws the timeline of one run as a PNG in the same way.
ExitCode drawTimeline(const Run& run, const std::string& output, int& argc, char** argv);
/// The same for views of files and folders, one picture after another: the QApplication stays as long as the drawing.
PictureDrawing pictureDrawing(int& argc, char** argv);
/// Call before creating the QApplication of a command that draws without a display.
void startDrawing();

} // namespace bubblescope
