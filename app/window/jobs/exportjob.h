// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backgroundjob.h"
#include "progress.h"

#include <atomic>

namespace bubblescope {

/// The part of an export that takes its time, on a thread of its own.
class ExportJob : public BackgroundJob {
    Q_OBJECT
public:
    /// `work` returns whether it was done; its progress is told by advanced().
    using Work = std::function<bool(const ProgressFn& progress)>;
    explicit ExportJob(Work work, QObject* parent = nullptr);
    ~ExportJob() override { stopAndWait(); }
    void stop() override { m_stops = true; }

signals:
    void advanced(int percent);
    void finished(bool isDone); ///< false, too, where it was stopped

private:
    std::atomic<bool> m_stops {false};
};

} // namespace bubblescope
