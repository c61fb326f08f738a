// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "operationcolumns.h"
#include "operationrows.h"
#include "rowmeaning.h"
#include "slicecache.h"

#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace bubblescope {

/// Makes a run of the rows of one table. Workers are told by their rank, else by stage, data-parallel and tensor-parallel
/// rank, and are then numbered as Megatron-LM numbers them: tensor-parallel ranks first, then data-parallel ones, then
/// stages. A lane per stated lane, else one for compute, one for each kind of communication, and one for the host.
class OperationTableReader {
public:
    OperationTableReader(TracePart& part, ImportReport& report, TableMapping mapping, std::optional<TimeUnit> unit);

    /// Reads all rows below a header; false if cancelled or refused for want of memory, which is reported.
    bool read(OperationRows& rows, const ByteSource& source);
    /// Call after the last row.
    void finish(const std::string& fileName);
    bool isRefused() const { return m_isRefused; }

    /// The unit that times are in if nobody states it, by the first rows. `isCertain` where the times count from 1970.
    struct UnitGuess {
        TimeUnit unit = TimeUnit::Microseconds;
        bool isCertain = false;
    };
    struct SampleRow {
        std::vector<std::string> cells;
        uint64_t offset = 0;
    };
    static UnitGuess guessUnit(
        const std::vector<std::string>& header, const OperationColumns& columns, const std::vector<SampleRow>& rows);

private:
    struct Worker {
        int rank = -1; ///< as stated
        int stage = -1;
        int data = -1;
        int tensor = -1;
        std::map<int32_t, TimeRange> steps;
        TimeRange range = TimeRange::nothing();
        int32_t number = -1; ///< in the run
    };
    struct LaneOfWorker {
        uint32_t worker = 0;
        std::string name;
        std::map<Category, uint32_t> categories; ///< how many rows of each
        Category category = Category::Other;     ///< of what has no stated lane
    };
    struct KeptRow {
        TimeNs begin = 0;
        TimeNs end = 0;
        int64_t bytes = -1;
        uint64_t offset = 0;
        StringId name;
        uint32_t worker = 0;
        uint32_t lane = 0;
        uint32_t communicator = CollectiveCall::noCommunicator;
        int32_t step = -1;
        int32_t microbatch = -1;
        int32_t chunk = -1;
        int16_t stage = -1;
        Category category = Category::Other;
        Operation operation = Operation::Other;
    };
    struct NamedRow {
        RowMeaning meaning;
        StringId name;
        uint32_t communicator = CollectiveCall::noCommunicator;
    };
    template <typename CellOf> bool readRow(const CellOf& cell, uint64_t offset);
    template <typename CellOf> bool readTimes(const CellOf& cell, KeptRow& row, uint64_t offset);
    template <typename CellOf> std::optional<uint32_t> workerOf(const CellOf& cell, uint64_t offset);
    bool readTime(std::string_view text, OperationColumn column, TimeNs& time, uint64_t offset);
    std::optional<int> number(std::string_view text, OperationColumn column, uint64_t offset);
    const NamedRow& namedRow(std::string_view name, std::string_view category, std::string_view group);
    uint32_t laneOf(uint32_t worker, std::string_view stated, Category category);
    void numberWorkers(const std::string& fileName);
    void countMicrobatches();
    void makeTracks();
    void endSteps();
    void addSpans();
    bool statesRanks() const;
    TimeUnit unitOf(OperationColumn column) const;

    TracePart& m_part;
    TraceBuilder& m_builder;
    ImportReport& m_report;
    TableMapping m_mapping;
    std::optional<TimeUnit> m_unit; ///< that the user states
    TimeUnit m_usualUnit = TimeUnit::Microseconds;
    OperationColumns m_columns;
    std::unordered_map<std::string, std::string> m_operations; ///< what the mapping takes names for
    std::vector<KeptRow> m_rows;
    std::vector<Worker> m_workers;
    std::map<std::tuple<int, int, int, int>, uint32_t> m_workerOfKey;
    std::vector<LaneOfWorker> m_lanes;
    std::map<std::tuple<uint32_t, std::string, Category>, uint32_t> m_laneOfKey;
    SliceCache<NamedRow, 3> m_names;
    NamedRow m_scratch;
    std::vector<TrackId> m_tracks;
    int m_stages = 0;
    bool m_isRefused = false;
};

} // namespace bubblescope
