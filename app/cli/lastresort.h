// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

#include <functional>

namespace bubblescope {

/// Runs a command; whatever it throws is said on standard error, and ends as ExitCode::Failed.
ExitCode runGuarded(const std::function<ExitCode()>& command);
/// The same, and all of standard output is written; an answer that the disk had no room for ends as ExitCode::Usage.
ExitCode runToEnd(const std::function<ExitCode()>& command);

} // namespace bubblescope
