// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"

namespace bubblescope {

/// Work-item tables: tab-separated, one operator per row, times in ms, sizes in elements of 4 bytes.
std::unique_ptr<Importer> makeWorkItemImporter();

} // namespace bubblescope
