// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// What clock alignment changed in a trace, as it was before. Small, because the times of spans and counters follow
/// from the shift of each rank. Preserves what the file states while only the aligned trace is in memory.
class UnalignedTrace {
public:
    /// `trace` as imported.
    explicit UnalignedTrace(const Trace& trace);

    /// True if any time differs from that in the aligned trace.
    bool isShiftedIn(const Trace& aligned) const;
    /// The original times, computed from those of the aligned trace.
    Timing timing(const Trace& aligned) const;
    std::vector<TimeNs> counterTimes(const Trace& aligned) const;
    std::vector<Track> tracks(const Trace& aligned) const;

    const std::vector<RankInfo>& ranks() const { return m_ranks; }
    const std::vector<Step>& steps() const { return m_steps; }
    const std::vector<RankStep>& rankSteps() const { return m_rankSteps; }
    const std::vector<TimeRange>& rankRanges() const { return m_rankRanges; }
    const std::vector<std::string>& hosts() const { return m_hosts; }
    const std::vector<Link>& links() const { return m_links; }
    TimeRange range() const { return m_range; }
    TimeRange denseRange() const { return m_denseRange; }
    TimeNs origin() const { return m_origin; }

private:
    std::map<int32_t, TimeNs> addedByRank(const Trace& aligned) const;

    std::vector<RankInfo> m_ranks;
    std::vector<Step> m_steps;
    std::vector<RankStep> m_rankSteps;
    std::vector<TimeRange> m_rankRanges;
    std::vector<std::string> m_hosts;
    std::vector<Link> m_links;
    std::vector<uint16_t> m_hostOfTrack;
    TimeRange m_range;
    TimeRange m_denseRange;
    TimeNs m_origin;
};

} // namespace bubblescope
