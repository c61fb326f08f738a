// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "workspace.h"

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

    /// For Workspace::setBackground(), of any number of them.
    Workspace::Background function();
    bool isBusy() const { return m_running > 0; }

signals:
    /// What a work threw, in words.
    void failed(const bubblescope::Error& error);

private:
    struct Lane {
        QPointer<Workspace> workspace;
        Workspace::Task task {};
        std::unique_ptr<BackgroundJob> job; ///< at work, or the last one
        bool isRunning = false;
        Workspace::Work next;
    };
    void start(Lane& lane, Workspace::Work work);
    void goOn(Lane& lane);

    std::map<std::pair<const Workspace*, Workspace::Task>, Lane> m_lanes;
    int m_running = 0;
};

} // namespace bubblescope
