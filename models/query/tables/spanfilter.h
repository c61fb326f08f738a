// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydata.h"
#include "querytable.h"

#include <vector>

namespace bubblescope {

/// Of a run that is not all in memory: the ranks that can have spans within these bounds.
std::vector<uint32_t> ranksWithin(QueryInput& input, const QueryBounds& bounds);

/// The spans of one run, or those of it that were read, within the bounds of a query, row after row of the trace.
class SpanFilter {
public:
    SpanFilter() = default;
    SpanFilter(const QueryInput& input, const QuerySpans& spans, const QueryBounds& bounds);

    /// The next span that fits; invalid at the end. Looks whether the query was stopped now and then.
    SpanId next(const QueryData& data);
    /// The row of the last one.
    uint32_t row() const { return m_row; }

private:
    struct Part {
        uint32_t row;
        uint32_t first;
        uint32_t last;
    };
    void addRows(uint32_t first, uint32_t last, const QueryBounds& bounds, QueryBounds::Range spans);
    void narrowToSteps(const Trace& trace, const Track& track, QueryBounds::Range steps, Part& part) const;
    bool fits(SpanId span) const;

    const Trace* m_trace = nullptr;
    std::vector<Part> m_parts;
    size_t m_part = 0;
    uint32_t m_next = 0;
    uint32_t m_row = 0;
    std::optional<Category> m_category;
    std::optional<Operation> m_operation;
    StringId m_name;
    bool m_hasName = false;
    QueryBounds::Range m_microbatch;
    bool m_looksInside = false; ///< some of the last four are limits
    bool m_isEmpty = false;
};

/// Sorts spans by these columns of SpanTable, one pass a column: only the names are compared, not the spans.
void sortSpans(const Trace& trace, std::span<const int> columns, std::vector<SpanId>& spans);
/// Whether it can.
bool canSortSpans(std::span<const int> columns);

} // namespace bubblescope
