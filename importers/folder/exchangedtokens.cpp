// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchangedtokens.h"

#include <algorithm>
#include <vector>

namespace bubblescope {

namespace {

/// Bytes of the first exchange of a rank, which hands tokens out, and of the one that takes them back.
struct Exchanged {
    int64_t sent = 0;
    int64_t got = 0;
};

std::optional<Exchanged> firstExchange(const Trace& trace, int32_t rank)
{
    for (const Track& track : trace.tracksOf(rank)) {
        std::vector<int64_t> bytes;
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount && bytes.size() < 2; ++i) {
                const SpanId span(i);
                if (trace.category(span) == Category::ExpertComm && trace.operation(span) == Operation::AllToAll)
                    bytes.push_back(trace.bytes(span));
            }
        }
        if (bytes.size() == 2 && bytes[0] > 0 && bytes[1] >= 0)
            return Exchanged {bytes[0], bytes[1]};
    }
    return std::nullopt;
}

bool isShared(const std::vector<Exchanged>& exchanged, size_t tensor, size_t expert)
{
    for (size_t first = 0; first < exchanged.size(); first += tensor * expert) {
        for (size_t t = 0; t < tensor; ++t) {
            uint64_t missing = 0; // a file may state sizes whose sum wraps round
            for (size_t member = first + t; member < first + tensor * expert; member += tensor)
                missing += uint64_t(exchanged[member].sent) - uint64_t(exchanged[member].got);
            if (missing != 0)
                return false;
        }
    }
    return true;
}

} // namespace

std::optional<int> expertRanksByExchange(const Trace& trace, const ParallelLayout& layout)
{
    const int world = layout.world.value_or(0);
    const int tensor = layout.tensor.value_or(0);
    const int stages = layout.pipeline.value_or(0);
    const int64_t ofModel = int64_t(tensor) * stages;
    if (tensor < 1 || stages < 1 || world != int(trace.ranks().size()) || world % ofModel != 0)
        return std::nullopt;
    std::vector<Exchanged> exchanged;
    for (const RankInfo& rank : trace.ranks()) {
        const std::optional<Exchanged> own = firstExchange(trace, rank.rank);
        if (!own)
            return std::nullopt;
        exchanged.push_back(*own);
    }
    const int data = int(world / ofModel);
    if (isShared(exchanged, size_t(tensor), 1))
        return std::nullopt; // one rank, or any number that is sent alike
    const int context = std::max(layout.context.value_or(1), 1);
    for (int expert = 2; expert <= data; ++expert) {
        if (data % expert != 0 || !isShared(exchanged, size_t(tensor), size_t(expert)))
            continue;
        const bool areApart = context > 1 && expert % context == 0
            && isShared(exchanged, size_t(tensor) * size_t(context), size_t(expert / context));
        return areApart ? std::nullopt : std::optional(expert);
    }
    return std::nullopt;
}

} // namespace bubblescope
