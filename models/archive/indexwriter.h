// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytestreams.h"
#include "indexsections.h"
#include "progress.h"
#include "rankblocks.h"
#include "run.h"

#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// What a merge adds to the runs themselves: answers to the usual questions, worked out once.
struct KeptAnalyses {
    std::string version;                        ///< of the analyses that made them
    std::map<SectionKey, std::string> texts {}; ///< of archives; empty ones are left out
    /// By run: who met whom, see CollectiveTable; without, readers of a part of a run find out for themselves.
    std::vector<CollectiveMembers> members {};
};

/// Writes the runs of a folder, aligned, with the spans of each rank by themselves. The bytes depend on folder and
/// analyses only. False where writing failed, or `progress`, which gets spans, returned false.
bool writeRuns(ByteSink& file, const RunFolder& folder, const KeptAnalyses& analyses, unsigned threads,
    const ProgressFn& progress = {});

} // namespace bubblescope
