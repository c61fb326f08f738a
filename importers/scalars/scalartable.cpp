// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "scalartable.h"

#include "namewords.h"
#include "numbertext.h"
#include "scalarcurves.h"
#include "scalarhistory.h"
#include "tablelines.h"
#include "tabletext.h"
#include "textencoding.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t mostScalarColumns = 20'000;

bool isTensorBoardHeader(const std::vector<std::string>& header)
{
    return header.size() == 3 && header[0] == "Wall time" && header[1] == "Step" && header[2] == "Value";
}

/// Which column numbers the rows; -1 if none does.
int stepColumn(const std::vector<std::string>& header)
{
    for (const std::string_view name :
        {"_step"sv, "step"sv, "Step"sv, "global_step"sv, "trainer/global_step"sv, "iteration"sv, "Iteration"sv, "iter"sv}) {
        const auto found = std::find(header.begin(), header.end(), name);
        if (found != header.end())
            return static_cast<int>(found - header.begin());
    }
    return -1;
}

/// "RUN - train/loss" of a chart: the run, which may be empty, and the scalar.
std::pair<std::string, std::string> runAndScalar(const std::string& column)
{
    const size_t at = column.rfind(" - ");
    return at == std::string::npos ? std::pair(std::string(), column)
                                   : std::pair(column.substr(0, at), column.substr(at + 3));
}

bool isScalarHeader(const std::vector<std::string>& header)
{
    if (isTensorBoardHeader(header))
        return true;
    const int step = stepColumn(header);
    for (size_t i = 0; i < header.size() && step >= 0; ++i) {
        if (static_cast<int>(i) != step && meaningOfScalar(runAndScalar(header[i]).second).figure)
            return true;
    }
    return false;
}

std::vector<std::string> headerOf(std::string_view line, char separator)
{
    std::vector<std::string> cells;
    if (!splitCsv(line, cells, separator) || cells.size() > mostScalarColumns)
        return {};
    for (std::string& cell : cells)
        cell = toUtf8(trimmed(cell));
    return cells;
}

/// TensorBoard names its downloads "run-RUN-tag-TAG.csv", with _ for what no file name may have.
std::pair<std::string, std::string> runAndTag(std::string_view file)
{
    std::string name = tableName(file);
    const size_t tag = name.find("-tag-");
    if (tag != std::string::npos)
        return {name.starts_with("run-") ? name.substr(4, tag - 4) : name.substr(0, tag), name.substr(tag + 5)};
    return {name, name};
}

double scalarNumber(std::string_view cell)
{
    return parseNumber(cell).value_or(std::numeric_limits<double>::quiet_NaN());
}

class ScalarTableImporter final : public Importer {
    static constexpr FormatSignature trainerState {
        80, "the keys log_history and global_step of Hugging Face's trainer"};
    static constexpr FormatSignature historyLine {
        65, "a line of JSON with a step and a figure of it: before tables of operations"};
    static constexpr FormatSignature pointList {60, "a list of lists of three numbers"};
    static constexpr FormatSignature scalarColumns {
        60, "columns of a step and of a figure that steps have: any tracer has steps"};

public:
    std::string_view id() const override { return "scalar-table"; }
    std::string_view displayName() const override { return "scalars (TensorBoard, Weights & Biases)"; }
    std::vector<std::string_view> filePatterns() const override { return {"*.csv", "*.tsv", "*.json", "*.jsonl"}; }
    FormatFacts facts() const override
    {
        return {"the exports of TensorBoard and Weights & Biases", FormatFacts::Tests::Shapes, ClockPolicy::None,
            {trainerState, historyLine, pointList, scalarColumns}};
    }
    int sniff(std::string_view head) const override
    {
        const std::string text = sniffText(head);
        if (isPointList(text))
            return pointList.sureness;
        if (isTrainerState(text))
            return trainerState.sureness;
        const std::string_view line = firstLine(text);
        if (isHistoryLine(line))
            return historyLine.sureness;
        const bool isTable
            = line.find('{') == std::string_view::npos && isScalarHeader(headerOf(line, separatorOf(line)));
        return isTable ? scalarColumns.sureness : 0;
    }
    bool import(
        ByteSource& source, FileContents& contents, ImportReport& report, const ProgressFn& progress) const override
    {
        TableLines lines(source, report, progress);
        std::map<std::string, ScalarCurves> curvesOfRun;
        if (lines.nextBelowComments()) {
            if (isPointList(lines.line()))
                readPoints(lines, source.name(), curvesOfRun, report);
            else if (isHistoryLine(lines.line()))
                readHistory(lines, source.name(), contents.runLogs, report);
            else if (lines.line().starts_with('{'))
                readTrainerState(textOf(lines), source.name(), contents.runLogs, report);
            else
                readTable(lines, source.name(), curvesOfRun, report);
        }
        if (!lines.finish())
            return false;
        for (auto& [run, curves] : curvesOfRun) {
            if (std::optional<RunLog> log = curves.finish(run, source.name()))
                contents.runLogs.push_back(std::move(*log));
        }
        if (contents.runLogs.empty() && report.isEmpty())
            report.add(IssueKind::IncompleteBlock, std::nullopt, say("it holds no curve of a figure that steps have"));
        return true;
    }

private:
    /// The lines from the present one on; JSON does not care where they break. As much as a state can have.
    static std::string textOf(TableLines& lines)
    {
        constexpr size_t longestState = size_t(256) << 20;
        std::string text;
        do {
            text += lines.line();
            text += '\n';
        } while (text.size() < longestState && lines.next());
        return text;
    }

