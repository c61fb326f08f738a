// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importreport.h"
#include "nsysrows.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What a device did, a table each.
enum class NsysDeviceWork : uint8_t { Kernel, Copy, Set, Graph, Synchronization };
/// What a thread did, some tables each. The category is the word that PyTorch's profiler has for the like.
struct NsysHostTable {
    std::string_view name;
    std::string_view category;
    bool isOverhead = false;
};

/// Reads tables into rows: whatever lacks a time or a place is counted as damage and left out.
class NsysTables {
public:
    NsysTables(SqliteFile& file, ImportReport& report, std::optional<TimeRange> slice);

    /// What the file adds to its times: when the session began, in ns since the epoch; 0 where it does not say.
    static TimeNs baseOf(SqliteFile& file);
    /// Earliest begin of anything; nothing where there is nothing.
    static std::optional<TimeNs> earliestOf(SqliteFile& file);

    void read(NsysDeviceWork work, NsysTable& table);
    static const std::vector<NsysHostTable>& hostTables();
    void read(const NsysHostTable& host, NsysTable& table);
    /// Ranges of NVTX. NsysMore::kind is the domain, where it is not the program's own, or has a payload.
    void readRanges(NsysTable& table);
    /// By process and number.
    const std::map<std::pair<uint64_t, int64_t>, std::string>& domains() const { return m_domains; }
    /// Names that programs give to threads by NVTX, by NsysOwner::number.
    const std::map<uint64_t, std::string>& namedThreads() const { return m_namedThreads; }

private:
    /// False where the row is to be left out.
    bool readTime(const SqliteRows& rows, NsysRow& row, bool* isOpen = nullptr);
    void readEventTypes();
    uint64_t ownerOf(std::optional<int64_t> globalPid);

    SqliteFile& m_file;
    ImportReport& m_report;
    const std::optional<TimeRange> m_slice;
    TimeNs m_lastEnd = 0;
    std::optional<uint64_t> m_onlyProcess; ///< of kernels that do not say theirs
    std::map<int64_t, std::string> m_eventTypes;
    std::map<std::pair<uint64_t, int64_t>, std::string> m_domains;
    std::map<uint64_t, std::string> m_namedThreads;
};

} // namespace bubblescope
