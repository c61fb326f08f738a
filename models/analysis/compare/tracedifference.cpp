// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracedifference.h"

#include <map>

#include "parallel.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace bubblescope {

namespace {

/// What makes two spans of one rank the same piece of work in two traces, and when it began.
struct Piece {
    int32_t microbatch;
    Operation operation;
    Operation parent; ///< of the enclosing operation, for a sub-operation
    StringId name;    ///< among the strings of the base
    TimeNs begin;
    uint32_t span;

    auto key() const { return std::tie(microbatch, operation, parent, name); }
    bool operator<(const Piece& other) const
    {
        const auto mine = key();
        const auto theirs = other.key();
        return mine != theirs ? mine < theirs : std::tie(begin, span) < std::tie(other.begin, other.span);
    }
};

/// Of one rank, sorted; `names` by string of the trace.
std::vector<Piece> piecesOf(const Trace& trace, int32_t rank, TimeRange range, const std::vector<StringId>& names)
{
    std::vector<Piece> pieces;
    for (const Track& track : trace.tracksOf(rank)) {
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            if (row.kind == Row::Kind::FusedLegs)
                continue;
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                if (!range.contains(trace.begin(span)))
                    continue;
                const SpanId parent = trace.parent(span);
                const StringId name = trace.nameId(span);
                pieces.push_back({trace.microbatch(span), trace.operation(span),
                    parent.isValid() ? trace.operation(parent) : Operation::Other,
                    name.isValid() ? names[name.value] : name, trace.begin(span), i});
            }
        }
    }
    std::sort(pieces.begin(), pieces.end());
    return pieces;
}

/// The strings of a trace among those of the base, by id; invalid for an empty one.
std::vector<StringId> namesIn(const Trace& base, const Trace& trace)
{
    constexpr StringId foreign(StringId::noValue - 1); // nothing of the base has it
    std::vector<StringId> names(trace.strings().size());
    for (uint32_t i = 0; i < names.size(); ++i) {
        const std::string_view text = trace.strings().text(StringId(i));
        if (const StringId known = base.strings().find(text); !text.empty())
            names[i] = known.isValid() ? known : foreign;
    }
    return names;
}

/// In the base, by span of the other.
std::vector<SpanId> counterpartsOf(const Trace& base, TimeRange range, const Trace& other)
{
    std::vector<SpanId> counterparts(other.spanCount());
    const std::vector<StringId> namesOfBase = namesIn(base, base);
    const std::vector<StringId> namesOfOther = namesIn(base, other);
    const auto ranks = other.ranks();
    forEachParallel(ranks.size(), threadCount(), [&](size_t r) {
        const std::vector<Piece> bases = piecesOf(base, ranks[r].rank, range, namesOfBase);
        const std::vector<Piece> others = piecesOf(other, ranks[r].rank,
            {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()}, namesOfOther);
        // Both are sorted: runs of one key stand beside each other, and their k-th members belong together.
        auto at = bases.begin();
        for (auto mine = others.begin(); mine != others.end();) {
            while (at != bases.end() && at->key() < mine->key())
                ++at;
            const auto key = mine->key();
            for (; mine != others.end() && mine->key() == key; ++mine) {
                if (at == bases.end() || at->key() != key)
                    continue;
                counterparts[mine->span] = SpanId(at->span);
                ++at;
            }
        }
    });
    return counterparts;
}

std::vector<float> differencesFrom(const std::vector<SpanId>& counterparts, const Trace& base, const Trace& other)
{
    std::vector<float> differences(other.spanCount(), std::numeric_limits<float>::quiet_NaN());
    for (uint32_t i = 0; i < differences.size(); ++i) {
        if (!counterparts[i].isValid())
            continue;
        const double before = double(base.duration(counterparts[i]));
        const double after = double(other.duration(SpanId(i)));
        if (before > 0)
            differences[i] = float(after / before - 1);
        else if (after == 0)
            differences[i] = 0;
    }
    return differences;
}

} // namespace

std::vector<float> durationDifferences(const Trace& base, TimeRange range, const Trace& other)
{
    return differencesFrom(counterpartsOf(base, range, other), base, other);
}

std::vector<float> RepeatedDifferences::of(const TracePtr& base, TimeRange range, const TracePtr& other)
{
    if (m_base != base || m_range != range || !m_other || !m_other->sharesRowsWith(*other)) {
        m_base = base;
        m_range = range;
        m_counterparts = counterpartsOf(*base, range, *other);
    }
    m_other = other;
    return differencesFrom(m_counterparts, *base, *other);
}

double durationNoise(const Trace& trace, TimeRange range)
{
    constexpr size_t fewest = 4;
    std::vector<double> spreads;
    for (const Row& row : trace.rows()) {
        std::map<uint32_t, std::vector<TimeNs>> byName;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            if (range.contains(trace.begin(SpanId(i))) && !isCommunication(trace.category(SpanId(i))))
                byName[trace.nameId(SpanId(i)).value].push_back(trace.duration(SpanId(i)));
        }
        for (auto& [name, durations] : byName) {
            if (durations.size() < fewest)
                continue;
            std::sort(durations.begin(), durations.end());
            const double median = double(durations[durations.size() / 2]);
            const double quartiles = double(durations[durations.size() * 3 / 4] - durations[durations.size() / 4]);
            if (median > 0)
                spreads.push_back(quartiles / 2 / median);
        }
    }
    if (spreads.empty())
        return 0;
    const auto middle = spreads.begin() + std::ptrdiff_t(spreads.size() / 2);
    std::nth_element(spreads.begin(), middle, spreads.end());
    return *middle;
}

} // namespace bubblescope
