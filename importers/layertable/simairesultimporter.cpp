// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simairesultimporter.h"

#include "costcell.h"
#include "roundedtime.h"
#include "tablelines.h"
#include "tabletext.h"
#include "textencoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr size_t mostSummaryEntries = 256;

// In file order; names of columns further right (algbw, busbw) occur three times.
constexpr std::array<std::string_view, 6> timeColumns {
    "fwd compute", "wg compute", "ig compute", "fwd exposed comm", "wg exposed comm", "ig exposed comm"};

struct ResultColumns {
    size_t count = 0;
    std::array<int, timeColumns.size()> times {-1, -1, -1, -1, -1, -1};
    bool isComplete() const { return std::find(times.begin(), times.end(), -1) == times.end(); }
};

/// ASTRA-sim 1 leaves the cell above the layer names empty.
bool isRowHeader(std::string_view line)
{
    line = trimmed(line);
    return line.starts_with("layer_name")
        ? line.find("fwd compute") != std::string_view::npos
        : line.starts_with(',') && line.find(",fwd compute,wg compute,ig compute,") != std::string_view::npos;
}

bool isSummaryHeader(std::string_view line)
{
    return trimmed(line).starts_with("File name") && line.find("Expose DP comm") != std::string_view::npos;
}

std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells;
    splitCsv(line, cells);
    for (std::string& cell : cells)
        cell = toUtf8(trimmed(cell));
    return cells;
}

ResultColumns findResultColumns(const std::vector<std::string>& header)
{
    ResultColumns columns;
    columns.count = header.size();
    for (size_t i = 0; i < timeColumns.size(); ++i) {
        const auto it = std::find(header.begin(), header.end(), timeColumns[i]);
        if (it != header.end())
            columns.times[i] = static_cast<int>(it - header.begin());
    }
    return columns;
}

LayerRow readResultRow(const std::vector<std::string>& cells, const ResultColumns& columns, CostCells& cost, uint64_t offset)
{
    std::array<double, timeColumns.size()> times {};
    for (size_t i = 0; i < times.size(); ++i) {
        if (columns.times[i] >= 0)
            times[i] = cost.duration(cells[static_cast<size_t>(columns.times[i])], timeColumns[i], offset);
    }
    LayerRow row;
    row.name = cells.front();
    row.offset = offset;
    row.forwardNs = times[0];
    row.weightGradientNs = times[1];
    row.backwardNs = times[2];
    row.forwardCommNs = times[3];
    row.weightCommNs = times[4];
    row.backwardCommNs = times[5];
    return row;
}

class ResultReader {
public:
    ResultReader(TableLines& lines, LayerTable& table, ImportReport& report)
        : m_lines(lines), m_table(table), m_report(report), m_cost(report, nsPerUs)
    {
    }

    void readLine()
    {
        const std::string_view line = m_lines.line();
        if (isRowHeader(line)) {
            m_header = cellsOf(line);
            m_columns = findResultColumns(m_header);
            for (size_t i = 0; i < timeColumns.size(); ++i) {
                if (m_columns.times[i] < 0)
                    m_report.add(IssueKind::MissingColumn, m_lines.offset(), say("no column {}", timeColumns[i]));
            }
        } else if (m_columns.count == 0) {
            readSummaryLine(cellsOf(line));
        } else {
            readRowLine(cellsOf(line));
        }
    }
    bool hasHeader() const { return m_columns.count > 0; }

private:
    void addSummary(const std::string& key, const std::string& value)
    {
        if (!key.empty() && m_table.summary.size() < mostSummaryEntries)
            m_table.summary.emplace_back(key, value);
    }

    void readSummaryLine(std::vector<std::string> cells)
    {
        if (m_summaryKeys.empty()) {
            m_summaryKeys = std::move(cells);
            return;
        }
        joinSurplus(cells, m_summaryKeys.size(), ',');
        for (size_t i = 0; i < std::min(cells.size(), m_summaryKeys.size()); ++i)
            addSummary(m_summaryKeys[i], cells[i]);
    }

    void readRowLine(std::vector<std::string> cells)
    {
        if (cells.front() == "total exposed comm") {
            // "total exposed comm,276374.45,total comp,40829.14,…": the summary once more, unrounded.
            for (size_t i = 0; i + 1 < cells.size(); i += 2)
                addSummary(cells[i], cells[i + 1]);
            return;
        }
        // ns-3 results have a last column that some rows lack.
        const size_t needed
            = static_cast<size_t>(*std::max_element(m_columns.times.begin(), m_columns.times.end())) + 1;
        if (cells.size() < needed) {
            m_lines.reportShortRow(cells.size(), needed);
            return;
        }
        if (!m_lines.mayJoinSurplus(cells.size(), m_columns.count))
            return;
        joinSurplus(cells, m_columns.count, ',');
        if (cells.front() == "SUM") {
            for (const int column : m_columns.times) {
                if (column >= 0)
                    addSummary("SUM " + m_header[static_cast<size_t>(column)], cells[static_cast<size_t>(column)]);
            }
            return;
        }
        if (m_lines.mayKeepRow(m_table.rows.size()))
            m_table.rows.push_back(readResultRow(cells, m_columns, m_cost, m_lines.offset()));
    }

    TableLines& m_lines;
    LayerTable& m_table;
    ImportReport& m_report;
    CostCells m_cost;
    std::vector<std::string> m_summaryKeys;
    std::vector<std::string> m_header;
    ResultColumns m_columns;
};

class SimAIResultImporter : public Importer {
    static constexpr FormatSignature namesOfColumns {
        95, "the names of its columns, or of its totals, in the first line"};

public:
    std::string_view id() const override { return "simai-result"; }
    std::string_view displayName() const override { return "layer table (SimAI result)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*EndToEnd.csv"}; }
    FormatFacts facts() const override
    {
        return {"SimAI_analytical and SimAI_simulator", FormatFacts::Tests::Recordings, ClockPolicy::None,
            {namesOfColumns}};
    }

    int sniff(std::string_view head) const override
    {
        const std::string text = sniffText(head);
        const std::string_view line = firstLine(text);
        return isSummaryHeader(line) || isRowHeader(line) ? namesOfColumns.sureness : 0;
    }

    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        TableLines lines(source, report, progress);
        LayerTable table;
        table.name = tableName(source.name());
        table.file = source.name();
        table.kind = LayerTable::Kind::SimAIResult;
        ResultReader reader(lines, table, report);
        bool hasLines = false;
        while (lines.next()) {
            hasLines = true;
            reader.readLine();
        }
        if (!lines.finish())
            return false;
        if (!hasLines)
            return true;
        if (table.rows.empty())
            report.add(IssueKind::IncompleteBlock, {},
                reader.hasHeader() ? say("the result has no layer rows")
                                   : say("the result ends before its layer rows"));
        if (!table.rows.empty() || !table.summary.empty())
            contents.layerTables.push_back(std::move(table));
        return true;
    }
};

} // namespace

std::unique_ptr<Importer> makeSimAIResultImporter() { return std::make_unique<SimAIResultImporter>(); }

} // namespace bubblescope
