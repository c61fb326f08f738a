// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plaintree.h"
#include "timerange.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace bubblescope {

/// An entry of the ring as it stands in the dump; texts live as long as that.
struct FlightEntry {
    int64_t record = -1;
    int64_t collectiveSequence = -1;
    int64_t messageSequence = -1;
    std::string_view groupId;
    std::string_view group;
    std::string_view description;
    std::string_view name;
    std::string_view state;
    TimeNs created = 0;
    TimeNs started = 0; ///< 0 where not recorded
    TimeNs completed = 0;
    bool isMessage = false;
    bool isRetired = false;
    PlainTree::Node sizes = PlainTree::none;
    PlainTree::Node types = PlainTree::none;
    PlainTree::Node frames = PlainTree::none;

    bool isCompleted() const { return state == "completed" || completed > 0; }
};

/// The entries of the dump whose map is `root`, in file order.
void forEachFlightEntry(
    const PlainTree& tree, PlainTree::Node root, const std::function<void(const FlightEntry&)>& visit);

/// The two ends of "nccl:send 0->3" and "nccl:recv 0<-3": own rank and peer of the group.
struct FlightMessageName {
    bool isSend = false;
    int32_t own = -1;
    int32_t peer = -1;
};
std::optional<FlightMessageName> messageOfFlightName(std::string_view name);

} // namespace bubblescope
