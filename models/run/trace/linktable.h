// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ids.h"
#include "sidetables.h"

#include <vector>

namespace bubblescope {

class Trace;

/// The messages of a trace by either end: sorted once, where the trace is made, as there may be millions. The second
/// record of a fused pair counts as the first, which is the one that is drawn and charged.
class LinkTable {
public:
    LinkTable() = default;
    explicit LinkTable(const Trace& trace);

    /// Those that feed this charged span, then those that it feeds; as recorded (a fused second record stands for
    /// itself). O(log links).
    std::vector<Link> linksOf(SpanId charged) const;
    /// The send that feeds this charged span; invalid where none is known. O(log links).
    SpanId sendFor(SpanId charged) const;

private:
    struct Entry {
        SpanId charged;
        Link link;
    };
    std::vector<Entry> m_byReceive; // sorted by charged
    std::vector<Entry> m_bySend;
};

} // namespace bubblescope
