// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timewindow.h"

#include "document.h"
#include "selection.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr TimeNs minimumWidth = 10;
constexpr size_t maximumHistory = 200;

// A small margin, so that the first and last span do not touch the edges.
TimeRange withAir(TimeRange range, double share)
{
    const auto air = std::max<TimeNs>(minimumWidth, std::llround(double(range.duration()) * share));
    return {range.begin - air, range.end + air};
}

TimeRange limitsOf(const Trace& trace, const std::optional<TimeRange>& reach)
{
    const TimeRange all = trace.range();
    return withAir(reach ? all.united(*reach) : all, 0.03);
}

TimeRange clamped(TimeRange range, TimeRange limits)
{
    // Unsigned arithmetic: the range of a caller may be too wide for a signed difference.
    const uint64_t asked = range.isEmpty() ? 0 : uint64_t(range.end) - uint64_t(range.begin);
    const TimeNs width = TimeNs(std::clamp<uint64_t>(asked, minimumWidth, uint64_t(limits.duration())));
    if (asked < uint64_t(minimumWidth)) {
        const TimeNs middle = std::clamp(range.begin, limits.begin, limits.end);
        range.begin = middle - minimumWidth / 2;
    }
    const TimeNs begin = std::clamp(range.begin, limits.begin, limits.end - width);
    return {begin, begin + width};
}

TimeRange fittedRange(const Trace& trace)
{
    const TimeRange dense = trace.denseRange();
    return clamped(withAir(dense.isEmpty() ? trace.range() : dense, 0.008), limitsOf(trace, std::nullopt));
}

} // namespace

TimeWindow::TimeWindow(const Document& document, Selection& selection, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection)
{
    connect(&document, &Document::replaced, this, &TimeWindow::follow);
    connect(&document, &Document::followed, this, &TimeWindow::notify);
}

void TimeWindow::follow(const RunChange& change)
{
    const TracePtr now = m_document.trace();
    const bool showedAll = change.before && m_visibleRange == fittedRange(*change.before);
    if (change.isSame && !showedAll) {
        const TimeRange moved {m_visibleRange.begin + change.shift, m_visibleRange.end + change.shift};
        m_visibleRange = clamped(moved, limits());
    } else {
        m_visibleRange = now ? fittedRange(*now) : TimeRange();
    }
    m_history.clear();
    m_historyIndex = 0;
    if (now)
        m_history.push_back({m_visibleRange, m_selection.span()});
    m_crosshair.reset();
    if (!change.isSame)
        m_awaited.reset();
    if (change.kind == RunChange::Kind::Folder)
        m_step.reset();
}

void TimeWindow::notify(const RunChange& change)
{
    if (change.kind == RunChange::Kind::Folder)
        emit stepChanged();
    updateOrigin();
    emit visibleRangeChanged();
    emit historyChanged();
    emit crosshairChanged();
    if (m_awaited && m_selection.rank() == m_awaited->rank)
        goToSpan(*m_awaited); // its rank may have been read
}

void TimeWindow::setVisibleRange(TimeRange range)
{
    if (!m_document.run())
        return;
    range = clamped(range, limits());
    if (range == m_visibleRange)
        return;
    m_visibleRange = range;
    updateOrigin();
    emit visibleRangeChanged();
    if (const Step* chosen = stepNumbered(m_step); chosen && chosen->range.intersected(m_visibleRange).isEmpty())
        followTo(m_visibleRange.begin + m_visibleRange.duration() / 2);
}

const Step* TimeWindow::stepNumbered(std::optional<int64_t> number) const
{
    const TracePtr now = m_document.trace();
    for (const Step& step : number && now ? now->steps() : std::span<const Step>()) {
        if (step.number == *number)
            return &step;
    }
    return nullptr;
}

void TimeWindow::followTo(TimeNs time)
{
    const TracePtr now = m_document.trace();
    const Step* chosen = stepNumbered(m_step);
    if (!chosen || m_reach || chosen->range.contains(time)) // with a simulation below it, a step stays
        return;
    for (const Step& step : now->steps()) {
        if (step.range.contains(time)) {
            m_step = step.number;
            updateOrigin();
            emit stepChanged();
            return;
        }
    }
}

void TimeWindow::zoomBy(double factor, TimeNs fixed)
{
    if (!m_document.run() || !(factor > 0) || !std::isfinite(factor))
        return;
    const double width = double(m_visibleRange.duration());
    const double wanted = std::clamp(width * factor, double(minimumWidth), double(limits().duration()));
    const double before = double(fixed - m_visibleRange.begin) * (wanted / width);
    const TimeNs begin = fixed - std::llround(before);
    setVisibleRange({begin, begin + std::llround(wanted)});
}

void TimeWindow::panBy(double shareOfWidth)
{
    if (!m_document.run() || !std::isfinite(shareOfWidth))
        return;
    shareOfWidth = std::clamp(shareOfWidth, -1e6, 1e6);
    const double distance = std::clamp(
        double(m_visibleRange.duration()) * shareOfWidth, -double(limits().duration()), double(limits().duration()));
    const TimeNs shift = std::llround(distance);
    setVisibleRange({m_visibleRange.begin + shift, m_visibleRange.end + shift});
}

