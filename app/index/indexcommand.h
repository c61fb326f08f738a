// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exitcode.h"
#include "kernelnames.h"
#include "slurmjob.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Makes an index of a run that is too large for one machine: `index PATH… -o IDX`.
struct IndexCommand {
    std::vector<std::string> paths; ///< may be empty where the index knows them
    std::string index;
    KernelNamesPtr kernels;  ///< null where none were named: those that the index knows
    std::string kernelsFile; ///< where they were read
    std::string shard;       ///< "3/16"; empty for all
    bool shardFromEnv = false;
    std::optional<uint32_t> shards;
    bool merge = false;
    std::string status; ///< an index; empty unless asked for
    bool json = false;  ///< of --status
    unsigned threads = 0;
    uint64_t memory = 0; ///< bytes that a merge may take; 0: half of the machine's
    std::string scratch; ///< folder for what takes more; empty: the index
    SlurmJob slurm;
    bool wantsSlurm = false;
    bool printsScripts = false;
};

ExitCode runIndex(const IndexCommand& command);

} // namespace bubblescope
