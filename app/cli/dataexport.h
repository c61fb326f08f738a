// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "exportedruns.h"

#include <optional>

namespace bubblescope {

// What `export` writes without drawing: Chrome traces, tables, databases, stacks of calls.

inline bool isData(ExportFormat format)
{
    return isTrace(format) || isCallStacks(format) || format == ExportFormat::Csv
        || format == ExportFormat::Database;
}
/// Format of the output file, as asked for, or from its name.
ExportFormat exportFormatOf(const ExportCommand& command);
/// What it opens.
Source sourceOf(const ExportCommand& command);
/// The simulated step requested by the command; null if it only wants measured data.
Result<ShownSimulationPtr> simulationFor(const ExportCommand& command, const RunFolder& folder);
/// Looks at the step of the command, where it names one for a table or report of what was measured; else nothing.
std::optional<Error> showTableStep(const ExportCommand& command, ExportedRuns& runs, ExportFormat format);
/// Writes the file named in the command.
ExitCode writeData(const ExportCommand& command, ExportedRuns& runs, ExportFormat format);
/// Exit code of a successful export: import errors count only under --strict.
ExitCode exportedFrom(const ExportCommand& command, const RunFolder& folder);
/// The whole command, for programs that cannot draw: rejects pictures, reports and sessions. Table headings are in the
/// applied language.
ExitCode runDataExport(const ExportCommand& command);

} // namespace bubblescope
