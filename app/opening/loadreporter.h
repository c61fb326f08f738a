// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "progress.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace bubblescope {

/// Progress of a load.
struct LoadProgress {
    enum class Phase : uint8_t { Scanning, Reading, Arranging };
    struct File {
        std::string name;
        uint64_t done = 0; ///< bytes on disk
        uint64_t total = 0;
    };
    Phase phase = Phase::Scanning;
    uint64_t bytesDone = 0;
    uint64_t bytesTotal = 0;
    uint32_t filesDone = 0;
    uint32_t fileCount = 0;   ///< found so far, while scanning
    std::vector<File> active; ///< files currently being read
};

/// Reports the progress of a load, at most 30 times a second, and remembers whether it was cancelled. Any
/// thread may call it; reports come one at a time.
class LoadReporter {
public:
    using Report = std::function<bool(const LoadProgress&)>;
    /// How far a file is.
    struct File {
        std::string name;
        uint64_t size = 0;
        std::atomic<uint64_t> done {0};
        std::atomic<bool> active {false};
    };

    /// Without `report`, nothing is reported and nothing is cancelled.
    explicit LoadReporter(Report report);

    /// Not while another thread reports. The files must outlive this object.
    void setPhase(LoadProgress::Phase phase) { m_progress.phase = phase; }
    void setFiles(std::vector<const File*> files);
    uint64_t bytesTotal() const { return m_progress.bytesTotal; }
    size_t fileCount() const { return m_files.size(); }
    void addDone() { ++m_filesDone; }

    /// False if the load is cancelled. `always`: even if the last report was just now.
    bool report(bool always);
    /// Progress of a scan, by the number of files seen.
    ProgressFn scanProgress();
    void cancel() { m_cancelled = true; }
    bool isCancelled() const { return m_cancelled; }

private:
    using Clock = std::chrono::steady_clock;

    Report m_report;
    LoadProgress m_progress;
    std::vector<const File*> m_files;
    std::atomic<uint32_t> m_filesDone {0};
    std::atomic<bool> m_cancelled {false};
    std::mutex m_mutex;
    Clock::time_point m_reported;
};

} // namespace bubblescope
