// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "decimaltime.h"
#include "importreport.h"
#include "run.h"

#include <QString>

#include <string_view>

namespace bubblescope {

// The only place where numbers become text for people. Every number carries its unit, thousands are grouped by a
// narrow space that does not break, and a minus is a minus sign. What is not known (NaN, infinite) is an en dash.

/// UTF-8 from the plain libraries for people: what a hostile name could mislead them with becomes its code
/// (visibletext.h), line breaks stay.
QString toText(std::string_view utf8);
/// The same of names and paths that come from Qt; in one line.
QString toText(const QString& name);
/// UTF-8 as it is, for files and for finding things again.
QString exactText(std::string_view utf8);
/// What stands in place of an unknown figure.
QString unknownText();

/// Picks ns, µs, ms or s: "850 ns", "12.30 µs", "41.30 ms", "1.613 s". Doubles hold 104 days to the nanosecond.
QString formatDuration(double ns);
/// The same with its sign always shown: "+12.00 ms", "−3.00 ms".
QString formatDurationDifference(double ns);
/// Every digit that is known, in the unit that formatDuration() would pick: "165.870001 ms".
QString formatDurationExactly(TimeNs ns);
/// In milliseconds whatever the size, as clock offsets are read: "604 781 214.50 ms".
QString formatMilliseconds(TimeNs ns, int decimals = 2);
/// "0.00 – 911.40 ms": one unit for both ends, enough decimals to tell them apart.
QString formatRange(TimeRange range);

/// One unit and one number of decimals for many times, so that a column or an axis lines up.
class TimeFormat {
public:
    TimeFormat() = default;
    /// For the ticks of an axis: a unit fit for the largest time, decimals enough for the distance of two ticks.
    static TimeFormat forTicks(double stepNs, double largestNs);
    /// For a column of durations of which this is the largest (typical) one.
    static TimeFormat forColumn(double largestNs);
    /// Fixed.
    TimeFormat(TimeUnit unit, int decimals);

    QString number(double ns) const; ///< without the unit
    QString text(double ns) const;   ///< with the unit
    /// text() for a table: "< 0.01 ms" for what would be rounded to nothing, "0 ms" for nothing itself.
    QString cell(double ns) const;
    QString unitName() const; ///< "ms"
    TimeUnit unit() const { return m_unit; }
    double inUnit(double ns) const; ///< for plots that carry the unit in their label

private:
    TimeUnit m_unit = TimeUnit::Milliseconds;
    int m_decimals = 2;
};

/// 0.045 is "4.5 %"; "< 0.1 %" for what is little but not nothing.
QString formatShare(double share);
/// The same with its sign: "−18.5 %".
QString formatShareDifference(double share);
/// Decimal units: "512 B", "8.39 MB", "2.82 GB" (1e9 bytes).
QString formatBytes(double bytes);
/// "48.5 GB/s".
QString formatBandwidth(double bytesPerSecond);
/// "85 369 937".
QString formatCount(qint64 count);
/// A figure without unit, to so many significant digits, never with an exponent within 1e-4 .. 1e15: "10.42",
/// "0.000125".
QString formatNumber(double value, int significantDigits = 4);
/// Fixed decimals, grouped: "5 878.0".
QString formatFixed(double value, int decimals);

/// For machines (TSV, CSV): a plain decimal with a point, full precision, no groups, no unit; empty for unknown.
QString plainNumber(double value);
/// The same for a time in ms, exact to the nanosecond.
QString plainMilliseconds(double ns);

/// "rank 2", "stage 1", "step 12", "microbatch 3"; an en dash for negative ones.
QString rankText(int rank);
QString stageText(int stage);
QString stepText(qint64 step);
QString microbatchText(int microbatch);
/// "forward", "tensor-parallel communication": categoryName() as a QString.
QString categoryText(Category category);
QString severityText(Severity severity);
QString runKindText(Run::Kind kind);
QString originText(Origin origin);
/// "TP 2 · PP 4 · DP 2 · 16 microbatches": what is known of a layout; empty where nothing is.
QString layoutText(const ParallelLayout& layout);
/// Byte offset in a file: "byte 12 345".
QString offsetText(quint64 offset);

/// Shortens to `length` characters by leaving out the middle: "wd16_tp1…_rank3.txt".
QString elideMiddle(const QString& text, int length);

} // namespace bubblescope
