// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "exportedruns.h"

namespace bubblescope {

// What `export` writes without drawing: Chrome traces and tables.

inline bool isData(ExportFormat format) { return isTrace(format) || format == ExportFormat::Csv; }
/// Of the file that is to be written.
ExportFormat exportFormatOf(const ExportCommand& command);
/// What the knobs make of the folder; null where only measured things are asked for.
Result<ShownSimulationPtr> simulationFor(const ExportCommand& command, const RunFolder& folder);
/// Writes the one file.
ExitCode writeData(const ExportCommand& command, ExportedRuns& runs, ExportFormat format);
/// Code of a written export: damage counts only under --strict.
ExitCode exportedFrom(const ExportCommand& command, const RunFolder& folder);
/// The whole command for programs that cannot draw; refuses pictures, reports and sessions. Its texts are in the
/// language that was applied.
ExitCode runDataExport(const ExportCommand& command);

} // namespace bubblescope
