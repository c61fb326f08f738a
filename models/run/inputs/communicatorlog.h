// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// What one rank of a communicator measured of its operations while a job ran (NCCL Inspector).
struct CommunicatorLog {
    struct Measured {
        /// A collective; SendForward or RecvForward of a message, whichever way a pipeline means it.
        Operation operation = Operation::Other;
        int32_t peer = -1;   ///< rank in the communicator, of a message
        uint64_t number = 0; ///< the same on all members, counted for each operation
        double bytes = 0;    ///< as counted by nccl-tests: of an all-gather the output, of a reduce-scatter the input
        double ns = 0;       ///< begin to end on this rank, waiting for others included; above 0
        bool operator==(const Measured&) const = default;
    };
    std::string host;
    int64_t process = 0;
    std::string id;   ///< the same on all members
    std::string name; ///< given by the program; empty if none
    int32_t rank = 0; ///< in the communicator
    int32_t ranks = 1;
    int32_t nodes = 1;
    std::vector<Measured> measured; ///< in the order of the file
    bool operator==(const CommunicatorLog&) const = default;
};

} // namespace bubblescope
