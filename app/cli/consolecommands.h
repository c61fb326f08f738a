// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "openedfolder.h"

#include <functional>

namespace bubblescope {

// The commands that need no window, and start no part of one.

/// Opens on this thread, from the cache if allowed. A new entry is written to the cache only after `use` has given its
/// answer, so that nobody waits for that. `levels`: prepare levels of detail, for drawing.
OpenedFolderPtr openSource(const Source& source, bool levels, const std::function<void(const RunFolder&)>& use = {});
/// The range that was asked for; nothing (all of it) where a trace was read in part and has its own time 0.
std::optional<TimeRange> rangeToShow(const Source& source, const RunFolder& folder);

/// Why nothing of it would be shown: there is nothing at that time.
std::optional<Error> rangeOutsideRuns(const Source& source, const RunFolder& folder);
/// Whether no path that is named exists; each is told of.
bool namesNothing(const Source& source);

ExitCode runInspect(const InspectCommand& command);
ExitCode runSummary(const SummaryCommand& command);
ExitCode runCompare(const CompareCommand& command);
ExitCode runSample(const SampleCommand& command);
/// Draws the timeline of a run into a picture file.
using DrawRun = std::function<ExitCode(const Run& run, const std::string& output)>;
/// `draw` makes the picture that may be asked for; a program that cannot draw has none, and refuses.
ExitCode runSimulate(const SimulateCommand& command, const DrawRun& draw);
ExitCode runCache(const CacheCommand& command);

/// Runs the commands that both programs share.
struct ConsoleRunner {
    ExitCode operator()(const CommandLineAnswer& answer) const;
    ExitCode operator()(const InspectCommand& command) const { return runInspect(command); }
    ExitCode operator()(const SummaryCommand& command) const { return runSummary(command); }
    ExitCode operator()(const CompareCommand& command) const { return runCompare(command); }
    ExitCode operator()(const SampleCommand& command) const { return runSample(command); }
    ExitCode operator()(const CacheCommand& command) const { return runCache(command); }
};
/// Says that `what` ("`render`") needs graphics libraries, and which package has it.
ExitCode refuseToDraw(const std::string& what);

} // namespace bubblescope
