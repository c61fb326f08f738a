// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chromeevent.h"
#include "tracebuilder.h"

#include <functional>
#include <map>
#include <string>
#include <tuple>

namespace bubblescope {

/// The counters of a Chrome trace: C events, and the allocations that PyTorch writes as instants named "[memory]".
class EventCounters {
public:
    /// Every numeric argument is a sample of its own series.
    void readCounter(const ChromeEvent& event, TimeNs time);
    /// A counter of this program's writer: the argument's key is the unit, the event's id the device.
    void readOwn(const ChromeEvent& event, TimeNs time);
    void readAllocation(const ChromeEvent& event, TimeNs time);
    struct Key {
        std::string process;
        std::string name;
        int16_t device;
        CounterSeries::Unit unit;
        bool operator<(const Key& other) const
        {
            return std::tie(process, name, device, unit)
                < std::tie(other.process, other.name, other.device, other.unit);
        }
    };
    void add(Key key, TimeNs time, double value);
    /// Hands all samples over, with `base` added to their times.
    void finish(TraceBuilder& builder, TimeNs base, const std::function<int32_t(const std::string& process)>& rankOf);
    /// Samples of series beyond what can be kept.
    uint64_t dropped() const { return m_dropped; }

private:
    struct Samples {
        std::vector<TimeNs> times;
        std::vector<double> values;
    };

    std::map<Key, Samples> m_series;
    uint64_t m_dropped = 0;
};

} // namespace bubblescope
