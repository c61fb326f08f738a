// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydata.h"
#include "recordmaker.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// Makes the records of all tables that need analyses: of the steps step by step, since what is found out about a step
/// fills several tables. One thread.
class AnalysedRecords {
public:
    explicit AnalysedRecords(std::unique_ptr<QueryData> data);

    /// False at the end. Throws QueryStopped.
    bool make(RecordBatch& batch);

private:
    struct Part {
        uint32_t table; ///< in queryTables()
        std::optional<int> run {};
        std::optional<int32_t> step {};
    };
    void listParts();
    /// To the first row that is left.
    bool toRow();

    std::unique_ptr<QueryData> m_data;
    std::vector<RecordMaker> m_makers; ///< by table
    std::vector<Part> m_parts;
    bool m_isListed = false;
    size_t m_nextPart = 0;
    std::unique_ptr<QueryCursor> m_cursor;
};

} // namespace bubblescope
