// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Makes traces from finished ones: on other hosts, at other times, with links.
class DerivedTrace {
public:
    /// The same trace with the times of every host shifted (ns to add, by host index) or, where `ownStart` is set, with
    /// its ranks drawn from their own start; or with those of single ranks shifted (ns to add, by index into
    /// Trace::ranks()).
    struct Alignment {
        std::vector<TimeNs> hostShift {};
        std::vector<bool> ownStart {};
        std::vector<TimeNs> rankShift {};
    };
    static Trace aligned(Trace&& trace, const Alignment& alignment);
    /// The same trace with its ranks on these hosts, one name per entry of Trace::ranks().
    static Trace onHosts(Trace&& trace, const std::vector<std::string>& hostOfRank);
    /// Samples of a quantity that were taken beside the run, in time of the trace, ascending.
    struct AddedCounter {
        int32_t rank = -1;
        int16_t device = -1;
        std::string name;
        std::vector<TimeNs> times;
        std::vector<double> values;
    };
    /// The same trace with these counters beside its own. Nobody else may hold its names.
    static Trace withCounters(Trace&& trace, const std::vector<AddedCounter>& added);
    static Trace linked(Trace&& trace, std::vector<Link> links);
    /// The same spans at other times; everything else is shared. The spans of each row must stay sorted and disjoint.
    /// Assumes one step. Shifts all times so that the first begin is 0.
    static Trace retimed(const Trace& trace, Timing timing);
    /// The same run with some of its spans only: `kept`, sorted, each once; the new number of each is its place there.
    /// Ranks, tracks, steps and ranges stay those of the whole, counters only if asked for.
    static Trace reduced(const Trace& trace, const std::vector<SpanId>& kept, bool withCounters);
    /// Forgets steps that do not reach into a range.
    static void keepSteps(Trace& trace, TimeRange range);
    /// Adds some spans of another trace, sorted, to those that are there: columns only. Forgets parents that are not among
    /// them.
    static void append(Trace& trace, const Trace& from, const std::vector<SpanId>& kept);
    /// Makes rows that hold the spans of a whole run hold those of `kept` only, which were appended.
    static void setRows(Trace& trace, const std::vector<SpanId>& kept);
    /// Where a span is among those that are kept; invalid if it is not.
    static SpanId placeAmong(const std::vector<SpanId>& kept, SpanId span);
};

} // namespace bubblescope
