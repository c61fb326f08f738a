// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bubblescope {

class ChromeEventText;

/// The counters of a Chrome trace.
class ChromeCounters {
public:
    /// Limited to `range`, in ns from the start of the run. `events` must outlive this object.
    ChromeCounters(ChromeEventText& events, std::optional<TimeRange> range) : m_events(events), m_range(range) { }

    /// Those that the run itself recorded, such as memory, beside the ranks' spans; rank 0 is process `firstProcess`.
    void addRecorded(const Trace& trace, int64_t firstProcess);
    /// Busy ranks and messages in flight, as a process of their own.
    void addComputed(const Trace& trace, const Timing& timing, std::string_view prefix, int64_t process);

private:
    void addSamples(int64_t process, std::string_view name, const std::vector<double>& values, TimeRange range);

    ChromeEventText& m_events;
    std::optional<TimeRange> m_range;
};

} // namespace bubblescope
