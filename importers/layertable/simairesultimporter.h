// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// SimAI result tables, `*EndToEnd.csv`: summary lines, then one row per layer for all layers, times in µs.
std::unique_ptr<Importer> makeSimAIResultImporter();

} // namespace bubblescope
