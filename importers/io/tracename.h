// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "run.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What a rank trace's file and folder names tell. `wd4_tp1_pp2_numl4_bs1_GPT2BPETokenizer_rank2_20250401230426.txt`.
struct TraceName {
    std::optional<int> rank;
    std::string stamp; ///< YYYYmmddHHMMSS, empty where absent
    std::string base; ///< name without rank, stamp and extension; equal for files of one run
    std::string host; ///< sub-folder that names a host (node1), empty where none does
    std::string folder; ///< folder of the run, relative, host folder taken off
    ParallelLayout layout;
};
/// `relativePath` is relative to what the user opened; `rootName` is the opened folder's own name.
TraceName parseTraceName(std::string_view relativePath, std::string_view rootName);
std::optional<WorkerName> workerOfName(std::string_view relativePath);
/// The rank that a file's name tells where the trace itself does not: "rank3", "rank_3", "worker3", "trace.3.json", or
/// the folder it lies in. Nothing where it tells none.
std::optional<int> rankOfFileName(std::string_view relativePath);

} // namespace bubblescope
