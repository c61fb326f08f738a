// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timerange.h"

#include <QObject>
#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace bubblescope {

/// What the colours of spans mean.
enum class ColorBy : uint8_t { Category, Stage, Duration, Difference, Name };

/// What is drawn into the rows of a timeline: colours, critical path, the user's markers.
class TimelineLook : public QObject {
    Q_OBJECT
public:
    static constexpr size_t mostMarkers = 2;
    /// Where the step of another timeline ends that this one is compared with.
    struct EndLine {
        TimeNs time = 0;
        QString text;
        bool operator==(const EndLine&) const = default;
    };

    /// Times by rank, -1 for none in particular.
    using Marks = std::map<int, std::vector<TimeRange>>;

    using QObject::QObject;

    ColorBy colorBy() const { return m_colorBy; }
    void setColorBy(ColorBy colorBy);
    /// Whether differences are shown in the edges of spans while the colours mean something else.
    bool edgesDifferences() const { return m_edgesDifferences; }
    void setEdgesDifferences(bool edges);
    /// Whether it should be shown; there may be none.
    bool showsCriticalPath() const { return m_showsCriticalPath; }
    void setShowsCriticalPath(bool shows);
    const std::vector<TimeNs>& markers() const { return m_markers; }
    void setMarkers(std::vector<TimeNs> markers);
    /// Replaces the older one if there are two.
    void addMarker(TimeNs time);
    const std::optional<EndLine>& endLine() const { return m_endLine; }
    void setEndLine(const std::optional<EndLine>& line);
    /// What is pointed at from elsewhere, such as by the rows of an answer: disjoint and by begin.
    const Marks& marks() const { return m_marks; }
    /// Of all ranks together.
    const std::vector<TimeRange>& markedTimes() const { return m_markedTimes; }
    void setMarks(Marks marks);

signals:
    void colorByChanged();
    void edgesDifferencesChanged();
    void showsCriticalPathChanged();
    void markersChanged();
    void endLineChanged();
    void marksChanged();

private:
    ColorBy m_colorBy = ColorBy::Category;
    bool m_edgesDifferences = false;
    bool m_showsCriticalPath = false;
    std::vector<TimeNs> m_markers;
    std::optional<EndLine> m_endLine;
    Marks m_marks;
    std::vector<TimeRange> m_markedTimes;
};

} // namespace bubblescope
