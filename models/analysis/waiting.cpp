// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "waiting.h"

#include "clockalignment.h"
#include "rankgroups.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Members of one collective end together; if they do not, they were not members of one.
constexpr TimeNs largestEndSpread = 5'000'000;

class Comparability {
public:
    explicit Comparability(const Trace& trace) : m_all(trace.ranksAreComparable())
    {
        for (const RankInfo& rank : trace.ranks()) {
            if (rank.clock == ClockState::OwnStart)
                m_apart.push_back(rank.rank);
        }
    }
    bool between(int32_t a, int32_t b) const
    {
        return a == b
            || (m_all && !std::binary_search(m_apart.begin(), m_apart.end(), a)
                && !std::binary_search(m_apart.begin(), m_apart.end(), b));
    }

private:
    bool m_all;
    std::vector<int32_t> m_apart; // sorted, as ranks are
};

} // namespace

std::vector<Waiting> findWaiting(const Trace& trace, const Timing& timing, const ParallelLayout& layout)
{
    const Comparability comparable(trace);
    const auto rankOf = [&](SpanId span) { return trace.track(trace.track(span)).rank; };
    const auto begin = [&](SpanId span) { return timing.begin[span.value]; };
    const auto end = [&](SpanId span) { return timing.end[span.value]; };
    const auto charged = [&](SpanId span) {
        const bool leg = trace.hasFlag(span, SpanFlag::fusedLeg) && trace.parent(span).isValid();
        return leg ? trace.parent(span) : span;
    };

    std::vector<Waiting> found;
    const auto meet = [&](SpanId send, SpanId receive) {
        if (!comparable.between(rankOf(send), rankOf(receive)))
            return;
        found.push_back({charged(send), begin(receive)});
        found.push_back({charged(receive), begin(send)});
    };
    if (!trace.links().empty()) {
        for (const Link& link : trace.links())
            meet(link.from, link.to);
    } else {
        for (const MessageMatch& match : matchMessages(trace, layout).matches)
            meet(match.send, match.receive);
    }
    const auto bySpan
        = [](const Waiting& a, const Waiting& b) { return std::pair(a.span, a.until) < std::pair(b.span, b.until); };
    std::sort(found.begin(), found.end(), bySpan);

    std::vector<Waiting> alone;
    for (uint32_t i = 0; i < trace.spanCount(); ++i) {
        if (!isReceive(trace.operation(SpanId(i))))
            continue;
        const SpanId span = charged(SpanId(i));
        const auto known = std::lower_bound(found.begin(), found.end(), Waiting {span, 0},
            [](const Waiting& a, const Waiting& b) { return a.span < b.span; });
        if (known == found.end() || known->span != span)
            alone.push_back({span, end(span)});
    }
    found.insert(found.end(), alone.begin(), alone.end());

    if (trace.ranksAreComparable()) {
        const Collectives collectives = matchCollectives(trace, layout);
        for (const Collectives::Instance& instance : collectives.instances) {
            const auto members = collectives.membersOf(instance);
            TimeRange begins = TimeRange::nothing();
            TimeRange ends = TimeRange::nothing();
            bool fit = true;
            for (const SpanId member : members) {
                begins = begins.united({begin(member), begin(member)});
                ends = ends.united({end(member), end(member)});
                fit = fit && comparable.between(rankOf(members.front()), rankOf(member));
            }
            if (!fit || ends.duration() > largestEndSpread)
                continue;
            for (const SpanId member : members)
                found.push_back({member, begins.end});
        }
    }

    // A fused call waits for both its partners: the later one counts.
    std::sort(found.begin(), found.end(), bySpan);
    std::vector<Waiting> result;
    for (const Waiting& wait : found) {
        const TimeNs until = std::clamp(wait.until, begin(wait.span), std::max(begin(wait.span), end(wait.span)));
        if (!result.empty() && result.back().span == wait.span)
            result.back().until = until;
        else
            result.push_back({wait.span, until});
    }
    std::erase_if(result, [&](const Waiting& wait) { return wait.until <= begin(wait.span); });
    return result;
}

} // namespace bubblescope
