// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "stragglerwhatif.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What the steps of a run lose to inequality, or why that is not known, as an index keeps it; empty for a run whose
/// ranks did not run together.
std::string stragglerDigest(const Run& run);
/// nullopt if it is damaged. `tables`: of the run.
std::optional<Result<StragglerWhatIf>> restoredStragglers(std::string_view text, const Trace& tables);

} // namespace bubblescope
