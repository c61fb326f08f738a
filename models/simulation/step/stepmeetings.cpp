// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stepmeetings.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

StepMeetings::Group& StepMeetings::groupOf(Category kind, int rank)
{
    std::vector<int>& known = m_groupOfRank[size_t(kind)];
    std::vector<Group>& groups = m_groups[size_t(kind)];
    if (known.empty())
        known.assign(size_t(m_layout.world()), -1);
    int& number = known[size_t(rank)];
    if (number < 0) {
        Group made;
        made.members = m_layout.members(kind, rank);
        made.placement = m_layout.placement(kind, rank);
        for (const int member : made.members)
            known[size_t(member)] = int(groups.size());
        groups.push_back(std::move(made));
    }
    return groups[size_t(number)];
}

void StepMeetings::arrive(Category kind, int rank, uint32_t node, const StepGraph::Transfer& transfer)
{
    StepGraph::Node& made = m_step.nodes[node];
    Group& group = groupOf(kind, rank);
    const size_t size = group.members.size();
    const bool crossesStages = kind == Category::OtherComm || kind == Category::EmbeddingComm;
    if (size < 2 || (m_replicasAreAlike && !crossesStages)) {
        made.kind = transfer.kind;
        m_builder.addCost(node, transfer.ns);
        return;
    }
    const auto at = size_t(std::lower_bound(group.members.begin(), group.members.end(), rank) - group.members.begin());
    const size_t number = m_occurrence[made.isStream][size_t(kind)]++;
    Sequence& sequence = group.sequences[made.isStream];
    if (number >= sequence.transfers.size()) {
        sequence.transfers.resize(number + 1);
        sequence.nodes.resize((number + 1) * size, StepGraph::none);
    }
    // The slowest member determines the transfer.
    if (transfer.ns >= sequence.transfers[number].ns)
        sequence.transfers[number] = transfer;
    sequence.nodes[number * size + at] = node;
}

void StepMeetings::add(uint32_t meeting, const StepGraph::Transfer& transfer)
{
    if (m_step.transfers.size() <= meeting)
        m_step.transfers.resize(meeting + 1);
    m_step.transfers[meeting] = transfer;
}

void StepMeetings::note(uint32_t node, uint32_t meeting)
{
    uint32_t& first = m_step.nodes[node].meeting;
    first = first == StepGraph::none ? meeting : first;
}

void StepMeetings::addCollectives()
{
    for (std::vector<Group>& groups : m_groups) {
        for (Group& group : groups) {
            for (Sequence& sequence : group.sequences)
                addCollectives(std::exchange(sequence, {}), group.members.size());
        }
    }
}

void StepMeetings::addCollectives(const Sequence& sequence, size_t members)
{
    for (size_t i = 0; i < sequence.transfers.size(); ++i) {
        m_arrived.clear();
        for (size_t k = 0; k < members; ++k) {
            if (sequence.nodes[i * members + k] != StepGraph::none)
                m_arrived.push_back(sequence.nodes[i * members + k]);
        }
        const uint32_t meeting = m_builder.addCollective(m_arrived, sequence.transfers[i].ns);
        add(meeting, sequence.transfers[i]);
        for (const uint32_t node : m_arrived)
            note(node, meeting);
    }
}

} // namespace bubblescope
