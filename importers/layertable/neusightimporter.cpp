// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "neusightimporter.h"

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

struct PredictionColumns {
    char separator = ',';
    size_t count = 0;
    int name = -1;
    int forwardOps = -1;
    int backwardOps = -1;
    int forward = -1;
    int backward = -1;
    int accumulate = -1;
    int backwardAll = -1;
    int total = -1;
};

PredictionColumns findPredictionColumns(std::string_view header)
{
    std::vector<std::string> cells;
    const char separator = separatorOf(header);
    splitCsv(header, cells, separator);
    const auto find = [&](std::string_view name) {
        const auto it
            = std::find_if(cells.begin(), cells.end(), [&](const auto& cell) { return trimmed(cell) == name; });
        return it == cells.end() ? -1 : static_cast<int>(it - cells.begin());
    };
    return {separator, cells.size(), find("Name"), find("FwOps"), find("BwOps"), find("fw_latency"), find("bw_latency"),
        find("acc_latency"), find("bwall_latency"), find("e2e_latency")};
}

bool isPredictionHeader(const PredictionColumns& columns)
{
    return columns.name >= 0 && columns.forward >= 0
        && (columns.total >= 0 || columns.backwardAll >= 0 || columns.forwardOps >= 0);
}

/// Finds the communication in a list of operations such as "[['ALLREDUCE_ASYNC', (1310720,)]]".
CommRequest findComm(std::string_view operations, Category impliedGroup)
{
    for (size_t open = operations.find('\''); open != std::string_view::npos; open = operations.find('\'', open + 1)) {
        const size_t close = operations.find('\'', open + 1);
        if (close == std::string_view::npos)
            return {};
        const std::optional<CommWord> word = parseCommWord(operations.substr(open + 1, close - open - 1));
        if (word && word->operation != Operation::Other) {
            CommRequest comm;
            comm.operation = word->operation;
            comm.asynchronous = word->asynchronous;
            comm.group = word->group.value_or(word->asynchronous ? Category::DataComm : impliedGroup);
            const size_t first = operations.find('(', close);
            const size_t last = operations.find(')', close);
            if (first != std::string_view::npos && last != std::string_view::npos && first < last) {
                std::vector<std::string> extents;
                splitCsv(operations.substr(first + 1, last - first - 1), extents);
                double elements = 1;
                for (const std::string& extent : extents) {
                    if (!trimmed(extent).empty())
                        elements *= std::clamp(parseNumber(extent).value_or(0), 0.0, 1e18);
                }
                comm.elements = elements <= 1e18 ? elements : 0;
                comm.bytes = comm.elements * bytesPerElement;
            }
            return comm;
        }
        open = close;
    }
    return {};
}

LayerRow readPrediction(
    const std::vector<std::string>& cells, const PredictionColumns& columns, CostCells& cost, uint64_t offset)
{
    const auto cell = [&](int column) -> std::string_view { return cells[static_cast<size_t>(column)]; };
    const auto duration = [&](int column, std::string_view name) {
        return column >= 0 ? cost.duration(cell(column), name, offset) : 0;
    };
    LayerRow row;
    row.name = toUtf8(trimmed(cell(columns.name)));
    row.offset = offset;
    row.isGradientRow = row.name.ends_with("_grad");
    row.forwardNs = duration(columns.forward, "fw_latency");
    row.backwardNs = columns.backward >= 0 ? duration(columns.backward, "bw_latency")
                                           : duration(columns.backwardAll, "bwall_latency");
    row.weightGradientNs = duration(columns.accumulate, "acc_latency");
    if (columns.total >= 0)
        row.statedTotalNs = duration(columns.total, "e2e_latency");
    if (columns.forwardOps >= 0)
        row.forwardComm = findComm(cell(columns.forwardOps), Category::TensorComm);
    if (columns.backwardOps >= 0)
        row.backwardComm = findComm(cell(columns.backwardOps), Category::TensorComm);
    if (row.backwardComm.operation == Operation::SendForward)
        row.backwardComm.operation = Operation::SendBackward;
    return row;
}

class NeuSightImporter : public Importer {
    static constexpr FormatSignature namesOfColumns {95, "the names of its columns in the first line"};

public:
    std::string_view id() const override { return "neusight-prediction"; }
    std::string_view displayName() const override { return "layer table (NeuSight prediction)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.csv"}; }
    FormatFacts facts() const override
    {
        return {"NeuSight's pred.py", FormatFacts::Tests::Recordings, ClockPolicy::None, {namesOfColumns}};
    }

    int sniff(std::string_view head) const override
    {
        const std::string text = sniffText(head);
        return isPredictionHeader(findPredictionColumns(firstLine(text))) ? namesOfColumns.sureness : 0;
    }

    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        TableLines lines(source, report, progress);
        if (!lines.nextBelowComments())
            return lines.finish();
        const PredictionColumns columns = findPredictionColumns(lines.line());
        if (!isPredictionHeader(columns)) {
            report.add(
                IssueKind::BadHeader, lines.offset(), say("the first line does not name the columns of a prediction"));
            return true;
        }
        if (columns.backward < 0 && columns.backwardAll < 0)
            report.add(IssueKind::MissingColumn, lines.offset(), say("no column bw_latency"));

        LayerTable table;
        table.name = tableName(source.name());
        table.file = source.name();
        table.kind = LayerTable::Kind::NeuSight;
        CostCells cost(report, nsPerMs);
        std::vector<std::string> cells;
        while (lines.next()) {
            const bool isClosed = splitCsv(lines.line(), cells, columns.separator);
            if (!isClosed || cells.size() < columns.count) {
                lines.reportShortRow(cells.size(), columns.count);
                continue;
            }
            if (!lines.mayJoinSurplus(cells.size(), columns.count))
                continue;
            joinSurplus(cells, columns.count, columns.separator);
            if (lines.mayKeepRow(table.rows.size()))
                table.rows.push_back(readPrediction(cells, columns, cost, lines.offset()));
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

std::unique_ptr<Importer> makeNeuSightImporter() { return std::make_unique<NeuSightImporter>(); }

} // namespace bubblescope
