// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "slicecache.h"
#include "tracebuilder.h"
#include "tracemeaning.h"
#include "tracerecord.h"

#include <string_view>

namespace bubblescope {

/// What records with the same text have in common.
struct OperationEntry {
    OperationMeaning meaning;
    StringId name;
    StringId detail;
    int64_t bytes = -1;
    ShapeProblem problem = ShapeProblem::None;
    bool simulated = false;
};

/// The same of a sub-operation.
struct SubOperationEntry {
    StringId name;
    StringId detail;
    int64_t bytes = -1;
    Category category = Category::OtherComm;
    TraceLane lane = TraceLane::OtherComm;
    Operation operation = Operation::Other;
    ShapeProblem problem = ShapeProblem::None;
};

/// Interprets the text of records that differ in their times only once.
class RecordEntries {
public:
    explicit RecordEntries(TraceBuilder& builder) : m_builder(builder) { }

    /// Valid until the next record.
    const OperationEntry& of(const TraceRecord& record);
    /// Valid until the next sub-operation.
    const SubOperationEntry& ofSubOperation(std::string_view text, const SubOperationTimes& times);
    /// Where the times could not be cut out.
    const SubOperationEntry& onceOfSubOperation(std::string_view text);

private:
    OperationEntry make(const TraceRecord& record);
    SubOperationEntry makeSubOperation(std::string_view text);
    StringId internClipped(std::string_view text);

    TraceBuilder& m_builder;
    SliceCache<OperationEntry> m_operations;
    SliceCache<SubOperationEntry> m_subOperations;
    OperationEntry m_operationScratch; ///< for entries that are not cached: damaged or very long ones
    SubOperationEntry m_subOperationScratch;
};

} // namespace bubblescope
