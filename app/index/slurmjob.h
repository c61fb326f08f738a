// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// An index made by an array of Slurm tasks, and a merge that waits for all of them.
struct SlurmJob {
    std::string program;            ///< to run on the nodes
    std::vector<std::string> paths; ///< absolute
    std::string index;              ///< absolute
    std::string kernels;            ///< absolute; may be empty
    uint32_t shards = 1;
    uint32_t mostTasks = 1000;      ///< of one array; more shards are folded: a task does several, one after another
    std::string partition;          ///< may be empty, as the following
    std::string account;
    std::string time;
    std::vector<std::string> lines; ///< further "#SBATCH" options: "--mem=8G"
    unsigned threads = 0;           ///< of each task; 0: as many as Slurm gives it
    uint64_t memory = 0;            ///< bytes that the merge may take; 0: most of what Slurm gives it
    std::string scratch;            ///< folder for what takes more; may be empty
};

/// For the array, for `sbatch`.
std::string shardScript(const SlurmJob& job);
/// For the merge.
std::string mergeScript(const SlurmJob& job);

/// How many tasks the cluster allows in an array, Slurm's default where it does not say.
uint32_t slurmArrayLimit();

struct SubmittedJob {
    std::string shards; ///< ids of the jobs
    std::string merge;
};
/// Submits both. The merge runs once all tasks have ended, however they did: it names what is missing.
Result<SubmittedJob> submit(const SlurmJob& job);

} // namespace bubblescope
