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

/// Does on threads what workspaces want of a whole trace: searches, sums. One work of a task and workspace at a time;
/// of those that come meanwhile the newest. Destroying it cancels. GUI thread only.
class TraceTasks : public QObject {
    Q_OBJECT
public:
    explicit TraceTasks(QObject* parent = nullptr);
    ~TraceTasks() override;

    /// For TraceWork::setBackground(), of any number of them.
    TraceWork::Background function();
    bool isBusy() const { return m_running > 0; }

signals:
    /// What a work threw, in words.
    void failed(const bubblescope::Error& error);

private:
    struct Lane {
        QPointer<TraceWork> of;
        TraceWork::Task task {};
        std::unique_ptr<BackgroundJob> job; ///< at work, or the last one
        bool isRunning = false;
        TraceWork::Work next;
    };
    void start(Lane& lane, TraceWork::Work work);
    void goOn(Lane& lane);

    std::map<std::pair<const TraceWork*, TraceWork::Task>, Lane> m_lanes;
    int m_running = 0;
};

} // namespace bubblescope
