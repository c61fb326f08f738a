// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <set>
#include <utility>
#include <vector>

namespace bubblescope {

/// Which spans belong together, found by looking at every pair of spans: slow and obvious, for comparison with what is
/// fast. Shares no code with the matching. The layout must be whole, and spans must not state whom they meet.

/// Send and receive. The k-th of a rank and operation meets the k-th of the rank at the same place of the next
/// (forward) or previous (backward) stage.
std::set<std::pair<SpanId, SpanId>> messagesInOrder(const Trace& trace, const ParallelLayout& layout);
/// The same where records are missing and no rank sends a microbatch twice: what tells the same microbatch meets.
std::set<std::pair<SpanId, SpanId>> messagesByMicrobatch(const Trace& trace, const ParallelLayout& layout);
/// Members of collectives: the k-th of one kind of all ranks of a group, where all of them show the same operations.
std::set<std::set<SpanId>> collectivesInOrder(const Trace& trace, const ParallelLayout& layout);

/// Groups of ranks of one kind in Megatron-LM's order tp-cp-ep-dp-pp. Experts are laid out over the ranks of a stage by
/// themselves: tp-ep-dp.
std::vector<std::vector<int>> groupsOf(const ParallelLayout& layout, Category kind);

} // namespace bubblescope
