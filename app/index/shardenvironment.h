// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderwalk.h"
#include "indexinput.h"
#include "result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The value of an environment variable, null if it is not set.
using ReadVariable = std::function<const char*(const char* name)>;

/// Parses "3/16": the fourth of sixteen tasks.
Result<IndexShard> parseShard(std::string_view text);

/// Which of how many tasks this is, as the launcher says: Slurm's arrays and steps, Open MPI, PMI, Kubernetes' indexed
/// jobs, torchrun. `count`, if given, is the number of tasks, whatever the launcher says of it.
Result<IndexShard> shardFromEnvironment(const ReadVariable& read, std::optional<uint32_t> count);

/// Of the cores that the program may use (availableCores()), those of this task: what Slurm gives it, and an equal
/// share where Slurm, Open MPI, MPICH or torchrun says that it runs several tasks on this machine.
unsigned coresOfTask(const ReadVariable& read, unsigned cores);

/// On how many of `cores` threads files may be read, so that any of them may be read at once within this many bytes; at
/// least on four, as far as there are so many cores.
unsigned threadsFor(const std::vector<WalkedFile>& files, uint64_t memory, unsigned cores);

} // namespace bubblescope
