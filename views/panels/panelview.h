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
class QStackedLayout;
class QVBoxLayout;

namespace bubblescope {

class LegendRow;

/// Base of the views around the timeline. A view that nobody sees does no work: what changed is made up for when it is
/// shown, or at once by refreshNow(). Where there is nothing to show it says what is missing and why.
class PanelView : public QWidget {
    Q_OBJECT
public:
    explicit PanelView(QWidget* parent = nullptr);

    /// Brings what is shown up to date at once; for pictures of a view that is not on screen.
    void refreshNow();
    /// The same, whether anything changed or not: the plot may have another size.
    void refreshAgain();
    /// Its plot with what stands around it, for pictures.
    struct Illustration {
        QCustomPlot* plot = nullptr; ///< null where there is nothing to show
        QString summary;
        std::vector<std::pair<QString, QColor>> legend;
        QString keyTitle; ///< of the axis along the bottom
        QString valueTitle; ///< empty where what is drawn has its own titles
    };
    virtual Illustration illustration() const { return {}; }

protected:
    const Palette& colors() const { return m_colors; }

    /// To be called once, with what is shown when there is something to show.
    void setContent(QWidget* content);
    /// The same for a plot with a table beside it, `share` of 100 wide. Returns the column on the left, to be filled.
    QVBoxLayout* setPlotBeside(QWidget* table, int share);
    /// A muted sentence of as many lines as it takes.
    static QLabel* newSentence(QWidget* parent);
    /// What illustration() returns for a plot with a summary and a legend.
    Illustration illustrate(QCustomPlot* plot, const QString& summary, const LegendRow& legend) const;
    void showContent();
    /// `title` in a few words, `sentence` what is missing and why.
    void showEmpty(const QString& title, const QString& sentence);
    /// Below the sentence of what is empty; not shown until asked for, after each showEmpty().
    QPushButton* emptyButton() const { return m_emptyButton; }
    bool isEmptyShown() const;

    /// What is shown is no longer up to date; refresh() follows as soon as somebody can see it.
    void invalidate();
    virtual void refresh() = 0;
    /// Colours changed (called before the first refresh(), too).
    virtual void restyle() { }

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void takeColors();

    Palette m_colors;
    QStackedLayout* m_stack;
    QWidget* m_emptyPage;
    QLabel* m_emptyTitle;
    QLabel* m_emptySentence;
    QPushButton* m_emptyButton;
    bool m_isStale = true;
    bool m_isScheduled = false;
    bool m_needsStyle = true;
};

} // namespace bubblescope
