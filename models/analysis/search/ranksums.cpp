// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranksums.h"

#include <algorithm>

namespace bubblescope {

namespace {
constexpr uint32_t spansAtATime = 1u << 20;
} // namespace

RankSumsPtr sumRanks(const RankBlocks& blocks, TimeRange range, SelectionSummary::GroupBy by, unsigned threads,
    const std::function<bool(double share)>& report)
{
    const TracePtr tables(TracePtr(), &blocks.tables());
    const std::vector<RankSpans> spans = spansByRank(*tables);
    std::vector<uint32_t> ranks;
    for (uint32_t r = 0; r < spans.size(); ++r) {
        if (spans[r].count > 0)
            ranks.push_back(r);
    }
    auto sums = std::make_shared<RankSums>();
    SelectionSummary& summary = sums->summary;
    summary = SelectionSummary::ofParts(tables, range, by, threads);
    const auto count = [&](const TracePtr& part, uint32_t rank) {
        summary.goOnWith(part, spans[rank].first);
        while (!summary.advance(spansAtATime)) { }
    };
    size_t done = 0;
    for (const std::vector<uint32_t>& batch : rankBatches(*tables, ranks)) {
        if (!report(double(done) / double(ranks.size())))
            return nullptr;
        const RankBlocks::Read read = blocks.read(batch, threads);
        if (read.trace && read.damaged == 0) {
            count(read.trace, batch.front());
        } else { // spans that follow what is left out would get other numbers
            for (const uint32_t rank : batch) {
                const RankBlocks::Read single = blocks.read({rank}, threads);
                const bool isWhole = single.trace && single.damaged == 0;
                sums->damagedRanks += isWhole ? 0 : 1;
                if (isWhole)
                    count(single.trace, rank);
            }
        }
        done += batch.size();
    }
    summary.endParts();
    while (!summary.advance(spansAtATime)) { }
    summary.goOnWith(nullptr, 0); // lets go of the last ranks
    return sums;
}

} // namespace bubblescope
