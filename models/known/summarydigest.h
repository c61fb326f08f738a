// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"
#include "runanalysis.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Gets the graph of the usual step, null if there is none: as long as it is kept, other analyses need not make it again.
using AfterRun = std::function<void(uint32_t run, std::shared_ptr<const void> graph)>;
/// What `summary` says of the runs of a folder, worked out once and kept in an index: of each run the analysis of its
/// usual step, and a trace of just the spans that the findings name. `afterEach` is called for each run.
std::string summaryDigest(const RunFolder& folder, const AfterRun& afterEach = {});

/// A folder whose runs have only those spans, and their analyses, which lack what `summary` does not show: bubbles,
/// overlap, the pieces of the critical path.
struct SummarizedFolder {
    RunFolder folder;
    std::vector<RunAnalysis> analyses; ///< by run
};
/// `tables`: the folder without traces. nullopt if the digest is damaged or of another folder.
std::optional<SummarizedFolder> summarizedFolder(RunFolder tables, const std::string& digest);

/// Whether what a digest knows of ranks and steps, by their index, can be used with the tables of that run.
bool isDigestOf(const Run& summarized, const Trace& tables);

} // namespace bubblescope
