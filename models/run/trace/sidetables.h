// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"
#include "timerange.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// A send and its receive, or a host call and what it launched on a device.
struct Link {
    SpanId from;
    SpanId to;
};

/// A quantity sampled over time: memory in use, a utilisation.
struct CounterSeries {
    enum class Unit : uint8_t { Plain, Bytes };
    StringId name; ///< "Total Allocated"
    int32_t rank = -1;
    int16_t device = -1; ///< number of the GPU; -1 for the host, or if unknown
    Unit unit = Unit::Plain;
    uint32_t firstSample = 0;
    uint32_t sampleCount = 0;
};

/// Samples of all series, concatenated, each sorted by time. Times are those of the trace; a series may begin before
/// the first span and end after the last.
struct CounterTable {
    std::vector<CounterSeries> series; ///< by rank, device, name
    std::vector<TimeNs> times;
    std::vector<double> values;

    std::span<const TimeNs> timesOf(const CounterSeries& s) const
    {
        return std::span(times).subspan(s.firstSample, s.sampleCount);
    }
    std::span<const double> valuesOf(const CounterSeries& s) const
    {
        return std::span(values).subspan(s.firstSample, s.sampleCount);
    }
};

/// A process group: ranks that communicate with each other.
struct Communicator {
    StringId name;              ///< as the program has it: "0", "mesh_tp"
    StringId description;       ///< its purpose; may be missing
    int32_t size = 0;           ///< 0 if not stated
    std::vector<int32_t> ranks; ///< global ranks in the group's order; empty if not stated completely
    bool operator==(const Communicator&) const = default;
};

/// What the arguments of a communication state in addition to its span.
struct CollectiveCall {
    static constexpr uint32_t noCommunicator = 0xffffffffu;

    SpanId span;
    uint32_t communicator = noCommunicator; ///< index into CollectiveTable::communicators
    int64_t sequence = -1;                  ///< counted per group; equal on all members of a collective
    uint64_t commsId = 0;                   ///< unique to one collective, equal on all its members; 0 if not stated
    int64_t inBytes = -1;
    int64_t outBytes = -1;
    StringId dataType; ///< "BFloat16"
    int32_t groupSize = 0;
    int32_t peer = -1; ///< global rank of the other end of a message
};

/// That a span took part in a collective, or in optimizer steps that synchronize although no record says so.
struct CollectiveMember {
    SpanId span;
    uint32_t collective = 0; ///< a number that all members have; those of optimizer steps are counted by themselves
};

/// By span. None where nobody has found them out.
using CollectiveMembers = std::optional<std::vector<CollectiveMember>>;

struct CollectiveTable {
    std::vector<Communicator> communicators;
    std::vector<CollectiveCall> calls; ///< by span; of those only that their arguments identify
    CollectiveMembers members;         ///< found out of a whole run and kept with it: a part of it does not show them

    /// Null if the span has no entry.
    const CollectiveCall* find(SpanId span) const;
    /// Null if the call does not state its group.
    const Communicator* communicatorOf(const CollectiveCall& call) const
    {
        return call.communicator < communicators.size() ? &communicators[call.communicator] : nullptr;
    }
};

} // namespace bubblescope
