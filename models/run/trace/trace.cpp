// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace.h"

#include "packedsource.h"

#include <algorithm>

namespace bubblescope {

namespace {

template <typename T, typename A> size_t columnBytes(const std::vector<T, A>& column)
{
    return column.capacity() * sizeof(T);
}
template <typename T, T usual> size_t columnBytes(const Column<T, usual>& column)
{
    return columnBytes(column.stored());
}
template <typename T> size_t columnBytes(const Shared<T>& column) { return columnBytes(*column); }

} // namespace

SourcePosition Trace::source(SpanId s) const
{
    return unpackedSource(m_source[s.value]);
}

RowId Trace::row(SpanId s) const
{
    const auto after = std::upper_bound(
        m_rows->begin(), m_rows->end(), s.value, [](uint32_t span, const Row& row) { return span < row.firstSpan; });
    return RowId(static_cast<uint32_t>(after - m_rows->begin() - 1));
}

std::span<const Track> Trace::tracksOf(int32_t rank) const
{
    const auto first = std::lower_bound(
        m_tracks->begin(), m_tracks->end(), rank, [](const Track& track, int32_t wanted) { return track.rank < wanted; });
    const auto last = std::upper_bound(
        first, m_tracks->end(), rank, [](int32_t wanted, const Track& track) { return wanted < track.rank; });
    return {first, last};
}

RankStep RankStep::shifted(TimeNs by) const
{
    RankStep moved = *this;
    moved.step.range = {step.range.begin + by, step.range.end + by};
    if (!host.isEmpty())
        moved.host = {host.begin + by, host.end + by};
    return moved;
}

std::span<const RankStep> Timing::stepsOf(int32_t rank) const
{
    const auto first = std::lower_bound(rankSteps.begin(), rankSteps.end(), rank,
        [](const RankStep& step, int32_t wanted) { return step.rank < wanted; });
    const auto last = std::upper_bound(
        first, rankSteps.end(), rank, [](int32_t wanted, const RankStep& step) { return wanted < step.rank; });
    return {first, last};
}

const LinkTable& Trace::linkTable() const
{
    static const LinkTable none;
    return m_linkTable ? *m_linkTable : none;
}

const RankInfo* Trace::findRank(int rank) const
{
    const auto found = std::lower_bound(
        m_ranks.begin(), m_ranks.end(), rank, [](const RankInfo& info, int wanted) { return info.rank < wanted; });
    return found != m_ranks.end() && found->rank == rank ? &*found : nullptr;
}

SpanId Trace::launchOf(SpanId s) const
{
    const auto found = std::lower_bound(
        m_launches->begin(), m_launches->end(), s, [](const Link& link, SpanId wanted) { return link.to < wanted; });
    return found != m_launches->end() && found->to == s ? found->from : SpanId();
}

size_t Trace::memoryBytes() const
{
    return columnBytes(m_timing.begin) + columnBytes(m_timing.end) + columnBytes(m_name) + columnBytes(m_detail)
        + columnBytes(m_inputs) + columnBytes(m_parent) + columnBytes(m_category) + columnBytes(m_operation) + columnBytes(m_flags)
        + columnBytes(m_stage) + columnBytes(m_microbatch) + columnBytes(m_bytes) + columnBytes(m_source)
        + columnBytes(m_tracks) + columnBytes(m_rows) + columnBytes(m_links) + columnBytes(m_launches)
        + columnBytes(m_counters.times) + columnBytes(m_counters.values) + columnBytes(m_collectives->calls)
        + (m_collectives->members ? columnBytes(*m_collectives->members) : 0)
        + columnBytes(m_ranks) + columnBytes(m_timing.steps) + columnBytes(m_timing.rankSteps) + m_strings->memoryBytes();
}

} // namespace bubblescope
