// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rowspans.h"
#include "sqlitefile.h"
#include "stringtable.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace bubblescope {

/// Reads a database of Ascend's profiler into the lanes that its trace_view.json shows: streams of the hardware,
/// operations of communication groups, the calls of CANN and of PyTorch. Each device is a rank. Times are ns since
/// 1970.
class AscendReader {
public:
    AscendReader(SqliteFile& file, TracePart& part, ImportReport& report, std::string fileName,
        std::optional<TimeRange> slice, const ImportChoices& choices);
    /// False where it was cancelled.
    bool read();

private:
    /// What the profiler says of a task that computed, by rows of the texts.
    struct Computed {
        int64_t name = -1;
        int64_t type = -1;
    };
    /// What a device did, without its parts: the profiler's own sums begin and end with them.
    struct Work {
        std::vector<TimeRange> computing;
        std::vector<TimeRange> communication;
    };

    bool takeTime(const SqliteRows& rows, TimeRange& range);
    void readTasks();
    void readCommunication();
    void readPyTorch();
    void readMarks();
    void readCann();
    void readCounters();
    void readSteps();
    void addSums();
    void nameProcesses();
    std::optional<int32_t> rankOfName();
    /// Of the host, which belongs to the first device.
    std::string hostKey(const char* process, int64_t globalThread, std::string& thread);
    void noteStarted(std::optional<int64_t> connection, uint32_t lane, uint32_t span);

    SqliteFile& m_file;
    TracePart& m_part;
    ImportReport& m_report;
    const std::string m_fileName;
    RowSpans m_spans;
    StringTable m_texts;
    std::map<int64_t, Work> m_devices;
    std::unordered_set<int64_t> m_connections; ///< that lead to work of a device
    bool m_hasSteps = false;
};

} // namespace bubblescope
