// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rowspans.h"
#include "sqlitefile.h"
#include "stringtable.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace bubblescope {

/// Reads an RPD file: each GPU is a rank; operations do not say whose they are, so that a thread is drawn with the GPU
/// that it starts most on, else with that of its process.
class RpdReader {
public:
    RpdReader(SqliteFile& file, TracePart& part, ImportReport& report, std::optional<TimeRange> slice,
        const ImportChoices& choices);
    /// False where it was cancelled.
    bool read();

private:
    using Thread = std::pair<int64_t, int64_t>; ///< process and thread

    void readOperations();
    void voteForThreads();
    void readCalls();
    int64_t gpuOf(const Thread& thread) const;
    void nameGpus();
    bool takeTime(const SqliteRows& rows, TimeRange& range);

    SqliteFile& m_file;
    ImportReport& m_report;
    RowSpans m_spans;
    StringTable m_texts;
    std::set<int64_t> m_gpus;                          ///< -1 where no operation was recorded
    std::vector<std::pair<int64_t, int64_t>> m_starts; ///< calls and what they started, by call
    std::map<Thread, int64_t> m_gpuOfThread;
    std::map<int64_t, int64_t> m_gpuOfProcess;
};

} // namespace bubblescope
