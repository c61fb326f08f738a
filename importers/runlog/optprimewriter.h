// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runlog.h"

#include <string>

namespace bubblescope {

/// Writes the log as opt_prime prints it and the importer reads it: the head, the stage blocks of every step (times to
/// 0.001 ms), and after the last stage's block a line with the time and loss of the step (to 0.01).
std::string writeOptPrimeLog(const RunLog& log);

} // namespace bubblescope
