// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydata.h"

#include <optional>
#include <string>

namespace bubblescope {

/// Writes everything that is open as a SQLite database, whole or not at all: into a file next to it that is renamed
/// once it is written. A cancelled write leaves the previous file, too. Nullopt on success and when cancelled.
std::optional<Error> writeDatabase(QueryData& data, const std::string& path, const ProgressFn& progress = {});

} // namespace bubblescope
