// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

#include <functional>

namespace bubblescope {

/// Runs a command. Exceptions are reported on standard error and end as ExitCode::Failed.
ExitCode runGuarded(const std::function<ExitCode()>& command);
/// The same, then flushes standard output; if that fails (full disk), ends as ExitCode::Usage.
ExitCode runToEnd(const std::function<ExitCode()>& command);

} // namespace bubblescope
