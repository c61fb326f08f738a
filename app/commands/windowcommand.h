// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

namespace bubblescope {

/// Shows the window. Creates the QApplication of the process.
ExitCode runWindow(const WindowCommand& command, int& argc, char** argv);

} // namespace bubblescope
