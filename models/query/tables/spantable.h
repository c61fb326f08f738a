// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querytable.h"

namespace bubblescope {

/// The spans of all runs, read from the columns of their traces. Looks only at rows of the ranks and times that are
/// asked for, and passes over other categories, operations and names without a call per span; sorts by counting.
class SpanTable final : public QueryTable {
public:
    enum Column {
        RunColumn,
        IdColumn,
        RankColumn,
        StageColumn,
        LaneColumn,
        TrackColumn,
        NameColumn,
        DetailColumn,
        CategoryColumn,
        OperationColumn,
        MicrobatchColumn,
        StepColumn,
        BeginColumn,
        EndColumn,
        DurationColumn,
        SelfColumn,
        WaitColumn,
        BytesColumn,
        ParentColumn,
        DepthColumn,
        RepeatsColumn,
        OriginColumn,
        FileColumn,
        OffsetColumn,
        InputsColumn,
    };

    std::string_view name() const override { return "spans"; }
    std::string_view help() const override { return "The records of all timelines: one interval of one rank each"; }
    std::span<const QueryColumn> columns() const override;
    std::unique_ptr<QueryCursor> open(QueryData& data) const override;
    double estimatedRows(const QueryData& data) const override;
    bool sortsBy(const QueryData& data, std::span<const int> columns, const QueryBounds& bounds,
        bool ofOneRun) const override;
    bool needsFewRanks(const QueryBounds& bounds) const override;
    bool isRecorded() const override { return true; }
};

} // namespace bubblescope
