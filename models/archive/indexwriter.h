// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bytestreams.h"
#include "indexsections.h"
#include "progress.h"
#include "rankblocks.h"
#include "run.h"

#include <functional>
#include <map>
#include <string>

namespace bubblescope {

/// What a merge adds to the runs themselves: answers to the usual questions, worked out once.
struct KeptAnalyses {
    /// Text of an archive, packed at once: those of many ranks are large.
    struct Answer {
        std::string packed;
        uint64_t size = 0; ///< unpacked
    };

    std::string version;                     ///< of the analyses that made them
    std::map<SectionKey, Answer> answers {}; ///< empty ones are left out
    /// Who met whom in a run, see CollectiveTable, asked when its spans are written; without, readers of a part of a run
    /// find out for themselves.
    std::function<CollectiveMembers(uint32_t run)> membersOf {};
};

/// Writes the runs of a folder, aligned, with the spans of each rank by themselves. The bytes depend on folder and
/// analyses only. False where writing failed, or `progress`, which gets spans, returned false.
bool writeRuns(ByteSink& file, const RunFolder& folder, const KeptAnalyses& analyses, unsigned threads,
    const ProgressFn& progress = {});

} // namespace bubblescope
