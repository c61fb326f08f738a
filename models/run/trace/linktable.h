// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "columnvector.h"
#include "ids.h"
#include "sidetables.h"

#include <vector>

namespace bubblescope {

class Trace;

/// The messages of a trace by either end, sorted once when the trace is made, since there may be millions. The second
/// record of a fused pair counts as the first, which is the one drawn and charged.
class LinkTable {
public:
    LinkTable() = default;
    explicit LinkTable(const Trace& trace);

    /// Messages received by this charged span, then messages it sends, as recorded (a second record of a fused pair is
    /// not replaced). O(log links).
    std::vector<Link> linksOf(SpanId charged) const;
    /// The send received by this charged span; invalid if unknown. O(log links).
    SpanId sendFor(SpanId charged) const;

private:
    struct Entry {
        SpanId charged;
        Link link;
    };
    ColumnVector<Entry> m_byReceive; // sorted by charged span
    ColumnVector<Entry> m_bySend;
};

} // namespace bubblescope
