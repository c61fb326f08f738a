// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepgraph.h"

#include <algorithm>

namespace bubblescope {

uint32_t StepGraph::addSpanAlone(const SpanRecord& record, uint32_t firstNode, uint32_t lastNode)
{
    Span span;
    span.firstNode = firstNode;
    span.lastNode = lastNode;
    span.operation = record.operation;
    span.isLeg = (record.flags & SpanFlag::fusedLeg) != 0;
    span.isTop = record.parent == Id<SpanTag>::noValue && !span.isLeg;
    spans.push_back(span);
    return uint32_t(spans.size() - 1);
}

uint32_t StepGraph::addSpan(const SpanRecord& record, uint32_t firstNode, uint32_t lastNode)
{
    if (isDrawn)
        builder.addSpan(record);
    return addSpanAlone(record, firstNode, lastNode);
}

void StepGraph::follow(uint32_t span, uint32_t timeline, TimeRange range)
{
    spans[span].timeline = timeline;
    measured.resize(spans.size());
    measured[span] = range;
}

uint32_t StepGraph::kindOf(Operation operation, Category group, double bytes, const GroupPlacement& placement)
{
    const auto keyOf = [](const PricedTransfer& k) {
        return KindKey(k.operation, k.group, k.bytes, k.placement.ranks, k.placement.ranksPerNode);
    };
    const KindKey key(operation, group, bytes, placement.ranks, placement.ranksPerNode);
    // Equal kinds come in bursts.
    if (m_lastKind < kinds.size() && keyOf(kinds[m_lastKind]) == key)
        return m_lastKind;
    const auto [place, isNew] = m_numberOfKind.try_emplace(key, uint32_t(kinds.size()));
    m_lastKind = place->second;
    if (!isNew)
        return m_lastKind;
    PricedTransfer kind;
    kind.operation = operation;
    kind.group = group;
    kind.bytes = bytes;
    kind.placement = placement;
    kind.isSmall = bytes >= 0 && bytes < uncertainBytes;
    kinds.push_back(kind);
    return m_lastKind;
}

void StepGraph::sumUpKinds()
{
    for (PricedTransfer& kind : kinds) {
        kind.ns = 0;
        kind.count = 0;
    }
    const auto add = [this](uint32_t kind, TimeNs ns) {
        kinds[kind].ns += double(ns);
        ++kinds[kind].count;
    };
    for (const Transfer& transfer : transfers)
        add(transfer.kind, transfer.ns);
    for (uint32_t n = 0; n < nodes.size(); ++n) {
        if (nodes[n].kind != none && nodes[n].meeting == none)
            add(nodes[n].kind, graph->cost(n));
    }
    for (PricedTransfer& kind : kinds)
        kind.ns /= std::max(kind.count, 1u);
}

CostFactors StepGraph::unchanged() const
{
    CostFactors factors;
    factors.compute.assign(ranks.size(), 1);
    factors.transfer.assign(kinds.size(), 1);
    return factors;
}

} // namespace bubblescope
