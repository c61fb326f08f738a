// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventlanes.h"
#include "importreport.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace bubblescope {

/// Holds B and E events until they are paired. With a slice of a long file, only pairs that reach into it are kept.
class HalfPairs {
public:
    struct Half {
        SpanRecord span; ///< `begin` is the event's time, in the file's times
        EventMeaning meaning;
        std::optional<uint64_t> correlation; ///< of a B event: of a call with what it launches
        bool isEnd = false;
    };
    /// Called for every pair with its span, its lane and its B event.
    using AddSpan = std::function<void(const SpanRecord& span, uint32_t lane, const Half& begin)>;

    HalfPairs(const TraceBuilder& builder, ImportReport& report, std::optional<TimeRange> slice)
        : m_builder(builder), m_report(report), m_slice(slice)
    {
    }
    void add(uint32_t lane, const Half& half);
    /// Number of events held so far.
    uint64_t count() const { return m_count; }
    size_t memoryBytes() const { return m_count * sizeof(Half); }
    /// Pairs the events of each lane by time, those at equal times in file order. An E event closes the innermost open
    /// B event of its name, or the innermost of all if it has no name. An E event that precedes its B event at the same
    /// time closes that one. Events without a partner are reported. False if `mayContinue` returned false.
    bool pair(const AddSpan& add, const std::function<bool()>& mayContinue);

private:
    struct Lane {
        std::vector<Half> halves;
        std::vector<StringId> behindSlice; ///< names of B events after the slice that are still open
        TimeNs last = std::numeric_limits<TimeNs>::min();
        bool hasPassedOver = false; ///< events outside the slice were skipped
        bool isInOrder = true;      ///< events came in order of time
    };

    bool passesOver(Lane& lane, const Half& half);
    void pairLane(uint32_t number, const AddSpan& add);
    void refuse(const Half& half);

    const TraceBuilder& m_builder;
    ImportReport& m_report;
    const std::optional<TimeRange> m_slice;
    std::vector<Lane> m_lanes; ///< indexed like the EventLanes
    uint64_t m_count = 0;
};

} // namespace bubblescope
