// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "passcompute.h"

#include "rankgroups.h"
#include "stagetimes.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

struct Part {
    TimeRange range;
    SpanId top;
    bool isExpert;
};

class RankPasses {
public:
    RankPasses(const Trace& trace, uint32_t rank, int stage, PassComputes& result)
        : m_trace(trace), m_rank(rank), m_stage(stage), m_result(result)
    {
    }
    void add(const Track& track)
    {
        for (const Row& row : m_trace.rows().subspan(track.firstRow, track.rowCount)) {
            if (row.kind == Row::Kind::FusedLegs || track.lane == Lane::Stream)
                continue;
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                const bool isInner = m_trace.parent(span).isValid();
                if (isInner && isCommunication(m_trace.category(span)))
                    m_parts.push_back({m_trace.range(span), topOf(span), isExpertExchange(span)});
                else if (!isInner && isPass(m_trace.operation(span))
                    && !m_trace.hasFlag(span, SpanFlag::notMeasured | SpanFlag::untimed))
                    m_passes.push_back(span);
            }
        }
    }
    void finish()
    {
        const auto byTime = [](const Part& a, const Part& b) {
            return std::tuple(a.range.begin, a.range.end) < std::tuple(b.range.begin, b.range.end);
        };
        if (!std::is_sorted(m_parts.begin(), m_parts.end(), byTime))
            std::sort(m_parts.begin(), m_parts.end(), byTime);
        std::sort(
            m_passes.begin(), m_passes.end(), [&](SpanId a, SpanId b) { return m_trace.begin(a) < m_trace.begin(b); });
        const size_t first = m_result.size();
        auto part = m_parts.begin();
        for (const SpanId pass : m_passes) {
            while (part != m_parts.end() && part->range.begin < m_trace.begin(pass))
                ++part;
            PassCompute made;
            made.rank = m_rank;
            made.stage = m_trace.stage(pass) >= 0 ? m_trace.stage(pass) : m_stage;
            made.step = stepOf(m_trace, pass);
            made.microbatch = m_trace.microbatch(pass);
            made.passes = 1;
            TimeNs cursor = m_trace.begin(pass);
            bool afterExpert = false;
            for (; part != m_parts.end() && part->range.begin < m_trace.end(pass); ++part) {
                if (part->top != pass)
                    continue;
                const TimeNs free = std::max<TimeNs>(0, part->range.begin - cursor);
                (afterExpert ? made.expert : made.plain) += free;
                // Tokens are dispatched and combined: every other stretch between all-to-alls is the experts'.
                afterExpert = afterExpert != part->isExpert;
                cursor = std::max(cursor, part->range.end);
            }
            made.plain += std::max<TimeNs>(0, m_trace.end(pass) - cursor);
            m_result.push_back(made);
        }
        const auto key = [](const PassCompute& p) { return std::tuple(p.step, p.microbatch); };
        std::stable_sort(m_result.begin() + std::ptrdiff_t(first), m_result.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
        size_t kept = first;
        for (size_t i = first; i < m_result.size(); ++i) {
            if (kept > first && key(m_result[kept - 1]) == key(m_result[i])) {
                m_result[kept - 1].passes += m_result[i].passes;
                m_result[kept - 1].plain += m_result[i].plain;
                m_result[kept - 1].expert += m_result[i].expert;
            } else {
                m_result[kept++] = m_result[i];
            }
        }
        m_result.resize(kept);
        m_parts.clear();
        m_passes.clear();
    }

private:
    SpanId topOf(SpanId span) const
    {
        while (m_trace.parent(span).isValid())
            span = m_trace.parent(span);
        return span;
    }
    bool isExpertExchange(SpanId span) const
    {
        return m_trace.category(span) == Category::ExpertComm && m_trace.operation(span) == Operation::AllToAll;
    }

    const Trace& m_trace;
    uint32_t m_rank;
    int m_stage;
    PassComputes& m_result;
    std::vector<Part> m_parts;
    std::vector<SpanId> m_passes;
};

} // namespace

PassComputes passCompute(const RunContext& context)
{
    const Trace& trace = context.trace();
    const RankGroups& groups = context.groups();
    std::map<int32_t, std::vector<const Track*>> tracks;
    for (const Track& track : trace.tracks())
        tracks[track.rank].push_back(&track);
    PassComputes passes(trace.pool());
    for (uint32_t r = 0; r < trace.ranks().size(); ++r) {
        RankPasses rank(trace, r, groups.stage(r), passes);
        for (const Track* track : tracks[trace.ranks()[r].rank])
            rank.add(*track);
        rank.finish();
    }
    // No two are equal, and a stable sort would take half as much again, beside the pool.
    std::sort(passes.begin(), passes.end(), [](const PassCompute& a, const PassCompute& b) {
        return std::tuple(a.stage, a.step, a.microbatch, a.rank) < std::tuple(b.stage, b.step, b.microbatch, b.rank);
    });
    return passes;
}

