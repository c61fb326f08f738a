// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "run.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Facts from file and folder names of a rank trace: `wd4_tp1_pp2_numl4_bs1_GPT2BPETokenizer_rank2_20250401230426.txt`.
struct TraceName {
    std::optional<int> rank;
    std::string stamp; ///< YYYYmmddHHMMSS; empty if absent
    std::string base; ///< name without rank, stamp and extension; the same for all files of a run
    std::string host; ///< sub-folder that names a host (node1); may be empty
    std::string folder; ///< relative folder of the run, without the host's folder
    ParallelLayout layout;
    /// What the file's name counts of tp, pp, dp, cp and ep, in that order; see namesPlaces.
    std::array<std::optional<int>, 5> counts {};
    /// The counts are the rank's places from 0 ("dp0_pp0_tp3_dcp0_ep3_rank3" of vLLM), not sizes of the job: then they
    /// are not in the layout. Of a single name only a zero or such words count.
    bool namesPlaces = false;
};
/// `relativePath` is relative to what the user opened; `rootName` is the name of the opened folder itself.
TraceName parseTraceName(std::string_view relativePath, std::string_view rootName);
std::optional<WorkerName> workerOfName(std::string_view relativePath);
/// The process whose table of operations a file is: 7001 of "7001_kernel_trace.csv", as rocprofv3 names it, or
/// "node1_7001_kernel_trace.csv". nullopt for other names.
std::optional<WorkerName> workerOfTable(std::string_view relativePath);
/// The rank in a file's name, for traces that do not state it: "rank3", "rank_3", "worker3", "trace.3.json", or in that
/// of its folder. nullopt if there is none.
std::optional<int> rankOfFileName(std::string_view relativePath);

} // namespace bubblescope
