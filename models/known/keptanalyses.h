// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexwriter.h"

namespace bubblescope {

/// What an index keeps of the runs of a folder: every analysis that is registered in keptanalyses.cpp. Refers to the
/// folder.
KeptAnalyses keptAnalyses(const RunFolder& folder, unsigned threads);

} // namespace bubblescope
