// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runindex.h"

#include <string>

namespace bubblescope {

/// Opens the merged runs of an index; analyses of another version than this program's are not used.
Result<RunIndex> openRunIndex(const std::string& path);

} // namespace bubblescope
