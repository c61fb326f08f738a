// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "historymodel.h"
#include "panelview.h"

#include <optional>

class QCustomPlot;

namespace bubblescope {

class NameTicker;
class Sentence;
class TablePanel;

/// The runs of a folder as builds of one job: step times in order, where they changed, and why. Computed elsewhere.
class HistoryView : public PanelView {
    Q_OBJECT
public:
    explicit HistoryView(QWidget* parent = nullptr);

    /// nullopt where there are no builds to compare.
    void setHistory(std::optional<RunHistory> history);
    /// While it is computed, or why it cannot be.
    void setMissing(const QString& sentence);
    /// Index of the opened run in its folder; -1 for none.
    void setOpened(int run);
    const HistoryModel& model() const { return m_model; }
    Illustration illustration() const override;

signals:
    void wanted(); ///< it is on screen, without a history
    /// An index into the runs that the history was made of.
    void runChosen(int run);

protected:
    void refresh() override;
    void restyle() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void drawPlot();
    void fitTimes();
    void choose(int row);
    int buildAt(double x) const;

    HistoryModel m_model;
    QString m_missing;
    int m_opened = -1;
    bool m_isKnown = false;
    double m_shortest = 0; ///< ns: end of the axis below the steps
    double m_longest = 1;  ///< ns: and above them
    Sentence* m_sentence;
    QCustomPlot* m_plot;
    TablePanel* m_table;
};

} // namespace bubblescope
