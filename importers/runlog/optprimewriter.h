// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runlog.h"

#include <string>

namespace bubblescope {

/// The log as opt_prime prints it, as the importer reads it back: the head, the stage blocks of every step (times to
/// 0.001 ms), and after the last stage's block the line with the step's time and loss (to 0.01).
std::string writeOptPrimeLog(const RunLog& log);

} // namespace bubblescope
