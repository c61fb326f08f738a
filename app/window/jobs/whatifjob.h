// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "openedfolder.h"
#include "sensitivity.h"
#include "shownsimulation.h"
#include "stepofranks.h"
#include "whatifsubject.h"

#include <QObject>

#include <memory>
#include <vector>

namespace bubblescope {

/// A Simulator on a thread of its own; signals arrive in the thread that created it. Only the newest question is
/// answered, earlier pending ones are dropped, so that a dragged slider never builds up a queue.
class WhatIfJob : public BackgroundJob {
    Q_OBJECT
public:
    /// `steps` keeps what is read of a run of which not all ranks are in memory.
    WhatIfJob(OpenedFolderPtr opened, const SimulationSource& source,
        std::shared_ptr<StepOfRanks> steps = std::make_shared<StepOfRanks>(), QObject* parent = nullptr);
    ~WhatIfJob() override;

    const SimulationSource& source() const { return m_source; }
    /// True while `share` of its progress is spent on reading ranks that are not in memory.
    bool isReading(double share) const { return m_readsRanks && share < shareOfReading; }
    void cancel() override;
    /// Answered by answered() or refused(); `interleaves` also merges the result with the lanes of the opened step.
    void ask(const Knobs& knobs, bool interleaves = false);
    /// Presets that the hardware knob may name, from the next question on.
    void setCatalog(const HardwareCatalog& catalog);
    /// Answered by gainsChanged(), several times. A later ask() ends it.
    void askGains(const Knobs& knobs);
    /// Answered by balanced() or refused().
    void askBalance(const Knobs& knobs);

signals:
    void subjectReady(const bubblescope::WhatIfSubject& subject);
    /// This input has no step to model, and why.
    void impossible(const bubblescope::Error& error);
    void answered(const bubblescope::ShownSimulationPtr& simulation);
    /// These knobs request an impossible configuration.
    void refused(const bubblescope::Knobs& knobs, const bubblescope::Error& error);
    void balanced(const bubblescope::Knobs& knobs);
    void gainsChanged(const std::vector<bubblescope::KnobGain>& gains, bool isRunning);

private:
    struct Shared;
    class Worker;

    static constexpr double shareOfReading = 0.5;

    SimulationSource m_source;
    bool m_readsRanks;
    std::shared_ptr<Shared> m_shared;
};

/// What the pane shows before a knob is moved.
WhatIfSubject subjectOf(const Simulator& simulator, const QString& title);

} // namespace bubblescope
