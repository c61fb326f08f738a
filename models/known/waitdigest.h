// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "run.h"
#include "runsummary.h"

#include <functional>
#include <string>
#include <vector>

namespace bubblescope {

/// Where each rank of a run waits and has no work, by rank index, as an index keeps it: of one rank by itself, and of
/// partners that are not in memory.
std::vector<std::string> waitDigests(const Run& run, const RunSummary& summary, unsigned threads);
/// The same, each as soon as it is made: `take` gets them in any order, on several threads.
void makeWaitDigests(const Run& run, const RunSummary& summary, unsigned threads,
    const std::function<void(uint32_t rank, std::string&& digest)>& take);

/// Adds to the overview of a run, which is of all ranks, what drawings show of those in `trace`. Where that
/// is all of them and nothing is damaged, the overview is a summary like any other afterwards. Returns the ranks of
/// which it is damaged. `digestOf` gives what waitDigests() made of a rank, on several threads.
std::vector<int32_t> addWaits(RunSummary& overview, const Trace& trace,
    const std::function<Result<std::string>(uint32_t rank)>& digestOf, unsigned threads);

} // namespace bubblescope
