// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

namespace bubblescope {

/// The window. Makes the one QApplication of the process.
ExitCode runWindow(const WindowCommand& command, int& argc, char** argv);

} // namespace bubblescope
