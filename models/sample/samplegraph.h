// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "retiming.h"
#include "sampleprogram.h"
#include "samplerandom.h"

#include <array>
#include <vector>

namespace bubblescope {

/// The operations of all ranks in one step as a graph; every step has the same one and costs of its own.
class SampleGraph {
public:
    /// Plan and program must outlive it.
    static Result<SampleGraph> make(const SamplePlan& plan, const SampleProgram& program);

    /// Times a step. `rankStart`: when each rank ended the step before.
    void run(uint64_t step, const std::vector<TimeNs>& rankStart);

    /// Gives its memory back; nothing can be asked any more.
    void release() { *this = SampleGraph(*m_plan, *m_program); }

    /// Host time before an operation of the rank's program.
    TimeNs gap(uint64_t step, int rank, size_t operation) const;
    /// How much later than the data a receive is noticed; always less than the gap that follows.
    TimeNs arrivalLag(uint64_t step, int rank, size_t operation) const;
    /// Of the piece (the only one of a message or collective) of an operation in the step that was timed last.
    TimeNs begin(int rank, const SampleOperation& operation, uint32_t piece) const
    {
        return m_retiming.begin(m_graph, m_firstNode[size_t(rank)] + operation.firstNode + piece);
    }
    TimeNs end(int rank, const SampleOperation& operation, uint32_t piece) const
    {
        return m_retiming.end(m_graph, m_firstNode[size_t(rank)] + operation.firstNode + piece);
    }

private:
    struct Group {
        std::vector<int> members;
        std::vector<uint32_t> nodes;  ///< by occurrence, then member
        std::vector<int> collectives; ///< by occurrence
        std::vector<TimeNs> costs;    ///< by collective, -1 where not known yet
    };
    struct Transfer {
        uint32_t meeting;
        TimeNs cost;
    };

    SampleGraph(const SamplePlan& plan, const SampleProgram& program);
    Group& groupOf(SampleGroup kind, int rank);
    void addRank(GraphBuilder& builder, int rank);
    void addMessages(GraphBuilder& builder, uint32_t node, const SampleOperation& operation, int rank);
    void addCollectives(GraphBuilder& builder);
    void setCosts(uint64_t step, const std::vector<TimeNs>& rankStart);

    const SamplePlan* m_plan;
    const SampleProgram* m_program;
    SampleRandom m_random;
    std::array<std::vector<Group>, sampleGroupCount> m_groups;    // by kind and first member; only while building
    std::array<std::vector<int>, sampleGroupCount> m_groupOfRank; // first member, -1 where not known yet
    std::vector<uint32_t> m_firstNode;                            // by rank
    std::vector<Transfer> m_transfers;
    std::vector<double> m_stretch; // by rank
    DependencyGraph m_graph;
    DependencyGraph::Costs m_costs;
    Retiming m_retiming;
};

} // namespace bubblescope
