// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderscan.h"
#include "importer.h"
#include "loadreporter.h"
#include "memorybudget.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// Reads the files of a scan on several threads. What they hold stays by file, in the order of their names, so that the
/// same folder always gives the same result.
class FileReading {
public:
    struct File {
        const ScannedFile* scanned = nullptr;
        FileContents contents;
        ImportReport report;
        std::optional<TimeNs> start; ///< of the run that the file belongs to, if a slice was requested
        TimeNs base = 0;             ///< FileStart::base in that case
        LoadReporter::File progress;
        std::atomic<bool> finished {false}; ///< contents and report will not change any more
    };
    struct Options {
        unsigned threads = 1;
        /// ns from the start of the run: keeps only what meets this range, for formats that support it.
        std::optional<TimeRange> slice;
        ImportChoices choices;
        uint64_t memory = UINT64_MAX; ///< bytes that all files may take
    };

    /// Scan and reporter must outlive this object.
    FileReading(const FolderScan& scan, LoadReporter& reporter, Options options);

    /// False if cancelled. `oneMore` is called on any thread when a file is finished; it may look at all that are.
    bool read(const std::function<void()>& oneMore);
    const std::vector<std::unique_ptr<File>>& files() const { return m_files; }
    /// Layer tables, workloads and logs in the finished files.
    size_t tablesRead() const { return m_tablesRead; }

private:
    bool findStarts();
    void readFile(File& file);
    void importInto(File& file);

    LoadReporter& m_reporter;
    Options m_options;
    MemoryLimit m_limit;
    ColumnPoolPtr m_pool = std::make_shared<ColumnPool>(); // spans of files go while they are put together
    std::vector<std::unique_ptr<File>> m_files; ///< by name
    std::vector<File*> m_bySize;                ///< largest first
    std::atomic<size_t> m_tablesRead {0};
};

} // namespace bubblescope
