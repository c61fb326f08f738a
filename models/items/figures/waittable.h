// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubblesandwaits.h"
#include "waitingtimes.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// What a timeline needs to know about messages, waiting and bubbles. Only holds references.
class WaitTable {
public:
    WaitTable() = default;
    /// `waiting` and `lost` are null while unknown. The trace must outlive this object.
    WaitTable(const Trace& trace, std::shared_ptr<const WaitingTimes> waiting,
        std::shared_ptr<const BubblesAndWaits> lost = nullptr);

    bool isEmpty() const { return !m_waiting || m_waiting->isEmpty(); } ///< nothing waits
    /// Same as LinkTable::linksOf().
    std::vector<Link> linksOf(SpanId drawnSpan) const;
    SpanId awaited(SpanId drawnSpan) const;
    /// When the waiting ends: inside [begin, end] of the span; its begin if it does not wait. O(1).
    TimeNs waitEnd(const Timing& timing, SpanId drawnSpan) const;
    bool hasBubbles(TimeRange range) const; ///< some rank has one there
    /// When the rank of a lane has no work; of a modelled lane beside a measured one, that of the model. Null if
    /// unknown.
    const RankWaits* lossOf(const Trace& trace, TrackId track) const;

private:
    const LinkTable* m_links = nullptr;
    std::shared_ptr<const WaitingTimes> m_waiting;
    std::shared_ptr<const BubblesAndWaits> m_lost;
};

/// The span drawn for this one: itself, or the first record of its fused pair.
SpanId drawnSpan(const Trace& trace, SpanId span);
/// The second record of a fused pair, given the first; invalid if there is none. O(log n).
SpanId fusedPartner(const Trace& trace, SpanId span);

} // namespace bubblescope
