// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexinput.h"
#include "result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// The value of an environment variable, null if it is not set.
using ReadVariable = std::function<const char*(const char* name)>;

/// Parses "3/16": the fourth of sixteen tasks.
Result<IndexShard> parseShard(std::string_view text);

/// Which of how many tasks this is, as the launcher says: Slurm's arrays and steps, Open MPI, PMI, Kubernetes' indexed
/// jobs, torchrun. `count`, if given, is the number of tasks, whatever the launcher says of it.
Result<IndexShard> shardFromEnvironment(const ReadVariable& read, std::optional<uint32_t> count);

} // namespace bubblescope
