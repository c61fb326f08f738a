// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "joblayout.h"
#include "stepgraph.h"

#include <array>
#include <vector>

namespace bubblescope {

/// Finds which ranks meet in the collectives of a step under construction: the k-th of one kind of all members of a
/// group, separately for programs and streams.
class StepMeetings {
public:
    /// All must outlive it. If replicas are alike, one represents its groups, but groups across stages still meet.
    StepMeetings(const JobLayout& layout, bool replicasAreAlike, StepGraph& step, GraphBuilder& builder)
        : m_layout(layout), m_replicasAreAlike(replicasAreAlike), m_step(step), m_builder(builder)
    {
    }

    const GroupPlacement& placement(Category kind, int rank) { return groupOf(kind, rank).placement; }
    /// Ranks are added one after another.
    void startRank() { m_occurrence = {}; }
    /// The rank reaches a collective of this kind. In a group of one it takes its time alone.
    void arrive(Category kind, int rank, uint32_t node, const StepGraph::Transfer& transfer);
    /// Passes all collectives to the graph builder, after all ranks.
    void addCollectives();
    /// Adds a meeting that the graph builder already has.
    void add(uint32_t meeting, const StepGraph::Transfer& transfer);
    void note(uint32_t node, uint32_t meeting);

private:
    struct Sequence {
        std::vector<uint32_t> nodes;                // by occurrence, then member
        std::vector<StepGraph::Transfer> transfers; // by occurrence
    };
    struct Group {
        std::vector<int> members;
        GroupPlacement placement;
        std::array<Sequence, 2> sequences; // in the program, on the stream
    };
    Group& groupOf(Category kind, int rank);
    void addCollectives(const Sequence& sequence, size_t members);

    const JobLayout& m_layout;
    const bool m_replicasAreAlike;
    StepGraph& m_step;
    GraphBuilder& m_builder;
    std::array<std::vector<Group>, categoryCount> m_groups;
    std::array<std::vector<int>, categoryCount> m_groupOfRank;
    std::array<std::array<uint32_t, categoryCount>, 2> m_occurrence {}; // of the current rank: in program, on stream
    std::vector<uint32_t> m_arrived;
};

} // namespace bubblescope
