// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"
#include "opensource.h"

namespace bubblescope {

// The commands that need no window.

ExitCode runInspect(const InspectCommand& command);
ExitCode runSummary(const SummaryCommand& command);
ExitCode runCompare(const CompareCommand& command);
ExitCode runStragglers(const StragglersCommand& command);
ExitCode runHang(const HangCommand& command);
ExitCode runSample(const SampleCommand& command);
ExitCode runCache(const CacheCommand& command);

/// Runs the commands that both programs share.
struct ConsoleRunner {
    ExitCode operator()(const CommandLineAnswer& answer) const;
    ExitCode operator()(const InspectCommand& command) const { return runInspect(command); }
    ExitCode operator()(const SummaryCommand& command) const { return runSummary(command); }
    ExitCode operator()(const CompareCommand& command) const { return runCompare(command); }
    ExitCode operator()(const CheckCommand& command) const { return runCheck(command); }
    ExitCode operator()(const HistoryCommand& command) const { return runHistory(command); }
    ExitCode operator()(const McpCommand& command) const { return runMcp(command, {}); }
    ExitCode operator()(const StragglersCommand& command) const { return runStragglers(command); }
    ExitCode operator()(const HangCommand& command) const { return runHang(command); }
    ExitCode operator()(const QueryCommand& command) const { return runQuery(command); }
    ExitCode operator()(const SampleCommand& command) const { return runSample(command); }
    ExitCode operator()(const IndexCommand& command) const { return runIndex(command); }
    ExitCode operator()(const CacheCommand& command) const { return runCache(command); }
};

} // namespace bubblescope
