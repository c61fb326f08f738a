// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanfilter.h"

#include "querystop.h"
#include "spantable.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Of spans with these ids; ids of other runs are out of range.
QueryBounds::Range spansWithId(const QueryInput& input, const QuerySpans& spans, QueryBounds::Range ids)
{
    const auto [first, last] = input.numbersIn(ids.ends());
    return {spans.firstFrom(first), int64_t(spans.firstFrom(last + 1)) - 1};
}

bool mayMeet(TimeRange ofRank, QueryBounds::Range times)
{
    return ofRank.begin <= times.last && ofRank.end >= times.first;
}

} // namespace

std::vector<uint32_t> ranksWithin(QueryInput& input, const QueryBounds& bounds)
{
    UnreadRun& unread = *input.unread();
    const Trace& tables = unread.tables();
    const QueryBounds::Range ranks = bounds.range(SpanTable::RankColumn);
    const std::string* const name = bounds.text(SpanTable::NameColumn);
    const StringId wanted = name ? tables.strings().find(*name) : StringId();
    std::vector<uint32_t> within = unread.ranksOf(input.numbersIn(bounds.range(SpanTable::IdColumn).ends()));
    if (within.size() == 1)
        return within;
    std::erase_if(within, [&](uint32_t rank) {
        const RankInfo& info = tables.ranks()[rank];
        if (!ranks.contains(info.rank) || !mayMeet(tables.rangeOf(info), bounds.range(SpanTable::BeginColumn))
            || !mayMeet(tables.rangeOf(info), bounds.range(SpanTable::EndColumn)))
            return true;
        if (!name || name->empty())
            return false;
        const std::vector<StringId>& names = unread.namesByRank()[rank];
        return !wanted.isValid() || (!names.empty() && !std::binary_search(names.begin(), names.end(), wanted));
    });
    return within;
}

SpanFilter::SpanFilter(const QueryInput& input, const QuerySpans& spans, const QueryBounds& bounds)
    : m_trace(&spans.trace())
{
    const Trace& trace = *m_trace;
    if (const std::string* key = bounds.text(SpanTable::CategoryColumn)) {
        m_category = categoryFromKey(*key);
        m_isEmpty |= !m_category;
    }
    if (const std::string* name = bounds.text(SpanTable::OperationColumn)) {
        m_operation = operationFromName(*name);
        m_isEmpty |= !m_operation || operationName(*m_operation) != *name;
    }
    if (const std::string* name = bounds.text(SpanTable::NameColumn)) {
        m_name = trace.strings().find(*name);
        m_hasName = !name->empty(); // no id may stand for the empty name
        m_isEmpty |= m_hasName && !m_name.isValid();
    }
    m_microbatch = bounds.range(SpanTable::MicrobatchColumn);
    const QueryBounds::Range any;
    m_looksInside
        = m_category || m_operation || m_hasName || m_microbatch.first > any.first || m_microbatch.last < any.last;
    if (m_isEmpty || trace.rows().empty())
        return;
    const QueryBounds::Range ids = spansWithId(input, spans, bounds.range(SpanTable::IdColumn));
    if (ids.isEmpty())
        return;
    if (ids.first == ids.last) {
        const auto only = uint32_t(ids.first);
        m_parts.push_back({trace.row(SpanId(only)).value, only, only + 1});
        m_next = only;
        return;
    }
    // The lanes of a rank follow each other, as do their rows.
    const QueryBounds::Range ranks = bounds.range(SpanTable::RankColumn);
    const auto tracks = trace.tracks();
    const auto first
        = std::partition_point(tracks.begin(), tracks.end(), [&](const Track& t) { return t.rank < ranks.first; });
    const auto last = std::partition_point(first, tracks.end(), [&](const Track& t) { return t.rank <= ranks.last; });
    for (auto track = first; track != last; ++track)
        addRows(track->firstRow, track->firstRow + track->rowCount, bounds, ids);
    m_next = m_parts.empty() ? 0 : m_parts.front().first;
}

/// The spans of a row are sorted by begin and do not overlap, so their ends are sorted, too.
void SpanFilter::addRows(uint32_t first, uint32_t last, const QueryBounds& bounds, QueryBounds::Range spans)
{
    const Trace& trace = *m_trace;
    const Timing& timing = trace.timing();
    const QueryBounds::Range begins = bounds.range(SpanTable::BeginColumn);
    const QueryBounds::Range ends = bounds.range(SpanTable::EndColumn);
    const QueryBounds::Range steps = bounds.range(SpanTable::StepColumn);
    for (uint32_t r = first; r < last; ++r) {
        const Row& row = trace.rows()[r];
        Part part {r, std::max(row.firstSpan, uint32_t(spans.first)),
            std::min(row.firstSpan + row.spanCount, uint32_t(spans.last) + 1)};
        if (row.kind != Row::Kind::FusedLegs && part.first < part.last) {
            const auto cut = [&part](const auto& times, QueryBounds::Range wanted) {
                const auto from = times.begin() + part.first;
                const auto to = times.begin() + part.last;
                const auto low = std::partition_point(from, to, [&](TimeNs t) { return t < wanted.first; });
                const auto high = std::partition_point(low, to, [&](TimeNs t) { return t <= wanted.last; });
                part.first = uint32_t(low - times.begin());
                part.last = uint32_t(high - times.begin());
            };
            cut(timing.begin, begins);
            cut(timing.end, ends);
            narrowToSteps(trace, trace.track(row.track), steps, part);
        }
        if (part.first < part.last)
            m_parts.push_back(part);
    }
}

