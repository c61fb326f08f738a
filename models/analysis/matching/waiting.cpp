// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "waiting.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

/// Tells which ranks' clocks can be compared.
class Comparability {
public:
    explicit Comparability(const Trace& trace) : m_trace(trace), m_all(trace.ranksAreComparable())
    {
        for (const RankInfo& rank : trace.ranks()) {
            if (rank.clock == ClockState::OwnStart)
                m_apart.push_back(rank.rank);
        }
    }
    bool between(SpanId a, SpanId b) const
    {
        if (m_all && m_apart.empty())
            return true;
        const int32_t first = m_trace.track(m_trace.track(a)).rank;
        const int32_t second = m_trace.track(m_trace.track(b)).rank;
        return first == second || (m_all && !isApart(first) && !isApart(second));
    }

private:
    bool isApart(int32_t rank) const { return std::binary_search(m_apart.begin(), m_apart.end(), rank); }

    const Trace& m_trace;
    bool m_all;
    std::vector<int32_t> m_apart; // sorted, like the ranks
};

/// True if these spans belong to one collective and their clocks can be compared.
bool areOfOneCollective(const Timing& timing, const Comparability& comparable, std::span<const SpanId> members)
{
    TimeRange ends = TimeRange::nothing();
    for (const SpanId member : members) {
        const TimeNs end = timing.end[member.value];
        ends = ends.united({end, end});
        if (!comparable.between(members.front(), member))
            return false;
    }
    return ends.duration() <= largestEndSpread;
}

} // namespace

SpanId chargedRecord(const Trace& trace, SpanId span) { return trace.charged(span); }

std::vector<Waiting> findWaiting(const RunContext& context, const Timing& timing)
{
    const Trace& trace = context.trace();
    const Comparability comparable(trace);
    const auto begin = [&](SpanId span) { return timing.begin[span.value]; };
    const auto end = [&](SpanId span) { return timing.end[span.value]; };
    const auto charged = [&trace](SpanId span) { return chargedRecord(trace, span); };

    // A fused call waits for both its partners: the later one counts.
    constexpr TimeNs unknown = std::numeric_limits<TimeNs>::min();
    ColumnVector<TimeNs> until(trace.spanCount(), unknown, trace.pool());
    ColumnVector<SpanId> lastToCome(trace.spanCount(), trace.pool());
    const auto wait = [&](SpanId span, TimeNs time, SpanId partner) {
        if (time > until[span.value]) {
            until[span.value] = time;
            lastToCome[span.value] = partner;
        }
    };
    const auto meet = [&](SpanId send, SpanId receive) {
        if (comparable.between(send, receive)) {
            wait(charged(send), begin(receive), charged(receive));
            wait(charged(receive), begin(send), charged(send));
        }
    };
    for (const Link& message : context.messages())
        meet(message.from, message.to);
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        const SpanId span(i);
        if (isReceive(trace.operation(span)) && until[charged(span).value] == unknown)
            wait(charged(span), end(charged(span)), {});
    }

    const auto waitForLast = [&](std::span<const SpanId> members) {
        SpanId last = members.front();
        for (const SpanId member : members)
            last = begin(member) > begin(last) ? member : last;
        for (const SpanId member : members)
            wait(member, begin(last), last);
    };
    if (trace.ranksAreComparable()) {
        const Collectives& collectives = context.collectives();
        for (const Collectives::Instance& instance : collectives.instances) {
            if (areOfOneCollective(timing, comparable, collectives.membersOf(instance)))
                waitForLast(collectives.membersOf(instance));
        }
        const Collectives& optimizers = context.optimizerSteps();
        for (const Collectives::Instance& instance : optimizers.instances) {
            const auto members = optimizers.membersOf(instance);
            if (std::all_of(members.begin(), members.end(),
                    [&](SpanId member) { return comparable.between(members.front(), member); }))
                waitForLast(members);
        }
    }

    const auto waits = [&](uint32_t i) { return std::min(until[i], timing.end[i]) > timing.begin[i]; };
    size_t count = 0; // growing would take three times as much for a moment
    for (uint32_t i = 0; i < trace.spanCount(); ++i)
        count += waits(i) ? 1 : 0;
    std::vector<Waiting> result;
    result.reserve(count);
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (waits(i))
            result.push_back({SpanId(i), lastToCome[i], std::min(until[i], timing.end[i])});
    }
    return result;
}

std::vector<SpanId> collectiveByArrival(const RunContext& context, const Timing& timing, SpanId span)
{
    const Trace& trace = context.trace();
    if (!trace.ranksAreComparable() || !mayBeCollective(trace, span))
        return {};
    const auto known = context.collectiveWith(span);
    std::vector<SpanId> members(known.begin(), known.end());
    if (members.empty() || !areOfOneCollective(timing, Comparability(trace), members))
        return {};
    std::sort(members.begin(), members.end(), [&timing](SpanId a, SpanId b) {
        return std::pair(timing.begin[a.value], a) < std::pair(timing.begin[b.value], b);
    });
    return members;
}

} // namespace bubblescope
