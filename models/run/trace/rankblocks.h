// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"
#include "result.h"
#include "trace.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// A run whose spans are read a few ranks at a time, since all of them may not fit into memory. Ranks are given by
/// their index into tables().ranks(). Safe to use from several threads at once.
class RankBlocks {
public:
    virtual ~RankBlocks() = default;

    /// Everything but the spans. Its rows say how many spans there are, of all ranks.
    virtual const Trace& tables() const = 0;
    /// Equal for two objects that read the same spans.
    virtual uint64_t identity() const = 0;
    /// By rank: names and details of its spans, ascending, without "none"; empty where they are too many to be listed.
    virtual std::vector<std::vector<StringId>> namesByRank() const = 0;

    /// Some ranks read: the trace has tables().ranks() and their tracks, but spans of these ranks only, in their order.
    struct Read {
        TracePtr trace;       ///< null where nothing could be read
        uint32_t damaged = 0; ///< ranks whose spans are left out
        /// By span its number in the whole run, ascending, where not all spans of these ranks are read.
        std::vector<SpanId> numbers {};
        uint64_t spans = 0; ///< chosen from a range or a step, even where they are too many to be read
    };
    virtual Read read(const std::vector<uint32_t>& ranks, unsigned threads) const = 0;
    /// All ranks, with the spans that overlap a range only, and those that they lie in, in their order; messages,
    /// launches and collectives between them, also across ranks. Takes the memory of what is kept, and of one rank per
    /// thread. Null if `progress`, which gets spans, cancels, and if these are more than `most`.
    virtual Read readRange(TimeRange range, uint64_t most, unsigned threads, const ProgressFn& progress = {}) const = 0;
    /// All ranks, with what one step, given by its number, needs to be analysed as if the whole run were there; at
    /// least what overlaps it.
    virtual Read readStep(int32_t step, uint64_t most, unsigned threads, const ProgressFn& progress = {}) const;

    static constexpr uint64_t bytesOfSpan = 64; ///< about what one takes that is read
};

/// The refusal of what would take so many bytes.
Error takesTooMuch(const Message& what, uint64_t bytes, uint64_t memory);

inline TracePtr tablesOf(const std::shared_ptr<const RankBlocks>& blocks) { return {blocks, &blocks->tables()}; }

/// Ranks to be read together, in their order: about a million spans, some 70 MB, at a time.
std::vector<std::vector<uint32_t>> rankBatches(
    const Trace& tables, const std::vector<uint32_t>& ranks, uint64_t spansAtOnce = 1'000'000);

/// First and number of the spans of each rank: they lie together. By rank index.
struct RankSpans {
    uint32_t first = 0;
    uint32_t count = 0;
};
std::vector<RankSpans> spansByRank(const Trace& trace);
/// Of one rank, given by its global number, in O(log tracks).
RankSpans spansOfRank(const Trace& trace, int32_t rank);

} // namespace bubblescope
