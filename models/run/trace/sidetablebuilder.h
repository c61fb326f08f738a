// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sidetables.h"

#include <unordered_map>

namespace bubblescope {

/// What TraceBuilder collects beside the spans, by the numbers that addSpan() returned.
class SideTableBuilder {
public:
    struct Series {
        CounterSeries header;
        std::vector<TimeNs> times;
        std::vector<double> values;
    };

    std::vector<Link> launches;
    std::vector<Series> series;
    CollectiveTable collectives;

    /// The number of an equal communicator, made at the first call.
    uint32_t communicator(Communicator communicator);
    void setRank(int32_t from, int32_t to);
    void shift(TimeNs by, TimeNs limit);
    /// Takes over what `other` collected; `newString` by its string ids, its spans follow `firstSpan` others.
    void append(SideTableBuilder&& other, const std::vector<StringId>& newString, uint32_t firstSpan);
    /// Spans get their numbers in the trace, `origin` becomes time 0, and everything its order.
    void finish(const std::vector<SpanId>& newNumber, TimeNs origin);
    /// All series as one table; takes their samples.
    CounterTable takeCounters();

private:
    std::unordered_multimap<size_t, uint32_t> m_communicators; // by hash of all they state
};

} // namespace bubblescope
