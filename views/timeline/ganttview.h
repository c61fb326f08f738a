// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timelineplot.h"
#include "timelinewords.h"

#include <QImage>
#include <QWidget>

#include <functional>
#include <optional>

class QAction;
class QActionGroup;
class QLabel;
class QMenu;
class QScrollBar;
class QStackedLayout;
class QTimer;

namespace bubblescope {

class RangeTrail;

/// The timeline with its scroll bar, a line of caveats about this run, the legend and the breadcrumbs; without a run, a
/// few words about what is missing.
class GanttView : public QWidget {
    Q_OBJECT
public:
    explicit GanttView(Workspace* workspace, QWidget* parent = nullptr);

    TimelinePlot& plot() { return *m_plot; }
    const TimelinePlot& plot() const { return *m_plot; }
    Legend& legend() { return *m_legend; }
    /// Shows or hides legend and breadcrumbs.
    void setFootVisible(bool isVisible);
    /// Whether its legend names the colours of differences, or something beside it does.
    void setNamesDifferences(bool names);
    /// Shown while there is no current run.
    void setPlaceholder(const QString& title, const QString& text);
    /// Caveats about the shown run: ranks not simultaneous, an order without times, hidden outliers, filtered lanes.
    /// Empty if there are none.
    QString notice() const;
    /// Draws the current timeline at another size; works without a display.
    QImage renderImage(QSize size);
    /// Row height, folding, sorting, lanes and colours, for the View menu; owned by this view.
    QList<QAction*> viewActions() const { return m_actions; }
    /// The context menu, for the point of the plot that was clicked, if any; the caller owns it.
    QMenu* createContextMenu(TrackId track, int rank, int stage, std::optional<QPoint> point = std::nullopt);

public slots:
    void increaseRowHeight();
    void decreaseRowHeight();
    void resetRowHeight();
    void collapseAllRanks();
    void expandAllRanks();
    void collapseAllStages();
    void expandAllStages();
    void showEverything();
    /// What the current finding is about, among all ranks.
    void fitFinding();
    void setColorBy(bubblescope::ColorBy colorBy);
    void sortByRank();
    void sortByBusy();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QAction* addAction(const QString& name, const QString& text, const std::function<void()>& run);
    void placeFoot();
    void updateActions();
    void updateLegend();
    void updateNotice();
    void updateScrollBar();
    void fillOnlyMenu();
    void updatePage();
    void applyPalette();

    Workspace* m_workspace;
    QStackedLayout* m_pages;
    QWidget* m_timelinePage;
    QWidget* m_placeholderPage;
    QLabel* m_placeholderTitle;
    QLabel* m_placeholderText;
    QLabel* m_notice;
    TimelinePlot* m_plot;
    QScrollBar* m_scrollBar;
    Legend* m_legend;
    QTimer* m_legendTimer;
    std::optional<CategorySet> m_categories; ///< of the whole run
    RangeTrail* m_trail;
    bool m_showsFoot = true;
    bool m_namesDifferences = true;
    QList<QAction*> m_actions;
    QMenu* m_onlyMenu; ///< lanes and stages to filter by
    QActionGroup* m_colorGroup;
    QActionGroup* m_sortGroup;
    bool m_applyingPalette = false;
};

} // namespace bubblescope
