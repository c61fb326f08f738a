// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tracearchive.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace bubblescope {

/// What ends in the spans of one rank: messages that it receives, launches, calls of collectives and what it took part
/// in; in the order of the trace. Kept with the rank, so that those of other ranks need not be read.
struct RankEnds {
    std::vector<Link> links;
    std::vector<Link> launches;
    std::vector<CollectiveCall> calls;
    CollectiveMembers members;
};

/// The same of each rank of a trace, made when it is asked for: those of all ranks at once would take as much memory
/// again. Refers to the trace and the members; what has to be put in order lies in the pool of the trace. May be asked by
/// several threads at once.
class EndsByRank {
public:
    /// `blocks`: where the ranks' spans are. `members`: of collectives, where the trace itself does not know them.
    EndsByRank(const Trace& trace, const std::vector<TraceArchive::Block>& blocks, const CollectiveMembers& members);
    EndsByRank(const EndsByRank&) = delete;
    EndsByRank& operator=(const EndsByRank&) = delete;

    RankEnds of(size_t rank) const;

private:
    template <typename T> class Parted {
    public:
        Parted(std::span<const T> all, const std::vector<TraceArchive::Block>& blocks, const ColumnPoolPtr& pool,
            SpanId T::*end);
        std::vector<T> of(size_t rank) const
        {
            const auto own = m_all.subspan(m_first[rank], m_first[rank + 1] - m_first[rank]);
            return {own.begin(), own.end()};
        }

    private:
        std::vector<size_t> m_first; ///< by rank, and behind the last
        std::span<const T> m_all;    ///< rank by rank
        ColumnVector<T> m_sorted;    ///< holds them where they were in another order
    };

    Parted<Link> m_links;
    Parted<Link> m_launches;
    Parted<CollectiveCall> m_calls;
    std::optional<Parted<CollectiveMember>> m_members;
};
void writeEnds(BinaryWriter& archive, const RankEnds& ends, TraceArchive::Block block);
/// Fails the archive unless all of them end in the block and begin in one of so many spans.
void readEnds(BinaryReader& archive, RankEnds& ends, TraceArchive::Block block, uint32_t spans);
/// All messages of a trace, in its order: which of them is told first does not depend on how its spans were parted.
void writeMessages(BinaryWriter& archive, std::span<const Link> links);
/// Fails the archive unless they lie between so many spans.
void readMessages(BinaryReader& archive, std::vector<Link>& links, uint32_t spans);
/// Those of all ranks together, without those that begin in ranks that are not kept. `before`: where the ranks' spans
/// were when the ends were written; `now`: where they are, none for those that are not kept.
RankEnds joined(std::vector<RankEnds>&& ends, const std::vector<TraceArchive::Block>& before,
    const std::vector<TraceArchive::Block>& now);
/// Leaves those that end in one of these spans, which are sorted.
void keepEnds(RankEnds& ends, const std::vector<SpanId>& kept);
/// Those between these spans: `kept`, sorted, is where they were when the ends were written; the new number of each is
/// its place there.
RankEnds joined(std::vector<RankEnds>&& ends, const std::vector<SpanId>& kept);

} // namespace bubblescope
