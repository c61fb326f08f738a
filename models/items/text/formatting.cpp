// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "formatting.h"

#include "measuretext.h"
#include "tabletexts.h"
#include "visibletext.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

struct NumberSign {
    const char* english;
    const char* meaning;
};
constexpr NumberSign betweenGroups = QT_TRANSLATE_NOOP3("bubblescope", "\u202f", "between groups of three digits");
constexpr NumberSign beforeFraction = QT_TRANSLATE_NOOP3("bubblescope", ".", "before the fraction of a number");

constexpr int plainDigits = 9; // more would only be the noise of binary fractions
constexpr QChar unitSeparator(0x00a0);
constexpr QChar minusSign(0x2212);
constexpr QChar leftToRightIsolate(0x2066);
constexpr QChar popIsolate(0x2069);

QString tr(const char* text) { return QCoreApplication::translate("bubblescope", text); }

/// The signs of numbers are those of the language of the words around them, single characters.
QString signText(const NumberSign& sign)
{
    const QString translated = QCoreApplication::translate("bubblescope", sign.english, sign.meaning);
    return translated.size() == 1 ? translated : QString::fromUtf8(sign.english);
}
QString groupSign() { return signText(betweenGroups); }
QString decimalSign() { return signText(beforeFraction); }

/// In right-to-left text an unprotected figure would fall apart: its unit or sign would change sides.
QString isolated(const QString& figure)
{
    // The same question with which Qt determines the layout direction.
    const bool isRightToLeft
        = QCoreApplication::translate("QGuiApplication", "QT_LAYOUT_DIRECTION") == QLatin1String("RTL");
    return isRightToLeft ? leftToRightIsolate + figure + popIsolate : figure;
}

/// Adds group separators to the integer part of a plain decimal.
QString grouped(QString digits)
{
    const bool isNegative = digits.startsWith(QLatin1Char('-'));
    if (isNegative)
        digits.remove(0, 1);
    qsizetype point = digits.indexOf(QLatin1Char('.'));
    if (point < 0)
        point = digits.size();
    if (point < digits.size())
        digits.replace(point, 1, decimalSign());
    const qsizetype first
        = std::find_if(digits.cbegin(), digits.cend(), [](QChar c) { return c.isDigit(); }) - digits.cbegin();
    for (qsizetype place = point - 3; place > first; place -= 3)
        digits.insert(place, groupSign());
    const bool isZero = std::none_of(
        digits.cbegin(), digits.cend(), [](QChar c) { return c >= QLatin1Char('1') && c <= QLatin1Char('9'); });
    return isNegative && !isZero ? isolated(minusSign + digits) : digits;
}

QString withUnit(const QString& number, const QString& unit) { return isolated(number + unitSeparator + unit); }

/// Typographic form of "1234.5 GB".
QString typeset(const std::string& text)
{
    const QString plain = QString::fromStdString(text);
    const qsizetype space = plain.lastIndexOf(QLatin1Char(' '));
    return withUnit(grouped(plain.left(space)), plain.mid(space + 1));
}

/// "< 0.1", "-1234.5" or "+2": digits, at most one point.
bool isFigure(std::string_view text)
{
    constexpr std::string_view less = "< ";
    if (text.substr(0, less.size()) == less)
        text.remove_prefix(less.size());
    if (!text.empty() && (text.front() == '-' || text.front() == '+'))
        text.remove_prefix(1);
    const auto digits = size_t(std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }));
    const auto points = size_t(std::count(text.begin(), text.end(), '.'));
    return digits > 0 && points <= 1 && digits + points == text.size() && text.front() != '.' && text.back() != '.';
}

/// "3,667" or "-1,234,567": a count as the libraries below group it, with a sign that other languages put before a fraction.
bool isGroupedCount(std::string_view text)
{
    if (!text.empty() && text.front() == '-')
        text.remove_prefix(1);
    if (text.size() < 5 || text.front() == ',')
        return false;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool isSign = (text.size() - i) % 4 == 0;
        if (isSign ? text[i] != ',' : text[i] < '0' || text[i] > '9')
            return false;
    }
    return true;
}

QString withSign(const QString& text, double value)
{
    const bool isZero = std::none_of(
        text.cbegin(), text.cend(), [](QChar c) { return c >= QLatin1Char('1') && c <= QLatin1Char('9'); });
    return value > 0 && !isZero ? isolated(QLatin1Char('+') + text) : text;
}

} // namespace

QString toText(std::string_view utf8)
{
    constexpr std::string_view kept = "\n\r\t";
    return isVisible(utf8, kept) ? exactText(utf8) : QString::fromStdString(visibleText(utf8, kept));
}

QString toText(const QString& name)
{
    const std::string utf8 = name.toStdString();
    return isVisible(utf8) ? name : QString::fromStdString(visibleText(utf8));
}

