// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankblocks.h"

#include <algorithm>

namespace bubblescope {

RankBlocks::Read RankBlocks::readStep(int32_t step, uint64_t most, unsigned threads, const ProgressFn& progress) const
{
    const auto steps = tables().steps();
    const auto own = std::find_if(steps.begin(), steps.end(), [step](const Step& s) { return s.number == step; });
    return readRange(own == steps.end() ? tables().range() : own->range, most, threads, progress);
}

Error takesTooMuch(const Message& what, uint64_t bytes, uint64_t memory)
{
    constexpr uint64_t megabyte = uint64_t(1) << 20;
    const uint64_t needed = bytes / megabyte + 1;
    return {say("{} takes {} MB of memory, more than the {} MB that may be used.", what, needed, memory / megabyte),
        say("Give it that much (--memory {}M), or run it where there is more.", needed), {}};
}

std::vector<std::vector<uint32_t>> rankBatches(
    const Trace& tables, const std::vector<uint32_t>& ranks, uint64_t spansAtOnce)
{
    const std::vector<RankSpans> spans = spansByRank(tables);
    std::vector<std::vector<uint32_t>> batches;
    uint64_t inBatch = 0;
    for (const uint32_t rank : ranks) {
        if (batches.empty() || inBatch + spans[rank].count > spansAtOnce) {
            batches.emplace_back();
            inBatch = 0;
        }
        batches.back().push_back(rank);
        inBatch += spans[rank].count;
    }
    return batches;
}

std::vector<RankSpans> spansByRank(const Trace& trace)
{
    std::vector<RankSpans> spans(trace.ranks().size());
    size_t rank = 0;
    for (const Row& row : trace.rows()) { // sorted by rank, as tracks are
        const int32_t number = trace.track(row.track).rank;
        while (rank < spans.size() && trace.ranks()[rank].rank != number)
            ++rank;
        if (rank == spans.size())
            break; // a row of no rank
        if (spans[rank].count == 0)
            spans[rank].first = row.firstSpan;
        spans[rank].count += row.spanCount;
    }
    return spans;
}

RankSpans spansOfRank(const Trace& trace, int32_t rank)
{
    const auto tracks = trace.tracksOf(rank);
    const auto hasRows = [](const Track& track) { return track.rowCount > 0; };
    const auto first = std::find_if(tracks.begin(), tracks.end(), hasRows);
    const auto last = std::find_if(tracks.rbegin(), tracks.rend(), hasRows);
    if (first == tracks.end())
        return {};
    const uint32_t begin = trace.rows()[first->firstRow].firstSpan;
    const Row& end = trace.rows()[last->firstRow + last->rowCount - 1];
    return {begin, end.firstSpan + end.spanCount - begin};
}

} // namespace bubblescope
