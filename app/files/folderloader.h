// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedfolder.h"
#include "progress.h"
#include "result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

class RunCache;

/// How far a load has come.
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
    uint32_t fileCount = 0;   ///< seen so far, while scanning
    std::vector<File> active; ///< being read at this moment
};

/// What to open and who wants to know. Opening means: cache, else importers on threads and runs grouped; then clocks
/// aligned, levels of detail built. Plain C++.
struct FolderLoad {
    std::vector<std::string> paths;
    /// Makes the folder instead of reading paths; a failure becomes an issue.
    std::function<Result<RunFolder>()> make;
    const RunCache* cache = nullptr; ///< null reads everything anew and keeps nothing
    /// ns from the run's start: only what meets it is kept, of formats that can be read so. Bypasses the cache.
    std::optional<TimeRange> slice;
    unsigned threads = 0;            ///< 0: as many as the machine has, four at most
    bool levels = true;              ///< false: nothing will be drawn, build no levels of detail
    /// Called about 30 times a second from any of the threads, one call at a time; false cancels.
    std::function<bool(const LoadProgress&)> progress;
    /// What is ready before all is: layer tables, workloads and logs, then the runs. One call at a time.
    std::function<void(OpenedFolderPtr)> partial;
};

/// One load, on the thread that calls it.
class FolderLoader {
public:
    explicit FolderLoader(FolderLoad load);
    ~FolderLoader();
    FolderLoader(const FolderLoader&) = delete;
    FolderLoader& operator=(const FolderLoader&) = delete;

    /// Null only if cancelled.
    OpenedFolderPtr load();
    /// Keeps what importers made of what load() returned in the cache, for when nobody waits any more. False where it
    /// was not kept: it came from there, nothing was found, files changed meanwhile, or `progress` ended it.
    bool store(const ProgressFn& progress = {});

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Adds levels of detail and time splits to a folder that is complete otherwise; throws std::bad_alloc.
OpenedFolderPtr prepared(RunFolder&& folder, unsigned threads = 0);

} // namespace bubblescope
