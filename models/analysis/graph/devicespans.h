// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// The kernels and copies of one rank that begin in a range of time, such as a step, or are launched in it.
class DeviceSpans {
public:
    struct Lane {
        TrackId track;
        std::vector<SpanId> spans; ///< by begin
    };

    DeviceSpans() = default;
    /// `trace` must outlive this object.
    DeviceSpans(const Trace& trace, int32_t rank, TimeRange range);
    /// Those that the host launches in this time; where no launch was recorded, those that begin among them.
    static DeviceSpans launchedIn(const Trace& trace, int32_t rank, TimeRange host);

    /// When a rank's device was through with what had been launched before `launchedBefore`, of all that begins before
    /// `until`; nothing where no such launch was recorded. Of a row, looks at no more than launched work that follows
    /// it: adds to `lookedAt` how much that was.
    static std::optional<TimeNs> through(
        const Trace& trace, int32_t rank, TimeNs until, TimeNs launchedBefore, size_t* lookedAt = nullptr);

    const std::vector<Lane>& lanes() const { return m_lanes; }
    const std::vector<SpanId>& byBegin() const { return m_byBegin; } ///< of all lanes
    /// Second records of fused pairs, which are in no lane.
    const std::vector<SpanId>& legs() const { return m_legs; }
    /// The last that ended in (after, until], was launched before `launchedBefore` and began before `begunBefore`;
    /// invalid if there is none.
    SpanId lastEnded(TimeNs until, TimeNs after, TimeNs launchedBefore, TimeNs begunBefore) const;
    SpanId lastEnded(TimeNs until, TimeNs after, TimeNs launchedBefore) const
    {
        return lastEnded(until, after, launchedBefore, until);
    }

private:
    void add(const Track& track, TimeRange range);
    void sort();
    void sortByBegin(std::vector<SpanId>& spans) const;

    const Trace* m_trace = nullptr;
    std::vector<Lane> m_lanes;
    std::vector<SpanId> m_byBegin;
    std::vector<SpanId> m_byEnd;
    std::vector<SpanId> m_legs;
};

} // namespace bubblescope
