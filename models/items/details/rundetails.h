// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details.h"

namespace bubblescope {

/// Facts of a run: layout, ranks, hosts and their clocks, files. `rank` adds a section about it; -1 for none. A run that
/// hangs has no step that ended, and so none to count.
DetailFields runDetails(const Run& run, int rank, bool hangs = false);

} // namespace bubblescope