void TimeWindow::showAll()
{
    if (const TracePtr now = m_document.trace())
        setVisibleRange(fittedRange(*now));
}

TimeRange TimeWindow::limits() const
{
    const TracePtr now = m_document.trace();
    return now ? limitsOf(*now, m_reach) : TimeRange();
}

void TimeWindow::setReach(std::optional<TimeRange> reach)
{
    m_reach = reach;
    setVisibleRange(m_visibleRange);
}

void TimeWindow::setOrigin(std::optional<TimeNs> origin)
{
    m_givenOrigin = origin;
    updateOrigin();
}

void TimeWindow::updateOrigin()
{
    // Of the whole run, "−6 s" before the chosen step would say little.
    const Step* step = stepNumbered(m_step);
    const TracePtr now = m_document.trace();
    if (!step && now && now->steps().size() == 1) // is the one that is meant
        step = &now->steps().front();
    const bool isInSight = step && m_visibleRange.duration() / 2 <= step->range.duration();
    const TimeNs origin = m_givenOrigin.value_or(isInSight ? step->range.begin : 0);
    if (std::exchange(m_origin, origin) != origin)
        emit originChanged();
}

bool TimeWindow::canGoBack() const
{
    return m_historyIndex > 0
        || (m_historyIndex < m_history.size() && m_history[m_historyIndex].range != m_visibleRange);
}

void TimeWindow::commitPlace()
{
    const Place here {m_visibleRange, m_selection.span()};
    if (!m_document.run() || (m_historyIndex < m_history.size() && m_history[m_historyIndex].range == here.range)) {
        if (m_document.run())
            m_history[m_historyIndex].span = here.span;
        return;
    }
    m_history.resize(m_history.empty() ? 0 : m_historyIndex + 1);
    if (m_history.size() >= maximumHistory)
        m_history.erase(m_history.begin());
    m_history.push_back(here);
    m_historyIndex = m_history.size() - 1;
    emit historyChanged();
}

void TimeWindow::back()
{
    if (!canGoBack())
        return;
    commitPlace(); // the place reached by zooming and panning, so that forward() returns to it
    if (m_historyIndex > 0)
        goToHistory(m_historyIndex - 1);
}

void TimeWindow::forward()
{
    if (canGoForward())
        goToHistory(m_historyIndex + 1);
}

void TimeWindow::goToHistory(size_t index)
{
    if (index >= m_history.size())
        return;
    m_historyIndex = index;
    goTo(m_history[index]);
    emit historyChanged();
}

void TimeWindow::setHistory(const std::vector<TimeRange>& ranges, size_t index)
{
    if (!m_document.run() || ranges.empty())
        return;
    m_history.clear();
    for (size_t i = 0; i < std::min(ranges.size(), maximumHistory); ++i)
        m_history.push_back({clamped(ranges[i], limits()), SpanId()});
    m_historyIndex = std::min(index, m_history.size() - 1);
    emit historyChanged();
}

std::vector<TimeRange> TimeWindow::historyRanges() const
{
    std::vector<TimeRange> ranges;
    for (const Place& place : m_history)
        ranges.push_back(place.range);
    return ranges;
}

void TimeWindow::goTo(Place place)
{
    setVisibleRange(place.range);
    if (place.span.isValid() && place.span != m_selection.span()) {
        m_selection.setSpan(place.span);
        emit revealRequested(place.span);
    }
}

void TimeWindow::setStep(std::optional<int64_t> step)
{
    if (step == m_step)
        return;
    const auto previous = m_step;
    m_step = step;
    updateOrigin();
    if (const Step* found = stepNumbered(step)) {
        setVisibleRange(withAir(found->range, 0.01));
        commitPlace();
    } else if (!step && stepNumbered(previous)) {
        showAll();
        commitPlace();
    }
    emit stepChanged();
}

void TimeWindow::setCrosshair(std::optional<TimeNs> time)
{
    if (time == m_crosshair)
        return;
    m_crosshair = time;
    emit crosshairChanged();
}

void TimeWindow::revealSpan(SpanId span, bool fit)
{
    const TracePtr now = m_document.trace();
    if (!now || span.value >= now->spanCount())
        return;
    const TimeRange range = now->range(span);
    const TimeNs width = m_visibleRange.duration();
    if (fit || range.duration() > width) {
        setVisibleRange(withAir(range, 0.15));
    } else if (!m_visibleRange.contains(range)) {
        const TimeNs middle = range.begin + range.duration() / 2;
        setVisibleRange({middle - width / 2, middle - width / 2 + width});
    }
    m_awaited.reset();
    followTo(range.begin);
    emit revealRequested(span);
}

void TimeWindow::goTo(const FoundSpan& span)
{
    if (goToSpan(span))
        return;
    m_selection.setRank(-1); // also if it is selected already
    m_selection.setRank(span.rank);
    m_awaited = span;
}

bool TimeWindow::goToSpan(const FoundSpan& span)
{
    const TracePtr now = m_document.trace();
    const SpanId found = now ? spanOf(span, *now) : SpanId();
    if (!found.isValid())
        return false;
    m_selection.setSpan(found);
    revealSpan(found);
    commitPlace();
    return true;
}

} // namespace bubblescope
