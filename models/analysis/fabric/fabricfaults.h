// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fabric.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace bubblescope {

/// Where the network of a job is slow, told from communicators that share what is slow: one that is slow holds at least
/// one slow member; a member whose every communicator across nodes is slow, while each of its partners has one that is
/// not, is that member. The others are victims.
struct FabricFault {
    enum class Kind : uint8_t {
        Nic,   ///< of one process, and what lies between its GPU and the switch
        Host,  ///< all processes of a host
        Rail,  ///< all processes of one place on their hosts, which share a switch where networks have rails
        OneOf, ///< one of these members; their communicators do not tell which
        Path,  ///< between members that are fast elsewhere
    };
    Kind kind = Kind::Nic;
    std::vector<uint32_t> processes;                     ///< at fault; of OneOf and Path those among whom it is
    std::vector<uint32_t> groups;                        ///< whose collectives are slow through it
    std::vector<std::pair<uint32_t, uint32_t>> messages; ///< from and to, that are
    std::vector<uint32_t> victims;                       ///< the other members of these
    double factor = 1;                                   ///< median of how many times as long they take as their like
    double busBandwidth = 0;                             ///< of the slowest of them, bytes/s
    double usual = 0;                                    ///< median of its like
};

/// In bytes/s, as nccl-tests define it.
double busBandwidth(const Fabric& fabric, const Fabric::Speed& speed);
/// By speed: how many times as long it takes as the median of its like (same operation, size, ranks and nodes; where
/// there are few of a size, sizes up to twice as large). 0 where fewer than four others are alike, where it was
/// measured less than three times, or where all members are on one node.
std::vector<double> slownessOf(const Fabric& fabric);
/// Those that explain most slow communicators first.
std::vector<FabricFault> findFabricFaults(const Fabric& fabric);

} // namespace bubblescope
