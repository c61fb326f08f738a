// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"
#include "shownsimulation.h"
#include "whatifmodel.h"

#include <QObject>

#include <memory>
#include <vector>

class QThread;

namespace bubblescope {

/// A Simulator on a thread of its own, told about in the thread that made it. The newest question is answered; those
/// that came before it meanwhile are dropped, so that a dragged slider never queues up. Destroying it waits for the
/// answer that is being computed.
class WhatIfJob : public QObject {
    Q_OBJECT
public:
    WhatIfJob(OpenedFolderPtr opened, const SimulationSource& source, QObject* parent = nullptr);
    ~WhatIfJob() override;

    const SimulationSource& source() const { return m_source; }
    /// Ends as soon as it can; returns at once.
    void stop();
    /// Its thread has ended: destroying it will not wait.
    bool isOver() const;
    /// Answered by answered() or refused().
    void ask(const Knobs& knobs);
    /// Answered by gainsChanged(), more than once. A later ask() ends it.
    void askGains(const Knobs& knobs);
    /// Answered by balanced() or refused().
    void askBalance(const Knobs& knobs);

signals:
    void subjectReady(const bubblescope::WhatIfSubject& subject);
    /// This input has no step to model, and why.
    void impossible(const bubblescope::Error& error);
    void answered(const bubblescope::ShownSimulationPtr& simulation);
    /// These knobs ask for what does not exist.
    void refused(const bubblescope::Knobs& knobs, const bubblescope::Error& error);
    void balanced(const bubblescope::Knobs& knobs);
    void gainsChanged(const std::vector<bubblescope::KnobGain>& gains, bool isRunning);

private:
    struct Shared;
    void work();
    /// Runs it in the thread of this object.
    template <typename Call> void tell(Call call);

    OpenedFolderPtr m_opened;
    SimulationSource m_source;
    std::unique_ptr<Shared> m_shared;
    std::unique_ptr<QThread> m_thread;
};

/// What the pane shows before a knob is moved.
WhatIfSubject subjectOf(const Simulator& simulator, const QString& title);

} // namespace bubblescope
