// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run.h"

#include <QSplitter>

#include <optional>

class QCheckBox;
class QLabel;

namespace bubblescope {

class GanttView;
class LegendRow;
class Workspace;

/// The timeline, and below it the simulated one, or another run of the folder, where both are asked for: same scale,
/// coupled zoom, scroll and selection of rank. Or, in its place, one with both, each simulated lane below its opened one.
/// The lower one has a Workspace of its own; its times are shifted so that the step that is compared begins where the
/// upper one's does.
class ComparedTimelines : public QSplitter {
    Q_OBJECT
public:
    /// `upper` becomes part of this.
    ComparedTimelines(Workspace* workspace, GanttView* upper, QWidget* parent = nullptr);

    GanttView& lower() { return *m_lower; }
    Workspace& lowerWorkspace() { return *m_lowerWorkspace; }
    bool isComparing() const { return m_isComparing; }
    /// Lane by lane; what cannot be interleaved stands one above the other.
    bool isInterleaved() const { return m_isInterleaved; }
    /// The opened run's span that a span of the interleaved timeline stands for; invalid for what is modelled.
    SpanId openedSpan(SpanId ofLower) const;
    void setLowerCaption(const QString& text) { m_knobs = text; }

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* withCaption(std::initializer_list<QWidget*> caption, GanttView* view);
    void update();
    /// What stands below the upper timeline, and where.
    struct Below {
        TracePtr trace;
        TimeNs shift = 0; ///< of the upper time that its time 0 lies at
        QString caption;
    };
    std::optional<Below> below() const;
    std::optional<Below> otherRun() const;
    TimeRange comparedRange(const Trace& trace) const;
    void chooseColors();
    bool wantsInterleaved() const;
    void showSelectedSpan();
    void couple();
    /// Shifts a change of one workspace to the other.
    void follow(Workspace& from, Workspace& to, TimeNs shift);
    void restyle();

    Workspace* m_workspace;
    Workspace* m_lowerWorkspace;
    GanttView* m_upper;
    GanttView* m_lower;
    QLabel* m_upperCaption;
    QLabel* m_lowerCaption;
    LegendRow* m_key; ///< of the colours of differences
    QCheckBox* m_colorsDifferences;
    QString m_knobs;
    TimeRange m_before; ///< what was in sight before the two were compared
    TimeRange m_fitted; ///< what was chosen so that both are in sight
    TimeNs m_shift = 0; ///< of what is below now
    bool m_isComparing = false;
    bool m_isInterleaved = false;
    bool m_isFollowing = false;
    bool m_isStyling = false;
};

} // namespace bubblescope
