// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "calltree.h"

#include "devicelanes.h"
#include "freedmemory.h"
#include "launches.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace bubblescope {

namespace {

size_t slotOf(uint32_t parent, StringId name, bool isOnDevice)
{
    constexpr uint64_t odd = 0x9e3779b97f4a7c15; // spreads neighbours
    uint64_t hash = (uint64_t(parent) << 32 | name.value) * odd + (isOnDevice ? 1 : 0);
    hash ^= hash >> 29;
    return size_t((hash * odd) >> 16);
}

} // namespace

CallTree::CallTree(TracePtr trace, const CallSelection& selection, Of of)
    : m_trace(std::move(trace)), m_selection(selection), m_of(of), m_isFinished(!m_trace)
{
    if (!m_trace)
        return;
    m_nodes.emplace_back();
    m_slots.assign(64, none);
    m_nodeOf.assign(m_trace->spanCount(), none);
    m_isModule.assign(m_trace->strings().size(), -1);
    m_hasLaunches = !m_trace->launches().empty();
}

void CallTree::keepOnly(std::span<const uint32_t> spans)
{
    if (!m_trace)
        return;
    m_only.assign(m_trace->spanCount(), false);
    for (const uint32_t number : spans) {
        if (number < m_only.size())
            m_only[number] = true;
    }
}

bool CallTree::isOnDevice(SpanId span) const { return isDeviceLane(m_trace->track(m_trace->track(span)).lane); }

/// Lanes of ranks that are selected; a profiler's lanes of ranges on devices repeat what threads called.
bool CallTree::counts(const Track& track) const
{
    const bool isHost = track.lane == Lane::Thread || !isProfilerRun(*m_trace);
    return (isDeviceLane(track.lane) || isHost) && (!m_selection.rank || track.rank == *m_selection.rank)
        && (!m_selection.stage || track.stage == *m_selection.stage);
}

/// Whether it is a node of its own.
bool CallTree::isShown(SpanId span, bool isOnDevice)
{
    if (m_of == Of::Calls || isOnDevice)
        return true;
    const StringId name = m_trace->nameId(span);
    if (!name.isValid())
        return false;
    signed char& isModule = m_isModule[name.value];
    if (isModule < 0)
        isModule = namesModule(m_trace->name(span));
    return isModule != 0;
}

bool CallTree::isCounted(SpanId span) const
{
    const TimeRange range = m_trace->range(span);
    return (m_only.empty() || m_only[span.value]) && range.begin < m_selection.range.end
        && (range.end > m_selection.range.begin || range.begin >= m_selection.range.begin);
}

SpanId CallTree::callerOf(SpanId span) const
{
    const SpanId outer = m_trace->parent(span);
    if (!isOnDevice(span) || (outer.isValid() && isOnDevice(outer)))
        return outer;
    const SpanId launch = m_trace->launchOf(span);
    if (!launch.isValid())
        return outer.isValid() && m_trace->track(m_trace->track(outer)).lane == Lane::Thread ? outer : SpanId();
    const SpanId caller = launchingOperator(*m_trace, span);
    return caller.isValid() ? caller : launch;
}

uint32_t CallTree::childOf(uint32_t parent, StringId name, Category category, bool isOnDevice)
{
    if (m_nodes[parent].depth >= mostDepth)
        return parent;
    const size_t mask = m_slots.size() - 1;
    size_t slot = slotOf(parent, name, isOnDevice) & mask;
    for (; m_slots[slot] != none; slot = (slot + 1) & mask) {
        const Node& node = m_nodes[m_slots[slot]];
        if (node.parent == parent && node.name == name && node.isOnDevice == isOnDevice)
            return m_slots[slot];
    }
    const auto made = uint32_t(m_nodes.size());
    m_slots[slot] = made;
    Node node;
    node.name = name;
    node.parent = parent;
    node.depth = uint16_t(m_nodes[parent].depth + 1);
    node.category = category;
    node.isOnDevice = isOnDevice;
    m_nodes.push_back(node);
    if (2 * m_nodes.size() > m_slots.size())
        growSlots();
    return made;
}

void CallTree::growSlots()
{
    m_slots.assign(2 * m_slots.size(), none);
    const size_t mask = m_slots.size() - 1;
    for (uint32_t i = 1; i < m_nodes.size(); ++i) {
        size_t slot = slotOf(m_nodes[i].parent, m_nodes[i].name, m_nodes[i].isOnDevice) & mask;
        while (m_slots[slot] != none)
            slot = (slot + 1) & mask;
        m_slots[slot] = i;
    }
}

/// A loop instead of recursion: how deep calls nest is up to a file, and so is whether work is launched by what it
/// launched: a caller that is met again is at the root.
uint32_t CallTree::nodeOf(SpanId span)
{
    m_chain.clear();
    uint32_t node = 0;
    SpanId at = span;
    SpanId outermost = span;
    while (at.isValid()) {
        if (const uint32_t known = m_nodeOf[at.value]; known != none) {
            node = known;
            break;
        }
        m_nodeOf[at.value] = 0;
        m_chain.push_back(at);
        outermost = at;
        at = callerOf(at);
    }
    if (!at.isValid() && m_hasLaunches && isOnDevice(outermost))
        node = childOf(0, StringId(), Category::Other, true);
    for (; !m_chain.empty(); m_chain.pop_back()) {
        const SpanId inner = m_chain.back();
        const bool onDevice = isOnDevice(inner);
        if (isShown(inner, onDevice))
            node = childOf(node, m_trace->nameId(inner), m_trace->category(inner), onDevice);
        m_nodeOf[inner.value] = node;
    }
    return node;
}

