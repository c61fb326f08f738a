// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "devicesums.h"
#include "run.h"
#include "timelinelook.h"

#include <QSplitter>

#include <optional>
#include <utility>

class QCheckBox;
class QComboBox;
class QLabel;

namespace bubblescope {

class GanttView;
class LegendRow;
class TimelinePlot;
class Workspace;

/// The timeline and, if both are requested, the simulated one or another run of the folder below it: same scale,
/// coupled zoom, scrolling and rank selection. Or a single timeline with both, each simulated lane below its opened
/// one. The lower timeline has its own Workspace; its times are shifted so that the compared step begins where it does
/// in the upper one.
class ComparedTimelines : public QSplitter {
    Q_OBJECT
public:
    /// Takes ownership of `upper`.
    ComparedTimelines(Workspace* workspace, GanttView* upper, QWidget* parent = nullptr);

    GanttView& upper() { return *m_upper; }
    GanttView& lower() { return *m_lower; }
    /// The plot with the opened run: the upper one, unless it shows both interleaved.
    TimelinePlot& shownPlot();
    Workspace& lowerWorkspace() { return *m_lowerWorkspace; }
    bool isComparing() const { return m_isComparing; }
    /// Lane by lane; timelines that cannot be interleaved are shown one above the other.
    bool isInterleaved() const { return m_isInterleaved; }
    /// The opened run's span for a span of the interleaved timeline; invalid for modelled spans.
    SpanId openedSpan(SpanId ofLower) const;
    void setLowerCaption(const QString& text) { m_knobs = text; }
    /// The longer of the two steps is shown whole once the next simulation comes, wherever the user has zoomed to.
    void fitNextSimulation() { m_fitsNext = true; }

signals:
    /// What of the run above and of the one below is to be compared, as they are aligned now.
    void partsChanged(const bubblescope::ComparedPart& ofUpper, const bubblescope::ComparedPart& ofLower);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* withCaption(std::initializer_list<QWidget*> caption, GanttView* view);
    void update();
    /// What is shown below the upper timeline, and where.
    struct Below {
        TracePtr trace;
        TimeNs shift = 0; ///< its time 0 in the upper timeline
        QString caption;
    };
    std::optional<Below> below() const;
    std::optional<Below> otherRun() const;
    /// Where two runs coincide.
    enum class Alignment : uint8_t { Step, Range, Marker };
    void chooseAlignment(Alignment alignment);
    /// Which are possible now.
    void offerAlignments();
    /// A range, or a marker if it takes no time.
    std::optional<ComparedPart> selectedRange() const;
    ComparedPart partOf(const Trace& trace, const TimelineLook& look) const;
    void announceParts();
    TimeNs shiftOf(const Trace& other) const;
    /// Of several steps it is the median one.
    static QString stepOfRun(const Run& run, double ns);
    TimeRange comparedRange(const Trace& trace) const;
    void chooseColors();
    void takeColors();
    void checkDifferences(bool areColored);
    void suggestColors();
    void shareRows();
    bool wantsInterleaved() const;
    void showSelectedSpan();
    void levelHalves();
    void revealSelection();
    void keepLanesInSight();
    void couple();
    /// Applies a change of one workspace to the other, with shifted times.
    void follow(Workspace& from, Workspace& to, TimeNs shift);
    void restyle();
    /// What the colours of differences mean.
    void showKey();

    Workspace* m_workspace;
    Workspace* m_lowerWorkspace;
    GanttView* m_upper;
    GanttView* m_lower;
    QLabel* m_upperCaption;
    QLabel* m_lowerCaption;
    LegendRow* m_key; ///< for the colours of differences
    QCheckBox* m_colorsDifferences;
    QComboBox* m_alignments;
    Alignment m_alignment = Alignment::Step;
    int m_markedRun = -1; ///< whose markers the lower one shows; index in the folder
    ComparedPart m_range;                          ///< by which the runs are aligned
    std::pair<ComparedPart, ComparedPart> m_parts; ///< that were announced last
    QString m_knobs;
    ColorBy m_chosenColors = ColorBy::Category; ///< by the user, while the upper timeline shows differences
    bool m_colorsUpper = false;
    std::optional<bool> m_wantsDifferences; ///< in colour; nullopt until the user chooses
    bool m_isSuggesting = false;
    TimeRange m_fitted; ///< range chosen to show both
    TimeNs m_shift = 0; ///< of what is below now
    bool m_isComparing = false;
    bool m_isInterleaved = false;
    bool m_sharesRows = false;
    bool m_isFollowing = false;
    std::pair<const GanttView*, double> m_followed; ///< the half that was scrolled like the other, and where to
    bool m_fitsNext = false;
    bool m_isStyling = false;
};

} // namespace bubblescope
