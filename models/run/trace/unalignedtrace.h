// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// What aligning the clocks of a trace changes, as it was before: small, as the times of spans and counters follow from
/// how far each rank was shifted. Keeps what a file says, while only the aligned trace is in memory.
class UnalignedTrace {
public:
    /// `trace` as the importers made it.
    explicit UnalignedTrace(const Trace& trace);

    /// Whether any time differs from what it is in the aligned trace.
    bool isShiftedIn(const Trace& aligned) const;
    /// Times as they were, from those of the same trace after it was aligned.
    Timing timing(const Trace& aligned) const;
    std::vector<TimeNs> counterTimes(const Trace& aligned) const;
    std::vector<Track> tracks(const Trace& aligned) const;

    const std::vector<RankInfo>& ranks() const { return m_ranks; }
    const std::vector<Step>& steps() const { return m_steps; }
    const std::vector<RankStep>& rankSteps() const { return m_rankSteps; }
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
    std::vector<std::string> m_hosts;
    std::vector<Link> m_links;
    std::vector<uint16_t> m_hostOfTrack;
    TimeRange m_range;
    TimeRange m_denseRange;
    TimeNs m_origin;
};

} // namespace bubblescope
