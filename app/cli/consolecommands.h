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
ExitCode runFormats(const FormatsCommand& command);
ExitCode runCache(const CacheCommand& command);

/// Runs the commands that both programs share. What exists of their paths is answered; if not all does, they end
/// with 1.
struct ConsoleRunner {
    ExitCode operator()(const CommandLineAnswer& answer) const;
    ExitCode operator()(const InspectCommand& command) const
    {
        return codeWithout(command.source.paths, runInspect(command));
    }
    ExitCode operator()(const SummaryCommand& command) const
    {
        return codeWithout(command.source.paths, runSummary(command));
    }
    ExitCode operator()(const CompareCommand& command) const { return runCompare(command); }
    ExitCode operator()(const CheckCommand& command) const { return codeWithout(command.baselines, runCheck(command)); }
    ExitCode operator()(const HistoryCommand& command) const { return codeWithout(command.paths, runHistory(command)); }
    ExitCode operator()(const McpCommand& command) const { return runMcp(command, {}); }
    ExitCode operator()(const StragglersCommand& command) const
    {
        return codeWithout(command.source.paths, runStragglers(command));
    }
    ExitCode operator()(const HangCommand& command) const { return codeWithout(command.paths, runHang(command)); }
    ExitCode operator()(const QueryCommand& command) const
    {
        return codeWithout(command.source.paths, runQuery(command));
    }
    ExitCode operator()(const PlanCommand& command) const
    {
        return codeWithout(command.source.paths, runPlan(command));
    }
    ExitCode operator()(const SampleCommand& command) const { return runSample(command); }
    ExitCode operator()(const IndexCommand& command) const { return codeWithout(command.paths, runIndex(command)); }
    ExitCode operator()(const FormatsCommand& command) const { return runFormats(command); }
    ExitCode operator()(const CacheCommand& command) const { return runCache(command); }
};

} // namespace bubblescope
