// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "awaitedgaps.h"

#include "devicelanes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

/// One of so many is an exception: a launch was late. Counted in each step by itself: it has one answer, however many
/// others were read with it.
constexpr size_t rarely = 20;

/// When the ranks had come to a meeting, and when it began on each.
struct Arrivals {
    std::vector<TimeNs> came;
    std::vector<TimeNs> began;

    size_t last() const { return size_t(std::max_element(came.begin(), came.end()) - came.begin()); }
    TimeNs firstBegin() const { return *std::min_element(began.begin(), began.end()); }
    TimeNs lastBegin() const { return *std::max_element(began.begin(), began.end()); }
};

class GapFinder {
public:
    GapFinder(const RunContext& context, const Timing& timing)
        : m_context(context), m_trace(context.trace()), m_timing(timing), m_rows(m_trace.ranks().size())
    {
        for (size_t r = 0; r < m_rows.size(); ++r) {
            for (const Track& track : m_trace.tracksOf(m_trace.ranks()[r].rank)) {
                for (const Row& row : m_trace.rowsOf(m_trace.idOf(track))) {
                    const bool isInner = row.kind == Row::Kind::Nested && row.depth > 0;
                    if (row.kind != Row::Kind::FusedLegs && !isInner && row.spanCount > 0)
                        m_rows[r].push_back(&row);
                }
            }
        }
    }

    AwaitedGaps find()
    {
        findMessages();
        findRecorded();
        findUnrecorded();
        for (const auto& [next, gap] : m_gaps)
            m_found.all.push_back(gap);
        return std::move(m_found);
    }

private:
    using Kind = std::pair<Operation, Category>;
    /// One of the collectives of a rank that are matched with no others.
    struct Lone {
        int32_t step;
        uint32_t nth; // of its kind in the step
        SpanId span;
    };

    size_t rankOf(SpanId span) const { return rankIndex(m_trace, m_trace.track(m_trace.track(span)).rank); }
    bool isComparable(size_t rank) const
    {
        return rank < m_trace.ranks().size() && m_trace.ranks()[rank].clock != ClockState::OwnStart;
    }
    Kind kindOf(SpanId span) const { return {m_trace.operation(span), m_trace.category(span)}; }
    bool isTopLevel(SpanId span) const { return !m_trace.parent(span).isValid(); }

    /// The step of a rank at a time; the last one to begin.
    const RankStep* stepAt(size_t rank, TimeNs time) const
    {
        const std::span<const RankStep> steps = m_timing.stepsOf(m_trace.ranks()[rank].rank);
        const auto after = std::partition_point(
            steps.begin(), steps.end(), [time](const RankStep& step) { return step.step.range.begin <= time; });
        return after == steps.begin() ? nullptr : &*std::prev(after);
    }

    /// The number of the span's step; 0 if it is in none.
    int32_t stepOf(SpanId span) const
    {
        const size_t rank = rankOf(span);
        const RankStep* const step = rank < m_trace.ranks().size() ? stepAt(rank, m_timing.begin[span.value]) : nullptr;
        return step ? step->step.number : 0;
    }

    /// When the rank had finished what it did before this span, in the same step.
    TimeNs cameTo(size_t rank, SpanId span) const
    {
        const TimeNs begin = m_timing.begin[span.value];
        const RankStep* const step = stepAt(rank, begin);
        TimeNs came = step ? step->step.range.begin : std::numeric_limits<TimeNs>::min();
        bool isFirst = true;
        for (const Row* const row : m_rows[rank]) {
            const auto begins = std::span(m_timing.begin).subspan(row->firstSpan, row->spanCount);
            const auto after = std::lower_bound(begins.begin(), begins.end(), begin) - begins.begin();
            if (after == 0)
                continue;
            isFirst = false;
            came = std::max(came, m_timing.end[row->firstSpan + size_t(after) - 1]);
        }
        return isFirst ? begin : std::min(came, begin);
    }

    Arrivals arrivals(std::span<const SpanId> members) const
    {
        Arrivals all;
        for (const SpanId member : members) {
            all.came.push_back(cameTo(rankOf(member), member));
            all.began.push_back(m_timing.begin[member.value]);
        }
        return all;
    }

    void addGap(SpanId next, const Arrivals& arrivals, SpanId lastToCome, size_t member, Category group)
    {
        const TimeNs until = std::min(arrivals.came[arrivals.last()], arrivals.began[member]);
        if (until <= arrivals.came[member])
            return;
        AwaitedGap& gap = m_gaps.try_emplace(next, AwaitedGap {next, until, lastToCome, group}).first->second;
        if (until > gap.until)
            gap = {next, until, lastToCome, group};
    }

