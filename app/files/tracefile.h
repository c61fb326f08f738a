// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "annotation.h"
#include "progress.h"
#include "result.h"
#include "run.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A run to write, and a prefix for its process names.
struct WrittenRun {
    const Run* run;
    std::string_view prefix;
    std::vector<AnchoredNote> notes {};
    std::optional<TimeRange> range {}; ///< only what meets it, in ns from the start of the run; nullopt for everything
    std::optional<int64_t> step {};    ///< number of its only step, where it is not the run's own
};
/// Writes runs as one Chrome trace, which Perfetto can open as well; compressed with gzip if the name ends in .gz. A
/// failed or cancelled write leaves the previous file untouched. Returns nullopt on success and when cancelled.
/// `progress` counts spans. Any thread.
std::optional<Error> writeTraceFile(
    const std::vector<WrittenRun>& runs, const std::string& path, const ProgressFn& progress = {});

} // namespace bubblescope
