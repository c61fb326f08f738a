// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "message.h"
#include "rankgroups.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// Collectives in which several ranks of the trace took part.
struct Collectives {
    struct Instance {
        uint32_t firstMember = 0;
        uint32_t memberCount = 0;
    };
    std::vector<Instance> instances;
    std::vector<SpanId> members; ///< of all instances, one after another
    std::span<const SpanId> membersOf(const Instance& i) const
    {
        return std::span(members).subspan(i.firstMember, i.memberCount);
    }
    void add(std::span<const SpanId> ofOne)
    {
        instances.push_back({static_cast<uint32_t>(members.size()), static_cast<uint32_t>(ofOne.size())});
        members.insert(members.end(), ofOne.begin(), ofOne.end());
    }
    /// Those that met with this one, and itself; empty where it took part in none. O(members), a few ns each.
    std::span<const SpanId> membersWith(SpanId member) const;
};

/// Collectives by what their members state and by their order, before anybody asked for the time.
struct CollectiveCandidates {
    /// Instances of lanes that nothing but their name says to be of one group, all with as many members.
    struct Unproven {
        uint32_t firstInstance = 0;
        uint32_t instanceCount = 0;
    };
    Collectives all;
    std::vector<Unproven> unproven;
    uint64_t differing = 0;  ///< collectives whose members do not agree on what they do; these are not matched
    Message differences;  ///< the first of them, for people
};

/// True for a communication lane that is named after a process group, or after a stream whose group nobody tells: such
/// lanes come from profilers.
bool namesProcessGroup(const Trace& trace, const Track& track);

/// Spans that state which collective they are belong together by that (see matchStatedCollectives()). Of the others the
/// k-th collectives of one kind of all members of a group belong together. Groups whose members do not show the
/// same operations in the same order are left out. Where the layout tells no group, lanes named after the same process
/// group ("comm mesh_tp (3)") are taken for one.
CollectiveCandidates findCandidates(const Trace& trace, const RankGroups& groups);
/// Without lanes that are called alike, but whose collectives do not end together. Clocks may be aligned in between.
Collectives provenCollectives(const Trace& trace, CollectiveCandidates candidates);

/// The k-th optimizer steps of all ranks that hold one replica of the model, where they synchronize (gradient norm),
/// though no record says so: most of them end together, after the last has begun. A slow rank may work on longer.
Collectives matchOptimizerSteps(const Trace& trace, const RankGroups& groups);

} // namespace bubblescope
