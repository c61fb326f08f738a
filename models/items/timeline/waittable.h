// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "waitingtimes.h"

#include <memory>
#include <vector>

namespace bubblescope {

/// What a timeline asks of a trace's messages and waiting, by the spans that it draws. Holds nothing of its own.
class WaitTable {
public:
    WaitTable() = default;
    /// `waiting` is null where it is not known (yet). The trace must outlive it.
    WaitTable(const Trace& trace, std::shared_ptr<const WaitingTimes> waiting);

    bool isEmpty() const { return !m_waiting || m_waiting->isEmpty(); } ///< nothing waits
    /// As LinkTable has them.
    std::vector<Link> linksOf(SpanId drawnSpan) const;
    SpanId awaited(SpanId drawnSpan) const;
    /// When the waiting ends: inside [begin, end] of the span, its begin where it does not wait. O(1).
    TimeNs waitEnd(const Timing& timing, SpanId drawnSpan) const;

private:
    const LinkTable* m_links = nullptr;
    std::shared_ptr<const WaitingTimes> m_waiting;
};

/// The span that is drawn for this one: itself, or the first record of its fused pair.
SpanId drawnSpan(const Trace& trace, SpanId span);
/// The second record of a fused pair whose first is given; invalid where there is none. O(log n).
SpanId fusedPartner(const Trace& trace, SpanId span);

} // namespace bubblescope