    /// "[[1700000000.5, 1, 2.5], …": three numbers.
    static bool isPointList(std::string_view text)
    {
        text = trimmed(text.substr(0, 400));
        if (!text.starts_with('['))
            return false;
        text = trimmed(text.substr(1));
        const size_t end = text.find(']');
        return text.starts_with('[') && end != std::string_view::npos && numbersOf(text.substr(1, end - 1)).size() == 3;
    }
    static std::vector<double> numbersOf(std::string_view list)
    {
        std::vector<double> numbers;
        while (numbers.size() < 4) {
            const size_t comma = std::min(list.find(','), list.size());
            const std::optional<double> number = parseNumber(trimmed(list.substr(0, comma)));
            if (!number && trimmed(list.substr(0, comma)) != "NaN"sv)
                return {};
            numbers.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
            if (comma == list.size())
                break;
            list.remove_prefix(comma + 1);
        }
        return numbers;
    }

    static ScalarCurves& curvesFor(
        const std::string& run, std::map<std::string, ScalarCurves>& curvesOfRun, ImportReport& report)
    {
        return curvesOfRun.try_emplace(run, report).first->second;
    }

    static void readPoints(TableLines& lines, const std::string& file, std::map<std::string, ScalarCurves>& curvesOfRun,
        ImportReport& report)
    {
        const auto [run, tag] = runAndTag(file);
        ScalarCurves& curves = curvesFor(run, curvesOfRun, report);
        const size_t curve = curves.curve(tag);
        do {
            const std::string_view line = lines.line();
            for (size_t begin = line.find('['); begin != std::string_view::npos; begin = line.find('[', begin + 1)) {
                const size_t end = line.find(']', begin);
                const size_t inner = line.rfind('[', end);
                if (end == std::string_view::npos)
                    break;
                const std::vector<double> point = numbersOf(line.substr(inner + 1, end - inner - 1));
                if (point.size() == 3)
                    curves.add(curve, point[1], point[2], lines.offset() + begin);
                begin = end;
            }
        } while (lines.next());
    }

    static void readTable(TableLines& lines, const std::string& file, std::map<std::string, ScalarCurves>& curvesOfRun,
        ImportReport& report)
    {
        const char separator = separatorOf(lines.line());
        const std::vector<std::string> header = headerOf(lines.line(), separator);
        const bool isTensorBoard = isTensorBoardHeader(header);
        const int step = isTensorBoard ? 1 : stepColumn(header);
        struct Column {
            ScalarCurves* curves = nullptr;
            size_t curve = 0;
        };
        std::vector<Column> columns(header.size());
        for (size_t i = 0; i < header.size(); ++i) {
            if (static_cast<int>(i) == step || (isTensorBoard && i == 0))
                continue;
            auto [run, scalar] = isTensorBoard ? runAndTag(file) : runAndScalar(header[i]);
            columns[i].curves = &curvesFor(run.empty() ? tableName(file) : run, curvesOfRun, report);
            columns[i].curve = columns[i].curves->curve(scalar);
        }
        std::vector<std::string> cells;
        while (lines.next()) {
            if (!splitCsv(lines.line(), cells, separator) || step < 0 || cells.size() <= static_cast<size_t>(step)) {
                lines.reportShortRow(cells.size(), header.size());
                continue;
            }
            const double number = scalarNumber(cells[static_cast<size_t>(step)]);
            for (size_t i = 0; i < std::min(cells.size(), columns.size()); ++i) {
                if (columns[i].curves && !trimmed(cells[i]).empty())
                    columns[i].curves->add(columns[i].curve, number, scalarNumber(cells[i]), lines.offset());
            }
        }
    }
};

} // namespace

std::unique_ptr<Importer> makeScalarTableImporter() { return std::make_unique<ScalarTableImporter>(); }

} // namespace bubblescope
