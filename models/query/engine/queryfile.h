// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "querydata.h"
#include "result.h"

#include <optional>
#include <string>

namespace bubblescope {

/// Writes all tables as plain ones of the same names and columns into a new SQLite database at `path`, which must not
/// exist: functions and notes of other programs apart, it answers as the tables do. Reads and writes row by row. Nothing
/// is made safe against a power cut: whoever renames the file into place does that. `progress` counts spans; nullopt on
/// success, and when it cancelled.
std::optional<Error> writeQueryFile(QueryData& data, const std::string& path, const ProgressFn& progress = {});

} // namespace bubblescope