void CallTree::addSpan(SpanId span, const Row& row, bool isOnDevice)
{
    if (!isCounted(span) || !isShown(span, isOnDevice)
        || m_trace->hasFlag(span, SpanFlag::fusedLeg | SpanFlag::launchOnly))
        return;
    const TimeNs part = partOf(span);
    Node& node = m_nodes[nodeOf(span)];
    if (node.depth < mostDepth || node.name == m_trace->nameId(span)) {
        ++node.calls;
        if (part > node.longestDuration) {
            node.longestDuration = part;
            node.longest = span;
        }
    }
    (isOnDevice ? node.ownDevice : node.ownHost) += part;
    // It is not the own time of what it was called in; beside it, on the same lane, it is nobody's.
    if (row.kind == Row::Kind::Overflow)
        return;
    for (SpanId outer = m_trace->parent(span); outer.isValid(); outer = m_trace->parent(outer)) {
        if (m_trace->track(outer) != row.track)
            return;
        if (isCounted(outer) && isShown(outer, isOnDevice)) {
            const TimeNs shared = m_trace->range(outer)
                                      .intersected(m_trace->range(span))
                                      .intersected(m_selection.range)
                                      .duration();
            Node& around = m_nodes[nodeOf(outer)];
            (isOnDevice ? around.ownDevice : around.ownHost) -= shared;
            return;
        }
    }
}

bool CallTree::advance(uint32_t spans)
{
    if (m_isFinished)
        return true;
    const auto rows = m_trace->rows();
    for (uint32_t left = std::max(spans, 1u); left > 0 && m_place.row < rows.size();) {
        const Row& row = rows[m_place.row];
        const Track& track = m_trace->track(row.track);
        const uint32_t last = row.firstSpan + row.spanCount;
        const bool isWanted = counts(track) && row.kind != Row::Kind::FusedLegs;
        if (isWanted && m_place.next <= row.firstSpan) {
            // Spans of a row do not overlap: their ends are sorted as well.
            const auto ends = std::span(m_trace->timing().end).subspan(row.firstSpan, row.spanCount);
            const auto first = std::lower_bound(ends.begin(), ends.end(), m_selection.range.begin);
            m_place.next = row.firstSpan + uint32_t(first - ends.begin());
        }
        bool isOver = !isWanted;
        for (; !isOver && m_place.next < last && left > 0; ++m_place.next, --left) {
            isOver = m_trace->begin(SpanId(m_place.next)) >= m_selection.range.end;
            if (!isOver)
                addSpan(SpanId(m_place.next), row, isDeviceLane(track.lane));
        }
        if (isOver || m_place.next >= last) {
            ++m_place.row;
            m_place.next = 0;
            left -= std::min(left, 1u);
        }
    }
    if (m_place.row < rows.size())
        return false;
    finish();
    return true;
}

void CallTree::finish()
{
    for (Node& node : m_nodes) {
        node.ownHost = std::max<TimeNs>(node.ownHost, 0);
        node.ownDevice = std::max<TimeNs>(node.ownDevice, 0);
        node.host = node.ownHost;
        node.device = node.ownDevice; // of a host call: of what lies too deep to be a node
    }
    // Callers come before what they call.
    for (size_t i = m_nodes.size(); i-- > 1;) {
        const Node& node = m_nodes[i];
        Node& caller = m_nodes[node.parent];
        caller.host += node.host;
        caller.device += node.device;
        if (node.isOnDevice && !caller.isOnDevice && node.parent != 0)
            caller.ownDevice += node.device;
    }
    m_firstChild.assign(m_nodes.size() + 1, 0);
    for (size_t i = 1; i < m_nodes.size(); ++i)
        ++m_firstChild[m_nodes[i].parent + 1];
    std::partial_sum(m_firstChild.begin(), m_firstChild.end(), m_firstChild.begin());
    std::vector<uint32_t> next(m_firstChild.begin(), m_firstChild.end() - 1);
    m_children.resize(m_nodes.size() - 1);
    for (uint32_t i = 1; i < m_nodes.size(); ++i)
        m_children[next[m_nodes[i].parent]++] = i;
    for (size_t i = 0; i < m_nodes.size(); ++i) {
        std::sort(m_children.begin() + m_firstChild[i], m_children.begin() + m_firstChild[i + 1],
            [this](uint32_t a, uint32_t b) {
                const Node& left = m_nodes[a];
                const Node& right = m_nodes[b];
                const TimeNs ofLeft = left.host + left.device;
                const TimeNs ofRight = right.host + right.device;
                if (ofLeft != ofRight)
                    return ofLeft > ofRight;
                const std::string_view first = m_trace->strings().text(left.name);
                const std::string_view second = m_trace->strings().text(right.name);
                return first != second ? first < second : left.isOnDevice < right.isOnDevice;
            });
    }
    discard(m_slots);
    discard(m_nodeOf);
    discard(m_only);
    discard(m_isModule);
    m_isFinished = true;
}

double CallTree::progress() const
{
    if (m_isFinished || m_place.row >= m_trace->rows().size())
        return 1;
    const uint32_t done = std::max(m_trace->rows()[m_place.row].firstSpan, m_place.next);
    return double(done) / double(std::max(1u, m_trace->spanCount()));
}

std::span<const uint32_t> CallTree::childrenOf(uint32_t node) const
{
    if (!m_isFinished || size_t(node) + 1 >= m_firstChild.size())
        return {};
    return std::span(m_children).subspan(m_firstChild[node], m_firstChild[node + 1] - m_firstChild[node]);
}

} // namespace bubblescope
