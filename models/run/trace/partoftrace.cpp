// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "partoftrace.h"

#include "derivedtrace.h"
#include "traceranges.h"

#include <algorithm>

namespace bubblescope {

namespace {
/// Of one step of a rank: what is there of it.
struct Held {
    bool begins = false; ///< a span of before its begin, or that begins there, is there
    bool ends = false;
    uint64_t spans = 0;
    bool isWhole(uint64_t most) const { return begins && ends && 2 * spans >= most; }
};

/// Spans that are about as long as the step say nothing about it: they are there with any part of it.
Held heldOf(const Trace& trace, std::span<const Row> rows, TimeRange step)
{
    Held held;
    for (const Row& row : rows) {
        const auto begins = std::span(trace.timing().begin).subspan(row.firstSpan, row.spanCount);
        const auto ends = std::span(trace.timing().end).subspan(row.firstSpan, row.spanCount); // disjoint: sorted, too
        const auto isShort = [&](size_t i) { return 2 * (ends[i] - begins[i]) <= step.duration(); };
        const auto first = size_t(std::lower_bound(begins.begin(), begins.end(), step.begin) - begins.begin());
        const auto after = size_t(std::lower_bound(begins.begin(), begins.end(), step.end) - begins.begin());
        const bool beginsThere = first < after && begins[first] == step.begin;
        held.begins |= beginsThere ? isShort(first) : first > 0 && isShort(first - 1);
        const auto last = size_t(std::lower_bound(ends.begin(), ends.end(), step.end) - ends.begin());
        held.ends |= last < ends.size() && isShort(last);
        held.spans += after - first;
    }
    return held;
}

/// Rows of each rank, by index; they are sorted by rank.
std::vector<std::span<const Row>> rowsByRank(const Trace& trace)
{
    std::vector<std::span<const Row>> rows(trace.ranks().size());
    size_t next = 0;
    for (size_t r = 0; r < rows.size(); ++r) {
        const size_t first = next;
        while (next < trace.rows().size() && trace.track(trace.rows()[next].track).rank == trace.ranks()[r].rank)
            ++next;
        rows[r] = trace.rows().subspan(first, next - first);
    }
    return rows;
}
} // namespace

bool overlaps(const Trace& trace, SpanId span, TimeRange range)
{
    const bool isInstant = trace.duration(span) == 0; // meets what it begins in
    return range.intersects(trace.range(span)) || (isInstant && range.contains(trace.begin(span)));
}

std::optional<std::vector<SpanId>> withParents(const Trace& trace, std::vector<bool>&& isKept)
{
    std::vector<SpanId> kept;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        for (SpanId span = isKept[i] ? trace.parent(SpanId(i)) : SpanId(); span.isValid(); span = trace.parent(span)) {
            if (span.value >= trace.spanCount())
                return std::nullopt;
            if (isKept[span.value])
                break;
            isKept[span.value] = true;
        }
    }
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (isKept[i])
            kept.push_back(SpanId(i));
    }
    return kept;
}

std::optional<std::vector<SpanId>> spansOverlapping(const Trace& trace, TimeRange range)
{
    std::vector<bool> isKept(trace.spanCount());
    for (uint32_t i = 0; i < trace.spanCount() && !range.isEmpty(); ++i)
        isKept[i] = overlaps(trace, SpanId(i), range);
    return withParents(trace, std::move(isKept));
}

Trace partOfTrace(const Trace& trace, TimeRange range)
{
    Trace part = DerivedTrace::reduced(trace, *spansOverlapping(trace, range), true);
    DerivedTrace::keepSteps(part, range);
    return part;
}

std::vector<bool> cutSteps(const Trace& trace)
{
    if (!holdsPartOfRun(trace))
        return {};
    const auto steps = trace.steps();
    std::vector<bool> cut(steps.size());
    const std::vector<std::span<const Row>> rows = rowsByRank(trace);
    for (size_t r = 0; r < rows.size(); ++r) {
        const std::span<const RankStep> own = trace.stepsOf(trace.ranks()[r].rank);
        std::vector<Held> held;
        uint64_t most = 0;
        for (const RankStep& step : own) {
            held.push_back(heldOf(trace, rows[r], step.step.range));
            most = std::max(most, held.back().spans);
        }
        for (size_t i = 0; i < own.size(); ++i) {
            const auto step = std::lower_bound(steps.begin(), steps.end(), own[i].step.number,
                [](const Step& candidate, int32_t number) { return candidate.number < number; });
            if (step != steps.end() && !held[i].isWhole(most))
                cut[size_t(step - steps.begin())] = true;
        }
    }
    return cut;
}

} // namespace bubblescope
