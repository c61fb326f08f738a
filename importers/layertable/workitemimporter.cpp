// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "workitemimporter.h"

#include "commword.h"
#include "companion.h"
#include "costcell.h"
#include "layerblock.h"
#include "tablelines.h"
#include "tabletext.h"
#include "textencoding.h"
#include "workitemcolumns.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {

using Columns = std::array<int, workItemColumns.size()>; // position in the file, -1 where absent

/// The cells of one line, separated by tabs or as a spreadsheet rewrote them; valid until the next line.
class CellReader {
public:
    explicit CellReader(std::string_view header) : m_separator(separatorOf(header)) { }
    std::vector<std::string_view> read(std::string_view line)
    {
        if (m_separator == '\t')
            return splitTabs(line);
        splitCsv(line, m_kept, m_separator);
        std::vector<std::string_view> cells;
        for (const std::string& cell : m_kept)
            cells.push_back(trimmed(cell));
        return cells;
    }

private:
    char m_separator;
    std::vector<std::string> m_kept;
};

bool isHeader(std::string_view line)
{
    line = withoutByteOrderMark(line);
    CellReader reader(line);
    const std::vector<std::string_view> cells = reader.read(line);
    const auto has = [&](WorkItemColumn column) {
        return std::find(cells.begin(), cells.end(), workItemColumns[column]) != cells.end();
    };
    return has(RowName) && has(ForwardTime);
}

Columns findColumns(std::string_view header)
{
    header = withoutByteOrderMark(header);
    CellReader reader(header);
    const std::vector<std::string_view> cells = reader.read(header);
    Columns columns;
    for (size_t i = 0; i < columns.size(); ++i) {
        const auto it = std::find(cells.begin(), cells.end(), workItemColumns[i]);
        columns[i] = it == cells.end() ? -1 : static_cast<int>(it - cells.begin());
    }
    return columns;
}

class RowReader {
public:
    RowReader(const Columns& columns, ImportReport& report)
        : m_columns(columns), m_report(report), m_cost(report, nsPerMs)
    {
    }

    size_t cellsNeeded() const
    {
        return static_cast<size_t>(*std::max_element(m_columns.begin(), m_columns.end())) + 1;
    }

    LayerRow read(const std::vector<std::string_view>& cells, uint64_t offset)
    {
        m_cells = &cells;
        m_offset = offset;
        LayerRow row;
        row.name = toUtf8(cells[static_cast<size_t>(m_columns[RowName])]);
        row.offset = offset;
        row.forwardNs = duration(ForwardTime);
        row.backwardNs = duration(BackwardTime);
        row.weightGradientNs = duration(WeightTime);
        row.forwardComm = comm(ForwardComm, ForwardSize, Category::TensorComm);
        row.backwardComm = comm(BackwardComm, BackwardSize, Category::TensorComm);
        row.weightComm = comm(WeightComm, WeightSize, Category::DataComm);
        if (row.backwardComm.operation == Operation::SendForward)
            row.backwardComm.operation = Operation::SendBackward;
        row.isGradientRow = row.name.ends_with("_grad");
        return row;
    }

private:
    bool has(WorkItemColumn column) const { return m_columns[column] >= 0; }
    std::string_view cell(WorkItemColumn column) const { return (*m_cells)[static_cast<size_t>(m_columns[column])]; }

    double duration(WorkItemColumn column)
    {
        return has(column) ? m_cost.duration(cell(column), workItemColumns[column], m_offset) : 0;
    }

    CommRequest comm(WorkItemColumn typeColumn, WorkItemColumn sizeColumn, Category impliedGroup)
    {
        CommRequest comm;
        if (!has(typeColumn))
            return comm;
        const std::optional<CommWord> word = parseCommWord(cell(typeColumn));
        if (!word) {
            m_report.add(IssueKind::UnknownCommunication, m_offset,
                say("{} is \"{}\"", workItemColumns[typeColumn], excerpt(cell(typeColumn))));
            return comm;
        }
        if (word->operation == Operation::Other)
            return comm;
        comm.operation = word->operation;
        comm.asynchronous = word->asynchronous;
        comm.thenAllToAll = word->thenAllToAll;
        // Asynchronous communication of the backward pass exchanges gradients between replicas.
        comm.group = word->group.value_or(word->asynchronous ? Category::DataComm : impliedGroup);
        if (has(sizeColumn))
            comm.elements = m_cost.size(cell(sizeColumn), workItemColumns[sizeColumn], m_offset);
        comm.bytes = comm.elements * bytesPerElement;
        return comm;
    }

    const Columns& m_columns;
    ImportReport& m_report;
    CostCells m_cost;
    const std::vector<std::string_view>* m_cells = nullptr;
    uint64_t m_offset = 0;
};

class WorkItemImporter : public Importer {
    static constexpr FormatSignature namesOfColumns {95, "the names of its columns in the first line"};

public:
    std::string_view id() const override { return "work-items"; }
    std::string_view displayName() const override { return "layer table (work items)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.txt", "*.tsv"}; }
    FormatFacts facts() const override
    {
        return {"the work items of Echo", FormatFacts::Tests::Recordings, ClockPolicy::None, {namesOfColumns}};
    }

    int sniff(std::string_view head) const override
    {
        const std::string text = sniffText(head);
        return isHeader(firstLine(text)) ? namesOfColumns.sureness : 0;
    }

    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        TableLines lines(source, report, progress);
        if (!lines.nextBelowComments())
            return lines.finish();
        if (!isHeader(lines.line())) {
            report.add(
                IssueKind::BadHeader, lines.offset(), say("the first line does not name the columns of work items"));
            return true;
        }
        const Columns columns = findColumns(lines.line());
        CellReader cellReader(lines.line());
        for (size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] < 0 && i != ProcessTime)
                report.add(IssueKind::MissingColumn, lines.offset(), say("no column {}", workItemColumns[i]));
        }

        LayerTable table;
        table.name = tableName(source.name());
        table.file = source.name();
        table.kind = LayerTable::Kind::WorkItems;
        RowReader reader(columns, report);
        while (lines.next()) {
            const std::vector<std::string_view> cells = cellReader.read(lines.line());
            if (cells.size() < reader.cellsNeeded())
                lines.reportShortRow(cells.size(), reader.cellsNeeded());
            else if (lines.mayKeepRow(table.rows.size()))
                table.rows.push_back(reader.read(cells, lines.offset()));
        }
        if (!lines.finish())
            return false;
        table.block = findLayerBlock(table.rows);
        attachCompanions(table, source.path());
        contents.layerTables.push_back(std::move(table));
        return true;
    }
};

} // namespace

std::unique_ptr<Importer> makeWorkItemImporter() { return std::make_unique<WorkItemImporter>(); }

} // namespace bubblescope
