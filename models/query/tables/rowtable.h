// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "querydata.h"
#include "querytable.h"

#include <utility>
#include <vector>

namespace bubblescope {

/// Where a row of a RowTable is: the `index`-th of an input, or of one of its steps.
struct QueryRow {
    QueryData* data = nullptr;
    QueryInput* input = nullptr; ///< null in a table of the whole folder
    int step = -1;               ///< index; -1 where rows belong to no step
    size_t index = 0;
    QuerySpansPtr spans {}; ///< among which it is; null in tables that need none
    uint32_t before = 0;    ///< what is numbered in parts of the run that come before these spans

    const Trace& trace() const { return spans ? spans->trace() : input->trace(); }
    /// Of a span among them, in the whole database.
    int64_t idOf(SpanId span) const { return input->idOf(spans->numberOf(span)); }
};

/// A table whose rows are counted and then read one by one from what a run or an analysis already has. In a table of
/// inputs the first column is the number of the run; in one of steps the second is the number of the step.
class RowTable : public QueryTable {
public:
    enum class Per : uint8_t {
        Folder,
        Input,
        Run,       ///< inputs with a timeline
        Step,      ///< each step of a run that has times
        StepOrLog, ///< as well as logs, which have one part without a step
    };
    /// What is read at a time of a run that is not all in memory; needed where rows are about spans.
    enum class Reads : uint8_t { Nothing, Ranks, Steps };
    struct Column {
        QueryColumn column;
        void (*cell)(const QueryRow& row, QueryCell& cell);
    };
    struct Definition {
        std::string_view name;
        std::string_view help;
        Per per = Per::Input;
        size_t (*count)(const QueryRow& part);
        std::vector<Column> columns;
        double (*estimate)(const QueryData& data) = nullptr; ///< null: few
        /// The rows of a part that may fit; null: all.
        std::pair<size_t, size_t> (*narrow)(const QueryRow& part, const QueryBounds& bounds) = nullptr;
        bool isRecorded = false; ///< see QueryTable
        /// In a table of runs. Where ranks are read, the third column gives them, by the id of a span.
        Reads reads = Reads::Nothing;
        /// What its second column, an id, numbers: a constant; and how many of them a part has.
        std::string_view numbered {};
        uint32_t (*countNumbered)(const QueryRow& part) = nullptr;
    };
    explicit RowTable(Definition definition);

    std::string_view name() const override { return m_definition.name; }
    std::string_view help() const override { return m_definition.help; }
    std::span<const QueryColumn> columns() const override { return m_columns; }
    std::unique_ptr<QueryCursor> open(QueryData& data) const override;
    double estimatedRows(const QueryData& data) const override;
    bool isRecorded() const override { return m_definition.isRecorded; }
    bool isOfSteps() const override { return isOfSteps(m_definition.per); }

private:
    static bool isOfSteps(Per per) { return per == Per::Step || per == Per::StepOrLog; }
    class Cursor;
    Definition m_definition;
    std::vector<QueryColumn> m_columns;
};

// Cells that most tables have.
RowTable::Column runColumn();
RowTable::Column stepColumn(); ///< NULL in parts without a step

} // namespace bubblescope
