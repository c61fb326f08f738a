// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexreading.h"

#include "analysisversion.h"

namespace bubblescope {

Result<RunIndex> openRunIndex(const std::string& path) { return RunIndex::open(path, analysisVersion()); }

} // namespace bubblescope
