// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dataexport.h"

#include "callstackfile.h"
#include "console.h"
#include "consolecommands.h"
#include "databaseexport.h"
#include "exportfile.h"
#include "exporttables.h"
#include "notebook.h"
#include "openedquery.h"
#include "queryoutput.h"
#include "simulationinputs.h"

namespace bubblescope {

namespace {

ExitCode exportTrace(const ExportCommand& command, const ExportedRuns& exported)
{
    const std::vector<WrittenRun> runs = exported.writtenRuns(command.request.subject, command.request.range);
    if (runs.empty()) {
        printError(Error {"There is no timeline to write.", "`bubblescope inspect` says what is there.", {}});
        return ExitCode::NothingUsable;
    }
    if (const std::optional<Error> error = writeTraceFile(runs, command.output)) {
        printError(*error);
        return ExitCode::Usage;
    }
    return ExitCode::Fine;
}

/// Of the range or the step that was asked for, else of the run.
ExitCode exportCalls(const ExportCommand& command, const ExportedRuns& exported, ExportFormat format)
{
    const bool isSimulated = command.request.subject == ExportSubject::Simulated && exported.simulation();
    const Run* run = isSimulated ? &exported.simulation()->step.run : exported.measured().document.openedRun();
    if (!run) {
        printError(Error {"There is no timeline to write.", "`bubblescope inspect` says what is there.", {}});
        return ExitCode::NothingUsable;
    }
    std::optional<TimeRange> range = command.request.range;
    if (range && isSimulated)
        range = TimeRange {range->begin - exported.simulation()->offset, range->end - exported.simulation()->offset};
    if (const std::optional<int64_t> step = exported.measured().window.step(); step && !range && !isSimulated) {
        if (const Result<int> place = stepNumbered(*run, *step))
            range = run->trace->steps()[size_t(*place)].range;
    }
    const CallStackFormat as = format == ExportFormat::Folded ? CallStackFormat::Folded : CallStackFormat::Speedscope;
    if (const std::optional<Error> error = writeCallStackFile(run->trace, run->name, range, as, command.output)) {
        printError(*error);
        return ExitCode::Usage;
    }
    return ExitCode::Fine;
}

ExitCode writeTables(const ExportCommand& command, const Document& document)
{
    const OpenedFolderPtr opened = document.opened();
    const QueryDataPtr data = queryDataOf(opened, document.notes().notes());
    const std::optional<Error> error = writeDatabase(*data, command.output);
    printNotices(*data);
    if (error) {
        printError(*error);
        return ExitCode::Usage;
    }
    return ExitCode::Fine;
}

} // namespace

ExportFormat exportFormatOf(const ExportCommand& command)
{
    if (command.request.format)
        return *command.request.format;
    return *exportFormatOf(QString::fromLocal8Bit(command.output.c_str()), command.request.table);
}

Source sourceOf(const ExportCommand& command)
{
    Source source = command.source;
    const bool showsStep = command.simulate.step && isPicture(exportFormatOf(command));
    if (showsStep || command.request.subject == ExportSubject::Simulated)
        source.step = WantedStep {command.simulate.step,
            command.request.subject == ExportSubject::Simulated && isTrace(exportFormatOf(command))};
    source.asksByRank = exportFormatOf(command) == ExportFormat::Database;
    source.needsAll = source.needsAll || isCallStacks(exportFormatOf(command));
    return source;
}

Result<ShownSimulationPtr> simulationFor(const ExportCommand& command, const RunFolder& folder)
{
    if (command.request.subject == ExportSubject::Measured)
        return ShownSimulationPtr();
    Result<SimulatedInput> input = simulateFolder(folder, command.simulate);
    if (!input)
        return input.error();
    OpenedStep opened = openedStep(folder, input->source);
    if (opened.run && input->step.figures.replayError && !input->knobs.alwaysModels())
        opened.modelled = input->simulator->modelledPresent();
    return makeShown(std::move(input->step), input->knobs, opened, false);
}

std::optional<Error> showTableStep(const ExportCommand& command, ExportedRuns& runs, ExportFormat format)
{
    const bool isOfStep = format == ExportFormat::Csv || format == ExportFormat::Report || isCallStacks(format);
    if (!isOfStep || !command.simulate.step || command.request.subject != ExportSubject::Measured || !runs.hasRun())
        return std::nullopt;
    return runs.showStep(*command.simulate.step);
}

ExitCode writeData(const ExportCommand& command, ExportedRuns& runs, ExportFormat format)
{
    if (isTrace(format))
        return exportTrace(command, runs);
    if (isCallStacks(format))
        return exportCalls(command, runs, format);
    if (format == ExportFormat::Database)
        return writeTables(command, runs.measured().document);
    const Result<ExportedTable> table = exportTable(runs, command.request.table);
    if (!table) {
        printError(table.error());
        return ExitCode::NothingUsable;
    }
    if (table->notice)
        printError(table->notice->text());
    if (const auto error = writeWholeFile(QString::fromLocal8Bit(command.output.c_str()), table->csv.toUtf8())) {
        printError(*error);
        return ExitCode::Usage;
    }
    return ExitCode::Fine;
}

ExitCode exportedFrom(const ExportCommand& command, const RunFolder& folder)
{
    const bool failed = command.strict && folder.report.hasErrors();
    return codeWithout(
        command.source.paths, codeFor(folder, failed ? ExitCode::OpenedWithErrors : ExitCode::Fine));
}

ExitCode runDataExport(const ExportCommand& asked)
{
    ExportCommand command = asked;
    if (command.request.table == QLatin1String("list")) {
        print(stdout, exportTableList().toStdString());
        return ExitCode::Fine;
    }
    const ExportFormat format = exportFormatOf(command);
    if (!isData(format))
        return refuseToDraw(isPicture(format) ? "A picture" : "A report");
    if (!command.session.empty())
        return refuseToDraw("`--session`");
    const OpenedFolderPtr opened = openSource(sourceOf(command), false);
    if (!warnOfPart(command.source, opened->folder))
        return ExitCode::NothingUsable;
    if (const std::optional<Error> refused = whyNoRange(command.source, opened->folder)) {
        printError(*refused);
        return ExitCode::Usage;
    }
    command.request.range = rangeToShow(command.source, opened->folder);
    Result<ShownSimulationPtr> simulation = simulationFor(command, opened->folder);
    if (!simulation) {
        printError(simulation.error());
        return ExitCode::NothingUsable;
    }
    ExportedRuns runs(opened, *simulation);
    if (command.request.range && !isTrace(format))
        runs.measured().selection.setRange(command.request.range);
    if (const std::optional<Error> error = showTableStep(command, runs, format)) {
        printError(*error);
        return ExitCode::NothingUsable;
    }
    const ExitCode written = writeData(command, runs, format);
    return written == ExitCode::Fine ? exportedFrom(command, opened->folder) : written;
}

} // namespace bubblescope
