// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "indexopening.h"
#include "timerange.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// What to show: files and folders, or the built-in sample run.
struct Source {
    std::vector<std::string> paths;
    bool demo = false;
    bool useCache = true;
    std::optional<TimeRange> range; ///< ns from the start of the run: the part to read
    ImportChoices choices {};
    bool asksByRank = false;   ///< see IndexOpening
    bool asksFewRanks = false; ///< see IndexOpening
    /// What of an index is opened where memory is short, and its runs are looked at in one step.
    std::optional<WantedStep> step {};
    bool needsAll = false; ///< an index of which not all fits into memory is refused
    Asked asked = Asked::Spans; ///< what an index can answer without them is opened without spans
    uint64_t memory = 0; ///< bytes for what is read of files, or the spans of an index; 0: a quarter of the machine's
};

} // namespace bubblescope
