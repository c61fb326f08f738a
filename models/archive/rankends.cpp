// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "rankends.h"

#include "derivedtrace.h"
#include "packedcolumn.h"
#include "traceexchange.h"

#include <algorithm>
#include <numeric>

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

void writeLinks(BinaryWriter& archive, std::span<const Link> links, Block block)
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

void writeMembers(BinaryWriter& archive, const std::vector<CollectiveMember>& members, Block block)
{
    std::vector<uint32_t> spans;
    std::vector<uint32_t> collectives;
    for (const CollectiveMember& member : members) {
        spans.push_back(member.span.value - block.first);
        collectives.push_back(member.collective);
    }
    archive(uint64_t(members.size()));
    packColumn(archive, std::span(std::as_const(spans)), ColumnCoding::Differences);
    packColumn(archive, std::span(std::as_const(collectives)), ColumnCoding::Differences);
}

void readMembers(BinaryReader& archive, std::vector<CollectiveMember>& members, Block block)
{
    uint64_t count = 0;
    std::vector<uint32_t> spans;
    std::vector<uint32_t> collectives;
    archive(count);
    unpackColumn(archive, spans, count, ColumnCoding::Differences);
    unpackColumn(archive, collectives, count, ColumnCoding::Differences);
    for (size_t i = 0; i < count && archive.isOk(); ++i) {
        if (spans[i] >= block.count)
            return archive.fail();
        members.push_back({SpanId(block.first + spans[i]), collectives[i]});
    }
}

/// Adds what belongs to spans, each with its new number, if it has one.
template <typename T, typename PlaceOf>
void takePlaced(const std::vector<T>& from, std::vector<T>& to, const PlaceOf& placeOf)
{
    for (T each : from) {
        each.span = placeOf(each.span);
        if (each.span.isValid())
            to.push_back(each);
    }
}

/// Calls and members alike.
template <typename PlaceOf> void takePlaced(const RankEnds& from, RankEnds& to, const PlaceOf& placeOf)
{
    takePlaced(from.calls, to.calls, placeOf);
    if (from.members)
        takePlaced(*from.members, to.members ? *to.members : to.members.emplace(), placeOf);
}
} // namespace

template <typename T>
EndsByRank::Parted<T>::Parted(
    std::span<const T> all, const std::vector<Block>& blocks, const ColumnPoolPtr& pool, SpanId T::*end)
    : m_first(blocks.size() + 1)
    , m_all(all)
{
    const auto none = uint32_t(blocks.size());
    RankOfSpan rankOf(blocks);
    bool isInOrder = true;
    uint32_t before = 0;
    for (const T& each : all) {
        const uint32_t rank = rankOf(each.*end, none);
        isInOrder = isInOrder && rank != none && rank >= before;
        before = rank;
        if (rank != none)
            ++m_first[rank + 1];
    }
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
    if (isInOrder)
        return;
    m_sorted = ColumnVector<T>(m_first.back(), pool);
    std::vector<size_t> next = m_first;
    for (const T& each : all) {
        if (const uint32_t rank = rankOf(each.*end, none); rank != none)
            m_sorted[next[rank]++] = each;
    }
    m_all = m_sorted;
}

EndsByRank::EndsByRank(const Trace& trace, const std::vector<Block>& blocks, const CollectiveMembers& members)
    : m_links(trace.links(), blocks, trace.pool(), &Link::to)
    , m_launches(trace.launches(), blocks, trace.pool(), &Link::to)
    , m_calls(trace.collectives().calls, blocks, trace.pool(), &CollectiveCall::span)
{
    if (const CollectiveMembers& known = members ? members : trace.collectives().members)
        m_members.emplace(*known, blocks, trace.pool(), &CollectiveMember::span);
}

RankEnds EndsByRank::of(size_t rank) const
{
    RankEnds ends {m_links.of(rank), m_launches.of(rank), m_calls.of(rank), {}};
    if (m_members)
        ends.members = m_members->of(rank);
    return ends;
}

void writeEnds(BinaryWriter& archive, const RankEnds& ends, Block block)
{
    archive(uint64_t(ends.links.size()), uint64_t(ends.launches.size()), ends.calls, ends.members.has_value());
    writeLinks(archive, ends.links, block);
    writeLinks(archive, ends.launches, block);
    if (ends.members)
        writeMembers(archive, *ends.members, block);
}

void readEnds(BinaryReader& archive, RankEnds& ends, Block block, uint32_t spans)
{
    uint64_t links = 0;
    uint64_t launches = 0;
    bool knowsMembers = false;
    archive(links, launches, ends.calls, knowsMembers);
    readLinks(archive, ends.links, links, block, spans);
    readLinks(archive, ends.launches, launches, block, spans);
    if (knowsMembers)
        readMembers(archive, ends.members.emplace(), block);
    for (const CollectiveCall& call : ends.calls) {
        if (call.span.value < block.first || call.span.value - block.first >= block.count)
            archive.fail();
    }
    if (!archive.isOk())
        ends = {};
}

void writeMessages(BinaryWriter& archive, std::span<const Link> links)
{
    archive(uint64_t(links.size()));
    writeLinks(archive, links, {0, 0});
}

void readMessages(BinaryReader& archive, std::vector<Link>& links, uint32_t spans)
{
    uint64_t count = 0;
    archive(count);
    readLinks(archive, links, count, {0, spans}, spans);
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
        takePlaced(ends[r], all, [&](SpanId span) { return placed(span, r); });
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
    if (ends.members)
        keep(*ends.members, [&](const CollectiveMember& member) { return isLeftOut(member.span); });
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
        takePlaced(each, all, [&](SpanId span) { return DerivedTrace::placeAmong(kept, span); });
        each = {};
    }
    return all;
}

} // namespace bubblescope
