// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchhits.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Those on one row.
std::span<const uint32_t> hitsOfRow(std::span<const uint32_t> matches, const Row& row)
{
    const auto first = std::lower_bound(matches.begin(), matches.end(), row.firstSpan);
    const auto last = std::lower_bound(first, matches.end(), row.firstSpan + row.spanCount);
    return {first, last};
}

} // namespace

size_t hitsOfTrack(const Trace& trace, std::span<const uint32_t> matches, TrackId track)
{
    size_t count = 0;
    for (const Row& row : trace.rowsOf(track))
        count += hitsOfRow(matches, row).size();
    return count;
}

size_t hitsOfRank(const Trace& trace, std::span<const uint32_t> matches, int32_t rank)
{
    size_t count = 0;
    for (const Track& track : trace.tracksOf(rank))
        count += hitsOfTrack(trace, matches, trace.idOf(track));
    return count;
}

void lightHits(const Trace& trace, const Timing& timing, std::span<const uint32_t> matches, int32_t rank,
    const TimeScale& scale, std::vector<uint8_t>& columns)
{
    if (columns.empty())
        return;
    const int width = int(columns.size());
    const TimeRange range = scale.range();
    for (const Track& track : trace.tracksOf(rank)) {
        for (const Row& row : trace.rowsOf(trace.idOf(track))) {
            const std::span<const uint32_t> hits = hitsOfRow(matches, row);
            auto at = std::partition_point(
                hits.begin(), hits.end(), [&](uint32_t span) { return timing.end[span] < range.begin; });
            while (at != hits.end() && timing.begin[*at] < range.end) {
                // As doubles first: a far end may not fit an int.
                const auto columnOf = [&](TimeNs time) { return int(std::clamp(scale.x(time), 0.0, double(width))); };
                const int from = std::min(columnOf(timing.begin[*at]), width - 1);
                const int to = std::max(from + 1, columnOf(timing.end[*at]));
                std::fill(columns.begin() + from, columns.begin() + to, uint8_t(1));
                // One in a column is enough, however many there are.
                const TimeNs next = std::max(scale.time(double(to)), timing.begin[*at] + 1);
                at = std::partition_point(at + 1, hits.end(), [&](uint32_t span) { return timing.begin[span] < next; });
            }
        }
    }
}

} // namespace bubblescope
