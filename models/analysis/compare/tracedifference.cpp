// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracedifference.h"

#include "devicelanes.h"
#include "launches.h"
#include "parallel.h"
#include "sequencealignment.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

/// A span, as what makes it the same piece of work in two traces, and when it began.
struct Piece {
    uint64_t work; ///< microbatch, and name among the strings of the base
    TimeNs begin;
    uint32_t span;
    uint16_t kind; ///< operation, and that of the enclosing one for a sub-operation

    bool isSameWork(const Piece& other) const { return work == other.work && kind == other.kind; }
    bool isWorkBefore(const Piece& other) const { return work != other.work ? work < other.work : kind < other.kind; }
    bool operator<(const Piece& other) const
    {
        if (!isSameWork(other))
            return isWorkBefore(other);
        return begin != other.begin ? begin < other.begin : span < other.span;
    }
};

constexpr TimeRange always {std::numeric_limits<TimeNs>::min(), std::numeric_limits<TimeNs>::max()};

/// Of one rank, sorted; `names` by string of the trace.
std::vector<Piece> piecesOf(
    const Trace& trace, const RankInfo& rank, TimeRange window, const std::vector<StringId>& names)
{
    const bool isProfiler = isProfilerRun(trace);
    std::vector<Piece> pieces;
    for (const Track& track : trace.tracksOf(rank.rank)) {
        const TimeRange range = !isProfiler ? window
            : isDeviceLane(track.lane)      ? ownWindow(trace, rank, window)
                                            : ownHostWindow(trace, rank, window);
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            if (row.kind == Row::Kind::FusedLegs)
                continue;
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                if (!range.contains(trace.begin(span)))
                    continue;
                const SpanId parent = trace.parent(span);
                const StringId name = trace.nameId(span);
                const Operation around = parent.isValid() ? trace.operation(parent) : Operation::Other;
                pieces.push_back({uint64_t(uint32_t(trace.microbatch(span))) << 32
                        | (name.isValid() ? names[name.value] : name).value,
                    trace.begin(span), i, uint16_t(uint32_t(trace.operation(span)) << 8 | uint32_t(around))});
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

/// The rank of the base that one of another trace is compared with; null if there is none.
const RankInfo* counterpartOf(const Trace& base, const Trace& other, const RankInfo& rank)
{
    return base.ranks().size() == 1 && other.ranks().size() == 1 ? &base.ranks().front() : base.findRank(rank.rank);
}

} // namespace

/// What a range of the base consists of.
struct RepeatedDifferences::Base {
    const Trace& trace;
    TimeRange range;
    std::vector<StringId> names {};
    std::vector<std::vector<Piece>> pieces {}; ///< by rank index; empty if they are too many to be kept

    Base(const Trace& base, TimeRange part, bool isAskedAgain) : trace(base), range(part), names(namesIn(base, base))
    {
        constexpr uint32_t mostKept = 2'000'000;
        if (!isAskedAgain || trace.spanCount() > mostKept)
            return;
        pieces.resize(trace.ranks().size());
        forEachParallel(pieces.size(), threadCount(),
            [&](size_t r) { pieces[r] = piecesOf(trace, trace.ranks()[r], range, names); });
    }

    /// In the base, by span of the other.
    std::vector<SpanId> counterpartsIn(const Trace& other) const
    {
        std::vector<SpanId> counterparts(other.spanCount());
        const std::vector<StringId> namesOfOther = namesIn(trace, other);
        const auto ranks = other.ranks();
        forEachParallel(ranks.size(), threadCount(), [&](size_t r) {
            const RankInfo* rank = counterpartOf(trace, other, ranks[r]);
            if (!rank)
                return;
            const std::vector<Piece> read
                = pieces.empty() ? piecesOf(trace, *rank, range, names) : std::vector<Piece>();
            const std::vector<Piece>& bases = pieces.empty() ? read : pieces[size_t(rank - trace.ranks().data())];
            const std::vector<Piece> others = piecesOf(other, ranks[r], always, namesOfOther);
            // Both are sorted: runs of the same work stand beside each other, and their k-th members belong together.
            auto at = bases.begin();
            for (auto mine = others.begin(); mine != others.end();) {
                while (at != bases.end() && at->isWorkBefore(*mine))
                    ++at;
                const Piece& first = *mine;
                for (; mine != others.end() && mine->isSameWork(first); ++mine) {
                    if (at == bases.end() || !at->isSameWork(first))
                        continue;
                    counterparts[mine->span] = SpanId(at->span);
                    ++at;
                }
            }
        });
        return counterparts;
    }
};

namespace {

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

namespace {

/// What a device does for one call of an operator, in order of launch; without an operator, one kernel.
struct DeviceCall {
    SpanId caller;
    uint32_t first = 0; ///< among the spans
    uint32_t count = 0;
};
struct DeviceCalls {
    std::vector<SpanId> spans;
    std::vector<DeviceCall> calls;
    std::vector<uint64_t> shaped; ///< by call: operator and shapes, among the strings of the base
    std::vector<uint64_t> named;  ///< by call: operator
};

DeviceCalls deviceCallsOf(
    const Trace& trace, const RankInfo& rank, TimeRange window, const std::vector<StringId>& names)
{
    const TimeRange range = ownWindow(trace, rank, window);
    struct Launched {
        TimeNs launch; ///< what has none is taken for part of what its stream did before
        SpanId call;
        TimeNs begin;
        SpanId span;
        bool operator<(const Launched& other) const
        {
            return std::tie(launch, call, begin, span) < std::tie(other.launch, other.call, other.begin, other.span);
        }
    };
    std::vector<Launched> launched;
    for (const Track& track : trace.tracksOf(rank.rank)) {
        if (!isDeviceLane(track.lane))
            continue;
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            TimeNs before = trace.launches().empty() ? std::numeric_limits<TimeNs>::max() : range.begin;
            for (uint32_t i = row.firstSpan; i < row.firstSpan + row.spanCount; ++i) {
                const SpanId span(i);
                const SpanId call = trace.launchOf(span);
                before = call.isValid() ? trace.begin(call) : before;
                if (range.contains(trace.begin(span)))
                    launched.push_back({before, call, trace.begin(span), span});
            }
        }
    }
    std::sort(launched.begin(), launched.end());
    const auto known = [&names](StringId name) { return name.isValid() ? names[name.value] : name; };
    DeviceCalls made;
    for (const Launched& each : launched) {
        const SpanId launcher = each.call.isValid() ? launchingOperator(trace, each.span) : SpanId();
        const SpanId caller = launcher.isValid() && isOperator(trace, launcher) ? launcher : SpanId();
        if (!caller.isValid() || made.calls.empty() || made.calls.back().caller != caller) {
            const SpanId named = caller.isValid() ? caller : each.span;
            made.calls.push_back({caller, uint32_t(made.spans.size()), 0});
            made.named.push_back(known(trace.nameId(named)).value);
            made.shaped.push_back(uint64_t(known(trace.detailId(named)).value) << 32 | made.named.back());
        }
        made.spans.push_back(each.span);
        ++made.calls.back().count;
    }
    return made;
}

/// Lays the calls of a rank beside each other.
class CallPairs {
public:
    CallPairs(const Trace& base, const Trace& other, const std::vector<StringId>& namesOfOther,
        std::vector<SpanId>& counterparts)
        : m_base(base), m_other(other), m_namesOfOther(namesOfOther), m_counterparts(counterparts)
    {
    }

    void pair(const DeviceCalls& base, const DeviceCalls& other)
    {
        for (const SpanId span : other.spans)
            m_counterparts[span.value] = {};
        // First those with the same shapes, then, between them, what has the same name.
        uint32_t a = 0;
        uint32_t b = 0;
        const auto pairBetween = [&](uint32_t endA, uint32_t endB) {
            const auto between = alignedPlaces(
                std::span(base.named).subspan(a, endA - a), std::span(other.named).subspan(b, endB - b));
            for (const auto& [atA, atB] : between)
                pairCall(base, base.calls[a + atA], other, other.calls[b + atB]);
        };
        for (const auto& [atA, atB] : alignedPlaces(base.shaped, other.shaped)) {
            pairBetween(atA, atB);
            pairCall(base, base.calls[atA], other, other.calls[atB]);
            a = atA + 1;
            b = atB + 1;
        }
        pairBetween(uint32_t(base.calls.size()), uint32_t(other.calls.size()));
    }

private:
    /// Kernels of the same name first; whatever is left of both did the same for the operator.
    void pairCall(const DeviceCalls& base, const DeviceCall& a, const DeviceCalls& other, const DeviceCall& b)
    {
        if (a.caller.isValid() && b.caller.isValid())
            m_counterparts[b.caller.value] = a.caller;
        std::vector<uint64_t> namesA;
        std::vector<uint64_t> namesB;
        for (uint32_t i = 0; i < a.count; ++i)
            namesA.push_back(m_base.nameId(base.spans[a.first + i]).value);
        for (uint32_t i = 0; i < b.count; ++i) {
            const StringId name = m_other.nameId(other.spans[b.first + i]);
            namesB.push_back((name.isValid() ? m_namesOfOther[name.value] : name).value);
        }
        uint32_t nextA = 0;
        uint32_t nextB = 0;
        const auto pairUntil = [&](uint32_t endA, uint32_t endB) {
            for (; nextA < endA && nextB < endB; ++nextA, ++nextB)
                m_counterparts[other.spans[b.first + nextB].value] = base.spans[a.first + nextA];
            nextA = endA;
            nextB = endB;
        };
        for (const auto& [atA, atB] : alignedPlaces(namesA, namesB)) {
            pairUntil(atA, atB);
            pairUntil(atA + 1, atB + 1);
        }
        pairUntil(a.count, b.count);
    }

    const Trace& m_base;
    const Trace& m_other;
    const std::vector<StringId>& m_namesOfOther;
    std::vector<SpanId>& m_counterparts;
};

} // namespace

std::vector<float> durationDifferences(const Trace& base, TimeRange range, const Trace& other)
{
    std::vector<SpanId> counterparts = RepeatedDifferences::Base(base, range, false).counterpartsIn(other);
    if (isProfilerRun(base) && isProfilerRun(other)) {
        const std::vector<StringId> namesOfBase = namesIn(base, base);
        const std::vector<StringId> namesOfOther = namesIn(base, other);
        const auto ranks = other.ranks();
        forEachParallel(ranks.size(), threadCount(), [&](size_t r) {
            if (const RankInfo* rank = counterpartOf(base, other, ranks[r])) {
                CallPairs(base, other, namesOfOther, counterparts)
                    .pair(deviceCallsOf(base, *rank, range, namesOfBase),
                        deviceCallsOf(other, ranks[r], always, namesOfOther));
            }
        });
    }
    return differencesFrom(counterparts, base, other);
}

std::vector<float> RepeatedDifferences::of(const TracePtr& base, TimeRange range, const TracePtr& other)
{
    if (m_trace != base || m_base->range != range) {
        m_trace = base;
        m_base = std::make_shared<const Base>(*base, range, true);
        m_other.reset();
    }
    if (!m_other || !m_other->sharesRowsWith(*other))
        m_counterparts = m_base->counterpartsIn(*other);
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