namespace {

/// The first dimension: 6535 for "... [6535, 4096] bfloat16"; -1 if there is no shape.
double tokensOf(std::string_view detail)
{
    const size_t open = detail.find('[');
    double tokens = 0;
    for (size_t i = open + 1; open != std::string_view::npos && i < detail.size(); ++i) {
        if (detail[i] < '0' || detail[i] > '9')
            return detail[i] == ',' && i > open + 1 ? tokens : -1;
        tokens = tokens * 10 + (detail[i] - '0');
    }
    return -1;
}

} // namespace

ExpertLoad expertLoad(const RunContext& context)
{
    const Trace& trace = context.trace();
    struct Exchanges {
        double given = 0;
        double sent = 0;
        uint64_t givenCount = 0;
        uint64_t sentCount = 0;
        std::vector<std::pair<double, SpanId>> got;
        TimeNs expertTime = 0;
    };
    std::map<int32_t, uint32_t> indexOf;
    for (uint32_t r = 0; r < trace.ranks().size(); ++r)
        indexOf.emplace(trace.ranks()[r].rank, r);
    std::vector<Exchanges> exchanges(trace.ranks().size());
    for (const Row& row : trace.rows()) {
        const Track& track = trace.track(row.track);
        const auto rank = indexOf.find(track.rank);
        if (rank == indexOf.end() || track.lane == Lane::Stream || row.kind == Row::Kind::FusedLegs)
            continue;
        Exchanges& of = exchanges[rank->second];
        SpanId parent;
        bool isReturn = false;
        TimeNs dispatched = 0;
        for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
            const SpanId span(i);
            if (trace.category(span) != Category::ExpertComm || trace.operation(span) != Operation::AllToAll)
                continue;
            const double tokens = tokensOf(trace.detail(span));
            if (tokens < 0) // 0 is valid: a rank may receive no tokens
                continue;
            isReturn = trace.parent(span) == parent && !isReturn;
            parent = trace.parent(span);
            if (isReturn) {
                of.given += tokens;
                ++of.givenCount;
                of.got.emplace_back(tokens, span);
                of.expertTime += std::max<TimeNs>(0, trace.begin(span) - dispatched);
            } else {
                of.sent += tokens;
                ++of.sentCount;
                dispatched = trace.end(span);
            }
        }
    }

    const RankGroups& groups = context.groups();
    struct Sum {
        double given = 0;
        double sent = 0;
        int members = 0;
    };
    std::map<int64_t, Sum> sums;
    for (uint32_t r = 0; r < exchanges.size(); ++r) {
        const Exchanges& of = exchanges[r];
        const int64_t group = groups.group(r, Category::ExpertComm);
        if (of.givenCount == 0 || of.sentCount == 0 || group < 0)
            continue;
        Sum& sum = sums[group];
        sum.given += of.given / double(of.givenCount);
        sum.sent += of.sent / double(of.sentCount);
        ++sum.members;
    }
    ExpertLoad load;
    for (uint32_t r = 0; r < exchanges.size(); ++r) {
        Exchanges& of = exchanges[r];
        if (of.givenCount == 0 || of.sentCount == 0)
            continue;
        ExpertLoad::Rank made;
        made.rank = r;
        made.tokens = of.given / double(of.givenCount);
        made.mean = of.sent / double(of.sentCount);
        // Tokens are only moved: with all members in the trace, as many are received as are sent.
        const auto sum = sums.find(groups.group(r, Category::ExpertComm));
        if (sum != sums.end() && sum->second.members > 1)
            made.mean = (sum->second.members == context.layout().expert.value_or(0) ? sum->second.given : sum->second.sent)
                / sum->second.members;
        made.expertTime = of.expertTime;
        const auto nearest = std::min_element(of.got.begin(), of.got.end(), [&](const auto& a, const auto& b) {
            return std::abs(a.first - made.tokens) < std::abs(b.first - made.tokens);
        });
        made.span = nearest->second;
        load.ranks.push_back(made);
    }
    return load;
}

const ExpertLoad::Rank* ExpertLoad::busiest() const
{
    const auto found = std::max_element(
        ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) { return a.factor() < b.factor(); });
    return found == ranks.end() ? nullptr : &*found;
}

} // namespace bubblescope
