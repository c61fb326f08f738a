// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A step of the devices of a profiler run beside that of their hosts. Means over the ranks, in ns.
struct HostStep {
    double deviceNs = 0;
    double hostNs = 0;
    double lagChangeNs = 0; ///< how much further the devices are behind when the next step of their hosts begins
    bool isStated = false;  ///< by the recorder, which does not state how far the devices are behind

    /// What becomes of the work that hosts have launched and devices have not done.
    enum class Queue { Steady, Fills, Drains };
    Queue queue() const;
    std::string_view queueKey() const; ///< "steady", "fills" or "drains"
    /// True if the hosts' step is another one than the devices'.
    bool differs() const;
};
/// Of each of Trace::steps(); none unless its ranks' steps are those of devices, launched or stated. Empty if none is.
std::vector<std::optional<HostStep>> hostSteps(const Trace& trace);
/// Of one of them.
std::optional<HostStep> hostStepOf(const Trace& trace, size_t step);

/// True for a step, one of hostSteps(), in which the queue fills or drains: it is as long as the host or the device alone
/// makes it, and stands for no other.
bool changesQueue(const std::vector<std::optional<HostStep>>& steps, size_t step);

} // namespace bubblescope
