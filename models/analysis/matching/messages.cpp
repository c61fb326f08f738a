// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "messages.h"

#include "runcontext.h"
#include "statedcollectives.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

using Sequence = std::vector<SpanId>;

/// Point-to-point records of one rank by operation, in order of time.
struct RankMessages {
    std::array<Sequence, operationCount> byOperation;
    const Sequence& of(Operation operation) const { return byOperation[static_cast<size_t>(operation)]; }
};

/// Longest run of missing records before two sequences are considered unrelated at that point.
constexpr size_t longestGap = 64;

/// Pairs in order. Where the microbatches differ, one side lacks a record: skips to where they agree again.
void pairSequences(
    const Trace& trace, const Sequence& sends, const Sequence& receives, std::vector<MessageMatch>& matches)
{
    const auto agree = [&](size_t s, size_t r) {
        const int send = trace.microbatch(sends[s]);
        const int receive = trace.microbatch(receives[r]);
        return send == receive || send < 0 || receive < 0;
    };
    size_t s = 0;
    size_t r = 0;
    while (s < sends.size() && r < receives.size()) {
        if (agree(s, r)) {
            matches.push_back({sends[s++], receives[r++]});
            continue;
        }
        size_t skip = 1;
        for (; skip <= longestGap; ++skip) {
            if (s + skip < sends.size() && agree(s + skip, r)) {
                s += skip;
                break;
            }
            if (r + skip < receives.size() && agree(s, r + skip)) {
                r += skip;
                break;
            }
        }
        if (skip > longestGap) {
            ++s;
            ++r;
        }
    }
}

} // namespace

MessageMatches matchMessages(const Trace& trace, const RankGroups& groups)
{
    ++MatchingCounts::messages;
    std::map<int32_t, size_t> rankIndex;
    for (size_t r = 0; r < trace.ranks().size(); ++r)
        rankIndex.emplace(trace.ranks()[r].rank, r);
    std::vector<RankMessages> messages(trace.ranks().size());
    size_t records = 0;
    for (const Row& row : trace.rows()) {
        const auto rank = rankIndex.find(trace.track(row.track).rank);
        if (rank == rankIndex.end())
            continue;
        auto& byOperation = messages[rank->second].byOperation;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const Operation operation = trace.operation(SpanId(i));
            if (!isPointToPoint(operation))
                continue;
            ++records;
            if (!statesPeer(trace, SpanId(i)))
                byOperation[static_cast<size_t>(operation)].push_back(SpanId(i));
        }
    }
    // The records of a rank may be on several rows: first and second records of fused pairs, overlapping ones.
    const auto byTime = [&](SpanId a, SpanId b) {
        return std::tuple(trace.begin(a), trace.end(a), a) < std::tuple(trace.begin(b), trace.end(b), b);
    };
    for (RankMessages& rank : messages) {
        for (Sequence& sequence : rank.byOperation) {
            if (!std::is_sorted(sequence.begin(), sequence.end(), byTime))
                std::sort(sequence.begin(), sequence.end(), byTime);
        }
    }

    MessageMatches result;
    StatedMessages stated = matchStatedMessages(trace);
    result.differing = stated.differing;
    result.differences = std::move(stated.differences);
    for (const Link& link : stated.matched)
        result.matches.push_back({link.from, link.to});
    for (size_t rank = 0; rank < messages.size(); ++rank) {
        const int next = groups.next(rank);
        if (next < 0)
            continue;
        const RankMessages& here = messages[rank];
        const RankMessages& there = messages[static_cast<size_t>(next)];
        pairSequences(trace, here.of(Operation::SendForward), there.of(Operation::RecvForward), result.matches);
        pairSequences(trace, there.of(Operation::SendBackward), here.of(Operation::RecvBackward), result.matches);
    }
    result.unmatched = static_cast<uint32_t>(records - 2 * result.matches.size());
    return result;
}

} // namespace bubblescope
