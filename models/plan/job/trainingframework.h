// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "plannedmemory.h"

#include <string_view>

namespace bubblescope {

/// "generic", "megatron", "deepspeed", "nanotron".
std::string_view trainingFrameworkKey(TrainingFramework framework);

/// Which framework's habits a described job has: that of its format where it is one of a framework. Others tell it by
/// what only Megatron of those that were measured does (8-bit products, chunks, experts, context parallelism), or are
/// models that Megatron-DeepSpeed trained; what is left runs as nanotron does, of which by far the most runs were
/// measured.
TrainingFramework frameworkOf(const JobDescription& job);
/// Why, for the list of what was assumed.
Message frameworkReason(const JobDescription& job);

MemoryHabits memoryHabitsOf(const JobDescription& job);

} // namespace bubblescope
