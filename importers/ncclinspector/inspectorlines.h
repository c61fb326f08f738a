// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "communicatorlog.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What one line states; absent what it does not.
struct InspectorLine {
    enum class Refusal : uint8_t {
        None,
        Broken,    ///< its JSON ends before its time, or is none
        NoNumbers, ///< an operation without size, time or peer
    };
    /// Members of a communicator: of the header and the metadata of a line.
    struct Communicator {
        std::string id;
        std::string name;
        int32_t rank = -1;
        int32_t ranks = 0;
        int32_t nodes = 1;
        std::string host;
        int64_t process = -1;
        bool isWhole() const { return !id.empty() && rank >= 0 && rank < ranks && process >= 0; }
        bool operator==(const Communicator&) const = default;
    };
    Refusal refusal = Refusal::None;
    bool isMarker = false;      ///< states what follows, and how much was lost before it
    uint64_t dropped = 0;       ///< operations since the last marker
    bool isTimedByHost = false; ///< as it launched the operation: not what that took
    bool isOther = false;       ///< an operation of none of the kinds that are read
    bool isOperation = false;
    std::optional<Communicator> communicator;
    CommunicatorLog::Measured measured; ///< bytes as the line states them, of one rank
};
InspectorLine inspectorLine(std::string_view line);
/// True if the first lines are those of an Inspector.
bool isInspector(std::string_view head);

} // namespace bubblescope
