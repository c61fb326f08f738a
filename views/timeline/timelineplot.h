// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bubbles.h"
#include "headerpictures.h"
#include "palette.h"
#include "pathoverlay.h"
#include "rankclusters.h"
#include "searchresult.h"
#include "timelinelayout.h"
#include "waittable.h"

#include <qcustomplot.h>

#include <optional>
#include <vector>

namespace bubblescope {

class NoteLayer;
class SpanPlottable;
class Workspace;

/// The timeline proper: ruler, track tree and spans in one plot, with hover, selection, arrows and markers painted over
/// it. Reads and writes the Workspace; owns what is only a matter of looking (row height, collapsed groups, scroll).
class TimelinePlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit TimelinePlot(Workspace* workspace, QWidget* parent = nullptr);
    ~TimelinePlot() override;

    const TimelineLayout& rowLayout() const { return m_layout; }
    const TimelineLayout::Options& options() const { return m_options; }
    TimelineGeometry geometryOfParts() const;
    /// Times to logical pixels of this widget.
    TimeScale timeScale() const;
    const Palette& palettes() const { return m_palette; }
    ColorBy colorBy() const { return m_colorBy; }
    void setColorBy(ColorBy colorBy);

    /// Until it is first set, rows grow with the window as long as all of them fit.
    void setRowHeight(double height);
    void setAutomaticRowHeight();
    bool hasAutomaticRowHeight() const { return m_hasAutomaticHeight; }
    void setRankCollapsed(int rank, bool collapsed);
    void setStageCollapsed(int stage, bool collapsed);
    void setCollapsed(std::set<int> ranks, std::set<int> stages);
    void setAllRanksCollapsed(bool collapsed);
    void setAllStagesCollapsed(bool collapsed);
    /// Only lanes of this name, of every rank; empty shows all.
    void setLaneFilter(const QString& lane);
    void setStageFilter(int stage); ///< -1 shows all
    /// Only ranks that spend their time otherwise than most of their stage; all where none does.
    void setShowsOnlyDiffering(bool only);
    bool showsOnlyDiffering() const { return m_showsOnlyDiffering; }
    bool isFiltered() const;
    void showEverything(); ///< ends all filters
    /// One rank stands for all that are like it; starts so where there are hundreds.
    void setGroupsAlike(bool groups);
    bool groupsAlike() const { return m_groupsAlike; }
    /// Threads of hosts show their outermost calls alone; starts so where a rank is taller than a screen.
    void setFoldsThreads(bool folds);
    bool foldsThreads() const { return m_options.foldsThreads; }
    void setThreadsFolded(const std::set<int>& ranks, bool folded);
    bool foldsThreadsOf(int rank) const { return m_options.foldsThreadsOf(rank); }
    void setAlikeOpen(int representative, bool open);
    void setSort(TimelineLayout::Sort sort);
    void setPinned(TrackId track, bool pinned);
    bool isPinned(TrackId track) const;

    double scrollOffset() const { return m_scroll; }
    double maximumScroll() const;
    void setScroll(double scroll);
    void scrollToSpan(SpanId span);

    /// Where a span is drawn (its own box, or its collapsed group); null where it is filtered out.
    QRectF rectOf(SpanId span) const;
    /// The span under a point of this widget, or near it where spans are narrow.
    SpanId spanAtPoint(QPointF point) const;
    const TimelineRow* rowAtPoint(QPointF point) const;
    SpanId hoveredSpan() const { return m_hovered; }
    /// The stretch without work under a point: of a compute lane or a closed rank, where its cause is known.
    const Bubble* bubbleAtPoint(QPointF point) const;
    /// The critical path drawn over the spans; there may be none, see hasCriticalPath().
    void setShowsCriticalPath(bool shows);
    bool showsCriticalPath() const { return m_showsPath; }
    bool hasCriticalPath() const { return !m_path.isEmpty(); }
    /// Sends and receives of the selected span that are drawn as arrows.
    std::vector<Link> visibleArrows() const;
    /// What the selected call or operator of a host started, or the call that started the selected kernel.
    const std::vector<Link>& selectedLaunches() const { return m_launches; }
    const std::vector<TimeNs>& markers() const { return m_markers; }
    void setMarkers(std::vector<TimeNs> markers);
    /// The time under a point, or the edge of a span of that row close to it.
    TimeNs snappedTime(QPointF point) const;
    TimelineHeaders headers() const;
    NoteLayer& notes() const { return *m_notes; }
    /// Visible ranks and lanes and the selected span in words, for screen readers.
    QString spokenDescription() const;
    /// Spans in sight, row by row and in order of time; of a row with very many, the longest of each stretch. Bounded.
    const std::vector<SpanId>& spansInSight() const;
    Workspace& workspace() const { return *m_workspace; }
    const WaitTable& waits() const { return m_waits; }