/// As stepOf() has it: a span belongs to the last step that its rank had begun.
void SpanFilter::narrowToSteps(const Trace& trace, const Track& track, QueryBounds::Range steps, Part& part) const
{
    const auto ofRank = trace.stepsOf(track.rank);
    if (ofRank.empty() || part.first >= part.last || trace.begin(SpanId(part.first)) < ofRank.front().step.range.begin)
        return;
    const auto begins = trace.timing().begin.begin();
    const auto numberOf = [](const RankStep& step) { return step.step.number; };
    const auto first = std::partition_point(
        ofRank.begin(), ofRank.end(), [&](const RankStep& step) { return numberOf(step) < steps.first; });
    const auto beyond
        = std::partition_point(first, ofRank.end(), [&](const RankStep& step) { return numberOf(step) <= steps.last; });
    const auto placeOf = [&](std::span<const RankStep>::iterator step) {
        if (step == ofRank.end())
            return part.last;
        return uint32_t(std::partition_point(begins + part.first, begins + part.last, [&](TimeNs begin) {
            return begin < step->step.range.begin;
        }) - begins);
    };
    const uint32_t end = placeOf(beyond);
    part.first = placeOf(first);
    part.last = end;
}

bool SpanFilter::fits(SpanId span) const
{
    return (!m_category || m_trace->category(span) == *m_category) && (!m_hasName || m_trace->nameId(span) == m_name)
        && (!m_operation || m_trace->operation(span) == *m_operation)
        && m_microbatch.contains(m_trace->microbatch(span));
}

SpanId SpanFilter::next(const QueryData& data)
{
    while (m_part < m_parts.size()) {
        const Part& part = m_parts[m_part];
        constexpr uint32_t atOnce = 1u << 16;
        for (uint32_t looked = 0; m_next < part.last; ++looked) {
            const SpanId span(m_next++);
            if (!m_looksInside || fits(span)) {
                m_row = part.row;
                return span;
            }
            if (looked % atOnce == atOnce - 1 && data.isStopped())
                throw QueryStopped();
        }
        if (++m_part < m_parts.size())
            m_next = m_parts[m_part].first;
    }
    return {};
}

bool canSortSpans(std::span<const int> columns)
{
    return !columns.empty() && columns.size() <= 3 && std::all_of(columns.begin(), columns.end(), [](int column) {
        return column == SpanTable::NameColumn || column == SpanTable::CategoryColumn
            || column == SpanTable::OperationColumn || column == SpanTable::RankColumn
            || column == SpanTable::RunColumn;
    });
}

namespace {

/// By key: its place among the keys that are used, in the order of their texts.
template <typename TextOf> std::vector<uint32_t> placesByText(std::vector<uint32_t> used, const TextOf& textOf)
{
    std::vector<uint32_t> keys;
    for (uint32_t key = 0; key < used.size(); ++key) {
        if (used[key] > 0)
            keys.push_back(key);
    }
    std::sort(keys.begin(), keys.end(), [&](uint32_t a, uint32_t b) { return textOf(a) < textOf(b); });
    for (uint32_t place = 0; place < keys.size(); ++place)
        used[keys[place]] = place;
    return used;
}

/// Stable, by counting.
template <typename PlaceOf>
void sortByPlace(std::vector<SpanId>& spans, std::vector<SpanId>& sorted, size_t places, const PlaceOf& placeOf)
{
    std::vector<uint32_t> next(places + 1);
    for (const SpanId span : spans)
        ++next[placeOf(span) + 1];
    for (size_t place = 1; place <= places; ++place)
        next[place] += next[place - 1];
    for (const SpanId span : spans)
        sorted[next[placeOf(span)]++] = span;
    spans.swap(sorted);
}

template <typename KeyOf, typename TextOf>
void sortByText(
    std::vector<SpanId>& spans, std::vector<SpanId>& sorted, size_t keys, const KeyOf& keyOf, const TextOf& textOf)
{
    std::vector<uint32_t> used(keys);
    for (const SpanId span : spans)
        ++used[keyOf(span)];
    const std::vector<uint32_t> places = placesByText(std::move(used), textOf);
    sortByPlace(spans, sorted, keys, [&](SpanId span) { return places[keyOf(span)]; });
}

} // namespace

void sortSpans(const Trace& trace, std::span<const int> columns, std::vector<SpanId>& spans)
{
    std::vector<SpanId> sorted(spans.size());
    const size_t names = trace.strings().size(); // behind them: no name
    for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
        if (*column == SpanTable::NameColumn) {
            sortByText(
                spans, sorted, names + 1, [&](SpanId s) { return std::min<size_t>(trace.nameId(s).value, names); },
                [&](uint32_t key) { return trace.strings().text(StringId(key)); });
        } else if (*column == SpanTable::CategoryColumn) {
            sortByText(
                spans, sorted, categoryCount, [&](SpanId s) { return size_t(trace.category(s)); },
                [](uint32_t key) { return categoryKey(Category(key)); });
        } else if (*column == SpanTable::OperationColumn) {
            sortByText(
                spans, sorted, operationCount, [&](SpanId s) { return size_t(trace.operation(s)); },
                [](uint32_t key) { return operationName(Operation(key)); });
        } else if (*column == SpanTable::RankColumn && !std::is_sorted(spans.begin(), spans.end())) {
            // Tracks of a rank follow each other: the first stands for it.
            const auto tracks = trace.tracks();
            sortByPlace(spans, sorted, tracks.size(), [&](SpanId s) {
                const int32_t rank = trace.track(trace.track(s)).rank;
                return size_t(std::partition_point(tracks.begin(), tracks.end(), [&](const Track& t) {
                    return t.rank < rank;
                }) - tracks.begin());
            });
        }
    }
}

} // namespace bubblescope
