// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <set>
#include <utility>
#include <vector>

namespace bubblescope {

/// Finds which spans belong together by looking at every pair of spans: slow and obvious, to check the fast matching.
/// Shares no code with it. The layout must be complete, and spans must not state their peers.

/// Pairs of send and receive. The k-th of a rank and operation matches the k-th of the rank at the same place in the
/// next (forward) or previous (backward) stage.
std::set<std::pair<SpanId, SpanId>> messagesInOrder(const Trace& trace, const ParallelLayout& layout);
/// The same for missing records, if no rank sends a microbatch twice: equal microbatches match.
std::set<std::pair<SpanId, SpanId>> messagesByMicrobatch(const Trace& trace, const ParallelLayout& layout);
/// Members of collectives: the k-th of one kind on all ranks of a group, if all of them show the same operations.
std::set<std::set<SpanId>> collectivesInOrder(const Trace& trace, const ParallelLayout& layout);

/// Groups of ranks of one kind in Megatron-LM's order tp-cp-ep-dp-pp. Experts have their own layout over the ranks of a
/// stage: tp-ep-dp.
std::vector<std::vector<int>> groupsOf(const ParallelLayout& layout, Category kind);

} // namespace bubblescope
