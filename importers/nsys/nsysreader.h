// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nsyscommunicators.h"
#include "nsysranks.h"
#include "nsystables.h"
#include "profiletrace.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace bubblescope {

/// Gives the rows of an Nsight Systems report the meaning that the like of them have in a PyTorch profiler's trace.
class NsysReader {
public:
    /// `choices`: which ranges are steps, and what kernels are.
    NsysReader(SqliteFile& file, TracePart& part, ImportReport& report, std::string fileName,
        std::optional<TimeRange> slice, const ImportChoices& choices);
    /// False where it was cancelled.
    bool read();

private:
    /// What a text of a table means.
    struct Named {
        StringId name;
        EventMeaning meaning;
        bool isKnown = false;
    };
    using Names = std::vector<Named>;

    void readDevice(NsysDeviceWork work);
    void readHost(const NsysHostTable& host);
    void readRanges();
    void readCounters();
    void takeRange(const NsysTable& table, const NsysRow& row, uint32_t lane, const Named& named);
    const Named& namedFor(Names& names, const NsysTable& table, uint32_t text, std::string_view category);
    SpanRecord spanOf(const NsysRow& row, const Named& named) const;
    NsysUnit unitOf(const NsysPlace& place) const;
    void noteDevices(const NsysTable& table, bool onlyWhereNoneIsKnown);
    void voteForThreads();
    /// The unit that a thread is drawn with; null for a process that has none where others have.
    const NsysUnit* unitOf(NsysOwner thread);
    uint32_t laneOf(const NsysUnit& unit, std::string thread, EventPlace place);
    void nameProcesses(const std::vector<int32_t>& ranks);

    SqliteFile& m_file;
    ImportReport& m_report;
    const std::string m_fileName;
    const std::optional<TimeRange> m_slice;
    const KernelNamesPtr m_kernels;
    ProfileTrace m_trace;
    NsysTables m_tables;
    NsysRanks m_ranks;
    NsysCommunicators m_communicators;
    std::vector<NsysUnit> m_units;               ///< in order
    std::map<uint64_t, NsysUnit> m_unitOfThread; ///< of processes with several GPUs, by NsysOwner::number
    std::set<uint64_t> m_left;                   ///< processes that are left out
    bool m_hasDevices = false;
};

} // namespace bubblescope
