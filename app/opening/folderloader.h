// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "indexopening.h"
#include "loadreporter.h"
#include "openedfolder.h"
#include "result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

class RunCache;

/// What to open, and who wants to know. Loads from the cache, otherwise runs the importers on threads and groups runs;
/// then aligns clocks and builds levels of detail. Plain C++.
struct FolderLoad {
    std::vector<std::string> paths;
    /// Generates the folder instead of reading paths; a failure becomes an issue.
    std::function<Result<RunFolder>()> make;
    const RunCache* cache = nullptr; ///< null reads everything and caches nothing
    /// ns from the start of the run: keeps only what meets this range, for formats that support it. Bypasses the cache.
    std::optional<TimeRange> slice;
    /// Any but the kernels and the patterns that are kept for all logs bypasses the cache. Where those are not given, they
    /// are read of userLogPatternFolder().
    ImportChoices choices;
    unsigned threads = 0;     ///< 0: as many as threadCount() says
    uint64_t memory = 0; ///< bytes for what is read of files, or the spans of an index; 0: a quarter of the machine's
    uint64_t manySpans = 2'000'000; ///< to read more of them of an index is noticed: some ranks come first
    bool readsByRank = false; ///< see IndexOpening
    bool asksByRank = false;   ///< see IndexOpening
    bool asksFewRanks = false; ///< see IndexOpening
    WantedRanks wanted;
    std::optional<WantedStep> step; ///< see IndexOpening
    bool needsAll = false;          ///< see IndexOpening
    Asked asked = Asked::Spans;     ///< see IndexOpening
    bool levels = true; ///< false: nothing will be drawn, so build no levels of detail
    /// Called about 30 times a second from any of the threads, never concurrently; returning false cancels.
    LoadReporter::Report progress;
    /// Receives parts that are ready early: layer tables, workloads and logs, then the runs. Never called concurrently.
    std::function<void(OpenedFolderPtr)> partial;
};

/// A single load, on the calling thread.
class FolderLoader {
public:
    explicit FolderLoader(FolderLoad load);
    ~FolderLoader();
    FolderLoader(const FolderLoader&) = delete;
    FolderLoader& operator=(const FolderLoader&) = delete;

    /// Null only if cancelled.
    OpenedFolderPtr load();
    /// Caches what importers read for the last load(), once nobody waits any more. False if it was not cached: it came
    /// from the cache, nothing was found, files have changed since, or `progress` returned false.
    bool store(const ProgressFn& progress = {});

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Adds levels of detail and, unless they are to be worked out once somebody asks, time splits to an otherwise complete
/// folder; may throw std::bad_alloc.
/// `known`: time splits that need not be worked out again, by run.
OpenedFolderPtr prepared(RunFolder&& folder, unsigned threads = 0, bool withSummaries = true,
    std::vector<std::shared_ptr<const RunSummary>> known = {});

} // namespace bubblescope
