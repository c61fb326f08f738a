// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importer.h"
#include "operationcolumns.h"

#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace bubblescope {

inline constexpr int largestWorkerRank = 1 << 20;
inline constexpr int largestRowStage = std::numeric_limits<int16_t>::max() / 4;

/// Who does the operations of a table.
struct OperationWorker {
    int rank = -1; ///< as stated
    int stage = -1;
    int data = -1;
    int tensor = -1;
    std::map<int32_t, TimeRange> steps;
    TimeRange range = TimeRange::nothing();
    int32_t number = -1; ///< in the run
};

struct OperationLane {
    uint32_t worker = 0;
    std::string name;
    std::map<Category, uint32_t> categories; ///< how many rows of each
    Category category = Category::Other;     ///< of what has no stated lane
};

struct OperationRow {
    TimeNs begin = 0;
    TimeNs end = 0;
    int64_t bytes = -1;
    uint64_t offset = 0;
    StringId name;
    StringId inputs; ///< how a kernel was launched, see launchtext.h
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

/// All that was read of a table.
struct OperationRecords {
    std::vector<OperationRow> rows;
    std::vector<OperationWorker> workers;
    std::map<std::tuple<int, int, int, int>, uint32_t> workerOfKey; ///< rank, stage, data and tensor rank
    std::vector<OperationLane> lanes;
};

/// What stands for a category where lanes are not stated: one for compute, for each kind of communication, the host.
Category operationLane(Category category);

/// Makes a run of it. Workers go by their rank, else by stage, data-parallel and tensor-parallel rank, and are then
/// numbered as Megatron-LM numbers them: tensor-parallel ranks first, then data-parallel ones, then stages.
void makeOperationRun(OperationRecords& records, const OperationColumns& columns, const std::string& fileName,
    TracePart& part, ImportReport& report);

} // namespace bubblescope
