// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exporttables.h"

#include "exportedruns.h"
#include "findingmodel.h"
#include "issuemodel.h"
#include "layermodel.h"
#include "layersources.h"
#include "parallel.h"
#include "ranksums.h"
#include "ranktablemodel.h"
#include "selectionmodel.h"
#include "stagemodel.h"
#include "stepcellmodel.h"
#include "stepmodel.h"
#include "summaryinput.h"
#include "tableexport.h"

#include <fmt/format.h>

#include <algorithm>

namespace bubblescope {

namespace {

Result<ExportedTable> findingsTable(Workspace& workspace)
{
    Result<std::vector<SummaryInput>> inputs
        = summaryInputs(knownOf(*workspace.document.opened()), shownInputs(workspace));
    if (!inputs)
        return inputs.error();
    FindingModel model;
    const Run* shown = workspace.document.openedRun();
    const auto ofShown = std::find_if(inputs->begin(), inputs->end(), [shown](const SummaryInput& input) {
        return input.kind == "hang" || (shown && input.run && input.run->name == shown->name);
    });
    if (!inputs->empty()) {
        SummaryInput& input = ofShown == inputs->end() ? inputs->front() : *ofShown;
        model.setFindings(std::make_shared<const Findings>(std::move(input.findings)));
    }
    return ExportedTable {tableCsv(model)};
}

Result<ExportedTable> ranksTable(Workspace& workspace)
{
    // Of the only step where a profiler saw more.
    const Run* run = workspace.document.openedRun();
    if (run && run->trace->steps().size() == 1 && !workspace.window.step() && windowOfStep(*run->trace, 0))
        workspace.window.setStep(run->trace->steps().front().number);
    RankTableModel model;
    model.setSummary(workspace.figures.ofPart());
    return ExportedTable {tableCsv(model)};
}

/// Of the run, or of the log if there is no run.
StageCosts usualStageCosts(const Workspace& workspace)
{
    if (const Run* run = workspace.document.run()) {
        const auto summary = workspace.figures.ofPart();
        return summary ? stageCosts(*run, *summary, workspace.figures.step()) : StageCosts();
    }
    const RunLog* log = workspace.inputs.runLog();
    return log ? stageCosts(*log, workspace.window.step()) : StageCosts();
}

Result<ExportedTable> stagesTable(Workspace& workspace)
{
    StageModel model;
    model.setCosts(usualStageCosts(workspace));
    return ExportedTable {tableCsv(model)};
}

Result<ExportedTable> layersTable(Workspace& workspace)
{
    LayerModel model;
    model.setCosts(layerCosts(workspace, usualLayerSource(workspace)));
    return ExportedTable {tableCsv(model)};
}

Result<ExportedTable> stepsTable(Workspace& workspace)
{
    StepModel model;
    model.setLog(workspace.inputs.runLog());
    return ExportedTable {tableCsv(model)};
}

/// Of the run, or of the log if there is no run.
Result<ExportedTable> rankStepsTable(Workspace& workspace)
{
    const Run* run = workspace.document.run();
    const RunLog* log = workspace.inputs.runLog();
    StepTablePtr table;
    if (run && !workspace.document.showsSimulation()) {
        Result<StepTablePtr> known
            = knownOf(*workspace.document.opened()).run(size_t(workspace.document.runIndex())).steps();
        if (!known)
            return known.error();
        table = std::move(known).value();
    } else {
        table = std::make_shared<const StepTable>(run ? StepTable::ofRun(*contextOf(*run))
                : log                                 ? StepTable::ofLog(*log)
                                                      : StepTable());
    }
    StepCellModel model;
    model.setTable(*table, run ? run->trace->hosts() : std::span<const std::string>());
    return ExportedTable {tableCsv(model)};
}

Result<ExportedTable> selectionTable(Workspace& workspace)
{
    if (const std::shared_ptr<const RankBlocks> blocks = workspace.document.blocks())
        return *spansOfAllRanks(blocks, exportedRange(workspace));
    SelectionModel model;
    if (const TracePtr trace = workspace.document.trace()) {
        SelectionSummary summary(trace, exportedRange(workspace), SelectionSummary::GroupBy::Name);
        while (!summary.advance(1 << 20)) { }
        model.setGroups(trace, SelectionSummary::GroupBy::Name, summary.groups());
    }
    return ExportedTable {tableCsv(model)};
}

Result<ExportedTable> issuesTable(Workspace& workspace)
{
    IssueModel model;
    model.setFolder(workspace.document.opened());
    return ExportedTable {tableCsv(model)};
}

struct Table {
    const char* key;
    const char* help;
    Result<ExportedTable> (*make)(Workspace& workspace);
};
constexpr Table tables[] = {
    {"findings", "what costs most in a step", findingsTable},
    {"ranks", "where the time of each rank goes", ranksTable},
    {"stages", "forward and backward time by stage", stagesTable},
    {"layers", "what each layer costs", layersTable},
    {"steps", "what a log prints, step by step", stepsTable},
    {"rank-steps", "every step of every rank, and where its time goes", rankStepsTable},
    {"spans", "count and time of spans by name, in --range", selectionTable},
    {"issues", "what the import found wrong", issuesTable},
};

} // namespace

TimeRange exportedRange(const Workspace& workspace)
{
    return workspace.selection.range().value_or(workspace.window.visibleRange());
}

std::optional<ExportedTable> spansOfAllRanks(
    const std::shared_ptr<const RankBlocks>& blocks, TimeRange range, const ProgressFn& progress)
{
    constexpr auto by = SelectionSummary::GroupBy::Name;
    constexpr uint64_t parts = 1000;
    const auto report = [&](double share) { return !progress || progress(uint64_t(share * parts), parts); };
    const RankSumsPtr sums = sumRanks(*blocks, range, by, threadCount(), report);
    if (!sums)
        return std::nullopt;
    SelectionModel model;
    model.setGroups(tablesOf(blocks), by, sums->summary.groups(), false);
    ExportedTable table {tableCsv(model)};
    if (sums->damagedRanks > 0) {
        table.notice = say(
            "what the index holds of {} of its ranks is damaged; their spans are not counted", sums->damagedRanks);
    }
    return table;
}

QStringList exportTableNames()
{
    QStringList names;
    for (const Table& table : tables)
        names << QLatin1String(table.key);
    return names;
}

QString exportTableList()
{
    QString text;
    for (const Table& table : tables)
        text += QStringLiteral("  %1 %2\n").arg(QLatin1String(table.key), -11).arg(QLatin1String(table.help));
    return text;
}

Result<ExportedTable> exportTable(ExportedRuns& runs, const QString& key)
{
    for (const Table& table : tables) {
        if (!key.isEmpty() && key != QLatin1String(table.key))
            continue;
        Result<ExportedTable> made = table.make(runs.measured());
        if (!made || made->csv.count(QLatin1Char('\n')) > 1)
            return made;
        if (!key.isEmpty())
            return Error {say("The table \"{}\" is empty here.", table.key),
                say("`bubblescope inspect` says what there is."), {}};
    }
    if (key.isEmpty())
        return Error {say("No table has rows here."), say("`bubblescope inspect` says what there is."), {}};
    return Error {say("There is no table \"{}\".", key.toStdString()),
        say("Choose one of:\n{}", exportTableList().toStdString()), {}};
}

} // namespace bubblescope
