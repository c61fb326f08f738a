// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "naivestep.h"

#include <map>
#include <tuple>
#include <vector>

namespace bubblescope {

/// A pipeline to be simulated event by event where sends block: slow and obvious, to check schedules with. Shares no
/// code with them.
struct NaivePipeline {
    struct Pass {
        char kind = 'F'; ///< F, B (input gradient), W (weight gradient) or A (both gradients)
        int stage = 0;   ///< of the model
        int microbatch = 0;
        bool isWithNext = false; ///< runs together with the next pass
    };
    /// By stage of the model, in ns; sends by link.
    struct Costs {
        std::vector<TimeNs> forward;
        std::vector<TimeNs> inputGradient;
        std::vector<TimeNs> weightGradient;
        std::vector<TimeNs> send;
        TimeNs of(const Pass& pass) const;
    };
    /// A pass whose operation is asked for; A counts as B.
    using Key = std::tuple<char, int, int>; // kind, stage, microbatch
    struct Play {
        NaiveStep step;
        std::map<Key, size_t> operations; ///< of all passes
    };

    /// Receives were posted long ago: after a pass the rank sends what others need of it, all at once, and goes on when
    /// the longest of these transfers is over. Then it is there.
    static Play postedReceives(const std::vector<std::vector<Pass>>& programs, const Costs& costs);

    /// Megatron-LM's forward_backward_pipelining_without_interleaving(): in its steady state a send and the receive from
    /// the same neighbour are one call. Both ends of a message must be in their calls before it begins.
    static Play oneFOneB(int ranks, int microbatches, const Costs& costs);
    /// The same calls, all forward passes first.
    static Play gPipe(int ranks, int microbatches, const Costs& costs);

    /// Megatron-LM's forward_backward_pipelining_with_interleaving() with a call after each pass: it sends what that
    /// made, and receives what the rank's next pass of the same direction needs. Both ends of a message must be in
    /// their calls before it begins, and a call ends when all its messages have arrived.
    static Play interleaved(int ranks, int microbatches, int chunks, const Costs& costs);
};

} // namespace bubblescope
