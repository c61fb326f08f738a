// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicatorlog.h"
#include "sampleprogram.h"

#include <vector>

namespace bubblescope {

/// Host and process of a rank, as all of its logs state them.
CommunicatorLog sampleProcess(const SampleLayout& layout, int rank);
/// What NCCL's Inspector would have measured beside the run, by rank, then communicator: of every step each collective
/// once, and the messages of the first microbatches; small ones are left out, as it does. Transfers take what the plan
/// says, with its noise; members that came early wait for the last.
std::vector<CommunicatorLog> makeSampleInspector(const SamplePlan& plan, const SampleProgram& program);

} // namespace bubblescope
