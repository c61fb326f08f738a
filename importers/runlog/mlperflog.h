// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "logreader.h"

namespace bubblescope {

/// Lines ":::MLLOG {…}" of MLPerf training: blocks of steps between evaluations, their quality where it is a loss,
/// throughput, evaluations, and the start of every process.
std::unique_ptr<LogReader> makeMlperfLogReader();

} // namespace bubblescope
