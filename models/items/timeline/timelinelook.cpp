// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinelook.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {
/// Many that overlap are drawn once.
std::vector<TimeRange> disjointMarks(std::vector<TimeRange> marks)
{
    std::sort(marks.begin(), marks.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
    std::vector<TimeRange> disjoint;
    for (const TimeRange mark : marks) {
        if (disjoint.empty() || disjoint.back().end < mark.begin)
            disjoint.push_back(mark);
        else
            disjoint.back().end = std::max(disjoint.back().end, mark.end);
    }
    return disjoint;
}
} // namespace

void TimelineLook::setColorBy(ColorBy colorBy)
{
    if (std::exchange(m_colorBy, colorBy) != colorBy)
        emit colorByChanged();
}

void TimelineLook::setEdgesDifferences(bool edges)
{
    if (std::exchange(m_edgesDifferences, edges) != edges)
        emit edgesDifferencesChanged();
}

void TimelineLook::setShowsCriticalPath(bool shows)
{
    if (std::exchange(m_showsCriticalPath, shows) != shows)
        emit showsCriticalPathChanged();
}

void TimelineLook::setMarkers(std::vector<TimeNs> markers)
{
    if (markers.size() > mostMarkers)
        markers.erase(markers.begin() + mostMarkers, markers.end());
    m_markers = std::move(markers);
    emit markersChanged();
}

void TimelineLook::addMarker(TimeNs time)
{
    if (m_markers.size() == mostMarkers)
        m_markers.erase(m_markers.begin());
    m_markers.push_back(time);
    emit markersChanged();
}

void TimelineLook::setEndLine(const std::optional<EndLine>& line)
{
    if (m_endLine == line)
        return;
    m_endLine = line;
    emit endLineChanged();
}

void TimelineLook::setMarks(Marks marks)
{
    std::vector<TimeRange> all;
    for (auto& [rank, times] : marks) {
        times = disjointMarks(std::move(times));
        all.insert(all.end(), times.begin(), times.end());
    }
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    m_markedTimes = disjointMarks(std::move(all));
    emit marksChanged();
}

} // namespace bubblescope
