// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "launcharguments.h"
#include "operationrows.h"
#include "operationrun.h"
#include "rowmeaning.h"
#include "slicecache.h"

#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Reads the rows of one table and makes a run of them, see makeOperationRun(). A lane per stated lane, else one for
/// compute, one for each kind of communication, and one for the host.
class OperationTableReader {
public:
    OperationTableReader(TracePart& part, ImportReport& report, TableMapping mapping, const ImportChoices& choices);

    /// Reads all rows below a header; false if cancelled or refused for want of memory, which is reported.
    bool read(OperationRows& rows, const ByteSource& source);
    /// Call after the last row.
    void finish(const std::string& fileName)
    {
        makeOperationRun(m_records, m_columns, fileName, m_part, m_report);
    }
    bool isRefused() const { return m_isRefused; }

private:
    struct NamedRow {
        RowMeaning meaning;
        StringId name;
        uint32_t communicator = CollectiveCall::noCommunicator;
    };
    /// `cellAt`: by the number of the column.
    template <typename CellAt> bool readRow(const CellAt& cellAt, uint64_t offset);
    template <typename CellAt> StringId launchOf(const CellAt& cellAt);
    void takeHeader(const std::vector<std::string>& header);
    template <typename CellOf> bool readTimes(const CellOf& cell, OperationRow& row, uint64_t offset);
    template <typename CellOf> std::optional<uint32_t> workerOf(const CellOf& cell, uint64_t offset);
    bool readTime(std::string_view text, OperationColumn column, TimeNs& time, uint64_t offset);
    std::optional<int> number(std::string_view text, OperationColumn column, uint64_t offset);
    const NamedRow& namedRow(std::string_view name, std::string_view category, std::string_view group);
    uint32_t laneOf(uint32_t worker, std::string_view stated, Category category);
    bool statesRanks() const;
    TimeUnit unitOf(OperationColumn column) const;

    TracePart& m_part;
    TraceBuilder& m_builder;
    ImportReport& m_report;
    TableMapping m_mapping;
    std::optional<TimeUnit> m_unit; ///< that the user states
    const KernelNamesPtr m_kernels;
    TimeUnit m_usualUnit = TimeUnit::Microseconds;
    OperationColumns m_columns;
    std::array<int, amdLaunchParts> m_launchColumns {}; ///< of rocprofv3's kernels; -1 for none
    bool m_tellsLaunches = false;
    std::unordered_map<std::string, std::string> m_operations; ///< what the mapping takes names for
    OperationRecords m_records;
    std::map<std::tuple<uint32_t, std::string, Category>, uint32_t> m_laneOfKey;
    SliceCache<NamedRow> m_names;
    NamedRow m_scratch;
    bool m_isRefused = false;
};

} // namespace bubblescope
