// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulationsource.h"

#include <QTimer>
#include <QToolBar>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace bubblescope {

class CommandSet;
class Headline;
class InputBox;
class Workspace;

/// The tool bar of the window: shown run, step and timeline, the search, and the headline figures.
class WindowToolBar : public QToolBar {
    Q_OBJECT
public:
    /// All must outlive this object.
    WindowToolBar(Workspace& workspace, const CommandSet& commands, QMenu* compareMenu, QWidget* parent = nullptr);

    QLineEdit* searchBox() const { return m_search; }
    /// In a narrow window the headline matters more than the range, which the timeline shows, too.
    void setWindowWidth(int width);

    /// The input whose modelled timeline is shown while no run is.
    void setModelledInput(const SimulationSource& input);
    const SimulationSource& modelledInput() const { return m_modelled; }

signals:
    void inputChosen(const bubblescope::SimulationSource& input);
    void searchLeft(); ///< Esc: return the focus to the timeline

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addButton(const QString& name, const QString& text = {});
    void buildRunsAndSteps();
    void buildSearch();
    void setToolVisible(const QWidget* tool, bool visible);
    void updateFolder();
    void updateRun();
    void updateTimelineChoice();
    void updateSteps();
    void updateRange();
    void updateSearch();
    void stepBy(int direction);
    void chooseStep(int index);

    Workspace& m_workspace;
    const CommandSet& m_commands;
    InputBox* m_inputs = nullptr;
    QToolButton* m_compare = nullptr;
    SimulationSource m_modelled;
    QComboBox* m_steps = nullptr;
    QComboBox* m_timelineChoice = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_matches = nullptr;
    Headline* m_headline = nullptr;
    QLabel* m_range = nullptr;
    QTimer m_searchDelay;
};

} // namespace bubblescope
