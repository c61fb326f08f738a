// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"

#include <memory>

namespace bubblescope {

class HistoryView;
class Workspace;
struct RunFolder;

/// Compares the runs of a folder, or its logs, as builds of one job, in the background, once somebody looks. GUI thread
/// only.
class HistoryControl : public QObject {
    Q_OBJECT
public:
    HistoryControl(Workspace& workspace, HistoryView& view, QObject* parent = nullptr);
    ~HistoryControl() override;

    /// Whether there are enough runs or logs to compare.
    static bool applies(const RunFolder& folder);

private:
    void update();
    void start();
    void showOpened();
    void open(int run);

    Workspace& m_workspace;
    HistoryView& m_view;
    const RunFolder* m_folder = nullptr; ///< whose history is shown or computed
    bool m_isOfLogs = false;
    std::unique_ptr<BackgroundJob> m_job;
    RetiredJobs m_retired;
};

} // namespace bubblescope
