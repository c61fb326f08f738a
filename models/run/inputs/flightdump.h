// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bubblescope {

/// One operation in the ring of NCCL's flight recorder.
struct FlightOperation {
    enum class State : uint8_t { Scheduled, Started, Completed };
    int64_t record = -1;   ///< counted by the process
    int64_t sequence = -1; ///< of its group: of collectives or, of messages, of messages
    std::string name;      ///< "nccl:all_to_all", "nccl:send 0->3"
    State state = State::Scheduled;
    bool isMessage = false;
    bool isSend = false;
    int32_t peer = -1; ///< of a message: rank of the group
    std::string sizes; ///< of the first input: "4027x5120"
    std::string dataType;
    int64_t bytes = -1;
    TimeNs created = 0; ///< ns since the epoch; 0 where not stated
    std::vector<std::string> frames; ///< "forward (layer.py:12)", innermost first
};

/// What a dump numbers its collectives with at most; greater numbers, of damaged ones, count as this.
inline constexpr int64_t highestFlightNumber = int64_t(1) << 60;

/// A process group as one rank knows it.
struct FlightGroup {
    std::string name;
    std::string description;
    std::shared_ptr<const std::vector<int32_t>> ranks; ///< global, in order; null where not stated
    // Of its collectives, as the rank counts them; -1 for none, or where not stated.
    int64_t lastEnqueued = -1;
    int64_t lastStarted = -1;
    int64_t lastCompleted = -1;
    bool hasMessages = false; ///< point-to-point: then numbers of its ranks cannot be compared
    /// What was not completed, oldest first: as many as show what it waits for.
    std::vector<FlightOperation> pending;
};

/// What one rank's recorder held when its process was found to hang.
struct FlightDump {
    int32_t rank = -1;
    std::string file;
    std::string version;
    std::vector<FlightGroup> groups;
    uint64_t operations = 0;
};

} // namespace bubblescope
