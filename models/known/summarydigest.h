// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"
#include "run.h"
#include "runanalysis.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

class RunIndex;

/// What `summary` says of the runs of a folder, worked out once and kept in an index: of each run the analysis of its
/// usual step, and a trace of just the spans that the findings name.
std::string summaryDigest(const RunFolder& folder);

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

/// The runs of an open index, without their spans. nullopt if what the merge found is not to be used.
std::optional<SummarizedFolder> summarizedRuns(const RunIndex& index, const std::string& path);
/// Opens the merged index among these paths without its spans. nullopt where there is none to be used: open it as
/// everything else, which tells what is wrong.
std::optional<SummarizedFolder> summarizedIndex(const std::vector<std::string>& paths);
/// Why what the merge found is not used although the index can be opened: it is of another version, see
/// RunIndex::isOutdated(). nullopt for all other paths.
std::optional<Error> whyOutdated(const std::string& path);

} // namespace bubblescope
