// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sidetables.h"

#include <span>
#include <vector>

namespace bubblescope {

/// What TraceBuilder collects in addition to spans, by the numbers that addSpan() returned.
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

    /// The number of an equal communicator, created on first use.
    uint32_t communicator(Communicator communicator);
    void setRank(int32_t from, int32_t to);
    void shift(TimeNs by, TimeNs limit);
    /// Adds everything in `other`; `newString` maps its string ids, and its spans follow `firstSpan` earlier ones.
    void append(SideTableBuilder&& other, const std::vector<StringId>& newString, uint32_t firstSpan);
    /// Renumbers spans as in the trace, makes times relative to `origin`, and sorts everything.
    void finish(std::span<const SpanId> newNumber, TimeNs origin);
    /// All series as one table; moves their samples out.
    CounterTable takeCounters();

private:
    struct KnownCommunicator {
        uint64_t hash = 0; ///< of its content
        uint32_t number = CollectiveCall::noCommunicator;
    };
    void growKnown();

    std::vector<KnownCommunicator> m_known; // open addressing; a power of two, at least half of it free
};

} // namespace bubblescope
