// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

#include <memory>

namespace bubblescope {

/// Step lines of trainers that the table of stepformats.h knows, and of programs that say the time per step in a common
/// wording with its unit. The log is of the kind Trainer.
std::unique_ptr<LogReader> makeStepLinesReader();

} // namespace bubblescope
