// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ranksearch.h"

#include "spansearch.h"

#include <algorithm>
#include <tuple>

namespace bubblescope {

namespace {
bool isEarlier(const FoundSpan& a, const FoundSpan& b)
{
    return std::tie(a.begin, a.rank, a.place) < std::tie(b.begin, b.rank, b.place);
}

std::vector<uint32_t> ranksThatMayMatch(const RankBlocks& blocks, const PreparedQuery& query)
{
    const Trace& trace = blocks.tables();
    const std::vector<std::vector<StringId>> names = blocks.namesByRank();
    const std::vector<RankSpans> spans = spansByRank(trace);
    std::vector<uint32_t> ranks;
    for (uint32_t r = 0; r < spans.size(); ++r) {
        if (spans[r].count > 0 && query.mayMatch(trace, trace.ranks()[r].rank, names[r]))
            ranks.push_back(r);
    }
    return ranks;
}

/// Collects matches batch by batch.
class Collection {
public:
    Collection(const Trace& tables, const RankSearchOptions& options)
        : m_mostKept(std::max<size_t>(options.mostKept, 1)), m_hasMatch(tables.ranks().size()), m_tables(tables)
    {
        m_found.from = options.from;
    }

    void add(const Trace& trace, const std::vector<SpanId>& spans)
    {
        const std::vector<RankSpans> byRank = spansByRank(trace);
        std::vector<std::pair<uint32_t, uint32_t>> starts; // first span, rank
        for (uint32_t r = 0; r < byRank.size(); ++r) {
            if (byRank[r].count > 0)
                starts.emplace_back(byRank[r].first, r);
        }
        for (const SpanId span : spans) {
            const auto after = std::upper_bound(starts.begin(), starts.end(), std::pair(span.value, UINT32_MAX));
            m_hasMatch[(after - 1)->second] = 1;
            m_counts.add(trace.duration(span));
            if (m_lastKept < keyOf(trace.begin(span)))
                continue;
            m_found.first.push_back(foundSpan(trace, span));
            if (m_found.first.size() >= 2 * m_mostKept)
                keepFirst();
        }
        m_found.count += spans.size();
    }
    RankMatches& found() { return m_found; }
    RankMatchesPtr soFar()
    {
        keepFirst();
        std::sort(m_found.first.begin(), m_found.first.end(), isEarlier);
        auto copy = std::make_shared<RankMatches>(m_found);
        copy->durations = m_counts.histogram();
        for (size_t r = 0; r < m_hasMatch.size(); ++r) {
            if (m_hasMatch[r] != 0)
                copy->ranks.push_back(m_tables.ranks()[r].rank);
        }
        return copy;
    }

private:
    void keepFirst()
    {
        if (m_found.first.size() < m_mostKept)
            return;
        const auto last = m_found.first.begin() + ptrdiff_t(m_mostKept) - 1;
        std::nth_element(
            m_found.first.begin(), last, m_found.first.end(), [this](const FoundSpan& a, const FoundSpan& b) {
                return std::tuple(keyOf(a.begin), a.rank, a.place) < std::tuple(keyOf(b.begin), b.rank, b.place);
            });
        m_lastKept = keyOf(last->begin);
        m_found.first.erase(last + 1, m_found.first.end());
    }

    /// Lesser ones are kept first.
    std::pair<bool, TimeNs> keyOf(TimeNs begin) const { return {begin < m_found.from, begin}; }

    size_t m_mostKept;
    RankMatches m_found;
    DurationCounts m_counts;
    std::pair<bool, TimeNs> m_lastKept {true, std::numeric_limits<TimeNs>::max()};
    std::vector<uint8_t> m_hasMatch; // by rank
    const Trace& m_tables;
};
} // namespace

FoundSpan foundSpan(const Trace& trace, SpanId span)
{
    FoundSpan found = placeOf(trace, span);
    found.begin = trace.begin(span);
    found.duration = trace.duration(span);
    found.name = trace.nameId(span);
    found.detail = trace.detailId(span);
    found.stage = int16_t(trace.stage(span));
    found.operation = trace.operation(span);
    found.microbatch = trace.microbatch(span);
    return found;
}

FoundSpan placeOf(const Trace& tables, SpanId span)
{
    FoundSpan found;
    found.rank = tables.track(tables.track(span)).rank;
    found.place = span.value - spansOfRank(tables, found.rank).first;
    return found;
}

SpanId spanOf(const FoundSpan& found, const Trace& trace)
{
    const RankSpans spans = spansOfRank(trace, found.rank);
    return found.place < spans.count ? SpanId(spans.first + found.place) : SpanId();
}

RankMatchesPtr searchRanks(const RankBlocks& blocks, const SpanQuery& query, const RankSearchOptions& options,
    const std::function<bool(const RankMatchesPtr& soFar)>& report)
{
    const Trace& tables = blocks.tables();
    const PreparedQuery prepared(query, tables.strings());
    const std::vector<uint32_t> wanted = ranksThatMayMatch(blocks, prepared);
    Collection collection(tables, options);
    RankMatches& found = collection.found();
    found.allRanks = uint32_t(tables.ranks().size());
    found.searchedRanks = found.allRanks - uint32_t(wanted.size());
    for (const std::vector<uint32_t>& batch : rankBatches(tables, wanted)) {
        if (!report(collection.soFar()))
            break;
        const RankBlocks::Read read = blocks.read(batch, options.threads);
        if (read.trace)
            collection.add(*read.trace, findSpans(prepared, *read.trace, read.trace->timing()));
        found.damagedRanks += read.trace ? read.damaged : uint32_t(batch.size());
        found.searchedRanks += uint32_t(batch.size());
    }
    return collection.soFar();
}

} // namespace bubblescope
