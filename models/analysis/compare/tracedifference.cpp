// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracedifference.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <tuple>

namespace bubblescope {

namespace {

/// Identifies the same piece of work in two traces; also holds its begin.
struct Piece {
    int32_t rank;
    int32_t microbatch;
    Operation operation;
    Operation parent; ///< of the enclosing operation, for a sub-operation
    std::string_view name;
    TimeNs begin;
    uint32_t span;

    auto key() const { return std::tie(rank, microbatch, operation, parent, name); }
    bool operator<(const Piece& other) const
    {
        const auto mine = key();
        const auto theirs = other.key();
        return mine != theirs ? mine < theirs : begin < other.begin;
    }
};

std::vector<Piece> piecesOf(const Trace& trace, TimeRange range)
{
    std::vector<Piece> pieces;
    for (const Row& row : trace.rows()) {
        if (row.kind == Row::Kind::FusedLegs)
            continue;
        const int32_t rank = trace.track(row.track).rank;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId span(i);
            if (!range.contains(trace.begin(span)))
                continue;
            const SpanId parent = trace.parent(span);
            pieces.push_back({rank, trace.microbatch(span), trace.operation(span),
                parent.isValid() ? trace.operation(parent) : Operation::Other, trace.name(span), trace.begin(span), i});
        }
    }
    std::sort(pieces.begin(), pieces.end());
    return pieces;
}

} // namespace

std::vector<float> durationDifferences(const Trace& base, TimeRange range, const Trace& other)
{
    std::vector<float> differences(other.spanCount(), std::numeric_limits<float>::quiet_NaN());
    const std::vector<Piece> bases = piecesOf(base, range);
    const std::vector<Piece> others
        = piecesOf(other, {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()});
    // Both are sorted: match runs of equal keys, member by member.
    auto at = bases.begin();
    for (auto mine = others.begin(); mine != others.end();) {
        while (at != bases.end() && at->key() < mine->key())
            ++at;
        const auto key = mine->key();
        for (; mine != others.end() && mine->key() == key; ++mine) {
            if (at == bases.end() || at->key() != key)
                continue;
            const double before = double(base.duration(SpanId(at->span)));
            const double after = double(other.duration(SpanId(mine->span)));
            if (before > 0)
                differences[mine->span] = float(after / before - 1);
            else if (after == 0)
                differences[mine->span] = 0;
            ++at;
        }
    }
    return differences;
}

} // namespace bubblescope
