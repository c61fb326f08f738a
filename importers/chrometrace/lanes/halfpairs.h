// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "eventlanes.h"
#include "importreport.h"

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace bubblescope {

/// B and E events until their partners are known. Of a part of a long file only halves that reach into it are kept.
class HalfPairs {
public:
    struct Half {
        SpanRecord span; ///< begin is its time, in times of the file
        EventMeaning meaning;
        bool isEnd = false;
    };
    /// Told of every pair: a span of a lane, and what its begin means.
    using AddSpan = std::function<void(const SpanRecord& span, uint32_t lane, const EventMeaning& meaning)>;

    HalfPairs(const TraceBuilder& builder, ImportReport& report, std::optional<TimeRange> slice)
        : m_builder(builder), m_report(report), m_slice(slice)
    {
    }
    void add(uint32_t lane, const Half& half);
    /// Halves that are kept so far.
    uint64_t count() const { return m_count; }
    size_t memoryBytes() const { return m_count * sizeof(Half); }
    /// Begins and ends of a lane are taken by time, at equal times in the file's order. An end closes the innermost
    /// open begin of its name, or the innermost of all where it has none. An end in front of its begin of the same time
    /// closes that one. What finds no partner is reported. False where `mayContinue` says no.
    bool pair(const AddSpan& add, const std::function<bool()>& mayContinue);

private:
    struct Lane {
        std::vector<Half> halves;
        std::vector<StringId> behindSlice; ///< names of begins there, until their ends
        TimeNs last = std::numeric_limits<TimeNs>::min();
        bool hasPassedOver = false; ///< halves outside of the slice
        bool isInOrder = true;      ///< the halves came by time
    };

    bool passesOver(Lane& lane, const Half& half);
    void pairLane(uint32_t number, const AddSpan& add);
    void refuse(const Half& half);

    const TraceBuilder& m_builder;
    ImportReport& m_report;
    const std::optional<TimeRange> m_slice;
    std::vector<Lane> m_lanes; ///< by the number of their EventLane
    uint64_t m_count = 0;
};

} // namespace bubblescope
