// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "keptwhatifs.h"
#include "knobmoves.h"
#include "knobpresets.h"
#include "layoutpause.h"
#include "whatifjob.h"
#include "whatifsources.h"
#include "workspace.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

class ComparedTimelines;
class Settings;
class SimulatePane;

/// Connects the Simulate pane and the timelines with the job that computes: the simulated input, the knob values, undo
/// and redo. What else shows them follows its signals. GUI thread only.
class WhatIfControl : public QObject {
    Q_OBJECT
public:
    /// All must outlive it. `history` is of all edits; knob moves are removed once their input is gone.
    WhatIfControl(Workspace& workspace, SimulatePane& pane, ComparedTimelines& timelines, Settings& settings,
        QUndoStack& history, QObject* parent = nullptr);
    ~WhatIfControl() override;

    QUndoStack& undoStack() { return m_history; }
    /// The current values, or those that will apply as soon as their input is ready.
    const Knobs& knobs() const { return m_restored ? *m_restored : m_knobs; }
    /// Moves knobs as if the user had done it, with undo.
    void moveKnobs(const Knobs& knobs, const QString& what, bool isLive = false);
    /// The same of the layers of each stage alone.
    void movePartition(const std::vector<int>& layers, bool isLive);
    /// Simulates this input, as the user wants; for a run, the one that is open.
    void chooseInput(const SimulationSource& input);
    /// Simulates this input with these knobs, as soon as it is ready.
    void tryKnobs(const SimulationSource& input, const Knobs& knobs, const QString& what);
    /// Sets the knobs that try what a finding suggests in place of those that are moved, so that the gain is comparable
    /// to its cost.
    void tryFinding(const Finding& finding);
    /// Computes what helps most; gainsChanged() answers.
    void askGains();
    /// Moves the knobs as the index-th of the gains that are known does.
    void takeGain(int index);
    /// What the pane offers beside the knobs of the input.
    KnobPresets& presets() { return m_presets; }
    /// What the user keeps of this folder; a row that is chosen in the pane is set again.
    KeptWhatIfs& kept() { return m_kept; }
    /// Keeps the answer that is shown; nothing where no knob is moved.
    void keep();
    /// Sets kept knobs again, of their run and step.
    void setKept(int row);
    /// Restores the saved source (empty: what is open) and knobs; not an edit. They apply as soon as it is ready.
    void restore(const Knobs& knobs, const QString& source);
    /// Steps with more spans are only prepared on request.
    void setMostPreparedSpans(uint64_t spans) { m_mostPreparedSpans = spans; }
    QString chosenSource() const { return m_sources.chosenName(); } ///< by the user; empty for what is open
    /// Nothing is prepared unasked until it is false again.
    void setHeld(bool isHeld);
    /// Something is pending: the input, a result or a refusal.
    bool isBusy() const { return m_isPending || m_restart.isActive() || m_waits; }

signals:
    void inputChanged(const bubblescope::SimulationSource& input); ///< what is simulated now
    /// The step that knobs change; none while there is no input, or it is not ready.
    void subjectChanged(const std::optional<bubblescope::WhatIfSubject>& subject);
    void knobsChanged(const bubblescope::Knobs& knobs);
    /// Results so far; `isRunning` while more are computed. They stay until there are newer ones.
    void gainsChanged(const std::vector<bubblescope::KnobGain>& gains, bool isRunning);
    /// A message for the user.
    void noticed(const QString& sentence);

private:
    void chooseSource();
    void start(const SimulationSource& source);
    void begin(const SimulationSource& source);
    bool waitsForWish(const SimulationSource& source) const;
    void startDeferred();
    void offer(const SimulationSource& source);
    void cancel();
    void prepareDoubling(const QString& knob);
    void stop();
    bool foldsTable() const;
    void apply(const Knobs& knobs);
    void ask();
    void setGains(const std::vector<KnobGain>& gains, bool isRunning);
    void takeSubject(const WhatIfSubject& subject);
    void takeAnswer(const ShownSimulationPtr& simulation);
    void balance();

    Workspace& m_workspace;
    SimulatePane& m_pane;
    ComparedTimelines& m_timelines;
    QUndoStack& m_history;
    KnobPresets m_presets;
    KnobMoves m_moves;
    KeptWhatIfs m_kept;
    WhatIfSubject m_subject; ///< if there is one
    Knobs m_knobs;
    std::optional<Knobs> m_restored; ///< wait for their input
    std::vector<KnobGain> m_gains;   ///< the last that were found
    WhatIfSources m_sources;
    std::optional<SimulationSource> m_deferred; ///< too large to prepare without a request
    std::shared_ptr<StepOfRanks> m_steps = std::make_shared<StepOfRanks>();
    std::unique_ptr<WhatIfJob> m_job;
    RetiredJobs m_retired;
    QTimer m_restart; ///< combines several signals of one change into one job
    QTimer m_gainDelay;
    LayoutPause m_layoutPause;
    uint64_t m_mostPreparedSpans = 500'000;
    bool m_isHeld = false;
    bool m_waits = false; ///< for the end of that, to choose the input
    bool m_isPending = false;
    bool m_hasSubject = false;
    bool m_wantsAnswer = false; ///< as soon as the input is ready, whatever the knobs
    QString m_wantedDoubled;    ///< the knob to double then
    QElapsedTimer m_begun;      ///< of the preparation
    bool m_interleaves = false;
    Document::Timeline m_comparison = Document::Timeline::Both; ///< last way both were shown
};

} // namespace bubblescope
