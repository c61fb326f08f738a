// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "memoryusage.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace bubblescope {

namespace {

/// Walks through the events of a snapshot.
class MemoryState {
public:
    explicit MemoryState(const MemorySnapshot& snapshot) : m_snapshot(snapshot)
    {
        // From the end back to the start.
        m_allocated = snapshot.allocatedAtEnd;
        m_reserved = snapshot.reservedAtEnd;
        for (const uint32_t alive : snapshot.aliveAtEnd)
            m_byUse[size_t(useOf(alive))] += snapshot.allocations[alive].bytes;
        // What the segments count and no block accounts for.
        m_byUse[size_t(MemoryUse::Unknown)]
            += m_allocated - std::accumulate(m_byUse.begin(), m_byUse.end(), int64_t(0));
        for (const MemoryEvent& event : snapshot.events)
            apply(event, -1);
    }

    void advance() { apply(m_snapshot.events[m_events++], 1); }
    size_t events() const { return m_events; }
    int64_t allocated() const { return m_allocated; }
    int64_t reserved() const { return m_reserved; }
    const BytesByUse& byUse() const { return m_byUse; }

private:
    MemoryUse useOf(uint32_t allocation) const
    {
        const uint32_t stack = m_snapshot.allocations[allocation].stack;
        return stack == MemoryAllocation::noStack ? MemoryUse::Unknown : m_snapshot.stacks[stack].use;
    }
    void apply(const MemoryEvent& event, int64_t direction)
    {
        const int64_t bytes = direction * event.bytes;
        switch (event.kind) {
        case MemoryEvent::Kind::Allocated:
            m_allocated += bytes;
            m_byUse[size_t(useOf(event.allocation))] += bytes;
            break;
        case MemoryEvent::Kind::Freed:
            m_allocated -= bytes;
            m_byUse[size_t(useOf(event.allocation))] -= bytes;
            break;
        case MemoryEvent::Kind::Reserved:
            m_reserved += bytes;
            break;
        case MemoryEvent::Kind::Released:
            m_reserved -= bytes;
            break;
        case MemoryEvent::Kind::OutOfMemory:
            break;
        }
    }

    const MemorySnapshot& m_snapshot;
    size_t m_events = 0;
    int64_t m_allocated = 0;
    int64_t m_reserved = 0;
    BytesByUse m_byUse {};
};

} // namespace

MemoryUsage memoryUsage(const MemorySnapshot& snapshot)
{
    MemoryState state(snapshot);
    MemoryUsage usage;
    usage.allocatedAtEnd = snapshot.allocatedAtEnd;
    usage.reservedAtEnd = snapshot.reservedAtEnd;
    usage.allocatedAtStart = usage.peakAllocated = state.allocated();
    usage.peakReserved = state.reserved();
    usage.byUseAtPeak = state.byUse();
    for (const MemoryEvent& event : snapshot.events) {
        state.advance();
        usage.outOfMemory += event.kind == MemoryEvent::Kind::OutOfMemory ? 1 : 0;
        usage.peakReserved = std::max(usage.peakReserved, state.reserved());
        if (state.allocated() > usage.peakAllocated) {
            usage.peakAllocated = state.allocated();
            usage.byUseAtPeak = state.byUse();
            usage.eventsUntilPeak = state.events();
        }
    }
    return usage;
}

std::vector<MemorySite> aliveAfter(const MemorySnapshot& snapshot, size_t events)
{
    return AliveSites(snapshot).after(events);
}

AliveSites::AliveSites(const MemorySnapshot& snapshot)
    : m_snapshot(snapshot)
    , m_events(snapshot.events.size())
    , m_isAlive(snapshot.allocations.size())
    , m_ofStack(snapshot.stacks.size() + 1)
{
    for (size_t i = 0; i < snapshot.stacks.size(); ++i)
        m_ofStack[i].stack = static_cast<uint32_t>(i);
    for (const uint32_t alive : snapshot.aliveAtEnd)
        setAlive(alive, true);
}

void AliveSites::setAlive(uint32_t allocation, bool isAlive)
{
    if ((m_isAlive[allocation] != 0) == isAlive)
        return;
    m_isAlive[allocation] = isAlive ? 1 : 0;
    const MemoryAllocation& block = m_snapshot.allocations[allocation];
    MemorySite& site = m_ofStack[std::min<size_t>(block.stack, m_ofStack.size() - 1)];
    site.bytes += isAlive ? block.bytes : -block.bytes;
    site.blocks += isAlive ? 1 : size_t(-1);
}

std::vector<MemorySite> AliveSites::after(size_t events)
{
    using Kind = MemoryEvent::Kind;
    const std::vector<MemoryEvent>& all = m_snapshot.events;
    const auto isOfBlock
        = [](const MemoryEvent& event) { return event.kind == Kind::Allocated || event.kind == Kind::Freed; };
    // What is alive at the end, with what the later events change taken back.
    for (; m_events > events; --m_events) {
        if (const MemoryEvent& event = all[m_events - 1]; isOfBlock(event))
            setAlive(event.allocation, event.kind == Kind::Freed);
    }
    for (; m_events < std::min(events, all.size()); ++m_events) {
        if (const MemoryEvent& event = all[m_events]; isOfBlock(event))
            setAlive(event.allocation, event.kind == Kind::Allocated);
    }
    std::vector<MemorySite> sites;
    std::copy_if(m_ofStack.begin(), m_ofStack.end(), std::back_inserter(sites),
        [](const MemorySite& site) { return site.blocks > 0; });
    std::sort(sites.begin(), sites.end(), [](const MemorySite& a, const MemorySite& b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : a.stack < b.stack;
    });
    return sites;
}

MemoryFigures memoryFigures(const MemorySnapshot& snapshot)
{
    MemoryFigures figures {memoryUsage(snapshot), memoryCurve(snapshot, MemoryFigures::columns), {}};
    figures.atPeak = aliveAfter(snapshot, figures.usage.eventsUntilPeak);
    return figures;
}

MemoryCurve memoryCurve(const MemorySnapshot& snapshot, size_t columns)
{
    MemoryCurve curve;
    if (snapshot.events.empty() || columns == 0)
        return curve;
    MemoryState state(snapshot);
    const TimeNs begin = snapshot.events.front().time;
    const double length = double(std::max<TimeNs>(snapshot.events.back().time - begin, 1));
    const auto pointOf = [&state](TimeNs time) {
        return MemoryCurve::Point {time, state.events(), state.byUse(), state.reserved()};
    };
    curve.points.push_back(pointOf(begin));
    size_t column = 0;
    int64_t most = state.allocated();
    for (const MemoryEvent& event : snapshot.events) {
        state.advance();
        const auto at = std::min(columns - 1, size_t(double(event.time - begin) / length * double(columns)));
        if (at != column || curve.points.size() == 1) {
            column = at;
            most = state.allocated();
            curve.points.push_back(pointOf(event.time));
        } else if (state.allocated() > most) {
            most = state.allocated();
            curve.points.back() = pointOf(event.time);
        }
    }
    curve.points.push_back(pointOf(snapshot.events.back().time));
    return curve;
}

} // namespace bubblescope
