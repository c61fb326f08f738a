// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr TimeNs minimumWidth = 10;
constexpr size_t maximumHistory = 200;

// A little air, so that the first and the last span do not stick to the edges.
TimeRange withAir(TimeRange range, double share)
{
    const auto air = std::max<TimeNs>(minimumWidth, std::llround(double(range.duration()) * share));
    return {range.begin - air, range.end + air};
}

} // namespace

void Workspace::setVisibleRange(TimeRange range)
{
    if (!run())
        return;
    range = clamped(range);
    if (range == m_visibleRange)
        return;
    m_visibleRange = range;
    emit visibleRangeChanged();
}

void Workspace::zoomBy(double factor, TimeNs fixed)
{
    if (!run() || !(factor > 0) || !std::isfinite(factor))
        return;
    const double width = double(m_visibleRange.duration());
    const double wanted = std::clamp(width * factor, double(minimumWidth), double(limits().duration()));
    const double before = double(fixed - m_visibleRange.begin) * (wanted / width);
    const TimeNs begin = fixed - std::llround(before);
    setVisibleRange({begin, begin + std::llround(wanted)});
}

void Workspace::panBy(double shareOfWidth)
{
    if (!run() || !std::isfinite(shareOfWidth))
        return;
    shareOfWidth = std::clamp(shareOfWidth, -1e6, 1e6);
    const double distance = std::clamp(
        double(m_visibleRange.duration()) * shareOfWidth, -double(limits().duration()), double(limits().duration()));
    const TimeNs shift = std::llround(distance);
    setVisibleRange({m_visibleRange.begin + shift, m_visibleRange.end + shift});
}

void Workspace::showAll() { setVisibleRange(fittedRange()); }

TimeRange Workspace::limits() const
{
    if (!run())
        return {};
    const TimeRange all = run()->trace->range();
    return withAir(m_reach ? all.united(*m_reach) : all, 0.03);
}

TimeRange Workspace::fittedRange() const
{
    if (!run())
        return {};
    const TimeRange dense = run()->trace->denseRange();
    return clamped(withAir(dense.isEmpty() ? run()->trace->range() : dense, 0.008));
}

TimeRange Workspace::clamped(TimeRange range) const
{
    const TimeRange all = limits();
    // Widths in unsigned arithmetic: a caller's range may span more than a signed difference holds.
    const uint64_t asked = range.isEmpty() ? 0 : uint64_t(range.end) - uint64_t(range.begin);
    const TimeNs width = TimeNs(std::clamp<uint64_t>(asked, minimumWidth, uint64_t(all.duration())));
    if (asked < uint64_t(minimumWidth)) {
        const TimeNs middle = std::clamp(range.begin, all.begin, all.end);
        range.begin = middle - minimumWidth / 2;
    }
    const TimeNs begin = std::clamp(range.begin, all.begin, all.end - width);
    return {begin, begin + width};
}

bool Workspace::canGoBack() const
{
    return m_historyIndex > 0
        || (m_historyIndex < m_history.size() && m_history[m_historyIndex].range != m_visibleRange);
}

void Workspace::commitPlace()
{
    const Place here {m_visibleRange, m_selectedSpan};
    if (!run() || (m_historyIndex < m_history.size() && m_history[m_historyIndex].range == here.range)) {
        if (run())
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

void Workspace::back()
{
    if (!canGoBack())
        return;
    commitPlace(); // a place reached by zooming and panning, so that forward() finds it again
    if (m_historyIndex > 0)
        goToHistory(m_historyIndex - 1);
}

void Workspace::forward()
{
    if (canGoForward())
        goToHistory(m_historyIndex + 1);
}

void Workspace::goToHistory(size_t index)
{
    if (index >= m_history.size())
        return;
    m_historyIndex = index;
    goTo(m_history[index]);
    emit historyChanged();
}

void Workspace::setHistory(const std::vector<TimeRange>& ranges, size_t index)
{
    if (!run() || ranges.empty())
        return;
    m_history.clear();
    for (size_t i = 0; i < std::min(ranges.size(), maximumHistory); ++i)
        m_history.push_back({clamped(ranges[i]), SpanId()});
    m_historyIndex = std::min(index, m_history.size() - 1);
    emit historyChanged();
}

std::vector<TimeRange> Workspace::historyRanges() const
{
    std::vector<TimeRange> ranges;
    for (const Place& place : m_history)
        ranges.push_back(place.range);
    return ranges;
}

void Workspace::goTo(Place place)
{
    setVisibleRange(place.range);
    if (place.span.isValid() && place.span != m_selectedSpan) {
        setSelectedSpan(place.span);
        emit revealRequested(place.span);
    }
}

void Workspace::setStep(std::optional<int64_t> step)
{
    if (step == m_step)
        return;
    const auto previous = m_step;
    m_step = step;
    if (const TracePtr now = trace()) {
        const auto rangeOf = [&now](std::optional<int64_t> number) -> const Step* {
            for (const Step& candidate : now->steps()) {
                if (number && candidate.number == *number)
                    return &candidate;
            }
            return nullptr;
        };
        if (const Step* found = rangeOf(step)) {
            setVisibleRange(withAir(found->range, 0.01));
            commitPlace();
        } else if (!step && rangeOf(previous)) {
            showAll();
            commitPlace();
        }
    }
    emit stepChanged();
    updateFigures();
}

void Workspace::revealSpan(SpanId span, bool fit)
{
    const TracePtr now = trace();
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
    emit revealRequested(span);
}

} // namespace bubblescope
