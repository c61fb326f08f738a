// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "palette.h"

#include <QWidget>

#include <utility>
#include <vector>

class QCustomPlot;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedLayout;
class QVBoxLayout;

namespace bubblescope {

class LegendRow;
class TablePanel;

/// Base of the views around the timeline. A view that nobody sees, hidden or in a tab behind others, does no work: it
/// catches up when it comes to the front, or at once with refreshNow(). An empty view says what is missing and why.
class PanelView : public QWidget {
    Q_OBJECT
public:
    explicit PanelView(QWidget* parent = nullptr);

    /// Updates the view at once; for pictures of a view that is not visible.
    void refreshNow();
    /// The same even without changes: the plot may have another size.
    void refreshAgain();
    /// Its plot with the text around it, for pictures.
    struct Illustration {
        QCustomPlot* plot = nullptr; ///< null if the view is empty
        QString summary;
        std::vector<std::pair<QString, QColor>> legend;
        QString keyTitle; ///< of the axis along the bottom
        QString valueTitle; ///< empty where what is drawn has its own titles
        int panes = 1;      ///< of their own axes, which stand one above the other where it is narrow
    };
    virtual Illustration illustration() const { return {}; }

protected:
    const Palette& colors() const { return m_colors; }

    /// Sets the widget shown when there is content; call it once.
    void setContent(QWidget* content);
    /// The same for a plot next to a table with `share` per cent of the width. Returns the left column, to be filled.
    QVBoxLayout* setPlotBeside(QWidget* table, int share);
    /// The same for a table that may grow to `most` per cent where its columns need that.
    QVBoxLayout* setPlotBeside(TablePanel* table, int share, int most);
    /// The result of illustration() for a plot with summary and legend.
    Illustration illustrate(QCustomPlot* plot, const QString& summary, const LegendRow& legend) const;
    /// So low that rows and bars are worth more than the words around them.
    bool isLow() const;
    void showContent();
    /// `title` in a few words, `sentence` about what is missing and why.
    void showEmpty(const QString& title, const QString& sentence);
    /// A button below the sentence of an empty view; hidden again by each showEmpty().
    QPushButton* emptyButton() const { return m_emptyButton; }
    bool isEmptyShown() const;
    /// Visible, and not in a tab behind others.
    bool isInFront() const;

    /// The view is out of date; refresh() follows as soon as it is in front.
    void invalidate();
    /// The same because another run is shown, or none: a view that is not in front does letGo() instead.
    void startOver();
    virtual void refresh() = 0;
    /// Forgets all that keeps a run in memory, or grows with it; refresh() comes before the view is seen again.
    virtual void letGo() { }
    /// Colours changed; also called before the first refresh().
    virtual void restyle() { }

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void catchUp();
    void takeColors();
    void growTable();

    Palette m_colors;
    TablePanel* m_growingTable = nullptr; ///< null if none is beside a plot
    QSplitter* m_split = nullptr;         ///< of that
    int m_share = 0;
    int m_most = 0;
    bool m_isSplitByUser = false;
    QStackedLayout* m_stack;
    QWidget* m_emptyPage;
    QLabel* m_emptyTitle;
    QLabel* m_emptySentence;
    QPushButton* m_emptyButton;
    bool m_isStale = true;
    bool m_isScheduled = false;
    bool m_isOfOtherRun = false; ///< what was shown last
    bool m_needsStyle = true;
};

} // namespace bubblescope
