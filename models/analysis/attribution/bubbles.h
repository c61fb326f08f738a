// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stragglers.h"
#include "timesplit.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Why a rank has no work.
enum class BubbleCause : uint8_t {
    PipelineFill,   ///< the first microbatches have not arrived yet
    PipelineDrain,  ///< the last microbatches are in later stages
    SlowNeighbour,  ///< in the steady state, another stage is not ready
    StragglingRank, ///< a rank that does the same work is slower
    Link,           ///< the messages between two stages take that long
    EmbeddingGroup, ///< gradients of tied embeddings: first and last stage wait for each other
    GradientSynchronization,
    Optimizer, ///< synchronization inside the optimizer step
    Input,     ///< a rank is still fetching a batch
    Host,      ///< nothing was launched
    Unknown,   ///< the partner is not in the trace, or on another clock
};
inline constexpr int bubbleCauseCount = static_cast<int>(BubbleCause::Unknown) + 1;
/// "pipeline fill".
std::string_view bubbleCauseName(BubbleCause cause);

/// A stretch of time in which one rank has no work.
struct Bubble {
    TimeRange range;
    uint32_t rank = 0;    ///< index into Trace::ranks()
    SpanId span;          ///< the span in which the rank waits; invalid if nothing was recorded
    SpanId awaited;       ///< what it waited for; invalid if unknown
    Category group = Category::Other; ///< of the communication that it waited in or for
    int culpritRank = -1; ///< global rank at the end of the chain of waits; -1 if unknown
    int culpritStage = -1;
    int linkFrom = -1; ///< of a chain that ends at messages, no rank: the stages at their ends, the lower first
    int linkTo = -1;
    PipelinePhase phase = PipelinePhase::Steady;
    BubbleCause cause = BubbleCause::Unknown;
    bool isPipelines = false; ///< a pipeline bubble; otherwise waiting in a collective or for it, or idle

    bool isWaiting() const { return !isPipelines && (span.isValid() || awaited.isValid()); }
};

/// The bubbles of a window by rank, then time, with sums over all ranks.
struct Bubbles {
    std::vector<Bubble> all;
    std::array<TimeNs, bubbleCauseCount> byCause {};
    TimeNs total = 0;
    TimeNs of(BubbleCause cause) const { return byCause[static_cast<size_t>(cause)]; }
};

/// Finds the causes of what splitRank() returned in `idle`, which is indexed by rank index. Pipeline bubbles after the
/// warmup follow the chain of waits: where the awaited rank is late because it waited itself, longer than it worked
/// longer since both last met (as the pipeline drains, for a sixth of the bubble), it is whom that one waited for, and
/// so on to the rank that nobody held up, or to the messages that took as long. Elsewhere, if the awaited rank waits
/// itself most of that time, it is the one that works meanwhile. O(n log n): each of at most 128 links of a chain is
/// found in O(log n).
Bubbles explainBubbles(const RunContext& context, const Timing& timing,
    const std::vector<std::vector<IdleStretch>>& idle, const std::vector<Waiting>& waiting,
    const Stragglers& stragglers);

} // namespace bubblescope
