// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dependencies.h"

#include <bit>
#include <span>
#include <vector>

namespace bubblescope {

/// Lists of numbers by key, stored back to back. A key without numbers takes little more than a bit.
class SparseLists {
public:
    /// A key, and a number of its list.
    struct Entry {
        uint32_t key;
        uint32_t number;
    };

    SparseLists() = default;
    /// Lists keep the order of their entries. O(keys / 64 + entries).
    SparseLists(size_t keys, std::span<const Entry> entries) : m_blocks(keys / 64 + 1)
    {
        for (const Entry& entry : entries)
            m_blocks[entry.key / 64].keys |= bitOf(entry.key);
        uint32_t known = 0;
        for (Block& block : m_blocks) {
            block.first = known;
            known += uint32_t(std::popcount(block.keys));
        }
        // Shifted by one: filling a list moves its start to that of the next one.
        m_first.assign(size_t(known) + 2, 0);
        for (const Entry& entry : entries)
            ++m_first[indexOf(entry.key) + 2];
        for (size_t i = 2; i < m_first.size(); ++i)
            m_first[i] += m_first[i - 1];
        m_numbers.resize(m_first.back());
        for (const Entry& entry : entries)
            m_numbers[m_first[indexOf(entry.key) + 1]++] = entry.number;
    }
    std::span<const uint32_t> of(uint32_t key) const
    {
        if ((m_blocks[key / 64].keys & bitOf(key)) == 0)
            return {};
        const uint32_t index = indexOf(key);
        return std::span(m_numbers).subspan(m_first[index], m_first[index + 1] - m_first[index]);
    }

private:
    struct Block {
        uint64_t keys = 0; // that have numbers
        uint32_t first = 0;
    };
    static uint64_t bitOf(uint32_t key) { return uint64_t(1) << (key % 64); }
    uint32_t indexOf(uint32_t key) const
    {
        const Block& block = m_blocks[key / 64];
        return block.first + uint32_t(std::popcount(block.keys & (bitOf(key) - 1)));
    }

    std::vector<Block> m_blocks;
    std::vector<uint32_t> m_first; // by key that has numbers
    std::vector<uint32_t> m_numbers;
};

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
    /// The meeting waits for the members before this one.
    uint32_t awaitedMembers(const Meeting& meeting) const { return senderWaits(meeting) ? meeting.memberCount : 1; }
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
