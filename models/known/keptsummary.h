// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "runsummary.h"

#include <memory>
#include <string>
#include <string_view>

namespace bubblescope {

/// The whole summary of a run that is all in memory, with what drawings show of it, packed: to be kept with the run.
/// Empty where it would not come back.
std::string keptSummary(const Run& run, const RunSummary& summary, unsigned threads);
/// Null where it is damaged, or of another run.
std::shared_ptr<const RunSummary> restoredSummary(std::string_view kept, const Run& run, unsigned threads);

} // namespace bubblescope
