// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timelinelook.h"

#include <utility>

namespace bubblescope {

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

} // namespace bubblescope
