// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatting.h"

#include "tabletexts.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope {

namespace {

constexpr QChar groupSeparator(0x202f);
constexpr QChar unitSeparator(0x00a0);
constexpr QChar minusSign(0x2212);

QString tr(const char* text) { return QCoreApplication::translate("bubblescope", text); }

double perUnit(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return 1;
    case TimeUnit::Microseconds:
        return 1e3;
    case TimeUnit::Milliseconds:
        return 1e6;
    case TimeUnit::Seconds:
        break;
    }
    return 1e9;
}

/// The limits lie a little below the round numbers, so that 999.9999 µs is not written "1 000.00 µs".
TimeUnit unitFor(double ns)
{
    const double size = std::abs(ns);
    if (size < 999.5)
        return TimeUnit::Nanoseconds;
    if (size < 999.995e3)
        return TimeUnit::Microseconds;
    if (size < 999.995e6)
        return TimeUnit::Milliseconds;
    return TimeUnit::Seconds;
}

int decimalsFor(TimeUnit unit, double ns)
{
    if (unit == TimeUnit::Nanoseconds)
        return 0;
    const double value = std::abs(ns) / perUnit(unit);
    return value < 9.9995 ? 3 : 2;
}

/// Puts separators into the digits before the point of a plain decimal.
QString grouped(QString digits)
{
    const bool isNegative = digits.startsWith(QLatin1Char('-'));
    if (isNegative)
        digits.remove(0, 1);
    qsizetype point = digits.indexOf(QLatin1Char('.'));
    if (point < 0)
        point = digits.size();
    for (qsizetype place = point - 3; place > 0; place -= 3)
        digits.insert(place, groupSeparator);
    const bool isZero = std::none_of(
        digits.cbegin(), digits.cend(), [](QChar c) { return c >= QLatin1Char('1') && c <= QLatin1Char('9'); });
    if (isNegative && !isZero)
        digits.prepend(minusSign);
    return digits;
}

QString withUnit(const QString& number, const QString& unit) { return number + unitSeparator + unit; }

QString withSign(const QString& text, double value)
{
    const bool isZero = std::none_of(
        text.cbegin(), text.cend(), [](QChar c) { return c >= QLatin1Char('1') && c <= QLatin1Char('9'); });
    return value > 0 && !isZero ? QLatin1Char('+') + text : text;
}

} // namespace

QString toText(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

QString unknownText() { return QString(QChar(0x2013)); }

QString formatFixed(double value, int decimals)
{
    if (!std::isfinite(value))
        return unknownText();
    return grouped(QString::number(value, 'f', decimals));
}

QString formatDuration(double ns)
{
    if (!std::isfinite(ns))
        return unknownText();
    const TimeUnit unit = unitFor(ns);
    return withUnit(formatFixed(ns / perUnit(unit), decimalsFor(unit, ns)), timeUnitName(unit));
}

QString formatDurationDifference(double ns) { return withSign(formatDuration(ns), ns); }

QString formatDurationExactly(TimeNs ns)
{
    const TimeUnit unit = unitFor(static_cast<double>(ns));
    const QString number = toText(formatDecimalTime(ns, unit, decimalsFor(unit, static_cast<double>(ns)) > 0 ? 2 : 0));
    return withUnit(grouped(number), timeUnitName(unit));
}

QString formatMilliseconds(TimeNs ns, int decimals)
{
    return TimeFormat(TimeUnit::Milliseconds, decimals).text(static_cast<double>(ns));
}

QString formatRange(TimeRange range)
{
    const double length = static_cast<double>(range.duration());
    const double largest
        = std::max(std::abs(static_cast<double>(range.begin)), std::abs(static_cast<double>(range.end)));
    const double step = std::pow(10.0, std::floor(std::log10(std::max(length, 1.0) / 100)));
    const TimeFormat format = TimeFormat::forTicks(step, largest);
    return format.number(static_cast<double>(range.begin)) + unitSeparator + QChar(0x2013) + unitSeparator
        + format.text(static_cast<double>(range.end));
}

TimeFormat::TimeFormat(TimeUnit unit, int decimals) : m_unit(unit), m_decimals(decimals) { }

TimeFormat TimeFormat::forTicks(double stepNs, double largestNs)
{
    // A second split into milliseconds reads better in milliseconds: one unit smaller unless the steps are coarse.
    TimeUnit unit = unitFor(largestNs);
    if (unit == TimeUnit::Seconds && stepNs < 1e9 && std::abs(largestNs) < 100e9)
        unit = TimeUnit::Milliseconds;
    const double step = std::max(std::abs(stepNs), 1.0) / perUnit(unit);
    int decimals = 0;
    if (std::isfinite(step) && step < 1)
        decimals = static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
    // Ticks at 2.5, 5, 7.5: one digit more where that makes the step exact.
    const auto isWhole = [](double value) { return std::abs(value - std::round(value)) < 1e-6 * std::max(value, 1.0); };
    const double digits = step * std::pow(10.0, decimals);
    if (std::isfinite(digits) && !isWhole(digits) && isWhole(digits * 10))
        ++decimals;
    return TimeFormat(unit, std::clamp(decimals, 0, static_cast<int>(unit)));
}

TimeFormat TimeFormat::forColumn(double largestNs)
{
    const TimeUnit unit = std::isfinite(largestNs) ? unitFor(largestNs) : TimeUnit::Milliseconds;
    return TimeFormat(unit, unit == TimeUnit::Nanoseconds ? 0 : decimalsFor(unit, largestNs));
}

double TimeFormat::inUnit(double ns) const { return ns / perUnit(m_unit); }
QString TimeFormat::number(double ns) const { return formatFixed(inUnit(ns), m_decimals); }
QString TimeFormat::unitName() const { return timeUnitName(m_unit); }

QString TimeFormat::text(double ns) const
{
    return std::isfinite(ns) ? withUnit(number(ns), unitName()) : unknownText();
}

QString TimeFormat::cell(double ns) const
{
    if (ns == 0)
        return withUnit(QStringLiteral("0"), unitName());
    const double least = std::pow(10.0, -m_decimals);
    if (std::isfinite(ns) && std::abs(inUnit(ns)) < least / 2)
        return QStringLiteral("<") + unitSeparator + withUnit(formatFixed(least, m_decimals), unitName());
    return text(ns);
}

QString timeUnitName(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanoseconds:
        return QStringLiteral("ns");
    case TimeUnit::Microseconds:
        return QStringLiteral("µs");
    case TimeUnit::Milliseconds:
        return QStringLiteral("ms");
    case TimeUnit::Seconds:
        break;
    }
    return QStringLiteral("s");
}