    void addGaps(std::span<const SpanId> members, const Arrivals& arrivals, Category group)
    {
        const size_t last = arrivals.last();
        for (size_t m = 0; m < members.size(); ++m)
            addGap(members[m], arrivals, members[last], m, group);
    }

    /// A gap before a receive is the pipeline's anyway.
    void findMessages()
    {
        const auto isTogether = [&](const Link& message) {
            return std::abs(m_timing.begin[message.from.value] - m_timing.begin[message.to.value])
                <= largestBeginSpread;
        };
        struct OfStep {
            size_t count = 0;
            size_t apart = 0;
        };
        std::map<int32_t, OfStep> steps;
        const std::span<const Link> messages = m_context.messages();
        for (const Link& message : messages) {
            OfStep& step = steps[stepOf(message.from)];
            ++step.count;
            step.apart += isTogether(message) ? 0 : 1;
        }
        for (const Link& message : messages) {
            if (const OfStep& step = steps[stepOf(message.from)]; step.apart * rarely > step.count)
                continue; // its records show the waiting
            const SpanId send = m_trace.charged(message.from);
            const SpanId receive = m_trace.charged(message.to);
            if (!isTogether(message) || isReceive(m_trace.operation(send)) || m_trace.hasFlag(send, SpanFlag::fused)
                || !isTopLevel(send) || !isTopLevel(receive) || !isComparable(rankOf(send))
                || !isComparable(rankOf(receive)))
                continue;
            const SpanId both[] {send, receive};
            Arrivals of = arrivals(both);
            of.came[1] = std::min(of.came[1], of.began[0]);
            if (of.last() == 1)
                addGap(both[0], of, both[1], 0, Category::PipelineComm);
        }
    }

    void findRecorded()
    {
        struct OfKind {
            size_t count = 0;
            std::vector<uint32_t> together; // instances
        };
        std::map<std::pair<int32_t, Kind>, OfKind> kinds; // by step
        const Collectives& collectives = m_context.collectives();
        for (uint32_t i = 0; i < collectives.instances.size(); ++i) {
            const auto members = collectives.membersOf(collectives.instances[i]);
            if (!isTopLevel(members.front()))
                continue;
            TimeRange begins = TimeRange::nothing();
            bool areComparable = true;
            for (const SpanId member : members) {
                const TimeNs begin = m_timing.begin[member.value];
                begins = begins.united({begin, begin});
                areComparable = areComparable && isTopLevel(member) && isComparable(rankOf(member));
            }
            OfKind& kind = kinds[{stepOf(members.front()), kindOf(members.front())}];
            ++kind.count;
            if (areComparable && begins.end - begins.begin <= largestBeginSpread)
                kind.together.push_back(i);
        }
        for (const auto& [key, kind] : kinds) {
            if ((kind.count - kind.together.size()) * rarely > kind.count)
                continue; // their records show the waiting
            for (const uint32_t i : kind.together) {
                const auto members = collectives.membersOf(collectives.instances[i]);
                addGaps(members, arrivals(members), key.second.second);
                m_found.together.add(members);
            }
        }
    }

    /// By kind, then rank; in order of time.
    std::map<Kind, std::vector<std::vector<Lone>>> loneCollectives() const
    {
        std::map<Kind, std::vector<std::vector<Lone>>> all;
        for (size_t r = 0; r < m_rows.size(); ++r) {
            if (!isComparable(r))
                continue;
            for (const Row* const row : m_rows[r]) {
                if (m_trace.track(row->track).lane == Lane::Stream)
                    continue;
                for (uint32_t i = row->firstSpan; i < row->firstSpan + row->spanCount; ++i) {
                    const SpanId span(i);
                    if (!isCollective(m_trace.operation(span)) || !m_context.collectiveWith(span).empty()
                        || !isTopLevel(span))
                        continue;
                    std::vector<std::vector<Lone>>& ofRanks = all[kindOf(span)];
                    ofRanks.resize(m_rows.size());
                    ofRanks[r].push_back({stepOf(span), 0, span});
                }
            }
        }
        for (auto& [kind, ofRanks] : all) {
            for (std::vector<Lone>& spans : ofRanks) {
                std::sort(spans.begin(), spans.end(), [&](const Lone& a, const Lone& b) {
                    return std::tuple(a.step, m_timing.begin[a.span.value], a.span)
                        < std::tuple(b.step, m_timing.begin[b.span.value], b.span);
                });
                for (size_t i = 1; i < spans.size(); ++i)
                    spans[i].nth = spans[i].step == spans[i - 1].step ? spans[i - 1].nth + 1 : 0;
            }
        }
        return all;
    }

