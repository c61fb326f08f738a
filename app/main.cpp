// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backgroundjob.h"
#include "consolecommands.h"
#include "exportcommand.h"
#include "lastresort.h"
#include "rendercommand.h"
#include "windowcommand.h"

#include <cstdlib>

using namespace bubblescope;

namespace {
struct Runner : ConsoleRunner {
    int& argc;
    char** argv;

    using ConsoleRunner::operator();
    ExitCode operator()(const SimulateCommand& command) const
    {
        const ExitCode code = runSimulate(command,
            [this](const Run& run, const std::string& output) { return drawTimeline(run, output, argc, argv); });
        return codeWithout(command.source.paths, code);
    }
    ExitCode operator()(const McpCommand& command) const { return runMcp(command, pictureDrawing(argc, argv)); }
    ExitCode operator()(const RenderCommand& command) const
    {
        return codeWithout(command.source.paths, runRender(command, argc, argv));
    }
    ExitCode operator()(const ExportCommand& command) const { return runExport(command, argc, argv); }
    ExitCode operator()(const WindowCommand& command) const { return runWindow(command, argc, argv); }
};
} // namespace

int main(int argc, char* argv[])
{
    const ExitCode code = runToEnd([&] {
        return std::visit(Runner {{}, argc, argv}, parseCommandLine({argv + 1, argv + argc}));
    });
    // A thread that does not end still uses what a normal exit would destroy.
    if (BackgroundJob::anyIsLeftBehind())
        std::_Exit(static_cast<int>(code));
    return static_cast<int>(code);
}