QString formatShare(double share)
{
    if (!std::isfinite(share))
        return unknownText();
    const double percent = share * 100;
    if (percent > 0 && percent < 0.05)
        return QStringLiteral("<") + unitSeparator + withUnit(QStringLiteral("0.1"), QStringLiteral("%"));
    const bool isWhole = percent == 0 || std::abs(percent) >= 99.95;
    return withUnit(formatFixed(percent, isWhole ? 0 : 1), QStringLiteral("%"));
}

QString formatShareDifference(double share)
{
    if (!std::isfinite(share))
        return unknownText();
    return withSign(withUnit(formatFixed(share * 100, 1), QStringLiteral("%")), share);
}

QString formatBytes(double bytes)
{
    if (!std::isfinite(bytes))
        return unknownText();
    static constexpr std::array<const char*, 6> units = {"B", "kB", "MB", "GB", "TB", "PB"};
    size_t unit = 0;
    double value = bytes;
    while (unit + 1 < units.size() && std::abs(value) >= 999.5) {
        value /= 1000;
        ++unit;
    }
    const double size = std::abs(value);
    const int decimals = unit == 0 ? 0 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return withUnit(formatFixed(value, decimals), QLatin1String(units[unit]));
}

QString formatBandwidth(double bytesPerSecond)
{
    if (!std::isfinite(bytesPerSecond))
        return unknownText();
    return formatBytes(bytesPerSecond) + QStringLiteral("/s");
}

QString formatCount(qint64 count) { return grouped(QString::number(count)); }

QString formatNumber(double value, int significantDigits)
{
    if (!std::isfinite(value))
        return unknownText();
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-4 || size >= 1e15))
        return QString::number(value, 'g', significantDigits).replace(QLatin1Char('-'), minusSign);
    const int magnitude = size == 0 ? 0 : static_cast<int>(std::floor(std::log10(size)));
    const int decimals = std::max(0, significantDigits - 1 - magnitude);
    QString digits = QString::number(value, 'f', decimals);
    if (digits.contains(QLatin1Char('.'))) {
        while (digits.endsWith(QLatin1Char('0')))
            digits.chop(1);
        if (digits.endsWith(QLatin1Char('.')))
            digits.chop(1);
    }
    return grouped(digits);
}

QString plainNumber(double value)
{
    if (!std::isfinite(value))
        return {};
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return QString::number(static_cast<qint64>(value));
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QString plainMilliseconds(double ns)
{
    if (!std::isfinite(ns))
        return {};
    // Modelled times may have parts of a nanosecond; all others are whole and come out exactly.
    if (ns == std::floor(ns) && std::abs(ns) < 9e15)
        return toText(formatDecimalTime(static_cast<TimeNs>(ns), TimeUnit::Milliseconds));
    return plainNumber(ns / 1e6);
}

QString rankText(int rank) { return rank < 0 ? unknownText() : tr("rank %1").arg(rank); }
QString stageText(int stage) { return stage < 0 ? unknownText() : tr("stage %1").arg(stage); }
QString stepText(qint64 step) { return step < 0 ? unknownText() : tr("step %1").arg(step); }

QString microbatchText(int microbatch)
{
    return microbatch < 0 ? unknownText() : tr("microbatch %1").arg(microbatch);
}

QString categoryText(Category category) { return tableText(categoryName(category)); }
QString severityText(Severity severity) { return tableText(severityName(severity)); }
QString originText(Origin origin) { return tableText(originName(origin)); }

QString runKindText(Run::Kind kind)
{
    switch (kind) {
    case Run::Kind::Measured:
        return tr("measured");
    case Run::Kind::Scaling:
        return tr("scaling mode: ranks recorded one after another");
    case Run::Kind::Plan:
        return tr("plan: an order without times");
    }
    return {};
}

QString layoutText(const ParallelLayout& layout)
{
    QStringList parts;
    const auto add = [&parts](const char* name, const std::optional<int>& value) {
        if (value)
            parts.append(QLatin1String(name) + unitSeparator + formatCount(*value));
    };
    add("TP", layout.tensor);
    add("PP", layout.pipeline);
    add("DP", layout.data);
    add("EP", layout.expert);
    add("CP", layout.context);
    if (layout.microbatches) {
        parts.append((*layout.microbatches == 1 ? tr("1 microbatch")
                                                : tr("%1 microbatches").arg(*layout.microbatches)));
    }
    return parts.join(QStringLiteral(" · "));
}

QString offsetText(quint64 offset) { return tr("byte %1").arg(grouped(QString::number(offset))); }

QString elideMiddle(const QString& text, int length)
{
    if (text.size() <= length || length < 1)
        return text;
    const int kept = length - 1;
    const int left = (kept + 1) / 2;
    return text.left(left) + QChar(0x2026) + text.right(kept - left);
}

} // namespace bubblescope
