// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jsoncursor.h"
#include "launcharguments.h"
#include "rowspans.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope {

/// Reads the buffered records of rocprofv3's JSON: each GPU of each process is a rank, threads are drawn with the first
/// GPU of their process. Times are ns of the host's clock. A file that breaks off is read as far as it goes.
class RocprofJsonReader {
public:
    static constexpr std::string_view rootKeyInQuotes = "\"rocprofiler-sdk-tool\"";

    RocprofJsonReader(TracePart& part, ImportReport& report, const ImportChoices& choices)
        : m_part(part), m_report(report), m_spans(part, report, std::nullopt, choices)
    {
    }

    /// `text` is the whole file. False where `mayContinue`, asked now and then, says no.
    bool read(std::string_view text, const std::function<bool()>& mayContinue);

private:
    struct Agent {
        bool isGpu = false;
        int64_t index = 0;
        std::string name;
    };
    struct Kernel {
        std::string name;
        std::optional<int64_t> registers; ///< of a work-item
    };
    struct Process {
        size_t number = 0; ///< in the file
        int64_t pid = 0;
        std::string host;
        std::map<uint64_t, Agent> agents;
        std::unordered_map<uint64_t, Kernel> kernels;
        std::unordered_map<uint64_t, std::string> messages; ///< of markers, by correlation
        std::vector<std::vector<std::string>> operations;   ///< by kind
    };
    /// One record, of whatever kind.
    struct Record {
        std::optional<int64_t> begin;
        std::optional<int64_t> end;
        uint64_t thread = 0;
        uint64_t correlation = 0;
        uint64_t kind = 0;
        uint64_t operation = 0;
        uint64_t agent = 0;
        uint64_t from = 0;
        uint64_t to = 0;
        uint64_t queue = 0;
        std::optional<uint64_t> stream;
        uint64_t kernel = 0;
        int64_t bytes = -1;
        AmdLaunch launch {}; ///< without registers, which are the kernel's
    };
    /// A process, by its number in the file, and the handle of its GPU; 0 where it has none.
    using Unit = std::pair<size_t, uint64_t>;

    void readFacts(std::string_view key, std::string_view value, Process& process);
    void readStrings(std::string_view value, Process& process);
    bool readRecords(JsonCursor& cursor, const Process& process);
    void takeRecord(std::string_view list, const Record& record, const Process& process);
    void drawOnDevice(
        const Record& record, TimeRange range, uint64_t agent, const RowSpans::Named& named, const Process& process);
    void drawOnHost(const Record& record, TimeRange range, const RowSpans::Named& named, const Process& process);
    Unit unitOfHost(const Process& process) const;
    void nameUnits(const std::vector<Process>& processes);

    TracePart& m_part;
    ImportReport& m_report;
    RowSpans m_spans;
    std::map<AmdLaunch, StringId> m_launches;
    std::set<Unit> m_units;
    std::function<bool()> m_mayContinue;
    size_t m_records = 0;
    bool m_readsHosts = false; ///< else devices, which say what threads are drawn with
    bool m_isCancelled = false;
};

} // namespace bubblescope
