// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "rowspans.h"
#include "sqlitefile.h"
#include "stringtable.h"

#include <array>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Reads the recordings in a rocpd database: each GPU that a process uses is a rank, its threads are drawn with the GPU
/// that they start most work on. Times are ns of the host's clock.
class RocpdReader {
public:
    static constexpr std::array<std::string_view, 3> tablesOfSpans {
        "rocpd_kernel_dispatch", "rocpd_memory_copy", "rocpd_region"};
    /// The name of a table in schemas 3 and 4 (`schema_version` in rocpd_metadata), before names ended with the id of the
    /// recording.
    static std::string olderTable(std::string_view table);

    RocpdReader(SqliteFile& file, TracePart& part, ImportReport& report, std::optional<TimeRange> slice,
        const ImportChoices& choices, size_t mostSamples);
    /// False where it was cancelled.
    bool read();

private:
    struct Process {
        int64_t pid = 0;
        std::string host;
        std::string command;
        std::optional<int32_t> rank; ///< as its environment states it
        std::optional<int32_t> world;
        std::string_view variable; ///< that states it
    };
    struct Agent {
        bool isGpu = false;
        int64_t index = 0;
        std::string name;
    };
    /// A GPU of a process, or a process without one (agent -1).
    struct Unit {
        size_t recording = 0;
        int64_t process = 0; ///< row of its table
        int64_t agent = -1;  ///< row of its table
        auto operator<=>(const Unit&) const = default;
    };
    struct Event {
        uint32_t stack = 0;       ///< number that a call and what it started share
        uint32_t correlation = 0; ///< the same, as some writers have it
        uint32_t category = 0;    ///< row of the texts
    };
    /// The tables of one recording.
    struct Recording {
        size_t number = 0;
        std::string suffix;
        std::map<int64_t, Process> processes;
        std::map<int64_t, Agent> agents;
        std::map<int64_t, int64_t> threads; ///< numbers of the system
        std::vector<Event> events;          ///< by row, from 0
        bool usesStack = true;              ///< see Event
        bool isOlder = false;               ///< see olderTable()
        /// Of older recordings of several processes: whose calls have a number (anyProcess where several do), and who
        /// starts most on an agent.
        std::unordered_map<uint64_t, int64_t> launchers;
        std::map<int64_t, int64_t> processOfAgent;

        std::string table(std::string_view name) const;
        /// Older kernels and counters do not state theirs: that of the recording, which then has one.
        int64_t processOf(std::optional<int64_t> stated) const;
    };

    void readRecording(Recording& recording);
    void readProcesses(Recording& recording);
    void readEvents(Recording& recording);
    /// Whether calls and what they started share the number of the stack, or the correlation.
    bool sharesStack(const Recording& recording);
    /// Whose kernels they are, where they do not say so themselves.
    void findLaunchers(Recording& recording);
    int64_t processOfKernel(
        const Recording& recording, std::optional<int64_t> stated, std::optional<int64_t> event, int64_t agent) const;
    void voteForThreads(Recording& recording);
    void readKernels(Recording& recording);
    void readCopies(Recording& recording);
    void readRegions(Recording& recording);
    /// Of kernels, at their begin, and of what was sampled.
    void readCounters(Recording& recording);
    const Event* eventOf(const Recording& recording, std::optional<int64_t> row) const;
    std::optional<uint64_t> numberOf(const Recording& recording, std::optional<int64_t> event) const;
    bool takeTime(const SqliteRows& rows, TimeRange& range);
    /// The unit itself; the first where there are more than anybody has.
    Unit noted(const Unit& unit);
    Unit unitOfThread(const Recording& recording, int64_t process, int64_t thread);
    void nameUnits(const std::vector<Recording>& recordings);

    SqliteFile& m_file;
    TracePart& m_part;
    ImportReport& m_report;
    RowSpans m_spans;
    size_t m_mostSamples;   ///< of counters
    std::set<Unit> m_units; ///< those that anything is drawn with
    std::map<std::tuple<size_t, int64_t, int64_t>, int64_t>
        m_threadOf; ///< agents of threads that start work on several
};

} // namespace bubblescope
