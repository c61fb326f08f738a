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

/// What the steps of a run lose to inequality, or why that cannot be told, as an index keeps it; empty for a run whose
/// ranks did not run together.
std::string stragglerDigest(const Run& run);
/// nullopt if it is damaged. `tables`: of the run.
std::optional<Result<StragglerWhatIf>> restoredStragglers(std::string_view text, const Trace& tables);

/// A run of a merged index without its spans, and what the merge found.
struct StragglersOfIndex {
    Run run;
    Result<StragglerWhatIf> whatIf;
};
/// Of the first measured run, or of the one with this name. nullopt where there is no such run, or no index to be used:
/// open it as everything else, which tells what is wrong. An error if what it keeps of the run is damaged.
Result<std::optional<StragglersOfIndex>> stragglersOfIndex(
    const std::string& path, const std::optional<std::string>& run = {});

} // namespace bubblescope