    void findUnrecorded()
    {
        const RankGroups& groups = m_context.groups();
        for (const auto& [kind, ofRanks] : loneCollectives()) {
            std::map<int64_t, std::vector<size_t>> ofData;
            std::map<int64_t, std::vector<size_t>> ofModel;
            for (size_t r = 0; r < ofRanks.size(); ++r) {
                ofData[groups.group(r, Category::DataComm)].push_back(r);
                ofModel[groups.modelReplica(r)].push_back(r);
            }
            for (const auto& [group, ranks] : ofData)
                meetBefore(ofRanks, group, ranks, Category::DataComm);
            for (const auto& [group, ranks] : ofModel)
                meetBefore(ofRanks, group, ranks, Category::OtherComm);
        }
    }

    /// Tests whether these ranks meet before their collectives, in each step.
    void meetBefore(const std::vector<std::vector<Lone>>& ofRanks, int64_t group, const std::vector<size_t>& ranks,
        Category category)
    {
        if (group < 0 || ranks.size() < 2)
            return;
        std::map<int32_t, std::map<uint32_t, std::vector<SpanId>>> steps; // of each, by order in it
        for (const size_t r : ranks) {
            for (const Lone& lone : ofRanks[r])
                steps[lone.step][lone.nth].push_back(lone.span);
        }
        for (auto& [step, meetings] : steps) {
            std::erase_if(meetings, [&ranks](const auto& meeting) { return meeting.second.size() != ranks.size(); });
            meetIn(meetings, category);
        }
    }

    void meetIn(const std::map<uint32_t, std::vector<SpanId>>& meetings, Category category)
    {
        std::vector<Arrivals> all;
        size_t early = 0;
        TimeNs explained = 0;
        TimeNs gaps = 0;
        TimeNs count = 0;
        for (const auto& [nth, members] : meetings) {
            const Arrivals& of = all.emplace_back(arrivals(members));
            const size_t last = of.last();
            early += of.firstBegin() + largestBeginSpread < of.came[last];
            count += TimeNs(members.size()) - 1;
            for (size_t m = 0; m < members.size(); ++m) {
                gaps += m == last ? 0 : of.began[m] - of.came[m];
                explained += m == last ? 0 : std::max<TimeNs>(0, std::min(of.came[last], of.began[m]) - of.came[m]);
            }
        }
        if (early * rarely > meetings.size() || explained <= count * largestBeginSpread || explained * 2 < gaps)
            return;
        size_t at = 0;
        for (const auto& [nth, members] : meetings) {
            const Arrivals& of = all[at++];
            if (of.firstBegin() + largestBeginSpread < of.came[of.last()])
                continue;
            addGaps(members, of, category);
            m_found.unrecorded.add(members);
        }
    }

    const RunContext& m_context;
    const Trace& m_trace;
    const Timing& m_timing;
    std::vector<std::vector<const Row*>> m_rows; // by rank index: those whose spans no others enclose
    std::map<SpanId, AwaitedGap> m_gaps;         // by what ends them
    AwaitedGaps m_found;
};

} // namespace

const AwaitedGap* AwaitedGaps::before(SpanId next) const
{
    const auto found = std::lower_bound(
        all.begin(), all.end(), next, [](const AwaitedGap& gap, SpanId wanted) { return gap.next < wanted; });
    return found != all.end() && found->next == next ? &*found : nullptr;
}

AwaitedGaps findAwaitedGaps(const RunContext& context, const Timing& timing)
{
    const Trace& trace = context.trace();
    if (isProfilerRun(trace) || !trace.ranksAreComparable() || trace.ranks().size() < 2)
        return {};
    return GapFinder(context, timing).find();
}

std::shared_ptr<const AwaitedGaps> awaitedGapsOf(const RunContext& context, const Timing& timing)
{
    const auto find = [&] { return std::make_shared<const AwaitedGaps>(findAwaitedGaps(context, timing)); };
    if (&timing != &context.trace().timing())
        return find();
    RunContext::KeptGaps& kept = context.keptGaps();
    std::call_once(kept.areFound, [&] { kept.gaps = find(); });
    return kept.gaps;
}

} // namespace bubblescope
