// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "openedfolder.h"

#include <functional>

namespace bubblescope {

// The commands that need no window.

/// Loads on this thread, from the cache if allowed. A new cache entry is only written after `use` has printed its
/// result, so that nobody waits for it. `levels`: prepare levels of detail, for drawing.
OpenedFolderPtr openSource(const Source& source, bool levels, const std::function<void(const RunFolder&)>& use = {});
/// The requested range; nullopt (everything) if only part of a trace was read and has its own time 0.
std::optional<TimeRange> rangeToShow(const Source& source, const RunFolder& folder);

/// Why nothing of it would be shown: there is nothing at that time.
std::optional<Error> rangeOutsideRuns(const Source& source, const RunFolder& folder);
/// Whether no path that is named exists; each is told of.
bool namesNothing(const Source& source);

ExitCode runInspect(const InspectCommand& command);
ExitCode runSummary(const SummaryCommand& command);
ExitCode runCompare(const CompareCommand& command);
ExitCode runSample(const SampleCommand& command);
/// Draws the timeline of a run to a picture file.
using DrawRun = std::function<ExitCode(const Run& run, const std::string& output)>;
/// `draw` makes the picture if one is requested; empty for a program that cannot draw, which reports an error then.
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
/// Reports that `what` ("`render`") needs graphics libraries, and which package has it.
ExitCode refuseToDraw(const std::string& what);

} // namespace bubblescope
