// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dependencies.h"
#include "sparselists.h"

#include <vector>

namespace bubblescope {

/// The dependencies between the items of a builder. Nearly all of them follow from the order of nodes and from the
/// meetings, and are not stored a second time.
class GraphTopology {
public:
    /// The builder must outlive this object.
    GraphTopology(GraphBuilder& builder, bool blockingSends);

    /// By what waits for what, which goes into the graph on the way; false where that is cyclic.
    bool sort();
    /// Nodes that wait for each other in a cycle, if sort() failed.
    std::vector<uint32_t> circle() const;
    /// Call after sort(); moves the builder's costs out.
    DependencyGraph takeGraph();

private:
    using Meeting = GraphBuilder::Meeting;
    using Edge = GraphBuilder::Edge;
    using Nodes = GraphBuilder::Nodes;

    // Items before sorting: arrivals of nodes, meetings, then ends of those nodes that need an item for it.
    uint32_t meetingItem(size_t meeting) const { return m_nodes + uint32_t(meeting); }
    bool isMeeting(uint32_t item) const { return item >= m_nodes && item < m_firstEnd; }
    bool senderWaits(const Meeting& meeting) const { return !meeting.isMessage || m_blockingSends; }
    bool waitsForAll(const Meeting& meeting) const { return senderWaits(meeting) && !meeting.isPosted; }
    /// The meeting waits for the members before this one.
    uint32_t awaitedMembers(const Meeting& meeting) const { return waitsForAll(meeting) ? meeting.memberCount : 1; }
    /// Members from this one on wait for the meeting.
    uint32_t firstWaiting(const Meeting& meeting) const { return senderWaits(meeting) ? 0 : 1; }

    template <typename Visit> void forEachMember(const Visit& visit) const;
    template <typename Visit> void forEachFollower(uint32_t node, const Visit& visit) const;
    template <typename Visit> void forEachOutput(uint32_t item, const Visit& visit);
    template <typename Visit> void forEachInput(uint32_t item, const Visit& visit) const;
    uint32_t inputCount(uint32_t item) const;

    GraphBuilder& m_builder;
    const bool m_blockingSends;
    const uint32_t m_nodes;
    const uint32_t m_firstEnd;
    RawVector<uint32_t> m_end;         // by node: the item at which it ends
    std::vector<uint32_t> m_nodeOfEnd; // by separate end
    SparseLists m_followers;           // by node: its successors, except the next node in program order
    SparseLists m_leaders;             // by node: its predecessors, except the previous node in program order
    SparseLists m_meetingsOfEnd;       // by separate end
    SparseLists m_meetingsBeside;      // by node: meetings that wait for it but are not its end
    RawVector<uint32_t> m_open;        // by item: number of pending inputs; then its position in m_order
    RawVector<uint32_t> m_order;
    DependencyGraph m_graph;
    // Scratch space of forEachOutput().
    std::vector<uint32_t> m_behind;
    std::vector<uint32_t> m_byEdge;
};

} // namespace bubblescope
