// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "run.h"

#include <span>

namespace bubblescope {

/// Adds what one file holds besides traces, which are grouped into runs by groupRuns().
void addTables(RunFolder& folder, const std::string& name, const FileContents& contents);
/// Names equal ones apart; after the last file, in order of their names.
void finishTables(RunFolder& folder);
/// What communicators measured in all files together, and the curves that price others by it.
void addFabric(RunFolder& folder, std::span<const CommunicatorLog> logs);

} // namespace bubblescope
