// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulatecommand.h"

#include "console.h"
#include "hardwarepresets.h"
#include "tracefile.h"

#include <optional>

namespace bubblescope {

namespace {
/// Of the step that was simulated, among those of its run.
std::optional<int64_t> openedNumber(const RunFolder& folder, const SimulationSource& source)
{
    if (source.kind != SimulationSource::Kind::Run || source.index >= folder.runs.size())
        return std::nullopt;
    const auto steps = folder.runs[source.index].trace->steps();
    const auto step = size_t(source.step);
    return step < steps.size() ? std::optional<int64_t>(steps[step].number) : std::nullopt;
}
} // namespace

ExitCode runSimulate(const SimulateCommand& command, const DrawRun& draw)
{
    const auto printReport = [&command](const SimulationReport& report) {
        print(stdout, command.json ? simulationJson(report) : simulationText(report));
    };
    if (!command.collective.operation.empty()) {
        const Result<PricedCollective> priced = priceOne(command.collective, hardwareCatalog());
        if (!priced) {
            printError(priced.error());
            return ExitCode::NothingUsable;
        }
        print(stdout, command.json ? collectiveJson(*priced) : collectiveText(*priced));
        return ExitCode::Fine;
    }
    if (!command.readsFiles()) {
        const Result<SimulationReport> report = simulatePlain(command.pipeline);
        if (!report) {
            printError(report.error());
            return ExitCode::NothingUsable;
        }
        printReport(*report);
        return ExitCode::Fine;
    }
    Source source = command.source;
    source.step = WantedStep {command.options.step, true};
    const OpenedFolderPtr opened = openSource(source, false);
    if (!warnOfPart(source, opened->folder))
        return ExitCode::NothingUsable;
    const Result<SimulatedInput> simulated = simulateFolder(opened->folder, command.options);
    if (!simulated) {
        printError(simulated.error());
        return ExitCode::NothingUsable;
    }
    printReport(simulated->report);
    if (command.exportFile.empty())
        return codeFor(opened->folder);
    if (!command.exportFile.ends_with(".json")) {
        if (draw)
            return codeFor(opened->folder, draw(simulated->step.run, command.exportFile));
        return refuseToDraw("`simulate --export` of a picture");
    }
    const std::optional<int64_t> step = openedNumber(opened->folder, simulated->source);
    if (const auto error = writeTraceFile({{&simulated->step.run, "simulated ", {}, {}, step}}, command.exportFile)) {
        printError(*error);
        return ExitCode::Usage;
    }
    return codeFor(opened->folder);
}

} // namespace bubblescope
