// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewlink.h"

#include "formatting.h"
#include "workspace.h"

#include <QCoreApplication>
#include <QLocale>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double longestMs = 1e12; // some thirty years: sums of ns stay far from the limits

QString tr(const char* text) { return QCoreApplication::translate("bubblescope::ViewLink", text); }

QString encoded(const QString& text) { return QString::fromLatin1(QUrl::toPercentEncoding(text)); }
QString decoded(const QString& text) { return QUrl::fromPercentEncoding(text.toUtf8()); }

QString inMs(TimeNs ns) { return QString::number(double(ns) / 1e6, 'g', QLocale::FloatingPointShortest); }

std::optional<TimeRange> rangeFrom(const QString& text)
{
    const QStringList ends = text.split(QLatin1Char(':'));
    if (ends.size() != 2)
        return std::nullopt;
    bool isFirst = false;
    bool isSecond = false;
    const double begin = ends.at(0).toDouble(&isFirst);
    const double end = ends.at(1).toDouble(&isSecond);
    if (!isFirst || !isSecond || !(std::abs(begin) < longestMs) || !(std::abs(end) < longestMs) || !(begin < end))
        return std::nullopt;
    return TimeRange {TimeNs(std::llround(begin * 1e6)), TimeNs(std::llround(end * 1e6))};
}

std::optional<SpanKey> spanFrom(const QString& text)
{
    const QStringList parts = text.split(QLatin1Char(':'));
    if (parts.size() != 5)
        return std::nullopt;
    SpanKey key;
    bool areNumbers[3] {};
    key.lane = decoded(parts.at(0)).toStdString();
    key.name = decoded(parts.at(1)).toStdString();
    key.begin = parts.at(2).toLongLong(&areNumbers[0]);
    key.duration = parts.at(3).toLongLong(&areNumbers[1]);
    key.ordinal = parts.at(4).toUInt(&areNumbers[2]);
    const bool isWhole = areNumbers[0] && areNumbers[1] && areNumbers[2] && !key.name.empty();
    return isWhole ? std::optional(key) : std::nullopt;
}

/// False if the value means nothing.
bool take(ViewLink& link, const QString& name, const QString& value)
{
    bool isNumber = false;
    if (name == QLatin1String("run")) {
        if (!value.isEmpty())
            link.run = decoded(value);
        return link.run.has_value();
    }
    if (name == QLatin1String("step")) {
        const qint64 step = value.toLongLong(&isNumber);
        if (isNumber)
            link.step = step;
        return isNumber;
    }
    if (name == QLatin1String("rank")) {
        const int rank = value.toInt(&isNumber);
        if (isNumber && rank >= 0)
            link.rank = rank;
        return link.rank.has_value();
    }
    if (name == QLatin1String("range"))
        return (link.range = rangeFrom(value)).has_value();
    if (name == QLatin1String("span"))
        return (link.span = spanFrom(value)).has_value();
    return false;
}

/// In single quotes, in which a shell changes nothing.
QString quoted(QString text)
{
    return QLatin1Char('\'') + text.replace(QLatin1String("'"), QLatin1String("'\\''")) + QLatin1Char('\'');
}

} // namespace

QString ViewLink::text() const
{
    QStringList parts;
    if (run)
        parts += QStringLiteral("run=") + encoded(*run);
    if (step)
        parts += QStringLiteral("step=%1").arg(*step);
    if (range)
        parts += QStringLiteral("range=%1:%2").arg(inMs(range->begin), inMs(range->end));
    if (rank)
        parts += QStringLiteral("rank=%1").arg(*rank);
    if (span) {
        const QStringList fields {encoded(exactText(span->lane)), encoded(exactText(span->name)),
            QString::number(span->begin), QString::number(span->duration), QString::number(span->ordinal)};
        parts += QStringLiteral("span=") + fields.join(QLatin1Char(':'));
    }
    return parts.join(QLatin1Char(';'));
}

ViewLink viewLinkFrom(const QString& text)
{
    ViewLink link;
    for (const QString& part : text.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const qsizetype mark = part.indexOf(QLatin1Char('='));
        if (mark <= 0 || !take(link, part.left(mark).trimmed(), part.mid(mark + 1).trimmed()))
            link.unread += part.trimmed();
    }
    return link;
}

ViewLink viewLinkOf(const Workspace& workspace)
{
    ViewLink link;
    if (const Run* run = workspace.document.openedRun())
        link.run = exactText(run->name);
    link.step = workspace.window.step();
    const TracePtr trace = workspace.document.trace();
    if (!trace)
        return link;
    const TimeRange range = workspace.window.visibleRange();
    link.range = TimeRange {range.begin - workspace.window.origin(), range.end - workspace.window.origin()};
    if (workspace.selection.rank() >= 0)
        link.rank = workspace.selection.rank();
    if (const SpanId span = workspace.selection.span(); span.value < trace->spanCount()) {
        link.span = keyOf(*trace, span);
        if (link.span->rank >= 0)
            link.rank = link.span->rank;
    }
    return link;
}

QStringList showLink(const ViewLink& link, Workspace& workspace)
{
    QStringList missing;
    for (const QString& part : link.unread)
        missing += tr("“%1” of the link means nothing here.").arg(part);
    const RunFolder* folder = workspace.document.folder();
    if (link.run && folder) {
        const std::string name = link.run->toStdString();
        const auto run = std::find_if(
            folder->runs.begin(), folder->runs.end(), [&name](const Run& each) { return each.name == name; });
        if (run != folder->runs.end())
            workspace.document.setRunIndex(int(run - folder->runs.begin()));
        else
            missing += tr("There is no run “%1” here.").arg(*link.run);
    }
    const TracePtr trace = workspace.document.trace();
    if (!trace) {
        if (link.step || link.range || link.rank || link.span)
            missing += tr("What is open has no timeline.");
        return missing;
    }
    if (link.step) {
        const auto steps = trace->steps();
        const bool isThere
            = std::any_of(steps.begin(), steps.end(), [&link](const Step& step) { return step.number == *link.step; });
        if (isThere)
            workspace.window.setStep(*link.step);
        else
            missing += tr("This run has no step %1.").arg(*link.step);
    }
    if (link.rank) {
        if (trace->findRank(*link.rank))
            workspace.selection.setRank(*link.rank);
        else
            missing += tr("This run has no rank %1.").arg(*link.rank);
    }
    if (link.span) {
        SpanKey key = *link.span;
        key.rank = link.rank.value_or(-1);
        const SpanId span = findSpan(*trace, key);
        if (span.isValid()) {
            workspace.selection.setSpan(span);
            workspace.window.requestReveal(span);
        } else {
            missing += tr("The span of the link, %1, is not in this run.").arg(toText(key.name));
        }
    }
    // A range of a step that is not there would be of another one.
    const bool isOfShownStep = !link.step || workspace.window.step() == link.step;
    if (link.range && isOfShownStep) {
        const TimeNs origin = workspace.window.origin();
        const TimeRange range {origin + link.range->begin, origin + link.range->end};
        if (range.intersects(workspace.window.limits()))
            workspace.window.setVisibleRange(range);
        else
            missing += tr("The range of the link is outside this run.");
    }
    workspace.window.commitPlace();
    return missing;
}

QString commandFor(const QStringList& paths, const ViewLink& link)
{
    QStringList words {QStringLiteral("bubblescope")};
    if (paths.isEmpty())
        words += QStringLiteral("--demo");
    for (const QString& path : paths)
        words += quoted(path);
    words += QStringLiteral("--show");
    words += quoted(link.text());
    return words.join(QLatin1Char(' '));
}

} // namespace bubblescope
