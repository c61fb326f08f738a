// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"
#include "message.h"
#include "rankgroups.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// Collectives in which at least two ranks of the trace took part.
struct Collectives {
    struct Instance {
        uint32_t firstMember = 0;
        uint32_t memberCount = 0;
    };
    ColumnVector<Instance> instances;
    ColumnVector<SpanId> members; ///< of all instances, concatenated

    Collectives() = default;
    /// In the pool of the run: most of its spans may be members.
    explicit Collectives(const ColumnPoolPtr& pool) : instances(pool), members(pool) { }
    std::span<const SpanId> membersOf(const Instance& i) const
    {
        return std::span(members).subspan(i.firstMember, i.memberCount);
    }
    void add(std::span<const SpanId> ofOne)
    {
        instances.push_back({static_cast<uint32_t>(members.size()), static_cast<uint32_t>(ofOne.size())});
        members.insert(members.end(), ofOne.begin(), ofOne.end());
    }
};

/// Collectives matched by what their members state and by order, before times are considered.
struct CollectiveCandidates {
    /// Instances of lanes that have no more than a name, or a communicator without members, in common; all have the
    /// same number of members.
    struct Unproven {
        uint32_t firstInstance = 0;
        uint32_t instanceCount = 0;
        bool areTooMany = false; ///< the group states fewer members: there are several of this name
    };
    Collectives all;
    std::vector<Unproven> unproven;
    uint64_t differing = 0; ///< collectives whose members contradict each other; these are not matched
    Message differences;    ///< description of the first of them, for display
};

/// True for collectives, and for communication of which nothing states what it does ("ncclDevKernel_Generic"); false
/// where the name is that of messages.
bool mayBeCollective(const Trace& trace, SpanId span);

/// True for a communication lane named after a process group, or after a stream whose group is unknown; such lanes come
/// from profilers.
bool namesProcessGroup(const Trace& trace, const Track& track);

/// Spans that state which collective they belong to are matched by that (see matchStatedCollectives()). Otherwise the
/// k-th collectives of one kind of all members of a group are matched. Groups whose members do not show the same
/// operations in the same order are omitted: of a part of a run that is unknown, see knownCollectives(). If the layout
/// does not state the groups, collectives of the same communicator count as one group, and otherwise lanes named after
/// the same process group ("comm mesh_tp (3)") or stream. Where those differ, the k-th kernels of one name are matched.
/// Kernels that do not state their operation are matched among themselves.
CollectiveCandidates findCandidates(const Trace& trace, const RankGroups& groups);
/// Of lanes that share a name, keeps the ranks whose collectives end together; if none do, all ranks, where those that
/// come later do not leave later. Clocks may be aligned in between.
Collectives provenCollectives(const Trace& trace, CollectiveCandidates candidates);

/// The k-th optimizer steps of all ranks of one model replica, if these synchronize (gradient norm) although no record
/// says so. Then all of them end after the last one has begun, and most end together; or, where more of them have slow
/// GPUs, what each takes from then on differs less than half as much as what it took in all: ranks that came early only
/// waited longer.
Collectives matchOptimizerSteps(const Trace& trace, const RankGroups& groups);

} // namespace bubblescope
