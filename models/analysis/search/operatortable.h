// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <unordered_map>
#include <vector>

namespace bubblescope {

/// What a profiler's run spends its time on, by name: kernels and copies of the GPUs, operators and frames of the
/// hosts, or kernels by the operator that launched them. Works in slices, like SelectionSummary.
class OperatorTable {
public:
    enum class Of : uint8_t { Kernels, Operators, KernelsByOperator };

    struct Row {
        StringId name; ///< invalid for kernels that nobody tells the operator of
        Category category = Category::Other;
        uint64_t count = 0;
        TimeNs total = 0;
        TimeNs self = 0;      ///< without what was recorded inside
        TimeNs device = 0;    ///< of operators: GPU time of all that was launched inside
        TimeNs ownDevice = 0; ///< of operators: of what they launched themselves
        double mean = 0;      ///< ns
        TimeNs p50 = 0;
        TimeNs p99 = 0;
        TimeNs longestDuration = -1;
        SpanId longest;
        double share = 0; ///< of the sum over all rows: of total, of operators' own time
    };

    OperatorTable() = default;
    /// Spans that begin in the range.
    OperatorTable(TracePtr trace, TimeRange range, Of of);

    /// Looks at about so many further spans; true when all is done.
    bool advance(uint32_t spans);
    bool isFinished() const { return m_isFinished; }
    double progress() const; ///< 0 .. 1
    /// By total, longest first; there once finished.
    const std::vector<Row>& rows() const { return m_rows; }

private:
    Row& rowOf(StringId name, Category category);
    void take(SpanId span, bool onDevice);
    void finish();

    TracePtr m_trace;
    TimeRange m_range;
    Of m_of = Of::Kernels;
    std::vector<Row> m_rows;
    std::vector<std::vector<TimeNs>> m_durations; // by row
    std::vector<SpanId> m_chargedLast;            // by row: the kernel whose time it was given last
    std::unordered_map<uint64_t, size_t> m_rowOfKey;
    uint32_t m_row = 0; // of the trace
    uint32_t m_next = 0;
    bool m_isFinished = true;
};

} // namespace bubblescope
