// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "indexsections.h"
#include "progress.h"
#include "rankblocks.h"
#include "tracearchive.h"

namespace bubblescope {

Error damagedIndex(const SectionReader& sections);
Error cancelledIndex();

/// Everything of a run but its spans. Refused unless its ranks lie in order.
Result<TraceArchive::Tables> readRunTables(const SectionReader& sections, uint32_t run);

struct RunSpans {
    TracePtr trace;                           ///< null if the tables and the spans contradict each other
    std::vector<std::optional<Error>> errors; ///< by rank: why its spans are left out
    std::vector<SpanId> numbers {};           ///< of a range or a step: by span, where it was when written
    uint64_t spans = 0;                       ///< chosen for a range or a step, even where they are too many
};
/// The run with the spans of these ranks, given by rank index. nullopt if cancelled; `progress` gets spans.
std::optional<RunSpans> readRunSpans(const SectionReader& sections, uint32_t run, TraceArchive::Tables&& tables,
    const std::vector<bool>& isKept, unsigned threads, const ProgressFn& progress = {});

/// All ranks, with the spans that meet a range only; see RankBlocks::readRange(). The trace is null if these are more
/// than `most`.
std::optional<RunSpans> readRunRange(const SectionReader& sections, uint32_t run, TraceArchive::Tables&& tables,
    TimeRange range, uint64_t most, unsigned threads, const ProgressFn& progress = {});
/// The same with what a step needs, given by its number; see StepCut.
std::optional<RunSpans> readRunStep(const SectionReader& sections, uint32_t run, TraceArchive::Tables&& tables,
    int32_t step, uint64_t most, unsigned threads, const ProgressFn& progress = {});

/// The same a few ranks at a time. Reads the tables when it is first asked.
std::shared_ptr<const RankBlocks> rankBlocksOf(std::shared_ptr<const SectionReader> sections, uint32_t run);

} // namespace bubblescope
