// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "category.h"
#include "decimaltime.h"
#include "importreport.h"
#include "run.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace bubblescope {

// The only place where numbers become text for display. Every number has its unit, thousands are grouped, fractions
// separated as in the language of the window, and negative numbers have a real minus sign. Unknown values (NaN,
// infinite) are an en dash.

/// UTF-8 from the plain libraries for display: characters that a hostile name could mislead with become their code
/// (visibletext.h); line breaks stay.
QString toText(std::string_view utf8);
/// The same for names and paths from Qt, on one line.
QString toText(const QString& name);
/// A figure with its unit as the libraries below Qt write it, "12345.6 ms" or "< 0.1 %", as it is shown; any other text
/// as it is.
QString figureText(const std::string& plain);
/// UTF-8 unchanged, for files and lookups.
QString exactText(std::string_view utf8);
/// The text for an unknown figure.
QString unknownText();

/// Chooses ns, µs, ms or s: "850 ns", "12.30 µs", "41.30 ms", "1.613 s". Exact to the nanosecond up to 104 days.
QString formatDuration(double ns);
/// The same, always with its sign: "+12.00 ms", "−3.00 ms".
QString formatDurationDifference(double ns);
/// All known digits, in the unit that formatDuration() chooses: "165.870001 ms".
QString formatDurationExactly(TimeNs ns);
/// Always in milliseconds, for clock offsets: "604 781 214.50 ms".
QString formatMilliseconds(TimeNs ns, int decimals = 2);
/// "0.00 – 911.40 ms": one unit for both ends, with enough decimals to distinguish them.
QString formatRange(TimeRange range);

/// When something of this length happened, with the digits that distinguish it from its neighbours: "1 234.567 ms" of a
/// kernel of 12 µs.
QString formatMoment(TimeNs time, TimeNs length);

/// One unit and one number of decimals for many times, so that a column or axis is aligned.
class TimeFormat {
public:
    TimeFormat() = default;
    /// For axis ticks: the unit suits the largest time, the decimals suit the distance of two ticks.
    static TimeFormat forTicks(double stepNs, double largestNs);
    /// For a column of durations with this as the largest (typical) one.
    static TimeFormat forColumn(double largestNs);
    /// A fixed format.
    TimeFormat(TimeUnit unit, int decimals);

    QString number(double ns) const; ///< without unit
    QString text(double ns) const;   ///< with unit
    /// text() for a table: "< 0.01 ms" for what rounds to zero, "0 ms" for zero.
    QString cell(double ns) const;
    QString unitName() const; ///< "ms"
    TimeUnit unit() const { return m_unit; }
    double inUnit(double ns) const; ///< for plots with the unit in their label

private:
    TimeUnit m_unit = TimeUnit::Milliseconds;
    int m_decimals = 2;
};

/// 0.045 gives "4.5 %"; small shares above 0 give "< 0.1 %".
QString formatShare(double share);
/// The same with its sign: "−18.5 %".
QString formatShareDifference(double share);
/// Decimal units: "512 B", "8.39 MB", "2.82 GB" (1e9 bytes).
QString formatBytes(double bytes);
/// "48.5 GB/s".
QString formatBandwidth(double bytesPerSecond);
/// "85 369 937".
QString formatCount(qint64 count);
/// A figure without unit with this many significant digits, never with an exponent within 1e-4 .. 1e15: "10.42",
/// "0.000125".
QString formatNumber(double value, int significantDigits = 4);
/// Fixed decimals with groups: "5 878.0".
QString formatFixed(double value, int decimals);

/// For machines (TSV, CSV): a plain decimal with point and at most nine digits, no groups, no unit; empty if unknown.
QString plainNumber(double value);
/// The same for a time in ms, exact to the nanosecond.
QString plainMilliseconds(double ns);

/// "rank 2", "stage 1", "step 12", "microbatch 3"; an en dash for negative numbers.
QString rankText(int rank);
QString stageText(int stage);
QString stepText(qint64 step);
QString microbatchText(int microbatch);
/// "forward", "tensor-parallel communication": categoryName() as a QString.
QString categoryText(Category category);
/// "B9": a forward, backward or weight gradient pass as it is labelled everywhere; empty for all else.
QString passText(Operation operation, int microbatch);
QString severityText(Severity severity);
QString runKindText(Run::Kind kind);
QString originText(Origin origin);
/// "TP 2 · PP 4 · DP 2 · 16 microbatches": the known sizes of a layout; empty if there are none.
QString layoutText(const ParallelLayout& layout);
/// A byte offset in a file: "byte 12 345".
QString offsetText(quint64 offset);

/// Shortens to `length` characters by removing the middle: "wd16_tp1…_rank3.txt".
QString elideMiddle(const QString& text, int length);
/// Shortens names so that what they differ in stays: what all of them begin with goes first.
QStringList elidedApart(const QStringList& names, int length);

} // namespace bubblescope