    /// Previous (-1) or next (1) span on the track of the selected one; with none selected, the first that is visible.
    void stepSpan(int direction);
    /// Nearest span on the next track up (-1) or down (1).
    void stepTrack(int direction);
    void centerOrFit();
    void addMarker();
    void clearAll();

signals:
    void scrollRangeChanged(); ///< scroll, its maximum or the height of the area
    void layoutChanged();
    void criticalPathChanged(); ///< whether it is shown, or whether there is one
    void contextMenuRequested(const QPoint& globalPosition, bubblescope::TrackId track, int rank, int stage);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    static constexpr double airBelow = 12; ///< the last row
    enum class Drag : uint8_t { None, Pressed, SelectRange, MoveBegin, MoveEnd, Pan };
    void onRunChanged();
    bool hasTallRank() const;
    bool isFoldedAway(SpanId span) const;
    std::set<int> ranksHidingMatches() const;
    void findLaunches();
    void onSearchChanged();
    void showMatches();
    void relayout();
    void fitRowHeight();
    /// Draws anew before the next paint.
    void refresh();
    /// Hands the spans what they have to show; before every replot.
    void prepareSpans();
    void applyPalette();
    void tellReaders();   ///< that other spans are in sight
    void tellSelection(); ///< that another one is selected
    void updateMargins();
    void updateHover(QPointF point);
    void updateCursor(QPointF point);
    void clickSpans(QPointF point);
    bool clickHeader(QPointF point);
    QString headerTip(QPointF point) const;
    bool foldFocusedGroup(bool collapse);
    std::optional<Drag> handleAt(QPointF point) const;
    void dragTo(QPointF point, Qt::KeyboardModifiers modifiers);
    void paintOverlay(QPainter& painter);
    void paintHover(QPainter& painter, const OverlayFrame& frame);
    QRectF rectOf(const Bubble& bubble) const;
    void updatePath();
    std::vector<RankCluster> clusters() const;
    void groupAlike();
    void forgetFilters();
    void showHidden(SpanId span);

    Workspace* m_workspace;
    SpanPlottable* m_spans; // owned by the plot
    NoteLayer* m_notes;
    TracePtr m_trace;
    LevelOfDetail m_ownDetail; // where the folder brought none
    const LevelOfDetail* m_detail = nullptr;
    std::shared_ptr<const RunSummary> m_figures; // what the tree prints
    WaitTable m_waits;
    std::vector<Link> m_launches; ///< of the selected span
    Palette m_palette;
    HeaderPictures m_pictures;
    ColorBy m_colorBy = ColorBy::Category;
    TimelineLayout::Options m_options;
    TimelineLayout m_layout;
    double m_scroll = 0;
    bool m_isStale = true;
    bool m_hasAutomaticHeight = true;
    SearchResultPtr m_matches;

    PathOverlay m_path;
    bool m_showsPath = false;
    bool m_showsOnlyDiffering = false;
    bool m_groupsAlike = false;
    SpanId m_hovered;
    std::optional<Bubble> m_hoveredBubble;
    QPointF m_mouse;
    bool m_mouseIsInside = false;
    Drag m_drag = Drag::None;
    QPointF m_press;
    TimeNs m_anchor = 0;
    TimeRange m_panStart;
    double m_panScroll = 0;
    std::vector<TimeNs> m_markers;
    int m_focusedRank = -1;
    int m_focusedStage = -1;
    struct Sight {
        const Trace* trace = nullptr;
        TimeRange range;
        double scroll = -1;
        QSize size;
        bool operator==(const Sight&) const = default;
    };
    mutable Sight m_sight; // what m_inSight is of
    mutable std::vector<SpanId> m_inSight;
    SpanId m_centered; // F centres once, then fits
};

} // namespace bubblescope
