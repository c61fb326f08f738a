// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobdescription.h"
#include "plannedmemory.h"

namespace bubblescope {

/// Which framework's habits a described job has: what is stated, or that of its format where it is one of a framework.
/// Others do what only Megatron of those that were measured does (8-bit products, chunks, experts, context
/// parallelism), divide gradients as only FSDP does, or are models that Megatron-DeepSpeed trained; what is left runs
/// as nanotron does, of which by far the most runs were measured.
TrainingFramework frameworkOf(const JobDescription& job);
/// Why, for the list of what was assumed, where it is not stated.
Message frameworkReason(const JobDescription& job);
/// Where none is stated, states the one that `described` has, and lists it as assumed: what becomes of the job is
/// compared with it, and figures of two frameworks are not compared.
void assumeFramework(JobDescription& job, const JobDescription& described);

MemoryHabits memoryHabitsOf(const JobDescription& job);

} // namespace bubblescope
