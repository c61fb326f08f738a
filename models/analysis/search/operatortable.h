// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace.h"

#include <span>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Where the time of a profiler run goes, by name: kernels and copies of GPUs, operators and frames of hosts, or
/// kernels by the operator that launched them. Works in slices, like SelectionSummary.
class OperatorTable {
public:
    enum class Of : uint8_t { Kernels, Operators, KernelsByOperator };

    struct Row {
        StringId name; ///< invalid for kernels whose operator is unknown
        Category category = Category::Other;
        uint64_t count = 0;
        TimeNs total = 0;
        TimeNs self = 0;      ///< without spans recorded inside
        TimeNs device = 0;    ///< for operators: GPU time of everything launched inside
        TimeNs ownDevice = 0; ///< for operators: GPU time of what they launched directly
        double mean = 0;      ///< ns
        TimeNs p50 = 0;
        TimeNs p99 = 0;
        TimeNs longestDuration = -1;
        SpanId longest;
        double share = 0; ///< of the sum over all rows, for totals or operators' self time
    };

    OperatorTable() = default;
    /// Counts the spans that begin in the range.
    OperatorTable(TracePtr trace, TimeRange range, Of of);
    /// Leaves out all spans but these, given by number; operators count where they launched one of them. Call it before
    /// advance(). O(spans of the trace).
    void keepOnly(std::span<const uint32_t> spans);

    /// Processes about `spans` further spans; true when done.
    bool advance(uint32_t spans);
    bool isFinished() const { return m_isFinished; }
    double progress() const; ///< 0 .. 1
    /// Longest total first; available when finished.
    const std::vector<Row>& rows() const { return m_rows; }

private:
    Row& rowOf(StringId name, Category category);
    bool isWanted(SpanId span) const { return m_isWanted.empty() || m_isWanted[span.value]; }
    void take(SpanId span, bool onDevice);
    void chargeOperators(SpanId span);
    void takeFromParent(SpanId span);
    void finish();

    TracePtr m_trace;
    TimeRange m_range;
    Of m_of = Of::Kernels;
    std::vector<Row> m_rows;
    std::vector<std::vector<TimeNs>> m_durations; // by row
    std::vector<SpanId> m_chargedLast;            // by row: the last kernel whose time was added
    std::unordered_map<uint64_t, size_t> m_rowOfKey;
    std::vector<bool> m_isWanted; // by span; empty: all are
    uint32_t m_row = 0; // of the trace
    uint32_t m_next = 0;
    bool m_isFinished = true;
};

} // namespace bubblescope
