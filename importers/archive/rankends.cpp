// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankends.h"

#include "derivedtrace.h"
#include "packedcolumn.h"
#include "traceexchange.h"

#include <algorithm>

namespace bubblescope {

namespace {
using Block = TraceArchive::Block;

/// Finds the rank of a span; neighbours in a list are mostly of the same rank.
class RankOfSpan {
public:
    explicit RankOfSpan(const std::vector<Block>& blocks)
    {
        for (uint32_t r = 0; r < blocks.size(); ++r) {
            if (blocks[r].count > 0)
                m_placed.push_back({blocks[r], r});
        }
    }
    /// The number of ranks if there is none.
    uint32_t operator()(SpanId span, uint32_t none)
    {
        if (m_last < m_placed.size() && contains(m_placed[m_last].block, span))
            return m_placed[m_last].rank;
        const auto after = std::upper_bound(m_placed.begin(), m_placed.end(), span.value,
            [](uint32_t value, const Placed& placed) { return value < placed.block.first; });
        if (after == m_placed.begin() || !contains((after - 1)->block, span))
            return none;
        m_last = size_t(after - m_placed.begin()) - 1;
        return m_placed[m_last].rank;
    }

private:
    struct Placed {
        Block block;
        uint32_t rank;
    };
    static bool contains(Block block, SpanId span)
    {
        return span.value >= block.first && span.value - block.first < block.count;
    }
    std::vector<Placed> m_placed; // by their first span
    size_t m_last = 0;
};

void writeLinks(BinaryWriter& archive, const std::vector<Link>& links, Block block)
{
    std::vector<uint32_t> to;
    std::vector<uint32_t> from;
    for (const Link& link : links) {
        to.push_back(link.to.value - block.first);
        from.push_back(link.from.value);
    }
    packColumn(archive, std::span(std::as_const(to)), ColumnCoding::Differences);
    packColumn(archive, std::span(std::as_const(from)), ColumnCoding::Differences);
}

void readLinks(BinaryReader& archive, std::vector<Link>& links, uint64_t count, Block block, uint32_t spans)
{
    std::vector<uint32_t> to;
    std::vector<uint32_t> from;
    unpackColumn(archive, to, count, ColumnCoding::Differences);
    unpackColumn(archive, from, count, ColumnCoding::Differences);
    if (!archive.isOk())
        return;
    links.resize(count);
    for (size_t i = 0; i < count; ++i) {
        if (to[i] >= block.count || from[i] >= spans)
            return archive.fail();
        links[i] = {SpanId(from[i]), SpanId(block.first + to[i])};
    }
}
} // namespace

std::vector<RankEnds> endsByRank(const Trace& trace, const std::vector<Block>& blocks)
{
    std::vector<RankEnds> ends(blocks.size());
    RankOfSpan rankOf(blocks);
    const auto none = uint32_t(blocks.size());
    const auto share = [&](const auto& all, auto member, const auto& endOf) {
        for (const auto& each : all) {
            if (const uint32_t rank = rankOf(endOf(each), none); rank != none)
                (ends[rank].*member).push_back(each);
        }
    };
    const auto receiver = [](const Link& link) { return link.to; };
    share(trace.links(), &RankEnds::links, receiver);
    share(trace.launches(), &RankEnds::launches, receiver);
    share(trace.collectives().calls, &RankEnds::calls, [](const CollectiveCall& call) { return call.span; });
    return ends;
}

void writeEnds(BinaryWriter& archive, const RankEnds& ends, Block block)
{
    archive(uint64_t(ends.links.size()), uint64_t(ends.launches.size()), ends.calls);
    writeLinks(archive, ends.links, block);
    writeLinks(archive, ends.launches, block);
}

void readEnds(BinaryReader& archive, RankEnds& ends, Block block, uint32_t spans)
{
    uint64_t links = 0;
    uint64_t launches = 0;
    archive(links, launches, ends.calls);
    readLinks(archive, ends.links, links, block, spans);
    readLinks(archive, ends.launches, launches, block, spans);
    for (const CollectiveCall& call : ends.calls) {
        if (call.span.value < block.first || call.span.value - block.first >= block.count)
            archive.fail();
    }
    if (!archive.isOk())
        ends = {};
}

RankEnds joined(std::vector<RankEnds>&& ends, const std::vector<Block>& before, const std::vector<Block>& now)
{
    RankEnds all;
    size_t links = 0;
    size_t launches = 0;
    for (const RankEnds& each : ends) {
        links += each.links.size();
        launches += each.launches.size();
    }
    all.links.reserve(links);
    all.launches.reserve(launches);
    RankOfSpan rankOf(before);
    const auto none = uint32_t(before.size());
    const auto placed = [&](SpanId span, uint32_t rank) { return SpanId(span.value - before[rank].first + now[rank].first); };
    for (uint32_t r = 0; r < ends.size(); ++r) {
        if (now[r].count == 0)
            continue;
        const auto take = [&](const std::vector<Link>& from, std::vector<Link>& to) {
            for (const Link& link : from) {
                const uint32_t sender = rankOf(link.from, none);
                if (sender != none && now[sender].count > 0)
                    to.push_back({placed(link.from, sender), placed(link.to, r)});
            }
        };
        take(ends[r].links, all.links);
        take(ends[r].launches, all.launches);
        for (CollectiveCall& call : ends[r].calls) {
            call.span = placed(call.span, r);
            all.calls.push_back(call);
        }
        ends[r] = {};
    }
    return all;
}

void keepEnds(RankEnds& ends, const std::vector<SpanId>& kept)
{
    const auto isLeftOut = [&kept](SpanId span) { return !std::binary_search(kept.begin(), kept.end(), span); };
    const auto keep = [](auto& all, const auto& isOut) {
        std::erase_if(all, isOut);
        all.shrink_to_fit();
    };
    keep(ends.links, [&](const Link& link) { return isLeftOut(link.to); });
    keep(ends.launches, [&](const Link& link) { return isLeftOut(link.to); });
    keep(ends.calls, [&](const CollectiveCall& call) { return isLeftOut(call.span); });
}

RankEnds joined(std::vector<RankEnds>&& ends, const std::vector<SpanId>& kept)
{
    RankEnds all;
    for (RankEnds& each : ends) {
        const auto take = [&kept](const std::vector<Link>& from, std::vector<Link>& to) {
            for (const Link& link : from) {
                const Link moved {DerivedTrace::placeAmong(kept, link.from), DerivedTrace::placeAmong(kept, link.to)};
                if (moved.from.isValid() && moved.to.isValid())
                    to.push_back(moved);
            }
        };
        take(each.links, all.links);
        take(each.launches, all.launches);
        for (CollectiveCall& call : each.calls) {
            call.span = DerivedTrace::placeAmong(kept, call.span);
            if (call.span.isValid())
                all.calls.push_back(call);
        }
        each = {};
    }
    return all;
}

} // namespace bubblescope
