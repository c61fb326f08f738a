// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bandwidthcurve.h"
#include "communicatorlog.h"

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// How fast the communicators of a job were, by operation and size, as their members measured it together.
struct Fabric {
    static constexpr uint32_t none = UINT32_MAX;
    static constexpr int32_t mostRanks = 1 << 20; ///< of a communicator

    struct Process {
        std::string host;
        int64_t id = 0;
        int32_t place = 0; ///< among the processes of its host that were read, by id: launchers start them in turn
        int32_t rank = -1; ///< in a communicator of all processes; -1 if there is none
        bool operator==(const Process&) const = default;
    };
    struct Group {
        std::string id;
        std::string name;
        int32_t ranks = 1;
        int32_t nodes = 1;
        std::vector<int32_t> read;     ///< ranks in it of which a log was read, ascending
        std::vector<uint32_t> members; ///< indexes of their processes

        /// none where no log was read.
        uint32_t member(int32_t rank) const;
        bool operator==(const Group&) const = default;
    };
    struct Speed {
        uint32_t group = 0;
        Operation operation = Operation::Other;
        uint32_t from = none; ///< processes, of messages
        uint32_t to = none;
        double bytes = 0;
        uint32_t count = 0; ///< of operations, whichever members measured them
        /// Of a collective the median of what its last member took, which waited for none; of a message the quartile of
        /// the faster of both ends, which waits least.
        double ns = 0;
        bool isMessage() const { return from != none; }
        bool operator==(const Speed&) const = default;
    };
    std::vector<Process> processes; ///< by host, as people count, and id
    std::vector<Group> groups;      ///< by members
    std::vector<Speed> speeds;      ///< by group, operation, ends and size

    bool isEmpty() const { return speeds.empty(); }
    bool operator==(const Fabric&) const = default;
};

/// Logs of the same members are one group, however many files they are from.
Fabric fabricOf(std::span<const CommunicatorLog> logs);
/// What prices the communication of a job: by collective, ranks and nodes the median over the groups of that shape.
std::vector<BandwidthCurve> curvesOf(const Fabric& fabric);

} // namespace bubblescope
