// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "tracework.h"

#include <QPointer>

#include <map>
#include <memory>
#include <utility>

namespace bubblescope {

/// Runs the work that workspaces need on whole traces (searches, sums) on threads. One at a time per task and
/// workspace; of those waiting only the newest is kept. Destroying it cancels everything. GUI thread only.
class TraceTasks : public QObject {
    Q_OBJECT
public:
    explicit TraceTasks(QObject* parent = nullptr);
    ~TraceTasks() override;

    /// For TraceWork::setBackground() of any number of workspaces.
    TraceWork::Background function();
    /// Nothing is started until it is false again.
    void setHeld(bool isHeld);
    /// Something runs or waits.
    bool isBusy() const;

signals:
    /// The work threw this.
    void failed(const bubblescope::Error& error);

private:
    struct Lane {
        QPointer<TraceWork> of;
        TraceWork::Task task {};
        std::unique_ptr<BackgroundJob> job; ///< running, or the last one
        bool isRunning = false;
        TraceWork::Work next;
    };
    void start(Lane& lane, TraceWork::Work work);
    void goOn(Lane& lane);
    void startNext(Lane& lane);

    std::map<std::pair<const TraceWork*, TraceWork::Task>, Lane> m_lanes;
    int m_running = 0;
    bool m_isHeld = false;
};

} // namespace bubblescope
