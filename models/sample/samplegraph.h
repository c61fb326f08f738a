// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "retiming.h"
#include "sampleprogram.h"
#include "samplerandom.h"

#include <array>
#include <vector>

namespace bubblescope {

/// The operations of all ranks in one step as a graph; all steps share it but have their own costs.
class SampleGraph {
public:
    /// Plan and program must outlive this object.
    static Result<SampleGraph> make(const SamplePlan& plan, const SampleProgram& program);

    /// Times a step. `rankStart`: when each rank ended the previous step.
    void run(uint64_t step, const std::vector<TimeNs>& rankStart);

    /// Releases the memory; afterwards nothing may be queried.
    void release() { *this = SampleGraph(*m_plan, *m_program); }

    /// Host time before an operation of the rank's program.
    TimeNs gap(uint64_t step, int rank, size_t operation) const;
    /// How much later than the data's arrival a receive returns; always less than the following gap.
    TimeNs arrivalLag(uint64_t step, int rank, size_t operation) const;
    /// Begin of a piece (messages and collectives have only one) of an operation in the last timed step.
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
        std::vector<TimeNs> costs;    ///< by collective, -1 if not known yet
    };
    struct Transfer {
        uint32_t meeting;
        TimeNs cost;
        uint32_t sender = DependencyGraph::none; ///< of a message that holds its sender: this has the cost
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
    std::array<std::vector<Group>, sampleGroupCount> m_groups;    // by kind and first member; only during construction
    std::array<std::vector<int>, sampleGroupCount> m_groupOfRank; // first member, -1 if not known yet
    std::vector<uint32_t> m_firstNode;                            // by rank
    std::vector<Transfer> m_transfers;
    std::vector<double> m_stretch; // by rank
    DependencyGraph m_graph;
    DependencyGraph::Costs m_costs;
    Retiming m_retiming;
};

} // namespace bubblescope
