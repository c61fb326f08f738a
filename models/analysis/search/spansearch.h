// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spanquery.h"
#include "trace.h"

#include <string_view>
#include <vector>

namespace bubblescope {

/// A query whose words were looked up in the names of a run once: there are few names but many spans.
class PreparedQuery {
public:
    PreparedQuery(const SpanQuery& query, const StringPool& names);

    /// False if no span of a rank can match, since none of its lanes does, or none of the names that its spans have;
    /// no names: any.
    bool mayMatch(const Trace& trace, int32_t rank, const std::vector<StringId>& names) const;
    /// False if no span can match whose names are among these, whatever its lane is.
    bool mayMatch(const std::vector<StringId>& names) const;
    bool matchesTrack(const Trace& trace, const Track& track) const;
    bool matchesSpan(const Trace& trace, const Timing& timing, SpanId span) const;

private:
    struct Term {
        SpanQuery::Term asked;
        std::vector<uint8_t> texts; ///< by string id; the last stands for "none"
    };
    static bool matchesArgument(std::string_view inputs, const SpanQuery::Term& asked);
    static bool has(const std::vector<uint8_t>& texts, StringId id);
    static bool matches(const Term& term, const Trace& trace, const Timing& timing, SpanId span);

    std::vector<Term> m_trackTerms; // lanes are excluded as a whole
    std::vector<Term> m_spanTerms;
};

/// Matching spans by begin. The second record of a fused pair is never returned: the first stands for both, and matches
/// if either does. O(spans), less if terms exclude whole lanes. The trace has the names of the prepared query.
std::vector<SpanId> findSpans(const PreparedQuery& query, const Trace& trace, const Timing& timing);
std::vector<SpanId> findSpans(const SpanQuery& query, const Trace& trace, const Timing& timing);

} // namespace bubblescope
