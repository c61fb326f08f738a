// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "waitingtimes.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// Looks a trace's arrows up by either end, and says until when a span only waits. The second record of a fused pair
/// counts as the first, which is the one drawn.
class WaitTable {
public:
    WaitTable() = default;
    /// `waiting` is null where it is not known (yet).
    WaitTable(const Trace& trace, std::shared_ptr<const WaitingTimes> waiting);

    bool isEmpty() const { return !m_waiting || m_waiting->isEmpty(); } ///< nothing waits
    /// Sends that feed this span, and receives that it feeds; as recorded (a fused second record stands for itself).
    std::vector<Link> linksOf(SpanId drawnSpan) const;
    /// The send that feeds this drawn span; invalid where none is known.
    SpanId awaited(SpanId drawnSpan) const;
    /// When the waiting ends: inside [begin, end] of the span, its begin where it does not wait. O(1).
    TimeNs waitEnd(const Timing& timing, SpanId drawnSpan) const;

private:
    struct Entry {
        SpanId drawn;
        Link link;
    };
    std::vector<Entry> m_byReceive; // sorted by drawn
    std::vector<Entry> m_bySend;
    std::shared_ptr<const WaitingTimes> m_waiting;
};

/// The span that is drawn for this one: itself, or the first record of its fused pair.
SpanId drawnSpan(const Trace& trace, SpanId span);
/// The second record of a fused pair whose first is given; invalid where there is none. O(log n).
SpanId fusedPartner(const Trace& trace, SpanId span);

} // namespace bubblescope