QString exactText(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

QString figureText(const std::string& plain)
{
    static constexpr std::string_view units[]
        = {"ns", "µs", "ms", "s", "%", "B", "kB", "MB", "GB", "TB", "B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
    if (isFigure(plain) && plain.find('.') != std::string::npos)
        return grouped(QString::fromStdString(plain));
    if (isGroupedCount(plain))
        return grouped(QString::fromStdString(plain).remove(QLatin1Char(',')));
    const size_t space = plain.rfind(' ');
    const bool hasUnit = space != std::string::npos && isFigure(std::string_view(plain).substr(0, space))
        && std::find(std::begin(units), std::end(units), plain.substr(space + 1)) != std::end(units);
    return hasUnit ? typeset(plain).replace(QLatin1Char(' '), unitSeparator) : exactText(plain);
}

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
    return typeset(timeText(ns));
}

QString formatDurationDifference(double ns) { return withSign(formatDuration(ns), ns); }

QString formatDurationExactly(TimeNs ns)
{
    const TimeUnit unit = timeUnitFor(static_cast<double>(ns));
    const QString number = toText(formatDecimalTime(ns, unit, timeDecimals(unit, static_cast<double>(ns)) > 0 ? 2 : 0));
    return withUnit(grouped(number), toText(timeUnitName(unit)));
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
    return isolated(format.number(static_cast<double>(range.begin)) + unitSeparator + QChar(0x2013) + unitSeparator
        + format.text(static_cast<double>(range.end)));
}

QString formatMoment(TimeNs time, TimeNs length)
{
    const double step = std::pow(10.0, std::floor(std::log10(std::max(double(length), 1.0))) - 2);
    const double largest = std::max(std::abs(double(time)), double(length)); // no "0 ns" beside an end in ms
    return TimeFormat::forTicks(std::max(step, 1.0), largest).text(double(time));
}

TimeFormat::TimeFormat(TimeUnit unit, int decimals) : m_unit(unit), m_decimals(decimals) { }

TimeFormat TimeFormat::forTicks(double stepNs, double largestNs)
{
    // Ticks that split a second into milliseconds read better in ms: use a smaller unit unless the steps are coarse.
    TimeUnit unit = timeUnitFor(largestNs);
    if (unit == TimeUnit::Seconds && stepNs < 1e9 && std::abs(largestNs) < 100e9)
        unit = TimeUnit::Milliseconds;
    const double step = std::max(std::abs(stepNs), 1.0) / nsPer(unit);
    int decimals = 0;
    if (std::isfinite(step) && step < 1)
        decimals = static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
    // Ticks at 2.5, 5, 7.5: add a decimal if that makes the step exact.
    const auto isWhole = [](double value) { return std::abs(value - std::round(value)) < 1e-6 * std::max(value, 1.0); };
    const double digits = step * std::pow(10.0, decimals);
    if (std::isfinite(digits) && !isWhole(digits) && isWhole(digits * 10))
        ++decimals;
    return TimeFormat(unit, std::clamp(decimals, 0, static_cast<int>(unit)));
}

TimeFormat TimeFormat::forColumn(double largestNs)
{
    const TimeUnit unit = std::isfinite(largestNs) ? timeUnitFor(largestNs) : TimeUnit::Milliseconds;
    return TimeFormat(unit, unit == TimeUnit::Nanoseconds ? 0 : timeDecimals(unit, largestNs));
}

double TimeFormat::inUnit(double ns) const { return ns / nsPer(m_unit); }
QString TimeFormat::number(double ns) const { return formatFixed(inUnit(ns), m_decimals); }
QString TimeFormat::unitName() const { return toText(timeUnitName(m_unit)); }

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
        return isolated(QStringLiteral("<") + unitSeparator + withUnit(formatFixed(least, m_decimals), unitName()));
    return text(ns);
}

QString formatShare(double share)
{
    if (!std::isfinite(share))
        return unknownText();
    return typeset(shareText(share)).replace(QLatin1Char(' '), unitSeparator);
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
    return typeset(bytesText(bytes));
}

QString formatBandwidth(double bytesPerSecond)
{
    if (!std::isfinite(bytesPerSecond))
        return unknownText();
    return typeset(speedText(bytesPerSecond));
}

QString formatCount(qint64 count) { return grouped(QString::number(count)); }

QString formatNumber(double value, int significantDigits)
{
    if (!std::isfinite(value))
        return unknownText();
    const double size = std::abs(value);
    if (size != 0 && (size < 1e-4 || size >= 1e15))
        return QString::number(value, 'g', significantDigits)
            .replace(QLatin1Char('-'), minusSign)
            .replace(QLatin1Char('.'), decimalSign());
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
    return QString::number(value, 'g', plainDigits);
}

QString plainMilliseconds(double ns)
{
    if (!std::isfinite(ns))
        return {};
    // Modelled times may have fractions of a nanosecond; all others are integers and written exactly.
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

QString passText(Operation operation, int microbatch)
{
    const char letter = operation == Operation::Forward ? 'F'
        : operation == Operation::Backward              ? 'B'
        : operation == Operation::WeightGradient        ? 'W'
                                                        : 0;
    return letter == 0 || microbatch < 0 ? QString() : QLatin1Char(letter) + QString::number(microbatch);
}

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
    case Run::Kind::Simulated:
        return tr("simulated: as a model played it");
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

QStringList elidedApart(const QStringList& names, int length)
{
    qsizetype common = names.isEmpty() ? 0 : names.front().size();
    for (const QString& name : names) {
        const auto differ = std::mismatch(names.front().cbegin(), names.front().cbegin() + common, name.cbegin(), name.cend());
        common = differ.first - names.front().cbegin();
    }
    const bool isNeeded = names.size() > 1
        && std::any_of(names.begin(), names.end(), [length](const QString& name) { return name.size() > length; });
    // Whole words, numbers and times of day stay: "run_12" and "run_15" become "…12" and "…15".
    const auto isInWord = [](QChar letter) { return letter.isLetterOrNumber() || letter == QLatin1Char(':'); };
    while (common > 0 && isInWord(names.front()[common - 1]))
        --common;
    QStringList shown;
    for (const QString& name : names)
        shown += elideMiddle(isNeeded && common > 2 ? QChar(0x2026) + name.mid(common) : name, length);
    return shown;
}

} // namespace bubblescope
